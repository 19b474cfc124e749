"""Obfuscation ends in tours, keeps to its seed, and (by `mix`) hides the source."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest
from helpers.marks import exhaustive
from helpers.wrong import wrong

import destrier as dt
from destrier.desk.tour import source_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SOURCES = ("concentric-braid", "divide-and-conquer", "four-cover", "two-factor")
SIDE = 48
TOURS = 1000


def features(tour: dt.Tourney) -> list[float]:
    """Moves by axis, relative moves by how they turn, charges: what is left of the distributions' symmetries."""
    return [
        *dt.measuring.move_counts(tour)[:4].tolist(),
        *dt.measuring.relative_move_counts(tour)[:4].tolist(),
        *dt.measuring.charge(tour).tolist(),
    ]


def obfuscated(name: str, method: Literal["mix", "parberry"], count: int) -> Floats:
    rows = []
    for seed in range(count):
        source = dt.tourney(SIDE, SIDE, algorithm=name, seed=seed)
        tour = dt.obfuscate(source, method=method, seed=f_seed(name, seed))
        assert isinstance(tour, dt.Tour)
        rows.append(features(tour))
    return np.array(rows, float)


def f_seed(name: str, seed: int) -> int:
    """Seeds that differ between the sources: two tours from one stream of numbers would not be independent."""
    return 10_000 * (1 + SOURCES.index(name)) + seed


@pytest.fixture(scope="module")
def mixed() -> dict[str, Floats]:
    return {name: obfuscated(name, "mix", TOURS) for name in SOURCES}


def kolmogorov_smirnov(one: Floats, other: Floats) -> float:
    """The asymptotic p-value of the two-sample test."""
    values = np.concatenate([one, other])
    steps = [np.searchsorted(np.sort(sample), values, side="right") / sample.size for sample in (one, other)]
    distance = float(np.abs(steps[0] - steps[1]).max())
    scale = distance * math.sqrt(one.size * other.size / (one.size + other.size))
    return min(1.0, sum(2.0 * (-1.0) ** (k - 1) * math.exp(-2 * k * k * scale * scale) for k in range(1, 100)))


def cross_validated_accuracy(one: Floats, other: Floats, folds: int = 10) -> float:
    """How often a logistic classifier, trained on the other folds, names the right one of two sources."""
    inputs = np.concatenate([one, other])
    inputs = (inputs - inputs.mean(axis=0)) / inputs.std(axis=0)
    inputs = np.column_stack([inputs, np.ones(len(inputs))])
    labels = np.repeat([0.0, 1.0], [len(one), len(other)])
    fold = np.random.default_rng(1).permutation(len(labels)) % folds
    right = 0
    for held_out in range(folds):
        train = fold != held_out
        weights = np.zeros(inputs.shape[1])
        for _ in range(20):  # Newton's method, ridge for the dependent columns
            guess = 1 / (1 + np.exp(-inputs[train] @ weights))
            slope = inputs[train].T @ (labels[train] - guess) - 1e-3 * weights
            curve = (inputs[train] * (guess * (1 - guess))[:, None]).T @ inputs[train]
            weights += np.linalg.solve(curve + 1e-3 * np.eye(len(weights)), slope)
        right += int(np.count_nonzero((inputs[~train] @ weights > 0) == labels[~train]))
    return right / len(labels)


@exhaustive
@pytest.mark.parametrize("name", SOURCES)
def test_no_distribution_tells_the_source_of_a_mixed_tour(mixed: dict[str, Floats], name: str) -> None:
    rest = np.concatenate([mixed[other] for other in SOURCES if other != name])
    p_values = [kolmogorov_smirnov(mixed[name][:, column], rest[:, column]) for column in range(rest.shape[1])]
    assert min(p_values) > 0.01, p_values


@exhaustive
@pytest.mark.parametrize("pair", list(combinations(SOURCES, 2)))
def test_no_classifier_tells_the_source_of_a_mixed_tour(mixed: dict[str, Floats], pair: tuple[str, str]) -> None:
    assert abs(cross_validated_accuracy(mixed[pair[0]], mixed[pair[1]]) - 0.5) <= 0.03


def test_the_tests_tell_the_source_of_a_tour_by_the_method_of_the_paper() -> None:
    braid, divided = (obfuscated(name, "parberry", 100) for name in SOURCES[:2])
    assert cross_validated_accuracy(braid, divided) > 0.95
    assert min(kolmogorov_smirnov(braid[:, column], divided[:, column]) for column in range(8, 12)) < 1e-9


@pytest.mark.parametrize(
    ("name", "side", "published"),
    [
        ("divide-and-conquer", 50, [0.1494, 0.15270, 0.13735, 0.13530]),
        ("concentric-braid", 50, [0.1570, 0.14810, 0.13535, 0.13805]),
    ],
)
def test_the_method_of_the_paper_has_its_relative_moves(name: str, side: int, published: list[float]) -> None:
    """Table 2, classes i and 8 - i averaged: they differ by the direction in which a tour is walked."""
    source = source_of(name, dt.Board(side, side))
    tours = (dt.obfuscate(source, method="parberry", seed=seed) for seed in range(300))
    mean = np.mean([dt.measuring.relative_move_distribution(tour)[:4] for tour in tours], axis=0)
    assert np.abs(mean - published).max() < 0.0015


@exhaustive
def test_mixed_tours_of_6_x_6_are_uniform() -> None:
    """Pairs of equal tours among 4,000 are as many as among 4,000 uniform ones, within four standard errors."""
    source = dt.tourney(6, 6, algorithm="concentric-braid")
    times = Counter(dt.obfuscate(source, seed=seed).moves.tobytes() for seed in range(4000))
    expected = 4000 * 3999 / 2 / 9862
    assert abs(sum(many * (many - 1) // 2 for many in times.values()) - expected) < 4 * expected**0.5


def test_the_same_seed_gives_the_same_tour() -> None:
    source = dt.tourney(20, 20, algorithm="four-cover")
    for method in ("mix", "parberry"):
        one, again, other = (dt.obfuscate(source, method=method, seed=seed) for seed in (1, 1, 2))
        assert one == again != other


def test_a_tour_of_a_known_seed_stays_the_same() -> None:
    """What a seed means is a promise to users; a change here belongs in the changelog."""
    assert dt.tour(6, 6, seed=1).numbering().ravel().tolist()[:12] == [0, 21, 18, 15, 34, 5, 19, 14, 35, 4, 25, 16]


def test_an_obfuscation_is_mix_parberry_or_uniform() -> None:
    with pytest.raises(dt.DestrierError, match="'mix', 'parberry' or 'uniform', not 'stir'"):
        dt.obfuscate(dt.tour(6, 6, seed=1), method=wrong("stir"))


@pytest.mark.parametrize("method", ["mix", "parberry", "uniform"])
def test_out_is_written(method: Literal["mix", "parberry", "uniform"]) -> None:
    source = dt.tourney(20, 20, algorithm="four-cover")
    out = np.empty((20, 20), np.uint8)
    tour = dt.obfuscate(source, method=method, seed=3, out=out)
    assert np.shares_memory(tour.moves, out)
    assert out.flags.writeable
    assert tour == dt.obfuscate(source, method=method, seed=3)


def test_an_open_tour_keeps_its_ends() -> None:
    tour = dt.tour(9, 12, kind="open", start=(0, 0), end=(4, 5), seed=1)
    hidden = dt.obfuscate(tour, seed=2)
    assert (hidden.kind, hidden.ends) == ("open", ((0, 0), (4, 5)))


def test_the_number_of_shatters() -> None:
    """None leaves a tour as it is; twice the number is another tour, but of the same charge."""
    tour = dt.tour(20, 20, algorithm="divide-and-conquer")
    assert dt.obfuscate(tour, method="parberry", shatters=0, seed=1) == tour
    once, default = (dt.obfuscate(tour, method="parberry", shatters=n, seed=1) for n in (1, None))
    assert len({tour, once, default, dt.obfuscate(tour, method="parberry", shatters=32, seed=1)}) == 4
    assert default == dt.obfuscate(tour, method="parberry", shatters=16, seed=1)


def test_the_rule_of_the_text_repeats_moves_less_often() -> None:
    """The paper's tables are of the program's rule (.1570 for the braid); the text's rule gives less.

    From tour to tour the standard deviation is .0075, so that of the mean is .0008.
    """
    braid = dt.tourney(50, 50, algorithm="concentric-braid")
    repeated = [
        np.mean(
            [
                dt.measuring.relative_move_distribution(
                    dt.obfuscate(braid, method="parberry", disjoint=rule, seed=seed)
                )[0]
                for seed in range(100)
            ]
        )
        for rule in (False, True)
    ]
    assert abs(repeated[0] - 0.1570) < 0.004
    assert repeated[1] < 0.150


def test_options_of_the_other_method() -> None:
    tour = dt.tour(8, 8, seed=1)
    with pytest.raises(dt.DestrierError, match="shatters belongs to the method parberry, not to mix"):
        dt.obfuscate(tour, shatters=3)
    with pytest.raises(dt.DestrierError, match="disjoint belongs to the method parberry, not to mix"):
        dt.obfuscate(tour, disjoint=True)
    for number in (-1, 1.5, True):
        with pytest.raises(dt.DestrierError, match="the number of shatters is an integer from 0 on, not"):
            dt.obfuscate(tour, method="parberry", shatters=number)  # type: ignore[arg-type]
