"""Which strips have closed tours without rails, of any length: all ways to go on are followed, column by column."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = [(2, 1), (-2, 1), (1, 2), (-1, 2)]
"""The moves to the right, as (rows, columns)."""

DONE = -1


class State(NamedTuple):
    """What matters of the columns so far, for those to come.

    Edges are bits of a number; an edge belongs to the column of its left end. For each square of the next two columns,
    `other` tells the other end of the path that ends there: itself if it has no edge, and `DONE` if it has two.
    """

    edges: tuple[int, int]
    other: tuple[int, ...]


class Strip:
    """All boards with some number of rows."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.edges = [(row, step) for row, step in product(range(rows), range(4)) if 0 <= row + STEPS[step][0] < rows]
        self.at = [[n for n, edge in enumerate(self.edges) if edge[0] == row] for row in range(rows)]
        self.parallelograms = list(self._parallelograms())
        self.has_rail = cache(self._has_rail)

    def _parallelograms(self) -> Iterator[tuple[list[int], list[int]]]:
        """Two pairs of parallel edges each, as bits of three columns, the last one of which has some."""
        bit = {edge: 1 << n for n, edge in enumerate(self.edges)}
        for row, (one, other), sign in product(range(self.rows), combinations(range(4), 2), (1, -1)):
            (down, right), (fall, shift) = STEPS[one], STEPS[other]
            corner = (row, 0)
            there = (row + sign * fall, sign * shift)
            lower = corner if sign == 1 else there
            beyond = (lower[0] + down, lower[1] + right)
            pairs = [(corner, one), (there, one)], [(lower, other), (beyond, other)]
            if not all((square[0], step) in bit for pair in pairs for square, step in pair):
                continue
            last = max(square[1] for pair in pairs for square, _ in pair)
            masks: tuple[list[int], list[int]] = ([0, 0, 0], [0, 0, 0])
            for mask, pair in zip(masks, pairs, strict=True):
                for square, step in pair:
                    mask[2 + square[1] - last] |= bit[square[0], step]
            yield masks

    def _has_rail(self, columns: tuple[int, int, int]) -> bool:
        """Whether three columns have a rail of which an edge is in the last one."""
        for pair, others in self.parallelograms:
            for present, absent in ((pair, others), (others, pair)):
                if all(edges & mask == mask for edges, mask in zip(columns, present, strict=True)) and not any(
                    edges & mask for edges, mask in zip(columns, absent, strict=True)
                ):
                    return True
        return False

    def choices(self, other: tuple[int, ...]) -> Iterator[int]:
        """The edges by which each square of the next column gets two."""
        needed = [2 if other[row] == row else 0 if other[row] == DONE else 1 for row in range(self.rows)]
        ways = (combinations(at, need) for at, need in zip(self.at, needed, strict=True))
        for way in product(*ways):
            yield sum(1 << edge for edges in way for edge in edges)

    def follow(self, state: State) -> Iterator[tuple[State, bool]]:
        """The states after one more column, and whether they have a closed cycle."""
        rows = self.rows
        for chosen in self.choices(state.other):
            if self.has_rail((*state.edges, chosen)):
                continue
            other, closed = [*state.other, *range(2 * rows, 3 * rows)], 0
            for number, (row, step) in enumerate(self.edges):
                if not chosen >> number & 1:
                    continue
                here, there = row, rows * STEPS[step][1] + row + STEPS[step][0]
                one, two = other[here], other[there]
                if DONE in (one, two):
                    break
                if one == there:
                    closed += 1
                for end in (here, there):
                    other[end] = DONE if other[end] != end or one == there else other[end]
                if one != there:
                    other[one], other[two] = two, one
            else:
                if all(end == DONE for end in other[:rows]) and closed <= 1:
                    ends = tuple(end if end == DONE else end - rows for end in other[rows:])
                    yield State((state.edges[1], chosen), ends), closed == 1

    def more(self, state: State) -> int | None:
        """How many more columns the board of a closed cycle has, if all its squares are in it, and no rail."""
        columns = state.other[: self.rows], state.other[self.rows :]
        more = sum(set(column) == {DONE} for column in columns)
        unused = all(end == self.rows + row for row, end in enumerate(columns[1]))
        if set(columns[0]) != {DONE} or not (unused or more == 2):
            return None
        before, last = state.edges
        return None if self.has_rail((before, last, 0)) or self.has_rail((last, 0, 0)) else more


class Lengths(NamedTuple):
    """Which lengths have a tour without rails."""

    found: set[int]
    """Those up to `checked`."""
    checked: int
    period: int
    """Whether a longer strip has a tour depends on its length modulo this alone, as for the last `period` checked."""
    most_states: int


def lengths(rows: int) -> Lengths:
    """All lengths of strips that have a closed tour without rails.

    The set of states after a column follows from the set before it. So when a set is that of an earlier column, all
    sets from there on repeat.
    """
    strip = Strip(rows)
    after = cache(lambda state: list(strip.follow(state)))
    states = {State((0, 0), tuple(range(2 * rows)))}
    seen: dict[frozenset[State], int] = {}
    found: set[int] = set()
    column, end = 0, None
    while end is None or column < end:
        first = seen.setdefault(frozenset(states), column)
        if first < column and end is None:
            period = column - first
            end = column + period + 3
        column += 1
        following = [one for state in states for one in after(state)]
        found.update(column + more for state, is_closed in following if is_closed and (more := strip.more(state)))
        states = {state for state, is_closed in following if not is_closed}
    return Lengths({length for length in found if length <= column}, column, period, max(map(len, seen)))
