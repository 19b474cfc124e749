"""Visiting orders: lookups by square, built on lookups by index from a tourney or a construction."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, cast, overload

import numpy as np

from destrier.support.errors import DestrierError, NoSuchPosition
from destrier.support.resources import refuse_beyond_memory

if TYPE_CHECKING:
    import dask.array as da
    from numpy.typing import ArrayLike

    from destrier.core.types import Squares


_TUPLE: Final = 64
"""The bytes of a square in a list."""


class Lookup(Protocol):
    """The lookups in the visiting order of a tour that a construction supports without walking it."""

    def indices(self) -> Squares:
        """See the method of `VisitingOrder`."""

    def index_at(self, position: ArrayLike) -> Squares:
        """See the method of `VisitingOrder`."""

    def position_of(self, index: ArrayLike) -> Squares:
        """See the method of `VisitingOrder`."""

    def dask_indices(self, chunks: int | str = "auto") -> da.Array:
        """See the method of `VisitingOrder`."""


class VisitingOrder(ABC):
    """The visiting order of a board.

    Squares are coordinates, `(row, col)` on a flat board, and arrays of squares have a last axis for them. Methods with
    *index* in their names use one integer per square instead, `row * cols + col` on a flat board.
    """

    board: Any
    """The board."""

    @abstractmethod
    def indices(self) -> Squares:
        """The square indices in visiting order: `int64` (squares,)."""

    @abstractmethod
    def index_at(self, position: ArrayLike) -> Squares:
        """The square indices at these positions of the visiting order; negative ones count from its end."""

    @abstractmethod
    def position_of(self, index: ArrayLike) -> Squares:
        """The positions in the visiting order of these square indices."""

    @abstractmethod
    def dask_indices(self, chunks: int | str = "auto") -> da.Array:
        """The square indices in visiting order as a Dask array, `int64` (squares,), in chunks of this size."""

    def order(self) -> Squares:
        """The squares in visiting order: `int64` (squares, 2) on a flat board, each row a `(row, col)`; O(squares).

        In space, a row has one coordinate per side of the board. On a box it is (face, row, col), where the face is an
        index into `FACES`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).order()[:3].tolist()
        [[0, 0], [2, 1], [4, 0]]
        """
        return self._coordinates(self.indices())

    def cell_at(self, position: ArrayLike) -> Any:
        """Return the square at a position of the visiting order as a tuple, or the squares at an array of positions.

        Negative positions count from the end.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).cell_at(0)
        (0, 0)
        """
        index = self.index_at(position)
        return self.board.square(int(index)) if np.ndim(index) == 0 else self._coordinates(index)

    def index_of(self, square: Any) -> Any:
        """Return the position of a square in the visiting order as an `int`, or the positions of an array of squares.

        The position of a missing square is -1.

        Raises
        ------
        DestrierError
            If there is no such square.

        Examples
        --------
        >>> import destrier as dt
        >>> tour = dt.tour(6, 6, seed=1)
        >>> tour.index_of(tour[5])
        5
        """
        positions = self.position_of(self.board.indices_of(square))
        return int(positions) if np.ndim(positions) == 0 else positions

    def dask_order(self, chunks: int | str = "auto") -> da.Array:
        """The squares in visiting order as a Dask array, `int64` (squares, 2) on a flat board; see `order`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).dask_order(chunks=12).shape
        (36, 2)
        """
        indices = cast("Any", self.dask_indices(chunks))
        width = self._coordinates(np.zeros(1, np.int64)).shape[1]
        squares = indices[:, None].map_blocks(self._of_block, chunks=(indices.chunks[0], (width,)), dtype=np.int64)
        return cast("da.Array", squares)

    def _coordinates(self, indices: Squares) -> Squares:
        coordinates: Squares = self.board.coordinates(indices)
        return coordinates

    def _of_block(self, block: Squares) -> Squares:
        return self._coordinates(block[:, 0])


class SquareSequence(VisitingOrder, Sequence[Any]):
    """The visiting order of a tour as a sequence of its squares."""

    @overload
    def __getitem__(self, position: int) -> tuple[Any, ...]: ...

    @overload
    def __getitem__(self, position: slice) -> list[tuple[Any, ...]]: ...

    def __getitem__(self, position: int | slice) -> tuple[Any, ...] | list[tuple[Any, ...]]:
        if isinstance(position, slice):
            places = range(*position.indices(len(self)))
            refuse_beyond_memory("a list of squares", _TUPLE * len(places))
            positions = np.arange(places.start, places.stop, places.step)
            return [self.board.square(index) for index in self.index_at(positions).tolist()]
        place = operator.index(position)
        if not -len(self) <= place < len(self):
            raise NoSuchPosition(f"there is no position {place}: there are {len(self)} squares")
        square: tuple[Any, ...] = self.board.square(int(self.index_at(place)))
        return square

    def __contains__(self, square: object) -> bool:
        return bool(self.board.has(square)) and int(self.position_of(self.board.index(square))) >= 0

    def index(self, square: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the position of a square in the tour; raise `DestrierError`, a `ValueError`, if it is not found.

        Examples
        --------
        >>> import destrier as dt
        >>> tour = dt.tour(6, 6, seed=1)
        >>> tour.index(tour[5])
        5
        """
        position = int(self.position_of(self.board.index(square)))
        if position not in range(*slice(start, stop).indices(len(self))):
            where = f"at position {position}" if position >= 0 else "not on the tour"
            raise DestrierError(f"{self.board.name(self.board.index(square))} is {where}")
        return position

    def count(self, square: Any) -> int:
        """1 for a square of the board, else 0.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).count((0, 0))
        1
        """
        return int(square in self)


def next_in_cycle(values: Squares, lengths: Squares) -> Squares:
    """For each value in consecutive cycles of these lengths, return the value that follows it in its cycle."""
    onward = np.roll(values, -1)
    last = np.cumsum(lengths) - 1
    onward[last] = values[last - lengths + 1]
    return onward
