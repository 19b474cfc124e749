"""Closed tours of large rectangles by any leaper: random tours of blocks, joined along their borders.

The board is cut into blocks with sides of `side`, except in the last row and column of blocks, where they are between
`side` and `2 * side - 1`. There are therefore at most four kinds of blocks, and one tour of each kind is found in its
move graph. Neighbouring blocks are linked by a *joint*: a rail with one edge in each block; switching it merges two
cycles into one (see `switching.movegraphs`). Each row of blocks is joined from left to right, and the rows are joined
along their first blocks. The joints form a spanning tree of the blocks, and no two of them share an edge, so a single
cycle remains. Joints within a row are those nearest to the middle row of squares, and joints between rows those nearest
to the middle column. They lie far apart, because a block is much wider than the reach of the piece.

Cost: tours of four blocks, then copying.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.seeds import Stream
from destrier.support.errors import BudgetExceeded
from destrier.switching.movegraphs import find_rails, hamiltonian_cycle

if TYPE_CHECKING:
    from destrier.core.leaper import Leaper
    from destrier.core.types import MoveBits, Squares

_LARGE: Final = 1 << 18
"""Number of squares from which blocks are used; tours of smaller boards are found directly, within a second."""

_REACHES: Final = 12
"""Minimum side of a block, in multiples of the piece's reach."""


def is_laid_in_blocks(board: BaseBoard) -> bool:
    """Whether a board is a large rectangle, at least two blocks high and wide."""
    return (
        isinstance(board, Board)
        and board.is_whole
        and board.size >= _LARGE
        and min(board.shape) >= 2 * _REACHES * board.leaper.reach
    )


def tour_in_blocks(board: Board, key: int) -> MoveBits:
    """Return the moves array of a closed tour of a large rectangle; nanoseconds per square.

    Raises
    ------
    NoSuchTour, BudgetExceeded
        If a block has no tour, or no tour of it was found.
    """
    leaper, stream, side = board.leaper, Stream(key), _REACHES * board.leaper.reach
    down, across = (length // side - 1 for length in board.shape)
    heights, widths = (
        (side, length - number * side) for length, number in zip(board.shape, (down, across), strict=True)
    )
    blocks = {(height, width): _tour(height, width, leaper, stream.key()) for height in heights for width in widths}
    strips = []
    for height in heights:
        block, last = (blocks[height, width] for width in widths)
        strip = np.concatenate([block] * across + [last], axis=1)
        _joint(block, block, 1, leaper).stamp(strip, across - 1, 1, side)
        _joint(block, last, 1, leaper).stamp(strip[:, (across - 1) * side :], 1, 1, side)
        strips.append(strip)
    moves = np.concatenate([strips[0]] * down + [strips[1]])
    block, last = (blocks[height, side] for height in heights)
    _joint(block, block, 0, leaper).stamp(moves, down - 1, 0, side)
    _joint(block, last, 0, leaper).stamp(moves[(down - 1) * side :], 1, 0, side)
    return moves


def _tour(rows: int, cols: int, leaper: Leaper, key: int) -> MoveBits:
    board = Board(rows, cols, leaper=leaper)
    cover = hamiltonian_cycle(board.move_graph, key, f"closed tour of {board.describe()}")
    moves: MoveBits = cover.astype(board.dtype).reshape(board.shape)
    return moves


class _Joint(NamedTuple):
    """The bits to switch at given squares, relative to the top left square of the first of two blocks."""

    rows: Squares
    cols: Squares
    bits: NDArray[np.unsignedinteger]

    def stamp(self, moves: MoveBits, times: int, axis: int, side: int) -> None:
        """Switch the bits `times` times, at intervals of `side` squares along an axis."""
        for row, col, bits in zip(*self, strict=True):
            line = moves[row:, col] if axis == 0 else moves[row, col:]
            line[: times * side : side] ^= bits


def _joint(one: MoveBits, other: MoveBits, axis: int, leaper: Leaper) -> _Joint:
    """Return the joint of two neighbouring blocks that is nearest to the middle of their common border."""
    both = np.concatenate([one, other], axis)
    board = Board(*both.shape, leaper=leaper)
    square, along, cross, along_there = find_rails(board.move_graph, both.reshape(-1).astype(np.uint64)).T
    offsets = leaper.offsets(both.shape)
    across = square + offsets[cross]
    near, far = square + offsets[along], across + offsets[along_there]
    places = np.stack([board.places(squares) for squares in (square, near, across, far)])
    beyond = places[:, axis] >= one.shape[axis]
    meets = (beyond[0] == beyond[1]) & (beyond[2] == beyond[3]) & (beyond[0] != beyond[2])
    if not meets.any():
        raise BudgetExceeded(f"no two blocks of a closed tour by {leaper.describe()} could be joined")
    middle = np.abs(2 * places[0, 1 - axis] - one.shape[1 - axis])
    rail = np.where(meets, middle, both.size).argmin()
    here = np.array([square[rail], across[rail], square[rail], near[rail]])
    there = np.array([near[rail], far[rail], across[rail], far[rail]])
    bits = np.zeros(both.size, board.dtype)
    for start, end in ((here, there), (there, here)):
        np.bitwise_xor.at(bits, start, board.dtype.type(1) << board.moves_between(start, end).astype(board.dtype))
    switched = np.flatnonzero(bits)
    rows, cols = board.places(switched)
    return _Joint(rows, cols, bits[switched])
