"""Parberry, Section 5: the failure rate of joins by rails alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from reproduce.common import plots
from reproduce.common.sampled_moves import count_moves
from reproduce.common.study_tables import Table, template

SIDES: Final = (6, 8, 10, 12, 16, 20, 24, 32, 48)

SOURCES: Final = {
    "braid": ("concentric-braid", SIDES),
    "four-cover": ("four-cover", tuple(side for side in SIDES if side % 4 == 0)),
    "divide and conquer": ("divide-and-conquer-cycles", tuple(side for side in SIDES if side >= 16)),
    "Warnsdorff": ("warnsdorff-cycles", SIDES),
    "two-factor": ("two-factor", SIDES),
    "network": ("takefuji-lee", tuple(side for side in SIDES if side <= 24)),
}
"""The algorithm of each source, and its sides; the tourney of divide and conquer has several cycles from 16 on."""

_LARGE: Final = 20
"""The smallest side of a large board, for the verdict."""

Shares: TypeAlias = Mapping[str, Mapping[int, float]]
"""The share of failures by source, then by side."""


def run(folder: Path, *, small: bool, samples: int, seed: int, **work: Any) -> str:
    """Write the table and the figure, and return the page."""
    how: dict[str, Any] = {"then": "join", "method": "parberry", "seed": seed, "work": work}
    failures = {}
    for name, (algorithm, sides) in SOURCES.items():
        taken = [side for side in sides if side <= 16] if small else sides
        cycles = {
            side: count_moves(folder / f"joins-{algorithm}-{side}", algorithm, side, samples, **how).cycles
            for side in taken
        }
        failures[name] = {side: float(np.mean(found > 1)) for side, found in cycles.items()}
    shares = _table(failures)
    shares.write(folder / "joins-table.csv")
    _draw_figure(folder / "joins-figure.svg", failures)
    return template("joins").format(
        samples=samples,
        shares=shares.markdown(),
        small=where_it_fails(failures),
        fixed=what_is_fixed(failures, samples),
    )


def _table(failures: Shares) -> Table:
    rows = [
        (name, *(f"{by_side[side]:.4f}" if side in by_side else "" for side in SIDES))
        for name, by_side in failures.items()
    ]
    return Table(("source", *map(str, SIDES)), rows)


def where_it_fails(failures: Shares) -> str:
    """State the sources that fail only on small boards."""
    small = {name: max(share for side, share in by.items() if side < _LARGE) for name, by in failures.items()}
    large = {
        name: max([share for side, share in by.items() if side >= _LARGE], default=None)
        for name, by in failures.items()
    }
    worst = max(small, key=lambda name: small[name])
    told = f"Up to {small[worst]:.1%} of the joins fail on a board below {_LARGE} x {_LARGE}, of {worst} tourneys"
    gone = [name for name, share in large.items() if share == 0]
    lasting = [f"{name} ({share:.1%} at most)" for name, share in large.items() if share]
    if not gone and not lasting:
        return f"{told}; larger boards were not tried."
    verdict = "Confirmed" if not lasting else "Confirmed for some sources" if gone else "Refuted"
    never = f" From {_LARGE} x {_LARGE} on, joins of {', '.join(gone)} tourneys never failed." if gone else ""
    still = (
        f" Joins of {', '.join(lasting)} tourneys keep failing, about equally often on all boards." if lasting else ""
    )
    return f"{verdict}. {told}.{never}{still}"


def what_is_fixed(failures: Shares, samples: int) -> str:
    """State the sources whose joins always fail."""
    always = [f"{name} on {side} x {side}" for name, by in failures.items() for side, share in by.items() if share == 1]
    if not always:
        return "No source fails always."
    return f"None of {samples:,} joins made a tour of these: {', '.join(always)}."


def _draw_figure(path: Path, failures: Shares) -> None:
    with plots.drawing(path) as (axes,):
        for name, by_side in failures.items():
            plots.ours(axes, [*by_side], [*by_side.values()], name)
        axes.set(title="Joins that fail", xlabel="n", ylabel="share")
        axes.set_ylim(bottom=0)
        axes.legend()
