"""Semi-magic and magic numberings of closed paths. `docs/paths.md` shows them.

The squares of a closed path are numbered from 1 along the path, from any square in either direction. A numbering is
*semi-magic* if all rows of the bounding box have the same sum, and so do all columns. It is *magic* if the box is a
square and both diagonals have that sum, too. Squares that the path does not visit count as 0.

Source: Kapralov and others, Section 5, who propose the search; the terms are those of G. P. Jelliss, "Knight's Tour
Notes".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from destrier.core.leaper import MOVES
from destrier.core.types import Square
from destrier.paths.closed_path import squares_of
from destrier.support.aliases import Progress
from destrier.support.errors import UnsupportedBoard
from destrier.support.kernels import UNBOUNDED, kernel

SEARCHED: Final = 16
"""The greatest length of paths to search for semi-magic numberings."""

_PARTS: Final = {14: 16, 16: 512}
"""The number of parts in which to list long paths, so that they fit in memory."""

_DELTAS: Final = np.array(MOVES)


@dataclass(frozen=True)
class Numbering:
    """A semi-magic numbering of a closed path."""

    squares: tuple[Square, ...]
    """The squares by their numbers, from 1, counted from the upper left corner of the bounding box."""
    row_sum: int
    col_sum: int
    magic: bool
    """Whether both diagonals add up to the sum of a row, and of a column, too."""


def magic_numberings(word: str) -> list[Numbering]:
    """Return all semi-magic numberings of a closed path; O(k ** 2) for length k.

    Parameters
    ----------
    word
        The moves of the path, a digit each.

    Raises
    ------
    DestrierError
        If the word is not that of a closed path.


    See Also
    --------
    destrier.paths.magic_paths, destrier.measuring.line_sums

    Examples
    --------
    >>> import destrier as dt
    >>> dt.paths.magic_numberings("2460")
    []
    """
    path = np.array(squares_of(word))
    path -= path.min(axis=0)
    rows, cols = (path.max(axis=0) + 1).tolist()
    found = []
    for turned in (path, path[::-1]):
        for start in range(len(path)):
            squares = np.roll(turned, -start, axis=0)
            board = np.zeros((rows, cols), np.int64)
            board[tuple(squares.T)] = np.arange(1, len(path) + 1)
            row_sums, col_sums = board.sum(axis=1), board.sum(axis=0)
            if (row_sums == row_sums[0]).all() and (col_sums == col_sums[0]).all():
                diagonals = {int(np.trace(board)), int(np.trace(np.fliplr(board)))}
                magic = rows == cols and diagonals == {int(row_sums[0])}
                order = tuple((row, col) for row, col in squares.tolist())
                found.append(Numbering(order, int(row_sums[0]), int(col_sums[0]), magic))
    return found


def magic_paths(k: int, *, uncrossed: bool = False, progress: Progress | None = None) -> list[str]:
    """Return the words of all classes of closed paths of length k that have a semi-magic numbering.

    It takes seconds up to length 12, half a minute for 14 and an hour for 16.

    Parameters
    ----------
    k
        An even length from 4 to `SEARCHED`.
    uncrossed
        Whether to consider only paths whose moves do not cross.
    progress
        A function that is called with what is done, how much of it is done, and its total.

    Raises
    ------
    UnsupportedBoard
        If k is greater.

    See Also
    --------
    destrier.paths.magic_numberings, destrier.magic_tours

    Examples
    --------
    >>> import destrier as dt
    >>> dt.paths.magic_paths(8)
    []
    """
    from destrier.paths.classes import list_part
    from destrier.paths.path_counts import check_length

    check_length(k)
    if k > SEARCHED:
        raise UnsupportedBoard(f"semi-magic paths are searched for up to length {SEARCHED}, not {k}")
    parts, words = _PARTS.get(k, 1), []
    for number in range(parts):
        table = list_part(k, number, parts, uncrossed=uncrossed)
        total = k * (k + 1) // 2
        even = (total % table.rows == 0) & (total % table.cols == 0)  # or the sums of rows, or of columns, differ
        codes = table.code[even]
        words += [f"{code:o}" for code in codes[_has_semi_magic(codes, k, _DELTAS)].tolist()]
        if progress is not None:
            progress("classes", number + 1, parts)
    return words


@kernel(steps=UNBOUNDED)
def _has_semi_magic(codes, k, deltas):
    """Return for each path whether it has a semi-magic numbering."""
    found = np.zeros(codes.size, np.bool_)
    squares, sums = np.empty((k, 2), np.int64), np.empty(k, np.int64)
    for number in range(codes.size):
        squares[0] = 0
        for step in range(1, k):
            move = np.int64(codes[number] >> np.uint64(3 * (k - step)) & np.uint64(7))
            for axis in range(2):
                squares[step, axis] = squares[step - 1, axis] + deltas[move, axis]
        for axis in range(2):
            least = squares[:, axis].min()
            for step in range(k):
                squares[step, axis] -= least
        for start in range(2 * k):
            if _is_even(squares, 0, start, sums) and _is_even(squares, 1, start, sums):
                found[number] = True
                break
    return found


@kernel
def _is_even(squares, axis, start, sums):
    """Return whether all rows, or columns, add up to one number; the later half of the starts goes backwards."""
    k = len(squares)
    last = 0
    for step in range(k):
        sums[step] = 0
        last = max(last, squares[step, axis])
    for step in range(k):
        along = (step - start) % k
        sums[squares[step, axis]] += along + 1 if start < k else k - along
    return np.all(sums[:last] == sums[last])
