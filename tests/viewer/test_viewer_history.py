"""One history over everything that the viewer's page of tours shows, in a real browser; skipped where there is none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.marks import exhaustive
from helpers.pages import centre, needs_browser, opened, rest, shown
from playwright.sync_api import expect

import destrier as dt

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

pytestmark = needs_browser


def steps(page: Page) -> list[str]:
    """The names of all entries of the history."""
    return [words.split("\n")[0] for words in page.locator("#steps button").all_inner_texts()]


def current(page: Page) -> int:
    marked: int = page.evaluate(
        "[...document.querySelectorAll('#steps button')].findIndex((button) => button.ariaCurrent)"
    )
    return marked


def walk(page: Page, go: Callable[[], object], to: int) -> None:
    """Walk along the history, and wait until this entry is shown."""
    go()
    page.wait_for_selector(f"#steps li:nth-child({to + 1}) [aria-current]")


@exhaustive
def test_every_way_back_leads_to_the_same_tours(browser: Browser, address: str, tmp_path: Path) -> None:
    opened_tour = dt.tour(6, 8, kind="open", seed=3)
    dt.save(opened_tour, tmp_path / "tour.json")
    with opened(browser, address, "rows=16&cols=16&seed=1", reduced_motion="reduce") as page:
        seen = [shown(page)]

        def add(name: str) -> None:
            page.wait_for_selector(f"#steps li:nth-child({len(seen) + 1}):has-text('{name}')")
            seen.append(shown(page))

        for how, name in (("shatter", "Broken into loops"), ("join", "Loops joined"), ("obfuscate", "Shuffled")):
            page.click(f"#change-{how}")
            add(name)
        page.click("#another")
        add("New tour")
        page.keyboard.press("n")
        add("New tour")
        page.set_input_files("#open", tmp_path / "tour.json")
        add("tour.json")
        assert seen[-1] == opened_tour
        assert len(set(seen)) == len(seen) == len(steps(page))

        last = len(seen) - 1
        for at in range(last - 1, -1, -1):
            go = (page.go_back, lambda: page.keyboard.press("Control+z"), lambda: page.click("#undo"))[at % 3]
            walk(page, go, at)
            assert shown(page) == seen[at]
        assert page.is_disabled("#undo")
        for at in range(1, last + 1):
            go = (page.go_forward, lambda: page.keyboard.press("Control+Shift+z"), lambda: page.click("#redo"))[at % 3]
            walk(page, go, at)
            assert shown(page) == seen[at]
        assert page.is_disabled("#redo")
        for at in (2, 5, 0, 4):
            walk(page, page.locator("#steps button").nth(at).click, at)
            assert shown(page) == seen[at]
        assert page.input_value("[name=seed]") != "1"
        walk(page, page.locator("#steps button").first.click, 0)
        assert page.input_value("[name=seed]") == "1"
        page.click("#change-obfuscate")  # which forgets what was undone
        page.wait_for_selector("#steps li:nth-child(3)", state="detached")
        assert steps(page) == ["New tour", "Shuffled"]


@exhaustive
def test_the_history_is_kept_over_a_reload(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8&seed=1", reduced_motion="reduce") as page:
        first = shown(page)
        page.click("#change-shatter")
        page.wait_for_selector("#steps li:nth-child(2)")
        shattered = shown(page)
        page.click("#another")
        page.wait_for_selector("#steps li:nth-child(3)")
        another = shown(page)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert shown(page) == another
        page.go_back()
        page.wait_for_selector("#steps li:nth-child(2) [aria-current]")
        assert shown(page) == shattered
        walk(page, lambda: page.click("#undo"), 0)
        assert shown(page) == first
        walk(page, page.go_forward, 1)
        assert shown(page) == shattered
        walk(page, lambda: page.keyboard.press("Control+y"), 2)
        assert shown(page) == another


@exhaustive
def test_undoing_fast_after_a_reload_stays_on_the_page(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8&seed=1", reduced_motion="reduce") as page:
        first = shown(page)
        page.click("#change-shatter")
        page.wait_for_selector("#steps li:nth-child(2)")
        page.click("[data-mode=play]")
        for square in ((0, 0), (1, 2), (2, 4)):
            page.mouse.click(*centre(page, *square, 8))
        page.reload()
        page.wait_for_selector("body[data-ready]")
        for _ in range(8):
            page.keyboard.press("Control+z")
        page.wait_for_selector("#steps li:first-child [aria-current]")
        page.click("[data-mode=watch]")
        assert shown(page) == first


@exhaustive
def test_a_painted_board_and_a_game_come_back(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1") as page:
        page.click("[data-mode=shape]")
        for col in (0, 5):
            page.mouse.click(*centre(page, 0, col))
        page.click("#shape-make")
        page.wait_for_selector("text=, 34 squares")
        made = shown(page)
        assert steps(page) == ["New tour", "Painted", "Painted", "New tour"]
        walk(page, page.go_back, 2)
        page.wait_for_selector("#status:text-is('A board of 34 squares')")
        walk(page, lambda: page.keyboard.press("Control+z"), 1)
        page.wait_for_selector("#status:text-is('A board of 35 squares')")
        walk(page, lambda: page.keyboard.press("Control+z"), 0)
        page.wait_for_selector("#status:text-is('A board of 36 squares')")
        walk(page, page.locator("#steps button").last.click, 3)
        assert shown(page) == made
        page.click("#shape-clear")
        page.wait_for_selector("#status:text-is('Closed tour of 6 × 6, no. 1')")
        page.click("[data-mode=play]")
        for square in ((0, 0), (1, 2)):
            page.mouse.click(*centre(page, *square))
        page.click("#play-can")
        page.wait_for_selector("text=Yes, this tour can be completed")
        page.click("#play-show")
        page.click("#play-use")
        page.wait_for_selector("text=Closed tour of 6 × 6")
        assert steps(page)[-5:] == ["New tour", "Move 1", "Move 2", "Solution", "Played"]
        walk(page, page.go_back, 7)
        assert page.is_visible("#play-use")
        walk(page, lambda: page.keyboard.press("Control+z"), 6)
        assert page.inner_text("#play-status").startswith("2 of 36 squares")
        walk(page, page.go_back, 4)


@exhaustive
def test_each_move_of_a_game_is_undone_and_redone(browser: Browser, address: str) -> None:
    order = dt.tour(6, 6, seed=1).indices().tolist()
    with opened(browser, address, "rows=6&cols=6&seed=1&mode=play") as page:
        made = steps(page)

        def is_at(length: int) -> None:
            assert steps(page) == [*made, *(f"Move {number}" for number in range(1, 7))]
            assert current(page) == length
            assert page.inner_text("#play-status").startswith(
                f"{length} of 36 squares" if length else "Choose a square"
            )

        for square in order[:6]:
            page.mouse.click(*centre(page, *divmod(square, 6)))
        is_at(6)
        names = [page.locator("#steps button span").nth(at).inner_text() for at in range(1, 7)]
        assert names == [dt.Board(6, 6).chess_name(divmod(square, 6)) for square in order[:6]]
        for length in (5, 4, 3):
            walk(page, lambda: page.keyboard.press("Control+z"), length)
            is_at(length)
        walk(page, lambda: page.keyboard.press("Control+y"), 4)
        is_at(4)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        is_at(4)
        walk(page, lambda: page.click("#redo"), 5)
        walk(page, lambda: page.click("#redo"), 6)
        is_at(6)
        page.click("[data-mode=watch]")
        page.click("[data-mode=play]")
        is_at(6)
        page.click("[data-mode=watch]")
        walk(page, lambda: page.click("#undo"), 5)
        is_at(5)
        page.click("[data-mode=watch]")
        walk(page, lambda: page.click("#redo"), 6)
        is_at(6)
        assert page.is_disabled("#redo")
        for length in range(5, -1, -1):
            walk(page, lambda: page.click("#undo"), length)
        assert page.is_disabled("#undo")
    path = ".".join(map(str, order[:6]))
    with opened(browser, address, f"rows=6&cols=6&seed=1&mode=play&path={path}") as page:
        is_at(6)
        walk(page, lambda: page.click("#undo"), 5)
        is_at(5)


@exhaustive
def test_there_is_one_button_to_undo(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1") as page:
        for mode in ("watch", "rails", "shape", "play"):
            page.click(f"[data-mode={mode}]")
            assert page.get_by_role("button", name="Undo").count() == 1
            assert page.get_by_role("button", name="Redo").count() == 1


@exhaustive
@pytest.mark.parametrize("control", ["button:text-is('Make')", "#change-shatter"])
def test_the_form_comes_back_as_it_was_when_a_tour_was_asked_for(browser: Browser, address: str, control: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with opened(browser, address, "rows=6&cols=6&seed=1", reduced_motion="reduce") as page:
        if "Make" in control:
            page.fill("[name=rows]", "10")
            page.fill("[name=cols]", "9")
        asked = page.input_value("[name=rows]")
        page.route(re.compile("/api/(tour|shatter)"), hold)
        with page.expect_request(re.compile("/api/(tour|shatter)")):
            page.click(control)
        page.fill("[name=rows]", "7")
        page.wait_for_selector("#stage[aria-busy=true]")
        held[0].continue_()
        page.wait_for_selector("#steps li:nth-child(2) [aria-current]")
        assert page.input_value("[name=rows]") == "7"
        walk(page, lambda: page.click("#undo"), 0)
        expect(page.locator("[name=rows]")).to_have_value("6")
        walk(page, lambda: page.click("#redo"), 1)
        expect(page.locator("[name=rows]")).to_have_value(asked)


def test_a_page_without_a_server_goes_back_too(browser: Browser, tmp_path: Path) -> None:
    tour = dt.tour(6, 6, seed=1)
    dt.show(tour, tmp_path / "tour.html")
    square, primary, cross = dt.find_rails(tour)[0].tolist()
    deltas = dt.MOVES[primary], dt.MOVES[cross]
    row, col = (square // 6 + sum(d[0] for d in deltas) / 2), (square % 6 + sum(d[1] for d in deltas) / 2)
    with opened(browser, (tmp_path / "tour.html").as_uri()) as page:
        page.click("[data-mode=rails]")
        rest(page)
        page.mouse.click(*centre(page, row, col))
        page.wait_for_selector("#steps li:nth-child(2)")
        walk(page, lambda: page.keyboard.press("Control+z"), 0)
        walk(page, lambda: page.click("#redo"), 1)
        assert page.get_attribute("[data-mode=rails]", "aria-pressed") == "true"


@exhaustive
def test_a_step_chosen_on_the_way_to_another_is_shown(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8&seed=1") as page:
        for seed in range(2, 5):
            page.fill("[name=seed]", str(seed))
            page.click("button:text-is('Make')")
            page.wait_for_selector(f"#steps li:nth-child({seed}) [aria-current]")
        for chosen in (1, 3, 0):
            page.evaluate(
                """(chosen) => {
                    const [undo, steps] = ["#undo", "#steps button"].map((name) => document.querySelectorAll(name));
                    undo[0].click();
                    steps[chosen].click();  // before the browser is back
                }""",
                chosen,
            )
            page.wait_for_selector(f"#steps li:nth-child({chosen + 1}) [aria-current]")
            assert shown(page) == dt.tour(8, 8, seed=chosen + 1)
