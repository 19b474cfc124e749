"""Count fixed closed paths, crossing or not, by length doubling.

A closed path consists of two halves from its *root*, its lexicographically smallest square, to its *end*, the square
half its moves away; they share no other square. For each end, all halves are listed as the sets of their squares
between root and end. Let D(F) be the number of ordered pairs of disjoint sets in a family F. Rank the squares, and
classify pairs of sets that are not disjoint by their last common square in rank. Then

    D(F) = |F| ** 2 - sum over squares v of D({sets of F that have v, without v and all that rank after it})

and each family on the right is smaller, over fewer squares. With the squares ranked by the number of sets that contain
them, frequent squares leave few others, so that sets become equal, and equal sets are merged with a weight. The sets
are in lexicographic order of their squares by rank. The order survives the removal of the last squares, so equal sets
are adjacent and no table is needed to find them.

The pairs of a small family are counted by bitmaps. The map of a square has a bit for each set that contains it; a set
is disjoint from the sets in none of the maps of its squares, and 64 sets are compared at a time. Neighbours share their
first squares, whose maps are combined only once. A set of weight 5 has bits worth 4 and 1.

Source: the length-doubling method for self-avoiding walks of Schram, Barkema and Bisseling (2011), in the half plane.

Cost: a microsecond for each half of 10 moves, and half as much again for each more; two more moves take 10 times as
long. Memory: for each half with one end, 4 bytes for each of its squares, and two bits for each square in reach.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.primitives import bit_count, lowest_bit
from destrier.paths.halves import edge_visits, halves_by_end, list_halves, longest_first
from destrier.paths.plane import LONGEST, OFFSETS, ORIGIN, SIZE, Plane, half_plane
from destrier.support.kernels import kernel

_SMALL: Final = 16384
"""The largest family to count by maps, a trade-off between comparing sets and copying them."""

_MOST: Final = LONGEST // 2
"""The most squares of a set."""

_SECONDS: Final = 1.7e-8
"""The time for a half without moves; each of its moves takes half as much again."""


def pieces(length: int, *, uncrossed: bool, plane: Plane = half_plane) -> dict[int, float]:
    """Return the ends of halves, as squares, with the approximate seconds that each takes, the longest first."""
    halves = halves_by_end(length // 2, uncrossed=uncrossed, plane=plane)
    return longest_first(halves * (_SECONDS * 1.5 ** (length / 2)))


def count_piece(length: int, end: int, *, uncrossed: bool, plane: Plane = half_plane) -> int:
    """Count the closed paths of an even length through the root for one of the ends in `pieces`.

    In the half plane, the root is the smallest square, so that these are fixed paths. Uncrossed paths cannot be
    counted, since moves without a common square may cross.
    """
    assert not uncrossed
    moves = list_halves(end, length // 2, uncrossed=False, plane=plane)
    if len(moves) == 0:
        return 0
    sets, squares = _square_sets(moves)
    return int(_disjoint_pairs(sets, np.ones(len(sets), np.int64), squares, _SMALL)) // 2


def _square_sets(moves: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], int]:
    """Return the squares of each half between root and end, as bits by rank, in order: `uint64` (halves, words)."""
    visits = edge_visits(moves, OFFSETS).reshape(SIZE, 8).sum(axis=1)
    visits[ORIGIN] = 0
    rank = np.empty(SIZE, np.int64)
    rank[np.argsort(-visits, kind="stable")] = np.arange(SIZE)
    squares = int(np.count_nonzero(visits))
    sets, key = _ranked(moves, rank, squares, OFFSETS)
    return sets.take(np.argsort(key), axis=0), squares


@kernel
def _ranked(moves, rank, squares, offsets):
    """Return the set of each half as bits, and its first 64 bits as a key by which the sets are in order of rank."""
    sets = np.zeros((len(moves), (squares + 63) // 64), np.uint64)
    key = np.zeros(len(moves), np.uint64)
    for half in range(len(moves)):
        square = ORIGIN
        for step in range(moves.shape[1] - 1):
            square += offsets[moves[half, step]]
            bit = np.uint64(1) << np.uint64(rank[square] & 63)
            sets[half, rank[square] >> 6] |= bit
            if rank[square] < 64:
                key[half] |= np.uint64(1) << np.uint64(63 - rank[square])
    return sets, key


@kernel
def _pairs(sets, weights, squares):
    """Do `_disjoint_pairs` by comparing each set with the map of those before it."""
    place, power = _layout(weights)
    having = np.zeros((squares, power.size), np.uint64)
    apart = np.zeros((_MOST + 1, power.size), np.uint64)  # the sets that have none of the first squares of this one
    own = np.full(_MOST + 1, -1, np.int64)
    total = 0
    for one in range(weights.size):
        size = 0
        same = True
        for word in range(sets.shape[1]):
            left = sets[one, word]
            while left:
                square = 64 * word + lowest_bit(left)
                left &= left - np.uint64(1)
                same = same and own[size] == square
                if not same:
                    own[size] = square
                    for part in range(power.size):
                        apart[size + 1, part] = apart[size, part] & ~having[square, part]
                size += 1
        own[size] = -1
        disjoint = 0
        for part in range(power.size):
            disjoint += bit_count(apart[size, part]) << power[part]
        total += weights[one] * (2 * disjoint + (0 if size else weights[one]))
        left = np.uint64(weights[one])
        while left:
            bit = place[lowest_bit(left)]
            place[lowest_bit(left)] += 1
            left &= left - np.uint64(1)
            apart[0, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
            for square in own[:size]:
                having[square, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
    return total


@kernel
def _layout(weights):
    """Return the first bit of a map for each power of two, and the power that the bits of each word count."""
    words = np.zeros(64, np.int64)
    for weight in weights:
        left = np.uint64(weight)
        while left:
            words[lowest_bit(left)] += 1
            left &= left - np.uint64(1)
    words = (words + 63) // 64
    stop = np.cumsum(words)
    power = np.empty(stop[-1], np.int64)
    for number in range(64):
        power[stop[number] - words[number] : stop[number]] = number
    return 64 * (stop - words), power


@kernel
def _by_square(sets, squares):
    """Return the sets that have each square, as ranges of a list."""
    first = np.zeros(squares + 1, np.int64)
    for number in range(len(sets)):
        for word in range(sets.shape[1]):
            left = sets[number, word]
            while left:
                first[64 * word + lowest_bit(left) + 1] += 1
                left &= left - np.uint64(1)
    first = np.cumsum(first)
    having = np.empty(first[-1], np.int32)
    place = first[:-1].copy()
    for number in range(len(sets)):
        for word in range(sets.shape[1]):
            left = sets[number, word]
            while left:
                square = 64 * word + lowest_bit(left)
                having[place[square]] = number
                place[square] += 1
                left &= left - np.uint64(1)
    return first, having


@kernel
def _before(sets, weights, members, square):
    """Return the members without the square and all after it; neighbours that become equal are merged."""
    words = max(1, (square + 63) // 64)
    last = np.uint64(0) if square == 0 else ~np.uint64(0) >> np.uint64(-square & 63)
    before = np.empty((members.size, words), np.uint64)
    sums = np.empty(members.size, np.int64)
    found = -1
    for member in members:
        same = found >= 0
        for word in range(words):
            bits = sets[member, word]
            if word == words - 1:
                bits &= last
            same = same and before[found, word] == bits
            before[found + 1, word] = bits
        if same:
            sums[found] += weights[member]
        else:
            found += 1
            sums[found] = weights[member]
    return before[: found + 1], sums[: found + 1]


@kernel
def _disjoint_pairs(sets, weights, squares, small):
    """Return the weight of the ordered pairs of disjoint sets over the first `squares` squares."""
    if weights.size <= small:
        return _pairs(sets, weights, squares)
    total = weights.sum() ** 2
    first, having = _by_square(sets, squares)
    for square in range(squares):
        members = having[first[square] : first[square + 1]]
        if members.size:
            before, sums = _before(sets, weights, members, square)
            total -= _disjoint_pairs(before, sums, square, small)
    return total
