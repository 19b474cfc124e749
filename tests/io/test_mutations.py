"""Damaged files of every kind keep what is promised of reading them; `make fuzz` tries others, and more of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.marks import very_long
from helpers.mutations import Input, corpus, made
from helpers.promises import outcome

if TYPE_CHECKING:
    from pathlib import Path


def test_good_files_are_read(tmp_path: Path) -> None:
    assert {name: outcome(Input("", name, data, ()), tmp_path) for name, data in corpus().items()} == dict.fromkeys(
        corpus()
    )


@pytest.mark.parametrize("seeds", [range(400), very_long(range(400, 8_000))], ids=str)
def test_damaged_files_keep_what_is_promised(seeds: range, tmp_path: Path) -> None:
    endings = {type(outcome(made(f"0:{seed}"), tmp_path)).__name__ for seed in seeds}
    assert {"NoneType", "InvalidTourney", "DestrierError"} <= endings


def test_a_seed_makes_the_same_file_again() -> None:
    assert all(made(f"1:{seed}") == made(f"1:{seed}") for seed in range(100))
