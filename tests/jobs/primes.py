"""Work for the tests of jobs. As a program, a driver of one job: a command of the command line."""

from __future__ import annotations

import json
import os
import signal
import time
from hashlib import shake_128
from typing import TYPE_CHECKING, Any

import click

from destrier import cli, jobs
from destrier.cli.messages import Bar

if TYPE_CHECKING:
    from collections.abc import Mapping

WIDTH = 100
"""Numbers in a shard."""


def primes(parameters: Mapping[str, int | bool | str], shard: str) -> jobs.Result:
    """The primes of a shard, which is called by its first number; at one of them a test may hold the job."""
    numbers = range(max(int(shard), 2), int(shard) + WIDTH)
    found = [number for number in numbers if all(number % divisor for divisor in range(2, number))]
    time.sleep(60 if shard == os.environ.get("DESTRIER_HOLD") else float(parameters["seconds"]))
    return jobs.Result(json.dumps(found).encode(), len(found))


def job(shards: int = 20, seconds: float = 0.05, *, shared: bool = False) -> jobs.Job:
    names = [f"{WIDTH * number:05}" for number in range(shards)]
    return jobs.Job("primes", {"below": WIDTH * shards, "seconds": f"{seconds:g}"}, names, primes, shared=shared)


def noise(parameters: Mapping[str, int | bool | str], shard: str) -> jobs.Result:
    """So many bytes of which no part is like another."""
    time.sleep(0.05)
    size = int(parameters["size"])
    return jobs.Result(shake_128(shard.encode()).digest(size), size)


def deadly(parameters: Mapping[str, int | bool | str], shard: str) -> jobs.Result:
    """One shard kills its worker."""
    if shard == parameters["deadly"]:
        os.kill(os.getpid(), signal.SIGKILL)
    return noise({"size": 3}, shard)


@click.command("primes")
@click.argument("directory")
@click.option("--shards", type=int, default=20)
@click.option("--seconds", type=float, default=0.05)
@click.option("--shared", is_flag=True)
@click.option("--workers", type=int)
@click.option("--scheduler")
def find_primes(directory: str, shards: int, seconds: float, *, shared: bool, **workers: Any) -> None:
    import primes

    with jobs.executor(**workers) as executor:
        jobs.run(primes.job(shards, seconds, shared=shared), directory, executor, progress=Bar())


if __name__ == "__main__":
    cli.commands.add_command(find_primes)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has what it runs in the background ignore it
    cli.main()
