"""How many closed tours of a board have each number of turns, crossings, rails and angles."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import numpy as np

from destrier import jobs
from destrier.core.board import SYMMETRIES, Board, transform
from destrier.core.choices import Figure
from destrier.counting.extreme_tours import FIGURES, figures
from destrier.counting.samples import all_moves
from destrier.support.parallel import on_one_thread
from reproduce import SEED
from reproduce.common import plots
from reproduce.common.figure_estimates import FigureEstimate, estimate_figure
from reproduce.common.study_tables import Table, page_file, template
from reproduce.records import records

_Exact: TypeAlias = Mapping[Figure, Mapping[int, int]]
"""Known numbers of tours, by figure and its number."""

_ERROR: Final = 0.02
_ERROR_OF_RAILS: Final = 0.05
_SMALL_ERROR: Final = 0.2

_WITHOUT_RAILS: Final = {(3, 10): 16, (7, 10): 2, (8, 10): 40, (9, 10): 298, (10, 10): 1416}
"""The numbers of tours without rails, from `lab/few_rails.py`; the first board is that of a small study."""


def run(folder: Path, *, small: bool, **work: Any) -> str:
    """Write the tables and the figures, and return the page."""
    board, free = (Board(6, 6), [(3, 10)]) if small else (Board(8, 8), list(_WITHOUT_RAILS)[1:])
    estimates = _estimates(folder, board, free, small=small, work=work)
    of_board = {figure: estimates[board.shape, figure] for figure in FIGURES}
    exact = _listed(board) if small else _known()
    checked = _checked(of_board, exact)
    _all(of_board).write(folder / "distributions-all.csv")
    checked.write(folder / "distributions-checks.csv")
    _draw_figures(folder, of_board, exact)
    return template("distributions").format(
        board=board,
        tours=of_board["turns"].tours,
        summary=_summary(of_board).markdown(),
        agreement=_agreement(checked).markdown(),
        free=_rail_free([estimates[shape, "rails"] for shape in free]).markdown(),
    )


def _estimates(
    folder: Path, board: Board, free: Any, *, small: bool, work: Mapping[str, Any]
) -> dict[tuple[tuple[int, int], Figure], FigureEstimate]:
    """Return the estimates of all figures of a board, and of the rails of others, by the sides and the figure."""
    of_board = [(board.shape, figure) for figure in FIGURES]
    keys: list[tuple[tuple[int, int], Figure]] = [*of_board, *((shape, "rails") for shape in free)]
    shards = [f"{rows}x{cols}-{figure}" for (rows, cols), figure in keys]
    job = jobs.Job("estimated figures", {"small": small, "seed": SEED}, shards, _estimate)
    files = jobs.run(job, folder / "distributions-estimates", **work)
    return {key: FigureEstimate(**json.loads(file.read_bytes())) for key, file in zip(keys, files, strict=True)}


def _estimate(parameters: Mapping[str, Any], shard: str) -> jobs.Result:
    sides, _, figure = shard.partition("-")
    rows, cols = map(int, sides.split("x"))
    error = _SMALL_ERROR if parameters["small"] else _ERROR_OF_RAILS if (rows, cols) in _WITHOUT_RAILS else _ERROR
    with on_one_thread():
        found = estimate_figure(rows, cols, figure=cast("Figure", figure), error=error, seed=parameters["seed"])
    return jobs.Result(json.dumps(asdict(found)).encode(), 1)


def _listed(board: Board) -> _Exact:
    """Return all numbers of a small board, whose tours are listed."""
    measured = figures(np.concatenate(list(all_moves(board))), board)
    return {name: dict(enumerate(np.bincount(numbers).tolist())) for name, numbers in measured.items()}


def _known() -> _Exact:
    """Return the known numbers of 8 x 8: those counted, and the records of which all classes are known."""
    exact: dict[Figure, dict[int, int]] = {figure: {} for figure in FIGURES}
    for record in records():
        if record.is_complete:
            moves = (transform(tour.moves, symmetry) for tour in record.tours for symmetry in SYMMETRIES)
            exact[record.figure][record.number] = len({image.tobytes() for image in moves})
    for row in csv.DictReader(page_file("distributions.csv").splitlines()):  # counted by lab/angle_census.py
        exact[cast("Figure", row["figure"])][int(row["number"])] = int(row["tours"])
    return exact


def _rows(estimates: Mapping[Figure, FigureEstimate]) -> Iterator[tuple[Figure, int, float, float]]:
    """Yield each figure, each of its numbers, the number of tours and its relative error."""
    for figure, one in estimates.items():
        for number, share, error in zip(one.numbers, one.shares, one.errors, strict=True):
            yield figure, number, share * one.tours, math.hypot(error, one.tours_error)


def _all(estimates: Mapping[Figure, FigureEstimate]) -> Table:
    return Table(("figure", "number", "tours", "relative error"), list(_rows(estimates)))


def _summary(estimates: Mapping[Figure, FigureEstimate]) -> Table:
    rows = []
    for figure, one in estimates.items():
        numbers, shares = np.array(one.numbers), np.array(one.shares)
        mean = float(numbers @ shares)
        deviation = math.sqrt(float((numbers - mean) ** 2 @ shares))
        ends = [f"{one.numbers[at]}: {_tours(one.shares[at] * one.tours, one.errors[at])}" for at in (0, -1)]
        rows.append((figure, f"{mean:.2f}", f"{deviation:.2f}", *ends))
    return Table(("", "mean", "standard deviation", "fewest: tours", "most: tours"), rows)


def _checked(estimates: Mapping[Figure, FigureEstimate], exact: _Exact) -> Table:
    """Compare the estimates with known numbers."""
    rows = [
        (figure, number, known, _tours(tours, error), _apart(tours, known, error))
        for figure, number, tours, error in _rows(estimates)
        if (known := exact[figure].get(number)) is not None
    ]
    return Table(("figure", "number", "tours", "estimated", "difference in errors"), rows)


def _agreement(checked: Table) -> Table:
    """Sum up the differences of each figure, in standard errors, and of all."""
    differences = [(row[0], float(row[-1])) for row in checked.rows if row[-1]]
    rows = list[tuple[Any, ...]]()
    for figure in (*FIGURES, "all"):
        if of_figure := [value for name, value in differences if figure in (name, "all")]:
            squares = np.square(of_figure)
            rows.append((figure, squares.size, f"{math.sqrt(squares.mean()):.2f}", f"{math.sqrt(squares.max()):.1f}"))
    return Table(("figure", "known numbers", "root mean square", "largest"), rows)


def _rail_free(estimates: list[FigureEstimate]) -> Table:
    rows = []
    for one in estimates:
        exact, tours = _WITHOUT_RAILS[one.rows, one.cols], one.shares[0] * one.tours
        assert one.numbers[0] == 0, f"tours of {one.rows} x {one.cols} without rails were drawn"
        error = math.hypot(one.errors[0], one.tours_error)
        cells = _tours(one.tours, one.tours_error), exact, _tours(tours, error), _apart(tours, exact, error)
        rows.append((f"{one.rows} x {one.cols}", *cells))
    return Table(("board", "closed tours", "without rails", "estimated", "difference in errors"), rows)


def _tours(number: float, error: float) -> str:
    """Return an estimated number of tours with its relative error, and an exact one as it is."""
    if not error:
        return f"{number:,.0f}"
    digits = f"{number:.1f}" if number < 100 else f"{Decimal(f'{number:.4g}'):,f}"
    return f"{digits} +- {error:.1%}"


def _apart(number: float, exact: int, error: float) -> str:
    """Return the difference between an estimate and the exact number, in standard errors."""
    return f"{(number - exact) / (error * number):+.1f}" if error else ""


def _draw_figures(folder: Path, estimates: Mapping[Figure, FigureEstimate], exact: _Exact) -> None:
    with plots.drawing(folder / "distributions-figure.svg", 3) as panels:
        for axes, figure in zip(panels, FIGURES[:3], strict=True):
            _draw(axes, estimates[figure], "estimated")
            _draw_exact(axes, exact[figure], "exact")
            axes.set(yscale="log", xlabel=figure, title="Tours")
        plots.legend_below(panels[0])
    with plots.drawing(folder / "distributions-angles.svg") as (axes,):
        for figure in FIGURES[3:]:
            _draw(axes, estimates[figure], f"{figure.removeprefix('angle-')} degrees")
        for figure in FIGURES[3:]:
            _draw_exact(axes, exact[figure], "exact" if figure == FIGURES[-1] else "")
        axes.set(yscale="log", xlabel="squares with the angle", title="Tours")
        plots.legend_below(axes)


def _draw_exact(axes: Any, tours: Mapping[int, int], label: str) -> None:
    known = {number: count for number, count in tours.items() if count}
    plots.published(axes, list(known), list(known.values()), label, markersize=4, color="black", markeredgewidth=0.6)


def _draw(axes: Any, one: FigureEstimate, label: str) -> None:
    tours = np.array(one.shares) * one.tours
    plots.ours(axes, one.numbers, tours, label, tours * np.array(one.errors), marker="")
