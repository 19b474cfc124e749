"""Small boards on which annealing finds closed tours with fewer turns or crossings than the patterns of larger ones.

On nearly all boards with sides from 6 to 20, several runs find the same numbers (see `makers.annealing`), so
these may be the fewest there are; up to 8 x 8 that is proved. Tours of the larger boards are better than the patterns,
but perhaps not the best.

The boards are in `tame_small.txt`, written by `lab/tame_small.py`.
"""

from __future__ import annotations

from functools import cache

from destrier.core.board import transform
from destrier.core.choices import Aim, Goal
from destrier.core.types import Moves
from destrier.patterns.patches import Patch, Pattern, read_boards


def patches(rows: int, cols: int, minimize: Aim) -> list[Patch] | None:
    """Return a small board that is stored, as the only patch of itself; `None` if none is."""
    moves = stored_board(rows, cols, minimize)
    return None if moves is None else [Patch((0, 0), (rows, cols), Pattern(moves))]


def stored_board(rows: int, cols: int, minimize: Aim) -> Moves | None:
    """Return the tour that is stored of a small board; `None` if none is."""
    goal = "turns" if minimize == "both" else minimize
    moves = _boards().get((goal, min(rows, cols), max(rows, cols)))
    return moves if moves is None or rows <= cols else transform(moves, "transpose")


def stored(goal: Goal) -> set[tuple[int, int]]:
    """Return the sides of the boards that are stored, the shorter one first."""
    return {(rows, cols) for kept, rows, cols in _boards() if kept == goal}


@cache
def _boards() -> dict[tuple[str, int, int], Moves]:
    """Return the boards by what they have few of, and their sides, the shorter one first."""
    return {(goal, *moves.shape): moves for (goal,), moves in read_boards("tame_small.txt")}
