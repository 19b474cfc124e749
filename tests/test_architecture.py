"""The rooms of the package: none imports from one that stands above it, and there is no circle of imports."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import destrier as dt

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def rooms() -> Iterator[Any]:
    """The module that reads and draws the rooms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs"))
        yield import_module("rooms")


@pytest.fixture(scope="module")
def imports(rooms: Any) -> Any:
    """Who imports whom, read from all sources once."""
    return rooms.imports()


def test_no_room_imports_from_one_above(rooms: Any, imports: Any) -> None:
    graph = rooms.arrows(imports)
    assert rooms.upward(graph) == []
    assert sum(map(len, graph.values())) > 50
    assert {path.parent.name for path in rooms.SOURCES.glob("*/*.py")} == set(rooms.ROOMS)


def test_no_circle_of_imports(rooms: Any, imports: Any) -> None:
    assert rooms.circle(imports) == []


def test_a_circle_and_an_upward_arrow_would_be_found(rooms: Any, tmp_path: Path) -> None:
    package = tmp_path / "destrier"
    for room, text in (("core", "def f():\n    from destrier.drawing import svg\n"), ("drawing", "")):
        (package / room).mkdir(parents=True)
        (package / room / "__init__.py").write_text(text)
    (package / "drawing" / "svg.py").write_text("from destrier import core\n")
    graph = rooms.imports(package)
    assert rooms.circle(graph) == ["destrier.core", "destrier.drawing.svg", "destrier.core"]
    assert rooms.upward(rooms.arrows(graph)) == [("core", "drawing")]


def test_one_module_writes_texts_into_markup(rooms: Any) -> None:
    markup = re.compile(r"^(?:import html$|from html import .*\bescape\b|.*\bsaxutils\b)", re.MULTILINE)
    knowing = [path for path in rooms.SOURCES.rglob("*.py") if markup.search(path.read_text(encoding="utf-8"))]
    assert knowing == [rooms.SOURCES / "support" / "html.py"]


def test_a_file_name_leads_to_one_room(rooms: Any) -> None:
    """Ten names have a pair of files, which their rooms explain, as `core/box` and `drawing/svg/box`."""
    names = Counter(path.name for path in rooms.SOURCES.rglob("*.py") if path.name != "__init__.py")
    shared = {name: number for name, number in names.items() if number > 1}
    assert len(shared) <= 10, shared
    assert set(shared.values()) <= {2}, shared


def test_the_picture_is_that_of_the_sources(rooms: Any, imports: Any) -> None:
    assert (ROOT / "docs" / "rooms.svg").read_text(encoding="utf-8") == rooms.draw(rooms.arrows(imports))


def test_importing_the_package_imports_no_numpy() -> None:
    code = "import destrier, sys; print('numpy' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_a_small_tour_imports_little() -> None:
    """What starts slowly is used less: the bound is what is imported, so that whoever adds to it has a reason."""
    code = "from destrier import cli; import sys; cli.run(['tour', '8', '8']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = done.stdout.splitlines()[-1].split()
    assert len([name for name in imported if name.split(".")[0] == "destrier"]) <= 71
    dear = {"concurrent.futures", "importlib.resources", "numba", "tempfile", "zipfile", "destrier.io.files"}
    assert dear.isdisjoint(imported)


def test_every_public_name_is_there_and_documented() -> None:
    for name in dir(dt):
        value = getattr(dt, name)
        assert name in ("__version__", "ALGORITHMS", "MOVES") or value.__doc__, name
    stub = (ROOT / "src" / "destrier" / "__init__.pyi").read_text(encoding="utf-8")
    listed = re.findall(r"import \w+ as (\w+)", stub)
    assert len(listed) == len(set(listed))
    assert set(listed) == set(dir(dt)) - {"__version__"}
