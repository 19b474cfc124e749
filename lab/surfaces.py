"""Find which surfaces have tours: `python lab/surfaces.py` prints the tables of `docs/surfaces.md`.

A tour that is found proves itself, and the search of a board of up to 64 squares goes on until there is one, or there
cannot be one. Then a tour is made of every board with sides of up to 60 that has one by the theorem; a minute or two.
"""

from __future__ import annotations

import sys
from itertools import product
from typing import TYPE_CHECKING, Final

import destrier as dt
from destrier.core.surface import SURFACES
from destrier.makers.unrolled import LEAST_SIDE
from destrier.proofs.surfaces import surface_theorem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.surface import Surface

LONGEST: Final = 8
"""The longest side of the boards that are searched."""

LONGEST_MADE: Final = 60
"""The longest side of the boards of which tours are made."""


def mark(board: Surface) -> str:
    """Return `c` for a board with closed tours, `o` for one with open tours alone, and `-` for one with neither.

    A closed tour less a move is an open one. `?` is for a search that gave up.
    """
    try:
        dt.tour(board, seed=1)
    except dt.NoSuchTour:
        pass
    except dt.BudgetExceeded:
        return "?"
    else:
        return "c"
    try:
        dt.tour(board, kind="open", seed=1)
    except dt.NoSuchTour:
        return "-"
    except dt.BudgetExceeded:
        return "?"
    return "o"


def table(surface: type[Surface]) -> Iterator[str]:
    """Yield the lines of the table of a surface, a line for each number of rows."""
    sides = range(1, LONGEST + 1)
    yield f"| {surface.noun} | {' | '.join(map(str, sides))} |"
    yield f"|---|{'---|' * LONGEST}"
    for rows in sides:
        yield f"| {rows} | {' | '.join(mark(surface(rows, cols)) for cols in sides)} |"


def make_all(surface: type[Surface]) -> int:
    """Make and check a closed tour and an open one of each board that has one, and return how many there are."""
    made = 0
    for rows, cols in product(range(1, LONGEST_MADE + 1), repeat=2):
        for kind in ("closed", "open"):
            board = surface(rows, cols)
            if surface_theorem(board, kind) is None:
                name = "rectangle" if min(board.sides) >= LEAST_SIDE else None
                tour = dt.tour(board, kind=kind, algorithm=name, seed=1)
                if dt.Tour(tour.moves, board).kind != kind:
                    raise AssertionError(f"{tour!r} is not {kind}")
                made += 1
    return made


if __name__ == "__main__":
    for surface in SURFACES.values():
        sys.stdout.writelines(f"{line}\n" for line in [*table(surface), ""])
    for surface in SURFACES.values():
        sys.stdout.write(f"{surface.noun}: {make_all(surface):,} tours made\n")
