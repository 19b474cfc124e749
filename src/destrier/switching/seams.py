"""Mix a tour of a surface near the sides of its rectangle.

A tour that was made on the rectangle does not pass its sides. The squares near them are taken out, each way through the
other squares drawn together to one square between its ends, and what is left is mixed and joined as a board of its own,
in which the ways are never changed. So the whole is one tour again, and its cost is that of the squares near the sides.
The ends of an open tour are linked by one more square, off the board, so that it is closed meanwhile.
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
"""The rows and columns on either side of a seam that are mixed: further away, a tour does not know of the side."""

_TRIES: Final = 8

_OFF_BOARD: Final = 8
"""The number of the move from an end of an open tour to the square off the board, beyond those of the knight."""

_ON_BOARD: Final = np.uint64((1 << _OFF_BOARD) - 1)


def mix_seams(tour: Tourney, order: Squares, key: int) -> Tour:
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
            moves.reshape(-1)[near] = cover[: near.size] & _ON_BOARD
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
    """Return the squares from which a closed tour leaves the graph and those to which it returns, in turn.

    Beside each is the square that lies next to it on the way.
    """
    order = np.roll(order, -int(np.argmax(node[order] >= 0)))
    order = np.append(order, order[0])
    within = node[order] >= 0
    leaves = np.flatnonzero(within[:-1] & ~within[1:])
    enters = np.flatnonzero(~within[:-1] & within[1:])
    ends = np.stack([leaves, enters + 1], axis=1).reshape(-1)
    onward = np.stack([leaves + 1, enters], axis=1).reshape(-1)
    return order[ends], order[onward]
