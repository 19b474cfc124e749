"""Turns and crossings against the side, with the bounds of Besa, Johnson, Mamano, Osegueda and Williams."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from destrier.core.board import Board
from destrier.core.choices import Goal, Heel
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tourney
from destrier.measuring.metrics import crossings, turns
from destrier.patterns.formation.fit import HEELS
from destrier.patterns.formation.flat import formation
from reproduce.algorithms import GENERATORS, make, takes
from reproduce.common import plots
from reproduce.common.statistics import Line, fit_line
from reproduce.common.study_tables import Table, template


class Bounds(NamedTuple):
    """The factors of n that the paper proves, each for large boards."""

    constructed: float
    """The factor of its tours, which have a constant more."""
    least: float
    """The factor of all tours, less o(n)."""


BOUNDS: Final[dict[Goal, Bounds]] = {"turns": Bounds(9.25, 6), "crossings": Bounds(12, 4)}

_COUNT: Final[dict[Goal, Callable[[Tourney], int]]] = {"turns": turns, "crossings": crossings}

_DIVIDING: Final = ("divide-and-conquer", "rectangle")
"""The generators that assemble small tours."""

_BETWEEN: Final = 1.5
"""The power above which growth is called quadratic, and below which linear."""

_EXACT: Final = 0.005

Series = dict[int, float]


def run(folder: Path, *, small: bool, samples: int, seed: int, progress: Any, **_: Any) -> str:
    """Write the table and the figure, and return the page."""
    sides = (8, 16, 24, 32) if small else (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
    found: dict[Goal, dict[str, Series]] = {kind: {name: {} for name in GENERATORS} for kind in BOUNDS}
    for number, name in enumerate(GENERATORS):
        for side in sides:
            if takes(name, side):
                tours = [make(name, Board(side, side), derive_key(seed, name, side, i)) for i in range(samples)]
                for kind, count in _COUNT.items():
                    found[kind][name][side] = float(np.mean([count(tour) for tour in tours]))
        if progress is not None:
            progress("generators", number + 1, len(GENERATORS))
    lines = fit_heels(range(32, 65 if small else 257, 8))
    _cells(found, sides).write(folder / "taming-table.csv")
    _draw_figure(folder / "taming-figure.svg", found)
    return template("taming").format(
        samples=samples,
        powers=_powers(found).markdown(),
        quadratic=how_they_grow(found),
        heels=_heels(lines).markdown(),
        few=how_few(lines),
        bounds=" ".join(how_bounded(found[kind], kind) for kind in BOUNDS),
    )


def _cells(found: Mapping[Goal, Mapping[str, Series]], sides: tuple[int, ...]) -> Table:
    columns = ("n", *(f"{name}, {kind}" for name in GENERATORS for kind in found))
    rows = [(side, *(found[kind][name].get(side) for name in GENERATORS for kind in found)) for side in sides]
    return Table(columns, rows)


def _power(series: Series) -> float:
    """Return the power of the side with which the numbers grow, from the larger half of the boards."""
    sides = sorted(series)[-max(3, len(series) // 2) :]
    return fit_line(np.log(sides), np.log([series[side] for side in sides])).slope


def _powers(found: Mapping[Goal, Mapping[str, Series]]) -> Table:
    """Return each generator's powers, and the numbers on its largest board."""
    rows: list[tuple[Any, ...]] = []
    for name in GENERATORS:
        side = max(found["turns"][name])
        numbers = [x for kind in found for x in (found[kind][name][side] / side, f"{_power(found[kind][name]):.3f}")]
        rows.append((name, side, *numbers))
    return Table(("algorithm", "largest n", "turns / n", "power", "crossings / n", "power of that"), rows)


def how_they_grow(found: Mapping[Goal, Mapping[str, Series]]) -> str:
    """State which generators have quadratic numbers of turns and crossings."""
    powers = {name: [_power(series[name]) for series in found.values()] for name in found["turns"]}
    few = [name for name, both in powers.items() if max(both) < _BETWEEN]
    many = {name: both for name, both in powers.items() if name not in few}
    divided = [power for name in _DIVIDING for power in powers.get(name, ())]
    return (
        f"{'Confirmed' if min(divided) > _BETWEEN else 'Refuted'}: of {' and '.join(_DIVIDING)} the powers of *n* are "
        f"{min(divided):.2f} to {max(divided):.2f}, on the larger half of the boards. The same holds "
        f"for {len(many)} of {len(powers)} generators; those with linearly many are {', '.join(few) or 'none'}."
    )


def fit_heels(sides: Iterable[int]) -> dict[Heel, dict[Goal, Line]]:
    """Return, for each heel, the lines of turns and crossings against sides of one class modulo 8."""
    boards = [Board(side, side) for side in sides]
    return {
        heel: {
            kind: fit_line([board.rows for board in boards], [count(formation(board, heel=heel)) for board in boards])
            for kind, count in _COUNT.items()
        }
        for heel in HEELS
    }


def _heels(lines: Mapping[Heel, Mapping[Goal, Line]]) -> Table:
    rows = [
        (heel, *(f"{line.slope:.2f} n {line.intercept:+.0f}" for line in each.values())) for heel, each in lines.items()
    ]
    return Table(("heel", *_COUNT), rows)


def how_few(lines: Mapping[Heel, Mapping[Goal, Line]]) -> str:
    """State whether the paper's construction attains the paper's numbers."""
    told = []
    for kind, bounds in BOUNDS.items():
        slope = lines[kind][kind].slope  # each of the paper's heels is named after its objective
        verdict = "confirmed" if abs(slope - bounds.constructed) < _EXACT else "refuted"
        told.append(f"{bounds.constructed:g} *n* {kind}: {verdict} ({slope:.2f} *n*)")
    at_once = [
        heel
        for heel, each in lines.items()
        if all(each[kind].slope < bounds.constructed + _EXACT for kind, bounds in BOUNDS.items())
    ]
    return (
        f"{'; '.join(told)}. The paper has a heel for the one and a heel for the other. Both are attained at once by "
        f"{' and '.join(f'*{heel}*' for heel in at_once) or 'none'}."
    )


def how_bounded(series: Mapping[str, Series], kind: Goal) -> str:
    """Say how the generators compare with the lower bound, on boards that are not too small."""
    least = BOUNDS[kind].least
    numbers = [(value / side, name, side) for name, each in series.items() for side, value in each.items() if side > 8]
    fewest, name, side = min(numbers)
    return (
        f"The fewest {kind} for the side are {fewest:.1f} *n*, by {name} on {side} x {side}: "
        f"{'above' if fewest > least else 'below'} the lower bound of {least:g} *n*, which holds for large boards."
    )


def _draw_figure(path: Path, found: Mapping[Goal, Mapping[str, Series]]) -> None:
    with plots.drawing(path, 2, height=3.8) as axes:
        for each, (kind, generators) in zip(axes, found.items(), strict=True):
            for (name, series), colour in zip(generators.items(), cycle(plots.COLOURS), strict=False):
                plots.ours(each, list(series), list(series.values()), name, color=colour)
            sides = sorted(set().union(*generators.values()))
            constructed, least = BOUNDS[kind]
            plots.published(each, sides, [constructed * side for side in sides], "the paper: 9.25 n, 12 n", color="k")
            each.plot(sides, [least * side for side in sides], "k--", linewidth=0.8, label="lower bounds: 6 n, 4 n")
            each.set(xscale="log", yscale="log", xlabel="n", title=kind.capitalize())
            each.set_xticks(sides[1::2], map(str, sides[1::2]))
            each.minorticks_off()
        plots.legend_below(axes[0])
