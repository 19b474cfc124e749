"""Tours in other people's texts: grids of numbers, and lists of squares, of moves, and of indices.

A text is read in every way that it allows. If exactly one of them gives a tour, that is what it holds; if several do,
the error names them and the formats that choose. If none does, the error tells the first fault of the most likely way.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.grid import BaseBoard, Lattice, column_of, times
from destrier.core.leaper import KNIGHT, Leaper, Piece
from destrier.core.space import Space
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import Squares
from destrier.core.visited import closes
from destrier.io.cells import Row, comments_of, grid_of, is_separated, lines_with_numbers
from destrier.io.json import board_from_dict
from destrier.io.lists import parse_names, parse_numbers
from destrier.io.literals import AXES, flattened
from destrier.io.text import numbered, parse_comments
from destrier.support.errors import DestrierError, InvalidTourney, Unreadable
from destrier.support.reading import parse_json

PLAIN: Final = 200_000
"""The length of a text from which on plain lists are read as such, in less memory and with the same result."""

LONGEST: Final = 2_000_000
"""The length of the longest text to read in several ways, which takes some thirty bytes of memory a character."""

_NUMBER: Final = re.compile(r"[+]?([0-9]{1,18})(?:[.,]0*)?")

_HOLE: Final = re.compile(r"|-1(?:\.0*)?|([^\w\s])\1*|_+|[xX]{1,2}|[oO]|(?i:nan|none|null|nil|undefined|#?n/?a)")
"""A cell without a number."""

_SQUARE: Final = r"([a-z]{1,2}|[A-Z]{1,2})([1-9][0-9]{0,8})"

_SQUARES: Final = re.compile(rf"(?:(?:[Kk][Tt]|[A-Z\u2658\u265e])(?=[a-z]))?{_SQUARE}(?:x?{_SQUARE})?")
"""The name of a square, or of two, as in `a1c2`; the letters of a piece may precede it."""

_ASIDE: Final = re.compile(
    r"^[^\S\n]*(?:#(?!\d)|//|%)[^\n]*$"  # a comment
    r"|^(?:(?![A-Za-z]{1,2}[0-9])[^\n]){0,60}:(?=[^\n])"  # Step 1:
    r"|(?<!\S)[0-9]+[^\S\n]?(?:\.{1,3}|\))(?!\d)"  # the number of a move, 1. or 1)
    r"|^[^\S\n]*\[[A-Z]\w{0,30}\s+\"[^\n\"]*\"\][^\S\n]*$"  # a tag of a game
    r"|\{[^{}\"\n]{0,999}\}"  # a comment in a game
    r"|\b(?:1-0|0-1|1/2-1/2)[^\S\n]*$"  # the result of a game
    r"|^(?![^\n]*[A-Za-z][0-9])[^\n]*[A-Za-z]{3}[^\n]*$",  # a line without squares
    re.MULTILINE,
)
"""What a list of squares may have besides."""

_FILLERS: Final = frozenset(("to", "and", "then", "from", "knight", "move", "moves", "tour", "path", "start", "end"))

_WORD: Final = re.compile(r"[A-Za-z0-9\u2658\u265e]+")

_SPARSE: Final = 4
"""A list without a board visits at least one in so many squares of its rectangle."""

_FAR: Final = 1 << 20
"""If it visits fewer, and the rectangle has more squares than this, its steps are not even checked."""

_GROUP: Final = re.compile(
    r"[\[({<]\s{0,9}([0-9]{1,18}(?:\.0*)?(?:[,;:\s]\s{0,9}[0-9]{1,18}(?:\.0*)?){1,3})\s{0,9}[\])}>]", re.ASCII
)
"""Numbers in brackets."""


class Reading(NamedTuple):
    """A tour, and how the text was understood."""

    tour: Tourney
    form: str
    """In words, such as `a list of 64 squares by name`."""
    doubt: str = ""
    """What the user may have meant otherwise."""


@dataclass(frozen=True)
class Asked:
    """What the user says of the board that a text does not name."""

    board: BaseBoard | None = None
    leaper: Piece | None = None
    kind: Literal["open"] | None = None
    """`open` keeps a tour from being read as a closed one."""

    def of_mask(self, present: NDArray[np.bool_]) -> BaseBoard:
        """Return the board with these squares, flat or in space, unless another is asked for."""
        if self.board is not None:
            return self.board
        if present.ndim == 2:
            return Board.from_mask(present, leaper=self.leaper or KNIGHT)
        return Space(*present.shape, leaper=self.leaper or "knight")


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
        raise own or Unreadable(_EMPTY)
    asked, only = _told(text) or asked, _SAME.get(form, form)
    plain = flattened(text)
    readings: list[Reading] = []
    chosen: list[str] = []
    faults = [] if own is None or isinstance(own, Unreadable) else [own]
    unread: list[InvalidTourney] = []
    for suffix, reader in READERS.items():
        if only in ("", suffix):
            try:
                found = reader(plain, asked)
                readings += found
                chosen += [suffix.removeprefix(".")] if found else []
            except Unreadable as fault:
                unread.append(fault)
            except InvalidTourney as fault:
                faults.append(fault)
    if readings:
        return only_tour(readings, chosen)
    raise [*faults, *unread, own or _unlike_any(plain)][0]


def _told(text: str) -> Asked | None:
    """Return what the first line of a list tells of its board, in the form of `BaseBoard.to_dict`."""
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
    named = " or ".join(f"{form} ({tour.board.describe()})" for tour, form, _ in (first, other))
    choice = f", or choose by --format {' or '.join(formats)}" if len(formats) > 1 else ""
    raise Unreadable(f"this may be {named}: give the board{choice}")


_EMPTY: Final = "the text is empty: a tour is a grid of numbers, or a list of squares"


def _unlike_any(text: str) -> Unreadable:
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip() and line[0] != "#"]
    numbered = [(number, line) for number, line in lines_with_numbers(text) if line.strip()]
    for number, line in [*numbered, *lines][:1]:
        word = line.split()[0]
        if word.strip("[({,;.").isdigit():
            break
        return Unreadable(
            f"{_at(number, line.find(word))}: expected a number or a square such as a1, not {_quote(word)}"
        )
    if lines:
        return Unreadable(_NO_TOUR)
    return Unreadable(_EMPTY)


# Lists


def read_plain(text: str, asked: Asked) -> Reading | None:
    """Return the tour of a list that is as plain as destrier's own, however long; `None` if it is not.

    It consists of names, moves by name, pairs or triples of coordinates, or indices, in memory of some ten times the
    text.
    """
    asked, rest = _told(text) or asked, _HEADER.sub("", text, count=1)
    if (names := parse_names(rest)) is not None and len(names[0]) >= _least(asked):
        files, ranks, words = names
        if len(words) == len(files):
            return _of_files(files, ranks, asked, f"a list of {len(files)} squares by name")
        if np.array_equal(words, np.arange(0, len(files), 2)):
            places = np.column_stack([files, ranks])
            wrong = np.flatnonzero((places[2::2] != places[1:-1:2]).any(axis=1))
            if wrong.size:
                end, begin = (_named(*places[2 * wrong[0] + place]) for place in (1, 2))
                raise InvalidTourney(f"move {wrong[0] + 2} begins at {begin}, but move {wrong[0] + 1} ends at {end}")
            files, ranks = np.append(places[::2], places[-1:], axis=0).T
            return _of_files(files, ranks, asked, f"a list of {len(words)} moves by name")
    width = rest.partition("\n")[0].count(",") + 1
    if width > 4 or not _rows_of(width).fullmatch(rest):
        return None
    if width > 1:
        return _of_columns(np.fromstring(rest.replace(",", " "), np.int64, sep=" ").reshape(-1, width), [], asked)
    if found := _read_order(rest, asked):
        return only_tour(found)
    raise Unreadable(_NO_TOUR)


_NO_TOUR: Final = "these numbers are neither those of the squares of a board, by rows, nor a list of squares"

_HEADER: Final = re.compile(r"(?:[^\S\n]*+(?:#[^\n]*+)?\n)*+")
"""Blank lines and comments at the beginning."""


def _rows_of(width: int) -> re.Pattern[str]:
    """Return the form of lines of so many numbers each."""
    numbers = ",".join(["[0-9]{1,18}+"] * width)
    return re.compile(rf"(?:{numbers}(?:\n|\Z))++\s*+", re.ASCII)  # possessive: nothing is kept to go back to


def _named(file: int, rank: int) -> str:
    """Return the name of the square in a file, from 0, and a rank."""
    return f"{Board(1, int(file) + 1).chess_name((0, int(file))).removesuffix('1')}{rank}"


def _read_names(text: str, asked: Asked) -> list[Reading]:
    """Read names of squares, each once, or moves from one to the next."""
    rest = _ASIDE.sub(lambda aside: re.sub(r"[^\n]", " ", aside[0]), text)
    words = list(_WORD.finditer(rest))
    numbers = [word for word in words if word[0].isdigit()]
    named = [word for word in words if not word[0].isdigit() and word[0].lower() not in _FILLERS]
    found = [_SQUARES.fullmatch(word[0]) for word in named]
    if 2 * sum(map(bool, found)) <= len(words) - len(numbers) or not named:
        return []
    for word, match in zip(named, found, strict=True):
        if match is None:
            raise Unreadable(f"{_place(text, word.start())}: {_quote(word[0])} is not a square such as a1")
    pairs = [match.groups() for match in found if match]
    are_knights = asked.board is None or asked.board.sides[-1] <= column_of("na")  # a tour also visits the first column
    if are_knights and all(re.fullmatch("[nN][a-zA-Z]", letters) for letters, *_ in pairs):
        pairs = [(pair[0][1], pair[1], *pair[2:]) for pair in pairs]
    if any(pair[2] for pair in pairs):
        moves = [((pair[0], pair[1]), (pair[2], pair[3])) for pair in pairs]
        if not all(pair[2] for pair in pairs):
            odd = next(word for word, pair in zip(named, pairs, strict=True) if not pair[2])
            raise Unreadable(f"{_place(text, odd.start())}: {_quote(odd[0])} is one square, and others are moves")
    else:
        squares = [(letters, rank) for letters, rank, _, _ in pairs]
        moves = list(zip(squares[::2], squares[1::2], strict=False))
        joined = sum(one[1] == other[0] for one, other in pairwise(moves))
        if len(squares) % 2 or len(moves) < 3 or 2 * joined <= len(moves):
            return [_of_names(_by_number(squares, numbers, text), asked, "a list of {} squares by name")]
    for number, (one, other) in enumerate(pairwise(moves), 2):
        if one[1] != other[0]:
            raise InvalidTourney(
                f"move {number} begins at {''.join(other[0])}, but move {number - 1} ends at {''.join(one[1])}"
            )
    return [_of_names([moves[0][0], *(move[1] for move in moves)], asked, f"a list of {len(moves)} moves by name")]


def _by_number(squares: list[tuple[str, str]], numbers: list[re.Match[str]], text: str) -> list[tuple[str, str]]:
    """Return squares in the order of the numbers beside them, if there are any."""
    if not numbers:
        return squares
    listed = [int(number[0]) for number in numbers if len(number[0]) < 19]  # as int64, as all numbers of squares
    begin = min(listed, default=0)
    if sorted(listed) != list(range(begin, begin + len(squares))):
        where = _place(text, numbers[0].start())
        raise Unreadable(f"{where}: {_quote(numbers[0][0])} is neither a square nor its number in the tour")
    return [square for _, square in sorted(zip(listed, squares, strict=True))]


def _of_names(names: list[tuple[str, str]], asked: Asked, form: str) -> Reading:
    ranks = np.array([int(rank) for _, rank in names])
    files = np.array([column_of(letters) for letters, _ in names])
    return _of_files(files, ranks, asked, form)


def _of_files(files: NDArray[Any], ranks: NDArray[Any], asked: Asked, form: str) -> Reading:
    """Return the tour of squares by the numbers of their files, from 0, and of their ranks, from 1."""
    rows = asked.board.shape[0] if isinstance(asked.board, Lattice) else int(ranks.max())
    cols = asked.board.shape[1] if isinstance(asked.board, Lattice) else int(files.max()) + 1
    if (outside := np.flatnonzero((ranks > rows) | (files >= cols))).size:
        name = _named(files[outside[0]], ranks[outside[0]])
        raise InvalidTourney(f"{name} is not a square of {_described(asked)}")
    return _of_squares(np.column_stack([rows - ranks, files]), asked, form)


def _read_pairs(text: str, asked: Asked) -> list[Reading]:
    """Read coordinates of squares, in brackets or on lines of their own, from 0 or from 1."""
    lines = [line for _, line in lines_with_numbers(_STEP.sub("", text))]
    rest = "\n".join(lines)
    groups = [re.findall("[0-9]+", re.sub(r"\.0*", "", group)) for group in _GROUP.findall(rest)]
    if not groups or len(list(chain.from_iterable(groups))) != len(re.findall(r"[0-9]+(?:\.0*)?", rest)):
        groups = []
        for line in lines:
            cells = re.split(r"[,;:\t|]\s*|\s+", line.translate(_PLAIN).strip(" ,;|"))
            if not re.search("[0-9]", line):
                continue
            if not all(map(_NUMBER.fullmatch, cells)):
                return []
            groups.append([re.sub("[.,]0*$", "", cell) for cell in cells])
    width = len(groups[0]) if groups else 0
    if len(groups) < _least(asked) or not 2 <= width <= 4 or any(len(group) != width for group in groups):
        return []
    return [_of_columns(np.array(groups, np.int64), _axes(text, width), asked)]


_STEP: Final = re.compile(r"^[^\S\n]*[A-Za-z]{3,}[^\S\n]*[0-9]+[^\S\n]*[.:)]", re.MULTILINE)
"""The beginning of a line such as `Step 1: (0, 0)`."""


def _least(asked: Asked) -> int:
    """Return the least number of squares in a list: three, or all squares of a smaller board."""
    return min(3, asked.board.size) if asked.board else 3


def _axes(text: str, width: int) -> list[str]:
    """Return the axis of each column that the header of a table names, empty for other columns."""
    header = next((line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")), "")
    if re.search("[0-9]", header) or not re.search("[A-Za-z]", header):
        return []
    separator = next((sign for sign in "\t;,|" if sign in header), None)
    words = [re.findall("[a-z]+", cell.lower().replace("_", "")) for cell in header.split(separator)]
    axes = [AXES.get(word[-1], "") if word else "" for word in words]
    if len(axes) != width:
        axes = [axis for axis in axes if axis]
    if len(axes) == width and len(set(filter(None, axes))) == 2:
        return axes
    if separator and len(words) == width:
        raise Unreadable(f"line 1: the header {_quote(header.strip())} does not say which column has the rows")
    return []


def _of_columns(table: NDArray[np.int64], axes: list[str], asked: Asked) -> Reading:
    """Return the tour of a table of coordinates, whose first or last column may number the squares."""
    numbers = [place for place in (0, -1) if _are_numbers(table[:, place]) and table.shape[1] > 2]
    if axes:
        numbers = [place for place in numbers if not axes[place]]
    if numbers:
        table = table[np.argsort(table[:, numbers[0]])]
        table = np.delete(table, numbers[0], axis=1)
        axes = [axis for place, axis in enumerate(axes) if place != numbers[0] % (table.shape[1] + 1)]
    told = ",".join(axes) or ("row,column" if table.shape[1] == 2 else "coordinates")
    ways = {base: _placed(table - base, axes, asked) for base in ((1, 0) if table.min() > 0 else (0,))}
    base = max(ways, key=lambda base: _count_there(ways[base], asked.board))
    return _of_squares(ways[base], asked, f"a list of {{}} squares as {told}, counted from {base}")


def _placed(squares: NDArray[np.int64], axes: list[str], asked: Asked) -> NDArray[np.int64]:
    """Return squares, whose coordinates are counted from 0 along these axes, by rows from the top and columns."""
    if "rank" in axes:
        ranks = squares[:, axes.index("rank")]
        rows = asked.board.shape[0] if isinstance(asked.board, Lattice) else int(ranks.max()) + 1
        squares[:, axes.index("rank")] = rows - 1 - ranks
    return squares[:, ::-1] if axes[:1] == ["column"] and squares.shape[1] == 2 else squares


def _count_there(squares: NDArray[np.int64], board: BaseBoard | None) -> int:
    """Return how many of these squares a board has, if it is known."""
    if not isinstance(board, Lattice) or squares.shape[1] != len(board.sides):
        return 0
    inside = squares[((squares >= 0) & (squares < board.sides)).all(axis=1)]
    return int(np.count_nonzero(board.present[tuple(inside.T)]))


def _are_numbers(column: NDArray[np.int64]) -> bool:
    """Return whether a column has the numbers 0, 1, ... or 1, 2, ... in any order."""
    return bool((np.sort(column) - column.min() == np.arange(column.size)).all()) and int(column.min()) in (0, 1)


_PLAIN: Final = str.maketrans("[](){}<>", "        ")


def _read_order(text: str, asked: Asked) -> list[Reading]:
    """Read the indices of the squares in visiting order, from 0 or from 1, and perhaps a vertex besides the squares."""
    listed = parse_numbers(text)
    if listed is None:
        rest = re.sub(r"^[ \t]*(?:#|//|%).*$|->|=>|\u2192", " ", text, flags=re.MULTILINE).translate(_PLAIN)
        words = re.split(r"[\s,;]+", rest.strip(" \n\t,;"))
        words = words[: words.index("-1")] if "-1" in words[-2:] else words
        if not all(map(_NUMBER.fullmatch, words)):
            return []
        listed = np.array([int(word.split(".")[0]) for word in words])
    if listed.size < _least(asked):
        return []
    listed = listed[1:] if _is_headed(listed, asked) else listed
    if listed[0] == listed[-1]:
        listed = listed[:-1]
    base = int(listed.min())
    if base > 1 or np.unique(listed).size != listed.size or listed.max() - base >= listed.size:
        return []
    form = f"a list of {listed.size} square indices, counted from {base}"
    found = [Reading(tour, form) for tour in _tours_of(listed - base, asked)]
    if "\n" not in text.strip():
        by_rows = f"the numbers of {listed.size} squares, row by row"
        found += [Reading(tour, by_rows) for tour in _tours_of(np.argsort(listed), asked)]
    if not found and asked.board is None and is_list(text):
        piece = Leaper.of(asked.leaper or KNIGHT, 2).describe()
        raise InvalidTourney(f"{form}, is not {piece}'s tour of any rectangle: give the board, or the piece")
    if not found and asked.board is not None and is_list(text) and listed.size < asked.board.size:
        raise InvalidTourney(f"the list visits {listed.size} of the {asked.board.size} squares of {_described(asked)}")
    if not found and asked.board is not None and asked.board.size == listed.size:
        return [_of_squares(asked.board.coordinates(asked.board.squares[listed - base]), asked, form)]
    return found


def _is_headed(listed: Squares, asked: Asked) -> bool:
    """Return whether the first of these numbers is the number of the others, and not itself the index of a square."""
    others = np.unique(listed[1:]).size
    if not listed[0] == others == listed.size - 1:
        return False
    if listed.max() > others or np.unique(listed).size == others:
        return True
    if asked.board is not None:
        return asked.board.size == others
    return all(tour.board.size == others for tour in _tours_of(listed, asked))


def is_list(text: str) -> bool:
    """Return whether a text has one line, or one word a line."""
    lines, words = text.strip().count("\n") + 1, len(text.split())
    return words > 2 and lines in (1, words)


def tour_of_vertices(vertices: Squares, asked: Asked) -> Tour | None:
    """Return the tour that visits the vertices of a graph in this order, if exactly one board has it."""
    tours = _tours_of(vertices, asked)
    return tours[0] if len(tours) == 1 else None


def _tours_of(order: Squares, asked: Asked) -> list[Tour]:
    """Return the tours, of any board, that visit these squares in order; one vertex may be no square."""
    tours = []
    last = int(order.argmax())
    for visits in (order, np.roll(order, -last)[1:]):
        boards = [asked.board] if asked.board else _rectangles(visits.size, asked.leaper or KNIGHT)
        for board in boards:
            if board.size == visits.size > 1:
                here, there = board.squares[visits[:-1]], board.squares[visits[1:]]
                if (board.moves_between(here, there) >= 0).all():
                    kind = asked.kind if visits is order else "open"
                    tours.append(Tour.from_order(board.squares[visits], board, kind=kind))
    return tours


def _rectangles(size: int, leaper: Piece) -> list[Board]:
    """Return the boards of this many squares."""
    sides = [side for side in range(1, math.isqrt(size) + 1) if size % side == 0]
    shapes = {(one, size // one) for one in sides} | {(size // one, one) for one in sides}
    return [Board(*shape, leaper=leaper) for shape in sorted(shapes)]


def _of_squares(squares: Squares, asked: Asked, form: str) -> Reading:
    """Return the tour of squares in visiting order, which may repeat the first at the end."""
    closes = len(squares) > 2 and bool((squares[0] == squares[-1]).all())
    squares = squares[:-1] if closes else squares
    form = form.format(len(squares))
    sides = squares.max(axis=0) + 1
    far = f"these {len(squares)} squares lie far apart, on {times(sides.tolist())}: give the board"
    if asked.board is None and math.prod(sides.tolist()) > max(_FAR, _SPARSE * len(squares)):
        raise InvalidTourney(far)
    present = np.zeros(sides, np.bool_)
    present[tuple(squares.T)] = True
    board = asked.of_mask(present)
    order = _indices_of(squares, board)
    named = board.chess_name if isinstance(board, Board) and "name" in form else _by_coordinates
    _check_steps(order, board, named)
    tour = Tour.from_order(order, board, kind="closed" if closes else asked.kind)
    if asked.board is None and not present.all() and tour.kind == "open":
        raise InvalidTourney(
            f"the list visits {len(squares)} of the {present.size} squares of {times(present.shape)}, and"
            f" ends at {named(board.square(int(order[-1])))}: give the board if the others are missing"
        )
    if asked.board is None and present.size > _SPARSE * len(squares):
        raise InvalidTourney(far)
    if asked.board is not None or present.all():
        return Reading(tour, form)
    visited = f"the list visits {len(squares)} of the {present.size} squares of {times(present.shape)}"
    return Reading(tour, form, f"{visited}, and the others are taken as missing: give the board if it has them")


def _described(asked: Asked) -> str:
    return "a board" if asked.board is None else asked.board.describe()


def _by_coordinates(square: tuple[int, ...]) -> str:
    return ",".join(map(str, square))


def _indices_of(squares: Squares, board: BaseBoard) -> Squares:
    if not isinstance(board, Lattice):
        raise InvalidTourney(f"the squares of {board.describe()} have a face, a row and a column: write them as JSON")
    if squares.shape[1] != len(board.sides):
        raise Unreadable(
            f"a square of {board.describe()} has {len(board.sides)} coordinates, and those listed have "
            f"{squares.shape[1]}"
        )
    try:
        return board.indices_of(squares)
    except DestrierError as fault:
        raise InvalidTourney(str(fault)) from fault


def _check_steps(order: Squares, board: BaseBoard, named: Callable[[Any], str]) -> None:
    """Raise `InvalidTourney` at the first square that is repeated or is not a move away from the one before."""
    by_index = order.argsort(kind="stable")
    again = by_index[1:][order[by_index[1:]] == order[by_index[:-1]]]
    if again.size:
        step = int(again.min())
        first = int(np.argmax(order == order[step]))
        name = named(board.square(int(order[step])))
        raise InvalidTourney(f"{name} is visited twice, as squares {first + 1} and {step + 1}")
    wrong = np.flatnonzero(board.moves_between(order[:-1], order[1:]) < 0)
    if wrong.size:
        one, other = (named(board.square(int(order[wrong[0] + place]))) for place in (0, 1))
        raise InvalidTourney(f"step {wrong[0] + 1}, from {one} to {other}, is not {board.leaper.describe()}'s move")
    if order.size < board.size:
        raise InvalidTourney(
            f"the list visits {order.size} of the {board.size} squares of {board.describe()}, and ends at "
            f"{named(board.square(int(order[-1])))}"
        )


# Grids


def _read_grid(text: str, asked: Asked) -> list[Reading]:
    """Read the visiting numbers of the squares, by rows.

    Empty cells around them are no part of the board, unless the board is known and has them. A text that names its
    board has exactly the cells of that board.
    """
    comments = parse_comments(comments_of(text))
    is_named = comments.board is not None
    rows = grid_of(text, blanks=is_separated(text) and (is_named or asked.board is not None))
    cells = list(chain.from_iterable(row.cells for row in rows))
    counted = sum(_NUMBER.fullmatch(cell) is not None for cell in cells)
    holes = sum(_HOLE.fullmatch(cell) is not None for cell in cells)
    if 2 * (counted + holes) < len(cells) or counted < 2:
        return []
    numbers, signs = _numbers_of(rows)
    _refuse_ragged(rows)
    filled = np.array([list(map(bool, row.cells)) for row in rows])
    is_whole = is_named or (asked.board is not None and asked.board.shape == filled.shape)
    there = np.argwhere(filled | is_whole)
    board = tuple(map(slice, there.min(axis=0), there.max(axis=0) + 1))
    grid = np.array(numbers).reshape(filled.shape)[board]
    signs -= {""} if filled[board].all() else set()
    if not is_named and (grid.shape[0] == 1 or (grid.shape[1] == 1 and not signs)):
        return []
    positive = grid[grid > 0]
    if grid.max() > (grid >= 0).sum() and np.unique(positive).size == positive.size and (signs or (grid == 0).any()):
        raise InvalidTourney(
            f"{positive.size} of {grid.size} squares have numbers, up to {grid.max()}: 'destrier solve' finds the rest"
        )
    zeros = grid == 0
    form = f"a grid of {times(grid.shape)} numbers"
    found: list[Reading] = []
    if zeros.sum() <= 1:
        try:
            tour = numbered(grid, comments, asked.board, asked.leaper)
            found.append(Reading(tour, form + " from 0" * bool(zeros.any()) + _with_holes(signs)))
        except InvalidTourney:
            if not zeros.any():
                raise
        else:
            is_only = not zeros.any() or tour.kind != "open"
            if is_only or asked.board or comments.is_open or not closes(tour.indices()[1:], tour.board):
                return found
    tour = numbered(np.where(zeros, -1, grid), comments, asked.board, asked.leaper)
    if tour.kind == "open" and asked.board is None and not signs:
        row, col = np.argwhere(grid == grid.max())[0].tolist()
        raise InvalidTourney(
            f"the numbers end with {grid.max()} at {row},{col}, and {zeros.sum()} squares have a 0: write a dot for a "
            "square that the board lacks"
        )
    return [*found, Reading(tour, form + _with_holes(signs | {"0"}))]


def _with_holes(signs: set[str]) -> str:
    marks = " and ".join(sorted(sign for sign in signs if sign)) or "an empty cell"
    return f", where {marks} {'marks' if len(signs) == 1 else 'mark'} a missing square" if signs else ""


def _numbers_of(rows: list[Row]) -> tuple[list[int], set[str]]:
    """Return the numbers of all cells, -1 for a missing square, and the signs of missing squares."""
    numbers, signs = list[int](), set[str]()
    for row in rows:
        for cell in row.cells:
            if number := _NUMBER.fullmatch(cell):
                numbers.append(int(number[1]))
            elif _HOLE.fullmatch(cell) and len(signs | {cell}) < 3:
                numbers.append(-1)
                signs.add(cell)
            else:
                col = row.cells.index(cell)
                what = "too large" if re.fullmatch("[0-9]+", cell) else "not the number of a square"
                raise Unreadable(f"line {row.line}, column {col + 1}: {_quote(cell)} is {what}")
    return numbers, signs


def _refuse_ragged(rows: list[Row]) -> None:
    widths = [len(row.cells) for row in rows]
    for row in rows:
        if len(row.cells) != widths[0]:
            cells = f"{len(row.cells)} cell{'s' * (len(row.cells) != 1)}"
            raise Unreadable(f"line {row.line} has {cells}, line {rows[0].line} has {widths[0]}")


READERS: Final[dict[str, Callable[[str, Asked], list[Reading]]]] = {
    ".squares": _read_names,
    ".pairs": _read_pairs,
    ".txt": _read_grid,
    ".order": _read_order,
}
"""The readers by the suffix of the format that chooses one of them."""

_SAME: Final = {".csv": ".txt", ".uci": ".squares"}
"""Formats that the readers of others read."""


def _at(line: int, column: int) -> str:
    return f"line {line}, column {column + 1}"


def _place(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    return _at(line, position - text.rfind("\n", 0, position) - 1)


def _quote(word: str) -> str:
    return ascii(word if len(word) <= 40 else f"{word[:40]}...")
