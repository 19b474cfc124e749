"""Estimate the number of tours or tourneys of a board that has too many to count.

The number of tours is the number of tourneys times the share of tours among them. Tourneys with c cycles are drawn with
weight w^(c - 1) on a ladder of weights w, which gives the share of those with one cycle (see `ladders`, `worms`).

The number of tourneys is exact if it can be counted quickly. Larger boards are cut into strips that can be counted. The
product of the counts of the strips is the number of tourneys without an edge between two strips. Their share is
estimated in the same way, with a weight on each crossing edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Context, Decimal
from math import ceil, exp, hypot, log, prod, sqrt
from typing import TYPE_CHECKING, Final, Literal, get_args

import numpy as np

from destrier.core.board import Board
from destrier.core.choices import Kind
from destrier.core.naming import rectangle_of
from destrier.core.seeds import derive_key, drawn_seed
from destrier.counting.counts import why_none
from destrier.counting.ladders import Climb, LogShare, log_share_of_zero
from destrier.counting.needs import foresee, refuse_beyond_needs
from destrier.support.errors import DestrierError, shown
from destrier.support.html import Record
from destrier.support.resources import processors
from destrier.switching.movegraphs import cover

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.grid import BaseBoard
    from destrier.core.seeds import Seed
    from destrier.support.aliases import Progress

_SOON: Final = 300
"""The limit on a count of tourneys, in processor seconds of a reference machine, so that results are reproducible."""

_MEMORY: Final = 4 * 10**9
_MOST_ROWS_OF_A_STRIP: Final = 8

_BURN_IN: Final = 16
"""The number of burn-in draws on a rung."""

_LEAST_WORMS: Final = 16

_DIGITS: Final = Context(prec=8)


@dataclass(frozen=True)
class CountEstimate(Record):
    """An estimate of the number of tours or tourneys of a board.

    See Also
    --------
    destrier.counting.estimate

    Examples
    --------
    >>> import destrier as dt
    >>> dt.counting.estimate(6, 6, error=0.05, seed=1).kind
    'closed'
    """

    rows: int
    cols: int
    kind: Literal["closed", "tourney"]
    undirected: int
    """The number, to eight digits."""
    error: float
    """Its relative standard error."""
    tourneys: int
    """The number of tourneys, exact if its error is 0."""
    tourneys_error: float
    """Its relative standard error."""
    share: float
    """The share of tourneys that are of this kind."""
    share_error: float
    """Its relative standard error."""
    seed: int


def estimate(
    *board: int | BaseBoard,
    kind: Literal["closed", "tourney"] = "closed",
    error: float = 0.01,
    seed: Seed = None,
    max_memory: int | None = None,
    progress: Progress | None = None,
) -> CountEstimate:
    """Estimate the number of closed tours, or of tourneys, of a rectangle.

    Parameters
    ----------
    *board
        The board, or its sides in any order.
    kind
        `closed` or `tourney`.
    error
        The relative standard error to reach.
    seed
        The same integer gives the same estimate on every machine and any number of threads.
    max_memory
        The most bytes to use for exact numbers of tourneys; by default what this process may have.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    CountEstimate
        The estimate, and its relative standard error from the spread of independent parts of the work.

    Raises
    ------
    MemoryError
        If the exact numbers are expected to need more memory than there is.

    See Also
    --------
    destrier.count, destrier.sample

    Examples
    --------
    >>> dt.counting.estimate(6, 6, error=0.05, seed=1).tourneys  # there are 9862 tours
    36236
    """
    rectangle = rectangle_of("numbers of tours are estimated", *board)
    if kind not in ("closed", "tourney"):
        other = f"{kind} tours" if kind in get_args(Kind) else shown(kind)
        raise DestrierError(f"estimates are of closed tours and of tourneys, not of {other}")
    check_error(error)
    drawn, tell = drawn_seed(seed), progress or (lambda *_: None)
    exactly = _product_of_strips(rectangle, strips := _strips(rectangle), max_memory, tell)
    has_some = exactly > 0 and (kind == "tourney" or why_none(rectangle, kind) is None)
    is_cut = len(strips) > 1
    part = error / sqrt(2) if is_cut and kind == "closed" else error
    whole = share = LogShare(0.0, 0.0)
    if has_some and is_cut:
        whole = log_share_of_zero(_climb(rectangle, strips, 1), part, derive_key(drawn, "cut"), tell)
    if has_some and kind == "closed":
        share = log_share_of_zero(_climb(rectangle, [min(rectangle.shape)], 0), part, derive_key(drawn, "cycles"), tell)
    tourneys = exactly if not is_cut else _rounded(log(exactly) - whole.log)
    return CountEstimate(
        *rectangle.shape,
        kind,
        undirected=tourneys if kind == "tourney" else _rounded(log(tourneys) + share.log) if has_some else 0,
        error=hypot(whole.error, share.error),
        tourneys=tourneys,
        tourneys_error=whole.error,
        share=exp(share.log) if has_some else 0.0,
        share_error=share.error,
        seed=drawn,
    )


def check_error(error: float) -> None:
    """Refuse a relative standard error that is no share."""
    if not 0 < error < 1:
        raise DestrierError(f"the error is a share between 0 and 1, not {shown(error)}")


def _rounded(log_of_number: float) -> int:
    return round(Decimal(log_of_number).exp(_DIGITS))


def _strips(board: Board) -> list[int]:
    """Return the heights of the strips of a board whose rows are its short side: a single one if it is not cut."""
    rows, cols = sorted(board.shape)
    needs = foresee(rows, cols, "tourney")
    if needs.seconds * processors() < _SOON and needs.memory < _MEMORY:
        return [rows]
    unit = 1 + cols % 2  # so that each strip has as many squares of each colour
    number = ceil(rows / _MOST_ROWS_OF_A_STRIP)
    return [unit * len(part) for part in np.array_split(np.arange(rows // unit), number)]


def _product_of_strips(board: Board, strips: list[int], max_memory: int | None, progress: Progress) -> int:
    """Return the number of tourneys without an edge between two strips."""
    from destrier.counting.tourneys import count_tourneys

    refuse_beyond_needs(Board(max(strips), max(board.shape)), "tourney", max_memory)
    numbers = {height: count_tourneys(height, max(board.shape), progress) for height in set(strips)}
    return prod(numbers[height] for height in strips)


def _climb(board: Board, strips: list[int], column: int) -> Climb:
    """Return a function that draws the number of cycles minus one (column 0), or of edges between strips (1)."""
    from destrier.counting.weighed_worms import observe

    upright = Board(*sorted(board.shape))
    graph = upright.move_graph
    strip = np.repeat(np.arange(len(strips)), strips).repeat(upright.cols)
    marked = ((graph.there >= 0) & (strip[:, None] != strip[graph.there])).astype(np.uint8)
    start = cover(graph, 0)
    assert start is not None, f"there is a tourney of {board}"

    def climb(rungs: list[float], draws: int, key: int) -> NDArray[np.int64]:
        moves, drawn = start.copy(), np.empty((len(rungs), draws), np.int64)
        for number, rung in enumerate(rungs):
            weights = (exp(rung), 1.0) if column == 0 else (1.0, exp(rung))
            options = {"times": _BURN_IN + draws, "worms": max(_LEAST_WORMS, graph.size // 4)}
            found = observe(graph, moves, marked, weights, derive_key(key, number), **options)
            drawn[number] = found[_BURN_IN:, column]
        return drawn - (column == 0)

    return climb
