"""Tours with given numbers, against naive backtracking."""

from __future__ import annotations

import pickle
import random
import warnings
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pytest
from helpers.marks import left
from helpers.wrong import wrong

import destrier as dt
from destrier import cli
from destrier.search.numbered import orders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SHAPE = dt.Board.from_text("###.\n####\n####\n####\n.###")


def naive(board: Any, numbers: dict[Any, int], kind: str) -> Iterator[tuple[Any, ...]]:
    """Yield all tours with these numbers by walking from every square, one move after the other."""
    graph = board.to_networkx()
    wanted = {number: square for square, number in numbers.items()}

    def walk(order: list[Any]) -> Iterator[tuple[Any, ...]]:
        if len(order) == board.size:
            if kind == "open" or order[0] in graph[order[-1]]:
                yield tuple(order)
            return
        number = len(order) + 1
        for square in graph[order[-1]] if order else graph:
            fits = numbers.get(square, number) == number and wanted.get(number, square) == square
            if fits and square not in order:
                order.append(square)
                yield from walk(order)
                order.pop()

    return walk([])


def drawn(board: Any, kind: Literal["open", "closed"], count: int, seed: int) -> dict[Any, int]:
    """Return the first number of a random tour, and so many others."""
    squares = dt.tour(board, kind=kind, seed=seed).squares()
    return {squares[place]: place + 1 for place in (0, *random.Random(seed).sample(range(1, len(squares)), count))}


@pytest.mark.parametrize("seed", left(range(3), [0]))
@pytest.mark.parametrize(
    ("board", "kind", "count"),
    [
        (dt.Board(5, 5), "open", 2),
        (dt.Board(3, 7), "open", 1),
        (SHAPE, "open", 3),
        (dt.Board(5, 6), "closed", 4),
        (dt.Board(3, 10), "closed", 3),
    ],
    ids=str,
)
def test_the_solutions_are_those_of_backtracking(
    board: dt.Board, kind: Literal["open", "closed"], count: int, seed: int
) -> None:
    numbers = drawn(board, kind, count, seed)
    found = dt.solutions(board, numbers=numbers, kind=kind, n=None)
    assert {tuple(tour) for tour in found} == set(naive(board, numbers, kind))
    assert len({tuple(tour) for tour in found}) == len(found)


@pytest.mark.parametrize("kind", ["open", "closed"])
@pytest.mark.parametrize("board", [dt.Board(8, 8), dt.Board(9, 12), dt.Space(4, 4, 4), dt.Box(4, 4, 4)], ids=str)
def test_a_tour_has_its_numbers(board: Any, kind: Literal["open", "closed"]) -> None:
    given: Any = kind if isinstance(board, dt.Board) else "closed"
    squares = dt.tour(board, kind=given, seed=1).squares()
    numbers = {squares[place]: place + 1 for place in (2, len(squares) // 2, len(squares) - 1)}
    for tour in dt.solutions(board, numbers=numbers, kind=kind):
        assert tour.kind == kind
        assert {square: tour.index(square) + 1 for square in numbers} == numbers
        assert tour == dt.Tour.from_order(tour.indices(), board, kind=kind)
        assert np.array_equal(pickle.loads(pickle.dumps(tour)).indices(), tour.indices())


def test_every_number_given_leaves_one_solution_and_a_wrong_one_none() -> None:
    squares = dt.tour(8, 8, seed=3).squares()
    numbers = {square: place + 1 for place, square in enumerate(squares)}
    assert [tuple(tour) for tour in dt.solutions(8, 8, numbers=numbers, kind="closed")] == [tuple(squares)]
    numbers[squares[0]], numbers[squares[2]] = 3, 1
    assert dt.solutions(8, 8, numbers=numbers, kind="closed") == []


def test_a_tour_with_numbers_is_repeated_by_its_recipe() -> None:
    tour = dt.tour(8, 8, numbers={"c3": 17, (0, 0): 4}, kind="open", end="h1", out=np.empty((8, 8), np.uint8))
    assert tour.index("c3") == 16
    assert tour[-1] == (7, 7)
    assert dt.repeat(tour).squares() == tour.squares()


def test_the_seed_draws_the_tour() -> None:
    tours = {dt.tour(8, 8, numbers={"c3": 17}, seed=seed) for seed in range(5)}
    assert len(tours) > 1
    assert dt.tour(8, 8, numbers={"c3": 17}, seed=1) == dt.tour(8, 8, numbers={"c3": 17}, seed=1)


def test_a_closed_tour_may_start_anywhere_in_both_directions() -> None:
    tour = dt.tour(6, 6, seed=1)
    squares = tour.squares()
    for start, then in [*pairwise(squares), *pairwise(squares[::-1])]:
        assert tour.starting_at(start, then)[:2] == [start, then]
    with pytest.raises(dt.DestrierError, match="no closed tour goes on from 0,0 to 0,0"):
        tour.starting_at((0, 0), (0, 0))


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([("c3", 1), ((5, 2), 2)], "square 5,2 has two numbers, 1 and 2"),
        ({"c3": 1, "d4": 1}, "the number 1 is given twice, for square 5,2 and square 4,3"),
        ({"c3": 65}, "square 5,2 cannot have the number 65: 8 x 8 has 1 to 64"),
        ({"c3": 0}, "square 5,2 cannot have the number 0: 8 x 8 has 1 to 64"),
        ({"c9": 1}, "c9 is not a square of the 8 x 8 board"),
        ({"c3": 1.5}, "the number of square 5,2 is an integer, not 1.5"),
        (7, "numbers are given by square"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(numbers: Any, message: str) -> None:
    with pytest.raises(dt.DestrierError, match=message):
        dt.solutions(8, 8, numbers=numbers)
    with pytest.raises(dt.DestrierError, match=message):
        dt.tour(8, 8, numbers=numbers)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        (
            {"a1": 2, "c3": 17},
            "2 on 7,0 and 17 on 5,2 contradict .* same colour are an even number of moves apart, not 15",
        ),
        ({"a1": 2, "d3": 18}, "different colours are an odd number"),
        ({"a1": 1, "h8": 3}, "contradict each other: 2 moves do not reach that far"),
        ({"a1": 1, "h8": 63}, "63 on 0,7 and 1 on 7,0 contradict each other: 2 moves do not reach that far"),
        ({"b3": 1, "c2": 5}, "all possibilities were searched"),
    ],
)
def test_which_numbers_contradict_each_other(numbers: dict[str, int], message: str) -> None:
    assert dt.solutions(8, 8, numbers=numbers, kind="closed") == []
    with pytest.raises(dt.NoSuchTour, match=message):
        dt.tour(8, 8, numbers=numbers)


@pytest.mark.parametrize(
    ("older", "newer", "told"),
    [
        (
            lambda: wrong(dt.solutions)(dt.Board(3, 4), {"a3": 1}, "open"),
            lambda: dt.solutions(3, 4, numbers={"a3": 1}, kind="open"),
            [
                "solutions takes numbers by its name: write numbers={'a3': 1}",
                "solutions takes kind by its name: write kind='open'",
            ],
        ),
        (
            lambda: wrong(dt.count_solutions)(dt.Board(3, 4), {"a3": 1}),
            lambda: dt.count_solutions(3, 4, numbers={"a3": 1}),
            ["count_solutions takes numbers by its name: write numbers={'a3': 1}"],
        ),
        (
            lambda: wrong(dt.solutions)(3, 4, limit=1),
            lambda: dt.solutions(3, 4, n=1),
            ["limit of solutions is n now: write n="],
        ),
        (
            lambda: wrong(dt.magic_tours)(8, 12, limit=1, seed=1),
            lambda: dt.magic_tours(8, 12, n=1, seed=1),
            ["limit of magic_tours is n now: write n="],
        ),
        (
            lambda: wrong(dt.puzzle)(4, 5, kind="open", difficulty="easy", seed=1),
            lambda: dt.puzzle(4, 5, kind="open", grade="easy", seed=1),
            ["difficulty of puzzle is grade now: write grade="],
        ),
    ],
)
def test_older_arguments_are_taken_with_a_warning(
    older: Callable[[], object], newer: Callable[[], object], told: list[str]
) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        done = older()
    assert done == newer()
    assert [str(one.message) for one in caught] == told
    assert {(one.category, one.filename) for one in caught} == {(DeprecationWarning, __file__)}


def test_a_spent_budget_is_told_with_what_was_found() -> None:
    with pytest.raises(dt.BudgetExceeded, match=r"the budget of 0\.05 s ended") as error:
        dt.solutions(8, 8, numbers={}, n=None, budget=0.05)
    assert isinstance(error.value.sample, list)
    assert error.value.sample


def test_numbers_leave_no_choice_of_an_algorithm() -> None:
    for options in ({"algorithm": "rectangle"}, {"uniform": True}, {"symmetry": "central"}, {"kind": "stretched"}):
        with pytest.raises(dt.DestrierError, match="given numbers"):
            dt.tour(8, 8, numbers={"c3": 1}, **options)


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["tour", "5", "5", "--kind", "open", "--number", "e1=25", "--number", "0,0=1", "--first", "1"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert (rows[0][0], rows[4][4]) == ("1", "25")
    assert cli.run(["tour", "8", "8", "--number", "a1=2", "--number", "c3=17"]) == 1
    assert cli.run(["tour", "8", "8", "--number", "a1"]) == 2


def test_numbers_are_printed_as_they_were_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["tour", "6", "6", "--number", "a1=1", "--number", "c2=2", "--seed", "1"]) == 0
    rows = [[int(number) for number in line.split()] for line in capsys.readouterr().out.splitlines()[:6]]
    assert (rows[5][0], rows[4][2]) == (1, 2)
    assert cli.run(["tour", "6", "6", "--number", "a1=1", "--first", "0", "--seed", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[5].split()[0] == "0"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("board", "kind"), [(dt.Board(4, 5), "open"), (SHAPE, "open"), (dt.Board(5, 6), "closed")])
def test_squares_with_several_candidates(board: dt.Board, kind: Literal["open", "closed"], seed: int) -> None:
    size, chance = board.size, random.Random(seed)
    hidden = dt.tour(board, kind=kind, seed=seed).squares()
    marks = {square: chance.randrange(3) for square in hidden}
    candidates = {
        node: [number for number, square in enumerate(hidden) if marks[square] == marks[board.square(int(index))]]
        for node, index in enumerate(board.squares)
    }
    word = [marks[square] for square in hidden]
    graph = board.to_networkx()

    def walk(order: list[Any]) -> Iterator[tuple[Any, ...]]:
        if len(order) == size and (kind == "open" or order[0] in graph[order[-1]]):
            yield tuple(order)
        for square in graph[order[-1]] if order else graph:
            if square not in order and marks[square] == word[len(order)]:
                yield from walk([*order, square])

    found = [
        tuple(board.square(int(board.squares[node])) for node in order)
        for order in orders(board.move_graph, candidates, closed=kind == "closed")
    ]
    assert sorted(found) == sorted(walk([]))
    assert len(set(found)) == len(found)
