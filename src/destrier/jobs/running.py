"""Run a job, and report its progress.

The directory of a job holds a file for each finished shard, and its ledger. **The invariant:** a shard is finished iff
the ledger has a row for it and its file matches the row. The file is written under a temporary name and renamed, then
the row is committed; each step is on disk before the next. A killed run thus leaves at most one file without a row,
which is later replaced by the same bytes, and a row without its file always means damage.

Workers only return bytes: only the process that called `run`, the *driver*, writes, and a cluster needs no shared disk.
If a job is `shared`, its workers write the files, in the same way, and the driver only commits the rows.
Errors inside a shard come back as values, so an exception of a future is the fault of its executor. Executors manage
their own workers; a shard that makes them give up ends the run.
"""

from __future__ import annotations

import json
import os
import pickle
import time
import warnings
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias

from destrier.jobs.job import RESERVED, Done, Failed, Job, code_version, perform
from destrier.jobs.ledger import LEDGER, About, Ledger, Receipt, driving, is_driven
from destrier.jobs.workers import executor as processes
from destrier.support.aliases import Progress, StrPath
from destrier.support.atomic import check_folder, discard_leftovers, others_in, write_atomically
from destrier.support.errors import DestrierError, JobUnfinished

_Outcome: TypeAlias = Done | Failed | OSError

_AHEAD: Final = 2
"""Number of shards in flight per worker: the current one and the next."""

_WORKERS: Final = 500
"""Assumed number of workers of an executor that does not report it; Dask's has its own queue."""

_VERSION: Final = "version of the code"

_TICK: Final = 1.0
"""Seconds between reports while no shard finishes."""


def run(
    job: Job,
    directory: StrPath,
    executor: Executor | None = None,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Path]:
    """Compute the unfinished shards of a job.

    Parameters
    ----------
    job
        The job.
    directory
        The directory for its files: missing, empty, or from an earlier run of the same job.
    executor
        The executor of the shards; by default processes on this machine.
    workers
        The number of these processes; by default as many as there are processors.
    progress
        A function that is called with a description of the work, the amount done, and the total.

    Returns
    -------
    list of Path
        The files of all shards, in order. Files found in the directory have been checked.

    Warns
    -----
    UserWarning
        For each file that is missing or does not match the ledger; its shard is recomputed.

    Raises
    ------
    JobUnfinished
        If the function of the job raised, workers repeatedly died of a shard, or the scheduler is gone. Finished shards
        are kept for the next run.
    DestrierError
        If the directory holds other things, another job, or this job by another version; if another run is
        at work on it; or if its ledger is damaged.
    OSError
        If a file cannot be written, as on a full disk. Finished shards are kept for the next run.
    """
    progress = progress or _keep_silent
    if executor is None:
        with processes(workers) as pool:
            return run(job, directory, pool, progress=progress)
    folder = Path(directory)
    _prepare(folder)
    with driving(folder), Ledger.opened(folder, to_write=True) as ledger:
        _begin(job, folder, ledger)
        _refuse_directories(folder, map(job.file, job.shards))
        discard_leftovers(folder)
        _forget_damaged(job, folder, ledger, progress)
        ledger.resume()
        _complete(job, folder, ledger, executor, progress)
        discard_leftovers(folder)  # of workers that were killed while they wrote
    return [folder / job.file(shard) for shard in job.shards]


def _keep_silent(what: str, done: int, of: int) -> None:
    """Ignore progress."""


def _prepare(folder: Path) -> None:
    """Create the directory; raise if it contains other files."""
    check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    others = others_in(folder, RESERVED)
    ledger = folder / LEDGER
    if others and not (ledger.exists() and ledger.stat().st_size):
        raise DestrierError(f"{folder} holds {others[0]}, but no job: name a directory that is new, empty or a job's")


def _begin(job: Job, folder: Path, ledger: Ledger) -> None:
    """Enter the job in a new ledger; raise if the ledger belongs to another job."""
    now = time.time()
    about = About(job.name, dict(job.parameters), job.suffix, job.results_version(), now, now)
    if ledger.is_new():
        ledger.enter(about, job.shards)
        return
    there, here = _claims(ledger.about(), ledger.shards()), _claims(about, job.shards)
    for what in there | here:
        if there.get(what) != here.get(what):
            raise DestrierError(
                f"{folder} holds another job: its {what} is {there.get(what, 'none')}, not {here.get(what, 'none')}; "
                f"name another directory{', or go on with that version' * (what == _VERSION)}"
            )


def _claims(about: About, shards: Sequence[str]) -> dict[str, str]:
    """Return the properties that identify a job, in the order in which differences are named."""
    claims = {"name": repr(about.name)}
    claims |= {f"parameter {name}": json.dumps(value) for name, value in about.parameters.items()}
    claims |= {_VERSION: about.version, "suffix": about.suffix}
    return claims | {f"shard number {number}": shard for number, shard in enumerate(shards)}


def _refuse_directories(folder: Path, files: Iterable[str]) -> None:
    """Raise if a directory is in the place of a shard's file, which could not replace it."""
    with os.scandir(folder) as entries:
        directories = {entry.name for entry in entries if entry.is_dir(follow_symlinks=False)}
    for file in files:
        if file in directories:
            raise DestrierError(f"{folder / file} is a directory, where a job has a file of its own")


def _forget_damaged(job: Job, folder: Path, ledger: Ledger, progress: Progress) -> None:
    """Warn of files that do not match the ledger, and mark their shards as unfinished."""
    rows = ledger.finished()
    for done, row in enumerate(rows, 1):
        path = folder / job.file(row.shard)
        if not row.matches(path):
            is_there = os.path.lexists(path)
            warnings.warn(f"{path} is {'damaged' if is_there else 'missing'}: it is made again", stacklevel=3)
            ledger.forget(row.shard)
        progress("checking", done, len(rows))


def _complete(job: Job, folder: Path, ledger: Ledger, executor: Executor, progress: Progress) -> None:
    """Compute the unfinished shards, and store their results."""
    finished = {row.shard for row in ledger.finished()}
    done, of = len(finished), len(job.shards)
    progress(job.name, done, of)
    unfinished = (shard for shard in job.shards if shard not in finished)
    with closing(_outcomes(job, unfinished, executor, folder)) as outcomes:
        for shard, outcome in outcomes:
            if isinstance(outcome, Failed):
                state = f"{done} of {of} shards are finished, and the next run goes on"
                error = JobUnfinished(f"{folder}: {outcome.why}; {state}")
                error.add_note(outcome.where)
                raise error
            if isinstance(outcome, FileNotFoundError) and folder.is_dir():
                raise DestrierError(
                    f"a worker does not see {folder}: the directory must be the same on all machines"
                ) from outcome
            if isinstance(outcome, OSError):
                raise outcome
            if outcome is not None:
                _keep(folder / job.file(shard), outcome)
                ledger.record(shard, outcome)
                done += 1
            progress(job.name, done, of)


def _keep(file: Path, done: Done) -> None:
    """Make sure that the file of a shard is on disk."""
    if done.content is not None:
        write_atomically(file, done.content, durable=True, follow_symlinks=False)
    elif not file.is_file() or file.stat().st_size != done.size:
        raise DestrierError(
            f"a worker wrote {file}, but it is not visible here: the directory must be the same on all machines"
        )


def _outcomes(
    job: Job, shards: Iterator[str], executor: Executor, folder: Path
) -> Generator[tuple[str, _Outcome | None]]:
    """Yield shards as they end, with a few in flight; `None` from time to time if none has ended."""
    call = perform, pickle.dumps(job.work), code_version(job.work.__module__), dict(job.parameters)
    most = _AHEAD * getattr(executor, "_max_workers", _WORKERS)
    in_flight: dict[Future[_Outcome], str] = {}
    ended: SimpleQueue[Future[_Outcome]] = SimpleQueue()
    try:
        while True:
            for shard in islice(shards, most - len(in_flight)):
                file = folder.absolute() / job.file(shard) if job.shared else None
                future = _submit(executor, *call, shard, file)
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


def _submit(executor: Executor, *call: Any) -> Future[_Outcome]:
    """Submit a call; an executor that takes no more calls fails the shard."""
    try:
        return executor.submit(*call)
    except Exception as error:  # noqa: BLE001 (of a broken pool or a cluster that is gone)
        future: Future[_Outcome] = Future()
        future.set_exception(error)
        return future


def _outcome(future: Future[_Outcome], shard: str) -> _Outcome:
    """Return the outcome of a shard; an exception is its executor's fault."""
    try:
        return future.result()
    except CancelledError:  # by the scheduler
        return Failed("the scheduler is gone")
    except Exception as error:  # noqa: BLE001 (of any executor)
        return Failed.by(error, shard)


# Progress


@dataclass(frozen=True)
class Status:
    """The progress of a job."""

    name: str
    parameters: dict[str, int | bool | str]
    version: str
    """The version of the results, or of the code."""
    begun: float
    """When the job was begun, in seconds since 1970."""
    running: bool
    """Whether a run is in progress."""
    shards: int
    """The total number of shards; `finished` is the number of finished ones."""
    finished: int
    damaged: list[str]
    """Files that are missing or do not match the ledger; the next run recreates them."""
    count: int
    """The number of items in the finished shards."""
    seconds: float
    """The processor time that workers took for them."""
    rate: float | None
    """Shards per second since the job was last begun or resumed; `None` if none has been finished since."""
    left: float | None
    """The seconds until the job is finished, if it is running at a known rate."""
    whole: float | None
    """The processor time of all shards, if the others take as long as the finished ones on average."""


def is_begun(directory: StrPath) -> bool:
    """Return whether a job has been entered in a directory; a run may have ended before.

    Raises
    ------
    DestrierError
        If its ledger is damaged.
    """
    folder = Path(directory)
    if not os.path.lexists(folder / LEDGER):
        return False
    with Ledger.opened(folder) as ledger:
        return not ledger.is_new()


def status(directory: StrPath) -> Status:
    """Return the progress of the job in a directory, whether or not it is running; all files are checked.

    Raises
    ------
    DestrierError
        If the directory holds no job, or its ledger is damaged.
    """
    folder = Path(directory)
    if not os.path.lexists(folder / LEDGER):
        raise DestrierError(f"{folder} holds no job: there is no {LEDGER}")
    running = is_driven(folder)
    with Ledger.opened(folder) as ledger:
        if ledger.is_new():
            raise DestrierError(f"{folder} holds no job: its {LEDGER} is empty")
        about, shards, rows = ledger.about(), ledger.shards(), ledger.finished()
    _refuse_directories(folder, (shard + about.suffix for shard in shards))
    files = {row.shard + about.suffix: row for row in rows}
    damaged = [file for file, row in files.items() if not row.matches(folder / file)]
    sound = [row for file, row in files.items() if file not in damaged]
    rate, seconds = _rate(about, rows, running=running), sum(row.seconds for row in sound)
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
        seconds=seconds,
        rate=rate,
        left=(len(shards) - len(sound)) / rate if running and rate else None,
        whole=seconds * len(shards) / len(sound) if sound else None,
    )


def _rate(about: About, rows: Sequence[Receipt], *, running: bool) -> float | None:
    """Return the shards per second since the job was last begun or resumed."""
    lately = [row.finished for row in rows if row.finished >= about.resumed]
    until = time.time() if running else max(lately, default=0.0)
    return len(lately) / (until - about.resumed) if lately and until > about.resumed else None
