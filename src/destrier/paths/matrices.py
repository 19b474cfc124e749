"""Count fixed closed paths by matrix products, on a GPU where there is one.

As with `halves`, a closed path falls into two halves from its root to its end, and a half into a front and a rear with
the same square in its middle. Which fronts and rears are *apart*, that is, share no square between root and end (nor
cross), is told by products of incidence matrices: two parts share as many squares as the scalar product of their rows.
Let `c` be the matrix of the fronts and rears with a middle that are apart, which are the halves through it. Let `a` and
`b` tell which of these fronts and rears are apart from both parts of each of some halves. Then

    pairs = sum of (c.T @ a) * b

is the number of pairs of one half through the middle and one of the others. All of this is done by an array library, in
single precision, which is exact for such numbers: no front is counted more than 2 ** 24 times.

Source: the two-halves algorithm of Kapralov and others; the products are our own. The engine shares with `halves` the
lists of fronts and rears only.

Cost: for n halves with an end, 2 to 4 floating-point operations for each of n * n pairs, and as many as there are parts
for each half, which takes longest up to length 18. Memory: 4 bytes for each part through a middle and each part with
the end, and 16 for each half.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from destrier.paths.halves import Parts, halves_by_end, list_parts, longest_first
from destrier.paths.plane import OFFSETS, down_crossing

_BLOCK: Final = 1 << 14
"""How many halves are compared at a time."""

_SECONDS: Final = {False: 2e-9, True: 1e-8}
"""The time for a pair of halves, by whether they are uncrossed, on a core without a GPU."""


def pieces(length: int, *, uncrossed: bool) -> dict[int, float]:
    """Return the ends, as squares, with the approximate seconds that each takes, the longest first."""
    halves = halves_by_end(length // 2, uncrossed=uncrossed)
    return longest_first(halves * halves / 2 * _SECONDS[uncrossed])


def count_piece(length: int, end: int, *, uncrossed: bool, arrays: ModuleType | None = None) -> int:
    """Count the fixed closed paths of an even length with an end that is one of `pieces`.

    Parameters
    ----------
    length, end, uncrossed
        As for `halves.count_piece`.
    arrays
        The array library to use, `numpy` or another with its functions; by default `cupy` if it finds a GPU.
    """
    xp: Any = array_library() if arrays is None else arrays
    fronts, rears = list_parts(end, length // 2, uncrossed=uncrossed)
    ones, others = (xp.asarray(rows) for rows in _incidence(fronts, rears, end, uncrossed=uncrossed))
    spans = [
        (slice(*fronts.first[middle : middle + 2]), slice(*(rears.first[middle : middle + 2] + len(fronts.edges))))
        for middle in range(len(fronts.first) - 1)
    ]

    def apart(parts: slice) -> Any:
        """Return which parts are apart from these, as 1 and 0: (these, all)."""
        return (ones[parts] @ others.T == 0).astype(np.float32)

    halves = [xp.nonzero(apart(front)[:, rear]) for front, rear in spans]
    begin = np.cumsum([0, *(len(front) for front, _ in halves)])
    front_of, rear_of = (
        xp.concatenate([parts[side] + span[side].start for parts, span in zip(halves, spans, strict=True)])
        for side in (0, 1)
    )

    def pairs(middle: int, first: int, last: int) -> int:
        """Return how many pairs there are of a half through the middle and one of these."""
        front, rear = (apart(parts) for parts in spans[middle])
        joined = front[:, spans[middle][1]].T
        total = 0
        for start in range(first, last, _BLOCK):
            block = slice(start, min(last, start + _BLOCK))
            one, two = (side[:, front_of[block]] * side[:, rear_of[block]] for side in (front, rear))
            total += int(((joined @ one) * two).sum(dtype=np.float64))
        return total

    twice = 0
    for middle, (first, last) in enumerate(zip(begin[:-1].tolist(), begin[1:].tolist(), strict=True)):
        twice += pairs(middle, first, last) + 2 * pairs(middle, last, int(begin[-1]))
    return twice // 2


def array_library() -> ModuleType:
    """Return `cupy` if it is installed and finds a GPU, and else `numpy`."""
    if find_spec("cupy") is not None:
        cupy = import_module("cupy")
        if cupy.cuda.is_available():
            return cupy
    return np


def _incidence(
    fronts: Parts, rears: Parts, end: int, *, uncrossed: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return rows for all parts, fronts first, such that two parts are apart if their scalar product is 0.

    A row of the first matrix tells the squares of a part and, if paths are uncrossed, the edges that it crosses; a row
    of the second one, its squares and its edges.
    """
    squares, edges, crossed = [], [], []
    for part in (fronts.edges, rears.edges):
        move = part & 7
        head = (part >> 3) + OFFSETS[move]
        squares.append(np.where(head == end, -1, head))
        if uncrossed:
            edges.append(np.where(move >= 4, part, 8 * head + move + 4))
            crossed.append((part[:, :, None] + down_crossing()[move]).reshape(len(part), -1))
    visits = _rows(squares, squares)
    if not uncrossed:
        return visits, visits
    ones, others = _rows(crossed, edges), _rows(edges, edges)
    return np.concatenate([visits, ones], axis=1), np.concatenate([visits, others], axis=1)


def _rows(numbers: list[NDArray[np.int64]], columns: list[NDArray[np.int64]]) -> NDArray[np.float32]:
    """Return a row for each part with 1 for each of its numbers that is among the columns; -1 is none of them."""
    known = np.unique(np.concatenate([each.ravel() for each in columns]))
    known = known[known >= 0]
    rows = np.zeros((sum(map(len, numbers)), len(known) + 1), np.float32)
    first = 0
    for each in numbers:
        column = np.searchsorted(known, each)
        column[np.isin(each, known, invert=True)] = len(known)
        rows[np.arange(first, first + len(each))[:, None], column] = 1
        first += len(each)
    return rows[:, :-1]
