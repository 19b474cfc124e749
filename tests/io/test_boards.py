"""Files of boards other than rectangles: what is written is read back, and what is wrong is said in a line."""

from __future__ import annotations

import json
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.wrong import wrong
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.cli import run
from destrier.io.json import to_json


@pytest.mark.parametrize("suffix", [".json", ".npz", ".txt"])
def test_triangles_at_the_corners_of_a_box(suffix: str, tmp_path: Path) -> None:
    """Three faces meet at a corner, so that a cycle of a box may have three squares."""
    box = dt.Box(4, 4, 4)
    made = next(
        made
        for made in (dt.tourney(box, algorithm="move-graph", seed=seed) for seed in range(200))
        if 3 in made.cycle_lengths()
    )
    dt.save(made, tmp_path / f"made{suffix}")
    assert dt.load(tmp_path / f"made{suffix}") == made
    assert dt.Tourney.from_cycles(made.cycle_indices(), box) == made


@given(seed=st.integers(0, 10**9), sides=st.tuples(*[st.integers(2, 7)] * 3))
def test_random_boxes_and_spaces(
    seed: int, sides: tuple[int, int, int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("files")
    for board in (dt.Box(*sides), dt.Space(*sides)):
        if dt.why_no_tour(board) is None:
            try:
                tour = dt.tour(board, seed=seed, algorithm="move-graph")
            except (dt.NoSuchTour, dt.BudgetExceeded):
                continue
            for suffix in (".json", ".npz", ".txt"):
                dt.save(tour, folder / f"tour{suffix}")
                assert dt.load(folder / f"tour{suffix}") == tour


BOX = dt.tour(dt.Box(3, 4, 5), seed=1)


def fields(**changes: Any) -> dict[str, Any]:
    """The fields of a good file, except the changes; `None` leaves one out."""
    good: dict[str, Any] = {"board": np.array(json.dumps(BOX.board.to_dict())), "moves": np.asarray(BOX.moves)}
    return {name: value for name, value in (good | changes).items() if value is not None}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"board": None}, "the field 'board' is missing"),
        ({"moves": None}, "the field 'moves' is missing"),
        ({"colour": np.array(3)}, "unknown field 'colour'"),
        ({"board": np.array(3)}, "the field 'board' is not a text"),
        ({"board": np.array("{")}, "the field 'board' is not JSON"),
        ({"board": np.array("[]")}, "does not name a board"),
        ({"board": np.array("{}")}, "'rows' is a whole number"),
        ({"board": np.array('{"box": [3, 4]}')}, "'box' is a list of three sides"),
        ({"board": np.array('{"box": [3, 4, 6]}')}, "has shape"),
        ({"board": np.array('{"rows": 1000000000, "cols": 1000000000}')}, "has shape"),
        ({"board": np.array('{"space": [200000, 200000, 200000]}')}, "uint32"),
        ({"moves": BOX.moves.astype(np.int64)}, "is uint8, not int64"),
        ({"moves": np.array([{}], object)}, "pickled objects"),
        ({"start": np.array(3)}, "'start' is the index of an end"),
        ({"start": np.array([3, 4, 5])}, "'start' is the index of an end"),
        ({"start": np.array([0, 0])}, "no closed tour goes on from"),
    ],
)
def test_faults_of_npz(changes: dict[str, Any], fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    np.savez(tmp_path / "bad.npz", **fields(**changes))
    with pytest.raises(dt.InvalidTourney, match=r"\A[^\n]*bad\.npz: [^\n]*\Z") as caught:
        dt.load(tmp_path / "bad.npz")
    assert fault in str(caught.value)
    assert run(["check", str(tmp_path / "bad.npz")]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_arrays_of_another_version_are_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.npz"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("board", "moves"):
            archive.writestr(f"{name}.npy", b"\x93NUMPY\x03\x00")
    with pytest.raises(dt.InvalidTourney, match=r"bad\.npz: its arrays are in a version of the format other than 1\.0"):
        dt.load(path)


@pytest.mark.parametrize("far", [9999, 10**9])
@pytest.mark.parametrize("tour", [dt.tour(6, 6, seed=1), dt.tour(dt.Space(3, 4, 4), seed=1)], ids=repr)
def test_a_piece_that_moves_far_takes_no_more_memory(tour: dt.Tour, far: int, tmp_path: Path) -> None:
    """Its steps that lead off the board have no place in a table, which would have gigabytes."""
    path = tmp_path / "tour.json"
    path.write_text(json.dumps(json.loads(to_json(tour)) | {"leaper": [[1, 2], [1, far]]}))
    tracemalloc.start()
    loaded = dt.load(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10**6
    assert np.array_equal(loaded.indices(), tour.indices())


@pytest.mark.parametrize("far", [10**9 + 1, 2**63, 10**30])
def test_a_piece_that_moves_too_far_is_refused(far: int, tmp_path: Path) -> None:
    path = tmp_path / "tour.json"
    path.write_text(json.dumps(json.loads(to_json(dt.tour(6, 6, seed=1))) | {"leaper": [[1, 2], [1, far]]}))
    with pytest.raises(dt.InvalidTourney, match=rf"tour\.json: a leaper moves by up to 1000000000 .* not by {far}"):
        dt.load(path)


def test_other_files_are_no_npz(tmp_path: Path) -> None:
    for content in (b"", b"PK\x03\x04", b"no archive at all"):
        (tmp_path / "bad.npz").write_bytes(content)
        with pytest.raises(dt.InvalidTourney, match=r"not an \.npz file, or not all of it"):
            dt.load(tmp_path / "bad.npz")
    good = tmp_path / "good.npz"
    dt.save(BOX, good)
    (tmp_path / "cut.npz").write_bytes(good.read_bytes()[:-40])
    with pytest.raises(dt.InvalidTourney, match=r"not an \.npz file, or not all of it"):
        dt.load(tmp_path / "cut.npz")


def test_a_square_of_another_board() -> None:
    with pytest.raises(dt.DestrierError, match=r"a square is \(row, col\), not \('front', 0, 2\)"):
        dt.tour(8, 8, kind="open", start=wrong(("front", 0, 2)))
    with pytest.raises(dt.DestrierError, match="0 1 is not a square of the 3 x 4 x 5 box"):
        dt.Box(3, 4, 5).index(wrong((0, 1)))


def test_arrays_of_other_boards_are_refused() -> None:
    with pytest.raises(dt.InvalidTourney, match="uint8"):
        dt.Tour(BOX.moves.astype(np.uint32), BOX.board)
    with pytest.raises(dt.InvalidTourney, match="shape"):
        dt.Tour(BOX.moves, dt.Board(6, 6))
    with pytest.raises(dt.DestrierError, match="not both"):
        dt.tour(dt.Board(6, 6), 6)
    with pytest.raises(dt.DestrierError, match="not both"):
        dt.tour(6, 6, dt.Board(6, 6))


def test_nothing_is_written_where_a_format_cannot_hold_a_board(tmp_path: Path) -> None:
    with pytest.raises(dt.DestrierError, match=r"write an \.npz or \.json file"):
        dt.save(BOX, tmp_path / "box.npy")
    with pytest.raises(dt.UnsupportedBoard, match=r"have no names such as a1: write \.pairs or \.json$"):
        dt.save(BOX, tmp_path / "box.squares")
    with pytest.raises(dt.UnsupportedBoard, match=r"end with the file wz, and 3 x 625 has more: write \.pairs$"):
        dt.save(dt.tour(3, 625, kind="open"), tmp_path / "wide.uci")
    with pytest.raises(dt.UnsupportedBoard, match="rides"):
        dt.save(BOX, tmp_path / "box.gif")
    assert list(tmp_path.iterdir()) == []


def test_a_board_too_large_for_memory() -> None:
    for board in (dt.Space(10**5, 10**5, 10**5), dt.Box(10**6, 10**6, 10**6)):
        with pytest.raises(MemoryError, match="memory"):
            dt.tour(board)
