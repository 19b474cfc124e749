"""Grids in texts: lines of cells, without what people put between and around them.

Cells are separated by tabs, semicolons, bars, ampersands, commas or blanks; brackets, quotes and frames do not count.
Comments, frames, a line with the size of the board, and labels of ranks and files are left out.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LINE: Final = re.compile(r"[^\n]+")

_GAP: Final = re.compile(r"\n(?:(?:(?!\t\t)[^\S\n])*+\n)++")
"""Blank lines between two others; a line of tabs is a row of empty cells."""

_ANY_LINE: Final = re.compile(r"([^\n]*)(?:\n|\Z)")

_COMMENT: Final = re.compile(
    r"\s*(?:#(?!\s*(?:[-+\d.,;|#*_?]|[xX]\b|$))|//|%|;\s*[A-Za-z]{3,}|\\(?!\\)|```"
    r"|(?!(?i:nan|none|null)\b)[A-Z]?[a-z]{3,}\b|[A-Za-z][^\n\d|,;]{0,60}:\s*$)"
)
"""The beginning of a line that is a comment, a LaTeX command, a fence of Markdown, or a heading such as `Tour 2`."""

_FRAME: Final = re.compile(r"-{3}|={3}|\+-|:-|[\u2500-\u257f]")
"""What only a frame has, and lines with neither numbers nor letters."""

_ALPHANUMERIC: Final = re.compile(r"[^\W_]|#")

_BARS: Final = str.maketrans(dict.fromkeys("\u2502\u2503\u2551&", "|") | dict.fromkeys("\u2500\u25cf\u25cb\u2591", " "))
"""Other bars, and the marks of a printed board."""

_BRACKETS: Final = str.maketrans("[](){}", "      ")

_SEPARATORS: Final = "\t;|,/"
"""Separators between which a cell may be empty, the strongest first."""

_TWO: Final = re.compile(r"\d\S{0,9}\s+\S{0,9}\d")
"""Two numbers."""

_WORD: Final = re.compile(r"\S+")

_SIDES: Final[tuple[Callable[[re.Match[str]], int], ...]] = (re.Match.end, re.Match.start)
"""Where words of a column are aligned: at their ends, or where they begin."""

_WIDEST: Final = 1000
"""The length of the longest line in which blanks are cells."""

_END_IN_LATEX: Final = re.compile(r"\\\\\s*(?:\\hline)?\s*$")

_LABEL: Final = re.compile(r"([0-9]+)\s*[-.:)]?")


class Row(NamedTuple):
    """A line of a grid."""

    line: int
    """Its number in the text, from 1."""

    cells: list[str]


def lines_with_numbers(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor comments nor frames, with their numbers from 1."""
    for number, found in enumerate(_ANY_LINE.finditer(text), 1):
        line = found[1]
        is_frame = _FRAME.search(line) and not _ALPHANUMERIC.search(line)
        if (line.strip() or line.count("\t") > 1) and not is_frame and not _COMMENT.match(line):
            yield number, line


def paragraphs(text: str) -> Iterator[str]:
    """Yield the parts of a text between blank lines; comments alone belong to the part that follows."""
    begin = after = 0
    for gap in _GAP.finditer(text):
        if any(lines_with_numbers(text[after : gap.start()])):
            yield text[begin : gap.start()]
            begin = gap.end()
        after = gap.end()
    if any(lines_with_numbers(text[begin:])):
        yield text[begin:]


def comments_of(text: str) -> Iterator[str]:
    """Yield the lines that begin with `#`."""
    return (line[0].strip() for line in _LINE.finditer(text) if line[0].lstrip().startswith("#"))


def grid_of(text: str, *, blanks: bool = False) -> list[Row]:
    """Return the rows of the grid in a text, of equal length unless the text is no grid.

    With `blanks`, cells that are blank are cells like others, also in whole rows and columns.
    """
    if "\n" not in text.strip():  # rows in one line, as MATLAB's
        between = next((sign for sign in ";|/" if _TWO.search(text.partition(sign)[0]) and sign in text), "\n")
        text = text.replace(between, "\n")
    bare = [(number, _undressed(line)) for number, line in lines_with_numbers(text)]
    lines = _without_bars([(number, line) for number, line in bare if line.strip(" ")])
    rows = _without_labels((_equally_spaced(lines, text) if blanks else []) or _split(lines, blanks=blanks))
    return rows[1:] if len(rows) > 2 and _is_size(rows[0].cells, rows[1:]) else rows


def _undressed(line: str) -> str:
    """Return a line without brackets and what ends a row in LaTeX."""
    bare = _END_IN_LATEX.sub("", line).translate(_BARS)
    if re.search(r"[\[({]", bare) or bare.rstrip(" ;,").endswith(("]", ")", "}")):
        bare = bare.translate(_BRACKETS).rstrip(" ;,")
    return bare


def _without_bars(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return lines without the outer bars of a table."""
    barred = [line.strip() for _, line in lines if "|" in line]
    if barred and all(line.startswith("|") for line in barred):
        lines = [(number, re.sub(r"^(\s*)\|", r"\1 ", line)) for number, line in lines]
    if barred and all(line.endswith("|") for line in barred):
        lines = [(number, line.rstrip().removesuffix("|")) for number, line in lines]
    return lines


def _split(lines: list[tuple[int, str]], *, blanks: bool) -> list[Row]:
    """Split lines by the strongest separator that most of them have; by columns if blanks stand for missing cells."""
    for separator in _SEPARATORS:
        if 2 * sum(separator in line for _, line in lines) > len(lines):
            if any(_TWO.search(cell) for _, line in lines for cell in line.split(separator)):
                lines = [(number, line.replace(separator, " ")) for number, line in lines]  # it does not part all cells
                continue
            return _separated(lines, separator, blanks=blanks)
    words = ((number, line.replace('"', " ").replace("'", " ").split()) for number, line in lines)
    rows = [Row(number, cells) for number, cells in words if cells]
    longest = max((len(row.cells) for row in rows), default=0)
    if any(len(row.cells) != longest for row in rows):
        for side in _SIDES:
            places = sorted({side(cell) for _, line in lines for cell in _WORD.finditer(line)})
            if len(places) == longest and all(len(line) >= places[-1] for _, line in lines):  # none is cut off
                return [_by_columns(number, line, side, places) for number, line in lines]
    return rows


def is_separated(text: str) -> bool:
    """Return whether a text has separators, so that its blanks do not part cells."""
    return any(separator in text for separator in f"{_SEPARATORS}&")


def _equally_spaced(lines: list[tuple[int, str]], text: str) -> list[Row]:
    """Return rows whose words end, or begin, at columns that are equally far apart, with blank rows; nothing if not."""
    longest = max(map(len, text.split("\n")))
    words = [word for _, line in lines for word in _WORD.finditer(line)]
    if is_separated(text) or len(words) < 2 or longest > _WIDEST:
        return []
    width = max(len(word[0]) for word in words)
    for side in _SIDES:
        places = sorted({side(word) for word in words})
        step = math.gcd(*(other - one for one, other in pairwise(places)))
        if step > width:
            least = width if side is re.Match.end else 0
            places = list(range(places[0] - (places[0] - least) // step * step, longest + (side is re.Match.end), step))
            rows = [_by_columns(number, line, side, places) for number, line in lines]
            has_gaps = any("\t\t" in "\t" + "\t".join(row.cells).rstrip("\t") for row in rows)
            return _with_blank_rows(rows, text) if has_gaps else []
    return []


def _separated(lines: list[tuple[int, str]], separator: str, *, blanks: bool) -> list[Row]:
    split = (next(csv.reader([line], delimiter=separator, skipinitialspace=True)) for _, line in lines)
    rows = [Row(number, [cell.strip() for cell in cells]) for (number, _), cells in zip(lines, split, strict=True)]
    last = max((place for row in rows for place, cell in enumerate(row.cells, 1) if cell), default=0)
    if not blanks and min((len(row.cells) for row in rows), default=0) > last:  # separators at the ends of all lines
        rows = [Row(row.line, row.cells[:last]) for row in rows]
    return [row for row in rows if row.cells]


def _by_columns(number: int, line: str, side: Callable[[re.Match[str]], int], places: list[int]) -> Row:
    """Return the cells of a line whose words end, or begin, at these places; those between are empty."""
    cells = {side(cell): cell[0] for cell in _WORD.finditer(line)}
    return Row(number, [cells.get(place, "") for place in places])


def _with_blank_rows(rows: list[Row], text: str) -> list[Row]:
    """Return rows with the blank ones between them, and around them if they are as long, unless the text is spaced."""
    lines = text.split("\n")
    longest = max(map(len, lines))
    found = {row.line: row for row in rows}
    blank = {number: line for number, line in enumerate(lines, 1) if not line.strip()}
    whole = [*found, *(number for number, line in blank.items() if len(line) == longest)]
    if 2 < len(whole) == len(found) and not any(number + 1 in found for number in found):
        return rows
    among = range(min(whole), max(whole) + 1)
    empty = [""] * len(rows[0].cells)
    return [found.get(number, Row(number, empty)) for number in among if number in found or number in blank]


def _without_labels(rows: list[Row]) -> list[Row]:
    """Return the rows without the letters of the files, and without the numbers of the ranks beside them."""
    ways = [_letters(" ".join(row.cells).split()) for row in rows]
    rest = [row for row, way in zip(rows, ways, strict=True) if not way]
    way = next(filter(None, ways), 0)
    if way:
        rest = _without_ranks(rest)
        return [Row(row.line, row.cells[::-1]) for row in rest] if way < 0 else rest
    if len(rest) > 2 and _has_index(rest):
        return _cut(rest[1:], 0)
    return _cut(rest, 0) if len(rest) > 2 and _is_numbered(rest) else rest


def _without_ranks(rows: list[Row]) -> list[Row]:
    """Return rows without the ranks at either end, the first rank last."""
    for end in (0, -1):
        if len(rows) > 1 and _counts(rows, end):
            is_first = end == 0 and int(re.sub(r"\D", "", rows[0].cells[end])) == 1
            rows = _cut(rows, end)[:: -1 if is_first else 1]
    return rows


def _has_index(rows: list[Row]) -> bool:
    """Return whether rows and columns are numbered, as in what pandas writes."""
    return rows[0].cells[:1] == [""] and _are_consecutive(rows[0].cells[1:]) and _counts(rows[1:], 0)


def _is_numbered(rows: list[Row]) -> bool:
    """Return whether the first cells number the rows and not squares: by their form, or as a number occurs twice."""
    cells = [cell for row in rows for cell in row.cells if cell.isdecimal() and cell.strip("0")]
    repeats = len(set(cells)) < len(cells)
    return _counts(rows, 0) and (repeats or all(re.fullmatch(r"[0-9]+[-.:)]", row.cells[0]) for row in rows))


def _cut(rows: list[Row], end: int) -> list[Row]:
    """Return rows without their first cells, or their last ones."""
    return [Row(row.line, row.cells[1:] if end == 0 else row.cells[:-1]) for row in rows]


def _counts(rows: list[Row], end: int) -> bool:
    """Return whether the cells at one end of the rows count up or down."""
    labels = [_LABEL.fullmatch(row.cells[end]) if row.cells else None for row in rows]
    return all(labels) and _are_consecutive([label[1] for label in labels if label])


def _are_consecutive(cells: Sequence[str]) -> bool:
    numbers = [int(cell) if re.fullmatch("[0-9]{1,9}", cell) else None for cell in cells]
    steps = {None if one is None or other is None else other - one for one, other in pairwise(numbers)}
    return steps in ({1}, {-1})


def _letters(cells: Sequence[str]) -> int:
    """Return 1 if cells are the letters of the files, from `a` on, and -1 if they go backwards."""
    files, lowered = [chr(97 + file) for file in range(min(len(cells), 26))], [cell.lower() for cell in cells]
    return 0 if len(cells) < 2 else (lowered == files) - (lowered == files[::-1])


def _is_size(cells: Sequence[str], rows: Sequence[Row]) -> bool:
    """Return whether a line before a grid gives its size: `8 8`, `8x8`, or `8`."""
    words = list(cells) if all(cells) else []
    sides = re.fullmatch(r"([0-9]+)(?:\s*[xX\u00d7,\s]\s*([0-9]+))?", " ".join(words))
    shape = str(len(rows)), str(len(rows[0].cells))
    return sides is not None and (sides[1], sides[2] or sides[1]) == shape
