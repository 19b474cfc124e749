"""Puzzles: some numbers of a tour, from which all others follow. `docs/puzzles.md` shows them.

A puzzle is made from a random tour with a random start and direction. Numbers are removed in random order, alone or
together with their images under a half-turn, as long as the puzzle can still be solved: by the deductions that the
chosen grade allows, or, without a grade, by the exact search. That search verifies that each puzzle has exactly one
solution.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.naming import board_of
from destrier.core.seeds import Seed, Stream, derive_key, drawn_seed
from destrier.core.tourney import Tour
from destrier.desk.tour import tour
from destrier.puzzles.reasoning import GRADES, Deduction, Grade, Solver, Step, grade_of, is_solved_by
from destrier.search.numbered import Candidates, Given, Unfinished, check_budget, numbered_tours, orders
from destrier.support.errors import BudgetExceeded, DestrierError, UnsupportedBoard, shown
from destrier.support.older import takes_older
from destrier.support.pictured import Pictured

if TYPE_CHECKING:
    from destrier.core.leaper import Piece

_TRIES: Final = 20
"""The number of tours to try to make a puzzle from."""

BUDGET: Final = 300.0
"""The default budget, in seconds."""

STEPS: Final = 200_000
"""Steps of the exact search before a number is kept: a second on 8 x 8. A time limit would not be reproducible."""


@dataclass(frozen=True)
class PartialTour(Pictured):
    """Some numbers of a tour, and the tour."""

    board: BaseBoard
    kind: Literal["closed", "open"]
    givens: dict[tuple[Any, ...], int] = field(hash=False)
    """The given numbers by square, in ascending order; numbers count from 1."""
    solution: Tour
    """A tour with these numbers; its order begins at number 1."""

    def to_dict(self) -> dict[str, Any]:
        """The board, the kind, what else is known, pairs of squares and given numbers, and the solution."""
        return {
            **self.board.to_dict(),
            "kind": self.kind,
            **{name: value for name, value in vars(self).items() if name not in PartialTour.__annotations__},
            "givens": [[list(square), number] for square, number in self.givens.items()],
            "solution": [list(square) for square in self.solution.squares()],
        }

    def to_text(self) -> str:
        """The board with its given numbers, `_` for the numbers to find and `.` for missing squares.

        A board other than the knight's flat one is named in a first line, as in the text of a tour.
        """
        width = len(str(self.board.size))
        rows = []
        for row in self.board.sheet().tolist():
            squares = [None if index < 0 else self.board.square(index) for index in row]
            words = ["." if square is None else str(self.givens.get(square, "_")) for square in squares]
            rows.append(" ".join(word.rjust(width) for word in words))
        return self.board.text_header() + "\n".join(rows) + "\n"


@dataclass(frozen=True)
class Puzzle(PartialTour):
    """Some numbers of a tour, from which all others follow, so that it is the only one; `puzzle` makes one."""

    grade: Grade
    """`easy`, `medium`, `hard` or `expert`; see `steps`."""
    seed: int

    def steps(self) -> list[Step]:
        """Solve the puzzle as a person would, one deduction at a time.

        Returns
        -------
        list[Step]
            Each has a `text`, a sentence, and, if it places a number, the `square` and the `number`. Its `deduction` is
            `beside`, `reach`, `dead end` or `trial`, from easy to expert.

        Notes
        -----
        An expert puzzle of 8 x 8 takes up to two seconds.
        """
        nodes = {square: node for node, square in enumerate(_squares_of(self.board))}
        given = {nodes[square]: number - 1 for square, number in self.givens.items()}
        solver = Solver(self.board, given, closed=self.kind == "closed")
        return list(solver.steps([nodes[square] for square in self.solution.squares()]))

    def __repr__(self) -> str:
        return f"<{self.grade} Puzzle of {self.board.describe()}, {self.kind}, {len(self.givens)} givens>"


@takes_older(difficulty="grade")
def puzzle(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    kind: Literal["closed", "open"] = "closed",
    givens: int | Literal["minimal"] | None = None,
    symmetric: bool = False,
    grade: Grade | None = None,
    seed: Seed = None,
    budget: float = BUDGET,
) -> Puzzle:
    """Return a puzzle: some numbers of a tour of a board, from which all others follow.

    Parameters
    ----------
    *board
        The board, or the rows and columns of a flat one.
    leaper
        The piece, if not the board's own; see `tour`.
    kind
        `closed`, with a move from the last number to 1; or `open`.
    givens
        The number of given numbers; or `minimal`: none of them can be left out. If omitted, none can be left out
        without making the puzzle harder than the chosen grade; an expert puzzle is minimal.
    symmetric
        Whether a half-turn maps the squares of the given numbers onto themselves, so that numbers are removed in pairs.
    grade
        `easy`, `medium`, `hard` or `expert`, by the hardest deduction needed; see `Puzzle.steps`. If omitted, it is
        medium, or, with `givens`, arbitrary.
    seed
        The same integer gives the same puzzle on every machine.
    budget
        The seconds after which to give up.

    Raises
    ------
    NoSuchTour
        If the board has no tour of this kind.
    BudgetExceeded
        If twenty tours yield no such puzzle, or the budget is spent.

    See Also
    --------
    destrier.solutions, destrier.worksheet, destrier.save_book

    Examples
    --------
    >>> puzzle(6, 6, grade="easy", seed=1).grade
    'easy'
    """
    asked = board_of(*board, leaper=leaper)
    _check(asked, kind, givens, symmetric, grade)
    check_budget(budget)
    end = time.monotonic() + budget
    if givens is None and grade is None:
        grade = "medium"
    closed = kind == "closed"
    deductions: dict[str, Deduction] = {name: deduction for deduction, name in GRADES.items()}
    allowed = None if givens == "minimal" or grade in (None, "expert") else deductions[grade]

    def suffices(given: Given) -> bool:
        if time.monotonic() > end:
            raise BudgetExceeded(
                f"the budget of {budget:g} s was spent with {len(given)} of the {asked.size} numbers left: give a "
                "larger one, or the number of givens"
            )
        if allowed is None:
            return has_one_solution(asked, given, closed=closed)
        return is_solved_by(asked, given, allowed, closed=closed)

    root, found = drawn_seed(seed), list[tuple[int, Grade]]()
    least = givens if isinstance(givens, int) else 1
    for number in range(_TRIES):
        stream = Stream(derive_key(root, "puzzle", number))
        solution = drawn_tour(asked, kind, stream)
        given = _reduced(solution, stream.shuffled(_orbits(asked, symmetric=symmetric)), least, suffices)
        if not has_one_solution(asked, given, closed=closed):
            continue
        needed = grade_of(asked, given, closed=closed)
        found.append((len(given), needed))
        if givens in (None, "minimal", len(given)) and grade in (None, needed):
            return _puzzle(asked, kind, given, needed, root)
    made = " or ".join(f"{count} givens, {needed}" for count, needed in sorted(set(found))[:3])
    raise BudgetExceeded(f"{_TRIES} tours of {asked.describe()} gave no such puzzle{f', but {made}' if made else ''}")


def _check(board: BaseBoard, kind: str, givens: object, symmetric: bool, grade: str | None) -> None:
    if kind not in ("closed", "open"):
        raise DestrierError(f"the tour of a puzzle is closed or open, not {shown(kind)}")
    if grade not in (None, *get_args(Grade)):
        raise DestrierError(f"a grade is easy, medium, hard or expert, not {shown(grade)}")
    if givens not in (None, "minimal"):
        if isinstance(givens, bool) or not isinstance(givens, int):
            raise DestrierError(f"givens is the number of given numbers, or minimal, not {shown(givens)}")
        if not 1 <= givens <= board.size:
            raise DestrierError(f"a puzzle of {board.describe()} has 1 to {board.size} givens, not {givens}")
    if symmetric:
        orbits = _orbits(board, symmetric=True)
        if isinstance(givens, int) and givens % 2 and all(len(orbit) == 2 for orbit in orbits):
            raise DestrierError(f"symmetric givens of {board.describe()} come in pairs, so there cannot be {givens}")


def drawn_tour(board: BaseBoard, kind: Literal["closed", "open"], stream: Stream) -> list[int]:
    """Return the nodes of a random tour in order, with a random start, if it is closed, and a random direction."""
    made = tour(board, kind=kind, seed=stream.key())
    nodes = [int(node) for node in board.squares.searchsorted(made.indices())]
    start = stream.below(len(nodes)) if kind == "closed" else 0
    nodes = nodes[start:] + nodes[:start]
    return nodes[::-1] if stream.below(2) else nodes


def _reduced(solution: list[int], groups: list[list[int]], least: int, suffices: Callable[[Given], bool]) -> Given:
    """Remove groups of numbers from a tour, one by one, as long as the others suffice; return the rest."""
    given = {node: number for number, node in enumerate(solution)}
    for group in groups:
        if len(given) - len(group) >= least:
            fewer = {node: number for node, number in given.items() if node not in group}
            given = fewer if suffices(fewer) else given
    return given


def _orbits(board: BaseBoard, *, symmetric: bool) -> list[list[int]]:
    """Return the squares, as nodes, to leave out together: alone, or with their images under a half-turn."""
    if not symmetric:
        return [[node] for node in range(board.size)]
    if not isinstance(board, Board) or not (board.present == board.present[::-1, ::-1]).all():
        raise UnsupportedBoard(f"a half-turn does not map {board.describe()} onto itself")
    last = board.size - 1
    return [sorted({node, last - node}) for node in range((board.size + 1) // 2)]


def _puzzle(board: BaseBoard, kind: Literal["closed", "open"], given: Given, grade: Grade, seed: int) -> Puzzle:
    squares = _squares_of(board)
    listed = sorted((number, node) for node, number in given.items())
    givens = {squares[node]: number + 1 for number, node in listed}
    return Puzzle(board, kind, givens, next(numbered_tours(board, given, kind)), grade, seed)


def _squares_of(board: BaseBoard) -> list[tuple[Any, ...]]:
    """Return the squares by node of the move graph."""
    return [board.square(int(index)) for index in board.squares]


def has_one_solution(board: BaseBoard, candidates: Candidates, *, closed: bool) -> bool:
    """Return whether the exact search terminates with exactly one tour."""
    try:
        return len(list(islice(orders(board.move_graph, candidates, closed=closed, most=STEPS), 2))) == 1
    except Unfinished:
        return False
