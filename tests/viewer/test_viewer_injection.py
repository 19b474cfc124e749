"""Pages run no scripts but their own, in a real browser: texts do not become scripts, and the policy holds besides.

A context that bypasses the policies of pages shows whether a text has become a script; one that does not, whether the
policy of a page stops a script that has somehow come into it.
"""

from __future__ import annotations

import json
import re
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest
from helpers import hostile
from helpers.marks import exhaustive, left
from helpers.pages import VIEWPORT, needs_browser, opened

import destrier as dt
from destrier.viewer import gallery

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = needs_browser

BOARDS = {"tours": dt.Board(6, 6), "box": dt.Box(3, 4, 5), "torus": dt.Torus(6, 6), "space": dt.Space(4, 4, 4)}

INJECTED = f"""<script>{hostile.RAN}=1</script><script type="module">{hostile.RAN}=1</script>
<script src="data:text/javascript,{hostile.RAN}=1"></script><img src="data:," onerror="{hostile.RAN}=1">
<svg onload="{hostile.RAN}=1"></svg><iframe srcdoc="<script>parent.ran=1</script>"></iframe>
<iframe src="javascript:parent.ran=1"></iframe><style onload="{hostile.RAN}=1">p {{}}</style>"""


def tour_of(board: Any, texts: tuple[str, ...]) -> dt.Tourney:
    tour = dt.tour(board, seed=1)
    tour.recipe = [{"do": "tour", "seed": text, text: [text]} for text in texts]
    return tour


def write(name: str, path: Path, texts: tuple[str, ...] = ()) -> Path:
    """Write a page that holds these texts wherever it can hold any."""
    if name in BOARDS:
        dt.show(tour_of(BOARDS[name], texts), path)
    elif name == "puzzles":
        dt.show([dt.puzzle(6, 6, seed=seed) for seed in (1, 2)], path)
    else:
        board = dt.Board(6, 6) if name == "ride" else dt.Box(3, 4, 5)
        dt.draw(tour_of(board, texts), path, style=" ".join([".x {}", *texts]))
    return path


@pytest.fixture
def load(browser: Browser) -> Iterator[Callable[..., tuple[Page, list[str]]]]:
    """Open a file, and note what the browser complains of."""
    contexts = []

    def load(path: Path, *, bypass: bool = False) -> tuple[Page, list[str]]:
        contexts.append(browser.new_context(viewport=VIEWPORT, bypass_csp=bypass, reduced_motion="reduce"))
        page, told = contexts[-1].new_page(), list[str]()
        page.on("console", lambda message: told.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: told.append(str(error)))
        page.goto(path.as_uri())
        if '<script type="module">//' in path.read_text(encoding="utf-8"):
            page.wait_for_selector("body[data-ready]")
        return page, told

    yield load
    for context in contexts:
        context.close()


NAMES = "() => [...document.querySelectorAll('*')].map((element) => [element.tagName, ...element.getAttributeNames()])"


@pytest.mark.parametrize("name", left([*BOARDS, "puzzles", "ride", "picture"], ["ride"]))
def test_texts_in_a_page_run_nothing(name: str, load: Any, tmp_path: Path) -> None:
    page, faults = load(write(name, tmp_path / "hostile.html", hostile.ALL), bypass=True)
    plain, _ = load(write(name, tmp_path / "plain.html", ("text",)), bypass=True)
    assert page.evaluate(hostile.RAN) is None
    assert page.evaluate(NAMES) == plain.evaluate(NAMES)
    assert not faults


@pytest.mark.parametrize("name", left([*BOARDS, "puzzles", "ride", "picture"], ["tours"]))
def test_a_script_in_a_page_does_not_run(name: str, load: Any, tmp_path: Path) -> None:
    path = write(name, tmp_path / "page.html")
    page, faults = load(path)
    assert not faults
    html = path.read_text(encoding="utf-8")
    path.write_text(html.replace("</body>", f"{INJECTED}</body>"), encoding="utf-8")
    page, faults = load(path)
    assert page.evaluate(hostile.RAN) is None
    assert len([fault for fault in faults if "script-src" in fault]) >= 5
    assert load(path, bypass=True)[0].evaluate(hostile.RAN) == 1


@pytest.mark.parametrize("name", left([*BOARDS, "puzzles"], ["puzzles"]))
def test_a_page_is_shown_in_a_notebook(name: str, load: Any, tmp_path: Path) -> None:
    shown = dt.puzzle(6, 6, seed=1) if name == "puzzles" else tour_of(BOARDS[name], hostile.ALL)
    framed = dt.show(shown, tmp_path / "page.html")._repr_html_()
    (tmp_path / "notebook.html").write_text(f"<!doctype html><body>{framed}</body>", encoding="utf-8")
    page, faults = load(tmp_path / "notebook.html")
    page.frame_locator("iframe").locator("body[data-ready]").wait_for()
    assert page.evaluate(hostile.RAN) is None
    assert not faults


@exhaustive
def test_the_gallery_shows_its_pictures(load: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "EXHIBITS", gallery.EXHIBITS[:2])
    page, faults = load(gallery.write_gallery(tmp_path / "gallery"))
    page.wait_for_function("() => [...document.images].filter((image) => image.naturalWidth > 0).length === 2")
    page.click("a >> nth=0")
    page.wait_for_selector("body[data-ready]")
    assert not faults


def test_a_worksheet_holds_the_status_as_a_text(load: Any, tmp_path: Path) -> None:
    page, _ = load(write("tours", tmp_path / "page.html"), bypass=True)
    words = " ".join(hostile.MARKUP)
    page.evaluate("(words) => { print = () => {}; document.getElementById('status').textContent = words; }", words)
    page.click("#worksheet")
    assert page.locator(".sheet p").last.text_content() == f"{words}."
    assert page.evaluate(hostile.RAN) is None


# The viewer, whose policy is that of the server

CHOICES = re.findall(
    r"\w+",
    """rows cols kind algorithm minimize weight heel symmetry start end obfuscate seed steps mode path move kept style
    colour numbers turns crossings shape tour board length width height turn through follow k word order fewest most at
    puzzle givens difficulty amount minimal symmetric uncrossed box area""",
)
"""All that the addresses of pages hold."""


@exhaustive
@pytest.mark.parametrize("name", left(["", "boxes.html", "paths.html", "puzzles.html"], [""]))
def test_addresses_run_nothing(name: str, browser: Browser, address: str) -> None:
    texts = cycle(hostile.MARKUP)
    with browser.new_context(viewport=VIEWPORT, bypass_csp=True) as context:
        for _ in range(3):
            page = context.new_page()
            page.goto(f"{address}{name}#{urlencode(dict(zip(CHOICES, islice(texts, len(CHOICES)), strict=True)))}")
            page.wait_for_load_state("networkidle")
            assert page.evaluate(hostile.RAN) is None
            assert page.locator("img[src=x], iframe, [onload], [onerror]").count() == 0


@exhaustive
def test_files_run_nothing(browser: Browser, address: str, tmp_path: Path) -> None:
    dt.save(tour_of(dt.Board(6, 6), hostile.ALL), tmp_path / "tour.json")
    held = (tmp_path / "tour.json").read_bytes()
    refused = pytest.raises(AssertionError, match=r"^\['Failed to load resource[^,]*'\]")  # the last file
    with refused, opened(browser, address, "rows=6&cols=6&seed=1", bypass_csp=True) as page:
        for number, text in enumerate(hostile.MARKUP):
            payload: Any = {"name": f"{text}.json", "mimeType": "application/json", "buffer": held}
            page.set_input_files("#open", files=[payload])
            page.wait_for_function("(count) => document.querySelectorAll('#steps li').length === count", arg=number + 2)
        wrong: Any = {"name": f"{hostile.MARKUP[0]}.x", "mimeType": "text/plain", "buffer": json.dumps("x").encode()}
        page.set_input_files("#open", files=[wrong])
        page.wait_for_selector(f"#file-error:has-text({json.dumps(hostile.MARKUP[0])})")
        assert page.evaluate(hostile.RAN) is None
        assert page.locator("img[src=x], iframe, [onload], [onerror]").count() == 0
