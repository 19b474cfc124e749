"""The page of closed paths in a real browser; skipped where there is none."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers import pages
from helpers.marks import exhaustive, long

from destrier.drawing.svg.path_sheets import images_svg, path_svg, sheet_svg
from destrier.paths.classes import list_classes, list_paths
from destrier.paths.closed_path import parse_path

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pages.needs_browser

at = partial(pages.opened, name="paths.html")


def shown(page: Page) -> list[str]:
    """The words under the pictures of the list, in order, once they are there."""
    page.wait_for_function("() => [...document.querySelectorAll('[role=option]')].every((option) => option.firstChild)")
    return [text for text in page.locator("[role=option] span").all_inner_texts() if text]


def saved(page: Page, what: str) -> tuple[str, str]:
    """The name and the text of what the page saves."""
    page.select_option("#format", what)
    with page.expect_download() as download:
        page.click("#save")
    return download.value.suggested_filename, download.value.path().read_text(encoding="utf-8")


@exhaustive
def test_lists_classes(browser: Browser, address: str) -> None:
    with at(browser, address) as page:
        assert page.inner_text("#status") == "480 closed paths of 8 moves"
        words = list_paths(8)
        found = shown(page)
        assert found == words[: len(found)]
        page.select_option("[name=k]", "6")
        page.wait_for_selector("text=25 closed paths of 6 moves")
        assert sorted(shown(page)) == list_paths(6)
        page.check("[name=uncrossed]")
        page.wait_for_selector("text=13 uncrossed closed paths of 6 moves")
        assert sorted(shown(page)) == list_paths(6, uncrossed=True)


@exhaustive
def test_filters_and_orders(browser: Browser, address: str) -> None:
    with at(browser, address, "k=8&symmetry=half&box=5x6&order=area") as page:
        table = list_classes(8)
        half = [row for row in range(480) if table.symmetry[row] == 1 and {table.rows[row], table.cols[row]} == {5, 6}]
        page.wait_for_selector(f"text={len(half)} of 480 closed paths")
        assert shown(page) == [f"area {area:g}" for area in sorted(table.area[half].tolist())]
        page.check("[name=descending]")
        page.wait_for_url("**descending=true**")
        assert shown(page)[0] == f"area {table.area[half].max():g}"
        page.fill("[name=fewest]", "1")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"text={(table.crossings[half] > 0).sum()} of 480 closed paths")
        page.click("#all")
        page.wait_for_selector("text='480 closed paths of 8 moves'")


@exhaustive
def test_goes_through_the_longest_list(browser: Browser, address: str) -> None:
    with at(browser, address, "k=12") as page:
        words = list_paths(12)
        assert "350,286 closed paths" in page.inner_text("#status")
        assert "a misprint" in page.inner_text("#counts")
        page.click("#next")
        first, last = map(int, re.findall(r"\d+", page.inner_text("#of"))[:2])
        assert first > 1
        assert last - first > 8
        page.focus("#list")
        page.keyboard.press("End")
        page.wait_for_selector(f"text={words[-1]}")
        assert page.inner_text("#of").endswith("350,286 of 350,286")
        page.fill("#scrub", "200000")
        page.wait_for_selector(f"text={words[200_000]}")
        assert page.locator("[role=option]").count() < 150
        assert page.locator("[role=option]").first.get_attribute("aria-setsize") == "350286"
        page.wait_for_url(re.compile(r"at=(199|200)\d{3}"))
        # A link is followed even if the page writes its own address before it hears of the link.
        page.evaluate("""() => {
          const before = location.href;
          location.hash = 'k=12&at=100000';
          history.replaceState(null, '', before);
        }""")
        page.wait_for_selector(f"text={words[100_000]}")


@exhaustive
def test_is_ruled_by_keys(browser: Browser, address: str) -> None:
    with at(browser, address, "k=6") as page:
        words = list_paths(6)
        page.focus("#list")
        across = page.evaluate("() => Math.floor(document.getElementById('list').clientWidth / 116)")
        for key, place in [("ArrowRight", 1), ("ArrowDown", across + 1), ("ArrowLeft", across), ("End", 24)]:
            page.keyboard.press(key)
            assert page.get_attribute("#list", "aria-activedescendant") == f"path-{place}"
            assert (page.get_attribute(f"#path-{place}", "aria-label") or "").startswith(f"{words[place]}: ")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#word strong:text-is('{words[24]}')")
        assert page.get_attribute("#path-24", "aria-selected") == "true"
        page.wait_for_url(f"**path={words[24]}")


def test_shows_one(browser: Browser, address: str) -> None:
    with at(browser, address, "k=8&path=44616031", clocked=True) as page:
        described = parse_path("44616031")
        facts = page.inner_text("#measures").split("\n")
        assert facts[facts.index("As a number") + 1] == f"{described.code:,}"
        assert facts[facts.index("Area") + 1] == f"{described.area:g}"
        assert facts[facts.index("Ways to lie") + 1] == str(8 // described.symmetries)
        assert page.locator("#images svg").count() == 8
        assert page.locator("#images .alike").count() == 8 - 8 // described.symmetries
        page.click("#play")
        page.clock.run_for(1000)
        assert float((page.get_attribute(".trail", "stroke-dasharray") or "0").split()[0]) > 1
        page.click("#play")
        assert saved(page, "path") == ("path-44616031.svg", path_svg("44616031"))
        assert saved(page, "images") == ("path-44616031-images.svg", images_svg("44616031"))
        words = list_paths(8)
        assert saved(page, "paths") == ("paths-8.svg", sheet_svg(words))


@exhaustive
def test_finds_words_and_codes(browser: Browser, address: str) -> None:
    with at(browser, address, "k=8&uncrossed=true") as page:
        crossed = list_paths(10)[6000]
        assert parse_path(crossed).crossings
        for text in (crossed, str(int(crossed, 8))):
            page.fill("[name=find]", text)
            page.keyboard.press("Enter")
            page.wait_for_selector(f"#list [aria-selected=true] span:text-is('{crossed}')")
            assert page.inner_text("#status") == "12,000 closed paths of 10 moves"
            page.select_option("[name=k]", "4")
            page.wait_for_selector("text=3 closed paths of 4 moves")
        page.fill("[name=find]", "0" * 7 + "2" * 7 + "4" * 7 + "6" * 7)
        page.keyboard.press("Enter")
        page.wait_for_selector("text=Length 28 is not listed here")
        assert "quarter turns" in page.inner_text("#measures")
        page.evaluate("() => (location.hash = 'k=8&shared=true')")
        page.wait_for_selector("text=3 of 480 closed paths")
        page.locator("#same button").first.click()
        page.wait_for_function("() => document.querySelector('[aria-selected=true]').id !== 'path-0'")


@exhaustive
def test_fits_a_phone(browser: Browser, address: str) -> None:
    with at(browser, address, "k=10", reduced_motion="reduce") as page:
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate("() => document.documentElement.scrollWidth") == 390
        page.locator("[role=option]").nth(4).click()
        page.wait_for_selector(f"#word strong:text-is('{list_paths(10)[4]}')")
        page.wait_for_function("() => document.getElementById('one').getBoundingClientRect().top < 100")


@exhaustive
@pytest.mark.parametrize("scheme", [long("light"), "dark"])
def test_is_accessible(browser: Browser, address: str, scheme: str) -> None:
    with at(browser, address, "k=8&shared=true", color_scheme=scheme) as page:
        page.wait_for_selector("#same button")
        shown(page)
        found = Axe().run(page).response
        assert len(found["passes"]) > 20
        assert [(fault["id"], fault["nodes"][0]["html"]) for fault in found["violations"]] == []
