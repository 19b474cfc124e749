"""Sheets to print, as PDF: a worksheet with its solution, and a text in knight's moves."""

from __future__ import annotations

from typing import Any, Final

from destrier.drawing.pages import printed
from destrier.drawing.svg.puzzle import notebook_svg, solution_svg
from destrier.puzzles.words import WordPuzzle
from destrier.puzzles.worksheet import Worksheet

TASK: Final = "Complete the knight’s tour"
"""The default title of a worksheet."""


def sheet_pdf(subject: Worksheet | WordPuzzle, **page: Any) -> bytes:
    """Return what is printed of a worksheet or a text; `page` has `title`, `paper` and `margin`."""
    return worksheet_pdf(subject, **page) if isinstance(subject, Worksheet) else words_pdf(subject, **page)


def worksheet_pdf(sheet: Worksheet, *, title: str = TASK, paper: str = "a4", margin: float | None = None) -> bytes:
    """Return two pages: a worksheet and, if other tours may fit, one of its solutions."""
    last = sheet.board.size
    ends = "" if sheet.kind == "open" else f" From {last}, a last move leads back to 1."
    task = f"Write the numbers from 1 to {last} so that the knight moves from each to the next.{ends}"
    one = "There is one solution." if sheet.unique else "There may be several solutions: any tour that fits is right."
    many = "This may be one of many solutions: any tour that fits is right."
    heading, told = ("Solution", "") if sheet.unique else ("A solution", many)
    pages = [(title, f"{task} {one}", notebook_svg(sheet)), (heading, told, solution_svg(sheet))]
    return printed(title, sheet.board, pages, paper=paper, margin=margin)


def words_pdf(
    puzzle: WordPuzzle, *, solved: bool = False, title: str = "", paper: str = "a4", margin: float | None = None
) -> bytes:
    """Return a page with a text in knight's moves, or with its solution."""
    svg = solution_svg(puzzle) if solved else notebook_svg(puzzle)
    named = title or f"A text in knight’s moves on {puzzle.board.describe()}"
    return printed(named, puzzle.board, [(title, "", svg)], paper=paper, margin=margin)
