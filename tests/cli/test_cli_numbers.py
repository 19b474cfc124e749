"""The command line: tours by their numbers, figured and magic ones."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.commands import Result, runner
from helpers.marks import exhaustive, long

import destrier as dt
from destrier.io.files import load
from destrier.io.puzzle_texts import load_puzzles
from destrier.io.stacks import load_stack, tours_of
from destrier.search import magic_tours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run a command in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return runner(capsys)


def numbers(text: str) -> list[list[int]]:
    return [[int(word) for word in line.split()] for line in text.splitlines() if not line.startswith("#")]


def test_a_tour_is_found_by_its_numbers_and_written(run: Callable[..., Result]) -> None:
    told = run("solve", 5, 5, "--kind", "open", "--number", "a5=25", "--number", "c3=1", "--limit", 1)
    assert told.code == 0
    board = numbers(told.out)
    assert (board[0][0], board[2][2]) == (25, 1)
    assert (
        run("solve", 5, 5, "--kind", "open", "--number", "a5=25", "--limit", 3, "-o", "t.txt", "-o", "t.npy").code == 0
    )
    assert load_stack("t.txt").moves.shape == load_stack("t.npy").moves.shape == (3, 5, 5)


@pytest.mark.parametrize(
    "board",
    [
        ("6", "6", "--kind", "open"),
        ("4", "4", "--surface", "klein"),
        ("2", "3", "4"),
        ("2", "2", "3", "--box"),
        long(("10", "10", "--leaper", "zebra")),
        ("--shape", "shape.txt", "--leaper", "king"),
    ],
)
def test_files_of_puzzles_name_their_boards(run: Callable[..., Result], board: tuple[str, ...]) -> None:
    Path("shape.txt").write_text("##.##\n#####\n#####\n##.##\n", encoding="utf-8")
    assert run("puzzle", *board, "--seed", 1, "-o", "puzzle.txt", "-o", "puzzle.json").code == 0
    (puzzle,) = load_puzzles("puzzle.json")
    (written,) = load_puzzles("puzzle.txt")
    assert (written.board, sorted(written.numbers), written.kind) == (puzzle.board, sorted(puzzle.numbers), puzzle.kind)
    assert run("solve", "puzzle.txt", "-o", "tour.npz").code == 0
    solution = load("puzzle.json", holds=dt.Tour)
    assert load("tour.npz").same_moves(solution)
    assert solution.board == puzzle.board
    assert all(solution[number - 1] == square for square, number in puzzle.numbers)
    if solution.board.text_header():
        told = run("solve", "puzzle.txt", "--surface", "torus", 6, 6)
        assert (told.code, told.err) == (2, "destrier: puzzle.txt: the puzzle names its board; leave out the others\n")


def test_a_puzzle_is_solved_from_its_file(run: Callable[..., Result]) -> None:
    assert run("puzzle", 6, 6, "--seed", 2, "-o", "puzzle.json").code == 0
    told = run("solve", "--puzzle", "puzzle.json")
    assert (told.code, told.err) == (0, "destrier: this is the only tour with these numbers\n")
    puzzle = json.loads(Path("puzzle.json").read_text(encoding="utf-8"))
    board = numbers(told.out)
    assert [board[row][col] for row, col in puzzle["solution"]] == list(range(1, 37))
    form = "a grid of numbers, or a .json file that 'destrier puzzle' writes"
    no_givens = "it has no givens: a puzzle is a grid of numbers, or a .json of 'destrier puzzle'"
    hidden = json.dumps(dt.rosselsprung("a b c d e f g h i j k l", split="words", seed=1).to_dict())
    no_puzzle = f"this is not a puzzle: {form}, or not all of it"
    for fault, message in {
        "[]": "the puzzle is empty: it is a grid of numbers, with _ for those to find",
        **dict.fromkeys(("{}", '{"rows": 6}', hidden, f"[{hidden}]"), no_givens),
        "y": "line 1, column 1: 'y' is neither a number nor a sign of a square or a wall",
        "1 2\n3": "line 2 has 1 cell, line 1 has 2: write _ for squares to find",
        '{"rows": 6, "cols": 6, "kind": "open", "givens": 5}': no_puzzle,
    }.items():
        Path("fault.json").write_text(fault, encoding="utf-8")
        told = run("solve", "--puzzle", "fault.json")
        assert (told.code, told.err) == (2, f"destrier: fault.json: {message}\n")
    told = run("solve", "puzzle.json", 6, 6)
    assert told.err == "destrier: puzzle.json: the puzzle names its board; leave out the others\n"


def test_puzzles_of_two_sizes_are_solved_into_one_text(run: Callable[..., Result]) -> None:
    """Written to .npz, they were a traceback."""
    text = "1 4 7 10\n12 9 2 5\n3 6 11 8\n\n1 14 9 20 3\n24 19 2 15 10\n13 8 25 4 21\n18 23 6 11 16\n7 12 17 22 _\n"
    Path("puzzles.txt").write_text(text, encoding="utf-8")
    told = run("solve", "puzzles.txt", "-o", "tours.npz")
    message = "tours.npz holds tours of one board, and there are puzzles of 3 x 4 and 5 x 5: write .txt"
    assert (told.code, told.err) == (2, f"destrier: {message}\n")
    assert run("solve", "puzzles.txt", "-o", "tours.txt").code == 0
    assert [part.split() for part in Path("tours.txt").read_text(encoding="utf-8").split("\n\n")] == [
        part.replace("_", "5").split() for part in ["# open\n" * 0 + part for part in text.split("\n\n")]
    ]


def test_a_search_ends_with_its_budget(run: Callable[..., Result]) -> None:
    """Both ran for more than ten minutes."""
    told = run("magic", 12, 12, "--seed", 1, "--budget", 0.1)
    spent = "destrier: the budget of 0.1 s was spent"
    assert told.code == 3
    assert re.fullmatch(f"{spent} after [0-9,]+ of [0-9,]+ parts of the search: give a larger one\n", told.err)
    told = run("puzzle", 50, 50, "--seed", 1, "--budget", 0.1)
    assert told.code == 3
    left = "with [0-9]+ of the 2500 numbers left"
    assert re.fullmatch(f"{spent} {left}: give a larger one, or the number of givens\n", told.err)


PUZZLE = """20 15 _ _ _ _
1 _ _ _ _ _
_ _ _ 27 _ _
_ _ 31 _ _ 6
_ _ _ _ _ _
35 _ 23 _ _ 8
"""


@pytest.mark.parametrize("sign", ["_", "0", "?", ".", "-", "blank"])
@pytest.mark.parametrize("between", [" ", ",", ";", "\t", " | "])
def test_a_puzzle_in_any_spelling_has_one_solution(sign: str, between: str, run: Callable[..., Result]) -> None:
    if sign == "blank" and between == " ":
        return  # see below
    cells = PUZZLE.replace("_", "" if sign == "blank" else sign).replace(" ", between)
    Path("puzzle.txt").write_text(cells)
    told = run("solve", "puzzle.txt")
    assert (told.code, told.err) == (0, "destrier: this is the only closed tour with these numbers\n")
    board = numbers(told.out)
    for row, line in enumerate(PUZZLE.splitlines()):
        for col, word in enumerate(line.split()):
            assert word in ("_", str(board[row][col]))


ALIGNED = """
20 15
 1
         27
      31        6

35    23        8
"""


@pytest.mark.parametrize("change", [str, str.rstrip, lambda text: text.replace("\n\n", f"\n{' ' * 17}\n")])
def test_blanks_are_cells_of_a_puzzle_in_columns(change: Callable[[str], str], run: Callable[..., Result]) -> None:
    """The same one, whose fifth row and fifth column are blank."""
    Path("puzzle.txt").write_text(PUZZLE)
    solution = run("solve", "puzzle.txt").out
    Path("puzzle.txt").write_text(change(ALIGNED.removeprefix("\n")))
    told = run("solve", "puzzle.txt")
    assert told == (
        0,
        solution,
        (
            "destrier: puzzle.txt: read as a puzzle of 6 x 6 squares, where blanks are squares to find\n"
            "destrier: this is the only closed tour with these numbers\n"
        ),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (" 1     3\n    5\n\n 7     9\n\n 1     3\n", "the puzzle has one row: write each row of the board on a line"),
        ("   1   3\n     5\n   7   9", "the first column is blank in all lines: write _ for the squares to find"),
        ("1 2\n3", "line 2 has 1 cell, line 1 has 2: write _ for squares to find"),
    ],
)
def test_blanks_that_may_be_cells_or_not_are_refused(text: str, message: str, run: Callable[..., Result]) -> None:
    Path("puzzle.txt").write_text(text)
    assert run("solve", "puzzle.txt") == (2, "", f"destrier: puzzle.txt: {message}\n")


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("    .  .  .  .\n    1  .  .  .\n    .  .  2  .\n", (3, 4)),  # indented
        ("1,,,,,\n,,,,,\n,,,,,\n,,,,,\n,,,,25,", (5, 6)),
        ("1;;;\n;;;\n;;3;\n", (3, 4)),
        ("1,_,\n_,3,\n", (2, 2)),  # commas at the ends
    ],
)
def test_empty_columns_are_squares_unless_there_is_a_sign(text: str, shape: tuple[int, int], tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(text)
    assert [puzzle.board.shape for puzzle in load_puzzles(path)] == [shape]


def test_puzzles_with_walls_and_of_other_pieces(run: Callable[..., Result]) -> None:
    Path("walls.txt").write_text("1 _ _\n_ # _\n_ _ 5\n")
    assert run("solve", "walls.txt", "--limit", 1).out.split() == ["1", "6", "3", "4", ".", "8", "7", "2", "5"]
    Path("numbrix.txt").write_text("1 2 3\n_ 5 _\n7 _ _\n")
    told = run("solve", "numbrix.txt", "--leaper", "wazir")
    assert told.err == "destrier: this is the only open tour with these numbers\n"
    for text in (
        "1 0 0\n2 0 0\n3 0 0",
        "[[1,0,0],[2,0,0],[3,0,0]]",
        "1 0 0 / 2 0 0 / 3 0 0",
        "p = [[1,0,0],[2,0,0],[3,0,0]]",
    ):
        Path("column.txt").write_text(text)
        assert numbers(run("solve", "column.txt", "--leaper", "wazir", "--limit", 1).out) == [
            [1, 8, 7],
            [2, 9, 6],
            [3, 4, 5],
        ]
    assert run("puzzle", 5, 6, "--seed", 1, "--count", 2, "-o", "written.txt", "-o", "written.json").code == 0
    told = run("solve", "written.txt")
    assert (told.code, told.err) == (0, 2 * "destrier: this is the only tour with these numbers\n")
    assert run("solve", "written.json") == told


def test_figures_are_found_and_counted(run: Callable[..., Result]) -> None:
    figure = ("--kind", "open", "--figure", "squares on file a")
    assert run("solve", 6, 6, *figure, "--count").out == "34\n"
    assert json.loads(run("solve", 6, 6, *figure, "--count", "--json").out) == {
        "rows": 6, "cols": 6, "kind": "open", "solutions": 34,
    }  # fmt: skip
    told = run("solve", 6, 6, *figure, "--limit", 100)
    assert told.err == "destrier: there are only these 34 tours\n"
    assert len(told.out.split("\n\n")) == 34
    told = run("solve", 5, 5, "--kind", "open", "--figure", "1 2 on a1 b1 in order")
    assert (told.code, told.err) == (1, "destrier: no open tour of 5 x 5 has these numbers\n")
    assert run("solve", 5, 5, "--kind", "open", "--figure", "odd on a1").code == 2
    assert run("solve", 8, 8, "--kind", "open", "--count", "--budget", 0.1).code == 3


@pytest.mark.parametrize("option", ["-o x.svg", "--format npy", "--limit 2"])
def test_what_is_only_counted_is_not_listed(option: str, run: Callable[..., Result]) -> None:
    refused = run("solve", 5, 6, "--number", "a1=1", "--count", *option.split())
    fault = "--count counts all tours instead of listing them: leave out --limit, -o and --format"
    assert (refused.code, refused.out, refused.err) == (2, "", f"destrier: {fault}\n")
    assert not Path("x.svg").exists()


@exhaustive
def test_magic_tours_are_found_written_and_recognized(run: Callable[..., Result]) -> None:
    told = run("magic", 8, 8, "-n", 2, "--seed", 1, "-o", "m.txt", "-o", "m.npy", "--json")
    assert (told.code, told.err) == (0, "")
    for line in told.out.splitlines():
        [order] = (
            json.loads(line)["cycles"] if json.loads(line)["kind"] == "closed" else [json.loads(line)["cycles"][0]]
        )
        board = np.empty((8, 8), int)
        for place, (row, col) in enumerate(order):
            board[row, col] = place + 1
        assert {*board.sum(axis=0).tolist(), *board.sum(axis=1).tolist()} == {260}
    rows = json.loads(run("measure", "m.txt", "--json").out)
    assert all(row["magic"].startswith("semi-magic from ") for row in rows)
    told = run("magic", 8, 8, "--seed", 1, "-o", "one.txt")
    assert told == (0, "", "destrier: 1 closed tour, whose rows and columns have the sum 260\n")
    told = run("magic", 8, 12, "-n", 2, "--seed", 1, "-o", "two.txt")
    assert told == (0, "", "destrier: 2 closed tours, whose rows have the sum 582 and columns 388\n")
    assert load("one.txt").cycle_count == 1
    measures = run("measure", "one.txt").out
    assert "row sums         260 260 260 260 260 260 260 260\n" in measures
    assert "magic            semi-magic from " in measures


def test_a_search_that_is_stopped_shows_what_it_has_found(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = magic_tours.magic_tours(8, 8, n=2, seed=1)

    def each(*_: Any, **__: Any) -> Iterator[dt.Tour]:
        yield from found
        raise KeyboardInterrupt

    monkeypatch.setattr(magic_tours, "each_magic_tour", each)
    closed = sum(tour.kind == "closed" for tour in found)
    kinds = {0: "2 open tours", 1: "1 closed tour and 1 open tour", 2: "2 closed tours"}
    told = run("magic", 8, 8, "--all", "-o", "stopped.txt")
    assert (told.code, told.err.splitlines()[0]) == (
        130,
        f"destrier: stopped after {kinds[closed]}, whose rows and columns have the sum 260",
    )
    kept = tours_of(load_stack("stopped.txt"), "stopped.txt")
    assert all(one.same_moves(other) for one, other in zip(kept, found, strict=True))


def test_boards_without_magic_tours_are_refused(run: Callable[..., Result]) -> None:
    assert run("magic", 6, 6) == (
        1, "", "destrier: no tour of 6 x 6 is semi-magic: neither side is a multiple of 4 (proofs.magic_sums)\n",
    )  # fmt: skip
    assert run("magic", 5, 8).code == 1
    assert run("magic", 4, 4).err.startswith("destrier: no open tour of 4 x 4 exists")
    assert run("magic", 4, 8, "--seed", 1).code == 3  # this search is not exhaustive
    assert run("magic", 16, 16).code == 2
    assert run("magic", 8, 12, "--diagonals").code == 2
    assert run("magic", 12, 12, "--diagonals") == (
        1, "", "destrier: no tour of 12 x 12 that a half-turn maps onto itself is magic (proofs.magic_sums)\n",
    )  # fmt: skip
    assert run("magic", 8, 8, "--all", "-n", 3).code == 2
