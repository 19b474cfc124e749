"""Tame tours with central symmetry: on every board that is taken, one cycle, symmetric, and with the turns told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pytest
from helpers import naive
from helpers.marks import examples
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.tourney import Tourney
from destrier.generators.tame import turns as tame_turns
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Callable

SAVED: Final = {0: 8, 2: 16, 4: 8, 6: 14}
"""How many turns fewer there are than four times the rows and columns, by the columns modulo 8, on large boards."""


def made(rows: int, cols: int) -> Tourney:
    """A checked copy, which the half-turn maps onto itself square by square."""
    tour = dt.tour(rows, cols, symmetry="central", minimize="turns")
    moves = tour.moves
    opposite = (moves << 4 | moves >> 4)[::-1, ::-1]
    assert np.array_equal(moves, opposite), (rows, cols)
    return Tourney(moves.copy())


def saved(rows: int, cols: int) -> int:
    return 4 * (rows + cols) - dt.turns(made(rows, cols))


def test_all_even_boards_are_one_symmetric_cycle_with_few_turns() -> None:
    for rows in range(14, 80, 2):
        for cols in range(14, 80, 2):
            assert made(rows, cols).cycle_count == 1, (rows, cols)
            assert 8 <= saved(rows, cols) <= 18, (rows, cols)


def test_the_turns_of_large_boards() -> None:
    for rows in range(60, 76, 2):
        for cols in range(60, 76, 2):
            assert saved(rows, cols) == max(SAVED[rows % 8], SAVED[cols % 8]), (rows, cols)


@examples(15)
@given(st.integers(7, 1000), st.integers(7, 1000))
def test_random_boards(half: int, other: int) -> None:
    rows, cols = 2 * half, 2 * other
    assert made(rows, cols).cycle_count == 1
    assert saved(rows, cols) >= 8


def test_no_other_tour_that_is_made_has_fewer_turns_than_the_tame_one() -> None:
    """The tour with few turns is the symmetric one where that has fewer."""
    for rows in range(24, 60, 2):
        for cols in range(24, 60, 2):
            plain = dt.tour(rows, cols, minimize="turns")
            assert dt.turns(plain) <= dt.turns(made(rows, cols)), (rows, cols)


def test_stored_boards() -> None:
    for rows, cols in tame_turns.stored():
        if rows >= 12:
            tour = made(rows, cols)
            assert rows == cols or made(cols, rows) == tour.transformed("transpose")
            plain = dt.tour(rows, cols, minimize="turns")
            assert plain == tour or dt.turns(plain) <= 4 * (rows + cols) - 14 <= dt.turns(tour), (rows, cols)


def test_counts_by_another_program() -> None:
    tour = made(34, 26)
    assert dt.turns(tour) == naive.turns(tour.moves.tolist())


def test_ways_to_ask() -> None:
    tour = dt.tour(24, 26, symmetry="central", minimize="turns")
    assert tour.kind == "closed"
    assert tour == dt.tour(24, 26, symmetry="central", minimize="both")
    assert tour == dt.tour(24, 26, symmetry="central", algorithm="tame")
    out = np.zeros((24, 26), np.uint8)
    written = dt.tour(24, 26, symmetry="central", minimize="turns", out=out)
    assert written == tour
    assert np.shares_memory(written.moves, out)


@pytest.mark.parametrize("shape", [(32, 32), (46, 26), (26, 58), (24, 24)])
def test_orders(shape: tuple[int, int]) -> None:
    """The order that is looked up is that of the tour."""
    order = dt.FormationOrder(*shape, algorithm="tame", symmetry="central")
    assert np.array_equal(order.order(), dt.tour(*shape, symmetry="central", minimize="turns").order())


def test_the_half_turn_is_half_the_way() -> None:
    """On a board of any size, each square's image is half the tour away from it."""
    side = 10**9 - 6
    order = dt.FormationOrder(side, side, algorithm="tame", symmetry="central", minimize="turns")
    for index in (0, 12345, 10**17):
        row, col = order.cell_at(index)
        assert order.index_of((side - 1 - row, side - 1 - col)) == index + side * side // 2


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: dt.tour(10, 10, symmetry="central", minimize="turns"), UnsupportedBoard, "even sides >= 14"),
        (lambda: dt.tour(15, 20, symmetry="central", minimize="turns"), UnsupportedBoard, "not of 15 x 20"),
        (lambda: dt.tour(15, 15, symmetry="central", minimize="turns"), NoSuchTour, "odd"),
        (lambda: dt.tour(24, 24, symmetry="central", minimize="rails"), DestrierError, "minimizes turns, not rails"),
        (lambda: dt.tour(24, 24, symmetry="central", minimize="crossings"), DestrierError, "turns, not crossings"),
        (lambda: dt.tour(24, 24, symmetry="central", algorithm="tame", heel="both"), DestrierError, "takes no heel"),
        (
            lambda: dt.FormationOrder(24, 24, symmetry="central"),
            DestrierError,
            "central symmetry is an option of the algorithm tame, not of formation",
        ),
    ],
)
def test_wrong_ones(ask: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask()


def test_a_surface_has_the_few_turns_of_its_rectangle() -> None:
    tour = dt.tour(dt.Torus(24, 24), symmetry="central", minimize="turns")
    assert np.array_equal(tour.moves, made(24, 24).moves)
