"""What is true of every file that is read: it is a file, it is bounded, and a fault is one line that names it.

A reader of foreign bytes, ours or a library's, may raise anything; what it raises leaves here as `InvalidTourney`. What
a file claims to hold is checked before it is read: no reader takes more memory than `allowance` says, unless the tour
itself needs it. JSON takes up to twenty times its text.
"""

from __future__ import annotations

import json
import os
import re
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from destrier.support.errors import DestrierError, InvalidTourney, MissingPackage, shown, spelled
from destrier.support.resources import amount

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from destrier.support.aliases import StrPath

_LINE: Final = re.compile(r"[^\r\n]+")

_FLOOR: Final = 64_000_000
_FACTOR: Final = 10
"""A file may take so many bytes of memory, and so many times its own size."""


def suffix_of(path: StrPath, known: Collection[str] = ()) -> str:
    """Return the suffix of a file, in small letters.

    Raises
    ------
    DestrierError
        If it is none of those known, or this is no path.
    """
    if not isinstance(path, str | os.PathLike):
        raise DestrierError(f"a file is named by a string or a Path, not by {shown(path)}")
    suffix = Path(path).suffix.lower()
    if known and suffix not in known:
        raise DestrierError(f"{spelled(path)}: the suffix chooses the format; it is one of {' '.join(known)}")
    return suffix


@contextmanager
def reading(path: StrPath, what: str = "", fault: type[DestrierError] = InvalidTourney) -> Iterator[None]:
    """Name the file in whatever goes wrong while it is read.

    Parameters
    ----------
    path
        The file.
    what
        What it is taken for, such as `an image`; by default a file of its suffix.
    fault
        What is raised where it is none.

    Raises
    ------
    DestrierError
        The `fault`, if the block raises anything but an error of the system, or the file is a pipe or a device.
    OSError
        If the file cannot be read.
    """
    _check_readable(path)
    try:
        yield
    except (MemoryError, MissingPackage):  # which say nothing about the file
        raise
    except DestrierError as error:
        raise fault(f"{spelled(path)}: {error}") from error
    except Exception as error:
        if isinstance(error, OSError) and error.filename is not None:  # else it is about the content
            raise
        raise fault(f"{spelled(path)}: this is not {what or _kind_of(path)}, or not all of it") from error


def _kind_of(path: StrPath) -> str:
    suffix = suffix_of(path)
    if suffix == ".parquet":
        return "a Parquet file"
    return f"{'an' if suffix in ('.npy', '.npz') else 'a'} {suffix} file"


def _check_readable(path: StrPath) -> None:
    """Raise the `OSError` of a file that cannot be opened, as libraries have errors of their own, and refuse others."""
    if "\0" in os.fspath(path):
        raise DestrierError(f"{shown(path)}: no file has a NUL in its name")
    mode = Path(path).stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        pipe = "this is a pipe or a device, which may have no end: give a file, or - for standard input"
        raise DestrierError(f"{spelled(path)}: {pipe}")
    with Path(path).open("rb"):  # raises where it is a folder, too
        pass


def read_text(path: StrPath) -> str:
    """Return the text of a file in UTF-8."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DestrierError(f"this is not text: byte {error.start} is not UTF-8") from error


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines that are not blank, one at a time: a list of many short ones takes ten times the text."""
    return filter(None, (line[0].strip() for line in _LINE.finditer(text)))


def parse_json(text: str, what: str = "this") -> Any:
    """Return what a text in JSON says, or raise `InvalidTourney`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also an integer of thousands of digits
        raise InvalidTourney(f"{what} is not JSON: {error}") from error


def allowance(path: StrPath) -> int:
    """Return the bytes of memory that reading a file may take if its tour does not need more."""
    return _FLOOR + _FACTOR * Path(path).stat().st_size


def refuse_inflated(path: StrPath, what: str, wanted: int) -> None:
    """Raise `InvalidTourney` if a small file claims to hold so many bytes."""
    if wanted > allowance(path):
        size = amount(Path(path).stat().st_size)
        raise InvalidTourney(f"{what} would take {amount(wanted)} of memory, and the file has {size}")
