"""The concentric braided tourney: rings of width 2 around a centre, each made of four interwoven cycles.

Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Section 6
and Figures 17 and 18, extended from squares to rectangles with even sides.

In a horizontal band, every square is joined to the two squares 2 columns away in the other row of the band. A vertical
band is the transpose. In the 2 x 2 corner of a ring, every square has one move along each of the two bands. Since rings
start at even coordinates, one byte for each parity fills all bands of a direction, and slice assignments fill a board.

A ring with a short side of 4 has no hole, so rings cover every board whose short side is a multiple of 4. Otherwise a
centre with a short side of 6 remains, which is cut into 6 x 4 rings and at most one 6 x 6 piece with three cycles.
`docs/gallery.md` shows it. An n x n board has n cycles for n = 0 mod 4 and n - 3 for n = 2 mod 4 (4 for each of the
(n - 6) / 4 rings, and 3 in the centre); the paper says 4 * floor(n / 4), which is n - 2, for both.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from destrier.core.board import Board
from destrier.core.request import Request
from destrier.core.tourney import Tourney
from destrier.core.types import Moves
from destrier.makers.maker import Maker
from destrier.support.errors import UnsupportedBoard

# The bytes, by the parity of the row (horizontal moves) or the column (vertical moves).
_RIGHT: Final = np.array([[1 << 7], [1 << 0]], np.uint8)
_LEFT: Final = np.array([[1 << 4], [1 << 3]], np.uint8)
_DOWN: Final = np.array([1 << 6, 1 << 5], np.uint8)
_UP: Final = np.array([1 << 1, 1 << 2], np.uint8)

_VERTICAL: Final = _UP | _DOWN
_HORIZONTAL: Final = _LEFT | _RIGHT
_LEFT_CORNERS: Final = np.stack([_RIGHT | _DOWN, _RIGHT | _UP])
_RIGHT_CORNERS: Final = np.stack([_LEFT | _DOWN, _LEFT | _UP])
"""The corners of rings, of the top and of the bottom."""

_CENTRE_6X6: Final = (
    (0, 8, 4, 17, 28, 32, 24, 13),
    (1, 12, 25, 33, 29, 21, 34, 23, 10, 2, 6, 19, 30, 26, 15, 11, 3, 7, 18, 31, 20, 16, 5, 9),
    (14, 22, 35, 27),
)

_LEAST: Final = 4


def concentric_braid(board: Board) -> Tourney:
    """Return the concentric braid of a rectangle with even sides of at least 4; at copy speed."""
    if reason := why_not(board):
        raise UnsupportedBoard(reason)
    rows, cols = board.shape
    moves = np.empty(board.shape, np.uint8)
    short = min(rows, cols)
    rings = short // 4 if short % 4 == 0 else (short - 6) // 4
    _fill_rings(moves, rings)
    if short % 4 == 2:
        centre = moves[2 * rings : rows - 2 * rings, 2 * rings : cols - 2 * rings]
        _fill_centre(centre)
    return Tourney.trusted(moves, board)


def _fill_rings(moves: Moves, rings: int) -> None:
    """Write the outermost rings; their inside is left undefined.

    Each half of a pair of rows is that of the pair outside it, moved inwards by two columns. All are therefore parts of
    one long pair, in which corners and vertical bands surround a horizontal band.
    """
    (rows, cols), depth = moves.shape, 2 * rings
    width, middle, end = cols + 2 * depth, cols // 2, depth + cols
    long = np.empty((2, 2, width), np.uint8)  # for the top and for the bottom
    long.reshape(2, width, 2)[:] = _VERTICAL
    long[:, :, depth:end] = _HORIZONTAL
    long[:, :, depth : depth + 2], long[:, :, end - 2 : end] = _LEFT_CORNERS, _RIGHT_CORNERS
    moves[depth : rows - depth].reshape(-1, middle, 2)[:] = _VERTICAL
    shape, top, bottom = (rings, 2, middle), moves[:depth], moves[rows - depth :]
    for pair, half in zip(long, (top.reshape(rings, 2, cols), bottom.reshape(rings, 2, cols)[::-1]), strict=True):
        half[:, :, :middle] = np.ndarray(shape, np.uint8, pair, depth, (-2, width, 1))
        half[:, :, middle:] = np.ndarray(shape, np.uint8, pair, depth + middle, (2, width, 1))


def _fill_centre(centre: Moves) -> None:
    """Write a centre with a short side of 6: pieces of length 4, the first of length 6 if needed."""
    rows, cols = centre.shape
    first = 6 if max(rows, cols) % 4 == 2 else 0
    if first:
        centre[:6, :6] = Tourney.from_cycles([np.array(cycle) for cycle in _CENTRE_6X6], Board(6, 6)).moves
    for start in range(first, max(rows, cols), 4):
        piece = centre[:, start : start + 4] if rows == 6 else centre[start : start + 4]
        _fill_rings(piece, 1)


def why_not(board: Board) -> str | None:
    """Return why a board has no concentric braid, or `None` if it has one."""
    if board.is_rectangle and board.rows % 2 == board.cols % 2 == 0 and min(board.shape) >= _LEAST:
        return None
    return f"concentric-braid takes rectangles with even sides of at least {_LEAST}, not {board.describe()}"


class ConcentricBraid(Maker):
    name = "concentric-braid"
    boards = "even sides from 4 on"
    source = "Parberry, Tourneys (2020), Section 6"
    pattern = "hidden"

    def why_not(self, request: Request) -> str | None:
        return why_not(request.board)

    def tourney(self, request: Request) -> Tourney:
        return concentric_braid(request.board)
