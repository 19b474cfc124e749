"""Run a plan, stage after stage, and join the halves.

Stages that both halves share are run once. When the halves meet, their tables are divided into blocks by the degrees of
some slots of the frontier, and blocks that fit are joined (see `matchings`). If the halves are mirror images, there is
only one table, the blocks of which are joined to one another.

Memory: a packed table of some 12 bytes a state (see `tables`), which is released while the next one grows. The input of
each stage may be kept for `ranking`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from itertools import takewhile
from math import log2
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from destrier.counting.frontiers import advance, class_of_keys, rank_matchings, renamed
from destrier.counting.matchings import MATCHINGS, Preimages, find_preimages, join_block
from destrier.counting.plans import Half, Halves, Stage
from destrier.counting.residues import completed
from destrier.counting.tables import (
    Order,
    Piece,
    States,
    Table,
    Words,
    class_of,
    degrees_of,
    digits_for,
    divide,
    empty_key,
    names_of,
    weights_of,
)
from destrier.counting.words import all_slots, new_keys
from destrier.support.resources import amount, memory, processors
from destrier.support.types import Progress

Trail: TypeAlias = list[tuple[Stage, Table]]

_BITS_OF_SUMS: Final = 128
"""The bits of the sums that are exact without a modulus."""

_MODULUS: Final = 2**32 - 1
"""The largest modulus."""

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def in_parallel(
    function: Callable[[_Item], _Result], items: Iterable[_Item], tell: Callable[[int], None] | None = None
) -> list[_Result]:
    """Return the results for all items in order; `tell` is called in this thread with how many there are so far."""
    given, results = list(items), list[_Result]()
    with ThreadPoolExecutor(processors()) if len(given) > 1 else nullcontext() as pool:
        for result in (pool.map if pool else map)(function, given):
            results.append(result)
            if tell:
                tell(len(results))
    return results


# Stages


def _order_before(halves: Halves, half: Half, number: int) -> Order:
    """Return the order of the table before a stage, or before the halves meet."""
    if number < len(half.stages):
        return Order(half.stages[number].still, half.stages[number].reflection)
    if half is halves.left:
        return Order(halves.meeting, half.reflection)
    return Order(tuple(halves.renaming.index(slot) for slot in halves.meeting), half.reflection)


def _start(half: Half, order: Order, words: int) -> Table:
    """Return the table of the empty state."""
    (piece,) = divide(empty_key(half.first, words), np.ones((1, 1), np.uint64), Order((), order.reflection), order, 0)
    assert piece is not None
    return Table(order, words, [[piece]])


def _advanced(table: Table, stage: Stage, orders: list[Order], most: float, *, free: bool) -> list[Table]:
    """Return the table after a stage, in each of some orders; the one before it is released if it is `free`.

    Raises
    ------
    MemoryError
        If the table takes more than `most` bytes.
    """
    words = table.words_of_counts(float(np.prod(2.0 * np.maximum(stage.steps[:, 7:], 1).prod(axis=1))))
    kept = Order(stage.still if stage.reflection else (), orders[0].reflection)
    size = int(table.sizes().sum()) * 3
    digits = [digits_for(size, (len(order.slots) + 1) // 2) for order in orders]
    after = [
        Table(order, table.words, [[] for _ in range(3**parts)]) for order, parts in zip(orders, digits, strict=True)
    ]

    taken = 0

    def go_through(number: int) -> list[list[Piece | None]]:
        nonlocal taken
        if taken > most:
            raise MemoryError(
                f"the states between two steps of the count take more than the {amount(int(most))} allowed"
            )
        keys, counts, bounds, _ = table.part(number, words)
        if free:
            table.parts[number] = None
        keys, counts = advance(stage.steps, keys, counts, bounds)
        divided = [divide(keys, counts, kept, order, parts) for order, parts in zip(orders, digits, strict=True)]
        taken += sum(piece.nbytes for pieces in divided for piece in pieces if piece is not None)
        return divided

    for divided in in_parallel(go_through, (number for number, part in enumerate(table.parts) if part)):
        for there, pieces in zip(after, divided, strict=True):
            for part, piece in zip(there.parts, pieces, strict=True):
                if piece is not None and part is not None:
                    part.append(piece)
    return after


def run(halves: Halves, *, keep: bool = False, max_memory: int | None = None, progress: Progress | None = None) -> Join:
    """Run both halves; stages that they share are run once.

    Parameters
    ----------
    keep
        Whether to keep the input of every stage.
    max_memory
        The most bytes that tables may take; by default what the machine has.
    progress
        A function that is called with what is being done, how much of it is done, and its total.
    """
    left, right = halves.left, halves.right
    common = _common_stages(left, right)
    stages = len(left.stages) + len(right.stages) - common
    most = memory() if max_memory is None else max_memory
    done = 0

    def go_on(table: Table, half: Half, number: int, orders: list[Order], trail: Trail, *, free: bool) -> list[Table]:
        nonlocal done
        trail.append((half.stages[number], table))
        tables = _advanced(table, half.stages[number], orders, most, free=free and not keep)
        done += 1
        if progress:
            progress("sweeping", done, stages)
        return tables

    orders = [[_order_before(halves, half, number) for number in range(len(half.stages) + 1)] for half in (left, right)]
    if common == len(left.stages) == len(right.stages) and {*orders[0][-1].slots} == {*orders[1][-1].slots}:
        orders[1][-1] = orders[0][-1]  # the halves are the same
    trunk: Trail = []
    starts = [_start(half, order[0], halves.words) for half, order in zip((left, right), orders, strict=True)]
    for number in range(common):
        wanted = [order[number + 1] for order in orders]
        after = go_on(starts[0], left, number, [*dict.fromkeys(wanted)], trunk, free=True)
        starts = [after[0], after[-1]]
    trails = [*trunk], [*trunk]
    is_shared = starts[0] is starts[1]
    for half, order, trail, place in zip((left, right), orders, trails, (0, 1), strict=True):
        for number in range(common, len(half.stages)):
            free = number > common or not is_shared or place == 1
            (starts[place],) = go_on(starts[place], half, number, [order[number + 1]], trail, free=free)
    return Join(halves, starts[0], starts[1], trails, progress or (lambda *_: None))


def _common_stages(left: Half, right: Half) -> int:
    """Return the number of stages with which both halves begin."""
    if left.first != right.first:
        return 0
    same = (
        np.array_equal(one.steps, other.steps) and one.reflection == other.reflection
        for one, other in zip(left.stages, right.stages, strict=False)
    )
    return sum(takewhile(bool, same))


# Joining


class Parts(NamedTuple):
    """The states of a block of one half, with the data by which they are joined."""

    classes: NDArray[np.int32]
    ranks: NDArray[np.int32]
    keys: Words
    counts: Words

    @property
    def states(self) -> tuple[NDArray[np.int32], NDArray[np.int32], Words]:
        """The classes, ranks and counts."""
        return self.classes, self.ranks, self.counts


class Join:
    """Both halves, with everything needed to join them block by block.

    Attributes
    ----------
    trails
        The stages of both halves, each with the table before it.
    numbers
        The blocks that both halves have, by their numbers in the left half.
    weights
        What each block counts: twice if it also stands for its reflection.
    other_classes
        The degrees of the slots that do not make a block, by class.
    """

    def __init__(
        self, halves: Halves, left: Table, right: Table, trails: tuple[Trail, Trail], progress: Progress
    ) -> None:
        self._left, self._right, self._progress, self.trails = left, right, progress, trails
        self._odd, self._words = halves.odd, left.words
        self._renaming = np.array(halves.renaming, np.int64)
        self._slots = np.uint64(all_slots(left.words))
        others = tuple(slot for slot in halves.left.place.values() if slot not in left.order.slots)
        self._weighing = weights_of(others, left.words)[None]
        self.other_classes = degrees_of(len(others))
        self.preimages: Preimages = find_preimages(len(halves.left.place) // 2)
        self._words_of_counts = max(left.words_of_counts(), right.words_of_counts())
        fitting = {int(block): self._fitting(int(block)) for block in np.flatnonzero(left.sizes())}
        sizes = right.sizes()
        self._fits = {block: (there, flipped) for block, (there, flipped) in fitting.items() if sizes[there]}
        self.numbers = list(self._fits)
        self.weights = [1 if left.order.image(block) == block else 2 for block in self.numbers]

    def _fitting(self, block: int) -> tuple[int, bool]:
        """Return the block of the right half that fits one of the left half, and whether it is stored reflected."""
        degrees = dict(zip(self._left.order.slots, self._degrees(block), strict=True))
        order = self._right.order
        there = class_of(2 - degrees[int(self._renaming[slot])] for slot in order.slots)
        image = order.image(there)
        return min(there, image), image < there

    def _degrees(self, block: int) -> list[int]:
        digits = len(self._left.order.slots)
        return [block // 3**place % 3 for place in reversed(range(digits))]

    def new_keys(self, size: int) -> Words:
        """Return an array for so many states."""
        return new_keys(size, self._words)

    def left(self, number: int, states: States | None = None) -> Parts:
        """Return a block of the left half; `states` are those of its part, if they are known."""
        block = states.block(number) if states else self._left.block(number, self._words_of_counts)
        return self._parts(block.keys, block.counts)

    def right(self, number: int, states: States | None = None) -> Parts:
        """Return the block of the right half that fits, in the left half's slots, with the classes of what it lacks."""
        there, is_flipped = self._fits[number]
        block = states.block(there) if states else self._right.block(there, self._words_of_counts)
        names = self._renaming[names_of(self._right.order.reflection if is_flipped else (), self._words)]
        parts = self._parts(renamed(block.keys, names), block.counts)
        lacking = len(self.other_classes) - 1 - parts.classes
        return parts._replace(classes=lacking.astype(np.int32))

    def _parts(self, keys: Words, counts: Words) -> Parts:
        classes = class_of_keys(keys, self._weighing, self._slots)
        return Parts(classes, rank_matchings(keys, self._slots), keys, counts)

    def pairs(self, number: int) -> NDArray[np.int64]:
        """Return the pairs in a block's matchings by class of the other slots; 0 if they are not to be joined."""
        degrees = np.array(self._degrees(number))
        pairs: NDArray[np.int64] = (np.sum(degrees == 1) + np.sum(self.other_classes == 1, axis=1)) // 2
        if self._odd:
            lacking = np.sum(2 - degrees) + np.sum(2 - self.other_classes, axis=1)
            pairs[lacking % 4 == 0] = 0
        return pairs

    def join(
        self, number: int, left: Parts, right: Parts, totals: NDArray[np.uint64], modulus: int = 0
    ) -> tuple[int, float]:
        """Return a block's result without its weight, and a bound of it; `totals` are by class of the other slots."""
        where = self.pairs(number), *self.preimages, MATCHINGS, np.uint64(modulus), totals
        low, high, bound = join_block(left.states, right.states, *where)
        return int(low) + (int(high) << 64), float(bound)

    def totals(self, modulus: int = 0) -> tuple[list[int], float]:
        """Return each block's result with its weight, and a bound of the sum of all.

        The results are exact if the modulus is 0, the counts are single words, and the bound is below 2^128.
        """
        together: dict[tuple[int, int], list[int]] = {}
        for block, (there, _) in self._fits.items():
            together.setdefault((self._left.part_of(block), self._right.part_of(there)), []).append(block)
        results: dict[int, tuple[int, float]] = {}

        def join_parts(parts: tuple[int, int]) -> None:
            left, right = (
                table.part(part, self._words_of_counts)
                for table, part in zip((self._left, self._right), parts, strict=True)
            )
            for block in together[parts]:
                pair = self.left(block, left), self.right(block, right)
                results[block] = self.join(block, *pair, np.empty(0, np.uint64), modulus)

        in_parallel(join_parts, together, lambda done: self._progress("joining", done, len(together)))
        weighed = [
            (weight * results[block][0], weight * results[block][1])
            for block, weight in zip(self.numbers, self.weights, strict=True)
        ]
        return [number for number, _ in weighed], sum(bound for _, bound in weighed)

    def total(self) -> int:
        """Return the number of cycles."""
        first = 0 if self._words_of_counts == 1 else _MODULUS
        given, bound = self.totals(first)
        bits = log2(bound + 1) + 0.01
        if not first and bits < _BITS_OF_SUMS:
            return sum(given)
        return completed(lambda modulus: sum(self.totals(modulus)[0]), bits, below=_MODULUS + 1)
