"""Tours in formation with quarter symmetry.

Source: Besa et al., "Taming the Knight's Tour" (2020), Section 5.3, after Parberry (1997).

A board of 2n x 2n with odd n is cut into four quadrants. Each has the tour of n x n without a corner (see `corner`),
rotated so that the missing corners meet at the centre. The tour of the upper right quadrant has a move a - b next to
its missing square. This move and its images are removed, and the four missing squares are joined to the eight ends:

    | . .            where 0 is the missing square and a - b the removed move; 0 is joined to the
    | b .            a of the opposite quadrant and the b of the next one clockwise, hence a and b to the 0 of
    | . .            others. The rest follows by turning.
    | 0 a
    +-----

The tour visits the quadrants one after the other, in one circuit of the board. `docs/taming.md` shows it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from destrier.core.board import Board, transform
from destrier.core.choices import Goal, Heel
from destrier.core.leaper import MOVES
from destrier.core.moves_arrays import output
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import Moves, Square
from destrier.patterns.formation.corner import corner_course, corner_pattern
from destrier.patterns.formation.course import Course
from destrier.patterns.formation.fit import choose_heel
from destrier.patterns.mosaic import Mosaic
from destrier.patterns.patches import Patch, Pattern
from destrier.proofs.symmetry import symmetry_theorem
from destrier.support.errors import NoSuchTour, UnsupportedBoard

_LEAST: Final = 30
"""Minimum side of a board: twice the side of the smallest odd square without a corner that fits."""

CORNERS: Final = ((0, 1), (0, 0), (1, 0), (1, 1))
"""The quadrants counter-clockwise from the upper right one, as (row, column)."""

_SWITCHED: Final[tuple[tuple[Square, tuple[Square, ...]], ...]] = (
    ((-1, 0), ((1, -2), (1, 2))),
    ((-1, 1), ((-2, -1), (1, -2))),
    ((-3, 0), ((2, 1), (2, -1))),
)
"""Squares of the upper right quadrant, relative to its bottom left corner, with the moves that change at each."""


def formation_quarter(
    board: Board, *, heel: Heel | None = None, minimize: Goal | None = None, out: Moves | None = None
) -> Tour:
    """Return the tour of four knights in formation on each quarter of a square board; at copy speed.

    Parameters
    ----------
    heel, minimize, out
        As for `formation`.

    Raises
    ------
    NoSuchTour
        If no quarter turn maps a tour of the board onto itself.
    UnsupportedBoard
        If the board is too small, or squares are missing.
    """
    patches = quarter_patches(board, choose_heel(heel, minimize))
    moves = output(board, out)
    Mosaic.of(board.shape, patches).paint(moves)
    tour = Tourney.trusted(moves, board, 1)
    assert isinstance(tour, Tour)
    return tour


def quarter_patches(board: Board, heel: Heel) -> list[Patch]:
    """Return the quadrants of this tour as patches.

    Raises
    ------
    NoSuchTour
        If no quarter turn maps a tour of the board onto itself.
    UnsupportedBoard
        If the board is too small, or squares are missing.
    """
    if theorem := symmetry_theorem(*board.shape, "quarter"):
        raise NoSuchTour(theorem)
    if board.rows < _LEAST or not board.is_rectangle:
        raise UnsupportedBoard(
            f"formation makes tours with quarter symmetry of n x n, n = 4k + 2 >= {_LEAST}, not of {board.describe()}; "
            "without an algorithm, tour makes those of n >= 6"
        )
    half = board.rows // 2
    quadrant = _quadrant(half, heel)
    patches = []
    for row, col in CORNERS:
        patches.append(Patch((row * half, col * half), (half, half), quadrant))
        quadrant = quadrant.transformed("rotate-90")
    return patches


def quarter_courses(board: Board, heel: Heel) -> list[Course]:
    """Return the knights' courses on the quadrants of this tour, counter-clockwise from the upper right one."""
    half = board.rows // 2
    course = corner_course(half, half, (half - 1, 0), heel)
    courses = []
    for corner in CORNERS:
        courses.append(course.moved((corner[0] * half, corner[1] * half)))
        course = course.transposed().flipped((half, half), [0])
    return courses


def _quadrant(side: int, heel: Heel) -> Pattern:
    """Return the upper right quadrant."""
    moves, row_span, col_span = corner_pattern(side, side, (side - 1, 0), heel)
    return Pattern(_switched(moves), row_span, col_span)


def unjoined(moves: Moves) -> list[Moves]:
    """Return the tours of the quadrants before joining, each rotated into the upper right position."""
    half = len(moves) // 2
    quadrants = (moves[row * half :, col * half :][:half, :half] for row, col in CORNERS)
    return [
        _switched(transform(quadrant, back))
        for quadrant, back in zip(quadrants, ("identity", "rotate-270", "rotate-180", "rotate-90"), strict=True)
    ]


def _switched(moves: Moves) -> Moves:
    """Return the moves of the upper right quadrant after joining it to the others, or before."""
    moves = moves.copy()
    for square, switched in _SWITCHED:
        moves[square] ^= np.uint8(sum(1 << MOVES.index(move) for move in switched))
    return moves
