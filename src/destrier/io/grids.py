"""Grids of numbers in texts: tables without the labels, sizes and verdicts around them, and their tours."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from destrier.core.grid import Lattice, times
from destrier.core.visited import closes
from destrier.io.guesses import Asked, Listed, Reading, read_visits
from destrier.io.text import Comments, numbered
from destrier.support.cells import EMPTY, Table
from destrier.support.errors import InvalidTourney, Unreadable
from destrier.support.tokens import quoted, where

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from destrier.core.tourney import Tourney

_HOLE: Final = re.compile(r"|-1(?:\.0*)?|([^\w\s])\1*|_+|[xX]{1,2}|[oO]|(?i:nan|none|null|nil|undefined|#?n/?a)")
"""A cell without a number."""

_LABEL: Final = re.compile(r"[^0-9]*([0-9]{1,9})[^0-9]*")

_AROUND: Final = 4
"""The most lines above or below a grid that are no part of it."""


class Grid(NamedTuple):
    """A table whose rows have the same length."""

    text: str
    codes: NDArray[np.int64]
    """The number of each cell, or the code of its sign, which is negative (rows, cols)."""
    places: NDArray[np.int32]
    signs: list[str]
    note: str = ""
    """What is assumed about missing cells."""

    def where(self, row: int, col: int) -> str:
        """Return the place of a cell in the text, in words."""
        return where(self.text, int(self.places[row, col]))

    def marks(self) -> set[str]:
        """Return the signs of its cells."""
        return {self.signs[-1 - code] for code in np.unique(self.codes).tolist() if code < 0}


def grid_of(table: Table, text: str, fits: Callable[[Grid], bool]) -> Grid:
    """Return the grid in a table without its labels: as few of them as make it fit.

    Raises
    ------
    Unreadable
        If its rows have different lengths; if only some are short, they may lack squares at the right.
    """
    table, headed = _without_headings(table)
    widths = table.widths
    note = ""
    if widths.size and (widths != widths[0]).any():
        table, note = _filled(table, text)
    shape = (-1, int(table.widths[0])) if widths.size else (0, 0)
    whole = Grid(text, table.codes.reshape(shape), table.places.reshape(shape), table.signs, note)
    above, below, grid = _without_letters(whole)
    if way := headed or below or above:
        return _by_ranks(grid, way, is_sheet=bool(above and not below))
    if fits(grid):
        return grid
    for cut in sorted(product((0, 1), repeat=4), key=sum)[1:]:
        inner = _cut(grid, *cut)
        if inner is not None and inner.codes.size > 1 and fits(inner):
            return inner
    return (_cut(grid, 0, 0, 1, 0) if _is_formed(grid) else None) or grid


def _without_headings(table: Table) -> tuple[Table, int]:
    """Return a table without the sizes, verdicts and short rows of labels above and below, and how files are named."""
    widths = table.widths
    if widths.size < 3:
        return table, 0
    usual = int(np.bincount(widths, weights=widths.astype(float)).argmax())
    begin, end, way = 0, widths.size, 0
    for _ in range(_AROUND):
        inner = end - begin - 1
        for number in (begin, end - 1):
            if inner > 1 and _is_heading(table, number, usual, inner):
                way = way or _letters(table.signs, table.row(number))
                begin, end = (begin + 1, end) if number == begin else (begin, end - 1)
                break
    return table.only(begin, end), way


def _is_heading(table: Table, number: int, usual: int, rows: int) -> bool:
    """Return whether a row of a table is its size, a verdict, or labels without a corner."""
    row = table.row(number)
    row = row[row != EMPTY] if np.count_nonzero(row != EMPTY) == 2 else row  # words may stand in columns of the grid
    if row.size == 2 and row.tolist() in ([rows, usual], [usual, rows]) and (usual != 2 or rows not in row):
        return True
    if row.size == usual:
        return usual == 2 and row.tolist() == [rows, usual] and rows > 2
    return (row.size == 1 and usual > 2) or (usual - 3 < row.size < usual and _are_labels(table.signs, row))


def _filled(table: Table, text: str) -> tuple[Table, str]:
    """Return a table whose short rows have empty cells at the right."""
    widths = table.widths
    first, longest = int(widths[0]), int(widths.max())
    other = int(np.flatnonzero(widths != first)[0])
    lines = [text.count("\n", 0, int(table.places[table.rows[row]])) + 1 for row in (other, 0)]
    cells = f"{widths[other]} cell{'s' * int(widths[other] != 1)}"
    fault = f"line {lines[0]} has {cells}, line {lines[1]} has {first}: write . for missing squares"
    if 2 * int(widths.min()) < longest:
        raise Unreadable(fault)
    cell = (
        np.arange(table.codes.size)
        - np.repeat(table.rows[:-1], widths)
        + np.repeat(np.arange(widths.size) * longest, widths)
    )
    codes = np.full(longest * widths.size, EMPTY, np.int64)
    places = np.repeat(table.places[table.rows[1:] - 1], longest)
    codes[cell], places[cell] = table.codes, table.places
    return Table(codes, places, np.arange(widths.size + 1) * longest, table.signs), fault


# Labels


def _labels(signs: list[str], row: NDArray[np.int64]) -> list[int] | None:
    """Return the numbers in cells, such as those of 3, `3.` and `V3`; `None` if one has none."""
    if row.size < 2:
        return None
    found = [int(code) if code >= 0 else _LABEL.fullmatch(signs[-1 - code]) for code in row.tolist()]
    return None if None in found else [one if isinstance(one, int) else int(one[1]) for one in found if one is not None]


def _are_labels(signs: list[str], row: NDArray[np.int64]) -> bool:
    """Return whether cells are consecutive numbers from 0 or 1, or letters from `a`, up or down."""
    numbers = _labels(signs, row)
    if numbers is not None:
        steps = np.diff(numbers)
        return min(numbers) in (0, 1) and bool((steps == steps[0]).all()) and abs(int(steps[0])) == 1
    return bool(_letters(signs, row))


def _letters(signs: list[str], row: NDArray[np.int64]) -> int:
    """Return 1 if cells are the letters of the files, from `a` on, and -1 if they go backwards."""
    if row.size < 2 or row.size > 26 or (row >= 0).any():
        return 0
    cells = [signs[-1 - code].lower() for code in row.tolist()]
    files = [chr(97 + file) for file in range(len(cells))]
    return (cells == files) - (cells == files[::-1])


def _without_letters(grid: Grid) -> tuple[int, int, Grid]:
    """Return how files are named by letters above and below a grid, if they are, and the grid without them."""
    ways = []
    for side in (0, -1):
        row = grid.codes[side] if grid.codes.shape[0] > 2 else np.empty(0, np.int64)
        named = row[row != EMPTY]
        ways.append(_letters(grid.signs, named) if named.size + 2 >= row.size else 0)
    rows = slice(bool(ways[0]), len(grid.codes) - bool(ways[1]))
    return ways[0], ways[1], grid._replace(codes=grid.codes[rows], places=grid.places[rows])


def _by_ranks(grid: Grid, way: int, *, is_sheet: bool) -> Grid:
    """Return a grid without the ranks at either side, the first rank last, and the first file first.

    The rows of a spreadsheet, whose letters are above, are numbered from the top.
    """
    codes, places = grid.codes, grid.places
    for left in (True, False):
        column = codes[:, 0 if left else -1]
        if codes.shape[1] > 1 and _are_labels(grid.signs, column) and _labels(grid.signs, column):
            is_first = left and not is_sheet and (_labels(grid.signs, column) or [0])[0] == 1
            rows, cols = slice(None, None, -1 if is_first else 1), slice(1, None) if left else slice(None, -1)
            codes, places = codes[rows, cols], places[rows, cols]
    corner = (codes == EMPTY).all(axis=0)
    kept = ~corner if codes.shape[1] > 2 and (corner[0] ^ corner[-1]) else np.ones(codes.shape[1], np.bool_)
    return grid._replace(codes=codes[:, kept][:, ::way], places=places[:, kept][:, ::way])


def _cut(grid: Grid, top: int, bottom: int, left: int, right: int) -> Grid | None:
    """Return a grid without the labels at some of its sides; `None` if there are none."""
    rows = slice(top, grid.codes.shape[0] - bottom)
    cols = slice(left, grid.codes.shape[1] - right)
    edges = ((top, grid.codes[0, cols]), (bottom, grid.codes[-1, cols]))
    sides = ((left, grid.codes[rows, 0]), (right, grid.codes[rows, -1]))
    if all(_are_labels(grid.signs, line) for is_cut, line in (*edges, *sides) if is_cut):
        return grid._replace(codes=grid.codes[rows, cols], places=grid.places[rows, cols])
    return None


def _is_formed(grid: Grid) -> bool:
    """Return whether the first cells are labels by their form, or as numbers occur twice."""
    if grid.codes.shape[0] < 3 or grid.codes.shape[1] < 2 or not _are_labels(grid.signs, grid.codes[:, 0]):
        return False
    numbers = grid.codes[grid.codes > 0]
    return bool((grid.codes[:, 0] < 0).all()) or np.unique(numbers).size < numbers.size


# Tours


def is_numbering(grid: Grid) -> bool:
    """Return whether the positive numbers of a grid are consecutive from 1, and all other cells zeros or holes."""
    positive = np.sort(grid.codes[grid.codes > 0])
    are_consecutive = positive.size > 1 and bool((positive == np.arange(1, positive.size + 1)).all())
    return are_consecutive and all(map(_is_hole, grid.marks()))


def read_grid(table: Table, text: str, asked: Asked, comments: Comments) -> list[Reading]:
    """Return the tours that the numbers of a grid make.

    Empty cells around them are no part of the board, unless the board is known and has them. A text that names its
    board has exactly the cells of that board.
    """
    is_named = comments.board is not None
    counted = np.count_nonzero(table.codes >= 0)
    holes = sum(int((table.codes == -1 - place).sum()) for place, sign in enumerate(table.signs) if _is_hole(sign))
    if 2 * (counted + holes) < table.codes.size or counted < 2:
        return []
    grid = grid_of(table, text, (lambda _: True) if is_named else is_numbering)  # our own boards have no labels
    _refuse_signs(grid)
    filled = grid.codes != EMPTY
    is_whole = is_named or (asked.board is not None and asked.board.shape == filled.shape)
    there = np.argwhere(filled | is_whole)
    inner = tuple(map(slice, there.min(axis=0), there.max(axis=0) + 1))
    signs = grid.marks() - ({""} if filled[inner].all() else set())
    grid = grid._replace(codes=grid.codes[inner], places=grid.places[inner])
    if layered := _in_layers(grid, asked):
        return [layered]
    numbers = np.maximum(grid.codes, -1)
    if not is_named and (numbers.shape[0] == 1 or (numbers.shape[1] == 1 and not signs)):
        return []
    try:
        found = _tours_of(grid, numbers, signs, asked, comments)
        short = "; short rows lack squares at the right" if grid.note else ""
        return [reading._replace(form=reading.form + short) for reading in found]
    except InvalidTourney as fault:
        if grid.note:
            raise Unreadable(grid.note) from fault
        raise


def _tours_of(
    grid: Grid, numbers: NDArray[np.int64], signs: set[str], asked: Asked, comments: Comments
) -> list[Reading]:
    positive = numbers[numbers > 0]
    is_partial = numbers.max() > (numbers >= 0).sum() and np.unique(positive).size == positive.size
    if is_partial and (signs or (numbers == 0).any()):
        raise InvalidTourney(
            f"{positive.size} of {numbers.size} squares have numbers, up to {numbers.max()}: 'destrier solve' finds "
            "the rest"
        )
    zeros = numbers == 0
    form = f"a grid of {times(numbers.shape)} numbers"
    found: list[Reading] = []
    if zeros.sum() <= 1:
        try:
            tour = _numbered(grid, numbers, comments, asked)
            found.append(Reading(tour, form + " from 0" * bool(zeros.any()) + _with_holes(signs)))
        except InvalidTourney:
            if not zeros.any():
                raise
        else:
            is_only = not zeros.any() or tour.kind != "open"
            if is_only or asked.board or comments.is_open or not closes(tour.indices()[1:], tour.board):
                return found
    tour = _numbered(grid, np.where(zeros, -1, numbers), comments, asked)
    if tour.kind == "open" and asked.board is None and not signs:
        row, col = np.argwhere(numbers == numbers.max())[0].tolist()
        raise InvalidTourney(
            f"the numbers end with {numbers.max()} at {row},{col}, and {zeros.sum()} squares have a 0: write a dot for "
            "a square that the board lacks"
        )
    return [*found, Reading(tour, form + _with_holes(signs | {"0"}))]


def _numbered(grid: Grid, numbers: NDArray[np.int64], comments: Comments, asked: Asked) -> Tourney:
    return numbered(numbers, comments, asked.board, asked.leaper, grid.where)


def _in_layers(grid: Grid, asked: Asked) -> Reading | None:
    """Return the tour of a board in space whose layers are below or beside each other."""
    board, codes = asked.board, grid.codes
    if not isinstance(board, Lattice) or len(board.sides) != 3 or codes.size != board.size or not is_numbering(grid):
        return None
    layers, rows, cols = board.sides
    places = np.arange(codes.size)
    if codes.shape == (rows, layers * cols):
        places = places.reshape(rows, layers, cols).transpose(1, 0, 2).ravel()
    elif codes.shape != (layers * rows, cols):
        return None
    order = np.argsort(codes.ravel()[places])
    begins = grid.places.ravel()[places[order]]
    squares = np.column_stack(np.unravel_index(order, board.sides))
    return read_visits(Listed(grid.text, begins, squares, f"the numbers of {layers} layers of {rows} x {cols}"), asked)


_LEFT_OUT: Final = "..."


def _is_hole(sign: str) -> bool:
    return sign != _LEFT_OUT and _HOLE.fullmatch(sign) is not None


def _refuse_signs(grid: Grid) -> None:
    """Raise `Unreadable` at the first cell that is neither a number nor one of two signs of missing squares."""
    flat = grid.codes.ravel()
    first = {code: int(np.argmax(flat == code)) for code in np.unique(flat[flat < 0]).tolist()}
    holes = [code for code in sorted(first, key=first.__getitem__) if _is_hole(grid.signs[-1 - code])][:2]
    wrong = min((place for code, place in first.items() if code not in holes), default=-1)
    if wrong >= 0:
        word = grid.signs[-1 - int(flat[wrong])]
        what = "too large" if re.fullmatch("[0-9]+", word) else "not the number of a square"
        what = "in the place of numbers: print all of them" if word == _LEFT_OUT else what
        raise Unreadable(f"{grid.where(*divmod(wrong, grid.codes.shape[1]))}: {quoted(word)} is {what}")


def _with_holes(signs: set[str]) -> str:
    marks = " and ".join(sorted(sign for sign in signs if sign)) or "an empty cell"
    return f", where {marks} {'marks' if len(signs) == 1 else 'mark'} a missing square" if signs else ""
