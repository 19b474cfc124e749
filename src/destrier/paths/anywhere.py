"""Count closed paths at every one of their squares, as a check on `doubling`.

Any square of a path may be its root, not only the smallest one. The halves then lie in the whole plane, and the eight
symmetries map those with one end onto those with another, so that the ends within an eighth of the plane stand for all.
A path of k moves is counted k times. That the sum is a multiple of k is a check by itself.

The halves, their sets, and the ends are all others than those of `doubling`; pairs of disjoint sets are counted in the
same way.

Cost: that of `doubling`. Memory: about twice as much, as there are more halves with one end.
"""

from __future__ import annotations

import numpy as np

from destrier.paths import doubling
from destrier.paths.halves import halves_by_end, list_halves, longest_first
from destrier.paths.plane import ORIGIN, WIDTH, whole_plane
from destrier.support.errors import DestrierError


def pieces(length: int, *, uncrossed: bool) -> dict[int, float]:
    """Return the ends, up to symmetry, as squares, with the approximate seconds that each takes, the longest first."""
    halves = halves_by_end(length // 2, uncrossed=uncrossed, plane=whole_plane)
    row, col = np.divmod(np.arange(halves.size), WIDTH)
    down, right = row - ORIGIN // WIDTH, col - ORIGIN % WIDTH
    in_eighth = (right >= 0) & (right <= down) & (down > 0)
    return longest_first(np.where(in_eighth, doubling.seconds(halves, length), 0))


def count_piece(length: int, end: int, *, uncrossed: bool) -> int:
    """Count the closed paths of an even length through the root, with the end or an image of it opposite.

    Raises
    ------
    DestrierError
        If only uncrossed paths are wanted, since moves may cross that share no square.
    """
    if uncrossed:
        raise DestrierError("length doubling counts all closed paths, not the uncrossed ones")
    down, right = end // WIDTH - ORIGIN // WIDTH, end % WIDTH - ORIGIN % WIDTH
    images = 4 if right in (0, down) else 8
    return images * doubling.count_pairs(list_halves(end, length // 2, uncrossed=False, plane=whole_plane))
