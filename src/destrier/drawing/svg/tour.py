"""Tourneys as SVG.

A cycle is one path of relative moves, so each move is one of eight strings. `docs/gallery.md` shows the looks. All
looks are presentation attributes, which style sheets override by the classes `background`, `squares`, `light`, `dark`,
`grid`, `rule`, `labels`, `label`, `rails`, `rail`, `cycle`, `cycle-0` ..., `piece`, `piece-0` ..., `arrows`, `arrow`,
`dots`, `dot`, `turns`, `turn`, `crossings`, `crossing`, `ends`, `start`, `end`, `numbers`, `disc` and `number`; they do
not leak into the page around the drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from string import ascii_lowercase
from typing import Final, TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.box import Box
from destrier.core.grid import BaseBoard
from destrier.core.space import Space
from destrier.core.surface import Surface
from destrier.core.tourney import Tourney
from destrier.core.types import Squares
from destrier.drawing import layout
from destrier.drawing.colouring import Stroke, coloured_moves, strokes
from destrier.drawing.layout import CELL, MARGIN, number_size, walked_edges
from destrier.drawing.look import Look, Options
from destrier.drawing.style import Style
from destrier.drawing.svg.box import View
from destrier.drawing.svg.document import LINES, Extent, document
from destrier.drawing.svg.sheet import (
    Sheet,
    bordered,
    centres,
    grid_of,
    longer_legs,
    shafts_of,
    straight_lines,
    stroke_path,
)
from destrier.support.errors import DestrierError, UnsupportedBoard
from destrier.support.html import escape

_SHOWN: Final = 250_000
_SHOWN_ON_FOLDED_SHEETS: Final = 50_000
"""The most squares of a flat board, and of any other, to display in a notebook: some two megabytes."""

_LABELLED: Final = 100
"""The most files and ranks to name beside the board."""

Wrap: TypeAlias = Callable[[int, str], str]

_TEXT: Final = 'font-family="sans-serif" text-anchor="middle"'


def to_svg(tourney: Tourney, *, view: View | None = None, **options: Unpack[Options]) -> str:
    """Draw a tourney of any board as SVG; each cycle is one continuous path, closed unless the tour is open.

    A box is drawn as its net or in space, a board in space level by level, and a surface unrolled (see `box`, `levels`
    and `surface`). Other colourings have one path for each colour.

    Parameters
    ----------
    tourney
        The tourney to draw.
    view
        The view of a box: `net` (the default), or `isometric` from two opposite sides.
    **options
        The options of `Look`.

    Raises
    ------
    UnsupportedBoard
        If the board does not support an option; only flat boards have crossings.
    """
    picture = Picture(tourney, Look.given("to_svg", options), view)
    return picture.document(picture.parts())


def sheet_of(board: BaseBoard, style: Style, view: View | None = None, *, bent: bool = False) -> Sheet:
    """Return the sheet on which a board is drawn in a style; only boxes have views, and only some moves are bent."""
    if bent and not isinstance(board, Board | Surface):
        raise UnsupportedBoard(f"moves are bent only on flat boards and surfaces, not on {board.describe()}")
    if isinstance(board, Box):
        from destrier.drawing.svg.box import BoxSheet

        return BoxSheet(board, view or "net", style)
    if view is not None:
        raise DestrierError(f"only a box has a view, not {board.describe()}")
    if isinstance(board, Space):
        from destrier.drawing.svg.levels import LevelSheet

        return LevelSheet(board, style)
    if isinstance(board, Surface):
        from destrier.drawing.svg.surface import SurfaceSheet

        return SurfaceSheet(board, style, bent=bent)
    assert isinstance(board, Board)
    return FlatSheet(board, style, bent=bent)


class Picture:
    """The common elements of all drawings of a tourney in one look; the view is one of a box, as in `to_svg`."""

    def __init__(self, tourney: Tourney, look: Look, view: View | None = None) -> None:
        self.tourney, self.look = tourney, look
        self.style = look.style_of(tourney.board)
        self.sheet = sheet_of(tourney.board, self.style, view, bent=look.bent)
        self.of_moves, self.colours = coloured_moves(tourney, look.colour_by, self.style, look.colours)
        self.of_squares = self.of_moves  # a square has the colour of the move that leaves it
        if tourney.kind == "open":
            self.of_squares = np.append(self.of_moves, self.of_moves[-1:] if self.of_moves.size else 0)

    @property
    def line_width(self) -> float:
        """The width of the moves in units of the layout."""
        return self.look.width_of_moves(self.tourney.board)

    @property
    def longest(self) -> float:
        """The longer side of the drawing in units of the layout."""
        return max(self.sheet.extent.width, self.sheet.extent.height)

    def document(
        self,
        parts: Iterable[str],
        *,
        scale: float | None = None,
        style: str = "",
        data: str = "",
        cut: Extent | None = None,
    ) -> str:
        """Return an SVG document of these parts, in the size of the look unless a scale is given.

        `style` is a style sheet to embed besides that of the look, and `data` further attributes of the root. With a
        `cut`, only that part of the plane is shown, without a background.
        """
        classes = self.sheet.name, self.tourney.kind, self.look.style_name(self.tourney.board)
        return document(
            parts,
            cut or self.sheet.extent,
            title=describe(self.tourney),
            name=" ".join(filter(None, classes)),
            scale=self.look.scale(self.longest) if scale is None else scale,
            look=LINES + data,
            style=f"{style}\n{self.look.style_sheet}".strip(),
            background="" if cut else self.style.ground,
            recipe=None if cut else self.tourney.recipe,
        )

    def parts(self) -> Iterator[str]:
        """Yield the elements of the finished drawing."""
        return chain(self.board(), self.lines(), self.marks())

    def board(self) -> Iterator[str]:
        """Yield everything below the moves."""
        if self.style.squares is not None:
            yield from self._squares(*self.style.squares)
        yield from self.sheet.board(grid=self.look.has_grid(self.tourney.board))
        if self.look.rails:
            from destrier.switching.rails import rail_edges

            yield f'<g class="rails" stroke="{self.style.rail}" stroke-width="{layout.RAIL_WIDTH}">'
            yield from self.sheet.edges("rail", *rail_edges(self.tourney).T)
            yield "</g>"

    def lines(self) -> Iterator[str]:
        """Yield the moves, and their arrowheads."""
        drawn = strokes(self.tourney, self.look.colour_by, self.of_moves, self.colours)
        yield from self.sheet.lines(self.tourney, drawn, self.line_width)
        if self.look.arrows:
            heads = arrowheads(self.sheet.shafts(self.tourney), self.line_width)
            yield '<g class="arrows">'
            for stroke in drawn:
                d = "".join(chain.from_iterable(heads[slice(*run)] for run in stroke.runs))
                yield f'<path class="arrow" fill="{escape(stroke.colour)}" d="{d}"/>'
            yield "</g>"

    def marks(self, wrap: Wrap | None = None) -> Iterator[str]:
        """Yield the marks of the squares; the mark of an end lies above its dot and below its number."""
        places = np.arange(self.of_squares.size)
        yield from self.dots(places)
        yield from self._crossings_and_turns()
        yield from self.ends()
        yield from self.numbers(places, wrap)

    def dots(self, places: NDArray[np.int64]) -> Iterator[str]:
        """Yield the dots on the squares at these places in the visiting order."""
        if self.look.has_dots(self.tourney.board):
            for colour, chosen in self._by_colour(places):
                squares = self.tourney.indices()[chosen]
                yield from circles("dots", "dot", squares, layout.DOT_RADIUS, f'fill="{colour}"', self.sheet)

    def numbers(self, places: NDArray[np.int64], wrap: Wrap | None = None) -> Iterator[str]:
        """Yield the numbers of the squares at these places in the visiting order.

        `wrap` takes a place and its elements, and returns what is drawn instead.
        """
        if not self.look.numbers:
            return
        size = number_size(self.tourney.indices().size - 1 + self.look.first)
        text = f'fill="{self.style.ink}" {_TEXT} font-size="{size:g}"'
        for colour, chosen in self._by_colour(places):
            for place in self.sheet.places(self.tourney.indices()[chosen]):
                disc = f'fill="{self.style.ground}" stroke="{colour}" stroke-width="{layout.DISC_BORDER}"'
                yield f'<g class="numbers" {text}{place.attribute}>'
                shown = zip(chosen[place.which].tolist(), place.x.tolist(), place.y.tolist(), strict=True)
                for at, x, y in shown:
                    drawn = (
                        f'<circle class="disc" cx="{x}" cy="{y}" r="{layout.DISC_RADIUS}" {disc}/>'
                        f'<text class="number" x="{x}" y="{y}" dy=".36em">{at + self.look.first}</text>'
                    )
                    yield drawn if wrap is None else wrap(at, drawn)
                yield "</g>"

    def ends(self) -> Iterator[str]:
        """Yield the mark of the start of a tour, and that of the end of an open one."""
        is_open = self.tourney.kind == "open"
        if not self.look.ends or not (is_open or (self.tourney.kind == "closed" and self.look.has_direction)):
            return
        radius, border = layout.NUMBERED_END if self.look.numbers else layout.END
        first, last = (escape(self.colours[number]) for number in self.of_squares[[0, -1]])
        marks = [("start", self.tourney.indices()[:1], f'r="{radius}" fill="{first}"')]
        if is_open:
            ring = f'r="{radius - border / 2}" fill="{self.style.ground}" stroke="{last}" stroke-width="{border}"'
            marks.append(("end", self.tourney.indices()[-1:], ring))
        yield '<g class="ends">'
        for name, squares, look in marks:
            for place in self.sheet.places(squares):
                yield f'<circle class="{name}" cx="{place.x[0]}" cy="{place.y[0]}" {look}{place.attribute}/>'
        yield "</g>"

    def _squares(self, light: str, dark: str) -> Iterator[str]:
        """Yield the squares in two colours: the light colour extends below the dark squares to avoid gaps."""
        squares = self.tourney.board.squares
        rows, cols = self.tourney.board.places(squares)
        is_dark = (rows + cols) % 2 == (self.tourney.board.sheet().shape[0] - 1) % 2  # as a1 is
        yield '<g class="squares">'
        for name, colour, chosen in (("light", light, squares), ("dark", dark, squares[is_dark])):
            for place in self.sheet.places(chosen):
                corners = zip((place.x - CELL // 2).tolist(), (place.y - CELL // 2).tolist(), strict=True)
                d = "".join(f"M{x},{y}h{CELL}v{CELL}h{-CELL}z" for x, y in corners)
                yield f'<path class="{name}" fill="{colour}"{place.attribute} d="{d}"/>'
        yield "</g>"

    def _crossings_and_turns(self) -> Iterator[str]:
        if self.look.crossings:
            from destrier.measuring.metrics import crossing_points

            yield f'<g class="crossings" stroke="{self.style.cool}" stroke-width="{layout.CROSSING_BORDER}">'
            for row, col in (MARGIN + CELL / 2 + CELL * crossing_points(self.tourney)).tolist():
                yield f'<circle class="crossing" cx="{col:.7g}" cy="{row:.7g}" r="{layout.CROSSING_RADIUS}"/>'
            yield "</g>"
        if self.look.turns:
            from destrier.measuring.metrics import is_turn

            radius = layout.NUMBERED_TURN_RADIUS if self.look.numbers else layout.TURN_RADIUS
            squares = np.flatnonzero(is_turn(self.tourney))
            yield from circles("turns", "turn", squares, radius, f'fill="{self.style.warm}"', self.sheet)

    def _by_colour(self, places: NDArray[np.int64]) -> Iterator[tuple[str, NDArray[np.int64]]]:
        """Yield each colour of squares with its places in the visiting order."""
        of_places = self.of_squares[places]
        turn = np.argsort(of_places, kind="stable")
        for chosen in np.split(turn, np.flatnonzero(np.diff(of_places[turn])) + 1) if places.size else ():
            yield escape(self.colours[of_places[chosen[0]]]), places[chosen]


def notebook_svg(tourney: Tourney) -> str | None:
    """Draw a tourney for a notebook; return `None` if it is too large."""
    flat = isinstance(tourney.board, Board)
    return to_svg(tourney) if tourney.board.size <= (_SHOWN if flat else _SHOWN_ON_FOLDED_SHEETS) else None


def describe(tourney: Tourney) -> str:
    """Return the title of a drawing."""
    board = tourney.board
    named = board if isinstance(board, Board) else board.describe().removesuffix(f" by {board.leaper.describe()}")
    if tourney.kind == "tourney":
        return f"Tourney of {named}"
    return f"{tourney.kind.capitalize()} {board.leaper.name}'s tour of {named}"


def circles(group: str, name: str, squares: Squares, radius: float, look: str, sheet: Sheet) -> Iterator[str]:
    """Yield a circle on each square."""
    for place in sheet.places(squares):
        yield f'<g class="{group}" {look}{place.attribute}>'
        for cx, cy in zip(place.x.tolist(), place.y.tolist(), strict=True):
            yield f'<circle class="{name}" cx="{cx}" cy="{cy}" r="{radius}"/>'
        yield "</g>"


def arrowheads(shafts: NDArray[np.float64], width: float) -> list[str]:
    """Return the path data of an arrowhead on each line `x1, y1, x2, y2`, for lines of this width.

    It ends before the disc of a number, or else lies in the middle of a short line.
    """
    start, along = shafts[:, :2], shafts[:, 2:] - shafts[:, :2]
    distance, head = np.hypot(*along.T)[:, None], layout.ARROW_LENGTH * width
    ahead = along / np.maximum(distance, 1)  # a step straight up has no line
    tip = start + ahead * np.maximum(distance - layout.ARROW_GAP, (distance + head) / 2)
    aside = layout.ARROW_SHARE * head * np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
    rows = np.concatenate([tip, aside - head * ahead, -2 * aside], axis=1)
    return [f"M{x:.6g} {y:.6g}l{a:.2g} {b:.2g}l{c:.2g} {d:.2g}z" for x, y, a, b, c, d in rows.tolist()]


class FlatSheet(Sheet):
    """The sheet of a flat board."""

    def __init__(self, board: Board, style: Style, *, bent: bool = False) -> None:
        self._bent = bent
        self.labels = style.labels if max(board.shape) <= _LABELLED else None
        super().__init__(board, style, bordered(board, layout.LABEL_SPACE if self.labels else 0))
        self._board = board

    def board(self, *, grid: bool) -> Iterator[str]:
        if grid:
            yield from grid_of(self._board, self._style)
        if self.labels:
            yield f'<g class="labels" fill="{self.labels}" {_TEXT} font-size="{layout.LABEL_SIZE}">'
            yield from self._named()
            yield "</g>"

    def _named(self) -> Iterator[str]:
        """Yield the names of the files below the board, and those of the ranks on its left."""
        away = (MARGIN + layout.LABEL_SPACE) / 2
        foot, left = MARGIN + CELL * self._board.rows + away, MARGIN - away
        for col in range(self._board.cols):
            yield _label(MARGIN + CELL // 2 + CELL * col, foot, _file_name(col))
        for row in range(self._board.rows):
            yield _label(left, MARGIN + CELL // 2 + CELL * row, str(self._board.rows - row))

    def edges(self, name: str, here: Squares, there: Squares) -> Iterator[str]:
        x, y = centres(np.stack([here, there]), self._board)
        yield from straight_lines(name, np.stack([x[0], y[0], x[1], y[1]], axis=1))

    def lines(self, tourney: Tourney, strokes: list[Stroke], width: float) -> Iterator[str]:
        walk = Walk(tourney, bent=self._bent)
        for stroke in strokes:
            d = " ".join(walk.path(*run, whole=stroke.whole) for run in stroke.runs)
            yield stroke_path(stroke.name, stroke.colour, width, d)

    def shafts(self, tourney: Tourney) -> NDArray[np.float64]:
        here, there = np.split(Walk(tourney).places, 2)
        return shafts_of(here, there, bent=self._bent)


class Walk:
    """The moves of a tourney in visiting order, as path data on a flat sheet."""

    def __init__(self, tourney: Tourney, *, bent: bool = False) -> None:
        here, there, _ = walked_edges(tourney)
        self._x, self._y = centres(here, tourney.board)
        self.places = np.stack([*tourney.board.places(here), *tourney.board.places(there)])
        """The row and the column of the start and the end of each move."""
        steps = self.places[2:] - self.places[:2]
        self._closed, self._bent = tourney.kind != "open", bent
        if bent:
            legs = longer_legs(steps)
            self._steps = list(map("{} {}".format, _written(*legs), _written(*(steps - legs))))
        else:
            self._steps = _written(*steps)

    def path(self, start: int, stop: int, *, whole: bool) -> str:
        """Return the `d` of a run of moves, which is closed if it is a whole cycle."""
        closes = whole and self._closed
        steps = " ".join(self._steps[start : stop - (closes and not self._bent)])
        return f"M{self._x[start]},{self._y[start]} l{steps}{' z' if closes else ''}"


def cycle_paths(tourney: Tourney) -> Iterator[str]:
    """Yield the `d` of each cycle's path."""
    walk = Walk(tourney)
    firsts = np.flatnonzero(np.diff(walked_edges(tourney)[2], prepend=-1)).tolist()
    for run in pairwise([*firsts, tourney.board.size - (tourney.kind == "open")]):
        yield walk.path(*run, whole=True)


def _file_name(col: int) -> str:
    """Return the name of a file: a to z, then aa, ab and so on."""
    after, letter = divmod(col, len(ascii_lowercase))
    return (_file_name(after - 1) if after else "") + ascii_lowercase[letter]


def _label(x: float, y: float, name: str) -> str:
    return f'<text class="label" x="{x:g}" y="{y:g}" dy=".36em">{name}</text>'


def _written(down: NDArray[np.int64], right: NDArray[np.int64]) -> list[str]:
    """Return the path data of steps by these numbers of squares; each possible step is formatted only once."""
    reach = int(max(np.abs(right).max(initial=0), np.abs(down).max(initial=0)))
    steps = range(-reach, reach + 1)
    words = np.array([f"{CELL * x},{CELL * y}" for x in steps for y in steps], object)
    written: list[str] = words[(right + reach) * len(steps) + down + reach].tolist()
    return written
