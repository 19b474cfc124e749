"""What the viewer's page of tours shows is what its address and its form tell; skipped where there is no browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.marks import exhaustive
from helpers.pages import centre, needs_browser, opened, rest, shown, stop
from playwright.sync_api import expect

import destrier as dt
from destrier.io.json import to_json

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = [needs_browser, exhaustive]  # those of what the page does are enough for a quick run

HEART = Path(__file__).parents[2] / "docs" / "shapes" / "heart.txt"


def play(page: Page, *squares: int) -> None:
    """Click squares of a 6 x 6 board."""
    for square in squares:
        page.mouse.click(*centre(page, *divmod(square, 6)))


def state(page: Page) -> str:
    return str(page.url.partition("#")[2])


def test_a_game_is_in_the_address(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8") as page:
        page.fill("[name=rows]", "6")
        page.fill("[name=cols]", "6")
        page.click("[data-mode=play]")
        order = dt.tour(6, 6, seed=1).indices().tolist()
        play(page, *order[:10])
        assert page.inner_text("#play-status").startswith("10 of 36 squares")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.inner_text("#play-status").startswith("10 of 36 squares")
        play(page, *order[10:])
        page.click("#play-use")
        page.wait_for_selector("text=Closed tour of 6")
        assert shown(page) == dt.tour(6, 6, seed=1)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert shown(page) == dt.tour(6, 6, seed=1)


@pytest.mark.parametrize("mode", ["play", "shape"])
def test_what_was_opened_is_the_board_of_the_form(browser: Browser, address: str, tmp_path: Path, mode: str) -> None:
    heart = dt.tour(dt.Board.from_text(HEART.read_text()), seed=1)
    dt.save(heart, tmp_path / "heart.npy")
    with opened(browser, address) as page:
        page.set_input_files("#open", tmp_path / "heart.npy")
        page.wait_for_selector(f"text={heart.board.size} squares")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert shown(page) == heart
        page.click(f"[data-mode={mode}]")
        assert page.input_value("[name=rows]") == str(heart.board.rows)
        if mode == "shape":
            assert page.inner_text("#status") == f"A board of {heart.board.size} squares"


def test_another_link_in_the_same_tab(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=16&cols=16&algorithm=formation&minimize=turns&mode=rails&numbers=true") as page:
        page.evaluate("location.hash = 'rows=10&cols=12&seed=4'")
        expect(page.locator("#status")).to_have_text("Closed tour of 10 × 12, no. 4")
        assert shown(page) == dt.tour(10, 12, seed=4)
        assert page.get_attribute("[data-mode=watch]", "aria-pressed") == "true"
        assert not page.is_checked("#numbers")


def test_a_link_says_nothing_of_what_was_before(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=12&cols=12&kind=tourney&algorithm=four-cover") as page:
        page.select_option("#colour", "plain")
        page.click("[data-mode=rails]")
        assert page.input_value("#colour") == "plain"
        page.click("[data-mode=shape]")
        play(page, 0, 1)
        page.evaluate("location.hash = 'rows=7&cols=10&seed=1'")
        page.wait_for_selector("#status:has-text('Closed tour of 7')")
        assert shown(page) == dt.tour(7, 10, seed=1)
        assert page.is_enabled("[name=rows]")


@pytest.mark.parametrize(
    ("state", "words"),
    [("rows=5&cols=5&mode=play&path=0.7.4", "3 of 25 squares"), ("rows=4&cols=4&mode=shape", "A board of 16 squares")],
)
def test_a_board_without_a_tour_is_played_and_painted(browser: Browser, address: str, state: str, words: str) -> None:
    faults = pytest.raises(AssertionError, match=r"^\['Failed to load resource[^,]*'\]")
    with faults, opened(browser, address, state) as page:
        assert words in page.inner_text("#status") + page.locator("#play-status").inner_text()
        assert page.inner_text("#error") == ""


def test_a_game_on_too_large_a_board(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=120&cols=120&mode=play&path=0") as page:
        assert "Play is limited to boards of 10,000 squares" in page.inner_text("#error")
        page.click("#another")
        page.wait_for_function("() => !location.hash.includes('seed=1&') && !location.hash.endsWith('seed=1')")


def test_strokes(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6", clocked=True) as page:
        page.click("[data-mode=shape]")
        rest(page)
        box = page.locator("#stage").bounding_box()
        assert box is not None
        side = (min(box["width"], box["height"]) - 2 * min(24, box["width"] * 0.03)) / 6
        left, top = box["x"] + box["width"] / 2 - 3 * side, box["y"] + box["height"] / 2 - 3 * side
        for row, start in ((0, 0.5), (2, -0.3)):  # the second begins beside the board
            page.mouse.move(left + start * side, top + (row + 0.5) * side)
            page.mouse.down()
            page.mouse.move(left + 3.5 * side, top + (row + 0.5) * side, steps=12)
            page.mouse.up()
        assert page.inner_text("#status") == "A board of 28 squares"
        page.keyboard.press("Control+z")
        page.wait_for_selector("#status:text-is('A board of 32 squares')")
        page.clock.run_for(400)  # after which the address tells it
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.inner_text("#status") == "A board of 32 squares"


def test_a_move_ends_a_film(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=20&cols=20&seed=1", clocked=True) as page:
        stop(page)
        page.click("#change-shatter")
        page.wait_for_selector("#status:has-text('Breaking')")
        page.fill("#goto", "20")
        page.keyboard.press("Enter")
        page.clock.run_for(1000)
        assert "Tourney of" in page.inner_text("#status")
        assert page.input_value("#goto") == "20"
        assert page.inner_text("#readout").startswith("Move 20: ")
        assert ", in loop " in page.inner_text("#readout")


@pytest.mark.parametrize(
    "state",
    [
        "rows=8&cols=8&colour=foo&kind=foo&mode=foo&mode=quartet&move=99999999",
        "rows=8&cols=8&steps=switch",
        "rows=8&cols=8&steps=toString.1",
        "rows=8&cols=8&steps=shatter.foo+join",
        "rows=8&cols=8&steps=switch.62.3.2",
        "rows=8&cols=8&steps=switch.5.99.5",
    ],
)
def test_nonsense_in_an_address_is_left_out(browser: Browser, address: str, state: str) -> None:
    with opened(browser, address, state) as page:
        assert shown(page) == dt.tour(8, 8, seed=1)
        assert page.input_value("[name=kind]") == "closed"
        assert page.input_value("#colour") == "tour"
        assert page.locator("#steps li").count() == 1


@pytest.mark.parametrize("path", ["foo", "999", "-1", "0.0"])
def test_nonsense_in_a_game_is_left_out(browser: Browser, address: str, path: str) -> None:
    with opened(browser, address, f"rows=8&cols=8&mode=play&path={path}") as page:
        assert page.inner_text("#play-status").startswith("1 of 64" if path == "0.0" else "Choose a square")


def test_the_move_is_in_the_address(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8") as page:
        page.fill("#goto", "20")
        page.keyboard.press("Enter")
        page.wait_for_url("**move=19")  # the move of an address is the number of moves made
        page.fill("#goto", "9999")
        page.keyboard.press("Enter")
        assert page.input_value("#goto") == "64"
        page.reload()
        page.wait_for_selector("body[data-ready]")
        page.wait_for_url("**move=*")
        assert page.input_value("#goto") in ("20", "64")
    with opened(browser, address, "rows=16&cols=16&algorithm=formation&mode=quartet&move=31") as page:
        page.wait_for_selector("#way-now:not(:empty)")
        assert page.input_value("#goto") == "31"


def test_the_first_move_is_in_the_address(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8") as page:
        page.fill("#goto", "1")
        page.keyboard.press("Enter")
        page.wait_for_url("**move=0")
        page.reload()
        page.wait_for_selector("body[data-ready]")
        expect(page.locator("#goto")).to_have_value("1")
        expect(page.locator("#readout")).to_contain_text("Move 1: ")


def test_boards_of_different_sizes_are_compared(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=20&cols=24&seed=1&kept=%23rows%3D6%26cols%3D6") as page:
        whole = "() => ['stage', 'kept-stage'].every((id) => !document.getElementById(id).matches('.zoomed'))"
        near = "() => ['stage', 'kept-stage'].every((id) => document.getElementById(id).matches('.zoomed'))"
        page.wait_for_function(whole)
        page.keyboard.press("+")
        page.wait_for_function(near)
        page.keyboard.press("0")
        page.wait_for_function(whole)


def test_an_answer_about_another_path_is_not_told(browser: Browser, address: str) -> None:
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    with opened(browser, address, "rows=6&cols=6&mode=play&path=0.8.12") as page:
        page.route("**/api/finish", hold)
        with page.expect_request("**/api/finish"):
            page.click("#play-can")
        page.click("#undo")
        play(page, 16)
        with page.expect_request_finished():
            asked[0].continue_()
        rest(page)
        assert page.inner_text("#play-status").startswith("3 of 36 squares")
        assert page.is_hidden("#play-show")


@pytest.mark.parametrize("state", ["heel=both", "minimize=turns", "obfuscate=true&seed=2"])
def test_the_quartet_rides_its_own_tour_only(browser: Browser, address: str, state: str) -> None:
    with opened(browser, address, f"rows=16&cols=16&algorithm=formation&{state}") as page:
        assert page.is_hidden("[data-mode=quartet]")


def test_large_formations_are_looked_up(browser: Browser, address: str) -> None:
    order = dt.TourOrder(2002, 2002)
    with opened(browser, address, "rows=2002&cols=2002&algorithm=formation") as page:
        with page.expect_response("**/api/lookup"):
            page.fill("#goto", "1234567")
            page.keyboard.press("Enter")
        row, col = divmod(int(order.index_at(1234566)), 2002)
        page.wait_for_selector(f"text=Move 1,234,567: row {row}, column {col}")
        with page.expect_response("**/api/lookup"):
            page.mouse.move(600, 400)
        page.wait_for_selector("#readout:has-text('move')")


def test_painting_is_undone_and_kept(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6") as page:
        page.click("[data-mode=shape]")
        play(page, 0, 5)
        assert page.inner_text("#status") == "A board of 34 squares"
        page.keyboard.press("Control+z")
        page.wait_for_selector("#status:text-is('A board of 35 squares')")
        play(page, 1)
        page.reload()
        page.wait_for_selector("body[data-ready]")
        assert page.inner_text("#status") == "A board of 34 squares"
        page.click("[data-mode=watch]")
        page.click("[data-mode=shape]")
        assert page.inner_text("#status") == "A board of 34 squares"
        page.select_option("[name=kind]", "tourney")
        assert page.input_value("[name=algorithm]") == "two-factor"


def test_nothing_is_shown_and_nothing_breaks(browser: Browser, address: str) -> None:
    faults = pytest.raises(AssertionError, match=r"^\['Failed to load resource[^,]*'\]")
    with faults, opened(browser, address, "rows=3&cols=4", permissions=["clipboard-write"]) as page:
        assert page.inner_text("#error").startswith("No closed tour of 3 × 4 exists: of the boards")
        for control in ("share", "back", "onward", "play", "keep", "print"):
            page.click(f"#{control}")
        page.click("[data-mode=play]")
        page.click("[data-mode=watch]")
        assert page.inner_text("#status") == ""
        assert "too large for a link" in page.inner_text("#file-error")


def test_files_that_are_not_opened(browser: Browser, address: str, tmp_path: Path) -> None:
    for name in ("a.txt", "a.png"):
        (tmp_path / name).write_bytes(b"\x89PNG")
    (tmp_path / "box.json").write_text(to_json(dt.tour(dt.Box(3, 4, 5), seed=1)))
    refusals = r"^\['Failed to load resource[^,]*', 'Failed to load resource[^,]*'\]"  # by the server, of both files
    faults = pytest.raises(AssertionError, match=refusals)
    with faults, opened(browser, address) as page:
        page.set_input_files("#open", tmp_path / "a.txt")
        page.wait_for_selector("#file-error:has-text('a.txt: this is not text: byte 0 is not UTF-8')")
        page.set_input_files("#open", tmp_path / "box.json")
        page.wait_for_selector("#file-error:has-text('3 × 4 × 5 box: open it on the page In space')")
        page.click("[data-mode=shape]")
        page.set_input_files("#shape-file", tmp_path / "a.png")
        page.wait_for_selector("#error:has-text('a.png as an image')")


def test_calm(browser: Browser, address: str) -> None:
    where = "rows=16&cols=16&algorithm=formation&mode=quartet"
    with opened(browser, address, where, reduced_motion="reduce") as page:
        page.wait_for_selector("#way-now:not(:empty)")
        assert page.get_attribute("#play", "aria-label") == "Play"
