"""Mosaics: a board of zones with inlays that lie over them, from which both its moves and its order follow.

`paint` writes the moves, by copying whole rectangles where no oblique cut passes, else parts of rows. For lookups (see
`legs`), `tree` cuts the inlays into the zones. Cost of `paint`: one write per square; O(rows) scratch memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from destrier.patterns.zones import COLS, ROWS, Cut, Part, Zone, cut, transformed, zones_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from destrier.core.types import Moves, Square
    from destrier.patterns.patches import Patch, Pattern


class Inlay(NamedTuple):
    """Moves that lie over those of the zones, which stay where they are zero."""

    top: int
    left: int
    moves: Moves

    def reach(self, form: Square) -> range:
        """Return the range of a form's values on its squares."""
        height, width = self.moves.shape
        rows, cols = (self.top, self.top + height - 1), (self.left, self.left + width - 1)
        values = [form[0] * row + form[1] * col for row in rows for col in cols]
        return range(min(values), max(values) + 1)

    def transformed(self, symmetry: str, shape: Square) -> Inlay:
        """Return its image under a symmetry of a board of this shape."""
        zone = transformed(Zone((self.top, self.left), self.moves, is_straight=False), symmetry, shape)
        assert isinstance(zone, Zone)
        return Inlay(*zone.corner, zone.moves)

    def lie_on(self, out: Moves, top: int = 0, left: int = 0) -> None:
        """Write its moves to an array that begins at this square of the board."""
        rows, cols = out.shape
        height, width = self.moves.shape
        first, beside = max(self.top, top), max(self.left, left)
        stop, beyond = min(self.top + height, top + rows), min(self.left + width, left + cols)
        if first < stop and beside < beyond:
            moves = self.moves[first - self.top : stop - self.top, beside - self.left : beyond - self.left]
            np.copyto(out[first - top : stop - top, beside - left : beyond - left], moves, where=moves > 0)


class Mosaic(NamedTuple):
    """A board of zones, with inlays that lie over them, later ones over earlier ones."""

    shape: Square
    zones: Part
    inlays: Sequence[Inlay] = ()

    @classmethod
    def of(cls, shape: Square, patches: Sequence[Patch]) -> Mosaic:
        """Return a board filled with patches that cover it."""
        return cls(shape, zones_of(patches))

    def transposed(self) -> Mosaic:
        """Return it with rows and columns exchanged."""
        rows, cols = self.shape
        inlays = [inlay.transformed("transpose", self.shape) for inlay in self.inlays]
        return Mosaic((cols, rows), transformed(self.zones, "transpose", self.shape), inlays)

    def paint(self, out: Moves) -> None:
        """Write the moves to a board of this shape."""
        _paint(self.zones, out)
        for inlay in self.inlays:
            inlay.lie_on(out)

    def tree(self) -> Part:
        """Return the zones of which each inlay is one."""
        boxes = []
        for inlay in self.inlays:
            moves = np.empty_like(inlay.moves)
            _paint(self.zones, moves, inlay.top, inlay.left)
            for over in self.inlays:
                over.lie_on(moves, inlay.top, inlay.left)
            boxes.append(Inlay(inlay.top, inlay.left, moves))
        return _with_boxes(self.zones, boxes)


def lay(pattern: Pattern, out: Moves) -> None:
    """Fill a board with a pattern, repeating its rows and columns as often as needed."""
    height, width = pattern.moves.shape
    rows, cols = pattern.rows or (height, height), pattern.cols or (width, width)
    for laid_rows, own_rows in _ends(len(out), height, rows):
        for laid_cols, own_cols in _ends(out.shape[1], width, cols):
            out[laid_rows, laid_cols] = pattern.moves[own_rows, own_cols]
        _repeat_rows(out[laid_rows].T, width, cols)
    _repeat_rows(out, height, rows)


def _ends(side: int, length: int, span: tuple[int, int]) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """Return where the first and the last part of a side lie on a board and in its pattern, whose span is repeated."""
    end = side - (length - span[1])
    first = slice(min(span[1], end))
    return (first, first), (slice(end, side), slice(span[1], length))


def _repeat_rows(out: Moves, length: int, span: tuple[int, int]) -> None:
    """Repeat a span of the rows of a pattern of this length up to its last part; copies double what there is."""
    start, stop = span
    end = len(out) - (length - stop)
    while stop < end:
        more = min(stop - start, end - stop)
        out[stop : stop + more] = out[start : start + more]
        stop += more


# Inlays that are zones


def _with_boxes(part: Part, boxes: Sequence[Inlay]) -> Part:
    """Return a part with boxes cut into it: inlays without zeros, which may overlap where they are equal."""
    if not boxes:
        return part
    if isinstance(part, Cut):
        reaches = [(box, box.reach(part.form)) for box in boxes]
        below = _with_boxes(part.below, [box for box, reach in reaches if reach.start < part.value])
        return part._replace(
            below=below, beyond=_with_boxes(part.beyond, [box for box, reach in reaches if reach.stop > part.value])
        )
    reaches = [(box, box.reach(part.form)) for box in boxes]
    ends = sorted({end for _, reach in reaches for end in (reach.start, reach.stop)})
    strips = [[box for box, reach in reaches if place in reach] for place in (ends[0] - 1, *ends)]
    return cut(part.form, ends, [_beside(strip, part) for strip in strips])


def _beside(boxes: Sequence[Inlay], zone: Zone) -> Part:
    """Return a zone with boxes in it, cut along the rows and columns next to each box."""
    if not boxes:
        return zone
    box, *others = boxes
    down, across = box.reach(ROWS), box.reach(COLS)
    above = _beside([other for other in others if other.top < down.start], zone)
    below = _beside([other for other in others if other.reach(ROWS).stop > down.stop], zone)
    level = [other for other in others if other.top < down.stop and other.reach(ROWS).stop > down.start]
    left = _beside([other for other in level if other.left < across.start], zone)
    right = _beside([other for other in level if other.reach(COLS).stop > across.stop], zone)
    own = Zone((box.top, box.left), box.moves, is_straight=False)
    middle = cut(COLS, [across.start, across.stop], [left, own, right])
    return cut(ROWS, [down.start, down.stop], [above, middle, below])


# The painter


def _paint(part: Part, out: Moves, top: int = 0, left: int = 0) -> None:
    """Write the moves of zones to an array that begins at this square of the board."""
    if isinstance(part, Zone):
        _repeat(part, top, left, out)
    elif part.form == ROWS:
        middle = min(max(part.value - top, 0), len(out))
        _paint(part.below, out[:middle], top, left)
        _paint(part.beyond, out[middle:], top + middle, left)
    elif part.form == COLS:
        middle = min(max(part.value - left, 0), out.shape[1])
        _paint(part.below, out[:, :middle], top, left)
        _paint(part.beyond, out[:, middle:], top, left + middle)
    else:
        _paint_rows(part, out, top, left)


def _paint_rows(part: Part, out: Moves, top: int, left: int) -> None:
    """Write the moves of a part with oblique cuts, row by row."""
    rows, cols = np.arange(top, top + len(out)), out.shape[1]

    def paint(part: Part, begins: NDArray[np.int64], ends: NDArray[np.int64]) -> None:
        """Write the moves of a part between these columns of each row."""
        if not (begins < ends).any():
            return
        if isinstance(part, Cut):
            rest = part.value - part.form[0] * rows
            beyond = -(-rest // part.form[1]) - left if part.form[1] else np.where(rest > 0, cols, 0)
            paint(part.below, begins, np.minimum(ends, beyond))
            paint(part.beyond, np.maximum(begins, beyond), ends)
            return
        changes = np.flatnonzero((begins[1:] != begins[:-1]) | (ends[1:] != ends[:-1])) + 1
        firsts = np.concatenate([[0], changes])  # of rows with equal ends
        lasts = np.concatenate([changes, [len(out)]])
        spans = np.column_stack([firsts, lasts, begins[firsts], ends[firsts]])[(begins < ends)[firsts]].tolist()
        if _is_uniform(part):
            square = part.moves[0, 0]
            for first, last, begin, end in spans:
                out[first:last, begin:end] = square
        else:
            for first, last, begin, end in spans:
                _repeat(part, top + first, left + begin, out[first:last, begin:end])

    paint(part, np.zeros(len(out), np.int64), np.full(len(out), cols))


def _is_uniform(zone: Zone) -> bool:
    """Whether all squares have the same moves."""
    return zone.moves.size == 1 or bool((zone.moves == zone.moves[0, 0]).all())


def _repeat(zone: Zone, top: int, left: int, out: Moves) -> None:
    """Write the moves of a zone; copies double what there is."""
    if _is_uniform(zone):
        out[:] = zone.moves[0, 0]
        return
    height, width = zone.moves.shape
    rows, cols = min(height, len(out)), min(width, out.shape[1])
    down, right = (top - zone.corner[0]) % height, (left - zone.corner[1]) % width
    out[:rows, :cols] = np.roll(zone.moves, (-down, -right), (0, 1))[:rows, :cols]
    while 0 < cols < out.shape[1]:
        more = min(cols, out.shape[1] - cols)
        out[:rows, cols : cols + more] = out[:rows, :more]
        cols += more
    while 0 < rows < len(out):
        more = min(rows, len(out) - rows)
        out[rows : rows + more] = out[:more]
        rows += more
