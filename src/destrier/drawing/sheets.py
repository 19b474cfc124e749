"""Sheets to print, as PDF: a worksheet with its solution, and a text in knight's moves."""

from __future__ import annotations

from typing import Any, Final

from destrier.core.grid import BaseBoard
from destrier.drawing.pages import check_printed, printed
from destrier.drawing.svg.puzzle import notebook_svg, solution_svg
from destrier.puzzles.words import WordPuzzle
from destrier.puzzles.worksheet import Worksheet

TASK: Final = "Complete the knight’s tour"
"""The default title of a worksheet."""


def sheet_pdf(subject: Worksheet | WordPuzzle, **page: Any) -> bytes:
    """Return what is printed of a worksheet or a text; `page` has `title`, `paper` and `margin`."""
    return worksheet_pdf(subject, **page) if isinstance(subject, Worksheet) else words_pdf(subject, **page)


def worksheet_pdf(sheet: Worksheet, *, title: str = TASK, **paper: Any) -> bytes:
    """Return two pages: a worksheet and, if other tours may fit, one of its solutions."""
    posed, solved = _worksheet_words(sheet.board, sheet.kind, title, unique=sheet.unique)
    pages = [(*posed, notebook_svg(sheet)), (*solved, solution_svg(sheet))]
    return printed(title, sheet.board, pages, **paper)


def check_worksheet(board: BaseBoard, kind: str, *, title: str = TASK, **paper: Any) -> None:
    """Validate what `worksheet_pdf` is given before the worksheet, which may have several solutions, is made."""
    check_printed(title, board, _worksheet_words(board, kind, title, unique=False), **paper)


def _worksheet_words(board: BaseBoard, kind: str, title: str, *, unique: bool) -> list[tuple[str, str]]:
    """Return the headings and the paragraphs of a worksheet and its solution."""
    last = board.size
    ends = "" if kind == "open" else f" From {last}, a last move leads back to 1."
    task = f"Write the numbers from 1 to {last} so that the knight moves from each to the next.{ends}"
    one = "There is one solution." if unique else "There may be several solutions: any tour that fits is right."
    many = "This may be one of many solutions: any tour that fits is right."
    return [(title, f"{task} {one}"), ("Solution", "") if unique else ("A solution", many)]


def words_pdf(puzzle: WordPuzzle, *, solved: bool = False, title: str = "", **paper: Any) -> bytes:
    """Return a page with a text in knight's moves, or with its solution."""
    svg = solution_svg(puzzle) if solved else notebook_svg(puzzle)
    return printed(_words_title(puzzle.board, title), puzzle.board, [(title, "", svg)], **paper)


def check_words(board: BaseBoard, *, title: str = "", **paper: Any) -> None:
    """Validate what `words_pdf` is given before a text is hidden on this board."""
    check_printed(_words_title(board, title), board, [(title, "")], **paper)


def _words_title(board: BaseBoard, title: str) -> str:
    return title or f"A text in knight’s moves on {board.describe()}"
