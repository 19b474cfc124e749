"""Estimate how many tours of a board have each number of turns, crossings, rails or angles.

Worms draw covers with a weight on each turn, say, on a ladder of weights that leads from the usual tours to those with
the fewest turns, and to those with the most (see `destrier.counting.ladders`). Only covers of a single cycle count.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import exp, inf
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, get_args

import numpy as np

from destrier.core.choices import Figure
from destrier.core.leaper import MOVES
from destrier.core.naming import rectangle_of
from destrier.core.seeds import Stream, derive_key, drawn_seed
from destrier.core.tourney import tourney_of
from destrier.counting.counts import count, why_none
from destrier.counting.estimates import check_error, estimate
from destrier.counting.extreme_tours import figures
from destrier.counting.ladders import Histogram, find_rungs, fits, histogram_of, in_rounds, jackknife
from destrier.counting.needs import foresee
from destrier.measuring.metrics import ANGLES, angles_by_byte, crossing_pairs
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, shown
from destrier.support.html import Record
from destrier.support.parallel import in_parallel
from destrier.support.resources import processors
from destrier.switching import costs
from destrier.switching.movegraphs import cover
from destrier.switching.worms import cycle_weight, stir, temper

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from destrier.core.board import Board
    from destrier.core.grid import BaseBoard
    from destrier.core.seeds import Seed
    from destrier.support.aliases import Progress
    from destrier.switching.costs import Cost

Chain: TypeAlias = "Callable[[list[float], int], NDArray[np.int64]]"
"""A function of the logarithms of the rungs' weights and the number of draws on each; it returns the draws (rungs,
numbers), of which negative ones do not count. It goes on where it was; additional rungs begin where the last one is.
"""

_PILOT_OF_A_CHAIN: Final = 100
_DRAWS_OF_A_CHAIN: Final = 125
_CHAINS: Final = 16
_LEAST_ROUNDS: Final = 4

_OFTEN: Final = 0.01
"""The least probability of the values of which an error is demanded."""

_SOON: Final = 60
"""The limit on an exact count of the tours, in processor seconds of a reference machine."""

_CERTAIN: Final = 1 << 53
"""The range of random numbers that decide about exchanges."""


@dataclass(frozen=True)
class FigureEstimate(Record):
    """How many closed tours of a board have each number of turns, or of another figure."""

    rows: int
    cols: int
    figure: Figure
    tours: int
    """The number of undirected tours, exact if its error is 0."""
    tours_error: float
    """Its relative standard error."""
    numbers: list[int]
    """The numbers of turns of at least one tour, as estimated, in increasing order."""
    shares: list[float]
    """The share of the tours with each number."""
    errors: list[float]
    """The relative standard error of each share."""
    seed: int


def estimate_figure(
    *board: int | BaseBoard,
    figure: Figure,
    error: float = 0.03,
    seed: Seed = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> FigureEstimate:
    """Estimate how many closed tours of a rectangle have each number of turns, crossings, rails or angles.

    Parameters
    ----------
    *board
        The board, or its sides in any order.
    figure
        `turns`, `crossings`, `rails`, or `angle-37` to `angle-143`, the number of squares whose two moves make that
        angle in degrees (see `angle_counts`).
    error
        The relative standard error to reach for all numbers that more than 1 % of the tours have. Those of rare numbers
        are larger.
    seed
        The same integer gives the same estimate on every machine and any number of threads.
    max_memory
        The most bytes to use for exact numbers of tours or tourneys; by default what this process may have.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    FigureEstimate
        The shares of all numbers, down to the fewest and up to the most on boards like 8 x 8, which takes a minute. On
        larger boards, tours with extreme numbers may be missed, or be too few; then the errors do not tell.

    Raises
    ------
    NoSuchTour
        If there is no tour.
    MemoryError
        If the exact numbers are expected to need more memory than there is.

    Examples
    --------
    >>> found = estimate_figure(5, 6, figure="turns", error=0.5, seed=1)
    >>> found.tours, found.numbers
    (8, [28, 29, 30])
    """
    rectangle = rectangle_of("figures are estimated", *board)
    if figure not in get_args(Figure):
        raise DestrierError(f"a figure is one of {', '.join(get_args(Figure))}, not {shown(figure)}")
    check_error(error)
    if reason := why_none(rectangle, "closed"):
        raise NoSuchTour(reason)
    drawn, tell = drawn_seed(seed), progress or (lambda *_: None)
    tours, tours_error = _number_of_tours(rectangle, error, derive_key(drawn, "tours"), max_memory, tell)
    found = all_shares(_chains(rectangle, figure), error, derive_key(drawn, "shares"), tell)
    # A number that was drawn has tours. If less than one is estimated, the chains hardly ever reach them.
    drawn_numbers = np.flatnonzero(found.shares).tolist()
    numbers = [number for number in drawn_numbers if Fraction(found.shares[number]) * tours >= 1]
    return FigureEstimate(
        *rectangle.shape,
        figure,
        tours,
        tours_error,
        numbers,
        found.shares[numbers].tolist(),
        found.errors[numbers].tolist(),
        drawn,
    )


class Shares(NamedTuple):
    """The probabilities of the values from 0 on, and their relative standard errors."""

    shares: NDArray[np.float64]
    errors: NDArray[np.float64]

    @property
    def error(self) -> float:
        """The largest error of a common value."""
        return float(self.errors[self.shares >= _OFTEN].max())


def all_shares(start: Callable[[int], Chain], error: float, key: int, progress: Progress) -> Shares:
    """Estimate the probabilities of all values at weight 1, those of common values up to a relative standard error.

    `start` begins a chain from a key. Each group is a chain; its first half is not used.
    """
    found = {0.0}
    for done, (sign, end) in enumerate(((-1, np.min), (1, np.max))):
        progress("building a ladder", done, 2)
        found.update(_side(start, sign, end, key))
    progress("building a ladder", 2, 2)
    rungs = sorted(found)
    chains = [start(derive_key(key, number)) for number in range(_CHAINS)]
    rounds = list[list[Histogram]]()

    def draw(chain: Chain) -> Histogram:
        return histogram_of(chain(rungs, _DRAWS_OF_A_CHAIN))

    def add(more: int) -> None:
        done = 0

        def tell(finished: int) -> None:
            progress("drawing", done + finished, more * _CHAINS)

        for _ in range(more):
            rounds.append(in_parallel(draw, chains, tell))
            done += _CHAINS

    def judge() -> Shares:
        if not any(histogram.size for groups in rounds for histogram in groups):
            raise BudgetExceeded("nothing can be estimated, as no tour was drawn")
        logs, parts = fits(rounds[len(rounds) // 2 :], rungs)
        shares = np.exp(logs)
        errors = np.divide(jackknife(np.exp(parts)), shares, out=np.zeros_like(shares), where=shares > 0)
        return Shares(shares, errors)

    return in_rounds(add, judge, error, _LEAST_ROUNDS)


def _side(start: Callable[[int], Chain], sign: int, end: Callable[[NDArray[np.int64]], int], key: int) -> list[float]:
    """Return the rungs that lead down, or up, to the value at the end."""
    pilot = start(derive_key(key, "pilot", sign))
    return find_rungs(lambda rungs: pilot(rungs, _PILOT_OF_A_CHAIN)[-1], sign, end)


def _number_of_tours(
    board: Board, error: float, key: int, max_memory: int | None, progress: Progress
) -> tuple[int, float]:
    """Return the number of closed tours, and its relative standard error."""
    if foresee(*board.shape, "closed").seconds * processors() < _SOON:
        return count(board, max_memory=max_memory, progress=progress).undirected, 0.0
    estimated = estimate(board, error=error, seed=key, max_memory=max_memory, progress=progress)
    return estimated.undirected, estimated.error


def _chains(board: Board, figure: Figure) -> Callable[[int], Chain]:
    """Return a function that begins a chain, which draws the figure of covers, -1 for those of several cycles.

    After each draw, neighbouring rungs exchange their covers if their weights allow it (replica exchange; Hukushima and
    Nemoto, 1996). Rungs where hardly a worm arrives get new covers from others.
    """
    graph, cost, weight = board.move_graph, _cost(board, figure), cycle_weight(board.size)
    first = cover(graph, 0)
    assert first is not None, f"there is a tourney of {board}"

    def start(key: int) -> Chain:
        stream, stirred = Stream(key), first.copy()
        stir(graph, stirred, stream.key())
        covers = [stirred]
        numbers = [int(figures(tourney_of(stirred, board).moves[None], board)[figure][0])]

        def draw(rungs: list[float], draws: int) -> NDArray[np.int64]:
            temperatures = [-1 / rung if rung else inf for rung in rungs]
            covers.extend(covers[-1].copy() for _ in rungs[len(covers) :])
            numbers.extend(numbers[-1] for _ in rungs[len(numbers) :])
            drawn = np.full((len(rungs), draws), -1, np.int64)
            for time in range(draws):
                for rung, temperature in enumerate(temperatures):
                    after = temper(
                        graph, covers[rung], weight, stream.key(), worms=graph.size, cost=cost, temperature=temperature
                    )
                    numbers[rung] += after.rise
                    if after.cycles == 1:
                        drawn[rung, time] = numbers[rung]
                for here, there in pairwise(range(len(rungs))):
                    gain = (rungs[here] - rungs[there]) * (numbers[there] - numbers[here])
                    if gain >= 0 or stream.below(_CERTAIN) < _CERTAIN * exp(gain):
                        covers[here], covers[there] = covers[there], covers[here]
                        numbers[here], numbers[there] = numbers[there], numbers[here]
            return drawn

        return draw

    return start


def _cost(board: Board, figure: Figure) -> Cost:
    """Return the cost function of a figure."""
    if figure == "turns":
        return costs.turns(board)
    if figure == "crossings":
        return costs.crossings(board, crossing_pairs())
    if figure == "rails":
        return costs.rails(board.move_graph)
    angle = ANGLES.index(int(figure.removeprefix("angle-")))
    pairs = [
        (one, other)
        for one, other in combinations(range(len(MOVES)), 2)
        if angles_by_byte()[1 << one | 1 << other] == angle
    ]
    return costs.pairs_at_squares(board.move_graph, pairs, 1)
