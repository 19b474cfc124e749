"""Knight's tours with few turns in three or more dimensions, made by four knights in formation.

Source: Besa et al., "Taming the Knight's Tour" (2020), Section 5.1.

Two axes span *levels*, flat boards that the quartet visits one after the other, each as it does a rectangle (see
`quartet`): first along a third axis; then, one step further along a fourth, the same levels backwards, and so on, so
that consecutive levels are neighbours along one axis (a reflected Gray code). On every other level the quartet rides as
on the one before, rotated by 180 degrees: from the top right corner to the bottom left one. Only the first and last
levels have a junction. In the other corners, the four knights move to squares from which one knight's move, by two
along the level and by one to the next, takes all four to the beginning of the next level. `docs/leapers.md` shows such
a tour.

Lanes are the four places in the quartet: upper left, upper right, lower left, lower right, in the orientation of the
level. Every level between the first and the last permutes the lanes in the same way. The knights' paths through all
levels are therefore those on three levels, the first, the second and the last, combined with a power of that
permutation. They determine which knights are paired by the path and the last junction. The first junction pairs them
differently, so that the result is a single cycle: the upper two and the lower two or, if these are already paired, the
left two and the right two.

Levels come from patterns, as flat boards do, and two kinds of levels alternate between the first and the last. A board
of any dimension is thus a small one, repeated along each axis, at copy speed. The visiting order follows from the
lanes' paths on a level and does not need the board.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple

import numpy as np

from destrier.core.board import transform
from destrier.core.choices import Goal, Heel
from destrier.core.grid import times
from destrier.core.leaper import MOVES, Leaper
from destrier.core.moves_arrays import output
from destrier.core.space import Space
from destrier.core.tourney import Tourney
from destrier.core.types import MoveBits, Moves, Square, Squares
from destrier.patterns.formation.course import Course, course_of
from destrier.patterns.formation.fit import choose_heel, fits
from destrier.patterns.formation.quartet import (
    COLS,
    FAR_JUNCTIONS,
    NEAR_JUNCTION,
    ROWS,
    START,
    Path,
    end_of_path,
    model,
    moved,
    ride,
    switch,
    way,
)
from destrier.patterns.mosaic import lay
from destrier.patterns.patches import Pattern
from destrier.support.errors import UnsupportedBoard

_NEAR_JUNCTIONS: Final[dict[str, tuple[Path, ...]]] = {
    "rows": NEAR_JUNCTION,
    "columns": (((-5, 1), "77527427431"), ((-5, 0), "65006342052")),
}
"""The junctions in the bottom left corner: they pair the upper and the lower two, or the left and the right two."""

FROM_BELOW: Final[tuple[Path, ...]] = (((-4, 0), "6703"), ((-5, 0), "650713"), ((-4, 1), "5703"), ((-5, 1), "560723"))
"""The paths from that corner, backwards, to where the quartet enters a level."""

BEGIN: Final = (-4, 2)
"""The square where the top left knight of the quartet enters a level, relative to the bottom left corner."""

TO_ABOVE: Final[dict[tuple[int, int], tuple[Path, ...]]] = {
    (0, 3): (((3, -1), "25327"), ((3, -2), "13"), ((4, -1), "214"), ((4, -2), "1253631630")),
    (0, 4): (((5, -2), "333177276"), ((4, -2), "3330706"), ((5, -1), "333277175"), ((4, -1), "3330705")),
    (5, 0): (((1, -7), "0577124"), ((0, -7), "77723"), ((1, -6), "7713"), ((0, -6), "677214")),
    (6, 0): (((1, -8), "0677214"), ((0, -8), "605771241"), ((1, -7), "0577124"), ((0, -7), "506772142")),
}
"""The paths in the top right corner that replace a junction, to where the quartet leaves a level."""

_LEAVE: Final[dict[tuple[int, int], Square]] = {(0, 3): (0, -4), (0, 4): (2, -2), (5, 0): (0, -4), (6, 0): (0, -4)}
"""The square where the top left knight leaves a level, relative to that corner."""

LANES: Final[tuple[Square, ...]] = ((0, 0), (0, 1), (1, 0), (1, 1))
"""The squares of the lanes, relative to the top left one; rotation by 180 degrees maps lane n to lane 3 - n."""

PERIOD: Final = 12
"""The exponent of the permutations of four: raised to it, each becomes the identity."""

_CHUNK: Final = 1 << 20
"""The number of squares in a chunk of the visiting order."""

Lanes = tuple[int, ...]
"""The target of each lane."""


def formation_space(
    space: Space, *, heel: Heel | None = None, minimize: Goal | None = None, out: MoveBits | None = None
) -> Tourney:
    """Return the tour of four knights in formation on a board of three or four dimensions; at copy speed.

    Parameters
    ----------
    heel, minimize
        As for `formation`.

    Raises
    ------
    UnsupportedBoard
        If no two sides fit a level.
    """
    plan = Plan.of(space.sides, choose_heel(heel, minimize))
    moves = output(space, out)
    plan.lay(moves, space.leaper)
    return Tourney.trusted(moves, space, 1)


def check_levels(space: Space) -> None:
    """Raise `UnsupportedBoard` if no two sides fit a level."""
    Plan.of(space.sides, choose_heel(None, None))


class Plan(NamedTuple):
    """The axes that span the levels, and the order of the levels."""

    sides: tuple[int, ...]
    axes: tuple[int, int]
    """The axes of a level's rows and columns."""
    heel: Heel

    @classmethod
    def of(cls, sides: tuple[int, ...], heel: Heel) -> Plan:
        """Return the plan with the fewest turns: a level has four per row, and 5.25 per column."""
        pairs = [axes for axes in permutations(range(len(sides)), 2) if fits(sides[axes[0]], sides[axes[1]])]
        if not pairs:
            other = "; dt.tour takes every rectangle that has a tour" if len(sides) == 2 else ""
            raise UnsupportedBoard(
                "a knight's tour in formation takes boards with one side even and >= 10 and one more >= 10, but "
                f"for 10 x odd, 12 x (4k + 1) and 14 x (4k + 1), not {times(sides)}{other}"
            )
        return cls(sides, min(pairs, key=lambda axes: 4 / sides[axes[1]] + 5.25 / sides[axes[0]]), heel)

    @property
    def rows(self) -> int:
        return self.sides[self.axes[0]]

    @property
    def cols(self) -> int:
        return self.sides[self.axes[1]]

    @property
    def others(self) -> list[int]:
        """The axes along which the levels are arranged."""
        return [axis for axis in range(len(self.sides)) if axis not in self.axes]

    @property
    def levels(self) -> int:
        """The number of levels."""
        return math.prod(self.sides[axis] for axis in self.others)

    @property
    def strides(self) -> list[int]:
        """The change of the square index by a step along each axis."""
        return [math.prod(self.sides[axis + 1 :]) for axis in range(len(self.sides))]

    def offset(self, square: Square) -> int:
        """Return the index of a square relative to its level's first one; negative coordinates count from the end."""
        (row, col), (rows_axis, cols_axis) = square, self.axes
        return row % self.rows * self.strides[rows_axis] + col % self.cols * self.strides[cols_axis]

    @property
    def leave(self) -> Square:
        """The square where the top left knight leaves a level, relative to the top right corner."""
        return _leave(*model(self.rows, self.cols))

    # The knights' lanes

    def lanes(self, begin: str, end: str) -> Lanes:
        """Return the lane of the next level, or of this one if it is the last, to which a level leads each lane."""
        return _lanes(*model(self.rows, self.cols), begin, end)

    def there(self) -> Lanes:
        """Return the lane of the last level that each lane of the second level reaches."""
        return power(self.lanes("below", "above"), self.levels - 2)

    def junction(self) -> str:
        """Return the first junction, which pairs lanes differently from the rest of the tour."""
        if self.levels == 1:
            return "rows"
        there = _followed(self.lanes("", "above"), self.there())
        return "columns" if inverse(there)[self.lanes("below", "junction")[there[0]]] == 1 else "rows"

    # Levels

    def small(self, begin: str, end: str) -> Moves:
        """Return the moves of a small level with the same effect on the lanes."""
        return _small_level(*model(self.rows, self.cols), self.heel, begin, end)

    def level(self, begin: str, end: str) -> Moves:
        """Return the moves of a level."""
        moves = np.empty((self.rows, self.cols), np.uint8)
        lay(self.pattern(begin, end), moves)
        return moves

    def pattern(self, begin: str, end: str) -> Pattern:
        """Return the pattern of a level."""
        return Pattern(self.small(begin, end), *self._spans())

    def _spans(self) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        """Return the rows and columns of a small level that are repeated, also after rotation by 180 degrees."""
        height, width = model(self.rows, self.cols)
        return ROWS[1] if height < self.rows else None, COLS[1] if width < self.cols else None

    # The moves array

    def lay(self, moves: MoveBits, leaper: Leaper) -> None:
        """Fill the array of the whole board."""
        steps = self._steps_of_moves(leaper)
        view = np.moveaxis(moves, self.axes, (-2, -1))
        if self.levels > 2:
            self._lay_alternating(moves, steps)
        begin = self.junction()
        last = self._corner(self.levels - 1)
        if self.levels == 1:
            view[last] = steps[self.level(begin, "junction")]
            return
        view[(0,) * len(last)] = steps[self.level(begin, "above")]
        final = self.level("below", "junction")
        view[last] = steps[final if self.levels % 2 else transform(final, "rotate-180")]
        self._join_levels(moves.reshape(-1), leaper)

    def _steps_of_moves(self, leaper: Leaper) -> MoveBits:
        """Return a table from bytes of moves on a level to bits of the leaper's steps."""
        codes = np.arange(256)
        table = np.zeros(256, leaper.dtype)
        for move, vector in enumerate(MOVES):
            step = leaper.step(self._vector(vector))
            table |= (codes >> move & 1).astype(leaper.dtype) << leaper.dtype.type(step)
        return table

    def _vector(self, move: Square, axis: int | None = None, sign: int = 0) -> list[int]:
        """Return a move on a level, and one step along another axis, as a vector."""
        vector = [0] * len(self.sides)
        vector[self.axes[0]], vector[self.axes[1]] = move
        if axis is not None:
            vector[axis] = sign
        return vector

    def _lay_alternating(self, moves: MoveBits, steps: MoveBits) -> None:
        """Fill all levels with the moves of interior levels, by repeating a small board along each axis."""
        even = self.small("below", "above")
        both = steps[even], steps[transform(even, "rotate-180")]
        shape = [min(self.sides[axis], 2) for axis in self.others]
        small = np.empty((*shape, *even.shape), moves.dtype)
        for place in np.ndindex(*shape):
            small[place] = both[sum(place) % 2]
        spans: list[tuple[int, int] | None] = [(0, 2)] * len(self.sides)
        for axis, span in zip(self.axes, self._spans(), strict=True):
            spans[axis] = span
        _repeat(np.moveaxis(small, (-2, -1), self.axes), spans, moves)

    def _join_levels(self, flat: MoveBits, leaper: Leaper) -> None:
        """Add the knight's moves from each level to the next."""
        places = self.coordinates(np.arange(self.levels))
        origins = self.origins(np.arange(self.levels))
        onward = np.diff(places, axis=0)
        offsets = leaper.offsets(self.sides)
        far = self.offset((-1, -1))
        row, col = self.leave
        move = (1 - BEGIN[0] - 3 - row, -BEGIN[1] - 2 - col)
        for parity in (0, 1):
            for number, axis in enumerate(self.others):
                for sign in (1, -1):
                    levels = np.flatnonzero(onward[parity::2, number] == sign) * 2 + parity
                    turned = (-move[0], -move[1]) if parity else move
                    step = leaper.step(self._vector(turned, axis, sign))
                    for down, right in LANES:
                        offset = self.offset((row + down, col + right))
                        squares = origins[levels] + (far - offset if parity else offset)
                        flat[squares] |= leaper.dtype.type(1 << step)
                        flat[squares + offsets[step]] |= leaper.dtype.type(1 << leaper.opposite(step))

    def course(self) -> Course:
        """Return the course of the four knights, level by level."""
        flat = course_of(way(self.rows, self.cols), moved)
        sides = np.array([self.rows, self.cols])
        entry, leave = np.array(BEGIN) % sides, np.array(self.leave) % sides
        others, places = self.coordinates(np.arange(self.levels)), []
        for level in range(self.levels):
            before, after = [entry] if level else [], [leave] if level < self.levels - 1 else []
            on_level = Course(np.array([*before, *flat.places, *after]), flat.block)
            on_board = np.empty((len(on_level.places), len(self.sides)), np.int64)
            on_board[:, self.axes] = (
                on_level.flipped((self.rows, self.cols), (0, 1)) if level % 2 else on_level
            ).places
            on_board[:, self.others] = others[level]
            places.append(on_board)
        block = tuple(2 if axis in self.axes else 1 for axis in range(len(self.sides)))
        return Course(np.concatenate(places), block)

    def coordinates(self, levels: Squares) -> Squares:
        """Return the coordinates of levels along the other axes, in the order of a reflected Gray code."""
        places = np.empty((len(levels), len(self.others)), np.int64)
        rest = levels
        for number in reversed(range(len(self.others))):
            side = self.sides[self.others[number]]
            rest, place = np.divmod(rest, side)
            places[:, number] = np.where(rest % 2, side - 1 - place, place)
        return places

    def indices_on(self, levels: Squares, squares: Squares) -> Squares:
        """Return the indices of squares on levels, given their indices on the first level."""
        offsets = self.offsets(squares)
        return self.origins(levels) + np.where(levels % 2, self.offset((-1, -1)) - offsets, offsets)

    def levels_of(self, indices: Squares) -> tuple[Squares, Squares]:
        """Return the levels of square indices, and the indices on the first level; the inverse of `indices_on`."""
        places = [indices // stride % side for stride, side in zip(self.strides, self.sides, strict=True)]
        levels = np.zeros_like(indices)
        for axis in self.others:
            levels = levels * self.sides[axis] + np.where(levels % 2, self.sides[axis] - 1 - places[axis], places[axis])
        squares = places[self.axes[0]] * self.cols + places[self.axes[1]]
        return levels, np.where(levels % 2, self.rows * self.cols - 1 - squares, squares)

    def _corner(self, level: int) -> tuple[int, ...]:
        """Return the coordinates of a level along the other axes."""
        return tuple(self.coordinates(np.array([level]))[0].tolist())

    def offsets(self, squares: Squares) -> Squares:
        """Return the indices of squares relative to the first square of their level."""
        rows, cols = np.divmod(squares, self.cols)
        offsets: Squares = rows * self.strides[self.axes[0]] + cols * self.strides[self.axes[1]]
        return offsets

    def origins(self, levels: Squares) -> Squares:
        """Return the indices of the first squares of levels."""
        strides = np.array([self.strides[axis] for axis in self.others], np.int64)
        origins: Squares = self.coordinates(levels) @ strides
        return origins


@cache
def _leave(rows: int, cols: int) -> Square:
    """Return the square where the top left knight leaves a small level, relative to the top right corner."""
    *_, ((row, col), _) = way(rows, cols)
    return _LEAVE[cols - 2 - col, row]


@cache
def _lanes(rows: int, cols: int, begin: str, end: str) -> Lanes:
    """Return the lane of the next level, or of this one if it is the last, to which a small level leads each lane."""
    moves = _small_level(rows, cols, "formation", begin, end)  # all heels have the same effect on the lanes
    first = BEGIN if begin else START
    last = _leave(rows, cols) if end == "above" else first
    lanes = []
    for down, right in LANES:
        row, col = end_of_path(moves, ((first[0] + down) % rows, (first[1] + right) % cols))
        lane = LANES.index((row - last[0] % rows, col - last[1] % cols))
        lanes.append(3 - lane if end == "above" else lane)
    return tuple(lanes)


@cache
def _small_level(rows: int, cols: int, heel: Heel, begin: str, end: str) -> Moves:
    """Return the moves of a small level.

    It begins at a junction of `rows` or `columns`, or comes from `below`; it ends at a `junction` or goes `above`. An
    empty `begin` leaves out the beginning.
    """
    moves = np.zeros((rows, cols), np.uint8)
    for place, word in way(rows, cols):
        ride(moves, word, place, heel)
    corner = cols - 2 - place[1], place[0]
    begins = {"": (), "below": FROM_BELOW, **_NEAR_JUNCTIONS}
    ends = {"above": TO_ABOVE[corner], "junction": FAR_JUNCTIONS[corner]}
    for path in begins[begin] + ends[end]:
        switch(moves, path)
    return moves


def _repeat(small: MoveBits, spans: list[tuple[int, int] | None], out: MoveBits) -> None:
    """Fill a board from a small one by repeating the part between the given coordinates of each axis, if any."""
    longer = [axis for axis, side in enumerate(out.shape) if side != small.shape[axis]]
    for axis in reversed(longer):
        span = spans[axis]
        assert span is not None
        numbers = np.arange(out.shape[axis])
        end = span[1] + out.shape[axis] - small.shape[axis]
        numbers[span[0] : end] = span[0] + (numbers[span[0] : end] - span[0]) % (span[1] - span[0])
        numbers[end:] -= out.shape[axis] - small.shape[axis]
        small = np.take(small, numbers, axis=axis, out=out if axis == longer[0] else None, mode="clip")
    if not longer:
        out[:] = small


# Permutations of the lanes


def _followed(one: Lanes, other: Lanes) -> Lanes:
    """Return the permutation that applies `one`, then `other`."""
    return tuple(other[lane] for lane in one)


def power(lanes: Lanes, times: int) -> Lanes:
    """Return a power of the permutation."""
    result: Lanes = (0, 1, 2, 3)
    for _ in range(times % PERIOD):
        result = _followed(result, lanes)
    return result


def inverse(lanes: Lanes) -> Lanes:
    """Return the inverse permutation."""
    return tuple(lanes.index(lane) for lane in range(4))
