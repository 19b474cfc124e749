"""Whether what was drawn follows a law."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

State = TypeVar("State")


def z_of_chi_square(counts: Mapping[State, int], law: Mapping[State, float]) -> float:
    """The chi-square statistic of counts under a law, in standard deviations from its mean."""
    assert set(counts) <= set(law)
    drawn, total = sum(counts.values()), sum(law.values())
    expected = {state: drawn * weight / total for state, weight in law.items()}
    chi_square = sum((counts.get(state, 0) - mean) ** 2 / mean for state, mean in expected.items())
    freedom = len(law) - 1
    return (chi_square - freedom) / math.sqrt(2 * freedom)


def p_of_chi_square(counts: Mapping[State, int], law: Mapping[State, float]) -> float:
    """The probability of at least this chi-square statistic under a law."""
    freedom = len(law) - 1
    chi_square = freedom + z_of_chi_square(counts, law) * math.sqrt(2 * freedom)
    if freedom > 100:  # the cube root is nearly normal (Wilson and Hilferty 1931)
        spread = 2 / (9 * freedom)
        return math.erfc(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(2 * spread)) / 2
    half = chi_square / 2
    odd = freedom % 2
    total = math.erfc(math.sqrt(half)) if odd else 0.0
    term = math.exp(-half) * (2 * math.sqrt(half / math.pi) if odd else 1)
    for degree in range(odd, freedom, 2):
        total += term
        term *= chi_square / (degree + 2)
    return total


def p_of_uniform(values: Iterable[float]) -> float:
    """The probability that uniform values in [0, 1] are at least as far from evenly spread: Kolmogorov and Smirnov."""
    ordered = sorted(values)
    count = len(ordered)
    gaps = [max(value - place / count, (place + 1) / count - value) for place, value in enumerate(ordered)]
    scaled = max(gaps) * (math.sqrt(count) + 0.12 + 0.11 / math.sqrt(count))
    terms = [math.exp(-2 * (term * scaled) ** 2) for term in range(1, 101)]
    return 2 * (sum(terms[::2]) - sum(terms[1::2]))
