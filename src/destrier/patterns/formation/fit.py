"""The boards and heels that a formation supports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from destrier.core.choices import Aim, Goal, Heel, Junctions
from destrier.support.errors import DestrierError, UnsupportedBoard, shown

if TYPE_CHECKING:
    from destrier.core.board import Board

HEELS: Final[tuple[Heel, ...]] = get_args(Heel)
GOALS: Final[tuple[Goal, ...]] = get_args(Goal)

_LEAST: Final = 10
"""Minimum side; the paper requires 16 columns and 12 rows."""

_TOO_NARROW: Final = {10: (1, 3), 12: (1,), 14: (1,)}
"""Widths, with heights modulo 4, at which the corners meet before the quartet reaches the end of its path."""


def choose_heel(heel: Heel | None, minimize: Goal | None) -> Heel:
    """Return the requested heel."""
    if minimize in get_args(Aim) and minimize not in GOALS:
        right = "minimize turns or crossings" if heel is None else "leave out heel"
        aim = f"a formation has few turns or crossings; {minimize} is what tame minimizes"
        raise DestrierError(f"{aim}: {right}, or name the algorithm tame")
    for name, value, names in (("heel", heel, HEELS), ("minimize", minimize, GOALS)):
        if value not in (None, *names):
            raise DestrierError(f"{name} is one of {', '.join(names)}, not {shown(value)}")
    if heel is not None and minimize is not None:
        raise DestrierError("give heel or minimize, which chooses the heel, not both")
    return heel or ("formation" if minimize is None else "both")


_LEAST_OF_ONE: Final = (13, 24)
"""Minimum rows and columns with one junction for the top right corner, as its special first moves take more space."""


def fits(rows: int, cols: int, junctions: Junctions = "four") -> bool:
    """Return whether the quartet's path and the junctions fit a board that is not transposed."""
    if junctions == "one":
        return cols % 2 == 0 and rows >= _LEAST_OF_ONE[0] and cols >= _LEAST_OF_ONE[1]
    return cols % 2 == 0 and min(rows, cols) >= _LEAST and rows % 4 not in _TOO_NARROW.get(cols, ())


def why_unfit(board: Board, junctions: Junctions = "four") -> str | None:
    """Return why a formation fits neither a board nor its transpose, or `None` if it fits."""
    if board.is_rectangle and (fits(*board.shape, junctions) or fits(*board.shape[::-1], junctions)):
        return None
    if junctions == "one":
        rows, cols = _LEAST_OF_ONE
        others = "" if why_unfit(board) else ", on which four fit: leave out junctions"
        return (
            f"formation with one junction takes boards with an even side >= {cols} and the other >= {rows}, "
            f"not {board.describe()}{others}"
        )
    return (
        "formation takes boards with an even side and both sides >= 10, except 10 x odd, 12 x (4k + 1) and "
        f"14 x (4k + 1), or with odd sides without a corner, not {board.describe()}"
    )


def refuse_unfit(board: Board, junctions: Junctions = "four") -> None:
    """Raise `UnsupportedBoard` if a formation fits neither a board nor its transpose."""
    if reason := why_unfit(board, junctions):
        raise UnsupportedBoard(reason)
