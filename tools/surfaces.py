"""Find which small surfaces have tours: `python tools/surfaces.py` prints the tables of `docs/surfaces.md`.

A tour that is found proves itself, and the search of a board of up to 64 squares goes on until there is one, or there
cannot be one.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import destrier as dt
from destrier.core.surface import SURFACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.surface import Surface

LONGEST: Final = 8


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


if __name__ == "__main__":
    for surface in SURFACES.values():
        sys.stdout.writelines(f"{line}\n" for line in [*table(surface), ""])
