"""Fewer crossings by simulated annealing, on boards of which only a few squares are free.

Worms change a board, or its quotient by a symmetry, while it cools down (see `destrier.switching.worms`). They know
free squares only: a chain of edges that stay, from one free square to another, is one edge, which costs so little that
it stays. Two squares that are not free may be the ends of a path; then chains lead from one end to the other.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from destrier.core.board import Board
from destrier.core.movegraph import MoveGraph
from destrier.core.seeds import Stream, derive_key
from destrier.makers.symmetric import Quotient, quotients
from destrier.measuring.metrics import crossing_pairs
from destrier.switching import costs
from destrier.switching.costs import Cost
from destrier.switching.worms import temper

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from destrier.core.choices import SymmetryKind
    from destrier.core.types import Cover, Mask, Moves, Squares

_LEVELS: Final = 100
"""The temperatures."""

_STAYS: Final = -100_000
"""What an edge costs that stays."""


class Schedule(NamedTuple):
    """How many worms start, from which temperature to which, how many crossings a cycle more may cost; -1 for most."""

    worms: int
    hot: float = 1.2
    cold: float = 0.2
    price: float = 3.0
    sign: int = 1


def anneal(
    moves: Moves, free: Mask, schedule: Schedule, *, seed: int, symmetry: SymmetryKind | None = None
) -> tuple[Moves, bool]:
    """The board of one cycle with the fewest (or most) crossings that was met, and whether any was; else the last one.

    Cycles that pass no free square are not counted. A path counts as a cycle. A symmetry has one quotient, and maps the
    board and the free squares onto themselves; each change is made together with its images.
    """
    board = Board(*moves.shape)
    quotient, graph, cost = _tables(*moves.shape, symmetry, schedule.sign)
    squares = np.arange(board.size) if quotient is None else quotient.squares
    images = 1 if quotient is None else len(quotient.powers)
    cover = moves.ravel()[squares].astype(np.uint64)
    freed = Freed.of(graph, cost, cover, free.ravel()[squares])
    temperatures = images * np.geomspace(schedule.hot, schedule.cold, _LEVELS)
    best = cheapest(
        freed.graph,
        freed.moves,
        freed.cost,
        temperatures,
        max(1, schedule.worms // _LEVELS),
        lambda temperature: math.exp(-images * schedule.price / temperature),
        seed,
    )
    cover[freed.nodes] = freed.moves if best is None else best
    result = cover.astype(np.uint8).reshape(moves.shape) if quotient is None else quotient.lift(cover)
    return result, best is not None


def cheapest(
    graph: MoveGraph,
    cover: Cover,
    cost: Cost,
    temperatures: NDArray[np.float64],
    worms: int,
    weight: Callable[[float], float],
    key: int,
) -> Cover | None:
    """The cheapest single cycle that worms meet while they cool a cover, so many at each temperature, if they meet any.

    The weight of a cycle depends on the temperature.
    """
    found, best, total, least = cover.copy(), None, 0, 0
    for level, temperature in enumerate(temperatures.tolist()):
        level_key = derive_key(key, level)
        after = temper(
            graph, cover, weight(temperature), level_key, worms=worms, cost=cost, temperature=temperature, best=found
        )
        if after.least is not None and (best is None or total + after.least < least):
            best, least = found.copy(), total + after.least
        total += after.rise
    return best


def cooled(moves: Moves, free: Mask, symmetry: SymmetryKind, sweeps: int, seed: int) -> Moves | None:
    """The same of a board whose free squares a solver fills first, with so many worms a square, if it has one cycle."""
    from regions import Region

    filling = Region(moves, free, symmetry=symmetry).fill(seed=seed)
    if filling is None or Board(*moves.shape).find_fault(filling.moves, open_ends=False):
        return None
    images = 4 if symmetry == "quarter" else 2
    schedule = Schedule(sweeps * int(free.sum()) // images, hot=1.4, cold=0.33)
    annealed, is_one_cycle = anneal(filling.moves, free, schedule, seed=seed, symmetry=symmetry)
    return annealed if is_one_cycle else None


@cache
def _tables(rows: int, cols: int, symmetry: SymmetryKind | None, sign: int) -> tuple[Quotient | None, MoveGraph, Cost]:
    """The quotient of a board, its move graph, and what crossings cost there."""
    board = Board(rows, cols)
    cost = costs.crossings(board, crossing_pairs())
    cost = cost._replace(pairs=cost.pairs * np.array([1, 1, sign], np.int32))
    if symmetry is None:
        return None, board.move_graph, cost._replace(alone=np.zeros(board.size * board.move_graph.width, np.int32))
    (quotient,) = quotients(board, symmetry, Stream(0))
    return quotient, quotient.graph, quotient.fold(cost)


class Freed(NamedTuple):
    """The free squares of a quotient, with one edge for each chain of edges that stay."""

    graph: MoveGraph
    moves: Cover
    cost: Cost
    nodes: Squares

    @classmethod
    def of(cls, graph: MoveGraph, cost: Cost, cover: Cover, free: Mask) -> Freed:
        """Those of a cover."""
        nodes = np.flatnonzero(free)
        number = np.full(graph.size, -1)
        number[nodes] = np.arange(nodes.size)
        there = np.full((nodes.size, graph.width), -1, np.int32)
        back = np.zeros(there.shape, np.uint8)
        alone = np.zeros(there.shape, np.int32)
        ends = np.flatnonzero(np.bitwise_count(cover) == 1).tolist()
        pairs: list[tuple[int, int, int]] = []
        starts = [0]
        for (node, square), move in product(enumerate(nodes.tolist()), range(graph.width)):
            end = int(graph.there[square, move])
            if end >= 0 and free[end]:
                there[node, move], back[node, move] = number[end], graph.back[square, move]
                edge = square * graph.width + move
                alone[node, move] = cost.alone[edge]
                for other, across, times in cost.pairs[cost.pairs_from[edge] : cost.pairs_from[edge + 1]].tolist():
                    if free[other] and free[graph.there[other, across]]:
                        pairs.append((number[other], across, times))
                    elif _has(cover, other, across):
                        alone[node, move] += times
            elif end >= 0 and _has(cover, square, move):
                end, arrived = _end_of_chain(graph, cover, free, ends, square, move)
                there[node, move], back[node, move], alone[node, move] = number[end], arrived, _STAYS
            starts.append(len(pairs))
        tables = np.array(pairs, np.int32), np.array(starts)
        return cls(MoveGraph(there, back), cover[nodes], Cost(*tables, *costs.FREE[2:4], alone.ravel()), nodes)


def _has(cover: Cover, square: int, move: int) -> bool:
    return bool(int(cover[square]) >> move & 1)


def _end_of_chain(
    graph: MoveGraph, cover: Cover, free: Mask, ends: list[int], square: int, move: int
) -> tuple[int, int]:
    """The free square to which a chain of edges leads, and the move there that leads back."""
    while True:
        square, arrived = int(graph.there[square, move]), int(graph.back[square, move])
        if free[square]:
            return square, arrived
        if square in ends:
            square, arrived = sum(ends) - square, -1
        move = next(onward for onward in range(graph.width) if onward != arrived and _has(cover, square, onward))
