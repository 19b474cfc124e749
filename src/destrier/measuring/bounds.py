"""Proved lower bounds on the turns and the crossings of closed tours of rectangles; the proofs are in `docs/bounds.md`.

Turns. The squares of the rim, the first and last rows and columns, are turns. Each is an end of two straight *legs*
of the tour, and a tour has as many legs as turns. So there are at least twice as many turns as squares of the rim, less
one for each leg that has both its ends there. Such a leg is a *chord*: a line of knight's moves all across the
board. Chords that share a square do not both belong to a tour. So of two that meet it has one at most, and as many
meeting pairs as we find, no two with a chord in common, as many chords it lacks.

Crossings. Near a side, moves from its squares cross. The fewest crossings come of a search over all choices of these
moves, square after square along the side (see `destrier.measuring.rims`).

The paper (Besa, Johnson, Mamano, Osegueda and Williams, "Taming the Knight's Tour", 2020) has (6 - epsilon) n turns
for large n, and 4 n - O(1) crossings, on n x n (Theorems 8 and 9). Here no constant is left open: 6 n - 12 turns, or
6 n - 16 if n is 10, 16, 22 or 28, and 4 n + 12 crossings, for even n from 6.
"""

from __future__ import annotations

from typing import Final

from destrier.proofs.rectangles import rectangle_theorem
from destrier.support.errors import DestrierError, NoSuchTour

__all__ = ["least_crossings", "least_turns", "most_chords"]

_THINNEST: Final = 4
"""Width of a frame; the proof counts turns in its four outermost rows."""

_ENOUGH: Final = 16
"""Steep chords at a corner of a square board, with which the last flat one of the next corner meets one, too."""


def least_turns(rows: int, cols: int, *, frame: int | None = None) -> int:
    """A number of turns that every closed tour of a rectangle has at least; O(1).

    On n x n with even n it is 6 n - 12, but for n = 10, 16, 22 and 28, where it is 6 n - 16.

    Parameters
    ----------
    rows, cols
        The sides, in either order.
    frame
        If given, only tours are meant that go straight on, and all in the same direction, on each square at least so
        far from the rim, 4 or more squares: these have 4 (rows + cols) - 22 frame - 1 turns at least, 8 n - O(frame).

    Returns
    -------
    int
        Proved, but not always attained: of the tours of 6 x 6 the fewest turns are 32, and this is 24.

    Raises
    ------
    NoSuchTour
        If the board has no closed tour.
    DestrierError
        If less than 2 rows and columns are left inside the frame, or it is too thin.
    """
    _refuse_without_tour(rows, cols)
    rim = 2 * (rows + cols) - 4
    least = max(rim, 2 * rim - most_chords(rows, cols))
    if frame is None:
        return least
    if not _THINNEST <= frame <= min(rows, cols) // 2 - 1:
        board = f"{rows} x {cols}"
        raise DestrierError(f"a frame is at least {_THINNEST} squares wide and leaves 2 x 2 of {board}, not {frame}")
    return max(least, 4 * (rows + cols) - 22 * frame - 1)


def least_crossings(rows: int, cols: int) -> int:
    """A number of crossings that every closed tour of a rectangle has at least; O(1).

    It is 2 (rows + cols) + 12, but where a side is 3 only 5 more than the other side.

    Parameters
    ----------
    rows, cols
        The sides, in either order.

    Returns
    -------
    int
        Proved, but not always attained: of the tours of 6 x 6 the fewest crossings are 52, and this is 36.

    Raises
    ------
    NoSuchTour
        If the board has no closed tour.
    """
    _refuse_without_tour(rows, cols)
    if min(rows, cols) == 3:  # the same moves start at both long sides: count at one of them
        return max(rows, cols) + 5
    return 2 * (rows + 3) + 2 * (cols + 3)


def most_chords(rows: int, cols: int) -> int:
    """At most so many chords of a rectangle have no inner square in common; O(1).

    That is the exact number on n x n with even n, but for n = 16, 22 and 28, where it is 4 too large.
    """
    rows, cols = sorted((rows, cols))
    flat, steep = min(rows - 1, (cols - 1) // 2), (rows - 1) // 2  # that cut off a corner, of one of two directions
    met = _met_at_corner(flat, steep) + (rows == cols and steep % 3 == 1 and steep >= _ENOUGH)
    corners = 4 * (flat + steep - met) - _met_at_side(rows, flat, steep)
    upright = _across(cols, rows) + _along(rows, cols)
    if rows > 3:
        upright = min(upright, cols - 2)  # they have a square each in the third row
    return corners + upright + _across(rows, cols)


def _met_at_corner(flat: int, steep: int) -> int:
    """How many pairs of a flat and a steep chord that cut off the same corner meet.

    The i-th flat one, which starts i squares from the corner, and the j-th steep one meet if i + j is a multiple of
    3 and neither is twice the other, or more. So 3 meets 3, 4 meets 5, 5 meets 4, and so on.
    """
    alone = flat == steep and steep % 3 == 1  # the last one would meet one that is not there
    return max(0, steep - 2 - alone)


def _met_at_side(rows: int, flat: int, steep: int) -> int:
    """How many pairs of a rising and a falling flat chord that start at the same short side meet, of those not met yet.

    The i-th ones from above and the j-th ones from below meet if i + j has the parity of rows - 1, and is larger.
    """
    left = max(0, flat - steep - (steep % 3 == 1 and steep > 3))
    return 2 * (left if rows % 2 else left - left % 2)


def _across(rows: int, cols: int) -> int:
    """Flat chords from the left to the right side, corners apart, less those that meet another one.

    Each rising one meets a falling one in the middle column, or beside it; of all that do, one is left.
    """
    half = (cols - 1) // 2
    each = max(0, rows - 2 - half) if cols % 2 else 0
    met = 0 if half < 2 else each - half % 2 * each % 2
    return 2 * each - met


def _along(rows: int, cols: int) -> int:
    """Flat chords from the bottom to the top, corners apart, less those that meet another one.

    A rising and a falling one meet if they start a multiple of 4 columns apart, and not too far.
    """
    each = max(0, cols - 2 * rows)
    apart = (2 * rows + 1) // 4 * 4
    return 2 * each - max(0, min(each, cols - 2 - apart))


def _refuse_without_tour(rows: int, cols: int) -> None:
    if reason := rectangle_theorem(rows, cols):
        raise NoSuchTour(reason)
