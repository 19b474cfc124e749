"""Count all closed tours of a board of up to eight rows by the squares where they make an angle.

    python lab/angle_census.py 6 8                              # by the squares where they go straight on
    python lab/angle_census.py 8 8 --angle 90 --most 39 --store FOLDER   # an hour; what is known is kept in the folder

A tour that makes the angle at k squares gets the weight x ** k. The sum of the weights is a polynomial in x, whose
coefficients are the numbers of tours. `angle_frontier` and `angle_joins` compute it modulo x ** 8 - 0, x ** 8 - 1,
x ** 8 - 2 and so on, and modulo 2 ** 64. From enough of these *wraps* follow the coefficients, modulo 2 ** 64 divided
by a power of two. Coefficients beyond the most squares that have the angle must come out as 0, which is a check.

The sweeps and the halves are those of `counting.plans`. Before the moves in the middle are taken, 8 x 8 has some 60
million states, of 80 bytes each.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import factorial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from angle_frontier import DIRECTIONS, SLOTS, TERMS, States, Words, advance, classes_of, grouped, spread
from angle_joins import join
from numpy.typing import NDArray

from destrier import least_turns
from destrier.core.types import Square
from destrier.counting.counts import board_frame
from destrier.counting.plans import EDGE, Half, board_halves
from destrier.support.aliases import Progress
from destrier.support.parallel import in_parallel

Integers: TypeAlias = NDArray[np.int64]

_DIGITS_OF_PARTS: Final = 4
"""The first digits of a class, by which a table is divided into parts."""

_TASKS: Final = 2000
"""The tasks of a join, which take about the same time."""

_MODULUS: Final = 2**64

_PRODUCTS: Final = {37: 4, 53: 3, 90: 0, 127: -3, 143: -4, 180: -5}
"""The scalar product of two moves, by their angle in degrees."""

ANGLES: Final = tuple(_PRODUCTS)
"""The angles of two moves in degrees, rounded; at 180, a tour goes straight on."""


class Sweep(NamedTuple):
    """The steps of one half of a board."""

    stages: list[Integers]
    """The steps of each stage before the middle, (n, 10)."""
    orders: list[tuple[int, ...]]
    """The slots that each stage leaves alone; at last all slots, in order."""
    reflections: list[Integers]
    """The slot of each slot's mirror image, rows upside down, before each stage and in the middle."""
    middle: Integers
    """This half's share of the moves between the two columns in the middle."""


def sweep_of(half: Half, rows: int, cols: int, angle: int) -> Sweep:
    """Return the sweep of one half of a board."""
    partners = _partners(angle)
    edges_in_order = [frozenset(edge) for stage in half.stages for edges in stage.edges for edge in edges]
    order = {edge: number for number, edge in enumerate(edges_in_order)}

    def turn(here: Square, there: Square) -> int:
        direction = _direction(here, there)
        now = order[frozenset((here, there))]
        awaited = list[int]()
        for partner in partners[direction]:
            row, col = here[0] + DIRECTIONS[partner - 1][0], here[1] + DIRECTIONS[partner - 1][1]
            if 0 <= row < rows and 0 <= col < cols and order.get(frozenset((here, (row, col))), len(order)) > now:
                awaited.append(partner)
        mark = 8 + min(awaited) if len(awaited) == 2 else sum(awaited)
        return direction + 16 * mark

    stages = []
    for stage in half.stages:
        turns = [[turn(*ends) for edge in edges for ends in (edge, edge[::-1])] for edges in stage.edges]
        steps = [[*step[:6], *ends, 0, 0, 0, 0][:10] for step, ends in zip(stage.steps.tolist(), turns, strict=True)]
        stages.append(np.array(steps, np.int64))
    swept = max((number for number, steps in enumerate(stages, 1) if any(steps[:, 0] != EDGE)), default=0)
    slots = len(half.place)
    reflections = [*(stage.reflection for stage in half.stages[:swept]), half.reflection]
    return Sweep(
        stages[:swept],
        [*(stage.still for stage in half.stages[:swept]), tuple(range(slots))],
        [np.array(slot_of[:slots], np.int64) for slot_of in reflections],
        np.concatenate([np.empty((0, 10), np.int64), *stages[swept:]]),
    )


def _direction(here: Square, there: Square) -> int:
    return DIRECTIONS.index((there[0] - here[0], there[1] - here[1])) + 1


def _partners(angle: int) -> dict[int, list[int]]:
    """Return the directions that make the angle with each direction."""
    numbered = dict(enumerate(DIRECTIONS, 1))
    product = _PRODUCTS[angle]
    return {
        here: [there for there, other in numbered.items() if move[0] * other[0] + move[1] * other[1] == product]
        for here, move in numbered.items()
    }


def _shift(angle: int) -> int:
    """Return the bits in which the lines of two moves differ that make the angle; see `angle_joins`."""
    return _partners(angle)[1][0] - 1 & 3


class Table(NamedTuple):
    """The states of one half before the middle, by class."""

    keys: Words
    sums: Words
    classes: Integers
    bounds: Integers
    """The states of `classes[n]` are those from `bounds[n]` to `bounds[n + 1]`."""
    weights: Integers
    reflection: Integers
    middle: Integers
    added: Integers
    """How much each set of moves in the middle adds to the degrees of the slots, (sets, slots)."""


def table_of(sweep: Sweep, wrap: int) -> Table:
    """Return the states of one half before the middle."""
    slots, reflection = len(sweep.orders[-1]), sweep.reflections[-1]
    own = sum(slot << 4 * slot for slot in range(slots))
    unused = sum(15 << 4 * slot for slot in range(slots, SLOTS))
    parts: list[list[States]] = [[(np.array([[own, unused]], np.uint64), np.eye(1, TERMS, dtype=np.uint64))]]
    for number in range(len(sweep.stages)):
        parts = _after_stage(parts, sweep, number, wrap)
    weights = _weights(sweep.orders[-1], reflection)[0]
    size = sum(len(keys) for part in parts for keys, _ in part)
    all_keys, all_sums = np.empty((size, 2), np.uint64), np.empty((size, TERMS), np.uint64)
    classes, sizes, done = list[Integers](), list[Integers](), 0
    for part in _emptied(parts):
        keys, sums, found, bounds = _by_class(part, weights)
        all_keys[done : done + len(keys)], all_sums[done : done + len(keys)] = keys, sums
        done += len(keys)
        classes.append(found)
        sizes.append(np.diff(bounds))
    bounds = np.append(0, np.cumsum(np.concatenate(sizes)))
    added = _added(sweep.middle, slots)
    return Table(all_keys, all_sums, np.concatenate(classes), bounds, weights, reflection, sweep.middle, added)


def _after_stage(parts: list[list[States]], sweep: Sweep, number: int, wrap: int) -> list[list[States]]:
    """Return the parts of the table after a stage; those before it are emptied."""
    reflection = sweep.reflections[number + 1]
    kept, wanted = (_weights(order, reflection) for order in sweep.orders[number : number + 2])
    digits = len(sweep.orders[number + 1])
    blocks = 3 ** max(0, digits - _DIGITS_OF_PARTS)

    def do_part(place: int) -> list[States]:
        part, parts[place] = parts[place], []
        keys, sums, _, bounds = _by_class(part, kept[0])
        keys, sums = advance(sweep.stages[number], np.uint64(wrap), keys, sums, bounds)
        keys, sums, classes = spread(keys, sums, kept, wanted, reflection)
        keys, sums, bounds = grouped(keys, sums, classes // blocks, 3**digits // blocks)
        return [(keys[begin:end].copy(), sums[begin:end].copy()) for begin, end in pairwise(bounds.tolist())]

    divided = in_parallel(do_part, [place for place, part in enumerate(parts) if part])
    return [[states for states in pieces if len(states[0])] for pieces in zip(*divided, strict=True)]


def _emptied(parts: list[list[States]]) -> Iterable[list[States]]:
    """Yield the parts that have states, and release each one."""
    while parts:
        if part := parts.pop(0):
            yield part


def _by_class(part: list[States], weights: Integers) -> tuple[Words, Words, Integers, Integers]:
    """Return the states of a part sorted by class, the classes, and where each one begins and ends."""
    keys, sums = (np.concatenate(arrays) for arrays in zip(*part, strict=True))
    classes, groups = np.unique(classes_of(keys, weights), return_inverse=True)
    keys, sums, bounds = grouped(keys, sums, groups, len(classes))
    return keys, sums, classes.astype(np.int64), bounds


def _weights(slots: Iterable[int], reflection: Integers) -> Integers:
    """Return the weights of the class that some slots make, and of that of the reflection, (2, SLOTS)."""
    weights = np.zeros((2, SLOTS), np.int64)
    for place, slot in enumerate(reversed([*slots])):
        weights[0, slot] = weights[1, reflection[slot]] = 3**place
    return weights


def _added(middle: Integers, slots: int) -> Integers:
    added = np.zeros((2 ** len(middle), slots), np.int64)
    for number, step in enumerate(middle):
        chosen = np.arange(len(added)) >> number & 1 == 1
        for slot in step[1:3]:
            added[chosen, slot] += 1
    return added


def _degrees(table: Table) -> Integers:
    """Return the degrees of all classes of a half after the moves in the middle, sorted, (classes, slots)."""
    weights = table.weights[: len(table.reflection)]
    before = table.classes[:, None] // weights % 3
    before = np.concatenate([before, before[:, table.reflection]])
    after = (before + each for each in table.added)
    numbers = np.unique(np.concatenate([np.unique(each[(each <= 2).all(axis=1)] @ weights) for each in after]))
    return numbers[:, None] // weights % 3


def _classes_to_join(left: Table, right: Table, mirror: Integers) -> tuple[Integers, Integers]:
    """Return the degrees of the classes to join, one of each orbit of the symmetries, and the sizes of the orbits."""
    weights = left.weights[: len(mirror)]
    degrees = _degrees(left)
    opposite = 2 - degrees[:, mirror]
    reflected = degrees[:, left.reflection]
    images = [degrees, reflected, opposite, 2 - reflected[:, mirror]] if left is right else [degrees, reflected]
    numbers = np.stack([image @ weights for image in images])
    wanted = (numbers[0] == numbers.min(axis=0)) & np.isin(opposite @ weights, _degrees(right) @ weights)
    return degrees[wanted], np.array([len({*column}) for column in numbers[:, wanted].T.tolist()], np.int64)


def weighted_sum(rows: int, cols: int, angle: int, wrap: int, progress: Progress | None = None) -> list[int]:
    """Return the sum of x ** k over all closed tours, k being the squares with the angle.

    It is a polynomial modulo x ** `TERMS` - `wrap`, with coefficients modulo 2 ** 64.
    """
    frame = board_frame(rows, cols, "closed")
    if 2 * frame.rows > SLOTS:
        raise SystemExit(f"angle_census.py: {rows} x {cols} has no side of at most {SLOTS // 2} squares")
    halves = board_halves(frame)
    sweeps = [sweep_of(half, frame.rows, frame.cols, angle) for half in (halves.left, halves.right)]
    left = table_of(sweeps[0], wrap)
    right = left if _are_same(*sweeps) else table_of(sweeps[1], wrap)
    mirror = np.array(halves.renaming[: len(left.reflection)], np.int64)
    degrees, multiples = _classes_to_join(left, right, mirror)
    shift = _shift(angle)
    tasks = min(_TASKS, len(degrees))
    both = tuple(left), tuple(right)  # compiled code is kept for types that every program has

    def do_task(task: int) -> Words:
        parts = degrees[task::tasks].copy(), multiples[task::tasks].copy()
        totals: Words = join(*parts, *both, np.uint64(shift), np.uint64(wrap), mirror)
        return totals

    def tell(done: int) -> None:
        if progress:
            progress(f"wrap {wrap}: joining", done, tasks)

    totals = np.stack(in_parallel(do_task, range(tasks), tell))
    return [int(total) for total in totals.sum(axis=0)]


def _are_same(one: Sweep, other: Sweep) -> bool:
    arrays = zip([*one.stages, one.middle], [*other.stages, other.middle], strict=False)
    return len(one.stages) == len(other.stages) and all(np.array_equal(*pair) for pair in arrays)


def coefficients(sums: list[list[int]]) -> list[int]:
    """Return the coefficients of the polynomial with these remainders modulo x ** `TERMS` - 0, - 1, - 2, ...

    They are nonnegative, and less than 2 ** 64 divided by the power of two in the factorial of the number of remainders
    less one.
    """
    by_term = [_interpolated(values) for values in zip(*sums, strict=True)]
    return [by_term[term][power] for power in range(len(sums)) for term in range(TERMS)]


def _interpolated(values: Sequence[int]) -> list[int]:
    """Return the coefficients of the polynomial with these values at 0, 1, 2, ..."""
    differences = [*values]
    for order in range(1, len(values)):
        for at in range(len(values) - 1, order - 1, -1):
            differences[at] -= differences[at - 1]
    found = list[int]()
    for at in range(len(values) - 1, -1, -1):  # found * (x - at) + the divided difference
        even = _power_of_two(at)
        divided = differences[at] % _MODULUS // even * pow(factorial(at) // even, -1, _MODULUS)
        shifted = [divided, *found]
        for power, coefficient in enumerate(found):
            shifted[power] -= at * coefficient
        found = shifted
    return [coefficient % (_MODULUS // _power_of_two(len(values) - 1)) for coefficient in found]


def _power_of_two(number: int) -> int:
    """Return the greatest power of two that divides the factorial of a number."""
    return factorial(number) & -factorial(number)


def tours_by_angle(
    rows: int,
    cols: int,
    angle: int = 180,
    most: int | None = None,
    store: Path | None = None,
    progress: Progress | None = None,
) -> dict[int, int]:
    """Return how many closed tours have so many squares with the angle.

    No tour has more than `most` of them; `store` is a folder of the sums that are known.
    """
    if most is None:
        most = rows * cols - (least_turns(rows, cols) if angle == 180 else 0)
    sums = list[list[int]]()
    for wrap in range(most // TERMS + 1):
        path = store and store / f"{rows}x{cols}-{angle}-{wrap}.json"
        if path and path.exists():
            sums.append(json.loads(path.read_text(encoding="utf-8")))
            continue
        sums.append(weighted_sum(rows, cols, angle, wrap, progress))
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(sums[-1]), encoding="utf-8")
    return {number: tours for number, tours in enumerate(coefficients(sums)) if tours}


def main() -> None:
    """Print the tours by the number of squares with the angle."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=int)
    parser.add_argument("cols", type=int)
    parser.add_argument("--angle", type=int, choices=ANGLES, default=180, help="in degrees; 180 is straight on")
    parser.add_argument("--most", type=int, help="the most squares that have the angle, if it is known")
    parser.add_argument("--store", type=Path, help="a folder for the sums that are known")
    options = parser.parse_args()
    tours = tours_by_angle(options.rows, options.cols, options.angle, options.most, options.store, _tell)
    sys.stdout.writelines(f"{number} {count}\n" for number, count in tours.items())


def _tell(what: str, done: int, total: int) -> None:
    if done % 100 == 0:
        sys.stderr.write(f"{what} {done} of {total}\n")


if __name__ == "__main__":
    main()
