"""The pages of the site that need no server are small, answered by their engine, and work without a network."""

from __future__ import annotations

import gzip
import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers.marks import long
from helpers.pages import VIEWPORT, hosted, needs_browser, opened, shown
from PIL import Image, ImageSequence
from playwright.sync_api import expect

import destrier as dt
from destrier.viewer import schemas

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DOCS: Final = Path(__file__).parents[2] / "docs"

PAGES: Final = ("index.html", "tours.html", "puzzles.html")

MOST_BYTES: Final = 120_000
"""Of a page without its ready puzzles, compressed: all that is loaded until the first tour is seen."""

MOST_PUZZLE_BYTES: Final = 800
"""Of a ready puzzle with its deductions, compressed, on average."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the pages in a folder of its own, as on a host with other pages."""
    sys.path.insert(0, str(DOCS))
    try:
        import front
    finally:
        sys.path.pop(0)
    folder = tmp_path_factory.mktemp("host")
    (folder / "knights").mkdir()
    front.add_to(folder / "knights", puzzles=2)
    return folder


def test_the_pages_are_small(folder: Path) -> None:
    for name in PAGES:
        page = (folder / "knights" / name).read_text(encoding="utf-8")
        head, ready, rest = page.partition('<script id="ready"')
        puzzles, _, rest = rest.partition("</script>")
        assert len(gzip.compress((head + rest).encode())) < MOST_BYTES, name
        assert len(gzip.compress(puzzles.encode())) < 8 * MOST_PUZZLE_BYTES
        assert bool(ready) == (name == "puzzles.html")
        assert "http://" not in head.replace("http://www.w3.org/", "").replace("http://page", "")


@needs_browser
@pytest.mark.parametrize("name", PAGES)
def test_a_page_works_from_any_folder_and_from_a_file(folder: Path, browser: Browser, name: str) -> None:
    with hosted(folder) as host, opened(browser, host, name=f"knights/{name}") as page:
        assert page.locator("[role=alert]:not(:empty)").count() == 0
    with opened(browser, folder.as_uri(), name=f"/knights/{name}") as page:
        assert page.locator("[role=alert]:not(:empty)").count() == 0


@needs_browser
def test_pages_speak_german(folder: Path, browser: Browser) -> None:
    """From a file, too, which loads the words from another one."""
    words = {"index.html": "Neuer Weg", "tours.html": "Neuer Weg", "puzzles.html": "Neues Rätsel"}
    for name, button in words.items():
        with opened(browser, folder.as_uri(), name=f"/knights/{name}", locale="de") as page:
            expect(page.locator("#another")).to_have_text(button)
            expect(page.locator("html")).to_have_attribute("lang", "de")
            assert page.evaluate("document.documentElement.scrollWidth") <= VIEWPORT["width"]


@needs_browser
def test_the_tour_of_a_seed_is_that_of_python(folder: Path, browser: Browser) -> None:
    with opened(browser, folder.as_uri(), "rows=7&cols=8&seed=5", "/knights/tours.html") as page:
        expect(page.locator("#status")).to_have_text("Closed tour of 7 × 8, no. 5")
        assert shown(page) == dt.tour(7, 8, seed=5)
        page.fill("#form [name=rows]", "60")
        page.click("#form [type=submit]")
        expect(page.locator("#error")).to_have_text(
            "The engine in the page makes tours of up to 256 squares: an installation takes millions."
        )


@needs_browser
def test_symmetric_tours_are_those_of_python(folder: Path, browser: Browser) -> None:
    with opened(browser, folder.as_uri(), "rows=10&cols=10&symmetry=quarter&seed=2", "/knights/tours.html") as page:
        assert page.locator("#error").text_content() == ""
        assert shown(page) == dt.tour(10, 10, symmetry="quarter", seed=2)
        page.select_option("[name=symmetry]", "central")
        page.click("#form [type=submit]")
        page.wait_for_url("**symmetry=central**")
        assert shown(page) == dt.tour(10, 10, symmetry="central", seed=2)


@needs_browser
def test_a_puzzle_of_other_sides_is_said_to_take_an_installation(folder: Path, browser: Browser) -> None:
    with opened(browser, folder.as_uri(), "rows=5&cols=6&seed=2", "/knights/tours.html") as page:
        page.click("#puzzle")
        expect(page.locator("#status")).to_have_text("6 × 6, closed, easy")
        expect(page.locator("#error")).to_have_text(
            "The puzzle that was asked for takes an installation. "
            "This is another one: this page has closed puzzles of 6 × 6."
        )


@needs_browser
def test_reasons_are_sentences_that_name_squares(folder: Path, browser: Browser) -> None:
    bits = ("##.####.##" * 3 + "...####...").replace("#", "1").replace(".", "0")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    packed = "".join(letters[int(bits[at : at + 6].ljust(6, "0"), 2)] for at in range(0, len(bits), 6))
    with opened(browser, folder.as_uri(), f"shape=4x10.{packed}", "/knights/tours.html") as page:
        expect(page.locator("#error")).to_have_text(
            "No closed tour of 4 × 10 with 12 squares missing exists: square a3 has no move; "
            "fewer than two moves lead from a4 j4 a3 j3 a2 j2."
        )


@needs_browser
def test_changes_are_those_of_python(folder: Path, browser: Browser) -> None:
    """An address tells the seed of a change, so it means the same to the viewer."""
    steps = "steps=shatter.3+join.4"
    with opened(browser, folder.as_uri(), f"rows=8&cols=8&seed=5&{steps}", "/knights/tours.html") as page:
        expect(page.locator("#steps li")).to_have_count(3)
        assert shown(page) == dt.join(dt.shatter(dt.tour(8, 8, seed=5), seed=3), seed=4)
        page.click("#change-obfuscate")
        expect(page.locator("#steps li")).to_have_count(4)


def saved(page: Page, name: str) -> bytes:
    """What the page saves in a format."""
    page.select_option("#format", name)
    with page.expect_download() as download:
        page.click("#save")
    assert download.value.suggested_filename == f"tour.{name}"
    return download.value.path().read_bytes()


SVG: Final = "{http://www.w3.org/2000/svg}"


@needs_browser
@pytest.mark.parametrize(
    ("state", "tour"),
    [
        ("rows=5&cols=6&kind=open&seed=3", dt.tour(5, 6, kind="open", seed=3)),
        ("rows=5&cols=5&kind=corner&seed=6", dt.tour(5, 5, kind="corner", seed=6)),
        ("rows=8&cols=8&seed=5&steps=shatter.3", dt.shatter(dt.tour(8, 8, seed=5), seed=3)),
    ],
)
def test_a_drawing_has_the_squares_the_moves_and_the_numbers(
    folder: Path, browser: Browser, state: str, tour: dt.Tourney
) -> None:
    """In all styles, and in a file that needs no page."""
    with opened(browser, folder.as_uri(), f"{state}&numbers=true", "/knights/tours.html") as page:
        drawings = []
        for style in schemas.STYLE["enum"]:
            page.select_option("#style", style)
            drawings.append(saved(page, "svg").decode())
    assert len(set(drawings)) == len(drawings)
    for drawing in drawings:
        assert not any(word in drawing for word in ("var(", "color-mix", "style=", "NaN", "undefined"))
        root = ET.fromstring(drawing)
        strokes = [path.get("d", "") for path in root.iter(f"{SVG}path") if path.get("stroke")]
        moves = sum(stroke.count("L") for stroke in strokes if "h" not in stroke)  # the sides of squares have an h
        assert moves == tour.board.size - (tour.ends is not None)
        texts = [str(text.text) for text in root.iter(f"{SVG}text")]
        ranks = range(1, 1 + tour.board.shape[0] * ("a" in texts))
        assert sorted(map(int, filter(str.isdigit, texts))) == sorted([*range(1, tour.board.size + 1), *ranks])


@needs_browser
def test_a_film_is_a_ride_and_ends_with_the_tour(folder: Path, browser: Browser) -> None:
    with opened(browser, folder.as_uri(), "rows=5&cols=6&kind=open&seed=3&style=paper", "/knights/tours.html") as page:
        file = saved(page, "gif")
    with Image.open(BytesIO(file)) as film:
        pictures = [(picture.convert("RGB"), picture.info["duration"]) for picture in ImageSequence.Iterator(film)]
        assert film.info["loop"] == 0
    moves = 29
    assert len(pictures) == moves + 2
    assert len({picture.tobytes() for picture, _ in pictures}) == len(pictures)
    assert 3900 < sum(duration for _, duration in pictures[:-1]) < 4500
    tour = pictures[-1][0]
    assert tour.size == (288, 248)
    assert tour.getpixel((0, 0)) == (255, 255, 255)
    row, col = dt.tour(5, 6, kind="open", seed=3).squares()[0]
    assert tour.getpixel((44 + 40 * col, 44 + 40 * row)) == (228, 87, 46)  # the start


@needs_browser
def test_only_formats_that_can_hold_the_tour_are_offered(folder: Path, browser: Browser) -> None:
    lists = {"squares", "uci", "pairs", "order"}
    always = {"svg", "png", "gif", "npy", "txt", "json", "csv"}
    for state, more in [
        ("rows=6&cols=6&seed=1", {"moves", *lists}),
        ("rows=5&cols=6&kind=open&seed=3", lists),
        ("rows=8&cols=8&seed=5&steps=shatter.3", {"moves"}),
    ]:
        with opened(browser, folder.as_uri(), state, "/knights/tours.html") as page:
            offered = "[...document.getElementById('format').options].filter((one) => !one.disabled)"
            assert set(page.evaluate(f"{offered}.map((one) => one.value)")) == always | more


@needs_browser
def test_another_tour_by_keys_alone(folder: Path, browser: Browser) -> None:
    with opened(browser, folder.as_uri(), name="/knights/index.html") as page:
        told = page.inner_text("#told")
        page.focus("#another")
        page.keyboard.press("Enter")
        expect(page.locator("#told")).not_to_have_text(told)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_selector("#play-status:visible")


@needs_browser
def test_a_worksheet_of_the_front_page_has_one_solution(folder: Path, browser: Browser) -> None:
    with opened(browser, folder.as_uri(), name="/knights/index.html") as page:
        page.evaluate("print = () => document.body.dataset.printed = 'true'")
        page.click("#worksheet")
        page.wait_for_selector("body[data-printed]")
        assert "There is one solution." in (page.locator(".sheet").first.text_content() or "")


@needs_browser
def test_without_a_network_after_the_first_visit(folder: Path, browser: Browser) -> None:
    with browser.new_context(viewport=VIEWPORT) as context:
        page = context.new_page()
        with hosted(folder) as host:
            page.goto(f"{host}knights/index.html")
            page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        for name in PAGES:
            page.goto(f"{host}knights/{name}")
            page.wait_for_selector("body[data-ready]")
            assert page.locator("[role=alert]:not(:empty)").count() == 0


@needs_browser
@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        ((390, 844), "dark"),
        long((1280, 800), "light"),
        long((1280, 800), "dark"),
        long((390, 844), "light"),
        long((844, 390), "light"),
        long((844, 390), "dark"),
    ],
)
def test_pages_fit_and_can_be_read_by_all(folder: Path, browser: Browser, scheme: Any, size: tuple[int, int]) -> None:
    screen = {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": scheme}
    for name in PAGES:
        with opened(browser, folder.as_uri(), name=f"/knights/{name}", reduced_motion="reduce", **screen) as page:
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
            faults = Axe().run(page).response["violations"]
            assert [(name, fault["id"], fault["nodes"][0]["html"]) for fault in faults] == []


@needs_browser
def test_a_ready_puzzle_is_that_of_its_seed(folder: Path, browser: Browser) -> None:
    with opened(browser, folder.as_uri(), "rows=6&cols=6&difficulty=hard&seed=1", "/knights/puzzles.html") as page:
        made = dt.puzzle(6, 6, grade="hard", seed=1)
        expect(page.locator("#status")).to_have_text("6 × 6, closed, hard")
        expect(page.locator("#progress")).to_have_text(f"{len(made.givens)} of 36")
        for (row, col), number in made.givens.items():
            name = f"{'abcdef'[col]}{6 - row}"
            assert page.locator(f'#board [aria-label="{name}, {number}, given"]').count() == 1
        page.click("#hint")
        page.wait_for_selector("#place:visible")
        page.click("#place")
        expect(page.locator("#progress")).to_have_text(f"{len(made.givens) + 1} of 36")
