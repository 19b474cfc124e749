"""The look of a drawing: the options that all pictures of a tourney share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypedDict

from destrier.core.board import BaseBoard
from destrier.drawing.layout import CELL, LINE_WIDTH, THIN_LINE_WIDTH

_DETAILED: Final = 200
"""The most rows or columns with which a drawing shows dots and a grid by default; beyond, they only add weight."""


class Options(TypedDict, total=False):
    """The parameters of `Look` as keyword arguments, which a renderer takes beside its own."""

    cell: float | None
    grid: bool | None
    dots: bool | None
    numbers: bool
    rails: bool
    ends: bool
    turns: bool
    crossings: bool
    colours: Sequence[str] | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """The look of a picture.

    Parameters
    ----------
    cell
        The number of pixels per square, a whole number except in an svg. By default it doubles with numbers, and is
        smaller on large boards in pngs and gifs. An svg scales: its coordinates do not depend on this.
    grid, dots
        Whether to draw the sides of the squares, and a dot on each; by default on boards up to 200 x 200.
    numbers
        Whether to number the squares in visiting order from 0; numbers replace dots.
    rails
        Whether to mark the moves that form rails.
    ends
        Whether to mark the ends of an open tour, the start with a disc and the end with a ring.
    turns, crossings
        Whether to mark the squares where the tour turns, and the points where its moves cross; dots are then left out
        unless asked for.
    colours
        CSS colours that the cycles take in turn; by default black for one cycle and a hue each for more.
    """

    cell: float | None = None
    grid: bool | None = None
    dots: bool | None = None
    numbers: bool = False
    rails: bool = False
    ends: bool = True
    turns: bool = False
    crossings: bool = False
    colours: Sequence[str] | None = None

    def has_grid(self, board: BaseBoard) -> bool:
        """Return whether to draw the sides of the squares."""
        return _is_small(board) if self.grid is None else self.grid

    def has_dots(self, board: BaseBoard) -> bool:
        """Return whether to draw a dot on each square."""
        wanted = _is_small(board) and not (self.turns or self.crossings) if self.dots is None else self.dots
        return wanted and not self.numbers

    @property
    def has_coloured_marks(self) -> bool:
        """Whether there is colour even if all moves are black."""
        return self.rails or self.turns or self.crossings

    @property
    def line_width(self) -> float:
        """The width of the moves in units of the layout, thinner where marks have to show."""
        return THIN_LINE_WIDTH if self.numbers or self.turns or self.crossings else LINE_WIDTH

    @property
    def usual_cell(self) -> int:
        """The default number of pixels per square of an svg, larger if numbers have to be read."""
        return 2 * CELL if self.numbers else CELL


def _is_small(board: BaseBoard) -> bool:
    return max(board.sides) <= _DETAILED
