"""Open tours with few turns and crossings, made from closed ones.

Removing a move opens a closed tour, and also removes the turns at its ends and its crossings. Of the moves near a
corner of the board, the one that saves most is removed.

Boards with an odd side have better open tours (see `odd` and `crossings`).

Cost: O(1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.leaper import MOVES
from destrier.core.movegraph import bends
from destrier.core.moves_arrays import toggle
from destrier.core.types import Moves, Square
from destrier.measuring.metrics import crossing_pairs

Cost: TypeAlias = Callable[[int, int], float]
"""The cost of numbers of turns and crossings."""

_NEAR: Final = 24
"""Numbers of rows and columns of the corner where a move is removed; they contain every repeating unit of the sides."""

_REACH: Final = 3
"""Maximum distance of the ends of a crossing move from the ends of the crossed one."""


def leave_out_a_move(moves: Moves, cost: Cost, *, makes_rails: bool = True) -> None:
    """Open a closed tour in place near its top left corner, at minimum cost.

    Removing a move between two parallel ones makes a rail; this can be forbidden.
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
    toggle(moves, *best[1:])


def _beyond(square: Square, move: int) -> Square:
    return square[0] + MOVES[move][0], square[1] + MOVES[move][1]


def _turns(moves: Moves) -> NDArray[np.bool_]:
    """Return the mask of turns: squares with two moves that are not opposite."""
    return np.asarray(bends(moves, 4) & (np.bitwise_count(moves) == 2), np.bool_)


def _crossed(moves: Moves) -> NDArray[np.int64]:
    """Return the number of moves that cross each downward move, by its upper end: (4, rows, cols)."""
    present = moves >> np.arange(4, 8, dtype=np.uint8)[:, None, None] & 1
    counts = np.zeros(present.shape, np.int64)
    for one, other, down, right, _ in crossing_pairs().tolist():
        (rows, others), (cols, beside) = _overlap(moves.shape[0], down), _overlap(moves.shape[1], right)
        both = present[one, rows, cols] & present[other, others, beside]
        counts[one, rows, cols] += both
        counts[other, others, beside] += both
    return counts


def _overlap(side: int, by: int) -> tuple[slice, slice]:
    """Return the slices of a side that are `by` apart: the sources and the targets."""
    return slice(max(0, -by), side - max(0, by)), slice(max(0, by), side + min(0, by))
