"""The styles of drawings on the viewer's page of tours, in a real browser; skipped where there is none."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlparse

import pytest
from helpers.marks import exhaustive, left, long
from helpers.pages import centre, needs_browser, opened, rest
from PIL import Image

import destrier as dt
from destrier.drawing import style as styles
from destrier.viewer import schemas

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser

KNOWN: dict[str, Any] = getattr(styles, "STYLES", {})


def pixel(page: Page, row: float, col: float) -> tuple[int, ...]:
    """The colour of the board at a place of a fitted 6 x 6 board."""
    x, y = centre(page, row, col)
    rest(page)
    found: list[int] = page.evaluate(
        """([x, y]) => {
            const canvas = document.querySelector("#stage canvas");
            const { left, top } = canvas.getBoundingClientRect();
            return [...canvas.getContext("2d").getImageData(x - left, y - top, 1, 1).data];
        }""",
        [x, y],
    )
    return tuple(found)


@exhaustive
def test_a_chessboard_is_chequered_and_has_names(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1&style=chess", device_scale_factor=1) as page:
        corners = {(row, col): pixel(page, row - 0.45, col - 0.45) for row in range(6) for col in range(6)}
        dark, light = corners[5, 0], corners[5, 1]  # a1 and b1
        assert dark != light
        assert corners == {(row, col): (light, dark)[(row + col) % 2] for row in range(6) for col in range(6)}
        labels: list[str] = page.evaluate("""async () => {
            window.written = [];
            const prototype = CanvasRenderingContext2D.prototype;
            const { fillText } = prototype;
            prototype.fillText = function (text, ...rest) {
                window.written.push(text);
                fillText.call(this, text, ...rest);
            };
            document.querySelector("[data-zoom='fit']").click();
            await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
            return window.written;
        }""")
        assert labels[:12] == [*"abcdef", *"654321"]
        page.select_option("#style", "")
        assert pixel(page, 4.55, -0.45) == pixel(page, 4.55, 0.55)
        page.select_option("#style", "night")
        page.wait_for_url("**style=night**")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.input_value("#style") == "night"
        assert page.get_attribute("#stage", "data-style") == "night"


def test_what_is_shown_is_what_is_saved(browser: Browser, address: str) -> None:
    state = "rows=6&cols=6&seed=1&style=blueprint&numbers=true"
    with opened(browser, address, state) as page:
        for colour in ("tour", "cycles"):
            page.select_option("#colour", colour)
            page.route("**/api/export*", lambda route: route.fulfill(body="<svg/>"))
            with page.expect_request("**/api/export*") as asked:
                page.evaluate("document.getElementById('save').click()")
            query = parse_qs(urlparse(asked.value.url).query)
            assert "tour" in query.pop("recipe")[0]
            assert query == {"format": ["svg"], "style": ["blueprint"], "colour_by": [colour], "numbers": ["true"]}


@exhaustive
def test_the_page_offers_the_styles_that_are_exported(browser: Browser, address: str) -> None:
    with opened(browser, address) as page:
        offered = page.locator("#style option").evaluate_all("(options) => options.map(({ value }) => value)")
    assert offered == ["", *schemas.STYLE["enum"]]


@exhaustive
@pytest.mark.skipif(not KNOWN, reason="drawings have no styles yet")
@pytest.mark.parametrize("name", left(schemas.STYLE["enum"], ["night"]))
def test_the_colours_are_those_of_drawings(browser: Browser, address: str, name: str) -> None:
    style = KNOWN[name]
    light, dark = style.squares or (style.ground, "none")
    expected = {
        "board": light,
        "shade": dark,
        "label": style.labels or "none",
        "grid": style.grid if style.has_grid else "transparent",
        "dots": "all" if style.has_dots else "none",
        "ink": style.ink,
        "accent": style.knight,
        "rail": style.rail,
        "turn": style.warm,
        "crossing": style.cool,
        "gradient": " ".join(style.gradient),
        "palette": " ".join(style.palette),
        "ground": style.ground,
    }
    with opened(browser, address, f"style={name}") as page:
        shown = page.evaluate(
            """(names) => {
                const style = getComputedStyle(document.getElementById("stage"));
                return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
            }""",
            list(expected),
        )
    assert shown == expected


@exhaustive
@pytest.mark.parametrize("onward", [long(False), True], ids=["at once", "move by move"])
def test_a_ride_leaves_the_numbers_clear(browser: Browser, address: str, onward: bool) -> None:
    """The trail begins and ends beside the numbers, not below or above them."""
    squares = dt.tour(6, 6, seed=1).squares()
    state = "rows=6&cols=6&seed=1&style=paper&numbers=true"
    with opened(browser, address, state, device_scale_factor=1) as page:
        for move in range(1, 13) if onward else [12]:
            page.fill("#goto", str(move))
            page.press("#goto", "Enter")
        rest(page)
        shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
        for (row, col), (to_row, to_col) in pairwise(squares[:11]):
            down, right = to_row - row, to_col - col
            places = [
                centre(page, row + share * down, col + share * right)
                for share in (0.13, 0.5, 0.87)  # within the ground of a number, halfway, and within that of the next
            ]
            colours = [shot.getpixel((round(x), round(y))) for x, y in places]
            assert [colour == (255, 255, 255) for colour in colours] == [True, False, True]
