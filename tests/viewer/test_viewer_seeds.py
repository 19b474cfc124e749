"""The seeds of tours are told on the viewer's pages, in a real browser; skipped where there is none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx2
import pytest
from helpers.marks import exhaustive, left, long
from helpers.pages import needs_browser, opened, shown

import destrier as dt

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = needs_browser


@exhaustive
def test_the_seed_of_each_step_is_told(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8&seed=42", reduced_motion="reduce") as page:
        assert page.inner_text("#status") == "Closed tour of 8 × 8, no. 42"
        page.click("#another")
        page.wait_for_selector("#steps li:nth-child(2)")
        seed = int(page.input_value("[name=seed]"))
        assert page.inner_text("#status").endswith(f", no. {seed}")
        tour = shown(page)
        assert tour == dt.tour(8, 8, seed=seed)
        page.click("#change-obfuscate")
        page.wait_for_selector("#steps li:nth-child(3)")
        words = page.locator("#steps button").all_inner_texts()
        seeds = [int(found) for found in re.findall(r"no\. (\d+)", " ".join(words))]
        assert seeds[:2] == [42, seed]
        assert shown(page) == dt.obfuscate(tour, seed=seeds[2])
        assert "no." not in page.inner_text("#status")  # as the tour comes of two


@exhaustive
@pytest.mark.parametrize("board", [long(dt.Board(6, 8)), dt.Box(3, 4, 5)], ids=repr)
def test_a_page_without_a_server_tells_its_seed(browser: Browser, tmp_path: Path, board: dt.Board | dt.Box) -> None:
    tour = dt.tour(board, seed=7)
    unknown = dt.Tour(tour.moves, board)
    for shown_tour, end in ((tour, ", no. 7"), (unknown, unknown.board.describe().replace(" x ", " × "))):
        dt.show(shown_tour, tmp_path / "tour.html")
        with opened(browser, (tmp_path / "tour.html").as_uri()) as page:
            assert page.inner_text("#status").endswith(end)
        if shown_tour is tour:
            assert dt.repeat(tmp_path / "tour.html") == tour


@pytest.mark.parametrize("name", left(["svg", "animated-svg", "plotter-svg", "png", "pdf", "html", "json"], ["png"]))
def test_files_of_the_viewer_remember_how_a_tour_was_made(address: str, tmp_path: Path, name: str) -> None:
    """Through the changes that were made, too."""
    made = httpx2.post(f"{address}api/tour", json={"rows": 8, "cols": 8, "kind": "closed"}, timeout=60)
    told = {"recipe": made.headers["tour-recipe"]}
    hidden = httpx2.post(f"{address}api/obfuscate", params=told, content=made.content, timeout=60)
    told = {"recipe": hidden.headers["tour-recipe"], "format": name}
    saved = httpx2.post(f"{address}api/export", params=told, content=hidden.content, timeout=60)
    path = tmp_path / f"tour.{name.rsplit('-', maxsplit=1)[-1]}"
    path.write_bytes(saved.content)
    again = dt.repeat(path)
    assert again.moves.tobytes() == hidden.content[-64:]
    assert [step["do"] for step in again.recipe or ()] == ["tour", "obfuscate"]
