"""Random-looking tours with few turns or crossings, or without rails, on any board and by any piece.

This is simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983): worms change a cover, raising its cost freely at
high temperatures and rarely at low ones (see `switching.worms`). `docs/tours.md` shows results.

Their stationary distribution depends only on a cover's cost and number of cycles. Once it is reached, a rail-free tour
found at a predetermined time is uniformly distributed among the rail-free tours.

Cost: about 1.5 microseconds per square and sweep for turns, 8 for crossings and rails; a kilobyte per square for a
knight.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from destrier.core.board import Board
from destrier.core.choices import FEW_TURNS, Aim, Kind, SymmetryKind
from destrier.core.grid import BaseBoard
from destrier.core.movegraph import MOST_MOVES
from destrier.core.request import Request
from destrier.core.seeds import Seed, Stream, derive_key
from destrier.core.tourney import Tourney, tourney_of
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker
from destrier.makers.move_graph import move_graph_tour
from destrier.makers.symmetric import quotients, why_not_symmetric
from destrier.makers.uniform_draw import graph_of
from destrier.measuring.metrics import crossing_pairs, crossings, turns
from destrier.patterns.tame.without_rails import why_rails
from destrier.plain.cooling import Cooling
from destrier.plain.worms import words_of
from destrier.support.errors import BudgetExceeded, NoSuchTour
from destrier.switching import costs
from destrier.switching.movegraphs import cover_of
from destrier.switching.rails import count_rails
from destrier.switching.small_graphs import SMALL
from destrier.switching.worms import cycle_weight, temper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from destrier.core.tourney import Tour
    from destrier.core.types import Cover
    from destrier.switching.costs import Cost
    from destrier.switching.worms import Tempered

_SWEEPS: Final = {"turns": 1000, "crossings": 1000, "rails": 100}
"""Default number of worms per square."""

_LEVELS: Final = 100
"""Number of temperatures; the sweeps are divided equally among them."""

_COLDNESS: Final[dict[str, tuple[float, float]]] = {"turns": (1, 4), "crossings": (0.7, 3), "rails": (1, 7)}
"""Reciprocals of the first and last temperatures."""

_IMPROVING: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "turns": ((2, 4), *[(2.4, 3.5)] * 5),
    "crossings": ((1.4, 3), (1.7, 2.7), (1.7, 2.7)),
}
"""The same for each of the times that the best tour so far is improved."""

_WORMS: Final = {"turns": 1800, "crossings": 600}
"""Number of worms at a temperature that improve a tour."""

_STEPS: Final = 4000
"""The same for Python by itself, in steps of worms."""

_FEW_LEVELS: Final = 10
"""Number of temperatures each time."""

_LOOKS: Final = 100
"""How many times to check for a rail-free tour at the final temperature, each after `sweeps` / `_LEVELS` sweeps."""

_STARTS: Final = 10
"""Maximum number of annealing runs in the search for a rail-free tour."""


def annealing(
    board: BaseBoard,
    *,
    kind: Kind = "closed",
    ends: tuple[Any, ...] = (),
    minimize: Aim = "turns",
    sweeps: int | None = None,
    symmetry: SymmetryKind | None = None,
    seed: Seed = None,
) -> Tourney:
    """Return a random-looking tour with few turns or crossings, or without rails.

    Parameters
    ----------
    board
        Any board; to minimize crossings, a flat board. What is not supported, `Annealing.why_not` refuses.
    kind
        `closed` or `open`.
    ends
        Ends of an open tour; a missing end is chosen to serve the objective.
    minimize
        `turns`, `crossings` or `rails`. On boards of up to 100 squares, the fewest known turns and crossings are nearly
        always found.
    sweeps
        Average number of worms per square; by default 1000, or 100 for `rails`. More sweeps give better tours.
    symmetry
        `central`, `axial` or `quarter`, for closed tours of rectangles with few turns or crossings.
    seed
        The same integer gives the same tour on every machine.

    Raises
    ------
    NoSuchTour
        If there is provably no tour, or no rail-free tour.
    BudgetExceeded
        If no tour, or no rail-free tour, was found.

    Examples
    --------
    >>> import destrier as dt
    >>> dt.turns(dt.tour(8, 8, algorithm="annealing", minimize="turns", seed=1))
    45
    >>> dt.count_rails(dt.tour(20, 20, algorithm="annealing", minimize="rails", seed=1))
    0
    """
    cost, key = table_of(board, kind, minimize), derive_key(seed, "annealing")
    sweeps = _SWEEPS[minimize] if sweeps is None else sweeps
    if symmetry is not None:
        return _symmetric(cast("Board", board), symmetry, minimize, cost, sweeps, key)
    cover = cover_of(move_graph_tour(board, kind=kind, ends=ends, seed=derive_key(key, "start")))
    fixed = np.searchsorted(board.squares, [board.index(end) for end in ends]).tolist()
    cool = partial(temper, board.move_graph, cover, cost=cost, worms=_worms(board.size, sweeps), fixed=fixed)
    if minimize != "rails":
        return tourney_of(_cheapest(cool, cover, _temperatures(minimize), key), board, 1)
    for start in range(_STARTS):
        for level, temperature in enumerate(_temperatures(minimize)):
            cool(1, derive_key(key, start, level), temperature=temperature)
        for look in range(_LOOKS):
            drawn = derive_key(key, start, "look", look)
            if cool(cycle_weight(board.size), drawn, temperature=_temperatures(minimize)[-1]).cycles == 1:
                tour = tourney_of(cover, board, 1)
                if count_rails(tour) == 0:
                    return tour
    what = f"no {kind} tour of {board.describe()} without rails was found"
    raise BudgetExceeded(f"{what}, and no proof that there is none; more sweeps may find one")


def improved(tour: Tourney, ends: tuple[Any, ...], minimize: Aim, key: int) -> Tourney:
    """Return a tour with fewer turns or crossings, if a short annealing that starts from this one finds any.

    The given ends of an open tour stay. On up to 256 squares, nothing is compiled, and it takes about half a
    second; on larger boards it takes less.
    """
    board = tour.board
    minimize = "turns" if minimize in FEW_TURNS else minimize
    if minimize not in _IMPROVING or tour.cycle_count > 1:
        return tour
    kind: Kind = "open" if cast("Tour", tour).ends else "closed"
    cost, cover = table_of(board, kind, minimize), cover_of(tour)
    if not cost.pairs.size:
        return tour  # it turns everywhere
    schedule = [np.linspace(*span, _FEW_LEVELS).tolist() for span in _IMPROVING[minimize]]
    if board.size <= SMALL and board.move_count < MOST_MOVES:  # else there is no room for additional vertices
        cooling = _on_lists(board, kind, ends, cost, cover)
        for number, coldnesses in enumerate(schedule):
            cooling.cool(coldnesses, _STEPS, derive_key(key, number))
        own = (1 << board.move_count) - 1  # a further move leads to an additional vertex
        words = words_of(cooling.best()[: board.size])
        return tourney_of(np.array([word & own for word in words], np.uint64), board, 1)
    fixed = np.searchsorted(board.squares, [board.index(end) for end in ends]).tolist()
    for number, coldnesses in enumerate(schedule):
        cool = partial(temper, board.move_graph, cover.copy(), cost=cost, worms=_WORMS[minimize], fixed=fixed)
        cover = _cheapest(cool, cover, [1 / coldness for coldness in coldnesses], derive_key(key, number))
    return tourney_of(cover, board, 1)


def whichever_way(make: Callable[[Request], Tourney], request: Request) -> Tourney:
    """Make a tour of an upright rectangle as one of a lying one, so that its numbers do not depend on the orientation.

    Given ends need not be turned: other tours may be the best between them.
    """
    board = request.board
    if request.ends or not (isinstance(board, Board) and board.is_rectangle and board.rows > board.cols):
        return make(request)
    lying = Board(board.cols, board.rows, leaper=board.leaper)
    return make(request.but(board=lying, out=None)).transformed("transpose")


def _on_lists(board: BaseBoard, kind: Kind, ends: tuple[Any, ...], cost: Cost, cover: Cover) -> Cooling:
    """Return a tour ready for Python: with additional vertices, an open one is a cycle."""
    graph, width = graph_of(board, kind, ends, None), board.move_graph.width
    there, size = graph.there.tolist(), board.size
    cycle = [[move for move in range(width) if word >> move & 1] for word in cover.tolist()]
    cycle += [[] for _ in range(size, graph.size)]
    outer = {vertex for vertex, moves in enumerate(cycle) if len(moves) < 2}  # the ends, and what joins them
    for vertex in outer:
        added = range(width if vertex < size else 0, graph.width)
        cycle[vertex] += [move for move in added if there[vertex][move] in outer]
    near: list[list[int]] = [[] for _ in range(graph.size * graph.width)]
    others = cost.pairs[:, 0] * np.int64(graph.width) + cost.pairs[:, 1]
    for edge, (first, last) in enumerate(pairwise(cost.pairs_from.tolist())):
        near[edge // width * graph.width + edge % width] = others[first:last].tolist()
    return Cooling(there, graph.back.tolist(), near, int(cost.pairs[0, 2]), cycle)


def _symmetric(board: Board, symmetry: SymmetryKind, minimize: Aim, cost: Cost, sweeps: int, key: int) -> Tour:
    """Return a symmetric tour: the best lift of the annealed tours of its quotients."""
    found = []
    stream = Stream(derive_key(key, "start"))
    for quotient in quotients(board, symmetry, stream):
        with suppress(NoSuchTour, BudgetExceeded):
            cover, graph = quotient.cycle(stream), quotient.graph
            cool = partial(temper, graph, cover, cost=quotient.fold(cost), worms=_worms(graph.size, sweeps))
            temperatures = [temperature * len(quotient.powers) for temperature in _temperatures(minimize)]
            found.append(quotient.lifted(_cheapest(cool, cover, temperatures, key, quotient.is_lifted_to_one)))
    if not found:
        raise BudgetExceeded(f"no {symmetry} tour of {board} was found, and no proof that there is none")
    return min(found, key=turns if minimize == "turns" else crossings)


def _cheapest(
    cool: Callable[..., Tempered],
    cover: Cover,
    temperatures: Iterable[float],
    key: int,
    is_tour: Callable[[Cover], bool] = lambda _: True,
) -> Cover:
    """Cool a cover down, and return the cheapest single cycle on the way that is a tour."""
    best, found = cover.copy(), cover.copy()
    cost = least = 0
    for level, temperature in enumerate(temperatures):
        after = cool(cycle_weight(cover.size), derive_key(key, level), temperature=temperature, best=found)
        if after.least is not None and cost + after.least < least and is_tour(found):
            least = cost + after.least
            best[:] = found
        cost += after.rise
    return best


def _temperatures(minimize: Aim) -> list[float]:
    """Return the temperatures in decreasing order."""
    return [1 / coldness for coldness in np.linspace(*_COLDNESS[minimize], _LEVELS).tolist()]


def _worms(size: int, sweeps: int) -> int:
    """Return the number of worms at each temperature."""
    return max(1, sweeps * size // _LEVELS)


def table_of(board: BaseBoard, kind: Kind, minimize: Aim) -> Cost:
    """Return the cost table of an objective."""
    if minimize in FEW_TURNS:
        return costs.turns(board)
    if minimize == "rails":
        if kind == "closed" and (reason := why_rails(board)):
            raise NoSuchTour(reason)
        return costs.rails(board.move_graph)
    return costs.crossings(cast("Board", board), crossing_pairs(board.leaper))


class Annealing(Maker):
    name = "annealing"
    boards = "any board and any piece; few crossings: flat boards"
    source = "Kirkpatrick, Gelatt and Vecchi (1983), by worms; docs/tours.md"
    kinds = ("closed", "open")
    options = ("ends", "symmetry", "minimize", "sweeps")
    random = True
    bytes_per_square = 1000
    any_board = True
    pattern = "none"

    def why_not(self, request: Request) -> str | None:
        board, aim = request.board, request.minimize
        is_meant = request.algorithm or aim or (request.style and (request.symmetry or not board.has_planes))
        if not is_meant:
            return NOT_CHOSEN
        if aim not in (None, *_COLDNESS):
            return f"annealing minimizes {', '.join(list(_COLDNESS)[:-1])} or rails, not {aim}"
        if aim == "crossings" and not isinstance(board, Board):
            return f"crossings are those of a drawing of a flat board, not of {board.describe()}"
        if request.symmetry and aim == "rails":
            return "symmetric tours have few turns or crossings; they are not made without rails"
        return why_not_symmetric(request)

    def make(self, request: Request, _: Ask, /) -> Tourney:
        if request.algorithm or request.symmetry:
            return _annealed(request)
        return whichever_way(_annealed, request)


def _annealed(request: Request) -> Tourney:
    return annealing(
        request.board,
        kind=request.kind,
        ends=request.ends,
        minimize=request.minimize or "turns",
        sweeps=request.sweeps,
        symmetry=request.symmetry,
        seed=request.seed,
    )
