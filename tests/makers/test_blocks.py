"""Large rectangles of leapers, laid with blocks."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.marks import examples, left
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.makers import blocks

if TYPE_CHECKING:
    from destrier.core.leaper import Piece

PIECES: list[Piece] = ["zebra", "giraffe", "antelope", "king", "knight+wazir", (2, 5)]


@pytest.mark.parametrize("piece", left(PIECES, ["giraffe", "king"]))
def test_a_large_board(piece: Piece) -> None:
    """One cycle, by the checks of an array and of an order, which share no code with the blocks."""
    board = dt.Board(620, 431, leaper=piece)
    assert blocks.is_laid_in_blocks(board)
    tour = dt.tour(board, seed=3)
    assert dt.Tour(tour.moves, board).kind == "closed"
    assert dt.check(tour.order(), board) == tour.describe()
    assert tour == dt.tour(board, seed=3)
    assert tour != dt.tour(board, seed=4)


@given(data=st.data())
@examples(10)
def test_blocks_of_all_sides(data: Any) -> None:
    """All squares are visited once, by steps of the piece, however the sides are cut."""
    piece = data.draw(st.sampled_from(["zebra", "giraffe", "king"]))
    least = 2 * 12 * dt.Board(1, 1, leaper=piece).leaper.reach
    rows, cols = (data.draw(st.integers(least, 2 * least)) for _ in "rc")
    board = dt.Board(rows, cols + (rows * cols) % 2, leaper=piece)
    moves = blocks.tour_in_blocks(board, data.draw(st.integers(0, 99)))
    squares = dt.Tour(moves, board).order()
    assert len(np.unique(squares, axis=0)) == board.size
    steps = np.sort(np.abs(np.diff(np.concatenate([squares, squares[:1]]), axis=0)), axis=1)
    assert set(map(tuple, steps.tolist())) <= set(board.leaper.pairs)


def test_what_is_too_small_or_has_holes_is_found_as_a_whole() -> None:
    assert not blocks.is_laid_in_blocks(dt.Board(500, 500, leaper="zebra"))
    assert not blocks.is_laid_in_blocks(dt.Board(20, 90_000, leaper="zebra"))
    assert not blocks.is_laid_in_blocks(dt.Board(601, 601, leaper="zebra").without_corner())
    assert not blocks.is_laid_in_blocks(dt.Space(70, 70, 70))


@pytest.mark.parametrize(
    ("sides", "piece", "reason"),
    [
        ((601, 601), "zebra", "an odd number of squares"),
        ((600, 600), "camel", "a camel stays on squares of one colour"),
    ],
)
def test_a_large_board_without_a_tour(sides: tuple[int, int], piece: Piece, reason: str) -> None:
    with pytest.raises(dt.NoSuchTour, match=reason):
        dt.tour(*sides, leaper=piece, seed=1)


def test_the_smallest_blocks_meet_once() -> None:
    """Two by two blocks of the least side: the joints are a path of three."""
    board = dt.Board(72, 72, leaper="zebra")
    moves = blocks.tour_in_blocks(board, 5)
    parts = [moves[top : top + 36, left : left + 36] for top in (0, 36) for left in (0, 36)]
    assert all((one != other).sum() <= 16 for one, other in pairwise(parts))
    dt.Tour(moves, board)
