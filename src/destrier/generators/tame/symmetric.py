"""Tours with few turns that a half-turn or a reflection maps onto themselves; see `central` and `axial`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from destrier.core.board import Board
from destrier.core.choices import Aim, SymmetryKind
from destrier.core.tourney import Tour, Tourney, output
from destrier.core.types import Moves
from destrier.generators.patterns import Patch, lay_patches
from destrier.generators.tame import axial, central
from destrier.proofs.symmetric import symmetry_theorem
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

_Patches = Callable[[int, int], list[Patch] | None]

_MADE: Final[dict[SymmetryKind, tuple[_Patches, str]]] = {
    "central": (central.patches, "with even sides >= 14, or 12 x 12 to 12 x 22"),
    "axial": (axial.patches, "with an odd side >= 13 and one >= 18 that is 2 mod 4"),
}
"""How tours with each symmetry are laid, and of which rectangles."""


def tame_symmetric(
    board: Board, symmetry: SymmetryKind, *, minimize: Aim | None = None, out: Moves | None = None
) -> Tour:
    """Return the tour with a symmetry that has the fewest known turns; at copy speed.

    Parameters
    ----------
    board
        With central symmetry, a rectangle with even sides, both of at least 14, or 12 and at most 22. With axial
        symmetry, one with an odd side of at least 13 and one of at least 18 that is 2 mod 4.
    symmetry
        `central` or `axial`.
    minimize
        `turns`, or `both`, which means the same, as few crossings come second.
    out
        The same parameter as that of `tame`.

    Raises
    ------
    NoSuchTour
        If the board has no tour with that symmetry.
    UnsupportedBoard
        If the board is too small, or has sides that are not taken.
    """
    laid = symmetric_patches(board, symmetry, minimize)
    moves = output(board, out)
    lay_patches(laid, moves)
    tour = Tourney.trusted(moves, board, 1)
    assert isinstance(tour, Tour)
    return tour


def symmetric_patches(board: Board, symmetry: SymmetryKind, minimize: Aim | None = None) -> list[Patch]:
    """Return the patches of that tour; see there."""
    if minimize not in ("turns", "both", None):
        raise DestrierError(f"a tour with {symmetry} symmetry minimizes turns, not {minimize}")
    if not board.is_rectangle:
        raise UnsupportedBoard(f"symmetric tours are those of rectangles, not of {board.describe()}")
    if theorem := symmetry_theorem(*board.shape, symmetry):
        raise NoSuchTour(theorem)
    patches, boards = _MADE[symmetry]
    laid = patches(*board.shape)
    if laid is None:
        raise UnsupportedBoard(
            f"tame makes tours with {symmetry} symmetry of rectangles {boards}, not of {board.describe()}; tour "
            "without minimize or an algorithm makes random-looking ones"
        )
    return laid
