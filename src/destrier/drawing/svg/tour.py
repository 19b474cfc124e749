"""Tourneys as SVG.

A cycle is one path of relative moves, so that each move is one of eight strings. All looks are
presentation attributes, which any style sheet overrides by the classes `background`, `grid`, `rule`,
`rails`, `rail`, `cycle`, `cycle-0` ..., `piece`, `piece-0` ..., `dots`, `dot`, `turns`, `turn`, `crossings`,
`crossing`, `ends`, `start`, `end`, `numbers`, `disc` and `number`; they do not leak into the page around the drawing.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.board import MOVES
from destrier.drawing.colouring import coloured_moves
from destrier.drawing.layout import (
    CELL,
    CROSSING_BORDER,
    CROSSING_COLOUR,
    CROSSING_RADIUS,
    DISC_BORDER,
    DISC_RADIUS,
    DOT_RADIUS,
    END_BORDER,
    END_RADIUS,
    GRID_COLOUR,
    GRID_WIDTH,
    MARGIN,
    NUMBERED_END_RADIUS,
    NUMBERED_TURN_RADIUS,
    RAIL_COLOUR,
    RAIL_WIDTH,
    TURN_COLOUR,
    TURN_RADIUS,
    cycle_colours,
    grid_lines,
    number_size,
    rail_edges,
    walked_edges,
)
from destrier.drawing.style import Look
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Unpack

    from numpy.typing import NDArray

    from destrier.core.board import Board
    from destrier.core.tourney import Tourney
    from destrier.core.types import Squares
    from destrier.drawing.colouring import Colouring
    from destrier.drawing.style import Options

__all__ = ["cycle_paths", "describe", "document", "stroke_colours", "to_svg"]

_REACH: Final = 2
_STEPS: Final = np.full((2 * _REACH + 1, 2 * _REACH + 1), "", object)
"""How each move is written in a path, by the rows and columns that it goes (plus 2)."""
for _row, _col in MOVES:
    _STEPS[_row + _REACH, _col + _REACH] = f"{_col * CELL},{_row * CELL}"


def to_svg(tourney: Tourney, *, style: str = "", colour_by: Colouring = "cycles", **options: Unpack[Options]) -> str:
    """Draw a tourney: each cycle is one continuous path, closed unless the tour is open.

    Parameters
    ----------
    tourney
        What to draw.
    style
        A style sheet to embed.
    colour_by
        What has one colour: `cycles`, `passes` or `sections`, see `coloured_moves`. But for cycles, all of a colour is
        one path, and there are no dots unless asked for.
    **options
        How it looks, see `Look`.

    Returns
    -------
    str
        An SVG document.
    """
    look = Look(**options)
    if colour_by != "cycles":
        look = replace(look, dots=bool(look.dots))
        return document(tourney, look, _pieces(tourney, look, colour_by), style=style)
    colours = stroke_colours(tourney, look)
    lines = (
        f'<path class="cycle cycle-{cycle}" stroke="{colour}" stroke-width="{look.line_width}" d="{path}"/>'
        for cycle, (path, colour) in enumerate(zip(cycle_paths(tourney), colours, strict=True))
    )
    return document(tourney, look, lines, style=style)


def _pieces(tourney: Tourney, look: Look, colouring: Colouring) -> Iterator[str]:
    """The moves of each colour, as one path."""
    of_moves, colours = coloured_moves(tourney, colouring, look.colours)
    here, there, of_cycle = walked_edges(tourney)
    x, y = _centres(np.stack([here, there]), tourney.board)
    steps = _STEPS[(y[1] - y[0]) // CELL + _REACH, (x[1] - x[0]) // CELL + _REACH].tolist()
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


def document(
    tourney: Tourney, look: Look, lines: Iterable[str], riders: Iterable[str] = (), *, style: str = "", data: str = ""
) -> str:
    """An SVG document: the board, the lines on it, what marks the squares, and on top the riders.

    Parameters
    ----------
    tourney, look
        What to draw, and how.
    lines, riders
        The elements that show the moves, and the ones above everything.
    style
        A style sheet to embed.
    data
        Further attributes of the root.
    """
    board = tourney.board
    parts = [_opening(tourney, look, data)]
    if style:
        parts.append(f"<style>{escape(style, quote=False)}</style>")
    parts.append('<rect class="background" width="100%" height="100%" fill="white"/>')
    if look.has_grid(board):
        parts.extend(_grid(board))
    if look.rails:
        parts.extend(_rails(tourney))
    parts.extend(lines)
    parts.extend(_marks(tourney, look))
    parts.extend(riders)
    parts.append("</svg>\n")
    return "\n".join(parts)


def stroke_colours(tourney: Tourney, look: Look) -> list[str]:
    """The colour of each cycle, as it may stand in an attribute."""
    return [escape(colour) for colour in cycle_colours(tourney.cycle_count, look.colours)]


def _marks(tourney: Tourney, look: Look) -> Iterator[str]:
    """What marks the squares. The mark of an end lies on its dot, but under its number."""
    colours = stroke_colours(tourney, look)
    if look.has_dots(tourney.board):
        yield from _dots(tourney, colours)
    if look.crossings:
        yield from _crossings(tourney)
    if look.turns:
        yield from _turns(tourney, numbered=look.numbers)
    if look.ends and tourney.kind == "open":
        yield from _ends(tourney, colours[0], numbered=look.numbers)
    if look.numbers:
        yield from _numbers(tourney, colours)


def _opening(tourney: Tourney, look: Look, data: str) -> str:
    board, cell = tourney.board, look.usual_cell if look.cell is None else look.cell
    if not 0 < cell < float("inf"):
        raise DestrierError(f"a square is drawn with more than 0 pixels, not {cell!r}")
    width, height = (2 * MARGIN + CELL * side for side in (board.cols, board.rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="destrier {tourney.kind}" viewBox="0 0 {width} {height}"'
        f' width="{width * cell / CELL:.12g}" height="{height * cell / CELL:.12g}"'
        f' fill="none" stroke-linecap="round" stroke-linejoin="round"{data}>\n'
        f"<title>{describe(tourney)}</title>"
    )


def describe(tourney: Tourney) -> str:
    """The title of a drawing."""
    what = {"closed": "Closed knight's tour", "open": "Open knight's tour", "tourney": "Tourney"}[tourney.kind]
    return f"{what} of {tourney.board}"


def _centres(squares: Squares, board: Board) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rows, cols = np.divmod(squares, board.cols)
    return MARGIN + CELL // 2 + CELL * cols, MARGIN + CELL // 2 + CELL * rows


def _grid(board: Board) -> Iterator[str]:
    yield f'<g class="grid" stroke="{GRID_COLOUR}" stroke-width="{GRID_WIDTH}">'
    yield from _lines("rule", MARGIN + CELL * grid_lines(board))
    yield "</g>"


def _rails(tourney: Tourney) -> Iterator[str]:
    x, y = _centres(rail_edges(tourney), tourney.board)
    yield f'<g class="rails" stroke="{RAIL_COLOUR}" stroke-width="{RAIL_WIDTH}">'
    yield from _lines("rail", np.stack([x, y], axis=2).reshape(-1, 4))
    yield "</g>"


def _lines(name: str, ends: NDArray[np.int64]) -> Iterator[str]:
    for x1, y1, x2, y2 in ends.tolist():
        yield f'<line class="{name}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def cycle_paths(tourney: Tourney) -> Iterator[str]:
    """How each cycle is written as the `d` of a path."""
    bounds = _bounds(tourney)
    x, y = _centres(tourney.order()[bounds[:-1]], tourney.board)
    steps = _steps(tourney, bounds)
    closing = "" if tourney.kind == "open" else " z"
    for x0, y0, (start, end) in zip(x.tolist(), y.tolist(), pairwise(bounds.tolist()), strict=True):
        yield f"M{x0},{y0} l{' '.join(steps[start : end - 1])}{closing}"


def _steps(tourney: Tourney, bounds: Squares) -> list[str]:
    """How each step of the visiting order is written; empty from one cycle to the next."""
    rows, cols = np.divmod(tourney.order(), tourney.board.cols)
    drow, dcol = np.diff(rows), np.diff(cols)
    drow[bounds[1:-1] - 1] = dcol[bounds[1:-1] - 1] = 0
    steps: list[str] = _STEPS[drow + _REACH, dcol + _REACH].tolist()
    return steps


def _bounds(tourney: Tourney) -> Squares:
    """Where the cycles begin in the visiting order, and its end."""
    return np.concatenate([[0], np.cumsum(tourney.cycle_lengths())])


def _dots(tourney: Tourney, colours: list[str]) -> Iterator[str]:
    for squares, colour in zip(tourney.cycles(), colours, strict=True):
        x, y = _centres(squares, tourney.board)
        yield f'<g class="dots" fill="{colour}">'
        for cx, cy in zip(x.tolist(), y.tolist(), strict=True):
            yield f'<circle class="dot" cx="{cx}" cy="{cy}" r="{DOT_RADIUS}"/>'
        yield "</g>"


def _turns(tourney: Tourney, *, numbered: bool) -> Iterator[str]:
    from destrier.measuring.metrics import is_turn

    x, y = _centres(np.flatnonzero(is_turn(tourney)), tourney.board)
    radius = NUMBERED_TURN_RADIUS if numbered else TURN_RADIUS
    yield f'<g class="turns" fill="{TURN_COLOUR}">'
    for cx, cy in zip(x.tolist(), y.tolist(), strict=True):
        yield f'<circle class="turn" cx="{cx}" cy="{cy}" r="{radius}"/>'
    yield "</g>"


def _crossings(tourney: Tourney) -> Iterator[str]:
    from destrier.measuring.metrics import crossing_points

    yield f'<g class="crossings" stroke="{CROSSING_COLOUR}" stroke-width="{CROSSING_BORDER}">'
    for row, col in (MARGIN + CELL / 2 + CELL * crossing_points(tourney)).tolist():
        yield f'<circle class="crossing" cx="{col:.7g}" cy="{row:.7g}" r="{CROSSING_RADIUS}"/>'
    yield "</g>"


def _ends(tourney: Tourney, colour: str, *, numbered: bool) -> Iterator[str]:
    x, y = (axis.tolist() for axis in _centres(tourney.order()[[0, -1]], tourney.board))
    radius, border = (NUMBERED_END_RADIUS, DISC_BORDER) if numbered else (END_RADIUS, END_BORDER)
    yield '<g class="ends">'
    yield f'<circle class="start" cx="{x[0]}" cy="{y[0]}" r="{radius}" fill="{colour}"/>'
    yield (
        f'<circle class="end" cx="{x[1]}" cy="{y[1]}" r="{radius - border / 2}"'
        f' fill="white" stroke="{colour}" stroke-width="{border}"/>'
    )
    yield "</g>"


def _numbers(tourney: Tourney, colours: list[str]) -> Iterator[str]:
    x, y = (axis.tolist() for axis in _centres(tourney.order(), tourney.board))
    font = f'font-family="sans-serif" font-size="{number_size(len(x) - 1):g}" text-anchor="middle"'
    for (start, end), colour in zip(pairwise(_bounds(tourney).tolist()), colours, strict=True):
        yield f'<g class="numbers" fill="{colour}" {font}>'
        for number in range(start, end):
            yield (
                f'<circle class="disc" cx="{x[number]}" cy="{y[number]}" r="{DISC_RADIUS}"'
                f' fill="white" stroke="{colour}" stroke-width="{DISC_BORDER}"/>'
                f'<text class="number" x="{x[number]}" y="{y[number]}" dy=".36em">{number}</text>'
            )
        yield "</g>"
