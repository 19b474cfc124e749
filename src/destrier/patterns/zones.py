"""Zones: boards of any size, divided into a few parts with periodic moves.

Straight cuts divide a board, and further cuts its parts, until each part, a *zone*, repeats a small array of moves. If
all squares have the same two opposite moves, the zone is *straight*: the piece continues in a line until it leaves the
zone. A zone has no borders of its own: it is whatever the cuts leave of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from destrier.core.board import transform
from destrier.core.types import Moves, Square
from destrier.patterns.patches import Patch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.patterns.patches import Pattern

ROWS: Final = (1, 0)
COLS: Final = (0, 1)
"""The linear forms that are constant along rows and columns.

A cut has the one of a form and its negative that grows with the column, or else with the row.
"""


class Zone(NamedTuple):
    """Squares between cuts, with a repeated array of moves."""

    corner: Square
    """A square where a copy of the array begins."""
    moves: Moves
    is_straight: bool
    """Whether all squares have the same two moves, which are opposite."""
    form: Square = ROWS
    """The linear form along whose lines the zone is best cut next to a piece that lies on it."""


class Cut(NamedTuple):
    """A part of a board, divided by a straight line."""

    form: Square
    """The coefficients of the row and the column in the linear form that separates the sides of the line."""
    value: int
    """The smallest value of the form beyond the line."""
    below: Part
    beyond: Part


Part: TypeAlias = Zone | Cut
"""A board, or a part of it, as a tree of cuts whose leaves are zones."""


def cut(form: Square, values: Sequence[int], parts: Sequence[Part]) -> Part:
    """Return the tree of parallel cuts, given in ascending order, that separate these parts."""
    if not values:
        return parts[0]
    middle = len(values) // 2
    below, beyond = values[:middle], values[middle + 1 :]
    return Cut(form, values[middle], cut(form, below, parts[: middle + 1]), cut(form, beyond, parts[middle + 1 :]))


def uniform(square: int, form: Square, period: Square = (1, 1)) -> Zone:
    """Return a zone with the same moves on all squares, which may be told apart by their places in a period."""
    return Zone((0, 0), np.full(period, square, np.uint8), is_straight=False, form=form)


def straight(square: int, form: Square) -> Zone:
    """Return a zone of lines along which this form is constant."""
    return Zone((0, 0), np.full((1, 1), square, np.uint8), is_straight=True, form=form)


def moves_at(part: Part, square: Square) -> int:
    """Return the moves of a square."""
    while isinstance(part, Cut):
        is_beyond = part.form[0] * square[0] + part.form[1] * square[1] >= part.value
        part = part.beyond if is_beyond else part.below
    height, width = part.moves.shape
    return int(part.moves[(square[0] - part.corner[0]) % height, (square[1] - part.corner[1]) % width])


_ROTATIONS: Final = {
    "transpose": ((0, 1), (1, 0)),
    "flip-columns": ((1, 0), (0, -1)),
    "rotate-90": ((0, -1), (1, 0)),
    "rotate-180": ((-1, 0), (0, -1)),
}
"""For each symmetry, the coefficients of the old row and column in the new row and in the new column."""


def transformed(part: Part, symmetry: str, shape: Square) -> Part:
    """Return the image of a part under a symmetry of a board of this shape, which may exchange its sides."""
    rotation = _ROTATIONS[symmetry]
    shift = [sum(side - 1 for factor, side in zip(row, shape, strict=True) if factor < 0) for row in rotation]

    def rotated(vector: Square) -> Square:
        (a, b), (c, d) = rotation
        return a * vector[0] + b * vector[1], c * vector[0] + d * vector[1]

    images: dict[int, Part] = {}
    """By the identities of parts, many of which occur more than once."""

    def image(part: Part) -> Part:
        if id(part) not in images:
            images[id(part)] = new_image(part)
        return images[id(part)]

    def new_image(part: Part) -> Part:
        form = rotated(part.form)
        is_reversed = form[::-1] < (0, 0)  # parallel cuts have the same form
        if is_reversed:
            form = -form[0], -form[1]
        if isinstance(part, Cut):
            offset = form[0] * shift[0] + form[1] * shift[1]
            if is_reversed:
                return Cut(form, 1 - part.value + offset, image(part.beyond), image(part.below))
            return Cut(form, part.value + offset, image(part.below), image(part.beyond))
        (row, col), (height, width) = part.corner, part.moves.shape
        ends = rotated(part.corner), rotated((row + height - 1, col + width - 1))
        corner = min(end[0] for end in ends) + shift[0], min(end[1] for end in ends) + shift[1]
        return Zone(corner, transform(part.moves, symmetry), part.is_straight, form)

    return image(part)


# Patches


class _Span(NamedTuple):
    """Rows or columns of a board, and those of a pattern that they repeat."""

    first: int
    stop: int
    source: slice
    is_repeated: bool


def zones_of_pattern(shape: Square, pattern: Pattern) -> Part:
    """Return the zones of a board filled with one pattern."""
    return zones_of([Patch((0, 0), shape, pattern)])


def zones_of(patches: Sequence[Patch]) -> Part:
    """Return the zones of a board filled with patches."""
    laid = [(patch.pattern.moves, _spans(patch)) for patch in patches]
    starts = [sorted({span.first for _, spans in laid for span in spans[axis]}) for axis in (0, 1)]

    def zone(row: int, col: int) -> Zone:
        for moves, spans in laid:
            around = [
                [span for span in spans[axis] if span.first <= place < span.stop]
                for axis, place in enumerate((row, col))
            ]
            if all(around):
                (rows,), (cols,) = around
                part = moves[rows.source, cols.source]
                is_straight = rows.is_repeated and cols.is_repeated and bool((part == part[0, 0]).all())
                return Zone((rows.first, cols.first), part, is_straight)
        raise AssertionError("the patches cover the board")

    rows, cols = starts
    return cut(ROWS, rows[1:], [cut(COLS, cols[1:], [zone(row, col) for col in cols]) for row in rows])


def _spans(patch: Patch) -> list[list[_Span]]:
    """Return the rows and the columns of a patch as spans."""
    found = []
    repeated = patch.pattern.rows, patch.pattern.cols
    for first, side, length, span in zip(patch.corner, patch.shape, patch.pattern.moves.shape, repeated, strict=True):
        start, stop = span or (length, length)
        more = side - length
        spans = [
            _Span(first, first + start, slice(0, start), is_repeated=False),
            _Span(first + start, first + stop + more, slice(start, stop), is_repeated=True),
            _Span(first + stop + more, first + side, slice(stop, length), is_repeated=False),
        ]
        found.append([span for span in spans if span.first < span.stop])
    return found
