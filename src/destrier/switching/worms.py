"""Worms: random walks that change a cover along long alternating cycles, on any board.

A *worm* removes a random edge, one end of which is its tail, the other its head. In each step it draws a move of the
head, adds it, and removes one of the other two edges of the square where it arrives; what was joined by that edge is
the new head. When it arrives at its tail, it ends: what it has removed and added is an alternating closed walk, and
every square has two edges again.

A step is as likely as its reverse: a move is drawn among as many at every square, one that cannot be made being a step
on the spot, and an edge among two. So the uniform distribution on the covers is stationary. Moreover, worms lead from
every cover to every other one, on every board: the difference of two covers consists of alternating closed walks, each
of which some worm takes. See `docs/mixing.md`.

The ends of a path are the head and the tail of a worm that goes on for ever, so free ends just walk.

Switching short cycles moves a surplus of moves across a board by diffusion, in a time that grows with the square of the
side. Worms do not know this time: whatever the size of the board, three to nine steps for each square forget what was
there. The number of worms is fixed beforehand, not that of their steps, as the last one would depend on it.
Cost: some 40 ns a step.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import numpy as np
from numba import njit

from destrier.core.kernels import lean, lowest_bit, next_state, overwrite, random_word
from destrier.core.movegraph import MoveGraph
from destrier.core.seeds import derive_key
from destrier.core.types import Cover

WORMS: Final = 25
"""The worms after which a cover is as good as new. They make 55 steps for each square in all on a board of 5 x 6, 12 on
64 x 64; a third to an eighth of them take more steps than there are squares."""

_STEPS: Final = 10
"""The steps for each square that a free end walks."""

_PATIENCE: Final = 50
"""The steps for each square after which a worm is given up, its changes undone, which does not change the law: on long
boards of three rows a worm may get lost for as long as there are tourneys to visit."""

_LONGEST: Final = 64
"""The most steps of a worm that is weighed: of longer ones, hardly any is accepted."""


def stir(graph: MoveGraph, moves: Cover, key: int, *, worms: int = WORMS, fixed: Collection[int] | None = None) -> int:
    """Send worms through a cover in place, and return how many steps they make.

    Parameters
    ----------
    worms
        How many start, on average: a try at a square that does not have the move that is drawn fails.
    fixed
        The squares that stay ends of a path if they are; all by default. The others walk as far as there are squares.
    """
    steps = int(_stir(moves, graph.there, graph.back, np.uint64(key), worms * graph.width // 2))
    ends = np.flatnonzero(np.bitwise_count(moves) == 1).tolist()
    for number, end in enumerate(ends):
        if fixed is not None and end not in fixed:
            drawn = np.uint64(derive_key(key, "end", number))
            tables = graph.there, graph.back
            ends[number] = _wander(moves, *tables, ends[1 - number], end, drawn, _STEPS * graph.size)
    return steps


def temper(graph: MoveGraph, moves: Cover, weight: float, key: int, *, worms: int) -> int:
    """Weigh so many worms in place, under whose law a cover's probability is proportional to weight ** cycles.

    Returns
    -------
    int
        The number of cycles. They are counted anew for each worm that finds its tail, in O(squares).
    """
    tries = worms * graph.width // 2
    return int(_temper(moves, graph.there, graph.back, weight, np.uint64(key), tries))


@njit(cache=True, nogil=True)
def _wander(moves, there, back, tail, head, key, steps):
    """Let the end `head` of the path from `tail` walk; return where it arrives."""
    state = random_word(key, np.uint64(0)) | np.uint64(1)
    for _ in range(steps):
        state = next_state(state)
        head, _ = _step(moves, there, back, head, tail, state, False)
    return head


@njit(cache=True, nogil=True)
def _stir(moves, there, back, key, tries):
    state = random_word(key, np.uint64(0)) | np.uint64(1)
    before = moves.copy()
    steps = 0
    for _ in range(tries):
        state = next_state(state)
        tail, head = _start(moves, there, back, state)
        started = head >= 0
        for _ in range(_PATIENCE * moves.size):
            if head < 0:
                break
            state = next_state(state)
            head, _ = _step(moves, there, back, head, tail, state, True)
            steps += 1
        if head >= 0:
            overwrite(moves, before)
        elif started:
            overwrite(before, moves)
    return steps


@njit(cache=True, nogil=True)
def _temper(moves, there, back, weight, key, tries):
    state = random_word(key, np.uint64(0)) | np.uint64(1)
    before = moves.copy()
    trail = np.empty(2 * _LONGEST + 2, np.int64)  # the squares that a worm has changed
    seen = np.zeros(moves.size, np.bool_)
    cycles = count_cycles(moves, there, back, seen)
    for _ in range(tries):
        state = next_state(state)
        tail, head = _start(moves, there, back, state)
        trail[0], trail[1] = tail, head
        size = 2 if head >= 0 else 0
        for _ in range(_LONGEST):
            if head < 0:
                break
            state = next_state(state)
            head, other = _step(moves, there, back, head, tail, state, True)
            if other >= 0:
                trail[size] = other
                size += 1
            if head >= 0 and other >= 0:
                trail[size] = head
                size += 1
        if size == 0:
            continue
        accepted = False
        if head < 0:
            found = count_cycles(moves, there, back, seen)
            state = next_state(state)
            accepted = np.float64(state >> np.uint64(11)) < weight ** (found - cycles) * 2.0**53
        if accepted:
            cycles = found
        for number in range(size):
            square = trail[number]
            if accepted:
                before[square] = moves[square]
            else:
                moves[square] = before[square]
    return cycles


@lean
def _start(moves, there, back, state):
    """Remove the edge of a random move; return its two ends, the second -1 if the square does not have the move."""
    square = np.int64((state >> np.uint64(32)) * np.uint64(there.shape[0]) >> np.uint64(32))
    move = np.int64((state & np.uint64(0xFFFF)) * np.uint64(there.shape[1]) >> np.uint64(16))
    if not moves[square] >> np.uint64(move) & np.uint64(1):
        return square, -1
    return square, drop(moves, there, back, square, move)


@lean
def _step(moves, there, back, head, tail, state, closes):
    """Make one step; return the new head and the square between.

    The head is -1 if the worm has arrived at its tail, which it may if it `closes`; the other square is -1 if nothing
    has changed.
    """
    move = np.int64((state >> np.uint64(48)) * np.uint64(there.shape[1]) >> np.uint64(16))
    other = np.int64(there[head, move])
    if other < 0 or (other == tail and not closes) or _is_joined(moves, there, head, other):
        return head, -1
    kept = moves[other]
    if other != tail and state & np.uint64(1 << 20):
        kept &= kept - np.uint64(1)
        if not kept:  # the square is an end of the path, and has one edge only
            return head, -1
    if not closes and there[other, lowest_bit(kept)] == tail:  # which would be both ends
        return head, -1
    moves[head] ^= np.uint64(1) << np.uint64(move)
    moves[other] ^= np.uint64(1) << np.uint64(back[head, move])
    if other == tail:
        return -1, other
    return drop(moves, there, back, other, lowest_bit(kept)), other


@lean
def drop(moves, there, back, square, move):
    """Remove an edge, and return its other end."""
    other = np.int64(there[square, move])
    moves[square] ^= np.uint64(1) << np.uint64(move)
    moves[other] ^= np.uint64(1) << np.uint64(back[square, move])
    return other


@lean
def _is_joined(moves, there, square, other):
    """Return whether an edge joins two squares, the first of which has one edge at most."""
    return moves[square] != 0 and there[square, lowest_bit(moves[square])] == other


@lean
def count_cycles(moves, there, back, seen):
    """Return the number of cycles of a cover, a path being one."""
    for square in range(moves.size):
        seen[square] = False
    cycles = 0
    for paths in (True, False):
        for start in range(moves.size):
            onward = moves[start]
            if seen[start] or (paths and onward & (onward - np.uint64(1))):
                continue
            cycles += 1
            at = np.int64(start)
            while not seen[at]:
                seen[at] = True
                if onward:
                    move = lowest_bit(onward)
                    arrived = np.uint64(back[at, move])
                    at = np.int64(there[at, move])
                    onward = moves[at] & ~(np.uint64(1) << arrived)
    return cycles
