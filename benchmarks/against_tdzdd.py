"""Measure the counting of closed tours against TdZdd: `python benchmarks/against_tdzdd.py FOLDER`.

TdZdd (Iwashita and Minato 2013) is the C++ library of decision diagrams on which Graphillion rests. It represents all
Hamiltonian cycles of a graph by a diagram that it builds with a frontier, as destrier counts them. The folder holds its
headers, such as `include` in its repository; they are compiled in a temporary folder with a few lines that make the
knight's graph, column by column. The two programs take turns. For each board, a line shows the seconds and the memory
of both, and the ratio of the times: the medians of all pairs of turns, each in a process of its own. The time of
destrier is that of a fourth count, when its kernels are compiled and in memory.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from programs import compiled

BOARDS: Final = ((5, 6), (6, 6), (5, 8), (6, 7), (6, 8))
PAIRS: Final = 3

DRIVER: Final = """
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <tdzdd/DdStructure.hpp>
#include <tdzdd/spec/PathZdd.hpp>
#include <tdzdd/util/Graph.hpp>

static std::string name(int row, int col) { return std::to_string(row) + "," + std::to_string(col); }

int main(int, char** arguments) { // the rows and the columns
  const int rows = atoi(arguments[1]), cols = atoi(arguments[2]);
  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
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
  const std::string count = tdzdd::DdStructure<2>(cycles).zddCardinality();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("[%s, %f, %f]", count.c_str(), seconds, usage.ru_maxrss / 1024.0);
}
"""

OURS: Final = """
import json, resource, sys, time
import destrier as dt
rows, cols = map(int, sys.argv[1:])
for _ in range(4):
    start = time.perf_counter()
    count = dt.count(rows, cols).undirected
    seconds = time.perf_counter() - start
print(json.dumps([count, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""


class Turn(NamedTuple):
    """A count in a process of its own."""

    tours: int
    seconds: float
    """Without the start of the process."""
    megabytes: float


def turn(command: list[str], rows: int, cols: int) -> Turn:
    """Return the result of a process."""
    done = subprocess.run([*command, str(rows), str(cols)], check=True, capture_output=True, text=True)
    return Turn(*json.loads(done.stdout))


def main() -> None:
    """Count on all boards, and print a line for each."""
    parser = argparse.ArgumentParser(description="Measure the counting of closed tours against TdZdd.")
    parser.add_argument("folder", type=Path, help="the folder with the headers of TdZdd")
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as work:
        try:
            program = compiled(DRIVER, Path(work), folder, name="TdZdd", needs=["tdzdd/DdStructure.hpp"])
        except ValueError as fault:
            parser.exit(2, f"{fault}\n")
        print(f"{'closed tours':12} {'TdZdd, s':>9} {'MB':>6} {'destrier, s':>12} {'MB':>6} {'ratio':>7}")
        for rows, cols in BOARDS:
            ours = [sys.executable, "-c", OURS]
            pairs = [(turn([str(program)], rows, cols), turn(ours, rows, cols)) for _ in range(PAIRS)]
            if any(one.tours != other.tours for one, other in pairs):
                sys.exit(f"the numbers of tours of {rows} x {cols} differ: {pairs[0][0].tours}, {pairs[0][1].tours}")
            (time, space), (own, own_space) = (
                (median(each.seconds for each in side), median(each.megabytes for each in side))
                for side in zip(*pairs, strict=True)
            )
            ratio = median(one.seconds / other.seconds for one, other in pairs)
            print(
                f"{f'{rows} x {cols}':12} {time:>9.3f} {space:>6.0f} {own:>12.3f} {own_space:>6.0f} {ratio:>7.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
