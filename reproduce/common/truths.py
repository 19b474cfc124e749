"""Compare the tours of chains with complete lists and exact samples."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier import jobs
from destrier.core.board import SYMMETRIES, Board, transform
from destrier.core.leaper import MOVES
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tourney
from destrier.counting.chains import autocorrelation_time
from destrier.counting.samples import all_moves, sample_moves
from destrier.measuring.metrics import relative_move_counts
from destrier.measuring.stack_statistics import statistics
from reproduce.common.mixing_times import chains
from reproduce.common.sampled_moves import as_angles
from reproduce.common.standard_errors import Estimate
from reproduce.common.statistics import normal_tail
from reproduce.common.study_tables import Table, probability
from reproduce.uniformity import Occurrences

BOARDS: Final = {"6x6": Board(6, 6), "6x8": Board(6, 8), "8x8": Board(8, 8)}
"""The boards whose tours are listed or sampled exactly; those of the first are all listed."""

LISTED: Final = "6x6"

_EXACT: Final = {"6x8": 2.0, "8x8": 0.5}
_LOOKS: Final = {"6x6": 55, "6x8": 10, "8x8": 10}
"""The numbers of exact tours of each board, and of observed chain states, for each sample of the study."""

GAP: Final = 8
"""The rounds between two observations, after which a tour of 6 x 6 recurs hardly more often than any other."""


class Truth(NamedTuple):
    """The estimates from a sample of a board."""

    size: int
    means: Mapping[str, Estimate]
    effective: Mapping[str, float]
    """The effective sizes."""
    times: Sequence[int]
    """The number of occurrences of each tour that occurred, if all are listed."""


def find_truths(
    folder: Path, boards: Sequence[str], samples: int, seed: int, work: Mapping[str, Any]
) -> dict[tuple[str, str], Truth]:
    """Return the true values for each board, by `exact`, and those of chains, by `chain`."""
    shards = [f"{board}-{by}" for board in boards for by in ("exact", "chain")]
    job = jobs.Job("means of uniformly random tours", {"samples": samples, "seed": seed}, shards, _take_means)
    files = jobs.run(job, folder / "uniform-truths", **work)
    found: dict[tuple[str, str], Truth] = {}
    for shard, file in zip(shards, files, strict=True):
        size, means, effective, times = json.loads(file.read_bytes())
        board, by = shard.split("-")
        found[board, by] = Truth(size, {name: Estimate(*mean) for name, mean in means.items()}, effective, times)
    return found


def _take_means(parameters: Mapping[str, Any], shard: str) -> jobs.Result:
    name, by = shard.split("-")
    board, key = BOARDS[name], derive_key(parameters["seed"], shard)
    if by == "chain":
        series = _tours_by_chains(board, _LOOKS[name] * parameters["samples"], key)
    elif name == LISTED:
        series = [np.concatenate(list(all_moves(board)))]
    else:
        series = [sample_moves(board, n=int(_EXACT[name] * parameters["samples"]), seed=key)]
    measured = [statistics_of(moves, board) for moves in series]
    pooled = {statistic: np.concatenate([each[statistic] for each in measured]) for statistic in measured[0]}
    size = sum(map(len, series))
    effective = {statistic: float(size) for statistic in pooled}
    if by == "chain":
        for statistic in pooled:
            effective[statistic] /= float(np.mean([autocorrelation_time(each[statistic]) for each in measured]))
    scatter = 0.0 if (name, by) == (LISTED, "exact") else 1.0
    means = {
        statistic: Estimate(float(values.mean()), scatter * float(values.std()) / math.sqrt(effective[statistic]))
        for statistic, values in pooled.items()
    }
    times = _occurrences(np.concatenate(series)) if name == LISTED else []
    return jobs.Result(json.dumps(Truth(size, means, effective, times)).encode(), size)


def _tours_by_chains(board: Board, looks: int, key: int) -> list[NDArray[np.uint8]]:
    """Return the tours of each chain of a sheet."""
    chain = chains(board, key)
    counts, tours = chain.draw(looks // chain.counts.size, GAP)
    return [tours[counts[:, lane] == 1, lane] for lane in range(chain.counts.size)]


def _occurrences(moves: NDArray[np.uint8]) -> list[int]:
    flat = np.ascontiguousarray(moves.reshape(len(moves), -1))
    times: list[int] = np.unique(flat.view(f"V{flat.shape[1]}"), return_counts=True)[1].tolist()
    return times


def statistics_of(moves: NDArray[np.uint8], board: Board) -> dict[str, NDArray[np.float64]]:
    """Return the statistics of many tours: shapes, moves, relative moves, symmetry, and edges by orbit."""
    found = {name: values.astype(float) for name, values in statistics(moves, board).items()}
    windings = found["winding across"], found["winding down"]
    found["squared winding"] = (windings[0] ** 2 + windings[1] ** 2) / 2
    for move in range(4):
        found[f"moves {move}, {move + 4}"] = (moves >> np.uint8(move) & 1).sum(axis=(1, 2)).astype(float)
    angles = as_angles([relative_move_counts(Tourney.trusted(each, board, 1)) for each in moves]) / 2
    for name, values in zip(("1, 7", "2, 6", "3, 5"), angles.T[1:], strict=True):  # the others are not turns
        found[f"relative moves {name}"] = values
    turned = np.moveaxis(transform(np.moveaxis(moves, 0, -1), "rotate-180"), -1, 0)
    found["symmetric"] = (turned == moves).all(axis=(1, 2)).astype(float)
    for number, orbit in enumerate(orbits(board)):
        found[f"edges {number}"] = np.bitwise_count(moves & orbit).sum(axis=(1, 2)) / 2
    return found


def orbits(board: Board) -> list[NDArray[np.uint8]]:
    """Return the orbits of the edges of a board under its symmetries, each as a moves array."""
    left, found = board.legal_moves(), []
    for row, col in np.ndindex(*board.shape):
        while left[row, col]:
            move = int(left[row, col]).bit_length() - 1
            one = _edge(board, row, col, move)
            images = [transform(one, symmetry) for symmetry in SYMMETRIES]
            orbit = np.bitwise_or.reduce([image for image in images if image.shape == one.shape])
            found.append(orbit)
            left &= ~orbit
    return found


def _edge(board: Board, row: int, col: int, move: int) -> NDArray[np.uint8]:
    moves = np.zeros(board.shape, np.uint8)
    moves[row, col] = 1 << move
    moves[row + MOVES[move][0], col + MOVES[move][1]] = 1 << (move + 4) % 8
    return moves


def compare(truths: Mapping[tuple[str, str], Truth]) -> Table:
    """Return each mean of the chain beside the true one, and the difference in standard errors."""
    rows: list[tuple[str | float, ...]] = []
    for board in dict.fromkeys(board for board, _ in truths):
        exact, chain = truths[board, "exact"], truths[board, "chain"]
        for name, true in exact.means.items():
            mean = chain.means[name]
            if mean.error > 0:  # moves of corners never change
                rows.append((board, name, *true, *mean, round(chain.effective[name]), mean.z(true)))
    return Table(("board", "statistic", "exact", "error", "chain", "error of the chain", "effective size", "z"), rows)


def in_short(compared: Table) -> Table:
    """Return the rows without edges, and on each board that of the edge with the largest deviation."""
    shown: list[Sequence[Any]] = []
    for board in dict.fromkeys(row[0] for row in compared.rows):
        rows = [row for row in compared.rows if row[0] == board]
        edges = [row for row in rows if str(row[1]).startswith("edges")]
        farthest = max(edges, key=lambda row: abs(float(row[-1] or 0)))
        shown += [row for row in rows if row not in edges]
        shown.append((board, f"the farthest of {len(edges)} orbits of edges", *farthest[2:]))
    return Table(
        ("board", "statistic", "exact", "chain", "effective size", "z"),
        [
            (
                str(board).replace("x", " x "),
                name,
                Estimate(true, error).text(),
                Estimate(mean, its_error).text(),
                size,
                f"{z:+.2f}",
            )
            for board, name, true, error, mean, its_error, size, z in shown
        ],
    )


def how_close(compared: Table) -> str:
    """State the size of the differences, and the plausible maximum of as many independent ones."""
    differences = np.array([row[-1] for row in compared.rows], float)
    farthest = float(np.abs(differences).max())
    chance = 1 - (1 - normal_tail(farthest)) ** differences.size
    return (
        f"Of {differences.size} differences the root mean square is {math.sqrt(np.square(differences).mean()):.2f} "
        f"standard errors, and the largest is {farthest:.2f}; if they were independent, one as large would occur with "
        f"probability {probability(chance)}."
    )


def how_often(times: Sequence[int], tours: int) -> str:
    """Compare the occurrences of all tours with the uniform distribution."""
    padded = np.zeros(tours, np.int64)
    padded[: len(times)] = times
    of = Occurrences(padded, 0.0)
    return (
        f"{of.distinct:,} of the {tours:,} tours were drawn, {of.size / tours:.1f} times each on average, at most "
        f"{padded.max()} times. Chi-square is {of.z:+.2f} standard deviations from its mean under the uniform "
        f"distribution; p = {probability(normal_tail(of.z))}."
    )
