"""Limits of time, with which a test fails rather than hangs."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class Overtime(BaseException):
    """The time is over; no reader takes this for a damaged file."""


@contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raise `Overtime` after so many seconds of processor time, however busy the machine is."""

    def ring(*_: object) -> None:
        raise Overtime(f"it takes more than {seconds} seconds")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
