"""A lesson of 45 minutes as PDF: pages for the teacher and handouts, on paper or, on a wide page, for a projector.

Lengths are in points, 72 to the inch.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from destrier.core.leaper import Leaper
from destrier.core.seeds import Seed
from destrier.drawing.catalogues import LANGUAGES, catalogue
from destrier.drawing.fonts import SEMIBOLD, refuse_unknown_letters
from destrier.drawing.pages import GAP, GREY, Box, Pages, Paper
from destrier.drawing.sheets import name_lines
from destrier.drawing.svg.puzzle import moves_svg, notebook_svg, solution_svg
from destrier.puzzles.lesson import lesson
from destrier.puzzles.worksheet import Worksheet
from destrier.support.aliases import StrPath
from destrier.support.atomic import write_atomically
from destrier.support.errors import DestrierError

_SIZE: Final = (480.0, 600.0)
_WIDE: Final = (560.0, 320.0)
"""The width and the height of the part of a page for which the type has its usual size, and those of a wide page; the
type grows with the paper.
"""

_TEXT: Final = 13.0
_HEADING: Final = 26.0
_SHARE: Final = 0.36
"""The share of a wide page that its text takes."""


def save_lesson(
    path: StrPath,
    *,
    seed: Seed = None,
    title: str | None = None,
    paper: str = "a4",
    margin: float | None = None,
    language: str = LANGUAGES[0],
) -> None:
    """Write a lesson on knight's tours for 45 minutes as PDF.

    A plan for the teacher is followed by the move, 3 x 4 by hand, the question from which squares 5 x 5 has tours, an
    easy closed tour of 6 x 6, the argument by colours, a harder sheet of 8 x 8 for the quick ones, and all solutions.

    Parameters
    ----------
    path
        The path of the file, ending in `.pdf`.
    seed
        The seed of the tours: the same integer gives the same file.
    title
        The title, by default "A lesson on knight’s tours" in the language of the lesson.
    paper
        The paper, as in `save_book`; a wide one, such as `320x180`, makes pages for a projector.
    margin
        The margin in millimetres, by default 9 % of the shorter side.
    language
        The language: `en`, `de`, `fr` or `es`.

    Raises
    ------
    DestrierError
        If the paper or the language is unknown, or the paper is too small.

    See Also
    --------
    destrier.save_book, destrier.worksheet

    Examples
    --------
    >>> import destrier as dt
    >>> dt.save_lesson("lesson.pdf", seed=1, language="fr")  # doctest: +SKIP
    """
    if not str(path).lower().endswith(".pdf"):
        raise DestrierError(f"a lesson is written to a file that ends in .pdf, not to {str(path)!r}")
    write_atomically(path, lesson_pdf(seed, title, Paper.of(paper, margin), language))


def lesson_pdf(seed: Seed, title: str | None, paper: Paper, language: str) -> bytes:
    """Return a lesson as PDF; see `save_lesson`."""
    return _Lesson(seed, title, paper, language).made()


class _Page(NamedTuple):
    """A page of a lesson."""

    name: str
    minutes: int
    text: list[str]
    drawings: list[str]
    is_handout: bool = False
    """Whether each pupil gets one on paper."""


class _Lesson:
    """A lesson in a language."""

    def __init__(self, seed: Seed, title: str | None, paper: Paper, language: str) -> None:
        self._say = catalogue(language).gettext
        refuse_unknown_letters(title or "", "pdf")
        self._title = title or self._say("A lesson on knight’s tours")
        self._pages = Pages(self._title, paper)
        inside = paper.inside(1)
        self._is_wide = inside.width > inside.height
        usual = _WIDE if self._is_wide else _SIZE
        self._scale = min(have / need for have, need in zip(inside[2:], usual, strict=True))
        self._lesson = lesson(seed)
        self._pages.check_room(self._lesson.quick.board, inside)

    def made(self) -> bytes:
        """Return the file."""
        pages = self._listed()
        self._plan(pages)
        for page in pages:
            self._draw(page)
        return self._pages.finished()

    def _listed(self) -> list[_Page]:
        say, boards = self._say, self._lesson
        knight = say(
            "A knight moves two squares along a row or a column, and then one to the side. From the middle of this"
            " board, it can go to each of the eight squares with a dot. What stands between does not matter."
        )
        question = say("How many moves are there from a corner of a chessboard? From a side? From the middle?")
        visits = say(
            "Number the squares from 1 to {last} in the order in which a knight visits them, each once. Begin wherever"
            " you like."
        )
        where = say("From which squares can it begin? Mark those from which you find a tour.")
        colours = say(
            "Each move of a knight leads from a white square to a grey one, or from a grey square to a white one."
        )
        alternating = say(
            "5 × 5 has 13 white squares and 12 grey ones. A tour visits them in turn, so it begins and ends on a white"
            " one: no tour begins on a grey square, and none leads back to its start."
        )
        others = say("Which other boards have no closed tour for this reason?")
        answers = [
            say("From a corner there are 2 moves, from a side 3 or 4, and from the middle 8."),
            say("3 × 4 has 16 tours, if both directions count; this is one."),
            say("On 5 × 5, there are tours from each of the 13 white squares."),
            say("No board with an odd number of squares has a closed tour."),
        ]
        sheets = boards.by_hand, boards.starts, boards.closed, boards.quick
        by_hand, starts, closed, quick = map(notebook_svg, sheets)
        return [
            _Page(say("The move"), 5, [knight, question], [moves_svg(Leaper.of("knight", 2))]),
            _Page(say("3 × 4 by hand"), 10, [visits.format(last=12)], [by_hand] * 2, is_handout=True),
            _Page(
                say("5 × 5: from which squares?"), 10, [visits.format(last=25), where], [starts] * 4, is_handout=True
            ),
            _Page(say("6 × 6: back to the start"), 10, self._task(boards.closed), [closed], is_handout=True),
            _Page(say("White and grey"), 5, [colours, alternating, others], [starts]),
            _Page(say("For the quick ones"), 5, self._task(boards.quick), [quick], is_handout=True),
            _Page(say("Solutions"), 0, answers, [solution_svg(one) for one in sheets]),
        ]

    def _task(self, sheet: Worksheet) -> list[str]:
        task = self._say("Write the numbers from 1 to {last} so that one move leads from each to the next.")
        ends = self._say("From {last}, a last move leads back to 1.")
        one = self._say("There is one solution.")
        return [text.format(last=sheet.board.size) for text in (task, ends, one)]

    def _plan(self, listed: list[_Page]) -> None:
        """Tell the teacher what to do, and how long."""
        say, pages, size = self._say, self._pages, _TEXT * self._scale
        pages.begin(self._title)
        box = pages.heading(self._title, _HEADING * self._scale)
        text = (
            ""
            if self._is_wide
            else say(
                "For {minutes} minutes, from the age of ten. Copy the pages that have a line for a name, one for each"
                " pupil; show the others on a screen."
            )
        )
        text = text.format(minutes=sum(page.minutes for page in listed))
        top = box.top - pages.paragraph(text, box.x, box.top, box.width, size) - 1.5 * size
        for number, page in enumerate(listed, start=2):
            told = say("{minutes} minutes").format(minutes=page.minutes) if page.minutes else ""
            pages.write(box.x, top - size, told, size=size, colour=GREY)
            pages.write(box.x + 8 * size, top - size, page.name, SEMIBOLD, size)
            pages.write(box.x + box.width, top - size, str(number), size=size, colour=GREY, align="right")
            top -= 2 * size
        pages.end()

    def _draw(self, page: _Page) -> None:
        """Draw a page: words above the drawings, or beside them on a wide page."""
        pages, size = self._pages, _TEXT * self._scale
        pages.begin(page.name)
        box = pages.inside
        if page.is_handout and not self._is_wide:
            box = name_lines(pages, box, self._say("Name"), self._say("Date"))
        box = pages.heading(page.name, _HEADING * self._scale, box=box)
        width = _SHARE * box.width if self._is_wide else box.width
        top = box.top
        for paragraph in page.text:
            top -= pages.paragraph(paragraph, box.x, top, width, size) + 0.5 * size
        beside = Box(box.x + width + GAP, box.y, box.width - width - GAP, box.height)
        room = beside if self._is_wide else box.below(top - GAP / 2)
        across = 2 if len(page.drawings) > 2 - self._is_wide else 1
        for drawing, slot in zip(page.drawings, room.slots(-(-len(page.drawings) // across), across), strict=True):
            pages.draw(drawing, slot)
        pages.end()
