"""Parse lists of numbers, of names, and of squares in JSON, into arrays: Python's lists take ten times the memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.types import Squares

PLAIN: Final = 200_000
"""The length of a text from which on plain lists are read as such, in less memory and with the same result."""

_DIGITS: Final = b"0123456789"
_BLANKS: Final = b" \t\n\r\v\f"
_SEPARATORS: Final = bytes.maketrans(b"[],", b"   ")

_NO_LIST: Final = re.compile(rb"[\[,]\s*[,\]]|[0-9]\s+[0-9]|(?<![0-9])0[0-9]|[0-9]{19}")
"""Invalid as JSON or `int64`: commas without numbers, numbers without commas, leading zeros, 19 digits."""

_NO_NUMBER: Final = re.compile(r"[^0-9\s]|[0-9]{19}", re.ASCII)
"""What a text of `int64` numbers cannot contain."""


def parse_numbers(text: str) -> Squares | None:
    """Return the numbers of a text, separated by white space; `None` if it holds anything else."""
    return None if _NO_NUMBER.search(text) else np.fromstring(text, np.int64, sep=" ")


_NO_NAMES: Final = re.compile(
    r"[^a-z0-9\s]|[a-z]{3}|[0-9]{10}|(?<![0-9])0|(?<![a-z0-9])[0-9]|[a-z](?![a-z0-9])", re.ASCII
)
"""What names of squares, such as `a1` or `ab12`, cannot contain: any other character, or a word of another form."""

_LETTERS: Final = bytes.maketrans(bytes(range(97, 123)), b" " * 26)


def parse_names(text: str) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]] | None:
    """Return the files (from 0) and ranks of squares by name, and the places of those with which a word begins.

    A word has one name or more, as in `a1c2`. Return `None` if a text holds anything else.
    """
    if _NO_NAMES.search(text):
        return None
    data = text.encode("ascii")
    ranks = np.fromstring(data.translate(_LETTERS), np.int32, sep=" ")
    signs = np.frombuffer(b" " + data, np.uint8)
    is_letter = signs >= ord("a")
    begins = np.flatnonzero(is_letter[1:] & ~is_letter[:-1]) + 1
    files = signs[begins].astype(np.int32) - ord("a")
    two = np.flatnonzero(is_letter[np.minimum(begins + 1, signs.size - 1)])
    files[two] = 26 * (files[two] + 1) + signs[begins[two] + 1] - ord("a")
    return files, ranks, np.flatnonzero(signs[begins - 1] <= ord(" ")).astype(np.int32)


def parse_lists(text: str, depth: int) -> Squares | list[Squares] | None:
    """Return a list of squares, or a list of such lists, as arrays (squares, coordinates).

    The text is JSON of digits, brackets, commas and white space. The depth of the numbers is 2 in a list of squares,
    and 3 in a list of such lists. Return `None` if it has any other form, such as squares with different numbers of
    coordinates, or without any.
    """
    data = text.encode("ascii")
    marks = data.translate(None, _DIGITS + _BLANKS)
    square = marks[depth - 1 : marks.find(b"]") + 1]
    width = len(square) - 1
    if square != b"[" + b"," * (width - 1) + b"]" or width < 2 or _NO_LIST.search(data):
        return None
    cycles = marks.replace(square, b"s")
    del marks
    parts = cycles[depth - 1 : 1 - depth].split(b"],[") if depth > 2 else [cycles[1:-1]]
    lengths = [(len(part) + 1) // 2 for part in parts]
    regular = b"],[".join(b",".join([b"s"] * length) for length in lengths)
    if cycles != b"[" * (depth - 1) + regular + b"]" * (depth - 1):
        return None
    del cycles, regular
    squares = np.fromstring(data.translate(_SEPARATORS), np.int64, sep=" ").reshape(-1, width)
    return squares if depth == 2 else np.split(squares, np.cumsum(lengths)[:-1])
