"""Closed knight's paths: the fast counts against the paper's algorithms, the published numbers, and each other."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers.marks import exhaustive, long
from helpers.wrong import wrong

import destrier as dt
from destrier.paths import halves, path_counts, reference
from destrier.support.errors import DestrierError, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Iterable

PUBLISHED = {
    False: [3, 25, 480, 12000, 350286, 10780549, 344680960],
    True: [3, 13, 178, 3034, 64877, 1503790, 36930111],
}
"""Classes of length 4, 6, ... 16. The paper prints 350256 for 350286; our engines and our list give the latter."""


@pytest.mark.parametrize("k", [4, 6, 8])
def test_the_two_algorithms_of_the_paper_list_the_same_paths(k: int) -> None:
    one, other = list(reference.depth_first(k)), list(reference.two_halves(k))
    assert len(one) == len(set(one))
    assert len(other) == len(set(other))
    assert set(one) == set(other)


def invariant_under(paths: set[reference.Path], symmetry: str) -> int:
    """How many paths a symmetry, written out here, maps onto themselves up to translation."""
    maps = {
        "quarter": lambda row, col: (col, -row),
        "half": lambda row, col: (-row, -col),
        "axis": lambda row, col: (row, -col),
        "diagonal": lambda row, col: (col, row),
    }

    def edges(squares: Iterable[tuple[int, int]]) -> frozenset[frozenset[tuple[int, int]]]:
        listed = list(squares)
        top, left = min(row for row, _ in listed), min(col for _, col in listed)
        moved = [(row - top, col - left) for row, col in listed]
        return frozenset(frozenset(pair) for pair in zip(moved, [*moved[1:], moved[0]], strict=True))

    return sum(edges(path) == edges(maps[symmetry](*square) for square in path) for path in paths)


@pytest.mark.parametrize("uncrossed", [False, True])
@pytest.mark.parametrize("k", [4, 6, 8])
def test_counts_against_lists(k: int, uncrossed: bool) -> None:
    paths = {path for path in reference.two_halves(k) if not uncrossed or reference.crossings(path) == 0}
    counted = dt.paths.count_paths(k, uncrossed=uncrossed)
    assert counted.fixed == len(paths)
    assert counted.classes == len({reference.canonical(path) for path in paths})
    assert counted.symmetric == {name: invariant_under(paths, name) for name in counted.symmetric}


def test_length_10_against_a_list() -> None:
    paths = list(reference.two_halves(10))
    assert dt.paths.count_paths(10).fixed == len(paths) == 94444


@pytest.mark.parametrize("uncrossed", [False, True])
@pytest.mark.parametrize("most", [14, long(18)])
def test_published_numbers_of_classes(most: int, *, uncrossed: bool) -> None:
    assert [dt.paths.count_paths(k, uncrossed=uncrossed).classes for k in range(4, most, 2)] == PUBLISHED[uncrossed][
        : most // 2 - 2
    ]


@exhaustive
@pytest.mark.parametrize("uncrossed", [False, True])
@pytest.mark.parametrize("k", [6, 8, long(10), long(12)])
def test_where_halves_are_cut_does_not_matter(k: int, uncrossed: bool) -> None:
    counts = {
        sum(
            halves.count_piece(k, end, uncrossed=uncrossed, shift=shift)
            for end in halves.pieces(k, uncrossed=uncrossed, shift=abs(shift))
        )
        for shift in range(-2, 3)
    }
    assert counts == {dt.paths.count_paths(k, uncrossed=uncrossed).fixed}


@exhaustive
@pytest.mark.parametrize("uncrossed", [False, True])
def test_blocks_of_halves_of_any_length(uncrossed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = dt.paths.count_paths(12, uncrossed=uncrossed).fixed
    monkeypatch.setattr(halves, "_WORDS", 2)
    assert dt.paths.count_paths(12, uncrossed=uncrossed).fixed == expected


def test_the_number_of_threads_does_not_matter() -> None:
    assert len({dt.paths.count_paths(10, workers=workers).fixed for workers in (1, 2, 5)}) == 1


def test_congruent_paths_of_different_classes() -> None:
    """Of length 10, three pairs: mirror images in a tilted lattice, found here by their distances."""

    def shape(path: reference.Path) -> tuple[tuple[int, ...], ...]:
        """The distances along the path, from all squares in both directions: the same for congruent paths alone."""
        squares = np.array(path)
        words = []
        for turn in range(len(path)):
            for step in (1, -1):
                order = squares[(turn + step * np.arange(len(path))) % len(path)]
                words.append(tuple(((order[:, None] - order) ** 2).sum(axis=2).ravel().tolist()))
        return (min(words),)

    tilted = {
        reference.canonical(path)
        for path in reference.two_halves(10)
        if all((b[0] - a[0], b[1] - a[1]) in {(1, 2), (-2, 1), (-1, -2), (2, -1)} for a, b in pairwise(path))
    }
    counted = dt.paths.count_paths(10)
    assert counted.classes - counted.congruence_classes == len(tilted) - len(set(map(shape, tilted))) == 3


@pytest.mark.parametrize("k", [-2, 0, 2, 3, 7, 1.5, True, "8"])
def test_lengths_that_no_closed_path_has(k: object) -> None:
    with pytest.raises(DestrierError, match=r"\Aa closed path has an even length of at least 4, not [^\n]*\Z"):
        dt.paths.count_paths(wrong(k))


def test_lengths_beyond_the_engine() -> None:
    with pytest.raises(UnsupportedBoard, match="up to length 24, not 26"):
        dt.paths.count_paths(26)


@pytest.mark.parametrize(("slowness", "expected"), [(3.0, 3.0), (0.5, 1.0)])
def test_a_long_count_is_foreseen_by_a_short_one(
    slowness: float, expected: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that takes three times as long for the short count does so for the long one."""
    short = max(k for k in range(8, 20, 2) if path_counts.foresee_seconds(k, uncrossed=False) < 1)
    done: list[int] = []
    monkeypatch.setattr(path_counts, "_count_here", lambda k, *_, **__: done.append(k))
    times = iter([0.0, slowness * path_counts.foresee_seconds(short, uncrossed=False) / 2])
    monkeypatch.setattr(path_counts, "perf_counter", lambda: next(times))
    foreseen = path_counts.foresee_wait(20, uncrossed=False, workers=2)
    assert foreseen == pytest.approx(expected * path_counts.foresee_seconds(20, uncrossed=False) / 2)
    assert set(done) == {short}
    assert (
        path_counts.foresee_wait(12, uncrossed=False, workers=2) == path_counts.foresee_seconds(12, uncrossed=False) / 2
    )
