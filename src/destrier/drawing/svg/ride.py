"""The ride of the knights over a flat board: the drawing of a tourney as it grows move by move.

All knights ride at the same pace, one for each cycle. A square is numbered when its knight has left it, so that the two
do not cover each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.tourney import Tourney, flat_board
from destrier.core.types import Squares
from destrier.drawing.colouring import strokes
from destrier.drawing.knight import EYE, HALF, OUTLINE, knight_size
from destrier.drawing.layout import CELL, MARGIN
from destrier.drawing.look import Look
from destrier.drawing.svg.sheet import stroke_path
from destrier.drawing.svg.tour import Picture, Walk
from destrier.support.errors import DestrierError
from destrier.support.html import escape

_CLEARING: Final = 0.125
"""The width of the border around a knight, in squares."""


class Trail(NamedTuple):
    """A part of a cycle drawn as one path."""

    name: str
    colour: str
    start: int
    stop: int
    """The first move, and the one after the last, in the order of `walked_edges`."""
    begins: int
    """The number of moves that its knight has made before."""
    whole: bool

    @property
    def ends(self) -> int:
        """The number of moves that its knight has made afterwards."""
        return self.begins + self.stop - self.start


class Ride:
    """The growing drawing of a tourney of a flat board."""

    def __init__(self, tourney: Tourney, look: Look) -> None:
        board = flat_board(tourney, "the knight rides")
        if look.arrows or look.bent:
            raise DestrierError("an animation has neither arrows nor bent moves: leave them out")
        self.picture = Picture(tourney, look)
        self._walk = Walk(tourney)
        lengths = tourney.cycle_lengths()
        self._size = knight_size(board, lengths.size, numbered=look.numbers)
        self._firsts = np.cumsum(lengths) - lengths
        self._steps = np.arange(lengths.sum()) - np.repeat(self._firsts, lengths)
        self.moves: list[int] = (lengths - (tourney.kind == "open")).tolist()
        self.trails = [*self._trails()]

    def _trails(self) -> Iterator[Trail]:
        picture = self.picture
        for stroke in strokes(picture.tourney, picture.look.colour_by, picture.of_moves, picture.colours):
            for start, stop in stroke.runs:
                yield Trail(stroke.name, stroke.colour, start, stop, int(self._steps[start]), stroke.whole)

    @property
    def longest(self) -> int:
        """The number of moves of the longest ride."""
        return max(self.moves)

    def step(self, place: int) -> int:
        """Return the number of moves that a knight has made when it reaches a place in the visiting order."""
        return int(self._steps[place])

    def whole_paths(self) -> Iterator[str]:
        """Yield the `d` of each cycle's path."""
        bounds = [*self._firsts.tolist(), sum(self.moves)]
        yield from (self._walk.path(*run, whole=True) for run in pairwise(bounds))

    def draw(self, trail: Trail, attributes: str = "") -> str:
        """Return the element of a trail."""
        d = self._walk.path(trail.start, trail.stop, whole=trail.whole)
        return stroke_path(trail.name, trail.colour, self.picture.line_width, d, attributes)

    def moves_between(self, before: int, after: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the moves that the knights make between two moments, as `x1, y1, x2, y2`, with their colours."""
        steps = self._steps[: self._walk.places.shape[1]]
        chosen = (steps >= before) & (steps < after)
        row, col, next_row, next_col = MARGIN + CELL * (self._walk.places[:, chosen] + 0.5)
        return np.stack([col, row, next_col, next_row], axis=1), self.picture.of_moves[chosen]

    def left(self, moves: int) -> NDArray[np.bool_]:
        """Return the squares that the knights have left after a number of moves, as (rows, cols)."""
        left = np.zeros(self.picture.tourney.board.sides, bool)
        left.flat[self.picture.tourney.indices()[self._steps < moves]] = True
        return left

    def riders(self, moves: int) -> Squares:
        """Return the square of each knight after `moves` moves; one that has completed its cycle rests."""
        lengths = self.picture.tourney.cycle_lengths()
        return self.picture.tourney.index_at(self._firsts + np.where(moves < lengths, moves, 0))

    def knight(self, attributes: str = "") -> str:
        """Return the shape of a knight, centred at 0,0."""
        size = CELL * self._size / (2 * HALF)
        start, *curves = (" ".join(map(str, points)) for points in OUTLINE)
        x, y, radius = EYE
        return (
            f'<g{attributes} transform="scale({size:.4g})"><path d="M{start} C{" ".join(curves)}z"/>'
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{self.picture.style.ground}" stroke="none"/></g>'
        )

    def knights(self, elements: Iterable[str], attributes: str = "") -> Iterator[str]:
        """Yield a group of knights, which clear some space around themselves."""
        ground = self.picture.style.ground
        yield f'<g class="knights"{attributes} stroke="{ground}" stroke-width="8" paint-order="stroke">'
        yield from elements
        yield "</g>"

    def lone_knight(self, colour: str) -> Iterator[str]:
        """Yield a knight of this colour, with its middle at 0,0."""
        yield from self.knights([f'<g class="knight" fill="{colour}">{self.knight()}</g>'])

    @property
    def reach(self) -> float:
        """The distance from a knight's centre to the edge of the space around it."""
        return CELL * (self._size / 2 + _CLEARING)

    def knight_colours(self) -> list[str]:
        """Return the colour of each knight: that of its cycle, unless it must stand out from its own trail."""
        lone = len(self.moves) == 1 or self.picture.look.colour_by != "cycles"
        return [self.picture.style.knight] * len(self.moves) if lone else [*map(escape, self.picture.colours)]


def stops(last: int, frames: int) -> NDArray[np.int64]:
    """Return the numbers of moves at which to draw frames: at most `frames` besides 0, evenly spaced."""
    return np.linspace(0, last, min(frames, last) + 1).round().astype(np.int64)
