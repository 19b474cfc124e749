"""Tame tours with quarter symmetry: on every board that is taken, one cycle, symmetric, and with few crossings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import naive
from helpers.marks import examples
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.tourney import Tourney
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Callable

TURNED = [6, 7, 0, 1, 2, 3, 4, 5]
"""The moves that a quarter turn to the left maps to the moves 0 to 7."""


def made(side: int) -> Tourney:
    """A checked copy, which a quarter turn maps onto itself square by square."""
    tour = dt.tour(side, side, symmetry="quarter", minimize="crossings", algorithm="tame")
    bits = np.unpackbits(tour.moves[:, :, None], axis=2, bitorder="little")
    assert np.array_equal(bits, np.rot90(bits)[:, :, TURNED]), side
    return Tourney(tour.moves.copy())


def beyond(side: int) -> float:
    """How many crossings more there are than 7.6 n."""
    return dt.crossings(made(side)) - 7.6 * side


def test_all_boards_are_one_symmetric_cycle_with_few_crossings() -> None:
    for side in [*range(30, 290, 4), 342, 398, 450]:
        assert made(side).cycle_count == 1, side
        assert -5 < beyond(side) < 14, side


@examples(15)
@given(st.integers(8, 250))
def test_random_boards(quarter: int) -> None:
    side = 4 * quarter + 2
    assert made(side).cycle_count == 1
    assert -5 < beyond(side) < 14


def test_sixty_rows_more_have_the_same_pieces() -> None:
    for side in (102, 126, 150):
        assert beyond(side) == pytest.approx(beyond(side + 60))
        assert np.array_equal(made(side).moves[:9, :12], made(side + 60).moves[:9, :12])


def test_counts_by_another_program() -> None:
    tour = made(34)
    assert dt.crossings(tour) == naive.crossings(tour.moves.tolist())
    assert naive.is_closed_tour(tour.moves.tolist(), naive.rectangle(34, 34))


def test_ways_to_ask() -> None:
    tour = dt.tour(62, 62, symmetry="quarter", algorithm="tame")
    for aim in ("turns", "crossings", "both", "blend"):
        assert dt.tour(62, 62, symmetry="quarter", minimize=aim) == tour
    formation = dt.tour(62, 62, symmetry="quarter", algorithm="formation", minimize="turns")
    assert dt.turns(tour) < 0.8 * dt.turns(formation)
    assert dt.crossings(tour) < 0.5 * dt.crossings(formation)


def test_it_is_laid_where_it_is_told() -> None:
    out = np.zeros((62, 62), np.uint8)
    tour = dt.tour(62, 62, symmetry="quarter", minimize="turns", out=out)
    assert np.may_share_memory(tour.moves, out)
    assert tour == made(62)


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (
            lambda: dt.tour(26, 26, symmetry="quarter", algorithm="tame"),
            UnsupportedBoard,
            r"of rectangles n x n, n = 4k \+ 2 >= 30, not of 26 x 26; annealing makes",
        ),
        (lambda: dt.tour(32, 32, symmetry="quarter", minimize="crossings"), NoSuchTour, "2 mod 4"),
        (lambda: dt.tour(34, 34, symmetry="quarter", minimize="rails"), DestrierError, "turns or crossings, not rails"),
    ],
)
def test_wrong_ones(ask: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask()
