"""All semi-magic tours: every step of the search against tours listed one by one, and against published ones."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import all_magic_tours
import numpy as np
import pytest
from helpers import naive
from helpers.marks import lengthy, very_long
from residues import Squares, halves_of, may_be_late, squares_of

import destrier as dt
from destrier import jobs
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

Square = tuple[int, int]

WITHOUT_QUADS = """
    59 30 35 24 57 22 15 18
    36 25 58 29 16 19 56 21
    31 60 27 34 23 54 17 14
    26 37 32 49 28 13 20 55
    39 04 61 12 33 48 53 10
    62 01 38 07 50 11 44 47
    05 40 03 64 45 42 09 52
    02 63 06 41 08 51 46 43
"""
"""A tour of 2003 that does not pass through one quad after another."""


def late_squares(tour: Sequence[Square]) -> set[Square]:
    """The squares whose numbers are 3 or 0 modulo 4."""
    return {square for number, square in enumerate(tour, 1) if number % 4 in (3, 0)}


def images(tour: Sequence[Square], rows: int, cols: int) -> list[list[Square]]:
    """The images of a tour, read forwards or backwards, that begin on a black square."""
    flat = [[(r, c) for r, c in tour], [(rows - 1 - r, c) for r, c in tour]]
    flat += [[(r, cols - 1 - c) for r, c in image] for image in flat]
    flat += [[(c, r) for r, c in image] for image in flat] if rows == cols else []
    return [image for one in flat for image in (one, one[::-1]) if sum(image[0]) % 2 == 0]


def word_of(squares: set[Square], cols: int) -> int:
    return sum(1 << cols * row + col for row, col in squares)


def found(board: dt.Board, squares: Squares, late: int) -> set[tuple[Square, ...]]:
    """The tours with these late squares that the search finds."""
    half = 2 ** (board.size // 2) - 1
    unlabelled = np.zeros(1, np.uint64)
    alone = np.arange(board.size)[None], np.zeros(1, np.bool_)
    orders = all_magic_tours.search(
        np.array([late & half], np.uint64), unlabelled, np.array([late & ~half], np.uint64),
        np.array([late & half], np.uint64), *alone, squares, *all_magic_tours._room(board.size),
    )  # fmt: skip
    return {tuple(divmod(square, board.cols) for square in order) for order in orders.tolist()}


def test_a_set_of_late_squares_has_exactly_the_tours_with_given_sums() -> None:
    rows, cols = 6, 4
    board, squares = dt.Board(rows, cols), squares_of(dt.Board(rows, cols))
    tours = defaultdict[tuple[int, tuple[int, ...]], set[tuple[Square, ...]]](set)
    for tour in naive.open_tours(naive.rectangle(rows, cols)):
        for way in (tour, tour[::-1]):
            if sum(way[0]) % 2:
                continue
            halved = {square: place // 2 for place, square in enumerate(way)}
            sums = [sum(halved[row, col] for col in range(cols)) for row in range(rows)]
            sums += [sum(halved[row, col] for row in range(rows)) for col in range(cols)]
            tours[word_of(late_squares(way), cols), tuple(sums)].add(tuple(way))
    assert sum(map(len, tours.values())) == naive.open_tour_count(naive.rectangle(rows, cols))
    for (late, sums_of), listed in tours.items():
        assert found(board, squares._replace(sums=np.array(sums_of)), late) == listed


@lengthy
def test_the_late_squares_of_tours_whose_lines_are_even_are_listed() -> None:
    rows, cols = 8, 4
    board = dt.Board(rows, cols)
    squares = squares_of(board)
    halves = halves_of(board, squares)
    pairs = {
        (int(upper), int(lower))
        for upper, wanted in zip(halves.upper, halves.wanted, strict=True)
        for lower in halves.lower[halves.labels >> np.uint64(32) == wanted]
    }
    seen = 0
    for listed in dt.all_tours(board, kind="open"):
        chosen = images(listed.squares(), rows, cols)
        words = [word_of(late_squares(tour), cols) for tour in chosen]
        assert all(may_be_late(np.uint64(word), squares.everything, squares.everything, squares) for word in words)
        late = late_squares(chosen[0])
        lines = [sum(row == line for row, _ in late) for line in range(rows)]
        lines += [sum(col == line for _, col in late) for line in range(cols)]
        even = sum(row % 2 == col % 2 == 0 for row, col in late)
        if [line % 2 for line in lines] == (squares.sums % 2).tolist() and even % 2 == 16 * 15 // 4 % 2:
            seen += 1
            least = min(words, key=lambda word: word % 2**16)
            assert (least % 2**16, least - least % 2**16) in pairs
    assert seen > 5


def test_known_tours_of_the_chessboard_are_found_among_those_with_their_late_squares() -> None:
    board = dt.Board(8, 8)
    squares = squares_of(board)
    tours = [tour.squares() for tour in dt.magic_tours(board, n=8, seed=3)]
    numbers = np.array(WITHOUT_QUADS.split(), int).reshape(8, 8)
    tours.append([divmod(square, 8) for square in np.argsort(numbers, axis=None).tolist()])
    for tour in tours:
        for image in images(tour, 8, 8):
            assert tuple(image) in found(board, squares, word_of(late_squares(image), 8))


@lengthy
def test_the_late_squares_of_known_tours_of_the_chessboard_are_listed() -> None:
    board = dt.Board(8, 8)
    halves = halves_of(board, squares_of(board))
    tours = [tour.squares() for tour in dt.magic_tours(board, n=20, seed=4)]
    for tour in tours:
        words = [word_of(late_squares(image), 8) for image in images(tour, 8, 8)]
        upper = min(word % 2**32 for word in words)
        [place] = np.flatnonzero(halves.upper == upper)
        fitting = halves.lower[halves.labels >> np.uint64(32) == halves.wanted[place]]
        assert any(word - upper in fitting for word in words if word % 2**32 == upper)


@pytest.mark.parametrize("sides", [(4, 6), very_long((4, 8)), very_long((8, 4))])
def test_small_boards_have_the_tours_that_are_semi_magic_among_all(sides: tuple[int, int], tmp_path: Path) -> None:
    semi_magic = sum(dt.measuring.line_sums(tour).kind is not None for tour in dt.all_tours(*sides, kind="open"))
    assert len(all_magic_tours.all_magic_tours(*sides, store=tmp_path, workers=1)) == semi_magic


def test_equivalent_tours_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [tour] = dt.magic_tours(8, 8, seed=1)
    orders = [[8 * row + col for row, col in image] for image in images(tour.squares(), 8, 8)]

    def run(job: jobs.Job, *_: object, **__: object) -> list[Path]:
        (tmp_path / "found.json").write_text(json.dumps(orders))
        return [tmp_path / "found.json"]

    monkeypatch.setattr(jobs, "run", run)
    [only] = all_magic_tours.all_magic_tours(8, 8, store=tmp_path)
    assert only.squares() in images(tour.squares(), 8, 8) + [image[::-1] for image in images(tour.squares(), 8, 8)]
    assert only.kind == tour.kind


def test_an_interrupted_search_goes_on(tmp_path: Path) -> None:
    def stop(_what: str, done: int, _of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        all_magic_tours.all_magic_tours(4, 10, store=tmp_path / "stopped", workers=1, progress=stop)
    state = jobs.status(tmp_path / "stopped")
    assert (state.finished, state.shards) == (3, 8)
    assert state.whole == pytest.approx(state.seconds * 8 / 3)
    for store in ("stopped", "calm"):
        assert all_magic_tours.all_magic_tours(4, 10, store=tmp_path / store, workers=1) == []
    files = [sorted((tmp_path / store).glob("*.json")) for store in ("stopped", "calm")]
    assert [path.read_bytes() for path in files[0]] == [path.read_bytes() for path in files[1]]
    assert len(files[0]) == 8


@pytest.mark.parametrize(
    ("board", "error"), [((6, 6), NoSuchTour), ((5, 8), NoSuchTour), ((4, 4), NoSuchTour), ((8, 12), UnsupportedBoard)]
)
def test_boards_that_are_not_searched_are_refused(
    board: tuple[int, int], error: type[DestrierError], tmp_path: Path
) -> None:
    with pytest.raises(error):
        all_magic_tours.all_magic_tours(*board, store=tmp_path / "store")
    assert not (tmp_path / "store").exists()


def test_the_search_of_the_chessboard_is_whole_and_agrees_with_that_of_2003() -> None:
    """Stertenbrink, Meyrignac and Mackay found 140 classes with 2240 numberings; 63 are closed, and none is magic."""
    kept = all_magic_tours.kept()
    assert [*kept] == [f"{number:03}-of-1000" for number in range(1000)]
    closed, numberings, classes = set(), set(), set()
    for order in (order for orders in kept.values() for order in orders):
        numbers = np.empty(64, np.int64)
        numbers[order] = np.arange(1, 65)
        boards = [numbers.reshape(8, 8), 65 - numbers.reshape(8, 8)]
        images = [np.rot90(each, turns) for board in boards for each in (board, board.T) for turns in range(4)]
        numberings |= {image.tobytes() for image in images}
        classes.add(min(image.tobytes() for image in images))
        if abs(order[0] // 8 - order[-1] // 8) * abs(order[0] % 8 - order[-1] % 8) == 2:
            closed.add(min(image.tobytes() for image in images))
        assert not np.trace(boards[0]) == np.trace(boards[0][::-1]) == 260
    assert (len(classes), len(closed), len(numberings)) == (140, 63, 2240)


def test_what_is_kept_is_semi_magic() -> None:
    for order in (order for orders in all_magic_tours.kept().values() for order in orders):
        squares = [divmod(index, 8) for index in order]
        assert sorted(squares) == sorted(naive.rectangle(8, 8))
        assert all(there in naive.neighbours(here, squares) for here, there in pairwise(squares))
        for axis in (0, 1):
            sums = [
                sum(number for number, square in enumerate(squares, 1) if square[axis] == line) for line in range(8)
            ]
            assert sums == [260] * 8


def test_shards_are_kept_and_not_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = all_magic_tours.kept()["029-of-1000"]
    monkeypatch.setattr(all_magic_tours, "KEPT", tmp_path / "kept.txt")
    monkeypatch.setattr(all_magic_tours, "_orders", lambda *_: pytest.fail("searched"))
    all_magic_tours.kept.cache_clear()
    (tmp_path / "kept.txt").write_text("", encoding="ascii")
    (tmp_path / "029-of-1000.json").write_text(json.dumps(old), encoding="ascii")
    (tmp_path / "030-of-1000.json").write_text("[]", encoding="ascii")
    all_magic_tours.keep(tmp_path)
    all_magic_tours.kept.cache_clear()
    for shard, orders in (("029-of-1000", old), ("030-of-1000", [])):
        done = all_magic_tours.search_shard({"rows": 8, "cols": 8}, shard)
        assert (json.loads(done.content), done.count) == (orders, len(orders))
    all_magic_tours.kept.cache_clear()
