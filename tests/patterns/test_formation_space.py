"""Knight's tours in three and more dimensions, and of leapers with a longer reach: one cycle each."""

from __future__ import annotations

import math
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.marks import exhaustive, long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.orders import check_order
from destrier.patterns.formation.even_leapers import _sides
from destrier.patterns.formation.fit import HEELS, fits
from destrier.support.errors import UnsupportedBoard

if TYPE_CHECKING:
    from destrier.core.choices import Heel


def made(sides: tuple[int, ...], leaper: tuple[int, int] = (1, 2), **options: Any) -> dt.Tour:
    """A checked copy of the formation's tour."""
    board = dt.Board(*sides, leaper=leaper) if len(sides) == 2 else dt.Space(*sides, leaper=leaper)
    tour = dt.tour(board, algorithm="formation", **options)
    assert tour.moves.shape == sides
    return dt.Tour(tour.moves, board)


def naive_check(tour: dt.Tour) -> None:
    """Every square once, each a step from the last, in plain Python."""
    places = [tuple(map(int, np.unravel_index(square, tour.board.sides))) for square in tour.indices().tolist()]
    assert len(set(places)) == len(places) == math.prod(tour.board.sides)
    wanted = list(tour.board.leaper.pairs[0])
    for here, there in zip(places, places[1:] + places[:1], strict=True):
        distances = sorted(abs(one - other) for one, other in zip(here, there, strict=True))
        assert distances[-2:] == wanted
        assert not any(distances[:-2])


@pytest.mark.parametrize("longest", [20, long(60)])
def test_every_level(longest: int) -> None:
    """As a level of two to four, which the construction would not choose where another axis is longer."""
    for cols in range(10, longest + 1, 2):
        for rows in range(10, min(longest, 40) + 1):
            if fits(rows, cols):
                made((rows, 2 + (rows + cols) % 3, cols), heel=HEELS[rows % 4])


@given(
    sides=st.tuples(st.integers(5, 60), st.integers(10, 120), st.integers(1, 12), st.integers(1, 4)),
    order=st.permutations(range(4)),
    heel=st.sampled_from(HEELS),
)
def test_boards_of_four_dimensions(sides: tuple[int, int, int, int], order: list[int], heel: Heel) -> None:
    level = (2 * sides[0], sides[1])
    if fits(level[1], level[0]):
        shape = (*level, *sides[2:])
        made(tuple(shape[axis] for axis in order), heel=heel)


@pytest.mark.parametrize("sides", list(permutations((16, 12, 5))))
def test_axes_in_any_order(sides: tuple[int, int, int]) -> None:
    naive_check(made(sides))


@pytest.mark.parametrize(
    "sides", [(10, 10, 2), (26, 14, 3), (1, 16, 13), (16, 12, 1, 1), (10, 2, 2, 12), (2, 3, 2, 11, 12)[1:]]
)
def test_tours_by_the_naive_walk(sides: tuple[int, ...]) -> None:
    naive_check(made(sides))


def test_a_long_and_a_wide_board() -> None:
    made((200, 12, 40))
    made((12, 200, 41))


def test_few_turns() -> None:
    """A level has 4 at each row and 5.25 at each column, up to a constant."""
    for n in (20, 50, 80):
        tour = made((n, n, n), minimize="turns")
        assert abs(dt.turns(tour) - 9.25 * n * n) < 30 * n
        assert dt.turns(tour) < dt.turns(made((n, n, n)))


# --- As a stream


@given(
    sides=st.tuples(st.integers(5, 14), st.integers(10, 24), st.integers(1, 5), st.integers(1, 4), st.integers(1, 3)),
    order=st.permutations(range(5)),
    heel=st.sampled_from(HEELS),
)
def test_streams_of_five_dimensions(sides: tuple[int, ...], order: list[int], heel: Heel) -> None:
    shape = (2 * sides[0], *sides[1:])
    if fits(shape[1], shape[0]):
        turned = tuple(shape[axis] for axis in order)
        check_order(dt.TourOrder(*turned, heel=heel).chunks(), turned)


@pytest.mark.parametrize("sides", [(12, 16, 1), (10, 10, 2), (16, 5, 12), (3, 10, 12, 4), (16, 1, 1, 12)])
def test_a_stream_is_the_same_tour(sides: tuple[int, ...]) -> None:
    streamed = np.concatenate(list(dt.TourOrder(*sides, heel="both").chunks()))
    assert np.array_equal(streamed, made(sides, heel="both").indices())


def test_chunks_are_small() -> None:
    sides = (12, 16, 3, 8000)
    chunks = list(dt.TourOrder(*sides).chunks())
    assert len(chunks) > 1
    assert max(map(len, chunks)) <= 1 << 22
    check_order(chunks, sides)


def test_nine_dimensions() -> None:
    sides = (2, 3, 10, 2, 12, 2, 1, 2, 3)
    check_order(dt.TourOrder(*sides).chunks(), sides)


@pytest.mark.parametrize("sides", [(8, 8, 8), (12, 13, 3), (10, 15, 2, 7), (5, 6), (11, 13, 8)])
def test_sides_that_are_not_taken(sides: tuple[int, ...]) -> None:
    for refused in (made, lambda sides: dt.TourOrder(*sides)):
        with pytest.raises(UnsupportedBoard, match=f"not {' x '.join(map(str, sides))}"):
            refused(sides)


# --- (1, a)-leapers


@exhaustive
@pytest.mark.parametrize(("reach", "most"), [(4, 6), (6, 5), (8, 3), (10, 3), (12, 2)])
def test_leapers_of_a_longer_reach(reach: int, most: int) -> None:
    for turns in range(1, most + 1):
        for heels in range(1, most + 1):
            rows, cols = _sides(reach, turns, heels)
            assert (rows, cols) == (2 * reach * turns + 4 * reach - 2, 2 * reach**2 * heels + reach**2 + reach)
            made((rows, cols), (1, reach))


@pytest.mark.parametrize("sides", [(22, 52), (52, 30)])
def test_giraffes_by_the_naive_walk(sides: tuple[int, int]) -> None:
    naive_check(made(sides, (1, 4)))


def test_giraffes_have_few_turns() -> None:
    least = dt.turns(made((22, 52), (1, 4)))
    for heels, turns in ((2, 1), (1, 2), (9, 4), (3, 12)):
        assert dt.turns(made(_sides(4, turns, heels), (1, 4))) == least + 64 * (turns - 1) + 416 * (heels - 1)


@pytest.mark.parametrize("sides", [(52, 20), (20, 22), (50, 30), (52, 52)])
def test_boards_that_giraffes_do_not_take(sides: tuple[int, int]) -> None:
    with pytest.raises(UnsupportedBoard, match=rf"sides 32 k \+ 20 and 8 l \+ 14, .* not {sides[0]} x {sides[1]}"):
        made(sides, (1, 4))


@pytest.mark.parametrize(("leaper", "sides"), [((2, 3), (30, 30)), ((1, 4), (22, 52, 2))])
def test_other_leapers(leaper: tuple[int, int], sides: tuple[int, ...]) -> None:
    with pytest.raises(UnsupportedBoard, match="with an even a in two"):
        made(sides, leaper)
