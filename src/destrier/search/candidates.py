"""The search for numbers of squares: kernels on sets of candidate numbers; see `numbered`.

A set is a row of bits. The sets of a square's neighbours, shifted by one, show which of its numbers have a predecessor
and a successor at different neighbours.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from destrier.core.primitives import bit_count, lowest_bit, overwrite, random_word
from destrier.support.kernels import kernel

_ONE = np.uint64(1)
_NONE = np.uint64(0)

ALL: Final = -1
"""Stands for all squares in place of the changed square of a state."""

FOUND, ENDED, PAUSED = 1, 0, -1
"""Results of `search`: a tour was found, there are no more, or the steps are used up."""


@kernel
def _later(row, word, size, closed):
    """Return a word of a set of numbers, each increased by one."""
    shifted = row[word] << _ONE
    if word:
        shifted |= row[word - 1] >> np.uint64(63)
    elif closed:
        shifted |= row[(size - 1) >> 6] >> np.uint64((size - 1) & 63) & _ONE
    if word == (size - 1) >> 6 and size & 63:
        shifted &= (_ONE << np.uint64(size & 63)) - _ONE
    return shifted


@kernel
def _earlier(row, word, size, closed):
    """Return a word of a set of numbers, each decreased by one."""
    shifted = row[word] >> _ONE
    if word < (size - 1) >> 6:
        shifted |= row[word + 1] << np.uint64(63)
    elif closed:
        shifted |= (row[0] & _ONE) << np.uint64((size - 1) & 63)
    return shifted


@kernel
def _may_end(row, size):
    """Return whether a set contains the first or the last number."""
    return (row[0] & _ONE) | (row[(size - 1) >> 6] >> np.uint64((size - 1) & 63) & _ONE) != _NONE


@kernel
def _members(row):
    count = 0
    for word in range(row.size):
        count += bit_count(row[word])
    return count


@kernel
def _revise(there, back, can, live, sure, square, closed, waiting):
    """Remove the numbers and moves of a square that its neighbours rule out; return whether any are left."""
    size, words = can.shape
    mine, kept = can[square], live[square]
    reached, changed = _NONE, False
    for word in range(words):
        before, before_twice, after, after_twice, turned = _NONE, _NONE, _NONE, _NONE, _NONE
        if not closed and word == 0:
            before = _ONE
        if not closed and word == words - 1:
            after = _ONE << np.uint64((size - 1) & 63)
        numbers = mine[word]
        left = kept
        while left:
            move = lowest_bit(left)
            left &= left - _ONE
            other = can[there[square, move]]
            later, earlier = _later(other, word, size, closed), _earlier(other, word, size, closed)
            before_twice |= before & later
            before |= later
            after_twice |= after & earlier
            after |= earlier
            turned |= later & earlier
            if numbers & (later | earlier):
                reached |= _ONE << np.uint64(move)
        allowed = before & after & ~(turned & ~before_twice & ~after_twice)
        left = sure[square]
        while left:
            move = lowest_bit(left)
            left &= left - _ONE
            other = can[there[square, move]]
            later, earlier = _later(other, word, size, closed), _earlier(other, word, size, closed)
            allowed &= (later & (after & ~earlier | after_twice)) | (earlier & (before & ~later | before_twice))
        if numbers & ~allowed:
            mine[word] = numbers & allowed
            changed = True
    empty = True
    for word in range(words):
        empty &= mine[word] == _NONE
    if empty:
        return False
    least = most = 2
    if not closed and _may_end(mine, size):
        least = 1
        most = 1 if _members(mine) == 1 else 2
    dead = kept & ~reached
    if sure[square] & dead:
        return False
    left_over = bit_count(kept & ~dead)
    if left_over < least:
        return False
    certain = kept & ~dead if left_over == least else sure[square]
    if bit_count(certain) > most:
        return False
    if bit_count(certain) == most:
        dead = kept & ~certain
    fresh = certain & ~sure[square]
    live[square] = kept & ~dead
    sure[square] = certain
    left = dead | fresh
    while left:
        move = lowest_bit(left)
        left &= left - _ONE
        other, bit = there[square, move], _ONE << np.uint64(back[square, move])
        if dead >> np.uint64(move) & _ONE:
            if sure[other] & bit:
                return False
            live[other] &= ~bit
        else:
            sure[other] |= bit
        waiting[other] = True
    if changed:
        left = live[square]
        while left:
            move = lowest_bit(left)
            left &= left - _ONE
            waiting[there[square, move]] = True
    if changed or fresh:
        waiting[square] = True
    return True


@kernel
def _match(can, waiting):
    """Place each number with a single square, and remove a square's single number from all other squares.

    Return whether every number has a square left, and no number is the only one of two squares.
    """
    size, words = can.shape
    for word in range(words):
        once, twice, taken = _NONE, _NONE, _NONE
        for square in range(size):
            numbers = can[square, word]
            twice |= once & numbers
            once |= numbers
        whole = ~_NONE if word < words - 1 or size & 63 == 0 else (_ONE << np.uint64(size & 63)) - _ONE
        if once != whole:
            return False
        alone = once & ~twice
        for square in range(size):
            numbers = can[square, word]
            if numbers == _NONE:
                continue
            single = numbers & alone
            if single:
                if single & (single - _ONE):
                    return False
                if _members(can[square]) > 1:
                    for other in range(words):
                        can[square, other] = _NONE
                    can[square, word] = single
                    waiting[square] = True
            elif twice and _members(can[square]) == 1:
                if taken & numbers:
                    return False
                taken |= numbers
        if taken:
            for square in range(size):
                numbers = can[square, word]
                if numbers & taken and _members(can[square]) > 1:
                    can[square, word] = numbers & ~taken
                    waiting[square] = True
    return True


@kernel
def _propagate(there, back, can, live, sure, closed, waiting):
    """Propagate until nothing changes; return whether every square has a number left, and every number a square."""
    size = can.shape[0]
    while True:
        busy = True
        while busy:
            busy = False
            for square in range(size):
                if waiting[square]:
                    waiting[square] = False
                    busy = True
                    if not _revise(there, back, can, live, sure, square, closed, waiting):
                        return False
        if not _match(can, waiting):
            return False
        for square in range(size):
            busy |= waiting[square]
        if not busy:
            return True


@kernel
def _has(can, square, number):
    """Return 1 if a square may have a number, else 0."""
    return np.int64(can[square, number >> 6] >> np.uint64(number & 63) & _ONE)


@kernel
def _number(can, square):
    """Return the smallest candidate of a square."""
    word = 0
    while can[square, word] == _NONE:
        word += 1
    return word * 64 + lowest_bit(can[square, word])


@kernel
def _scarce_square(can):
    """Return the square with the fewest numbers among those with at least two, and that count; -1 if there is none."""
    fewest, best = np.int64(1 << 30), np.int64(-1)
    for square in range(can.shape[0]):
        members = _members(can[square])
        if 1 < members < fewest:
            fewest, best = members, np.int64(square)
    return best, fewest


@kernel
def _scarce_number(there, can, live, fewest):
    """Return a number with fewer squares than a bound (two or three, or next to a placed number), or -1."""
    size, words = can.shape
    best = np.int64(-1)
    for word in range(words):
        once, twice, thrice, more = _NONE, _NONE, _NONE, _NONE
        for square in range(size):
            numbers = can[square, word]
            more |= thrice & numbers
            thrice |= twice & numbers
            twice |= once & numbers
            once |= numbers
        pairs, triples = twice & ~thrice, thrice & ~more
        if pairs and fewest > 2:
            fewest, best = 2, word * 64 + lowest_bit(pairs)
        elif triples and fewest > 3:
            fewest, best = 3, word * 64 + lowest_bit(triples)
    if fewest <= 3:
        return best
    for square in range(size):
        if _members(can[square]) != 1:
            continue
        for step in (-1, 1):
            beside = (_number(can, square) + step + size) % size
            count, left = np.int64(0), live[square]
            while left:
                move = lowest_bit(left)
                left &= left - _ONE
                count += _has(can, there[square, move], beside)
            if 1 < count < fewest:
                fewest, best = count, np.int64(beside)
    return best


@kernel
def _choose(there, can, live, key, step):
    """Return a square and one of its numbers to try, or -1 twice if every square has a single number."""
    size = can.shape[0]
    square, fewest = _scarce_square(can)
    if square < 0:
        return square, square
    number = _scarce_number(there, can, live, fewest)
    if number < 0:
        skipped = np.int64(random_word(key, step) % np.uint64(fewest))
        for one in range(size):
            if _has(can, square, one):
                number = np.int64(one)
                if skipped == 0:
                    break
                skipped -= 1
        return square, number
    least = ~_NONE
    for one in range(size):
        if _has(can, one, number):  # Warnsdorff's rule, ties at random
            draw = random_word(key, step * np.uint64(size) + np.uint64(one)) >> np.uint64(32)
            score = np.uint64(bit_count(live[one])) << np.uint64(32) | draw
            if score < least:
                least, square = score, np.int64(one)
    return square, number


@kernel(budget="most")
def search(there, back, cans, lives, sures, changed, closed, depth, key, taken, most, numbers):
    """Continue a search for a limited number of steps; return the result, the depth of the stack and the total steps.

    A tour found is left in `numbers`, the number of each square.
    """
    size = cans.shape[1]
    waiting = np.zeros(size, np.bool_)
    steps = taken
    while depth:
        if steps == taken + most:
            return PAUSED, depth, steps
        steps += 1
        top = depth - 1
        can, live, sure = cans[top], lives[top], sures[top]
        waiting[:] = changed[top] == ALL
        if changed[top] != ALL:
            waiting[changed[top]] = True
        if not _propagate(there, back, can, live, sure, closed, waiting):
            depth -= 1
            continue
        square, number = _choose(there, can, live, key, np.uint64(steps))
        if square < 0:
            for one in range(size):
                numbers[one] = _number(can, one)
            return FOUND, depth - 1, steps
        overwrite(cans[depth], can)
        overwrite(lives[depth], live)
        overwrite(sures[depth], sure)
        changed[top] = changed[depth] = square
        word, bit = number >> 6, _ONE << np.uint64(number & 63)
        can[square, word] &= ~bit
        cans[depth, square] = 0
        cans[depth, square, word] = bit
        depth += 1
    return ENDED, depth, steps
