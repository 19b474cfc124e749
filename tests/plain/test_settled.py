"""Settled edges and searches of small graphs, against lists of all Hamiltonian cycles made by trying everything."""

from __future__ import annotations

from itertools import permutations, product
from unittest.mock import Mock

import pytest
from helpers.marks import examples, long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.plain.settled import find_cycle, settle, strong_components
from destrier.plain.worms import Walk
from destrier.switching.small_graphs import hamiltonian_cycles

Edges = list[tuple[int, int]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    """Graphs of up to seven vertices, half of them bipartite; some edges are parallel."""
    size = draw(st.integers(3, 7))
    pairs = [(one, other) for one in range(size) for other in range(one)]
    if draw(st.booleans()):
        pairs = [(one, other) for one, other in pairs if (one + other) % 2]
    return size, draw(st.lists(st.sampled_from(pairs), max_size=14))


def every_cycle(size: int, edges: Edges) -> set[frozenset[int]]:
    """All Hamiltonian cycles as the numbers of their edges."""
    found = set[frozenset[int]]()
    for rest in permutations(range(1, size)):
        order = (0, *rest)
        steps = [{order[place - 1], order[place]} for place in range(size)]
        ways = [[number for number, ends in enumerate(edges) if set(ends) == step] for step in steps]
        found.update(map(frozenset, product(*ways)))
    return found


@examples(150)
@given(graphs())
def test_settled_edges_are_in_all_cycles_or_in_none(graph: tuple[int, Edges]) -> None:
    cycles, settled = every_cycle(*graph), settle(*graph)
    if settled is None:
        assert not cycles
        return
    assert all(settled.required <= cycle and not settled.forbidden & cycle for cycle in cycles)


def test_vertices_whose_last_edges_meet_at_one() -> None:
    """Three vertices have two edges each, all of which would have to be taken, three of them at the same vertex."""
    edges = [(0, 3), (1, 3), (2, 3), (0, 4), (1, 4), (2, 4), (3, 4)]
    assert not every_cycle(5, edges)
    assert settle(5, edges) is None


@examples(150)
@given(graphs(), st.data())
def test_edges_that_must_be_taken(graph: tuple[int, Edges], data: st.DataObject) -> None:
    size, edges = graph
    required = data.draw(st.sets(st.integers(0, max(len(edges) - 1, 0)), max_size=2)) if edges else set[int]()
    cycles = {cycle for cycle in every_cycle(size, edges) if required <= cycle}
    settled = settle(size, edges, required)
    if settled is None:
        assert not cycles
        return
    assert all(settled.required <= cycle and not settled.forbidden & cycle for cycle in cycles)


@examples(150)
@given(graphs(), st.integers(0, 100))
def test_a_cycle_is_found_iff_there_is_one(graph: tuple[int, Edges], seed: int) -> None:
    cycles, found = every_cycle(*graph), find_cycle(*graph, seed)
    if found is None:
        assert not cycles
    else:
        assert frozenset(found) in cycles


@given(
    st.integers(1, 8).flatmap(lambda size: st.lists(st.lists(st.integers(0, size - 1)), min_size=size, max_size=size))
)
def test_strong_components(onward: list[list[int]]) -> None:
    reach = [{vertex} for vertex in range(len(onward))]
    for _ in onward:
        for vertex, others in enumerate(onward):
            reach[vertex] = reach[vertex].union(*(reach[other] for other in others))
    component = strong_components(onward)
    for one, other in product(range(len(onward)), repeat=2):
        assert (component[one] == component[other]) == (one in reach[other] and other in reach[one])


@pytest.mark.parametrize(("rows", "cols"), [(10, 12), long(11, 12), long(12, 13), long(12, 14)])
def test_zebras_have_no_closed_tours_of_some_boards(rows: int, cols: int) -> None:
    """A solver of constraints finds none, either."""
    assert dt.count(rows, cols, leaper="zebra").undirected == 0


@pytest.mark.parametrize(("rows", "cols"), [(10, 12), long(11, 12)])
def test_a_tour_is_refused_where_all_were_searched(rows: int, cols: int) -> None:
    with pytest.raises(
        dt.NoSuchTour, match=rf"\Ano closed tour of {rows} x {cols} by a zebra exists: all of them were"
    ):
        dt.tour(rows, cols, leaper="zebra", seed=1)


def test_few_dear_looks_precede_the_proof_that_there_is_no_cycle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worms go far on this board, which has covers but no tours."""
    look = Mock(return_value=False)
    monkeypatch.setattr(Walk, "_is_one_cycle", look)
    cycles = hamiltonian_cycles(dt.Board(11, 12, leaper="zebra").move_graph)
    assert cycles is not None
    assert 0 < look.call_count < 30
