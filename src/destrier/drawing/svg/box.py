"""Boxes as SVG: the net, or two views in space from opposite sides. `docs/boards/box.md` shows both.

A view shows every face as a parallelogram with the moves on it. A move over an edge of the box has a segment on each of
the two faces, straight on the unfolded net. If the faces touch in the view, the segments meet; otherwise the edge is
*cut*: its two sides have a colour of their own, and short lines of that colour lead off the paper on one side and onto
it on the other. Besides the classes of all drawings there are `face`, `fold`, `cut` and `crossing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from math import dist, hypot, sqrt
from typing import Final, Literal, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from destrier.core.box import BANDS, FACES, Box, BoxSquare, Face
from destrier.core.leaper import MOVES
from destrier.core.tourney import Tourney
from destrier.core.types import Squares
from destrier.core.visits import next_in_cycle
from destrier.drawing.colouring import Stroke
from destrier.drawing.layout import CELL, GRID_WIDTH, LINE_WIDTH, MARGIN
from destrier.drawing.style import Style, cycle_colours
from destrier.drawing.svg.document import Extent
from destrier.drawing.svg.sheet import Place, Sheet, stroke_path
from destrier.support.errors import DestrierError

View: TypeAlias = Literal["net", "isometric"]

VIEWS: Final[tuple[View, ...]] = ("net", "isometric")
"""The ways to draw a box: unfolded, or in space from two opposite sides."""

_Point: TypeAlias = tuple[float, float]
"""A point (row, col) on a face from its top left corner, in squares, or (x, y) of a view."""

_Vector: TypeAlias = tuple[int, int, int]
"""A vector (right, back, up) in space, in squares, from the left front bottom corner of the box."""

_LINE_WIDTH: Final = 1.5
_FOLD_WIDTH: Final = 1.5
_FOLD_SHARE: Final = 0.35
"""The share of ink in the colour of a fold."""
_CUT_WIDTH: Final = 3
_REACH: Final = 0.4
"""The length of a move's extension beyond a cut, in squares."""

_GAP: Final = 2
"""The number of squares between the two views in space."""

_SHADES: Final[dict[Face, float]] = {"top": 0, "front": 0.04, "right": 0.1, "back": 0.04, "left": 0.1, "bottom": 0}
"""The share of ink in the shades of the faces, as if each view in space were lit from above."""


class FaceSegment(NamedTuple):
    """The part of a move that lies on one face."""

    face: Face
    start: _Point
    end: _Point


class _Sheet(NamedTuple):
    """The place of a face in a view: its top left corner, and the steps of one row down and one column right."""

    corner: _Point
    down: _Point
    right: _Point

    def place(self, point: _Point) -> _Point:
        """Return the (x, y) of a (row, col)."""
        row, col = point
        return (
            CELL * (self.corner[0] + row * self.down[0] + col * self.right[0]),
            CELL * (self.corner[1] + row * self.down[1] + col * self.right[1]),
        )

    def matrix(self) -> str:
        """Return the same map as an attribute, from (x, y) = (col, row)."""
        return "matrix(" + " ".join(_write(vector, " ") for vector in (self.right, self.down, self.place((0, 0)))) + ")"


_Sheets: TypeAlias = "dict[Face, _Sheet]"


def move_segments(tourney: Tourney) -> Iterator[list[FaceSegment]]:
    """Yield the segments of each move in visiting order, one for each face that it passes over."""
    here = tourney.indices()
    there = next_in_cycle(here, tourney.cycle_lengths())
    if tourney.kind == "open":
        here, there = here[:-1], there[:-1]
    yield from _segments_of(cast("Box", tourney.board), here, there)


def _segments_of(box: Box, here: Squares, there: Squares) -> Iterator[list[FaceSegment]]:
    for square, move in zip(here.tolist(), box.moves_between(here, there).tolist(), strict=True):
        yield _segments(box, box.square(square), move)


class BoxSheet(Sheet):
    """The net of a box, or two views of it in space."""

    name = "box"

    def __init__(self, box: Box, view: View, style: Style) -> None:
        if view not in VIEWS:
            raise DestrierError(f"a view is net or isometric, not {view!r}")
        self._box = box
        self._faces = _net(box) if view == "net" else _isometric(box)
        self._colours = _cut_colours(box, self._faces, style)
        corners = [self._faces[face].place(corner) for face in FACES for corner in _corners(box, face)]
        margin = MARGIN + CELL * _REACH
        (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*corners, strict=True))
        extent = Extent(right - left + 2 * margin, bottom - top + 2 * margin, left - margin, top - margin)
        super().__init__(box, style, extent)

    def board(self, *, grid: bool) -> Iterator[str]:
        yield from _faces(self._box, self._faces, self._style, grid=grid)
        yield from _borders(self._box, self._faces, self._style, self._colours)

    def places(self, squares: Squares) -> Iterator[Place]:
        for face in FACES:
            first, last = self._box.face_squares(face).ravel()[[0, -1]].tolist()
            which = np.flatnonzero((squares >= first) & (squares <= last))
            if which.size:
                rows, cols = np.divmod(squares[which] - first, self._box.face_shape(face)[1])
                centres = (CELL * cols + CELL // 2, CELL * rows + CELL // 2)
                yield Place(f' transform="{self._faces[face].matrix()}"', which, *centres)

    def edges(self, name: str, here: Squares, there: Squares) -> Iterator[str]:
        for segments in _segments_of(self._box, here, there):
            for segment in segments:
                line = _subpath((segment.start, segment.end), self._faces[segment.face])
                yield f'<path class="{name}" d="{line}"/>'

    def lines(self, tourney: Tourney, strokes: list[Stroke], width: float) -> Iterator[str]:
        moves = [*move_segments(tourney)]
        closed = tourney.kind != "open"
        width *= _LINE_WIDTH / LINE_WIDTH
        pairs, start = [], 0
        for length in tourney.cycle_lengths().tolist():
            cycle = [*chain.from_iterable(moves[start : start + length])]
            pairs += [*pairwise((*cycle, cycle[0]) if closed else cycle)]
            start += length
        yield from _crossings(pairs, self._faces, self._colours)
        for stroke in strokes:
            runs = ([*chain.from_iterable(moves[first:last])] for first, last in stroke.runs)
            line = " ".join(_line(run, self._faces, closed=closed and stroke.whole) for run in runs)
            yield stroke_path(f"{stroke.name} tour", stroke.colour, width, line)

    def shafts(self, tourney: Tourney) -> NDArray[np.float64]:
        longest = (
            max(segments, key=lambda segment: dist(segment.start, segment.end)) for segments in move_segments(tourney)
        )
        ends = [[self._faces[segment.face].place(end) for end in (segment.start, segment.end)] for segment in longest]
        return np.array(ends).reshape(-1, 4)


def _net(box: Box) -> _Sheets:
    """Return the faces as they lie unfolded; see the page of `boxes`."""
    return {face: _Sheet((col, row), (0, 1), (1, 0)) for face, (row, col) in box.corners().items()}


def _isometric(box: Box) -> _Sheets:
    """Return the faces in space: front, right and top as they are seen; beside them the others, turned over.

    From the opposite side everything is seen as its mirror image, here with above and below exchanged.
    """
    length, width, height = box.sides
    beside = ((length + width) * sqrt(3) / 2 + _GAP, (length - width) / 2 - height)  # their upper rims are level

    def project(vector: _Vector, *, turned: bool) -> _Point:
        right, back, up = vector
        x, y = (right + back) * sqrt(3) / 2, (right - back) / 2 - up
        return x, -y if turned else y

    sheets: _Sheets = {}
    for face, frame in box.frames().items():
        turned = face in ("back", "left", "bottom")
        (x, y), down, right = (project(vector, turned=turned) for vector in frame)
        sheets[face] = _Sheet((x + beside[0], y + beside[1]) if turned else (x, y), down, right)
    return sheets


def _turn(point: _Point, shape: tuple[int, int], turns: int) -> _Point:
    """Return the image of a point when its face is turned counter-clockwise, as by `numpy.rot90`."""
    for _ in range(turns % 4):
        point, shape = (shape[1] - point[1], point[0]), shape[::-1]
    return point


def _turn_back(point: _Point, shape: tuple[int, int], turns: int) -> _Point:
    """Return the original position of a point of a turned face."""
    return _turn(point, shape[::-1] if turns % 2 else shape, -turns)


def _edges(box: Box) -> Iterator[tuple[FaceSegment, FaceSegment]]:
    """Yield the twelve edges of a box, each as the border of its two faces."""
    for band in BANDS:
        for (face, turns), (other, other_turns) in pairwise((*band, band[0])):
            shape, other_shape = box.face_shape(face), box.face_shape(other)
            height, width = shape[::-1] if turns % 2 else shape
            yield (
                FaceSegment(face, *(_turn_back((row, width), shape, turns) for row in (0, height))),
                FaceSegment(other, *(_turn_back((row, 0), other_shape, other_turns) for row in (0, height))),
            )


def _segments(box: Box, square: BoxSquare, move: int) -> list[FaceSegment]:
    """Return the segments of a move, one for each face that it crosses, along the band on which it starts."""
    face, row, col = square
    (rows, cols), (drow, dcol) = box.face_shape(face), MOVES[move]
    at = (row + 0.5, col + 0.5)
    if 0 <= row + drow < rows and 0 <= col + dcol < cols:
        return [FaceSegment(face, at, (at[0] + drow, at[1] + dcol))]
    is_level = 0 <= row + drow < rows
    band, place = next(
        (band, place)
        for band in BANDS
        for place, (name, turns) in enumerate(band)
        if name == face and (turns % 2 == 0) == is_level
    )
    at = _turn(at, (rows, cols), band[place][1])
    drow, dcol = MOVES[(move + 2 * band[place][1]) % 8]
    segments, left = [], 1.0  # what is left of the move; all shares are exact binary fractions
    while left > 0:
        face, turns = band[place % 4]
        shape = box.face_shape(face)
        edge = shape[(turns + 1) % 2] if dcol > 0 else 0
        share = min(left, (edge - at[1]) / dcol)
        end = (at[0] + share * drow, at[1] + share * dcol)
        segments.append(FaceSegment(face, _turn_back(at, shape, turns), _turn_back(end, shape, turns)))
        left -= share
        place += 1 if dcol > 0 else -1
        face, turns = band[place % 4]
        at = (end[0], 0 if dcol > 0 else box.face_shape(face)[(turns + 1) % 2])
    return segments


def _meet(point: _Point, other: _Point) -> bool:
    return hypot(point[0] - other[0], point[1] - other[1]) < CELL / 100


def _cut_colours(box: Box, sheets: _Sheets, style: Style) -> dict[frozenset[Face], str]:
    """Return the colour of each edge, by its two faces, whose sides the view separates."""
    cut = [
        frozenset((one.face, other.face))
        for one, other in _edges(box)
        if not _meet(sheets[one.face].place(one.start), sheets[other.face].place(other.start))
        or not _meet(sheets[one.face].place(one.end), sheets[other.face].place(other.end))
    ]
    return dict(zip(cut, cycle_colours(len(cut), style), strict=True))


def _corners(box: Box, face: Face) -> list[_Point]:
    rows, cols = box.face_shape(face)
    return [(0, 0), (0, cols), (rows, cols), (rows, 0)]


def _faces(box: Box, sheets: _Sheets, style: Style, *, grid: bool) -> Iterator[str]:
    for face in FACES:
        place = sheets[face].place
        rows, cols = box.face_shape(face)
        outline = " ".join(_write(place(corner)) for corner in _corners(box, face))
        rules = [((row, 0), (row, cols)) for row in range(rows + 1)] + [
            ((0, col), (rows, col)) for col in range(cols + 1)
        ]
        lines = " ".join(f"M{_write(place(start))} {_write(place(end))}" for start, end in rules)
        shade = f'fill="{style.ink}" fill-opacity="{_SHADES[face]:g}"'
        yield f'<polygon class="face {face}" points="{outline}" {shade}/>'
        if grid:
            yield f'<path class="grid" stroke="{style.grid}" stroke-width="{GRID_WIDTH}" d="{lines}"/>'


def _borders(box: Box, sheets: _Sheets, style: Style, colours: dict[frozenset[Face], str]) -> Iterator[str]:
    """Yield the edges of the box: folds of the paper, and above them the cuts."""
    folds, cuts = [], []
    for one, other in _edges(box):
        sides = " ".join(_subpath((segment.start, segment.end), sheets[segment.face]) for segment in (one, other))
        colour = colours.get(frozenset((one.face, other.face)))
        if colour is None:
            folds.append(stroke_path("fold", style.ink, _FOLD_WIDTH, sides, f' stroke-opacity="{_FOLD_SHARE}"'))
        else:
            cuts.append(stroke_path("cut", colour, _CUT_WIDTH, sides))
    yield from folds
    yield from cuts


def _crossings(
    pairs: list[tuple[FaceSegment, FaceSegment]], sheets: _Sheets, colours: dict[frozenset[Face], str]
) -> Iterator[str]:
    """Yield short lines in the colour of a cut where moves leave and re-enter the paper."""
    strokes: dict[str, list[str]] = {colour: [] for colour in colours.values()}
    for one, other in pairs:
        colour = colours.get(frozenset((one.face, other.face)))
        if colour is not None and one.face != other.face:
            strokes[colour].append(_subpath((one.end, _beyond(one.start, one.end)), sheets[one.face]))
            strokes[colour].append(_subpath((other.start, _beyond(other.end, other.start)), sheets[other.face]))
    for colour, subpaths in strokes.items():
        if subpaths:
            yield stroke_path("crossing", colour, _LINE_WIDTH, " ".join(subpaths))


def _beyond(start: _Point, end: _Point) -> _Point:
    """Return a point a little beyond the end of a line."""
    share = _REACH / hypot(end[0] - start[0], end[1] - start[1])
    return end[0] + share * (end[0] - start[0]), end[1] + share * (end[1] - start[1])


def _line(segments: list[FaceSegment], sheets: _Sheets, *, closed: bool) -> str:
    """Return a cycle or an open walk as a path that is broken where it crosses a cut."""
    places = [
        (sheets[segment.face].place(segment.start), sheets[segment.face].place(segment.end)) for segment in segments
    ]
    words = [f"M{_write(places[0][0])}"]
    for (_, end), (start, _) in pairwise((*places, places[0])):
        words.append(_write(end))
        if not _meet(end, start):
            words.append(f"M{_write(start)}")
    if not closed or not _meet(places[-1][1], places[0][0]):
        words.pop()  # the last word would start another subpath
    return " ".join(words)


def _subpath(points: Iterable[_Point], sheet: _Sheet) -> str:
    return "M" + " ".join(_write(sheet.place(point)) for point in points)


def _write(point: _Point, between: str = ",") -> str:
    return between.join(f"{value:.3f}".rstrip("0").rstrip(".") for value in point)
