"""List all closed tours of a rectangle that have a given number of rails, and tell how many there are.

    python lab/few_rails.py 10x10
    python lab/few_rails.py 8x8 --rails 1

CP-SAT, the solver of OR-tools, lists all *covers*, in which each square has two edges, with so many rails. Those of one
cycle are the tours. 10 x 10 without rails takes two minutes, and 8 x 8 with one rail a quarter of a minute.
"""

from __future__ import annotations

import argparse
import sys
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from ortools.sat.python import cp_model
from tame_rails import Cover, ends

import destrier as dt
from destrier.core.walks import label

if TYPE_CHECKING:
    from tame_rails import Edge

    from destrier.core.types import Moves


class RailCover(Cover):
    """A model of the covers of a board that have so many rails."""

    def __init__(self, rows: int, cols: int, rails: int) -> None:
        self.shape = rows, cols
        self._rails: dict[frozenset[Edge], Any] = {}
        squares = set(product(range(rows), range(cols)))
        super().__init__(squares, lambda edge: edge if squares.issuperset(ends(edge)) else False)
        self.model.add(sum(self._rails.values()) == rails)

    def treat_rail(self, present: tuple[Edge, Edge], absent: tuple[Edge, Edge]) -> None:
        """Make a literal for the rail, instead of forbidding it."""
        if False in map(self.tie, present) or frozenset(present) in self._rails:
            return
        rail = self._rails[frozenset(present)] = self.model.new_bool_var("")
        holds = [*map(self.literal, present), *(~self.literal(edge) for edge in absent)]
        self.model.add_bool_and(holds).only_enforce_if(rail)
        self.model.add_bool_or([rail, *(~literal for literal in holds)])


class _Tours(cp_model.CpSolverSolutionCallback):
    """Counts covers, and keeps the tours."""

    def __init__(self, cover: RailCover) -> None:
        super().__init__()
        self._cover = cover
        self.covers = 0
        self.tours: list[dt.Tour] = []

    def on_solution_callback(self) -> None:
        """Take one more cover."""
        self.covers += 1
        moves = self._moves()
        if label(moves)[1] == 1:
            self.tours.append(dt.Tour(moves))

    def _moves(self) -> Moves:
        moves = np.zeros(self._cover.shape, np.uint8)
        for edge, literal in self._cover.literals.items():
            if self.value(literal):
                here, there = ends(edge)
                moves[here] |= 1 << edge[2]
                moves[there] |= 1 << edge[2] + 4
        return moves


def tours_with(rows: int, cols: int, rails: int) -> tuple[list[dt.Tour], int]:
    """Return the closed tours of a board with so many rails, and the number of covers."""
    cover = RailCover(rows, cols, rails)
    found = _Tours(cover)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    status = solver.solve(cover.model, found)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise AssertionError(f"the solver stopped: {solver.status_name(status)}")
    return found.tours, found.covers


def main() -> None:
    """Count the tours of boards."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="+", metavar="ROWSxCOLS")
    parser.add_argument("--rails", type=int, default=0)
    arguments = parser.parse_args()
    for board in arguments.boards:
        rows, cols = map(int, board.split("x"))
        tours, covers = tours_with(rows, cols, arguments.rails)
        classes = len({tour.canonical().moves.tobytes() for tour in tours})
        sys.stdout.write(f"{rows} x {cols}: {len(tours)} tours of {classes} classes, {covers} covers\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
