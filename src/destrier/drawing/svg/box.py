"""Tours of boxes: the net as text, and as SVG the net or two views in space, from opposite sides.

A view lays every face down as a parallelogram, with the moves on it. A move over an edge of the box has a piece on
either face, straight on the unfolded paper. Where the two faces touch in the view, the pieces meet; where they do not,
the edge is *cut*: its two sides have a colour of their own, and the pieces go on in short lines of that colour,
off the paper on the one side and onto it on the other.

All looks are presentation attributes, which any style sheet overrides by the classes `background`, `face`,
`grid`, `fold`, `cut`, `crossing`, `tour` and `dots`.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot, sqrt
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from destrier.core.board import MOVES
from destrier.core.box import BANDS, FACES
from destrier.drawing.layout import (
    CELL,
    GRID_COLOUR,
    GRID_WIDTH,
    MARGIN,
    TOUR_COLOUR,
    cycle_colours,
)
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from destrier.core.box import Box, BoxSquare, BoxTour, Face

__all__ = ["VIEWS", "Frame", "Piece", "View", "box_svg", "box_text", "frames", "move_pieces"]

View: TypeAlias = Literal["net", "isometric"]

VIEWS: Final[tuple[View, ...]] = ("net", "isometric")
"""How a box is drawn: unfolded, or in space from two opposite sides."""

_Point: TypeAlias = tuple[float, float]
"""(row, col) on a face from its top left corner, in squares; or (x, y) of a view."""

_Vector: TypeAlias = tuple[int, int, int]
"""(right, back, up) in space, in squares, from the corner of the box at the left, in front and below."""

_LINE_WIDTH: Final = 1.5
_DOT_RADIUS: Final = 2.5
_FOLD_WIDTH: Final = 1.5
_FOLD_COLOUR: Final = "#a8a8a0"
_CUT_WIDTH: Final = 3
_REACH: Final = 0.4
"""How far a move points beyond a cut, in squares."""

_GAP: Final = 2
"""Squares between the two views in space."""

_SHADES: Final[dict[Face, str]] = {
    "top": "#ffffff",
    "front": "#f4f4f0",
    "right": "#e6e6e0",
    "back": "#f4f4f0",
    "left": "#e6e6e0",
    "bottom": "#ffffff",
}
"""As if each view in space were lit from above."""


class Piece(NamedTuple):
    """The part of a move that lies on one face."""

    face: Face
    start: _Point
    end: _Point


class Frame(NamedTuple):
    """Where a face lies in space: its top left corner, and what a row down and a column right add."""

    corner: _Vector
    down: _Vector
    right: _Vector


class _Sheet(NamedTuple):
    """Where a face lies in a view: its top left corner, and what a row down and a column right add."""

    corner: _Point
    down: _Point
    right: _Point

    def place(self, point: _Point) -> _Point:
        """The (x, y) of a (row, col)."""
        row, col = point
        return (
            CELL * (self.corner[0] + row * self.down[0] + col * self.right[0]),
            CELL * (self.corner[1] + row * self.down[1] + col * self.right[1]),
        )

    def matrix(self) -> str:
        """The same as an attribute, from (x, y) = (col, row)."""
        return "matrix(" + " ".join(_write(vector, " ") for vector in (self.right, self.down, self.place((0, 0)))) + ")"


_Sheets: TypeAlias = "dict[Face, _Sheet]"


# Text


def box_text(tour: BoxTour) -> str:
    """The numbered net: when each square is visited, from 0."""
    width = len(str(tour.box.size - 1)) + 1
    sheets, numbers = _net(tour.box), tour.numbering()
    lines = [""] * (2 * tour.box.width + tour.box.height)
    for face in FACES:
        col, row = map(int, sheets[face].corner)
        for number, values in enumerate(numbers[face].tolist(), row):
            lines[number] = lines[number].ljust(width * col) + "".join(f"{value:{width}}" for value in values)
    return "".join(f"{line}\n" for line in lines)


# In space


def frames(box: Box) -> dict[Face, Frame]:
    """Where each face lies in space, in squares."""
    length, width, height = box.sides
    return {
        "top": Frame((0, width, height), (0, -1, 0), (1, 0, 0)),
        "left": Frame((0, width, height), (0, 0, -1), (0, -1, 0)),
        "front": Frame((0, 0, height), (0, 0, -1), (1, 0, 0)),
        "right": Frame((length, 0, height), (0, 0, -1), (0, 1, 0)),
        "back": Frame((length, width, height), (0, 0, -1), (-1, 0, 0)),
        "bottom": Frame((0, 0, 0), (0, 1, 0), (1, 0, 0)),
    }


def move_pieces(tour: BoxTour) -> Iterator[list[Piece]]:
    """The pieces of each move, in visiting order: one for each face that it passes over."""
    for square, move in zip(tour.squares(), tour.moves().tolist(), strict=True):
        yield _pieces(tour.box, square, move)


# SVG


def box_svg(tour: BoxTour, view: View = "net") -> str:
    """Draw a tour of a box.

    Parameters
    ----------
    view
        `net`: the box unfolded; `isometric`: in space from the front, the right and above, and from the opposite side.

    Returns
    -------
    str
        An SVG document.
    """
    if view not in VIEWS:
        raise DestrierError(f"a view is net or isometric, not {view!r}")
    sheets = _net(tour.box) if view == "net" else _isometric(tour.box)
    pieces = [piece for steps in move_pieces(tour) for piece in steps]
    colours = _cut_colours(tour.box, sheets)
    parts = [
        _opening(tour.box, sheets),
        *_faces(tour.box, sheets),
        *_borders(tour.box, sheets, colours),
        *_crossings(pieces, sheets, colours),
        _line(pieces, sheets),
        *_dots(tour, sheets),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _net(box: Box) -> _Sheets:
    """The faces as they lie unfolded, see the page of `boxes`."""
    length, width, height = box.sides
    corners: dict[Face, _Point] = {
        "top": (width, 0),
        "left": (0, width),
        "front": (width, width),
        "right": (width + length, width),
        "back": (2 * width + length, width),
        "bottom": (width, width + height),
    }
    return {face: _Sheet(corner, (0, 1), (1, 0)) for face, corner in corners.items()}


def _isometric(box: Box) -> _Sheets:
    """The faces in space: those that are seen from the front, the right and above; beside them the others, turned over.

    From the opposite side everything is seen as its mirror image, here with above and below exchanged.
    """
    length, width, height = box.sides
    beside = ((length + width) * sqrt(3) / 2 + _GAP, (length - width) / 2 - height)  # their upper rims are level

    def project(vector: _Vector, *, turned: bool) -> _Point:
        right, back, up = vector
        x, y = (right + back) * sqrt(3) / 2, (right - back) / 2 - up
        return x, -y if turned else y

    sheets: _Sheets = {}
    for face, frame in frames(box).items():
        turned = face in ("back", "left", "bottom")
        (x, y), down, right = (project(vector, turned=turned) for vector in frame)
        sheets[face] = _Sheet((x + beside[0], y + beside[1]) if turned else (x, y), down, right)
    return sheets


def _turn(point: _Point, shape: tuple[int, int], turns: int) -> _Point:
    """Where a point of a face goes when the face is turned counter-clockwise, as by `numpy.rot90`."""
    for _ in range(turns % 4):
        point, shape = (shape[1] - point[1], point[0]), shape[::-1]
    return point


def _turn_back(point: _Point, shape: tuple[int, int], turns: int) -> _Point:
    """Where a point of a turned face was before."""
    return _turn(point, shape[::-1] if turns % 2 else shape, -turns)


def _edges(box: Box) -> Iterator[tuple[Piece, Piece]]:
    """The twelve edges of a box, each as it bounds the one face and the other."""
    for band in BANDS:
        for (face, turns), (other, other_turns) in pairwise((*band, band[0])):
            shape, other_shape = box.face_shape(face), box.face_shape(other)
            height, width = shape[::-1] if turns % 2 else shape
            yield (
                Piece(face, *(_turn_back((row, width), shape, turns) for row in (0, height))),
                Piece(other, *(_turn_back((row, 0), other_shape, other_turns) for row in (0, height))),
            )


def _pieces(box: Box, square: BoxSquare, move: int) -> list[Piece]:
    """The pieces of a move, one for each face that it passes over: along the band on which it leaves its face."""
    face, row, col = square
    (rows, cols), (drow, dcol) = box.face_shape(face), MOVES[move]
    at = (row + 0.5, col + 0.5)
    if 0 <= row + drow < rows and 0 <= col + dcol < cols:
        return [Piece(face, at, (at[0] + drow, at[1] + dcol))]
    is_level = 0 <= row + drow < rows
    band, place = next(
        (band, place)
        for band in BANDS
        for place, (name, turns) in enumerate(band)
        if name == face and (turns % 2 == 0) == is_level
    )
    at = _turn(at, (rows, cols), band[place][1])
    drow, dcol = MOVES[(move + 2 * band[place][1]) % 8]
    pieces, left = [], 1.0  # what is left of the move; all shares are exact binary fractions
    while left > 0:
        face, turns = band[place % 4]
        shape = box.face_shape(face)
        edge = shape[(turns + 1) % 2] if dcol > 0 else 0
        share = min(left, (edge - at[1]) / dcol)
        end = (at[0] + share * drow, at[1] + share * dcol)
        pieces.append(Piece(face, _turn_back(at, shape, turns), _turn_back(end, shape, turns)))
        left -= share
        place += 1 if dcol > 0 else -1
        face, turns = band[place % 4]
        at = (end[0], 0 if dcol > 0 else box.face_shape(face)[(turns + 1) % 2])
    return pieces


def _meet(point: _Point, other: _Point) -> bool:
    return hypot(point[0] - other[0], point[1] - other[1]) < CELL / 100


def _cut_colours(box: Box, sheets: _Sheets) -> dict[frozenset[Face], str]:
    """The colour of each edge, by its two faces, that the view cuts: its sides do not lie on each other."""
    cut = [
        frozenset((one.face, other.face))
        for one, other in _edges(box)
        if not _meet(sheets[one.face].place(one.start), sheets[other.face].place(other.start))
        or not _meet(sheets[one.face].place(one.end), sheets[other.face].place(other.end))
    ]
    return dict(zip(cut, cycle_colours(len(cut)), strict=True))


def _opening(box: Box, sheets: _Sheets) -> str:
    corners = [sheets[face].place(corner) for face in FACES for corner in _corners(box, face)]
    margin = MARGIN + CELL * _REACH
    left, top = (min(corner[axis] for corner in corners) - margin for axis in (0, 1))
    width, height = (max(corner[axis] for corner in corners) + margin - low for axis, low in ((0, left), (1, top)))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="destrier box"'
        f' viewBox="{_write((left, top), " ")} {_write((width, height), " ")}"'
        f' width="{width:.2f}" height="{height:.2f}" fill="none" stroke-linecap="round" stroke-linejoin="round">\n'
        f"<title>Closed knight's tour of the {box} box</title>\n"
        f'<rect class="background" x="{left:.2f}" y="{top:.2f}" width="100%" height="100%" fill="white"/>'
    )


def _corners(box: Box, face: Face) -> list[_Point]:
    rows, cols = box.face_shape(face)
    return [(0, 0), (0, cols), (rows, cols), (rows, 0)]


def _faces(box: Box, sheets: _Sheets) -> Iterator[str]:
    for face in FACES:
        place = sheets[face].place
        rows, cols = box.face_shape(face)
        outline = " ".join(_write(place(corner)) for corner in _corners(box, face))
        rules = [((row, 0), (row, cols)) for row in range(rows + 1)] + [
            ((0, col), (rows, col)) for col in range(cols + 1)
        ]
        lines = " ".join(f"M{_write(place(start))} {_write(place(end))}" for start, end in rules)
        yield f'<polygon class="face {face}" points="{outline}" fill="{_SHADES[face]}"/>'
        yield f'<path class="grid" stroke="{GRID_COLOUR}" stroke-width="{GRID_WIDTH}" d="{lines}"/>'


def _borders(box: Box, sheets: _Sheets, colours: dict[frozenset[Face], str]) -> Iterator[str]:
    """The edges of the box: folds of the paper, and above them the cuts."""
    folds, cuts = [], []
    for one, other in _edges(box):
        sides = " ".join(_subpath((piece.start, piece.end), sheets[piece.face]) for piece in (one, other))
        colour = colours.get(frozenset((one.face, other.face)))
        if colour is None:
            folds.append(f'<path class="fold" stroke="{_FOLD_COLOUR}" stroke-width="{_FOLD_WIDTH}" d="{sides}"/>')
        else:
            cuts.append(f'<path class="cut" stroke="{colour}" stroke-width="{_CUT_WIDTH}" d="{sides}"/>')
    yield from folds
    yield from cuts


def _crossings(pieces: list[Piece], sheets: _Sheets, colours: dict[frozenset[Face], str]) -> Iterator[str]:
    """Where moves leave the paper at a cut, and where they come in: short lines in its colour."""
    strokes: dict[str, list[str]] = {colour: [] for colour in colours.values()}
    for one, other in pairwise((*pieces, pieces[0])):
        colour = colours.get(frozenset((one.face, other.face)))
        if colour is not None and one.face != other.face:
            strokes[colour].append(_subpath((one.end, _beyond(one.start, one.end)), sheets[one.face]))
            strokes[colour].append(_subpath((other.start, _beyond(other.end, other.start)), sheets[other.face]))
    for colour, subpaths in strokes.items():
        if subpaths:
            yield f'<path class="crossing" stroke="{colour}" stroke-width="{_LINE_WIDTH}" d="{" ".join(subpaths)}"/>'


def _beyond(start: _Point, end: _Point) -> _Point:
    """A point a little beyond the end of a line."""
    share = _REACH / hypot(end[0] - start[0], end[1] - start[1])
    return end[0] + share * (end[0] - start[0]), end[1] + share * (end[1] - start[1])


def _line(pieces: list[Piece], sheets: _Sheets) -> str:
    """The tour as one path that is broken where it crosses a cut."""
    places = [(sheets[piece.face].place(piece.start), sheets[piece.face].place(piece.end)) for piece in pieces]
    words = [f"M{_write(places[0][0])}"]
    for (_, end), (start, _) in pairwise((*places, places[0])):
        words.append(_write(end))
        if not _meet(end, start):
            words.append(f"M{_write(start)}")
    if not _meet(places[-1][1], places[0][0]):
        words.pop()  # it would begin again
    return f'<path class="tour" stroke="{TOUR_COLOUR}" stroke-width="{_LINE_WIDTH}" d="{" ".join(words)}"/>'


def _dots(tour: BoxTour, sheets: _Sheets) -> Iterator[str]:
    """A dot on each square, which lies on its face."""
    for face in FACES:
        rows, cols = tour.box.face_shape(face)
        yield f'<g class="dots" fill="{TOUR_COLOUR}" transform="{sheets[face].matrix()}">'
        for row in range(rows):
            for col in range(cols):
                yield f'<circle cx="{CELL * (2 * col + 1) // 2}" cy="{CELL * (2 * row + 1) // 2}" r="{_DOT_RADIUS}"/>'
        yield "</g>"


def _subpath(points: Iterable[_Point], sheet: _Sheet) -> str:
    return "M" + " ".join(_write(sheet.place(point)) for point in points)


def _write(point: _Point, between: str = ",") -> str:
    return between.join(f"{value:.3f}".rstrip("0").rstrip(".") for value in point)
