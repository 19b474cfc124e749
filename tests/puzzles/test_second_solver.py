"""A solver that shares no code with the package finds the one solution of a puzzle, and no other."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, Literal, get_args

import pytest
from helpers.marks import long, very_long
from helpers.second_solver import tours_with

import destrier as dt
from destrier.puzzles.reasoning import Grade

if TYPE_CHECKING:
    from collections.abc import Iterator

_QUICK: Final = [
    (6, "closed", "easy", False, 1),
    (6, "open", "medium", True, 1),
    (6, "closed", "hard", False, 1),
    (6, "open", "expert", False, 1),
    (7, "open", "hard", False, 1),
]


def _cases() -> Iterator[tuple[int, str, Grade, bool, int]]:
    for side, kind, grade, symmetric, seed in product(
        range(6, 11), ("closed", "open"), get_args(Grade), (False, True), (1, 2)
    ):
        if kind == "open" or side % 2 == 0:
            yield side, kind, grade, symmetric, seed


@pytest.mark.parametrize(
    ("side", "kind", "grade", "symmetric", "seed"),
    [case if case in _QUICK else (long if case[0] <= 7 else very_long)(*case) for case in _cases()],
)
def test_a_puzzle_has_one_solution(
    side: int, kind: Literal["closed", "open"], grade: Grade, symmetric: bool, seed: int
) -> None:
    made = dt.puzzle(side, side, kind=kind, grade=grade, symmetric=symmetric, seed=seed)
    solution = made.solution.squares()
    assert tours_with(solution, made.givens, closed=kind == "closed") == [solution]
    given = dict(list(made.givens.items())[1:])
    if grade == "expert" and not symmetric:  # no given of a minimal puzzle can be left out
        assert len(tours_with(solution, given, closed=kind == "closed")) == 2
