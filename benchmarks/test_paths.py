"""How fast closed paths are counted and listed, warm: each engine as a multiple of the best."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import destrier as dt
from destrier.paths.classes import list_part
from reproduce.common.path_engines import ENGINES, count_fixed


@pytest.mark.benchmark(group="count all paths of length 16, one thread")
@pytest.mark.parametrize("engine", ["halves", *ENGINES])
def test_count_all(benchmark: Any, engine: str) -> None:
    benchmark.pedantic(counting(engine, uncrossed=False), rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="count uncrossed paths of length 16, one thread")
@pytest.mark.parametrize("engine", ["halves", "uneven"])
def test_count_uncrossed(benchmark: Any, engine: str) -> None:
    benchmark.pedantic(counting(engine, uncrossed=True), rounds=3, warmup_rounds=1)


def counting(engine: str, *, uncrossed: bool) -> Callable[[], object]:
    """The count by the package, or by an engine that checks it."""
    if engine == "halves":
        return lambda: dt.paths.count_paths(16, uncrossed=uncrossed, workers=1)
    return lambda: count_fixed(16, engine, uncrossed=uncrossed, workers=1)


@pytest.mark.benchmark(group="classes of length 12, one thread")
@pytest.mark.parametrize("how", ["count", "list"])
def test_classes(benchmark: Any, how: str) -> None:
    work = {"count": lambda: dt.paths.count_paths(12, workers=1), "list": lambda: list_part(12, 0, 1, uncrossed=False)}
    benchmark.pedantic(work[how], rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="longest uncrossed paths")
@pytest.mark.parametrize(("side", "kind"), [(7, "closed"), (7, "open"), (8, "closed")])
def test_longest(benchmark: Any, side: int, kind: Any) -> None:
    benchmark.pedantic(lambda: dt.paths.longest_uncrossed(side, side, kind=kind), rounds=3, warmup_rounds=1)
