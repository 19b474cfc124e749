"""Surfaces as SVG, unrolled: the rectangle whose sides are glued. `docs/boards/torus.md` shows one.

A move over a side has a segment on each side of the cut: it leaves the rectangle at a point of one side, and enters it
at the corresponding point of the other. Arrows mark glued sides, with one head at the left and right and two at the top
and bottom: they point the same way once the sides are glued. Besides the classes of all drawings there are `seams` and
`seam`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from math import dist
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.surface import Surface
from destrier.core.tourney import Tourney
from destrier.core.types import Squares
from destrier.drawing.colouring import Stroke
from destrier.drawing.layout import CELL, GRID_WIDTH, LABEL_SPACE, MARGIN, walked_edges
from destrier.drawing.style import Style
from destrier.drawing.svg.sheet import Sheet, bordered, grid_of, longer_legs, shafts_of, stroke_path

_Point: TypeAlias = tuple[float, float]
"""(row, col); the centres of squares are integers."""

_Segment: TypeAlias = tuple[_Point, _Point]

_AWAY: Final = 5
"""The distance of the arrows from the sides, in units of the layout."""

_HEAD: Final = 3


class SurfaceSheet(Sheet):
    """The sheet that shows a surface unrolled."""

    name = "surface"

    def __init__(self, surface: Surface, style: Style, *, bent: bool = False) -> None:
        self._bent = bent
        super().__init__(surface, style, bordered(surface, LABEL_SPACE))
        self._surface = surface

    def board(self, *, grid: bool) -> Iterator[str]:
        if grid:
            yield from grid_of(self._surface, self._style)
        yield f'<g class="seams" stroke="{self._style.warm}" stroke-width="{GRID_WIDTH}">'
        yield from self._seams()
        yield "</g>"

    def _seams(self) -> Iterator[str]:
        """Yield the arrows: upwards on the left and rightwards at the top, and as they are glued to these elsewhere."""
        left, right = MARGIN - _AWAY, MARGIN + CELL * self._surface.cols + _AWAY
        top, bottom = MARGIN - _AWAY, MARGIN + CELL * self._surface.rows + _AWAY
        upright, level = (right + left) / 2, (bottom + top) / 2
        for x, seam in ((left, "plain"), (right, self._surface.left_right)):
            ahead = -1 if seam == "plain" else 1
            head = f"m{-_HEAD} {-_HEAD * ahead}l{_HEAD} {_HEAD * ahead}l{_HEAD} {-_HEAD * ahead}"
            yield f'<path class="seam" d="M{x} {MARGIN}V{bottom - _AWAY}M{x} {level:g}{head}"/>'
        if self._surface.top_bottom is None:
            return
        for y, seam in ((top, "plain"), (bottom, self._surface.top_bottom)):
            ahead = 1 if seam == "plain" else -1
            head = f"m{-_HEAD * ahead} {-_HEAD}l{_HEAD * ahead} {_HEAD}l{-_HEAD * ahead} {_HEAD}"
            heads = "".join(f"M{upright + away:g} {y}{head}" for away in (-_HEAD / 2, _HEAD / 2))
            yield f'<path class="seam" d="M{MARGIN} {y}H{right - _AWAY}{heads}"/>'

    def edges(self, name: str, here: Squares, there: Squares) -> Iterator[str]:
        for segments in segments_of(self._surface, here, there):
            yield from (f'<path class="{name}" d="{_line([segment])}"/>' for segment in segments)

    def lines(self, tourney: Tourney, strokes: list[Stroke], width: float) -> Iterator[str]:
        here, there, _ = walked_edges(tourney)
        moves = segments_of(self._surface, here, there, bent=self._bent)
        for stroke in strokes:
            runs = (chain.from_iterable(moves[first:last]) for first, last in stroke.runs)
            yield stroke_path(stroke.name, stroke.colour, width, " ".join(map(_line, runs)))

    def shafts(self, tourney: Tourney) -> NDArray[np.float64]:
        here, there, _ = walked_edges(tourney)
        moves = segments_of(self._surface, here, there, bent=self._bent)
        chosen = [
            segments[-1] if self._bent else max(segments, key=lambda segment: dist(*segment)) for segments in moves
        ]
        start, end = np.array(chosen).transpose(1, 2, 0)
        return shafts_of(start, end, bent=False)


def segments_of(surface: Surface, here: Squares, there: Squares, *, bent: bool = False) -> list[list[_Segment]]:
    """Return the segments of moves, each cut where it crosses a side of the rectangle."""
    steps = surface.leaper.steps[surface.moves_between(here, there)].T
    start = surface.places(here)
    points = [start, start + longer_legs(steps), start + steps] if bent else [start, start + steps]
    right, down = surface.copy_at(*points[-1])
    segments: list[list[_Segment]] = []
    listed = (array.T.tolist() for array in (*points, np.stack([right, down])))
    for *way, copy in zip(*listed, strict=True):
        legs = [(tuple(one), tuple(other)) for one, other in pairwise(way) if one != other]
        segments.append([*chain.from_iterable(_cut(surface, *leg) for leg in legs)] if any(copy) else legs)
    return segments


def _cut(surface: Surface, start: _Point, end: _Point) -> list[_Segment]:
    """Cut a straight line, which begins in the rectangle, at the sides of its copies, and fold its segments back."""
    shares = {0.0, 1.0}  # of the line; exact binary fractions
    for at, goal, side in zip(start, end, surface.sides, strict=True):
        low, high = sorted((at, goal))
        sides = np.arange(np.ceil((low + 0.5) / side), np.floor((high + 0.5) / side) + 1) * side - 0.5
        shares.update(((sides - at) / (goal - at)).tolist())
    line = np.array([start, end], np.float64)
    segments: list[_Segment] = []
    for share, next_share in pairwise(sorted(shares)):
        ends = line[0] + np.outer((share, next_share), line[1] - line[0])
        copy = surface.copy_at(*ends.mean(axis=0)[:, None])
        rows, cols = surface.folded(ends[:, 0], ends[:, 1], copy)
        segments.append(((float(rows[0]), float(cols[0])), (float(rows[1]), float(cols[1]))))
    return segments


def _line(segments: Iterable[_Segment]) -> str:
    """Return the path of segments, each continuing the one before or starting a new subpath."""
    words, last = [], None
    for start, end in segments:
        if start != last:
            words.append(f"M{_write(start)}")
        words.append(f"L{_write(end)}")
        last = end
    return "".join(words)


def _write(point: _Point) -> str:
    row, col = point
    return f"{MARGIN + CELL * (col + 0.5):g} {MARGIN + CELL * (row + 0.5):g}"
