"""Parberry's divide-and-conquer tour: tours of the quadrants, joined at the centre.

Source: Parberry, "An Efficient Algorithm for the Knight's Tour Problem", Discrete Applied Mathematics 73 (1997), and
Figures 7 and 15 of his "Tourneys". An n x n, n x (n + 2) or (n + 2) x n board with even n is cut recursively into
quadrants whose even sides differ by at most 2, until a side is below 12; a board of that size is a tile from a table.
Where four quadrants meet, one edge of each is exchanged for four edges between them, which joins four cycles into one.
`docs/gallery.md` shows it.

All quadrants of one size are equal, and each level has at most four sizes, so each size is built once, from those of
the next level. Filling the board copies at most 1 + 1 + 1/4 + ... times its area.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from destrier.core.board import Board
from destrier.core.request import Request
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import Moves
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker
from destrier.support.errors import UnsupportedBoard

_JOINT: Final = np.array(
    [
        [0, 0, 0, 0, 1 << 5 | 1 << 4, 0],
        [0, 0, 1 << 4 | 1 << 0, 0, 0, 0],
        [1 << 0 | 1 << 7, 0, 0, 1 << 1 | 1 << 7, 0, 0],
        [0, 0, 1 << 5 | 1 << 3, 0, 0, 1 << 4 | 1 << 3],
        [0, 0, 0, 1 << 0 | 1 << 4, 0, 0],
        [0, 1 << 1 | 1 << 0, 0, 0, 0, 0],
    ],
    np.uint8,
)
"""The moves to switch on the six rows and columns about the corner where four quadrants meet."""


_SMALL: Final = 1 << 14
"""Number of squares up to which quadrants are kept for other boards: of even sides up to 128, 2.1 MB in all."""


def divide_and_conquer(board: Board) -> Tour:
    """Return the divide-and-conquer tour of an n x n, n x (n + 2) or (n + 2) x n board, even n >= 6; at copy speed."""
    return Tourney.trusted(_shape(*_checked(board), {}, joined=True), board, 1)


def divide_and_conquer_parts(board: Board) -> Tourney:
    """Return the tourney of the tiles of `divide_and_conquer`, left unjoined."""
    parts = 1 if min(board.shape) < 12 else None
    return Tourney.trusted(_shape(*_checked(board), {}, joined=False), board, parts)


def why_not(board: Board) -> str | None:
    """Return why a board has no such tour, or `None` if it has one."""
    rows, cols = board.shape
    if board.is_rectangle and rows % 2 == cols % 2 == 0 and min(rows, cols) >= 6 and abs(rows - cols) <= 2:
        return None
    return (
        "divide-and-conquer takes n x n, n x (n + 2) and (n + 2) x n boards with even n of at least 6, "
        f"not {board.describe()}"
    )


def _checked(board: Board) -> tuple[int, int]:
    if reason := why_not(board):
        raise UnsupportedBoard(reason)
    return board.shape


def _shape(rows: int, cols: int, large: dict[tuple[int, int], Moves], *, joined: bool) -> Moves:
    """Return the moves array of a shape, which is made once for this board if it is large, else once for all."""
    built = _small()[joined] if rows * cols <= _SMALL else large
    if (rows, cols) not in built:
        row, col = _split(rows), _split(cols)
        moves = np.empty((rows, cols), np.uint8)
        for top, bottom in ((0, row), (row, rows)):
            for left, right in ((0, col), (col, cols)):
                moves[top:bottom, left:right] = _shape(bottom - top, right - left, large, joined=joined)
        if joined:
            moves[row - 3 : row + 3, col - 3 : col + 3] ^= _JOINT
        moves.flags.writeable = False
        built[rows, cols] = moves
    return built[rows, cols]


@cache
def _small() -> dict[bool, dict[tuple[int, int], Moves]]:
    """Return the small quadrants made so far, joined or not, which begin with the tiles."""
    return {joined: dict(_tiles()) for joined in (True, False)}


def _split(side: int) -> int:
    """Return the smaller of two even halves, which comes first."""
    return side // 2 - side // 2 % 2


@cache
def _tiles() -> dict[tuple[int, int], Moves]:
    """Return the tours of 6 x 6 .. 10 x 12 boards, by (rows, cols)."""
    text = files("destrier.patterns").joinpath("data", "divide_and_conquer_tiles.txt").read_text(encoding="utf-8")
    tiles: dict[tuple[int, int], Moves] = {}
    for paragraph in text.split("\n\n")[1:]:
        numbers = np.array([line.split() for line in paragraph.splitlines()], np.int64)
        tour = Tour.from_order(np.argsort(numbers, axis=None), Board(*numbers.shape))
        for image in (tour.transformed("transpose"), tour):
            tiles[image.moves.shape[0], image.moves.shape[1]] = image.moves
    return tiles


class DivideAndConquer(Maker):
    name = "divide-and-conquer"
    boards = "even sides from 6 on that are equal or differ by 2, such as 8 x 8 and 8 x 10"
    source = "Parberry (1997), Discrete Applied Mathematics 73"
    bytes_per_square = 2

    def why_not(self, request: Request) -> str | None:
        return NOT_CHOSEN if request.algorithm is None else why_not(request.board)

    def make(self, request: Request, _: Ask, /) -> Tourney:
        return divide_and_conquer(request.board)

    def tourney(self, request: Request) -> Tourney:
        return divide_and_conquer_parts(request.board)
