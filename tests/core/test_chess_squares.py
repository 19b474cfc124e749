"""Squares as python-chess counts them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import chess
import numpy as np
import pytest

import destrier as dt


def test_the_squares_of_python_chess() -> None:
    """Of a closed tour, an open one whose ends are a move apart, and another open one."""
    closed = dt.tour(8, 8, start="e4", seed=1)
    apart = dt.Tour.from_order(closed.indices(), closed.board, kind="open")
    for tour in (closed, apart, dt.tour(8, 8, kind="open", start="a1", seed=2)):
        squares = [chess.parse_square(tour.board.chess_name(square)) for square in tour]
        assert tour.chess_squares() == squares
        assert dt.Tour.from_chess_squares(squares, kind=tour.kind) == tour  # type: ignore[arg-type]  # of one cycle
        for here, there in pairwise(squares):
            assert chess.BB_KNIGHT_ATTACKS[here] & chess.BB_SQUARES[there]
    assert dt.Tour.from_chess_squares([*closed.chess_squares(), chess.E4]) == closed
    assert dt.Tour.from_chess_squares(np.array(closed.chess_squares())) == closed


@pytest.mark.parametrize(
    ("squares", "fault"),
    [
        ([0, 17, 64], "64 is not a square of python-chess, whose squares are 0 (a1) to 63 (h8)"),
        (["a1", "b3"], "'a1' is not a square of python-chess, whose squares are 0 (a1) to 63 (h8)"),
        (5, "squares of python-chess are integers in turn, such as 0, 17, not 5"),
    ],
)
def test_other_squares_are_refused(squares: Any, fault: str) -> None:
    with pytest.raises(dt.InvalidTourney) as caught:
        dt.Tour.from_chess_squares(squares)
    assert str(caught.value) == fault


def test_other_boards_have_no_squares_of_python_chess() -> None:
    for board, fault in (
        (dt.Board(5, 6), "python-chess has the squares of 8 x 8 only, not those of 5 x 6"),
        (dt.Torus(4, 5), "python-chess has squares only on flat boards, not on the 4 x 5 torus"),
    ):
        with pytest.raises(dt.UnsupportedBoard) as caught:
            dt.tour(board, seed=1).chess_squares()
        assert str(caught.value) == fault
