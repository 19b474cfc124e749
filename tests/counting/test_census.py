"""The census of all tours of a board: exact means, against lists of all tours."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from helpers import naive
from helpers.marks import exhaustive, lengthy, long, very_long

import destrier as dt
from destrier import cli, jobs
from destrier.counting import censuses
from destrier.counting.censuses import count_shard
from destrier.support import parallel


@exhaustive
@pytest.mark.parametrize(("rows", "cols"), [(3, 10), very_long(12, 3), long(5, 6), very_long(6, 6)])
def test_means_are_those_of_all_tours(rows: int, cols: int) -> None:
    tours = [tour.moves.tolist() for tour in dt.all_tours(rows, cols)]
    taken = dt.counting.census(rows, cols)
    assert taken.tours == len(tours)
    assert taken.turns == Fraction(sum(map(naive.turns, tours)), len(tours))
    assert taken.rails == Fraction(sum(len(naive.rails(moves)) for moves in tours), len(tours))
    assert taken.crossings == Fraction(sum(map(naive.crossings, tours)), len(tours))
    relative = [naive.relative_move_counts(moves, directed=False) for moves in tours]
    assert taken.relative_moves == [Fraction(sum(counts), len(tours)) for counts in zip(*relative, strict=True)]
    edges = [naive.edges(moves) for moves in tours]
    for move, number in taken.moves.items():
        assert number == sum(frozenset(move) in one for one in edges)


@pytest.mark.parametrize(("rows", "cols"), [long(3, 10), long(10, 3), long(5, 6), very_long(6, 6), very_long(5, 8)])
def test_listing_and_counting_give_the_same(rows: int, cols: int, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = dt.counting.census(rows, cols, slopes=True)
    monkeypatch.setattr(censuses, "_LISTED", -1)
    assert dt.counting.census(rows, cols, slopes=True) == listed


@pytest.mark.parametrize(
    ("rows", "cols"), [(3, 10), *itertools.starmap(long, ((5, 6), (6, 5), (3, 12), (12, 3), (6, 6))), very_long(5, 8)]
)
def test_figure_estimates_of_slopes_are_those_of_all_tours(rows: int, cols: int) -> None:
    found = dt.counting.move_distributions(rows, cols)
    counts = [naive.move_counts(tour.moves.tolist(), directed=False)[:4] for tour in dt.all_tours(rows, cols)]
    for slope, numbers in enumerate(found):
        tours = Counter(one[slope] for one in counts)
        assert dict(tours) == {moves: number for moves, number in enumerate(numbers) if number}


@exhaustive
def test_an_interrupted_census_goes_on(tmp_path: Path) -> None:
    def stop(_what: str, done: int, _of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dt.counting.census(3, 10, slopes=True, store=tmp_path, workers=1, progress=stop)
    begun = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.json")}
    assert jobs.status(tmp_path).finished == len(begun) == 3
    taken = dt.counting.census(3, 10, slopes=True, store=tmp_path, workers=1)
    assert taken == dt.counting.census(3, 10, slopes=True)
    assert {path: path.stat().st_mtime_ns for path in begun} == begun
    with pytest.raises(dt.DestrierError, match="its parameter means is true, not false"):
        dt.counting.move_distributions(3, 10, store=tmp_path)


def test_a_shard_is_counted_on_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = count_shard({"rows": 3, "cols": 10}, "means-0000")
    monkeypatch.setattr(parallel, "ThreadPoolExecutor", None)  # which threads would need
    assert count_shard({"rows": 3, "cols": 10}, "means-0000") == alone == jobs.Result(b'"16"', 1)
    with pytest.raises(TypeError):
        dt.counting.census(3, 10)


def test_slopes_are_counted_in_a_store(tmp_path: Path) -> None:
    assert dt.counting.move_distributions(3, 10, store=tmp_path, workers=1) == dt.counting.move_distributions(3, 10)
    assert jobs.status(tmp_path).finished == len(list(tmp_path.glob("slope-*.json")))


def test_a_board_without_tours() -> None:
    with pytest.raises(dt.NoSuchTour):
        dt.counting.census(5, 5)


@lengthy
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "moves.svg"
    store = ["--store", str(tmp_path / "store"), "--workers", "1"]
    for arguments in (["census", "5", "6", "-o", str(path)], ["census", "5", "6", "--slopes", "--json", *store]):
        with pytest.raises(SystemExit) as finished:
            cli.main(arguments)
        assert finished.value.code == 0
        printed = capsys.readouterr().out
        if "--json" in arguments:
            assert json.loads(printed)["turns"] == [29, 1]
            assert json.loads(printed)["slopes"] == dt.counting.move_distributions(5, 6)
        else:
            assert "29.000000" in printed
    assert path.read_text().count('class="line"') == sum(
        number > 0 for number in dt.counting.census(5, 6).moves.values()
    )


def test_a_census_is_refused_the_memory_of_a_count_without_symmetries(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for store in ([], ["--store", str(tmp_path / "new")]):
        with pytest.raises(SystemExit):
            cli.main(["census", "8", "8", *store, "--max-memory", "2G"])
        assert capsys.readouterr().err == (
            "destrier: to count the closed tours of 8 x 8 with conditions takes about 4.2 GB, "
            "more than the 2.0 GB allowed\n"
        )


@lengthy
def test_the_published_slopes_of_the_chessboard() -> None:
    page = (Path(__file__).parents[2] / "docs" / "counting.md").read_text()
    table = re.findall(r"^\| (\d+) \| ([\d,]+) \| \S+ % \|$", page, re.MULTILINE)
    numbers = {int(moves): int(tours.replace(",", "")) for moves, tours in table}
    tours = 13_267_364_410_532
    assert sum(numbers.values()) == tours
    assert sum(moves * number for moves, number in numbers.items()) == 16 * tours
    weighed = sum(number * 3**moves for moves, number in numbers.items())
    assert json.loads(count_shard({"rows": 8, "cols": 8}, "slope-0-weight-003").content) == str(weighed)
    sample = [naive.move_counts(tour.moves.tolist(), directed=False)[0] for tour in dt.sample(8, 8, n=5000, seed=1)]
    cells = [range(12), *(range(k, k + 1) for k in range(12, 21)), range(21, 43)]
    expected = [len(sample) * sum(numbers.get(k, 0) for k in cell) / tours for cell in cells]
    seen = [sum(k in cell for k in sample) for cell in cells]
    assert sum((one - mean) ** 2 / mean for one, mean in zip(seen, expected, strict=True)) < 29.6  # 0.1 % of 10 degrees
