"""A count kept in a directory: it survives interruptions, and its tables are on disk.

Each stage of the sweep is a job (see `jobs`) in a directory of its own, `stage-01` and so on; the last job joins the
halves. A stage has a shard for each run of consecutive blocks of the table before it, and a shard's file holds the
states that come from its run, as a single chunk of the next table. Files are memory-mapped, and a shard reads its run
from each file of the stage before. A table therefore takes no memory, the shards of a stage can run in processes or on
a cluster, and finished work is never repeated.

The files of a stage are kept until the stage after the next one is done. If one of them is damaged, its shard is
repeated from the table before it, or, if that has been removed, from as far back as necessary.

Cost: two tables of some 12 bytes a state on disk, three where the halves differ.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from math import isqrt
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from destrier import jobs
from destrier.counting import COUNT_FILE
from destrier.counting.plans import board_halves, graph_halves
from destrier.counting.state_tables import Chunk, StateTable
from destrier.counting.sweeps import Join, Schedule, schedule
from destrier.counting.swept_graphs import Frame, Graph, SweptGraph
from destrier.jobs.ledger import LOCK, driving
from destrier.support.atomic import check_folder, discard_leftovers, others_in, write_atomically
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from concurrent.futures import Executor

    from numpy.typing import ArrayLike

    from destrier.counting.state_tables import Order
    from destrier.support.aliases import Progress, StrPath

    Parameters = Mapping[str, int | bool | str]

_REMOVED: Final = ".destrier-removed-"
"""The first letters of a stage's directory while it is being removed."""

_VERSION: Final = "1"
"""The version of the stages and of their tables, raised when they change; a test compares a digest."""

_SUM: Final = "sum"
"""The field of a count's file that holds the sum of the others."""

_HEADER: Final = 8
"""The bytes of the length of a file's header."""

_STATES_OF_A_SHARD: Final = 500_000
"""The least number of states of a shard, of a table that has more: they take half a second to a second."""

_MOST_SHARDS: Final = 20_000
"""The most shards of a stage. A worker maps the files of up to three tables, and Linux permits 65,530."""

_STATES_OF_A_READ: Final = 500
"""The least number of states that a shard of a large table reads from each file of the stage before, on average.

It bounds the number of reads, of which n shards after n others need n^2.
"""


@dataclass(frozen=True)
class CountStatus:
    """The progress of a count kept in a directory."""

    name: str
    """A description of the count."""
    stages: int
    """The number of stages, the join included."""
    finished: int
    """The number of finished stages."""
    parts: int
    parts_finished: int
    """The number of shards of the current stage."""
    states: int
    """The states in the finished shards of this stage."""
    damaged: list[str]
    """The files that are missing or changed."""
    result: int | None
    """The number of tours, if the count is finished."""


def count_in_store(
    graph: SweptGraph,
    name: str,
    store: StrPath,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> int:
    """Return the number of Hamiltonian cycles of a graph, resuming the work in a directory.

    Parameters
    ----------
    name
        A description of the count.
    store
        A directory: missing, empty, or that of an earlier run.
    workers, executor
        The number of processes, or an executor to use instead.
    progress
        A function that is called with what is being done, how much of it is done, and its total.

    Raises
    ------
    DestrierError
        If the directory holds something else or an unfinished count of another version, or if another run is at work
        on it.
    JobUnfinished, OSError
        If a shard fails, or a file cannot be written; the next run resumes from there.
    """
    folder = Path(store).absolute()
    text = _written(graph)
    known = _begin(folder, name, text)
    if known["result"] is None:
        if known["version"] != _VERSION:  # its tables may be divided otherwise
            raise DestrierError(
                f"{folder} holds an unfinished count of version {known['version']}, and this is version {_VERSION}: go "
                "on with a release that has that version, or name another directory"
            )
        with driving(folder):
            known = _known(folder)  # another run may have finished it
            if known["result"] is None:
                with nullcontext(executor) if executor is not None else jobs.executor(workers) as workforce:
                    known["result"] = str(_Count(folder, text, workforce, progress).total())
                del known["version"]  # a result is the same by any
                _keep(folder, known)
        (folder / LOCK).unlink(missing_ok=True)
    _table.cache_clear()  # whose files could not be deleted while they are mapped
    _join.cache_clear()
    for path in _stages(folder):  # also of a run that was killed while it removed them
        _remove(path)
    discard_leftovers(folder)
    return int(known["result"])


def count_status(store: StrPath) -> CountStatus:
    """Return the progress of the count in a directory."""
    folder = Path(store)
    known = _known(folder)
    stages = len(_schedule(known["graph"]).tasks) + 1
    if known["result"] is not None:
        return CountStatus(known["name"], stages, stages, 0, 0, 0, [], int(known["result"]))
    begun = {path: jobs.status(path) for path in _stages(folder) if jobs.is_begun(path)}
    if not begun:
        return CountStatus(known["name"], stages, 0, 0, 0, 0, [], None)
    last, latest = list(begun.items())[-1]
    number = int(last.name.split("-")[1])
    finished = number if latest.finished == latest.shards else number - 1
    damaged = [f"{path.name}/{file}" for path, state in begun.items() for file in state.damaged]
    parts = latest.shards, latest.finished, latest.count
    return CountStatus(known["name"], stages, finished, *parts, damaged, None)


def _stages(folder: Path) -> list[Path]:
    """Return the directories of the stages; refuse links, because obsolete stages are removed."""
    stages = sorted(folder.glob("stage-*"))
    for path in stages:
        if path.is_symlink() or not path.is_dir():
            raise DestrierError(f"{path} is not a directory, and a count needs one of its own")
    return stages


def _remove(stage: Path) -> None:
    """Remove a stage atomically: the remains of an interrupted removal do not count as a stage."""
    removed = stage.with_name(_REMOVED + stage.name)
    with suppress(FileNotFoundError):
        stage.rename(removed)
    rmtree(removed, ignore_errors=True)


def _begin(folder: Path, name: str, text: str) -> dict[str, Any]:
    """Return the stored state of a count, which may be new to the directory."""
    check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    _stages(folder)
    for left in folder.glob(f"{_REMOVED}*"):
        rmtree(left, ignore_errors=True)
    others = others_in(folder)  # looked for first: another run may begin now
    if not (folder / COUNT_FILE).exists():
        if others:
            raise DestrierError(f"{folder} holds {others[0]}, not a count: name a directory that is new or empty")
        _keep(folder, {"name": name, "graph": text, "version": _VERSION, "result": None})
    known = _known(folder)
    if (known["graph"], known["name"]) != (text, name):
        other = "with other conditions" if known["name"] == name else f"of {known['name']}, not of {name}"
        raise DestrierError(f"{folder} holds another count, {other}: name another directory")
    return known


def _known(folder: Path) -> dict[str, Any]:
    """Return the contents of a count's file."""
    path = folder / COUNT_FILE
    try:
        known = _whole(path)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        known = None
    if known is None:
        raise DestrierError(f"{path} is damaged: name another directory")
    return known


def _whole(path: Path) -> dict[str, Any] | None:
    """Return the contents of a count's file, unless it was changed; older ones lack the version, or a sum."""
    if path.exists() and not (path.is_file() or path.is_dir()):  # such as a pipe, which would be waited for
        return None
    told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if told.pop(_SUM, None) not in (None, _sum(told)):
        return None
    told = {"version": "0.2 or earlier"} | told
    known = {field: told[field] for field in ("name", "graph", "version", "result")}
    _read(known["graph"])
    is_text = all(isinstance(value, str) for field, value in known.items() if field != "result")
    is_number = known["result"] is None or re.fullmatch("[0-9]+", known["result"])
    return known if is_text and is_number else None


def _keep(folder: Path, known: dict[str, Any]) -> None:
    text = json.dumps(known | {_SUM: _sum(known)})
    write_atomically(folder / COUNT_FILE, text.encode(), durable=True, follow_symlinks=False)


def _sum(known: dict[str, Any]) -> str:
    """Return a sum of the fields of a count's file."""
    return blake2b(json.dumps(known, sort_keys=True).encode(), digest_size=16).hexdigest()


class _Count:
    """A count in a directory."""

    def __init__(self, folder: Path, text: str, executor: Executor, progress: Progress | None) -> None:
        self._folder, self._text, self._executor, self._progress = folder, text, executor, progress
        self._schedule = _schedule(text)

    def total(self) -> int:
        """Do the remaining work, and return the number of cycles."""
        last = [way[-1] for way in self._schedule.ways if way]
        for number in dict.fromkeys(last):
            self._ensure(number)
        join = _join(str(self._folder), self._text)
        shards = _runs(join.sizes)
        return join.total(lambda modulus: self._joined(shards, {"modulus": modulus, "states": join.states}))

    def _joined(self, shards: list[str], parameters: dict[str, int]) -> tuple[list[int], float]:
        number = len(self._schedule.tasks) + 1
        name = f"stage-{number:02}-modulo-{parameters['modulus']}"
        files = self._run(name, number, shards, join_shard, parameters)
        results = [json.loads(file.read_bytes()) for file in files]
        return [int(total) for total, _ in results], sum(bound for _, bound in results)

    def _ensure(self, number: int) -> None:
        """Make sure that a stage, and all stages that it needs, are done."""
        if self._is_whole(number):
            return
        task = self._schedule.tasks[number]
        if task.before is not None:
            self._ensure(task.before)
        table = _table(str(self._folder), self._text, number)
        parameters = {"stage": number, "states": table.states}
        self._run(_stage(number), number + 1, _runs(table.sizes()), sweep_shard, parameters)
        _table.cache_clear()
        self._discard(number)

    def _is_whole(self, number: int) -> bool:
        """Whether a stage is done and its files are intact."""
        path = self._folder / _stage(number)
        if not jobs.is_begun(path):
            return False
        state = jobs.status(path)
        return state.finished == state.shards

    def _discard(self, number: int) -> None:
        """Remove the files of stages that a finished stage does not need, nor the one before it."""
        ends = {way[-1] for way in self._schedule.ways if way}  # which meet
        for old in {*range(number)} - ends:
            readers = self._schedule.readers(old)
            if readers and all(self._is_read(reader) for reader in readers):
                _remove(self._folder / _stage(old))

    def _is_read(self, number: int) -> bool:
        """Whether a stage has been done, and each stage that reads it."""
        readers = self._schedule.readers(number)
        done = [jobs.is_begun(self._folder / _stage(reader)) for reader in readers]
        return bool(done) and all(done)

    def _run(self, name: str, number: int, shards: Sequence[str], work: Any, parameters: dict[str, int]) -> list[Path]:
        stages = len(self._schedule.tasks) + 1

        def tell(_what: str, done: int, of: int) -> None:
            if self._progress:
                self._progress(f"stage {number} of {stages}", done, of)

        given = parameters | {"graph": self._text, "store": str(self._folder)}
        suffix = ".bin" if work is sweep_shard else ".json"
        job = jobs.Job(f"stage {number}", given, shards, work, suffix=suffix, shared=True, version=_VERSION)
        return jobs.run(job, self._folder / name, self._executor, progress=tell)


# Shards


def _runs(sizes: ArrayLike) -> list[str]:
    """Return the names of the shards of some blocks with so many states each: runs of about as many states."""
    states = np.asarray(sizes, np.int64)
    before, total = np.cumsum(states) - states, int(states.sum())
    shards = max(1, min(total // _STATES_OF_A_SHARD, isqrt(total // _STATES_OF_A_READ), _MOST_SHARDS))
    runs = defaultdict[int, list[int]](list)
    for block in np.flatnonzero(states).tolist():
        runs[int(before[block]) * shards // total].append(block)
    return [f"{run[0]:06}-{run[-1]:06}" for run in runs.values()]


def _run_of(shard: str) -> tuple[int, int]:
    """Return the first block of a shard, and the number of its blocks."""
    first, last = map(int, shard.split("-"))
    return first, last + 1 - first


def sweep_shard(parameters: Parameters, shard: str) -> jobs.Result:
    """Return the result of a stage for a run of blocks of the table before it."""
    number = int(parameters["stage"])
    task = _schedule(str(parameters["graph"])).tasks[number]
    table = _table(str(parameters["store"]), str(parameters["graph"]), number, int(parameters["states"]))
    chunks = [chunk for (chunk,) in task.do_blocks(table, *_run_of(shard), [0] * len(task.orders))]
    return jobs.Result(_to_bytes(chunks), sum(int(chunk.bounds[-1]) for chunk in chunks if chunk is not None))


def join_shard(parameters: Parameters, shard: str) -> jobs.Result:
    """Return the sum of the results of some blocks, and a bound of it."""
    join = _join(str(parameters["store"]), str(parameters["graph"]), int(parameters["states"]))
    first, number = _run_of(shard)
    places = range(first, first + number)
    results = [result for place in places for result in join.join_parts(place, int(parameters["modulus"]))]
    total, bound = sum(number for number, _ in results), sum(bound for _, bound in results)
    return jobs.Result(json.dumps([str(total), bound]).encode(), len(results))


def _stage(number: int) -> str:
    return f"stage-{number + 1:02}"


@lru_cache(2)
def _schedule(text: str) -> Schedule:
    graph = _read(text)
    return schedule(board_halves(graph) if isinstance(graph, Frame) else graph_halves(graph))


@lru_cache(1)
def _table(folder: str, text: str, number: int, states: int | None = None) -> StateTable:
    """Return the table before a stage, which has so many states."""
    plan = _schedule(text)
    task = plan.tasks[number]
    if task.before is None:
        return plan.start(plan.half_of(number))
    table = _collected(Path(folder) / _stage(task.before), plan, task.before, task.order)
    _check_states(folder, table.states, states)
    return table


@lru_cache(1)
def _join(folder: str, text: str, states: int | None = None) -> Join:
    """Return the halves, whose tables have so many states."""
    plan = _schedule(text)
    tables: list[StateTable] = []
    for half, (way, order) in enumerate(zip(plan.ways, plan.ends, strict=True)):
        if not way:
            tables.append(plan.start(half))
        elif half == 1 and (plan.ways[0][-1:], plan.ends[0]) == (way[-1:], order):
            tables.append(tables[0])
        else:
            tables.append(_collected(Path(folder) / _stage(way[-1]), plan, way[-1], order))
    join = Join(plan.halves, tables[0], tables[1], ([], []), lambda *_: None)
    _check_states(folder, join.states, states)
    return join


def _check_states(folder: str, seen: int, states: int | None) -> None:
    """Raise unless this machine sees all states that the driver sees: its directory may be another one, or late."""
    if states not in (None, seen):
        raise DestrierError(f"a worker sees {seen} of {states} states in {folder}, which all machines must share")


def _collected(folder: Path, plan: Schedule, number: int, order: Order) -> StateTable:
    """Return a table, in one part, whose chunks stay in the files of a stage."""
    place = plan.tasks[number].orders.index(order)
    chunks = [_from_file(path)[place] for path in sorted(folder.glob("*.bin"))]
    return StateTable(order, plan.halves.words, [[chunk for chunk in chunks if chunk is not None]])


# Files


def _to_bytes(chunks: list[Chunk | None]) -> bytes:
    """Return chunks as a header in JSON and the bytes of their arrays."""
    header, arrays = list[list[int] | None](), list[Any]()
    for chunk in chunks:
        parts = [] if chunk is None else [chunk.bounds.view(np.uint8), *chunk.columns]
        header.append(None if chunk is None else [chunk.weight, *map(len, parts)])
        arrays += parts
    told = json.dumps(header).encode()
    return b"".join([len(told).to_bytes(_HEADER, "little"), told, *(array.data for array in arrays)])


def _from_file(path: Path) -> list[Chunk | None]:
    """Return the chunks in a file; their arrays are read where they are needed."""
    data: Any = np.asarray(np.memmap(path, np.uint8, "c"))  # a copy on write has the type of arrays in memory
    begin = _HEADER + int.from_bytes(data[:_HEADER].tobytes(), "little")
    chunks: list[Chunk | None] = []
    for told in json.loads(data[_HEADER:begin].tobytes()):
        weight, *lengths = map(int, told or [0])
        parts = []
        for length in lengths:
            parts.append(data[begin : begin + length])
            begin += length
        chunks.append(Chunk(tuple(parts[1:]), parts[0].view(np.int64), weight) if parts else None)
    return chunks


def _written(graph: SweptGraph) -> str:
    """Return a graph as text."""
    edges = {
        name: sorted(sorted(edge) for edge in getattr(graph, name)) for name in ("required", "forbidden", "weighed")
    }
    rest: dict[str, Any] = {"weight": graph.weight}
    if isinstance(graph, Frame):
        rest |= {"rows": graph.rows, "cols": graph.cols, "ends": graph.ends and sorted(graph.ends)}
    elif isinstance(graph, Graph):
        rest |= {"vertices": graph.vertices, "links": graph.all_edges}
    return json.dumps(edges | rest)


def _read(text: str) -> Frame | Graph:
    """Return the graph of a text."""
    given = json.loads(text)
    edges: dict[str, Any] = {
        name: frozenset(frozenset(map(tuple, edge)) for edge in given.pop(name))
        for name in ("required", "forbidden", "weighed")
    }
    if "rows" in given:
        ends = given.pop("ends")
        return Frame(**edges, **given, ends=None if ends is None else frozenset(map(tuple, ends)))
    vertices = tuple(tuple(vertex) for vertex in given["vertices"])
    links: Any = tuple((tuple(here), tuple(there)) for here, there in given["links"])
    return Graph(**edges, weight=given["weight"], vertices=vertices, all_edges=links)
