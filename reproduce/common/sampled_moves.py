"""Count the moves of many tours, as a job."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from destrier import jobs
from destrier.core.board import Board
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tourney
from destrier.desk.tour import source_of, tourney
from destrier.measuring.metrics import move_counts, relative_move_counts
from destrier.switching.joining import join
from destrier.switching.obfuscation import obfuscate
from reproduce.common import plots

WALKS: Final = "warnsdorff-walks"
"""The source of tours by the paper's walks: all walks that do not close are discarded."""

CYCLES: Final = "-cycles"
"""A suffix that selects the tourneys of an algorithm that also makes tours."""

_ENDLESS: Final = 1 << 40
"""The number of walks before the last is completed."""

_IN_A_SHARD: Final = 50
"""The minimum number of tours in a shard; smaller boards have more, for the same duration."""

_SQUARES_IN_A_SHARD: Final = 100_000

RELATIVE: Final = (0, 1, 2, 3, 5, 6, 7)
"""The relative moves: no move is followed by its opposite."""

_KINDS: Final = {"moves": "move", "relative": "relative move"}


class MoveSample(NamedTuple):
    """The distributions of n tours or tourneys."""

    moves: NDArray[np.float64]
    """(n, 8): the frequency of each move, in the direction in which `Tourney.order` walks."""
    relative: NDArray[np.float64]
    """(n, 8): the frequency of each difference of a move and the next one, modulo 8."""
    cycles: NDArray[np.int64]
    """(n,): the number of cycles."""

    @property
    def axes(self) -> NDArray[np.float64]:
        """(n, 4): the frequencies of moves in either direction."""
        return as_axes(self.moves)

    @property
    def angles(self) -> NDArray[np.float64]:
        """(n, 4): the frequencies of relative moves in either direction."""
        return as_angles(self.relative)


def as_axes(moves: ArrayLike) -> NDArray[np.float64]:
    """Return frequencies of moves 0 to 7 (last axis) in either direction: each is added to that of its opposite."""
    frequencies = np.asarray(moves, np.float64)
    return frequencies[..., :4] + frequencies[..., 4:]


def as_angles(relative: ArrayLike) -> NDArray[np.float64]:
    """Return frequencies of relative moves (last axis), adding those that reversing a tour exchanges, as 1 and 7."""
    frequencies = np.asarray(relative, np.float64)
    return np.stack([frequencies[..., 0], *(frequencies[..., i] + frequencies[..., 8 - i] for i in (1, 2, 3))], axis=-1)


def count_moves(
    folder: Path,
    source: str,
    side: int,
    n: int,
    *,
    seed: int,
    work: Mapping[str, Any],
    then: str = "",
    **options: int | bool | str,
) -> MoveSample:
    """Count the moves of n tours or tourneys of a square board, as a job in a folder.

    The source is the name of an algorithm, with `CYCLES` or not, or `WALKS`. The tours are left as they are, or changed
    by `join`, or by `obfuscate` with the paper's method; the options are those of that function.
    """
    parameters: dict[str, int | bool | str] = {"source": source, "side": side, "n": n, "seed": seed, "then": then}
    parameters |= options
    shards = [f"{first:06}" for first in range(0, n, _in_a_shard(side))]
    job = jobs.Job("moves of tours", parameters, shards, _count)
    files = jobs.run(job, folder, **work)
    rows = np.array([row for file in files for row in json.loads(file.read_bytes())], np.int64)
    return MoveSample(rows[:, :8] / side**2, rows[:, 8:16] / side**2, rows[:, 16])


def _count(parameters: Any, shard: str) -> jobs.Result:
    """Return, for each tour of a shard, 8 counts of moves, 8 of relative moves, and the number of cycles."""
    board = Board(parameters["side"], parameters["side"])
    rows = []
    options = {name: parameters[name] for name in ("method", "shatters", "disjoint") if name in parameters}
    for number in range(int(shard), min(int(shard) + _in_a_shard(parameters["side"]), parameters["n"])):
        key = derive_key(parameters["seed"], parameters["source"], number)
        made = _finish(_make(parameters["source"], board, key), parameters["then"], key, options)
        counts = (move_counts(made, directed=True), relative_move_counts(made, directed=True), [made.cycle_count])
        rows.append(np.concatenate(counts).tolist())
    return jobs.Result(json.dumps(rows).encode(), len(rows))


def _make(source: str, board: Board, key: int) -> Tourney:
    if source == WALKS:
        from destrier.makers.warnsdorff import warnsdorff

        return warnsdorff(board, seed=key, walks=_ENDLESS)
    if source.endswith(CYCLES):
        return tourney(board, algorithm=source.removesuffix(CYCLES), seed=key)
    return source_of(source, board, key)


def _finish(made: Tourney, then: str, key: int, options: dict[str, Any]) -> Tourney:
    if then == "obfuscate":
        return obfuscate(made, method="parberry", seed=key, **options)
    return join(made, seed=key, **options) if then == "join" else made


def _in_a_shard(side: int) -> int:
    return max(_IN_A_SHARD, _SQUARES_IN_A_SHARD // side**2)


def draw_moves(path: Path, samples: Mapping[str, MoveSample], published: Sequence[float] = ()) -> None:
    """Draw means and standard deviations of moves and relative moves, and a paper's values of the latter, if any."""
    with plots.drawing(path, 2) as panels:
        for axes, (kind, what), shown in zip(panels, _KINDS.items(), (range(8), RELATIVE), strict=True):
            for number, (name, sample) in enumerate(samples.items()):
                frequencies = getattr(sample, kind)[:, list(shown)]
                places = np.arange(len(shown)) + (number - (len(samples) - 1) / 2) * 0.15
                plots.ours(axes, places, frequencies.mean(axis=0), name, frequencies.std(axis=0, ddof=1), linestyle="")
            axes.set(title=f"Frequency of {what}s", xlabel=what)
            axes.set_ylim(bottom=0)
            plots.name_moves(axes, shown, relative=kind == "relative")
        if published:
            plots.published(axes, range(len(RELATIVE)), published, "the paper's text", color=plots.COLOURS[1])
        axes.legend()
