"""The notebooks of examples/, and the cells of docs/notebooks.md: they run, and show what is stored."""

from __future__ import annotations

import re
import struct
from base64 import b64decode
from importlib import import_module
from pathlib import Path
from typing import Any

import nbformat
import pytest
from helpers.marks import release

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def outputs(notebook: Any) -> list[list[Any]]:
    """What each cell shows; of a plot only its size, as its pixels depend on fonts."""

    def plain(output: Any) -> Any:
        data = dict(output.get("data", {}))
        if "image/png" in data:
            data["image/png"] = struct.unpack(">II", b64decode(data["image/png"])[16:24])
        return output.output_type, output.get("text"), data

    return [[plain(output) for output in cell.get("outputs", [])] for cell in notebook.cells]


@release
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    stored = nbformat.read(path, as_version=4)
    again = import_module("run").executed(path)
    assert outputs(again) == outputs(stored)
    assert again.metadata == stored.metadata


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_stored_notebook_is_complete_and_does_not_churn(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    counts = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    assert counts == [*range(1, len(counts) + 1)]
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert len(shown) > len(counts) / 2
    assert not [output for output in shown if output.output_type == "error" or output.get("name") == "stderr"]
    text = path.read_text(encoding="utf-8")
    assert len(text) < 250_000
    assert not re.search(r"/home/|/root|/tmp|/Users/|0x[0-9a-f]{6}|model_id|\"version\"", text)


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["counting-and-sampling", "first-tours", "plotter-poster"]


def test_the_page_about_notebooks_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "docs/notebooks.md", "exec"), names)
    assert len(blocks) == 5
    assert names["board"].tour.board.shape == (6, 6)
    assert names["board"].style == "night"
