"""The squares that the numbers of a semi-magic tour take by their remainders modulo 4.

Write a number of the tour as n = 4q + 1 + r, with r from 0 to 3. The colours of the squares alternate, so the squares
of one colour, here *black*, have r = 0 and r = 2, and the white ones r = 1 and r = 3. Squares with r = 2 and r = 3 are
*late*, the others *early*. Colours and late squares thus determine the remainder of each square, its *kind*, and each
kind has a quarter of the squares.

**Sums.** Let m = 2q + 1 for a late square, and 2q for an early one; then n = 2m + 1 on black, and 2m + 2 on white. As
half of each line is white, m, too, has the same sum in all rows, and in all columns: C(N - 2)/4 and R(N - 2)/4 on a
board of R rows and C columns, N = RC. So the number of late squares of each row, and of each column, is even or odd as
this sum. Moreover, the sum of m over the even rows and columns, and that over the odd ones, are equal (as in
`proofs.magic_sums`), so each is half the sum of m over the black squares, (N/2)(N/2 - 1)/4, which tells whether the
number of late squares in even rows and columns is even or odd.

**Moves.** A tour moves from each square to one of the next kind, so the late squares give a direction to each move of
the board. Each square needs a square of the next kind, except the last square of the tour, which is late and white,
and one of the kind before, except the first, which is early and black. No two squares share such a square.

**Halves.** The sets of late squares of the upper half of the board are listed row by row. The lower half of a set is
such a half, too, seen from the other end of the tour: reading the tour backwards exchanges late and early squares, and
a reflection exchanges the colours, so that 1 is on black again. Two halves fit if their columns and kinds add up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.primitives import bit_count, lengthened
from destrier.search.magic_tours import symmetries
from destrier.support.kernels import UNBOUNDED, kernel

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_LABEL = np.uint64(32)
"""The bits of a half, below its label."""


class Squares(NamedTuple):
    """The squares of a board as masks and tables for kernels; square number i is bit i."""

    everything: np.uint64
    black: np.uint64
    near: NDArray[np.uint64]
    """The neighbours of each square."""
    movable: NDArray[np.uint64]
    """For each of the eight moves, the squares from which it stays on the board."""
    up: NDArray[np.uint64]
    """By how many bits each move shifts a mask to the left; `down`, to the right."""
    down: NDArray[np.uint64]
    lines: NDArray[np.uint64]
    """For each square, a mask of its row and column among all lines: the rows and then the columns."""
    sums: NDArray[np.int64]
    """The sum of m in each line."""


class Halves(NamedTuple):
    """Upper halves of sets of late squares, and the lower halves, sorted so that those that fit are contiguous."""

    upper: NDArray[np.uint64]
    """The upper halves, of which a reflection maps none to a smaller one."""
    wanted: NDArray[np.uint64]
    """The label of the lower halves that fit each of them."""
    lower: NDArray[np.uint64]
    labels: NDArray[np.uint64]
    """The label of each lower half, above the smallest upper half that is an image of it; in increasing order."""


def squares_of(board: Board) -> Squares:
    """Return the tables of a board of up to 64 squares."""
    rows, cols = board.shape
    row, col = np.divmod(np.arange(board.size), cols)
    steps = [(down, across) for down in (-2, -1, 1, 2) for across in (-2, -1, 1, 2) if abs(down) != abs(across)]
    stays = [
        (row + down >= 0) & (row + down < rows) & (col + across >= 0) & (col + across < cols) for down, across in steps
    ]
    shifts = np.array([down * cols + across for down, across in steps])
    near = [_mask(square + shifts[[bool(stay[square]) for stay in stays]]) for square in range(board.size)]
    return Squares(
        everything=_mask(row * cols + col),
        black=_mask(np.flatnonzero((row + col) % 2 == 0)),
        near=np.array(near, np.uint64),
        movable=np.array([_mask(np.flatnonzero(stay)) for stay in stays], np.uint64),
        up=np.maximum(shifts, 0).astype(np.uint64),
        down=np.maximum(-shifts, 0).astype(np.uint64),
        lines=np.array([1 << r | 1 << rows + c for r, c in zip(row.tolist(), col.tolist(), strict=True)], np.uint64),
        sums=np.array([cols * (board.size - 2) // 4] * rows + [rows * (board.size - 2) // 4] * cols),
    )


def images_of(board: Board) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the symmetries of a board as permutations of squares, and which of them exchange the colours."""
    row, col = np.divmod(np.arange(board.size), board.cols)
    places = np.array(symmetries(*board.shape))
    return places, ((row + col) % 2)[places[:, 0]] == 1


def halves_of(board: Board, squares: Squares) -> Halves:
    """Return the halves of all sets of late squares of a board."""
    rows, cols = board.rows // 2, board.cols
    odd = int(squares.sums[0]) % 2
    patterns = np.array([row for row in range(2**cols) if row.bit_count() % 2 == odd], np.uint64)
    upper = _list_halves(rows, cols, patterns, squares)
    whole = np.uint64(2 ** (rows * cols) - 1)
    reflected = whole ^ _permuted(upper, np.arange(rows * cols).reshape(rows, cols)[:, ::-1])
    lower = (whole ^ _permuted(upper, np.arange(rows * cols).reshape(rows, cols)[::-1])) << np.uint64(rows * cols)
    labels = _labels(board, squares, lower) << _LABEL | np.minimum(upper, reflected)
    order = np.argsort(labels)
    upper = upper[upper <= reflected]
    return Halves(upper, _labels(board, squares, upper, wanted=True), lower[order], labels[order])


def _mask(squares: NDArray[np.int64]) -> np.uint64:
    return np.uint64(sum(1 << square for square in squares.tolist()))


def _permuted(sets: NDArray[np.uint64], places: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return the sets of squares whose places are in other sets."""
    moved = np.zeros_like(sets)
    for square, place in enumerate(places.ravel().tolist()):
        moved |= (sets >> np.uint64(place) & _ONE) << np.uint64(square)
    return moved


def _labels(board: Board, squares: Squares, sets: NDArray[np.uint64], *, wanted: bool = False) -> NDArray[np.uint64]:
    """Return the label of each set: its columns modulo 2, and its numbers of squares of each kind.

    If `wanted`, return the label of the sets that make up for what is missing.
    """
    row, col = np.divmod(np.arange(board.size), board.cols)
    columns = np.zeros_like(sets)
    for number in range(board.cols):
        columns |= _counts(sets, _mask(np.flatnonzero(col == number))) % np.uint64(2) << np.uint64(number)
    black, white = _counts(sets, squares.black), _counts(sets, squares.everything ^ squares.black)
    even = _counts(sets, _mask(np.flatnonzero((row % 2 == 0) & (col % 2 == 0)))) % np.uint64(2)
    if wanted:
        half = board.size // 2
        columns ^= np.uint64((2**board.cols - 1) * (int(squares.sums[-1]) % 2))
        black, white = np.uint64(half // 2) - black, np.uint64(half // 2) - white
        even ^= np.uint64(half * (half - 1) // 4 % 2)
    return np.asarray(((columns << np.uint64(5) | black) << np.uint64(5) | white) << _ONE | even, np.uint64)


def _counts(sets: NDArray[np.uint64], squares: np.uint64) -> NDArray[np.uint64]:
    return np.asarray(np.bitwise_count(sets & squares), np.uint64)


@kernel
def _moved(sets, move, squares):
    """Return where a move leads from some squares."""
    return (sets & squares.movable[move]) << squares.up[move] >> squares.down[move]


@kernel
def _crowded(alone, late, early, targets_late, targets_early, squares):
    """Return the squares to which moves lead from two of some squares.

    Count the moves from late squares to `targets_late`, and from early ones to `targets_early`.
    """
    once = twice = _NONE
    for move in range(8):
        reached = targets_late & _moved(alone & late, move, squares)
        reached |= targets_early & _moved(alone & early, move, squares)
        twice |= once & reached
        once |= reached
    return twice


@kernel
def may_be_late(late, region, known, squares):
    """Whether a set may be that of the late squares of a region.

    Each square of `known`, whose neighbours are in the region, needs neighbours of the kinds before and after it, and
    no two may need the same one. A white square and the black one before or after it are both late or both early for
    one of these kinds, and differ for the other; only the latter may be missing, where the tour begins or ends.
    """
    early = region & ~late
    by_late = by_late_twice = by_early = by_early_twice = _NONE
    for move in range(8):
        reached = _moved(late, move, squares)
        by_late_twice |= by_late & reached
        by_late |= reached
        reached = _moved(early, move, squares)
        by_early_twice |= by_early & reached
        by_early |= reached
    if known & ~(late & by_late | early & by_early):
        return False
    ends = early & squares.black | late & ~squares.black
    alone = known & ~(late & by_early | early & by_late)
    if alone & ~ends or bit_count(alone & early) > 1 or bit_count(alone & late) > 1:
        return False
    if _crowded(known & ~(late & by_late_twice | early & by_early_twice), late, early, late, early, squares):
        return False
    crowded = _crowded(known & ~(late & by_early_twice | early & by_late_twice), late, early, early, late, squares)
    if crowded & ~ends:
        return False
    return (
        bit_count(alone & early) + bit_count(crowded & late) < 2
        and bit_count(alone & late) + bit_count(crowded & early) < 2
    )


@kernel(steps=UNBOUNDED)
def _list_halves(rows, cols, patterns, squares):
    """List the upper halves of sets of late squares; the patterns are the possible rows."""
    found, size = np.empty(1024, np.uint64), 0
    late, tried = np.zeros(rows + 1, np.uint64), np.zeros(rows, np.int64)
    row = 0
    while row >= 0:
        if tried[row] == patterns.size:
            row -= 1
            continue
        chosen = late[row] | patterns[tried[row]] << np.uint64(row * cols)
        tried[row] += 1
        region = (_ONE << np.uint64((row + 1) * cols)) - _ONE
        known = (_ONE << np.uint64(max(row - 1, 0) * cols)) - _ONE
        if not may_be_late(chosen, region, known, squares):
            continue
        if row < rows - 1:
            row += 1
            late[row], tried[row] = chosen, 0
            continue
        if size == found.size:
            found = lengthened(found, size, 2 * size)
        found[size] = chosen
        size += 1
    return found[:size]
