"""Parberry's Figure 3: the time of Warnsdorff tours."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.seeds import derive_key
from destrier.drawing import plots
from destrier.makers.warnsdorff import warnsdorff
from destrier.studies.common.statistics import Line
from destrier.studies.common.study_tables import template
from destrier.studies.common.times import Curve, exponent, figure, growth, table, time_each

PROGRAM: Final = {40: 106_000.0, 50: 414_000.0}
"""Nanoseconds per square of the paper's program, run again on a processor like ours, as the figure is a picture."""

_ENDLESS: Final = 1 << 40
"""The number of walks before the last is completed."""

_DECISIVE: Final = 10
"""The decisive difference of chi-square, at which the likelihoods are as 1 to 150."""

_WALKED: Final = "walked"
_COMPLETED: Final = "completed"


def run(folder: Path, *, small: bool, samples: int, seed: int, progress: Any, **_: Any) -> str:
    """Write the table and the figure, and return the page."""

    def walk(side: int, number: int) -> object:
        return warnsdorff(Board(side, side), seed=derive_key(seed, side, number), walks=_ENDLESS)

    def complete(side: int, number: int) -> object:
        return warnsdorff(Board(side, side), seed=derive_key(seed, side, number))

    warnsdorff(Board(20, 20), seed=seed, walks=1)  # compiles the completion, too
    sides = range(20, 32 if small else 52, 2)
    curves = {
        name: time_each(f"tours, {name}", make, sides, samples, progress)
        for name, make in ((_WALKED, walk), (_COMPLETED, complete))
    }
    times = table(curves)
    times.write(folder / "warnsdorff-time-table.csv")
    _draw_figure(folder / "warnsdorff-time-figure.svg", curves)
    return template("warnsdorff_time").format(
        samples=samples,
        last=sides[-1],
        times=times.markdown(),
        exponential=how_it_grows(curves[_WALKED]),
        completed=how_completed(curves[_COMPLETED]),
        program=beside_program(curves[_WALKED]),
    )


def how_it_grows(walked: Curve) -> str:
    """Say whether the time grows exponentially or like a power."""
    exponential, power = growth(walked), exponent(walked)
    sides = np.array(walked.sides)
    misfits = [_misfit(line, x, walked) for line, x in ((exponential, sides), (power, np.log(sides)))]
    apart = misfits[1] - misfits[0]
    verdict = "Undecided" if abs(apart) < _DECISIVE else "Confirmed" if apart > 0 else "Refuted"
    return (
        f"{verdict}: of log time, a line against *n* is off by chi-square {misfits[0]:.1f}, a line against log *n* by "
        f"{misfits[1]:.1f}, with {len(sides) - 2} degrees of freedom; a difference of {_DECISIVE} decides. The time a "
        f"square doubles with every {math.log(2) / exponential.slope:.1f} columns (standard error of the slope "
        f"{exponential.error / exponential.slope:.1%}); as a power, it would grow with *n* to the {power.slope:.1f}."
    )


def _misfit(line: Line, x: NDArray[np.float64], curve: Curve) -> float:
    """Return chi-square of a line for log times."""
    residuals = np.log(curve.means) - line.intercept - line.slope * x
    return float(((residuals * curve.means / curve.errors) ** 2).sum())


def how_completed(completed: Curve) -> str:
    """Say what our shortcut takes."""
    line = exponent(completed)
    return (
        f"The time a square of tours that are completed after a hundred walks grows with *n* to the "
        f"{line.slope:.2f} (standard error {line.error:.2f}) on these boards, and is at most "
        f"{completed.means.max():,.0f} ns."
    )


def beside_program(walked: Curve) -> str:
    """Say how the paper's program compares."""
    told = [
        f"{ns:,.0f} ns a square on {side} x {side}, {ns / walked.at(side):.1f} times ours"
        for side, ns in PROGRAM.items()
        if side in walked.sides
    ]
    return f"It took {'; '.join(told)}." if told else "It was run on 40 x 40 and 50 x 50 only."


def _draw_figure(path: Path, curves: dict[str, Curve]) -> None:
    with figure(path, {f"ours, {name}": curve for name, curve in curves.items()}, "best") as axes:
        theirs = {side: ns for side, ns in PROGRAM.items() if side in curves[_WALKED].sides}
        if theirs:
            plots.published(axes, [*theirs], [*theirs.values()], "the paper's program", color=plots.COLOURS[0])
