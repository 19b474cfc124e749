"""Maintain the cycles of a cover under exchanges of edges, and tell how an exchange would change their number.

The squares are kept in a list, cycle by cycle, and the list is cut into *segments*: ranges that are still walked in
list order, forwards or backwards. The ends of segments are linked. An exchange cuts segments at the removed edges and
relinks their ends; then the segments of the affected cycles are walked and numbered. When there are too many segments,
the list is rewritten. There are some sqrt(n) exchanges between rewrites for n squares, so an exchange costs O(sqrt(n)),
and predicting its effect O(1).

An exchange is given by the squares of an alternating cycle: the removed edges join the first and the second, the third
and the fourth, and so on; the added edges join the second and the third, ..., the last and the first.

A segment is a row of `parts`. The bits of `stops` mark the last place of each segment in the list, so the segment of a
square is the one that ends at the next mark.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.primitives import lowest_bit
from destrier.core.types import Squares
from destrier.support.kernels import kernel

# The columns of `parts`: the first and last place of a segment; to which end of which segment its first and its last
# place are linked, as 2 * segment + end; its number on the way around its cycle; the cycle, that is, the segment at
# which the way begins; whether it is walked backwards; and the walk that found this.
_FIRST, _LAST, _LINK, _RANK, _CYCLE, _BACKWARDS, _WALK = 0, 1, 2, 4, 5, 6, 7

# The entries of `sizes`.
_SEGMENTS, _WALKS = 0, 1

_MOST_ADDED: Final = 3
"""Maximum number of segments that an exchange adds."""


class Cycles(NamedTuple):
    """The list of squares and its segments; see the module docstring."""

    order: NDArray[np.int32]
    """The squares, cycle by cycle, each in visiting order."""
    place: NDArray[np.int32]
    """The place of each square in the order, or -1."""
    stops: NDArray[np.uint64]
    """A bit for each place, set at the last place of a segment."""
    segment: NDArray[np.int32]
    """The segment that ends at each marked place."""
    parts: NDArray[np.int32]
    """(capacity, 8): the segments."""
    sizes: NDArray[np.int64]
    """The numbers of segments and of walks."""
    spare: NDArray[np.int32]
    """Scratch space for rewriting the order."""
    lasts: NDArray[np.int32]
    """Scratch space for the last place of each cycle."""


def cycles_of(order: Squares, lengths: Squares, size: int) -> Cycles:
    """Return the cycles of a cover whose squares are numbers less than `size`; see `walk`."""
    capacity = 2 * len(lengths) + 16 + int(2 * np.sqrt(order.size))
    made = Cycles(
        order.astype(np.int32),
        np.full(size, -1, np.int32),
        np.zeros(order.size // 64 + 1, np.uint64),
        np.zeros(order.size, np.int32),
        np.zeros((capacity, 8), np.int32),
        np.zeros(2, np.int64),
        np.empty(order.size, np.int32),
        np.empty(capacity, np.int32),
    )
    made.place[order] = np.arange(order.size)
    made.lasts[: len(lengths)] = np.cumsum(lengths) - 1
    _enter(made, len(lengths))
    return made


@kernel
def change(place, stops, segment, parts, squares, edges):
    """Return the change of the number of cycles under an exchange of 2 or 3 edges."""
    one, other, third, fourth = place[squares[0]], place[squares[1]], place[squares[2]], place[squares[3]]
    near, far = _part(stops, segment, one), _part(stops, segment, third)
    if edges == 2:
        if parts[near, _CYCLE] != parts[far, _CYCLE]:
            return -1
        ahead = _leads(parts, near, one, _part(stops, segment, other), other)
        return 1 if ahead == _leads(parts, far, third, _part(stops, segment, fourth), fourth) else 0
    cycle0, tail0, at0 = _edge(stops, segment, parts, one, other)
    cycle1, tail1, at1 = _edge(stops, segment, parts, third, fourth)
    cycle2, tail2, at2 = _edge(stops, segment, parts, place[squares[4]], place[squares[5]])
    if cycle0 == cycle1 == cycle2:
        return _change_within(tail0, tail1, tail2, (at0 < at1) + (at1 < at2) + (at2 < at0) == 2)
    # Two edges of one cycle always merge with the cycle of the third.
    if cycle0 == cycle1:
        return -1 + (tail0 == tail1)
    if cycle1 == cycle2:
        return -1 + (tail1 == tail2)
    if cycle2 == cycle0:
        return -1 + (tail2 == tail0)
    return -2


@kernel
def _change_within(tail0, tail1, tail2, forwards):
    """Return the change for three edges of one cycle.

    The two squares of a removed edge, 0 and 1, become ends of paths, each of which leads from the head of an edge to
    the tail of the next one around the cycle. Following paths and added edges alternately gives the new cycles.
    """
    tails = tail0 | tail1 << 1 | tail2 << 2
    onward = 1 if forwards else 2
    seen = new = 0
    for start in range(6):
        end = start
        new += not seen >> start & 1
        while not seen >> end & 1:
            is_tail = end & 1 == tails >> (end >> 1) & 1
            edge = ((end >> 1) + (3 - onward if is_tail else onward)) % 3
            beyond = 2 * edge + ((tails >> edge & 1) ^ is_tail)
            seen |= 1 << end | 1 << beyond
            end = (beyond + (1 if beyond & 1 else 5)) % 6
    return new - 1


@kernel
def _part(stops, segment, place):
    """Return the segment that contains a place."""
    word = place >> 6
    bits = stops[word] >> np.uint64(place & 63)
    if bits:
        return segment[place + lowest_bit(bits)]
    word += 1
    while not stops[word]:
        word += 1
    return segment[(word << 6) + lowest_bit(stops[word])]


@kernel
def _leads(parts, part, at, next_part, there):
    """Return whether the direction around the cycle runs along an edge from place `at` to `there`, not back."""
    if part == next_part and abs(at - there) == 1:
        return (at < there) != parts[part, _BACKWARDS]
    end, start = 1 - parts[part, _BACKWARDS], parts[next_part, _BACKWARDS]
    is_link = parts[part, _FIRST + end] == at and parts[next_part, _FIRST + start] == there
    return is_link and parts[part, _LINK + end] == 2 * next_part + start


@kernel
def _edge(stops, segment, parts, at, there):
    """Return the cycle of an edge, which of its squares comes first, 0 or 1, and its position along the cycle."""
    tail = 0
    part, other = _part(stops, segment, at), _part(stops, segment, there)
    if not _leads(parts, part, at, other, there):
        tail, at, part = 1, there, other
    steps = parts[part, _LAST] - at if parts[part, _BACKWARDS] else at - parts[part, _FIRST]
    return parts[part, _CYCLE], tail, (np.int64(parts[part, _RANK]) << 32) + steps


@kernel
def exchange(cycles, squares, edges):
    """Exchange the edges of an alternating cycle."""
    place, parts, sizes = cycles.place, cycles.parts, cycles.sizes
    if sizes[_SEGMENTS] + _MOST_ADDED > parts.shape[0]:
        _rewrite(cycles)
    for edge in range(edges):
        _cut(cycles, squares[2 * edge], squares[2 * edge + 1])
    first = _end(cycles, squares[0], squares[1])
    loose = _mate(parts, first)
    for edge in range(1, edges):
        end = _end(cycles, squares[2 * edge], squares[2 * edge + 1])
        beyond = _mate(parts, end)
        _link(parts, loose, end)
        loose = beyond
    _link(parts, loose, first)
    sizes[_WALKS] += 1
    for edge in range(edges):
        part = _part(cycles.stops, cycles.segment, place[squares[2 * edge]])
        if parts[part, _WALK] != sizes[_WALKS]:
            _walk_around(parts, part, sizes[_WALKS])


@kernel
def _cut(cycles, square, mate):
    """Cut a segment at an edge, which becomes a link between two segments."""
    place, parts, sizes = cycles.place, cycles.parts, cycles.sizes
    at = min(place[square], place[mate])
    part = _part(cycles.stops, cycles.segment, at)
    if max(place[square], place[mate]) != at + 1 or parts[part, _LAST] == at:
        return
    new = sizes[_SEGMENTS]
    sizes[_SEGMENTS] += 1
    _stop(cycles, at, new)
    parts[new, _FIRST], parts[new, _LAST], parts[new, _WALK] = parts[part, _FIRST], at, 0
    _link(parts, 2 * new, _mate(parts, 2 * part))
    parts[part, _FIRST] = at + 1
    _link(parts, 2 * new + 1, 2 * part)


@kernel
def _stop(cycles, place, part):
    cycles.stops[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
    cycles.segment[place] = part


@kernel
def _end(cycles, square, mate):
    """Return the end of a segment at which a square is linked to its mate, as 2 * segment + end."""
    place, parts = cycles.place, cycles.parts
    part = _part(cycles.stops, cycles.segment, place[square])
    beyond = _mate(parts, 2 * part)
    is_first = parts[part, _FIRST] == place[square] and parts[beyond >> 1, _FIRST + (beyond & 1)] == place[mate]
    return 2 * part + (0 if is_first else 1)


@kernel
def _mate(parts, end):
    """Return the end to which an end is linked."""
    return parts[end >> 1, _LINK + (end & 1)]


@kernel
def _link(parts, end, other):
    parts[end >> 1, _LINK + (end & 1)] = other
    parts[other >> 1, _LINK + (other & 1)] = end


@kernel
def _walk_around(parts, start, walk):
    """Number the segments of a cycle in the order in which it visits them."""
    part, enters, rank = start, 0, 0
    while parts[part, _WALK] != walk:
        parts[part, _RANK], parts[part, _CYCLE] = rank, start
        parts[part, _BACKWARDS], parts[part, _WALK] = enters, walk
        beyond = parts[part, _LINK + 1 - enters]
        part, enters = beyond >> 1, beyond & 1
        rank += 1


@kernel
def _rewrite(cycles):
    """Rewrite the list with each cycle in visiting order."""
    order, place, spare = cycles.order, cycles.place, cycles.spare
    parts, sizes = cycles.parts, cycles.sizes
    sizes[_WALKS] += 1
    size = count = 0
    for start in range(sizes[_SEGMENTS]):
        part, enters, before = start, 0, size
        while parts[part, _WALK] != sizes[_WALKS]:
            parts[part, _WALK] = sizes[_WALKS]
            length = parts[part, _LAST] - parts[part, _FIRST] + 1
            at, step = (parts[part, _LAST], -1) if enters else (parts[part, _FIRST], 1)
            for to in range(size, size + length):
                spare[to], place[order[at]] = order[at], to
                at += step
            size += length
            beyond = parts[part, _LINK + 1 - enters]
            part, enters = beyond >> 1, beyond & 1
        if size > before:
            cycles.lasts[count] = size - 1
            count += 1
    for to in range(size):
        order[to] = spare[to]
    _enter(cycles, count)


@kernel
def _enter(cycles, count):
    """Make each cycle of the list a single segment."""
    parts, lasts = cycles.parts, cycles.lasts
    for word in range(cycles.stops.size):
        cycles.stops[word] = 0
    first = 0
    for cycle in range(count):
        _stop(cycles, lasts[cycle], cycle)
        parts[cycle, _FIRST], parts[cycle, _LAST] = first, lasts[cycle]
        _link(parts, 2 * cycle, 2 * cycle + 1)
        parts[cycle, _RANK] = parts[cycle, _BACKWARDS] = parts[cycle, _WALK] = 0
        parts[cycle, _CYCLE] = cycle
        first = lasts[cycle] + 1
    cycles.sizes[_SEGMENTS], cycles.sizes[_WALKS] = count, 0
