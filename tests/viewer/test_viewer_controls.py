"""Every control of the viewer's page of tours, in a real browser; skipped where there is none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.marks import exhaustive, left
from helpers.pages import needs_browser, opened, rest, stop

import destrier as dt
from destrier.viewer import work
from destrier.viewer.work import tour_tasks

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [needs_browser, exhaustive]

WRITTEN = [name for name in tour_tasks.EXPORTS if name not in ("dxf", "moves")]
"""The exports of an open tour that are always the same: a DXF file tells when it was made, and digits know no ends."""

PLAIN = "rows=8&cols=8&seed=1"
BRAID = "rows=8&cols=8&kind=tourney&algorithm=concentric-braid"


def saved(page: Page, name: str = "npy") -> bytes:
    page.select_option("#format", name)
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.suggested_filename == f"tour{tour_tasks.EXPORTS[name][0]}"
    return download.value.path().read_bytes()


def shown(page: Page) -> dt.Tourney:
    return work.from_npy(saved(page))


def picture(page: Page) -> str:
    """All that the board shows, once it is drawn."""
    rest(page)
    canvases = "[...document.querySelectorAll('#stage canvas')].map((canvas) => canvas.toDataURL()).join()"
    found: str = page.evaluate(canvases)
    return found


def fill(page: Page, **values: Any) -> None:
    """Set fields of the form, in this order."""
    for name, value in values.items():
        field = page.locator(f"[name={name}]")
        assert field.is_visible(), name
        if value is True:
            field.check()
        elif field.evaluate("(field) => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(str(value))


FORMS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"rows": 10, "cols": 7, "seed": 3}, {}),
    (
        {"rows": 7, "cols": 9, "kind": "open", "start": "0, 0", "end": "6,8", "seed": 4},
        {"start": (0, 0), "end": (6, 8)},
    ),
    ({"rows": 9, "cols": 9, "kind": "corner", "seed": 5}, {}),
    ({"rows": 12, "cols": 12, "minimize": "crossings", "seed": 0}, {}),
    ({"rows": 20, "cols": 20, "algorithm": "tame", "minimize": "blend", "weight": 0.5, "seed": 0}, {"weight": 0.5}),
    ({"rows": 16, "cols": 18, "algorithm": "formation", "heel": "both", "seed": 0}, {}),
    ({"rows": 16, "cols": 16, "algorithm": "divide-and-conquer", "obfuscate": True, "seed": 6}, {}),
    ({"rows": 10, "cols": 10, "symmetry": "quarter", "seed": 7}, {}),
    ({"rows": 35, "cols": 34, "minimize": "crossings", "symmetry": "axial", "seed": 0}, {}),
    ({"rows": 30, "cols": 30, "minimize": "turns", "symmetry": "quarter", "seed": 0}, {}),
    ({"rows": 8, "cols": 8, "algorithm": "annealing", "minimize": "crossings", "symmetry": "central", "seed": 8}, {}),
]


@pytest.mark.parametrize(("fields", "given"), FORMS)
def test_form_makes_what_it_says(browser: Browser, address: str, fields: dict[str, Any], given: dict[str, Any]) -> None:
    options = {name: value for name, value in (fields | given).items() if name not in ("rows", "cols")}
    with opened(browser, address, PLAIN) as page:
        fill(page, **fields)
        with page.expect_response("**/api/tour"):
            page.click("button:text-is('Make')")
        page.wait_for_url(f"**rows={fields['rows']}&cols={fields['cols']}**")
        assert shown(page) == dt.tour(fields["rows"], fields["cols"], **options)
        assert page.inner_text("#error") == ""


def test_refusals_are_told(browser: Browser, address: str) -> None:
    faults = pytest.raises(AssertionError, match="Failed to load resource")  # the browser logs what the server refuses
    with faults, opened(browser, address, PLAIN) as page:
        fill(page, rows=4, cols=6)
        page.click("button:text-is('Make')")
        page.wait_for_selector("#error:has-text('No closed tour of 4 × 6 exists: no board')")
        assert shown(page) == dt.tour(8, 8, seed=1)


@pytest.mark.parametrize("name", left(WRITTEN, ["npy", "svg", "png"]))
def test_saves(browser: Browser, address: str, name: str) -> None:
    tour = dt.tour(8, 8, kind="open", seed=2)
    with opened(browser, address, "rows=8&cols=8&kind=open&seed=2&turns=true") as page:
        made = work.to_npy(tour)
        shown_too = {"turns": True, "style": "paper", "recipe": made.recipe}
        if not name.startswith(("plotter", "hpgl", "gcode")):
            shown_too["colour_by"] = "tour"
        assert saved(page, name) == tour_tasks.export(made.npy, name, made.start, shown_too)


@pytest.mark.parametrize(
    "state",
    [PLAIN, BRAID, f"{PLAIN}&kind=open", "rows=6&cols=6", "rows=5&cols=5&kind=corner", "rows=5&cols=6&kind=open"],
)
def test_only_formats_that_can_hold_the_tour_are_offered(browser: Browser, address: str, state: str) -> None:
    with opened(browser, address, state) as page:
        tourney = shown(page)
        offered = page.eval_on_selector_all(
            "#format option", "all => all.filter((one) => !one.disabled).map((one) => one.value)"
        )
    start = tourney.ends and tourney.ends[0]

    def is_written(name: str) -> bool:
        try:
            return bool(tour_tasks.export(work.to_npy(tourney).npy, name, start, {}))
        except dt.DestrierError:
            return False

    texts = {name for name, row in tour_tasks.EXPORTS.items() if row.manner is None}
    assert texts.intersection(offered) == set(filter(is_written, texts))
    assert set(offered) > tour_tasks.EXPORTS.keys() - texts


def test_show(browser: Browser, address: str) -> None:
    with opened(browser, address, BRAID) as page:
        seen = {picture(page)}
        for colour in ("tour", "plain"):
            page.select_option("#colour", colour)
            seen.add(picture(page))
        for name in ("numbers", "turns", "crossings"):
            page.check(f"#{name}")
            seen.add(picture(page))
        assert len(seen) == 6
        assert "numbers=true&turns=true&crossings=true" in page.url


def test_zoom(browser: Browser, address: str) -> None:
    with opened(browser, address, PLAIN) as page:
        whole = picture(page)
        page.click("[data-zoom='1.5']")
        near = picture(page)
        page.click("[data-zoom='1.5']")
        page.click("[data-zoom='0.6667']")
        assert page.evaluate("document.getElementById('stage').classList.contains('zoomed')")
        page.click("[data-zoom=fit]")
        assert picture(page) == whole != near
        page.focus("#stage")
        for key in ("+", "Shift+ArrowUp", "+", "-", "0"):
            before = picture(page)
            page.keyboard.press(key)
            assert picture(page) != before
        assert picture(page) == whole


def test_transport(browser: Browser, address: str) -> None:
    with opened(browser, address, PLAIN, clocked=True) as page:
        stop(page)
        page.locator("#scrub").fill("40")
        assert page.input_value("#goto") == "41"
        page.click("#back")
        assert page.input_value("#goto") == "40"
        page.keyboard.press(".")
        page.keyboard.press("End")
        assert page.input_value("#goto") == "64"
        page.keyboard.press("Home")
        assert page.input_value("#goto") == "1"
        page.locator("#speed").fill("1")
        page.click("#play")
        page.clock.run_for(1000)
        assert 20 < int(page.input_value("#goto")) < 64
        page.click("#play")
        page.click("#whole")
        assert page.is_disabled("#whole")


def test_changes(browser: Browser, address: str) -> None:
    with opened(browser, address, PLAIN, reduced_motion="reduce") as page:
        assert not page.is_checked("#animated")
        before = shown(page)
        for step, control in enumerate(("change-shatter", "change-join", "change-obfuscate"), 2):
            page.click(f"#{control}")
            how = control.removeprefix("change-")
            page.wait_for_selector(f"#steps li:nth-child({step})")
            before = getattr(dt, how)(before, seed=int(re.findall(rf"{how}\.(\d+)", page.url)[0]))
            assert shown(page) == before
        page.keyboard.press("Control+z")
        page.wait_for_selector("#steps [aria-current]:has-text('joined')")
        seed = page.input_value("[name=seed]")
        page.click("#another")
        page.wait_for_selector("#steps li:nth-child(5)", state="detached")  # what was undone
        page.wait_for_selector("#steps li:nth-child(4):has-text('New tour')")
        assert page.input_value("[name=seed]") != seed


def test_shape(browser: Browser, address: str, tmp_path: Path) -> None:
    (tmp_path / "shape.txt").write_text(".######\n#######\n######.\n")
    (tmp_path / "mask.txt").write_text("1 1 1\n1 0 1\n")
    with opened(browser, address, PLAIN) as page:
        page.click("[data-mode=shape]")
        page.click("#shape-none")
        assert page.inner_text("#status") == "A board of 0 squares"
        page.click("#shape-fill")
        assert page.inner_text("#status") == "A board of 64 squares"
        page.set_input_files("#shape-file", tmp_path / "shape.txt")
        page.wait_for_selector("text=A board of 19 squares")
        page.set_input_files("#shape-file", tmp_path / "mask.txt")
        page.wait_for_selector("text=A board read as 2 x 3 with 5 squares marked by '1' and holes marked by '0'")
        page.set_input_files("#shape-file", tmp_path / "shape.txt")
        page.wait_for_selector("text=A board of 19 squares")
        page.select_option("[name=kind]", "open")
        page.click("#shape-fill")
        page.click("#shape-make")
        page.wait_for_selector("text=Open tour of 3 × 7")
        assert page.input_value("[name=cols]") == "7"


def test_shape_is_taken_back(browser: Browser, address: str) -> None:
    with opened(browser, address, PLAIN) as page:
        page.click("[data-mode=shape]")
        rest(page)
        box = page.locator("#stage").bounding_box()
        assert box is not None
        for corner in (-1, 1):
            side = 0.44 * min(box["width"], box["height"])
            page.mouse.click(box["x"] + box["width"] / 2 + corner * side, box["y"] + box["height"] / 2 - side)
        page.click("#shape-make")
        page.wait_for_selector("text=, 62 squares")  # not those of the board that is painted
        assert page.is_disabled("[name=rows]")
        page.click("#shape-clear")
        page.wait_for_selector("text=Closed tour of 8 × 8")
        assert page.is_enabled("[name=rows]")


def test_play(browser: Browser, address: str) -> None:
    with opened(browser, address, "rows=6&cols=6&mode=play&path=0.8") as page:
        bare = picture(page)
        page.click("#play-hint")
        assert picture(page) != bare
        page.click("#undo")
        assert page.inner_text("#play-status").startswith("1 of 36")
        page.click("#play-can")
        page.wait_for_selector("text=Yes, this tour can be completed")
        page.click("#play-again")
        page.click("[data-mode=rails]")
        assert page.locator("#play-use, #play-show").first.is_hidden()


def test_print(browser: Browser, address: str) -> None:
    with opened(browser, address, PLAIN, color_scheme="dark") as page:
        page.evaluate(
            "() => { window.print = () => { window.printed = document.querySelectorAll('#paper img').length; }; }"
        )
        before = picture(page)
        for press, key in ((page.click, "#print"), (page.keyboard.press, "Control+p")):
            page.evaluate("() => { window.printed = 0; }")
            press(key)
            page.wait_for_function("() => window.printed === 1")
        corner = page.evaluate("""async () => {
            const image = await createImageBitmap(document.querySelector("#paper img"));
            const canvas = new OffscreenCanvas(1, 1);
            canvas.getContext("2d").drawImage(image, -30, -30);
            return [image.width, ...canvas.getContext("2d").getImageData(0, 0, 1, 1).data];
        }""")
        assert corner[0] > 2000
        assert corner[1:] == [255, 255, 255, 255]
        assert picture(page) == before


def test_help_and_frame_rate(browser: Browser, address: str) -> None:
    with opened(browser, address, PLAIN) as page:
        page.click("#help-open")
        assert page.is_visible("#help")
        assert {"Space", "Home", "+", "↑", "Shift", "Enter", "N", "?"} <= set(
            page.locator("#help kbd").all_inner_texts()
        )
        page.keyboard.press("Escape")
        assert page.is_hidden("#help")
        page.keyboard.press("f")
        page.wait_for_selector("#rate:has-text('frames a second')")
        page.keyboard.press("f")
        assert page.is_hidden("#rate")


def test_no_control_is_left_out(browser: Browser, address: str) -> None:
    """Each control is named in a test of the page."""
    tests = "".join(file.read_text() for file in Path(__file__).parent.glob("test_viewer_*.py"))
    words = set(re.findall(r"[\w-]+", tests))
    with opened(browser, address, PLAIN) as page:
        names = page.evaluate("""() => [...document.querySelectorAll("button, input, select")]
            .filter((control) => !control.closest("dialog, #steps"))
            .map(({ id, name, dataset, type }) => id || name || dataset.mode || dataset.zoom || type)""")
    assert len(names) > 50
    assert {name for name in names if name not in words | {"1.5", "0.6667", "submit"}} == set()
