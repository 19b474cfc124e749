"""One closed path by its word: its class, and the properties of the class."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from destrier.core.leaper import MOVES
from destrier.core.types import Square
from destrier.paths.reference import area, canonical, crossings, images
from destrier.paths.reference import word as word_of
from destrier.support.errors import DestrierError
from destrier.support.html import Record, figure
from destrier.support.pictured import Pictured

_DIGITS: Final = 20
"""The digits of the longest number that is taken for a code: codes have 64 bits."""


@dataclass(frozen=True)
class PathClass(Pictured, Record):
    """A class of closed paths, and what all paths in it have in common."""

    word: str
    """The smallest of the words of its paths: the moves, a digit each, from the smallest square."""
    code: int
    """The word as an octal number."""
    k: int
    """The length."""
    crossings: int
    """The number of pairs of moves that cross."""
    symmetries: int
    """The number of symmetries of the square that map a path onto itself: 1, 2, 4 or 8."""
    rows: int
    """The rows of the bounding box."""
    cols: int
    area: float
    """The area inside, counted with the winding number."""

    def _repr_html_(self) -> str:
        return figure(self._repr_svg_() or "", f"Closed path {self.word}") + super()._repr_html_()


def squares_of(word: str) -> list[Square]:
    """Return the squares of a closed path from 0,0, in order.

    Raises
    ------
    DestrierError
        If the word is not that of a closed path that visits no square twice.
    """
    row = col = 0
    squares = []
    for digit in word:
        if digit not in "01234567":
            raise DestrierError(f"{digit!r} is not a move: those of {word!r} are 0 to 7")
        squares.append((row, col))
        row, col = row + MOVES[int(digit)][0], col + MOVES[int(digit)][1]
    if not squares or (row, col) != (0, 0):
        raise DestrierError(f"{word!r} is not closed: it leads from 0,0 to {row},{col}")
    if len(squares) == 2 or len(set(squares)) < len(squares):
        raise DestrierError(f"{word!r} is not a path: it visits a square or a move twice")
    return squares


def path_class(word: str) -> PathClass:
    """Return the class of a closed path.

    Parameters
    ----------
    word
        The moves of the path, a digit each, from any of its squares in either direction.

    Raises
    ------
    DestrierError
        If the word is not that of a closed path.
    """
    path = tuple(squares_of(word))
    least = canonical(path)
    rows, cols = zip(*least, strict=True)
    return PathClass(
        word=word_of(least),
        code=int(word_of(least), 8),
        k=len(least),
        crossings=crossings(least),
        symmetries=8 // len(images(path)),
        rows=max(rows) - min(rows) + 1,
        cols=max(cols) - min(cols) + 1,
        area=area(least),
    )


def parse_path(text: str) -> PathClass:
    """Return the class of a word, or of a code in decimal digits, which is seldom a closed path as a word as well.

    Raises
    ------
    DestrierError
        If the text is neither.
    """
    try:
        return path_class(text)
    except DestrierError:
        if text.isdecimal() and len(text) <= _DIGITS:
            with suppress(DestrierError):
                return path_class(f"{int(text):o}")
        raise


def align(words: list[str]) -> list[str]:
    """Return words of paths with the same set of squares, for classes whose sets are congruent."""
    return [word_of(min(images(tuple(squares_of(one))), key=sorted)) for one in words]
