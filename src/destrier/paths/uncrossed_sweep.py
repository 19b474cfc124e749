"""The sweep over a board that finds its longest uncrossed knight's paths. `docs/longest.md` explains it.

All moves between earlier and later squares start in a *window* of the last two rows, whose `2 * cols + 2` slots hold
the squares up to the present one. A state is four words (`uint64`):

- `near` and `far`, two bits per slot: which of the moves 4 and 7, one row down, and 5 and 6, two rows down, are free. A
  move is not free if it is off the board or crossed, or if its square has two moves already.
- `ends`, a bit for each two: which squares have one move. The other squares with free moves are untouched.
- `mates`, four bits per end, in the order of the ends: the number of the other end of its path. An end that has its own
  number belongs to a path whose other end is an end of the whole path.

Two more columns record the origin of a state. A step has the length in its upper half, and in its lower one the way
back: the state before the square and the number of the choice, or `_CHOICES` more if the result was mirrored. The other
column is the number of ways to get there with that length.

A move is taken at its lower square. The first half of the rows is swept with all states, for the bounds; the second
half only with those that can attain a length, the greatest that the bounds allow first.

Cost: half a microsecond for each state after each square, and 48 bytes for each state after two squares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.leaper import MOVES
from destrier.core.primitives import bit_count, lowest_bit, overwrite
from destrier.core.types import Square
from destrier.support.aliases import Progress
from destrier.support.kernels import kernel

Move: TypeAlias = tuple[Square, Square]

_LATER: Final = (4, 7, 5, 6)
"""The moves to later squares: those of the two bits in `near`, and those in `far`."""

_PATH_END: Final = -1
"""The mate of an end whose path has an end of the whole path."""

_DEAD, _ALIVE, _COMPLETE = range(3)

_ENDPOINT: Final = 16
"""The bit of a choice beyond those of the four moves to earlier squares."""

_CHOICES: Final = 16
_ROOM: Final = 2**27
"""The most choices in a menu, and the most states after a square; twice their product fits in 32 bits."""

_0, _1, _2, _3, _4, _15, _32 = (np.uint64(number) for number in (0, 1, 2, 3, 4, 15, 32))
_MOST: Final = np.uint64(2**64 - 1)
"""The saturation value of counts."""

_STEP, _COUNT = 4, 5
"""The columns of the states after the four words."""

_EVEN: Final = np.uint64(0x5555555555555555)

_MOVES_TAKEN: Final = [choice for choice in range(16) if choice.bit_count() <= 2]
_MENUS: Final = {
    "closed": np.array(_MOVES_TAKEN),
    "open": np.array(_MOVES_TAKEN + [choice | _ENDPOINT for choice in _MOVES_TAKEN if choice.bit_count() <= 1]),
}
"""The choices of a square."""


# Masks


class _Masks(NamedTuple):
    """The masks of moves on a board, for the kernel."""

    blocked: NDArray[np.uint64]
    """(cols, slots, 16, 2): by the column of the present square, for each slot and set of its moves, the bits in `near`
    and in `far` of the moves that cross all of them."""
    live: NDArray[np.uint64]
    """(squares, 2): by the present square, the bits of the moves that lead to a later square of the board."""


def _find_masks(rows: int, cols: int) -> _Masks:
    """Return the masks of a board."""
    live = np.empty((rows, cols, 2), np.uint64)
    blocked = np.zeros((cols, 2 * cols + 2, 16, 2), np.uint64)
    for col in range(cols):
        starts, ends = _window(cols, col)
        inside = (ends[..., 1] >= 0) & (ends[..., 1] < cols) & (starts[..., 0] >= 0)
        later = inside & (ends @ [cols, 1] > 2 * cols + col)
        for row in range(rows):
            live[row, col] = _words(later & (starts[..., 0] + row >= 2) & (ends[..., 0] + row < rows + 2))
        crossing = _crossing(starts, ends) & inside[..., None, None] & inside
        for moves in range(1, 16):
            members = [bit for bit in range(4) if moves >> bit & 1]
            blocked[col, :, moves] = _words(np.all(crossing[:, members], axis=1))
    return _Masks(blocked, live.reshape(-1, 2))


def _window(cols: int, col: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where the moves of each slot start and end, `int64` (slots, 4, 2), if the present square is 2,col."""
    places = col - 1 + np.arange(2 * cols + 2)
    starts = np.stack(np.divmod(places, cols), axis=1)[:, None]
    ends = starts + np.array(MOVES)[list(_LATER)]
    return np.broadcast_to(starts, ends.shape), ends


def _crossing(starts: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which moves share interior points: `bool` (slots, 4, slots, 4)."""

    def sides(points: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return on which side of each move each point is."""
        here, along = starts[..., None, None, :], (ends - starts)[..., None, None, :]
        turns: NDArray[np.int64] = along[..., 0] * (points - here)[..., 1] - along[..., 1] * (points - here)[..., 0]
        return np.sign(turns)

    apart: NDArray[np.bool_] = sides(starts) * sides(ends) < 0
    return apart & apart.transpose(2, 3, 0, 1)


def _words(moves: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return the bits of moves (..., slots, 4) in `near` and `far`: `uint64` (..., 2)."""
    bits = np.uint64(1) << np.arange(2 * moves.shape[-2], dtype=np.uint64).reshape(-1, 1, 2)
    pairs = moves.reshape(*moves.shape[:-1], 2, 2)
    words: NDArray[np.uint64] = np.sum(np.where(pairs, bits, np.uint64(0)), axis=(-3, -1), dtype=np.uint64)
    return words


# The sweep


@dataclass
class _Sweep:
    """The states after some squares, and the longest paths that are complete by then."""

    cols: int
    kind: str
    masks: _Masks
    states: NDArray[np.uint64]
    trail: tuple[NDArray[np.uint32], ...] = ()
    """The way back for the states after each square."""
    length: int = 0
    count: int = 0
    last: tuple[int, int, int] = (0, 0, 0)
    """The square that completes the first of the longest paths, the state before it and the number of the choice."""

    def advance(self) -> None:
        """Take the next square."""
        square = len(self.trail)
        col = square % self.cols
        blocked, live = self.masks.blocked[col], self.masks.live[square]
        found, self.states = _advance(
            self.states, _MENUS[self.kind], blocked, live, self.kind == "open", col == self.cols - 1
        )
        self.trail += (self.states[:, _STEP].astype(np.uint32),)
        if found[0] > self.length:
            self.length, self.count, self.last = found[0], 0, (square, *found[1:3])
        if found[0] == self.length:
            self.count += found[3]

    def keep(self, chosen: NDArray[np.bool_]) -> None:
        """Drop the other states."""
        self.states = self.states[chosen]
        self.trail = (*self.trail[:-1], self.trail[-1][chosen])


def sweep_board(rows: int, cols: int, kind: str, progress: Progress | None) -> tuple[int, int | None, list[Move]]:
    """Return the length and number of the longest paths, and the moves of one; 0 if there is none."""
    sweep = _Sweep(cols, kind, _find_masks(rows, cols), np.array([[0, 0, 0, 0, 0, 1]], np.uint64))
    bounded = bounded_rows(rows, cols)
    bounds = []
    for row in range(rows - bounded):
        for col in range(cols):
            sweep.advance()
            if progress is not None:
                progress("sweeping", row * cols + col + 1, (rows - bounded) * cols)
        if row < bounded:
            bounds.append(_find_bound(sweep))
    if bounds:
        sweep = _completed(sweep, bounds, progress)
    moves = _trace_back(sweep.trail, cols, kind, *sweep.last) if sweep.length else []
    return sweep.length, None if sweep.count >= _MOST else sweep.count, moves


def bounded_rows(rows: int, cols: int) -> int:
    """Return how many rows at the end have a bound on their moves."""
    return min(rows // 2, cols) if rows > 3 else 0


def _completed(sweep: _Sweep, bounds: list[NDArray[np.int16]], progress: Progress | None) -> _Sweep:
    """Return the sweep after the last rows, on whose moves there are bounds, without states that cannot become longest.

    Greater lengths are tried first, for which few states are left.
    """
    totals = _totals(sweep.states, bounds[-1], sweep.cols)
    most, step = max(sweep.length, int(totals.max())), 1 if sweep.kind == "open" else 2
    squares = len(bounds) * sweep.cols
    for target in range(most - most % step, 0, -step):
        attempt = replace(sweep)
        attempt.keep(totals >= target)
        for square in range(squares):
            attempt.advance()
            rows, col = divmod(squares - 1 - square, sweep.cols)
            if rows and col == 0:
                attempt.keep(_totals(attempt.states, bounds[rows - 1], sweep.cols) >= target)
            if progress is not None:
                progress(f"trying {target} moves", square + 1, squares)
        if attempt.length >= target:
            return attempt
    return sweep


def _trace_back(
    trail: tuple[NDArray[np.uint32], ...], cols: int, kind: str, square: int, state: int, number: int
) -> list[Move]:
    """Return the moves of the path that is completed at a square by a choice of a state before it."""
    moves: list[Move] = []
    flipped = False
    while True:
        row, col = divmod(square, cols)
        for bit, move in enumerate(_LATER):
            if _MENUS[kind][number] >> bit & 1:
                squares = (row, col), (row - MOVES[move][0], col - MOVES[move][1])
                here, there = ((r, cols - 1 - c if flipped else c) for r, c in squares)
                moves.append((here, there))
        square -= 1
        if square < 0:
            return moves
        state, step = divmod(int(trail[square][state]), 2 * _CHOICES)
        number = step % _CHOICES
        flipped ^= step >= _CHOICES


@kernel
def _advance(states, menu, blocked, live, is_open, mirrored):
    """Apply the choices of a square to all states.

    Return, for the longest completed paths, their length, the state and the number of the choice that complete the
    first, and how many there are; then the states after the square, in order of arrival.
    """
    cols = blocked.shape[0] // 2 - 1
    last = 2 * cols + 1
    slots = _slots_of_moves(cols)
    here = _3 << np.uint64(2 * last)
    old_mates, mates, other_mates = np.empty(32, np.int64), np.empty(32, np.int64), np.empty(32, np.int64)
    scratch = np.empty(32, np.int64)
    found_length, found_state, found_choice, found_count = 0, 0, 0, _0
    new_states = np.empty((1 << 10, states.shape[1]), np.uint64)
    index = np.zeros(1 << 11, np.uint32)
    size = 0
    for state in range(states.shape[0]):
        old_near, old_far, old_ends = states[state, 0] >> _2, states[state, 1] >> _2, states[state, 2] >> _2
        count = states[state, _COUNT]
        endpoints = _unpack_mates(old_ends, states[state, 3], old_mates, scratch)
        offered = _offered(old_near, old_far, slots) | (_ENDPOINT if endpoints < 2 else 0)
        for number in range(menu.size):
            choice = menu[number]
            if choice & ~offered:
                continue
            overwrite(mates, old_mates)
            near, far, ends, fate = _choose(
                old_near | here, old_far | here, old_ends, mates, choice, slots, last, blocked, is_open
            )
            length = np.int64(states[state, _STEP] >> _32) + bit_count(np.uint64(choice & 15))
            if fate == _COMPLETE:
                if length > found_length:
                    found_length, found_state, found_choice, found_count = length, state, number, _0
                if length == found_length:
                    found_count = _sum(found_count, count)
            if fate != _ALIVE:
                continue
            near, far, alive = _settle(near & live[0], far & live[1], ends, blocked)
            if not alive:
                continue
            words = near, far, ends, _pack_mates(ends, mates, scratch)
            step = (np.uint64(length) << _32) | np.uint64(2 * _CHOICES * state + number)
            if mirrored:
                image = _mirror(near, far, ends, mates, cols, other_mates, scratch)
                if image > words:  # with free moves on the right, the next squares have fewer choices
                    words, step = image, step + np.uint64(_CHOICES)
            if size == new_states.shape[0]:
                new_states, index = _grown(new_states, index)
            size = _enter(new_states, index, size, words, step, count)
    return (found_length, found_state, found_choice, found_count), new_states[:size]


@kernel
def _slots_of_moves(cols):
    """Return the slots from which the four moves to the present square start."""
    last = 2 * cols + 1
    return np.array([last - cols + 2, last - cols - 2, last - 2 * cols + 1, last - 2 * cols - 1])


@kernel
def _offered(near, far, slots):
    """Return which of the four moves to the present square are free."""
    offered = np.int64(0)
    for bit in range(4):
        word = near if bit < 2 else far
        offered |= np.int64(word >> np.uint64(2 * slots[bit] + bit % 2) & _1) << bit
    return offered


@kernel
def _take(near, far, ends, slot, bit, blocked):
    """Return the moves that stay free if one is taken."""
    there = _1 << np.uint64(2 * slot)
    near &= ~blocked[slot, 1 << bit, 0]
    far &= ~blocked[slot, 1 << bit, 1]
    if ends & there:
        near, far = near & ~(_3 * there), far & ~(_3 * there)
    return near, far


@kernel
def _choose(near, far, ends, mates, choice, slots, last, blocked, is_open):
    """Return the state with the moves of a choice to the present square, in the last slot; and its fate."""
    here = _1 << np.uint64(2 * last)
    for bit in range(4):
        if not choice >> bit & 1:
            continue
        slot = slots[bit]
        near, far = _take(near, far, ends, slot, bit, blocked)
        there = _1 << np.uint64(2 * slot)
        end, other_end = mates[slot] if ends & there else slot, last
        if ends & here:
            other_end = mates[last]
            near, far = near & ~(_3 * here), far & ~(_3 * here)
        ends ^= here | there
        if end == last:  # this closes a cycle
            return near, far, ends, _DEAD if ends or is_open else _COMPLETE
        if end == other_end:  # this joins two pieces, each with an end of the whole path
            return near, far, ends, _DEAD if ends else _COMPLETE
        if end != _PATH_END:
            mates[end] = other_end
        if other_end != _PATH_END:
            mates[other_end] = end
    if choice & _ENDPOINT and not ends & here:
        ends |= here
        mates[last] = _PATH_END
    elif choice & _ENDPOINT:
        ends ^= here
        near, far = near & ~(_3 * here), far & ~(_3 * here)
        if mates[last] == _PATH_END:
            return near, far, ends, _DEAD if ends else _COMPLETE
        mates[mates[last]] = _PATH_END
    return near, far, ends, _ALIVE


@kernel
def _settle(near, far, ends, blocked):
    """Drop the moves that cannot be part of any future, and return whether there is one."""
    while True:
        old_near, old_far = near, far
        in_near, in_far = near | near >> _1, far | far >> _1
        some = (in_near | in_far) & _EVEN
        if ends & ~some:
            return near, far, False
        several = (near & near >> _1 | far & far >> _1 | in_near & in_far) & _EVEN
        idle = some & ~(several | ends)
        near, far = near & ~(_3 * idle), far & ~(_3 * idle)
        rest = ends
        while rest:
            bit = np.uint64(lowest_bit(rest))
            rest &= rest - _1
            moves = near >> bit & _3 | (far >> bit & _3) << _2
            near, far = near & ~blocked[bit >> _1, moves, 0], far & ~blocked[bit >> _1, moves, 1]
        if near == old_near and far == old_far:
            return near, far, True


@kernel
def _unpack_mates(ends, word, mates, slots):
    """Write the slot of each end's mate, and return how many pieces have an end of the whole path."""
    size = 0
    while ends:
        slots[size] = lowest_bit(ends) >> 1
        ends &= ends - _1
        size += 1
    endpoints = 0
    for number in range(size):
        other = np.int64(word & _15)
        word >>= _4
        mates[slots[number]] = _PATH_END if other == number else slots[other]
        endpoints += other == number
    return endpoints


@kernel
def _pack_mates(ends, mates, numbers):
    """Return the word of the mates of the ends."""
    rest, number = ends, 0
    while rest:
        numbers[lowest_bit(rest) >> 1] = number
        rest &= rest - _1
        number += 1
    if number > 16:
        raise AssertionError("a state has more than 16 ends")
    word, shift = _0, _0
    while ends:
        slot = lowest_bit(ends) >> 1
        ends &= ends - _1
        mate = mates[slot]
        word |= np.uint64(numbers[slot if mate == _PATH_END else mate]) << shift
        shift += _4
    return word


@kernel
def _mirror(near, far, ends, mates, cols, other_mates, scratch):
    """Return the words of the mirror image of a state after a row, which is in the last two rows of slots."""
    other_near = other_far = other_ends = _0
    for slot in range(2, 2 * cols + 2):
        there = _mirrored_slot(slot, cols)
        shift, other_shift = np.uint64(2 * slot), np.uint64(2 * there)
        other_near |= (near >> shift & _1) << (other_shift + _1) | (near >> shift + _1 & _1) << other_shift
        other_far |= (far >> shift & _1) << (other_shift + _1) | (far >> shift + _1 & _1) << other_shift
        if ends >> shift & _1:
            other_ends |= _1 << other_shift
            mate = mates[slot]
            other_mates[there] = _PATH_END if mate == _PATH_END else _mirrored_slot(mate, cols)
    return other_near, other_far, other_ends, _pack_mates(other_ends, other_mates, scratch)


@kernel
def _mirrored_slot(slot, cols):
    row, col = (slot - 2) // cols, (slot - 2) % cols
    return 2 + row * cols + cols - 1 - col


# Bounds on the moves to come


def _find_bound(sweep: _Sweep) -> NDArray[np.int16]:
    """Return the most moves that start or end in the last rows, as many as have been swept: `int16` (2, patterns).

    By the pattern of the state before them, and whether its mirror image is taken. A pattern has two bits for each
    square of the upper row of the window, 1 for an end and 2 for an untouched square with free moves; above them is the
    number of ends of the path that have yet to be chosen.
    """
    cols, endpoints = sweep.cols, 2 if sweep.kind == "open" else 0
    states = _loosened(sweep.states)
    for square in range(2 * cols):
        blocked, live = sweep.masks.blocked[square % cols], sweep.masks.live[len(sweep.trail) + square]
        states = _pass_by(states, np.array(_MOVES_TAKEN), blocked, live, square >= cols)
    bound = np.full((endpoints + 1) * 4**cols, np.iinfo(np.int16).min, np.int16)
    bound[states[:, 3].astype(np.int64)] = states[:, _STEP] >> _32
    whole = endpoints * 4**cols  # the whole path is in the last rows
    bound[whole] = max(bound[whole], sweep.length)
    for col in range(cols):
        moves = bound.reshape(-1, 4, 4**col)
        np.maximum(moves[:, 2], moves[:, 0], out=moves[:, 2])  # an untouched square need not be touched
    image = bound.reshape(-1, *[4] * cols).transpose(0, *range(cols, 0, -1))
    return np.stack([bound, image.ravel()])


@kernel
def _loosened(states):
    """Return the states with the number of ends of the whole path instead of the mates."""
    mates, scratch = np.empty(32, np.int64), np.empty(32, np.int64)
    loose = states.copy()
    for state in range(states.shape[0]):
        loose[state, 3] = _unpack_mates(states[state, 2], states[state, 3], mates, scratch)
    return loose


@kernel
def _pass_by(states, menu, blocked, live, noted):
    """Return the states after a square that may take any moves from the squares before the cut, and no others.

    If this is noted, the number of its moves is appended to the last word.
    """
    cols = blocked.shape[0] // 2 - 1
    slots = _slots_of_moves(cols)
    new_states, index, size = np.empty((1 << 10, states.shape[1]), np.uint64), np.zeros(1 << 11, np.uint32), 0
    for state in range(states.shape[0]):
        old_near, old_far, old_ends = states[state, 0] >> _2, states[state, 1] >> _2, states[state, 2] >> _2
        offered = _offered(old_near, old_far, slots)
        for choice in menu:
            if choice & ~offered:
                continue
            near, far, ends = old_near, old_far, old_ends
            for bit in range(4):
                if choice >> bit & 1:
                    near, far = _take(near, far, ends, slots[bit], bit, blocked)
                    ends ^= _1 << np.uint64(2 * slots[bit])
            near, far, alive = _settle(near & live[0], far & live[1], ends, blocked)
            if not alive:
                continue
            degree = np.uint64(bit_count(np.uint64(choice)))
            words = near, far, ends, states[state, 3] << _2 | degree if noted else states[state, 3]
            if size == new_states.shape[0]:
                new_states, index = _grown(new_states, index)
            size = _enter(new_states, index, size, words, states[state, _STEP] + (degree << _32), _0)
    return new_states[:size]


@kernel
def _totals(states, bound, cols):
    """Return the most moves of a path that each state may become."""
    bits = 2 * cols
    upper_row, endpoints = (_1 << np.uint64(bits)) - _1, (bound.shape[1] >> bits) - 1
    mates, scratch = np.empty(32, np.int64), np.empty(32, np.int64)
    totals = np.empty(states.shape[0], np.int64)
    for state in range(states.shape[0]):
        near, far, ends = states[state, 0], states[state, 1], states[state, 2]
        untouched = (near | near >> _1 | far | far >> _1) & _EVEN & ~ends
        pattern = np.int64((ends | untouched << _1) >> _4 & upper_row)
        pattern |= endpoints - _unpack_mates(ends, states[state, 3], mates, scratch) << bits
        totals[state] = np.int64(states[state, _STEP] >> _32) + max(bound[0, pattern], bound[1, pattern])
    return totals


# The index of the states: their numbers, from 1, in open addressing


@kernel
def _find(index, states, words):
    """Return where the index has the number of a state, or room for it."""
    mixed = words[0] * np.uint64(0x9E3779B97F4A7C15)
    for word in words[1:]:
        mixed = (mixed ^ mixed >> np.uint64(29) ^ word) * np.uint64(0xBF58476D1CE4E5B9)
    mask = np.uint64(index.size - 1)
    place = (mixed ^ mixed >> np.uint64(32)) & mask
    while index[place]:
        number = index[place] - 1
        if (
            states[number, 0] == words[0]
            and states[number, 1] == words[1]
            and states[number, 2] == words[2]
            and states[number, 3] == words[3]
        ):
            break
        place = (place + _1) & mask
    return place


@kernel
def _enter(states, index, size, words, step, count):
    """Add a state, replace it by a longer one, or add the counts of equal lengths; return the number of states."""
    place = _find(index, states, words)
    known = np.int64(index[place]) - 1
    if known < 0:
        index[place] = size + 1
        states[size, 0], states[size, 1], states[size, 2], states[size, 3] = words
        states[size, _STEP], states[size, _COUNT] = step, count
        return size + 1
    if step >> _32 > states[known, _STEP] >> _32:
        states[known, _STEP], states[known, _COUNT] = step, count
    elif step >> _32 == states[known, _STEP] >> _32:
        states[known, _COUNT] = _sum(states[known, _COUNT], count)
    return size


@kernel
def _grown(states, index):
    """Return the states and their index with room for twice as many."""
    size = states.shape[0]
    if size == _ROOM:
        raise AssertionError("a step has no room for the number of a state")
    longer = np.empty((2 * size, states.shape[1]), np.uint64)
    overwrite(longer, states)
    index = np.zeros(4 * size, np.uint32)
    for number in range(size):
        words = states[number, 0], states[number, 1], states[number, 2], states[number, 3]
        index[_find(index, states, words)] = number + 1
    return longer, index


@kernel
def _sum(count, other):
    """Return the sum, or `_MOST` if that is less."""
    return count + other if other <= _MOST - count else _MOST
