"""A book of puzzles as PDF: a cover, the contents, instructions, the puzzles, several to a page, and all solutions.

Lengths are in points, 72 to the inch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, NamedTuple, get_args

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.leaper import Leaper
from destrier.drawing.catalogues import LANGUAGES, catalogue
from destrier.drawing.fonts import REGULAR, SEMIBOLD, refuse_unknown_letters
from destrier.drawing.pages import GAP, GREY, LEAST_SQUARE, MILLIMETRE, Box, Pages, Paper
from destrier.drawing.svg.puzzle import moves_svg, notebook_svg, solution_svg
from destrier.drawing.svg.tour import to_svg
from destrier.puzzles.book import AnyPuzzle, cover_tour, number_example, word_example
from destrier.puzzles.puzzle import Puzzle
from destrier.puzzles.reasoning import Grade
from destrier.puzzles.words import WordPuzzle
from destrier.support.aliases import Progress, StrPath
from destrier.support.atomic import write_atomically
from destrier.support.errors import DestrierError

PER_PAGE: Final = 6
MOST_PER_PAGE: Final = 12

_CAPTION: Final = 18.0
"""The height of the line above a puzzle."""

_ENTRY: Final = (150.0, 17.0)
"""The width and the height of an entry of the contents, with its space."""

_HEAD: Final = 36.0
"""The height of a heading, with its space."""

_MOST_NAMED: Final = 3
"""The most boards to name on the cover."""

_LEAST_SOLVED: Final = {Puzzle: 14.0, WordPuzzle: 20.0}
"""The side of a square in which a solution can be read."""

_INSTRUCTIONS: Final = (480.0, 620.0)
"""The space that the page of instructions needs; on smaller papers it is scaled down."""


class _Grid(NamedTuple):
    """How the puzzles, or the solutions, are placed on a page."""

    down: int
    across: int
    each: int
    head: float = 0
    """The height that is left free at the top."""

    def slots(self, inside: Box) -> list[Box]:
        """Return the places on a page."""
        return inside.below(inside.top - self.head).slots(self.down, self.across)[: self.each]


def save_book(
    puzzles: Sequence[AnyPuzzle],
    path: StrPath,
    *,
    title: str | None = None,
    paper: str = "a4",
    per_page: int = PER_PAGE,
    margin: float | None = None,
    gutter: float = 0.0,
    language: str = LANGUAGES[0],
    progress: Progress | None = None,
) -> None:
    """Write a book of puzzles as PDF.

    The cover has the title and a tour. The contents and the instructions follow, and the puzzles, each with its number,
    its kind and its grade in stars. The solutions, in a small size, are at the end.

    Parameters
    ----------
    puzzles
        The puzzles: number puzzles from `puzzle`, texts from `rosselsprung`, or both; on boards of one or several
        sizes.
    path
        The path of the file, ending in `.pdf`.
    title
        The title, by default "Knight’s tour puzzles" in the language of the book.
    paper
        The paper: `a0` to `a6`, `letter`, or its width and height, such as `150x220` in millimetres or `6x9in`.
    per_page
        The number of puzzles on a page, from 1 to 12; they are as large as fits.
    margin
        The margin of the pages in millimetres, by default 9 % of their shorter side.
    gutter
        The additional inner margin in millimetres, where the pages are bound: on the left of odd pages.
    language
        The language of the book: `en`, `de`, `fr` or `es`.
    progress
        A function to call with the number of finished pages.

    Raises
    ------
    DestrierError
        If there are no puzzles, the paper or the language is unknown, or squares would be smaller than four
        millimetres.

    Examples
    --------
    >>> import destrier as dt
    >>> puzzles = [dt.puzzle(6, 6, seed=seed) for seed in range(8)]
    >>> dt.save_book(puzzles, "book.pdf", paper="6x9in", gutter=10, language="de")  # doctest: +SKIP
    """
    if not str(path).lower().endswith(".pdf"):
        raise DestrierError(f"a book is written to a file that ends in .pdf, not to {str(path)!r}")
    look = Layout(title=title, paper=paper, per_page=per_page, margin=margin, gutter=gutter, language=language)
    write_atomically(path, book_pdf(puzzles, look, progress=progress))


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How a book looks; see `save_book`."""

    title: str | None = None
    paper: str = "a4"
    per_page: int = PER_PAGE
    margin: float | None = None
    gutter: float = 0.0
    language: str = LANGUAGES[0]

    @property
    def sheet(self) -> Paper:
        return Paper.of(self.paper, self.margin, self.gutter)

    def grid(self, boards: Sequence[BaseBoard]) -> _Grid:
        """Return how to place puzzles on a page, as large as possible; refuse a layout that does not fit the boards."""
        catalogue(self.language)
        refuse_unknown_letters(self.title or "", "pdf")
        sheet, each = self.sheet, self.per_page
        if isinstance(each, bool) or not isinstance(each, int) or not 1 <= each <= MOST_PER_PAGE:
            raise DestrierError(f"a page has 1 to {MOST_PER_PAGE} puzzles, not {each!r}")
        shapes = [board.sheet().shape for board in boards]
        rows, cols = (max(sides) for sides in zip(*shapes, strict=True))

        def side(grid: _Grid) -> float:
            slot = grid.slots(sheet.inside(1))[0]
            return float(min(slot.width / (cols + 0.5), (slot.height - _CAPTION) / (rows + 0.5)))

        best = max((_Grid(ceil(each / across), across, each) for across in range(1, each + 1)), key=side)
        if side(best) < LEAST_SQUARE:
            largest = max(boards, key=lambda board: board.size)
            raise DestrierError(
                f"with {each} to a page of {self.paper}, the squares of {largest.describe()} would be smaller than"
                f" {LEAST_SQUARE / MILLIMETRE:.0f} mm: put fewer on a page, or take a larger paper or a smaller board"
            )
        return best


def book_pdf(puzzles: Sequence[AnyPuzzle], layout: Layout, *, progress: Progress | None = None) -> bytes:
    """Return a book of puzzles as PDF; see `save_book`."""
    if not puzzles:
        raise DestrierError("a book has at least one puzzle")
    return _Book(puzzles, layout).made(progress)


class _Book:
    """A book in a language."""

    def __init__(self, puzzles: Sequence[AnyPuzzle], layout: Layout) -> None:
        self._posed = layout.grid([one.board for one in puzzles])
        texts = catalogue(layout.language)
        self._say, self._say_number = texts.gettext, texts.ngettext
        self._title = layout.title or self._say("Knight’s tour puzzles")
        self._puzzles = puzzles
        self._pages = Pages(self._title, layout.sheet)
        self._solved = self._solution_grid()
        inside = layout.sheet.inside(1)
        self._lines = max(1, int((inside.height - _HEAD) / _ENTRY[1]))
        self._columns = max(1, int((inside.width + GAP) / (_ENTRY[0] + GAP)))

    def made(self, progress: Progress | None) -> bytes:
        """Return the file."""
        count = len(self._puzzles)
        instructions = 2 + ceil((count + 2) / (self._lines * self._columns))
        solutions = instructions + 1 + ceil(count / self._posed.each)
        of = solutions - 1 + ceil(count / self._solved.each)
        for page in self._drawn(instructions, solutions):
            self._pages.end(numbered=page > 1)
            if progress is not None:
                progress("pages", page, of)
        return self._pages.finished()

    def _drawn(self, instructions: int, solutions: int) -> Iterator[int]:
        """Draw page by page, and yield the number of each when all but its own number is on it."""
        yield from self._cover()
        yield from self._contents(instructions, solutions)
        yield from self._instruct()
        yield from self._fill(self._say("Puzzles"), self._posed, self._pose)
        yield from self._fill(self._say("Solutions"), self._solved, self._solve)

    # The first pages

    def _cover(self) -> Iterator[int]:
        """Draw the title and a tour of the largest board."""
        box = self._pages.inside
        self._pages.begin(self._title)
        size = self._pages.fitting(self._title, 36, box.width)
        middle, top = box.x + box.width / 2, box.top - 0.06 * box.height - size
        self._pages.write(middle, top, self._title, SEMIBOLD, size, align="centre")
        drawn = to_svg(cover_tour(self._puzzles), style="ink")
        place = self._pages.draw(drawn, Box(box.x, box.y + 40, box.width, top - box.y - 40 - 2 * GAP))
        self._pages.write(middle, place.y - 1.5 * GAP, self._summary(), size=13, colour=GREY, align="centre")
        yield self._pages.number

    def _summary(self) -> str:
        """Describe the contents of the book."""
        count = len(self._puzzles)
        told = self._say_number("{count} puzzle", "{count} puzzles", count).format(count=count)
        boards = [*dict.fromkeys(_named(one.board) for one in sorted(self._puzzles, key=lambda one: one.board.size))]
        if len(boards) > _MOST_NAMED:
            return told
        listed = self._say(" and ").join(filter(None, (", ".join(boards[:-1]), boards[-1])))
        return self._say("{puzzles} on {boards}").format(puzzles=told, boards=listed)

    def _contents(self, instructions: int, solutions: int) -> Iterator[int]:
        """List all puzzles with their boards, their grades as stars, and their pages."""
        entries: list[tuple[str, AnyPuzzle | None, int]] = [(self._say("How to solve them"), None, instructions)]
        for number, one in enumerate(self._puzzles):
            entries.append((str(number + 1), one, instructions + 1 + number // self._posed.each))
        entries.append((self._say("Solutions"), None, solutions))
        for first in range(0, len(entries), self._lines * self._columns):
            self._pages.begin(self._say("Contents") if first == 0 else None)
            box = self._pages.inside
            if first == 0:
                self._pages.heading(self._say("Contents"))
            columns = box.below(box.top - _HEAD).slots(1, self._columns)
            for place, entry in enumerate(entries[first : first + self._lines * self._columns]):
                column = columns[place // self._lines]
                self._list(column, column.top - (place % self._lines + 0.7) * _ENTRY[1], *entry)
            yield self._pages.number

    def _list(self, column: Box, line: float, name: str, one: AnyPuzzle | None, page: int) -> None:
        """Write an entry of the contents."""
        self._pages.write(column.x, line, name, SEMIBOLD if one else REGULAR)
        self._pages.write(column.x + column.width, line, str(page), colour=GREY, align="right")
        if one is not None:
            told, room = _named(one.board) if isinstance(one, Puzzle) else self._parts(one), column.width - 104
            self._pages.write(column.x + 26, line, told, size=self._pages.fitting(told, 10.5, room), colour=GREY)
        if isinstance(one, Puzzle):
            self._pages.stars(column.x + column.width - 72, line + 3.5, _stars(one), 11)

    def _instruct(self) -> Iterator[int]:
        """Explain the knight and the puzzles."""
        say, canvas = self._say, self._pages.canvas
        self._pages.begin(say("How to solve them"))
        shrunk = min(1, *(have / need for have, need in zip(self._pages.inside[2:], _INSTRUCTIONS, strict=True)))
        canvas.saveState()
        canvas.scale(shrunk, shrunk)
        box = self._pages.heading(say("How to solve them"), box=Box(*(side / shrunk for side in self._pages.inside)))
        knight = [
            say(
                "A knight moves two squares along a row or a column, and then one to the side. From the middle of this"
                " board, it can go to each of the eight squares with a dot. What stands between does not matter."
            ),
            say(
                "A knight’s tour leads over all squares of a board, and visits each exactly once. It is closed if one"
                " more move leads from the last square back to the first, and open otherwise."
            ),
        ]
        top = self._tell(box, box.top, say("The knight"), knight, [moves_svg(Leaper.of("knight", 2))])
        if any(isinstance(one, Puzzle) for one in self._puzzles):
            example = number_example()
            numbers = [
                say(
                    "The squares are numbered as a knight visits them: a knight’s move leads from each number to the"
                    " next. Some numbers are given; find all others. There is one solution, and reasoning finds it."
                ),
                say("The stars tell how hard a puzzle is:"),
            ]
            drawings = [notebook_svg(example), solution_svg(example)]
            top = self._tell(box, top - 30, say("Number puzzles"), numbers, drawings, grades=True)
        if any(isinstance(one, WordPuzzle) for one in self._puzzles):
            hidden = word_example(say("A knight may jump over every other piece on the whole board."))
            words = [
                say(
                    "Each square bears a part of a text. A knight’s move leads from each part to the next, and each"
                    " square is visited once: read the text."
                ),
                say("It begins on the square with a frame, if there is one, and ends on the one with a dashed frame."),
            ]
            drawings = [notebook_svg(hidden), solution_svg(hidden)]
            self._tell(box, top - 30, say("Texts in knight’s moves"), words, drawings)
        canvas.restoreState()
        yield self._pages.number

    def _tell(
        self, box: Box, top: float, heading: str, text: list[str], drawings: list[str], *, grades: bool = False
    ) -> float:
        """Write paragraphs on the left and drawings on the right, and return their lower end."""
        x, _, width, _ = box
        self._pages.write(x, top - 15, heading, SEMIBOLD, 15)
        column = 0.52 * width
        left = right = top - 25
        for paragraph in text:
            left -= self._pages.paragraph(paragraph, x, left, column) + 6
        for number, hint in enumerate(self._hints() if grades else (), start=1):
            self._pages.stars(x, left - 8, number)
            left -= self._pages.paragraph(hint, x + 62, left, column - 62) + 3
        row = Box(x + column + 28, right - 120, width - column - 28, 120).slots(1, len(drawings), 14)
        low = min(self._pages.draw(drawing, place).y for drawing, place in zip(drawings, row, strict=True))
        return min(left, low)

    def _hints(self) -> list[str]:
        """Return the grades with a hint for each."""
        return [
            self._say("easy: look next to placed numbers"),
            self._say("medium: count the moves in between"),
            self._say("hard: watch for dead ends"),
            self._say("expert: try a number, and see"),
        ]

    # The puzzles and the solutions

    def _fill(self, name: str, grid: _Grid, show: Callable[[int, AnyPuzzle, Box], None]) -> Iterator[int]:
        """Add pages with the puzzles, or with their solutions."""
        for first in range(0, len(self._puzzles), grid.each):
            self._pages.begin(name if first == 0 else None)
            if grid.head and first == 0:
                self._pages.heading(name)
            slots = grid.slots(self._pages.inside)
            for number, (one, slot) in enumerate(zip(self._puzzles[first:], slots, strict=False), start=first + 1):
                show(number, one, slot)
            yield self._pages.number

    def _solution_grid(self) -> _Grid:
        """Return how to place the solutions on a page: as many as are legible."""
        inside = self._pages.inside
        sizes = [[(side + 0.5) * _LEAST_SOLVED[type(one)] for side in one.board.sheet().shape] for one in self._puzzles]
        height, width = (max(lengths) for lengths in zip(*sizes, strict=True))
        across = max(1, int((inside.width + GAP) / (width + GAP)))
        down = max(1, int((inside.height - _HEAD + GAP) / (height + _CAPTION + GAP)))
        return _Grid(down, across, down * across, _HEAD)

    def _pose(self, number: int, one: AnyPuzzle, slot: Box) -> None:
        """Draw a puzzle below its number, its kind and its grade."""
        place = self._show(number, one, notebook_svg(one), slot, 13)
        kind = self._say("closed tour") if one.kind == "closed" else self._say("open tour")
        told = kind if isinstance(one, Puzzle) else f"{kind}, {self._parts(one)}"
        after = place.x + self._pages.canvas.stringWidth(str(number), SEMIBOLD, 13) + 8
        stars = place.x + place.width - (48 if isinstance(one, Puzzle) else 0)
        self._pages.write(after, place.top, told, size=self._pages.fitting(told, 9, stars - 4 - after), colour=GREY)
        if isinstance(one, Puzzle):
            self._pages.stars(stars, place.top + 3.5, _stars(one))

    def _solve(self, number: int, one: AnyPuzzle, slot: Box) -> None:
        """Draw the solution of a puzzle below its number."""
        self._show(number, one, solution_svg(one), slot, 9)

    def _show(self, number: int, one: AnyPuzzle, svg: str, slot: Box, size: float) -> Box:
        """Draw a board with its number above it; return the box below the line of the number, as wide as the board."""
        place = self._pages.draw(svg, slot.below(slot.top - _CAPTION))
        inset = place.width / (one.board.sheet().shape[1] + 0.5) / 4
        line = slot.top - size
        self._pages.write(place.x + inset, line, str(number), SEMIBOLD, size)
        return Box(place.x + inset, place.y, place.width - 2 * inset, line - place.y)

    def _parts(self, one: WordPuzzle) -> str:
        """Return the number of parts of a text."""
        count = len(one.parts)
        told = {
            "letters": self._say_number("{count} letter", "{count} letters", count),
            "syllables": self._say_number("{count} syllable", "{count} syllables", count),
            "words": self._say_number("{count} word", "{count} words", count),
        }[one.split]
        return told.format(count=count)


def _named(board: BaseBoard) -> str:
    """Return the name of a board."""
    return (str(board) if isinstance(board, Board) else board.describe()).replace(" x ", " × ")


def _stars(one: Puzzle) -> int:
    """Return the number of stars of a puzzle."""
    return get_args(Grade).index(one.grade) + 1
