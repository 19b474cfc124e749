"""The fewest turns at the edge of a board with parallel lines inside; the argument is in `docs/bounds.md`.

The edge is a *strip*: its lowest rows, column after column without end. A *cover* of it gives each square two moves, to
squares of the strip or upwards out of it. Above the strip all lines run in one direction, the *bulk*, a fixed number
per column. A move that leaves the strip in this direction may belong to such a line and costs nothing. Any other line
that leaves has to end above the strip, and so has a line of the bulk that does not come down to it. An end is half a
turn. So the cost of a column, in half turns, is

    2 (turns) + (lines of the bulk) + (moves out in other directions) - (moves out in the direction of the bulk).

Whether the lines can be continued above the strip does not matter, as the result is a lower bound.

The automaton. Moves go from left to right, by one column (*short*, two rows up or down) or two (*long*, one row).
Before a column, its *state* has a bit for each move that arrives: the short ones, the long ones, and the long ones that
pass on to the next column. A square's cost depends on its own moves only, so that a column is a choice of two sets of
bits, those that arrive and those that depart. Its cost is a sum over squares, each of which takes the cheapest moves
out of the strip that complete its two. A strip of K rows has 2 ** (6 K - 8) states, if K > 1.

The fewest half turns per column, in the long run, are the least mean of a cycle of this graph. A *potential* of the
states proves that no cycle has a smaller one: for every step, cost - mean >= potential(after) - potential(before). It
is found as the least excess of a walk that ends in a state, so the least potential tells by how much a strip of any
length can fall short of the mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from destrier.core.types import Square

BULKS: Final[dict[str, Square]] = {"flat": (1, -2), "steep": (2, -1)}
"""The bulk's direction, upwards: `flat` lines cross a row once per column, `steep` ones twice."""

_RISING: Final[tuple[Square, ...]] = ((1, 2), (1, -2), (2, 1), (2, -1))
_PATIENCE: Final = 10_000
"""The number of columns after which a walk repeats a state, if it has that few, or the potential settles."""


class Strip(NamedTuple):
    """The automaton, with the cost of each column."""

    rows: int
    short: int
    """The number of bits of the short moves between two columns."""
    long: int
    """The number of bits of the long moves that start in a column."""
    arriving: NDArray[np.int64]
    """(choices,): what arrives at a column, short + 2 ** bits of short * long."""
    departing: NDArray[np.int64]
    """(choices,): what departs from it, likewise."""
    cost: NDArray[np.int64]
    """(choices,): its half turns."""

    @property
    def states(self) -> int:
        """The number of states."""
        return 1 << self.short + 2 * self.long


class StripBound(NamedTuple):
    """The least mean cost of a column, and the proof of it."""

    mean: Fraction
    """The mean, in half turns."""
    cycle: list[int]
    """The states of a cycle with this mean, the first one twice."""
    potential: NDArray[np.int64]
    """(states,): in half turns, multiplied by the denominator of the mean; at most 0."""

    @property
    def shortfall(self) -> Fraction:
        """The number of half turns by which a strip of any length, with any ends, may be below the mean."""
        return Fraction(-int(self.potential.min()), self.mean.denominator)


def columns_of(rows: int, bulk: Square) -> Strip:
    """Return the automaton of a strip, for the bulk that rises in a direction (row, col), such as (1, -2).

    It has 11, 22 * 11, 22 * 37 * 11, ... choices; O(1) for each.
    """
    long, short = _numbered(rows, 1), _numbered(rows, 2)
    arriving, departing = np.zeros((2, 1), np.int64)
    cost = np.full(1, bulk[0])  # lines that cross a row per column, as many as the rows of a move
    for row in range(rows):
        arrive, depart, half_turns = np.array(list(_choices(row, rows, bulk, long, short)), np.int64).T
        arriving = (arriving[:, None] | arrive).ravel()
        departing = (departing[:, None] | depart).ravel()
        cost = (cost[:, None] + half_turns).ravel()
    return Strip(rows, len(short), len(long), arriving, departing, cost)


def strip_bound(strip: Strip) -> StripBound:
    """Return the least mean cost of a column.

    Start with a mean that some cycle has, and take a smaller one as long as there is one; O(steps * columns passed),
    and a few hundred columns are enough.
    """
    mean, cycle = Fraction(4 * strip.rows + 4), [0]  # more than any column costs
    while True:
        found, potential = _relax(strip, mean)
        if found is None:
            return StripBound(mean, cycle, potential)
        mean, cycle = found


def holds(strip: Strip, bound: StripBound) -> bool:
    """Return whether the potential proves the mean, at every step of the automaton; O(steps)."""
    scale = bound.mean.denominator
    excess = strip.cost * scale - bound.mean.numerator
    return all(
        bool((bound.potential[before] + excess >= bound.potential[after]).all()) for before, after in _steps(strip)
    )


def cost_of(strip: Strip, cycle: Sequence[int]) -> int:
    """Return the least cost of the columns between the states of a walk."""
    total = 0
    for before, after in pairwise(cycle):
        costs = [strip.cost[(here == before) & (there == after)] for here, there in _steps(strip)]
        total += int(np.concatenate(costs).min())
    return total


def _steps(strip: Strip) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield, for each set of long moves that pass by a column, the states before and after each choice."""
    low, bits = (1 << strip.short) - 1, strip.short + strip.long
    for passing in range(1 << strip.long):
        before = strip.arriving | passing << bits
        after = strip.departing & low | passing << strip.short | strip.departing >> strip.short << bits
        yield before, after


def _relax(strip: Strip, mean: Fraction) -> tuple[tuple[Fraction, list[int]] | None, NDArray[np.int64]]:
    """Return a smaller mean with its cycle, or `None` and the potential that proves that there is none."""
    potential = np.zeros(strip.states, np.int64)
    came_from = []
    excess = strip.cost * mean.denominator - mean.numerator
    for _ in range(_PATIENCE):
        lower, origin = potential.copy(), np.full(strip.states, -1, np.int64)
        _pass_column(strip.arriving, strip.departing, excess, strip.short, strip.long, potential, lower, origin)
        if np.array_equal(lower, potential):
            return None, potential
        potential = lower
        came_from.append(origin)
        if found := _cycle_below(strip, mean, came_from, int(potential.argmin())):
            return found, potential
    raise RuntimeError(f"no verdict after {_PATIENCE} columns")


def _cycle_below(
    strip: Strip, mean: Fraction, came_from: Sequence[NDArray[np.int64]], end: int
) -> tuple[Fraction, list[int]] | None:
    """Return a cycle with a smaller mean on the walk that led to a state, if there is one."""
    walk = [end]
    for origin in reversed(came_from):
        if origin[walk[-1]] >= 0:  # otherwise the walk waited: it is shorter
            walk.append(int(origin[walk[-1]]))
    walk.reverse()
    seen: dict[int, int] = {}
    for place, state in enumerate(walk):
        if state in seen:
            cycle = walk[seen[state] : place + 1]
            found = Fraction(cost_of(strip, cycle), len(cycle) - 1)
            if found < mean:
                return found, cycle
        seen[state] = place
    return None


@njit(cache=True, nogil=True)
def _pass_column(arriving, departing, excess, short, long, potential, lower, origin):
    """Pass one more column: lower the potential of each state to that of the best step to it, and note its origin."""
    for choice in range(arriving.size):
        left = departing[choice] & ((1 << short) - 1) | departing[choice] >> short << short + long
        for passing in range(1 << long):
            before = arriving[choice] | passing << short + long
            after = left | passing << short
            if potential[before] + excess[choice] < lower[after]:
                lower[after] = potential[before] + excess[choice]
                origin[after] = before


def _numbered(rows: int, apart: int) -> dict[Square, int]:
    """Return the numbers of the moves between rows that are `apart` rows apart, by the rows that they join."""
    moves = [(row, row + step) for row in range(rows) for step in (-apart, apart) if 0 <= row + step < rows]
    return {move: number for number, move in enumerate(moves)}


def _choices(
    row: int, rows: int, bulk: Square, long: dict[Square, int], short: dict[Square, int]
) -> Iterator[tuple[int, int, int]]:
    """Yield what may arrive at a square, what may depart from it, and the least cost of that."""
    within: list[tuple[Square, int, int]] = []
    for cols, moves, shift in ((1, short, 0), (2, long, len(short))):
        for (start, end), number in moves.items():
            bit = 1 << shift + number
            if end == row:
                within.append(((start - end, -cols), bit, 0))
            if start == row:
                within.append(((end - start, cols), 0, bit))
    out = [move for move in _RISING if row + move[0] >= rows]
    for count in range(3):
        for chosen in combinations(within, count):
            costs = [_cost([*(move for move, _, _ in chosen), *up], up, bulk) for up in combinations(out, 2 - count)]
            if costs:
                yield sum(bit for _, bit, _ in chosen), sum(bit for _, _, bit in chosen), min(costs)


def _cost(both: Sequence[Square], out: Sequence[Square], bulk: Square) -> int:
    """Return the half turns of a square with these two moves, some of which go out of the strip."""
    (row, col), (other_row, other_col) = both
    turns = (row, col) != (-other_row, -other_col)
    return 2 * turns + sum(-1 if move == bulk else 1 for move in out)
