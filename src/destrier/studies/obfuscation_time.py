"""Parberry's Figure 21: the time to generate and to obfuscate a tour by divide and conquer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from destrier.core.board import Board
from destrier.core.seeds import derive_key
from destrier.drawing import plots
from destrier.makers.divide_and_conquer import divide_and_conquer
from destrier.studies.common.study_tables import template
from destrier.studies.common.times import Curve, exponent, figure, table, time_each
from destrier.switching.obfuscation import Method, obfuscate

PROGRAM: Final = {100: (13_400.0, 16_500.0)}
"""The least and greatest nanoseconds per square of the paper's program, run again, as the figure is a picture."""

_METHODS: Final[dict[str, Method]] = {"the paper's method": "parberry", "mixing": "mix"}

_ENOUGH: Final = 40
"""The side from which a call's own time hardly counts."""

_FLAT: Final = 0.25
"""The power of the side below which the time per square is called constant."""


def run(folder: Path, *, small: bool, samples: int, seed: int, progress: Any, **_: Any) -> str:
    """Write the table and the figure, and return the page."""
    sides = range(20, 102, 20 if small else 2)

    def curve(name: str, method: Method) -> Curve:
        def make(side: int, number: int) -> object:
            return obfuscate(divide_and_conquer(Board(side, side)), method=method, seed=derive_key(seed, side, number))

        return time_each(f"obfuscation, {name}", make, sides, samples, progress)

    curves = {name: curve(name, method) for name, method in _METHODS.items()}
    times = table(curves)
    times.write(folder / "obfuscation-time-table.csv")
    _draw_figure(folder / "obfuscation-time-figure.svg", curves)
    return template("obfuscation_time").format(
        samples=samples,
        times=times.markdown(),
        constant="\n".join(f"- {name}: {how_constant(each)}" for name, each in curves.items()),
        program=beside_program(curves),
        flat=_FLAT,
        enough=_ENOUGH,
    )


def how_constant(curve: Curve) -> str:
    """Say whether the time per square is constant on large boards."""
    large = [place for place, side in enumerate(curve.sides) if side >= _ENOUGH]
    line = exponent(Curve([curve.sides[place] for place in large], curve.seconds[large]))
    return (
        f"{'confirmed' if line.slope < _FLAT else 'refuted'}; the time a square goes with *n* to the {line.slope:+.2f} "
        f"(standard error {line.error:.2f}), from {curve.at(curve.sides[large[0]]):,.0f} to {curve.means[-1]:,.0f} ns."
    )


def beside_program(curves: Mapping[str, Curve]) -> str:
    """Say how the paper's program compares."""
    side, (least, greatest) = next(iter(PROGRAM.items()))
    ours = next(iter(curves.values())).at(side)
    return (
        f"On {side} x {side} it took {least:,.0f} to {greatest:,.0f} ns a square; the same method here takes "
        f"{ours:,.0f}, {least / ours:,.0f} times less or more."
    )


def _draw_figure(path: Path, curves: Mapping[str, Curve]) -> None:
    with figure(path, curves) as axes:
        for side, both in PROGRAM.items():
            plots.published(axes, [side, side], both, "the paper's program", color=plots.COLOURS[0])
