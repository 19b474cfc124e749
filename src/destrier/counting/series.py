"""The numbers of tours of all boards with a few rows: a linear recurrence, and the generating function.

**Matrix.** A long board is swept column by column (see `plans`). There are finitely many states of two columns (see
`frontiers`), and the same steps lead from each to those one column on. They make a matrix T, and the number of tours of
n columns is w T^(n-2) v, where v is the beginning, and w tells in how many ways the last two columns close a state to
one cycle. A state and its reflection are one; states from which no tour comes are left out.

**Closing.** The edges that are left in the last two columns are decided one after the other. The one that closes the
cycle is the last of them, so before it all vertices are full except its own two, which are mates. There is only one
such state for each edge.

**Recurrence.** By the theorem of Cayley and Hamilton the numbers satisfy a linear recurrence whose order is at most the
number of states, N. So 2 N terms modulo a prime determine the shortest one modulo this prime, by the algorithm of
Berlekamp and Massey. Its coefficients are integers (Fatou's lemma), and come from their residues modulo several primes,
as many as are needed for them to change no more. Then they are checked modulo a further prime.

Sources: N. D. Elkies and R. P. Stanley, "The mathematical knight", Mathematical Intelligencer 25 (2003), for closed
tours with 3 rows, whose series D. E. Knuth and N. D. Elkies found in 1994; J. L. Massey, "Shift-register synthesis and
BCH decoding", IEEE Transactions on Information Theory 15 (1969); P. Fatou, "Séries trigonométriques et séries de
Taylor", Acta Mathematica 30 (1906).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from math import sqrt
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.counting.counts import why_none
from destrier.counting.frontiers import advance, empty_key, renamed
from destrier.counting.plans import SLOTS, Column, strip_column
from destrier.support.errors import DestrierError, UnsupportedBoard
from destrier.support.html import Record
from destrier.support.types import Progress

Residues: TypeAlias = NDArray[np.int64]

_ROWS: Final = 3, 4
"""With 5 rows, the recurrence of closed tours has order 8,212 modulo a prime, and takes hours instead of seconds."""

_LONG: Final = 12
"""The columns of a board that has tours if any board with these rows has some."""

_FIRST: Final = 2
"""The columns of the shortest board that is swept; one column has no tours."""

_POWERS: Final = 2000
"""Enough powers of a matrix for all eigenvalues but the largest to vanish."""

_Ways: TypeAlias = dict[int, int]
"""In how many ways states are reached."""


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
    """The number of terms, beyond those that determine the recurrence, that were checked modulo a prime."""
    numerator: list[int]
    """The coefficients of the generating function's numerator, that of 1 first."""
    denominator: list[int]
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
    """Find the generating function of the numbers of tours of all boards with 3 or 4 rows.

    Parameters
    ----------
    rows
        The number of rows, 3 or 4.
    kind
        `closed` or `open`.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    Series
        The generating function, and the recurrence that its denominator stands for: the products of the denominator's
        coefficients and the latest numbers, latest first, add up to 0. It takes some seconds.

    Raises
    ------
    UnsupportedBoard
        If there are other numbers of rows.

    Examples
    --------
    >>> tours = dt.series(3)
    >>> tours.order, tours.term(10), tours.terms(16)[-3:]
    (42, 16, [1536, 0, 15424])
    """
    if rows not in _ROWS:
        raise UnsupportedBoard(f"the series of tours is found for {' and '.join(map(str, _ROWS))} rows, not {rows}")
    if reason := why_none(Board(rows, _LONG), kind):
        return Series(rows, kind, 0, 0.0, 0.0, 0, [0], [1], reason)
    matrix = _matrix_of(strip_column(rows, apex=kind == "open"))
    numerator, denominator, checked = _generating_function(matrix, progress or (lambda *_: None))
    growth = matrix.growth()
    return Series(rows, kind, len(denominator) - 1, growth, growth ** (1 / rows), checked, numerator, denominator)


def _expanded(numerator: list[int], denominator: list[int]) -> Iterator[int]:
    """Yield the coefficients of a power series, given as a quotient."""
    latest = [0] * (len(denominator) - 1)
    for n in count():
        owed = sum(map(int.__mul__, denominator[1:], latest))
        term = (numerator[n] if n < len(numerator) else 0) - owed
        yield term
        latest = [term, *latest[:-1]] if latest else []


# The matrix


@dataclass(frozen=True)
class _Matrix:
    """A matrix by its entries that are not zero, with a vector before it and one after it."""

    targets: NDArray[np.int64]
    sources: NDArray[np.int64]
    entries: NDArray[np.int64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]

    def terms(self, number: int, modulus: int, what: str, progress: Progress) -> Residues:
        """Return the first terms modulo a number below 2^31, so that sums of a row are exact in floating point."""
        vector, terms = self.first, np.empty(number, np.int64)
        for at in range(number):
            terms[at] = (self.last * vector % modulus).sum() % modulus
            vector = self._times(vector).astype(np.int64) % modulus
            if at % 100 == 99 or at + 1 == number:
                progress(what, at + 1, number)
        return terms

    def growth(self) -> float:
        """Return the largest eigenvalue's modulus: the mean growth over two powers, since the numbers may alternate."""
        vector, last, growth = self.first.astype(float), 1.0, 1.0
        for _ in range(_POWERS):
            vector = self._times(vector)
            last, growth = growth, float(vector.sum())
            vector /= growth
        return sqrt(last * growth)

    def _times(self, vector: NDArray[np.int64] | NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the matrix times a vector."""
        products = self.entries * vector[self.sources]
        return np.bincount(self.targets, products, minlength=vector.size).astype(np.float64)


def _matrix_of(column: Column) -> _Matrix:
    """Return the matrix of the states that can be reached and closed."""
    empty = empty_key(np.uint64((1 << SLOTS) - 1 - sum(1 << slot for slot in column.first)))
    first = _folded(column, *_after(column.begin, empty))
    following: dict[int, _Ways] = {}
    waiting = list(first)
    while waiting:
        state = waiting.pop()
        if state not in following:
            keys, ways = _after(column.advance, state)
            following[state] = _folded(column, renamed(keys, np.array(column.renaming)), ways)
            waiting += following[state]
    last = _closing(column, list(following))
    useful = {state: number for number, state in enumerate(_useful(following, last))}
    triples = [
        (useful[target], number, ways)
        for state, number in useful.items()
        for target, ways in following[state].items()
        if target in useful
    ]
    begin, end = (np.array([ways.get(state, 0) for state in useful], np.int64) for ways in (first, last))
    targets, sources, entries = np.array(triples, np.int64).T
    return _Matrix(targets, sources, entries, begin, end)


def _after(steps: NDArray[np.int64], state: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the states after some steps from one state, and in how many ways they are reached."""
    keys, counts, bounds = np.array([state], np.uint64), np.ones(1, np.uint64), np.array([0, 1])
    keys, counts = advance(steps, keys, counts, bounds, np.uint64(0)) if len(steps) else (keys, counts)
    return keys, counts


def _folded(column: Column, keys: NDArray[np.uint64], counts: NDArray[np.uint64]) -> _Ways:
    """Count each state with its reflection."""
    ways: _Ways = {}
    states = np.minimum(keys, renamed(keys, np.array(column.reflection)))
    for state, number in zip(states.tolist(), counts.tolist(), strict=True):
        ways[state] = ways.get(state, 0) + number
    return ways


def _closing(column: Column, states: list[int]) -> _Ways:
    """Return in how many ways the last two columns close each state that they close at all."""
    ways: _Ways = {}
    for number, step in enumerate(column.close):
        path = _path_between(step)
        for state in states:
            keys, counts = _after(column.close[:number], state)
            if closed := int(counts[keys == path].sum()):
                ways[state] = ways.get(state, 0) + closed
    return ways


def _path_between(step: NDArray[np.int64]) -> int:
    """Return the state in which the slots of an edge are mates, and all others are full."""
    untouched = empty_key(np.uint64((1 << SLOTS) - 1 - (1 << step[1]) - (1 << step[2])))
    keys, _ = _after(step[None], untouched)
    return int(keys[keys != untouched][0])


def _useful(following: dict[int, _Ways], last: _Ways) -> list[int]:
    """Return the states from which some way leads to one that is closed."""
    before: dict[int, list[int]] = {state: [] for state in following}
    for state, targets in following.items():
        for target in targets:
            before[target].append(state)
    useful, waiting = set(last), list(last)
    while waiting:
        fresh = set(before[waiting.pop()]) - useful
        useful |= fresh
        waiting += fresh
    return sorted(useful)


# The recurrence


def _generating_function(matrix: _Matrix, progress: Progress) -> tuple[list[int], list[int], int]:
    """Return the numerator, the denominator, and how many terms were checked."""
    order, known, modulus = 0, 2 * matrix.first.size, 1
    values: list[int] = []
    for number, prime in enumerate(_primes(), 1):
        terms = matrix.terms(known, prime, f"terms modulo prime {number}", progress)
        if values and _agrees(values, order, terms, prime):
            break
        residues = _shortest_recurrence(terms[: 2 * order] if order else terms, prime)
        order = residues.size - 1
        over = [int(_dot(residues[: n + 1], terms[n::-1], prime)) for n in range(order)]
        values = _combined(values, modulus, [*residues.tolist(), *over], prime)
        known, modulus = 3 * order, modulus * prime
    numerator, denominator = [0] * _FIRST + values[order + 1 :], values[: order + 1]
    return _without_zeros(numerator), _without_zeros(denominator), len(terms) - 2 * order


def _without_zeros(polynomial: list[int]) -> list[int]:
    """Return the coefficients up to the last one that is not 0."""
    return polynomial[: 1 + max(power for power, coefficient in enumerate(polynomial) if coefficient)]


def _dot(some: Residues, others: Residues, modulus: int) -> np.int64:
    """Return the sum of the products modulo a number below 2^31."""
    total: np.int64 = (some * others % modulus).sum() % modulus
    return total


def _shortest_recurrence(terms: Residues, prime: int) -> Residues:
    """Return the denominator of the power series with these first terms: Berlekamp's and Massey's algorithm."""
    here, before = np.zeros((2, terms.size + 1), np.int64)
    here[0] = before[0] = 1
    order, since, last = 0, 1, 1
    for at in range(terms.size):
        error = int(_dot(here[: order + 1], terms[at - order : at + 1][::-1], prime))
        if error:
            changed = here.copy()
            factor = error * pow(last, -1, prime) % prime
            changed[since:] = (here[since:] - factor * before[: before.size - since]) % prime
            if 2 * order <= at:
                order, since, last, before = at + 1 - order, 0, error, here
            here = changed
        since += 1
    return here[: order + 1]


def _agrees(values: list[int], order: int, terms: Residues, prime: int) -> bool:
    """Whether the terms are those of the generating function, modulo a prime."""
    residues = np.array([value % prime for value in values], np.int64)
    denominator, numerator = residues[: order + 1], residues[order + 1 :]
    begun = all(_dot(denominator[: n + 1], terms[n::-1], prime) == numerator[n] for n in range(order))
    return begun and not any(_dot(denominator, terms[n - order : n + 1][::-1], prime) for n in range(order, terms.size))


def _combined(values: list[int], modulus: int, residues: list[int], prime: int) -> list[int]:
    """Return the numbers of least size with these residues, of which others are known, by the Chinese remainders."""
    inverse, product = pow(modulus, -1, prime), modulus * prime
    both = (
        value + (residue - value) * inverse % prime * modulus
        for value, residue in zip(values or [0] * len(residues), residues, strict=True)
    )
    return [(value + product // 2) % product - product // 2 for value in both]


def _primes() -> Iterator[int]:
    """Yield the primes below 2^31, the largest first."""
    factors = np.arange(3, 46_341, 2)
    return (number for number in range(2**31 - 1, 2, -2) if np.all(number % factors))
