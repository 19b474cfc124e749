"""The longest uncrossed knight's paths of a board. `docs/longest.md` shows them, and `uncrossed_sweep` finds them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final, Literal

from destrier.core.grid import BaseBoard
from destrier.core.naming import rectangle_of
from destrier.core.types import Square
from destrier.paths.uncrossed_sweep import bounded_rows, sweep_board
from destrier.support.aliases import Progress
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard, shown
from destrier.support.html import figure
from destrier.support.pictured import Pictured
from destrier.support.resources import refuse_beyond_memory


@dataclass(frozen=True)
class LongestPath(Pictured):
    """A longest uncrossed knight's path of a board.

    See Also
    --------
    destrier.paths.longest_uncrossed

    Examples
    --------
    >>> import destrier as dt
    >>> path = dt.paths.longest_uncrossed(5, 5)
    >>> path.length, path.count
    (8, 29)
    """

    rows: int
    cols: int
    kind: Literal["closed", "open"]
    length: int
    """The number of moves."""
    squares: tuple[Square, ...]
    """The squares in the order of the path, which begins with its smallest square or its smaller end."""
    count: int | None
    """The number of paths of this length on the board, without regard to start and direction; `None` from 2^64 - 1 on.
    """

    def _repr_html_(self) -> str:
        many = "more than 10^19" if self.count is None else f"{self.count:,}"
        return figure(
            self._repr_svg_() or "", f"{self.length} moves on {self.rows} x {self.cols}; {many} paths of this length"
        )


def longest_uncrossed(
    *board: int | BaseBoard, kind: Literal["closed", "open"] = "closed", progress: Progress | None = None
) -> LongestPath:
    """Find a longest knight's path of a board whose moves have no interior points in common.

    Parameters
    ----------
    *board
        The board, or its sides: at most 11 and 1000, or 9 and 1000 for open paths.
    kind
        Whether the path is `closed`, so that the last square leads back to the first, or `open`.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    LongestPath
        A longest path, always the same, with the number of longest paths.

    Raises
    ------
    DestrierError
        If a side is not a positive integer, or the kind is invalid.
    NoSuchTour
        If the board has no uncrossed closed path.
    UnsupportedBoard
        If a side is too long.
    MemoryError
        If the machine has too little memory.

    See Also
    --------
    destrier.crossings

    Examples
    --------
    >>> import destrier as dt
    >>> dt.paths.longest_uncrossed(6, 6).length
    12
    """
    rectangle = rectangle_of("uncrossed paths are found", *board)
    if kind not in _LARGEST:
        raise DestrierError(f"a longest path is closed or open, not {shown(kind)}")
    short, long = sorted(rectangle.shape)
    if short > len(_LARGEST[kind]) or long > _LONGEST_SIDE:
        raise UnsupportedBoard(
            f"longest {kind} paths are found on boards of up to {len(_LARGEST[kind])} x {_LONGEST_SIDE}, "
            f"not on {rectangle}"
        )
    refuse_beyond_memory(f"the longest {kind} path of {rectangle}", _memory(long, short, kind))
    length, count, moves = sweep_board(long, short, kind, progress)
    if length == 0 and kind == "closed":
        raise NoSuchTour(f"{rectangle} has no closed knight's path without crossings")
    if length == 0:
        return LongestPath(*rectangle.shape, kind, 0, ((0, 0),), rectangle.size)
    if rectangle.rows < rectangle.cols:
        moves = [((col, row), (other_col, other_row)) for (row, col), (other_row, other_col) in moves]
    return LongestPath(*rectangle.shape, kind, length, _in_order(moves), count)


_LARGEST: Final[dict[str, tuple[int, ...]]] = {
    "closed": (1, 1, 8, 26, 270, 1_700, 15_000, 110_000, 930_000, 8_000_000, 80_000_000),
    "open": (1, 10, 43, 420, 4_600, 47_000, 480_000, 5_000_000, 60_000_000),
}
"""The most states after a square of a long board, by short side; the last two numbers of each kind are estimates."""

_LONGEST_SIDE: Final = 1000

_BYTES_PER_STATE: Final = 160
"""The bytes per state after two squares, with room to grow, and the index."""
_BYTES_PER_STEP: Final = 2
"""The bytes per square and state for the way back: 4 for each state, of which there are half as many on average."""


def _memory(rows: int, cols: int, kind: str) -> int:
    swept = rows - bounded_rows(rows, cols)
    share = min(1, 2 * swept / cols - 0.7)  # an upper bound on the share of the states of a long board
    return int(share * _LARGEST[kind][cols - 1] * (_BYTES_PER_STATE + share * _BYTES_PER_STEP * swept * cols))


def _in_order(moves: list[tuple[Square, Square]]) -> tuple[Square, ...]:
    """Return the squares of the path that the moves make."""
    neighbours: dict[Square, list[Square]] = defaultdict(list)
    for here, there in moves:
        neighbours[here].append(there)
        neighbours[there].append(here)
    ends = [square for square, others in neighbours.items() if len(others) == 1]
    square = min(ends or neighbours)
    path = [square]
    while onward := [there for there in neighbours[square] if there not in path[-2:] and there != path[0]]:
        square = min(onward)
        path.append(square)
    return tuple(path)
