"""The worksheet that the viewer's page of tours prints, in a real browser; skipped where there is none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from helpers.marks import exhaustive, long
from helpers.pages import needs_browser, opened
from helpers.second_solver import tours_with

import destrier as dt

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = needs_browser


def numbers(page: Page, sheet: int) -> dict[tuple[int, int], int]:
    """The numbers of a page, by row and column."""
    found: list[list[float]] = (
        page.locator(".sheet")
        .nth(sheet)
        .locator(".number")
        .evaluate_all(
            "(all) => all.map((one) => [Number(one.textContent), one.x.baseVal[0].value, one.y.baseVal[0].value])"
        )
    )
    return {(int(y // 10), int(x // 10)): int(number) for number, x, y in found}


def keep_from_printing(page: Page) -> None:
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")


@exhaustive
@pytest.mark.parametrize(("kind", "sides"), [long("closed", (8, 8)), ("open", (5, 7))])
def test_a_worksheet_and_its_solution(browser: Browser, address: str, kind: Any, sides: tuple[int, int]) -> None:
    rows, cols = sides
    order = dt.tour(rows, cols, kind=kind, seed=1).indices().tolist()
    solution = {divmod(square, cols): place + 1 for place, square in enumerate(order)}
    with opened(browser, address, f"rows={rows}&cols={cols}&kind={kind}&seed=1", color_scheme="dark") as page:
        keep_from_printing(page)
        page.fill("#given", "5")
        page.click("#worksheet")
        page.wait_for_function("() => window.printed")
        shown = numbers(page, 1)
        last = rows * cols
        if kind == "open" and shown[divmod(order[-1], cols)] == 1:  # an open tour may be ridden from either end
            solution = {square: last + 1 - number for square, number in solution.items()}
        assert shown == solution
        given = {square: number for square, number in solution.items() if number % 5 == 0 or number in (1, last)}
        assert numbers(page, 0).items() >= given.items()
        assert solution.items() >= numbers(page, 0).items()
        way = sorted(solution, key=lambda square: solution[square])
        assert tours_with(way, numbers(page, 0), closed=kind == "closed") == [way]
        assert page.locator(".sheet h2 + p").first.inner_text().endswith("There is one solution.")
        assert page.locator(".sheet h2").all_inner_texts() == ["Complete the knight’s tour", "Solution"]
        page.emulate_media(media="print")
        assert page.is_hidden("#caption")  # which names the seed
        page.emulate_media(media="screen")
        file = page.pdf(format="A4" if kind == "closed" else "Letter")
        assert len(re.findall(rb"/Type\s*/Page\b", file)) == 2
        assert page.locator(".sheet").count() == 0  # they are gone once they are printed


@exhaustive
def test_a_tourney_has_no_worksheet(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8&kind=tourney&algorithm=four-cover") as page:
        keep_from_printing(page)
        page.click("#worksheet")
        assert page.inner_text("#sheet-error") == "A worksheet needs a single tour. Join the loops first."
        assert page.locator(".sheet").count() == 0


def test_without_a_server_a_sheet_is_the_same(browser: Browser, tmp_path: Path) -> None:
    tour = dt.tour(8, 8, seed=1)
    dt.show(tour, tmp_path / "tour.html")
    page = browser.new_page()
    page.goto((tmp_path / "tour.html").as_uri())
    page.wait_for_selector("body[data-ready]")
    keep_from_printing(page)
    page.click("#worksheet")
    assert numbers(page, 0) == dt.worksheet(tour).givens
    assert page.locator(".sheet .names span").all_inner_texts() == ["Name", "Date"]
    assert page.locator(".sheet .stars").all_inner_texts() == ["★☆☆☆"]  # as easy as that of the library
    assert page.locator(".sheet > svg :is(circle, text:not(.number))").count() == 0
    assert page.locator(".sheet h2").all_inner_texts() == ["Complete the knight’s tour", "Solution"]
    page.close()
