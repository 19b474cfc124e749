"""The verb `check`: describe a tourney, a file or an order, or name its first fault."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from destrier.core.grid import BaseBoard, Grid, times
from destrier.core.naming import board_of
from destrier.core.orders import check_order
from destrier.core.tourney import Tour, Tourney, as_tourney
from destrier.io.arrays import map_order
from destrier.io.files import load
from destrier.io.guesses import Asked
from destrier.io.stacks import Stack, is_stack, load_stack, tours_of
from destrier.support.aliases import StrPath
from destrier.support.errors import DestrierError
from destrier.support.reading import suffix_of


def check(
    what: Tourney | StrPath | ArrayLike | Iterable[ArrayLike], board: BaseBoard | Sequence[int] | None = None
) -> str:
    """Describe a tourney, a file or a visiting order in words, or raise an error that names its first fault.

    Parameters
    ----------
    what
        A tourney, whose every square is checked again; the path of a file; an array of squares, or of square indices,
        in visiting order; or an iterable of such arrays, the chunks of a closed tour, which takes one bit of memory a
        square.
    board
        The board of an order, or of a file that does not name it, or the sides of a knight's board in any number of
        dimensions.

    Raises
    ------
    InvalidTourney
        Naming the first fault.
    DestrierError
        If an order has no board.

    See Also
    --------
    destrier.load, destrier.measure

    Examples
    --------
    >>> import destrier as dt
    >>> check(dt.tour(8, 8, seed=1))
    'closed tour of 8 x 8'
    >>> check(dt.TourOrder(4, 10, 12, 3, 2).chunks(), (4, 10, 12, 3, 2))
    'closed tour of 4 x 10 x 12 x 3 x 2 by a knight'
    """
    if isinstance(what, Tourney):
        return as_tourney(what.moves, what.board).describe()
    if isinstance(what, str | os.PathLike):
        if board is not None and suffix_of(what) == ".npy" and (order := map_order(what)) is not None:
            return check(order, board)
        given = board if board is None or isinstance(board, BaseBoard) else board_of(*board)
        if is_stack(what):
            return check_stack(load_stack(what, asked=Asked(given)), what)
        return load(what, board=given, holds=Tourney).describe()
    if board is None:
        raise DestrierError("a visiting order needs its board: give the board, too")
    if isinstance(what, np.ndarray | list | tuple) and isinstance(board, BaseBoard):
        return Tour.from_order(what, board, kind=None).describe()
    chunks: Any = [what] if isinstance(what, np.ndarray) else what
    if not isinstance(board, BaseBoard):
        check_order(chunks, board)
        return f"closed tour of {times(tuple(board))} by a knight"
    if not isinstance(board, Grid) or not board.is_whole:
        return Tour.from_order(np.concatenate(list(chunks)), board, kind=None).describe()
    check_order(chunks, board.sides, board.leaper)
    return f"closed tour of {board.describe()}"


def check_stack(stack: Stack, path: StrPath) -> str:
    """Check every tour of the stack of a file, and describe its contents in words."""
    kinds = Counter[str](tour.kind for tour in tours_of(stack, path))
    counted = " and ".join(f"{count} {kind} tour{'s' if count > 1 else ''}" for kind, count in kinds.items())
    return f"{counted or 'no tours'} of {stack.board.describe()}"
