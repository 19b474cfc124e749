"""What is true of every file that is read: whatever it holds, it is refused in one line, and in little memory."""

from __future__ import annotations

import io
import json
import os
import re
import struct
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import Mock

import numpy as np
import pytest
from helpers.commands import runner
from helpers.limits import within
from helpers.marks import exhaustive, is_quick, posix, very_long
from helpers.wrong import wrong

import destrier as dt
from destrier.core.recipes import is_recipe
from destrier.core.tourney import as_tourney
from destrier.io import files, stacks
from destrier.io.json import to_json
from destrier.io.stacks import Stack, load_stack, write_stack
from destrier.io.text import from_text
from destrier.io.tsplib import from_tsplib
from destrier.support.errors import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable

TOUR = dt.tour(8, 8, seed=1)
BOARD = np.array(json.dumps({"rows": 8, "cols": 8}))
HOLED = {"rows": 100_000, "cols": 100_000, "missing": [[0, 0]]}


def header(descr: str, shape: tuple[int, ...]) -> bytes:
    """The header of an array in an npy file."""
    written = io.BytesIO()
    np.lib.format.write_array_header_1_0(written, {"descr": descr, "fortran_order": False, "shape": shape})
    return written.getvalue()


def array(values: Any) -> bytes:
    written = io.BytesIO()
    np.save(written, np.asarray(values))
    return written.getvalue()


def archive(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", method) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return written.getvalue()


def npz(**fields: Any) -> bytes:
    good = {"board": array(BOARD), "moves": array(np.asarray(TOUR.moves))}
    return archive(
        {f"{name}.npy": value if isinstance(value, bytes) else array(value) for name, value in (good | fields).items()}
    )


def flipped(content: bytes, place: int) -> bytes:
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


def text(what: str) -> Callable[[], bytes]:
    return what.encode


# Files that claim to hold far more than they do, by name, and what is said of them.
BOMBS: Final[dict[str, tuple[Callable[[], bytes], str]]] = {
    "foreign.npz": (lambda: npz(colour=np.zeros(150_000_000, np.uint8)), "unknown field 'colour'"),
    "tera.npz": (lambda: npz(moves=header("|u1", (10**6, 10**6))), "its arrays are larger or smaller than"),
    "zeros.npz": (
        lambda: npz(board=json.dumps({"rows": 12_000, "cols": 12_000}), moves=np.zeros((12_000, 12_000), np.uint8)),
        "squares that are not missing have no move",
    ),
    "shape.npz": (lambda: npz(moves=np.zeros((12_000, 12_000), np.uint8)), "has shape (12000, 12000)"),
    "board.npz": (lambda: npz(board=" " * 50_000_000), "the field 'board' has 50000000 characters"),
    "start.npz": (lambda: npz(start=np.zeros(150_000_000, np.uint8)), "'start' is the index of an end"),
    "missing.npz": (lambda: npz(board=json.dumps(HOLED)), "has more squares than the file mentions"),
    "lists.npz": (lambda: npz(board='{"rows":8,"cols":8,"x":[' + "[]," * 300_000 + "[]]}"), "lists more squares than"),
    "few.npz": (
        lambda: npz(
            board=json.dumps({"rows": 12_000, "cols": 12_000, "missing": [[0, 0]]}),
            moves=np.zeros((12_000, 12_000), np.uint8),
        ),
        "squares that are not missing have no move",
    ),
    "lzma.npz": (
        lambda: archive({"board.npy": bytes(10**8), "moves.npy": b"x"}, zipfile.ZIP_LZMA),
        "not compressed in numpy's way",
    ),
    "missing.tour": (
        text(f"COMMENT : {json.dumps(HOLED)}\nTOUR_SECTION\n1\n-1\nEOF\n"),
        "has more squares than the file mentions",
    ),
    "missing.json": (text(json.dumps(HOLED | {"kind": "closed", "cycles": []})), "is neither visited nor missing"),
    "keywords.tour": (lambda: b"X : 1\n" * 1_000_000, "there is no TOUR_SECTION"),
    "ones.txt": (lambda: b"1 " * 4_000_000, "number 1 is also at line 1, column 1"),
    "lines.txt": (lambda: b"1\n" * 2_000_000, "number 1 is also at line 1, column 1"),
    "far.txt": (lambda: b"# board: leaper 1 9000\n0 1\n2 3\n", "is not a (1, 9000)-leaper's move"),
    "leaper.txt": (lambda: b"# board: leaper" + b" 1 2" * 10**6 + b"\n1 2 3\n", "'leaper' is up to 16 pairs"),
    "cycles.json": (
        lambda: b'{"rows":8,"cols":8,"kind":"closed","cycles":[' + b"[]," * 400_000 + b"[]]}",
        "has fewer squares than there are cycles",
    ),
    "narrow.moves": (lambda: b"66\n" * 3_000_000, "move 6 leaves the board"),
    "names.uci": (lambda: b"a1 " * 1_300_000, "a1 is visited twice, as squares 1 and 2"),
    "names.squares": (lambda: b"a1 " * 60_000 + b"b", "'b' is not a square such as a1"),
    "pairs.csv": (lambda: b"1,2\n" * 600_000, "0,1 is visited twice, as squares 1 and 2"),
    "pairs.pairs": (lambda: b"1,2\n" * 1_000_000, "0,1 is visited twice, as squares 1 and 2"),
    "ones.order": (lambda: b"1\n" * 1_000_000, "nor a list of squares"),
    "parts.txt": (lambda: b"1 6 3\n4 . 8\n7 2 5\n\n1 6 3\n" + b"2 57 " * 280_000, "tour 1: line 6 has 560000 cells"),
    "short.txt": (lambda: b"1 6 3\n" + b"4 .. 8" * 240_000, "line 2 has 480001 cells, line 1 has 3"),
    "many.dat": (lambda: b"(1,2) " * 330_000, "a text of more than 677,999 words and signs"),
    "names.dat": (lambda: b"b1 -> a3\n" * 180_000, "b1 has 180000 moves"),
    "slashes.dat": (lambda: b"1/2," * 110_000, "0,0 is visited twice, as squares 1 and 2"),
    "feeds.txt": (lambda: b"\n" * 2_100_000, "there are no numbers"),
    "feeds.csv": (lambda: b"\n" * 1_900_000, "the text is empty"),
    "letters.pairs": (lambda: b"a\n" * 100_000, "expected a number or a square such as a1"),
    "rows.parquet": (lambda: parquet("FROM range(20000000)"), "a tour of the table leads off the board"),
}

QUICK: Final = ["shape.npz", "missing.npz", "lists.npz", "missing.json", "far.txt", "cycles.json"]


def parquet(
    rows: str = "",
    start: str = "0::usmallint",
    moves: str = "0::ubigint AS moves_0, 0::ubigint AS moves_1",
    **metadata: str,
) -> bytes:
    """Return a Parquet file of tours of 6 x 6, with some of its parts replaced."""
    import duckdb

    told = {"board": "6 x 6", "kind": "closed"} | metadata
    named = ", ".join(f"{name}: '{value}'" for name, value in told.items() if value)
    path = Path("made.parquet").absolute()
    with duckdb.connect() as database:
        query = f"SELECT {start} AS start, {moves} {rows}"
        database.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet, KV_METADATA {{{named}}})")
    return path.read_bytes()


_MEASURED: Final = """
import json, sys, warnings
import destrier as dt
from destrier.io.stacks import load_stack

def high_water() -> int:
    with open("/proc/self/status") as status:
        return int(next(line for line in status if line.startswith("VmHWM")).split()[1]) * 1024

warnings.simplefilter("ignore")
for good in sys.argv[2:]:
    load_stack(good) if good.endswith("parquet") else dt.load(good)
for name in json.loads(sys.argv[1]):
    open("/proc/self/clear_refs", "w").write("5")  # the high-water mark is what is used now
    before = high_water()
    try:
        dt.load(name)
        said = ""
    except dt.DestrierError as fault:
        said = f"{type(fault).__name__} {fault}"
    print(json.dumps([name, said, high_water() - before]))
"""
"""Reads files in a process of its own and says what the memory of that process was at most."""


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="measures memory as Linux does")
@pytest.mark.parametrize("bombs", [QUICK, very_long([*BOMBS])], ids=len)
def test_a_small_file_takes_little_memory(bombs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    good = ["good.npz", "good.txt", "good.tour", "good.json", "good.moves", "good.parquet"]
    for name in good[:-1]:
        dt.save(TOUR, name)
    write_stack([np.stack([np.asarray(TOUR.moves)] * 2)], TOUR.board, good[-1])
    for name in bombs:
        Path(name).write_bytes(BOMBS[name][0]())
    told = subprocess.run(
        [sys.executable, "-c", _MEASURED, json.dumps(bombs), *good], capture_output=True, text=True, check=True
    )
    for line, name in zip(told.stdout.splitlines(), bombs, strict=True):
        fault = BOMBS[name][1]
        read, said, taken = json.loads(line)
        assert read == name
        assert re.match(rf"(InvalidTourney|Unreadable) {re.escape(name)}: ", said)
        assert fault in said
        assert taken < 64_000_000 + 10 * Path(name).stat().st_size, name


@posix
def test_long_lines_take_no_time_of_their_square() -> None:
    """Each of these would take minutes if it were read back and forth."""
    for begins in (
        "COMMENT : {" * 40_000,
        "\n" * 400_000 + "COMMENT :" + " " * 400_000 + "{",
        "NAME : " + "1" * 400_000,
    ):
        with within(20), pytest.raises(dt.InvalidTourney):
            from_tsplib(f"{begins}\nTOUR_SECTION\n1\n-1\n")
    for row in ("1" + " " * 400_000 + "x", " ." * 200_000 + "x", "1." * 200_000):
        with within(20), pytest.raises(dt.InvalidTourney):
            from_text(row)


_DEEP: Final = "[" * 100_000

FAULTS: Final[dict[str, tuple[Callable[[], bytes], str]]] = {
    "json.npz": (lambda: npz(board="{"), "the field 'board' is not JSON"),
    "deep.npz": (lambda: npz(board="[" * 150), "the field 'board' is not JSON"),
    "list.npz": (lambda: npz(board="[]"), "does not name a board"),
    "bytes.npz": (lambda: npz(board=np.array(b"{}")), "the field 'board' is not a text"),
    "float.npz": (lambda: npz(moves=np.zeros((8, 8))), "the moves array of 8 x 8 is uint8, not float64"),
    "words.npz": (lambda: npz(moves=np.array([["a"] * 8] * 8)), "the moves array of 8 x 8 is uint8, not <U1"),
    "empty.npz": (lambda: npz(moves=np.zeros((0, 8), np.uint8)), "the moves array has shape (0, 8)"),
    "negative.npz": (lambda: npz(moves=header("|u1", (-8, -8)) + bytes(64)), "larger or smaller than their headers"),
    "token.npz": (lambda: npz(moves=b"\x93NUMPY\x01\x00\x76\x00" + b"(" * 118), "not an .npz file, or not all of it"),
    "magic.npz": (lambda: npz(moves=b"\x93NUMPY\x09\x09\x76\x00"), "a version of the format other than 1.0 and 2.0"),
    "pickle.npz": (lambda: npz(moves=header("|O", (1,)) + b"x"), "it holds pickled objects"),
    "start.npz": (lambda: npz(start=10**18), "the field 'start' is the index of an end"),
    "bz2.npz": (
        lambda: archive({"board.npy": b"", "moves.npy": b""}, zipfile.ZIP_BZIP2),
        "not compressed in numpy's way",
    ),
    "crc.npz": (lambda: flipped(npz(), 60), "not an .npz file, or not all of it"),
    "deep.tour": (
        text(f'COMMENT : {{"rows":{_DEEP}\nTOUR_SECTION\n1\n-1\n'),
        "the comment does not name a board: it is not",
    ),
    "list.tour": (text("COMMENT : {} {}\nTOUR_SECTION\n1\n-1\n"), "the comment does not name a board: it is not JSON"),
    "words.tour": (text("NAME : 8x8\nTOUR_SECTION\n1 2_0\n-1\n"), "the vertices of a tour are numbers from 1 on"),
    "script.tour": (text("NAME : 8x8\nTOUR_SECTION\n\u0661\n-1\n"), "the vertices of a tour are numbers from 1 on"),
    "end.tour": (text("NAME : 3x4\nTOUR_SECTION\n1 2 -10 3\n-1\n"), "the vertices of a tour are numbers from 1 on"),
    "kind.parquet": (lambda: parquet(kind="zzz"), "whether they are closed, open or mixed"),
    "mixed.parquet": (lambda: parquet(kind="mixed"), "2 columns of moves, moves_0 and so on, and one called open"),
    "board.parquet": (lambda: parquet(board=""), "whose metadata name the board"),
    "huge.parquet": (
        lambda: parquet(board="100000 x 100000"),
        "a table of tours of 100000 x 100000 has a column start",
    ),
    "words.parquet": (lambda: parquet(start="'a'"), "a table of tours of 6 x 6 has a column start"),
    "floats.parquet": (
        lambda: parquet(moves="0.5 AS moves_0, 0.5 AS moves_1"),
        "a table of tours of 6 x 6 has a column start",
    ),
    "few.parquet": (lambda: parquet(moves="0::ubigint AS moves_0"), "a table of tours of 6 x 6 has a column start"),
    "more.parquet": (
        lambda: parquet(moves="0::ubigint AS moves_0, 0::ubigint AS moves_1, 0::ubigint AS moves_2"),
        "a table of tours of 6 x 6 has a column start",
    ),
    "gaps.parquet": (lambda: parquet(start="NULL::usmallint"), "the table has missing values"),
    "start.parquet": (lambda: parquet(start="36::usmallint"), "a tour of the table starts off the board"),
    "off.parquet": (lambda: parquet(start="0::usmallint"), "a tour of the table leads off the board"),
    "none.parquet": (lambda: b"PAR1" + bytes(100) + b"PAR1", "this is not a Parquet file, or not all of it"),
    "nested.npy": (
        lambda: (
            b"\x93NUMPY\x01\x00"
            + struct.pack("<H", 400)
            + (b"(" * 200 + b' class="dot" cx="28" cy="76" r="2.8"/>').ljust(400)
        ),
        "the header of its array is not one of NumPy's",
    ),
    "none.npy": (lambda: b"\x93NUMPY\x01\x00\x76\x00" + b"(" * 118, "this is not an .npy file, or not all of it"),
    "deep.json": (text(_DEEP), "this is not JSON"),
    "digits.json": (text("1" * 5000), "this is not JSON"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_is_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the library, and on the command line with the exit code of a file that cannot be read."""
    monkeypatch.chdir(tmp_path)
    make, fault = FAULTS[name]
    Path(name).write_bytes(make())
    with pytest.raises(dt.InvalidTourney, match=rf"\A{name}: [^\n]*\Z") as caught:
        dt.load(name)
    assert fault in str(caught.value)
    run = runner(capsys)
    for command in ("measure",) if is_quick() else ("measure", "show", "join"):
        told = run(command, name)
        assert (told.code, told.out, told.err) == (2, "", f"destrier: {caught.value}\n")
    told = run("check", name)
    code = 2 if isinstance(caught.value, Unreadable) else 1
    assert (told.code, told.out, told.err.count("\n")) == (code, "", 1)


def test_a_damaged_drawing_has_no_recipe(tmp_path: Path) -> None:
    from PIL import Image

    written = io.BytesIO()
    Image.new("P", (10, 10)).save(written, "GIF", comment=b"destrier recipe " + b"[" * 5000)
    gif = bytearray(written.getvalue())
    gif[6:10] = struct.pack("<HH", 65_535, 65_535)  # its size
    drawings = {
        "bomb.gif": (bytes(gif), "not a drawing, or not all of it"),
        "cut.gif": (b"GIF89a", "not a drawing, or not all of it"),
        "deep.png": (b"destrier recipe " + _DEEP.encode(), "the recipe is damaged"),
        "text.svg": (b"destrier recipe nothing", "the recipe is damaged"),
        "none.svg": (b"destrier recipe [1]", "the recipe is damaged"),
        "other.pdf": (b"%PDF", "no recipe was found"),
    }
    for name, (content, fault) in drawings.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(dt.DestrierError, match=rf"\A[^\n]*{name}: [^\n]*{fault}[^\n]*\Z"):
            dt.repeat(tmp_path / name)


def test_a_large_image_is_no_board(tmp_path: Path) -> None:
    from PIL import Image

    for name, side in (("bomb.png", 20_000), ("large.png", 2_500)):
        Image.new("1", (side, side)).save(tmp_path / name)
        with pytest.raises(dt.DestrierError, match=r"\A[^\n]*\.png: the image has more than 6,000,000 pixels[^\n]*\Z"):
            files.load_board(tmp_path / name)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
def test_an_image_of_any_kind_is_a_board(mode: str, tmp_path: Path) -> None:
    from PIL import Image

    shape = np.array([[0, 255, 0], [0, 0, 255]], np.uint8)
    picture = Image.fromarray(shape)
    picture = Image.fromarray(shape.astype(np.uint16) * 257) if mode == "I;16" else picture.convert(mode)
    picture.save(tmp_path / "shape.tif")
    assert files.load_board(tmp_path / "shape.tif") == dt.Board.from_mask(shape == 0)


def test_what_is_transparent_is_no_square(tmp_path: Path) -> None:
    from PIL import Image

    pixels = np.zeros((2, 3, 4), np.uint8)  # black, and all of it transparent but for one row
    pixels[0, :, 3] = 255
    Image.fromarray(pixels).save(tmp_path / "shape.png")
    assert files.load_board(tmp_path / "shape.png") == dt.Board.from_text("###\n...")


@pytest.mark.parametrize("suffix", [".npz", ".npy"])
@pytest.mark.parametrize("byte", [0x11, 0x01, 0x00])
def test_tours_that_are_none_are_not_drawn(
    suffix: str, byte: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A walk through these would leave the board, or never end."""
    moves = np.full((2, 6, 6), byte, np.uint8)
    path = tmp_path / f"tours{suffix}"
    if suffix == ".npz":
        path.write_bytes(npz(board=json.dumps({"rows": 6, "cols": 6}), moves=moves))
    else:
        np.save(path, moves)
    told = runner(capsys)("draw", path, "-o", tmp_path / "tours.svg")
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(f"destrier: {path}: ")
    assert told.err.count("\n") == 1
    assert not (tmp_path / "tours.svg").exists()


@exhaustive
def test_equal_tours_take_little_room_in_a_file(tmp_path: Path) -> None:
    """They are read all the same: what they need is what they are."""
    path = tmp_path / "tours.parquet"
    many = np.broadcast_to(np.asarray(TOUR.moves), (1_200_000, 8, 8))
    write_stack([many], TOUR.board, path)
    assert path.stat().st_size < 1_000_000
    assert np.array_equal(load_stack(path).moves, many)


def test_equal_tours_are_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of 14 kB holds three million, whose check took minutes."""
    checked = Mock(wraps=as_tourney)
    monkeypatch.setattr(stacks, "as_tourney", checked)
    held = Stack(np.broadcast_to(np.asarray(TOUR.moves), (1000, 8, 8)), TOUR.board)
    assert [*stacks.tours_of(held, "tours.npy")] == [TOUR] * 1000
    assert checked.call_count == 1


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_a_file_of_tours_that_holds_none_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tours.txt"
    path.write_text(text)
    with pytest.raises(dt.InvalidTourney) as caught:
        load_stack(path)
    assert str(caught.value) == f"{path}: there are no numbers"


def test_an_archive_that_points_before_its_begin(tmp_path: Path) -> None:
    content = bytearray(npz())
    content[-6:-2] = struct.pack("<I", 2**32 - 1)  # where the directory begins
    (tmp_path / "tour.npz").write_bytes(content)
    with pytest.raises(dt.InvalidTourney, match=r"tour\.npz: this is not an \.npz file, or not all of it"):
        dt.load(tmp_path / "tour.npz")


@pytest.mark.parametrize("side", [9_000, 10**9])
def test_a_puzzle_of_a_huge_board(side: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = {"rows": side, "cols": side, "kind": "closed", "givens": [[[0, 0], 1]]}
    (tmp_path / "puzzle.json").write_text(json.dumps(puzzle), encoding="utf-8")
    told = runner(capsys)("solve", "--puzzle", tmp_path / "puzzle.json")
    assert told.code == 2
    assert told.err.startswith(f"destrier: searching a tour of {side**2} squares needs about ")


# Names


def test_the_name_of_a_file_is_no_pattern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is read itself, and not one that its name fits as a pattern."""
    (tmp_path / "kind=open").mkdir()
    (tmp_path / "~").mkdir()
    (tmp_path / "file:").mkdir()
    names = ["tours[1].parquet", "tours1.parquet", "t*.parquet", "t?u.parquet", "kind=open/a.parquet", "it's.parquet"]
    for count, name in enumerate(names, 1):
        write_stack([np.stack([np.asarray(TOUR.moves)] * count)], TOUR.board, tmp_path / name)
    for count, name in enumerate(names, 1):
        assert len(load_stack(tmp_path / name).moves) == count
        closed = f"{count} closed tour{'s' if count > 1 else ''} of 8 x 8"
        assert dt.check(tmp_path / name) == closed
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "kind=open"))
    for name in ("~/a.parquet", "file:/a.parquet"):  # which DuckDB takes for the home, and for an address
        write_stack([np.stack([np.asarray(TOUR.moves)] * 7)], TOUR.board, name)
        assert dt.check(name) == "7 closed tours of 8 x 8"
    (tmp_path / "tours1.parquet").unlink()
    with pytest.raises(FileNotFoundError):
        load_stack(tmp_path / "tours[2].parquet")


@posix
def test_pipes_and_devices_are_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They may have no end."""
    os.mkfifo(tmp_path / "tour.txt")
    os.mkfifo(tmp_path / "shape")
    (tmp_path / "tour.npy").symlink_to("/dev/zero")
    (tmp_path / "tour.svg").symlink_to("/dev/zero")
    run = runner(capsys)
    for command in (
        ("check", tmp_path / "tour.txt"),
        ("measure", tmp_path / "tour.npy"),
        ("tour", "--shape", tmp_path / "shape"),
        ("tour", "--like", tmp_path / "tour.svg"),
        ("solve", "--puzzle", tmp_path / "tour.txt"),
        ("rosselsprung", tmp_path / "tour.txt"),
    ):
        told = run(*command)
        assert told.code == 2
        assert told.err == f"destrier: {command[-1]}: {PIPE}\n"


PIPE: Final = "this is a pipe or a device, which may have no end: give a file, or - for standard input"


def test_a_name_that_no_file_has() -> None:
    for name, fault in (("a\0.npy", "a file name cannot contain NUL"), (5, "not by 5"), (None, "not by None")):
        with pytest.raises(dt.DestrierError, match=fault):
            dt.load(name)  # type: ignore[arg-type]
        with pytest.raises(dt.DestrierError, match=fault):
            dt.repeat(name)  # type: ignore[arg-type]


# Standard input


def _piped(data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "destrier", *arguments], input=data, capture_output=True, check=False)


@posix
def test_standard_input_has_an_end() -> None:
    with Path("/dev/zero").open("rb") as zeros:
        told = subprocess.run(
            [sys.executable, "-m", "destrier", "check", "-"], stdin=zeros, capture_output=True, text=True, check=False
        )
    fault = "standard input is neither text nor a file that destrier reads"
    assert (told.returncode, told.stderr) == (2, f"destrier: {fault}\n")
    assert _piped(to_json(TOUR).encode(), "check", "-").stdout == b"closed tour of 8 x 8\n"


def test_standard_input_that_is_too_long(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from destrier.cli import arguments

    class Input:
        buffer = io.BytesIO(b"1 2\n" * 1000)

    monkeypatch.setattr(arguments, "_MOST_INPUT", 3000)
    monkeypatch.setattr(sys, "stdin", Input)
    told = runner(capsys)("check", "-")
    assert (told.code, told.err) == (2, "destrier: standard input has more than 3,000 bytes: write it to a file\n")


# Recipes

GOOD: Final = [{"do": "tour", "board": {"rows": 8, "cols": 8}, "seed": 1}]

ODD: Final[list[Any]] = [
    "</script><script>alert(1)</script>",
    "tour",
    7,
    True,
    {},
    [],
    [[]],
    ["tour"],
    [{}],
    [{"do": "load"}],
    [{"do": ["tour"], "board": {}}],
    [{"do": "tour"}],
    [{"do": "tour", "board": [8, 8]}],
    [{"do": "join", "seed": 1}],
    [{"do": "tourney", "board": {"rows": 8, "cols": 8}}],
    [*GOOD, *GOOD],
    [GOOD[0] | {"colour": 1}],
    [GOOD[0] | {"seed": "</script><script>alert(1)</script>"}],
    [GOOD[0] | {"seed": True}],
    [GOOD[0] | {"seed": 1.5}],
    [GOOD[0] | {"algorithm": "</script><script>alert(1)</script>"}],
    [GOOD[0] | {"algorithm": "\x1b[31m"}],
    [GOOD[0] | {"uniform": 1}],
    [GOOD[0] | {"numbers": [[["<b>", 0], 1]]}],
    [GOOD[0] | {"board": {"rows": "<b>"}}],
    [GOOD[0] | {"board": {"<b>": 8}}],
    [GOOD[0] | {"weight": float("nan")}],
    [*GOOD, {"do": "join", "method": None}],
]


@pytest.mark.parametrize("recipe", ODD, ids=repr)
def test_a_recipe_that_is_none_is_left_out(recipe: Any, tmp_path: Path) -> None:
    assert not is_recipe(recipe)
    document = json.loads(to_json(TOUR)) | {"recipe": recipe}
    (tmp_path / "tour.json").write_text(json.dumps(document), encoding="utf-8")
    (tmp_path / "tour.npz").write_bytes(npz(recipe=json.dumps(recipe)))
    for name in ("tour.json", "tour.npz"):
        with pytest.warns(UserWarning, match=r"\Athe recipe in the file is invalid; the tour is read without it\Z"):
            read = dt.load(tmp_path / name)
        assert read == TOUR
        assert read.recipe is None
        with pytest.warns(UserWarning, match="the recipe in the file is invalid"), pytest.raises(dt.DestrierError):
            dt.repeat(tmp_path / name)


@pytest.mark.parametrize("recipe", ["{", 5, np.zeros(3), " " * 5_000_000], ids=["text", "number", "array", "long"])
def test_a_recipe_of_another_type_is_left_out(recipe: Any, tmp_path: Path) -> None:
    (tmp_path / "tour.npz").write_bytes(npz(recipe=recipe))
    with pytest.warns(UserWarning, match="the recipe in the file is invalid"):
        assert dt.load(tmp_path / "tour.npz") == TOUR


def test_the_command_line_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tour.json").write_text(json.dumps(json.loads(to_json(TOUR)) | {"recipe": ODD[0]}), encoding="utf-8")
    told = runner(capsys)("check", tmp_path / "tour.json")
    assert told == (0, "closed tour of 8 x 8\n", f"destrier: {NONE}\n")


NONE: Final = "the recipe in the file is invalid; the tour is read without it"


def test_a_recipe_says_what_made_it() -> None:
    made = dt.obfuscate(dt.join(dt.tourney(8, 8, algorithm="two-factor", seed=1), seed=2), seed=3)
    assert made.recipe is not None
    assert [step["version"] for step in made.recipe] == [dt.__version__] * 3
    assert is_recipe(made.recipe)
    assert dt.repeat(made) == made


def test_numbers_of_numpy_in_a_recipe_are_written(tmp_path: Path) -> None:
    start, seed = wrong(tuple(np.array([0, 0]))), wrong(np.int64(4))
    made = dt.tour(6, 6, kind="open", start=start, seed=seed)
    for suffix in (".json", ".npz", ".svg"):
        dt.save(made, tmp_path / f"made{suffix}")
        assert dt.repeat(tmp_path / f"made{suffix}") == made
