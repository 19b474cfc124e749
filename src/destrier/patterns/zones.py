"""Zones: boards of any size, divided into a few parts with periodic moves.

Straight cuts divide a board, and further cuts its parts, until each part, a *zone*, repeats a small array of moves. If
all squares have the same two opposite moves, the zone is *straight*: the piece continues in a line until it leaves the
zone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from destrier.core.board import transform
from destrier.core.types import Moves, Square
from destrier.patterns.patches import Patch, Pattern

if TYPE_CHECKING:
    from collections.abc import Sequence


class Zone(NamedTuple):
    """Squares between cuts, with a repeated array of moves."""

    corner: Square
    """A square where a copy of the array begins."""
    moves: Moves
    is_straight: bool
    """Whether all squares have the same two moves, which are opposite."""


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


def moves_at(part: Part, square: Square) -> int:
    """Return the moves of a square."""
    while isinstance(part, Cut):
        is_beyond = part.form[0] * square[0] + part.form[1] * square[1] >= part.value
        part = part.beyond if is_beyond else part.below
    height, width = part.moves.shape
    return int(part.moves[(square[0] - part.corner[0]) % height, (square[1] - part.corner[1]) % width])


def transposed(part: Part) -> Part:
    """Return the part with rows and columns exchanged."""
    if isinstance(part, Zone):
        return Zone(part.corner[::-1], transform(part.moves, "transpose"), part.is_straight)
    return Cut(part.form[::-1], part.value, transposed(part.below), transposed(part.beyond))


def mirrored(part: Part, cols: int) -> Part:
    """Return the part of a board of so many columns with left and right exchanged."""
    if isinstance(part, Zone):
        row, col = part.corner
        corner = row, cols - col - part.moves.shape[1]
        return Zone(corner, transform(part.moves, "flip-columns"), part.is_straight)
    down, right = part.form
    value = part.value - right * (cols - 1)
    return Cut((down, -right), value, mirrored(part.below, cols), mirrored(part.beyond, cols))


def quarter_turned(part: Part, side: int) -> Part:
    """Return the part of a square board of this side turned counter-clockwise."""
    if isinstance(part, Zone):
        row, col = part.corner
        corner = side - col - part.moves.shape[1], row
        return Zone(corner, transform(part.moves, "rotate-90"), part.is_straight)
    down, right = part.form
    value = part.value - right * (side - 1)
    return Cut((-right, down), value, quarter_turned(part.below, side), quarter_turned(part.beyond, side))


# Patterns


class _Span(NamedTuple):
    """Rows or columns of a board, and those of a pattern that they repeat."""

    first: int
    stop: int
    source: slice
    is_repeated: bool


def zones_of_pattern(shape: tuple[int, int], pattern: Pattern) -> Part:
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
    return cut((1, 0), rows[1:], [cut((0, 1), cols[1:], [zone(row, col) for col in cols]) for row in rows])


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
