"""Tours of interleaved lines: one cycle with 4 (rows + columns) - 16 turns, and lines of two directions inside."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import naive
from helpers.marks import examples, is_quick
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.tourney import Tourney
from destrier.support.errors import UnsupportedBoard


def made(rows: int, cols: int) -> Tourney:
    """A checked copy."""
    return Tourney(dt.tour(rows, cols, algorithm="interleaved").moves.copy())


def is_taken(rows: int, cols: int) -> bool:
    """What the refusal says, for two even sides of at least 16."""
    if rows % 8 == cols % 8 == 6:
        return True
    return any(
        side % 8 == 2 or (side % 8 == 0 and side <= 2 * other - 8) for side, other in ((rows, cols), (cols, rows))
    )


def test_all_boards_are_one_cycle_with_sixteen_turns_saved() -> None:
    most = 80 if is_quick() else 130
    for rows in range(16, most, 2):
        for cols in range(16, most, 2):
            if is_taken(rows, cols):
                tour = made(rows, cols)
                assert tour.cycle_count == 1, (rows, cols)
                assert dt.turns(tour) == 4 * (rows + cols) - 16, (rows, cols)
            else:
                with pytest.raises(UnsupportedBoard, match=rf"one of them 2 mod 8, .* not {rows} x {cols}"):
                    dt.tour(rows, cols, algorithm="interleaved")


@examples(20)
@given(st.integers(8, 1000), st.integers(8, 1000))
def test_random_boards_are_one_cycle(half: int, other: int) -> None:
    rows, cols = 2 * half, 2 * other
    if is_taken(rows, cols):
        tour = made(rows, cols)
        assert tour.cycle_count == 1
        assert dt.turns(tour) == 4 * (rows + cols) - 16


def test_turns_by_another_count() -> None:
    for rows, cols in ((24, 16), (18, 20), (22, 30)):
        assert naive.turns(made(rows, cols).moves.tolist()) == 4 * (rows + cols) - 16


def test_lines_of_two_directions_interleave() -> None:
    """Inside, squares whose column and twice whose row have the same sum modulo 4 are on lines of one direction."""
    inside = made(40, 48).moves[8:-8, 8:-8]
    classes = np.add.outer(2 * np.arange(8, 32), np.arange(8, 40)) % 4
    found = [set(inside[classes == each].tolist()) for each in range(4)]
    assert all(len(moves) == 1 for moves in found)
    assert {move for moves in found for move in moves} == {0b10001000, 0b00010001}


def test_other_boards_are_refused() -> None:
    for board in (dt.Board(16, 17), dt.Board(14, 16), dt.Board(20, 20), dt.Board(20, 40), dt.Board(20, 22)):
        with pytest.raises(UnsupportedBoard, match="interleaved takes rectangles"):
            dt.tour(board, algorithm="interleaved")


def test_in_place() -> None:
    out = np.empty((32, 24), np.uint8)
    tour = dt.tour(32, 24, algorithm="interleaved", out=out)
    assert np.shares_memory(tour.moves, out)
    assert np.array_equal(out, made(32, 24).moves)
