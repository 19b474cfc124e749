"""A book of puzzles as PDF: instructions, the puzzles, several to a page, and all solutions at the end.

All drawings are vector graphics, and all fonts are embedded; the same puzzles always give the same file. Lengths are in
points, 72 to the inch.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import ceil, cos, pi, sin
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.drawing.fonts import REGULAR, SEMIBOLD, refuse_unknown_letters
from destrier.drawing.pdf import drawing_of, register_fonts
from destrier.drawing.svg.diagram import Diagram
from destrier.drawing.svg.plotter import parse_paper
from destrier.drawing.svg.puzzle import notebook_svg, solution_svg
from destrier.puzzles.puzzle import Puzzle, puzzle
from destrier.puzzles.reasoning import Grade
from destrier.puzzles.words import WordPuzzle, rosselsprung
from destrier.support.aliases import StrPath
from destrier.support.atomic import write_atomically
from destrier.support.errors import DestrierError
from destrier.support.html import escape
from destrier.support.optional import extra

AnyPuzzle: TypeAlias = Puzzle | WordPuzzle

TITLE: Final = "Knight’s tour puzzles"
PER_PAGE: Final = 6
MOST_PER_PAGE: Final = 12

_MILLIMETRE: Final = 72 / 25.4
_MARGIN: Final = 0.09
"""The margin of a page, as a fraction of its shorter side."""

_CAPTION, _GAP = 18.0, 24.0
"""The height of the line above a puzzle, and the space between puzzles."""

_LEAST: Final = 12.0
"""The smallest side of a square in which a number can be written."""

_LEAST_SOLVED: Final = {Puzzle: 14.0, WordPuzzle: 20.0}
"""The side of a square in which a solution can be read."""

_INSTRUCTIONS: Final = (480.0, 620.0)
"""The space that the first page needs; on smaller papers it is scaled down."""

_INK, _GREY = "#1a1a1a", "#666666"

_KNIGHT: Final = """
A knight moves two squares along a row or a column, and then one to the side. From the middle of this board, it can go
to each of the eight squares with a dot. What stands between does not matter.

A knight’s tour leads over all squares of a board, and visits each exactly once. It is closed if one more move leads
from the last square back to the first, and open otherwise.
"""

_NUMBERS: Final = """
The squares are numbered as a knight visits them: a knight’s move leads from each number to the next. Some numbers are
given; find all others. There is one solution, and reasoning finds it.

The stars tell how hard a puzzle is:
"""

_WORDS: Final = """
Each square bears a part of a text. A knight’s move leads from each part to the next, and each square is visited once:
read the text.

It begins on the square with a frame, if there is one, and ends on the one with a dashed frame.
"""

_EXAMPLE: Final = "A knight may jump over every other piece on the whole board."

_GRADES: Final[dict[Grade, str]] = {
    "easy": "look next to placed numbers",
    "medium": "count the moves in between",
    "hard": "watch for dead ends",
    "expert": "try a number, and see",
}
"""Hints for the reader, by grade."""


class _Box(NamedTuple):
    """A part of a page, whose lower left corner is at a point."""

    x: float
    y: float
    width: float
    height: float

    def slots(self, down: int, across: int) -> list[_Box]:
        """Return `down` rows and `across` columns of equal parts with gaps between them, row by row from the top."""
        width = (self.width - (across - 1) * _GAP) / across
        height = (self.height - (down - 1) * _GAP) / down
        return [
            _Box(self.x + col * (width + _GAP), self.y + self.height - height - row * (height + _GAP), width, height)
            for row in range(down)
            for col in range(across)
        ]


def save_book(
    puzzles: Sequence[AnyPuzzle], path: StrPath, *, title: str = TITLE, paper: str = "a4", per_page: int = PER_PAGE
) -> None:
    """Write a book of puzzles as PDF.

    The first page has the title and the instructions. The puzzles follow, each with its number, its kind and its grade
    in stars. The solutions, in a small size, are at the end.

    Parameters
    ----------
    puzzles
        The puzzles: number puzzles from `puzzle`, texts from `rosselsprung`, or both.
    path
        The path of the file, ending in `.pdf`.
    title
        The title.
    paper
        The paper: `a0` to `a6`, `letter`, or its width and height in millimetres, such as `150x220`.
    per_page
        The number of puzzles on a page, from 1 to 12; they are as large as fits.

    Raises
    ------
    DestrierError
        If there are no puzzles, the paper is unknown, or squares would be smaller than four millimetres.

    Examples
    --------
    >>> import destrier as dt
    >>> puzzles = [dt.puzzle(6, 6, seed=seed) for seed in range(8)]
    >>> dt.save_book(puzzles, "book.pdf", paper="letter")  # doctest: +SKIP
    """
    if not str(path).lower().endswith(".pdf"):
        raise DestrierError(f"a book is written to a file that ends in .pdf, not to {str(path)!r}")
    write_atomically(path, book_pdf(puzzles, title=title, paper=paper, per_page=per_page))


def check_book(boards: Sequence[BaseBoard], *, title: str = TITLE, paper: str = "a4", per_page: int = PER_PAGE) -> None:
    """Raise now the errors that `save_book` would raise for puzzles on these boards."""
    refuse_unknown_letters(title, "pdf")
    _slots(boards, paper, per_page)


def book_pdf(puzzles: Sequence[AnyPuzzle], *, title: str = TITLE, paper: str = "a4", per_page: int = PER_PAGE) -> bytes:
    """Return a book of puzzles as PDF; see `save_book`."""
    if not puzzles:
        raise DestrierError("a book has at least one puzzle")
    boards = [one.board for one in puzzles]
    check_book(boards, title=title, paper=paper, per_page=per_page)
    book = _Book(title, *_size(paper))
    book.instruct(puzzles)
    book.fill(puzzles, _slots(boards, paper, per_page), solved=False)
    book.fill(puzzles, book.solution_slots(puzzles), solved=True)
    return book.finished()


def _size(paper: str) -> tuple[float, float]:
    """Return the width and the height of a paper."""
    width, height = parse_paper(paper)
    return width * _MILLIMETRE, height * _MILLIMETRE


def _slots(boards: Sequence[BaseBoard], paper: str, per_page: int) -> list[_Box]:
    """Return the places of the puzzles on a page, as large as possible."""
    if isinstance(per_page, bool) or not isinstance(per_page, int) or not 1 <= per_page <= MOST_PER_PAGE:
        raise DestrierError(f"a page has 1 to {MOST_PER_PAGE} puzzles, not {per_page!r}")
    inside = _inside(*_size(paper))
    shapes = [board.sheet().shape for board in boards]
    rows, cols = (max(sides) for sides in zip(*shapes, strict=True))

    def side(down: int, across: int) -> float:
        slot = inside.slots(down, across)[0]
        return float(min(slot.width / (cols + 0.5), (slot.height - _CAPTION) / (rows + 0.5)))

    ways = [(ceil(per_page / across), across) for across in range(1, per_page + 1)]
    best = max(ways, key=lambda way: side(*way))
    if side(*best) < _LEAST:
        largest = max(boards, key=lambda board: board.size)
        raise DestrierError(
            f"with {per_page} to a page of {paper}, the squares of {largest.describe()} would be smaller than"
            f" {_LEAST / _MILLIMETRE:.0f} mm: put fewer on a page, or take a larger paper or a smaller board"
        )
    return inside.slots(*best)[:per_page]


def _inside(width: float, height: float) -> _Box:
    """Return a page without its margins; the lower one is larger, for the page number."""
    margin = _MARGIN * min(width, height)
    return _Box(margin, 1.3 * margin, width - 2 * margin, height - 2.3 * margin)


class _Book:
    """A PDF that grows page by page."""

    def __init__(self, title: str, width: float, height: float) -> None:
        register_fonts()
        self._file = BytesIO()
        canvas = extra("reportlab.pdfgen.canvas", "pdf", "a pdf")
        self._page = canvas.Canvas(self._file, pagesize=(width, height), initialFontName=REGULAR, invariant=1)
        self._page.setTitle(title)
        self._page.setCreator("destrier")
        self._title, self._inside, self._width = title, _inside(width, height), width

    def finished(self) -> bytes:
        """Return the file."""
        self._page.save()
        return self._file.getvalue()

    # The first page

    def instruct(self, puzzles: Sequence[AnyPuzzle]) -> None:
        """Add the page with the title and the instructions."""
        self._begin("How to solve them")
        shrunk = min(1, *(have / need for have, need in zip(self._inside[2:], _INSTRUCTIONS, strict=True)))
        self._page.saveState()
        self._page.scale(shrunk, shrunk)
        box = _Box(*(length / shrunk for length in self._inside))
        x, y, width, height = box
        top = y + height
        size = min(30.0, 30 * width / self._page.stringWidth(self._title, SEMIBOLD, 30))
        self._write(x, top - size, self._title, SEMIBOLD, size)
        top -= size + 24
        self._write(x, top, _contents(puzzles), REGULAR, 12, _GREY)
        top -= 14
        self._page.setStrokeColor(_INK)
        self._page.line(x, top, x + width, top)
        top = self._tell(box, top - 30, "The knight", _KNIGHT, [_moves_svg()])
        if any(isinstance(one, Puzzle) for one in puzzles):
            numbers = puzzle(3, 4, kind="open", difficulty="easy", seed=1)
            drawings = [notebook_svg(numbers), solution_svg(numbers)]
            top = self._tell(box, top - 30, "Number puzzles", _NUMBERS, drawings, grades=True)
        if any(isinstance(one, WordPuzzle) for one in puzzles):
            words = rosselsprung(_EXAMPLE, 3, 4, split="words", seed=4)
            self._tell(box, top - 30, "Texts in knight’s moves", _WORDS, [notebook_svg(words), solution_svg(words)])
        self._page.restoreState()
        self._end()

    def _tell(
        self, box: _Box, top: float, heading: str, text: str, drawings: list[str], *, grades: bool = False
    ) -> float:
        """Write paragraphs on the left and drawings on the right, and return their lower end."""
        x, _, width, _ = box
        self._write(x, top, heading, SEMIBOLD, 15)
        column = 0.52 * width
        left = right = top - 10
        for paragraph in text.strip().split("\n\n"):
            left -= self._paragraph(paragraph, x, left, column) + 6
        if grades:
            for number, (grade, hint) in enumerate(_GRADES.items(), start=1):
                self._stars(x, left - 8, number)
                left -= self._paragraph(f"{grade}: {hint}", x + 62, left, column - 62) + 3
        room = width - column - 28
        each = (room - (len(drawings) - 1) * 14) / len(drawings)
        tall = 0.0
        for number, drawing in enumerate(drawings):
            place = _Box(x + column + 28 + number * (each + 14), right - min(each, 120), each, min(each, 120))
            tall = max(tall, self._draw(drawing, place))
        return min(left, right - tall)

    def _paragraph(self, text: str, x: float, top: float, width: float) -> float:
        """Write a paragraph below a line, and return its height."""
        styles = extra("reportlab.lib.styles", "pdf", "a pdf")
        style = styles.ParagraphStyle("text", fontName=REGULAR, fontSize=10.5, leading=14.5, textColor=_INK)
        paragraph = extra("reportlab.platypus", "pdf", "a pdf").Paragraph(escape(text, quote=False), style)
        height: float = paragraph.wrap(width, 10**6)[1]
        paragraph.drawOn(self._page, x, top - height)
        return height

    # The puzzles and the solutions

    def fill(self, puzzles: Sequence[AnyPuzzle], slots: list[_Box], *, solved: bool) -> None:
        """Add pages with the puzzles, or with their solutions."""
        for first in range(0, len(puzzles), len(slots)):
            self._begin(("Solutions" if solved else "Puzzles") if first == 0 else None)
            if solved and first == 0:
                x, y, _, height = self._inside
                self._write(x, y + height - 20, "Solutions", SEMIBOLD, 20)
            for number, (one, slot) in enumerate(zip(puzzles[first:], slots, strict=False), start=first + 1):
                self._show(number, one, slot, solved=solved)
            self._end()

    def solution_slots(self, puzzles: Sequence[AnyPuzzle]) -> list[_Box]:
        """Return the places of the solutions on a page: as many as are legible."""
        x, y, width, height = self._inside
        inside = _Box(x, y, width, height - 36)
        shapes = [one.board.sheet().shape for one in puzzles]
        rows, cols = (max(sides) + 0.5 for sides in zip(*shapes, strict=True))
        least = max(_LEAST_SOLVED[type(one)] for one in puzzles)
        across = max(1, int((inside.width + _GAP) / (cols * least + _GAP)))
        down = max(1, int((inside.height + _GAP) / (rows * least + _CAPTION + _GAP)))
        return inside.slots(down, across)

    def _show(self, number: int, one: AnyPuzzle, slot: _Box, *, solved: bool) -> None:
        """Draw a puzzle below its number, its kind and its grade, or its solution below its number."""
        size = 9 if solved else 13
        svg = solution_svg(one) if solved else notebook_svg(one)
        room = _Box(slot.x, slot.y, slot.width, slot.height - _CAPTION)
        drawing, scale = _fitted(svg, room)
        left, right = (
            room.x + (room.width - drawing.width * scale) / 2,
            room.x + (room.width + drawing.width * scale) / 2,
        )
        inset = drawing.width * scale / (one.board.sheet().shape[1] + 0.5) / 4
        line = slot.y + slot.height - size
        self._write(left + inset, line, str(number), SEMIBOLD, size)
        if not solved:
            after = left + inset + self._page.stringWidth(str(number), SEMIBOLD, size) + 8
            told = f"{one.kind} tour" if isinstance(one, Puzzle) else f"{one.kind} tour, {len(one.parts)} {one.split}"
            self._write(after, line, told, REGULAR, 9, _GREY)
            if isinstance(one, Puzzle):
                self._stars(right - inset - 48, line + 3.5, get_args(Grade).index(one.grade) + 1)
        self._draw(svg, room)

    # The contents of a page

    def _begin(self, name: str | None) -> None:
        """Begin a page, which the table of contents of a reader lists by its name."""
        if name is not None:
            self._page.bookmarkPage(name)
            self._page.addOutlineEntry(name, name)

    def _end(self) -> None:
        """Write the number of the page, and end it."""
        number, _, y, *_ = str(self._page.getPageNumber()), *self._inside
        self._page.setFont(REGULAR, 9)
        self._page.setFillColor(_GREY)
        self._page.drawCentredString(self._width / 2, y / 2, number)
        self._page.showPage()

    def _write(self, x: float, y: float, text: str, font: str, size: float, colour: str = _INK) -> None:
        self._page.setFont(font, size)
        self._page.setFillColor(colour)
        self._page.drawString(x, y, text)

    def _draw(self, svg: str, box: _Box) -> float:
        """Draw at the top of a box, centred and as large as fits; return the height."""
        drawing, scale = _fitted(svg, box)
        height: float = drawing.height * scale
        self._page.saveState()
        self._page.translate(box.x + (box.width - drawing.width * scale) / 2, box.y + box.height - height)
        self._page.scale(scale, scale)
        extra("reportlab.graphics.renderPDF", "pdf", "a pdf").draw(drawing, self._page, 0, 0)
        self._page.restoreState()
        return height

    def _stars(self, x: float, y: float, filled: int) -> None:
        """Draw four stars around a line, the first of which are filled."""
        for number in range(len(_GRADES)):
            path = self._page.beginPath()
            for corner in range(10):
                away, angle = (2.2 if corner % 2 else 5.2), pi / 2 + corner * pi / 5
                point = x + 6 + 12 * number + away * cos(angle), y + away * sin(angle)
                (path.lineTo if corner else path.moveTo)(*point)
            path.close()
            self._page.setStrokeColor(_INK)
            self._page.setLineWidth(0.6)
            self._page.setFillColor(_INK)
            self._page.drawPath(path, stroke=1, fill=int(number < filled))


def _contents(puzzles: Sequence[AnyPuzzle]) -> str:
    """Describe the contents of a book."""
    boards = sorted({str(one.board) if isinstance(one.board, Board) else one.board.describe() for one in puzzles})
    count = f"{len(puzzles)} puzzle{'s' if len(puzzles) > 1 else ''}"
    return f"{count} on {' and '.join(boards)}".replace(" x ", " × ") if len(boards) < 3 else count


def _moves_svg() -> str:
    """Draw the moves of a knight from the middle of a board."""
    board = Diagram(5, 5)
    board.squares([(row, col) for row in range(5) for col in range(5) if (row + col) % 2])
    for row, col in [(0, 1), (0, 3), (1, 0), (1, 4), (3, 0), (3, 4), (4, 1), (4, 3)]:
        board.line([(2, 2), (row, col)], _GREY, width=0.06)
        board.dots([(row, col)], radius=0.2)
    board.dots([(2, 2)], radius=0.34)
    return board.svg("The moves of a knight")


def _fitted(svg: str, box: _Box) -> tuple[Any, float]:
    """Return a drawing and the factor by which to scale it to fill a box."""
    drawing = drawing_of(svg)
    return drawing, min(box.width / drawing.width, box.height / drawing.height)
