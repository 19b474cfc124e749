"""Solve a puzzle as a person would: one deduction at a time, each explained in words.

There are four kinds, each harder than the one before; the hardest that a puzzle needs is its grade:

`beside`
    A number precedes or follows one that is placed, and only one free square is a move away from it.
`reach`
    Counting moves through free squares, only one square is reachable in time for a number, or only one number is
    possible on a square. This includes all arguments from the colours of squares.
`dead end`
    Only two moves are left at a free square, so the tour must use both.
`trial`
    A number is tried on a square, and the deductions above lead to a contradiction; or, if no single trial does,
    several are tried at once, which counts as one step.

The kernel `_deduce` makes the first three. Trials and grading repeat it; only the steps to show are put into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.grid import BaseBoard
from destrier.search.numbered import Given
from destrier.support.kernels import kernel

Grade: TypeAlias = Literal["easy", "medium", "hard", "expert"]
"""The difficulty of a puzzle: that of the hardest deduction that it needs."""

Deduction: TypeAlias = Literal["beside", "reach", "dead end", "trial"]

GRADES: Final[dict[Deduction, Grade]] = {"beside": "easy", "reach": "medium", "dead end": "hard", "trial": "expert"}
"""The deductions, easiest first, each with the grade of a puzzle that needs nothing harder."""

NOTHING, BESIDE, ONLY_SQUARE, ONLY_NUMBER, DEAD_END = range(5)
"""The results of `_deduce`: no deduction; a number placed beside another, on the only square within reach, or as the
only number of a square; or a dead end.
"""

NO_SQUARE, NO_NUMBER, RULED_OUT, BETWEEN_THREE = range(-4, 0)
"""Contradictions: a number without squares, a square without numbers, a number that cannot be on the only square left
beside another, or a square between three others.
"""


@dataclass(frozen=True)
class Step:
    """One deduction."""

    deduction: Deduction
    text: str
    """The explanation, in a sentence."""
    square: tuple[object, ...] | None = None
    number: int | None = None
    """The number that it places, if any."""


class _Known(NamedTuple):
    """The state of knowledge about a puzzle."""

    there: NDArray[np.int64]
    back: NDArray[np.uint8]
    closed: bool
    can: NDArray[np.bool_]
    """The possible numbers of each square."""
    moves: NDArray[np.bool_]
    """The possible moves of each square."""
    squares: NDArray[np.int64]
    """The square of each number, -1 if it is not placed."""
    numbers: NDArray[np.int64]
    """The number of each square, -1 if it is free."""
    passed: NDArray[np.bool_]
    """The dead ends found so far."""
    waiting: NDArray[np.bool_]
    """The squares whose moves must be counted again, because they or their neighbours have lost numbers or moves."""
    rows: NDArray[np.bool_]
    """Scratch sets of numbers for the kernels."""
    counts: NDArray[np.int16]

    def copy(self) -> _Known:
        return self._replace(
            can=self.can.copy(),
            moves=self.moves.copy(),
            squares=self.squares.copy(),
            numbers=self.numbers.copy(),
            passed=self.passed.copy(),
            waiting=self.waiting.copy(),
        )


_FEW: Final = 3
"""Retry a square or a number with at most this many candidates: ruling one out decides much."""


class _Contradiction(Exception):
    """Raised if a number has no possible square left, or a square no possible number."""


class Solver:
    """What a person knows about a puzzle: the possible numbers and the possible moves of each square.

    The given numbers are from 0 on, by node of the board's move graph.
    """

    def __init__(self, board: BaseBoard, given: Given, *, closed: bool) -> None:
        self._names = [board.name(int(square)) for square in board.squares]
        self._squares = [board.square(int(square)) for square in board.squares]
        graph, size = board.move_graph.without_parallel_moves(), board.size
        self._known = _Known(
            graph.there.astype(np.int64),
            graph.back,
            closed,
            can=np.ones((size, size), np.bool_),
            moves=graph.there >= 0,
            squares=np.full(size, -1),
            numbers=np.full(size, -1),
            passed=np.zeros(size, np.bool_),
            waiting=np.ones(size, np.bool_),
            rows=np.empty((4, size + 2), np.bool_),
            counts=np.empty(size, np.int16),
        )
        self._failed: set[tuple[int, int]] = set()
        """The squares and numbers whose trials gave no contradiction."""
        for square, number in given.items():
            _place(self._known, square, number)

    @property
    def is_solved(self) -> bool:
        """Whether every number is placed."""
        return bool((self._known.squares >= 0).all())

    def conclude(self, hardest: Deduction) -> None:
        """Make all deductions up to the hardest one allowed, without trials."""
        _conclude(self._known, _level(hardest))

    def steps(self, solution: Sequence[int]) -> Iterator[Step]:
        """Yield deductions up to the solution, given as squares by number; always choose one of the easiest."""
        while not self.is_solved:
            found = _deduce(self._known, _level("dead end"))
            if found[0] == NOTHING:
                yield self._trial(solution) or self._deep_trial(solution)
            else:
                yield self._step(*found)

    def _step(self, outcome: int, square: int, number: int) -> Step:
        """Describe a deduction in words."""
        if outcome == BESIDE:
            return self._placing("beside", square, number, self._why_beside(number))
        if outcome == ONLY_SQUARE:
            return self._placing("reach", square, number, "no other free square is within reach at that number")
        if outcome == ONLY_NUMBER:
            return self._placing("reach", square, number, "no other number can get there in time")
        if outcome == DEAD_END:
            one, two = sorted(self._known.there[square, self._known.moves[square]].tolist())
            way = " - ".join(self._names[node] for node in (one, square, two))
            return Step("dead end", f"{self._names[square]} has only two moves left, so the tour goes {way}.")
        raise _Contradiction(self._why_not(outcome, square, number))

    def _placing(self, deduction: Deduction, square: int, number: int, why: str) -> Step:
        text = f"{number + 1} is on {self._names[square]}: {why}."
        return Step(deduction, text, self._squares[square], number + 1)

    def _why_beside(self, number: int) -> str:
        size, squares = self._known.squares.size, self._known.squares.tolist()
        near = [other % size for other in (number - 1, number + 1) if self._known.closed or 0 <= other < size]
        placed = [f"{other + 1} on {self._names[squares[other]]}" for other in near if squares[other] >= 0]
        where = "a move from" if len(placed) == 1 else "between"
        return f"it is the only free square {where} {' and '.join(placed)}"

    def _why_not(self, outcome: int, square: int, number: int) -> str:
        """Describe a contradiction in words."""
        if outcome == NO_SQUARE:
            return f"no square is left for {number + 1}"
        if outcome == NO_NUMBER:
            return f"no number is left for {self._names[square]}"
        if outcome == RULED_OUT:
            return f"{number + 1} cannot be on {self._names[square]}"
        return f"{self._names[square]} would have to be between more than two squares"

    def _trial(self, solution: Sequence[int]) -> Step | None:
        """Rule out one number of a square by trying it.

        Trials that gave no contradiction are repeated where few candidates are left, or when there is nothing else to
        try.
        """
        for _ in range(2):
            for left, square, number in self._candidates():
                failed = left > _FEW and (square, number) in self._failed
                if failed or solution[number] == square:  # the true number cannot lead to a contradiction
                    continue
                tried = self._known.copy()
                _place(tried, square, number)
                found = _conclude(tried, _level("dead end"))
                if found[0] < NOTHING:
                    _rule_out(self._known, square, number)
                    text = f"{number + 1} cannot be on {self._names[square]}: then {self._why_not(*found)}."
                    return Step("trial", text)
                self._failed.add((square, number))
            self._failed.clear()
        return None

    def _deep_trial(self, solution: Sequence[int]) -> Step:
        """Place a number that no single trial decides."""
        _, square, _ = self._candidates()[0]
        number = solution.index(square)
        _place(self._known, square, number)
        return self._placing("trial", square, number, "every other way fails only after several trials at once")

    def _candidates(self) -> list[tuple[int, int, int]]:
        """Return the possible numbers of free squares, those of squares, or numbers, with the fewest candidates first.

        Each item has the number of candidates of its square or its number, whichever is less, the square, and the
        number.
        """
        can = self._known.can & (self._known.numbers < 0)[:, None]
        left = np.minimum(can.sum(axis=1)[:, None], can.sum(axis=0))
        return sorted((int(left[square, number]), int(square), int(number)) for square, number in np.argwhere(can))


def _level(hardest: Deduction) -> int:
    return list(GRADES).index(hardest)


def is_solved_by(board: BaseBoard, given: Given, hardest: Deduction, *, closed: bool) -> bool:
    """Return whether deductions up to this one, which is not a trial, solve a puzzle."""
    solver = Solver(board, given, closed=closed)
    solver.conclude(hardest)
    return solver.is_solved


def grade_of(board: BaseBoard, given: Given, *, closed: bool) -> Grade:
    """Return the grade of a puzzle with one solution."""
    for deduction, grade in GRADES.items():
        if deduction != "trial" and is_solved_by(board, given, deduction, closed=closed):
            return grade
    return "expert"


# The deductions


@kernel
def _conclude(known, level):
    """Make deductions up to a level until nothing follows or a contradiction arises; return the outcome."""
    while True:
        found = _deduce(known, level)
        if found[0] <= NOTHING:
            return found


@kernel
def _deduce(known, level):
    """Make the first of the easiest deductions up to a level; return it, with its square and its number."""
    found = _beside(known)
    if found[0] == NOTHING and level > 0:
        found = _reach(known)
    if found[0] == NOTHING and level > 1:
        found = _dead_end(known)
    outcome, square, number = found
    if BESIDE <= outcome <= ONLY_NUMBER and not _place(known, square, number):
        return RULED_OUT, square, number
    return found


@kernel
def _place(known, square, number):
    """Put a number on a square, and remove both from all others; return whether the square could have it."""
    if not known.can[square, number]:
        return False
    for other in range(known.numbers.size):
        if known.can[other, number] and other != square:
            known.can[other, number] = False
            _touch(known, other)
    known.can[square] = False
    known.can[square, number] = True
    _touch(known, square)
    known.squares[number], known.numbers[square] = square, number
    return True


@kernel
def _keep(known, square, numbers):
    """Remove all other numbers from a square; return whether it had any."""
    lost = False
    for number in range(known.numbers.size):
        lost |= known.can[square, number] > numbers[number]
        known.can[square, number] &= numbers[number]
    if lost:
        _touch(known, square)
    return lost


@kernel
def _touch(known, square):
    """Mark a square that has lost numbers, and its neighbours, for counting moves again."""
    known.waiting[square] = True
    for move in range(known.there.shape[1]):
        if known.moves[square, move]:
            known.waiting[known.there[square, move]] = True


@kernel
def _beside(known):
    """Find a number beside a placed one for which only one free square is a move away."""
    size = known.squares.size
    for number in range(size):
        square = known.squares[number]
        if square < 0:
            continue
        for step in (-1, 1):
            beside = number + step
            if known.closed:
                beside %= size
            if not 0 <= beside < size or known.squares[beside] >= 0:
                continue
            beyond = (beside + step) % size if known.closed else beside + step
            further = known.squares[beyond] if 0 <= beyond < size else -1
            count, only = 0, -1
            for move in range(known.there.shape[1]):
                other = known.there[square, move]
                is_free = known.moves[square, move] and known.numbers[other] < 0
                if is_free and (further < 0 or _leads_to(known, further, other)):
                    count, only = count + 1, other
            if count == 0:
                return NO_SQUARE, -1, beside
            if count == 1:
                return BESIDE, only, beside
    return NOTHING, -1, -1


@kernel
def _leads_to(known, square, other):
    """Return whether a possible move leads from one square to the other."""
    leads = False
    for move in range(known.there.shape[1]):
        leads |= known.moves[square, move] and known.there[square, move] == other
    return leads


@kernel
def _reach(known):
    """Find a number that can only be on one square in time, or a square that can only have one number."""
    failed = _count_moves(known)
    if failed[0] != NOTHING:
        return failed
    size = known.squares.size
    squares = known.counts
    for number in range(size):
        squares[number] = 0
    for square in range(size):
        for number in range(size):
            squares[number] += known.can[square, number]
    for number in range(size):
        if known.squares[number] < 0:
            if squares[number] == 0:
                return NO_SQUARE, -1, number
            if squares[number] == 1:
                return ONLY_SQUARE, _first(known.can[:, number]), number
    for square in range(size):
        if known.numbers[square] < 0 and _count(known.can[square]) == 1:
            return ONLY_NUMBER, square, _first(known.can[square])
    return NOTHING, -1, -1


@kernel
def _count(flags):
    count = 0
    for place in range(flags.size):
        count += flags[place]
    return count


@kernel
def _ends(known, square):
    """Return the two squares to which the moves of a square lead."""
    one, two = -1, -1
    for move in range(known.there.shape[1]):
        if known.moves[square, move]:
            one, two = two, known.there[square, move]
    return one, two


@kernel
def _first(flags):
    """Return the index of the first true flag."""
    place = 0
    while not flags[place]:
        place += 1
    return place


@kernel
def _count_moves(known):
    """Rule out numbers whose predecessor or successor has no square a move away, until nothing changes."""
    size, width = known.there.shape
    around, mine = known.rows[0], known.rows[1]
    busy = True
    while busy:
        busy = False
        for square in range(size):
            if known.passed[square] and _count(known.moves[square]) == 2:
                changed, failed = _pass(known, square)
                if failed >= 0:
                    return BETWEEN_THREE, failed, -1
                busy |= changed
        for square in range(size):
            if not known.waiting[square]:
                continue
            known.waiting[square], busy = False, True
            for number in range(size):
                around[number + 1] = False
            for move in range(width):
                if known.moves[square, move]:
                    other = known.can[known.there[square, move]]
                    for number in range(size):
                        around[number + 1] |= other[number]
            around[0] = around[size] if known.closed else True
            around[size + 1] = around[1] if known.closed else True
            for number in range(size):
                mine[number] = around[number] & around[number + 2]
            if _keep(known, square, mine) and _count(known.can[square]) == 0:
                return NO_NUMBER, square, -1
            _surround(known, square, mine)
            for move in range(width):
                if known.moves[square, move] and not _meets(mine, known.can[known.there[square, move]]):
                    _drop(known, square, move)
    return NOTHING, -1, -1


@kernel
def _surround(known, square, mine):
    """Write the possible numbers of a square from index 1 on, with padding at both ends."""
    size = known.squares.size
    for number in range(size):
        mine[number + 1] = known.can[square, number]
    mine[0] = known.closed and mine[size]
    mine[size + 1] = known.closed and mine[1]


@kernel
def _meets(mine, others):
    """Return whether two squares may have consecutive numbers."""
    found = False
    for number in range(others.size):
        found |= others[number] & (mine[number] | mine[number + 2])
    return found


@kernel
def _drop(known, square, move):
    """Rule out a move, at both squares."""
    other = known.there[square, move]
    known.moves[square, move] = known.moves[other, known.back[square, move]] = False
    known.waiting[square] = known.waiting[other] = True


@kernel
def _dead_end(known):
    """Find a free square with only two moves left that rules something out."""
    for square in range(known.squares.size):
        if known.numbers[square] < 0 and not known.passed[square] and _is_passed(known, square):
            changed, failed = _pass(known, square)
            if failed >= 0:
                return BETWEEN_THREE, failed, -1
            if changed:
                known.passed[square] = True
                return DEAD_END, square, -1
    return NOTHING, -1, -1


@kernel
def _pass(known, square):
    """Rule out whatever contradicts the two moves of a square that has only these.

    Return whether anything was ruled out, and a square that would have to be between three others, or -1.
    """
    size = known.squares.size
    here, there, back, allowed = known.rows[0], known.rows[1], known.rows[2], known.rows[3]
    one, two = _ends(known, square)
    changed = False
    _surround(known, square, here)
    for number in range(size):
        allowed[number] = here[number] | here[number + 2]
    for end in (one, two):
        changed |= _keep(known, end, allowed)
    _surround(known, one, there)
    _surround(known, two, back)
    for number in range(size):
        allowed[number] = there[number] & back[number + 2] | there[number + 2] & back[number]
    changed |= _keep(known, square, allowed)
    for end in (one, two):
        dropped, sure = _drop_others(known, end)
        if sure > 2:
            return changed, end
        changed |= dropped
    return changed, -1


@kernel
def _drop_others(known, square):
    """Rule out the other moves of a square between two dead ends; return whether any are, and how many dead ends."""
    if _may_end(known, square):
        return False, 0
    width, sure = known.there.shape[1], 0
    for move in range(width):
        sure += known.moves[square, move] and _is_passed(known, known.there[square, move])
    dropped = False
    if sure == 2:
        for move in range(width):
            if known.moves[square, move] and not _is_passed(known, known.there[square, move]):
                _drop(known, square, move)
                dropped = True
    return dropped, sure


@kernel
def _is_passed(known, square):
    return _count(known.moves[square]) == 2 and not _may_end(known, square)


@kernel
def _may_end(known, square):
    return not known.closed and (known.can[square, 0] or known.can[square, -1])


@kernel
def _rule_out(known, square, number):
    known.can[square, number] = False
    _touch(known, square)
