"""Open tours by their start: those of a listing, of a count from each square, and of a sweep."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from helpers import naive
from helpers.commands import runner
from helpers.marks import exhaustive

import destrier as dt
from destrier.counting import count_by_start, small_boards

if TYPE_CHECKING:
    from collections.abc import Callable

    from helpers.commands import Result

    from destrier.core.grid import BaseBoard


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    return runner(capsys)


LISTED = [(3, 4), (3, 3), (4, 5), (5, 5), (2, 5), (1, 2), (3, 7)]

BOARDS: list[BaseBoard] = [
    dt.Board(4, 4, leaper="king"),
    dt.Board.from_text("#####\n##.##\n#####\n#####"),
    dt.Torus(3, 4),
    dt.Space(2, 3, 4),
    dt.Box(2, 2, 3),
]


@pytest.mark.parametrize("sides", LISTED)
def test_starts_are_those_of_a_listing(sides: tuple[int, int]) -> None:
    board = naive.rectangle(*sides)
    found = Counter(end for tour in naive.open_tours(board) for end in (tour[0], tour[-1]))
    assert count_by_start(*sides) == {square: found[square] for square in board}


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_starts_are_counted_one_by_one(board: BaseBoard) -> None:
    squares = [board.square(int(index)) for index in board.squares]
    assert count_by_start(board) == {
        square: dt.count(board, kind="open", start=square).undirected for square in squares
    }


def test_starts_of_6_x_6() -> None:
    starts = count_by_start(6, 6)
    assert sum(starts.values()) == 6637920
    assert starts[0, 0] == 524486


@pytest.mark.parametrize("sides", [(4, 5), (5, 5), (3, 8)])
def test_a_square_stands_for_its_images(sides: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    swept = count_by_start(*sides)
    told: list[tuple[str, int, int]] = []
    monkeypatch.setattr("destrier.counting.starts.small_board", lambda *_: None)
    assert count_by_start(*sides, progress=lambda *what: told.append(what)) == swept
    assert told == [("squares", number, len(swept)) for number in range(1, len(swept) + 1)]


@exhaustive
def test_starts_of_6_x_7() -> None:
    assert small_boards.small_board(dt.Board(6, 7), "open") is None
    assert sum(count_by_start(6, 7).values()) == dt.count(6, 7, kind="open").directed


def test_the_command_prints_the_sheet(run: Callable[..., Result]) -> None:
    assert run("count", 3, 4, "--kind", "open", "--by-start").out == (
        "open tours of 3 x 4 by start, 16 in total\n2  0  0  2\n4  0  0  4\n2  0  0  2\n"
    )
    printed = json.loads(run("count", 5, 5, "--kind", "open", "--by-start", "--json").out)
    by_start = printed.pop("by_start")
    assert printed == {"board": "5 x 5", "kind": "open", "directed": 1728, "undirected": 864}
    assert by_start == {f"{row},{col}": number for (row, col), number in count_by_start(5, 5).items()}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("count 6 6 --by-start", "--by-start is for open tours: add --kind open"),
        ("count 6 6 --by-start --kind open --end a1", "--end is not for a count by start"),
        ("count 6 6 --by-start --kind open --estimate", "--estimate is not for a count by start"),
        ("count 8 8 --start a1", "start and end belong to open tours (kind open)"),
    ],
)
def test_options_that_do_not_fit(line: str, message: str, run: Callable[..., Result]) -> None:
    result = run(*line.split())
    assert (result.code, result.err) == (2, f"destrier: {message}\n")
