"""Exact metrics of tours and tourneys in linear time, without the visiting order.

Most metrics count pairs of edges in a given relation: one edge of plane `a` with its upper end at some square, and one
of plane `b` with its upper end a fixed step away (see `bitplanes`). Relative moves are pairs that share a square;
crossings are pairs whose interiors meet.
"""

from __future__ import annotations

import math
from collections import Counter
from contextlib import suppress
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Final, cast, overload

import numpy as np

from destrier.core.bitplanes import GUARD, pack, words_in_row
from destrier.core.board import Board, has_planes, interiors_meet
from destrier.core.grid import BaseBoard, Grid, shift_slices
from destrier.core.leaper import KNIGHT, MOVES
from destrier.core.movegraph import bends
from destrier.core.primitives import bit_count
from destrier.core.space import Space
from destrier.core.tourney import Tour, Tourney, flat_board, knights_board, takes_tourney
from destrier.core.tours import several, takes_several
from destrier.core.visits import next_in_cycle
from destrier.measuring.bounds import least_crossings, least_turns
from destrier.measuring.sums import Sums, line_sums
from destrier.measuring.tables import MeasureTable, with_seconds
from destrier.support.errors import UnsupportedBoard
from destrier.support.html import bars, table
from destrier.support.kernels import kernel
from destrier.switching.rails import count_rails

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from destrier.core.leaper import Leaper
    from destrier.core.types import MoveBits, Planes

    Counts = NDArray[np.int64]

_AROUND: Final = 8
"""The number of moves of a leaper on a surface, numbered in their order around a square."""

ANGLES: Final = (37, 53, 90, 127, 143, 180)
"""The angles between two moves of a knight in whole degrees; their cosines are 4/5, 3/5, 0, -3/5, -4/5 and -1."""

_SUMMED: Final = 4096
"""The number of squares of the largest board whose line sums are reported."""

_AT_ONCE: Final = 1 << 16
"""The number of squares to process at a time, so that scratch arrays stay in the cache."""


_TURNS: Final = (
    *("straight on", "slightly left", "left", "sharply left"),
    *("back", "sharply right", "right", "slightly right"),
)
"""What the relative moves are."""


class Distribution(np.ndarray[tuple[int, ...], np.dtype[np.float64]]):
    """An array of frequencies, which a notebook shows as bars."""

    name: str = ""
    """The name of the items that the frequencies belong to,"""
    words: tuple[str, ...] = ()
    """and what each of them is, if there are words for it."""

    def _repr_html_(self) -> str | None:
        return bars(self.tolist(), self.name, self.words) if self.ndim == 1 else None


class Measures(dict[str, object]):
    """Metrics by name, which a notebook shows as a table."""

    def _repr_html_(self) -> str:
        return table((name.replace("_", " "), value) for name, value in self.items())


@takes_several
def turns(tourney: Tourney) -> int:
    """Return the number of squares whose two moves are not opposite; O(squares). Any board.

    For several tourneys, it is an array of their numbers.

    On a box, a move that goes straight over an edge, as on the unfolded net, makes no turn.

    See Also
    --------
    destrier.crossings, destrier.least_turns, destrier.measure

    Examples
    --------
    >>> import destrier as dt
    >>> dt.turns(dt.tour(6, 6, seed=1))
    36
    """
    height, half = max(1, _AT_ONCE // math.prod(tourney.moves.shape[1:])), tourney.board.move_count // 2
    total = 0
    for top in range(0, len(tourney.moves), height):
        total += int(np.count_nonzero(bends(tourney.moves[top : top + height], half)))
    return total - (0 if tourney.ends is None else 2)


@takes_tourney
def is_turn(tourney: Tourney) -> NDArray[np.bool_]:
    """Return whether each square has two moves that are not opposite: `bool`, of the board's shape. Any board.

    See Also
    --------
    destrier.turns

    Examples
    --------
    >>> import destrier as dt
    >>> import numpy as np
    >>> tour = dt.tour(6, 6, seed=1)
    >>> int(np.count_nonzero(dt.measuring.is_turn(tour))) == dt.turns(tour)
    True
    """
    turns = bends(tourney.moves, tourney.board.move_count // 2)
    return np.asarray(turns & (np.bitwise_count(tourney.moves) == 2), np.bool_)


@takes_tourney
def crossing_points(tourney: Tourney) -> NDArray[np.float64]:
    """Return where edges cross: `float64` (crossings, 2), (row, col) with the squares' centres at integers; O(squares).

    A point where three edges cross pairwise is listed three times. Flat boards only.

    Raises
    ------
    UnsupportedBoard
        If the board is not flat.

    See Also
    --------
    destrier.crossings

    Examples
    --------
    >>> import destrier as dt
    >>> tour = dt.tour(6, 6, seed=1)
    >>> len(dt.measuring.crossing_points(tour)) == dt.crossings(tour)
    True
    """
    leaper = flat_board(tourney, "crossings are counted").leaper
    steps, half = leaper.steps.tolist(), len(leaper.steps) // 2
    found = [np.empty((0, 2))]
    for one, other, row, col, _ in crossing_pairs(leaper).tolist():
        first = np.argwhere(tourney.moves >> half + one & 1)
        there = first + np.array([row, col])
        inside = ((there >= 0) & (there < tourney.moves.shape)).all(axis=1)
        first, there = first[inside], there[inside]
        cross = (tourney.moves[there[:, 0], there[:, 1]] >> half + other & 1).astype(bool)
        found.append(first[cross] + _meeting_point(steps[half + one], (row, col), steps[half + other]))
    return np.concatenate(found)


@takes_several
def crossings(tourney: Tourney) -> int:
    """Return the number of pairs of edges that cross, that is, meet at an interior point of both; O(squares). Flat
    boards only.

    Raises
    ------
    UnsupportedBoard
        If the board is not flat, since crossings are those of a drawing.

    See Also
    --------
    destrier.measuring.crossing_points, destrier.least_crossings, destrier.measure, destrier.turns

    Examples
    --------
    >>> import destrier as dt
    >>> dt.crossings(dt.tour(6, 6, seed=1))
    56
    """
    board = flat_board(tourney, "crossings are counted")
    if board.has_planes:
        return _crossings(board, pack(tourney.moves))
    half, kind = board.move_count // 2, board.dtype.type
    down = [(tourney.moves >> kind(half + move) & kind(1)).astype(np.bool_) for move in range(half)]
    count = 0
    for one, other, row, col, _ in crossing_pairs(board.leaper).tolist():
        here, there = shift_slices(board.shape, (row, col))
        count += int(np.count_nonzero(down[one][here] & down[other][there]))
    return count


@takes_tourney
def move_counts(tourney: Tourney, *, directed: bool = False) -> Counts:
    """Return the number of times each move occurs: `int64` (moves,), eight on a flat board. Any board.

    As in the paper (Section 3), an edge counts for both its directions, so the counts add up to twice the number of
    edges, and moves i and i + 4 have the same count. With `directed`, only the direction of `Tourney.order` counts.

    See Also
    --------
    destrier.measuring.move_distribution, destrier.measuring.relative_move_counts

    Examples
    --------
    >>> import destrier as dt
    >>> dt.measuring.move_counts(dt.tour(6, 6, seed=1))
    array([11, 10, 10,  5, 11, 10, 10,  5])
    """
    if directed:
        return np.bincount(_directed_moves(tourney), minlength=tourney.board.move_count)
    if tourney.board.has_planes:
        edges = np.bitwise_count(pack(tourney.moves)).sum(axis=1, dtype=np.int64)
        return np.concatenate([edges, edges])
    one = tourney.board.dtype.type(1)
    bits = (tourney.moves >> tourney.board.dtype.type(move) & one for move in range(tourney.board.move_count))
    return np.array([np.count_nonzero(bit) for bit in bits], np.int64)


@takes_tourney
def relative_move_counts(tourney: Tourney, *, directed: bool = False) -> Counts:
    """Count the pairs of consecutive moves i and j by (i - j) mod 8: `int64` (8,); class 4 never occurs.

    This is the definition in the paper's text (Section 3.1); its program uses j - i, which exchanges classes 1 and 7, 2
    and 6, 3 and 5. Every square counts for both directions of travel, which makes the two conventions equal; with
    `directed`, only the direction of `Tourney.order` counts.

    Raises
    ------
    UnsupportedBoard
        If the squares do not have the eight moves of one leaper.

    See Also
    --------
    destrier.measuring.angle_counts, destrier.measuring.move_counts, destrier.measuring.relative_move_distribution

    Examples
    --------
    >>> import destrier as dt
    >>> dt.measuring.relative_move_counts(dt.tour(6, 6, seed=1))
    array([ 0, 15,  8, 13,  0, 13,  8, 15])
    """
    if tourney.board.move_count != _AROUND or len(tourney.board.leaper.pairs) > 1:
        raise UnsupportedBoard(
            "relative moves are counted only where a square has the eight moves of one leaper, not on "
            f"{tourney.board.describe()}"
        )
    if not directed:
        if has_planes(tourney.board):
            return _relative_moves(tourney.board, pack(tourney.moves))
        return _relative_moves_at_squares(tourney)
    moves = _directed_moves(tourney)
    if tourney.ends is not None:
        moves, onward = moves[:-1], moves[1:]
    else:
        onward = next_in_cycle(moves, tourney.cycle_lengths())
    return np.bincount((moves - onward) % 8, minlength=8)


def _relative_moves_at_squares(tourney: Tourney) -> Counts:
    """Count relative moves from the two moves at each square; the tour arrives by the reverse of one of them."""
    bits = np.unpackbits(tourney.moves.reshape(-1, 1), axis=1, count=_AROUND, bitorder="little")
    one, other = np.nonzero(bits[bits.sum(axis=1) == 2])[1].reshape(-1, 2).T
    relative = (one + _AROUND // 2 - other) % _AROUND
    return np.bincount(np.concatenate([relative, -relative % _AROUND]), minlength=_AROUND)


@takes_tourney
def angle_counts(tourney: Tourney) -> Counts:
    """Return the number of squares whose two moves make each angle of `ANGLES`: `int64` (6,); O(squares).

    The angles are 37, 53, 90, 127, 143 and 180 degrees, rounded; at 180 degrees the tour goes straight on. The relative
    moves 1 and 3 each comprise two of these angles. Only for knights on flat boards.

    Raises
    ------
    UnsupportedBoard
        If the board is not a knight's flat one.

    See Also
    --------
    destrier.measuring.relative_move_counts

    Examples
    --------
    >>> import destrier as dt
    >>> dt.measuring.angle_counts(dt.tour(6, 6, seed=1))
    array([ 7,  6,  8, 10,  5,  0])
    """
    knights_board(tourney, "angles are measured")
    return count_angles(tourney.moves)


def count_angles(moves: MoveBits, axis: tuple[int, ...] | None = None) -> Counts:
    """Return the number of squares with each angle, over all or some axes of the knight's moves arrays."""
    angles = angles_by_byte()[moves]
    return np.array([np.count_nonzero(angles == number, axis=axis) for number in range(len(ANGLES))], np.int64)


@takes_tourney
def move_distribution(tourney: Tourney, *, directed: bool = False) -> Distribution:
    """Return `move_counts` as frequencies, which add up to 1.

    See Also
    --------
    destrier.measuring.move_counts

    Examples
    --------
    >>> import destrier as dt
    >>> print(dt.measuring.move_distribution(dt.tour(6, 6, seed=1)).round(2))
    [0.15 0.14 0.14 0.07 0.15 0.14 0.14 0.07]
    """
    words = map(_direction, tourney.board.leaper.steps.tolist()) if isinstance(tourney.board, Board) else ()
    return _frequencies(move_counts(tourney, directed=directed), "move", tuple(words))


@takes_tourney
def relative_move_distribution(tourney: Tourney, *, directed: bool = False) -> Distribution:
    """Return `relative_move_counts` as frequencies, which add up to 1.

    Raises
    ------
    UnsupportedBoard
        If the squares do not have the eight moves of one leaper.

    See Also
    --------
    destrier.measuring.relative_move_counts

    Examples
    --------
    >>> import destrier as dt
    >>> print(dt.measuring.relative_move_distribution(dt.tour(6, 6, seed=1)).round(2))
    [0.   0.21 0.11 0.18 0.   0.18 0.11 0.21]
    """
    return _frequencies(relative_move_counts(tourney, directed=directed), "relative move", _TURNS)


@takes_tourney
def charge(tourney: Tourney) -> Counts:
    """Return d_k, the number of edges that leave a light square by move k minus those by k + 4: `int64` (4,).

    Light squares have even row + col. Switching a rail never changes a charge (see `docs/mixing.md`). Only for knights
    on flat boards.

    Raises
    ------
    UnsupportedBoard
        If the board is not a knight's flat one.

    See Also
    --------
    destrier.measuring.move_counts

    Examples
    --------
    >>> import destrier as dt
    >>> dt.measuring.charge(dt.tour(6, 6, seed=1))
    array([-1,  2, -2,  1])
    """
    return _charge(knights_board(tourney, "charges are measured"), pack(tourney.moves))


@overload
def measure(tourney: Tourney) -> Measures: ...
@overload
def measure(tourney: Iterable[Tourney]) -> MeasureTable: ...
def measure(tourney: Tourney | Iterable[Tourney]) -> Measures | MeasureTable:
    """Return all metrics defined for the board, as exact integers under the names of the `measure` command; O(squares).

    For several tourneys, it is a table of them (see `MeasureTable`).

    For cycles on a surface, `windings` gives the number with each winding (see `core.winding`).

    A tour of a rectangle is also compared with the proven lower bounds for its board (see `bounds`): by `turns_bound`
    and `crossings_bound`, and by the ratios to them, `turns_ratio` and `crossings_ratio` (floats). A tour of a board in
    space has only those for turns. For a tour of a rectangle of up to 4,096 squares, the sums of its numbers in rows,
    columns and diagonals are included, and `magic` is `no` or names the square of number 1, as in `semi-magic from 4,0`
    (see `line_sums`).

    See Also
    --------
    destrier.check, destrier.crossings, destrier.turns, destrier.measuring.MeasureTable

    Examples
    --------
    >>> import destrier as dt
    >>> measures = dt.measure(dt.tour(6, 6, seed=1))
    >>> measures["turns"], measures["turns_bound"], measures["symmetry"]
    (36, 32, ['identity'])
    """
    if not isinstance(tourney, Tourney):
        seconds = getattr(tourney, "seconds", None)
        return MeasureTable(with_seconds(map(measure, several("measure", tourney)), seconds))
    board = tourney.board
    measures = Measures({name: value for name, value in board.to_dict().items() if name != "missing"})
    measures |= {"squares": board.size, "kind": tourney.kind, "cycles": tourney.cycle_count}
    for name, metric in _METRICS.items():
        with suppress(UnsupportedBoard):
            measures[name] = metric(tourney)
    with suppress(UnsupportedBoard):
        wound = Counter(f"{right},{down}" for right, down in tourney.windings)
        measures["windings"] = dict(sorted(wound.items()))
    measures["symmetry"] = list(tourney.symmetries())
    if isinstance(tourney, Tour) and board.size <= _SUMMED:
        with suppress(UnsupportedBoard):
            measures |= _told(line_sums(tourney), board)
    for name, least in _bounds(tourney).items():
        measures |= {f"{name}_bound": least, f"{name}_ratio": cast("int", measures[name]) / least}
    return measures


def _bounds(tourney: Tourney) -> dict[str, int]:
    """Return the proven lower bounds on a tour's metrics that are known for its board."""
    board, kind = tourney.board, tourney.kind
    if kind == "tourney" or not isinstance(board, Grid) or not board.leaper.is_knight:
        return {}
    if has_planes(board) and board.is_rectangle:
        return {"turns": least_turns(*board.shape, kind=kind), "crossings": least_crossings(*board.shape, kind=kind)}
    return {"turns": least_turns(*board.sides, kind=kind)} if isinstance(board, Space) else {}


def _told(sums: Sums, board: BaseBoard) -> dict[str, object]:
    """Return the line sums under the names of the `measure` command."""
    diagonals = {"diagonal_sums": sums.diagonals} if sums.diagonals else {}
    magic = f"{sums.kind} from {board.name(board.index(sums.start))}" if sums.kind else "no"
    return {"row_sums": sums.rows, "column_sums": sums.columns, **diagonals, "magic": magic}


_METRICS: Final[dict[str, Callable[[Tourney], object]]] = {
    "turns": turns,
    "crossings": crossings,
    "rails": count_rails,
    "moves": lambda tourney: move_counts(tourney).tolist(),
    "relative_moves": lambda tourney: relative_move_counts(tourney).tolist(),
    "angles": lambda tourney: angle_counts(tourney).tolist(),
    "charge": lambda tourney: charge(tourney).tolist(),
}
"""The metrics by their names in `measure`, which omits those not defined for the board."""


def _direction(step: tuple[int, int]) -> str:
    """Return a step of a flat board in words, such as `1 up, 2 right`."""
    sides = (("up", "down"), ("left", "right"))
    return ", ".join(f"{abs(by)} {words[by > 0]}" for by, words in zip(step, sides, strict=True) if by)


def _frequencies(counts: Counts, name: str, words: tuple[str, ...]) -> Distribution:
    """Return the counts divided by their sum, or zeros if nothing was counted."""
    distribution = np.asarray(counts / max(int(counts.sum()), 1), np.float64).view(Distribution)
    distribution.name, distribution.words = name, words
    return distribution


def _crossings(board: Board, planes: Planes) -> int:
    return int(_count_pairs(planes, *_frame(board), crossing_pairs(KNIGHT)).sum())


def _relative_moves(board: Board, planes: Planes) -> Counts:
    corners = _incidences()
    counts = np.zeros(8, np.int64)
    found = _count_pairs(planes, *_frame(board), corners)
    np.add.at(counts, corners[:, 4], found)
    np.add.at(counts, -corners[:, 4] % 8, found)
    return counts


def _charge(board: Board, planes: Planes) -> Counts:
    words = words_in_row(board.cols)
    light = np.array([0x5555555555555555, 0xAAAAAAAAAAAAAAAA], np.uint64)
    rows = planes[:, GUARD:-GUARD].reshape(4, board.rows, words)
    charges = np.zeros(4, np.int64)
    for parity in (0, 1):
        edges = rows[:, parity::2]
        down = np.bitwise_count(edges & light[parity]).sum(axis=(1, 2), dtype=np.int64)  # from a light upper end
        charges += np.bitwise_count(edges).sum(axis=(1, 2), dtype=np.int64) - 2 * down
    return charges


def _directed_moves(tourney: Tourney) -> Counts:
    """Return the move from each square of `Tourney.order` to the next in its cycle; the last square of an open tour has
    none.
    """
    order = tourney.indices()
    onward = next_in_cycle(order, tourney.cycle_lengths())
    if tourney.ends is not None:
        order, onward = order[:-1], onward[:-1]
    moves: Counts = tourney.board.moves_between(order, onward)
    return moves


def _frame(board: Board) -> tuple[int, int]:
    return board.rows, words_in_row(board.cols)


def _relation(one: tuple[int, int, int], other: tuple[int, int, int], kind: int) -> tuple[int, int, int, int, int]:
    """Return (plane, plane, rows and columns from the first edge's upper end to the second's, kind), rows >= 0."""
    one, other = sorted((one, other), key=lambda edge: edge[1])
    return one[0], other[0], other[1] - one[1], other[2] - one[2], kind


@cache
def _incidences() -> NDArray[np.int64]:
    """Return the relations of two edges that share a square, (28, 5); kind is the relative move, one way."""
    edges = [(move % 4, *((0, 0) if move >= 4 else MOVES[move])) for move in range(8)]
    return np.array([_relation(edges[p], edges[q], (p + 4 - q) % 8) for p, q in combinations(range(8), 2)], np.int64)


@cache
def angles_by_byte() -> NDArray[np.uint8]:
    """Return the index in `ANGLES` for each byte of moves; a byte without exactly two moves has an index beyond its
    end.
    """
    angles = np.full(256, len(ANGLES), np.uint8)
    for one, other in combinations(range(_AROUND), 2):
        (a, b), (c, d) = MOVES[one], MOVES[other]
        angles[1 << one | 1 << other] = ANGLES.index(round(math.degrees(math.acos((a * c + b * d) / 5))))
    return angles


@cache
def crossing_pairs(leaper: Leaper = KNIGHT) -> NDArray[np.int64]:
    """Return the relative positions in which two edges of a leaper cross: `int64` (k, 5).

    A row has the downward moves of both, minus half the number of moves, the rows and columns between their starts, and
    0. Two moves cross if the ends of each lie strictly on different sides of the other.
    """
    down = leaper.steps[len(leaper.steps) // 2 :].tolist()
    reach = range(1 - 2 * leaper.reach, 2 * leaper.reach)
    found = []
    for a, b in combinations(range(len(down)), 2):
        for row, col in product(reach, repeat=2):
            if interiors_meet((0, 0), tuple(down[a]), (row, col), (row + down[b][0], col + down[b][1])):
                found.append(_relation((a, 0, 0), (b, row, col), 0))
    return np.array(found, np.int64)


def _meeting_point(move: Sequence[int], start: tuple[int, int], other: Sequence[int]) -> tuple[float, float]:
    """Return the point where a move from 0,0 meets another one from `start`."""
    share = (start[0] * other[1] - start[1] * other[0]) / (move[0] * other[1] - move[1] * other[0])
    return share * move[0], share * move[1]


_LONGEST: Final = 1 << 12
"""The number of words to count at a time, so that a block of all planes stays in the cache for all relations."""


@kernel(steps=16)
def _count_pairs(planes, rows, words, relations):
    """Return, for each relation, the number of pairs of edges in it."""
    counts = np.zeros(relations.shape[0], np.int64)
    for first in range(0, rows * words, _LONGEST):
        for number in range(relations.shape[0]):
            a, b, row, col, _ = relations[number]
            last = min(first + _LONGEST, (rows - row) * words)
            if last > first:
                counts[number] += count_both(planes[a], planes[b], first, last, row * words - (col < 0), col & 63)
    return counts


@kernel
def count_both(one, other, first, last, shift, col):
    """Return the number of squares in some words of a plane with one of another plane so many words and columns on."""
    start = np.uintp(GUARD + first)
    far = np.uintp(GUARD + first + shift)
    right, left = np.uint64(col), np.uint64(63 - col)
    total = np.uint64(0)
    for word in range(np.uintp(last - first)):
        beyond = other[far + word + np.uintp(1)] << np.uint64(1) << left
        both = one[start + word] & (other[far + word] >> right | beyond)
        total += np.uint64(bit_count(both))
    return np.int64(total)
