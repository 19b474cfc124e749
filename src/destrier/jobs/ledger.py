"""The ledger of a job, and the lock of its driver: two SQLite databases in its directory.

`ledger.sqlite` has one row in `job`: the name, the parameters (JSON), the suffix of the files, the version of the code,
and the times when the job was begun and last resumed. In `shards` it has a row for each shard, in order, which receives
the checksum, size and count of its file, the seconds that it took, and the time when it was finished. Times are seconds
since 1970. It is in WAL mode, so that it can be read while the driver writes. `ledger.lock` is empty; the driver holds
an exclusive lock on it, which the system frees when the driver ends, however it ends.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import stat
import time
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from hashlib import file_digest
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from destrier.jobs.job import check_name
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from destrier.jobs.job import Done

    _Entry = TypeVar("_Entry")

LEDGER: Final = "ledger.sqlite"

LOCK: Final = "ledger.lock"

_WAIT: Final = 1.0
"""Seconds to wait for a lock, which a check for a driver holds briefly."""

_DAMAGED: Final = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_KIND: Final = int.from_bytes(b"jobs")
"""The application id that identifies destrier's databases."""

_SCHEMA: Final = (
    f"PRAGMA application_id = {_KIND}",
    "CREATE TABLE job (name TEXT, parameters TEXT, suffix TEXT, version TEXT, begun REAL, resumed REAL)",
    """CREATE TABLE shards (
        position INTEGER PRIMARY KEY, shard TEXT UNIQUE,
        sha256 TEXT, bytes INTEGER, count TEXT, seconds REAL, finished REAL
    )""",  # counts are text, as they may have more than 64 bits
)


class About(NamedTuple):
    """The ledger's record of the whole job."""

    name: str
    parameters: dict[str, int | bool | str]
    suffix: str
    version: str
    begun: float
    resumed: float

    @classmethod
    def read(cls, name: str, parameters: str, suffix: str, version: str, begun: float, resumed: float) -> About:
        """Return the record from the columns of the ledger."""
        return cls(str(name), dict(json.loads(parameters)), str(suffix), str(version), float(begun), float(resumed))


@dataclass(frozen=True)
class Receipt:
    """The ledger's record of a finished shard."""

    shard: str
    sha256: str
    bytes: int
    count: int
    seconds: float
    finished: float

    @classmethod
    def read(cls, shard: str, sha256: str, size: int, count: str, seconds: float, finished: float) -> Receipt:
        """Return the record from the columns of the ledger."""
        return cls(check_name(shard), sha256, size, int(count), float(seconds), float(finished))

    def matches(self, path: Path) -> bool:
        """Return whether this is the file that was written; a moved file may now be a link."""
        if not path.is_file():
            return False
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            return size == self.bytes and file_digest(file, "sha256").hexdigest() == self.sha256


class Ledger:
    """The ledger of a directory: `with Ledger.opened(folder) as ledger`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    @contextmanager
    def opened(cls, folder: Path, *, to_write: bool = False) -> Iterator[Ledger]:
        """Open the ledger and check that it is intact; a missing one is created if `to_write`."""
        path = folder / LEDGER
        with _connected(path, to_write=to_write) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
            ledger = cls(connection)
            if not ledger.is_new() and connection.execute("PRAGMA application_id").fetchone() != (_KIND,):
                raise DestrierError(f"{path} is a database, but not the ledger of a job")
            if to_write:
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
            yield ledger

    def is_new(self) -> bool:
        """Return whether nothing has been entered."""
        return not self._connection.execute("SELECT * FROM sqlite_schema").fetchall()

    def enter(self, about: About, shards: Iterable[str]) -> None:
        """Enter the job and its shards."""
        name, parameters, *rest = about
        with self._connection:
            self._connection.execute("BEGIN")
            for statement in _SCHEMA:
                self._connection.execute(statement)
            self._connection.execute("INSERT INTO job VALUES (?, ?, ?, ?, ?, ?)", (name, json.dumps(parameters), *rest))
            self._connection.executemany("INSERT INTO shards (shard) VALUES (?)", ((shard,) for shard in shards))

    def resume(self) -> None:
        """Record that work begins now."""
        self._connection.execute("UPDATE job SET resumed = ?", (time.time(),))

    def about(self) -> About:
        """Return the record of the job."""
        for about in self._read("SELECT name, parameters, suffix, version, begun, resumed FROM job", About.read):
            return about
        raise sqlite3.DatabaseError("it names no job")

    def shards(self) -> list[str]:
        """Return all shards, in order."""
        return self._read("SELECT shard FROM shards ORDER BY position", check_name)

    def finished(self) -> list[Receipt]:
        """Return the finished shards, in order."""
        columns = "shard, sha256, bytes, count, seconds, finished"
        return self._read(f"SELECT {columns} FROM shards WHERE sha256 IS NOT NULL ORDER BY position", Receipt.read)  # noqa: S608

    def _read(self, query: str, read: Callable[..., _Entry]) -> list[_Entry]:
        """Return what `read` makes of each row, and report a damaged row as a damaged database."""
        try:
            return [read(*row) for row in self._connection.execute(query)]
        except (TypeError, ValueError) as error:
            raise sqlite3.DatabaseError(error) from error

    def record(self, shard: str, done: Done) -> None:
        """Record that a shard is finished; its file is on disk."""
        values = (done.sha256, done.size, str(done.count), done.seconds, time.time(), shard)
        self._connection.execute(
            "UPDATE shards SET sha256 = ?, bytes = ?, count = ?, seconds = ?, finished = ? WHERE shard = ?", values
        )

    def forget(self, shard: str) -> None:
        """Record that a shard is not finished."""
        self._connection.execute("UPDATE shards SET sha256 = NULL WHERE shard = ?", (shard,))


@contextmanager
def driving(folder: Path) -> Iterator[None]:
    """Be the only driver of a directory within the block."""
    with _connected(folder / LOCK, to_write=True) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise DestrierError(f"{folder}: another run is at work on this job; wait for it, or end it") from None
            raise
        yield


def is_driven(folder: Path) -> bool:
    """Return whether there is a driver, without blocking one that is starting."""
    if not os.path.lexists(folder / LOCK):
        return False
    with _connected(folder / LOCK) as lock:
        try:
            lock.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                return True
            raise
    return False


@contextmanager
def _connected(path: Path, *, to_write: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a connection whose errors name the file."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        _check_own(path.with_name(path.name + suffix))
    mode = "rwc" if to_write else "rw" if os.access(path.parent, os.W_OK) else "ro&immutable=1"
    address = f"{path.absolute().as_uri()}?mode={mode}"
    try:
        with closing(sqlite3.connect(address, timeout=_WAIT, isolation_level=None, uri=True)) as connection:
            yield connection
    except (sqlite3.Error, UnicodeDecodeError) as error:  # its message may contain anything
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in _DAMAGED:
            raise DestrierError(f"{path} is damaged: {error}") from error
        raise OSError(errno.ENOSPC if code == sqlite3.SQLITE_FULL else errno.EIO, str(error), str(path)) from error


def _check_own(path: Path) -> None:
    """Raise unless a path is a regular file, since SQLite would follow a link."""
    with suppress(FileNotFoundError, NotADirectoryError):
        mode = path.lstat().st_mode
        if not stat.S_ISREG(mode):
            kind = "link" if stat.S_ISLNK(mode) else "directory" if stat.S_ISDIR(mode) else "special file"
            raise DestrierError(f"{path} is a {kind}, where a job has a file of its own")
