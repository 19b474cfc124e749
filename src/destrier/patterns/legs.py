"""Find a square of a tour by its position, and its position by the square, in constant time, without the board.

Source: destrier; it generalizes Lemma 3 of Besa et al., "Taming the Knight's Tour" (2020), to every tour that is laid
from a few parts.

The board is cut into *zones* (see `zones`). In a straight zone the piece goes on in one direction, in one *leg*;
elsewhere each move is a leg of its own. So a tour has few legs, compared with its squares, but still as many as the
board has rows.

Most of them come in *loops*: after some legs the piece is in the same zone, at a square with the same moves, displaced
by some vector, and from there on each leg is displaced by a vector of its own. That vector follows from the one of the
leg before: after a single move it is the same; after a leg that ends at a cut it is the shadow that it casts on the
cut, along the leg. A loop is ridden again until one of its legs comes to another zone, and how often that is follows by
division. So the walk round the tour jumps from zone to zone, and the whole tour is a short list of *stretches*, each a
loop of legs that is ridden some number of times. The lengths of the legs, and so their times, are arithmetic
progressions, and the moves before the n-th time are a quadratic polynomial in n.

A position is found by bisection for the stretch, a square root, made exact in integers, and bisection for the leg. A
square is followed back to where its leg enters the zone. There it is compared with the legs that begin at squares of
the same place in the same zone's array.
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

    from destrier.core.board import Grid
    from destrier.core.types import Square, Squares
    from destrier.patterns.zones import Part

    Table: TypeAlias = NDArray[np.int64]

_BEYOND: Final = 1 << 62
"""A sum that no square has."""

_LEAST_TIMES: Final = 2
"""How often a loop is ridden at least; one that is ridden once is a list of legs like any other."""


class _Leg(NamedTuple):
    """Moves in a line, and how they change each time that their loop is ridden."""

    row: int
    col: int
    down: int
    """The rows of a move; no move follows the last square of a path."""
    right: int
    shift_down: int
    """How much further down the leg begins the next time."""
    shift_right: int
    before: int
    """The moves from the beginning of the loop, the first time."""
    growth: int
    """How many more they are the next time."""
    stretch: int
    times: int
    """How often the loop is ridden."""


class _Stretch(NamedTuple):
    """A loop that is ridden some number of times."""

    start: int
    """The position of its first square."""
    times: int
    first: int
    """The moves of the first time."""
    growth: int
    """How many more there are each time."""


_LEG: Final = np.dtype([(name, np.int64) for name in _Leg._fields])
_STRETCH: Final = np.dtype([(name, np.int64) for name in _Stretch._fields])


class _Tables(NamedTuple):
    """The lookup tables of the kernels."""

    cuts: Table
    """(cuts, 5): the form, the value, and where the parts below and beyond are: another cut, or -1 less the zone."""
    bounds: Table
    """(zones, forms, 4): forms, the least sums in the zone, and the least ones beyond it."""
    corners: Table
    sizes: Table
    """(zones, 2): those of the zone's array."""
    lines: Table
    """(zones, 2): the line of a straight zone, else zero."""
    kinds: Table
    """Where each zone's array begins among the *kinds*: two for each square of all arrays, of which the second one is
    for legs against the line of a straight zone.
    """
    legs_from: Table
    """Where each kind begins among the legs by kind."""
    legs_by_kind: Table
    """The legs by the kind of the square where they begin, and those that are ridden most often first."""
    legs: NDArray[np.void]
    first_legs: Table
    """The first leg of each stretch, and the number of all legs."""
    stretches: NDArray[np.void]
    starts: Table


class Legs:
    """The visiting order of a cycle, or of paths one after the other.

    Parameters
    ----------
    board
        The board as zones.
    steps
        The moves of the piece.
    starts
        The squares from which each path is walked, by its lowest-numbered move; or one square of the cycle. It is in no
        straight zone.
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
        """Return the square indices at a line of positions, which are in the range."""
        squares = np.empty(positions.size, np.int64)
        _find_squares(positions, squares, self._cols, self._tables)
        return squares

    def position_of(self, indices: Squares) -> Squares:
        """Return the positions of a line of square indices of the board; -1 where no path goes."""
        positions = np.empty(indices.size, np.int64)
        _find_positions(indices, positions, self._cols, self._tables)
        return positions

    def write(self, first: int, out: Squares) -> None:
        """Write the square indices from a position on, which do not go beyond the last one."""
        if out.size:
            _write_order(first, out, self._cols, self._tables)


def tour_legs(board: Grid, zones: Part) -> Legs:
    """Return the order of the closed tour of a flat board that is cut into these zones."""
    steps = [(down, right) for down, right in board.leaper.steps.tolist()]
    start = (0, 0) if moves_at(zones, (0, 0)) else (0, 1)
    return Legs(zones, steps, [start], board.sides[1])


# The walk

_Bounds: TypeAlias = dict["Square", tuple[int, int]]
"""For each form by which a zone is bounded, the least sum in it and the least one beyond it."""


class _Ridden(NamedTuple):
    """A leg of the walk."""

    square: Square
    step: Square
    length: int
    zone: int
    form: Square | None
    """The form of the cut at which it ends; `None` if it is a single move of a zone that is not straight."""


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
        """For each leg, the zone and the place in its array where it begins."""
        self.stretches: list[_Stretch] = []
        self.first_legs: list[int] = [0]

    def _number(self, part: Part, bounds: _Bounds) -> int:
        """Number the cuts and zones of a part that is within these bounds, and return its own number."""
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
        """Add the path from a square by its lowest-numbered move to its end, or back to the square."""
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
        (row, col), moves, _ = self.zones[zone]
        height, width = moves.shape
        return int((square[0] - row) % height * width + (square[1] - col) % width)

    def _leg(self, square: Square, back: Square | None) -> _Ridden:
        """Return the leg from a square, not back; by the lowest-numbered move if there is no way back."""
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
        """Add what was ridden, with the loop from that place up to this square, and return the square to which riding
        it as often as possible leads; or do nothing if these legs are no loop, or do not come twice.
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
        """Return how often a square is in a zone if it is shifted each time."""
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
        """Return what the kernels need."""
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
    """Follow each square back to where its leg begins: in a straight zone along its line or the opposite way.

    The search is not a function of its own: Numba would count references to all tables for it, and take three times as
    long.
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
                # Most legs are not between the first time and the last one: a product costs less than a division.
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
    """Return how many moves along a line stay in the zone."""
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
    """Return the leg at a position, how often its loop was ridden before, and the moves from its beginning."""
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
    """Return the last time that a loop has begun by then: a guess in floating point, corrected."""
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
    """Bisect without branches, which a processor could mispredict; return the first one if all are beyond."""
    low, size = 0, ascending.size
    while size > 1:
        half = size >> 1
        low += half * (ascending[low + half] <= value)
        size -= half
    return low
