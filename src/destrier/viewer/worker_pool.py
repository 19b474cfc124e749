"""The pool: warm worker processes, so that the work of requests can be stopped.

A kernel in a thread cannot be stopped, but a process can. A process whose work takes too long, or is no longer needed,
is killed and replaced.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, TypeVar

from destrier.jobs.workers import Worker
from destrier.support.announcing import Compilation, heard
from destrier.viewer import work
from destrier.viewer.work import tour_tasks

_MOST_WAITING: Final = 8

_PATIENCE: Final = 120
"""The longest wait of a request for a process, in seconds."""

_TRIES: Final = 3
"""The number of processes that may die before they know of a task."""

_TICK: Final = 0.5
"""The seconds between two checks of whether a process is compiling, and between two attempts to start one."""

_T = TypeVar("_T")


class Overloaded(Exception):
    """Too many requests are waiting."""


class TooSlow(Exception):
    """The work was stopped because it took too long."""


class WorkerPool:
    """A pool of processes, as many as requests are to be processed at a time.

    A request may take some seconds, without the compilation of kernels, which happens once for an installation.
    """

    def __init__(self, size: int = 2, seconds: float = 60) -> None:
        self.seconds = seconds
        self.compilation = Compilation()
        self._size = size
        self._waiting = 0
        self._idle: asyncio.Queue[Worker] = asyncio.Queue()
        self._workers: set[Worker] = set()
        self._threads = ThreadPoolExecutor(2 * size)
        self._hiring: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[WorkerPool]:
        """Start the processes in the background, and end them afterwards."""
        for _ in range(self._size):
            self._hire()
        try:
            with heard(self.compilation):
                yield self
        finally:
            for hiring in self._hiring:
                hiring.cancel()
            await asyncio.gather(*self._hiring, return_exceptions=True)
            self._end()
            self._threads.shutdown()
            self._end()  # also those just starting

    async def do(self, task: Callable[..., Any], *arguments: Any, tries: int = _TRIES) -> Any:
        """Return the result of the task, or a `work.Failure`.

        If the process dies before it knows of the task, another one does it. Raise `Overloaded` if too many requests
        are waiting already, or this one waits too long, and `TooSlow` if the work takes too long.
        """
        if self._waiting >= _MOST_WAITING:
            raise Overloaded
        self._waiting += 1
        coming = asyncio.ensure_future(self._next())
        try:
            worker = await within(_PATIENCE, coming, unless=lambda: bool(self.compilation.underway))
        except BaseException as error:
            if coming.done() and not coming.cancelled():  # it came just when the request was abandoned
                self._idle.put_nowait(coming.result())
            if isinstance(error, TimeoutError):
                raise Overloaded from None
            raise
        finally:
            self._waiting -= 1
        try:
            result = await within(
                self.seconds,
                self._delegate(worker, task, arguments),
                unless=lambda: worker.process.pid in self.compilation.underway,
            )
        except BaseException as error:  # also if the request is abandoned
            self._replace(worker)
            if isinstance(error, TimeoutError):
                raise TooSlow from None
            if isinstance(error, EOFError | OSError):  # the process died
                if not worker.has_begun and tries > 1:  # before it knew of the task
                    return await self.do(task, *arguments, tries=tries - 1)
                return work.Failure("the process that did this died: was there enough memory?", "MemoryError")
            raise
        self._idle.put_nowait(worker)
        return result

    async def _next(self) -> Worker:
        """Return the next idle process that is alive: the system may have killed some while idle."""
        while not (worker := await self._idle.get()).process.is_alive():
            self._replace(worker)
        return worker

    def _replace(self, worker: Worker) -> None:
        """End a process, and start another one."""
        worker.process.kill()
        self.compilation.underway.pop(worker.process.pid, None)
        self._workers.discard(worker)
        self._hire()

    async def _delegate(self, worker: Worker, task: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        call = (work.attempt, (task, arguments))
        return await asyncio.get_running_loop().run_in_executor(self._threads, worker.do, call)

    def _hire(self) -> None:
        hiring = asyncio.get_running_loop().create_task(self._add_worker())
        self._hiring.add(hiring)
        hiring.add_done_callback(self._hiring.discard)

    async def _add_worker(self) -> None:
        """Start a process as soon as there is room, and load its kernels."""
        while True:
            with suppress(OSError, MemoryError):
                worker = await asyncio.get_running_loop().run_in_executor(self._threads, self._start)
                break
            await asyncio.sleep(_TICK)
        with suppress(EOFError, OSError, MemoryError):  # one that dies is replaced by the request that finds it
            await self._delegate(worker, tour_tasks.warm_up, ())
        self._idle.put_nowait(worker)

    def _start(self) -> Worker:
        worker = Worker()
        self._workers.add(worker)  # here, because its requester may not wait
        return worker

    def _end(self) -> None:
        for worker in tuple(self._workers):
            worker.process.kill()


async def within(seconds: float, work: Awaitable[_T], *, unless: Callable[[], bool]) -> _T:
    """Wait for work; raise `TimeoutError` after some seconds, not counting those during which `unless` holds."""
    waiting = asyncio.ensure_future(work)
    try:
        while not waiting.done():
            if seconds <= 0:
                raise TimeoutError
            tick = min(seconds, _TICK)
            await asyncio.wait({waiting}, timeout=tick)
            if not unless():
                seconds -= tick
        return waiting.result()
    finally:
        waiting.cancel()
