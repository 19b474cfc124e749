"""Regions: the free squares of a board, filled by a solver while the others keep their moves.

A region is a model of CP-SAT, the solver of OR-tools. Each edge that may be has a literal, which stands under both
squares that it joins; an edge that stays has the literal that is always true. At each free square two literals are
true, or one at the ends of a path. Turns and crossings are sums of literals, to be made small. That the edges are one
cycle is demanded only where a solution breaks it: of each cycle that it has, two edges at least have to lead out.

The time that the solver takes is counted in its own deterministic seconds, about as long as those of a clock, so that
the same call finds the same on every machine.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from ortools.sat.python import cp_model

from destrier.core.board import move_slices
from destrier.core.leaper import MOVES
from destrier.core.walks import label
from destrier.measuring.metrics import crossing_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.types import Mask, Moves, Square


class Filling(NamedTuple):
    """A board whose free squares are filled, and whether it is proved that no other has a smaller objective."""

    moves: Moves
    optimal: bool


class Region:
    """The free squares of a board.

    Parameters
    ----------
    moves
        The board. The moves of its free squares are a hint where to search first; zeros are none.
    free
        Which squares are free. The other squares' moves stay, whether or not the squares that they lead to have them.
    symmetry
        What has to map the free squares' edges onto each other: a half-turn (`central`), the reflection that exchanges
        left and right (`axial`), a quarter turn (`quarter`), or nothing. No edge joins images under a quarter turn.
    ends
        Free squares of which two have one edge only, so that a path may lead from one to the other; or nothing.
    """

    def __init__(
        self, moves: Moves, free: Mask, *, symmetry: str | None = None, ends: list[Square] | None = None
    ) -> None:
        self.free = free
        self.kept = kept(moves, free)
        self.model: Any = cp_model.CpModel()
        true = self.model.new_constant(1)
        self.literals: dict[tuple[Square, int], Any] = {
            (square, move): true
            for square in np.ndindex(*moves.shape)
            for move in range(8)
            if self.kept[square] >> move & 1
        }
        self.edges = dict(self._new_edges())
        for place, edge in self.edges.items() if symmetry else ():
            image = self._image(*place, symmetry)
            self.model.add(edge == self.edges[image])
            if symmetry == "quarter" and _is_joined_to(place, image):
                self.model.add(edge == 0)  # it would close a loop with its images
        self.ends = {square: self.model.new_bool_var("") for square in ends or ()}
        if ends:
            self.model.add(sum(self.ends.values()) == 2)
        for square in self.squares():
            self.model.add(sum(self._at(square)) == 2 - self.ends.get(square, 0))
        if (moves[free] > 0).all():
            self.hint(moves)

    def squares(self) -> list[Square]:
        """The free ones."""
        return [(int(row), int(col)) for row, col in np.argwhere(self.free)]

    def _new_edges(self) -> Iterator[tuple[tuple[Square, int], Any]]:
        """A literal for each edge between free squares, by its upper end and the move down from there."""
        free = set(self.squares())
        for row, col in self.squares():
            for move in range(4, 8):
                other = row + MOVES[move][0], col + MOVES[move][1]
                if other in free:
                    edge = self.model.new_bool_var("")
                    self.literals[(row, col), move] = self.literals[other, move - 4] = edge
                    yield ((row, col), move), edge

    def _image(self, square: Square, move: int, symmetry: str | None) -> tuple[Square, int]:
        """The upper end of an edge's image, and the move down from there."""
        (row, col), (rows, cols) = square, self.free.shape
        if symmetry == "axial":
            return (row, cols - 1 - col), 11 - move
        down, right = MOVES[move]
        if symmetry == "quarter":
            ends = sorted(((cols - 1 - col, row), (cols - 1 - col - right, row + down)))
            return ends[0], MOVES.index((ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]))
        return (rows - 1 - row - down, cols - 1 - col - right), move

    def _at(self, square: Square) -> list[Any]:
        return [self.literals[square, move] for move in range(8) if (square, move) in self.literals]

    def hint(self, moves: Moves) -> None:
        """Tell the solver where to search first."""
        self.model.clear_hints()
        for (square, move), edge in self.edges.items():
            self.model.add_hint(edge, bool(moves[square] >> move & 1))

    # What to make small

    def turns(self) -> Any:
        """How many of its squares have two moves that are not opposite."""
        straight: list[Any] = []
        for square in self.squares():
            # A square is straight in one direction at most: with that said, the solver is many times as fast.
            pairs = (self._pair((square, move), (square, move + 4)) for move in range(4))
            ways = [self._both(*pair) for pair in pairs if pair]
            self.model.add_at_most_one(ways)
            straight += ways
        return int(self.free.sum()) - (2 if self.ends else 0) - sum(straight)

    def crossings(self) -> Any:
        """How many pairs of edges cross at least one of which is not kept."""
        free = {edge.index for edge in self.edges.values()}
        ways = []
        for one, other, down, right, _ in crossing_pairs().tolist():
            for row, col in product(range(self.free.shape[0]), range(self.free.shape[1])):
                pair = self._pair(((row, col), 4 + one), ((row + down, col + right), 4 + other))
                if pair and not free.isdisjoint(edge.index for edge in pair):
                    ways.append(self._both(*pair))
        return sum(ways)

    def _pair(self, one: tuple[Square, int], other: tuple[Square, int]) -> tuple[Any, Any] | None:
        """The literals of two edges, if both may be."""
        may_be = one in self.literals and other in self.literals
        return (self.literals[one], self.literals[other]) if may_be else None

    def _both(self, one: Any, other: Any) -> Any:
        """A literal for: both are true."""
        both = self.model.new_bool_var("")
        self.model.add_implication(both, one)
        self.model.add_implication(both, other)
        self.model.add_bool_or([~one, ~other, both])
        return both

    # Solutions

    def fill(self, *, seconds: float = 20, seed: int = 0) -> Filling | None:
        """The best filling that was found, whatever cycles the board has; `None` if none was."""
        solver = solver_of(seconds, seed)
        status = solver.solve(self.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return Filling(self._moves(solver), status == cp_model.OPTIMAL)

    def fill_with_one_cycle(self, *, seconds: float = 20, seed: int = 0, tries: int = 10**6) -> Filling | None:
        """The best filling by which the board is one cycle; `None` if none of so many was."""
        for _ in range(tries):
            filling = self.fill(seconds=seconds, seed=seed)
            if filling is None:
                break
            labels, count = label(filling.moves)
            if count == 1:
                return filling
            for number in np.argsort(np.bincount(labels.ravel()))[:-1]:
                self._lead_out(labels == number)
            self.hint(filling.moves)
        return None

    def _lead_out(self, inside: Mask) -> None:
        """Demand that two edges lead out of these squares, or one if an end is among them."""
        leading = []
        for (square, move), edge in self.edges.items():
            there = square[0] + MOVES[move][0], square[1] + MOVES[move][1]
            if inside[square] != inside[there]:
                leading.append(edge)
        self.model.add(sum(leading) >= 2 - sum(end for square, end in self.ends.items() if inside[square]))
        self.model.add_bool_or(leading)

    def fillings(self) -> Iterator[Moves]:
        """All of them, the best first; none remains for other solutions."""
        while filling := self.fill(seconds=600):
            assert filling.optimal, "out of time"
            yield filling.moves
            self.exclude(filling.moves)

    def exclude(self, moves: Moves) -> None:
        """Demand another solution than this one."""
        used = (edge for ((row, col), move), edge in self.edges.items() if moves[row, col] >> move & 1)
        self.model.add_bool_or(~edge for edge in used)

    def _moves(self, values: Any) -> Moves:
        """The board of a solution."""
        moves = self.kept.copy()
        for ((row, col), move), edge in self.edges.items():
            if values.value(edge):
                moves[row, col] |= 1 << move
                moves[row + MOVES[move][0], col + MOVES[move][1]] |= 1 << (move - 4)
        return moves


def _is_joined_to(one: tuple[Square, int], other: tuple[Square, int]) -> bool:
    """Return whether two edges have an end in common."""
    ends = [{square, (square[0] + MOVES[move][0], square[1] + MOVES[move][1])} for square, move in (one, other)]
    return bool(ends[0] & ends[1])


def solver_of(seconds: float, seed: int) -> Any:
    """A solver on one processor, which gives up after so many seconds of its own."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = seconds
    solver.parameters.random_seed = seed
    solver.parameters.linearization_level = 2  # the fewest turns of a box: 0.01 s, where level 1 takes 1.6 s
    return solver


def kept(moves: Moves, free: Mask) -> Moves:
    """The moves that stay: those of the squares that are not free, and back to them."""
    fixed = np.where(free, 0, moves).astype(np.uint8)
    stays = fixed.copy()
    for move, (here, there) in enumerate(move_slices(*moves.shape)):
        back = (fixed[here] >> move & 1) << (move + 4) % 8
        stays[there] |= np.where(free[there], back, 0).astype(np.uint8)
    return stays
