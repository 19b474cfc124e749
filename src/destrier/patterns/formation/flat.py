"""Tours with few turns and crossings, made by four knights riding in formation.

Source: Besa, Johnson, Mamano, Osegueda and Williams, "Taming the Knight's Tour: Minimizing Turns and Crossings" (2020),
Algorithm 1, and Section 5.2 for boards without a corner; see `quartet` and `corner`.

Every board comes from a pattern: the tour of a small board in which 4 rows and 8 columns, the distances between turns
at an edge, are repeated. `docs/taming.md` shows it. Cost: one write per square; O(1) scratch memory.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import NamedTuple, TypeVar

import numpy as np

from destrier.core.board import Board
from destrier.core.choices import Goal, Heel, Junctions, Kind
from destrier.core.leaper import MOVES
from destrier.core.moves_arrays import output
from destrier.core.tourney import Tourney
from destrier.core.types import Moves, Square, Squares
from destrier.core.visits import Lookup
from destrier.patterns.formation import corner
from destrier.patterns.formation.course import Course, course_of
from destrier.patterns.formation.fit import choose_heel, refuse_unfit, why_unfit
from destrier.patterns.formation.orientation import UPRIGHT, is_turned
from destrier.patterns.formation.quartet import STEPS, moved, way
from destrier.patterns.mosaic import lay
from destrier.patterns.patches import Pattern

_Laid = TypeVar("_Laid", Pattern, Course)


def formation(
    board: Board,
    *,
    kind: Kind = "closed",
    heel: Heel | None = None,
    minimize: Goal | None = None,
    junctions: Junctions | None = None,
    out: Moves | None = None,
) -> Tourney:
    """Return the tour of four knights in formation; at copy speed.

    Parameters
    ----------
    board
        A rectangle, or a board with odd sides and a missing corner.
    kind
        `closed`, or `corner` for a rectangle with odd sides without its bottom right square.
    heel
        How the knights turn at the top and the bottom, in every eight columns: `formation` (the default) has 22 turns
        and 32 crossings per heel; the paper's heels with the fewest `turns` and the fewest `crossings` have 21 and 31,
        and 22 and 28; the heel with the fewest of `both` has 21 and 27. On n x n boards, this gives 9.5 n + O(1) turns
        and 13 n + O(1) crossings; 9.25 n and 12.75 n; 9.5 n and 12 n; 9.25 n and 11.75 n.
    minimize
        `turns` or `crossings`: use the heel with the fewest, instead of `heel`. A single heel is best for both.
    junctions
        `four` (the default): where the path ends decides which of four junctions is in the top right corner; or `one`,
        which is always reached, as special moves behind the first junction decide where the path ends.
    out
        The array (rows, cols) to write the moves to, such as a memory map; the result is a view of it.

    Raises
    ------
    UnsupportedBoard
        If the board does not fit.
    """
    laid = formation_pattern(board, kind, choose_heel(heel, minimize), minimize, junctions or "four")
    toured = board.without_corner() if kind == "corner" else board
    moves = output(board, out)
    lay(laid, moves)
    return Tourney.trusted(moves, toured, 1, lookup=lambda: _lookup(toured, laid))


def formation_pattern(
    board: Board, kind: Kind, heel: Heel, minimize: Goal | None, junctions: Junctions = "four"
) -> Pattern:
    """Return the pattern of this tour, on the board or its transpose, whichever has fewer turns or crossings.

    Raises
    ------
    UnsupportedBoard
        If the board does not fit.
    """
    return _laid(board, kind, heel, minimize, junctions, corner.corner_pattern, UPRIGHT[junctions])


def formation_course(
    board: Board, kind: Kind, heel: Heel, minimize: Goal | None, junctions: Junctions = "four"
) -> Course:
    """Return the course of the four knights of this tour.

    Raises
    ------
    UnsupportedBoard
        If the board does not fit.
    """

    def upright(rows: int, cols: int, _: Heel) -> Course:
        return course_of(way(rows, cols, junctions), moved)

    return _laid(board, kind, heel, minimize, junctions, corner.corner_course, upright)


def _laid(
    board: Board,
    kind: Kind,
    heel: Heel,
    minimize: Goal | None,
    junctions: Junctions,
    of_corner: Callable[[int, int, Square, Heel, Goal | None], _Laid],
    of_rectangle: Callable[[int, int, Heel], _Laid],
) -> _Laid:
    """Return a pattern or a course, made for the board or, if that is better, for its transpose."""
    missing = _corner(board, kind)
    if missing is not None and junctions == "four":
        return of_corner(*board.shape, missing, heel, minimize)
    refuse_unfit(board, junctions)
    if is_turned(*board.shape, heel, minimize, junctions):
        return of_rectangle(*board.shape[::-1], heel).transposed()
    return of_rectangle(*board.shape, heel)


def why_not(board: Board, kind: Kind, junctions: Junctions = "four") -> str | None:
    """Return why a board has no tour in formation of this kind, or `None` if it has one."""
    if _corner(board, kind) is None or junctions == "one":
        return why_unfit(board, junctions)
    return corner.why_not(*board.shape)


def _corner(board: Board, kind: Kind) -> Square | None:
    """Return the corner that the tour omits."""
    return corner.missing_corner(board) if kind == "closed" else (board.rows - 1, board.cols - 1)


class Quartet(NamedTuple):
    """The path of the four knights of `formation` from junction to junction."""

    word: str
    """The steps, one letter each (see `quartet`)."""
    knights: Squares
    """The square of each knight before each step and at the end: `int64` (steps + 1, 4)."""
    is_turned: bool
    """Whether the steps refer to the transposed board."""


def quartet(board: Board) -> Quartet:
    """Return the path of the four knights of `formation` on a rectangle, with the named heel; O(squares).

    Raises
    ------
    UnsupportedBoard
        If the board does not fit, or lacks a corner.
    """
    refuse_unfit(board)
    is_across = is_turned(*board.shape, "formation", None)
    rows, cols = board.shape[::-1] if is_across else board.shape
    stretches = list(way(rows, cols))
    word = "".join(letters for _, letters in stretches)
    place = stretches[0][0]
    knights = [[(place[0] + row, place[1] + col) for row in (0, 1) for col in (0, 1)]]
    for letter in word:
        moves = {square: int(digits) for square, digits in STEPS[letter][1]}
        knights.append([_rides(knight, place, moves) for knight in knights[-1]])
        place = moved(place, letter)
    down, right = (1, board.cols) if is_across else (board.cols, 1)
    flat = np.array(list(chain.from_iterable(knights)), np.int64).reshape(-1, 4, 2)
    return Quartet(word, flat[..., 0] * down + flat[..., 1] * right, is_across)


def _rides(knight: Square, place: Square, moves: dict[Square, int]) -> Square:
    """Return a knight's target when the quartet, with its top left knight at `place`, makes a step of these moves."""
    move = moves.get((knight[0] - place[0], knight[1] - place[1]))
    return knight if move is None else (knight[0] + MOVES[move][0], knight[1] + MOVES[move][1])


def _lookup(board: Board, laid: Pattern) -> Lookup:
    from destrier.patterns.legs import tour_legs
    from destrier.patterns.lookups import LookedUpOrder
    from destrier.patterns.zones import zones_of_pattern

    return LookedUpOrder(board, tour_legs(board, zones_of_pattern(board.shape, laid)))
