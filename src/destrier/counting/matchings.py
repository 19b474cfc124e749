"""Count the pairs of states of two halves whose matchings close to a single cycle.

The 2k path ends of both halves are the same, and the paths of each half are a *matching* of them. For vectors `left`
and `right` of the numbers of states with each matching, the result is the sum of `left[M] * right[N]` over all M and N
whose union is one cycle. `docs/counting.md` explains the contraction.

Cost: a pair of vectors takes (2k-1)!! * (k-1)k additions, fewer if `left` has zeros. The preimages of k pairs are
(2k-1)!! * (2k-2) numbers of 4 bytes: 6.5 MB for 7 pairs, 113 MB for 8.
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.support.kernels import kernel

MATCHINGS = np.array(list(accumulate(range(1, 16, 2), int.__mul__, initial=1)), np.int64)
"""The number of matchings of k pairs, (2k-1)!!."""

_0, _32, _HALF = np.uint64(0), np.uint64(32), np.uint64(0xFFFFFFFF)
_WORD = 2.0**64


class Preimages(NamedTuple):
    """For k pairs, `table[offsets[k]:offsets[k + 1]]` are the preimages, by a, smaller matching, and b."""

    table: NDArray[np.uint32]
    offsets: NDArray[np.int64]


def find_preimages(most: int) -> Preimages:
    """Return the preimages for up to `most` pairs."""
    sizes = [int(MATCHINGS[pairs]) * (2 * pairs - 2) if pairs > 2 else 0 for pairs in range(most + 1)]
    offsets = np.cumsum([0, *sizes])
    table = np.empty(offsets[-1], np.uint32)
    for pairs in range(3, most + 1):
        _list_preimages(pairs, MATCHINGS, table[offsets[pairs] : offsets[pairs + 1]])
    return Preimages(table, offsets)


@kernel
def _unrank(rank, pairs, matchings, mates):
    """Write the matching of this rank."""
    mates[: 2 * pairs] = -1
    point = 0
    for left in range(pairs, 0, -1):
        digit = rank // matchings[left - 1]
        rank %= matchings[left - 1]
        while mates[point] >= 0:
            point += 1
        other = point + 1
        while mates[other] >= 0 or digit > 0:
            digit -= mates[other] < 0
            other += 1
        mates[point], mates[other] = other, point


@kernel
def _rank(mates, pairs):
    """Return the rank of a matching, whose digits are the choices for the lowest point left, in a mixed base."""
    free = (1 << 2 * pairs) - 1
    rank = 0
    point = 0
    for left in range(pairs, 0, -1):
        while not free >> point & 1:
            point += 1
        rank *= 2 * left - 1
        for other in range(point + 1, mates[point]):
            rank += free >> other & 1
        free &= ~(1 << point | 1 << mates[point])
    return rank


@kernel
def _list_preimages(pairs, matchings, table):
    """Write the ranks of all matchings that become a smaller one without point 0 and its partner in the other half.

    If N matches 0 to b and a to c, and M matches 0 to a, the paths b-0, 0-a and a-c make one path b-c. So b is any of
    the 2k-2 points left.
    """
    points = 2 * pairs
    smaller, mates = np.empty(16, np.int64), np.empty(16, np.int64)
    others = np.empty(16, np.int64)
    size = 0
    for partner in range(1, points):
        count = 0
        for point in range(1, points):
            if point != partner:
                others[count] = point
                count += 1
        for rank in range(matchings[pairs - 1]):
            _unrank(rank, pairs - 1, matchings, smaller)
            for number in range(points - 2):
                for point in range(points - 2):
                    mates[others[point]] = others[smaller[point]]
                before, after = others[number], others[smaller[number]]  # b - 0 = a - c
                mates[0], mates[before] = before, 0
                mates[partner], mates[after] = after, partner
                table[size] = _rank(mates, pairs)
                size += 1


# Closing


@kernel
def _reduce(right, pairs, partner, table, offsets, matchings, modulus, smaller):
    """Write the vector that remains of `right` if the other half matches point 0 to `partner`."""
    choices = 2 * pairs - 2
    place = offsets[pairs] + (partner - 1) * matchings[pairs - 1] * choices
    for rank in range(matchings[pairs - 1]):
        total = _0
        for _ in range(choices):
            total += right[table[place]]
            place += 1
        smaller[rank] = total if modulus == _0 else total % modulus


@kernel
def _any(vector):
    for count in vector:  # noqa: SIM110 (a kernel)
        if count:
            return True
    return False


@kernel
def _product(one, other):
    """Return the low and the high word of a product."""
    low, high = one & _HALF, one >> _32
    other_low, other_high = other & _HALF, other >> _32
    middle = high * other_low + (low * other_low >> _32)
    middle_too = low * other_high + (middle & _HALF)
    return one * other, high * other_high + (middle >> _32) + (middle_too >> _32)


@kernel
def _sum(low, high, other_low, other_high):
    """Return the low and the high word of a sum of two numbers."""
    low += other_low
    return low, high + other_high + np.uint64(low < other_low)


@kernel
def _close(left, right, pairs, table, offsets, matchings, modulus, scratch):
    """Return the sum over all pairs of matchings that close to one cycle, as a low and a high word.

    `scratch` holds the smaller vectors. The sum is exact if the modulus is 0.
    """
    low = high = _0
    if pairs == 1:
        low, high = _product(left[0], right[0])
    elif pairs == 2:
        low, high = _product(left[0], right[1] + right[2])
        low, high = _sum(low, high, *_product(left[1], right[0] + right[2]))
        low, high = _sum(low, high, *_product(left[2], right[0] + right[1]))
    else:
        size = matchings[pairs - 1]
        smaller, rest = scratch[:size], scratch[size:]
        for partner in range(1, 2 * pairs):
            part = left[(partner - 1) * size : partner * size]
            if _any(part):
                _reduce(right, pairs, partner, table, offsets, matchings, modulus, smaller)
                closed = _close(part, smaller, pairs - 1, table, offsets, matchings, modulus, rest)
                low, high = _sum(low, high, *closed)
    if modulus != _0:
        low, high = _residue(low, high, modulus), _0
    return low, high


@kernel
def _residue(low, high, modulus):
    """Return a number modulo one below 2^32."""
    residue = high % modulus
    residue = (residue << _32 | low >> _32) % modulus
    return (residue << _32 | low & _HALF) % modulus


@kernel
def _by_class(classes, count):
    """Return the numbers of the states sorted by class, and where each class begins and ends."""
    bounds = np.zeros(count + 1, np.int64)
    for number in classes:
        bounds[number + 1] += 1
    for number in range(count):
        bounds[number + 1] += bounds[number]
    order = np.empty(classes.size, np.int64)
    places = bounds[:-1].copy()
    for number in range(classes.size):
        order[places[classes[number]]] = number
        places[classes[number]] += 1
    return order, bounds


@kernel
def _fill(vector, order, ranks, counts, modulus):
    """Write the counts, reduced by the modulus if there is one, to their ranks, and return the sum of the counts."""
    vector[:] = _0
    total = 0.0
    for number in order:
        count, size = _0, 0.0
        for word in range(counts.shape[1] - 1, -1, -1):
            size = size * _WORD + counts[number, word]
            count = counts[number, word] if modulus == _0 else _residue(counts[number, word], count, modulus)
        vector[ranks[number]] = count
        total += size
    return total


@kernel
def join_block(states, other_states, pairs_of, table, offsets, matchings, modulus, totals):
    """Return the number of pairs of states of two blocks that close to one cycle: the low and the high word, and a
    bound.

    They are exact if the modulus is 0, the counts are single words and the bound is below 2^128. The bound holds for
    the number itself with any modulus.

    Parameters
    ----------
    states, other_states
        The classes, ranks and counts of the states of the left block and of the right one: the class of a left state,
        or the matching class of a right one, and the rank of its matching.
    pairs_of
        The number of pairs in the matchings of each class.
    totals
        `uint64`: receives the low word of the result for each class, unless it is empty.
    """
    (classes, ranks, counts), (other_classes, other_ranks, other_counts) = states, other_states
    order, bounds = _by_class(classes, pairs_of.size)
    other_order, other_bounds = _by_class(other_classes, pairs_of.size)
    most = 1
    for number in range(pairs_of.size):
        if bounds[number] < bounds[number + 1] and other_bounds[number] < other_bounds[number + 1]:
            most = max(most, pairs_of[number])
    left, right = np.empty(matchings[most], np.uint64), np.empty(matchings[most], np.uint64)
    scratch = np.empty(matchings[:most].sum(), np.uint64)
    low, high, bound = _0, _0, 0.0
    for number in range(pairs_of.size):
        begin, end = bounds[number], bounds[number + 1]
        other_begin, other_end = other_bounds[number], other_bounds[number + 1]
        pairs = pairs_of[number]
        if begin == end or other_begin == other_end or pairs == 0:
            continue
        size = matchings[pairs]
        sum_here = _fill(left[:size], order[begin:end], ranks, counts, modulus)
        sum_there = _fill(right[:size], other_order[other_begin:other_end], other_ranks, other_counts, modulus)
        closed = _close(left[:size], right[:size], pairs, table, offsets, matchings, modulus, scratch)
        if totals.size:
            totals[number] = closed[0]
        low, high = _sum(low, high, *closed)
        bound += sum_here * sum_there
    return low, high, bound


# Ranks of pairs


@kernel
def _unrank_pair(left, right, pairs, rank, table, offsets, matchings, scratch):
    """Return the matchings of the pair of states with this rank, and its rank among the pairs with these matchings.

    Pairs are ranked by the left matching's digits, from the first, in turn with the reductions of the right one.
    """
    if pairs == 1:
        return 0, 0, rank
    if pairs == 2:
        for here in range(3):
            for there in range(3):
                if here != there:
                    both = left[here] * right[there]
                    if rank < both:
                        return here, there, rank
                    rank -= both
    size = matchings[pairs - 1]
    smaller, rest = scratch[:size], scratch[size:]
    partner = 0
    while True:
        partner += 1
        part = left[(partner - 1) * size : partner * size]
        if _any(part):
            _reduce(right, pairs, partner, table, offsets, matchings, _0, smaller)
            closed, _ = _close(part, smaller, pairs - 1, table, offsets, matchings, _0, rest)
            if rank < closed:
                break
            rank -= closed
    here, there, rank = _unrank_pair(part, smaller, pairs - 1, rank, table, offsets, matchings, rest)
    choices = 2 * pairs - 2
    place = offsets[pairs] + ((partner - 1) * size + there) * choices
    while True:
        both = part[here] * right[table[place]]
        if rank < both:
            return (partner - 1) * size + here, np.int64(table[place]), rank
        rank -= both
        place += 1


@kernel
def unrank_pairs(states, other_states, pairs_of, table, offsets, matchings, wanted, numbers):
    """Return the pairs of states of two blocks with given ranks; beside those of `join_block`, the parameters are:

    Parameters
    ----------
    wanted
        The class of each pair.
    numbers
        `uint64`: the rank of each pair in its class.

    Returns
    -------
    tuple
        `int64`: the numbers of the states in the left and the right block; `uint64`: the ranks of the pairs among those
        that lead to these two states.
    """
    heres, theres = np.empty(wanted.size, np.int64), np.empty(wanted.size, np.int64)
    (classes, ranks, counts), (other_classes, other_ranks, other_counts) = states, other_states
    order, bounds = _by_class(classes, pairs_of.size)
    other_order, other_bounds = _by_class(other_classes, pairs_of.size)
    most = max(1, pairs_of.max())
    left, right = np.empty(matchings[most], np.uint64), np.empty(matchings[most], np.uint64)
    places, other_places = np.empty(matchings[most], np.int64), np.empty(matchings[most], np.int64)
    scratch = np.empty(matchings[:most].sum(), np.uint64)
    residues = np.empty(wanted.size, np.uint64)
    last = -1
    for number in range(wanted.size):
        here = wanted[number]
        size = matchings[pairs_of[here]]
        if here != last:
            mine = order[bounds[here] : bounds[here + 1]]
            theirs = other_order[other_bounds[here] : other_bounds[here + 1]]
            _fill(left[:size], mine, ranks, counts, _0)
            _fill(right[:size], theirs, other_ranks, other_counts, _0)
            for state in mine:
                places[ranks[state]] = state
            for state in theirs:
                other_places[other_ranks[state]] = state
            last = here
        rank, other_rank, residue = _unrank_pair(
            left[:size], right[:size], pairs_of[here], numbers[number], table, offsets, matchings, scratch
        )
        heres[number], theres[number], residues[number] = places[rank], other_places[other_rank], residue
    return heres, theres, residues
