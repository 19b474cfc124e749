"""The store of compiled kernels.

They are kept in the folder named by `NUMBA_CACHE_DIR`, or else in the user's cache folder. If this is not writable, new
ones go to a temporary folder owned by the user; if there is none either, each process compiles them again. Read-only
folders, as in a container, are still read.

Whatever is read is run. So a folder, and a file in it, must belong to the user or to root, and nobody else may be able
to write there; others are not used, with a warning.

The name of a file consists of the kernel's name and a hash of everything that its code depends on. The file begins with
a hash of the rest, so that damaged code is compiled again rather than run. Files are always replaced as a whole.
"""

from __future__ import annotations

import os
import secrets
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

import platformdirs

from destrier.support.announcing import LOGGER
from destrier.support.atomic import write_atomically

_IS_POSIX: Final = hasattr(os, "getuid")

_SUM: Final = 16
"""Number of bytes of the hash at the beginning of a file."""

_OUTDATED: Final = 90 * 86400
"""The age, in seconds, at which code of other versions of a kernel is removed."""


def read(name: str) -> bytes | None:
    """Return the data stored under a name, or `None`."""
    for folder in _folders():
        with suppress(OSError):
            data = _read_trusted(folder, name)
            if _sum(data[_SUM:]) == data[:_SUM]:
                return data[_SUM:]
            warn_once(f"{folder / name} is damaged; the kernel is compiled again")
    return None


def keep(name: str, data: bytes) -> None:
    """Store data under a name, and remove outdated files."""
    if (folder := writable_folder()) is None:
        return
    try:
        write_atomically(folder / name, _sum(data) + data, follow_symlinks=False, mode=0o644)
        for other in folder.glob(f"{name.partition('-')[0]}-*"):
            if other.lstat().st_mtime < time.time() - _OUTDATED:
                other.unlink()
    except OSError as error:
        warn_once(f"compiled kernels cannot be kept in {folder}: {error.strerror or error}")


@contextmanager
def locked(name: str) -> Iterator[None]:
    """Let only one process at a time compile the kernel with this name, if files can be locked."""
    from filelock import FileLock  # only here, since importing it takes longer than reading stored code

    folder = writable_folder()
    if folder is None or not can_lock(folder):
        yield
        return
    path = folder / f"{name}.lock"
    with ExitStack() as held:
        try:
            held.enter_context(FileLock(path))
        except OSError as error:  # a directory, or a link, which must not be followed
            warn_once(f"{path} cannot be locked: {error.strerror}; two processes may compile the same kernel")
        yield
    with suppress(OSError):
        path.unlink()


def writable_folder() -> Path | None:
    """Return the folder for new code, or `None` if there is none."""
    folders = list(_folders())
    for folder in folders:
        is_given = str(folder) == os.environ.get("NUMBA_CACHE_DIR")
        with suppress(OSError):  # code compiled into an image is read by other users
            folder.mkdir(mode=0o755 if is_given else 0o700, parents=True, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK) and folder.is_dir() and _is_trusted(folder, folder.stat()):
            if folder != folders[0]:
                warn_once(f"{folders[0]} cannot be written; compiled kernels are kept in {folder}")
            return folder
    warn_once("there is no folder where compiled kernels can be kept; each process compiles them anew")
    return None


@cache
def warn_once(message: str) -> None:
    """Log a warning, unless this process has logged it before."""
    LOGGER.warning(message)


def _folders() -> Iterator[Path]:
    """Yield the folders that may hold compiled kernels, the preferred one first."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(given)
    elif (home := _users_cache()) is not None:
        yield home / "kernels"
    if (temporary := _temporary()) is not None and not temporary.is_symlink():
        yield temporary


def _users_cache() -> Path | None:
    try:
        return platformdirs.user_cache_path("destrier", appauthor=False)
    except RuntimeError:  # a user without a home, as in a container
        return None


def _temporary() -> Path | None:
    try:
        return Path(tempfile.gettempdir()) / f"destrier-kernels-{os.getuid() if _IS_POSIX else os.getlogin()}"
    except OSError:  # a read-only system, or a user without a name
        return None


def _read_trusted(folder: Path, name: str) -> bytes:
    """Return what a file holds that no other user can have written, or raise an `OSError`.

    The folder is opened once, so that nobody can put another one into its place after it was checked.
    """
    if not _IS_POSIX:
        return (folder / name).read_bytes()
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=place)  # a pipe must not be waited for
        with os.fdopen(file, "rb") as opened:
            if not (_is_trusted(folder, os.fstat(place)) and _is_trusted(folder / name, os.fstat(file))):
                raise PermissionError(f"others may have written {folder / name}")
            return opened.read()
    finally:
        os.close(place)


def _is_trusted(path: Path, status: os.stat_result) -> bool:
    """Whether a folder or a file belongs to this user or to root, and nobody else may write there."""
    if not _IS_POSIX or (status.st_uid in (os.getuid(), 0) and not status.st_mode & 0o022):
        return True
    warn_once(f"{path} is not used, as others may write there and code is run from it: own it, and chmod go-w {path}")
    return False


@cache
def can_lock(folder: Path) -> bool:
    """Whether files in a folder can be locked, which some file systems do not support."""
    from filelock import FileLock

    path = folder / f"{secrets.token_hex(8)}.lock"
    try:
        with warnings.catch_warnings(action="error"), FileLock(path, timeout=0):  # a warning that it only pretends
            return True
    except (OSError, NotImplementedError, UserWarning):
        warn_once(f"files in {folder} cannot be locked; two processes may compile the same kernel")
        return False
    finally:
        with suppress(OSError):
            path.unlink()


def _sum(data: bytes) -> bytes:
    return blake2b(data, digest_size=_SUM).digest()
