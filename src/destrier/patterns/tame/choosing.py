"""Choose the tame tour of a board with the fewest turns and crossings among several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from destrier.core.board import Board
from destrier.core.tourney import Tourney

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from destrier.core.choices import Aim
    from destrier.core.types import Moves
    from destrier.patterns.tame.opening import Cost

_FIRST: Final = 1000
"""Weight of the objective relative to the tie-breaker."""


def cost_of(minimize: Aim, weight: float | None) -> Cost:
    """Return the cost function of an objective; the other quantity breaks ties."""
    if minimize == "blend":
        return lambda turns, crossings: turns + (1 if weight is None else weight) * crossings
    if minimize == "crossings":
        return lambda turns, crossings: _FIRST * crossings + turns
    return lambda turns, crossings: _FIRST * turns + crossings


def fill_best(moves: Moves, fills: Sequence[Callable[[Moves], None]], cost: Cost) -> None:
    """Fill a board in the cheapest of several ways; a single one is not measured."""
    if len(fills) == 1:
        fills[0](moves)
        return
    from destrier.measuring.metrics import crossings, turns

    def costs(fill: Callable[[Moves], None]) -> float:
        fill(moves)
        tour = Tourney.trusted(moves, Board(*moves.shape), 1)
        return cost(turns(tour), crossings(tour))

    min(fills, key=costs)(moves)
