"""How a drawing looks: what all pictures of a tourney have in common to choose, stated once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypedDict

from destrier.drawing.layout import CELL, LINE_WIDTH, THIN_LINE_WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.core.board import BaseBoard

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
    turns: bool
    crossings: bool
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
    turns, crossings
        Whether to mark the squares where the tour turns, and the points where its moves cross; there are no dots then,
        unless asked for.
    colours
        CSS colours that the cycles take in turn; if omitted, black for one and a hue each for more.
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
        """Whether to draw the sides of the squares."""
        return _is_small(board) if self.grid is None else self.grid

    def has_dots(self, board: BaseBoard) -> bool:
        """Whether to draw a dot on each square."""
        wanted = _is_small(board) and not (self.turns or self.crossings) if self.dots is None else self.dots
        return wanted and not self.numbers

    @property
    def has_coloured_marks(self) -> bool:
        """Whether there is colour even where all moves are black."""
        return self.rails or self.turns or self.crossings

    @property
    def line_width(self) -> float:
        """Of the moves, in units of the layout; thinner where marks have to show."""
        return THIN_LINE_WIDTH if self.numbers or self.turns or self.crossings else LINE_WIDTH

    @property
    def usual_cell(self) -> int:
        """Pixels a square of an svg, unless chosen: a number has to be read."""
        return 2 * CELL if self.numbers else CELL


def _is_small(board: BaseBoard) -> bool:
    return max(board.sides) <= _DETAILED
