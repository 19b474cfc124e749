"""Counter-based random numbers: a seed gives the same tour on every machine, with any number of threads.

Kernels never draw from a shared stream. They hash the *purpose* of a number (the key of the seed and the stage, the
pass, the square) with the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import hashlib
import operator
import secrets
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from destrier.support.errors import DestrierError, shown

if TYPE_CHECKING:
    import random

    import numpy as np

Seed: TypeAlias = "int | np.random.Generator | np.random.RandomState | np.random.SeedSequence | random.Random | None"
"""An integer or a numpy `SeedSequence` repeats a result; a numpy or Python generator supplies its next integer, and
`None` draws a fresh one."""

_Item = TypeVar("_Item")

_MASK: Final = (1 << 63) - 1

_DIGITS: Final = 4000
"""Maximum number of digits of a seed; Python writes no integer of more than 4300."""

_BEYOND: Final = 10**_DIGITS


def derive_key(seed: Seed, *purpose: str | int) -> int:
    """Return a 63-bit key for one purpose (a stage, a pass), determined by an integer seed; `None` draws a fresh key.

    A generator supplies its next integer, so two calls with it differ.
    """
    root = secrets.randbits(63) if seed is None else _integer_of(seed)
    text = "/".join(map(str, (root, *purpose)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") & _MASK


def drawn_seed(seed: Seed) -> int:
    """Return a seed as a repeatable integer: a generator supplies its next one, and `None` draws one of 32 bits."""
    return secrets.randbits(32) if seed is None else _integer_of(seed)


def _integer_of(seed: Any) -> int:
    try:
        number = operator.index(seed)
    except TypeError:
        return _next_of(seed)
    if isinstance(seed, bool):
        raise _not_a_seed(seed)
    if abs(number) >= _BEYOND:
        raise DestrierError(f"a seed has at most {_DIGITS} digits")
    return number


def _next_of(generator: Any) -> int:
    """Return the next integer of a generator."""
    if hasattr(generator, "integers"):  # numpy's Generator
        return int(generator.integers(_MASK))
    if hasattr(generator, "getrandbits"):  # Python's Random
        return int(generator.getrandbits(63))
    if hasattr(generator, "generate_state"):  # numpy's SeedSequence
        low, high = generator.generate_state(2).tolist()
        return int(high << 32 | low) & _MASK
    if hasattr(generator, "random_sample"):  # numpy's RandomState
        return int.from_bytes(generator.bytes(8), "little") & _MASK
    raise _not_a_seed(generator)


def _not_a_seed(given: object) -> DestrierError:
    return DestrierError(f"a seed is an integer, or a generator of numpy's or Python's, not {shown(given)}")


class Stream:
    """Random numbers for a few decisions; a key gives the same numbers with every version of every library."""

    def __init__(self, key: int) -> None:
        self._key = key
        self._drawn = 0

    def key(self) -> int:
        """A fresh key."""
        self._drawn += 1
        return derive_key(self._key, self._drawn)

    def below(self, bound: int) -> int:
        """A number from 0 up to, but not including, `bound`."""
        return self.key() % bound

    def shuffled(self, items: list[_Item]) -> list[_Item]:
        """A new list of the items in random order."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
