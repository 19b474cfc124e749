"""Worms among weighted tourneys: the Markov chain behind estimates, on any board.

The stationary probability of a tourney with c cycles, k of whose edges are marked, is proportional to
cycle_weight ** c * edge_weight ** k.

The worms are those of `switching.worms`, but they may be of any length, and a step which adds a marked edge and removes
no such edge is made with probability `edge_weight`. In the end the whole worm is undone with probability
1 - cycle_weight ** rise if it has raised the number of cycles.

Cost: about 15 ns a step, and as much for each square and worm if cycles are weighted. With a quarter as many worms as
squares, lag-one correlations are below 0.2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from destrier.core.movegraph import MoveGraph
from destrier.core.primitives import lowest_bit, next_state, overwrite, random_word
from destrier.core.types import Cover
from destrier.support.kernels import UNBOUNDED, kernel
from destrier.switching.worms import count_cycles, drop


def observe(
    graph: MoveGraph,
    moves: Cover,
    marked: NDArray[np.uint8],
    weights: tuple[float, float],
    key: int,
    *,
    times: int,
    worms: int,
) -> NDArray[np.int64]:
    """Send worms through a cover in place, and observe it several times.

    Parameters
    ----------
    marked
        Whether the edge of each move is marked, (squares, moves).
    weights
        The weights of a cycle and of a marked edge, at most 1.
    times
        The number of observations.
    worms
        The number of worms before each observation.

    Returns
    -------
    array
        The numbers of cycles and of marked edges, `int64` (times, 2).
    """
    found: NDArray[np.int64] = _observe(moves, graph.there, graph.back, marked, *weights, np.uint64(key), times, worms)
    return found


@kernel(steps=UNBOUNDED)
def _observe(moves, there, back, marked, cycle_weight, edge_weight, key, times, worms):
    state = random_word(key, np.uint64(0)) | np.uint64(1)
    before = moves.copy()
    seen = np.zeros(moves.size, np.bool_)
    cycles = count_cycles(moves, there, back, seen)
    edges = _count_marked(moves, marked)
    found = np.empty((times, 2), np.int64)
    for time in range(times):
        for _ in range(worms):
            state, rise, has_moved = _worm(moves, there, back, marked, edge_weight, state)
            if has_moved and cycle_weight < 1:
                after = count_cycles(moves, there, back, seen)
                state = next_state(state)
                if _chance(state) >= cycle_weight ** (after - cycles):
                    overwrite(moves, before)
                    continue
                overwrite(before, moves)
                cycles = after
            edges += rise
        found[time, 0] = cycles if cycle_weight < 1 else count_cycles(moves, there, back, seen)
        found[time, 1] = edges
    return found


@kernel
def _worm(moves, there, back, marked, edge_weight, state):
    """Send one worm; return the next state, the change in the number of marked edges, and whether there was an edge."""
    state = next_state(state)
    tail = np.int64((state >> np.uint64(32)) * np.uint64(there.shape[0]) >> np.uint64(32))
    move = np.int64((state & np.uint64(0xFFFF)) * np.uint64(there.shape[1]) >> np.uint64(16))
    if not _has(moves, tail, move):
        return state, 0, False
    rise = -np.int64(marked[tail, move])
    head = drop(moves, there, back, tail, move)
    while True:
        state = next_state(state)
        move = np.int64((state >> np.uint64(48)) * np.uint64(there.shape[1]) >> np.uint64(16))
        other = np.int64(there[head, move])
        if other < 0 or _has(moves, head, move):
            continue
        kept = moves[other]
        if other != tail and state & np.uint64(1 << 20):
            kept &= kept - np.uint64(1)
        dropped = lowest_bit(kept)
        change = np.int64(marked[head, move]) - (np.int64(marked[other, dropped]) if other != tail else 0)
        if change > 0 and edge_weight < 1:
            state = next_state(state)
            if _chance(state) >= edge_weight:
                continue
        rise += change
        moves[head] ^= np.uint64(1) << np.uint64(move)
        moves[other] ^= np.uint64(1) << np.uint64(back[head, move])
        if other == tail:
            return state, rise, True
        head = drop(moves, there, back, other, dropped)


@kernel
def _chance(state):
    return (state >> np.uint64(11)) * 2.0**-53


@kernel
def _has(moves, square, move):
    return moves[square] >> np.uint64(move) & np.uint64(1) != 0


@kernel
def _count_marked(moves, marked):
    edges = 0
    for square in range(moves.size):
        for move in range(marked.shape[1]):
            if marked[square, move] and _has(moves, square, move):
                edges += 1
    return edges // 2
