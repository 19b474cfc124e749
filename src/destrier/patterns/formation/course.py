"""The course of a formation: its position at each step, from one junction to the other."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from destrier.core.types import Square, Squares


class Course(NamedTuple):
    """The successive positions of a formation."""

    places: Squares
    """`int64` (steps + 1, dimensions): the first square of the block that the formation occupies."""
    block: tuple[int, ...]
    """The sides of the block: 2 along two axes for knights."""

    def covered(self) -> Squares:
        """Return the squares occupied at each step, with repetitions: `int64` (squares, dimensions)."""
        return np.concatenate([self.places + within for within in product(*map(range, self.block))])

    def transposed(self) -> Course:
        """Return the course on the transposed board."""
        return Course(self.places[:, ::-1], self.block[::-1])

    def flipped(self, sides: tuple[int, ...], axes: Iterable[int]) -> Course:
        """Return the course on a board with these sides, flipped along some axes."""
        places = self.places.copy()
        for axis in axes:
            places[:, axis] = sides[axis] - self.block[axis] - places[:, axis]
        return Course(places, self.block)

    def moved(self, by: Square) -> Course:
        """Return the course shifted down and to the right, on a larger board."""
        return Course(self.places + by, self.block)


def course_of(
    way: Iterable[tuple[Square, str]], moved: Callable[[Square, str], Square], block: tuple[int, int] = (2, 2)
) -> Course:
    """Return the course of a path, given as words to ride letter by letter and the positions where they begin."""
    places: list[Square] = []
    for place, word in way:
        places.append(place)
        for letter in word[:-1]:
            places.append(moved(places[-1], letter))
    return Course(np.array(places, np.int64), block)
