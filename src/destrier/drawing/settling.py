"""The settling of a Takefuji-Lee network, as a film of its edges or a plot of its energy and errors."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.leaper import MOVES
from destrier.drawing.raster.canvas import Canvas, picture_shape, rgb
from destrier.drawing.raster.png import svg_to_png
from destrier.drawing.raster.rendering import animated, check_pixels
from destrier.drawing.style import STYLES
from destrier.drawing.svg.diagram import Diagram
from destrier.support.atomic import write_atomically
from destrier.support.optional import extra

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

    from destrier.core.board import Board
    from destrier.makers.takefuji_lee import Settling
    from destrier.support.aliases import StrPath

_STYLE: Final = STYLES["paper"]
_WRONG_COLOUR: Final = "#d62728"
_FRAMES: Final = 120
_SECONDS: Final = 10
_USUAL_CELL: Final = 24
_SIDE: Final = 640
_MOST_PIXELS: Final = 1_000_000
_WIDE: Final = 20
_HIGH: Final = 9
"""The sides of the plot, in squares of a board."""


def save_settling(settling: Settling, board: Board, path: StrPath) -> None:
    """Write a film (`.gif`), a plot (`.svg`, `.png`) or a table (`.csv`)."""
    match Path(path).suffix.lower():
        case ".gif":
            data = settling_gif(settling, board)
        case ".csv":
            rows = zip(range(len(settling.energy)), settling.energy.tolist(), settling.wrong.tolist(), strict=True)
            data = "\n".join(["sweep,energy,wrong", *(",".join(map(str, row)) for row in rows), ""]).encode()
        case ".png":
            data = svg_to_png(settling_svg(settling))
        case _:
            data = settling_svg(settling).encode()
    write_atomically(path, data)


def settling_gif(settling: Settling, board: Board) -> bytes:
    """Animate the edges of the network by sweep, squares without two edges in red; later sweeps go by faster."""
    extra("PIL", "image", "a gif")
    cell = max(1, min(_USUAL_CELL, _SIDE // max(board.shape)))
    check_pixels(*picture_shape(board, cell), _MOST_PIXELS)
    last = len(settling.moves) - 1
    shown = np.unique(np.rint(last * np.linspace(0, 1, _FRAMES) ** 2).astype(int))
    pictures = [_picture(settling.moves[sweep], board, cell) for sweep in shown]
    return animated(pictures, 1000 * _SECONDS / len(pictures))


def _picture(moves: NDArray[np.uint8], board: Board, cell: int) -> Image.Image:
    canvas = Canvas(board, cell, _STYLE, 3)
    canvas.grid()
    line = rgb([_STYLE.ink])
    for move in range(4, 8):
        here = np.flatnonzero(moves >> move & 1)
        there = here + MOVES[move][0] * board.cols + MOVES[move][1]
        canvas.edges(here, there, np.repeat(line, here.size, axis=0))
    wrong = (np.bitwise_count(moves) != 2)[board.present]
    colours = np.where(wrong[:, None], rgb([_WRONG_COLOUR]), line)
    canvas.dots(np.flatnonzero(board.present), colours)
    return canvas.image().quantize(64)


def settling_svg(settling: Settling) -> str:
    """Plot energy and wrong squares by sweep; the scale is logarithmic from 1 on, and 0 lies below it."""
    last = max(1, len(settling.energy) - 1)
    decades = max(1, math.ceil(math.log10(max(settling.energy.max(), 1))))
    diagram = Diagram(_HIGH + 3, _WIDE + 2, top=-1, left=-1, grid=False)

    def height(value: int) -> float:
        return _HIGH * (1 - (math.log10(value) + 0.5) / (decades + 0.5) if value else 1)

    for tick in (0, *(10**decade for decade in range(decades + 1))):
        diagram.line([(height(tick), 0), (height(tick), _WIDE)], _STYLE.grid, width=0.03)
        diagram.word((height(tick), -0.7), f"{tick:,}", size=0.4)
    for sweep in (0, last):
        diagram.word((_HIGH + 0.6, sweep / last * _WIDE), f"{sweep:,}", size=0.4)
    diagram.word((_HIGH + 0.6, _WIDE / 2), "sweep", size=0.4)
    curves = ("energy", settling.energy, _STYLE.ink), ("squares without two edges", settling.wrong, _WRONG_COLOUR)
    for place, (name, values, colour) in zip((0.25, 0.7), curves, strict=True):
        diagram.line([(height(value), sweep / last * _WIDE) for sweep, value in enumerate(values.tolist())], colour)
        diagram.word((-0.6, place * _WIDE), name, colour, size=0.45)
    return diagram.svg("settled" if settling.settled else "not settled")
