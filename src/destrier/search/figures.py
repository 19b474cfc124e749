"""Figured tours, in which the numbers of a set lie on the squares of a figure.

A figure is a sentence of a small language, SET on PLACE, such as `squares on rank 8 in order`.

SET is `squares`, `cubes`, `primes`, `triangular`, `multiples of 5`, or a list such as `1 4 9` or `1-8 64`, restricted
to the numbers of the board. PLACE is `rank 8` or `file c`, as in chess, `row 0` or `column 2`, counted from the top
left, a straight line such as `a1-h8`, or a list of squares such as `a1 b3 c5`.

Every number of the set lies on a square of the place; or, if the set has more numbers, every square of the place has a
number of the set. With `in order`, there must be as many numbers as squares, and the numbers ascend along the place as
written (ranks and rows from the left, files from the bottom, columns from the top); with `in reverse order`, they
descend.
"""

from __future__ import annotations

import re
from math import isqrt
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from destrier.core.board import Board
from destrier.support.errors import DestrierError, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.grid import BaseBoard

Allowed: TypeAlias = dict[int, set[int]]
"""The possible numbers of squares, from 0 on, by node of the move graph."""

_SETS: Final[dict[str, Callable[[int], bool]]] = {
    "squares": lambda number: isqrt(number) ** 2 == number,
    "cubes": lambda number: round(number ** (1 / 3)) ** 3 == number,
    "primes": lambda number: number > 1 and all(number % factor for factor in range(2, isqrt(number) + 1)),
    "triangular": lambda number: isqrt(8 * number + 1) ** 2 == 8 * number + 1,
}

_FIGURE: Final = re.compile(r"(?P<set>.+?) on (?P<place>.+?)(?P<order> in order| in reverse order)?")

_SQUARE: Final = r"(?:[a-z]{1,4}[0-9]{1,9}|[0-9]{1,9}(?:,[0-9]{1,9})+)"


def allowed_by(board: BaseBoard, figure: str) -> Allowed:
    """Return the possible numbers of the squares that a figure restricts.

    Raises
    ------
    DestrierError
        If the text is not a figure of this board.
    """
    told = _FIGURE.fullmatch(" ".join(figure.lower().split())) if isinstance(figure, str) else None
    if told is None:
        raise DestrierError(f"a figure is written as in 'squares on rank 8 in order', not {shown(figure)}")
    numbers = _numbers(told["set"], board)
    nodes = np.searchsorted(board.squares, _place(told["place"], board)).tolist()
    if len({*nodes}) < len(nodes):
        raise DestrierError(f"the figure {figure!r} names a square twice")
    if told["order"]:
        if len(numbers) != len(nodes):
            raise DestrierError(f"the figure {figure!r} puts {len(numbers)} ordered numbers on {len(nodes)} squares")
        ordered = nodes if told["order"] == " in order" else nodes[::-1]
        return {node: {number} for node, number in zip(ordered, numbers, strict=True)}
    allowed: Allowed = {}
    if len(numbers) >= len(nodes):
        allowed |= {node: {*numbers} for node in nodes}
    if len(numbers) <= len(nodes):
        others = {*range(board.size)} - {*numbers}
        allowed |= {node: others for node in range(board.size) if node not in nodes}
    return allowed


def _numbers(text: str, board: BaseBoard) -> list[int]:
    """Return the numbers of a set that exist on the board, from 0 on, in ascending order."""
    all_numbers = range(1, board.size + 1)
    if text in _SETS:
        return [number - 1 for number in all_numbers if _SETS[text](number)]
    if multiples := re.fullmatch(r"multiples of ([1-9][0-9]{0,8})", text):
        found = [number - 1 for number in all_numbers if number % int(multiples[1]) == 0]
    else:
        found = sorted({number for part in re.split(r"[ ,]+", text) for number in _listed(part, board)})
    if not found:
        raise DestrierError(f"{board.describe()} has no {text}: its numbers are 1 to {board.size}")
    return found


def _listed(part: str, board: BaseBoard) -> range:
    """Return the numbers, from 0 on, of a part of a list such as `7` or `1-8`."""
    ends = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", part)
    if ends is None:
        raise DestrierError(
            f"{part!r} is not a set of numbers: {', '.join(_SETS)}, multiples of 5, or a list: 1 4 9-16"
        )
    first, last = int(ends[1]), int(ends[2] or ends[1])
    if not 1 <= first <= last <= board.size:
        raise DestrierError(f"{board.describe()} has the numbers 1 to {board.size}, not {part}")
    return range(first - 1, last)


def _place(text: str, board: BaseBoard) -> list[int]:
    """Return the squares of a place in order, by index."""
    if isinstance(board, Board):
        if line := re.fullmatch(r"(rank|row|column) ([0-9]{1,9})|file ([a-z]{1,4})", text):
            return _whole_line(line, board)
        if ends := re.fullmatch(f"({_SQUARE})-({_SQUARE})", text):
            return _line_between(board, *(board.parse_square(end) for end in ends.groups()))
    if re.fullmatch(f"{_SQUARE}(?: {_SQUARE})*", text) is None:
        raise DestrierError(f"{text!r} is not a place: rank 8, file c, row 0, column 2, a1-h8, or squares: a1 b3 c5")
    return [int(index) for index in board.indices_of(text.split())]


def _whole_line(line: re.Match[str], board: Board) -> list[int]:
    """Return the squares of a rank, file, row or column."""
    rows, cols = range(board.rows), range(board.cols)
    if line[1] == "rank":
        places = [(board.rows - int(line[2]), col) for col in cols]
    elif line[1] == "row":
        places = [(int(line[2]), col) for col in cols]
    elif line[1] == "column":
        places = [(row, int(line[2])) for row in rows]
    else:
        places = [(row, board.parse_square(f"{line[3]}1")[1]) for row in reversed(rows)]
    squares = [board.index(place) for place in places if board.has(place)]
    if not squares:
        raise DestrierError(f"{board.describe()} has no {line[0]}")
    return squares


def _line_between(board: Board, first: tuple[int, ...], last: tuple[int, ...]) -> list[int]:
    """Return the squares of a straight line."""
    steps = [end - begin for begin, end in zip(first, last, strict=True)]
    length = max(map(abs, steps))
    if any(abs(step) not in (0, length) for step in steps):
        raise DestrierError("a line leads along a row, a column or a diagonal, as a1-h8 does")
    way = [step // max(length, 1) for step in steps]
    line = [[begin + number * step for begin, step in zip(first, way, strict=True)] for number in range(length + 1)]
    return [board.index(tuple(square)) for square in line]
