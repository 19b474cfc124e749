"""Cycles joined by rails that make few turns."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import naive
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.movegraph import bends
from destrier.core.tourney import tourney_of
from destrier.switching.movegraphs import cover
from destrier.switching.straight import join_straight


@given(st.integers(6, 16), st.integers(3, 8), st.integers(0, 10**6))
def test_joined_cycles(rows: int, half: int, key: int) -> None:
    board = dt.Board(rows, 2 * half)
    moves = cover(board.move_graph, key)
    assert moves is not None
    before = naive.cycle_count(tourney_of(moves, board).moves.tolist()), int(bends(moves, 4).sum())
    left = join_straight(board.move_graph, moves, 4)
    joined = tourney_of(moves, board).moves.tolist()
    assert naive.is_tourney(joined, naive.rectangle(*board.shape), left)
    assert naive.turns(joined) == bends(moves, 4).sum() <= before[1] + 4 * (before[0] - left)


@pytest.mark.parametrize("side", [7, 8, 13])
def test_lines_of_a_torus_cost_two_turns_each(side: int) -> None:
    """Each further line next to those already joined costs two turns."""
    board = dt.Torus(side, side)
    moves = np.full(board.size, 0b10001, np.uint64)
    assert not bends(moves, 4).any()
    assert join_straight(board.move_graph, moves, 4) == 1
    assert bends(moves, 4).sum() == 2 * side
    assert dt.Tour(moves.astype(np.uint8).reshape(board.shape), board).cycle_count == 1
