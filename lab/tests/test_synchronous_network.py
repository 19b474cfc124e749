"""The network of 1992, whose neurons are updated at once, against a plain one."""

from __future__ import annotations

from itertools import product

import numpy as np
from synchronous_network import settle_all_at_once

import destrier as dt


def plain_synchronous(moves: np.ndarray, sweeps: int) -> list[int]:
    """Wrong squares after each update of all neurons at once, in plain Python."""
    rows, cols = moves.shape
    edges = {
        ((row, col), (row + dt.MOVES[move][0], col + dt.MOVES[move][1])): int(moves[row, col] >> move & 1)
        for row, col, move in product(range(rows), range(cols), range(4, 8))
        if row + dt.MOVES[move][0] < rows and 0 <= col + dt.MOVES[move][1] < cols
    }
    state = dict.fromkeys(edges, 0)
    wrong = []
    for _ in range(sweeps + 1):
        degree = dict.fromkeys(product(range(rows), range(cols)), 0)
        for (one, other), on in edges.items():
            degree[one] += on
            degree[other] += on
        wrong.append(sum(many != 2 for many in degree.values()))
        for (one, other), on in edges.items():
            state[one, other] += 4 - degree[one] - degree[other]
            edges[one, other] = 1 if state[one, other] > 3 else 0 if state[one, other] < 0 else on
    return wrong


def test_all_at_once() -> None:
    board = dt.Board(6, 6)
    begun, _ = settle_all_at_once(board, 5, seed=2, sweeps=0)
    _, wrong = settle_all_at_once(board, 5, seed=2, sweeps=60)
    for network, expected in zip(begun, wrong.T, strict=True):
        assert plain_synchronous(network, len(wrong) - 1) == expected.tolist()
    moves, wrong = settle_all_at_once(board, 40, seed=1, sweeps=1000)
    settled = wrong[-1] == 0
    assert 10 < settled.sum() < 40
    for network in moves[settled]:
        dt.Tourney(network)
