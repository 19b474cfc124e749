"""Whether what was drawn follows a law."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

State = TypeVar("State")


def z_of_chi_square(counts: Mapping[State, int], law: Mapping[State, float]) -> float:
    """The chi-square statistic of counts under a law, in standard deviations from its mean."""
    assert set(counts) <= set(law)
    drawn, total = sum(counts.values()), sum(law.values())
    expected = {state: drawn * weight / total for state, weight in law.items()}
    chi_square = sum((counts.get(state, 0) - mean) ** 2 / mean for state, mean in expected.items())
    freedom = len(law) - 1
    return (chi_square - freedom) / math.sqrt(2 * freedom)
