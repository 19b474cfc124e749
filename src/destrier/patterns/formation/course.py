"""The course of a formation: where it stands at each step, from one junction to the other."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from destrier.core.types import Square, Squares


class Course(NamedTuple):
    """The places of a formation, one after the other."""

    places: Squares
    """`int64` (steps + 1, dimensions): the first square of the block on which the formation stands."""
    block: tuple[int, ...]
    """The sides of the block: 2 along two axes for knights."""

    def covered(self) -> Squares:
        """Return the squares on which the formation stands, `int64` (squares, dimensions), each as often as it does."""
        return np.concatenate([self.places + within for within in product(*map(range, self.block))])

    def transposed(self) -> Course:
        """Return the course on the transposed board."""
        return Course(self.places[:, ::-1], self.block[::-1])

    def flipped(self, sides: tuple[int, ...], axes: Iterable[int]) -> Course:
        """Return the course on a board with these sides that is flipped along some axes."""
        places = self.places.copy()
        for axis in axes:
            places[:, axis] = sides[axis] - self.block[axis] - places[:, axis]
        return Course(places, self.block)

    def moved(self, by: Square) -> Course:
        """Return the course on a larger board, on which it lies further down and to the right."""
        return Course(self.places + by, self.block)


def course_of(
    way: Iterable[tuple[Square, str]], moved: Callable[[Square, str], Square], block: tuple[int, int] = (2, 2)
) -> Course:
    """Return the course along a way, whose words are ridden letter by letter from the places beside them."""
    places: list[Square] = []
    for place, word in way:
        places.append(place)
        for letter in word[:-1]:
            places.append(moved(places[-1], letter))
    return Course(np.array(places, np.int64), block)
