"""Proved lower bounds on the turns and crossings of tours; the proofs are in `docs/bounds.md`.

Turns. The squares of the rim, the first and last rows and columns, are turns. Each is an end of two straight *legs* of
the tour, and a tour has as many legs as turns. So there are at least twice as many turns as squares of the rim, less
one for each leg with both its ends there. Such a leg is a *chord*: a line of knight's moves all across the board. Two
chords that share a square cannot both belong to a tour. So a tour lacks at least one chord of each meeting pair, and as
many chords as there are meeting pairs of which no two share a chord: a matching. On moderate boards a maximum matching
is computed (see `destrier.measuring.chords`), on large ones a large matching is known.

From sides of 8 on, a better bound weighs squares: 3 on the rim, -1 on each of the next two rings, 1 on the fourth, 0
inside, and 1 on the two squares of the rim on each side of a corner. No leg weighs more than 1 if its ends count half.
So a closed tour has at least as many legs as all squares weigh together: 4 (rows + cols) - 40.

Crossings. Near a side, moves from its squares cross. The fewest crossings follow from a search over all choices of
these moves, square after square along the side (see `destrier.measuring.rims`).

In space, a leg is no longer than the longest line of moves on the board, and all legs together are the tour.

An open tour has two ends, each of which may save a turn at the rim, and some crossings.

The paper (Besa, Johnson, Mamano, Osegueda and Williams, "Taming the Knight's Tour", 2020) proves (6 - epsilon) n turns
for large n, and 4 n - O(1) crossings, on n x n (Theorems 8 and 9). The bounds here leave no constant open: 8 n - 40
turns and 4 n + 12 crossings for even n from 14. There are tours with 8 n - 14 turns, so the factor 8 is the best one.
"""

from __future__ import annotations

import math
from itertools import permutations
from typing import Final, Literal, TypeAlias, get_args

from destrier.core.board import times
from destrier.core.space import check_sides
from destrier.proofs.certificates import odd_number_of_squares
from destrier.proofs.rectangles import rectangle_theorem
from destrier.support.errors import DestrierError, NoSuchTour

_Kind: TypeAlias = Literal["closed", "open"]

_SHORTEST: Final = 5
"""The length of a side from which on its crossings are counted."""

_THINNEST: Final = 4
"""The least width of a frame; the proof counts turns in its four outermost rows."""

_ENOUGH: Final = 7
"""The number of steep chords at a corner of an even square from which the last ones there can be paired, too."""

_WEIGHED: Final = 8
"""The least side from which on the weights of opposite rings do not overlap."""

_UNWEIGHED_CORNERS: Final = 40
"""What the weights near the four corners lack to 4 for each row and column."""

_HEAVIEST: Final = 3
"""The greatest weight of a square. Both ends of an open tour count half."""

_MATCHED: Final = 600
"""The greatest sum of the sides of a board whose chords are matched, which takes a second."""


def least_turns(*sides: int, kind: _Kind = "closed", frame: int | None = None) -> int:
    """Return a lower bound on the turns of every closed, or open, tour of a rectangle or of a board in space.

    It is 4 (rows + cols) - 40 if both sides are at least 8, and 4 less for open tours: 8 n - 40 on n x n. Small and
    narrow boards may have a better bound of 6 n - 12 and more on n x n. For that, a maximum matching of chords is
    computed if the sides add up to at most 600, in O((rows * cols) ** 1.5). In space it is the number of squares
    divided by the moves of the longest line: 2 n^2 and some more on n x n x n.

    Parameters
    ----------
    *sides
        Two or more, in any order.
    kind
        `closed` or `open`.
    frame
        If given, consider only closed tours that go straight on, all in the same direction, on each square at least
        this far from the rim, 4 or more squares; they have at least 4 (rows + cols) - 22 frame - 1 turns, 8 n -
        O(frame).

    Returns
    -------
    int
        A proved bound that is not always attained: tours of 6 x 6 have at least 32 turns, and this is 24.

    Raises
    ------
    NoSuchTour
        If the rectangle has no tour of the kind, or the board in space has none, because all sides are odd.
    DestrierError
        If fewer than 2 rows and columns are left inside the frame, or it is too thin, or the tours are open, or those
        of a board in space; or if there are fewer than two sides.

    Examples
    --------
    >>> least_turns(100, 100), least_turns(20, 20, 20)
    (760, 889)
    """
    if len(sides) != 2:
        return _least_turns_in_space(sides, kind, frame)
    rows, cols = sides
    _refuse_without_tour(rows, cols, kind)
    rim = 2 * (rows + cols) - 4
    chords = most_chords(rows, cols)
    least = max(rim, 2 * rim - chords) if kind == "closed" else max(rim - 2, 2 * rim - chords - 3)
    if min(rows, cols) >= _WEIGHED:
        ends = 0 if kind == "closed" else 1
        least = max(least, 4 * (rows + cols) - _UNWEIGHED_CORNERS - (_HEAVIEST + 1) * ends)
    if frame is None:
        return least
    if kind != "closed":
        raise DestrierError("a frame belongs to closed tours; leave it out for open ones")
    if not _THINNEST <= frame <= min(rows, cols) // 2 - 1:
        board = f"{rows} x {cols}"
        raise DestrierError(f"a frame is at least {_THINNEST} squares wide and leaves 2 x 2 of {board}, not {frame}")
    return max(least, 4 * (rows + cols) - 22 * frame - 1)


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


def least_crossings(rows: int, cols: int, *, kind: _Kind = "closed") -> int:
    """Return a lower bound on the crossings of every closed, or open, tour of a rectangle; O(1).

    Of closed tours it is 2 (rows + cols) + 12, or only 5 more than the other side if a side is 3. Each end of an open
    tour takes off up to 5, or 3 if a side is 3; a side of 4 does not count.

    Parameters
    ----------
    rows, cols
        The sides, in either order.
    kind
        `closed` or `open`.

    Returns
    -------
    int
        A proved bound that is not always attained: tours of 6 x 6 have at least 52 crossings, and this is 36.

    Raises
    ------
    NoSuchTour
        If the board has no tour of the kind.
    """
    _refuse_without_tour(rows, cols, kind)
    short, long = sorted((rows, cols))
    ends = 0 if kind == "closed" else 2
    if short < _SHORTEST:
        # The same moves start at both long sides if there are 3 rows, so count at one.
        return {3: long + 5 - 3 * ends, 4: 2 * (long + 3) - 5 * ends}[short]
    return 2 * (rows + 3) + 2 * (cols + 3) - 5 * ends


def most_chords(rows: int, cols: int) -> int:
    """Return an upper bound on the chords of a rectangle of which no two share an inner square.

    It is the exact number on n x n with even n.
    """
    rows, cols = sorted((rows, cols))
    known = _most_chords_known(rows, cols)
    if rows + cols > _MATCHED or (rows == cols and rows % 2 == 0):
        return known
    from destrier.measuring.chords import most_disjoint

    return min(known, most_disjoint(rows, cols))


def _most_chords_known(rows: int, cols: int) -> int:
    """Return an upper bound from pairs of chords that meet on every board; O(1)."""
    flat, steep = min(rows - 1, (cols - 1) // 2), (rows - 1) // 2  # those that cut off a corner, by direction
    met = _met_at_corner(flat, steep) + (rows == cols and steep % 3 == 1 and steep >= _ENOUGH)
    corners = 4 * (flat + steep - met) - _met_at_side(rows, flat, steep)
    upright = _across(cols, rows) + _along(rows, cols)
    if rows > 3:
        upright = min(upright, cols - 2)  # each has a square in the third row
    return corners + upright + _across(rows, cols)


def _met_at_corner(flat: int, steep: int) -> int:
    """Return how many pairs of a flat and a steep chord that cut off the same corner meet.

    The i-th flat one, which starts i squares from the corner, and the j-th steep one meet if i + j is a multiple of 3
    and neither is at least twice the other. So 3 meets 3, 4 meets 5, 5 meets 4, and so on.
    """
    alone = flat == steep and steep % 3 == 1  # the last one would meet an absent one
    return max(0, steep - 2 - alone)


def _met_at_side(rows: int, flat: int, steep: int) -> int:
    """Return how many rising and falling flat chords from the same short side meet, among those not met yet.

    The i-th from above and the j-th from below meet if i + j has the parity of rows - 1, and is larger.
    """
    left = max(0, flat - steep - (steep % 3 == 1 and steep > 3))
    return 2 * (left if rows % 2 else left - left % 2)


def _across(rows: int, cols: int) -> int:
    """Return the number of flat chords from the left to the right side, corners apart, less those that meet another.

    Each rising one meets a falling one in or beside the middle column; of all that meet, one is left.
    """
    half = (cols - 1) // 2
    each = max(0, rows - 2 - half) if cols % 2 else 0
    met = 0 if half < 2 else each - half % 2 * each % 2
    return 2 * each - met


def _along(rows: int, cols: int) -> int:
    """Return the number of flat chords from the bottom to the top, corners apart, less those that meet another.

    A rising and a falling one meet if they start a multiple of 4 columns apart, and not too far.
    """
    each = max(0, cols - 2 * rows)
    apart = (2 * rows + 1) // 4 * 4
    return 2 * each - max(0, min(each, cols - 2 - apart))


def _check_kind(kind: _Kind) -> None:
    if kind not in get_args(_Kind):
        raise DestrierError(f"bounds are those of {' and '.join(get_args(_Kind))} tours, not of {kind!r} ones")


def _refuse_without_tour(rows: int, cols: int, kind: _Kind) -> None:
    _check_kind(kind)
    if reason := rectangle_theorem(rows, cols, kind):
        raise NoSuchTour(reason)
