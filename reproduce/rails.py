"""The Rail Conjecture, which is false: the fewest and the most rails of tours."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from destrier.core.tourney import Tourney
from destrier.counting.extreme_tours import extremes
from destrier.desk.tour import tour
from destrier.drawing.svg.tour import to_svg
from destrier.patterns.mosaic import lay
from destrier.patterns.tame.turns import regular
from destrier.support.atomic import write_atomically
from destrier.switching.rails import count_rails
from reproduce.common import plots
from reproduce.common.study_tables import Table, template
from reproduce.records import records

_EXACT: Final = 6
"""The side of the board examined exhaustively."""

_PROVED: Final = 8
"""The side of the board whose records a solver proves."""

_SIDES: Final = (10, 12, 14, 16, 18, 20, 40, 60, 80, 100)
"""The sides of larger boards."""

_DRAWN: Final = (10, 12, 16, 20)
"""The sides of the boards whose rail-free tours are drawn."""

_CHECKED: Final = (range(10, 201, 2), range(10, 41, 2))
"""The sides of the rail-free tours to check, at full size and small, and that of one large board."""

_LARGE: Final = (10_000, 1000)

_USUAL: Final = 20
"""The number of random tours for the usual number of rails."""


ANNEALED: Final = {10: 102, 12: 181, 14: 292, 16: 418, 18: 569, 20: 747}
"""The most rails of a tour of each side, by `lab/most_rails.py`."""


class Row(NamedTuple):
    """The known results for one board."""

    side: int
    fewest: int
    usual: float
    most: int
    is_proved: bool
    """Whether no tour has more."""

    def cells(self) -> tuple[int, int, float, str, float]:
        most = f"{self.most}" if self.is_proved else f"{self.most} or more"
        return self.side, self.fewest, self.usual, most, self.most / self.side**2


def run(folder: Path, *, small: bool, **_: Any) -> str:
    """Write the table, the figure, and tours without rails, and return the page."""
    exact = extremes(_EXACT, _EXACT)
    proved = {record.end: record.number for record in records() if record.figure == "rails"}
    rows = [
        Row(_EXACT, exact.fewest["rails"].number, usual(_EXACT), exact.most["rails"].number, True),
        Row(_PROVED, proved["fewest"], usual(_PROVED), proved["most"], True),
        *(Row(side, count_rails(without(side)), usual(side), most_known(side), False) for side in _SIDES),
    ]
    table = Table(("n", "fewest rails", "usual", "most rails", "most / n²"), [row.cells() for row in rows])
    table.write(folder / "rails.csv")
    for side in _DRAWN:
        write_atomically(folder / f"rails-{side}.svg", to_svg(without(side), style="chess").encode())
    _draw_figure(folder / "rails-figure.svg", rows)
    return template("rails").format(
        table=table.markdown(),
        checked=checked(_CHECKED[small], _LARGE[small]),
        drawings=" ".join(f"![{side} x {side}](rails-{side}.svg)" for side in _DRAWN),
    )


def without(side: int) -> Tourney:
    """Return the tour without rails."""
    return tour(side, side, minimize="rails")


def usual(side: int) -> float:
    """Return the mean number of rails of random tours."""
    return float(np.mean([count_rails(tour(side, side, seed=seed)) for seed in range(_USUAL)]))


def most_known(side: int) -> int:
    """Return the most rails that annealing has found, or those of two tours of parallel lines, with few turns."""
    moves = np.empty((side, side), np.uint8)
    lay(regular(side, side), moves)
    lines = (tour(side, side, algorithm="tame", minimize="turns"), Tourney(moves))
    return max(ANNEALED.get(side, 0), *map(count_rails, lines))


def checked(sides: Sequence[int], large: int) -> str:
    """Count the rails and the cycles of the boards, and state what was found."""
    for side in (*sides, large):
        made = Tourney(without(side).moves)
        if count_rails(made) or made.cycle_count > 1:
            raise AssertionError(f"{side} x {side} has {count_rails(made)} rails and {made.cycle_count} cycles")
    return (
        f"The tours of all {len(sides)} squares with even sides from {sides[0]} to {sides[-1]}, and that of {large} x "
        f"{large}, were walked, and their rails counted: each is one cycle, and none has a rail."
    )


def _draw_figure(path: Path, rows: Sequence[Row]) -> None:
    sides = [row.side for row in rows]
    with plots.drawing(path, 1) as (axes,):
        plots.ours(axes, sides, [row.most for row in rows], "the most that are known")
        plots.ours(axes, sides, [row.usual for row in rows], "random tours")
        plots.ours(axes, sides, [row.fewest for row in rows], "the fewest")
        axes.plot(
            sides, [3 * side**2 for side in sides], color="#777777", linestyle=":", label="3 n², which none exceeds"
        )
        axes.set_yscale("symlog", linthresh=1)
        axes.set_xscale("log")
        axes.set_xticks(sides[::2], list(map(str, sides[::2])))
        axes.minorticks_off()
        axes.set_yticks((0, 1, 10, 100, 1000, 10_000), ("0", "1", "10", "100", "1,000", "10,000"))
        axes.set(xlabel="n", title="rails", ylim=(-0.5, 6 * sides[-1] ** 2))
        axes.legend()
