"""Store the classes of closed paths in a directory of Parquet files, written by a job and read as one table.

Each row is a class; the rows are in the order of their codes, within a file and from file to file.

| column | type | what |
|---|---|---|
| `code` | `UBIGINT` | the word of the class as an octal number, 3 bits per move: `format('{:o}', code)` is the word |
| `crossings` | `UTINYINT` | pairs of moves that cross |
| `symmetry` | `VARCHAR` | its symmetry group: one of `classes.SYMMETRY_GROUPS` |
| `rows`, `cols` | `UTINYINT` | the bounding box |
| `area` | `DOUBLE` | the area inside, counted with the winding number |
| `squares` | `UBIGINT` | a hash of its set of squares, the same for congruent sets |
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from destrier import jobs
from destrier.paths.path_counts import PathCount, check_length, count_paths
from destrier.support.errors import DestrierError, UnsupportedBoard
from destrier.support.optional import extra

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Executor

    import duckdb

    from destrier.support.aliases import Progress, StrPath

STORED: Final = 20
"""The number of moves of the longest paths whose words are 64-bit codes."""

_NAME: Final = "closed paths, listed"
_SUFFIX: Final = ".parquet"

_VERSION: Final = "1"
"""The version of the results of a shard, raised when they change; a test compares a digest."""

_SHARD_SECONDS: Final = 2.0
"""The approximate least time of a shard."""

_SHARDS: Final = 1000
"""The greatest number of shards."""


def store_paths(
    k: int,
    directory: StrPath,
    *,
    uncrossed: bool = False,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> PathCount:
    """List all classes of closed paths of length k in a directory, each once, resuming the work of earlier runs.

    Parameters
    ----------
    k
        An even length, from 4 to `STORED`.
    directory
        The directory of the files; it is created if necessary.
    uncrossed
        Whether to list only paths whose moves do not cross.
    workers
        The number of processes; by default as many as there are processors.
    executor
        The executor that does the work instead.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Returns
    -------
    PathCount
        The numbers of paths, counted independently; they agree with the list.

    Raises
    ------
    DestrierError
        If k is odd or too small, duckdb is not installed, or the directory holds other work.
    UnsupportedBoard
        If k is too large.

    See Also
    --------
    destrier.paths.count_paths, destrier.paths.load

    Examples
    --------
    >>> import destrier as dt
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(1) as one:
    ...     counted = dt.paths.store_paths(4, "paths", executor=one)
    >>> counted.classes, len(dt.paths.load("paths"))
    (3, 3)
    """
    check_length(k)
    if k > STORED:
        raise UnsupportedBoard(f"closed paths are stored up to length {STORED}, not {k}")
    _duckdb()
    shards = _shards(_parts(k, uncrossed=uncrossed))
    job = jobs.Job(
        _NAME, {"k": k, "uncrossed": uncrossed, "cut": "by work"}, shards, list_shard, _SUFFIX, version=_VERSION
    )
    jobs.run(job, directory, executor, workers=workers, progress=progress)
    listed = jobs.status(directory).count
    counted = count_paths(k, uncrossed=uncrossed, workers=workers, progress=progress)
    if listed != counted.classes:
        raise AssertionError(
            f"{listed} classes of length {k} are listed in {directory}, but there are {counted.classes}"
        )
    return counted


def load(directory: StrPath) -> duckdb.DuckDBPyRelation:
    """Return the classes in a directory as a table of DuckDB; see the module's docstring for its columns.

    It is read when it is used: `len(paths)`, `paths.filter("crossings = 0")`, `paths.fetchnumpy()`, `paths.pl()`.

    Raises
    ------
    DestrierError
        If the directory does not hold all classes, or a file is damaged.

    See Also
    --------
    destrier.paths.store_paths

    Examples
    --------
    >>> import destrier as dt
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(1) as one:
    ...     counted = dt.paths.store_paths(4, "paths", executor=one)
    >>> dt.paths.load("paths").filter("crossings = 0").columns[:3]
    ['code', 'crossings', 'symmetry']
    """
    state = jobs.status(directory)
    if state.name != _NAME:
        raise DestrierError(f"{directory} does not hold closed paths, but {state.name!r}")
    if state.damaged:
        raise DestrierError(
            f"{Path(directory) / state.damaged[0]} is damaged: list the paths again, which keeps the others"
        )
    if state.finished < state.shards:
        raise DestrierError(
            f"{directory} holds {state.finished} of {state.shards} shards: list the paths again to go on"
        )
    files = [str(Path(directory, shard + _SUFFIX)) for shard in _shards(state.shards)]
    relation: duckdb.DuckDBPyRelation = _duckdb().read_parquet([re.sub(r"([*?\[])", r"[\1]", file) for file in files])
    return relation


def list_shard(parameters: Mapping[str, int | bool | str], shard: str) -> jobs.Result:
    """List, in a worker, one part of the classes, and return a Parquet file."""
    from destrier.paths.classes import SYMMETRY_GROUPS, ClassTable, list_part

    number, _, of = shard.partition("-of-")
    table = list_part(int(parameters["k"]), int(number), int(of), uncrossed=bool(parameters["uncrossed"]))
    with TemporaryDirectory() as folder, _duckdb().connect() as database:
        path = Path(folder, "classes.parquet")
        database.execute("SET threads = 1")  # so that equal rows give equal bytes
        database.register("classes", table._asdict())
        groups = ", ".join(f"'{group}'" for group in SYMMETRY_GROUPS)
        columns = ", ".join(ClassTable._fields).replace("symmetry", f"[{groups}][symmetry::INTEGER + 1] AS symmetry")
        quoted = str(path).replace("'", "''")
        database.execute(f"COPY (SELECT {columns} FROM classes) TO '{quoted}' (FORMAT parquet, COMPRESSION zstd)")  # noqa: S608 (a path of ours)
        return jobs.Result(path.read_bytes(), len(table.code))


def _shards(parts: int) -> list[str]:
    """Return the names of `parts` shards, in order."""
    digits = len(str(parts))
    return [f"{part:0{digits}}-of-{parts}" for part in range(parts)]


def _parts(k: int, *, uncrossed: bool) -> int:
    """Return the number of shards that take seconds each."""
    seconds = 8.0 * 25.0 ** (k / 2 - 7) if uncrossed else 30.0 * 32.0 ** (k / 2 - 7)
    return int(max(1, min(_SHARDS, seconds // _SHARD_SECONDS)))


def _duckdb() -> Any:
    return extra("duckdb", "store", "Parquet")
