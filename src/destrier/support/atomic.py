"""Write files so that a run that ends halfway leaves the old file as it was.

A file is written beside its target under another name and then renamed.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.support.types import StrPath


def check_target(path: StrPath) -> None:
    """Raise the `OSError` that writing `path` would raise: a directory, a missing folder, no permission."""
    if not str(path):
        raise DestrierError("a file has a name, not ''")
    target = _target(path)
    if target.is_dir():
        raise _os_error(errno.EISDIR, path)
    if not target.parent.is_dir():
        raise _os_error(errno.ENOTDIR if target.parent.exists() else errno.ENOENT, path)
    if not all(os.access(place, os.W_OK) for place in (target.parent, target) if place.exists()):
        raise _os_error(errno.EACCES, path)


def write_atomically(path: StrPath, data: bytes, *, durable: bool = False) -> None:
    """Write a whole file, or leave the old one as it was; if `durable`, it is on the disk when this returns."""
    with replacing(path, durable=durable) as file:
        file.write(data)


@contextmanager
def replacing(path: StrPath, *, durable: bool = False) -> Iterator[BinaryIO]:
    """Open a new file that replaces `path` when the block ends; if the block raises, nothing changes.

    If `durable`, the file and its name are on the disk when the block ends.

    Examples
    --------
    >>> with replacing("moves.npy") as file:  # doctest: +SKIP
    ...     np.save(file, moves)
    """
    target = _target(path)
    temporary = target.with_name(f".destrier-{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(target)
        if durable:
            _sync_folder(target.parent)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError) and error.errno:  # the message names the target, not the temporary file
            raise _os_error(error.errno, path) from error
        raise


@contextmanager
def replacing_order(path: StrPath, squares: int) -> Iterator[BinaryIO]:
    """Do `replacing` for an `.npy` file of `squares` square indices, `<i8`, open after its header.

    If the disk has no room for them, this raises at once.
    """
    from numpy.lib.format import write_array_header_1_0

    if 8 * squares > shutil.disk_usage(_target(path).parent).free:
        raise _os_error(errno.ENOSPC, path)
    with replacing(path) as file:
        write_array_header_1_0(file, {"descr": "<i8", "fortran_order": False, "shape": (squares,)})
        yield file


def discard_leftovers(folder: StrPath) -> None:
    """Remove what killed runs left in a folder while they wrote; nobody may be writing there."""
    for path in Path(folder).glob(".destrier-*.tmp"):
        path.unlink(missing_ok=True)


def _target(path: StrPath) -> Path:
    """Return the file to be replaced; for a symbolic link, the file that it leads to."""
    return Path(os.path.realpath(path))


def _os_error(number: int, path: StrPath) -> OSError:
    return OSError(number, os.strerror(number), os.fspath(path))


def _sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, on systems where a folder can be opened."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
