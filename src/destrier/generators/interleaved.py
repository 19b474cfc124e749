"""Interleaved lines: tours with 4 (rows + columns) - 16 turns, thus 8 n - 16 on n x n for n = 0 mod 8.

Flat lines of two directions, down to the right and down to the left, fill the inside of the board together, without a
turn. A line goes two columns for each row, so the sum of its column and twice its row stays the same modulo 4,
whichever way it goes. Of the four classes of squares with equal sums, two neighbouring ones have lines of one
direction, and two of the other.

Both directions are of use: a corner saves turns if lines lead away from it, and these lines lead away from all four. At
each side there are two turns for each row or column, as in the tours of parallel lines (see `tame.turns`). The sides
are repeated every two rows and every four columns. In the corners are boxes of 8 x 8 squares. Those at the top have 3
turns fewer than their rows and columns would have as parts of the sides, those at the bottom 5 fewer. Two more rows, or
eight more columns, do not change how the lines are tied.

The lines cross, so that there are about as many crossings as squares.

The pattern is in `interleaved.txt`, found by `tools/interleaved.py`. Cost: one write per square; O(1) scratch memory.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from destrier.core.board import Board
from destrier.core.tourney import Tour, Tourney, output
from destrier.core.types import Moves
from destrier.generators.patterns import Pattern, lay, read_boards
from destrier.support.errors import UnsupportedBoard

_ROWS, _COLS = 2, 8
"""How many rows, and columns, are repeated."""

_FEWER: Final = 8
"""How many columns fewer than twice the rows there are at least: a line from a corner ends in no other corner."""


def interleaved(board: Board, *, out: Moves | None = None) -> Tour:
    """Return the closed tour of interleaved lines, with 4 (rows + columns) - 16 turns; at copy speed.

    Parameters
    ----------
    board
        A rectangle with even sides of at least 16, one of them a multiple of 8 and at most twice the other less 8.
    out
        The array (rows, cols) to write the moves to, such as a memory map; the result is a view of it.

    Raises
    ------
    UnsupportedBoard
        If the board is another one.
    """
    pattern = _pattern_of(*board.shape) if board.is_rectangle else None
    if pattern is None:
        raise UnsupportedBoard(
            "interleaved takes rectangles with even sides >= 16, one of them a multiple of 8 and at most twice the "
            f"other less {_FEWER}, not {board.describe()}"
        )
    moves = output(board, out)
    lay(pattern, moves)
    tour = Tourney.trusted(moves, board, 1)
    assert isinstance(tour, Tour)
    return tour


def _pattern_of(rows: int, cols: int) -> Pattern | None:
    """Return the pattern of a board, as it is or transposed, or `None` if there is none."""
    if _takes(rows, cols):
        return _pattern()
    return _pattern().transposed() if _takes(cols, rows) else None


def _takes(rows: int, cols: int) -> bool:
    return _pattern().takes(rows, cols) and cols <= 2 * rows - _FEWER


@cache
def _pattern() -> Pattern:
    (((_, *starts), moves),) = read_boards("interleaved.txt")
    row, col = map(int, starts)
    return Pattern(moves, (row, row + _ROWS), (col, col + _COLS))
