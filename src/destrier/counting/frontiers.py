"""The states of a frontier, and the steps that change them.

**State.** Paths cover the squares behind a frontier of at most sixteen *slots* (see `plans`). A slot is *untouched* if
its vertex has no edge yet, *full* if it has two, or else the end of a path, whose other end is its *mate*. The `mates`
are a word of sixteen nibbles, in which an untouched slot is its own mate and a full slot has 0; `full` is a mask of
sixteen bits. Slots not in use are full.

**Key.** In hash tables a state is one word: the mates, with each full slot pointing to the lowest slot z that is not
full. If slot 0 is not full then z = 0, and its mate points back to it. If slot 0 is full, its nibble is z, and that of
z is not 0; so z can be recovered. The full slots are those that point to z, except z and its mate.

**Tables.** States come in *blocks*, one after the other in arrays `keys` and `counts` (both `uint64`); a count tells
how many sets of edges lead to a state. `bounds` (`int64`) tell where each block begins and ends. Blocks are
independent: each goes through the steps of a stage by itself, layer by layer, in a hash table that mostly fits the
cache. The table holds the numbers of entries, from 1, in open addressing; the entries themselves are in order of
arrival, so that results depend only on the order of the input.

**Classes.** A class is one of 3^k ways to give degrees 0, 1, 2 to k slots, a number in base 3. The `weights` of a
class, `int32` (2, 256), say what a slot adds for one edge, summed over the slots of each byte of a mask.

**Residues.** Counts are modulo 2^64, which costs nothing, or modulo a `modulus` below 2^32 if that is not 0. Edges that
have weights need a modulus.

Cost: about 50 ns per state and step.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from destrier.core.kernels import lengthened

_EDGE = 0  # as in `plans`
_NONE = -1
"""The value of edges that lead to no state."""

_SELF = np.uint64(0xFEDCBA9876543210)
_ONES = np.uint64(0x1111111111111111)
_NIBBLE = np.uint64(15)
_MASK = np.uint64(0xFFFF)
_0, _1, _2, _3, _4, _8 = (np.uint64(number) for number in (0, 1, 2, 3, 4, 8))


# Words


@njit(cache=True, nogil=True)
def _spread(mask):
    """Move bit i of a mask to bit 4i."""
    mask = (mask | mask << np.uint64(24)) & np.uint64(0x000000FF000000FF)
    mask = (mask | mask << np.uint64(12)) & np.uint64(0x000F000F000F000F)
    mask = (mask | mask << np.uint64(6)) & np.uint64(0x0303030303030303)
    return (mask | mask << _3) & _ONES


@njit(cache=True, nogil=True)
def _zero_nibbles(word):
    """Return the mask of the nibbles that are 0."""
    word |= word >> _1
    word = ~(word | word >> _2) & _ONES
    word = (word | word >> _3) & np.uint64(0x0303030303030303)
    word = (word | word >> np.uint64(6)) & np.uint64(0x000F000F000F000F)
    word = (word | word >> np.uint64(12)) & np.uint64(0x000000FF000000FF)
    return (word | word >> np.uint64(24)) & _MASK


@njit(cache=True, nogil=True)
def _mate(mates, slot):
    return mates >> (slot << _2) & _NIBBLE


@njit(cache=True, nogil=True)
def _with_mate(mates, slot, mate):
    return mates & ~(_NIBBLE << (slot << _2)) | mate << (slot << _2)


@njit(cache=True, nogil=True)
def _pack(mates, full):
    lowest = _0
    while full >> lowest & _1:
        lowest += _1
    return mates | _spread(full) * lowest


@njit(cache=True, nogil=True)
def _unpack(key):
    lowest = key & _NIBBLE
    if lowest != _0 and _mate(key, lowest) == _0:  # slot 0 has a mate
        lowest = _0
    full = _zero_nibbles(key ^ _ONES * lowest) & ~(_1 << lowest | _1 << _mate(key, lowest))
    return key & ~(_spread(full) * _NIBBLE), full


@njit(cache=True, nogil=True)
def _untouched(mates, full):
    return _zero_nibbles(mates ^ _SELF) & ~full


@njit(cache=True, nogil=True)
def empty_key(full):
    """Return the key of the state in which all slots that are not full are untouched."""
    return _pack(_SELF & ~(_spread(full) * _NIBBLE), full)


# Steps


@njit(cache=True, nogil=True)
def _may_link(mates, full, here, there):
    return not (full >> here | full >> there) & _1 and _mate(mates, here) != there


@njit(cache=True, nogil=True)
def _link(mates, full, here, there):
    """Return the state with an edge between two slots that are not full, nor mates of one another."""
    end, other_end = _mate(mates, here), _mate(mates, there)
    if end != here:
        mates = _with_mate(mates, here, _0)
        full |= _1 << here
    if other_end != there:
        mates = _with_mate(mates, there, _0)
        full |= _1 << there
    return _with_mate(_with_mate(mates, end, other_end), other_end, end), full


@njit(cache=True, nogil=True)
def _decide(step, key):
    """Return the states after deciding on an edge, without it and with it."""
    here, there, owing = np.uint64(step[1]), np.uint64(step[2]), np.uint64(step[5])
    mates, full = _unpack(key)
    without = _NONE
    if not (owing and _untouched(mates, full) & owing):
        without = 0
    taken = _NONE
    linked = key
    if _may_link(mates, full, here, there):
        mates, full = _link(mates, full, here, there)
        if not (owing and _untouched(mates, full) & owing):
            taken = 1
            linked = _pack(mates, full)
    return key, without, linked, taken


@njit(cache=True, nogil=True)
def _extend(mates, full, end, there):
    """Return the key of the state in which the path that ends at `end` goes on to the slot `there`, if it may."""
    if full >> there & _1 or there == end:
        return _0, False
    other_end = _mate(mates, there)
    if other_end != there:
        mates = _with_mate(mates, there, _0)
        full |= _1 << there
    return _pack(_with_mate(_with_mate(mates, end, other_end), other_end, end), full), True


@njit(cache=True, nogil=True)
def _retire(step, key):
    """Return the states after a vertex took its missing edges, to the first or to the second vertex, and left."""
    slot, fresh = np.uint64(step[1]), np.uint64(step[4])
    mates, full = _unpack(key)
    was_full, end = full >> slot & _1, _mate(mates, slot)
    fresh_nibbles = _spread(fresh) * _NIBBLE
    full = (full | _1 << slot) & ~fresh
    mates = _with_mate(mates, slot, _0) & ~fresh_nibbles | _SELF & fresh_nibbles
    if was_full:
        return _pack(mates, full), np.int64(0), _0, np.int64(_NONE)
    if step[2] < 0:
        return _0, np.int64(_NONE), _0, np.int64(_NONE)
    first = np.uint64(step[2])
    if end != slot:
        key, may = _extend(mates, full, end, first)
        edges = np.int64(1 if may else _NONE)
        if step[3] < 0:
            return key, edges, _0, np.int64(_NONE)
        other_key, may = _extend(mates, full, end, np.uint64(step[3]))
        return key, edges, other_key, np.int64(2 if may else _NONE)
    if step[3] >= 0:
        second = np.uint64(step[3])
        if _may_link(mates, full, first, second):
            mates, full = _link(mates, full, first, second)
            return _pack(mates, full), np.int64(3), _0, np.int64(_NONE)
    return _0, np.int64(_NONE), _0, np.int64(_NONE)


@njit(cache=True, nogil=True)
def _successors(step, key):
    """Return the at most two states after a step, each with the edges taken as bits, or `_NONE`."""
    key, edges, other_key, other_edges = _decide(step, key) if step[0] == _EDGE else _retire(step, key)
    if step[6]:  # what is required must be among the edges that are taken
        edges = edges if edges & step[6] == step[6] else _NONE
        other_edges = other_edges if other_edges & step[6] == step[6] else _NONE
    return key, edges, other_key, other_edges


# Layers


@njit(cache=True, nogil=True)
def _hash(key):
    key *= np.uint64(0x9E3779B97F4A7C15)
    key ^= key >> np.uint64(29)
    return key * np.uint64(0xBF58476D1CE4E5B9) >> np.uint64(32)


@njit(cache=True, nogil=True)
def _find(index, mask, keys, key):
    """Return where the index has the number of this key, or has room for it."""
    place = _hash(key) & mask
    while index[place] and keys[index[place] - 1] != key:
        place = (place + _1) & mask
    return place


@njit(cache=True, nogil=True)
def _reindex(index, mask, keys, size):
    index[: mask + _1] = 0
    for number in range(size):
        index[_find(index, mask, keys, keys[number])] = number + 1


@njit(cache=True, nogil=True)
def _with_room(capacity, index, keys, counts, size):
    """Return the arrays with room for a table of this capacity, at most half full, keeping the states."""
    if index.size < capacity:
        index = np.empty(capacity, np.uint32)
    if keys.size < capacity // 2 + 2:
        keys, counts = lengthened(keys, size, capacity // 2 + 2), lengthened(counts, size, capacity // 2 + 2)
    _reindex(index, np.uint64(capacity - 1), keys, size)
    return index, keys, counts


@njit(cache=True, nogil=True, inline="always")  # otherwise it counts references to its arrays: 1.3 times as long
def _add(index, mask, keys, counts, size, key, count, modulus):
    """Add to the count of a state, which may be new, and return how many states there are."""
    place = _find(index, mask, keys, key)
    if index[place] == 0:
        keys[size], counts[size] = key, count
        index[place] = size + 1
        return size + 1
    total = counts[index[place] - 1] + count
    counts[index[place] - 1] = total if modulus == _0 else total % modulus
    return size


@njit(cache=True, nogil=True)
def _power_above(size):
    power = 64
    while power < size:
        power *= 2
    return power


@njit(cache=True, nogil=True)
def _take_step(step, keys, counts, index, new_keys, new_counts, modulus):
    """Return the layer after a step: the arrays, which may have grown, and the number of states."""
    capacity = _power_above(3 * keys.size)
    index, new_keys, new_counts = _with_room(capacity, index, new_keys, new_counts, 0)
    size = 0
    for number in range(keys.size):
        if 2 * size + 2 > capacity:
            capacity *= 2
            index, new_keys, new_counts = _with_room(capacity, index, new_keys, new_counts, size)
        key, edges, other_key, other_edges = _successors(step, keys[number])
        for _ in range(2):
            if edges != _NONE:
                mask = np.uint64(capacity - 1)
                count = counts[number]
                if edges & 1 and step[7] != 1:
                    count = count * np.uint64(step[7]) % modulus
                if edges & 2 and step[8] != 1:
                    count = count * np.uint64(step[8]) % modulus
                size = _add(index, mask, new_keys, new_counts, size, key, count, modulus)
            key, edges = other_key, other_edges
    return index, new_keys, new_counts, size


@njit(cache=True, nogil=True)
def _decide_all(steps, keys, counts, index, new_keys, new_counts, modulus):
    """Return the layer after a stage of optional edges, made in one table, which halves the time of step after step.

    The states stay, and those with the edge are added to them. A state that got an edge cannot get it again, as its
    slots are mates or one is full; so what is added to its count within a step is not passed on within that step.
    States that lack a required edge are dropped at the end.
    """
    size = keys.size
    capacity = _power_above(6 * size)
    index, new_keys, new_counts = _with_room(capacity, index, new_keys, new_counts, 0)
    new_keys[:size], new_counts[:size] = keys, counts
    _reindex(index, np.uint64(capacity - 1), new_keys, size)
    for number in range(steps.shape[0]):
        here, there = np.uint64(steps[number, 1]), np.uint64(steps[number, 2])
        for state in range(size):
            mates, full = _unpack(new_keys[state])
            if not _may_link(mates, full, here, there):
                continue
            if 2 * size + 2 > capacity:
                capacity *= 2
                index, new_keys, new_counts = _with_room(capacity, index, new_keys, new_counts, size)
            key, count = _pack(*_link(mates, full, here, there)), new_counts[state]
            size = _add(index, np.uint64(capacity - 1), new_keys, new_counts, size, key, count, modulus)
    return index, new_keys, new_counts, _without_owing(steps, new_keys, new_counts, size)


@njit(cache=True, nogil=True)
def _without_owing(steps, keys, counts, size):
    """Drop the states in which a slot lacks a required edge, and return how many are left."""
    owing = _0
    for number in range(steps.shape[0]):
        owing |= np.uint64(steps[number, 5])
    if owing == _0:
        return size
    left = 0
    for state in range(size):
        mates, full = _unpack(keys[state])
        if not _untouched(mates, full) & owing:
            keys[left], counts[left] = keys[state], counts[state]
            left += 1
    return left


@njit(cache=True, nogil=True)
def advance(steps, keys, counts, bounds, modulus):
    """Return the keys and counts of all states after a stage, block by block."""
    capacity = 2 * (bounds[-1] - bounds[0]) + 64
    all_keys, all_counts = np.empty(capacity, np.uint64), np.empty(capacity, np.uint64)
    total = 0
    optional = np.all(steps[:, 0] == _EDGE) and not np.any(steps[:, 6]) and np.all(steps[:, 7] == 1)
    index = np.empty(64, np.uint32)
    keys_here, counts_here = np.empty(64, np.uint64), np.empty(64, np.uint64)
    keys_there, counts_there = np.empty(64, np.uint64), np.empty(64, np.uint64)
    for block in range(bounds.size - 1):
        layer, layer_counts = keys[bounds[block] : bounds[block + 1]], counts[bounds[block] : bounds[block + 1]]
        if layer.size == 0:
            continue
        for number in range(1 if optional else steps.shape[0]):
            if optional:
                index, keys_there, counts_there, size = _decide_all(
                    steps, layer, layer_counts, index, keys_there, counts_there, modulus
                )
            else:
                index, keys_there, counts_there, size = _take_step(
                    steps[number], layer, layer_counts, index, keys_there, counts_there, modulus
                )
            layer, layer_counts = keys_there[:size], counts_there[:size]
            keys_here, keys_there = keys_there, keys_here
            counts_here, counts_there = counts_there, counts_here
        if total + layer.size > all_keys.size:
            capacity = max(total + layer.size, all_keys.size * 3 // 2)
            all_keys, all_counts = lengthened(all_keys, total, capacity), lengthened(all_counts, total, capacity)
        all_keys[total : total + layer.size] = layer
        all_counts[total : total + layer.size] = layer_counts
        total += layer.size
    return all_keys[:total].copy(), all_counts[:total].copy()


# Classes and matchings


@njit(cache=True, nogil=True)
def _class_of(weights, mates, full):
    single = ~(full | _untouched(mates, full)) & _MASK
    low = np.uint64(255)
    return 2 * (weights[0, full & low] + weights[1, full >> _8]) + weights[0, single & low] + weights[1, single >> _8]


@njit(cache=True, nogil=True)
def class_of_keys(keys, weights):
    """Return the class of each state, `int32`."""
    classes = np.empty(keys.size, np.int32)
    for number in range(keys.size):
        mates, full = _unpack(keys[number])
        classes[number] = _class_of(weights, mates, full)
    return classes


@njit(cache=True, nogil=True)
def rank_matchings(keys):
    """Return the rank of each state's matching among those of its path ends (see `matchings`), `int32`."""
    ranks = np.empty(keys.size, np.int32)
    for number in range(keys.size):
        mates, full = _unpack(keys[number])
        left = ~(full | _untouched(mates, full)) & _MASK
        pairs = _bits(left) // 2
        rank = 0
        slot = _0
        while left:
            while not left >> slot & _1:
                slot += _1
            mate = _mate(mates, slot)
            left &= ~(_1 << slot | _1 << mate)
            between = _bits(left & ((_1 << mate) - _1))
            rank = rank * (2 * pairs - 1) + between
            pairs -= 1
        ranks[number] = rank
    return ranks


@njit(cache=True, nogil=True)
def _bits(mask):
    mask -= mask >> _1 & np.uint64(0x5555)
    mask = (mask & np.uint64(0x3333)) + (mask >> _2 & np.uint64(0x3333))
    mask = (mask + (mask >> _4)) & np.uint64(0x0F0F)
    return np.int64((mask + (mask >> _8)) & np.uint64(31))


# Blocks


@njit(cache=True, nogil=True)
def _renamed(key, slots):
    """Return the state whose slot `slots[i]` is the given state's slot i."""
    mates, full = _unpack(key)
    new_mates, new_full = _0, _0
    for slot in range(16):
        old, new = np.uint64(slot), np.uint64(slots[slot])
        if full >> old & _1:
            new_full |= _1 << new
        else:
            new_mates |= np.uint64(slots[np.int64(_mate(mates, old))]) << (new << _2)
    return _pack(new_mates, new_full)


@njit(cache=True, nogil=True)
def _classes(key, weights, top):
    """Return the blocks of a state and of its reflection, see `tally`; -1 if there is none."""
    mates, full = _unpack(key)
    here = _class_of(weights[0], mates, full)
    there = _class_of(weights[1], mates, full)
    if top >= 0:
        here, there = top - here, top - there
    alone = _class_of(weights[2], mates, full) != _class_of(weights[3], mates, full)
    return here if here <= there else -1, there if alone and there <= here else -1


@njit(cache=True, nogil=True)
def tally(keys, weights, top, sizes):
    """Count in `sizes` the states that `distribute` will write to each block.

    Parameters
    ----------
    keys
        A table, which may stand for the reflections of its states as well.
    weights
        `int32` (4, 2, 256): the weights of the class that makes the block, of that class in the reflection, and of the
        class by which the table was kept, also of both. A block is kept if its class is at most that of its reflection.
        If the last two classes agree, the table contains a state's reflection itself.
    top
        If it is not negative, the block is `top` less the class, which is what the other half lacks.
    """
    for number in range(keys.size):
        here, there = _classes(keys[number], weights, top)
        if here >= 0:
            sizes[here] += 1
        if there >= 0:
            sizes[there] += 1


@njit(cache=True, nogil=True)
def distribute(keys, counts, weights, top, renaming, places, new_keys, new_counts):
    """Write the states to their blocks, see `tally`; the next state of block b goes to `places[b]`.

    `renaming`, `int64` (2, 16), has the new names of the slots for a state as it is and for its reflection.
    """
    for number in range(keys.size):
        here, there = _classes(keys[number], weights, top)
        if here >= 0:
            new_keys[places[here]] = _renamed(keys[number], renaming[0])
            new_counts[places[here]] = counts[number]
            places[here] += 1
        if there >= 0:
            new_keys[places[there]] = _renamed(keys[number], renaming[1])
            new_counts[places[there]] = counts[number]
            places[there] += 1


# Back


@njit(cache=True, nogil=True)
def folded(keys, weights, renaming, flips):
    """Return the states of a table that stand for these: of a state and its reflection, the one of lower class.

    `weights` are the last two of `tally`. Also return each block's number; `flips` are inverted for reflected states.
    """
    numbers = np.empty(keys.size, np.int64)
    states = np.empty(keys.size, np.uint64)
    for number in range(keys.size):
        mates, full = _unpack(keys[number])
        here, there = _class_of(weights[0], mates, full), _class_of(weights[1], mates, full)
        states[number], numbers[number] = keys[number], here
        if there < here:
            states[number], numbers[number] = _renamed(keys[number], renaming), there
            flips[number] = not flips[number]
    return states, numbers


@njit(cache=True, nogil=True)
def renamed(keys, renaming):
    """Return the states with slot `renaming[i]` for slot i."""
    states = np.empty(keys.size, np.uint64)
    for number in range(keys.size):
        states[number] = _renamed(keys[number], renaming)
    return states


@njit(cache=True, nogil=True)
def trace_back(steps, keys, counts, targets, ranks, choices):
    """Find the way through a block that has a given rank among those that lead to a state.

    Ways are ranked by their last step, then by the one before, and so on; steps to a state are in the order of the
    states that they lead from.

    Parameters
    ----------
    keys, counts
        The block before the stage.
    targets, ranks
        The states after the stage, and ranks below their counts. They are replaced by states of the block, and by ranks
        below the counts of those.
    choices
        `uint8` (targets, steps): receives the edges that each step takes, as bits.
    """
    layer_bounds = np.zeros(steps.shape[0] + 1, np.int64)
    layer_bounds[1] = keys.size
    all_keys, all_counts = lengthened(keys, keys.size, 2 * keys.size), lengthened(counts, keys.size, 2 * keys.size)
    index = np.empty(64, np.uint32)
    new_keys, new_counts = np.empty(64, np.uint64), np.empty(64, np.uint64)
    for number in range(steps.shape[0] - 1):
        begin, end = layer_bounds[number], layer_bounds[number + 1]
        index, new_keys, new_counts, size = _take_step(
            steps[number], all_keys[begin:end], all_counts[begin:end], index, new_keys, new_counts, _0
        )
        if end + size > all_keys.size:
            all_keys = lengthened(all_keys, end, 2 * (end + size))
            all_counts = lengthened(all_counts, end, 2 * (end + size))
        all_keys[end : end + size] = new_keys[:size]
        all_counts[end : end + size] = new_counts[:size]
        layer_bounds[number + 2] = end + size
    for number in range(steps.shape[0] - 1, -1, -1):
        span = slice(layer_bounds[number], layer_bounds[number + 1])
        _step_back(steps[number], all_keys[span], all_counts[span], targets, ranks, choices[:, number])


@njit(cache=True, nogil=True)
def _step_back(step, keys, counts, targets, ranks, choices):
    """Replace each target by the state before it, and its rank by the rank there."""
    capacity = _power_above(3 * targets.size)
    index, mask = np.zeros(capacity, np.uint32), np.uint64(capacity - 1)
    aims = targets.copy()
    following = np.full(targets.size, -1, np.int64)  # the next unsettled target with the same state
    for number in range(targets.size):
        place = _find(index, mask, aims, aims[number])
        following[number] = np.int64(index[place]) - 1
        index[place] = number + 1
    settled = np.zeros(targets.size, np.bool_)
    for number in range(keys.size):
        key, edges, other_key, other_edges = _successors(step, keys[number])
        for _ in range(2):
            if edges != _NONE:
                target = np.int64(index[_find(index, mask, aims, key)]) - 1
                while target >= 0:
                    if not settled[target]:
                        if ranks[target] < counts[number]:
                            targets[target], choices[target] = keys[number], edges
                            settled[target] = True
                        else:
                            ranks[target] -= counts[number]
                    target = following[target]
            key, edges = other_key, other_edges
