"""Find which small boards in space have tours; `python lab/space_boards.py` prints what `docs/leapers.md` says.

A tour that is found proves itself; a board that has none is one with a square of too few moves, or in pieces, or with
more squares of one colour than of the other, or it is searched to the end. DeMaio and Mathew (2011) proved which boards
have closed tours: with sides of at least 2, all but those whose sides are all odd, or at most 3, or two of them 2.
"""

from __future__ import annotations

import sys
from itertools import combinations_with_replacement
from typing import Final, Literal

import destrier as dt

LONGEST: Final = 8


def has_tour(sides: tuple[int, ...], kind: Literal["closed", "open"]) -> bool:
    """Return whether a board in space has a tour, which is made and checked, or else a proof that there is none."""
    board = dt.Space(*sides)
    try:
        tour = dt.tour(board, kind=kind, algorithm="move-graph", seed=1)
    except dt.NoSuchTour:
        return False
    return dt.Tour(tour.moves, board).kind == kind


def theorem(sides: tuple[int, ...]) -> bool:
    """Return whether a board with sides of at least 2, ascending, has a closed tour: DeMaio and Mathew (2011)."""
    return any(side % 2 == 0 for side in sides) and sides[-1] >= 4 and sides[-2] >= 3


if __name__ == "__main__":
    lacking: dict[str, list[str]] = {"closed": [], "open": []}
    boards = list(combinations_with_replacement(range(2, LONGEST + 1), 3))
    for sides in boards:
        named = " x ".join(map(str, sides))
        is_closed, is_open = has_tour(sides, "closed"), has_tour(sides, "open")
        if is_closed != theorem(sides):
            raise AssertionError(f"{named} contradicts the theorem")
        lacking["closed"] += [] if is_closed else [named]
        lacking["open"] += [] if is_open else [named]
    sys.stdout.write(f"{len(boards)} boards with sides from 2 to {LONGEST}\n")
    for kind, named_boards in lacking.items():
        sys.stdout.write(f"no {kind} tour: {', '.join(named_boards)}\n")
