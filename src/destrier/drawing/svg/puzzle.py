"""Puzzles as SVG: a board with its given numbers, to be filled in with a pencil."""

from __future__ import annotations

from typing import TYPE_CHECKING

from destrier.drawing.svg.diagram import Diagram, sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.puzzles.puzzle import Puzzle


def notebook_svg(puzzle: Puzzle) -> str:
    """Draw a puzzle, with the dark squares of a chessboard in grey."""
    return puzzle_diagram(puzzle).svg(f"A puzzle on {puzzle.board.describe()}", scale=2.5)


def puzzles_svg(puzzles: Sequence[Puzzle]) -> str:
    """Draw puzzles on one sheet, each with its grade below it; a single one without."""
    if len(puzzles) == 1:
        return notebook_svg(puzzles[0])
    drawn = [(f"{number}. {puzzle.grade}", puzzle_diagram(puzzle)) for number, puzzle in enumerate(puzzles, start=1)]
    return sheet("Puzzles", drawn, columns=2, scale=2.5)


def puzzle_diagram(puzzle: Puzzle) -> Diagram:
    """Return the diagram of a puzzle."""
    laid = puzzle.board.sheet()
    rows, cols = laid.shape
    whole = bool((laid >= 0).all())
    diagram = Diagram(rows, cols, grid=whole)
    places = [(row, col) for row in range(rows) for col in range(cols) if laid[row, col] >= 0]
    diagram.squares([(row, col) for row, col in places if (row + col) % 2])
    for row, col in places:
        if not whole:
            diagram.grid(1, 1, row, col)
        number = puzzle.givens.get(puzzle.board.square(int(laid[row, col])))
        if number is not None:
            diagram.word((row, col), str(number), size=0.5)
    return diagram
