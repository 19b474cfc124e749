"""The sums of a tour's numbers in the rows, columns and diagonals of a rectangle.

A tour is *semi-magic* if its numbers 1 to N have the same sum in all rows and the same sum in all columns; it is
*magic* if the board is square and its diagonals have that sum, too. A closed tour may begin anywhere. Shifting its
numbers by s increases each row's sum by s times its length, minus N for each of its squares whose number wraps around.
The rows can therefore have equal sums for some start only if their sums are congruent modulo N. Few tours meet this
condition, and only these are examined from each start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from destrier.core.tourney import Tour, flat_board, takes_tourney
from destrier.support.errors import UnsupportedBoard

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.core.types import Square


class Sums(NamedTuple):
    """The sums of the numbers of a tour, which begin with 1 at `start`.

    See Also
    --------
    destrier.measuring.line_sums

    Examples
    --------
    >>> import destrier as dt
    >>> sums = dt.measuring.line_sums(dt.tour(5, 5, kind="open", seed=1))
    >>> sum(sums.rows), sums.start == (0, 0)
    (325, False)
    """

    start: Square
    rows: list[int]
    columns: list[int]
    diagonals: list[int]
    """The sums of the diagonal from the upper left corner and of the other one; empty if the board is not square."""

    @property
    def kind(self) -> Literal["magic", "semi-magic"] | None:
        """`magic` or `semi-magic`, or `None` if the tour is neither.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.measuring.line_sums(dt.tour(6, 6, seed=1)).kind is None
        True
        """
        if len({*self.rows}) > 1 or len({*self.columns}) > 1:
            return None
        return "magic" if self.diagonals and {*self.diagonals} == {*self.rows} else "semi-magic"


@takes_tourney
def line_sums(tour: Tour) -> Sums:
    """Return the sums of a tour's numbers in each row, column and diagonal; O(squares).

    A closed tour that is semi-magic from some start is numbered from the first such square in its order, from one with
    magic diagonals if there is one.

    Raises
    ------
    UnsupportedBoard
        If the board is not a rectangle.

    See Also
    --------
    destrier.magic_tours

    Examples
    --------
    >>> import destrier as dt
    >>> line_sums(dt.tour(5, 5, kind="open", seed=1)).kind is None
    True
    >>> line_sums(dt.magic_tours(8, 8, seed=1)[0]).kind
    'semi-magic'
    """
    board = flat_board(tour, "the sums of rows are taken")
    if not board.is_whole:
        raise UnsupportedBoard(f"the sums of rows are those of a rectangle, not of {board.describe()}")
    order = np.array(tour.indices())
    starts = _magic_starts(order, board.shape) if tour.ends is None else []
    found = [_sums_from(order, start, board.shape) for start in starts or [0]]
    return next((one for one in found if one.kind == "magic"), found[0])


def _sums_from(order: NDArray[np.int64], start: int, shape: tuple[int, ...]) -> Sums:
    """Return the sums if the numbering begins at this position of the order."""
    numbers = np.empty(order.size, np.int64)
    numbers[np.roll(order, -start)] = np.arange(1, order.size + 1)
    board = numbers.reshape(shape)
    diagonals = [int(np.trace(board)), int(np.trace(board[:, ::-1]))] if shape[0] == shape[1] else []
    row, col = divmod(int(order[start]), shape[1])
    return Sums((row, col), board.sum(axis=1).tolist(), board.sum(axis=0).tolist(), diagonals)


def _magic_starts(order: NDArray[np.int64], shape: tuple[int, ...]) -> list[int]:
    """Return the positions of a cycle's order from which its numbering is semi-magic."""
    magic = np.ones(order.size, np.bool_)
    for lines, count in zip(np.divmod(order, shape[1]), shape, strict=True):
        first = np.bincount(lines, np.arange(order.size), count).astype(np.int64)
        wraps, rest = np.divmod(first - first[0], order.size)
        if rest.any():
            return []
        for line in range(1, count):  # how many more squares of each than of line 0 must wrap around
            passed = np.cumsum((lines == line).astype(np.int64) - (lines == 0))
            magic &= np.concatenate([[0], passed[:-1]]) == -wraps[line]
    return np.flatnonzero(magic).tolist()
