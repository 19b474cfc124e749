"""Count closed paths at every one of their squares, as a check on `doubling`.

Any square of a path may be its root, not only the smallest one. The halves then lie in the whole plane, and the eight
symmetries map those with one end onto those with another, so that the ends within an eighth of the plane stand for all.
A path of k moves is counted k times. That the sum is a multiple of k is a check by itself.

The halves, their sets, and the ends are all others than those of `doubling`; pairs of disjoint sets are counted in the
same way.

Cost: that of `doubling`. Memory: about twice as much, as there are more halves with one end.
"""

from __future__ import annotations

from destrier.paths import doubling
from destrier.paths.plane import ORIGIN, WIDTH, whole_plane


def pieces(length: int, *, uncrossed: bool) -> dict[int, float]:
    """Return the ends, up to symmetry, as squares, with the approximate seconds that each takes, the longest first."""
    ends = doubling.pieces(length, uncrossed=uncrossed, plane=whole_plane)
    return {end: seconds for end, seconds in ends.items() if _images(end)}


def count_piece(length: int, end: int, *, uncrossed: bool) -> int:
    """Count the closed paths of an even length through the root, with the end or an image of it opposite.

    Raises
    ------
    DestrierError
        If only uncrossed paths are wanted, since moves may cross that share no square.
    """
    return _images(end) * doubling.count_piece(length, end, uncrossed=uncrossed, plane=whole_plane)


def _images(end: int) -> int:
    """Return how many images an end has under the eight symmetries; 0 if one of these stands for it, or at the root."""
    down, right = end // WIDTH - ORIGIN // WIDTH, end % WIDTH - ORIGIN % WIDTH
    if not 0 <= right <= down or down == 0:
        return 0
    return 4 if right in (0, down) else 8
