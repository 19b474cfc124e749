"""The sweep on arrays, against all permutations of the vertices of a graph."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from math import prod

import numpy as np
import pytest
from helpers import naive
from helpers.marks import long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.counting import array_sweep, counts
from destrier.counting.array_sweep import count_cycles
from destrier.counting.small_boards import TourGraph
from destrier.plain.sweep import TooManyStates

MOST = 100_000


@st.composite
def graphs(draw: st.DrawFn) -> list[list[int]]:
    """Graphs of three to seven vertices, in which two may be joined twice."""
    size = draw(st.integers(3, 7))
    graph: list[list[int]] = [[] for _ in range(size)]
    for one, other in combinations(range(size), 2):
        edges = draw(st.sampled_from([0, 1, 1, 2]))
        graph[one] += [other] * edges
        graph[other] += [one] * edges
    return graph


def number_of_cycles(graph: list[list[int]]) -> int:
    """Return the number of Hamiltonian cycles: each is two circular permutations."""
    circles = ((0, *others, 0) for others in permutations(range(1, len(graph))))
    return sum(prod(graph[here].count(there) for here, there in pairwise(circle)) for circle in circles) // 2


@given(graphs())
def test_numbers_are_those_of_permutations(graph: list[list[int]]) -> None:
    assert count_cycles(graph, most=MOST) == number_of_cycles(graph)


@pytest.mark.parametrize("shape", [(3, 10), (5, 6), long((3, 12))])
def test_numbers_are_those_of_backtracking(shape: tuple[int, int]) -> None:
    graph = TourGraph(dt.Board(*shape)).neighbours
    assert count_cycles(graph, most=MOST) == sum(1 for _ in naive.closed_tours(naive.rectangle(*shape)))


def test_numbers_larger_than_words() -> None:
    """Each of the 200 pairs of neighbours of a ring is joined three times, and any of these moves does."""
    ring = [[here - 1 if here else 199] * 3 + [(here + 1) % 200] * 3 for here in range(200)]
    assert count_cycles(ring, most=MOST) == 3**200


def test_equal_states_that_stay_apart_count_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = TourGraph(dt.Board(5, 6)).neighbours
    assert count_cycles(graph, most=1500) == 8
    monkeypatch.setattr(array_sweep, "_FACTOR", np.uint64(0))  # all hashes are the same
    with pytest.raises(TooManyStates):
        count_cycles(graph, most=1500)
    assert count_cycles(graph, most=MOST) == 8


def test_a_count_gives_up() -> None:
    graph = TourGraph(dt.Board(6, 6)).neighbours
    with pytest.raises(TooManyStates):
        count_cycles(graph, most=10_000)
    assert count_cycles(graph, most=20_000) == 9862


@pytest.mark.parametrize(("rows", "cols", "number"), [(6, 7, 1_067_638), (6, 8, 55_488_142)])
def test_boards_up_to_6_x_8_need_no_compiler(
    rows: int, cols: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counts, "total", None)
    assert dt.count(rows, cols).undirected == number
