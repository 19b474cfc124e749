"""The states of a frontier, and the steps that change them. `docs/counting.md` explains the method.

A state tells of each slot (see `plans`) whether its vertex is *untouched*, *full*, or the end of a path, whose other
end is its *mate*. In the `mates` (see `state_words`) an untouched slot is its own mate, and a full one has 0; `full` is
a mask. The `counts`, `uint64` (states, words), are the numbers of sets of edges that lead to each state, the lowest
word first. The `bounds` limit independent *blocks* of states, each of which has a hash table of its own.
"""

from __future__ import annotations

import numpy as np

from destrier.core.primitives import bit_count, lengthened, lowest_bit, overwrite
from destrier.counting.state_words import (
    hashed,
    is_at,
    load,
    mate,
    own_slots,
    slots_with,
    store,
    with_mate,
    with_mates,
    with_own,
)
from destrier.support.kernels import kernel

_EDGE, _RETIRE, _ENTER, _BALANCE = range(4)  # as in `plans`
_NONE = -1
"""The value of edges that lead to no state."""

_0, _1, _8, _32 = (np.uint64(number) for number in (0, 1, 8, 32))
_BYTE, _HALF = np.uint64(0xFF), np.uint64(0xFFFFFFFF)


# Keys


@kernel
def _pack(mates, full):
    """Return the key of a state: its mates, with each full slot pointing to the lowest slot z that is not full.

    If slot 0 is not full then z = 0, and its mate points back to it. If slot 0 is full, its mate is z, and that of z is
    not 0; so z can be recovered. The full slots are those that point to z, except z and its mate.
    """
    lowest = _0
    while full >> lowest & _1:
        lowest += _1
    return with_mates(mates, full, lowest)


@kernel
def _unpack(key):
    """Return the mates and the full slots of a state; see `_pack`."""
    lowest = mate(key, _0)
    if lowest != _0 and mate(key, lowest) == _0:  # slot 0 has a mate
        lowest = _0
    full = slots_with(key, lowest) & ~(_1 << lowest | _1 << mate(key, lowest))
    return with_mates(key, full, _0), full


@kernel
def _untouched(mates, full):
    return own_slots(mates) & ~full


@kernel
def set_empty(keys, untouched, full):
    """Write the state in which some slots are untouched and all others full to an array of one state."""
    store(keys, 0, _pack(with_own(load(keys, 0), untouched), full))


# Steps


@kernel
def _may_link(mates, full, here, there):
    return not (full >> here | full >> there) & _1 and mate(mates, here) != there


@kernel
def _link(mates, full, here, there):
    """Return the state with an edge between two slots that are not full, nor mates of one another."""
    end, other_end = mate(mates, here), mate(mates, there)
    if end != here:
        mates = with_mate(mates, here, _0)
        full |= _1 << here
    if other_end != there:
        mates = with_mate(mates, there, _0)
        full |= _1 << there
    return with_mate(with_mate(mates, end, other_end), other_end, end), full


@kernel
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


@kernel
def _extend(mates, full, end, there):
    """Return the key of the state in which the path that ends at `end` goes on to the slot `there`, if it may."""
    if full >> there & _1 or there == end:
        return mates, False
    other_end = mate(mates, there)
    if other_end != there:
        mates = with_mate(mates, there, _0)
        full |= _1 << there
    return _pack(with_mate(with_mate(mates, end, other_end), other_end, end), full), True


@kernel
def _retire(step, key):
    """Return the states after a vertex takes its missing edges, to the first or to the second vertex, and retires."""
    slot, fresh = np.uint64(step[1]), np.uint64(step[4])
    mates, full = _unpack(key)
    was_full, end = full >> slot & _1, mate(mates, slot)
    full = (full | _1 << slot) & ~fresh
    mates = with_own(with_mate(mates, slot, _0), fresh)
    if was_full:
        return _pack(mates, full), np.int64(0), key, np.int64(_NONE)
    if step[2] < 0:
        return key, np.int64(_NONE), key, np.int64(_NONE)
    first = np.uint64(step[2])
    if end != slot:
        longer, may = _extend(mates, full, end, first)
        edges = np.int64(1 if may else _NONE)
        if step[3] < 0:
            return longer, edges, key, np.int64(_NONE)
        other_key, may = _extend(mates, full, end, np.uint64(step[3]))
        return longer, edges, other_key, np.int64(2 if may else _NONE)
    if step[3] >= 0:
        second = np.uint64(step[3])
        if _may_link(mates, full, first, second):
            mates, full = _link(mates, full, first, second)
            return _pack(mates, full), np.int64(3), key, np.int64(_NONE)
    return key, np.int64(_NONE), key, np.int64(_NONE)


@kernel
def _enter(step, key):
    """Return the state in which some more vertices are in the frontier."""
    mates, full = _unpack(key)
    fresh = np.uint64(step[4])
    return _pack(with_own(mates, fresh), full & ~fresh), np.int64(0), key, np.int64(_NONE)


@kernel
def _is_balanced(step, mates, full):
    """Whether the two edges of an apex may be those of an open tour; see `plans`."""
    if not full >> np.uint64(step[1]) & _1:
        return True
    some = ~_untouched(mates, full)
    dark, light = np.uint64(step[4]), np.uint64(step[5])
    more = bit_count(some & dark) + bit_count(full & dark) - bit_count(some & light) - bit_count(full & light)
    return more == step[7]


@kernel
def _balance(step, key):
    """Return the state itself, if it may become a tour."""
    mates, full = _unpack(key)
    return key, np.int64(0 if _is_balanced(step, mates, full) else _NONE), key, np.int64(_NONE)


@kernel
def _successors(step, key):
    """Return the at most two states after a step, each with the edges taken as bits, or `_NONE`."""
    if step[0] == _EDGE:
        key, edges, other_key, other_edges = _decide(step, key)
    elif step[0] == _RETIRE:
        key, edges, other_key, other_edges = _retire(step, key)
    elif step[0] == _BALANCE:
        key, edges, other_key, other_edges = _balance(step, key)
    else:
        key, edges, other_key, other_edges = _enter(step, key)
    if step[6]:  # the required edges must be taken
        edges = edges if edges & step[6] == step[6] else _NONE
        other_edges = other_edges if other_edges & step[6] == step[6] else _NONE
    return key, edges, other_key, other_edges


# Layers


@kernel
def _find(index, mask, keys, key):
    """Return the place of this key's number in the index, or a free place for it."""
    place = hashed(key) & mask
    while index[place] and not is_at(keys, index[place] - 1, key):
        place = (place + _1) & mask
    return place


@kernel
def _reindex(index, mask, keys, size):
    index[: mask + _1] = 0
    for number in range(size):
        index[_find(index, mask, keys, load(keys, number))] = number + 1


@kernel
def _with_room(capacity, index, keys, counts, size):
    """Return the arrays with room for a table of this capacity, at most half full, keeping the states."""
    if index.size < capacity:
        index = np.empty(capacity, np.uint32)
    if len(keys) < capacity // 2 + 2:
        keys, counts = lengthened(keys, size, capacity // 2 + 2), lengthened(counts, size, capacity // 2 + 2)
    _reindex(index, np.uint64(capacity - 1), keys, size)
    return index, keys, counts


@kernel
def _accumulate(counts, target, others, number, weight):
    """Add a count of `others`, times a weight below 2^31, to one of `counts`."""
    carry = _0
    for word in range(counts.shape[1]):
        low = (others[number, word] & _HALF) * weight + carry
        high = (others[number, word] >> _32) * weight + (low >> _32)
        term = high << _32 | low & _HALF
        counts[target, word] += term
        carry = (high >> _32) + np.uint64(counts[target, word] < term)


@kernel
def _add(index, mask, keys, counts, size, key, others, number, weight):
    """Add a count of `others` to that of a state, which may be new, and return the number of states."""
    place = _find(index, mask, keys, key)
    if index[place] == 0:
        store(keys, size, key)
        for word in range(counts.shape[1]):
            counts[size, word] = _0
        size += 1
        index[place] = size
    _accumulate(counts, index[place] - 1, others, number, weight)
    return size


@kernel
def _power_above(size):
    power = 64
    while power < size:
        power *= 2
    return power


@kernel
def _take_step(step, keys, counts, index, new_keys, new_counts):
    """Return the layer after a step: the arrays, which may have grown, and the number of states."""
    capacity = _power_above(3 * len(keys))
    index, new_keys, new_counts = _with_room(capacity, index, new_keys, new_counts, 0)
    size = 0
    for number in range(len(keys)):
        if 2 * size + 2 > capacity:
            capacity *= 2
            index, new_keys, new_counts = _with_room(capacity, index, new_keys, new_counts, size)
        key, edges, other_key, other_edges = _successors(step, load(keys, number))
        for _ in range(2):
            if edges != _NONE:
                mask = np.uint64(capacity - 1)
                weight = np.uint64((step[7] if edges & 1 else 1) * (step[8] if edges & 2 else 1))
                size = _add(index, mask, new_keys, new_counts, size, key, counts, number, weight)
            key, edges = other_key, other_edges
    return index, new_keys, new_counts, size


@kernel
def _decide_all(steps, keys, counts, index, new_keys, new_counts):
    """Return the layer after a stage of optional edges, made in one table, which halves the time of step after step.

    The states stay, and those with the edge are added to them. A state that got an edge cannot get it again, as its
    slots are mates or one is full; so what is added to its count within a step is not passed on within that step.
    States that lack a required edge, or are not balanced, are dropped at the end.
    """
    size = len(keys)
    capacity = _power_above(6 * size)
    index, new_keys, new_counts = _with_room(capacity, index, new_keys, new_counts, 0)
    overwrite(new_keys, keys)
    overwrite(new_counts, counts)
    _reindex(index, np.uint64(capacity - 1), new_keys, size)
    for number in range(steps.shape[0]):
        if steps[number, 0] == _BALANCE:
            continue
        here, there = np.uint64(steps[number, 1]), np.uint64(steps[number, 2])
        for state in range(size):
            mates, full = _unpack(load(new_keys, state))
            if not _may_link(mates, full, here, there):
                continue
            if 2 * size + 2 > capacity:
                capacity *= 2
                index, new_keys, new_counts = _with_room(capacity, index, new_keys, new_counts, size)
            key = _pack(*_link(mates, full, here, there))
            size = _add(index, np.uint64(capacity - 1), new_keys, new_counts, size, key, new_counts, state, _1)
    return index, new_keys, new_counts, _without_dead(steps, new_keys, new_counts, size)


@kernel
def _without_dead(steps, keys, counts, size):
    """Drop the states that lack a required edge, or are not balanced, and return how many are left."""
    owing, balance = _0, -1
    for number in range(steps.shape[0]):
        if steps[number, 0] == _BALANCE:
            balance = number
        else:
            owing |= np.uint64(steps[number, 5])
    if owing == _0 and balance < 0:
        return size
    left = 0
    for state in range(size):
        mates, full = _unpack(load(keys, state))
        if not _untouched(mates, full) & owing and (balance < 0 or _is_balanced(steps[balance], mates, full)):
            store(keys, left, load(keys, state))
            for word in range(counts.shape[1]):
                counts[left, word] = counts[state, word]
            left += 1
    return left


@kernel
def advance(steps, keys, counts, bounds):
    """Return the keys and counts of all states after a stage, block by block."""
    capacity = 2 * (bounds[-1] - bounds[0]) + 64
    all_keys, all_counts = lengthened(keys, 0, capacity), lengthened(counts, 0, capacity)
    total = 0
    is_edge = steps[:, 0] == _EDGE
    is_optional = np.all(is_edge | (steps[:, 0] == _BALANCE)) and not np.any(steps[:, 6] | is_edge * (steps[:, 7] - 1))
    index = np.empty(64, np.uint32)
    keys_here, counts_here = lengthened(keys, 0, 64), lengthened(counts, 0, 64)
    keys_there, counts_there = lengthened(keys, 0, 64), lengthened(counts, 0, 64)
    for block in range(bounds.size - 1):
        layer, layer_counts = keys[bounds[block] : bounds[block + 1]], counts[bounds[block] : bounds[block + 1]]
        if len(layer) == 0:
            continue
        for number in range(1 if is_optional else steps.shape[0]):
            if is_optional:
                index, keys_there, counts_there, size = _decide_all(
                    steps, layer, layer_counts, index, keys_there, counts_there
                )
            else:
                index, keys_there, counts_there, size = _take_step(
                    steps[number], layer, layer_counts, index, keys_there, counts_there
                )
            layer, layer_counts = keys_there[:size], counts_there[:size]
            keys_here, keys_there = keys_there, keys_here
            counts_here, counts_there = counts_there, counts_here
        if total + len(layer) > len(all_keys):
            capacity = max(total + len(layer), len(all_keys) * 3 // 2)
            all_keys, all_counts = lengthened(all_keys, total, capacity), lengthened(all_counts, total, capacity)
        overwrite(all_keys[total:], layer)
        overwrite(all_counts[total:], layer_counts)
        total += len(layer)
    return all_keys[:total], all_counts[:total]


# Classes and matchings


@kernel
def _class_of(weights, which, mates, full, slots):
    """Return the class of a state by one of several sorts of weights."""
    single = ~(full | _untouched(mates, full)) & slots
    number = 0
    for place in range(weights.shape[1]):
        shift = _8 * np.uint64(place)
        number += 2 * weights[which, place, full >> shift & _BYTE] + weights[which, place, single >> shift & _BYTE]
    return number


@kernel
def class_of_keys(keys, weights, slots):
    """Return the class of each state by the first of some weights, `int32`; `slots` is the mask of all slots."""
    classes = np.empty(len(keys), np.int32)
    for number in range(len(keys)):
        mates, full = _unpack(load(keys, number))
        classes[number] = _class_of(weights, 0, mates, full, slots)
    return classes


@kernel
def rank_matchings(keys, slots):
    """Return the rank of each state's matching among those of its path ends (see `matchings`), `int32`."""
    ranks = np.empty(len(keys), np.int32)
    for number in range(len(keys)):
        mates, full = _unpack(load(keys, number))
        left = ~(full | _untouched(mates, full)) & slots
        pairs = bit_count(left) // 2
        rank = 0
        slot = _0
        while left:
            while not left >> slot & _1:
                slot += _1
            other = mate(mates, slot)
            left &= ~(_1 << slot | _1 << other)
            between = bit_count(left & ((_1 << other) - _1))
            rank = rank * (2 * pairs - 1) + between
            pairs -= 1
        ranks[number] = rank
    return ranks


# Blocks


@kernel
def _renamed(key, slots):
    """Return the state whose slot `slots[i]` is the given state's slot i."""
    mates, full = _unpack(key)
    all_slots = (_1 << np.uint64(slots.size)) - _1
    new_mates, new_full = mates, all_slots
    left = ~full & all_slots
    while left:
        old = np.uint64(lowest_bit(left))
        left &= left - _1
        new = np.uint64(slots[old])
        new_full ^= _1 << new
        new_mates = with_mate(new_mates, new, np.uint64(slots[np.int64(mate(mates, old))]))
    return _pack(new_mates, new_full)


@kernel
def _classes(key, weights, slots):
    """Return the blocks of a state and of its reflection, see `tally`; -1 if there is none."""
    mates, full = _unpack(key)
    here = _class_of(weights, 0, mates, full, slots)
    there = _class_of(weights, 1, mates, full, slots)
    alone = _class_of(weights, 2, mates, full, slots) != _class_of(weights, 3, mates, full, slots)
    return here if here <= there else -1, there if alone and there <= here else -1


@kernel
def tally(keys, weights, slots, sizes):
    """Count in `sizes` the states that `distribute` will write to each block, and return the blocks of each state.

    Parameters
    ----------
    keys
        A table, which may stand for the reflections of its states as well.
    weights
        `int32` (4, bytes, 256): the weights of the class that makes the block, of that class in the reflection, and of
        the class by which the table was kept, also of both. A block is kept if its class is at most that of its
        reflection. If the last two classes agree, the table contains a state's reflection itself.
    slots
        The mask of all slots.

    Returns
    -------
    `int32` (states, 2)
        The block of the state and that of its reflection; -1 where it is not to be written there.
    """
    blocks = np.empty((len(keys), 2), np.int32)
    for number in range(len(keys)):
        here, there = _classes(load(keys, number), weights, slots)
        blocks[number, 0], blocks[number, 1] = here, there
        if here >= 0:
            sizes[here] += 1
        if there >= 0:
            sizes[there] += 1
    return blocks


@kernel
def distribute(keys, counts, blocks, reflection, places, new_keys, new_counts):
    """Write the states to their blocks, as `tally` returned them; the next state of block b goes to `places[b]`.

    `reflection` has the slot of each slot's mirror image.
    """
    for number in range(len(keys)):
        here, there = blocks[number]
        if here >= 0:
            store(new_keys, places[here], load(keys, number))
            for word in range(counts.shape[1]):
                new_counts[places[here], word] = counts[number, word]
            places[here] += 1
        if there >= 0:
            store(new_keys, places[there], _renamed(load(keys, number), reflection))
            for word in range(counts.shape[1]):
                new_counts[places[there], word] = counts[number, word]
            places[there] += 1


@kernel
def narrow(words, width):
    """Return the lowest bytes of some words, `width` of each, one word after the other."""
    data = np.empty(words.size * width, np.uint8)
    place = 0
    for word in words:
        for _ in range(width):
            data[place] = word & _BYTE
            word >>= _8  # noqa: PLW2901 (a kernel)
            place += 1
    return data


@kernel
def widen(data, width, sizes, places, words):
    """Undo `narrow`: the first `sizes[0]` words go to `places[0]` and further, the next `sizes[1]` to `places[1]`..."""
    place = 0
    for run in range(sizes.size):
        for target in range(places[run], places[run] + sizes[run]):
            word = _0
            for byte in range(width):
                word |= np.uint64(data[place]) << _8 * np.uint64(byte)
                place += 1
            words[target] = word


# Back


@kernel
def folded(keys, weights, slots, renaming, flips):
    """Return the states of a table that stand for these: of a state and its reflection, the one of lower class.

    `weights` are the last two of `tally`. Also return each block's number; `flips` are inverted for reflected states.
    """
    numbers = np.empty(len(keys), np.int64)
    states = keys.copy()
    for number in range(len(keys)):
        mates, full = _unpack(load(keys, number))
        here, there = _class_of(weights, 0, mates, full, slots), _class_of(weights, 1, mates, full, slots)
        numbers[number] = min(here, there)
        if there < here:
            store(states, number, _renamed(load(keys, number), renaming))
            flips[number] = not flips[number]
    return states, numbers


@kernel
def rename(keys, renaming):
    """Give states, in place, slot `renaming[i]` for slot i."""
    for number in range(len(keys)):
        store(keys, number, _renamed(load(keys, number), renaming))


@kernel
def renamed(keys, renaming):
    """Return copies of states with slot `renaming[i]` for slot i."""
    states = keys.copy()
    rename(states, renaming)
    return states


@kernel
def trace_back(steps, keys, counts, targets, ranks, choices):
    """Find the path through a block that has a given rank among those that lead to a state.

    Paths are ranked by their last step, then by the one before, and so on; steps to a state are in the order of the
    states that they come from.

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
    layer_bounds[1] = len(keys)
    all_keys, all_counts = lengthened(keys, len(keys), 2 * len(keys)), lengthened(counts, len(keys), 2 * len(keys))
    index = np.empty(64, np.uint32)
    new_keys, new_counts = lengthened(keys, 0, 64), lengthened(counts, 0, 64)
    for number in range(steps.shape[0] - 1):
        begin, end = layer_bounds[number], layer_bounds[number + 1]
        index, new_keys, new_counts, size = _take_step(
            steps[number], all_keys[begin:end], all_counts[begin:end], index, new_keys, new_counts
        )
        if end + size > len(all_keys):
            all_keys = lengthened(all_keys, end, 2 * (end + size))
            all_counts = lengthened(all_counts, end, 2 * (end + size))
        overwrite(all_keys[end:], new_keys[:size])
        overwrite(all_counts[end:], new_counts[:size])
        layer_bounds[number + 2] = end + size
    for number in range(steps.shape[0] - 1, -1, -1):
        span = slice(layer_bounds[number], layer_bounds[number + 1])
        _step_back(steps[number], all_keys[span], all_counts[span], targets, ranks, choices[:, number])


@kernel
def _step_back(step, keys, counts, targets, ranks, choices):
    """Replace each target by the state before it, and its rank by the rank there."""
    capacity = _power_above(3 * len(targets))
    index, mask = np.zeros(capacity, np.uint32), np.uint64(capacity - 1)
    aims = targets.copy()
    following = np.full(len(targets), -1, np.int64)  # the next unsettled target with the same state
    for number in range(len(targets)):
        place = _find(index, mask, aims, load(aims, number))
        following[number] = np.int64(index[place]) - 1
        index[place] = number + 1
    settled = np.zeros(len(targets), np.bool_)
    for number in range(len(keys)):
        key, edges, other_key, other_edges = _successors(step, load(keys, number))
        for _ in range(2):
            if edges != _NONE:
                target = np.int64(index[_find(index, mask, aims, key)]) - 1
                while target >= 0:
                    if not settled[target]:
                        if ranks[target] < counts[number, 0]:
                            store(targets, target, load(keys, number))
                            choices[target] = edges
                            settled[target] = True
                        else:
                            ranks[target] -= counts[number, 0]
                    target = following[target]
            key, edges = other_key, other_edges
