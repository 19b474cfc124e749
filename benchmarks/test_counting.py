"""How fast tours are counted and sampled, warm: seconds, since no array of the board is a fair unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import destrier as dt
from destrier.counting.ranking import Ranking

if TYPE_CHECKING:
    from typing import Literal


@pytest.mark.parametrize(
    ("shape", "kind"), [((6, 8), "closed"), ((6, 12), "closed"), ((7, 8), "closed"), ((6, 6), "open"), ((6, 8), "open")]
)
def test_count(benchmark: Any, shape: tuple[int, int], kind: Literal["closed", "open"]) -> None:
    benchmark.pedantic(lambda: dt.count(*shape, kind=kind), rounds=5, warmup_rounds=1)


def test_classes(benchmark: Any) -> None:
    benchmark.pedantic(lambda: dt.count(6, 10, classes=True), rounds=5, warmup_rounds=1)


def test_unrank(benchmark: Any) -> None:
    """A thousand tours that lie next to each other, and so share the blocks that they go through."""
    ranking = Ranking(6, 8)
    benchmark.pedantic(lambda: ranking.unrank(range(5_000_000, 5_001_000)), rounds=5, warmup_rounds=1)


def test_sample(benchmark: Any) -> None:
    benchmark.pedantic(lambda: dt.sample(6, 8, n=1000, seed=1), rounds=5, warmup_rounds=1)
