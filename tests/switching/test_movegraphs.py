"""Move graphs: covers and closed tours of graphs given by tables, against plain searches of small random graphs."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive
from hypothesis import assume, given
from hypothesis import strategies as st

from destrier.core.movegraph import MoveGraph, colour_counts, find_dead_end, find_fault, find_unreachable, walk
from destrier.support.errors import BudgetExceeded, NoSuchTour
from destrier.switching.movegraphs import cover, hamiltonian_cycle, join, reroute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

Edges: TypeAlias = "list[tuple[int, int]]"

KNIGHT = naive.MOVES


def graph_of(size: int, edges: Edges) -> MoveGraph:
    """The graph whose moves, at each square, are the first of its edges, in order."""
    there, back = np.full((size, 8), -1, np.int32), np.zeros((size, 8), np.uint8)
    degree = [0] * size
    for u, v in edges:
        there[u, degree[u]], back[u, degree[u]] = v, degree[v]
        there[v, degree[v]], back[v, degree[v]] = u, degree[u]
        degree[u] += 1
        degree[v] += 1
    return MoveGraph(there, back)


def knights_graph(rows: int, cols: int, *, torus: bool = False) -> MoveGraph:
    edges = [
        (row * cols + col, (row + drow) % rows * cols + (col + dcol) % cols)
        for row in range(rows)
        for col in range(cols)
        for drow, dcol in KNIGHT[4:]
        if torus or (row + drow < rows and 0 <= col + dcol < cols)
    ]
    return graph_of(rows * cols, edges)


@st.composite
def edge_lists(draw: st.DrawFn, least: int = 3, most: int = 8) -> tuple[int, Edges]:
    """A random graph, with parallel edges now and then."""
    size = draw(st.integers(least, most))
    square = st.integers(0, size - 1)
    drawn = draw(st.lists(st.tuples(square, square), min_size=size, max_size=4 * size))
    edges: Edges = []
    for u, v in drawn:
        if u != v and all(sum(square in edge for edge in edges) < 8 for square in (u, v)):
            edges.append((u, v))
    return size, edges


def edges_of(graph: MoveGraph, moves: Sequence[int]) -> list[tuple[int, int]]:
    """The edges of a cover, each from either side."""
    return [(u, int(graph.there[u, m])) for u in range(graph.size) for m in range(8) if int(moves[u]) >> m & 1]


def assert_cover(graph: MoveGraph, moves: NDArray[np.uint64]) -> None:
    for square in range(graph.size):
        bits = [move for move in range(8) if int(moves[square]) >> move & 1]
        assert len(bits) == 2
        for move in bits:
            there, back = int(graph.there[square, move]), int(graph.back[square, move])
            assert there >= 0
            assert int(moves[there]) >> back & 1
            assert (graph.there[there, back], graph.back[there, back]) == (square, move)


def components(size: int, edges: Edges) -> list[set[int]]:
    found: list[set[int]] = []
    for start in range(size):
        if any(start in component for component in found):
            continue
        component = {start}
        while more := {v for u, v in [*edges, *((v, u) for u, v in edges)] if u in component} - component:
            component |= more
        found.append(component)
    return found


def has_tour(size: int, edges: Edges) -> bool:
    joined = set(edges) | {(v, u) for u, v in edges}
    return any(
        all(step in joined for step in zip((0, *rest), (*rest, 0), strict=True))
        for rest in permutations(range(1, size))
    )


@given(edge_lists())
def test_a_tour_is_found_iff_there_is_one(graph: tuple[int, Edges]) -> None:
    size, edges = graph
    table = graph_of(size, edges)
    if not has_tour(size, edges):
        with pytest.raises(NoSuchTour, match="no closed tour of the graph exists: all of them were searched"):
            hamiltonian_cycle(table, 1, "closed tour of the graph")
        return
    moves = hamiltonian_cycle(table, 1, "closed tour of the graph")
    assert_cover(table, moves)
    assert len(components(size, edges_of(table, moves.tolist()))) == 1


@given(edge_lists(most=30), st.integers(0, 10**9))
def test_covers_and_joins(graph: tuple[int, Edges], key: int) -> None:
    size, edges = graph
    table = graph_of(size, edges)
    moves = cover(table, key)
    assume(moves is not None)
    assert moves is not None
    assert_cover(table, moves)
    assert find_fault(table, moves) is None
    before = len(components(size, edges_of(table, moves.tolist())))
    assert walk(table, moves)[1].size == before
    left = join(table, moves, key)
    assert_cover(table, moves)
    assert left == len(components(size, edges_of(table, moves.tolist()))) <= before


@pytest.mark.parametrize(
    ("rows", "cols", "torus"), [(5, 5, True), (5, 7, True), (7, 7, True), (9, 11, True), (6, 6, False)]
)
def test_covers_of_graphs_that_are_not_bipartite(rows: int, cols: int, *, torus: bool) -> None:
    graph = knights_graph(rows, cols, torus=torus)
    for key in range(20):
        moves = cover(graph, key)
        assert moves is not None
        assert_cover(graph, moves)


@pytest.mark.parametrize(("rows", "cols", "torus"), [(8, 8, False), (3, 30, False), (40, 41, False), (31, 33, True)])
def test_tours_of_large_graphs(rows: int, cols: int, *, torus: bool) -> None:
    graph = knights_graph(rows, cols, torus=torus)
    first, again, other = (hamiltonian_cycle(graph, key, "closed tour of board") for key in (1, 1, 2))
    assert_cover(graph, first)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    square, came, steps = 0, -1, 0
    while steps == 0 or square != 0:
        bits = [move for move in range(8) if int(first[square]) >> move & 1 and move != came]
        came, square = int(graph.back[square, bits[0]]), int(graph.there[square, bits[0]])
        steps += 1
    assert steps == rows * cols


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (4, 8), (3, 8), (4, 9)])
def test_a_search_to_the_end_is_a_proof(rows: int, cols: int) -> None:
    with pytest.raises(NoSuchTour, match="no closed tour of the board exists: all of them were searched"):
        hamiltonian_cycle(knights_graph(rows, cols), 1, "closed tour of the board")


@exhaustive
def test_a_search_without_end_is_no_proof() -> None:
    with pytest.raises(BudgetExceeded, match="no closed tour of the board was found, and no proof"):
        hamiltonian_cycle(knights_graph(4, 17), 1, "closed tour of the board")


@given(edge_lists(most=12), st.integers(0, 10**9), st.integers(3, 12))
def test_windows_join_what_passes_through_them(graph: tuple[int, Edges], key: int, width: int) -> None:
    size, edges = graph
    table = graph_of(size, edges)
    moves = cover(table, key)
    assume(moves is not None)
    assert moves is not None
    window = np.random.default_rng(key).permutation(size)[:width]
    before = components(size, edges_of(table, moves.tolist()))
    changed = moves.copy()
    outcome = reroute(table, changed, window, key=key, budget=10**6)
    assert_cover(table, changed)
    outside = [edge for edge in edges_of(table, moves.tolist()) if not set(edge) <= set(window.tolist())]
    assert {*outside} <= {*edges_of(table, changed.tolist())}
    if not outcome:
        assert outcome is False
        assert np.array_equal(changed, moves)
        return
    through = [
        cycle
        for cycle in before
        if any(set(edge) <= cycle & set(window.tolist()) for edge in edges_of(table, moves.tolist()))
    ]
    if len(through) > 1:
        assert len(components(size, edges_of(table, changed.tolist()))) == len(before) - len(through) + 1


def test_walks_start_at_the_smallest_square_by_the_lowest_move() -> None:
    graph = knights_graph(6, 7)
    moves = cover(graph, 3)
    assert moves is not None
    order, lengths = walk(graph, moves)
    assert sorted(order.tolist()) == list(range(42))
    cycles = np.split(order, np.cumsum(lengths)[:-1])
    assert [int(cycle[0]) for cycle in cycles] == sorted(int(cycle.min()) for cycle in cycles)
    for cycle in cycles:
        lowest = (int(moves[cycle[0]]) & -int(moves[cycle[0]])).bit_length() - 1
        assert graph.there[cycle[0], lowest] == cycle[1]
        assert {*zip(cycle, np.roll(cycle, -1), strict=True)} <= {*edges_of(graph, moves.tolist())}


@given(st.integers(0, 41), st.integers(0, 7))
def test_a_wrong_bit_is_named(square: int, move: int) -> None:
    graph = knights_graph(6, 7)
    moves = hamiltonian_cycle(graph, 1, "closed tour of board")
    assert find_fault(graph, moves) is None
    moves[square] ^= 1 << move
    fault = find_fault(graph, moves)
    assert fault is not None
    named = fault[0]
    assert named in {square, int(graph.there[square, move])}


def test_a_move_without_one_back_is_named() -> None:
    graph = graph_of(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    assert find_fault(graph, np.array([0b011, 0b011, 0b011, 0b011], np.uint8)) is None
    assert find_fault(graph, np.array([0b101, 0b011, 0b011, 0b011], np.uint8)) == (0, "a move that has none back")


@given(edge_lists(least=2, most=10))
def test_what_shows_that_there_is_no_tour(graph: tuple[int, Edges]) -> None:
    size, edges = graph
    table = graph_of(size, edges)
    dead = [u for u in range(size) if len({x for edge in edges if u in edge for x in edge} - {u}) < 2]
    assert find_dead_end(table) == (dead[0] if dead else None)
    apart = set(range(size)) - components(size, edges)[0]
    assert find_unreachable(table) == (min(apart) if apart else None)
    if apart:
        return
    colourings = [
        bits for bits in range(1 << size) if bits & 1 == 0 and all((bits >> u ^ bits >> v) & 1 for u, v in edges)
    ]
    counts = colour_counts(table)
    assert (counts is not None) == bool(colourings)
    if counts is not None:
        assert counts == (size - colourings[0].bit_count(), colourings[0].bit_count())
