"""The package as it is passed on in one piece: a wheel on the path, a zip archive that runs, and a frozen program.

Whatever the piece, its commands print and write the same as those of the package on the disk.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipapp
from contextlib import chdir
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zipfile import ZipFile

import httpx2 as httpx
import pytest
from helpers.marks import exhaustive, very_long

import destrier as dt
from destrier import cli
from destrier.jobs.job import code_version
from destrier.viewer.server import STATIC

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT: Final = Path(__file__).parents[2]

COMMANDS: Final = (
    "--version",
    "tour 4 6",  # there is none
    "tour 8 8 --seed 1 -o tour.txt",
    "check tour.txt",
    "measure tour.txt",
    "tour 12 12 --minimize turns -o tame.json",  # is stored
    "draw tame.json -o tour.svg",
    "draw tame.json -o tour.png",  # with the font
    "draw tame.json -o ride.html",  # with scripts
    "count 5 6 --store stages",  # in processes
)

LEFT_OUT: Final = (
    *("anywidget", "dask", "distributed", "duckdb", "ezdxf", "matplotlib", "networkx", "pyphen", "svglib"),
    *("IPython", "scipy", "setuptools", "tkinter"),
)
"""Packages that the frozen program is built without: they are not tried, or what only tests install."""


def run(command: Sequence[str | Path], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, env=os.environ | variables, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    built = run([sys.executable, "-m", "hatchling", "build", "--directory", folder, "--target", "wheel"], ROOT)
    assert built.returncode == 0, built.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def archive(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    """A zip archive that Python runs, with the package alone in it."""
    folder = tmp_path_factory.mktemp("archive")
    with ZipFile(wheel) as packed:
        packed.extractall(folder / "content")
    zipapp.create_archive(folder / "content", folder / "destrier.pyz", main="destrier.cli:main")
    return [sys.executable, folder / "destrier.pyz"]


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> list[str | Path]:
    """A program of PyInstaller, which needs no Python."""
    folder = tmp_path_factory.mktemp("frozen")
    (folder / "main.py").write_text("from destrier.cli import main\n\nmain()\n")
    left_out = [word for name in LEFT_OUT for word in ("--exclude-module", name)]
    command = [sys.executable, "-m", "PyInstaller", "--log-level", "ERROR", "--name", "destrier", *left_out, "main.py"]
    built = run(command, folder)
    assert built.returncode == 0, built.stderr
    return [folder / "dist" / "destrier" / "destrier"]


@pytest.fixture(params=[very_long("archive"), very_long("frozen")])
def program(request: pytest.FixtureRequest) -> list[str | Path]:
    made: list[str | Path] = request.getfixturevalue(request.param)
    return made


def files_in(folder: Path) -> dict[str, bytes]:
    """The files of a folder, but for the ledgers, which tell how long work took."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in files.items() if "ledger" not in name}


@pytest.mark.release
def test_the_commands_of_a_program_do_what_they_do_here(
    program: list[str | Path], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    for line in COMMANDS:
        done = run([*program, *line.split()], there)
        with chdir(here):
            code = cli.run(line.split())
        printed = capfd.readouterr()
        assert (done.returncode, done.stdout) == (code, printed.out), done.stderr
    assert files_in(there) == files_in(here)
    assert len(files_in(here)) > 5


@pytest.mark.release
def test_the_viewer_of_a_program_has_its_pages(program: list[str | Path], tmp_path: Path) -> None:
    command = [*program, "view", "--no-browser"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        for path in STATIC.rglob("*.*"):
            assert httpx.get(f"{address}{path.relative_to(STATIC).as_posix()}").content == path.read_bytes()
        server.terminate()


IMPORTING: Final = """
import json, sys
import destrier as dt
heavy = [name for name in ("numba", "numpy") if name in sys.modules]
names = {name: type(getattr(dt, name)).__name__ for name in dir(dt)}
from destrier.jobs.job import code_version
print(json.dumps([dt.__file__, heavy, names, code_version("destrier")]))
"""


@exhaustive
def test_a_wheel_is_imported_as_it_is(wheel: Path, tmp_path: Path) -> None:
    """Every public name is there, importing it imports nothing heavy, and jobs know it for the same code."""
    done = run([sys.executable, "-c", IMPORTING], tmp_path, PYTHONPATH=str(wheel))
    assert done.returncode == 0, done.stderr
    names = {name: type(getattr(dt, name)).__name__ for name in dir(dt)}
    assert json.loads(done.stdout) == [
        str(wheel / "destrier" / "__init__.py"), [], names, code_version("destrier"),
    ]  # fmt: skip
