"""Tourneys as animated GIF: a knight rides around each cycle, and its trail grows.

Each frame has three layers, and constant parts are drawn only once: the board and the moves, which grow with the ride;
the dots and the numbers, which appear on squares that the knights have left; and the knights.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.recipes import written
from destrier.drawing.knight import riding_seconds
from destrier.drawing.layout import CELL, MARGIN
from destrier.drawing.look import Look
from destrier.drawing.raster.canvas import paint_lines, rgb
from destrier.drawing.raster.rendering import animated, check_look, check_pixels, renderer
from destrier.drawing.svg.document import Extent
from destrier.drawing.svg.ride import Ride, stops
from destrier.support.errors import DestrierError
from destrier.support.optional import extra

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Unpack

    from numpy.typing import NDArray
    from PIL import Image

    from destrier.core.tourney import Tourney
    from destrier.core.types import Recipe
    from destrier.drawing.look import Options
    from destrier.drawing.raster.rendering import Render
    from destrier.support.aliases import Progress

_USUAL_CELL: Final = 40
_SHORTEST: Final = 0.1
_LONGEST: Final = 600
"""The longest ride in seconds: a gif frame lasts whole hundredths of a second, and 655 s at most."""

_SIDE: Final = 640
_MOST_PIXELS: Final = 4_000_000
_COLOURS: Final = 256
_NEAR: Final = 8
"""The difference below which a colour counts as one of the board: quantization may miss it among many."""


def to_gif(
    tourney: Tourney,
    *,
    frames: int = 96,
    seconds: float | None = None,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> bytes:
    """Animate a tourney: a knight rides each cycle, all at the same pace.

    The GIF loops for ever. Turns and crossings appear in the last picture, and a number when the knight has left its
    square.

    Parameters
    ----------
    tourney
        The tourney to draw.
    frames
        The maximum number of frames, besides that of the empty board.
    seconds
        The duration of the ride, by default an eighth of a second per move within 4 to 12; the result stays for 2.5.
    progress
        A function that is called with the progress.
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
    extra("PIL.Image", "image", "a gif")
    look = Look.given("to_gif", options)
    check_look(look)
    ride = Ride(tourney, look)
    extent = ride.picture.sheet.extent
    scale = look.scale(ride.picture.longest, _USUAL_CELL, _SIDE)
    check_pixels(extent.width * scale, extent.height * scale, _MOST_PIXELS)
    moments = stops(ride.longest, frames)
    pictures = []
    with renderer() as render:
        for picture in _Film(ride, scale, render).pictures(moments):
            pictures.append(picture)
            if progress is not None:
                progress("pictures", len(pictures), moments.size)
    board = rgb([ride.picture.style.ground, *(ride.picture.style.squares or ())])
    return _animation(pictures, board, 1000 * seconds / len(pictures), tourney.recipe)


class _Film:
    """The pictures of a ride."""

    def __init__(self, ride: Ride, scale: float, render: Render) -> None:
        self._ride, self._scale, self._render = ride, scale, render
        self._whole = ride.picture.sheet.extent

    def pictures(self, moments: NDArray[np.int64]) -> Iterator[Image.Image]:
        """Yield the empty board, the ride over it after these numbers of moves, and the finished drawing."""
        from PIL import Image, ImageChops

        ride, picture = self._ride, self._ride.picture
        moves = np.array(self._draw([*picture.board(), *picture.ends()]).convert("RGB"))
        colours, corner = rgb(picture.colours), np.tile([self._whole.left, self._whole.top], 2)
        places = np.arange(picture.tourney.board.size)
        marks = self._draw([*picture.dots(places), *picture.numbers(places)], self._whole)
        shown = marks.getchannel("A")
        knights = {colour: self._knight(colour) for colour in set(ride.knight_colours())}
        yield Image.fromarray(moves)
        for before, after in pairwise(moments[:-1].tolist()):
            ends, of_moves = ride.moves_between(before, after)
            paint_lines(moves, self._scale * (ends - corner), self._scale * picture.line_width, colours[of_moves])
            image = Image.fromarray(moves)
            image.paste(marks, mask=ImageChops.multiply(shown, self._left(after, image.size)))
            self._place(knights, after, image)
            yield image
        yield self._draw(picture.parts()).convert("RGB")

    def _draw(self, parts: Iterable[str], cut: Extent | None = None) -> Image.Image:
        return self._render(self._ride.picture.document(parts, scale=self._scale, cut=cut))

    def _left(self, moves: int, size: tuple[int, int]) -> Image.Image:
        """Return a mask of the squares that the knights have left."""
        from PIL import Image

        squares = np.pad(self._ride.left(moves), 1) * np.uint8(255)
        x, y = (1 + (side - MARGIN) / CELL for side in (self._whole.left, self._whole.top))
        box = x, y, x + self._whole.width / CELL, y + self._whole.height / CELL
        return Image.fromarray(squares).resize(size, Image.Resampling.NEAREST, box)

    def _knight(self, colour: str) -> Image.Image:
        """Return a picture of a knight, with its middle at that of the picture."""
        reach = ceil(self._ride.reach * self._scale) / self._scale
        return self._draw(self._ride.lone_knight(colour), Extent(2 * reach, 2 * reach, -reach, -reach))

    def _place(self, knights: Mapping[str, Image.Image], moves: int, image: Image.Image) -> None:
        """Place the knights on a picture at their positions after `moves` moves, to the nearest pixel."""
        (place,) = self._ride.picture.sheet.places(self._ride.riders(moves))
        middles = self._scale * np.stack([place.x - self._whole.left, place.y - self._whole.top], axis=1)
        for colour, (x, y) in zip(self._ride.knight_colours(), np.rint(middles).astype(int).tolist(), strict=True):
            knight = knights[colour]
            image.paste(knight, (x - knight.width // 2, y - knight.height // 2), knight)


def _animation(pictures: list[Image.Image], board: NDArray[np.uint8], duration: float, recipe: Recipe | None) -> bytes:
    """Return the file; all frames share a palette from the last two, with the exact colours of the board."""
    from PIL import Image

    width, height = pictures[-1].size
    both = Image.new("RGB", (width, 2 * height))
    for number, image in enumerate(pictures[-2:]):
        both.paste(image, (0, number * height))
    palette = both.quantize(_COLOURS)
    colours = np.reshape(palette.getpalette() or [], (-1, 3))
    for colour in board.astype(int):
        colours[np.abs(colours - colour).max(axis=1) < _NEAR] = colour
    palette.putpalette(colours.ravel().tolist())
    indexed = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in pictures]
    return animated(indexed, duration, **({"comment": written(recipe)} if recipe else {}))
