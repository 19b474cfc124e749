"""Run a plan, stage after stage on all threads, and join the halves.

A *table* is the states after a stage, in chunks, as the threads made them. For the next stage it is *distributed* into
blocks of states with the same class, the class being the degrees of the slots that the stage leaves alone. If the plan
is symmetric, only the one of smaller class is kept of a block and its reflection; a state whose block is its own
reflection is kept beside its reflection, and any other state stands for both.

The left half's last stage is not run beforehand: as its blocks arrive they are joined to those of the right half, which
is distributed to match, and then forgotten. The input of each stage may be kept for `ranking`.

Memory: 16 bytes per state, and twice as much while a table is distributed, less the chunks already released.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from destrier.counting.frontiers import advance, class_of_keys, distribute, empty_key, rank_matchings, tally
from destrier.counting.matchings import MATCHINGS, Preimages, find_preimages, join_block
from destrier.counting.plans import SLOTS, Half, Halves, Slots, Stage
from destrier.support.resources import processors
from destrier.support.types import Progress

Trail: TypeAlias = list[tuple[Stage, "Blocks"]]

_CHUNKS: Final = 64
_LEAST: Final = 4096
"""The most parts of a stage, and about the least states in each. Neither depends on the number of threads, so that the
order of the states is the same everywhere."""

_WORD: Final = 2.0**64

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

_IDENTITY: Final = tuple(range(SLOTS))


class Chunk(NamedTuple):
    """Some states, with keys and counts of `uint64`."""

    keys: NDArray[np.uint64]
    counts: NDArray[np.uint64]


@dataclass
class Table:
    """States in chunks; if `kept_by` names slots, a state and its reflection are kept as that of lower class there."""

    chunks: list[Chunk | None]
    kept_by: Slots
    reflection: Slots

    @property
    def weight(self) -> float:
        """The sum of the counts."""
        return sum(float(chunk.counts.sum(dtype=np.float64)) for chunk in self.chunks if chunk is not None)

    def chunk(self, number: int) -> Chunk:
        """Return a chunk that has not been released."""
        chunk = self.chunks[number]
        assert chunk is not None
        return chunk


@dataclass(frozen=True)
class Blocks:
    """States by block: those of block b are `bounds[b]` to `bounds[b + 1]`."""

    keys: NDArray[np.uint64]
    counts: NDArray[np.uint64]
    bounds: NDArray[np.int64]

    def block(self, number: int) -> slice:
        """Return where a block is."""
        return slice(int(self.bounds[number]), int(self.bounds[number + 1]))


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


# Classes


def weights_of(slots: Slots) -> NDArray[np.int32]:
    """Return what each slot adds to a class, `int32` (2, 256) by byte of a mask; the first digit is the highest."""
    weights = np.zeros((2, 256), np.int32)
    masks = np.arange(256)
    for place, slot in enumerate(reversed(slots)):
        weights[slot // 8] += (masks >> slot % 8 & 1) * 3**place
    return weights


def reflected(slots: Slots, reflection: Slots) -> Slots:
    """Return the slots whose degrees are those of `slots` in the reflection."""
    return tuple(reflection[slot] for slot in slots) if reflection else slots


def digits(slots: int) -> NDArray[np.int8]:
    """Return the digits of all classes of `slots` slots, `int8` (3^slots, slots)."""
    return np.indices((3,) * slots, np.int8).reshape(slots, -1).T if slots else np.zeros((1, 0), np.int8)


# Stages


def start(half: Half) -> Table:
    """Return the table of the empty state."""
    full = (1 << SLOTS) - 1 - sum(1 << slot for slot in half.first)
    chunk = Chunk(np.array([empty_key(np.uint64(full))], np.uint64), np.ones(1, np.uint64))
    reflection = half.stages[0].reflection if half.stages else half.reflection
    return Table([chunk], half.first if reflection else (), reflection)


def distributed(
    table: Table, slots: Slots, reflection: Slots, *, renaming: Slots = _IDENTITY, lacking: bool = False, free: bool
) -> Blocks:
    """Distribute the states by their class on `slots`, or by what they lack there, in slots with other names.

    `slots` and `reflection` use the new names. If `free`, the table's chunks are released one by one.
    """
    old_name = {new: old for old, new in enumerate(renaming)}
    mine = tuple(old_name[slot] for slot in slots)
    theirs = tuple(old_name[slot] for slot in reflected(slots, reflection))
    kept = table.kept_by
    weights = np.stack([weights_of(part) for part in (mine, theirs, kept, reflected(kept, table.reflection))])
    top = 3 ** len(slots) - 1 if lacking else -1
    names = np.array([renaming, [renaming[slot] for slot in table.reflection or _IDENTITY]], np.int64)
    sizes = np.zeros((len(table.chunks), 3 ** len(slots)), np.int64)

    def measure(number: int) -> None:
        tally(table.chunk(number).keys, weights, top, sizes[number])

    in_parallel(measure, range(len(table.chunks)))
    bounds = np.zeros(sizes.shape[1] + 1, np.int64)
    np.cumsum(sizes.sum(axis=0), out=bounds[1:])
    places = bounds[:-1] + np.cumsum(sizes, axis=0) - sizes
    keys, counts = np.empty(bounds[-1], np.uint64), np.empty(bounds[-1], np.uint64)

    def write(number: int) -> None:
        distribute(*table.chunk(number), weights, top, names, places[number], keys, counts)
        if free:
            table.chunks[number] = None

    in_parallel(write, range(len(table.chunks)))
    return Blocks(keys, counts, bounds)


def _advanced(stage: Stage, blocks: Blocks, modulus: int, reflection: Slots) -> Table:
    """Return the table after a stage."""
    size = blocks.keys.size
    shares = np.linspace(0, size, min(_CHUNKS, 1 + size // _LEAST) + 1)
    cuts = np.unique(np.searchsorted(blocks.bounds, shares))
    cuts[-1] = blocks.bounds.size - 1

    def go_through(span: tuple[int, int]) -> Chunk:
        bounds = blocks.bounds[span[0] : span[1] + 1]
        return Chunk(*advance(stage.steps, blocks.keys, blocks.counts, bounds, np.uint64(modulus)))

    chunks: list[Chunk | None] = [*in_parallel(go_through, pairwise(cuts.tolist()))]
    return Table(chunks, stage.still if stage.reflection else (), reflection)


@dataclass
class _Sweep:
    """A runner of stages, which keeps account of their results."""

    modulus: int
    keep: bool
    progress: Progress
    stages: int
    done: int = 0
    largest: float = 0.0
    """The largest count, unless counts were reduced."""

    def distribute(self, table: Table, stage: Stage, trail: Trail, *, free: bool) -> Blocks:
        """Return the blocks of a table for a stage."""
        self.largest = max(self.largest, 2 * table.weight * 2.0 ** len(stage.steps))
        blocks = distributed(table, stage.still, stage.reflection, free=free)
        if self.keep:
            trail.append((stage, blocks))
        return blocks

    def advance(self, blocks: Blocks, half: Half, number: int) -> Table:
        """Return the table after stage `number` of a half."""
        following = half.stages[number + 1 :]
        reflection = following[0].reflection if following else half.reflection
        table = _advanced(half.stages[number], blocks, self.modulus, reflection)
        self.done += 1
        self.progress("sweeping", self.done, self.stages)
        return table

    def run(self, table: Table, half: Half, numbers: range, trail: Trail, *, free: bool = True) -> Table:
        """Return the table after these stages; the first table is released if it is `free`."""
        for number in numbers:
            blocks = self.distribute(table, half.stages[number], trail, free=free or number > numbers[0])
            table = self.advance(blocks, half, number)
        return table


def run(halves: Halves, modulus: int = 0, *, keep: bool = False, progress: Progress | None = None) -> Join:
    """Run both halves; stages that they share are run once.

    Parameters
    ----------
    modulus
        The modulus of the counts, below 2^32, or 0 for 2^64.
    keep
        Whether to keep the input of every stage.
    progress
        A function that is called with what is being done, how much of it is done, and its total.
    """
    left, right = halves.left, halves.right
    common = _common_stages(left, right)
    last = len(left.stages) - 1
    fork = min(common, last)
    progress = progress or (lambda *_: None)
    sweep = _Sweep(modulus, keep, progress, len(left.stages) + len(right.stages) - fork - 1)
    trunk: Trail = []
    table = sweep.run(start(left), left, range(fork), trunk)
    left_trail, right_trail = [*trunk], [*trunk]
    if common > last:  # the right half continues where the left one ends
        blocks = sweep.distribute(table, left.stages[last], left_trail, free=True)
        right_trail = [*left_trail]
        right_table = sweep.run(
            sweep.advance(blocks, right, last), right, range(last + 1, len(right.stages)), right_trail
        )
    else:
        right_table = table if common else start(right)
        right_table = sweep.run(right_table, right, range(fork, len(right.stages)), right_trail, free=not common)
        table = sweep.run(table, left, range(fork, last), left_trail, free=False)
        blocks = sweep.distribute(table, left.stages[last], left_trail, free=table is not right_table)
    return _joined(halves, blocks, right_table, sweep, (left_trail, right_trail))


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


def _joined(halves: Halves, blocks: Blocks, table: Table, sweep: _Sweep, trails: tuple[Trail, Trail]) -> Join:
    stage = halves.left.stages[-1]
    still = stage.still
    others = tuple(slot for slot in halves.left.place.values() if slot not in still)
    other_blocks = distributed(table, still, stage.reflection, renaming=halves.renaming, lacking=True, free=True)
    classes = digits(len(still))
    places = [still.index(slot) for slot in reflected(still, stage.reflection)]
    images = classes[:, places] @ 3 ** np.arange(len(still))[::-1]
    numbers = np.arange(len(classes))
    present = (np.diff(blocks.bounds) > 0) & (np.diff(other_blocks.bounds) > 0)
    assert not (present & (numbers > images)).any()
    return Join(
        stage=stage,
        modulus=sweep.modulus,
        progress=sweep.progress,
        blocks=blocks,
        other_blocks=other_blocks,
        numbers=numbers[present],
        weights=np.where(images == numbers, 1, 2),
        weighing=weights_of(others),
        classes=classes,
        other_classes=digits(len(others)),
        odd=halves.odd,
        preimages=find_preimages(len(halves.left.place) // 2),
        may_overflow=sweep.modulus == 0 and sweep.largest >= _WORD,
        trails=trails,
    )


class Parts(NamedTuple):
    """The states of a block of one half, with the data by which they are joined."""

    classes: NDArray[np.int32]
    ranks: NDArray[np.int32]
    keys: NDArray[np.uint64]
    counts: NDArray[np.uint64]

    @property
    def states(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint64]]:
        """The classes, ranks and counts."""
        return self.classes, self.ranks, self.counts


@dataclass(frozen=True)
class Join:
    """Both halves, with everything needed to join them block by block.

    Attributes
    ----------
    numbers
        The blocks that both halves have.
    weights
        The weight of each block: 2 if it also stands for its reflection.
    classes, other_classes
        The degrees of the slots that make a block, and of the other slots, by class.
    odd
        Whether only cycles with an odd number of edges in the right half count.
    may_overflow
        Whether a count may have reached 2^64.
    """

    stage: Stage
    modulus: int
    progress: Progress
    blocks: Blocks
    other_blocks: Blocks
    numbers: NDArray[np.int64]
    weights: NDArray[np.int64]
    weighing: NDArray[np.int32]
    classes: NDArray[np.int8]
    other_classes: NDArray[np.int8]
    odd: bool
    preimages: Preimages
    may_overflow: bool
    trails: tuple[Trail, Trail]

    def left(self, number: int) -> Parts:
        """Return a block of the left half, after the last stage."""
        span = self.blocks.bounds[number : number + 2]
        keys, counts = advance(self.stage.steps, self.blocks.keys, self.blocks.counts, span, np.uint64(self.modulus))
        return Parts(class_of_keys(keys, self.weighing), rank_matchings(keys), keys, counts)

    def right(self, number: int) -> Parts:
        """Return the matching block of the right half, with the classes of what it lacks."""
        where = self.other_blocks.block(number)
        keys, counts = self.other_blocks.keys[where], self.other_blocks.counts[where]
        classes = len(self.other_classes) - 1 - class_of_keys(keys, self.weighing)
        return Parts(classes.astype(np.int32), rank_matchings(keys), keys, counts)

    def pairs(self, number: int) -> NDArray[np.int64]:
        """Return the pairs in a block's matchings by class of the other slots; 0 if they are not to be joined."""
        degrees = self.classes[number]
        pairs: NDArray[np.int64] = (np.sum(degrees == 1) + np.sum(self.other_classes == 1, axis=1)) // 2
        if self.odd:
            lacking = np.sum(2 - degrees) + np.sum(2 - self.other_classes, axis=1)
            pairs[lacking % 4 == 0] = 0
        return pairs

    def join(self, number: int, left: Parts, right: Parts, totals: NDArray[np.uint64]) -> tuple[int, float]:
        """Return a block's result without its weight, and an unreduced bound; `totals` are by class of the others."""
        pairs, modulus = self.pairs(number), np.uint64(self.modulus)
        total, bound = join_block(left.states, right.states, pairs, *self.preimages, MATCHINGS, modulus, totals)
        return int(total), float(bound)

    def totals(self) -> tuple[list[int], float]:
        """Return each block's result with its weight, in residues, and a bound of the sum of all."""

        def give(number: int) -> tuple[int, float]:
            total, bound = self.join(number, self.left(number), self.right(number), np.empty(0, np.uint64))
            return total * int(self.weights[number]), bound * float(self.weights[number])

        def tell(done: int) -> None:
            self.progress("joining", done, self.numbers.size)

        given = in_parallel(give, self.numbers.tolist(), tell)
        return [total for total, _ in given], sum(bound for _, bound in given)
