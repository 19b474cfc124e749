"""Tours in formation with quarter symmetry: one cycle, mapped onto itself by a quarter turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import naive
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.core.tourney import Tourney
from destrier.patterns.formation.fit import HEELS
from destrier.support.errors import NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from destrier.core.choices import Heel

COUNTS = {34: (648, 952), 38: (652, 968), 42: (764, 1112), 46: (808, 1172), 50: (968, 1400), 102: (1932, 2760)}
"""Turns and crossings, as were counted by another program."""


def made(n: int, heel: Heel | None = None) -> Tourney:
    """A checked copy."""
    tour = dt.tour(n, n, symmetry="quarter", algorithm="formation", heel=heel)
    checked = Tourney(tour.moves, Board(n, n))
    assert checked.cycle_count == 1
    return checked


def is_turned(tour: Tourney) -> bool:
    """By square indices, not by moves arrays: each edge turned is an edge."""
    n = tour.board.rows
    edges = naive.edges(tour.moves.tolist())
    return {frozenset((n - 1 - col, row) for row, col in edge) for edge in edges} == edges


@pytest.mark.parametrize("heel", HEELS)
def test_every_board_up_to_118(heel: Heel) -> None:
    for n in range(30, 119, 4):
        assert "rotate-90" in made(n, heel).symmetries()


@given(k=st.integers(7, 150), heel=st.sampled_from(HEELS))
def test_larger_boards(k: int, heel: Heel) -> None:
    made(4 * k + 2, heel)


@pytest.mark.parametrize("n", [30, 34, 66, 74])
def test_tours_by_the_naive_walk(n: int) -> None:
    tour = made(n)
    assert naive.is_closed_tour(tour.moves.tolist(), naive.rectangle(n, n))
    assert is_turned(tour)


@pytest.mark.parametrize("n", COUNTS)
def test_counts(n: int) -> None:
    tour = made(n)
    assert (dt.turns(tour), dt.crossings(tour)) == COUNTS[n]


def test_it_is_laid_where_it_is_told() -> None:
    out = np.zeros((62, 62), np.uint8)
    tour = dt.tour(62, 62, symmetry="quarter", algorithm="formation", minimize="turns", out=out)
    assert np.may_share_memory(tour.moves, out)
    assert tour == made(62, "both")


def test_what_is_refused() -> None:
    with pytest.raises(NoSuchTour, match="2 mod 4"):
        made(32)
    with pytest.raises(NoSuchTour, match="square boards"):
        dt.tour(34, 38, symmetry="quarter", algorithm="formation")
    with pytest.raises(UnsupportedBoard, match=r"n = 4k \+ 2 >= 30, not of 26 x 26; without an algorithm, tour makes"):
        made(26)
    with pytest.raises(UnsupportedBoard, match="formation makes tours with quarter symmetry, not central"):
        dt.tour(34, 34, symmetry="central", algorithm="formation")
    with pytest.raises(UnsupportedBoard, match="a tour by formation that is made random-looking loses its symmetry"):
        dt.tour(34, 34, symmetry="quarter", algorithm="formation", obfuscate=True)


def test_a_heel_names_the_formation() -> None:
    asked = dt.tour(30, 30, symmetry="quarter", heel="crossings")
    assert asked == dt.tour(30, 30, symmetry="quarter", heel="crossings", algorithm="formation")
