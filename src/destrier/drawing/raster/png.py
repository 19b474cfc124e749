"""Tourneys as PNG."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Final, Unpack

import numpy as np

from destrier.core.board import Board
from destrier.core.recipes import written
from destrier.core.tourney import Tourney
from destrier.drawing.fonts import refuse_unknown_letters, words_of
from destrier.drawing.look import Look, Options
from destrier.drawing.raster.canvas import picture
from destrier.drawing.raster.rendering import check_look, check_pixels, renderer
from destrier.drawing.svg.box import View
from destrier.drawing.svg.tour import FlatSheet, Picture, sheet_of
from destrier.support.optional import extra

if TYPE_CHECKING:
    from PIL import Image

    from destrier.core.types import Recipe
    from destrier.support.aliases import Progress

USUAL_CELL: Final = 24
SIDE: Final = 4096
"""The longer side of a large board in pixels, unless a size is chosen."""

_MOST_PIXELS: Final = 64_000_000
_RENDERED: Final = 1_000
"""The largest flat board to draw from its SVG, in squares, at a fifth of a millisecond per square."""


def to_png(
    tourney: Tourney, *, view: View | None = None, progress: Progress | None = None, **options: Unpack[Options]
) -> bytes:
    """Draw a tourney as `to_svg` does, as PNG: in greys if all colours are grey, else in RGB.

    Parameters
    ----------
    tourney
        The tourney to draw.
    view
        The view of a box, as in `to_svg`.
    progress
        A function that is called with the progress on a large board.
    **options
        The options of `Look`.

    Raises
    ------
    DestrierError
        If the picture would have more than 64 million pixels.
    """
    extra("PIL.Image", "image", "a picture")
    look = Look.given("to_png", options)
    check_look(look)
    sheet = sheet_of(tourney.board, look.style_of(tourney.board), view, bent=look.bent)
    scale = look.scale(max(sheet.extent.width, sheet.extent.height), USUAL_CELL, SIDE)
    lettered = isinstance(sheet, FlatSheet) and bool(sheet.labels)
    marked = look.numbers or look.turns or look.crossings or look.arrows or look.bent
    plain = not (lettered or marked or look.style_sheet)
    if isinstance(tourney.board, Board) and tourney.board.size > _RENDERED and plain:
        return _encode(picture(tourney, look, scale, _MOST_PIXELS, progress), tourney.recipe)
    check_pixels(sheet.extent.width * scale, sheet.extent.height * scale, _MOST_PIXELS)
    drawn = Picture(tourney, look, view)
    with renderer() as render:
        return _encode(_plain(render(drawn.document(drawn.parts(), scale=scale))), tourney.recipe)


def svg_to_png(svg: str) -> bytes:
    """Return a drawing as PNG, in its own size."""
    refuse_unknown_letters(words_of(svg), "image")
    with renderer() as render:
        return _encode(_plain(render(svg)), None)


def _plain(image: Image.Image) -> Image.Image:
    """Return a picture without transparency, in greys if it has no other colours."""
    colours = np.asarray(image)[..., :3]
    return image.convert("L" if (colours == colours[..., :1]).all() else "RGB")


def _encode(image: Image.Image, recipe: Recipe | None) -> bytes:
    """Return the file, with the recipe of the drawn tourney as a comment."""
    from PIL.PngImagePlugin import PngInfo

    file, texts = BytesIO(), PngInfo()
    if recipe:
        texts.add_text("Comment", written(recipe))
    image.save(file, "PNG", optimize=False, pnginfo=texts)
    return file.getvalue()
