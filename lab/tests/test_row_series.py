"""How generating functions are found: residues, recurrences, and the matrix of the states of columns."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import islice
from math import lcm
from typing import Any, cast

import numpy as np
import pytest
import recurrences
from helpers.marks import examples, exhaustive, lengthy, long
from hypothesis import given
from hypothesis import strategies as st
from row_series import matrix_of, series_of, strip_column

import destrier as dt


@cache
def matrix(rows: int, kind: str) -> recurrences.Matrix:
    return matrix_of(strip_column(rows, apex=kind == "open"))


@pytest.mark.parametrize(("rows", "kind"), [(3, "closed"), (3, "open"), (4, "open")])
def test_what_is_kept_is_what_is_found(rows: int, kind: Any) -> None:
    assert series_of(rows, kind) == dt.counting.series(rows, kind)


@lengthy
def test_closed_tours_of_five_rows() -> None:
    """The coefficients have up to a thousand digits; a prime that was not used to find them checks them all."""
    series = series_of(5, "closed")
    assert (series.order, series.checked) == (8212, 8212)
    assert series.growth == pytest.approx(18.1203096)
    terms = series.terms(300)
    assert not any(terms[::2])
    for n in (6, 8, 10, 12, 20, 40):
        assert terms[n - 1] == dt.count(5, n).undirected
    assert float(Fraction(terms[299], terms[297])) == pytest.approx(series.growth**2, rel=1e-9)


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    series_of(3, "closed", lambda *what: told.append(what))
    whats = [what for what, done, of in told if done == of]
    assert whats[0].startswith("terms modulo primes 1 to ")
    assert len(set(whats)) == len(whats)


@pytest.mark.parametrize(("rows", "states"), [(3, 75), long(5, 16_832)])
def test_states_of_closed_tours_take_turns_if_rows_are_odd(rows: int, states: int) -> None:
    """An odd number of columns has no closed tours, nor any states in common with an even one."""
    found = matrix(rows, "closed")
    assert (found.classes[-1], found.classes.size) == (states, 3)
    assert not found.first[found.classes[1] :].any()


@exhaustive
def test_terms_are_those_of_counts_modulo_primes() -> None:
    primes = list(islice(recurrences._primes(), 2 * recurrences._LANES))
    for rows, kind in ((3, "open"), (4, "open"), (5, "closed")):
        terms = matrix(rows, kind).terms(15, primes, lambda *_: None, "terms")
        for cols in (6, 8, 11, 16):
            number = dt.count(rows, cols, kind=cast("Any", kind)).undirected
            assert terms[cols - 2].tolist() == [number % prime for prime in primes]


@examples(50)
@given(st.lists(st.integers(0, 2**48 - 1), min_size=1, max_size=40), st.integers(0, 5))
def test_products_modulo_primes(numbers: list[int], which: int) -> None:
    prime = next(islice(recurrences._primes(), which, None))
    residues = [number % prime for number in numbers] + [prime - 1, 1, 0]
    expected = [
        sum(a * b for a, b in zip(residues, residues[at::-1], strict=False)) % prime for at in range(len(residues))
    ]
    assert recurrences._product(np.array(residues), np.array(residues), prime).tolist() == expected
    assert all(recurrences._times(number, 1, prime) == number % prime for number in [2**63 - 1 - n for n in residues])


def test_primes() -> None:
    divisors = np.arange(3, 2**24, 2)
    primes = list(islice(recurrences._primes(), 20))
    assert primes == sorted(set(primes), reverse=True)
    assert all(prime < 2**48 and np.all(prime % divisors) for prime in primes[::7])


@pytest.mark.parametrize("denominator", [[1, -1, -1], [1, 3, 0, -5], [1, 0, -2], [1, -4]])
def test_shortest_recurrences(denominator: list[int]) -> None:
    prime = next(recurrences._primes())
    order = len(denominator) - 1
    terms = [0] * (order - 1) + [1]
    for _ in range(2 * order):
        terms.append(-sum(a * b for a, b in zip(denominator[1:], terms[::-1], strict=False)) % prime)
    residues = recurrences._shortest_recurrence(np.array(terms), prime)
    assert residues.tolist() == [coefficient % prime for coefficient in denominator]


def test_numbers_come_from_their_residues() -> None:
    values = [0, 1, -1, 10**9, -(10**9), 123456789 * 10**8]
    primes = [2**31 - 1, 2**31 - 19, 2**31 - 61]
    known: list[int] = []
    for number, prime in enumerate(primes):
        known = recurrences._combined(known, lcm(*primes[:number]), [value % prime for value in values], prime)
    assert known == values
