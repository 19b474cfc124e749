"""What the benchmarks against other programs say when they cannot build these."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

SCRIPTS = Path(__file__).parents[2] / "benchmarks"

HEADERS: Final[dict[str, list[str]]] = {
    "against_tourney": [
        "the paper's program",
        *("Board.h", "ConcentricBraid.h", "DivideAndConquer.h", "FourCover.h", "TakefujiLee.h", "Warnsdorff.h"),
    ],
    "against_tdzdd": ["TdZdd", "tdzdd/DdStructure.hpp"],
}
"""The name of the program in messages, and the files that its folder holds."""


def refusal(script: str, folder: Path, path: str) -> str:
    command = [sys.executable, str(SCRIPTS / f"{script}.py"), str(folder)]
    done = subprocess.run(command, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


@pytest.fixture
def compiler(tmp_path: Path) -> str:
    """A path with a compiler that compiles nothing."""
    program = tmp_path / "bin" / "g++"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    return str(program.parent)


@pytest.mark.skipif(os.name == "nt", reason="the compiler is a shell script")
@pytest.mark.parametrize("script", HEADERS)
def test_names_what_is_missing(script: str, tmp_path: Path, compiler: str) -> None:
    folder = tmp_path / "Code"
    folder.mkdir()
    assert refusal(script, folder, str(folder)) == "a C++ compiler is needed, g++ or clang++\n"
    whose, *names = HEADERS[script]
    for name in names:
        missing = f"{folder} does not hold the sources of {whose}: {name} is missing\n"
        assert refusal(script, folder, compiler) == missing
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    assert refusal(script, folder, compiler) == f"{compiler}/g++ does not compile the sources in {folder}\n"
