"""The numbers of tours of all boards with few rows: a linear recurrence and the generating function.

**Matrix.** A long board is swept column by column (see `plans`). There are finitely many states of two columns (see
`frontiers`), and the same steps lead from each to those one column on. These steps form a matrix T, and the number of
tours of n columns is w T^(n-2) v, where v has the numbers of initial states, and w the number of ways in which the last
two columns close a state to one cycle. A state and its reflection are identified; states that lead to no tour are
omitted.

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

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.counting.counts import why_none
from destrier.counting.frontiers import advance, renamed
from destrier.counting.plans import Column, strip_column
from destrier.counting.recurrences import Integers, Matrix, generating_function
from destrier.counting.state_tables import empty_key, names_of
from destrier.support.aliases import Progress
from destrier.support.errors import DestrierError, UnsupportedBoard
from destrier.support.html import Record

Keys: TypeAlias = NDArray[np.uint64]

_ROWS: Final = 3, 4, 5

_BEYOND: Final = {
    "closed": "6 rows have 250,567 states and would take months",
    "open": "5 rows have 84,653 states and would take days",
}
"""The cost of more rows."""

_LONG: Final = 12
"""The columns of a board that has tours if any board with this number of rows does."""

_FIRST: Final = 2
"""The columns of the shortest swept board; a single column has no tours."""


@dataclass(frozen=True)
class Series(Record):
    """The numbers of undirected tours of all boards with a number of rows, as a power series in the columns."""

    rows: int
    kind: Literal["closed", "open"]
    order: int
    """The order of the linear recurrence."""
    growth: float
    """The factor by which the numbers grow with each column, in the long run; 0 if there are no tours."""
    growth_per_square: float
    """The same for each square."""
    checked: int
    """The number of terms, beyond those that determine the numerator, that were checked modulo another prime."""
    numerator: list[int] = field(repr=False)
    """The coefficients of the generating function's numerator, that of 1 first."""
    denominator: list[int] = field(repr=False)
    """The coefficients of its denominator, that of 1 first."""
    why_none: str | None = None
    """Why there are no tours, if there are none."""

    def terms(self, n: int) -> list[int]:
        """Return the numbers of tours of the boards with 1, 2, ..., n columns."""
        if n < 1:
            raise DestrierError(f"a board has at least 1 column, not {n}")
        return list(islice(_expanded(self.numerator, self.denominator), 1, n + 1))

    def term(self, n: int) -> int:
        """Return the number of tours of the board with n columns."""
        return self.terms(n)[-1]


def series(rows: int, kind: Literal["closed", "open"] = "closed", *, progress: Progress | None = None) -> Series:
    """Find the generating function of the numbers of tours of all boards with 3, 4 or 5 rows.

    Parameters
    ----------
    rows
        The number of rows: 3, 4 or, for closed tours only, 5.
    kind
        `closed` or `open`.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    Series
        The generating function, and the recurrence that its denominator stands for: the products of the denominator's
        coefficients and the latest numbers, latest first, add up to 0. It takes a second, but with 5 rows minutes.

    Raises
    ------
    UnsupportedBoard
        For any other number of rows, or for open tours of 5 rows.

    Examples
    --------
    >>> tours = dt.counting.series(3)
    >>> tours.order, tours.term(10), tours.terms(16)[-3:]
    (42, 16, [1536, 0, 15424])
    """
    if rows not in _ROWS:
        raise UnsupportedBoard(f"the series of tours is found for 3, 4 or 5 rows, not {rows}; {_BEYOND['closed']}")
    if reason := why_none(Board(rows, _LONG), kind):
        return Series(rows, kind, 0, 0.0, 0.0, 0, [0], [1], reason)
    if (rows, kind) == (5, "open"):
        raise UnsupportedBoard(f"the series of open tours is found for 3 or 4 rows, not 5; {_BEYOND['open']}")
    matrix = _matrix_of(strip_column(rows, apex=kind == "open"))
    numerator, denominator = generating_function(matrix, progress or (lambda *_: None))
    order, growth = len(denominator) - 1, matrix.growth()
    numerator = [0] * _FIRST + numerator
    return Series(rows, kind, order, growth, growth ** (1 / rows), order, numerator, denominator)


def _expanded(numerator: list[int], denominator: list[int]) -> Iterator[int]:
    """Yield the coefficients of a power series, given as a quotient."""
    latest = deque([0] * (len(denominator) - 1), maxlen=len(denominator) - 1)
    for n in count():
        owed = sum(map(int.__mul__, denominator[1:], latest))
        term = (numerator[n] if n < len(numerator) else 0) - owed
        yield term
        latest.appendleft(term)


# The matrix


def _matrix_of(column: Column) -> Matrix:
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
