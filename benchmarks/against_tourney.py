"""Measure destrier against the program of Parberry's paper: `python benchmarks/against_tourney.py FOLDER`.

The folder holds the program's C++ sources, such as `Code` in its repository. They are compiled in a temporary folder,
together with a few lines that time the program's functions without drawing. The two programs then take short turns, so
that other work on the machine slows both. For each task and side, a line shows the microseconds of a call of both and
their ratio: the medians of all pairs of turns, with compiled kernels.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, NamedTuple

from programs import compiled

import destrier as dt
from destrier.support.kernels import Kernel

if TYPE_CHECKING:
    from collections.abc import Callable

SIDES: Final = (8, 16, 32, 64, 100, 1000)
PAIRS: Final = 5
SECONDS: Final = 0.1
"""The length of a turn, which ends with the run that exceeds it."""

LIMIT: Final = 30.0
"""Seconds after which a turn of the paper's program is repeated: if no rail joins its cycles, it tries for ever."""


class Task(NamedTuple):
    """A task for both programs."""

    name: str
    prepare: str
    """C++ statements that prepare `board`."""
    work: str
    """C++ statements to time."""
    ours: Callable[[int], Callable[[int], object]]
    """From a side to a function of a seed, which is timed."""
    most: int = SIDES[-1]
    """The largest side; on larger boards, the paper's program does not end in reasonable time."""


def _obfuscate(**options: str) -> Callable[[int], Callable[[int], object]]:
    def prepared(side: int) -> Callable[[int], object]:
        source = dt.tour(side, side, algorithm="divide-and-conquer")
        return lambda seed: dt.obfuscate(source, seed=seed, **options)  # type: ignore[arg-type]

    return prepared


def _tourney(algorithm: str) -> Callable[[int], Callable[[int], dt.Tourney]]:
    return lambda side: lambda _: dt.tourney(side, side, algorithm=algorithm)


def _joined(algorithm: str) -> Callable[[int], Callable[[int], dt.Tourney]]:
    return lambda side: lambda seed: dt.join(_tourney(algorithm)(side)(seed), seed=seed)


DIVIDE: Final = "CDivideAndConquer().Generate(board, CycleType::Tour);"
BRAID: Final = "CConcentricBraid().Generate(board);"
COVER: Final = "CFourCover().Generate(board);"
WARNSDORFF: Final = "CWarnsdorff(rand()).Generate(board, CycleType::Tourney);"
NETWORK: Final = "CTakefujiLee(side, side, rand()).Generate(board);"
JOIN: Final = "board.JoinUntilTour();"

TASKS: Final = (
    Task("obfuscate, the paper's method", DIVIDE, "board.Obfuscate();", _obfuscate(method="parberry")),
    Task("obfuscate, by mixing (the default)", DIVIDE, "board.Obfuscate();", _obfuscate()),
    Task("braid and join", "", BRAID + JOIN, _joined("concentric-braid")),
    Task("divide-and-conquer", "", DIVIDE, lambda n: lambda _: dt.tour(n, n, algorithm="divide-and-conquer")),
    Task("concentric braid", "", BRAID, _tourney("concentric-braid")),
    Task("four-cover", "", COVER, _tourney("four-cover")),
    Task("Warnsdorff tourney", "", WARNSDORFF, _tourney("warnsdorff"), most=100),
    Task("Takefuji-Lee network", "", NETWORK, _tourney("takefuji-lee"), most=32),
)

HEADERS: Final = ("Board.h", "ConcentricBraid.h", "DivideAndConquer.h", "FourCover.h", "TakefujiLee.h", "Warnsdorff.h")

DRIVER: Final = """
%s
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

typedef std::chrono::steady_clock Clock;

static double nanoseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

int main(int, char** arguments) { // the number of the task, the side, the seconds of the turn
  const int task = atoi(arguments[1]), side = atoi(arguments[2]);
  const double limit = 1e9 * atof(arguments[3]);
  std::vector<double> times;
  const Clock::time_point began = Clock::now();
  while (nanoseconds_since(began) < limit) {
    CBoard board(side, side);
    switch (task) { %s }
    const Clock::time_point start = Clock::now();
    switch (task) { %s }
    times.push_back(nanoseconds_since(start));
  }
  std::sort(times.begin(), times.end());
  printf("%%f", times[times.size() / 2] / 1000);
}
"""


def driver() -> str:
    """Return the C++ program that times one task."""
    includes = "\n".join(f'#include "{header}"' for header in HEADERS)
    prepare, work = (
        " ".join(f"case {number}: {code} break;" for number, code in enumerate(codes))
        for codes in ([task.prepare for task in TASKS], [task.work for task in TASKS])
    )
    return DRIVER % (includes, prepare, work)


def their_turn(program: Path, task: int, side: int) -> float:
    """Return the microseconds of a call of the paper's program: the median of a turn."""
    command = [str(program), str(task), str(side), str(SECONDS)]
    while True:
        try:
            return float(subprocess.run(command, check=True, capture_output=True, timeout=LIMIT).stdout)
        except subprocess.TimeoutExpired:
            print(f"repeated: {TASKS[task].name}, n = {side}, did not end within {LIMIT:.0f} s")


def our_turn(work: Callable[[int], object]) -> float:
    """Return the microseconds of a call of destrier: the median of a turn."""
    times: list[float] = []
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        start = time.perf_counter()
        work(len(times))
        times.append(time.perf_counter() - start)
    return median(times) * 1e6


def main() -> None:
    """Measure all tasks, and print a line for each."""
    parser = argparse.ArgumentParser(description="Measure destrier against the program of Parberry's paper.")
    parser.add_argument("folder", type=Path, help="the folder with the C++ sources of the paper's program")
    folder = parser.parse_args().folder
    Kernel.patience = -1  # compiles every kernel at its first call, as Python does after many calls for small boards
    with tempfile.TemporaryDirectory() as work:
        try:
            program = compiled(driver(), Path(work), folder, name="the paper's program", needs=HEADERS, sources="*.cpp")
        except ValueError as fault:
            parser.exit(2, f"{fault}\n")
        print(f"{'microseconds, medians':36} {'n':>5} {'paper':>10} {'destrier':>10} {'ratio':>7}")
        for number, task in enumerate(TASKS):
            for side in (side for side in SIDES if side <= task.most):
                ours = task.ours(side)
                our_turn(ours)  # compiles the kernels
                pairs = [(their_turn(program, number, side), our_turn(ours)) for _ in range(PAIRS)]
                theirs, own = (median(times) for times in zip(*pairs, strict=True))
                ratio = median(one / other for one, other in pairs)
                print(f"{task.name:36} {side:>5} {theirs:>10.2f} {own:>10.2f} {ratio:>7.1f}", flush=True)


if __name__ == "__main__":
    main()
