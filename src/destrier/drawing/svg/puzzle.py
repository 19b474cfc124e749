"""Puzzles as SVG, to solve with a pencil: boards with numbers or parts of a text, and their solutions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any, Final

from destrier.core.grid import BaseBoard
from destrier.core.leaper import Leaper
from destrier.drawing.svg.diagram import Diagram, text_width
from destrier.puzzles.puzzle import PartialTour, Puzzle
from destrier.puzzles.text_parts import halves
from destrier.puzzles.words import WordPuzzle

_SIZE: Final = 0.5
"""The size of numbers, and of letters, in squares."""

_LEAST: Final = 0.25
"""The least size of words: longer ones go on in a second line."""

_ROOM: Final = 0.82
"""The largest width of a word, as a fraction of the side of a square."""

_SCALE: Final = 5.0
"""The scale of a puzzle: squares of 80 pixels, large enough for a pencil."""

_LINE: Final = "#c4c4c4"
"""The colour of the line of a solution."""


def notebook_svg(puzzle: PartialTour | WordPuzzle) -> str:
    """Draw a puzzle, with the dark squares of a chessboard in grey."""
    return words_svg(puzzle) if isinstance(puzzle, WordPuzzle) else puzzles_svg([puzzle])


def puzzles_svg(puzzles: Sequence[PartialTour]) -> str:
    """Draw puzzles of one board on a sheet; if there are several, each with its grade below it."""
    rows, cols = puzzles[0].board.sheet().shape
    across = ceil(sqrt(len(puzzles)))
    down = ceil(len(puzzles) / across)
    foot = 1 if len(puzzles) > 1 else 0
    sheet = Diagram(down * (rows + 2 * foot) - foot, across * (cols + 1) - 1, grid=False)
    for number, puzzle in enumerate(puzzles):
        top, left = number // across * (rows + 2), number % across * (cols + 1)
        _squares(sheet, puzzle.board, top, left)
        _numbers(sheet, puzzle.board, puzzle.givens, top, left)
        if isinstance(puzzle, Puzzle) and foot:
            sheet.word((top + rows, left + (cols - 1) / 2), f"{number + 1}. {puzzle.grade}", size=_SIZE)
    return sheet.svg(f"A puzzle on {puzzles[0].board.describe()}", scale=_SCALE)


def words_svg(puzzle: WordPuzzle) -> str:
    """Draw a text in knight's moves, with a frame around its marked start and a dashed one around its marked end."""
    sheet = Diagram(*puzzle.board.sheet().shape, grid=False)
    _squares(sheet, puzzle.board)
    scale = _text(sheet, puzzle)
    return sheet.svg(f"A text in knight's moves on {puzzle.board.describe()}", scale=scale)


def moves_svg(leaper: Leaper) -> str:
    """Draw the moves of a piece from the middle of a board."""
    reach, pairs = leaper.reach, leaper.pairs
    board, grey = Diagram(2 * reach + 1, 2 * reach + 1), "#666666"
    squares = [(row, col) for row in range(2 * reach + 1) for col in range(2 * reach + 1)]
    board.squares([(row, col) for row, col in squares if (row + col) % 2])
    for row, col in squares:
        if tuple(sorted((abs(row - reach), abs(col - reach)))) in pairs:
            board.line([(reach, reach), (row, col)], grey, width=0.06)
            board.dots([(row, col)], radius=0.2)
    board.dots([(reach, reach)], radius=0.34)
    return board.svg(f"The moves of {leaper.describe()}")


def step_svg(puzzle: PartialTour, known: Mapping[tuple[Any, ...], int], placed: tuple[Any, ...]) -> str:
    """Draw what is known of a puzzle, with a ring around the number that was placed last."""
    sheet = Diagram(*puzzle.board.sheet().shape, grid=False)
    _squares(sheet, puzzle.board)
    sheet.dots([_places(puzzle.board)[placed]], radius=0.42, ring=True)
    _numbers(sheet, puzzle.board, known)
    return sheet.svg(f"A step of a puzzle on {puzzle.board.describe()}", scale=_SCALE)


def solution_svg(puzzle: PartialTour | WordPuzzle) -> str:
    """Draw the line of the tour that solves a puzzle, below all its numbers or all parts of its text."""
    board, order = puzzle.board, puzzle.solution.squares()
    places = _places(board)
    sheet = Diagram(*board.sheet().shape, grid=False)
    _squares(sheet, board, plain=True)
    sheet.line([places[square] for square in order], _LINE, width=0.1, closed=puzzle.kind == "closed")
    sheet.dots([places[order[0]]], _LINE, radius=0.46, ring=True)
    if isinstance(puzzle, WordPuzzle):
        scale = _text(sheet, puzzle, clear=True)
    else:
        scale = _SCALE
        _numbers(sheet, board, {square: number for number, square in enumerate(order, start=1)}, clear=True)
    return sheet.svg(f"The solution of a puzzle on {board.describe()}", scale=scale)


def _text(sheet: Diagram, puzzle: WordPuzzle, *, clear: bool = False) -> float:
    """Write the parts of a text, draw the frames of the marked squares, and return the scale of the drawing."""
    places = _places(puzzle.board)
    for square, dashed in zip(puzzle.marked(), (False, True), strict=False):
        row, col = places[square]
        corners = [(row + y, col + x) for y, x in ((-0.45, -0.45), (-0.45, 0.45), (0.45, 0.45), (0.45, -0.45))]
        sheet.line(corners, width=0.08, closed=True, dashed=dashed)
    size = _size_of(puzzle.parts.values(), _SIZE if puzzle.split == "letters" else 0.8 * _SIZE)
    lines: dict[tuple[Any, ...], Sequence[str]] = {square: [part] for square, part in puzzle.parts.items()}
    if size < _LEAST:
        lines = {square: _broken(part, puzzle.language) for square, part in puzzle.parts.items()}
        size = _size_of((line for both in lines.values() for line in both), _LEAST)
    _write(sheet, puzzle.board, lines, size, clear=clear)
    return _SCALE * max(1, _LEAST / size)


def _broken(part: str, language: str | None) -> Sequence[str]:
    """Return a part in one line if it fits there in the least size, or else in two, hyphenated within a word."""
    if text_width(part) * _LEAST <= _ROOM:
        return [part]
    return min(halves(part, language), key=lambda lines: max(map(text_width, lines)))


def _size_of(words: Iterable[str], most: float) -> float:
    """Return the largest size, up to the given one, in which all words fit on squares."""
    return min(most, _ROOM / max(map(text_width, words)))


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


def _numbers(
    sheet: Diagram,
    board: BaseBoard,
    numbers: Mapping[tuple[Any, ...], int],
    top: int = 0,
    left: int = 0,
    *,
    clear: bool = False,
) -> None:
    """Write numbers on squares, in the size that fits the largest number of the board."""
    lines = {square: [str(number)] for square, number in numbers.items()}
    _write(sheet, board, lines, _size_of([str(board.size)], _SIZE), top, left, clear=clear)


def _write(
    sheet: Diagram,
    board: BaseBoard,
    words: Mapping[tuple[Any, ...], Sequence[str]],
    size: float,
    top: int = 0,
    left: int = 0,
    *,
    clear: bool,
) -> None:
    """Write on squares, in one size, words of one or two lines, which may be clear of what lies below them."""
    places = _places(board)
    for square, lines in words.items():
        row, col = places[square]
        for number, line in enumerate(lines):
            down = 1.1 * size * (number - (len(lines) - 1) / 2)
            sheet.word((top + row + down, left + col), line, size=size, clear=clear)
