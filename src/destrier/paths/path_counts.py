"""Count closed knight's paths: fixed, invariant, by class, and up to congruence."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Final

from destrier.jobs import Result
from destrier.paths import halves, invariant
from destrier.support.aliases import Progress, StrPath
from destrier.support.errors import DestrierError, UnsupportedBoard, shown
from destrier.support.html import Record
from destrier.support.resources import processors

PUBLISHED: Final = {
    False: {4: 3, 6: 25, 8: 480, 10: 12000, 12: 350256, 14: 10780549, 16: 344680960},
    True: {4: 3, 6: 13, 8: 178, 10: 3034, 12: 64877, 14: 1503790, 16: 36930111},
}
"""Classes of closed paths by length, all and uncrossed: the paper's Table 4."""

LONGEST: Final = 24
"""The length of the longest paths to count."""

CONGRUENT: Final = {10: 3, 12: 11, 14: 71, 16: 344, 18: 1_896, 20: 10_103, 22: 56_129, 24: 314_462}
"""The number of classes of each length that are congruent to an earlier one, from `lab/lattice_polygons.py`.

A congruence that is not a symmetry of the square maps the moves of a path to moves only if all of them are among four
at right angles, such as (1, 2), (-2, 1) and their opposites. Such paths are rotated polygons of a square lattice. The
symmetries of the square preserve this lattice or mirror it, so a polygon and its mirror image in the lattice are in the
same class only if they are related by a rotation. (None of these paths crosses itself.)
"""

_VERSION: Final = "1"
"""The version of the results of a shard, raised when they change; a test compares a digest."""

_SHARD_SECONDS: Final = 4.0
"""The approximate least time of a shard of a count."""

_SHARDS: Final = 256
"""The approximate greatest number of shards."""

_LONG: Final = 2.0
"""A count that takes at least this many seconds is worth a second for a good prediction."""


@dataclass(frozen=True)
class PathCount(Record):
    """The numbers of closed paths of one length.

    See Also
    --------
    destrier.paths.count_paths

    Examples
    --------
    >>> import destrier as dt
    >>> dt.paths.count_paths(6).fixed
    136
    """

    k: int
    """The length, in squares or moves."""
    uncrossed: bool
    fixed: int
    """The number of paths up to translation."""
    symmetric: dict[str, int]
    """Fixed paths that a symmetry maps onto themselves: `quarter` turn, `half` turn, each `axis`, each `diagonal`."""
    classes: int
    """The number of paths up to translation and the eight symmetries of the square."""
    congruence_classes: int
    """The number of paths up to congruence in the plane."""


def count_paths(
    k: int,
    *,
    uncrossed: bool = False,
    workers: int | None = None,
    store: StrPath | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> PathCount:
    """Count the closed knight's paths of length k exactly.

    The classes are counted by Burnside's lemma: an eighth of the sum, over the eight symmetries, of the fixed paths
    that each maps onto itself.

    Parameters
    ----------
    k
        An even length, from 4 to `LONGEST`.
    uncrossed
        Whether to count only paths whose moves do not cross.
    workers
        The number of threads, or of processes with a store; by default as many as there are processors. The result does
        not depend on it.
    store
        A directory that keeps the work, shard by shard, so that it can be interrupted and resumed.
    executor
        The executor for the shards of a store, instead of processes of this machine.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Raises
    ------
    DestrierError
        If k is odd or too small, or the store holds other work.
    UnsupportedBoard
        If k is too large.

    See Also
    --------
    destrier.paths.distinct_paths, destrier.paths.list_paths

    Examples
    --------
    >>> import destrier as dt
    >>> counted = dt.paths.count_paths(8)
    >>> counted.fixed, counted.classes
    (3394, 480)
    """
    _check(k)
    if store is None:
        fixed, symmetric = _count_here(k, uncrossed=uncrossed, workers=workers, progress=progress)
    else:
        fixed = _count_in_store(k, store, executor, uncrossed=uncrossed, workers=workers, progress=progress)
        symmetric = invariant.count_invariant(k, uncrossed=uncrossed)
    eightfold = fixed + 2 * symmetric.quarter + symmetric.half + 2 * symmetric.axis + 2 * symmetric.diagonal
    classes, rest = divmod(eightfold, 8)
    if rest:
        raise AssertionError(f"the sum over the symmetries of paths of length {k} is not divisible by 8: {eightfold}")
    return PathCount(k, uncrossed, fixed, symmetric._asdict(), classes, classes - CONGRUENT.get(k, 0))


def foresee_seconds(k: int, *, uncrossed: bool) -> float:
    """Return the approximate processor time of a count; the errors are those of `count_paths`."""
    _check(k)
    return sum(halves.pieces(k, uncrossed=uncrossed).values()) + invariant.foresee_seconds(k)


def foresee_wait(k: int, *, uncrossed: bool, workers: int | None = None) -> float:
    """Return the approximate duration of a count on this machine, in seconds, with `workers` threads.

    For a long count, a shorter length is counted first, for about a second, to calibrate.
    """
    wait = foresee_seconds(k, uncrossed=uncrossed) / (workers or processors())
    lengths = [shorter for shorter in range(8, k, 2) if foresee_seconds(shorter, uncrossed=uncrossed) < 1]
    if wait < _LONG or not lengths:
        return wait
    count_here = partial(_count_here, lengths[-1], uncrossed=uncrossed, workers=workers, progress=None)
    count_here()  # compiles or loads the kernels
    begun = perf_counter()
    count_here()
    foreseen = foresee_seconds(lengths[-1], uncrossed=uncrossed) / (workers or processors())
    return wait * max(1, (perf_counter() - begun) / foreseen)


def check_length(k: int) -> None:
    """Raise `DestrierError` if no closed path has this length."""
    if isinstance(k, bool) or not isinstance(k, int) or k < 4 or k % 2:
        raise DestrierError(
            f"a closed path has an even length of at least 4, not {shown(k)}: its squares alternate in colour"
        )


def _check(k: int) -> None:
    check_length(k)
    if k > LONGEST:
        raise UnsupportedBoard(f"closed paths are counted up to length {LONGEST}, not {k}")


def _count_here(
    k: int, *, uncrossed: bool, workers: int | None, progress: Progress | None
) -> tuple[int, invariant.Invariant]:
    """Count fixed paths, and those that symmetries map onto themselves, in threads."""
    pieces = list(halves.pieces(k, uncrossed=uncrossed))
    total = 0
    pool = ThreadPoolExecutor(workers or processors())
    try:
        counts = pool.map(partial(halves.count_piece, k, uncrossed=uncrossed), pieces)
        symmetric = pool.submit(invariant.count_invariant, k, uncrossed=uncrossed)  # the last: it is not divided
        for done, fixed in enumerate(counts, 1):
            total += fixed
            if progress is not None:
                progress("counting", done, len(pieces))
        return total, symmetric.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # a piece may take minutes: an interrupt does not wait for it


# Counting in shards


def _count_in_store(
    k: int,
    store: StrPath,
    executor: Executor | None,
    *,
    uncrossed: bool,
    workers: int | None,
    progress: Progress | None,
) -> int:
    """Count fixed paths by a job that is kept in a directory."""
    from destrier import jobs

    parameters: dict[str, int | bool | str] = {"k": k, "uncrossed": uncrossed, "engine": "halves"}
    shards = [str(number) for number in range(len(_shares(k, uncrossed=uncrossed)))]
    job = jobs.Job("closed paths, counted", parameters, shards, count_shard, version=_VERSION)
    files = jobs.run(job, store, executor, workers=workers, progress=progress)
    total = 0
    for file, share in zip(files, _shares(k, uncrossed=uncrossed), strict=True):
        fixed = json.loads(file.read_bytes())
        if list(fixed) != list(map(str, share)):
            raise AssertionError(f"{file} does not count the pieces that it should")
        total += sum(fixed.values())
    return total


def count_shard(parameters: Mapping[str, int | bool | str], shard: str) -> Result:
    """Count, in a worker, the paths of one share of the pieces; return a JSON object of the number in each."""
    k, uncrossed = int(parameters["k"]), bool(parameters["uncrossed"])
    share = _shares(k, uncrossed=uncrossed)[int(shard)]
    fixed = {str(piece): halves.count_piece(k, piece, uncrossed=uncrossed) for piece in share}
    return Result(json.dumps(fixed).encode(), sum(fixed.values()))


def _shares(k: int, *, uncrossed: bool) -> list[list[int]]:
    """Return the pieces in shares that take seconds each, the longest pieces alone and the short ones together."""
    pieces = halves.pieces(k, uncrossed=uncrossed)
    least = max(_SHARD_SECONDS, sum(pieces.values()) / _SHARDS)
    shares: list[list[int]] = []
    filled = least
    for piece, seconds in pieces.items():
        if filled >= least:
            shares.append([])
            filled = 0.0
        shares[-1].append(piece)
        filled += seconds
    return shares
