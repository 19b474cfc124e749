"""What the viewer's server says of puzzles."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest
from helpers.answers import refused
from helpers.marks import long

import destrier as dt
from destrier.core.box import Box
from destrier.viewer.work import puzzle_tasks

if TYPE_CHECKING:
    from starlette.testclient import TestClient

SHAPE = ".######\n#######\n#######\n#######\n#######\n######."


@pytest.mark.parametrize(
    ("request_", "board", "options"),
    [
        long({"rows": 6, "cols": 6, "seed": 2}, (6, 6), {}),
        ({"rows": 5, "cols": 5, "kind": "open", "difficulty": "easy", "seed": 1}, (5, 5), {"grade": "easy"}),
        ({"rows": 6, "cols": 6, "minimal": True, "seed": 3}, (6, 6), {"givens": "minimal"}),
        ({"shape": SHAPE, "givens": 16, "symmetric": True}, (dt.Board.from_text(SHAPE),), {"givens": 16}),
    ],
)
def test_makes_the_puzzles_of_the_library(
    client: TestClient, request_: dict[str, Any], board: tuple[Any, ...], options: dict[str, Any]
) -> None:
    wanted = {"seed": 0, **request_}
    rest = {name: wanted[name] for name in ("kind", "symmetric", "seed") if name in wanted}
    made = dt.puzzle(*board, **rest, **options)
    answer = client.post("/api/puzzle", json=wanted).json()
    assert answer.items() >= made.to_dict().items()
    assert answer["title"] == made.board.describe()


def test_tells_how_it_is_solved(client: TestClient) -> None:
    asked = {"rows": 6, "cols": 6, "difficulty": "hard", "seed": 3}
    steps = dt.puzzle(6, 6, grade="hard", seed=3).steps()
    told = client.post("/api/puzzle-steps", json=asked).json()["steps"]
    assert told == [{**asdict(step), "square": step.square and list(step.square)} for step in steps]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"rows": 21, "cols": 20}, "up to 400 squares"),
        ({"rows": 6, "cols": 6, "givens": 9, "minimal": True}, "not both"),
        ({"rows": 6, "cols": 6, "difficulty": "fiendish"}, "difficulty is one of easy, medium, hard, expert"),
        ({"rows": 5, "cols": 5}, "no closed tour"),
        ({"rows": 6}, "rows and cols, or a shape"),
    ],
)
def test_says_why_there_is_none(client: TestClient, asked: dict[str, Any], why: str) -> None:
    assert why in refused(client.post("/api/puzzle", json=asked))


@pytest.mark.parametrize("board", [dt.Board(5, 6), dt.Board.from_text(SHAPE), Box(3, 3, 4)])
def test_a_page_knows_the_squares_of_any_board(board: Any) -> None:
    made = dt.puzzle(board, givens=board.size // 2, seed=1)
    told: Any = puzzle_tasks.on_page(made)
    graph = board.to_networkx()
    squares = [board.square(int(index)) for index in board.squares]
    assert told["squares"] == [list(square) for square in squares]
    flat = isinstance(board, dt.Board)
    assert told["names"] == [
        f"{'abcdefgh'[square[1]]}{board.rows - square[0]}" if flat else board.name(board.index(square))
        for square in squares
    ]
    assert [{squares[other] for other in moves} for moves in told["moves"]] == [
        set(graph[square]) for square in squares
    ]
    assert len({tuple(place) for place in told["places"]}) == board.size
    rows, cols = told["sheet"]
    assert all(0 <= row < rows and 0 <= col < cols for row, col in told["places"])
