"""The settling of a Takefuji-Lee network, as a film of its edges or a plot of its energy and errors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.leaper import MOVES
from destrier.drawing import plots
from destrier.drawing.raster.canvas import Canvas, picture_shape, rgb
from destrier.drawing.raster.rendering import animated, check_pixels
from destrier.drawing.style import STYLES
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


def save_settling(settling: Settling, board: Board, path: StrPath) -> None:
    """Write a film (`.gif`), a plot (`.svg`, `.png`) or a table (`.csv`)."""
    suffix = Path(path).suffix.lower()
    if suffix == ".gif":
        write_atomically(path, settling_gif(settling, board))
    elif suffix == ".csv":
        rows = zip(range(len(settling.energy)), settling.energy.tolist(), settling.wrong.tolist(), strict=True)
        text = "\n".join(["sweep,energy,wrong", *(",".join(map(str, row)) for row in rows), ""])
        write_atomically(path, text.encode())
    else:
        _plot(settling, Path(path))


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


def _plot(settling: Settling, path: Path) -> None:
    """Plot energy and wrong squares by sweep, on a logarithmic scale."""
    sweeps = range(len(settling.energy))
    with plots.drawing(path) as (axes,):
        axes.semilogy(sweeps, settling.energy, color="black", label="energy")
        axes.semilogy(sweeps, settling.wrong, color=_WRONG_COLOUR, label="squares without two edges")
        axes.set(xlabel="sweep", title="settled" if settling.settled else "not settled", xlim=(0, None))
        axes.legend()
