"""Figured tours: against all tours of small boards, whose numbers are looked at one by one."""

from __future__ import annotations

from functools import cache

import pytest
from helpers import naive
from helpers.marks import lengthy

import destrier as dt
from destrier.search.figures import allowed_by
from destrier.support.errors import BudgetExceeded, DestrierError


@cache
def numbered(rows: int, cols: int) -> list[dict[tuple[int, int], int]]:
    """Return the numbers of all open tours, in both directions."""
    tours = list(naive.open_tours(naive.rectangle(rows, cols)))
    both = {tuple(way) for tour in tours for way in (tour, tour[::-1])}
    return [{square: place + 1 for place, square in enumerate(way)} for way in both]


SQUARES, CUBES, TRIANGULAR = {1, 4, 9, 16, 25}, {1, 8}, {1, 3, 6, 10, 15, 21}
PRIMES = {2, 3, 5, 7, 11, 13, 17, 19, 23}


@pytest.mark.parametrize(
    ("sides", "figure", "numbers", "place"),
    [
        ((5, 5), "squares on rank 5", SQUARES, [(0, col) for col in range(5)]),
        ((5, 5), "squares on row 1", SQUARES, [(1, col) for col in range(5)]),
        ((5, 5), "cubes on column 2", CUBES, [(row, 2) for row in range(5)]),
        ((5, 5), "primes on file b", PRIMES, [(row, 1) for row in range(5)]),
        ((5, 5), "triangular on a1 b3 c5 d3 e1", TRIANGULAR, [(4, 0), (2, 1), (0, 2), (2, 3), (4, 4)]),
        ((5, 5), "1-5 on a1-e5", {1, 2, 3, 4, 5}, [(4 - step, step) for step in range(5)]),
        ((5, 5), "1 3-5 9 on a5-e1", {1, 3, 4, 5, 9}, [(step, step) for step in range(5)]),
        ((4, 5), "multiples of 5 on file a", {5, 10, 15, 20}, [(row, 0) for row in range(4)]),
        ((3, 4), "7 on 0,0 2,3", {7}, [(0, 0), (2, 3)]),
    ],
)  # fmt: skip
def test_figures_without_order(
    sides: tuple[int, int], figure: str, numbers: set[int], place: list[tuple[int, int]]
) -> None:
    def fits(board: dict[tuple[int, int], int]) -> bool:
        there = {board[square] for square in place}
        return numbers <= there if len(numbers) <= len(place) else there <= numbers

    expected = sum(map(fits, numbered(*sides)))
    assert dt.count_solutions(dt.Board(*sides), figures=[figure]) == expected
    tours = dt.solutions(dt.Board(*sides), figures=[figure], n=None)
    assert len(tours) == expected
    for tour in tours:
        assert fits({square: place + 1 for place, square in enumerate(tour.squares())})


@pytest.mark.parametrize(
    ("figure", "numbers", "place"),
    [
        ("1-3 on a5 c4 e5 in order", [1, 2, 3], [(0, 0), (1, 2), (0, 4)]),
        ("1 25 on a1-b1 in reverse order", [25, 1], [(4, 0), (4, 1)]),
        ("cubes on e5 a1 in order", [1, 8], [(0, 4), (4, 0)]),
        ("1 2 3 4 on a1 b3 d4 c2 in order", [1, 2, 3, 4], [(4, 0), (2, 1), (1, 3), (3, 2)]),
    ],
)
def test_figures_in_order(figure: str, numbers: list[int], place: list[tuple[int, int]]) -> None:
    expected = sum([board[square] for square in place] == numbers for board in numbered(5, 5))
    assert dt.count_solutions(5, 5, figures=[figure]) == expected


def test_sets_of_numbers_on_a_large_board() -> None:
    board = dt.Board(50, 60)
    sets = {
        "squares": {number * number for number in range(1, 55)},
        "cubes": {number * number * number for number in range(1, 15)},
        "primes": {*range(2, 3001)} - {number for factor in range(2, 55) for number in range(2 * factor, 3001, factor)},
        "triangular": {number * (number + 1) // 2 for number in range(1, 77)},
        "multiples of 7": set(range(7, 3001, 7)),
    }
    for name, numbers in sets.items():
        [allowed] = allowed_by(board, f"{name} on a1").values()
        assert {number + 1 for number in allowed} == numbers, name


def test_figures_and_numbers_hold_together() -> None:
    board = dt.Board(5, 5)
    expected = sum(board[0, 0] == 25 and {1, 8} <= {board[row, 2] for row in range(5)} for board in numbered(5, 5))
    assert dt.count_solutions(board, numbers={(0, 0): 25}, figures=["cubes on file c"]) == expected


def test_the_square_numbers_stand_along_a_rank_of_the_chessboard() -> None:
    [tour] = dt.solutions(8, 8, figures=["squares on rank 8 in order"], n=1)
    assert (tour.numbering()[0] + 1).tolist() == [1, 4, 9, 16, 25, 36, 49, 64]


@lengthy
def test_so_many_tours_have_the_square_numbers_along_a_rank() -> None:
    """Mirrored, the same number: the sentence is read by its squares, not by the plan of the search."""
    forwards = dt.count_solutions(8, 8, figures=["squares on rank 8 in order"], budget=600)
    backwards = dt.count_solutions(8, 8, figures=["squares on a1-h1 in reverse order"], budget=600)
    assert forwards == backwards == 41_366


@pytest.mark.parametrize(
    ("figure", "message"),
    [
        ("bla", "a figure is written as in 'squares on rank 8 in order', not 'bla'"),
        ("evens on rank 1", "'evens' is not a set of numbers: squares, cubes, primes, triangular, multiples of 5"),
        ("70 on a1", "8 x 8 has the numbers 1 to 64, not 70"),
        ("multiples of 99 on a1", "8 x 8 has no multiples of 99: its numbers are 1 to 64"),
        ("squares on rank 9", "8 x 8 has no rank 9"),
        ("squares on the middle", "'the middle' is not a place"),
        ("squares on a1-b4", "a line leads along a row, a column or a diagonal"),
        ("squares on a1 a1", "names a square twice"),
        ("squares on a1 i9", "i9 is not a square of the 8 x 8 board"),
        ("squares on a1 b3 in order", "puts 8 ordered numbers on 2 squares"),
    ],
)
def test_what_is_no_figure_is_refused(figure: str, message: str) -> None:
    with pytest.raises(DestrierError, match=message.replace("?", r"\?")):
        dt.solutions(8, 8, figures=[figure])


def test_a_budget_tells_how_many_tours_were_found() -> None:
    with pytest.raises(BudgetExceeded, match=r"the budget of 0.2 s ended after .* tours were found before"):
        dt.count_solutions(8, 8, figures=["cubes on rank 1"], budget=0.2)


def test_squares_are_named_as_in_chess() -> None:
    assert dt.square("c3") == (5, 2)
    assert dt.square("c3", 10, 12) == (7, 2)
    with pytest.raises(DestrierError, match="c9 is not a square of the 8 x 8 board"):
        dt.square("c9")
