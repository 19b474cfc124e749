"""Tourneys as animated GIF: the knight rides, and its trail grows."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.drawing.layout import CELL, cycle_colours, is_detailed, walked_edges
from destrier.drawing.raster import Canvas, fitting_cell, rgb
from destrier.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from destrier.tourneys import Tourney

__all__ = ["to_gif"]

_SIDE: Final = 640
_MOST_PIXELS: Final = 4_000_000
_KNIGHT_COLOUR: Final = "#e4572e"
_KNIGHT_RADIUS: Final = 7
_LAST_FRAME_MS: Final = 2500


def to_gif(
    tourney: Tourney,
    *,
    cell: int | None = None,
    grid: bool | None = None,
    dots: bool | None = None,
    colours: Sequence[str] | None = None,
    frames: int = 96,
    seconds: float = 8,
) -> bytes:
    """Animate a tourney: the knight walks its cycles, one after the other.

    Parameters
    ----------
    tourney
        What to draw.
    cell
        Pixels a square; if omitted 24, on large boards fewer.
    grid, dots
        Whether to draw the sides of the squares, and a dot on each visited one; if omitted, on boards up to 200 x 200.
    colours
        CSS colours that the cycles take in turn; if omitted, black for one and a hue each for more.
    frames
        At most how many pictures, besides the one of the empty board.
    seconds
        How long the ride takes; the finished drawing stays for another 2.5 seconds.

    Returns
    -------
    bytes
        A GIF file that loops for ever.

    Raises
    ------
    DestrierError
        If a picture would have more than 4 million pixels.
    """
    if frames < 1 or not 0 < seconds < float("inf"):
        raise DestrierError(f"an animation has at least 1 frame and takes some time, not {frames!r} in {seconds!r} s")
    board = tourney.board
    cell = fitting_cell(board, cell, most=3 * CELL // 2, side=_SIDE, pixels=_MOST_PIXELS)
    shades = rgb(cycle_colours(tourney.cycle_count, colours))
    canvas = Canvas(board, cell, 3)
    if is_detailed(board, grid):
        canvas.grid()
    order = tourney.order()
    here, there, cycles = walked_edges(tourney)
    of_squares = np.repeat(shades, tourney.cycle_lengths(), axis=0)
    knight = rgb([_KNIGHT_COLOUR])
    pictures = [canvas.image()]
    stops = np.linspace(0, here.size, min(frames, here.size) + 1).round().astype(int).tolist()
    for start, stop in pairwise(stops):
        canvas.edges(here[start:stop], there[start:stop], shades[cycles[start:stop]])
        finished = stop == here.size
        if is_detailed(board, dots):
            left = slice(start, None if finished else stop)  # at last the end of an open tour, too
            canvas.dots(order[left], of_squares[left])
        trail = canvas.planes.copy()
        if not finished:
            canvas.dots(there[stop - 1 : stop], knight, _KNIGHT_RADIUS)
        pictures.append(canvas.image())
        canvas.planes = trail
    return _animation(pictures, 1000 * seconds / len(pictures))


def _animation(pictures: list[Image.Image], duration: float) -> bytes:
    from PIL import Image, ImageColor  # noqa: PLC0415 (an extra, and slow to import)

    palette = pictures[-1].quantize(255)
    palette.putpalette([*(palette.getpalette() or []), *ImageColor.getrgb(_KNIGHT_COLOUR)])
    indexed = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    file = BytesIO()
    durations = [round(duration)] * (len(pictures) - 1) + [_LAST_FRAME_MS]
    indexed[0].save(file, "GIF", save_all=True, append_images=indexed[1:], duration=durations, loop=0)
    return file.getvalue()
