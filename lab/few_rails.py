"""List all closed tours of a board that have a given number of rails, or find out whether there are any.

    python lab/few_rails.py 10x10
    python lab/few_rails.py 8x8 --rails 1
    python lab/few_rails.py 4x4x4 8x8 --leaper zebra --any

CP-SAT, the solver of OR-tools, lists all *covers*, in which each square has two edges, with so many rails. Those of one
cycle are the tours. 10 x 10 without rails takes two minutes, and 8 x 8 with one rail a quarter of a minute. With
`--any`, edges have to lead out of each cycle that the solver finds, until it finds a tour or proves that there is none.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from ortools.sat.python import cp_model

import destrier as dt
from destrier.core.tourney import tourney_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from destrier.core.grid import BaseBoard
    from destrier.core.movegraph import MoveGraph
    from destrier.core.types import Cover

Edge: TypeAlias = tuple[int, int]
"""A square and a move; of the two names of an edge, the smaller."""


class RailCovers:
    """A model of the covers of a board that have so many rails."""

    def __init__(self, board: BaseBoard, rails: int) -> None:
        self.board = board
        self.model: Any = cp_model.CpModel()
        graph = board.move_graph
        self.literals: dict[Edge, Any] = {edge: self.model.new_bool_var("") for edge in _edges(graph)}
        for square in range(graph.size):
            self.model.add(sum(self.literals[edge] for edge in _edges_at(graph, square)) == 2)
        found = []
        for pair, others in _four_cycles(graph):
            found += [self._rail(pair, others), self._rail(others, pair)]
        self.model.add(sum(found) == rails)

    def _rail(self, present: Iterable[Edge], absent: Iterable[Edge]) -> Any:
        """Return a literal for: two opposite edges of a 4-cycle are present, and the others absent."""
        rail = self.model.new_bool_var("")
        holds = [*(self.literals[edge] for edge in present), *(~self.literals[edge] for edge in absent)]
        self.model.add_bool_and(holds).only_enforce_if(rail)
        self.model.add_bool_or([rail, *(~literal for literal in holds)])
        return rail

    def lead_out(self, squares: set[int]) -> None:
        """Demand that edges lead out of some squares."""
        graph = self.board.move_graph
        out = [
            literal
            for (at, move), literal in self.literals.items()
            if (at in squares) != (int(graph.there[at, move]) in squares)
        ]
        self.model.add(sum(out) >= 2)

    def tourney(self, solution: Any) -> dt.Tourney:
        """Return the cover that the solver found."""
        graph = self.board.move_graph
        cover: Cover = np.zeros(graph.size, np.uint64)
        for (square, move), literal in self.literals.items():
            if solution.boolean_value(literal):
                cover[square] |= np.uint64(1 << move)
                cover[graph.there[square, move]] |= np.uint64(1 << int(graph.back[square, move]))
        return tourney_of(cover, self.board)


def _edges(graph: MoveGraph) -> set[Edge]:
    return {edge for square in range(graph.size) for edge in _edges_at(graph, square)}


def _edges_at(graph: MoveGraph, square: int) -> Iterator[Edge]:
    for move in np.flatnonzero(graph.there[square] >= 0).tolist():
        yield _edge(graph, square, move)


def _edge(graph: MoveGraph, square: int, move: int) -> Edge:
    return min((square, move), (int(graph.there[square, move]), int(graph.back[square, move])))


def _four_cycles(graph: MoveGraph) -> Iterator[tuple[tuple[Edge, Edge], tuple[Edge, Edge]]]:
    """Yield the two pairs of opposite edges of each 4-cycle, from its first square on."""
    ways = [
        [(int(graph.there[square, move]), _edge(graph, square, move)) for move in np.flatnonzero(row >= 0).tolist()]
        for square, row in enumerate(graph.there)
    ]
    for first, at_first in enumerate(ways):
        later = [(there, edge) for there, edge in at_first if there > first]
        for (near, along), (across, cross) in combinations(later, 2):
            for last, there in ways[near]:
                for end, closing in ways[across]:
                    if last == end > first and near != across:
                        yield (along, closing), (cross, there)


class _Tours(cp_model.CpSolverSolutionCallback):
    """Counts covers, and keeps the tours."""

    def __init__(self, covers: RailCovers) -> None:
        super().__init__()
        self._covers = covers
        self.covers = 0
        self.tours: list[dt.Tourney] = []

    def on_solution_callback(self) -> None:
        """Take one more cover."""
        self.covers += 1
        tourney = self._covers.tourney(self)
        if tourney.cycle_count == 1:
            self.tours.append(tourney)


def tours_with(board: BaseBoard, rails: int) -> tuple[list[dt.Tourney], int]:
    """Return the closed tours of a board with so many rails, and the number of covers."""
    covers = RailCovers(board, rails)
    found = _Tours(covers)
    solver = _solver()
    solver.parameters.enumerate_all_solutions = True
    status = solver.solve(covers.model, found)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise AssertionError(f"the solver stopped: {solver.status_name(status)}")
    return found.tours, found.covers


def any_tour_with(board: BaseBoard, rails: int, seconds: float = 60) -> tuple[dt.Tourney | None, bool]:
    """Return a closed tour with so many rails, if one was found, and whether the question is decided."""
    covers, solver = RailCovers(board, rails), _solver()
    solver.parameters.max_deterministic_time = seconds
    while (status := solver.solve(covers.model)) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        tourney = covers.tourney(solver)
        if tourney.cycle_count == 1:
            return tourney, True
        for cycle in tourney.cycles():
            index = np.ravel_multi_index(tuple(cycle.T), board.shape)
            covers.lead_out(set(np.searchsorted(board.squares, index).tolist()))
    return None, status == cp_model.INFEASIBLE


def _solver() -> Any:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver


def main() -> None:
    """Count the tours of boards, or tell whether there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="+", metavar="ROWSxCOLS")
    parser.add_argument("--rails", type=int, default=0)
    parser.add_argument("--leaper", default="knight")
    parser.add_argument("--any", action="store_true", help="whether there are any")
    arguments = parser.parse_args()
    for name in arguments.boards:
        sides = [int(side) for side in name.split("x")]
        board = (dt.Board if len(sides) == 2 else dt.Space)(*sides, leaper=arguments.leaper)
        if arguments.any:
            tour, is_decided = any_tour_with(board, arguments.rails)
            told = "yes" if tour else "no" if is_decided else "undecided"
        else:
            tours, covers = tours_with(board, arguments.rails)
            classes = len({tour.canonical() for tour in tours})
            told = f"{len(tours)} tours of {classes} classes, {covers} covers"
        sys.stdout.write(f"{' x '.join(map(str, sides))}: {told}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
