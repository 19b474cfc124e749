"""Files: what is written is read back, what is broken is named, and what was there stays until it is replaced."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, assert_type

import numpy as np
import pytest
from helpers.marks import examples, posix
from helpers.texts import CLOSED, FOUR_CYCLES, OPEN, RING
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.core.tourney import Tour, Tourney
from destrier.io import arrays, files
from destrier.io.json import from_json, to_json
from destrier.io.text import from_text
from destrier.support.atomic import replacing, write_atomically
from destrier.support.errors import DestrierError, InvalidTourney

NAMED = {
    "closed": from_text(CLOSED),
    "open": from_text(OPEN),
    "open, its ends a move apart": from_text("# open\n" + CLOSED),
    "ring": from_text(RING),
    "tourney": from_text(FOUR_CYCLES),
    "two squares": from_text("# open\n0 . .\n. . 1\n"),
    "a row without squares": from_text(". . . \n0 5 2\n3 . 7\n6 1 4\n"),
}


@pytest.fixture(params=NAMED)
def tourney(request: pytest.FixtureRequest) -> Tourney:
    return NAMED[request.param]


def names_in(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


# What is read


def test_kinds() -> None:
    kinds = [(tourney.kind, tourney.cycle_count, tourney.board.size) for tourney in NAMED.values()]
    assert kinds == [
        ("closed", 1, 36),
        ("open", 1, 25),
        ("open", 1, 36),
        ("closed", 1, 8),
        ("tourney", 4, 16),
        ("open", 1, 2),
        ("closed", 1, 8),
    ]


def test_numbers_are_when_squares_are_visited() -> None:
    grid = np.array([[int(number) for number in line.split()] for line in CLOSED.splitlines()])
    order = np.argsort(grid, axis=None)
    assert from_text(CLOSED) == Tour.from_order(order, Board(6, 6))


@pytest.mark.parametrize("text", [CLOSED, OPEN, RING, FOUR_CYCLES])
def test_numbers_from_one(text: str) -> None:
    head, body = ("", text) if text[0] != "#" else (text[: text.index("\n") + 1], text[text.index("\n") + 1 :])
    raised = " ".join(str(int(word) + 1) if word.isdigit() else word for word in body.replace("\n", " \n ").split(" "))
    assert from_text(head + raised) == from_text(text)


@pytest.mark.parametrize(
    "change", [str.upper, lambda text: text.replace("\n", "\r\n"), lambda text: f"# mine\n\n{text}\n\n"]
)
def test_layout_does_not_matter(change: Any, tmp_path: Path) -> None:
    path = tmp_path / "TOUR.TXT"
    path.write_bytes(b"\xef\xbb\xbf" + change(CLOSED).encode())
    assert files.load(path) == from_text(CLOSED)


def test_a_smaller_cycle_than_four_is_read_as_open() -> None:
    assert from_text("0 . .\n. . 1\n").kind == "open"


# What is written


def test_json_schema(tourney: Tourney) -> None:
    document = json.loads(to_json(tourney))
    assert list(document) == ["rows", "cols", "kind", "cycles", "missing"]
    assert (document["rows"], document["cols"]) == tourney.board.shape
    assert [len(cycle) for cycle in document["cycles"]] == tourney.cycle_lengths().tolist()
    visited = {tuple(square) for cycle in document["cycles"] for square in cycle}
    assert visited == {(row, col) for row, col in np.argwhere(tourney.board.present).tolist()}
    assert len(visited) + len(document["missing"]) == tourney.board.rows * tourney.board.cols


def test_json_without_missing() -> None:
    document = json.loads(to_json(NAMED["closed"]))
    del document["missing"]
    assert from_json(json.dumps(document)) == NAMED["closed"]


@pytest.mark.parametrize("threshold", [0, 1 << 26])
def test_npy_is_mapped_or_read(threshold: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "_MAPPED_FROM", threshold)
    path = tmp_path / "tour.npy"
    files.save(NAMED["closed"], path)
    moves = files.load(path).moves
    base: Any = moves
    while isinstance(base, np.ndarray) and not isinstance(base, np.memmap):
        base = base.base
    assert isinstance(base, np.memmap) == (threshold == 0)
    assert not moves.flags.writeable
    files.save(NAMED["ring"], path)  # the mapped file lives on until it is let go
    assert np.array_equal(moves, NAMED["closed"].moves)


def test_npy_in_fortran_order(tmp_path: Path) -> None:
    path = tmp_path / "tour.npy"
    np.save(path, np.asfortranarray(NAMED["open"].moves))
    loaded = files.load(path)
    assert loaded == NAMED["open"]
    assert loaded.moves.flags.c_contiguous


# Faults are named


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "there are no numbers"),
        ("# only words\n\n", "the text is empty: a tour is a grid of numbers, or a list of squares"),
        (". .\n. .\n", "at least 2 squares, but this one has 0"),
        ("0", "at least 2 squares, but this one has 1"),
        ("0 1\n2 nun\n", "line 2, column 3: 'nun' is not the number of a square"),
        ("0 1.5\n2 3\n", "line 1, column 3: '1.5' is not the number of a square"),
        ("0 1_0\n2 3\n", "line 1, column 3: '1_0' is not the number of a square"),
        ("0 \u0661\n2 3\n", "line 1, column 3: '\\u0661' is not the number of a square"),
        (f"0 1\n{10**30} 3\n", f"line 2, column 1: '{10**30}' is too large"),
        (f"0 1\n{'9' * 5000} 3\n", f"line 2, column 1: '{'9' * 40}...' is too large"),
        (f"a1 {'1' * 5000}\n", f"line 1, column 4: '{'1' * 40}...' is not a square such as a1"),
        ("0 1\n2\n", "line 2 has 1 cell, line 1 has 2"),
        (OPEN.replace("24", "99"), "line 4, column 10: number 99 is too large for 25 squares; number 24 is missing"),
        (OPEN.replace("24", "7 ", 1), "line 4, column 10: number 7 is also at line 2, column 8"),
        (OPEN.replace(" 0 ", " 5 ", 1), "line 3, column 11: number 5 is also at line 1, column 2"),
        (OPEN + OPEN, "line 6, column 2: number 0 is also at line 1, column 2"),
        (OPEN.replace("24", "24x"), "line 4, column 10: '24x' is not the number of a square"),
        (
            CLOSED.replace("34", "40").replace("35", "34").replace("40", "35"),
            "from square 4,1 to 1,2 is not a knight's",
        ),
        ("# open\n" + FOUR_CYCLES, "an open tour ('# open') cannot have '# cycles'"),
        (FOUR_CYCLES.replace("# cycles: 4 4 4 4", "# cycles: 4 4 4"), "add up to 12, but 16 squares"),
        (FOUR_CYCLES.replace("# cycles: 4 4 4 4", "# cycles:"), "add up to 0, but 16 squares"),
        (FOUR_CYCLES.replace("# cycles: 4 4 4 4", "# cycles: 8 8"), "is not a knight's move"),
        (FOUR_CYCLES.replace("# cycles: 4 4 4 4", "# cycles: 4 4 4 4 0"), "is a number from 4 on, not '0'"),
        (FOUR_CYCLES.replace("# cycles: 4 4 4 4", "# cycles: 1e1 6"), "is a number from 4 on, not '1e1'"),
        (FOUR_CYCLES.replace("# cycles: 4 4 4 4", ""), "is not a knight's move"),
    ],
)
def test_fault_in_text(text: str, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "tour.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidTourney) as caught:
        files.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_table_without_words_is_empty(tmp_path: Path) -> None:
    (tmp_path / "tour.csv").write_text("\t\t\t\n\t\t\t\n")
    with pytest.raises(InvalidTourney, match="the text is empty: a tour is a grid of numbers, or a list of squares"):
        files.load(tmp_path / "tour.csv")


JSON_FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"rows": None}, "'rows' is a whole number from 1 to 1000000000, not null"),
    ({"rows": True}, "'rows' is a whole number from 1 to 1000000000, not true"),
    ({"rows": 3.0}, "not 3.0"),
    ({"rows": float("nan")}, "not NaN"),
    ({"rows": 0}, "not 0"),
    ({"rows": -3}, "not -3"),
    ({"rows": 10**30}, f"not {10**30}"),
    ({"rows": 10**9, "cols": 10**9}, "square 0,3 is neither visited nor missing"),
    ({"rows": 4}, "square 3,0 is neither visited nor missing"),
    ({"rows": 2}, "is off the 2 x 3 board"),
    ({"kind": "tour"}, 'not "tour"'),
    ({"kind": ["closed"]}, 'not ["closed"]'),
    ({"cycles": {}}, "'cycles' is a list of cycles, not {}"),
    ({"cycles": []}, "square 0,0 is neither visited nor missing"),
    ({"cycles": [7]}, "cycle 0 is a list of squares, not 7"),
    ({"cycles": [[]]}, "square 0,0 is neither visited nor missing"),
    ({"cycles": [[[0, 0], [1]]]}, "cycle 0, position 1: a square is [row, col], not [1]"),
    ({"cycles": [[[0, 0], [1, True]]]}, "cycle 0, position 1: a square is [row, col], not [1, true]"),
    ({"cycles": [[[0, 0], [1, float("nan")]]]}, "cycle 0, position 1: a square is [row, col], not [1, NaN]"),
    ({"cycles": [[[0, 0], [1, 10**30]]]}, f"cycle 0, position 1: [1, {10**30}] is off the 3 x 3 board"),
    ({"cycles": [[[0, 0], [-1, 2]]]}, "cycle 0, position 1: [-1, 2] is off the 3 x 3 board"),
    ({"missing": None}, "'missing' is a list of squares, not null"),
    ({"missing": []}, "square 1,1 is neither visited nor missing"),
    ({"missing": [[1, 1], [0, 0]]}, "square 0,0 is visited but missing from the board"),
]


@pytest.mark.parametrize(("change", "fault"), JSON_FAULTS)
def test_fault_in_json(change: dict[str, Any], fault: str, tmp_path: Path) -> None:
    path = tmp_path / "tour.json"
    path.write_text(json.dumps(json.loads(to_json(NAMED["ring"])) | change), encoding="utf-8")
    with pytest.raises(InvalidTourney) as caught:
        files.load(path)
    assert fault in str(caught.value)


@pytest.mark.parametrize("key", ["rows", "cols", "kind", "cycles"])
def test_missing_key_in_json(key: str) -> None:
    document = json.loads(to_json(NAMED["ring"]))
    del document[key]
    with pytest.raises(InvalidTourney, match=f"the key '{key}' is missing"):
        from_json(json.dumps(document))


@pytest.mark.parametrize("text", ["", "[", "nul", "[]", "17", "[" * 100_000, '{"rows": ' + "9" * 5000 + "}", "{} {}"])
def test_not_a_json_object(text: str) -> None:
    with pytest.raises(InvalidTourney, match=r"this is not JSON|not an object"):
        from_json(text)


def test_two_cycles_are_not_closed() -> None:
    document = json.loads(to_json(NAMED["tourney"])) | {"kind": "closed"}
    with pytest.raises(InvalidTourney, match="'kind' is \"closed\", but there are 4 cycles"):
        from_json(json.dumps(document))


def _npy(array: Any) -> bytes:
    from io import BytesIO

    buffer = BytesIO()
    np.save(buffer, array)
    return buffer.getvalue()


GOOD_NPY = _npy(NAMED["closed"].moves)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "not an .npy file, or not all of it"),
        (GOOD_NPY[:5], "not an .npy file, or not all of it"),
        (GOOD_NPY[:100], "not an .npy file, or not all of it"),
        (GOOD_NPY[:-1], "not an .npy file, or not all of it"),
        (GOOD_NPY + b"more", "4 bytes follow the array"),
        (GOOD_NPY.replace(b"(6, 6)", b"(6,-6)"), "not an .npy file, or not all of it"),
        (GOOD_NPY.replace(b"(6, 6)", b"(9**9)"), "not an .npy file, or not all of it"),
        (GOOD_NPY.replace(b"'|u1'", b"'|O8'"), "not an .npy file, or not all of it"),
        (GOOD_NPY.replace(b"'|u1'", b"'V0' "), "V0 of shape (6, 6)"),
        (GOOD_NPY.replace(b"'|u1'", b"'V0' ").replace(b"(6, 6)", b"(-1,) "), "V0 of shape (-1,)"),
        (GOOD_NPY.replace(b"\x01\x00", b"\x03\x00", 1), "a version of the format"),
        (b"PK\x03\x04" + bytes(100), "not an .npy file, or not all of it"),
        (_npy(np.full((6, 6), np.nan)), "this array is float64 of shape (6, 6), not uint8 of (rows, cols)"),
        (_npy(np.zeros((6, 6), np.int8)), "this array is int8"),
        (_npy(np.zeros(36, np.uint8)), "uint8 of shape (36,)"),
        (_npy(np.uint8(3)), "uint8 of shape ()"),
        (_npy(np.zeros((6, 6), np.uint8)), "the board has no squares"),
        (_npy(np.full((6, 6), 255, np.uint8)), "square 0,0 has 8 moves, not 2"),
        (_npy(NAMED["closed"].moves[:, :-1]), "square 0,"),
    ],
)
def test_fault_in_npy(data: bytes, fault: str, tmp_path: Path) -> None:
    path = tmp_path / "tour.npy"
    path.write_bytes(data)
    with pytest.raises(InvalidTourney) as caught:
        files.load(path)
    assert fault in str(caught.value)


def test_npz_renamed(tmp_path: Path) -> None:
    np.savez(tmp_path / "tour.npz", moves=NAMED["closed"].moves)
    path = (tmp_path / "tour.npz").rename(tmp_path / "tour.npy")
    with pytest.raises(InvalidTourney, match=r"not an \.npy file"):
        files.load(path)


@pytest.mark.parametrize("suffix", [".txt", ".json"])
def test_binary_file(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"tour{suffix}"
    path.write_bytes(b"0 1\n\xff\xfe")
    with pytest.raises(InvalidTourney, match="this is not text: byte 4 is not UTF-8"):
        files.load(path)


@pytest.mark.parametrize("suffix", [".npy", ".txt", ".json"])
def test_no_file(suffix: str, tmp_path: Path) -> None:
    folder = tmp_path / f"folder{suffix}"
    folder.mkdir()
    with pytest.raises(IsADirectoryError):
        files.load(folder)
    with pytest.raises(FileNotFoundError):
        files.load(tmp_path / f"missing{suffix}")
    with pytest.raises(NotADirectoryError):
        files.load(Path(__file__) / f"tour{suffix}")


@pytest.mark.parametrize("name", ["tour", "tour.npz.gz", "tour.txt.gz", ".npy"])
def test_an_unknown_suffix_is_that_of_a_text(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"\x1f\x8b\x08\x00")
    with pytest.raises(InvalidTourney, match="this is not text: byte 1 is not UTF-8"):
        files.load(tmp_path / name)


# Random damage


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """`data` after one to three cuts, insertions and overwritten pieces."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        stop = draw(st.one_of(st.just(start), st.integers(start, min(start + 8, len(data))), st.just(len(data))))
        piece = draw(
            st.one_of(st.binary(max_size=6), st.text("0123456789.,-+eE #\n[]{}\"'", max_size=6).map(str.encode))
        )
        data = data[:start] + piece + data[stop:]
    return data


def _bytes_of(tourney: Tourney, suffix: str) -> bytes:
    if suffix == ".npy":
        return _npy(tourney.moves)
    return to_json(tourney).encode() if suffix == ".json" else FOUR_CYCLES.encode()


@pytest.mark.hypothesis  # which has no eye for the test within
@pytest.mark.parametrize("suffix", [".npy", ".txt", ".json"])
def test_random_damage(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"tour{suffix}"
    found = set()  # whether each fault names the file

    @examples(100)
    @given(damaged(_bytes_of(NAMED["tourney"], suffix)))
    def check(data: bytes) -> None:
        path.write_bytes(data)
        try:
            tourney = files.load(path)
        except InvalidTourney as fault:
            found.add(str(fault).startswith(f"{path}: "))
        else:
            Tourney(tourney.moves) if tourney.ends is None else Tour(tourney.moves)

    check()
    assert found == {True}


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)


@examples(100)
@given(st.dictionaries(st.sampled_from(["rows", "cols", "kind", "cycles", "missing"]), JSON_VALUES, min_size=1))
def test_random_json(change: dict[str, Any]) -> None:
    document = json.loads(to_json(NAMED["ring"])) | change
    try:
        tourney = from_json(json.dumps(document))
    except InvalidTourney:
        return
    assert tourney == NAMED["ring"]


# Writing


def test_write_replaces_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"something longer")
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert names_in(tmp_path) == ["file"]


@posix
def test_new_files_have_usual_permissions(tmp_path: Path) -> None:
    write_atomically(tmp_path / "atomic", b"")
    (tmp_path / "usual").write_bytes(b"")
    assert (tmp_path / "atomic").stat().st_mode == (tmp_path / "usual").stat().st_mode


@posix
def test_symbolic_links_stay(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


@pytest.mark.parametrize("failure", [KeyboardInterrupt, ValueError, MemoryError, SystemExit])
@pytest.mark.parametrize("old", [None, b"old"])
def test_an_exception_leaves_the_old_file(failure: type[BaseException], old: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "file"
    if old is not None:
        path.write_bytes(old)
    with pytest.raises(failure), replacing(path) as file:  # noqa: PT012 (it is raised within)
        file.write(b"half of the new")
        file.flush()
        raise failure
    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == ({} if old is None else {"file": old})


@pytest.mark.parametrize("suffix", [".npy", ".json"])
def test_an_interrupt_while_saving_leaves_the_old_file(
    suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"tour{suffix}"
    files.save(NAMED["closed"], path)

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        files.save(NAMED["ring"], path)
    assert files.load(path) == NAMED["closed"]
    assert names_in(tmp_path) == [path.name]


@posix
@pytest.mark.parametrize("room", [64, 150])
@pytest.mark.parametrize("suffix", [".npy", ".json"])
def test_a_full_disk_leaves_the_old_file(suffix: str, room: int, tmp_path: Path) -> None:
    import resource

    path = tmp_path / f"tour{suffix}"
    files.save(NAMED["ring"], path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        with pytest.raises(OSError, match="too large") as caught:
            files.save(NAMED["closed"], path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.filename == str(path)
    assert files.load(path) == NAMED["ring"]
    assert names_in(tmp_path) == [path.name]


def test_what_cannot_be_written_is_known_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder.npy").mkdir()
    (tmp_path / "file").write_bytes(b"")
    files.check_writable(tmp_path / "tour.npy")
    with pytest.raises(DestrierError, match=r"tour\.doc: the suffix chooses the format; it is one of .*\.npy \.npz"):
        files.check_writable(tmp_path / "tour.doc")
    with pytest.raises(DestrierError, match=r"it is one of \.svg"):
        files.check_writable(tmp_path / "tour.npy", [".svg"])
    for name, error in (
        ("folder.npy", IsADirectoryError),
        ("missing/tour.npy", FileNotFoundError),
        ("file/tour.npy", NotADirectoryError),
    ):
        for write in (files.check_writable, lambda path: files.save(NAMED["ring"], path)):
            with pytest.raises(error) as caught:
                write(tmp_path / name)
            assert caught.value.filename == str(tmp_path / name)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError):
        files.check_writable(tmp_path / "tour.npy")
    assert names_in(tmp_path) == ["file", "folder.npy"]


# Shapes


def test_shape_from_text_and_image(tmp_path: Path) -> None:
    from PIL import Image

    board = Board.from_text("###\n#.#\n###")
    (tmp_path / "ring.txt").write_text(board.to_text(), encoding="utf-8")
    Image.fromarray(np.where(board.present, 0, 255).astype(np.uint8)).save(tmp_path / "ring.png")
    assert files.load_board(tmp_path / "ring.txt") == board
    assert files.load_board(tmp_path / "ring.png") == board


@pytest.mark.parametrize(
    ("name", "data", "fault"),
    [
        ("shape.txt", b"", "the shape is empty"),
        ("shape.txt", b"...\n...", "no squares"),
        ("shape.txt", b"##\xff", "this is not text"),
        ("shape.png", b"", "this is not an image"),
        ("shape.png", b"\x89PNG\r\n\x1a\n" + bytes(30), "this is not an image"),
    ],
)
def test_fault_in_shape(name: str, data: bytes, fault: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(DestrierError, match=fault) as caught:
        files.load_board(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize("name", ["folder.txt", "folder.png"])
def test_shape_is_a_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(IsADirectoryError):
        files.load_board(tmp_path / name)


# Types


def test_a_tour_stays_one_for_type_checkers(tmp_path: Path) -> None:
    path = tmp_path / "made.npy"
    tour, cycles = dt.tour(6, 6, seed=1), dt.tourney(6, 6, algorithm="concentric-braid")
    assert_type(dt.obfuscate(tour)[0], tuple[Any, ...])
    assert_type(dt.join(tour), dt.Tour)
    assert_type(dt.join(cycles), dt.Tourney)
    assert_type(tour.canonical(), dt.Tour)
    dt.save(tour, path)
    assert_type(dt.load(path, holds=dt.Tourney), dt.Tourney)
    assert len(assert_type(dt.load(path, holds=dt.Tour), dt.Tour)) == 36
    dt.save(cycles, path)
    with pytest.raises(dt.InvalidTourney, match=r"made\.npy: this is a tourney of \d+ cycles, not a tour"):
        dt.load(path, holds=dt.Tour)
