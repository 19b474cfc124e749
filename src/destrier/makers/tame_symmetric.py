"""Tours with few turns or crossings that a half-turn, a reflection or a quarter turn maps onto themselves.

See `central` and `axial` for those with few turns, `crossings` and `axial_crossings` for those with few crossings, and
`quarter` for those with few of both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, get_args

from destrier.core.board import Board
from destrier.core.choices import Aim, Goal, SymmetryKind
from destrier.core.request import Request
from destrier.core.tourney import Tour, Tourney, output
from destrier.core.types import Moves
from destrier.makers.symmetric import why_not_symmetric
from destrier.patterns.patches import Patch, lay_patches
from destrier.patterns.tame import axial, axial_crossings, central, crossings, pinwheel
from destrier.patterns.tame.choosing import cost_of, fill_best
from destrier.patterns.zones import Part, zones_of
from destrier.proofs.symmetry import symmetry_theorem
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

_Patches = Callable[[int, int], list[Patch] | None]

_FEW_TURNS: Final[dict[SymmetryKind, tuple[_Patches, str]]] = {
    "central": (central.patches, "with even sides >= 14, or 12 x 12 to 12 x 22, or for crossings >= 6"),
    "axial": (axial.patches, "with an odd side >= 13 and one >= 18 that is 2 mod 4"),
    "quarter": (lambda _rows, _cols: None, "n x n, n = 4k + 2 >= 30"),
}
"""How tours with each symmetry and few turns are laid, and of which rectangles there are tours."""

_FEW_CROSSINGS: Final[dict[SymmetryKind, tuple[Callable[[int, int], bool], Callable[[Moves], None]]]] = {
    "central": (partial(crossings.takes, tours="central"), partial(crossings.few_crossings, tours="central")),
    "axial": (axial_crossings.takes, axial_crossings.few_crossings),
    "quarter": (pinwheel.takes, pinwheel.few_crossings),
}
"""Of which rectangles there are tours with each symmetry and few crossings, and how they are laid."""

_ANNEALED: Final = 4096
"""The squares up to which annealing finds fewer crossings in a minute than the tours with few turns have."""


def tame_symmetric(
    board: Board,
    symmetry: SymmetryKind,
    *,
    minimize: Aim | None = None,
    weight: float | None = None,
    out: Moves | None = None,
) -> Tour:
    """Return the tour with a symmetry that has the fewest known turns or crossings; at copy speed.

    Parameters
    ----------
    board
        With central symmetry, a rectangle with even sides, both of at least 14, or 12 and at most 22; for few
        crossings, any even sides of at least 6. With axial symmetry, one with an odd side of at least 13 and one of at
        least 18 that is 2 mod 4. With quarter symmetry, n x n with n = 2 mod 4 and at least 30.
    symmetry
        `central`, `axial` or `quarter`.
    minimize
        `turns`, or `both`, which means the same, as few crossings come second. Also `crossings`, or `blend`: of the two
        tours, the one with the smaller sum of turns and weighted crossings. Where no pattern of few crossings fits a
        board with axial symmetry, it has that of few turns; with quarter symmetry there is but one of both.
    weight
        The number of turns that a crossing counts in a blend; 1 by default.
    out
        The same parameter as that of `tame`.

    Raises
    ------
    NoSuchTour
        If the board has no tour with that symmetry.
    UnsupportedBoard
        If the board is too small, or has sides that are not taken.
    """
    aims = _aims(board, symmetry, minimize)
    moves = output(board, out)

    def fill(aim: Aim) -> None:
        if aim == "turns":
            lay_patches(_few_turns(board, symmetry), moves)
        else:
            _FEW_CROSSINGS[symmetry][1](moves)

    fill_best(moves, [partial(fill, aim) for aim in aims], cost_of("blend", weight))
    return Tourney.trusted(moves, board, 1)


def why_not(request: Request) -> str | None:
    """Return why there is no pattern for a symmetric tour, or, where annealing does better, for one to be chosen."""
    board, symmetry, minimize = request.board, request.symmetry, request.minimize
    assert symmetry is not None
    if reason := why_not_symmetric(request):
        return reason
    if minimize == "rails":
        return f"a tour with {symmetry} symmetry minimizes turns or crossings, not rails"
    is_default = request.algorithm is None and minimize in get_args(Goal)
    if is_default and minimize is not None and not takes(board, symmetry, minimize):
        return _needs(board, symmetry)
    if symmetry_theorem(board.rows, board.cols, symmetry) is None and "turns" in _aims(board, symmetry, minimize):
        return None if _FEW_TURNS[symmetry][0](*board.shape) else _needs(board, symmetry)
    return None


def _needs(board: Board, symmetry: SymmetryKind) -> str:
    """Return in words what a symmetric tour with few turns needs."""
    return (
        f"tame makes tours with {symmetry} symmetry of rectangles {_FEW_TURNS[symmetry][1]}, not of "
        f"{board.describe()}; annealing makes those of any"
    )


def takes(board: Board, symmetry: SymmetryKind, minimize: Aim) -> bool:
    """Return whether there is a pattern of few turns, or of few crossings; on large boards, any will do for these."""
    has_few_crossings = _has_few_crossings(board, symmetry)
    if symmetry == "quarter" or (minimize == "crossings" and has_few_crossings):
        return has_few_crossings
    if minimize == "crossings" and (symmetry == "central" or board.size <= _ANNEALED):
        return False
    return _FEW_TURNS[symmetry][0](*board.shape) is not None


def symmetric_zones(board: Board, symmetry: SymmetryKind, minimize: Aim | None = None) -> Part:
    """Return the zones of that tour, which is not a blend; see there."""
    if "crossings" in _aims(board, symmetry, minimize):
        if symmetry == "axial":
            return axial_crossings.zones(*board.shape)
        if symmetry == "quarter":
            return pinwheel.zones(board.rows)
        return crossings.zones(*board.shape, "central")
    return zones_of(_few_turns(board, symmetry))


def _aims(board: Board, symmetry: SymmetryKind, minimize: Aim | None) -> list[Aim]:
    """Return what the tours have few of, of which the best one is taken, or raise what is wrong."""
    if minimize not in ("turns", "both", "crossings", "blend", None):
        raise DestrierError(f"a tour with {symmetry} symmetry minimizes turns or crossings, not {minimize}")
    if not board.is_rectangle:
        raise UnsupportedBoard(f"symmetric tours are those of rectangles, not of {board.describe()}")
    if theorem := symmetry_theorem(*board.shape, symmetry):
        raise NoSuchTour(theorem)
    has_few_crossings = _has_few_crossings(board, symmetry)
    if not has_few_crossings or not (symmetry == "quarter" or minimize in ("crossings", "blend")):
        return ["turns"]
    has_few_turns = minimize == "blend" and _FEW_TURNS[symmetry][0](*board.shape)
    return ["turns", "crossings"] if has_few_turns else ["crossings"]


def _has_few_crossings(board: Board, symmetry: SymmetryKind) -> bool:
    """Return whether there is a pattern of few crossings."""
    return _FEW_CROSSINGS[symmetry][0](*board.shape)


def _few_turns(board: Board, symmetry: SymmetryKind) -> list[Patch]:
    """Return the patches of the tour with few turns."""
    laid = _FEW_TURNS[symmetry][0](*board.shape)
    if laid is None:
        raise UnsupportedBoard(_needs(board, symmetry))
    return laid
