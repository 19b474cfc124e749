"""The minimum number of crossings among the moves from the rim of a board, over all choices of these moves.

Each square of a side has four moves, of which a tour uses two: a *choice*, one of six. An end of an open tour uses only
one. Moves from two squares of a side cross only if the squares are at most three apart. Crossings along the side can
therefore be counted from the last three choices, a *triplet*. One table has the minimum for each pair of triplets at
the two ends of the side; for an infinite side, the minimum mean weight of a cycle gives the crossings per square. A
second table has the crossings at a corner, for each pair of triplets of its two sides. Min-plus products of these
tables join the four sides and corners of a board.

Besa, Johnson, Mamano, Osegueda and Williams, "Taming the Knight's Tour" (2020), Theorem 9, also use triplets of
squares; the mean is computed as in R. M. Karp, "A characterization of the minimum cycle mean in a digraph", Discrete
Mathematics 23 (1978).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import interiors_meet

if TYPE_CHECKING:
    from destrier.core.types import Square

    Move: TypeAlias = tuple[int, int]
    """A move from a square of the side: squares inwards, squares along the side."""
    Choice: TypeAlias = tuple[Move, ...]
    _Segment: TypeAlias = tuple[Square, Square]

_Table: TypeAlias = NDArray[np.int16]

_MOVES: Final = ((1, -2), (2, -1), (2, 1), (1, 2))
CHOICES: Final[tuple[Choice, ...]] = tuple(combinations(_MOVES, 2))
"""The possible pairs of moves of a square of the side."""

_CORNER: Final[Choice] = ((2, 1), (1, 2))
"""The moves of a corner."""

_REACH: Final = 3
"""The greatest distance of squares whose moves may cross, of which at most one is a corner."""

_NEVER: Final = 1000
"""A number larger than the crossings of any choices that are compared."""


def triplet_graph() -> tuple[list[tuple[Choice, ...]], NDArray[np.int64]]:
    """Return the paper's graph: the 216 choices of three squares, and the crossings that a step adds, (216, 216).

    A step from one triplet to the next costs the crossings between the two, and those within the second.
    """
    triplets = list(product(CHOICES, repeat=3))
    within = [sum(_crossings(t[p], t[q], q - p) for p, q in combinations(range(3), 2)) for t in triplets]
    weights = [
        [
            within[number] + sum(_crossings(one[p], other[q], 3 + q - p) for p, q in product(range(3), repeat=2))
            for number, other in enumerate(triplets)
        ]
        for one in triplets
    ]
    return triplets, np.array(weights)


def least_cycle_mean(weights: NDArray[np.int64]) -> Fraction:
    """Return the least mean weight of a cycle of a complete digraph, by Karp's theorem; O(nodes ** 3).

    It is the minimum over nodes of the maximum over k < n of (d_n - d_k) / (n - k), where d_k is the least weight of a
    walk of k steps to the node from any node.
    """
    nodes = len(weights)
    least = [np.zeros(nodes, np.int64)]
    for _ in range(nodes):
        least.append((least[-1][:, None] + weights).min(axis=0))
    *before, last = (each.tolist() for each in least)
    return min(max(Fraction(last[node] - before[k][node], nodes - k) for k in range(nodes)) for node in range(nodes))


def fewest_at_rim(rows: int, cols: int, *, price: int | None = None) -> int:
    """Return the fewest crossings of moves from the rim, if both sides are at least 5 squares long.

    Crossings of moves from opposite sides are not counted, nor are crossings of moves from adjacent sides beyond the
    three squares next to their corner.

    Parameters
    ----------
    rows, cols
        The sides.
    price
        The crossings that each end of an open tour counts for; any number of ends is allowed. `None` for no ends.
    """
    half = _product(*(_product(_corner(price), _side(length, price)[:, _mirrored(price)]) for length in (rows, cols)))
    return int((half + half.T).min())


def fewest_at_side(length: int, *, price: int | None = None) -> int:
    """Return the fewest crossings of moves from one side, its corners included, at least 5 squares long."""
    end = _end(price)
    return int((end[:, None] + _side(length, price) + end[_mirrored(price)]).min())


def settled_at(price: int | None = None) -> int:
    """Return a side length beyond which each additional square adds one crossing, whatever the end triplets are."""
    length = 6
    while (_side(length, price) != np.minimum(_side(length - 1, price) + 1, _NEVER)).any():
        length += 1
    return length - 1


def _choices(price: int | None) -> list[Choice]:
    return [*CHOICES, *((move,) for move in _MOVES if price is not None)]


def _triplets(price: int | None) -> list[tuple[Choice, ...]]:
    return list(product(_choices(price), repeat=3))


@cache
def _mirrored(price: int | None) -> list[int]:
    """Return the index of each triplet's mirror image, as seen from the other end of the side."""
    places = {triplet: place for place, triplet in enumerate(_triplets(price))}
    images = {choice: tuple((inward, -along) for inward, along in reversed(choice)) for choice in _choices(price)}
    return [places[tuple(images[choice] for choice in reversed(triplet))] for triplet in places]


@cache
def _side(length: int, price: int | None) -> _Table:
    """Return the fewest crossings of moves from a side without its corners, by its first and its last triplet."""
    choices = _choices(price)
    near, mid, far = (
        np.array([[_crossings(one, other, apart) for other in choices] for one in choices], np.int16)
        for apart in range(1, _REACH + 1)
    )
    ends = np.array([price if len(choice) == 1 else 0 for choice in choices], np.int16)
    count, size = len(choices), len(choices) ** 3
    if length == 5:
        within = near[:, :, None] + mid[:, None, :] + near[None, :, :]
        within += ends[:, None, None] + ends[:, None] + ends
        table = np.full((size, size), _NEVER, np.int16)
        np.fill_diagonal(table, within)
        return table
    step = far[:, None, None, :] + mid[None, :, None, :] + near[None, None, :, :] + ends
    longer = _side(length - 1, price).reshape(size, count, count, count, 1) + step
    return _table(longer.min(axis=1).reshape(size, size))


class _Near(NamedTuple):
    """The moves near a corner, one a column, and the subsets of them that each triplet contains."""

    first: NDArray[np.int64]
    """For each triplet of the first side, a row of zeros and ones."""
    second: NDArray[np.int64]
    """The same for the other side, whose squares are mirror images."""
    corner: NDArray[np.int64]
    """The same for the corner: its two moves, or one of them."""
    crossing: NDArray[np.int64]
    """Whether a move crosses another one."""
    leaving: NDArray[np.bool_]
    """Whether a move leaves the board."""


@cache
def _near(price: int | None) -> _Near:
    of_first = [
        [_segment((0, place), move) for place, choice in enumerate(triplet, 1) for move in choice]
        for triplet in _triplets(price)
    ]
    of_corner = [
        [_segment((0, 0), move) for move in choice] for choice in (_CORNER, *((move,) for move in _CORNER if price))
    ]
    found = {segment for segments in (*of_first, *of_corner) for segment in segments}
    columns = sorted(found | {_exchanged(segment) for segment in found})

    def rows(segments: list[list[_Segment]]) -> NDArray[np.int64]:
        return np.array([[segment in each for segment in columns] for each in segments], np.int64)

    first = rows(of_first)
    return _Near(
        first,
        first[:, [columns.index(_exchanged(segment)) for segment in columns]],
        rows(of_corner),
        np.array([[interiors_meet(*one, *other) for other in columns] for one in columns], np.int64),
        np.array([min(min(square) for square in segment) < 0 for segment in columns]),
    )


@cache
def _corner(price: int | None) -> _Table:
    """Return the fewest crossings that a corner adds to those of two sides, by their triplets there.

    A move from one side to the other is in both triplets or in neither. It is counted with each side, so its crossings
    with both are subtracted once.
    """
    near = _near(price)
    shared = near.first.any(axis=0) & near.second.any(axis=0)
    own = near.second * ~shared
    added = near.first @ near.crossing @ own.T + _within(own, near) - _within(near.second, near)
    added += _NEVER * (near.first @ near.leaving)[:, None] + _NEVER * (near.second @ near.leaving)
    added += _NEVER * (near.first[:, None, shared] != near.second[None, :, shared]).any(axis=2)
    to_corner = [(near.first @ ends)[:, None] + own @ ends for ends in near.corner @ near.crossing]
    return _table(added + _fewest(to_corner, price))


@cache
def _end(price: int | None) -> _Table:
    """Return the fewest crossings that a corner adds to those of a single side, by its triplet there."""
    near = _near(price)
    to_corner = [near.first @ ends for ends in near.corner @ near.crossing]
    return _table(_NEVER * (near.first @ near.leaving) + _fewest(to_corner, price))


def _fewest(to_corner: list[NDArray[np.int64]], price: int | None) -> NDArray[np.int64]:
    """Return the fewest crossings with the moves of a corner: with both, or, for a price, with one of them."""
    both, *single = to_corner
    return np.asarray(np.min([both, *(one + (price or 0) for one in single)], axis=0))


def _within(rows: NDArray[np.int64], near: _Near) -> NDArray[np.int64]:
    """Count the crossings of the moves of each row with each other."""
    return np.asarray((rows @ near.crossing * rows).sum(axis=1) // 2)


def _table(numbers: NDArray[Any]) -> _Table:
    return np.asarray(np.minimum(numbers, _NEVER), np.int16)


def _product(one: _Table, other: _Table) -> _Table:
    """Return the min-plus product of two tables."""
    return np.array([(row[:, None] + other).min(axis=0) for row in one])


def _segment(square: Square, move: Move) -> _Segment:
    """Return the ends of a move of a square of the first row."""
    start, end = sorted((square, (square[0] + move[0], square[1] + move[1])))
    return start, end


def _exchanged(segment: _Segment) -> _Segment:
    """Return a move's image under transposition."""
    start, end = sorted((row, col) for col, row in segment)
    return start, end


@cache
def _crossings(one: Choice, other: Choice, apart: int) -> int:
    """Count the crossings of the moves of two squares of a side that are `apart` squares apart."""
    return sum(interiors_meet(*_segment((0, 0), a), *_segment((0, apart), b)) for a, b in product(one, other))
