"""One history over everything that the viewer's page of tours shows, in a real browser; skipped where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.pages import centre, needs_browser, opened, rest, shown

import destrier as dt

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

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


def test_every_way_back_leads_to_the_same_tours(browser: Browser, address: str, tmp_path: Path) -> None:
    opened_tour = dt.tour(6, 8, kind="open", seed=3)
    dt.save(opened_tour, tmp_path / "tour.json")
    with opened(browser, address, "rows=16&cols=16&seed=1", reduced_motion="reduce") as page:
        seen = [shown(page)]

        def add(name: str) -> None:
            page.wait_for_selector(f"#steps li:nth-child({len(seen) + 1}):has-text('{name}')")
            seen.append(shown(page))

        for how, name in (("shatter", "Shattered"), ("join", "Joined"), ("obfuscate", "Obfuscated")):
            page.click(f"#change-{how}")
            add(name)
        page.click("#another")
        add("Made")
        page.keyboard.press("n")
        add("Made")
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
        assert steps(page) == ["Made", "Obfuscated"]


def test_after_a_reload_the_addresses_tell(browser: Browser, address: str) -> None:
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
        page.go_forward()
        page.wait_for_selector("#steps li:nth-child(2)", state="detached")
        assert shown(page) == another


def test_a_painted_board_and_a_game_come_back(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1") as page:
        page.click("[data-mode=shape]")
        for col in (0, 5):
            page.mouse.click(*centre(page, 0, col))
        page.click("#shape-make")
        page.wait_for_selector("text=, 34 squares")
        made = shown(page)
        assert steps(page) == ["Made", "Painted", "Painted", "Made"]
        walk(page, page.go_back, 2)
        page.wait_for_selector("#status:text-is('A board of 34 squares')")
        walk(page, lambda: page.keyboard.press("Control+z"), 1)
        page.wait_for_selector("#status:text-is('A board of 35 squares')")
        walk(page, lambda: page.keyboard.press("Control+z"), 0)
        page.wait_for_selector("#status:text-is('A board of 36 squares')")
        walk(page, page.locator("#steps button").last.click, 3)
        assert shown(page) == made
        page.click("#shape-clear")
        page.wait_for_selector("text=, 36 squares")
        page.click("[data-mode=play]")
        for square in ((0, 0), (1, 2)):
            page.mouse.click(*centre(page, *square))
        page.click("#play-can")
        page.wait_for_selector("text=Yes, this tour can be completed")
        page.click("#play-show")
        page.click("#play-use")
        page.wait_for_selector("text=Closed tour of 6 × 6, 36 squares")
        walk(page, page.go_back, 6)
        assert page.is_visible("#play-use")
        walk(page, page.go_back, 5)
        assert page.inner_text("#play-status").startswith("2 of 36 squares")


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
