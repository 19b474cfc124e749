"""The mixing chain with a weight on cycles, which makes a third to a half of its states tours.

The states are tourneys. The alternating cycles that `mixing` proposes are considered one by one, and each is switched
with probability min(1, weight ** rise), where `rise` is the change of the number of cycles. The stationary probability
of a tourney with c cycles is thus proportional to weight ** c, and all tours, which have one cycle, are equally likely:
if the state at a predetermined time is a tour, it is a uniformly random one. See `docs/mixing.md`.

Several boards lie side by side on one *sheet*, two columns apart, so that no move leads from one to another. Words of
bits may span several boards, but the chains are independent.

Free ends of an open tour move by *backbites*: an end takes a new move, and the target drops one of its two edges, whose
other end becomes the new end of the tour. This is the switch of a rail through an *apex*, an extra vertex joined to
both ends; a path counts as a cycle through the apex, even if it has shrunk to a single square.

If a cycle has the weight 1, there is nothing to weigh: all proposals are switched together, and cycles are counted only
when a state is looked at. Few of these states are tours, but on small boards they are the cheapest.

Cost: some 0.2 to 0.3 microseconds a square and round up to 2,000 squares, and O(sqrt(squares)) beyond, 5 microseconds
at a million; with the weight 1, some 5 ns a square and round, and as much for each look; 24 bytes a square.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.bitplanes import GUARD, MOVES_DOWN, pack, unpack, unpack_planes, words_in_row
from destrier.core.leaper import KNIGHT, MOVES
from destrier.core.primitives import lowest_bit, next_state, random_word
from destrier.core.seeds import derive_key
from destrier.core.types import Planes, Squares
from destrier.core.walks import undone, walk
from destrier.support.kernels import UNBOUNDED, kernel
from destrier.switching.cycles import Cycles, change, cycles_of, exchange
from destrier.switching.mixing import (
    CLASS_WORDS,
    RAIL_STEPS,
    SHIFTS,
    STATES,
    alternating_cycles,
    draw_steps,
    keep_alternating,
    locate_edges,
    propose,
    room_for_places,
    switch,
)

_GAP: Final = 2
"""Number of empty columns between two boards of a sheet."""

_WORD: Final = 64

_MOVES: Final = np.array(MOVES, np.int64)


def lanes_on_sheet(cols: int) -> int:
    """Return the number of boards with this many columns on a sheet one word wide; 1 if the board is wider."""
    return max(1, _WORD // (cols + _GAP))


class Chain:
    """Chains of tourneys of one board, on one sheet.

    Parameters
    ----------
    covers
        Tourneys of the board to start from, as moves arrays: `uint8` (lanes, rows, cols). Either all are closed or all
        have a path.
    weight
        The weight of a cycle, above 0 and at most 1.
    key
        The key of all random numbers.
    fixed
        The squares, as indices of a moves array, that remain ends of a path if they are; by default all.
    visits
        For a region of a board, the squares as the cycles visit them, as indices of its moves array, and the number of
        squares of each cycle; see `regions`. By default, they are found by a walk.

    Attributes
    ----------
    counts
        `int64` (lanes,): the current number of cycles of each tourney, counting a path as one.
    """

    def __init__(
        self,
        covers: NDArray[np.uint8],
        weight: float,
        key: int,
        fixed: Collection[int] | None = None,
        visits: tuple[Squares, Squares] | None = None,
    ) -> None:
        lanes, rows, cols = covers.shape
        self._shape = rows, cols
        self._key, self._drawn = key, 0
        self._rises = np.array([2**53, *(int(weight**rise * 2**53) for rise in (1, 2))], np.uint64)
        sheet = np.zeros((rows, lanes, cols + _GAP), np.uint8)
        sheet[:, :, :cols] = np.moveaxis(covers, 0, 1)
        sheet = sheet.reshape(rows, -1)
        self._planes = pack(sheet)
        self._ends = np.full((lanes, 2), -1, np.int64)
        self._free = np.zeros((lanes, 2), np.bool_)
        if visits is not None:  # a region has no ends: links stand for them
            order, lengths = visits
            self.counts = np.array([len(lengths)])
            self._cycles = cycles_of(order + order // cols * _GAP, lengths, sheet.size)
            return
        order, lengths = walk(sheet)
        starts = order[np.cumsum(lengths) - lengths]
        self.counts = np.bincount(self._lane(starts, lanes), minlength=lanes)
        ends = np.flatnonzero(np.bitwise_count(sheet) == 1)
        if ends.size:
            self._ends[:] = ends[np.argsort(self._lane(ends, lanes), kind="stable")].reshape(lanes, 2)
            row, col = np.divmod(self._ends, sheet.shape[1])
            squares = row * cols + col % (cols + _GAP)
            self._free[:] = False if fixed is None else ~np.isin(squares, list(fixed))
            is_path = np.bitwise_count(sheet.ravel()[starts]) == 1
            apexes = sheet.size + self._lane(starts[is_path], lanes)
            order = np.insert(order, np.cumsum(lengths)[is_path], apexes)
            lengths = lengths + is_path
        self._cycles = cycles_of(order, lengths, sheet.size + lanes)

    def _lane(self, squares: Squares, lanes: int) -> Squares:
        """Return the lanes of squares of the sheet."""
        width = self._shape[1] + _GAP
        lane: Squares = squares % (lanes * width) // width
        return lane

    def moves(self) -> NDArray[np.uint8]:
        """Return the current tourneys, `uint8` (lanes, rows, cols)."""
        width = self._shape[1] + _GAP
        sheet = np.empty((self._shape[0], self.counts.size * width), np.uint8)
        lanes = unpack(self._planes, sheet).reshape(self._shape[0], self.counts.size, width)
        return np.moveaxis(lanes[:, :, : self._shape[1]], 1, 0).copy()

    def draw(self, times: int, rounds: int) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """Run a number of rounds several times, and return the states after each time.

        Returns
        -------
        counts
            `int64` (times, lanes): the numbers of cycles.
        tours
            `uint8` (times, lanes, rows, cols): the moves arrays of the tours; others are not filled in.
        """
        counts = np.empty((times, self.counts.size), np.int64)
        tours = np.empty((*counts.shape, *self._shape), np.uint8)
        rows, width = self._shape[0], self._shape[1] + _GAP
        cols = width * self.counts.size
        sheet = _Sheet(self._planes, rows, cols, width, words_in_row(cols))
        state = _State(self._cycles, self.counts, self._ends, self._free, self._rises)
        tables = MOVES_DOWN, KNIGHT.offsets((rows, cols)), undone(len(MOVES))
        key = np.uint64(derive_key(self._key, self._drawn))
        _draw(sheet, state, tables, tuple(alternating_cycles()), CLASS_WORDS, key, rounds, counts, tours)
        self._drawn += 1
        return counts, tours

    def run(self, rounds: int) -> None:
        """Run some rounds."""
        self.draw(1, rounds)


class _Sheet(NamedTuple):
    """A sheet of boards side by side, as bit planes."""

    planes: Planes
    rows: int
    cols: int
    width: int
    """The columns of a board and the gap beside it."""
    words: int
    """The words of a row."""


class _State(NamedTuple):
    """What chains know of their tourneys, and the chances by which they change."""

    cycles: Cycles
    counts: NDArray[np.int64]
    """The number of cycles of each tourney."""
    ends: NDArray[np.int64]
    """(lanes, 2): the ends of its path, or -1."""
    free: NDArray[np.bool_]
    """(lanes, 2): whether an end may move."""
    rises: NDArray[np.uint64]
    """The chance, times 2^53, with which a change that adds 0, 1 or 2 cycles is accepted."""


@kernel(steps=UNBOUNDED)
def _draw(sheet, state, tables, shapes, class_words, key, rounds, found, tours):
    planes, rows, cols, width, words = sheet
    counts, ends = state.counts, state.ends
    edges, lengths, heights, classes, squares_of = shapes
    flat = planes.reshape(planes.size)
    at, columns = locate_edges(edges, planes.shape[1], words)
    steps = np.empty(lengths.size + 6 * (RAIL_STEPS - 1), np.int64)
    flips, places = np.zeros(rows * words + 2, np.uint64), room_for_places(words)
    states = np.empty(rows * words, np.uint64)
    for word in range(states.size):
        states[word] = random_word(key, np.uint64(word + STATES))
    moves, seen = np.empty((rows, cols), np.uint8), np.empty(rows * cols, np.bool_)
    weighs = state.rises[1] < state.rises[0]
    die = random_word(key, np.uint64(1)) | np.uint64(1)
    backbites = rows * cols // 4 if state.free.any() else 0
    for number in range(found.shape[0] * rounds):
        key_of_round = random_word(~key, np.uint64(number))
        draw_steps(steps, key_of_round)
        for step in range(steps.size):
            shape = steps[step]
            if heights[shape] >= rows:
                continue
            size = (rows - heights[shape]) * words
            drawn = random_word(key_of_round, np.uint64(step + SHIFTS))
            propose(states, flips, places, size, words, class_words, classes, shape, drawn)
            if keep_alternating(flat, flips, size, GUARD, at, columns, shape):
                if weighs:
                    edge, length = (at[shape, 0], columns[shape, 0]), lengths[shape]
                    die = _weigh(sheet, state, flips, size, edge, squares_of[shape], length, die)
                switch(flat, flips, size, GUARD, at, columns, shape, lengths[shape])
        for _ in range(backbites):
            die = _backbite(sheet, state, weighs, die)
        if (number + 1) % rounds == 0:
            time = number // rounds
            unpack_planes(planes, words, tables[0], moves)
            seen[:] = False
            for lane in range(counts.size):
                if not weighs:
                    counts[lane] = _count(moves, lane * width, (lane + 1) * width, ends[lane, 0], tables, seen)
                found[time, lane] = counts[lane]
                if counts[lane] == 1:
                    for row in range(rows):
                        for col in range(tours.shape[3]):
                            tours[time, lane, row, col] = moves[row, lane * width + col]


@kernel
def _count(sheet, left, right, end, tables, seen):
    """Return the number of cycles in some columns of a sheet, counting the path from `end`, if not -1, as one."""
    moves, offsets, undo = sheet.reshape(sheet.size), tables[1], tables[2]
    count = 0
    if end >= 0:
        _walk(moves, offsets, undo, end, seen)
        count = 1
    for row in range(sheet.shape[0]):
        for square in range(row * sheet.shape[1] + left, row * sheet.shape[1] + right):
            if moves[square] and not seen[square]:
                _walk(moves, offsets, undo, square, seen)
                count += 1
    return count


@kernel
def _walk(moves, offsets, undo, square, seen):
    """Mark the squares of the cycle of a square, or of the path from it."""
    onward = np.uint64(moves[square])
    while not seen[square]:
        seen[square] = True
        if onward:
            move = lowest_bit(onward)
            square += offsets[move]
            onward = np.uint64(moves[square]) & undo[move]


@kernel
def _weigh(sheet, state, flips, size, edge, corners, length, die):
    """Decide for each place in turn whether to switch the shape; clear the places where it is not switched.

    Parameters
    ----------
    edge
        Where the first edge of the shape is from its corner: the number of words, and the column.
    corners
        The squares of the shape, from its corner.
    """
    flat, words, cols = sheet.planes.reshape(sheet.planes.size), sheet.words, sheet.cols
    first, column = np.int64(edge[0]), np.int64(edge[1])
    rises, counts, cycles, most = state.rises, state.counts, state.cycles, _most(state)
    for word in range(size):
        left = kept = flips[word + 1]
        while left:
            bit = left & (~left + np.uint64(1))
            left ^= bit
            row, col = word // words, (word % words << 6) + lowest_bit(bit)
            there = (col & 63) + column
            is_there = flat[GUARD + word + first + (there >> 6)] >> np.uint64(there & 63)
            goes = 0 if is_there & np.uint64(1) else 1  # the first removed edge
            corner = row * cols + col
            squares = (
                _corner(corners, goes, corner, cols),
                _corner(corners, 1 + goes, corner, cols),
                _corner(corners, 2 + goes, corner, cols),
                _corner(corners, (3 + goes) % length, corner, cols),
                _corner(corners, (4 + goes) % length, corner, cols),
                _corner(corners, (5 + goes) % length, corner, cols),
            )
            rise = change(cycles.place, cycles.stops, cycles.segment, cycles.parts, squares, length >> 1)
            die, accepted = _accepts(rise, rises, counts, col // sheet.width, most, die)
            if accepted:
                exchange(cycles, squares, length >> 1)
            else:
                kept ^= bit
        flips[word + 1] = kept
    return die


@kernel
def _corner(corners, number, origin, cols):
    return origin + corners[number, 0] * cols + corners[number, 1]


@kernel
def _most(state):
    """Return the most cycles of a tourney to which one may be added; for more, the table of segments has no room."""
    return state.cycles.parts.shape[0] // (2 * state.counts.size)


@kernel
def _accepts(rise, rises, counts, lane, most, die):
    """Decide by the weight whether to accept a change of the number of cycles, and if so, record it.

    There may never be more cycles than the table of segments can hold, which does not affect the distribution of tours.
    """
    if rise > 0:
        die = next_state(die)
        if die >> np.uint64(11) > rises[rise] or counts[lane] > most:
            return die, False
    counts[lane] += rise
    return die, True


@kernel
def _backbite(sheet, state, weighs, die):
    """Propose a new end for a path."""
    planes, rows, cols, _, words = sheet
    counts, ends = state.counts, state.ends
    die = next_state(die)
    lane = np.int64((die >> np.uint64(32)) * np.uint64(counts.size) >> np.uint64(32))
    number, move, which = (
        np.int64(die & np.uint64(1)),
        np.int64(die >> np.uint64(1) & np.uint64(7)),
        die >> np.uint64(4),
    )
    end = ends[lane, number]
    row, col = end // cols + _MOVES[move, 0], end % cols + _MOVES[move, 1]
    if not state.free[lane, number] or row < 0 or row >= rows or col < 0 or col >= cols:
        return die
    square = row * cols + col
    if state.cycles.place[square] < 0 or _has(planes, words, row, col, (move + 4) % 8):
        return die
    drops = -1
    skip = which & np.uint64(1) != 0
    for candidate in range(8):
        if _has(planes, words, row, col, candidate):
            if not skip:
                drops = candidate
            skip = not skip
    if drops < 0:
        return die  # the other end has only one edge
    new = square + _MOVES[drops, 0] * cols + _MOVES[drops, 1]
    squares = (rows * cols + lane, end, square, new, 0, 0)
    accepted = True
    if weighs:
        cycles = state.cycles
        rise = change(cycles.place, cycles.stops, cycles.segment, cycles.parts, squares, 2)
        die, accepted = _accepts(rise, state.rises, counts, lane, _most(state), die)
    if accepted:
        if weighs:
            exchange(state.cycles, squares, 2)
        _toggle(planes, words, row, col, (move + 4) % 8)
        _toggle(planes, words, row, col, drops)
        ends[lane, number] = new
    return die


@kernel
def _has(planes, words, row, col, move):
    """Return whether a square has a move."""
    if move < 4:
        row, col = row + _MOVES[move, 0], col + _MOVES[move, 1]
        if row < 0 or col < 0:
            return False
    return planes[move & 3, GUARD + row * words + (col >> 6)] >> np.uint64(col & 63) & np.uint64(1) != 0


@kernel
def _toggle(planes, words, row, col, move):
    if move < 4:
        row, col = row + _MOVES[move, 0], col + _MOVES[move, 1]
    planes[move & 3, GUARD + row * words + (col >> 6)] ^= np.uint64(1) << np.uint64(col & 63)
