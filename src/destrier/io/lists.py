"""Parse lists of numbers in texts, and of squares in JSON, into arrays: Python's lists take ten times the memory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from destrier.core.types import Squares

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
