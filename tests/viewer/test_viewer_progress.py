"""What takes long is told on the viewer's page and can be cancelled, in a real browser; skipped where there is none."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from helpers.marks import exhaustive, long
from helpers.pages import needs_browser, opened, shown, stop

import destrier as dt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = needs_browser


@contextmanager
def held(page: Page, what: str, compiled: tuple[int, int] = (0, 0)) -> Iterator[None]:
    """A server that does not answer requests of a kind, and has compiled so many functions of so many."""
    page.route("**/api/engine", lambda route: route.fulfill(json=dict(zip(("done", "of"), compiled, strict=True))))
    page.route(f"**/api/{what}*", lambda route: None)
    yield
    page.unroute_all()


@pytest.mark.parametrize(
    ("control", "what", "words"),
    [
        long("#another", "tour", "Making a closed tour of 8 × 8"),
        ("#change-shatter", "shatter", "Breaking the tour into loops"),
        long("#change-join", "join", "Joining the loops"),
        long("#change-obfuscate", "obfuscate", "Shuffling the tour"),
    ],
)
@pytest.mark.parametrize("key", [long("click"), "Escape"])
def test_what_is_made_is_told_and_cancelled(
    browser: Browser, address: str, control: str, what: str, words: str, key: str
) -> None:
    with opened(browser, address, "rows=8&cols=8&seed=1", clocked=True, reduced_motion="reduce") as page:
        page.wait_for_selector("#measures:has-text('Turns')")
        before = page.inner_text("#status")
        stop(page)
        with held(page, what):
            page.click(control)
            page.clock.run_for(200)
            assert page.is_hidden("#work")  # it may be done in a moment
            for seconds in (1, 2):
                page.clock.run_for(1000)
                assert page.inner_text("#work-words").startswith(words)
                assert page.inner_text("#work-seconds") == f"{seconds} s"
            assert page.get_attribute("#stage", "aria-busy") == "true"
            if key == "click":
                page.click("#work-cancel")
            else:
                page.focus("[name=rows]")  # also where a field has the focus
                page.keyboard.press(key)
            page.wait_for_selector("#stage[aria-busy=false]")
            assert page.is_hidden("#work")
        assert page.inner_text("#error") == ""
        assert page.inner_text("#status") == before
        assert page.locator("#steps li").count() == 1
        assert shown(page) == dt.tour(8, 8, seed=1)


@exhaustive
def test_a_first_request_says_that_the_engine_is_prepared(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8&seed=1", clocked=True, reduced_motion="reduce") as page:
        page.wait_for_selector("#measures:has-text('Turns')")
        stop(page)
        with held(page, "tour", compiled=(12, 40)):
            page.click("#another")
            page.clock.run_for(900)
            assert page.inner_text("#work-words").startswith("Making a closed tour of 8 × 8")
            with page.expect_response("**/api/engine"):
                page.clock.run_for(200)
            page.clock.run_for(200)
            assert page.inner_text("#work-words") == "Preparing the engine, once for this installation: 12 of 40"
            page.click("#work-cancel")
        assert page.inner_text("#error") == ""


@exhaustive
def test_measuring_is_told_beside_a_board_that_is_not_dimmed(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8&seed=1") as page:
        page.wait_for_selector("#measures:has-text('Turns')")
        with held(page, "measure"):
            page.click("#another")
            page.wait_for_selector("#work:has-text('Measuring the tour')")
            assert page.get_attribute("#stage", "aria-busy") == "false"
            page.keyboard.press("Escape")
            page.wait_for_selector("#work", state="hidden")
        assert page.inner_text("#measures").split("\n")[:2] == ["Squares", "64"]
        page.locator("#steps button").first.click()
        page.wait_for_selector("#measures:has-text('Turns')")
