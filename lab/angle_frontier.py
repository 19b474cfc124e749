"""The states of a frontier that knows which moves would make an angle, for `angle_census`.

**States.** A state has the *mates* of its slots, four bits each, and their *marks*, also four bits each: `FULL` if the
square has two moves, or else the directions, not decided yet, of the moves that would make the angle with its only
move. These are at most two, which are opposite: a mark is 0 for none, a number from 1 to 8 for one of `DIRECTIONS`, and
9 to 12 for one of the first four and the opposite one. A reflection exchanges the directions 1 and 2, 3 and 4, and so
on. An untouched slot is its own mate; the mate of a full slot is 0. Slots that are not in use are full.

**Steps** are those of `counting.plans`; their last four numbers are the *turns* at both ends of each edge. A turn is
the direction of the move from there, plus 16 times the mark that it leaves in an untouched slot; it is 0 if there is no
edge.

**Tables.** The class of a state is the sum of the degrees of its slots, times weights. Of a class and its reflection,
the smaller one is kept; if they are the same, so is the set of their states, and one of a state and its reflection is
kept. With each state comes the sum of the weights x ** k that lead to it, a polynomial modulo x ** `TERMS` - `wrap`
with coefficients modulo 2 ** 64.
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
"""The mates and marks of some states, (n, 2), and their sums, (n, TERMS)."""

TERMS: Final = 8
"""The coefficients of a sum: as many words as the widest registers hold."""

SLOTS: Final = 16
"""The most slots of a frontier: boards have up to eight rows."""

DIRECTIONS: Final = ((1, 2), (-1, 2), (2, 1), (-2, 1), (-1, -2), (1, -2), (-2, -1), (2, -1))
"""The directions from 1 on; the opposite one is four further, or four less."""

_0, _1, _3, _4, _9 = map(np.uint64, (0, 1, 3, 4, 9))
FULL = np.uint64(15)


# States


@kernel
def field(word, slot):
    """Return the four bits of a slot."""
    return word >> slot * _4 & FULL


@kernel
def with_field(word, slot, value):
    """Return a word with other four bits of a slot."""
    return word & ~(FULL << slot * _4) | value << slot * _4


@kernel
def line(mark):
    """Return the line, from 0 to 3, of a direction, or of a mark that is not 0."""
    return mark - _1 & _3


@kernel
def _awaits(mark, turn):
    """Whether a move makes the angle with the one that left the mark."""
    direction = np.uint64(turn & 15)
    return direction > _0 and (mark == direction or mark == _9 + line(direction))


@kernel
def _reach(marks, slot, turn, is_first):
    """Return the marks after a slot gets its first or second move, and 1 if it makes the angle there."""
    if is_first:
        return with_field(marks, slot, np.uint64(turn >> 4)), np.int64(0)
    return with_field(marks, slot, FULL), np.int64(_awaits(field(marks, slot), turn))


@kernel
def forget(marks, slot, turn):
    """Return the marks after a move is left out: no mark awaits it any more."""
    mark = field(marks, slot)
    if not _awaits(mark, turn):
        return marks
    opposite = (np.uint64(turn & 15) - _1 ^ _4) + _1
    return with_field(marks, slot, opposite if mark >= _9 else _0)


@kernel
def _extend(mates, marks, end, there, turn):
    """Return the state in which the path from `end` goes on to `there`, and 1 if it makes the angle there; or -1."""
    if field(marks, there) == FULL or there == end:
        return mates, marks, np.int64(-1)
    other_end = field(mates, there)
    marks, angles = _reach(marks, there, turn, other_end == there)
    if other_end != there:
        mates = with_field(mates, there, _0)
    return with_field(with_field(mates, end, other_end), other_end, end), marks, angles


@kernel
def link(mates, marks, here, there, turn, other_turn):
    """Return the state with a move between two slots, and the number of angles that it makes; or -1."""
    if field(marks, here) == FULL:
        return mates, marks, np.int64(-1)
    end = field(mates, here)
    marks, angles = _reach(marks, here, turn, end == here)
    if end != here:
        mates = with_field(mates, here, _0)
    mates, marks, more = _extend(mates, marks, end, there, other_turn)
    return mates, marks, angles + more if more >= 0 else more


@kernel
def _owes(mates, marks, slots):
    """Whether one of some slots has no move."""
    while slots:
        slot = np.uint64(lowest_bit(slots))
        slots &= slots - _1
        if field(mates, slot) == slot and field(marks, slot) != FULL:
            return True
    return False


@kernel
def _decide(step, mates, marks):
    """Return the states without and with a move, each with the number of angles that it makes, or -1 if none."""
    here, there, owing = np.uint64(step[1]), np.uint64(step[2]), np.uint64(step[5])
    without = forget(forget(marks, here, step[6]), there, step[7])
    first = np.int64(-1 if _owes(mates, without, owing) else 0)
    linked, linked_marks, angles = link(mates, marks, here, there, step[6], step[7])
    if angles >= 0 and _owes(linked, linked_marks, owing):
        angles = np.int64(-1)
    return mates, without, first, linked, linked_marks, angles


@kernel
def _retire(step, mates, marks):
    """Return the two states after a square takes the moves that it lacks and goes; see `_decide`."""
    slot, first, second = np.uint64(step[1]), np.uint64(max(step[2], 0)), np.uint64(max(step[3], 0))
    end, before = field(mates, slot), field(marks, slot)
    mates, marks = with_field(mates, slot, _0), with_field(marks, slot, FULL)
    fresh = np.uint64(step[4])
    while fresh:
        entering = np.uint64(lowest_bit(fresh))
        fresh &= fresh - _1
        mates, marks = with_field(mates, entering, entering), with_field(marks, entering, _0)
    one, one_marks, angles = mates, marks, np.int64(-1)
    other, other_marks, other_angles = mates, marks, np.int64(-1)
    if before == FULL:
        one_marks, angles = forget(forget(marks, first, step[7]), second, step[9]), np.int64(0)
    elif end == slot:
        if step[3] >= 0:
            one, one_marks, angles = link(mates, marks, first, second, step[7], step[9])
            if angles >= 0:
                angles += np.int64(_awaits(np.uint64(step[6] >> 4), step[8]))
    else:
        if step[2] >= 0:
            one, one_marks, angles = _extend(mates, forget(marks, second, step[9]), end, first, step[7])
            if angles >= 0:
                angles += np.int64(_awaits(before, step[6]))
        if step[3] >= 0:
            other, other_marks, other_angles = _extend(mates, forget(marks, first, step[7]), end, second, step[9])
            if other_angles >= 0:
                other_angles += np.int64(_awaits(before, step[8]))
    return one, one_marks, angles, other, other_marks, other_angles


# Tables


@kernel
def _place(index, keys, mates, marks):
    """Return the place of a state's number in the index, or a free place for it."""
    mask = np.uint64(index.size - 1)
    word = mates * np.uint64(0x9E3779B97F4A7C15) ^ marks * np.uint64(0xD6E8FEB86659FD93)
    word ^= word >> np.uint64(29)
    place = word * np.uint64(0xBF58476D1CE4E5B9) >> np.uint64(32) & mask
    while index[place] and not (keys[index[place] - 1, 0] == mates and keys[index[place] - 1, 1] == marks):
        place = (place + _1) & mask
    return place


@kernel
def add_times(sums, row, others, number, power, wrap):
    """Add a row of other sums, times x ** power, to a row of sums."""
    for term in range(TERMS - power):
        sums[row, term + power] += others[number, term]
    for term in range(TERMS - power, TERMS):
        sums[row, term + power - TERMS] += wrap * others[number, term]


@kernel
def add(index, keys, sums, size, mates, marks, others, number, power, wrap):
    """Add a row of sums, times x ** power, to that of a state, which may be new; return the number of states."""
    place = _place(index, keys, mates, marks)
    if index[place] == 0:
        keys[size, 0], keys[size, 1] = mates, marks
        for term in range(TERMS):
            sums[size, term] = _0
        size += 1
        index[place] = size
    add_times(sums, index[place] - 1, others, number, power, wrap)
    return size


@kernel
def index_for(size):
    """Return an empty index for so many states."""
    power = 64
    while power < 2 * size:
        power *= 2
    return np.zeros(power, np.uint32)


@kernel(steps=UNBOUNDED)
def advance(steps, wrap, keys, sums, bounds):
    """Return the states after the steps of a stage, block by block."""
    all_keys, all_sums = lengthened(keys, 0, len(keys) + 64), lengthened(sums, 0, len(keys) + 64)
    total = 0
    for block in range(bounds.size - 1):
        layer, layer_sums = keys[bounds[block] : bounds[block + 1]], sums[bounds[block] : bounds[block + 1]]
        for number in range(steps.shape[0]):
            step, most = steps[number], 2 * len(layer)
            new_keys, new_sums, index = (
                np.empty((most, 2), np.uint64),
                np.empty((most, TERMS), np.uint64),
                index_for(most),
            )
            size = 0
            for state in range(len(layer)):
                if step[0] == EDGE:
                    after = _decide(step, layer[state, 0], layer[state, 1])
                else:
                    after = _retire(step, layer[state, 0], layer[state, 1])
                if after[2] >= 0:
                    size = add(index, new_keys, new_sums, size, after[0], after[1], layer_sums, state, after[2], wrap)
                if after[5] >= 0:
                    size = add(index, new_keys, new_sums, size, after[3], after[4], layer_sums, state, after[5], wrap)
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
def _class_of(mates, marks, weights):
    """Return the sum of the degrees of all slots, times weights."""
    number = 0
    for place in range(SLOTS):
        slot = np.uint64(place)
        if field(marks, slot) == FULL:
            number += 2 * weights[place]
        elif field(mates, slot) != slot:
            number += weights[place]
    return number


@kernel
def mirrored(mates, marks, slots):
    """Return the image of a state; `slots` has the slot of each slot's mirror image."""
    new_mates, new_marks = _0, ~_0
    for place in range(slots.size):
        mark = field(marks, np.uint64(place))
        if mark != FULL:
            slot = np.uint64(slots[place])
            new_mates = with_field(new_mates, slot, np.uint64(slots[np.int64(field(mates, np.uint64(place)))]))
            new_marks = with_field(new_marks, slot, (mark - _1 ^ _1) + _1 if mark else mark)
    return new_mates, new_marks


@kernel(steps=UNBOUNDED)
def spread(keys, sums, kept, wanted, reflection):
    """Return the states of a table as the next stage needs them, with their classes.

    `kept` and `wanted`, (2, SLOTS), are the weights by which the table and the next one are divided into classes, for a
    state and for its reflection.
    """
    new_keys, new_sums = np.empty((2 * len(keys), 2), np.uint64), np.empty((2 * len(keys), TERMS), np.uint64)
    classes = np.empty(2 * len(keys), np.int32)
    size = 0
    for number in range(len(keys)):
        mates, marks = keys[number, 0], keys[number, 1]
        other, other_marks = mirrored(mates, marks, reflection)
        is_less = other < mates or (other == mates and other_marks < marks)
        if is_less and _class_of(mates, marks, kept[0]) == _class_of(mates, marks, kept[1]):
            continue
        here, there = _class_of(mates, marks, wanted[0]), _class_of(mates, marks, wanted[1])
        if here <= there:
            new_keys[size, 0], new_keys[size, 1], classes[size] = mates, marks, here
            overwrite(new_sums[size], sums[number])
            size += 1
        if there <= here and not (mates == other and marks == other_marks):
            new_keys[size, 0], new_keys[size, 1], classes[size] = other, other_marks, there
            overwrite(new_sums[size], sums[number])
            size += 1
    return new_keys[:size], new_sums[:size], classes[:size]


@kernel(steps=UNBOUNDED)
def grouped(keys, sums, groups, number):
    """Return states sorted by the number of their group, and where each group begins and marks."""
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
