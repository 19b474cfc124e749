"""Generating functions of integer sequences, from their terms modulo primes.

**Terms.** The terms are those of w T^i v, for a large matrix T that has few entries, small integers which are not
negative. The products of T with vectors are made for several primes at once, so that T is read once for all of them,
and no product needs a multiplication: an entry k is listed k times. If the states of T fall into classes that follow
one another in turn, only one of them is not 0 at a time, and only its part of T is read.

**Recurrence.** If the order of the recurrence is at most N, 2 N terms modulo a prime determine the shortest one modulo
this prime, by the algorithm of Berlekamp and Massey. Its coefficients are integers (Fatou's lemma), and come from their
residues modulo several primes by the Chinese remainder theorem: as many as are needed until one of them changes no
coefficient any more, which is a check of them all.

**Residues.** The primes are below 2^48. The quotient of a product and a prime is then right in floating point, or off
by one, and sums of 2^15 residues do not overflow.

Sources: J. L. Massey, "Shift-register synthesis and BCH decoding", IEEE Transactions on Information Theory 15 (1969);
P. Fatou, "Séries trigonométriques et séries de Taylor", Acta Mathematica 30 (1906); F. Proth, "Théorèmes sur les
nombres premiers", Comptes rendus 87 (1878).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import gcd, sqrt
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.support.aliases import Progress
from destrier.support.kernels import kernel
from destrier.support.parallel import in_parallel
from destrier.support.resources import processors

Integers: TypeAlias = NDArray[np.int64]

_LANES: Final = 8
"""The primes that a thread takes side by side: their residues fill a line of the cache."""

_STEPS: Final = 200
"""The products between two reports of progress, when an interruption is heeded."""

_POWERS: Final = 2000
"""Enough powers of a matrix for all eigenvalues but the largest to vanish."""


@dataclass(frozen=True)
class Matrix:
    """A matrix of small integers by its entries that are not 0, with a vector before it and one after it."""

    bounds: Integers
    """Where the entries of each row begin in `columns`; the last number is where all end."""
    columns: NDArray[np.int32]
    """The columns of the entries, row by row; an entry k is listed k times."""
    first: Integers
    last: Integers
    classes: Integers
    """Where each class of states begins, and where the last one ends. The states of a class lead to those of the next
    one, and the last to the first, to which `first` belongs."""

    def terms(self, number: int, primes: list[int], progress: Progress, what: str) -> Integers:
        """Return the first terms, `int64` (number, primes), modulo primes, which come in multiples of `_LANES`."""
        terms = np.empty((number, len(primes)), np.int64)
        lanes = [slice(at, at + _LANES) for at in range(0, len(primes), _LANES)]
        moduli = [np.array(primes[lane]) for lane in lanes]
        begin = np.repeat(self.first[:, None], _LANES, axis=1)
        vectors = [np.stack([begin, begin]) for _ in lanes]
        parts = self.bounds, self.columns, self.last, self.classes
        for at in range(0, number, _STEPS):

            def go_on(group: int, at: int = at) -> None:
                _advance(*parts, moduli[group], vectors[group], at, terms[at : at + _STEPS, lanes[group]])

            in_parallel(go_on, range(len(lanes)))
            progress(what, min(at + _STEPS, number), number)
        return terms

    def growth(self) -> float:
        """Return the largest eigenvalue's modulus: the mean growth over two powers, since the numbers may alternate."""
        rows = np.repeat(np.arange(self.first.size), np.diff(self.bounds))
        vector, last, growth = self.first.astype(float), 1.0, 1.0
        for _ in range(_POWERS):
            product = np.bincount(rows, vector[self.columns], minlength=vector.size)
            last, growth = growth, float(product.sum())
            vector = product / growth
        return sqrt(last * growth)


def generating_function(matrix: Matrix, progress: Progress) -> tuple[list[int], list[int]]:
    """Return the numerator and the denominator of the power series whose coefficients are the matrix's terms."""
    values: list[int] = []
    modulus = 1
    for prime, residues in _residues(matrix, progress):
        former, values = values, _combined(values, modulus, residues, prime)
        if values == former:
            break
        modulus *= prime
    length = len(values) // 2
    return _without_zeros(values[length:]), _without_zeros(values[:length])


def _residues(matrix: Matrix, progress: Progress) -> Iterator[tuple[int, list[int]]]:
    """Yield primes, each with the residues of the denominator's coefficients and of as many of the numerator's."""
    number, period, taken = 2 * matrix.first.size, 0, 0
    candidates = _primes()
    while primes := list(islice(candidates, _LANES * processors())):
        what = f"terms modulo primes {taken + 1} to {taken + len(primes)}"
        terms = matrix.terms(number, primes, progress, what)
        period = period or gcd(*np.flatnonzero(terms.any(axis=1)).tolist())  # between its multiples all terms are 0
        quotients = in_parallel(partial(_quotient, terms[::period].T), enumerate(primes))
        for prime, quotient in zip(primes, quotients, strict=True):
            spread = np.zeros((2, period * (quotient.shape[1] - 1) + 1), np.int64)
            spread[:, ::period] = quotient
            number = 2 * spread.shape[1]
            yield prime, spread.ravel().tolist()
        taken += len(primes)


def _quotient(sequences: Integers, lane: tuple[int, int]) -> Integers:
    """Return the denominator of the power series with these terms modulo a prime, and the numerator, padded."""
    number, prime = lane
    terms = np.ascontiguousarray(sequences[number])
    denominator = _shortest_recurrence(terms, prime)
    return np.stack([denominator, _product(denominator, terms[: denominator.size], prime)])


def _combined(values: list[int], modulus: int, residues: list[int], prime: int) -> list[int]:
    """Return the numbers of least size with these residues, of which others are known, by the Chinese remainders."""
    inverse, product = pow(modulus, -1, prime), modulus * prime
    both = (
        value + (residue - value) * inverse % prime * modulus
        for value, residue in zip(values or [0] * len(residues), residues, strict=True)
    )
    return [(value + product // 2) % product - product // 2 for value in both]


def _without_zeros(polynomial: list[int]) -> list[int]:
    """Return the coefficients up to the last one that is not 0."""
    return polynomial[: 1 + max(power for power, coefficient in enumerate(polynomial) if coefficient)]


def _primes() -> Iterator[int]:
    """Yield primes k 2^24 + 1 below 2^48, the largest first: those of which 3 is a witness, by Proth's theorem."""
    candidates = (odd << 24 | 1 for odd in range((1 << 24) - 1, 0, -2))
    return (number for number in candidates if pow(3, number // 2, number) == number - 1)


# Kernels


@kernel(error_model="numpy")
def _times(some, other, prime):
    """Return the product of two residues, or the residue of a number below 2^63 if the other factor is 1."""
    rest = some * other - np.int64(np.float64(some) * np.float64(other) / prime) * prime
    rest = rest + prime if rest < 0 else rest
    return rest - prime if rest >= prime else rest


@kernel(error_model="numpy")
def _advance(bounds, columns, last, classes, primes, vectors, at, terms):
    """Write the terms from number `at` on. Of the two vectors, the one with the parity of `at` is the latest."""
    sums = np.empty(_LANES, np.int64)
    for number in range(terms.shape[0]):
        here, there = vectors[(at + number) % 2], vectors[(at + number + 1) % 2]
        phase = (at + number) % (classes.size - 1)
        sums[:] = 0
        for state in range(classes[phase], classes[phase + 1]):
            if last[state]:
                for lane in range(_LANES):
                    sums[lane] += last[state] * here[state, lane]
        for lane in range(_LANES):
            terms[number, lane] = _times(sums[lane], 1, primes[lane])
        phase = (phase + 1) % (classes.size - 1)
        for state in range(classes[phase], classes[phase + 1]):
            sums[:] = 0
            for entry in range(bounds[state], bounds[state + 1]):
                column = columns[entry]
                for lane in range(_LANES):
                    sums[lane] += here[column, lane]
            for lane in range(_LANES):
                there[state, lane] = _times(sums[lane], 1, primes[lane])


@kernel
def _inverse(residue, prime):
    """Return the inverse modulo a prime, by Fermat's theorem."""
    inverse, exponent = 1, prime - 2
    while exponent:
        if exponent & 1:
            inverse = _times(inverse, residue, prime)
        residue = _times(residue, residue, prime)
        exponent >>= 1
    return inverse


@kernel
def _coefficient(some, terms, at, prime):
    """Return the coefficient of x^at in the product of a polynomial and a power series."""
    total = 0
    for power in range(min(some.size, at + 1)):
        total += _times(some[power], terms[at - power], prime)
    return total % prime


@kernel
def _product(some, terms, prime):
    """Return the product of a polynomial and a power series, as far as the latter is given."""
    product = np.empty_like(terms)
    for at in range(terms.size):
        product[at] = _coefficient(some, terms, at, prime)
    return product


@kernel
def _shortest_recurrence(terms, prime):
    """Return the denominator of the power series with these first terms: Berlekamp's and Massey's algorithm."""
    here, before = np.zeros((2, terms.size + 1), np.int64)
    here[0] = before[0] = 1
    order, since, last = 0, 1, 1
    for at in range(terms.size):
        error = _coefficient(here[: order + 1], terms, at, prime)
        if error:
            changed = here.copy()
            factor = _times(error, _inverse(last, prime), prime)
            for power in range(since, max(order, at + 1 - order) + 1):
                changed[power] = (here[power] - _times(factor, before[power - since], prime)) % prime
            if 2 * order <= at:
                order, since, last, before = at + 1 - order, 0, error, here
            here = changed
        since += 1
    return here[: order + 1]
