"""Uniformly random tours of a board, or all of its tours in turn.

Exact samples of small boards are drawn from a sweep in plain Python (see `small_boards`); those of large rectangles are
drawn by their ranks (see `ranking`). A few tours of other small boards are drawn one by one, each by worms of its own
(see `plain.worms`), and all others by Markov chains (see `chains`).
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast, get_args

import numpy as np

from destrier.core.board import SYMMETRIES, Board, transform
from destrier.core.conditions import Conditions, conditions_of
from destrier.core.naming import board_of, rectangle_of
from destrier.core.seeds import Stream, derive_key
from destrier.core.tourney import Tour, Tourney
from destrier.core.tours import Tours
from destrier.counting.counts import is_rectangle, refuse_to_count
from destrier.counting.needs import foresee
from destrier.counting.small_boards import MOST_SQUARES, TourGraph, small_board
from destrier.makers.conditions import uniform_tour
from destrier.makers.symmetric import every_symmetric_tour
from destrier.measuring.metrics import measure
from destrier.measuring.tables import MeasureTable
from destrier.plain.sweep import TooManyStates
from destrier.proofs.ends import ends_of
from destrier.proofs.why import why_no_tour
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard, shown
from destrier.support.resources import refuse_beyond_memory
from destrier.switching.small_graphs import SMALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import ArrayLike, NDArray

    from destrier.core.board import Board
    from destrier.core.choices import SymmetryKind
    from destrier.core.conditions import Move
    from destrier.core.grid import BaseBoard
    from destrier.core.leaper import Piece
    from destrier.core.seeds import Seed
    from destrier.core.types import Place
    from destrier.counting.chains import Diagnosis, Sampler
    from destrier.counting.ranking import Ranking
    from destrier.support.aliases import Progress

Method: TypeAlias = Literal["exact", "independent", "chain"]

_BATCH: Final = 1 << 14
"""The number of tours to trace back together."""

_KEYS: Final = 1 << 63

_SQUARES: Final = 72
"""The largest board that is counted by default."""

_QUICK: Final = 1.0
_CHAIN: Final = 0.00002
"""Counting is the default if it takes up to this many seconds, or no longer than chains with these seconds a tour."""

_FEW: Final = 10
"""Number of tours of a small board up to which each is drawn by itself: too few for the diagnostics of chains."""


class Sample(Tours):
    """Uniformly random tours, drawn independently or by Markov chains."""

    def __init__(self, tours: Iterable[Tour], method: Method, diagnosis: Diagnosis | None = None) -> None:
        super().__init__(tours)
        self.method = method
        """The sampling method."""
        self.diagnosis = diagnosis
        """The diagnostics of a sample drawn by chains."""

    def measures(self) -> MeasureTable:
        """Return a table of the measures; see `measure`.

        Its standard errors count the tours of chains as as many independent ones as the slowest of the diagnosed
        statistics does.
        """
        told = self.diagnosis
        effective = 1.0 if told is None else min(one.effective / told.tours for one in told.statistics.values())
        return MeasureTable(map(measure, self), min(1.0, effective))


def sample(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    n: int = 1,
    seed: Seed = None,
    kind: Literal["closed", "open"] = "closed",
    start: Place | None = None,
    end: Place | None = None,
    require: Iterable[Move] = (),
    forbid: Iterable[Move] = (),
    method: Method | None = None,
    budget: float | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Draw tours of a board, each with the same probability.

    Parameters
    ----------
    *board
        The board, or its sides in any order.
    leaper
        The piece, if not the board's own; see `tour`.
    n
        The number of tours, at least 1.
    seed
        The same integer gives the same tours on every machine and number of threads; larger samples by the same method
        begin alike unless it is `chain`.
    kind
        `closed` or `open`.
    start, end
        Ends of open tours; by default any.
    require, forbid
        The required and the forbidden moves: `"c3-d5"`, or pairs of squares. Not for chains.
    method
        `exact` counts the tours and draws independently; it takes small boards of any kind, and rectangles whose short
        side is at most 8, or 7 for open tours, and whose tours are fewer than 2^62. `independent` takes any board and
        draws each tour as `tour` does with `uniform`. `chain` takes any board: Markov chains run until their
        diagnostics indicate convergence. By default `exact` if the count takes up to a second, or is the faster way to
        so many tours; else `independent` for up to 10 tours of a board of at most 256 squares, or under conditions.
    budget
        The seconds after which chains give up; by default unlimited. Not for the other methods.
    max_memory
        The most bytes to use for a count; by default what this process may have. Only for exact samples.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    Sample
        A list of tours. Its `diagnosis` has, after `chain`, the mean, autocorrelation time, effective size and R-hat of
        each statistic; see `destrier.counting.chains`. 1,000 tours of 8 x 8 take about a minute and 1.6 GB by `exact`,
        and 20 ms by `chain`, 100,000 a second, 1,000 tours of 32 x 32 some four seconds.

    Raises
    ------
    NoSuchTour
        If there is no such tour.
    UnsupportedBoard
        If the board is too large for `exact`.
    BudgetExceeded
        If the budget runs out before there are enough good tours. The `sample` of the error holds those drawn so far.
    MemoryError
        If the count is expected to need more memory than there is.

    See Also
    --------
    destrier.all_tours, destrier.tour, destrier.counting.estimate

    Examples
    --------
    >>> tours = sample(10, 10, n=200, seed=1)
    >>> tours.diagnosis.is_good
    True
    """
    check_size(n)
    sampler = sampler_of(
        *board,
        leaper=leaper,
        n=n,
        seed=seed,
        kind=kind,
        start=start,
        end=end,
        require=require,
        forbid=forbid,
        method=method,
        budget=budget,
        max_memory=max_memory,
        progress=progress,
    )
    try:
        sampler.draw(n, progress)
    except BudgetExceeded as error:
        raise BudgetExceeded(str(error), _sample_of(sampler, n)) from None
    return _sample_of(sampler, n)


def _sample_of(sampler: Sampler | IndependentSampler, n: int) -> Sample:
    return Sample(tours_of(sampler.moves(n), sampler.board), sampler.method, sampler.diagnosis())


def sampler_of(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    n: int = 1,
    seed: Seed = None,
    kind: Literal["closed", "open"] = "closed",
    start: Place | None = None,
    end: Place | None = None,
    require: Iterable[Move] = (),
    forbid: Iterable[Move] = (),
    method: Method | None = None,
    budget: float | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> Sampler | IndependentSampler:
    """Return the sampler behind a `sample` of `n` tours, which keeps its tours when it is interrupted."""
    from destrier.counting.chains import Sampler
    from destrier.desk.tour import tour

    if kind not in ("closed", "open"):
        raise DestrierError(f"tours are sampled if they are closed or open, not {shown(kind)}")
    if budget is not None:
        from destrier.search.numbered import check_budget

        check_budget(budget)
    if method not in (None, *get_args(Method)):
        raise DestrierError(f"a method of sampling is 'exact', 'independent' or 'chain', not {shown(method)}")
    if budget is not None and method not in (None, "chain"):
        raise DestrierError(f"a budget is for the method chain, not for {method}: leave it out")
    if max_memory is not None and method not in (None, "exact"):
        raise DestrierError(f"max_memory limits the count of the method exact, not {method}: leave it out")
    asked = board_of(*board, leaper=leaper)
    ends = ends_of(asked, kind, start, end)
    conditions = conditions_of(asked, require, forbid)
    key = derive_key(seed, "sample")
    if method in (None, "exact"):
        are_ends = kind == "open" and len(ends) == len(set(ends))
        small = small_board(asked, kind, ends, conditions) if max_memory is None and (are_ends or not ends) else None
        if small is not None and small.total:
            random = Random(key)  # noqa: S311 (not for cryptography)
            return IndependentSampler(asked, "exact", lambda n: [small.drawn(random) for _ in range(n)])
        if method == "exact" and small is not None:
            raise NoSuchTour(f"no {kind} tour of {asked.describe()} exists: all tours were counted")
        if method == "exact" and ends:
            raise UnsupportedBoard(
                "exact samples of large boards are of all open tours; the method chain takes given ends"
            )
        if method == "exact" or (not ends and _is_quick(asked, kind, n, max_memory)):
            rectangle = rectangle_of("tours are sampled", asked)
            ranking, stream = _ranking(rectangle, kind, conditions, max_memory, progress), Stream(key)
            return IndependentSampler(
                rectangle, "exact", lambda n: ranking.unrank(_below(stream, ranking.total) for _ in range(n))
            )
    if conditions and (method == "chain" or asked.size > SMALL):
        raise UnsupportedBoard(
            f"require and forbid are for the methods exact and independent, on boards of up to {SMALL} squares"
        )

    def drawn(key: int) -> Tour:
        if not conditions:
            return tour(asked, kind=kind, start=start, end=end, uniform=True, seed=key)
        met = uniform_tour(asked, kind, tuple(ends), conditions, key)
        if met is None:
            raise UnsupportedBoard(f"too few {kind} tours of {asked.describe()} meet the conditions to draw one")
        return met

    if method == "independent" or (method is None and asked.size <= SMALL and (n <= _FEW or conditions)):
        keys = Stream(key)
        return IndependentSampler(asked, "independent", lambda n: [drawn(keys.key()).moves for _ in range(n)])
    key = derive_key(seed, "chains")
    source = drawn(derive_key(key, "source"))
    return Sampler(source, [asked.index(cast("Any", square)) for square in ends], key, n, budget)


class IndependentSampler:
    """Draws tours of a board independently, by a function of their number."""

    def __init__(self, board: BaseBoard, method: Method, drawn: Callable[[int], ArrayLike]) -> None:
        self.board, self.method = board, method
        self._drawn = drawn
        self._moves = np.empty((0, *board.shape), board.dtype)

    def draw(self, n: int, progress: Progress | None = None) -> None:
        """Draw `n` tours."""
        refuse_beyond_memory(f"a sample of {n} tours", int(n) * self.board.size)
        moves = np.empty((n, *self.board.shape), self.board.dtype)
        for first in range(0, n, _BATCH):
            last = min(first + _BATCH, n)
            moves[first:last] = self._drawn(last - first)
            self._moves = moves[:last]
            if progress:
                progress("sampling", last, n)

    def __len__(self) -> int:
        return len(self._moves)

    def moves(self, n: int | None = None) -> NDArray[Any]:
        """Return the moves arrays of the first tours, (n, ...) with the board's shape."""
        return self._moves[:n]

    def diagnosis(self) -> None:
        """Return `None`: independent samples need no diagnostics."""


def _is_quick(board: BaseBoard, kind: Literal["closed", "open"], n: int, max_memory: int | None) -> bool:
    """Return whether counting the tours of a board is a quick way to a sample, or quicker than chains."""
    if not is_rectangle(board):
        return False
    try:
        refuse_to_count(board, kind, max_memory)
    except (NoSuchTour, UnsupportedBoard, MemoryError):
        return False
    return board.size <= _SQUARES and foresee(*board.shape, kind).seconds <= max(_QUICK, _CHAIN * n)


def check_size(n: int) -> None:
    """Raise if a sample cannot have `n` tours."""
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
        raise DestrierError(f"a sample has at least 1 tour, not {shown(n)}")


def sample_moves(
    *board: int | BaseBoard,
    n: int = 1,
    seed: Seed = None,
    kind: Literal["closed", "open"] = "closed",
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.uint8]:
    """Return the moves arrays of an exact sample, `uint8` (n, rows, cols)."""
    check_size(n)
    sampler = sampler_of(*board, seed=seed, kind=kind, method="exact", max_memory=max_memory, progress=progress)
    sampler.draw(n, progress)
    return sampler.moves()


def all_tours(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    kind: Literal["closed", "open"] = "closed",
    classes: bool = False,
    symmetry: SymmetryKind | None = None,
    require: Iterable[Move] = (),
    forbid: Iterable[Move] = (),
) -> Iterator[Tour]:
    """Yield every tour of a board once, undirected.

    The tours are found one by one, the first at once and the others in some 30 microseconds each. Their order is
    always the same.

    Parameters
    ----------
    *board, leaper, kind, require, forbid
        The same parameters as those of `sample`.
    classes
        Whether to yield only one of a tour's images under the symmetries of a rectangle: the one whose moves array,
        read row by row, comes first.
    symmetry
        Yield only the tours of a rectangle that this symmetry maps onto themselves; see `tour`.

    Raises
    ------
    UnsupportedBoard
        If the board has more than 240 squares. If there is no tour, nothing is raised.

    See Also
    --------
    destrier.count, destrier.sample, destrier.solutions

    Examples
    --------
    >>> len(list(all_tours(5, 6)))
    8
    """
    named = board_of(*board, leaper=leaper)
    batches = all_moves(named, kind=kind, classes=classes, symmetry=symmetry, require=require, forbid=forbid)
    return (tour for moves in batches for tour in tours_of(moves, named))


def all_moves(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    kind: Literal["closed", "open"] = "closed",
    classes: bool = False,
    symmetry: SymmetryKind | None = None,
    require: Iterable[Move] = (),
    forbid: Iterable[Move] = (),
    n: int | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> Iterator[NDArray[np.uint8]]:
    """Return the moves arrays of `all_tours`, (k, *shape) of the board, in batches, the first `n` tours at most."""
    named = board_of(*board, leaper=leaper)
    if kind not in ("closed", "open"):
        raise DestrierError(f"tours are listed if they are closed or open, not {shown(kind)}")
    if classes:
        rectangle_of("classes of tours are listed", named)
    conditions = conditions_of(named, require, forbid)
    if conditions and (classes or symmetry):
        raise DestrierError(f"require and forbid cannot be combined with {'classes' if classes else 'symmetry'}")
    if why_no_tour(named, kind=kind, symmetry=symmetry) is not None:
        return iter(())
    if named.size > MOST_SQUARES:
        raise UnsupportedBoard(f"tours are listed of boards of up to {MOST_SQUARES} squares, not of {named.describe()}")
    if symmetry is None:
        batches = _found(named, kind, conditions, max_memory, progress)
    else:
        rectangle = rectangle_of("tours with a symmetry are listed", named)
        batches = _batches(every_symmetric_tour(rectangle, symmetry, kind))
    if classes:
        least = (moves[are_least(moves)] for moves in batches)
        batches = (moves for moves in least if len(moves))
    return _first(n, batches, progress)


def _found(
    board: BaseBoard,
    kind: Literal["closed", "open"],
    conditions: Conditions,
    max_memory: int | None,
    progress: Progress | None,
) -> Iterator[NDArray[np.uint8]]:
    """Yield the moves arrays of all tours as they are found; by their ranks if none is found, because they are rare."""
    try:
        yield from _batches(TourGraph(board, kind, conditions=conditions).every(max_memory))
    except TooManyStates:
        if not is_rectangle(board):
            raise
        with suppress(NoSuchTour):
            yield from ranked_moves(board, kind, conditions, max_memory=max_memory, progress=progress)


def _batches(every: Iterator[NDArray[np.uint8]]) -> Iterator[NDArray[np.uint8]]:
    """Yield moves arrays in batches, small ones at first."""
    size = 1
    while batch := list(islice(every, size)):
        yield np.array(batch)
        size = min(2 * size, _BATCH)


def _first(
    n: int | None, batches: Iterator[NDArray[np.uint8]], progress: Progress | None
) -> Iterator[NDArray[np.uint8]]:
    """Yield the first `n` moves arrays at most."""
    listed = 0
    for moves in batches:
        yield moves[: None if n is None else n - listed]
        listed += len(moves)
        if n is not None:
            if progress:
                progress("listing", min(listed, n), n)
            if listed >= n:
                return


def ranked_moves(
    board: Board,
    kind: Literal["closed", "open"] = "closed",
    conditions: Conditions = Conditions(),  # noqa: B008 (it is frozen)
    *,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> Iterator[NDArray[np.uint8]]:
    """Yield the moves arrays of all tours of a board, in batches, by their ranks: after a count, but faster.

    Raises
    ------
    NoSuchTour
        If there is none.
    """
    ranking = _ranking(board, kind, conditions, max_memory, progress)
    for first in range(0, ranking.total, _BATCH):
        last = min(first + _BATCH, ranking.total)
        yield ranking.unrank(range(first, last))
        if progress:
            progress("listing", last, ranking.total)


def _ranking(
    board: Board,
    kind: Literal["closed", "open"],
    conditions: Conditions,
    max_memory: int | None,
    progress: Progress | None,
) -> Ranking:
    from destrier.counting.ranking import Ranking

    refuse_to_count(board, kind, max_memory)
    ranking = Ranking(board.rows, board.cols, kind, conditions=conditions, progress=progress)
    if not ranking.total:
        raise NoSuchTour(f"no {kind} tour of {board.describe()} meets the conditions: all tours were counted")
    return ranking


def _below(stream: Stream, bound: int) -> int:
    """Return a uniformly random number below `bound`: keys of the last, incomplete run are drawn anew."""
    while True:
        key = stream.key()
        if key < _KEYS - _KEYS % bound:
            return key % bound


def tours_of(moves: NDArray[Any], board: BaseBoard) -> Iterator[Tour]:
    """Yield the tours of moves arrays, (n, rows, cols), which are not checked."""
    for array in moves:
        yield Tourney.trusted(array.copy(), board, 1)


def are_least(moves: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which of these moves arrays come first among their images on the same board."""
    stack = np.moveaxis(moves, 0, -1)
    least = np.ones(len(moves), np.bool_)
    for symmetry in SYMMETRIES:
        image = transform(stack, symmetry)
        if image.shape == stack.shape:
            flat, other = (grid.reshape(moves.shape[1] * moves.shape[2], -1) for grid in (stack, image))
            first = np.argmax(flat != other, axis=0)[None]
            least &= (np.take_along_axis(flat, first, 0) <= np.take_along_axis(other, first, 0))[0]
    return least
