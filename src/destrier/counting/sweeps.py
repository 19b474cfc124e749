"""Run a plan, stage after stage, and join the halves.

Stages that both halves share are run once. When the halves meet, their tables are divided into blocks by the degrees of
some slots of the frontier, and blocks that fit are joined (see `matchings`). If the halves are mirror images, there is
only one table, the blocks of which are joined to one another.

Memory: a packed table of some 12 bytes a state (see `state_tables`), which is released while the next one grows. The
input of each stage may be kept for `ranking`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from math import isfinite, log2
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.counting.chinese_remainders import completed
from destrier.counting.frontiers import advance, class_of_keys, rank_matchings, rename
from destrier.counting.matchings import MATCHINGS, Preimages, find_preimages, join_block
from destrier.counting.plans import Half, Halves, Stage
from destrier.counting.state_tables import (
    Chunk,
    Order,
    States,
    StateTable,
    Words,
    class_of,
    degrees_in,
    degrees_of,
    digits_for,
    divide,
    empty_key,
    names_of,
    weights_of,
)
from destrier.counting.state_words import all_slots, new_keys
from destrier.support.aliases import Progress
from destrier.support.errors import NotEnoughMemory
from destrier.support.parallel import in_parallel
from destrier.support.resources import amount, memory

Trail: TypeAlias = list[tuple[Stage, StateTable]]

_BITS_OF_SUMS: Final = 128
"""The bits of the sums that are exact without a modulus."""

_RUNS: Final = 3**7
"""The runs of blocks that are joined one after the other, so that few of their states are unpacked at a time."""

_MOST_STATES: Final = 500_000
"""The number of states of a run beyond which its blocks are read one at a time."""

_MODULUS: Final = 2**32 - 1
"""The largest modulus."""

# Stages


@dataclass(frozen=True)
class Task:
    """A stage of a sweep, with the tables before and after it.

    Attributes
    ----------
    before
        The task that makes the table before it, by number; `None` for the table of the empty state.
    order
        The order of that table.
    orders
        The orders of the tables to make: two, where the halves part.
    """

    stage: Stage
    before: int | None
    order: Order
    orders: tuple[Order, ...]

    @cached_property
    def kept(self) -> Order:
        """The order that determines which of a state and its reflection is kept after the stage."""
        return Order(self.stage.still if self.stage.reflection else (), self.orders[0].reflection)

    def digits(self, table: StateTable) -> list[int]:
        """Return the number of digits by which to divide the tables after the stage into parts."""
        return [digits_for(3 * table.states, (len(order.slots) + 1) // 2) for order in self.orders]

    def do_blocks(self, table: StateTable, first: int, number: int, digits: list[int]) -> list[list[Chunk | None]]:
        """Return the results of the stage for consecutive blocks of the table before, in each of the orders."""
        growth = float(np.prod(2.0 * np.maximum(self.stage.steps[:, 7:], 1).prod(axis=1)))
        keys, counts, bounds, _ = table.blocks(first, number, table.words_of_counts(growth))
        keys, counts = advance(self.stage.steps, keys, counts, bounds)
        return [divide(keys, counts, self.kept, order, parts) for order, parts in zip(self.orders, digits, strict=True)]


@dataclass(frozen=True)
class Schedule:
    """The tasks of a sweep in order of dependency, and the tables that meet at the end."""

    halves: Halves
    tasks: list[Task]
    ways: tuple[list[int], list[int]]
    """The tasks that lead to the end of the left half and of the right one."""
    ends: tuple[Order, Order]
    """The orders of the last tables."""

    def start(self, half: int) -> StateTable:
        """Return the table of the empty state."""
        order, words = self.tasks[self.ways[half][0]].order if self.ways[half] else self.ends[half], self.halves.words
        first = (self.halves.left, self.halves.right)[half].first
        (chunk,) = divide(empty_key(first, words), np.ones((1, 1), np.uint64), Order((), order.reflection), order, 0)
        assert chunk is not None
        return StateTable(order, words, [[chunk]])

    @property
    def last(self) -> set[tuple[int | None, Order]]:
        """The tasks that make the last tables, and the orders of these."""
        return {(way[-1], order) for way, order in zip(self.ways, self.ends, strict=True) if way}

    def half_of(self, number: int) -> int:
        """Return the half that a task leads to."""
        return int(number not in self.ways[0])

    def readers(self, number: int) -> list[int]:
        """Return the tasks that read the result of a task."""
        return [reader for reader, task in enumerate(self.tasks) if task.before == number]


def schedule(halves: Halves) -> Schedule:
    """Return the tasks of both halves; stages that they share are done once."""
    left, right = halves.left, halves.right
    common = _common_stages(left, right)
    meeting = halves.meeting, tuple(halves.renaming.index(slot) for slot in halves.meeting)
    orders = [
        [*(Order(stage.still, stage.reflection) for stage in half.stages), Order(slots, half.reflection)]
        for half, slots in zip((left, right), meeting, strict=True)
    ]
    if common == len(left.stages) == len(right.stages) and {*meeting[0]} == {*meeting[1]}:
        orders[1][-1] = orders[0][-1]  # the halves are the same
    tasks: list[Task] = []
    ways: tuple[list[int], list[int]] = [], []
    for half, order, way in zip((left, right), orders, ways, strict=True):
        for number, stage in enumerate(half.stages):
            if number < common:
                if half is left:
                    after = dict.fromkeys(each[number + 1] for each in orders)
                    tasks.append(Task(stage, way[-1] if way else None, order[number], tuple(after)))
                way.append(number)
            else:
                before = way[-1] if way else None
                way.append(len(tasks))
                tasks.append(Task(stage, before, order[number], (order[number + 1],)))
    return Schedule(halves, tasks, ways, (orders[0][-1], orders[1][-1]))


def collected(order: Order, words: int, digits: int, chunks: Iterable[list[Chunk | None]]) -> StateTable:
    """Return the table of the chunks of all parts of the table before."""
    parts: list[list[Chunk] | None] = [[] for _ in range(3**digits)]
    for divided in chunks:
        for part, chunk in zip(parts, divided, strict=True):
            if chunk is not None and part is not None:
                part.append(chunk)
    return StateTable(order, words, parts)


def run(halves: Halves, *, keep: bool = False, max_memory: int | None = None, progress: Progress | None = None) -> Join:
    """Run both halves in memory.

    Parameters
    ----------
    keep
        Whether to keep the input of every stage.
    max_memory
        The most bytes that a table may take; by default what this process may have.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Raises
    ------
    MemoryError
        If a table takes more.
    """
    plan = schedule(halves)
    most = memory() if max_memory is None else max_memory
    tables: dict[tuple[int | None, Order], StateTable] = {}
    befores: list[StateTable] = []
    for number, task in enumerate(plan.tasks):
        table = plan.start(plan.half_of(number)) if task.before is None else tables[task.before, task.order]
        befores.append(table)
        wanted = {(later.before, later.order) for later in plan.tasks[number + 1 :]} | plan.last
        is_last_use = not keep and (task.before, task.order) not in wanted
        tables |= {(number, made.order): made for made in _advanced(table, task, most, free=is_last_use)}
        if progress:
            progress("sweeping", number + 1, len(plan.tasks))
    ends = [
        tables[way[-1], order] if way else plan.start(half)
        for half, (way, order) in enumerate(zip(plan.ways, plan.ends, strict=True))
    ]
    trails = [[(plan.tasks[number].stage, befores[number]) for number in way] for way in plan.ways]
    return Join(halves, ends[0], ends[1], (trails[0], trails[1]), progress or (lambda *_: None))


def _advanced(table: StateTable, task: Task, most: float, *, free: bool) -> list[StateTable]:
    """Return the tables after a stage; the one before it is released if it is `free`."""
    digits = task.digits(table)
    words = table.words
    taken = 0

    def do_part(number: int) -> list[list[list[Chunk | None]]]:
        nonlocal taken
        if taken > most:
            raise NotEnoughMemory(
                f"the states between two steps of the count take more than the {amount(int(most))} of memory allowed; "
                "a store keeps them on disk"
            )
        divided = [task.do_blocks(table, *run, digits) for run in table.runs(number)]
        taken += sum(chunk.nbytes for run in divided for chunks in run for chunk in chunks if chunk is not None)
        if free:
            table.parts[number] = None
        return divided

    done = in_parallel(do_part, [number for number, part in enumerate(table.parts) if part])
    divided = [run for part in done for run in part]
    return [
        collected(order, words, parts, (chunks[place] for chunks in divided))
        for place, (order, parts) in enumerate(zip(task.orders, digits, strict=True))
    ]


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
        self, halves: Halves, left: StateTable, right: StateTable, trails: tuple[Trail, Trail], progress: Progress
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
        self.weights = [self._weight(block) for block in self.numbers]

    def _fitting(self, block: int) -> tuple[int, bool]:
        """Return the block of the right half that fits one of the left half, and whether it is stored reflected."""
        degrees = dict(zip(self._left.order.slots, self._degrees(block), strict=True))
        order = self._right.order
        there = class_of(2 - degrees[int(self._renaming[slot])] for slot in order.slots)
        image = order.image(there)
        return min(there, image), image < there

    def _weight(self, block: int) -> int:
        """Return 2 if a block also stands for its reflection, and else 1."""
        return 1 if self._left.order.image(block) == block else 2

    def _degrees(self, block: int) -> list[int]:
        return degrees_in(block, len(self._left.order.slots))

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
        keys = block.keys.copy() if states else block.keys
        rename(keys, names)
        parts = self._parts(keys, block.counts)
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
        """Return a block's result without its weight, and a bound on it; `totals` are by class of the other slots."""
        where = self.pairs(number), *self.preimages, MATCHINGS, np.uint64(modulus), totals
        low, high, bound = join_block(left.states, right.states, *where)
        return int(low) + (int(high) << 64), float(bound)

    @cached_property
    def together(self) -> list[tuple[tuple[int, int], list[int]]]:
        """The runs of both tables that have blocks which fit, each by its number, and these blocks."""
        found: dict[tuple[int, int], list[int]] = {}
        for block, (there, _) in self._fits.items():
            found.setdefault((block // self._run, there // self._run), []).append(block)
        return list(found.items())

    @property
    def states(self) -> int:
        """The number of states of both tables."""
        return self._left.states + self._right.states

    @property
    def sizes(self) -> list[int]:
        """The number of states of the left half in each of `together`."""
        sizes = self._left.sizes()
        return [int(sizes[blocks].sum()) for _, blocks in self.together]

    @cached_property
    def _run(self) -> int:
        """The blocks that are read at a time, all of one part."""
        within = min(self._left.blocks_of_part, self._right.blocks_of_part)
        return min(within, max(1, self._left.order.blocks // _RUNS))

    def join_parts(self, place: int, modulus: int) -> list[tuple[int, float]]:
        """Return the results of the blocks of two runs, with their weights, and bounds of them."""
        runs, blocks = self.together[place]
        left, right = (self._states(*each) for each in zip((self._left, self._right), runs, strict=True))
        results, none = list[tuple[int, float]](), self.new_keys(0)
        for block in blocks:
            here = self.left(block, left)._replace(keys=none)
            there = self.right(block, right)._replace(keys=none)
            number, bound = self.join(block, here, there, np.empty(0, np.uint64), modulus)
            results.append((self._weight(block) * number, self._weight(block) * bound))
        return results

    def _states(self, table: StateTable, run: int) -> States | None:
        """Return the states of a run, or `None` if they are so many that only one block is to be read at a time."""
        blocks = run * self._run, self._run
        return None if table.states_of(*blocks) > _MOST_STATES else table.blocks(*blocks, self._words_of_counts)

    def totals(self, modulus: int = 0) -> tuple[list[int], float]:
        """Return each block's result with its weight, and a bound of the sum of all.

        The results are exact if the modulus is 0, the counts are single words, and the bound is below 2^128.
        """

        def tell(done: int) -> None:
            self._progress("joining", done, len(self.together))

        results = in_parallel(lambda place: self.join_parts(place, modulus), range(len(self.together)), tell)
        by_block = {
            block: result
            for (_, blocks), part in zip(self.together, results, strict=True)
            for block, result in zip(blocks, part, strict=True)
        }
        return [by_block[block][0] for block in self.numbers], sum(bound for _, bound in by_block.values())

    def total(self, totals: Callable[[int], tuple[list[int], float]] | None = None) -> int:
        """Return the number of cycles; `totals` gives the results of some blocks together by a modulus."""
        totals = totals or self.totals
        first = 0 if self._words_of_counts == 1 else _MODULUS
        given, bound = totals(first)
        bits = (log2(bound + 1) if isfinite(bound) else self._left.bits + self._right.bits) + 0.01
        if not first and bits < _BITS_OF_SUMS:
            return sum(given)
        return completed(lambda modulus: sum(totals(modulus)[0]), bits, below=_MODULUS + 1)
