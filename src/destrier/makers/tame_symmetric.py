"""Tours with few turns or crossings that are symmetric under a half-turn, a reflection or a quarter turn.

See `central` and `axial` for few turns, `crossings` and `axial_crossings` for few crossings, and `pinwheel` for few of
both. `docs/taming.md` shows them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, get_args

from destrier.core.board import Board
from destrier.core.choices import Aim, Goal, SymmetryKind
from destrier.core.moves_arrays import output
from destrier.core.request import Request
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import Moves
from destrier.makers.symmetric import why_not_symmetric
from destrier.patterns.mosaic import Mosaic
from destrier.patterns.patches import Patch
from destrier.patterns.tame import axial, axial_crossings, central, crossings, pinwheel
from destrier.patterns.tame.choosing import cost_of, fill_best
from destrier.proofs.symmetry import symmetry_theorem
from destrier.support.errors import NoSuchTour

_FEW_TURNS: Final[dict[SymmetryKind, tuple[Callable[[int, int], list[Patch] | None], str]]] = {
    "central": (central.patches, "with even sides >= 14, or 12 x 12 to 12 x 22, or for crossings >= 6"),
    "axial": (axial.patches, "with an odd side >= 13 and one >= 18 that is 2 mod 4"),
    "quarter": (lambda _rows, _cols: None, "n x n, n = 4k + 2 >= 30"),
}
"""The patterns with few turns for each symmetry, and the supported rectangles in words."""

_FEW_CROSSINGS: Final[dict[SymmetryKind, tuple[Callable[[int, int], bool], Callable[[int, int], Mosaic]]]] = {
    "central": (partial(crossings.takes, tours="central"), partial(crossings.mosaic, tours="central")),
    "axial": (axial_crossings.takes, axial_crossings.mosaic),
    "quarter": (pinwheel.takes, lambda side, _side: pinwheel.mosaic(side)),
}
"""For each symmetry, a test for rectangles with a pattern with few crossings, and their tours."""

_ANNEALED: Final = 4096
"""Number of squares up to which annealing finds, within a minute, fewer crossings than tours with few turns have."""


def tame_symmetric(
    board: Board,
    symmetry: SymmetryKind,
    *,
    minimize: Aim | None = None,
    weight: float | None = None,
    out: Moves | None = None,
) -> Tour:
    """Return the tour with a given symmetry and few turns or crossings; at copy speed.

    What is not supported, `why_not` refuses.

    Parameters
    ----------
    board
        For central symmetry, a rectangle with even sides, both at least 14, or 12 and at most 22; for few crossings,
        both at least 6. For axial symmetry, a rectangle with an odd side of at least 13 and a side of at least 18 that
        is 2 mod 4. For quarter symmetry, n x n with n = 2 mod 4 and at least 30.
    symmetry
        `central`, `axial` or `quarter`.
    minimize
        `turns`, or equivalently `both`, since the turns come first; `crossings`; or `blend` for the one of the two
        tours with the smaller sum of turns and weighted crossings. If no axial pattern with few crossings fits the
        board, the pattern with few turns is used. Quarter symmetry has a single pattern for both.
    weight
        The number of turns that a crossing counts in a blend; 1 by default.
    out
        As for `tame`.

    Raises
    ------
    NoSuchTour
        If the board has no tour with this symmetry.
    """
    tours = symmetric_tours(board, symmetry, minimize)
    moves = output(board, out)
    fill_best(moves, [tour.paint for tour in tours], cost_of("blend", weight))
    return Tourney.trusted(moves, board, 1)


def why_not(request: Request) -> str | None:
    """Return why no pattern is available for a symmetric tour, or why annealing is preferred; else `None`."""
    board, symmetry, minimize = request.board, request.symmetry, request.minimize
    assert symmetry is not None
    if reason := why_not_symmetric(request):
        return reason
    if minimize == "rails":
        return f"a tour with {symmetry} symmetry minimizes turns or crossings, not rails"
    is_default = request.algorithm is None and minimize in get_args(Goal)
    if is_default and minimize is not None and not takes(board, symmetry, minimize):
        return _needs(board, symmetry, minimize)
    if symmetry_theorem(board.rows, board.cols, symmetry) is None and "turns" in _aims(board, symmetry, minimize):
        return None if _FEW_TURNS[symmetry][0](*board.shape) else _needs(board, symmetry, minimize)
    return None


def _needs(board: Board, symmetry: SymmetryKind, minimize: Aim | None) -> str:
    """Return a message with the requirements of a symmetric tour with few turns."""
    others = "annealing makes those of any"
    if minimize in ("both", "blend"):
        others += ", to minimize turns or crossings"
    return (
        f"tame makes tours with {symmetry} symmetry of rectangles {_FEW_TURNS[symmetry][1]}, not of "
        f"{board.describe()}; {others}"
    )


def takes(board: Board, symmetry: SymmetryKind, minimize: Aim) -> bool:
    """Return whether a pattern suits the objective; on large boards, one with few turns also serves for crossings."""
    has_few_crossings = _has_few_crossings(board, symmetry)
    if symmetry == "quarter" or (minimize == "crossings" and has_few_crossings):
        return has_few_crossings
    if minimize == "crossings" and (symmetry == "central" or board.size <= _ANNEALED):
        return False
    return _FEW_TURNS[symmetry][0](*board.shape) is not None


def symmetric_tours(board: Board, symmetry: SymmetryKind, minimize: Aim | None = None) -> list[Mosaic]:
    """Return the tour that `tame_symmetric` makes, or the two between which it chooses for a blend."""
    tours = []
    for aim in _aims(board, symmetry, minimize):
        if aim == "crossings":
            tours.append(_FEW_CROSSINGS[symmetry][1](*board.shape))
        else:
            laid = _FEW_TURNS[symmetry][0](*board.shape)
            assert laid is not None, "why_not refuses other boards"
            tours.append(Mosaic.of(board.shape, laid))
    return tours


def _aims(board: Board, symmetry: SymmetryKind, minimize: Aim | None) -> list[Aim]:
    """Return the objectives of the tours to try; raise `NoSuchTour` if there is no tour with this symmetry."""
    if theorem := symmetry_theorem(*board.shape, symmetry):
        raise NoSuchTour(theorem)
    has_few_crossings = _has_few_crossings(board, symmetry)
    if not has_few_crossings or not (symmetry == "quarter" or minimize in ("crossings", "blend")):
        return ["turns"]
    has_few_turns = minimize == "blend" and _FEW_TURNS[symmetry][0](*board.shape)
    return ["turns", "crossings"] if has_few_turns else ["crossings"]


def _has_few_crossings(board: Board, symmetry: SymmetryKind) -> bool:
    """Return whether there is a pattern with few crossings."""
    return _FEW_CROSSINGS[symmetry][0](*board.shape)
