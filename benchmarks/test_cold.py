"""First uses: what a command compiles in an installation that has compiled nothing, and what it takes then and later.

Each command runs twice, in processes of its own, with a cache that begins empty. The seconds are the processor's.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_USES: Final = (
    "tour 4 6 --kind open",
    "tour 8 8 --seed 1",
    "tour 8 8 --kind open --seed 1",
    "tour 8 8 --algorithm warnsdorff --seed 1",
    "tour 20 20 --minimize turns",
    "tour 8 8 --minimize crossings --obfuscate --seed 1",
    "tour 1000 1000 --seed 1",
    "tour 9 9 --surface torus --seed 1",
    "tour 4 4 4 --seed 1",
    "tour --box 3 4 5 --seed 1",
    "tourney 48 48 --algorithm four-cover",
    "count 6 6",
    "count 6 8",
    "count 6 6 --kind tourney",
    "count estimate 6 6 --seed 1",
    "list 5 6",
    "sample 6 6 --seed 1 -o sample.npy",
    "puzzle 6 6 --seed 1",
    "magic 8 8 --seed 1",
    "paths 12",
    "longest 6 6",
)

PROGRAM: Final = """
import logging, resource, sys
from destrier import cli
from destrier.support.announcing import Compilation, heard

class Number(Compilation):
    compiled = 0
    def emit(self, record):
        self.compiled += record.levelno == logging.INFO

number = Number()
with heard(number):
    code = cli.run(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_SELF)
print(code, number.compiled, used.ru_utime + used.ru_stime, file=sys.stderr)
"""


class Use(NamedTuple):
    """How often a function was compiled, and the seconds of the processor."""

    compiled: int
    seconds: float


_rows: list[tuple[str, Use, Use]] = []


@pytest.mark.parametrize("command", FIRST_USES)
def test_first_use(command: str, tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}

    def use() -> Use:
        program = [sys.executable, "-c", PROGRAM, *command.split()]
        done = subprocess.run(program, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
        code, compiled, seconds = done.stderr.split("\n")[-2].split()
        assert code == "0", done.stderr
        return Use(int(compiled), float(seconds))

    cold, warm = use(), use()
    assert warm.compiled == 0
    _rows.append((command, cold, warm))


@pytest.fixture(scope="module", autouse=True)
def _table() -> Iterator[None]:
    """Print the table when all commands have run."""
    yield
    print("\n\nfirst uses: functions compiled, processor seconds cold, and warm")
    for command, cold, warm in _rows:
        print(f"{command:52} {cold.compiled:>5} {cold.seconds:>7.1f} s {warm.seconds:>6.2f} s")
