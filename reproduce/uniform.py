"""Uniformly random tours: a comparison of the chain with exact samples and other generators, and its mixing times."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier import jobs
from destrier.core.board import Board
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tourney
from destrier.desk.tour import source_of, tour
from destrier.io.drawings import draw
from destrier.measuring.stack_statistics import statistics
from destrier.switching.obfuscation import obfuscate
from reproduce import FEWEST
from reproduce.common import plots
from reproduce.common.mixing_times import draw_times, find_times, how_they_grow, table_of_times, times_in_short
from reproduce.common.standard_errors import Estimate, deviation_of, mean_of
from reproduce.common.study_tables import Table, template
from reproduce.common.truths import BOARDS, GAP, LISTED, compare, find_truths, how_close, how_often, in_short

_FULL: Final = 16
"""The side of the largest boards with all samples; on larger ones, as many squares are measured."""

_DRAWN: Final = 32
"""The side of the tours that are drawn."""


def _of_divide_and_conquer(board: Board, key: int, method: Any) -> Tourney:
    return obfuscate(source_of("divide-and-conquer", board, key), method=method, seed=key)


KINDS: Final[Mapping[str, Callable[[Board, int], Tourney]]] = {
    "Warnsdorff": lambda board, key: tour(board, algorithm="warnsdorff", seed=key),
    "paper": lambda board, key: _of_divide_and_conquer(board, key, "parberry"),
    "joined": lambda board, key: _of_divide_and_conquer(board, key, "mix"),
    "uniform": lambda board, key: tour(board, uniform=True, seed=key),
}
"""The kinds of random tours, each made from a board and a key."""

_MEANS: Final = ("turns", "crossings", "rails", "winding across", "winding down")

Kinds: TypeAlias = Mapping[tuple[str, int], Mapping[str, NDArray[np.float64]]]
"""The values of each statistic of tours of each kind and side."""


def run(folder: Path, *, small: bool, samples: int, seed: int, **work: Any) -> str:
    """Write the tables, the figures and the drawings, and return the page."""
    truths = find_truths(folder, ("6x6", "6x8") if small else tuple(BOARDS), samples, seed, work)
    kinds = _measure_kinds(folder, (8, 16) if small else (8, 16, 32, 64, 128), samples, seed, work)
    times = find_times(folder, (8, 16, 20, 24) if small else (8, 12, 16, 24, 32, 48, 64), samples, seed, work)
    compared = compare(truths)
    compared.write(folder / "uniform-truth.csv")
    _table_of_kinds(kinds).write(folder / "uniform-kinds.csv")
    table_of_times(times).write(folder / "uniform-times.csv")
    _draw_kinds(folder / "uniform-kinds.svg", kinds)
    draw_times(folder / "uniform-times.svg", times)
    return template("uniform").format(
        gap=GAP,
        occurrences=how_often(truths[LISTED, "chain"].times, truths[LISTED, "exact"].size),
        sizes="; ".join(
            f"{truths[board, 'chain'].size:,} beside {exact.size:,} on {board.replace('x', ' x ')}"
            for (board, by), exact in truths.items()
            if by == "exact"
        ),
        truth=in_short(compared).markdown(),
        verdict=how_close(compared),
        numbers=", ".join(
            f"{len(tours['turns']):,} of n = {side}" for (kind, side), tours in kinds.items() if kind == "uniform"
        ),
        kinds=_kinds_in_short(kinds).markdown(),
        differences=differences(kinds).markdown(),
        times=times_in_short(times).markdown(),
        laws=how_they_grow(times),
        drawn=_DRAWN,
        drawings="\n".join(_draw_tours(folder, seed)),
    )


def _measure_kinds(
    folder: Path, sides: Sequence[int], samples: int, seed: int, work: Mapping[str, Any]
) -> dict[tuple[str, int], dict[str, NDArray[np.float64]]]:
    made = [(kind, side) for side in sides for kind in KINDS]
    shards = [f"{kind}-{side:03}" for kind, side in made]
    job = jobs.Job("random tours", {"samples": samples, "seed": seed}, shards, _measure_kind)
    files = jobs.run(job, folder / "uniform-kinds", **work)
    return {
        each: {name: np.array(values, float) for name, values in json.loads(file.read_bytes()).items()}
        for each, file in zip(made, files, strict=True)
    }


def _measure_kind(parameters: Mapping[str, Any], shard: str) -> jobs.Result:
    """Return the statistics of tours of one kind and side."""
    kind, side = shard.split("-")
    board = Board(int(side), int(side))
    number = max(FEWEST, parameters["samples"] * _FULL**2 // max(_FULL**2, board.size))
    tours = [KINDS[kind](board, derive_key(parameters["seed"], kind, one)) for one in range(number)]
    found = {name: values.tolist() for name, values in statistics(np.array([t.moves for t in tours]), board).items()}
    return jobs.Result(json.dumps(found).encode(), number)


def _scatter(values: Mapping[str, NDArray[np.float64]]) -> Estimate:
    """Return the standard deviation of the winding, across and down together."""
    return deviation_of(values["winding across"], values["winding down"])


def _estimates(values: Mapping[str, NDArray[np.float64]]) -> list[Estimate]:
    """Return the estimates that the page shows."""
    return [*(mean_of(values[name]) for name in _MEANS), _scatter(values)]


def _table_of_kinds(kinds: Kinds) -> Table:
    """Return the mean of each statistic, its standard error, and the deviation."""
    rows: list[tuple[str | float, ...]] = [
        (kind, side, values.size, name, *mean_of(values), deviation_of(values).value)
        for (kind, side), tours in kinds.items()
        for name, values in tours.items()
    ]
    return Table(("tours", "n", "sample", "statistic", "mean", "error", "deviation"), rows)


def _kinds_in_short(kinds: Kinds) -> Table:
    rows: list[tuple[int | str, ...]] = [
        (side, kind, *(one.text() for one in _estimates(values))) for (kind, side), values in kinds.items()
    ]
    return Table(("n", "tours", *_MEANS, "deviation of the winding"), rows)


def differences(kinds: Kinds) -> Table:
    """Return the differences between joined and uniform tours in standard errors."""
    rows: list[tuple[int | str, ...]] = []
    for side in dict.fromkeys(side for _, side in kinds):
        joined, uniform = (_estimates(kinds[kind, side]) for kind in ("joined", "uniform"))
        rows.append((side, *(f"{one.z(other):+.1f}" for one, other in zip(joined, uniform, strict=True))))
    return Table(("n", *_MEANS, "deviation of the winding"), rows)


def _draw_kinds(path: Path, kinds: Kinds) -> None:
    """Draw the scatter of the winding on the left, the turns on the right."""
    sides = list(dict.fromkeys(side for _, side in kinds))
    with plots.drawing(path, 2) as (windings, turns):
        for kind in KINDS:
            scatter = [_scatter(kinds[kind, side]).over(side) for side in sides]
            turned = [mean_of(kinds[kind, side]["turns"]).over(side**2) for side in sides]
            for axes, estimates in ((windings, scatter), (turns, turned)):
                means, errors = zip(*estimates, strict=True)
                plots.ours(axes, sides, means, kind, errors)
        for axes in (windings, turns):
            axes.set(xscale="log", xlabel="n")
            axes.set_xticks(sides, map(str, sides))
            axes.minorticks_off()
        windings.set(title="Standard deviation of the winding / n", ylim=(0, None))
        turns.set(title="Turns a square")
        plots.legend_below(windings)


def _draw_tours(folder: Path, seed: int) -> Iterator[str]:
    """Draw a tour of each kind, and yield it as a line of the page."""
    for kind, make in KINDS.items():
        file = f"uniform-{kind.lower()}.svg"
        draw(
            make(Board(_DRAWN, _DRAWN), derive_key(seed, "drawn")),
            folder / file,
            cell=12,
            grid=False,
            dots=False,
            colour_by="tour",
        )
        yield f"![{kind}]({file} '{kind}')"
