"""Boards of three or more dimensions, and their layout on paper as levels."""

from __future__ import annotations

import math
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.grid import BaseBoard, Grid, exchange_moves, refuse_larger
from destrier.core.leaper import Leaper, Piece
from destrier.core.types import MoveBits, Squares
from destrier.support.errors import DestrierError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

_AXES: Final = "xyzw"  # in the names of symmetries


class Space(Grid):
    """A board of three or more dimensions.

    A step of the piece goes along two of the axes. Squares are tuples of coordinates from 0, or indices in C order,
    where the last coordinate varies fastest. In five dimensions a knight has 80 steps, more than a moves array can
    hold; use `TourOrder` for the visiting order of a tour.

    Parameters
    ----------
    *sides
        Three or more sides, each at least 1, in any order.
    leaper
        The piece, as in `Board`; by default the knight.

    Raises
    ------
    DestrierError
        If there are fewer than three sides, or one of them is not a positive integer.

    See Also
    --------
    destrier.Board, destrier.Box

    Examples
    --------
    >>> Space(4, 4, 4).size
    64
    """

    def __init__(self, *sides: int, leaper: Piece = "knight") -> None:
        self.sides = check_sides(sides)
        if len(self.sides) < 3:
            raise DestrierError(f"a board in space has 3 sides or more, not {len(sides)}: a flat one is a Board")
        self.leaper = Leaper.of(leaper, len(self.sides))

    def by(self, leaper: Piece) -> Space:
        return Space(*self.sides, leaper=leaper)

    def sheet(self) -> Squares:
        sheet = np.full(self.levels.extent, -1)
        indices = np.arange(self.size)
        rows, cols = self.places(indices)
        sheet[rows, cols] = indices
        return sheet

    def places(self, squares: Squares) -> NDArray[np.int64]:
        return self.levels.places(self.coordinates(squares))

    @property
    def levels(self) -> Levels:
        """The layout of the board on paper.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Space(3, 4, 5).levels.number
        3
        """
        return Levels.of(self.sides)

    @property
    def symmetries(self) -> tuple[str, ...]:
        """The permutations and reflections of the axes: 48 in three dimensions, 384 in four.

        They are named by the images of the axes: `y -x z` maps the square (a, b, c) to (b, -a, c), relative to the
        centre.

        Examples
        --------
        >>> import destrier as dt
        >>> len(dt.Space(3, 4, 5).symmetries)
        48
        """
        return tuple(axis_symmetries(len(self.sides)))

    def transform(self, moves: MoveBits, symmetry: str) -> tuple[MoveBits, Space]:
        axes, mirrored = find_symmetry(self, symmetry)
        grid = np.flip(moves.transpose(axes), tuple(np.flatnonzero(mirrored)))
        image = exchange_moves(grid, self.leaper, self.leaper.steps[:, axes] * np.where(mirrored, -1, 1))
        return image, Space(*image.shape, leaper=self.leaper)

    def describe(self) -> str:
        """The board and its piece in words, for messages: `4 x 4 x 4 by a knight`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Space(4, 4, 4).describe()
        '4 x 4 x 4 by a knight'
        """
        return f"{self} by {self.leaper.describe()}"

    def to_dict(self) -> dict[str, Any]:
        """`{"space": [sides]}`, with the `leaper` if it is not the knight.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.Space(4, 4, 4).to_dict()
        {'space': [4, 4, 4]}
        """
        parts: dict[str, Any] = {"space": list(self.sides)}
        if not self.leaper.is_knight:
            parts["leaper"] = np.array(self.leaper.distances).tolist()
        return parts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Space) and (self.sides, self.leaper) == (other.sides, other.leaper)

    def __hash__(self) -> int:
        return hash((self.sides, self.leaper))

    def __repr__(self) -> str:
        piece = "" if self.leaper.is_knight else f", leaper={self.leaper.distances}"
        return f"Space({', '.join(map(str, self.sides))}{piece})"


class Levels(NamedTuple):
    """The layout of a board in space on paper, level by level.

    The two longest axes span the levels. In three dimensions, the levels are arranged in rows as in a text; in four,
    each row of levels is one position along the third axis.
    """

    sides: tuple[int, ...]
    axes: tuple[int, int]
    """The axes of the rows and the columns of a level."""
    others: tuple[int, ...]
    in_row: int
    """Number of levels side by side."""

    @classmethod
    def of(cls, sides: tuple[int, ...], axes: Sequence[int] | None = None) -> Levels:
        """Return the levels of a board with these sides, spanned by two of its axes; by default the longest."""
        spanned = sorted(range(len(sides)), key=lambda axis: (-sides[axis], axis))[:2] if axes is None else axes
        others = tuple(axis for axis in range(len(sides)) if axis not in spanned)
        count = math.prod(sides[axis] for axis in others)
        in_row = sides[others[-1]] if len(others) == 2 else math.ceil(math.sqrt(count))
        return cls(sides, (min(spanned), max(spanned)), others, in_row)

    @property
    def number(self) -> int:
        """Number of levels."""
        return math.prod(self.sides[axis] for axis in self.others)

    @property
    def height(self) -> int:
        """Rows of a level."""
        return self.sides[self.axes[0]]

    @property
    def width(self) -> int:
        """Columns of a level."""
        return self.sides[self.axes[1]]

    @property
    def extent(self) -> tuple[int, int]:
        """Rows and columns of the sheet."""
        down = math.ceil(self.number / self.in_row)
        return down * (self.height + 1) - 1, min(self.in_row, self.number) * (self.width + 1) - 1

    def corners(self) -> Squares:
        """`int64` (levels, 2): the row and column of the first square of each level."""
        down, right = np.divmod(np.arange(self.number), self.in_row)
        return np.column_stack([down * (self.height + 1), right * (self.width + 1)])

    def places(self, squares: Squares) -> NDArray[np.int64]:
        """`int64` (2, k): the rows and columns on the sheet of squares with coordinates (k, dimensions)."""
        level = np.zeros(len(squares), np.int64)
        for axis in self.others:
            level = level * self.sides[axis] + squares[:, axis]
        corner = self.corners()[level]
        return np.stack([corner[:, 0] + squares[:, self.axes[0]], corner[:, 1] + squares[:, self.axes[1]]])


def check_sides(sides: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sides of a board of two or more dimensions as integers; `DestrierError` if they are invalid."""
    for side in sides:
        if isinstance(side, bool) or not isinstance(side, int | np.integer) or side < 1:
            raise DestrierError(f"the sides of a board are at least 1, not {shown(side)}")
    if len(sides) < 2:
        raise DestrierError(f"a board has at least 2 sides, not {len(sides)}")
    refuse_larger(*map(int, sides))
    return tuple(map(int, sides))


class AxisSymmetry(NamedTuple):
    """A permutation and reflection of the axes: which axis takes the place of each, and whether it is reflected."""

    axes: tuple[int, ...]
    mirrored: tuple[bool, ...]


@cache
def axis_symmetries(dimensions: int) -> dict[str, AxisSymmetry]:
    """Return all permutations and reflections of this many axes, by name, the identity first."""
    symmetries: dict[str, AxisSymmetry] = {}
    for axes in permutations(range(dimensions)):
        for mirrored in product((False, True), repeat=dimensions):
            name = " ".join("-" * mirror + _AXES[axis] for axis, mirror in zip(axes, mirrored, strict=True))
            symmetries[name if symmetries else "identity"] = AxisSymmetry(axes, mirrored)
    return symmetries


def find_symmetry(board: BaseBoard, name: str) -> AxisSymmetry:
    """Return the symmetry with this name of a board with three or four axes; `DestrierError` if there is none."""
    known = axis_symmetries(len(board.sides))
    if name not in known:
        raise DestrierError(f"a symmetry of {board} is one of its symmetries, such as 'y -x z', not {shown(name)}")
    return known[name]
