"""Count closed paths at each of their squares, as a check on `doubling`.

Any square of a path may be its root, not only the smallest one. The halves then lie in the whole plane, and the eight
symmetries map those with one end onto those with another, so the ends in an eighth of the plane suffice. A path of k
moves is counted k times. The sum must be a multiple of k, which is a check in itself.

The halves, their sets and the ends all differ from those of `doubling`; only the counting of disjoint pairs is the
same.

Cost: that of `doubling`. Memory: about twice as much, as there are more halves with one end.
"""

from __future__ import annotations

from destrier.paths.plane import ORIGIN, WIDTH, whole_plane
from reproduce.common import doubling


def pieces(length: int, *, uncrossed: bool) -> dict[int, float]:
    """Return the ends, up to symmetry, as squares, with the approximate seconds that each takes, the longest first."""
    ends = doubling.pieces(length, uncrossed=uncrossed, plane=whole_plane)
    return {end: seconds for end, seconds in ends.items() if _images(end)}


def count_piece(length: int, end: int, *, uncrossed: bool) -> int:
    """Count the closed paths of an even length through the root, with the end or an image of it opposite."""
    return _images(end) * doubling.count_piece(length, end, uncrossed=uncrossed, plane=whole_plane)


def _images(end: int) -> int:
    """Return the number of images of an end under the eight symmetries; 0 for the root and for ends represented by an
    image.
    """
    down, right = end // WIDTH - ORIGIN // WIDTH, end % WIDTH - ORIGIN % WIDTH
    if not 0 <= right <= down or down == 0:
        return 0
    return 4 if right in (0, down) else 8
