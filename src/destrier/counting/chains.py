"""Uniformly random tours by Markov chains, and the diagnostics of such samples.

A *chain* draws one tour after another. On small flat boards it runs on from each tour to the next, among all tourneys
alike where enough of them are tours, else with a weight on cycles (see `switching.tempering`); on large and other
boards it is restarted by stirring before each tour, because large structures would take longer to change than to make
anew (see `switching.worms`). The agreement of several chains with different starts indicates that they have forgotten
these.

The uniform distribution is proven to be stationary; convergence is diagnosed from these figures for each statistic: the
*autocorrelation time* of its series, 1 for independent tours; the *effective size* of the sample, its size divided by
that time; and R-hat (Gelman and Rubin 1992; here of the halves of all chains), 1 if the chains agree. While an
autocorrelation time is above 3, the sample is thinned to every second tour, then every fourth, and so on.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from destrier.core.seeds import derive_key
from destrier.core.tourney import Tour, Tourney
from destrier.measuring.stack_statistics import statistics
from destrier.support.errors import BudgetExceeded
from destrier.support.html import Record
from destrier.support.resources import processors, refuse_beyond_memory
from destrier.switching.tempering import Chain, lanes_on_sheet
from destrier.switching.uniform_tours import RARITY, ROUNDS, states, stirred, takes_switches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.types import MoveBits
    from destrier.support.aliases import Progress

_CHAINS: Final = 4
"""The minimum number of chains."""

_BATCH: Final = 32
"""The number of states, tours or not, that a running chain draws at a time."""

_LONGEST_GAP: Final = 8
"""The number of rounds between two tours above which stirring is faster than running on."""

_RARE: Final = 1 / 100
"""The share of tours among all tourneys up to which cycles are weighed, which takes ten to thirty times as long."""

_LONG: Final = 100
"""The number of tours of each chain from which several sheets lie side by side, which is faster."""

_WIDE: Final = 8
"""The maximum number of sheets side by side."""

_SQUARES_PER_ROUND: Final = 64
"""The square of the longer side divided by this is the number of rounds between two observations. The winding takes two
to three times as many to decorrelate.
"""

_BYTES: Final = 3
"""The number of copies of the moves arrays of all tours that are held at once."""

_FEW: Final = 100
"""The number of tours needed for a diagnosis; on boards of up to `_SMALL` squares, at least as many are drawn."""

_SMALL: Final = 2500

_MOST_TIME: Final = 3.0
_MOST_R_HAT: Final = 1.05
"""The upper limit for a good sample, apart from random error."""


@dataclass(frozen=True)
class Statistic:
    """The diagnostics of a sample for one statistic."""

    mean: float
    error: float
    """The standard error of the mean, by the effective size."""
    deviation: float
    """The standard deviation of a tour's value."""
    time: float
    """The autocorrelation time, in kept tours."""
    effective: float
    """The effective size of the diagnosed sample."""
    r_hat: float


@dataclass(frozen=True)
class Diagnosis(Record):
    """The diagnostics of a sample; see the module docstring."""

    law: str
    """Which properties are proven, and which are not."""
    weight: float
    """The weight of a cycle."""
    share: float
    """The share of tours among the observed states."""
    chains: int
    tours: int
    """The number of diagnosed tours: all that were drawn."""
    thinning: int
    """The thinning interval: one tour in this many is kept."""
    is_good: bool | None
    """Whether all autocorrelation times are short and the chains agree; `None` if there are too few tours to decide."""
    statistics: dict[str, Statistic]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain values."""
        return asdict(self)


class _Source(Protocol):
    """Chains of one kind."""

    weight: float

    def draw(self) -> tuple[NDArray[np.int64], MoveBits]:
        """Return the numbers of cycles (times, chains) and the moves arrays (times, chains, ...) of some states."""
        ...


class Sampler:
    """Draws uniformly random tours by chains.

    Parameters
    ----------
    source
        Any tour of the board.
    fixed
        The fixed ends of an open tour, as indices of the moves array.
    key
        The key of all random numbers.
    n
        The number of tours to expect.
    budget
        The seconds after which to give up; by default unlimited.
    """

    method: Final = "chain"

    def __init__(self, source: Tour, fixed: Sequence[int], key: int, n: int, budget: float | None = None) -> None:
        self.board = board = source.board
        runs_on = max(board.shape) ** 2 <= _SQUARES_PER_ROUND * _LONGEST_GAP
        self._sources: Sequence[_Source]
        if runs_on and takes_switches(source, fixed):
            self._sources = _running(source, fixed, key, n)
        else:
            self._sources = [_Stirred(source, fixed, derive_key(key, "chain", chain)) for chain in range(_CHAINS)]
        self._budget = budget
        self._series: list[list[MoveBits]] = []
        """The moves arrays of the tours of each chain, in parts."""
        self._lengths: list[int] = []
        self._looks = 0
        self._thinning = 1

    def draw(self, n: int, progress: Progress | None = None) -> None:
        """Draw tours until there are `n` good ones, and enough for a diagnosis.

        Raises
        ------
        BudgetExceeded
            If the time runs out first; the tours drawn so far are kept.
        """
        refuse_beyond_memory(f"a sample of {n} tours", _BYTES * n * self.board.size * self.board.dtype.itemsize)
        started = time.monotonic()
        least = max(n, _FEW if self.board.size <= _SMALL else 1)
        with ThreadPoolExecutor(min(processors(), len(self._sources))) as threads:
            while True:
                while len(self) < n or self._drawn < least * self._thinning:
                    if self._budget is not None and time.monotonic() - started > self._budget:
                        raise BudgetExceeded(self._shortfall(n))
                    self._add(list(threads.map(lambda source: source.draw(), self._sources)))
                    if progress:
                        progress("sampling", min(len(self), n), n)
                if self.diagnosis().is_good is not False:
                    return
                self._thinning *= 2

    def __len__(self) -> int:
        return sum(-(-length // self._thinning) for length in self._lengths)

    def moves(self, n: int | None = None) -> MoveBits:
        """Return the moves arrays of the tours, (n, ...) with the board's shape, first tours of all chains first."""
        kept = self._kept()
        if not kept:
            return np.empty((0, *self.board.shape), self.board.dtype)
        turns = np.concatenate([np.arange(len(series)) for series in kept])
        in_turn: MoveBits = np.concatenate(kept)[np.argsort(turns, kind="stable")[:n]]
        return in_turn

    def _kept(self) -> list[MoveBits]:
        """Return the moves arrays of the tours of each chain, after thinning."""
        self._series = [[np.concatenate(series)] for series in self._series]
        return [series[0][:: self._thinning] for series in self._series]

    @property
    def _drawn(self) -> int:
        return sum(self._lengths)

    def _add(self, drawn: list[tuple[NDArray[np.int64], MoveBits]]) -> None:
        counts = np.concatenate([counts for counts, _ in drawn], axis=1)
        moves = np.concatenate([moves for _, moves in drawn], axis=1)
        self._looks += counts.size
        self._series = self._series or [[] for _ in range(counts.shape[1])]
        self._lengths = self._lengths or [0] * counts.shape[1]
        for number, (chain, are_tours) in enumerate(zip(np.moveaxis(moves, 1, 0), counts.T == 1, strict=True)):
            self._series[number].append(tours := chain[are_tours])
            self._lengths[number] += len(tours)

    def _shortfall(self, n: int) -> str:
        found = f"the budget of {self._budget:g} s ended at {len(self)} of {n} tours, which are kept"
        if len(self) >= n:
            found = f"the budget of {self._budget:g} s ended before the {n} tours, which are kept, could be judged"
        return found + "; allow more time"

    def diagnosis(self) -> Diagnosis:
        """Return the diagnostics of all tours drawn, after thinning."""
        kept = self._kept()
        chains = [statistics(series, self.board) for series in kept if len(series)]
        judged = {name: _judge([chain[name].astype(float) for chain in chains]) for name in (chains or [{}])[0]}
        enough = sum(map(len, kept)) >= _FEW
        good = all(one.time <= _MOST_TIME and one.r_hat <= self._most_r_hat(kept) for one in judged.values())
        return Diagnosis(
            "stationary law uniform, proved; mixing diagnosed, not proved",
            float(np.mean([source.weight for source in self._sources])),
            self._drawn / max(1, self._looks),
            len(self._series),
            sum(map(len, kept)),
            self._thinning,
            good if enough else None,
            judged,
        )

    @staticmethod
    def _most_r_hat(kept: list[NDArray[Any]]) -> float:
        """Return the largest plausible R-hat of independent tours: its random error is of the order of 1 / length."""
        return max(_MOST_R_HAT, 1 + 4 / max(2, min(map(len, kept), default=0)))


class _Running:
    """Chains on one sheet, or on several of them side by side, that run on from each state to the next."""

    def __init__(self, source: Tour, fixed: Sequence[int], key: int, lanes: int, *, weighs: bool) -> None:
        starts = [stirred(source, derive_key(key, "stir", lane), fixed) for lane in range(lanes)]
        self.weight = RARITY * lanes / sum(start.cycle_count for start in starts) if weighs else 1.0
        self._gap = max(1, max(source.board.shape) ** 2 // _SQUARES_PER_ROUND) if weighs else 1
        self._chain = Chain(np.array([start.moves for start in starts]), self.weight, derive_key(key, "run"), fixed)
        self._chain.run(ROUNDS)

    def draw(self) -> tuple[NDArray[np.int64], MoveBits]:
        return self._chain.draw(_BATCH, self._gap)


def _running(source: Tour, fixed: Sequence[int], key: int, n: int) -> list[_Running]:
    """Return chains for about `n` tours."""
    lanes = lanes_on_sheet(source.board.shape[1])
    sheets = max(2, math.ceil(_CHAINS / lanes))
    width = min(max(1, n // (_LONG * lanes * sheets)), _WIDE)
    keys = [derive_key(key, "sheet", sheet) for sheet in range(sheets)]
    alike = [_Running(source, fixed, each, lanes * width, weighs=False) for each in keys]
    if np.mean([chains.draw()[0] == 1 for chains in alike]) > _RARE:
        return alike
    return [_Running(source, fixed, each, lanes, weighs=True) for each in keys]


class _Stirred:
    """A chain that is stirred before each state."""

    def __init__(self, source: Tour, fixed: Sequence[int], key: int) -> None:
        self._state: Tourney = source
        self._fixed, self._key, self._drawn = fixed, key, 0
        cycles = 0
        for number in range(_CHAINS):
            self._state = stirred(self._state, derive_key(key, "weigh", number), fixed)
            cycles += self._state.cycle_count
        self.weight = RARITY * _CHAINS / cycles

    def draw(self) -> tuple[NDArray[np.int64], MoveBits]:
        key = derive_key(self._key, self._drawn)
        self._drawn += 1
        self._state = start = stirred(self._state, derive_key(key, "stir"), self._fixed)
        count, moves = next(states(start, self.weight, key, self._fixed))
        return np.array([[count]]), moves[None, None]


def _judge(chains: list[NDArray[np.float64]]) -> Statistic:
    """Return the diagnostics of one statistic from its values in each chain."""
    pooled = np.concatenate(chains)
    times = [autocorrelation_time(chain) for chain in chains if chain.size > 1]
    time_ = float(np.mean(times)) if times else 1.0
    effective = pooled.size / time_
    deviation = float(pooled.std())
    return Statistic(
        float(pooled.mean()), deviation / math.sqrt(effective), deviation, time_, effective, split_r_hat(chains)
    )


def autocorrelation_time(series: NDArray[np.float64]) -> float:
    """Return 1 + 2 * (the sum of the autocorrelations), up to a lag of six times that (Sokal 1997); 1 at least."""
    centred = series - series.mean()
    if not centred.any():
        return 1.0
    spectrum = np.abs(np.fft.rfft(centred, 1 << centred.size.bit_length() + 1)) ** 2
    correlations = np.fft.irfft(spectrum)[: centred.size]
    times = 2 * np.cumsum(correlations / correlations[0]) - 1
    enough = np.flatnonzero(np.arange(times.size) >= 6 * times)
    return max(1.0, float(times[enough[0] if enough.size else -1]))


def split_r_hat(chains: list[NDArray[np.float64]]) -> float:
    """Return the potential scale reduction of the halves of chains: 1 if they agree or are too short."""
    half = min(chain.size for chain in chains) // 2
    if half < 2:
        return 1.0
    halves = np.array([part for chain in chains for part in (chain[:half], chain[-half:])])
    within = halves.var(axis=1, ddof=1).mean()
    if within == 0:
        return 1.0
    between = halves.mean(axis=1).var(ddof=1)
    return float(math.sqrt((half - 1) / half + between / within))
