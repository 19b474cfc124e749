"""The pages in other languages than English: what they say, and where a word is too long."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from helpers.marks import exhaustive, left, long
from helpers.pages import needs_browser, opened
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT: Final = Path(__file__).parents[2]
STATIC: Final = ROOT / "src" / "destrier" / "viewer" / "static"
LANGUAGES: Final = ["de", "fr", "es"]
TOOL: Final[dict[str, Any]] = runpy.run_path(str(ROOT / "tools" / "words.py"))
WORDS: Final[dict[str, dict[str, str]]] = {
    language: TOOL["words"](TOOL["CATALOGUES"] / f"{language}.po") for language in LANGUAGES
}

SIDES: Final = "rows=8&cols=8&seed=1"
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "simple": True}

NAMES: Final = {"destrier", "destrier paths 14 --store DIR", "graph6 (.g6)", "GraphML (.graphml)"}
"""What is the same in all languages, and has no message."""

SOURCES: Final = {".html", ".js", ".py"}

COMPOSED: Final = {
    "A knight changes colour with each move, so a closed tour needs as many of each.",
    "A knight changes colour with each move, so an open tour needs numbers that differ by at most one.",
}

SHOWN: Final = """() => {
    const silent = "script, style, noscript, code, svg:not([role=grid]), #language, [id^=term-]";
    const texts = [];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
        if ((node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest(silent)) continue;
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.data.trim());
        else for (const name of ["title", "aria-label", "placeholder", "alt", "label"])
            texts.push(node.getAttribute(name) ?? "");
    }
    return texts;
}"""
"""All texts that a page shows or tells."""

CUT: Final = """() => {
    const context = document.createElement("canvas").getContext("2d");
    const isCut = (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline";
    const isOut = (one) => {
        const [inner, outer] = [one, one.closest(".panel, .tools, body")].map((part) => part.getBoundingClientRect());
        return inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5;
    };
    const isNarrow = (one) => {
        context.font = getComputedStyle(one).font;
        const widths = Array.from(one.selectedOptions ?? [], (option) => context.measureText(option.text).width);
        return Math.max(...widths) > one.clientWidth - 26;
    };
    return [...document.querySelectorAll("button, label, select, .button, summary, h1, h2, p, .buttons > *")]
        .filter((one) => one.checkVisibility() && one.id !== "language")
        .filter((one) => isCut(one) || isOut(one) || isNarrow(one))
        .map((one) => `${one.id} ${one.textContent.trim()}`);
}"""
"""What is wider than its place or the screen; a menu leaves room for its arrow."""


@needs_browser
def test_a_page_speaks_the_language_of_the_browser(browser: Browser, address: str) -> None:
    with opened(browser, address, SIDES, locale="de-CH") as page:
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator("#another")).to_have_text("Neuer Weg")
        expect(page.locator("#status")).to_have_text("Geschlossener Weg auf 8 × 8, Nr. 1")
        expect(page).to_have_title("Geschlossener Weg auf 8 × 8 – destrier")
        page.click("#own")
        expect(page.locator("#play-status")).to_have_text("Wähle ein Feld, auf dem der Springer anfängt.")
        page.click("#own")
        page.select_option("#language", "en")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.locator("#another")).to_have_text("New tour")
        expect(page.locator("#status")).to_have_text("Closed tour of 8 × 8, no. 1")
        page.click("#own")
        expect(page.locator("#play-status")).to_have_text("Choose a square for the knight to start from.")
        page.goto(f"{address}puzzles.html#seed=1")
        expect(page.locator("#told")).to_contain_text("Click a square to place")
        page.select_option("#language", "fr")
        expect(page.locator("#told")).to_contain_text("Clique sur une case pour placer")
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        expect(page.locator("#hint")).to_have_text("Indice")


def test_a_cycle_is_a_loop_on_all_pages() -> None:
    assert [message.split(",")[0] for message in WORDS["de"] if "cycle" in message.lower()] == ["A loop"]


@exhaustive
@needs_browser
def test_what_the_page_says_later_is_translated(browser: Browser, address: str) -> None:
    """Refusals, too, what is only on paper, and numbers."""
    faults = pytest.raises(AssertionError, match="422")  # the browser itself reports a refused request
    with faults, opened(browser, address, "rows=100&cols=100&algorithm=formation", locale="de") as page:
        expect(page.locator("#measures dd").first).to_have_text("10.000")
        page.goto(f"{address}#{SIDES}")
        expect(page.locator("#status")).to_have_text("Geschlossener Weg auf 8 × 8, Nr. 1")
        said = "document.body.dataset.printed = document.querySelector('.sheet h2').textContent"
        page.evaluate(f"void (print = () => {{ dispatchEvent(new Event('beforeprint')); {said}; }})")
        page.click("#worksheet")
        assert page.get_attribute("body", "data-printed") == "Vervollständige den Springerweg"
        page.fill("[name=rows]", "4")
        page.click("#form [type=submit]")
        expect(page.locator("#error")).to_have_text(
            "Es gibt keinen geschlossenen Weg auf 4 × 8: kein Brett mit einer Seite von 1, 2 oder 4 hat einen."
        )
        expect(page.locator("#status")).to_have_text("Noch immer: Geschlossener Weg auf 8 × 8, Nr. 1")
        page.select_option("#language", "en")
        expect(page.locator("#status")).to_have_text("Still the closed tour of 8 × 8, no. 1")
        expect(page.locator("#error")).to_contain_text("no board with a side of 1, 2 or 4 has one.")


@exhaustive
@needs_browser
def test_coordinates_are_no_decimals(browser: Browser, address: str) -> None:
    with opened(browser, address, "board=torus&length=4&width=6&seed=1", "boxes.html", locale="de") as page:
        expect(page.locator("#status")).to_have_text("Geschlossener Weg: Torus 4 × 6, Nr. 1")
        page.fill("#goto", "1")
        page.press("#goto", "Enter")
        expect(page.locator("#readout")).to_have_text(re.compile(r"^Zug 1: Feld \d,\d$"))


@exhaustive
@needs_browser
def test_a_page_stays_english_without_the_words(browser: Browser, address: str) -> None:
    with opened(browser, address, SIDES, locale="nl") as page:
        expect(page.locator("#another")).to_have_text("New tour")
        assert page.get_attribute("html", "lang") == "en"
        assert page.locator("script[src^=words]").count() == 0


@needs_browser
@pytest.mark.parametrize("language", ["de", *map(long, ("fr", "es"))])
@pytest.mark.parametrize(
    ("name", "state"), [("", SIDES), ("", f"{SIDES}&mode=play&path=0.10"), ("puzzles.html", "seed=1")]
)
def test_no_word_is_cut_on_a_phone(browser: Browser, address: str, name: str, state: str, language: str) -> None:
    """Nor on narrower ones."""
    with opened(browser, address, state, name, locale=language, **PHONE) as page:
        expect(page.locator("html")).to_have_attribute("lang", language)
        for width in (390, 375, 360, 320):
            page.set_viewport_size({"width": width, "height": 740})
            page.wait_for_function("(width) => innerWidth === width", arg=width)
            assert page.evaluate(CUT) == [], width
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def placeholders(message: str) -> list[str]:
    return sorted(set(re.findall(r"\{\w+\}", message)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_complete_and_compiled(language: str) -> None:
    """`make catalogues` compiles the translations."""
    assert list(WORDS[language]) == list(WORDS["de"])
    for english, translated in WORDS[language].items():
        assert translated.strip()
        assert placeholders(translated) == [] or placeholders(translated) == placeholders(english), english
    script = STATIC / f"words-{language}.js"
    assert script.read_text(encoding="utf-8") == TOOL["compiled"](TOOL["CATALOGUES"] / f"{language}.po")


def test_no_message_is_left_over() -> None:
    """Each is in a source; those that sources put together of parts are left out."""
    files = [
        path for folder in ("src/destrier", "docs") for path in (ROOT / folder).rglob("*") if path.suffix in SOURCES
    ]
    texts = [
        path.read_text(encoding="utf-8") for path in files if "words-" not in path.name and "vendor" not in path.parts
    ]
    source = re.sub(r"\s*\n\s+", " ", " ".join(texts)).replace(" x ", " × ").lower()
    messages = {message.rpartition("\4")[2] for message in WORDS["de"] if "{" not in message}
    assert {one for one in messages if one.lower().rstrip(".") not in source} <= COMPOSED


@exhaustive
@needs_browser
@pytest.mark.parametrize("language", left(LANGUAGES, ["de"]))
@pytest.mark.parametrize(
    ("name", "state"),
    [("", SIDES), ("", f"{SIDES}&mode=play"), ("puzzles.html", "seed=1"), ("boxes.html", ""), ("paths.html", "")],
)
def test_all_that_is_shown_is_translated(browser: Browser, address: str, name: str, state: str, language: str) -> None:
    with opened(browser, address, state, name, locale=language) as page:
        expect(page.locator("html")).to_have_attribute("lang", language)
        if name == "puzzles.html":
            page.click("#hint")
            page.wait_for_selector("#place:visible")
        if "rows" in state:
            page.wait_for_selector("#measures dt", state="attached")  # which come after all else
        spoken = shown(page)
        page.select_option("#language", "en")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        english = shown(page)
        assert len(spoken) == len(english)
        same = {text for text, other in zip(spoken, english, strict=True) if text == other}
        alike = {message for message, translated in WORDS[language].items() if message == translated}
        words = {text for text in same if re.search(r"(?<![^\W_])[^\W\d_]{2,}", text)}
        assert {text for text in words - alike if re.sub(r"\d+:\d\d", "{time}", text) not in alike} <= NAMES


def shown(page: Page) -> list[str]:
    page.wait_for_timeout(100)  # until the page has looked up what it said
    return [str(text) for text in page.evaluate(SHOWN)]
