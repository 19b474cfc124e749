"""Randomness: counter-based, so that a seed means the same tour on every machine and any number of threads.

A kernel never draws from a shared stream. It hashes what the number is *for* (the key of the seed and
of the stage, the pass, the square) with the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    import numpy as np

Seed: TypeAlias = "int | np.random.Generator | None"
"""An integer repeats a result, a generator gives its next integer, and `None` a fresh one."""

_Item = TypeVar("_Item")

_MASK: Final = (1 << 63) - 1


def derive_key(seed: Seed, *purpose: str | int) -> int:
    """A 63-bit key for one purpose (a stage, a pass), fixed by an integer seed; `None` draws a fresh one.

    A `numpy.random.Generator` gives its next integer, so that two calls with it differ.
    """
    if seed is None:
        root = secrets.randbits(63)
    elif hasattr(seed, "integers"):
        root = int(seed.integers(_MASK))
    elif hasattr(seed, "__index__") and not isinstance(seed, bool):
        root = seed.__index__()
    else:
        raise DestrierError(f"a seed is an integer or a numpy.random.Generator, not {seed!r}")
    text = "/".join(map(str, (root, *purpose)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little") & _MASK


def drawn_seed(seed: Seed) -> int:
    """The seed as an integer that repeats it: a generator gives its next one, and `None` draws one of 32 bits."""
    if seed is None:
        return secrets.randbits(32)
    if hasattr(seed, "integers"):
        return int(seed.integers(_MASK))
    derive_key(seed)  # refuses what is no seed
    return seed.__index__()


class Stream:
    """Random numbers for decisions that are few: the same for a key with every version of every library."""

    def __init__(self, key: int) -> None:
        self._key = key
        self._drawn = 0

    def key(self) -> int:
        """A fresh key."""
        self._drawn += 1
        return derive_key(self._key, self._drawn)

    def below(self, bound: int) -> int:
        """A number from 0 up to, and without, `bound`."""
        return self.key() % bound

    def shuffled(self, items: list[_Item]) -> list[_Item]:
        """A new list of the items in random order."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result
