"""Parberry, Sections 3.2 and 6: how many of the network's tourneys are tours."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from destrier.drawing import plots
from destrier.studies.common.samples import count_moves
from destrier.studies.common.statistics import misfit
from destrier.studies.common.tables import Table, template

_DECISIVE: Final = 10
"""The decisive difference of chi-square, at which the likelihoods are as 1 to 150."""


class Share(NamedTuple):
    """The tours among the tourneys of one side."""

    side: int
    tours: int
    tourneys: int
    cycles: float
    """The mean number of cycles of a tourney."""

    @property
    def value(self) -> float:
        """The share of tours."""
        return self.tours / self.tourneys

    @property
    def error(self) -> float:
        """Its standard error."""
        return math.sqrt(self.value * (1 - self.value) / self.tourneys)


def run(folder: Path, *, small: bool, samples: int, seed: int, **work: Any) -> str:
    """Write the table and the figure, and return the page."""
    how = {"seed": seed, "executor": work["executor"], "progress": work["progress"]}
    shares = []
    for side in range(6, 12 if small else 22, 2):
        cycles = count_moves(folder / f"network-tours-{side}", "takefuji-lee", side, samples, **how).cycles
        shares.append(Share(side, int(np.count_nonzero(cycles == 1)), samples, float(cycles.mean())))
    table = _table(shares)
    table.write(folder / "network-tours-table.csv")
    _draw_figure(folder / "network-tours-figure.svg", shares)
    return template("network_tours").format(
        samples=samples, last=shares[-1].side, shares=table.markdown(), decay=how_it_decays(shares)
    )


def _table(shares: list[Share]) -> Table:
    rows = [(f"{s.side} x {s.side}", s.tours, f"{s.value:.4f}", f"{s.error:.4f}", f"{s.cycles:.2f}") for s in shares]
    return Table(("board", "tours", "share", "standard error", "cycles of a tourney"), rows)


def how_it_decays(shares: list[Share]) -> str:
    """Say whether the share falls exponentially with the side, or like a power of it."""
    seen = [share for share in shares if share.tours]
    if len(seen) < 3:
        return "Undecided: too few tours were found."
    sides, logs = np.array([share.side for share in seen]), np.log([share.value for share in seen])
    errors = [share.error / share.value for share in seen]
    rate, error, exponential = misfit(sides, logs, errors)
    power, _, by_power = misfit(np.log(sides), logs, errors)
    apart = by_power - exponential
    verdict = "Undecided" if abs(apart) < _DECISIVE else "Exponentially" if apart > 0 else "Like a power"
    told = (
        f"of the logarithm of the share, a line against *n* is off by chi-square {exponential:.1f}, a line against log "
        f"*n* by {by_power:.1f}, with {len(seen) - 2} degrees of freedom; a difference of {_DECISIVE} decides"
    )
    if rate >= 0:
        return f"{verdict}: {told}."
    return (
        f"{verdict}: {told}. By the first line the share halves with every {math.log(2) / -rate:.2f} columns (standard "
        f"error {error / -rate:.1%}); by the second it falls like *n* to the {power:.1f}."
    )


def _draw_figure(path: Path, shares: list[Share]) -> None:
    seen = [share for share in shares if share.tours]
    with plots.drawing(path) as (axes,):
        plots.ours(
            axes,
            [share.side for share in seen],
            [share.value for share in seen],
            "tours among tourneys",
            [share.error for share in seen],
        )
        axes.set(title="Tourneys of the network that are tours", xlabel="n", ylabel="share")
        if seen:
            axes.set_yscale("log")
