"""Find the fewest crossings of defects, along which lines are disturbed, and of walls between two kinds of lines.

    python lab/defects.py 3,3                   # a defect of flat lines that comes again 3 up and 3 to the right
    python lab/defects.py 1,-1 --other 2,1      # a wall between flat lines and those that go two up for one right

Vectors are (up, right); flat lines follow 1,2. They are on the left of a wall that leads in the direction of its
period, the other lines on the right. Each move is directed from its light square to its dark one. A defect then carries
a *flow*: the moves that cross a cut through it in the direction of its period, less those in the other direction,
compared with undisturbed lines. The flow is the same all along a defect, since every light square sends out two moves
and every dark square takes in two. That of a wall is told up to a constant.

The squares of a strip along the defect are free; a solver finds their moves. The squares beyond it keep their lines.
Two squares that are apart by the period are one, so a period must not change the colour. Loops are not excluded.
"""

from __future__ import annotations

import argparse
import sys
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ortools.sat.python import cp_model

from destrier.core.board import interiors_meet
from destrier.core.leaper import MOVES

if TYPE_CHECKING:
    from collections.abc import Iterator

Vector: TypeAlias = tuple[int, int]
Move: TypeAlias = tuple[Vector, Vector]
"""A square and the vector to another one, which is upwards."""

FLAT: Final[Vector] = (1, 2)
_FLOWS: Final = range(-4, 5)
_NEAR: Final = range(-3, 4)


class Strip(NamedTuple):
    """The strip along a defect: its period, the lines on its left and right, and how many squares it is wide."""

    period: Vector
    left: Vector
    right: Vector
    width: int

    def laps(self, square: Vector) -> int:
        """How many periods a square lies beyond the first one."""
        up, right = self.period
        return (square[0] * up + square[1] * right) // (up * up + right * right)

    def first(self, square: Vector, laps: int) -> Vector:
        """The square so many periods before."""
        return square[0] - laps * self.period[0], square[1] - laps * self.period[1]

    def depth(self, square: Vector) -> int:
        """How far a square lies on the left of the strip's right border, in units that depend on the period."""
        return square[0] * self.period[1] - square[1] * self.period[0]

    def lines(self, square: Vector) -> Vector | None:
        """The lines to which a square belongs; none in the strip."""
        depth = self.depth(square)
        if depth < 0:
            return self.right
        return self.left if depth > self.width * max(map(abs, self.period)) else None

    def squares(self) -> Iterator[Vector]:
        """The free squares of the first period."""
        reach = range(-3 * self.width - 9, 3 * self.width + 10)
        for square in product(reach, reach):
            if self.laps(square) == 0 and self.lines(square) is None:
                yield square


class Cover:
    """The moves of a strip as variables of a solver."""

    def __init__(self, strip: Strip) -> None:
        self.strip = strip
        self.model: Any = cp_model.CpModel()
        self.variables: dict[Move, Any] = {}
        for square in strip.squares():
            self.model.add(sum(self.variable(square, move) for move in MOVES) == 2)

    def variable(self, square: Vector, move: Vector) -> Any:
        """Whether a move is made; known if one of its ends is outside the strip."""
        other = plus(square, move)
        if move < (0, 0):
            square, other, move = other, square, (-move[0], -move[1])
        key = self.strip.first(square, self.strip.laps(square)), move
        if key not in self.variables:
            lines = {self.strip.lines(end) for end in (square, other)} - {None}
            self.variables[key] = int(lines == {move}) if lines else self.model.new_bool_var("")
        return self.variables[key]

    def crossings(self) -> Any:
        """The number of crossings every period, an expression."""
        made = {
            move: variable for move, variable in self.variables.items() if not isinstance(variable, int) or variable
        }
        total = []
        for one, other in combinations_with_replacement(made, 2):
            for laps in _NEAR:
                moved = self.strip.first(other[0], -laps)
                if (one != other or laps > 0) and interiors_meet(*_ends(one), *_ends((moved, other[1]))):
                    both = self.model.new_bool_var("")
                    self.model.add(both >= made[one] + made[other] - 1)
                    total.append(both)
        return sum(total)

    def flow(self) -> Any:
        """The flow over the cut where the first period begins, less that of the lines on the left; an expression."""
        total = 0
        for (square, move), variable in self.variables.items():
            sign = 1 if sum(square) % 2 == 0 else -1
            crossed = self.strip.laps(plus(square, move)) - self.strip.laps(square)
            total += sign * crossed * (variable - (move == self.strip.left))
        return total


def least(period: Vector, flow: int, *, other: Vector = FLAT, width: int = 7, seconds: float = 60) -> int | None:
    """The fewest crossings of a defect every period, if it can carry the flow.

    Parameters
    ----------
    other
        The lines on the right.
    width
        The squares across the strip.
    """
    cover = Cover(Strip(period, FLAT, other, width))
    cover.model.add(cover.flow() == flow)
    cover.model.minimize(cover.crossings())
    solver: Any = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(cover.model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL, f"out of time: {period}, a flow of {flow}"
    return int(solver.objective_value)


def plus(one: Vector, other: Vector, times: int = 1) -> Vector:
    """A vector plus a multiple of another one."""
    return one[0] + times * other[0], one[1] + times * other[1]


def _ends(move: Move) -> tuple[Vector, Vector]:
    return move[0], plus(*move)


def vector(text: str) -> Vector:
    """The vector that is written so."""
    up, right = map(int, text.split(","))
    return up, right


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("period", type=vector, help="after which the defect comes again, such as 3,3")
    parser.add_argument("--other", type=vector, default=FLAT, help="the lines on the right of a wall")
    parser.add_argument("--width", type=int, default=7, help="squares across the strip")
    return parser.parse_args()


if __name__ == "__main__":
    arguments = _arguments()
    for flow in _FLOWS:
        found = least(arguments.period, flow, other=arguments.other, width=arguments.width)
        if found is not None:
            sys.stdout.write(f"a flow of {flow}: {found} crossings\n")
