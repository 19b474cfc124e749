"""Tours with few turns or crossings that a half-turn or a reflection maps onto themselves.

See `central` and `axial` for those with few turns, and `crossings` for those with few crossings.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from destrier.core.board import Board
from destrier.core.choices import Aim, SymmetryKind
from destrier.core.tourney import Tour, Tourney, output
from destrier.core.types import Moves
from destrier.generators.patterns import Patch, lay_patches
from destrier.generators.tame import axial, central, crossings
from destrier.generators.tame.choice import cost_of, fill_best
from destrier.generators.zones import Part, zones_of
from destrier.proofs.symmetric import symmetry_theorem
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

_Patches = Callable[[int, int], list[Patch] | None]

_FEW_TURNS: Final[dict[SymmetryKind, tuple[_Patches, str]]] = {
    "central": (central.patches, "with even sides >= 14, or 12 x 12 to 12 x 22, or for crossings >= 6"),
    "axial": (axial.patches, "with an odd side >= 13 and one >= 18 that is 2 mod 4"),
}
"""How tours with each symmetry and few turns are laid, and of which rectangles."""


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
        least 18 that is 2 mod 4.
    symmetry
        `central` or `axial`.
    minimize
        `turns`, or `both`, which means the same, as few crossings come second. With central symmetry also `crossings`,
        or `blend`: of the two tours, the one with the smaller sum of turns and weighted crossings.
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
        if aim == "crossings":
            crossings.few_crossings(moves, "central")
        else:
            lay_patches(_few_turns(board, symmetry), moves)

    fill_best(moves, [partial(fill, aim) for aim in aims], cost_of("blend", weight))
    tour = Tourney.trusted(moves, board, 1)
    assert isinstance(tour, Tour)
    return tour


def takes(board: Board, symmetry: SymmetryKind, minimize: Aim) -> bool:
    """Return whether there is such a tour of a rectangle, with few turns or with few crossings."""
    if minimize == "crossings":
        return symmetry == "central" and crossings.takes(*board.shape, "central")
    return _FEW_TURNS[symmetry][0](*board.shape) is not None


def symmetric_zones(board: Board, symmetry: SymmetryKind, minimize: Aim | None = None) -> Part:
    """Return the zones of that tour, which is not a blend; see there."""
    if "crossings" in _aims(board, symmetry, minimize):
        return crossings.zones(*board.shape, "central")
    return zones_of(_few_turns(board, symmetry))


def _aims(board: Board, symmetry: SymmetryKind, minimize: Aim | None) -> list[Aim]:
    """Return what the tours have few of, of which the best one is taken, or raise what is wrong."""
    known: tuple[Aim | None, ...] = ("crossings", "blend") if symmetry == "central" else ()
    if minimize not in ("turns", "both", None, *known):
        few = "turns or crossings" if known else "turns"
        raise DestrierError(f"a tour with {symmetry} symmetry minimizes {few}, not {minimize}")
    if not board.is_rectangle:
        raise UnsupportedBoard(f"symmetric tours are those of rectangles, not of {board.describe()}")
    if theorem := symmetry_theorem(*board.shape, symmetry):
        raise NoSuchTour(theorem)
    if minimize not in known or not crossings.takes(*board.shape, "central"):
        return ["turns"]
    return ["turns", "crossings"] if minimize == "blend" and central.patches(*board.shape) else ["crossings"]


def _few_turns(board: Board, symmetry: SymmetryKind) -> list[Patch]:
    """Return the patches of the tour with few turns."""
    patches, boards = _FEW_TURNS[symmetry]
    laid = patches(*board.shape)
    if laid is None:
        raise UnsupportedBoard(
            f"tame makes tours with {symmetry} symmetry of rectangles {boards}, not of {board.describe()}; "
            "annealing makes those of any"
        )
    return laid
