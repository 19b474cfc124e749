"""Snider and Travins: the question whether tours of rectangles, cut into stretched tours, are made in linear time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from destrier.core.board import Board
from destrier.core.choices import Kind
from destrier.drawing import plots
from destrier.makers.rectangle import rectangle
from destrier.studies.common.statistics import Line, fit_line
from destrier.studies.common.study_tables import Table, template
from destrier.studies.common.times import time_each

PUBLISHED: Final = {25: 0.000470}
"""The seconds for a corner tour of 25 x 25, in Python, the report's only time."""

_KINDS: Final[dict[Kind, int]] = {"closed": 0, "open": 0, "stretched": 0, "corner": 1}
"""The number that is added to the side, as corner tours are of odd squares here."""

_LARGE: Final = 1 << 26
"""The squares from which neither a call's own time nor the processor's cache counts."""

_LINEAR: Final = 0.1
"""The greatest difference from 1 of the power of the squares."""


def run(folder: Path, *, small: bool, samples: int, seed: int, progress: Any, **_: Any) -> str:  # noqa: ARG001 (nothing is drawn)
    """Write the table and the figure, and return the page."""
    sides = [24, *(round(2 ** (half / 2)) // 2 * 2 for half in range(12, 21 if small else 30))]
    medians = {kind: _time(kind, added, sides, samples, progress) for kind, added in _KINDS.items()}
    columns = ["n", *(f"{kind}, {what}" for kind in _KINDS for what in ("seconds", "ns a square"))]
    rows = [
        (side, *(value for kind in _KINDS for value in _both(side + _KINDS[kind], medians[kind][place])))
        for place, side in enumerate(sides)
    ]
    times = Table(columns, rows)
    times.write(folder / "rectangle-time-table.csv")
    _draw_figure(folder / "rectangle-time-figure.svg", sides, medians)
    return template("rectangle_time").format(
        samples=samples,
        times=times.markdown(),
        linear="\n".join(f"- {kind}: {how_linear(sides, each)}" for kind, each in medians.items()),
        small=beside_program(medians["corner"][0]),
        linear_within=_LINEAR,
        large=_LARGE,
    )


def _time(kind: Kind, added: int, sides: Iterable[int], samples: int, progress: Any) -> list[float]:
    """Return the median seconds of each side."""

    def make(side: int, _: int) -> object:
        return rectangle(Board(side + added, side + added), kind=kind)

    curve = time_each(f"{kind} tours", make, sides, samples, progress)
    return [float(f"{value:.4g}") for value in np.median(curve.seconds, axis=1)]


def _both(side: int, seconds: float) -> tuple[float, float]:
    return seconds, float(f"{seconds / side**2 * 1e9:.4g}")


def how_linear(sides: list[int], seconds: list[float]) -> str:
    """Say with what power of the squares the time of large boards grows."""
    squares = np.square(sides)
    large = squares >= _LARGE
    if np.count_nonzero(large) < 3:
        return "not tested at this size."
    line: Line = fit_line(np.log(squares[large]), np.log(np.array(seconds)[large]))
    verdict = "confirmed" if abs(line.slope - 1) < _LINEAR else "refuted"
    return f"{verdict}; the time goes with the squares to the {line.slope:.3f} (standard error {line.error:.3f})."


def beside_program(seconds: float) -> str:
    """Say how their program compares."""
    theirs = PUBLISHED[25]
    return (
        f"Their program made a corner tour of 25 x 25 in {theirs * 1e6:.0f} microseconds, in Python; ours takes "
        f"{seconds * 1e6:.0f}, nearly all of it the call itself."
    )


def _draw_figure(path: Path, sides: list[int], medians: Mapping[Kind, list[float]]) -> None:
    with plots.drawing(path) as (axes,):
        for kind, seconds in medians.items():
            plots.ours(axes, np.square(np.array(sides) + _KINDS[kind]), seconds, kind)
        theirs = [side**2 for side in PUBLISHED], list(PUBLISHED.values())
        plots.published(axes, *theirs, "Snider and Travins, corner", color=plots.COLOURS[3])
        axes.set(xscale="log", yscale="log", xlabel="squares", title="Seconds")
        axes.legend()
