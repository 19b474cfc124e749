"""Puzzles as SVG, to solve with a pencil: boards with numbers or parts of a text, and their solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from typing import Any, Final

from destrier.core.grid import BaseBoard
from destrier.drawing.svg.diagram import Diagram
from destrier.puzzles.puzzle import Puzzle
from destrier.puzzles.words import WordPuzzle

_SIZE: Final = 0.5
"""The size of numbers, and of words that fit, in squares."""

_ROOM: Final = 0.82
"""The largest width of a word, as a fraction of the side of a square."""

_SCALE: Final = 5.0
"""The scale of a puzzle: squares of 80 pixels, large enough for a pencil."""

_LINE: Final = "#c4c4c4"
"""The colour of the line of a solution."""


def notebook_svg(puzzle: Puzzle | WordPuzzle) -> str:
    """Draw a puzzle, with the dark squares of a chessboard in grey."""
    return words_svg(puzzle) if isinstance(puzzle, WordPuzzle) else puzzles_svg([puzzle])


def puzzles_svg(puzzles: Sequence[Puzzle]) -> str:
    """Draw puzzles of one board on a sheet; if there are several, each with its grade below it."""
    rows, cols = puzzles[0].board.sheet().shape
    across = ceil(sqrt(len(puzzles)))
    down = ceil(len(puzzles) / across)
    foot = 1 if len(puzzles) > 1 else 0
    sheet = Diagram(down * (rows + 2 * foot) - foot, across * (cols + 1) - 1, grid=False)
    for number, puzzle in enumerate(puzzles):
        top, left = number // across * (rows + 2), number % across * (cols + 1)
        _squares(sheet, puzzle.board, top, left)
        _words(sheet, puzzle.board, {square: str(number) for square, number in puzzle.givens.items()}, top, left)
        if foot:
            sheet.word((top + rows, left + (cols - 1) / 2), f"{number + 1}. {puzzle.grade}", size=_SIZE)
    return sheet.svg(f"A puzzle on {puzzles[0].board.describe()}", scale=_SCALE)


def words_svg(puzzle: WordPuzzle) -> str:
    """Draw a text in knight's moves, with a frame around its marked start and a dashed one around its marked end."""
    sheet = Diagram(*puzzle.board.sheet().shape, grid=False)
    _squares(sheet, puzzle.board)
    _text(sheet, puzzle)
    return sheet.svg(f"A text in knight's moves on {puzzle.board.describe()}", scale=_SCALE)


def solution_svg(puzzle: Puzzle | WordPuzzle) -> str:
    """Draw the line of the tour that solves a puzzle, below all its numbers or all parts of its text."""
    board, order = puzzle.board, puzzle.solution.squares()
    places = _places(board)
    sheet = Diagram(*board.sheet().shape, grid=False)
    _squares(sheet, board, plain=True)
    sheet.line([places[square] for square in order], _LINE, width=0.1, closed=puzzle.kind == "closed")
    sheet.dots([places[order[0]]], _LINE, radius=0.36)
    if isinstance(puzzle, WordPuzzle):
        _text(sheet, puzzle)
    else:
        _words(sheet, board, {square: str(number) for number, square in enumerate(order, start=1)})
    return sheet.svg(f"The solution of a puzzle on {board.describe()}", scale=_SCALE)


def _text(sheet: Diagram, puzzle: WordPuzzle) -> None:
    """Write the parts of a text, and draw the frames of the squares that are marked."""
    places = _places(puzzle.board)
    for square, dashed in zip(puzzle.marked(), (False, True), strict=False):
        row, col = places[square]
        corners = [(row + y, col + x) for y, x in ((-0.45, -0.45), (-0.45, 0.45), (0.45, 0.45), (0.45, -0.45))]
        sheet.line(corners, width=0.08, closed=True, dashed=dashed)
    _words(sheet, puzzle.board, puzzle.parts, size=_SIZE if puzzle.split == "letters" else 0.8 * _SIZE)


def _places(board: BaseBoard) -> dict[tuple[Any, ...], tuple[int, int]]:
    """Return the places of a board's squares on a sheet."""
    laid = board.sheet().tolist()
    return {
        board.square(index): (row, col) for row, line in enumerate(laid) for col, index in enumerate(line) if index >= 0
    }


def _squares(sheet: Diagram, board: BaseBoard, top: int = 0, left: int = 0, *, plain: bool = False) -> None:
    """Draw the squares of a board at a place of the sheet, the dark ones grey if not plain."""
    rows, cols = board.sheet().shape
    present = list(_places(board).values())
    if not plain:
        sheet.squares([(top + row, left + col) for row, col in present if (row + col) % 2])
    if len(present) == rows * cols:
        sheet.grid(rows, cols, top, left)
    else:
        for row, col in present:
            sheet.grid(1, 1, top + row, left + col)


def _words(
    sheet: Diagram,
    board: BaseBoard,
    words: Mapping[tuple[Any, ...], str],
    top: int = 0,
    left: int = 0,
    *,
    size: float = _SIZE,
) -> None:
    """Write words on squares, long ones in a smaller size."""
    places = _places(board)
    for square, word in words.items():
        row, col = places[square]
        sheet.word((top + row, left + col), word, size=min(size, _ROOM / _width(word)))


def _width(word: str) -> float:
    """Return the approximate width of a word, relative to the font size, in a common sans-serif font."""
    return sum(
        0.3 if letter in "fijlrtI.,;:!'’-" else 0.85 if letter in "mwMW" else 0.62 if letter.isupper() else 0.52
        for letter in word
    )
