"""Sheets to print, as PDF: a worksheet with its solution, and a text in knight's moves."""

from __future__ import annotations

from typing import Any, Final, get_args

from destrier.core.grid import BaseBoard
from destrier.drawing.catalogues import LANGUAGES, catalogue
from destrier.drawing.fonts import refuse_unknown_letters
from destrier.drawing.pages import GAP, Box, Pages, Paper
from destrier.drawing.svg.puzzle import moves_svg, notebook_svg, solution_svg
from destrier.puzzles.reasoning import Grade
from destrier.puzzles.words import WordPuzzle
from destrier.puzzles.worksheet import Worksheet

_PICTURE: Final = 72.0
"""The side of the picture of a piece's moves, in points."""

_STARS: Final = 60.0
"""The width of the stars of a grade, with their space."""


def sheet_pdf(subject: Worksheet | WordPuzzle, **page: Any) -> bytes:
    """Return what is printed of a worksheet or a text; `page` has `title`, `paper` and `margin`."""
    return worksheet_pdf(subject, **page) if isinstance(subject, Worksheet) else words_pdf(subject, **page)


def worksheet_pdf(sheet: Worksheet, *, language: str = LANGUAGES[0], **page: Any) -> bytes:
    """Return two pages: a worksheet and its solution."""
    made, box = _worksheet_begun(sheet.board, sheet.kind, sheet.grade, language, **page)
    made.draw(notebook_svg(sheet), box)
    made.end(numbered=False)
    say = catalogue(language).gettext
    made.begin(say("Solution"))
    made.draw(solution_svg(sheet), made.heading(say("Solution")))
    made.end(numbered=False)
    return made.finished()


def check_worksheet(board: BaseBoard, kind: str, *, language: str = LANGUAGES[0], **page: Any) -> None:
    """Validate what `worksheet_pdf` is given before the worksheet is made."""
    _worksheet_begun(board, kind, "easy", language, **page)


def _worksheet_begun(
    board: BaseBoard,
    kind: str,
    grade: Grade,
    language: str,
    title: str | None = None,
    paper: str = "a4",
    margin: float | None = None,
) -> tuple[Pages, Box]:
    """Begin a worksheet with all but its board; return the pages, and the box for the board."""
    say = catalogue(language).gettext
    usual = say("Complete the knight’s tour") if board.leaper.is_knight else say("Complete the tour")
    heading = title or usual
    refuse_unknown_letters(heading, "pdf")
    made = Pages(heading, Paper.of(paper, margin))
    made.begin(heading)
    box = made.inside
    made.check_room(board, box)
    box = name_lines(made, box, say("Name"), say("Date"))
    made.stars(box.x + box.width - _STARS + 12, box.top - 14, get_args(Grade).index(grade) + 1)
    text = made.heading(heading, box=box._replace(width=box.width - _STARS))
    side = min(_PICTURE, box.width / 4)
    made.draw(moves_svg(board.leaper), Box(box.x + box.width - side, text.y, side, text.height))
    last = board.size
    task = [
        say("Write the numbers from 1 to {last} so that one move leads from each to the next.").format(last=last),
        say("From {last}, a last move leads back to 1.").format(last=last) if kind == "closed" else "",
        say("There is one solution."),
    ]
    told = made.paragraph(" ".join(filter(None, task)), text.x, text.top, 0.95 * box.width - side)
    box = text._replace(width=box.width).below(text.top - max(told, side) - GAP / 2)
    made.check_room(board, box)
    return made, box


def name_lines(made: Pages, box: Box, name: str, date: str) -> Box:
    """Draw the lines for a name and a date at the top of a box; return its part below them."""
    y, middle = box.top - 10.5, box.x + 0.64 * box.width
    for word, left, right in ((name, box.x, middle - GAP), (date, middle, box.x + box.width)):
        made.write(left, y, word)
        made.rule(left + made.canvas.stringWidth(word) + 6, right, y - 2)
    return box.below(box.top - 1.5 * GAP)


def words_pdf(puzzle: WordPuzzle, *, solved: bool = False, **page: Any) -> bytes:
    """Return a page with a text in knight's moves, or with its solution."""
    made, box = _words_begun(puzzle.board, **page)
    made.draw(solution_svg(puzzle) if solved else notebook_svg(puzzle), box)
    made.end(numbered=False)
    return made.finished()


def check_words(board: BaseBoard, **page: Any) -> None:
    """Validate what `words_pdf` is given before a text is hidden on this board."""
    _words_begun(board, **page)


def _words_begun(
    board: BaseBoard, title: str = "", paper: str = "a4", margin: float | None = None
) -> tuple[Pages, Box]:
    """Begin a page with its title, if it has one; return the pages, and the box for the board."""
    made = Pages(title or f"A text in knight’s moves on {board.describe()}", Paper.of(paper, margin))
    made.begin(title or None)
    box = made.heading(title) if title else made.inside
    made.check_room(board, box)
    return made, box
