"""Antialiased pixels without a drawing library.

Every mark is a capsule, the set of points within a radius of a segment; a dot is a capsule of length 0. A pixel is
covered to the depth of its centre inside the capsule, and at most by a line's width. As a square has a whole number of
pixels, all capsules of one move look alike: each is computed once, and painted at many squares at a time.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.tourney import flat_board
from destrier.drawing import layout
from destrier.drawing.layout import CELL, grid_lines, number_size, walked_edges
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from PIL import Image

    from destrier.core.board import Board
    from destrier.core.tourney import Tourney
    from destrier.core.types import Square, Squares
    from destrier.drawing.style import Look

_WHITE: Final = 255
_THINNEST: Final = 0.4
"""The width in pixels below which lines would fade away."""


class Canvas:
    """A white picture of a board, with one plane of pixels for greys or three for colours.

    Parameters
    ----------
    board
        The board in the picture.
    cell
        The number of pixels per square.
    channels
        The number of planes, 1 or 3.
    """

    def __init__(self, board: Board, cell: int, channels: int) -> None:
        self.board, self.cell, self.margin = board, cell, margin(cell)
        self.height, self.width = picture_shape(board, cell)
        self.planes = np.full((channels, self.height * self.width), _WHITE, np.uint8)

    def grid(self) -> None:
        """Draw the sides of the squares, on whole pixels."""
        planes = self.planes.reshape(-1, self.height, self.width)
        thick = max(1, round(layout.GRID_WIDTH * self.cell / CELL))
        shades = rgb([layout.GRID_COLOUR])[:, : len(planes)].reshape(-1, 1, 1)
        lines = self.margin + self.cell * grid_lines(self.board) - thick // 2
        for x1, y1, x2, y2 in lines.tolist():
            planes[:, y1 : y2 + thick, x1 : x2 + thick] = shades

    def edges(
        self, here: Squares, there: Squares, colours: NDArray[np.uint8], line_width: float = layout.LINE_WIDTH
    ) -> None:
        """Draw moves from `here` to `there`, each in the colour of its row of `colours`."""
        cols = self.board.cols
        drow, dcol = there // cols - here // cols, there % cols - here % cols
        radius = max(line_width * self.cell / CELL, _THINNEST) / 2
        for move in map(tuple, self.board.leaper.steps.tolist()):
            chosen = (drow == move[0]) & (dcol == move[1])
            self._paint(here[chosen], move, radius, colours[chosen])

    def dots(self, squares: Squares, colours: NDArray[np.uint8], radius: float = layout.DOT_RADIUS) -> None:
        """Draw a dot on each square, in the colour of its row of `colours`."""
        self._paint(squares, (0, 0), radius * self.cell / CELL, colours)

    def discs(self, squares: Squares, colours: NDArray[np.uint8]) -> None:
        """Draw a white disc on each square, with a border in the colour of its row of `colours`."""
        self.dots(squares, colours, layout.DISC_RADIUS + layout.DISC_BORDER / 2)
        self.dots(squares, np.full_like(colours, _WHITE), layout.DISC_RADIUS - layout.DISC_BORDER / 2)

    def underlay(self, tourney: Tourney, look: Look) -> None:
        """Draw everything that lies below the moves."""
        if look.has_grid(self.board):
            self.grid()
        if look.rails:
            from destrier.switching.rails import rail_edges

            here, there = rail_edges(tourney).T
            self.edges(here, there, np.repeat(rgb([layout.RAIL_COLOUR]), here.size, axis=0), layout.RAIL_WIDTH)

    def ends(self, tourney: Tourney, look: Look, shades: NDArray[np.uint8]) -> None:
        """Mark the start of an open tour by a disc and its end by a ring; `shades` are the colours of the cycles."""
        if not look.ends or tourney.kind != "open":
            return
        first, last, colour = tourney.indices()[:1], tourney.indices()[-1:], shades[:1]
        radius, border = layout.NUMBERED_END if look.numbers else layout.END
        self.dots(first, colour, radius)
        self.dots(last, colour, radius)
        self.dots(last, np.full_like(colour, _WHITE), radius - border)

    def crossings_and_turns(self, tourney: Tourney, look: Look) -> None:
        """Mark the crossings by rings and the turns by dots."""
        if not (look.crossings or look.turns):
            return
        from destrier.measuring.metrics import crossing_points, is_turn

        if look.crossings:
            self._rings(
                crossing_points(tourney), layout.CROSSING_RADIUS, layout.CROSSING_BORDER, rgb([layout.CROSSING_COLOUR])
            )
        if look.turns:
            squares = np.flatnonzero(is_turn(tourney))
            radius = layout.NUMBERED_TURN_RADIUS if look.numbers else layout.TURN_RADIUS
            self.dots(squares, np.repeat(rgb([layout.TURN_COLOUR]), squares.size, axis=0), radius)

    def marked(self, tourney: Tourney, look: Look, shades: NDArray[np.uint8]) -> Image.Image:
        """Return the picture with all marks; the mark of an end lies above its dot and below its number."""
        of_squares = np.repeat(shades, tourney.cycle_lengths(), axis=0)
        if look.has_dots(self.board):
            self.dots(tourney.indices(), of_squares)
        self.crossings_and_turns(tourney, look)
        self.ends(tourney, look, shades)
        return self._numbered(tourney.indices(), of_squares) if look.numbers else self.image()

    def image(self) -> Image.Image:
        """Return the picture."""
        from PIL import Image

        return Image.merge(
            "L" if len(self.planes) == 1 else "RGB",
            [Image.fromarray(plane.reshape(self.height, self.width)) for plane in self.planes],
        )

    def _numbered(self, squares: Squares, colours: NDArray[np.uint8]) -> Image.Image:
        """Return the picture with the squares numbered in turn from 0."""
        from PIL import ImageDraw, ImageFont

        self.discs(squares, colours)
        image = self.image()
        pen = ImageDraw.Draw(image)
        font = ImageFont.load_default(number_size(squares.size - 1) * self.cell / CELL)
        rows, cols = np.divmod(squares, self.board.cols)
        centres = np.stack([cols, rows], axis=1) * self.cell + self.margin + self.cell / 2
        for number, (centre, colour) in enumerate(zip(centres.tolist(), colours.tolist(), strict=True)):
            pen.text(tuple(centre), str(number), tuple(colour) if len(colour) > 1 else colour[0], font, anchor="mm")
        return image

    def _paint(self, squares: Squares, move: Square, radius: float, colours: NDArray[np.uint8]) -> None:
        """Paint a capsule from each square by a move: many one pixel at a time, few with all their pixels at once."""
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

    def _rings(self, points: NDArray[np.float64], radius: float, border: float, colour: NDArray[np.uint8]) -> None:
        """Draw rings around any points (row, col) of the board, all rings one pixel at a time."""
        inner, outer = ((radius + side * border / 2) * self.cell / CELL for side in (-1, 1))
        centres = (points + 0.5) * self.cell + self.margin
        corners = np.floor(centres).astype(np.int64)
        reach = ceil(outer + 1)
        for row, col in np.argwhere(np.ones((2 * reach + 1,) * 2)) - reach:
            y, x = (corners + np.array([row + 0.5, col + 0.5]) - centres).T
            distance = np.hypot(y, x)
            weights = np.clip(np.minimum(outer + 0.5 - distance, distance - inner + 0.5), 0, 1).astype(np.float32)
            covered = weights > 0
            places = ((corners[:, 0] + row) * self.width + corners[:, 1] + col)[covered]
            self._blend(places, weights[covered], np.repeat(colour, places.size, axis=0).T.astype(np.float32))

    def _blend(self, places: Squares, weights: NDArray[np.float32] | np.float32, shades: NDArray[np.float32]) -> None:
        """Blend colours into some pixels; `shades` has a row, or a number, for each plane."""
        for plane, shade in zip(self.planes, shades, strict=True):
            below = plane[places]
            plane[places] = below + weights * (shade - below)


def picture(
    tourney: Tourney, look: Look, cell: int, shades: NDArray[np.uint8], of_moves: NDArray[np.uint8] | None = None
) -> Image.Image:
    """Return the finished picture with `cell` pixels per square.

    `shades`, of 1 or 3 channels, are the colours of the cycles; `of_moves` are those of the moves, if they differ.
    """
    canvas = Canvas(flat_board(tourney, "pixels are painted"), cell, shades.shape[1])
    canvas.underlay(tourney, look)
    here, there, cycles = walked_edges(tourney)
    canvas.edges(here, there, shades[cycles] if of_moves is None else of_moves, look.line_width)
    return canvas.marked(tourney, look, shades)


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


def fitting_cell(board: Board, look: Look, *, usual: int, side: int, pixels: int) -> int:
    """Return the pixels per square: as chosen, else `usual`, or fewer to keep the longer side within `side`.

    Raises
    ------
    DestrierError
        If the picture would have more than `pixels` pixels.
    """
    cell = look.cell
    if cell is None:
        cell = max(1, min(max(usual, look.usual_cell), side // max(board.shape)))
    if isinstance(cell, bool) or not isinstance(cell, int) or cell < 1:
        raise DestrierError(f"a square is drawn with a whole number of pixels, at least 1, not {cell!r}")
    height, width = picture_shape(board, cell)
    if height * width > pixels:
        raise DestrierError(
            f"a picture of {board} squares of {cell} pixels has {width} x {height} pixels,"
            f" more than {pixels / 1e6:g} million; draw an svg instead"
        )
    return cell


def rgb(colours: Iterable[str]) -> NDArray[np.uint8]:
    """Return CSS colours as `uint8` (colours, 3)."""
    from PIL import ImageColor

    try:
        return np.array([ImageColor.getrgb(colour)[:3] for colour in colours], np.uint8)
    except ValueError as error:
        raise DestrierError(f"not a colour: {error}") from error
