"""Warnsdorff's rule, step by step, on the viewer's page of tours in a real browser; skipped where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.marks import exhaustive, long
from helpers.pages import centre, needs_browser, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser

LONGEST_RUN = 20_000
"""How many milliseconds the page takes for a run at most."""

DELTAS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


def onward(square: int, side: int, visited: list[int]) -> list[int]:
    """The unvisited squares that are a move from one."""
    row, col = divmod(square, side)
    there = [(row + down, col + right) for down, right in DELTAS]
    squares = [r * side + c for r, c in there if 0 <= r < side and 0 <= c < side]
    return [one for one in squares if one not in visited]


def fewest(path: list[int], side: int) -> list[int]:
    """The squares to which the rule may go after a path."""
    ways = {one: len(onward(one, side, path)) for one in onward(path[-1], side, path)}
    return [one for one in ways if ways[one] == min(ways.values())]


def name(square: int, side: int) -> str:
    return "abcdefgh"[square % side] + str(side - square // side)


def path_of(page: Page) -> list[int]:
    """The squares of the game, once they are in the address."""
    page.clock.run_for(400)
    found: str = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('path')")
    return [int(square) for square in found.split(".")]


@exhaustive
def test_steps_tell_degrees_and_ties(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&kind=open&seed=5&mode=play", clocked=True) as page:
        assert page.is_disabled("#rule-step")
        page.mouse.click(*centre(page, 2, 3))
        page.focus("#stage")
        path = [2 * 6 + 3]
        for step in range(12):
            if step:
                words = page.inner_text("#play-status")
                expected = fewest(path, 6)
                assert ("has a tie between" in words) == (len(expected) > 1)
                assert set(words.partition(" rule ")[2].replace(",", "").split()) >= {name(one, 6) for one in expected}
                assert f"{len(onward(expected[0], 6, path))} onward move" in words
            (page.keyboard.press("w") if step % 2 else page.click("#rule-step"))
            now = path_of(page)
            assert now[:-1] == path
            assert now[-1] in fewest(path, 6)
            path = now
        page.keyboard.press("Control+z")
        page.keyboard.press("w")  # which chooses the same again
        assert path_of(page) == path
        faults = Axe().run(page).response["violations"]
        assert [(fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []


@exhaustive
@pytest.mark.parametrize("seed", [1, long(2)])
def test_a_run_ends_in_a_tour_or_in_a_dead_end(browser: Browser, address: str, seed: int) -> None:
    with opened(browser, address, f"rows=6&cols=6&kind=open&seed={seed}&mode=play&path=0", clocked=True) as page:
        page.click("#rule-run")
        page.clock.run_for(LONGEST_RUN)
        page.wait_for_selector("#play-retry:visible, #play-use:visible")
        path = path_of(page)
        for length in range(1, len(path)):
            assert path[length] in fewest(path[:length], 6)
        assert onward(path[-1], 6, path) == []


@exhaustive
def test_a_dead_end_is_told_and_tried_again(browser: Browser, address: str) -> None:
    # From b5, a square of the colour of which there are fewer, no tour of 5 x 5 starts.
    with opened(browser, address, "rows=5&cols=5&kind=open&seed=1&mode=play&path=1", clocked=True) as page:
        page.click("#rule-run")
        page.clock.run_for(LONGEST_RUN)
        page.wait_for_selector("#play-retry:visible")
        first = path_of(page)
        assert page.inner_text("#play-status").startswith(f"A dead end on {name(first[-1], 5)}: {len(first)} of 25")
        assert page.is_disabled("#rule-step")
        page.click("#undo")
        assert page.is_hidden("#play-retry")
        page.click("#rule-step")
        page.click("#play-retry")
        assert page.input_value("[name=seed]") == "2"
        page.clock.run_for(LONGEST_RUN)
        page.wait_for_selector("#play-retry:visible")
        assert path_of(page)[0] == 1
