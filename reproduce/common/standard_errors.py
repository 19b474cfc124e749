"""Estimates with their standard errors."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike


class Estimate(NamedTuple):
    """A number with its standard error, which is 0 if it is exact."""

    value: float
    error: float

    def z(self, other: Estimate) -> float:
        """Return the difference from an independent estimate in standard errors."""
        return (self.value - other.value) / math.hypot(self.error, other.error)

    def over(self, number: float) -> Estimate:
        """Return a fraction of this."""
        return Estimate(self.value / number, self.error / number)

    def text(self) -> str:
        """Return both numbers, to two digits of the error."""
        if self.error <= 0:
            return f"{self.value:.4f}"
        digits = max(0, 1 - math.floor(math.log10(self.error)))
        return f"{self.value:,.{digits}f} ± {self.error:.{digits}f}"


def mean_of(values: ArrayLike) -> Estimate:
    """Return the mean of independent values."""
    array = np.asarray(values, float)
    return Estimate(float(array.mean()), float(array.std(ddof=1) / math.sqrt(array.size)))


def deviation_of(*samples: ArrayLike) -> Estimate:
    """Return the common standard deviation of samples of equal size; its error is that of normal variables."""
    arrays = [np.asarray(sample, float) for sample in samples]
    deviation = math.sqrt(float(np.mean([array.var(ddof=1) for array in arrays])))
    return Estimate(deviation, deviation / math.sqrt(2 * sum(array.size for array in arrays)))
