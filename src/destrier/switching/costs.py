"""Cost tables for annealing: a kernel reads from them what adding one edge costs.

A cost is a sum over three kinds of terms.

- *Pairs* of edges that are both in the cover: crossings cost, and two opposite moves of a square save a turn.
- *Alternating 4-cycles* of the move graph, the rails: two opposite edges are in the cover, two are not.
- Edges *alone*: if an edge represents all images of a move under a symmetry, these may cross each other.

The tables list, for each move of each square, the other edges of its terms. A knight's edge has 2 pairs for turns, 9
for crossings, and 6 parallelograms for rails, so the cost of an edge takes some 20 ns to compute, on any board and for
any piece. Near-covers, which lack edges, have costs, too, and these guide the worms (see `worms`). Memory per square
for a knight: 200 bytes for turns, 800 for crossings, 700 for rails.
"""

from __future__ import annotations

from itertools import chain, permutations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.support.kernels import kernel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from destrier.core.board import Board
    from destrier.core.grid import BaseBoard
    from destrier.core.movegraph import MoveGraph
    from destrier.core.types import Squares


class Cost(NamedTuple):
    """The terms of a cost by edge; edge `e` of these tables is move `e % width` of square `e // width`."""

    pairs: NDArray[np.int32]
    """(k, 3): the square and move of the other edge, and the cost of the pair."""
    pairs_from: NDArray[np.int64]
    """(edges + 1,): the offset of each edge's pairs; empty if there are none."""
    fours: NDArray[np.int32]
    """(k, 4): the other three edges of a 4-cycle, as the square and move of the opposite edge, then the moves of the
    cross edges from the beginning and from the end of this edge."""
    fours_from: NDArray[np.int64]
    """(edges + 1,): the offset of each edge's 4-cycles; empty if there are none."""
    alone: NDArray[np.int32]
    """(edges,): the cost of each edge alone; empty if all are zero."""


_NO_PAIRS: Final = np.empty((0, 3), np.int32), np.empty(0, np.int64)
_NO_FOURS: Final = np.empty((0, 4), np.int32), np.empty(0, np.int64)
_NONE_ALONE: Final = np.empty(0, np.int32)

FREE: Final = Cost(*_NO_PAIRS, *_NO_FOURS, _NONE_ALONE)
"""The zero cost."""


def rails(graph: MoveGraph) -> Cost:
    """Return the cost that counts rails, that is, alternating 4-cycles."""
    table = np.empty((_list_fours(graph.there, np.empty((0, 4), np.int32), np.empty(0, np.int64)), 4), np.int32)
    starts = np.empty(graph.size * graph.width + 1, np.int64)
    _list_fours(graph.there, table, starts)
    return Cost(*_NO_PAIRS, table, starts, _NONE_ALONE)


def turns(board: BaseBoard) -> Cost:
    """Return the cost that counts turns: each straight square saves one of as many turns as there are squares.

    On a box, going straight across an edge counts as straight, as in `measuring.metrics.turns`.
    """
    half = board.move_graph.width // 2
    return pairs_at_squares(board.move_graph, [(move, move + half) for move in range(half)], -1)


def pairs_at_squares(graph: MoveGraph, pairs: Iterable[tuple[int, int]], times: int) -> Cost:
    """Return the cost that counts the squares with both moves of one of some pairs, `times` each."""
    parts = []
    for one, other in chain.from_iterable(permutations(pair) for pair in pairs):
        square = np.flatnonzero((graph.there[:, one] >= 0) & (graph.there[:, other] >= 0))
        parts.append((square, np.full(square.size, one), square, np.full(square.size, other)))
    square, move, same, other_move = (np.concatenate(part) for part in zip(*parts, strict=True))
    return _cost_of_pairs(graph, square, move, same, other_move, times)


def crossings(board: Board, pairs: NDArray[np.int64]) -> Cost:
    """Return the cost that counts crossings on a flat board; `pairs` come from `measuring.metrics.crossing_pairs`."""
    graph = board.move_graph
    index = np.full(board.shape, -1, np.int64)
    index.ravel()[board.squares] = np.arange(graph.size)
    row, col = np.divmod(board.squares, board.cols)
    nothing = np.empty(0, np.int64)
    half, found = graph.width // 2, [(nothing, nothing, nothing, nothing)]  # a wazir's moves never cross
    for one, other, down, right, _ in pairs.tolist():
        inside = (row + down < board.rows) & (col + right >= 0) & (col + right < board.cols)
        here = np.flatnonzero(inside)
        there = index[row[here] + down, col[here] + right]
        both = (there >= 0) & (graph.there[here, half + one] >= 0) & (graph.there[there, half + other] >= 0)
        ones, others = np.full(both.sum(), half + one), np.full(both.sum(), half + other)
        found += [(here[both], ones, there[both], others), (there[both], others, here[both], ones)]
    square, move, far, far_move = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return _cost_of_pairs(graph, square, move, far, far_move, 1)


def _cost_of_pairs(
    graph: MoveGraph, square: Squares, move: Squares, other: Squares, other_move: Squares, times: int
) -> Cost:
    """Return the cost of pairs of edges; each pair is listed for both edges, but at only one end of each."""
    there, back = graph.there[square, move].astype(np.int64), graph.back[square, move]
    edges = np.concatenate([square * graph.width + move, there * graph.width + back])
    pairs = np.column_stack([other, other_move, np.full(other.size, times)]).astype(np.int32)
    order = np.argsort(edges, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(edges, minlength=graph.size * graph.width))])
    return Cost(np.concatenate([pairs, pairs])[order], starts, *_NO_FOURS, _NONE_ALONE)


def folded(cost: Cost, quotient: MoveGraph, orbits: Squares, lifts: Squares) -> Cost:
    """Return the cost of moves together with their images under a symmetry, for a cost made of pairs.

    Parameters
    ----------
    cost
        The cost of the moves of a board.
    quotient
        A move graph with as many moves per square, in which each edge represents a move and its images.
    orbits
        The edge of the quotient that represents each edge of the board, or -1.
    lifts
        An edge of the board that each edge of the quotient represents, or -1.
    """
    edge = np.flatnonzero(lifts >= 0)
    square, move = np.divmod(edge, quotient.width)
    reverse = quotient.there[square, move].astype(np.int64) * quotient.width + quotient.back[square, move]
    directed = np.bincount(orbits[orbits >= 0], minlength=lifts.size)
    images = (directed[edge] + directed[reverse]) // 2

    starts, ends = cost.pairs_from[lifts[edge]], cost.pairs_from[lifts[edge] + 1]
    which = np.repeat(np.arange(edge.size), ends - starts)
    listed = np.arange(which.size) - np.searchsorted(which, which) + starts[which]
    other = orbits[cost.pairs[listed, 0] * quotient.width + cost.pairs[listed, 1]]
    times = cost.pairs[listed, 2] * images[which]

    own = (other == edge[which]) | (other == reverse[which])  # a crossing of two images is counted for both
    alone = np.bincount(edge[which[own]], times[own] / 2, minlength=lifts.size).astype(np.int32)
    kept = ~own & (other >= 0)
    pairs = np.column_stack([*np.divmod(other[kept], quotient.width), times[kept]]).astype(np.int32)
    counts = np.bincount(edge[which[kept]], minlength=lifts.size)
    return Cost(pairs, np.concatenate([[0], np.cumsum(counts)]), *_NO_FOURS, alone)


@kernel
def _list_fours(there, table, starts):
    """Write the 4-cycles of each edge if there is room, and return their number."""
    count, width = 0, there.shape[1]
    for square in range(there.shape[0]):
        for move in range(width):
            if starts.size:
                starts[square * width + move] = count
            near = there[square, move]
            if near < 0:
                continue
            for cross in range(width):
                across = there[square, cross]
                if across < 0 or across == near:
                    continue
                for along in range(width):
                    far = there[across, along]
                    if far < 0 or far == square or far == near:  # noqa: PLR1714, SIM109 (kernels take no `in`)
                        continue
                    for closing in range(width):
                        if there[near, closing] == far:
                            if starts.size:
                                table[count, 0], table[count, 1] = across, along
                                table[count, 2], table[count, 3] = cross, closing
                            count += 1
    if starts.size:
        starts[-1] = count
    return count


@kernel
def rise(moves, there, cost, square, move):
    """Return the cost increase from adding an edge to a near-cover that lacks it."""
    total = np.int64(0)
    edge = square * there.shape[1] + move
    if cost.alone.size:
        total += cost.alone[edge]
    if cost.pairs_from.size:
        for number in range(cost.pairs_from[edge], cost.pairs_from[edge + 1]):
            other, other_move, times = cost.pairs[number]
            total += times * np.int64(moves[other] >> np.uint64(other_move) & np.uint64(1))
    if cost.fours_from.size:
        here, near = moves[square], moves[there[square, move]]
        for number in range(cost.fours_from[edge], cost.fours_from[edge + 1]):
            across, along, cross, closing = cost.fours[number]
            sides = here >> np.uint64(cross) & np.uint64(1)
            if sides == near >> np.uint64(closing) & np.uint64(1):
                total += np.int64(moves[across] >> np.uint64(along) & np.uint64(1)) - np.int64(sides)
    return total
