"""Messages on standard error, exit codes, and the progress bar of long computations."""

from __future__ import annotations

import errno
import io
import logging
import os
import re
import sys
import warnings
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import timedelta
from threading import Timer
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from destrier.support import atomic
from destrier.support.announcing import Announcer, heard

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tqdm import tqdm

DONE, REFUSED, MISUSED, GAVE_UP, INTERRUPTED = 0, 1, 2, 3, 130
"""The exit codes: success; negative answer; usage error; gave up without an answer or before the end; interrupted."""

STANDARD: Final = "standard "
"""Prefix of the temporary files that hold standard input or output; messages omit their folder."""

STANDARD_OUTPUT: Final = "destrier.standard-output"
"""The key that a context has if a file goes to standard output, where nothing else may be written then."""

FIRST: Final = "destrier.first"
"""The key under which a context keeps the number of the first square."""

_OBEYED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters other than tabs and line ends, and bidirectional overrides: a terminal obeys or hides them."""


def visible(text: str) -> str:
    """Return a text with its control characters escaped: names and texts in it may come from anyone."""
    return _OBEYED.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


_LONGEST: Final = 800
"""Characters of the longest message, which may repeat an argument of any length."""


def complain(message: str) -> None:
    """Report an error or a warning in one line."""
    short = re.sub(r"\S{200,}", lambda long: f"{long[0][:60]}...", message)  # cut long words short
    line = re.sub(rf"\S*[/\\\\]({STANDARD}(?:in|out)put)\.\w+", r"\1", " ".join(short.split()))
    line = line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."
    click.echo(f"destrier: {visible(line)}", err=True)


def answer(text: str, *, nl: bool = True) -> None:
    """Print the answer of a command, to standard error if a file goes to standard output."""
    click.echo(visible(text), nl=nl, err=STANDARD_OUTPUT in click.get_current_context().meta)


def duration(seconds: float) -> str:
    """Return a time as hours, minutes and seconds, such as `4:52:14`."""
    return str(timedelta(seconds=round(seconds)))


def misuse(error: click.UsageError, arguments: Sequence[str]) -> str:
    """Describe what is wrong with the arguments of a command."""
    if isinstance(error, click.NoSuchOption):
        given = next((word for word in arguments if word.startswith(error.option_name)), error.option_name)
        if re.fullmatch(r"-[0-9]+", given):
            return f"no such option {given!r}, and no number here is negative"
    message = error.format_message().removesuffix(".")
    params = error.ctx.command.params if error.ctx else []
    hidden = {name for param in params if isinstance(param, click.Option) and param.hidden for name in param.opts}
    if near := getattr(error, "possibilities", None):
        meant = [name for name in near if name not in hidden]
        message = error.message.removesuffix(".") + (f"; did you mean {' or '.join(meant[:2])}?" if meant else "")
    elif isinstance(error, click.BadOptionUsage) and message.endswith("requires an argument"):
        message = f"{error.option_name} needs a value after it"
    return f"{message[:1].lower()}{message[1:]}"


class Closed(io.TextIOBase):
    """A standard output that was closed before the program began."""

    def write(self, _text: str) -> int:
        raise OSError(errno.EBADF, "it is closed")

    @property
    def buffer(self) -> NoReturn:
        raise OSError(errno.EBADF, "it is closed")


@contextmanager
def doubts_told() -> Iterator[None]:
    """Report each warning of the library once, in one line, above the progress bar if there is one."""
    told = set()

    def tell(message: Warning | str, *_: Any, **__: Any) -> None:
        from tqdm import tqdm

        if str(message) in told:
            return
        told.add(str(message))
        with tqdm.external_write_mode(sys.stderr):
            complain(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = tell
        yield


def compilation_told() -> AbstractContextManager[None]:
    """Report compilation of kernels that takes long, and warnings about their cache."""
    return heard(Announcer(complain, in_place=sys.stderr is not None and sys.stderr.isatty()))


@contextmanager
def waiting_told(what: str) -> Iterator[None]:
    """Say on a terminal what is being done if it takes more than a second and tells nothing of itself."""
    timer = Timer(1.0, complain, [f"{what} takes more than a second; Ctrl-C stops it"])
    timer.daemon = True
    if sys.stderr is not None and sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


class _Teller(logging.Handler):
    """Reports each record in one line."""

    def emit(self, record: logging.LogRecord) -> None:
        complain(record.getMessage())


def links_told() -> AbstractContextManager[None]:
    """Report the target that was written when a path is a symbolic link."""
    return heard(_Teller(), atomic.LOGGER)


def discard_output() -> None:
    """Discard the rest of the output buffer, lest Python complain at exit that it cannot be written."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


LONG: Final = 5
"""A command announces its duration if it takes at least this many seconds."""


def announce_seconds(seconds: float) -> None:
    """Announce the duration of long work."""
    if seconds > LONG:
        complain(f"this takes about {roughly(seconds)}")


def roughly(seconds: float) -> str:
    """Return a time in its two largest units."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


class Bar:
    """A progress bar on standard error, with the rate and the time left; silent unless that is a terminal."""

    def __init__(self) -> None:
        self._bar: tqdm[NoReturn] | None = None

    def __call__(self, what: str, done: int, of: int) -> None:
        if not sys.stderr.isatty():
            return
        if self._bar is None or (self._bar.desc, self._bar.total) != (what, of):
            self._bar = self._open(what, done, of)
        self._bar.update(done - self._bar.n)
        if done == of:
            self._bar.close()
            self._bar = None

    def _open(self, what: str, done: int, of: int) -> tqdm[NoReturn]:
        """Open a bar that clears itself when the command ends; its rate does not count earlier progress."""
        from tqdm import tqdm

        if self._bar is not None:
            self._bar.close()
        manner: dict[str, Any] = {"unit": "step", "leave": False, "dynamic_ncols": True, "miniters": 0, "smoothing": 0}
        bar: tqdm[NoReturn] = tqdm(desc=what, initial=done, total=of, file=sys.stderr, **manner)
        click.get_current_context().call_on_close(bar.close)
        return bar
