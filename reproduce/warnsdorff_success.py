"""The success rate of walks by Warnsdorff's rule, by tie rule, board and start."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, get_args

import numpy as np

from destrier.core.board import Board
from destrier.core.choices import Ties
from destrier.core.seeds import derive_key
from destrier.core.types import Squares
from destrier.makers.warnsdorff import lengths_of_walks
from destrier.support.resources import processors
from reproduce.common import plots
from reproduce.common.study_tables import Table, template

SIDES: Final = (5, 6, 7, 8, 10, 16, 25, 32, 50, 64, 100, 128, 160, 200, 256, 325)

ELSEWHERE: Final = (8, 16, 25, 50, 100, 160, 256)
"""The sides of boards on which walks also start from squares other than the corner."""

_EVERYWHERE: Final[tuple[Ties, ...]] = ("random", "first", "pohl", "distance")
"""The tie rules without a fixed start; the rule of Squirrel and Cull requires the corner."""

_TOLERANCE: Final = 3
"""The tolerated deviation from published values, in standard errors."""

_PUBLISHED_WALKS: Final = 100
"""The walks of each board in Squirrel's experiment; the same is assumed for Ganzfried, who does not state it."""

_ROTHS_SIDE: Final = 428
"""The side of the smallest board on which Roth's walk fails, as he says."""

_CHANCE: Final[tuple[Ties, ...]] = ("random", "pohl", "distance")
"""The random tie rules."""

_SMALL_SIDE: Final = 50


class Statement(NamedTuple):
    """A published success rate of walks from the corner, or bounds on it."""

    ties: Ties
    side: int
    least: float
    most: float
    source: str

    @property
    def is_figure(self) -> bool:
        """Whether the published value is a figure rather than a bound."""
        return self.least == self.most


STATEMENTS: Final = (
    Statement("random", 7, 0.75, 0.75, "Ganzfried"),
    Statement("random", 8, 0.99, 0.99, "Ganzfried"),
    Statement("random", 16, 0.98, 1, "Ganzfried, of all n up to 25 but 7"),
    Statement("random", 25, 0.98, 1, "Ganzfried, of all n up to 25 but 7"),
    Statement("random", 32, 0.85, 1, "Squirrel, of most n below 50"),
    Statement("random", 50, 0.81, 0.81, "Ganzfried"),
    Statement("random", 64, 0.5, 1, "Squirrel, of most n below 100"),
    Statement("random", 100, 0.35, 0.35, "Ganzfried"),
    Statement("random", 256, 0, 0.05, "Squirrel, of n above 200"),
    Statement("random", 325, 0, 0.05, "Squirrel, of n above 200"),
    Statement("pohl", 8, 0.67, 0.67, "Ganzfried"),
    Statement("pohl", 25, 0.97, 1, "Ganzfried, of all n from 5 to 50 but 8"),
    Statement("pohl", 50, 0.97, 1, "Ganzfried, of all n from 5 to 50 but 8"),
    Statement("pohl", 100, 0.95, 1, "Ganzfried, of nearly all n up to 100"),
    Statement("distance", 200, 0.99, 1, "Roth, of n below 2000"),
    Statement("distance", 325, 0.99, 1, "Roth, of n below 2000"),
)

_Shares: TypeAlias = Mapping[tuple[str, Ties, int], float]
"""The share of walks that visit every square, by the start, the tie rule and the side."""


def _rim(side: int, _samples: int, _key: int) -> Squares:
    return np.full(1, side // 4 * 2)


def _centre(side: int, _samples: int, _key: int) -> Squares:
    return np.full(1, side // 2 * (side + 1))


def _anywhere(side: int, samples: int, key: int) -> Squares:
    """Return random squares; on odd boards, only of the colour of the corner."""
    step = 1 + side % 2
    return step * np.random.default_rng(key).integers((side * side + step - 1) // step, size=samples)


STARTS: Final[dict[str, Callable[[int, int, int], Squares]]] = {
    "corner": lambda *_: np.zeros(1, np.int64),
    "rim": _rim,
    "centre": _centre,
    "random": _anywhere,
}
"""The starts of walks, as indices: for each kind, one or as many as samples."""


def run(folder: Path, *, small: bool, samples: int, seed: int, workers: int | None, progress: Any, **_: Any) -> str:
    """Write the tables and the figure, and return the page."""
    sides = [side for side in SIDES if not small or side <= _SMALL_SIDE]
    asked = [("corner", ties, side) for side in reversed(sides) for ties in get_args(Ties)]
    elsewhere = [side for side in sides if side in ELSEWHERE]
    others = [start for start in STARTS if start != "corner"]
    asked += [(start, ties, side) for side in reversed(elsewhere) for ties in _EVERYWHERE for start in others]
    shares: dict[tuple[str, Ties, int], float] = {}
    with ThreadPoolExecutor(workers or processors()) as pool:
        walked = pool.map(lambda cell: _share(*cell, samples=samples, seed=seed), asked)
        for done, (cell, share) in enumerate(zip(asked, walked, strict=True)):
            shares[cell] = share
            if progress is not None:
                progress("walks", done + 1, len(asked))
    from_corner, by_start = _from_corner(shares, sides), _by_start(shares, elsewhere)
    from_corner.write(folder / "warnsdorff-success-corner.csv")
    by_start.write(folder / "warnsdorff-success-starts.csv")
    _draw_figure(folder / "warnsdorff-success-figure.svg", shares, {"corner": sides, "random": elsewhere})
    return template("warnsdorff_success").format(
        samples=samples,
        corner=from_corner.markdown(),
        starts=by_start.markdown(),
        statements=judge(shares, samples).markdown(),
        distance=how_distance_fails(shares, sides),
        squirrel=how_squirrel_does(range(5, sides[-1] + 1)),
        best=which_is_best(shares, elsewhere),
    )


def _share(start: str, ties: Ties, side: int, *, samples: int, seed: int) -> float:
    """Return the success rate of walks; a deterministic walk is made only once."""
    key = derive_key(seed, start, ties, side)
    starts = STARTS[start](side, samples, key)
    if ties in _CHANCE:
        starts = np.resize(starts, samples)
    return float((lengths_of_walks(Board(side, side), starts, seed=key, ties=ties) == side**2).mean())


def _from_corner(shares: _Shares, sides: list[int]) -> Table:
    """Return the shares of walks from the corner, by side and tie rule."""
    rules = get_args(Ties)
    return Table(("n", *rules), [(side, *(_cell(shares["corner", ties, side]) for ties in rules)) for side in sides])


def _by_start(shares: _Shares, sides: list[int]) -> Table:
    """Return the shares of walks by tie rule, start and side."""
    rows = [
        (ties, start, *(_cell(shares[start, ties, side]) for side in sides)) for ties in _EVERYWHERE for start in STARTS
    ]
    return Table(("ties", "start", *map(str, sides)), rows)


def _cell(share: float) -> str:
    return f"{share:.1%}" if 0 < share < 1 else f"{share:.0%}"


def judge(shares: _Shares, samples: int) -> Table:
    """Compare the published values with ours."""
    rows = []
    for ties, side, least, most, source in STATEMENTS:
        if ("corner", ties, side) not in shares:
            continue
        ours = shares["corner", ties, side]
        near = min(max(ours, least), most)
        spread = max(near * (1 - near), 1 / samples)
        error = math.sqrt(spread * (1 / samples + 1 / _PUBLISHED_WALKS))
        told = _cell(least) if least == most else f"at least {_cell(least)}" if most == 1 else f"at most {_cell(most)}"
        agrees = "yes" if abs(ours - near) <= _TOLERANCE * error else "**no**"
        rows.append((ties, side, source, told, _cell(ours), agrees))
    return Table(("ties", "n", "source", "published", "ours", "agrees"), rows)


def how_squirrel_does(sides: range) -> str:
    """Say on which boards the walk of Squirrel and Cull fails."""
    failed = [side for side in sides if lengths_of_walks(Board(side, side), [0], ties="squirrel").item() < side**2]
    boards = f"from {sides[0]} x {sides[0]} to {sides[-1]} x {sides[-1]}"
    if not failed:
        return f"Confirmed: the walk visits every square of all boards {boards}."
    return f"Refuted: of the boards {boards}, the walk fails for n = {', '.join(map(str, failed))}."


def how_distance_fails(shares: _Shares, sides: list[int]) -> str:
    """Say whether walks by distance fail on smaller boards than Roth says."""
    failed = [side for side in sides if shares["corner", "distance", side] < 1 and side < _ROTHS_SIDE]
    if not failed:
        return "Confirmed: no walk from the corner fails on a smaller board."
    worst = min(failed, key=lambda side: shares["corner", "distance", side])
    return (
        f"Refuted, if what distance leaves tied is broken at random, which Roth does not tell: on {worst} x {worst}, "
        f"{_cell(shares['corner', 'distance', worst])} of the walks from the corner succeed."
    )


def which_is_best(shares: _Shares, sides: list[int]) -> str:
    """Say which tie rule succeeds most often on the largest board, by start."""
    told = []
    for start in STARTS:
        best = max(_EVERYWHERE, key=lambda ties: shares[start, ties, sides[-1]])
        told.append(f"from the {start} `{best}` ({_cell(shares[start, best, sides[-1]])})")
    return f"On {sides[-1]} x {sides[-1]}, the rule that succeeds most often is {', '.join(told)}.".replace(
        "the random", "random squares"
    )


def _draw_figure(path: Path, shares: _Shares, panels: Mapping[str, list[int]]) -> None:
    titles = {"corner": "Walks from the corner", "random": "Walks from random squares"}
    with plots.drawing(path, 2, height=3.2) as drawn:
        for axes, (start, sides) in zip(drawn, panels.items(), strict=True):
            for number, ties in enumerate(_CHANCE):
                plots.ours(axes, sides, [100 * shares[start, ties, side] for side in sides], ties)
                if start == "corner":
                    told = {one.side: 100 * one.least for one in STATEMENTS if one.ties == ties and one.is_figure}
                    known = [side for side in told if side in sides]
                    if known:
                        level = [told[side] for side in known]
                        plots.published(axes, known, level, f"Ganzfried, {ties}", color=plots.COLOURS[number])
            axes.set_xscale("log", base=2)
            axes.set_xticks([side for side in (8, 16, 32, 64, 128, 256) if side <= sides[-1]])
            axes.xaxis.set_major_formatter("{x:.0f}")
            axes.set(title=titles[start], xlabel="n", ylim=(-3, 103))
        drawn[0].set_ylabel("% of walks")
        plots.legend_below(drawn[0])
