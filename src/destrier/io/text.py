"""Reading numbered boards."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any, Final, NamedTuple, NoReturn

import numpy as np

from destrier.core.board import BaseBoard, Board
from destrier.core.surface import SURFACES
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import Squares
from destrier.io.digits import from_digits, is_digits
from destrier.io.json import board_from_dict
from destrier.support.errors import InvalidTourney

_NUMBER: Final = re.compile(r"[0-9]{1,18}")  # fits in int64
_NO_ROW: Final = re.compile(r"[^0-9.\s]|[0-9]{19}|[0-9.]\.|\.[0-9]", re.ASCII)
"""What is in no row of a numbered board."""

_NAMES: Final = ("box", "space", "leaper", *SURFACES)


def from_text(text: str) -> Tourney:
    """Return the tourney of a numbered board as `drawing.text.to_text` writes it, or of move digits.

    The numbers start at 0 or 1.

    Raises
    ------
    InvalidTourney
        Naming the first fault by row and column.
    """
    if is_digits(text):
        return from_digits(text)
    comments = _parse_comments(line for line in _lines(text) if line.startswith("#"))
    grid = _parse_grid(line for line in _lines(text) if not line.startswith("#"))
    order = _invert(grid)
    board = Board.from_mask(grid >= 0) if comments.board is None else _board_of(comments.board, grid)
    if not isinstance(board, Board):
        order = board.sheet().ravel()[order]
    if comments.lengths is not None:
        lengths = [_parse_length(word, board.shortest_cycle) for word in comments.lengths]
        if sum(lengths) != order.size:
            raise InvalidTourney(f"the cycle lengths add up to {sum(lengths)}, but {order.size} squares have numbers")
        return Tourney.from_cycles(np.split(order, np.cumsum(lengths)[:-1]), board)
    return Tour.from_order(order, board, kind="open" if comments.is_open else None)


class _Comments(NamedTuple):
    """What the comment lines say."""

    lengths: list[str] | None = None
    """The words that give the lengths of the cycles."""
    is_open: bool = False
    board: list[str] | None = None
    """The words that name a board which is not the knight's flat one."""


def _parse_comments(lines: Iterable[str]) -> _Comments:
    comments = _Comments()
    for line in lines:
        words = line.strip("# \t").split()
        if words == ["open"]:
            comments = comments._replace(is_open=True)
        elif words[:1] == ["cycles:"]:
            comments = comments._replace(lengths=words[1:])
        elif words[:1] == ["board:"]:
            comments = comments._replace(board=words[1:])
    if comments.is_open and comments.lengths is not None:
        raise InvalidTourney("an open tour ('# open') has no '# cycles'")
    return comments


def _board_of(words: list[str], grid: Squares) -> BaseBoard:
    """The board that a line `# board:` names, whose squares have the numbers of the grid."""
    document: dict[str, Any] = {}
    for word in words:
        if word in _NAMES:
            document[word] = []
        elif document and _NUMBER.fullmatch(word):
            document[list(document)[-1]].append(int(word))
        else:
            raise InvalidTourney(
                f"a line '# board:' names a box, a space, a surface or a leaper and sides, not {_quote(word)}"
            )
    if "leaper" in document:
        distances = document["leaper"]
        document["leaper"] = [distances[place : place + 2] for place in range(0, max(len(distances), 1), 2)]
    if document.keys() == {"leaper"}:
        document |= {"rows": grid.shape[0], "cols": grid.shape[1]}
        document["missing"] = np.argwhere(grid < 0).tolist()
    board = board_from_dict(document)
    if math.prod(board.shape) > grid.size or not np.array_equal(board.sheet() >= 0, grid >= 0):
        raise InvalidTourney(f"the numbers are not laid out as the squares of {board.describe()} are")
    return board


def _parse_length(word: str, least: int) -> int:
    if not _NUMBER.fullmatch(word) or int(word) < least:
        raise InvalidTourney(f"a length under '# cycles' is a number from {least}, not {_quote(word)}")
    return int(word)


def _lines(text: str) -> Iterator[str]:
    """Yield the lines that are not empty, one at a time: a list of many short ones takes more memory than the text."""
    return filter(None, map(str.strip, StringIO(text, newline=None)))


def _parse_grid(lines: Iterable[str]) -> Squares:
    """The numbers as an `int64` array (rows, cols), -1 for a missing square."""
    numbers = array("q")
    rows = cols = 0
    for rows, line in enumerate(lines, 1):
        if _NO_ROW.search(line):
            _name_bad_number(line, rows - 1)
        numbers.frombytes(np.fromstring(line.replace(".", "-1"), np.int64, sep=" ").tobytes())
        if rows == 1:
            cols = len(numbers)
        elif len(numbers) != rows * cols:
            raise InvalidTourney(f"row {rows - 1} has {len(numbers) - (rows - 1) * cols} columns, row 0 has {cols}")
    if not rows:
        raise InvalidTourney("there are no numbers")
    return np.frombuffer(numbers, np.int64).reshape(rows, cols)


def _name_bad_number(line: str, row: int) -> NoReturn:
    words = re.findall(r"\S+", line, re.ASCII)
    col, word = next((col, word) for col, word in enumerate(words) if word != "." and not _NUMBER.fullmatch(word))
    what = "too large" if re.fullmatch("[0-9]+", word) else "not a visiting number"
    raise InvalidTourney(f"row {row}, col {col}: {_quote(word)} is {what}")


def _invert(grid: Squares) -> Squares:
    """The square indices by number, each number from 0 (or from 1) being there once."""
    squares = np.flatnonzero(grid >= 0)
    numbers = grid.ravel()[squares]
    if numbers.size < 2:
        raise InvalidTourney(f"a tour has at least 2 squares, this one {numbers.size}")
    base = min(int(numbers.min()), 1)
    numbers -= base
    order = np.full(numbers.size, -1)
    fits = numbers < numbers.size
    order[numbers[fits][::-1]] = squares[fits][::-1]  # of equal numbers, the first in the grid stays
    wrong = np.flatnonzero(~fits | (order[np.minimum(numbers, numbers.size - 1)] != squares))
    if wrong.size:
        square, number = divmod(int(squares[wrong[0]]), grid.shape[1]), int(numbers[wrong[0]])
        where = f"row {square[0]}, col {square[1]}: number {number + base}"
        if number < numbers.size:
            row, col = divmod(int(order[number]), grid.shape[1])
            raise InvalidTourney(f"{where} is also at row {row}, col {col}")
        gap = int(np.flatnonzero(order < 0)[0]) + base
        raise InvalidTourney(f"{where} is too large for {numbers.size} squares; number {gap} is missing")
    return order


def _quote(word: str) -> str:
    """Return the word quoted for a message, cut short if it is long."""
    return ascii(word if len(word) <= 40 else f"{word[:40]}...")
