"""Tourneys as PNG."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.drawing.layout import (
    CELL,
    LINE_WIDTH,
    NUMBERED_LINE_WIDTH,
    RAIL_COLOUR,
    RAIL_WIDTH,
    cycle_colours,
    is_detailed,
    rail_edges,
    walked_edges,
)
from destrier.drawing.raster import Canvas, fitting_cell, rgb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.tourneys import Tourney

__all__ = ["to_png"]

_SIDE: Final = 4096
"""Pixels of the longer side of a large board, unless its squares' size is chosen."""

_MOST_PIXELS: Final = 64_000_000


def to_png(
    tourney: Tourney,
    *,
    cell: int | None = None,
    grid: bool | None = None,
    dots: bool | None = None,
    numbers: bool = False,
    rails: bool = False,
    colours: Sequence[str] | None = None,
) -> bytes:
    """Draw a tourney as `to_svg` does, in pixels.

    Parameters
    ----------
    tourney
        What to draw.
    cell
        Pixels a square; if omitted 24, with numbers 32, on large boards fewer.
    grid, dots
        Whether to draw the sides of the squares, and a dot on each; on boards up to 200 x 200 if omitted.
    numbers
        Whether to number the squares as visited, from 0; numbers take the place of dots.
    rails
        Whether to mark the moves that form rails.
    colours
        CSS colours that the cycles take in turn; if omitted, black for one and a hue each for more.

    Returns
    -------
    bytes
        A PNG file: greys where all colours are, else RGB.

    Raises
    ------
    DestrierError
        If the picture would have more than 64 million pixels.
    """
    board = tourney.board
    cell = fitting_cell(board, cell, most=2 * CELL if numbers else 3 * CELL // 2, side=_SIDE, pixels=_MOST_PIXELS)
    shades = rgb(cycle_colours(tourney.cycle_count, colours))
    grey = not rails and bool((shades == shades[:, :1]).all())
    if grey:
        shades = shades[:, :1]
    canvas = Canvas(board, cell, shades.shape[1])
    if is_detailed(board, grid):
        canvas.grid()
    if rails:
        here, there = rail_edges(tourney).T
        canvas.edges(here, there, np.repeat(rgb([RAIL_COLOUR]), here.size, axis=0), RAIL_WIDTH)
    here, there, cycles = walked_edges(tourney)
    canvas.edges(here, there, shades[cycles], NUMBERED_LINE_WIDTH if numbers else LINE_WIDTH)
    of_squares = np.repeat(shades, tourney.cycle_lengths(), axis=0)
    if numbers:
        image = canvas.numbered(tourney.order(), of_squares)
    else:
        if is_detailed(board, dots):
            canvas.dots(tourney.order(), of_squares)
        image = canvas.image()
    file = BytesIO()
    image.save(file, "PNG", optimize=False)
    return file.getvalue()
