"""The table of the generating algorithms.

Each file of this folder has one, as functions `Board -> Tourney`; they are imported when they are called.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

from destrier.errors import DestrierError, UnsupportedBoard

if TYPE_CHECKING:
    from destrier.board import Board
    from destrier.seeds import Seed
    from destrier.tourneys import Tourney

__all__ = ["ALGORITHMS", "Algorithm", "find"]


@dataclass(frozen=True)
class Algorithm:
    """One row of the table."""

    name: str
    boards: str
    """Which boards it takes, in words."""
    random: bool
    """Whether its functions take a seed."""
    source: str
    module: str
    tourney_function: str
    tour_function: str | None = None
    """The function that makes tours, if not by joining the tourney."""

    @property
    def yields(self) -> str:
        """`tourney`, or `tour, tourney` where tours are made directly."""
        return "tour, tourney" if self.tour_function else "tourney"

    def tourney(self, board: Board, *, seed: Seed = None) -> Tourney:
        """Its tourney of this board; `UnsupportedBoard` if it does not take it."""
        return self._call(self.tourney_function, board, seed)

    def tour(self, board: Board, *, seed: Seed = None) -> Tourney:
        """Its tour of this board, or the tourney to be joined if it makes no tours itself."""
        return self._call(self.tour_function or self.tourney_function, board, seed)

    def _call(self, function: str, board: Board, seed: Seed) -> Tourney:
        generate = getattr(import_module(f"destrier.algorithms.{self.module}"), function)
        try:
            tourney: Tourney = generate(board, seed=seed) if self.random else generate(board)
        except UnsupportedBoard as error:
            raise UnsupportedBoard(f"{error}; two-factor takes every shape") from None
        return tourney


_TOURNEYS: Final = "Parberry, Tourneys (2020)"

ALGORITHMS: Final[dict[str, Algorithm]] = {
    row.name: row
    for row in (
        Algorithm(
            "concentric-braid",
            "even x even, both sides >= 4",
            random=False,
            source=f"{_TOURNEYS}, Section 6",
            module="concentric_braid",
            tourney_function="concentric_braid",
        ),
        Algorithm(
            "divide-and-conquer",
            "n x n, n x (n + 2), (n + 2) x n, even n >= 6",
            random=False,
            source="Parberry (1997), Discrete Applied Mathematics 73",
            module="divide_and_conquer",
            tourney_function="divide_and_conquer_parts",
            tour_function="divide_and_conquer",
        ),
        Algorithm(
            "four-cover",
            "both sides multiples of 4",
            random=False,
            source=f"{_TOURNEYS}, Figure 19",
            module="four_cover",
            tourney_function="four_cover",
        ),
        Algorithm(
            "two-factor",
            "any shape that has a cycle cover",
            random=True,
            source="maximum flow on the bipartite knight's graph",
            module="two_factor",
            tourney_function="two_factor",
        ),
        Algorithm(
            "warnsdorff",
            "any shape that has a cycle cover",
            random=True,
            source=f"{_TOURNEYS}, Sections 3.1 and 6",
            module="warnsdorff",
            tourney_function="warnsdorff_tourney",
            tour_function="warnsdorff",
        ),
    )
}
"""By name."""


def find(name: str) -> Algorithm:
    """The algorithm of this name; `DestrierError` naming those there are."""
    if name not in ALGORITHMS:
        raise DestrierError(f"no algorithm {name!r}; there are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
