"""The board of the page of tours, ordinary and as large as the screen, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from helpers.marks import exhaustive, long
from helpers.pages import VIEWPORT, needs_browser, opened, rest
from playwright.sync_api import ViewportSize

import destrier as dt
from destrier.drawing.style import STYLES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = needs_browser

SMALL = ViewportSize(width=1280, height=720)
SCREENS = [SMALL, VIEWPORT, ViewportSize(width=1920, height=1080), ViewportSize(width=360, height=740)]


def colour_at(page: Page, x: float, y: float) -> tuple[int, int, int]:
    """The colour of a point of the stage, in shares of its width and height."""
    rest(page)
    red, green, blue, *_ = page.evaluate(
        """([x, y]) => {
            const canvas = document.querySelector("#stage canvas");
            return [...canvas.getContext("2d").getImageData(x * canvas.width, y * canvas.height, 1, 1).data];
        }""",
        [x, y],
    )
    return red, green, blue


def side_of_board(page: Page) -> int:
    """The height of what is drawn in colours of a chessboard, in pixels."""
    rest(page)
    found: int = page.evaluate(
        """() => {
            const canvas = document.querySelector("#stage canvas");
            const ratio = canvas.height / canvas.clientHeight;
            const { data } = canvas.getContext("2d").getImageData(canvas.width / 2 + 5, 0, 1, canvas.height);
            const drawn = Array.from({ length: canvas.height }, (_, row) => data[4 * row + 3] > 250);
            return Math.round((drawn.lastIndexOf(true) - drawn.indexOf(true) + 1) / ratio);
        }"""
    )
    return found


def box(page: Page, selector: str) -> dict[str, Any]:
    found = page.locator(selector).bounding_box()
    assert found is not None, selector
    return dict(found)


def colours(page: Page) -> set[tuple[int, int, int]]:
    """The colours between the lines of neighbouring squares."""
    return {colour_at(page, x, y) for x in (0.47, 0.53) for y in (0.03 + 0.11 * step for step in range(1, 9))}


def from_css(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


@exhaustive
@pytest.mark.parametrize(("scheme", "name"), [long("light", "chess"), ("dark", "night")])
def test_the_first_board_is_chequered(browser: Browser, address: str, tmp_path: Path, scheme: Any, name: str) -> None:
    dt.show(dt.tour(8, 8, seed=1), tmp_path / "tour.html")
    squares = STYLES[name].squares
    assert squares
    for where in (address, (tmp_path / "tour.html").as_uri()):
        with opened(browser, where, color_scheme=scheme) as page:
            assert page.input_value("#style") == name
            assert {from_css(colour) for colour in squares} <= colours(page)


@exhaustive
def test_addresses_keep_their_style(browser: Browser, address: str) -> None:
    for state, name in (("rows=8&cols=8", ""), ("rows=8&cols=8&style=paper", "paper")):
        with opened(browser, address, state) as page:
            assert page.input_value("#style") == name
    with opened(browser, address) as page:
        page.wait_for_url("**style=chess**")
        page.select_option("#style", "")
        page.wait_for_function("() => !location.hash.includes('style')")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.input_value("#style") == ""


@exhaustive
def test_the_board_of_a_small_screen_is_large(browser: Browser, address: str) -> None:
    for mode in ("watch", "rails", "shape", "play"):
        with opened(browser, address, f"rows=8&cols=8&style=chess&mode={mode}", viewport=SMALL) as page:
            assert side_of_board(page) > 440


@exhaustive
@pytest.mark.parametrize("screen", [*map(long, SCREENS[:-1]), SCREENS[-1]], ids=lambda screen: f"{screen['width']}")
def test_a_board_is_presented_to_a_class(browser: Browser, address: str, screen: ViewportSize) -> None:
    with opened(browser, address, "rows=8&cols=8&seed=1&style=chess", viewport=screen) as page:
        before = side_of_board(page)
        button = box(page, "#onward")
        page.keyboard.press("p")
        assert page.get_attribute("#present", "aria-pressed") == "true"
        assert side_of_board(page) > 0.88 * min(screen["width"], screen["height"])
        assert box(page, "#onward")["width"] > 1.2 * button["width"]
        for seen in ("#play", "#speed", "#numbers", "#readout"):
            assert page.is_visible(seen)
        for hidden in ("#form", "#pages", "#save", "#measures"):
            assert page.is_hidden(hidden)
        page.check("#numbers")
        page.click("[data-mode=play]")
        assert page.is_visible("#play-again")
        page.click("[data-mode=watch]")
        page.keyboard.press("Escape")
        assert page.get_attribute("#present", "aria-pressed") == "false"
        assert page.is_visible("#form")
        assert abs(side_of_board(page) - before) <= 1
        page.click("#present")
        assert page.is_hidden("#form")
        page.click("#present")
        assert page.is_visible("#form")


def test_a_page_without_a_server_is_presented(browser: Browser, tmp_path: Path) -> None:
    dt.show(dt.tour(8, 8, seed=1), tmp_path / "tour.html")
    with opened(browser, (tmp_path / "tour.html").as_uri()) as page:
        assert page.is_visible("#history")
        page.keyboard.press("p")
        for hidden in ("#history", "#keep", "#worksheet", "#measures"):
            assert page.is_hidden(hidden)


@exhaustive
def test_the_keys_name_the_full_screen(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        page.click("#help-open")
        rows = page.locator("#help dl").inner_text().split("\n")
        assert rows[rows.index("Full screen, for a class") - 1] == "P"
        assert rows[rows.index("Leave the full screen") - 1] == "Esc"


@exhaustive
def test_a_refusal_is_read_in_full(browser: Browser, address: str) -> None:
    words = (
        "No closed tour of 7 × 7 exists: with both sides odd the two colours differ in number, "
        "but a closed tour alternates between them."
    )
    for screen in SCREENS[:3]:
        faults = pytest.raises(AssertionError, match="Failed to load resource")
        with faults, opened(browser, address, "rows=7&cols=7", viewport=screen) as page:
            assert page.inner_text("#error") == words
            error, stage = box(page, "#error"), box(page, "#stage")
            clipped = "({ scrollHeight, clientHeight }) => scrollHeight > clientHeight"
            assert not page.locator("#error").evaluate(clipped)
            assert error["y"] + error["height"] <= stage["y"]
            assert box(page, "#change-join")["y"] + 20 < screen["height"]
            assert page.is_visible("#worksheet")
            assert box(page, "#worksheet")["y"] < screen["height"] - 200
