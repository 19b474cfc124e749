"""The ways to count closed paths that check the package's numbers."""

from __future__ import annotations

import pytest
from helpers.marks import very_long

import destrier as dt
from destrier.support.errors import DestrierError
from reproduce.common import doubling
from reproduce.common.path_engines import ENGINES, count_fixed


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("k", [4, 6, 8, 10, very_long(12)])
def test_all_engines_agree(k: int, engine: str) -> None:
    assert count_fixed(k, engine) == dt.paths.count_paths(k).fixed
    if engine == "uneven":
        assert count_fixed(k, engine, uncrossed=True) == dt.paths.count_paths(k, uncrossed=True).fixed


@pytest.mark.parametrize("small", [0, 1, 10, 100])
def test_small_families_of_any_size(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doubling, "_SMALL", small)
    assert count_fixed(12, "doubling") == dt.paths.count_paths(12).fixed


def test_engines_that_do_not_see_crossings() -> None:
    for engine in ("doubling", "anywhere"):
        with pytest.raises(DestrierError, match=f"the engine '{engine}' counts all closed paths, not the uncrossed"):
            count_fixed(8, engine, uncrossed=True)
