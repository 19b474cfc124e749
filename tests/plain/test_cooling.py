"""Annealing on lists: a Hamiltonian cycle stays one, and its cost is never higher than before."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from helpers.marks import long

import destrier as dt
from destrier.plain.cooling import Cooling

_SIDE = 6


def _torus() -> tuple[list[list[int]], list[list[int]]]:
    """The rook's neighbours on a torus: right, left, down, up."""
    there = [
        [
            row * _SIDE + (col + 1) % _SIDE,
            row * _SIDE + (col - 1) % _SIDE,
            (row + 1) % _SIDE * _SIDE + col,
            (row - 1) % _SIDE * _SIDE + col,
        ]
        for row in range(_SIDE)
        for col in range(_SIDE)
    ]
    return there, [[1, 0, 3, 2]] * len(there)


def _boustrophedon() -> list[list[int]]:
    """The moves of a cycle that goes back and forth in rows."""
    order = [(row, col if row % 2 else _SIDE - 1 - col) for row in range(_SIDE) for col in range(_SIDE)]
    moves: list[list[int]] = [[] for _ in order]
    for (row, col), (down, right) in pairwise([*order, order[0]]):
        kind = (0 if (right - col) % _SIDE == 1 else 1) if row == down else (2 if (down - row) % _SIDE == 1 else 3)
        moves[row * _SIDE + col].append(kind)
        moves[down * _SIDE + right].append(kind ^ 1)
    return moves


def _cost(moves: list[list[int]], near: list[list[int]]) -> int:
    """Twice the pairs of edges that are both present, counted edge by edge."""
    edges = {vertex * 4 + move for vertex, pair in enumerate(moves) for move in pair}
    return sum(other in edges for edge in edges for other in near[edge])


@pytest.mark.parametrize("times", [1, -1])
@pytest.mark.parametrize("seed", range(3))
def test_pairs_of_random_edges(times: int, seed: int) -> None:
    there, back = _torus()
    draw = Random(seed)
    near: list[list[int]] = [[] for _ in range(4 * len(there))]
    for _ in range(200):  # each pair is listed for both directions of both edges
        one, other = draw.randrange(len(near)), draw.randrange(len(near))
        both = [(edge, there[edge // 4][edge % 4] * 4 + back[edge // 4][edge % 4]) for edge in (one, other)]
        if both[0][0] not in both[1]:
            for edge in both[0]:
                near[edge].append(other)
            for edge in both[1]:
                near[edge].append(one)
    cooling = Cooling(there, back, near, times, _boustrophedon())
    costs = [times * _cost(_boustrophedon(), near)]
    for number in range(3):
        cooling.cool([0.5, 1, 2, 3], 3000, number)
        moves = cooling.best()
        seen: list[int] = []
        vertex, came = 0, -1
        while not seen or vertex:
            seen.append(vertex)
            move = next(move for move in moves[vertex] if move != came)
            vertex, came = there[vertex][move], back[vertex][move]
        assert sorted(seen) == list(range(len(there)))
        costs.append(times * _cost(moves, near))
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < costs[0]


@pytest.mark.parametrize(("start", "end"), [("c3", "d5"), long("a1", "f5"), long("e2", None)])
@pytest.mark.parametrize("minimize", ["turns", "crossings"])
def test_hardly_any_tour_of_a_small_board_has_fewer(start: str, end: str | None, minimize: Any) -> None:
    measure = dt.turns if minimize == "turns" else dt.crossings
    tour = dt.tour(5, 6, kind="open", start=start, end=end, minimize=minimize, seed=1)
    assert tour.board.index(tour[0]) == tour.board.index(start)
    assert end is None or tour.board.index(tour[-1]) == tour.board.index(end)
    numbers = {start: 1} | ({} if end is None else {end: 30})
    least = min(map(measure, dt.solutions(5, 6, numbers=numbers, n=None)))
    assert least <= measure(tour) <= least + 1
