"""Measure a count on a cluster of this machine: `python benchmarks/cluster.py 8 8 --workers 1 2 4`.

The board is counted in memory, by all processors, and then in a store by Dask workers with a thread each, after the
kernels have been compiled and loaded. A table has a row for each: the seconds of the count and the processor seconds of
all processes, with their ratios to the count in memory; the shards and the seconds of work in them; the megabytes of
the tables, which are written once and read once; the share of waiting, which is the time of the workers, or of the
processors if there are fewer, that is not work; and the memory of the largest worker. Needs `destrier[cluster]`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import distributed
import psutil

import destrier as dt
from destrier import jobs
from destrier.jobs.ledger import Ledger
from destrier.support.resources import processors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from destrier.counting.counts import TourCount

Client: Final[Any] = distributed.Client

WARM: Final = (6, 8)
"""A board that is counted beforehand, by every process, to load the kernels."""

HEADER: Final = ("workers", "seconds", "ratio", "processor s", "ratio", "shards", "work s", "MB", "waiting", "GB each")


class Work(NamedTuple):
    """What the ledger of a stage says about its shards."""

    shards: int
    seconds: float
    bytes: int


class Cost(NamedTuple):
    """The seconds of a count and the processor seconds of all its processes."""

    seconds: float
    processor_seconds: float


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sides", type=int, nargs=2)
    parser.add_argument("--kind", choices=("closed", "open"), default="closed")
    parser.add_argument("--workers", type=int, nargs="+", default=(1, 2, 4))
    options = parser.parse_args()
    warm(options.kind)
    counted, alone = measured(lambda: dt.count(*options.sides, kind=options.kind), [os.getpid()])
    print(f"{options.kind} tours of {options.sides[0]} x {options.sides[1]}, {processors()} processors")
    show(HEADER)
    show(("in memory", f"{alone.seconds:.1f}", "1.00", f"{alone.processor_seconds:.1f}", "1.00", *"-----"))
    for workers in options.workers:
        with tempfile.TemporaryDirectory() as folder, cluster(Path(folder), workers) as (address, processes):
            number, cost, work, memory = count(Path(folder), options, address, processes)
        if number != counted:
            raise SystemExit(f"{workers} workers count {number}, not {counted}")
        show(row(workers, cost, alone, work, memory))


def show(cells: Sequence[str]) -> None:
    """Print a row."""
    print(f"{cells[0]:10}" + "".join(f"{cell:>13}" for cell in cells[1:]), flush=True)


def row(workers: int, cost: Cost, alone: Cost, stages: Sequence[Work], memory: int) -> list[str]:
    """Return the cells of a count on a cluster."""
    shards, work, size = (sum(column) for column in zip(*stages, strict=True))
    waiting = 1 - work / (cost.seconds * min(workers, processors()))
    ratios = [f"{ours / theirs:.2f}" if theirs else "-" for ours, theirs in zip(cost, alone, strict=True)]
    times = f"{cost.seconds:.1f}", ratios[0], f"{cost.processor_seconds:.1f}", ratios[1]
    of_work = str(shards), f"{work:.1f}", f"{size / 1e6:.0f}", f"{waiting:.0%}"
    return [str(workers), *times, *of_work, f"{memory / 1e9:.2f}"]


def warm(kind: Any) -> None:
    """Count a small board."""
    dt.count(*WARM, kind=kind)


def count(
    folder: Path, options: argparse.Namespace, address: str, processes: list[int]
) -> tuple[TourCount, Cost, list[Work], int]:
    """Return the number of tours, its cost, the work of each stage, and the most memory of a worker in bytes."""
    stages: dict[str, Work] = {}

    def look(_what: str, done: int, of: int) -> None:
        if done == of:
            for path in (folder / "store").glob("stage-*"):
                stages[path.name] = work_in(path)

    with Client(address, set_as_default=False) as client, jobs.executor(scheduler=address) as executor:
        client.run(warm, options.kind)
        dt.count(*WARM, kind=options.kind, store=folder / "warm", executor=executor)
        stored: dict[str, Any] = {"store": folder / "store", "executor": executor, "progress": look}
        number, cost = measured(
            lambda: dt.count(*options.sides, kind=options.kind, **stored), [os.getpid(), *processes]
        )
        memory = max(client.run(most_memory).values())
    return number, cost, list(stages.values()), memory


def work_in(stage: Path) -> Work:
    """Return the work that the ledger of a stage tells."""
    with Ledger.opened(stage) as ledger:
        rows = ledger.finished()
    return Work(len(rows), sum(row.seconds for row in rows), sum(row.bytes for row in rows))


def most_memory() -> int:
    """Return the most memory that this process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measured(counted: Callable[[], TourCount], processes: Sequence[int]) -> tuple[TourCount, Cost]:
    """Return the result of a count, and its cost in these processes."""
    before, begun = processor_seconds(processes), time.perf_counter()
    number = counted()
    return number, Cost(time.perf_counter() - begun, processor_seconds(processes) - before)


def processor_seconds(processes: Sequence[int]) -> float:
    """Return the processor time that processes have taken."""
    times = [psutil.Process(process).cpu_times() for process in processes]
    return float(sum(each.user + each.system for each in times))


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[int]]]:
    """Run a scheduler and workers with a thread each; provide its address and all process ids."""
    about = folder / "scheduler.json"
    common = "--no-dashboard", "--scheduler-file", str(about)
    worker = "worker", "--nthreads", "1", "--no-nanny", "--memory-limit", "0"
    commands = [("scheduler", "--host", "127.0.0.1", "--port", "0"), *[worker] * workers]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    processes = [
        subprocess.Popen([sys.executable, "-m", "dask", *command, *common], **quiet)  # type: ignore[call-overload]
        for command in commands
    ]
    try:
        while not (about.exists() and about.stat().st_size):
            if processes[0].poll() is not None:
                raise SystemExit("the scheduler does not start; it needs the extra `cluster`")
            time.sleep(0.1)
        address = json.loads(about.read_text())["address"]
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(workers)
        yield address, [process.pid for process in processes]
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
