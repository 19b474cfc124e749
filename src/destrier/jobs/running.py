"""Running a job, and how far it is.

The directory of a job holds a file for each finished shard, and its ledger. **The invariant:** a shard is finished iff
the ledger has a row for it and its file is what the row says. First the file is written beside its place and renamed,
then the row is committed; both are on the disk before the next. So a run that is killed leaves at most one file without
a row, which is replaced by the same bytes, and a row without its file is always damage.

Workers only return bytes: the process that called `run`, the *driver*, alone writes, and a cluster needs no shared
disk. What goes wrong inside a shard comes back as a value, so what a future raises is the fault of its executor.
Executors look after their own workers; a shard that makes them give up ends the run.
"""

from __future__ import annotations

import json
import pickle
import time
import warnings
from concurrent.futures import CancelledError, Executor, Future
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from destrier.jobs.job import RESERVED, Failed, code_version, perform
from destrier.jobs.ledger import LEDGER, About, Ledger, driving, is_driven
from destrier.jobs.workers import Processes
from destrier.support.atomic import discard_leftovers, write_atomically
from destrier.support.errors import DestrierError, JobUnfinished
from destrier.support.resources import processors

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from destrier.jobs.job import Done, Job
    from destrier.jobs.ledger import Row
    from destrier.support.types import Progress, StrPath


_AHEAD: Final = 2
"""Shards in flight for each worker: the one that it does, and the next."""

_WORKERS: Final = 500
"""Workers of an executor that does not tell how many it has: Dask's keeps a queue of its own."""

_TICK: Final = 1.0
"""Seconds between reports while nothing is finished."""


def run(
    job: Job, directory: StrPath, executor: Executor | None = None, *, progress: Progress | None = None
) -> list[Path]:
    """Do what is not yet done of a job.

    Parameters
    ----------
    job
        What to do.
    directory
        Where its files are, or will be: missing, empty, or that of an earlier run of the same job.
    executor
        Who does it; as many processes as this machine has processors if omitted.
    progress
        Called with what is being done, how much of it is done, and of how much.

    Returns
    -------
    list of Path
        The files of all shards, in order. What was found in the directory has been checked.

    Warns
    -----
    UserWarning
        For each file that is missing or not what the ledger says: its shard is done again.

    Raises
    ------
    JobUnfinished
        If the function of the job raised, workers died of a shard again and again, or the scheduler is gone. What is
        finished is kept; the next run goes on.
    DestrierError
        If the directory holds other things, another job, or this one of another version of the code; or if another run
        is at work on it; or if its ledger is damaged.
    OSError
        If a file cannot be written, as on a full disk. What is finished is kept; the next run goes on.
    """
    progress = progress or _keep_silent
    if executor is None:
        with Processes(processors()) as pool:
            return run(job, directory, pool, progress=progress)
    folder = Path(directory)
    _prepare(folder)
    with driving(folder), Ledger.opened(folder, to_write=True) as ledger:
        _begin(job, folder, ledger)
        discard_leftovers(folder)
        _forget_damaged(job, folder, ledger, progress)
        ledger.resume()
        _complete(job, folder, ledger, executor, progress)
    return [folder / job.file(shard) for shard in job.shards]


def _keep_silent(what: str, done: int, of: int) -> None:
    """Progress to nobody."""


def _prepare(folder: Path) -> None:
    """Make the directory; refuse one that holds other things."""
    folder.mkdir(parents=True, exist_ok=True)
    others = sorted(path.name for path in folder.iterdir() if not path.name.startswith((RESERVED, ".destrier-")))
    ledger = folder / LEDGER
    if others and not (ledger.exists() and ledger.stat().st_size):
        raise DestrierError(f"{folder} holds {others[0]}, but no job: name a directory that is new, empty or a job's")


def _begin(job: Job, folder: Path, ledger: Ledger) -> None:
    """Enter the job in a new ledger; refuse that of another one."""
    version = code_version(job.work.__module__)
    now = time.time()
    about = About(job.name, dict(job.parameters), job.suffix, version, now, now)
    if ledger.is_new():
        ledger.enter(about, job.shards)
        return
    there, here = _claims(ledger.about(), ledger.shards()), _claims(about, job.shards)
    for what in there | here:
        if there.get(what) != here.get(what):
            raise DestrierError(
                f"{folder} holds another job: its {what} is {there.get(what, 'none')}, not {here.get(what, 'none')}; "
                f"name another directory{', or go on with that version' * (what == 'version of the code')}"
            )


def _claims(about: About, shards: Sequence[str]) -> dict[str, str]:
    """What makes a job another one, in the order in which differences are named."""
    claims = {"name": repr(about.name)}
    claims |= {f"parameter {name}": json.dumps(value) for name, value in about.parameters.items()}
    claims |= {"version of the code": about.version, "suffix": about.suffix}
    return claims | {f"shard number {number}": shard for number, shard in enumerate(shards)}


def _forget_damaged(job: Job, folder: Path, ledger: Ledger, progress: Progress) -> None:
    """Name the files that are not what the ledger says; their shards are not finished."""
    rows = ledger.finished()
    for done, row in enumerate(rows, 1):
        path = folder / job.file(row.shard)
        if not row.matches(path):
            warnings.warn(f"{path} is {'damaged' if path.exists() else 'missing'}: it is made again", stacklevel=3)
            ledger.forget(row.shard)
        progress("checking", done, len(rows))


def _complete(job: Job, folder: Path, ledger: Ledger, executor: Executor, progress: Progress) -> None:
    """Do what is not finished, and keep it."""
    finished = {row.shard for row in ledger.finished()}
    done, of = len(finished), len(job.shards)
    progress(job.name, done, of)
    with closing(_outcomes(job, (shard for shard in job.shards if shard not in finished), executor)) as outcomes:
        for shard, outcome in outcomes:
            if isinstance(outcome, Failed):
                state = f"{done} of {of} shards are finished, and the next run goes on"
                error = JobUnfinished(f"{folder}: {outcome.why}; {state}")
                error.add_note(outcome.where)
                raise error
            if outcome is not None:
                write_atomically(folder / job.file(shard), outcome.content, durable=True)
                ledger.record(shard, outcome)
                done += 1
            progress(job.name, done, of)


def _outcomes(job: Job, shards: Iterator[str], executor: Executor) -> Generator[tuple[str, Done | Failed | None]]:
    """Shards as they end, of which a few are in flight; now and then `None`, that nothing did."""
    call = perform, pickle.dumps(job.work), code_version(job.work.__module__), dict(job.parameters)
    most = _AHEAD * getattr(executor, "_max_workers", _WORKERS)
    in_flight: dict[Future[Done | Failed], str] = {}
    ended: SimpleQueue[Future[Done | Failed]] = SimpleQueue()
    try:
        while True:
            for shard in islice(shards, most - len(in_flight)):
                future = _submit(executor, *call, shard)
                in_flight[future] = shard
                future.add_done_callback(ended.put)
            if not in_flight:
                return
            try:
                future = ended.get(timeout=_TICK)
            except Empty:
                yield "", None
            else:
                shard = in_flight.pop(future)
                yield shard, _outcome(future, shard)
    finally:
        for future in in_flight:
            future.cancel()


def _submit(executor: Executor, *call: Any) -> Future[Done | Failed]:
    """Have it done; an executor that takes no more fails the shard."""
    try:
        return executor.submit(*call)
    except Exception as error:  # noqa: BLE001 (what a pool that broke or a cluster that is gone raises)
        future: Future[Done | Failed] = Future()
        future.set_exception(error)
        return future


def _outcome(future: Future[Done | Failed], shard: str) -> Done | Failed:
    """What became of a shard; an exception is its executor's."""
    try:
        return future.result()
    except CancelledError:  # not by us
        return Failed("the scheduler is gone")
    except Exception as error:  # noqa: BLE001 (of any executor)
        return Failed.by(error, shard)


# How far it is


@dataclass(frozen=True)
class Status:
    """How far a job is.

    Attributes
    ----------
    name, parameters, version
        Of the job, and of the code that does it.
    begun
        When, in seconds since 1970.
    running
        Whether a run is at work on it.
    shards, finished
        How many there are, and how many are finished.
    damaged
        Files that are missing or not what the ledger says; the next run makes them again.
    count
        How many things are in the finished shards.
    seconds
        Processor time that workers took for them.
    rate
        Shards a second since it was begun or resumed last; `None` if none has been finished since.
    left
        Seconds until it is finished, if it is running at a known rate.
    """

    name: str
    parameters: dict[str, int | bool | str]
    version: str
    begun: float
    running: bool
    shards: int
    finished: int
    damaged: list[str]
    count: int
    seconds: float
    rate: float | None
    left: float | None


def status(directory: StrPath) -> Status:
    """How far the job in a directory is, whether or not a run is at work on it; all files are checked.

    Raises
    ------
    DestrierError
        If the directory holds no job, or its ledger is damaged.
    """
    folder = Path(directory)
    if not (folder / LEDGER).is_file():
        raise DestrierError(f"{folder} holds no job: there is no {LEDGER}")
    running = is_driven(folder)
    with Ledger.opened(folder) as ledger:
        if ledger.is_new():
            raise DestrierError(f"{folder} holds no job: its {LEDGER} is empty")
        about, shards, rows = ledger.about(), ledger.shards(), ledger.finished()
    files = {row.shard + about.suffix: row for row in rows}
    damaged = [file for file, row in files.items() if not row.matches(folder / file)]
    sound = [row for file, row in files.items() if file not in damaged]
    rate = _rate(about, rows, running=running)
    return Status(
        name=about.name,
        parameters=about.parameters,
        version=about.version,
        begun=about.begun,
        running=running,
        shards=len(shards),
        finished=len(sound),
        damaged=damaged,
        count=sum(row.count for row in sound),
        seconds=sum(row.seconds for row in sound),
        rate=rate,
        left=(len(shards) - len(sound)) / rate if running and rate else None,
    )


def _rate(about: About, rows: Sequence[Row], *, running: bool) -> float | None:
    """Shards a second since the job was begun or resumed last."""
    lately = [row.finished for row in rows if row.finished >= about.resumed]
    until = time.time() if running else max(lately, default=0.0)
    return len(lately) / (until - about.resumed) if lately and until > about.resumed else None
