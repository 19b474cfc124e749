"""Tours with few turns that a half-turn maps onto themselves: from 4 (rows + columns) - 16 to - 8 on large boards.

As in the other tours with few turns (see `turns`), all squares but those near the rim lie on parallel lines, which wind
down the board as four strands. The half-turn moves the tour along by half its length. So each of the two ways from a
square to its image crosses the line through the centre an odd number of times, and the whole tour crosses it two times
more than a multiple of four. Four strands that wind on undisturbed cross it four times. They have to be disturbed just
where the line through the centre ends, at the left and at the right edge.

How they are disturbed follows from the strands. A line that is tied at one edge to the third line from it has to be
tied at the other edge to the fifth, as two ties of the same length would close it. The half-turn exchanges the edges.
So along each edge, ties to the third line become ties to the fifth where the line through the centre ends. The few rows
above and below are a piece of their own, the *switch*; the other pieces are in the corners. Between them, rows are
repeated in fours at the left and the right, and columns in fours at the top and the bottom.

There is a pattern for each class of boards: the columns modulo 8 and, modulo 4, the row in which the line through the
centre ends. Boards that are too small for them are stored with the other tours with few turns.

The patterns are in `tame_central.txt`, found by `tools/tame_central.py`. Cost: one write per square; O(1) scratch
memory.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from destrier.core.board import Board, transform
from destrier.core.choices import Aim
from destrier.core.tourney import Tour, Tourney, output
from destrier.core.types import Moves, Square
from destrier.generators.patterns import Patch, Pattern, lay_patches, read_boards
from destrier.generators.tame import turns
from destrier.proofs.symmetric import symmetry_theorem
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

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

    @property
    def boards(self) -> tuple[int, int]:
        """The class of boards."""
        height, width = self.upper.moves.shape
        return 2 * width % 8, height % PERIOD

    def fits(self, rows: int, cols: int) -> bool:
        """Return whether a board of its class has room for it."""
        height, width = middle(rows, cols), cols // 2
        needed = len(self.upper.moves), len(self.lower.moves), self.upper.moves.shape[1]
        room = height, rows - height, width
        return all(have >= need - PERIOD for have, need in zip(room, needed, strict=True))

    def patches(self, rows: int, cols: int) -> list[Patch]:
        """Return the patches of a board of its class, those of the left half first."""
        height, width = middle(rows, cols), cols // 2
        return [
            Patch((0, 0), (height, width), self.upper),
            Patch((height, 0), (rows - height, width), self.lower),
            Patch((0, width), (rows - height, width), self.lower.turned()),
            Patch((rows - height, width), (height, width), self.upper.turned()),
        ]


def tame_central(board: Board, *, minimize: Aim | None = None, out: Moves | None = None) -> Tour:
    """Return the tour with central symmetry that has the fewest known turns; at copy speed.

    Parameters
    ----------
    board
        A rectangle with even sides, both of 14 at least; or of 12 and at most 22.
    minimize
        `turns`, or `both`, which means the same, as few crossings come second.
    out
        The same parameter as that of `tame`.

    Raises
    ------
    NoSuchTour
        If no half-turn maps a tour of the board onto itself.
    UnsupportedBoard
        If the board is too small, or has an odd side.
    """
    refuse_aim(minimize)
    laid = central_patches(board)
    moves = output(board, out)
    lay_patches(laid, moves)
    tour = Tourney.trusted(moves, board, 1)
    assert isinstance(tour, Tour)
    return tour


def refuse_aim(minimize: Aim | None) -> None:
    """Raise `DestrierError` if that is not what these tours have fewest of."""
    if minimize not in ("turns", "both", None):
        raise DestrierError(f"a tour with central symmetry minimizes turns, not {minimize}")


def central_patches(board: Board) -> list[Patch]:
    """Return the patches of that tour.

    Raises
    ------
    NoSuchTour
        If no half-turn maps a tour of the board onto itself.
    UnsupportedBoard
        If the board is too small, or has an odd side.
    """
    if not board.is_rectangle:
        raise UnsupportedBoard(f"symmetric tours are those of rectangles, not of {board.describe()}")
    if theorem := symmetry_theorem(*board.shape, "central"):
        raise NoSuchTour(theorem)
    laid = patches(*board.shape)
    if laid is None:
        raise UnsupportedBoard(
            "tame makes tours with central symmetry of rectangles with even sides, both >= 14, or 12 and up to 22, not "
            f"of {board.describe()}; without minimize, tour makes those of every rectangle that has one"
        )
    return laid


def middle(rows: int, cols: int) -> int:
    """Return the row in which the line through the centre ends at the left edge."""
    return (rows - cols // 2) // 2


def class_of(rows: int, cols: int) -> tuple[int, int]:
    """Return which boards have the same patterns."""
    return cols % 8, middle(rows, cols) % PERIOD


def takes(rows: int, cols: int) -> bool:
    """Return whether there is a pattern for a board."""
    return bool(_ways(rows, cols))


def saved(rows: int, cols: int) -> int:
    """Return how many turns fewer there are than four times the rows and columns, for a board that is not stored."""
    return max((half.saved for half, _ in _ways(rows, cols)), default=0)


def patches(rows: int, cols: int) -> list[Patch] | None:
    """Return the patches of a board, or `None` if there is no such tour; if it may be laid in several ways, the best.

    That has the fewest turns, or else more rows than columns as it is laid.
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
    upright = ((rows, cols), (cols, rows))
    return [(half, sides) for sides in upright for half in _halves().get(class_of(*sides), ()) if half.fits(*sides)]


@cache
def _halves() -> dict[tuple[int, int], list[Half]]:
    """Return the halves by their classes."""
    halves: dict[tuple[int, int], list[Half]] = {}
    for (_, *places), moves in read_boards("tame_central.txt"):
        half = Half.of(moves, *map(int, places))
        halves.setdefault(half.boards, []).append(half)
    return halves
