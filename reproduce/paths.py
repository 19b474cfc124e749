"""Tables 1 and 4 of Kapralov and others: the number of closed knight's paths, and the time to count them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path as FilePath
from typing import Any, Final, NamedTuple

from destrier.paths.classes import list_part
from destrier.paths.path_counts import PUBLISHED, PathCount, count_paths
from destrier.paths.reference import Path, canonical, depth_first, two_halves
from reproduce.common.path_engines import count_fixed
from reproduce.common.study_tables import Table, template

PUBLISHED_SECONDS: Final = {
    "Algorithm 1": {10: 2.0, 12: 44.0, 14: 2097.0},
    "Algorithm 2": {10: 1.0, 12: 18.0, 14: 692.0, 16: 86400.0},
}
"""The seconds of the paper's Table 1, on one core of a laptop, in C++."""

_CHECKED: Final = 20
"""The greatest length to check with `doubling`; longer paths need much memory."""

_STORED: Final = 20
"""The length from which counts are jobs."""


class _Limits(NamedTuple):
    """The greatest lengths to count, to list, and to list by the paper's two algorithms."""

    counted: int
    listed: int
    plain: int


_COUNTED: Final = (
    *("k", "paths", "fixed", "classes", "published", "agrees"),
    *("second engine", "growth", "seconds", "seconds of that"),
)
_WHERE: Final = [f"{name}, {where}" for name in PUBLISHED_SECONDS for where in ("paper", "plain Python")]
_TIMED: Final = ("k", *_WHERE, "our list", "our count")

_FULL: Final = _Limits(counted=22, listed=14, plain=10)
_SMALL: Final = _Limits(counted=10, listed=8, plain=6)


def run(folder: FilePath, *, small: bool, **work: Any) -> str:
    """Write the tables, and return the page."""
    limits = _SMALL if small else _FULL
    count_paths(4)
    count_paths(4, uncrossed=True)
    list_part(4, 0, 1, uncrossed=False)  # compiles it now
    counts = Table(_COUNTED, list(_counts(folder, limits.counted, work)))
    times = Table(_TIMED, list(_times(limits)))
    counts.write(folder / "paths-table-4.csv")
    times.write(folder / "paths-table-1.csv")
    return template("paths").format(counts=counts.markdown(), verdict=_verdict(counts), times=times.markdown())


def _counts(folder: FilePath, longest: int, work: dict[str, Any]) -> Iterable[tuple[Any, ...]]:
    """Yield the rows of Table 4."""
    for uncrossed in (False, True):
        before: int | None = None
        for k in range(4, longest + 1, 2):
            counted, seconds = _count(folder, k, uncrossed=uncrossed, work=work)
            engine = "uneven" if uncrossed or k > _CHECKED else "doubling"
            begun = time.process_time()
            again = count_fixed(k, engine, uncrossed=uncrossed, workers=work["workers"])
            seconds_again = time.process_time() - begun
            if again != counted.fixed:
                raise AssertionError(f"length {k}: halves count {counted.fixed} fixed paths, {engine} {again}")
            published = PUBLISHED[uncrossed].get(k)
            agrees = None if published is None else "yes" if published == counted.classes else "**no**"
            growth = None if before is None else counted.fixed / before
            paths = "uncrossed" if uncrossed else "all"
            yield k, paths, counted.fixed, counted.classes, published, agrees, engine, growth, seconds, seconds_again
            before = counted.fixed


def _count(folder: FilePath, k: int, *, uncrossed: bool, work: dict[str, Any]) -> tuple[PathCount, float]:
    """Return the number of paths, and the seconds that it took, summed over all shards of long work."""
    if k < _STORED:
        begun = time.process_time()
        counted = count_paths(k, uncrossed=uncrossed, workers=1, progress=work["progress"])
        return counted, time.process_time() - begun
    from destrier import jobs

    store = folder / f"paths-{k}-{'uncrossed' if uncrossed else 'all'}"
    counted = count_paths(k, uncrossed=uncrossed, store=store, **work)
    return counted, jobs.status(store).seconds


def _times(limits: _Limits) -> Iterable[tuple[Any, ...]]:
    """Yield the rows of Table 1."""
    for k in range(6, 18, 2):
        row: list[float | None] = [k]
        for algorithm, published in zip((depth_first, two_halves), PUBLISHED_SECONDS.values(), strict=True):
            row += [published.get(k), _seconds(k <= limits.plain, _classify, algorithm(k))]
        row.append(_seconds(k <= limits.listed, list_part, k, 0, 1, uncrossed=False))
        row.append(_seconds(k <= limits.counted, count_paths, k, workers=1))
        yield tuple(row)


def _classify(paths: Iterable[Path]) -> set[Path]:
    """Return one path of each class."""
    return {canonical(path) for path in paths}


def _seconds(wanted: bool, work: Callable[..., object], *arguments: Any, **options: Any) -> float | None:
    """Return the duration of some work, if `wanted`."""
    if not wanted:
        return None
    begun = time.process_time()
    work(*arguments, **options)
    return time.process_time() - begun


def _verdict(counts: Table) -> str:
    """Compare the paper's numbers with ours."""
    published = [row for row in counts.rows if row[4] is not None]
    wrong = [row for row in published if row[3] != row[4]]
    if not wrong:
        return f"All {len(published)} numbers of the paper in this table agree."
    misprints = " ".join(f"It prints {row[4]:,} classes of length {row[0]}; there are {row[3]:,}." for row in wrong)
    return (
        f"Of {len(published)} numbers of the paper {len(published) - len(wrong)} agree. {misprints} All engines give "
        "the same number of fixed paths, and the list, in which classes are made one by one, is as long as that."
    )
