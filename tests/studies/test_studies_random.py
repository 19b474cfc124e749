"""What the studies of uniformity and of rails measure, and what they say about it."""

from __future__ import annotations

import numpy as np
import pytest

import destrier as dt
from destrier.studies import rails, uniformity
from destrier.studies.uniformity import GENERATORS, Occurrences, variation_of_a_uniform_sample


def occurrences(probabilities: np.ndarray, size: int, seed: int) -> Occurrences:
    return Occurrences(np.random.default_rng(seed).multinomial(size, probabilities), 1.0)


def test_measures_of_a_known_distribution() -> None:
    """Half the tours twice as probable as the others: a variation of 1/6 and an excess of 1/9."""
    probabilities = np.repeat([2, 1], 500) / 1500
    found = [occurrences(probabilities, 100_000, seed) for seed in range(20)]
    assert np.mean([one.excess for one in found]) == pytest.approx(1 / 9, abs=0.002)
    assert np.mean([one.variation for one in found]) == pytest.approx(1 / 6, abs=0.005)
    assert min(one.z for one in found) > 100
    assert found[0].distinct == 1000


def test_measures_of_a_uniform_sample() -> None:
    for size in (300, 1000, 2500):
        found = [occurrences(np.full(1000, 0.001), size, seed) for seed in range(200)]
        assert np.mean([one.excess for one in found]) == pytest.approx(0, abs=0.02)
        assert np.mean([one.z for one in found]) == pytest.approx(0, abs=0.3)
        expected = variation_of_a_uniform_sample(size, 1000)
        assert np.mean([one.variation for one in found]) == pytest.approx(expected, abs=0.01)


def test_the_verdict_follows_the_numbers() -> None:
    even = occurrences(np.full(1000, 0.001), 10_000, 1)
    skew = occurrences(np.repeat([2, 1], 500) / 1500, 10_000, 1)
    text = uniformity.verdict({"fair": even, "loaded": skew})
    assert "does not tell from uniform: fair." in text
    assert f"Farthest from it is loaded, with an excess of {skew.excess:.3g}." in text
    assert "does not tell from uniform: none." in uniformity.verdict({"loaded": skew})


@pytest.mark.parametrize("name", GENERATORS)
def test_generators_make_tours_of_6_x_6(name: str) -> None:
    for key in range(3):
        tour = GENERATORS[name](key)
        assert dt.Tourney(tour.moves).cycle_count == 1
        assert tour.board.shape == (6, 6)


@pytest.mark.parametrize("side", [6, 8, 12])
def test_searches_find_few_rails(side: int) -> None:
    usual = dt.count_rails(dt.tour(side, side, seed=1))
    found = rails.search(side, key=1, steps=300_000)
    assert found.rails == dt.count_rails(found.tour) < usual
    assert dt.Tourney(found.tour.moves).cycle_count == 1
    again = rails.search(side, key=1, steps=300_000)
    assert again.tour == found.tour


def test_the_search_reaches_the_minimum_of_6_x_6() -> None:
    fewest = min(dt.count_rails(tour) for tour in dt.all_tours(6, 6))
    assert rails.search(6, key=1, steps=5_000_000).rails == fewest == 2


def test_the_verdict_on_the_conjecture_follows_the_numbers() -> None:
    tour = dt.tour(6, 6, seed=1)
    flat = {side: rails.Fewest(1, tour) for side in (6, 8, 10, 12)}
    steep = {side: rails.Fewest(side, tour) for side in (6, 8, 10, 12)}
    assert "No board up to 12 x 12 needs more than 1." in rails.verdict(flat)
    assert "no counterexample" in rails.verdict(flat)
    assert "a slope of 1.00 ± 0.00 rails" in rails.verdict(steep)
    assert "these are upper bounds" in rails.verdict(steep)
