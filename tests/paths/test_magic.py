"""Paths given by squares or cells, and their semi-magic numberings."""

from __future__ import annotations

import json

import numpy as np
import pytest
from helpers.marks import very_long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.cli import run
from destrier.paths.closed_path import parse_path, squares_of
from destrier.paths.numberings import _DELTAS, _has_semi_magic
from destrier.support.errors import DestrierError

JAENISCH = """
63 22 15 40  1 42 59 18
14 39 64 21 60 17  2 43
37 62 23 16 41  4 19 58
24 13 38 61 20 57 44  3
11 36 25 52 29 46  5 56
26 51 12 33  8 55 30 45
35 10 49 28 53 32 47  6
50 27 34  9 48  7 54 31
"""
"""A semi-magic tour of the chessboard (1862): all ranks and files add up to 260."""


def jaenisch() -> list[tuple[int, int]]:
    board = [[int(word) for word in line.split()] for line in JAENISCH.split("\n") if line]
    places = {number: (row, col) for row, line in enumerate(board) for col, number in enumerate(line)}
    return [places[number] for number in range(1, 65)]


def named(squares: list[tuple[int, int]]) -> str:
    return " ".join(f"{row},{col}" for row, col in squares)


def sums(squares: tuple[tuple[int, int], ...], axis: int) -> set[int]:
    lines: dict[int, int] = {}
    for number, square in enumerate(squares, 1):
        lines[square[axis]] = lines.get(square[axis], 0) + number
    return set(lines.values())


def test_a_semi_magic_tour_is_found() -> None:
    described = parse_path(named(jaenisch()))
    assert (described.k, described.rows, described.cols) == (64, 8, 8)
    found = dt.paths.magic_numberings(described.word)
    assert found
    for numbering in found:
        assert sums(numbering.squares, 0) == {numbering.row_sum} == {260}
        assert sums(numbering.squares, 1) == {numbering.col_sum} == {260}
    assert not any(numbering.magic for numbering in found)  # magic tours of the chessboard there are none


def test_numberings_are_all_that_there_are() -> None:
    """The 128 numberings of a tour are tried one by one."""
    squares = jaenisch()
    word = parse_path(named(squares)).word
    least = squares_of(word)
    expected = 0
    for direction in (least, least[::-1]):
        for start in range(64):
            turned = tuple(direction[start:] + direction[:start])
            expected += len(sums(turned, 0)) == len(sums(turned, 1)) == 1
    assert len(dt.paths.magic_numberings(word)) == expected > 0


@pytest.mark.parametrize("k", [4, 6, 8, very_long(10)])
def test_short_paths_are_not_semi_magic(k: int) -> None:
    assert dt.paths.magic_paths(k) == [word for word in dt.paths.list_paths(k) if dt.paths.magic_numberings(word)] == []


def test_the_search_finds_what_is_there() -> None:
    """The kernel of the search agrees with the plain numbering on words of any length that has a code."""
    words = [word for k in (4, 6, 8) for word in dt.paths.list_paths(k)]
    for word in words:
        code = np.array([int(word, 8)], np.uint64)
        assert bool(_has_semi_magic(code, len(word), _DELTAS)[0]) == bool(dt.paths.magic_numberings(word))


@given(
    st.deferred(lambda: st.sampled_from(dt.paths.list_paths(10))),
    st.integers(0, 9),
    st.booleans(),
    st.integers(-5, 5),
    st.integers(-5, 5),
)
def test_squares_and_cells_name_the_same_path(word: str, start: int, back: bool, down: int, right: int) -> None:
    squares = [(row + down, col + right) for row, col in squares_of(word)]
    squares = squares[start:] + squares[:start]
    squares = squares[::-1] if back else squares
    assert parse_path(named(squares)).word == word
    top, left = (min(square[axis] for square in squares) for axis in range(2))
    cells = " ".join(str(11 * (row - top) + col - left + 1) for row, col in squares)
    assert parse_path(cells, cols=11).word == parse_path(cells).word == word


def test_the_squares_of_a_class_are_those_of_its_word() -> None:
    described = dt.paths.path_class("44616031")
    assert described.squares == ((0, 4), (1, 2), (2, 0), (4, 1), (2, 2), (4, 3), (3, 5), (2, 3))
    assert parse_path(named([*described.squares])) == described


def test_chess_names_of_squares() -> None:
    assert parse_path("a1 b3 d4 c2").word == parse_path("7,0 5,1 4,3 6,2").word


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("0,0 2,1 0,2", "0,2 and 0,0 are not a knight's move apart: the path is not closed"),
        ("a1 b3 b4 c2", "b3 and b4 are not a knight's move apart"),
        ("1 2 3 4", "the cells 1 2 3 4 do not form a closed knight's path, whatever the number of columns"),
        ("0,0 x", "a square is row,col, or a name such as e4, not 'x'"),
        ("0,0 2,1 0,0 2,1", "it visits a square or a move twice"),
    ],
)
def test_faults_are_named(text: str, fault: str) -> None:
    with pytest.raises(DestrierError) as refusal:
        parse_path(text)
    assert fault in str(refusal.value)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["paths", "2", "9", "18", "11"]) == 0
    printed = capsys.readouterr().out
    assert "squares  0,2 1,0 3,1 2,3" in printed
    assert printed.endswith(". . 1 .\n2 . . .\n. . . 4\n. 3 . .\n")
    assert run(["paths", *named(jaenisch()).split(), "--magic", "--json"]) == 0
    numberings = json.loads(capsys.readouterr().out)
    assert {numbering["row_sum"] for numbering in numberings} == {260}
    assert run(["paths", *named(jaenisch()).split(), "--magic"]) == 0
    assert capsys.readouterr().out.startswith("semi-magic: rows 260, columns 260\n")
    assert run(["paths", "8", "--magic"]) == 0
    assert capsys.readouterr().out == "no closed path of length 8 has a semi-magic numbering\n"
    assert run(["paths", "8", "--magic", "--distinct"]) == 2
