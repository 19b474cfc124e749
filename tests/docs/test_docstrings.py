"""The examples in all docstrings run, and print what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
from helpers.marks import left

import destrier as dt

SOURCES: Final = Path(dt.__file__).parent
MODULES: Final = sorted(
    ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCES.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)

DEAR: Final = {"destrier.counting.censuses"}
"""Modules that compile what few others need."""


@pytest.mark.parametrize("name", left(MODULES, [name for name in MODULES if name not in DEAR]))
def test_the_examples_of_a_module(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module = import_module(name)
    tests = doctest.DocTestFinder(exclude_empty=True).find(module, extraglobs={"dt": dt})
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    told: list[str] = []
    for test in tests:
        runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)
