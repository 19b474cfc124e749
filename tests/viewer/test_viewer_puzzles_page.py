"""The viewer's page of puzzles in a real browser, played as by a newcomer; skipped where there is none."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers import pages
from helpers.marks import exhaustive, long
from PIL import Image
from playwright.sync_api import expect

import destrier as dt
from destrier import cli
from destrier.core.box import Box

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

    from destrier.core.grid import BaseBoard
    from destrier.puzzles.puzzle import Puzzle

pytestmark = pages.needs_browser

STATE = "rows=6&cols=6&kind=closed&difficulty=easy&seed=1"
SHAPE = ".######\n#######\n#######\n#######\n#######\n######."
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}

opened = partial(pages.opened, name="puzzles.html")


@cache
def puzzle() -> Puzzle:
    """The puzzle of the state."""
    return dt.puzzle(6, 6, grade="easy", seed=1)


@cache
def order() -> list[int]:
    """The squares of its solution."""
    return [row * 6 + col for row, col in puzzle().solution.squares()]


def next_number(page: Page) -> int:
    return int(page.input_value("#number"))


def place_next(page: Page) -> None:
    """Click, or touch, where the next number is in the solution."""
    page.click(f"#square-{order()[next_number(page) - 1]}")


def label(page: Page, square: int) -> str:
    return page.get_attribute(f"#square-{square}", "aria-label") or ""


def filled(page: Page) -> int:
    return int(page.inner_text("#progress").split()[0])


def wrong_square(page: Page) -> int:
    """A square that may have the next number by the rules, but has another one in the solution."""
    dots = page.eval_on_selector_all(
        "[role=gridcell][aria-label*=possible]", "(cells) => cells.map((cell) => Number(cell.dataset.square))"
    )
    return next(int(square) for square in dots if square != order()[next_number(page) - 1])


def go_to_a_choice(page: Page) -> int:
    """Solve it up to a number with several possible squares; a wrong one of them."""
    place_next(page)
    while page.locator("[role=gridcell][aria-label*=possible]").count() < 2:
        place_next(page)
    return wrong_square(page)


@exhaustive
def test_is_solved_by_clicks_only(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, clocked=True) as page:
        assert page.inner_text("#status") == "6 × 6, closed, easy"
        assert filled(page) == len(puzzle().givens)
        assert page.is_hidden("#solved")
        while page.is_hidden("#solved"):
            before = filled(page)
            place_next(page)
            assert filled(page) == before + 1
        assert page.inner_text("#told") == "All 36 numbers are right."
        assert page.locator("path.tour").count() == 1
        time = page.inner_text("#clock")
        page.clock.run_for(5000)
        assert page.inner_text("#clock") == time
        page.click("#onward")
        page.wait_for_selector("#solved", state="hidden")
        assert "seed=1" not in page.url.split("&")


@exhaustive
def test_is_solved_by_the_keyboard_only(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, viewport=pages.VIEWPORT) as page:
        row, col = divmod(int(page.get_attribute("[aria-selected=true]", "data-square") or 0), 6)
        for number, square in enumerate(order(), start=1):
            if "given" in label(page, square):
                continue
            there = divmod(square, 6)
            for key, count in (("ArrowDown", there[0] - row), ("ArrowUp", row - there[0])):
                for _ in range(count):
                    page.keyboard.press(key)
            for key, count in (("ArrowRight", there[1] - col), ("ArrowLeft", col - there[1])):
                for _ in range(count):
                    page.keyboard.press(key)
            row, col = there
            page.keyboard.type(str(number))
            page.keyboard.press("Enter")
        assert page.is_visible("#solved")


@exhaustive
def test_a_number_that_could_go_on_is_placed_after_a_moment(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, viewport=pages.VIEWPORT) as page:
        number = next(number for number in (1, 2, 3) if number not in puzzle().givens.values())
        square = order()[number - 1]
        page.click("#pencil")
        page.click(f"#square-{square}")  # which chooses it, and notes a number
        page.click("#pencil")
        page.keyboard.press(str(number))
        assert page.locator("#board text.typed").count() == 1
        page.wait_for_function(f"() => document.querySelector('#square-{square}').ariaLabel.includes(', {number}')")


@exhaustive
def test_marks_what_is_wrong_and_takes_it_back(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, viewport=pages.VIEWPORT) as page:
        wrong, number = go_to_a_choice(page), next_number(page)
        page.click("#check")
        assert page.inner_text("#told") == "No number is wrong."
        page.click(f"#square-{wrong}")
        assert "wrong" not in label(page, wrong)
        page.click("#check")
        assert page.inner_text("#told") == "One number is wrong."
        assert label(page, wrong).endswith(f", {number}, wrong")
        page.click("#hint")
        assert page.inner_text("#told") == "First take back what is wrong."
        page.click("#undo")
        assert next_number(page) == number
        assert "empty" in label(page, wrong)
        page.click("#redo")
        assert f", {number}" in label(page, wrong)
        page.click("#erase")
        assert next_number(page) == number
        place_next(page)
        page.click("#check")
        assert page.inner_text("#told") == "No number is wrong."


def test_only_knights_moves_are_placed(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, viewport=pages.VIEWPORT) as page:
        number, before = next_number(page), filled(page)
        page.locator("[role=gridcell][aria-label$=empty]").first.click()
        assert page.inner_text("#told").startswith(f"{number} must be a knight's move from ")
        assert (next_number(page), filled(page)) == (number, before)


@exhaustive
def test_goes_on_from_the_number_that_is_clicked(browser: Browser, address: str) -> None:
    given = set(puzzle().givens.values())
    number = next(one for one in sorted(given) if {one - 1, one + 1}.isdisjoint(given) and 1 < one < 36)
    with opened(browser, address, STATE, viewport=pages.VIEWPORT) as page:
        page.click(f"#square-{order()[number - 1]}")
        first = next_number(page)
        page.click(f"#square-{order()[number - 1]}")
        assert {first, next_number(page)} == {number - 1, number + 1}
        page.fill("#number", str(number - 1))
        page.keyboard.press("Enter")
        place_next(page)
        assert filled(page) == len(given) + 1


def test_a_closed_tour_goes_on_down_from_1(browser: Browser, address: str) -> None:
    puzzle = dt.puzzle(6, 6, grade="easy", seed=11)
    assert {1, 2, 36}.intersection(puzzle.givens.values()) == {1}
    row, col = puzzle.solution.squares()[0]
    with opened(browser, address, STATE.replace("seed=1", "seed=11"), viewport=pages.VIEWPORT) as page:
        shown = set()
        for _ in range(2):
            page.click(f"#square-{row * 6 + col}")
            shown.add(next_number(page))
        assert shown == {2, 36}


@exhaustive
def test_hints_are_the_steps_of_the_library(browser: Browser, address: str) -> None:
    placing = [step for step in puzzle().steps() if step.number]
    with opened(browser, address, STATE, viewport=pages.VIEWPORT) as page:
        for step in placing[:3]:
            page.click("#hint")
            page.click("#place")
            row, col = (int(str(side)) for side in step.square or ())
            assert label(page, row * 6 + col) == f"{chr(97 + col)}{6 - row}, {step.number}"
        page.click("#hint")
        page.wait_for_selector("#place")
        row, col = (int(str(side)) for side in placing[3].square or ())
        reason = placing[3].text.partition(": ")[2].partition(" ")[0]
        assert page.inner_text("#told").startswith(f"{placing[3].number} is on {chr(97 + col)}{6 - row}: {reason}")


@exhaustive
def test_hints_tell_what_a_number_follows_from(browser: Browser, address: str) -> None:
    steps = dt.puzzle(6, 6, grade="hard", seed=3).steps()
    place = next(place for place, step in enumerate(steps) if step.deduction == "dead end")
    placed = sum(step.number is not None for step in steps[:place])
    last = next(
        place
        for place, step in enumerate(steps)
        if step.number and sum(map(bool, (s.number for s in steps[:place]))) == placed
    )
    with opened(browser, address, "rows=6&cols=6&difficulty=hard&seed=3", viewport=pages.VIEWPORT) as page:
        for _ in range(placed):
            page.click("#hint")
            page.click("#place")
        page.click("#hint")
        page.wait_for_selector("#place")
        assert page.locator("#told p").count() == last - place + 1


@exhaustive
@pytest.mark.parametrize("is_right", [True, False])
def test_a_hint_that_comes_late_is_of_the_game_as_it_is_then(browser: Browser, address: str, is_right: bool) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with opened(browser, address, STATE, clocked=True) as page:
        pages.stop(page)  # or the stage would tell what is waited for, above the squares
        wrong = go_to_a_choice(page)
        page.route("**/api/puzzle-steps", hold)
        with page.expect_request("**/api/puzzle-steps"):
            page.click("#hint")
        while is_right and page.is_hidden("#solved"):
            place_next(page)
        if not is_right:
            page.click(f"#square-{wrong}")
        page.wait_for_selector("#stage[aria-busy=true]")
        held[0].continue_()
        page.wait_for_selector("#stage[aria-busy=false]")
        expect(page.locator("#told")).to_have_text(
            "All 36 numbers are right." if is_right else "First take back what is wrong."
        )


@exhaustive
def test_notes_are_kept_until_the_number_is_placed(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, viewport=pages.VIEWPORT) as page:
        wrong, number = go_to_a_choice(page), next_number(page)
        page.keyboard.press("p")
        for square in (wrong, order()[number - 1]):
            page.click(f"#square-{square}")
            assert label(page, square).endswith(f"notes {number}")
        page.keyboard.press("p")
        place_next(page)
        assert "notes" not in label(page, wrong)
        page.keyboard.press("Control+z")
        assert label(page, wrong).endswith(f"notes {number}")


@exhaustive
def test_a_link_opens_the_puzzle_as_it_was_left(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, viewport=pages.VIEWPORT) as page:
        for _ in range(3):
            place_next(page)
        left, link = filled(page), page.url
        page.goto("about:blank")
        page.goto(link)
        page.wait_for_selector("body[data-ready]")
        assert filled(page) == left
        page.click("#restart")
        assert filled(page) == len(puzzle().givens)
    state = "rows=5&cols=6&kind=open&givens=14&symmetric=true&seed=4"
    with opened(browser, address, state, viewport=pages.VIEWPORT) as page:
        assert page.url.endswith(state)
        assert filled(page) == 14
        assert (page.input_value("[name=givens]"), page.is_checked("[name=symmetric]")) == ("14", True)


@exhaustive
def test_back_leads_to_the_puzzle_before(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE) as page:
        first = page.url
        place_next(page)
        placed = page.inner_text("#progress")
        page.fill("[name=seed]", "2")
        page.press("[name=seed]", "Enter")
        expect(page).to_have_url(first.replace("seed=1", "seed=2"))
        page.go_back()
        expect(page).to_have_url(first)
        expect(page.locator("#progress")).to_have_text(placed)
        page.go_forward()
        expect(page).to_have_url(first.replace("seed=1", "seed=2"))


@exhaustive
def test_says_why_there_is_no_puzzle(browser: Browser, address: str) -> None:
    faults = pytest.raises(AssertionError, match="422")  # the browser itself reports a refused request
    with faults, opened(browser, address, "rows=5&cols=5&seed=1", viewport=pages.VIEWPORT) as page:
        page.wait_for_selector("#error:has-text('no closed tour')")
        page.keyboard.press("ArrowDown")
        page.fill("[name=cols]", "6")
        page.click("#another")
        page.wait_for_selector("#status:has-text('5 × 6')")


def seconds_told(page: Page) -> int:
    """What the timer says."""
    minutes, seconds = map(int, page.inner_text("#clock").split(":"))
    return 60 * minutes + seconds


@exhaustive
def test_the_timer_can_be_hidden(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, clocked=True) as page:
        pages.stop(page)
        before = seconds_told(page)
        page.clock.run_for(5000)
        assert seconds_told(page) == before + 5
        page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
        page.clock.run_for(5000)
        assert seconds_told(page) == before + 5
        page.uncheck("#timer")
        assert page.is_hidden("#clock")
        page.uncheck("#moves")
        assert page.locator("#board .dot").count() == 0
        page.uncheck("#lines")
        assert page.locator("#board .line").count() == 0


@exhaustive
def test_prints_the_board_and_its_title_only(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, viewport=pages.VIEWPORT, color_scheme="dark") as page:
        page.emulate_media(media="print")
        assert page.is_visible("#board")
        assert page.is_visible("#status")
        for part in ("header", "#form", "aside", "#clock", "#board .dot"):
            assert page.locator(part).first.is_hidden()
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 2


def test_prints_a_solution_on_a_second_page(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, viewport=pages.VIEWPORT) as page:
        assert page.is_hidden("#solution")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        assert page.locator(".names span").all_text_contents() == ["Name", "Date"]
        assert page.inner_text("#heads .stars") == "★☆☆☆"  # easy
        assert page.locator("#heads figure svg").is_visible()
        shown = page.locator("#solution text:is(.given, .own)").all_text_contents()
        assert [int(number) for number in shown] == [*range(1, 37)]
        assert page.locator("#solution text.given").count() == len(puzzle().givens)
        places = page.locator("#solution text:is(.given, .own)").evaluate_all(
            "all => all.map(({ x, y }) => [y, x].map(({ baseVal }) => Math.floor(baseVal[0].value / 100)))"
        )
        assert [tuple(place) for place in places] == puzzle().solution.squares()
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.locator(":is(#heads, #solution) svg").count() == 0


def test_fits_a_small_telephone(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, **PHONE) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        board, hint = page.locator("#board").bounding_box(), page.locator("#hint").bounding_box()
        assert board is not None
        assert hint is not None
        assert board["width"] > 330
        assert hint["y"] + hint["height"] < 740
        page.tap(f"#square-{order()[next_number(page) - 1]}")
        assert filled(page) == len(puzzle().givens) + 1


def test_needs_no_server(browser: Browser, tmp_path: Path) -> None:
    dt.show(puzzle(), tmp_path / "puzzle.html")
    with pages.opened(browser, (tmp_path / "puzzle.html").as_uri(), viewport=pages.VIEWPORT) as page:
        for part in ("#form", "#share", "#list"):
            assert page.is_hidden(part)
        page.click("#hint")
        page.click("#place")
        while page.is_hidden("#solved"):
            place_next(page)
        page.wait_for_timeout(300)  # until the browser has kept the game, too
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.is_visible("#solved")


@exhaustive
@pytest.mark.parametrize("board", [long(dt.Board(5, 6)), dt.Board.from_text(SHAPE), long(Box(3, 3, 4))])
def test_plays_on_any_board(browser: Browser, tmp_path: Path, board: BaseBoard) -> None:
    dt.show(dt.puzzle(board, givens=board.size - 6, seed=1), tmp_path / "puzzle.html")
    with pages.opened(browser, (tmp_path / "puzzle.html").as_uri(), viewport=pages.VIEWPORT) as page:
        while page.is_hidden("#solved"):
            page.click("#hint")
            assert page.locator("#board .hinted").count() > 0
            page.click("#place")


@exhaustive
def test_several_puzzles_are_one_page(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = "puzzle 6 6 --grade easy --seed 1 --count 3 -o puzzles.html -o puzzles.png"
    assert cli.run(asked.split()) == 0
    with Image.open("puzzles.png") as picture:
        assert picture.width > 200
    with pages.opened(browser, (tmp_path / "puzzles.html").as_uri(), viewport=pages.VIEWPORT) as page:
        assert page.locator("#list li").all_inner_texts() == ["1. easy", "2. easy", "3. easy"]
        while page.is_hidden("#solved"):
            place_next(page)
        assert page.inner_text("#list [aria-current]") == "1. easy ✓"
        page.click("#onward")
        page.wait_for_selector("#list li:nth-child(2) [aria-current]")
        assert filled(page) == len(dt.puzzle(6, 6, grade="easy", seed=2).givens)
        assert page.url.endswith("#puzzle=2")


@pytest.mark.parametrize("shown", [[], [1], "puzzle", dt.Board(6, 6), None])
def test_shows_nothing_else(shown: object) -> None:
    with pytest.raises(dt.DestrierError, match="show takes a Tour, a Tourney, a Puzzle or a list of puzzles, not"):
        dt.show(shown)  # type: ignore[arg-type]


@exhaustive
@pytest.mark.parametrize("scheme", ["light", long("dark")])
def test_is_accessible(browser: Browser, address: str, scheme: str) -> None:
    with opened(browser, address, STATE, viewport=pages.VIEWPORT, color_scheme=scheme) as page:
        wrong = go_to_a_choice(page)
        for again in range(3):
            found = Axe().run(page).response
            assert len(found["passes"]) > 20
            assert [(fault["id"], fault["nodes"][0]["html"]) for fault in found["violations"]] == []
            if again == 0:
                page.click(f"#square-{wrong}")
                page.click("#check")
            else:
                page.click("#undo")
                page.click("#hint")
                page.wait_for_selector("#place")
