"""Tours in two, three and four dimensions as SVG: level by level, side by side.

The two longest axes span the levels. In three dimensions they follow each other in rows as in a text, in four each row
of levels is one place along the third axis. A step within a level is a line; of one to another level, each of the two
levels has the first half, in a colour of its own that tells whether it leads to a later level or an earlier one.

All looks are presentation attributes, which any style sheet overrides by the classes `background`, `grid`, `tour`,
`later` and `earlier`.
"""

from __future__ import annotations

from math import ceil, prod, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from destrier.drawing.layout import CELL, GRID_COLOUR, GRID_WIDTH, LINE_WIDTH, MARGIN, TOUR_COLOUR

if TYPE_CHECKING:
    from destrier.core.leaper import LeaperTour
    from destrier.core.types import Squares

__all__ = ["levels_svg"]

_GAP: Final = CELL
"""Between levels."""

_COLOURS: Final = {"tour": TOUR_COLOUR, "later": "#b3261e", "earlier": "#1f5fa8"}
"""Of steps within a level, to a later one and to an earlier one."""


def levels_svg(tour: LeaperTour) -> str:
    """Draw a tour level by level; O(squares).

    Parameters
    ----------
    tour
        In two to four dimensions.

    Returns
    -------
    str
        An SVG document.
    """
    sheet = _Sheet.of(tour.sides)
    width, height = sheet.extent()
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="destrier levels" viewBox="0 0 {width} {height}">',
            '<rect class="background" width="100%" height="100%" fill="white"/>',
            f'<path class="grid" fill="none" stroke="{GRID_COLOUR}" stroke-width="{GRID_WIDTH}" d="{sheet.frames()}"/>',
            *(
                f'<path class="{name}" fill="none" stroke="{_COLOURS[name]}" stroke-width="{LINE_WIDTH}"'
                f' stroke-linecap="round" d="{"".join(lines)}"/>'
                for name, lines in _lines(tour, sheet).items()
                if lines
            ),
            "</svg>\n",
        ]
    )


class _Sheet(NamedTuple):
    """Where the levels are drawn."""

    sides: tuple[int, ...]
    axes: tuple[int, int]
    """Those of the rows and columns of a level."""
    others: tuple[int, ...]
    in_row: int
    """How many levels are side by side."""

    @classmethod
    def of(cls, sides: tuple[int, ...]) -> _Sheet:
        longest = sorted(range(len(sides)), key=lambda axis: (-sides[axis], axis))[:2]
        others = tuple(axis for axis in range(len(sides)) if axis not in longest)
        in_row = sides[others[-1]] if len(others) == 2 else ceil(sqrt(prod(sides[axis] for axis in others)))
        return cls(sides, (min(longest), max(longest)), others, in_row)

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return prod(self.sides[axis] for axis in self.others)

    def extent(self) -> tuple[int, int]:
        """Width and height."""
        down = ceil(self.levels / self.in_row)
        wide, high = self._pitch()
        return 2 * MARGIN - _GAP + self.in_row * wide, 2 * MARGIN - _GAP + down * high

    def _pitch(self) -> tuple[int, int]:
        """From one level to the one beside it, and to the one below it."""
        rows, cols = (self.sides[axis] * CELL for axis in self.axes)
        return cols + _GAP, rows + _GAP

    def frames(self) -> str:
        """The outlines of all levels, as a path."""
        wide, high = self._pitch()
        return "".join(
            f"M{MARGIN + number % self.in_row * wide} {MARGIN + number // self.in_row * high}"
            f"h{wide - _GAP}v{high - _GAP}h{_GAP - wide}z"
            for number in range(self.levels)
        )

    def centres(self, places: Squares) -> Squares:
        """The x and y of the centres of squares with these coordinates."""
        levels = np.zeros(len(places), np.int64)
        for axis in self.others:
            levels = levels * self.sides[axis] + places[:, axis]
        down, right = np.divmod(levels, self.in_row)
        wide, high = self._pitch()
        row, col = (places[:, axis] * CELL + MARGIN + CELL // 2 for axis in self.axes)
        return np.column_stack([col + right * wide, row + down * high])


def _lines(tour: LeaperTour, sheet: _Sheet) -> dict[str, list[str]]:
    """Of each colour, the lines as parts of a path: x and y of one end, and how far the other one is."""
    lines: dict[str, list[str]] = {name: [] for name in _COLOURS}
    for step, vector in enumerate(tour.leaper.steps):
        places = np.argwhere(tour.moves >> tour.moves.dtype.type(step) & tour.moves.dtype.type(1))
        along = [int(vector[axis]) for axis in sheet.others]
        drow, dcol = (int(vector[axis]) * CELL for axis in sheet.axes)
        if any(along):
            name = "later" if next(filter(None, along)) > 0 else "earlier"
            drow, dcol = drow // 2, dcol // 2
        elif step < len(tour.leaper.steps) // 2:
            name = "tour"
        else:
            continue  # drawn from its other end
        lines[name] += [f"M{x} {y}l{dcol} {drow}" for x, y in sheet.centres(places).tolist()]
    return lines
