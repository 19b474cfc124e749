"""The lower bounds of Besa, Johnson, Mamano, Osegueda and Williams, recomputed, and ours; see `docs/bounds.md`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from destrier.core.board import Board
from destrier.core.types import Square
from destrier.counting.samples import all_tours
from destrier.measuring.bounds import least_crossings, least_turns
from destrier.measuring.metrics import crossings, turns
from destrier.patterns.formation.flat import formation
from reproduce.common import plots
from reproduce.common.heels import HeelCover, heel_covers, heel_squares
from reproduce.common.rims import CHOICES, fewest_at_rim, fewest_at_side, least_cycle_mean, settled_at, triplet_graph
from reproduce.common.study_tables import Table, template
from reproduce.common.weights import ring_weights, weigh_legs

_PRICE: Final = 3
"""The crossings that an end of an open tour saves."""

_LISTED: Final = 15
"""The most covers of a heel to list."""


def run(folder: Path, *, small: bool, progress: Any, **_: Any) -> str:
    """Write the tables and the figure, and return the page."""
    parts = iter(range(1, 4))

    def done() -> None:
        if progress is not None:
            progress("bounds", next(parts), 3)

    triplets, weights = triplet_graph()
    mean = least_cycle_mean(weights)
    best = [triplet for number, triplet in enumerate(triplets) if weights[number, number] == mean]
    done()
    heels = {(before, after): heel_covers(before, after) for before, after in _regions(small=small)}
    done()
    boards = _searched(((5, 6), (3, 10)) if small else ((5, 6), (3, 10), (3, 12), (3, 14), (6, 6), (5, 8)))
    done()
    sides = range(12, 41, 4) if small else range(12, 101, 4)
    squares = [_beside_formation(side) for side in sides]
    heels_table = Table(_HEELS, _heel_rows(heels))
    heels_table.write(folder / "bounds-heels.csv")
    Table(_SQUARES, squares).write(folder / "bounds-squares.csv")
    _draw_figure(folder / "bounds-figure.svg", squares)
    return template("bounds").format(
        triplets=len(triplets),
        choices=len(CHOICES),
        mean=mean,
        karp="confirmed" if mean == 3 else "refuted",
        best=len(best),
        legs=how_heavy_legs_are(range(8, 17 if small else 41)),
        rims=how_many_at_rims(None),
        open_rims="left out" if small else how_many_at_rims(_PRICE),
        heels=heels_table.markdown(),
        covers=how_many_covers(heels),
        boards=Table(_BOARDS, boards).markdown(),
        held="All hold." if all(row[2] >= row[3] and row[4] >= row[5] for row in boards) else "**Refuted.**",
        squares=Table(_SQUARES, squares[-1:] if small else squares[::4]).markdown(),
    )


# The rim


def how_many_at_rims(price: int | None) -> str:
    """State whether the crossings of moves from the rim agree with `least_crossings`; `price` counts for an end."""
    last = settled_at(price)
    lengths = range(5, last + 2)
    more = {
        (rows, cols): fewest_at_rim(rows, cols, price=price) - 2 * (rows + cols)
        for rows in lengths
        for cols in lengths
        if rows <= cols
    }
    fewer = [f"{rows} x {cols} with {number}" for (rows, cols), number in more.items() if number < 16]
    sides = {fewest_at_side(length, price=price) - length for length in lengths}
    verdict = "as `dt.least_crossings` has it" if sides == {5} and fewer in ([], ["5 x 5 with 15"]) else "**refuted**"
    return (
        f"the rims of the {len(more)} boards with sides of 5 to {lengths[-1]} have at least 2 (rows + cols) + 16 "
        f"crossings{''.join(f', except for {board}' for board in fewer)}, and a single side at least {max(sides)} more "
        f"than squares, {verdict}; from {last} squares on, each makes one more, whatever the choices at its ends"
    )


# The heels


def _regions(*, small: bool) -> Sequence[Square]:
    """Return the numbers of moves before and after a heel to include in it."""
    return ((0, 0), (1, 0), (0, 1)) if small else ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (2, 1))


def _heel_rows(heels: dict[Square, list[HeelCover]]) -> list[tuple[int | str, ...]]:
    return [
        (len(heel_squares(*region)[2]), *region, len(covers), *_fewest(covers), _listed(covers))
        for region, covers in heels.items()
    ]


def _fewest(covers: Sequence[HeelCover]) -> tuple[int, int]:
    return min(cover.turns for cover in covers), min(cover.crossings for cover in covers)


def _listed(covers: Sequence[HeelCover]) -> str:
    each = [f"{cover.turns}/{cover.crossings}" for cover in covers]
    return ", ".join(each if len(each) <= _LISTED else [*each[:_LISTED], ".."])


def how_many_covers(heels: dict[Square, list[HeelCover]]) -> str:
    """Say whether the paper's heels are the best of their squares."""
    paper = heels[0, 0]
    fewest = _fewest(paper)
    both = any((cover.turns, cover.crossings) == fewest for cover in paper)
    verdict = "Confirmed" if fewest == (21, 28) and not both else "Refuted"
    turning, crossing = (min(cover[kind] for covers in heels.values() for cover in covers) for kind in (0, 1))
    return (
        f"{verdict}: of the {len(paper)} covers of its squares the fewest turns are {fewest[0]}, the fewest crossings "
        f"{fewest[1]}, and {'one' if both else 'none'} has both. On more squares, too, none has fewer than {turning} "
        f"turns or {crossing} crossings."
    )


# The legs


def how_heavy_legs_are(sides: Sequence[int]) -> str:
    """Say whether the weights that prove `least_turns` of large boards are as light as they have to be."""
    weights = [ring_weights(rows, cols) for cols in sides for rows in sides if rows <= cols]
    legs = [weigh_legs(weight) for weight in weights]
    proved = (
        all(weight.sum() == 4 * sum(weight.shape) - 12 for weight in weights)
        and {each.over for each in legs} == {8}
        and all(each.heaviest <= 1 and 2 * each.from_inside <= 1 for each in legs)
    )
    return (
        f"On the {len(weights)} boards with sides of {sides[0]} to {sides[-1]} squares, all squares together weigh 4 "
        f"(rows + cols) - 12, all legs of closed tours but eight at most 1, and those with an end inside at most 1/2: "
        f"{'confirmed' if proved else '**refuted**'}."
    )


# The boards


def _searched(boards: Sequence[Square]) -> list[tuple[Any, ...]]:
    """Return the bounds, and the fewest of all tours of each board."""
    rows = []
    for board in boards:
        counts = [(turns(tour), crossings(tour)) for tour in all_tours(*board)]
        fewest = min(number for number, _ in counts), min(number for _, number in counts)
        name = f"{board[0]} x {board[1]}"
        rows.append((name, len(counts), fewest[0], least_turns(*board), fewest[1], least_crossings(*board)))
    return rows


def _beside_formation(side: int) -> tuple[int, ...]:
    tour = formation(Board(side, side), heel="both")
    return side, least_turns(side, side), turns(tour), least_crossings(side, side), crossings(tour)


def _draw_figure(path: Path, squares: Sequence[Sequence[int]]) -> None:
    sides = [row[0] for row in squares]
    with plots.drawing(path, 2, height=3.4) as axes:
        for each, title, place, lines in ((axes[0], "Turns", 1, (8,)), (axes[1], "Crossings", 3, (4,))):
            plots.ours(
                each, sides, [row[place + 1] / row[0] for row in squares], "formation, heel both", color="#23527c"
            )
            plots.ours(each, sides, [row[place] / row[0] for row in squares], "proved lower bound", color="#c4722f")
            for line, style in zip(lines, ("--", ":"), strict=False):
                each.axhline(line, color="k", linestyle=style, linewidth=0.8, label=f"{line} n")
            each.set(xlabel="n", title=f"{title} / n", ylim=(0, None))
        plots.legend_below(axes[0])


_HEELS: Final = (
    *("squares", "moves before", "moves after", "covers"),
    *("fewest turns", "fewest crossings", "turns/crossings"),
)
_BOARDS: Final = ("board", "tours", "fewest turns", "its bound", "fewest crossings", "its bound")
_SQUARES: Final = ("n", "turns, bound", "turns, formation", "crossings, bound", "crossings, formation")
