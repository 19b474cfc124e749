"""The classes of closed paths: lists, tables and stores against the paper's algorithms and plain Python."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from itertools import pairwise, product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers.commands import runner
from helpers.marks import exhaustive, left, long, very_long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.cli import run
from destrier.paths import reference
from destrier.paths.classes import SYMMETRY_GROUPS, ClassTable, list_classes, list_part
from destrier.paths.closed_path import align, parse_path, squares_of
from destrier.support.errors import DestrierError, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

ORDER = {"none": 1, "half": 2, "quarter": 4, "axis": 2, "diagonal": 2, "axes": 4, "diagonals": 4, "full": 8}


def listed(k: int, *, uncrossed: bool) -> list[str]:
    """The words of the classes, by the paper's second algorithm."""
    paths = (path for path in reference.two_halves(k) if not uncrossed or reference.crossings(path) == 0)
    return sorted({reference.word(reference.canonical(path)) for path in paths})


@pytest.mark.parametrize("uncrossed", [False, True])
@pytest.mark.parametrize("k", left([4, 6, 8, 10], [4, 6, 8], [10]))
def test_lists_against_the_paper(k: int, uncrossed: bool) -> None:
    assert dt.paths.list_paths(k, uncrossed=uncrossed) == listed(k, uncrossed=uncrossed)


@pytest.mark.parametrize("uncrossed", [False, True])
def test_as_many_are_listed_as_counted(uncrossed: bool) -> None:
    words = dt.paths.list_paths(10, uncrossed=uncrossed)
    assert all(one < other for one, other in pairwise(words))
    assert len(words) == dt.paths.count_paths(10, uncrossed=uncrossed).classes


@pytest.mark.parametrize("of", [2, 3, 7, very_long(1000)])
def test_parts_make_up_the_whole(of: int) -> None:
    parts = [list_part(10, number, of, uncrossed=False) for number in range(of)]
    for name, whole in list_classes(10)._asdict().items():
        assert np.array_equal(whole, np.concatenate([getattr(part, name) for part in parts]))


@pytest.mark.parametrize("k", [4, 6, 8])
def test_what_the_table_says(k: int) -> None:
    table = list_classes(k)
    for row in zip(*table, strict=True):
        one = dict(zip(ClassTable._fields, row, strict=True))
        path = tuple(squares_of(f"{one['code']:o}"))
        rows, cols = zip(*path, strict=True)
        assert one["crossings"] == reference.crossings(path)
        assert one["area"] == reference.area(path)
        assert (one["rows"], one["cols"]) == (max(rows) + 1, max(cols) - min(cols) + 1)
        assert ORDER[SYMMETRY_GROUPS[one["symmetry"]]] * len(reference.images(path)) == 8


@pytest.mark.parametrize("uncrossed", [False, True])
@pytest.mark.parametrize("k", [8, 10, long(12)])
def test_symmetry_groups_against_counts(k: int, uncrossed: bool) -> None:
    """A class with g symmetries is 8 / g fixed paths, and a group tells which symmetries keep each."""
    groups = np.bincount(list_classes(k, uncrossed=uncrossed).symmetry, minlength=len(SYMMETRY_GROUPS))
    number = dict(zip(SYMMETRY_GROUPS, groups.tolist(), strict=True))
    counted = dt.paths.count_paths(k, uncrossed=uncrossed)
    assert counted.fixed == sum(8 // ORDER[group] * many for group, many in number.items())
    assert counted.symmetric == {
        "quarter": 2 * number["quarter"] + number["full"],
        "half": 4 * number["half"]
        + sum(2 * number[group] for group in ("quarter", "axes", "diagonals"))
        + number["full"],
        "axis": 2 * number["axis"] + 2 * number["axes"] + number["full"],
        "diagonal": 2 * number["diagonal"] + 2 * number["diagonals"] + number["full"],
    }


@pytest.mark.parametrize("k", [6, 8, long(10)])
def test_sets_of_squares(k: int) -> None:
    """Grouped by the least of the eight images of the set, in plain Python."""
    sets = defaultdict(set)
    for word in dt.paths.list_paths(k):
        path = tuple(squares_of(word))
        sets[min(sorted(image) for image in map(list, reference.images(path))).__repr__()].add(word)
    distinct = dt.paths.distinct_paths(k)
    shared = sorted(sorted(words) for words in sets.values() if len(words) > 1)
    assert [[f"{code:o}" for code in codes.tolist()] for codes in distinct.codes] == shared
    assert distinct.numbers() == {
        "k": k,
        "uncrossed": False,
        "classes": sum(map(len, sets.values())),
        "sets": len(sets),
        "shared_sets": len(shared),
        "classes_in_shared_sets": sum(map(len, shared)),
        "most_in_a_set": max(map(len, sets.values())),
    }
    for group, words in zip(distinct.groups, shared, strict=True):
        assert len({frozenset(squares_of(word)) for word in group}) == 1
        assert sorted(dt.paths.path_class(word).word for word in group) == words


def test_the_first_geometrically_distinct_paths() -> None:
    """The paper: one set of squares of length 8, three paths."""
    assert dt.paths.distinct_paths(6).codes == []
    assert [len(group) for group in dt.paths.distinct_paths(8).groups] == [3]


# One path


@given(st.data())
def test_a_class_from_any_of_its_words(data: st.DataObject) -> None:
    word = data.draw(st.sampled_from(dt.paths.list_paths(8)))
    image = data.draw(st.sampled_from(sorted(reference.images(tuple(squares_of(word))))))
    start = data.draw(st.integers(0, 7))
    turned = image[start:] + image[:start]
    if data.draw(st.booleans()):
        turned = turned[::-1]
    described = dt.paths.path_class(reference.word(turned))
    assert described.word == word
    assert described.code == int(word, 8)
    assert parse_path(str(described.code)) == described
    assert align([word]) == align([reference.word(image)])


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("", "'' is not closed"),
        ("4501x", "'x' is not a move: the moves of '4501x' must be 0 to 7"),
        ("4502", "'4502' is not closed: it leads from 0,0 to "),
        ("40", "'40' is not a path: it visits a square or a move twice"),
        ("45014501", "'45014501' is not a path: it visits a square or a move twice"),
        ("99", "'9' is not a move"),
        ("1" * 5000, "is not closed"),
    ],
)
def test_words_of_no_closed_path(word: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DestrierError, match=why):
        dt.paths.path_class(word)
    assert run(["paths", word]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_lengths_beyond_a_list() -> None:
    with pytest.raises(UnsupportedBoard, match="are listed up to length 12, not 14"):
        dt.paths.list_paths(14)


# Stores


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("stores") / "paths-10"
    assert dt.paths.store_paths(10, directory, workers=1).classes == 12000
    return directory


def test_a_store_holds_the_table(store: Path) -> None:
    read = dt.paths.load(store)
    assert len(read) == 12000
    table = list_classes(10)
    columns = read.fetchnumpy()
    assert list(columns) == list(ClassTable._fields)
    for name, column in table._asdict().items():
        expected = np.array(SYMMETRY_GROUPS)[column] if name == "symmetry" else column
        assert columns[name].dtype == expected.dtype or name == "symmetry"
        assert np.array_equal(columns[name], expected)
    assert read.filter("crossings = 0").aggregate("count(*)").fetchall() == [(3034,)]
    assert read.select("format('{:o}', code)").limit(1).fetchall() == [(dt.paths.list_paths(10)[0],)]


@exhaustive
def test_a_store_in_many_shards_is_the_same_table(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import ThreadPoolExecutor

    from destrier.paths import path_store as room

    monkeypatch.setattr(room, "_parts", lambda *_, **__: 11)
    with ThreadPoolExecutor(2) as executor:
        assert room.store_paths(10, tmp_path / "s", executor=executor).classes == 12000
    assert len(list((tmp_path / "s").glob("*.parquet"))) == 11
    assert room.load(tmp_path / "s").fetchall() == room.load(store).fetchall()


def test_a_store_is_its_shards_and_nothing_else(store: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a*b"
    shutil.copytree(store, copy)
    shutil.copytree(store, tmp_path / "aXb")
    (copy / "extra.parquet").write_bytes(next(store.glob("*.parquet")).read_bytes())
    (copy / "junk.parquet").touch()
    assert len(dt.paths.load(copy)) == 12000


def test_a_store_says_what_is_wrong_with_it(store: Path, tmp_path: Path) -> None:
    with pytest.raises(DestrierError, match="holds no job"):
        dt.paths.load(tmp_path)
    with pytest.raises(DestrierError, match=r"holds another job: its parameter k is 10, not 8"):
        dt.paths.store_paths(8, store)
    with pytest.raises(DestrierError, match=r"holds another job: its name is 'closed paths, listed'"):
        dt.paths.count_paths(8, store=store)
    dt.paths.count_paths(8, store=tmp_path / "count", workers=1)
    with pytest.raises(DestrierError, match="does not hold closed paths, but 'closed paths, counted'"):
        dt.paths.load(tmp_path / "count")
    with pytest.raises(UnsupportedBoard, match="are stored up to length 20, not 22"):
        dt.paths.store_paths(22, tmp_path / "large")


def test_a_damaged_store_is_named_and_mended(store: Path) -> None:
    (file,) = store.glob("*.parquet")
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    with pytest.raises(DestrierError, match="parquet is damaged: list the paths again"):
        dt.paths.load(store)
    with pytest.warns(UserWarning, match="damaged: it is made again"):
        dt.paths.store_paths(10, store, workers=1)
    assert file.read_bytes() == whole


@pytest.mark.parametrize("uncrossed", [long(False), True])
def test_counts_in_a_store(uncrossed: bool, tmp_path: Path) -> None:
    expected = dt.paths.count_paths(10, uncrossed=uncrossed)
    for _ in range(2):
        assert dt.paths.count_paths(10, uncrossed=uncrossed, store=tmp_path / "count", workers=2) == expected


def test_shares_hold_every_piece_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from destrier.paths import halves, path_counts

    for seconds in (4.0, 1e-6):
        monkeypatch.setattr(path_counts, "_SHARD_SECONDS", seconds)
        shares = path_counts._shares(14, uncrossed=False)
        assert [piece for share in shares for piece in share] == list(halves.pieces(14, uncrossed=False))
    assert 50 < len(shares) < 300


# The cells by which the paper names a class


def sequences(squares: Sequence[tuple[int, int]], cols: int) -> Iterator[list[int]]:
    """All sequences of cell numbers of all images of a path, in the corner of a board of so many columns."""
    for turned in (squares, [(col, row) for row, col in squares]):
        for down, right in product((1, -1), repeat=2):
            image = [(down * row, right * col) for row, col in turned]
            top, left = (min(numbers) for numbers in zip(*image, strict=True))
            cells = [(row - top) * cols + col - left + 1 for row, col in image]
            for start in range(len(cells)):
                rotated = cells[start:] + cells[:start]
                yield from (rotated, rotated[::-1])


@pytest.mark.parametrize("k", [4, 6, 8, very_long(10)])
def test_the_least_sequence_of_cells_names_a_class(k: int) -> None:
    words = dt.paths.list_paths(k)
    named = [tuple(dt.paths.path_class(word).cells()) for word in words]
    for word, cells in zip(words, named, strict=True):
        assert list(cells) == min(sequences(squares_of(word), k + 1))
        assert parse_path(" ".join(map(str, cells)), cols=k + 1).word == word
        assert dt.paths.path_class(word).cells(k + 4) == min(sequences(squares_of(word), k + 4))
    assert len(set(named)) == len(words)


def test_cells_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    call = runner(capsys)
    assert call("paths", "2", "9", "18", "11", "--cells") == (0, "2 9 18 11\n", "")
    assert call("paths", "4602", "--cells", "--cols", "4") == (0, "2 8 15 9\n", "")
    assert call("paths", "0,1", "2,0", "3,2", "1,3", "--cells", "--json") == (0, "[2, 9, 18, 11]\n", "")
    for arguments, error in (
        ("4602 --cells --cols 3", "a board for all images of this path has 4 columns or more, not 3"),
        ("4602 --cells --magic", "--cells prints a sequence: leave out --magic, --images and -o"),
        ("8 --cells", "--cols, --images and --cells are for one path, not for all paths of a length"),
    ):
        assert call("paths", *arguments.split()) == (2, "", f"destrier: {error}\n")


# The command line


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def output(*arguments: str) -> str:
        assert run(arguments) == 0
        return capsys.readouterr().out

    assert output("paths", "4").split() == dt.paths.list_paths(4) == ["4501", "4602", "4703"]
    assert len(output("paths", "8", "--distinct").split()) == 3
    assert json.loads(output("paths", "8", "--distinct", "--json")) == dt.paths.distinct_paths(8).numbers()
    assert json.loads(output("paths", "8", "--json"))["classes"] == 480
    assert output("paths", "8", "--store", str(tmp_path / "s"), "--workers", "1").startswith("480 classes of length 8")
    assert output("paths", "8", "--store", str(tmp_path / "s"), "--distinct", "--workers", "1") == output(
        "paths", "8", "--distinct"
    )
    assert json.loads(output("path", "0145", "--json")) == {
        "word": "4501",
        "code": 0o4501,
        "k": 4,
        "crossings": 0,
        "symmetries": 4,
        "rows": 4,
        "cols": 4,
        "area": 3.0,
        "squares": [[0, 3], [1, 1], [3, 0], [2, 2]],
    }
    for number, arguments in enumerate(
        (["paths", "6"], ["paths", "8", "--distinct"], ["paths", "4501"], ["paths", "4501", "--images"])
    ):
        output(*arguments, "-o", str(tmp_path / f"{number}.svg"))
        assert (tmp_path / f"{number}.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["paths", "8", "--scheduler", "tcp://127.0.0.1:1"], "add --store DIR"),
        (["paths", "8", "--json", "-o", "x.svg"], "a number cannot be drawn"),
        long(["paths", "12", "-o", "x.svg"], "a sheet shows 12000 paths at most, not 350286"),
        (["paths", "7"], "an even length of at least 4, not 7"),
        (["paths", "14"], "are listed up to length 12, not 14"),
    ],
)
def test_commands_that_cannot_be(
    arguments: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    error = capsys.readouterr().err.splitlines()
    assert why in error[-1]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("k", "of"), [(4, 3), (8, 5), (10, 7), long(12, 9)])
@pytest.mark.parametrize("uncrossed", [False, True])
def test_parts_are_the_whole_in_order_and_of_even_work(k: int, of: int, uncrossed: bool) -> None:
    whole = list_classes(k, uncrossed=uncrossed).code
    parts = [list_part(k, number, of, uncrossed=uncrossed).code for number in range(of)]
    assert np.array_equal(np.concatenate(parts), whole)
    if k == 12:
        assert max(map(len, parts)) < 0.3 * whole.size
