"""The statistical tests of the studies."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from scipy.special import kolmogorov

LEVEL: Final = 0.001
"""The significance level; with ten tests, one page in a hundred would err."""


def normal_tail(z: float) -> float:
    """Return the probability that a standard normal variable is farther from 0 than `z`."""
    return math.erfc(abs(z) / math.sqrt(2))


def f_tail(x: float, freedom: int, freedom_below: int) -> float:
    """Return the probability that Snedecor's F with these degrees of freedom is greater than `x`."""
    return float(stats.f.sf(x, freedom, freedom_below))


def z_of_means(one: ArrayLike, other: ArrayLike) -> float:
    """Return the difference of the means of two samples, in its standard errors."""
    a, b = np.asarray(one, float), np.asarray(other, float)
    return float((a.mean() - b.mean()) / math.sqrt(a.var(ddof=1) / a.size + b.var(ddof=1) / b.size))


def distance(sample: NDArray[np.float64], means: ArrayLike, size: float = math.inf) -> tuple[float, float]:
    """Return the distance of a sample of distributions from published means, by Hotelling's test: T-square and p.

    The sample is (n, k), with n > k distributions that sum to 1. `size` is the number of published samples that were
    averaged, with the same scatter. For large samples, T-square is chi-square with k - 1 degrees of freedom.
    """
    covariance = np.cov(sample, rowvar=False) * (1 / len(sample) + 1 / size)
    return _hotelling(sample.mean(axis=0) - means, covariance, len(sample) - 1)


def distance_between(one: NDArray[np.float64], other: NDArray[np.float64]) -> tuple[float, float]:
    """Return the distance between two samples of distributions, (n, k) and (m, k), as in `distance`.

    Each has its own scatter, and the degrees of freedom are those of the smaller, which is always conservative.
    """
    covariance = np.cov(one, rowvar=False) / len(one) + np.cov(other, rowvar=False) / len(other)
    return _hotelling(one.mean(axis=0) - other.mean(axis=0), covariance, min(len(one), len(other)) - 1)


def _hotelling(difference: Any, covariance: Any, freedom: int) -> tuple[float, float]:
    """Test without the last component, which the others determine."""
    apart = difference[:-1]
    t_square = float(apart @ np.linalg.solve(covariance[:-1, :-1], apart))
    below = freedom + 1 - apart.size
    return t_square, f_tail(t_square * below / (freedom * apart.size), apart.size, below)


def kolmogorov_smirnov(one: ArrayLike, other: ArrayLike) -> tuple[float, float]:
    """Return the greatest distance between two empirical distributions, and its p-value.

    The probability of a greater distance is Smirnov's limit, with the correction of Stephens for small samples.
    """
    a, b = np.sort(np.ravel(one)), np.sort(np.ravel(other))
    values = np.concatenate([a, b])
    apart = np.searchsorted(a, values, "right") / a.size - np.searchsorted(b, values, "right") / b.size
    greatest = float(np.abs(apart).max())
    root = math.sqrt(a.size * b.size / (a.size + b.size))
    return greatest, float(kolmogorov((root + 0.12 + 0.11 / root) * greatest))


class Line(NamedTuple):
    """A line through points, by least squares."""

    slope: float
    intercept: float
    error: float
    """The standard error of the slope."""
    residual: float
    """The root mean square of the residuals."""


def misfit(x: ArrayLike, y: ArrayLike, errors: ArrayLike) -> float:
    """Return chi-square of the best line through points with known standard errors."""
    x, y, weights = np.asarray(x, float), np.asarray(y, float), 1 / np.asarray(errors, float) ** 2
    across, up = x - np.average(x, weights=weights), y - np.average(y, weights=weights)
    slope = float((weights * across * up).sum() / (weights * across**2).sum())
    return float((weights * (up - slope * across) ** 2).sum())


def fit_line(x: ArrayLike, y: ArrayLike) -> Line:
    """Return the least-squares line through at least three points."""
    x, y = np.asarray(x, float), np.asarray(y, float)
    spread = float(((x - x.mean()) ** 2).sum())
    slope = float(((x - x.mean()) * (y - y.mean())).sum() / spread)
    intercept = float(y.mean() - slope * x.mean())
    residual = math.sqrt(float(((y - intercept - slope * x) ** 2).sum()) / (x.size - 2))
    return Line(slope, intercept, residual / math.sqrt(spread), residual)
