"""Tourneys for pen plotters: lines in millimetres, a layer for each pen, on a sheet of paper; as SVG.

The SVG has Inkscape layers, which plotter programs read. Collinear consecutive moves are merged into one line. The
order of the lines keeps the travel of the pen short (see `travel`). `drawing.machines` writes the same lines in other
formats.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import gcd, hypot
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.tourney import Tourney, flat_board
from destrier.drawing.colouring import Colouring, coloured_moves, strokes
from destrier.drawing.colours import chosen_colours
from destrier.drawing.layout import walked_edges
from destrier.drawing.style import STYLES
from destrier.drawing.svg.document import Extent, document
from destrier.drawing.svg.tour import describe
from destrier.support.errors import DestrierError, shown
from destrier.support.html import escape

PAPERS: Final[dict[str, tuple[float, float]]] = {
    "a0": (841, 1189),
    "a1": (594, 841),
    "a2": (420, 594),
    "a3": (297, 420),
    "a4": (210, 297),
    "a5": (148, 210),
    "a6": (105, 148),
    "letter": (215.9, 279.4),
}
"""The width and height of sheets of paper in millimetres."""

_INCH: Final = 25.4
"""An inch in millimetres."""

_PAPER: Final = "a4"
PENS: Final = {
    "black": "#1a1a1a",
    "red": "#d7191c",
    "blue": "#1f5fbf",
    "green": "#1a8f3c",
    "orange": "#f28a00",
    "violet": "#8e3fa8",
    "turquoise": "#17a8b8",
    "brown": "#8a4b20",
}
"""The pens of a usual set and their colours, in the order in which a plot takes them."""

_MARGIN: Final = 15.0
_WIDEST: Final = 100_000
"""The greatest width in millimetres."""

_PEN: Final = 0.5
_LAYERS: Final = ' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'


class Line(NamedTuple):
    """A line that a pen draws in one go."""

    points: NDArray[np.float64]
    """(corners, 2): x and y in millimetres from the upper left corner of the sheet."""
    closed: bool


class Pen(NamedTuple):
    """The pen of a layer."""

    name: str
    colour: str


class Layer(NamedTuple):
    """The lines of one pen."""

    number: int
    """The number of the pen, or of the cycle, from 1 on."""
    name: str
    colour: str
    lines: list[Line]


class Plot(NamedTuple):
    """What a plotter draws: the sheet's width and height in millimetres, and its layers."""

    sheet: tuple[float, float]
    layers: list[Layer]


class Polyline(NamedTuple):
    """A line that a pen draws in one go, of a layer."""

    layer: int
    corners: NDArray[np.int64]
    """The row and the column of each corner."""
    closed: bool


def to_plotter_svg(tourney: Tourney, *, pen: float = _PEN, **lines: Any) -> str:
    """Draw a tourney as lines for a pen, which lifts only between cycles or colours.

    The unit of the SVG is the millimetre; corners are rounded to a thousandth. `lines` are the other options of `plot`.
    """
    sheet, layers = plot(tourney, pen=pen, **lines)
    look = f'{_LAYERS} fill="none" stroke-width="{pen:g}" stroke-linecap="round" stroke-linejoin="round"'
    return document(
        _groups(layers),
        Extent(*sheet),
        title=describe(tourney),
        name="plot",
        scale="mm",
        look=look.strip(),
        background="",
        recipe=tourney.recipe,
    )


def plot(
    tourney: Tourney,
    *,
    paper: str | None = None,
    margin: float | None = None,
    width: float | None = None,
    pen: float = _PEN,
    pens: int | None = None,
    colours: Sequence[str] | None = None,
    colour_by: Colouring | None = None,
) -> Plot:
    """Return the lines of a tourney for a plotter. Each cycle is a layer, or each pen if there are several pens.

    Parameters
    ----------
    tourney
        The tourney to draw.
    paper
        The paper: `a0` to `a6`, `letter`, or its width and height, such as `300x400` or `6x9in`. It is in portrait
        or landscape format, whichever gives a larger drawing, with the drawing centred. By default this is `a4`, unless
        a width is given.
    margin
        The least margin of the paper in millimetres, 15 by default.
    width
        The width of the board in millimetres, by default as large as fits on the paper. Without a paper, it is the
        width of the drawing.
    pen
        The width of the pen in millimetres.
    pens
        The number of pens, from 1 to 8, in the colours of a usual set: black, red, blue, green, orange, violet,
        turquoise and brown. By default, each cycle has its own; other colours need all eight.
    colours
        The colours of the pens, if they are others.
    colour_by
        What the colours show, as in `to_svg`. With several pens, these are, by default, the parts of a lone cycle, or
        the cycles in turn.

    Warns
    -----
    UserWarning
        If the pen is wider than the distance between the closest parallel moves.
    """
    board = flat_board(tourney, "a plotter draws")
    if not ((width is None or 1 <= width <= _WIDEST) and 0 < pen <= (width or _WIDEST)):
        raise DestrierError(f"a drawing is 1 to {_WIDEST} mm wide, and a pen is narrower, not {width!r} and {pen!r}")
    if paper is None and width is not None:
        if margin is not None:
            raise DestrierError("a margin needs a paper, such as a4")
        cell = width / board.cols
        sheet = width, cell * board.rows
    else:
        sheet, cell = _laid_out(board, _sizes(paper or _PAPER), _MARGIN if margin is None else margin, width)
    _warn_of_wide(pen, cell, board)
    corner = tuple((side - cell * squares) / 2 for side, squares in zip(sheet, (board.cols, board.rows), strict=True))
    several = pens is not None or colours is not None
    shows = colour_by or ("tour" if several and tourney.cycle_count == 1 else "cycles")
    by_pen = several or shows != "cycles"
    rack = _rack(pens, colours)
    of_moves, of_cycles = coloured_moves(tourney, shows, STYLES["paper"], shades=len(rack))
    if not by_pen:
        rack = [Pen(f"cycle {number}", colour) for number, colour in enumerate(of_cycles, start=1)]
    polylines = _polylines(tourney, shows, of_moves % len(rack), [each.colour for each in rack])
    layers = []
    for number, group in groupby(_in_order(polylines, by_layer=by_pen), lambda polyline: polyline.layer):
        lines = [
            Line((polyline.corners[:, ::-1] + 0.5) * cell + np.array(corner), polyline.closed) for polyline in group
        ]
        layers.append(Layer(number + 1, rack[number].name, rack[number].colour, lines))
    return Plot(sheet, layers)


def _rack(count: int | None, colours: Sequence[str] | None) -> list[Pen]:
    """Return the first pens of the usual set, or of some colours, all by default.

    Their names begin with numbers, by which plotter programs select layers.
    """
    named = [*PENS.items()] if colours is None else [*zip(colours, chosen_colours(colours), strict=True)]
    if count is not None and (isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= len(named)):
        what = "a plot" if colours is None else f"a plot in {len(named)} colours"
        raise DestrierError(f"{what} has 1 to {len(named)} pens, not {shown(count)}")
    return [Pen(f"{number} {name} pen", colour) for number, (name, colour) in enumerate(named[:count], start=1)]


def parse_paper(text: str) -> tuple[float, float]:
    """Return the width and height of a paper in millimetres."""
    if size := PAPERS.get(text.lower()):
        return size
    match = re.fullmatch(r"([0-9]{1,5}(?:\.[0-9]+)?)x([0-9]{1,5}(?:\.[0-9]+)?)(mm|in)?", text.lower())
    if match is None:
        sizes = "a size in mm such as 300x400, or in inches such as 6x9in"
        raise DestrierError(f"a paper is one of {', '.join(PAPERS)}, or {sizes}, not {text!r}")
    unit = _INCH if match[3] == "in" else 1
    return unit * float(match[1]), unit * float(match[2])


def check_length(what: str, length: object) -> None:
    """Refuse what is no length in millimetres; a missing one is none to check."""
    if length is not None and not (isinstance(length, int | float) and 0 <= length < float("inf")):
        raise DestrierError(f"a {what} is a number of millimetres from 0 on, not {shown(length)}")


def _sizes(paper: str) -> list[tuple[float, float]]:
    """Return the paper in portrait and landscape format."""
    width, height = parse_paper(paper)
    return [(width, height), (height, width)]


def _laid_out(
    board: Board, sizes: Sequence[tuple[float, float]], margin: float, width: float | None
) -> tuple[tuple[float, float], float]:
    """Return the oriented paper, and the side of a square."""

    def fitting(size: tuple[float, float]) -> float:
        return min((size[0] - 2 * margin) / board.cols, (size[1] - 2 * margin) / board.rows)

    sheet = max(sizes, key=fitting)
    cell = fitting(sheet) if width is None else width / board.cols
    if not 0 <= margin < min(sheet) / 2 or cell > fitting(sheet) * (1 + 1e-9):
        room = max(0, fitting(sheet) * board.cols)
        raise DestrierError(
            f"a paper of {sheet[0]:g} x {sheet[1]:g} mm with margins of {margin:g} mm has room for {room:g} mm of width"
        )
    return sheet, cell


def _warn_of_wide(pen: float, cell: float, board: Board) -> None:
    """Warn if lines would merge.

    The moves in one direction (a, b) lie on parallel lines through the middles of squares. These lines are 1 / |(a, b)|
    apart, where a and b have no common divisor; else they lie as if both were divided by it.
    """
    gap = cell * min(gcd(*pair) / hypot(*pair) for pair in board.leaper.pairs)
    if pen > gap:
        warnings.warn(
            f"a pen of {pen:g} mm is wider than the {gap:.2g} mm between parallel moves: draw larger, or with a finer"
            " pen",
            stacklevel=3,
        )


def _polylines(
    tourney: Tourney, colour_by: Colouring, of_moves: NDArray[np.int64], colours: Sequence[str]
) -> list[Polyline]:
    """Return the lines of each layer, without the inner squares of straight segments."""
    here, there, _ = walked_edges(tourney)
    places, reached = (np.column_stack(tourney.board.places(squares)) for squares in (here, there))
    steps = reached - places
    polylines = []
    for layer, stroke in enumerate(strokes(tourney, colour_by, of_moves, colours)):
        closed = stroke.whole and tourney.kind != "open"
        for start, stop in stroke.runs:
            turns = np.any(steps[start:stop] != np.roll(steps[start:stop], 1, axis=0), axis=1)
            if closed:
                corners = places[start:stop][turns]
            else:
                turns[0] = True
                corners = np.concatenate([places[start:stop][turns], reached[stop - 1 : stop]])
            polylines.append(Polyline(layer, corners, closed))
    return polylines


def _in_order(polylines: list[Polyline], *, by_layer: bool) -> list[Polyline]:
    """Return the polylines in an order with little travel, overall or layer by layer, each from its starting corner."""
    if by_layer:
        groups = [[*group] for _, group in groupby(polylines, lambda polyline: polyline.layer)]
        return [polyline for group in groups for polyline in _in_order(group, by_layer=False)]
    if len(polylines) < 2:
        return polylines
    from destrier.drawing.svg.travel import shortest_travel

    lengths = np.array([len(polyline.corners) if polyline.closed else 2 for polyline in polylines])
    firsts = np.cumsum(lengths) - lengths
    partners = np.arange(lengths.sum())
    for polyline, first in zip(polylines, firsts.tolist(), strict=True):
        if not polyline.closed:
            partners[first : first + 2] = first + 1, first
    entries = np.concatenate(
        [polyline.corners if polyline.closed else polyline.corners[[0, -1]] for polyline in polylines]
    )
    numbers = np.repeat(np.arange(lengths.size), lengths)
    ordered = []
    for entry in shortest_travel(entries, entries[partners], numbers, partners).tolist():
        polyline, place = polylines[numbers[entry]], entry - int(firsts[numbers[entry]])
        corners = np.roll(polyline.corners, -place, axis=0) if polyline.closed else polyline.corners[:: 1 - 2 * place]
        ordered.append(polyline._replace(corners=corners))
    return ordered


def _groups(layers: Iterable[Layer]) -> Iterator[str]:
    """Yield the layers as groups, with absolute coordinates, since relative ones would accumulate rounding errors."""
    for layer in layers:
        lines = []
        for line in layer.lines:
            points = " L".join(f"{x:.3f},{y:.3f}" for x, y in line.points.tolist())
            lines.append(f"M{points}{' Z' * line.closed}")
        kind = "cycle" if layer.name.startswith("cycle") else "piece"
        yield (
            f'<g class="{kind} {kind}-{layer.number - 1}" id="layer{layer.number}" inkscape:groupmode="layer"'
            f' inkscape:label="{escape(layer.name)}" stroke="{escape(layer.colour)}"><path d="{" ".join(lines)}"/></g>'
        )
