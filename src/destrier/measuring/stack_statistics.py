"""Statistics of many tourneys of one board at once, for the diagnostics of Markov chains.

On the knight's flat boards these are the turns, crossings and rails, two charges (which determine the others), and the
*winding*: the total displacement to the right of the moves from light squares in the upper half of the board, minus
that in the lower half; and likewise downwards, for the left and the right half. Of all statistics, switches of short
cycles change the winding most slowly. On other boards they are the turns and the count of each move.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.bitplanes import GUARD, pack
from destrier.core.board import has_planes
from destrier.core.leaper import MOVES
from destrier.core.movegraph import bends
from destrier.core.primitives import bit_count
from destrier.measuring.metrics import count_both, crossing_pairs
from destrier.support.kernels import kernel
from destrier.switching.rail_planes import PAIRS, rails_at

if TYPE_CHECKING:
    from destrier.core.grid import BaseBoard
    from destrier.core.types import MoveBits


_NAMES: Final = ("turns", "crossings", "rails", "charge 0", "charge 1", "winding across", "winding down")


def statistics(moves: MoveBits, board: BaseBoard) -> dict[str, NDArray[np.int64]]:
    """Return the statistics of tourneys by name, each `int64` (n,); O(n * squares), some 20 ns a square.

    Parameters
    ----------
    moves
        The moves arrays, (n, ...) of the board's shape and dtype.
    """
    if has_planes(board):
        found = np.empty((len(moves), len(_NAMES)), np.int64)
        planes = np.empty_like(pack(np.zeros(board.shape, board.dtype)))
        _measure(np.ascontiguousarray(moves), planes, crossing_pairs(), PAIRS, _tables(), found)
        return dict(zip(_NAMES, found.T, strict=True))
    flat = moves.reshape(len(moves), -1)
    half = board.move_count // 2
    general = {"turns": ((np.bitwise_count(flat) == 2) & bends(flat, half)).sum(axis=1)}
    for move in range(half, board.move_count):
        general[f"move {move}"] = (flat >> flat.dtype.type(move) & flat.dtype.type(1)).sum(axis=1, dtype=np.int64)
    return general


@cache
def _tables() -> NDArray[np.int64]:
    """Return for each byte of moves whether it turns, charges 0 and 1 of a light square, and its rows and columns."""
    rows = []
    for byte in range(256):
        moves = [move for move in range(8) if byte >> move & 1]
        bends = len(moves) == 2 and moves[1] - moves[0] != 4
        charges = [(byte >> move & 1) - (byte >> move + 4 & 1) for move in (0, 1)]
        rows.append([int(bends), *charges, sum(MOVES[m][0] for m in moves), sum(MOVES[m][1] for m in moves)])
    return np.array(rows, np.int64)


@kernel(steps=12)
def _measure(boards, planes, crossings, rails, tables, found):
    rows, cols = boards.shape[1], boards.shape[2]
    words = (planes.shape[1] - 2 * GUARD) // rows
    for number in range(boards.shape[0]):
        planes[:] = 0
        turns, charge0, charge1, across, down = 0, 0, 0, 0, 0
        for row in range(rows):
            for col in range(cols):
                byte = boards[number, row, col]
                for plane in range(4):
                    bit = np.uint64(byte >> (4 + plane) & 1) << np.uint64(col & 63)
                    planes[plane, GUARD + row * words + (col >> 6)] |= bit
                turns += tables[byte, 0]
                if (row + col) % 2 == 0:
                    charge0 += tables[byte, 1]
                    charge1 += tables[byte, 2]
                    across += tables[byte, 4] if 2 * row < rows else -tables[byte, 4]
                    down += tables[byte, 3] if 2 * col < cols else -tables[byte, 3]
        crossed, railed = 0, 0
        for pair in range(crossings.shape[0]):
            a, b, row, col, _ = crossings[pair]
            if row < rows:
                last = (rows - row) * words
                crossed += count_both(planes[a], planes[b], 0, last, row * words - (col < 0), col & 63)
        for rail in range(rails.shape[0]):
            moves = rails[rail]
            foot = rows - moves[1] - moves[4]
            for word in range(GUARD, GUARD + foot * words):
                first, second = rails_at(planes, word, words, moves)
                railed += bit_count(first | second)
        found[number, 0], found[number, 1], found[number, 2] = turns, crossed, railed
        found[number, 3], found[number, 4], found[number, 5], found[number, 6] = charge0, charge1, across, down
