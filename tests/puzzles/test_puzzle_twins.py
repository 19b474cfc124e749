"""Kernels of puzzles and searches give the same results in Python and compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from helpers.marks import left
from helpers.twins import both_ways

import destrier as dt
from destrier.search.numbered import count_solutions, solutions

if TYPE_CHECKING:
    from collections.abc import Callable


def told(puzzle: Any) -> Any:
    return puzzle.to_dict(), [step.text for step in puzzle.steps()]


CALLS: dict[str, Callable[[], Any]] = {
    "medium": lambda: told(dt.puzzle(6, 6, seed=1)),
    "expert": lambda: told(dt.puzzle(6, 6, grade="expert", seed=2)),
    "open": lambda: told(dt.puzzle(5, 6, kind="open", givens="minimal", seed=3)),
    "torus": lambda: told(dt.puzzle(dt.Torus(4, 5), grade="hard", seed=4)),
    "solutions": lambda: [
        tour.squares() for tour in solutions(5, 5, numbers={(0, 0): 1, (4, 4): 25, (2, 2): 13}, n=None)
    ],
    "figures": lambda: count_solutions(6, 6, figures=["squares on file a"], kind="open"),
    "more than a word": lambda: [
        tour.squares() for tour in solutions(3, 22, numbers={(0, 0): 1, (0, 21): 66}, n=1, budget=30.0)
    ],
}


@pytest.mark.parametrize("name", left(CALLS, CALLS.keys() - {"figures", "expert"}))
def test_python_and_the_compiler_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = both_ways(monkeypatch, CALLS[name])
    assert one == other
