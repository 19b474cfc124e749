"""Order the pieces of a plot to shorten the travel of the pen between them.

A piece can begin at some of its corners, each with a corresponding exit: a closed piece begins and ends at any corner,
an open one begins at either end and exits at the other. Each such *entry* has a partner, the same piece in the opposite
direction.

The pen first goes to the nearest remaining piece each time, found in squares that grow around it. Then segments of the
order are reversed as long as this saves travel (2-opt), and the best entry is chosen for each piece.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.support.kernels import kernel

_WINDOW: Final = 100
"""The longest segment to reverse, in pieces, which bounds the time of a pass to that of a hundred per piece."""
_PASSES: Final = 10
_LEAST: Final = 1e-9
"""The smallest saving beyond rounding errors."""


def shortest_travel(
    entries: NDArray[np.int64], exits: NDArray[np.int64], pieces: NDArray[np.int64], partners: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return a sequence of entries with short travel, one for each piece.

    `entries` and `exits` are the places where the pen begins and ends, as `int64` (entries, 2) of row and column;
    `pieces` has the piece of each entry, in ascending order from 0, and `partners` its entry in the opposite direction.
    """
    rows, cols = np.concatenate([entries, exits]).max(axis=0) + 1
    squares = entries[:, 0] * cols + entries[:, 1]
    of_squares = np.argsort(squares, kind="stable")
    square_starts = np.searchsorted(squares[of_squares], np.arange(rows * cols + 1))
    piece_starts = np.searchsorted(pieces, np.arange(pieces[-1] + 2))
    order = _go_to_the_nearest(exits, pieces, square_starts, of_squares, rows, cols)
    for _ in range(_PASSES):
        entered = _enter_anew(order, entries, exits, pieces, piece_starts)
        if not (_turn_round(order, entries, exits, partners) or entered):
            break
    return np.asarray(order)


@kernel
def _go_to_the_nearest(exits, pieces, square_starts, of_squares, rows, cols):
    count = pieces[-1] + 1
    order = np.empty(count, np.int64)
    done = np.zeros(count, np.bool_)
    row, col = 0, 0
    for place in range(count):
        best, least = -1, 0
        reach = 0
        while best < 0 or reach * reach < least:
            for r in range(max(row - reach, 0), min(row + reach, rows - 1) + 1):
                step = 1 if abs(r - row) == reach else max(2 * reach, 1)  # only the rim of the square is new
                for c in range(col - reach, col + reach + 1, step):
                    if 0 <= c < cols:
                        away = (r - row) ** 2 + (c - col) ** 2
                        if best >= 0 and away >= least:
                            continue
                        for at in range(square_starts[r * cols + c], square_starts[r * cols + c + 1]):
                            if not done[pieces[of_squares[at]]]:
                                best, least = of_squares[at], away
                                break
            reach += 1
        order[place] = best
        done[pieces[best]] = True
        row, col = exits[best, 0], exits[best, 1]
    return order


@kernel
def _turn_round(order, entries, exits, partners):
    """Reverse segments of the order in place; return whether this saves travel."""
    count = order.size
    saved = False
    for first in range(count):
        for last in range(first, min(first + _WINDOW, count)):
            start, end = order[first], order[last]
            gain = 0.0
            if first:
                before = order[first - 1]
                gain += _distance(exits[before], entries[start]) - _distance(exits[before], exits[end])
            if last + 1 < count:
                after = order[last + 1]
                gain += _distance(exits[end], entries[after]) - _distance(entries[start], entries[after])
            if gain > _LEAST:
                here, there = first, last
                while here <= there:
                    order[here], order[there] = partners[order[there]], partners[order[here]]
                    here, there = here + 1, there - 1
                saved = True
    return saved


@kernel
def _enter_anew(order, entries, exits, pieces, piece_starts):
    """Choose the best entry of each piece between its neighbours, in place; return whether this saves travel."""
    saved = False
    for place in range(order.size):
        piece, taken = pieces[order[place]], order[place]
        least = np.inf
        for entry in range(piece_starts[piece], piece_starts[piece + 1]):
            travel = 0.0
            if place:
                travel += _distance(exits[order[place - 1]], entries[entry])
            if place + 1 < order.size:
                travel += _distance(exits[entry], entries[order[place + 1]])
            if travel < least - (entry != taken) * _LEAST:
                order[place], least = entry, travel
        saved |= order[place] != taken
    return saved


@kernel
def _distance(one, other):
    return np.hypot(one[0] - other[0], one[1] - other[1])
