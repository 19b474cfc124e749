"""How a drawing looks: what all pictures of a tourney have in common to choose, stated once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypedDict

from destrier.drawing.layout import CELL, LINE_WIDTH, NUMBERED_LINE_WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.board import Board

__all__ = ["Look", "Options"]

_DETAILED: Final = 200
"""Rows or columns up to which a drawing shows dots and a grid unless told; beyond, they are only weight."""


class Options(TypedDict, total=False):
    """The parameters of `Look` as keyword arguments: what a renderer takes beyond its own."""

    cell: float | None
    grid: bool | None
    dots: bool | None
    numbers: bool
    rails: bool
    ends: bool
    colours: Sequence[str] | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """The looks of a picture.

    Parameters
    ----------
    cell
        Pixels a square, whole ones but in an svg. If omitted, twice as many with numbers as without, and in pngs
        and gifs fewer on large boards. An svg scales: its coordinates do not depend on this.
    grid, dots
        Whether to draw the sides of the squares, and a dot on each; on boards up to 200 x 200 if omitted.
    numbers
        Whether to number the squares as visited, from 0; numbers take the place of dots.
    rails
        Whether to mark the moves that form rails.
    ends
        Whether to mark the ends of an open tour: a disc where it starts, a ring where it ends.
    colours
        CSS colours that the cycles take in turn; if omitted, black for one and a hue each for more.
    """

    cell: float | None = None
    grid: bool | None = None
    dots: bool | None = None
    numbers: bool = False
    rails: bool = False
    ends: bool = True
    colours: Sequence[str] | None = None

    def has_grid(self, board: Board) -> bool:
        """Whether to draw the sides of the squares."""
        return _is_small(board) if self.grid is None else self.grid

    def has_dots(self, board: Board) -> bool:
        """Whether to draw a dot on each square."""
        return not self.numbers and (_is_small(board) if self.dots is None else self.dots)

    @property
    def line_width(self) -> float:
        """Of the moves, in units of the layout."""
        return NUMBERED_LINE_WIDTH if self.numbers else LINE_WIDTH

    @property
    def usual_cell(self) -> int:
        """Pixels a square of an svg, unless chosen: a number has to be read."""
        return 2 * CELL if self.numbers else CELL


def _is_small(board: Board) -> bool:
    return max(board.shape) <= _DETAILED
