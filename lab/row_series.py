"""The numbers of tours of all boards with few rows: a linear recurrence and the generating function.

    python lab/row_series.py 3 closed

prints the series as a line of JSON, as `row_series.jsonl` has it. Closed tours of 5 rows take minutes, and have a
recurrence of order 8,212, whose coefficients have up to a thousand digits.

**Matrix.** A long board is swept column by column (see `destrier.counting.plans`). There are finitely many states of
two columns (see `destrier.counting.frontiers`), and the same steps lead from each to those one column on. These steps
form a matrix T, and the number of tours of n columns is w T^(n-2) v, where v has the numbers of initial states, and w
the number of ways in which the last two columns close a state to one cycle. A state and its reflection are identified;
states that lead to no tour are omitted.

**Closing.** The edges that are left in the last two columns are decided one after the other. The one that closes the
cycle is the last of them, so before it all vertices are full except its own two, which are mates. There is only one
such state for each edge.

**Recurrence.** By the theorem of Cayley and Hamilton the numbers satisfy a linear recurrence whose order is at most the
number of states. `recurrences` finds it. A closed tour of an odd number of rows needs an even number of columns, and no
state comes after both an even and an odd number of columns. So the states are of two *classes*, which take turns.

Sources: N. D. Elkies and R. P. Stanley, "The mathematical knight", Mathematical Intelligencer 25 (2003), for closed
tours with 3 rows, whose series D. E. Knuth and N. D. Elkies found in 1994.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import product
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from recurrences import Integers, Matrix, generating_function

from destrier.cli.messages import Bar
from destrier.counting.frontiers import advance, renamed
from destrier.counting.plans import _NUMBERS, Half, Slots, _renaming, _write_advance, _write_cross, _write_ends, _Writer
from destrier.counting.row_series import Series
from destrier.counting.state_tables import empty_key, names_of
from destrier.counting.swept_graphs import APEX, Frame, degrees_of
from destrier.support.aliases import Progress

Keys: TypeAlias = NDArray[np.uint64]

_FIRST: Final = 2
"""The columns of the shortest swept board; a single column has no tours."""


def series_of(rows: int, kind: Literal["closed", "open"], progress: Progress = lambda *_: None) -> Series:
    """Return the series of boards with so many rows, which have tours."""
    matrix = matrix_of(strip_column(rows, apex=kind == "open"))
    numerator, denominator = generating_function(matrix, progress)
    order, growth = len(denominator) - 1, matrix.growth()
    numerator = [0] * _FIRST + numerator
    return Series(rows, kind, order, growth, growth ** (1 / rows), order, numerator, denominator)


@dataclass(frozen=True)
class Column:
    """The steps between two columns of a long board, for states of columns c-1 and c before they are crossed."""

    first: Slots
    begin: NDArray[np.int64]
    """The edges from the first column to the apex."""
    advance: NDArray[np.int64]
    """From columns c-1 and c to the next two."""
    close: NDArray[np.int64]
    """The edges that are left if column c is the last one."""
    renaming: Slots
    """The slot that each slot after `advance` stood for before it, one column earlier."""
    reflection: Slots
    """The slot of each slot's mirror image."""


def strip_column(rows: int, *, apex: bool) -> Column:
    """Return the steps that lead a frontier one column on, far from the sides of the board."""
    col, cols = 3, 7  # with undecided edges on either side, so that no vertex is known to lack one
    ends = frozenset((row, col) for row, col in product(range(rows), range(cols))) if apex else None
    frame = Frame(rows=rows, cols=cols, ends=ends)
    vertices = [*frame.column(col - 1), *frame.column(col), *([APEX] if apex else [])]
    place = {vertex: slot for slot, vertex in enumerate(vertices)}

    def written(*parts: tuple[Callable[[_Writer, Frame, int], None], int]) -> Half:
        writer = _Writer(frame, degrees_of(frame.edges()), dict(place))
        for write, at in parts:
            write(writer, frame, at)
        return writer.half(tuple(place.values()))

    ahead = written((_write_cross, col), (_write_advance, col), (_write_ends, col))
    back = {vertex: vertex if vertex == APEX else (vertex[0], vertex[1] - 1) for vertex in ahead.place}
    return Column(
        first=ahead.first,
        begin=_steps_of(written((_write_ends, col - 1))),
        advance=_steps_of(ahead),
        close=_steps_of(written((_write_cross, col), (_write_ends, col))),
        renaming=_renaming({slot: place[back[vertex]] for vertex, slot in ahead.place.items()}),
        reflection=_renaming({slot: place[frame.reflect(vertex)] for vertex, slot in place.items()}),
    )


def _steps_of(half: Half) -> NDArray[np.int64]:
    """Return the steps of all stages, one after the other."""
    return np.array([step for stage in half.stages for step in stage.steps], np.int64).reshape(-1, _NUMBERS)


def matrix_of(column: Column) -> Matrix:
    """Return the matrix of the states that can be reached and closed, class by class."""
    states, ages, sources, targets = _graph_of(column)
    last = _closing(column, states)
    useful = last > 0
    while (found := useful[targets] & ~useful[sources]).any():
        useful[sources[found]] = True
    kept = useful[sources] & useful[targets]
    sources, targets = sources[kept], targets[kept]
    period = int(np.gcd.reduce(ages[sources] + 1 - ages[targets]))
    classes = np.where(useful, ages % period, period)
    order = np.argsort(classes, kind="stable")
    rows, columns = np.argsort(order)[[targets, sources]]
    by_rows = np.lexsort((columns, rows))
    size = np.count_nonzero(useful)
    first = np.zeros_like(last)
    begun, ways = _begun(column)
    np.add.at(first, np.searchsorted(states, begun), ways)
    return Matrix(
        bounds=np.searchsorted(rows[by_rows], np.arange(size + 1)),
        columns=columns[by_rows].astype(np.int32),
        first=first[order[:size]],
        last=last[order[:size]],
        classes=np.searchsorted(classes[order], np.arange(period + 1)),
    )


def _graph_of(column: Column) -> tuple[Keys, Integers, Integers, Integers]:
    """Return all states, the number of columns after which each is first reached, and the transitions between them.

    A transition is a pair of state numbers; there may be several between the same two.
    """
    fresh = np.unique(_begun(column)[0])
    states, ages, ways = fresh, np.zeros(fresh.size, np.int64), list[tuple[Keys, Keys]]()
    while fresh.size:
        found = [_after(column.advance, state) for state in fresh.tolist()]
        sources = np.repeat(fresh, [counts.sum() for _, counts in found])
        keys = np.concatenate([np.repeat(keys, counts) for keys, counts in found])
        ways.append((sources, _folded(column, renamed(keys, names_of(column.renaming)))))
        fresh = np.setdiff1d(ways[-1][1], states)
        states, ages = np.concatenate([states, fresh]), np.concatenate([ages, np.full(fresh.size, len(ways))])
    order = np.argsort(states)
    before, after = (np.searchsorted(states[order], np.concatenate(keys)) for keys in zip(*ways, strict=True))
    return states[order], ages[order], before, after


def _begun(column: Column) -> tuple[Keys, Integers]:
    """Return the states of the first two columns, before the edges between them, and their multiplicities."""
    keys, counts = _after(column.begin, int(empty_key(column.first)[0]))
    return _folded(column, keys), counts


def _folded(column: Column, keys: Keys) -> Keys:
    """Return each state or its reflection, whichever stands for both."""
    folded: Keys = np.minimum(keys, renamed(keys, names_of(column.reflection)))
    return folded


def _closing(column: Column, states: Keys) -> Integers:
    """Return the number of ways in which the last two columns close each state."""
    ways = np.zeros(states.size, np.int64)
    for number, step in enumerate(column.close):
        path = _path_between(step)
        for place, state in enumerate(states.tolist()):
            keys, counts = _after(column.close[:number], state)
            ways[place] += counts[keys == path].sum()
    return ways


def _path_between(step: Integers) -> int:
    """Return the state in which the slots of an edge are mates, and all others are full."""
    untouched = int(empty_key((int(step[1]), int(step[2])))[0])
    keys, _ = _after(step[None], untouched)
    return int(keys[keys != untouched][0])


def _after(steps: Integers, state: int) -> tuple[Keys, Integers]:
    """Return the states reached from one state by some steps, and their multiplicities."""
    keys, counts, bounds = np.array([state], np.uint64), np.ones((1, 1), np.uint64), np.array([0, 1])
    keys, counts = advance(steps, keys, counts, bounds) if len(steps) else (keys, counts)
    return keys, counts[:, 0].astype(np.int64)


def main() -> None:
    """Print the series of the rows and the kind that are given."""
    rows, kind = sys.argv[1:]
    assert kind in ("closed", "open")
    found = asdict(series_of(int(rows), "open" if kind == "open" else "closed", Bar()))
    sys.stdout.write(f"{json.dumps(found)}\n")


if __name__ == "__main__":
    main()
