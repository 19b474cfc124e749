"""Mix a tour of a surface near the sides of its rectangle.

A tour that was made on the rectangle does not pass its sides. The squares near them are taken out, each way through the
other squares drawn together to one square between its ends, and what is left is mixed and joined as a board of its own,
in which the ways are never changed. So the whole is one tour again, and its cost is that of the squares near the sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.movegraph import MoveGraph
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tourney
from destrier.support.errors import BudgetExceeded
from destrier.switching import movegraphs
from destrier.switching.worms import stir

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.surface import Surface
    from destrier.core.types import Cover, Squares

_NEAR: Final = 8
"""The rows and columns on either side of a seam that are mixed: further away, a tour does not know of the side."""

_TRIES: Final = 8


def mix_seams(tour: Tourney, order: Squares, key: int) -> Tourney:
    """Return a tour of a surface with the moves near and over its seams drawn anew; O(squares).

    An open tour keeps its ends. `order` are the squares in visiting order.

    Raises
    ------
    BudgetExceeded
        If what was mixed was not joined again.
    """
    board = tour.board
    near = _near(board)
    graph, known = _drawn_together(tour, order, near)
    for number in range(_TRIES):
        cover = known.copy()
        stir(graph, cover, derive_key(key, "stir", number))
        if movegraphs.join(graph, cover, derive_key(key, "join", number)) == 1:
            moves = tour.moves.copy()
            moves.reshape(-1)[near] = cover[: near.size]
            return Tourney.trusted(moves, board, 1)
    raise BudgetExceeded(f"the tour of {board.describe()} was mixed but not joined; try another seed")


def _near(board: Surface) -> Squares:
    """The indices of the squares near the seams, ascending."""
    rows, cols = (np.minimum(np.arange(side), np.arange(side)[::-1]) < _NEAR for side in board.sides)
    near = cols[None, :] | (rows[:, None] if board.top_bottom else False)
    return np.flatnonzero(np.broadcast_to(near, board.sides))


def _drawn_together(tour: Tourney, order: Squares, near: Squares) -> tuple[MoveGraph, Cover]:
    """Return the graph of some squares of a tour, with one more for each way through the others; and the tour on it.

    Its squares have the numbers of their moves on the board, so that the moves of the one are those of the other.
    """
    node = np.full(tour.board.size, -1, np.int32)
    node[near] = np.arange(near.size)
    table = tour.board.moves_from(near)
    inside = np.where(table.there < 0, -1, node[table.there]).astype(np.int32)
    graph = MoveGraph(inside, table.back).without_parallel_moves()
    ends, onward, way = _ways(order if tour.ends is not None else _rolled(order, node), node)
    ways = int(way.max(initial=-1)) + 1
    move = np.argmax(table.there[node[ends]] == onward[:, None], axis=1)
    link = np.zeros(way.size, np.int64)  # a way has one end, if the tour ends on it, or two
    link[np.unique(way, return_index=True)[1]] = 1
    there = np.concatenate([graph.there, np.full((ways, graph.width), -1, np.int32)])
    back = np.concatenate([graph.back, np.zeros((ways, graph.width), np.uint8)])
    there[node[ends], move], back[node[ends], move] = near.size + way, link
    there[near.size + way, link], back[near.size + way, link] = node[ends], move
    cover = np.zeros(len(there), np.uint64)
    cover[: near.size] = tour.moves.reshape(-1)[near]
    np.bitwise_or.at(cover, near.size + way, np.uint64(1) << link.astype(np.uint64))
    return MoveGraph(there, back), cover


def _rolled(order: Squares, node: NDArray[np.int32]) -> Squares:
    """Return the squares of a closed tour from one of the graph to itself."""
    order = np.roll(order, -int(np.argmax(node[order] >= 0)))
    return np.append(order, order[0])


def _ways(order: Squares, node: NDArray[np.int32]) -> tuple[Squares, Squares, Squares]:
    """Return the squares of the graph from which a tour leaves it, where it goes from there, and the number of the way.

    A way has two such squares, in the order of the tour, or one if the tour ends on it.
    """
    within = node[order] >= 0
    leaves = np.flatnonzero(within[:-1] & ~within[1:])
    enters = np.flatnonzero(~within[:-1] & within[1:]) + 1
    first = int(not within[0])  # the way on which an open tour begins has no square to leave from
    way = np.concatenate([np.arange(leaves.size) + first, np.arange(enters.size)])
    return order[np.concatenate([leaves, enters])], order[np.concatenate([leaves + 1, enters - 1])], way
