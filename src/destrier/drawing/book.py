"""A book of puzzles as PDF: a cover, title pages, contents, instructions, the puzzles by grade, and all solutions.

Lengths are in points, 72 to the inch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, groupby
from math import ceil
from typing import Any, Final, NamedTuple, get_args

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.leaper import Leaper
from destrier.drawing.catalogues import LANGUAGES, catalogue
from destrier.drawing.fonts import SEMIBOLD, refuse_unknown_letters
from destrier.drawing.pages import GAP, GREY, LEAST_SQUARE, MILLIMETRE, Box, Pages, Paper, read_picture
from destrier.drawing.pdf import register_fonts
from destrier.drawing.svg.puzzle import moves_svg, notebook_svg, solution_svg, step_svg
from destrier.drawing.svg.tour import to_svg
from destrier.puzzles.book import AnyPuzzle, cover_tour, number_example, word_example
from destrier.puzzles.puzzle import Puzzle
from destrier.puzzles.reasoning import Grade
from destrier.puzzles.words import WordPuzzle
from destrier.support.aliases import Progress, StrPath
from destrier.support.atomic import write_atomically
from destrier.support.errors import DestrierError, shown

PER_PAGE: Final = 6
MOST_PER_PAGE: Final = 12

_CAPTION: Final = 18.0
"""The height of the line above a puzzle."""

_ENTRY: Final = 44.0
"""The height of an entry of the contents, with its space."""

_HEAD: Final = 36.0
"""The height of the heading of a page, with its space."""

_MOST_NAMED: Final = 3
"""The most boards to name on the cover."""

_LEAST_SOLVED: Final = {Puzzle: 14.0, WordPuzzle: 20.0}
"""The side of a square in which a solution can be read."""

_INSTRUCTIONS: Final = (480.0, 750.0)
"""The space that a page of instructions needs; on smaller papers it is scaled down."""

_UNNUMBERED: Final = 4
"""How many pages, from the cover to the imprint, bear no number."""

_STEPS_ACROSS: Final = 3
"""How many steps of the example stand side by side."""


class _Grid(NamedTuple):
    """How the puzzles, or the solutions, are placed on a page."""

    down: int
    across: int
    each: int

    def slots(self, inside: Box) -> list[Box]:
        """Return the places on a page below its heading."""
        return inside.below(inside.top - _HEAD).slots(self.down, self.across)[: self.each]


class _Section(NamedTuple):
    """Puzzles of one grade, or texts."""

    name: str
    stars: int
    """The number of stars of the grade; 0 for texts."""
    first: int
    """The number of the first puzzle."""
    puzzles: list[AnyPuzzle]


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
    author: str | None = None,
    year: int | None = None,
    cover: StrPath | None = None,
    progress: Progress | None = None,
) -> None:
    """Write a book of puzzles as PDF.

    The cover has the title and a tour. Half title, imprint, contents and instructions follow, then the puzzles, easy
    ones first and texts last, each with its number and, where they differ, its board and its kind. The solutions, all
    in one size, are at the end. The number of pages is even.

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
    author
        The author, for the cover and the imprint.
    year
        The year of the imprint.
    cover
        A picture for the cover, `.svg`, `.png` or `.jpg`; by default, a tour of the largest board.
    progress
        A function to call with the number of finished pages.

    Raises
    ------
    DestrierError
        If there are no puzzles, the paper or the language is unknown, or squares would be smaller than four
        millimetres.

    See Also
    --------
    destrier.puzzle, destrier.save_lesson

    Examples
    --------
    >>> import destrier as dt
    >>> puzzles = [dt.puzzle(6, 6, seed=seed) for seed in range(8)]
    >>> dt.save_book(puzzles, "book.pdf", paper="6x9in", gutter=10, language="de")  # doctest: +SKIP
    """
    if not str(path).lower().endswith(".pdf"):
        raise DestrierError(f"a book is written to a file that ends in .pdf, not to {str(path)!r}")
    layout = Layout(
        title=title,
        paper=paper,
        per_page=per_page,
        margin=margin,
        gutter=gutter,
        language=language,
        author=author,
        year=year,
        cover=cover,
    )
    write_atomically(path, book_pdf(puzzles, layout, progress=progress))


@dataclass(frozen=True, kw_only=True)
class Layout:
    """How a book looks; see `save_book`."""

    title: str | None = None
    paper: str = "a4"
    per_page: int = PER_PAGE
    margin: float | None = None
    gutter: float = 0.0
    language: str = LANGUAGES[0]
    author: str | None = None
    year: int | None = None
    cover: StrPath | None = None

    @cached_property
    def picture(self) -> Any:
        """The picture for the cover, if one is given; see `read_picture`."""
        return None if self.cover is None else read_picture(self.cover)

    @property
    def sheet(self) -> Paper:
        return Paper.of(self.paper, self.margin, self.gutter)

    def grid(self, boards: Sequence[BaseBoard]) -> _Grid:
        """Return how to place puzzles on a page, as large as possible; refuse a layout that does not fit the boards."""
        catalogue(self.language)
        register_fonts()  # which says what is not installed
        _ = self.picture  # which says if there is none
        refuse_unknown_letters(f"{self.title or ''}{self.author or ''}", "pdf")
        if self.year is not None and (isinstance(self.year, bool) or not isinstance(self.year, int)):
            raise DestrierError(f"a year is an integer, not {shown(self.year)}")
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
        self._layout = layout
        self._title = layout.title or self._say("Knight’s tour puzzles")
        self._puzzles = sorted(puzzles, key=_section_of)
        self._sections = self._sectioned()
        self._pages = Pages(self._title, layout.sheet)
        self._solved, self._side = self._solution_grid()

    def _sectioned(self) -> list[_Section]:
        names = [self._say("Easy"), self._say("Medium"), self._say("Hard"), self._say("Expert")]
        names.append(self._say("Texts in knight’s moves"))
        made: list[_Section] = []
        for place, members in groupby(self._puzzles, key=_section_of):
            first = made[-1].first + len(made[-1].puzzles) if made else 1
            made.append(_Section(names[place], (place + 1) % len(names), first, list(members)))
        return made

    def made(self, progress: Progress | None) -> bytes:
        """Return the file."""
        instructions = _UNNUMBERED + self._pages_of_contents + 1
        lengths = [ceil(len(one.puzzles) / self._posed.each) for one in self._sections]
        begins = list(accumulate(lengths, initial=instructions + len(self._explained)))
        last = begins[-1] - 1 + ceil(len(self._puzzles) / self._solved.each)
        for page in self._drawn(instructions, begins):
            self._pages.end(numbered=_UNNUMBERED < page <= last)
            if progress is not None:
                progress("pages", page, last + last % 2)
        return self._pages.finished()

    def _drawn(self, instructions: int, begins: list[int]) -> Iterator[int]:
        """Draw page by page, and yield the number of each when all but its own number is on it."""
        yield from self._front()
        yield from self._contents(instructions, begins)
        yield from self._instruct()
        for section in self._sections:
            yield from self._fill(section, self._posed, self._pose)
        solutions = _Section(self._say("Solutions"), 0, 1, self._puzzles)
        yield from self._fill(solutions, self._solved, self._solve)
        if self._pages.number % 2 == 0:  # as the last page was odd
            yield self._pages.number

    # The first pages

    def _front(self) -> Iterator[int]:
        """Draw the cover, with a picture, its back, the half title and the imprint."""
        pages, author = self._pages, self._layout.author
        box = pages.inside
        pages.begin(self._title)
        size = pages.fitting(self._title, 36, box.width)
        middle, top = box.x + box.width / 2, box.top - 0.06 * box.height - size
        pages.write(middle, top, self._title, SEMIBOLD, size, align="centre")
        place = self._picture(Box(box.x, box.y + 84, box.width, top - box.y - 84 - 2 * GAP))
        pages.write(middle, place.y - 1.5 * GAP, self._summary(self._puzzles), size=13, colour=GREY, align="centre")
        if author:
            pages.write(middle, box.y + 8, author, size=pages.fitting(author, 15, box.width), align="centre")
        yield pages.number
        yield pages.number
        box = pages.inside
        middle, line = box.x + box.width / 2, box.y + 0.62 * box.height
        pages.write(middle, line, self._title, SEMIBOLD, pages.fitting(self._title, 22, box.width), align="centre")
        yield pages.number
        box = pages.inside
        told = [self._title, self._summary(self._puzzles), self._say("Made with destrier.")]
        if owner := " ".join(filter(None, (str(self._layout.year or ""), author))):
            told.insert(1, f"© {owner}")
        for below, text in enumerate(told, start=1 - len(told)):
            pages.write(box.x, box.y - 16 * below, text, size=pages.fitting(text, 9, box.width), colour=GREY)
        yield pages.number

    def _picture(self, box: Box) -> Box:
        """Draw the given picture of the cover, or a tour of the largest board; return its place."""
        picture = self._layout.picture
        if picture is None:
            return self._pages.draw(to_svg(cover_tour(self._puzzles), style="ink", line_width=0.1), box)
        return self._pages.picture(picture, box)

    def _summary(self, puzzles: Sequence[AnyPuzzle]) -> str:
        """Tell the number of puzzles and their boards."""
        count = len(puzzles)
        told = self._say_number("{count} puzzle", "{count} puzzles", count).format(count=count)
        boards = [*dict.fromkeys(_named(one.board) for one in sorted(puzzles, key=lambda one: one.board.size))]
        if len(boards) > _MOST_NAMED:
            return told
        listed = self._say(" and ").join(filter(None, (", ".join(boards[:-1]), boards[-1])))
        return self._say("{puzzles} on {boards}").format(puzzles=told, boards=listed)

    @property
    def _entries_on_page(self) -> int:
        return max(1, int((self._layout.sheet.inside(1).height - _HEAD) / _ENTRY))

    @property
    def _pages_of_contents(self) -> int:
        return ceil((len(self._sections) + 2) / self._entries_on_page)

    def _contents(self, instructions: int, begins: list[int]) -> Iterator[int]:
        """List the sections with their puzzles, their stars and their pages."""
        entries: list[tuple[str, _Section | None, int]] = [(self._say("How to solve them"), None, instructions)]
        entries += [(one.name, one, begin) for one, begin in zip(self._sections, begins, strict=False)]
        entries.append((self._say("Solutions"), None, begins[-1]))
        for first in range(0, len(entries), self._entries_on_page):
            self._begin(self._say("Contents"), is_first=first == 0)
            box = self._pages.inside
            for place, entry in enumerate(entries[first : first + self._entries_on_page]):
                self._list(box, box.top - _HEAD - place * _ENTRY - 18, *entry)
            yield self._pages.number

    def _list(self, box: Box, line: float, name: str, section: _Section | None, page: int) -> None:
        """Write an entry of the contents."""
        pages, right = self._pages, box.x + box.width
        size = pages.fitting(name, 13, box.width - 110)
        pages.write(box.x, line, name, SEMIBOLD, size)
        pages.write(right, line, str(page), size=13, align="right")
        if section is not None:
            last = section.first + len(section.puzzles) - 1
            numbers = str(last) if last == section.first else f"{section.first} – {last}"
            told = f"{numbers}: {self._summary(section.puzzles)}"
            pages.write(box.x, line - 15, told, size=pages.fitting(told, 10, box.width), colour=GREY)
            if section.stars:
                pages.stars(right - 96, line + 4.5, section.stars, 14)

    def _begin(self, name: str, stars: int = 0, *, is_first: bool) -> None:
        """Begin a page with the heading of its section; the first one is listed by a reader of the file."""
        self._pages.begin(name if is_first else None)
        box = self._pages.inside
        self._pages.heading(name, box=box._replace(width=box.width - (64 if stars else 0)))
        if stars:
            self._pages.stars(box.x + box.width - 56, box.top - 13, stars, 14)

    @property
    def _explained(self) -> list[Callable[[Box], None]]:
        """What explains the kinds of puzzles, on a page each."""
        parts = {Puzzle: self._explain_numbers, WordPuzzle: self._explain_words}
        return [part for kind, part in parts.items() if any(isinstance(one, kind) for one in self._puzzles)]

    def _instruct(self) -> Iterator[int]:
        """Explain the knight and the puzzles."""
        for number, part in enumerate(self._explained):
            self._begin(self._say("How to solve them"), is_first=number == 0)
            inside, canvas = self._pages.inside, self._pages.canvas
            shrunk = min(1, *(have / need for have, need in zip(inside[2:], _INSTRUCTIONS, strict=True)))
            canvas.saveState()
            canvas.scale(shrunk, shrunk)
            box = Box(*(side / shrunk for side in inside))
            box = box.below(box.top - _HEAD / shrunk)
            part(box if number else box.below(self._explain_knight(box) - 20))
            canvas.restoreState()
            yield self._pages.number

    def _explain_knight(self, box: Box) -> float:
        say = self._say
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
        return self._tell(box, say("The knight"), knight, [moves_svg(Leaper.of("knight", 2))])

    def _explain_kind(self) -> list[str]:
        """Say of all tours whether they return, if they share that."""
        closed = self._say("All tours of this book are closed: one more move leads from the last square to the first.")
        is_open = self._say("All tours of this book are open: they end anywhere.")
        return [closed if self._puzzles[0].kind == "closed" else is_open] if self._share("kind") else []

    def _explain_numbers(self, box: Box) -> None:
        """Explain number puzzles, and solve one step by step."""
        say = self._say
        example = number_example()
        numbers = [
            say(
                "The squares are numbered as a knight visits them: a knight’s move leads from each number to the"
                " next. Some numbers are given; find all others. There is one solution, and reasoning finds it."
            ),
            *self._explain_kind(),
            say("The stars tell how hard a puzzle is:"),
        ]
        top = self._tell(box, say("Number puzzles"), numbers, [notebook_svg(example)], grades=True) - 14
        known = dict(example.givens)
        slots = box.below(top).slots(3, _STEPS_ACROSS, 18)
        for step, slot in zip(example.steps(), slots, strict=False):
            assert step.square is not None
            assert step.number is not None
            known[step.square] = step.number
            near = [str(number) for number in (step.number - 1, step.number + 1) if number in known.values()]
            told = say("{number} is one move from {near}: only one free square fits.")
            told = told.format(number=step.number, near=say(" and ").join(near))
            height = self._pages.paragraph(told, slot.x, slot.top, slot.width, 10)
            self._pages.draw(step_svg(example, known, step.square), slot.below(slot.top - max(height, 27) - 4))

    def _explain_words(self, box: Box) -> None:
        say = self._say
        hidden = word_example(say("A knight may jump over every other piece on the whole board."))
        words = [
            say(
                "Each square bears a part of a text. A knight’s move leads from each part to the next, and each"
                " square is visited once: read the text."
            ),
            say("It begins on the square with a frame, if there is one, and ends on the one with a dashed frame."),
            *self._explain_kind(),
        ]
        self._tell(box, say("Texts in knight’s moves"), words, [notebook_svg(hidden), solution_svg(hidden)])

    def _tell(self, box: Box, heading: str, text: list[str], drawings: list[str], *, grades: bool = False) -> float:
        """Write paragraphs on the left and drawings on the right, and return their lower end."""
        x, _, width, _ = box
        self._pages.write(x, box.top - 15, heading, SEMIBOLD, 15)
        column = 0.52 * width
        left = right = box.top - 25
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

    def _fill(self, section: _Section, grid: _Grid, show: Callable[[int, AnyPuzzle, Box], None]) -> Iterator[int]:
        """Add pages with the puzzles of a section, or with their solutions."""
        for first in range(0, len(section.puzzles), grid.each):
            self._begin(section.name, section.stars, is_first=first == 0)
            slots = grid.slots(self._pages.inside)
            shown = zip(section.puzzles[first:], slots, strict=False)
            for number, (one, slot) in enumerate(shown, start=section.first + first):
                show(number, one, slot)
            yield self._pages.number

    def _solution_grid(self) -> tuple[_Grid, float]:
        """Return how to place the solutions on a page, as many as are legible, and the side of all their squares."""
        inside = self._pages.inside
        least = max(_LEAST_SOLVED[type(one)] for one in self._puzzles)
        shapes = [one.board.sheet().shape for one in self._puzzles]
        rows, cols = (max(sides) + 0.5 for sides in zip(*shapes, strict=True))
        across = max(1, int((inside.width + GAP) / (cols * least + GAP)))
        down = max(1, int((inside.height - _HEAD + GAP) / (rows * least + _CAPTION + GAP)))
        grid = _Grid(down, across, down * across)
        slot = grid.slots(inside)[0]
        return grid, min(slot.width / cols, (slot.height - _CAPTION) / rows)

    def _pose(self, number: int, one: AnyPuzzle, slot: Box) -> None:
        """Draw a puzzle below its number and what it does not share with all others: its board, its kind."""
        place = self._show(number, one, notebook_svg(one), slot, 13)
        told = [] if self._share("board") else [_named(one.board)]
        if not self._share("kind"):
            told.append(self._say("closed tour") if one.kind == "closed" else self._say("open tour"))
        if isinstance(one, WordPuzzle):
            told.append(self._parts(one))
        caption = ", ".join(told)
        after = place.x + self._pages.canvas.stringWidth(str(number), SEMIBOLD, 13) + 8
        room = place.x + place.width - after
        self._pages.write(after, place.top, caption, size=self._pages.fitting(caption, 9, room), colour=GREY)

    def _share(self, name: str) -> bool:
        """Return whether all puzzles have the same board, or kind."""
        return len({getattr(one, name) for one in self._puzzles}) == 1

    def _solve(self, number: int, one: AnyPuzzle, slot: Box) -> None:
        """Draw the solution of a puzzle below its number, its squares as large as those of all others."""
        width = self._side * (one.board.sheet().shape[1] + 0.5)
        self._show(number, one, solution_svg(one), slot._replace(width=width), 9)

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


def _section_of(one: AnyPuzzle) -> int:
    """Return the place of a puzzle's section: its grade, easiest first, and texts after all grades."""
    return get_args(Grade).index(one.grade) if isinstance(one, Puzzle) else len(get_args(Grade))
