"""The minima and maxima of turns, crossings, rails and angles over all closed tours of a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast, get_args

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.choices import Figure
from destrier.core.naming import rectangle_of
from destrier.counting.counts import count, refuse_to_count
from destrier.counting.needs import foresee
from destrier.counting.samples import are_least, ranked_moves, tours_of
from destrier.measuring.metrics import ANGLES, count_angles
from destrier.measuring.stack_statistics import statistics
from destrier.support.errors import UnsupportedBoard
from destrier.support.html import Record, table

if TYPE_CHECKING:
    from destrier.core.grid import BaseBoard
    from destrier.core.tourney import Tour
    from destrier.support.aliases import Progress

FIGURES: Final[tuple[Figure, ...]] = get_args(Figure)
"""The figures that are minimized or maximized."""

COLUMNS: Final = ("", "fewest", "tours", "classes", "most", "tours", "classes")
"""The names of the rows of `Extremes`."""

_MOST: Final = 10**8
"""The largest number of tours to list, which takes some 40 minutes."""

_SECONDS: Final = 1
"""A board whose tours take longer than this to count has far more of them."""


class Extreme(NamedTuple):
    """The minimum or the maximum of a figure, and the tours that attain it.

    See Also
    --------
    destrier.counting.extremes

    Examples
    --------
    >>> import destrier as dt
    >>> fewest = dt.counting.extremes(5, 6).fewest["turns"]
    >>> fewest.number, fewest.tours
    (28, 2)
    """

    number: int
    tours: int
    """The number of undirected tours."""
    moves: NDArray[np.uint8]
    """The moves arrays of one tour of each class under the symmetries of the board, (classes, rows, cols)."""

    @property
    def classes(self) -> list[Tour]:
        """One tour of each class.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.counting.extremes(5, 6).fewest["turns"].classes
        [<closed Tour of 5 x 6>]
        """
        return list(tours_of(self.moves, Board(*self.moves.shape[1:])))


@dataclass(frozen=True)
class Extremes(Record):
    """The minimum and the maximum of each figure over all closed tours of a board.

    See Also
    --------
    destrier.counting.extremes

    Examples
    --------
    >>> import destrier as dt
    >>> found = dt.counting.extremes(5, 6)
    >>> found.fewest["crossings"].number, found.most["crossings"].number
    (49, 51)
    """

    rows: int
    cols: int
    tours: int
    """The number of undirected tours."""
    fewest: dict[Figure, Extreme]
    most: dict[Figure, Extreme]

    def table(self) -> list[tuple[str | int, ...]]:
        """Return a row for each figure: its name, and the numbers, tours and classes of both extremes.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.counting.extremes(5, 6).table()[0]
        ('turns', 28, 2, 1, 30, 2, 1)
        """
        return [
            (name, *(part for end in (self.fewest, self.most) for part in (*end[name][:2], len(end[name].moves))))
            for name in FIGURES
        ]

    def _repr_html_(self) -> str:
        return table(self.table(), columns=COLUMNS)


def extremes(*board: int | BaseBoard, max_memory: int | None = None, progress: Progress | None = None) -> Extremes:
    """Find the closed tours of a rectangle that have the fewest and the most turns, crossings, rails and angles.

    Parameters
    ----------
    *board
        The board, or its sides; it has at most 10^8 closed tours.
    max_memory
        The most bytes to use; by default what this process may have.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    Extremes
        Exact numbers, from listing and measuring every tour: a second for 6 x 6, some 15 seconds for 6 x 7. The figures
        are turns, crossings, rails, and `angle-37` to `angle-143`, the number of squares whose two moves make that
        angle in degrees (see `angle_counts`).

    Raises
    ------
    NoSuchTour
        If there is no tour.
    UnsupportedBoard
        If there are too many tours.

    See Also
    --------
    destrier.counting.census, destrier.least_turns

    Examples
    --------
    >>> extremes(5, 6).fewest["turns"].number
    28
    """
    rectangle = rectangle_of("extremes are found", *board)
    refuse_to_count(rectangle, "closed", max_memory)
    _refuse_to_list(rectangle)
    tours = 0
    fewest, most = ({name: _Best(better) for name in FIGURES} for better in (np.min, np.max))
    for moves in ranked_moves(rectangle, max_memory=max_memory, progress=progress):
        tours += len(moves)
        for name, numbers in figures(moves, rectangle).items():
            fewest[name].add(numbers, moves)
            most[name].add(numbers, moves)
    found = ({name: best.extreme() for name, best in end.items()} for end in (fewest, most))
    return Extremes(*rectangle.shape, tours, *found)


def figures(moves: NDArray[np.uint8], board: Board) -> dict[Figure, NDArray[np.int64]]:
    """Return the figures of closed tours by name, each `int64` (n,), from their moves arrays (n, rows, cols)."""
    angles = zip(ANGLES, count_angles(moves, axis=(1, 2)), strict=True)
    found = statistics(moves, board) | {f"angle-{degrees}": numbers for degrees, numbers in angles}
    return {name: found[name] for name in FIGURES}


def _refuse_to_list(board: Board) -> None:
    if foresee(*board.shape, "closed").seconds > _SECONDS or count(board).undirected > _MOST:
        raise UnsupportedBoard(
            f"extremes are found among all tours, one by one, where there are at most {_MOST:,}, not of {board}"
        )


class _Best:
    """The tours with the minimum or the maximum of a figure among those added."""

    def __init__(self, better: Callable[..., Any]) -> None:
        self._better = better
        self._number: int | None = None
        self._tours = 0
        self._moves: list[NDArray[np.uint8]] = []

    def add(self, numbers: NDArray[np.int64], moves: NDArray[np.uint8]) -> None:
        """Keep the best of these tours, unless earlier ones are better."""
        best = int(self._better(numbers if self._number is None else (*numbers, self._number)))
        if best != self._number:
            self._number, self._tours, self._moves = best, 0, []
        attaining = moves[numbers == best]
        self._tours += len(attaining)
        self._moves.append(attaining[are_least(attaining)])

    def extreme(self) -> Extreme:
        """Return the result."""
        return Extreme(cast("int", self._number), self._tours, np.concatenate(self._moves))
