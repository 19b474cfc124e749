"""Mix a tour of a surface near its seams.

A tour made on the rectangle does not cross its sides. The squares near the sides form a smaller move graph, in which
each path through the other squares is contracted to a single square between its ends. This graph is mixed and joined,
while the contracted paths never change. The result is again a tour, and the cost is that of the squares near the sides.
The ends of an open tour are linked by an extra square off the board, so that it is closed meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.movegraph import MoveGraph
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tour, Tourney
from destrier.support.errors import BudgetExceeded
from destrier.switching import movegraphs
from destrier.switching.worms import stir

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.surface import Surface
    from destrier.core.types import Cover, Squares

_NEAR: Final = 8
"""Number of rows and columns to mix on either side of a seam; further away, a tour is unaffected by the side."""

_TRIES: Final = 8

_OFF_BOARD: Final = 8
"""The number of the move from an end of an open tour to the square off the board; the knight's moves are 0..7."""

_ON_BOARD: Final = np.uint64((1 << _OFF_BOARD) - 1)


def mix_seams(tour: Tourney, order: Squares, key: int) -> Tour:
    """Return a tour of a surface with the moves near and across its seams redrawn; O(squares).

    An open tour keeps its ends. `order` are the squares in visiting order.

    Raises
    ------
    BudgetExceeded
        If the mixed cover could not be joined again.
    """
    board = tour.board
    near = _near(board)
    graph, known = _drawn_together(tour, order, near)
    for number in range(_TRIES):
        cover = known.copy()
        stir(graph, cover, derive_key(key, "stir", number))
        if movegraphs.join(graph, cover, derive_key(key, "join", number)) == 1:
            moves = tour.moves.copy()
            moves.reshape(-1)[near] = cover[: near.size] & _ON_BOARD
            return Tourney.trusted(moves, board, 1)
    raise BudgetExceeded(f"the tour of {board.describe()} was mixed but not joined; try another seed")


def _near(board: Surface) -> Squares:
    """Return the indices of the squares near the seams in ascending order."""
    rows, cols = (np.minimum(np.arange(side), np.arange(side)[::-1]) < _NEAR for side in board.sides)
    near = cols[None, :] | (rows[:, None] if board.top_bottom else False)
    return np.flatnonzero(np.broadcast_to(near, board.sides))


def _drawn_together(tour: Tourney, order: Squares, near: Squares) -> tuple[MoveGraph, Cover]:
    """Return the graph of some squares of a tour, plus one for each path through the others, and the tour on it.

    Moves keep their numbers from the board.
    """
    off_board = tour.board.size
    node = np.full(off_board + 1, -1, np.int32)
    node[near] = np.arange(near.size)
    table = tour.board.moves_from(near)
    inside = np.where(table.there < 0, -1, node[table.there]).astype(np.int32)
    graph = MoveGraph(inside, table.back).without_parallel_moves()
    is_open = tour.ends is not None
    ends, onward = _ways(np.append(order, off_board) if is_open else order, node)
    move = np.where(onward == off_board, _OFF_BOARD, np.argmax(table.there[node[ends]] == onward[:, None], axis=1))
    squares, (ways, link) = node[ends], np.divmod(np.arange(ends.size), 2)
    shape = near.size + ends.size // 2, graph.width + is_open
    there, back = np.full(shape, -1, np.int32), np.zeros(shape, np.uint8)
    there[: near.size, : graph.width], back[: near.size, : graph.width] = graph.there, graph.back
    there[squares, move], back[squares, move] = near.size + ways, link
    there[near.size + ways, link], back[near.size + ways, link] = squares, move
    cover = np.full(len(there), 0b11, np.uint64)
    cover[: near.size] = tour.moves.reshape(-1)[near]
    np.bitwise_or.at(cover, squares, np.uint64(1) << move.astype(np.uint64))
    return MoveGraph(there, back), cover


def _ways(order: Squares, node: NDArray[np.int32]) -> tuple[Squares, Squares]:
    """Return the squares at which a closed tour leaves the graph, and those at which it returns, in order.

    Each is paired with its neighbour on the path outside.
    """
    order = np.roll(order, -int(np.argmax(node[order] >= 0)))
    order = np.append(order, order[0])
    within = node[order] >= 0
    leaves = np.flatnonzero(within[:-1] & ~within[1:])
    enters = np.flatnonzero(~within[:-1] & within[1:])
    ends = np.stack([leaves, enters + 1], axis=1).reshape(-1)
    onward = np.stack([leaves + 1, enters], axis=1).reshape(-1)
    return order[ends], order[onward]
