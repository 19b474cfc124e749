"""The Hamiltonian cycles of a small graph: their number, a uniform draw, and all of them, by a frontier sweep.

The vertices are processed one by one, and each takes the edges that it lacks to later vertices (Knuth, TAOCP 7.1.4,
Simpath). The edges taken form paths, and all sets of edges that form paths with the same ends can be completed in the
same ways, so a set of edges is only known by its *mates*:

mates[v]
    the other end of the path that ends at vertex v; v itself if it has no edges yet; 255 if it is *full*, that is, if
    it has both.

Only the vertices that may have edges are there, each as a *slot*. A vertex leaves its slot when it has been processed,
and the next one that takes it finds itself there, without edges. Slot 0 stands for all vertices without a slot.

A node of the sweep stands for all sets of edges with the same mates. It holds their number, and the ways that lead to
it: the previous node and the edges taken since. All ways lead back to the first node, so a walk backwards from the last
node never fails. Taking all ways lists the cycles, and drawing each way by its number of sets draws a cycle uniformly.

The cost grows exponentially with the width of the *frontier*, the later vertices beside earlier ones, so the order of
the vertices matters: 6 x 6 takes 8,000 nodes, or 210,000 row by row.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from math import inf
from operator import itemgetter
from random import Random
from typing import Final, TypeAlias

from destrier.support.errors import BudgetExceeded

Graph: TypeAlias = Sequence[Sequence[int]]
"""The neighbours of each vertex, without loops. Parallel edges are different edges."""

HalfEdge: TypeAlias = tuple[int, int]
"""A vertex, and the place of the other end in the list of its neighbours."""

Edges: TypeAlias = tuple[HalfEdge, ...]

MOST_NODES: Final = 1_000_000
"""Default limit on the number of nodes; a million take some three seconds and 300 MB."""

_LARGEST: Final = 258
"""Maximum number of vertices: 256 squares, and two that join the ends of open tours."""

FULL: Final = 255
"""The mate of a vertex with both edges."""

_Begun: TypeAlias = "tuple[int, int, int, _Begun | None]"
"""The beginning of an order: its cost, its vertices, its frontier, and the order without its last vertex."""

_BEAM: Final = 32
"""Number of orders begun that are continued."""


class TooManyStates(BudgetExceeded):
    """The graph is too large for a sweep."""


class _Node:
    """All sets of edges with the same mates."""

    __slots__ = ("earlier", "edges", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.earlier: list[_Node] = []
        self.edges: list[Edges] = []

    def come_from(self, node: _Node, edges: Edges) -> None:
        self.number += node.number
        self.earlier.append(node)
        self.edges.append(edges)


class Sweep:
    """The Hamiltonian cycles of a small graph.

    Parameters
    ----------
    neighbours
        The neighbours of each vertex, without loops. Parallel edges are different edges.
    most
        The maximum number of nodes of the sweep.
    widest
        The maximum number of nodes after a step: a narrow graph has few, however long it is.

    Attributes
    ----------
    total
        The number of cycles.

    Raises
    ------
    TooManyStates
        If the sweep needs more nodes than that, or the graph has more than 258 vertices.

    Examples
    --------
    >>> complete = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]]
    >>> Sweep(complete).total
    3
    >>> sorted(sorted((vertex, complete[vertex][place])) for vertex, place in next(Sweep(complete).every()))
    [[0, 2], [0, 3], [1, 2], [1, 3]]
    """

    def __init__(self, neighbours: Graph, *, most: int = MOST_NODES, widest: int = MOST_NODES) -> None:
        with _without_collector():
            self._last = _last_node(steps_of(neighbours), most, widest)
        self.total = self._last.number

    def draw(self, random: Random) -> list[HalfEdge]:
        """Return the edges of a cycle, drawn uniformly; there must be one."""
        cycle: list[HalfEdge] = []
        node = self._last
        while node.earlier:
            rank, way = random.randrange(node.number), 0
            while rank >= node.earlier[way].number:
                rank -= node.earlier[way].number
                way += 1
            cycle += node.edges[way]
            node = node.earlier[way]
        return cycle

    def uses(self) -> Counter[HalfEdge]:
        """Return the number of cycles with each edge.

        A way is part of one cycle for each set of edges before it and each completion after it. Walking backwards from
        the last node, each layer learns its completions from the one after it.
        """
        used: Counter[HalfEdge] = Counter()
        layer = {self._last: 1}
        while layer:
            before: Counter[_Node] = Counter()
            for node, completions in layer.items():
                for earlier, edges in zip(node.earlier, node.edges, strict=True):
                    before[earlier] += completions
                    for edge in edges:
                        used[edge] += earlier.number * completions
            layer = before
        return used

    def every(self) -> Iterator[list[HalfEdge]]:
        """Yield the edges of all cycles, in an order determined by the graph."""
        waiting: list[tuple[_Node, Edges]] = [(self._last, ())] if self.total else []
        while waiting:
            node, cycle = waiting.pop()
            if not node.earlier:
                yield list(cycle)
            waiting.extend((one, cycle + edges) for one, edges in zip(node.earlier, node.edges, strict=True))


@contextmanager
def _without_collector() -> Iterator[None]:
    """Pause the garbage collector, which takes two thirds of the time; a sweep makes no circles of references."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def cycles(neighbours: Graph, *, most: int = MOST_NODES) -> Iterator[list[HalfEdge]]:
    """Yield the edges of all Hamiltonian cycles, in an order determined by the graph.

    A depth-first search with the steps of a sweep, which remembers the mates that cannot be completed. On boards of any
    width the first cycle is found at once, and each takes some 30 microseconds.

    Parameters
    ----------
    neighbours
        The graph, as for `Sweep`.
    most
        The maximum number of mates to remember.

    Raises
    ------
    TooManyStates
        If the graph has more than 258 vertices, or these mates are too few to find a first cycle.

    Examples
    --------
    >>> len(list(cycles([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])))
    3
    """
    steps = steps_of(neighbours)
    dead: set[tuple[int, bytes]] = set()
    listed = 0

    def completed(mates: bytes, number: int) -> Iterator[Edges]:
        """Yield the edges of all completions from a step on."""
        if number == len(steps):
            yield ()
            return
        before = listed
        for joined, edges in _continued(mates, step := steps[number]):
            if (number, joined) not in dead and _is_open(joined, step.tight):
                for rest in completed(joined, number + 1):
                    yield edges + rest
        if listed == before:
            if len(dead) == most:
                if not listed:
                    raise TooManyStates(f"no cycle was found among {most:,} sets of edges")
                dead.clear()
            dead.add((number - 1, mates))

    for cycle in completed(untouched(steps), 0):
        listed += 1
        yield list(cycle)


def narrow_order(neighbours: Graph) -> list[int]:
    """Return an order of the vertices with a narrow frontier.

    A beam search: of all orders begun, those with the narrowest frontiers so far are continued by each vertex of their
    frontiers. Sets of vertices are the bits of an integer.
    """
    beside = [sum(1 << other for other in set(others)) for others in neighbours]
    everything = (1 << len(beside)) - 1
    begun: list[_Begun] = [(0, 0, 0, None)]
    for _ in neighbours:
        longer: dict[int, _Begun] = {}
        limit = inf
        for order in begun:
            if limit == inf and len(longer) >= 2 * _BEAM:  # those that cost more are not among the narrowest
                limit = sorted(longer.values(), key=itemgetter(0))[_BEAM - 1][0]
            cost, known, frontier, _ = order
            ways = frontier or everything ^ known
            while ways:
                bit = ways & -ways
                ways ^= bit
                after = known | bit
                beyond = (frontier | beside[bit.bit_length() - 1]) & ~after
                dearer = cost + (1 << beyond.bit_count())
                if dearer <= limit and (after not in longer or dearer < longer[after][0]):
                    longer[after] = dearer, after, beyond, order
        begun = sorted(longer.values(), key=itemgetter(0))[:_BEAM]
    found, order = list[int](), begun[0]
    while before := order[3]:
        found.append((order[1] ^ before[1]).bit_length() - 1)
        order = before
    return found[::-1]


@dataclass(frozen=True)
class Step:
    """A vertex, its edges to later vertices, the later ones that it may deprive of edges, and how many are later."""

    vertex: int
    onward: list[tuple[int, Edges]]
    tight: list[tuple[int, list[int]]]
    later: int


def steps_of(neighbours: Graph) -> list[Step]:
    """Return the steps of a sweep, in which each vertex is a slot.

    Raises
    ------
    TooManyStates
        If the graph has more than 258 vertices.
    """
    if len(neighbours) > _LARGEST:
        raise TooManyStates(f"a sweep takes up to {_LARGEST} vertices, not {len(neighbours)}")
    order = narrow_order(neighbours)
    later, free, slots, steps = set(order), list(range(1, FULL))[::-1], dict[int, int](), list[Step]()

    def slot(vertex: int) -> int:
        if vertex not in slots:
            if not free:
                raise TooManyStates(f"a sweep looks at up to {FULL - 1} vertices at a time")
            slots[vertex] = free.pop()
        return slots[vertex]

    for vertex in order:
        later.remove(vertex)
        edges = [(place, other) for place, other in enumerate(neighbours[vertex]) if other in later]
        onward: list[tuple[int, Edges]] = [(slot(other), ((vertex, place),)) for place, other in edges]
        near = _tight(neighbours, later, [other for _, other in edges])
        here = slot(vertex)
        tight = [(slots.get(one, 0), [slots.get(other, 0) for other in others]) for one, others in near]
        steps.append(Step(here, onward, tight, len(later)))
        free.append(slots[vertex])
    return steps


def untouched(steps: list[Step]) -> bytes:
    """Return the mates in the slots before the first step."""
    return bytes(range(1 + max((step.vertex for step in steps), default=-1)))


def _last_node(steps: list[Step], most: int, widest: int) -> _Node:
    """Return the node of the sets of edges that are cycles; it has no ways if there is none."""
    nodes, first = 0, untouched(steps)
    layer = {first: _Node(1)}
    for step in steps:
        following: dict[bytes, _Node] = {}
        for mates, node in layer.items():
            for joined, edges in _continued(mates, step):
                if (found := following.get(joined)) is None:
                    if not _is_open(joined, step.tight):
                        continue
                    found = following[joined] = _Node(0)
                found.come_from(node, edges)
            if nodes + len(following) > most or len(following) > widest:
                raise TooManyStates(f"a sweep of this graph needs more than {most:,} nodes")
        nodes += len(following)
        layer = following
    return layer.get(first, _Node(0))


def _tight(neighbours: Graph, later: set[int], touched: list[int]) -> list[tuple[int, set[int]]]:
    """Return the vertices with at most two later neighbours that the last step may have deprived of edges."""
    near = set(touched).union(*(neighbours[vertex] for vertex in touched)) & later
    found = [(vertex, later.intersection(neighbours[vertex])) for vertex in near]
    return [(vertex, others) for vertex, others in found if len(others) <= 2]


def _is_open(mates: bytes, tight: list[tuple[int, list[int]]]) -> bool:
    """Whether each of these vertices has enough neighbours left for the edges that it lacks."""
    for vertex, others in tight:
        if mates[vertex] != FULL:
            lacking = 2 if mates[vertex] == vertex else 1
            for other in others:
                lacking -= mates[other] != FULL
            if lacking > 0:
                return False
    return True


def _continued(mates: bytes, step: Step) -> list[tuple[bytes, Edges]]:
    """Return the mates after each way to give a vertex the edges that it lacks, and these edges."""
    vertex, end = step.vertex, mates[step.vertex]
    if end == FULL:
        joined = bytearray(mates)
        joined[vertex] = vertex
        return [(bytes(joined), ())]
    ways: list[tuple[bytes, Edges]] = []
    ends = [(other, mates[other], edge) for other, edge in step.onward if mates[other] != FULL]
    if end != vertex:
        for there, far, edge in ends:
            joined = bytearray(mates)
            joined[vertex], joined[there] = vertex, FULL
            if there != end:
                joined[end], joined[far] = far, end
            elif joined.count(FULL) < step.later:  # a cycle that misses some vertices
                continue
            ways.append((bytes(joined), edge))
        return ways
    for (one, end, edge), (two, far, other_edge) in combinations(ends, 2):
        joined = bytearray(mates)
        joined[one] = joined[two] = FULL
        if one not in (far, two):
            joined[end], joined[far] = far, end
        elif joined.count(FULL) < step.later:
            continue
        ways.append((bytes(joined), edge + other_edge))
    return ways
