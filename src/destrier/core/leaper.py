"""Leapers: pieces that jump by fixed distances along two axes, and sets of such jumps.

The knight is the (1, 2)-leaper: it moves by one along one axis and by two along another. The giraffe is the (1,
4)-leaper, and the wazir, the (0, 1)-leaper, steps to a neighbouring square. A piece may combine several pairs of
distances: a king is a wazir plus a ferz, and `knight+wazir` moves as either. Squares are tuples of coordinates from 0,
or indices in C order, where the last coordinate varies fastest.

A tour is stored as one bit for each of the piece's *steps* from a square. The first half of the steps leads to squares
with smaller indices; step i + n/2 of n undoes step i. The pairs are sorted by size, and for every two axes, in
lexicographic order, a pair (a, b) has up to four steps in each half:

    (-a, +b), (-b, +a), (-b, -a), (-a, -b)    and    (+a, -b), (+b, -a), (+b, +a), (+a, +b),

In two dimensions, the knight's steps are thus the moves of a flat board. There are 8 steps in two dimensions, 24 in
three, and 48 in four, or half as many if a is 0 or equals b. An entry of a moves array is the narrowest unsigned
integer with a bit for each step. A knight in five dimensions has 80 steps, so its tours are made and checked as streams
of squares in visiting order.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.types import Squares
from destrier.support.errors import DestrierError, shown

Piece: TypeAlias = "Leaper | str | Sequence[int] | Sequence[Piece]"
"""A leaper or its description: `"zebra"`, `"knight+wazir"`, `"1,4"`, (1, 4), or several such, ((1, 2), (0, 1))."""

PIECES: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "wazir": ((0, 1),),
    "dabbaba": ((0, 2),),
    "ferz": ((1, 1),),
    "knight": ((1, 2),),
    "camel": ((1, 3),),
    "giraffe": ((1, 4),),
    "alfil": ((2, 2),),
    "zebra": ((2, 3),),
    "antelope": ((3, 4),),
    "king": ((0, 1), (1, 1)),
    "fiveleaper": ((0, 5), (3, 4)),
}
"""The distances of the leapers with names in fairy chess."""

_NAMES: Final = {pairs: name for name, pairs in PIECES.items()}

_FARTHEST: Final = 10**9
"""Maximum distance of a leaper, equal to the maximum side of a board in a file."""

_BITS: Final = 64
"""Number of bits of the widest entry of a moves array."""


class Leaper:
    """A piece that moves by `short` along one axis and by `long` along another.

    The sum of two leapers moves as either of them.

    Parameters
    ----------
    short, long
        The two distances in either order; non-negative and not both 0.
    dimensions
        At least 2.

    Raises
    ------
    DestrierError
        If there is no such leaper.

    See Also
    --------
    destrier.Board, destrier.MOVES

    Examples
    --------
    >>> Leaper(1, 2).name, (Leaper(1, 2) + Leaper(0, 1)).name, Leaper(2, 4).name
    ('knight', 'wazir+knight', '(2, 4)-leaper')
    """

    pairs: tuple[tuple[int, int], ...]
    """The distances in ascending order, the shorter one first in each pair."""
    dimensions: int
    steps: Squares
    """Read-only `int64` (steps, dimensions); see the module docstring."""

    def __init__(self, short: int, long: int, dimensions: int = 2) -> None:
        for value in (short, long, dimensions):
            if isinstance(value, bool) or not isinstance(value, int | np.integer):
                raise DestrierError(f"a leaper is given by integers, not {shown(value)}")
        short, long = sorted((int(short), int(long)))
        if not (short >= 0 and long > 0 and dimensions >= 2):
            raise DestrierError(
                "a leaper moves by a along one axis and by b along another, 0 <= a <= b and b > 0, not by "
                f"{shown(short)} and {shown(long)} in {dimensions} dimensions"
            )
        if long > _FARTHEST:
            raise DestrierError(f"a leaper moves by up to {_FARTHEST} along an axis, not by {shown(long)}")
        self._set({(short, long)}, int(dimensions))

    def _set(self, pairs: set[tuple[int, int]], dimensions: int) -> None:
        self.pairs, self.dimensions = tuple(sorted(pairs)), dimensions
        up: dict[tuple[int, ...], None] = {}
        for short, long in self.pairs:
            for axes in combinations(range(dimensions), 2):
                for step in ((-short, long), (-long, short), (-long, -short), (-short, -long)):
                    vector = [0] * dimensions
                    vector[axes[0]], vector[axes[1]] = step
                    if tuple(vector) < (0,) * dimensions:
                        up[tuple(vector)] = None
        self.steps = np.concatenate([list(up), np.negative(list(up))])
        self.steps.flags.writeable = False

    def __add__(self, other: Leaper) -> Leaper:
        """The piece that moves as either operand."""
        if not isinstance(other, Leaper):
            return NotImplemented
        joined = Leaper.__new__(Leaper)
        joined._set({*self.pairs, *Leaper.of(other, self.dimensions).pairs}, self.dimensions)
        return joined

    @classmethod
    def of(cls, piece: Piece, dimensions: int) -> Leaper:
        """Return the leaper given by a name, one or several pairs of distances, or a leaper, in these dimensions.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Leaper.of("king", 2)
        Leaper(0, 1, 2) + Leaper(1, 1, 2)
        """
        if isinstance(piece, Leaper):
            if piece.dimensions != dimensions:
                raise DestrierError(f"a {piece} is not one of a board of {dimensions} dimensions")
            return piece
        if isinstance(piece, str):
            return cls.of([_named(part) for part in piece.split("+")], dimensions)
        if isinstance(piece, tuple | list) and any(isinstance(part, Leaper | str | tuple | list) for part in piece):
            return reduce(Leaper.__add__, (cls.of(part, dimensions) for part in piece))
        if not isinstance(piece, tuple | list) or len(piece) != 2:
            raise DestrierError(
                "a leaper is how far it moves along two axes, such as (1, 4), or several such pairs, or a name such as "
                f"zebra, not {shown(piece)}"
            )
        short, long = piece
        return cls(short, long, dimensions)  # type: ignore[arg-type]  # neither of them names a piece

    @property
    def name(self) -> str:
        """Its name: `giraffe`, `(1, 6)-leaper`, or `wazir+knight`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Leaper(1, 4).name
        'giraffe'
        """
        if self.pairs in _NAMES:
            return _NAMES[self.pairs]
        return "+".join(_NAMES.get((pair,), f"{pair}-leaper") for pair in self.pairs)

    def describe(self) -> str:
        """The piece in words, for messages: `a giraffe`, `an antelope`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Leaper(2, 3).describe()
        'a zebra'
        """
        return f"a{'n' if self.name[0] in 'aeiou' else ''} {self.name}"

    @property
    def distances(self) -> tuple[int, int] | tuple[tuple[int, int], ...]:
        """Its distances in a form that `Leaper.of` accepts: (1, 4), or several pairs.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Leaper(2, 3).distances
        (2, 3)
        """
        return self.pairs[0] if len(self.pairs) == 1 else self.pairs

    @cached_property
    def is_knight(self) -> bool:
        """Whether it is the knight, in any number of dimensions.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Leaper(1, 2).is_knight
        True
        """
        return self.pairs == PIECES["knight"]

    @cached_property
    def reach(self) -> int:
        """Maximum distance along an axis.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Leaper(1, 4).reach
        4
        """
        return max(long for _, long in self.pairs)

    @cached_property
    def dtype(self) -> np.dtype[np.unsignedinteger]:
        """The narrowest dtype with a bit for each step; `DestrierError` if there are more than 64 steps.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Leaper(1, 2).dtype
        dtype('uint8')
        """
        if len(self.steps) > _BITS:
            raise DestrierError(
                f"in {self.dimensions} dimensions {self.describe()} has {len(self.steps)} steps, more than {_BITS}"
                + (": TourOrder gives the order of a tour" if self.is_knight else ", which no array of moves can hold")
            )
        return np.min_scalar_type((1 << len(self.steps)) - 1)

    def opposite(self, step: int) -> int:
        """The step that undoes this one.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Leaper(1, 2).opposite(1)
        5
        """
        return (step + len(self.steps) // 2) % len(self.steps)

    def step(self, vector: Sequence[int]) -> int:
        """The number of the step with this vector; `DestrierError` if there is none.

        Raises
        ------
        DestrierError
            If the piece does not have this step.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Leaper(1, 2).step((-1, 2))
        0
        """
        matches = np.flatnonzero((self.steps == np.asarray(vector)).all(axis=1))
        if not matches.size:
            raise DestrierError(f"{tuple(vector)} is not a step of the {self}")
        return int(matches[0])

    def offsets(self, sides: Sequence[int]) -> Squares:
        """`int64` (steps,): the change of the square index by each step.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Leaper(1, 2).offsets((8, 8))
        array([ -6, -15, -17, -10,   6,  15,  17,  10])
        """
        return self.steps @ _strides(tuple(sides))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Leaper) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[tuple[tuple[int, int], ...], int]:
        return self.pairs, self.dimensions

    def __str__(self) -> str:
        return f"{'+'.join(map(str, self.pairs))}-leaper in {self.dimensions} dimensions"

    def __repr__(self) -> str:
        return " + ".join(f"Leaper({short}, {long}, {self.dimensions})" for short, long in self.pairs)


def _named(text: str) -> tuple[int, int] | tuple[tuple[int, int], ...]:
    """Parse a name, or two numbers such as `1,4`, into distances."""
    numbers = re.fullmatch(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*", text)
    if numbers:
        return int(numbers[1]), int(numbers[2])
    name = text.strip().lower()
    if name not in PIECES:
        raise DestrierError(
            f"{shown(text)} is not a leaper: give its name, such as zebra, how far it moves along two axes, as 1,4 for "
            "a giraffe, or several joined by +, as knight+wazir"
        )
    return PIECES[name]


@lru_cache(maxsize=64)
def _strides(sides: tuple[int, ...]) -> Squares:
    """The change of the square index by a unit step along each axis."""
    return np.array([math.prod(sides[axis + 1 :]) for axis in range(len(sides))], np.int64)


@lru_cache(maxsize=8)
def move_by_step(leaper: Leaper, reach: tuple[int, ...]) -> NDArray[np.int64]:
    """Return a table of step numbers for all vectors of up to `reach` along each axis; -1 if not a step.

    The index consists of the coordinates plus `reach` as digits in base 2 * reach + 1, so the size of the table depends
    on the board, however far the piece moves.
    """
    bases = [2 * farthest + 1 for farthest in reach]
    table = np.full(math.prod(bases), -1)
    within = np.flatnonzero((np.abs(leaper.steps) <= reach).all(axis=1))
    table[(leaper.steps[within] + reach) @ _strides(tuple(bases))] = within
    return table


KNIGHT: Final = Leaper(1, 2)
"""The knight of flat boards."""

MOVES: Final[tuple[tuple[int, int], ...]] = tuple((row, col) for row, col in KNIGHT.steps.tolist())
"""`(drow, dcol)` of the knight's eight moves on a flat board."""
