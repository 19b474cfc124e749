"""Moves arrays: whether one fits a board, which board one speaks of, a change of one, and arrays to write to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.leaper import MOVES
from destrier.core.space import Space
from destrier.support.errors import DestrierError, InvalidTourney

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.types import MoveBits, Moves, Square


def check_array(shape: tuple[int, ...], dtype: np.dtype[Any], board: BaseBoard) -> None:
    """Raise `InvalidTourney` if a moves array of this shape and dtype does not fit the board."""
    if dtype != board.dtype:
        raise InvalidTourney(f"the moves array of {board.describe()} is {board.dtype}, not {dtype}")
    if shape != board.shape:
        raise InvalidTourney(f"the moves array has shape {shape}, the board is {board}")


def board_of_moves(array: NDArray[Any]) -> BaseBoard:
    """Return the knight's board implied by a moves array: flat, with the squares that have moves, or in space.

    Raises
    ------
    InvalidTourney
        If it is not a moves array of a grid.
    """
    if array.dtype == np.uint8 and array.ndim == 2 and 0 not in array.shape:
        return Board(*array.shape) if array.all() else Board.from_mask(array != 0)
    if 3 <= array.ndim <= 4 and 0 not in array.shape:
        space = Space(*array.shape)
        if array.dtype == space.dtype:
            return space
    raise InvalidTourney(
        "a moves array is two-dimensional uint8, three-dimensional uint32 or four-dimensional uint64, not "
        f"{array.ndim}-dimensional {array.dtype} {array.shape}"
    )


def toggle(moves: Moves, square: Square, move: int) -> Square:
    """Add a knight's move to a moves array in place, or remove it, at both of its ends; return the other end."""
    there = square[0] + MOVES[move][0], square[1] + MOVES[move][1]
    moves[square] ^= np.uint8(1 << move)
    moves[there] ^= np.uint8(1 << (move + 4) % 8)
    return there


def output(board: BaseBoard, out: MoveBits | None) -> MoveBits:
    """Return the array for the moves: `out` if it fits the board, or a new one."""
    if out is None:
        return np.empty(board.shape, board.dtype)
    if not isinstance(out, np.ndarray):
        raise DestrierError(f"out must be an array, not {type(out).__name__}")
    if out.dtype != board.dtype or out.shape != board.shape or not (out.flags.c_contiguous and out.flags.writeable):
        raise DestrierError(
            f"out must be a writeable contiguous {board.dtype} array of shape {board.shape}, "
            f"not {out.dtype} {out.shape}"
        )
    return out
