"""Tours in formation of boards with odd sides without a corner: one cycle each, in every orientation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import naive
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.core.tourney import Tour, Tourney
from destrier.patterns.formation.fit import HEELS
from destrier.patterns.formation.flat import formation
from destrier.support.errors import UnsupportedBoard

if TYPE_CHECKING:
    from destrier.core.choices import Heel
    from destrier.core.types import Square

SMALL = {(11, 13), (11, 15), (13, 15), (15, 15)}
CORNERS = [(0, 0), (0, -1), (-1, 0), (-1, -1)]

SQUARES = {17: (162, 238), 19: (163, 242), 21: (191, 278), 23: (202, 293), 25: (242, 350), 27: (243, 354)}
"""Turns and crossings of n x n, as were counted by another program."""


def is_taken(rows: int, cols: int) -> bool:
    low, high = sorted((rows, cols))
    return (low >= 9 and high >= 17) or (low, high) in SMALL


def without(rows: int, cols: int, corner: Square) -> Board:
    present = np.ones((rows, cols), np.bool_)
    present[corner] = False
    return Board.from_mask(present)


def made(rows: int, cols: int, heel: Heel) -> Tourney:
    """A checked copy."""
    tour = dt.tour(rows, cols, kind="corner", algorithm="formation", heel=heel)
    checked = Tourney(tour.moves, Board(rows, cols).without_corner())
    assert checked.cycle_count == 1
    return checked


def test_every_board_up_to_63() -> None:
    for rows in range(5, 64, 2):
        for cols in range(5, 64, 2):
            if is_taken(rows, cols):
                made(rows, cols, HEELS[(rows + cols) // 2 % 4])
            else:
                with pytest.raises(UnsupportedBoard, match=f"not {rows} x {cols}$"):
                    made(rows, cols, "both")


@given(rows=st.integers(4, 250), cols=st.integers(8, 250), heel=st.sampled_from(HEELS))
def test_larger_boards(rows: int, cols: int, heel: Heel) -> None:
    made(2 * rows + 1, 2 * cols + 1, heel)


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("shape", [(9, 17), (11, 13), (17, 21), (21, 17), (41, 35), (23, 61)])
def test_any_corner_may_be_missing(shape: tuple[int, int], corner: Square) -> None:
    board = without(*shape, corner)
    tour = dt.tour(board, algorithm="formation")
    assert isinstance(tour, Tour)
    assert tour.board == board
    grid = tour.moves.tolist()
    missing = (corner[0] % shape[0], corner[1] % shape[1])
    assert naive.is_closed_tour(grid, naive.rectangle(*shape) - {missing})


@pytest.mark.parametrize("n", SQUARES)
def test_counts_on_squares(n: int) -> None:
    tour = made(n, n, "formation")
    turns, crossings = SQUARES[n]
    assert dt.turns(tour) == turns
    assert dt.crossings(tour) == crossings


def test_the_best_heel_has_fewest_of_both() -> None:
    counts = {heel: (dt.turns(tour), dt.crossings(tour)) for heel in HEELS for tour in [made(51, 51, heel)]}
    assert counts["both"] == tuple(map(min, zip(*counts.values(), strict=True)))
    assert dt.tour(51, 51, kind="corner", minimize="turns") == made(51, 51, "both")


def test_it_is_laid_where_it_is_told() -> None:
    out = np.zeros((33, 45), np.uint8)
    tour = dt.tour(33, 45, kind="corner", algorithm="formation", out=out)
    assert np.may_share_memory(tour.moves, out)
    assert tour == made(33, 45, "formation")


def test_other_squares_may_not_be_missing() -> None:
    for board in (without(21, 21, (0, 2)), without(20, 21, (0, 0)), Board(20, 20).without_corner()):
        with pytest.raises(UnsupportedBoard, match="with 1 square missing"):
            formation(board)
    with pytest.raises(UnsupportedBoard, match="odd sides"):
        formation(Board(20, 20), kind="corner")
