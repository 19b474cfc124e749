"""Squares by the names of chess on the viewer's page of tours, in a real browser; skipped where there is none."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING

import pytest
from helpers.marks import exhaustive, left, long
from helpers.pages import centre, needs_browser, opened, shown

import destrier as dt

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_browser


@exhaustive
def test_the_readout_names_squares(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1") as page:
        for row, col, name in ((5, 0, "a1"), (0, 5, "f6"), (2, 4, "e4")):
            page.mouse.move(*centre(page, row, col))
            page.wait_for_selector(f"#readout:text-matches('^Move .*: {name}')")
        page.click("[data-mode=play]")
        page.mouse.move(*centre(page, 5, 1))
        page.wait_for_selector("#readout:text-is('b1')")
    with opened(browser, address, "rows=8&cols=28&seed=1") as page:  # without a letter for each column
        page.fill("#goto", "1")
        page.keyboard.press("Enter")
        assert page.inner_text("#readout").startswith("Move 1: row ")


@exhaustive
def test_moves_have_the_numbers_of_the_board(browser: Browser, address: str) -> None:
    for kind in ("closed", "open"):
        numbers = dt.tour(6, 6, kind=kind, seed=1).numbering() + 1
        with opened(browser, address, f"rows=6&cols=6&kind={kind}&seed=1") as page:
            assert page.inner_text("#of") == "of 36"
            for row, col in ((0, 0), (5, 0), (2, 3)):
                page.mouse.click(*centre(page, row, col))
                told = page.inner_text("#readout")
                assert told == f"Move {numbers[row, col]}: {dt.Board(6, 6).chess_name((row, col))}"
                assert page.input_value("#goto") == str(numbers[row, col])
            page.keyboard.press("End")
            assert page.input_value("#goto") == "36"
            page.keyboard.press("Home")
            assert page.input_value("#goto") == "1"


@exhaustive
def test_a_reader_prefers_names_or_rows_and_columns(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1&style=chess") as page:
        page.mouse.move(*centre(page, 5, 1))
        page.wait_for_selector("#readout:text-matches('^Move .*: b1')")
        named = page.evaluate("document.querySelector('#stage canvas').toDataURL()")
        page.select_option("#squares", "rows")
        page.mouse.move(*centre(page, 5, 2))
        page.mouse.move(*centre(page, 5, 1))
        page.wait_for_selector("#readout:text-matches('^Move .*: row 5, column 1')")
        assert page.evaluate("document.querySelector('#stage canvas').toDataURL()") != named
        page.click("[data-mode=play]")
        page.mouse.click(*centre(page, 5, 1))
        page.wait_for_function("() => location.hash.includes('path=')")
        page.goto(f"{address}#rows=6&cols=6&seed=2")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.input_value("#squares") == "rows"
        page.mouse.move(*centre(page, 5, 2))
        page.mouse.move(*centre(page, 5, 1))
        page.wait_for_selector("#readout:text-matches('^Move .*: row 5, column 1')")
        page.select_option("#squares", "")
        page.mouse.move(*centre(page, 5, 2))
        page.wait_for_selector("#readout:text-matches('^Move .*: c1')")


@exhaustive
@pytest.mark.parametrize(
    ("text", "square"), [("c2", (6, 2)), *starmap(long, (("H8", (0, 7)), ("6, 2", (6, 2)), ("20", None)))]
)
def test_the_ride_goes_to_a_square(browser: Browser, address: str, text: str, square: tuple[int, int] | None) -> None:
    order = dt.tour(8, 8, seed=1).indices().tolist()
    with opened(browser, address, "rows=8&cols=8&seed=1") as page:
        page.fill("#goto", text)
        page.keyboard.press("Enter")
        assert page.input_value("#goto") == (
            "20" if square is None else str(order.index(square[0] * 8 + square[1]) + 1)
        )
        page.fill("#goto", "z99")  # which is no square
        page.keyboard.press("Enter")
        assert page.input_value("#goto") != "z99"


@exhaustive
@pytest.mark.parametrize(("start", "end"), [("a1", "5, 0"), long("A1 ", "a2"), long("6,0", " a2")])
def test_ends_are_given_by_name(browser: Browser, address: str, start: str, end: str) -> None:
    with opened(browser, address, "rows=7&cols=8&kind=open") as page:
        page.fill("[name=start]", start)
        page.fill("[name=end]", end)
        page.fill("[name=seed]", "4")
        with page.expect_response("**/api/tour"):
            page.click("button:text-is('Make')")
        page.wait_for_url("**seed=4**")
        assert shown(page).same_moves(dt.tour(7, 8, kind="open", start=(6, 0), end=(5, 0), seed=4))
        state = page.url.partition("#")[2]
        assert "start=6%2C0&end=5%2C0" in state
    with opened(browser, address, "rows=7&cols=8&kind=open&start=a1&end=a2&seed=4") as page:
        assert shown(page).same_moves(dt.tour(7, 8, kind="open", start=(6, 0), end=(5, 0), seed=4))


@exhaustive
@pytest.mark.parametrize("text", left(["i1", "a8", "a0", "7, 0", "e", "e4e5", "1"], quick=["7, 0"]))
def test_what_is_no_square_is_told_at_once(browser: Browser, address: str, text: str) -> None:
    with opened(browser, address, "rows=7&cols=8&kind=open") as page:
        page.fill("[name=start]", text)
        page.click("button:text-is('Make')")
        why = page.locator("[name=start]").evaluate("(field) => field.validationMessage")
        assert why.startswith(f"“{text}” is not a square of the 7 × 8 board.")
        assert page.locator("#steps li").count() == 1
        page.fill("[name=start]", "a1")
        page.click("button:text-is('Make')")
        page.wait_for_selector("#steps li:nth-child(2)")
