"""Tables of states, divided into parts and packed.

A *table* holds the states between two stages, as the next stage needs them. Its *blocks* are the states of the same
class, the class being the degrees of the slots that this stage leaves alone, see `frontiers`. If the plan is symmetric,
only the one of smaller class is kept of a block and its reflection; a state whose block is its own reflection is kept
beside its reflection, and any other state stands for both.

Blocks whose classes have the same first digits form a *part*. A stage processes several parts at a time. The results of
one part are *chunks*, one for each part of the next table. In a chunk the states are in the order of their blocks, and
their numbers are written one below the other, in as many bytes as the largest of them needs: some 12 bytes for each
state, or 16 with keys of two words. A table that is no longer wanted is released part by part.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.counting.frontiers import distribute, narrow, set_empty, tally, widen
from destrier.counting.plans import Slots
from destrier.counting.state_words import MOST_SLOTS, all_slots, dense, make_sparse, new_keys

Words: TypeAlias = NDArray[np.uint64]

_STATES_OF_A_PART: Final = 10_000
"""The approximate number of states in a part, unless the number of parts reaches its limit."""

_STATES_OF_A_RUN: Final = 200_000
"""The number of states of a part to unpack at a time, unless they are of one block."""

_MOST_DIGITS: Final = 5
"""The most digits of a class by which blocks are divided into parts."""


class States(NamedTuple):
    """The states of some blocks: those of block `first + b` are `bounds[b]` to `bounds[b + 1]`."""

    keys: Words
    counts: Words
    bounds: NDArray[np.int64]
    first: int = 0

    def block(self, number: int) -> States:
        """Return the states of one block."""
        begin, end = self.bounds[number - self.first : number - self.first + 2].tolist()
        return States(self.keys[begin:end], self.counts[begin:end], np.array([0, end - begin]), number)


class Order(NamedTuple):
    """The slots by whose degrees states are divided into blocks, and the slot of each slot's mirror image, if any."""

    slots: Slots
    reflection: Slots

    @property
    def reflected(self) -> Slots:
        """The slots whose degrees are those of `slots` in the reflection."""
        return tuple(self.reflection[slot] for slot in self.slots) if self.reflection else self.slots

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return class_of([1] + [0] * len(self.slots))

    def weights(self, words: int) -> NDArray[np.int32]:
        """Return the weights of a state's class and of that of its reflection, `int32` (2, bytes, 256)."""
        return np.stack([weights_of(self.slots, words), weights_of(self.reflected, words)])

    def image(self, block: int) -> int:
        """Return the block of the reflections of a block's states."""
        degrees = dict(zip(self.slots, degrees_in(block, len(self.slots)), strict=True))
        return class_of(degrees[slot] for slot in self.reflected)


def weights_of(slots: Slots, words: int) -> NDArray[np.int32]:
    """Return what each slot adds to a class, `int32` (bytes, 256) by byte of a mask; the first digit is the highest."""
    weights = np.zeros((MOST_SLOTS[words - 1] // 8, 256), np.int32)
    masks = np.arange(256)
    for place, slot in enumerate(reversed(slots)):
        weights[slot // 8] += (masks >> slot % 8 & 1) * 3**place
    return weights


def class_of(degrees: Iterable[int]) -> int:
    """Return the class of these degrees."""
    number = 0
    for degree in degrees:
        number = 3 * number + degree
    return number


def degrees_of(slots: int) -> NDArray[np.int8]:
    """Return the degrees of all classes of so many slots, `int8` (3^slots, slots)."""
    return np.indices((3,) * slots, np.int8).reshape(slots, -1).T if slots else np.zeros((1, 0), np.int8)


def degrees_in(number: int, slots: int) -> list[int]:
    """Return the degrees of so many slots in the class with this number; the inverse of `class_of`."""
    return [number // 3**place % 3 for place in reversed(range(slots))]


def names_of(slots: Slots, words: int = 1) -> NDArray[np.int64]:
    """Return the new names of the slots of mates in one word or two."""
    return np.array(slots or range(MOST_SLOTS[-1]), np.int64)[: MOST_SLOTS[words - 1]]


def empty_key(slots: Iterable[int], words: int = 1) -> Words:
    """Return the state in which these slots are untouched and all others full, as an array of one."""
    key = new_keys(1, words)
    untouched = sum(1 << slot for slot in slots)
    set_empty(key, np.uint64(untouched), np.uint64(all_slots(words) - untouched))
    return key


@dataclass(frozen=True)
class Chunk:
    """The result of one part, for one part of the next table."""

    columns: tuple[NDArray[np.uint8], ...]
    """The words of the keys, then those of the counts, one after the other."""
    bounds: NDArray[np.int64]
    """The states of block `b` are `bounds[b]` to `bounds[b + 1]`."""
    weight: int
    """About the sum of the counts."""

    @classmethod
    def packed(cls, keys: Words, counts: Words, bounds: NDArray[np.int64]) -> Chunk:
        """Return the chunk of these states."""
        weight = sum(int(column.sum(dtype=np.float64)) << 64 * place for place, column in enumerate(counts.T))
        words = [*dense(keys), *counts.T]
        return cls(tuple(narrow(column, (int(column.max()).bit_length() + 7) // 8) for column in words), bounds, weight)

    @property
    def nbytes(self) -> int:
        """The bytes of memory."""
        return sum(column.nbytes for column in self.columns) + self.bounds.nbytes

    def sizes(self, numbers: slice) -> NDArray[np.int64]:
        """Return the number of states in each of some blocks."""
        return np.diff(self.bounds[numbers.start : numbers.stop + 1])

    def unpack(self, numbers: slice, places: NDArray[np.int64], keys: Words, counts: Words) -> None:
        """Write the states of some of the blocks, each from its place on; the keys stay `dense`."""
        begin, end, total = self.bounds[[numbers.start, numbers.stop, -1]].tolist()
        if begin < end:
            sizes = self.sizes(numbers)
            for data, words in zip(self.columns, [*keys.reshape(len(keys), -1).T, *counts.T], strict=False):
                width = len(data) // total
                widen(data[begin * width : end * width], width, sizes, places, words)


@dataclass
class StateTable:
    """States in parts; a part that has been released is `None`."""

    order: Order
    words: int
    """The words of a key."""
    parts: list[list[Chunk] | None]

    @property
    def weight(self) -> int:
        """About the sum of the counts."""
        return sum(chunk.weight for part in self.parts for chunk in part or ())

    @property
    def bits(self) -> float:
        """The binary logarithm of the sum of the counts, the reflections included."""
        return log2(max(2 * self.weight, 1))

    @property
    def states(self) -> int:
        """The number of states."""
        return sum(int(chunk.bounds[-1]) for part in self.parts for chunk in part or ())

    def words_of_counts(self, factor: float = 1.0) -> int:
        """Return an upper bound on the words of the largest count, after multiplication by a factor."""
        return 1 + int(max(self.bits + log2(factor), 0) // 64)

    @property
    def blocks_of_part(self) -> int:
        """The number of blocks of each part."""
        return self.order.blocks // len(self.parts)

    def blocks(self, first: int, count: int, words_of_counts: int) -> States:
        """Return the states of some consecutive blocks of one part."""
        part, place = divmod(first, self.blocks_of_part)
        chunks, numbers = self.parts[part], slice(place, place + count)
        assert chunks is not None
        bounds = np.zeros(count + 1, np.int64)
        for chunk in chunks:
            bounds[1:] += chunk.sizes(numbers)
        np.cumsum(bounds, out=bounds)
        keys = new_keys(int(bounds[-1]), self.words)
        counts = np.zeros((len(keys), words_of_counts), np.uint64)
        places = bounds[:-1].copy()
        for chunk in chunks:
            chunk.unpack(numbers, places, keys, counts)
            places += chunk.sizes(numbers)
        make_sparse(keys)
        return States(keys, counts, bounds, first)

    def states_of(self, first: int, count: int) -> int:
        """Return the number of states of some consecutive blocks of one part."""
        part, place = divmod(first, self.blocks_of_part)
        return sum(int(chunk.bounds[place + count] - chunk.bounds[place]) for chunk in self.parts[part] or ())

    def runs(self, part: int) -> list[tuple[int, int]]:
        """Return runs of blocks of a part, each as its first block and their number, to be unpacked one at a time."""
        found, states = list[tuple[int, int]](), 0
        for block, size in enumerate(self._sizes_of(part).tolist(), part * self.blocks_of_part):
            states += size
            if not found or states > _STATES_OF_A_RUN:
                found.append((block, 0))
                states = size
            found[-1] = found[-1][0], found[-1][1] + 1
        return found

    def block(self, number: int, words_of_counts: int = 1) -> States:
        """Return the states of a block."""
        return self.blocks(number, 1, words_of_counts)

    def sizes(self) -> NDArray[np.int64]:
        """Return the number of states in each block."""
        return np.concatenate([self._sizes_of(part) for part in range(len(self.parts))])

    def _sizes_of(self, part: int) -> NDArray[np.int64]:
        """Return the number of states in each block of a part."""
        sizes = np.zeros(self.blocks_of_part, np.int64)
        for chunk in self.parts[part] or ():
            sizes += chunk.sizes(slice(0, self.blocks_of_part))
        return sizes


def digits_for(states: int, most: int = _MOST_DIGITS) -> int:
    """Return the number of digits of the class by which to divide this many states into parts."""
    digits = 0
    while digits < most and states > _STATES_OF_A_PART * 3**digits:
        digits += 1
    return digits


def divide(keys: Words, counts: Words, kept: Order, order: Order, digits: int) -> list[Chunk | None]:
    """Return the chunks of some states; `kept` determines which of a state and its reflection they are."""
    words = keys.ndim
    slots = np.uint64(all_slots(words))
    weights = np.concatenate([order.weights(words), kept.weights(words)])
    sizes = np.zeros(order.blocks, np.int64)
    of_states = tally(keys, weights, slots, sizes)
    bounds = np.zeros(order.blocks + 1, np.int64)
    np.cumsum(sizes, out=bounds[1:])
    ordered = new_keys(int(bounds[-1]), words), np.empty((bounds[-1], counts.shape[1]), np.uint64)
    names = names_of(kept.reflection, words)
    distribute(keys, counts, of_states, names, bounds[:-1].copy(), *ordered)
    cuts = np.linspace(0, order.blocks, 3**digits + 1).astype(int).tolist()
    return [
        Chunk.packed(ordered[0][begin:end], ordered[1][begin:end], bounds[first : last + 1] - begin)
        if (begin := int(bounds[first])) < (end := int(bounds[last]))
        else None
        for first, last in pairwise(cuts)
    ]
