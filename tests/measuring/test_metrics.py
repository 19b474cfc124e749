"""Metrics: whole-word arithmetic against a walk, and against all pairs of edges."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest
from helpers import naive
from helpers.marks import left
from helpers.tourneys import WIDE, tourneys, wide
from hypothesis import given

import destrier as dt
from destrier.core.board import SYMMETRIES
from destrier.core.tourney import Tour

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.tourney import Tourney


def check_metrics(tourney: Tourney) -> None:
    moves = tourney.moves.tolist()
    assert dt.turns(tourney) == naive.turns(moves)
    assert dt.crossings(tourney) == naive.crossings(moves)
    assert dt.measuring.angle_counts(tourney).tolist() == naive.angle_counts(moves)
    assert dt.measuring.charge(tourney).tolist() == naive.charge(moves)
    for directed in (False, True):
        counts = dt.measuring.move_counts(tourney, directed=directed)
        assert counts.tolist() == naive.move_counts(moves, directed=directed)
        relative = dt.measuring.relative_move_counts(tourney, directed=directed)
        assert relative.tolist() == naive.relative_move_counts(moves, directed=directed)
        assert counts.dtype == relative.dtype == np.int64
        np.testing.assert_allclose(dt.measuring.move_distribution(tourney, directed=directed), counts / counts.sum())
        np.testing.assert_allclose(
            dt.measuring.relative_move_distribution(tourney, directed=directed), relative / relative.sum()
        )


def check_sums(tourney: Tourney) -> None:
    edges = len(naive.edges(tourney.moves.tolist()))
    inner = tourney.board.size - 2 * (tourney.ends is not None)
    counts, relative = dt.measuring.move_counts(tourney), dt.measuring.relative_move_counts(tourney)
    assert dt.measuring.move_counts(tourney, directed=True).sum() == edges
    assert counts.sum() == 2 * edges
    assert counts[:4].tolist() == counts[4:].tolist()
    assert dt.measuring.relative_move_counts(tourney, directed=True).sum() == inner
    assert relative.sum() == 2 * inner
    assert relative[1:].tolist() == relative[:0:-1].tolist()
    assert dt.turns(tourney) == inner - relative[0] // 2
    assert relative[4] == 0
    sharp, acute, right, obtuse, flat, straight = dt.measuring.angle_counts(tourney).tolist()
    assert [2 * straight, flat + obtuse, right, sharp + acute] == relative[:4].tolist()


@given(tourneys(14))
def test_metrics(tourney: Tourney) -> None:
    check_metrics(tourney)
    check_sums(tourney)


@pytest.mark.parametrize("shape", left(WIDE, WIDE[::4]))
def test_metrics_where_words_end(shape: tuple[int, int]) -> None:
    check_metrics(wide(shape))
    check_sums(wide(shape))


def test_metrics_of_open_tours(open_tour: Tour) -> None:
    check_metrics(open_tour)
    check_sums(open_tour)


def test_metrics_of_the_shortest_open_tour() -> None:
    tour = Tour.from_order([0, 5], dt.Board.from_text("#..\n..#"), kind="open")
    moves = tour.moves.tolist()
    assert dt.turns(tour) == dt.crossings(tour) == 0
    assert dt.measuring.move_counts(tour).tolist() == naive.move_counts(moves, directed=False)
    assert (
        dt.measuring.relative_move_counts(tour).tolist()
        == dt.measuring.relative_move_counts(tour, directed=True).tolist()
        == [0] * 8
    )


@given(tourneys(14))
def test_turns_and_crossings_are_the_same_for_all_images(tourney: Tourney) -> None:
    images = [tourney.transformed(symmetry) for symmetry in SYMMETRIES]
    assert {dt.turns(image) for image in images} == {dt.turns(tourney)}
    assert {dt.crossings(image) for image in images} == {dt.crossings(tourney)}


@pytest.mark.parametrize(
    "make",
    [lambda: wide((4, 64)), lambda: dt.tour(6, 6, seed=1), lambda: dt.tour(5, 5, kind="open", seed=1)],
    ids=["wide", "closed", "open"],
)
def test_measure(make: Callable[[], Tourney]) -> None:
    tourney = make()
    moves = tourney.moves.tolist()
    bounds = {}
    if len(naive.cycles(moves)) == 1:
        kind: Literal["closed", "open"] = "open" if tourney.ends else "closed"
        shape = tourney.board.shape
        least = dt.least_turns(*shape, kind=kind), dt.least_crossings(*shape, kind=kind)
        bounds = {
            "turns_bound": least[0],
            "turns_ratio": naive.turns(moves) / least[0],
            "crossings_bound": least[1],
            "crossings_ratio": naive.crossings(moves) / least[1],
        }
    sums = {}
    if len(naive.cycles(moves)) == 1:
        numbers = tourney.numbering() + 1
        sums = {
            "row_sums": numbers.sum(axis=1).tolist(),
            "column_sums": numbers.sum(axis=0).tolist(),
            "diagonal_sums": [int(np.trace(numbers)), int(np.trace(numbers[:, ::-1]))],
            "magic": "no",
        }
    assert dt.measure(tourney) == bounds | sums | {
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
        "angles": naive.angle_counts(moves),
        "charge": naive.charge(moves),
        "symmetry": list(tourney.symmetries()),
    }


def test_measures_without_bounds() -> None:
    """Only tours of rectangles are compared with the bounds."""
    holed = dt.tour(dt.Board.from_text("\n".join(["#" * 8] * 7 + [".######."])), seed=1)
    for tourney in (holed, dt.tourney(8, 8, algorithm="concentric-braid")):
        assert not {"turns_bound", "turns_ratio", "crossings_bound", "crossings_ratio"} & dt.measure(tourney).keys()
    measures = dt.measure(dt.tour(6, 6, seed=1))
    assert type(measures["turns_bound"]) is type(measures["crossings_bound"]) is int


@given(tourneys(12))
def test_where_turns_and_crossings_are(tourney: Tourney) -> None:
    moves = tourney.moves.tolist()
    bends = dt.measuring.is_turn(tourney)
    assert bends.sum() == dt.turns(tourney)
    for row, col in np.argwhere(tourney.board.present).tolist():
        one, other = naive.moves_at(moves, (row, col))
        assert bends[row, col] == (abs(one - other) != 4)
    expected = []
    for one_edge, other_edge in combinations([sorted(edge) for edge in naive.edges(moves)], 2):
        if naive.interiors_meet(*one_edge, *other_edge):
            (p, q), (r, s) = np.array(one_edge), np.array(other_edge)
            share = np.linalg.solve(np.column_stack([q - p, r - s]), r - p)[0]
            expected.append(tuple(np.round(p + share * (q - p), 6).tolist()))
    points = dt.measuring.crossing_points(tourney)
    assert points.shape == (dt.crossings(tourney), 2)
    assert points.dtype == np.float64
    assert sorted(map(tuple, np.round(points, 6).tolist())) == sorted(expected)


def test_ends_are_no_turns(open_tour: Tour) -> None:
    assert dt.measuring.is_turn(open_tour).sum() == dt.turns(open_tour)
    assert open_tour.ends is not None
    assert not any(dt.measuring.is_turn(open_tour)[end] for end in open_tour.ends)
    assert len(dt.measuring.crossing_points(open_tour)) == dt.crossings(open_tour)


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
    assert sorted(abs(dt.measuring.charge(tourney)).tolist()) == charges
