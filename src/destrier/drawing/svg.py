"""Tourneys as SVG.

A cycle is one path of relative moves, so that each move is one of eight strings. All looks are
presentation attributes, which any style sheet overrides by the classes `background`, `grid`, `rule`,
`rails`, `rail`, `cycle`, `cycle-0` ..., `dots`, `dot`, `numbers`, `disc` and `number`; they do not leak
into the page around the drawing.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.board import MOVES
from destrier.drawing.layout import (
    CELL,
    DISC_BORDER,
    DISC_RADIUS,
    DOT_RADIUS,
    GRID_COLOUR,
    GRID_WIDTH,
    LINE_WIDTH,
    MARGIN,
    NUMBERED_LINE_WIDTH,
    RAIL_COLOUR,
    RAIL_WIDTH,
    cycle_colours,
    grid_lines,
    is_detailed,
    number_size,
    rail_edges,
)
from destrier.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from destrier.board import Board
    from destrier.tourneys import Tourney
    from destrier.types import Squares

__all__ = ["to_svg"]

_REACH: Final = 2
_STEPS: Final = np.full((2 * _REACH + 1, 2 * _REACH + 1), "", object)
"""How each move is written in a path, by the rows and columns that it goes (plus 2)."""
for _row, _col in MOVES:
    _STEPS[_row + _REACH, _col + _REACH] = f"{_col * CELL},{_row * CELL}"


def to_svg(
    tourney: Tourney,
    *,
    cell: float | None = None,
    grid: bool | None = None,
    dots: bool | None = None,
    numbers: bool = False,
    rails: bool = False,
    colours: Sequence[str] | None = None,
    style: str = "",
) -> str:
    """Draw a tourney: each cycle is one continuous path, closed unless the tour is open.

    Parameters
    ----------
    tourney
        What to draw.
    cell
        Pixels a square, 16 if omitted, 32 with numbers. The drawing scales; coordinates do not depend on it.
    grid, dots
        Whether to draw the sides of the squares, and a dot on each; on boards up to 200 x 200 if omitted.
    numbers
        Whether to number the squares as visited, from 0; numbers take the place of dots.
    rails
        Whether to mark the moves that form rails.
    colours
        CSS colours that the cycles take in turn; if omitted, black for one and a hue each for more.
    style
        A style sheet to embed.

    Returns
    -------
    str
        An SVG document.
    """
    if cell is None:
        cell = 2 * CELL if numbers else CELL
    if not 0 < cell < float("inf"):
        raise DestrierError(f"a square is drawn with more than 0 pixels, not {cell!r}")
    board = tourney.board
    parts = [_opening(tourney, cell)]
    if style:
        parts.append(f"<style>{escape(style, quote=False)}</style>")
    parts.append('<rect class="background" width="100%" height="100%" fill="white"/>')
    if is_detailed(board, grid):
        parts.extend(_grid(board))
    if rails:
        parts.extend(_rails(tourney))
    colour_of = [escape(colour) for colour in cycle_colours(tourney.cycle_count, colours)]
    parts.extend(_cycles(tourney, colour_of, NUMBERED_LINE_WIDTH if numbers else LINE_WIDTH))
    if numbers:
        parts.extend(_numbers(tourney, colour_of))
    elif is_detailed(board, dots):
        parts.extend(_dots(tourney, colour_of))
    parts.append("</svg>\n")
    return "\n".join(parts)


def _opening(tourney: Tourney, cell: float) -> str:
    board = tourney.board
    width, height = (2 * MARGIN + CELL * side for side in (board.cols, board.rows))
    what = {"closed": "Closed knight's tour", "open": "Open knight's tour", "tourney": "Tourney"}[tourney.kind]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="destrier {tourney.kind}" viewBox="0 0 {width} {height}"'
        f' width="{width * cell / CELL:.12g}" height="{height * cell / CELL:.12g}"'
        ' fill="none" stroke-linecap="round" stroke-linejoin="round">\n'
        f"<title>{what} of {board}</title>"
    )


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


def _cycles(tourney: Tourney, colours: list[str], width: float) -> Iterator[str]:
    bounds = _bounds(tourney)
    x, y = _centres(tourney.order()[bounds[:-1]], tourney.board)
    steps = _steps(tourney, bounds)
    closing = "" if tourney.kind == "open" else " z"
    starts = zip(x.tolist(), y.tolist(), strict=True)
    spans = pairwise(bounds.tolist())
    for cycle, ((x0, y0), (start, end), colour) in enumerate(zip(starts, spans, colours, strict=True)):
        yield (
            f'<path class="cycle cycle-{cycle}" stroke="{colour}" stroke-width="{width}"'
            f' d="M{x0},{y0} l{" ".join(steps[start : end - 1])}{closing}"/>'
        )


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
