"""The wheel and the sdist: what they hold, and that the wheel works where nothing else is."""

from __future__ import annotations

import email
import os
import re
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zipfile import ZipFile

import httpx2 as httpx
import pytest
from helpers import naive
from helpers.marks import release
from helpers.pages import served

import destrier as dt
from destrier import __version__
from destrier.cli import all_commands

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT: Final = Path(__file__).parents[2]

pytestmark = release

STATIC: Final = Path("destrier", "viewer", "static")


class Built(NamedTuple):
    sdist: Path
    wheel: Path


def run(*command: str | Path, **options: Any) -> str:
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command, check=True, capture_output=True, text=True, **options
    )
    return done.stdout


def build(source: Path, folder: Path, *targets: str) -> None:
    run(sys.executable, "-m", "hatchling", "build", "--directory", folder, *targets, cwd=source)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder)
    return Built(*folder.glob("*.tar.gz"), *folder.glob("*.whl"))


def files_in(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_the_whole_package(built: Built) -> None:
    sources = ROOT / "src"
    files = {path.relative_to(sources) for path in sources.rglob("*") if path.is_file()}
    held = files_in(built.wheel)
    assert {Path(path) for path in held if path.startswith("destrier/")} == {
        path for path in files if "__pycache__" not in path.parts
    }
    pages = {Path(path).name for path in held if "/share/man/man1/" in path}
    assert pages == {page.name for page in (ROOT / "docs" / "man").iterdir()}


def test_the_wheel_is_built_from_the_sdist_just_the_same(built: Built, tmp_path: Path) -> None:
    with tarfile.open(built.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    build(tmp_path / f"destrier-{__version__}", tmp_path, "--target", "wheel")
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.read_bytes() == built.wheel.read_bytes()


def test_the_wheel_works_in_a_bare_environment(built: Built, tmp_path: Path) -> None:
    """With the packages of the lock file that it says it needs; uv takes them from its cache where it can."""
    bare = tmp_path / "bare"
    uv = Path(sys.executable).with_name("uv")
    locked = "sync", "--frozen", "--no-default-groups", "--no-install-project", "--extra", "viewer", "--project", ROOT
    run(uv, *locked, "--python", sys.executable, env={**os.environ, "UV_PROJECT_ENVIRONMENT": str(bare)})
    run(uv, "pip", "install", "--python", bare, "--no-deps", built.wheel)
    run(uv, "pip", "check", "--python", bare)

    def destrier(*arguments: str) -> str:
        return run(
            bare / "bin" / "destrier", *arguments, cwd=tmp_path, env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        )

    assert destrier("--version") == f"destrier {__version__}\n"
    check_tour(re.findall(r"\d+", destrier("tour", "8", "8", "--seed", "1")))
    with served(program=bare / "bin" / "python") as address:
        for path in (path for path in files_in(built.wheel) if Path(path).is_relative_to(STATIC)):
            assert httpx.get(f"{address}{Path(path).relative_to(STATIC).as_posix()}").status_code == 200
        assert "<title>" in httpx.get(address).text


EXTRA: Final = r"^destrier: .+: pip install 'destrier\[(\w+)\]'$"


LINES: Final = (
    "tour 8 8 -o tour.svg -o tour.png",
    "tourney 8 8 --algorithm concentric-braid -o tourney.npy",
    "puzzle 6 6 --grade easy --seed 1",
    "solve 3 4 --kind open --number a3=1",
    "magic 8 8 --seed 1",
    "rosselsprung text.txt 4 5 --split letters --seed 1",
    "order 32 32 -o order.npy",
    "network 8 8 --seed 1 -o network.gif",
    "algorithms",
    "join cycles.npy --seed 1",
    "shatter closed.npy --seed 1",
    "obfuscate closed.npy --seed 1",
    "check closed.npy",
    "measure closed.npy",
    "show closed.npy",
    "draw closed.npy -o drawn.dxf",
    "graph 8 8 -o knights.graphml",
    "view closed.npy --no-browser",
    "count 6 6",
    "census 5 6",
    "sample 6 6 -n 3 -o sample.parquet",
    "list 5 6",
    "paths 44616031",
    "longest 5 5",
    "jobs missing",
)


def test_each_command_works_without_extras_or_names_one(built: Built, tmp_path: Path) -> None:
    core, uv = tmp_path / "core", Path(sys.executable).with_name("uv")
    locked = "sync", "--frozen", "--no-default-groups", "--no-install-project", "--project", ROOT
    run(uv, *locked, "--python", sys.executable, env={**os.environ, "UV_PROJECT_ENVIRONMENT": str(core)})
    run(uv, "pip", "install", "--python", core, "--no-deps", built.wheel)
    dt.save(dt.tour(8, 8, seed=1), tmp_path / "closed.npy")
    dt.save(dt.tourney(8, 8, algorithm="concentric-braid"), tmp_path / "cycles.npy")
    (tmp_path / "text.txt").write_text("a knight in a tourney", encoding="utf-8")

    def done(line: str) -> subprocess.CompletedProcess[str]:
        command: list[str | Path] = [core / "bin" / "destrier", *line.split()]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)

    with ThreadPoolExecutor(2) as threads:
        ended = dict(zip(LINES, threads.map(done, LINES), strict=True))
    assert {line.split()[0] for line in LINES} == all_commands().keys() - {"compile"}
    needy = {line.split()[0]: said.stderr for line, said in ended.items() if said.returncode}
    named = {name: match[1] for name, told in needy.items() if (match := re.search(EXTRA, told, re.MULTILINE))}
    assert named == {
        "tour": "image",
        "network": "image",
        "draw": "dxf",
        "graph": "graph",
        "sample": "store",
        "view": "viewer",
    }
    assert needy.keys() - named == {"jobs"}, needy


def test_the_wheel_is_small_and_described(built: Built) -> None:
    assert built.wheel.stat().st_size < 1_600_000
    run(sys.executable, "-m", "twine", "check", "--strict", built.wheel, built.sdist)
    with ZipFile(built.wheel) as archive:
        (told,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    about = email.message_from_string(told)
    assert (about["Name"], about["Version"], about["License-Expression"]) == ("destrier", __version__, "MIT")
    assert about["Requires-Python"] == ">=3.11"
    assert about.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")


def check_tour(numbers: Sequence[str]) -> None:
    """Of 8 x 8, from the numbers of its squares."""
    squares = {int(number) - 1: divmod(index, 8) for index, number in enumerate(numbers)}
    assert sorted(squares) == list(range(64))
    order = [squares[number] for number in range(64)]
    steps = {(there[0] - here[0], there[1] - here[1]) for here, there in pairwise([*order, order[0]])}
    assert steps <= set(naive.MOVES)
