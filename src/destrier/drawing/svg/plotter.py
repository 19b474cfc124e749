"""Tourneys as SVG for pen plotters: a single path in millimetres."""

from __future__ import annotations

from typing import Final

import numpy as np

from destrier.core.board import Board
from destrier.core.tourney import Tourney, flat_board
from destrier.drawing.svg.document import Extent, document
from destrier.drawing.svg.tour import describe
from destrier.support.errors import DestrierError

_SHEET: Final = (180.0, 267.0)
"""The width and height in millimetres that fit on A4 with margins."""
_WIDEST: Final = 100_000
"""The greatest width in millimetres."""

_PEN: Final = 0.5


def to_plotter_svg(tourney: Tourney, *, width: float | None = None, pen: float = _PEN) -> str:
    """Draw a tourney as one path for a pen, which is lifted only between the cycles.

    The unit of the SVG is the millimetre; corners are rounded to a thousandth.

    Parameters
    ----------
    tourney
        The tourney to draw.
    width
        The width of the board in millimetres; by default as large as fits on A4.
    pen
        The width of the pen in millimetres.
    """
    board = flat_board(tourney, "a plotter draws")
    width = _fitting_width(board) if width is None else width
    if not (1 <= width <= _WIDEST and 0 < pen <= width):
        raise DestrierError(f"a drawing is 1 to {_WIDEST} mm wide and a pen less, not {width!r} and {pen!r}")
    line = (
        f'<path fill="none" stroke="black" stroke-width="{pen:g}" stroke-linecap="round" stroke-linejoin="round"'
        f' d="{_line(tourney, width / board.cols)}"/>'
    )
    extent = Extent(width, width * board.rows / board.cols)
    return document([line], extent, title=describe(tourney), scale="mm", look="", background=False)


def _fitting_width(board: Board) -> float:
    width, height = _SHEET
    return min(width, height * board.cols / board.rows)


def _line(tourney: Tourney, cell: float) -> str:
    """Return the cycles as subpaths, with absolute corners, since relative ones would add up their rounding."""
    end = "" if tourney.kind == "open" else " Z"
    subpaths = []
    for cycle in tourney.cycle_indices():
        rows, cols = tourney.board.places(cycle)
        corners = np.column_stack([cols, rows]) * cell + cell / 2
        subpaths.append("M" + " L".join(f"{x:.3f},{y:.3f}" for x, y in corners.tolist()) + end)
    return " ".join(subpaths)
