"""Reading the tour in a text: in the format that its suffix or its beginning promises, or else as whatever it may be.

A text that no format describes is read in every way that it allows: as names of squares, as coordinates, as a grid of
numbers, as numbers of squares; these are squares in visiting order, moves, or successors. If exactly one of them gives
a tour, that is what it holds; if several do, the error names two and what chooses. If none does, the error names the
first fault of the most likely way.
"""

from __future__ import annotations

import math
import re
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.grid import BaseBoard, Lattice, column_of, times
from destrier.core.leaper import Leaper
from destrier.core.space import Space
from destrier.core.tourney import Tourney
from destrier.io.digits import is_digits
from destrier.io.formats import FORMATS
from destrier.io.grids import read_grid
from destrier.io.guesses import (
    Asked,
    Listed,
    Places,
    Reading,
    Vertices,
    piece_of,
    place_of,
    read_edges,
    read_moves,
    read_squares,
    read_successors,
    read_vertices,
    read_visits,
    tours_of_vertices,
)
from destrier.io.json import begins_object, board_from_dict
from destrier.io.lists import PLAIN, parse_names
from destrier.io.pgn import has_game
from destrier.io.text import parse_comments
from destrier.support.cells import Table, is_separated, keys_of, parts_of, rows_of, table_of
from destrier.support.errors import InvalidTourney, Unreadable
from destrier.support.reading import lines_of, parse_json
from destrier.support.resources import refuse_beyond_memory
from destrier.support.tokens import (
    BREAK,
    LONGEST,
    NUMBER,
    SLASHED,
    SQUARE,
    WORD,
    Tokens,
    quoted,
    tokens_of,
    without_prose,
)


def read_tour(text: str, suffix: str = "", asked: Asked = Asked(), *, chosen: bool = False) -> Reading:  # noqa: B008 (immutable)
    """Return the tour of a text, and how it was understood.

    Parameters
    ----------
    text
        The text.
    suffix
        The suffix of its file.
    asked
        The board, if the text does not name it.
    chosen
        Whether the suffix is the user's choice, so that no other form is considered.

    Raises
    ------
    InvalidTourney
        If it does not hold a tourney, or one of another board than is asked for; the message names the first fault.

    Warns
    -----
    UserWarning
        If a list visits only a part of a rectangle, and no board is named.
    """
    found = _read(text, suffix, asked, chosen=chosen)
    same_board(found.tour, asked)
    if found.doubt:
        warnings.warn(found.doubt, stacklevel=2)
    return found


def _read(text: str, suffix: str, asked: Asked, *, chosen: bool) -> Reading:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if suffix == ".csv" and len(text) > LONGEST:
        suffix = ".txt"
    row = FORMATS.get(_format_of(text) if suffix not in FORMATS or suffix == ".txt" else suffix)
    parse = row.text()[0] if row and row.text else None
    if row is None or parse is None:
        may_be_plain = len(text) > PLAIN and suffix != ".csv"  # a table may have two columns, too
        plain = read_plain(text, asked) if may_be_plain else None
        if plain:
            return plain._replace(is_own=headed(text) is not None)
        return read_any(text, asked, suffix if chosen else "")
    try:
        if row.takes_board:
            numbers = text.translate(_SEPARATORS) if len(text) > LONGEST and not _EMPTY.search(text) else text
            tourney = parse(numbers, asked.board, asked.leaper)
            is_told = row.suffix != ".txt" or asked.board is not None or "#" in text or len(text) > LONGEST
            is_told = is_told or is_digits(text)
            return Reading(tourney, "") if is_told or not _ZERO.search(text) else _from_zero(text, tourney, asked)
        return Reading(parse(text), "")
    except InvalidTourney as fault:
        is_own = any(mark in text for mark in _MARKS.get(row.suffix, ()))
        if not is_own and len(text) > LONGEST:
            fault.with_traceback(None)  # whose frames hold the numbers
            with suppress(Unreadable):
                if plain := read_plain(text, asked):
                    return plain
        if is_own or len(text) > LONGEST or (chosen and suffix not in READERS):
            raise
        is_no_grid = row.suffix == ".txt" and text.strip() and (isinstance(fault, Unreadable) or _is_list(text))
        return read_any(text, asked, suffix if chosen else "", None if is_no_grid else fault)


_SEPARATORS: Final = str.maketrans(",;\t|", "    ")

_EMPTY: Final = re.compile(
    r"(?:[,;|]|(?<![^\S\n])(?=[^\S\n\t]*\t))[^\S\n]*(?:[,;|]|\n|\Z)"  # separators, or blanks with a tab
    r"|(?:\n|\A)[^\S\n]*[,;|]"
    r"|[^0-9\s,;|]"
)
"""An empty cell, or anything but numbers, in a table that is too large to read in several ways."""

_MARKS: Final = {
    ".json": ('"cycles"', '"cycle"', '"givens"', '"parts"'),
    ".tour": ("TOUR_SECTION",),
    ".pgn": ('[FEN "',),
}
"""What only texts in a format of destrier's have."""


_ZERO: Final = re.compile(r"(?<!\d)0(?!\d)")


def _from_zero(text: str, tourney: Tourney, asked: Asked) -> Reading:
    """Return the tour of numbers from 0, unless the text is not ours and 0 may as well mark a missing square."""
    from destrier.drawing.numbered_board import to_text

    found = _grids(_told(text, asked))
    is_ours = text.rstrip() == to_text(tourney, first=0).removeprefix("# open\n").rstrip()
    if found and not is_ours:
        return only_tour(found)
    if len(found) < 2:
        return Reading(tourney, "")
    form, holed = found[0].form, found[1].tour.board
    told = f"{form}; if 0 marks a missing square, give {holed.describe()} by --shape"
    return Reading(tourney, told, is_own=is_ours)


def _format_of(text: str) -> str:
    """Return the format of destrier's that a text begins like."""
    if has_game(text):
        return ".pgn"
    if "TOUR_SECTION" in text:
        return ".tour"
    if begins_object(text):
        return ".json"
    begins = text[:200].lstrip()
    return next(
        (row.suffix for row in FORMATS.values() if row.text and row.magic and begins.startswith(row.magic.decode())),
        ".txt",
    )


def same_board(tourney: Tourney, asked: Asked) -> Tourney:
    """Return a tourney of the board that is asked for, if any."""
    check_asked(tourney.board, asked)
    return tourney


def check_asked(board: BaseBoard, asked: Asked, what: str = "a tour") -> None:
    """Raise `InvalidTourney` if a file holds a tour, or tours, of another board than is asked for."""
    if asked.board not in (None, board) or (
        asked.leaper and Leaper.of(asked.leaper, board.leaper.dimensions) != board.leaper
    ):
        raise InvalidTourney(f"the file holds {what} of {board.describe()}, not of the given board")


# What may it be?


@dataclass(frozen=True)
class Told:
    """A text, and what is known of it."""

    text: str
    asked: Asked

    @cached_property
    def data(self) -> Tokens:
        """Its tokens, without prose."""
        return without_prose(tokens_of(self.text))

    @cached_property
    def table(self) -> Table:
        """Its rows of cells."""
        return table_of(self.data)


def _told(text: str, asked: Asked) -> Told:
    """Return a text with the board that it names or that is asked for."""
    return Told(text, headed(text) or asked)


def read_any(text: str, asked: Asked, form: str = "", own: InvalidTourney | None = None) -> Reading:
    """Return the only tour that a text holds.

    Parameters
    ----------
    text
        The text.
    asked
        The board, if the text does not name it.
    form
        The suffix of the only format to consider; by default, all of them.
    own
        The fault of the text in the format of its file, to report if it has no other form either.

    Raises
    ------
    Unreadable
        If the text has none of these forms.
    InvalidTourney
        If it lists something other than a tour; the message names the first fault.
    """
    if not text.strip():
        raise own or Unreadable(_NOTHING)
    told, only = _told(text, asked), _SAME.get(form, form)
    if not told.data.kinds.size:  # which also refuses at once what is too long
        raise own or _unlike_any(told)
    readings: list[Reading] = []
    chosen: list[str] = []
    has_edges = _EDGES.match(text) is not None
    faults = [] if own is None or isinstance(own, Unreadable) or has_edges else [own]
    unread: list[InvalidTourney] = []
    for suffix, reader in READERS.items():
        if only in ("", suffix):
            try:
                found = reader(told)
                readings += found
                chosen += [suffix.removeprefix(".")] if found else []
            except InvalidTourney as fault:
                fault = fault.with_traceback(None)  # whose frames hold arrays
                (unread if isinstance(fault, Unreadable) else faults).append(fault)
    if readings:
        return only_tour(readings, chosen)._replace(is_own=headed(text) is not None or has_edges)
    first = [*faults, *unread, own or _unlike_any(told)][0]
    try:
        raise first
    finally:
        del faults, unread, first, own  # or this frame and its arrays would stay in a circle


def headed(text: str) -> Asked | None:
    """Return what the first line of a list says of its board, in the form of `BaseBoard.to_dict`."""
    line = re.match(r"\s*# (\{[^\n]*\})", text)
    told = parse_json(line[1], "the comment") if line else None
    if not isinstance(told, dict):
        return None
    return Asked(board_from_dict(told, most=len(text)), kind="open" if told.get("kind") == "open" else None)


def only_tour(readings: list[Reading], formats: Sequence[str] = ()) -> Reading:
    """Return the reading of the only tour among these; the error names two of them, and what chooses."""
    first = readings[0]
    other = next((reading for reading in readings if not reading.tour.same_moves(first.tour)), None)
    if other is None:
        return first
    named = " or ".join(f"{form} ({tour.board.describe()})" for tour, form, *_ in (first, other))
    choice = f", or choose by --format {' or '.join(formats)}" if len(formats) > 1 else ""
    raise Unreadable(f"this may be {named}: give the board{choice}")


_NOTHING: Final = "the text is empty: a tour is a grid of numbers, or a list of squares"

_NO_TOUR: Final = "these numbers are neither those of the squares of a board, by rows, nor a list of squares"


def _unlike_any(told: Told) -> Unreadable:
    """Return what to say of a text that is like nothing: its first word, if that is no number."""
    tokens = told.data if told.data.of(NUMBER, SQUARE, WORD).any() else tokens_of(told.text)
    words = np.flatnonzero(~tokens.of(BREAK))
    if not words.size:
        return Unreadable(_NOTHING)
    if tokens.of(NUMBER).any():
        return Unreadable(_NO_TOUR)
    place = int(tokens.begins[words[0]])
    word = re.match(r"\S+", told.text[place:])
    return Unreadable(
        f"{tokens.where(place)}: expected a number or a square such as a1, not {quoted(word[0] if word else '')}"
    )


# Squares by name


def _names(told: Told) -> list[Reading]:
    """Read names of squares, each once, or moves from one to the next."""
    tokens, asked = told.data, told.asked
    if not tokens.of(SQUARE).any():
        return []
    skipped = keys_of(tokens) | _beside_rows(tokens)
    squares, numbers, words = (tokens.only(tokens.of(kind) & ~skipped) for kind in (SQUARE, NUMBER, WORD))
    words = _unusual(words, squares.kinds.size)
    if squares.kinds.size <= np.count_nonzero(words.values < 0):  # without numbers that are too long
        return []
    if words.kinds.size:
        begin = int(words.begins[0])
        word = re.match(r"\w+", told.text[begin:])
        raise Unreadable(f"{words.where(begin)}: {quoted(word[0] if word else '')} is not a square such as a1")
    files, ranks = squares.values >> 32, squares.values & 0xFFFFFFFF
    knights, last = column_of("na"), column_of("nz")
    if (asked.board is None or asked.board.sides[-1] <= knights) and ((files >= knights) & (files <= last)).all():
        files = files - knights  # a tour also visits the first column
    order = _by_number(squares, numbers)
    files, ranks, places = files[order], ranks[order], squares.begins[order]
    return [_of_names(told, files, ranks, places)]


def _beside_rows(tokens: Tokens) -> NDArray[np.bool_]:
    """Return which squares are in no row of brackets, such as the nodes of a graph beside its edges."""
    row = rows_of(tokens) if tokens.signs("[{(").any() else np.zeros(tokens.kinds.size, np.int32)
    return tokens.of(SQUARE) & (row < 0)


def _unusual(words: Tokens, squares: int) -> Tokens:
    """Return words, and numbers that are too long, without the words that are beside most squares."""
    spelled = [words.word(place).lower() for place in range(words.kinds.size)]
    counts = Counter(spelled)
    return words.only((words.values >= 0) | np.array([2 * counts[word] <= squares for word in spelled], np.bool_))


def _of_names(told: Told, files: NDArray[Any], ranks: NDArray[Any], places: Places) -> Reading:
    """Return the tour of squares by the numbers of their files, from 0, and of their ranks, from 1."""
    board = told.asked.board
    rows, cols = board.shape[:2] if isinstance(board, Lattice) else (int(ranks.max()), int(files.max()) + 1)
    if (outside := np.flatnonzero((ranks > rows) | (files >= cols))).size:
        item = int(outside[0])
        name = Board(1, int(files[item]) + 1).chess_name((1 - int(ranks[item]), int(files[item])))
        raise InvalidTourney(f"{place_of(told.text, places, item)}: {name} is not a square of {told.asked.described()}")
    squares = np.column_stack([rows - ranks, files])
    return read_squares(Listed(told.text, places, squares, "by name", rows=rows), told.asked)


def _by_number(squares: Tokens, numbers: Tokens) -> NDArray[np.int64]:
    """Return the order of squares by the numbers beside them, if there are any."""
    count = numbers.kinds.size
    if not count:
        return np.arange(squares.kinds.size)
    each, rest = divmod(squares.kinds.size, count)
    order = np.argsort(numbers.values, kind="stable")
    listed = numbers.values[order]
    if rest or not each or (listed != np.arange(listed[0], listed[0] + count)).any():
        begin = int(numbers.begins[0])
        word = quoted(numbers.word(0))
        raise Unreadable(f"{numbers.where(begin)}: {word} is neither a square nor its number in the tour")
    items = np.arange(squares.kinds.size).reshape(-1, each)[order]
    if each > 2:  # moves, whose squares are repeated
        names = squares.values[items]
        if not np.isin(names[:, 2:], names[:, :2]).all():
            raise Unreadable(f"{squares.where(int(squares.begins[0]))}: a row has {each} squares, which are no move")
        items = items[:, :2]
    return items.ravel()


# Tables of coordinates

_DOWN: Final = ("y", "row", "rows", "r", "i", "ypos", "posy", "ycoord", "vertical", "zeile", "line")
_RIGHT: Final = ("x", "col", "cols", "column", "c", "j", "xpos", "posx", "xcoord", "horizontal", "spalte")
_AXES: Final = {**dict.fromkeys(_DOWN, "row"), **dict.fromkeys(_RIGHT, "column"), "rank": "rank", "file": "column"}
"""The words for the coordinates of a square, as keys of an object or at the head of a table."""


_EDGES: Final = re.compile(
    r"# (?:closed tour|open tour|tourney)\b[^\n]{0,200} o[fn] "
    r"(?:([0-9]{1,9}) x ([0-9]{1,9})(?! x|[^\n]{0,200} by )\b|[^\n]+)"
)
"""The first line of our own list of edges, with the sides of a knight's flat board."""


def _least(asked: Asked) -> int:
    """Return the least number of squares in a list: three, or all squares of a smaller board."""
    return min(3, asked.board.size) if asked.board else 3


def _pairs(told: Told) -> list[Reading]:
    """Read coordinates of squares, in brackets or in rows, from 0 or from 1; or numbers of squares beside others."""
    table = told.table
    if not table.codes.size:
        return []
    first, *others = table.widths.tolist()
    if len(others) > 1 and {*others} == {others[0]} - {first} and np.count_nonzero(table.row(0) >= 0) < others[0]:
        table = table.only(1, table.widths.size)  # a number of squares, or labels
    table = _without_signs(table)
    if (head := _EDGES.match(told.text)) and isinstance(told.asked.board, Lattice | None):
        return _own_edges(told, table, head)
    if table.widths.size and (table.row(0) < 0).all():
        table = table.only(1, table.widths.size)  # the head of a table
    widths = table.widths
    width = int(widths[0]) if widths.size else 0
    if widths.size < _least(told.asked) or (table.codes < 0).any():
        return []
    if (widths != width).any():
        return _of_neighbours(told, table)
    if not 2 <= width <= 6:
        return []
    order = _order_beside(told.data, widths.size)
    numbers = table.codes.reshape(-1, width)[order]
    places = table.places.reshape(-1, width)[order, 0]
    axes = _axes(told, width)
    if edges := _of_edges(told, numbers, places) if not axes else []:
        return edges
    numbered = [place for place in (0, -1) if _are_numbers(numbers[:, place])]
    if axes:
        numbered = [place for place in numbered if not axes[place]]
    if numbered and (width > 2 or not axes):
        column = numbered[0] % width
        order = np.argsort(numbers[:, column])
        rest = np.delete(numbers[order], column, axis=1)
        if width == 2:
            found = _vertices(Vertices(told.text, places[order], rest[:, 0], int(rest.min())), told.asked, by_rows=True)
            if found:
                return found
        else:
            numbers, places, width = rest, places[order], width - 1
            axes = [axis for place, axis in enumerate(axes) if place != column]
    return _of_columns(told, numbers, places, axes)


def _without_signs(table: Table) -> Table:
    """Return a table without the columns that have the same sign in all rows, such as the e of DIMACS."""
    width = int(table.widths[0])
    if (table.widths != width).any():
        return table
    codes = table.codes.reshape(-1, width)
    is_idle = ((codes < 0) & (codes == codes[0])).all(axis=0)
    return table.chosen(np.tile(~is_idle, len(codes)))


def _order_beside(tokens: Tokens, rows: int) -> NDArray[np.int64]:
    """Return the order of rows in brackets by the numbers beside them, if each has one."""
    beside = tokens.values[tokens.of(NUMBER) & (rows_of(tokens) < 0)]
    return np.argsort(beside) if beside.size == rows and _are_numbers(beside) else np.arange(rows)


def _of_columns(told: Told, numbers: NDArray[np.int64], places: Places, axes: list[str]) -> list[Reading]:
    """Return the tours of a table of coordinates, one square or one move a row."""
    width = numbers.shape[1]
    ways: list[tuple[NDArray[np.int64], Places, list[str]]] = []
    if width in (4, 6):
        ways.append((numbers.reshape(-1, width // 2), _twice(places), []))
    if width <= 4:
        ways.append((numbers, places, axes))
    faults: list[InvalidTourney] = []
    for way in ways:
        try:
            return [_of_squares(told, *way)]
        except InvalidTourney as fault:
            faults.append(fault)
    if faults and (width < 3 or 4 * np.unique(numbers).size < 3 * numbers.size):  # not the numbers of a grid
        raise faults[0]
    return []


def _twice(places: Places) -> Places:
    """Return the places of squares, two in each row."""
    return places if isinstance(places, re.Pattern) else np.repeat(places, 2)


def _are_moves(numbers: NDArray[np.int64]) -> bool:
    """Return whether pairs may be the edges of a tour: no number is in more than two, and few are in one."""
    counts = np.bincount(numbers.ravel() - numbers.min()) if numbers.max() < 4 * numbers.size else np.array([3])
    return bool(counts.max() == 2 and counts.min() > 0 and np.count_nonzero(counts == 1) < 3)


def _of_neighbours(told: Told, table: Table) -> list[Reading]:
    """Return the tours whose moves lead from the first number of each row to the others, of which it may have none."""
    if table.widths.max() > 3:
        return []
    is_other = np.isin(np.arange(table.codes.size), table.rows[:-1], invert=True)
    firsts = np.repeat(table.codes[table.rows[:-1]], table.widths - 1)
    return _of_edges(told, np.column_stack([firsts, table.codes[is_other]]), table.places[is_other])


def _of_edges(told: Told, numbers: NDArray[np.int64], places: Places) -> list[Reading]:
    """Return the tours whose moves are the pairs of numbers in the first columns."""
    if numbers.shape[1] > 3 or not _are_moves(numbers[:, :2]):
        return []
    edges = Vertices(told.text, _twice(places), numbers[:, :2].ravel(), int(numbers[:, :2].min()))
    return read_edges(edges, told.asked)


def _own_edges(told: Told, table: Table, head: re.Match[str]) -> list[Reading]:
    """Return the tour of our own list of edges; missing squares have numbers, too."""
    board = told.asked.board
    sides = tuple(int(side) for side in head.groups() if side) or (board.sides if board else ())
    if not sides:
        raise InvalidTourney(f"line 1: these are the moves of the {head[0].removeprefix('# ')}: give the board")
    if (table.widths != 2).any() or (table.codes < 0).any() or int(table.codes.max()) >= math.prod(sides):
        return []
    if board is None:
        refuse_beyond_memory(f"a board of {times(sides)}", math.prod(sides))
        present = np.zeros(math.prod(sides), np.bool_)
        present[table.codes] = True
        board = told.asked.of_mask(present.reshape(sides))
    squares = np.column_stack(np.unravel_index(table.codes, sides))
    listed = Listed(told.text, table.places, squares, "by index, counted from 0")
    return [read_moves(listed, replace(told.asked, board=board))]


def _of_squares(told: Told, numbers: NDArray[np.int64], places: Places, axes: list[str]) -> Reading:
    asked = told.asked
    if not axes and numbers.shape[1] == 2 and SLASHED.search(told.text):
        axes = ["column", "rank"]
    order = ",".join(axes) or ("row,column" if numbers.shape[1] == 2 else "coordinates")
    ways = {base: _placed(numbers - base, axes, asked) for base in ((1, 0) if numbers.min() > 0 else (0,))}
    base = max(ways, key=lambda base: _count_there(ways[base], asked))
    side = ""
    if numbers.shape[1] == 2 and "rank" not in axes:
        side = ", y counted downwards (--from bottom counts it upwards)" if axes[:1] == ["column"] else ""
        side = ", y counted upwards" if asked.origin == "bottom" else side
    listed = Listed(told.text, places, ways[base], f"as {order}, counted from {base}{side}")
    return read_squares(listed, asked)


_OBJECTS: Final = re.compile(r"[{(][^{}()\[\]]{1,999}[)}]"), re.compile(r"[^\n]{1,999}")
"""An object of JSON or a program, or a line that may be one."""

_KEY: Final = re.compile(r"\b([A-Za-z_]\w*)[\"']?\s*[:=]")
"""A key of an object, such as `x` in `x: 1` or `x=1`."""


def _axes(told: Told, width: int) -> list[str]:
    """Return the axis of each column that the head of a table names, or the keys of an object; empty for others."""
    for found in chain.from_iterable(islice(form.finditer(told.text), 2) for form in _OBJECTS):  # one may hold others
        axes = [_AXES.get(key.lower(), "") for key in _KEY.findall(found[0])]
        if len(axes) == width and len(set(filter(None, axes))) == 2:
            return axes
    lines = (line.strip() for line in told.text.split("\n"))
    header = next((line for line in lines if line and not line.startswith("#")), "")
    if re.search("[0-9]", header) or not re.search("[A-Za-z]", header):
        return []
    separator = next((sign for sign in "\t;,|" if sign in header), None)
    words = [re.findall("[a-z]+", cell.lower().replace("_", "")) for cell in header.split(separator)]
    axes = [_AXES.get(word[-1], "") if word else "" for word in words]
    if len(axes) != width:
        axes = [axis for axis in axes if axis]
    if len(axes) == width and len(set(filter(None, axes))) == 2:
        return axes
    if separator and len(words) == width:
        raise Unreadable(f"line 1: the header {quoted(header.strip())} does not say which column has the rows")
    return []


def _placed(squares: NDArray[np.int64], axes: list[str], asked: Asked) -> NDArray[np.int64]:
    """Return squares, whose coordinates are counted from 0 along these axes, by rows from the top and columns."""
    if "column" in axes and axes[0] == "column" and squares.shape[1] == 2:
        squares = squares[:, ::-1]
    if squares.shape[1] == 2 and ("rank" in axes or asked.origin == "bottom"):
        rows = asked.board.shape[0] if isinstance(asked.board, Lattice) else int(squares[:, 0].max()) + 1
        squares = np.column_stack([rows - 1 - squares[:, 0], squares[:, 1]])
    return squares


def _count_there(squares: NDArray[np.int64], asked: Asked) -> int:
    """Return how many of these squares a board has, if it is known."""
    board = asked.board
    if not isinstance(board, Lattice) or squares.shape[1] != len(board.sides):
        return 0
    inside = squares[((squares >= 0) & (squares < board.sides)).all(axis=1)]
    return int(np.count_nonzero(board.present[tuple(inside.T)]))


def _are_numbers(column: NDArray[np.int64]) -> bool:
    """Return whether a column has the numbers 0, 1, ... or 1, 2, ... in any order."""
    return bool((np.sort(column) - column.min() == np.arange(column.size)).all()) and int(column.min()) in (0, 1)


# Numbers of squares


def _order(told: Told) -> list[Reading]:
    """Read the indices of the squares in visiting order, from 0 or from 1, and perhaps a vertex besides the squares."""
    others = told.data.of(SQUARE, WORD) & ~keys_of(told.data)
    at = told.data.of(NUMBER)
    if others.any() or np.count_nonzero(at) < _least(told.asked):
        return []
    numbers, lines = told.data.only(at), told.data.lines()[at]
    return _of_numbers(told, numbers.values, numbers.begins, by_rows=bool(lines[0] == lines[-1]))


def _of_numbers(told: Told, listed: NDArray[np.int64], places: Places, *, by_rows: bool) -> list[Reading]:
    """Return the tours of the numbers of squares; with `by_rows`, these may be visiting numbers as well."""
    skipped = int(_is_headed(listed, told.asked))
    listed = listed[skipped:]
    if not isinstance(places, re.Pattern):
        places = places[skipped:]
    if listed[0] == listed[-1]:
        listed = listed[:-1]
    vertices = Vertices(told.text, places, listed, int(listed.min()))
    return _vertices(vertices, told.asked, by_rows=by_rows, may_be_list=True)


def _vertices(listed: Vertices, asked: Asked, *, by_rows: bool, may_be_list: bool = False) -> list[Reading]:
    """Return the tours of numbers of squares: in visiting order, each the number of a square by rows, or successors."""
    numbers, base = listed.numbers, listed.base
    if base > 1 or np.unique(numbers).size != numbers.size or numbers.max() - base >= numbers.size:
        return []
    found = read_vertices(listed, asked) + read_successors(listed, asked)
    form = f"a list of {numbers.size} square indices, counted from {base}"
    if by_rows:
        named = f"the numbers of {numbers.size} squares, row by row"
        found += [
            Reading(tour, named)
            for tour in tours_of_vertices(np.argsort(numbers), Asked(asked.board, asked.leaper, asked.kind))
        ]
    if found or not (may_be_list and _is_list(listed.text)):
        return found
    if asked.board is None:
        raise InvalidTourney(f"{form}, is not {piece_of(asked)}'s tour of any rectangle: give the board, or the piece")
    if numbers.size < asked.board.size:
        raise InvalidTourney(f"the list visits {numbers.size} of the {asked.board.size} squares of {asked.described()}")
    if asked.board.size == numbers.size and isinstance(asked.board, Lattice):
        squares = asked.board.coordinates(asked.board.squares[numbers - base])
        return [read_visits(Listed(listed.text, listed.places, squares, form), asked)]
    return found


def _is_headed(listed: NDArray[np.int64], asked: Asked) -> bool:
    """Return whether the first of these numbers is the number of the others, and not itself the index of a square."""
    others = np.unique(listed[1:]).size
    if not listed[0] == others == listed.size - 1:
        return False
    if listed.max() > others or np.unique(listed).size == others:
        return True
    if asked.board is not None:
        return asked.board.size == others
    return all(tour.board.size == others for tour in tours_of_vertices(listed, asked))


def _is_list(text: str) -> bool:
    """Return whether a text has one line, or one word a line."""
    lines, words = text.strip().count("\n") + 1, sum(1 for _ in re.finditer(r"\S+", text))
    return words > 2 and lines in (1, words)


# Grids


def _grids(told: Told) -> list[Reading]:
    """Read the visiting numbers of the squares, by rows."""
    comments = parse_comments(line for line in lines_of(told.text) if line.startswith("#"))
    blanks = is_separated(told.text) and (comments.board is not None or told.asked.board is not None)
    table = table_of(told.data, blanks=True) if blanks else told.table
    try:
        return read_grid(table, told.text, told.asked, comments)
    except InvalidTourney:
        if told.asked.board is not None or comments.board is not None or (table.widths != table.widths[0]).any():
            raise
        layers = len(list(parts_of(told.text)))
        rows, rest = divmod(table.widths.size, layers)
        if layers < 2 or rest or rows < 2:
            raise
        board = Space(layers, rows, int(table.widths[0]), leaper=told.asked.leaper or "knight")
        with suppress(InvalidTourney):
            return read_grid(table, told.text, replace(told.asked, board=board), comments)
        raise


READERS: Final[dict[str, Callable[[Told], list[Reading]]]] = {
    ".squares": _names,
    ".pairs": _pairs,
    ".txt": _grids,
    ".order": _order,
}
"""The readers by the suffix of the format that chooses one of them."""

_SAME: Final = {".csv": ".txt", ".uci": ".squares"}
"""Formats that the readers of others read."""


# Plain lists, however long


_HEADER: Final = re.compile(r"(?:[^\S\n]*+(?:#[^\n]*+)?\n)*+")
"""Blank lines and comments at the beginning."""

_NAME: Final = re.compile("[a-z]+[0-9]+")
_LINE: Final = re.compile(r"^[0-9][^\n]*", re.MULTILINE)


def read_plain(text: str, asked: Asked) -> Reading | None:
    """Return the tour of a list that is as plain as destrier's own, however long; `None` if it is not.

    It consists of names, moves by name, pairs or triples of coordinates, or indices, in memory of some ten times the
    text.
    """
    told = _told(text, asked)
    rest = _HEADER.sub("", text, count=1)
    if (names := parse_names(rest)) is not None and len(names[0]) >= _least(told.asked):
        files, ranks, words = names
        each = 1 if words.size == files.size else 2
        return _of_names(told, files, ranks, _NAME) if np.array_equal(words, np.arange(0, files.size, each)) else None
    width = rest.partition("\n")[0].count(",") + 1
    if width > 4 or not _rows_of(width).fullmatch(rest):
        return None
    numbers = np.fromstring(rest.replace(",", " "), np.int64, sep=" ")
    if width > 1:
        found = _of_columns(told, numbers.reshape(-1, width), _LINE, [])
    else:
        found = _of_numbers(told, numbers, _LINE, by_rows=False)
    if not found:
        raise Unreadable(_NO_TOUR)
    return only_tour(found)


def _rows_of(width: int) -> re.Pattern[str]:
    """Return the form of lines of so many numbers each."""
    numbers = ",".join(["[0-9]{1,18}+"] * width)
    return re.compile(rf"(?:{numbers}(?:\n|\Z))++\s*+", re.ASCII)  # possessive: nothing is kept to go back to
