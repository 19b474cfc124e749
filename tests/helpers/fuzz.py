"""Try damaged files and new random examples for so many minutes, or until a test fails: `make fuzz MINUTES=10`.

`PYTHONPATH=tests .venv/bin/python -m helpers.fuzz 7:1234` tries the damaged file of a seed once more.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from helpers.limits import Overtime, within
from helpers.mutations import Input, corpus, kind_of, made
from helpers.promises import Broken, outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUND: Final = "-m hypothesis --hypothesis-profile fuzz --exitfirst -n 2 --dist worksteal"
"""A round through all tests that have random examples, each of which draws new ones."""

_LONGEST: Final = 20
"""Seconds of a processor after which an input hangs."""

_MOST: Final = 1 << 33
"""Bytes of memory at which an input is stopped, whatever it is."""

_STATUS: Final = Path("/proc/self/status")
"""What Linux tells of this process; elsewhere, memory is not measured."""


def fuzz(minutes: float) -> int:
    """Try damaged files for half of the time, and then examples; return how it ended: with 0 if all is well so far."""
    ended = fuzz_files(minutes / 2, int(time.time()))
    end = time.monotonic() + 30 * minutes
    while not ended and time.monotonic() < end:
        with subprocess.Popen([sys.executable, "-m", "pytest", *ROUND.split()]) as tests:
            try:
                ended = tests.wait(end - time.monotonic())
            except subprocess.TimeoutExpired:
                tests.send_signal(signal.SIGINT)  # what has failed is still printed
                tests.wait()
    return ended


def fuzz_files(minutes: float, seed: int) -> int:
    """Try damaged files, print which of them broke a promise, keep these, and return how many did in other ways."""
    folder = Path(tempfile.mkdtemp(prefix="destrier-fuzz-"))
    print(f"damaged files are in {folder}; if the process ends at once, the newest is the last", flush=True)
    faulthandler.enable()
    broken, ended, behind, seeds = set[str](), Counter[str](), Counter[str](), dict[str, str]()
    for name, data in corpus().items():  # which compiles and imports what is needed
        outcome(Input("", name, data, ()), folder)
    number, begin = 0, time.monotonic()
    while time.monotonic() < begin + 60 * minutes:
        tried = made(f"{seed}:{number}")
        number += 1
        try:
            with _stopped(), _measured() as taken:
                error = outcome(tried, folder)
            _confirm_memory(sum(taken), tried, error)
        except Broken as fault:
            way = f"{kind_of(tried.name)} {_origin(fault.__cause__) if fault.__cause__ else fault.args[0][:10]}"
            if way not in broken:
                broken.add(way)
                kept = folder / f"{len(broken)}{Path(tried.name).suffix}"
                kept.write_bytes(tried.data)
                print(f"{tried}: {fault}, {way}; kept as {kept}", flush=True)
            continue
        ended[type(error).__name__ if error else "accepted"] += 1
        if error and error.__cause__ and "or not all of it" in str(error):
            origin = f"{kind_of(tried.name)} {_origin(error.__cause__)}"
            behind[origin] += 1
            seeds.setdefault(origin, tried.seed)
    print(f"{number:,} damaged files, {3600 * number / (time.monotonic() - begin):,.0f} an hour: {dict(ended)}")
    print(
        "behind 'not all of it':", *(f"{count:7} {way} ({seeds[way]})" for way, count in behind.most_common()), sep="\n"
    )
    return len(broken)


@contextmanager
def _stopped() -> Iterator[None]:
    """Let no memory be taken that others need: a `MemoryError` says where it was asked for."""
    if not _STATUS.exists():
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (1024 * _kilobytes("VmSize") + _MOST, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@contextmanager
def _measured() -> Iterator[list[int]]:
    """Tell afterwards how many bytes of memory were taken at most; raise `Broken` where it does not end."""
    taken = list[int]()
    if _STATUS.exists():
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # so that VmHWM is the highest from now on
        before = _kilobytes("VmRSS")
    try:
        with within(_LONGEST):
            yield taken
    except Overtime as hang:
        raise Broken(str(hang)) from None
    if _STATUS.exists():
        taken.append(1024 * (_kilobytes("VmHWM") - before))


def _confirm_memory(taken: int, tried: Input, error: BaseException | None) -> None:
    """Raise `Broken` where more memory was taken than is promised; an accepted board takes what it needs."""
    factor = 200 if error is None else 30 if tried.name.endswith(".json") else 10
    if taken > (most := 64_000_000 + factor * len(tried.data)):
        raise Broken(f"it takes {taken:,} bytes of memory, not {most:,}")


def _kilobytes(name: str) -> int:
    return next(int(line.split()[1]) for line in _STATUS.read_text().splitlines() if line.startswith(name))


def _origin(error: BaseException) -> str:
    """The type of an error, the innermost line of ours that it left, and the file of a library that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if f"src{os.sep}destrier" in frame.filename] or frames
    library = f" in {Path(frames[-1].filename).name}" if ours[-1] is not frames[-1] else ""
    return f"{type(error).__name__} at {Path(ours[-1].filename).name}:{ours[-1].lineno} {ours[-1].name}{library}"


if __name__ == "__main__":
    if ":" in sys.argv[1]:
        print(tried := made(sys.argv[1]), outcome(tried, Path(tempfile.mkdtemp(prefix="destrier-fuzz-"))))
    else:
        sys.exit(min(fuzz(float(sys.argv[1])), 1))
