"""Counting tourneys: known numbers, and small boards by a search that shares no code with the package."""

from __future__ import annotations

import itertools
from math import prod
from typing import Any

import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive, left, long, very_long

import destrier as dt
from destrier.counting import needs, tourneys
from destrier.support.errors import DestrierError, UnsupportedBoard

SMALL = [(rows, cols) for rows in range(1, 7) for cols in range(rows, 37) if rows * cols <= 36]


@pytest.mark.parametrize("shape", left(SMALL, [shape for shape in SMALL if prod(shape) <= 30]))
def test_small_boards_agree_with_a_search(shape: tuple[int, int]) -> None:
    expected = naive.tourney_count(naive.rectangle(*shape))
    assert dt.count(*shape, kind="tourney").undirected == expected
    assert dt.count(*shape[::-1], kind="tourney").undirected == expected


@pytest.mark.parametrize(
    "shape", [(3, 26), (4, 18), (5, 8), *map(long, ((5, 12), (6, 7))), *map(very_long, ((6, 8), (7, 8)))]
)
def test_longer_boards_agree_with_a_search(shape: tuple[int, int]) -> None:
    assert dt.count(*shape, kind="tourney").undirected == naive.tourney_count(naive.rectangle(*shape)) > 0


def test_each_tourney_counts_once() -> None:
    listed = {frozenset(edges) for edges in naive.tourneys(naive.rectangle(6, 5))}
    assert all(naive.is_tourney(naive.moves_of(edges, 6, 5), naive.rectangle(6, 5)) for edges in listed)
    assert dt.count(6, 5, kind="tourney").undirected == len(listed) == 325


@pytest.mark.parametrize(
    ("shape", "number"),
    [((6, 6), 36_236), long((8, 8), 56_691_832_946_529), very_long((10, 10), 685_218_509_518_727_074_362_248_716)],
)
def test_squares(shape: tuple[int, int], number: int) -> None:
    result = dt.count(*shape, kind="tourney")
    assert result == dt.counting.TourCount(*shape, "tourney", None, number)


@pytest.mark.parametrize(
    ("rows", "cols"), [(6, 5), (8, 3), *itertools.starmap(long, ((8, 5), (8, 6), (8, 7))), very_long(10, 9)]
)
def test_a_sweep_along_the_short_side_gives_the_same(rows: int, cols: int) -> None:
    swept, _ = tourneys.sweep(tourneys.make_plan(rows, cols), 2**64 - 1, lambda *_: None)
    assert swept == dt.count(rows, cols, kind="tourney").undirected


@pytest.mark.parametrize("shape", [(3, 80), long((4, 60)), very_long((5, 40))])
def test_numbers_beyond_words(shape: tuple[int, int]) -> None:
    _, is_exact = tourneys.sweep(tourneys.make_plan(*shape), 2**64 - 1, lambda *_: None)
    assert not is_exact
    number = dt.count(*shape, kind="tourney").undirected
    assert 2**128 < number == naive.tourney_count(naive.rectangle(*shape))
    assert number < 2 ** tourneys.log_bound(*shape)


@exhaustive
@pytest.mark.parametrize("word", [np.uint16, long(np.uint32)])
def test_short_words_give_the_same(word: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = [(6, 6), (6, 9), (7, 8)]
    numbers = [dt.count(*shape, kind="tourney") for shape in shapes]
    monkeypatch.setattr(tourneys, "word_of", lambda _rows: np.dtype(word))
    assert [dt.count(*shape, kind="tourney") for shape in shapes] == numbers


@pytest.mark.parametrize("shape", [(3, 3), (5, 5), (5, 7), (99, 101)])
def test_odd_boards_have_no_tourney(shape: tuple[int, int]) -> None:
    assert dt.count(*shape, kind="tourney").undirected == 0


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((20, 20), {}, MemoryError, "to count the tourneys of 20 x 20"),
        ((10, 10), {"max_memory": 10**9}, MemoryError, "takes about 3.2 GB, more than the 1.0 GB allowed"),
        ((10**9, 10**9), {}, MemoryError, "GB of memory"),
        ((6, 6), {"start": (0, 0)}, DestrierError, "start and end belong to open tours"),
        ((6, 6), {"classes": True}, DestrierError, "classes and symmetries are counted of closed and open tours"),
        ((dt.Board(6, 6, leaper=(1, 4)),), {}, UnsupportedBoard, "only for a knight on a rectangle"),
    ],
)
def test_bad_input(arguments: tuple[Any, ...], options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        dt.count(*arguments, kind="tourney", **options)


def test_needs_grow() -> None:
    sizes = [needs.foresee(side, side, "tourney") for side in range(4, 22, 2)]
    assert sizes == sorted(sizes)
    assert needs.foresee(6, 60, "tourney") > needs.foresee(30, 6, "tourney")


def test_progress_is_reported() -> None:
    told: list[tuple[str, int, int]] = []
    dt.count(6, 6, kind="tourney", progress=lambda *what: told.append(what))
    for what in ("sweeping", "joining"):
        of = next(of for name, _, of in told if name == what)
        assert [done for name, done, _ in told if name == what] == list(range(1, of + 1))
