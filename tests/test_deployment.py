"""Where compiled kernels are kept for users who have little: no home, no temporary folder, or only what others made."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from helpers.marks import posix

from destrier.support import kernel_store

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The temporary folder of a user of whom the system knows nothing but a number."""
    import pwd

    def unknown(user: int) -> NoReturn:
        raise KeyError(user)

    for name in ("NUMBA_CACHE_DIR", "HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@posix
def test_a_user_without_a_home_has_a_temporary_folder(nobody: Path) -> None:
    folder = nobody / f"destrier-kernels-{os.getuid()}"
    assert kernel_store.writable_folder() == folder
    assert folder.stat().st_mode & 0o777 == 0o700
    kernel_store.keep("kernel-1", b"code")
    assert kernel_store.read("kernel-1") == b"code"
    assert [*nobody.iterdir()] == [folder]  # and none is called ~


@posix
def test_without_any_folder_nothing_is_kept(nobody: Path, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    def none() -> NoReturn:
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", none)
    kernel_store.warn_once.cache_clear()
    for _ in range(2):
        assert kernel_store.writable_folder() is None
        with kernel_store.locked("kernel-1"):
            kernel_store.keep("kernel-1", b"code")
        assert kernel_store.read("kernel-1") is None
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert not [*nobody.iterdir()]


@posix
def test_what_is_compiled_into_an_image_is_read_by_other_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "opt" / "kernels"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    before = os.umask(0o022)
    try:
        kernel_store.keep("kernel-1", b"code")
    finally:
        os.umask(before)
    for path in (folder.parent, folder, folder / "kernel-1"):
        assert path.stat().st_mode & 0o044 == 0o044
    assert folder.stat().st_mode & 0o011 == 0o011
