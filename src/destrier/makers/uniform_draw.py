"""Uniformly random tours, where all tours of a board are equally likely.

A small board is drawn in plain Python (`plain.worms`), where nothing has to be compiled; a large one by the chain of
`switching.uniform_tours`, which begins with any other tour. The board decides, and not what is installed or compiled.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from destrier.core.choices import Kind
from destrier.core.grid import BaseBoard
from destrier.core.movegraph import MOST_MOVES
from destrier.core.seeds import Stream, derive_key
from destrier.core.tourney import Tour, tourney_of
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker
from destrier.plain.hamiltonian import HamiltonianCycles
from destrier.plain.worms import words_of
from destrier.proofs.why import refuse_impossible
from destrier.support.errors import NoSuchTour
from destrier.switching.small_graphs import SMALL, hamiltonian_cycles

if TYPE_CHECKING:
    from destrier.core.conditions import Conditions
    from destrier.core.movegraph import MoveGraph
    from destrier.core.request import Request

_LARGE: Final = 2500
"""Number of squares up to which tours of flat boards are uniform by default; 10 ms on 50 x 50."""


class Uniform(Maker):
    name = "uniform"
    kinds = ("closed", "corner", "open", "stretched")
    options = ("ends", "uniform")
    random = True
    bytes_per_square = 90
    any_board = True
    pattern = "none"
    proves = True

    def why_not(self, request: Request) -> str | None:
        if request.uniform:
            return None
        is_default = request.algorithm is None and request.uniform is None and request.hidden
        return None if is_default and _draws_by_default(request.board, request.kind) else NOT_CHOSEN

    def laid_on(self, request: Request) -> Request:
        return request.but(uniform=False, obfuscate=False, out=None)

    def make(self, request: Request, ask: Ask, /) -> Tour:
        """Return a uniformly random tour."""
        board, key = request.board, derive_key(request.seed, "uniform")
        if board.size <= SMALL and (drawn := small_tour(board, request.kind, request.ends, key)) is not None:
            return drawn
        from destrier.switching.uniform_tours import draw_tour

        source = ask(self.laid_on(request))
        assert isinstance(source, Tour)
        fixed = [board.index(end) for end in request.ends] if request.kind == "open" else None
        return draw_tour(source, key, fixed=fixed)


def _draws_by_default(board: Any, kind: Kind) -> bool:
    """Whether tours of a board are uniform unless asked for otherwise: where drawing them is quick."""
    if board.has_planes:
        return bool(board.size <= _LARGE)
    return bool(board.size <= SMALL) and kind in ("closed", "open")


def small_tour(
    board: Any, kind: Kind, ends: tuple[Any, ...], key: int, conditions: Conditions | None = None
) -> Tour | None:
    """Return a uniformly random tour of a small board, or `None` if tours are rare among too many covers."""
    cycles = _cycles_of(board, kind, ends, conditions)
    drawn = None if cycles is None else cycles.draw(key)
    if drawn is None:
        if cycles is not None and cycles.sweep is not None:
            between = f" {'between' if len(ends) > 1 else 'from'} " if ends else ""
            named = " and ".join(board.name(board.index(end)) for end in ends)
            do = "meets the conditions" if conditions else "exists"
            raise NoSuchTour(f"no {kind} tour of {board.describe()}{between}{named} {do}: all of them were searched")
        return None
    toured, own = _toured(board, kind), (1 << board.move_count) - 1  # a further move leads to an additional vertex
    words = [word & own for word in words_of(drawn[: toured.size])]
    return cast("Tour", tourney_of(np.array(words, np.uint64), toured, 1))


def _toured(board: Any, kind: Kind) -> BaseBoard:
    """Return the board that a tour of this kind visits."""
    return cast("BaseBoard", board.without_corner() if kind == "corner" else board)


@lru_cache(maxsize=4)  # a sweep may fill 400 MB
def _cycles_of(
    board: BaseBoard, kind: Kind, ends: tuple[Any, ...], conditions: Conditions | None
) -> HamiltonianCycles | None:
    """Return the tours of a board as cycles of its move graph.

    Raises
    ------
    NoSuchTour
        If a theorem, or a certificate that is found quickly, rules them out.
    """
    refuse_impossible(board, kind, ends)
    toured = _toured(board, kind)
    return hamiltonian_cycles(*(graph_of(toured, kind, ends, conditions, most=most) for most in (None, MOST_MOVES - 1)))


def graph_of(
    board: BaseBoard, kind: Kind, ends: tuple[Any, ...], conditions: Conditions | None, *, most: int | None = None
) -> MoveGraph:
    """Return a graph whose Hamiltonian cycles are the tours of a board: its move graph, with additional vertices.

    If the tours are open, the additional vertices have at most so many edges to squares where they may end.
    """
    links = _links(board, kind, ends)
    graph = board.move_graph.with_vertices(len({max(link) for link in links}), links[:most])
    return graph.with_conditions(*conditions.links(board)) if conditions else graph


def _links(board: BaseBoard, kind: Kind, ends: tuple[Any, ...]) -> list[tuple[int, int]]:
    """Return the edges of additional vertices that turn open tours into closed ones.

    Such a vertex is joined to all squares; or one is joined to the given end, and to another one, which is joined to
    the squares where the tour may end.
    """
    apex = board.size
    nodes: list[int] = np.searchsorted(board.squares, [board.index(end) for end in ends]).tolist()
    squares = Stream(0).shuffled(list(range(apex)))
    if kind == "stretched":
        nodes, squares = [0], [1, board.shape[1]]
    if kind in ("closed", "corner"):
        return []
    if not nodes:
        return [(square, apex) for square in squares]
    first, *last = nodes
    return [(first, apex), (apex, apex + 1), *((node, apex + 1) for node in last or squares if node != first)]
