"""Diagrams that only the figures of the papers need: blocks of squares, curves, and sheets with captions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from destrier.drawing.layout import CELL
from destrier.drawing.svg.diagram import TEXT, Diagram, Point
from destrier.drawing.svg.document import LINES, Extent, document
from destrier.support.html import escape

if TYPE_CHECKING:
    from collections.abc import Sequence

_CAPTION: Final = 9
"""The size of a caption."""


class Figure(Diagram):
    """A diagram with blocks of squares and curves."""

    def block(self, place: Point, rows: int, cols: int, colour: str) -> None:
        """Add the rounded outline of a block of squares, whose first one is at a place."""
        away = 0.1
        x, y = CELL * (place[1] - 0.5 + away), CELL * (place[0] - 0.5 + away)
        width, height = CELL * (cols - 2 * away), CELL * (rows - 2 * away)
        self.parts.append(
            f'<rect class="square" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{0.3 * CELL:g}"'
            f' stroke="{escape(colour)}" stroke-width="{0.08 * CELL:g}"/>'
        )

    def curve(
        self, start: Point, away: Point, end: Point, colour: str, *, width: float = 0.12, dashed: bool = True
    ) -> None:
        """Add a curved line between two points that is drawn towards a third one."""
        (x, y), (x1, y1), (x2, y2) = ((CELL * col, CELL * row) for row, col in (start, away, end))
        self.path(f"M{x:g},{y:g}Q{x1:g},{y1:g} {x2:g},{y2:g}", colour, width, dashed=dashed)


def sheet(title: str, diagrams: Sequence[tuple[str, Diagram]], *, columns: int = 4, scale: float = 1.5) -> str:
    """Return an SVG document of diagrams with captions, which may be empty, in rows of some columns."""
    gap, foot = CELL, 2 * _CAPTION if any(caption for caption, _ in diagrams) else 0
    parts, widest = [], 0.0
    y = 0.0
    for first in range(0, len(diagrams), columns):
        row = diagrams[first : first + columns]
        height, x = max(diagram.extent.height for _, diagram in row), 0.0
        for caption, diagram in row:
            extent = diagram.extent
            parts.append(
                f'<svg x="{x:g}" y="{y:g}" width="{extent.width:g}" height="{extent.height:g}"'
                f' viewBox="{extent.view_box()}">'
            )
            parts += [*diagram.parts, "</svg>"]
            if caption:
                parts.append(
                    f'<text class="caption" x="{x + extent.width / 2:g}" y="{y + extent.height + _CAPTION:g}"'
                    f' font-size="{_CAPTION}" fill="#555" {TEXT}>{escape(caption, quote=False)}</text>'
                )
            x += extent.width + gap
        widest = max(widest, x - gap)
        y += height + foot + gap
    return document(parts, Extent(widest, y - gap), title=title, scale=scale, look=LINES)
