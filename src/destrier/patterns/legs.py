"""Constant-time lookup of squares by position, and of positions by square, without the board.

Source: destrier; it generalizes Lemma 3 of Besa et al., "Taming the Knight's Tour" (2020), to every tour assembled from
a few parts.

The board is cut into *zones* (see `zones`). In a straight zone the piece continues in one direction, in one *leg*;
elsewhere each move is a leg of its own. A tour therefore has few legs compared with its squares, but still as many as
the board has rows.

Most legs come in *loops*: after some legs the piece is in the same zone, at a square with the same moves, displaced by
some vector, and from then on each leg is displaced by its own vector. This vector follows from that of the previous
leg: after a single move it is the same; after a leg that ends at a cut it is the projection onto the cut, along the
leg. A loop is repeated until one of its legs reaches another zone; the number of repetitions follows by division. The
walk around the tour thus jumps from zone to zone, and the whole tour is a short list of *stretches*, each a loop of
legs with a number of repetitions. The lengths of the legs are arithmetic progressions in n, the number of the
repetition, and the number of moves before it is a quadratic polynomial in n.

A position is found by bisection for the stretch, a square root (corrected to be exact in integers) for the repetition,
and bisection for the leg. A square is followed back to where its leg enters the zone, and compared with the legs that
begin at the same place in the zone's array.
"""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from destrier.patterns.zones import Zone, moves_at
from destrier.support.kernels import kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from destrier.core.grid import Grid
    from destrier.core.types import Square, Squares
    from destrier.patterns.zones import Part

    Integers: TypeAlias = NDArray[np.int64]

_BEYOND: Final = 1 << 62
"""A sum larger than that of any square."""

_LEAST_TIMES: Final = 2
"""Minimum number of repetitions of a loop; a loop ridden once is stored like any other list of legs."""


class _Leg(NamedTuple):
    """Moves in a line, and their change with each repetition of the loop."""

    row: int
    col: int
    down: int
    """The row step of a move; zero after the last square of a path."""
    right: int
    shift_down: int
    """The row displacement of the leg's beginning per repetition."""
    shift_right: int
    before: int
    """The number of moves from the beginning of the loop, in its first repetition."""
    growth: int
    """The increase of that number per repetition."""
    stretch: int
    times: int
    """The number of repetitions of the loop."""


class _Stretch(NamedTuple):
    """A loop with a number of repetitions."""

    start: int
    """The position of its first square."""
    times: int
    first: int
    """The number of moves of the first repetition."""
    growth: int
    """The increase of that number per repetition."""


_LEG: Final = np.dtype([(name, np.int64) for name in _Leg._fields])
_STRETCH: Final = np.dtype([(name, np.int64) for name in _Stretch._fields])


class _Tables(NamedTuple):
    """The lookup tables of the kernels."""

    cuts: Integers
    """(cuts, 5): the form, the value, and the parts on either side: another cut, or -1 minus the zone."""
    bounds: Integers
    """(zones, forms, 4): forms, the smallest sums in the zone, and the smallest ones beyond it."""
    corners: Integers
    sizes: Integers
    """(zones, 2): the sides of the zone's array."""
    lines: Integers
    """(zones, 2): the line of a straight zone, else zero."""
    kinds: Integers
    """The offset of each zone's array among the *kinds*: two for each square of all arrays, the second one for legs
    against the line of a straight zone.
    """
    legs_from: Integers
    """The offset of each kind in `legs_by_kind`."""
    legs_by_kind: Integers
    """The legs sorted by the kind of their first square, those with the most repetitions first."""
    legs: NDArray[np.void]
    first_legs: Integers
    """The first leg of each stretch, and the total number of legs."""
    stretches: NDArray[np.void]
    starts: Integers


class Legs:
    """The visiting order of a cycle, or of consecutive paths.

    Parameters
    ----------
    board
        The board as zones.
    steps
        The moves of the piece.
    starts
        The square from which each path is walked, along its lowest-numbered move; or one square of the cycle. They must
        not be in straight zones.
    cols
        The columns of the board.
    """

    size: int
    """The number of squares."""
    paths: tuple[int, ...]
    """The position at which each path begins."""

    def __init__(self, board: Part, steps: Sequence[Square], starts: Sequence[Square], cols: int) -> None:
        self._cols = cols
        walk = _Walk(board, steps)
        paths = []
        for start in starts:
            paths.append(walk.length)
            walk.follow(start)
        self.size, self.paths = walk.length, tuple(paths)
        self._tables = walk.tables()

    def index_at(self, positions: Squares) -> Squares:
        """Return the square indices at a one-dimensional array of positions, all in range."""
        squares = np.empty(positions.size, np.int64)
        _find_squares(positions, squares, self._cols, self._tables)
        return squares

    def position_of(self, indices: Squares) -> Squares:
        """Return the positions of a one-dimensional array of square indices; -1 for squares on no path."""
        positions = np.empty(indices.size, np.int64)
        _find_positions(indices, positions, self._cols, self._tables)
        return positions

    def write(self, first: int, out: Squares) -> None:
        """Write the square indices from a position on, not beyond the last one."""
        if out.size:
            _write_order(first, out, self._cols, self._tables)


def tour_legs(board: Grid, zones: Part) -> Legs:
    """Return the order of the closed tour of a flat board with these zones."""
    steps = [(down, right) for down, right in board.leaper.steps.tolist()]
    start = (0, 0) if moves_at(zones, (0, 0)) else (0, 1)
    return Legs(zones, steps, [start], board.sides[1])


# The walk

_Bounds: TypeAlias = dict["Square", tuple[int, int]]
"""For each form that bounds a zone, the smallest sum in it and the smallest sum beyond it."""


class _Ridden(NamedTuple):
    """A leg of the walk."""

    square: Square
    step: Square
    length: int
    zone: int
    form: Square | None
    """The form of the cut at which it ends; `None` for a single move in a zone that is not straight."""


class _Walk:
    """A walk along the paths of a board, from stretch to stretch."""

    def __init__(self, board: Part, steps: Sequence[Square]) -> None:
        self.steps = steps
        self.length = 0
        self.zones: list[Zone] = []
        self.bounds: list[_Bounds] = []
        self.cuts: list[list[int]] = []
        self._number(board, {})
        self.legs: list[_Leg] = []
        self.kinds: list[tuple[int, int]] = []
        """For each leg, the zone, and the place in its array, where it begins."""
        self.stretches: list[_Stretch] = []
        self.first_legs: list[int] = [0]

    def _number(self, part: Part, bounds: _Bounds) -> int:
        """Number the cuts and zones of a part within these bounds, and return the number of the part."""
        if isinstance(part, Zone):
            self.zones.append(part)
            self.bounds.append(bounds)
            return -len(self.zones)
        number = len(self.cuts)
        least, beyond = bounds.get(part.form, (-_BEYOND, _BEYOND))
        self.cuts.append([*part.form, part.value])
        sides = (part.below, (least, min(part.value, beyond))), (part.beyond, (max(part.value, least), beyond))
        for part_of, between in sides:
            self.cuts[number].append(self._number(part_of, {**bounds, part.form: between}))
        return number

    def follow(self, start: Square) -> None:
        """Add the path from a square along its lowest-numbered move, to its end or back to the square."""
        ridden: list[_Ridden] = []
        met: dict[tuple[int, int, Square], list[int]] = defaultdict(list)
        square, back = start, None
        while back is None or square != start:
            leg = self._leg(square, back)
            places = met[leg.zone, self._kind(square, leg.zone), leg.step] if leg.form is None else []
            onward = next(filter(None, (self._add_loop(ridden, place, square) for place in reversed(places))), None)
            if onward:
                square, ridden = onward, []
                met.clear()
                continue
            places.append(len(ridden))
            ridden.append(leg)
            if leg.step == (0, 0):
                break
            square = square[0] + leg.length * leg.step[0], square[1] + leg.length * leg.step[1]
            back = -leg.step[0], -leg.step[1]
        self._add_once(ridden)

    def _zone_at(self, square: Square) -> int:
        part = 0 if self.cuts else -1
        while part >= 0:
            down, right, value, below, beyond = self.cuts[part]
            part = below if down * square[0] + right * square[1] < value else beyond
        return -1 - part

    def _kind(self, square: Square, zone: int) -> int:
        (row, col), moves, *_ = self.zones[zone]
        height, width = moves.shape
        return int((square[0] - row) % height * width + (square[1] - col) % width)

    def _leg(self, square: Square, back: Square | None) -> _Ridden:
        """Return the onward leg from a square; at the start of a path, along the lowest-numbered move."""
        zone = self._zone_at(square)
        moves = int(self.zones[zone].moves.flat[self._kind(square, zone)])
        steps = [step for number, step in enumerate(self.steps) if moves >> number & 1 and step != back]
        step = steps[0] if steps else (0, 0)
        if not self.zones[zone].is_straight:
            return _Ridden(square, step, 1, zone, None)
        lengths = []
        for form, (least, beyond) in self.bounds[zone].items():
            a, b = form
            value, change = a * square[0] + b * square[1], a * step[0] + b * step[1]
            if change:
                room = beyond - 1 - value if change > 0 else value - least
                lengths.append((room // abs(change) + 1, form))
        length, form = min(lengths)
        return _Ridden(square, step, length, zone, form)

    def _add_loop(self, ridden: list[_Ridden], place: int, square: Square) -> Square | None:
        """Add the legs ridden so far, with a loop from that place to this square, and return the square after it.

        The loop is repeated as often as possible. If the legs are not a loop, or cannot be repeated, do nothing.
        """
        loop = ridden[place:]
        start = loop[0].square
        whole = shift = square[0] - start[0], square[1] - start[1]
        shifts, longer, times = [], [], _BEYOND
        for leg, onward in zip(loop, [*(leg.square for leg in loop[1:]), square], strict=True):
            height, width = self.zones[leg.zone].moves.shape
            if shift[0] % height or shift[1] % width:
                return None
            shifts.append(shift)
            longer.append(0)
            times = min(times, self._times(leg.square, shift, leg.zone))
            if leg.form is not None:
                a, b = leg.form
                longer[-1], rest = divmod(a * shift[0] + b * shift[1], -a * leg.step[0] - b * leg.step[1])
                if rest:
                    return None
                shift = shift[0] + longer[-1] * leg.step[0], shift[1] + longer[-1] * leg.step[1]
                last = onward[0] - leg.step[0], onward[1] - leg.step[1]
                times = min(times, self._times(last, shift, leg.zone))
        if shift != whole or times < _LEAST_TIMES:
            return None
        self._add_once(ridden[:place])
        self._add(loop, times, shifts, longer)
        return start[0] + times * whole[0], start[1] + times * whole[1]

    def _times(self, square: Square, shift: Square, zone: int) -> int:
        """Return the number of times that a square can be shifted before it leaves a zone."""
        times = _BEYOND
        for (a, b), (least, beyond) in self.bounds[zone].items():
            value, change = a * square[0] + b * square[1], a * shift[0] + b * shift[1]
            if change:
                times = min(times, (beyond - 1 - value if change > 0 else value - least) // abs(change) + 1)
        return times

    def _add_once(self, ridden: list[_Ridden]) -> None:
        if ridden:
            self._add(ridden, 1, [(0, 0)] * len(ridden), [0] * len(ridden))

    def _add(self, loop: list[_Ridden], times: int, shifts: Iterable[Square], longer: list[int]) -> None:
        *befores, first = accumulate((leg.length for leg in loop), initial=0)
        *growths, growth = accumulate(longer, initial=0)
        for leg, shift, before, more in zip(loop, shifts, befores, growths, strict=True):
            self.legs.append(_Leg(*leg.square, *leg.step, *shift, before, more, len(self.stretches), times))
            self.kinds.append((leg.zone, self._kind(leg.square, leg.zone)))
        self.stretches.append(_Stretch(self.length, times, first, growth))
        self.first_legs.append(len(self.legs))
        self.length += times * first + growth * (times * (times - 1) // 2)

    def tables(self) -> _Tables:
        """Return the tables for the kernels."""
        most = max(map(len, self.bounds))
        bounds = np.zeros((len(self.zones), most, 4), np.int64)
        for zone, known in enumerate(self.bounds):
            for number, (form, between) in enumerate(known.items()):
                bounds[zone, number] = *form, *between
        lines = [self._line(zone) for zone in self.zones]
        firsts = np.array([0, *accumulate(2 * zone.moves.size for zone in self.zones)])
        kinds = [
            firsts[zone] + 2 * kind + (self.zones[zone].is_straight and (leg.down, leg.right) != lines[zone])
            for leg, (zone, kind) in zip(self.legs, self.kinds, strict=True)
        ]
        often = [-leg.times for leg in self.legs]
        return _Tables(
            np.array(self.cuts, np.int64).reshape(-1, 5),
            bounds,
            np.array([zone.corner for zone in self.zones]),
            np.array([zone.moves.shape for zone in self.zones]),
            np.array(lines),
            firsts[:-1],
            np.searchsorted(np.sort(kinds), np.arange(firsts[-1] + 1)),
            np.lexsort((often, kinds)),
            np.array(self.legs, _LEG),
            np.array(self.first_legs),
            np.array(self.stretches, _STRETCH),
            np.array([stretch.start for stretch in self.stretches]),
        )

    def _line(self, zone: Zone) -> Square:
        return self.steps[int(zone.moves.flat[0]).bit_length() - 1] if zone.is_straight else (0, 0)


# The kernels


@kernel
def _find_squares(positions, squares, cols, tables):
    for number in range(positions.size):
        leg, time, before = _leg_at(positions[number], tables)
        row, col = _place(tables.legs[leg], time, before)
        squares[number] = row * cols + col


@kernel
def _write_order(first, squares, cols, tables):
    """Write the squares from a position on, leg by leg."""
    number, (place, time, before) = 0, _leg_at(first, tables)
    stretch = tables.legs[place].stretch
    while True:
        legs = tables.first_legs[stretch], tables.first_legs[stretch + 1]
        loop = tables.stretches[stretch]
        while time < loop.times:
            beyond = loop.first + time * loop.growth
            while place < legs[1]:
                leg = tables.legs[place]
                place += 1
                end = beyond
                if place < legs[1]:
                    end = tables.legs[place].before + time * tables.legs[place].growth
                begin = leg.before + time * leg.growth + before
                row, col = _place(leg, time, before)
                square, step = row * cols + col, leg.down * cols + leg.right
                count = min(end - begin, squares.size - number)
                for ahead in range(count):
                    squares[number + ahead] = square + ahead * step
                number += count
                before = 0
                if number == squares.size:
                    return
            place = legs[0]
            time += 1
        stretch += 1
        place, time = tables.first_legs[stretch], 0


@kernel
def _find_positions(squares, positions, cols, tables):
    """Follow each square back to where its leg begins, in a straight zone along its line in either direction.

    The search is inlined: in a separate function, Numba's reference counting for all tables would triple the time.
    """
    for number in range(squares.size):
        row, col = divmod(squares[number], cols)
        zone = _zone_at(row, col, tables)
        down, right = tables.lines[zone, 0], tables.lines[zone, 1]
        height, width = tables.sizes[zone, 0], tables.sizes[zone, 1]
        positions[number] = -1
        is_straight = down != 0 or right != 0
        for is_opposite in range(1 + is_straight):
            back = _moves_within(row, col, -down, -right, zone, tables) if is_straight else 0
            top, left = row - back * down, col - back * right
            place = (top - tables.corners[zone, 0]) % height * width + (left - tables.corners[zone, 1]) % width
            kind = tables.kinds[zone] + 2 * place + is_opposite
            for candidate in range(tables.legs_from[kind], tables.legs_from[kind + 1]):
                leg = tables.legs[tables.legs_by_kind[candidate]]
                further_down, further_right = top - leg.row, left - leg.col
                beyond_down = further_down - (leg.times - 1) * leg.shift_down
                beyond_right = further_right - (leg.times - 1) * leg.shift_right
                # Most legs are outside the range of repetitions, and a product costs less than a division.
                if further_down * beyond_down > 0 or further_right * beyond_right > 0:
                    continue
                time = 0
                if leg.shift_down != 0:
                    time = further_down // leg.shift_down
                elif leg.shift_right != 0:
                    time = further_right // leg.shift_right
                if further_down == time * leg.shift_down and further_right == time * leg.shift_right:
                    loop = tables.stretches[leg.stretch]
                    positions[number] = loop.start + _moves_before(loop, time) + leg.before + time * leg.growth + back
                    break
            if positions[number] >= 0:
                break
            down, right = -down, -right


@kernel
def _zone_at(row, col, tables):
    part = 0 if len(tables.cuts) else -1
    while part >= 0:
        is_beyond = tables.cuts[part, 0] * row + tables.cuts[part, 1] * col >= tables.cuts[part, 2]
        part = tables.cuts[part, 3 + is_beyond]
    return -1 - part


@kernel
def _moves_within(row, col, down, right, zone, tables):
    """Return the number of moves along a line that stay in the zone."""
    moves = 1 << 62
    for number in range(tables.bounds.shape[1]):
        a, b = tables.bounds[zone, number, 0], tables.bounds[zone, number, 1]
        value, change = a * row + b * col, a * down + b * right
        if change > 0:
            moves = min(moves, (tables.bounds[zone, number, 3] - 1 - value) // change)
        elif change < 0:
            moves = min(moves, (value - tables.bounds[zone, number, 2]) // -change)
    return moves


@kernel
def _leg_at(position, tables):
    """Return the leg at a position, the previous repetitions of its loop, and the moves since its beginning."""
    which = _last_not_beyond(tables.starts, position)
    loop = tables.stretches[which]
    since = position - loop.start
    time = _time_at(loop, since)
    since -= _moves_before(loop, time)
    low, size = tables.first_legs[which], tables.first_legs[which + 1] - tables.first_legs[which]
    while size > 1:
        half = size >> 1
        leg = tables.legs[low + half]
        low += half * (leg.before + time * leg.growth <= since)
        size -= half
    return low, time, since - tables.legs[low].before - time * tables.legs[low].growth


@kernel
def _place(leg, time, before):
    row = leg.row + time * leg.shift_down + before * leg.down
    col = leg.col + time * leg.shift_right + before * leg.right
    return row, col


@kernel
def _time_at(loop, since):
    """Return the repetition of a loop in progress after some moves: a floating-point guess, corrected."""
    if loop.growth == 0:
        return since // loop.first
    middle = loop.first - 0.5 * loop.growth
    root = math.sqrt(max(middle * middle + 2.0 * loop.growth * since, 0.0))
    time = min(max(np.int64((root - middle) / loop.growth), 0), loop.times - 1)
    while time > 0 and _moves_before(loop, time) > since:
        time -= 1
    while time + 1 < loop.times and _moves_before(loop, time + 1) <= since:
        time += 1
    return time


@kernel
def _moves_before(loop, time):
    return time * loop.first + loop.growth * (time * (time - 1) // 2)


@kernel
def _last_not_beyond(ascending, value):
    """Bisect without branches, to avoid mispredictions; return the first index if all values are beyond."""
    low, size = 0, ascending.size
    while size > 1:
        half = size >> 1
        low += half * (ascending[low + half] <= value)
        size -= half
    return low
