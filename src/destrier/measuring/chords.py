"""Chords: lines of knight's moves all across a board, and how many of them can be disjoint.

A chord leads from a square of the rim to another; its squares in between are *inner*. Two chords of a tour share no
inner square. So the chords of a tour are an independent set of the graph in which two chords are adjacent if they do.
An independent set has at most as many elements as there are chords, less the size of a maximum fractional matching,
which is half of a maximum matching of the graph's bipartite double cover. That is found as in J. E. Hopcroft and R. M.
Karp, "An n^(5/2) algorithm for maximum matchings in bipartite graphs", SIAM Journal on Computing 2 (1973).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from destrier.core.leaper import MOVES

Chord: TypeAlias = tuple[int, NDArray[np.int64]]
"""A direction, 4..7, and the inner squares (length, 2)."""


def chords(rows: int, cols: int) -> list[Chord]:
    """Return all chords of a rectangle; O(rows + cols) of them."""
    found = []
    rim = [(row, col) for row in range(rows) for col in (0, cols - 1)]
    rim += [(row, col) for col in range(1, cols - 1) for row in (0, rows - 1)]
    for direction in range(4, 8):
        drow, dcol = MOVES[direction]
        for row, col in rim:
            if row >= drow and 0 <= col - dcol < cols:
                continue  # it is not the first square
            moves = min((rows - 1 - row) // drow, (cols - 1 - col if dcol > 0 else col) // abs(dcol))
            if moves and (row + moves * drow == rows - 1 or col + moves * dcol in (0, cols - 1)):
                steps = np.arange(1, moves)
                found.append((direction, np.column_stack([row + steps * drow, col + steps * dcol])))
    return found


@cache
def most_disjoint(rows: int, cols: int) -> int:
    """Return an upper bound on the chords of which no two share an inner square; O((rows * cols) ** 1.5) at most.

    The chords from the first row to the last are also bounded by the inner squares of the third row, which each of them
    meets.
    """
    rows, cols = sorted((rows, cols))
    every = chords(rows, cols)
    bound = _fractional_bound(every, rows, cols)
    if rows < 5:
        return bound
    others = [chord for chord in every if not _crosses(chord, rows)]
    return min(bound, cols - 2 + _fractional_bound(others, rows, cols))


def _crosses(chord: Chord, rows: int) -> bool:
    """Return whether a chord leads from the first row to the last."""
    direction, inner = chord
    height = abs(MOVES[direction][0])
    return len(inner) > 0 and (len(inner) + 1) * height == rows - 1


def _fractional_bound(some: list[Chord], rows: int, cols: int) -> int:
    """Return the number of chords less the size of a maximum fractional matching."""
    through = np.full((4, rows, cols), -1)
    for number, (direction, inner) in enumerate(some):
        through[direction - 4, inner[:, 0], inner[:, 1]] = number
    meeting = combinations(through.reshape(4, -1), 2)
    pairs = np.concatenate([np.stack([a, b])[:, (a >= 0) & (b >= 0)] for a, b in meeting], axis=1)
    both = np.unique(np.concatenate([pairs[0] * len(some) + pairs[1], pairs[1] * len(some) + pairs[0]]))
    starts = np.searchsorted(both, np.arange(len(some) + 1) * len(some))
    return (2 * len(some) - int(_match(starts, both % len(some)))) // 2


@njit(cache=True, nogil=True)
def _match(starts, ends):
    """Return the size of a maximum matching of a bipartite graph.

    The neighbours of the k-th left vertex are `ends[starts[k] : starts[k + 1]]`.
    """
    size = starts.size - 1
    mate_of_left, mate_of_right = np.full(size, -1), np.full(size, -1)
    layer, tried, queue, path = np.empty((4, size), np.int64)
    matched = 0
    while True:
        first = last = 0
        for left in range(size):
            tried[left] = starts[left]
            layer[left] = -1
            if mate_of_left[left] < 0:
                layer[left], queue[last] = 0, left
                last += 1
        while first < last:  # in layers, along alternating paths from the unmatched left vertices
            left = queue[first]
            first += 1
            for right in ends[starts[left] : starts[left + 1]]:
                onward = mate_of_right[right]
                if onward >= 0 and layer[onward] < 0:
                    layer[onward], queue[last] = layer[left] + 1, onward
                    last += 1
        before = matched
        for root in range(size):
            if mate_of_left[root] >= 0:
                continue
            path[0], depth = root, 0
            while depth >= 0:
                left = path[depth]
                if tried[left] == starts[left + 1]:
                    depth -= 1
                    continue
                right = ends[tried[left]]
                tried[left] += 1
                onward = mate_of_right[right]
                if onward < 0:
                    for step in range(depth, -1, -1):  # exchange the edges of the path
                        mate_of_right[right] = path[step]
                        mate_of_left[path[step]], right = right, mate_of_left[path[step]]
                    matched += 1
                    break
                if layer[onward] == layer[left] + 1:
                    depth += 1
                    path[depth] = onward
        if matched == before:
            return matched
