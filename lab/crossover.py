"""Cut tours of the same width between two rows, and join the upper part of one to the lower part of another.

Two parts fit if the same moves are cut. What matters of a part are these moves, its number of rows, and its *arcs*:
which of the moves are the two ends of the same path. Of the parts that agree in all three, only the cheapest is kept.
The upper part and the lower part make a single cycle if their arcs do.

The number of turns or crossings of the whole is the sum of what the parts have, if the crossings of two moves that are
both cut are counted above.
"""

from __future__ import annotations

from collections import defaultdict
from heapq import heappop, heappush
from itertools import combinations, count
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

import destrier as dt
from destrier.core.board import Board, transform
from destrier.core.leaper import MOVES
from destrier.core.movegraph import bends

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from destrier.core.choices import Goal
    from destrier.core.types import Moves

_DOWN: Final = sum(1 << move for move, (rows, _) in enumerate(MOVES) if rows > 0)
_FAR_DOWN: Final = sum(1 << move for move, (rows, _) in enumerate(MOVES) if rows == 2)
_UP: Final = 255 - _DOWN
_FAR_UP: Final = sum(1 << move for move, (rows, _) in enumerate(MOVES) if rows == -2)

_MOST_STATES: Final = 300
"""Arcs that are tried before it is given up to make the same again."""

_NONE: Final = 1 << 40
"""More than any number of turns or crossings."""


class Part(NamedTuple):
    """The rows of a tour above a cut, or below it."""

    moves: Moves
    cost: int
    arcs: bytes
    """For each move that is cut, in a fixed order, the move at the other end of its path."""


class Band(NamedTuple):
    """Rows between two cuts of the same moves, which can be repeated."""

    moves: Moves
    cost: int
    ends: bytes
    """For each move that is cut above, and then for each that is cut below, the one at the other end of its path."""

    def arcs(self, above: bytes) -> bytes | None:
        """The arcs of all that is above the band's lower end, by those above the upper end; none if a loop closes."""
        arcs, passed = bytearray(len(above)), 0
        for start in range(len(above)):
            place = self.ends[len(above) + start]
            while place < len(above):
                place, passed = self.ends[above[place]], passed + 1
            arcs[start] = place - len(above)
        return bytes(arcs) if passed == len(above) else None  # each path is passed from both ends


def cost(goal: Goal, moves: Moves) -> int:
    """The turns or crossings of a tour."""
    return cost_above(goal, moves, len(moves))


def cost_above(goal: Goal, moves: Moves, cut: int) -> int:
    """The turns in the first rows, or the crossings of moves that have an end in them."""
    if goal == "turns":
        return int(np.count_nonzero(bends(moves[:cut], 4)))
    rest = moves[cut : cut + 2] & np.array([[_UP], [_FAR_UP]], np.uint8)[: len(moves) - cut]
    above = np.concatenate([moves[:cut], rest])
    return dt.crossings(dt.Tourney.trusted(above, Board(*above.shape)))


def cut_moves(moves: Moves, cut: int) -> bytes:
    """The moves that a cut above this row cuts."""
    rows = np.concatenate([np.zeros((1, moves.shape[1]), np.uint8), moves[:cut]])[-2:]
    return (rows & np.array([[_FAR_DOWN], [_DOWN]], np.uint8)).tobytes()


def repeated_cuts(moves: Moves) -> Iterator[tuple[int, int]]:
    """All pairs of cuts that cut the same moves; the rows between can be repeated, if loops do not matter."""
    cuts = [cut_moves(moves, place) for place in range(len(moves))]
    return (pair for pair in combinations(range(1, len(moves)), 2) if cuts[pair[0]] == cuts[pair[1]])


class _Cycle:
    """A tour as the sequence of its moves."""

    def __init__(self, moves: Moves) -> None:
        here = dt.Tour(moves).order()
        there = np.roll(here, -1, axis=0)
        self._leads_down = here[:, 0] < there[:, 0]
        self._upper = np.where(self._leads_down[:, None], here, there)
        self._lower = np.where(self._leads_down[:, None], there, here)

    def cut(self, cut: int) -> tuple[NDArray[np.intp], NDArray[np.int8], NDArray[np.bool_]]:
        """The places of the moves that are cut, their ranks from the top left on, and whether they lead down."""
        places = np.flatnonzero((self._upper[:, 0] < cut) & (self._lower[:, 0] >= cut))
        ranks = np.empty(len(places), np.int8)
        ranks[np.lexsort([*self._lower[places].T, *self._upper[places].T])] = np.arange(len(places))
        return places, ranks, self._leads_down[places]


def parts(moves: Moves, goal: Goal) -> Iterator[tuple[bytes, Part, Part]]:
    """The moves that are cut, and the parts above and below, for all cuts of a tour."""
    cycle, whole = _Cycle(moves), cost(goal, moves)
    for cut in range(1, len(moves)):
        _, ranks, leads_down = cycle.cut(cut)
        below, above = _arcs(ranks), _arcs(np.roll(ranks, -1))
        if not leads_down[0]:
            below, above = above, below
        cost_here = cost_above(goal, moves, cut)
        yield cut_moves(moves, cut), Part(moves[:cut], cost_here, above), Part(moves[cut:], whole - cost_here, below)


def bands(moves: Moves, goal: Goal, most: int) -> Iterator[tuple[bytes, Band]]:
    """The moves that are cut, and the rows between, for all bands of so many rows of a tour, or fewer."""
    cycle = _Cycle(moves)
    costs = [cost_above(goal, moves, place) for place in range(len(moves))]
    for first, last in repeated_cuts(moves):
        if last - first <= most:
            band = Band(moves[first:last], costs[last] - costs[first], _ends(cycle, first, last))
            yield cut_moves(moves, first), band


def _ends(cycle: _Cycle, first: int, last: int) -> bytes:
    """The partners of the moves that are cut at a band, on the same path in it; those below come last."""
    (above, ranks, down), (below, lower_ranks, lower_down) = cycle.cut(first), cycle.cut(last)
    number = np.concatenate([ranks, lower_ranks + len(ranks)])
    enters = np.concatenate([down, ~lower_down])
    comes_later = np.concatenate([~down, lower_down])  # a move over the whole band is cut twice
    order = np.lexsort([comes_later, np.concatenate([above, below])])
    number, enters = number[order], enters[order]
    partners = np.zeros(len(number), np.uint8)
    starts = np.flatnonzero(enters)
    partners[number[starts]] = number[(starts + 1) % len(number)]
    partners[number[(starts + 1) % len(number)]] = number[starts]
    return partners.tobytes()


def _arcs(ranks: NDArray[np.int8]) -> bytes:
    """The partner of each move, where every other one is the partner of the next."""
    partners = np.empty_like(ranks)
    partners[ranks[::2]], partners[ranks[1::2]] = ranks[1::2], ranks[::2]
    return partners.tobytes()


def is_cycle(above: bytes, below: bytes) -> bool:
    """Whether the arcs above and below make a single cycle."""
    place, length = 0, 0
    while True:
        place, length = below[above[place]], length + 2
        if place == 0:
            return length == len(above)


def images(moves: Moves) -> list[Moves]:
    """A tour, its mirror images, and the tour upside down."""
    mirrored = transform(transform(moves, "transpose"), "rotate-90")
    return [image for one in (moves, mirrored) for image in (one, transform(one, "rotate-180"))]


class Crossover:
    """The best tours of a width, by their rows, that can be joined from parts of those that are added.

    Parameters
    ----------
    most
        The number of rows up to which tours are joined.
    """

    def __init__(self, goal: Goal, most: int) -> None:
        self.goal: Goal = goal
        self.best: dict[int, Moves] = {}
        self._costs = np.full(2 * most + 1, -1)
        self._costs[: most + 1] = _NONE
        self._parts: tuple[defaultdict[bytes, dict[tuple[int, bytes], Part]], ...] = (
            defaultdict(dict),
            defaultdict(dict),
        )

    def add(self, moves: Moves) -> None:
        """Add a tour, and those that are better than what is known, made of its parts and others."""
        waiting = [moves]
        while waiting:
            moves = waiting.pop()
            self._improve(moves, cost(self.goal, moves))
            changed = {cut for image in images(moves) for cut in self._keep(image)}
            waiting += [joined for cut in changed for joined in self._joined(cut)]

    def _improve(self, moves: Moves, total: int) -> None:
        """Keep a tour if it is better than the best one with as many rows."""
        if total < self._costs[len(moves)]:
            self._costs[len(moves)] = total
            self.best[len(moves)] = moves

    def _keep(self, moves: Moves) -> Iterator[bytes]:
        """Keep the parts of a tour that are cheaper than others, and yield the moves that are cut."""
        for cut, *both in parts(moves, self.goal):
            for kept, part in zip(self._parts, both, strict=True):
                key = len(part.moves), part.arcs
                if key not in kept[cut] or part.cost < kept[cut][key].cost:
                    kept[cut][key] = part
                    yield cut

    def _joined(self, cut: bytes) -> Iterator[Moves]:
        """Join parts that fit, and yield the tours that are better than the known ones."""
        uppers, lowers = (list(kept[cut].values()) for kept in self._parts)
        rows, costs = (
            np.add.outer(*([value(part) for part in side] for side in (uppers, lowers)))
            for value in (lambda part: len(part.moves), lambda part: part.cost)
        )
        near = np.minimum(rows, len(self._costs) - 1)
        above, below = np.nonzero(costs < self._costs[near])
        for place in np.argsort(costs[above, below], kind="stable"):
            upper, lower = uppers[above[place]], lowers[below[place]]
            height, total = len(upper.moves) + len(lower.moves), upper.cost + lower.cost
            if total < self._costs[height] and is_cycle(upper.arcs, lower.arcs):
                moves = np.concatenate([upper.moves, lower.moves])
                self._improve(moves, total)
                yield moves


def repeatable(arcs: bytes, known: Iterable[Band], most: int) -> Moves | None:
    """The fewest rows, of bands that cut the same moves, after which the arcs above are the same again.

    None if they are more than so many, or hard to find.
    """
    shortest = {(band.ends, len(band.moves)): band for band in known}
    number = count()  # settles ties
    waiting: list[tuple[int, int, bytes, tuple[Band, ...]]] = [(0, next(number), arcs, ())]
    reached: set[bytes] = set()
    while waiting and len(reached) < _MOST_STATES:
        rows, _, here, laid = heappop(waiting)
        if laid and here == arcs:
            return np.concatenate([band.moves for band in laid])
        if here in reached:
            continue
        if laid:
            reached.add(here)
        for band in shortest.values():
            after = band.arcs(here)
            if after is not None and after not in reached and rows + len(band.moves) <= most:
                heappush(waiting, (rows + len(band.moves), next(number), after, (*laid, band)))
    return None
