"""The weighted chain of `tempering` on a large board, one region after another.

To decide on a switch, the chain has to know whether it joins cycles or splits one, which on a large board costs far
more than the switch. Within a region, however, all that matters of the rest of the board is which squares of the region
the paths outside it join. So the board is halved again and again, and in each half the other one is replaced by
*links*: a square with an edge that leaves the region is linked to the square at which the path through this edge comes
back. In the smallest regions, the squares and links are a small cover, on which the chain makes a round. The links of
the second half are those that the first one has left behind.

The cuts are drawn anew for each round, independently of the tourney, so Lemma 5 of `docs/mixing.md` holds as before.
(The table of a region has room for some seventy cycles more than there are when its round begins. Weights are at most
1/2, so this room is never used up in practice.)

Cost: a walk of the board for each of the O(log(squares)) levels; 0.5 microseconds a square and round on 200 x 200, 0.65
on 1000 x 1000; 20 bytes a square.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.primitives import lowest_bit
from destrier.core.seeds import derive_key
from destrier.core.types import Moves
from destrier.support.kernels import kernel
from destrier.switching.tempering import Chain

LARGEST: Final = 4096
"""Number of squares of a region up to which it is not halved."""

_NEAR: Final = 8
"""A cut lies as far as this part of the side from its middle, at most."""

_STEPS: Final = np.array(MOVES, np.int64)

_Links = NDArray[np.int32]
"""(squares of a region, 2): the links of each square, as 2 * square + link of the other end; -1 if there is none."""


class _Region(NamedTuple):
    """A part of the board, whose squares are numbered by rows from 0 on."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.bottom - self.top, self.right - self.left

    def halves(self, key: int) -> tuple[_Region, _Region]:
        """Cut the longer side near its middle."""
        rows, cols = self.shape
        side = max(rows, cols)
        cut = side // 2 - side // _NEAR + derive_key(key, "cut") % (side // _NEAR * 2 + 1)
        if rows >= cols:
            return self._replace(bottom=self.top + cut), self._replace(top=self.top + cut)
        return self._replace(right=self.left + cut), self._replace(left=self.left + cut)


def run_by_regions(moves: Moves, weight: float, key: int) -> None:
    """Make a round of the chain in place; the ends of a path stay.

    Parameters
    ----------
    moves
        The moves array, `uint8` (rows, cols).
    weight
        The weight of a cycle, above 0 and below 1.
    key
        The key of all random numbers.
    """
    links = np.full((moves.size, 2), -1, np.int32)
    ends = np.flatnonzero(np.bitwise_count(moves) == 1)
    if ends.size:
        links[ends, 0] = 2 * ends[::-1]
    _run(moves, _Region(0, moves.shape[0], 0, moves.shape[1]), links, weight, key)


def _run(moves: Moves, region: _Region, links: _Links, weight: float, key: int) -> None:
    """Make a round in each smallest part of a region."""
    rows, cols = region.shape
    if rows * cols > LARGEST:
        for number, half in enumerate(region.halves(key)):
            within = np.full((half.shape[0] * half.shape[1], 2), -1, np.int32)
            _link(moves, region, half, _STEPS, links, within)
            _run(moves, half, within, weight, derive_key(key, "half", number))
        return
    window = moves[region.top : region.bottom, region.left : region.right]
    inner = window & Board(rows, cols).legal_moves()
    order, ends = np.empty(rows * cols, np.int64), np.empty(rows * cols, np.int64)
    cycles = _list(moves, region, _STEPS, links, order, ends)
    lengths = np.diff(ends[:cycles], prepend=0)
    chain = Chain(inner[None], weight, key, visits=(order[: lengths.sum()], lengths))
    chain.run(1)
    window ^= inner ^ chain.moves()[0]


# Ways from a square within a region: its moves to other squares of the region, 0 to 7, and its links, 8 and 9. Every
# square has two.


@kernel(steps=4)
def _link(moves, region, half, steps, links, within):
    """Write the links of a half of a region."""
    cols = half[3] - half[2]
    for square in range(within.shape[0]):
        row, col = half[0] + square // cols, half[2] + square % cols
        ways = _ways(moves, region, steps, links, row, col)
        number = 0
        for way in ways:
            if way >= 0 and _leaves(half, steps, row, col, way):
                if within[square, number] < 0:
                    end = _follow(moves, region, half, steps, links, row, col, way)
                    within[square, number] = end
                    within[end >> 1, end & 1] = 2 * square + number
                number += 1


@kernel
def _follow(moves, region, half, steps, links, row, col, way):
    """Follow a way out of a half of a region until it comes back; return its other end as 2 * square + link."""
    while True:
        row, col, back = _go(region, steps, links, row, col, way)
        first, second = _ways(moves, region, steps, links, row, col)
        if half[0] <= row < half[1] and half[2] <= col < half[3]:
            number = 1 if back == second and _leaves(half, steps, row, col, first) else 0
            return 2 * ((row - half[0]) * (half[3] - half[2]) + col - half[2]) + number
        way = second if back == first else first


@kernel
def _list(moves, region, steps, links, order, ends):
    """List the squares of a region as its cycles visit them; return the number of cycles."""
    seen = np.zeros(order.size, np.bool_)
    cols = region[3] - region[2]
    size = cycles = 0
    for start in range(order.size):
        row, col = region[0] + start // cols, region[2] + start % cols
        way, second = _ways(moves, region, steps, links, row, col)
        if way < 0 or seen[start]:
            continue
        square = start
        while not seen[square]:
            seen[square] = True
            order[size] = square
            size += 1
            row, col, back = _go(region, steps, links, row, col, way)
            square = (row - region[0]) * cols + col - region[2]
            way, second = _ways(moves, region, steps, links, row, col)
            if way == back:
                way = second
        ends[cycles] = size
        cycles += 1
    return cycles


@kernel
def _ways(moves, region, steps, links, row, col):
    """Return the two ways from a square, in order; -1 if it is missing."""
    first = second = -1
    word = np.uint64(moves[row, col])
    while word:
        move = lowest_bit(word)
        word &= word - np.uint64(1)
        if not _leaves(region, steps, row, col, move):
            first, second = (move, second) if first < 0 else (first, move)
    square = (row - region[0]) * (region[3] - region[2]) + col - region[2]
    for number in range(2):
        if links[square, number] >= 0:
            first, second = (8 + number, second) if first < 0 else (first, 8 + number)
    return first, second


@kernel
def _leaves(region, steps, row, col, way):
    """Return whether a way leads out of a region, as all links of a larger one do."""
    if way >= 8:
        return True
    to_row, to_col = row + steps[way, 0], col + steps[way, 1]
    return not (region[0] <= to_row < region[1] and region[2] <= to_col < region[3])


@kernel
def _go(region, steps, links, row, col, way):
    """Return the square to which a way leads, and the way back."""
    if way < 8:
        return row + steps[way, 0], col + steps[way, 1], (way + 4) % 8
    cols = region[3] - region[2]
    end = np.int64(links[(row - region[0]) * cols + col - region[2], way - 8])
    return region[0] + (end >> 1) // cols, region[2] + (end >> 1) % cols, 8 + (end & 1)
