"""Random tours and tourneys of any board by any piece, found in the board's move graph; see `switching.movegraphs`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final, cast

import numpy as np

from destrier.core.board import Board
from destrier.core.choices import Kind
from destrier.core.grid import BaseBoard
from destrier.core.movegraph import MoveGraph, colour_counts
from destrier.core.request import Request
from destrier.core.seeds import Seed, Stream, derive_key
from destrier.core.tourney import Tourney, tourney_of
from destrier.core.types import Cover
from destrier.makers.blocks import is_laid_in_blocks, tour_in_blocks
from destrier.makers.maker import Ask, Maker
from destrier.proofs.why import refuse_by_colour, refuse_impossible
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour
from destrier.switching.covers import complete_cover, rigid_cycle
from destrier.switching.movegraphs import cover, hamiltonian_cycle, search_cycle
from destrier.switching.windows import WINDOW

_PURPOSE = "box tour"
"""Purpose string for deriving keys. Boxes were the first boards here; the old name keeps the tours of all seeds."""


_FLOWING: Final = 8
"""Number of moves of the leapers whose covers `switching.covers` finds by maximum flow."""

_RIGID: Final = 1024
"""Maximum board size for the search for a cycle common to all covers."""

_QUICK: Final = 20_000
"""Number of nodes of a sweep for a proof that there is no tour, which takes a tenth of a second."""

_NAMED: Final = 24
"""Maximum number of squares of that cycle listed in the message."""

_ENDS: Final = 8
"""Number of random squares on a large board that may be ends of an open tour, along with a neighbour of each."""


def move_graph_tour(
    board: BaseBoard, *, kind: Kind = "closed", ends: tuple[Any, ...] = (), seed: Seed = None
) -> Tourney:
    """Return a random tour of a board, not uniformly distributed; O(squares), about 2 microseconds each.

    Large rectangles are assembled from copies of random tours of blocks (see `blocks`).

    An open tour, with up to two given ends, is a closed tour of the board plus one square, the apex, that is adjacent
    to all permitted ends.

    Every box tried with sides of at least 4 has a closed tour. Among boxes with a smaller side and sides up to 8, these
    have none: 1 x 1 x n; 1 x 2 x 2, 1 x 2 x 3 and 1 x 2 x 4; 1 x m x n with m and n odd; 2 x 2 x 2.

    Raises
    ------
    NoSuchTour
        If the colours of the ends rule it out, or an exhaustive search of a board of up to 64 squares finds no tour.
    BudgetExceeded
        If none was found, and no proof.
    """
    key, what = derive_key(seed, _PURPOSE), f"{kind} tour of {board.describe()}"
    if kind == "closed" and is_laid_in_blocks(board):
        return Tourney.trusted(tour_in_blocks(cast("Board", board), key), board, 1)
    graph = board.move_graph
    if kind == "closed":
        return tourney_of(_cycle(graph, key, what, partial(_refuse_by_flow, board)), board, 1)
    indices = [board.index(end) for end in ends]
    if len(set(indices)) < len(indices):
        raise DestrierError(f"an open tour has two ends, not {board.name(indices[0])} twice")
    if ends:
        what += f" {'between' if len(ends) > 1 else 'from'} {' and '.join(map(board.name, indices))}"
    given = np.searchsorted(board.squares, indices).tolist()
    apexed = _with_apex(graph, given, Stream(derive_key(key, "ends")))
    counts = colour_counts(apexed) if len(given) == 2 else None
    if counts is not None and counts[0] != counts[1]:
        raise NoSuchTour(
            f"no {what} exists: every move changes the colour, and it would visit more squares of one than there are"
        )
    closed = _cycle(apexed, key, what)
    moves = closed[: graph.size] & np.uint64((1 << graph.width) - 1)
    return tourney_of(moves, board, 1)


def _cycle(graph: MoveGraph, key: int, what: str, refuse: Callable[[], object] = lambda: None) -> Cover:
    """Return a closed tour of a graph; if a first attempt fails, look for a proof that there is none."""

    def refuse_quickly() -> None:
        refuse()
        with suppress(BudgetExceeded):
            search_cycle(graph, key, what, most=_QUICK)

    try:
        return hamiltonian_cycle(graph, key, what, refuse=refuse_quickly)
    except BudgetExceeded:
        return search_cycle(graph, key, what)


def _with_apex(graph: MoveGraph, given: list[int], stream: Stream) -> MoveGraph:
    """Return a graph with an additional square, the apex; a closed tour's two moves there lead to an open tour's ends.

    A single given end is linked to the apex by a square of its own, so that every closed tour uses that end.
    """
    apex = graph.size
    links = [(end, apex) for end in given]
    if len(given) < 2:
        others = stream.shuffled(list(range(graph.size)))
        if graph.size >= WINDOW:  # if the board has only one closed tour and no other, the ends are neighbours
            some = [*given, *others[:_ENDS]]
            others = list(dict.fromkeys([*some, *(int(graph.there[node].max()) for node in some)]))
        others = [node for node in others if node not in given]
        links = [(end, apex + 1) for end in given] + [(apex + 1, apex)] * len(given)
        links += [(node, apex) for node in others]
    return graph.with_vertices(2 if len(given) == 1 else 1, links)


def move_graph_tourney(board: BaseBoard, *, seed: Seed = None) -> Tourney:
    """Return a random tourney of a board, not uniformly distributed; O(squares), about a microsecond each.

    Raises
    ------
    NoSuchTour
        If a maximum flow proves that there is none.
    BudgetExceeded
        If none was found, and no proof.
    """
    found = cover(board.move_graph, derive_key(seed, "move graph"))
    if found is None:
        _refuse_by_flow(board)
        raise BudgetExceeded(f"no tourney of {board.describe()} was found, and no proof that there is none")
    return tourney_of(found, board)


def _refuse_by_flow(board: BaseBoard) -> None:
    """Raise `NoSuchTour` if a maximum flow proves that a flat board has no cover, or that all covers share a cycle.

    Only leapers with eight moves are supported.
    """
    if not (isinstance(board, Board) and board.is_bipartite() and board.move_count == _FLOWING):
        return
    moves = complete_cover(board, key=0)
    if board.size > _RIGID or (cycle := rigid_cycle(board, moves)) is None:
        return
    squares = " ".join(map(board.name, cycle[:_NAMED].tolist())) + (" ..." if cycle.size > _NAMED else "")
    raise NoSuchTour(
        f"no closed tour of {board.describe()} exists: a maximum flow shows that every cycle cover has the cycle of "
        f"{cycle.size} squares {squares}"
    )


class MoveGraphMaker(Maker):
    name = "move-graph"
    boards = "any board and any piece"
    source = "covers of the move graph, joined; docs/tours.md"
    kinds = ("closed", "open")
    options = ("ends",)
    random = True
    example = Board(10, 10)
    bytes_per_square = 100
    any_board = True
    proves = True

    def why_not(self, request: Request) -> str | None:
        if request.algorithm is None and request.board.has_planes:
            return "flat boards have tours by the knight that are made faster"
        return None

    def make(self, request: Request, _: Ask, /) -> Tourney:
        if request.kind == "closed" and is_laid_in_blocks(request.board):
            refuse_by_colour(request.board)
        else:
            refuse_impossible(request.board, request.kind, request.ends)
        return move_graph_tour(request.board, kind=request.kind, ends=request.ends, seed=request.seed)

    def tourney(self, request: Request) -> Tourney:
        return move_graph_tourney(request.board, seed=request.seed)
