"""Tame tours with central symmetry: one cycle on every board, symmetric, and with the turns and crossings told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pytest
from helpers import naive
from helpers.marks import examples, exhaustive, left, long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.tourney import Tourney
from destrier.patterns.tame import turns as tame_turns
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.choices import Aim

SAVED: Final = {0: 8, 2: 16, 4: 8, 6: 14}
"""How many turns fewer there are than four times the rows and columns, by the columns modulo 8, on large boards."""


SQUARES: Final = {0: 22, 2: 23.2, 4: 18.4, 6: 23.6, 8: 20.8, 10: 24, 12: 19.2, 14: 24.4, 16: 19.6, 18: 22.8}
"""Crossings of n x n beyond 6.4 n, by n mod 20, on large boards."""


def made(rows: int, cols: int, aim: Aim = "turns") -> Tourney:
    """A checked copy, which the half-turn maps onto itself square by square."""
    tour = dt.tour(rows, cols, symmetry="central", minimize=aim)
    moves = tour.moves
    opposite = (moves << 4 | moves >> 4)[::-1, ::-1]
    assert np.array_equal(moves, opposite), (rows, cols)
    return Tourney(moves.copy())


def saved(rows: int, cols: int) -> int:
    return 4 * (rows + cols) - dt.turns(made(rows, cols))


@pytest.mark.parametrize("most", [40, long(80)])
def test_all_even_boards_are_one_symmetric_cycle_with_few_turns(most: int) -> None:
    for rows in range(14, most, 2):
        for cols in range(14, most, 2):
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


@pytest.mark.parametrize("most", [50, long(104)])
def test_all_even_boards_are_one_symmetric_cycle_with_few_crossings(most: int) -> None:
    for rows in range(28, most, 2):
        for cols in range(28, rows + 1, 2):
            tour = made(rows, cols, "crossings")
            assert tour.cycle_count == 1, (rows, cols)
            assert dt.crossings(tour) <= 3.4 * cols + 3 * rows + 57, (rows, cols)
            assert rows == cols or made(cols, rows, "crossings") == tour.transformed("transpose")


def test_the_crossings_of_squares() -> None:
    for side in (*range(28, 122, 2), 500, 1002):
        assert dt.crossings(made(side, side, "crossings")) == round(6.4 * side + SQUARES[side % 20]), side


def test_small_boards_with_few_crossings() -> None:
    for cols in range(6, 28, 2):
        for rows in (*range(cols, cols + 40, 2), cols + 200, cols + 202):
            tour = made(rows, cols, "crossings")
            assert tour.cycle_count == 1, (rows, cols)
            assert dt.crossings(tour) <= 3.4 * cols + 3 * rows + 60, (rows, cols)
            assert rows == cols or made(cols, rows, "crossings") == tour.transformed("transpose")


@exhaustive
def test_the_fewest_of_6_x_6() -> None:
    """Turns and crossings come in pairs, as no turn or crossing is its own image."""
    symmetric = [tour for tour in dt.all_tours(6, 6) if "rotate-180" in tour.symmetries()]
    assert all(dt.turns(tour) % 2 == dt.crossings(tour) % 2 == 0 for tour in symmetric)
    assert dt.crossings(made(6, 6, "crossings")) == min(map(dt.crossings, symmetric))


@examples(15)
@given(st.integers(14, 1000), st.integers(14, 1000))
def test_random_boards_with_few_crossings(half: int, other: int) -> None:
    tour = made(2 * half, 2 * other, "crossings")
    assert tour.cycle_count == 1
    assert dt.crossings(tour) <= 6.8 * min(half, other) + 6 * max(half, other) + 57


@pytest.mark.parametrize("shape", left([(40, 40), (30, 36), (58, 74), (84, 42)], [(30, 36)]))
def test_half_the_way_leads_to_the_opposite_square(shape: tuple[int, int]) -> None:
    """By another program, which walks along the tour."""
    moves = made(*shape, "crossings").moves.tolist()
    (walk,) = naive.cycles(moves)
    half = len(walk) // 2
    assert len(walk) == shape[0] * shape[1]
    assert walk[half:] == [naive.SYMMETRIES["rotate-180"](square, *shape) for square in walk[:half]]
    assert dt.crossings(dt.Tourney(np.array(moves, np.uint8))) == naive.crossings(moves)


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
            assert dt.turns(plain) <= min(dt.turns(tour), 4 * (rows + cols) - 14), (rows, cols)


def test_counts_by_another_program() -> None:
    tour = made(34, 26)
    assert dt.turns(tour) == naive.turns(tour.moves.tolist())


def test_a_blend_is_the_better_one() -> None:
    blend, only = (dt.tour(8, 10, symmetry="central", minimize=aim) for aim in ("blend", "crossings"))
    assert blend == only
    turns, crossings = made(60, 64), made(60, 64, "crossings")
    for weight in (0, 0.5, 1, 2, 100):
        tour = dt.tour(60, 64, symmetry="central", minimize="blend", weight=weight)
        assert tour == min(turns, crossings, key=lambda one: dt.turns(one) + weight * dt.crossings(one)), weight


def test_ways_to_ask() -> None:
    tour = dt.tour(24, 26, symmetry="central", minimize="turns")
    assert tour.kind == "closed"
    assert tour == dt.tour(24, 26, symmetry="central", minimize="both")
    assert tour == dt.tour(24, 26, symmetry="central", algorithm="tame")
    out = np.zeros((24, 26), np.uint8)
    written = dt.tour(24, 26, symmetry="central", minimize="turns", out=out)
    assert written == tour
    assert np.shares_memory(written.moves, out)


@pytest.mark.parametrize(
    ("shape", "aim"),
    [
        *(((32, 32), "turns"), ((46, 26), "turns"), ((26, 58), "turns"), ((24, 24), "turns")),
        *(((40, 40), "crossings"), ((62, 62), "crossings"), ((52, 60), "crossings"), ((92, 30), "crossings")),
    ],
)
def test_orders(shape: tuple[int, int], aim: Aim) -> None:
    """The order that is looked up is that of the tour."""
    order = dt.TourOrder(*shape, algorithm="tame", symmetry="central", minimize=aim)
    assert np.array_equal(order.order(), dt.tour(*shape, symmetry="central", minimize=aim).order())


@pytest.mark.parametrize("aim", ["turns", "crossings"])
def test_the_half_turn_is_half_the_way(aim: Aim) -> None:
    """On a board of any size, each square's image is half the tour away from it."""
    side = 10**9 - 6
    order = dt.TourOrder(side, side, algorithm="tame", symmetry="central", minimize=aim)
    for index in (0, 12345, 10**17):
        row, col = order.cell_at(index)
        assert order.index_of((side - 1 - row, side - 1 - col)) == index + side * side // 2


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (
            lambda: dt.tour(10, 10, symmetry="central", algorithm="tame", minimize="turns"),
            UnsupportedBoard,
            "even sides >= 14",
        ),
        (
            lambda: dt.tour(15, 20, symmetry="central", algorithm="tame", minimize="turns"),
            UnsupportedBoard,
            "not of 15 x 20",
        ),
        (lambda: dt.tour(15, 15, symmetry="central", minimize="turns"), NoSuchTour, "odd"),
        (lambda: dt.tour(24, 24, symmetry="central", minimize="rails"), DestrierError, "turns or crossings, not rails"),
        (
            lambda: dt.tour(41, 44, symmetry="central", algorithm="tame", minimize="crossings"),
            UnsupportedBoard,
            "not of 41 x 44",
        ),
        (lambda: dt.tour(24, 24, symmetry="central", algorithm="tame", heel="both"), DestrierError, "takes no heel"),
        (
            lambda: dt.TourOrder(24, 24, symmetry="central"),
            DestrierError,
            "formation makes tours with quarter symmetry, not central",
        ),
    ],
)
def test_wrong_ones(ask: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask()


def test_a_surface_has_the_few_turns_of_its_rectangle() -> None:
    tour = dt.tour(dt.Torus(24, 24), symmetry="central", minimize="turns")
    assert np.array_equal(tour.moves, made(24, 24).moves)
