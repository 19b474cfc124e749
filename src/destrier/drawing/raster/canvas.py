"""Draw antialiased pixels without a drawing library.

Every mark is a capsule, the set of points within a radius of a segment; a dot is a capsule of length 0. The coverage of
a pixel is the depth of its centre inside the capsule, limited by the line's width. Because a square has a whole number
of pixels, all capsules of one move are identical: each is computed once, and painted at many squares at a time.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.tourney import flat_board
from destrier.drawing import layout
from destrier.drawing.colouring import coloured_moves
from destrier.drawing.colours import parse_colour
from destrier.drawing.layout import CELL, grid_lines, walked_edges
from destrier.drawing.raster.rendering import check_pixels

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from PIL import Image

    from destrier.core.board import Board
    from destrier.core.tourney import Tourney
    from destrier.core.types import Square, Squares
    from destrier.drawing.look import Look
    from destrier.drawing.style import Style
    from destrier.support.aliases import Progress

_THINNEST: Final = 0.4
"""The minimum line width in pixels; thinner lines would fade."""


class Canvas:
    """An empty picture of a board: one plane of pixels for greys or three for colours, and `cell` pixels per square."""

    def __init__(self, board: Board, cell: int, style: Style, channels: int) -> None:
        self.board, self.cell, self.style, self.margin = board, cell, style, margin(cell)
        self.height, self.width = picture_shape(board, cell)
        self.planes = np.empty((channels, self.height * self.width), np.uint8)
        self.planes[:] = self.shade(style.ground)

    def shade(self, colour: str) -> NDArray[np.uint8]:
        """Return the value of a colour in each plane, as a column."""
        return rgb([colour])[0, : len(self.planes), None]

    def squares(self) -> None:
        """Draw the light and the dark squares, if the style has them."""
        if self.style.squares is None:
            return
        present = np.argwhere(self.board.present)
        is_dark = (present.sum(axis=1) - self.board.rows) % 2 == 1
        for colour, chosen in zip(self.style.squares, (~is_dark, is_dark), strict=True):
            rows, cols = (self.margin + self.cell * present[chosen]).T
            for down, right in np.ndindex(self.cell, self.cell):
                self.planes[:, (rows + down) * self.width + cols + right] = self.shade(colour)

    def grid(self) -> None:
        """Draw the sides of the squares, on whole pixels."""
        planes = self.planes.reshape(-1, self.height, self.width)
        thick = max(1, round(layout.GRID_WIDTH * self.cell / CELL))
        lines = self.margin + self.cell * grid_lines(self.board) - thick // 2
        for x1, y1, x2, y2 in lines.tolist():
            planes[:, y1 : y2 + thick, x1 : x2 + thick] = self.shade(self.style.grid)[:, None]

    def edges(
        self,
        here: Squares,
        there: Squares,
        colours: NDArray[np.uint8],
        line_width: float = layout.LINE_WIDTH,
        progress: Progress | None = None,
    ) -> None:
        """Draw moves from `here` to `there`, each in the colour of its row of `colours`, direction by direction."""
        cols = self.board.cols
        drow, dcol = there // cols - here // cols, there % cols - here % cols
        radius = max(line_width * self.cell / CELL, _THINNEST) / 2
        steps = self.board.leaper.steps.tolist()
        for number, move in enumerate(map(tuple, steps), start=1):
            chosen = (drow == move[0]) & (dcol == move[1])
            self._paint(here[chosen], move, radius, colours[chosen])
            if progress is not None:
                progress("lines", number, len(steps))

    def dots(self, squares: Squares, colours: NDArray[np.uint8], radius: float = layout.DOT_RADIUS) -> None:
        """Draw a dot on each square, in the colour of its row of `colours`."""
        self._paint(squares, (0, 0), radius * self.cell / CELL, colours)

    def image(self) -> Image.Image:
        """Return the picture."""
        from PIL import Image

        return Image.merge(
            "L" if len(self.planes) == 1 else "RGB",
            [Image.fromarray(plane.reshape(self.height, self.width)) for plane in self.planes],
        )

    def _paint(self, squares: Squares, move: Square, radius: float, colours: NDArray[np.uint8]) -> None:
        """Paint a capsule from each square by a move: many squares pixel by pixel, few with all pixels at once."""
        rows, cols = np.divmod(squares, self.board.cols)
        corners = (self.margin + self.cell * rows) * self.width + self.margin + self.cell * cols
        shades = colours.astype(np.float32)
        y, x, weights = _capsule(self.cell, move, radius)
        offsets = y * self.width + x
        if corners.size < offsets.size:
            for corner, shade in zip(corners.tolist(), shades, strict=True):
                self._blend(corner + offsets, weights, shade)
        else:
            for offset, weight in zip(offsets.tolist(), weights, strict=True):
                self._blend(corners + offset, weight, shades.T)

    def _blend(self, places: Squares, weights: NDArray[np.float32] | np.float32, shades: NDArray[np.float32]) -> None:
        """Blend colours into some pixels; `shades` has a row, or a number, for each plane."""
        for plane, shade in zip(self.planes, shades, strict=True):
            below = plane[places]
            plane[places] = below + weights * (shade - below)


def picture(tourney: Tourney, look: Look, scale: float, most: int, progress: Progress | None = None) -> Image.Image:
    """Return the picture of a large flat board, without numbers and marks of turns and crossings.

    `scale` is the number of pixels per unit of the layout. A square has a whole number of pixels: a picture whose size
    is chosen is drawn larger, and reduced. The picture has at most `most` pixels.
    """
    board, style = flat_board(tourney, "pixels are painted"), look.style_of(tourney.board)
    cell = max(1, floor(scale * CELL) if look.size is None else ceil(scale * CELL))
    check_pixels(*picture_shape(board, cell)[::-1], most)
    of_moves, colours = coloured_moves(tourney, look.colour_by, style, look.colours)
    shades = rgb(colours)
    below = rgb([style.ground, style.grid, style.rail if look.rails else style.ground, *(style.squares or ())])
    grey = all((group == group[:, :1]).all() for group in (shades, below))
    shades = shades[:, :1] if grey else shades
    canvas = Canvas(board, cell, style, 1 if grey else 3)
    canvas.squares()
    if look.has_grid(board):
        canvas.grid()
    if look.rails:
        from destrier.switching.rails import rail_edges

        here, there = rail_edges(tourney).T
        canvas.edges(here, there, np.repeat(canvas.shade(style.rail).T, here.size, axis=0), layout.RAIL_WIDTH)
    here, there, _ = walked_edges(tourney)
    canvas.edges(here, there, shades[of_moves], look.width_of_moves(board), progress)
    is_open = tourney.kind == "open"
    squares, of_squares = tourney.indices(), shades[np.append(of_moves, of_moves[-1:] if is_open else of_moves[:0])]
    if look.has_dots(board):
        canvas.dots(squares, of_squares)
    if look.ends and (is_open or (tourney.kind == "closed" and look.has_direction)):
        radius, border = layout.END
        canvas.dots(squares[:1], of_squares[:1], radius)
        if is_open:
            canvas.dots(squares[-1:], of_squares[-1:], radius)
            canvas.dots(squares[-1:], canvas.shade(style.ground).T, radius - border)
    image = canvas.image()
    if look.size is None:
        return image
    share = look.size / max(image.size)
    return image.resize((round(image.width * share), round(image.height * share)))


def paint_lines(pixels: NDArray[np.uint8], ends: NDArray[np.float64], width: float, colours: NDArray[np.uint8]) -> None:
    """Paint a few arbitrary lines onto a picture, `uint8` (height, width, 3), in place.

    `ends` has the ends `x1, y1, x2, y2` of each line, in pixels, and `colours` its colour, as `uint8` (lines, 3). Where
    lines meet, the one that covers more of a pixel is on top.
    """
    radius = max(width, _THINNEST) / 2
    start, along = ends[:, :2], ends[:, 2:] - ends[:, :2]
    corner = np.floor(np.minimum(start, ends[:, 2:]) - radius - 1)
    across, down = (np.arange(ceil(length) + 1) for length in np.abs(along).max(axis=0) + 2 * radius + 2)
    x = corner[:, 0, None, None] + across
    y = corner[:, 1, None, None] + down[:, None]
    dx, dy = (axis + 0.5 - start[:, place, None, None] for place, axis in enumerate((x, y)))
    right, fall = along[:, 0, None, None], along[:, 1, None, None]
    share = np.clip((dx * right + dy * fall) / (right**2 + fall**2), 0, 1)
    weights = np.clip(radius + 0.5 - np.hypot(dx - share * right, dy - share * fall), 0, min(1, 2 * radius))
    inside = (x >= 0) & (x < pixels.shape[1]) & (y >= 0) & (y < pixels.shape[0])
    line, row, col = np.nonzero((weights > 0) & inside)
    turn = np.argsort(weights[line, row, col], kind="stable")  # of equal places, the last is kept
    line, row, col = line[turn], row[turn], col[turn]
    at = y[line, row, 0].astype(np.intp), x[line, 0, col].astype(np.intp)
    below = pixels[at].astype(np.float64)
    pixels[at] = np.rint(below + weights[line, row, col, None] * (colours[line] - below))


@lru_cache(maxsize=64)
def _capsule(
    cell: int, move: Square, radius: float
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Return the pixels of a capsule, down and right of its square's corner, and their weights."""
    down, right = (step * cell for step in move)
    middle, reach = cell / 2, radius + 0.5

    def span(length: int) -> NDArray[np.int64]:
        return np.arange(floor(middle + min(length, 0) - reach), ceil(middle + max(length, 0) + reach))

    rows, cols = np.meshgrid(span(down), span(right), indexing="ij")
    y, x = rows + 0.5 - middle, cols + 0.5 - middle
    along = np.clip((y * down + x * right) / max(down**2 + right**2, 1), 0, 1)
    weights = np.clip(reach - np.hypot(y - along * down, x - along * right), 0, min(1, 2 * radius))
    covered = weights > 0
    return rows[covered], cols[covered], weights[covered].astype(np.float32)


def margin(cell: int) -> int:
    """Return the number of pixels around the board."""
    return ceil(cell / 4)


def picture_shape(board: Board, cell: int) -> Square:
    """Return the `(height, width)` in pixels of the picture of a board with `cell` pixels per square."""
    return 2 * margin(cell) + cell * board.rows, 2 * margin(cell) + cell * board.cols


def rgb(colours: Iterable[str]) -> NDArray[np.uint8]:
    """Return CSS colours as `uint8` (colours, 3)."""
    return np.array([parse_colour(colour) for colour in colours], np.uint8)
