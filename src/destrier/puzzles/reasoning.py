"""Solving a puzzle as a person does: one deduction after the other, each told in words.

There are four kinds, each harder than the one before; the hardest that a puzzle needs is its grade:

`beside`
    A number comes next to one that is placed, and only one free square is a move away from it.
`reach`
    Counting moves through squares that are still free, a number can only be on one square in time, or a square only
    have one number. That includes all arguments from the colours of squares.
`dead end`
    A free square has moves to only two squares left, so the tour goes from one through it to the other.
`trial`
    A number is tried on a square, and the deductions before end in a contradiction; or, where no single trial does,
    several are tried at once, which is told as one step.

Sets of numbers are the bits of an integer, number `n` being bit `n - 1`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from destrier.generators.numbered import Given

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from destrier.core.board import BaseBoard

Grade: TypeAlias = Literal["easy", "medium", "hard", "expert"]
"""How hard a puzzle is: by the hardest deduction that it needs."""

Deduction: TypeAlias = Literal["beside", "reach", "dead end", "trial"]

GRADES: Final[dict[Deduction, Grade]] = {"beside": "easy", "reach": "medium", "dead end": "hard", "trial": "expert"}
"""The deductions, easiest first, with the grade of a puzzle that needs nothing harder."""


@dataclass(frozen=True)
class Step:
    """One deduction."""

    deduction: Deduction
    text: str
    """Why, in a sentence."""
    square: tuple[object, ...] | None = None
    number: int | None = None
    """What it places, if it places a number."""


class _Contradiction(Exception):
    """Some number has no square left, or some square no number."""


class Solver:
    """What a person knows of a puzzle: the numbers that each square may have, and the moves that may be used.

    Parameters
    ----------
    board
        The board.
    given
        The given numbers, by node of its move graph, from 0 on.
    closed
        Whether the tour is closed.
    """

    def __init__(self, board: BaseBoard, given: Given, *, closed: bool) -> None:
        self._names = [board.name(int(square)) for square in board.squares]
        self._squares = [board.square(int(square)) for square in board.squares]
        self.size, self._closed = board.size, closed
        self._all = (1 << self.size) - 1
        self.moves = [sorted({int(other) for other in row if other >= 0}) for row in board.move_graph.there]
        self.can = [self._all] * self.size
        self.placed: dict[int, int] = {}
        """The squares by number."""
        self._taken: set[int] = set()
        self._passed: set[int] = set()
        """The dead ends that were noted."""
        for square, number in given.items():
            self._place(square, number)

    def copy(self) -> Solver:
        """Return an independent copy."""
        other = Solver.__new__(Solver)
        other.__dict__ |= self.__dict__
        other.can, other.placed = self.can.copy(), self.placed.copy()
        other._taken, other._passed = self._taken.copy(), self._passed.copy()
        other.moves = [others.copy() for others in self.moves]
        return other

    @property
    def is_solved(self) -> bool:
        """Whether every number is placed."""
        return len(self.placed) == self.size

    def steps(self, hardest: Deduction = "dead end") -> Iterator[Step]:
        """Yield deductions, always one of the easiest that there are, up to the hardest that is allowed, no trials.

        Raises
        ------
        _Contradiction
            If the puzzle has no solution.
        """
        kinds = [self._beside, self._reach, self._dead_end]
        allowed = kinds[: list(GRADES).index(hardest) + 1]
        while not self.is_solved:
            step = next((step for deduce in allowed if (step := deduce()) is not None), None)
            if step is None:
                return
            yield step

    def all_steps(self, solution: Sequence[int]) -> Iterator[Step]:
        """Yield the deductions up to the solution, whose squares are given by number, with trials where needed."""
        while not self.is_solved:
            yield from self.steps()
            if not self.is_solved:
                yield self._trial() or self._deep_trial(solution)

    # Deductions

    def _beside(self) -> Step | None:
        """Place a number beside a placed one where only one free square is a move away."""
        for number, square in sorted(self.placed.items()):
            for beside in self._numbers_beside(number):
                if beside in self.placed:
                    continue
                placed = [near for near in self._numbers_beside(beside) if near in self.placed]
                free = set(self._free(square))
                for near in placed:
                    free &= set(self._free(self.placed[near]))
                if not free:
                    raise _Contradiction(f"no square is left for {beside + 1}")
                if len(free) == 1:
                    listed = " and ".join(f"{near + 1} on {self._names[self.placed[near]]}" for near in placed)
                    only = free.pop()
                    where = "only free square" if len(placed) == 1 else "only free square between"
                    beyond = "a move from " if len(placed) == 1 else ""
                    return self._placing("beside", only, beside, f"it is the {where} {beyond}{listed}")
        return None

    def _free(self, square: int) -> list[int]:
        return [other for other in self.moves[square] if other not in self._taken]

    def _reach(self) -> Step | None:
        """Place a number that can only be on one square in time, or on a square that can only have one number."""
        self._count_moves()
        for number in range(self.size):
            if number not in self.placed:
                fits = [square for square in range(self.size) if self.can[square] >> number & 1]
                if not fits:
                    raise _Contradiction(f"no square is left for {number + 1}")
                if len(fits) == 1:
                    return self._placing(
                        "reach", fits[0], number, "no other free square is within reach at that number"
                    )
        for square in range(self.size):
            if square not in self._taken and self.can[square].bit_count() == 1:
                number = self.can[square].bit_length() - 1
                return self._placing("reach", square, number, "no other number can get there in time")
        return None

    def _dead_end(self) -> Step | None:
        """Note that the tour uses both moves of a free square with only two left, where that rules something out."""
        for square in range(self.size):
            if square not in self._taken and square not in self._passed and self._is_passed(square):
                one, two = self.moves[square]
                if self._pass(square):
                    self._passed.add(square)
                    way = " - ".join(self._names[node] for node in (one, square, two))
                    return Step("dead end", f"{self._names[square]} has only two moves left, so the tour goes {way}.")
        return None

    def _pass(self, square: int) -> bool:
        """Rule out what contradicts both moves of a square that has only two; return whether that is anything."""
        one, two = self.moves[square]
        before = [(self.can[node], len(self.moves[node])) for node in (square, one, two)]
        for node in (one, two):
            self.can[node] &= self._shifted(self.can[square], 1) | self._shifted(self.can[square], -1)
        there, back = self.can[one], self.can[two]
        self.can[square] &= (self._shifted(there, 1) & self._shifted(back, -1)) | (
            self._shifted(there, -1) & self._shifted(back, 1)
        )
        self._drop_moves_beside_two_dead_ends((one, two))
        return before != [(self.can[node], len(self.moves[node])) for node in (square, one, two)]

    def _drop_moves_beside_two_dead_ends(self, squares: tuple[int, int]) -> None:
        """Rule out the other moves of a square that lies between two squares with only two moves each."""
        for square in squares:
            if not self._closed and self.can[square] & (1 | 1 << self.size - 1):
                continue
            sure = [other for other in self.moves[square] if self._is_passed(other)]
            if len(sure) > 2:
                raise _Contradiction(f"{self._names[square]} would have to be between more than two squares")
            if len(sure) == 2:
                for other in self.moves[square]:
                    if other not in sure:
                        self.moves[other].remove(square)
                self.moves[square] = sure

    def _is_passed(self, square: int) -> bool:
        may_end = not self._closed and self.can[square] & (1 | 1 << self.size - 1)
        return len(self.moves[square]) == 2 and not may_end

    def _trial(self) -> Step | None:
        """Rule out one number of a square by trying it; squares and numbers with few candidates come first."""
        for square, number in self._candidates():
            tried = self.copy()
            try:
                tried._place(square, number)
                for _ in tried.steps():
                    pass
            except _Contradiction as why:
                self.can[square] &= ~(1 << number)
                return Step("trial", f"{number + 1} cannot be on {self._names[square]}: then {why}.")
        return None

    def _deep_trial(self, solution: Sequence[int]) -> Step:
        """Place a number that no single trial decides."""
        square, _ = next(self._candidates())
        number = solution.index(square)
        return self._placing("trial", square, number, "every other way fails only after several trials at once")

    def _candidates(self) -> Iterator[tuple[int, int]]:
        free = sorted(
            (self.can[square].bit_count(), square) for square in range(self.size) if square not in self._taken
        )
        for _, square in free:
            for number in range(self.size):
                if self.can[square] >> number & 1:
                    yield square, number

    # Bookkeeping

    def _placing(self, deduction: Deduction, square: int, number: int, why: str) -> Step:
        self._place(square, number)
        text = f"{number + 1} is on {self._names[square]}: {why}."
        return Step(deduction, text, self._squares[square], number + 1)

    def _place(self, square: int, number: int) -> None:
        """Put a number on a square, and take both from all others."""
        if not self.can[square] >> number & 1:
            raise _Contradiction(f"{number + 1} cannot be on {self._names[square]}")
        mask = ~(1 << number)
        self.can = [numbers & mask for numbers in self.can]
        self.can[square] = 1 << number
        self.placed[number] = square
        self._taken.add(square)

    def _count_moves(self) -> None:
        """Rule out, until nothing changes, numbers without a square a move away for the number before or after."""
        busy = True
        while busy:
            busy = False
            for square in sorted(self._passed):
                busy |= len(self.moves[square]) == 2 and self._pass(square)
            for square in range(self.size):
                around = 0
                for other in self.moves[square]:
                    around |= self.can[other]
                before, after = self._shifted(around, 1), self._shifted(around, -1)
                if not self._closed:
                    before, after = before | 1, after | 1 << self.size - 1
                left = self.can[square] & before & after
                if left != self.can[square]:
                    if not left:
                        raise _Contradiction(f"no number is left for {self._names[square]}")
                    self.can[square], busy = left, True
                for other in self.moves[square].copy():
                    if not (self._shifted(left, 1) | self._shifted(left, -1)) & self.can[other]:
                        self.moves[square].remove(other)
                        self.moves[other].remove(square)

    def _shifted(self, numbers: int, by: int) -> int:
        """Return a set of numbers, each one greater or one less."""
        last = self.size - 1
        if by > 0:
            return numbers << 1 & self._all | (numbers >> last if self._closed else 0)
        return numbers >> 1 | ((numbers & 1) << last if self._closed else 0)

    def _numbers_beside(self, number: int) -> list[int]:
        """Return the numbers before and after a number."""
        if self._closed:
            return [(number - 1) % self.size, (number + 1) % self.size]
        return [near for near in (number - 1, number + 1) if 0 <= near < self.size]


def is_solved_by(board: BaseBoard, given: Given, hardest: Deduction, *, closed: bool) -> bool:
    """Return whether deductions up to this one, which is no trial, solve a puzzle."""
    solver = Solver(board, given, closed=closed)
    for _ in solver.steps(hardest):
        pass
    return solver.is_solved


def grade_of(board: BaseBoard, given: Given, *, closed: bool) -> Grade:
    """Return the grade of a puzzle with one solution."""
    for deduction, grade in GRADES.items():
        if deduction != "trial" and is_solved_by(board, given, deduction, closed=closed):
            return grade
    return "expert"
