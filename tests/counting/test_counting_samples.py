"""Samples and lists of tours: complete, uniform, the same whatever the number of threads; and their files."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive, long, very_long

import destrier as dt
from destrier import cli
from destrier.core.leaper import MOVES
from destrier.counting.ranking import Ranking
from destrier.counting.samples import all_moves, sample_moves
from destrier.io import stacks
from destrier.support import optional as extras
from destrier.support import parallel
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Literal

Kind = "Literal['closed', 'open']"


def walks(tours: Any) -> set[bytes]:
    """What tells tours apart: their moves arrays."""
    return {tour.moves.tobytes() for tour in tours}


# All tours


@pytest.mark.parametrize("shape", [(5, 6), (6, 5), (3, 10), (10, 3)])
def test_all_closed_tours(shape: tuple[int, int]) -> None:
    listed = [naive.edges_of_walk(walk, closed=True) for walk in naive.closed_tours(naive.rectangle(*shape))]
    tours = list(dt.all_tours(*shape))
    assert len(tours) == len(listed)
    assert {frozenset(naive.edges(tour.moves.tolist())) for tour in tours} == set(map(frozenset, listed))
    assert {tour.kind for tour in tours} == {"closed"}


@pytest.mark.parametrize("shape", [(3, 4), (4, 5), long((5, 4)), long((5, 5))])
def test_all_open_tours(shape: tuple[int, int]) -> None:
    listed = [naive.edges_of_walk(walk, closed=False) for walk in naive.open_tours(naive.rectangle(*shape))]
    tours = list(dt.all_tours(*shape, kind="open"))
    assert len(tours) == len(listed)
    assert {frozenset(naive.edges(tour.moves.tolist())) for tour in tours} == set(map(frozenset, listed))
    assert {tour.kind for tour in tours} == {"open"}


@exhaustive
def test_all_tours_of_6_by_6() -> None:
    tours = [dt.Tour(tour.moves) for tour in dt.all_tours(6, 6)]  # checks each
    assert len(tours) == len(walks(tours)) == 9_862
    turns = Counter(dt.turns(tour) for tour in tours)
    assert turns == {32: 18, 33: 344, 34: 1816, 35: 4504, 36: 3180}


@pytest.mark.parametrize(("shape", "classes"), [((5, 6), 3), ((10, 3), 6), long((6, 6), 1_245)])
def test_one_tour_of_each_class(shape: tuple[int, int], classes: int) -> None:
    assert all(len(moves) for moves in all_moves(*shape, classes=True))
    tours = list(dt.all_tours(*shape, classes=True))
    assert len(tours) == len({tour.canonical() for tour in tours}) == classes


def test_no_tours() -> None:
    assert list(dt.all_tours(4, 4)) == list(dt.all_tours(3, 3, kind="open")) == []
    with pytest.raises(NoSuchTour, match="Schwenk"):
        dt.sample(4, 4)


def test_a_stream_starts_soon() -> None:
    tours = dt.all_tours(6, 7)
    assert [next(tours).board.shape for _ in range(3)] == [(6, 7)] * 3


@pytest.mark.parametrize("kind", ["closed", long("open")])
def test_ranks_do_not_depend_on_threads(kind: Literal["closed", "open"], monkeypatch: pytest.MonkeyPatch) -> None:
    ranks = [0, 1, 123, 999, 5_000, 9_861]
    tours = Ranking(6, 6, kind).unrank(ranks)
    for threads in (1, 5):
        monkeypatch.setattr(parallel, "processors", lambda count=threads: count)
        assert np.array_equal(Ranking(6, 6, kind).unrank(ranks[::-1])[::-1], tours)


def test_bad_ranks() -> None:
    ranking = Ranking(5, 6)
    assert ranking.unrank([]).shape == (0, 5, 6)
    for rank in (-1, 8):
        with pytest.raises(DestrierError, match="have ranks from 0 to 7"):
            ranking.unrank([rank])


# Samples


@pytest.mark.parametrize(("shape", "tours"), [((3, 12), 176), very_long((6, 6), 9_862)])
def test_samples_are_uniform(shape: tuple[int, int], tours: int) -> None:
    """All tours are reached, and as often as chance has it."""
    expected = 20
    times = Counter(moves.tobytes() for moves in sample_moves(*shape, n=expected * tours, seed=1))
    assert len(times) == tours
    square = sum((found - expected) ** 2 / expected for found in times.values())
    freedom = tours - 1
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(("shape", "kind"), [((8, 5), "closed"), ((6, 5), "open"), long((6, 8), "closed")])
def test_samples_are_tours(shape: tuple[int, int], kind: Literal["closed", "open"]) -> None:
    tours = dt.sample(*shape, n=50, seed=3, kind=kind)
    assert len(walks(tours)) == 50
    for tour in tours:
        assert dt.Tour(tour.moves) == tour
        assert (tour.kind, tour.board.shape) == (kind, shape)


def test_a_seed_gives_the_same_sample() -> None:
    assert dt.sample(6, 6, n=5, seed=7) == dt.sample(6, 6, n=9, seed=7)[:5]
    assert dt.sample(6, 6, n=5, seed=7) != dt.sample(6, 6, n=5, seed=8)


@pytest.mark.parametrize("n", [0, -1, True, 1.5])
def test_bad_numbers(n: Any) -> None:
    with pytest.raises(DestrierError, match="a sample has at least 1 tour"):
        dt.sample(6, 6, n=n)


@exhaustive
def test_too_large() -> None:
    with pytest.raises(
        NoSuchTour, match=r"^no closed tour of 3 x 4 with 2 squares missing exists: all tours were counted$"
    ):
        dt.sample(dt.Board.from_text(".###\n####\n###."), method="exact")
    with pytest.raises(UnsupportedBoard, match="at most 12"):
        dt.sample(13, 14, method="exact")
    with pytest.raises(MemoryError, match="one needs about"):
        dt.sample(10, 10, method="exact")
    with pytest.raises(UnsupportedBoard, match="too many to be ranked"):
        dt.sample(5, 30, method="exact")
    with pytest.raises(MemoryError):
        dt.sample(8, 8, method="exact", max_memory=10**9)


# Files


def decode(start: int, words: list[int], length: int, cols: int) -> list[tuple[int, int]]:
    """The squares of a tour by its packed moves."""
    square = divmod(start, cols)
    squares = [square]
    for number in range(length):
        step = MOVES[words[number // 21] >> 3 * (number % 21) & 7]
        square = (square[0] + step[0], square[1] + step[1])
        squares.append(square)
    return squares


@pytest.mark.parametrize(("shape", "kind"), [((5, 6), "closed"), ((5, 5), "open"), long((6, 8), "closed")])
def test_packed_moves(shape: tuple[int, int], kind: Literal["closed", "open"]) -> None:
    tours = dt.sample(*shape, n=5, seed=1, kind=kind)
    starts, words = stacks.pack_moves(np.stack([tour.moves for tour in tours]))
    length = shape[0] * shape[1] - (kind == "open")
    for tour, start, word in zip(tours, starts.tolist(), words.tolist(), strict=True):
        squares = decode(start, word, length, shape[1])
        if kind == "closed":
            assert squares.pop() == squares[0]
        assert [row * shape[1] + col for row, col in squares] == tour.indices().tolist()


def test_files(tmp_path: Path) -> None:
    moves = sample_moves(6, 6, n=7, seed=1)
    stacks.write_stack([moves], dt.Board(6, 6), tmp_path / "tours.npy")
    assert np.array_equal(np.load(tmp_path / "tours.npy"), moves)
    stacks.write_stack([moves], dt.Board(6, 6), tmp_path / "tours.svg")
    sheet = ET.parse(tmp_path / "tours.svg").getroot()
    paths = [element for element in sheet.iter() if element.get("class") == "tour"]
    assert len(paths) == len({path.get("transform") for path in paths}) == 7
    assert sheet[0].text == "7 knight's tours of 6 x 6"


def test_parquet(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    moves = sample_moves(6, 6, n=7, seed=1)
    path = tmp_path / "it's.parquet"
    stacks.write_stack([moves], dt.Board(6, 6), path)
    rows = duckdb.read_parquet(str(path)).fetchall()
    starts, words = stacks.pack_moves(moves)
    assert rows == [(start, *word) for start, word in zip(starts.tolist(), words.tolist(), strict=True)]


def test_parquet_without_duckdb(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(extras, "import_module", missing)
    with pytest.raises(DestrierError, match=r"Parquet needs duckdb: pip install 'destrier\[store\]'"):
        stacks.check_stack(tmp_path / "tours.parquet", 1)


@pytest.mark.parametrize(
    ("name", "tours", "message"),
    [("a.hcp", 1, "one of .svg .npy .npz .txt .json .squares .pgn .parquet"), ("a.svg", 10_001, "shows 10000 tours")],
)
def test_bad_files(name: str, tours: int, message: str, tmp_path: Path) -> None:
    with pytest.raises(DestrierError, match=message):
        stacks.check_stack(tmp_path / name, tours)


# The command line


def test_count_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["count", "6", "6", "--classes"]) == 0
    words = capsys.readouterr().out.split()
    assert words[:6] == ["closed", "tours", "of", "6", "x", "6"]
    assert {"19724", "9862", "1245", "78", "10"} < set(words)


def test_count_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["count", "5", "6", "--classes", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "rows": 5,
        "cols": 6,
        "kind": "closed",
        "directed": 16,
        "undirected": 8,
        "classes": 3,
        "symmetric": {"central": 0, "axial": 4, "quarter": 0},
    }
    assert cli.run(["count", "5", "5", "--kind", "open", "--start", "0,0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["directed"] == 304


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("count 8 9 --max-memory 1.5G", 2, "more than the 1.5 GB allowed"),
        ("count 13 14", 2, "at most 12"),
        ("count 8 8 --max-memory much", 2, "'much' is not a size"),
        ("count 4 4", 0, ""),
        ("sample 6 6 -n 0 -o a.npy", 2, "0 is not in the range"),
        ("sample 6 6 -o a.hcp", 2, "the suffix chooses the format"),
        ("sample 4 4 -o a.npy", 1, "no closed tour of 4 x 4 exists"),
    ],
)
def test_exit_codes(
    line: str,
    code: int,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(line.split()) == code
    assert message in capsys.readouterr().err


def test_sample_writes(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.npy", "b.npy")]
    for path in paths:
        assert cli.run(["sample", "5", "8", "-n", "20", "--seed", "1", "-o", str(path)]) == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert np.load(paths[0]).shape == (20, 5, 8)
