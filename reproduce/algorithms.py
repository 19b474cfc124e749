"""A comparison of all generators: time, turns, crossings, moves, a drawing, and the sizes of their tourneys."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from destrier.core.board import Board
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tour
from destrier.desk.algorithms import ALGORITHMS
from destrier.desk.tour import tour, tourney
from destrier.io.drawings import draw
from destrier.measuring.metrics import crossings, move_distribution, relative_move_distribution, turns
from destrier.support.errors import NoSuchTour, UnsupportedBoard
from destrier.switching.rails import count_rails
from reproduce.common import plots
from reproduce.common.sampled_moves import as_angles, as_axes
from reproduce.common.study_tables import Table, template

DEFAULT: Final = "the default"
"""The name of the default, mixed tours."""

_NARROW: Final = "transfer-matrix"
"""The algorithm that does not take square boards."""

_PATIENT: Final = "annealing"
"""The algorithm whose tours depend on the running time."""

GENERATORS: Final = (*(name for name in ALGORITHMS if name not in (_NARROW, _PATIENT)), DEFAULT)
"""The generators that take squares, with all sides multiples of 4."""

_LARGEST: Final = {"takefuji-lee": 64}
"""The sides of the largest squares, for generators that take too long on larger ones."""

_COMPARED: Final = 32
"""The side of the boards in the table."""

_DRAWN: Final = 16
_NARROW_BOARD: Final = Board(3, 32)

_BRAIDS: Final = range(4, 66, 2)


class Measured(NamedTuple):
    """Means over the tours of a generator and a side."""

    seconds: float
    turns: float
    crossings: float
    rails: float
    axes: Any
    """(4,): the frequencies of moves 0 and 4, 1 and 5, 2 and 6, 3 and 7."""
    angles: Any
    """(4,): the frequencies of relative moves 0, 1 and 7, 2 and 6, 3 and 5."""


def make(name: str, board: Board, seed: int) -> Tour:
    """Return a closed tour by a generator."""
    return tour(board, algorithm=None if name == DEFAULT else name, seed=seed)


def takes(name: str, side: int) -> bool:
    """Return whether a generator makes tours of a square fast enough; compile it on the way."""
    if side > _LARGEST.get(name, side):
        return False
    try:
        make(name, Board(side, side), 0)
    except (NoSuchTour, UnsupportedBoard):
        return False
    return True


def run(folder: Path, *, small: bool, samples: int, seed: int, progress: Any, **_: Any) -> str:
    """Write the table, the figure and the drawings, and return the page."""
    sides = (8, 16, 32) if small else (8, 16, 32, 64, 128)
    found = {}
    for number, name in enumerate(GENERATORS):
        for side in sides:
            if takes(name, side):
                found[name, side] = measure(name, Board(side, side), samples, seed)
        if progress is not None:
            progress("generators", number + 1, len(GENERATORS))
    _cells(found).write(folder / "algorithms-table.csv")
    drawings = list(_draw_tours(folder, seed))
    _draw_figure(folder / "algorithms-figure.svg", found, sides)
    return template("algorithms").format(
        samples=samples,
        measures=_measures(found).markdown(),
        moves=_moves(found).markdown(),
        drawings="\n".join(drawings),
        braid=how_many_cycles({n: tourney(n, n, algorithm="concentric-braid").cycle_count for n in _BRAIDS}),
        others=how_many_parts(),
    )


def measure(name: str, board: Board, samples: int, seed: int) -> Measured:
    """Make tours by a compiled generator and measure them; the time is the median of the processor's."""
    seconds, tours = [], []
    for number in range(samples):
        key = derive_key(seed, name, number)
        begun = time.process_time()
        tours.append(make(name, board, key))
        seconds.append(time.process_time() - begun)
    turned, crossed, rails = (float(np.mean([f(each) for each in tours])) for f in (turns, crossings, count_rails))
    axes, angles = (
        fold(np.mean([distribution(each) for each in tours], axis=0))
        for fold, distribution in ((as_axes, move_distribution), (as_angles, relative_move_distribution))
    )
    return Measured(float(np.median(seconds)), turned, crossed, rails, axes, angles)


# Tables


def _cells(found: Mapping[tuple[str, int], Measured]) -> Table:
    """Return a row for each generator and side."""
    columns = (
        *("algorithm", "n", "microseconds", "turns", "crossings", "rails"),
        *(f"moves {i} and {i + 4}" for i in range(4)),
        *("relative moves 0", "relative moves 1 and 7", "relative moves 2 and 6", "relative moves 3 and 5"),
    )
    rows: list[tuple[Any, ...]] = []
    for (name, side), m in found.items():
        frequencies = (round(float(x), 5) for x in (*m.axes, *m.angles))
        rows.append((name, side, round(m.seconds * 1e6), m.turns, m.crossings, m.rails, *frequencies))
    return Table(columns, rows)


def _measures(found: Mapping[tuple[str, int], Measured]) -> Table:
    """Return the measures per square of the compared boards."""
    squares = _COMPARED**2
    rows: list[tuple[Any, ...]] = []
    for name in GENERATORS:
        m = found[name, _COMPARED]
        numbers = (m.turns / squares, m.crossings / squares, m.rails / squares)
        kind = "" if name == DEFAULT else ALGORITHMS[name].yields
        rows.append((name, kind, f"{m.seconds * 1e9 / squares:,.0f}", *(f"{number:.3f}" for number in numbers)))
    return Table(("algorithm", "makes", "ns", "turns", "crossings", "rails"), rows)


def _moves(found: Mapping[tuple[str, int], Measured]) -> Table:
    rows: list[tuple[str, ...]] = []
    for name in GENERATORS:
        m = found[name, _COMPARED]
        rows.append((name, *(f"{x:.4f}" for x in (*m.axes, *m.angles))))
    return Table(("algorithm", "0, 4", "1, 5", "2, 6", "3, 7", "rel. 0", "rel. 1, 7", "rel. 2, 6", "rel. 3, 5"), rows)


# Statements


def how_many_cycles(counted: Mapping[int, int]) -> str:
    """Say whether an n x n braid has 4 * floor(n / 4) cycles, as the paper does."""
    wrong = [n for n, cycles in counted.items() if cycles != 4 * (n // 4)]
    if not wrong:
        return f"Confirmed for all even *n* from {min(counted)} to {max(counted)}."
    examples = ", ".join(f"{counted[n]} for *n* = {n} (the paper: {4 * (n // 4)})" for n in wrong[:3])
    others = [n for n in counted if n not in wrong]
    classes = " and ".join(sorted({f"{n % 4} modulo 4" for n in wrong}))
    offset = {n - counted[n] for n in wrong}
    rule = f", that is, *n* - {offset.pop()}" if len(offset) == 1 else ""
    return (
        f"Refuted for *n* = {classes}: there are {examples}{rule}. The centre of 6 x 6 is a tourney of three cycles, "
        f"not four. The other {len(others)} sizes up to {max(counted)} agree."
    )


def how_many_parts() -> str:
    """State the sizes of two more tourneys."""
    parts = tourney(22, 22, algorithm="divide-and-conquer").cycle_count
    cover = tourney(16, 16, algorithm="four-cover").cycle_count
    return (
        f"The 22 x 22 tourney of divide and conquer (Figure 15) has {parts} cycles (the paper: 7), the four-cover of "
        f"16 x 16 (Figure 19) {cover}: {16 * 16 // 4} of four squares each."
    )


# Pictures


def _draw_tours(folder: Path, seed: int) -> Iterable[str]:
    """Draw a tour of each generator, and yield it as a line of the page."""
    for name in (*GENERATORS, _NARROW):
        board = _NARROW_BOARD if name == _NARROW else Board(_DRAWN, _DRAWN)
        file = f"algorithms-{'default' if name == DEFAULT else name}.svg"
        draw(make(name, board, seed), folder / file, cell=12, grid=False)
        yield f"![{name}]({file} '{name}')"


def _draw_figure(path: Path, found: Mapping[tuple[str, int], Measured], sides: Iterable[int]) -> None:
    with plots.drawing(path, 2, height=3.6) as (left, right):
        for name, colour in zip(GENERATORS, cycle(plots.COLOURS), strict=False):
            shown = [side for side in sides if (name, side) in found]
            plots.ours(left, shown, [found[name, side].seconds / side**2 * 1e9 for side in shown], name, color=colour)
            right.plot(found[name, _COMPARED].turns, found[name, _COMPARED].crossings, "o", color=colour, label=name)
        left.set(xscale="log", yscale="log", xlabel="n", title="Time a square, ns")
        left.set_xticks(list(sides), map(str, sides))
        left.minorticks_off()
        right.set(xlabel="turns", title=f"Crossings against turns, {_COMPARED} x {_COMPARED}")
        plots.legend_below(left)
