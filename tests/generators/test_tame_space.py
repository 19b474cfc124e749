"""Tours in space with few turns: one cycle each, and every turn is the end of a line."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import destrier as dt
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Callable


def made(*sides: int, leaper: Any = "knight", **options: Any) -> dt.Tour:
    """A checked copy."""
    board = dt.Space(*sides, leaper=leaper)
    tour = dt.tour(board, minimize="turns", **options)
    return dt.Tour(tour.moves.copy(), board)


def steps(tour: dt.Tour) -> list[tuple[int, ...]]:
    """The step to each next square of a closed tour, in plain Python."""
    places = list(tour)
    return [tuple(b - a for a, b in zip(*pair, strict=True)) for pair in pairwise([*places, places[0]])]


def turns(tour: dt.Tour) -> int:
    taken = steps(tour)
    return sum(before != after for before, after in zip(taken, [*taken[1:], taken[0]], strict=True))


def ends(sides: tuple[int, ...]) -> int:
    """The fewest squares that are ends if all lines are parallel."""
    around = {(one, two) for one in range(len(sides)) for two in range(len(sides)) if one != two}
    inside = (prod(n - 2 * ((axis == one) + 2 * (axis == two)) for axis, n in enumerate(sides)) for one, two in around)
    return prod(sides) - max(inside)


@pytest.mark.parametrize("longest", [7, pytest.param(11, marks=pytest.mark.exhaustive)])
def test_all_small_boards(longest: int) -> None:
    for sides in combinations_with_replacement(range(3, longest + 1), 3):
        if prod(sides) % 2 == 0:
            tour = made(*sides)
            assert sorted(tour) == sorted(np.ndindex(*sides))
            assert dt.turns(tour) == turns(tour)
            if min(sides) >= 5:
                assert dt.turns(tour) <= ends(sides), sides


def test_cubes_have_less_than_six_turns_a_square_of_a_face() -> None:
    for n in (10, 20, 40):
        assert dt.turns(made(n, n, n)) <= 6 * n * n - 8 * n


def test_sides_in_any_order() -> None:
    assert {dt.turns(made(*sides)) <= ends(sides) for sides in [(6, 8, 14), (14, 6, 8), (8, 14, 6)]} == {True}


def test_four_dimensions_and_other_pieces() -> None:
    assert dt.turns(made(6, 6, 6, 6)) < dt.turns(dt.tour(dt.Space(6, 6, 6, 6), seed=1))
    for leaper in ("zebra", "giraffe"):
        tour = made(16, 16, 16, leaper=leaper)
        assert dt.turns(tour) == turns(tour) < 16**3 * 0.6


def test_an_open_tour_has_two_turns_fewer() -> None:
    tour = made(8, 9, 10, kind="open")
    assert tour.kind == "open"
    assert dt.turns(tour) == dt.turns(made(8, 9, 10)) - 2


def test_it_is_written_to_an_array() -> None:
    board = dt.Space(8, 8, 8)
    out = np.zeros(board.shape, board.dtype)
    tour = dt.tour(board, minimize="turns", out=out)
    assert np.shares_memory(tour.moves, out)
    assert tour == dt.tour(board, algorithm="tame") == dt.tour(board, minimize="both")


@pytest.mark.parametrize("sides", [(10, 10, 2), (102, 100, 100)])
def test_thin_and_large_boards_are_left_to_the_formation(sides: tuple[int, int, int]) -> None:
    board = dt.Space(*sides)
    assert dt.tour(board, minimize="turns") == dt.tour(board, algorithm="formation", minimize="turns")


def test_thin_boards_without_a_formation() -> None:
    assert made(4, 4, 2).cycle_count == 1


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: made(5, 5, 5), NoSuchTour, "odd number of squares"),
        (lambda: made(5, 5, 5, kind="open"), UnsupportedBoard, "makes open tours in space of closed ones"),
        (lambda: made(8, 8, 8, kind="open", start=(0, 0, 0)), UnsupportedBoard, "leaves no choice of ends"),
        (
            lambda: dt.tour(dt.Space(8, 8, 8), algorithm="tame", minimize="rails"),
            DestrierError,
            "tame minimizes turns in space, not rails",
        ),
        (lambda: dt.tour(dt.Box(6, 5, 4), algorithm="tame"), UnsupportedBoard, "a knight's rectangles, and boards in"),
    ],
)
def test_wrong_ones(ask: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask()
