"""Leapers: pieces that move by one distance along one axis and by another along another.

The knight is the (1, 2)-leaper, the giraffe the (1, 4)-leaper. Squares are tuples of coordinates from 0, or indices in
C order: the last coordinate runs fastest.

A tour is stored as one bit for each of the leaper's *steps* that leaves a square. The first half of the steps leads to
squares with smaller indices; step i + n/2 of n undoes step i. For each two axes, in lexicographic order, there are four
in either half:

    (-a, +b), (-b, +a), (-b, -a), (-a, -b)    and    (+a, -b), (+b, -a), (+b, +a), (+a, +b),

so that in two dimensions those of the knight are the moves of a flat board. There are 8 steps in two dimensions, 24 in
three, and 48 in four: a `uint8`, `uint32` or `uint64` a square. In five there are 80, and tours are made and checked
as a stream of squares in visiting order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.types import Squares
from destrier.support.errors import DestrierError

_DTYPES: Final[dict[int, np.dtype[np.unsignedinteger]]] = {
    2: np.dtype(np.uint8),
    3: np.dtype(np.uint32),
    4: np.dtype(np.uint64),
}
"""The narrowest type with a bit for each step, by dimensions."""

_NAMES: Final = {(1, 2): "knight", (1, 3): "camel", (1, 4): "giraffe", (2, 3): "zebra", (3, 4): "antelope"}
"""What players of fairy chess call them."""


class Leaper:
    """A piece that moves by `short` along one axis and by `long` along another.

    Parameters
    ----------
    short, long
        The two distances, different and at least 1, in either order.
    dimensions
        At least 2.

    Raises
    ------
    DestrierError
        If there is no such leaper.
    """

    short: int
    long: int
    dimensions: int
    steps: Squares
    """`int64` (steps, dimensions), read-only, see the module's page."""

    def __init__(self, short: int, long: int, dimensions: int = 2) -> None:
        for value in (short, long, dimensions):
            if isinstance(value, bool) or not isinstance(value, int | np.integer):
                raise DestrierError(f"a leaper is given by integers, not {value!r}")
        short, long = sorted((short, long))
        if not (0 < short < long and dimensions >= 2):
            raise DestrierError(
                f"a leaper moves by a along one axis and by b along another, 0 < a < b, not by {short} and {long} in "
                f"{dimensions} dimensions"
            )
        self.short, self.long, self.dimensions = int(short), int(long), int(dimensions)
        up = []
        for pair in combinations(range(dimensions), 2):
            for step in ((-short, long), (-long, short), (-long, -short), (-short, -long)):
                up.append(np.zeros(dimensions, np.int64))
                up[-1][list(pair)] = step
        self.steps = np.concatenate([up, np.negative(up)])
        self.steps.flags.writeable = False

    @classmethod
    def of(cls, piece: Leaper | tuple[int, int], dimensions: int) -> Leaper:
        """The leaper in so many dimensions that a pair of distances, or a leaper, names."""
        if isinstance(piece, Leaper):
            if piece.dimensions != dimensions:
                raise DestrierError(f"a {piece} is not one of a board of {dimensions} dimensions")
            return piece
        if not isinstance(piece, tuple | list) or len(piece) != 2:
            raise DestrierError(f"a leaper is how far it moves along two axes, such as (1, 4), not {piece!r}")
        return cls(*piece, dimensions)

    @property
    def name(self) -> str:
        """What it is called: `giraffe`, or `(1, 6)-leaper`."""
        return _NAMES.get((self.short, self.long), f"({self.short}, {self.long})-leaper")

    @cached_property
    def move_by_step(self) -> NDArray[np.int64]:
        """The number of each step by its coordinates, as digits of base 2 * long + 1 from -long; else -1."""
        base = 2 * self.long + 1
        table = np.full(base**self.dimensions, -1)
        table[(self.steps + self.long) @ _strides((base,) * self.dimensions)] = np.arange(len(self.steps))
        return table

    @property
    def dtype(self) -> np.dtype[np.unsignedinteger]:
        """The type with a bit for each step; `DestrierError` beyond four dimensions."""
        if self.dimensions not in _DTYPES:
            raise DestrierError(
                f"in {self.dimensions} dimensions a leaper has {len(self.steps)} steps, more than 64: its tours are "
                "streams of squares"
            )
        return _DTYPES[self.dimensions]

    def opposite(self, step: int) -> int:
        """The step that undoes this one."""
        return (step + len(self.steps) // 2) % len(self.steps)

    def step(self, vector: Sequence[int]) -> int:
        """The number of the step along this vector; `DestrierError` if there is none."""
        matches = np.flatnonzero((self.steps == np.asarray(vector)).all(axis=1))
        if not matches.size:
            raise DestrierError(f"{tuple(vector)} is not a step of the {self}")
        return int(matches[0])

    def offsets(self, sides: Sequence[int]) -> Squares:
        """`int64` (steps,): how far each step leads in square indices."""
        return self.steps @ _strides(sides)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Leaper) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, int]:
        return self.short, self.long, self.dimensions

    def __str__(self) -> str:
        return f"({self.short}, {self.long})-leaper in {self.dimensions} dimensions"

    def __repr__(self) -> str:
        return f"Leaper{self._key()}"


def _strides(sides: Sequence[int]) -> Squares:
    """How far one step along each axis leads in square indices."""
    return np.array([math.prod(sides[axis + 1 :]) for axis in range(len(sides))], np.int64)


KNIGHT: Final = Leaper(1, 2)
"""The knight of flat boards."""

MOVES: Final[tuple[tuple[int, int], ...]] = tuple((row, col) for row, col in KNIGHT.steps.tolist())
"""`(drow, dcol)` of the knight's eight moves on a flat board."""
