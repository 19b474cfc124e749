"""When which square is visited: lookups by square, over those by index that a tourney or a construction knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

if TYPE_CHECKING:
    import dask.array as da
    from numpy.typing import ArrayLike

    from destrier.core.types import Squares


class Lookup(Protocol):
    """What a construction knows of the visiting order of its tour, without walking it."""

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

    Squares are coordinates, `(row, col)` on a flat board, and arrays of squares have a last axis for them. The methods
    that speak of an *index* take and give one integer a square instead, `row * cols + col` on a flat board.
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
        """The square indices in visiting order as a Dask array, `int64` (squares,), in chunks of so many squares."""

    def order(self) -> Squares:
        """The squares in visiting order: `int64` (squares, 2) on a flat board, each row a `(row, col)`; O(squares).

        In space, a row has as many coordinates as the board has sides. On a box it is (face, row, col), the face
        being its place in `FACES`.
        """
        return self._coordinates(self.indices())

    def cell_at(self, position: ArrayLike) -> Any:
        """The square at a position of the visiting order, as a tuple; or those at an array of positions, as an array.

        Negative positions count from the end.
        """
        index = self.index_at(position)
        return self.board.square(int(index)) if np.ndim(index) == 0 else self._coordinates(index)

    def index_of(self, square: Any) -> Any:
        """The position of a square in the visiting order, an `int`; or those of an array of squares, as an array.

        It is -1 for a missing square of the board.

        Raises
        ------
        DestrierError
            If there is no such square.
        """
        positions = self.position_of(self.board.indices_of(square))
        return int(positions) if np.ndim(positions) == 0 else positions

    def dask_order(self, chunks: int | str = "auto") -> da.Array:
        """The squares in visiting order as a Dask array, `int64` (squares, 2) on a flat board; see `order`."""
        indices = cast("Any", self.dask_indices(chunks))
        width = self._coordinates(np.zeros(1, np.int64)).shape[1]
        squares = indices[:, None].map_blocks(self._of_block, chunks=(indices.chunks[0], (width,)), dtype=np.int64)
        return cast("da.Array", squares)

    def _coordinates(self, indices: Squares) -> Squares:
        coordinates: Squares = self.board.coordinates(indices)
        return coordinates

    def _of_block(self, block: Squares) -> Squares:
        return self._coordinates(block[:, 0])


def next_in_cycle(values: Squares, lengths: Squares) -> Squares:
    """For each value of consecutive cycles of these lengths, the value that follows it in its cycle."""
    onward = np.roll(values, -1)
    last = np.cumsum(lengths) - 1
    onward[last] = values[last - lengths + 1]
    return onward
