"""Centrally symmetric tours with few turns: from 4 (rows + columns) - 16 to - 8 on large boards.

As in the other tours with few turns (see `turns`), all squares except those near the rim lie on parallel lines, which
wind down the board in four strands. The half-turn shifts the tour by half its length. Between a square and its image,
the tour crosses the parallel line through the centre an odd number of times, and equally often on the way back, so the
total is 2 mod 4. Four undisturbed strands cross it four times. They must therefore be disturbed where that line ends,
at the left and right edges. `docs/taming.md` shows such a tour.

The strands determine the disturbance. A line tied to the third line from it at one edge must be tied to the fifth at
the other edge, because two ties of the same length would close it. The half-turn exchanges the edges. Along each edge,
ties to the third line therefore become ties to the fifth where the line through the centre ends. The few rows above and
below form a piece, the *switch*; the other pieces are in the corners. Between the pieces, the left and right edges
repeat every four rows, and the top and bottom edges every four columns.

There is a pattern for each class of boards, given by the number of columns modulo 8 and the row where the line through
the centre ends modulo 4. Tours of boards too small for the patterns are stored with the other tours with few turns.

The patterns are in `tame_central.txt`, found by `lab/tame_symmetric.py`. Cost: one write per square; O(1) scratch
memory.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from destrier.core.board import transform
from destrier.core.types import Moves, Square
from destrier.patterns.patches import Patch, Pattern, read_boards
from destrier.patterns.tame import turns

PERIOD: Final = 4
"""Number of rows or columns to repeat."""


class Half(NamedTuple):
    """The left half of the tours of a class of boards, above and below the middle."""

    saved: int
    """Difference between 4 (rows + columns) and the number of turns."""
    upper: Pattern
    lower: Pattern

    @classmethod
    def of(cls, moves: Moves, saved: int, middle: int, above: int, below: int, col: int) -> Half:
        """Return the half with this middle row; rows above and below, and columns, repeat from the given ones on."""
        cols = (col, col + PERIOD)
        upper = Pattern(moves[:middle], (above, above + PERIOD), cols)
        return cls(saved, upper, Pattern(moves[middle:], (below - middle, below - middle + PERIOD), cols))

    def takes(self, rows: int, cols: int) -> bool:
        """Return whether a board is of this class and large enough."""
        height, width = middle(rows, cols), cols // 2
        return self.upper.takes(height, width) and self.lower.takes(rows - height, width)

    def patches(self, rows: int, cols: int) -> list[Patch]:
        """Return the patches of a board for which `takes` holds, the left half first."""
        height, width = middle(rows, cols), cols // 2
        return [
            Patch((0, 0), (height, width), self.upper),
            Patch((height, 0), (rows - height, width), self.lower),
            Patch((0, width), (rows - height, width), self.lower.transformed("rotate-180")),
            Patch((rows - height, width), (height, width), self.upper.transformed("rotate-180")),
        ]


def middle(rows: int, cols: int) -> int:
    """Return the row where the line through the centre ends at the left edge."""
    return (rows - cols // 2) // 2


def saved(rows: int, cols: int) -> int:
    """Return the difference between 4 (rows + columns) and a pattern's turns, or 0 if there is no pattern."""
    return max((half.saved for half, _ in _ways(rows, cols)), default=0)


def patches(rows: int, cols: int) -> list[Patch] | None:
    """Return the patches of a board, or `None` if there is no such tour.

    Of several patterns, the one with the fewest turns is used, and of these the one with more rows.
    """
    board = _stored(rows, cols)
    if board is not None:
        return [Patch((0, 0), (rows, cols), Pattern(board))]
    best = max(_ways(rows, cols), key=lambda way: (way[0].saved, way[1]), default=None)
    if best is None:
        return None
    half, sides = best
    laid = half.patches(*sides)
    return laid if sides == (rows, cols) else [patch.transposed() for patch in laid]


def _stored(rows: int, cols: int) -> Moves | None:
    """Return the stored tour with few turns if it is centrally symmetric."""
    board = turns.stored_board(rows, cols)
    return None if board is None or (board != transform(board, "rotate-180")).any() else board


def _ways(rows: int, cols: int) -> list[tuple[Half, Square]]:
    """Return the halves that fit a board or its transpose, with the sides in that orientation."""
    if rows % 2 or cols % 2:
        return []
    return [(half, sides) for sides in ((rows, cols), (cols, rows)) for half in _halves() if half.takes(*sides)]


@cache
def _halves() -> list[Half]:
    return [Half.of(moves, *map(int, places)) for (_, *places), moves in read_boards("tame_central.txt")]
