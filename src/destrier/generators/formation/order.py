"""Find the knight of a `formation` at any time, and the time of any square, in constant time.

Source: Besa et al., "Taming the Knight's Tour" (2020), Lemma 3, for every board and heel.

The tour consists of two paths through each junction, and between them four *tracks*, one for each knight of the
quartet. A track consists of *passes*, each a diagonal and the turn at its end. The squares on the diagonal of pass p
are those with

    col + 2 * (rows below the square) = 6 + 4 * p + lane,

where the *lane*, 0 to 3, is the knight's place in the quartet: lower left, lower right, upper left, upper right.
Passes climb if p is even; pass 0 is only a turn. Nearly all passes come in pairs, one down and one up, and from pair to
pair the length changes by a constant. A *stretch* is a run of such pairs, and the squares before its n-th pair are a
quadratic polynomial in n. Each of the few passes near the corners is a stretch of its own.

So the tour is cut into at most about a hundred *pieces*, each a stretch of one track in either direction, or a path
through a junction. A position is found by bisection and a square root, made exact in integers; a square is found by its
pass and lane if it is on the diagonal, else by trying the turns of the passes next to it.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np
from numba import njit

from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.visits import VisitingOrder
from destrier.generators.formation.fit import choose_heel, refuse_unfit
from destrier.generators.formation.orientation import is_turned
from destrier.generators.formation.quartet import FAR_JUNCTIONS, HEEL, NEAR_JUNCTION, START, climb, fall, moved, ride
from destrier.support.atomic import replacing_order
from destrier.support.errors import DestrierError
from destrier.support.optional import extra
from destrier.support.resources import processors, refuse_beyond_memory

if TYPE_CHECKING:
    from typing import TypeAlias

    import dask.array as da
    from numpy.typing import ArrayLike, NDArray

    from destrier.core.choices import Goal, Heel
    from destrier.core.types import Moves, Square, Squares
    from destrier.generators.formation.quartet import Path
    from destrier.support.types import Progress, StrPath

    Table: TypeAlias = NDArray[np.int64]

_LANES: Final[tuple[Square, ...]] = ((1, 0), (1, 1), (0, 0), (0, 1))
"""The squares of the lanes, relative to the top left one of the quartet."""

_REACH: Final = 12
"""A bound on the rows and columns that a turn leads away."""

_BOX: Final = (8, 12)
"""The rows and columns that hold a junction."""

_PART: Final = 1 << 20
"""The squares of an order that are written at a time."""

_LONGEST_SIDE: Final = 10**9
"""The longest side, such that positions and their sums fit into 64 bits."""

_LONGEST: Final = 40
"""A bound on the squares of a path through a turn or a junction."""


class _Piece(NamedTuple):
    """A stretch of a track, or a path through a junction."""

    start: int
    """The position of the piece in the tour."""
    length: int
    lane: int
    """The lane at its start."""
    pairs: int
    """The number of pairs of passes; 1 also if a pass is alone."""
    first: int
    """The number of moves of the first pair."""
    growth: int
    """The additional moves of each pair over the one before it."""
    back: int
    """Whether the piece is ridden from its end."""


class _Leg(NamedTuple):
    """One pass of a stretch's first pair, and its change from pair to pair."""

    line: int
    depart: int
    """The quartet's column where the pass begins."""
    shift: int
    """How far to the right the pass of the next pair begins."""
    steps: int
    """The number of steps on the diagonal."""
    growth: int
    """The additional steps of the pass of the next pair."""
    slope: int
    """The columns to the right with each step."""
    turn: int
    """The number of the turn."""


_PIECE: Final = np.dtype([(name, np.int64) for name in _Piece._fields])
_LEG: Final = np.dtype([(name, np.int64) for name in _Leg._fields])


class _Pass(NamedTuple):
    """A diagonal, from column to column of the quartet, and the turn at its end."""

    depart: int
    arrive: int
    turn: str

    @property
    def steps(self) -> int:
        return abs(self.arrive - self.depart) // 2


class _Turn(NamedTuple):
    """The squares of each lane's knight from the first in the quartet to the last, and its new lane."""

    paths: tuple[tuple[Square, ...], ...]
    lanes: tuple[int, ...]


class _Stretch(NamedTuple):
    """Pairs of passes from the first pass on, or one pass if there are no pairs."""

    first: int
    pairs: int


class _Course(NamedTuple):
    """The quartet's way on a board with an even number of columns."""

    rows: int
    cols: int
    heel: Heel

    @property
    def passes(self) -> int:
        return (self.cols + 2 * self.rows - 18) // 4

    def pass_at(self, number: int) -> _Pass:
        arrive, turn = self._arrival(number)
        if number == 0:
            return _Pass(arrive, arrive, turn)
        col, turn_before = self._arrival(number - 1)
        return _Pass(moved((0, col), turn_before)[1], arrive, turn)

    def line(self, number: int) -> int:
        """Return the line of the quartet's lower left square."""
        return 6 + 4 * number

    def place(self, number: int, col: int) -> Square:
        """Return the quartet's top left square when it is in a column."""
        return self.rows - 2 - (self.line(number) - col) // 2, col

    def _arrival(self, number: int) -> tuple[int, str]:
        """Return the column where a turn begins, and the turn; a heel includes the diagonal move that it may change."""
        line = self.line(number)
        if number % 2:
            col = self.cols - 4 if line == self.cols + 2 else min(line - 4, self.cols - 2)
            word = fall(self.cols - 2 - col, (line - col) // 2)
            return (col - 2, "d" + word) if word == HEEL else (col, word)
        col = 4 if line == 2 * self.rows - 4 else max(line - 2 * self.rows + 6, 0)
        word = climb(col, self.rows - 2 - (line - col) // 2, self.cols - 2 - col)
        return col, word + "d" * (word == HEEL[::-1])

    def stretches(self) -> list[_Stretch]:
        """Return all passes in order; those that begin or end near the two corners without junctions are alone."""
        bounds = {1, self.passes - 1, self.passes}
        for nearest in ((self.cols - 6) // 4, (2 * self.rows - 8) // 4):
            bounds.update(range(nearest - 3, nearest + 5))
        found, number = [], 0
        for bound in sorted(bounds):
            while number < min(bound, self.passes):
                found.append(_Stretch(number, (bound - number) // 2))
                number += 2 * found[-1].pairs or 1
        return found

    def turn(self, word: str) -> _Turn:
        """Follow the four knights through a turn, on a board of its own."""
        moves = np.zeros((2 * _REACH, 2 * _REACH), np.uint8)
        start = _REACH, _REACH // 2
        ride(moves, word, start, self.heel)
        paths = [_follow(moves, (start[0] + row, start[1] + col)) for row, col in _LANES]
        end = moved(start, word)
        return _Turn(
            tuple(tuple((row - start[0], col - start[1]) for row, col in path) for path in paths),
            tuple(_LANES.index((path[-1][0] - end[0], path[-1][1] - end[1])) for path in paths),
        )


def _follow(moves: Moves, square: Square) -> list[Square]:
    """Return the squares of a path from its end on."""
    path, back = [square], -1
    while onward := [move for move in range(8) if moves[square] >> move & 1 and move != back]:
        square = square[0] + MOVES[onward[0]][0], square[1] + MOVES[onward[0]][1]
        back = (onward[0] + 4) % 8
        path.append(square)
    return path


def _junction(paths: tuple[Path, ...], corner: Square) -> _Turn:
    """Return the paths through a junction, relative to the top left square of the quartet there."""
    by_lane = {}
    for (row, col), digits in paths:
        squares = [(row - corner[0], col - corner[1])]
        for move in map(int, digits):
            squares.append((squares[-1][0] + MOVES[move][0], squares[-1][1] + MOVES[move][1]))
        for path in (squares, squares[::-1]):
            by_lane[_LANES.index(path[0])] = tuple(path)
    ordered = tuple(by_lane[lane] for lane in range(4))
    return _Turn(ordered, tuple(_LANES.index(path[-1]) for path in ordered))


class _Tables(NamedTuple):
    """The lookup tables of the kernels."""

    starts: Table
    """(m,): the positions of the pieces."""
    pieces: NDArray[np.void]
    """(m,) of `_PIECE`."""
    legs: NDArray[np.void]
    """(m, 2) of `_LEG`."""
    firsts: Table
    """(s,): the first passes of the stretches."""
    piece_of: Table
    """(s, 2, 4): the piece of a stretch, by the pass of a pair and the lane in it."""
    moves: Table
    """(t, 4): the moves of a turn, or of a path through a junction, by its first lane."""
    lanes: Table
    """(t, 4): the lane after the turn or path."""
    places: Table
    """(t, 4, `_LONGEST`, 2): its squares, including the first, relative to the top left square of the quartet."""
    visits: Table
    """(t, 2 `_REACH`, 2 `_REACH`): `_LONGEST` * lane + move for the squares of a turn, -1 for others; the top left
    square of the quartet is in the middle."""
    corners: Table
    """(2, 8, 12): the positions of squares in the bottom left and top right corners, -1 outside the junctions."""


class FormationOrder(VisitingOrder):
    """The visiting order of `formation`, of any length, without its board.

    Parameters
    ----------
    rows, cols, heel, minimize
        The same parameters as those of `formation`; up to 10^9 x 10^9.

    Raises
    ------
    UnsupportedBoard
        If the board does not fit.
    """

    board: Board

    def __init__(self, rows: int, cols: int, *, heel: Heel | None = None, minimize: Goal | None = None) -> None:
        self.board = Board(rows, cols)
        self.heel = choose_heel(heel, minimize)
        refuse_unfit(self.board)
        if max(rows, cols) > _LONGEST_SIDE:
            raise DestrierError(f"positions are looked up on boards of up to 10^9 x 10^9, not {self.board}")
        turned = is_turned(rows, cols, self.heel, minimize)
        height, width = self.board.shape[::-1] if turned else self.board.shape
        self._frame = height, width, *((1, height) if turned else (width, 1))
        self._tables = _Builder(_Course(height, width, self.heel)).tables()
        self._origin, self._sign = 0, 1
        self._origin = int(self.position_of(0))
        if self.index_at(1) != 2 * self.board.cols + 1:  # like every order, start with the lowest-numbered move
            self._sign = -1

    def index_at(self, position: ArrayLike) -> Squares:
        """Return the square indices at these positions of the visiting order; negative ones count from its end."""
        positions = self._checked(position, -self.board.size, "position")
        squares = np.empty(positions.shape, np.int64)
        _find_squares(positions.ravel(), squares.reshape(-1), self._tables, self._origin, self._sign, *self._frame)
        return squares[()]

    def position_of(self, index: ArrayLike) -> Squares:
        """Return the positions in the visiting order of these square indices."""
        squares = self._checked(index, 0, "square")
        positions = np.empty(squares.shape, np.int64)
        _find_positions(squares.ravel(), positions.reshape(-1), self._tables, self._origin, self._sign, *self._frame)
        return positions[()]

    def indices(self, start: int = 0, stop: int | None = None, *, out: Squares | None = None) -> Squares:
        """Return the square indices from `start` up to `stop`, some nanoseconds each, on all processors.

        Parameters
        ----------
        start, stop
            The range of positions; by default all.
        out
            The array to write to, `int64` (stop - start,) and contiguous, such as a memory map.
        """
        stop = self.board.size if stop is None else stop
        if not 0 <= start <= stop <= self.board.size:
            raise DestrierError(f"positions are 0 to {self.board.size}, in order, not {start} to {stop}")
        if out is None:
            refuse_beyond_memory("an order", 8 * (stop - start))
            out = np.empty(stop - start, np.int64)
        elif out.shape != (stop - start,) or out.dtype != np.int64 or not out.flags.c_contiguous:
            raise DestrierError(f"out is a contiguous int64 array of {stop - start}, not {out.dtype} {out.shape}")
        state = self._tables, self._origin, self._sign, *self._frame
        parts = range(0, out.size, _PART)
        with ThreadPoolExecutor(processors()) as threads:
            list(threads.map(lambda part: _write_order(start + part, out[part : part + _PART], *state), parts))
        return out

    def dask_indices(self, chunks: int | str = "auto") -> da.Array:
        """Return the order as a Dask array, `int64` (squares,), whose chunks are made when and where they are needed.

        Raises
        ------
        DestrierError
            If Dask is not installed.
        """
        array = extra("dask.array", "cluster", "an order in chunks")
        sizes = array.core.normalize_chunks(chunks, (self.board.size,), dtype=np.int64)
        blocks = array.map_blocks(_block, self, chunks=sizes, dtype=np.int64, meta=np.empty(0, np.int64))
        return cast("da.Array", blocks)

    def save(self, path: StrPath, *, workers: int | None = None, progress: Progress | None = None) -> None:
        """Write the whole order as `.npy`, `int64` (squares,), in parts, on `workers` threads or on all.

        It takes 8 bytes per square on the disk and 8 MB per thread in memory; the file is complete, or absent.
        """
        with replacing_order(path, self.board.size) as file:
            begin, writing = file.tell(), Lock()

            def write(part: int) -> int:
                stop = min(part + _PART, self.board.size)
                squares = np.empty(stop - part, np.int64)
                _write_order(part, squares, self._tables, self._origin, self._sign, *self._frame)
                with writing:
                    file.seek(begin + 8 * part)
                    file.write(squares.astype("<i8", copy=False).data)
                return stop

            with ThreadPoolExecutor(workers or processors()) as threads:
                for stop in threads.map(write, range(0, self.board.size, _PART)):
                    if progress is not None:
                        progress("squares", stop, self.board.size)

    def __reduce__(self) -> tuple[object, tuple[int, int, Heel]]:
        return _restored, (*self.board.shape, self.heel)

    def _checked(self, numbers: ArrayLike, least: int, noun: str) -> Squares:
        asked = np.asarray(numbers)
        if not np.issubdtype(asked.dtype, np.integer):
            raise DestrierError(f"a {noun} is an integer, not {asked.dtype}")
        for extreme in (asked.min(), asked.max()) if asked.size else ():
            if not least <= extreme < self.board.size:
                raise DestrierError(f"there is no {noun} {extreme}: {self.board} has {self.board.size} squares")
        return np.ascontiguousarray(asked, np.int64).reshape(asked.shape)


def _restored(rows: int, cols: int, heel: Heel) -> FormationOrder:
    """Restore an order that was sent to a worker as its sides, without the tables."""
    return FormationOrder(rows, cols, heel=heel)


def _block(order: FormationOrder, block_info: Any) -> Squares:
    """Return a chunk of a Dask array of the order."""
    ((start, stop),) = block_info[None]["array-location"]
    return order.indices(start, stop)


# The pieces


class _Builder:
    """A builder that lists the pieces in the order of the tour."""

    def __init__(self, course: _Course) -> None:
        self.course = course
        self.stretches = course.stretches()
        self.turns: list[_Turn] = []
        self.words: dict[str, int] = {}
        self.pieces: list[_Piece] = []
        self.legs: list[_Leg] = []
        self.length = 0
        self.piece_of = np.full((len(self.stretches), 2, 4), -1)
        self.corners = np.full((2, *_BOX), -1)

    def tables(self) -> _Tables:
        """Go round the tour, and return what the kernels need."""
        rows, cols = self.course.rows, self.course.cols
        last = self.course.pass_at(self.course.passes - 1)
        above, left = moved(self.course.place(self.course.passes - 1, last.arrive), last.turn)
        near = self._add_turn(_junction(NEAR_JUNCTION, START))
        far = self._add_turn(_junction(FAR_JUNCTIONS[cols - 2 - left, above], (above, left - cols)))
        lane = 0
        while not self.pieces or lane != 0:
            lane = self._add_path(near, (rows + START[0], 0), (0, rows - _BOX[0], 0), lane)
            lane = self._add_track(lane)
            lane = self._add_path(far, (above, left), (1, 0, cols - _BOX[1]), lane)
            lane = self._add_track(lane, back=True)
        assert self.length == rows * cols
        return _Tables(
            np.array([piece.start for piece in self.pieces]),
            np.array(self.pieces, _PIECE),
            np.array(self.legs, _LEG).reshape(-1, 2),
            np.array([stretch.first for stretch in self.stretches]),
            self.piece_of,
            np.array([[len(path) - 1 for path in turn.paths] for turn in self.turns]),
            np.array([turn.lanes for turn in self.turns]),
            *self._squares_of_turns(),
            self.corners,
        )

    def _add_turn(self, turn: _Turn) -> int:
        self.turns.append(turn)
        return len(self.turns) - 1

    def _turn(self, word: str) -> int:
        if word not in self.words:
            self.words[word] = self._add_turn(self.course.turn(word))
        return self.words[word]

    def _add_path(self, turn: int, place: Square, box: tuple[int, int, int], lane: int) -> int:
        """Add a path through a junction, which is stored as a turn, and return the lane after it."""
        path = self.turns[turn].paths[lane]
        corner, top, left = box
        for time, (row, col) in enumerate(path):
            position = (self.length + time) % (self.course.rows * self.course.cols)
            self.corners[corner, place[0] + row - top, place[1] + col - left] = position
        line = place[1] + 2 * (self.course.rows - 2 - place[0])
        leg = _Leg(line, place[1], shift=0, steps=0, growth=0, slope=0, turn=turn)
        self._add(_Piece(self.length, len(path) - 1, lane, pairs=1, first=len(path) - 1, growth=0, back=0), (leg, leg))
        return self.turns[turn].lanes[lane]

    def _add_track(self, lane: int, *, back: bool = False) -> int:
        """Add the stretches of one knight, and return the lane after them."""
        start = next(start for start in range(4) if self._lanes(start)[-1] == lane) if back else lane
        lanes = self._lanes(start)
        numbers = range(len(self.stretches))
        for number in reversed(numbers) if back else numbers:
            self._add_stretch(number, lanes[number], back=back)
        return start if back else lanes[-1]

    def _lanes(self, lane: int) -> list[int]:
        """Return the lane of a knight at the start of each stretch and at the end."""
        lanes = [lane]
        for first, pairs in self.stretches:
            for number in (first, first + 1)[: 2 if pairs else 1]:  # the other pairs lead back to the same lanes
                lane = self.turns[self._turn(self.course.pass_at(number).turn)].lanes[lane]
            lanes.append(lane)
        return lanes

    def _add_stretch(self, number: int, lane: int, *, back: bool) -> None:
        first, pairs = self.stretches[number]
        legs = [self._leg(first + leg, grows=pairs > 1) for leg in range(2 if pairs else 1)]
        moves, here = 0, lane
        for second, leg in enumerate(legs):
            self.piece_of[number, second, here] = len(self.pieces)
            moves += leg.steps + len(self.turns[leg.turn].paths[here]) - 1
            here = self.turns[leg.turn].lanes[here]
        pairs, growth = max(pairs, 1), sum(leg.growth for leg in legs)
        length = pairs * moves + growth * (pairs * (pairs - 1) // 2)
        self._add(_Piece(self.length, length, lane, pairs, moves, growth, int(back)), (legs[0], legs[-1]))

    def _leg(self, number: int, *, grows: bool) -> _Leg:
        here = self.course.pass_at(number)
        then = self.course.pass_at(number + 2) if grows else here
        shift, growth = then.depart - here.depart, then.steps - here.steps
        slope = 2 if number % 2 else -2
        return _Leg(self.course.line(number), here.depart, shift, here.steps, growth, slope, self._turn(here.turn))

    def _add(self, piece: _Piece, legs: tuple[_Leg, _Leg]) -> None:
        self.pieces.append(piece)
        self.legs.extend(legs)
        self.length += piece.length

    def _squares_of_turns(self) -> tuple[Table, Table]:
        places = np.zeros((len(self.turns), 4, _LONGEST, 2), np.int64)
        visits = np.full((len(self.turns), 2 * _REACH, 2 * _REACH), -1)
        for number, turn in enumerate(self.turns):
            for lane, path in enumerate(turn.paths):
                places[number, lane, : len(path)] = path
                if number in self.words.values():
                    rows, cols = np.array(path).T + _REACH
                    visits[number, rows, cols] = lane * _LONGEST + np.arange(len(path))
        return places, visits


# The kernels


@njit(cache=True, nogil=True)
def _find_squares(positions, squares, tables, origin, sign, rows, cols, down, across):
    size = rows * cols
    for number in range(positions.size):
        position = origin + sign * positions[number]
        position += size * (position < 0)
        position -= size * (position >= size)
        which = _last_not_beyond(tables.starts, position)
        piece = tables.pieces[which]
        time = position - piece.start
        if piece.back:
            time = piece.length - time
        pair = _pair_at(piece, time)
        time -= _moves_before(piece, pair)
        leg, lane = tables.legs[which, 0], piece.lane
        moves = leg.steps + pair * leg.growth + tables.moves[leg.turn, lane]
        if time > moves:
            time -= moves
            lane = tables.lanes[leg.turn, lane]
            leg = tables.legs[which, 1]
        straight = min(time, leg.steps + pair * leg.growth)
        row, col = _place(leg, pair, straight, rows)
        row += tables.places[leg.turn, lane, time - straight, 0]
        col += tables.places[leg.turn, lane, time - straight, 1]
        squares[number] = row * down + col * across


@njit(cache=True, nogil=True)
def _write_order(first, squares, tables, origin, sign, rows, cols, down, across):
    """Write the squares from a position on: look them up where the tour turns, and count on between.

    Repeating a move leads to the squares of the tour only while all its moves are that one. So the end of a straight
    piece is found by doubling and bisection.
    """
    width = max(down, across)
    height = rows * cols // width
    slot = np.empty(1, np.int64)
    squares[0] = _square_at(first, slot, tables, origin, sign, rows, cols, down, across)
    number = 0
    while number < squares.size - 1:
        square = squares[number]
        step = _square_at(first + number + 1, slot, tables, origin, sign, rows, cols, down, across) - square
        run = 1
        beyond = min(squares.size - number, _moves_to_rim(square, step, height, width) + 1)
        while beyond - run > 1:
            tried = min(2 * run, (run + beyond) // 2)
            there = _square_at(first + number + tried, slot, tables, origin, sign, rows, cols, down, across)
            if there == square + tried * step:
                run = tried
            else:
                beyond = tried
        for ahead in range(1, run + 1):
            squares[number + ahead] = square + ahead * step
        number += run


@njit(nogil=True)
def _moves_to_rim(square, step, height, width):
    """Return how often a move can be repeated on the board."""
    row, col = divmod(square, width)
    next_row, next_col = divmod(square + step, width)
    down, right = next_row - row, next_col - col
    rows = (height - 1 - row) // down if down > 0 else row // -down
    cols = (width - 1 - col) // right if right > 0 else col // -right
    return min(rows, cols)


@njit(nogil=True)
def _square_at(position, slot, tables, origin, sign, rows, cols, down, across):
    """Find one square through an array of one: the loop of `_find_squares` is twice as fast if left undivided."""
    slot[0] = position
    _find_squares(slot, slot, tables, origin, sign, rows, cols, down, across)
    return slot[0]


@njit(cache=True, nogil=True)
def _find_positions(squares, positions, tables, origin, sign, rows, cols, down, across):
    size, width = rows * cols, max(down, across)
    for number in range(squares.size):
        first, second = divmod(squares[number], width)
        row, col = (first, second) if across == 1 else (second, first)
        position = sign * (_position_of(row, col, tables, rows, cols) - origin)
        position += size * (position < 0)
        position -= size * (position >= size)
        positions[number] = position


@njit(nogil=True, inline="always")
def _position_of(row, col, tables, rows, cols):
    top, left = rows - _BOX[0], cols - _BOX[1]
    if row >= top and col < _BOX[1] and tables.corners[0, row - top, col] >= 0:
        return tables.corners[0, row - top, col]
    if row < _BOX[0] and col >= left and tables.corners[1, row, col - left] >= 0:
        return tables.corners[1, row, col - left]
    level = col + 2 * (rows - 1 - row) - 6
    here, lane, last = level >> 2, level & 3, tables.firsts[-1]
    if 0 <= here <= last:
        which, second, pair = _stretch_of(here, lane, tables)
        leg = tables.legs[which, second]
        time = (col - (lane & 1) - leg.depart - pair * leg.shift) * leg.slope // 4
        if 0 <= time <= leg.steps + pair * leg.growth:
            return _position_at(which, second, pair, time, tables)
    for number in range(max(here - 3, 0), min(here + 3, last) + 1):
        which, second, pair = _stretch_of(number, 0, tables)
        leg = tables.legs[which, second]
        straight = leg.steps + pair * leg.growth
        top, left = _place(leg, pair, straight, rows)
        down, right = row - top + _REACH, col - left + _REACH
        if 0 <= down < 2 * _REACH and 0 <= right < 2 * _REACH and tables.visits[leg.turn, down, right] >= 0:
            lane, time = divmod(tables.visits[leg.turn, down, right], _LONGEST)
            which, second, pair = _stretch_of(number, lane, tables)
            return _position_at(which, second, pair, straight + time, tables)
    return -1


@njit(nogil=True, inline="always")
def _stretch_of(number, lane, tables):
    """Return the piece with this pass and lane, the pass of a pair, and the pair."""
    stretch = _last_not_beyond(tables.firsts, number)
    pair, second = divmod(number - tables.firsts[stretch], 2)
    return tables.piece_of[stretch, second, lane], second, pair


@njit(nogil=True, inline="always")
def _position_at(which, second, pair, time, tables):
    piece = tables.pieces[which]
    time += _moves_before(piece, pair)
    if second:
        leg = tables.legs[which, 0]
        time += leg.steps + pair * leg.growth + tables.moves[leg.turn, piece.lane]
    return piece.start + (piece.length - time if piece.back else time)


@njit(nogil=True, inline="always")
def _place(leg, pair, straight, rows):
    """Return the top left square of the quartet after so many moves on the diagonal."""
    col = leg.depart + pair * leg.shift + leg.slope * straight
    return rows - 2 - (leg.line + 8 * pair - col) // 2, col


@njit(nogil=True, inline="always")
def _pair_at(piece, time):
    """Return the last pair of a stretch that begins by then: a guess in floating point, corrected."""
    if piece.growth == 0:
        return min(time // piece.first, piece.pairs - 1)
    middle = piece.first - 0.5 * piece.growth
    root = math.sqrt(max(middle * middle + 2.0 * piece.growth * time, 0.0))
    pair = min(max(np.int64((root - middle) / piece.growth), 0), piece.pairs - 1)
    while pair > 0 and _moves_before(piece, pair) > time:
        pair -= 1
    while pair + 1 < piece.pairs and _moves_before(piece, pair + 1) <= time:
        pair += 1
    return pair


@njit(nogil=True, inline="always")
def _moves_before(piece, pair):
    return pair * piece.first + piece.growth * (pair * (pair - 1) // 2)


@njit(nogil=True, inline="always")
def _last_not_beyond(ascending, value):
    """Bisect without branches, which a processor could mispredict; return the first one if all are beyond."""
    low, size = 0, ascending.size
    while size > 1:
        half = size >> 1
        low += half * (ascending[low + half] <= value)
        size -= half
    return low
