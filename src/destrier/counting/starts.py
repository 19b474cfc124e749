"""The number of open tours that start on each square.

A small board takes a single sweep: an open tour closes through the apex, an additional vertex, and so the tours with an
end on a square are the cycles with the edge from there to the apex (see `small_boards`). Larger boards are counted
square by square, one square of each that a rectangle's symmetries map onto each other.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from destrier.core.grid import BaseBoard
from destrier.core.naming import board_of
from destrier.core.types import Square
from destrier.counting.counts import count, is_rectangle
from destrier.counting.small_boards import small_board
from destrier.support.atomic import check_folder, others_in
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from destrier.core.leaper import Piece
    from destrier.support.aliases import Progress, StrPath


def count_by_start(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    max_memory: int | None = None,
    store: StrPath | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> dict[Square, int]:
    """Count the open tours that start on each square of a board.

    Parameters
    ----------
    *board, leaper, max_memory, workers, executor
        See `count`.
    store
        A directory that keeps the work, with a store of a count in it for each square, named like the square.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    dict
        For each square, the number of open tours that start there, or zero. Since every tour has two ends, the sum is
        twice the number of undirected tours. 6 x 6 takes a second; on larger boards, each square takes as long as
        `count` from there, and one square of a rectangle stands for all that its symmetries map onto each other.

    See Also
    --------
    destrier.count

    Examples
    --------
    >>> starts = dt.counting.count_by_start(5, 5)
    >>> starts[0, 0], starts[0, 1], starts[2, 2], sum(starts.values())
    (304, 0, 64, 1728)
    """
    named = board_of(*board, leaper=leaper)
    squares = [named.square(int(index)) for index in named.squares]
    if max_memory is None and store is None and (small := small_board(named, "open")) is not None:
        return dict(zip(squares, small.starts(), strict=True))
    folder = None if store is None else _folder(store, named)

    @cache
    def count_from(start: Square) -> int:
        kept = None if folder is None else folder / named.name(named.index(start))
        counted = count(
            named, kind="open", start=start, max_memory=max_memory, store=kept, workers=workers, executor=executor
        )
        return counted.undirected

    numbers = {}
    for done, square in enumerate(squares, 1):
        numbers[square] = count_from(_likeness(named, square))
        if progress is not None:
            progress("squares", done, len(squares))
    return numbers


def _folder(store: StrPath, board: BaseBoard) -> Path:
    """Return the directory of the stores of all squares; refuse one that holds something else."""
    folder = Path(store)
    check_folder(folder)
    names = {board.name(int(index)) for index in board.squares}
    if folder.exists() and (others := [name for name in others_in(folder) if name not in names]):
        raise DestrierError(f"{folder} holds {others[0]}, not a count by start: name a directory that is new or empty")
    return folder


def _likeness(board: BaseBoard, square: Square) -> Square:
    """Return the square near the upper left corner of a rectangle that a symmetry maps a square to."""
    if not is_rectangle(board):
        return square
    row, col = (min(place, side - 1 - place) for place, side in zip(square, board.sides, strict=True))
    return (min(row, col), max(row, col)) if board.rows == board.cols else (row, col)
