"""A slow, obvious twin of `puzzles.reasoning`, without trials: sets of numbers are the bits of an integer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from destrier.core.grid import BaseBoard

GRADES: Final = {"beside": "easy", "reach": "medium", "dead end": "hard", "trial": "expert"}


def grade_of(board: BaseBoard, given: Mapping[int, int], *, closed: bool) -> str:
    """Return the grade of a puzzle with one solution."""
    for deduction, grade in GRADES.items():
        solver = Solver(board, given, closed=closed)
        if deduction != "trial" and (list(solver.steps(deduction)), solver.is_solved)[1]:
            return grade
    return "expert"


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

    def __init__(self, board: BaseBoard, given: Mapping[int, int], *, closed: bool) -> None:
        self._names = [board.name(int(square)) for square in board.squares]
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

    @property
    def is_solved(self) -> bool:
        """Whether every number is placed."""
        return len(self.placed) == self.size

    def steps(self, hardest: str = "dead end") -> Iterator[str]:
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

    # Deductions

    def _beside(self) -> str | None:
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
                    self._place(free.pop(), beside)
                    return "beside"
        return None

    def _free(self, square: int) -> list[int]:
        return [other for other in self.moves[square] if other not in self._taken]

    def _reach(self) -> str | None:
        """Place a number that can only be on one square in time, or on a square that can only have one number."""
        self._count_moves()
        for number in range(self.size):
            if number not in self.placed:
                fits = [square for square in range(self.size) if self.can[square] >> number & 1]
                if not fits:
                    raise _Contradiction(f"no square is left for {number + 1}")
                if len(fits) == 1:
                    self._place(fits[0], number)
                    return "reach"
        for square in range(self.size):
            if square not in self._taken and self.can[square].bit_count() == 1:
                number = self.can[square].bit_length() - 1
                self._place(square, number)
                return "reach"
        return None

    def _dead_end(self) -> str | None:
        """Note that the tour uses both moves of a free square with only two left, where that rules something out."""
        for square in range(self.size):
            if (
                square not in self._taken
                and square not in self._passed
                and self._is_passed(square)
                and self._pass(square)
            ):
                self._passed.add(square)
                return "dead end"
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

    # Bookkeeping

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
