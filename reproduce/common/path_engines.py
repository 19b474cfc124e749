"""Other ways to count fixed closed paths than that of the package, to check its numbers.

    python -m reproduce.common.path_engines 24 doubling

`uneven` takes halves whose lengths differ by two moves: their ends are squares of the other colour, and all halves,
fronts, rears and maps differ from those of `destrier.paths.halves`. `doubling` and `anywhere` have other ideas, and
count all paths, not the uncrossed ones.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, NamedTuple

from destrier.paths import halves
from destrier.support.errors import DestrierError
from destrier.support.resources import processors
from reproduce.common import anywhere, doubling


class Engine(NamedTuple):
    """A way to count fixed closed paths piece by piece."""

    pieces: Callable[..., Mapping[int, float]]
    """Returns the pieces of a length, the longest first, with the approximate seconds that each takes."""
    count_piece: Callable[..., int]
    """Returns the number of paths in a piece."""


ENGINES: Final = {
    "uneven": Engine(partial(halves.pieces, shift=1), partial(halves.count_piece, shift=1)),
    "doubling": Engine(doubling.pieces, doubling.count_piece),
    "anywhere": Engine(anywhere.pieces, anywhere.count_piece),
}


def count_fixed(k: int, engine: str, *, uncrossed: bool = False, workers: int | None = None) -> int:
    """Return the number of closed paths of length k up to translation.

    Raises
    ------
    DestrierError
        If the engine does not count uncrossed paths alone.
    """
    counting = ENGINES[engine]
    if uncrossed and engine != "uneven":
        raise DestrierError(f"the engine {engine!r} counts all closed paths, not the uncrossed ones alone")
    with ThreadPoolExecutor(workers or processors()) as pool:
        count = partial(counting.count_piece, k, uncrossed=uncrossed)
        found = sum(pool.map(count, counting.pieces(k, uncrossed=uncrossed)))
    fixed, rest = divmod(found, k if engine == "anywhere" else 1)
    assert rest == 0, f"the paths of length {k} that were found at each square are no multiple of it: {found}"
    return fixed


if __name__ == "__main__":
    sys.stdout.write(f"{count_fixed(int(sys.argv[1]), sys.argv[2], uncrossed='--uncrossed' in sys.argv)}\n")
