"""Tourneys as PNG."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final

from destrier.drawing.layout import cycle_colours
from destrier.drawing.look import Look
from destrier.drawing.raster import fitting_cell, picture, rgb

if TYPE_CHECKING:
    from typing import Unpack

    from destrier.drawing.look import Options
    from destrier.tourneys import Tourney

__all__ = ["to_png"]

_USUAL_CELL: Final = 24
_SIDE: Final = 4096
"""Pixels of the longer side of a large board, unless its squares' size is chosen."""

_MOST_PIXELS: Final = 64_000_000


def to_png(tourney: Tourney, **options: Unpack[Options]) -> bytes:
    """Draw a tourney as `to_svg` does, in pixels.

    Parameters
    ----------
    tourney
        What to draw.
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
    shades = rgb(cycle_colours(tourney.cycle_count, look.colours))
    grey = not look.rails and bool((shades == shades[:, :1]).all())
    if grey:
        shades = shades[:, :1]
    file = BytesIO()
    picture(tourney, look, cell, shades).save(file, "PNG", optimize=False)
    return file.getvalue()
