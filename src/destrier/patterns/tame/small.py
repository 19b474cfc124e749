"""Closed tours of small boards, found by annealing, with fewer turns or crossings than the patterns.

On nearly all boards with sides from 6 to 20, several runs find the same numbers (see `makers.annealing`), which may be
the minimum; up to 8 x 8 this is proved. Tours of the larger boards are better than the patterns, but perhaps not
optimal.

The boards are in `tame_small.txt`, written by `lab/tame_small.py`.
"""

from __future__ import annotations

from functools import cache

from destrier.core.board import transform
from destrier.core.choices import Aim, Goal
from destrier.core.types import Moves
from destrier.patterns.patches import Patch, Pattern, read_boards


def patches(rows: int, cols: int, minimize: Aim) -> list[Patch] | None:
    """Return the stored tour of a small board as a single patch, or `None`."""
    moves = stored_board(rows, cols, minimize)
    return None if moves is None else [Patch((0, 0), (rows, cols), Pattern(moves))]


def stored_board(rows: int, cols: int, minimize: Aim) -> Moves | None:
    """Return the stored tour of a small board, or `None`."""
    goal = "turns" if minimize == "both" else minimize
    moves = _boards().get((goal, min(rows, cols), max(rows, cols)))
    return moves if moves is None or rows <= cols else transform(moves, "transpose")


def stored(goal: Goal) -> set[tuple[int, int]]:
    """Return the sides of the stored boards, the shorter one first."""
    return {(rows, cols) for kept, rows, cols in _boards() if kept == goal}


@cache
def _boards() -> dict[tuple[str, int, int], Moves]:
    """Return the boards by goal and sides, the shorter side first."""
    return {(goal, *moves.shape): moves for (goal,), moves in read_boards("tame_small.txt")}
