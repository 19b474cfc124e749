"""The faults that `make faults` plants are in sources as they are."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_text_of_each_fault_occurs_once() -> None:
    faults = tomllib.loads((ROOT / "tools" / "faults.toml").read_text(encoding="utf-8"))["fault"]
    assert len(faults) >= 40
    for fault in faults:
        source = (ROOT / "src" / "destrier" / fault["file"]).read_text(encoding="utf-8")
        assert source.count(fault["before"]) == 1, fault
