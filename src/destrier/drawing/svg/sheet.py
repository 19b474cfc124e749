"""The sheet of an SVG drawing, on which the squares and moves of a board lie."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from destrier.support.html import escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from destrier.core.tourney import Tourney
    from destrier.core.types import Squares
    from destrier.drawing.colouring import Stroke
    from destrier.drawing.svg.document import Extent


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
    extent: Extent

    @abstractmethod
    def board(self, *, grid: bool) -> Iterator[str]:
        """Yield the elements that show the board above its squares, with or without the sides of these."""

    @abstractmethod
    def places(self, squares: Squares) -> Iterator[Place]:
        """Yield the places of squares, plane by plane."""

    @abstractmethod
    def edges(self, name: str, here: Squares, there: Squares) -> Iterator[str]:
        """Yield the moves from `here` to `there` as elements of class `name`, which inherit their look."""

    @abstractmethod
    def lines(self, tourney: Tourney, strokes: list[Stroke], width: float) -> Iterator[str]:
        """Yield the moves of a tourney as paths of this width."""


def stroke_path(name: str, colour: str, width: float, d: str, attributes: str = "") -> str:
    """Return an element that draws a path, which may have further attributes."""
    return f'<path class="{name}" stroke="{escape(colour)}" stroke-width="{width:g}"{attributes} d="{d}"/>'
