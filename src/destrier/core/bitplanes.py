"""Bit planes: half a byte a square, sixty-four squares a machine word.

Plane `k` has the bit of a square set iff the tourney has the edge that leaves it by the downward move
`4 + k`; every edge is thus stored once, at its upper end. Bit `c` of word `w` of a row is column
`64 * w + c`. A row has at least two spare columns, which stay zero, and there is a spare word before the
first row and after the last: a square shifted by any chain of knight's moves that starts on the board
and is followed by a stored edge is a square of the board, so that the kernels need no test for its rim.

What a kernel does to one word it does to 64 squares, and the compiler does it to 8 words at a time.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from destrier.core.leaper import MOVES
from destrier.core.types import Moves, Planes

GUARD: Final = 1
"""Spare words before the first row and after the last."""

_ROWS_AT_ONCE: Final = 1 << 18
"""Squares converted at a time, so that the scratch arrays stay in the cache."""


def words_in_row(cols: int) -> int:
    """Words that a row of `cols` squares takes."""
    return (cols + 2 + 63) // 64


def pack(moves: Moves) -> Planes:
    """The planes of a moves array: `uint64` (4, rows * words + 2)."""
    rows, cols = moves.shape
    words = words_in_row(cols)
    planes = np.zeros((4, rows * words + 2 * GUARD), np.uint64)
    height = max(1, _ROWS_AT_ONCE // cols)
    for plane, move in zip(planes, range(4, 8), strict=True):
        octets = plane[GUARD:-GUARD].view(np.uint8).reshape(rows, 8 * words)
        for top in range(0, rows, height):
            block = slice(top, top + height)
            bits = moves[block] & np.uint8(1 << move)
            octets[block, : (cols + 7) // 8] = np.packbits(bits, axis=1, bitorder="little")
    return planes


def unpack(planes: Planes, out: Moves) -> Moves:
    """Write the moves array of the planes to `out` (rows, cols), and return it."""
    rows, cols = out.shape
    words = words_in_row(cols)
    octets = [plane[GUARD:-GUARD].view(np.uint8).reshape(rows, 8 * words)[:, : (cols + 7) // 8] for plane in planes]
    height = max(1, _ROWS_AT_ONCE // cols)
    for top in range(0, rows, height):
        bottom = min(top + height, rows)
        above = max(top - 2, 0)  # an edge reaches two rows down at most
        block = np.zeros((bottom - above, cols), np.uint8)
        for move in range(4, 8):
            bits = np.unpackbits(octets[move - 4][above:bottom], axis=1, count=cols, bitorder="little")
            block |= bits << move
            drow, dcol = MOVES[move]
            here = slice(max(-dcol, 0), cols - max(dcol, 0))
            there = slice(max(dcol, 0), cols - max(-dcol, 0))
            block[drow:, there] |= bits[:-drow, here] << (move - 4)
        out[top:bottom] = block[top - above :]
    return out


@njit(nogil=True)
def shifted(words, at, col):
    """Return the word at the unsigned index `at`, shifted so that its bit c is bit c + col of the row, col < 64."""
    return words[at] >> col | words[at + np.uintp(1)] << np.uint64(1) << (np.uint64(63) - col)
