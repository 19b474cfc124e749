"""Jobs: whatever is killed, damaged or full, the files are those of a run that nothing happens to."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import pickle
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import primes
import pytest
from helpers.marks import exhaustive, left, lengthy, long, posix, very_long
from helpers.wrong import wrong
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from destrier import __version__, cli, jobs
from destrier.jobs import workers
from destrier.jobs.job import Done, Failed, code_version, perform
from destrier.jobs.ledger import Ledger
from destrier.support.errors import DestrierError, JobUnfinished

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from destrier.jobs.job import Parameters

KILLS = int(os.environ.get("DESTRIER_KILLS", "3"))
"""How often each test kills."""

HERE = Path(__file__).parent
PROC = Path("/proc/self/stat")

needs_proc = pytest.mark.skipif(not PROC.exists(), reason="looks for orphans in /proc")


# What must come out


def sieve(below: int) -> list[int]:
    composite = {multiple for factor in range(2, below) for multiple in range(2 * factor, below, factor)}
    return [number for number in range(2, below) if number not in composite]


def contents(shards: int) -> dict[str, bytes]:
    """The files of the job, by a sieve."""
    width, found = primes.WIDTH, sieve(primes.WIDTH * shards)
    return {
        f"{width * number:05}.json": json.dumps([n for n in found if n // width == number]).encode()
        for number in range(shards)
    }


def files(directory: Path) -> dict[str, bytes]:
    """The files of a directory, except the ledger."""
    return {path.name: path.read_bytes() for path in directory.iterdir() if not path.name.startswith("ledger.")}


def check_finished(directory: Path, shards: int) -> None:
    assert files(directory) == contents(shards)
    state = jobs.status(directory)
    assert (state.shards, state.finished, state.damaged, state.running) == (shards, shards, [], False)
    assert state.count == len(sieve(primes.WIDTH * shards))
    with closing(sqlite3.connect(directory / "ledger.sqlite")) as ledger:
        rows = ledger.execute("SELECT shard, sha256, bytes, count FROM shards ORDER BY position").fetchall()
    assert rows == [
        (name.removesuffix(".json"), sha256(content).hexdigest(), len(content), str(len(json.loads(content))))
        for name, content in contents(shards).items()
    ]


# Processes that run jobs


def start(*arguments: str | float | Path, **options: Any) -> subprocess.Popen[str]:
    """A driver in a session of its own."""
    command = [sys.executable, str(HERE / "primes.py"), "primes", *map(str, arguments)]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.Popen(command, text=True, start_new_session=True, **pipes)


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


class Process(NamedTuple):
    pid: int
    parent: int
    session: int
    command: bytes


def processes() -> Iterator[Process]:
    """Those that are alive, as Linux tells."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            state, parent, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if state != "Z":
                yield Process(int(folder.name), int(parent), int(session), (folder / "cmdline").read_bytes())


def is_over(session: int) -> bool:
    """Whether all processes of a session have ended."""
    return session not in {process.session for process in processes()}


def wait_until(is_so: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def wait_for_files(directory: Path, number: int, suffix: str = ".json") -> None:
    wait_until(lambda: len(list(directory.glob(f"*{suffix}"))) >= number)


# A run that nothing happens to


@pytest.mark.parametrize("workers", [1, 2])
def test_processes(workers: int, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    with jobs.executor(workers) as executor:
        paths = jobs.run(primes.job(6), tmp_path / "new" / "job", executor, progress=lambda *what: told.append(what))
    assert [path.name for path in paths] == list(contents(6))
    check_finished(tmp_path / "new" / "job", 6)
    progress = [done for what, done, of in told if (what, of) == ("primes", 6)]
    assert list(dict.fromkeys(progress)) == [0, 1, 2, 3, 4, 5, 6]  # a slow machine is told the same twice
    assert progress == sorted(progress)


@exhaustive
def test_any_executor(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    for name, pool in (("threads", ThreadPoolExecutor(3)), ("processes", ProcessPoolExecutor(2, spawn))):
        with pool as executor:
            jobs.run(primes.job(6), tmp_path / name, executor)
        check_finished(tmp_path / name, 6)
    jobs.run(primes.job(6), tmp_path / "default")
    check_finished(tmp_path / "default", 6)


def test_workers_write_the_files_of_a_shared_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And return all else: the driver gets no content, and writes none."""
    done = perform(
        pickle.dumps(primes.primes), code_version("primes"), {"seconds": 0}, "00100", tmp_path / "00100.json"
    )
    assert isinstance(done, Done)
    assert done.content is None
    assert files(tmp_path) == {"00100.json": contents(2)["00100.json"]}

    def write(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("destrier.jobs.running.write_atomically", write)
    for name, pool in (("threads", ThreadPoolExecutor(3)), ("processes", jobs.executor(2))):
        with pool as executor:
            jobs.run(primes.job(6, shared=True), tmp_path / name, executor)
        check_finished(tmp_path / name, 6)


def test_a_worker_that_writes_elsewhere_ends_the_run(tmp_path: Path) -> None:
    """Its directory has the name of the driver's, but is another one."""
    there = tmp_path / "there"
    there.mkdir()

    class Elsewhere(ThreadPoolExecutor):
        def submit(self, task: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
            *others, file = arguments
            return super().submit(task, *others, there / file.name)

    here = tmp_path / "here"
    with pytest.raises(DestrierError) as caught, Elsewhere(1) as executor:
        jobs.run(primes.job(6, 0, shared=True), here, executor)
    assert str(caught.value) == (
        f"a worker wrote {here / '00000.json'}, but it is not visible here: the directory must be the same on all "
        "machines"
    )
    assert jobs.status(here).finished == 0
    again(here, primes.job(6, 0, shared=True))
    check_finished(here, 6)


@posix
def test_a_pool_that_breaks(tmp_path: Path) -> None:
    """That of the standard library does so when a process dies."""
    job = jobs.Job("deadly", {"deadly": "3"}, [*"12345"], primes.deadly)
    with (
        pytest.raises(JobUnfinished, match=r"shard [345]: BrokenProcessPool: .*; 2 of 5 shards are finished"),
        ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor,
    ):
        jobs.run(job, tmp_path, executor)


def test_a_finished_job_does_nothing(tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as executor:
        paths = jobs.run(primes.job(6), tmp_path, executor)
    times = [path.stat().st_mtime_ns for path in paths]
    assert jobs.run(primes.job(6), tmp_path, executor) == paths  # the executor takes nothing any more
    assert [path.stat().st_mtime_ns for path in paths] == times


def test_few_shards_are_in_flight(tmp_path: Path) -> None:
    in_flight, most = 0, 0

    class Watched(ThreadPoolExecutor):
        def submit(self, call: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
            nonlocal in_flight, most
            in_flight += 1
            most = max(most, in_flight)
            return super().submit(call, *arguments, **options)

    def progress(what: str, done: int, of: int) -> None:
        nonlocal in_flight
        in_flight -= done > 0

    with Watched(2) as executor:
        jobs.run(primes.job(30, 0), tmp_path, executor, progress=progress)
    assert most <= 6


def huge(_: object, shard: str) -> jobs.Result:
    return jobs.Result(bytes(5), 10**100 + int(shard))


def test_counts_are_exact(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        jobs.run(jobs.Job("huge", {}, ["1", "2"], huge, ".bin"), tmp_path, executor)
    assert jobs.status(tmp_path).count == 2 * 10**100 + 3
    assert (tmp_path / "2.bin").read_bytes() == bytes(5)


# Drivers that are killed


moments = pytest.mark.parametrize("longest", [0.0, long(2.0)])
"""Kills come as soon as there is something new to lose, or up to so many seconds later."""

writers = pytest.mark.parametrize("shared", [False, True], ids=["driver writes", "workers write"])


@needs_proc
@moments
@writers
def test_a_driver_that_is_killed(longest: float, tmp_path: Path, *, shared: bool) -> None:
    """Again and again: nothing finished is lost, nothing is left, and the next one goes on."""
    directory, shards, before, rng = tmp_path / "job", 10 * KILLS, 0, random.Random(1)
    options: list[str | float] = ["--shards", shards, "--seconds", 0.1, "--workers", 2, *["--shared"] * shared]
    for number in range(KILLS):
        process = start(directory, *options)
        wait_until((directory / "ledger.lock").exists)
        wait_for_files(directory, min(before + number, shards))
        time.sleep(rng.uniform(0, longest))
        process.kill()
        process.communicate()
        wait_until(partial(is_over, process.pid))
        if not list(directory.glob("*.json")):
            continue  # the ledger may be empty
        state = jobs.status(directory)
        assert (state.damaged, state.running) == ([], False)
        assert before <= state.finished <= len(list(directory.glob("*.json")))
        before = state.finished
    assert finish(start(directory, *options)) == (0, "", "")
    check_finished(directory, shards)


@exhaustive
@needs_proc
@moments
def test_ctrl_c(longest: float, tmp_path: Path) -> None:
    """The terminal sends it to all processes at once; one line, and what is finished is kept."""
    rng = random.Random(1)
    for number in range(KILLS):
        directory = tmp_path / str(number)
        process = start(directory, "--shards", 10**4, "--workers", 2)
        wait_until((directory / "ledger.lock").exists)
        wait_for_files(directory, number)
        time.sleep(rng.uniform(0, longest))
        before = len(list(directory.glob("*.json")))
        os.killpg(process.pid, signal.SIGINT)
        assert finish(process) == (130, "", "destrier: interrupted\n")
        wait_until(partial(is_over, process.pid))
        if before:
            assert jobs.status(directory).finished >= before - 1  # it came between a file and its row
            assert not jobs.status(directory).damaged


# Workers that are killed


@pytest.fixture
def children() -> Callable[[], list[Any]]:
    """The processes that a test has started, without those of fixtures that tests share."""
    before = multiprocessing.active_children()
    return lambda: [child for child in multiprocessing.active_children() if child not in before]


@exhaustive
@pytest.mark.parametrize("size", left([10, 10**6], [10]))
@pytest.mark.parametrize("longest", [0.0, very_long(0.2)])
@writers
def test_workers_that_are_killed(
    size: int, longest: float, tmp_path: Path, children: Callable[[], list[Any]], *, shared: bool
) -> None:
    """One or both, also while they send a result that does not fit into a pipe."""
    rng = random.Random(size)
    shards = [f"{shard:02}" for shard in range(10 * KILLS)]
    job = jobs.Job("noise", {"size": size}, shards, primes.noise, ".bin", shared)

    def kill() -> None:
        for number in range(1, KILLS):
            wait_for_files(tmp_path, 8 * number, ".bin")
            time.sleep(rng.uniform(0, longest))
            for child in children()[: 1 + number % 2]:
                child.kill()

    thread = threading.Thread(target=kill)
    thread.start()
    with jobs.executor(2) as executor:
        paths = jobs.run(job, tmp_path, executor)
    thread.join()
    assert [path.read_bytes() for path in paths] == [
        primes.noise(job.parameters, shard).content for shard in job.shards
    ]
    assert {*files(tmp_path)} == {job.file(shard) for shard in shards}
    assert jobs.status(tmp_path).count == size * len(paths)
    assert not children()


@posix
def test_a_shard_that_kills_its_workers(tmp_path: Path, children: Callable[[], list[Any]]) -> None:
    job = jobs.Job("deadly", {"deadly": "3"}, [*"12345"], primes.deadly)
    message = r"shard 3: .* processes died of it.*; \d of 5 shards are finished, and the next run goes on"
    with pytest.raises(JobUnfinished, match=message), jobs.executor(1) as executor:
        jobs.run(job, tmp_path, executor)
    assert sorted(files(tmp_path)) == ["1.json", "2.json"]
    assert not children()


# Functions that raise


class Untravelled(Exception):
    """An exception that cannot be unpickled."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def failing(parameters: Parameters, shard: str) -> Any:
    if shard != "c":
        return jobs.Result(shard.encode(), 1)
    match parameters["how"]:
        case "raise":
            raise KeyError("no such\nkey")
        case "odd":
            raise Untravelled(1, 2)
        case "memory":
            raise MemoryError
        case "text":
            return jobs.Result(wrong("text"), 1)
        case "fraction":
            return jobs.Result(b"", wrong(1.5))
        case "nothing":
            return None
        case "exit":
            sys.exit(1)


FAILURES = {
    "raise": "KeyError: ",
    "odd": "Untravelled: 1 and 2",
    "memory": "MemoryError",
    "text": "TypeError: ",
    "fraction": "TypeError: ",
    "nothing": "AttributeError: ",
}


@pytest.mark.parametrize("how", FAILURES)
@pytest.mark.parametrize("pool", ["threads", long("processes")])
def test_a_function_that_raises(how: str, pool: str, tmp_path: Path) -> None:
    job = jobs.Job("failing", {"how": how}, [*"abcd"], failing)
    with (
        pytest.raises(
            JobUnfinished, match=rf"{tmp_path}: shard c: {FAILURES[how]}(.|\n)*2 of 4 shards are fin"
        ) as caught,
        ThreadPoolExecutor(1) if pool == "threads" else jobs.executor(1) as executor,
    ):
        jobs.run(job, tmp_path, executor)
    assert re.search(r'test_jobs.py", line \d+, in failing|in perform', "".join(caught.value.__notes__))
    assert files(tmp_path) == {"a.json": b"a", "b.json": b"b"}
    assert jobs.status(tmp_path).finished == 2


def test_an_executor_that_takes_nothing(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        pass
    with pytest.raises(JobUnfinished, match=r"shard 00000: RuntimeError: cannot schedule .*; 0 of 20 shards"):
        jobs.run(primes.job(), tmp_path, executor)


# Damage


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The directory of a finished job of six shards."""
    with ThreadPoolExecutor(2) as executor:
        jobs.run(primes.job(6, 0), tmp_path, executor)
    return tmp_path


def again(directory: Path, job: jobs.Job | None = None) -> None:
    """Run the job of `finished`, or another one, shard by shard."""
    with ThreadPoolExecutor(1) as executor:
        jobs.run(job or primes.job(6, 0), directory, executor)


def forget(directory: Path, which: str) -> None:
    """Remove rows of finished shards."""
    with closing(sqlite3.connect(directory / "ledger.sqlite")) as ledger, ledger:
        ledger.execute(f"UPDATE shards SET sha256 = NULL WHERE {which}")


def flip(content: bytes) -> bytes:
    return content[:10] + bytes([content[10] ^ 1]) + content[11:]


DAMAGES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "flipped": (lambda path: path.write_bytes(flip(path.read_bytes())), "damaged"),
    "cut": (lambda path: path.write_bytes(path.read_bytes()[:-1]), "damaged"),
    "empty": (lambda path: path.write_bytes(b""), "damaged"),
    "longer": (lambda path: path.write_bytes(path.read_bytes() + b"\n"), "damaged"),
    "gone": (Path.unlink, "missing"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_named_and_made_again(damage: str, finished: Path) -> None:
    spoil, state = DAMAGES[damage]
    for name in ("00100.json", "00500.json"):
        spoil(finished / name)
    found = jobs.status(finished)
    assert (found.damaged, found.finished) == (["00100.json", "00500.json"], 4)
    assert found.count == sum(len(json.loads(contents(6)[f"00{n}00.json"])) for n in (0, 2, 3, 4))
    with pytest.warns(UserWarning, match=rf"00[15]00.json is {state}: it is made again") as told:
        again(finished)
    assert len(told) == 2
    check_finished(finished, 6)


def test_a_file_without_a_row_is_made_again(finished: Path) -> None:
    """As a kill between the two leaves it."""
    forget(finished, "shard = '00300'")
    (finished / "00300.json").write_bytes(b"half")
    (finished / ".destrier-0123456789abcdef.tmp").write_bytes(b"a")
    assert jobs.status(finished).finished == 5
    again(finished)
    check_finished(finished, 6)


@pytest.mark.parametrize("at", [0, 100, 1000])
def test_a_damaged_ledger_is_refused(at: int, finished: Path) -> None:
    ledger = finished / "ledger.sqlite"
    content = ledger.read_bytes()
    ledger.write_bytes(content[:at] + bytes(500) + content[at + 500 :] if at < 1000 else content[:5000])
    before = files(finished)
    for use in (again, jobs.status):
        with pytest.raises(DestrierError, match=rf"{ledger} is (damaged: |a database, but not)"):
            use(finished)
    assert files(finished) == before


@given(st.integers(0, 2**14 - 1), st.integers(0, 600), st.sampled_from(["flip", "zero", "cut"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_damage_of_the_ledger_damages_files(finished: Path, at: int, length: int, kind: str) -> None:
    """It is refused; or it is not noticed, or a row is lost, and the files come out right."""
    with TemporaryDirectory() as folder:
        directory = Path(shutil.copytree(finished, folder, dirs_exist_ok=True))
        content = bytearray((directory / "ledger.sqlite").read_bytes())
        if kind == "flip":
            content[at] ^= 1 + length % 255
        else:
            content[at : at + length if kind == "zero" else None] = bytes(length if kind == "zero" else 0)
        (directory / "ledger.sqlite").write_bytes(content)
        refused = True
        with suppress(DestrierError), warnings.catch_warnings(action="ignore"):
            again(directory)
            refused = False
        assert files(directory) == contents(6)
        with suppress(DestrierError):
            assert refused or not jobs.status(directory).damaged  # a changed name is that of no file


@pytest.mark.parametrize("content", [b"", b"a poem", None])
def test_other_directories_are_refused(content: bytes | None, tmp_path: Path) -> None:
    """An empty ledger beside files, one that is none, or none at all."""
    (tmp_path / "poem.txt").write_text("o")
    if content is not None:
        (tmp_path / "ledger.sqlite").write_bytes(content)
    with pytest.raises(DestrierError, match=r"holds poem.txt, but no job|is damaged: file is not a database"):
        again(tmp_path)
    assert (tmp_path / "poem.txt").read_text() == "o"
    with pytest.raises(DestrierError, match=r"holds no job|is damaged"):
        jobs.status(tmp_path)


def test_other_databases_are_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "ledger.sqlite")) as other:
        other.execute("CREATE TABLE job (money INTEGER)")
    content = (tmp_path / "ledger.sqlite").read_bytes()
    for use in (again, jobs.status):
        with pytest.raises(DestrierError, match="is a database, but not the ledger of a job"):
            use(tmp_path)
    assert (tmp_path / "ledger.sqlite").read_bytes() == content


# Links and directories

ELSEWHERE = {
    "to another file": "../outside/poem",
    "to nothing": "../outside/nothing",
    "in a circle": "00100.json",
    "to a directory": "../outside",
}


@posix
@pytest.mark.parametrize("where", ELSEWHERE)
@pytest.mark.parametrize("is_finished", [True, False])
def test_a_link_is_replaced_and_not_followed(*, is_finished: bool, where: str, tmp_path: Path) -> None:
    directory, outside, link = tmp_path / "job", tmp_path / "outside", tmp_path / "job" / "00100.json"
    again(directory)
    outside.mkdir()
    (outside / "poem").write_bytes(b"o")
    if not is_finished:
        forget(directory, "shard = '00100'")
    link.unlink()
    link.symlink_to(ELSEWHERE[where])
    assert jobs.status(directory).damaged == ["00100.json"] * is_finished
    with warnings.catch_warnings(record=True, action="always") as told:
        again(directory)
    assert [str(one.message) for one in told] == [f"{link} is damaged: it is made again"] * is_finished
    check_finished(directory, 6)
    assert not link.is_symlink()
    assert files(outside) == {"poem": b"o"}


@posix
def test_a_file_that_was_moved_and_linked_is_kept(finished: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    link = finished / "00100.json"
    moved = link.rename(tmp_path_factory.mktemp("larger") / link.name)
    link.symlink_to(moved)
    again(finished)
    check_finished(finished, 6)
    assert link.is_symlink()


LEDGERS = ["ledger.sqlite", "ledger.lock", "ledger.sqlite-wal"]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("directory", "00100.json"),
        *(long("directory", name) for name in LEDGERS),
        *(pytest.param("link", name, marks=posix) for name in LEDGERS),
    ],
)
def test_what_is_no_file_is_named_and_nothing_is_lost(kind: str, name: str, tmp_path: Path) -> None:
    directory, path, outside = tmp_path / "job", tmp_path / "job" / name, tmp_path / "outside"
    again(directory)
    if path.exists():
        path.rename(outside)
    if kind == "directory":
        path.mkdir()
    else:
        path.symlink_to(outside)
    before = outside.exists() and outside.read_bytes()
    why = f"{path} is a {kind}, where a job has a file of its own"
    for use in (again, jobs.status):
        with pytest.raises(DestrierError) as caught:
            use(directory)
        assert str(caught.value) == why
    assert show(directory) == (2, "", f"destrier: {why}\n")
    assert (outside.exists() and outside.read_bytes()) == before
    shutil.rmtree(path) if kind == "directory" else path.unlink()
    if outside.exists():
        outside.rename(path)
    again(directory)
    check_finished(directory, 6)


def test_a_directory_stops_a_run_before_its_work(tmp_path: Path) -> None:
    again(tmp_path)
    forget(tmp_path, "shard >= '00400'")
    for name in ("00400.json", "00500.json"):
        (tmp_path / name).unlink()
    (tmp_path / "00500.json").mkdir()
    with pytest.raises(DestrierError, match=rf"{tmp_path}/00500\.json is a directory, where a job has a file"):
        again(tmp_path)
    assert not (tmp_path / "00400.json").exists()


@posix
def test_what_is_no_leftover_is_left(finished: Path) -> None:
    (finished / ".destrier-1.tmp").mkdir()
    (finished / ".destrier-2.tmp").symlink_to("00100.json")
    (finished / ".destrier-3.tmp").write_bytes(b"half")
    again(finished)
    assert sorted(path.name for path in finished.glob(".*")) == [".destrier-1.tmp", ".destrier-2.tmp"]


NO_STORES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "a file": (lambda path: path.write_bytes(b"o"), "{path}: Not a directory"),
    "in a file": (lambda path: path.parent.write_bytes(b"o"), "{path.parent}: Not a directory"),
    "a link to a file": (lambda path: path.symlink_to("../o"), "{path} -> {path.parent.parent}/o: Not a directory"),
    "a link to nothing": (
        lambda path: path.symlink_to("gone"),
        "{path} -> {path.parent}/gone: No such file or directory",
    ),
    "a link to itself": (lambda path: path.symlink_to("store"), "{path}: Too many levels of symbolic links"),
}


@posix
@pytest.mark.parametrize("kind", NO_STORES)
@pytest.mark.parametrize("command", [["paths", "22", "--count-only", "--store"], ["count", "8", "9", "--store"]])
def test_a_store_that_is_none_is_refused_first(
    command: list[str], kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line: not even how long the work will take is said before."""
    make, why = NO_STORES[kind]
    (tmp_path / "o").write_bytes(b"o")
    path = tmp_path / "folder" / "store"
    if kind != "in a file":
        path.parent.mkdir()
    make(path)
    assert cli.run([*command, str(path)]) == 2
    assert capsys.readouterr() == ("", f"destrier: {why.format(path=path)}\n")


@pytest.mark.parametrize("command", [["paths", "22", "--count-only"], ["count", "8", "9"]])
def test_a_store_has_a_name(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([*command, "--store", ""]) == 2
    assert capsys.readouterr() == ("", "destrier: a folder has a name, not ''\n")


# Other jobs

JOB = primes.job(6, 0)
OTHERS = [
    (replace(JOB, name="composites"), "its name is 'primes', not 'composites'"),
    (replace(JOB, parameters={**JOB.parameters, "below": 700}), "its parameter below is 600, not 700"),
    (replace(JOB, parameters={**JOB.parameters, "below": "600"}), 'its parameter below is 600, not "600"'),
    (replace(JOB, parameters={"seconds": "0"}), "its parameter below is 600, not none"),
    (replace(JOB, parameters={**JOB.parameters, "odd": True}), "its parameter odd is none, not true"),
    (replace(JOB, suffix=".txt"), "its suffix is .json, not .txt"),
    (replace(JOB, shards=[*JOB.shards, "00600"]), "its shard number 6 is none, not 00600"),
    (replace(JOB, shards=JOB.shards[:5]), "its shard number 5 is 00500, not none"),
    (replace(JOB, shards=JOB.shards[::-1]), "its shard number 0 is 00000, not 00500"),
    (replace(JOB, work=failing), "its version of the code is .*, not .*; name another directory, or go on with"),
]


@pytest.mark.parametrize(("job", "difference"), OTHERS)
def test_another_job_is_refused(job: jobs.Job, difference: str, finished: Path) -> None:
    with pytest.raises(DestrierError, match=f"holds another job: {difference}"):
        again(finished, job)
    check_finished(finished, 6)


def test_the_version_is_that_of_all_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "house"
    (package / "room").mkdir(parents=True)
    for path in (package / "__init__.py", package / "room" / "__init__.py"):
        path.write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    versions = set()
    for text in ("", "# a remark", None):
        if text is None:
            (package / "more.py").write_text("")
        else:
            (package / "room" / "__init__.py").write_text(text)
        code_version.cache_clear()
        versions.add(code_version("house.room"))
    assert len(versions) == 3
    assert all(version.startswith(f"{__version__}+") for version in versions)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"shards": ["a", "../b"]}, r"not '../b'"),
        ({"shards": ["a", ".b"]}, "not '.b'"),
        ({"shards": ["a", ""]}, "not ''"),
        ({"shards": ["ledger.sqlite"]}, "not 'ledger.sqlite'"),
        ({"shards": ["a", "b", "A"]}, "2 shards have the name 'a'"),
        ({"suffix": "json"}, "a suffix is a dot and letters, not 'json'"),
        ({"suffix": "./json"}, "not './json'"),
        ({"parameters": {"of": 1.5}}, "the parameter of is an integer, a boolean or a string, not 1.5"),
        ({"work": lambda: None}, "workers import the function of a job from its module, but cannot import"),
    ],
)
def test_jobs_that_are_none(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(DestrierError, match=message):
        replace(JOB, **changed)


# One driver at a time


def test_a_second_driver_is_refused(tmp_path: Path) -> None:
    first = start(tmp_path, "--shards", 200)
    wait_for_files(tmp_path, 2)
    state = jobs.status(tmp_path)
    assert state.running
    assert state.left is not None
    assert finish(start(tmp_path, "--shards", 200)) == (
        2,
        "",
        f"destrier: {tmp_path}: another run is at work on this job; wait for it, or end it\n",
    )
    first.kill()
    first.communicate()
    state = jobs.status(tmp_path)
    assert not state.running
    assert state.left is None


# Full disks


@writers
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, shared: bool) -> None:
    written = 0

    def sync(_: int) -> None:
        nonlocal written
        written += 1
        if written > 6:  # a file is synced, and then its folder
            raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", sync)
        with pytest.raises(OSError, match="No space") as caught:
            again(tmp_path, primes.job(6, 0, shared=shared))
    assert caught.value.filename == str(tmp_path / "00300.json")
    assert jobs.status(tmp_path).finished == len(files(tmp_path)) == 3
    again(tmp_path)
    check_finished(tmp_path, 6)


def test_a_full_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(Ledger, "record", fail)
        with pytest.raises(OSError, match="disk is full") as caught:
            again(tmp_path)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(tmp_path / "ledger.sqlite"))
    again(tmp_path)
    check_finished(tmp_path, 6)


# A cluster


class Cluster(NamedTuple):
    """A Dask scheduler and two workers, which are restarted when they die."""

    address: str
    scheduler: subprocess.Popen[bytes]
    nannies: subprocess.Popen[bytes]

    def workers(self) -> list[int]:
        children = (process for process in processes() if process.parent == self.nannies.pid)
        return [child.pid for child in children if b"spawn" in child.command]


@contextmanager
def running_cluster(folder: Path, **settings: str) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    environment = {**os.environ, **settings, "PYTHONPATH": str(HERE)}

    def dask(*arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard", "--scheduler-file", "scheduler.json"]
        with (folder / f"{arguments[0]}.log").open("wb") as log:
            options: dict[str, Any] = {"cwd": folder, "env": environment, "stdout": log, "stderr": log}
            return subprocess.Popen(command, start_new_session=True, **options)

    scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", "0")
    about = folder / "scheduler.json"
    wait_until(lambda: about.exists() and about.stat().st_size > 0)
    nannies = dask("worker", "--nworkers", "2", "--nthreads", "1")
    try:
        yield Cluster(json.loads(about.read_text())["address"], scheduler, nannies)
    finally:
        for leader in (scheduler, nannies):
            os.killpg(leader.pid, signal.SIGKILL)
            leader.wait()


@lengthy
@needs_proc
@writers
def test_a_cluster_whose_workers_are_killed(tmp_path: Path, *, shared: bool) -> None:
    directory = tmp_path / "job"
    options: list[str | float] = ["--shards", 20 * KILLS, "--seconds", 0.1, *["--shared"] * shared]
    with running_cluster(tmp_path) as cluster:
        driver = start(directory, *options, "--scheduler", cluster.address)
        for number in range(1, KILLS):
            wait_for_files(directory, 12 * number)
            wait_until(lambda: bool(cluster.workers()))
            os.kill(cluster.workers()[-1], signal.SIGKILL)
        assert finish(driver) == (0, "", "")
    check_finished(directory, 20 * KILLS)


@exhaustive
@needs_proc
def test_a_cluster_whose_workers_die_of_a_shard(tmp_path: Path) -> None:
    job = jobs.Job("deadly", {"deadly": "3"}, [*"12345"], primes.deadly)
    with (
        running_cluster(tmp_path, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as cluster,
        pytest.raises(JobUnfinished, match="KilledWorker"),
        jobs.executor(scheduler=cluster.address) as executor,
    ):
        jobs.run(job, tmp_path / "deadly", executor)


@exhaustive
@needs_proc
def test_a_cluster_whose_scheduler_is_killed(tmp_path: Path) -> None:
    directory = tmp_path / "job"
    with running_cluster(tmp_path) as cluster:
        driver = start(directory, "--shards", 40, "--seconds", 0.1, "--scheduler", cluster.address)
        wait_for_files(directory, 5)
        cluster.scheduler.kill()
        code, out, err = finish(driver)
    done = len(files(directory))
    message = f"{directory}: the scheduler is gone; {done} of 40 shards are finished, and the next run goes on"
    assert (code, out, err) == (3, "", f"destrier: {message}\n")
    assert 5 <= done < 40
    assert finish(start(directory, "--shards", 40, "--seconds", 0.1, "--workers", 2)) == (0, "", "")
    check_finished(directory, 40)


@pytest.mark.parametrize("address", ["", "tcp://", "somewhere", "carrier-pigeon://a:1", "tcp://127.0.0.1:9"])
def test_no_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "_PATIENCE", 0.2)
    with (
        pytest.raises(DestrierError, match=rf"no Dask scheduler answers at '{address}', which is tcp://HOST:PORT: "),
        jobs.executor(scheduler=address),
    ):
        pass


def test_no_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(DestrierError, match=r"pip install 'destrier\[cluster\]'"), jobs.executor(scheduler="tcp://a:1"):
        pass


def test_workers_of_two_kinds_are_refused() -> None:
    with pytest.raises(DestrierError, match="give one of the two"), jobs.executor(2, "tcp://a:1"):
        pass
    with pytest.raises(DestrierError, match="at least one process is needed, not 0"), jobs.executor(0):
        pass


def test_a_worker_with_other_code_is_refused() -> None:
    failed = perform(pickle.dumps(primes.primes), "0.0+older", {}, "00000")
    assert isinstance(failed, Failed)
    assert re.match(r"a worker has version .* of the code, and the driver 0\.0\+older", failed.why)


# The command line


def show(*arguments: str | Path) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "destrier", "jobs", *map(str, arguments)]
    shown = subprocess.run(command, capture_output=True, text=True, check=False)
    return shown.returncode, shown.stdout, shown.stderr


def test_a_read_only_directory_is_read(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert jobs.status(finished).finished == 6


def test_the_state_is_shown(finished: Path) -> None:
    code, out, err = show(finished)
    assert (code, err) == (0, "")
    rows = dict(re.split(r"  +", line) for line in out.splitlines())
    assert rows["job"] == "primes"
    assert rows["parameters"] == 'below=600 seconds="0"'
    assert rows["shards"] == "6 of 6 finished"
    assert rows["count"] == "109"
    assert rows["state"] == "finished"
    code, out, err = show(finished, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == asdict(jobs.status(finished))


def test_damage_is_shown(finished: Path) -> None:
    (finished / "00100.json").unlink()
    (finished / "00200.json").write_text("[]")
    code, out, err = show(finished)
    assert code == 1
    assert "4 of 6 finished" in out
    names = "00100.json 00200.json"
    assert err == f"destrier: {finished}: damaged or missing, to be made again by the next run: {names}\n"
    code, out, err = finish(start(finished, "--shards", 6, "--seconds", 0))
    assert (code, out) == (0, "")
    assert err.splitlines() == [
        f"destrier: {finished / name} is {state}: it is made again"
        for name, state in (("00100.json", "missing"), ("00200.json", "damaged"))
    ]
    assert show(finished)[0] == 0


def test_no_job_is_shown(tmp_path: Path) -> None:
    message = f"destrier: {tmp_path} holds no job: there is no ledger.sqlite\n"
    assert show(tmp_path) == (2, "", message)
    assert show(tmp_path / "missing") == (2, "", message.replace(str(tmp_path), str(tmp_path / "missing")))
    assert not list(tmp_path.iterdir())


def test_what_is_shown_needs_neither_compiler_nor_cluster(finished: Path) -> None:
    code = f"import sys; from destrier import cli; cli.run(['jobs', {str(finished)!r}]); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "destrier.jobs" in modules
    assert not {"numba", "numpy", "distributed", "tqdm"} & set(modules)


@posix
@pytest.mark.parametrize(("interrupts", "end"), [long(0, (0, "")), (1, (130, "destrier: interrupted\r\n"))])
def test_a_terminal_shows_a_bar(interrupts: int, end: tuple[int, str], tmp_path: Path) -> None:
    """Its rate is that of this run, whatever was done before; and it is gone in the end."""
    import fcntl
    import termios

    again(tmp_path, primes.job(30, 0.1))
    forget(tmp_path, "shard >= '02000'")
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
    environment = {**os.environ, "DESTRIER_HOLD": "02500" if interrupts else ""}
    driver = start(tmp_path, "--shards", 30, "--seconds", 0.1, "--workers", 1, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # when the driver ends
        while more := os.read(ours, 1 << 16):
            shown += more
            if interrupts and re.search(rb"2[2-5]/30", shown):
                driver.send_signal(signal.SIGINT)
                interrupts -= 1
    os.close(ours)
    *lines, cleared, last = re.split(r"\r(?!\n)", shown.decode())
    assert (finish(driver)[0], last) == end
    assert not cleared.strip()
    bars = [line for line in lines if line.startswith("primes")]
    assert "| 20/30 [00:00<?" in bars[0]
    rates = [float(rate) for rate in re.findall(r"([\d.]+)step/s", shown.decode().partition("primes")[2])]
    assert 0 < max(rates) < 10


PAGE = (HERE.parents[1] / "docs" / "jobs.md").read_text(encoding="utf-8")


def write_example(folder: Path, below: int, executor: str) -> None:
    """Write the module of the page, with fewer shards and another executor."""
    module, main = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    main = main.replace("jobs.executor(workers=8)", executor)
    assert executor in main
    (folder / "primes.py").write_text(module.replace("200_000", f"{below}") + main, encoding="utf-8")


@exhaustive
def test_the_example_of_the_page(tmp_path: Path) -> None:
    write_example(tmp_path, 20_000, "jobs.executor(workers=2)")
    result = subprocess.run([sys.executable, "primes.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{len(sieve(20_000))}\n", "")


@exhaustive
@needs_proc
@pytest.mark.parametrize("follows", [very_long(True), False])
def test_the_cluster_of_the_page(follows: bool, tmp_path: Path) -> None:
    """Its commands, in the folder of its example, with a worker that is killed; and what is said without the path."""
    pytest.importorskip("distributed")
    scheduler_command, worker_command = re.findall(r"^    (.*?dask \S+.*?)(?:  +#.*)?$", PAGE, re.MULTILINE)
    bin_first = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | {"PATH": bin_first}
    options: dict[str, Any] = {"shell": True, "cwd": tmp_path, "env": environment, "start_new_session": True}

    def run(command: str, name: str) -> subprocess.Popen[bytes]:
        with (tmp_path / f"{name}.log").open("wb") as log:
            return subprocess.Popen(f"exec env {command} --no-dashboard", stdout=log, stderr=log, **options)

    def address() -> str:
        return "".join(re.findall(r"Scheduler at: +(tcp://\S+)", (tmp_path / "scheduler.log").read_text()))

    leaders = [run(f"{scheduler_command} --host 127.0.0.1 --port 0", "scheduler")]
    try:
        wait_until(lambda: bool(address()))
        command = worker_command.replace("tcp://10.0.0.1:8786", address())
        leaders.append(run(command if follows else command.removeprefix("PYTHONPATH=. "), "worker"))
        write_example(tmp_path, 100_000, f'jobs.executor(scheduler="{address()}")')
        driver = subprocess.Popen(
            [sys.executable, "primes.py"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        if follows:
            wait_for_files(tmp_path / "primes-job", 1)
            workers = [each for each in processes() if each.parent == leaders[1].pid and b"spawn" in each.command]
            os.kill(workers[0].pid, signal.SIGKILL)
        code, out, err = finish(driver)
    finally:
        for leader in leaders:
            os.killpg(leader.pid, signal.SIGKILL)
            leader.wait()
    if follows:
        assert (code, out, err) == (0, f"{len(sieve(100_000))}\n", "")
    else:
        message = (
            "primes-job: a worker cannot import the function of the job (No module named 'primes'): install its module "
            "there, or start the worker with PYTHONPATH set to its folder; 0 of 10 shards are finished, and the next "
            "run goes on"
        )
        assert code == 1
        assert f"destrier.support.errors.JobUnfinished: {message}" in err.splitlines()
