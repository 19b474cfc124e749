"""The mates of a frontier's slots, in one word or two, and arrays of them.

*Mates* hold for each slot another one, or itself, or 0. For up to 16 slots they are a `uint64` with four bits for each
slot; for up to 24 slots they are a pair of `uint64` with five bits for each of 12 slots. A kernel that calls these
functions is compiled for whichever of the two it is given. A set of slots is a mask, `uint64`. The array of n mates is
`uint64`, (n,) for words and (n, 2) for pairs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from destrier.support.kernels import kernel

MOST_SLOTS = 16, 24
"""The most slots whose mates fit in one word, and in two."""

_0, _1, _2, _3, _4, _5, _6, _8 = (np.uint64(number) for number in (0, 1, 2, 3, 4, 5, 6, 8))
_12, _16, _24, _29, _32, _60 = (np.uint64(number) for number in (12, 16, 24, 29, 32, 60))

_OWN = np.uint64(0xFEDCBA9876543210)
_OWN_FIRST = np.uint64(sum(slot << 5 * slot for slot in range(12)))
_OWN_SECOND = np.uint64(sum(slot + 12 << 5 * slot for slot in range(12)))
"""The mates of slots that are their own."""

_FIELD, _FIELDS = np.uint64(15), np.uint64(0x1111111111111111)
_WIDE_FIELD, _WIDE_FIELDS = np.uint64(31), np.uint64(sum(1 << 5 * slot for slot in range(12)))
"""The bits of a field, and the lowest bit of each field."""

_PAIRS, _QUADS = (np.uint64(sum((1 << n) - 1 << 5 * n * part for part in range(12 // n))) for n in (2, 4))
_DOZEN = np.uint64(0xFFF)
_DOZEN_FIELDS = np.uint64((1 << 60) - 1)


def words_for(slots: int) -> int:
    """Return how many words the mates of so many slots take."""
    return 1 if slots <= MOST_SLOTS[0] else 2


def all_slots(words: int) -> int:
    """Return the mask of all slots of mates in one word or two."""
    return (1 << MOST_SLOTS[words - 1]) - 1


def new_keys(size: int, words: int) -> NDArray[np.uint64]:
    """Return an array for so many mates in one word or two."""
    return np.zeros((size,) if words == 1 else (size, words), np.uint64)


def dense(keys: NDArray[np.uint64]) -> list[NDArray[np.uint64]]:
    """Return the columns of an array of mates, those of pairs without the four bits that the first word leaves free."""
    return [keys] if keys.ndim == 1 else [keys[:, 0] | keys[:, 1] << _60, keys[:, 1] >> _4]


def make_sparse(keys: NDArray[np.uint64]) -> None:
    """Undo `dense`: give an array whose columns are dense their free bits back."""
    if keys.ndim == 2:
        keys[:, 1] = keys[:, 1] << _4 | keys[:, 0] >> _60
        keys[:, 0] &= _DOZEN_FIELDS


# Fields of a word


@kernel
def _spread(mask):
    """Move bit i of a mask to bit 4i."""
    mask = (mask | mask << _24) & np.uint64(0x000000FF000000FF)
    mask = (mask | mask << _12) & np.uint64(0x000F000F000F000F)
    mask = (mask | mask << _6) & np.uint64(0x0303030303030303)
    return (mask | mask << _3) & _FIELDS


@kernel
def _zeros(word):
    """Return the mask of the fields of four bits that are 0."""
    word |= word >> _1
    word = ~(word | word >> _2) & _FIELDS
    word = (word | word >> _3) & np.uint64(0x0303030303030303)
    word = (word | word >> _6) & np.uint64(0x000F000F000F000F)
    word = (word | word >> _12) & np.uint64(0x000000FF000000FF)
    return (word | word >> _24) & np.uint64(0xFFFF)


@kernel
def _wide_spread(mask):
    """Move bit i of a mask of 12 bits to bit 5i."""
    mask = (mask | mask << _16 | mask << _32) & _QUADS
    mask = (mask | mask << _8) & _PAIRS
    return (mask | mask << _4) & _WIDE_FIELDS


@kernel
def _wide_zeros(word):
    """Return the mask of the 12 fields of five bits that are 0."""
    pairs = word | word >> _1
    word = ~(pairs | pairs >> _2 | word >> _4) & _WIDE_FIELDS
    word = (word | word >> _4) & _PAIRS
    word = (word | word >> _8) & _QUADS
    return (word | word >> _16 | word >> _32) & _DOZEN


# Mates: which branch is compiled depends on their number of words


@kernel
def mate(mates, slot):
    """Return the mate of a slot."""
    if len(mates) == 1:
        return mates[0] >> (slot << _2) & _FIELD
    if slot < _12:
        return mates[0] >> slot * _5 & _WIDE_FIELD
    return mates[1] >> (slot - _12) * _5 & _WIDE_FIELD


@kernel
def with_mate(mates, slot, other):
    """Return mates with another mate of one slot."""
    if len(mates) == 1:
        return (mates[0] & ~(_FIELD << (slot << _2)) | other << (slot << _2),)
    first, second = mates
    if slot < _12:
        return first & ~(_WIDE_FIELD << slot * _5) | other << slot * _5, second
    place = (slot - _12) * _5
    return first, second & ~(_WIDE_FIELD << place) | other << place


@kernel
def with_mates(mates, mask, other):
    """Return mates with another mate of all slots of a mask."""
    if len(mates) == 1:
        fields = _spread(mask)
        return (mates[0] & ~(fields * _FIELD) | fields * other,)
    first, second = _wide_spread(mask & _DOZEN), _wide_spread(mask >> _12)
    return (mates[0] & ~(first * _WIDE_FIELD) | first * other, mates[1] & ~(second * _WIDE_FIELD) | second * other)


@kernel
def with_own(mates, mask):
    """Return mates in which each slot of a mask is its own."""
    if len(mates) == 1:
        fields = _spread(mask) * _FIELD
        return (mates[0] & ~fields | _OWN & fields,)
    first = _wide_spread(mask & _DOZEN) * _WIDE_FIELD
    second = _wide_spread(mask >> _12) * _WIDE_FIELD
    return mates[0] & ~first | _OWN_FIRST & first, mates[1] & ~second | _OWN_SECOND & second


@kernel
def slots_with(mates, other):
    """Return the slots that have this mate, as a mask."""
    if len(mates) == 1:
        return _zeros(mates[0] ^ _FIELDS * other)
    fields = _WIDE_FIELDS * other
    return _wide_zeros(mates[0] ^ fields) | _wide_zeros(mates[1] ^ fields) << _12


@kernel
def own_slots(mates):
    """Return the slots that are their own mates, as a mask."""
    if len(mates) == 1:
        return _zeros(mates[0] ^ _OWN)
    return _wide_zeros(mates[0] ^ _OWN_FIRST) | _wide_zeros(mates[1] ^ _OWN_SECOND) << _12


# Arrays


@kernel
def load(keys, number):
    """Return an item of an array of mates."""
    if keys.ndim == 1:
        return (keys[number],)
    return keys[number, 0], keys[number, 1]


@kernel
def store(keys, number, key):
    """Write an item of an array of mates."""
    if keys.ndim == 1:
        keys[number] = key[0]
    else:
        keys[number, 0], keys[number, 1] = key


@kernel
def is_at(keys, number, key):
    """Whether an item of an array of mates is this one."""
    if keys.ndim == 1:
        return keys[number] == key[0]
    return keys[number, 0] == key[0] and keys[number, 1] == key[1]


@kernel
def hashed(key):
    """Return a hash of 32 bits."""
    if len(key) == 1:
        return _mixed(key[0])
    return _mixed(key[0] ^ (key[1] << _29 | key[1] >> np.uint64(35)) * np.uint64(0xD6E8FEB86659FD93))


@kernel
def _mixed(word):
    word *= np.uint64(0x9E3779B97F4A7C15)
    word ^= word >> _29
    return word * np.uint64(0xBF58476D1CE4E5B9) >> _32
