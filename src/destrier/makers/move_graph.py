"""Random tours and tourneys of any board and any piece, through the board's move graph (see `switching.movegraphs`)."""

from __future__ import annotations

from typing import Any, Final, cast

import numpy as np

from destrier.core.board import BaseBoard, Board
from destrier.core.choices import Kind
from destrier.core.movegraph import MoveGraph, colour_counts
from destrier.core.request import Request
from destrier.core.seeds import Seed, Stream, derive_key
from destrier.core.tourney import Tourney
from destrier.makers.blocks import is_laid_in_blocks, tour_in_blocks
from destrier.makers.maker import Ask, Maker
from destrier.proofs.why import refuse_by_colour, refuse_impossible
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour
from destrier.switching.covers import complete_cover, rigid_cycle
from destrier.switching.movegraphs import cover, hamiltonian_cycle, tourney_of
from destrier.switching.windows import WINDOW

_PURPOSE = "box tour"
"""What a seed is for, by the name of the boards that were the first to go this way: seeds keep their tours."""


_FLOWING: Final = 8
"""The moves of a leaper whose covers `switching.covers` finds by maximum flow."""

_RIGID: Final = 1024
"""The squares of the largest board on which a cycle that all covers have is looked for: a second."""

_NAMED: Final = 24
"""The most squares of such a cycle that are named."""

_ENDS: Final = 8
"""The squares, drawn at random, at one or two of which an open tour of a large board may end, or next to them."""


def move_graph_tour(
    board: BaseBoard, *, kind: Kind = "closed", ends: tuple[Any, ...] = (), seed: Seed = None
) -> Tourney:
    """Return a random tour of a board, of no simple law; O(squares), about 2 microseconds each.

    A large rectangle is laid with copies of random tours of blocks, which are joined (see `blocks`).

    An open tour, of which up to two ends may be given, is a closed one of the board with one more square that is next
    to those at which the tour may end.

    Every box with sides of at least 4 that was tried has a closed one. With a smaller side, among boxes with sides
    up to 8 these have none: 1 x 1 x n; 1 x 2 x 2, 1 x 2 x 3 and 1 x 2 x 4; 1 x m x n with m and n odd; 2 x 2 x 2.

    Raises
    ------
    NoSuchTour
        If the colours of the ends do not allow it, or all tours of a board of up to 64 squares were searched in vain.
    BudgetExceeded
        If none was found, and no proof.
    """
    key, what = derive_key(seed, _PURPOSE), f"{kind} tour of {board.describe()}"
    if kind == "closed" and is_laid_in_blocks(board):
        return Tourney.trusted(tour_in_blocks(cast("Board", board), key), board, 1)
    graph = board.move_graph
    if kind == "closed":
        try:
            return tourney_of(hamiltonian_cycle(graph, key, what), board, 1)
        except BudgetExceeded:
            _refuse_by_flow(board)
            raise
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
    closed = hamiltonian_cycle(apexed, key, what)
    moves = closed[: graph.size] & np.uint64((1 << graph.width) - 1)
    return tourney_of(moves, board, 1)


def _with_apex(graph: MoveGraph, given: list[int], stream: Stream) -> MoveGraph:
    """Return a graph with one more square, whose two moves in a closed tour lead to the ends of an open one.

    One given end has a square of its own between it and the apex, so that no closed tour passes it by.
    """
    apex = graph.size
    links = [(end, apex) for end in given]
    if len(given) < 2:
        others = stream.shuffled(list(range(graph.size)))
        if graph.size >= WINDOW:  # if the board has no tours but one closed one, the ends are neighbours
            some = [*given, *others[:_ENDS]]
            others = list(dict.fromkeys([*some, *(int(graph.there[node].max()) for node in some)]))
        others = [node for node in others if node not in given]
        links = [(end, apex + 1) for end in given] + [(apex + 1, apex)] * len(given)
        links += [(node, apex) for node in others]
    added = apex + 1 + (len(given) == 1)
    there = np.full((added, max(graph.width + 1, len(links))), -1, np.int32)
    back = np.zeros(there.shape, np.uint8)
    there[:apex, : graph.width], back[:apex, : graph.width] = graph.there, graph.back
    for one, other in links:
        moves = [graph.width if node < apex else int(np.count_nonzero(there[node] >= 0)) for node in (one, other)]
        there[one, moves[0]], back[one, moves[0]] = other, moves[1]
        there[other, moves[1]], back[other, moves[1]] = one, moves[0]
    return MoveGraph(there, back)


def move_graph_tourney(board: BaseBoard, *, seed: Seed = None) -> Tourney:
    """Return a random tourney of a board, of no simple law; O(squares), about a microsecond each.

    Raises
    ------
    NoSuchTour
        If a maximum flow shows that there is none.
    BudgetExceeded
        If none was found, and no proof.
    """
    found = cover(board.move_graph, derive_key(seed, "move graph"))
    if found is None:
        _refuse_by_flow(board)
        raise BudgetExceeded(f"no tourney of {board.describe()} was found, and no proof that there is none")
    return tourney_of(found, board)


def _refuse_by_flow(board: BaseBoard) -> None:
    """Raise `NoSuchTour` if a maximum flow shows that a flat board has no cover, or that all have a certain cycle.

    It takes leapers with eight moves.
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
    yields = "tour, tourney"
    random = True
    bytes_per_square = 100
    any_board = True
    may_give_up = True
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
