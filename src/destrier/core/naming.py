"""Boards given by users: a board itself, or its sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from destrier.core.board import Board, has_planes
from destrier.core.grid import BaseBoard, Lattice
from destrier.core.space import Space
from destrier.support.errors import DestrierError, UnsupportedBoard, shown

if TYPE_CHECKING:
    from destrier.core.leaper import Piece


def board_of(*board: int | BaseBoard, leaper: Piece | None = None) -> BaseBoard:
    """Return the board given by arguments: a board, its sides, or the one side of a square; optionally another piece.

    Raises
    ------
    DestrierError
        If they are neither, or the board does not support other pieces.
    """
    if leaper is not None:
        named = board_of(*board)
        if not isinstance(named, Lattice):
            raise UnsupportedBoard(f"on {named.describe()} only the knight moves; leave the leaper out")
        return named.by(leaper)
    if len(board) == 1 and isinstance(board[0], BaseBoard):
        return board[0]
    if len(board) == 1 and isinstance(board[0], int) and not isinstance(board[0], bool):
        return Board(board[0], board[0])
    if len(board) == 1 and isinstance(board[0], tuple | list) and len(board[0]) > 1:
        return board_of(*board[0])
    if len(board) == 2 and not (isinstance(board[0], BaseBoard) or isinstance(board[1], BaseBoard)):
        return Board(*board)  # type: ignore[arg-type]  # no board is among them
    if any(isinstance(part, BaseBoard) for part in board):
        raise DestrierError("give a board, or rows and cols, not both")
    if len(board) < 2:
        raise DestrierError(f"a board has rows and cols; only {shown(board[0]) if board else 'nothing'} was given")
    return Space(*board)  # type: ignore[arg-type]  # no board is among them


def square(name: str, *board: int | BaseBoard) -> tuple[Any, ...]:
    """Return the square with a chess name, by default on 8 x 8.

    Raises
    ------
    DestrierError
        If the board has no square with this name.

    See Also
    --------
    destrier.Board

    Examples
    --------
    >>> square("c3"), square("c3", 10, 10)
    ((5, 2), (7, 2))
    """
    asked = board_of(*(board or (8, 8)))
    return asked.square(asked.index(name))  # type: ignore[arg-type]  # a grid reads names; others refuse them


def rectangle_of(what: str, *board: int | BaseBoard) -> Board:
    """Return the named rectangle with a knight, or raise `UnsupportedBoard` saying that `what` needs one."""
    named = board_of(*board)
    if has_planes(named) and named.is_whole:
        return named
    raise UnsupportedBoard(f"{what} only for a knight on a rectangle, not for {named.describe()}")
