"""Open tours of boards with an odd side: one path on every board, with as few turns and crossings as are told."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from helpers.marks import examples, long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.choices import Aim
from destrier.core.tourney import Tour
from destrier.support.errors import UnsupportedBoard

FEWEST: Final = {
    5: (20, 24, 27, 30, 32, 35, 39, 42),
    6: (29, 30, 34, 37, 41, 44, 48),
    7: (34, 36, 40, 44, 47, 52),
    8: (41, 44, 48, 51, 55),
    9: (48, 52, 56, 60),
    10: (57, 60, 64),
    11: (64, 67),
}
"""The fewest turns of open tours of small boards, as a solver proved, by the shorter side; the longer ones follow."""


def made(rows: int, cols: int, aim: Aim) -> Tour:
    """A checked copy: the constructor refuses what is not one path."""
    tour = Tour(dt.tour(rows, cols, kind="open", algorithm="tame", minimize=aim).moves.copy())
    assert tour.kind == "open", (rows, cols)
    return tour


def saved(rows: int, cols: int) -> int:
    """How many turns fewer there are than four times the rows and columns."""
    return 4 * (rows + cols) - dt.turns(made(rows, cols, "turns"))


def most(rows: int, cols: int) -> int:
    """How many turns are saved at most: more by a closed tour that is stored, without a move."""
    is_stored = rows * cols % 2 == 0 and (max(rows, cols) <= 60 or min(rows, cols) <= 20)
    return 25 if is_stored or max(rows, cols) <= 30 else 20


@pytest.mark.parametrize("end", [34, long(70)])
def test_all_boards_have_few_turns(end: int) -> None:
    for rows in range(13, end):
        for cols in range(13, end):
            ways = ((rows, cols), (cols, rows))
            if any(width % 2 and width <= 2 * height - 11 for height, width in ways):
                assert 19 <= saved(rows, cols) <= most(rows, cols), (rows, cols)


@pytest.mark.parametrize("cols", [9, 11, 13])
def test_narrow_boards_have_few_turns(cols: int) -> None:
    for rows in (*range(15, 80), 300, 301, 302):
        assert 19 <= saved(rows, cols) <= most(rows, cols), rows


def test_a_side_that_is_not_2_mod_3_saves_20() -> None:
    for rows, cols in ((31, 31), (31, 43), (35, 37), (61, 64), (70, 61)):
        assert saved(rows, cols) == 20, (rows, cols)
    for rows, cols in ((35, 41), (62, 65), (29, 29)):
        assert saved(rows, cols) == 19, (rows, cols)


@pytest.mark.parametrize("rows", FEWEST)
def test_small_boards_have_the_fewest_turns(rows: int) -> None:
    for cols, fewest in enumerate(FEWEST[rows], rows):
        turns = dt.turns(made(rows, cols, "turns"))
        assert turns == fewest == dt.turns(made(cols, rows, "turns")), cols
        assert turns >= dt.least_turns(rows, cols, kind="open"), cols


def test_all_boards_with_an_odd_shorter_side_have_few_crossings() -> None:
    for low in range(5, 62, 4):
        for high in range(low, low + 26 if low > 5 else 11):
            crossings = dt.crossings(made(high, low, "crossings"))
            assert dt.least_crossings(low, high, kind="open") <= crossings <= 4.4 * low + 2 * high + 30, (low, high)


@pytest.mark.parametrize("low", [*range(41, 120, 6), 201])
def test_large_boards_have_few_crossings(low: int) -> None:
    for high in (low, low + 1, low + 2, low + 60, low + 61, low + 62, 3 * low):
        assert dt.crossings(made(low, high, "crossings")) <= 4.4 * low + 2 * high + 26, (low, high)


def test_crossings_do_not_depend_on_how_the_board_lies() -> None:
    for rows, cols in ((61, 61), (44, 85), (85, 44), (21, 30), (9, 40)):
        tour = made(rows, cols, "crossings")
        assert dt.crossings(tour) == dt.crossings(made(cols, rows, "crossings"))


@examples(12)
@given(st.integers(20, 700), st.integers(0, 900), st.sampled_from(["turns", "crossings"]))
def test_random_boards(half: int, more: int, aim: Aim) -> None:
    made(2 * half + 1, 2 * half + 1 + more, aim)
    made(2 * half + 1 + more, 2 * half + 1, aim)


def test_fewer_crossings_than_a_closed_tour_without_a_move() -> None:
    for low, high in ((41, 42), (41, 60), (61, 100), (75, 96), (23, 30), (23, 44)):
        closed = dt.crossings(dt.tour(low, high, minimize="crossings"))
        assert dt.crossings(made(low, high, "crossings")) <= closed - 6, (low, high)


def test_fewer_turns_and_crossings_than_a_corner_tour() -> None:
    for rows, cols in ((17, 17), (19, 25), (25, 19), (9, 31), (21, 101)):
        corner, tour = dt.tour(rows, cols, kind="corner", minimize="turns"), made(rows, cols, "turns")
        assert dt.turns(tour) < dt.turns(corner), (rows, cols)
        assert dt.crossings(tour) < dt.crossings(corner), (rows, cols)


def test_a_blend_is_the_better_one() -> None:
    turns, crossings = made(61, 61, "turns"), made(61, 61, "crossings")
    for weight, best in ((0, turns), (100, crossings)):
        tour = dt.tour(61, 61, kind="open", minimize="blend", weight=weight)
        assert np.array_equal(tour.moves, best.moves)


def test_boards_that_are_too_small() -> None:
    for rows, cols in ((3, 7), (5, 13)):
        with pytest.raises(UnsupportedBoard, match=f"sides >= 7, and 5 x 5 to 5 x 11, not of {rows} x {cols}"):
            dt.tour(rows, cols, kind="open", algorithm="tame", minimize="crossings")
    with pytest.raises(UnsupportedBoard, match="tours without rails are made of boards with an even side"):
        dt.tour(21, 21, kind="open", algorithm="tame", minimize="rails")
