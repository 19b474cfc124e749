"""Measure the counting of closed tours against TdZdd: `python benchmarks/against_tdzdd.py FOLDER`.

TdZdd (Iwashita and Minato 2013) is the C++ library of decision diagrams on which Graphillion rests. It represents all
Hamiltonian cycles of a graph by a diagram that it builds with a frontier, as destrier counts them. The folder holds its
headers, such as `include` in its repository; they are compiled in a temporary folder with a few lines that make the
knight's graph, column by column.

The two programs take turns. A round is a turn of TdZdd, the *first* `destrier count` with an empty cache of kernels,
and a *later* one with the kernels of the first. For each board, a line shows the seconds and the memory of the whole
processes, and how many times as fast destrier is: medians of five rounds, or of those begun within a minute. `nan` is
for TdZdd if the memory is too small; 7 x 8 takes it 12 GB.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from math import nan
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, NamedTuple

from programs import compiled

from destrier.support.resources import memory

BOARDS: Final = ((6, 6), (6, 7), (6, 8), (7, 8), (8, 8))
ROUNDS: Final = 5
MINUTE: Final = 60

DRIVER: Final = r"""
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tdzdd/DdStructure.hpp>
#include <tdzdd/spec/PathZdd.hpp>
#include <tdzdd/util/Graph.hpp>

static std::string name(int row, int col) { return std::to_string(row) + "," + std::to_string(col); }

int main(int, char** arguments) { // the rows and the columns
  const int rows = atoi(arguments[1]), cols = atoi(arguments[2]);
  tdzdd::Graph graph;
  const int moves[4][2] = {{-2, 1}, {-1, 2}, {1, 2}, {2, 1}};
  for (int col = 0; col < cols; ++col)
    for (int row = 0; row < rows; ++row)
      for (const auto& move : moves) {
        const int there = row + move[0], beyond = col + move[1];
        if (there >= 0 && there < rows && beyond < cols) graph.addEdge(name(row, col), name(there, beyond));
      }
  graph.update();
  tdzdd::HamiltonCycleZdd cycles(graph);
  printf("{\"undirected\": %s}", tdzdd::DdStructure<2>(cycles).zddCardinality().c_str());
}
"""


class Turn(NamedTuple):
    """A count in a process of its own."""

    tours: int | None
    """`None` if the process failed."""
    seconds: float
    """From its start to its end."""
    megabytes: float


def turn(command: list[str], kernels: str = "") -> Turn:
    """Return the result of a process that keeps its kernels in a folder."""
    env = os.environ | {"NUMBA_CACHE_DIR": kernels, "PYTHONDONTWRITEBYTECODE": ""}
    began = perf_counter()
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        return Turn(None, nan, nan)
    return Turn(json.loads(output)["undirected"], perf_counter() - began, used.ru_maxrss / 1024)


def rounds_of(program: Path, rows: int, cols: int) -> list[tuple[Turn, Turn, Turn]]:
    """Return the rounds of a board: TdZdd, first, later."""
    theirs = [str(program), str(rows), str(cols)]
    ours = [sys.executable, "-m", "destrier", "count", str(rows), str(cols), "--json"]
    rounds, began = list[tuple[Turn, Turn, Turn]](), perf_counter()
    while len(rounds) < ROUNDS and (not rounds or perf_counter() - began < MINUTE):
        with tempfile.TemporaryDirectory() as kernels:
            rounds.append((turn(theirs), turn(ours, kernels), turn(ours, kernels)))
        other, first, later = (each.tours for each in rounds[-1])
        if first is None or later != first or other not in {first, None}:
            sys.exit(f"the numbers of tours of {rows} x {cols} differ: {other}, {first}, {later}")
    return rounds


def main() -> None:
    """Count on all boards, and print a line for each."""
    parser = argparse.ArgumentParser(description="Measure the counting of closed tours against TdZdd.")
    parser.add_argument("folder", type=Path, help="the folder with the headers of TdZdd")
    parser.add_argument("--memory", type=float, default=memory() / 1e9, help="the GB that a process may take")
    given = parser.parse_args()
    most = int(given.memory * 1e9)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))  # of the processes, too
    with tempfile.TemporaryDirectory() as work:
        try:
            program = compiled(DRIVER, Path(work), given.folder, name="TdZdd", needs=["tdzdd/DdStructure.hpp"])
        except ValueError as fault:
            parser.exit(2, f"{fault}\n")
        print("closed tours  TdZdd, s      MB  first, s      MB   ratio  later, s      MB   ratio")
        for rows, cols in BOARDS:
            sides = list(zip(*rounds_of(program, rows, cols), strict=True))
            print(f"{f'{rows} x {cols}':12}", end="")
            for side in sides:
                seconds, megabytes = (median(numbers) for numbers in list(zip(*side, strict=True))[1:])
                print(f"{seconds:>10.2f}{megabytes:>8.0f}", end="")
                if side is not sides[0]:
                    ratio = median(one.seconds / other.seconds for one, other in zip(sides[0], side, strict=True))
                    print(f"{ratio:>8.2f}", end="")
            print(flush=True)


if __name__ == "__main__":
    main()
