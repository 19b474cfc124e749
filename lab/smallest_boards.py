"""Find the smallest boards with a closed tour of each leaper: `python lab/smallest_boards.py` prints the tables of
`docs/leapers.md`.

All rectangles are tried by area, all squares by side, and for each number of rows all numbers of columns, until one has
a tour. That a board has none is shown by the first of these that can:

theorem
    what `dt.why_no_tour` says: colours, dead ends, pieces that no moves join, cuts, forced moves;
flow
    there is no cycle cover, as a maximum flow shows (`dt.tourney`);
solver
    CP-SAT of OR-tools finds no tour. A literal for each move tells whether the tour has it, and each square has two. As
    long as the solution has several cycles, each of them must be left by two moves at least, and the search goes on.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import destrier as dt

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST: Final = 9
"""The largest sum of the distances in the table."""

WIDEST: Final = 40
"""The most columns that are tried for a number of rows."""

_SECONDS: Final = 240.0
"""The time that the solver has for one board."""

_SEEDS: Final = 3


class Answer(NamedTuple):
    """Whether a board has a closed tour, and how that is known."""

    tour: dt.Tour | None
    proof: str


def leapers(longest: int = LONGEST) -> Iterator[tuple[int, int]]:
    """Yield the leapers that come to every square of a large board: an odd sum, and no common divisor."""
    for total in range(3, longest + 1, 2):
        for short in range(1, (total + 1) // 2):
            if math.gcd(short, total) == 1:
                yield short, total - short


def settle(board: dt.Board) -> Answer:
    """Return a closed tour of a board, or how it is shown that there is none.

    Raises
    ------
    BudgetExceeded
        If the solver does not answer in time.
    """
    if dt.why_no_tour(board):
        return Answer(None, "theorem")
    try:
        for seed in range(_SEEDS):
            joined = dt.join(dt.tourney(board, algorithm="move-graph", seed=seed), seed=seed)
            if isinstance(joined, dt.Tour):
                return Answer(joined, "tour")
    except dt.NoSuchTour:
        return Answer(None, "flow")
    except dt.BudgetExceeded:
        pass
    tour = solve(board)
    return Answer(tour, "tour" if tour else "solver")


def solve(board: dt.Board) -> dt.Tour | None:
    """Return a closed tour of a board found by the solver, or `None` if there is none."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    moves = list(zip(*(squares.tolist() for squares in board.all_moves()), strict=True))
    chosen = {move: model.new_bool_var("") for move in moves}
    at: dict[int, list[Any]] = {square: [] for square in board.squares.tolist()}
    for move in moves:
        for square in move:
            at[square].append(chosen[move])
    for literals in at.values():
        model.add(sum(literals) == 2)
    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = _SECONDS
    while True:
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise dt.BudgetExceeded(f"the solver gave up on {board.describe()}")
        cycles = _cycles([move for move in moves if solver.boolean_value(chosen[move])])
        if len(cycles) == 1:
            return dt.Tour.from_order(cycles[0], board)
        for cycle in map(set, cycles):
            model.add(sum(chosen[move] for move in moves if (move[0] in cycle) != (move[1] in cycle)) >= 2)


def _cycles(moves: list[tuple[int, int]]) -> list[list[int]]:
    """Return the cycles of a cover as lists of squares."""
    beside: dict[int, list[int]] = {}
    for one, other in moves:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    cycles = []
    while beside:
        square = next(iter(beside))
        cycle = []
        while square in beside:
            cycle.append(square)
            one, other = beside.pop(square)
            square = one if one in beside else other
        cycles.append(cycle)
    return cycles


def smallest(leaper: tuple[int, int]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield all rectangles by area, and how each is settled, up to the smallest that have a tour."""
    area, found = 1, False
    while not found:
        for rows in range(1, math.isqrt(area) + 1):
            if area % rows == 0:
                sides = rows, area // rows
                proof = settle(dt.Board(*sides, leaper=leaper)).proof
                found |= proof == "tour"
                yield sides, proof
        area += 1


def squares(leaper: tuple[int, int]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the squares by side, and how each is settled, up to the smallest that has a tour."""
    side, proof = 0, ""
    while proof != "tour":
        side += 1
        proof = settle(dt.Board(side, side, leaper=leaper)).proof
        yield (side, side), proof


def fewest_columns(leaper: tuple[int, int], rows: int) -> int | None:
    """Return the fewest columns, at least as many as rows, of a board with a closed tour; `None` up to `WIDEST`."""
    boards = (dt.Board(rows, cols, leaper=leaper) for cols in range(rows, WIDEST + 1))
    return next((board.cols for board in boards if settle(board).tour), None)


def row(leaper: tuple[int, int]) -> str:
    """Return the line of the table for a leaper."""
    found: dict[str, list[str]] = {"rectangle": [], "square": []}
    proofs: Counter[str] = Counter()
    for shape, boards in (("rectangle", smallest(leaper)), ("square", squares(leaper))):
        for sides, proof in boards:
            if proof == "tour":
                found[shape].append(f"{sides[0]} x {sides[1]}")
            elif shape == "rectangle":
                proofs[proof] += 1
    name = dt.Board(1, 1, leaper=leaper).leaper.name
    told = [", ".join(boards) for boards in found.values()]
    return f"| {name} | {' | '.join(told)} | {proofs['theorem']} | {proofs['flow']} | {proofs['solver']} |"


def columns_row(leaper: tuple[int, int], rows: range) -> str:
    """Return the line of the second table for a leaper."""
    meant = range(sum(leaper), 2 * sum(leaper) + 1)
    cells = (str(fewest_columns(leaper, number) or "-") if number in meant else "" for number in rows)
    return f"| {dt.Board(1, 1, leaper=leaper).leaper.name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    longest = int(sys.argv[1]) if len(sys.argv) > 1 else LONGEST
    sys.stdout.write(
        "| leaper | smallest rectangle | smallest square | theorem | flow | solver |\n|---|---|---|---|---|---|\n"
    )
    for piece in leapers(longest):
        sys.stdout.write(f"{row(piece)}\n")
        sys.stdout.flush()
    rows = range(3, 2 * longest + 1)
    sys.stdout.write(f"\n| rows | {' | '.join(map(str, rows))} |\n|---|{'---|' * len(rows)}\n")
    for piece in leapers(longest):
        sys.stdout.write(f"{columns_row(piece, rows)}\n")
        sys.stdout.flush()
