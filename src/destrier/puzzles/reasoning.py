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

`_deduce` makes the first three. Trials and grading repeat it; only the steps to show are put into words.

Sets of numbers and sets of squares are the bits of integers, so plain Python is fast enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.search.numbered import Given

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


@dataclass(slots=True)
class _Known:
    """The state of knowledge about a puzzle; sets are the bits of integers."""

    there: list[list[int]]
    """The neighbours of each square."""
    closed: bool
    last: int
    """The last number."""
    everything: int
    """All numbers, or all squares."""
    can: list[int]
    """The possible numbers of each square."""
    moves: list[int]
    """The squares to which each square may have a move."""
    squares: list[int]
    """The square of each number, -1 if it is not placed."""
    free: int
    """The squares without a number."""
    passed: int
    """The dead ends found so far."""
    waiting: int
    """The squares whose moves must be counted again, because they or their neighbours have lost numbers or moves."""

    def copy(self) -> _Known:
        return replace(self, can=self.can.copy(), moves=self.moves.copy(), squares=self.squares.copy())

    def later(self, numbers: int) -> int:
        """Return a set of numbers, each increased by one."""
        return (numbers << 1 | numbers >> self.last if self.closed else numbers << 1) & self.everything

    def earlier(self, numbers: int) -> int:
        """Return a set of numbers, each decreased by one."""
        return numbers >> 1 | (numbers & 1) << self.last if self.closed else numbers >> 1

    def beside(self, numbers: int) -> int:
        """Return the numbers that precede or follow those of a set."""
        return self.later(numbers) | self.earlier(numbers)


_FEW: Final = 3
"""Retry a square or a number with at most this many candidates: ruling one out decides much."""


def names_of(board: BaseBoard) -> list[str]:
    """Return the names of the squares in the order of the move graph: those of chess on a flat board."""
    indices = board.squares.tolist()
    if isinstance(board, Board):
        return [board.chess_name(board.square(index)) for index in indices]
    return [board.name(index) for index in indices]


class _Contradiction(Exception):
    """Raised if a number has no possible square left, or a square no possible number."""


class Solver:
    """What a person knows about a puzzle: the possible numbers and the possible moves of each square.

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
        self._names = names_of(board)
        self._squares = [board.square(int(square)) for square in board.squares]
        table = board.move_graph.without_parallel_moves().there.tolist()
        there = [[other for other in row if other >= 0] for row in table]
        size, everything = board.size, (1 << board.size) - 1
        self._known = _Known(
            there,
            closed,
            size - 1,
            everything,
            can=[everything] * size,
            moves=[sum(1 << other for other in others) for others in there],
            squares=[-1] * size,
            free=everything,
            passed=0,
            waiting=everything,
        )
        self._failed: set[tuple[int, int]] = set()
        """The squares and numbers whose trials gave no contradiction."""
        for square, number in given.items():
            self.place(square, number)

    @property
    def is_solved(self) -> bool:
        """Whether every number is placed."""
        return not self._known.free

    @property
    def placed(self) -> list[int]:
        """The numbers that are placed."""
        return [number for number, square in enumerate(self._known.squares) if square >= 0]

    def place(self, square: int, number: int) -> None:
        """Put a number on a square, as a given one is."""
        _place(self._known, square, number)

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
            one, two = _members(self._known.moves[square])
            way = " - ".join(self._names[node] for node in (one, square, two))
            return Step("dead end", f"{self._names[square]} has only two moves left, so the tour goes {way}.")
        raise _Contradiction(self._why_not(outcome, square, number))

    def _placing(self, deduction: Deduction, square: int, number: int, why: str) -> Step:
        text = f"{number + 1} is on {self._names[square]}: {why}."
        return Step(deduction, text, self._squares[square], number + 1)

    def _why_beside(self, number: int) -> str:
        size, squares = self._known.last + 1, self._known.squares
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
        known = self._known
        can = {square: _members(known.can[square]) for square in _members(known.free)}
        holders = Counter(number for numbers in can.values() for number in numbers)
        return sorted(
            (min(len(numbers), holders[number]), square, number)
            for square, numbers in can.items()
            for number in numbers
        )


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

_Found: TypeAlias = tuple[int, int, int]
"""An outcome, with its square and its number, or -1."""

_NONE_FOUND: Final = (NOTHING, -1, -1)


@lru_cache(1 << 14)
def _members(members: int) -> tuple[int, ...]:
    """Return the members of a set in ascending order; the sets of moves recur."""
    found = []
    while members:
        found.append(_first(members))
        members &= members - 1
    return tuple(found)


def _first(members: int) -> int:
    """Return the smallest member of a set that is not empty."""
    return (members & -members).bit_length() - 1


def _conclude(known: _Known, level: int) -> _Found:
    """Make deductions up to a level until nothing follows or a contradiction arises; return the outcome."""
    while True:
        found = _deduce(known, level)
        if found[0] <= NOTHING:
            return found


def _deduce(known: _Known, level: int) -> _Found:
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


def _place(known: _Known, square: int, number: int) -> bool:
    """Put a number on a square, and remove both from all others; return whether the square could have it."""
    bit = 1 << number
    if not known.can[square] & bit:
        return False
    for other, numbers in enumerate(known.can):
        if numbers & bit and other != square:
            known.can[other] = numbers & ~bit
            _touch(known, other)
    known.can[square] = bit
    _touch(known, square)
    known.squares[number] = square
    known.free &= ~(1 << square)
    return True


def _keep(known: _Known, square: int, numbers: int) -> bool:
    """Remove all other numbers from a square; return whether it had any."""
    if not known.can[square] & ~numbers:
        return False
    known.can[square] &= numbers
    _touch(known, square)
    return True


def _rule_out(known: _Known, square: int, number: int) -> None:
    known.can[square] &= ~(1 << number)
    _touch(known, square)


def _touch(known: _Known, square: int) -> None:
    """Mark a square that has lost numbers, and its neighbours, for counting moves again."""
    known.waiting |= 1 << square | known.moves[square]


def _beside(known: _Known) -> _Found:
    """Find a number beside a placed one for which only one free square is a move away."""
    size, squares = known.last + 1, known.squares
    for number, square in enumerate(squares):
        if square < 0:
            continue
        for step in (-1, 1):
            beside, beyond = number + step, number + 2 * step
            if known.closed:
                beside, beyond = beside % size, beyond % size
            if not 0 <= beside < size or squares[beside] >= 0:
                continue
            near = known.moves[square] & known.free
            if 0 <= beyond < size and squares[beyond] >= 0:
                near &= known.moves[squares[beyond]]
            if not near:
                return NO_SQUARE, -1, beside
            if not near & (near - 1):
                return BESIDE, _first(near), beside
    return _NONE_FOUND


def _reach(known: _Known) -> _Found:
    """Find a number that can only be on one square in time, or a square that can only have one number."""
    failed = _count_moves(known)
    if failed[0] != NOTHING:
        return failed
    once = twice = 0
    for numbers in known.can:
        twice |= once & numbers
        once |= numbers
    for number, square in enumerate(known.squares):
        if square >= 0 or twice >> number & 1:
            continue
        if not once >> number & 1:
            return NO_SQUARE, -1, number
        return ONLY_SQUARE, next(other for other, can in enumerate(known.can) if can >> number & 1), number
    for square in _members(known.free):
        if known.can[square].bit_count() == 1:
            return ONLY_NUMBER, square, _first(known.can[square])
    return _NONE_FOUND


def _count_moves(known: _Known) -> _Found:
    """Rule out numbers whose predecessor or successor has no square a move away, until nothing changes."""
    busy = True
    while busy:
        busy = False
        for square in _members(known.passed):
            if known.moves[square].bit_count() == 2:
                changed, failed = _pass(known, square)
                if failed >= 0:
                    return BETWEEN_THREE, failed, -1
                busy |= changed
        square = -1
        while ahead := known.waiting >> square + 1:
            square += 1 + _first(ahead)
            busy = True
            if not _revise(known, square):
                return NO_NUMBER, square, -1
    return _NONE_FOUND


def _revise(known: _Known, square: int) -> bool:
    """Remove the numbers and the moves of a square that its neighbours rule out; return whether a number is left."""
    known.waiting &= ~(1 << square)
    can, around = known.can, 0
    others = _members(known.moves[square])
    for other in others:
        around |= can[other]
    before, after = known.later(around), known.earlier(around)
    if not known.closed:
        before |= 1
        after |= 1 << known.last
    if _keep(known, square, before & after) and not can[square]:
        return False
    beside = known.beside(can[square])
    for other in others:
        if not can[other] & beside:
            _drop(known, square, other)
    return True


def _drop(known: _Known, square: int, other: int) -> None:
    """Rule out the move between two squares."""
    known.moves[square] &= ~(1 << other)
    known.moves[other] &= ~(1 << square)
    known.waiting |= 1 << square | 1 << other


def _dead_end(known: _Known) -> _Found:
    """Find a free square with only two moves left that rules something out."""
    for square in _members(known.free & ~known.passed):
        if _is_passed(known, square):
            changed, failed = _pass(known, square)
            if failed >= 0:
                return BETWEEN_THREE, failed, -1
            if changed:
                known.passed |= 1 << square
                return DEAD_END, square, -1
    return _NONE_FOUND


def _pass(known: _Known, square: int) -> tuple[bool, int]:
    """Rule out whatever contradicts the two moves of a square that has only these.

    Return whether anything was ruled out, and a square that would have to be between three others, or -1.
    """
    one, two = (other for other in known.there[square] if known.moves[square] >> other & 1)
    beside, changed = known.beside(known.can[square]), False
    for end in (one, two):
        changed |= _keep(known, end, beside)
    there, back = known.can[one], known.can[two]
    between = known.later(there) & known.earlier(back) | known.earlier(there) & known.later(back)
    changed |= _keep(known, square, between)
    for end in (one, two):
        dropped, sure = _drop_others(known, end)
        if sure > 2:
            return changed, end
        changed |= dropped
    return changed, -1


def _drop_others(known: _Known, square: int) -> tuple[bool, int]:
    """Rule out the other moves of a square between two dead ends; return whether any are, and how many dead ends."""
    if _may_end(known, square):
        return False, 0
    others = _members(known.moves[square])
    left = [other for other in others if not _is_passed(known, other)]
    sure = len(others) - len(left)
    if sure == 2:
        for other in left:
            _drop(known, square, other)
    return sure == 2 and bool(left), sure


def _is_passed(known: _Known, square: int) -> bool:
    return known.moves[square].bit_count() == 2 and not _may_end(known, square)


def _may_end(known: _Known, square: int) -> bool:
    return not known.closed and bool(known.can[square] & (1 | 1 << known.last))
