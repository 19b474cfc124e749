"""The four-cover: a repeated 4 x 4 tile of four 4-cycles.

Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Figure 19.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from destrier.core.board import Board
from destrier.core.request import Request
from destrier.core.tourney import Tourney
from destrier.makers.maker import NOT_CHOSEN, Maker
from destrier.support.errors import UnsupportedBoard

if TYPE_CHECKING:
    from destrier.core.types import MoveBits

_TILE_CYCLES = ((0, 6, 15, 9), (1, 7, 14, 8), (2, 11, 13, 4), (3, 10, 12, 5))


def four_cover(board: Board) -> Tourney:
    """Return the tourney of rows * cols / 4 cycles of a rectangle whose sides are multiples of 4; at copy speed."""
    if reason := why_not(board):
        raise UnsupportedBoard(reason)
    rows, cols = board.shape
    moves = np.empty((rows, cols), np.uint8)
    moves.view(np.uint32).reshape(rows // 4, 4, cols // 4)[:] = _tile()
    return Tourney.trusted(moves, board, board.size // 4)


@cache
def _tile() -> MoveBits:
    """Return the moves of the tile: a word for each row, 4 x 1."""
    return Tourney.from_cycles([np.array(cycle) for cycle in _TILE_CYCLES], Board(4, 4)).moves.view(np.uint32)


def why_not(board: Board) -> str | None:
    """Return why a board has no four-cover, or `None` if it has one."""
    if board.is_rectangle and board.rows % 4 == board.cols % 4 == 0:
        return None
    return f"four-cover takes rectangles with both sides multiples of 4, not {board.describe()}"


class FourCover(Maker):
    name = "four-cover"
    boards = "sides that are multiples of 4"
    source = "Parberry, Tourneys (2020), Figure 19"
    pattern = "hidden"

    def why_not(self, request: Request) -> str | None:
        return NOT_CHOSEN if request.algorithm is None else why_not(request.board)

    def tourney(self, request: Request) -> Tourney:
        return four_cover(request.board)
