"""Tours with few turns: 4 (rows + columns) - 14, or 8 n - 14 on n x n; on some boards, `central` has two fewer.

All squares except those near the rim have the same two moves, so they lie on parallel lines, and all turns are at the
rim (`docs/taming.md` shows such a tour):

- at the left and the right, each row has two. Every line is tied to the third one from it at the left and to the fifth
  one at the right, so from left to right and back the tour descends by eight lines: four strands wind down the board
  side by side;
- at the bottom and the top, each column has two; both repeat every two columns;
- in the corners are boxes of 8 x 8 squares, largely like the sides. Those at the bottom have 3 turns fewer than their
  rows and columns would have as parts of the sides, and those at the top 4 fewer. No boxes of up to 14 x 14 squares
  have fewer.

Some of these boxes close all strands into a single cycle for any sides, since one more row, or four more columns, do
not change how the strands are tied. Other boxes are needed only on narrow boards, and if the line from a corner ends in
the opposite one, on boards of h rows and 2 h - 4 columns.

For small boards, the best tour that a solver found is stored if it has fewer turns; and a centrally symmetric tour,
even with as many turns or more, if the board is too small for the patterns in `central`.

The boxes are in `tame_turns.txt`, found by `lab/tame_turns.py`. Cost: one write per square; O(1) scratch memory.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from destrier.core.board import transform
from destrier.core.movegraph import bends
from destrier.core.types import Moves
from destrier.patterns.patches import Pattern, read_boards

LEAST: Final = 9
"""Minimum side."""

SAVED: Final = 14
"""Difference between 4 (rows + columns) and the number of turns."""

_NARROW: Final = (10, 14)
"""The numbers of columns with patterns of their own."""


def takes(rows: int, cols: int) -> bool:
    """Return whether there is such a tour."""
    return is_regular(rows, cols) or stored_board(rows, cols) is not None


def pattern(rows: int, cols: int) -> Pattern:
    """Return the pattern of a board that has such a tour.

    A row costs three crossings and a column six and a half, so if both sides are even, the longer one is vertical.
    """
    board = stored_board(rows, cols)
    if board is not None and (not is_regular(rows, cols) or saved_by(Pattern(board), *board.shape) > SAVED):
        return Pattern(board)
    return regular(rows, cols)


def regular(rows: int, cols: int) -> Pattern:
    """Return the pattern with boxes in the corners, for a board large enough for them."""
    if cols % 2 or (cols > rows and rows % 2 == 0):
        return _pattern(cols, rows).transposed()
    return _pattern(rows, cols)


def stored_board(rows: int, cols: int) -> Moves | None:
    """Return the stored tour of a whole board, which may be the best centrally symmetric one."""
    board = stored().get((min(rows, cols), max(rows, cols)))
    return board if board is None or rows <= cols else transform(board, "transpose")


def is_regular(rows: int, cols: int) -> bool:
    """Return whether there is a pattern with boxes in the corners."""
    return rows * cols % 2 == 0 and min(rows, cols) >= LEAST and {rows, cols} != {9, 14}


def saved(rows: int, cols: int) -> int:
    """Return the difference between 4 (rows + columns) and the number of turns of a board that has such a tour."""
    return saved_by(pattern(rows, cols), rows, cols)


def saved_by(pattern: Pattern, rows: int, cols: int) -> int:
    """Return the same for a pattern that takes the board."""
    by_row, by_col = pattern.copies(rows, cols)
    return 4 * (rows + cols) - int(by_row @ bends(pattern.moves, 4) @ by_col)


def _pattern(rows: int, cols: int) -> Pattern:
    if cols in _NARROW:
        return _patterns()["narrow", cols]
    return _patterns()["diagonal" if cols == 2 * rows - 4 else "other", cols % 4]


def stored() -> dict[tuple[int, int], Moves]:
    """Return the tours of whole boards by their sides, the shorter one first."""
    return _data()[1]


def _patterns() -> dict[tuple[str, int], Pattern]:
    """Return the patterns by type of board and columns, modulo 4 except for narrow boards."""
    return _data()[0]


@cache
def _data() -> tuple[dict[tuple[str, int], Pattern], dict[tuple[int, int], Moves]]:
    """Return the patterns and the tours of whole boards."""
    patterns, boards = {}, {}
    for (which, *starts), moves in read_boards("tame_turns.txt"):
        rows, cols = moves.shape
        if which == "board":
            boards[rows, cols] = moves
        else:
            row, *col = map(int, starts)
            group = cols if which == "narrow" else cols % 4
            patterns[which, group] = Pattern(moves, (row, row + 1), (col[0], col[0] + 4) if col else None)
    return patterns, boards
