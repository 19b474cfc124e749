"""The table of formats, and the lists that follow from it."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from destrier.io import graphs, stacks
from destrier.io.formats import FORMATS, GRAPHS, STACKED

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def reference() -> Iterator[Any]:
    """The module that makes the index of formats and the viewer's lists."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs"))
        yield import_module("reference")


def test_the_index_and_the_viewers_lists_are_those_of_the_table(reference: Any) -> None:
    for made, again in reference.MADE.items():
        text = made.read_text(encoding="utf-8")
        assert text == again(text), f"run python docs/reference.py: {made} is stale"


def test_each_format_has_a_page() -> None:
    for row in FORMATS.values():
        head = (ROOT / "docs" / "formats" / f"{row.suffix[1:]}.md").read_text(encoding="utf-8").splitlines()[0]
        assert head.lower() == f"# {row.suffix}: {row.title}".lower()


def test_graphs_and_many_tours_are_written_and_read_in_the_formats_that_say_so() -> None:
    assert set(graphs.WRITERS) == set(GRAPHS)
    assert set(stacks.WRITERS) == set(STACKED)
    assert set(stacks.READERS) == {suffix for suffix in STACKED if FORMATS[suffix].many == "read and written"}


def test_the_table_imports_no_reader_and_no_renderer() -> None:
    code = "import sys, destrier.io.formats; print([name for name in sys.modules if name.startswith('destrier.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"destrier.io.arrays", "destrier.core.tourney", "destrier.drawing.svg"} & set(eval(done.stdout))


def test_reading_an_array_imports_no_drawings(tmp_path: Path) -> None:
    code = (
        "import sys, destrier as dt; dt.load(sys.argv[1]); print(*(name for name in sys.modules if 'drawing.' in name))"
    )
    import destrier as dt

    dt.save(dt.tour(6, 6, seed=1), tmp_path / "tour.npy")
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "tour.npy"], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []
