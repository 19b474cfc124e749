"""Tame tours with axial symmetry: one cycle on every board, symmetric, and with the turns and crossings told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import numpy as np
import pytest
from helpers import naive
from helpers.marks import examples, long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.tourney import Tourney
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Callable

SAVED: Final = {(1, 2): 19, (1, 6): 21, (3, 2): 17, (3, 6): 19}
"""How many turns fewer there are than 5 rows + 4 columns, by the rows modulo 4 and the columns modulo 8."""

MIRRORED: Final = [3, 2, 1, 0, 7, 6, 5, 4]
"""The moves that a reflection exchanges left and right with."""


def made(rows: int, cols: int, minimize: Literal["turns", "crossings"] = "turns") -> Tourney:
    """A checked copy, which the reflection that exchanges left and right maps onto itself square by square."""
    tour = dt.tour(rows, cols, symmetry="axial", minimize=minimize, algorithm="tame")
    bits = np.unpackbits(tour.moves[:, :, None], axis=2, bitorder="little")
    assert np.array_equal(bits, bits[:, ::-1, MIRRORED]), (rows, cols)
    return Tourney(tour.moves.copy())


def saved(rows: int, cols: int) -> int:
    return 5 * rows + 4 * cols - dt.turns(made(rows, cols))


def test_all_boards_are_one_symmetric_cycle_with_few_turns() -> None:
    for rows in range(13, 80, 2):
        for cols in range(18, 80, 4):
            assert made(rows, cols).cycle_count == 1, (rows, cols)
            assert 15 <= saved(rows, cols) <= 21, (rows, cols)


def test_the_turns_of_large_boards() -> None:
    for rows in range(31, 39, 2):
        for cols in range(50, 66, 4):
            assert saved(rows, cols) == SAVED[rows % 4, cols % 8], (rows, cols)


@examples(15)
@given(st.integers(6, 1000), st.integers(4, 500))
def test_random_boards(half: int, quarter: int) -> None:
    assert made(2 * half + 1, 4 * quarter + 2).cycle_count == 1


def test_the_axis_may_be_level() -> None:
    level = dt.tour(42, 31, symmetry="axial", minimize="turns")
    assert level == dt.tour(31, 42, symmetry="axial", minimize="turns").transformed("transpose")


def test_counts_by_another_program() -> None:
    tour = made(25, 34)
    assert dt.turns(tour) == naive.turns(tour.moves.tolist())


def test_the_reflection_is_half_the_way() -> None:
    """On a board of any size, each square's image is half the tour away from it."""
    rows, cols = 10**9 - 1, 10**9 - 6
    order = dt.TourOrder(rows, cols, algorithm="tame", symmetry="axial")
    for index in (0, 12345, 10**17):
        row, col = order.cell_at(index)
        assert order.index_of((row, cols - 1 - col)) == index + rows * cols // 2


# Few crossings


def beyond(rows: int, cols: int) -> float:
    """How many crossings more there are than 5.4 columns + 3 rows."""
    return dt.crossings(made(rows, cols, "crossings")) - 5.4 * cols - 3 * rows


@pytest.mark.parametrize("most", [41, long(209)])
def test_all_boards_are_one_symmetric_cycle_with_few_crossings(most: int) -> None:
    halves = [*range(17, most, 2), 229]
    for half in halves:
        for rows in (half + 12, half + 26, half + 52, 2 * half + 1, 3 * half + 4):
            board = made(rows, 2 * half, "crossings")
            assert board.cycle_count == 1, (rows, half)
            assert -30 < beyond(rows, 2 * half) < 5, (rows, half)


@examples(15)
@given(st.integers(10, 250), st.integers(0, 300))
def test_random_boards_with_few_crossings(quarter: int, more: int) -> None:
    half = 2 * quarter + 1
    board = made(half + 12 + 2 * more, 2 * half, "crossings")
    assert board.cycle_count == 1
    assert -30 < beyond(*board.moves.shape) < 5


def test_two_rows_more_cost_six_crossings() -> None:
    crossed = [dt.crossings(made(rows, 102, "crossings")) for rows in range(75, 135, 2)]
    assert set(np.diff(crossed)) == {6}


def test_crossings_by_another_program() -> None:
    tour = made(53, 50, "crossings")
    assert dt.crossings(tour) == naive.crossings(tour.moves.tolist())


def test_the_axis_of_few_crossings_may_be_level() -> None:
    for rows, cols in ((75, 102), (151, 242), (65, 46)):
        level, upright = (
            dt.tour(*shape, symmetry="axial", minimize="crossings") for shape in ((cols, rows), (rows, cols))
        )
        assert level == upright.transformed("transpose")


def test_few_crossings_where_there_is_no_such_pattern() -> None:
    """A large board has the tour with few turns; a small one is annealed."""
    assert dt.tour(51, 102, symmetry="axial", minimize="crossings") == dt.tour(
        51, 102, symmetry="axial", minimize="turns"
    )
    few, many = (dt.tour(13, 14, symmetry="axial", minimize=aim, seed=1, sweeps=100) for aim in ("crossings", "turns"))
    assert dt.crossings(few) < 0.8 * dt.crossings(many)


def test_a_blend() -> None:
    turns, crossings = (dt.tour(101, 102, symmetry="axial", minimize=aim) for aim in ("turns", "crossings"))
    for weight, best in ((0.1, turns), (10, crossings)):
        assert dt.tour(101, 102, symmetry="axial", minimize="blend", weight=weight) == best


# Ways to ask


def test_ways_to_ask() -> None:
    tour = dt.tour(25, 30, symmetry="axial", algorithm="tame")
    assert tour == dt.tour(25, 30, symmetry="axial", minimize="both")
    assert np.array_equal(dt.TourOrder(25, 30, algorithm="tame", symmetry="axial").order(), tour.order())


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (
            lambda: dt.tour(9, 30, symmetry="axial", algorithm="tame", minimize="turns"),
            UnsupportedBoard,
            "an odd side >= 13 and one >= ",
        ),
        (lambda: dt.tour(24, 24, symmetry="axial", minimize="turns"), NoSuchTour, "half of them is odd"),
        (lambda: dt.tour(25, 30, symmetry="axial", minimize="rails"), DestrierError, "turns or crossings, not rails"),
        (
            lambda: dt.TourOrder(25, 30, symmetry="axial"),
            DestrierError,
            "formation makes tours with quarter symmetry, not axial",
        ),
    ],
)
def test_wrong_ones(ask: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask()
