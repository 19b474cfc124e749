"""A format is one file and one row: CONTRIBUTING's walk is carried out in a copy of the package."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from helpers.walks import carry_out

from destrier.io import graphs, stacks
from destrier.io.formats import FORMATS, GRAPHS, STACKED

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]

FILE: Final = '''
"""Squares one after the other, such as `0,0 1,2`."""

from destrier.core.tourney import Tour


def to_couples(tour):
    return " ".join(f"{row},{col}" for row, col in tour.squares()) + "\\n"


def from_couples(text):
    return Tour.from_squares([tuple(map(int, pair.split(","))) for pair in text.split()])


def to_outline(tour):
    return f"outline of {tour.board}\\n"
'''

FUNCTIONS: Final = """
def _couples():
    from destrier.io.couples import from_couples, to_couples

    return from_couples, to_couples


def _outline():
    from destrier.io.couples import to_outline

    return to_outline


_ROWS"""

ROW: Final = """
    Format(".couples", "Pairs of numbers", "Tours", "text/x-couples", b"0,0", text=_couples),
    Format(".outline", "Outlines", "Drawings", manners={"still": Drawing(_outline)}),
)

FORMATS"""

USE: Final = """
import sys
from pathlib import Path

import destrier as dt
from destrier.cli import run

tour = dt.tour(6, 6, seed=1)
dt.save(tour, "tour.couples")
assert Path("tour.couples").read_text().startswith("0,0 ")
assert dt.load("tour.couples") == tour
assert dt.check("tour.couples") == "closed tour of 6 x 6"
dt.draw(tour, "tour.outline")
assert Path("tour.outline").read_text() == "outline of 6 x 6\\n"

assert run(["check", "tour.couples"]) == 0
assert run(["draw", "tour.couples", "-o", "drawn.outline"]) == 0
assert run(["tour", "6", "6", "-o", "made.couples", "-o", "made.outline"]) == 0
sys.stdin = open("tour.couples")
assert run(["check", "-"]) == 0
assert run(["tour", "--help"]) == run(["draw", "--help"]) == 0

from destrier.viewer.work import to_npy, tour_tasks

made = to_npy(tour).npy
assert tour_tasks.EXPORTS["couples"][:3] == (".couples", None, "text/x-couples")
assert tour_tasks.export(made, "couples", None, {}) == Path("tour.couples").read_bytes()
assert tour_tasks.export(made, "outline", None, {}) == Path("tour.outline").read_bytes()
assert tour_tasks.read(Path("tour.couples").read_bytes(), "couples").npy == made

import man
import reference

page = reference.viewer_lists(reference.VIEWER.read_text(encoding="utf-8"))
assert '<option value="couples">Pairs of numbers (.couples)</option>' in page
assert '<option value="outline">Outlines (.outline)</option>' in page
index = reference.format_index(reference.INDEX.read_text(encoding="utf-8"))
assert "[.couples](couples.md)\\n: Pairs of numbers" in index and "[.outline](outline.md)" in index
man.write(Path("man"))
assert all(suffix in Path("man/destrier-tour.1").read_text() for suffix in (".couples", ".outline"))
"""


@pytest.fixture(scope="module")
def reference() -> Iterator[Any]:
    """The module that makes the index of formats and the viewer's lists."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs"))
        yield import_module("reference")


def test_a_new_format_is_a_file_and_a_row(tmp_path: Path) -> None:
    printed = carry_out(
        USE, tmp_path, {"io/couples.py": FILE}, {"io/formats.py": [("\n_ROWS", FUNCTIONS), ("\n)\n\nFORMATS", ROW)]}
    )
    helps = printed.split("Usage: destrier ")[1:]
    assert [text.split()[0] for text in helps] == ["tour", "draw"]
    assert ".couples" in helps[0]
    assert all(".outline" in text for text in helps)


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
