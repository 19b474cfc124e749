"""The states of a frontier that knows where its paths may go straight on, for `turn_census`.

**States.** A state has the *mates* of its slots, four bits each, and their *ends*, also four bits each: `FULL` if the
square has two moves, or else the line, from 1 to 4, of its only move, provided that its path may still go straight on
there. A reflection exchanges the lines 1 and 2, and 3 and 4. An untouched slot is its own mate; the mate of a full slot
is 0. Slots that are not in use are full.

**Steps** are those of `counting.plans`; their last four numbers are the lines of their edges, at both ends of each. A
line is positive if the opposite edge has not been decided, negative if it has, and 0 if there is none. An edge of a
positive line leaves its line in an untouched slot; with one of a negative line, a path that has the same line goes
straight on.

**Tables.** The class of a state is the sum of the degrees of its slots, times weights. Of a class and its reflection,
the smaller one is kept; if they are the same, so is the set of their states, and one of a state and its reflection is
kept. With each state come the sums of the weights that lead to it, modulo 2 ** 64, for `LANES` values of x.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.primitives import lengthened, lowest_bit, overwrite
from destrier.counting.plans import EDGE
from destrier.support.kernels import UNBOUNDED, kernel

Words: TypeAlias = NDArray[np.uint64]
States: TypeAlias = tuple[Words, Words]
"""The mates and ends of some states, (n, 2), and their sums, (n, LANES)."""

LANES: Final = 8
"""The values of x in one sweep: as many words as the widest registers hold."""

SLOTS: Final = 16
"""The most slots of a frontier: boards have up to eight rows."""

LINES: Final = ((1, 2), (-1, 2), (2, 1), (-2, 1))
"""The lines from 1 on: a move and the opposite one are of the same line."""

_0, _1, _4 = np.uint64(0), np.uint64(1), np.uint64(4)
FULL = np.uint64(15)


# States


@kernel
def field(word, slot):
    """Return the four bits of a slot."""
    return word >> slot * _4 & FULL


@kernel
def _with_field(word, slot, value):
    return word & ~(FULL << slot * _4) | value << slot * _4


@kernel
def _goes_straight(end, line):
    """Whether a path with this end goes straight on by a move of this line."""
    return np.int64(line < 0 and end == np.uint64(-line))


@kernel
def _reach(ends, slot, line, is_first):
    """Return the ends after a slot gets its first or second move, and 1 if its path goes straight on there."""
    if is_first:
        return _with_field(ends, slot, np.uint64(max(line, 0))), np.int64(0)
    return _with_field(ends, slot, FULL), _goes_straight(field(ends, slot), line)


@kernel
def forget(ends, slot, line):
    """Return the ends after a move of this line is left out: the path cannot go straight on by it any more."""
    return _with_field(ends, slot, _0) if _goes_straight(field(ends, slot), line) else ends


@kernel
def _extend(mates, ends, end, there, line):
    """Return the state in which the path from `end` goes on to `there`, and 1 if it goes straight on there; or -1."""
    if field(ends, there) == FULL or there == end:
        return mates, ends, np.int64(-1)
    other_end = field(mates, there)
    ends, straight = _reach(ends, there, line, other_end == there)
    if other_end != there:
        mates = _with_field(mates, there, _0)
    return _with_field(_with_field(mates, end, other_end), other_end, end), ends, straight


@kernel
def link(mates, ends, here, there, line, other_line):
    """Return the state with a move between two slots, and the number of paths that it leads straight on; or -1."""
    if field(ends, here) == FULL:
        return mates, ends, np.int64(-1)
    end = field(mates, here)
    ends, straight = _reach(ends, here, line, end == here)
    if end != here:
        mates = _with_field(mates, here, _0)
    mates, ends, more = _extend(mates, ends, end, there, other_line)
    return mates, ends, straight + more if more >= 0 else more


@kernel
def _owes(mates, ends, slots):
    """Whether one of some slots has no move."""
    while slots:
        slot = np.uint64(lowest_bit(slots))
        slots &= slots - _1
        if field(mates, slot) == slot and field(ends, slot) != FULL:
            return True
    return False


@kernel
def _decide(step, mates, ends):
    """Return the states without and with a move, each with the number of paths that go straight on, or -1 if none."""
    here, there, owing = np.uint64(step[1]), np.uint64(step[2]), np.uint64(step[5])
    without = forget(forget(ends, here, step[6]), there, step[7])
    first = np.int64(-1 if _owes(mates, without, owing) else 0)
    linked, linked_ends, straight = link(mates, ends, here, there, step[6], step[7])
    if straight >= 0 and _owes(linked, linked_ends, owing):
        straight = np.int64(-1)
    return mates, without, first, linked, linked_ends, straight


@kernel
def _retire(step, mates, ends):
    """Return the two states after a square takes the moves that it lacks and goes; see `_decide`."""
    slot, first, second = np.uint64(step[1]), np.uint64(max(step[2], 0)), np.uint64(max(step[3], 0))
    end, before = field(mates, slot), field(ends, slot)
    mates, ends = _with_field(mates, slot, _0), _with_field(ends, slot, FULL)
    fresh = np.uint64(step[4])
    while fresh:
        entering = np.uint64(lowest_bit(fresh))
        fresh &= fresh - _1
        mates, ends = _with_field(mates, entering, entering), _with_field(ends, entering, _0)
    one, one_ends, straight = mates, ends, np.int64(-1)
    other, other_ends, other_straight = mates, ends, np.int64(-1)
    if before == FULL:
        one_ends, straight = forget(forget(ends, first, step[7]), second, step[9]), np.int64(0)
    elif end == slot:
        if step[3] >= 0:
            one, one_ends, straight = link(mates, ends, first, second, step[7], step[9])
            if straight >= 0 and step[6] == -step[8] != 0:
                straight += 1
    else:
        if step[2] >= 0:
            one, one_ends, straight = _extend(mates, forget(ends, second, step[9]), end, first, step[7])
            if straight >= 0:
                straight += _goes_straight(before, step[6])
        if step[3] >= 0:
            other, other_ends, other_straight = _extend(mates, forget(ends, first, step[7]), end, second, step[9])
            if other_straight >= 0:
                other_straight += _goes_straight(before, step[8])
    return one, one_ends, straight, other, other_ends, other_straight


# Tables


@kernel
def _place(index, keys, mates, ends):
    """Return the place of a state's number in the index, or a free place for it."""
    mask = np.uint64(index.size - 1)
    word = mates * np.uint64(0x9E3779B97F4A7C15) ^ ends * np.uint64(0xD6E8FEB86659FD93)
    word ^= word >> np.uint64(29)
    place = word * np.uint64(0xBF58476D1CE4E5B9) >> np.uint64(32) & mask
    while index[place] and not (keys[index[place] - 1, 0] == mates and keys[index[place] - 1, 1] == ends):
        place = (place + _1) & mask
    return place


@kernel
def add(index, keys, sums, size, mates, ends, others, number, powers):
    """Add a row of sums, each times a power, to those of a state, which may be new; return the number of states."""
    place = _place(index, keys, mates, ends)
    if index[place] == 0:
        keys[size, 0], keys[size, 1] = mates, ends
        for lane in range(LANES):
            sums[size, lane] = _0
        size += 1
        index[place] = size
    row = index[place] - 1
    for lane in range(LANES):
        sums[row, lane] += others[number, lane] * powers[lane]
    return size


@kernel
def index_for(size):
    """Return an empty index for so many states."""
    power = 64
    while power < 2 * size:
        power *= 2
    return np.zeros(power, np.uint32)


@kernel(steps=UNBOUNDED)
def advance(steps, powers, keys, sums, bounds):
    """Return the states after the steps of a stage, block by block; `powers[k]` are the values of x to the k."""
    all_keys, all_sums = lengthened(keys, 0, len(keys) + 64), lengthened(sums, 0, len(keys) + 64)
    total = 0
    for block in range(bounds.size - 1):
        layer, layer_sums = keys[bounds[block] : bounds[block + 1]], sums[bounds[block] : bounds[block + 1]]
        for number in range(steps.shape[0]):
            step, most = steps[number], 2 * len(layer)
            new_keys, new_sums, index = (
                np.empty((most, 2), np.uint64),
                np.empty((most, LANES), np.uint64),
                index_for(most),
            )
            size = 0
            for state in range(len(layer)):
                if step[0] == EDGE:
                    after = _decide(step, layer[state, 0], layer[state, 1])
                else:
                    after = _retire(step, layer[state, 0], layer[state, 1])
                if after[2] >= 0:
                    size = add(index, new_keys, new_sums, size, after[0], after[1], layer_sums, state, powers[after[2]])
                if after[5] >= 0:
                    size = add(index, new_keys, new_sums, size, after[3], after[4], layer_sums, state, powers[after[5]])
            layer, layer_sums = new_keys[:size], new_sums[:size]
        if total + len(layer) > len(all_keys):
            capacity = max(total + len(layer), len(all_keys) * 3 // 2)
            all_keys, all_sums = lengthened(all_keys, total, capacity), lengthened(all_sums, total, capacity)
        overwrite(all_keys[total:], layer)
        overwrite(all_sums[total:], layer_sums)
        total += len(layer)
    return all_keys[:total], all_sums[:total]


# Classes


@kernel
def _class_of(mates, ends, weights):
    """Return the sum of the degrees of all slots, times weights."""
    number = 0
    for place in range(SLOTS):
        slot = np.uint64(place)
        if field(ends, slot) == FULL:
            number += 2 * weights[place]
        elif field(mates, slot) != slot:
            number += weights[place]
    return number


@kernel
def mirrored(mates, ends, slots):
    """Return the image of a state; `slots` has the slot of each slot's mirror image."""
    new_mates, new_ends = _0, ~_0
    for place in range(slots.size):
        end = field(ends, np.uint64(place))
        if end != FULL:
            slot = np.uint64(slots[place])
            line = (end - _1 ^ _1) + _1 if end else end
            new_mates = _with_field(new_mates, slot, np.uint64(slots[np.int64(field(mates, np.uint64(place)))]))
            new_ends = _with_field(new_ends, slot, line)
    return new_mates, new_ends


@kernel(steps=UNBOUNDED)
def spread(keys, sums, kept, wanted, reflection):
    """Return the states of a table as the next stage needs them, with their classes.

    `kept` and `wanted`, (2, SLOTS), are the weights by which the table and the next one are divided into classes, for a
    state and for its reflection.
    """
    new_keys, new_sums = np.empty((2 * len(keys), 2), np.uint64), np.empty((2 * len(keys), LANES), np.uint64)
    classes = np.empty(2 * len(keys), np.int32)
    size = 0
    for number in range(len(keys)):
        mates, ends = keys[number, 0], keys[number, 1]
        other, other_ends = mirrored(mates, ends, reflection)
        is_less = other < mates or (other == mates and other_ends < ends)
        if is_less and _class_of(mates, ends, kept[0]) == _class_of(mates, ends, kept[1]):
            continue
        here, there = _class_of(mates, ends, wanted[0]), _class_of(mates, ends, wanted[1])
        if here <= there:
            new_keys[size, 0], new_keys[size, 1], classes[size] = mates, ends, here
            overwrite(new_sums[size], sums[number])
            size += 1
        if there <= here and not (mates == other and ends == other_ends):
            new_keys[size, 0], new_keys[size, 1], classes[size] = other, other_ends, there
            overwrite(new_sums[size], sums[number])
            size += 1
    return new_keys[:size], new_sums[:size], classes[:size]


@kernel(steps=UNBOUNDED)
def grouped(keys, sums, groups, number):
    """Return states sorted by the number of their group, and where each group begins and ends."""
    bounds = np.zeros(number + 1, np.int64)
    for group in groups:
        bounds[group + 1] += 1
    for group in range(number):
        bounds[group + 1] += bounds[group]
    places = bounds[:-1].copy()
    new_keys, new_sums = np.empty_like(keys), np.empty_like(sums)
    for state in range(len(keys)):
        place = places[groups[state]]
        places[groups[state]] += 1
        new_keys[place, 0], new_keys[place, 1] = keys[state, 0], keys[state, 1]
        overwrite(new_sums[place], sums[state])
    return new_keys, new_sums, bounds


@kernel(steps=UNBOUNDED)
def classes_of(keys, weights):
    """Return the class of each state."""
    classes = np.empty(len(keys), np.int32)
    for number in range(len(keys)):
        classes[number] = _class_of(keys[number, 0], keys[number, 1], weights)
    return classes
