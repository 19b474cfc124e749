"""The numbers of tours of all boards with few rows: a linear recurrence and the generating function.

`lab/row_series.py` finds them, and says how; what it found for 3 and 4 rows is kept in `row_series.jsonl`.

Sources: N. D. Elkies and R. P. Stanley, "The mathematical knight", Mathematical Intelligencer 25 (2003), for closed
tours with 3 rows, whose series D. E. Knuth and N. D. Elkies found in 1994.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import count, islice
from typing import Final, Literal

from destrier.core.board import Board
from destrier.counting.counts import why_none
from destrier.support.errors import DestrierError, UnsupportedBoard
from destrier.support.html import Record

_ROWS: Final = 3, 4

_BEYOND: Final = {
    "closed": "that of closed tours of 5 rows has order 8,212 (lab/row_series.py)",
    "open": "5 rows have 84,653 states and would take days",
}
"""What more rows are like."""

_LONG: Final = 12
"""The columns of a board that has tours if any board with this number of rows does."""


@dataclass(frozen=True)
class Series(Record):
    """The numbers of undirected tours of all boards with a number of rows, as a power series in the columns.

    See Also
    --------
    destrier.counting.series

    Examples
    --------
    >>> import destrier as dt
    >>> dt.counting.series(3).term(12)
    176
    """

    rows: int
    kind: Literal["closed", "open"]
    order: int
    """The order of the linear recurrence."""
    growth: float
    """The factor by which the numbers grow with each column, in the long run; 0 if there are no tours."""
    growth_per_square: float
    """The same for each square."""
    checked: int
    """The number of terms, beyond those that determine the numerator, that were checked modulo another prime."""
    numerator: list[int] = field(repr=False)
    """The coefficients of the generating function's numerator, that of 1 first."""
    denominator: list[int] = field(repr=False)
    """The coefficients of its denominator, that of 1 first."""
    why_none: str | None = None
    """Why there are no tours, if there are none."""

    def terms(self, n: int) -> list[int]:
        """Return the numbers of tours of the boards with 1, 2, ..., n columns.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.counting.series(3).terms(12)[-3:]
        [16, 0, 176]
        """
        if n < 1:
            raise DestrierError(f"a board has at least 1 column, not {n}")
        return list(islice(_expanded(self.numerator, self.denominator), 1, n + 1))

    def term(self, n: int) -> int:
        """Return the number of tours of the board with n columns.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.counting.series(3).term(100) % 1000
        208
        """
        return self.terms(n)[-1]


def series(rows: int, kind: Literal["closed", "open"] = "closed") -> Series:
    """Return the generating function of the numbers of tours of all boards with 3 or 4 rows.

    Parameters
    ----------
    rows
        The number of rows.
    kind
        `closed` or `open`.

    Returns
    -------
    Series
        The generating function, and the recurrence that its denominator stands for: the products of the denominator's
        coefficients and the latest numbers, latest first, add up to 0.

    Raises
    ------
    UnsupportedBoard
        For any other number of rows.

    See Also
    --------
    destrier.count

    Examples
    --------
    >>> tours = dt.counting.series(3)
    >>> tours.order, tours.term(10), tours.terms(16)[-3:]
    (42, 16, [1536, 0, 15424])
    """
    if rows not in _ROWS:
        beyond = _BEYOND.get(kind, _BEYOND["closed"])
        raise UnsupportedBoard(f"the series of tours is known for 3 and 4 rows, not {rows}: {beyond}")
    if reason := why_none(Board(rows, _LONG), kind):
        return Series(rows, kind, 0, 0.0, 0.0, 0, [0], [1], reason)
    text = files("destrier.counting").joinpath("row_series.jsonl").read_text(encoding="ascii")
    known = (Series(**json.loads(line)) for line in text.splitlines())
    return next(one for one in known if (one.rows, one.kind) == (rows, kind))


def _expanded(numerator: list[int], denominator: list[int]) -> Iterator[int]:
    """Yield the coefficients of a power series, given as a quotient."""
    latest = deque([0] * (len(denominator) - 1), maxlen=len(denominator) - 1)
    for n in count():
        owed = sum(map(int.__mul__, denominator[1:], latest))
        term = (numerator[n] if n < len(numerator) else 0) - owed
        yield term
        latest.appendleft(term)
