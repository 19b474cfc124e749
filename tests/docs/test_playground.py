"""The playground of the site: tours in plain Python, without numpy and in the Python of browsers."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import browser
from helpers.marks import release

import destrier as dt

if TYPE_CHECKING:
    from types import ModuleType

DOCS = Path(__file__).parents[2] / "docs"

BOARDS = [(rows, cols) for rows in range(3, 7) for cols in range(rows, 9)]

needs_npm = pytest.mark.skipif(shutil.which("npm") is None and not browser.NEEDED, reason="there is no npm here")


@pytest.fixture
def tours(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS / "static" / "playground"))
    return import_module("tours")


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(DOCS))
    import playground

    playground.write_archive(tmp_path / "destrier.zip")
    return tmp_path / "destrier.zip"


def moves_of(board: Any) -> dt.Tourney:
    """The cover of a playground, by the package, which checks it."""
    moves = [sum(1 << move for move in pair) for pair in board.cover]
    return dt.Tourney(np.array(moves, np.uint8).reshape(board.rows, board.cols))


def shown(board: Any, seed: int) -> list[str]:
    """A tour, shattered and joined again."""
    pictures = [board.svg]
    for change in (board.shatter, board.join):
        change(seed)
        pictures.append(board.svg)
    return pictures


def has_tour(rows: int, cols: int) -> bool:
    """Schwenk's theorem, for rows up to columns."""
    return not (rows * cols % 2 or rows in (1, 2, 4) or (rows == 3 and cols in (4, 6, 8)))


@pytest.mark.parametrize(("rows", "cols"), BOARDS)
def test_tours_are_made_shattered_and_joined(rows: int, cols: int, tours: ModuleType) -> None:
    for seed in range(2):
        board = tours.Playground(rows, cols, seed)
        assert bool(board.cover) == has_tour(rows, cols)
        if not board.cover:
            assert board.words == f"There is no closed tour of {rows} × {cols}."
            continue
        assert board.words == f"A closed tour of {rows} × {cols}"
        assert moves_of(board).cycle_count == 1
        assert sorted(chain.from_iterable(board.cycles())) == list(range(rows * cols))
        assert len(board._shuffled_rails(seed)) == dt.count_rails(moves_of(board))
        board.shatter(seed)
        shattered = moves_of(board).cycle_count
        assert len(board.cycles()) == shattered
        board.join(seed)
        assert moves_of(board).cycle_count == len(board.cycles()) <= shattered


def test_the_tours_of_a_small_board_are_equally_likely(tours: ModuleType) -> None:
    """5 x 6 has eight undirected closed tours."""
    drawn = [moves_of(tours.Playground(5, 6, seed)).moves.tobytes() for seed in range(120)]
    counts = [drawn.count(one) for one in set(drawn)]
    assert len(counts) == 8
    assert sum((count - 15) ** 2 / 15 for count in counts) < 24.3  # chi-squared with 7 degrees of freedom, 0.1 %


def test_it_needs_nothing_but_its_archive(archive: Path, tours: ModuleType) -> None:
    program = "import json, tours; board = tours.Playground(8, 8, 1); print(json.dumps([board.words, board.svg]))"
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(archive)!r}); {program}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    board = tours.Playground(8, 8, 1)
    assert json.loads(done.stdout) == [board.words, board.svg]


@release
@needs_npm
def test_python_in_a_browser_shows_the_same(archive: Path, tours: ModuleType) -> None:
    import playground

    installed = playground.install()
    assert installed is not None
    asked = [(5, 6, 1), (8, 8, 2), (4, 4, 1), (12, 12, 3), (3, 10, 1)]
    program = Path(__file__).parents[1] / "helpers" / "playground.mjs"
    command = ["node", str(program), str(installed), str(archive)]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [shown(tours.Playground(*sides), sides[-1]) for sides in asked]


@release
@needs_npm
def test_the_site_gets_all_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    import playground

    assert playground.add_to(tmp_path)
    folder = tmp_path / "_static" / "playground"
    assert {path.name for path in folder.rglob("*.*")} == {"destrier.zip", *playground.FILES}
