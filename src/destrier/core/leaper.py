"""Tours of leapers other than the knight, and of knights in three and more dimensions.

An (a, b)-leaper moves by a along one axis and by b along another; the knight is the (1, 2)-leaper, the giraffe the
(1, 4)-leaper. Squares are tuples of coordinates from 0, or indices in C order: the last coordinate runs fastest.

As on a board (see `board`), a tour is stored as one bit for each of the leaper's *steps* that leaves a square. The
first half of the steps leads to squares with smaller indices; step i + n/2 of n undoes step i. For each two axes, in
lexicographic order, there are four in either half:

    (-a, +b), (-b, +a), (-b, -a), (-a, -b)    and    (+a, -b), (+b, -a), (+b, +a), (+a, +b),

so that in two dimensions those of the knight are the moves of a board. There are 8 steps in two dimensions, 24 in
three, and 48 in four: a `uint8`, `uint32` or `uint64` a square. In five there are 80, and tours are made and checked
as a stream of squares in visiting order.
"""

from __future__ import annotations

import math
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from destrier.core.board import interiors_meet, shift_slices
from destrier.support.atomic import replacing, replacing_order
from destrier.support.errors import DestrierError, InvalidTourney
from destrier.support.resources import refuse_beyond_memory

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from destrier.core.types import Squares, StrPath

__all__ = ["Leaper", "LeaperTour", "StepBits", "check_order", "check_sides", "save_order", "times"]

StepBits: TypeAlias = "NDArray[np.unsignedinteger]"
"""One bit for each step of a leaper: `uint8`, `uint32` or `uint64`."""

_DTYPES: Final[dict[int, np.dtype[np.unsignedinteger]]] = {
    2: np.dtype(np.uint8),
    3: np.dtype(np.uint32),
    4: np.dtype(np.uint64),
}
"""The narrowest type with a bit for each step, by dimensions."""

_LONGEST_ORDER: Final = 1 << 62
"""Squares of the largest board: their indices, and sums of them, fit into 64 bits."""


_SHOWN: Final = 50_000
"""Squares of the largest tour that shows itself in a notebook: its drawing has about a megabyte."""


class Leaper:
    """A piece that moves by `short` along one axis and by `long` along another.

    Parameters
    ----------
    short, long
        0 < short < long.
    dimensions
        At least 2.

    Raises
    ------
    DestrierError
        If there is no such leaper.
    """

    __slots__ = ("dimensions", "long", "short", "steps")

    short: int
    long: int
    dimensions: int
    steps: Squares
    """`int64` (steps, dimensions), read-only, see the module's page."""

    def __init__(self, short: int, long: int, dimensions: int = 2) -> None:
        for value in (short, long, dimensions):
            if isinstance(value, bool) or not isinstance(value, int | np.integer):
                raise DestrierError(f"a leaper is given by integers, not {value!r}")
        if not (0 < short < long and dimensions >= 2):
            raise DestrierError(
                f"a leaper moves by a and b along two of at least two axes, 0 < a < b, not ({short}, {long}) in "
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


class LeaperTour:
    """A closed tour of a leaper on a board of two to four dimensions.

    Parameters
    ----------
    moves
        An array whose shape is the board's sides, see the module's page: `uint8`, `uint32` or `uint64` in two, three or
        four dimensions. It is copied unless it is read-only.
    leaper
        The leaper, in as many dimensions; or its (a, b), the knight's if omitted.

    Raises
    ------
    InvalidTourney
        Naming the first bad square, or how many squares the cycle of the first one has.
    """

    leaper: Leaper
    moves: StepBits
    """The array, read-only."""

    def __init__(self, moves: ArrayLike, leaper: Leaper | tuple[int, int] = (1, 2)) -> None:
        array = np.asarray(moves)
        if array.ndim not in _DTYPES or array.dtype != _DTYPES[array.ndim] or array.size == 0:
            raise InvalidTourney(
                "the moves of a tour are two-dimensional uint8, three-dimensional uint32 or four-dimensional uint64, "
                f"not {array.ndim}-dimensional {array.dtype} {array.shape}"
            )
        piece = leaper if isinstance(leaper, Leaper) else Leaper(*leaper, array.ndim)
        if piece.dimensions != array.ndim:
            raise InvalidTourney(f"the moves of a {piece} are not those of a board of {array.ndim} dimensions")
        self._set(np.array(array, order="C") if array.flags.writeable else np.ascontiguousarray(array), piece)
        self.check()

    def _set(self, moves: StepBits, leaper: Leaper) -> None:
        self.leaper, self.moves = leaper, moves.view()
        self.moves.flags.writeable = False

    @classmethod
    def trusted(cls, moves: StepBits, leaper: Leaper) -> LeaperTour:
        """Wrap an array that a construction of ours guarantees, unchecked and not copied."""
        tour = cls.__new__(cls)
        tour._set(moves, leaper)
        return tour

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of the board."""
        return self.moves.shape

    @property
    def size(self) -> int:
        """Number of squares."""
        return self.moves.size

    def check(self) -> None:
        """Raise `InvalidTourney` where it is no closed tour of its board; O(squares), no memory."""
        from destrier.core.leaper_walks import count_cycle, find_fault

        flat = self.moves.ravel()
        square, step = find_fault(flat, np.array(self.sides), self.leaper.steps, self.leaper.offsets(self.sides))
        if square >= 0:
            raise InvalidTourney(self._describe(int(square), int(step)))
        length = count_cycle(flat, self.leaper.offsets(self.sides))
        if length != self.size:
            raise InvalidTourney(f"the cycle of the first square visits {length:,} of {self.size:,} squares")

    def _describe(self, square: int, step: int) -> str:
        where = f"square {_name(square, self.sides)}"
        if step < 0:
            return f"{where} has {int(self.moves.flat[square]).bit_count()} steps, not 2"
        vector = tuple(self.leaper.steps[step].tolist())
        target = np.add(np.unravel_index(square, self.sides), vector)
        if ((target < 0) | (target >= self.sides)).any():
            return f"{where} has step {vector}, which leads off the board"
        return f"{where} has step {vector} to {','.join(map(str, target.tolist()))}, which has no step back"

    def order(self) -> Squares:
        """The square indices in visiting order, `int64`, read-only: from square 0, by its lowest-numbered step."""
        return self._order

    @cached_property
    def _order(self) -> Squares:
        from destrier.core.leaper_walks import follow

        order = np.empty(self.size, np.int64)
        order[0] = 0
        follow(self.moves.ravel(), self.leaper.offsets(self.sides), order)
        order.flags.writeable = False
        return order

    @cached_property
    def turns(self) -> int:
        """How many squares are not on the line between the squares before and after them; O(squares)."""
        half = self.moves.dtype.type(len(self.leaper.steps) // 2)
        lower_half = self.moves.dtype.type((1 << int(half)) - 1)
        return sum(int(np.count_nonzero((part ^ part >> half) & lower_half)) for part in self.moves)

    @cached_property
    def crossings(self) -> int:
        """How many pairs of steps of a tour of two dimensions have interior points in common; O(squares).

        Raises
        ------
        DestrierError
            In more dimensions.
        """
        if len(self.sides) != 2:
            raise DestrierError(
                f"crossings are those of a drawing, and a board of {len(self.sides)} dimensions is none"
            )
        return _count_crossings(self.moves, self.leaper)

    def save(self, path: StrPath) -> None:
        """Write the moves array as `.npy`: the new file, or the old one, is always whole."""
        with replacing(path) as file:
            np.save(file, self.moves, allow_pickle=False)

    @classmethod
    def load(cls, path: StrPath, leaper: Leaper | tuple[int, int] = (1, 2)) -> LeaperTour:
        """The tour that `save` wrote, checked.

        Raises
        ------
        InvalidTourney
            If the file is no such array, or no tour of this leaper.
        """
        try:
            moves = np.load(path, allow_pickle=False)
        except (ValueError, EOFError) as error:
            raise InvalidTourney(f"{path} is not an array: {error}") from None
        moves.flags.writeable = False
        return cls(moves, leaper)

    def _repr_svg_(self) -> str | None:
        if self.size > _SHOWN:
            return None
        from destrier.drawing.svg.levels import levels_svg

        return levels_svg(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LeaperTour) and self.leaper == other.leaper and np.array_equal(self.moves, other.moves)

    def __hash__(self) -> int:
        return hash((self.leaper, self.sides, self.moves.tobytes()))

    def __repr__(self) -> str:
        return f"<closed tour of {' x '.join(map(str, self.sides))} by a {self.leaper}>"


def check_order(chunks: Iterable[ArrayLike], sides: Sequence[int], leaper: Leaper | tuple[int, int] = (1, 2)) -> None:
    """Check that chunks of square indices, one after the other, are a closed tour; one bit of memory a square.

    Parameters
    ----------
    chunks
        The visiting order, such as `stream_order` yields it.
    sides
        Those of the board.
    leaper
        The leaper, in as many dimensions; or its (a, b).

    Raises
    ------
    InvalidTourney
        Naming the first square that is off the board, visited twice or not a step from the one before it; or the first
        one that is not visited.
    """
    from destrier.core.leaper_walks import find_misstep, find_unvisited

    shape = check_sides(sides)
    piece = leaper if isinstance(leaper, Leaper) else Leaper(*leaper, len(shape))
    if piece.dimensions != len(shape):
        raise DestrierError(f"a {piece} is not one of a board of {len(shape)} dimensions")
    size = math.prod(shape)
    refuse_beyond_memory(f"checking a tour of {times(shape)}", size // 8)
    seen = np.zeros(size // 64 + 1, np.uint64)
    first = last = -1
    count = 0
    for chunk in chunks:
        squares = np.asarray(chunk)
        if squares.ndim != 1 or (squares.size and squares.dtype.kind not in "iu"):
            raise InvalidTourney(f"a chunk is a sequence of indices, not {squares.ndim}-dimensional {squares.dtype}")
        if not squares.size:
            continue
        visits = squares.astype(np.int64, copy=False)
        fault, what = find_misstep(visits, last, np.array(shape), piece.short, piece.long, seen)
        if what:
            raise InvalidTourney(_misstep(what, int(visits[fault]), int(visits[fault - 1]) if fault else last, shape))
        first = int(visits[0]) if first < 0 else first
        last = int(visits[-1])
        count += visits.size
    if count < size:
        raise InvalidTourney(f"square {_name(int(find_unvisited(seen)), shape)} is never visited")
    if find_misstep(np.array([first]), last, np.array(shape), piece.short, piece.long, np.zeros_like(seen))[1]:
        raise InvalidTourney(_misstep(_NO_STEP, first, last, shape))


def save_order(chunks: Iterable[ArrayLike], sides: Sequence[int], path: StrPath) -> None:
    """Write a visiting order that comes in chunks as `.npy`, `int64` (squares,), checking it as `check_order` does.

    Raises
    ------
    InvalidTourney
        If it is no closed tour of a knight; there is no file then.
    """
    shape = check_sides(sides)
    with replacing_order(path, math.prod(shape)) as file:

        def written() -> Iterable[ArrayLike]:
            for chunk in chunks:
                file.write(np.ascontiguousarray(chunk, "<i8").data)
                yield chunk

        check_order(written(), shape)


_OFF, _TWICE, _NO_STEP = 1, 2, 3
"""What `find_misstep` finds."""


def _misstep(what: int, square: int, before: int, sides: tuple[int, ...]) -> str:
    if what == _OFF:
        return f"index {square} is off the board of {times(sides)}"
    if what == _TWICE:
        return f"square {_name(square, sides)} is visited twice"
    return f"from square {_name(before, sides)} to {_name(square, sides)} is not a step"


def check_sides(sides: Sequence[int]) -> tuple[int, ...]:
    """The sides of a board as a tuple; `DestrierError` if they are none."""
    shape = tuple(sides)
    for side in shape:
        if isinstance(side, bool) or not isinstance(side, int | np.integer) or side < 1:
            raise DestrierError(f"the sides of a board are at least 1, not {side!r}")
    if len(shape) < 2:
        raise DestrierError(f"a board has at least 2 sides, not {len(shape)}")
    if math.prod(map(int, shape)) > _LONGEST_ORDER:
        raise DestrierError(f"a board has at most {_LONGEST_ORDER:,} squares, not {times(shape)}")
    return tuple(map(int, shape))


def _strides(sides: Sequence[int]) -> Squares:
    """How far one step along each axis leads in square indices."""
    return np.array([math.prod(sides[axis + 1 :]) for axis in range(len(sides))], np.int64)


def _name(square: int, sides: tuple[int, ...]) -> str:
    return ",".join(str(int(place)) for place in np.unravel_index(square, sides))


def times(sides: Sequence[int]) -> str:
    """Sides in words, for messages: `8 x 8 x 3`."""
    return " x ".join(map(str, sides))


# Crossings


def _count_crossings(moves: StepBits, leaper: Leaper) -> int:
    """Sum over all ways in which two steps cross, up to shifts, of how often that occurs."""
    down = [(moves >> np.uint8(step) & np.uint8(1)).astype(np.bool_) for step in range(4, 8)]
    count = 0
    for one, other, drow, dcol in _crossing_pairs(leaper):
        here, there = shift_slices(moves.shape, (drow, dcol))
        count += int(np.count_nonzero(down[one][here] & down[other][there]))
    return count


def _crossing_pairs(leaper: Leaper) -> list[tuple[int, int, int, int]]:
    """Two downward steps, and how far the second begins from the first, where they cross; each pair once.

    As a is 1 in the leapers of ours, or prime to b, no point of the grid is inside a step: two steps cross where the
    ends of each lie on different sides of the other.
    """
    down = leaper.steps[4:].tolist()
    reach = range(-2 * leaper.long, 2 * leaper.long + 1)
    return [
        (one, other, drow, dcol)
        for one, first in enumerate(down)
        for other, second in enumerate(down)
        if one < other  # those that are parallel do not cross
        for drow in reach
        for dcol in reach
        if interiors_meet((0, 0), tuple(first), (drow, dcol), (drow + second[0], dcol + second[1]))
    ]
