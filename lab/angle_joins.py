"""Join the states of two halves of a board, for `angle_census`.

The moves between the two columns in the middle are divided between the halves. For each *class*, the degrees of all
slots, the states L of this class of the left half are put together from those with fewer moves, before the middle;
likewise the states R of the complementary class of the right half.

**Lines.** The lines of two moves that make an angle are related by a shift, `SHIFTS`: the numbers of the lines, from 0
to 3, differ in the same bits, whichever move is the first. So do those of the directions that both moves await. The
moves of a half from one square never include two opposite ones with their opposite partners in the other half, and so
the lines are enough: a pair of states makes the angle at a slot if both have marks there, and their lines are shifted.

The weight of a pair is 0 if their matchings do not close to a single cycle, and else x to the number of slots where
they make the angle. R is sorted by matching and lines, which are shifted before. For one line of L after the other, the
sums of R that differ only there are added up, each times x if its line is the same; so the states of L, sorted by their
lines, share the work of their common lines. At last there is one sum for each matching of R, and a state of L adds up
those that it closes with.
"""

from __future__ import annotations

import numpy as np
from angle_frontier import TERMS, add, add_times, field, forget, index_for, line, link, mirrored, with_field

from destrier.core.primitives import bit_count, lowest_bit, overwrite
from destrier.support.kernels import UNBOUNDED, kernel

_0, _1 = np.uint64(0), np.uint64(1)


@kernel
def _rank(mates, slots):
    """Return the rank of the matching of some slots, as in `counting.matchings`."""
    left = _0
    for slot in slots:
        left |= _1 << np.uint64(slot)
    rank = 0
    for pair in range(slots.size // 2, 0, -1):
        end = np.uint64(lowest_bit(left))
        other = field(mates, end)
        left &= ~(_1 << end | _1 << other)
        rank = rank * (2 * pair - 1) + bit_count(left & ((_1 << other) - _1))
    return rank


@kernel
def _is_cycle(mates, other_mates, first, pairs):
    """Whether two matchings close to a single cycle."""
    slot = first
    for _ in range(pairs - 1):
        slot = field(other_mates, field(mates, slot))
        if slot == first:
            return False
    return True


@kernel
def _find(classes, number):
    """Return the place of a number in a sorted array, or -1."""
    low, high = 0, classes.size
    while low < high:
        middle = (low + high) // 2
        if classes[middle] < number:
            low = middle + 1
        else:
            high = middle
    return low if low < classes.size and classes[low] == number else -1


@kernel
def _lines(marks, slots, shift):
    """Return the marks with a shifted line, from 1 to 4, in place of the directions at some slots."""
    for place in slots:
        slot = np.uint64(place)
        mark = field(marks, slot)
        if mark:
            marks = with_field(marks, slot, (line(mark) ^ shift) + _1)
    return marks


@kernel
def _gather(degrees, half, shift, wrap):
    """Return the states of one class of a half, with their lines shifted."""
    keys, sums, classes, bounds, weights, reflection, steps, added = half
    size = 0
    slots = np.flatnonzero(degrees == 1)
    places, flipped = np.full(len(added), -1, np.int64), np.zeros(len(added), np.bool_)
    for chosen in range(len(added)):
        here = there = 0
        fits = True
        for slot in range(degrees.size):
            degree = degrees[slot] - added[chosen, slot]
            fits = fits and degree >= 0
            here += weights[slot] * degree
            there += weights[reflection[slot]] * degree
        if fits:
            places[chosen], flipped[chosen] = _find(classes, min(here, there)), there < here
            if places[chosen] >= 0:
                size += bounds[places[chosen] + 1] - bounds[places[chosen]]
    new_keys, new_sums, index = np.empty((size, 2), np.uint64), np.empty((size, TERMS), np.uint64), index_for(size)
    size = 0
    for chosen in range(len(added)):
        if places[chosen] < 0:
            continue
        for state in range(bounds[places[chosen]], bounds[places[chosen] + 1]):
            mates, marks = keys[state, 0], keys[state, 1]
            if flipped[chosen]:
                mates, marks = mirrored(mates, marks, reflection)
            angles = np.int64(0)
            for number in range(len(steps)):
                step = steps[number]
                first, second = np.uint64(step[1]), np.uint64(step[2])
                if chosen >> number & 1:
                    mates, marks, more = link(mates, marks, first, second, step[6], step[7])
                    if more < 0:
                        angles = np.int64(-1)
                        break
                    angles += more
                else:
                    marks = forget(forget(marks, first, step[6]), second, step[7])
            if angles >= 0:
                marks = _lines(marks, slots, shift)
                size = add(index, new_keys, new_sums, size, mates, marks, sums, state, angles, wrap)
    return new_keys[:size], new_sums[:size]


@kernel
def _codes(keys, slots, matchings, lines_first):
    """Return numbers by which to sort states: by lines and matching, or by matching and lines, the first line last."""
    codes = np.empty(len(keys), np.int64)
    for number in range(len(keys)):
        rank = _rank(keys[number, 0], slots)
        code = 0 if lines_first else rank
        for place in range(slots.size):
            slot = slots[place] if lines_first else slots[slots.size - 1 - place]
            code = 5 * code + np.int64(field(keys[number, 1], np.uint64(slot)))
        codes[number] = code * matchings + rank if lines_first else code
    return codes


@kernel
def _levels(codes, matings, lines):
    """Return the rows of R that differ after 0, 1, 2, ... lines have been left out.

    Returned are the first row and the number of rows of each level; for each row of a level, its line, and its row in
    the next level. `codes` and `matings` are those of R in order, with the next line as the last digit of a code. They
    become those of the last level.
    """
    bounds = np.zeros((lines + 1, 2), np.int64)
    of_rows, aims = np.empty((lines, codes.size), np.int8), np.empty((lines, codes.size), np.int32)
    bounds[0, 1] = codes.size
    for level in range(lines):
        size = 0
        for row in range(bounds[level, 1]):
            of_rows[level, row] = codes[row] % 5
            rest = codes[row] // 5
            if size == 0 or codes[size - 1] != rest:
                codes[size], matings[size] = rest, matings[row]
                size += 1
            aims[level, row] = size - 1
        bounds[level + 1] = bounds[level].sum(), size
    return bounds, of_rows, aims


@kernel
def _fold(sums, lines, aims, line, wrap, folded):
    """Add up the rows of a level that differ only in a line, each times x if it is this one."""
    for row in range(len(folded)):
        for term in range(TERMS):
            folded[row, term] = _0
    for row in range(len(sums)):
        add_times(folded, aims[row], sums, row, np.int64(line > 0 and lines[row] == line), wrap)


@kernel
def _closing(mates, matings, first, pairs):
    """Return the numbers of the matchings of R that close with one of L."""
    numbers = np.empty(len(matings), np.int32)
    size = 0
    for number in range(len(matings)):
        if _is_cycle(mates, matings[number], first, pairs):
            numbers[size] = number
            size += 1
    return numbers[:size].copy()


@kernel
def _close(left, left_sums, right, right_sums, slots, wrap):
    """Return the sums of the weights of all pairs; all states have single moves at these slots."""
    lines = slots.size
    pairs = lines // 2
    matchings = 1
    for pair in range(2, pairs + 1):
        matchings *= 2 * pair - 1
    codes = _codes(right, slots, matchings, False)
    order = np.argsort(codes)
    codes, matings = codes[order], right[order, 0]
    bounds, of_rows, aims = _levels(codes, matings, lines)
    matings = matings[: bounds[-1, 1]]
    sums = np.empty((bounds[-1].sum(), TERMS), np.uint64)
    for row in range(len(right)):
        overwrite(sums[row], right_sums[order[row]])
    last = sums[bounds[-1, 0] :]

    codes = _codes(left, slots, matchings, True)
    before, now = np.full(lines, -1, np.int64), np.empty(lines, np.int64)
    closings = [np.empty(0, np.int32)]
    places = {np.int64(-1): 0}
    total, shifted = np.zeros(TERMS, np.uint64), np.empty((1, TERMS), np.uint64)
    for state in np.argsort(codes):
        rank, code = codes[state] % matchings, codes[state] // matchings
        for level in range(lines - 1, -1, -1):
            now[level] = code % 5
            code //= 5
        level = 0
        while level < lines and now[level] == before[level]:
            level += 1
        while level < lines:
            (begin, size), (next_begin, next_size) = bounds[level], bounds[level + 1]
            _fold(
                sums[begin : begin + size],
                of_rows[level],
                aims[level],
                now[level],
                wrap,
                sums[next_begin : next_begin + next_size],
            )
            before[level] = now[level]
            level += 1
        if rank not in places:
            places[rank] = len(closings)
            closings.append(_closing(left[state, 0], matings, np.uint64(slots[0]), pairs))
        closed = np.zeros((1, TERMS), np.uint64)
        for number in closings[places[rank]]:
            add_times(closed, 0, last, number, 0, wrap)
        for power in range(TERMS):
            shifted[0] = _0
            add_times(shifted, 0, closed, 0, power, wrap)
            for term in range(TERMS):
                total[term] += left_sums[state, power] * shifted[0, term]
    return total


@kernel(steps=UNBOUNDED)
def join(degrees, multiples, left, right, shift, wrap, mirror):
    """Return the sums of the weights of all pairs of states of some classes, each so many times.

    Parameters
    ----------
    degrees, multiples
        `int64`: the degrees of the classes of the left half, (n, slots), and what each class counts, (n,).
    left, right
        The halves, with the fields of `angle_census.Table`.
    shift
        `uint64`: the bits in which the lines of two moves differ that make the angle.
    wrap
        `uint64`: x ** `TERMS`.
    mirror
        The slot in the left half of each slot of the right one.
    """
    total = np.zeros(TERMS, np.uint64)
    opposite = np.empty(mirror.size, np.int64)
    for number in range(len(degrees)):
        slots = np.flatnonzero(degrees[number] == 1)
        for slot in range(mirror.size):
            opposite[slot] = 2 - degrees[number, mirror[slot]]
        here, here_sums = _gather(degrees[number], left, _0, wrap)
        there, there_sums = _gather(opposite, right, shift, wrap)
        if slots.size and len(here) and len(there):
            for state in range(len(there)):
                there[state, 0], there[state, 1] = mirrored(there[state, 0], there[state, 1], mirror)
            total += _close(here, here_sums, there, there_sums, slots, wrap) * np.uint64(multiples[number])
    return total
