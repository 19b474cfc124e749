"""The command line: what each command prints and writes, its exit codes, and one line for all that goes wrong."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import click
import numpy as np
import pytest
from helpers import naive
from helpers.commands import without_compilation
from helpers.marks import exhaustive, left, long, posix
from helpers.texts import CLOSED, FOUR_CYCLES, OPEN, RING

import destrier as dt
from destrier import cli
from destrier.cli import results
from destrier.core.board import Board
from destrier.desk.algorithms import ALGORITHMS
from destrier.io import files
from destrier.io.formats import DRAWN, SAVED, STACKED
from destrier.io.text import from_text
from destrier.support.errors import BudgetExceeded, InvalidTourney, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.cli.arguments import WithForms


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = "Callable[..., Result]"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run a command in a folder of its own; what goes wrong must take one line."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("open", OPEN), ("closed", CLOSED), ("ring", RING), ("tourney", FOUR_CYCLES)):
        Path(f"{name}.txt").write_text(text, encoding="utf-8")
    Path("shape.txt").write_text("###\n#.#\n###\n", encoding="utf-8")
    Path("folder.txt").mkdir()

    def run(*arguments: str | int) -> Result:
        code = cli.run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        result = Result(code, out, without_compilation(err))
        if code:
            assert result.err.startswith("destrier: ")
            assert result.err.count("\n") == 1
            assert not result.out
        return result

    return run


def in_process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "destrier", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        **options,
    )


# What commands do


def test_help_names_every_command_in_order(run: Callable[..., Result]) -> None:
    result = run()
    assert run("--help") == run("-h") == result
    sections = re.findall(r"^(Make|Change|Look|Count|Work):\n((?:  .+\n)+)", result.out, re.MULTILINE)
    assert [title for title, _ in sections] == ["Make", "Change", "Look", "Count", "Work"]
    listed = [line.split()[0] for _, lines in sections for line in lines.splitlines()]
    assert sorted(listed) == sorted(cli.all_commands())


def test_there_are_few_commands() -> None:
    assert len(cli.all_commands()) <= 26
    assert not cli.OLDER_COMMANDS.keys() & cli.all_commands().keys()


@pytest.mark.parametrize(
    ("line", "newer", "told"),
    [
        (
            "box 3 4 5 --seed 1 --json",
            "tour --box 3 4 5 --seed 1 --json",
            "box was a command of version 0.2: write destrier tour --box",
        ),
        long(
            "extremes 5 6 --json",
            "census extremes 5 6 --json",
            "extremes was a command of version 0.2: write destrier census extremes",
        ),
        ("path 44616031 --json", "paths 44616031 --json", "path was a command of version 0.2: write destrier paths"),
        long(
            "series 3 -n 4 --json",
            "count series 3 -n 4 --json",
            "series was a command of version 0.2: write destrier count series",
        ),
        (
            "puzzle 4 5 --kind open --difficulty=easy --seed 1",
            "puzzle 4 5 --kind open --grade=easy --seed 1",
            "--difficulty was an option of version 0.2: write --grade",
        ),
        (
            "view --no-open --help",
            "view --no-browser --help",
            "--no-open was an option of version 0.2: write --no-browser",
        ),
        ("view --out x --help", "view --output x --help", "--out was an option of version 0.2: write --output"),
    ],
)
def test_older_names_are_taken(line: str, newer: str, told: str, run: Callable[..., Result]) -> None:
    done, now = run(*line.split()), run(*newer.split())
    assert (done.code, done.out) == (now.code, now.out)
    assert done.err == f"destrier: {told}\n{now.err}"


def test_all_older_names_are_listed() -> None:
    page = (Path(__file__).parents[2] / "docs" / "stability.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(?:destrier )?(.+?)` \| `(?:destrier )?(.+?)` \|$", page, re.MULTILINE)
    names = {name: " ".join(words) for name, words in cli.OLDER_COMMANDS.items()} | cli.OLDER_OPTIONS
    for command in ("count", "census", "puzzle"):
        forms = cast("WithForms", cli.all_commands()[command]).forms
        names |= {f"{command} {flag}": f"{command} {form}" for form in forms for flag in forms[form].older}
    assert dict(rows[: len(names)]) == names


@pytest.mark.parametrize(
    ("line", "newer"),
    [
        ("count 3 4 --kind open --by-start", "count by-start 3 4"),
        ("count 3 --series -n 4", "count series 3 -n 4"),
        long("count 6 6 --estimate --error 0.1 --seed 1", "count estimate 6 6 --error 0.1 --seed 1"),
        long("census 5 6 --extremes", "census extremes 5 6"),
        long("census 5 6 --fewest turns --json", "census extremes 5 6 --fewest turns --json"),
        long("census 5 6 --most=rails", "census extremes 5 6 --most rails"),
        ("puzzle --worksheet 6 6 --seed 1", "puzzle worksheet 6 6 --seed 1"),
        ("puzzle 6 6 --book --count 1 --seed 1 -o b.pdf", "puzzle book 6 6 --count 1 --seed 1 -o b.pdf"),
    ],
)
def test_forms_were_options(line: str, newer: str, run: Callable[..., Result]) -> None:
    done = run(*line.split())
    flag = next(word.partition("=")[0] for word in line.split() if word.partition("=")[0] in FLAGS)
    told = f"destrier: {flag} was an option of version 0.2: write destrier {' '.join(newer.split()[:2])}\n"
    expected = run(*newer.split())
    assert (done.code, done.out, done.err) == (0, expected.out, told + expected.err)


FLAGS = ("--by-start", "--series", "--estimate", "--extremes", "--fewest", "--most", "--worksheet", "--book")


@pytest.mark.parametrize("command", cli.all_commands())
def test_help_has_an_example(command: str, run: Callable[..., Result]) -> None:
    assert f"Example: destrier {command}" in run(command, "--help").out


def test_version(run: Callable[..., Result]) -> None:
    from importlib.metadata import version

    assert run("--version").out == f"destrier {version('destrier')}\n"


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("open", "open tour of 5 x 5 from 0,0 to 3,3"),
        ("closed", "closed tour of 6 x 6"),
        ("ring", "closed tour of 3 x 3 with 1 square missing"),
        ("tourney", "tourney of 4 cycles on 4 x 4"),
    ],
)
def test_check(name: str, description: str, run: Callable[..., Result]) -> None:
    told = run("check", f"{name}.txt")
    form = "a grid of 5 x 5 numbers from 0; if 0 marks a missing square, give 5 x 5 with 1 square missing by --shape"
    said = f"destrier: open.txt: read as {form}\n" if name == "open" else ""
    assert told == (0, f"{description}\n", said)


def test_check_refuses(run: Callable[..., Result]) -> None:
    Path("bad.txt").write_text(OPEN.replace("24", "23"), encoding="utf-8")
    assert run("check", "bad.txt") == (
        1,
        "",
        "destrier: bad.txt: line 5, column 4: number 23 is also at line 4, column 10\n",
    )


@pytest.mark.parametrize(
    ("chosen", "what"), [("npy", "an .npy file"), ("npz", "an .npz file"), ("parquet", "a Parquet file")]
)
def test_check_names_the_chosen_format(chosen: str, what: str, run: Callable[..., Result]) -> None:
    refused = run("check", "closed.txt", "--format", chosen)
    assert refused == (1, "", f"destrier: closed.txt: this is not {what}, or not all of it\n")


def test_tour_is_printed(run: Callable[..., Result]) -> None:
    result = run("tour", 6, 8, "--seed", 1)
    tour = from_text(result.out)
    assert (tour.kind, tour.board.shape, result.err) == ("closed", (6, 8), "")
    assert run("tour", 6, 8, "--seed", 1).out == result.out
    assert run("tour", 6, 8, "--seed", 2).out != result.out


def test_large_tour_is_summarised(run: Callable[..., Result]) -> None:
    assert run("tour", 42, 42, "--seed", 1).out == "closed tour of 42 x 42 (-o FILE writes it)\n"


def test_open_tour_from_square_to_square(run: Callable[..., Result]) -> None:
    result = run("tour", 5, 6, "--kind", "open", "--start", "0,0", "--end", "4,5", "--seed", 1)
    assert from_text(result.out).ends == ((0, 0), (4, 5))


def test_tour_of_a_shape(run: Callable[..., Result]) -> None:
    assert from_text(run("tour", "--shape", "shape.txt").out) == from_text(RING)
    assert from_text(run("tour", 3, 3, "--shape", "shape.txt").out) == from_text(RING)


def test_tourney_is_written_in_every_format(run: Callable[..., Result]) -> None:
    of_one_tour = (".tour", ".squares", ".uci", ".pgn", ".pairs", ".order")
    names = [f"braid{suffix}" for suffix in SAVED if suffix not in of_one_tour]
    outputs = [argument for name in names for argument in ("-o", name)]
    assert run("tourney", 8, 8, "--algorithm", "concentric-braid", *outputs) == (0, "", "")
    assert all(Path(name).stat().st_size for name in names)
    assert files.load("braid.npy") == files.load("braid.txt") == files.load("braid.json")


def test_shatter_join_obfuscate(run: Callable[..., Result]) -> None:
    assert run("tour", 20, 20, "--seed", 1, "-o", "tour.npy").code == 0
    assert run("shatter", "tour.npy", "--seed", 1, "-o", "parts.npy") == (0, "", "")
    assert files.load("parts.npy").cycle_count > 1
    assert run("join", "parts.npy", "--seed", 1, "-o", "joined.npy") == (0, "", "")
    assert files.load("joined.npy").kind == "closed"
    for method in ("mix", "parberry"):
        result = run("obfuscate", "tour.npy", "--seed", 1, "--method", method)
        assert from_text(result.out).kind == "closed"
    assert run("obfuscate", "tour.npy", "--seed", 1, "-o", "tour.npy").code == 0


def test_shatter_says_when_a_tour_stays_whole(run: Callable[..., Result]) -> None:
    result = run("shatter", "ring.txt", "--seed", 1, "-o", "ring.npy")
    assert result == (0, "", "destrier: one cycle is left: none of the orders of its rails that were tried breaks it\n")
    assert run("shatter", "closed.txt", "--seed", 1, "--cycles", 2, "-o", "parts.npy") == (0, "", "")
    assert files.load("parts.npy").cycle_count >= 2
    assert run("shatter", "ring.txt", "--cycles", 2).code == 3


def test_join_says_when_cycles_remain(run: Callable[..., Result]) -> None:
    result = run("join", "tourney.txt", "-o", "joined.npy")  # 4 x 4 has no closed tour
    joined = files.load("joined.npy")
    assert joined.cycle_count > 1
    assert (result.code, result.out) == (0, "")
    assert result.err.startswith(f"destrier: {joined.cycle_count} cycles remain: no closed tour of 4 x 4 exists")
    assert run("obfuscate", "tourney.txt", "-o", "hidden.npy").err.startswith("destrier: 4 cycles remain: ")


def test_measure(run: Callable[..., Result]) -> None:
    measures = json.loads(run("measure", "closed.txt", "--json").out)
    assert (measures["rows"], measures["cols"], measures["kind"], measures["cycles"]) == (6, 6, "closed", 1)
    assert sum(measures["moves"]) == sum(measures["relative_moves"]) == 72  # both directions
    for key in ("turns", "crossings", "rails", "charge", "symmetry"):
        assert key in measures
    table = dict(line.split("  ", 1) for line in run("measure", "closed.txt").out.splitlines())
    assert table.keys() == {key.replace("_", " ") for key in measures}
    assert table["turns"].strip() == str(measures["turns"])


def test_draw(run: Callable[..., Result]) -> None:
    flags = ["--grid", "--no-dots", "--numbers", "--rails"]
    assert run("draw", "closed.txt", "-o", "a.svg", "-o", "a.png", *flags) == (0, "", "")
    assert run("draw", "closed.txt", "-o", "b.svg", "-o", "b.gif", "-o", "b.txt") == (0, "", "")
    assert Path("a.svg").read_bytes() != Path("b.svg").read_bytes()
    assert files.load("b.txt") == files.load("closed.txt")
    assert run("tourney", 8, 8, "--algorithm", "concentric-braid", "-o", "braid.npy").code == 0
    assert run("draw", "braid.npy", "--rail-graph", "-o", "graph.svg") == (0, "", "")
    assert run("draw", "braid.npy", "--forest", "-o", "forest.svg") == (0, "", "")
    assert len(Path("forest.svg").read_bytes()) < len(Path("graph.svg").read_bytes())


@exhaustive
def test_long_drawings_have_a_bar_on_a_terminal(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("tour", 8, 8, "--seed", 1, "-o", "tour.npy", "-o", "ride.gif") == (0, "", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    for command in (("draw", "tour.npy"), ("tour", 8, 8, "--seed", 1)):
        assert "pictures" in run(*command, "-o", "ride.gif").err
    assert "lines" in run("tour", 40, 40, "--seed", 1, "-o", "tour.png").err


def test_boards_are_numbered_from_zero_where_asked_for(run: Callable[..., Result]) -> None:
    made = "tour", 6, 6, "--seed", 1
    printed = run(*made).out
    from_zero = run(*made, "--first", 0).out
    assert sorted(map(int, printed.split())) == [*range(1, 37)]
    assert [int(word) + 1 for word in from_zero.split()] == [int(word) for word in printed.split()]
    assert run(*made, "--first", 1).out == printed
    assert run(*made, "--first", 0, "-o", "zero.txt", "-o", "tour.npy").code == 0
    assert Path("zero.txt").read_text() == from_zero
    assert run("show", "tour.npy", "--first", 0).out == run("show", "zero.txt", "--first", 0).out == from_zero
    assert run("show", "zero.txt").out == printed
    for options, most in (((), 36), (("--first", 0), 35)):
        assert run("draw", "tour.npy", *options, "--numbers", "-o", "tour.svg").code == 0
        numbers = [int(text) for text in re.findall(r">([0-9]+)</text>", Path("tour.svg").read_text())]
        assert max(numbers) == most
    box = [run("tour", "--box", 3, 3, 3, "--seed", 1, "--first", first).out.split() for first in (0, 1)]
    assert [int(word) + 1 for word in box[0]] == [int(word) for word in box[1]]
    refused = run(*made, "--first", 2)
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "'2' is not one of '0', '1'" in refused.err


def test_algorithms(run: Callable[..., Result]) -> None:
    lines = run("algorithms").out.splitlines()
    assert lines[0].split() == ["name", "yields", "result", "boards", "source"]
    names = {line.split()[0] for line in lines[1:]}
    assert names >= {"concentric-braid", "four-cover", "divide-and-conquer", "warnsdorff", "two-factor"}


class Due:
    """A timer whose time is over at once, or never."""

    def __init__(self, seconds: float, call: Callable[..., None], words: list[str]) -> None:
        assert seconds == 1
        self.call, self.words, self.daemon = call, words, False

    def start(self) -> None:
        self.call(*self.words)

    def cancel(self) -> None:
        pass


def test_a_terminal_is_told_of_a_tour_that_takes_long(
    run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("destrier.cli.messages.Timer", Due)
    assert run("tour", 5, 6, "--seed", 1).err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    told = "destrier: this tour takes more than a second; Ctrl-C stops it\n"
    assert run("tour", 5, 6, "--seed", 1).err == told


def test_algorithms_on_a_narrow_terminal(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "50")
    lines = run("algorithms").out.splitlines()
    assert max(map(len, lines)) <= 50
    told = " ".join(" ".join(lines).split())
    for row in ALGORITHMS.values():
        assert f"{row.name} yields {row.yields} result {row.result} boards {row.boards} source {row.source}" in told


def test_a_board_has_one_two_or_more_sides(run: Callable[..., Result]) -> None:
    """As separate arguments, joined by an x, or once where they are equal."""
    tour = run("tour", 6, 6, "--seed", 1)
    assert (
        tour == run("tour", "6x6", "--seed", 1) == run("tour", 6, "--seed", 1) == run("tour", "6\u00d76", "--seed", 1)
    )
    assert run("tour", "4x4x4", "--seed", 1) == run("tour", 4, "4X4", "--seed", 1) == run("tour", 4, 4, 4, "--seed", 1)
    assert (
        run("tour", "--box", 4, "--seed", 1)
        == run("tour", "--box", "4x4x4", "--seed", 1)
        == run("tour", "--box", 4, 4, 4, "--seed", 1)
    )
    for command in ("count", "longest"):
        assert run(command, "5x6") == run(command, 5, 6)
        assert run(command, 5) == run(command, 5, 5)
    assert run("order", "20x30", "--at", 5) == run("order", 20, 30, "--at", 5)


def test_squares_have_names(run: Callable[..., Result]) -> None:
    named = run("tour", 5, 6, "--kind", "open", "--start", "a5", "--end", "f1", "--seed", 1)
    assert named == run("tour", 5, 6, "--kind", "open", "--start", "0,0", "--end", "4,5", "--seed", 1)
    assert run("count", 5, "--kind", "open", "--start", "a1") == run("count", 5, "--kind", "open", "--start", "4,0")
    assert run("order", 20, "--of", "a20").out == "0\n"
    assert run("order", 20, "--of", "a21").err == "destrier: a21 is not a square of the 20 x 20 board\n"


def test_squares_are_shown_by_their_names(run: Callable[..., Result]) -> None:
    assert run("check", "open.txt", "--names", 5, 5).out == "open tour of 5 x 5 from a5 to d2\n"
    assert run("order", 20, "--at", 0, "--names").out == "a20\n"
    lines = run("show", "closed.txt", "--names").out.splitlines()
    assert [line.split()[0] for line in lines[1::2][:6]] == ["6", "5", "4", "3", "2", "1"]
    assert lines[-1].split() == [*"abcdef"]
    numbers = re.findall(r"\d+", lines[1].replace("░", " "))[1:]
    assert [int(number) - 1 for number in numbers] == [int(number) for number in CLOSED.split("\n")[0].split()]
    middle = lines[1].index(numbers[2]) + len(numbers[2]) / 2
    assert abs(lines[-1].index("c") + 0.5 - middle) <= 1
    assert (
        "only on flat boards"
        in in_process("show", "-", "--names", input=run("tour", "--box", 4, "--seed", 1, "--json").out).stderr
    )


PIPED = [
    "tour 8 8 --seed 1",
    "tourney 8 8 --algorithm four-cover",
    "tour 4 4 4 --seed 1",
    "tour --box 5 4 6 --seed 1",
    "tour 22 52 --leaper 1,4",
]


@pytest.mark.parametrize("line", left(PIPED, PIPED[:1]))
@pytest.mark.parametrize("suffix", left(["npy", "npz", "json", "txt"], ["npy"]))
def test_what_one_command_writes_to_a_pipe_the_next_one_reads(line: str, suffix: str) -> None:
    """What it is, standard input tells; without a format it is JSON."""
    if ("--box" in line, suffix) == (True, "npy"):
        return  # an .npy file cannot tell that its board is a box
    arguments = line.split()
    written = in_bytes(*arguments, "-o", "-", "--format", suffix)
    assert in_bytes(*arguments, "--format", suffix) == written
    told = in_bytes("check", "-", given=written)
    assert told == in_bytes("check", "-", given=in_bytes(*arguments, "-o", "-"))
    assert in_bytes("check", "-", "--format", suffix, given=written) == told
    changed = in_bytes("obfuscate", "-", "--seed", "1", "-o", "-", given=written)
    drawn = in_bytes("draw", "-", "-o", "-", given=changed)
    assert drawn.startswith(b"<svg ")
    assert in_bytes("draw", "-", "--format", "png", given=changed).startswith(b"\x89PNG")


def in_bytes(*arguments: str, given: bytes = b"") -> bytes:
    """What a command that reads and writes bytes writes; it runs in this process, as it does at the ends of a pipe."""
    source, written = io.TextIOWrapper(io.BytesIO(given)), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch, io.TextIOWrapper(written) as sink:
        patch.setattr("sys.stdin", source)
        patch.setattr("sys.stdout", sink)
        assert cli.run([*arguments]) == 0
        sink.flush()
        return written.getvalue()


def test_a_fault_of_standard_input_is_named() -> None:
    done = in_process("check", "-", input="0 1\n")
    assert (done.returncode, done.stderr) == (
        1,
        "destrier: standard input: line 1, column 3: from square 0,0 to 0,1 is not a knight's move\n",
    )
    assert in_process("draw", "-", "-o", "-", "--format", "png", input="x").stderr.startswith(
        "destrier: standard input: "
    )


def test_many_tours_pass_through_a_pipe() -> None:
    for suffix in ("npy", "parquet", "txt"):
        listed = in_bytes("list", "5", "6", "--format", suffix)
        assert in_bytes("check", "-", given=listed) == b"8 closed tours of 5 x 6\n"


@pytest.mark.parametrize("command", ["obfuscate", "shatter --cycles 2", "join"])
def test_the_seed_of_a_change_is_told(command: str, run: Callable[..., Result]) -> None:
    drawn = run(*command.split(), "closed.txt", "-o", "changed.npy")
    seed = re.fullmatch(r"destrier: seed (\d+)\n", drawn.err)
    assert seed is not None
    assert run(*command.split(), "closed.txt", "-o", "again.npy", "--seed", seed[1]) == (0, "", "")
    assert files.load("again.npy") == files.load("changed.npy")


def test_an_answer_makes_way_for_the_file_on_standard_output(run: Callable[..., Result]) -> None:
    done = in_process("longest", "5", "-o", "-")
    assert done.stdout.startswith("<svg ")
    assert done.stdout.endswith("</svg>\n")
    assert done.stderr == run("longest", 5).out


def test_a_shape_comes_from_a_pipe() -> None:
    assert from_text(in_process("tour", "--shape", "-", input="###\n#.#\n###\n").stdout) == from_text(RING)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("tour 6 --seed 1", {"rows": 6, "cols": 6, "kind": "closed"}),
        ("check open.txt", {"sound": True, "kind": "open", "cycles": 1, "holds": "open tour of 5 x 5 from 0,0 to 3,3"}),
        ("show ring.txt", {"kind": "closed", "missing": [[1, 1]]}),
        ("join ring.txt", {"kind": "closed"}),
        ("shatter closed.txt --seed 1", {"rows": 6}),
        ("tour --box 5 4 6 --seed 1", {"box": [5, 4, 6]}),
        ("order 20 30 --at 0 --of 0,0", {"at": [[0, 0]], "of": [0]}),
        ("network 6 6 --seed 1 -o x.csv", {"settled": True, "wrong_squares": 0}),
        ("count 5 6", {"undirected": 8}),
        ("paths 44616031", {"word": "44616031", "k": 8}),
    ],
)
def test_every_answer_is_had_as_json(line: str, expected: dict[str, Any], run: Callable[..., Result]) -> None:
    told = json.loads(run(*line.split(), "--json").out)
    assert {name: told.get(name) for name in expected} == expected


def test_tables_and_faults_are_had_as_json(run: Callable[..., Result]) -> None:
    assert [row["name"] for row in json.loads(run("algorithms", "--json").out)] == list(ALGORITHMS)
    Path("bad.txt").write_text(OPEN.replace("24", "23"), encoding="utf-8")
    done = in_process("check", "bad.txt", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {"sound": False, "fault": done.stderr.removeprefix("destrier: ").rstrip()}


@pytest.mark.parametrize("shell", ["bash", *map(long, ("zsh", "fish"))])
def test_shells_complete_commands_and_algorithms(shell: str, run: Callable[..., Result]) -> None:
    assert "_DESTRIER_COMPLETE" in run("--completion", shell).out
    for words, answer in ((["to"], ["tour", "tourney"]), (["tourney", "--algorithm", "f"], ["four-cover"])):
        asked = {"_DESTRIER_COMPLETE": f"{shell}_complete", "COMP_WORDS": " ".join(["destrier", *words])}
        last = words[-1] if shell == "fish" else str(len(words))
        done = in_process(env=os.environ | asked | {"COMP_CWORD": last})
        told = re.split(r"[,\s]+", done.stdout)
        assert {*answer} <= {*told}
        assert "obfuscate" not in told


@pytest.mark.parametrize("command", ["puzzle", "count"])
def test_the_help_of_a_command_with_forms_begins_with_an_example(command: str, run: Callable[..., Result]) -> None:
    text = run(command, "--help").out
    assert text.splitlines()[2].startswith(f"  Example: destrier {command} ")
    assert text.count("Example:") == 1


@pytest.mark.parametrize("command", ["tour", "draw"])
def test_help_lists_many_options_in_sections(command: str, run: Callable[..., Result]) -> None:
    """Each once, and no line is cut."""
    text = run(command, "--help").out
    assert len(re.findall(r"^[A-Z][A-Za-z ]+:$", text, re.MULTILINE)) in (4, 5)
    for param in cli.all_commands()[command].params:
        if isinstance(param, click.Option):
            longest = max(param.opts, key=len)
            assert len(re.findall(rf"^  .*{longest}\b(?!-)", text, re.MULTILINE)) >= 1
            assert len(re.findall(rf"^  (?:-\w, )?{longest}(?= |$)", text, re.MULTILINE)) == 1
    assert "..." not in text.replace("[SIDE]...", "")


def test_help_names_the_algorithms(run: Callable[..., Result]) -> None:
    told = re.sub(r"-?\s+", lambda gap: "-" if gap[0].startswith("-") else " ", run("tour", "--help").out)
    assert all(name in told for name in ALGORITHMS)
    assert "transfer-matrix" not in run("tourney", "--help").out


@pytest.mark.filterwarnings("ignore:'click:DeprecationWarning")  # of what click-man uses
def test_the_manual_pages_say_what_help_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made again by `python docs/man.py`."""
    root = Path(__file__).parents[2]
    monkeypatch.syspath_prepend(str(root / "docs"))
    import_module("man").write(tmp_path)
    written = {page.name: page.read_text(encoding="utf-8") for page in tmp_path.glob("*.1")}
    assert written == {page.name: page.read_text(encoding="utf-8") for page in (root / "docs" / "man").glob("*.1")}
    words = (
        "census-extremes",
        "count-by-start",
        "count-estimate",
        "count-series",
        "puzzle-book",
        "puzzle-lesson",
        "puzzle-worksheet",
    )
    forms = {f"destrier-{word}.1" for word in words}
    assert {f"destrier-{name}.1" for name in cli.all_commands()} | {"destrier.1"} | forms == set(written)
    assert "destrier\\-tour \\- Make a tour of any board, of any piece.\n" in written["destrier-tour.1"]


# What goes wrong


WRONG_USE: list[tuple[str, str]] = [
    ("--what", "no such option '--what'; see destrier --help"),
    ("ride 8 8", "no such command 'ride'"),
    ("tour", "a board is ROWS and COLS, or --shape FILE"),
    ("tour --box 4 5", "a box has three sides, such as 2 2 3"),
    ("tour 4 5 6 --view net", "--view is for boxes: add --box"),
    ("count 5 6 -n 3", "no such option '-n'"),
    ("count series 3 4", "unexpected extra argument"),
    ("count 3 --series --estimate", "choose one of --estimate and --series"),
    ("census 5 6 -o a.npy", "it is one of .svg"),
    ("census extremes 5 6 --slopes", "no such option '--slopes'"),
    ("census extremes 5 6 --store a", "no such option '--store'"),
    ("census 5 6 --workers 2", "add --store DIR"),
    ("census 5 6 --scheduler tcp://a:1", "add --store DIR"),
    ("paths 44616031 --count-only", "--count-only is for all paths of a length"),
    ("paths 8 --images", "are for one path"),
    ("view --output pages", "-o is for the gallery"),
    ("view tour.npy --gallery", "the gallery shows its own tours"),
    ("census", "missing argument 'ROWS'"),
    ("census 6 6 6", "unexpected extra argument (6)"),
    ("tour 8x0", "'COLS': 0 is not in the range"),
    ("tour 8x", "'ROWS': '8x' is not a valid integer"),
    ("tour x 8", "invalid value for 'ROWS': 'x' is not a valid integer; see destrier tour --help"),
    ("tour 8 8.5", "'COLS': '8.5' is not a valid integer"),
    ("tour 8 nan", "'COLS': 'nan' is not a valid integer"),
    ("tour 0 8", "'ROWS': 0 is not in the range"),
    ("tour -8 8", "no such option"),
    ("tour -- -8 8", "'ROWS': -8 is not in the range"),
    ("tour 8 8 8 --algorithm formation", "formation takes"),
    (f"tour {10**18} 8", f"'ROWS': {10**18} is not in the range"),
    (f"tour {'9' * 5000} 8", "'ROWS'"),
    (f"tour {10**9} {10**9}", "1000000000 x 1000000000 needs about 12,000,000,000 GB of memory, this machine has"),
    ("tour 8 8 --kind round", "'--kind': 'round' is not one of 'closed', 'open', 'corner'"),
    ("tour 8 8 --seed -1", "'--seed': -1 is not in the range x>=0"),
    ("tour 8 8 --seed 1.5", "'--seed': '1.5' is not a valid integer"),
    ("tour 8 8 --kind open --start 3", "'--start': '3' is not a square"),
    ("tour 8 8 --kind open --start -1,3", "'--start': '-1,3' is not a square"),
    ("tour 8 8 --kind open --end 1,2,3", "a square is (row, col), not (1, 2, 3)"),
    ("tour 8 8 --kind open --start 8,0", "8,0"),
    ("tour 8 8 --algorithm magic", "magic"),
    ("tour 4 4 --shape shape.txt", "the board in shape.txt is 3 x 3, not 4 x 4"),
    ("tour 3 --shape shape.txt", "the board in shape.txt is 3 x 3, not 3 x ?"),
    ("tour --shape missing.txt", "missing.txt: No such file or directory"),
    ("tour --shape folder.txt", "folder.txt: Is a directory"),
    ("tour 8 8 -o tour", "tour: the suffix chooses the format"),
    ("tour 8 8 --format bmp", "'--format': it is one of .svg .pdf .png"),
    ("tour 8 8 --format svg --json", "--json writes .json: leave out --format"),
    ("tour 10 10 --symmetry central --minimize both", "annealing makes those of any, to minimize turns or crossings"),
    (
        "tour 7 7 --minimize blend --kind open --start 5,1",
        "that minimizes blend: minimize turns or crossings, or omit start and end",
    ),
    ("tour 8 9 --minimize turns --kind stretched", "without minimize, rectangle makes every kind"),
    ("tour --box 4 5 6 --seed 1 -o - --format gif", "the knight rides only on flat boards, not on the 4 x 5 x 6 box"),
    ("tour 8 8 -o folder.txt", "folder.txt: Is a directory"),
    ("tour 8 8 -o missing/tour.npy", "missing/tour.npy: No such file or directory"),
    ("tour 8 8 -o closed.txt/tour.npy", "closed.txt/tour.npy: Not a directory"),
    (f"tour 8 8 -o {'x' * 300}.npy", "File name too long"),
    ("tourney 8 8", "missing option '--algorithm'"),
    ("tourney 8 8 --algorithm magic", "magic"),
    ("tourney 6 8 --algorithm four-cover", "6 x 8"),
    ("tourney --shape shape.txt --algorithm concentric-braid", "3 x 3"),
    ("join", "missing argument 'FILE'"),
    ("join missing.npy", "missing.npy: No such file or directory"),
    ("shatter folder.txt", "folder.txt: Is a directory"),
    ("obfuscate closed.txt --method sleight", "'--method': 'sleight' is not one of"),
    ("check missing.npy", "missing.npy: No such file or directory"),
    ("check folder.txt", "folder.txt: Is a directory"),
    ("check closed.txt/tour.txt", "closed.txt/tour.txt: Not a directory"),
    ("check closed.svg", "closed.svg: the suffix chooses the format; it is one of .npy .npz .txt .json"),
    ("measure closed.txt open.txt", "unexpected extra argument"),
    ("draw closed.txt", "missing option '-o'"),
    (
        "draw closed.txt -o tour.npy",
        "tour.npy: the suffix chooses the format; it is one of .svg .pdf .png .gif .html .hpgl",
    ),
    ("draw closed.txt --rail-graph -o tour.png", "tour.png: the suffix chooses the format; it is one of .svg"),
    ("draw closed.txt --grid -o tour.txt", "tour.txt: still .txt drawings have no option 'grid'"),
    ("draw closed.txt --seconds 3 -o tour.svg", "tour.svg: still .svg drawings have no option 'seconds'"),
    ("draw closed.txt --animate -o tour.svg -o tour.png", "tour.png: .png drawings are still, not animated"),
    ("draw closed.txt --plotter -o tour.gif", "tour.gif: .gif drawings are animated, not plotter"),
    ("draw closed.txt --plotter --numbers -o tour.svg", "plotter .svg drawings have no option 'numbers'"),
    (
        "draw closed.txt --plotter --width 0 -o tour.svg",
        "a drawing is 1 to 100000 mm wide, and a pen is narrower, not 0.0",
    ),
    ("draw closed.txt --animate --seconds nan -o tour.svg", "'nan' is not a valid number"),
    ("show", "missing argument 'FILE'"),
    ("show missing.npy", "missing.npy: No such file or directory"),
    ("count 6 6 --classes --symmetry quarter", "classes and symmetry cannot be combined"),
    ("tour --like t.svg --kind open", "t.svg also tells the board and how its tour was made: leave out --kind"),
    ("tour --like t.svg 6 6", "t.svg also tells the board and how its tour was made: leave out the sides"),
    ("tour --like t.svg --seed 1", "t.svg also tells the board and how its tour was made: leave out --seed"),
    ("tour --like t.svg --uniform", "t.svg also tells the board and how its tour was made: leave out --uniform"),
    ("tour 8 -8", "no such option '-8', and no number here is negative; see destrier tour --help"),
    ("tour 8 8 -o", "-o needs a value after it; see destrier tour --help"),
    ("tur 8 8", "no such command 'tur'; did you mean tour or tourney? See destrier --help"),
    ("tour 8 8 --sed 1", "no such option '--sed'; did you mean --seed or --end? See destrier tour --help"),
    (
        "tour 8 8 --algorithm warnsdorf",
        "no algorithm 'warnsdorf'; did you mean warnsdorff? there are annealing, concentric-braid",
    ),
    (
        "tour 8 8 --leaper 0,0",
        "moves by a along one axis and by b along another, 0 <= a <= b and b > 0, not by 0 and 0",
    ),
    ("tour 8 8 --weight 2", "weight is how many turns a crossing counts in a blend; add minimize blend"),
    ("count 5 6 --workers 2", "--workers is for the shards of a store: add --store DIR"),
    ("count by-start 5 6 --workers 2", "--workers is for the shards of a store: add --store DIR"),
    ("view --gallery --port 3", "the gallery needs no server: leave out --port or --gallery"),
    ("view --gallery --host 0.0.0.0", "the gallery needs no server: leave out --host or --gallery"),
    ("sample 6 6 -n 2 --start c3 -o v.npy", "start and end belong to open tours (kind open)"),
    ("check closed.txt 0 0", "'ROWS': 0 is not in the range 1<=x<=1000000000"),
    ("check closed.txt 8x0", "'COLS': 0 is not in the range"),
    ("tour 4 4 4 --start a1", "'a1' is not a square: in space it has 3 coordinates, as 0,0,0, and no name"),
    ("list 5 6 --max-memory 1k", "more than the 1.0 kB allowed"),
    ("list 5 6 --max-memory 1k --json", "more than the 1.0 kB allowed"),
    ("count 6 6 --max-memory 1M", "takes about 200 MB, more than the 1.0 MB allowed"),
]


@pytest.mark.parametrize("line", ["longest 5 5", "paths 44616031"])
def test_a_drawing_does_not_swallow_the_answer(line: str, run: Callable[..., Result]) -> None:
    told = run(*line.split()).out
    drawn = run(*line.split(), "-o", "path.svg")
    assert (drawn.code, drawn.out) == (0, told)
    assert told
    assert Path("path.svg").read_text(encoding="utf-8").startswith("<svg")


def test_tours_are_listed_by_the_names_of_their_squares(run: Callable[..., Result]) -> None:
    board = naive.rectangle(3, 4)
    listed = run("list", 3, 4, "--kind", "open", "--format", "squares").out.splitlines()
    walks = [[(3 - int(name[1]), "abcd".index(name[0])) for name in line.split()] for line in listed]
    either = {min(tuple(walk), tuple(walk[::-1])) for walk in walks}
    assert len(walks) == len(either)
    assert either == {min(tuple(walk), tuple(walk[::-1])) for walk in naive.open_tours(board)}
    assert run("list", 3, 10, "-n", 2, "-o", "tours.squares", "-o", "tours.txt") == (0, "", "")
    assert len(Path("tours.squares").read_text().splitlines()) == 2
    assert run("check", "tours.squares").out == "2 closed tours of 3 x 10\n"
    told = run("check", "tours.squares", 6, 6)
    assert told.err == "destrier: tours.squares: tour 0: line 1, column 19: g1 is not a square of 6 x 6\n"
    assert run("list", 3, 10, "-n", 2, "-o", "tours.npz").code == 0
    told = run("check", "tours.npz", 6, 6)
    assert told.err == "destrier: tours.npz: the file holds tours of 3 x 10, not of the given board\n"
    told = run("check", "tours.txt", 6, 6)
    assert told.err == "destrier: tours.txt: tour 0: the numbers do not have the shape of 6 x 6\n"
    told = run("list", 2, 3, 4, "--kind", "open", "--format", "squares")
    assert told.code == 2
    assert "have no names such as a1: write .pairs or .json" in told.err


@pytest.mark.parametrize(
    ("board", "head"),
    [("3 10 -n 184", "i2 g1 e2"), ("3 4 --leaper wazir", '# {"rows": 3, "cols": 4, "leaper": [0, 1], "kind"')],
)
def test_a_list_by_names_is_read_again(run: Callable[..., Result], board: str, head: str) -> None:
    """Ends that are a move apart do not close a tour among open ones."""
    names = f"list {board} --kind open -o tours.squares -o tours.npz"
    assert run(*names.split()) == (0, "", "")
    assert Path("tours.squares").read_text().startswith(head)
    tours = dt.load("tours.squares")
    assert list(tours) == list(dt.load("tours.npz"))
    assert {tour.kind for tour in tours} == {"open"}


def test_a_number_of_squares_is_no_sign(run: Callable[..., Result]) -> None:
    told = run("tour", 5, 5, "--squares", 13)
    assert told.code == 2
    assert "add --shape FILE; destrier paths K is for closed paths of K squares" in told.err
    assert "paths" not in run("tour", 5, 5, "--squares", "x").err


def test_the_open_tour_of_a_single_square(run: Callable[..., Result]) -> None:
    """OEIS A165134 counts it; POJ 2488 prints it."""
    assert json.loads(run("count", 1, 1, "--kind", "open", "--json").out)["directed"] == 1
    assert run("count", "by-start", 1, 1).out.split()[-1] == "1"
    assert run("list", 1, 1, "--kind", "open").out == "a1\n"
    assert run("list", 1, 1, "--kind", "open", "--format", "squares").out == "a1\n"
    assert "no moves to write" in run("list", 1, 1, "--kind", "open", "--json").err
    told = run("tour", 1, 1, "--kind", "open")
    assert (told.code, told.out) == (1, "")
    assert "its square alone is counted and listed as an open tour, but not made" in told.err
    for line in ("tour 1 1", "list 1 1", "list 1 2 --kind open"):
        assert run(*line.split()).code == 1
    assert json.loads(run("count", 1, 1, "--json").out)["directed"] == 0


def test_tours_are_listed(run: Callable[..., Result]) -> None:
    """5 x 6 has eight closed tours, 3 x 10 has six up to symmetry."""
    texts = run("list", "5x6").out.split("\n\n")
    assert len({from_text(text) for text in texts}) == 8
    assert run("list", 5, 6, "-n", 3).out.split("\n\n")[:2] == texts[:2]
    assert run("list", 3, 10, "--classes", "-o", "classes.npy") == (0, "", "")
    assert run("check", "classes.npy").out == "6 closed tours of 3 x 10\n"
    assert run("list", 5, 5).code == 1
    for outputs in ((), ("--json",), *(("-o", f"tours{suffix}") for suffix in STACKED if suffix != ".pgn")):
        told = run("list", 6, 6, "--forbid", "a1-b3", *outputs)
        none = "destrier: no closed tour of 6 x 6 meets the conditions: all of them were searched\n"
        assert (told.code, told.err) == (1, none)
    assert not list(Path().glob("tours.*"))
    assert run("measure", "classes.npy", "-o", "classes.csv") == (0, "", "")
    assert Path("classes.csv").read_text(encoding="utf-8").count("\n") == 7


def test_a_sample_is_not_one_tour(run: Callable[..., Result]) -> None:
    assert run("sample", 5, 6, "-n", 3, "--seed", 1, "-o", "sample.npy").code == 0
    assert run("check", "sample.npy") == (0, "3 closed tours of 5 x 6\n", "")
    assert run("measure", "sample.npy").out.count("\n") == 4
    assert run("draw", "sample.npy", "-o", "sheet.svg", "-o", "sheet.png") == (0, "", "")
    assert run("sample", 5, 6, "--seed", 1, "-o", "one.npy").code == 0
    assert run("show", "one.npy").code == 0
    assert run("list", 5, 6, "-o", "list.parquet", "-o", "list.txt").code == 0
    for name in ("list.parquet", "list.txt"):
        assert f"{name}: these are 8 tours of 5 x 6, not one" in run("show", name).err
    for line in ("join sample.npy", "draw sample.npy --numbers -o x.png", "show sample.npy"):
        assert run(*line.split()).err == (
            "destrier: sample.npy: these are 3 tours of 5 x 6, not one: check, measure and draw take them\n"
        )


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("tour 7 7", True),
        ("tour 4 6", True),
        ("tour 4 4", False),
        ("tour 4 4 --kind open", False),
        ("tour 3 3 3", False),
        ("tour 8 8 --minimize rails", False),
    ],
)
def test_a_refusal_offers_a_kind_that_exists(line: str, offers: bool, run: Callable[..., Result]) -> None:
    result = run(*line.split())
    assert result.code == 1
    assert result.err.endswith("; try --kind open\n") == offers


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes files")
@pytest.mark.parametrize(
    ("arguments", "code"), [("tour 8 8 --seed 1", 2), long("--help", 2), long("tour 8 8 -o tour.npy", 0)]
)
def test_a_closed_standard_output_is_told(arguments: str, code: int, tmp_path: Path) -> None:
    command = f"{sys.executable} -m destrier {arguments} >&-"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert ("standard output: it is closed" in done.stderr) == (code == 2)


@pytest.mark.parametrize(("line", "message"), WRONG_USE)
def test_wrong_use(line: str, message: str, run: Callable[..., Result], tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    result = run(*line.split())
    assert result.code == 2
    assert message in result.err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 2), (2, 2), (3, 4), (4, 4), (5, 5), (7, 7)])
def test_no_closed_tour(rows: int, cols: int, run: Callable[..., Result]) -> None:
    assert run("tour", rows, cols).code == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NoSuchTour("there is none"), 1),
        (UnsupportedBoard("even boards\nonly"), 2),
        (InvalidTourney("square 0,0 is bad"), 2),
        (FileNotFoundError(2, "No such file or directory", "gone.npy"), 2),
        (MemoryError(), 2),
        (np._core._exceptions._ArrayMemoryError((10**6, 10**6), np.dtype(np.uint8)), 2),  # type: ignore[attr-defined]  # as numpy raises it
        (BudgetExceeded("a million steps"), 3),
        (KeyboardInterrupt(), 130),
    ],
)
def test_exit_codes(
    error: BaseException, code: int, run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(files, "read", fail)
    assert run("measure", "closed.txt").code == code


BAD_FILES = {
    "empty": b"",
    "binary": bytes(range(256)),
    "one": b"0",
    "words": b"a tour\n",
    "null": b"null",
    "gap": OPEN.replace("24", "25").encode(),
    "twice": (OPEN + OPEN).encode(),
    "cut": OPEN[:40].encode(),
}
COMMANDS_ON_A_FILE = ["join", "shatter", "obfuscate", "check", "measure", "measure --json", "show", "draw -o new.svg"]


@pytest.mark.parametrize("command", COMMANDS_ON_A_FILE)
@pytest.mark.parametrize("suffix", [".npy", ".txt", ".json"])
def test_bad_files(command: str, suffix: str, run: Callable[..., Result]) -> None:
    for name, data in BAD_FILES.items():
        path = Path(name + suffix)
        path.write_bytes(data)
        result = run(*command.split(), path)
        has_fault = name in ("gap", "twice") or (name, suffix) == ("one", ".txt") or suffix == ".npy"
        assert result.code == (1 if command == "check" and has_fault else 2)
        assert result.err.startswith(f"destrier: {path}: ")
        assert path.read_bytes() == data
    assert not Path("new.svg").exists()


@pytest.mark.parametrize("command", COMMANDS_ON_A_FILE)
@pytest.mark.parametrize("name", ["open", "tourney", *map(long, ("closed", "ring"))])
def test_every_command_takes_every_tourney(command: str, name: str, run: Callable[..., Result]) -> None:
    assert run(*command.split(), f"{name}.txt").code in {0, 1, 2}


# Printing


@pytest.fixture
def paged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What has been paged; there is a pager."""
    texts: list[str] = []
    monkeypatch.setattr(click, "echo_via_pager", lambda text, color: texts.append(text if color else f"grey {text}"))
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    return texts


@pytest.fixture
def show(run: Callable[..., Result], paged: list[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run a command on a terminal of so many columns and lines."""
    for name in ("NO_COLOR", "PAGER", "LESS"):
        monkeypatch.setenv(name, "")  # so that it is restored
        monkeypatch.delenv(name)
    monkeypatch.setenv("TERM", "xterm")

    def show(*arguments: str | int, columns: int = 80, lines: int = 24) -> Result:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", str(lines))
        for stream in (sys.stdin, sys.stdout):
            monkeypatch.setattr(stream, "isatty", lambda: True)
        return run(*arguments)

    return show


@pytest.mark.parametrize(
    ("name", "text"), [("open", OPEN), ("closed", CLOSED), ("ring", RING), ("tourney", FOUR_CYCLES)]
)
def test_a_shown_board_is_a_file_where_there_is_no_terminal(name: str, text: str, run: Callable[..., Result]) -> None:
    result = run("show", f"{name}.txt")
    assert (result.code, result.err) == (0, "")
    Path("shown.txt").write_text(result.out, encoding="utf-8")
    assert files.load("shown.txt") == from_text(text)
    assert re.fullmatch(r"[# cyles:0-9.\n]+", result.out)


def four_cover(rows: int, cols: int) -> str:
    """Four cycles in each tile of 4 x 4."""
    from destrier.makers.four_cover import four_cover as construct

    path = Path("cover.npy")
    files.save(construct(Board(rows, cols)), path)
    return str(path)


def test_a_large_board_is_shown_whole_where_there_is_no_terminal(run: Callable[..., Result]) -> None:
    path = four_cover(4, 400)
    assert from_text(run("show", path).out) == files.load(path)


def test_a_board_that_fits_is_printed_in_colours(show: Callable[..., Result], paged: list[str]) -> None:
    result = show("show", "closed.txt")
    assert "\x1b[38;5;" in result.out
    assert "┌────┬" in result.out
    assert show("show", "closed.txt", columns=31, lines=14) == result
    assert not paged


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colours_where_none_are_wanted(
    name: str, value: str, show: Callable[..., Result], paged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert "\x1b" not in show("show", "closed.txt").out
    assert show("show", "closed.txt", columns=30).out == ""
    assert paged[0].startswith("grey ┌")


@pytest.mark.parametrize("size", [{"columns": 30}, {"lines": 13}])
def test_a_board_that_does_not_fit_is_paged(
    size: dict[str, int], show: Callable[..., Result], paged: list[str]
) -> None:
    assert show("show", "closed.txt", **size).out == ""
    assert [len(text.splitlines()) for text in paged] == [13]
    assert os.environ["LESS"] == "-RS"


def test_the_reader_chooses_how_less_behaves(
    show: Callable[..., Result], paged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESS", "-R")
    show("show", "closed.txt", columns=20)
    assert os.environ["LESS"] == "-R"
    assert paged


def test_without_a_pager_that_scrolls_there_are_panels(
    show: Callable[..., Result], paged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", "more")
    assert show("show", "closed.txt", columns=20, lines=99).out.count("columns") == 2
    monkeypatch.delenv("PAGER")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert show("show", "closed.txt", columns=20, lines=99).out.count("columns") == 2
    assert not paged


def test_a_terminal_pages_up_to_200_squares(show: Callable[..., Result], paged: list[str]) -> None:
    assert show("show", four_cover(4, 200)).out == ""
    assert len(paged) == 1
    assert show("show", four_cover(4, 204)).out == "tourney of 204 cycles on 4 x 204 (draw -o FILE writes it)\n"
    assert len(paged) == 1


def test_a_tour_that_was_just_made_is_shown_alike(show: Callable[..., Result], paged: list[str]) -> None:
    assert "┌────┬" in show("tour", 6, 6, "--seed", 1).out
    assert show("tour", 42, 42, "--seed", 1).out == ""
    assert paged


def test_a_terminal_without_box_drawing_gets_the_file(
    show: Callable[..., Result], paged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "_can_write", lambda _: False)
    assert from_text(show("show", "closed.txt", columns=10).out) == from_text(CLOSED)
    assert not paged


# Animations and plots


def test_draw_animations(run: Callable[..., Result]) -> None:
    assert (
        run("draw", "closed.txt", "-o", "a.svg", "-o", "a.gif", "-o", "a.html", "--animate", "--seconds", 3).code == 0
    )
    for name in ("a.svg", "a.html"):
        text = Path(name).read_text(encoding="utf-8")
        assert "animateMotion" in text
        assert 'data-seconds="3"' in text
    assert run("tour", 6, 6, "--seed", 1, "-o", "b.html").code == 0
    assert "animateMotion" in Path("b.html").read_text(encoding="utf-8")


def test_draw_plots(run: Callable[..., Result]) -> None:
    assert run("draw", "closed.txt", "-o", "a.svg", "--plotter", "--width", 120, "--pen", 0.3) == (0, "", "")
    text = Path("a.svg").read_text(encoding="utf-8")
    assert 'width="120mm" height="120mm"' in text
    assert 'stroke-width="0.3"' in text


def test_ends_are_drawn_unless_unwanted(run: Callable[..., Result]) -> None:
    assert run("draw", "open.txt", "-o", "a.svg").code == run("draw", "open.txt", "--no-ends", "-o", "b.svg").code == 0
    assert 'class="start"' in Path("a.svg").read_text(encoding="utf-8")
    assert 'class="start"' not in Path("b.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["tour", "draw"])
def test_help_names_every_format_that_is_written(command: str, run: Callable[..., Result]) -> None:
    suffixes = SAVED if command == "tour" else DRAWN
    text = run(command, "--help").out
    assert all(suffix in text for suffix in suffixes)


# As a process


def test_process(tmp_path: Path) -> None:
    path = tmp_path / "tour.txt"
    path.write_text(CLOSED, encoding="utf-8")
    result = in_process("check", str(path))
    assert (result.returncode, result.stdout, result.stderr) == (0, "closed tour of 6 x 6\n", "")
    path.write_text("nan", encoding="utf-8")
    result = in_process("check", str(path))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"destrier: {path}: line 1, column 1: expected a number or a square such as a1, not 'nan'\n"


@pytest.mark.parametrize("arguments", [["--help"], ["tour", "x", "8"]])
def test_help_is_light(arguments: list[str]) -> None:
    code = f"import sys; from destrier import cli; cli.run({arguments!r}); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "click" in modules
    assert not {"numba", "scipy", "PIL"} & set(modules)


def test_check_of_text_needs_no_compiler(tmp_path: Path) -> None:
    path = tmp_path / "tour.txt"
    path.write_text(CLOSED, encoding="utf-8")
    code = f"import sys; from destrier import cli; assert cli.run(['check', {str(path)!r}]) == 0; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in modules
    assert "numba" not in modules


def test_reader_that_stops(tmp_path: Path) -> None:
    path = tmp_path / "tour.txt"
    path.write_text(CLOSED, encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        result = subprocess.run(
            [sys.executable, "-m", "destrier", "check", str(path)], stdout=pipe, stderr=subprocess.PIPE, check=False
        )
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_standard_output() -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "destrier", "-h"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (result.returncode, result.stderr) == (2, b"destrier: standard output: No space left on device\n")


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_keeps_the_old_file(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl-C, or a request to end, between the first and the last byte of the second of two files."""
    for name in ("first.npy", "second.npy"):
        (tmp_path / name).write_bytes(b"old")
    (tmp_path / "tour.txt").write_text(CLOSED, encoding="utf-8")
    program = """
import signal, sys, time
from destrier import cli
from destrier.io import arrays
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
write_npy, count = arrays.write_npy, 0
def slow(file, moves):
    global count
    count += 1
    if count == 2:
        file.write(b"half")
        print("writing", flush=True)
        time.sleep(60)
    write_npy(file, moves)
arrays.write_npy = slow
from destrier import join
join.join = lambda tourney, seed: tourney
cli.main(["join", "tour.txt", "-o", "first.npy", "-o", "second.npy"])
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "writing\n"
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "destrier: interrupted\n")
    assert files.load(tmp_path / "first.npy") == from_text(CLOSED)
    assert (tmp_path / "second.npy").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.npy", "second.npy", "tour.txt"]


def test_a_grey_image_is_taken_with_a_note(run: Callable[..., Result]) -> None:
    image = pytest.importorskip("PIL.Image")
    image.fromarray(np.array([[0] * 8] * 7 + [[100] * 8], np.uint8)).save("grey.png")
    result = run("tour", "--shape", "grey.png", "--seed", 1)
    assert result.code == 0
    assert re.search(r"grey.png: 8 of 64 pixels are neither black nor white; .* 128 of 255", result.err)


@pytest.mark.parametrize("kind", ["stretched", "double-loop"])
def test_kinds_of_rectangles(run: Callable[..., Result], kind: str) -> None:
    assert run("tour", 6, 7, "--kind", kind, "--seed", 1, "-o", "tour.npy").code == 0
    described = run("check", "tour.npy").out
    assert ("open tour of 6 x 7 from 0,0 to" if kind == "stretched" else "tourney of 2 cycles on 6 x 7") in described
    assert run("tour", 5, 5, "--kind", kind).code == 1


def test_symmetric_tours(run: Callable[..., Result]) -> None:
    assert run("tour", 6, 6, "--symmetry", "quarter", "--seed", 1, "-o", "tour.npy").code == 0
    assert "rotate-90" in json.loads(run("measure", "tour.npy", "--json").out)["symmetry"]
    assert run("tour", 8, 8, "--symmetry", "quarter").code == 1
    assert run("tour", 6, 6, "--symmetry", "quarter", "--kind", "open").code == 1
    assert run("tour", 5, 5, "--symmetry", "central", "--kind", "open", "--start", "a1").code == 2


def test_the_rectangle_algorithm_finds_ends_on_boards_without_closed_tours(run: Callable[..., Result]) -> None:
    for rows, cols, start, end in ((4, 9, "0,0", "3,8"), (3, 4, "0,0", "1,0"), (8, 4, "0,0", "7,0")):
        given = ("--kind", "open", "--start", start, "--end", end)
        assert run("tour", rows, cols, *given, "--algorithm", "rectangle", "-o", "tour.txt").code == 0
        assert run("check", "tour.txt").out == f"open tour of {rows} x {cols} from {start} to {end}\n"


def test_the_direction_of_an_open_tour_is_told(run: Callable[..., Result]) -> None:
    assert run("tour", 9, 12, "--kind", "open", "--start", "8,11", "--end", "0,0", "-o", "tour.json").code == 0
    assert run("check", "tour.json").out == "open tour of 9 x 12 from 8,11 to 0,0\n"


@pytest.mark.parametrize("seconds", ["0", "0.01", "601", "60000", "1e9", "inf"])
def test_gifs_of_other_lengths_are_refused(run: Callable[..., Result], seconds: str) -> None:
    pytest.importorskip("PIL.Image")
    assert run("draw", "closed.txt", "--seconds", seconds, "-o", "tour.gif").code == 2


def test_what_a_shape_cannot_hold_is_named(run: Callable[..., Result]) -> None:
    Path("tab.txt").write_text("###\n\t##\n", encoding="utf-8")
    fault = "line 1, column 1 of the shape: '###' is not a cell: a sign, a number, true or false"
    assert run("tour", "--shape", "tab.txt").err == f"destrier: tab.txt: {fault}\n"


SIGNS = (
    "destrier: dots.txt: read as 3 x 3 with 8 squares marked by '.' and holes marked by 'X'; --squares 'X' or --holes "
    "'.' reads it otherwise\n"
)


@pytest.mark.parametrize(
    ("arguments", "count", "told"),
    [((), 1, SIGNS), (("--squares", "."), 1, ""), (("--holes", "X"), 1, ""), (("--squares", ".X"), 0, "")],
)
def test_signs_of_a_shape(run: Callable[..., Result], arguments: tuple[str, ...], count: int, told: str) -> None:
    Path("dots.txt").write_text("...\n.X.\n...\n", encoding="utf-8")
    result = run("count", "--shape", "dots.txt", "--json", *arguments)
    assert (json.loads(result.out)["undirected"], result.err) == (count, told)


@pytest.mark.parametrize(
    ("text", "arguments", "fault"),
    [
        ("XX\n..", (), "'.' and 'X' are equally frequent: --squares '.' or --squares 'X' says which are squares"),
        ("XX\n..", ("--holes", "Q"), "the shape has no 'Q': its signs are '.' and 'X'"),
    ],
)
def test_signs_that_say_too_little_are_refused(
    run: Callable[..., Result], text: str, arguments: tuple[str, ...], fault: str
) -> None:
    Path("signs.txt").write_text(text, encoding="utf-8")
    result = run("tour", "--shape", "signs.txt", *arguments)
    assert (result.code, result.err) == (2, f"destrier: signs.txt: {fault}\n")


def test_a_shape_is_trimmed(run: Callable[..., Result]) -> None:
    Path("flag.txt").write_text("####\n####\n####\n####\n##..", encoding="utf-8")
    refused = run("tour", "--shape", "flag.txt")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.endswith("; try --kind open, or --trim N to leave out up to N squares\n")
    made = run("tour", "--shape", "flag.txt", "--trim", 8, "--seed", 1)
    left_out = re.fullmatch(r"destrier: (\d+) squares are left out: ([\d, ]+)\n", made.err)
    assert left_out is not None
    assert len(left_out[2].split()) == int(left_out[1]) == 18 - from_text(made.out).board.size
    assert run("tour", "--shape", "flag.txt", "--trim", 8, "--seed", 1) == made


@pytest.mark.parametrize(
    ("arguments", "code", "fault"),
    [
        ("5 5 --trim 0", 1, "no closed tour of 5 x 5 exists with at most 0 squares left out: at least 1 must be"),
        ("5 5 --trim 1 --kind corner", 2, "a board is trimmed for a closed or an open tour, not for 'corner'"),
        ("5 5 --trim 1 --kind open --start 0,0", 2, "--trim chooses which squares a tour visits: leave out start"),
        ("3 3 3 --trim 1", 2, "flat boards of the knight are trimmed, not 3 x 3 x 3 by a knight"),
        ("3 3 3 3 3 --trim 1", 2, "--trim is for boards of up to four dimensions"),
    ],
)
def test_what_is_not_trimmed(run: Callable[..., Result], arguments: str, code: int, fault: str) -> None:
    result = run("tour", *arguments.split())
    assert (result.code, result.err) == (code, f"destrier: {fault}\n")


def test_signs_belong_to_a_shape(run: Callable[..., Result]) -> None:
    for command, *arguments in (("tour", 8, 8), ("count", 8, 8), ("solve", 8, 8)):
        result = run(command, *arguments, "--holes", "X")
        told = f"--squares and --holes name signs of a shape: add --shape FILE; see destrier {command} --help"
        assert (result.code, result.err) == (2, f"destrier: {told}\n")


def test_boxes_are_made_and_checked(run: Callable[..., Result]) -> None:
    assert run("tour", "--box", 4, 5, 6, "--seed", 1, "-o", "box.json", "-o", "box.svg").code == 0
    assert run("check", "box.json").out == "closed tour of the 4 x 5 x 6 box\n"
    text = Path("box.json").read_text(encoding="utf-8")
    Path("box.json").write_text(text.replace('["top",0,0]', '["top",0,1]'), encoding="utf-8")
    assert run("check", "box.json").code == 1
    assert run("tour", "--box", 1, 1, 4).code == 1


def test_closed_paths_are_listed_and_counted(run: Callable[..., Result]) -> None:
    assert run("paths", 4).out == "4501\n4602\n4703\n"
    assert len(run("paths", 8, "--uncrossed").out.split()) == 178
    counted = json.loads(run("paths", 6, "--count-only", "--json").out)
    assert counted["classes"] == 25
    assert counted["fixed"] == 136
    assert counted["symmetric"] == {"quarter": 0, "half": 32, "axis": 16, "diagonal": 0}
    for wrong in ((7,), (2,), (14,), (26, "--count-only")):
        assert run("paths", *wrong).code == 2


def test_the_help_lists_every_command_in_a_line(run: Callable[..., Result]) -> None:
    lines = run("--help").out.splitlines()
    for name in cli.all_commands():
        told = [line for line in lines if line.startswith(f"  {name} ")]
        assert len(told) == 1
        assert re.fullmatch(rf"  {name} +[A-Z][^.]*(\w[^.]*)?\.", told[0])
        assert len(told[0]) <= 79
