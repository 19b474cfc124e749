"""Autocorrelation times of chains of tourneys, by the side of the board."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier import jobs
from destrier.core.board import Board
from destrier.core.seeds import derive_key
from destrier.core.tourney import tourney_of
from destrier.counting.chains import autocorrelation_time
from destrier.desk.tour import tour
from destrier.measuring.stack_statistics import statistics
from destrier.switching.mixing import mix
from destrier.switching.movegraphs import cover_of
from destrier.switching.tempering import Chain, lanes_on_sheet
from destrier.switching.uniform_tours import RARITY, stirred
from destrier.switching.worms import stir
from reproduce.common import plots
from reproduce.common.standard_errors import Estimate, mean_of
from reproduce.common.statistics import fit_line
from reproduce.common.study_tables import Table

_STARTS: Final = 8
"""The number of stirred tourneys from which to determine the weight."""

_LENGTH: Final = 4000
_LONGER: Final = 4
"""The number of states of a run, and the minimum for each square, at full size."""

_RUNS: Final = 4
"""The number of runs of each kind on each board."""

_LEAST_SIDE: Final = 16
"""The smallest side in the fit of a law."""


def chains(board: Board, key: int) -> Chain:
    """Return chains on one sheet, as in `sample`."""
    source = tour(board, uniform=False, seed=key)
    starts = [stirred(source, derive_key(key, "stir", number)) for number in range(_STARTS)]
    weight = RARITY * _STARTS / sum(start.cycle_count for start in starts)
    covers = np.array([start.moves for start in starts[: lanes_on_sheet(board.cols)]])
    return Chain(covers, weight, derive_key(key, "run"))


Times: TypeAlias = Mapping[tuple[str, int], Mapping[str, Estimate]]
"""The autocorrelation time of each statistic by chain and side."""


def find_times(
    folder: Path, sides: Sequence[int], samples: int, seed: int, work: Mapping[str, Any]
) -> dict[tuple[str, int], Mapping[str, Estimate]]:
    """Run each chain on squares of these sides, and return its autocorrelation times."""
    made = [(kind, side) for kind in CHAINS for side in sides]
    shards = [f"{kind}-{side:02}-{number}" for kind, side in made for number in range(_RUNS)]
    job = jobs.Job("autocorrelation times", {"samples": samples, "seed": seed}, shards, _take_times)
    files = jobs.run(job, folder / "uniform-times", **work)
    runs = [json.loads(file.read_bytes()) for file in files]
    found: dict[tuple[str, int], Mapping[str, Estimate]] = {}
    for number, each in enumerate(made):
        some = [time for run in runs[number * _RUNS : (number + 1) * _RUNS] for time in run]
        found[each] = {name: mean_of([time[name] for time in some]) for name in some[0]}
    return found


def _take_times(parameters: Mapping[str, Any], shard: str) -> jobs.Result:
    """Return the autocorrelation times of each chain of a run."""
    kind, side, _ = shard.split("-")
    board = Board(int(side), int(side))
    states = max(parameters["samples"] * _LENGTH, parameters["samples"] * board.size * _LONGER) // 10_000
    series = CHAINS[kind](board, derive_key(parameters["seed"], shard), states)
    return jobs.Result(json.dumps(series).encode(), states)


def _times_of(found: Sequence[Mapping[str, NDArray[Any]]], unit: float = 1.0) -> list[dict[str, float]]:
    """Return the times of each chain, given the statistics of all chains after each unit; those of a kind together."""
    times = []
    for lane in range(len(found[0]["turns"])):
        of: dict[str, list[float]] = {}
        for name in found[0]:
            series = np.array([each[name][lane] for each in found], float)
            of.setdefault(name.split()[0], []).append(unit * autocorrelation_time(series))
        times.append({name: float(np.mean(values)) for name, values in of.items()})
    return times


def _run_chain(board: Board, key: int, states: int) -> list[dict[str, float]]:
    chain = chains(board, key)
    found = []
    for _ in range(states):
        chain.run(1)
        found.append(statistics(chain.moves(), board))
    return _times_of(found)


def _run_mix(board: Board, key: int, states: int) -> list[dict[str, float]]:
    moves = stirred(tour(board, uniform=False, seed=key), key).moves
    found = []
    for number in range(states):
        moves = mix(moves, key=derive_key(key, number), rounds=1)
        found.append(statistics(moves[None], board))
    return _times_of(found)


def _run_worms(board: Board, key: int, states: int) -> list[dict[str, float]]:
    """Return the times in steps for each square, worm by worm."""
    cover = cover_of(stirred(tour(board, uniform=False, seed=key), key))
    found, steps = [], 0
    for number in range(states):
        steps += stir(board.move_graph, cover, derive_key(key, number), worms=1)
        found.append(statistics(tourney_of(cover, board).moves[None], board))
    return _times_of(found, steps / states / board.size)


CHAINS: Final[Mapping[str, Callable[[Board, int, int], list[dict[str, float]]]]] = {
    "weighed": _run_chain,
    "mix": _run_mix,
    "worms": _run_worms,
}
"""Chains, each from a board, a key and the number of states to the autocorrelation times."""


def table_of_times(times: Times) -> Table:
    """Return the times of each chain and side, with their standard errors."""
    rows = [(kind, side, name, *time) for (kind, side), of in times.items() for name, time in of.items()]
    return Table(("chain", "n", "statistic", "time", "error"), rows)


def times_in_short(times: Times) -> Table:
    """Return a row for each chain and side."""
    rows: list[tuple[int | str, ...]] = [
        (kind, side, *(time.text() for time in of.values())) for (kind, side), of in times.items()
    ]
    return Table(("chain", "n", *next(iter(times.values()))), rows)


def how_they_grow(times: Times) -> str:
    """Say by which law the times of windings grow."""
    powers = []
    for kind in CHAINS:
        sides, winding = _windings(times, kind)
        line = fit_line(np.log(sides), np.log(winding))
        powers.append(f"{line.slope:.2f} ± {line.error:.2f} ({kind})")
    squares = " and ".join(f"*n*² / {_divisor(times, kind):.0f} rounds ({kind})" for kind in ("weighed", "mix"))
    return (
        f"From {sides[0]} x {sides[0]} on, the time of the winding grows like *n* to the power of {', '.join(powers)}. "
        f"With a square, {squares} fit best."
    )


def _windings(times: Times, kind: str) -> tuple[list[int], list[float]]:
    sides = [side for other, side in times if other == kind and side >= _LEAST_SIDE]
    return sides, [times[kind, side]["winding"].value for side in sides]


def _divisor(times: Times, kind: str) -> float:
    """Return the geometric mean of n^2 / time."""
    sides, winding = _windings(times, kind)
    return float(np.exp(np.mean(np.log(np.square(sides) / winding))))


def draw_times(path: Path, times: Times) -> None:
    """Draw the times of chains by the side, and those of worms."""
    with plots.drawing(path, 2) as (rounds, steps):
        sides = [side for kind, side in times if kind == "weighed"]
        for name in times["weighed", sides[0]]:
            _draw_line(rounds, times, "weighed", name, name)
            _draw_line(steps, times, "worms", name, name)
        _draw_line(rounds, times, "mix", "winding", "winding, mix", linestyle="--")
        law = np.square(sides) / _divisor(times, "weighed")
        rounds.plot(sides, law, ":", color="#555555", label=f"n² / {_divisor(times, 'weighed'):.0f}")
        for axes in (rounds, steps):
            axes.set(xscale="log", yscale="log", xlabel="n")
            axes.set_xticks(sides, map(str, sides))
            axes.minorticks_off()
        rounds.set(title="Weighed chain: rounds", ylim=(0.8, None))
        steps.set(title="Worms: steps a square", ylim=(1, 20))
        plots.legend_below(rounds)


def _draw_line(axes: Any, times: Times, kind: str, name: str, label: str, **look: Any) -> None:
    found = [(side, *of[name]) for (other, side), of in times.items() if other == kind]
    sides, means, errors = zip(*found, strict=True)
    plots.ours(axes, sides, means, label, errors, **look)
