"""Join the cycles of a cover of a move graph by rails that add as few turns as possible.

A switch changes the moves of four squares, so it adds at most four turns, and may remove some. Rails that add no turn
are switched first, then those that add one, and so on. After a switch that adds turns, nearby rails are reconsidered
from the start: joining a third line next to two joined ones costs two turns less.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from destrier.core.movegraph import MoveGraph, has, walk
from destrier.core.primitives import find_root
from destrier.core.types import Cover
from destrier.support.kernels import kernel
from destrier.switching.movegraphs import switch_rail

_MOST: Final = 4
"""Maximum number of turns that a switch adds."""


def join_straight(graph: MoveGraph, moves: Cover, half: int) -> int:
    """Join the cycles of a cover in place by rails that add few turns; return the number of cycles left.

    The numbers of opposite moves differ by `half`. The cost is up to five passes of O(squares).
    """
    order, lengths = walk(graph, moves)
    if lengths.size == 1:
        return 1
    labels = np.empty(graph.size, np.int32)
    labels[order] = np.repeat(np.arange(lengths.size, dtype=np.int32), lengths)
    return int(_join(moves, graph.there, graph.back, labels, np.arange(lengths.size, dtype=np.int32), half))


@kernel
def _is_turn(word, half):
    """Return whether a square is a turn, as 0 or 1; see `bends`."""
    return 1 if word & (np.uint64(1) << np.uint64(half)) - np.uint64(1) != word >> np.uint64(half) else 0


@kernel
def _made(moves, square, old, new, half):
    """Return the number of turns, -1 to 1, added at a square when one of its moves is exchanged for another."""
    word = moves[square]
    exchanged = word ^ np.uint64(1) << np.uint64(old) ^ np.uint64(1) << np.uint64(new)
    return _is_turn(exchanged, half) - _is_turn(word, half)


@kernel
def _turns_made(moves, there, back, half, square, along, cross, along_there, closing):
    """Return the net number of turns added by the switch of a rail."""
    across, near = there[square, cross], there[square, along]
    far = there[across, along_there]
    return (
        _made(moves, square, along, cross, half)
        + _made(moves, across, along_there, back[square, cross], half)
        + _made(moves, near, back[square, along], closing, half)
        + _made(moves, far, back[across, along_there], back[near, closing], half)
    )


@kernel
def _link(moves, there, back, half, labels, parents, square, limit):
    """Switch the rail at a square that joins two cycles and adds the fewest turns, if these are not too many.

    Return the square at the other end of its cross move, or -1.
    """
    width = there.shape[1]
    fewest = limit + 1
    best_along = best_cross = best_there = best_closing = 0
    mine = find_root(parents, labels[square])
    for cross in range(width):
        across = np.int64(there[square, cross])
        if across < 0 or find_root(parents, labels[across]) == mine:
            continue
        for along in range(width):
            if not has(moves, square, along):
                continue
            near = np.int64(there[square, along])
            for along_there in range(width):
                if not has(moves, across, along_there):
                    continue
                for closing in range(width):
                    if there[near, closing] != there[across, along_there]:
                        continue
                    made = _turns_made(moves, there, back, half, square, along, cross, along_there, closing)
                    if made < fewest:
                        fewest = made
                        best_along, best_cross, best_there, best_closing = along, cross, along_there, closing
    if fewest > limit:
        return np.int64(-1)
    across = np.int64(there[square, best_cross])
    switch_rail(moves, there, back, square, best_along, best_cross, best_there, best_closing)
    other = find_root(parents, labels[across])
    parents[max(mine, other)] = min(mine, other)
    return across


@kernel
def _link_nearby(moves, there, back, half, labels, parents, nearby, limit):
    """Switch a rail at one of these squares that adds as few turns as possible; return its ends, or -1, -1."""
    for fewer in range(limit + 1):
        for square in nearby:
            across = _link(moves, there, back, half, labels, parents, square, fewer)
            if across >= 0:
                return np.int64(square), across
    return np.int64(-1), np.int64(-1)


@kernel
def _near(there, square, across):
    """Return two squares and all their neighbours."""
    nearby = np.empty(2 + 2 * there.shape[1], np.int64)
    nearby[0], nearby[1] = square, across
    count = 2
    for end in nearby[:2]:
        for other in there[end]:
            if other >= 0:
                nearby[count] = other
                count += 1
    return nearby[:count]


@kernel
def _join(moves, there, back, labels, parents, half):
    """Switch rails that join two cycles until none is left, those with few turns first; return the cycles left."""
    cycles = parents.size
    for limit in range(_MOST + 1):
        for first in range(moves.size):
            if cycles == 1:
                return 1
            square = np.int64(first)
            across = _link(moves, there, back, half, labels, parents, square, limit)
            while across >= 0:
                cycles -= 1
                nearby = _near(there, square, across)
                square, across = _link_nearby(moves, there, back, half, labels, parents, nearby, limit)
    return cycles
