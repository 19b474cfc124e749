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
from destrier.io.grids import Grid, grid_of
from destrier.io.json import begins_object, board_from_dict
from destrier.io.text import named_board, parse_comments
from destrier.support.cells import EMPTY, Table, is_separated, parts_of, table_of
from destrier.support.errors import DestrierError
from destrier.support.reading import lines_of, read_text, reading
from destrier.support.tokens import quoted, tokens_of, without_prose

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from destrier.core.leaper import Piece
    from destrier.support.aliases import StrPath

_TO_FIND: Final[tuple[str, ...]] = ("", "_", "?", "0", "-", ".")
"""Signs of a square to find; the last two are walls if there are others."""

_WALL: Final = re.compile(r"#+|x+|-1|\*+|[\u2588\u25a0\u2b1b]+", re.IGNORECASE)

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
    """How the text was understood, if that is in doubt."""

    moves: Sequence[tuple[Any, Any]] = ()
    """Given moves, each by its two squares."""


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
        text = read_text(path).removeprefix("\ufeff")
        if text.lstrip().startswith(("{", "[")) and '"givens"' in text:
            if board is not None or leaper is not None:
                raise DestrierError(_NAMES_ITS_BOARD)
            told = json.loads(text)
            return [_of_dict(one) for one in (told if isinstance(told, list) else [told])]
        if begins_object(text):
            raise DestrierError("it has no givens: a puzzle is a grid of numbers, or a .json of 'destrier puzzle'")
        if _FACT.search(text):
            return [_of_facts(text, board, leaper)]
        return [_of_grid(grid, board, leaper) for grid in _grids(text)]


_FACT: Final = re.compile(r"\b(forbidden|given_?move)\(\s*([0-9]{1,9}(?:\s*,\s*[0-9]{1,9}){1,3})\s*\)", re.IGNORECASE)
"""A fact of a logic program: a square without a tour, or a move of it."""

_SIZE: Final = re.compile(r"\bsize\(\s*([0-9]{1,4})\s*(?:,\s*([0-9]{1,4})\s*)?\)|\bn\s*=\s*([0-9]{1,4})\b")


def _of_facts(text: str, board: BaseBoard | None, leaper: Piece | None) -> GivenNumbers:
    """Return the puzzle of the facts of a logic program, whose rows and columns are counted from 1."""
    size = _SIZE.search(text)
    if board is None and size is None:
        raise DestrierError("these facts do not say the size of the board: give ROWS and COLS, or write size(8).")
    if board is None and size is not None:
        rows, cols = int(size[1] or size[3]), int(size[2] or size[1] or size[3])
        board = Board(rows, cols, leaper=leaper or "knight")
    if not isinstance(board, Board):
        raise DestrierError("facts of rows and columns are those of a flat board")
    present, moves = board.present.copy(), []
    for name, numbers in _FACT.findall(text):
        places = [int(number) - 1 for number in numbers.split(",")]
        squares = list(zip(places[::2], places[1::2], strict=False))
        wrong = [
            square for square in squares if not all(0 <= x < side for x, side in zip(square, board.shape, strict=True))
        ]
        if wrong or len(places) != (2 if name.lower() == "forbidden" else 4):
            raise DestrierError(
                f"{name}({numbers}) is no {'square' if len(places) == 2 else 'move'} of {board.describe()}"
            )
        if len(squares) == 1:
            present[squares[0]] = False
        else:
            moves.append((squares[0], squares[1]))
    holed = Board.from_mask(present, leaper=board.leaper)
    form = f"facts: {holed.describe()}" + f" and {len(moves)} given moves" * bool(moves)
    return GivenNumbers(holed, [], None, form, moves)


def _tables(text: str) -> tuple[Table, bool]:
    """Return the table of a text, and whether its blanks are the squares to find, as no sign is one."""
    tokens = without_prose(tokens_of(text))
    table = table_of(tokens)
    blanks = not any(_plain(sign) in _TO_FIND[1:] for sign in table.signs[1:]) and not (table.codes == 0).any()
    return table_of(tokens, blanks=True) if blanks else table, blanks


def _plain(sign: str) -> str:
    """Return a sign once that is repeated, and a dot for words that mean nothing."""
    return "." if sign.lower() in ("null", "none", "nan") else sign[:1] if len(set(sign)) == 1 else sign


def _grids(text: str) -> list[str]:
    """Return the grids of a text; a blank line is a row where blanks are cells and no number occurs twice."""
    parts = list(parts_of(text))
    if len(parts) > 1 and not is_separated(text):
        tables = [_tables(part) for part in parts]
        numbers = np.concatenate([table.codes[table.codes > 0] for table, _ in tables])
        has_empty = any((table.codes == EMPTY).any() for table, _ in tables)
        if has_empty and all(blanks for _, blanks in tables) and np.unique(numbers).size == numbers.size:
            return [text]
    return parts if any(_tables(part)[0].widths.size > 1 for part in parts) else [text]


def _of_dict(told: Any) -> GivenNumbers:
    given = [(tuple(square), number) for square, number in told["givens"]]
    return GivenNumbers(board_from_dict(told), given, told["kind"])


def _may_be_numbers(grid: Grid) -> bool:
    """Return whether no number of a grid is there twice, or larger than the number of its squares."""
    numbers = grid.codes[grid.codes > 0]
    return np.unique(numbers).size == numbers.size and int(numbers.max(initial=0)) <= grid.codes.size


def _of_grid(text: str, board: BaseBoard | None, leaper: Piece | None) -> GivenNumbers:
    table, blanks = _tables(text)
    rows = table.widths.size
    if not rows:
        raise DestrierError("the puzzle is empty: it is a grid of numbers, with _ for those to find")
    if rows == 1 and (table.codes >= 0).any():
        raise DestrierError("the puzzle has one row: write each row of the board on a line")
    is_spaced = blanks and not is_separated(text)
    if is_spaced:
        _refuse_doubtful(table, text)
    grid = grid_of(table, text, _may_be_numbers)
    if grid.note:
        raise DestrierError(grid.note.replace(". for missing squares", "_ for squares to find"))
    numbers, kind, form = _numbers_of(grid)
    comments = [line for line in lines_of(text) if line.startswith("#")]
    if named := parse_comments(comments).board:
        if board is not None or leaper is not None:
            raise DestrierError(_NAMES_ITS_BOARD)
        board = named_board(named, numbers)
    elif board is None:
        board = Board.from_mask(numbers >= 0, leaper=leaper or "knight")
    elif not isinstance(board, Lattice) or board.shape != numbers.shape:
        raise DestrierError(f"the puzzle has {times(numbers.shape)} squares, not those of {board.describe()}")
    places = board.sheet()[numbers > 0].tolist()
    values = numbers[numbers > 0].tolist()
    given = [(board.square(place), number) for place, number in zip(places, values, strict=True)]
    if not form and (is_spaced or (blanks and bool((grid.codes[:, -1] == EMPTY).all()))):
        form = f"a puzzle of {times(numbers.shape)} squares, where blanks are squares to find"
    return GivenNumbers(board, given, _kind_in(comments) or kind, form)


def _numbers_of(grid: Grid) -> tuple[NDArray[np.int64], Literal["open"] | None, str]:
    """Return the numbers of a grid, 0 for squares to find and -1 for walls, the kind if it shows, and why."""
    signs = {_plain(sign) for sign in grid.marks()} | ({"0"} if (grid.codes == 0).any() else set())
    to_find = [sign for sign in _TO_FIND if sign in signs]
    to_find = to_find[:-1] if len(to_find) > 1 and to_find[-1] in (".", "-") else to_find
    numbers = grid.codes.copy()
    for code in np.unique(numbers[numbers < 0]).tolist():
        sign = grid.signs[-1 - code]
        at = grid.codes == code
        if _plain(sign) in to_find:
            numbers[at] = 0
        elif sign.lower() in _ENDS:
            numbers[at] = _ENDS[sign.lower()]
        elif _plain(sign) in (".", "-") or _WALL.fullmatch(sign):
            numbers[at] = -1
        else:
            row, col = np.argwhere(at)[0].tolist()
            raise DestrierError(
                f"{grid.where(row, col)}: {quoted(sign)} is neither a number nor a sign of a square or a wall"
            )
    if "-1" in signs and np.array_equal(np.unique(numbers), [-1, 0, 1, 2]) and (numbers > 0).sum() == 2:
        one, two = (np.argwhere(numbers == number)[0] for number in (1, 2))
        if sorted(np.abs(one - two).tolist()) != [1, 2]:
            numbers[tuple(two)] = (numbers >= 0).sum()  # the first and the last square
            return numbers, "open", f"a grid of {times(numbers.shape)} squares with 1 at the start and 2 at the end"
    return numbers, None, ""


def _refuse_doubtful(table: Table, text: str) -> None:
    """Raise `DestrierError` if blanks do not tell in which columns numbers are."""
    firsts = [word for line in text.split("\n") if (word := re.search(r"\S+", line)) and line.strip()[0] != "#"]
    is_ragged = len({word.start() for word in firsts}) > 1 and len({word.end() for word in firsts}) > 1
    if is_ragged and not (table.codes == EMPTY).any():
        raise DestrierError("the numbers do not stand in columns: write _ for the squares to find")
    if (table.codes[table.rows[:-1]] == EMPTY).all():
        raise DestrierError("the first column is blank in all lines: write _ for the squares to find")


def _kind_in(comments: Iterable[str]) -> Literal["closed", "open"] | None:
    words = set(re.findall("[a-z]+", " ".join(comments).lower()))
    return "closed" if "closed" in words else "open" if "open" in words else None
