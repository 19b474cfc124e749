"""Metrics of tours and tourneys, exact, in linear time and without the visiting order.

Most are numbers of pairs of edges that stand in a given relation: one edge of plane `a` with its upper end at some
square, and one of plane `b` with its upper end a fixed step away (see `planes`). Relative moves are pairs
that share a square, crossings are pairs whose interiors meet.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Final, cast

import numpy as np
from numba import njit

from destrier.core.bitplanes import GUARD, bit_count, pack, words_in_row
from destrier.core.board import MOVES, interiors_meet, moves_between
from destrier.core.tourney import next_in_cycle
from destrier.measuring.bounds import least_crossings, least_turns
from destrier.support.html import bars, table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.tourney import Tourney
    from destrier.core.types import Planes, Square

    Counts = NDArray[np.int64]

__all__ = [
    "Distribution",
    "Measures",
    "charge",
    "crossing_pairs",
    "crossing_points",
    "crossings",
    "is_turn",
    "measure",
    "move_counts",
    "move_distribution",
    "relative_move_counts",
    "relative_move_distribution",
    "turns",
]

_AT_ONCE: Final = 1 << 16
"""Squares looked at a time, so that scratch arrays stay in the cache."""


class Distribution(np.ndarray[tuple[int, ...], np.dtype[np.float64]]):
    """Frequencies, as an array; a notebook shows them with bars."""

    name: str = ""
    """What each is the frequency of."""

    def _repr_html_(self) -> str | None:
        return bars(self.tolist(), self.name) if self.ndim == 1 else None


class Measures(dict[str, object]):
    """Metrics by name; a notebook shows them as a table."""

    def _repr_html_(self) -> str:
        return table((name.replace("_", " "), value) for name, value in self.items())


def turns(tourney: Tourney) -> int:
    """How many squares have two moves that are not opposite; O(squares)."""
    height = max(1, _AT_ONCE // tourney.board.cols)
    total = 0
    for top in range(0, tourney.board.rows, height):
        block = tourney.moves[top : top + height]
        total += int(np.count_nonzero((block << 4 | block >> 4) != block))  # opposite moves stand 4 bits apart
    return total - (0 if tourney.ends is None else 2)


def is_turn(tourney: Tourney) -> NDArray[np.bool_]:
    """`bool` (rows, cols): whether the tour has two moves at the square that are not opposite; O(squares)."""
    moves = tourney.moves
    return np.asarray(((moves << 4 | moves >> 4) != moves) & (np.bitwise_count(moves) == 2), np.bool_)


def crossing_points(tourney: Tourney) -> NDArray[np.float64]:
    """`float64` (crossings, 2): where edges cross, as (row, col) with the squares' centres at integers; O(squares).

    A point where three edges cross two by two stands there three times.
    """
    found = []
    for one, other, row, col, _ in crossing_pairs().tolist():
        first = np.argwhere(tourney.moves >> 4 + one & 1)
        there = first + np.array([row, col])
        inside = ((there >= 0) & (there < tourney.moves.shape)).all(axis=1)
        first, there = first[inside], there[inside]
        cross = (tourney.moves[there[:, 0], there[:, 1]] >> 4 + other & 1).astype(bool)
        found.append(first[cross] + _meeting_point(MOVES[4 + one], (row, col), MOVES[4 + other]))
    return np.concatenate(found)


def crossings(tourney: Tourney) -> int:
    """How many pairs of edges cross, that is, meet at a point inside both; O(squares)."""
    return _crossings(tourney, pack(tourney.moves))


def move_counts(tourney: Tourney, *, directed: bool = False) -> Counts:
    """`int64` (8,): how often each move occurs.

    As in the paper (Section 3), an edge counts for both its directions, so the counts add up to twice the number of
    edges, and move i + 4 occurs as often as move i. With `directed`, only the direction in which
    `Tourney.order` walks counts.
    """
    if directed:
        return np.bincount(_directed_moves(tourney), minlength=8)
    edges = np.bitwise_count(pack(tourney.moves)).sum(axis=1, dtype=np.int64)
    return np.concatenate([edges, edges])


def relative_move_counts(tourney: Tourney, *, directed: bool = False) -> Counts:
    """`int64` (8,): how often each move i is followed by a move j, by (i - j) mod 8; class 4 never occurs.

    This is the paper's text (Section 3.1); its program takes j - i, which exchanges classes 1 and 7, 2 and 6, 3 and 5.
    Every square counts for both directions of passing it, which makes both conventions equal; with
    `directed`, only the direction in which `Tourney.order` walks counts.
    """
    if not directed:
        return _relative_moves(tourney, pack(tourney.moves))
    moves = _directed_moves(tourney)
    if tourney.ends is not None:
        moves, onward = moves[:-1], moves[1:]
    else:
        onward = next_in_cycle(moves, tourney.cycle_lengths())
    return np.bincount((moves - onward) % 8, minlength=8)


def move_distribution(tourney: Tourney, *, directed: bool = False) -> Distribution:
    """`move_counts` as frequencies, which add up to 1."""
    return _frequencies(move_counts(tourney, directed=directed), "move")


def relative_move_distribution(tourney: Tourney, *, directed: bool = False) -> Distribution:
    """`relative_move_counts` as frequencies, which add up to 1."""
    return _frequencies(relative_move_counts(tourney, directed=directed), "relative move")


def charge(tourney: Tourney) -> Counts:
    """`int64` (4,): d_k, the edges that leave a light square by move k less those that leave one by move k + 4.

    Light squares have even row + col. No switch of a rail changes a charge (see `docs/mixing.md`).
    """
    return _charge(tourney, pack(tourney.moves))


def measure(tourney: Tourney) -> Measures:
    """All metrics, as exact integers under the names of the `measure` command.

    A closed tour of a rectangle is also compared with the proved lower bounds of its board, see `bounds`: `turns_bound`
    and `crossings_bound`, and how many times as many it has, `turns_ratio` and `crossings_ratio` (floats).
    """
    from destrier.switching.rails import count_rails

    planes = pack(tourney.moves)
    measures = Measures(
        {
            "rows": tourney.board.rows,
            "cols": tourney.board.cols,
            "squares": tourney.board.size,
            "kind": tourney.kind,
            "cycles": tourney.cycle_count,
            "turns": turns(tourney),
            "crossings": _crossings(tourney, planes),
            "rails": count_rails(tourney),
            "moves": move_counts(tourney).tolist(),
            "relative_moves": _relative_moves(tourney, planes).tolist(),
            "charge": _charge(tourney, planes).tolist(),
            "symmetry": list(tourney.symmetries()),
        }
    )
    if tourney.kind == "closed" and tourney.board.is_rectangle:
        for name, bound in (("turns", least_turns), ("crossings", least_crossings)):
            least = bound(*tourney.board.shape)
            measures |= {f"{name}_bound": least, f"{name}_ratio": cast("int", measures[name]) / least}
    return measures


def _frequencies(counts: Counts, name: str) -> Distribution:
    """The counts divided by their sum; zeros where nothing was counted."""
    distribution = np.asarray(counts / max(int(counts.sum()), 1), np.float64).view(Distribution)
    distribution.name = name
    return distribution


def _crossings(tourney: Tourney, planes: Planes) -> int:
    return int(_count_pairs(planes, *_frame(tourney), crossing_pairs()).sum())


def _relative_moves(tourney: Tourney, planes: Planes) -> Counts:
    corners = _incidences()
    counts = np.zeros(8, np.int64)
    found = _count_pairs(planes, *_frame(tourney), corners)
    np.add.at(counts, corners[:, 4], found)
    np.add.at(counts, -corners[:, 4] % 8, found)
    return counts


def _charge(tourney: Tourney, planes: Planes) -> Counts:
    words = words_in_row(tourney.board.cols)
    light = np.array([0x5555555555555555, 0xAAAAAAAAAAAAAAAA], np.uint64)
    rows = planes[:, GUARD:-GUARD].reshape(4, tourney.board.rows, words)
    charges = np.zeros(4, np.int64)
    for parity in (0, 1):
        edges = rows[:, parity::2]
        down = np.bitwise_count(edges & light[parity]).sum(axis=(1, 2), dtype=np.int64)  # from a light, upper end
        charges += np.bitwise_count(edges).sum(axis=(1, 2), dtype=np.int64) - 2 * down
    return charges


def _directed_moves(tourney: Tourney) -> Counts:
    """The move from each square of `Tourney.order` to the next of its cycle; an open tour's last square has none."""
    order = tourney.order()
    onward = next_in_cycle(order, tourney.cycle_lengths())
    if tourney.ends is not None:
        order, onward = order[:-1], onward[:-1]
    return moves_between(order, onward, tourney.board.cols)


def _frame(tourney: Tourney) -> tuple[int, int]:
    return tourney.board.rows, words_in_row(tourney.board.cols)


def _relation(one: tuple[int, int, int], other: tuple[int, int, int], kind: int) -> tuple[int, int, int, int, int]:
    """(plane, plane, rows and columns from the first edge's upper end to the second's, kind), rows >= 0."""
    one, other = sorted((one, other), key=lambda edge: edge[1])
    return one[0], other[0], other[1] - one[1], other[2] - one[2], kind


@cache
def _incidences() -> NDArray[np.int64]:
    """(28, 5): the relations of two edges that share a square; kind is the relative move, one way."""
    edges = [(move % 4, *((0, 0) if move >= 4 else MOVES[move])) for move in range(8)]
    return np.array(
        [_relation(edges[p], edges[q], (p + 4 - q) % 8) for p, q in combinations(range(8), 2)],
        np.int64,
    )


@cache
def crossing_pairs() -> NDArray[np.int64]:
    """`int64` (k, 5): of two edges that cross, the downward moves less 4; rows and columns between their starts; 0."""
    found = []
    for a, b in combinations(range(4), 2):
        for row, col in product(range(-3, 4), repeat=2):
            if interiors_meet((0, 0), MOVES[4 + a], (row, col), (row + MOVES[4 + b][0], col + MOVES[4 + b][1])):
                found.append(_relation((a, 0, 0), (b, row, col), 0))
    return np.array(found, np.int64)


def _meeting_point(move: Square, start: Square, other: Square) -> tuple[float, float]:
    """Where a move from 0,0 meets another one from `start`."""
    share = (start[0] * other[1] - start[1] * other[0]) / (move[0] * other[1] - move[1] * other[0])
    return share * move[0], share * move[1]


_LONGEST: Final = 1 << 12
"""Words counted at a time: a block of all planes stays in the cache while the relations pass over it."""


@njit(cache=True, nogil=True)
def _count_pairs(planes, rows, words, relations):
    """For each relation, how many pairs of edges stand in it."""
    counts = np.zeros(relations.shape[0], np.int64)
    for first in range(0, rows * words, _LONGEST):
        for number in range(relations.shape[0]):
            a, b, row, col, _ = relations[number]
            last = min(first + _LONGEST, (rows - row) * words)
            if last > first:
                counts[number] += _count_both(planes[a], planes[b], first, last, row * words - (col < 0), col & 63)
    return counts


@njit(nogil=True)
def _count_both(one, other, first, last, shift, col):
    start = np.uintp(GUARD + first)
    far = np.uintp(GUARD + first + shift)
    right, left = np.uint64(col), np.uint64(63 - col)
    total = np.uint64(0)
    for word in range(np.uintp(last - first)):
        beyond = other[far + word + np.uintp(1)] << np.uint64(1) << left
        both = one[start + word] & (other[far + word] >> right | beyond)
        total += np.uint64(bit_count(both))
    return np.int64(total)
