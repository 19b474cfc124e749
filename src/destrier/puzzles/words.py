"""The Rösselsprung: a text whose parts lie on the squares of a board, to be read along a tour.

The text is split into letters, syllables or words, a board with a square for each is chosen, and the parts are laid
along a random tour. The exact search decides whether the text can be read in only one way: the possible numbers of a
square are the positions of its part in the text. `docs/puzzles.md` shows one.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final, Literal, TypeAlias, get_args

import numpy as np

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.naming import board_of
from destrier.core.seeds import Seed, Stream, derive_key, drawn_seed
from destrier.core.tourney import Tour
from destrier.puzzles.boards import board_within, squarest_board
from destrier.puzzles.puzzle import STEPS, drawn_tour, has_one_solution
from destrier.puzzles.text_parts import LANGUAGES, SOFT_HYPHEN, Split, language_of, split_text
from destrier.search.numbered import Unfinished, numbered, orders
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, shown
from destrier.support.pictured import Pictured

Mark: TypeAlias = Literal["none", "start", "ends"]
"""The squares to mark: none, the start of the text, or both ends."""

_TRIES: Final = 20
"""The most tours to try until the text can be read in only one way."""


@dataclass(frozen=True)
class WordPuzzle(Pictured):
    """A text to be read along a tour of a board, from square to square; `rosselsprung` makes one."""

    board: BaseBoard
    kind: Literal["closed", "open"]
    parts: dict[tuple[Any, ...], str] = field(hash=False)
    """The part of the text on each square, in the order of the squares."""
    solution: Tour
    """The tour along which the text is read; its order begins with the text."""
    text: str
    """The text in reading order: its parts joined, with a space between words."""
    split: Split
    mark: Mark
    """The squares to mark: `none`, `start` or `ends`."""
    unique: bool | None
    """Whether no other path through the board spells the text; `None` if this was not checked."""
    seed: int
    language: str | None = None
    """The language of the text, as given or recognized."""

    def ways(self, limit: int | None = 2, *, most: float = STEPS) -> list[Tour]:
        """Find paths through the board that spell the text: at most `limit` of them, or all if it is `None`.

        Two paths are different if they visit the squares in different orders, even if they only exchange two equal
        parts. Every path begins, and ends, on the marked squares.

        Raises
        ------
        BudgetExceeded
            If the search takes more than `most` steps. The `sample` of the error holds the paths found so far.
        """
        found: list[Tour] = []
        try:
            search = orders(self.board.move_graph, self._places(), closed=self.kind == "closed", most=most)
            each = (self.board.squares[order] for order in islice(search, limit))
            found.extend(numbered(self.board, squares, closed=self.kind == "closed") for squares in each)
        except Unfinished:
            raise BudgetExceeded(f"not all ways to spell the text were found in {most:,} steps", found) from None
        return found

    def _places(self) -> dict[int, list[int]]:
        """Return the possible positions in the text for each node of the move graph."""
        squares = self.solution.squares()
        size = len(squares)
        fixed = {"none": set[int](), "start": {0}, "ends": {0, size - 1}}[self.mark]
        free: dict[str, list[int]] = {}
        for place in set(range(size)) - fixed:
            free.setdefault(self.parts[squares[place]], []).append(place)
        nodes = self.board.squares.searchsorted(self.solution.indices())
        return {
            int(node): [place] if place in fixed else free[self.parts[squares[place]]]
            for place, node in enumerate(nodes)
        }

    def to_dict(self) -> dict[str, Any]:
        """The puzzle as plain values, with pairs of squares and parts, and the solution as a list of squares."""
        return {
            **self.board.to_dict(),
            "kind": self.kind,
            "split": self.split,
            "language": self.language,
            "mark": self.mark,
            "unique": self.unique,
            "seed": self.seed,
            "parts": [[list(square), part] for square, part in self.parts.items()],
            "text": self.text,
            "solution": [list(square) for square in self.solution.squares()],
        }

    def to_text(self) -> str:
        """The board with its parts, `.` for missing squares; marked squares are in brackets."""
        ends = self.marked()
        shown = {square: f"[{part}]" if square in ends else part for square, part in self.parts.items()}
        width = max(map(len, shown.values()))
        rows = []
        for row in self.board.sheet().tolist():
            words = ["." if index < 0 else shown[self.board.square(index)] for index in row]
            rows.append(" ".join(word.center(width) for word in words).rstrip())
        return "\n".join(rows) + "\n"

    def marked(self) -> list[tuple[Any, ...]]:
        """The marked squares: none, the first one, or the first and the last."""
        squares = self.solution.squares()
        return {"none": [], "start": squares[:1], "ends": [squares[0], squares[-1]]}[self.mark]

    def __repr__(self) -> str:
        return f"<WordPuzzle of {self.board.describe()}, {self.kind}, {len(self.parts)} {self.split}>"


def rosselsprung(
    text: str,
    *board: int | BaseBoard,
    split: Split = "syllables",
    language: str | None = None,
    kind: Literal["closed", "open"] = "open",
    mark: Mark = "start",
    strip: bool = False,
    verify: bool = False,
    seed: Seed = None,
) -> WordPuzzle:
    """Hide a text in knight's moves: each square of a board holds a part of it, and a tour reads the parts in order.

    Parameters
    ----------
    text
        The text. Lines and spaces only separate words.
    *board
        The board, or its rows and columns. If a rectangle has more squares than the text has parts, the excess squares
        are left out, symmetrically if possible. If omitted, the board is the squarest rectangle with one square for
        each part and a tour; if it would be too narrow, squares are left out of a larger one.
    split
        The units into which to split the text: `letters`, `syllables` or `words`.
    language
        The language of the text, such as `de` or `en_GB`, for hyphenation. A word with soft hyphens is split at these
        instead. If omitted, it is recognized by common words, or else the text is split into letters.
    kind
        `open`, since a text has an end, or `closed`, with a move from the last part to the first.
    mark
        The squares to mark: `none`, `start`, or `ends`, the first and the last one.
    strip
        Whether to leave out punctuation. Otherwise it stays with the part beside it.
    verify
        Whether to try further tours until no other path through the board spells the text.
    seed
        The same integer gives the same puzzle on every machine.

    Warns
    -----
    UserWarning
        If the language is recognized, or the text is split into letters because it is not.

    Raises
    ------
    NoSuchTour
        If no suitable board has a tour of this kind.
    BudgetExceeded
        If the text can be read in several ways along each of twenty tours.

    See Also
    --------
    destrier.puzzle

    Examples
    --------
    >>> made = rosselsprung("A thing of beauty is a joy for ever: its loveliness increases", split="words", seed=1)
    >>> made
    <WordPuzzle of 3 x 4, open, 12 words>
    >>> [made.parts[square] for square in made.solution.squares()][:4]
    ['A', 'thing', 'of', 'beauty']
    """
    _check(split, kind, mark)
    if language is None:
        language = language_of(text)
        if split == "syllables" and any(SOFT_HYPHEN not in word and re.search(r"\w", word) for word in text.split()):
            split = _syllables_or_letters(language)
    words = split_text(text, split, language=language, strip=strip)
    parts = [part for word in words for part in word]
    root = drawn_seed(seed)
    laid_out = _board_for(len(parts), board, kind, derive_key(root, "board"))
    for number in range(_TRIES):
        order = np.array(drawn_tour(laid_out, kind, Stream(derive_key(root, "words", number))))
        by_square = {laid_out.square(int(laid_out.squares[node])): parts[place] for place, node in enumerate(order)}
        made = WordPuzzle(
            laid_out,
            kind,
            dict(sorted(by_square.items())),
            numbered(laid_out, laid_out.squares[order], closed=kind == "closed"),
            " ".join(map("".join, words)),
            split,
            mark,
            None,
            root,
            language,
        )
        if not verify:
            return made
        if has_one_solution(laid_out, made._places(), closed=kind == "closed"):
            return replace(made, unique=True)
    raise BudgetExceeded(
        f"{_TRIES} tours of {laid_out.describe()} were tried, and along each the text can be read in several ways:"
        " longer parts, or marked ends, leave fewer"
    )


def _syllables_or_letters(language: str | None) -> Split:
    """Return the units into which to split a text of a language that was recognized or not, and say so."""
    if language is None:
        message = "the language of the text is not recognized, so it is split into letters; name it for syllables"
    else:
        message = f"the text looks like {LANGUAGES[language]} ({language}), and is split into its syllables"
    warnings.warn(message, stacklevel=3)
    return "letters" if language is None else "syllables"


def _check(split: str, kind: str, mark: str) -> None:
    if split not in get_args(Split):
        raise DestrierError(f"a text is split into letters, syllables or words, not {shown(split)}")
    if kind not in ("closed", "open"):
        raise DestrierError(f"the tour of a puzzle is closed or open, not {shown(kind)}")
    if mark not in get_args(Mark):
        raise DestrierError(f"mark is none, start or ends, not {shown(mark)}")


def _board_for(count: int, board: tuple[int | BaseBoard, ...], kind: Literal["closed", "open"], key: int) -> BaseBoard:
    """Return a board with `count` squares that has a tour: the given one without some squares, or any."""
    what = f"the text has {count} part{'s' * (count != 1)}"
    if kind == "closed" and count % 2:
        raise NoSuchTour(f"{what}, and a closed tour has an even number of squares")
    if not board:
        found = squarest_board(count, kind, key)
        if found is None:
            raise NoSuchTour(
                f"{what}, and no board of nearly square shape with that many squares has a tour that is {kind}: "
                "take a longer text, or split it into smaller parts"
            )
        return found
    asked = board_of(*board)
    if asked.size == count:
        return asked
    if asked.size < count:
        raise DestrierError(f"{what}, and {asked.describe()} has only {asked.size} squares")
    if not (isinstance(asked, Board) and asked.is_whole):
        raise DestrierError(
            f"{what}, and {asked.describe()} has {asked.size} squares: a shape must have one for each part"
        )
    found = board_within(asked, count, kind, key)
    if found is None:
        raise NoSuchTour(
            f"{what}, and no way was found to leave out squares of {asked.describe()} and keep a tour that is {kind}"
        )
    return found
