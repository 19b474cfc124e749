"""Write files atomically, so that an interrupted run leaves the old file unchanged.

A file is written next to its target under another name and then renamed. If the user names a symbolic link, the file
that it points to is replaced and the link stays, which is logged as `destrier.files`. In folders that destrier owns,
such as that of a job, the link itself is replaced.
"""

from __future__ import annotations

import errno
import logging
import os
import secrets
import shutil
from contextlib import contextmanager, suppress
from functools import partial
from io import TextIOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Protocol

from destrier.support.errors import DestrierError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from destrier.support.aliases import StrPath

LOGGER: Final = logging.getLogger("destrier.files")


class OpenFile(Protocol):
    """A file that is open for writing, of bytes or of text."""

    def write(self, data: Any, /) -> object: ...


_OURS: Final = ".destrier-"
"""The first letters of temporary files, and of what is being removed."""


def check_target(path: StrPath) -> None:
    """Raise the `OSError` that writing `path` would raise: a directory, a missing folder, no permission."""
    if not str(path):
        raise DestrierError("a file has a name, not ''")
    target = _target(path)
    if target.is_dir():
        raise _os_error(errno.EISDIR, path, target)
    if not target.parent.is_dir():
        raise _os_error(errno.ENOTDIR if target.parent.exists() else errno.ENOENT, path, target)
    if not all(os.access(place, os.W_OK) for place in (target.parent, target) if place.exists()):
        raise _os_error(errno.EACCES, path, target)


def check_folder(path: StrPath) -> None:
    """Raise the `OSError` that creating the folder `path` would raise, unless it exists."""
    if not str(path):
        raise DestrierError("a folder has a name, not ''")
    folder = Path(path)
    place = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
    target = _end_of_links(place)
    if not target.is_dir():
        raise _os_error(errno.ENOTDIR if target.exists() else errno.ENOENT, place, target)
    if place != folder and not os.access(target, os.W_OK | os.X_OK):
        raise _os_error(errno.EACCES, place, target)


def others_in(folder: Path, *own: str) -> list[str]:
    """Return the sorted names in a folder that begin neither with one of `own` nor as those of temporary files do."""
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith((*own, _OURS)))


def write_atomically(
    path: StrPath, data: bytes, *, durable: bool = False, follow_symlinks: bool = True, mode: int = 0o666
) -> None:
    """Write a whole file, or leave the old one unchanged; options as in `replacing`."""
    with replacing(path, durable=durable, follow_symlinks=follow_symlinks, mode=mode) as file:
        file.write(data)


@contextmanager
def replacing(
    path: StrPath, *, durable: bool = False, follow_symlinks: bool = True, mode: int = 0o666
) -> Iterator[BinaryIO]:
    """Open a new file that replaces `path` when the block ends; if the block raises, nothing changes.

    If `durable`, the file and its name are on disk when the block ends. If `path` is a symbolic link, the file that it
    points to is replaced or, without `follow_symlinks`, the link itself. A file of the user that is replaced keeps its
    permissions; others get those of `mode` that the user's mask lets pass.

    Examples
    --------
    >>> with replacing("moves.npy") as file:  # doctest: +SKIP
    ...     np.save(file, moves)
    """
    target = _target(path) if follow_symlinks else Path(path)
    temporary = target.with_name(f"{_OURS}{secrets.token_hex(8)}.tmp")
    try:
        with open(temporary, "xb", opener=partial(os.open, mode=mode)) as file:
            if follow_symlinks:
                with suppress(FileNotFoundError):
                    shutil.copymode(target, temporary)
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
            raise _os_error(error.errno, path, target) from error
        raise
    if follow_symlinks and Path(path).is_symlink():
        LOGGER.info("%s leads to %s, which was written", path, target)


@contextmanager
def replacing_order(path: StrPath, squares: int) -> Iterator[BinaryIO]:
    """Open a new `.npy` file of `squares` square indices, `<i8`, after its header; see `replacing`.

    If the disk does not have enough space, this raises at once.
    """
    from numpy.lib.format import write_array_header_1_0

    target = _target(path)
    if 8 * squares > shutil.disk_usage(target.parent).free:
        raise _os_error(errno.ENOSPC, path, target)
    with replacing(path) as file:
        write_array_header_1_0(file, {"descr": "<i8", "fortran_order": False, "shape": (squares,)})
        yield file


def write_through(file: StrPath | OpenFile, suffix: str, write: Callable[[Path], None]) -> None:
    """Write to an open file what a function writes to a path with this suffix, by default that of the file's name."""
    from tempfile import TemporaryDirectory

    if isinstance(file, str | os.PathLike):
        raise DestrierError(f"suffix is for open files, and the name of {file} chooses its format: leave it out")
    if not hasattr(file, "write"):
        raise DestrierError(f"a file is a path or an open file, not {shown(file)}")
    suffix = suffix or Path(str(getattr(file, "name", ""))).suffix
    if not suffix:
        raise DestrierError("an open file has no name that chooses the format: give a suffix, such as suffix='.svg'")
    with TemporaryDirectory() as folder:
        path = Path(folder, f"written{suffix}")
        try:
            write(path)
        except DestrierError as error:
            raise type(error)(str(error).replace(str(path), suffix)) from error
        data = path.read_bytes()
    try:
        file.write(data.decode() if isinstance(file, TextIOBase) else data)
    except UnicodeDecodeError:
        raise DestrierError(f"a {suffix} file holds bytes: open it in binary mode") from None


def discard_leftovers(folder: StrPath) -> None:
    """Remove partial files of killed runs from a folder, to which no other process may be writing."""
    for path in Path(folder).glob(f"{_OURS}*.tmp"):
        if path.is_file() and not path.is_symlink():
            path.unlink(missing_ok=True)


def _target(path: StrPath) -> Path:
    """Return the file to replace; for a symbolic link, the file that it points to."""
    target = _end_of_links(path)
    if target.exists() and not (target.is_file() or target.is_dir()):  # a pipe or a device, such as /dev/null
        raise _os_error(errno.EINVAL, path, target, "only a regular file can be replaced")
    return target


def _end_of_links(path: StrPath) -> Path:
    """Return the target of a path, which need not exist."""
    if "\0" in os.fspath(path):
        raise DestrierError("a file name cannot contain NUL")
    target = Path(os.path.realpath(path))
    if target.is_symlink():  # links that form a loop
        raise _os_error(errno.ELOOP, path, target)
    return target


def _os_error(number: int, path: StrPath, target: Path, message: str | None = None) -> OSError:
    """Return an error about a path that also names the target if the path is a link."""
    leads_to = str(target) if Path(path).is_symlink() and target != Path(path) else None
    return OSError(number, message or os.strerror(number), os.fspath(path), None, leads_to)


def _sync_folder(folder: Path) -> None:
    """Flush the names in a folder to disk, on systems where folders can be opened."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
