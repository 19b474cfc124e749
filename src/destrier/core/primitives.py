"""Shared primitives for kernels: random words, union-find, bit operations, and growing arrays."""

from __future__ import annotations

import numpy as np

from destrier.support.kernels import kernel


@kernel
def random_word(key, counter):
    """Return word number `counter` of the stream `key` (both `uint64`): SplitMix64."""
    word = key + counter * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel
def draw_below(key, counter, bound):
    """Return a random number below a bound of at most 2^32 from a word of a stream, with a bias of bound / 2^32."""
    return np.int64((random_word(key, np.uint64(counter)) >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32))


@kernel
def shuffle(numbers, size, block, key):
    """Shuffle the first numbers of an array, each block of them by itself."""
    for start in range(0, size, block):
        for last in range(min(start + block, size) - 1, start, -1):
            other = start + draw_below(key, last, last - start + 1)
            numbers[last], numbers[other] = numbers[other], numbers[last]


@kernel
def next_state(state):
    """Return the next state of an xorshift generator (`uint64`, not zero), which has less latency than a hash."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    return state ^ state << np.uint64(17)


@kernel
def find_root(parents, element):
    """Return the root of an element's set in a union-find, halving the path to it."""
    while parents[element] != element:
        parents[element] = parents[parents[element]]
        element = parents[element]
    return element


@kernel(python=lambda word: int(word).bit_count())
def bit_count(word):
    """Return the number of set bits of a `uint64`; the compiler turns this idiom into one instruction."""
    word -= word >> np.uint64(1) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (word >> np.uint64(2) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(word * np.uint64(0x0101010101010101) >> np.uint64(56))


def _lowest_bit(word: np.uint64) -> int:
    whole = int(word)
    return (whole & -whole).bit_length() - 1


@kernel(python=_lowest_bit)
def lowest_bit(word):
    """Return the number of the lowest set bit of a `uint64` that is not zero."""
    return bit_count((word & (~word + np.uint64(1))) - np.uint64(1))


@kernel
def lengthened(array, size, capacity):
    """Return a copy of the first `size` rows of an array, with room for `capacity` of them."""
    longer = np.empty((capacity, *array.shape[1:]), array.dtype)  # a loop compiles ten times faster than slices
    for place in range(size * (longer.size // capacity)):
        longer.flat[place] = array.flat[place]
    return longer


@kernel
def overwrite(array, values):
    """Copy values to the beginning of an array.

    Numba compiles a loop in a tenth of the time of `array[:] = values`, which includes its error messages.
    """
    for place in range(values.size):
        array.flat[place] = values.flat[place]
