"""Measures of several tours: a column of values for each measure, with means and standard errors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from destrier.support.above import done_above
from destrier.support.html import table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from destrier.support.aliases import StrPath

_HEAD: Final = ("", "mean", "standard error", "least", "most")


class MeasureTable(dict[str, "NDArray[Any]"]):
    """An array of values for each measure, one value a tour; `pandas.DataFrame` makes a frame of it.

    It is printed, and shown in notebooks, with the mean and its standard error, the least and the most of each measure.

    Parameters
    ----------
    measures
        The measures of each tour, as from `measure`.
    effective
        How many independent tours each of them is worth; less than 1 for chains (see `Sample`).

    See Also
    --------
    destrier.measure

    Examples
    --------
    >>> import destrier as dt
    >>> table = dt.measure(dt.all_tours(5, 6))
    >>> table["turns"]
    array([28, 29, 29, 30, 29, 28, 30, 29])
    >>> table.means()["turns"], round(table.errors()["turns"], 3)
    (29.0, 0.267)
    """

    def __init__(self, measures: Iterable[Mapping[str, Any]], effective: float = 1.0) -> None:
        rows = list(rows_of(measures))
        names = dict.fromkeys(name for row in rows for name in row)  # open tours have fewer than closed ones
        super().__init__({name: np.array([row.get(name, math.nan) for row in rows]) for name in names})
        self._worth = effective * len(rows)

    def means(self) -> dict[str, float]:
        """Return the mean of each measure that is a number.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.measure(dt.all_tours(5, 6)).means()["turns"]
        29.0
        """
        return {name: float(values.mean()) for name, values in self._numbers()}

    def errors(self) -> dict[str, float]:
        """Return the standard error of each mean, if the tours were drawn at random.

        Examples
        --------
        >>> import destrier as dt
        >>> round(dt.measure(dt.all_tours(5, 6)).errors()["turns"], 3)
        0.267
        """
        return {name: float(_deviation(values) / math.sqrt(self._worth)) for name, values in self._numbers()}

    def save(self, path: StrPath) -> None:
        """Write a row for each tour to a `.csv` or a `.parquet` file.

        Examples
        --------
        >>> import destrier as dt
        >>> dt.measure(dt.all_tours(5, 6)).save("measures.csv")
        """
        done_above("save_measures", self.rows(), path)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the measures of each tour by name, as the command `measure` prints them.

        Examples
        --------
        >>> import destrier as dt
        >>> next(iter(dt.measure(dt.all_tours(5, 6)).rows()))["turns"]
        28
        """
        for values in zip(*(column.tolist() for column in self.values()), strict=True):
            yield dict(zip(self, values, strict=True))

    def _numbers(self) -> Iterator[tuple[str, NDArray[Any]]]:
        yield from ((name, values) for name, values in self.items() if values.dtype.kind in "if" and name != "tour")

    def _summary(self) -> Iterator[tuple[str, ...]]:
        means, errors = self.means(), self.errors()
        for name, values in self._numbers():
            least, most = values.min(), values.max()
            if least < most:
                yield name, f"{means[name]:.5g}", _rounded(errors[name]), f"{least:.4g}", f"{most:.4g}"

    def __repr__(self) -> str:
        rows = [_HEAD, *self._summary()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
        )

    def _repr_html_(self) -> str:
        return table(self._summary(), _HEAD)


def rows_of(measures: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the measures of each tour with its number from 0 and with one value a column.

    The eight numbers of `moves` become the columns `moves_0` to `moves_7`; symmetries are one text, and so
    are the windings of cycles.
    """
    for number, measured in enumerate(measures):
        row: dict[str, Any] = {"tour": number}
        for name, value in measured.items():
            if name == "symmetry":
                row[name] = " ".join(value)
            elif isinstance(value, dict):
                row[name] = "; ".join(f"{key}: {count}" for key, count in value.items())
            elif isinstance(value, list):
                row |= {f"{name}_{place}": part for place, part in enumerate(value)}
            else:
                row[name] = value
        yield row


def _rounded(error: float) -> str:
    """Return an error with two significant digits."""
    return f"{float(f'{error:.2g}'):g}"


def with_seconds(measures: Iterable[Mapping[str, Any]], seconds: Iterable[float] | None) -> Iterator[Mapping[str, Any]]:
    """Yield measures with the time that it took to make each tour, if it is known."""
    if seconds is None:
        yield from measures
    else:
        for measured, second in zip(measures, seconds, strict=True):
            yield {**measured, "seconds": second}


def _deviation(values: NDArray[Any]) -> float:
    """Return the standard deviation of a tour's value, estimated from a sample; unknown for one tour."""
    return float(values.std(ddof=1)) if len(values) > 1 else math.nan
