"""The number of Hamiltonian cycles of a small graph, by the sweep of `plain.sweep` on arrays.

The steps are those of `plain.sweep`. A *state* stands for all sets of edges with the same mates, as a node does there,
but it only has their number, since no cycle is drawn or listed. A step takes all states at once, as rows of an array.

Equal states are brought together by sorting their hashes, and neighbours are merged if all bytes are equal. Where other
states have the same hash, equal ones may remain apart, which changes no sum.

Cost: 0.1 microseconds for each state before merging, a tenth of the time of a sweep that also draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.plain.sweep import FULL, Graph, Step, TooManyStates, steps_of, untouched

Mask: TypeAlias = NDArray[np.bool_]

_MOST_SUM: Final = 2**63
"""The largest sum of counts in words; larger ones are Python's numbers."""

_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
"""An odd number by whose powers the words of a state are multiplied to make its hash."""


class _Layer(NamedTuple):
    """States after a step."""

    mates: NDArray[np.uint8]
    """By state and slot; the slots fill words of 64 bits."""
    counts: NDArray[Any]
    """The number of sets of edges of each state, `uint64` or Python's numbers."""

    def where(self, mask: Mask) -> _Layer:
        """Return a copy of some of the states."""
        places = np.flatnonzero(mask)  # taking them is ten times as fast as indexing by a mask
        return _Layer(self.mates.take(places, axis=0), self.counts.take(places))


def count_cycles(neighbours: Graph, *, most: int) -> int:
    """Return the number of Hamiltonian cycles.

    Parameters
    ----------
    neighbours
        The neighbours of each of at least three vertices, without loops. Parallel edges are different edges.
    most
        The maximum number of states, before equal ones are merged; a quarter of it may be made by one step.

    Raises
    ------
    TooManyStates
        If the sweep needs more than that, or the graph has more than 258 vertices.

    Examples
    --------
    >>> count_cycles([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]], most=1000)
    3
    """
    steps = steps_of(neighbours)
    first = untouched(steps)
    first += bytes(-len(first) % 8)
    layer = _Layer(np.frombuffer(first, np.uint8)[None], np.ones(1, np.uint64))
    made = 0
    for step in steps:
        found, before = list[_Layer](), made
        for way in _ways(layer, step):
            made += len(way.counts)
            if made > most or made - before > most // 4:
                raise TooManyStates(f"a count of the cycles of this graph makes more than {most:,} states")
            way.mates[:, step.vertex] = step.vertex  # which leaves its slot
            found.append(way.where(_are_open(way.mates, step)))
        layer = _merged(found)
    return int(layer.counts.sum())


def _ways(layer: _Layer, step: Step) -> Iterator[_Layer]:
    """Yield the states after each way to give the vertex of a step the edges that it lacks."""
    vertex, slots = step.vertex, [slot for slot, _ in step.onward]
    end = layer.mates[:, vertex]
    full, begun, new = (layer.where(mask) for mask in (end == FULL, (end != FULL) & (end != vertex), end == vertex))
    yield full
    yield from (_linked(begun, vertex, there, step.later - 1) for there in slots)
    yield from (_linked(new, one, two, step.later - 2) for one, two in combinations(slots, 2) if one != two)


def _linked(layer: _Layer, one: int, two: int, full: int) -> _Layer:
    """Join two slots in all states that allow it, and return these; if `full` slots are full, a cycle may close."""
    mates = layer.mates
    may = (mates[:, one] != FULL) & (mates[:, two] != FULL)
    closing = np.flatnonzero(may & (mates[:, one] == two))
    may[closing] = np.count_nonzero(mates.take(closing, axis=0) == FULL, axis=1) == full
    linked = layer.where(may)
    mates = linked.mates
    end, far, every = mates[:, one].copy(), mates[:, two].copy(), np.arange(len(mates))
    mates[every, end], mates[every, far] = far, end
    mates[:, one] = np.where(end == one, far, FULL)
    mates[:, two] = np.where(far == two, end, FULL)
    return linked


def _are_open(mates: NDArray[np.uint8], step: Step) -> Mask:
    """Return for each state whether the vertices near the step have enough neighbours for the edges that they lack."""
    are_open = np.ones(len(mates), bool)
    for vertex, others in step.tight:
        lacking = np.add(mates[:, vertex] != FULL, mates[:, vertex] == vertex, dtype=np.int8)
        for other in others:
            lacking -= mates[:, other] != FULL
        are_open &= lacking <= 0
    return are_open


def _merged(found: list[_Layer]) -> _Layer:
    """Return the states with the sums of the counts of equal ones."""
    mates, counts = (np.concatenate(parts) for parts in zip(*found, strict=True))
    if not len(counts):
        return _Layer(mates, counts)
    if counts.dtype != object and counts.sum(dtype=float) > _MOST_SUM:
        counts = counts.astype(object)
    words, hashes = mates.view(np.uint64), np.zeros(len(mates), np.uint64)
    for column in words.T:
        hashes = (hashes + column) * _FACTOR
    order = np.lexsort((hashes >> 32).astype(np.uint32).view(np.uint16).reshape(-1, 2).T)  # a radix sort
    words, counts = words.take(order, axis=0), counts.take(order)
    differ = np.zeros(len(words) - 1, bool)
    for column in words.T:
        differ |= column[1:] != column[:-1]
    firsts = np.flatnonzero(np.concatenate([[True], differ]))
    return _Layer(words.take(firsts, axis=0).view(np.uint8), np.add.reduceat(counts, firsts))
