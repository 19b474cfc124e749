"""The look of a drawing: the options common to all pictures of a tourney. `docs/gallery.md` shows the styles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypedDict

from destrier.core.grid import BaseBoard
from destrier.drawing.colouring import Colouring
from destrier.drawing.layout import CELL, THIN_LINE_WIDTH, check_first
from destrier.drawing.style import Style, find_style, usual_style
from destrier.support.errors import DestrierError
from destrier.support.options import refuse_unknown

_DETAILED: Final = 200
"""The most rows or columns of a drawing that shows dots and a grid by default; beyond, they only add size."""

_LEAST_SIDE: Final = 480
"""The minimum number of pixels along the longer side of a drawing without a chosen size."""


class Options(TypedDict, total=False):
    """The parameters of `Look` as keyword arguments, which renderers take in addition to their own."""

    style: str
    size: float | None
    cell: float | None
    line_width: float | None
    colours: Sequence[str] | None
    colour_by: Colouring
    grid: bool | None
    dots: bool | None
    numbers: bool
    first: int
    rails: bool
    ends: bool
    turns: bool
    crossings: bool
    arrows: bool
    bent: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """The look of a picture.

    Parameters
    ----------
    style
        The name of a style: `chess`, `paper`, `ink`, `blueprint` or `night`. By default boards up to 26 x 26 are drawn
        as `chess`, up to 200 x 200 as `paper`, and larger ones as `ink`. A text with a brace is a style sheet to embed
        into the drawing, which then has the default style.
    size
        The number of pixels along the longer side of the drawing, at least 480 by default.
    cell
        The number of pixels per square, in place of `size`. By default it doubles with numbers, and is smaller on
        large boards in pngs and gifs. An svg scales: its coordinates depend on neither.
    line_width
        The width of the moves as a share of the side of a square, such as 0.12; by default that of the style.
    colours
        CSS colours for the cycles in rotation, or for the gradient along the tour; by default those of the style. They
        are opaque: `teal`, `#00f`, `#0000ff`, `rgb(0,0,255)` or `hsl(240,100%,50%)`.
    colour_by
        What the colours show: `cycles` (the default), `tour`, `passes` or `sections`; see `coloured_moves`. The latter
        two need a knight on a flat board, and omit dots by default.
    grid, dots
        Whether to draw the sides of the squares, and a dot on each; by default as defined by the style, on boards up to
        200 x 200.
    numbers
        Whether to number the squares in visiting order; numbers replace dots.
    first
        The number of the first square, 1 or 0.
    rails
        Whether to mark the moves that form rails.
    ends
        Whether to mark the start of a tour with a disc, and the end of an open one with a ring. The start of a closed
        tour is marked if it has numbers or colours along it.
    turns, crossings
        Whether to mark the squares where the tour turns, and the points where its moves cross; dots are then omitted by
        default.
    arrows
        Whether to draw an arrowhead on each move, in the direction of travel.
    bent
        Whether to draw each move along the rows and columns, the longer leg first, as chess diagrams do. Flat boards
        and surfaces only.
    """

    style: str = ""
    size: float | None = None
    cell: float | None = None
    line_width: float | None = None
    colours: Sequence[str] | None = None
    colour_by: Colouring = "cycles"
    grid: bool | None = None
    dots: bool | None = None
    numbers: bool = False
    first: int = 1
    rails: bool = False
    ends: bool = True
    turns: bool = False
    crossings: bool = False
    arrows: bool = False
    bent: bool = False

    def __post_init__(self) -> None:
        check_first(self.first)
        if self.size is not None and self.cell is not None:
            raise DestrierError("a drawing has a size or pixels per square (cell), not both")
        if self.size is not None and not 0 < self.size < float("inf"):
            raise DestrierError(f"a drawing has a size of more than 0 pixels, not {self.size!r}")
        if self.bent and self.crossings:
            raise DestrierError("crossings are those of straight moves: leave out crossings, or bent")
        if self.line_width is not None and not 0 < self.line_width <= 1:
            raise DestrierError(f"a line is up to 1 square wide, such as 0.12, not {self.line_width!r}")

    @classmethod
    def given(cls, function: str, options: Options) -> Look:
        """Return the look described by the options of a function; refuse unknown options."""
        refuse_unknown(function, options, Options.__annotations__)
        return cls(**options)

    @property
    def style_sheet(self) -> str:
        """The style sheet to embed."""
        return self.style if "{" in self.style else ""

    def style_name(self, board: BaseBoard) -> str:
        """Return the name of the style in which a board is drawn."""
        return usual_style(board.sides) if self.style_sheet or not self.style else self.style

    def style_of(self, board: BaseBoard) -> Style:
        """Return the style in which a board is drawn."""
        return find_style(self.style_name(board))

    def has_grid(self, board: BaseBoard) -> bool:
        """Return whether to draw the sides of the squares."""
        return self.style_of(board).has_grid and _is_small(board) if self.grid is None else self.grid

    def has_dots(self, board: BaseBoard) -> bool:
        """Return whether to draw a dot on each square."""
        if self.dots is not None:
            return self.dots and not self.numbers
        wanted = self.style_of(board).has_dots and self.colour_by in ("cycles", "tour")
        return wanted and _is_small(board) and not (self.turns or self.crossings or self.numbers)

    @property
    def has_direction(self) -> bool:
        """Whether the start of a closed tour is visible."""
        return self.numbers or self.colour_by == "tour"

    def width_of_moves(self, board: BaseBoard) -> float:
        """Return the width of the moves in units of the layout, thinner by default if there are marks."""
        if self.line_width is not None:
            return CELL * self.line_width
        width = CELL * self.style_of(board).line_width
        is_marked = self.numbers or self.turns or self.crossings or self.arrows
        return min(width, THIN_LINE_WIDTH) if is_marked else width

    def scale(self, longest: float, usual: float = CELL, most: float = float("inf")) -> float:
        """Return the pixels per unit of a drawing whose longer side has `longest` units.

        By default, a square has `usual` pixels, or more if the drawing would be too small, and the longer side has at
        most `most`.
        """
        if self.cell is not None:
            if not 0 < self.cell < float("inf"):
                raise DestrierError(f"a square is drawn with more than 0 pixels, not {self.cell!r}")
            return self.cell / CELL
        if self.size is not None:
            return self.size / longest
        readable = max(usual, 2 * CELL if self.numbers else CELL) / CELL
        return min(max(readable, _LEAST_SIDE / longest), most / longest)


def _is_small(board: BaseBoard) -> bool:
    return max(board.sides) <= _DETAILED
