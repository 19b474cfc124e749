"""Walk tourneys of a grid: find the visiting order, or label the cycle of every square.

A move adds its *offset* to the index of every square. A walk keeps the move that undoes its last one; the other bit of
the word is the next move. Since the board is scanned in index order, every cycle is found at its smallest square.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.leaper import KNIGHT
from destrier.core.primitives import lowest_bit
from destrier.core.types import MoveBits, Squares
from destrier.support.kernels import kernel

_BLOCK: Final = 1 << 14
"""The number of squares among which an end is looked for at a time, so that they stay in the cache."""


def walk(moves: MoveBits, offsets: Squares | None = None, *, cycle_count: int | None = None) -> tuple[Squares, Squares]:
    """Return the squares in visiting order and the lengths of the cycles (see `Tourney.order`); O(squares).

    Here and below, the offsets default to those of the knight on a flat board.

    Memory: 13 bytes per square besides the moves array; 8 if it is known that there is one cycle.
    """
    order = np.empty(np.count_nonzero(moves), np.int64)
    if cycle_count == 1:
        _follow(*_tables(moves, offsets), _first(moves.ravel()), order)
        return order, np.array([order.size])
    ends = np.empty(order.size // 2 + 1, np.int64)  # a path has at least 2 squares, a cycle at least 4
    count = _walk(*_tables(moves, offsets), order, ends)
    return order, np.diff(ends[:count], prepend=0)


def label(moves: MoveBits, offsets: Squares | None = None) -> tuple[NDArray[np.int32], int]:
    """Return the label of each square's cycle, `int32` of the board's shape, and their number; a path has label 0.

    O(squares); 4 bytes per square. Squares without moves have label -1.
    """
    labels = np.empty(moves.shape, np.int32)
    return labels, _label(*_tables(moves, offsets), labels.ravel())


class Places(NamedTuple):
    """The position of each square when cycles are listed one after the other, a path first; see `place`."""

    at: NDArray[np.int64]
    """(rows, cols): the position of each square in the visiting order; -1 where there is no square."""
    first: Squares
    """The first square of each cycle."""
    ends: Squares
    """The position after the last square of each cycle."""

    def path_length(self, moves: MoveBits) -> int:
        """Return the number of squares of the path, or 0 if there is none."""
        return int(self.ends[0]) if int(moves.flat[self.first[0]]).bit_count() == 1 else 0


def place(moves: MoveBits, offsets: Squares | None = None) -> Places:
    """Return the inverse of the visiting order; O(squares), 8 bytes per square."""
    at = np.empty(moves.shape, np.int64)
    first = np.empty(np.count_nonzero(moves) // 2 + 1, np.int64)
    ends = np.empty_like(first)
    count = _number(*_tables(moves, offsets), at.ravel(), first, ends)
    return Places(at, first[:count], ends[:count])


def _first(moves: MoveBits) -> int:
    """Return the first end of a path, or the first square if there is none."""
    for start in range(0, moves.size, _BLOCK):
        ends = np.bitwise_count(moves[start : start + _BLOCK]) == 1
        if ends.any():
            return start + int(ends.argmax())
    return int(np.argmax(moves != 0))


def _tables(moves: MoveBits, offsets: Squares | None) -> tuple[MoveBits, Squares, NDArray[np.uint64]]:
    """Return the tables for a walk: moves, offsets, and for each move a mask without the move that undoes it."""
    known = KNIGHT.offsets(moves.shape) if offsets is None else offsets
    flat = moves.ravel().view()  # read-only, so that kernels are compiled for one kind of array only
    flat.flags.writeable = False
    return flat, known, undone(len(known))


@cache
def undone(count: int) -> NDArray[np.uint64]:
    """Return, for each of so many moves, the mask of all moves but the one that undoes it."""
    return ~(np.uint64(1) << np.roll(np.arange(count, dtype=np.uint64), count // 2))


@kernel
def _label(moves, offsets, undo, labels):
    """Label the cycles, and return their number.

    A cycle is walked in both directions at once, which halves the time because each step waits for the previous one.
    """
    labels[:] = -1
    count = 0
    none = np.uintp(len(offsets))  # unsigned: an index that may be negative costs a test
    for paths in (True, False):  # an open tour starts at an end, wherever that is
        for start in range(moves.size):
            word = np.uint64(moves[start])
            rest = word & (word - np.uint64(1))
            if word == 0 or labels[start] >= 0 or (paths and rest):
                continue
            labels[start] = count
            ahead = behind = np.uintp(start)
            move, back = np.uintp(lowest_bit(word)), np.uintp(lowest_bit(rest)) if rest else none
            while True:
                ahead += np.uintp(offsets[move])
                if labels[ahead] >= 0:
                    break
                labels[ahead] = count
                onward = np.uint64(moves[ahead]) & undo[move]
                if onward == 0:
                    break
                move = np.uintp(lowest_bit(onward))
                if back != none:
                    behind += np.uintp(offsets[back])
                    if labels[behind] >= 0:
                        break
                    labels[behind] = count
                    back = np.uintp(lowest_bit(np.uint64(moves[behind]) & undo[back]))
            count += 1
    return count


@kernel
def _number(moves, offsets, undo, numbers, first, ends):
    """Number the squares in visiting order, and return the number of cycles."""
    numbers[:] = -1
    step = 0
    count = 0
    for paths in (True, False):  # an open tour starts at an end, wherever that is
        for start in range(moves.size):
            word = np.uint64(moves[start])
            if word == 0 or numbers[start] >= 0 or (paths and word & (word - np.uint64(1))):
                continue
            square = start
            move = lowest_bit(word)
            while numbers[square] < 0:
                numbers[square] = step
                step += 1
                square += offsets[move]
                onward = np.uint64(moves[square]) & undo[move]
                if onward == 0:
                    numbers[square] = step
                    step += 1
                    break
                move = lowest_bit(onward)
            first[count] = start
            ends[count] = step
            count += 1
    return count


def _follow_on_lists(moves: MoveBits, offsets: Squares, _: NDArray[np.uint64], square: int, order: Squares) -> None:
    """Do what `_follow` does, on lists, which Python reads several times as fast as arrays."""
    words, count = moves.tolist(), len(offsets)
    after = {1 << move: (offset, 1 << (move + count // 2) % count) for move, offset in enumerate(offsets.tolist())}
    onward = words[square] & -words[square]
    visited = [square]
    for _step in range(order.size - 1):
        offset, back = after[onward]
        square += offset
        onward = words[square] ^ back
        visited.append(square)
    order[:] = visited


@kernel(python=_follow_on_lists)
def _follow(moves, offsets, undo, square, order):
    """Return the visiting order of a single cycle or path from a square, without marking squares."""
    onward = np.uint64(moves[square])
    for step in range(order.size - 1):
        order[step] = square
        move = lowest_bit(onward)
        square += offsets[move]
        onward = np.uint64(moves[square]) & undo[move]
    order[-1] = square


@kernel
def _walk(moves, offsets, undo, order, ends):
    seen = np.zeros(moves.size, np.bool_)
    step = 0
    count = 0
    for paths in (True, False):
        for start in range(moves.size):
            word = np.uint64(moves[start])
            if word == 0 or seen[start] or (paths and word & (word - np.uint64(1))):
                continue
            square = start
            move = lowest_bit(word)
            while True:
                order[step] = square
                step += 1
                seen[square] = True
                square += offsets[move]
                onward = np.uint64(moves[square]) & undo[move]
                if seen[square] or onward == 0:
                    break
                move = lowest_bit(onward)
            if not seen[square]:
                order[step] = square
                step += 1
                seen[square] = True
            ends[count] = step
            count += 1
    return count
