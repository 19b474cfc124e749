"""Counts that a directory keeps: interrupted, killed and damaged, they come to the same number."""

from __future__ import annotations

import errno
import itertools
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.kills import kill_at_work
from helpers.limits import within
from helpers.marks import exhaustive, long, posix, very_long

import destrier as dt
from destrier import cli
from destrier.counting import stored
from destrier.counting.stored import count_status
from destrier.counting.sweeps import collected
from destrier.counting.swept_graphs import Frame
from destrier.jobs.ledger import LEDGER
from destrier.support import atomic
from destrier.support.errors import DestrierError, JobUnfinished

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Literal

SMALL_BOARDS = {"closed": 9_862, "open": 3_318_960}

RUN = [sys.executable, "-m", "destrier"]

UNFINISHED = {"version": stored._VERSION, "result": None}
"""What `count.json` has instead of the result, until there is one."""

MANY_SHARDS = "from destrier.counting import stored; stored._STATES_OF_A_SHARD = 500; stored._STATES_OF_A_READ = 1"


def written_before(store: Path) -> dict[str, Any]:
    """What `count.json` of a store held before it had a sum, which older files lack."""
    told: dict[str, Any] = json.loads((store / "count.json").read_text())
    del told["sum"]
    return told


def in_thread(*board: Any, **options: Any) -> dt.counting.TourCount:
    """Count in a store, in a thread, which starts sooner than processes do."""
    with ThreadPoolExecutor(1) as executor:
        return dt.count(*board, executor=executor, **options)


@pytest.fixture
def many_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Divide small tables into many shards."""
    monkeypatch.setattr(stored, "_STATES_OF_A_SHARD", 500)
    monkeypatch.setattr(stored, "_STATES_OF_A_READ", 1)


@pytest.mark.parametrize("kind", ["closed", long("open")])
def test_agrees_with_memory(tmp_path: Path, kind: Literal["closed", "open"]) -> None:
    told: list[str] = []
    counted = dt.count(6, 6, kind=kind, store=tmp_path, workers=2, progress=lambda what, *_: told.append(what))
    assert counted.undirected == SMALL_BOARDS[kind]
    assert told[0].startswith("stage 1 of ")
    assert [path.name for path in tmp_path.iterdir()] == ["count.json"]
    assert dt.count(6, 6, kind=kind, store=tmp_path).undirected == SMALL_BOARDS[kind]  # known by now


@pytest.mark.parametrize(("states", "read"), [long(200, 20), long(50, 1), long(10**9, 1)])
def test_the_number_does_not_depend_on_the_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, states: int, read: int
) -> None:
    monkeypatch.setattr(stored, "_STATES_OF_A_SHARD", states)
    monkeypatch.setattr(stored, "_STATES_OF_A_READ", read)
    shards: list[int] = []
    counted = in_thread(6, 7, store=tmp_path, progress=lambda _what, _done, of: shards.append(of))
    assert counted.undirected == 1_067_638
    assert (max(shards) > 1) == (states < 10**9)


@pytest.mark.parametrize("seed", range(20))
def test_shards_are_runs_of_about_as_many_states(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    least = rng.randrange(1, 100)
    monkeypatch.setattr(stored, "_STATES_OF_A_SHARD", least)
    monkeypatch.setattr(stored, "_STATES_OF_A_READ", 1)
    sizes = [rng.choice([0, 0, rng.randrange(50), rng.randrange(1000)]) for _ in range(rng.randrange(1, 200))]
    runs = [tuple(map(int, shard.split("-"))) for shard in stored._runs(sizes)]
    assert [*runs] == sorted(runs)
    within = [[*range(first, last + 1)] for first, last in runs]
    covered = [block for run in within for block in run]
    assert len(covered) == len(set(covered))
    assert {block for block, size in enumerate(sizes) if size} <= {*covered}
    states = [sum(sizes[block] for block in run) for run in within]
    assert all(states)
    fair = sum(sizes) / max(1, min(sum(sizes) // least, int(sum(sizes) ** 0.5)))
    assert all(number < fair + max(sizes) for number in states)
    assert all(here + there > fair for here, there in itertools.pairwise(states))


def test_boards_without_tours(tmp_path: Path) -> None:
    assert in_thread(4, 6, store=tmp_path).undirected == 0
    assert in_thread(3, 5, store=tmp_path / "odd").undirected == 0


@exhaustive
def test_other_boards(tmp_path: Path) -> None:
    ring = dt.Board.from_mask([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
    assert in_thread(ring, store=tmp_path / "ring").undirected == 1
    conditions: dict[str, Any] = {"require": [("a1", "b3")], "forbid": [("c3", "d5")]}
    kept = in_thread(5, 6, store=tmp_path / "conditions", **conditions)
    assert kept.undirected == dt.count(5, 6, **conditions).undirected
    residues = in_thread(3, 60, store=tmp_path / "long")  # in residues
    assert residues.undirected == dt.count(3, 60).undirected > 2**64


class Stopped(Exception):
    """The count ends here."""


def begun(store: Path, stage: int) -> None:
    """Begin to count, and stop in a stage."""

    def stop(what: str, done: int, of: int) -> None:
        if what.startswith(f"stage {stage} of") and done >= of:
            raise Stopped

    with pytest.raises(Stopped):
        in_thread(6, 7, store=store, progress=stop)


@pytest.mark.usefixtures("many_shards")
@pytest.mark.parametrize("stage", [long(1), 5, long(9)])
def test_goes_on(tmp_path: Path, stage: int) -> None:
    begun(tmp_path, stage)
    state = stored.count_status(tmp_path)
    assert state.result is None
    assert state.finished == stage
    told: list[str] = []
    counted = in_thread(6, 7, store=tmp_path, progress=lambda what, *_: told.append(what))
    assert counted.undirected == 1_067_638
    assert int(told[0].split()[1]) > stage


@pytest.mark.usefixtures("many_shards")
@pytest.mark.parametrize("damage", ["changed", *map(long, ("shortened", "removed", "all removed"))])
def test_damaged_files_are_made_again(tmp_path: Path, damage: str) -> None:
    begun(tmp_path, 8)
    stages = sorted(tmp_path.glob("stage-*"))
    for path in stages if damage == "all removed" else stages[-1:]:
        for file in sorted(path.glob("*.bin"))[:1]:
            if damage == "changed":
                content = bytearray(file.read_bytes())
                content[-1] ^= 1
                file.write_bytes(content)
            elif damage == "shortened":
                os.truncate(file, 10)
            else:
                file.unlink()
    state = stored.count_status(tmp_path)
    assert state.damaged
    with pytest.warns(UserWarning, match="it is made again"):
        assert in_thread(6, 7, store=tmp_path).undirected == 1_067_638


@pytest.mark.usefixtures("many_shards")
def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = atomic.write_atomically
    left = 12

    def write(*arguments: object, **options: object) -> object:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return written(*arguments, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as patched, ThreadPoolExecutor(1) as executor:
        patched.setattr("destrier.jobs.job.write_atomically", write)
        with pytest.raises(OSError, match="No space left"):
            dt.count(6, 7, store=tmp_path, executor=executor)
    state = stored.count_status(tmp_path)
    assert state.finished > 2
    assert in_thread(6, 7, store=tmp_path).undirected == 1_067_638


@posix
@pytest.mark.parametrize(("kills", "longest"), [long(1, 0.0), very_long(3, 2.5), very_long(50, 2.5)])
def test_killed_again_and_again(tmp_path: Path, kills: int, longest: float) -> None:
    """As soon as there is a new file, or up to so many seconds later, with all of its workers."""
    rng = random.Random(kills)
    program = f"{MANY_SHARDS}\nif __name__ == '__main__':\n    from destrier.cli import main; main()"
    options = ["5", "8", "--store", str(tmp_path), "--workers", "2", "--json"]
    command = [sys.executable, "-c", program, "count", *options]

    def begin() -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    for _ in range(kills):
        kill_at_work(begin, tmp_path, rng, longest, ".bin")
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert json.loads(done.stdout)["undirected"] == 44_202


def test_killed_before_a_stage_was_entered_or_while_one_was_removed(tmp_path: Path) -> None:
    in_thread(5, 6, store=tmp_path / "whole")
    store = tmp_path / "store"
    store.mkdir()
    told = written_before(tmp_path / "whole")
    (store / "count.json").write_text(json.dumps(told | UNFINISHED))
    (store / "stage-01").mkdir()
    (store / "stage-01" / LEDGER).touch()
    (store / ".destrier-removed-stage-02").mkdir()
    (store / ".destrier-removed-stage-02" / "00001.bin").touch()
    assert count_status(store).finished == 0
    assert in_thread(5, 6, store=store) == dt.count(5, 6)
    assert [path.name for path in store.iterdir()] == ["count.json"]


@posix
def test_links_are_not_followed(tmp_path: Path) -> None:
    store, outside = tmp_path / "store", tmp_path / "outside"
    in_thread(5, 6, store=store)
    finished = json.loads((store / "count.json").read_text())
    told = written_before(store) | UNFINISHED
    (store / "count.json").rename(outside)
    outside.write_text(json.dumps(told))
    (store / "count.json").symlink_to(outside)
    assert in_thread(5, 6, store=store) == dt.count(5, 6)
    assert json.loads(outside.read_text()) == told
    assert json.loads((store / "count.json").read_text()) == finished
    (store / "count.json").unlink()
    outside.rename(store / "count.json")
    (tmp_path / "stage").mkdir()
    (store / "stage-01").symlink_to("../stage")
    for use in (lambda: in_thread(5, 6, store=store), lambda: count_status(store)):
        with pytest.raises(DestrierError) as caught:
            use()
        assert str(caught.value) == f"{store / 'stage-01'} is not a directory, and a count needs one of its own"
    assert not list((tmp_path / "stage").iterdir())


def test_killed_while_the_stages_were_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_: Path) -> None:
        raise Stopped

    with monkeypatch.context() as patched:
        patched.setattr(stored, "_remove", stop)
        with pytest.raises(Stopped):
            in_thread(5, 6, store=tmp_path)
    (tmp_path / ".destrier-0123456789abcdef.tmp").write_bytes(b"{")
    assert in_thread(5, 6, store=tmp_path) == dt.count(5, 6)
    assert [path.name for path in tmp_path.iterdir()] == ["count.json"]


@pytest.mark.usefixtures("many_shards")
@pytest.mark.parametrize("stage", [long(6), 9])
def test_a_worker_that_misses_files_of_a_table_ends_the_run(tmp_path: Path, stage: int) -> None:
    """As on a machine where the directory is another one, or is not up to date."""
    begun(tmp_path, stage)
    hidden = tmp_path / "hidden.bin"

    def hide(what: str, done: int, _of: int) -> None:
        if what.startswith(f"stage {stage + 1} of") and done == 0 and not hidden.exists():
            min((tmp_path / f"stage-{stage:02}").glob("*.bin")).rename(hidden)

    with pytest.raises(JobUnfinished, match=r"sees \d+ of \d+ states") as caught:
        in_thread(6, 7, store=tmp_path, progress=hide)
    assert "\n" not in str(caught.value)
    hidden.unlink()
    with pytest.warns(UserWarning, match="it is made again"):
        assert in_thread(6, 7, store=tmp_path).undirected == 1_067_638


# Refusals


@exhaustive
def test_of_three_runs_with_one_store_one_is_at_work(tmp_path: Path) -> None:
    """The others wait for it, or say so; they said `unable to open database file` or `disk I/O error`."""
    command = [*RUN, "count", "6", "7", "--store", f"{tmp_path}", "--workers", "1", "--json"]
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    runs = [subprocess.Popen(command, **pipes) for _ in range(3)]
    told = [(*run.communicate(), run.returncode) for run in runs]
    busy = f"destrier: {tmp_path}: another run is at work on this job; wait for it, or end it\n"
    finished = [out for out, err, code in told if (err, code) == ("", 0)]
    assert [what for what in told if what[1:] != ("", 0)] == [("", busy, 2)] * (3 - len(finished))
    assert {json.loads(out)["undirected"] for out in finished} == {1_067_638}


@pytest.mark.parametrize("version", ["0.1+0123456789ab", None])
def test_an_unfinished_count_of_another_version_is_refused(tmp_path: Path, version: str | None) -> None:
    begun(tmp_path, 3)
    told = written_before(tmp_path)
    told |= {"version": version}
    if version is None:
        del told["version"]
    (tmp_path / "count.json").write_text(json.dumps(told))
    stages = sorted(tmp_path.glob("stage-*/*"))
    with pytest.raises(DestrierError) as caught:
        dt.count(6, 7, store=tmp_path)
    why = str(caught.value)
    assert why == (
        f"{tmp_path} holds an unfinished count of version {version or '0.2 or earlier'}, and this is version "
        f"{stored._VERSION}: go on with a release that has that version, or name another directory"
    )
    assert sorted(tmp_path.glob("stage-*/*")) == stages
    assert count_status(tmp_path).finished == 3
    (tmp_path / "count.json").write_text(json.dumps(told | {"result": "1067638"}))
    assert dt.count(6, 7, store=tmp_path).undirected == 1_067_638  # a result stays valid


def test_stores_hold_one_count(tmp_path: Path) -> None:
    in_thread(5, 6, store=tmp_path)
    with pytest.raises(
        DestrierError, match="holds another count, of closed tours of 5 x 6, not of open tours of 5 x 6"
    ):
        dt.count(5, 6, kind="open", store=tmp_path)
    (tmp_path / "count.json").write_text("{")
    with pytest.raises(DestrierError, match=r"count\.json is damaged"):
        in_thread(5, 6, store=tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "notes.txt").write_text("")
    with pytest.raises(DestrierError, match=r"holds notes\.txt, not a count"):
        in_thread(5, 6, store=other)
    with pytest.raises(DestrierError, match="a store keeps the counts of closed and open tours"):
        dt.count(5, 6, classes=True, store=tmp_path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What `count.json` of a finished store holds."""
    store = tmp_path_factory.mktemp("whole")
    in_thread(5, 6, store=store)
    return (store / "count.json").read_text()


@pytest.fixture
def counted(whole: str, tmp_path: Path) -> Path:
    """A finished store."""
    (tmp_path / "count.json").write_text(whole)
    return tmp_path


WRONG: list[Any] = ["-8", "8.0", "", "abc", "٨", 8, -3, 1.5, True, [8], {}]
"""Results that are no numbers of tours in digits."""


def changed(text: str, **fields: Any) -> str:
    """What `count.json` holds, with other fields; those that are `None` are left out."""
    told = json.loads(text) | fields
    return json.dumps({name: value for name, value in told.items() if value is not None})


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda text: text.replace('"8"', '"9"'), id="another number"),
        pytest.param(lambda text: text.replace("5, ", "6, ", 1), id="another board"),
        pytest.param(lambda text: text.replace("closed", "open"), id="another name"),
        *(pytest.param(partial(changed, result=told), id=repr(told)) for told in (*WRONG, "9")),
        *(pytest.param(partial(changed, sum=None, result=told), id=f"without a sum, {told!r}") for told in WRONG),
        pytest.param(partial(changed, sum=None, name=5), id="without a sum, a name that is a number"),
        pytest.param(partial(changed, sum=None, graph=[]), id="without a sum, a graph that is a list"),
        pytest.param(lambda text: "[" * 100_000, id="deep brackets"),
        pytest.param(lambda text: text[:-2], id="cut"),
    ],
)
def test_a_result_that_was_changed_is_not_told(spoil: Callable[[str], str], counted: Path) -> None:
    path = counted / "count.json"
    held = spoil(path.read_text())
    assert held != path.read_text()
    path.write_text(held)
    for use in (lambda: dt.count(5, 6, store=counted), lambda: count_status(counted)):
        with pytest.raises(DestrierError) as caught:
            use()
        assert str(caught.value) == f"{path} is damaged: name another directory"
    assert path.read_text() == held


@posix
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "count.json")
    with within(20), pytest.raises(DestrierError, match=r"count\.json is damaged"):
        dt.count(5, 6, store=tmp_path)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda path: path.write_text("{"), "{} is damaged: name another directory"),
        (lambda path: path.write_text("[]"), "{} is damaged: name another directory"),
        (
            lambda path: path.write_text('{"name": "", "graph": "zz", "result": null}'),
            "{} is damaged: name another directory",
        ),
        (lambda path: path.mkdir(), "{}: Is a directory"),
        pytest.param(lambda path: path.symlink_to("count.json"), "{}: Too many levels of symbolic links", marks=posix),
    ],
)
def test_a_damaged_count_is_shown_in_a_line(
    spoil: Callable[[Path], object], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(tmp_path / "count.json")
    assert cli.run(["jobs", str(tmp_path)]) == 2
    assert capsys.readouterr() == ("", f"destrier: {why.format(tmp_path / 'count.json')}\n")


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run(["count", "5", "6", "--store", str(tmp_path), "--workers", "1", "--json"])
    assert json.loads(capsys.readouterr().out)["undirected"] == 8
    cli.run(["jobs", str(tmp_path)])
    told = capsys.readouterr().out
    assert "closed tours of 5 x 6" in told
    assert "result  8" in told
    cli.run(["jobs", str(tmp_path), "--json"])
    assert json.loads(capsys.readouterr().out)["result"] == 8


def test_pieces_in_files(tmp_path: Path) -> None:
    plan = stored._schedule(stored._written(Frame(rows=5, cols=8)))
    table = plan.start(0)
    for number in plan.ways[0][:3]:
        task = plan.tasks[number]
        ((piece,),) = task.do_blocks(table, 0, table.order.blocks, [0])
        (tmp_path / "part.bin").write_bytes(stored._to_bytes([piece, None]))
        read, nothing = stored._from_file(tmp_path / "part.bin")
        assert nothing is None
        assert piece is not None
        assert read is not None
        assert read.weight == piece.weight
        assert np.array_equal(read.bounds, piece.bounds)
        assert all(map(np.array_equal, read.columns, piece.columns))
        table = collected(task.orders[0], 1, 0, [[read]])
