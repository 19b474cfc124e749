"""Diagrams: squares, arrows and words on a grid, for explanatory drawings.

Points are `(row, col)`, and the middle of a square is its name. The classes of elements are `background`, `grid`,
`square`, `line`, `head`, `dot`, `halo` and `word`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, TypeAlias

from destrier.drawing.layout import CELL, MARGIN
from destrier.drawing.style import STYLES
from destrier.drawing.svg.document import LINES, Extent, document
from destrier.support.html import escape

Point: TypeAlias = tuple[float, float]

STYLE: Final = STYLES["paper"]
PALE: Final = "#e2e2e2"
"""The colour of squares that stand out from the others."""

_GRID_WIDTH: Final = 0.05
_HEAD: Final = (0.42, 0.17)
"""The length of the head of an arrow, and half its width, in squares."""
TEXT: Final = 'font-family="sans-serif" text-anchor="middle"'


class Diagram:
    """A drawing to which elements are added, on a board whose first square is in row `top` and column `left`."""

    def __init__(self, rows: float, cols: float, *, top: float = 0, left: float = 0, grid: bool = True) -> None:
        self.parts: list[str] = []
        x, y = CELL * (left - 0.5) - MARGIN, CELL * (top - 0.5) - MARGIN
        self.extent = Extent(CELL * cols + 2 * MARGIN, CELL * rows + 2 * MARGIN, x, y)
        if grid:
            self.grid(int(rows), int(cols), top, left)

    def grid(self, rows: int, cols: int, top: float = 0, left: float = 0) -> None:
        """Add the sides of the squares of a board."""
        x, y = CELL * (left - 0.5), CELL * (top - 0.5)
        across = "".join(f"M{x:g},{y + CELL * row:g}h{CELL * cols}" for row in range(rows + 1))
        down = "".join(f"M{x + CELL * col:g},{y:g}v{CELL * rows}" for col in range(cols + 1))
        look = f'stroke="{STYLE.grid}" stroke-width="{CELL * _GRID_WIDTH:g}"'
        self.parts.append(f'<path class="grid" {look} d="{across}{down}"/>')

    def squares(self, squares: Iterable[Point], colour: str = PALE) -> None:
        """Fill squares."""
        half = CELL / 2
        d = "".join(f"M{CELL * col - half:g},{CELL * row - half:g}h{CELL}v{CELL}h-{CELL}z" for row, col in squares)
        self.parts.append(f'<path class="square" fill="{escape(colour)}" fill-opacity="0.75" d="{d}"/>')

    def line(
        self,
        points: Sequence[Point],
        colour: str = STYLE.ink,
        *,
        width: float = 0.12,
        dashed: bool = False,
        arrow: bool = False,
        closed: bool = False,
        fill: str = "none",
    ) -> None:
        """Add a line through points, which may end in the head of an arrow or enclose an area."""
        drawn = list(points)
        if arrow:
            self.parts.append(_head(drawn[-2], drawn[-1], colour))
            drawn[-1] = _before(drawn[-2], drawn[-1], _HEAD[0] / 2)
        d = "M" + "L".join(f"{CELL * col:.5g},{CELL * row:.5g}" for row, col in drawn) + "z" * closed
        self.path(d, colour, width, dashed=dashed, fill=fill)

    def path(self, d: str, colour: str, width: float, *, dashed: bool, fill: str = "none") -> None:
        """Add a line, given as the `d` of a path."""
        dashes = f' stroke-dasharray="{0.2 * CELL:g} {0.25 * CELL:g}"' if dashed else ""
        filled = f' fill="{escape(fill)}"' if fill != "none" else ""
        look = f'stroke="{escape(colour)}" stroke-width="{CELL * width:g}"{dashes}{filled}'
        self.parts.append(f'<path class="line" {look} d="{d}"/>')

    def dots(
        self, points: Iterable[Point], colour: str = STYLE.ink, *, radius: float = 0.17, ring: bool = False
    ) -> None:
        """Add discs, or rings."""
        look = (
            f'fill="{STYLE.ground}" stroke="{escape(colour)}" stroke-width="1.5"'
            if ring
            else f'fill="{escape(colour)}"'
        )
        for row, col in points:
            self.parts.append(
                f'<circle class="dot" cx="{CELL * col:.5g}" cy="{CELL * row:.5g}" r="{CELL * radius:g}" {look}/>'
            )

    def word(self, point: Point, text: str, colour: str = STYLE.ink, *, size: float = 0.6, clear: bool = False) -> None:
        """Add a word centred on a point, with an optional halo over the lines below it."""
        row, col = point
        if clear:
            self.parts.append(_halo(row, col, size * text_width(text), size))
        self.parts.append(
            f'<text class="word" x="{CELL * col:.5g}" y="{CELL * row:.5g}" dy=".36em" font-size="{CELL * size:g}"'
            f' fill="{escape(colour)}" {TEXT}>{escape(text, quote=False)}</text>'
        )

    def svg(self, title: str, *, scale: float = 1.5) -> str:
        """Return the SVG document."""
        return document(self.parts, self.extent, title=title, scale=scale, look=LINES)


def text_width(text: str) -> float:
    """Return the approximate width of a text, relative to the font size, in a common sans-serif font."""
    return sum(
        0.3 if letter in "fijlrtI.,;:!'’-" else 0.85 if letter in "mwMW" else 0.62 if letter.isupper() else 0.52
        for letter in text
    )


def runs(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Split a path into straight lines of equal steps; return the ends of each."""
    bends = [points[0]]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1]):
            bends.append(here)
    return list(pairwise([*bends, points[-1]]))


def _halo(row: float, col: float, width: float, size: float) -> str:
    """Return a ground for a word; all programs that show drawings know rectangles, but not all know outlined text."""
    wide, high = CELL * (width + 0.24 * size), CELL * 1.02 * size
    return (
        f'<rect class="halo" x="{CELL * col - wide / 2:.5g}" y="{CELL * row - high / 2:.5g}" width="{wide:.5g}"'
        f' height="{high:.5g}" rx="{high / 3:.5g}" fill="{STYLE.ground}"/>'
    )


def _before(start: Point, end: Point, distance: float) -> Point:
    """Return the point at a given distance before the end of a line."""
    share = distance / hypot(end[0] - start[0], end[1] - start[1])
    return end[0] - share * (end[0] - start[0]), end[1] - share * (end[1] - start[1])


def _head(start: Point, end: Point, colour: str) -> str:
    """Return the head of an arrow at the end of a line."""
    length, half = _HEAD
    row, col = _before(start, end, length)
    down, right = (end[0] - row) / length * half, (end[1] - col) / length * half
    corners = (end, (row + right, col - down), (row - right, col + down))
    d = "L".join(f"{CELL * x:.5g},{CELL * y:.5g}" for y, x in corners)
    return f'<path class="head" fill="{escape(colour)}" d="M{d}z"/>'
