"""Tours with few turns that a half-turn maps onto themselves: from 4 (rows + columns) - 16 to - 8 on large boards.

As in the other tours with few turns (see `turns`), all squares but those near the rim lie on parallel lines, which wind
down the board as four strands. The half-turn moves the tour along by half its length. From a square to its image the
tour crosses the line through the centre, parallel to the others, an odd number of times, and equally often on the way
back. So it crosses that line 2 mod 4 times. Four strands that wind on undisturbed cross it four times. They have to be
disturbed just where the line ends, at the left and at the right edge.

How they are disturbed follows from the strands. A line that is tied at one edge to the third line from it has to be
tied at the other edge to the fifth, as two ties of the same length would close it. The half-turn exchanges the edges.
So along each edge, ties to the third line become ties to the fifth where the line through the centre ends. The few rows
above and below are a piece of their own, the *switch*; the other pieces are in the corners. Between them, rows are
repeated in fours at the left and the right, and columns in fours at the top and the bottom.

There is a pattern for each class of boards: the columns modulo 8 and, modulo 4, the row in which the line through the
centre ends. Boards that are too small for them are stored with the other tours with few turns.

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
"""How many rows, or columns, are repeated."""


class Half(NamedTuple):
    """The left half of the tours of a class of boards, above and below the middle."""

    saved: int
    """How many turns fewer there are than four times the rows and columns."""
    upper: Pattern
    lower: Pattern

    @classmethod
    def of(cls, moves: Moves, saved: int, middle: int, above: int, below: int, col: int) -> Half:
        """Return the half with this middle; rows above and below it, and columns, are repeated from these on."""
        cols = (col, col + PERIOD)
        upper = Pattern(moves[:middle], (above, above + PERIOD), cols)
        return cls(saved, upper, Pattern(moves[middle:], (below - middle, below - middle + PERIOD), cols))

    def takes(self, rows: int, cols: int) -> bool:
        """Return whether a board is of its class, and has room for it."""
        height, width = middle(rows, cols), cols // 2
        return self.upper.takes(height, width) and self.lower.takes(rows - height, width)

    def patches(self, rows: int, cols: int) -> list[Patch]:
        """Return the patches of a board that it takes, those of the left half first."""
        height, width = middle(rows, cols), cols // 2
        return [
            Patch((0, 0), (height, width), self.upper),
            Patch((height, 0), (rows - height, width), self.lower),
            Patch((0, width), (rows - height, width), self.lower.turned()),
            Patch((rows - height, width), (height, width), self.upper.turned()),
        ]


def middle(rows: int, cols: int) -> int:
    """Return the row in which the line through the centre ends at the left edge."""
    return (rows - cols // 2) // 2


def saved(rows: int, cols: int) -> int:
    """Return how many turns fewer a pattern has than four times the rows and columns; 0 if there is none."""
    return max((half.saved for half, _ in _ways(rows, cols)), default=0)


def patches(rows: int, cols: int) -> list[Patch] | None:
    """Return the patches of a board, or `None` if there is no such tour.

    If it can be laid in several ways, the one with the fewest turns is taken, and of these the one with more rows.
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
    """Return the tour with few turns that is stored, if the half-turn maps it onto itself."""
    board = turns.stored_board(rows, cols)
    return None if board is None or (board != transform(board, "rotate-180")).any() else board


def _ways(rows: int, cols: int) -> list[tuple[Half, Square]]:
    """Return the halves for which a board has room, as it is or transposed, and its sides as they are laid."""
    if rows % 2 or cols % 2:
        return []
    return [(half, sides) for sides in ((rows, cols), (cols, rows)) for half in _halves() if half.takes(*sides)]


@cache
def _halves() -> list[Half]:
    return [Half.of(moves, *map(int, places)) for (_, *places), moves in read_boards("tame_central.txt")]
