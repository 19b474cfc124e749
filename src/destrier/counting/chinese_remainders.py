"""Large numbers from their residues, by the Chinese remainder theorem."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, log2


def completed(residue: Callable[[int], int], bits: float, *, below: int, result: int = 0, modulus: int = 1) -> int:
    """Return the number below 2^bits with these residues.

    Parameters
    ----------
    residue
        A function that returns the residue modulo any number.
    bits
        The binary logarithm of an upper bound.
    below
        An even number that all moduli are less than.
    result, modulus
        A residue that is known, and its modulus.
    """
    while log2(modulus) < bits:
        factor = next(candidate for candidate in range(below - 1, 0, -2) if gcd(candidate, modulus) == 1)
        result += (residue(factor) - result) * pow(modulus, -1, factor) % factor * modulus
        modulus *= factor
    return result
