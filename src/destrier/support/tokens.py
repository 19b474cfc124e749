"""Tokens of a text: numbers, names of squares, words, signs and line ends, each with its place.

All readers of texts that other programs and people write begin here. Arrays hold the tokens, twenty bytes for each.
What only surrounds the data is blanked before, character by character, so that places remain those of the text.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from destrier.support.errors import Unreadable

if TYPE_CHECKING:
    from numpy.typing import NDArray

NUMBER, SQUARE, WORD, SIGN, BREAK = range(5)
"""Kinds of tokens."""

OPENING: Final = "[({"
CLOSING: Final = "])}"

_TOKEN: Final = re.compile(
    r"(\n(?:[^\S\t\n]*+\n)*+)"
    r"|(?:(?<=[0-9])x|[Kk][Tt](?=[a-zA-Z][1-9])|[NSCPJH\u2658\u265e](?=[a-z][1-9]))?"
    r"([a-z]{1,2}|[A-Z]{1,2})([1-9][0-9]{0,8})(?![0-9])"
    r"|[+]?([0-9]{1,18})(?:\.0+(?![0-9]))?(?![0-9])"
    r"|([^\W\d_]+)"
    r"|(?<![\w)\]])-1(?:\.0*)?(?![\w.])|[\[\](){},;|&\"'`<>/\t]|([^\w\s])\6*|_+|[0-9]+",
    re.ASCII,
)

LONGEST: Final = 2_000_000
"""The length of the longest text to read in several ways."""

_FEW: Final = 480_000
"""Texts have at most so many tokens, and one for each ten characters, each of which takes up to a hundred bytes."""

SLASHED: Final = re.compile(r"(?<![/\w.])([0-9]{1,9})/([0-9]{1,9})(?![/\w.])")
"""A square such as `3/1`, as in Prolog: its column and its rank."""

_PAIRED: Final = (
    re.compile(r"\br(?:ow)?[\s:=]*([0-9]{1,9})[\s,]*c(?:ol(?:umn)?)?[\s:=]*([0-9]{1,9})\b", re.IGNORECASE),
    SLASHED,
)
"""Squares such as `R3C1`, `row 3, column 1` and `3/1`."""

_PAIRS: Final = re.compile(
    r"^(?=[^\n]*,0*[1-9])[^\S\n]*+[0-9]{1,9},[0-9]{1,9}"
    r"(?:[^\S\n]++(?:(?:[-=]?>|→|-)[^\S\n]++)?[0-9]{1,9},[0-9]{1,9})+[^\S\n]*+$",
    re.MULTILINE,
)
"""A line of squares such as `3,1`, but not of numbers such as `3,0`."""


class Tokens(NamedTuple):
    """The tokens of a text."""

    text: str
    kinds: NDArray[np.uint8]
    values: NDArray[np.int64]
    """A number; the file, from 0, and the rank of a square, `file << 32 | rank`; the code of a sign; otherwise -1."""

    begins: NDArray[np.int32]
    ends: NDArray[np.int32]

    def word(self, token: int) -> str:
        """Return the characters of a token."""
        return self.text[self.begins[token] : self.ends[token]]

    def only(self, chosen: NDArray[np.bool_]) -> Tokens:
        """Return the chosen ones of these tokens."""
        columns = self.kinds[chosen], self.values[chosen], self.begins[chosen], self.ends[chosen]
        return Tokens(self.text, *columns)

    def of(self, *kinds: int) -> NDArray[np.bool_]:
        """Return which tokens have one of these kinds."""
        return np.isin(self.kinds, kinds)

    def signs(self, characters: str) -> NDArray[np.bool_]:
        """Return which tokens are one of these signs."""
        chosen: NDArray[np.bool_] = np.isin(self.values, [ord(sign) for sign in characters])
        chosen &= self.kinds == SIGN
        return chosen

    def where(self, place: int) -> str:
        """Return a place in the text in words: its line and column, from 1."""
        return where(self.text, place)

    def lines(self) -> NDArray[np.int32]:
        """Return the line of each token, from 0."""
        return np.cumsum(self.kinds == BREAK, dtype=np.int32)

    def by_line(self, chosen: NDArray[np.bool_], lines: NDArray[np.int32]) -> NDArray[np.int64]:
        """Return how many of the chosen tokens each line has, given the line of each."""
        return np.bincount(lines[chosen], minlength=int(lines[-1]) + 1 if lines.size else 0)


def where(text: str, place: int) -> str:
    """Return a place in a text in words: its line and column, from 1."""
    return f"line {text.count(chr(10), 0, place) + 1}, column {place - text.rfind(chr(10), 0, place)}"


def quoted(word: str) -> str:
    """Return a word of a text in quotes for a message, cut short if it is long."""
    return ascii(word if len(word) <= 40 else f"{word[:40]}...")


def tokens_of(text: str) -> Tokens:
    """Return the tokens of a text whose lines end with line feeds; linear time."""
    bare = bared(text)
    pairs = array("i")

    def spaced(found: re.Match[str]) -> str:
        pairs.extend(found.span())
        return re.sub("[^0-9]", " ", found[0])

    for pattern in _PAIRED:
        if len(list(islice(pattern.finditer(bare), _LEAST))) == _LEAST:  # not the head `r1,c1,r2,c2` of a table
            bare = pattern.sub(spaced, bare)
    for line in _PAIRS.finditer(bare):
        for found in re.finditer(r"[0-9]+,[0-9]+", line[0]):
            pairs.extend((line.start() + found.start(), line.start() + found.end()))
    bare = _PAIRS.sub(lambda line: line[0].replace(",", " "), bare)
    kinds, values, begins, ends = array("B"), array("q"), array("i"), array("i")
    most = _FEW + len(text) // 10
    for found in islice(_TOKEN.finditer(bare), most + 1):
        match found.lastindex:
            case 1:
                kind, value = BREAK, -1
            case 3:
                letters = found[2].lower()
                file = ord(letters[-1]) - 97 + (26 * (ord(letters[0]) - 96) if len(letters) > 1 else 0)
                kind, value = SQUARE, file << 32 | int(found[3])
            case 4:
                kind, value = NUMBER, int(found[4])
            case 5:
                kind, value = WORD, -1
            case _:
                word = found[0]
                kind = WORD if word[0].isdigit() else SIGN
                value = -1 if word.startswith("-1") else ord(word[0])
        kinds.append(kind)
        values.append(value)
        begins.append(found.start())
        ends.append(found.end())
    if len(kinds) > most:
        raise Unreadable(
            f"a text of more than {most:,} words and signs is read if it is a grid of numbers, or a list of squares, "
            "without anything else"
        )
    columns = (np.frombuffer(kinds, np.uint8), np.frombuffer(values, np.int64), np.frombuffer(begins, np.int32))
    tokens = Tokens(text, *columns, np.frombuffer(ends, np.int32))
    return _bracketed(tokens, np.sort(np.frombuffer(pairs, np.int32))) if pairs else tokens


def _bracketed(tokens: Tokens, spans: NDArray[np.int32]) -> Tokens:
    """Return tokens with brackets around parts of the text, each of which begins and ends at these places in turn."""
    at = np.searchsorted(tokens.begins, spans).astype(np.int32)  # before the first token of a part, or after its last
    signs = np.tile(np.array([ord("("), ord(")")], np.int64), spans.size // 2)
    kinds, values = np.insert(tokens.kinds, at, SIGN), np.insert(tokens.values, at, signs)
    return Tokens(tokens.text, kinds, values, np.insert(tokens.begins, at, spans), np.insert(tokens.ends, at, spans))


# Prose

_FILLERS: Final = frozenset(
    (
        *("to", "and", "then", "from", "the", "knight", "knights", "move", "moves", "tour", "path", "start", "end"),
        *("square", "squares", "step", "next", "current", "row", "col"),
    )
)
"""Words beside squares that say nothing about them."""

_CELLS: Final = frozenset(("nan", "none", "null", "nil", "undefined", "true", "false"))
"""Words that are cells."""

_LEAST: Final = 3
"""The least letters of a word that says something, and the least numbers that make the rest of a line data."""


def without_prose(tokens: Tokens) -> Tokens:
    """Return tokens without lines of words, words that all lines repeat, and numbers that have a name of their own."""
    idle, strange = _words_of(tokens)
    if strange.any():
        idle |= _named_numbers(tokens, strange) | _prose(tokens, strange)
    idle |= _settings(tokens)
    idle &= ~tokens.of(BREAK)
    return tokens.only(~idle) if idle.any() else tokens


def _words_of(tokens: Tokens) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which words stand in most rows, or say nothing, and which do not stand in most rows."""
    idle, strange = np.zeros((2, tokens.kinds.size), np.bool_)
    places = np.flatnonzero(tokens.of(WORD) & (tokens.values < 0) & (tokens.ends > tokens.begins + 1))
    if not places.size:
        return idle, strange
    words = [tokens.word(token).lower() for token in places.tolist()]
    counts = Counter(words)
    rows = np.unique(tokens.lines()[tokens.of(NUMBER, SQUARE)]).size
    groups = int(tokens.signs(OPENING).sum()) or rows
    most = max(min(rows, groups), 2 * _LEAST - 1) // 2
    for place, word in zip(places.tolist(), words, strict=True):
        if word not in _CELLS:
            is_long, is_usual = len(word) >= _LEAST, counts[word] > most
            idle[place] = word in _FILLERS or (is_long and is_usual)
            strange[place] = is_long and not is_usual
    return idle, strange


def _named_numbers(tokens: Tokens, words: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which numbers follow one of these words and a colon, as in `"rows": 8`."""
    quotes, colons = tokens.signs("\"'"), tokens.signs(":=")
    ends = words.copy()
    ends[1:] |= words[:-1] & quotes[1:]
    named = np.zeros(tokens.kinds.size, np.bool_)
    named[2:] = ends[:-2] & colons[1:-1] & tokens.of(NUMBER)[2:]
    return named


def _prose(tokens: Tokens, words: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which tokens are in lines with more words than data, but for data after a colon."""
    lines = tokens.lines()
    counts = partial(tokens.by_line, lines=lines)
    data, colons, opening = tokens.of(NUMBER, SQUARE), tokens.signs(":="), tokens.signs(OPENING)
    size = counts(data).size
    colon = np.full(size, -1)
    colon[lines[colons]] = np.flatnonzero(colons)
    after = np.arange(tokens.kinds.size) > colon[lines]
    has_rest = (counts(after & (tokens.of(SQUARE) | opening)) > 0) | (counts(after & data) >= _LEAST)
    long_words = tokens.of(WORD) & (tokens.ends > tokens.begins + 1)
    is_first = np.roll(tokens.of(BREAK), 1)
    is_first[:1] = True
    begins_with_word = counts(words & is_first)
    is_prose = (counts(words) > 0) & (counts(long_words | colons) + begins_with_word > counts(data))
    is_prose &= 2 * counts(data) < np.count_nonzero(data)
    last = np.full(size, -1)
    last[lines] = np.arange(tokens.kinds.size)
    is_heading = (counts(words) > 0) & (colon == last)
    keeps_rest = (colon >= 0) & has_rest
    dropped: NDArray[np.bool_] = is_heading[lines] | (is_prose[lines] & ~(keeps_rest[lines] & after))
    return dropped


def _settings(tokens: Tokens) -> NDArray[np.bool_]:
    """Return which tokens are in lines such as `n = 8`, if other lines have more of the data."""
    lines, data = tokens.lines(), tokens.of(NUMBER, SQUARE)
    counts = partial(tokens.by_line, lines=lines)
    is_setting = (counts(tokens.signs(":=")) == 1) & (counts(data) == 1) & (counts(tokens.of(WORD)) > 0)
    is_setting &= 2 * np.count_nonzero(is_setting) < np.count_nonzero(data)
    dropped: NDArray[np.bool_] = is_setting[lines]
    return dropped


# What only surrounds the data

_SIGNS: Final = str.maketrans(
    dict.fromkeys("\u2502\u2503\u2551", "|") | dict.fromkeys("\u2500\u25cf\u25cb\u2591\r\v\f\xa0", " ")
)
"""Other bars, and the marks of a printed board."""

_COMMENT: Final = re.compile(
    r"^[^\S\n]*(?:#(?!\s*(?:[-+\d.,;|#*_?]|[xX]\b|$))|//|%|;\s*[A-Za-z]{3,}|\\(?!\\)|```)[^\n]*$"
    r"|^[^\S\n]*#[^\S\n]*[0-9]{1,9}[^\S\n]*$"  # the number of a tour
    r"|^(?=[^\n]*(?:-{3}|={3}|\+-|:-|[\u2500-\u257f]))[^\w\n#]*$"  # a frame
    r"|^[^\S\n]*\[[A-Z]\w{0,30}\s+\"[^\n\"]*\"\][^\S\n]*$"  # a tag of a game
    r"|\b(?:1-0|0-1|1/2-1/2)[^\S\n]*$"  # the result of a game
    r"|(?<!\S)[0-9]+\.{3}(?!\S)"  # a move of black
    r"|\b[0-9]+\.[0-9]+[^\S\n]?(?:m?s|sec|seconds)\b"  # the time that a program took
    r"|<?-{1,3}>|<?=>|\\\[(?:Und|D)irectedEdge\]|[\u2190-\u21ff\u27f5-\u27ff\uf3d4\uf3d5]"  # arrows
    r"|(?<=[0-9])-(?=[0-9])"
    r"|(?<=[\])}])\.(?=\s*\Z)"  # the end of a clause
    r"|(?<=[0-9][^\S\n])\.(?=[^\S\n]{1,9}[0-9]{1,9}[^\S\n]{0,9}\))",  # the dot of a pair
    re.MULTILINE,
)
"""Lines and parts of lines that are no data."""

_CODE: Final = re.compile(
    r"\b(?:np\.|numpy\.)?(?:array|tensor|matrix)\(|,\s?dtype=[\w.]+\)"
    r"|\A[\w. \[\]\n*]{0,80}=\s*(?:array\dd\([^\[\n]{0,80})?(?=[\[({])"
    r"|(?m:^)position\s[^\n]{0,200}?\bmoves\b"
)
"""What programs write around the numbers of an array, and before an assigned value or the moves of a game."""

_GRAPH: Final = re.compile(r"\s*(?:strict\s+)?graph\b")
"""The beginning of a graph in the language DOT."""

_VERTEX: Final = re.compile(r"\"id\":\s?\[[^\[\]]{1,99}\]")
"""A square as a vertex of a graph, which also has edges."""

_GAME: Final = re.compile(r"\{[^{}\"\n]{0,999}\}")
"""A comment in a game."""

_POWER: Final = re.compile(r"\b[0-9]\.[0-9]{1,20}e[+-][0-9]{2}\b")
"""A number as NumPy writes it to a text."""

_QUOTED: Final = re.compile(r"\"(\s{0,9}[0-9]{1,9}(?:\s{0,3}[,;:\s]\s{0,3}[0-9]{1,9}){1,3}\s{0,9})\"")
"""Several numbers in quotes."""

_FILE: Final = re.compile(r"(?<=file\":)(\s?)\"([a-z])\"")

_DECIMAL: Final = re.compile(r",0+(?=[;\n]|\Z)")

_SIZE: Final = re.compile(r"(\s*([0-9]{1,9})[^\S\n]*)[xX\u00d7]([^\S\n]*([0-9]{1,9})[^\S\n]*)\n")
"""A first line with the size of a board, such as `8x8`."""

_TAG: Final = re.compile(r"(</t[dh]>\s{0,99}(?=<t[dh]))|(</?t(?:r|able)\b[^<>]{0,999}>)|<[^<>]{0,999}>", re.IGNORECASE)
"""A tag between two cells, one between two rows, or another."""


def bared(text: str) -> str:
    """Return a text with blanks in the place of what is not data, such as comments, frames and tags."""
    bare = text.translate(_SIGNS)
    if bare.startswith(">") and all(line.startswith(">") for line in bare.split("\n") if line):
        bare = re.sub("^>", " ", bare, flags=re.MULTILINE)  # an answer to a mail
    if "<td" in bare.lower():
        bare = _TAG.sub(_untagged, bare.replace("\n", " "))
    elif re.match(r"\s*\[[A-Z]\w{0,30}\s+\"", bare):
        bare = _GAME.sub(_blank, bare)
    bare = _resized(_COMMENT.sub(_blank, bare))
    if "np." in bare:
        bare = re.sub(r"np\.u?int\d{0,2}\(([0-9]+)\)", lambda found: f"{found[1]:>{len(found[0]) - 1}} ", bare)
    bare = _POWER.sub(lambda found: f"{float(found[0]):g}".ljust(len(found[0])), _CODE.sub(_blank, bare))
    if _GRAPH.match(bare):
        bare = bare.replace("--", "  ")
    if '"source"' in bare:
        bare = _VERTEX.sub(_blank, bare)
    bare = _FILE.sub(lambda found: f"{found[1]} {ord(found[2]) - 96:<2}", _QUOTED.sub(r"(\1)", bare))
    if ";" in bare and len(_DECIMAL.findall(bare)) > bare.count(";"):
        bare = _DECIMAL.sub(_blank, bare)
    return bare


def _resized(text: str) -> str:
    """Return a text with a blank instead of the sign in its first line if that is the size of the rows that follow."""
    size = _SIZE.match(text)
    if size is None or str(len(re.findall(r"^.*\S", text[size.end() :], re.MULTILINE))) not in (size[2], size[4]):
        return text
    return f"{size[1]} {size[3]}{text[size.end() - 1 :]}"


def _blank(found: re.Match[str]) -> str:
    """Return a match with blanks in place of all characters but its line ends."""
    return re.sub(r"[^\n]", " ", found[0])


def _untagged(found: re.Match[str]) -> str:
    """Return a tag of HTML as a separator, a line end, or blanks."""
    return ("\t" if found[1] else "\n" if found[2] else " ").ljust(len(found[0]))
