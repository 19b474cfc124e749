"""The time for tours by the side of the board, as in the papers' figures: processor time per square on one thread.

The studies are the rows of `TIMINGS`: Parberry's Figures 3, 20 and 21, which exist only as pictures, and the question
of Snider and Travins whether tours of rectangles, cut into stretched tours, are made in linear time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.choices import Kind
from destrier.core.seeds import derive_key
from destrier.makers.divide_and_conquer import divide_and_conquer
from destrier.makers.rectangle import rectangle
from destrier.makers.takefuji_lee import takefuji_lee
from destrier.makers.warnsdorff import warnsdorff, warnsdorff_tourney
from destrier.switching.obfuscation import Method, obfuscate
from reproduce.common import plots
from reproduce.common.statistics import Line, fit_line
from reproduce.common.study_tables import Table, template

_WIDE: Final = 1000
"""Sides beyond this are shown on a logarithmic scale."""

_FLAT: Final = 0.25
"""The exponent of the side below which the time per square counts as constant."""

_ENOUGH: Final = 40
"""The side beyond which the overhead of a call is negligible in an obfuscation."""

_LARGE: Final = 1 << 26
"""The squares from which neither a call's own time nor the processor's cache counts in tours of rectangles."""

_LINEAR: Final = 0.1
"""The greatest difference from 1 of the power of the squares."""

_FASTER: Final = 200
"""The factor by which tourneys are faster than tours on 50 x 50, at least, according to the paper."""

_DECISIVE: Final = 10
"""The decisive difference of chi-square, at a likelihood ratio of 150."""

_SWEEPS: Final = 400
"""The sweeps after which the paper restarts a network."""

_ENDLESS: Final = 1 << 40
"""The number of walks before the last is completed."""

_FEWER: Final = 20
"""The number of samples of slow tasks."""

OBFUSCATED: Final = {100: (13_400.0, 16_500.0)}
WALKED: Final = {40: (106_000.0,), 50: (414_000.0,)}
TOURNEY: Final = {100: (13_900.0,)}
"""Nanoseconds per square by side: the paper's programs, run again on a processor like ours."""

CORNER: Final = {25: (752.0,)}
"""The same for the only time that Snider and Travins state: 0.00047 s for a corner tour of 25 x 25, in Python."""

Times: TypeAlias = NDArray[np.float64]


def by_mean(times: Times) -> tuple[Times, Times]:
    """Return the means of rows, and their standard errors."""
    return times.mean(axis=1), times.std(axis=1, ddof=1) / math.sqrt(times.shape[1])


def by_median(times: Times) -> tuple[Times, Times]:
    """Return the medians of rows, which are robust against outliers, and their errors from absolute deviations."""
    medians = np.median(times, axis=1, keepdims=True)
    return medians[:, 0], 1.86 * np.median(np.abs(times - medians), axis=1) / math.sqrt(times.shape[1])


class Curve(NamedTuple):
    """The processor time for each size on one thread."""

    sides: Sequence[int]
    seconds: Times
    """(sides, samples): the times."""
    average: Callable[[Times], tuple[Times, Times]] = by_mean

    @property
    def means(self) -> Times:
        """The average nanoseconds per square."""
        return self.average(self.seconds)[0] / np.square(self.sides) * 1e9

    @property
    def errors(self) -> Times:
        """The standard errors of these."""
        return self.average(self.seconds)[1] / np.square(self.sides) * 1e9

    def at(self, side: int) -> float:
        """Return the mean of boards of this side."""
        return float(self.means[self.sides.index(side)])

    def beyond(self, side: int) -> Curve:
        """Return the part of boards with at least this side."""
        places = [place for place, other in enumerate(self.sides) if other >= side]
        return Curve([self.sides[place] for place in places], self.seconds[places], self.average)

    @property
    def power(self) -> Line:
        """The line of log time against log side, whose slope is 0 if the time per square is constant."""
        return fit_line(np.log(self.sides), np.log(self.means))


Curves: TypeAlias = Mapping[str, Curve]
Maker: TypeAlias = Callable[[Board, int], object]


class Series(NamedTuple):
    """A timed task and its boards."""

    make: Maker
    """Called with a board and a seed."""
    sides: Sequence[int]
    few_sides: Sequence[int]
    """The sides of a small study."""
    samples: int = 1 << 20
    """The most samples."""
    average: Callable[[Times], tuple[Times, Times]] = by_mean
    warm_up: Maker | None = None
    """A function that compiles all kernels of `make`, if a call of `make` may not."""

    def timed(self, what: str, *, small: bool, samples: int, seed: int, progress: Any = None) -> Curve:
        """Return the times of some samples of each side, after compilation."""
        sides = self.few_sides if small else self.sides
        (self.warm_up or self.make)(Board(sides[0], sides[0]), 0)
        seconds = np.empty((len(sides), min(samples, self.samples)))
        for row, side in enumerate(sides):
            for number in range(seconds.shape[1]):
                board, key = Board(side, side), derive_key(seed, side, number)
                begun = time.process_time()
                self.make(board, key)
                seconds[row, number] = time.process_time() - begun
            if progress is not None:
                progress(what, row + 1, len(sides))
        return Curve(sides, seconds, self.average)


class Timing(NamedTuple):
    """A study of times."""

    series: Mapping[str, Series]
    tell: Callable[[Curves], dict[str, object]]
    """The fields of the page, besides the table of times."""
    published: Mapping[int, Sequence[float]]
    """Published nanoseconds per square, by side: the hollow marks."""
    mark: str = "the paper's program"
    colour: int = 0
    label: str = "{}"
    legend: Literal["best", "center right"] = "center right"


def run(folder: Path, *, study: str, samples: int, **how: Any) -> str:
    """Write the table and the figure of a study of times, and return its page."""
    timing = TIMINGS[study]
    named = {"small": how["small"], "seed": how["seed"], "progress": how["progress"], "samples": samples}
    curves = {name: series.timed(name, **named) for name, series in timing.series.items()}
    times = table(curves)
    times.write(folder / f"{study}-table.csv")
    with plots.drawing(folder / f"{study}-figure.svg") as (axes,):
        for name, curve in curves.items():
            plots.ours(axes, curve.sides, curve.means, timing.label.format(name), curve.errors)
        shown = max(side for curve in curves.values() for side in curve.sides)
        marks = [(side, ns) for side, many in timing.published.items() if side <= shown for ns in many]
        if marks:
            where, ns = zip(*marks, strict=True)
            plots.published(axes, where, ns, timing.mark, color=plots.COLOURS[timing.colour])
        axes.set(yscale="log", xscale="log" if shown > _WIDE else "linear", xlabel="n", title="Time a square, ns")
        axes.legend(loc=timing.legend)
    return template(study.replace("-", "_")).format(samples=samples, times=times.markdown(), **timing.tell(curves))


def table(curves: Curves) -> Table:
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


# Warnsdorff tours


def _tell_walks(curves: Curves) -> dict[str, object]:
    walked, completed = curves["walked"], curves["completed"]
    return {
        "last": walked.sides[-1],
        "exponential": how_it_grows(walked),
        "completed": how_completed(completed),
        "program": beside_walks(walked),
    }


def how_it_grows(walked: Curve) -> str:
    """Say whether the time grows exponentially or like a power."""
    sides, times = np.array(walked.sides), np.log(walked.means)
    exponential, power = fit_line(sides, times), walked.power
    misfits = [
        float((((times - line.intercept - line.slope * x) * walked.means / walked.errors) ** 2).sum())
        for line, x in ((exponential, sides), (power, np.log(sides)))
    ]
    apart = misfits[1] - misfits[0]
    verdict = "Undecided" if abs(apart) < _DECISIVE else "Confirmed" if apart > 0 else "Refuted"
    return (
        f"{verdict}: for log time, chi-square of a line against *n* is {misfits[0]:.1f}, of a line against log *n* "
        f"{misfits[1]:.1f}, with {len(sides) - 2} degrees of freedom; a difference of {_DECISIVE} decides. The time "
        f"per square doubles with every {math.log(2) / exponential.slope:.1f} columns (standard error of the slope "
        f"{exponential.error / exponential.slope:.1%}); as a power, it would grow with *n* to the {power.slope:.1f}."
    )


def how_completed(completed: Curve) -> str:
    """State the time of our shortcut."""
    line = completed.power
    return (
        f"The time per square of tours that are completed after a hundred walks grows as *n* to the "
        f"{line.slope:.2f} (standard error {line.error:.2f}) on these boards, and is at most "
        f"{completed.means.max():,.0f} ns."
    )


def beside_walks(walked: Curve) -> str:
    """Say how the paper's program compares."""
    told = [
        f"{ns:,.0f} ns a square on {side} x {side}, {ns / walked.at(side):.1f} times ours"
        for side, (ns,) in WALKED.items()
        if side in walked.sides
    ]
    return f"It took {'; '.join(told)}." if told else "It was run on 40 x 40 and 50 x 50 only."


# Tourneys

TOURNEYS: Final = "Warnsdorff tourney"
TOURS: Final = "Warnsdorff tour"
_NETWORKS: Final = ("network, 400 sweeps", "network, n² sweeps")


def _tell_tourneys(curves: Curves) -> dict[str, object]:
    return {
        "fewer": curves[TOURS].seconds.shape[1],
        "advantage": how_much_faster(curves),
        "constant": how_constant_tourneys_are(curves[TOURNEYS]),
        "network": how_networks_settle(curves),
    }


def how_much_faster(curves: Curves) -> str:
    """State the ratio of the times of tours and tourneys."""
    tours, tourneys = curves[TOURS], curves[TOURNEYS]
    side = max(side for side in tours.sides if side in tourneys.sides)
    ratio = tours.at(side) / tourneys.at(side)
    verdict = ("Confirmed" if ratio > _FASTER else "Refuted") if side == 50 else "Not tested at this size"
    return f"{verdict}: on {side} x {side} our tourneys are {ratio:,.0f} times as fast as our tours."


def how_constant_tourneys_are(tourneys: Curve) -> str:
    """Say whether the time per square is constant."""
    line, ((side, (ns,)),) = tourneys.power, TOURNEY.items()
    return (
        f"It {'does not grow' if line.slope < _FLAT else 'grows'} here: it goes as *n* to the {line.slope:+.2f} "
        f"(standard error {line.error:.2f}), and is {tourneys.means[-1]:,.0f} ns on {tourneys.sides[-1]} x "
        f"{tourneys.sides[-1]}. Walks that fail are completed by augmenting paths. The paper's program restarts "
        f"the board; it took {ns:,.0f} ns on {side} x {side}, and found no tourney of boards above 230 x 230."
    )


def how_networks_settle(curves: Curves) -> str:
    """State the time of the network, with few and with enough sweeps."""
    told = [
        f"With {name.partition(', ')[2]}, {curves[name].means[-1] / 1000:,.1f} microseconds a square on "
        f"{curves[name].sides[-1]} x {curves[name].sides[-1]}, growing as *n* to the {curves[name].power.slope:.1f} "
        f"(standard error {curves[name].power.error:.1f})"
        for name in _NETWORKS
    ]
    return f"{'. '.join(told)}. A network that must settle in 400 sweeps is restarted more and more often."


# Obfuscation

_METHODS: Final[dict[str, Method]] = {"the paper's method": "parberry", "mixing": "mix"}


def _obfuscate(method: Method) -> Maker:
    return lambda board, key: obfuscate(divide_and_conquer(board), method=method, seed=key)


def _tell_obfuscation(curves: Curves) -> dict[str, object]:
    ((side, (least, greatest)),) = OBFUSCATED.items()
    ours = next(iter(curves.values())).at(side)
    return {
        "constant": "\n".join(f"- {name}: {how_constant(curve)}" for name, curve in curves.items()),
        "program": (
            f"On {side} x {side} it took {least:,.0f} to {greatest:,.0f} ns a square; the same method here takes "
            f"{ours:,.0f}, {least / ours:,.0f} times less or more."
        ),
        "flat": _FLAT,
        "enough": _ENOUGH,
    }


def how_constant(curve: Curve) -> str:
    """Say whether the time per square is constant on large boards."""
    large = curve.beyond(_ENOUGH)
    line = large.power
    return (
        f"{'confirmed' if line.slope < _FLAT else 'refuted'}; the time per square goes as *n* to the {line.slope:+.2f} "
        f"(standard error {line.error:.2f}), from {large.means[0]:,.0f} to {large.means[-1]:,.0f} ns."
    )


# Rectangles

_KINDS: Final[tuple[Kind, ...]] = ("closed", "open", "stretched", "corner")
_EVEN: Final = [24, *(round(2 ** (half / 2)) // 2 * 2 for half in range(12, 30))]


def _tell_rectangles(curves: Curves) -> dict[str, object]:
    ((side, (theirs,)),) = CORNER.items()
    microseconds = side**2 / 1000
    return {
        "linear": "\n".join(f"- {kind}: {how_linear(curve)}" for kind, curve in curves.items()),
        "small": (
            f"Their program made a corner tour of {side} x {side} in {theirs * microseconds:.0f} microseconds, in "
            f"Python; ours takes {curves['corner'].at(side) * microseconds:.0f}, nearly all of it the call itself."
        ),
        "linear_within": _LINEAR,
        "large": _LARGE,
    }


def how_linear(curve: Curve) -> str:
    """State the exponent with which the time of large boards grows in the number of squares."""
    large = curve.beyond(math.isqrt(_LARGE))
    if len(large.sides) < 3:
        return "not tested at this size."
    power, error = 1 + large.power.slope / 2, large.power.error / 2
    verdict = "confirmed" if abs(power - 1) < _LINEAR else "refuted"
    return f"{verdict}; the time goes as the number of squares to the {power:.3f} (standard error {error:.3f})."


def _walk(board: Board, key: int) -> object:
    return warnsdorff(board, seed=key, walks=_ENDLESS)


def _complete(board: Board, key: int, walks: int = 100) -> object:
    return warnsdorff(board, seed=key, walks=walks)


def _settle(sweeps: int | None, board: Board, key: int) -> object:
    return takefuji_lee(board, seed=key, sweeps=sweeps)


def _rectangles(kind: Kind, added: int) -> Series:
    """Return the tours of a kind; those without a corner are of odd squares."""
    sides = [side + added for side in _EVEN]
    return Series(lambda board, _: rectangle(board, kind=kind), sides, sides[:10], average=by_median)


TIMINGS: Final = {
    "warnsdorff-time": Timing(
        {
            "walked": Series(_walk, range(20, 52, 2), range(20, 32, 2)),
            "completed": Series(_complete, range(20, 52, 2), range(20, 32, 2), warm_up=partial(_complete, walks=1)),
        },
        _tell_walks,
        WALKED,
        label="ours, {}",
        legend="best",
    ),
    "tourney-time": Timing(
        {
            TOURNEYS: Series(lambda board, key: warnsdorff_tourney(board, seed=key), range(20, 102, 2), (20, 22, 24)),
            TOURS: Series(_walk, range(20, 60, 10), (20, 30, 40), _FEWER),
            "network, 400 sweeps": Series(partial(_settle, _SWEEPS), range(20, 44, 4), (20, 24, 28), _FEWER),
            "network, n² sweeps": Series(partial(_settle, None), range(20, 64, 4), (20, 24, 28), _FEWER),
        },
        _tell_tourneys,
        TOURNEY,
        "Warnsdorff tourney, the paper's program",
    ),
    "obfuscation-time": Timing(
        {name: Series(_obfuscate(method), range(20, 102, 2), range(20, 102, 20)) for name, method in _METHODS.items()},
        _tell_obfuscation,
        OBFUSCATED,
    ),
    "rectangle-time": Timing(
        {kind: _rectangles(kind, int(kind == "corner")) for kind in _KINDS},
        _tell_rectangles,
        CORNER,
        "Snider and Travins, corner",
        3,
        legend="best",
    ),
}
"""The studies of times by their names."""
