"""Bands of rows for parallel threads.

A board is cut at rows determined by a key, so the result does not depend on the number of threads. A band is small
enough to stay in the cache, and large enough that little happens across its borders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.bitplanes import words_in_row
from destrier.support.resources import processors

Cuts: TypeAlias = NDArray[np.int64]
"""The first rows of the bands, in ascending order, and the number of rows of the board."""

Work: TypeAlias = Callable[[int, int], object]
"""`work(first, stride)` handles every stride-th band from the first."""

Share: TypeAlias = Callable[[Cuts, Work], object]
"""`share(cuts, work)` calls `work` on several threads, so that all bands are handled."""

_WORDS: Final = 1024
_ROWS: Final = 32
"""Minimum numbers of words and rows in a band of bit planes."""

_PARALLEL_SQUARES: Final = 1 << 18
"""Number of squares from which threads pay off."""


def cut(shape: tuple[int, int], key: int) -> Cuts:
    """Cut a board of this shape into bands."""
    rows, cols = shape
    height = max(_ROWS, _WORDS // words_in_row(cols))
    inner = range(key % height or height, rows - height // 2, height) if rows > 2 * height else ()
    return np.array([0, *inner, rows], np.int64)


def highest(cuts: Cuts) -> int:
    """Return the number of rows of the tallest band."""
    return int((cuts[1:] - cuts[:-1]).max())


@contextmanager
def sharing(shape: tuple[int, int]) -> Iterator[Share]:
    """Provide threads for a board of this shape, which are started only once."""
    workers = processors() if shape[0] * shape[1] >= _PARALLEL_SQUARES else 1
    if workers == 1:
        yield lambda _, work: work(0, 1)
        return
    with ThreadPoolExecutor(workers) as threads:

        def share(cuts: Cuts, work: Work) -> list[object]:
            stride = min(workers, cuts.size - 1)
            return list(threads.map(work, range(stride), [stride] * stride))

        yield share
