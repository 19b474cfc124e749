"""Bit planes: half a byte per square, sixty-four squares per machine word.

Plane `k` has the bit of a square set iff the tourney has the edge that leaves it by the downward move `4 + k`; every
edge is thus stored once, at its upper end. Bit `c` of word `w` of a row is column `64 * w + c`. A row has at least two
spare columns, which stay zero, and there is a spare word before the first row and after the last: any chain of knight's
moves that starts on the board and continues along a stored edge stays on the board, so the kernels need no boundary
tests.

An operation on a word acts on 64 squares, and the compiler vectorizes it over 8 words.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from destrier.core.leaper import MOVES
from destrier.core.types import Moves, Planes
from destrier.support.kernels import kernel

GUARD: Final = 1
"""Spare words before the first row and after the last."""

_ROWS_AT_ONCE: Final = 1 << 18
"""Squares packed at a time, so that the scratch arrays stay in the cache."""

_BITS: Final = np.array([1 << move for move in range(4, 8)], np.uint8)
MOVES_DOWN: Final = np.array(MOVES[4:], np.int64)
"""(4, 2): the rows and columns of each downward move."""


@cache
def words_in_row(cols: int) -> int:
    """Return the number of words in a row of `cols` squares."""
    return (cols + 2 + 63) // 64


def pack(moves: Moves) -> Planes:
    """Return the bit planes of a moves array: `uint64` (4, rows * words + 2)."""
    rows, cols = moves.shape
    words = words_in_row(cols)
    planes = np.zeros((4, rows * words + 2 * GUARD), np.uint64)
    octets = planes[:, GUARD:-GUARD].view(np.uint8).reshape(4, rows, 8 * words)[:, :, : (cols + 7) // 8]
    height = max(1, _ROWS_AT_ONCE // cols)
    for top in range(0, rows, height):
        bits = moves[top : top + height] & _BITS[:, None, None]
        octets[:, top : top + height] = np.packbits(bits, axis=2, bitorder="little")
    return planes


def unpack(planes: Planes, out: Moves) -> Moves:
    """Write the moves array of bit planes to `out` (rows, cols), and return it."""
    unpack_planes(planes, words_in_row(out.shape[1]), MOVES_DOWN, np.asarray(out))
    return out


@kernel
def unpack_planes(planes, words, down, out):
    """Write the moves array of bit planes; `down` is `MOVES_DOWN`, which as a constant would be compiled in."""
    rows, cols = out.shape
    flat = planes.reshape(planes.size)
    masks = np.empty(8, np.uint64)  # by move: which of 64 squares have it
    for row in range(rows):
        for word in range(words):
            for plane in range(4):
                drow, dcol = down[plane]
                at = plane * planes.shape[1] + GUARD + row * words + word
                masks[plane + 4] = flat[at]
                above = np.uintp(at - drow * words - (dcol > 0))
                masks[plane] = shifted(flat, above, np.uint64(-dcol & 63)) if row >= drow else np.uint64(0)
            for col in range(np.uint64(max(min(64, cols - 64 * word), 0))):  # the last word may be spare
                square = np.uint64(0)
                for move in range(np.uint64(8)):
                    square |= (masks[move] >> col & np.uint64(1)) << move
                out[row, np.uint64(64 * word) + col] = square


@kernel
def shifted(words, at, col):
    """Return the word at the unsigned index `at`, shifted so that its bit c is bit c + col of the row, col < 64."""
    return words[at] >> col | words[at + np.uintp(1)] << np.uint64(1) << (np.uint64(63) - col)
