"""The layout of each page of the viewer is that of its coarse picture; skipped where there is no browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.layouts import SCREENS, STATES, TOLERANCE, difference
from helpers.marks import exhaustive
from helpers.pages import needs_browser, opened, rest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [needs_browser, exhaustive]

FAULTS = {
    "a panel is missing": "aside { display: none !important; }",
    "the board is small": "#boards { max-height: 60%; }",
    "the panels change places": "main { direction: rtl; }",
    "fields are missing": "#form .pair { display: none !important; }",
    "the page is dark": "html { filter: invert(1); }",
}

STYLE = """(rule) => {
    const sheet = new CSSStyleSheet();  // which the page's policy allows
    sheet.replaceSync(rule);
    document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", STATES)
def test_the_layout_is_that_of_the_picture(browser: Browser, address: str, name: str, screen: str) -> None:
    place, state = STATES[name]
    with opened(browser, address, state, place, viewport=SCREENS[screen], reduced_motion="reduce") as page:
        page.wait_for_load_state("networkidle")
        rest(page)
        assert difference(page, name, screen) < TOLERANCE


@pytest.mark.parametrize("fault", FAULTS)
def test_another_layout_is_noticed(browser: Browser, address: str, fault: str) -> None:
    place, state = STATES["tours"]
    with opened(browser, address, state, place, viewport=SCREENS["small"], reduced_motion="reduce") as page:
        page.wait_for_load_state("networkidle")
        page.evaluate(STYLE, FAULTS[fault])
        rest(page)
        assert difference(page, "tours", "small") > TOLERANCE


def test_other_fonts_are_the_same_layout(browser: Browser, address: str) -> None:
    place, state = STATES["tours"]
    with opened(browser, address, state, place, viewport=SCREENS["small"], reduced_motion="reduce") as page:
        page.wait_for_load_state("networkidle")
        page.evaluate("document.documentElement.style.fontFamily = 'serif'")
        rest(page)
        assert 0 < difference(page, "tours", "small") < TOLERANCE
