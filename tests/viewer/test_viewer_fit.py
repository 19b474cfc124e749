"""Words and numbers of the viewer's pages have room, in a real browser; skipped where there is none."""

from __future__ import annotations

from itertools import combinations, starmap
from math import dist
from typing import TYPE_CHECKING

import pytest
from helpers.marks import exhaustive, long
from helpers.pages import needs_browser, opened, rest
from playwright.sync_api import ViewportSize

import destrier as dt

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = needs_browser

SMALL = ViewportSize(width=1280, height=720)
SCREENS = [SMALL, ViewportSize(width=900, height=720), ViewportSize(width=360, height=740)]

NARROW = """() => {
    for (const part of document.querySelectorAll("[hidden]")) if (part.querySelector("select")) part.hidden = false;
    const needs = (select) => {
        const { offsetWidth } = select;
        select.style.width = "max-content";  // with room for its longest entry
        const longest = select.offsetWidth;
        select.style.width = "";
        return longest - offsetWidth;
    };
    const cut = [...document.querySelectorAll("select")].filter((select) => needs(select) > 0);
    return cut.map((select) => `${select.id}${select.name}: ${needs(select)}`);
}"""
"""Names the selects of a page that cut one of their entries."""


def each_choice(page: Page, name: str) -> list[str]:
    """All that a select offers, which other selects depend on; nothing if the page has no such select."""
    return [str(option.get_attribute("value")) for option in page.locator(f"[name={name}] option").all()]


@exhaustive
@pytest.mark.parametrize("screen", [*map(long, SCREENS[:-1]), SCREENS[-1]], ids=lambda screen: f"{screen['width']}")
@pytest.mark.parametrize(
    ("name", "chosen"),
    [("", "kind"), *starmap(long, (("boxes.html", "board"), ("paths.html", ""), ("puzzles.html", "")))],
)
def test_no_select_cuts_its_words(browser: Browser, address: str, name: str, chosen: str, screen: ViewportSize) -> None:
    with opened(browser, address, name=name, viewport=screen) as page:
        assert page.locator("select").count() >= 3
        assert page.evaluate(NARROW) == []
        for value in each_choice(page, chosen) if chosen else ():
            page.select_option(f"[name={chosen}]", value)
            assert page.evaluate(NARROW) == [], value


def test_no_select_of_a_page_without_a_server_cuts_its_words(browser: Browser, tmp_path: Path) -> None:
    dt.show(dt.tour(8, 8, seed=1), tmp_path / "tour.html")
    with opened(browser, (tmp_path / "tour.html").as_uri(), viewport=SMALL) as page:
        assert page.evaluate(NARROW) == []


@exhaustive
@pytest.mark.parametrize("seed", [long(2), 8_123_456_789])
def test_the_title_keeps_away_from_the_buttons(browser: Browser, address: str, seed: int) -> None:
    kept = f"rows=8&cols=8&seed={seed}&kept=%23rows%3D8%26cols%3D8%26seed%3D1"
    with opened(browser, address, kept, viewport=SMALL) as page:
        title, buttons = (page.locator(name).bounding_box() for name in ("#status", "#zooms"))
        assert title
        assert buttons
        assert title["x"] + title["width"] + 10 <= buttons["x"]


@exhaustive
@pytest.mark.parametrize("mode", [*map(long, ("watch", "rails", "shape")), "play"])
def test_the_full_screen_of_a_phone_on_its_side_is_whole(browser: Browser, address: str, mode: str) -> None:
    screen = ViewportSize(width=740, height=360)
    with opened(browser, address, f"rows=8&cols=8&seed=1&mode={mode}", viewport=screen) as page:
        page.keyboard.press("p")
        rest(page)
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
            740,
            360,
        ]
        seen = [box for part in page.locator("button, input, #stage").all() if (box := part.bounding_box())]
        assert len(seen) > 10
        for box in seen:
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= 740
            assert box["y"] + box["height"] <= 360


@exhaustive
def test_measures_fade_where_they_go_on(browser: Browser, address: str) -> None:
    with opened(browser, address, viewport=SMALL) as page:
        panel = page.locator("aside")
        assert panel.evaluate("({ scrollHeight, clientHeight }) => scrollHeight > clientHeight")
        assert "gradient" in panel.evaluate("(panel) => getComputedStyle(panel, '::after').backgroundImage")


WRITTEN = """() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    window.written = [];
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        window.written.push([x, y, this.measureText(text).width]);
        fillText.call(this, text, x, y);
    };
}"""
"""Lets a page note where it writes."""


@exhaustive
@pytest.mark.parametrize(
    "board",
    ["board=torus&length=6&width=8", *map(long, ("board=torus&length=12&width=12", "board=klein&length=8&width=8"))],
)
def test_numbers_on_a_board_in_space_do_not_overlap(browser: Browser, address: str, board: str) -> None:
    with opened(browser, address, f"{board}&seed=1", "boxes.html", viewport=SMALL) as page:
        rest(page)
        page.evaluate(WRITTEN)
        page.check("#numbers")
        page.wait_for_function("() => window.written.length")
        written = page.evaluate("window.written")
        assert len(written) > 12
        for (x, y, width), (other_x, other_y, other_width) in combinations(written, 2):
            assert dist((x, y), (other_x, other_y)) > max(width, other_width)
