"""Puzzles as SVG: boards with their given numbers, to be filled in with a pencil."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING

from destrier.drawing.svg.diagram import Diagram

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.puzzles.puzzle import Puzzle


def notebook_svg(puzzle: Puzzle) -> str:
    """Draw a puzzle, with the dark squares of a chessboard in grey."""
    return puzzles_svg([puzzle])


def puzzles_svg(puzzles: Sequence[Puzzle]) -> str:
    """Draw puzzles of one board on a sheet; if there are several, each with its grade below it."""
    rows, cols = puzzles[0].board.sheet().shape
    across = ceil(sqrt(len(puzzles)))
    down = ceil(len(puzzles) / across)
    foot = 1 if len(puzzles) > 1 else 0
    sheet = Diagram(down * (rows + 2 * foot) - foot, across * (cols + 1) - 1, grid=False)
    for number, puzzle in enumerate(puzzles):
        top, left = number // across * (rows + 2), number % across * (cols + 1)
        _draw(sheet, puzzle, top, left)
        if foot:
            sheet.word((top + rows, left + (cols - 1) / 2), f"{number + 1}. {puzzle.grade}", size=0.5)
    return sheet.svg(f"A puzzle on {puzzles[0].board.describe()}", scale=2.5)


def _draw(sheet: Diagram, puzzle: Puzzle, top: int, left: int) -> None:
    """Draw a puzzle whose upper left square is at a place of the sheet."""
    laid = puzzle.board.sheet()
    rows, cols = laid.shape
    present = [(row, col) for row in range(rows) for col in range(cols) if laid[row, col] >= 0]
    sheet.squares([(top + row, left + col) for row, col in present if (row + col) % 2])
    if len(present) == laid.size:
        sheet.grid(rows, cols, top, left)
    for row, col in present:
        if len(present) < laid.size:
            sheet.grid(1, 1, top + row, left + col)
        number = puzzle.givens.get(puzzle.board.square(int(laid[row, col])))
        if number is not None:
            sheet.word((top + row, left + col), str(number), size=0.5)
