"""What the study of uniform tours measures, and what it says about it."""

from __future__ import annotations

import numpy as np
import pytest

import destrier as dt
from destrier.core.board import SYMMETRIES
from reproduce.common.mixing_times import CHAINS, _times_of, chains, how_they_grow, times_in_short
from reproduce.common.standard_errors import Estimate, deviation_of, mean_of
from reproduce.common.truths import Truth, compare, how_close, how_often, in_short, orbits, statistics_of
from reproduce.uniform import KINDS, differences


def test_estimates() -> None:
    """Their errors are the scatter of many such estimates."""
    samples = np.random.default_rng(1).normal(5, 3, (2000, 40))
    for estimate, truth in ((mean_of, 5), (deviation_of, 3)):
        found = [estimate(sample) for sample in samples]
        values = np.array([one.value for one in found])
        assert values.mean() == pytest.approx(truth, abs=0.05)
        assert np.mean([one.error for one in found]) == pytest.approx(values.std(), rel=0.05)
    assert deviation_of([0, 2], [10, 12]).value == pytest.approx(np.sqrt(2))
    assert Estimate(5, 3).z(Estimate(10, 4)) == -1
    assert Estimate(6, 2).over(2) == (3, 1)
    assert [Estimate(*one).text() for one in ((1234.567, 12.3), (0.98765, 0.0123), (2, 0))] == [
        "1,235 ± 12",
        "0.988 ± 0.012",
        "2.0000",
    ]


@pytest.mark.parametrize("shape", [(6, 6), (6, 8)])
def test_orbits_of_edges(shape: tuple[int, int]) -> None:
    """They are closed under the symmetries of the board, part its edges, and none is part of another."""
    board = dt.Board(*shape)
    found = orbits(board)
    assert np.array_equal(np.bitwise_or.reduce(found), board.legal_moves())
    assert sum(np.bitwise_count(orbit).sum() for orbit in found) == np.bitwise_count(board.legal_moves()).sum()
    for orbit in found:
        images = [board.transform(orbit, symmetry)[0] for symmetry in SYMMETRIES]
        assert all(np.array_equal(image, orbit) for image in images if image.shape == shape)
        assert np.bitwise_count(orbit).sum() / 2 <= (8 if shape[0] == shape[1] else 4)


def test_statistics_of_tours() -> None:
    board = dt.Board(6, 6)
    tours = list(dt.all_tours(6, 6))[::50]
    found = statistics_of(np.array([tour.moves for tour in tours]), board)
    assert 0 < found["symmetric"].sum() < len(tours)
    for number, tour in enumerate(tours):
        values = {name: of[number] for name, of in found.items()}
        assert sum(value for name, value in values.items() if name.startswith("edges")) == board.size
        assert sum(value for name, value in values.items() if name.startswith("relative")) == dt.turns(tour)
        assert sum(value for name, value in values.items() if name.startswith("moves")) == board.size
        assert values["turns"] == dt.turns(tour)
        walk = [(int(row), int(col)) for row, col in tour.order()]
        edges = {frozenset(pair) for pair in zip(walk, [*walk[1:], walk[0]], strict=True)}
        assert values["symmetric"] == ({frozenset((5 - row, 5 - col) for row, col in edge) for edge in edges} == edges)
        assert values["moves 1, 5"] == dt.measuring.move_counts(tour)[1]


def truth(mean: float, error: float) -> Truth:
    means = {"turns": Estimate(mean, error), "edges 0": Estimate(1, 0), "edges 1": Estimate(mean, error)}
    return Truth(100, means, dict.fromkeys(means, 90.0), [])


def test_chains_are_compared_with_the_truth() -> None:
    near = compare({("6x6", "exact"): truth(35, 0), ("6x6", "chain"): truth(35.1, 0.1)})
    assert [row[1] for row in near.rows] == ["turns", "edges 1"]
    assert [row[-1] for row in near.rows] == pytest.approx([1, 1])
    assert how_close(near).startswith(
        "Of 2 differences the root mean square is 1.00 standard errors, and the largest is"
    )
    assert [row[1] for row in in_short(near).rows] == ["turns", "the farthest of 1 orbits of edges"]
    far = compare({("6x6", "exact"): truth(35, 0.3), ("6x6", "chain"): truth(38, 0.4)})
    assert "the largest is 6.00" in how_close(far)
    assert how_close(far).endswith("with probability < 0.000001.")


def test_uniform_frequencies_are_told_from_others() -> None:
    generator = np.random.default_rng(3)
    even = generator.multinomial(40_000, np.full(1000, 0.001)).tolist()
    skew = generator.multinomial(40_000, np.repeat([2, 1], 500) / 1500).tolist()
    assert how_often(even, 1000).startswith("1,000 of the 1,000 tours were drawn, 40.0 times each on average")
    assert not how_often(even, 1000).endswith("p = < 0.000001.")
    assert how_often(skew, 1000).endswith("p = < 0.000001.")
    assert how_often(even[:900], 1000).startswith("900 of the 1,000 tours were drawn")


def test_joined_tours_are_compared_with_uniform_ones() -> None:
    generator = np.random.default_rng(4)
    names = ("turns", "crossings", "rails", "winding across", "winding down")
    uniform, same, more = ({name: generator.normal(mean, 1, 400) for name in names} for mean in (0, 0, 1))
    for joined, sign in ((same, 0), (more, 1)):
        (row,) = differences({("joined", 8): joined, ("uniform", 8): uniform}).rows
        assert all((float(str(z)) > 5) == bool(sign) for z in row[1:6])
        assert abs(float(str(row[6]))) < 4


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_are_tours(kind: str) -> None:
    board = dt.Board(8, 8)
    tours = [KINDS[kind](board, key) for key in range(2)]
    assert all(dt.Tourney(tour.moves).cycle_count == 1 for tour in tours)
    assert tours[0] != tours[1]


def test_times_of_known_series() -> None:
    """Of an autoregressive series the time is (1 + a) / (1 - a); those of a kind are averaged."""
    generator = np.random.default_rng(5)
    state, found = np.zeros((2, 3)), []
    for _ in range(20_000):
        state = np.array([0.0, 0.5])[:, None] * state + generator.normal(size=(2, 3))
        found.append({"turns": state[1], "winding across": state[0], "winding down": state[1]})
    for times in _times_of(found, 10):
        assert times == pytest.approx({"turns": 30, "winding": 20}, rel=0.15)


def test_the_law_follows_the_times() -> None:
    sides = (8, 16, 32, 64)
    times = {
        (kind, side): {"turns": Estimate(1, 0.1), "winding": Estimate(time(side), 0.1)}
        for kind, time in (("weighed", lambda n: n**2 / 45), ("mix", lambda n: n**2 / 30), ("worms", lambda n: 2.0))
        for side in sides
    }
    assert how_they_grow(times) == (
        "From 16 x 16 on, the time of the winding grows like *n* to the power of 2.00 ± 0.00 (weighed), "
        "2.00 ± 0.00 (mix), 0.00 ± 0.00 (worms). "
        "With a square, *n*² / 45 rounds (weighed) and *n*² / 30 rounds (mix) fit best."
    )
    assert len(times_in_short(times).rows) == 12


def test_chains_have_times() -> None:
    board = dt.Board(6, 6)
    assert chains(board, 1).counts.size == 8
    for run in CHAINS.values():
        for times in run(board, 1, 50):
            assert list(times) == ["turns", "crossings", "rails", "charge", "winding"]
            assert all(0 < time < 50 for time in times.values())
