"""Puzzles: each has one solution, the grade that was asked for, and steps that a person can follow."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, get_args
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from helpers import person
from helpers.marks import examples
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier import cli
from destrier.puzzles.reasoning import GRADES, Grade, grade_of

if TYPE_CHECKING:
    from pathlib import Path

    from destrier.puzzles.puzzle import Puzzle

SHAPE = dt.Board.from_text(".######\n#######\n#######\n#######\n#######\n######.")


def solve(puzzle: Puzzle) -> list[Any]:
    """Return the orders of all tours with the given numbers, by walking from one square to the next."""
    graph, wanted = puzzle.board.to_networkx(), {number: square for square, number in puzzle.givens.items()}
    found = []

    def walk(order: list[Any]) -> None:
        if len(order) == puzzle.board.size:
            if puzzle.kind == "open" or order[0] in graph[order[-1]]:
                found.append(list(order))
            return
        number = len(order) + 1
        for square in graph[order[-1]] if order else graph:
            fits = puzzle.givens.get(square, number) == number and wanted.get(number, square) == square
            if fits and square not in order:
                order.append(square)
                walk(order)
                order.pop()

    walk([])
    return found


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("board", "kind"), [(dt.Board(4, 5), "open"), (dt.Board(5, 6), "closed")], ids=str)
def test_a_small_puzzle_has_one_solution(board: dt.Board, kind: Literal["open", "closed"], seed: int) -> None:
    made = dt.puzzle(board, kind=kind, givens=9, seed=seed)
    assert solve(made) == [made.solution.squares()]
    assert len(made.givens) == 9


@pytest.mark.parametrize("grade", get_args(Grade))
@pytest.mark.parametrize("board", [dt.Board(6, 6), SHAPE], ids=["6 x 6", "shape"])
def test_a_puzzle_has_the_grade_that_was_asked_for(board: dt.Board, grade: Grade) -> None:
    made = dt.puzzle(board, grade=grade, kind="open", seed=2)
    steps = made.steps()
    order = list(GRADES)
    assert made.grade == grade == GRADES[max((step.deduction for step in steps), key=order.index)]
    placed = {step.square: step.number for step in steps if step.number is not None}
    numbers = {square: place + 1 for place, square in enumerate(made.solution.squares())}
    assert placed.items() <= numbers.items()
    assert not placed.keys() & made.givens.keys()
    assert len(placed) + len(made.givens) == board.size
    assert len(dt.solutions(board, numbers=made.givens, kind="open")) == 1


@examples(160)
@given(st.integers(0, 999), st.integers(5, 14), st.sampled_from(["open", "closed"]))
def test_a_slow_twin_gives_the_same_grade(seed: int, count: int, kind: Literal["open", "closed"]) -> None:
    board = dt.Board(5, 6)
    order = dt.tour(board, kind=kind, seed=seed).indices()
    known = {int(order[number]): number for number in np.random.default_rng(seed).permutation(30)[:count].tolist()}
    closed = kind == "closed"
    assert grade_of(board, known, closed=closed) == person.grade_of(board, known, closed=closed)


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_no_given_of_a_minimal_puzzle_can_be_left_out(kind: Literal["open", "closed"]) -> None:
    made = dt.puzzle(8, 8, kind=kind, givens="minimal", seed=1)
    assert dt.solutions(made.board, numbers=made.givens, kind=kind)[0].squares() == made.solution.squares()
    for square in made.givens:
        fewer = {other: number for other, number in made.givens.items() if other != square}
        assert len(dt.solutions(made.board, numbers=fewer, kind=kind)) == 2


def test_symmetric_givens() -> None:
    made = dt.puzzle(8, 8, givens=22, symmetric=True, seed=1)
    assert {(7 - row, 7 - col) for row, col in made.givens} == set(made.givens)
    assert len(made.givens) == 22
    with pytest.raises(dt.DestrierError, match="come in pairs, so there cannot be 21"):
        dt.puzzle(8, 8, givens=21, symmetric=True)
    with pytest.raises(dt.UnsupportedBoard, match="a half-turn does not map"):
        dt.puzzle(dt.Board.from_text("##.\n###"), symmetric=True)


def test_a_seed_repeats_a_puzzle_and_another_makes_another() -> None:
    assert dt.puzzle(6, 6, seed=1) == dt.puzzle(6, 6, seed=1)
    assert dt.puzzle(6, 6, seed=1) != dt.puzzle(6, 6, seed=2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"givens": 0}, "6 x 6 has 1 to 36 givens, not 0"),
        ({"givens": "few"}, "givens is the number of given numbers, or minimal, not 'few'"),
        ({"grade": "mad"}, "a grade is easy, medium, hard or expert, not 'mad'"),
        ({"kind": "corner"}, "the tour of a puzzle is closed or open, not 'corner'"),
        ({"givens": 36, "grade": "expert"}, "20 tours of 6 x 6 gave no such puzzle, but 36 givens, easy"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(dt.DestrierError, match=message):
        dt.puzzle(6, 6, **options)


def test_the_command_writes_what_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / f"puzzles{suffix}" for suffix in (".json", ".txt", ".svg")]
    outputs = [word for path in paths for word in ("-o", str(path))]
    assert cli.run(["puzzle", "6", "6", "--count", "3", "--seed", "1", "--json", *outputs]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed == json.loads(paths[0].read_text(encoding="utf-8"))
    for one, text in zip(listed, paths[1].read_text(encoding="utf-8").split("\n\n"), strict=True):
        heading, *rows = text.splitlines()
        assert heading == f"# closed, medium, {len(one['givens'])} givens"
        shown = {
            (row, col): int(word)
            for row, line in enumerate(rows)
            for col, word in enumerate(line.split())
            if word != "_"
        }
        assert shown == {tuple(square): number for square, number in one["givens"]}
    words = [element.text for element in ET.parse(paths[2]).iter() if element.tag.endswith("}text")]
    assert len(words) == sum(len(one["givens"]) for one in listed) + 3


def test_the_command_explains(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["puzzle", "5", "5", "--kind", "open", "--grade", "easy", "--seed", "1", "--explain"]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "is the only free square" in line]
    made = dt.puzzle(5, 5, kind="open", grade="easy", seed=1)
    assert len(told) == 25 - len(made.givens)
