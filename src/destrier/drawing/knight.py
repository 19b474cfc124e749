"""The knight in animations: its outline, its size and its pace."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

from destrier.core.board import Board
from destrier.core.tourney import Tourney

HALF: Final = 50
"""Half the side of the square that the knight fills; its middle is at 0,0."""

OUTLINE: Final[Sequence[tuple[int, ...]]] = (
    (-24, 33),
    (-26, 22, -2, 15, -3, -1),  # the breast up to the throat
    (-9, 5, -15, 7, -20, 9),
    (-23, 16, -28, 19, -32, 18),  # the chin
    (-40, 17, -43, 10, -40, 3),  # the muzzle
    (-36, -7, -29, -14, -26, -22),
    (-24, -28, -19, -33, -13, -35),  # the brow
    (-13, -39, -12, -43, -9, -48),  # the ear
    (-6, -45, -3, -42, -1, -39),
    (22, -34, 33, -8, 30, 33),  # the mane
    (34, 34, 36, 38, 36, 47),  # the base
    (12, 47, -12, 47, -34, 47),
    (-34, 38, -32, 34, -24, 33),
)
"""The outline: a point, then Bezier curves of two control points and an end each."""

EYE: Final = (-15, -17, 4)
"""The middle and radius of the eye."""

_SIZE: Final = 1.25
_NUMBERED_SIZE: Final = 0.8
"""The size of a knight that must not cover the numbers around it."""
_LEAST_SHARE: Final = 1 / 20
"""The minimum side of a single knight, as a fraction of the board's longer side, so that it is visible."""

_SECONDS_A_MOVE: Final = 1 / 8
_SHORTEST, _LONGEST = 4.0, 12.0


def knight_size(board: Board, count: int, *, numbered: bool = False) -> float:
    """Return the side of each of `count` knights, in squares of the board."""
    return _NUMBERED_SIZE if numbered else max(_SIZE, _LEAST_SHARE * max(board.shape) / sqrt(count))


def riding_seconds(tourney: Tourney, chosen: float | None) -> float:
    """Return the duration of the ride: as chosen, or an eighth of a second per move within 4 to 12 seconds."""
    if chosen is not None:
        return chosen
    return min(max(int(tourney.cycle_lengths().max()) * _SECONDS_A_MOVE, _SHORTEST), _LONGEST)
