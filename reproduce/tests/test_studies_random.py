"""What the studies of uniformity and of rails measure, and what they say about it."""

from __future__ import annotations

import numpy as np
import pytest

import destrier as dt
from reproduce import rails, uniformity
from reproduce.uniformity import GENERATORS, Occurrences, variation_of_a_uniform_sample


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
    assert "does not distinguish these from uniform: fair." in text
    assert f"Farthest from it is loaded, with an excess of {skew.excess:.3g}." in text
    assert "does not distinguish these from uniform: none." in uniformity.verdict({"loaded": skew})


@pytest.mark.parametrize("name", GENERATORS)
def test_generators_make_tours_of_6_x_6(name: str) -> None:
    for key in range(3):
        tour = GENERATORS[name](key)
        assert dt.Tourney(tour.moves).cycle_count == 1
        assert tour.board.shape == (6, 6)


def test_rails_are_counted_before_it_is_said_that_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "all 3 squares with even sides from 10 to 14" in rails.checked(range(10, 15, 2), 20)
    monkeypatch.setattr(rails, "without", lambda side: dt.tour(side, side, seed=1))
    with pytest.raises(AssertionError, match="10 x 10 has"):
        rails.checked(range(10, 15, 2), 20)


def test_the_most_rails_that_are_known() -> None:
    for side in (40, 42, 100):
        assert rails.most_known(side) == 3 * side**2 - 25 * side + (48 if side % 8 == 2 else 44)
        assert rails.most_known(side) > 2 * rails.usual(side)
