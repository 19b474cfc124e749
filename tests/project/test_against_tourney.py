"""What the benchmark against the paper's program says when it cannot build that program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "against_tourney.py"


def refusal(folder: Path, path: str) -> str:
    done = subprocess.run(
        [sys.executable, SCRIPT, folder], env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )
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
def test_names_what_is_missing(tmp_path: Path, compiler: str) -> None:
    folder = tmp_path / "Code"
    folder.mkdir()
    assert refusal(folder, str(folder)) == "a C++ compiler is needed, g++ or clang++\n"
    for name in ("Board.h", "ConcentricBraid.h", "DivideAndConquer.h", "FourCover.h"):
        missing = f"{folder} does not hold the sources of the paper's program: {name} is missing\n"
        assert refusal(folder, compiler) == missing
        (folder / name).touch()
    assert refusal(folder, compiler) == f"{compiler}/g++ does not compile the sources in {folder}\n"
