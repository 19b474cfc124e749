"""Count closed tours by their turns, by a frontier that knows the direction of the move at each square with one move.

    python lab/turn_states.py 6 6              # the tours by turns: a minute
    python lab/turn_states.py 6 8 --columns 3  # the states after three columns, without directions and with them

Squares are swept column by column; each takes its moves to later columns and leaves the frontier. A square with one
move so far has a mate, the other end of its path, and the move by which it was reached. The path goes straight on there
if the square is left by the same move. A move that leads off the board if repeated is not kept, as it cannot matter.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import combinations, product
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
State: TypeAlias = tuple[tuple[Square, Square, int], ...]
"""The squares of the frontier that may still get moves: each with its mate and the move that reached it, or 0."""

MOVES = ((-1, 2), (1, 2), (-2, 1), (2, 1))


class Sweep:
    """The states of a sweep, each with the numbers of sets of moves by the squares where these go straight on."""

    def __init__(self, rows: int, cols: int, *, directions: bool = True) -> None:
        self.rows, self.cols, self.directions = rows, cols, directions
        self._entered = 3  # columns
        self.states: dict[State, Counter[int]] = {tuple(self._fresh((0, 1, 2))): Counter([0])}
        self.closed = Counter[int]()
        """The numbers of tours by the squares where they go straight on."""

    def _fresh(self, cols: tuple[int, ...]) -> list[tuple[Square, Square, int]]:
        return [((row, col), (row, col), 0) for col in cols if col < self.cols for row in range(self.rows)]

    def _is_on_board(self, row: int, col: int) -> bool:
        return 0 <= row < self.rows and 0 <= col < self.cols

    def _direction(self, square: Square, move: int) -> int:
        """Return what to keep of the move by which a square is reached."""
        down, across = MOVES[move - 1]
        return move if self.directions and self._is_on_board(square[0] + down, square[1] + across) else 0

    def sweep_column(self, col: int) -> None:
        """Take all moves from the squares of a column to later ones."""
        for row in range(self.rows):
            self._sweep_square((row, col))
        fresh = tuple(self._fresh((col + 3,)))
        self._entered = col + 4
        self.states = {state + fresh: numbers for state, numbers in self.states.items()}

    def _sweep_square(self, square: Square) -> None:
        before, self.states = self.states, {}
        onward = [
            (number, (square[0] + down, square[1] + across))
            for number, (down, across) in enumerate(MOVES, 1)
            if self._is_on_board(square[0] + down, square[1] + across)
        ]
        for state, numbers in before.items():
            ends = {place: (mate, move) for place, mate, move in state}
            if square not in ends:
                self._add(ends, numbers, 0)
                continue
            mate, reached_by = ends.pop(square)
            free = [(number, there) for number, there in onward if there in ends]
            if mate != square:
                for number, there in free:
                    self._link(dict(ends), [mate, there], {there: number}, numbers, int(number == reached_by))
            else:
                for (one, here), (other, there) in combinations(free, 2):
                    self._link(dict(ends), [here, there], {here: one, there: other}, numbers, 0)

    def _link(
        self,
        ends: dict[Square, tuple[Square, int]],
        path: list[Square],
        reached: dict[Square, int],
        numbers: Counter[int],
        straight: int,
    ) -> None:
        """Join the two squares of a path through a square that leaves; `reached` are those that get a move."""
        first, second = path
        if first == second or ends[first][0] == second != first:  # a cycle
            if not set(ends) - {first, second} and self._entered >= self.cols:
                self.closed.update({count + straight: number for count, number in numbers.items()})
            return
        outer = [ends[square][0] if square in reached else square for square in path]
        moves = {}
        for square, end in zip(path, outer, strict=True):
            is_new = square in reached and end == square
            moves[end] = self._direction(square, reached[square]) if is_new else ends[end][1]
            if end != square:
                del ends[square]
        ends[outer[0]], ends[outer[1]] = (outer[1], moves[outer[0]]), (outer[0], moves[outer[1]])
        self._add(ends, numbers, straight)

    def _add(self, ends: dict[Square, tuple[Square, int]], numbers: Counter[int], straight: int) -> None:
        state = tuple((place, mate, move) for place, (mate, move) in sorted(ends.items()))
        sums = self.states.setdefault(state, Counter())
        for count, number in numbers.items():
            sums[count + straight] += number


def tours_by_turns(rows: int, cols: int) -> dict[int, int]:
    """Return the numbers of undirected closed tours with so many turns."""
    sweep = Sweep(rows, cols)
    for col in range(cols):
        sweep.sweep_column(col)
    return {rows * cols - straight: number for straight, number in sorted(sweep.closed.items(), reverse=True)}


def main() -> None:
    """Print the tours by turns, or the states after some columns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", type=int)
    parser.add_argument("cols", type=int)
    parser.add_argument("--columns", type=int, help="only sweep so many columns, and count the states")
    options = parser.parse_args()
    if options.columns is None:
        lines = (f"{turns} {tours}\n" for turns, tours in tours_by_turns(options.rows, options.cols).items())
        sys.stdout.writelines(lines)
        return
    sweeps = [Sweep(options.rows, options.cols, directions=directions) for directions in (False, True)]
    for sweep, col in product(sweeps, range(options.columns)):
        sweep.sweep_column(col)
    sys.stdout.write(" ".join(str(len(sweep.states)) for sweep in sweeps) + "\n")


if __name__ == "__main__":
    main()
