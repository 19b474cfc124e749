"""Rank the tours of a board: find the tour with a given rank, from 0 on.

Counting puts all tours in an order, and every intermediate count is the number of tours that pass through a state. A
rank therefore determines the block of the join, the class in it, and the pair of states; then, backwards through the
stages from either state, each step that led to it and the state before, until the board is empty (see
`frontiers.trace_back`). The remaining rank at each point is a rank among the ways to complete the rest.

The tours with given ranks are traced back together, and those in the same block share the work. A tour whose rank is
drawn uniformly is a uniformly random tour, without any bias.

The order follows the work: by the degrees of the squares in the middle, then by the connections of the halves' paths
there, then by the moves from the middle to the sides. It depends on the board alone, not on the machine.

Cost: to count the tours once; then, for each tour, the time to go through the blocks that it passes, with some hundred
thousand states on 8 x 8. Memory: 16 bytes for each state at the beginning of each stage.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.conditions import Conditions
from destrier.core.leaper import MOVES
from destrier.core.types import Square
from destrier.counting.counts import board_frame
from destrier.counting.frontiers import folded, renamed, trace_back
from destrier.counting.matchings import MATCHINGS, unrank_pairs
from destrier.counting.plans import Half, Stage, board_halves
from destrier.counting.state_tables import Order, StateTable, Words, names_of
from destrier.counting.state_words import all_slots
from destrier.counting.sweeps import Trail, run
from destrier.counting.swept_graphs import APEX, Arc
from destrier.support.aliases import Progress
from destrier.support.errors import DestrierError, UnsupportedBoard
from destrier.support.parallel import in_parallel

_LARGEST: Final = 1 << 62
"""The largest number of tours, which fits in a word with some room."""


class Ranking:
    """All tours of a board, by rank.

    Parameters
    ----------
    rows, cols, kind
        A board that has such tours, and their kind, as for `count`.
    conditions
        The required and the forbidden moves.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Attributes
    ----------
    total
        The number of undirected tours.

    Raises
    ------
    UnsupportedBoard
        If the frontier is too large, or there are at least 2^62 tours.
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        kind: Literal["closed", "open"] = "closed",
        *,
        conditions: Conditions = Conditions(),  # noqa: B008 (it is frozen)
        progress: Progress | None = None,
    ) -> None:
        self.board, self.kind = Board(rows, cols), kind
        self._frame = board_frame(rows, cols, kind, conditions=conditions)
        self._halves = board_halves(self._frame)
        self._join = run(self._halves, keep=True, progress=progress)
        given, bound = self._join.totals()
        if not bound < _LARGEST:  # it may be no number at all
            raise UnsupportedBoard(f"tours of {self.board} are too many to be ranked: 2^62 or more")
        self._before = np.array([0, *accumulate(given)], np.uint64)
        self.total = int(self._before[-1])

    def unrank(self, ranks: Iterable[int]) -> NDArray[np.uint8]:
        """Return the moves arrays of the tours with these ranks, `uint8` (tours, rows, cols).

        Raises
        ------
        DestrierError
            If a rank is negative, or not below `total`.
        """
        wanted = list(ranks)
        if wanted and not (0 <= min(wanted) <= max(wanted) < self.total):
            raise DestrierError(f"tours of {self.board} have ranks from 0 to {self.total - 1}")
        numbers = np.array(wanted, np.uint64)
        flips = np.zeros(numbers.size, np.bool_)
        keys, residues = self._unjoin(numbers, flips)
        moves = np.zeros((numbers.size, *self.board.shape), np.uint8)
        inverse = np.argsort(names_of(self._halves.renaming, self._halves.words))
        self._trace(self._halves.left, self._join.trails[0], keys[0], residues[0], flips.copy(), moves, mirrored=False)
        right = renamed(keys[1], inverse)
        self._trace(self._halves.right, self._join.trails[1], right, residues[1], flips, moves, mirrored=True)
        return moves

    # The join

    def _unjoin(self, numbers: NDArray[np.uint64], flips: NDArray[np.bool_]) -> tuple[list[Words], NDArray[np.uint64]]:
        """Return the states of both halves in the middle, and ranks among the ways to them, `uint64` (2, tours)."""
        join = self._join
        places = np.searchsorted(self._before, numbers, side="right") - 1
        keys = [join.new_keys(numbers.size), join.new_keys(numbers.size)]
        residues = np.empty((2, numbers.size), np.uint64)

        def find(place: int) -> None:
            here = np.flatnonzero(places == place)
            number = join.numbers[place]
            rest = numbers[here] - self._before[place]
            if join.weights[place] == 2:
                flips[here] = rest % 2 == 1
                rest //= 2
            left, right = join.left(number), join.right(number)
            totals = np.zeros(len(join.other_classes), np.uint64)
            join.join(number, left, right, totals)
            before = np.concatenate([np.zeros(1, np.uint64), np.cumsum(totals)])
            classes = np.searchsorted(before, rest, side="right") - 1
            order = np.argsort(classes, kind="stable")
            here, classes, rest = here[order], classes[order], (rest - before[classes])[order]
            heres, theres, pairs = unrank_pairs(
                left.states, right.states, join.pairs(number), *join.preimages, MATCHINGS, classes, rest
            )
            keys[0][here], keys[1][here] = left.keys[heres], right.keys[theres]
            residues[0, here], residues[1, here] = np.divmod(pairs, right.counts[theres, 0])

        in_parallel(find, np.unique(places).tolist())
        return keys, residues

    # The halves

    def _trace(
        self,
        half: Half,
        trail: Trail,
        keys: Words,
        ranks: NDArray[np.uint64],
        flips: NDArray[np.bool_],
        moves: NDArray[np.uint8],
        *,
        mirrored: bool,
    ) -> None:
        """Go back from the states after the last stage to the empty board, and write the edges to `moves`."""
        after = [*(stage.reflection for stage, _ in trail[1:]), half.reflection]
        words = self._halves.words
        for (stage, table), reflection in zip(reversed(trail), reversed(after), strict=True):
            kept = Order(stage.still, reflection)
            mask = np.uint64(all_slots(words))
            keys, places = folded(keys, kept.weights(words), mask, names_of(reflection, words), flips)
            choices = _trace_stage(stage, table, places, keys, ranks)
            for number, edges in enumerate(stage.edges):
                for bit, edge in enumerate(edges):
                    self._write(edge, choices[:, number] >> bit & 1 > 0, flips, moves, mirrored=mirrored)

    def _write(
        self, edge: Arc, taken: NDArray[np.bool_], flips: NDArray[np.bool_], moves: NDArray[np.uint8], *, mirrored: bool
    ) -> None:
        """Write an edge to the tours that have it, or have its reflection."""
        if APEX in edge:
            return
        for flipped in (False, True):
            tours = np.flatnonzero(taken & (flips == flipped))
            here, there = (self._square(square, flipped=flipped, mirrored=mirrored) for square in edge)
            move = MOVES.index((there[0] - here[0], there[1] - here[1]))
            moves[tours, here[0], here[1]] |= np.uint8(1 << move)
            moves[tours, there[0], there[1]] |= np.uint8(1 << (move + 4) % 8)

    def _square(self, square: Square, *, flipped: bool, mirrored: bool) -> Square:
        """Return the square of the board that corresponds to a square of the frame."""
        row, col = self._frame.mirror(square) if mirrored else square
        row = self._frame.rows - 1 - row if flipped else row
        return (row, col) if self.board.rows <= self.board.cols else (col, row)


def _trace_stage(
    stage: Stage, table: StateTable, places: NDArray[np.int64], keys: Words, ranks: NDArray[np.uint64]
) -> NDArray[np.uint8]:
    """Return the edges that each step takes, `uint8` (tours, steps); set keys and ranks to those before the stage."""
    choices = np.zeros((len(keys), len(stage.steps)), np.uint8)
    order = np.argsort(places, kind="stable")
    cuts = np.flatnonzero(np.diff(places[order])) + 1

    def trace(tours: NDArray[np.int64]) -> None:
        block = table.block(int(places[tours[0]]))
        targets, rest, chosen = keys[tours], ranks[tours], choices[tours]
        trace_back(stage.steps, block.keys, block.counts, targets, rest, chosen)
        keys[tours], ranks[tours], choices[tours] = targets, rest, chosen

    in_parallel(trace, np.split(order, cuts) if order.size else [])
    return choices
