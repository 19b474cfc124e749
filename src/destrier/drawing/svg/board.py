"""Boards as SVG: their squares, and all moves between them."""

from __future__ import annotations

from typing import Final

from destrier.core.grid import BaseBoard
from destrier.drawing.layout import CELL
from destrier.drawing.look import Look
from destrier.drawing.style import STYLES
from destrier.drawing.svg.document import document
from destrier.drawing.svg.tour import circles, sheet_of

_SHOWN: Final = 20_000
"""The most moves of a board to draw: some half a megabyte."""

_LINE_WIDTH: Final = CELL / 25
_DOT_RADIUS: Final = CELL / 10
_STYLE: Final = STYLES["paper"]


def notebook_svg(board: BaseBoard) -> str | None:
    """Draw a board with all moves of its piece, as Parberry's Figure 1 shows K_6; return `None` if it is too large."""
    if board.size * board.move_count > _SHOWN:
        return None
    sheet = sheet_of(board, _STYLE)
    parts = [
        *sheet.board(grid=True),
        f'<g class="moves" stroke="{_STYLE.ink}" stroke-width="{_LINE_WIDTH}">',
        *sheet.edges("move", *board.all_moves()),
        "</g>",
        *circles("dots", "dot", board.squares, _DOT_RADIUS, f'fill="{_STYLE.ink}"', sheet),
    ]
    scale = Look().scale(max(sheet.extent.width, sheet.extent.height))
    return document(parts, sheet.extent, title=f"The moves on {board.describe()}", name=sheet.name, scale=scale)
