"""Visiting orders that follow from a construction, without the tour."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import numpy as np

from destrier.core.visits import VisitingOrder
from destrier.support.atomic import replacing_order
from destrier.support.errors import DestrierError
from destrier.support.optional import extra
from destrier.support.resources import processors, refuse_beyond_memory

if TYPE_CHECKING:
    import dask.array as da
    from numpy.typing import ArrayLike

    from destrier.core.grid import Grid
    from destrier.core.types import Squares
    from destrier.support.aliases import Progress, StrPath

_PART: Final = 1 << 20
"""Number of squares written at a time."""


class Cycle(Protocol):
    """The squares of a tour in order, from an arbitrary start and in either direction."""

    size: int
    """The number of squares."""

    def index_at(self, positions: Squares) -> Squares:
        """Return the square indices at a one-dimensional array of positions, all in range."""

    def position_of(self, indices: Squares) -> Squares:
        """Return the positions of a one-dimensional array of square indices; -1 for squares not on the tour."""

    def write(self, first: int, out: Squares) -> None:
        """Write the square indices from a position on, not beyond the last one."""


class LookedUpOrder(VisitingOrder):
    """The visiting order of a closed tour of any length, without its moves array.

    Parameters
    ----------
    board
        The board; the tour may omit squares.
    cycle
        The squares of the tour in order.
    start
        The square at position 0; by default the first square, as for every tour.

    Raises
    ------
    DestrierError
        If there is no such square.
    """

    board: Grid
    size: int
    """The number of squares of the tour."""

    def __init__(self, board: Grid, cycle: Cycle, start: Any = None) -> None:
        self.board, self.size = board, cycle.size
        self._cycle = cycle
        self._origin, self._sign = 0, 1
        at = self.position_of([0, 1])  # a tour without the corner begins next to it
        self._origin = int(at[at >= 0][0])
        if self._step_at(-1) < self._step_at(1):  # like every order, it begins with the lowest-numbered move
            self._sign = -1
        if start is not None:
            position = self.index_of(start)
            if position < 0:
                raise DestrierError(f"{','.join(map(str, start))} is the square that the tour leaves out")
            self._origin = (self._origin + self._sign * position) % self.size

    def _step_at(self, position: int) -> int:
        """Return the number of the move from the first square to this position."""
        there, here = (self.board.square(int(self.index_at(place))) for place in (position, 0))
        return self.board.leaper.step([after - before for after, before in zip(there, here, strict=True)])

    def index_at(self, position: ArrayLike) -> Squares:
        """Return the square indices at these positions of the visiting order; negative ones count from the end.

        Examples
        --------
        >>> import destrier as dt
        >>> order = dt.TourOrder(20, 30, algorithm="tame")
        >>> order.index_at([0, 1, 599])
        array([ 0, 61, 32])
        """
        positions = self._checked(position, -self.size, self.size, "position")
        squares = self._cycle.index_at(self._in_range(self._origin + self._sign * positions.ravel()))
        return squares.reshape(positions.shape)[()]

    def position_of(self, index: ArrayLike) -> Squares:
        """Return the positions of these square indices in the visiting order; -1 for a square that the tour omits.

        Examples
        --------
        >>> import destrier as dt
        >>> order = dt.TourOrder(20, 30, algorithm="tame")
        >>> order.position_of(order.index_at([0, 1, 599]))
        array([  0,   1, 599])
        """
        squares = self._checked(index, 0, math.prod(self.board.shape), "square")
        found = self._cycle.position_of(squares.ravel())
        positions = np.where(found < 0, -1, self._in_range(self._sign * (found - self._origin)))
        return positions.reshape(squares.shape)[()]

    def _in_range(self, positions: Squares) -> Squares:
        """Wrap positions that are out of range by at most one circuit of the cycle."""
        positions += self.size * (positions < 0)
        positions -= self.size * (positions >= self.size)
        return positions

    def indices(self, start: int = 0, stop: int | None = None, *, out: Squares | None = None) -> Squares:
        """Return the square indices from `start` up to `stop`, using all processors.

        Parameters
        ----------
        start, stop
            The range of positions; by default all.
        out
            Contiguous `int64` (stop - start,) array to write to, such as a memory map.

        Raises
        ------
        DestrierError
            If there are no such positions, or the array has another size or type.

        Examples
        --------
        >>> import destrier as dt
        >>> order = dt.TourOrder(20, 30, algorithm="tame")
        >>> order.indices(0, 3)
        array([ 0, 61, 93])
        """
        stop = self.size if stop is None else stop
        if not 0 <= start <= stop <= self.size:
            raise DestrierError(f"positions are 0 to {self.size}, in order, not {start} to {stop}")
        if out is None:
            refuse_beyond_memory("an order", 8 * (stop - start))
            out = np.empty(stop - start, np.int64)
        elif out.shape != (stop - start,) or out.dtype != np.int64 or not out.flags.c_contiguous:
            raise DestrierError(f"out is a contiguous int64 array of {stop - start}, not {out.dtype} {out.shape}")
        parts = range(0, out.size, _PART)
        with ThreadPoolExecutor(processors()) as threads:
            list(threads.map(lambda part: self._write(start + part, out[part : part + _PART]), parts))
        return out

    def _write(self, start: int, out: Squares) -> None:
        """Write the square indices from a position on."""
        first = (self._origin + self._sign * start) % self.size
        if self._sign < 0:
            first, out = (first - out.size + 1) % self.size, out[::-1]
        squares = out if out.flags.c_contiguous else np.empty(out.size, np.int64)
        ahead = min(self.size - first, squares.size)
        self._cycle.write(first, squares[:ahead])
        self._cycle.write(0, squares[ahead:])
        if squares is not out:
            out[:] = squares

    def dask_indices(self, chunks: int | str = "auto") -> da.Array:
        """Return the order as a Dask array, `int64` (squares,), with chunks computed when and where they are needed.

        Raises
        ------
        DestrierError
            If Dask is not installed.

        Examples
        --------
        >>> import destrier as dt
        >>> order = dt.TourOrder(20, 30, algorithm="tame")
        >>> order.dask_indices(chunks=100).numblocks
        (6,)
        """
        array = extra("dask.array", "cluster", "an order in chunks")
        sizes = array.core.normalize_chunks(chunks, (self.size,), dtype=np.int64)
        blocks = array.map_blocks(_block, self, chunks=sizes, dtype=np.int64, meta=np.empty(0, np.int64))
        return cast("da.Array", blocks)

    def save(self, path: StrPath, *, workers: int | None = None, progress: Progress | None = None) -> None:
        """Write the whole order to `.npy`, `int64` (squares,), in parts, on `workers` threads or one per processor.

        It takes 8 bytes per square on disk and 8 MB of memory per thread; the file is either complete or absent.

        Examples
        --------
        >>> import destrier as dt
        >>> order = dt.TourOrder(20, 30, algorithm="tame")
        >>> order.save("order.npy")
        """
        with replacing_order(path, self.size) as file:
            begin, writing = file.tell(), Lock()

            def write(part: int) -> int:
                stop = min(part + _PART, self.size)
                squares = np.empty(stop - part, np.int64)
                self._write(part, squares)
                with writing:
                    file.seek(begin + 8 * part)
                    file.write(squares.astype("<i8", copy=False).data)
                return stop

            with ThreadPoolExecutor(workers or processors()) as threads:
                for stop in threads.map(write, range(0, self.size, _PART)):
                    if progress is not None:
                        progress("squares", stop, self.size)

    def _checked(self, numbers: ArrayLike, least: int, beyond: int, noun: str) -> Squares:
        asked = np.asarray(numbers)
        is_large = asked.dtype == object and all(isinstance(number, int) for number in asked.flat)
        if not (np.issubdtype(asked.dtype, np.integer) or is_large):
            raise DestrierError(f"a {noun} is an integer, not {asked.dtype}")
        for extreme in (asked.min(), asked.max()) if asked.size else ():
            if not least <= extreme < beyond:
                fewer = " without a corner" * (beyond < math.prod(self.board.shape))
                raise DestrierError(f"there is no {noun} {extreme}: {self.board}{fewer} has {beyond} squares")
        return np.ascontiguousarray(asked, np.int64).reshape(asked.shape)


def _block(order: LookedUpOrder, block_info: Any) -> Squares:
    """Return a chunk of a Dask array of the order."""
    ((start, stop),) = block_info[None]["array-location"]
    return order.indices(start, stop)
