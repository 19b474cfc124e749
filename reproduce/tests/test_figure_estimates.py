"""Estimated numbers of tours by turns, crossings, rails and angles, against lists of all tours and known numbers."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive, lengthy, long, very_long

import destrier as dt
from destrier.core.choices import Figure
from destrier.support import resources
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour
from reproduce.common import figure_estimates
from reproduce.common.figure_estimates import FigureEstimate, estimate_figure

if TYPE_CHECKING:
    from collections.abc import Mapping

FIGURES: tuple[Figure, ...] = get_args(Figure)

TURNS = {
    (6, 6): {32: 18, 33: 344, 34: 1816, 35: 4504, 36: 3180},
    (5, 8): {35: 60, 36: 1094, 37: 4880, 38: 12312, 39: 16596, 40: 9260},
    (7, 8): dict(
        enumerate(
            (
                *(136, 2556, 40524, 440652, 3620146, 22854904, 113009870, 441909196, 1365594040),
                *(3308326736, 6164065690, 8530194856, 8248871188, 4949395992, 1376105830),
            ),
            42,
        )
    ),
}
"""The numbers of closed tours by turns, from a census."""

ENDS: Mapping[tuple[Figure, int], int] = {
    ("crossings", 52): 14,
    ("crossings", 66): 8,
    ("rails", 2): 24,
    ("rails", 10): 42,
    ("angle-37", 4): 316,
    ("angle-37", 14): 4,
    ("angle-53", 0): 2,
    ("angle-53", 11): 16,
    ("angle-90", 4): 402,
    ("angle-90", 16): 2,
    ("angle-127", 8): 122,
    ("angle-127", 13): 16,
    ("angle-143", 0): 92,
    ("angle-143", 12): 2,
}
"""The numbers of tours of 6 x 6 with the fewest and the most of each figure, from the list of all tours."""


@cache
def listed(rows: int, cols: int) -> Mapping[str, Counter[int]]:
    """All tours of a small board, by each figure."""
    found: dict[str, Counter[int]] = {figure: Counter() for figure in FIGURES}
    for walk in naive.closed_tours(naive.rectangle(rows, cols)):
        moves = naive.moves_of(naive.edges_of_walk(walk, closed=True), rows, cols)
        for figure, number in naive.figures(moves).items():
            found[figure][number] += 1
    return found


def tours(found: FigureEstimate) -> dict[int, tuple[float, float]]:
    """The number of tours with each number, and its standard error."""
    rows = zip(found.numbers, found.shares, found.errors, strict=True)
    return {number: (share * found.tours, share * found.tours * error) for number, share, error in rows}


def agree(found: FigureEstimate, known: Mapping[int, int]) -> None:
    """Check all numbers, with room for errors of errors, which come from 16 chains."""
    estimated = tours(found)
    assert sum(found.shares) == pytest.approx(1)
    for number, count in known.items():
        value, error = estimated[number]
        assert abs(value - count) < 5 * error + 0.01 * count


@pytest.mark.parametrize(
    ("shape", "figure"),
    [
        long((5, 6), "turns"),
        *(very_long((5, 6), figure) for figure in FIGURES[1:]),
        *(very_long((3, 10), figure) for figure in FIGURES),
    ],
)
def test_all_tours_of_a_small_board(shape: tuple[int, int], figure: Figure) -> None:
    found = estimate_figure(*shape, figure=figure, error=0.1, seed=1)
    known = listed(*shape)[figure]
    assert (found.tours, found.tours_error) == (sum(known.values()), 0)
    assert found.numbers == sorted(known)
    agree(found, known)


@pytest.mark.parametrize("shape", [very_long((6, 6)), very_long((5, 8)), very_long((7, 8))])
def test_turns_of_larger_boards(shape: tuple[int, int]) -> None:
    found = estimate_figure(*shape[::-1], figure="turns", error=0.05, seed=2)
    assert (found.rows, found.cols) == shape[::-1]
    assert found.numbers == list(TURNS[shape])
    agree(found, TURNS[shape])


@pytest.mark.parametrize(
    "figure", [*map(very_long, ("rails", "angle-90", "crossings", "angle-37", "angle-53", "angle-143"))]
)
def test_the_fewest_and_the_most(figure: Figure) -> None:
    """The rarest tours are found, and as many as there are."""
    found = estimate_figure(6, 6, figure=figure, error=0.05, seed=3)
    ends = {number: count for (name, number), count in ENDS.items() if name == figure}
    assert [found.numbers[0], found.numbers[-1]] == list(ends)
    agree(found, ends)


@lengthy
def test_common_numbers_have_the_error_asked_for() -> None:
    found = estimate_figure(6, 6, figure="turns", error=0.02, seed=4)
    assert max(error for share, error in zip(found.shares, found.errors, strict=True) if share >= 0.01) <= 0.02


@lengthy
def test_a_seed_repeats_an_estimate_with_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def estimate(seed: int) -> FigureEstimate:
        return estimate_figure(5, 6, figure="crossings", error=0.2, seed=seed)

    given = estimate(7)
    assert given == estimate(7) != estimate(8)
    monkeypatch.setattr(resources, "processors", lambda: 1)
    monkeypatch.setattr("destrier.support.parallel.processors", lambda: 5)
    assert given == estimate(7)


@pytest.mark.lengthy
def test_the_number_of_all_tours_is_estimated_if_it_takes_long_to_count() -> None:
    found = estimate_figure(8, 9, figure="turns", error=0.1, seed=5)
    assert 0 < found.tours_error <= 0.1
    assert abs(found.tours / 7_112_881_119_092_574 - 1) < 4 * found.tours_error


@exhaustive
def test_boards_with_more_tours_than_a_float_can_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_estimates, "_number_of_tours", lambda *_: (8 * 10**500, 0.5))
    found = estimate_figure(5, 6, figure="turns", error=0.2, seed=1)
    assert (found.tours, found.numbers) == (8 * 10**500, [28, 29, 30])


@exhaustive
def test_numbers_of_less_than_one_tour_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_estimates, "_number_of_tours", lambda *_: (3, 0.0))
    found = estimate_figure(5, 6, figure="turns", error=0.2, seed=1)  # 2, 4 and 2 of the 8 tours
    assert found.numbers == [29]


def test_what_is_refused() -> None:
    options: dict[str, Any] = {"figure": "knots"}
    with pytest.raises(DestrierError, match=r"^a figure is one of turns, crossings, .*, not 'knots'$"):
        estimate_figure(6, 6, **options)
    with pytest.raises(DestrierError, match=r"^the error is a share between 0 and 1, not 2$"):
        estimate_figure(6, 6, figure="turns", error=2)
    with pytest.raises(NoSuchTour, match="side of 1, 2 or 4"):
        estimate_figure(4, 6, figure="turns")
    with pytest.raises(DestrierError, match=r"^figures are estimated .* torus"):
        estimate_figure(dt.Torus(6, 6), figure="turns")


def _binomial(key: int) -> figure_estimates.Chain:
    """Begin a chain of independent draws from 30 coins, a tenth of which do not count."""
    rng = np.random.default_rng(key)

    def draw(rungs: list[float], draws: int) -> Any:
        tilted = [rng.binomial(30, 1 / (1 + 1.5 * np.exp(-rung)), draws) for rung in rungs]
        return np.where(rng.random((len(rungs), draws)) < 0.1, -1, tilted)

    return draw


@lengthy
def test_the_probabilities_of_all_values() -> None:
    """Those of 30 coins are found, and their errors are as large as the estimates say."""
    law = np.array([comb(30, heads) * 0.4**heads * 0.6 ** (30 - heads) for heads in range(31)])
    scores = []
    for key in range(12):
        found = figure_estimates.all_shares(_binomial, 0.03, key, lambda *_: None)
        assert found.shares.size == 31
        assert found.error <= 0.03
        assert found.errors.max() < 0.3
        scores += ((found.shares - law) / (found.errors * found.shares)).tolist()
    assert 0.6 < np.sqrt(np.mean(np.square(scores))) < 1.5
    assert np.abs(scores).max() < 6


def test_no_probabilities_without_draws() -> None:
    with pytest.raises(BudgetExceeded, match=r"^nothing can be estimated, as no tour was drawn$"):
        figure_estimates.all_shares(
            lambda _: lambda rungs, draws: np.full((len(rungs), draws), -1), 0.1, 1, lambda *_: None
        )
