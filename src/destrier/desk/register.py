"""The table of the generating algorithms.

Each file of this folder has one, as functions `Board -> Tourney`; they are imported when they are called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any, Final

from destrier.core.board import BaseBoard, Board
from destrier.core.choices import Kind
from destrier.core.request import STYLE
from destrier.core.seeds import Seed
from destrier.core.tourney import Tourney
from destrier.makers.transfer_matrix import NARROW_ROWS
from destrier.proofs.rectangles import KINDS
from destrier.support.errors import DestrierError, UnsupportedBoard, shown
from destrier.support.html import table


@dataclass(frozen=True)
class Algorithm:
    """One row of the table."""

    name: str
    boards: str
    """Which boards it takes, in words."""
    source: str
    module: str
    tourney_function: str | None = None
    """The function that makes tourneys, if it makes any but tours."""
    tour_function: str | None = None
    """The function that makes tours, if not by joining the tourney."""
    options: tuple[str, ...] = ()
    """The keyword arguments of its functions, of `kind`, `ends`, `seed`, `out` and those of `request.STYLE`."""
    kinds: tuple[Kind, ...] = ("closed",)
    """The kinds of tours that come of it."""
    bytes_per_square: int = 12
    """Memory that making its tour takes at most."""
    any_board: bool = False
    """Whether it takes boards that are not flat, and other pieces than the knight."""

    @property
    def random(self) -> bool:
        """Whether the seed matters."""
        return "seed" in self.options

    @property
    def result(self) -> str:
        """`random` where the seed matters, else `fixed`."""
        return "random" if self.random else "fixed"

    @property
    def yields(self) -> str:
        """`tour` where tours are made directly, `tourney` where tourneys are, or both."""
        made = {"tour": self.tour_function, "tourney": self.tourney_function}
        return ", ".join(name for name, function in made.items() if function)

    def tourney(self, board: BaseBoard, **options: Any) -> Tourney:
        """Return the algorithm's tourney of a board; raise `UnsupportedBoard` if it does not take the board."""
        return self._call(self.tourney_function, board, options)

    def tour(self, board: BaseBoard, **options: Any) -> Tourney:
        """Return the algorithm's tour of a board, or the tourney to be joined if it makes no tours itself."""
        return self._call(self.tour_function or self.tourney_function, board, options)

    def check(self, options: Iterable[str]) -> None:
        """Raise `DestrierError` if it does not take one of the options, naming the algorithms that take such ones."""
        if unknown := [name for name in options if name not in self.options]:
            takers = [(row.name, [name for name in STYLE if name in row.options]) for row in ALGORITHMS.values()]
            listed = ", ".join(f"{name} takes {' and '.join(taken)}" for name, taken in takers if taken)
            raise DestrierError(f"{self.name} takes no {' and no '.join(unknown)}: {listed}")

    def source_of(self, board: BaseBoard, seed: Seed) -> Tourney:
        """Return its tour of this board, or the tourney to be joined; by this seed, if seeds matter."""
        return self.tour(board, seed=seed) if self.random else self.tour(board)

    def _call(self, function: str | None, board: BaseBoard, options: dict[str, Any]) -> Tourney:
        if function is None:
            raise UnsupportedBoard(f"{self.name} makes no tourneys but tours; two-factor makes tourneys of every shape")
        generate = _load(self.module, function)
        self.check(options)
        if not (self.any_board or (isinstance(board, Board) and board.has_planes)):
            raise UnsupportedBoard(
                f"{self.name} takes flat boards and the knight, not {board.describe()}; move-graph takes every board"
            )
        try:
            tourney = generate(board, **options)
        except UnsupportedBoard as error:
            raise UnsupportedBoard(f"{error}; {self._advice(board)}") from None
        return tourney

    @staticmethod
    def _advice(board: BaseBoard) -> str:
        flat = isinstance(board, Board) and board.has_planes
        return "two-factor takes every shape" if flat else "move-graph takes every board"


@cache
def _load(module: str, function: str) -> Callable[..., Tourney]:
    loaded: Callable[..., Tourney] = getattr(import_module(f"destrier.makers.{module}"), function)
    return loaded


class AlgorithmTable(dict[str, Algorithm]):
    """The algorithms by name; a notebook shows them as a table."""

    def _repr_html_(self) -> str:
        rows = ((row.name, row.yields, row.boards, row.random, row.source) for row in self.values())
        return table(rows, columns=("algorithm", "makes", "boards", "random", "source"))


_TOURNEYS: Final = "Parberry, Tourneys (2020)"

ALGORITHMS: Final = AlgorithmTable(
    (row.name, row)
    for row in (
        Algorithm(
            "annealing",
            "any board and any piece; crossings: flat boards",
            source="Kirkpatrick, Gelatt and Vecchi (1983), by worms; docs/tours.md",
            module="annealing",
            tour_function="annealing",
            options=("kind", "ends", "seed", "minimize", "sweeps"),
            kinds=("closed", "open"),
            bytes_per_square=1000,
            any_board=True,
        ),
        Algorithm(
            "concentric-braid",
            "even x even, both sides >= 4",
            source=f"{_TOURNEYS}, Section 6",
            module="concentric_braid",
            tourney_function="concentric_braid",
        ),
        Algorithm(
            "divide-and-conquer",
            "n x n, n x (n + 2), (n + 2) x n, even n >= 6",
            source="Parberry (1997), Discrete Applied Mathematics 73",
            module="divide_and_conquer",
            tourney_function="divide_and_conquer_parts",
            tour_function="divide_and_conquer",
            bytes_per_square=2,
        ),
        Algorithm(
            "formation",
            "an even side, both >= 10; not 10 x odd, 12 or 14 x (4k + 1); odd sides without a corner",
            source="Besa et al., Taming the Knight's Tour (2020), Algorithm 1, Section 5.2",
            module="formation",
            tour_function="formation",
            options=("kind", "heel", "minimize", "out"),
            kinds=("closed", "corner"),
            bytes_per_square=1,
            any_board=True,
        ),
        Algorithm(
            "four-cover",
            "both sides multiples of 4",
            source=f"{_TOURNEYS}, Figure 19",
            module="four_cover",
            tourney_function="four_cover",
        ),
        Algorithm(
            "interleaved",
            "even sides >= 16: one of them 2 mod 8, or both 6 mod 8, or one 0 mod 8, at most twice the other less 8",
            source="ours, docs/taming.md: 4 (rows + cols) - 16 turns",
            module="interleaved",
            tour_function="interleaved",
            options=("out",),
            bytes_per_square=1,
        ),
        Algorithm(
            "move-graph",
            "any board and any piece",
            source="covers of the move graph, joined; docs/tours.md",
            module="move_graph",
            tourney_function="move_graph_tourney",
            tour_function="move_graph_tour",
            options=("kind", "ends", "seed"),
            kinds=("closed", "open"),
            bytes_per_square=100,
            any_board=True,
        ),
        Algorithm(
            "rectangle",
            "every rectangle that has a tour of the kind",
            source="Snider and Travins, after Lin and Wei (2005)",
            module="rectangle",
            tourney_function="rectangle_parts",
            tour_function="rectangle",
            options=("kind", "out"),
            kinds=KINDS,
            bytes_per_square=1,
        ),
        Algorithm(
            "takefuji-lee",
            "any shape that has a cycle cover",
            source="Takefuji and Lee (1992); Parberry (2020), Section 3.2",
            module="takefuji_lee",
            tourney_function="takefuji_lee",
            options=("seed", "sweeps"),
            kinds=("closed", "corner"),
            bytes_per_square=100,
        ),
        Algorithm(
            "tame",
            "turns: any board and any piece; crossings, rails: an even side, most boards with both >= 6",
            source="ours, docs/taming.md: 8 n - 14 turns or fewer, 6.4 n + 22 crossings; docs/rails.md: no rails",
            module="tame",
            tour_function="tame",
            options=("kind", "minimize", "weight", "out"),
            kinds=("closed", "open"),
            bytes_per_square=2,
            any_board=True,
        ),
        Algorithm(
            "transfer-matrix",
            f"any shape of at most {NARROW_ROWS} rows or columns that has a tour",
            source="dynamic programming over columns",
            module="transfer_matrix",
            tour_function="transfer_matrix",
            options=("kind", "ends", "seed"),
            kinds=KINDS,
        ),
        Algorithm(
            "two-factor",
            "any shape that has a cycle cover",
            source="maximum flow on the bipartite knight's graph",
            module="two_factor",
            tourney_function="two_factor",
            options=("seed",),
            kinds=("closed", "corner", "open"),
        ),
        Algorithm(
            "warnsdorff",
            "any shape that has a cycle cover",
            source=f"{_TOURNEYS}, Sections 3.1 and 6; ties as Pohl (1967) and others break them",
            module="warnsdorff",
            tourney_function="warnsdorff_tourney",
            tour_function="warnsdorff",
            options=("kind", "ends", "seed", "ties", "walks"),
            kinds=("closed", "corner", "open", "stretched"),
        ),
    )
)
"""By name."""


def find(name: str) -> Algorithm:
    """The algorithm of this name; `DestrierError` naming those there are."""
    if not isinstance(name, str) or name not in ALGORITHMS:
        meant = "".join(f"did you mean {near}? " for near in get_close_matches(str(name), ALGORITHMS, 1))
        raise DestrierError(f"no algorithm {shown(name)}; {meant}there are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
