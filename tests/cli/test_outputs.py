"""What commands write: whole files or none, where the links of the user lead, and nothing but files."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.commands import runner
from helpers.marks import posix

import destrier as dt
from destrier.support.atomic import check_target, replacing

if TYPE_CHECKING:
    from collections.abc import Callable

TOUR = ["tour", "6", "6", "--seed", "1", "-o"]

pytestmark = posix


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    return runner(capsys)


def contents(folder: Path) -> dict[str, bytes | str]:
    """What lies in a folder: where links lead, and what files hold."""
    return {
        path.name: str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else ""
        for path in folder.iterdir()
    }


# Permissions


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_a_file_that_is_replaced_keeps_its_permissions(run: Any, tmp_path: Path, mode: int) -> None:
    path = tmp_path / "tour.npy"
    path.write_bytes(b"old")
    path.chmod(mode)
    assert run(*TOUR, path).code == 0
    assert path.stat().st_mode & 0o7777 == mode
    assert dt.load(path) == dt.tour(6, 6, seed=1)


@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_new_file_has_the_permissions_of_the_mask(run: Any, tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        assert run(*TOUR, tmp_path / "tour.npy").code == 0
    finally:
        os.umask(before)
    assert (tmp_path / "tour.npy").stat().st_mode & 0o7777 == 0o666 & ~mask


def test_nobody_else_reads_a_private_file_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "tour.npy"
    path.write_bytes(b"old")
    path.chmod(0o600)
    with replacing(path):
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


# Before the work

BEFORE: dict[str, tuple[str, str]] = {
    "list 6 6": ("destrier.counting.samples.all_moves", "listed.parquet"),
    "census extremes 6 6 --fewest turns": ("destrier.counting.extreme_tours.extremes", "fewest.parquet"),
    "magic 8 8": ("destrier.search.magic_tours.magic_tours", "magic.parquet"),
    "solve 6 6": ("destrier.search.numbered.solutions", "solved.parquet"),
    "sample 6 6": ("destrier.counting.samples.sampler_of", "sample.parquet"),
}


@pytest.mark.parametrize("command", BEFORE)
def test_a_missing_package_is_told_before_the_work(
    command: str, run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work, name = BEFORE[command]
    monkeypatch.setattr(work, None)
    monkeypatch.setitem(sys.modules, "duckdb", None)
    needs = "destrier: Parquet needs duckdb: pip install 'destrier[store]'\n"
    assert run(*command.split(), "-o", tmp_path / name) == (2, "", needs)


def test_a_board_that_a_file_does_not_name_is_told_before_the_work(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("destrier.search.numbered.solutions", None)
    ended = run("solve", "4", "4", "4", "-o", tmp_path / "solved.npy")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("destrier: a .npy file holds knight's tours of flat boards, not of ")


# Links


@pytest.mark.parametrize("old", [b"old", None])
def test_where_a_link_leads_is_written_and_told(run: Any, tmp_path: Path, old: bytes | None) -> None:
    link, second, real = tmp_path / "link.npy", tmp_path / "second.npy", tmp_path / "real.npy"
    link.symlink_to("second.npy")
    second.symlink_to("real.npy")
    if old is not None:
        real.write_bytes(old)
    assert run(*TOUR, link) == (0, "", f"destrier: {link} leads to {real}, which was written\n")
    assert dt.load(real) == dt.tour(6, 6, seed=1)
    assert contents(tmp_path) == {"link.npy": "second.npy", "second.npy": "real.npy", "real.npy": real.read_bytes()}


def test_a_file_without_a_link_is_not_told(run: Any, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "way").symlink_to("folder")
    assert run(*TOUR, tmp_path / "way" / "tour.npy") == (0, "", "")
    assert dt.load(tmp_path / "folder" / "tour.npy") == dt.tour(6, 6, seed=1)


def test_the_library_says_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "link.npy").symlink_to("real.npy")
    dt.save(dt.tour(6, 6, seed=1), tmp_path / "link.npy")
    assert capfd.readouterr() == ("", "")


BAD: dict[str, tuple[Callable[[Path], object], str]] = {
    "to nowhere": (lambda path: path.symlink_to("gone/x.npy"), " -> {0}/gone/x.npy: No such file or directory"),
    "into a file": (lambda path: path.symlink_to("file/x.npy"), " -> {0}/file/x.npy: Not a directory"),
    "to a folder": (lambda path: path.symlink_to("folder"), " -> {0}/folder: Is a directory"),
    "to itself": (lambda path: path.symlink_to("out.npy"), ": Too many levels of symbolic links"),
    "to a pipe": (lambda path: path.symlink_to("pipe"), " -> {0}/pipe: only a regular file can be replaced"),
    "a pipe": (lambda path: os.mkfifo(path, 0o600), ": only a regular file can be replaced"),
    "a folder": (Path.mkdir, ": Is a directory"),
}


@pytest.mark.parametrize("kind", BAD)
def test_where_nothing_can_be_written_is_known_before_and_later(run: Any, tmp_path: Path, kind: str) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")  # in place of a device such as /dev/null, which root could replace
    path = tmp_path / "out.npy"
    make, why = BAD[kind]
    make(path)
    before = contents(tmp_path)
    line = f"destrier: {path}{why.format(tmp_path)}\n"
    assert run(*TOUR, path) == (2, "", line)
    with pytest.raises(OSError, match=str(path)) as known:
        check_target(path)
    with pytest.raises(OSError, match=str(path)) as met, replacing(path) as file:
        file.write(b"new")
    assert str(met.value) == str(known.value)
    assert contents(tmp_path) == before
