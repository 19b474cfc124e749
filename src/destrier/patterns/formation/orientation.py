"""The pattern of a formation on a rectangle, and the choice between the board and its transpose."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final, TypeAlias

import numpy as np

from destrier.core.board import Board
from destrier.core.choices import Goal, Heel, Junctions
from destrier.core.tourney import Tourney
from destrier.core.types import Moves, Square
from destrier.patterns.formation.fit import fits
from destrier.patterns.formation.quartet import FAR_JUNCTIONS, NEAR_JUNCTION, REPEATED, reduced, ride, switch, way
from destrier.patterns.mosaic import lay
from destrier.patterns.patches import Pattern

Upright: TypeAlias = Callable[[int, int, Heel], Pattern]
"""A function from the sides of a board and a heel to the pattern of the board, not transposed."""

_MODEL: Final = 24
"""Side from which every eight more rows or columns add the same number of turns and crossings."""


def is_turned(rows: int, cols: int, heel: Heel, minimize: Goal | None, junctions: Junctions = "four") -> bool:
    """Return whether to use the transposed board for a rectangle, because only it fits or it is better."""
    if fits(rows, cols, junctions) and fits(cols, rows, junctions):
        return is_better_turned(UPRIGHT[junctions], rows, cols, heel, minimize)
    return not fits(rows, cols, junctions)


def is_better_turned(upright: Upright, rows: int, cols: int, heel: Heel, minimize: Goal | None) -> bool:
    """Return whether the transposed board has fewer turns, or fewer crossings if crossings are minimized."""
    sides = _model(rows, cols)
    goal = minimize or "turns"
    return _count(upright, *sides[::-1], heel, goal) < _count(upright, *sides, heel, goal)


def _model(rows: int, cols: int) -> Square:
    """Return the sides of a small board that is better transposed if and only if this one is.

    Both sides are shortened by multiples of eight. Up to sixteen of their difference remains, beyond which the longer
    side decides.
    """
    low, high = sorted((rows, cols))
    short = min(low, _MODEL + low % 8)
    long = short + min(high - low, 16 + (high - low) % 8)
    return (short, long) if rows <= cols else (long, short)


@cache
def _count(upright: Upright, rows: int, cols: int, heel: Heel, goal: Goal) -> int:
    """Return the number of turns or crossings of a small board's tour, not transposed."""
    from destrier.measuring.metrics import crossings, turns

    moves = np.empty((rows, cols), np.uint8)
    lay(upright(rows, cols, heel), moves)
    return (turns if goal == "turns" else crossings)(Tourney.trusted(moves, Board(rows, cols), 1))


def pattern(rows: int, cols: int, heel: Heel, junctions: Junctions = "four") -> Pattern:
    """Return the pattern of a board with an even number of columns."""
    of_rows, of_cols = REPEATED[junctions]
    (height, row_span), (width, col_span) = reduced(rows, *of_rows), reduced(cols, *of_cols)
    return Pattern(_walk(height, width, heel, junctions), row_span, col_span)


UPRIGHT: Final[dict[Junctions, Upright]] = {"four": pattern, "one": partial(pattern, junctions="one")}
"""The patterns by their number of junctions."""


@cache
def _walk(rows: int, cols: int, heel: Heel, junctions: Junctions) -> Moves:
    """Return the tour of a small board along the path of the quartet."""
    moves = np.zeros((rows, cols), np.uint8)
    for path in NEAR_JUNCTION:
        switch(moves, path)
    for place, word in way(rows, cols, junctions):
        ride(moves, word, place, heel)
    for path in FAR_JUNCTIONS[cols - 2 - place[1], place[0]]:
        switch(moves, path)
    return moves
