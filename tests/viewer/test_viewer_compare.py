"""Two tours side by side, and what the charts count, on the viewer's page of tours, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.marks import exhaustive
from helpers.pages import needs_browser, opened, shown

import destrier as dt

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = needs_browser


def moves(tour: dt.Tour) -> set[frozenset[int]]:
    order = tour.indices().tolist()
    return {frozenset(pair) for pair in zip(order, [*order[1:], order[0]], strict=True)}


def measures(page: Page) -> dict[str, str]:
    """The lines beside each measure."""
    names = page.locator("#measures dt").all_inner_texts()
    values = page.locator("#measures dd").all_inner_texts()
    return dict(zip([name.split("\n")[0] for name in names], values, strict=True))


@exhaustive
def test_both_boards_say_what_they_are_and_how_they_differ(browser: Browser, address: str) -> None:
    first, second = dt.tour(8, 8, seed=1), dt.tour(8, 8, seed=2)
    with opened(browser, address, "rows=8&cols=8&seed=1") as page:
        assert page.is_hidden("#shown-status")
        page.click("#keep")
        page.fill("[name=seed]", "2")
        page.click("button:text-is('Make')")
        page.wait_for_selector("#measures dt:text-is('Moves in common')")
        for _ in range(2):
            assert page.inner_text("#kept-status") == "Kept: Closed tour of 8 × 8, no. 1"
            assert page.inner_text("#shown-status") == "Shown: Closed tour of 8 × 8, no. 2"
            told = measures(page)
            assert told["Moves in common"] == str(len(moves(first) & moves(second)))
            crossings = dt.crossings(second) - dt.crossings(first)
            assert crossings > 0
            assert told["Crossings"].split("\n") == [
                str(dt.crossings(second)),
                f"kept: {dt.crossings(first)} (+{crossings})",
                f"lower bound: {dt.least_crossings(8, 8)}",
            ]
            page.reload()
            page.wait_for_selector("#measures dt:text-is('Moves in common')")
        page.click("#change-obfuscate")
        page.wait_for_selector("#steps li:nth-child(3)")
        page.wait_for_selector("#shown-status:text-is('Shown: Closed tour of 8 × 8')")
        made = shown(page)
        assert isinstance(made, dt.Tour)
        common = len(moves(first) & moves(made))
        page.wait_for_selector(f"#measures dt:text-is('Moves in common') + dd:text-is('{common}')")
        page.click("#keep")
        for hidden in ("#kept-status", "#shown-status", "#kept-stage"):
            assert page.is_hidden(hidden)


@exhaustive
def test_boards_with_other_sides_have_no_moves_in_common(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=8&seed=1&kept=%23rows%3D6%26cols%3D6") as page:
        page.wait_for_selector("#measures:has-text('kept: 36 (+12)')")
        assert "Moves in common" not in measures(page)


@exhaustive
def test_bars_say_what_they_count(browser: Browser, address: str) -> None:
    counts = dt.measure(dt.tour(8, 8, seed=1))
    across = {-2: "2 left", -1: "1 left", 1: "1 right", 2: "2 right"}
    down = {-2: "2 up", -1: "1 up", 1: "1 down", 2: "2 down"}
    turns = ["straight on", "slightly left", "left", "sharply left"]
    turns += ["back", "sharply right", "right", "slightly right"]
    charts = {"moves": [f"{down[row]}, {across[col]}" for row, col in dt.MOVES], "relative": turns}
    with opened(browser, address, "rows=8&cols=8&seed=1") as page:
        for chart, words in charts.items():
            values = counts["moves" if chart == "moves" else "relative_moves"]
            assert isinstance(values, list)
            page.wait_for_selector(f"#{chart}-chart[aria-label*=':']", state="attached")  # the measures come later
            told = page.locator(f"#{chart}-chart").get_attribute("aria-label")
            assert told == "; ".join(f"{word}: {value}" for word, value in zip(words, values, strict=True))
            bars = page.locator(f"#{chart}-chart span")
            assert [
                title.split(":")[0] for title in bars.evaluate_all("(all) => all.map(({ title }) => title)")
            ] == words
            assert bars.locator("svg .arrow").count() == 8
