"""The lexicographically first Hamiltonian cycle of a small graph.

A cycle is known that begins with the vertices chosen so far. At each place, smaller vertices than its own are tried in
turn: if another cycle begins with them, it takes its place. Each trial is exact: edges are settled (see `settled`), and
then the steps of a sweep go over what is left (see `sweep.cycles`). The vertices chosen are contracted to a path of two
edges.

Cost: 20 to 40 trials, 0.2 s on 8 x 8.
"""

from __future__ import annotations

from collections.abc import Sequence

from destrier.plain.settled import settle
from destrier.plain.sweep import cycles


def first_cycle(near: Sequence[Sequence[int]], begun: Sequence[int]) -> list[int] | None:
    """Return the first Hamiltonian cycle that begins with these vertices, two or more, or `None` if there is none.

    Parameters
    ----------
    near
        The neighbours of each vertex, in increasing order.

    Raises
    ------
    TooManyStates
        If the graph is too large for an exact search.

    Examples
    --------
    >>> first_cycle([[1, 2, 3], [0, 3], [0, 3], [0, 1, 2]], [0, 2])
    [0, 2, 3, 1]
    """
    found = _completed(near, begun)
    for place in range(len(begun), len(near) if found else 0):
        assert found is not None
        known = found[:place]
        smaller = [vertex for vertex in near[known[-1]] if vertex < found[place] and vertex not in known]
        found = next(filter(None, (_completed(near, [*known, vertex]) for vertex in smaller)), found)
    return found


def _completed(near: Sequence[Sequence[int]], path: Sequence[int]) -> list[int] | None:
    """Return a Hamiltonian cycle that begins with a path, or `None` if there is none."""
    inside = set(path[1:-1])
    left = [vertex for vertex in range(len(near)) if vertex not in inside]
    number = {vertex: place for place, vertex in enumerate(left)}
    first, last, middle = number[path[0]], number[path[-1]], len(left)
    edges = [(number[one], number[other]) for one in left for other in near[one] if one < other and other in number]
    edges += [(first, middle), (last, middle)]
    settled = settle(middle + 1, edges)
    if settled is None:
        return None
    neighbours: list[list[int]] = [[] for _ in range(middle + 1)]
    for edge, (one, other) in enumerate(edges):
        if edge not in settled.forbidden:
            neighbours[one].append(other)
            neighbours[other].append(one)
    cycle = next(cycles(neighbours), None)
    if cycle is None:
        return None
    beside: list[list[int]] = [[] for _ in neighbours]
    for one, place in cycle:
        other = neighbours[one][place]
        beside[one].append(other)
        beside[other].append(one)
    found, here, before = list(path), last, middle
    while len(found) < len(near):
        here, before = next(vertex for vertex in beside[here] if vertex != before), here
        found.append(left[here])
    return found
