"""Count the tourneys of a board, its 2-factors: the ways to give two edges to each square.

The degrees of the squares of two columns are the state of a set of edges. The slot of a black square holds the number
of edges that it has, that of a white square the number that it lacks, so that an edge moves a unit from a white slot to
a black one. The digits of the even one of the two columns are the *row* of a state in the table; those of the odd one
have a *rank* among all with the same sum, which is its place in the row.

The edges between a column and the next but one make two paths from old squares to new ones and back. An old square's
last edge is the first of the new square behind it, which takes over its slot. If the number of rows is odd, one path
ends with an old square and the other begins with a new one of the same colour, to which its slot is *reset*.

Counts are modulo a number close to a word; further sweeps follow until the product of all moduli exceeds a bound, from
Bregman's theorem on perfect matchings. `docs/counting.md` explains the sweep. Cost: one word per state; on one core,
about 1.4 ns per state and edge of the half.

Source: L. M. Bregman, "Some properties of nonnegative matrices and their permanents", Soviet Mathematics Doklady 14
(1973), for the bound.
"""

from __future__ import annotations

from itertools import groupby, pairwise
from math import lgamma, log
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.leaper import MOVES
from destrier.core.types import Square
from destrier.counting.chinese_remainders import completed
from destrier.counting.needs import MOST_ROWS_OF_LONG_WORDS
from destrier.support.aliases import Progress
from destrier.support.kernels import kernel
from destrier.support.parallel import in_parallel
from destrier.support.resources import processors

Places: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int32]]
"""Places in rows by the sum of their digits: those of sum s are `bounds[s]` to `bounds[s + 1]`."""

_PARALLEL: Final = 1 << 16
"""The states from which on there is work for more than one thread."""


def count_tourneys(rows: int, cols: int, progress: Progress | None = None) -> int:
    """Return the exact number of tourneys of a rectangle."""
    rows, cols = sorted((rows, cols))
    if rows % 2 and cols % 2:
        return 0
    plan = make_plan(rows, cols)
    progress = progress or (lambda *_: None)
    below = 1 << 8 * word_of(rows).itemsize
    number, is_exact = sweep(plan, below - 1, progress)
    if is_exact:
        return number

    def residue(modulus: int) -> int:
        return sweep(plan, modulus, progress)[0] % modulus

    bits = log_bound(rows, cols)
    return completed(residue, bits, below=below, result=number % (below - 1), modulus=below - 1)


def word_of(rows: int) -> np.dtype[Any]:
    """Return the type of the counts; small words save memory where that is scarce."""
    return np.dtype(np.uint64 if rows <= MOST_ROWS_OF_LONG_WORDS else np.uint32)


def log_bound(rows: int, cols: int) -> float:
    """Return an upper bound on the bits of the number, from the geometric mean of Bregman's bounds for both colours.

    A graph with as many squares of each colour has at most as many perfect matchings as the product of (d!)^(1/d) over
    the degrees d of the squares of one colour.
    """
    board = {(row, col) for row in range(rows) for col in range(cols)}
    degrees = (sum((row + drow, col + dcol) in board for drow, dcol in MOVES) for row, col in board)
    return sum(lgamma(degree + 1) / degree for degree in degrees if degree) / log(2)


# Plans


class Slot(NamedTuple):
    """A slot: whether its column is odd, and its digit's number."""

    odd: int
    digit: int


class Match(NamedTuple):
    """An edge between the black square of one slot and the white one of another."""

    black: Slot
    white: Slot


class Clear(NamedTuple):
    """A slot, and the digit that must not be in it."""

    slot: Slot
    digit: int


class Reset(NamedTuple):
    """A slot, the digit of a square that has all its edges, and that of a new one."""

    slot: Slot
    old: int
    new: int


Step: TypeAlias = Match | Clear | Reset
Part: TypeAlias = tuple[int | None, int | None] | tuple[int, int, int]
"""The effect of a step on one column: the digits that gain and lose a unit, or a digit, its old and its new value."""


class Plan(NamedTuple):
    """The steps of the sweep, and the slots of the squares that are open in the middle."""

    rows: int
    cols: int
    steps: tuple[Step, ...]
    slots: dict[Square, Slot]


def make_plan(rows: int, cols: int) -> Plan:
    """Return the plan of a rectangle with an even number of squares; either side may be odd."""
    slots = {(row, col): Slot(col, row) for col in (0, 1) for row in range(rows)}
    steps: list[Step] = []

    def join(one: Square, other: Square) -> None:
        black, white = (one, other) if is_black(one) else (other, one)
        steps.append(Match(slots[black], slots[white]))

    def follow(squares: list[Square], col: int) -> None:
        for here, there in pairwise(squares):
            beside = abs(here[0] - there[0]) == 1
            if here[1] != col and beside:
                join(here, there)
            elif here[1] == col:
                slots[there] = slot = slots.pop(here)
                lacks_both = 0 if is_black(here) else 2
                steps.append(Clear(slot, lacks_both) if beside else Reset(slot, 2 - lacks_both, lacks_both))

    middle = cols // 2
    for col in range(middle):
        is_last = col == middle - 1
        down_only = is_last and cols % 2 == 0  # the other edges are the mirror images
        even, odd = sorted((col, col + 1), key=lambda number: number % 2)
        for row in range(rows):
            for other in (row - 2, row + 2):
                down = (other - row) * (odd - even) > 0
                if 0 <= other < rows and (down or not down_only):
                    join((row, even), (other, odd))
        first, second = ([(row, col + 2 * ((row + start) % 2)) for row in range(rows)] for start in (0, 1))
        if not is_last:
            follow(first + (second if rows % 2 else second[::-1]), col)
        elif cols % 2:
            follow(first, col)
    return Plan(rows, cols, tuple(steps), slots)


def is_black(square: Square) -> bool:
    """Whether a square has the colour of the corner."""
    return sum(square) % 2 == 0


# Tables


_ORDERS: Final = {
    (False, False): ((0, 0),),
    (True, False): ((1, 0), (0, 0)),
    (False, True): ((0, 1), (0, 2)),
    (True, True): ((1, 1), (0, 2), (0, 1), (1, 2)),
}
"""The digits of a taker and a giver before they move a unit, if there is a taker and a giver, in an order in which each
pair is read before it is written."""


class Ways:
    """All ways to write digits 0, 1 and 2 in the slots of a column, by their numbers in base 3.

    Attributes
    ----------
    powers
        What each digit counts in a number.
    digits
        The digits, (slots, 3^slots).
    sums
        The sum of the digits.
    bounds
        How many ways have smaller sums than 0, 1, ..., with two more entries for a sum that no way has.
    order
        The ways in the order of their sums.
    rank
        The place of each way among those with the same sum.
    """

    def __init__(self, slots: int) -> None:
        self.numbers = np.arange(3**slots)
        self.powers = 3 ** np.arange(slots)
        self.digits = self.numbers // self.powers[:, None] % 3
        self.sums = self.digits.sum(axis=0)
        self.bounds = self._bounds(self.sums)
        self.order = np.argsort(self.sums, kind="stable")
        self.rank = np.empty_like(self.numbers)
        self.rank[self.order] = self.numbers - self.bounds[self.sums[self.order]]

    def moves(self, taker: int | None = None, giver: int | None = None) -> NDArray[np.int64]:
        """Return where a unit can move, (chains, length, 2): pairs of ways after and before, in the order to do them.

        Different chains do not meet. Without slots to take and to give, each way stays.
        """
        slots = [slot for slot in (taker, giver) if slot is not None]
        rest = self.numbers[(self.digits[slots] == 0).all(axis=0)]
        take = 0 if taker is None else self.powers[taker]
        give = 0 if giver is None else self.powers[giver]
        before = [took * take + gave * give for took, gave in _ORDERS[taker is not None, giver is not None]]
        sources = rest[:, None] + np.array(before)
        return np.stack([sources + take - give, sources], axis=2)

    def moves_of(self, part: Part) -> NDArray[np.int64]:
        """Return the effect of a step on one column, in the form of `moves`."""
        return self.changes(*part) if len(part) == 3 else self.moves(*part)

    def changes(self, slot: int, old: int, new: int) -> NDArray[np.int64]:
        """Return the ways with a new digit in a slot instead of an old one, in the form of `moves`."""
        sources = self.numbers[self.digits[slot] == old]
        return np.stack([sources + (new - old) * self.powers[slot], sources], axis=1)[:, None]

    def places(self, moves: NDArray[np.int64]) -> Places:
        """Return moves as ranks, by the sums of the ways before."""
        pairs = moves.reshape(-1, 2)
        sums = self.sums[pairs[:, 1]]
        return self._bounds(sums), self.rank[pairs[np.argsort(sums, kind="stable")]].astype(np.int32)

    def images(self, slots: dict[int, int], flipped: bool) -> NDArray[np.int64]:
        """Return the ways with the same digits in other slots, each digit d becoming 2 - d if they are flipped."""
        digits = 2 - self.digits if flipped else self.digits
        return sum((self.powers[there] * digits[here] for here, there in slots.items()), np.zeros_like(self.numbers))

    def _bounds(self, sums: NDArray[np.int64]) -> NDArray[np.int64]:
        sizes = np.bincount(sums, minlength=2 * len(self.powers) + 2)
        return np.concatenate([[0], np.cumsum(sizes)])


class Table:
    """The counts of all states with the same sum.

    Attributes
    ----------
    total
        The sum.
    values
        The counts, row after row.
    starts
        Where each row begins, by its number, and where the last one ends.
    lacking
        The sum of the digits in the odd column, which a row lacks; if the row is empty, a sum that no way has.
    """

    def __init__(self, ways: Ways, total: int) -> None:
        most = 2 * len(ways.powers)
        self.total = total
        self.lacking = total - ways.sums
        self.lacking[(self.lacking < 0) | (self.lacking > most)] = most + 1
        self.starts = np.concatenate([[0], np.cumsum(np.diff(ways.bounds)[self.lacking])])
        self.values = np.zeros(self.starts[-1], word_of(len(ways.powers)))

    def parts(self, work: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """Return work in parts, one for each thread or more."""
        return np.array_split(work, 8 * processors() if self.values.size >= _PARALLEL else 1)


def sweep(plan: Plan, modulus: int, progress: Progress) -> tuple[int, bool]:
    """Return the sum of the products of residues, and whether these are exact."""
    ways = Ways(plan.rows)
    table = Table(ways, 2 * plan.rows)
    even, odd = (np.where((np.arange(plan.rows) + col) % 2, 2, 0) @ ways.powers for col in (0, 1))
    table.values[table.starts[even] + ways.rank[odd]] = 1
    groups = [list(group) for _, group in groupby(plan.steps, key=lambda step: (_part(step, 0), type(step) is Reset))]
    exact = True
    for done, group in enumerate(groups, 1):
        step, onto = group[0], table
        if isinstance(step, Reset):
            onto = Table(ways, table.total + step.new - step.old)
        exact &= _advanced(table, onto, ways, group, modulus)
        table = onto
        progress("sweeping", done, len(groups))
    return _joined(table, ways, plan, progress), exact


def _part(step: Step, odd: int) -> Part:
    """Return the effect of a step on one column: the digits that gain and lose a unit, or a digit before and after."""
    if isinstance(step, Match):
        taker, giver = (slot.digit if slot.odd == odd else None for slot in step)
        return taker, giver
    before, after = (step.old, step.new) if isinstance(step, Reset) else (step.digit, step.digit)
    return (step.slot.digit, before, after) if step.slot.odd == odd else (None, None)


def _advanced(table: Table, onto: Table, ways: Ways, steps: list[Step], modulus: int) -> bool:
    """Do steps that do the same in the even column, which gives `onto`; return whether no count was reduced."""
    bounds, places = zip(*(ways.places(ways.moves_of(_part(step, 1))) for step in steps), strict=True)
    offsets = np.cumsum([0, *map(len, places[:-1])])
    work = np.stack(bounds) + offsets[:, None], np.concatenate(places)
    clears = np.array([isinstance(step, Clear) for step in steps])

    def advance(chains: NDArray[np.int64]) -> bool:
        tables = onto.values, onto.starts, table.values, table.starts, table.lacking
        return bool(_advance(*tables, chains, *work, clears, np.uint64(modulus)))

    return not any(in_parallel(advance, table.parts(ways.moves_of(_part(steps[0], 0)))))


def _joined(table: Table, ways: Ways, plan: Plan, progress: Progress) -> int:
    """Return the sum of the products of the counts of each state and the mirror image that it fits."""
    mirrored = {slot: plan.slots[row, plan.cols - 1 - col] for (row, col), slot in plan.slots.items()}
    is_odd = plan.cols % 2 == 1
    even, odd = (
        ways.images({slot.digit: image.digit for slot, image in mirrored.items() if slot.odd == column}, is_odd)
        for column in (0, 1)
    )

    def join(rows: NDArray[np.int64]) -> list[int]:
        where = table.values, table.starts, table.lacking, ways.bounds, ways.order, ways.rank
        digits: list[int] = _join(*where, rows, even, odd, is_odd).tolist()
        return digits

    parts = table.parts(ways.numbers)
    sums = in_parallel(join, parts, lambda done: progress("joining", done, len(parts)))
    return sum(sum(column) << 32 * place for place, column in enumerate(zip(*sums, strict=True)))


@kernel
def _advance(onto, onto_starts, values, starts, lacking, chains, bounds, places, clears, modulus):
    """Do some steps to all chains of rows, and return whether a count was reduced."""
    reduced = False
    for chain in range(chains.shape[0]):
        for step in range(clears.size):
            for link in range(chains.shape[1]):
                after, before = chains[chain, link]
                there, here = onto_starts[after], starts[before]
                for place in range(bounds[step, lacking[before]], bounds[step, lacking[before] + 1]):
                    target, source = there + places[place, 0], here + places[place, 1]
                    if clears[step]:
                        onto[target] = 0
                        continue
                    count = onto[target]
                    larger = count + values[source]
                    if larger < count or larger >= modulus:
                        larger -= modulus
                        reduced = True
                    onto[target] = larger
    return reduced


@kernel
def _join(values, starts, lacking, bounds, order, rank, rows, even, odd, stays):
    """Return the sum of products in four digits of 32 bits, which may be larger; columns may stay or change places."""
    digits, mask, half = np.zeros(4, np.uint64), np.uint64(0xFFFFFFFF), np.uint64(32)
    for row in rows:
        first = bounds[lacking[row]]
        for place in range(bounds[lacking[row] + 1] - first):
            one = np.uint64(values[starts[row] + place])
            if one == 0:
                continue
            way = order[first + place]
            there, other = (even[row], odd[way]) if stays else (odd[way], even[row])
            two = np.uint64(values[starts[there] + rank[other]])
            low, high = one & mask, one >> half
            lower, higher = two & mask, two >> half
            products = low * lower, low * higher, high * lower, high * higher
            digits[0] += products[0] & mask
            digits[1] += (products[0] >> half) + (products[1] & mask) + (products[2] & mask)
            digits[2] += (products[1] >> half) + (products[2] >> half) + (products[3] & mask)
            digits[3] += products[3] >> half
    return digits
