"""The viewer's page of boxes in a real browser; skipped where there is none."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers import pages
from helpers.marks import exhaustive, long

import destrier as dt
from destrier.core.box import Box
from destrier.drawing.svg.tour import to_svg
from destrier.io.json import from_json, to_json

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pages.needs_browser
STATE = "length=4&width=3&height=5&seed=2"


opened = partial(pages.opened, name="boxes.html")


@cache
def box_tour() -> dt.Tour:
    """The tour of the state."""
    return dt.tour(Box(4, 3, 5), seed=2)


def saved(page: Page, name: str) -> str:
    page.select_option("#format", name)
    with page.expect_download() as download:
        page.click("#save")
    return download.value.path().read_text(encoding="utf-8")


def shown(page: Page) -> dt.Tour:
    """The tour that the page shows, saved and checked."""
    tour = from_json(saved(page, "json"))
    assert isinstance(tour, dt.Tour)
    return tour


def middle(page: Page) -> tuple[float, float]:
    box = page.locator("#stage").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, right: float, down: float) -> None:
    x, y = middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=4)
    page.mouse.up()


def square_told(page: Page) -> tuple[str, int, int, int]:
    """The face, row and column that the readout tells, and the move."""
    move, _, place = page.inner_text("#readout").removeprefix("Move ").partition(": ")
    face, row, col = place.split(", ")
    return face, int(row.removeprefix("row ")), int(col.removeprefix("column ")), int(move)


@exhaustive
def test_makes_the_tour_that_the_address_holds(browser: Browser, address: str) -> None:
    with opened(browser, address, f"{STATE}&numbers=true&colour=tour") as page:
        assert shown(page) == box_tour()
        assert page.is_checked("#numbers")
        assert page.inner_text("#status") == "Closed tour of the 4 \u00d7 3 \u00d7 5 box, no. 2"
        page.fill("[name=seed]", "8")
        page.click("text=Make")
        page.wait_for_url("**seed=8**")
        assert shown(page) == dt.tour(Box(4, 3, 5), seed=8)
        page.evaluate("location.hash = 'length=5&width=5&height=5&seed=1'")
        page.wait_for_selector("text=Closed tour of the 5 × 5 × 5 box, no. 1")
        assert not page.is_checked("#numbers")


@exhaustive
def test_saves_what_the_library_draws(browser: Browser, address: str) -> None:
    with opened(browser, address, f"{STATE}&colour=plain") as page:
        assert saved(page, "net-svg") == to_svg(box_tour())
        assert saved(page, "isometric-svg") == to_svg(box_tour(), view="isometric")
    with opened(browser, address, f"{STATE}&numbers=true") as page:
        assert saved(page, "net-svg") == to_svg(box_tour(), numbers=True, colour_by="tour")
        assert from_json(saved(page, "json")) == box_tour()


@exhaustive
def test_opens_files(browser: Browser, address: str, tmp_path: Path) -> None:
    (tmp_path / "box.json").write_text(to_json(box_tour()), encoding="utf-8")
    with opened(browser, address) as page:
        page.set_input_files("#open", tmp_path / "box.json")
        page.wait_for_selector("text=Closed tour of the 4")
        assert shown(page) == box_tour()
        page.click("#share")
        assert "Save it as a file instead" in page.inner_text("#file-error")
        layers = (dt.tour(dt.Space(2, 4, 4), seed=1).numbering() + 1).reshape(2, 4, 4)
        text = "\n\n".join("\n".join(" ".join(map(str, row)) for row in layer) for layer in layers)
        (tmp_path / "layers.txt").write_text(text)
        page.set_input_files("#open", tmp_path / "layers.txt")
        page.wait_for_selector("#status:text-is('Closed tour of the 2 × 4 × 4 board')")
        assert page.input_value("[name=board]") == "space"


@exhaustive
def test_open_tours_end_on_their_last_square(browser: Browser, address: str) -> None:
    tour = dt.tour(Box(4, 3, 5), kind="open", seed=2)
    with opened(browser, address, f"{STATE}&board=box&kind=open") as page:
        assert page.inner_text("#status") == "Open tour of the 4 \u00d7 3 \u00d7 5 box, no. 2"
        assert shown(page) == tour
        page.keyboard.press("End")
        assert square_told(page) == (*tour.squares()[-1], 94)


@exhaustive
def test_says_why_there_is_no_tour(browser: Browser, address: str) -> None:
    faults = pytest.raises(AssertionError, match="422")  # the browser itself reports a refused request
    with faults, opened(browser, address, "length=1&width=1&height=5") as page:
        page.wait_for_selector("#error:has-text('No closed tour of the 1 × 1 × 5 box exists')")


@exhaustive
def test_turns_by_mouse(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE, clocked=True) as page:
        page.mouse.move(*middle(page))
        before = square_told(page)
        assert box_tour().numbering()[box_tour().board.index(before[:3])] + 1 == before[3]
        for _ in range(3):
            drag(page, -200, 0)
        page.clock.run_for(1000)  # it is drawn, and its address is written, when the box rests
        page.mouse.move(*middle(page))
        after = square_told(page)
        assert after[0] != before[0]
        state = page.url.partition("#")[2]
    with opened(browser, address, state) as page:
        page.mouse.move(*middle(page))
        assert square_told(page)[0] == after[0]
        page.dblclick("#stage", position={"x": 5, "y": 5})
        page.wait_for_function("() => !location.hash.includes('turn')")
        page.mouse.move(*middle(page))
        page.mouse.move(*(value + 1 for value in middle(page)))
        assert square_told(page)[0] == before[0]


@exhaustive
def test_turns_by_keyboard(browser: Browser, address: str) -> None:
    with opened(browser, address, STATE) as page:
        page.focus("#stage")
        page.keyboard.press("Shift+ArrowDown")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("+")
        page.wait_for_url("**turn=**")
        page.keyboard.press("0")
        page.wait_for_function("() => !location.hash.includes('turn')")


@exhaustive
def test_rides(browser: Browser, address: str) -> None:
    with opened(browser, address, f"{STATE}&move=17", clocked=True) as page:
        assert page.input_value("#goto") == "18"
        assert square_told(page) == (*box_tour().squares()[17], 18)
        page.click("#onward")
        assert square_told(page) == (*box_tour().squares()[18], 19)
        page.mouse.click(*middle(page))
        clicked = square_told(page)
        assert page.input_value("#goto") == str(clicked[3])
        page.mouse.move(0, 0)
        page.click("#play")
        page.clock.run_for(1500)
        assert int(page.input_value("#goto")) > (clicked[3] + 3) % 90
        page.click("#whole")
        assert page.input_value("#goto") == ""


@exhaustive
def test_shows_the_file_it_was_started_with(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "box.json").write_text(to_json(box_tour()))
    with pages.served(str(tmp_path / "box.json")) as address:
        assert address.endswith("/boxes.html")
        with opened(browser, address.removesuffix("boxes.html")) as page:
            assert page.input_value("[name=height]") == str(box_tour().board.height)
            page.select_option("#format", "json")
            with page.expect_download() as download:
                page.click("#save")
            assert from_json(download.value.path().read_text()) == box_tour()


def test_shows_a_tour_without_a_server(browser: Browser, tmp_path: Path) -> None:
    dt.show(box_tour(), tmp_path / "box.html")
    with pages.opened(browser, (tmp_path / "box.html").as_uri()) as page:
        assert page.inner_text("#status") == "Closed tour of the 4 × 3 × 5 box, no. 2"
        assert page.locator("#form").is_hidden()
        assert page.locator("#save").is_hidden()
        page.fill("#goto", "3")
        page.keyboard.press("Enter")
        face, row, col = box_tour().squares()[2]
        assert page.inner_text("#readout") == f"Move 3: {face}, row {row}, column {col}"


@exhaustive
def test_turns_with_the_knight(browser: Browser, address: str) -> None:
    back = next(move for move, (face, *_) in enumerate(box_tour().squares()) if face == "back")
    with opened(browser, address, f"{STATE}&follow=true&move={back}", reduced_motion="reduce") as page:
        page.wait_for_url("**turn=**")
        page.mouse.move(*middle(page))
        assert square_told(page)[0] in ("back", "left", "right", "top", "bottom")


@exhaustive
def test_large_boxes_turn(browser: Browser, address: str) -> None:
    with opened(browser, address, "length=40&width=40&height=40&colour=tour&through=true&move=1000") as page:
        page.wait_for_selector("#stage[data-drawn=space]")
        before = page.evaluate("document.querySelector('#stage canvas').toDataURL()")
        drag(page, 90, 0)
        page.wait_for_url("**turn=**")
        assert page.evaluate("document.querySelector('#stage canvas').toDataURL()") != before


@exhaustive
@pytest.mark.parametrize("scheme", [long("light"), "dark"])
def test_is_accessible(browser: Browser, address: str, scheme: str) -> None:
    with opened(browser, address, f"{STATE}&move=5", color_scheme=scheme) as page:
        found = Axe().run(page).response
        assert len(found["passes"]) > 20
        assert [(fault["id"], fault["nodes"][0]["html"]) for fault in found["violations"]] == []


@exhaustive
@pytest.mark.parametrize("end", [[3, 0, 0], [1, 2, 2]])
def test_a_tube_has_round_ends(browser: Browser, address: str, end: list[int]) -> None:
    """Its points are as far from the move as it is thick, also beyond the ends."""
    made = """async (end) => {
        const { tubes } = await import("/boxes/shapes.js");
        const { shape: { attributes: { position, normal } } } = tubes([[[0, 0, 0], end]], 10);
        return [...position.array].map((place, part) => place + normal.array[part]);
    }"""
    with opened(browser, address, STATE) as page:
        points = np.reshape(page.evaluate(made, end), (-1, 3))
    along = points @ end / 9
    away = np.linalg.norm(points - np.outer(np.clip(along, 0, 1), end), axis=1)
    assert away == pytest.approx(1)
    assert [along.min(), along.max()] == pytest.approx([-1 / 3, 4 / 3])
