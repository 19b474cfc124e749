"""Visiting orders as people give them: which board they are of, and whether they visit each of its squares once."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from destrier.core.board import Board
from destrier.core.grid import NAME, BaseBoard, Grid, column_of
from destrier.core.space import Space
from destrier.support.errors import InvalidTourney, shown
from destrier.support.resources import refuse_beyond_memory

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from destrier.core.types import Squares


def closes(visits: Squares, board: BaseBoard) -> bool:
    """Whether a move leads from the last of these square indices, all on the board, to the first."""
    return visits.size >= board.shortest_cycle and int(board.moves_between(visits[-1:], visits[:1])[0]) >= 0


def board_visited(squares: ArrayLike) -> BaseBoard:
    """Return the knight's board with exactly these squares."""
    try:
        places = np.asarray(squares)
    except ValueError:
        places = np.zeros(0)
    if places.ndim != 2 or not places.size or places.dtype.kind not in "iu":
        raise InvalidTourney(
            "squares are pairs such as (0, 2), or triples in space; or name the board of their indices"
        )
    if (places < 0).any():
        raise InvalidTourney(
            f"{_words(places[(places < 0).any(axis=1)][0])} is not a square: rows and columns are from 0 on"
        )
    sides = tuple(int(side) for side in places.max(axis=0) + 1)
    refuse_beyond_memory(f"a tour with the square {_words(places[places.argmax(axis=0)[0]])}", math.prod(sides))
    present = np.zeros(sides, np.bool_)
    present[tuple(places.T)] = True
    return board_present(present)


def unnamed(squares: Any) -> Any:
    """Return the coordinates of squares that are given by chess names; others as they are."""
    if isinstance(squares, np.ndarray) or not squares or not all(isinstance(square, str) for square in squares):
        return squares
    found = [NAME.fullmatch(name) for name in squares]
    for name, match in zip(squares, found, strict=True):
        if match is None:
            raise InvalidTourney(f"{shown(name)} is not a square such as a1")
    places = [(int(match["rank"]), column_of(match["file"])) for match in found if match]
    rows = max(rank for rank, _ in places)
    return [(rows - rank, column) for rank, column in places]


def from_zero(squares: Any) -> Any:
    """Return squares whose coordinates are whole and begin at 0; warn if they were counted from 1."""
    try:
        places = np.asarray(squares)
    except ValueError:
        return squares
    if places.dtype.kind == "f" and np.isfinite(places).all() and (places == np.floor(places)).all():
        squares = places = places.astype(np.int64)
    if places.ndim != 2 or not places.size or places.dtype.kind not in "iu":
        return squares
    if places.min() < 1:
        return places
    warnings.warn("the squares are counted from 1, since none has a coordinate 0", stacklevel=3)
    return places - 1


def as_numbering(numbers: ArrayLike) -> NDArray[np.int64]:
    """Return whole numbers as an `int64` array, with -1 for negative ones, NaN, `None` and masked ones."""
    try:
        table: Any = np.ma.masked_array(np.ma.asanyarray(numbers))
        if table.dtype.kind == "O":
            table = table.astype(np.float64)
    except (TypeError, ValueError):
        raise InvalidTourney("a numbering is rows of whole numbers, all of one length") from None
    if table.dtype.kind not in "iuf" or not table.size:
        raise InvalidTourney(f"a numbering is an array of integers, not {table.dtype} {table.shape}")
    if table.dtype.kind == "f":
        table = np.ma.masked_invalid(table)
        if (table != np.floor(table)).any():
            raise InvalidTourney(f"a numbering is an array of integers, not of {table[table != np.floor(table)][0]}")
    whole: NDArray[np.int64] = np.maximum(table.filled(0).astype(np.int64), -1)
    whole[np.ma.getmaskarray(table)] = -1
    return whole


def board_present(present: NDArray[np.bool_]) -> BaseBoard:
    """Return the knight's board with squares where this is true."""
    if present.ndim == 2:
        return Board.from_mask(present)
    board = Space(*present.shape)
    if not present.all():
        raise InvalidTourney(f"a tour of {board.describe()} visits every square, not {np.count_nonzero(present)} only")
    return board


def _words(square: NDArray[Any]) -> str:
    return ",".join(map(str, square.tolist()))


def as_indices(squares: ArrayLike, board: BaseBoard) -> Squares:
    """Return squares, given by coordinates, names or indices, as indices."""
    if not isinstance(board, BaseBoard):
        raise InvalidTourney(f"squares are those of a board, such as Board(8, 8), not of {shown(board)}")
    if isinstance(squares, list | tuple) and any(isinstance(square, str) for square in squares):
        return board.indices_of(list(squares))
    try:
        array = np.asarray(squares)
    except ValueError:
        raise InvalidTourney(f"all squares of a path have as many coordinates, not {shown(squares)}") from None
    if array.ndim == 2:
        return board.indices_of(array if array.dtype.kind in "iu" else squares)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise InvalidTourney(f"a path is a sequence of square indices, not {array.ndim}-dimensional {array.dtype}")
    return array.astype(np.int64, copy=False)


def check_visits(visits: Squares, board: BaseBoard) -> None:
    """Raise `InvalidTourney` naming the first square that is not visited exactly once, if any."""
    size = math.prod(board.shape)
    outside = np.flatnonzero((visits < 0) | (visits >= size))
    if outside.size:
        raise InvalidTourney(f"step {outside[0]} is at index {visits[outside[0]]}, off {_the(board)}")
    counts = np.bincount(visits, minlength=size)
    wanted = np.zeros(size, np.int64)
    wanted[board.squares] = 1
    wrong = np.flatnonzero(counts != wanted)
    if wrong.size:
        square = int(wrong[0])
        if not wanted[square]:
            raise InvalidTourney(f"{board.called(square)} is visited but missing from the board")
        times = int(counts[square])
        raise InvalidTourney(f"{board.called(square)} is visited {f'{times} times' if times else 'never'}")


def _the(board: BaseBoard) -> str:
    return f"the {board} board" if isinstance(board, Grid) else board.describe()
