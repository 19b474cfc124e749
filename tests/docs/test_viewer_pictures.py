"""The pictures of the viewer are those of the viewer as it is."""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))

import pictures  # noqa: E402  # it lies beside the gallery


def test_pictures_are_made_anew_when_the_viewer_changes() -> None:
    assert pictures.FINGERPRINT.read_text(encoding="ascii") == f"{pictures.fingerprint()}\n", "run make pictures"
    assert {path.stem for path in pictures.FOLDER.glob("viewer-*.png")} == set(pictures.PICTURES)
    taken = {tuple(path.stem.split("-")[1:]) for path in pictures.FOLDER.glob("site-*.png")}
    assert taken == {(n, s, str(w)) for n in pictures.SITE for s in ("light", "dark") for w, _ in pictures.SIZES}


def test_a_change_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = pictures.fingerprint()
    static = tmp_path / "static" / "tours"
    static.mkdir(parents=True)
    (static / "page.html").write_text("other")
    real = resources.files

    def files(package: str) -> Any:
        return tmp_path if package == "destrier.viewer" else real(package)

    monkeypatch.setattr(pictures, "files", files)
    changed = pictures.fingerprint()
    (static / "page.html").write_text("another")
    assert len({before, changed, pictures.fingerprint()}) == 3
