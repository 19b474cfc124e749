"""Count fixed closed paths, crossing or not, by length doubling.

A closed path consists of two halves from its *root*, its lexicographically smallest square, to its *end*, the square
half its moves away; they share no other square. All halves with an end are listed, each as the set of its squares
between the two.
Let D(F) be the number of ordered pairs of disjoint sets in a family F. The squares are ranked, and one of the squares
that two sets have in common is the last in rank. So

    D(F) = |F| ** 2 - sum over squares v of D({sets of F that have v, without v and all that rank after it})

and each family on the right is smaller, over fewer squares. With the squares ranked by how many sets have them, those
in many sets leave few squares, so that sets become equal, and equal sets are merged and weighed by their number. Small
families are counted pair by pair, those over few squares by a sum over all subsets.

Source: the length-doubling method for self-avoiding walks of Schram, Barkema and Bisseling (2011), in the half plane.

Cost: grows by about 13 for two more moves. Memory: for each half with an end, twice a bit for each square in reach.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from destrier.core.kernels import bit_count, lowest_bit
from destrier.paths import halves
from destrier.paths.halves import list_halves
from destrier.paths.plane import OFFSETS, ORIGIN, SIZE
from destrier.support.errors import DestrierError

_SMALL: Final = 600
"""The most sets of a family that is counted pair by pair."""

_TINY: Final = 64
"""The most sets of a family that is not worth merging."""

_FEW: Final = 16
"""The most squares of a family that may be counted by a sum over subsets."""

pieces: Final = halves.pieces
"""The ends of halves, as this engine counts by them, too."""


def count_piece(length: int, end: int, *, uncrossed: bool) -> int:
    """Count the fixed closed paths of an even length with an end that is one of `pieces`.

    Raises
    ------
    DestrierError
        If only uncrossed paths are wanted, since moves may cross that share no square.
    """
    if uncrossed:
        raise DestrierError("length doubling counts all closed paths, not the uncrossed ones")
    moves = list_halves(end, length // 2, uncrossed=False)
    if len(moves) == 0:
        return 0
    sets, squares = _square_sets(moves)
    ordered = int(_disjoint_pairs(sets, np.ones(len(moves), np.int64), squares))
    return ordered // 2


def _square_sets(moves: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], int]:
    """Return the squares of each half between root and end, as bits by rank: `uint64` (words, halves)."""
    steps = moves.shape[1]
    squares = np.empty((steps - 1, len(moves)), np.int64)
    square = np.full(len(moves), ORIGIN)
    for step in range(steps - 1):
        square += OFFSETS[moves[:, step]]
        squares[step] = square
    visits = np.bincount(squares.ravel(), minlength=SIZE)
    ranked = np.argsort(-visits, kind="stable")
    rank = np.empty(SIZE, np.int64)
    rank[ranked] = np.arange(SIZE)
    count = int(np.count_nonzero(visits))
    sets = np.zeros((-(-count // 64), len(moves)), np.uint64)
    halves = np.arange(len(moves))
    for row in squares:
        sets[rank[row] >> 6, halves] |= np.uint64(1) << (rank[row] & 63).astype(np.uint64)
    return sets, count


@njit(nogil=True)
def _pairs(sets, weights):
    """Do `_disjoint_pairs` one by one."""
    words, number = sets.shape
    common = np.empty(number, np.uint64)
    total = 0
    for one in range(number):
        common[: one + 1] = 0
        for word in range(words):
            mine = sets[word, one]
            for other in range(one + 1):
                common[other] |= mine & sets[word, other]
        apart = 0
        for other in range(one):
            apart += 0 if common[other] else weights[other]
        total += 2 * weights[one] * apart + (0 if common[one] else weights[one] ** 2)
    return total


@njit(nogil=True)
def _merge(sets, weights):
    """Return equal sets as one, with the sum of their weights."""
    words, number = sets.shape
    size = 1
    while size < 2 * number:
        size *= 2
    slots = np.full(size, -1, np.int64)
    merged, sums = np.empty_like(sets), np.empty_like(weights)
    found = 0
    for place in range(number):
        key = np.uint64(0)
        for word in range(words):
            key = (key ^ sets[word, place]) * np.uint64(0x9E3779B97F4A7C15)
            key ^= key >> np.uint64(29)
        slot = np.int64(key & np.uint64(size - 1))
        while slots[slot] >= 0:
            same = True
            for word in range(words):
                same &= merged[word, slots[slot]] == sets[word, place]
            if same:
                break
            slot = (slot + 1) & (size - 1)
        if slots[slot] < 0:
            slots[slot] = found
            for word in range(words):
                merged[word, found] = sets[word, place]
            sums[found] = 0
            found += 1
        sums[slots[slot]] += weights[place]
    return merged[:, :found].copy(), sums[:found].copy()


@njit(nogil=True)
def _over_subsets(sets, weights, squares):
    """Do `_disjoint_pairs` by inclusion and exclusion over all subsets of the squares."""
    having = np.zeros(1 << squares, np.int64)
    for place in range(weights.size):
        having[sets[0, place]] += weights[place]
    for square in range(squares):
        step = 1 << square
        for start in range(0, having.size, 2 * step):
            for subset in range(start, start + step):
                having[subset] += having[subset + step]
    total = 0
    for subset in range(having.size):
        square = having[subset] * having[subset]
        total += -square if bit_count(np.uint64(subset)) & 1 else square
    return total


@njit(nogil=True)
def _by_square(sets, squares):
    """Return the sets that have each square, as ranges of a list."""
    first = np.zeros(squares + 1, np.int64)
    for word in range(len(sets)):
        for number in range(sets.shape[1]):
            left = sets[word, number]
            while left:
                first[64 * word + lowest_bit(left) + 1] += 1
                left &= left - np.uint64(1)
    first = np.cumsum(first)
    having = np.empty(first[-1], np.int64)
    place = first[:-1].copy()
    for word in range(len(sets)):
        for number in range(sets.shape[1]):
            left = sets[word, number]
            while left:
                square = 64 * word + lowest_bit(left)
                having[place[square]] = number
                place[square] += 1
                left &= left - np.uint64(1)
    return first, having


@njit(cache=True, nogil=True)
def _disjoint_pairs(sets, weights, squares):
    """Return the weight of the ordered pairs of disjoint sets over the first `squares` squares."""
    if squares == 0:
        return weights.sum() ** 2
    if weights.size <= _TINY:
        return _pairs(sets, weights)
    sets, weights = _merge(sets, weights)
    number = weights.size
    if squares <= _FEW and (squares + 4) << squares < number * number // 8:
        return _over_subsets(sets, weights, squares)
    if number <= _SMALL:
        return _pairs(sets, weights)
    total = weights.sum() ** 2
    first, having = _by_square(sets, squares)
    for square in range(squares):
        members = having[first[square] : first[square + 1]]
        if members.size:
            words = (square + 63) // 64
            before = np.empty((words, members.size), np.uint64)
            for word in range(words):
                for place in range(members.size):
                    before[word, place] = sets[word, members[place]]
            if square % 64:
                before[words - 1] &= (np.uint64(1) << np.uint64(square % 64)) - np.uint64(1)
            total -= _disjoint_pairs(before, weights[members], square)
    return total
