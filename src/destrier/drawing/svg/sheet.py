"""Where the squares and the moves of a board lie on the sheet of an SVG drawing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from destrier.core.tourney import Tourney
    from destrier.core.types import Squares
    from destrier.drawing.style import Look
    from destrier.drawing.svg.document import Extent

__all__ = ["Place", "Sheet"]


class Place(NamedTuple):
    """Where some of the squares that were asked for lie, on one plane of the drawing."""

    attribute: str
    """A further attribute of what is drawn there, with a blank before it: the plane's transformation, if it has one."""
    which: NDArray[np.int64]
    """Which of the squares they are, by their place in what was asked for."""
    x: NDArray[np.int64]
    y: NDArray[np.int64]
    """Their centres."""


class Sheet(ABC):
    """How one kind of board is drawn."""

    name: str = ""
    """A class of the drawing's root."""
    extent: Extent

    @abstractmethod
    def board(self, *, grid: bool) -> Iterator[str]:
        """The elements that show the board, behind everything, with the sides of its squares or without."""

    @abstractmethod
    def places(self, squares: Squares) -> Iterator[Place]:
        """Where squares lie, plane by plane."""

    @abstractmethod
    def edges(self, name: str, here: Squares, there: Squares) -> Iterator[str]:
        """The moves from `here` to `there`, as elements of this class that inherit their look."""

    @abstractmethod
    def lines(self, tourney: Tourney, look: Look) -> Iterator[str]:
        """The moves of a tourney, the cycles in their colours."""
