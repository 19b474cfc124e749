"""Worms: random walks that change a cover along long alternating cycles, on any board.

A *worm* removes a random edge, whose ends become its tail and head. In each step it draws a move of the head, adds it,
and removes one of the other two edges of the target; the other end of that edge is the new head. The worm ends when it
arrives at its tail: the removed and added edges form an alternating closed walk, and every square has two edges again.

A step is as likely as its reverse: the move is drawn from the same number at every square, where an impossible move
leaves the head in place, and the edge is drawn from two. Hence the uniform distribution on covers is stationary.
Moreover, worms connect all covers of every board: the difference of two covers consists of alternating closed walks,
each of which some worm takes. See `docs/mixing.md`.

The ends of a path are the head and tail of a worm that never ends, so free ends simply walk.

Switching short cycles moves an excess of moves across a board by diffusion, in a time that grows with the square of the
side. Worms avoid this: for any size of board, three to nine steps per square erase the initial state. The number of
worms is predetermined, not that of their steps, on which the last worm would depend. Cost: some 40 ns per step.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

import numpy as np

from destrier.core.movegraph import MoveGraph, exchange, has
from destrier.core.primitives import lowest_bit, next_state, overwrite, random_word
from destrier.core.seeds import derive_key
from destrier.core.types import Cover
from destrier.support.kernels import kernel
from destrier.switching.costs import FREE, Cost, rise

WORMS: Final = 25
"""Number of worms that randomize a cover. In total they make 55 steps per square on 5 x 6, and 12 on 64 x 64; a third
to an eighth of them take more steps than there are squares."""

_STEPS: Final = 10
"""Number of steps per square that a free end walks."""

_PATIENCE: Final = 50
"""Number of steps per square after which a worm is abandoned and undone, which does not affect the distribution: on
long boards of three rows, a worm may wander for as long as there are tourneys to visit."""

_LONGEST: Final = 64
"""Maximum number of steps of a worm if cycles are weighted; longer ones are rarely accepted."""

_LONGEST_OF_A_COST: Final = 300
"""Maximum number of steps with a cost, where a worm stays in place most of the time."""

_CHANGES: Final = 255
"""Largest change of a cost with a tabulated probability; larger changes have that of the last."""

_UNDONE: Final = 3
"""Number of squares on the trail of a worm that only restored the edge it removed."""

_WEIGHT: Final = 0.2
"""Weight of a cycle on a small board, if most covers are to be tours."""

_RARITY: Final = 50
"""Weight of a cycle times the number of squares, on a large board: random covers have a cycle per 100 squares or so."""

_NONE: Final = 1 << 62

_CERTAIN: Final = 2.0**53
"""The threshold of a certain event: all random numbers are below it."""


def stir(graph: MoveGraph, moves: Cover, key: int, *, worms: int = WORMS, fixed: Collection[int] | None = None) -> int:
    """Send worms through a cover in place, and return the number of steps.

    Parameters
    ----------
    worms
        The average number of worms that start: an attempt fails if the square does not have the drawn move.
    fixed
        The squares that remain ends of a path if they are; by default all. Other ends walk a number of steps
        proportional to the squares.
    """
    steps = int(_stir(moves, graph.there, graph.back, np.uint64(key), worms * graph.width // 2))
    ends = np.flatnonzero(np.bitwise_count(moves) == 1).tolist()
    for number, end in enumerate(ends):
        if fixed is not None and end not in fixed:
            drawn = np.uint64(derive_key(key, "end", number))
            tables = graph.there, graph.back
            ends[number] = _wander(moves, *tables, ends[1 - number], end, drawn, _STEPS * graph.size)
    return steps


def cycle_weight(size: int) -> float:
    """Return a weight of cycles with which many covers of some squares are single cycles."""
    return min(_WEIGHT, _RARITY / size)


class Tempered(NamedTuple):
    """The result of weighted worms."""

    cycles: int
    """The number of cycles of the cover."""
    rise: int
    """The change of the cover's cost."""
    least: int | None
    """The change of cost to the cheapest single-cycle cover on the way; `None` if there was none."""


def temper(
    graph: MoveGraph,
    moves: Cover,
    weight: float,
    key: int,
    *,
    worms: int,
    cost: Cost = FREE,
    temperature: float = 1,
    fixed: Collection[int] | None = None,
    best: Cover | None = None,
) -> Tempered:
    """Run worms in place whose stationary law gives a cover the weight `weight ** cycles * exp(-cost / temperature)`.

    Parameters
    ----------
    worms
        The average number of worms that start, as for `stir`.
    temperature
        The temperature; a negative one prefers covers with a high cost, and an infinite one ignores the cost.
    fixed
        The squares that remain ends of a path if they are; by default all. Other ends walk one step per worm.
    best
        Array for the cheapest single-cycle cover, if any; the weight of a cycle must then be below 1.

    Notes
    -----
    Unless their weight is 1, the cycles are recounted in O(squares) for each worm that reaches its tail. A step that
    raises the cost is made with probability `exp(-rise / temperature)`. Since near-covers have costs, too, the walk
    among covers with and without a worm is reversible.
    """
    tries = worms * graph.width // 2
    changes = np.arange(-_CHANGES, _CHANGES + 1)
    chances = np.exp(np.minimum(-changes / temperature, 0)) * _CERTAIN
    longest = _LONGEST if cost is FREE else _LONGEST_OF_A_COST
    tables = graph.there, graph.back, cost, chances
    ends = np.flatnonzero(np.bitwise_count(moves) == 1)
    walks = np.zeros(ends.size, np.bool_) if fixed is None else ~np.isin(ends, list(fixed))
    found = np.empty(0, np.uint64) if best is None else best
    cycles, rise, least = _temper(moves, *tables, weight, longest, ends, walks, np.uint64(key), tries, found)
    return Tempered(int(cycles), int(rise), None if least == _NONE else int(least))


@kernel(budget="steps")
def _wander(moves, there, back, tail, head, key, steps):
    """Let the end `head` of the path from `tail` walk; return its new position."""
    state = random_word(key, np.uint64(0)) | np.uint64(1)
    for _ in range(steps):
        state = next_state(state)
        head, _ = _step(moves, there, back, head, tail, state, False)
    return head


@kernel(steps=4, budget="tries")
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


@kernel(steps=4, budget="tries")
def _temper(moves, there, back, cost, chances, weight, longest, ends, walks, key, tries, best):
    state = random_word(key, np.uint64(0)) | np.uint64(1)
    before = moves.copy()
    trail = np.empty(2 * longest + 4, np.int64)  # the changed squares
    seen = np.zeros(moves.size, np.bool_)
    cycles = count_cycles(moves, there, back, seen)
    counts_for_nothing = weight == 1
    total, least = 0, _NONE
    any_walks = walks.any()
    for _ in range(2 * tries if any_walks else tries):
        state = next_state(state)
        end = np.int64(-1)
        if any_walks and state & np.uint64(1 << 21):
            end = np.int64(state >> np.uint64(22) & np.uint64(1))
            if not walks[end]:
                continue
            state, size, more = _walk_on(moves, there, back, cost, chances, ends[end], ends[1 - end], state, trail)
        else:
            state, size, more = _send(moves, there, back, cost, chances, longest, state, trail)
        if size == 0:
            continue
        accepted = False
        if more < _NONE:
            is_known = counts_for_nothing or (size == _UNDONE and end < 0)
            found = cycles if is_known else count_cycles(moves, there, back, seen)
            state = next_state(state)
            accepted = np.float64(state >> np.uint64(11)) < weight ** (found - cycles) * _CERTAIN
        if accepted:
            cycles, total = found, total + more
            if end >= 0:
                ends[end] = trail[2]
        for number in range(size):
            square = trail[number]
            if accepted:
                before[square] = moves[square]
            else:
                moves[square] = before[square]
        if best.size and cycles == 1 and total < least:
            least = total
            overwrite(best, moves)
    if counts_for_nothing:
        cycles = count_cycles(moves, there, back, seen)
    return cycles, total, least


@kernel
def _send(moves, there, back, cost, chances, longest, state, trail):
    """Send a worm; return the number of squares on its trail and the rise of the cost, `_NONE` if it is lost."""
    tail, move = _drawn_move(there, state)
    if not has(moves, tail, move):
        return state, 0, _NONE
    head = drop(moves, there, back, tail, move)
    total = -rise(moves, there, cost, tail, move)
    state, goes = _may_change(state, chances, total)
    if not goes:
        exchange(moves, there, back, tail, move)
        return state, 0, _NONE
    trail[0], trail[1] = tail, head
    size = 2
    for _ in range(longest):
        state = next_state(state)
        state, head, other, more = _weighed_step(moves, there, back, cost, chances, head, tail, state, True)
        total += more
        if other >= 0:
            trail[size], trail[size + 1] = other, head
            size += 2
        if head < 0:
            return state, size - 1, total
    return state, size, _NONE


@kernel
def _walk_on(moves, there, back, cost, chances, head, tail, state, trail):
    """Let an end of a path make a step; return the number of squares on the trail and the rise of the cost."""
    state, new, other, more = _weighed_step(moves, there, back, cost, chances, head, tail, state, False)
    trail[0], trail[1], trail[2] = head, other, new
    return state, 3 if other >= 0 else 0, more


@kernel
def _weighed_step(moves, there, back, cost, chances, head, tail, state, closes):
    """Make one step if the cost permits; return the result of `_step` and the rise of the near-cover's cost."""
    move, other, gives = _next_move(moves, there, head, tail, state, closes)
    if other < 0:
        return state, head, -1, 0
    more = rise(moves, there, cost, head, move)
    exchange(moves, there, back, head, move)
    new = -1
    if other != tail:
        new = drop(moves, there, back, other, gives)
        more -= rise(moves, there, cost, other, gives)
    state, goes = _may_change(state, chances, more)
    if goes:
        return state, new, other, more
    if other != tail:
        exchange(moves, there, back, other, gives)
    exchange(moves, there, back, head, move)
    return state, head, -1, 0


@kernel
def _may_change(state, chances, more):
    """Decide at random whether to accept a change of the cost."""
    largest = chances.size // 2
    chance = chances[largest + max(-largest, min(more, largest))]
    if chance >= _CERTAIN:
        return state, True
    state = next_state(state)
    return state, np.float64(state >> np.uint64(11)) < chance


@kernel
def _start(moves, there, back, state):
    """Remove the edge of a random move; return its ends, the second -1 if the square does not have the move."""
    square, move = _drawn_move(there, state)
    return square, drop(moves, there, back, square, move) if has(moves, square, move) else -1


@kernel
def _drawn_move(there, state):
    """Return a random square and a random move."""
    square = np.int64((state >> np.uint64(32)) * np.uint64(there.shape[0]) >> np.uint64(32))
    return square, np.int64((state & np.uint64(0xFFFF)) * np.uint64(there.shape[1]) >> np.uint64(16))


@kernel
def _step(moves, there, back, head, tail, state, closes):
    """Make one step; return the new head and the square in between.

    The head is -1 if the worm has arrived at its tail, which `closes` permits; the other square is -1 if nothing has
    changed.
    """
    move, other, gives = _next_move(moves, there, head, tail, state, closes)
    if other < 0:
        return head, -1
    exchange(moves, there, back, head, move)
    if other == tail:
        return -1, other
    return drop(moves, there, back, other, gives), other


@kernel
def _next_move(moves, there, head, tail, state, closes):
    """Draw a step: a move of the head, its target, -1 if none, and the move that the target gives up."""
    move = np.int64((state >> np.uint64(48)) * np.uint64(there.shape[1]) >> np.uint64(16))
    other = np.int64(there[head, move])
    if other < 0 or (other == tail and not closes) or _is_joined(moves, there, head, other):
        return move, -1, 0
    kept = moves[other]
    if other != tail and state & np.uint64(1 << 20):
        kept &= kept - np.uint64(1)
        if not kept:  # the target is an end of the path, with only one edge
            return move, -1, 0
    gives = lowest_bit(kept)
    if not closes and there[other, gives] == tail:  # else one square would be both ends
        return move, -1, 0
    return move, other, gives


@kernel
def drop(moves, there, back, square, move):
    """Remove an edge, and return its other end."""
    exchange(moves, there, back, square, move)
    return np.int64(there[square, move])


@kernel
def _is_joined(moves, there, square, other):
    """Return whether an edge joins two squares, the first of which has at most one edge."""
    return moves[square] != 0 and there[square, lowest_bit(moves[square])] == other


@kernel
def count_cycles(moves, there, back, seen):
    """Return the number of cycles of a cover, counting a path as one."""
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
