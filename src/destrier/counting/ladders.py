"""The probability of a rare value, by a ladder of weights.

The quantity of interest is the probability p(0) of the value 0, which is too rare to sample directly. On the *rung*
with weight w, a value v has a probability proportional to p(v) w^v. The weights of the rungs decrease from 1 until 0 is
frequent. Each step moves the mean by about one standard deviation, so that neighbouring rungs overlap. Then p is fitted
to the histograms of all rungs at once.

**Fit.** The maximum-likelihood p(v) is proportional to h(v) divided by the sum of n w^v / z over all rungs, where h(v)
is the number of times v occurred on any rung, n the number of draws on a rung, and z the sum of p(v) w^v over all v.
This is iterated to convergence.

**Error.** The draws are in independent groups. The standard error is that of the jackknife, which leaves out one group
at a time.

Source: A. M. Ferrenberg and R. H. Swendsen, "Optimized Monte Carlo data analysis", Physical Review Letters 63 (1989).
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, inf, sqrt
from typing import Final, NamedTuple, TypeAlias

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
"""The probability of 0 on the last rung."""


class LogShare(NamedTuple):
    """The logarithm of a probability, and its standard error, which is the relative error of the probability."""

    log: float
    error: float


def log_share_of_zero(climb: Climb, error: float, key: int, progress: Progress) -> LogShare:
    """Estimate the probability of 0 at weight 1 up to a standard error."""
    rungs = _find_rungs(climb, derive_key(key, "pilot"))
    histograms = np.zeros((_GROUPS, len(rungs), 1), np.int64)
    found, rounds = LogShare(-inf, inf), 0
    while found.error > error:
        wanted = ceil(rounds * (found.error / error) ** 2) if rounds else 1
        more = min(wanted - rounds, 4 * rounds) or 1
        keys = [derive_key(key, number, group) for number in range(rounds, rounds + more) for group in range(_GROUPS)]

        def draw(key_of_work: int) -> NDArray[np.int64]:
            return climb(rungs, _DRAWS, key_of_work)

        def tell(done: int, of: int = len(keys)) -> None:
            progress("drawing", done, of)

        drawn = in_parallel(draw, keys, tell)
        most = max(int(numbers.max()) for numbers in drawn)
        histograms = np.pad(histograms, ((0, 0), (0, 0), (0, max(0, most + 1 - histograms.shape[2]))))
        for place, numbers in enumerate(drawn):
            for rung, row in enumerate(numbers):
                histograms[place % _GROUPS, rung] += np.bincount(row, minlength=histograms.shape[2])
        rounds += more
        found = _jackknife(histograms, np.array(rungs))
    return found


def _find_rungs(climb: Climb, key: int) -> list[float]:
    """Return the logarithms of the weights of the rungs."""
    rungs = [0.0]
    while True:
        numbers = climb(rungs[-1:], _PILOT, derive_key(key, len(rungs)))[0]
        if np.mean(numbers == 0) >= _COMMON:
            return rungs
        rungs.append(rungs[-1] - 1 / max(float(numbers.std()), 0.5))


def _jackknife(histograms: NDArray[np.int64], rungs: NDArray[np.float64]) -> LogShare:
    total = histograms.sum(axis=0)
    logs = fit(total, rungs)
    parts = np.array([fit(total - left_out, rungs, logs)[0] for left_out in histograms])
    groups = len(parts)
    return LogShare(float(logs[0]), sqrt((groups - 1) / groups * float(((parts - parts.mean()) ** 2).sum())))


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
