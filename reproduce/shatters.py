"""Parberry, Section 7: the number of shatters needed to hide a source."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from reproduce.common import plots
from reproduce.common.sampled_moves import MoveSample, count_moves
from reproduce.common.statistics import LEVEL, distance_between
from reproduce.common.study_tables import Table, probability, template

SOURCES: Final = {
    "Warnsdorff": ("warnsdorff", 50),
    "Takefuji-Lee": ("takefuji-lee", 40),
    "Div-and-Conq": ("divide-and-conquer", 50),
    "Braid": ("concentric-braid", 50),
    "Four-Cover": ("four-cover", 48),
}
"""The sources of the paper's tables: the algorithm and the side."""

SHATTERS: Final = (0, 1, 2, 4, 8, 16, 32)

_ENOUGH: Final = 16
"""The number that the paper says is sufficient."""

Samples: TypeAlias = Mapping[str, Mapping[int, MoveSample]]
"""By source, then by the number of shatters."""


def run(folder: Path, *, small: bool, samples: int, seed: int, **work: Any) -> str:
    """Write the table and the figure, and return the page."""
    sources = {name: SOURCES[name] for name in (("Div-and-Conq", "Braid", "Four-Cover") if small else SOURCES)}
    how: dict[str, Any] = {"then": "obfuscate", "seed": seed, "work": work}
    drawn = {
        name: {
            times: count_moves(
                folder / f"shatters-{algorithm}-{times}", algorithm, side, samples, shatters=times, **how
            )
            for times in SHATTERS
        }
        for name, (algorithm, side) in sources.items()
    }
    repeated = _table(drawn)
    repeated.write(folder / "shatters-table.csv")
    _draw_figure(folder / "shatters-figure.svg", drawn)
    return template("shatters").format(
        samples=samples,
        repeated=repeated.markdown(),
        tests=_tests(drawn).markdown(),
        enough=how_many_suffice(drawn),
        level=LEVEL,
    )


def _table(drawn: Samples) -> Table:
    """Return the mean frequency of relative move 0 by source and number of shatters."""
    rows = [(name, *(f"{_repeated(sample):.4f}" for sample in by_times.values())) for name, by_times in drawn.items()]
    return Table(("source", *map(str, SHATTERS)), rows)


def _tests(drawn: Samples) -> Table:
    """Return the distances of the relative moves from those after the most shatters."""
    rows = []
    for name, by_times in drawn.items():
        last = by_times[SHATTERS[-1]].angles
        tests = [distance_between(by_times[times].angles, last) for times in SHATTERS[:-1]]
        rows.append((name, *(f"{t_square:,.0f} ({probability(p)})" for t_square, p in tests)))
    return Table(("source", *map(str, SHATTERS[:-1])), rows)


def how_many_suffice(drawn: Samples) -> str:
    """State the number of shatters beyond which nothing measurable changes."""
    settled = {name: _settled_at(by_times) for name, by_times in drawn.items()}
    late = [name for name, times in settled.items() if times is None or times > _ENOUGH]
    listed = ", ".join(f"{times} for {name}" for name, times in settled.items() if times is not None)
    known = f" The least numbers of shatters from which on they are not distinguished are {listed}." if listed else ""
    if not late:
        return f"Confirmed: no tours after {_ENOUGH} shatters are distinguished from those after {SHATTERS[-1]}.{known}"
    change = {name: _repeated(drawn[name][SHATTERS[-1]]) - _repeated(drawn[name][_ENOUGH]) for name in late}
    most = max(change, key=lambda name: abs(change[name]))
    return (
        f"Refuted: after {_ENOUGH} shatters the tours of {', '.join(late)} are distinguished from those after "
        f"{SHATTERS[-1]}, those of {most} by far the easiest: from {_ENOUGH} to {SHATTERS[-1]} shatters relative move "
        f"0 goes from {_repeated(drawn[most][_ENOUGH]):.4f} to {_repeated(drawn[most][SHATTERS[-1]]):.4f}.{known}"
    )


def _repeated(sample: MoveSample) -> float:
    """Return the mean frequency of relative move 0."""
    return float(sample.relative[:, 0].mean())


def _settled_at(by_times: Mapping[int, MoveSample]) -> int | None:
    """Return the smallest number of shatters from which on no sample differs significantly from the last one."""
    last, settled = by_times[SHATTERS[-1]].angles, None
    for times in reversed(SHATTERS[:-1]):
        if distance_between(by_times[times].angles, last)[1] < LEVEL:
            break
        settled = times
    return settled


def _draw_figure(path: Path, drawn: Samples) -> None:
    with plots.drawing(path) as (axes,):
        for name, by_times in drawn.items():
            means = [_repeated(sample) for sample in by_times.values()]
            spread = [sample.relative[:, 0].std(ddof=1) for sample in by_times.values()]
            plots.ours(axes, range(len(SHATTERS)), means, name, spread)
        axes.set_xticks(range(len(SHATTERS)), [str(times) for times in SHATTERS])
        axes.set(title="Relative move 0", xlabel="shatters", ylabel="frequency")
        axes.set_ylim(bottom=0)
        axes.legend()
