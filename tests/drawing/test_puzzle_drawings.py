"""Drawings of puzzles: numbers and words in one size, on their squares, and clear of lines."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from helpers.marks import left
from PIL import ImageFont

import destrier as dt
from destrier.drawing.fonts import font_file
from destrier.drawing.svg.puzzle import notebook_svg, solution_svg

pytestmark = pytest.mark.filterwarnings("ignore:Exception ignored in.*pyphen")  # which leaves its files open

ROSE = "Sah ein Knab’ ein Röslein stehn, Röslein auf der Heiden, war so jung – und morgenschön!"
SYLLABLES = "Strand stracks Strumpf schwebst schimpft streichst sprichst Schrank schlicht stets sprung schlank"
CELL = 16


def made(kind: str) -> Any:
    if kind == "numbers":
        return dt.puzzle(6, 6, seed=1)
    if kind == "worksheet":
        return dt.worksheet(dt.tour(8, 8, seed=1))
    text = "Straßenbahnhaltestelle " * 12 if kind == "words" else SYLLABLES if kind == "long" else ROSE
    return dt.rosselsprung(text, language="de", split="words" if kind == "words" else "syllables", seed=1)


KINDS = left(["numbers", "worksheet", "syllables", "long", "words"], ["numbers", "worksheet", "syllables"])


def width_of(word: ET.Element, size: float) -> float:
    """The width of a word in the font that is embedded."""
    return float(ImageFont.truetype(str(font_file("image")), 100).getlength(word.text or "")) * size / 100


@pytest.mark.parametrize("kind", KINDS)
def test_all_words_have_one_size_and_fit_on_their_squares(kind: str) -> None:
    for drawn in (notebook_svg(made(kind)), solution_svg(made(kind))):
        root = ET.fromstring(drawn)
        words = [element for element in root.iter() if element.get("class") == "word"]
        [size] = {float(word.get("font-size", "")) for word in words}
        pixels = size * float(root.get("width", "")) / float(root.get("viewBox", "").split()[2])
        assert pixels >= 0.25 * CELL * 5 - 0.1
        assert max(width_of(word, size) for word in words) <= CELL


@pytest.mark.parametrize("kind", KINDS)
def test_no_line_runs_through_a_number_or_a_word(kind: str) -> None:
    """Each lies on a ground of its own, above all lines and as large as its letters."""
    root = ET.fromstring(solution_svg(made(kind)))
    drawn = [element for element in root.iter() if element.get("class") in ("line", "word", "halo")]
    lines = [place for place, element in enumerate(drawn) if element.get("class") == "line"]
    words = [place for place, element in enumerate(drawn) if element.get("class") == "word"]
    assert len(words) >= made(kind).board.size
    assert max(lines) < min(words)
    for place in words:
        word, halo = drawn[place], drawn[place - 1]
        assert halo.get("class") == "halo"
        x, y, width, height = (float(halo.get(name, "")) for name in ("x", "y", "width", "height"))
        middle = float(word.get("x", "")), float(word.get("y", ""))
        assert (x + width / 2, y + height / 2) == pytest.approx(middle, abs=0.05)
        size = float(word.get("font-size", ""))
        assert height >= size
        assert width >= width_of(word, size)


def test_long_words_go_on_in_a_second_line() -> None:
    root = ET.fromstring(notebook_svg(made("words")))
    words = [element.text for element in root.iter() if element.get("class") == "word"]
    assert words == ["Straßenbahn-", "haltestelle"] * 12
