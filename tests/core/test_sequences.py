"""A tour as a sequence of squares, against its moves array, which is walked here square by square."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from helpers import naive
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt

TOURS: dict[str, Callable[[], dt.Tour]] = {
    "closed": lambda: dt.tour(8, 8, seed=1),
    "looked up": lambda: dt.tour(12, 16, algorithm="formation"),
    "open": lambda: dt.tour(5, 7, kind="open", seed=1),
    "shape": lambda: dt.tour(dt.Board.from_text("###\n#.#\n###")),
    "giraffe": lambda: dt.tour(dt.Board(22, 52, leaper=(1, 4))),
    "space": lambda: dt.tour(dt.Space(4, 4, 4), seed=1),
    "box": lambda: dt.tour(dt.Box(5, 4, 6), seed=1),
}


@cache
def made(name: str) -> dt.Tour:
    tour = TOURS[name]()
    assert isinstance(tour, dt.Tour)
    return tour


@pytest.fixture(params=TOURS)
def tour(request: pytest.FixtureRequest) -> dt.Tour:
    return made(request.param)


def test_it_follows_the_moves() -> None:
    """From (row, col) to (row, col) along the bits of the moves array."""
    for name in ("closed", "open", "looked up"):
        tour = made(name)
        for (row, col), (down, right) in pairwise(tour):
            assert tour.moves[row, col] >> naive.MOVES.index((down - row, right - col)) & 1


def test_it_is_a_sequence_of_tuples(tour: dt.Tour) -> None:
    squares = list(tour)
    assert len(tour) == len(squares) == len(set(squares)) == tour.board.size
    assert all(type(square) is tuple and tour.board.has(square) for square in squares)
    assert squares == tour.squares() == [tour[place] for place in range(len(tour))]
    assert list(reversed(tour)) == squares[::-1] == tour[::-1]
    assert tour[-1] == squares[-1]
    assert tour[3:30:4] == squares[3:30:4]
    assert [tour.index(square) for square in squares] == list(range(len(tour)))
    assert squares[3] in tour
    assert tour.count(squares[3]) == 1
    assert (10**6,) * len(squares[0]) not in tour
    assert 5 not in tour
    for place in (len(tour), -len(tour) - 1):
        with pytest.raises(IndexError, match=f"there is no position {place}: there are {len(tour)} squares"):
            tour[place]


def test_lookups_take_and_give_squares(tour: dt.Tour) -> None:
    order = tour.order()
    assert order.dtype == np.int64
    assert np.array_equal(tour.index_of(order), np.arange(len(tour)))
    assert np.array_equal(tour.cell_at(np.arange(len(tour))), order)
    assert np.array_equal(tour.cell_at([[0, 1], [-2, -1]]), order[[[0, 1], [-2, -1]]])
    assert tour.cell_at(7) == tour[7]
    assert tour.index_of(tour[7]) == 7
    assert np.array_equal(np.concatenate(tour.cycles()), order)
    assert np.array_equal(tour.board.indices_of(order), tour.indices())


def test_a_tour_is_made_of_what_it_gives(tour: dt.Tour) -> None:
    assert dt.Tour.from_squares(list(tour) if len(tour[0]) == 2 else tour.order(), tour.board) == tour
    assert dt.Tour.from_order(tour.order(), tour.board, kind=None) == tour
    for first in (0, 1):
        numbers = np.where(tour.numbering() < 0, -1, tour.numbering() + first)
        assert dt.Tour.from_numbering(numbers, tour.board) == tour
    assert dt.check(tour.order(), tour.board) == tour.describe()
    assert np.asarray(tour) is tour.moves
    assert np.array_equal(np.array(tour, dtype=float), tour.moves)


@given(st.integers(0, 7), st.integers(0, 7), st.booleans())
def test_the_board_and_the_kind_follow_from_the_squares(top: int, turn: int, back: bool) -> None:
    ring = [(0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2), (2, 1)]
    squares = [(row + top, col) for row, col in (ring[turn:] + ring[:turn])[:: -1 if back else 1]]
    tour = dt.Tour.from_squares(squares)
    assert dt.Tour.from_squares(np.array(squares, np.float64)) == tour
    assert tour.kind == "closed"
    assert tour.board.present.tolist() == [[False] * 3] * top + [[True] * 3, [True, False, True], [True] * 3]
    path = dt.Tour.from_squares(squares, kind="open")
    assert path.kind == "open"
    assert list(path) == squares


def test_a_start_survives_the_numbering() -> None:
    tour = dt.tour(5, 7, kind="open", start=(4, 6), seed=1)
    assert list(dt.Tour.from_numbering(tour.numbering() + 1)) == list(tour)


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "index_of takes squares": (lambda: made("closed").index_of(5), "a square of the 8 x 8 board is 2 integers, not 5"),
    "an index is a square": (lambda: made("closed").index_of((8, 0)), "8,0 is not a square of the 8 x 8 board"),
    "no step": (lambda: dt.Tour.from_squares([(0, 0), (1, 1)]), "square 0,0 to 1,1 is not a knight's move"),
    "above": (lambda: dt.Tour.from_squares([(0, -1), (1, 1)]), "0,-1 is not a square: rows and columns are from 0 on"),
    "flat": (lambda: dt.Tour.from_squares([0, 10]), "squares are pairs such as"),
    "ragged": (
        lambda: dt.Tour.from_squares([(0, 0), (1, 2, 3)], dt.Board(5, 6)),
        r"^all squares of a path have as many coordinates, not \[\(0, 0\), \(1, 2, 3\)\]$",
    ),
    "twice": (lambda: dt.Tour.from_numbering([[1, 1]]), "the number 1 occurs twice"),
    "gap": (lambda: dt.Tour.from_numbering([[0, 2]]), "the number 1 is missing"),
    "late": (lambda: dt.Tour.from_numbering([[2, 3]]), "the number 1 is missing"),
    "no integers": (lambda: dt.Tour.from_numbering([[0.5]]), "a numbering is an array of integers"),
    "shape": (lambda: dt.Tour.from_numbering([[1, 2]], dt.Board(3, 3)), "the numbering has shape"),
    "name": (lambda: made("closed").board.index("i1"), "i1 is not a square of the 8 x 8 board"),
    "no name": (lambda: made("closed").board.index("e"), "'e' is not a square: row,col from 0,0 at the top left, or"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named(name: str) -> None:
    wrong, message = WRONG[name]
    with pytest.raises(dt.DestrierError, match=message):
        wrong()


@given(st.integers(1, 40), st.integers(1, 800), st.data())
def test_squares_have_the_names_of_chess(rows: int, cols: int, data: st.DataObject) -> None:
    """Files are counted in letters as spreadsheets count their columns."""
    board = dt.Board(rows, cols)
    row, col = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    files = [*alphabet, *(one + other for one in alphabet for other in alphabet)] + ["aaa"] * 200
    named = f"{files[col]}{rows - row}"
    if files[col] != "aaa":
        assert board.chess_name((row, col)) == named
    assert board.parse_square(board.chess_name((row, col)).upper()) == (row, col) == board.parse_square(f"{row}, {col}")


def test_a_named_square_is_a_square() -> None:
    tour = made("closed")
    assert isinstance(tour, dt.Tour)
    assert tour.index("e4") == tour.index((4, 4)) == tour.index_of("e4")
    assert "a1" in tour
    assert "i9" not in tour
    assert dt.tour(5, 5, kind="open", start="a5", end="e1", seed=1).ends == ((0, 0), (4, 4))
