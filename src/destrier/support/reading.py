"""Common rules for reading files: regular files only, bounded memory, and one-line errors that name the file.

A reader of untrusted bytes may raise any exception, which is converted to `InvalidTourney`. The size that a file claims
is checked before it is read: readers take at most the memory given by `allowance`, unless the tour itself needs more.
JSON takes up to twenty times its text.
"""

from __future__ import annotations

import codecs
import errno
import json
import os
import re
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from destrier.support.errors import DestrierError, InvalidTourney, MissingPackage, Unreadable, shown, spelled
from destrier.support.resources import amount

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from destrier.support.aliases import StrPath

_LINE: Final = re.compile(r"[^\r\n]+")

FORMAT: Final = 1
"""The number of the format of all files that name their board; see `refuse_later`."""

_MARKS: Final = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Encodings by byte order mark; the mark of UTF-32 begins with that of UTF-16."""

_FLOOR: Final = 64_000_000
_FACTOR: Final = 10
"""The memory that a file may take: a fixed number of bytes, plus this many times its size."""


def suffix_of(path: StrPath, known: Collection[str] = ()) -> str:
    """Return the suffix of a file in lower case.

    Raises
    ------
    DestrierError
        If the suffix is unknown, or the argument is not a path.
    """
    if not isinstance(path, str | os.PathLike):
        raise DestrierError(f"a file is named by a string or a Path, not by {shown(path)}")
    suffix = Path(path).suffix.lower()
    if known and suffix not in known:
        raise DestrierError(f"{spelled(path)}: the suffix chooses the format; it is one of {' '.join(known)}")
    return suffix


@contextmanager
def reading(path: StrPath, what: str = "", fault: type[DestrierError] = InvalidTourney) -> Iterator[None]:
    """Name the file in all errors while it is read.

    Parameters
    ----------
    path
        The file.
    what
        The expected content, such as `an image`; by default a file with its suffix.
    fault
        The error to raise for other content.

    Raises
    ------
    DestrierError
        The `fault`, if the block raises anything other than a system error, or the file is a pipe or a device.
    OSError
        If the file cannot be read.
    """
    _check_readable(path)
    try:
        yield
    except (MemoryError, MissingPackage):  # these say nothing about the file
        raise
    except DestrierError as error:
        kind = Unreadable if isinstance(error, Unreadable) and fault is InvalidTourney else fault
        raise kind(f"{spelled(path)}: {error}") from error
    except Exception as error:
        if isinstance(error, OSError) and error.filename is not None:  # otherwise it concerns the content
            raise
        raise fault(f"{spelled(path)}: this is not {what or kind_of(suffix_of(path))}, or not all of it") from error


def kind_of(suffix: str) -> str:
    """Return what a file with this suffix holds, in words: `an .npy file`."""
    if suffix == ".parquet":
        return "a Parquet file"
    return f"{'an' if suffix in ('.npy', '.npz') else 'a'} {suffix} file"


def _check_readable(path: StrPath) -> None:
    """Raise the `OSError` of a file that cannot be opened, since libraries have their own errors; reject non-files."""
    if "\0" in os.fspath(path):
        raise DestrierError(f"{shown(path)}: a file name cannot contain NUL")
    try:
        mode = Path(path).stat().st_mode
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise DestrierError(f"{spelled(path)}: no file has so long a name") from error
        raise
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        pipe = "this is a pipe or a device, which may have no end: give a file, or - for standard input"
        raise DestrierError(f"{spelled(path)}: {pipe}")
    with Path(path).open("rb"):  # also raises for a folder
        pass


def read_text(path: StrPath) -> str:
    """Return the text of a file, in UTF-8 or in the encoding that its byte order mark names."""
    return decoded(Path(path).read_bytes())


def decoded(data: bytes) -> str:
    """Return the text of these bytes, as `read_text` does."""
    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise Unreadable(f"this is not text: byte {error.start} is not {encoding.upper()}") from error


def lines_of(text: str) -> Iterator[str]:
    """Yield the non-blank lines one at a time; a list of many short lines takes ten times the memory of the text."""
    return filter(None, (line[0].strip() for line in _LINE.finditer(text)))


def parse_json(text: str, what: str = "this") -> Any:
    """Return the value of a JSON text, or raise `InvalidTourney`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also an integer of thousands of digits
        raise InvalidTourney(f"{what} is not JSON: {error}") from error


def refuse_later(described: Mapping[str, Any]) -> None:
    """Raise `InvalidTourney` if what describes a board has the number of a `format` that only a later version reads.

    All files of this version are of the first format, and have no such number.
    """
    number = str(described.get("format", FORMAT))
    if number.isdecimal() and int(number) > FORMAT:
        raise InvalidTourney(
            f"this has format {number}, of a later version of destrier: this one reads format {FORMAT}"
        )


def allowance(path: StrPath) -> int:
    """Return the bytes of memory that reading a file may take if its tour does not need more."""
    return _FLOOR + _FACTOR * Path(path).stat().st_size


def refuse_inflated(path: StrPath, what: str, wanted: int) -> None:
    """Raise `InvalidTourney` if a file claims far more bytes than its size justifies."""
    if wanted > allowance(path):
        size = amount(Path(path).stat().st_size)
        raise InvalidTourney(f"{what} would take {amount(wanted)} of memory, and the file has {size}")
