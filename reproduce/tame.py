"""Turns and crossings of the tame tours: exact formulas, and comparisons with other tours and the bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

import destrier as dt
from destrier.core.choices import Goal
from destrier.core.tourney import Tourney
from reproduce.common import plots
from reproduce.common.study_tables import Table, template

_COUNT: Final[dict[Goal, Callable[[Tourney], int]]] = {"turns": dt.turns, "crossings": dt.crossings}

_BOUND: Final[dict[Goal, Callable[[int, int], int]]] = {"turns": dt.least_turns, "crossings": dt.least_crossings}

_PERIOD: Final = {"turns": 16, "crossings": 20}
"""The period of the formulas in the side."""

_REGULAR: Final = {"turns": 42, "crossings": 40}
"""The smallest sides for which the formulas hold."""

_OTHERS: Final = {
    "the page": {"heel": "formation"},
    "the paper's heel for turns": {"heel": "turns"},
    "the paper's heel for crossings": {"heel": "crossings"},
    "formation, both": {"heel": "both"},
}


class Line(NamedTuple):
    """A number of turns or crossings on n x n: `slope` n + `constant`."""

    slope: Fraction
    constant: Fraction

    def __str__(self) -> str:
        return f"{float(self.slope):g} n {float(self.constant):+g}"


def run(folder: Path, *, small: bool, progress: Any, **_: Any) -> str:
    """Write the tables and the figure, and return the page."""
    sides = range(10, 121 if small else 401, 2)
    found = {name: _counts(sides, **options) for name, options in _tours().items()}
    if progress is not None:
        progress("tours", 1, 2)
    columns = ("n", *(f"{name}, {goal}" for name in found for goal in _COUNT), *(f"bound, {goal}" for goal in _BOUND))
    rows = [
        (n, *(found[name][goal][n] for name in found for goal in _COUNT), *(bound(n, n) for bound in _BOUND.values()))
        for n in sides
    ]
    Table(columns, rows).write(folder / "tame-squares.csv")
    _draw_figure(folder / "tame-figure.svg", found)
    return template("tame").format(
        last=sides[-1], formulas=_formulas(found).markdown(), ratios=_ratios(found).markdown()
    )


def _tours() -> dict[str, dict[str, Any]]:
    tame: dict[str, dict[str, Any]] = {
        "tame, turns": {"algorithm": "tame", "minimize": "turns"},
        "tame, crossings": {"algorithm": "tame", "minimize": "crossings"},
    }
    return tame | {name: {"algorithm": "formation", **heel} for name, heel in _OTHERS.items()}


def _counts(sides: Iterable[int], **options: Any) -> dict[Goal, dict[int, int]]:
    """Return the turns and crossings by side."""
    counts: dict[Goal, dict[int, int]] = {goal: {} for goal in _COUNT}
    for side in sides:
        tour = dt.tour(side, side, **options)
        for goal, count in _COUNT.items():
            counts[goal][side] = count(tour)
    return counts


def exact_line(counts: dict[int, int]) -> Line | None:
    """Return the line on which all counts lie, or `None` if they do not."""
    (first, low), *_, (last, high) = sorted(counts.items())
    slope = Fraction(high - low, last - first)
    line = Line(slope, low - slope * first)
    return line if all(line.slope * n + line.constant == count for n, count in counts.items()) else None


def _formulas(found: dict[str, dict[Goal, dict[int, int]]]) -> Table:
    """Return the exact numbers of turns and crossings for each class of sides."""
    rows = []
    for aim, period in _PERIOD.items():
        for residue in range(0, period, 2):
            lines = [
                exact_line({n: x for n, x in counts.items() if n >= _REGULAR[aim] and n % period == residue})
                for counts in found[f"tame, {aim}"].values()
            ]
            rows.append((aim, f"{residue} mod {period}", *(str(line or "not a line") for line in lines)))
    return Table(("minimize", "n", *_COUNT), rows)


def _ratios(found: dict[str, dict[Goal, dict[int, int]]]) -> Table:
    """Return the ratios to the side and to the bound on the largest board."""
    rows = []
    for name, counts in found.items():
        n = max(counts["turns"])
        numbers = [
            x for goal, bound in _BOUND.items() for x in (counts[goal][n] / n, f"{counts[goal][n] / bound(n, n):.2f}")
        ]
        rows.append((name, *numbers))
    return Table(("tours", "turns / n", "turns / bound", "crossings / n", "crossings / bound"), rows)


def _draw_figure(path: Path, found: dict[str, dict[Goal, dict[int, int]]]) -> None:
    with plots.drawing(path, 2, height=3.8) as axes:
        for each, goal in zip(axes, _COUNT, strict=True):
            for (name, counts), colour in zip(found.items(), plots.COLOURS, strict=False):
                sides = list(counts[goal])
                each.plot(
                    sides, [count / n for n, count in counts[goal].items()], label=name, color=colour, linewidth=1.2
                )
            each.plot(sides, [_BOUND[goal](n, n) / n for n in sides], "k--", linewidth=0.8, label="lower bound")
            each.set(xlabel="n", title=f"{goal.capitalize()} / n", ylim=(0, None))
        plots.legend_below(axes[0])
