"""Closed knight's tours of small boards, made, shattered and joined in plain Python: what the page runs in a browser.

A board is a graph: its squares are numbered row by row, and `there` has the target of each of the eight moves of a
square, -1 if there is none. A cover, such as a tour, is the two moves of each square.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import NamedTuple

from destrier.plain.hamiltonian import HamiltonianCycles
from destrier.plain.sweep import cycles
from destrier.plain.worms import Pairs

MOVES = ((-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2))
"""The moves as rows and columns; move `undone(i)` undoes move i."""

COLOURS = ("#1b1b1b", "#c1592a", "#1f5a8a", "#3f7f4f", "#8a5a9e", "#a08322", "#4b9db0", "#a3324e")


def undone(move: int) -> int:
    """Return the move that goes back."""
    return (move + 4) % 8


class Rail(NamedTuple):
    """Parallel moves from a square and from its neighbour by a step; to switch it is to take two such steps instead."""

    square: int
    move: int
    step: int


class Playground:
    """A board and a cover of it, which begins as a uniformly random closed tour."""

    def __init__(self, rows: int, cols: int, seed: int) -> None:
        self.rows, self.cols = rows, cols
        self.there = [[self._target(square, move) for move in MOVES] for square in range(rows * cols)]
        self.cover: Pairs = self._tour(seed)

    def _target(self, square: int, move: tuple[int, int]) -> int:
        row, col = (place + by for place, by in zip(divmod(square, self.cols), move, strict=True))
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else -1

    def _tour(self, seed: int) -> Pairs:
        """Return a tour, drawn uniformly; nothing if there is none."""
        moves = [[move for move, other in enumerate(row) if other >= 0] for row in self.there]
        graph = [[row[move] for move in own] for row, own in zip(self.there, moves, strict=True)]
        first = None if len(graph) % 2 else next(cycles(graph), None)  # moves alternate between the colours
        if first is None:
            return []
        cover: Pairs = [[] for _ in graph]
        for square, place in first:
            move = moves[square][place]
            cover[square].append(move)
            cover[graph[square][place]].append(undone(move))
        back = [[undone(move) for move in range(8)] for _ in graph]
        return HamiltonianCycles(self.there, back, cover).draw(seed) or cover

    # Rails

    def shatter(self, seed: int) -> None:
        """Switch rails in random order, as long as they have no square in common."""
        touched: set[int] = set()
        for rail in self._shuffled_rails(seed):
            if touched.isdisjoint(corners := self._corners(rail)):
                self._switch(rail)
                touched.update(corners)

    def join(self, seed: int) -> None:
        """Switch rails between different cycles, in random order."""
        for rail in self._shuffled_rails(seed):
            ends = {rail.square, self.there[rail.square][rail.step]}
            if self._is_rail(rail) and not any(ends <= {*cycle} for cycle in self.cycles()):
                self._switch(rail)

    def _shuffled_rails(self, seed: int) -> list[Rail]:
        every = (Rail(*three) for three in product(range(len(self.cover)), range(4), range(4)))
        rails = [rail for rail in every if self._is_rail(rail)]
        Random(seed).shuffle(rails)  # noqa: S311 (no secret)
        return rails

    def _is_rail(self, rail: Rail) -> bool:
        """Whether the cover has both moves, and neither of the steps."""
        one, beside, far, _ = self._corners(rail)
        has_moves = beside >= 0 and rail.move in self.cover[one] and rail.move in self.cover[beside]
        return has_moves and rail.step not in self.cover[one] and rail.step not in self.cover[far]

    def _corners(self, rail: Rail) -> tuple[int, int, int, int]:
        """Return the ends of both steps of a rail."""
        row = self.there[rail.square]
        return rail.square, row[rail.step], row[rail.move], self.there[row[rail.step]][rail.move]

    def _switch(self, rail: Rail) -> None:
        one, beside, far, last = self._corners(rail)
        move, step = rail.move, rail.step
        for square, old, new in (
            (one, move, step),
            (beside, move, undone(step)),
            (far, undone(move), step),
            (last, undone(move), undone(step)),
        ):
            self.cover[square].remove(old)
            self.cover[square].append(new)

    # What is shown

    def cycles(self) -> list[list[int]]:
        """Return the squares of each cycle in visiting order."""
        left = dict.fromkeys(range(len(self.cover)))
        found = []
        while left:
            square = start = next(iter(left))
            move = self.cover[start][0]
            found.append([start])
            while (square := self.there[square][move]) != start:
                found[-1].append(square)
                one, other = self.cover[square]
                move = other if one == undone(move) else one
            for square in found[-1]:
                del left[square]
        return found

    @property
    def words(self) -> str:
        """What is shown, in words."""
        board, count = f"{self.rows} × {self.cols}", len(self.cycles())
        if count == 0:
            return f"There is no closed tour of {board}."
        return f"A closed tour of {board}" if count == 1 else f"{count} cycles on {board}"

    @property
    def svg(self) -> str:
        """The board with a line for each cycle."""
        dark = "".join(
            f"<path d='M{col} {row}h1v1h-1z'/>"
            for row, col in product(range(self.rows), range(self.cols))
            if (row + col) % 2
        )
        lines = []
        for number, cycle in enumerate(self.cycles()):
            points = " ".join(f"{square % self.cols + 0.5},{square // self.cols + 0.5}" for square in cycle)
            lines.append(f"<polygon points='{points}' stroke='{COLOURS[number % len(COLOURS)]}'/>")
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {self.cols} {self.rows}' role='img'>"
            f"<title>{self.words}</title><path fill='#fbf5e6' d='M0 0h{self.cols}v{self.rows}h-{self.cols}z'/>"
            f"<g fill='#e4d6bb'>{dark}</g>"
            f"<g fill='none' stroke-width='.07' stroke-linejoin='round'>{''.join(lines)}</g></svg>"
        )
