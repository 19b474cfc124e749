"""Proven lower bounds on the turns and crossings of tours; the proofs, with pictures, are in `docs/bounds.md`.

Turns. A tour consists of straight segments between turns, its *legs*; a closed tour has as many legs as turns. Give
each square a weight, and let the weight of a leg be the sum over its squares, with its two ends counted half. If no leg
weighs more than 1, the number of legs is at least the total weight of the squares. Simple weights near the rim prove
8 n - 28 turns (see `reproduce/common/weights.py`), and weights that depend on how a tour passes the corners 8 n - 24
(`proofs/turns.py`). The best weights for small and narrow boards come from linear programming (`lab/least_turns.py`).

Crossings. Moves from the squares of the rim cross each other. A search over all choices of these moves, square by
square along the sides and around the corners, gives the minimum (see `reproduce/common/rims.py`). On boards with a side
of at most 12, all tours with few crossings can be listed (`lab/least_crossings.py`).

In space, no leg is longer than the longest line of moves on the board, and the legs together make up the tour.

An open tour has one more leg than turns. Each of its two ends loses half the weight of its square, permits a heavier
leg if it is a corner, and reduces the number of crossings.

The paper (Besa, Johnson, Mamano, Osegueda and Williams, "Taming the Knight's Tour", 2020) proves (6 - epsilon) n turns
for large n, and 4 n - O(1) crossings, on n x n (Theorems 8 and 9). The bounds here have explicit constants: 8 n - 24
turns from n = 20 on, and 4 n + 16 crossings, for even n. There are tours with 8 n - 14 turns, so the factor 8 is
optimal.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations
from typing import Final, Literal, TypeAlias, get_args

from destrier.core.board import Board
from destrier.core.grid import BaseBoard, times
from destrier.core.naming import board_of, rectangle_of
from destrier.core.space import Space, check_sides
from destrier.proofs.certificates import odd_number_of_squares
from destrier.proofs.rectangles import rectangle_theorem
from destrier.support.errors import DestrierError, NoSuchTour

_Kind: TypeAlias = Literal["closed", "open"]

_SHORTEST: Final = 5
"""The shortest side along which crossings are counted."""

_THINNEST: Final = 4
"""The least width of a frame."""

_SMALL: Final[dict[_Kind, dict[int, tuple[int, ...]]]] = {
    "closed": {
        3: (0, 0, 0, 0, 0, 0, 0, 26, 0, 30, 0, 34, 0, 38, 0, 42, 0),
        5: (0, 28, 0, 34, 0, 40, 0, 44, 0, 51, 0, 57, 0, 63, 0),
        6: (32, 34, 38, 41, 44, 48, 51, 54, 58, 61, 64, 67, 71, 74),
        7: (0, 41, 0, 48, 0, 55, 0, 62, 0, 70, 0, 78, 0),
        8: (44, 48, 52, 55, 58, 62, 65, 69, 72, 76, 80, 84),
        9: (0, 55, 0, 63, 0, 70, 0, 77, 0, 84, 0),
        10: (59, 63, 65, 69, 73, 77, 80, 84, 88, 92),
        11: (0, 70, 0, 78, 0, 85, 0, 93, 0),
        12: (72, 77, 80, 85, 88, 92, 96, 100),
        13: (0, 85, 0, 92, 0, 100, 0),
        14: (88, 92, 95, 100, 104, 108),
        15: (0, 100, 0, 108, 0),
        16: (103, 108, 111, 116),
        17: (0, 115, 0),
        18: (119, 123),
    },
    "open": {
        3: (0, 10, 0, 0, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40),
        4: (0, 17, 21, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72),
        5: (20, 24, 26, 29, 32, 35, 38, 41, 44, 47, 50, 53, 56, 59, 62),
        6: (29, 30, 33, 36, 39, 43, 46, 49, 52, 56, 59, 62, 66, 69),
        7: (32, 36, 40, 43, 46, 50, 54, 58, 62, 66, 70, 74, 78),
        8: (39, 43, 47, 50, 53, 56, 60, 64, 67, 71, 75, 78),
        9: (47, 50, 54, 58, 61, 65, 68, 72, 76, 79, 83),
        10: (54, 57, 60, 64, 68, 72, 75, 79, 83, 87),
        11: (62, 65, 69, 72, 76, 80, 83, 87, 91),
        12: (67, 72, 75, 80, 82, 87, 91, 95),
        13: (76, 79, 84, 87, 91, 95, 99),
        14: (83, 87, 90, 95, 98, 103),
        15: (91, 95, 99, 102, 106),
        16: (98, 102, 106, 110),
        17: (106, 110, 114),
        18: (114, 118),
        19: (122,),
    },
}
"""Bounds on the turns for sides of up to 19, by shorter side, each row starting with the square; 0 for boards without
tours.
"""

_LARGEST: Final = 19
"""The longest side of a small board, and the longest short side of a narrow one."""

_NARROW: Final[dict[int, tuple[Fraction, dict[_Kind, Fraction]]]] = {
    3: (Fraction(2), {"closed": Fraction(6), "open": Fraction(2)}),
    4: (Fraction(4), {"open": Fraction(-4)}),
    5: (Fraction(3), {"closed": Fraction(8), "open": Fraction(5)}),
    6: (Fraction(10, 3), {"closed": Fraction(31, 3), "open": Fraction(16, 3)}),
    7: (Fraction(4), {"closed": Fraction(6), "open": Fraction(2)}),
    8: (Fraction(4), {"closed": Fraction(7), "open": Fraction(2)}),
    9: (Fraction(4), {"closed": Fraction(12), "open": Fraction(7)}),
    10: (Fraction(4), {"closed": Fraction(15), "open": Fraction(10)}),
    11: (Fraction(4), {"closed": Fraction(20), "open": Fraction(14)}),
    12: (Fraction(4), {"closed": Fraction(23), "open": Fraction(17)}),
    13: (Fraction(4), {"closed": Fraction(27), "open": Fraction(21)}),
    14: (Fraction(4), {"closed": Fraction(30), "open": Fraction(25)}),
    15: (Fraction(4), {"closed": Fraction(35), "open": Fraction(29)}),
    16: (Fraction(4), {"closed": Fraction(38), "open": Fraction(33)}),
    17: (Fraction(4), {"closed": Fraction(42), "open": Fraction(36)}),
    18: (Fraction(4), {"closed": Fraction(46), "open": Fraction(40)}),
    19: (Fraction(4), {"closed": Fraction(50), "open": Fraction(44)}),
}
"""The bounds on the turns of longer boards, by number of rows: per column, and the constant term."""

_FEWEST: Final = {
    3: {10: 55, 12: 61, 14: 69, 16: 75},
    5: {6: 49, 8: 54, 10: 61, 12: 67, 14: 74, 16: 79},
    6: {6: 52, 7: 56, 8: 59, 9: 62, 10: 66, 11: 70, 12: 73, 13: 76, 14: 79, 16: 85},
    7: {8: 65, 10: 72, 12: 77, 14: 84, 16: 89},
    8: {8: 69, 9: 72, 10: 74, 11: 78, 12: 82, 13: 85, 14: 88, 16: 94},
    9: {10: 79, 12: 85, 14: 90, 16: 95},
    10: {10: 83, 11: 84, 12: 87, 13: 90, 14: 94},
    11: {12: 92, 14: 99},
    12: {12: 96, 14: 102},
}
"""The fewest crossings of closed tours of small boards, by the shorter and the longer side."""

_END: Final = 3
"""The crossings that an end of an open tour saves."""

_CORNERS: Final[dict[_Kind, int]] = {"closed": 24, "open": 31}
"""What the corners of large boards, and the ends of a tour, subtract from four turns for each row and column."""


def least_turns(*board: int | BaseBoard, kind: _Kind = "closed", frame: int | None = None) -> int:
    """Return a lower bound on the turns of every closed, or open, tour of a rectangle or of a board in space; O(1).

    If both sides of a rectangle are at least 20, it is 4 (rows + cols) - 24, or 7 less for open tours: 8 n - 24 on n x
    n. Smaller rectangles have bounds of their own. In space it is the number of squares divided by the moves of the
    longest line: 2 n^2 and some more on n x n x n.

    Parameters
    ----------
    *board
        A whole rectangle or a board in space, or two or more sides in any order.
    kind
        `closed` or `open`.
    frame
        Consider only closed tours that go straight on, all in the same direction, on each square at least this far from
        the rim, 4 or more squares. No better bound is known for them, so this does not change the result.

    Returns
    -------
    int
        A proven bound that is not always attained: tours of 8 x 8 have at least 45 turns, and this is 44.

    Raises
    ------
    NoSuchTour
        If the rectangle has no tour of the kind, or the board in space has none, because all sides are odd.
    DestrierError
        If a frame leaves fewer than 2 rows and columns inside, is too thin, or is given for open tours or a board in
        space; or if there are fewer than two sides.

    See Also
    --------
    destrier.least_crossings, destrier.turns

    Examples
    --------
    >>> least_turns(100, 100), least_turns(6, 6), least_turns(20, 20, 20)
    (776, 32, 889)
    """
    sides = _sides_of(board)
    if len(sides) != 2:
        return _least_turns_in_space(sides, kind, frame)
    rows, cols = sorted(Board(*sides).sides)
    _refuse_without_tour(rows, cols, kind)
    if frame is not None:
        _check_frame(rows, cols, kind, frame)
    if cols <= _LARGEST:
        return _SMALL[kind][rows][cols - rows]
    if rows in _NARROW:
        each, rest = _NARROW[rows]
        return math.ceil(each * cols + rest[kind])
    return 4 * (rows + cols) - _CORNERS[kind]


def _check_frame(rows: int, cols: int, kind: _Kind, frame: int) -> None:
    if kind != "closed":
        raise DestrierError("a frame belongs to closed tours; leave it out for open ones")
    if not _THINNEST <= frame <= min(rows, cols) // 2 - 1:
        board = f"{rows} x {cols}"
        raise DestrierError(f"a frame is at least {_THINNEST} squares wide and leaves 2 x 2 of {board}, not {frame}")


def _least_turns_in_space(sides: tuple[int, ...], kind: _Kind, frame: int | None) -> int:
    _check_kind(kind)
    sides = check_sides(sides)
    if frame is not None:
        raise DestrierError(f"a frame belongs to rectangles; leave it out for {times(sides)}")
    if kind == "closed" and (reason := odd_number_of_squares(sides)):
        raise NoSuchTour(f"no closed tour of {times(sides)} exists: {reason}")
    longest = max(min(one - 1, (other - 1) // 2) for one, other in permutations(sides, 2))
    moves, ends = math.prod(sides), 0 if kind == "closed" else 1
    return max(0, -(-(moves - ends) // max(longest, 1)) - ends)


def least_crossings(*board: int | BaseBoard, kind: _Kind = "closed") -> int:
    """Return a lower bound on the crossings of every closed, or open, tour of a rectangle; O(1).

    For closed tours it is 2 (rows + cols) + 16, and for some boards with a side of at most 12 the exact minimum. For
    open tours it is 6 less. If a side is 3, it is only 5 more than the other side, and if a side is 4, twice that.

    Parameters
    ----------
    *board
        A whole rectangle, or its sides in either order.
    kind
        `closed` or `open`.

    Returns
    -------
    int
        A proven bound: 69 on 8 x 8, which is attained.

    Raises
    ------
    NoSuchTour
        If the board has no tour of the kind.

    See Also
    --------
    destrier.crossings, destrier.least_turns

    Examples
    --------
    >>> import destrier as dt
    >>> dt.least_crossings(8, 8)
    69
    """
    rows, cols = rectangle_of("crossings are bounded", *board).sides
    _refuse_without_tour(rows, cols, kind)
    short, long = sorted((rows, cols))
    if kind == "closed" and long in _FEWEST.get(short, {}):
        return _FEWEST[short][long]
    ends = 0 if kind == "closed" else 2
    if short < _SHORTEST:
        # The same moves start at both long sides if there are 3 rows, so count at one.
        return {3: 1, 4: 2}[short] * (long + 5) - _END * ends
    return 2 * (rows + cols) + 16 - _END * ends


def _sides_of(board: tuple[int | BaseBoard, ...]) -> tuple[int, ...]:
    """Return the sides of a board, or those that are given."""
    if len(board) > 1:
        return board  # type: ignore[return-value]  # no board is among them
    named = board_of(*board)
    return named.sides if isinstance(named, Space) else rectangle_of("turns are bounded", named).sides


def _check_kind(kind: _Kind) -> None:
    if kind not in get_args(_Kind):
        raise DestrierError(f"bounds are those of {' and '.join(get_args(_Kind))} tours, not of {kind!r} ones")


def _refuse_without_tour(rows: int, cols: int, kind: _Kind) -> None:
    _check_kind(kind)
    if reason := rectangle_theorem(rows, cols, kind):
        raise NoSuchTour(reason)
