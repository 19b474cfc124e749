"""Kernels of counting and sampling give the same results in Python and compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.marks import exhaustive, left
from helpers.twins import both_ways

import destrier as dt
from destrier.counting.samples import ranked_moves, sample_moves
from destrier.counting.tourneys import count_tourneys

if TYPE_CHECKING:
    from collections.abc import Callable

MEMORY = 10**9
"""With a limit on memory, small boards are counted by kernels, too."""

CALLS: dict[str, Callable[[], Any]] = {
    "closed": lambda: dt.count(5, 6, max_memory=MEMORY),
    "narrow": lambda: dt.count(3, 12, max_memory=MEMORY),
    "classes": lambda: dt.count(5, 6, classes=True, max_memory=MEMORY),
    "open": lambda: dt.count(4, 5, kind="open", max_memory=MEMORY),
    "ends": lambda: dt.count(3, 7, kind="open", start="a1", max_memory=MEMORY),
    "conditions": lambda: dt.count(5, 6, require=[("a1", "b3")], forbid=[("c1", "d3")], max_memory=MEMORY),
    "torus": lambda: dt.count(dt.Torus(4, 4), max_memory=MEMORY),
    "space": lambda: dt.count(dt.Space(2, 3, 4), max_memory=MEMORY),
    "tourneys": lambda: count_tourneys(4, 6, None),
    "census": lambda: dt.counting.census(3, 10),
    "extremes": lambda: [one.number for one in dt.counting.extremes(5, 6).fewest.values()],
    "estimate": lambda: dt.counting.estimate(6, 6, kind="tourney", error=0.2, seed=1),
    "ranks": lambda: sample_moves(5, 6, n=5, seed=1, max_memory=MEMORY).tolist(),
    "open ranks": lambda: sample_moves(4, 5, n=5, seed=1, kind="open", max_memory=MEMORY).tolist(),
    "chains": lambda: [tour.moves.tolist() for tour in dt.sample(6, 6, n=5, seed=1, method="chain")],
    "chains on a torus": lambda: [tour.moves.tolist() for tour in dt.sample(dt.Torus(3, 4), seed=1, method="chain")],
}


DEAR = {"chains", "chains on a torus", "census", "conditions", "estimate", "extremes", "open ranks", "space"}


@pytest.mark.parametrize("name", left(CALLS, CALLS.keys() - DEAR, ["chains on a torus"]))
def test_python_and_the_compiler_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = both_ways(monkeypatch, CALLS[name])
    assert one == other


@pytest.mark.parametrize("board", [(5, 6), (3, 10), (6, 6)])
def test_a_count_in_plain_python_is_that_of_the_kernels(board: tuple[int, int]) -> None:
    assert dt.count(*board) == dt.count(*board, max_memory=MEMORY)


@exhaustive
def test_listed_tours_are_those_with_ranks() -> None:
    listed = {tour.moves.tobytes() for tour in dt.all_tours(6, 6)}
    ranked = ranked_moves(dt.Board(6, 6))
    assert listed == {moves.tobytes() for moves in np.concatenate(list(ranked))}
