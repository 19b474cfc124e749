"""Find the fewest crossings of walls between two kinds of lines that leave no loops with the ties at the lines' ends.

    python lab/walls.py 1,-3 1,2 2,-1    # a mirror: 3
    python lab/walls.py 2,-2 2,1 1,2     # between lines of nearly the same direction, along the falling diagonal: 6

Vectors are (up, right): the period of the wall, the lines on its left, and those on its right (see `defects`). Far away
on both sides, each second line is tied to the third one after it, as at the edges of tours with few crossings. Which
lines these are depends on where the wall lies: all four cases are solved. Flows are told up to a constant; those of the
walls above are half a move, one way or the other.

A solver finds the wall with the fewest crossings. As long as it has loops, at least two moves have to lead out of each.
"""

from __future__ import annotations

import argparse
import sys
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from defects import Cover, Move, Strip, Vector, plus, vector
from ortools.sat.python import cp_model

from destrier.core.leaper import MOVES

if TYPE_CHECKING:
    from collections.abc import Iterator

_FAR: Final = 60
"""How far beyond the strip lines are tied, as a depth."""

_LONGEST: Final = 40
"""After so many periods, a walk is no loop."""


class TiedWall(Cover):
    """The moves of a wall whose lines are tied.

    Parameters
    ----------
    odd
        Whether the lines that are tied to the third one after them are odd, on the right and on the left.
    """

    def __init__(self, strip: Strip, odd: tuple[bool, bool]) -> None:
        super().__init__(strip)
        self.odd = odd
        self.far = -_FAR, strip.width * max(map(abs, strip.period)) + _FAR

    def loops(self, made: set[Move]) -> Iterator[set[Vector]]:
        """The squares of each loop that lie on the strip; loops that a period moves onto each other are one."""
        seen: set[Vector] = set()
        for square in self.strip.squares():
            walked = None if square in seen else self._loop(square, made)
            if walked:
                seen |= {self.strip.first(each, self.strip.laps(each)) for each in walked}
                yield walked

    def _loop(self, start: Vector, made: set[Move]) -> set[Vector] | None:
        walked, before, square = {start}, start, self._neighbours(start, made)[0]
        while square != start:
            if abs(self.strip.laps(square)) > _LONGEST:
                return None
            left = self.strip.depth(square) > 0
            outwards = self.strip.depth(square) - self.strip.depth(before)
            if self.strip.lines(square) is None:
                walked.add(square)
            elif (outwards > 0) == left and not self.far[0] <= self.strip.depth(square) <= self.far[1]:
                before, square = self._tied(square, left=left)
                continue
            one, other = self._neighbours(square, made)
            before, square = square, other if one == before else one
        return walked

    def _neighbours(self, square: Vector, made: set[Move]) -> tuple[Vector, Vector]:
        lines = self.strip.lines(square)
        if lines:
            return plus(square, lines), plus(square, lines, -1)
        first, second = (end for end in (plus(square, move) for move in MOVES) if self._key(square, end) in made)
        return first, second

    def _key(self, square: Vector, end: Vector) -> Move:
        """The move between two squares, from the lower one, in the first period."""
        low, high = sorted((square, end))
        return self.strip.first(low, self.strip.laps(low)), plus(high, low, -1)

    def _tied(self, square: Vector, *, left: bool) -> tuple[Vector, Vector]:
        """Two squares of the line to which that of a square is tied, the second nearer to the wall."""
        up, right = lines = self.strip.left if left else self.strip.right
        number = square[0] * right - square[1] * up
        number += 3 if number % 2 == self.odd[left] else -3
        unit = next(each for each in product(range(-2, 3), repeat=2) if each[0] * right - each[1] * up == 1)
        place = unit[0] * number, unit[1] * number
        rise = self.strip.depth(lines)
        steps = round((self.far[left] - self.strip.depth(place)) / rise)
        inwards = -1 if (rise > 0) == left else 1
        return plus(place, lines, steps), plus(place, lines, steps + inwards)

    def lead_out(self, squares: set[Vector]) -> None:
        """Demand that two moves lead out of these squares of the strip."""
        leading = []
        for square, move in product(squares, MOVES):
            end = plus(square, move)
            variable = self.variables.get(self._key(square, end), 0)
            if end not in squares and not isinstance(variable, int):
                leading.append(variable)
        self.model.add(sum(leading) >= 2)


def least_without_loops(strip: Strip, odd: tuple[bool, bool], flow: int, *, seconds: float = 60) -> int | None:
    """The fewest crossings every period, if the wall can carry the flow.

    Raises
    ------
    TimeoutError
        If the solver has no proof in time.
    """
    wall = TiedWall(strip, odd)
    wall.model.add(wall.flow() == flow)
    wall.model.minimize(wall.crossings())
    while True:
        solver: Any = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = seconds
        status = solver.solve(wall.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise TimeoutError(f"at least {solver.best_objective_bound:.0f}")
        made = {move for move, variable in wall.variables.items() if solver.value(variable)}
        loops = list(wall.loops(made))
        if not loops:
            return int(solver.objective_value)
        for loop in loops:
            wall.lead_out(loop)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("period", type=vector, help="after which the wall comes again, such as 1,-3")
    parser.add_argument("left", type=vector, help="the lines on its left")
    parser.add_argument("right", type=vector, help="the lines on its right")
    parser.add_argument("--width", type=int, default=7, help="squares across the strip")
    parser.add_argument("--flows", type=int, nargs="+", default=[0, 1])
    asked = parser.parse_args()
    for flow, first, other in product(asked.flows, (False, True), (False, True)):
        try:
            strip = Strip(asked.period, asked.left, asked.right, asked.width)
            least = str(least_without_loops(strip, (first, other), flow))
        except TimeoutError as unproved:
            least = str(unproved)
        sys.stdout.write(f"a flow of {flow}, odd lines {first, other}: {least} crossings\n")
        sys.stdout.flush()
