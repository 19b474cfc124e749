"""Count the closed tours of small surfaces by winding; `python lab/windings.py` prints a table of `docs/surfaces.md`.

Surfaces with parallel moves are left out, as their tours may wind in several ways. All tours of a surface are listed,
and there must be as many as `dt.count` says, which never lists one.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Final

import destrier as dt
from destrier.core.surface import SURFACES

if TYPE_CHECKING:
    from destrier.core.surface import Surface
    from destrier.core.winding import Winding

SIDES: Final = range(3, 7)
MOST: Final = 50_000
"""The most tours that are listed."""


def by_winding(board: Surface) -> dict[Winding, int]:
    """Return how many closed tours of a surface have each winding, smallest first."""
    found = Counter(
        tour.winding for tour in dt.solutions(board, numbers={(0, 0): 1}, kind="closed", n=None, budget=3600)
    )
    return {winding: number // 2 for winding, number in sorted(found.items())}  # each was found in both directions


def line(board: Surface) -> str | None:
    """Return the line of a surface in the table, or `None` if it has no tours, or too many."""
    total = 0 if board.has_parallel_moves else dt.count(board).undirected
    if not 0 < total <= MOST:
        return None
    numbers = by_winding(board)
    if sum(numbers.values()) != total:
        raise AssertionError(f"{sum(numbers.values())} tours of {board!r} were listed, and {total} counted")
    listed = ", ".join(f"{tuple(winding)}: {number:,}" for winding, number in numbers.items())
    return f"| {board.describe().removeprefix('the ')} | {total:,} | {listed} |"


if __name__ == "__main__":
    sys.stdout.write("| surface | closed tours | of each winding |\n|---|---:|---|\n")
    for surface, rows, cols in product(SURFACES.values(), SIDES, SIDES):
        most = 20 if surface.top_bottom is None else 16
        if rows * cols <= most and (told := line(surface(rows, cols))):
            sys.stdout.write(f"{told}\n")
            sys.stdout.flush()
