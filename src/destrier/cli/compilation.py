"""The command that compiles ahead of time, by running typical uses of each part of the package once."""

from __future__ import annotations

import logging
import os
import shlex
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from destrier.cli.messages import Bar
from destrier.support.announcing import LOGGER
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    _Run = Callable[[Sequence[str]], int]

COMMON: Final = (
    """tour 8 8 --seed 1 -o tour.npy -o tour.svg
    measure tour.npy
    obfuscate tour.npy --seed 1 -o other.npy
    shatter tour.npy --seed 1 -o tourney.npy
    join tourney.npy --seed 1 -o joined.npy""",
    "tour 20 20 --seed 1",
    "tour 1000 1000 --seed 1",
    "count 6 6 --max-memory 1G",
    """tour 17 17 --surface torus --seed 1 -o torus.npz
    measure torus.npz""",
    "tour 8 8 8 --seed 1",
)
"""The most common uses: commands, one a line, that run in a folder of their own."""

RARE: Final = (
    "tour 20 20 --kind open --seed 1",
    "tour 8 8 --algorithm two-factor --seed 1",
    "tour 8 8 --algorithm warnsdorff --seed 1",
    "tourney 8 8 --algorithm warnsdorff --seed 1",
    "tourney 8 8 --algorithm takefuji-lee --seed 1",
    "tour 20 40 --minimize turns",
    "tour 5 40 --minimize turns",
    "tour 8 8 --minimize crossings --sweeps 50 --seed 1",
    """tour 8 8 --surface torus --minimize rails --sweeps 50 --seed 1 -o torus.npz
    shatter torus.npz --seed 1 -o tourney.npz""",
    "tour 9 9 --surface projective --seed 1",
    """tour 8 8 --seed 1 -o tour.npy
    obfuscate tour.npy --method parberry --seed 1 -o other.npy
    shatter tour.npy --seed 1 -o tourney.npy
    draw tourney.npy -o tourney.hpgl""",
    "tour 9 7 6 --box --seed 1",
    "list 5 6 --max-memory 1G",
    "order 100 102 -o order.npy",
    "order 12 14 16 -o order.npy",
    "network 6 6 --seed 1 -o network.gif",
    "puzzle 8 8 --seed 2",
    "solve 6 6 --number a1=1",
    "magic 8 8 --seed 1",
    "count 6 6 --kind open --max-memory 1G",
    "count 6 6 --kind tourney",
    "count estimate 8 8 --error 0.1 --seed 1",
    "count 5 9 --leaper 1,4",
    "census 6 6 --slopes",
    "census extremes 6 6",
    """sample 6 6 -n 3 --max-memory 1G --seed 1 -o sample.npy
    measure sample.npy""",
    "sample 8 8 -n 3 --method chain --seed 1 -o sample.npy",
    "paths 8",
    "paths 8 --magic",
    "paths 12 --count-only",
    "longest 6 6",
)
"""Less common uses, without those that only tests need."""


@click.command("compile")
@click.option("--all", "everything", is_flag=True, help="Also compile the kernels of less common commands.")
@click.pass_obj
def compile_ahead(run: _Run, *, everything: bool) -> None:
    """Compile ahead of time the code that commands would otherwise compile at first use.

    The code goes to the folder named by NUMBA_CACHE_DIR, or else to the user's cache folder. It is compiled once for
    each version of destrier and Numba and each type of processor, on all processor cores.

    Example: destrier compile --all
    """
    from concurrent.futures import as_completed

    from destrier.jobs.workers import executor

    uses = (*COMMON, *RARE) if everything else COMMON
    tell = Bar()
    tell("compiling", 0, len(uses))
    if sys.stderr.isatty():
        LOGGER.setLevel(logging.WARNING)  # the progress bar shows it
    with executor() as workers:
        for done, use in enumerate(as_completed([workers.submit(do, run, use) for use in uses]), 1):
            if fault := use.result():
                raise DestrierError(fault)
            tell("compiling", done, len(uses))


def do(run: _Run, use: str) -> str | None:
    """Run the commands of one use in a worker, with all kernels compiled; return a message if one fails."""
    from tempfile import TemporaryDirectory

    from destrier.support.kernels import Kernel

    home, Kernel.patience = Path.cwd(), -1
    with TemporaryDirectory() as folder, Path(os.devnull).open("w", encoding="utf-8") as nothing:
        os.chdir(folder)
        try:
            for command in use.splitlines():
                with redirect_stdout(nothing), redirect_stderr(nothing):
                    code = run(shlex.split(command))
                if code:
                    return f"destrier {command.strip()} ended with exit code {code}"
        finally:
            os.chdir(home)
    return None


COMMANDS: Final = (compile_ahead,)
