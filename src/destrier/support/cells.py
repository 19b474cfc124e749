"""Tables in texts: from tokens to rows of cells.

A row is a line, or what the innermost brackets enclose; a text of one line may separate its rows by signs. Cells are
separated by the strongest separator that parts all of them, or by blanks. A cell is a number, or a sign with a code.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from destrier.support.tokens import (
    BREAK,
    CLOSING,
    LONGEST,
    NUMBER,
    OPENING,
    SQUARE,
    WORD,
    Tokens,
    tokens_of,
    without_prose,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SEPARATORS: Final = "\t;|&,/"
"""Separators between which a cell may be empty, the strongest first."""

BETWEEN_ROWS: Final = ";|/,"
"""Separators of the rows of a text of one line."""

_IGNORED: Final = f"{OPENING}{CLOSING}\"'`\\<>"

_NUMBER: Final = re.compile(r"[+]?([0-9]{1,18})(?:[.,]0*)?")

_WIDEST: Final = 1000
"""The length of the longest line in which blanks are cells."""

_SIGNS: Final = 1000
"""The most different signs of a table."""

EMPTY: Final = -1
"""The code of an empty cell."""


class Table(NamedTuple):
    """Rows of cells, of any length."""

    codes: NDArray[np.int64]
    """The number of each cell, or the code of its sign, which is negative."""

    places: NDArray[np.int32]
    """Where each cell begins in the text."""

    rows: NDArray[np.int64]
    """Where each row begins among the cells, and where the last one ends."""

    signs: list[str]
    """The sign of the code -1 - index; the first one is empty."""

    @property
    def widths(self) -> NDArray[np.int64]:
        """The number of cells of each row."""
        return np.diff(self.rows)

    def row(self, number: int) -> NDArray[np.int64]:
        """Return the codes of a row."""
        return self.codes[self.rows[number] : self.rows[number + 1]]

    def sign(self, code: int) -> str:
        """Return the sign of a negative code."""
        return self.signs[-1 - code]

    def only(self, begin: int, end: int) -> Table:
        """Return some of the rows."""
        rows = self.rows[begin : end + 1]
        cells = slice(rows[0], rows[-1])
        return Table(self.codes[cells], self.places[cells], rows - rows[0], self.signs)

    def chosen(self, cells: NDArray[np.bool_]) -> Table:
        """Return the table with some of its cells."""
        before = np.concatenate([[0], np.cumsum(cells)])
        return Table(self.codes[cells], self.places[cells], before[self.rows], self.signs)


def innermost(tokens: Tokens) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the brackets that enclose no others: the tokens that open and that close them."""
    brackets = np.flatnonzero(tokens.signs(OPENING + CLOSING))
    opens = np.isin(tokens.values[brackets], [ord(sign) for sign in OPENING])
    inner = np.flatnonzero(opens[:-1] & ~opens[1:])
    return brackets[inner], brackets[inner + 1]


def _in_brackets(tokens: Tokens) -> NDArray[np.int32] | None:
    """Return the row of each token, from 0, or -1, if the innermost brackets are rows; `None` if they are not."""
    opening, closing = innermost(tokens)
    if opening.size < 2:
        return None
    items = ~keys_of(tokens)
    items &= ~(tokens.signs(f"{SEPARATORS}{_IGNORED}:=") | tokens.of(BREAK))
    widths = _counted(items, opening, closing)
    is_value = tokens.signs(":=")[opening - 1] & (opening > 0)
    is_row = widths > 1
    is_row &= ~is_value if np.count_nonzero(is_row & ~is_value) > 1 else True
    data = tokens.of(NUMBER, SQUARE)
    inside = _counted(data, opening, closing)[is_row].sum()
    if np.count_nonzero(is_row) < 2 or 5 * inside < 3 * np.count_nonzero(data):
        return None
    usual = np.bincount(widths[is_row], weights=widths[is_row].astype(float)).argmax()
    if usual < _FEW and np.count_nonzero(widths[is_row] == usual) > 2:  # squares: others are something else
        is_row &= widths == usual
    row = np.full(tokens.kinds.size, -1, np.int32)
    for number, (begin, end) in enumerate(zip(opening[is_row].tolist(), closing[is_row].tolist(), strict=True)):
        row[begin + 1 : end] = number
    return row


_FEW: Final = 5
"""Squares have fewer coordinates."""


def _counted(chosen: NDArray[np.bool_], begins: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return how many of the chosen tokens are between others."""
    before = np.cumsum(chosen, dtype=np.int32)
    return before[ends] - before[begins]


def rows_of(tokens: Tokens) -> NDArray[np.int32]:
    """Return the row of each token, from 0, or -1 for a token that is in none."""
    row = _in_brackets(tokens)
    if row is not None:
        return row
    is_break = tokens.of(BREAK)
    lines = tokens.lines()
    words = np.flatnonzero(tokens.of(NUMBER, SQUARE, WORD))
    if words.size and lines[words[0]] == lines[words[-1]]:
        for sign in BETWEEN_ROWS:
            at = tokens.signs(sign)
            if at[words[0] : words[-1]].any() and not _parts(tokens, at | is_break):
                lines, is_break = np.cumsum(at, dtype=np.int32), is_break | at
                break
    lines[is_break] = -1
    return lines


def _parts(tokens: Tokens, separators: NDArray[np.bool_]) -> bool:
    """Return whether separators part all numbers that have a blank between them."""
    numbers = np.flatnonzero(tokens.kinds == NUMBER).astype(np.int32)
    part = np.cumsum(separators, dtype=np.int32)[numbers]
    gaps = tokens.begins[numbers[1:]] > tokens.ends[numbers[:-1]]
    gaps &= part[1:] == part[:-1]
    return not gaps.any()


def table_of(tokens: Tokens, *, blanks: bool = False) -> Table:
    """Return the rows of cells in tokens.

    With `blanks`, cells that are blank are cells like others, also in whole rows and columns.
    """
    row = rows_of(tokens)
    kept = (row >= 0) & ~tokens.of(BREAK)
    kept &= ~tokens.signs(_IGNORED)
    kept &= ~keys_of(tokens)
    separator = _separator(tokens, row, kept)
    kept &= ~tokens.signs(SEPARATORS.replace(separator, ""))
    tokens, row = tokens.only(kept), row[kept]
    if separator:
        return _separated(tokens, row, separator, blanks=blanks)
    is_first = np.ones(row.size, np.bool_)
    is_first[1:] = (row[1:] != row[:-1]) | (tokens.begins[1:] > tokens.ends[:-1])
    begins = np.flatnonzero(is_first)
    rows = np.flatnonzero(np.diff(row[begins], prepend=-1))
    cell, rows = np.cumsum(is_first, dtype=np.int32) - 1, np.append(rows, begins.size)
    table = _table(tokens, cell, np.ones(row.size, np.bool_), begins.size, rows)
    return _aligned(tokens, table, blanks=blanks) or table


def keys_of(tokens: Tokens) -> NDArray[np.bool_]:
    """Return which tokens are the keys of values, and the signs after them, or the names of what is in brackets."""
    colons = tokens.signs(":=")
    names = tokens.of(WORD)
    names &= np.append(tokens.signs(OPENING)[1:] & (tokens.begins[1:] == tokens.ends[:-1]), False)
    if not colons.any():
        return names
    before = np.append(colons[1:], False)
    quotes = tokens.signs("\"'")
    behind = np.append(before[1:], False) & np.append(quotes[1:], False)
    keys: NDArray[np.bool_] = names | colons | (tokens.of(WORD) & (before | behind))
    return keys


def _separator(tokens: Tokens, row: NDArray[np.int32], kept: NDArray[np.bool_]) -> str:
    """Return the strongest separator that is in most rows and parts all numbers; none if blanks part the cells."""
    rows = np.unique(row[kept]).size
    starts = np.diff(row, prepend=-1) != 0
    for sign in SEPARATORS:
        at = tokens.signs(sign) & kept
        if at.any() and 2 * np.unique(row[at]).size > rows and _parts(tokens, at | starts):
            return sign
    return ""


def _separated(tokens: Tokens, row: NDArray[np.int32], separator: str, *, blanks: bool) -> Table:
    """Return the cells between separators."""
    at = tokens.signs(separator)
    is_first = np.diff(row, prepend=-1) != 0
    cell = np.cumsum(is_first, dtype=np.int32) + np.cumsum(at, dtype=np.int32) - at - 1
    cells = int(np.count_nonzero(is_first) + np.count_nonzero(at))
    rows = np.append(cell[is_first], cells)
    table = _table(tokens, cell, ~at, cells, rows)
    if separator == "|":
        table = _unframed(table)
    if blanks or not table.codes.size:
        return table
    place = np.arange(table.codes.size, dtype=np.int32) - np.repeat(table.rows[:-1], table.widths).astype(np.int32)
    last = place[table.codes != EMPTY].max(initial=-1)
    return table.chosen(place <= last) if table.widths.min() > last + 1 else table


def _unframed(table: Table) -> Table:
    """Return a table without the empty cells beside the sides of a frame."""
    kept = np.ones(table.codes.size, np.bool_)
    for side in (table.rows[:-1], table.rows[1:] - 1):
        if (table.widths > 1).all() and (table.codes[side] == EMPTY).all():
            kept[side] = False
    return table.chosen(kept)


def _table(
    tokens: Tokens, cell: NDArray[np.int32], chosen: NDArray[np.bool_], cells: int, rows: NDArray[np.int64]
) -> Table:
    """Return the table in which the chosen tokens belong to these cells; others are empty."""
    codes = np.full(cells, EMPTY, np.int64)
    places = np.zeros(cells, np.int32)
    items = np.flatnonzero(chosen).astype(np.int32)
    counts = np.bincount(cell[items], minlength=cells).astype(np.int32)
    first = items[np.diff(cell[items], prepend=-1) != 0]
    full = cell[first]
    places[full] = tokens.begins[first]
    is_number = (counts[full] == 1) & (tokens.kinds[first] == NUMBER)
    codes[full[is_number]] = tokens.values[first[is_number]]
    signs = {"": EMPTY}
    others = first[~is_number]
    for begin in range(0, others.size, _CHUNK):
        some = others[begin : begin + _CHUNK]
        ends = tokens.ends[some + counts[cell[some]] - 1]
        for place, start, end in zip(cell[some].tolist(), tokens.begins[some].tolist(), ends.tolist(), strict=True):
            word = tokens.text[start:end]
            if number := _NUMBER.fullmatch(word):
                codes[place] = int(number[1])
            else:
                codes[place] = signs.setdefault(word if len(signs) < _SIGNS else "...", -1 - len(signs))
    return Table(codes, places, rows.astype(np.int64), list(signs))


_CHUNK: Final = 1 << 14
"""The most cells to look at as objects of Python, which take more memory, at a time."""


# Blanks as cells


def is_separated(text: str) -> bool:
    """Return whether a text has separators, so that its blanks do not part cells."""
    return any(separator in text for separator in SEPARATORS)


def _aligned(tokens: Tokens, table: Table, *, blanks: bool) -> Table | None:
    """Return the table with its blank cells, if its words end, or begin, below each other; `None` if they do not."""
    widths, text = table.widths, tokens.text
    if not widths.size or int(widths.max()) > _WIDEST:
        return None
    if is_separated(text) if blanks else bool((widths == widths[0]).all()):
        return None
    line = np.array([text.rfind("\n", 0, place) + 1 for place in table.places[table.rows[:-1]].tolist()])
    starts = table.places - np.repeat(line, widths)
    last = np.searchsorted(tokens.begins, np.append(table.places[1:], len(text)), side="left") - 1
    stops = tokens.ends[last] - np.repeat(line, widths)
    width = int((stops - starts).max())
    for side, least in ((stops, width), (starts, 0)):
        places = np.unique(side)
        if blanks:
            longest = max(map(len, text.split("\n")))
            places = _spaced(places, width, least, longest + (side is stops))
        elif places.size != widths.max() or (_line_lengths(text, line) < places[-1]).any():
            continue
        if places.size and widths.size * places.size <= max(_FEW_CELLS, _DENSE * len(text)):
            found = _by_columns(table, np.searchsorted(places, side), places.size)
            full = found.codes.reshape(-1, places.size) != EMPTY
            has_gaps = bool((full[:, 1:] & ~full[:, :-1]).any())
            return found if not blanks else _with_blank_rows(found, text, places.size) if has_gaps else None
    return None


_FEW_CELLS: Final = 1 << 16
_DENSE: Final = 8
"""Blank cells are those of a text if there are so few, or so many for each of its characters."""


def _spaced(places: NDArray[np.int64], width: int, least: int, end: int) -> NDArray[np.int64]:
    """Return the places of all columns from the first to the end, if those taken are equally far apart; none if not."""
    step = int(np.gcd.reduce(np.diff(places))) if places.size > 1 else 0
    if end > _WIDEST or step <= width:
        return places[:0]
    return np.arange(places[0] - (places[0] - least) // step * step, end, step)


def _with_blank_rows(table: Table, text: str, columns: int) -> Table:
    """Return a table with the blank rows between others, and around them if they are as long; not if it is spaced."""
    lines = text.split("\n")
    longest = max(map(len, lines))
    ends = np.cumsum([len(line) + 1 for line in lines])
    found = np.searchsorted(ends, table.places[table.rows[:-1]], side="right")
    blank = np.array([number for number, line in enumerate(lines) if not line.strip()], np.int64)
    whole = np.union1d(found, [number for number in blank.tolist() if len(lines[number]) == longest])
    if 2 < whole.size == found.size and (np.diff(found) > 1).all():
        return table
    among = np.arange(whole[0], whole[-1] + 1)
    rows = among[np.isin(among, np.concatenate([found, blank]))].astype(np.int64)
    codes = np.full((rows.size, columns), EMPTY, np.int64)
    places = np.repeat(np.minimum(ends[rows] - 1, len(text)).astype(np.int32)[:, None], columns, axis=1)
    at = np.searchsorted(rows, found)
    codes[at], places[at] = table.codes.reshape(-1, columns), table.places.reshape(-1, columns)
    return Table(codes.ravel(), places.ravel(), np.arange(rows.size + 1) * columns, table.signs)


def _line_lengths(text: str, begins: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the lengths of the lines that begin at these places."""
    ends = [text.find("\n", begin) for begin in begins.tolist()]
    return np.array([end if end >= 0 else len(text) for end in ends]) - begins


def _by_columns(table: Table, column: NDArray[np.int64], columns: int) -> Table:
    """Return the table whose cells are in these columns; all others are empty."""
    rows = np.repeat(np.arange(table.widths.size), table.widths)
    codes = np.full((table.widths.size, columns), EMPTY, np.int64)
    places = np.repeat(table.places[table.rows[:-1]][:, None], columns, axis=1)
    codes[rows, column], places[rows, column] = table.codes, table.places
    return Table(codes.ravel(), places.ravel(), np.arange(table.widths.size + 1) * columns, table.signs)


# Several tables in a text

_GAP: Final = re.compile(r"\n(?:(?:(?!\t\t)[^\S\n])*+\n)++")
"""Blank lines between two others; a line of tabs is a row of empty cells."""

_PLAIN: Final = re.compile(r"\s*+(?:#[^\n]*+\s++)*+[0-9][0-9.\s]*+\Z", re.ASCII)
"""Numbers after comments."""

_RULE: Final = re.compile(r"[^\S\n]*([-*=_~+#])\1{2,}[^\S\n]*")


def parts_of(text: str) -> Iterator[str]:
    """Yield the parts of a text between blank lines, or else between headings or rules, or in brackets.

    A part has data, and begins with what is between it and the part before. Parts between headings, rules and brackets
    have several rows each, and if one has not, the whole text is one part.
    """
    begin, after, text = 0, 0, text.rstrip(" \n")
    for gap in chain(_GAP.finditer(text), (None,)):
        end = gap.start() if gap else len(text)
        if (begin or gap) and _has_data(text[after:end]):  # a text without blank lines is not looked at twice
            yield text[begin:end]
            begin = gap.end() if gap else end
        after = gap.end() if gap else end
    if not begin:
        yield from _inner_parts(text)


def _has_data(part: str) -> bool:
    if _PLAIN.match(part):
        return True
    tokens = without_prose(tokens_of(part))
    return bool(tokens.of(NUMBER, SQUARE).any() or tokens.signs("|\t").sum() > 1)


def _inner_parts(text: str) -> Iterator[str]:
    """Yield the parts of a text between headings or rules, or in brackets of brackets."""
    if len(text) > LONGEST:
        yield text
        return
    tokens = without_prose(tokens_of(text))
    if not tokens.of(NUMBER, SQUARE).any():
        return
    ends = _ends_of_brackets(tokens)
    if not ends:
        lines = [match.end() for match in re.finditer(r"\n|\Z", text)]
        line = np.searchsorted(lines[:-1], tokens.begins[~tokens.of(BREAK)], side="right")
        used, cells = np.unique(line, return_counts=True)
        kept = np.array([_RULE.fullmatch(_line(text, lines, number)) is None for number in used.tolist()], np.bool_)
        used, cells = used[kept], cells[kept]
        gaps = np.flatnonzero(np.diff(used) > 1)
        sizes = np.diff(np.concatenate([[0], gaps + 1, [used.size]]))
        if gaps.size and sizes.min() > 1 and cells.min() > 1:
            ends = [lines[used[gap]] for gap in gaps.tolist()] + [len(text)]
    begin = 0
    for end in ends if len(ends) > 1 else [len(text)]:
        yield text[begin:end]
        begin = end


def _line(text: str, ends: list[int], number: int) -> str:
    """Return a line of a text, given where lines end."""
    return text[ends[number - 1] if number else 0 : ends[number]].rstrip("\n")


def _ends_of_brackets(tokens: Tokens) -> list[int]:
    """Return where brackets end that hold several rows in brackets, of three or more levels."""
    opens, closes = tokens.signs(OPENING), tokens.signs(CLOSING)
    depth = np.cumsum(opens.astype(int) - closes)
    deepest = int(depth.max(initial=0))
    inner = np.flatnonzero(closes & (depth == deepest - 1))
    outer = np.flatnonzero(closes & (depth == deepest - 2))
    if deepest < 3 or not (np.diff(np.searchsorted(inner, np.concatenate([[0], outer]))) > 2).all():
        return []
    ends: list[int] = tokens.ends[outer].tolist()
    return ends
