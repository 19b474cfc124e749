"""Randomness: counter-based, so that a seed means the same tour on every machine and any number of threads.

A kernel never draws from a shared stream. It hashes what the number is *for* (the key of the seed and
of the stage, the pass, the square) with the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Final, TypeAlias

from destrier.errors import DestrierError

if TYPE_CHECKING:
    import numpy as np

    Seed: TypeAlias = int | np.random.Generator | None

__all__ = ["derive_key"]

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
