"""Kernels that follow, fill and check visiting orders in chunks."""

from __future__ import annotations

import numpy as np

from destrier.core.primitives import lowest_bit
from destrier.support.kernels import kernel


@kernel
def find_misstep(visits, before, sides, pairs, seen):
    """Return the first faulty visit and its fault, 0 if there is none.

    The fault is 1 if the square is off the board, 2 if it is visited twice, and 3 if it is not a step away from the
    square before (-1 for none). The rows of `pairs` are the distances of a step along two axes, the shorter one first.
    """
    size = 1
    for axis in range(len(sides)):
        size *= sides[axis]
    here, there = np.zeros((2, len(sides)), np.int64)
    if before >= 0:
        _locate(before, sides, there)
    for number in range(len(visits)):
        square = visits[number]
        if square < 0 or square >= size:
            return number, 1
        word, bit = square >> 6, np.uint64(1) << np.uint64(square & 63)
        if seen[word] & bit:
            return number, 2
        seen[word] |= bit
        _locate(square, sides, here)
        if before >= 0:
            short = long = total = 0  # the two longest distances, and the sum of all
            for axis in range(len(sides)):
                distance = abs(here[axis] - there[axis])
                total += distance
                short = max(short, min(long, distance))
                long = max(long, distance)
            is_step = False
            for pair in pairs:
                is_step |= short + long == total and pair[0] == short and pair[1] == long
            if not is_step:
                return number, 3
        before = square
        here, there = there, here
    return -1, 0


@kernel
def _locate(square, sides, place):
    """The coordinates of a square."""
    for axis in range(len(sides) - 1, 0, -1):
        rest = square // sides[axis]
        place[axis] = square - rest * sides[axis]
        square = rest
    place[0] = square


@kernel
def fill_levels(out, level, at, backward, origins, paths, lengths, lanes, far):
    """Write the squares that a knight visits on successive levels, as many as fit; see `formation_space`.

    `origins` holds the first square of each level from `level` on, in visiting order; `paths` the squares of each lane,
    relative to the first square of the level; `lengths` their numbers; `lanes` the knight's lane on level n modulo its
    length. On odd levels, squares count downwards from `far`. Return the number of squares written, and the level and
    the position on it where the next call continues.
    """
    written = 0
    step = -1 if backward else 1
    for origin in origins:
        lane = lanes[level % len(lanes)]
        length = lengths[lane]
        take = min(length - at, len(out) - written)
        turned = level & 1
        for number in range(at, at + take):
            offset = paths[lane, length - 1 - number if backward else number]
            out[written] = origin + (far - offset if turned else offset)
            written += 1
        if at + take < length:
            return written, level, at + take
        level += step
        at = 0
    return written, level, at


@kernel
def find_unvisited(seen):
    """The first square whose bit is not set."""
    word = 0
    while ~seen[word] == 0:
        word += 1
    return word * 64 + lowest_bit(~seen[word])
