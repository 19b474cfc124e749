"""The viewer's page in a real browser; skipped where there is none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.marks import exhaustive, left, long
from helpers.pages import centre, needs_browser, opened, shown, stop
from playwright.sync_api import expect

import destrier as dt
from destrier.makers.takefuji_lee import settle
from destrier.patterns.formation.flat import quartet

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Literal

    from playwright.sync_api import Browser, Page

pytestmark = needs_browser


def test_makes_the_tour_that_the_address_holds(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=10&cols=12&seed=7&turns=true") as page:
        assert shown(page) == dt.tour(10, 12, seed=7)
        assert page.is_checked("#turns")
        page.fill("[name=seed]", "8")
        page.click("text=Make")
        page.wait_for_url("**seed=8**")
        assert shown(page) == dt.tour(10, 12, seed=8)
        page.wait_for_selector("text=lower bound")


@exhaustive
def test_steps_are_in_the_address(browser: Browser, address: str) -> None:
    start = "rows=8&cols=8&kind=tourney&algorithm=concentric-braid&seed=0"
    with opened(browser, address, start, reduced_motion="reduce") as page:
        assert shown(page) == dt.tourney(8, 8, algorithm="concentric-braid")
        for change, step in (("Join the loops", "joined"), ("Break into loops", "Broken"), ("Shuffle", "Shuffled")):
            page.click(f"button:text-is('{change}')")
            page.wait_for_selector(f"#steps :text('{step}')")
        before, state = shown(page), page.url.partition("#")[2]
    with opened(browser, address, state) as page:
        assert shown(page) == before
        page.locator("#steps button").first.click()
        assert shown(page) == dt.tourney(8, 8, algorithm="concentric-braid")


@exhaustive
def test_rides(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1", clocked=True) as page:
        order = dt.tour(6, 6, seed=1).indices()
        page.fill("#goto", "17")
        page.keyboard.press("Enter")
        row, col = divmod(int(order[16]), 6)
        assert page.inner_text("#readout").startswith(f"Move 17: {'abcdef'[col]}{6 - row}")
        page.click("#onward")
        assert page.input_value("#goto") == "18"
        page.mouse.click(*centre(page, *divmod(int(order[5]), 6)))
        assert page.input_value("#goto") == "6"
        page.click("#play")
        page.clock.run_for(2000)
        assert int(page.input_value("#goto")) > 7
        page.click("#whole")
        assert page.input_value("#goto") == ""


@exhaustive
def test_switches_rails(browser: Browser, address: str) -> None:
    tour = dt.tour(6, 6, seed=1)
    square, primary, cross = dt.find_rails(tour)[0].tolist()
    with opened(browser, address, f"rows=6&cols=6&seed=1&steps=switch.{square}.{primary}.{cross}") as page:
        switched = shown(page)
        assert switched != tour
        assert dt.find_rails(switched).tolist().count([square, cross, primary]) == 1
        page.click("[data-mode=rails]")
        deltas = dt.MOVES[primary], dt.MOVES[cross]
        row, col = (square // 6 + sum(d[0] for d in deltas) / 2), (square % 6 + sum(d[1] for d in deltas) / 2)
        page.mouse.move(*centre(page, row, col))
        page.mouse.down()
        page.mouse.up()
        page.wait_for_function("() => document.querySelectorAll('#steps li').length > 2")


def test_plays(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1") as page:
        page.click("[data-mode=play]")
        for square in ((0, 0), (1, 2), (2, 2), (0, 4)):  # the third is no move
            page.mouse.click(*centre(page, *square))
        assert page.inner_text("#play-status").startswith("3 of 36 squares")
        page.click("#play-can")
        page.wait_for_selector("text=Yes, this tour can be completed")
        page.click("#play-show")
        page.click("#play-use")
        page.wait_for_selector("text=Closed tour of 6 × 6")
        order = shown(page).indices().tolist()
        assert {order.index(2), order.index(8), order.index(0)}


def drag(page: Page, start: tuple[float, float], end: tuple[float, float], *, by_touch: bool) -> None:
    """Drag from a point of the page to another one."""
    (x, y), (end_x, end_y) = start, end
    steps = [(x + (end_x - x) * part / 6, y + (end_y - y) * part / 6) for part in range(7)]
    if not by_touch:
        page.mouse.move(*start)
        page.mouse.down()
        for point in steps[1:]:
            page.mouse.move(*point)
        page.mouse.up()
        return
    screen = page.context.new_cdp_session(page)
    for kind, points in (("touchStart", steps[:1]), *(("touchMove", [point]) for point in steps[1:]), ("touchEnd", [])):
        told = [{"x": x, "y": y} for x, y in points]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})


@exhaustive
@pytest.mark.parametrize(
    "size", left([(1280, 720), (1280, 800), (1920, 1080), (360, 740)], [(360, 740)], [(1280, 800), (1920, 1080)])
)
@pytest.mark.parametrize("by_touch", [long(False), True])
def test_the_knight_is_dragged_from_square_to_square(
    browser: Browser, address: str, size: tuple[int, int], *, by_touch: bool
) -> None:
    options: dict[str, Any] = {"viewport": {"width": size[0], "height": size[1]}, "has_touch": by_touch}
    with opened(browser, address, "rows=6&cols=6&seed=1&mode=play&path=0", **options) as page:
        path = [(0, 0)]
        for square in ((1, 2), (3, 3), (4, 5), (5, 5), (2, 4), (0, 5)):  # the fourth is no move
            page.evaluate("() => document.querySelector('#stage').scrollIntoView({ block: 'center' })")
            scrolled = page.evaluate("scrollY")
            drag(page, centre(page, *path[-1]), centre(page, *square), by_touch=by_touch)
            path += [square] * (square != (5, 5))
            page.wait_for_selector(f"#play-status:has-text('{len(path)} of 36 squares')")
            assert page.evaluate("scrollY") == scrolled
        page.wait_for_url(f"**path={'.'.join(str(6 * row + col) for row, col in path)}*")
        drag(page, centre(page, 3, 1), centre(page, 5, 4), by_touch=False)  # the board, which fits, stays where it is
        page.mouse.click(*centre(page, 2, 4))
        assert page.inner_text("#play-status").startswith(f"{len(path)} of 36 squares")
        page.mouse.click(*centre(page, 1, 3))
        assert page.inner_text("#play-status").startswith(f"{len(path) + 1} of 36 squares")
        assert page.inner_text("#readout") == f"d5: number {len(path) + 1}"
        stage = page.locator("#stage").bounding_box()
        page.click("#play-hint")  # its second line has its room
        assert page.locator("#stage").bounding_box() == stage


@exhaustive
def test_an_open_tour_is_a_success_where_a_closed_one_was_wanted(browser: Browser, address: str) -> None:
    tour = dt.tour(6, 6, kind="open", start="a6", end="b6", seed=1)
    path = ".".join(map(str, tour.indices().tolist()))
    with opened(browser, address, f"rows=6&cols=6&mode=play&path={path}") as page:
        assert page.inner_text("#play-status") == (
            "An open tour of all 36 squares. Well done! For a closed one, the last square is a knight's move from the "
            "first."
        )
        page.mouse.move(*centre(page, *tour[16]))
        row, col = tour[16]
        page.wait_for_selector(f"#readout:has-text('{'abcdef'[col]}{6 - row}: number 17')")
        page.click("#play-use")
        page.wait_for_selector("text=Open tour of 6 × 6")
        assert shown(page) == tour


@exhaustive
def test_plays_by_keyboard(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1") as page:
        page.click("[data-mode=play]")
        page.focus("#stage")
        for key in ("ArrowDown", "Enter", "ArrowDown", "ArrowRight", "ArrowRight", "Enter"):
            page.keyboard.press(key)
        assert page.inner_text("#readout").startswith("c5")
        assert page.inner_text("#play-status").startswith("2 of 36 squares")
        page.keyboard.press("Control+z")
        assert page.inner_text("#play-status").startswith("1 of 36 squares")


def test_paints_a_shape(browser: Browser, address: str) -> None:
    """Its squares are no multiple of the six that a letter of an address holds."""
    with opened(browser, address, "rows=8&cols=8&seed=1") as page:
        page.click("[data-mode=shape]")
        for square in ((0, 0), (5, 0)):
            page.mouse.click(*centre(page, *square, 8))
        page.click("#shape-make")
        page.wait_for_selector("text=, 62 squares")  # not those of the board that is painted
        made = shown(page)
        assert not made.board.has((0, 0))
        assert not made.board.has((5, 0))
        state = page.url.partition("#")[2]
    with opened(browser, address, state) as page:
        assert shown(page) == made


@exhaustive
def test_what_was_played_kept_or_opened_is_in_the_address(browser: Browser, address: str, tmp_path: Path) -> None:
    tour = dt.tour(5, 6, kind="open", seed=2)
    dt.save(tour, tmp_path / "tour.json")
    permissions = ["clipboard-read", "clipboard-write"]
    with opened(browser, address, "rows=6&cols=6&seed=4", permissions=permissions) as page:
        page.click("#change-join")
        page.wait_for_selector("#steps li:nth-child(2)")
        page.click("#keep")
        page.set_input_files("#open", tmp_path / "tour.json")
        page.wait_for_selector("text=Open tour of 5")
        page.click("#share")
        page.wait_for_selector("text=Copied")
        state = page.url.partition("#")[2]
        assert page.evaluate("navigator.clipboard.readText()").endswith(state)
    with opened(browser, address, state) as page:
        made = shown(page)
        assert made == tour
        assert made.indices()[0] in tour.indices()[[0, -1]]
        page.wait_for_selector(f"text=kept: {dt.turns(dt.tour(6, 6, seed=4))}")
    with opened(browser, address, "rows=6&cols=6&mode=play&path=0.8.4") as page:
        assert page.inner_text("#play-status").startswith("3 of 36 squares")


@pytest.mark.parametrize(
    "state", ["tour=6x6.AAAA", *map(long, ("tour=6x6.AAAA&mode=play", "shape=3x3.777", "shape=3x3.777&mode=shape"))]
)
def test_an_address_that_holds_no_tour_is_refused(browser: Browser, address: str, state: str) -> None:
    with opened(browser, address, state) as page:
        expect(page.locator("#error")).to_have_text("This link does not hold a complete tour.")
        assert page.inner_text("#status") == ""


@exhaustive
def test_shows_changes_step_by_step(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=12&cols=12&kind=tourney&algorithm=concentric-braid", clocked=True) as page:
        stop(page)
        page.evaluate("""() => {
            window.told = [];
            const told = () => window.told.push(document.getElementById("status").textContent);
            new MutationObserver(told).observe(document.getElementById("status"), { childList: true });
        }""")
        page.click("#change-join")
        page.wait_for_selector("#status:has-text('Joining')")
        page.clock.run_for(10_000)
        page.wait_for_selector("#status:has-text('Closed tour')")
        counts = [int(words.split()[3]) for words in page.evaluate("told") if words.startswith("Joining the loops: ")]
        assert counts == sorted(counts, reverse=True)
        assert len(counts) > 3
        assert counts[-1] == shown(page).cycle_count == 1
        page.click("#change-obfuscate")
        page.wait_for_selector("#status:has-text('Shuffling')")
        page.click("[data-mode=shape]")  # which ends the film
        page.clock.run_for(1000)
        page.wait_for_selector("#status:has-text('A board of 144 squares')")
        page.click("[data-mode=watch]")
        joining, mixing = map(int, re.findall(r"\.(\d+)", page.url.partition("steps")[2]))
        joined = dt.join(dt.tourney(12, 12, algorithm="concentric-braid"), seed=joining)
        assert shown(page) == dt.obfuscate(joined, seed=mixing)


@exhaustive
def test_shows_the_network_settle(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=8&cols=8&kind=tourney&algorithm=takefuji-lee&seed=1&mode=network") as page:
        page.wait_for_selector("#readout:has-text('Sweep')")
        sweeps = int(page.inner_text("#of").removeprefix("of "))
        settling = settle(dt.Board(8, 8), seed=1)
        assert sweeps == len(settling.energy) - 1
        page.fill("#goto", "3")
        page.keyboard.press("Enter")
        told = page.inner_text("#readout")
        assert told == f"Sweep 3: energy {settling.energy[3]}, {settling.wrong[3]} squares without two moves"
        page.click("#whole")
        assert shown(page) == dt.tourney(8, 8, algorithm="takefuji-lee", seed=1)


@exhaustive
def test_shows_the_quartet_and_its_word(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=16&cols=16&algorithm=formation&mode=quartet") as page:
        word = quartet(dt.Board(16, 16)).word
        page.wait_for_selector("#way-now:not(:empty)")
        page.fill("#goto", "20")
        page.keyboard.press("Enter")
        assert page.inner_text("#of") == f"of {len(word)}"
        assert page.inner_text("#way").replace("\n", "").replace("…", "") == word[10:31]
        page.click("[data-mode=watch]")
        page.fill("[name=rows]", "8")
        page.select_option("[name=algorithm]", "")
        page.click("text=Make")
        page.wait_for_selector("#status:text-is('Closed tour of 8 × 16, no. 1')")
        assert page.locator("[data-mode=quartet]").is_hidden()


@exhaustive
def test_opens_files_and_says_what_is_wrong_with_them(browser: Browser, address: str, tmp_path: Path) -> None:
    tour = dt.tour(8, 6, kind="open", seed=2)
    dt.save(tour, tmp_path / "tour.txt")
    with opened(browser, address) as page:
        page.set_input_files("#open", tmp_path / "tour.txt")
        page.wait_for_selector("text=Open tour of 8")
        assert shown(page) == tour


@exhaustive
def test_large_boards(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=1000&cols=1000&algorithm=formation&seed=0&colour=tour") as page:
        assert page.inner_text("#status").startswith("Closed tour of 1000")
        for _ in range(12):
            page.keyboard.press("+")
        page.wait_for_function("() => document.getElementById('stage').classList.contains('zoomed')")


@exhaustive
def test_compares(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1") as page:
        page.click("#keep")
        page.click("#another")
        page.wait_for_selector(f"text=kept: {dt.turns(dt.tour(6, 6, seed=1))}")
        page.keyboard.press("+")
        for stage in ("stage", "kept-stage"):
            page.wait_for_function(f"() => document.getElementById('{stage}').classList.contains('zoomed')")
        page.click("#keep")
        assert page.locator("#kept-stage").is_hidden()


@pytest.mark.parametrize("kind", [long("closed"), "open"])
def test_shows_a_tour_without_a_server(browser: Browser, tmp_path: Path, kind: Literal["closed", "open"]) -> None:
    tour = dt.tour(6, 8, kind=kind, seed=1)
    dt.show(tour, tmp_path / "tour.html")
    with opened(browser, (tmp_path / "tour.html").as_uri()) as page:
        assert page.inner_text("#status").startswith(f"{kind.capitalize()} tour of 6")
        page.fill("#goto", "3")
        page.keyboard.press("Enter")
        row, col = divmod(int(tour.indices()[2]), 8)
        assert page.inner_text("#readout").startswith(f"Move 3: {'abcdefgh'[col]}{6 - row}")
        assert f"Turns\n{dt.turns(tour)}" in page.inner_text("#measures")
        assert page.locator("#form").is_hidden()
        assert page.locator("#pages").count() == 0
        page.keyboard.press("?")
        assert "N" not in page.locator("#help kbd").all_inner_texts()  # nothing here makes another tour


def bars(page: Page, chart: str) -> list[float]:
    """The heights of the bars of a chart, in pixels."""
    page.wait_for_selector(f"#{chart}[aria-label*=':']", state="attached")
    heights: list[float] = page.locator(f"#{chart} i").evaluate_all(
        "(bars) => bars.map((bar) => bar.getBoundingClientRect().height)"
    )
    return heights


@exhaustive
@pytest.mark.parametrize("place", [long("server"), "file"])
def test_bars_are_as_high_as_what_they_count(browser: Browser, address: str, tmp_path: Path, place: str) -> None:
    tour = dt.tour(8, 8, seed=1)
    if place == "file":
        dt.show(tour, tmp_path / "tour.html")
        address = (tmp_path / "tour.html").as_uri()
    counts: Any = dt.measure(tour)
    with opened(browser, address, "rows=8&cols=8&seed=1" * (place == "server")) as page:
        for chart, values in (("moves-chart", counts["moves"]), ("relative-chart", counts["relative_moves"])):
            heights = bars(page, chart)
            assert max(heights) > 30
            expected = [value * max(heights) / max(values) for value in values]
            assert heights == pytest.approx(expected, abs=0.6)


@exhaustive
def test_a_file_with_a_ride_has_the_same_bar(browser: Browser, tmp_path: Path) -> None:
    dt.draw(dt.tour(8, 8, seed=1), tmp_path / "ride.html", seconds=16)
    drawn = "document.querySelector('.destrier').getCurrentTime()"
    with opened(browser, (tmp_path / "ride.html").as_uri()) as page:
        page.wait_for_function(f"() => {drawn} > 0")
        page.keyboard.press("Space")
        page.keyboard.press("Home")
        page.keyboard.press(".")
        page.keyboard.press("ArrowRight")
        page.click("#onward")
        assert page.input_value("#goto") == "4"
        assert page.evaluate(drawn) == pytest.approx(3 / 4)
        page.fill("#goto", "33")
        page.keyboard.press("Enter")
        assert page.evaluate(drawn) == pytest.approx(8)
        page.click("#whole")
        assert page.evaluate(drawn) == pytest.approx(16)
        faults = Axe().run(page).response["violations"]
        assert [(fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []
    with opened(browser, (tmp_path / "ride.html").as_uri(), reduced_motion="reduce") as page:
        assert page.evaluate(drawn) == pytest.approx(16)
        assert page.get_attribute("#play", "aria-label") == "Play"


@exhaustive
@pytest.mark.parametrize("scheme", ["light", long("dark")])
def test_is_accessible(browser: Browser, address: str, scheme: str) -> None:
    with opened(browser, address, "rows=6&cols=6&seed=1&kind=open", color_scheme=scheme) as page:
        for mode in ("watch", "rails", "shape", "play"):
            page.click(f"[data-mode={mode}]")
            found = Axe().run(page).response
            assert len(found["passes"]) > 20
            assert [(mode, fault["id"], fault["nodes"][0]["html"]) for fault in found["violations"]] == []
