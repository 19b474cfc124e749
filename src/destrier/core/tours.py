"""Several tours of one board, such as a sample or those of a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol, cast, overload

import numpy as np

from destrier.core.tourney import Tour, Tourney, refuse_other_than_tourneys
from destrier.support.above import done_above
from destrier.support.errors import DestrierError
from destrier.support.html import figure
from destrier.support.pictured import Pictured

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import SupportsIndex

    from numpy.typing import NDArray

    from destrier.core.grid import BaseBoard
    from destrier.support.aliases import StrPath
    from destrier.support.atomic import OpenFile

_SHOWN = 24
"""The number of tours that a notebook shows."""


class Tours(list[Tour], Pictured):
    """A list of tours of one board, which a notebook shows as a sheet of pictures.

    The functions `turns`, `crossings`, `measure`, `save` and `draw` take any other list or iterable of tours, too.

    Parameters
    ----------
    tours
        The tours.

    Raises
    ------
    DestrierError
        If one of them is not a tour, or if they are of several boards.

    See Also
    --------
    destrier.Tour, destrier.all_tours, destrier.sample

    Examples
    --------
    >>> import destrier as dt
    >>> tours = dt.Tours(dt.all_tours(5, 6))
    >>> tours
    <8 closed tours of 5 x 6>
    >>> tours.turns()
    array([28, 29, 29, 30, 29, 28, 30, 29])
    """

    seconds: list[float] | None = None
    """How long it took to make each of them, if that was measured; `.npz` files keep it."""

    def __init__(self, tours: Iterable[Tour] = ()) -> None:
        super().__init__(tours)
        for number, tour in enumerate(self):
            check_member(tour, number, self[0])

    @property
    def board(self) -> BaseBoard:
        """The board of all of them.

        Raises
        ------
        DestrierError
            If there are no tours.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.sample(6, 6, n=2, seed=1).board
        Board(6, 6)
        """
        if not self:
            raise DestrierError("there are no tours: give at least one")
        board: BaseBoard = list.__getitem__(self, 0).board
        return board

    def turns(self) -> NDArray[Any]:
        """Return the number of turns of each; see `turns`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.sample(6, 6, n=2, seed=1).turns()
        array([36, 35])
        """
        number: NDArray[Any] = done_above("turns", self)
        return number

    def crossings(self) -> NDArray[Any]:
        """Return the number of crossings of each; see `crossings`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.sample(6, 6, n=2, seed=1).crossings()
        array([59, 57])
        """
        number: NDArray[Any] = done_above("crossings", self)
        return number

    def measures(self) -> Any:
        """Return a table of their measures, with means and standard errors; see `measure`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.sample(6, 6, n=2, seed=1).measures()["turns"]
        array([36, 35])
        """
        return done_above("measure", self)

    def save(self, path: StrPath | OpenFile, **options: Any) -> None:
        """Write them to a file; see `save`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.sample(6, 6, n=2, seed=1).save("tours.npy")
        """
        done_above("save", self, path, **options)

    def draw(self, path: StrPath | OpenFile, **options: Any) -> None:
        """Draw them on a sheet; see `draw`.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.sample(6, 6, n=2, seed=1).draw("tours.svg")
        """
        done_above("draw", self, path, **options)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Tour: ...

    @overload
    def __getitem__(self, place: slice) -> list[Tour]: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Tour | list[Tour]:
        got = super().__getitem__(place)
        return Tours(got) if isinstance(place, slice) else got

    def __repr__(self) -> str:
        if not self:
            return "<no tours>"
        kinds = Counter(tour.kind for tour in self)
        told = " and ".join(f"{number:,} {kind}" for kind, number in kinds.items())
        return f"<{told} tour{'s' * (len(self) > 1)} of {self.board.describe()}>"

    def _repr_html_(self) -> str:
        more = f"; the first {_SHOWN} are shown" * (len(self) > _SHOWN)
        svg = Tours(self[:_SHOWN])._repr_svg_() if self else None
        return figure(svg or "", repr(self).strip("<>") + more)


def check_member(tour: object, number: int, first: Tour) -> Tour:
    """Return a member of a list; raise `DestrierError` if it is not a tour of the board of the first one."""
    if not isinstance(tour, Tour):
        raise DestrierError(f"number {number} is of the type {type(tour).__name__}, not a Tour")
    if tour.board != first.board:
        boards = f"{tour.board.describe()}, not of {first.board.describe()}"
        raise DestrierError(f"all tours of a list are of one board: number {number} is one of {boards}")
    return tour


class _OfSeveral(Protocol):
    """A number of one tourney, or the numbers of several."""

    @overload
    def __call__(self, tourney: Tourney, /) -> int: ...

    @overload
    def __call__(self, tourney: Iterable[Tourney], /) -> NDArray[np.int64]: ...


def takes_several(function: Callable[[Tourney], int]) -> _OfSeveral:
    """Let a public function of a tourney take several, and return an array then; refuse everything else in one line."""

    @wraps(function)
    def applied(tourney: Any) -> Any:
        if isinstance(tourney, Tourney):
            return function(tourney)
        return np.array([applied(one) for one in several(function.__name__, tourney)], np.int64)

    return cast("_OfSeveral", applied)


def several(name: str, given: object) -> Iterable[Any]:
    """Return what may be several tours; refuse everything else in one line, as an argument of the function `name`."""
    if not isinstance(given, Iterable) or isinstance(given, np.ndarray | str):
        refuse_other_than_tourneys(name, given, " or several of them")
    return cast("Iterable[Any]", given)
