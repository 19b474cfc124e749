"""Whether a tour is of the kind that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from helpers import naive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from destrier.core.choices import Kind
    from destrier.core.tourney import Tourney
    from destrier.core.types import Moves

__all__ = ["check_kind", "degrees_of"]


def degrees_of(moves: Moves) -> NDArray[np.uint8]:
    """How many moves each square has, each with the move back: by whole-array arithmetic."""
    rows, cols = moves.shape
    padded = np.zeros((rows + 4, cols + 4), np.uint8)
    padded[2:-2, 2:-2] = moves
    returned = np.zeros((rows, cols), np.uint8)
    for move, (drow, dcol) in enumerate(naive.MOVES):
        there = padded[2 + drow : 2 + drow + rows, 2 + dcol : 2 + dcol + cols]
        returned |= (there >> (move + 4) % 8 & 1) << move
    assert np.array_equal(moves, returned)
    degrees: NDArray[np.uint8] = np.bitwise_count(moves)
    return degrees


def corner_moves(rows: int, cols: int, ends: Sequence[naive.Square]) -> set[naive.Edge]:
    """The two moves that cut off each corner of a structured tour, but those of its ends."""
    last_row, last_col = rows - 1, cols - 1
    top = {((0, 1), (2, 0)), ((1, 0), (0, 2)), ((0, last_col - 1), (2, last_col)), ((1, last_col), (0, last_col - 2))}
    bottom = {tuple((last_row - row, col) for row, col in edge) for edge in top}
    return {frozenset(edge) for edge in top | bottom if not {*edge} & {*ends}}


def check_kind(made: Tourney, kind: Kind, rows: int, cols: int) -> None:
    """Sound, with the ends and the number of cycles that a walk finds."""
    moves = made.moves
    assert moves.shape == (rows, cols)
    lacking = 2 - degrees_of(moves)
    ends = [(row, col) for row, col in np.argwhere(lacking == 1).tolist()]
    missing = [(row, col) for row, col in np.argwhere(lacking == 2).tolist()]
    assert missing == ([(rows - 1, cols - 1)] if kind == "corner" else [])
    if kind in ("open", "stretched"):
        assert len(ends) == 2
    else:
        assert ends == []
    if kind == "stretched":
        assert ends in ([(0, 0), (0, 1)], [(0, 0), (1, 0)])
    if kind == "structured":
        assert corner_moves(rows, cols, ends) <= naive.edges(moves.tolist())
    assert made.ends == (tuple(ends) or None)
    found = naive.component_count(moves.tolist(), ends)
    assert found == (2 if kind == "double-loop" else 1)
    assert made.cycle_count == found
