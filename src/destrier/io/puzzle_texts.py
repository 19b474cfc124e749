"""Puzzles in texts and files: grids in which some squares have numbers, and the others are to be found.

A blank cell, `_`, `?` or 0 is a square to find; `#`, `X` or a black square is a wall. A dot is a wall if another sign
marks the squares to find, as in the texts of `puzzles.puzzle`, and else a square to find. `S` is the first square.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import numpy as np

from destrier.core.board import Board
from destrier.core.grid import BaseBoard, Lattice, times
from destrier.io.cells import Row, comments_of, grid_of, is_separated, lines_with_numbers, paragraphs
from destrier.io.json import begins_object, board_from_dict
from destrier.io.literals import flattened
from destrier.io.text import named_board, parse_comments
from destrier.support.errors import DestrierError
from destrier.support.reading import read_text, reading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from destrier.core.leaper import Piece
    from destrier.support.aliases import StrPath

_TO_FIND: Final[tuple[str, ...]] = ("", "_", "?", "0", "-", ".")
"""Signs of a square to find; the last two are walls if there are others."""

_WALL: Final = re.compile(r"#+|x+|-1|\*+|[\u2588\u25a0\u2b1b]+", re.IGNORECASE)

_SIGN: Final = re.compile(r"(?<![^\s,;|])(?:[_?.-]+|0+)(?![^\s,;|])")
"""A sign for a square to find; without any, blanks are such squares."""

_ENDS: Final = {"s": 1, "start": 1}


_NAMES_ITS_BOARD: Final = "the puzzle names its board; leave out the others"


class GivenNumbers(NamedTuple):
    """The numbers of a puzzle."""

    board: BaseBoard
    numbers: list[tuple[Any, int]]
    """Squares and their numbers, from 1."""

    kind: Literal["closed", "open"] | None
    """The kind of the tour, if the file says it."""

    form: str = ""
    """How the text was understood, if its blanks alone tell where the squares are."""


def load_puzzles(path: StrPath, board: BaseBoard | None = None, leaper: Piece | None = None) -> list[GivenNumbers]:
    """Return the puzzles in a file: grids with empty lines between them, or .json as `destrier puzzle` writes it.

    Parameters
    ----------
    path
        The file.
    board
        The board of a grid; by default, the flat one with these squares.
    leaper
        The piece of a grid, by default the knight.

    Raises
    ------
    DestrierError
        If it is not a puzzle; the message names the first line and cell at fault.
    """
    with reading(path, "a puzzle: a grid of numbers, or a .json file that 'destrier puzzle' writes", DestrierError):
        text = read_text(path)
        if text.lstrip().startswith(("{", "[")) and '"givens"' in text:
            if board is not None or leaper is not None:
                raise DestrierError(_NAMES_ITS_BOARD)
            told = json.loads(text)
            return [_of_dict(one) for one in (told if isinstance(told, list) else [told])]
        if begins_object(text):
            raise DestrierError("it has no givens: a puzzle is a grid of numbers, or a .json of 'destrier puzzle'")
        text = flattened(text)
        return [_of_grid(grid, board, leaper) for grid in _grids(text)]


def _has_blanks(text: str) -> bool:
    """Return whether blanks are the squares to find, as no sign is one."""
    return not any(_SIGN.search(line) for _, line in lines_with_numbers(text))


def _grids(text: str) -> list[str]:
    """Return the grids of a text; a blank line is a row where blanks are cells and no number occurs twice."""
    parts = list(paragraphs(text))
    if len(parts) > 1 and _has_blanks(text) and not is_separated(text):
        rows = [row for part in parts for row in grid_of(part, blanks=True)]
        cells = [cell for row in rows for cell in row.cells if cell]
        if any("" in row.cells for row in rows) and len(set(cells)) == len(cells):
            return [text]
    return parts if any(len(grid_of(part)) > 1 for part in parts) else [text]


def _of_dict(told: Any) -> GivenNumbers:
    given = [(tuple(square), number) for square, number in told["givens"]]
    return GivenNumbers(board_from_dict(told), given, told["kind"])


def _of_grid(text: str, board: BaseBoard | None, leaper: Piece | None) -> GivenNumbers:
    blanks = _has_blanks(text)
    rows = grid_of(text, blanks=blanks)
    if not rows:
        raise DestrierError("the puzzle is empty: it is a grid of numbers, with _ for those to find")
    if len(rows) == 1 and any(map(str.isdecimal, rows[0].cells)):
        raise DestrierError("the puzzle has one row: write each row of the board on a line")
    is_spaced = blanks and not is_separated(text)
    if is_spaced:
        _refuse_doubtful(rows, text)
    widths = {len(row.cells) for row in rows}
    if len(widths) > 1:
        other = next(row for row in rows if len(row.cells) != len(rows[0].cells))
        told = f"line {rows[0].line} has {len(rows[0].cells)}"
        has = f"has {len(other.cells)} cell{'s' * (len(other.cells) != 1)}"
        raise DestrierError(f"line {other.line} of the puzzle {has}, {told}")
    signs = {cell for row in rows for cell in row.cells}
    to_find = [sign for sign in _TO_FIND if sign in signs]
    to_find = to_find[:-1] if len(to_find) > 1 and to_find[-1] in (".", "-") else to_find
    cells = [[_number_in(cell, to_find) for cell in row.cells] for row in rows]
    for row, numbers in zip(rows, cells, strict=True):
        if "" in numbers:
            wrong = row.cells[numbers.index("")]
            raise DestrierError(f"line {row.line}: {wrong[:40]!a} is neither a number nor a sign of a square or a wall")
    grid = np.array([[-1 if number is None else number for number in numbers] for numbers in cells], np.int64)
    if named := parse_comments(comments_of(text)).board:
        if board is not None or leaper is not None:
            raise DestrierError(_NAMES_ITS_BOARD)
        board = named_board(named, grid)
    elif board is None:
        board = Board.from_mask(grid >= 0, leaper=leaper or "knight")
    elif not isinstance(board, Lattice) or board.shape != grid.shape:
        raise DestrierError(f"the puzzle has {times(grid.shape)} squares, not those of {board.describe()}")
    places = board.sheet()[grid > 0].tolist()
    given = [(board.square(place), number) for place, number in zip(places, grid[grid > 0].tolist(), strict=True)]
    is_doubtful = is_spaced or (blanks and not any(row.cells[-1] for row in rows))
    form = f"a puzzle of {times(grid.shape)} squares, where blanks are squares to find" if is_doubtful else ""
    return GivenNumbers(board, given, _kind_in(comments_of(text)), form)


def _refuse_doubtful(rows: list[Row], text: str) -> None:
    """Raise `DestrierError` if blanks do not tell in which columns numbers are."""
    firsts = [word for _, line in lines_with_numbers(text) if (word := re.search(r"\S+", line))]
    is_ragged = len({word.start() for word in firsts}) > 1 and len({word.end() for word in firsts}) > 1
    if is_ragged and not any("" in row.cells for row in rows):
        raise DestrierError("the numbers do not stand in columns: write _ for the squares to find")
    if not any(row.cells[0] for row in rows):
        raise DestrierError("the first column is blank in all lines: write _ for the squares to find")


def _number_in(cell: str, to_find: list[str]) -> int | Literal[""] | None:
    """Return the number in a cell, 0 for one to find, `None` for a wall, and nothing for another sign."""
    if cell in to_find:
        return 0
    if number := re.fullmatch(r"0*([0-9]{1,9})(?:\.0*)?", cell):
        return int(number[1])
    if cell.lower() in _ENDS:
        return _ENDS[cell.lower()]
    return None if cell in (".", "-") or _WALL.fullmatch(cell) else ""


def _kind_in(comments: Iterable[str]) -> Literal["closed", "open"] | None:
    words = set(re.findall("[a-z]+", " ".join(comments).lower()))
    return "closed" if "closed" in words else "open" if "open" in words else None
