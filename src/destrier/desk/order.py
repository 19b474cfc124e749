"""The visiting order of a tour assembled from a few parts, without constructing the tour.

Looking up the square at a position, or the position of a square, takes constant time, even on boards far too large for
memory.

Source: Besa et al., "Taming the Knight's Tour" (2020), Lemma 3, for every such construction; see `patterns.legs`, and
`patterns.formation.space_order` for boards in space.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from destrier.core.grid import BaseBoard, Grid
from destrier.core.naming import board_of
from destrier.core.request import Request
from destrier.core.visits import SquareSequence
from destrier.desk.algorithms import find, refuse_options
from destrier.desk.register import why_not
from destrier.patterns.lookups import LookedUpOrder
from destrier.support.errors import DestrierError, UnsupportedBoard
from destrier.support.pictured import Pictured

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.choices import Aim, Heel, SymmetryKind
    from destrier.core.types import Squares
    from destrier.patterns.formation.course import Course

_LONGEST_SIDE: Final = 10**9
"""Longest side for which positions and their sums fit into 64 bits."""

_CHUNK: Final = 1 << 22
"""Number of squares in a chunk of the order."""


class TourOrder(LookedUpOrder, SquareSequence, Pictured):
    """The visiting order of a patterned closed tour of any length, without its moves array.

    Like a `Tour`, it is a sequence of squares. Notebooks and `draw` show the order of a formation as the course of its
    knights.

    Parameters
    ----------
    *board
        A `Board` or a `Space`, or its sides: two for a flat board, more for one in space. Sides may be up to 10^9. On a
        rectangle with odd sides, the tour omits the bottom right square.
    algorithm
        `formation`, `tame`, `interleaved` or `rectangle`; the order matches the tour that `tour` makes with it.
    symmetry, heel, minimize
        As for `tour`. A blend has no order, because it is chosen by measuring two tours.
    start
        The square at position 0; by default the first square, as for every tour.

    Raises
    ------
    UnsupportedBoard
        If the algorithm does not support the board or does not support lookup.

    See Also
    --------
    destrier.Tour, destrier.tour

    Examples
    --------
    >>> order = TourOrder(10**9, 10**9)
    >>> order
    <order of the closed tour of 1000000000 x 1000000000 by formation>
    >>> order[10**17], order[:2]
    ((400000003, 3), [(0, 0), (2, 1)])
    >>> order.index((400000003, 3)) == 10**17
    True
    >>> TourOrder(10**9, 10**9, algorithm="tame", minimize="turns", start=(7, 7)).cell_at(0)
    (7, 7)
    >>> sum(chunk.size for chunk in TourOrder(16, 12, 3, 2, 2).chunks())
    2304
    """

    def __init__(
        self,
        *board: int | BaseBoard,
        algorithm: str = "formation",
        symmetry: SymmetryKind | None = None,
        heel: Heel | None = None,
        minimize: Aim | None = None,
        start: Any = None,
    ) -> None:
        asked = _board(*board)
        maker = find(algorithm)
        kind = "corner" if "corner" in maker.kinds and _is_odd(asked) else "closed"
        request = Request(board=asked, kind=kind, algorithm=algorithm, symmetry=symmetry, heel=heel, minimize=minimize)  # type: ignore[arg-type]  # one of two words
        refuse_options(request)
        if reason := why_not(maker, request):
            raise UnsupportedBoard(reason)
        super().__init__(asked, maker.cycle(request), start)
        self._maker, self._request = maker, request

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        for chunk in self.chunks():
            yield from map(self.board.square, chunk.tolist())

    def __repr__(self) -> str:
        omitted = " without a corner" * (self.size < math.prod(self.board.shape))
        return f"<order of the closed tour of {self.board.describe()}{omitted} by {self._maker.name}>"

    def courses(self) -> list[Course]:
        """Return the position of the formation at each step, for each quadrant if the tour has quarter symmetry.

        The list is empty if the tour is not ridden in formation.

        Examples
        --------
        >>> import destrier as dt
        >>> len(dt.TourOrder(20, 20, algorithm="formation").courses())
        1
        """
        return self._maker.courses(self._request)

    def chunks(self) -> Iterator[Squares]:
        """Yield the square indices in visiting order, about four million at a time.

        Examples
        --------
        >>> import destrier as dt
        >>> order = dt.TourOrder(20, 30, algorithm="tame")
        >>> [len(chunk) for chunk in order.chunks()]
        [600]
        """
        for first in range(0, self.size, _CHUNK):
            yield self.indices(first, min(first + _CHUNK, self.size))


def _board(*board: int | BaseBoard) -> Grid:
    """Return the board described by the arguments."""
    asked = board_of(*board)
    if not isinstance(asked, Grid):
        raise UnsupportedBoard(f"orders are looked up on flat boards and in space, not on {asked.describe()}")
    if max(asked.sides) > _LONGEST_SIDE:
        most = " x ".join(["10^9"] * len(asked.sides))
        raise DestrierError(f"positions are looked up on boards of up to {most}, not {asked}")
    return asked


def _is_odd(board: Grid) -> bool:
    """Whether both sides of a rectangle are odd, so that a closed tour must omit a square."""
    return board.has_planes and board.is_whole and all(side % 2 for side in board.sides)
