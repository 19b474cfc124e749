"""Count the fixed closed paths that are invariant under a symmetry, up to a translation.

Half of such a path determines it, or a quarter for a quarter turn. All walks of half its length from the origin are
therefore enumerated, depth first. At the end of each walk, its images under the isometries that could complete it are
tested: they must not meet the walk nor, for uncrossed paths, cross it. The multiplicity of a path is:

half-turn, or reflection, that takes the origin to the end of the walk
    It exchanges opposite squares, and the path is found from each of its k squares in both directions: 2k times.
reflection that keeps both origin and end
    Two squares of the path lie on the axis: 4 times.
half-turn about the midpoint of a move
    The path is reflected, and keeps two moves, which cross at their common midpoint. (Without these paths the classes
    of length 6 would number 24.) Walks lead from one move, which is held fixed, to the other: 4 times.
quarter turn
    The path is found from each square, in the direction of the turn: k times.

The moves are images of each other under the symmetries of the square, so walks begin with move 0, or with the move that
is held fixed, and count for eight; those completed by a reflection count for four on each of the two axes.

Cost: 7 ** (k / 2 - 1) walks, of which few come near an axis; 50 nanoseconds for each.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from destrier.core.board import MOVE_BY_STEP
from destrier.core.leaper import MOVES
from destrier.paths.plane import NO_EDGES, OFFSETS, ORIGIN, SIZE, WIDTH, crossing_edges
from destrier.support.kernels import UNBOUNDED, kernel

_HALF, _QUARTER, _MIDPOINT = range(3)


class Invariant(NamedTuple):
    """Fixed paths that a symmetry maps onto themselves: a quarter turn, a half-turn, one of two axes or diagonals."""

    quarter: int
    half: int
    axis: int
    diagonal: int


def foresee_seconds(length: int) -> float:
    """Return the approximate processor time of `count_invariant`."""
    return 5e-8 * 7.0 ** (length // 2 - 1)


def count_invariant(length: int, *, uncrossed: bool) -> Invariant:
    """Return how many fixed closed paths of an even length each symmetry maps onto themselves."""
    crossing = crossing_edges() if uncrossed else NO_EDGES
    deltas = np.array(MOVES, np.int64)
    arguments = deltas, OFFSETS, crossing, MOVE_BY_STEP
    opposite, axis_moved, axis_kept, diagonal_moved, diagonal_kept = _walk(length // 2, _HALF, *arguments).tolist()
    midpoint = 0 if uncrossed else int(_walk(length // 2 - 1, _MIDPOINT, *arguments)[0])
    quarter = int(_walk(length // 4, _QUARTER, *arguments)[0]) if length % 4 == 0 else 0
    return Invariant(
        quarter=8 * quarter // length,
        half=8 * opposite // (2 * length) + 8 * midpoint // 4,
        axis=4 * axis_moved // (2 * length) + 4 * axis_kept // 4,
        diagonal=4 * diagonal_moved // (2 * length) + 4 * diagonal_kept // 4,
    )


@kernel
def _is_clear(image, steps, rows, cols, taken, crossed, move_of, first):
    """Return whether the images of a walk's moves and of its squares, from `first` on, are free."""
    for step in range(first, steps):
        row = image[0] * rows[step] + image[1] * cols[step] + image[4]
        col = image[2] * rows[step] + image[3] * cols[step] + image[5]
        if taken[ORIGIN + row * WIDTH + col]:
            return 0
    if crossed.size == 0:
        return 1
    for step in range(steps):
        row = image[0] * rows[step] + image[1] * cols[step] + image[4]
        col = image[2] * rows[step] + image[3] * cols[step] + image[5]
        drow, dcol = rows[step + 1] - rows[step], cols[step + 1] - cols[step]
        move = move_of[image[0] * drow + image[1] * dcol + 2, image[2] * drow + image[3] * dcol + 2]
        if crossed[8 * (ORIGIN + row * WIDTH + col) + move]:
            return 0
    return 1


@kernel(steps=UNBOUNDED)
def _walk(steps, mode, deltas, offsets, crossing, move_of):
    """Count the completed walks: by the half-turn, axis moved and kept, diagonal moved and kept."""
    found = np.zeros(5, np.int64)
    taken = np.zeros(SIZE, np.bool_)
    crossed = np.zeros(8 * SIZE if crossing.shape[1] else 0, np.int16)
    rows = np.zeros(steps + 1, np.int64)
    cols = np.zeros(steps + 1, np.int64)
    moves = np.full(steps + 1, -1, np.int64)
    taken[ORIGIN] = True
    if mode == _MIDPOINT:
        taken[ORIGIN + WIDTH + 2] = True  # the move to 1,2 is held fixed
    depth = 0
    while depth >= 0:
        row, col = rows[depth], cols[depth]
        square = ORIGIN + row * WIDTH + col
        if depth == steps:
            tests = rows, cols, taken, crossed, move_of
            if mode == _MIDPOINT:
                found[0] += (row == 1 and col == 0) or (row == 0 and col == 2)
            elif mode == _QUARTER:
                taken[square] = False  # it is the image of the origin
                found[0] += _is_clear((0, -1, 1, 0, row, col), steps, *tests, 0) * _is_clear(
                    (-1, 0, 0, -1, row - col, row + col), steps, *tests, 0
                )
                taken[square] = True
            else:
                found[0] += _is_clear((-1, 0, 0, -1, row, col), steps, *tests, 1)
                if row == 0:
                    found[1] += _is_clear((1, 0, 0, -1, 0, col), steps, *tests, 1)
                    found[2] += _is_clear((-1, 0, 0, 1, 0, 0), steps, *tests, 1)
                elif col == 0:
                    found[1] += _is_clear((-1, 0, 0, 1, row, 0), steps, *tests, 1)
                    found[2] += _is_clear((1, 0, 0, -1, 0, 0), steps, *tests, 1)
                elif row == col:
                    found[3] += _is_clear((0, -1, -1, 0, row, col), steps, *tests, 1)
                    found[4] += _is_clear((0, 1, 1, 0, 0, 0), steps, *tests, 1)
                elif row == -col:
                    found[3] += _is_clear((0, 1, 1, 0, row, col), steps, *tests, 1)
                    found[4] += _is_clear((0, -1, -1, 0, 0, 0), steps, *tests, 1)
        else:
            moves[depth] += 1
            move = moves[depth]
            if move < (1 if depth == 0 and mode != _MIDPOINT else 8):
                there = square + offsets[move]
                new_row, new_col = row + deltas[move, 0], col + deltas[move, 1]
                if taken[there] or (crossed.size and crossed[8 * square + move]):
                    continue
                if mode == _MIDPOINT:
                    reach = 2 * (steps - depth - 1) + 2
                    if (
                        taken[ORIGIN + (1 - new_row) * WIDTH + 2 - new_col]
                        or abs(new_row) > reach
                        or abs(new_col) > reach
                    ):
                        continue
                taken[there] = True
                for other in crossing[move]:
                    crossed[8 * square + move + other] += 1
                depth += 1
                rows[depth], cols[depth], moves[depth] = new_row, new_col, -1
                continue
        # All continuations have been counted: step back.
        taken[square] = False
        depth -= 1
        if depth >= 0:
            for other in crossing[moves[depth]]:
                crossed[8 * (ORIGIN + rows[depth] * WIDTH + cols[depth]) + moves[depth] + other] -= 1
    return found
