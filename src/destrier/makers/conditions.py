"""Tours with required and forbidden moves: cycles of the move graph in which the required ones are subdivided.

Tours of small boards are drawn uniformly, like those without conditions; on large boards the cycles of a cover are
joined (see `switching.movegraphs`).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from destrier.core.movegraph import MOST_MOVES
from destrier.core.seeds import derive_key
from destrier.core.tourney import tourney_of
from destrier.makers.maker import Ask, Maker
from destrier.makers.uniform_draw import graph_of, small_tour
from destrier.proofs.why import refuse_impossible
from destrier.support.errors import BudgetExceeded, NoSuchTour
from destrier.switching.movegraphs import hamiltonian_cycle, search_cycle
from destrier.switching.small_graphs import SMALL

if TYPE_CHECKING:
    from destrier.core.choices import Kind
    from destrier.core.conditions import Conditions
    from destrier.core.grid import BaseBoard
    from destrier.core.movegraph import MoveGraph
    from destrier.core.request import Request
    from destrier.core.tourney import Tour
    from destrier.core.types import Cover

_QUICK: Final = 20_000
"""Number of nodes of a sweep for a proof that there is no tour, which takes a tenth of a second."""


class Conditioned(Maker):
    name = "conditions"
    kinds = ("closed", "open")
    options = ("ends", "require", "forbid")
    random = True
    bytes_per_square = 100
    any_board = True
    pattern = "none"
    proves = True

    def make(self, request: Request, _: Ask, /) -> Tour:
        board, kind, conditions = request.board, request.kind, request.conditions
        key = derive_key(request.seed, "conditions")
        if (drawn := uniform_tour(board, kind, request.ends, conditions, key)) is not None:
            return drawn
        ends = _all_ends(board, kind, request.ends, conditions)
        part = graph_of(board, kind, ends, conditions, most=MOST_MOVES - 1)
        is_whole = kind == "closed" or len(ends) == 2
        whole = part if is_whole else graph_of(board, kind, ends, conditions) if board.size <= SMALL else None
        what = f"{kind} tour of {board.describe()} that meets the conditions"
        own = np.uint64((1 << board.move_count) - 1)  # a further move leads to an additional vertex
        return cast("Tour", tourney_of(_cycle(part, whole, key, what)[: board.size] & own, board, 1))


def uniform_tour(board: BaseBoard, kind: Kind, ends: tuple[Any, ...], conditions: Conditions, key: int) -> Tour | None:
    """Return a uniformly random tour under conditions; `None` if the board is large, or such tours are rare."""
    refuse_impossible(board, kind, ends)
    if board.size > SMALL:
        return None
    return small_tour(board, kind, _all_ends(board, kind, ends, conditions), key, conditions)


def _all_ends(board: BaseBoard, kind: Kind, given: tuple[Any, ...], conditions: Conditions) -> tuple[Any, ...]:
    """Return the given ends of an open tour and those squares that have a single move left."""
    if kind != "open":
        return ()
    graph = board.move_graph.with_conditions((), conditions.links(board)[1])
    lone = board.squares[(graph.there >= 0).sum(axis=1) == 1].tolist()
    ends = tuple(dict.fromkeys((*given, *map(board.square, lone))))
    if len(ends) > 2:
        named = " and ".join(board.name(board.index(end)) for end in ends)
        raise NoSuchTour(f"no open tour of {board.describe()} meets the conditions: {named} would all be ends")
    return ends


def _cycle(part: MoveGraph, whole: MoveGraph | None, key: int, what: str) -> Cover:
    """Return a Hamiltonian cycle of a part of a graph, or of the whole graph if there is none in the part."""

    def refuse() -> None:
        if whole is not None:
            with suppress(BudgetExceeded):
                search_cycle(whole, key, what, most=_QUICK)

    try:
        return hamiltonian_cycle(part, key, what, refuse=refuse)
    except BudgetExceeded:
        if whole is None:
            raise
        return search_cycle(whole, key, what)
