"""Walking a tourney: its visiting order, and a label for the cycle of every square.

A walk carries the move that undoes its last one; the other bit of the byte is the next move. From the
scan order of the board it follows that every cycle is found at its smallest square.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from destrier.board import move_offsets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.types import Moves, Squares

__all__ = ["label", "spans", "walk"]

_BIT_INDEX = np.array([max((byte & -byte).bit_length() - 1, 0) for byte in range(256)], np.uint8)


def walk(moves: Moves) -> tuple[Squares, Squares]:
    """The squares in visiting order, and the lengths of the cycles (see `Tourney.order`); O(squares).

    Memory: 13 bytes a square beyond the moves array.
    """
    order = np.empty(np.count_nonzero(moves), np.int64)
    ends = np.empty(order.size // 2 + 1, np.int64)  # a path has 2 squares at least, a cycle 4
    count = _walk(moves.ravel(), move_offsets(moves.shape[1]), _BIT_INDEX, order, ends)
    return order, np.diff(ends[:count], prepend=0)


def label(moves: Moves) -> tuple[NDArray[np.int32], int]:
    """`int32` array (rows, cols): the number of each square's cycle, a path's being 0; and how many there are.

    O(squares); 4 bytes a square. Squares without moves have label -1.
    """
    labels = np.empty(moves.shape, np.int32)
    return labels, _label(moves.ravel(), move_offsets(moves.shape[1]), _BIT_INDEX, labels.ravel())


def spans(labels: NDArray[np.int32], count: int) -> tuple[Squares, Squares]:
    """For each label, its smallest square and how many squares have it; O(squares), no scratch memory."""
    first = np.full(count, -1, np.int64)
    sizes = np.zeros(count, np.int64)
    _span(labels.ravel(), first, sizes)
    return first, sizes


@njit(cache=True, nogil=True)
def _span(labels, first, sizes):  # type: ignore[no-untyped-def]
    for square, number in enumerate(labels):
        if number >= 0:
            if sizes[number] == 0:
                first[number] = square
            sizes[number] += 1


@njit(cache=True, nogil=True)
def _walk(moves, offsets, bit_index, order, ends):  # type: ignore[no-untyped-def]
    seen = np.zeros(moves.size, np.bool_)
    step = 0
    count = 0
    for paths in (True, False):  # an open tour starts at an end, wherever that is
        for start in range(moves.size):
            byte = moves[start]
            if byte == 0 or seen[start] or (paths and byte & (byte - 1)):
                continue
            square = start
            move = np.int64(bit_index[byte])
            while True:
                order[step] = square
                step += 1
                seen[square] = True
                square += offsets[move]
                onward = moves[square] & ~(1 << ((move + 4) & 7))
                if seen[square] or onward == 0:
                    break
                move = np.int64(bit_index[onward])
            if not seen[square]:
                order[step] = square
                step += 1
                seen[square] = True
            ends[count] = step
            count += 1
    return count


@njit(cache=True, nogil=True)
def _label(moves, offsets, bit_index, labels):  # type: ignore[no-untyped-def]
    labels[:] = -1
    count = 0
    for paths in (True, False):
        for start in range(moves.size):
            byte = moves[start]
            if byte == 0 or labels[start] >= 0 or (paths and byte & (byte - 1)):
                continue
            square = start
            move = np.int64(bit_index[byte])
            while labels[square] < 0:
                labels[square] = count
                square += offsets[move]
                onward = moves[square] & ~(1 << ((move + 4) & 7))
                if onward == 0:
                    labels[square] = count
                    break
                move = np.int64(bit_index[onward])
            count += 1
    return count
