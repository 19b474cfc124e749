"""Simple weights of squares that bound the turns of large rectangles; `docs/bounds.md` shows them, and better ones.

A leg is a straight segment of a tour between two turns. Its weight is the sum over its squares, with its two ends
counted half, so the legs of a closed tour have the total weight of the squares. With these weights, no leg of a closed
tour of a rectangle whose sides are at least 8 weighs more than 1, except for the two single moves that cut off a
corner, which weigh 3. There are eight of them. Hence the number of legs, and of turns, is at least the total weight of
the squares minus 16.

Two more legs at each corner would weigh 2, those from 0,4 through 1,2 to 2,0 and from 4,0 through 2,1 to 0,2. But 1,2
and 2,1 are the only neighbours of the corner, so a closed tour goes straight through them only when coming from the
corner.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.leaper import MOVES

_RINGS: Final = (3, -1, -1, 1)
"""The weights of the outermost rings, from the rim inwards. All other squares have weight 0."""

_NEAR_CORNER: Final = -2
"""The weight of the four squares at distance two from two sides."""

_IMPASSABLE: Final = -1_000_000
"""The weight of a square that no leg passes through."""


def ring_weights(rows: int, cols: int) -> NDArray[np.int64]:
    """Return the weights (rows, cols) of the squares of a rectangle; both sides are at least 8.

    Their total is 4 (rows + cols) - 12.

    Examples
    --------
    >>> ring_weights(9, 8)[:5, :5]
    array([[ 3,  3,  3,  3,  3],
           [ 3, -1, -1, -1, -1],
           [ 3, -1, -2, -1, -1],
           [ 3, -1, -1,  1,  1],
           [ 3, -1, -1,  1,  1]])
    """
    weights = np.zeros((rows, cols), np.int64)
    for ring, weight in enumerate(_RINGS):
        weights[ring : rows - ring, ring : cols - ring] = weight
    inside = len(_RINGS)
    weights[inside : rows - inside, inside : cols - inside] = 0
    weights[2 : rows - 2 : rows - 5, 2 : cols - 2 : cols - 5] = _NEAR_CORNER
    return weights


class Legs(NamedTuple):
    """The weights of the legs of a rectangle."""

    over: int
    """The number of legs that weigh more than 1."""
    heaviest: Fraction
    """The greatest weight of the others."""
    from_inside: Fraction
    """The greatest weight of a leg with an end that is four or more squares away from the rim."""


def weigh_legs(weights: NDArray[np.int64], *, from_corners: bool = True) -> Legs:
    """Weigh all straight segments of all lines of knight's moves on a rectangle; O(rows * cols * shorter side).

    Parameters
    ----------
    weights
        Those of `ring_weights`.
    from_corners
        Leave out the legs that pass through a neighbour of a corner without coming from the corner. No closed tour has
        them.

    Examples
    --------
    >>> weigh_legs(ring_weights(20, 30))
    Legs(over=8, heaviest=Fraction(1, 1), from_inside=Fraction(1, 2))
    >>> weigh_legs(ring_weights(20, 30), from_corners=False).over
    16
    """
    rows, cols = weights.shape
    depth = len(_RINGS)
    inside = np.zeros((rows, cols), bool)
    inside[depth : rows - depth, depth : cols - depth] = True
    over = heaviest = from_inside = 0  # doubled, to be integers
    for down, right in MOVES[4:]:
        weight, within = (weights, inside) if right > 0 else (weights[:, ::-1], inside[:, ::-1])
        passing = weight.copy()
        if from_corners:
            for row, col in (1, 2), (2, 1):
                passing[row : rows - row : rows - 1 - 2 * row, col : cols - col : cols - 1 - 2 * col] = _IMPASSABLE
            for row, col in (down, abs(right)), (rows - 1 - down, cols - 1 - abs(right)):
                passing[row, col] = weight[row, col]  # the line comes from the corner
        passed = np.zeros((rows, cols), np.int64)
        for moves in range(1, min((rows - 1) // down, (cols - 1) // abs(right)) + 1):
            height, width = rows - moves * down, cols - moves * abs(right)
            last = np.s_[moves * down :, moves * abs(right) :]
            legs = weight[:height, :width] + 2 * passed[:height, :width] + weight[last]
            over += int(np.count_nonzero(legs > 2))
            heaviest = max(heaviest, int(legs[legs <= 2].max(initial=0)))
            ends = within[:height, :width] | within[last]
            from_inside = max(from_inside, int(legs[ends].max(initial=0)))
            passed[:height, :width] += passing[last]
    return Legs(over, Fraction(heaviest, 2), Fraction(from_inside, 2))
