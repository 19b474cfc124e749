"""Uniformly random tours of a board, or all of its tours in turn, by their ranks (see `ranking`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.board import SYMMETRIES, Board, rectangle_of, transform
from destrier.core.seeds import Stream, derive_key
from destrier.core.tourney import Tour, Tourney
from destrier.counting.counts import check_supported, why_none
from destrier.counting.needs import refuse_beyond_needs
from destrier.support.errors import DestrierError, NoSuchTour
from destrier.support.resources import refuse_beyond_memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from numpy.typing import NDArray

    from destrier.core.board import BaseBoard, Board
    from destrier.core.seeds import Seed
    from destrier.counting.ranking import Ranking
    from destrier.support.types import Progress

_BATCH: Final = 1 << 14
"""The number of tours that are traced back together."""

_KEYS: Final = 1 << 63


def sample(
    *board: int | BaseBoard,
    n: int = 1,
    seed: Seed = None,
    kind: Literal["closed", "open"] = "closed",
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> list[Tour]:
    """Draw tours of a rectangle independently, each with exactly the same probability.

    Parameters
    ----------
    *board
        The board, or its sides in any order; the short side is at most 8, or 7 for open tours.
    n
        The number of tours, at least 1.
    seed
        The same integer gives the same tours on every machine and number of threads; larger samples begin alike.
    kind
        `closed` or `open`.
    max_memory
        The most bytes to use; by default what the machine has.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    list of Tour
        The sample. The board's tours are counted first; then each takes some milliseconds on large boards. 1,000 tours
        of 8 x 8 take about a minute and 1.6 GB on two cores.

    Raises
    ------
    NoSuchTour
        If there is no such tour.
    UnsupportedBoard
        If the short side is too long, or there are at least 2^62 tours.
    MemoryError
        If the count is expected to need more memory than there is.
    """
    rectangle = rectangle_of("tours are sampled", *board)
    moves = sample_moves(rectangle, n=n, seed=seed, kind=kind, max_memory=max_memory, progress=progress)
    return list(_tours(moves, rectangle))


def sample_moves(
    *board: int | BaseBoard,
    n: int = 1,
    seed: Seed = None,
    kind: Literal["closed", "open"] = "closed",
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.uint8]:
    """Return the moves arrays of `sample`, `uint8` (n, rows, cols)."""
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
        raise DestrierError(f"a sample has 1 tour at least, not {n!r}")
    rectangle = rectangle_of("tours are sampled", *board)
    refuse_beyond_memory(f"a sample of {n} tours", int(n) * rectangle.size)
    ranking = _ranking(rectangle, kind, max_memory, progress)
    stream = Stream(derive_key(seed, "sample"))
    moves = np.empty((n, *rectangle.shape), np.uint8)
    for first in range(0, n, _BATCH):
        last = min(first + _BATCH, n)
        moves[first:last] = ranking.unrank(_below(stream, ranking.total) for _ in range(first, last))
        if progress:
            progress("sampling", last, n)
    return moves


def all_tours(
    *board: int | BaseBoard, kind: Literal["closed", "open"] = "closed", classes: bool = False
) -> Iterator[Tour]:
    """Yield every tour of a rectangle once, undirected.

    They come in the order of their ranks (see `destrier.counting.ranking`), which is always the same; some 10
    microseconds each.

    Parameters
    ----------
    *board, kind
        The same parameters as those of `sample`.
    classes
        Whether to yield only one of a tour's images under the symmetries of the board: the one whose moves array, read
        row by row, comes first.

    Raises
    ------
    UnsupportedBoard
        If the short side is too long, or there are at least 2^62 tours. If there is no tour, nothing is raised.
    """
    rectangle = rectangle_of("tours are listed", *board)
    batches = all_moves(rectangle, kind=kind, classes=classes)
    return (tour for moves in batches for tour in _tours(moves, rectangle))


def all_moves(
    *board: int | BaseBoard,
    kind: Literal["closed", "open"] = "closed",
    classes: bool = False,
    n: int | None = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> Iterator[NDArray[np.uint8]]:
    """Return the moves arrays of `all_tours`, `uint8` (k, rows, cols), in batches, the first `n` tours at most."""
    rectangle = rectangle_of("tours are listed", *board)
    if why_none(rectangle, kind) is not None:
        return iter(())
    return _batches(_ranking(rectangle, kind, max_memory, progress), classes, n, progress)


def _batches(ranking: Ranking, classes: bool, n: int | None, progress: Progress | None) -> Iterator[NDArray[np.uint8]]:
    left = ranking.total if n is None else n
    size = _BATCH if classes else min(_BATCH, left)
    for first in range(0, ranking.total, _BATCH):
        moves = ranking.unrank(range(first, min(first + size, ranking.total)))
        listed = (moves[_are_least(moves)] if classes else moves)[:left]
        left -= len(listed)
        yield listed
        if progress:
            progress("listing", min(first + _BATCH, ranking.total), ranking.total)
        if not left:
            return


def _ranking(
    board: Board, kind: Literal["closed", "open"], max_memory: int | None, progress: Progress | None
) -> Ranking:
    from destrier.counting.ranking import Ranking

    if theorem := why_none(board, kind):
        raise NoSuchTour(theorem)
    check_supported(board.rows, board.cols, kind)
    refuse_beyond_needs(board, kind, max_memory)
    return Ranking(board.rows, board.cols, kind, progress=progress)


def _below(stream: Stream, bound: int) -> int:
    """Return a uniformly random number below `bound`: keys of the last, incomplete run are drawn anew."""
    while True:
        key = stream.key()
        if key < _KEYS - _KEYS % bound:
            return key % bound


def _tours(moves: NDArray[np.uint8], board: Board) -> Iterator[Tour]:
    for array in moves:
        tour = Tourney.trusted(array.copy(), board, 1)
        assert isinstance(tour, Tour)
        yield tour


def _are_least(moves: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which of these moves arrays come first among their images on the same board."""
    stack = np.moveaxis(moves, 0, -1)
    least = np.ones(len(moves), np.bool_)
    for symmetry in SYMMETRIES:
        image = transform(stack, symmetry)
        if image.shape == stack.shape:
            flat, other = stack.reshape(-1, len(moves)), image.reshape(-1, len(moves))
            first = np.argmax(flat != other, axis=0)[None]
            least &= (np.take_along_axis(flat, first, 0) <= np.take_along_axis(other, first, 0))[0]
    return least
