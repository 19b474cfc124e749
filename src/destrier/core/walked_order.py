"""The visiting order of a tourney: walked once, or looked up where the construction knows it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from destrier.core.visits import VisitingOrder
from destrier.support.errors import NoSuchPosition, shown
from destrier.support.optional import extra

if TYPE_CHECKING:
    from collections.abc import Callable

    import dask.array as da
    from numpy.typing import ArrayLike

    from destrier.core.types import MoveBits, Squares
    from destrier.core.visits import Lookup


class WalkedOrder(VisitingOrder):
    """The visiting order of the tourney with the given `board` and `moves`."""

    moves: MoveBits
    """The array, read-only."""

    _first: int | None = None
    _second: int | None = None
    _make_lookup: Callable[[], Lookup] | None = None

    @property
    def known_cycle_count(self) -> int | None:
        """The number of cycles if it has been counted or was known from the start, else `None`."""
        return self.__dict__.get("cycle_count")

    @property
    def given_start(self) -> tuple[int, ...]:
        """The indices of the squares that its order was made to begin with; empty for the default order."""
        return tuple(index for index in (self._first, self._second) if index is not None)

    def indices(self) -> Squares:
        """The squares in visiting order, as `int64` indices (`row * cols + col` on a flat board); O(squares).

        A cycle starts at its smallest square and leaves it by the lowest-numbered move; the cycles of a tourney are
        sorted by smallest square. An open tour starts at its smaller end unless it was given another start; a closed
        tour may have been given a start and a direction (`Tour.starting_at`).

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).indices()[:4]
        array([ 0, 13, 24, 20])
        """
        return self._order[0]

    def cycle_lengths(self) -> Squares:
        """`int64`: the lengths of the cycles, in the order of `order`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tourney(4, 4, algorithm="concentric-braid").cycle_lengths()
        array([4, 4, 4, 4])
        """
        return self._order[1]

    def cycles(self) -> list[Squares]:
        """The cycles, each an array of squares in visiting order; see `order`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tourney(4, 4, algorithm="concentric-braid").cycles()[0].tolist()
        [[0, 0], [2, 1], [3, 3], [1, 2]]
        """
        return [self._coordinates(cycle) for cycle in self.cycle_indices()]

    def cycle_indices(self) -> list[Squares]:
        """The cycles, each an array of square indices in visiting order.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tourney(4, 4, algorithm="concentric-braid").cycle_indices()[0]
        array([ 0,  9, 15,  6])
        """
        order, lengths = self._order
        return np.split(order, np.cumsum(lengths)[:-1])

    def numbering(self) -> Squares:
        """`int64` array of the board's shape: the position of each square in the order, from 0; -1 if missing.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(3, 4, kind="open", seed=1).numbering()
        array([[ 4,  1,  6,  9],
               [ 7, 10,  3,  0],
               [ 2,  5,  8, 11]])
        """
        order, _ = self._order
        numbers = np.full(self.moves.size, -1, np.int64)
        numbers[order] = np.arange(order.size)
        return numbers.reshape(self.board.shape)

    def index_at(self, position: ArrayLike) -> Squares:
        """Return the square indices at these positions of the visiting order; negative ones count from the end.

        O(1) each if the construction supports lookup (`formation`); else the tour is walked once, in O(squares).

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).index_at([0, 1, -1])
        array([ 0, 13,  8])
        """
        if self._lookup is not None:
            return self._lookup.index_at(position)
        return _taken(self._order[0], position, "position")

    def position_of(self, index: ArrayLike) -> Squares:
        """Return the positions of these square indices in the visiting order; -1 where there is no square.

        Like `index_at`, O(1) each if the construction supports lookup.

        Examples
        --------
        >>> import destrier as dt
        >>> tour = dt.tour(6, 6, seed=1)
        >>> tour.position_of(tour.index_at(5))
        np.int64(5)
        """
        if self._lookup is not None:
            return self._lookup.position_of(index)
        return _taken(self._numbers, index, "square with index")

    def dask_indices(self, chunks: int | str = "auto") -> da.Array:
        """Return the square indices in visiting order as a Dask array, `int64` (squares,), in chunks of this size.

        If the construction supports lookup (`formation`), each chunk is computed when and where it is needed, and the
        whole order is never in memory; otherwise the tour is walked first.

        Raises
        ------
        DestrierError
            If Dask is not installed.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).dask_indices(chunks=12).numblocks
        (3,)
        """
        if self._lookup is not None:
            return self._lookup.dask_indices(chunks)
        array = extra("dask.array", "cluster", "an order in chunks").from_array(self.indices(), chunks=chunks)
        return cast("da.Array", array)

    @cached_property
    def _lookup(self) -> Lookup | None:
        return None if self._make_lookup is None else self._make_lookup()

    @cached_property
    def _numbers(self) -> Squares:
        return self.numbering().ravel()

    @cached_property
    def _order(self) -> tuple[Squares, Squares]:
        if self._lookup is not None:
            order, lengths = self._lookup.indices(), np.array([self.board.size])
        else:
            order, lengths = self.board.walk(self.moves, self.known_cycle_count)
        if self._second is not None and (order[0], order[1]) != (self._first, self._second):
            order = np.roll(order, -int(np.flatnonzero(order == self._first)[0]))
            order = order if order[1] == self._second else np.roll(order[::-1], 1)
        elif self._second is None and self._first is not None and order[0] != self._first:
            order = order[::-1].copy()
        order.flags.writeable = lengths.flags.writeable = False
        return order, lengths

    def squares(self) -> list[tuple[Any, ...]]:
        """The squares in visiting order: `(row, col)` on a flat board, `(face, row, col)` on a box.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.tour(6, 6, seed=1).squares()[:3]
        [(0, 0), (2, 1), (4, 0)]
        """
        return [self.board.square(index) for index in self.indices().tolist()]


def _taken(values: Squares, places: ArrayLike, what: str) -> Squares:
    """Return the values at these positions; raise `NoSuchPosition` if there are none."""
    try:
        taken: Squares = values[np.asarray(places)]
    except (IndexError, ValueError) as fault:
        raise NoSuchPosition(f"there is no {what} {shown(places)}: there are {values.size}") from fault
    return taken
