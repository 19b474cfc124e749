"""Tourneys as animated GIF: a knight rides round each cycle, and its trail grows."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.tourney import flat_board
from destrier.drawing.knight import EYE, HALF, knight_colours, knight_size, outline_points, riding_seconds
from destrier.drawing.layout import cycle_colours, walked_edges
from destrier.drawing.raster.canvas import Canvas, fitting_cell, picture, rgb
from destrier.drawing.style import Look
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Unpack

    from numpy.typing import NDArray
    from PIL import Image

    from destrier.core.tourney import Tourney
    from destrier.core.types import Squares
    from destrier.drawing.style import Options

_USUAL_CELL: Final = 40
_SHORTEST: Final = 0.1
_LONGEST: Final = 600
"""The longest ride in seconds: a picture of a gif stays for whole hundredths of a second, and 655 s at most."""

_SIDE: Final = 640
_MOST_PIXELS: Final = 4_000_000
_LAST_FRAME_MS: Final = 2500
_LEAST_KNIGHT: Final = 12
"""The side in pixels of the smallest knight; a smaller one would be a blot."""
_SUPERSAMPLED: Final = 4
_CLEARING: Final = 4
"""The width of the white margin around a knight, in units of its outline."""
_TINTS: Final = (0.25, 0.5, 0.75, 1)
_NEARLY_WHITE: Final = 248
"""The least value of a channel that counts as white, since quantizing may darken white where colours are many."""


def to_gif(tourney: Tourney, *, frames: int = 96, seconds: float | None = None, **options: Unpack[Options]) -> bytes:
    """Animate a tourney: a knight rides each cycle, all at the same pace.

    The GIF loops for ever. Numbers and marks appear in the last picture.

    Parameters
    ----------
    tourney
        The tourney to draw.
    frames
        The most pictures, besides that of the empty board.
    seconds
        The duration of the ride, by default an eighth of a second per move within 4 to 12; the result stays for 2.5.
    **options
        The options of `Look`.

    Raises
    ------
    DestrierError
        If a picture would have more than 4 million pixels, or the ride takes less than 0.1 s or more than 600 s.
    """
    seconds = riding_seconds(tourney, seconds)
    if frames < 1 or not _SHORTEST <= seconds <= _LONGEST:
        raise DestrierError(
            f"a gif has at least 1 frame and takes {_SHORTEST} to {_LONGEST} s, not {frames!r} in {seconds!r} s"
        )
    look = Look(**options)
    cell = fitting_cell(
        flat_board(tourney, "the knight rides"), look, usual=_USUAL_CELL, side=_SIDE, pixels=_MOST_PIXELS
    )
    colours = cycle_colours(tourney.cycle_count, look.colours)
    knights = rgb(knight_colours(colours))
    pictures = [*_ride(tourney, look, cell, rgb(colours), knights, frames), picture(tourney, look, cell, rgb(colours))]
    return _animation(pictures, knights[0], 1000 * seconds / len(pictures))


def _ride(
    tourney: Tourney, look: Look, cell: int, shades: NDArray[np.uint8], knights: NDArray[np.uint8], frames: int
) -> Iterator[Image.Image]:
    """Yield all pictures but the last, from the empty board on."""
    canvas = Canvas(flat_board(tourney, "the knight rides"), cell, 3)
    canvas.underlay(tourney, look)
    canvas.ends(tourney, look, shades)
    yield canvas.image()
    here, there, cycles, steps = _in_step(tourney)
    last = int(steps[-1]) + 1
    stops = np.linspace(0, last, min(frames, last) + 1).round().astype(int)
    for (start, stop), moves in zip(pairwise(np.searchsorted(steps, stops).tolist()), stops[1:-1], strict=False):
        canvas.edges(here[start:stop], there[start:stop], shades[cycles[start:stop]], look.line_width)
        if look.has_dots(canvas.board):
            canvas.dots(here[start:stop], shades[cycles[start:stop]])
        image = canvas.image()
        _place(image, canvas, _riders(tourney, int(moves)), knights)
        yield image


def _in_step(tourney: Tourney) -> tuple[Squares, Squares, Squares, Squares]:
    """Return the moves as `walked_edges` does, and the step in which each is made, sorted by this step."""
    here, there, cycles = walked_edges(tourney)
    lengths = tourney.cycle_lengths()
    steps = (np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths))[: here.size]
    turn = np.argsort(steps, kind="stable")
    return here[turn], there[turn], cycles[turn], steps[turn]


def _riders(tourney: Tourney, moves: int) -> Squares:
    """Return the square of each knight after `moves` moves; one that has completed its cycle rests."""
    lengths = tourney.cycle_lengths()
    return tourney.index_at(np.cumsum(lengths) - lengths + np.where(moves < lengths, moves, 0))


def _place(image: Image.Image, canvas: Canvas, squares: Squares, knights: NDArray[np.uint8]) -> None:
    """Put a knight on each of the squares."""
    size = max(_LEAST_KNIGHT, round(canvas.cell * knight_size(canvas.board, len(squares))))
    clearing, body = _knight_masks(size)
    corners = np.column_stack(np.divmod(squares, canvas.board.cols)[::-1]) * canvas.cell
    corners += canvas.margin + canvas.cell // 2 - size // 2
    for corner, colour in zip(corners.tolist(), knights.tolist(), strict=True):
        image.paste("white", tuple(corner), clearing)
        image.paste(tuple(colour), tuple(corner), body)


@lru_cache(maxsize=8)
def _knight_masks(size: int) -> tuple[Image.Image, Image.Image]:
    """Return the pixels that a knight clears around itself, and those that it covers."""
    from PIL import Image, ImageDraw

    scale = _SUPERSAMPLED * size / (2 * HALF)
    outline = [tuple(point) for point in ((outline_points() + HALF) * scale).tolist()]
    x, y, radius = ((HALF * (place < 2) + value) * scale for place, value in enumerate(EYE))
    masks = []
    for border in (2 * _CLEARING * scale, 0):
        mask = Image.new("L", (_SUPERSAMPLED * size,) * 2)
        pen = ImageDraw.Draw(mask)
        pen.polygon(outline, 255)
        pen.line([*outline, *outline[:2]], 255, round(border), "curve")
        if not border:
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), 0)
        masks.append(mask.resize((size, size), Image.Resampling.BOX))
    return masks[0], masks[1]


def _animation(pictures: list[Image.Image], knight: NDArray[np.uint8], duration: float) -> bytes:
    """Return the file; its palette is that of the last picture, with white, and the knight's colour and edges."""
    from PIL import Image

    palette = pictures[-1].quantize(256 - len(_TINTS))
    colours = np.reshape(palette.getpalette() or [], (-1, 3))
    colours[colours.min(axis=1) >= _NEARLY_WHITE] = 255
    tints = np.rint(255 + np.outer(_TINTS, knight.astype(float) - 255)).astype(int)
    palette.putpalette([*colours.ravel().tolist(), *tints.ravel().tolist()])
    indexed = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in pictures]
    file = BytesIO()
    durations = [round(duration)] * (len(pictures) - 1) + [_LAST_FRAME_MS]
    indexed[0].save(file, "GIF", save_all=True, append_images=indexed[1:], duration=durations, loop=0)
    return file.getvalue()
