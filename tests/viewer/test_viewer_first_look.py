"""The page of tours as it is seen first, and on a phone in landscape; skipped where there is no browser."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.marks import exhaustive, left
from helpers.pages import centre, needs_browser, opened, rest
from PIL import Image
from playwright.sync_api import ViewportSize, expect

import destrier as dt
from destrier.desk.algorithms import ALGORITHMS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [needs_browser, exhaustive]

FIRST = ("[name=rows]", "[name=cols]", "#another", "#own", "#puzzle", "#print", "#more summary")
MORE = (
    "[name=kind]",
    "[name=algorithm]",
    "[name=seed]",
    "#change-join",
    "#steps",
    "#modes",
    "#style",
    "#save",
    "#measures",
)

NEEDING = (
    "kind=open",
    "algorithm=warnsdorff",
    "minimize=turns",
    "symmetry=central",
    "steps=shatter.1",
    "mode=rails",
    "numbers=true",
)
"""Choices that the first look does not show."""

LANDSCAPE = [ViewportSize(width=width, height=height) for width, height in ((844, 390), (740, 360), (800, 360))]


def is_open(page: Page) -> bool:
    return page.get_attribute("#more", "open") is not None


def test_the_first_look_is_simple(browser: Browser, address: str) -> None:
    with opened(browser, address, simple=True) as page:
        assert all(page.is_visible(part) for part in FIRST)
        assert not any(page.is_visible(part) for part in MORE)
        assert Axe().run(page).response["violations"] == []
        before = page.inner_text("#status")
        page.click("#another")
        page.wait_for_function("(before) => document.getElementById('status').textContent !== before", arg=before)
        page.click("#own")
        assert page.is_visible("#play-hint")
        page.click("#own")
        assert page.is_hidden("#play-hint")


def test_more_is_remembered(browser: Browser, address: str) -> None:
    with opened(browser, address, simple=True) as page:
        for expected in (True, False):
            page.focus("#more summary")
            page.keyboard.press("Enter")
            page.reload()
            page.wait_for_selector("body[data-ready]")
            assert is_open(page) == expected
            for part in MORE:
                expect(page.locator(part)).to_be_visible(visible=expected)  # the measures come after all else


@pytest.mark.parametrize("choice", left(NEEDING, [NEEDING[0]]))
def test_a_link_that_needs_more_opens_it_for_once(browser: Browser, address: str, choice: str) -> None:
    with opened(browser, address, f"rows=8&cols=8&seed=3&{choice}", simple=True) as page:
        assert is_open(page)
        assert page.evaluate("localStorage.getItem('destrier-more')") is None
    with opened(
        browser, address, "rows=8&cols=8&kind=closed&seed=3&style=chess&mode=play&path=0.10", simple=True
    ) as page:
        assert not is_open(page)


def test_a_kind_falls_back_to_its_best_algorithm(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8") as page:
        page.select_option("[name=kind]", "tourney")
        assert page.input_value("[name=algorithm]") == "concentric-braid"
        page.select_option("[name=kind]", "closed")
        assert page.input_value("[name=algorithm]") == ""
        assert page.is_visible("[name=minimize]")
        assert page.is_visible("[name=symmetry]")
        page.select_option("[name=algorithm]", "annealing")
        page.select_option("[name=kind]", "open")
        assert page.input_value("[name=algorithm]") == "annealing"


def test_algorithms_are_told_by_what_they_do(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8") as page:
        for kind in ("closed", "open", "tourney"):
            page.select_option("[name=kind]", kind)
            words = page.locator("[name=algorithm] option").all_inner_texts()
            assert not {*words} & {*ALGORITHMS}
        page.select_option("[name=algorithm]", "two-factor")
        assert page.inner_text("#algorithm-note").startswith("two-factor, for any shape")


@pytest.mark.parametrize("screen", LANDSCAPE, ids=lambda screen: f"{screen['width']}")
def test_a_phone_in_landscape_shows_the_board_beside_its_controls(
    browser: Browser, address: str, screen: ViewportSize
) -> None:
    with opened(browser, address, viewport=screen, has_touch=True, is_mobile=True, simple=True) as page:
        rest(page)
        stage = page.locator("#stage").bounding_box()
        assert stage
        assert stage["height"] > screen["height"] - 20
        assert (stage["height"] - 28) / 8 >= 40  # pixels of a square
        for control in ("#play", "#onward", "#another", "#own", "#print"):
            box = page.locator(control).bounding_box()
            assert box
            assert box["x"] >= stage["x"] + stage["width"]
            assert box["y"] + box["height"] <= screen["height"]
        page.tap("#play")
        page.wait_for_function("() => Number(document.getElementById('scrub').value) > 1")
        page.tap("#own")
        assert page.is_visible("#play-hint")


def test_the_history_is_in_sight_with_more_open(browser: Browser, address: str) -> None:
    """The entry that is shown is whole on a small screen, above all else, wherever the panel is scrolled to."""
    is_seen = """() => {
        const entry = document.querySelector("#steps [aria-current]");
        const { left, right, top, bottom } = entry.getBoundingClientRect();
        const places = [top + 1, (top + bottom) / 2, bottom - 1];
        return places.every((y) => entry.contains(document.elementFromPoint((left + right) / 2, y)));
    }"""
    for state in ("rows=8&cols=8&seed=1", "rows=6&cols=6&mode=play&path=0.8.4.15.2.6.17"):
        with opened(browser, address, state, viewport=ViewportSize(width=1280, height=720)) as page:
            for top in (0, 60, 1000):
                page.evaluate("(top) => document.getElementById('form').scrollTo(0, top)", top)
                assert page.evaluate(is_seen), (state, top)


def test_the_puzzle_is_one_of_the_board(browser: Browser, address: str) -> None:
    faults = pytest.raises(AssertionError, match="422")  # the browser itself reports a refused request
    with faults, opened(browser, address, "rows=5&cols=6&seed=3", simple=True) as page:
        for rows, expected in ((5, "5 × 6, closed, easy"), (3, "3 × 7, open, easy")):
            page.fill("[name=rows]", str(rows))
            page.fill("[name=cols]", str(rows + 1 if rows > 3 else 7))
            page.click("#puzzle")
            page.wait_for_selector(f"#status:text-is('{expected}')")
            page.go_back()
            page.wait_for_selector("body[data-ready] #puzzle")
        page.fill("[name=rows]", "4")
        page.fill("[name=cols]", "4")
        page.click("#puzzle")
        page.wait_for_selector("#error:text-matches('^No closed tour of 4 × 4 exists.*\\.$')")
    with opened(browser, address, "mode=shape", simple=True) as page:
        page.mouse.click(*centre(page, 0, 0, 8))
        page.click("#puzzle")
        assert page.inner_text("#error") == "Puzzles are made of rectangles here, not of shapes."


def test_choices_may_stand_after_a_question_mark(browser: Browser, address: str) -> None:
    with opened(browser, address, simple=True) as page:
        page.goto(f"{address}?rows=6&cols=10&seed=4")
        page.wait_for_selector("body[data-ready]")
        assert page.inner_text("#status") == "Closed tour of 6 × 10, no. 4"
        assert "?" not in page.url


def test_a_refusal_is_a_sentence_below_a_title_that_claims_nothing(browser: Browser, address: str) -> None:
    faults = pytest.raises(AssertionError, match="Failed to load resource")
    with faults, opened(browser, address, simple=True) as page:
        for side in ("rows", "cols"):
            page.fill(f"[name={side}]", "4")
        page.click("#another")
        page.wait_for_selector("#error:text-matches('^No closed tour of 4 × 4 exists.*\\.$')")
        assert page.inner_text("#status") == "Still the closed tour of 8 × 8, no. 1"


def test_play_asks_only_for_what_the_board_has(browser: Browser, address: str) -> None:
    """Known: 5 x 6 has closed tours, 5 x 5 and 3 x 4 only open ones, 4 x 4 none."""
    begun = "Choose a square for the knight to start from."
    with opened(browser, address, "rows=5&cols=6&mode=play", simple=True) as page:
        for rows, cols, title, words in (
            (5, 6, "Your own closed tour of 5 × 6", ""),
            (5, 5, "Your own open tour of 5 × 5", "Try an open one. "),
            (3, 5, "Your own path on 3 × 5", "This board has no tour: see how many of its 15 squares you can visit. "),
            (4, 4, "Your own path on 4 × 4", "This board has no tour: see how many of its 16 squares you can visit. "),
            (3, 4, "Your own open tour of 3 × 4", "Try an open one. "),
        ):
            page.fill("[name=rows]", str(rows))
            page.fill("[name=cols]", str(cols))
            page.press("[name=cols]", "Tab")
            assert page.inner_text("#status") == title
            why, _, rest = page.inner_text("#play-status").rpartition(f"{words}{begun}")
            assert bool(why) == bool(words)
            assert why == "" or why.startswith(f"No closed tour of {rows} × {cols} exists: ")
            assert rest == ""


def test_hints_are_explained_once_there_are_some_and_the_knight_stays(browser: Browser, address: str) -> None:
    path = [int(square) for square in dt.tour(5, 5, kind="open", seed=1).indices()]
    legend = "Dots are moves, the small numbers the ways on from there; rings mark the fewest."
    with opened(browser, address, f"rows=5&cols=5&kind=open&mode=play&path={'.'.join(map(str, path))}") as page:
        row, col = divmod(path[-1], 5)
        x, y = centre(page, row + 0.2, col, 5)
        shown = Image.open(BytesIO(page.screenshot(clip={"x": x - 5, "y": y - 5, "width": 10, "height": 10})))
        assert shown.convert("RGB").getpixel((5, 5)) == (0xC9, 0x41, 0x2A)  # the knight's, below its eye
        page.click("#play-hint")
        assert page.inner_text("#readout").strip() == ""
        page.click("#undo")
        assert page.inner_text("#readout") == legend
        page.click("#play-again")
        assert page.inner_text("#readout").strip() == ""


def test_a_tour_of_ones_own_is_celebrated_and_a_solution_is_not(browser: Browser, address: str) -> None:
    *squares, last = map(int, dt.tour(6, 6, seed=1).indices())
    path = ".".join(map(str, squares))
    with opened(browser, address, f"rows=6&cols=6&mode=play&path={path}", simple=True) as page:
        for expected in ("This is your first tour of this board.", "This is your tour no. 2 of this board."):
            page.mouse.click(*centre(page, *divmod(last, 6)))
            assert page.inner_text("#play-status") == f"A closed tour of all 36 squares. Well done! {expected}"
            page.click("#undo")
        page.click("#play-can")
        page.click("#play-show")
        assert page.inner_text("#play-status") == "A closed tour of all 36 squares. This is one way to do it."
        with page.expect_download():
            page.click("#play-save")
