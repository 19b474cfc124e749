"""Open tours by their start: those of a listing, of a count from each square, and of a sweep."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers import naive
from helpers.commands import runner
from helpers.marks import exhaustive, lengthy, very_long

import destrier as dt
from destrier import jobs
from destrier.counting import count_by_start, small_boards
from destrier.counting.stored import count_status

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
    dt.Space(2, 3, 3),
    dt.Box(1, 2, 3),
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


@exhaustive
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


@pytest.mark.parametrize("board", [dt.Board(3, 4), very_long(dt.Board(4, 5)), very_long(dt.Torus(3, 4))], ids=str)
def test_a_store_keeps_the_count_of_each_square(board: BaseBoard, tmp_path: Path) -> None:
    starts = count_by_start(board)
    with jobs.executor(1) as executor:
        assert count_by_start(board, store=tmp_path / "starts", executor=executor) == starts
        counted = sorted(path.name for path in (tmp_path / "starts").iterdir())
        assert [count_status(tmp_path / "starts" / name).result for name in counted] == [
            starts[int(name.split(",")[0]), int(name.split(",")[1])] for name in counted
        ]
        assert count_by_start(board, store=tmp_path / "starts", executor=executor) == starts


@exhaustive
def test_the_progress_of_each_square_is_told(run: Callable[..., Result], tmp_path: Path) -> None:
    store = tmp_path / "starts"
    whole = run("count", "by-start", 3, 4, "--store", store, "--workers", 1)
    assert whole.out == run("count", "by-start", 3, 4).out
    assert run("jobs", store).out == "0,0  2\n0,1  0\n1,0  4\n1,1  0\n"
    file = store / "1,1" / "count.json"
    told = {name: value for name, value in json.loads(file.read_text(encoding="utf-8")).items() if name != "sum"}
    file.write_text(json.dumps(told | {"result": None}), encoding="utf-8")
    assert run("jobs", store).out.splitlines()[3] == "1,1  0 of 7 stages finished"
    told = json.loads(run("jobs", store, "--json").out)
    assert {start: state["result"] for start, state in told.items()} == {"0,0": 2, "0,1": 0, "1,0": 4, "1,1": None}


@pytest.mark.parametrize("held", ["count.json", "notes.txt", "0,9/count.json"])
def test_a_store_of_something_else_is_refused(held: str, tmp_path: Path) -> None:
    (tmp_path / held).parent.mkdir(exist_ok=True)
    (tmp_path / held).touch()
    name = held.split("/", maxsplit=1)[0]
    with pytest.raises(dt.DestrierError) as error:
        count_by_start(3, 4, store=tmp_path)
    assert str(error.value) == f"{tmp_path} holds {name}, not a count by start: name a directory that is new or empty"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_published_starts_of_8_x_8_are_those_of_all_open_tours() -> None:
    """OEIS A165134; and squares that a diagonal maps onto each other have the same number."""
    page = (Path(__file__).parents[2] / "docs/counting.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| [1-4] \| (.*) \|$", page.split("## Open tours by their start")[1], re.MULTILINE)
    quarter = [[int(number.replace(",", "")) for number in line.split(" | ")] for line in lines[:4]]
    assert 4 * sum(map(sum, quarter)) == 19_591_828_170_979_904
    assert [list(column) for column in zip(*quarter[::-1], strict=True)] == quarter[::-1]
    assert (quarter[1][2], quarter[0][3]) == (96_384_750_918_072, 257_116_424_337_910)


@lengthy
@pytest.mark.parametrize(("start", "number"), [("c3", 96_384_750_918_072), ("d4", 257_116_424_337_910)])
def test_starts_of_8_x_8(start: str, number: int) -> None:
    assert dt.count(8, 8, kind="open", start=start).undirected == number


@pytest.mark.parametrize(
    ("option", "times"), [("--start a1", 2), ("by-start", 2), ("--require a1-b3", 2), ("--start a1 --end b1", 1)]
)
def test_a_given_end_or_move_takes_twice_the_memory(option: str, times: int, run: Callable[..., Result]) -> None:
    kind = [] if "require" in option else ["--kind", "open"]
    whole = run("count", 8, 8, *kind, "--max-memory", "1MB")
    words = [option] if option == "by-start" else [*kind, *option.split()]
    given = run("count", *words, 8, 8, "--max-memory", "1MB")
    found = [
        re.fullmatch(r"destrier: to count the .* takes about (.*) GB, more .*\n", each.err) for each in (whole, given)
    ]
    less, more = (float(match[1]) for match in found if match)
    assert more == pytest.approx(times * less, rel=0.2)


@lengthy
def test_starts_of_6_x_7() -> None:
    assert small_boards.small_board(dt.Board(6, 7), "open") is None
    assert sum(count_by_start(6, 7).values()) == dt.count(6, 7, kind="open").directed


def test_the_command_prints_the_sheet(run: Callable[..., Result]) -> None:
    assert run("count", "by-start", 3, 4).out == (
        "open tours of 3 x 4 by start, 16 in total\n2  0  0  2\n4  0  0  4\n2  0  0  2\n"
    )
    printed = json.loads(run("count", "by-start", 5, 5, "--json").out)
    by_start = printed.pop("by_start")
    assert printed == {"board": "5 x 5", "kind": "open", "directed": 1728, "undirected": 864}
    assert by_start == {f"{row},{col}": number for (row, col), number in count_by_start(5, 5).items()}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("count by-start 6 6 --end a1", "no such option '--end'; see destrier count by-start --help"),
        ("count by-start 6 6 --scheduler tcp://a:1", "a cluster works on the shards of a store: add --store DIR"),
        ("count 8 8 --start a1", "start and end belong to open tours (kind open)"),
    ],
)
def test_options_that_do_not_fit(line: str, message: str, run: Callable[..., Result]) -> None:
    result = run(*line.split())
    assert (result.code, result.err) == (2, f"destrier: {message}\n")
