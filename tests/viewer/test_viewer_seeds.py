"""The seeds of tours are told on the viewer's pages, in a real browser; skipped where there is none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.pages import needs_browser, opened, shown

import destrier as dt

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = needs_browser


def test_the_seed_of_each_step_is_told(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8&seed=42", reduced_motion="reduce") as page:
        assert page.inner_text("#status") == "Closed tour of 8 × 8, 64 squares, seed 42"
        page.click("#another")
        page.wait_for_selector("#steps li:nth-child(2)")
        seed = int(page.input_value("[name=seed]"))
        assert page.inner_text("#status").endswith(f", seed {seed}")
        tour = shown(page)
        assert tour == dt.tour(8, 8, seed=seed)
        page.click("#change-obfuscate")
        page.wait_for_selector("#steps li:nth-child(3)")
        words = page.locator("#steps button").all_inner_texts()
        seeds = [int(found) for found in re.findall(r"seed (\d+)", " ".join(words))]
        assert seeds[:2] == [42, seed]
        assert shown(page) == dt.obfuscate(tour, seed=seeds[2])
        assert "seed" not in page.inner_text("#status")  # as the tour comes of two


@pytest.mark.parametrize("board", [dt.Board(6, 8), dt.Box(3, 4, 5)], ids=repr)
def test_a_page_without_a_server_tells_its_seed(browser: Browser, tmp_path: Path, board: dt.Board | dt.Box) -> None:
    tour = dt.tour(board, seed=7)
    for seed, end in ((7, f"{board.size} squares, seed 7"), (None, f"{board.size} squares")):
        dt.show(tour, tmp_path / "tour.html", seed=seed)
        with opened(browser, (tmp_path / "tour.html").as_uri()) as page:
            assert page.inner_text("#status").endswith(end)
