"""Reading numbered boards."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

import numpy as np

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.leaper import KNIGHT, Piece
from destrier.core.surface import SURFACES
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import Squares
from destrier.io.digits import from_digits, is_digits
from destrier.io.json import board_from_dict
from destrier.io.lists import parse_numbers
from destrier.support.errors import InvalidTourney, Unreadable
from destrier.support.reading import lines_of
from destrier.support.tokens import quoted, where

_NUMBER: Final = re.compile(r"[0-9]{1,18}")  # fits in int64
_WORD: Final = re.compile(r"\S+", re.ASCII)
_LINE: Final = re.compile(r"[^\r\n]+")

_NO_ROW: Final = re.compile(r"[^0-9.\s]|[0-9]{19}|[0-9.]\.|\.[0-9]", re.ASCII)
"""What a row of a numbered board cannot contain."""

_PLAIN: Final = re.compile(r"[0-9\s]+", re.ASCII)
"""A row without missing squares, which is read several times faster than others."""

_TOO_LARGE: Final = 10**18

_CHUNK: Final = 1 << 18
"""The number of squares to examine at a time."""

_LONGEST: Final = 400
"""The length of the longest name of a board."""

_NAMES: Final = ("box", "space", "leaper", *SURFACES)


def from_text(text: str, board: BaseBoard | None = None, leaper: Piece | None = None) -> Tourney:
    """Return the tourney of a numbered board, in the form of `drawing.numbered_board.to_text`, or of move digits.

    The numbers start at 0 or 1. A board or a piece is for texts that do not name theirs. Errors name the first fault
    by line and column.
    """
    if is_digits(text):
        return from_digits(text)
    comments = parse_comments(line for line in lines_of(text) if line.startswith("#"))
    place = partial(_place, text)
    lines = (line for line in lines_of(text) if not line.startswith("#"))
    return numbered(_parse_grid(lines, place), comments, board, leaper, place)


Place: TypeAlias = Callable[[int, int], str]
"""Where the cell of a row and a column is in a text, in words."""


def numbered(grid: Squares, comments: Comments, board: BaseBoard | None, leaper: Piece | None, place: Place) -> Tourney:
    """Return the tourney with these numbers on the sheet of its board, -1 for a missing square.

    The board is that of the comments or else the given one; by default, that of the leaper with the numbered squares.
    """
    order = cells = _invert(grid, place)
    if comments.board is not None:
        board = named_board(comments.board, grid)
    elif board is None:
        board = Board.from_mask(grid >= 0, leaper=leaper or KNIGHT)
    else:
        _check_layout(board, grid)
    if not isinstance(board, Board):
        order = board.sheet().ravel()[order]
    if comments.lengths is not None:
        lengths = _parse_lengths(comments.lengths, board.shortest_cycle)
        if lengths.sum() != order.size:
            raise InvalidTourney(f"the cycle lengths add up to {lengths.sum()}, but {order.size} squares have numbers")
        return Tourney.from_cycles(np.split(order, np.cumsum(lengths)[:-1]), board)
    try:
        return Tour.from_order(order, board, kind="open" if comments.is_open else None)
    except InvalidTourney as fault:
        wrong = np.flatnonzero(board.moves_between(order[:-1], order[1:]) < 0)
        at = f"{place(*divmod(int(cells[wrong[0] + 1]), grid.shape[1]))}: " if wrong.size else ""
        raise InvalidTourney(f"{at}{fault}") from fault


def _place(text: str, row: int, col: int) -> str:
    """Return the place of a cell of a grid, in words."""
    lines = (line for line in _LINE.finditer(text) if line[0].strip() and not line[0].lstrip().startswith("#"))
    line = next(islice(lines, row, None))
    word = next(islice(_WORD.finditer(line[0]), col, None), None)
    return where(text, line.start() + (word.start() if word else 0))


class Comments(NamedTuple):
    """The contents of the comment lines."""

    lengths: str | None = None
    """The lengths of the cycles."""
    is_open: bool = False
    board: str | None = None
    """The name of a board other than a knight's flat one."""


def parse_comments(lines: Iterable[str]) -> Comments:
    """Return what the comment lines of a text tell."""
    comments = Comments()
    for line in lines:
        word, *rest = line.strip("# \t").split(maxsplit=1) or [""]
        told = rest[0] if rest else ""
        if word == "open" and not told:
            comments = comments._replace(is_open=True)
        elif word == "cycles:":
            comments = comments._replace(lengths=told)
        elif word == "board:":
            comments = comments._replace(board=told)
    if comments.is_open and comments.lengths is not None:
        raise InvalidTourney("an open tour ('# open') cannot have '# cycles'")
    return comments


def named_board(name: str, grid: Squares) -> BaseBoard:
    """Return the board that a line `# board:` names, whose numbers the grid holds."""
    document: dict[str, Any] = {}
    for word in name[:_LONGEST].split():
        if word in _NAMES:
            document[word] = []
        elif document and _NUMBER.fullmatch(word):
            document[list(document)[-1]].append(int(word))
        else:
            raise InvalidTourney(
                f"a line '# board:' names a box, a space, a surface or a leaper and sides, not {quoted(word)}"
            )
    if "leaper" in document:
        distances = document["leaper"]
        document["leaper"] = [distances[place : place + 2] for place in range(0, max(len(distances), 1), 2)]
    if document.keys() == {"leaper"}:
        document |= {"rows": grid.shape[0], "cols": grid.shape[1]}
        document["missing"] = np.argwhere(grid < 0).tolist()
    board = board_from_dict(document)
    _check_layout(board, grid)
    return board


def _check_layout(board: BaseBoard, grid: Squares) -> None:
    if math.prod(board.shape) > grid.size or not np.array_equal(board.sheet() >= 0, grid >= 0):
        raise InvalidTourney(f"the numbers do not have the shape of {board.describe()}")


def _parse_lengths(told: str, least: int) -> Squares:
    lengths = parse_numbers(told)
    if lengths is not None and lengths.min(initial=least) >= least:
        return lengths
    words = (word[0] for word in _WORD.finditer(told))
    word = next(word for word in words if not _NUMBER.fullmatch(word) or int(word) < least)
    raise InvalidTourney(f"each length after '# cycles' is a number from {least} on, not {quoted(word)}")


def _parse_grid(lines: Iterable[str], place: Place) -> Squares:
    """Return the numbers as an `int64` array (rows, cols), -1 for a missing square."""
    numbers = array("q")
    rows = cols = 0
    for rows, line in enumerate(lines, 1):
        numbers.frombytes(_parse_row(line, rows - 1, place).data.cast("B"))
        if rows == 1:
            cols = len(numbers)
        elif len(numbers) != rows * cols:
            here, first = (place(row, 0).partition(",")[0] for row in (rows - 1, 0))
            raise Unreadable(f"{here} has {len(numbers) - (rows - 1) * cols} cells, {first} has {cols}")
    if not rows:
        raise Unreadable("there are no numbers")
    return np.frombuffer(numbers, np.int64).reshape(rows, cols)


def _parse_row(line: str, row: int, place: Place) -> Squares:
    if _PLAIN.fullmatch(line):
        numbers = np.fromstring(line, np.int64, sep=" ")
        if numbers.max() < _TOO_LARGE:  # also true of numbers with more digits
            return numbers
    if _NO_ROW.search(line):
        _name_bad_number(line, row, place)
    return np.fromstring(line.replace(".", "-1"), np.int64, sep=" ")


def _name_bad_number(line: str, row: int, place: Place) -> NoReturn:
    words = enumerate(word[0] for word in _WORD.finditer(line))
    col, word = next((col, word) for col, word in words if word != "." and not _NUMBER.fullmatch(word))
    what = "too large" if re.fullmatch("[0-9]+", word) else "not a visiting number"
    raise Unreadable(f"{place(row, col)}: {quoted(word)} is {what}")


def _invert(grid: Squares, place: Place) -> Squares:
    """Return the square indices by number; each number from 0 (or from 1) occurs once.

    Memory: 8 bytes a square, as for the grid.
    """
    numbers = grid.ravel()
    size = int(np.count_nonzero(numbers >= 0))
    if size < 2:
        raise InvalidTourney(f"a tour has at least 2 squares, but this one has {size}")
    base = min(int(numbers.min(where=numbers >= 0, initial=1)), 1)
    order = np.full(size, -1)
    for begin in range((numbers.size - 1) // _CHUNK * _CHUNK, -1, -_CHUNK):
        found = numbers[begin : begin + _CHUNK] - base
        fits = np.flatnonzero((found >= 0) & (found < size))[::-1]  # the first of equal numbers in the grid prevails
        order[found[fits]] = fits + begin
    for begin in range(0, numbers.size, _CHUNK):
        found = numbers[begin : begin + _CHUNK] - base
        there = order[np.clip(found, 0, size - 1)]
        wrong = np.flatnonzero((found >= 0) & ((found >= size) | (there != np.arange(begin, begin + found.size))))
        if wrong.size:
            _name_fault(int(found[wrong[0]]), begin + int(wrong[0]), order, grid.shape[1], base, place)
    return order


def _name_fault(number: int, square: int, order: Squares, cols: int, base: int, place: Place) -> NoReturn:
    """Raise `InvalidTourney` for a number that is too large, or that another square also has."""
    at = f"{place(*divmod(square, cols))}: number {number + base}"
    if number < order.size:
        raise InvalidTourney(f"{at} is also at {place(*divmod(int(order[number]), cols))}")
    gap = int(np.flatnonzero(order < 0)[0]) + base
    raise InvalidTourney(f"{at} is too large for {order.size} squares; number {gap} is missing")
