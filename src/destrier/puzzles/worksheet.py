"""Worksheets: every n-th number of a given tour, and as many others as it takes to deduce the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from destrier.core.tourney import Tour, Tourney
from destrier.puzzles.puzzle import PartialTour
from destrier.puzzles.reasoning import GRADES, Deduction, Grade, Solver, grade_of, is_solved_by
from destrier.search.numbered import Given
from destrier.support.errors import DestrierError, UnsupportedBoard, shown

LARGEST: Final = 30
"""The most rows or columns whose numbers can be read on a page."""

DEDUCTIONS: Final = {grade: deduction for deduction, grade in GRADES.items() if deduction != "trial"}
"""The grades of worksheets, and the hardest deduction that each needs."""


@dataclass(frozen=True)
class Worksheet(PartialTour):
    """A board with some numbers of a tour, to be completed; `worksheet` makes one."""

    grade: Grade
    """`easy`, `medium` or `hard`, by the hardest deduction needed; see `Puzzle.steps`."""
    unique: bool = True
    """That no other tour has the given numbers: the others follow from them."""

    def __repr__(self) -> str:
        return f"<{self.grade} Worksheet of {self.board.describe()}, {self.kind}, {len(self.givens)} givens>"


def worksheet(tour: Tourney, every: int = 8, grade: Grade = "easy") -> Worksheet:
    """Return a worksheet: a board with every n-th number of a tour, for pupils to find the others.

    The first and the last number are given, too, and further ones until the rest can be deduced, so that no other tour
    fits. A class that knows the knight's move can complete an easy one.

    Parameters
    ----------
    tour
        The tour, which is the solution.
    every
        Every how many numbers one is given.
    grade
        `easy`, `medium` or `hard`: the hardest deduction that may be needed; see `Puzzle.steps`.

    Raises
    ------
    DestrierError
        If there are several cycles, or the board is larger than 30 x 30 on paper.

    See Also
    --------
    destrier.puzzle

    Examples
    --------
    >>> from destrier import tour
    >>> made = worksheet(tour(6, 6, seed=1), every=9)
    >>> made.grade, sorted(made.givens.values())
    ('easy', [1, 5, 7, 9, 11, 13, 15, 18, 20, 22, 24, 27, 31, 33, 36])
    """
    if isinstance(every, bool) or not isinstance(every, int) or every < 1:
        raise DestrierError(f"a worksheet gives every n-th number, where n is an integer from 1 on, not {shown(every)}")
    if grade not in DEDUCTIONS:
        raise DestrierError(f"a worksheet is easy, medium or hard, not {shown(grade)}")
    if not isinstance(tour, Tour) or tour.kind == "tourney":
        raise DestrierError("a worksheet needs a single tour: join the cycles first")
    board, closed = tour.board, tour.kind == "closed"
    if max(board.sheet().shape) > LARGEST:
        raise UnsupportedBoard(f"a worksheet has room for {LARGEST} x {LARGEST}, not for {board.describe()}")
    order = [int(node) for node in board.squares.searchsorted(tour.indices())]
    last = len(order) - 1
    given = {node: place for place, node in enumerate(order) if place in (0, last) or (place + 1) % every == 0}
    while not is_solved_by(board, given, DEDUCTIONS[grade], closed=closed):  # what one knew before a number helps, too
        _complete(given, order, Solver(board, given, closed=closed), DEDUCTIONS[grade])
    squares = tour.squares()
    givens = {squares[place]: place + 1 for place in sorted(given.values())}
    return Worksheet(board, tour.kind, givens, tour, grade_of(board, given, closed=closed))


def _complete(given: Given, order: Sequence[int], solver: Solver, hardest: Deduction) -> None:
    """Whenever deductions come to an end, give the number in the middle of the longest gap."""
    solver.conclude(hardest)
    while not solver.is_solved:
        before, after = max(pairwise(solver.placed), key=lambda gap: gap[1] - gap[0])
        place = (before + after) // 2
        given[order[place]] = place
        solver.place(order[place], place)
        solver.conclude(hardest)
