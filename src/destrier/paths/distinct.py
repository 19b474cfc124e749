"""Closed paths that are geometrically distinct but visit congruent sets of squares.

Source: Kapralov and others, Section 3 (Table 3).
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from destrier.paths.closed_path import align
from destrier.support.aliases import Progress, StrPath
from destrier.support.html import table


@dataclass(frozen=True)
class DistinctPaths:
    """The sets of squares of the classes of one length.

    See Also
    --------
    destrier.paths.distinct_paths

    Examples
    --------
    >>> import destrier as dt
    >>> found = dt.paths.distinct_paths(8)
    >>> found.classes, found.sets
    (480, 478)
    """

    k: int
    uncrossed: bool
    classes: int
    sets: int
    """The number of sets up to the eight symmetries of the square."""
    codes: list[NDArray[np.uint64]]
    """The codes of the classes, for each set that several classes share."""

    @property
    def groups(self) -> list[list[str]]:
        """The words of paths that visit the very same squares, for each set that several classes share.

        Examples
        --------
        >>> import destrier as dt
        >>> len(dt.paths.distinct_paths(8).groups)
        1
        """
        return [align([f"{code:o}" for code in group.tolist()]) for group in self.codes]

    def _repr_html_(self) -> str:
        return table((name.replace("_", " "), number) for name, number in self.numbers().items())

    def numbers(self) -> dict[str, int]:
        """Return the numbers of classes, of sets, and of sets that several classes share.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.paths.distinct_paths(8).numbers()["sets"]
        478
        """
        sizes = [len(group) for group in self.codes]
        return {
            "k": self.k,
            "uncrossed": self.uncrossed,
            "classes": self.classes,
            "sets": self.sets,
            "shared_sets": len(sizes),
            "classes_in_shared_sets": sum(sizes),
            "most_in_a_set": max(sizes, default=1),
        }


def distinct_paths(
    k: int,
    *,
    uncrossed: bool = False,
    store: StrPath | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> DistinctPaths:
    """Group the classes of closed paths of length k by their sets of squares.

    Parameters
    ----------
    k
        An even length, from 4 to `destrier.paths.classes.LISTED`; with a store, to `destrier.paths.path_store.STORED`.
    uncrossed
        Whether to take only paths whose moves do not cross.
    store
        A directory for all classes; see `store_paths`, also for `workers`, `executor` and `progress`.

    Raises
    ------
    DestrierError
        If k is odd or too small, or if `store_paths` raises it.
    UnsupportedBoard
        If k is too large.

    See Also
    --------
    destrier.paths.list_paths

    Examples
    --------
    >>> import destrier as dt
    >>> found = dt.paths.distinct_paths(6)
    >>> found.classes, found.sets
    (25, 25)
    """
    if store is None:
        from destrier.paths.classes import list_classes

        table = list_classes(k, uncrossed=uncrossed)
        code, squares = table.code, table.squares
    else:
        from destrier.paths.path_store import load, store_paths

        store_paths(k, store, uncrossed=uncrossed, workers=workers, executor=executor, progress=progress)
        columns = load(store).select("code, squares").fetchnumpy()
        code, squares = columns["code"], columns["squares"]
    order = np.argsort(squares, kind="stable")
    first = np.flatnonzero(np.diff(squares[order], prepend=~squares[order[:1]]))
    shared = [group for group in np.split(code[order], first[1:]) if len(group) > 1]
    return DistinctPaths(k, uncrossed, len(code), len(first), sorted(shared, key=lambda group: int(group[0])))
