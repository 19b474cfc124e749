"""Count self-avoiding polygons of the square lattice, up to rotation and up to congruence.

`python lab/lattice_polygons.py` prints how many more there are up to rotation, by length: the numbers of classes of
closed paths that are congruent to an earlier one, in `destrier.paths.path_counts`.

A polygon is walked from its lexicographically smallest square, depth first, first to the right, so that each comes
once. It is written as the cyclic word of its turns. A rotation keeps the word; a reflection exchanges left and right,
and as it also reverses the direction, the word is read backwards. So the polygon has as many rotations as shifts that
keep the word, and as many reflections as shifts of the reverse that equal the word. By Burnside's lemma, the classes
number a quarter of the sum of the former, and an eighth of the sum of both, over all polygons.

Cost: a few hundred nanoseconds per polygon, of which there are 2.5 million of length 24.
"""

from __future__ import annotations

import sys

import numpy as np

from destrier.paths.path_counts import LONGEST
from destrier.support.kernels import UNBOUNDED, kernel


def count_polygons(length: int) -> tuple[int, int]:
    """Return the number of polygons of `length` edges up to rotation, and up to congruence."""
    rotations, reflections = _enumerate(length)
    return rotations // 4, (rotations + reflections) // 8


@kernel
def _symmetries(steps):
    """Count the shifts that keep the word of turns, and those that take its reverse to it; the last edge closes it."""
    length = steps.size
    turns = np.empty(length, np.int8)
    for place in range(length):
        turns[place] = (steps[(place + 1) % length] - steps[place]) & 3
    kept, reversed_kept = 0, 0
    for shift in range(length):
        same, mirrored = True, True
        for place in range(length):
            same &= turns[place] == turns[(place + shift) % length]
            mirrored &= turns[place] == turns[(shift - place) % length]
            if not (same or mirrored):
                break
        kept += same
        reversed_kept += mirrored
    return kept, reversed_kept


@kernel(steps=UNBOUNDED)
def _enumerate(length):
    """Return the sums of the rotations and of the reflections of all polygons."""
    width = 2 * length + 3
    origin = width + length + 1  # in row 1, since the row above and all before the origin count as taken
    taken = np.zeros(width * (length + 3), np.bool_)
    taken[: origin + 1] = True
    offsets = np.array([1, width, -1, -width])  # right, down, left, up
    square = np.empty(length, np.int64)
    steps = np.full(length, -1, np.int64)
    square[0], steps[0] = origin, 0
    square[1] = origin + 1
    taken[origin + 1] = True
    depth = 1
    rotations, reflections = 0, 0
    while depth > 0:
        steps[depth] += 1
        if steps[depth] == 4:
            taken[square[depth]] = False
            steps[depth] = -1
            depth -= 1
            continue
        there = square[depth] + offsets[steps[depth]]
        if depth == length - 1:
            if there == origin:
                kept, reversed_kept = _symmetries(steps)
                rotations += kept
                reflections += reversed_kept
            continue
        away = there // width - 1 + abs(there % width - length - 1)
        if not taken[there] and away <= length - depth - 1:
            taken[there] = True
            depth += 1
            square[depth] = there
    return rotations, reflections


if __name__ == "__main__":
    for asked in range(4, LONGEST + 1, 2):
        rotated, congruent = count_polygons(asked)
        sys.stdout.write(f"{asked}: {rotated - congruent}\n")
