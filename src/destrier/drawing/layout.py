"""Sizes and grid lines that all drawings share.

Sizes are those of Parberry's program, in units of a sixteenth of a square. Functions return squares and corners of the
board, which each renderer scales.
"""

from __future__ import annotations

from math import hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.grid import Lattice
from destrier.core.tourney import Tourney
from destrier.core.types import Squares
from destrier.core.visits import next_in_cycle
from destrier.support.errors import DestrierError

CELL: Final = 16
MARGIN: Final = 4
DOT_RADIUS: Final = 2.8
LINE_WIDTH: Final = 2
THIN_LINE_WIDTH: Final = 1.25
LABEL_SIZE: Final = 6
LABEL_SPACE: Final = 8
"""The space for labels around a board, besides the margin."""
GRID_WIDTH: Final = 1
RAIL_WIDTH: Final = 6
DISC_RADIUS: Final = 5.5
"""The radius of the disc behind a number; a larger one would touch moves that pass by (7.2 less half a line)."""
DISC_BORDER: Final = 0.75
END: Final = (5, 1.5)
NUMBERED_END: Final = (7, DISC_BORDER)
"""The radius and border of the mark of an end, which must be visible around a disc."""
TURN_RADIUS: Final = 2.3
NUMBERED_TURN_RADIUS: Final = 6.75
"""The radius of the mark of a turn, which must be visible around a disc."""
ARROW_LENGTH: Final = 3.2
"""The length of an arrowhead in widths of the line."""
ARROW_SHARE: Final = 0.45
"""Half the width of an arrowhead as a share of its length."""
ARROW_GAP: Final = 7
"""The distance of an arrowhead from the centre of its square, clear of a disc."""
CROSSING_RADIUS: Final = 1.6
CROSSING_BORDER: Final = 0.6

_LARGEST_NUMBER: Final = 7
_DIGIT_WIDTH: Final = 0.64
_DIGIT_HEIGHT: Final = 0.73
"""The height of a digit as a share of the font size, in a wide font."""


def grid_lines(board: Lattice) -> NDArray[np.int64]:
    """Return the sides of a board's squares, collinear ones merged: `int64` (lines, 4) of corners `x1, y1, x2, y2`."""
    present = np.pad(board.present, 1)
    horizontal = _runs(present[:-1, 1:-1] | present[1:, 1:-1])
    vertical = _runs((present[1:-1, :-1] | present[1:-1, 1:]).T)
    return np.concatenate([horizontal[:, [1, 0, 2, 0]], vertical[:, [0, 1, 0, 2]]])


def _runs(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the runs of true values in each row of `flags`: `int64` (runs, 3) of row, start and end."""
    changes = np.diff(np.pad(flags, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    starts, ends = np.argwhere(changes == 1), np.argwhere(changes == -1)
    return np.column_stack([starts, ends[:, 1]])


def walked_edges(tourney: Tourney) -> tuple[Squares, Squares, Squares]:
    """Return the moves in visiting order: `int64` arrays of their first and second squares, and their cycles."""
    order, lengths = tourney.indices(), tourney.cycle_lengths()
    following = next_in_cycle(order, lengths)
    cycles = np.repeat(np.arange(lengths.size), lengths)
    if tourney.kind == "open":
        return order[:-1], following[:-1], cycles[:-1]
    return order, following, cycles


def check_first(first: int) -> None:
    """Raise `DestrierError` unless the first square has the number 0 or 1."""
    if first not in (0, 1):
        raise DestrierError(f"squares are numbered from 0 or 1, not from {first!r}")


def number_size(largest: int) -> float:
    """Return the font size at which numbers up to `largest` fit into their discs, clear of the border."""
    width = len(str(largest)) * _DIGIT_WIDTH
    return min(_LARGEST_NUMBER, 2 * (DISC_RADIUS - DISC_BORDER) / hypot(width, _DIGIT_HEIGHT))
