"""The budget of the quick run: a suite with a dear test fails, and one with cheap tests passes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest
from helpers.marks import exhaustive, long

TESTS: Final = Path(__file__).parents[1]

TOYS: Final = """
import subprocess
import sys

import pytest

BUSY = "sum(n * n for n in range({}))"

@pytest.fixture(scope="module")
def shared():
    eval(BUSY.format(4 * 10**5))

@pytest.mark.parametrize("case", range(4))
def test_cases(case, shared):
    eval(BUSY.format(cases))

def test_process():
    subprocess.run([sys.executable, "-c", BUSY.format(process)], check=True)

@pytest.mark.skip(reason="there is no frog: buy one")
def test_frog():
    pass
"""
"""Tests that keep a processor busy: a unit is about half a million rounds here."""


def run(folder: Path, toys: str, budget: str, *options: str) -> tuple[int, str]:
    """The exit status of a run of these tests, and what it printed."""
    (folder / "test_toys.py").write_text(toys)
    (folder / "budget.toml").write_text(budget)
    (folder / "conftest.py").write_text("from helpers import budget\nbudget._LOOPS = 2  # small units\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "helpers.budget", "--budget", "budget.toml", *options]
    alone = {"PYTHONPATH": str(TESTS), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=os.environ | alone, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def toys(*, cases: int = 1000, process: int = 1000) -> str:
    return f"cases, process = {cases}, {process}\n{TOYS}"


@pytest.mark.parametrize("workers", [long([]), ["-p", "xdist", "-n", "2"]], ids=["alone", "workers"])
def test_cheap_tests_pass(workers: list[str], tmp_path: Path) -> None:
    status, printed = run(tmp_path, toys(), "total = 3", *workers, "--begun", "1")
    assert status == 0, printed
    assert "Over budget" not in printed
    costs = {
        name: float(cost) for cost, name in re.findall(r"^ +([\d.]+)  test_toys\.py::(\w+)$", printed, re.MULTILINE)
    }
    assert costs.keys() == {"shared", "test_cases", "test_process", "test_frog"}
    assert costs["shared"] > costs["test_cases"]
    *_, took, skipped = printed.splitlines()
    assert re.fullmatch(r"It took \d{8,} min \d+ s\.", took)  # since 1970
    assert skipped == "Skipped 1: there is no frog: buy one"


def test_a_dear_function_fails_with_advice(tmp_path: Path) -> None:
    """All of its cases count together."""
    status, printed = run(tmp_path, toys(cases=4 * 10**6), "total = 99")
    assert status == 1
    assert re.search(
        r"^Over budget: test_toys\.py::test_cases costs \d+\.\d units, not 1: take a smaller case, mark large ones as "
        r"`long`, or list it in budget\.toml$",
        printed,
        re.MULTILINE,
    )
    assert printed.count("Over budget") == 1


@exhaustive
def test_a_listed_function_may_cost_what_is_listed(tmp_path: Path) -> None:
    listed = '[functions]\n"test_toys.py::test_process" = {}\n'
    dear = toys(process=6 * 10**6)
    assert run(tmp_path, dear, "total = 99\n" + listed.format(9))[0] == 0
    status, printed = run(tmp_path, dear, "total = 99\n" + listed.format(0.1))
    assert status == 1
    assert re.search(r"test_process costs \d+\.\d units, not 0\.1: ", printed)


def test_all_together_may_cost_the_total(tmp_path: Path) -> None:
    status, printed = run(tmp_path, toys(), "total = 0.01")
    assert status == 1
    assert re.search(r"^Over budget: all tests cost 0\.\d+ units, not 0\.01: ", printed, re.MULTILINE)


def test_what_is_listed_is_there() -> None:
    """Functions by their files; fixtures and kernels have no test of their own."""
    listed = tomllib.loads((TESTS / "budget.toml").read_text(encoding="utf-8"))["functions"]
    functions = [name.split("::") for name in listed if ".py::test_" in name]
    texts = {path: (TESTS.parent / path).read_text(encoding="utf-8") for path, _ in functions}
    assert functions
    assert [name for path, name in functions if f"def {name}(" not in texts[path]] == []
