"""Announce compilations to users who wait for them.

The compiler logs the beginning of each kernel, as *compiling 12 of 40*, and the end of each compilation (see
`compiler`); a cache that does not work is a warning. Workers log in the process that started them.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from tqdm import tqdm

LOGGER: Final = logging.getLogger("destrier.kernels")

PATIENCE: Final = 2.0
"""Seconds of compilation before it is announced."""


class Compilation(logging.Handler):
    """Track the compilations in progress, by process.

    Attributes
    ----------
    underway
        By process number, the number of kernels begun and the number to compile.
    """

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.underway: dict[int | None, tuple[int, int]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Update the state from a log record."""
        if record.levelno == logging.INFO and isinstance(record.args, tuple):
            done, of, _ = record.args
            self.underway[record.process] = int(str(done)), int(str(of))
        elif record.levelno == logging.DEBUG:
            self.underway.pop(record.process, None)

    @property
    def total(self) -> tuple[int, int]:
        """Return the numbers of kernels begun and to compile, over all processes."""
        return sum(done for done, _ in self.underway.values()), sum(of for _, of in self.underway.values())


class Announcer(Compilation):
    """Announce a long compilation in a line, or in a bar that disappears at the end.

    Parameters
    ----------
    complain
        A function that prints a line.
    in_place
        Whether output can be overwritten, as on a terminal.
    """

    def __init__(self, complain: Callable[[str], object], *, in_place: bool) -> None:
        super().__init__()
        self._complain = complain
        self._in_place = in_place
        self._is_announced = False
        self._bar: tqdm[NoReturn] | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Announce a log record."""
        super().emit(record)
        if record.levelno >= logging.WARNING:
            self._complain(record.getMessage())
        elif not self.underway:
            self.close()
        elif getattr(record, "seconds", 0) >= PATIENCE:
            self._announce(*self.total)

    def close(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def _announce(self, done: int, of: int) -> None:
        if self._in_place:
            if self._bar is None:
                from tqdm import tqdm

                words = "destrier: compiling {n_fmt} of {total_fmt} (once) {bar}"
                self._bar = tqdm(
                    total=of, initial=done, file=sys.stderr, leave=False, dynamic_ncols=True, bar_format=words
                )
            self._bar.total = of
            self._bar.update(done - self._bar.n)
        elif not self._is_announced:
            self._complain(f"compiling {done} of {of} (once)")
        self._is_announced = True


@contextmanager
def heard(handler: logging.Handler, logger: logging.Logger = LOGGER) -> Iterator[None]:
    """Pass everything logged by the compiler, or another logger, to a handler."""
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.setLevel(level)
        logger.removeHandler(handler)
        handler.close()


def announce_in_notebook() -> None:
    """In a notebook, announce compilations from now on, unless a handler is installed already."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None and hasattr(shell, "kernel") and not LOGGER.handlers:
        LOGGER.addHandler(Announcer(lambda line: sys.stderr.write(f"destrier: {line}\n"), in_place=True))
        LOGGER.setLevel(logging.DEBUG)
