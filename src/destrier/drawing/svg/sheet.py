"""The sheet of an SVG drawing, on which the squares and moves of a board lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.surface import Surface
from destrier.core.tourney import Tourney
from destrier.core.types import Squares
from destrier.drawing.colouring import Stroke
from destrier.drawing.layout import CELL, GRID_WIDTH, MARGIN, grid_lines
from destrier.drawing.style import Style
from destrier.drawing.svg.document import Extent
from destrier.support.html import escape


class Place(NamedTuple):
    """The places of some of the given squares, on one plane of the drawing."""

    attribute: str
    """An attribute for elements drawn there, after a blank: the plane's transformation, or nothing."""
    which: NDArray[np.int64]
    """The indices of these squares among the given ones."""
    x: NDArray[np.int64]
    y: NDArray[np.int64]
    """The centres of the squares."""


class Sheet(ABC):
    """A way to draw one kind of board in a style."""

    name: str = ""
    """A class of the drawing's root."""

    def __init__(self, board: BaseBoard, style: Style, extent: Extent) -> None:
        self._drawn, self._style, self.extent = board, style, extent

    @abstractmethod
    def board(self, *, grid: bool) -> Iterator[str]:
        """Yield the elements that show the board above its squares, with or without the sides of these."""

    def places(self, squares: Squares) -> Iterator[Place]:
        """Yield the places of squares, plane by plane; most sheets have only one plane."""
        yield Place("", np.arange(squares.size), *centres(squares, self._drawn))

    @abstractmethod
    def edges(self, name: str, here: Squares, there: Squares) -> Iterator[str]:
        """Yield the moves from `here` to `there` as elements of class `name`, which inherit their look."""

    @abstractmethod
    def lines(self, tourney: Tourney, strokes: list[Stroke], width: float) -> Iterator[str]:
        """Yield the moves of a tourney as paths of this width."""

    @abstractmethod
    def shafts(self, tourney: Tourney) -> NDArray[np.float64]:
        """Return the straight line of each move that has its arrowhead: `float64` (moves, 4) of `x1, y1, x2, y2`."""


def centres(squares: Squares, board: BaseBoard) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the x and y of the centres of squares."""
    rows, cols = board.places(squares)
    return MARGIN + CELL // 2 + CELL * cols, MARGIN + CELL // 2 + CELL * rows


def longer_legs(steps: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the first leg of each bent move: its step along the axis of the longer distance, or along the row."""
    down, right = np.abs(steps)
    return np.where(np.stack([down > right, down <= right]), steps, 0)


def shafts_of(start: NDArray[Any], end: NDArray[Any], *, bent: bool) -> NDArray[np.float64]:
    """Return the lines, or the last legs of bent moves, between points (2, k) of row and column, as `Sheet.shafts`."""
    if bent:
        turn = start + longer_legs(end - start)
        start = np.where((turn == end).all(axis=0), start, turn)
    shafts: NDArray[np.float64] = MARGIN + CELL * (np.concatenate([start[::-1], end[::-1]]).T + 0.5)
    return shafts


def bordered(board: Board | Surface, space: float) -> Extent:
    """Return the extent of a rectangle with some space around it."""
    width, height = (2 * (MARGIN + space) + CELL * side for side in (board.cols, board.rows))
    return Extent(width, height, -space, -space)


def grid_of(board: Board | Surface, style: Style) -> Iterator[str]:
    """Yield the sides of the squares of a rectangle."""
    yield f'<g class="grid" stroke="{style.grid}" stroke-width="{GRID_WIDTH}">'
    yield from straight_lines("rule", MARGIN + CELL * grid_lines(board))
    yield "</g>"


def straight_lines(name: str, ends: NDArray[np.int64]) -> Iterator[str]:
    """Yield a line for each row `x1, y1, x2, y2`."""
    for x1, y1, x2, y2 in ends.tolist():
        yield f'<line class="{name}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def stroke_path(name: str, colour: str, width: float, d: str, attributes: str = "") -> str:
    """Return an element that draws a path, which may have further attributes."""
    return f'<path class="{name}" stroke="{escape(colour)}" stroke-width="{width:g}"{attributes} d="{d}"/>'
