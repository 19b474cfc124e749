"""Tourneys as SVG.

A cycle is one path of relative moves, so that each move is one of eight strings. All looks are presentation attributes,
which style sheets override by the classes `background`, `grid`, `rule`, `rails`, `rail`, `cycle`, `cycle-0` ...,
`piece`, `piece-0` ..., `dots`, `dot`, `turns`, `turn`, `crossings`, `crossing`, `ends`, `start`, `end`, `numbers`,
`disc` and `number`; they do not leak into the page around the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape
from itertools import chain, pairwise
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import BaseBoard, Board
from destrier.core.box import Box
from destrier.core.space import Space
from destrier.core.tourney import Tourney
from destrier.core.types import Squares
from destrier.drawing import layout
from destrier.drawing.colouring import Colouring, coloured_moves
from destrier.drawing.layout import CELL, MARGIN, cycle_colours, grid_lines, number_size, walked_edges
from destrier.drawing.style import Look, Options
from destrier.drawing.svg.box import View
from destrier.drawing.svg.document import LINES, Extent, document
from destrier.drawing.svg.sheet import Place, Sheet
from destrier.support.errors import DestrierError

_SHOWN: Final = 250_000
_SHOWN_ON_FOLDED_SHEETS: Final = 50_000
"""The most squares of a flat board, and of any other, that shows itself in a notebook: some two megabytes."""


def to_svg(
    tourney: Tourney,
    *,
    style: str = "",
    colour_by: Colouring = "cycles",
    view: View | None = None,
    **options: Unpack[Options],
) -> str:
    """Draw a tourney of any board as SVG; each cycle is one continuous path, closed unless the tour is open.

    A box is drawn as its net or in space, and a board in space level by level (see `box` and `levels`).

    Parameters
    ----------
    tourney
        The tourney to draw.
    style
        A style sheet to embed.
    colour_by
        What shares a colour: `cycles`, `passes` or `sections`; see `coloured_moves`. The latter two need a knight on a
        flat board, draw each colour as one path, and leave out dots unless asked for.
    view
        The view of a box: `net` (the default), or `isometric` from two opposite sides.
    **options
        The options of `Look`.

    Raises
    ------
    UnsupportedBoard
        If the board does not have what is asked for; only flat boards have crossings.
    """
    look, sheet = Look(**options), sheet_of(tourney.board, view)
    if colour_by == "cycles":
        return drawing(tourney, look, sheet.lines(tourney, look), sheet=sheet, style=style)
    look = replace(look, dots=bool(look.dots))
    return drawing(tourney, look, _pieces(tourney, look, colour_by), sheet=sheet, style=style)


def sheet_of(board: BaseBoard, view: View | None = None) -> Sheet:
    """Return the sheet on which a board is drawn.

    Raises
    ------
    DestrierError
        If the board has no such view.
    """
    if isinstance(board, Box):
        from destrier.drawing.svg.box import BoxSheet

        return BoxSheet(board, view or "net")
    if view is not None:
        raise DestrierError(f"only a box has a view, not {board.describe()}")
    if isinstance(board, Space):
        from destrier.drawing.svg.levels import LevelSheet

        return LevelSheet(board)
    assert isinstance(board, Board)
    return FlatSheet(board)


def _pieces(tourney: Tourney, look: Look, colouring: Colouring) -> Iterator[str]:
    """Yield the moves of each colour as one path."""
    of_moves, colours = coloured_moves(tourney, colouring, look.colours)
    here, there, of_cycle = walked_edges(tourney)
    x, y = _centres(np.stack([here, there]), tourney.board)
    steps = _written((x[1] - x[0]) // CELL, (y[1] - y[0]) // CELL)
    begins = np.diff(of_moves, prepend=-1) | np.diff(of_cycle, prepend=-1) != 0
    bounds = [*np.flatnonzero(begins).tolist(), len(here)]
    paths: list[list[str]] = [[] for _ in colours]
    for start, end in pairwise(bounds):
        paths[of_moves[start]].append(f"M{x[0, start]},{y[0, start]} l{' '.join(steps[start:end])}")
    for number, (path, colour) in enumerate(zip(paths, colours, strict=True)):
        if path:
            yield (
                f'<path class="piece piece-{number}" stroke="{escape(colour)}" stroke-width="{look.line_width}"'
                f' d="{" ".join(path)}"/>'
            )


def drawing(
    tourney: Tourney,
    look: Look,
    lines: Iterable[str],
    riders: Iterable[str] = (),
    *,
    sheet: Sheet,
    style: str = "",
    data: str = "",
) -> str:
    """Return an SVG document of the board, the lines on it, the marks of squares, and the riders on top.

    Parameters
    ----------
    tourney, look
        The tourney to draw, and its look.
    lines, riders
        The elements that show the moves, and those above everything else.
    sheet
        The sheet on which everything lies.
    style
        A style sheet to embed.
    data
        Further attributes of the root.
    """
    cell = look.usual_cell if look.cell is None else look.cell
    if not 0 < cell < float("inf"):
        raise DestrierError(f"a square is drawn with more than 0 pixels, not {cell!r}")
    parts = chain(
        sheet.board(grid=look.has_grid(tourney.board)),
        _rails(tourney, sheet) if look.rails else (),
        lines,
        _marks(tourney, look, sheet),
        riders,
    )
    return document(
        parts,
        sheet.extent,
        title=describe(tourney),
        name=f"{sheet.name}{sheet.name and ' '}{tourney.kind}",
        scale=cell / CELL,
        look=LINES + data,
        style=style,
    )


def notebook_svg(tourney: Tourney) -> str | None:
    """Draw a tourney for a notebook; return `None` if it is too large."""
    flat = isinstance(tourney.board, Board)
    return to_svg(tourney) if tourney.board.size <= (_SHOWN if flat else _SHOWN_ON_FOLDED_SHEETS) else None


def stroke_colours(tourney: Tourney, look: Look) -> list[str]:
    """Return the colour of each cycle, escaped for an attribute."""
    return [escape(colour) for colour in cycle_colours(tourney.cycle_count, look.colours)]


def _marks(tourney: Tourney, look: Look, sheet: Sheet) -> Iterator[str]:
    """Yield the marks of the squares; the mark of an end lies above its dot and below its number."""
    colours = stroke_colours(tourney, look)
    if look.has_dots(tourney.board):
        for squares, colour in zip(tourney.cycle_indices(), colours, strict=True):
            yield from _circles("dots", "dot", squares, layout.DOT_RADIUS, f'fill="{colour}"', sheet)
    if look.crossings:
        yield from _crossings(tourney)
    if look.turns:
        from destrier.measuring.metrics import is_turn

        radius = layout.NUMBERED_TURN_RADIUS if look.numbers else layout.TURN_RADIUS
        squares = np.flatnonzero(is_turn(tourney))
        yield from _circles("turns", "turn", squares, radius, f'fill="{layout.TURN_COLOUR}"', sheet)
    if look.ends and tourney.kind == "open":
        yield from _ends(tourney, colours[0], sheet, numbered=look.numbers)
    if look.numbers:
        yield from _numbers(tourney, colours, sheet)


def describe(tourney: Tourney) -> str:
    """Return the title of a drawing."""
    board = tourney.board if isinstance(tourney.board, Board) else tourney.board.describe()
    piece = tourney.board.leaper.name if isinstance(tourney.board, Board) else "knight"
    if tourney.kind == "tourney":
        return f"Tourney of {board}"
    return f"{tourney.kind.capitalize()} {piece}'s tour of {board}"


def _circles(group: str, name: str, squares: Squares, radius: float, look: str, sheet: Sheet) -> Iterator[str]:
    """Yield a circle on each square."""
    for place in sheet.places(squares):
        yield f'<g class="{group}" {look}{place.attribute}>'
        for cx, cy in zip(place.x.tolist(), place.y.tolist(), strict=True):
            yield f'<circle class="{name}" cx="{cx}" cy="{cy}" r="{radius}"/>'
        yield "</g>"


def _rails(tourney: Tourney, sheet: Sheet) -> Iterator[str]:
    from destrier.switching.rails import rail_edges

    yield f'<g class="rails" stroke="{layout.RAIL_COLOUR}" stroke-width="{layout.RAIL_WIDTH}">'
    yield from sheet.edges("rail", *rail_edges(tourney).T)
    yield "</g>"


def _crossings(tourney: Tourney) -> Iterator[str]:
    from destrier.measuring.metrics import crossing_points

    yield f'<g class="crossings" stroke="{layout.CROSSING_COLOUR}" stroke-width="{layout.CROSSING_BORDER}">'
    for row, col in (MARGIN + CELL / 2 + CELL * crossing_points(tourney)).tolist():
        yield f'<circle class="crossing" cx="{col:.7g}" cy="{row:.7g}" r="{layout.CROSSING_RADIUS}"/>'
    yield "</g>"


def _ends(tourney: Tourney, colour: str, sheet: Sheet, *, numbered: bool) -> Iterator[str]:
    radius, border = layout.NUMBERED_END if numbered else layout.END
    looks: dict[str, tuple[float, str]] = {"start": (radius, f'fill="{colour}"')}
    looks["end"] = radius - border / 2, f'fill="white" stroke="{colour}" stroke-width="{border}"'
    order = tourney.indices()
    yield '<g class="ends">'
    for square, (name, (size, look)) in zip((order[:1], order[-1:]), looks.items(), strict=True):
        for place in sheet.places(square):
            centre = f'cx="{place.x[0]}" cy="{place.y[0]}"'
            yield f'<circle class="{name}" {centre} r="{size}" {look}{place.attribute}/>'
    yield "</g>"


def _numbers(tourney: Tourney, colours: list[str], sheet: Sheet) -> Iterator[str]:
    order = tourney.indices()
    font = f'font-family="sans-serif" font-size="{number_size(order.size - 1):g}" text-anchor="middle"'
    for (start, end), colour in zip(pairwise(_bounds(tourney).tolist()), colours, strict=True):
        for place in sheet.places(order[start:end]):
            yield f'<g class="numbers" fill="{colour}" {font}{place.attribute}>'
            for number, x, y in zip((start + place.which).tolist(), place.x.tolist(), place.y.tolist(), strict=True):
                yield (
                    f'<circle class="disc" cx="{x}" cy="{y}" r="{layout.DISC_RADIUS}"'
                    f' fill="white" stroke="{colour}" stroke-width="{layout.DISC_BORDER}"/>'
                    f'<text class="number" x="{x}" y="{y}" dy=".36em">{number}</text>'
                )
            yield "</g>"


class FlatSheet(Sheet):
    """The sheet of a flat board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.extent = Extent(*(2 * MARGIN + CELL * side for side in (board.cols, board.rows)))

    def board(self, *, grid: bool) -> Iterator[str]:
        if grid:
            yield f'<g class="grid" stroke="{layout.GRID_COLOUR}" stroke-width="{layout.GRID_WIDTH}">'
            yield from _lines("rule", MARGIN + CELL * grid_lines(self._board))
            yield "</g>"

    def places(self, squares: Squares) -> Iterator[Place]:
        yield Place("", np.arange(squares.size), *_centres(squares, self._board))

    def edges(self, name: str, here: Squares, there: Squares) -> Iterator[str]:
        x, y = _centres(np.stack([here, there]), self._board)
        yield from _lines(name, np.stack([x[0], y[0], x[1], y[1]], axis=1))

    def lines(self, tourney: Tourney, look: Look) -> Iterator[str]:
        colours = stroke_colours(tourney, look)
        for cycle, (path, colour) in enumerate(zip(cycle_paths(tourney), colours, strict=True)):
            yield (f'<path class="cycle cycle-{cycle}" stroke="{colour}" stroke-width="{look.line_width}" d="{path}"/>')


def _centres(squares: Squares, board: BaseBoard) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rows, cols = board.places(squares)
    return MARGIN + CELL // 2 + CELL * cols, MARGIN + CELL // 2 + CELL * rows


def _lines(name: str, ends: NDArray[np.int64]) -> Iterator[str]:
    for x1, y1, x2, y2 in ends.tolist():
        yield f'<line class="{name}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def cycle_paths(tourney: Tourney) -> Iterator[str]:
    """Yield the `d` of each cycle's path."""
    bounds = _bounds(tourney)
    x, y = _centres(tourney.indices()[bounds[:-1]], tourney.board)
    steps = _steps(tourney, bounds)
    closing = "" if tourney.kind == "open" else " z"
    for x0, y0, (start, end) in zip(x.tolist(), y.tolist(), pairwise(bounds.tolist()), strict=True):
        yield f"M{x0},{y0} l{' '.join(steps[start : end - 1])}{closing}"


def _steps(tourney: Tourney, bounds: Squares) -> list[str]:
    """Return each step of the visiting order as text, empty from one cycle to the next."""
    rows, cols = tourney.board.places(tourney.indices())
    down, right = np.diff(rows), np.diff(cols)
    between = bounds[1:-1] - 1
    down[between] = right[between] = 0
    steps = _written(right, down)
    for place in between.tolist():
        steps[place] = ""
    return steps


def _written(right: NDArray[np.int64], down: NDArray[np.int64]) -> list[str]:
    """Return steps by these numbers of squares as they stand in a path; each possible one is written once."""
    reach = int(max(np.abs(right).max(initial=0), np.abs(down).max(initial=0)))
    steps = range(-reach, reach + 1)
    words = np.array([f"{CELL * x},{CELL * y}" for x in steps for y in steps], object)
    written: list[str] = words[(right + reach) * len(steps) + down + reach].tolist()
    return written


def _bounds(tourney: Tourney) -> Squares:
    """Return the starts of the cycles in the visiting order, and its end."""
    return np.concatenate([[0], np.cumsum(tourney.cycle_lengths())])
