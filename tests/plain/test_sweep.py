"""The frontier sweep in plain Python: numbers, lists and uniform draws of Hamiltonian cycles."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice, product, starmap
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

import pytest
from helpers import naive
from helpers.laws import z_of_chi_square
from helpers.marks import exhaustive, left, long, very_long

from destrier.plain.sweep import Sweep, TooManyStates, cycles, narrow_order

if TYPE_CHECKING:
    from collections.abc import Iterator

Graph: TypeAlias = list[list[int]]


def leaper_graph(rows: int, cols: int, *, holes: tuple[int, ...] = (), step: tuple[int, int] = (1, 2)) -> Graph:
    squares = [square for number, square in enumerate(product(range(rows), range(cols))) if number not in holes]
    return [
        [
            number
            for number, (row, col) in enumerate(squares)
            if sorted((abs(row - here[0]), abs(col - here[1]))) == list(step)
        ]
        for here in squares
    ]


def torus_graph(rows: int, cols: int) -> Graph:
    """The knight's moves of a torus, parallel ones included; without loops."""
    steps = [(row, col) for row, col in product((-2, -1, 1, 2), repeat=2) if abs(row) != abs(col)]
    targets = [
        [(row + down) % rows * cols + (col + right) % cols for down, right in steps]
        for row, col in product(range(rows), range(cols))
    ]
    return [[there for there in each if there != here] for here, each in enumerate(targets)]


def with_apex(graph: Graph) -> Graph:
    return [*([*others, len(graph)] for others in graph), list(range(len(graph)))]


GRAPHS: Final[dict[str, Graph]] = {
    "3 x 4": leaper_graph(3, 4),
    "3 x 10": leaper_graph(3, 10),
    "5 x 6": leaper_graph(5, 6),
    "holes": leaper_graph(6, 5, holes=(12, 17)),
    "ring": leaper_graph(3, 3, holes=(4,)),
    "(0,1)-leaper": leaper_graph(4, 5, step=(0, 1)),
    "(1,1)-leaper": leaper_graph(4, 4, step=(1, 1)),
    "torus 3 x 3": torus_graph(3, 3),
    "torus 2 x 4": torus_graph(2, 4),
    "open 3 x 4": with_apex(leaper_graph(3, 4)),
    "open 4 x 5": with_apex(leaper_graph(4, 5)),
    "complete": [[other for other in range(6) if other != here] for here in range(6)],
    "two parts": [[1, 2], [0, 2], [0, 1], [4, 5], [3, 5], [3, 4]],
    "path": [[1], [0, 2], [1]],
    "double edges": [[1, 1, 2], [0, 0, 2], [0, 1]],
    "two vertices": [[1, 1, 1], [0, 0, 0]],
    "one vertex": [[]],
}


def multigraph_edges(graph: Graph) -> list[tuple[int, int, int]]:
    """All edges: the smaller end, the larger, and which of the parallel ones."""
    seen: Counter[tuple[int, int]] = Counter()
    found = []
    for here, others in enumerate(graph):
        for there in others:
            if there > here:
                found.append((here, there, seen[here, there]))
                seen[here, there] += 1
    return found


def naive_cycles(graph: Graph) -> Iterator[frozenset[tuple[int, int, int]]]:
    """Every Hamiltonian cycle once, by walking from vertex 0 as long as each vertex ahead has two edges left."""
    edges = multigraph_edges(graph)
    beside = [[edge for edge in edges if vertex in edge[:2]] for vertex in range(len(graph))]
    everything = frozenset(range(len(graph)))
    found = set()

    def walk(vertex: int, seen: frozenset[int], taken: frozenset[tuple[int, int, int]]) -> None:
        passed = seen - {0, vertex}
        if any(sum(passed.isdisjoint(edge[:2]) for edge in beside[ahead]) < 2 for ahead in everything - seen):
            return
        for edge in beside[vertex]:
            there = edge[0] + edge[1] - vertex
            if there == 0 and len(seen) == len(graph) and edge not in taken:
                found.add(taken | {edge})
            elif there not in seen:
                walk(there, seen | {there}, taken | {edge})

    walk(0, frozenset({0}), frozenset())
    yield from found


def named(graph: Graph, cycle: list[tuple[int, int]]) -> frozenset[tuple[int, int, int]]:
    """The edges of a cycle as in `multigraph_edges`; a parallel edge is numbered at the end that the sweep names."""
    found = []
    for here, place in cycle:
        there = graph[here][place]
        found.append((min(here, there), max(here, there), graph[here][:place].count(there)))
    return frozenset(found)


@pytest.mark.parametrize("name", left(GRAPHS, GRAPHS.keys() - {"torus 2 x 4", "torus 3 x 3", "open 4 x 5", "5 x 6"}))
def test_a_sweep_finds_each_cycle_once(name: str) -> None:
    graph = GRAPHS[name]
    expected = set(naive_cycles(graph))
    sweep = Sweep(graph)
    assert sweep.total == len(expected)
    for every in (sweep.every(), cycles(graph)):
        listed = [named(graph, cycle) for cycle in every]
        assert len(listed) == len(expected)
        assert set(listed) == expected


@pytest.mark.parametrize(("rows", "cols", "number"), [(3, 12, 176), (5, 8, 44202), (6, 6, 9862), (4, 10, 0)])
def test_numbers_of_closed_tours(rows: int, cols: int, number: int) -> None:
    assert Sweep(leaper_graph(rows, cols)).total == number


@pytest.mark.parametrize(("rows", "cols"), [(3, 7), (4, 6), *starmap(long, ((5, 5), (3, 10), (5, 6)))])
def test_numbers_of_open_tours(rows: int, cols: int) -> None:
    board = set(product(range(rows), range(cols)))
    assert Sweep(with_apex(leaper_graph(rows, cols))).total == naive.open_tour_count(board)


@pytest.mark.parametrize("name", ["3 x 10", "open 3 x 4", "complete", very_long("torus 2 x 4")])
def test_draws_are_uniform(name: str) -> None:
    graph, random = GRAPHS[name], Random(1)
    sweep = Sweep(graph)
    draws = Counter(named(graph, sweep.draw(random)) for _ in range(50 * sweep.total))
    assert abs(z_of_chi_square(draws, dict.fromkeys(naive_cycles(graph), 1.0))) < 4


def test_a_sweep_is_the_same_every_time() -> None:
    graph = GRAPHS["5 x 6"]
    assert list(Sweep(graph).every()) == list(Sweep(graph).every())
    assert Sweep(graph).draw(Random(7)) == Sweep(graph).draw(Random(7))


def test_listings_are_lazy() -> None:
    for every in (Sweep(leaper_graph(5, 8)).every(), cycles(leaper_graph(5, 8)), cycles(leaper_graph(8, 8))):
        sizes = [len(cycle) for cycle in islice(every, 3)]
        assert sizes in ([40] * 3, [64] * 3)


def test_a_search_gives_up() -> None:
    with pytest.raises(TooManyStates, match="no cycle was found among 100 sets"):
        next(cycles(leaper_graph(4, 8), most=100))


@exhaustive
def test_a_search_may_forget() -> None:
    graph = leaper_graph(6, 6)
    every = list(cycles(graph))
    assert len({named(graph, cycle) for cycle in every}) == 9862
    assert list(cycles(graph, most=1000)) == every


@pytest.mark.parametrize("graph", [leaper_graph(8, 8), leaper_graph(3, 100)])
def test_too_large_a_graph_is_refused(graph: Graph) -> None:
    with pytest.raises(TooManyStates, match="sweep"):
        Sweep(graph, most=10_000)


@pytest.mark.parametrize("name", GRAPHS)
def test_an_order_has_each_vertex_once(name: str) -> None:
    assert sorted(narrow_order(GRAPHS[name])) == list(range(len(GRAPHS[name])))


def test_any_order_of_a_graph_has_the_same_cycles() -> None:
    graph, random = leaper_graph(5, 6), Random(3)
    for _ in range(3):
        names = random.sample(range(30), 30)
        shuffled: Graph = [[] for _ in graph]
        for here, there in combinations(range(30), 2):
            if there in graph[here]:
                shuffled[names[here]].append(names[there])
                shuffled[names[there]].append(names[here])
        assert Sweep(shuffled).total == 8


@pytest.mark.parametrize("name", GRAPHS)
def test_uses_are_those_of_all_cycles(name: str) -> None:
    sweep = Sweep(GRAPHS[name])
    assert sweep.uses() == Counter(edge for cycle in sweep.every() for edge in cycle)
