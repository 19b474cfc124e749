"""Open tours with few turns and crossings, from closed tours that have few.

A closed tour becomes open when it loses a move, and with the move the turns at its ends and its crossings. Of the moves
near a corner of the board, the one is left out with which most is saved.

Boards with an odd side have open tours with fewer (see `odd`, and `crossings`).

Cost: O(1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.leaper import MOVES
from destrier.core.movegraph import bends
from destrier.core.types import Moves, Square
from destrier.measuring.metrics import crossing_pairs

Cost: TypeAlias = Callable[[int, int], float]
"""What so many turns and crossings cost."""

_NEAR: Final = 24
"""The rows and columns of the corner in which a move is left out; they contain all that repeats along the sides."""

_REACH: Final = 3
"""How far from both ends of a move those of a move may be that crosses it."""


def leave_out_a_move(moves: Moves, cost: Cost, *, makes_rails: bool = True) -> None:
    """Open a closed tour near its top left corner, so that what is left costs least; in place.

    A rail is made where a move between two parallel ones is left out; this may be forbidden.
    """
    corner = moves[: _NEAR + _REACH, : _NEAR + _REACH]
    turns, crossed = _turns(corner), _crossed(corner)
    best: tuple[float, Square, int] | None = None
    for row, col in np.ndindex(*corner[:_NEAR, :_NEAR].shape):
        for move in range(4, 8):
            there = _beyond((row, col), move)
            if not corner[row, col] >> move & 1 or max(there) >= _NEAR:
                continue
            before, after = corner[row, col] ^ 1 << move, corner[there] ^ 1 << move - 4
            if makes_rails or before != after:
                saved = cost(int(turns[row, col]) + int(turns[there]), int(crossed[move - 4, row, col]))
                if best is None or saved > best[0]:
                    best = saved, (row, col), move
    assert best is not None
    _flip(moves, *best[1:])


def _beyond(square: Square, move: int) -> Square:
    return square[0] + MOVES[move][0], square[1] + MOVES[move][1]


def _flip(moves: Moves, square: Square, move: int) -> None:
    """Add a move, or take it away."""
    moves[square] ^= np.uint8(1 << move)
    moves[_beyond(square, move)] ^= np.uint8(1 << (move + 4) % 8)


def _turns(moves: Moves) -> NDArray[np.bool_]:
    """Return which squares are turns: those with two moves that are not opposite."""
    return np.asarray(bends(moves, 4) & (np.bitwise_count(moves) == 2), np.bool_)


def _crossed(moves: Moves) -> NDArray[np.int64]:
    """Return how many moves cross each downward one, by its upper end: (4, rows, cols)."""
    present = moves >> np.arange(4, 8, dtype=np.uint8)[:, None, None] & 1
    counts = np.zeros(present.shape, np.int64)
    for one, other, down, right, _ in crossing_pairs().tolist():
        (rows, others), (cols, beside) = _overlap(moves.shape[0], down), _overlap(moves.shape[1], right)
        both = present[one, rows, cols] & present[other, others, beside]
        counts[one, rows, cols] += both
        counts[other, others, beside] += both
    return counts


def _overlap(side: int, by: int) -> tuple[slice, slice]:
    """Return the places of a side from which `by` steps lead to others of it, and those others."""
    return slice(max(0, -by), side - max(0, by)), slice(max(0, by), side + min(0, by))
