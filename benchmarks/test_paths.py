"""How fast closed paths are counted and listed, warm: each engine as a multiple of the best."""

from __future__ import annotations

from typing import Any

import pytest

import destrier as dt
from destrier.paths.classes import list_part
from destrier.paths.path_counts import ENGINES


@pytest.mark.benchmark(group="count all paths of length 16, one thread")
@pytest.mark.parametrize("engine", ENGINES)
def test_count_all(benchmark: Any, engine: str) -> None:
    benchmark.pedantic(lambda: dt.paths.count_paths(16, engine=engine, workers=1), rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="count uncrossed paths of length 16, one thread")
@pytest.mark.parametrize("engine", ENGINES[:2])
def test_count_uncrossed(benchmark: Any, engine: str) -> None:
    benchmark.pedantic(
        lambda: dt.paths.count_paths(16, uncrossed=True, engine=engine, workers=1), rounds=3, warmup_rounds=1
    )


@pytest.mark.benchmark(group="classes of length 12, one thread")
@pytest.mark.parametrize("how", ["count", "list"])
def test_classes(benchmark: Any, how: str) -> None:
    work = {"count": lambda: dt.paths.count_paths(12, workers=1), "list": lambda: list_part(12, 0, 1, uncrossed=False)}
    benchmark.pedantic(work[how], rounds=3, warmup_rounds=1)


@pytest.mark.benchmark(group="longest uncrossed paths")
@pytest.mark.parametrize(("side", "kind"), [(7, "closed"), (7, "open"), (8, "closed")])
def test_longest(benchmark: Any, side: int, kind: Any) -> None:
    benchmark.pedantic(lambda: dt.paths.longest_uncrossed(side, side, kind=kind), rounds=3, warmup_rounds=1)
