"""The probabilities of rare values, by a ladder of weights.

The quantities of interest are the probabilities p(v) of numbers v, some of which are too rare to sample directly. On
the *rung* with weight w, a value v has a probability proportional to p(v) w^v. The weights of the rungs lead from 1
down until the least value is frequent, or up until the largest one is. Each step moves the mean by about one standard
deviation, so that neighbouring rungs overlap. Then p is fitted to the histograms of all rungs at once.

**Fit.** The maximum-likelihood p(v) is proportional to h(v) divided by the sum of n w^v / z over all rungs, where h(v)
is the number of times v occurred on any rung, n the number of draws on a rung, and z the sum of p(v) w^v over all v.
This is iterated to convergence.

**Error.** The draws are in independent groups. The standard error is that of the jackknife, which leaves out one group
at a time.

Source: A. M. Ferrenberg and R. H. Swendsen, "Optimized Monte Carlo data analysis", Physical Review Letters 63 (1989).
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from destrier.core.seeds import derive_key
from destrier.support.aliases import Progress
from destrier.support.parallel import in_parallel

Climb: TypeAlias = Callable[[list[float], int, int], NDArray[np.int64]]
"""A function of the logarithms of the rungs' weights, the number of draws on each, and a key; it returns the draws
(rungs, numbers).
"""

_PILOT: Final = 400
_DRAWS: Final = 200
_GROUPS: Final = 64

_COMMON: Final = 0.3
"""The probability of the value at the end of a ladder on the last rung."""

Histogram: TypeAlias = NDArray[np.int64]
"""How often each value occurs on each rung, (rungs, values)."""


class LogShare(NamedTuple):
    """The logarithm of a probability, and its standard error, which is the relative error of the probability."""

    log: float
    error: float


class _Judged(Protocol):
    @property
    def error(self) -> float: ...


_Found = TypeVar("_Found", bound=_Judged)


def log_share_of_zero(climb: Climb, error: float, key: int, progress: Progress) -> LogShare:
    """Estimate the probability of 0 at weight 1 up to a standard error, from independent climbs."""
    pilot = derive_key(key, "pilot")
    rungs = find_rungs(lambda rungs: climb(rungs[-1:], _PILOT, derive_key(pilot, len(rungs)))[0], -1, lambda _: 0)
    rounds = list[list[Histogram]]()

    def draw(key_of_work: int) -> Histogram:
        return histogram_of(climb(rungs, _DRAWS, key_of_work))

    def add(more: int) -> None:
        numbers = range(len(rounds), len(rounds) + more)
        keys = [derive_key(key, number, group) for number in numbers for group in range(_GROUPS)]
        drawn = in_parallel(draw, keys, lambda done: progress("drawing", done, len(keys)))
        rounds.extend(drawn[first : first + _GROUPS] for first in range(0, len(keys), _GROUPS))

    def judge() -> LogShare:
        logs, parts = fits(rounds, rungs)
        return LogShare(float(logs[0]), float(jackknife(parts[:, 0])))

    return in_rounds(add, judge, error, 1)


def find_rungs(
    draw: Callable[[list[float]], NDArray[np.int64]], sign: int, end: Callable[[NDArray[np.int64]], int]
) -> list[float]:
    """Return the logarithms of the weights of the rungs, up or down; `draw` draws on the last of some rungs."""
    rungs = [0.0]
    while True:
        numbers = draw(rungs)
        counting = numbers[numbers >= 0]
        if not counting.size or np.mean(counting == end(counting)) >= _COMMON:
            return rungs
        rungs.append(rungs[-1] + sign / max(float(counting.std()), 0.5))


def in_rounds(add: Callable[[int], None], judge: Callable[[], _Found], error: float, at_least: int) -> _Found:
    """Add rounds of draws until the error is small enough."""
    found, rounds = None, 0
    while found is None or found.error > error:
        wanted = ceil(rounds * (found.error / error) ** 2) if found else 0
        more = min(wanted - rounds, 4 * rounds) or at_least
        add(more)
        rounds += more
        found = judge()
    return found


def histogram_of(draws: NDArray[np.int64]) -> Histogram:
    """Return how often each value was drawn on each rung."""
    values = int(draws.max()) + 1
    return np.array([np.bincount(row[row >= 0], minlength=values) for row in draws])


def fits(rounds: list[list[Histogram]], rungs: list[float]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the fit to all groups of some rounds, and those that leave out one group each."""
    values = max(histogram.shape[1] for groups in rounds for histogram in groups)
    histograms = np.zeros((len(rounds[0]), len(rungs), values), np.int64)
    for groups in rounds:
        for total, histogram in zip(histograms, groups, strict=True):
            total[:, : histogram.shape[1]] += histogram
    weights, whole = np.array(rungs), histograms.sum(axis=0)
    logs = fit(whole, weights)
    return logs, np.array([fit(whole - left_out, weights, logs) for left_out in histograms])


def jackknife(parts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard error of numbers, given those without each group, (groups, ...)."""
    groups = len(parts)
    error: NDArray[np.float64] = np.sqrt((groups - 1) / groups * ((parts - parts.mean(axis=0)) ** 2).sum(axis=0))
    return error


def fit(
    histograms: NDArray[np.int64], rungs: NDArray[np.float64], start: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """Return the logarithms of the probabilities at weight 1, from the histograms of all rungs."""
    values = np.arange(histograms.shape[1])
    tilts = rungs[:, None] * values
    with np.errstate(divide="ignore"):
        logs_found = np.log(histograms.sum(axis=0))
        drawn = np.log(histograms.sum(axis=1))
    logs = logs_found if start is None else start
    while True:
        sums = _log_sum(logs + tilts, axis=1)
        fitted = logs_found - _log_sum((drawn - sums)[:, None] + tilts, axis=0)
        fitted -= _log_sum(fitted, axis=0)
        came = np.isfinite(fitted)
        if np.abs(fitted[came] - logs[came]).max() < 1e-9:
            result: NDArray[np.float64] = fitted
            return result
        logs = fitted


def _log_sum(logs: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    most = logs.max(axis=axis, keepdims=True)
    result: NDArray[np.float64] = np.log(np.exp(logs - most).sum(axis=axis)) + most.squeeze(axis)
    return result
