"""The results of stored jobs are those of the version that they name; a store of the same version is taken up again."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import pytest
from helpers.marks import left

import destrier as dt
from destrier import jobs
from destrier.counting import COUNT_FILE, censuses, stored
from destrier.jobs import job as job_module
from destrier.jobs.ledger import Ledger
from destrier.paths import path_counts, path_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def listed(store: Path, executor: ThreadPoolExecutor) -> None:
    """The classes of paths of length 8, as text, as another release of a library may write other files."""
    dt.paths.store_paths(8, store, executor=executor)
    rows = sorted(dt.paths.load(store).fetchall())
    for path in store.glob("*.parquet"):
        path.unlink()
    (store / "rows.json").write_text(json.dumps(rows, default=str))


def stopped(store: Path, executor: ThreadPoolExecutor) -> None:
    """The first stages of a count."""

    def stop(what: str, _done: int, _of: int) -> None:
        if what.startswith("stage 4 of"):
            raise InterruptedError

    with suppress(InterruptedError):
        dt.count(5, 6, store=store, executor=executor, progress=stop)


class Recorded(NamedTuple):
    """What a small job makes."""

    work: Callable[[Path, ThreadPoolExecutor], object]
    version: str
    digest: str


RECORDED = {
    "census": Recorded(
        lambda store, executor: dt.counting.census(5, 6, store=store, executor=executor),
        censuses._VERSION,
        "1 461426e30bc3db0b",
    ),
    "paths counted": Recorded(
        lambda store, executor: dt.paths.count_paths(8, store=store, executor=executor),
        path_counts._VERSION,
        "1 ef16ba8d5e669e14",
    ),
    "paths listed": Recorded(listed, path_store._VERSION, "1 bdc254ae9d550b06"),
    "stages": Recorded(stopped, stored._VERSION, "1 c15b4559c5f77d78"),
}


@pytest.mark.parametrize("name", left(RECORDED, ["paths counted", "stages"]))
def test_results_that_change_have_another_version(name: str, tmp_path: Path) -> None:
    work, version, recorded = RECORDED[name]
    with ThreadPoolExecutor(1) as executor:
        work(tmp_path, executor)
    made = sha256()
    for path in sorted(tmp_path.rglob("*")):
        if path.suffix in (".json", ".bin") and path.name != COUNT_FILE:
            made.update(f"{path.relative_to(tmp_path)} {path.read_bytes()!r}".encode())
    found = f"{version} {made.hexdigest()[:16]}"
    assert found == recorded, "if other results are intended, raise _VERSION beside the job, and record the digest here"


def test_a_store_is_taken_up_by_other_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A remark in any source file made a finished store another job's."""
    with ThreadPoolExecutor(1) as executor:
        before = dt.counting.census(3, 10, slopes=True, store=tmp_path, executor=executor)
        monkeypatch.setattr(job_module, "code_version", lambda module: "other sources")
        after = dt.counting.census(3, 10, slopes=True, store=tmp_path, executor=executor)
    assert after == before
    with Ledger.opened(tmp_path) as ledger:
        assert ledger.about().version == censuses._VERSION
    assert jobs.status(tmp_path).version == censuses._VERSION
