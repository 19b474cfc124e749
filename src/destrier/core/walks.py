"""Walking a tourney: its visiting order, and a label for the cycle of every square.

A walk carries the move that undoes its last one; the other bit of the byte is the next move. From the
scan order of the board it follows that every cycle is found at its smallest square.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from destrier.core.board import move_offsets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.types import Moves, Squares

__all__ = ["Places", "label", "place", "walk"]

_BIT_INDEX = np.array([max((byte & -byte).bit_length() - 1, 0) for byte in range(256)], np.uint8)


def walk(moves: Moves, *, cycle_count: int | None = None) -> tuple[Squares, Squares]:
    """The squares in visiting order, and the lengths of the cycles (see `Tourney.order`); O(squares).

    Memory: 13 bytes a square beyond the moves array; 8 where it is known that there is one cycle.
    """
    order = np.empty(np.count_nonzero(moves), np.int64)
    if cycle_count == 1:
        _follow(moves.ravel(), move_offsets(moves.shape[1]), _BIT_INDEX, order)
        return order, np.array([order.size])
    ends = np.empty(order.size // 2 + 1, np.int64)  # a path has 2 squares at least, a cycle 4
    count = _walk(moves.ravel(), move_offsets(moves.shape[1]), _BIT_INDEX, order, ends)
    return order, np.diff(ends[:count], prepend=0)


def label(moves: Moves) -> tuple[NDArray[np.int32], int]:
    """`int32` array (rows, cols): the number of each square's cycle, a path's being 0; and how many there are.

    O(squares); 4 bytes a square. Squares without moves have label -1.
    """
    labels = np.empty(moves.shape, np.int32)
    return labels, _label(moves.ravel(), move_offsets(moves.shape[1]), _BIT_INDEX, labels.ravel())


class Places(NamedTuple):
    """When each square is visited, the cycles one after the other, a path first; see `place`."""

    at: NDArray[np.int64]
    """(rows, cols): the place of each square in the visiting order; -1 where no square is."""
    first: Squares
    """Of each cycle, the square that is visited first."""
    ends: Squares
    """Of each cycle, the place after its last."""

    def path_length(self, moves: Moves) -> int:
        """How many squares the path has; 0 if all are cycles."""
        return int(self.ends[0]) if int(moves.flat[self.first[0]]).bit_count() == 1 else 0


def place(moves: Moves) -> Places:
    """The inverse of the visiting order; O(squares), 8 bytes a square."""
    at = np.empty(moves.shape, np.int64)
    first = np.empty(np.count_nonzero(moves) // 2 + 1, np.int64)
    ends = np.empty_like(first)
    count = _place(moves.ravel(), move_offsets(moves.shape[1]), _BIT_INDEX, at.ravel(), first, ends)
    return Places(at, first[:count], ends[:count])


@njit(cache=True, nogil=True)
def _place(moves, offsets, bit_index, at, first, ends):
    at[:] = -1
    step = 0
    count = 0
    for paths in (True, False):
        for start in range(moves.size):
            byte = moves[start]
            if byte == 0 or at[start] >= 0 or (paths and byte & (byte - 1)):
                continue
            square = start
            move = np.int64(bit_index[byte])
            while at[square] < 0:
                at[square] = step
                step += 1
                square += offsets[move]
                onward = moves[square] & ~(1 << ((move + 4) & 7))
                if onward == 0:
                    at[square] = step
                    step += 1
                    break
                move = np.int64(bit_index[onward])
            first[count] = start
            ends[count] = step
            count += 1
    return count


@njit(cache=True, nogil=True)
def _follow(moves, offsets, bit_index, order):
    """The visiting order of one cycle or path: no square needs to be marked."""
    square = -1
    for start in range(moves.size):
        byte = moves[start]
        if byte and (square < 0 or byte & (byte - 1) == 0):
            square = start
            if byte & (byte - 1) == 0:
                break
    onward = moves[square]
    for step in range(order.size):
        order[step] = square
        move = np.int64(bit_index[onward])
        square += offsets[move]
        if step < order.size - 1:
            onward = moves[square] & ~(1 << ((move + 4) & 7))


@njit(cache=True, nogil=True)
def _walk(moves, offsets, bit_index, order, ends):
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
def _label(moves, offsets, bit_index, labels):
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
