"""Make puzzles, and explain how a person solves them.

A puzzle goes to the page as its squares with their places and their moves, so that the page need not know its board or
its piece. The deductions that solve it are a separate request, because those of an expert puzzle take some seconds.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from destrier.support.errors import DestrierError
from destrier.viewer.work import board_of

if TYPE_CHECKING:
    from destrier.puzzles.puzzle import Puzzle

MOST_PUZZLED: Final = 400
"""The most squares of a puzzle that the viewer makes."""


def make(request: dict[str, Any]) -> dict[str, object]:
    """Return the requested puzzle, without the deductions that solve it."""
    return on_page(_make(**request))


def explain(request: dict[str, Any]) -> dict[str, object]:
    """Return the deductions that solve the requested puzzle."""
    return {"steps": steps(_make(**request))}


def ready(request: dict[str, Any]) -> dict[str, object]:
    """Return the requested puzzle with the deductions that solve it, for an engine that cannot make it."""
    made = _make(**request)
    return made.to_dict() | {"steps": steps(made)}


def on_page(puzzle: Puzzle) -> dict[str, object]:
    """Return a puzzle with the data of each square for the page: its name, its place on paper, and its moves."""
    from destrier.puzzles.reasoning import names_of

    board = puzzle.board
    return puzzle.to_dict() | {
        "title": board.describe(),
        "sheet": board.sheet().shape,
        "squares": [list(board.square(int(square))) for square in board.squares],
        "names": names_of(board),
        "places": board.places(board.squares).T.tolist(),
        "moves": [sorted({int(other) for other in row if other >= 0}) for row in board.move_graph.there],
    }


def steps(puzzle: Puzzle) -> list[dict[str, object]]:
    """Return the deductions that solve a puzzle, as plain values."""
    return [asdict(step) for step in puzzle.steps()]


@lru_cache(maxsize=16)
def _make(*, minimal: bool = False, seed: int | None = None, **options: Any) -> Puzzle:
    """Return the puzzle of a request; recent ones are cached for requests of their solutions."""
    from destrier.puzzles.puzzle import puzzle

    named: dict[str, Any] = {name: options.pop(name) for name in ("rows", "cols", "shape") if name in options}
    board = board_of(named)
    if board.size > MOST_PUZZLED:
        raise DestrierError(f"the viewer makes puzzles of up to {MOST_PUZZLED} squares, not {board.size:,}")
    if minimal and "givens" in options:
        raise DestrierError("a puzzle has a number of givens, or minimal ones, not both")
    if minimal:
        options["givens"] = "minimal"
    return puzzle(board, grade=options.pop("difficulty", None), seed=seed, **options)
