"""Determine whether a player's path can still become a tour."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from destrier.core.board import Board
from destrier.core.types import Square
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour
from destrier.viewer.work import board_of

PLAYED_SIDE: Final = 8
"""The longest side of a board on which `finish` answers."""


def finish(request: dict[str, Any]) -> dict[str, object]:
    """Return whether a path of squares can be completed to a tour, with the completion if it can.

    The last square and the unvisited ones must have an open tour from the last square; for a closed tour, it must end a
    move away from the first square.
    """
    board, path = board_of(request), [tuple(square) for square in request["path"]]
    if max(board.shape) > PLAYED_SIDE:
        raise DestrierError(f"this is answered on boards of up to {PLAYED_SIDE} x {PLAYED_SIDE}, not {board}")
    _check_path(board, path)
    ends: list[Square | None] = [None]
    if request["kind"] == "closed":
        ends = [square for square in _onward(board, path[0]) if square not in path[:-1]]
    if len(path) == board.size:
        closes = request["kind"] == "open" or path[-1] in ends
        return {"can": closes, "path": path if closes else None}
    present = board.present.copy()
    for row, col in path[:-1]:
        present[row, col] = False
    rest = Board.from_mask(present)
    proved = True
    for end in ends:
        if end == path[-1]:
            continue
        try:
            order = _open_tour(rest, path[-1], end)
        except NoSuchTour:
            continue
        except BudgetExceeded:
            proved = False
            continue
        return {"can": True, "path": [*path[:-1], *order]}
    return {"can": False if proved else None, "path": None}


def _open_tour(board: Board, start: Square, end: Square | None) -> list[Square]:
    from destrier.desk.tour import tour

    made = tour(board, kind="open", start=start, end=end, obfuscate=False, algorithm="two-factor", seed=0)
    return [board.square(square) for square in made.indices().tolist()]


def _check_path(board: Board, path: list[Square]) -> None:
    for square in path:
        board.index(square)
    for here, there in pairwise(path):
        if {abs(here[0] - there[0]), abs(here[1] - there[1])} != {1, 2}:
            raise DestrierError(f"from {here[0]},{here[1]} to {there[0]},{there[1]} is not a knight's move")
    if len(set(path)) < len(path):
        raise DestrierError("the path visits a square twice")


def _onward(board: Board, square: Square) -> list[Square]:
    """Return the squares that are a move from this one."""
    from destrier.core.leaper import MOVES

    reached = [(square[0] + drow, square[1] + dcol) for drow, dcol in MOVES]
    return [there for there in reached if board.has(there)]
