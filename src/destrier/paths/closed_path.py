"""One closed path by its word, its squares or its cell numbers: its class, and the properties of the class."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from destrier.core.leaper import MOVES
from destrier.core.types import Square
from destrier.paths.reference import area, canonical, crossings, images
from destrier.paths.reference import word as word_of
from destrier.support.errors import DestrierError, shown
from destrier.support.html import Record, figure
from destrier.support.pictured import Pictured

_DIGITS: Final = 20
"""The digits of the longest number to read as a code: codes have 64 bits."""


@dataclass(frozen=True)
class PathClass(Pictured, Record):
    """A class of closed paths with the properties common to all its paths.

    See Also
    --------
    destrier.paths.path_class

    Examples
    --------
    >>> import destrier as dt
    >>> path = dt.paths.path_class(dt.paths.list_paths(4)[0])
    >>> path.k, path.area
    (4, 3.0)
    """

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
    squares: tuple[Square, ...]
    """The squares in the order of the word, counted from the upper left corner of the bounding box."""

    def cells(self, cols: int | None = None) -> list[int]:
        """Return the least of the sequences of cell numbers that describe a path of the class.

        Cells are numbered row by row from 1, and a path touches the top row and the left column. The paper names a
        class by this sequence (Section 3, Table 2).

        Parameters
        ----------
        cols
            The columns of the board; by default `k + 1`, enough for every path. They do not affect which path it is.

        Examples
        --------
        >>> path_class("4602").cells()
        [2, 9, 18, 11]
        """
        if cols is not None and (isinstance(cols, bool) or not isinstance(cols, int)):
            raise DestrierError(f"the number of columns is an integer, not {shown(cols)}")
        cols, needed = self.k + 1 if cols is None else cols, max(self.rows, self.cols)
        if cols < needed:
            raise DestrierError(f"a board for all images of this path has {needed} columns or more, not {cols}")
        found = []
        for image in images(tuple(squares_of(self.word))):
            left = min(col for _, col in image)
            first, *onward = (row * cols + col - left + 1 for row, col in image)
            found += [[first, *onward], [first, *onward[::-1]]]
        return min(found)

    def _repr_html_(self) -> str:
        return figure(self._repr_svg_() or "", f"Closed path {self.word}") + super()._repr_html_()


def squares_of(word: str) -> list[Square]:
    """Return the squares of a closed path from 0,0, in order; refuse a word that does not describe one."""
    row = col = 0
    squares = []
    for digit in word:
        if digit not in "01234567":
            raise DestrierError(f"{shown(digit)} is not a move: the moves of {shown(word)} must be 0 to 7")
        squares.append((row, col))
        row, col = row + MOVES[int(digit)][0], col + MOVES[int(digit)][1]
    if not squares or (row, col) != (0, 0):
        raise DestrierError(f"{shown(word)} is not closed: it leads from 0,0 to {row},{col}")
    if len(squares) == 2 or len(set(squares)) < len(squares):
        raise DestrierError(f"{shown(word)} is not a path: it visits a square or a move twice")
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

    See Also
    --------
    destrier.paths.list_paths, destrier.paths.magic_numberings

    Examples
    --------
    >>> import destrier as dt
    >>> dt.paths.path_class(dt.paths.list_paths(4)[0]).squares
    ((0, 3), (1, 1), (3, 0), (2, 2))
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
        squares=tuple((row - min(rows), col - min(cols)) for row, col in least),
    )


def word_of_squares(squares: Sequence[Square], names: Sequence[str] | None = None) -> str:
    """Return the word of the closed path that visits these squares in this order, on any board.

    Errors call the squares by `names`, or by row,col.
    """
    names = [f"{row},{col}" for row, col in squares] if names is None else names
    moves = []
    for number, (row, col) in enumerate(squares, 1):
        onward = number % len(squares)
        step = squares[onward][0] - row, squares[onward][1] - col
        if step not in MOVES:
            closing = "" if onward else ": the path is not closed"
            raise DestrierError(f"{names[number - 1]} and {names[onward]} are not a knight's move apart{closing}")
        moves.append(str(MOVES.index(step)))
    word = "".join(moves)
    squares_of(word)
    return word


def word_of_cells(cells: Sequence[int], cols: int | None = None) -> str:
    """Return the word of the closed path that visits these cells, which are numbered row by row from 1 (Section 3).

    If the columns of the board are omitted, they are the only number of columns for which this is a closed path; if
    there are several, one more than the length, the paper's choice.
    """
    found = {}
    widest = (max(cells) + 1) // 2 + 2  # on wider boards all cells are in two rows, too few for a path
    for width in range(3, widest + 1) if cols is None else [cols]:
        with suppress(DestrierError):
            found[width] = word_of_squares([divmod(cell - 1, width) for cell in cells])
    if cols is not None and cols not in found:
        return word_of_squares([divmod(cell - 1, cols) for cell in cells], [*map(str, cells)])  # raises the reason
    if len(found) == 1:
        return next(iter(found.values()))
    if len(cells) + 1 in found:
        return found[len(cells) + 1]
    listed = " ".join(map(str, cells))
    if not found:
        raise DestrierError(f"the cells {listed} do not form a closed knight's path, whatever the number of columns")
    raise DestrierError(
        f"the cells {listed} form closed paths on boards with {', '.join(map(str, found))} columns: choose one"
    )


def lists_cells(text: str) -> bool:
    """Return whether a text lists cell numbers."""
    listed = text.replace(";", " ").split()
    return len(listed) > 1 and all(map(str.isdecimal, listed))


def parse_path(text: str, *, cols: int | None = None) -> PathClass:
    """Return the class of a word, of a code in decimal digits, or of the squares or cell numbers that a text lists.

    A code is rarely also the word of a closed path. Squares are written as row,col or as in chess.
    """
    listed = text.replace(";", " ").split()
    if lists_cells(text):
        return path_class(word_of_cells([int(cell) for cell in listed], cols))
    if cols is not None:
        raise DestrierError("only cell numbers need the number of columns of their board")
    if len(listed) > 1:
        return path_class(word_of_squares([_parse_square(square) for square in listed], listed))
    try:
        return path_class(text)
    except DestrierError:
        if text.isdecimal() and len(text) <= _DIGITS:
            with suppress(DestrierError):
                return path_class(f"{int(text):o}")
        raise


def _parse_square(text: str) -> Square:
    """Return a square from its coordinates, or from its name in chess, whose ranks go up."""
    if found := re.fullmatch(r"(-?[0-9]{1,9}),(-?[0-9]{1,9})", text):
        return int(found[1]), int(found[2])
    if found := re.fullmatch(r"([a-z])([0-9]{1,9})", text):
        return -int(found[2]), ord(found[1]) - ord("a")
    raise DestrierError(f"a square is row,col, or a name such as e4, not {shown(text)}")


_ROTATIONS: Final = {"": 0, "90°": 2, "180°": 4, "270°": 6}
"""What each rotation, counter-clockwise, adds to the number of a move."""


def named_images(word: str) -> dict[str, str]:
    """Return the eight images of a path, from the image of its first square, as words by their symmetry."""
    rotated = {name: [(int(move) + turn) % 8 for move in word] for name, turn in _ROTATIONS.items()}
    mirrored = {f"{name} mirrored".strip(): [(3 - move) % 8 for move in moves] for name, moves in rotated.items()}
    return {name: "".join(map(str, moves)) for name, moves in (rotated | mirrored).items()}


def align(words: list[str]) -> list[str]:
    """Return words of paths with the same set of squares, for classes whose sets are congruent."""
    return [word_of(min(images(tuple(squares_of(one))), key=sorted)) for one in words]
