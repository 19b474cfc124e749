"""The terms that the viewer's page of tours explains where they stand; skipped where there is no browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.marks import exhaustive, long
from helpers.pages import needs_browser, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser

BESIDE = {
    "tourney": "#form .explained:has([name=kind])",
    "shatter": "#change .explained",
    "join": "#change .explained",
    "obfuscate": "#change .explained",
    "heel": "#form .explained:has([name=heel])",
    "cycle": "#measures dt:has-text('Loops')",
    "turn": "#measures dt:has-text('Turns')",
    "crossing": "#measures dt:has-text('Crossings')",
    "rail": "#measures dt:has-text('Rails')",
}


@exhaustive
@pytest.mark.parametrize("width", [long(1280), 390])
def test_terms_are_explained_beside_them(browser: Browser, address: str, width: int) -> None:
    state = "rows=16&cols=16&algorithm=formation"
    with opened(browser, address, state, viewport={"width": width, "height": 800}) as page:
        page.wait_for_selector("#measures:has-text('Rails')")
        for term, place in BESIDE.items():
            button = page.locator(f"{place} .why")
            button.focus()
            page.keyboard.press("Enter")
            words = page.inner_text("#term")
            assert term in words.lower()
            assert words.endswith(".")
            assert words.replace("\n\n", "\n") == button.get_attribute("title")
            box = page.locator("#term").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            faults = Axe().run(page).response["violations"] if term in ("tourney", "rail") else []
            assert [(fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []
            page.keyboard.press("Escape")
            assert page.is_hidden("#term")
