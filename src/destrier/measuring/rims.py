"""The fewest crossings near one side of a board, over all choices of the moves from its squares.

Each square of a side has four moves, of which a tour has two: a *choice*, one of six. An end of an open tour has one of
them. Moves from two squares of the
side cross only if these are at most three apart. So crossings are counted along the side from the last three choices
only, by a shortest path for a given number of squares, or a cycle of least mean for an endless side. Besa, Johnson,
Mamano, Osegueda and Williams, "Taming the Knight's Tour" (2020), Theorem 9, take the squares by threes, as here; the
mean is found as in R. M. Karp, "A characterization of the minimum cycle mean in a digraph", Discrete Mathematics 23
(1978).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Move: TypeAlias = tuple[int, int]
    """A move from a square of the side: squares inwards, squares along the side."""
    Choice: TypeAlias = tuple[Move, ...]

_MOVES: Final = ((1, -2), (2, -1), (2, 1), (1, 2))
CHOICES: Final[tuple[Choice, ...]] = tuple(combinations(_MOVES, 2))
"""The possible pairs of moves of a square of the side."""

_END_CHOICES: Final[tuple[Choice, ...]] = tuple((move,) for move in _MOVES)
"""The possible moves of a square of the side that is an end."""

_REACH: Final = 3
"""The greatest distance of squares whose moves may cross."""


def triplet_graph() -> tuple[list[tuple[Choice, ...]], NDArray[np.int64]]:
    """Return the paper's graph: the 216 choices of three squares, and the crossings that a step adds, (216, 216).

    A step from one triplet to the next costs the crossings between the two, and those within the latter.
    """
    triplets = list(product(CHOICES, repeat=3))
    within = [sum(_crossings(t[p], t[q], q - p) for p, q in combinations(range(3), 2)) for t in triplets]
    weights = [
        [
            within[number] + sum(_crossings(one[p], other[q], 3 + q - p) for p, q in product(range(3), repeat=2))
            for number, other in enumerate(triplets)
        ]
        for one in triplets
    ]
    return triplets, np.array(weights)


def least_cycle_mean(weights: NDArray[np.int64]) -> Fraction:
    """Return the least mean weight of a cycle of a complete digraph, by Karp's theorem; O(nodes ** 3).

    It is the minimum over nodes of the maximum over k < n of (d_n - d_k) / (n - k), where d_k is the least weight of a
    walk of k steps to the node, from any.
    """
    nodes = len(weights)
    least = [np.zeros(nodes, np.int64)]
    for _ in range(nodes):
        least.append((least[-1][:, None] + weights).min(axis=0))
    *before, last = (each.tolist() for each in least)
    return min(max(Fraction(last[node] - before[k][node], nodes - k) for k in range(nodes)) for node in range(nodes))


def fewest_on_side(length: int, *, corners: bool = True, ends: int = 0) -> Fraction:
    """Return the fewest crossings of moves from the squares of a side, at least 5 squares long; O(length).

    A crossing counts half if it also belongs to another side, because both moves start there as well. So the numbers of
    the four sides add up to at most the crossings of the board.

    Parameters
    ----------
    length
        The number of squares of the side.
    corners
        Whether the side ends at corners; otherwise it is part of a longer one.
    ends
        How many of its squares may be ends of an open tour, which have one move.
    """
    *_, last = _along(length, corners=corners, ends=ends)
    return Fraction(min(last.values()), 2)


def settled_at(length: int, *, corners: bool = True, ends: int = 0) -> int:
    """Return the length of a side from which each further square makes all walks longer by one crossing.

    The last squares are excepted. So every longer side has one crossing more per square.
    """
    layers = list(_along(length, corners=corners, ends=ends))[: length - _REACH]
    grown = [
        place
        for place in range(1, len(layers))
        if layers[place].keys() != layers[place - 1].keys()
        or any(layers[place][state] != cost + 2 for state, cost in layers[place - 1].items())
    ]
    return max(grown) + 1


def _along(length: int, *, corners: bool, ends: int) -> Iterator[dict[tuple[int, tuple[Choice, ...]], int]]:
    """Yield, after each square, the fewest half crossings by the number of ends and the last three choices."""
    least: dict[tuple[int, tuple[Choice, ...]], int] = {(0, ()): 0}
    for place in range(length):
        longer: dict[tuple[int, tuple[Choice, ...]], int] = {}
        choices = [choice for choice in (*CHOICES, *_END_CHOICES) if not corners or _fits(place, choice, length)]
        for (ended, last), choice in product(least, choices):
            now = ended + (len(choice) == 1)
            if now > ends:
                continue
            cost = least[ended, last] + _new_half_crossings(last, choice, place, length if corners else None)
            state = now, (*last, choice)[-_REACH:]
            longer[state] = min(cost, longer.get(state, cost))
        least = longer
        yield least


def _fits(place: int, choice: Choice, length: int) -> bool:
    return all(0 <= place + along < length for _, along in choice)


def _new_half_crossings(last: tuple[Choice, ...], choice: Choice, place: int, length: int | None) -> int:
    """Count the half crossings of the moves of a square with those of the squares before it."""
    found = 0
    for apart, other in enumerate(reversed(last), 1):
        for one, two in product(other, choice):
            if _cross(one, two, apart):
                shared = _is_shared(place - apart, one, length) and _is_shared(place, two, length)
                found += 1 if shared else 2
    return found


def _is_shared(place: int, move: Move, length: int | None) -> bool:
    """Return whether the move starts or ends on another side."""
    return length is not None and not {place, place + move[1]}.isdisjoint((0, length - 1))


@cache
def _crossings(one: Choice, other: Choice, apart: int) -> int:
    """Count the crossings of the moves of two squares that are `apart` squares apart."""
    return sum(_cross(*moves, apart) for moves in product(one, other))


@cache
def _cross(one: Move, other: Move, apart: int) -> bool:
    """Return whether the interiors of two moves meet whose squares are `apart` squares apart on the side."""
    area = one[0] * other[1] - one[1] * other[0]
    if area == 0:
        return False
    along_one, along_other = Fraction(-apart * other[0], area), Fraction(-apart * one[0], area)
    return 0 < along_one < 1 and 0 < along_other < 1
