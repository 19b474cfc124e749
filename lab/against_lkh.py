"""Compare the time of a closed tour with that of LKH, as `elkai` has it: `python lab/against_lkh.py` prints a table.

LKH gets the board as a matrix in which a knight's move costs 0 and everything else 1; a tour of cost 0 is a knight's
tour. Times are the shortest of a few runs, of both programs in turn, kernels compiled and the matrix made before.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import Final

import elkai  # type: ignore[import-untyped]  # it has no types
import numpy as np

import destrier as dt

SIZES: Final = (8, 12, 20, 30)

_RUNS: Final = 3


def shortest(run: Callable[[], object]) -> float:
    """Return the shortest time of some runs, in seconds."""
    times = []
    for _ in range(_RUNS):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return min(times)


def costs(board: dt.Board) -> list[list[int]]:
    """Return what it costs to go from each square to each other one."""
    graph = board.to_networkx()
    squares = {square: place for place, square in enumerate(graph)}
    matrix = 1 - np.eye(len(squares), dtype=int)
    for here, there in graph.edges:
        matrix[squares[here], squares[there]] = matrix[squares[there], squares[here]] = 0
    table: list[list[int]] = matrix.tolist()
    return table


def main() -> None:
    """Print a row for each size: the seconds of LKH, of a uniformly random tour and of a tiled one."""
    lines = ['| board | LKH, s | uniformly random, s | `algorithm="rectangle"`, s |', "|---|---:|---:|---:|"]
    for size in SIZES:
        board = dt.Board(size, size)
        matrix = costs(board)
        lkh = elkai.DistanceMatrix(matrix)
        assert all(matrix[here][there] == 0 for here, there in pairwise(lkh.solve_tsp(runs=1)))
        dt.tour(board, seed=0)  # loads the kernels
        uniform, tiled = partial(dt.tour, board, seed=1), partial(dt.tour, board, algorithm="rectangle")
        times = shortest(partial(lkh.solve_tsp, runs=1)), shortest(uniform), shortest(tiled)
        lines.append(f"| {board} | {times[0]:.3f} | {times[1]:.4f} | {times[2]:.5f} |")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
