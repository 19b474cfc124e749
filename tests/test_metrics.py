"""Metrics: whole-word arithmetic against a walk, and against all pairs of edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import naive
import numpy as np
import pytest
from conftest import WIDE, open_tours, tourneys, wide
from hypothesis import given

import destrier as dt
from destrier.tourneys import SYMMETRIES, Tour

if TYPE_CHECKING:
    from destrier.tourneys import Tourney


def check_metrics(tourney: Tourney) -> None:
    moves = tourney.moves.tolist()
    assert dt.turns(tourney) == naive.turns(moves)
    assert dt.crossings(tourney) == naive.crossings(moves)
    assert dt.charge(tourney).tolist() == naive.charge(moves)
    for directed in (False, True):
        counts = dt.move_counts(tourney, directed=directed)
        assert counts.tolist() == naive.move_counts(moves, directed=directed)
        relative = dt.relative_move_counts(tourney, directed=directed)
        assert relative.tolist() == naive.relative_move_counts(moves, directed=directed)
        assert counts.dtype == relative.dtype == np.int64
        np.testing.assert_allclose(dt.move_distribution(tourney, directed=directed), counts / counts.sum())
        np.testing.assert_allclose(dt.relative_move_distribution(tourney, directed=directed), relative / relative.sum())


def check_sums(tourney: Tourney) -> None:
    edges = len(naive.edges(tourney.moves.tolist()))
    inner = tourney.board.size - 2 * (tourney.ends is not None)
    counts, relative = dt.move_counts(tourney), dt.relative_move_counts(tourney)
    assert dt.move_counts(tourney, directed=True).sum() == edges
    assert counts.sum() == 2 * edges
    assert counts[:4].tolist() == counts[4:].tolist()
    assert dt.relative_move_counts(tourney, directed=True).sum() == inner
    assert relative.sum() == 2 * inner
    assert relative[1:].tolist() == relative[:0:-1].tolist()
    assert dt.turns(tourney) == inner - relative[0] // 2
    assert relative[4] == 0


@given(tourneys(14))
def test_metrics(tourney: Tourney) -> None:
    check_metrics(tourney)
    check_sums(tourney)


@pytest.mark.parametrize("shape", WIDE)
def test_metrics_where_words_end(shape: tuple[int, int]) -> None:
    check_metrics(wide(shape))
    check_sums(wide(shape))


# FAILS: `relative_move_counts(directed=True)` of an open tour ends in an IndexError.
@pytest.mark.parametrize("tour", open_tours(), ids=repr)
def test_metrics_of_open_tours(tour: Tourney) -> None:
    check_metrics(tour)
    check_sums(tour)


# FAILS: the same IndexError.
def test_metrics_of_the_shortest_open_tour() -> None:
    tour = Tour.from_order([0, 5], dt.Board.from_text("#..\n..#"), kind="open")
    moves = tour.moves.tolist()
    assert dt.turns(tour) == dt.crossings(tour) == 0
    assert dt.move_counts(tour).tolist() == naive.move_counts(moves, directed=False)
    assert dt.relative_move_counts(tour).tolist() == dt.relative_move_counts(tour, directed=True).tolist() == [0] * 8


@given(tourneys(14))
def test_turns_and_crossings_are_the_same_for_all_images(tourney: Tourney) -> None:
    images = [tourney.transformed(symmetry) for symmetry in SYMMETRIES]
    assert {dt.turns(image) for image in images} == {dt.turns(tourney)}
    assert {dt.crossings(image) for image in images} == {dt.crossings(tourney)}


@pytest.mark.parametrize(
    "tourney", [wide((4, 64)), dt.tour(6, 6, seed=1), dt.tour(5, 5, kind="open", seed=1)], ids=repr
)
def test_measure(tourney: Tourney) -> None:
    moves = tourney.moves.tolist()
    assert dt.measure(tourney) == {
        "rows": tourney.board.rows,
        "cols": tourney.board.cols,
        "squares": tourney.board.size,
        "kind": "open" if tourney.ends else "closed" if len(naive.cycles(moves)) == 1 else "tourney",
        "cycles": len(naive.cycles(moves)),
        "turns": naive.turns(moves),
        "crossings": naive.crossings(moves),
        "rails": len(naive.rails(moves)),
        "moves": naive.move_counts(moves, directed=False),
        "relative_moves": naive.relative_move_counts(moves, directed=False),
        "charge": naive.charge(moves),
        "symmetry": list(tourney.symmetries()),
    }


# Divide-and-conquer repeats its tiles, so that its charges grow with the area (see docs/mixing.md).
@pytest.mark.parametrize(
    ("algorithm", "charges"),
    [("divide-and-conquer", [64, 64, 192, 192]), ("concentric-braid", [0] * 4), ("four-cover", [0] * 4)],
)
def test_published_charges_of_48_by_48(algorithm: str, charges: list[int]) -> None:
    tourney = (
        dt.tour(48, 48, algorithm=algorithm)
        if algorithm == "divide-and-conquer"
        else dt.tourney(48, 48, algorithm=algorithm)
    )
    assert sorted(abs(dt.charge(tourney)).tolist()) == charges
