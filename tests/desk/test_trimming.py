"""Trimmed shapes have a tour, and small ones lose no more squares than they must."""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest
from helpers import naive
from helpers.marks import left
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt

if TYPE_CHECKING:
    from collections.abc import Collection

Kind = Literal["closed", "open"]

SHAPES = {
    "A": ".###.\n#...#\n#...#\n#####\n#...#\n#...#\n#...#",
    "C": ".###.\n#...#\n#....\n#....\n#....\n#...#\n.###.",
    "E": "#####\n#....\n#....\n####.\n#....\n#....\n#####",
    "O": ".###.\n#...#\n#...#\n#...#\n#...#\n#...#\n.###.",
    "T": "#####\n..#..\n..#..\n..#..\n..#..\n..#..\n..#..",
    "heart": ".##.##.\n#######\n#######\n.#####.\n..###..\n...#...",
}


def enlarged(text: str, times: int) -> dt.Board:
    mask = np.array([[sign == "#" for sign in line] for line in text.split()])
    return dt.Board.from_mask(mask.repeat(times, 0).repeat(times, 1))


def disc(side: int) -> dt.Board:
    row, col = np.indices((side, side)) - (side - 1) / 2
    return dt.Board.from_mask(row**2 + col**2 <= side**2 / 4)


def check_trimmed(board: dt.Board, kind: Kind = "closed", most: int | None = None) -> int:
    """That what is left has a tour, and that with what was left out it is the board; return how much was left out."""
    less, left_out = board.trimmed(most, kind=kind, seed=1)
    assert dt.tour(less, kind=kind, seed=1).kind == kind
    whole = less.present.copy()
    assert not any(whole[square] for square in left_out)
    for square in left_out:
        whole[square] = True
    assert np.array_equal(whole, board.present)
    assert most is None or len(left_out) <= most
    assert board.trimmed(most, kind=kind, seed=1) == (less, left_out)
    return len(left_out)


@pytest.mark.parametrize("name", left(SHAPES, ["O", "T", "heart"]))
def test_letters_of_three_squares_width_lose_few_squares(name: str) -> None:
    board = enlarged(SHAPES[name], 3)
    light, dark = board.colours()
    assert abs(light - dark) <= check_trimmed(board) <= 10


@pytest.mark.parametrize("side", [9, 15, 21, 40, 41])
def test_discs_lose_the_squares_of_the_colour_that_there_are_more_of(side: int) -> None:
    board = disc(side)
    light, dark = board.colours()
    assert check_trimmed(board) == abs(light - dark)


def test_squares_at_the_rim_are_left_out_first() -> None:
    board = dt.Board(9, 9)
    for seed in range(10):
        ((row, col),) = board.trimmed(seed=seed).left_out
        assert (row, col) in {(0, 0), (0, 8), (8, 0), (8, 8)}


def test_a_board_with_a_tour_is_left_as_it_is() -> None:
    assert dt.Board(8, 8).trimmed(0, seed=1) == (dt.Board(8, 8), [])


def has_tour(squares: Collection[naive.Square], kind: Kind) -> bool:
    """Whether a search finds a tour."""
    there = set(squares)

    def onward(path: list[naive.Square]) -> bool:
        if len(path) == len(there):
            return kind == "open" or path[0] in naive.neighbours(path[-1], there)
        return any(onward([*path, to]) for to in naive.neighbours(path[-1], there) if to not in path)

    starts = sorted(there)[: 1 if kind == "closed" else None]
    return any(onward([start]) for start in starts)


def fewest(squares: Collection[naive.Square], kind: Kind) -> int | None:
    """The fewest squares to leave out, by trying all choices."""
    least = 4 if kind == "closed" else 2
    sizes = range(len(squares), least - 1, -1)
    found = (size for size in sizes if any(has_tour(some, kind) for some in combinations(sorted(squares), size)))
    return next((len(squares) - size for size in found), None)


@pytest.mark.parametrize("kind", ["closed", "open"])
@given(holes=st.sets(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=4))
def test_small_shapes_lose_as_few_squares_as_possible(kind: Kind, holes: set[naive.Square]) -> None:
    squares = naive.rectangle(3, 4) - holes
    board = dt.Board.from_mask([[(row, col) in squares for col in range(4)] for row in range(3)])
    least = fewest(squares, kind)
    if least is None:
        with pytest.raises(dt.DestrierError, match=r"\Ano (?:closed|open) tour of [^\n]*\Z"):
            board.trimmed(kind=kind, seed=1)
    else:
        assert check_trimmed(board, kind) == least


@pytest.mark.parametrize(
    ("most", "kind", "fault"),
    [
        (-1, "closed", "the most squares to leave out are an integer from 0 on, not -1"),
        (1.5, "closed", "the most squares to leave out are an integer from 0 on, not 1.5"),
        (1, "corner", "a board is trimmed for a closed or an open tour, not for 'corner'"),
        (0, "closed", "no closed tour of 5 x 5 exists with at most 0 squares left out: at least 1 must be"),
    ],
)
def test_what_cannot_be_trimmed_is_refused(most: int, kind: Kind, fault: str) -> None:
    with pytest.raises(dt.DestrierError, match=rf"\A{re.escape(fault)}\Z"):
        dt.Board(5, 5).trimmed(most, kind=kind)


def test_only_boards_of_the_knight_are_trimmed() -> None:
    with pytest.raises(dt.UnsupportedBoard, match=r"\Aflat boards of the knight are trimmed, not 5 x 5 by a zebra\Z"):
        dt.Board(5, 5, leaper="zebra").trimmed(1)
