"""Workers for shards, as an `Executor`: processes on this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from threading import Thread, current_thread, get_ident, main_thread
from typing import Any, Final

from destrier.support.announcing import LOGGER, heard
from destrier.support.errors import DestrierError
from destrier.support.optional import extra
from destrier.support.resources import processors

_TRIES: Final = 4
"""Number of consecutive processes that may die of one task, as in Dask."""

_PATIENCE: Final = 10
"""Seconds to wait for an answer from a scheduler."""


@contextmanager
def executor(workers: int | None = None, scheduler: str | None = None) -> Iterator[Executor]:
    """Provide workers for `run`.

    Parameters
    ----------
    workers
        The number of processes on this machine; by default one per processor.
    scheduler
        The address of a Dask scheduler whose workers to use instead, such as `tcp://10.0.0.1:8786`.

    Raises
    ------
    DestrierError
        If no scheduler answers, or Dask is not installed.
    """
    if scheduler is not None:
        if workers is not None:
            raise DestrierError(
                "workers are processes on this machine, and a scheduler has its own: give one of the two"
            )
        with _cluster(scheduler) as cluster:
            yield cluster
    else:
        if workers is not None and workers < 1:
            raise DestrierError(f"at least one process is needed, not {workers}")
        with Processes(workers or processors()) as pool:
            yield pool


# Processes on this machine


class Processes(ThreadPoolExecutor):
    """Threads that run their tasks in a process each; if a process dies, it is replaced and its task repeated.

    In the standard library's pool, a dying process takes the tasks of all others with it; and if it dies while sending
    a result, the pool waits for the rest forever.
    """

    def __init__(self, workers: int) -> None:
        super().__init__(workers, initializer=_leave_interrupts)
        resource_tracker.ensure_running()  # start it now, because it unblocks interrupts in its thread
        self._workers: dict[int, Worker] = {}  # by thread
        self._is_over = False

    def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        """Call `task`, which raises nothing, in a process."""
        return super().submit(self._delegate, task, arguments)

    def _delegate(self, *call: Any) -> Any:
        for _ in range(_TRIES):
            worker = self._hire()
            try:
                return worker.do(call)
            except (EOFError, OSError):
                self._dismiss()
                if self._is_over:
                    break
            except BaseException:  # such as a result that exceeds the memory
                self._dismiss()
                raise
        raise BrokenProcessPool(f"{_TRIES} processes died of it, one after another")

    def _hire(self) -> Worker:
        """Return the process of this thread, started if necessary."""
        worker = self._workers.get(get_ident())
        if worker is None:
            worker = self._workers[get_ident()] = Worker()
        if self._is_over:
            worker.process.kill()
        return worker

    def _dismiss(self) -> None:
        """End the process of this thread."""
        self._workers.pop(get_ident()).end()

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """End the processes; after an error immediately, even with tasks in flight."""
        if kind is not None:
            self._is_over = True  # first, so that a process that is just starting is killed by its thread
            for worker in list(self._workers.values()):
                worker.process.kill()
        self.shutdown(cancel_futures=kind is not None)
        for worker in self._workers.values():
            worker.end()


class _Begun:
    """What a process sends before it executes a call."""


class Worker:
    """A process that executes one call after another."""

    def __init__(self) -> None:
        self.has_begun = False
        """Whether the process received the last call."""
        context = get_context("spawn")  # a fork of a process with threads may hang
        self._connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()  # so that ours ends when the process does

    def do(self, call: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
        """Return the result of a call; raise `EOFError` or `OSError` if the process dies."""
        self.has_begun = False
        self._connection.send(call)
        while isinstance(answer := self._connection.recv(), logging.LogRecord | _Begun):
            if isinstance(answer, _Begun):
                self.has_begun = True
            elif LOGGER.isEnabledFor(answer.levelno):
                LOGGER.handle(answer)
        return answer

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self._connection.close()


def _serve(connection: Connection) -> None:
    """Execute the driver's calls, and end when the driver does; compiler logs are forwarded to the driver."""
    _leave_interrupts()
    Thread(target=_follow_driver, daemon=True).start()
    with suppress(EOFError, OSError, MemoryError), heard(_Forwarder(connection)):
        while True:
            task, arguments = connection.recv()
            connection.send(_Begun())
            connection.send(task(*arguments))


class _Forwarder(logging.Handler):
    """Sends records to the driver."""

    def __init__(self, connection: Connection) -> None:
        super().__init__()
        self._connection = connection

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(EOFError, OSError):
            self._connection.send(record)


def _follow_driver() -> None:
    driver = parent_process()
    if driver is not None:
        driver.join()
    os._exit(1)


def _leave_interrupts() -> None:
    """Leave Ctrl-C to the driver's main thread; processes started by this thread never see it."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    elif current_thread() is main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


# A cluster


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    """Provide the workers of a Dask scheduler."""
    distributed = extra("distributed", "cluster", "a Dask scheduler")
    for name in [*logging.root.manager.loggerDict]:
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # `run` reports errors in one line
    try:
        distributed.comm.get_address_host_port(address)  # check first, because a client would have to be closed
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise DestrierError(f"no Dask scheduler answers at {address!r}, which is tcp://HOST:PORT: {error}") from error
    with client:
        yield client.get_executor(pure=False)  # a shard done again is another task
