"""Random-looking tours with few turns or crossings, or without rails, of any board and by any piece.

This is simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983): worms change a cover, and may raise what it
is to have few of freely while it is hot, and hardly any more when it has cooled down (see `switching.worms`).

Their law gives the same weight to all covers that cost as much and have as many cycles. So where the worms have reached
it, a tour without rails that is found at a time fixed beforehand is a uniformly random one of these.

Cost: about 1.5 microseconds a square and sweep for turns, 8 for crossings and rails; a kilobyte a square for a knight.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from destrier.core.board import BaseBoard, Board
from destrier.core.choices import Aim, Kind
from destrier.core.seeds import Seed, derive_key
from destrier.core.tourney import Tourney
from destrier.generators.move_graph import move_graph_tour
from destrier.generators.tame.rails import why_rails
from destrier.measuring.metrics import crossing_pairs
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard
from destrier.switching import costs
from destrier.switching.movegraphs import cover_of, tourney_of
from destrier.switching.rails import count_rails
from destrier.switching.worms import temper

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.types import Cover
    from destrier.switching.costs import Cost
    from destrier.switching.worms import Tempered

_SWEEPS: Final = {"turns": 1000, "crossings": 1000, "rails": 100}
"""The worms for each square, unless asked otherwise."""

_LEVELS: Final = 100
"""The temperatures, at each of which there are as many sweeps."""

_COLDNESS: Final[dict[str, tuple[float, float]]] = {"turns": (1, 4), "crossings": (0.7, 3), "rails": (1, 7)}
"""The reciprocals of the first temperature and the last one."""

_LOOKS: Final = 100
"""How often it is looked for a tour without rails at the last temperature, each time after as many sweeps again."""

_STARTS: Final = 10
"""How often a cover is heated up again if it cools down in vain."""

_WEIGHT: Final = 0.2
"""The weight of a cycle on a small board."""

_RARITY: Final = 50
"""The weight of a cycle on a large board, times its squares: random covers have a cycle for about every hundred."""


def annealing(
    board: BaseBoard,
    *,
    kind: Kind = "closed",
    ends: tuple[Any, ...] = (),
    minimize: Aim = "turns",
    sweeps: int | None = None,
    seed: Seed = None,
) -> Tourney:
    """Return a random-looking tour with few turns or crossings, or without rails.

    Parameters
    ----------
    board
        Any board; a flat one to minimize crossings.
    kind
        `closed`, or `open`.
    ends
        Ends of an open tour; those that are not given are chosen by what is minimized.
    minimize
        `turns`, `crossings` or `rails`. On boards of up to 100 squares, the fewest turns and crossings that are known
        are nearly always found.
    sweeps
        How many worms start for each square, on average: by default 1000, or 100 against rails. The more there are,
        the better is the tour.
    seed
        The same integer gives the same tour on every machine.

    Raises
    ------
    NoSuchTour
        If there is provably no tour, or none without rails.
    BudgetExceeded
        If no tour was found, or none without rails.
    UnsupportedBoard
        If the crossings of a board that is not flat are to be few.

    Examples
    --------
    >>> import destrier as dt
    >>> dt.turns(dt.tour(8, 8, algorithm="annealing", minimize="turns", seed=1))
    45
    >>> dt.count_rails(dt.tour(20, 20, algorithm="annealing", minimize="rails", seed=1))
    0
    """
    cost, key = _cost_of(board, kind, minimize), derive_key(seed, "annealing")
    cover = cover_of(move_graph_tour(board, kind=kind, ends=ends, seed=derive_key(key, "start")))
    cool = partial(
        temper,
        board.move_graph,
        cover,
        cost=cost,
        worms=max(1, (_SWEEPS[minimize] if sweeps is None else sweeps) * board.size // _LEVELS),
        fixed=np.searchsorted(board.squares, [board.index(end) for end in ends]).tolist(),
    )
    heats = (1 / np.linspace(*_COLDNESS[minimize], _LEVELS)).tolist()
    weight = min(_WEIGHT, _RARITY / board.size)
    if minimize != "rails":
        return tourney_of(_cheapest(cool, cover, heats, weight, key), board, 1)
    for start in range(_STARTS):
        for level, heat in enumerate(heats):
            cool(1, derive_key(key, start, level), heat=heat)
        for look in range(_LOOKS):
            if cool(weight, derive_key(key, start, "look", look), heat=heats[-1]).cycles == 1:
                tour = tourney_of(cover, board, 1)
                if count_rails(tour) == 0:
                    return tour
    what = f"no {kind} tour of {board.describe()} without rails was found"
    raise BudgetExceeded(f"{what}, and no proof that there is none; more sweeps may find one")


def _cheapest(cool: Callable[..., Tempered], cover: Cover, heats: list[float], weight: float, key: int) -> Cover:
    """Return the cheapest cover of one cycle that there is while a cover cools down."""
    best, found = cover.copy(), cover.copy()
    cost = least = 0
    for level, heat in enumerate(heats):
        after = cool(weight, derive_key(key, level), heat=heat, best=found)
        if after.least is not None and cost + after.least < least:
            least = cost + after.least
            best[:] = found
        cost += after.rise
    return best


def _cost_of(board: BaseBoard, kind: Kind, minimize: Aim) -> Cost:
    """Return the cost of a cover."""
    if minimize == "turns":
        return costs.turns(board)
    if minimize == "rails":
        if kind == "closed" and (reason := why_rails(board)):
            raise NoSuchTour(reason)
        return costs.rails(board.move_graph)
    if minimize != "crossings":
        raise DestrierError(f"annealing minimizes {', '.join(list(_COLDNESS)[:-1])} or rails, not {minimize}")
    if not isinstance(board, Board):
        raise UnsupportedBoard(f"crossings are those of a drawing of a flat board, not of {board.describe()}")
    return costs.crossings(board, crossing_pairs(board.leaper))
