"""A second solver of puzzles, by CP-SAT of OR-tools: all tours with given numbers, up to a limit."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Square = tuple[int, int]

_STEPS = {(down, across) for down, across in product((-2, -1, 1, 2), repeat=2) if abs(down) != abs(across)}


def tours_with(
    squares: Iterable[Square], givens: Mapping[Square, int], *, closed: bool, limit: int = 2
) -> list[list[Square]]:
    """Return knight's tours of a flat board with given numbers, as lists of squares; all, if fewer than the limit.

    A literal for each square and number tells whether the number is there. Each square has one number, and each number
    one square; the numbers before and after it are a move away.
    """
    free = sorted(squares)
    around = {
        (row, col): [(row + down, col + across) for down, across in _STEPS if (row + down, col + across) in free]
        for row, col in free
    }
    size, model = len(free), cp_model.CpModel()
    there = {(square, number): model.new_bool_var("") for square in free for number in range(size)}
    for square in free:
        model.add_exactly_one(there[square, number] for number in range(size))
    for number in range(size):
        model.add_exactly_one(there[square, number] for square in free)
    for (square, number), literal in there.items():
        for beside in (number - 1, number + 1):
            if closed or 0 <= beside < size:
                model.add_bool_or(~literal, *(there[other, beside % size] for other in around[square]))
    for square, number in givens.items():
        model.add_bool_and(there[square, number - 1])
    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found: list[list[Square]] = []
    while len(found) < limit:
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            break
        assert status == cp_model.OPTIMAL, solver.status_name(status)
        numbers = {number: square for (square, number), literal in there.items() if solver.boolean_value(literal)}
        found.append([numbers[number] for number in range(size)])
        model.add_bool_or(~there[square, number] for number, square in numbers.items())
    return found
