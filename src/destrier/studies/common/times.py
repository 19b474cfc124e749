"""Times by the side of the board, as in the papers' figures: processor time per square."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier.drawing import plots
from destrier.studies.common.statistics import Line, fit_line
from destrier.studies.common.study_tables import Table


class Curve(NamedTuple):
    """The processor time that things of each size took on one thread."""

    sides: list[int]
    seconds: NDArray[np.float64]
    """(sides, samples): the times."""

    @property
    def means(self) -> NDArray[np.float64]:
        """The mean nanoseconds per square."""
        return np.asarray(self.seconds.mean(axis=1) / np.square(self.sides) * 1e9, np.float64)

    @property
    def errors(self) -> NDArray[np.float64]:
        """The standard errors of the means."""
        deviation = self.seconds.std(axis=1, ddof=1) / np.square(self.sides) * 1e9
        return np.asarray(deviation / math.sqrt(self.seconds.shape[1]), np.float64)

    def at(self, side: int) -> float:
        """Return the mean of boards of this side."""
        return float(self.means[self.sides.index(side)])


def time_each(
    what: str, make: Callable[[int, int], object], sides: Iterable[int], samples: int, progress: Any = None
) -> Curve:
    """Time `make(side, number)` for a number of samples of each side, once it is compiled."""
    sizes = list(sides)
    make(sizes[0], 0)
    seconds = np.empty((len(sizes), samples))
    for row, side in enumerate(sizes):
        if progress is not None:
            progress(what, row, len(sizes))
        for number in range(samples):
            begun = time.process_time()
            make(side, number)
            seconds[row, number] = time.process_time() - begun
    if progress is not None:
        progress(what, len(sizes), len(sizes))
    return Curve(sizes, seconds)


def exponent(curve: Curve) -> Line:
    """Return the line of log time against log side, whose slope is 0 if the time per square is constant."""
    return fit_line(np.log(curve.sides), np.log(curve.means))


def growth(curve: Curve) -> Line:
    """Return the line of log time against side, whose slope shows an exponential growth."""
    return fit_line(curve.sides, np.log(curve.means))


@contextmanager
def figure(
    path: Path, curves: Mapping[str, Curve], legend: Literal["best", "center right"] = "center right"
) -> Iterator[Any]:
    """Draw the curves, and whatever else the block draws on the axes."""
    with plots.drawing(path) as (axes,):
        for name, curve in curves.items():
            plots.ours(axes, curve.sides, curve.means, name, curve.errors)
        yield axes
        axes.set(yscale="log", xlabel="n", title="Time a square, ns")
        axes.legend(loc=legend)


def table(curves: Mapping[str, Curve]) -> Table:
    """Return a row for each side, with each curve's mean time per square and its standard error."""
    sides = sorted({side for curve in curves.values() for side in curve.sides})
    columns = ["n", *(f"{name}, {what}" for name in curves for what in ("ns", "standard error"))]
    rows = []
    for side in sides:
        row: list[float | None] = [side]
        for curve in curves.values():
            place = curve.sides.index(side) if side in curve.sides else None
            found = (None, None) if place is None else (curve.means[place], curve.errors[place])
            row += [None if value is None else float(f"{value:.4g}") for value in found]
        rows.append(row)
    return Table(columns, rows)
