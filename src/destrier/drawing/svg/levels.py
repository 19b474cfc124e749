"""Boards in space as SVG, level by level, side by side (see `core.space.Levels`).

A step within a level is a line. A step between levels is shown as half a line on each of the two levels; if cycles have
colours, the colour of the half shows whether the step leads to a later or an earlier level. Besides the classes of all
drawings there are `level`, `later` and `earlier`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from destrier.core.space import Space
from destrier.core.tourney import Tourney
from destrier.core.types import Squares
from destrier.drawing.colouring import Stroke
from destrier.drawing.layout import CELL, GRID_WIDTH, MARGIN, walked_edges
from destrier.drawing.style import Style
from destrier.drawing.svg.document import Extent
from destrier.drawing.svg.sheet import Sheet, centres, stroke_path


class LevelSheet(Sheet):
    """The sheet that shows the levels of a board in space."""

    name = "levels"

    def __init__(self, space: Space, style: Style) -> None:
        rows, cols = space.levels.extent
        super().__init__(space, style, Extent(2 * MARGIN + CELL * cols, 2 * MARGIN + CELL * rows))
        self._space, self._levels = space, space.levels

    def board(self, *, grid: bool) -> Iterator[str]:
        wide, high = CELL * self._levels.width, CELL * self._levels.height
        corners = (MARGIN + CELL * self._levels.corners()).tolist()
        frames = "".join(f"M{x} {y}h{wide}v{high}h{-wide}z" for y, x in corners)
        rules = ""
        if grid:
            rows = [f"m0 {CELL}h{wide}m{-wide} 0" for _ in range(self._levels.height - 1)]
            cols = [f"m{CELL} 0v{high}m0 {-high}" for _ in range(self._levels.width - 1)]
            rules = "".join(f"M{x} {y}{''.join(rows)}M{x} {y}{''.join(cols)}" for y, x in corners)
        yield f'<path class="grid" stroke="{self._style.grid}" stroke-width="{GRID_WIDTH}" d="{frames}{rules}"/>'

    def edges(self, name: str, here: Squares, there: Squares) -> Iterator[str]:
        for lines in self._split(here, there).values():
            yield from (f'<path class="{name}" d="{line}"/>' for line in lines)

    def lines(self, tourney: Tourney, strokes: list[Stroke], width: float) -> Iterator[str]:
        here, there, _ = walked_edges(tourney)
        steps = {"later": self._style.warm, "earlier": self._style.cool}
        away: dict[tuple[str, str], list[str]] = {}
        for stroke in strokes:
            moves = np.concatenate([np.arange(*run) for run in stroke.runs])
            parts = self._split(here[moves], there[moves])
            yield stroke_path(f"{stroke.name} level", stroke.colour, width, "".join(parts["level"]))
            for name, colour in steps.items():
                away.setdefault((name, colour if stroke.whole else stroke.colour), []).extend(parts[name])
        for (name, colour), lines in away.items():
            if lines:
                yield stroke_path(name, colour, width, "".join(lines))

    def shafts(self, tourney: Tourney) -> NDArray[np.float64]:
        here, there, _ = walked_edges(tourney)
        row, col = self._levels.axes
        steps = (self._space.coordinates(there) - self._space.coordinates(here))[:, [col, row]]
        share = CELL * np.where(self._level(here) == self._level(there), 1, 0.75)  # so that a head ends half a line
        start = np.stack(centres(here, self._space), axis=1)
        return np.concatenate([start, start + share[:, None] * steps], axis=1)

    def _split(self, here: Squares, there: Squares) -> dict[str, list[str]]:
        """Split moves into parts of paths: those within a level, and the halves that lead to later or earlier ones."""
        level = self._level(there) - self._level(here)
        steps = self._space.coordinates(there) - self._space.coordinates(here)
        row, col = self._levels.axes
        down, right = CELL * steps[:, row], CELL * steps[:, col]
        parts: dict[str, list[str]] = {}
        within = level == 0
        parts["level"] = self._written(here[within], right[within], down[within])
        for name, sign in (("later", 1), ("earlier", -1)):
            out, back = sign * level > 0, sign * level < 0
            parts[name] = self._written(here[out], right[out] // 2, down[out] // 2)
            parts[name] += self._written(there[back], -right[back] // 2, -down[back] // 2)
        return parts

    def _written(self, squares: Squares, right: Squares, down: Squares) -> list[str]:
        x, y = centres(squares, self._space)
        rows = zip(x.tolist(), y.tolist(), right.tolist(), down.tolist(), strict=True)
        return [f"M{a} {b}l{c} {d}" for a, b, c, d in rows]

    def _level(self, squares: Squares) -> NDArray[np.int64]:
        """Return the number of each square's level."""
        places = np.unravel_index(squares, self._space.sides)
        level = np.zeros(squares.size, np.int64)
        for axis in self._levels.others:
            level = level * self._space.sides[axis] + places[axis]
        return level
