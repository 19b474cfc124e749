"""Fewer crossings of symmetric boards of which only a few squares are free.

A solver fills the free squares so that all squares have two moves. Then worms change the quotient of the board by the
symmetry while it cools down (see `destrier.switching.worms`). They know free squares only: a chain of edges that stay,
from one free square to another, is one edge, which costs so little that it stays.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from regions import Region

from destrier.core.board import Board
from destrier.core.movegraph import MoveGraph
from destrier.core.seeds import Stream
from destrier.makers.symmetric import Quotient, quotients
from destrier.measuring.metrics import crossing_pairs
from destrier.switching import costs
from destrier.switching.costs import Cost
from destrier.switching.worms import temper

if TYPE_CHECKING:
    from destrier.core.choices import SymmetryKind
    from destrier.core.types import Cover, Mask, Moves, Squares

_LEVELS: Final = 100
"""The temperatures."""

_COLDNESS: Final = (0.7, 3.0)
"""The reciprocals of the first and the last one, in crossings of one image."""

_WEIGHT: Final = 50
"""The weight of a cycle, times the free squares."""

_STAYS: Final = -100_000
"""What an edge costs that stays."""


def cooled(moves: Moves, free: Mask, symmetry: SymmetryKind, sweeps: int, seed: int) -> Moves | None:
    """The board of one cycle with the fewest crossings that was met, or `None` if there was none.

    The symmetry has one quotient, and maps the free squares onto themselves.
    """
    quotient, cost = _quotient(*moves.shape, symmetry)
    filling = Region(moves, free, symmetry=symmetry).fill(seed=seed)
    if filling is None or Board(*moves.shape).find_fault(filling.moves, open_ends=False):
        return None
    cover = filling.moves.ravel()[quotient.squares].astype(np.uint64)
    freed = Freed.of(quotient.graph, cost, cover, free.ravel()[quotient.squares])
    size = freed.nodes.size
    cool = partial(temper, freed.graph, freed.moves, min(0.2, _WEIGHT / size), cost=freed.cost)
    found, total, least = freed.moves.copy(), 0, None
    for level, coldness in enumerate(np.linspace(*_COLDNESS, _LEVELS)):
        heat = len(quotient.powers) / coldness
        after = cool(seed * 1000 + level, worms=max(1, sweeps * size // _LEVELS), heat=heat, best=found)
        if after.least is not None and (least is None or total + after.least < least):
            least = total + after.least
            cover[freed.nodes] = found
        total += after.rise
    return None if least is None else quotient.lift(cover)


@cache
def _quotient(rows: int, cols: int, symmetry: SymmetryKind) -> tuple[Quotient, Cost]:
    """The quotient of a board, and what crossings cost there."""
    board = Board(rows, cols)
    (quotient,) = quotients(board, symmetry, Stream(0))
    return quotient, quotient.fold(costs.crossings(board, crossing_pairs()))


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
                end, arrived = _end_of_chain(graph, cover, free, square, move)
                there[node, move], back[node, move], alone[node, move] = number[end], arrived, _STAYS
            starts.append(len(pairs))
        tables = np.array(pairs, np.int32), np.array(starts)
        return cls(MoveGraph(there, back), cover[nodes], Cost(*tables, *costs.FREE[2:4], alone.ravel()), nodes)


def _has(cover: Cover, square: int, move: int) -> bool:
    return bool(int(cover[square]) >> move & 1)


def _end_of_chain(graph: MoveGraph, cover: Cover, free: Mask, square: int, move: int) -> tuple[int, int]:
    """The free square to which a chain of edges leads, and the move there that leads back."""
    while True:
        square, arrived = int(graph.there[square, move]), int(graph.back[square, move])
        if free[square]:
            return square, arrived
        move = next(onward for onward in range(graph.width) if onward != arrived and _has(cover, square, onward))
