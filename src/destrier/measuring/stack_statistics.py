"""Statistics of many tourneys of one board at once, for the diagnostics of Markov chains.

On the knight's flat boards these are the turns, crossings and rails, two charges (which determine the others), and the
*winding*: the total displacement to the right of the moves from light squares in the upper half of the board, minus
that in the lower half; and likewise downwards, for the left and the right half. Of all statistics, switches of short
cycles change the winding most slowly. On other boards they are the turns and the count of each move.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import has_planes
from destrier.core.leaper import MOVES
from destrier.core.movegraph import bends
from destrier.measuring.metrics import crossing_pairs
from destrier.support.kernels import kernel

if TYPE_CHECKING:
    from destrier.core.grid import BaseBoard
    from destrier.core.types import MoveBits


def statistics(moves: MoveBits, board: BaseBoard) -> dict[str, NDArray[np.int64]]:
    """Return the statistics of tourneys by name, each `int64` (n,); O(n * squares), some 50 ns a square.

    Parameters
    ----------
    moves
        The moves arrays, (n, ...) of the board's shape and dtype.
    """
    if has_planes(board):
        found = np.zeros((len(moves), len(_NAMES)), np.int64)
        _measure(np.ascontiguousarray(moves), crossing_pairs(), _rails(), _tables(), found)
        return dict(zip(_NAMES, found.T, strict=True))
    flat = moves.reshape(len(moves), -1)
    half = board.move_count // 2
    general = {"turns": ((np.bitwise_count(flat) == 2) & bends(flat, half)).sum(axis=1)}
    for move in range(half, board.move_count):
        general[f"move {move}"] = (flat >> flat.dtype.type(move) & flat.dtype.type(1)).sum(axis=1, dtype=np.int64)
    return general


_NAMES = ("turns", "crossings", "rails", "charge 0", "charge 1", "winding across", "winding down")


@cache
def _rails() -> NDArray[np.int64]:
    """Return the two downward moves of each rail shape, each with its rows and columns: (6, 6)."""
    return np.array([(one, *MOVES[one], two, *MOVES[two]) for one, two in combinations(range(4, 8), 2)], np.int64)


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


@kernel
def _measure(boards, crossings, rails, tables, found):
    rows, cols = boards.shape[1], boards.shape[2]
    for number in range(boards.shape[0]):
        for row in range(rows):
            for col in range(cols):
                byte = boards[number, row, col]
                found[number, 0] += tables[byte, 0]
                if (row + col) % 2 == 0:
                    found[number, 3] += tables[byte, 1]
                    found[number, 4] += tables[byte, 2]
                    found[number, 5] += tables[byte, 4] * (1 if 2 * row < rows else -1)
                    found[number, 6] += tables[byte, 3] * (1 if 2 * col < cols else -1)
                for pair in range(crossings.shape[0]):
                    if byte >> (4 + crossings[pair, 0]) & 1:
                        to_row, to_col = row + crossings[pair, 2], col + crossings[pair, 3]
                        if to_row < rows and 0 <= to_col < cols:
                            found[number, 1] += boards[number, to_row, to_col] >> (4 + crossings[pair, 1]) & 1
                for rail in range(rails.shape[0]):
                    found[number, 2] += _is_rail(boards, number, row, col, rails, rail)


@kernel
def _is_rail(boards, number, row, col, rails, rail):
    """Return 1 if exactly two of the four edges around a rail shape, opposite ones, are present."""
    rows, cols = boards.shape[1], boards.shape[2]
    one, row_one, col_one = rails[rail, 0], row + rails[rail, 1], col + rails[rail, 2]
    two, row_two, col_two = rails[rail, 3], row + rails[rail, 4], col + rails[rail, 5]
    if row_one + row_two - row >= rows or not 0 <= col_one + col_two - col < cols:
        return 0
    if not (0 <= col_one < cols and 0 <= col_two < cols):
        return 0
    near_one, near_two = boards[number, row, col] >> one & 1, boards[number, row, col] >> two & 1
    far_one, far_two = boards[number, row_two, col_two] >> one & 1, boards[number, row_one, col_one] >> two & 1
    return int(near_one == far_one and near_two == far_two and near_one != near_two)
