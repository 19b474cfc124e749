"""Parberry's Figure 20: the time of tourneys by Warnsdorff's rule and by the Takefuji-Lee network."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from destrier.core.board import Board
from destrier.core.seeds import derive_key
from destrier.drawing import plots
from destrier.makers.takefuji_lee import takefuji_lee
from destrier.makers.warnsdorff import warnsdorff, warnsdorff_tourney
from destrier.studies.common.study_tables import template
from destrier.studies.common.times import Curve, exponent, figure, table, time_each

PROGRAM: Final = {100: 13_900.0}
"""Nanoseconds per square of a Warnsdorff tourney by the paper's program, run again, as the figure is a picture."""

_FASTER: Final = 200
"""The factor by which tourneys are faster than tours on 50 x 50, at least, according to the paper."""

_SWEEPS: Final = 400
"""The sweeps after which the paper starts a network anew."""

_ENDLESS: Final = 1 << 40
_FEWER: Final = 20
"""The number of samples of what is slow."""

_FLAT: Final = 0.25
"""The power of the side below which the time per square is called constant."""

WARNSDORFF: Final = "Warnsdorff tourney"
TOUR: Final = "Warnsdorff tour"
PAPERS_NETWORK: Final = "network, 400 sweeps"
NETWORK: Final = "network, n² sweeps"


def run(folder: Path, *, small: bool, samples: int, seed: int, progress: Any, **_: Any) -> str:
    """Write the table and the figure, and return the page."""
    makers: dict[str, tuple[Callable[..., object], range, int]] = {
        WARNSDORFF: (warnsdorff_tourney, range(20, 102, 2), samples),
        TOUR: (partial(warnsdorff, walks=_ENDLESS), range(20, 60, 10), _FEWER),
        PAPERS_NETWORK: (partial(takefuji_lee, sweeps=_SWEEPS), range(20, 44, 4), _FEWER),
        NETWORK: (takefuji_lee, range(20, 64, 4), _FEWER),
    }
    curves = {
        name: time_each(name, _seeded(make, seed), sides[:3] if small else sides, min(size, samples), progress)
        for name, (make, sides, size) in makers.items()
    }
    times = table(curves)
    times.write(folder / "tourney-time-table.csv")
    _draw_figure(folder / "tourney-time-figure.svg", curves)
    return template("tourney_time").format(
        samples=samples,
        fewer=min(_FEWER, samples),
        times=times.markdown(),
        advantage=how_much_faster(curves),
        constant=how_constant(curves[WARNSDORFF]),
        network=how_networks_settle(curves),
    )


def _seeded(make: Callable[..., object], seed: int) -> Callable[[int, int], object]:
    """Return a function that makes the tourney of a side and a number."""
    return lambda side, number: make(Board(side, side), seed=derive_key(seed, side, number))


def how_much_faster(curves: Mapping[str, Curve]) -> str:
    """Say how many times as fast as tours tourneys are."""
    tours, tourneys = curves[TOUR], curves[WARNSDORFF]
    side = max(side for side in tours.sides if side in tourneys.sides)
    ratio = tours.at(side) / tourneys.at(side)
    verdict = ("Confirmed" if ratio > _FASTER else "Refuted") if side == 50 else "Not tested at this size"
    return f"{verdict}: on {side} x {side} our tourneys are {ratio:,.0f} times as fast as our tours."


def how_constant(tourneys: Curve) -> str:
    """Say whether the time per square is constant."""
    line = exponent(tourneys)
    told = [f"{ns:,.0f} ns on {side} x {side}" for side, ns in PROGRAM.items()]
    return (
        f"It {'does not grow' if line.slope < _FLAT else 'grows'} here: it goes with *n* to the {line.slope:+.2f} "
        f"(standard error {line.error:.2f}), and is {tourneys.means[-1]:,.0f} ns on {tourneys.sides[-1]} x "
        f"{tourneys.sides[-1]}. Walks that fail are completed by augmenting paths. The paper's program begins the "
        f"board anew; it took {' and '.join(told)}, and found no tourney of boards above 230 x 230."
    )


def how_networks_settle(curves: Mapping[str, Curve]) -> str:
    """Say what the network takes, with few sweeps and with enough."""
    told = []
    for name in (PAPERS_NETWORK, NETWORK):
        line, curve = exponent(curves[name]), curves[name]
        told.append(
            f"With {name.partition(', ')[2]}, {curve.means[-1] / 1000:,.1f} microseconds a square on "
            f"{curve.sides[-1]} x {curve.sides[-1]}, growing with *n* to the {line.slope:.1f} (standard error "
            f"{line.error:.1f})"
        )
    return f"{'. '.join(told)}. A network that has to settle in 400 sweeps is begun anew ever more often."


def _draw_figure(path: Path, curves: Mapping[str, Curve]) -> None:
    with figure(path, curves) as axes:
        mark = "Warnsdorff tourney, the paper's program"
        plots.published(axes, list(PROGRAM), list(PROGRAM.values()), mark, color=plots.COLOURS[0])
