"""Tourneys as PNG."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Unpack

from destrier.core.board import Board
from destrier.core.tourney import Tourney
from destrier.drawing.colouring import Colouring, coloured_moves
from destrier.drawing.layout import CELL, cycle_colours
from destrier.drawing.raster.canvas import fitting_cell, picture, rgb
from destrier.drawing.style import Look, Options
from destrier.drawing.svg.box import View
from destrier.drawing.svg.tour import sheet_of, to_svg
from destrier.support.errors import DestrierError
from destrier.support.optional import extra

_USUAL_CELL: Final = 24
_SIDE: Final = 4096
"""The longer side of a large board in pixels, unless the size of a square is chosen."""

_FONT: Final = "Aileron"
"""The font that comes with Pillow."""

_MOST_PIXELS: Final = 64_000_000


def to_png(
    tourney: Tourney, *, colour_by: Colouring = "cycles", view: View | None = None, **options: Unpack[Options]
) -> bytes:
    """Draw a tourney as `to_svg` does, as PNG: in greys if all colours are grey, else in RGB.

    Parameters
    ----------
    tourney
        The tourney to draw.
    colour_by
        What shares a colour: `cycles`, `passes` or `sections`; see `coloured_moves`.
    view
        The view of a box, as in `to_svg`.
    **options
        The options of `Look`.

    Raises
    ------
    DestrierError
        If the picture would have more than 64 million pixels.
    """
    board = tourney.board
    if not isinstance(board, Board):
        return _rasterised(tourney, colour_by, view, options)
    if view is not None:
        sheet_of(board, view)  # raises if the board has no such view
    look = Look(**options)
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


def _rasterised(tourney: Tourney, colour_by: Colouring, view: View | None, options: Options) -> bytes:
    """Rasterise the SVG of a board that is not flat, within a limit on the longer side."""
    cell = options.get("cell")
    if cell is not None and (isinstance(cell, bool) or not isinstance(cell, int) or cell < 1):
        raise DestrierError(f"a square is drawn with a whole number of pixels, at least 1, not {cell!r}")
    extent = sheet_of(tourney.board, view).extent
    longest = max(extent.width, extent.height) / CELL
    look = Look(**options)
    fitting = max(1, min(max(_USUAL_CELL, look.usual_cell), int(_SIDE / longest)))
    side = fitting if cell is None else int(cell)
    if extent.width * extent.height * (side / CELL) ** 2 > _MOST_PIXELS:
        raise DestrierError(f"a picture has up to {_MOST_PIXELS / 1e6:g} million pixels; draw an svg instead")
    shown: dict[str, Any] = {**options, "cell": side}
    svg = to_svg(tourney, colour_by=colour_by, view=view, **shown)
    render = extra("resvg_py", "image", "a picture of this board").svg_to_bytes
    with TemporaryDirectory() as folder:  # the same font for numbers as in other pictures, on every machine
        font = Path(folder) / "font.ttf"
        font.write_bytes(extra("PIL.ImageFont", "image", "a picture").load_default(_USUAL_CELL).font_bytes)
        return bytes(render(svg_string=svg, font_files=[str(font)], skip_system_fonts=True, sans_serif_family=_FONT))
