"""Parberry, Sections 3.2 and 6: the share of tours among the network's tourneys."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from reproduce.common import plots
from reproduce.common.sampled_moves import count_moves
from reproduce.common.statistics import misfit
from reproduce.common.study_tables import Table, template

_DECISIVE: Final = 10
"""The decisive difference of chi-square, at a likelihood ratio of 150."""

_FITTED: Final = 10
"""The smallest side in the fits; smaller boards are mostly rim."""


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
    shares = []
    for side in range(6, 12 if small else 22, 2):
        cycles = count_moves(
            folder / f"network-tours-{side}", "takefuji-lee", side, samples, seed=seed, work=work
        ).cycles
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
    """Say whether the share falls exponentially, with the side or with the squares, or like a power of the side."""
    seen = [share for share in shares if share.tours and share.side >= _FITTED]
    if len(seen) < 3:
        return "Undecided: too few boards have tours among their tourneys."
    sides, logs = np.array([share.side for share in seen]), np.log([share.value for share in seen])
    errors = [share.error / share.value for share in seen]
    by_side, by_squares, by_power = (misfit(x, logs, errors) for x in (sides, sides**2, np.log(sides)))
    told = (
        f"from *n* = {_FITTED} on, a line for its logarithm is off by chi-square {by_side:.0f} against *n*, "
        f"{by_squares:.0f} against *n* squared and {by_power:.0f} against log *n*, with {len(seen) - 2} degrees of "
        f"freedom; a difference of {_DECISIVE} decides"
    )
    if by_power - min(by_side, by_squares) < _DECISIVE:
        return f"Undecided: {told}."
    halving = math.log(2) * (seen[-1].side - seen[0].side) / float(logs[0] - logs[-1])
    apart = by_squares - by_side
    which = "with the side" if apart >= _DECISIVE else "with the number of squares" if -apart >= _DECISIVE else ""
    how = (
        f"exponentially {which}"
        if which
        else "exponentially, though it is undecided whether with the side or the squares"
    )
    return (
        f"Faster than any power of the side, and {how}: {told}. From {seen[0].side} x {seen[0].side} to "
        f"{seen[-1].side} x {seen[-1].side} it halves with every {halving:.1f} columns."
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
