"""Tourneys as PNG."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Final

from destrier.drawing.colouring import coloured_moves
from destrier.drawing.layout import cycle_colours
from destrier.drawing.raster.canvas import fitting_cell, picture, rgb
from destrier.drawing.style import Look

if TYPE_CHECKING:
    from typing import Unpack

    from destrier.core.tourney import Tourney
    from destrier.drawing.colouring import Colouring
    from destrier.drawing.style import Options

__all__ = ["to_png"]

_USUAL_CELL: Final = 24
_SIDE: Final = 4096
"""Pixels of the longer side of a large board, unless its squares' size is chosen."""

_MOST_PIXELS: Final = 64_000_000


def to_png(tourney: Tourney, *, colour_by: Colouring = "cycles", **options: Unpack[Options]) -> bytes:
    """Draw a tourney as `to_svg` does, in pixels.

    Parameters
    ----------
    tourney
        What to draw.
    colour_by
        What has one colour: `cycles`, `passes` or `sections`, see `coloured_moves`.
    **options
        How it looks, see `Look`.

    Returns
    -------
    bytes
        A PNG file: greys where all colours are, else RGB.

    Raises
    ------
    DestrierError
        If the picture would have more than 64 million pixels.
    """
    look, board = Look(**options), tourney.board
    cell = fitting_cell(board, look, usual=_USUAL_CELL, side=_SIDE, pixels=_MOST_PIXELS)
    if colour_by != "cycles":
        look = replace(look, dots=bool(look.dots))
    of_moves, colours = coloured_moves(tourney, colour_by, look.colours)
    shades, of_cycles = rgb(colours), rgb(cycle_colours(tourney.cycle_count, look.colours))
    grey = not look.has_coloured_marks and bool((shades == shades[:, :1]).all())
    if grey:
        shades, of_cycles = shades[:, :1], of_cycles[:, :1]
    file = BytesIO()
    picture(tourney, look, cell, of_cycles, shades[of_moves]).save(file, "PNG", optimize=False)
    return file.getvalue()
