"""Shapes as people draw them: the squares of a flat board from a text.

Our own form has `#` for squares and `.` or blanks for holes, one line per row. Other texts are read in two steps. The
*layout* cuts the text into cells: signs packed, or every second column blank; words between commas, semicolons, bars,
tabs or blanks; lists in brackets. The *meaning* decides which cells are squares: as the options or a legend say; the
numbers of a numbered board; the 1 of a mask; `#`; the more frequent of two signs; or all signs of a picture but dots.
How a text was read is told unless it is in our own form. What could mean two boards is refused.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import accumulate, islice
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.types import Mask
from destrier.support.errors import DestrierError, shown
from destrier.support.tokens import where

MOST_CELLS: Final = 6_000_000
"""Maximum number of cells of a drawing that is nearly empty."""

_LONGEST: Final = 2_000_000
"""Maximum number of characters of a text that is not in our own form, whose reading takes more memory."""

_BREAK: Final = re.compile(r"\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
"""The end of a line, other than a line feed."""

_LINE: Final = re.compile("^.*$", re.MULTILINE)

_EMPTY: Final = "the shape is empty: draw its squares with #, missing ones with a dot"

_OWN: Final = re.compile(r"[#. \n]*")

_SEPARATORS: Final = "|\t;,"

_FILLED: Final = frozenset("#1\u2588\u25a0\u2b1b")
"""Signs that mark squares however rare they are: `#`, 1, and the full block and the black squares of Unicode."""

_HOLES: Final = frozenset([".", "-", "_", "x", "X", "*", "#", "0", "-1"])
"""Signs that often mark holes, in particular between the numbers of a numbered board."""

_WORDS: Final = {"true": "1", "false": "0", "-1": "-1", "-1.0": "-1", "nan": " ", "none": " ", "null": " "}
"""Words that are the cells of a table, with the signs that they stand for."""

_NUMBER: Final = re.compile(r"[0-9]{1,18}(?:\.[0-9]{0,20})?(?:e[+-]?[0-9]{1,2})?")

_SIZE: Final = re.compile(r"\s*([1-9][0-9]{0,8})(?:\s*[x\u00d7,;]\s*|\s+)([1-9][0-9]{0,8})\s*", re.IGNORECASE)
"""A line before the rows that states their number and length."""

_COMMENT: Final = re.compile(r"\s*(?:#|;|//|%)\s(.*)")

_HEADING: Final = re.compile(r"\s*[A-Za-z][a-z]+\b[^|;,#]*:\s*")
"""Words with a colon, above the rows; they have at least three letters, unlike the signs of a row."""

_FEWEST_LETTERS: Final = 2

_BITMAP: Final = re.compile(r"P1\s*\n(?:#[^\n]*\n)*\s*[0-9]{1,6}\s+[0-9]{1,6}\s*\n")
"""The head of a portable bitmap in plain text."""

_IS_HOLE, _IS_SQUARE = "hole|missing|blocked|wall|absent", "square|present|open|free|cell"
_MEANING: Final = rf"(?:an?\s+)?(?:(?P<hole{{0}}>{_IS_HOLE})|(?P<square{{0}}>{_IS_SQUARE}))(?:\s+square)?s?"
_LEGEND: Final = re.compile(
    r"(?:\b(?:legend|key)\s*:\s*)?"
    rf"(?:[\"'`]?(?P<sign1>\S)[\"'`]?\s*(?:[=:]|->|\bis\b|\bmarks\b|\bmeans\b)\s*{_MEANING.format(1)}\b"
    rf"|\b{_MEANING.format(2)}\s*(?:[=:]|->)\s*(?P<sign2>\S)(?!\w))",
    re.IGNORECASE,
)
"""What a sign means, as in `X = hole`, `. : square` or `holes: X`."""

_QUOTED: Final = re.compile(r"\s*([\"'])([^\"']*)\1,?\s*")
"""A row of signs in quotes."""

_FRAMED: Final = re.compile(r"\s*\|[^|\s]{2,}\|\s*")
"""A row of signs between two bars."""

_BEGIN: Final = r"\s*(?:\w+\s*=\s*)?(?:[\w.]+\(\s*)?[\[(]"
_STRING: Final = re.compile(r"([\"'])([^\"'\n]*)\1")

_STRINGS: Final = re.compile(rf"{_BEGIN}(?:(?:\"[^\"\n]*\"|'[^'\n]*')[\s,]*)+[\])]*\s*")
"""A list of strings, each a row."""

_LISTS: Final = re.compile(_BEGIN)
"""The beginning of lists in brackets, such as `[[1, 0], ...]` or `array([[ True, ...`."""

_CALL: Final = re.compile(r"\s*(?:\w+\s*=\s*)?[\w.]+\(")

_BRACKET: Final = re.compile(r"[\[\]()]")

_DEEPEST: Final = 2

_INNERMOST: Final = re.compile(r"[\[(]([^\[\]()]*)[\])]")

_Row: TypeAlias = tuple[int, str]
"""The place of a row in the text, and the row."""

_Rows: TypeAlias = Callable[[], Iterator[_Row]]
"""All rows, one at a time: a list of short lines takes ten times the memory of the text."""


class Shape(NamedTuple):
    """The squares of a board, and how its text was read, unless it is in our own form or options say it."""

    present: Mask
    note: str = ""
    otherwise: str = ""
    """How it could be read otherwise."""


class _Cells(NamedTuple):
    """A drawing, cut into cells."""

    codes: NDArray[Any]
    """(rows, cols): the sign of each cell, as a code."""
    signs: dict[int, str]
    """The sign of each code; a number or `-1` also counts as a sign, and a blank is a hole."""
    note: str = ""

    def counts(self) -> Counter[str]:
        """Return how often each sign occurs."""
        codes, counts = np.unique(self.codes, return_counts=True)
        return Counter(dict(zip(map(self.signs.__getitem__, codes.tolist()), counts.tolist(), strict=True)))

    def where(self, chosen: frozenset[str]) -> Mask:
        """Return the cells that have one of these signs."""
        codes = [code for code, sign in self.signs.items() if sign in chosen]
        return np.isin(self.codes, np.array(codes, self.codes.dtype))


class _Asked(NamedTuple):
    """The signs that the options or a legend name."""

    squares: frozenset[str] = frozenset()
    holes: frozenset[str] = frozenset()


def read_shape(text: str, squares: str = "", holes: str = "") -> Shape:
    """Return the squares drawn in a text; see the module docstring.

    Parameters
    ----------
    text
        The drawing.
    squares, holes
        The signs of squares, of holes, or of both; all signs that are not named are of the other kind.

    Raises
    ------
    DestrierError
        If the text is not a drawing, or could mean two boards; the message names the line and the column, or the
        options that decide.
    """
    if not isinstance(text, str):
        raise DestrierError(f"a shape is drawn by the lines of a string, not by {shown(text)}")
    asked = _asked(squares, holes)
    text = _BREAK.sub("\n", text.removeprefix("\ufeff"))
    if not any(asked) and _OWN.fullmatch(text):
        cells = _packed(text, lambda: _lines_of(text))
        return Shape(cells.codes == ord("#"), *(_told(cells, frozenset("#"), cells.note) if cells.note else ()))
    if len(text) > _LONGEST:
        raise DestrierError(f"a shape of more than {_LONGEST:,} characters is drawn with # for squares, . for holes")
    return _read_other(text, asked)


def _asked(squares: str, holes: str) -> _Asked:
    for name, signs in (("squares", squares), ("holes", holes)):
        if not isinstance(signs, str) or not signs.isprintable():
            raise DestrierError(f"{name} are signs of the shape in a string, such as {name}='X', not {shown(signs)}")
    asked = _Asked(frozenset(squares), frozenset(holes))
    if both := sorted(asked.squares & asked.holes):
        raise DestrierError(f"{both[0]!r} marks squares or holes, not both")
    return asked


def _read_other(text: str, asked: _Asked) -> Shape:
    """Read a text that is not in our own form."""
    text = _BITMAP.sub("", text, count=1)
    comments, legend = _set_aside(text)
    note = _lines_told(text, comments)
    if _LISTS.match(bare := _without(text, comments)):
        text, comments = _unlisted(bare), frozenset()
    rows = _rows_of(text, comments)
    cells = _sized(text, rows, is_free=any(asked))
    counts = cells.counts()
    if any(asked) and (strange := sorted((asked.squares | asked.holes) - counts.keys())):
        raise DestrierError(f"the shape has no {strange[0]!r}: its signs are {_listed(counts)}")
    chosen = asked if any(asked) else legend
    means = _named(counts, chosen) if any(chosen) else _understood(counts, cells)
    told = () if any(asked) else _told(cells, means, "; ".join(filter(None, (cells.note, note))))
    return Shape(cells.where(means), *told)


# Lines that are not rows


def _lines_of(text: str) -> Iterator[_Row]:
    """Yield the lines of a text one at a time."""
    return ((line.start(), line[0]) for line in _LINE.finditer(text))


def _set_aside(text: str) -> tuple[frozenset[int], _Asked]:
    """Return the places of the lines that are comments or a legend, and what the legend says."""
    comments: set[int] = set()
    named: dict[bool, set[str]] = {True: set(), False: set()}
    for start, line in _lines_of(text):
        said = list(_LEGEND.finditer(line))
        if said and not any(map(_is_prose, _LEGEND.sub("", line).split())):
            for one in said:
                named[bool(one["hole1"] or one["hole2"])].add(one["sign1"] or one["sign2"])
            comments.add(start)
        elif (
            line.lstrip().startswith("```")
            or (_HEADING.fullmatch(line) and len(set(filter(str.isalpha, line.lower()))) > _FEWEST_LETTERS)
            or ((comment := _COMMENT.fullmatch(line)) and any(map(_is_prose, comment[1].split())))
        ):
            comments.add(start)
    return frozenset(comments), _Asked(frozenset(named[False]), frozenset(named[True]))


def _without(text: str, aside: frozenset[int]) -> str:
    """Return the text with blanks in the place of lines that are set aside."""
    return _LINE.sub(lambda line: " " * len(line[0]) if line.start() in aside else line[0], text)


def _unlisted(text: str) -> str:
    """Return the rows of a list of strings as lines, and other lists as they are."""
    rows = [row for _, row in _STRING.findall(text)] if _STRINGS.fullmatch(text) else []
    return "\n".join(rows) if any(len(row) > 1 for row in rows) else text


def _is_prose(word: str) -> bool:
    """Whether a word has two different letters or digits, and is neither a number nor another cell of a table."""
    return len(set(filter(str.isalnum, word.lower()))) > 1 and _sign_of(word) is None


def _rows_of(text: str, aside: frozenset[int]) -> _Rows:
    """Return the rows: the innermost lists of a text in brackets, or else the lines that are not set aside."""
    if _LISTS.match(text) is None:
        if all(_QUOTED.fullmatch(row) for start, row in _lines_of(text) if start not in aside and row.strip()):
            return lambda: ((start, _unquoted(row)) for start, row in _lines_of(text) if start not in aside)
        return lambda: (row for row in _lines_of(text) if row[0] not in aside)
    depth = deepest = -bool(_CALL.match(text))
    for found in _BRACKET.finditer(text):
        depth += 1 if found[0] in "[(" else -1
        deepest = max(deepest, depth)
        if deepest > _DEEPEST:
            _refuse(text, found.start(), "a list of rows, each a list of cells, has no lists within these")
    if depth > 0 or deepest < _DEEPEST:
        what = "a list is not closed" if depth > 0 else "this is a list of cells, not of rows, each a list of cells"
        _refuse(text, max(len(text.rstrip()) - 1, 0), what)
    return lambda: ((row.start(1), row[1].rstrip().removesuffix(",")) for row in _INNERMOST.finditer(text))


def _unquoted(row: str) -> str:
    """Return what is in the quotes of a row, or the row itself if it is blank."""
    found = _QUOTED.fullmatch(row)
    return found[2] if found else row


def _lines_told(text: str, aside: frozenset[int]) -> str:
    """Return which lines were set aside."""
    numbers = [str(number) for number, (start, _) in enumerate(_lines_of(text), 1) if start in aside]
    if len(numbers) < 2:
        return f"line {numbers[0]} is not a row" if numbers else ""
    return f"lines {_enumerated(numbers)} are not rows"


def _refuse(text: str, place: int, why: str) -> NoReturn:
    """Raise `DestrierError` for a place in the text."""
    raise DestrierError(f"{where(text, place)} of the shape: {why}")


# Layouts


def _sized(text: str, rows: _Rows, *, is_free: bool) -> _Cells:
    """Return the cells; a line before them that states their numbers of rows and columns is left out."""
    first = next((row for row in rows() if row[1].strip()), None)
    size = _SIZE.fullmatch(first[1]) if first else None
    if first is None or size is None:
        return _laid_out(text, rows, is_free=is_free)
    start, stated = first[0], (int(size[1]), int(size[2]))

    def rest() -> Iterator[_Row]:
        return (row for row in rows() if row[0] > start)

    has_digits = any(sign.isdigit() for _, row in rest() for sign in row)
    if not has_digits or len({len(row.split()) for _, row in rest() if row.strip()}) == 1:
        cells = _laid_out(text, rest, is_free=is_free)
        signs = set(cells.signs.values())
        is_numbering = any(map(str.isdecimal, signs)) and not signs & {*size.groups()} and not signs <= {"0", "1"}
        if cells.codes.shape in (stated, stated[::-1]) and not (cells.codes.shape[1] == 2 and is_numbering):
            return cells
        if not has_digits:
            found = " x ".join(map(str, cells.codes.shape))
            _refuse(text, start, f"{first[1].strip()!r} is not the size of the {found} cells that follow")
    return _laid_out(text, rows, is_free=is_free)


def _laid_out(text: str, rows: _Rows, *, is_free: bool) -> _Cells:
    """Choose the layout, and cut the rows into cells."""
    drawn = [row for _, row in rows() if row.strip()]
    if drawn and all(map(_FRAMED.fullmatch, drawn)):
        return _packed(text, lambda: ((start + 1, row.strip()[1:-1]) for start, row in rows() if row.strip()))
    for separator in _SEPARATORS:
        if any(separator in row for _, row in rows()):
            return _table(text, rows, _splitter(separator, rows))
    if _LISTS.match(text) or _has_words(rows):
        return _table(text, rows, lambda row: [(word.start(), word[0]) for word in re.finditer(r"\S+", row)])
    if not is_free:
        _refuse_prose(text, rows)
    return _packed(text, rows)


def _splitter(separator: str, rows: _Rows) -> Callable[[str], list[tuple[int, str]]]:
    """Return the function that cuts a row into words with their places; bars may also enclose the rows."""
    framed = separator == "|" and all(re.fullmatch(r"\|.*\|", row.strip()) for _, row in rows() if row.strip())

    def split(row: str) -> list[tuple[int, str]]:
        begin, end = (row.index("|") + 1, row.rindex("|")) if framed else (0, len(row))
        words = row[begin:end].split(separator)
        places = accumulate((len(word) + 1 for word in words), initial=begin)
        return list(zip(places, words, strict=False))

    return split


def _has_words(rows: _Rows) -> bool:
    """Whether blanks separate words that are cells, some of which signs without blanks between them could not be."""
    words, lengths = set[str](), set[int]()
    for _, row in rows():
        if drawn := row.split():
            words.update(drawn)
            lengths.add(len(drawn))
    if strange := [word for word in words if _sign_of(word) is None]:
        return max(lengths) > 1 and any(map(_NUMBER.fullmatch, strange))  # a fraction, which is refused
    if any(word not in "01" and (len(word) > 1 or word.isdecimal()) and set(word) - {"0", "1"} for word in words):
        return any(len(word) > 1 for word in words) or max(lengths) > 1
    return "0" in words and len(lengths) == 1 < max(lengths)


def _table(text: str, rows: _Rows, split: Callable[[str], list[tuple[int, str]]]) -> _Cells:
    """Return the cells of rows of words."""
    codes, by_sign, width = array("i"), dict[str, int](), 0
    for start, row in rows():
        if not row.strip():
            continue
        words = split(row)
        width = width or len(words)
        if len(words) != width:
            _refuse(text, start, f"this row has {len(words)} cells, and the first one {width}")
        for place, word in words:
            if (sign := _sign_of(word)) is None:
                where = start + place + len(word) - len(word.lstrip())
                _refuse(text, where, f"{shown(word.strip())} is not a cell: a sign, a number, true or false")
            codes.append(by_sign.setdefault(sign, len(by_sign)))
    if not width:
        raise DestrierError(_EMPTY)
    return _Cells(np.frombuffer(codes, np.int32).reshape(-1, width), {code: sign for sign, code in by_sign.items()})


def _sign_of(word: str) -> str | None:
    """Return the sign, or the number in plain digits, that a word of a table stands for; a blank if it is empty."""
    word = word.strip()
    if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'":
        word = word[1:-1].strip()
    if len(word) < 2:
        return word or " "
    if (sign := _WORDS.get(word.lower())) is not None:
        return sign
    if _NUMBER.fullmatch(word.lower()) and float(word).is_integer():
        return str(int(word) if word.isdecimal() else int(float(word)))
    return None


def _packed(text: str, rows: _Rows) -> _Cells:
    """Return the cells of rows of signs, or every second column if those between are blank in all rows."""
    first, last, width = -1, -1, 0
    for number, (start, row) in enumerate(rows()):
        drawn = row.rstrip()
        if not drawn.isprintable():
            place, sign = next((place, sign) for place, sign in enumerate(drawn) if not sign.isprintable())
            _refuse(text, start + place, f"{sign!r} is neither a square nor a hole")
        if drawn:
            first, last, width = number if first < 0 else first, number, max(width, len(drawn))
    if first < 0:
        raise DestrierError(_EMPTY)
    height = last + 1 - first
    if height * width > max(MOST_CELLS, 2 * len(text)):
        raise DestrierError(f"the shape has {height} lines, one of {width} characters, and is nearly empty")
    signs = {ord(sign): sign for sign in sorted({*text, " "})}
    encoding, dtype = ("latin-1", np.uint8) if max(signs) < 1 << 8 else ("utf-32-le", np.uint32)
    drawing = bytearray()
    for _, row in islice(rows(), first, last + 1):
        drawing += row.rstrip().ljust(width).encode(encoding)
    codes = np.frombuffer(drawing, dtype).reshape(-1, width)
    for begin in (0, 1) if width > 2 else ():
        if (codes[:, 1 - begin :: 2] == ord(" ")).all():
            return _Cells(codes[:, begin::2], signs, "blanks separate the cells")
    return _Cells(codes, signs)


def _refuse_prose(text: str, rows: _Rows) -> None:
    """Refuse a row with a word whose letters no other row has, unless it is as long as another row."""
    lengths, known = Counter[int](), Counter[str]()
    for _, row in rows():
        lengths[len(row.rstrip())] += 1
        known.update(set(row))
    for start, row in rows():
        for word in re.finditer(r"\S+", row):
            own = {sign for sign in word[0].lower() if sign.isalpha() and known[sign] + known[sign.upper()] == 1}
            if len(own) > 1 and (known["#"] or lengths[len(row.rstrip())] == 1):
                _refuse(
                    text,
                    start + word.start(),
                    f"{shown(word[0])} is no row of cells; comments begin with # and a blank",
                )


# Meanings


def _named(counts: Counter[str], asked: _Asked) -> frozenset[str]:
    """Return the signs that mark squares if some signs are named."""
    if not asked.squares:
        return frozenset(counts) - asked.holes - {" "}
    if asked.holes and (left := sorted(counts.keys() - asked.squares - asked.holes - {" "})):
        raise DestrierError(f"{left[0]!r} is neither among the squares nor among the holes")
    return asked.squares


def _understood(counts: Counter[str], cells: _Cells) -> frozenset[str]:
    """Return the signs that mark squares; see the module docstring."""
    signs = frozenset(counts) - {" "}
    numbers = frozenset(filter(str.isdecimal, signs))
    if len(numbers) > 1 and signs - numbers <= _HOLES:
        has_holes = len(counts) > len(numbers)
        is_numbering = all(counts[number] == 1 for number in {"0", *numbers})
        return numbers if is_numbering and (has_holes or _zero_is_first(cells)) else numbers - {"0"}
    if len(signs) < 2:
        return signs - {".", "0", "-1"}
    if len(signs) == 2:
        return signs - {_rarer(counts, *sorted(signs))}
    if not counts["."] + counts[" "]:
        raise DestrierError(f"the shape has {_listed(counts)}, but no dot or blank: holes='...' says which are holes")
    return signs - {"."}


def _rarer(counts: Counter[str], one: str, other: str) -> str:
    """Return which of two signs marks holes: one that is not filled, the rarer one, or one that often does."""
    ranks: tuple[Callable[[str], int], ...] = (
        _FILLED.__contains__,
        counts.__getitem__,
        lambda sign: sign not in _HOLES,
    )
    for rank in ranks:
        if rank(one) != rank(other):
            return min(one, other, key=rank)
    raise DestrierError(
        f"{one!r} and {other!r} are equally frequent: squares={one!r} or squares={other!r} says which are squares"
    )


_STEPS: Final = ((0, 1), (-1, 0), (-1, 1))
"""The steps that tell: from 0 to 1, from the last number to 0, and from there to 1."""


def _zero_is_first(cells: _Cells) -> bool:
    """Whether the only 0 is the first number of a tour, since the step from it to 1 is like the other steps.

    Otherwise it is the hole of a tour that begins at 1. A closed tour that begins at 1 may make both true.
    """
    numbers = np.zeros(max(cells.signs) + 1, np.int64)
    for code, sign in cells.signs.items():
        numbers[code] = int(sign) if sign.isdecimal() else -1
    values = numbers[cells.codes].ravel()
    at = np.stack(np.divmod(np.argsort(values), cells.codes.shape[1]))
    if np.array_equal(np.sort(values), np.arange(values.size)):
        steps = np.unique(np.sort(np.abs(np.diff(at[:, 1:])), axis=0), axis=1).T.tolist()
        from_0, last_to_0, last_to_1 = (sorted(map(abs, at[:, one] - at[:, other])) for one, other in _STEPS)
        is_first, is_closed = from_0 in steps, last_to_1 in steps and last_to_0 not in steps
        if steps and not (is_first and is_closed):
            return is_first
    raise DestrierError("0 may be a hole or the first number: mark holes by dots, or add holes='0'")


# What is told


def _told(cells: _Cells, squares: frozenset[str], note: str) -> tuple[str, str]:
    """Return how a text was read, and which options read it otherwise."""
    counts = cells.counts()
    marks = sorted(squares & counts.keys())
    holes = sorted(counts.keys() - squares)
    rows, cols = cells.codes.shape
    size = sum(counts[sign] for sign in marks)
    told = f"read as {rows} x {cols} with {size} square{'s' if size != 1 else ''} marked by {_listed(marks)}"
    told += f" and holes marked by {_listed(holes)}" if holes else ""
    told += f"; {note}" if note else ""
    signs = [sign for sign in holes if sign != " " and len(sign) == 1]
    if not signs or (marks, signs) == (["#"], ["."]):
        return told, ""
    other = f" or holes={marks[0]!r}" if len(marks) == 1 == len(marks[0]) else ""
    return told, f"squares={''.join(signs)!r}{other} reads it otherwise"


def _listed(signs: Any) -> str:
    """Return signs in words."""
    numbers = set(filter(str.isdecimal, signs))
    words = [repr(sign) for sign in sorted(signs) if sign != " " and (len(numbers) < 3 or sign not in numbers)]
    words = [*words[:5], *([f"{len(words) - 5} more"] if len(words) > 5 else [])]
    return _enumerated([*(["numbers"] if len(numbers) > 2 else []), *words, *(["blanks"] if " " in signs else [])])


def _enumerated(words: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nothing"
