"""Kills and full disks: afterwards there is the old file or the whole new one, and a store goes on to the same result.

A limit of the size of files stands for a full disk; where its signal is not ignored, the system kills the process at
that very byte.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.commands import runner, without_compilation
from helpers.kills import kill_at_work
from helpers.marks import exhaustive, left, long, posix, very_long

from destrier.cli import run
from destrier.io.stacks import add_rows, database_of_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = posix

KILLS = int(os.environ.get("DESTRIER_KILLS", "3"))
"""How often each test kills."""

WRITTEN = {
    "tour.npy": "tour 60 60 --seed 1",
    "tour.npz": "tour 60 60 --seed 1",
    "tour.json": "tour 60 60 --seed 1",
    "tour.txt": "tour 60 60 --seed 1",
    "tour.svg": "tour 20 20 --seed 1",
    "tour.pdf": "tour 20 20 --seed 1",
    "tour.png": "tour 20 20 --seed 1",
    "tour.gif": "tour 8 8 --seed 1",
    "tour.html": "tour 20 20 --seed 1",
    "tour.graphml": "tour 20 20 --seed 1",
    "tours.npy": "sample 6 6 -n 100 --seed 1",
    "tours.npz": "sample 6 6 -n 100 --seed 1",
    "tours.parquet": "sample 6 6 -n 1000 --seed 1",
    "tours.svg": "sample 6 6 -n 20 --seed 1",
    "listed.txt": "list 6 6 -n 100",
    "listed.parquet": "list 6 6 -n 1000",
    "puzzles.json": "puzzle 6 6 --count 3 --seed 1",
    "puzzles.html": "puzzle 6 6 --count 3 --seed 1",
    "book.pdf": "puzzle 6 6 --count 3 --seed 1 --title Knights",
    "order.npy": "order 40 40",
    "series.txt": "count series 3 -n 100",
}
"""Commands, by the files that they write."""

QUICK = ["tour.png", "tours.parquet"]

LEFT = re.compile(r"\.destrier-[0-9a-f]{16}\.tmp")
"""What a kill may leave beside a file."""


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow larger than this, in this process and those that it starts."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def start(*arguments: object, program: str = "") -> subprocess.Popen[str]:
    """A command in a session of its own."""
    code = f"import sys; from destrier import cli\n{program}\ncli.main(sys.argv[1:])"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, text=True, start_new_session=True, **pipes)


def killed_at(size: int) -> str:
    """What a command does to be killed by the system at a byte."""
    return f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))
"""


# Files


@pytest.fixture(params=left(WRITTEN, QUICK))
def asked(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """A command, and the file that it writes, which is there already."""
    path = tmp_path / request.param
    path.write_bytes(b"old")
    return [*WRITTEN[request.param].split(), "-o", str(path)]


def whole(asked: list[str], folder: Path) -> bytes:
    """What the command writes if nothing happens to it."""
    path = folder / f"whole-{asked[-1].rpartition('/')[2]}"
    assert run([*asked[:-1], str(path)]) == 0
    content = path.read_bytes()
    path.unlink()
    return content


def test_a_full_disk_leaves_the_old_file(asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    size = len(whole(asked, tmp_path))
    capsys.readouterr()
    for room in (10, size // 2, size - 1):
        with room_for(room):
            assert runner(capsys)(*asked) == (2, "", f"destrier: {asked[-1]}: File too large\n")
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {asked[-1].rpartition("/")[2]: b"old"}


def test_a_full_disk_leaves_the_old_measures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tours, path, command = tmp_path / "tours.npy", tmp_path / "measures.parquet", runner(capsys)
    assert command("sample", 6, 6, "-n", 100, "--seed", 1, "-o", tours).code == 0
    assert command("measure", tours, "-o", path).code == 0
    size = path.stat().st_size
    path.write_bytes(b"old")
    for room in (10, size // 2, size - 1):
        with room_for(room):
            assert command("measure", tours, "-o", path) == (2, "", f"destrier: {path}: File too large\n")
        assert path.read_bytes() == b"old"
        assert {*tmp_path.iterdir()} == {tours, path}


def test_a_full_temporary_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where rows that do not fit in memory are kept."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    rng = np.random.default_rng(1)

    def fill() -> None:
        with database_of_rows() as database:
            database.execute("SET memory_limit = '20MB'; SET threads = 1")
            while True:
                add_rows(database, "tours", {"moves_0": rng.integers(0, 2**62, 10**6)})

    with room_for(10**5), pytest.raises(OSError, match="File too large") as caught:
        fill()
    assert caught.value.filename.startswith(str(tmp_path))
    assert not [*tmp_path.iterdir()]


def check_killed(asked: list[str], new: bytes, folder: Path) -> None:
    """The file is as it was, or the whole new one; what is beside it is known by its name."""
    for path in folder.iterdir():
        assert path.read_bytes() in (b"old", new) if str(path) == asked[-1] else LEFT.fullmatch(path.name)


def test_a_kill_in_the_middle_leaves_the_old_file(asked: list[str], tmp_path: Path) -> None:
    new = whole(asked, tmp_path)
    process = start(*asked, program=killed_at(len(new) // 2))
    assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == -signal.SIGXFSZ
    check_killed(asked, b"old", tmp_path)


@pytest.mark.parametrize("asked", [(long if name in QUICK else very_long)(name) for name in WRITTEN], indirect=True)
def test_a_kill_at_any_moment_leaves_a_whole_file(asked: list[str], tmp_path: Path) -> None:
    """As soon as something else is in the folder, or at some moment of the time that the command takes."""
    rng = random.Random(asked[-1].rpartition("/")[2])
    new = whole(asked, tmp_path)
    before = time.monotonic()
    start(*asked).communicate()
    took = time.monotonic() - before
    for number in range(KILLS):
        names = {path.name for path in tmp_path.iterdir()}
        process = start(*asked)
        if number % 2:
            time.sleep(rng.uniform(0, took))
        else:
            while names.issuperset(path.name for path in tmp_path.iterdir()) and process.poll() is None:
                time.sleep(0.0001)
        process.kill()
        process.communicate()
        check_killed(asked, new, tmp_path)
    assert whole(asked, tmp_path) == new


# Stores


def contents(store: Path) -> dict[str, bytes]:
    """The files of a store, except the ledger, which knows the time."""
    paths = [path for path in store.rglob("*") if path.is_file() and not path.name.startswith("ledger.")]
    return {str(path.relative_to(store)): path.read_bytes() for path in paths}


@pytest.mark.parametrize(
    ("command", "kills", "longest"),
    [
        ("paths 10", 1, 0.0),
        very_long("count 6 7", KILLS, 1.0),
        long("paths 16 --count-only", 1, 0.5),
        very_long("paths 18 --count-only", KILLS, 1.0),
        very_long("paths 14 --uncrossed", 2 * KILLS, 2.0),
    ],
)
def test_a_store_that_is_killed_comes_to_the_same(command: str, kills: int, longest: float, tmp_path: Path) -> None:
    rng = random.Random(command)
    store = tmp_path / "store"
    asked = [*command.split(), "--workers", "2", "--json", "--store"]
    for _ in range(kills):
        kill_at_work(lambda: start(*asked, store), store, rng, longest)
    again, calm = (start(*asked, folder).communicate() for folder in (store, tmp_path / "calm"))
    assert again == calm
    assert without_compilation(again[1]) == ""
    assert contents(store) == contents(tmp_path / "calm")


@exhaustive
@pytest.mark.parametrize(
    ("room", "code", "named"),
    [
        long(100, 2, "/count.json"),
        (20_000, 2, "/stage-01/ledger.sqlite"),
        long(100_000, 2, r"/stage-07/\d{6}-\d{6}\.bin"),
    ],
)
def test_a_store_on_a_full_disk_goes_on(
    room: int, code: int, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, command = tmp_path / "store", runner(capsys)
    asked = ["count", "6", "6", "--json", "--workers", "1", "--store", store]
    with room_for(room):
        ended = command(*asked)
    assert (ended.code, ended.out) == (code, "")
    assert re.fullmatch(rf"destrier: {store}{named}: [\w /]+\n", ended.err)
    went_on = command(*asked)
    assert (went_on.code, went_on.err) == (0, "")
    assert json.loads(went_on.out)["undirected"] == 9_862
    assert [path.name for path in store.iterdir()] == ["count.json"]
