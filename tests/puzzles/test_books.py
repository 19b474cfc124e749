"""Books of puzzles: their pages, and what is printed on them."""

from __future__ import annotations

import re
from math import ceil
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest

import destrier as dt
from destrier import cli
from destrier.drawing.book import book_pdf

if TYPE_CHECKING:
    from pathlib import Path

    from destrier.puzzles.puzzle import Puzzle

MILLIMETRE = 72 / 25.4


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return [dt.puzzle(6, 6, difficulty="easy", kind="open" if seed % 2 else "closed", seed=seed) for seed in range(7)]


def pages_of(book: bytes) -> list[str]:
    """The words on each page."""
    document = pypdfium2.PdfDocument(book)
    texts = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return texts


@pytest.mark.parametrize("per_page", [1, 2, 3, 6, 12])
def test_every_puzzle_is_on_its_page(puzzles: list[Puzzle], per_page: int) -> None:
    pages = pages_of(book_pdf(puzzles, title="For the train", per_page=per_page))
    filled = ceil(len(puzzles) / per_page)
    assert "For the train" in pages[0]
    assert "7 puzzles on 6 × 6" in pages[0]
    for number in range(filled):
        shown = puzzles[number * per_page :][:per_page]
        words = sorted(map(int, re.findall(r"\d+", pages[1 + number])))
        numbers = [given for one in shown for given in one.givens.values()]
        captions = list(range(number * per_page + 1, number * per_page + 1 + len(shown)))
        assert words == sorted([*numbers, *captions, number + 2])
        assert pages[1 + number].count("closed tour") == sum(one.kind == "closed" for one in shown)
    solutions = [int(word) for page in pages[1 + filled :] for word in re.findall(r"\d+", page)]
    assert "Solutions" in pages[1 + filled]
    folios = range(filled + 2, len(pages) + 1)
    assert sorted(solutions) == sorted([*range(1, 8), *folios, *[number for _ in puzzles for number in range(1, 37)]])


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4)), ("a6", (105, 148)), ("297x210", (297, 210))]
)
def test_pages_are_as_large_as_the_paper_and_nothing_sticks_out(
    puzzles: list[Puzzle], paper: str, size: tuple[float, float]
) -> None:
    document = pypdfium2.PdfDocument(book_pdf(puzzles[:3], paper=paper, per_page=1))
    for page in document:
        assert page.get_size() == pytest.approx([side * MILLIMETRE for side in size], abs=0.01)
        grey = page.render(scale=2).to_numpy().min(axis=2)
        edge = round(0.04 * min(grey.shape))
        assert grey[edge:-edge, edge:-edge].min() < 128
        grey[edge:-edge, edge:-edge] = 255
        assert grey.min() == 255
    document.close()


def test_all_fonts_are_embedded_and_the_bytes_repeat(puzzles: list[Puzzle]) -> None:
    words = dt.rosselsprung("Wer reitet so spät durch Nacht und Wind? Es ist der Vater", split="words", seed=1)
    book = book_pdf([*puzzles, words])
    assert book == book_pdf([*puzzles, words])
    names = set(re.findall(rb"/BaseFont /([\w+-]+)", book))
    assert {name.split(b"+")[-1] for name in names} == {b"SourceSansPro-Regular", b"SourceSansPro-Semibold"}
    assert all(b"+" in name for name in names)
    assert book.count(b"/FontFile2") >= len(names)
    pages = pages_of(book)
    assert any(all(part in page for part in words.parts.values()) and "open tour, 12 words" in page for page in pages)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"per_page": 0}, "a page has 1 to 12 puzzles, not 0"),
        ({"per_page": 13}, "a page has 1 to 12 puzzles, not 13"),
        ({"paper": "foolscap"}, "a paper is one of a0"),
        ({"paper": "a6", "per_page": 12}, "12 to a page of a6, the squares of 6 x 6 would be smaller than 4 mm"),
        ({"title": "漢"}, "the font for pixels and PDFs lacks 漢"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(puzzles: list[Puzzle], options: dict[str, Any], message: str) -> None:
    with pytest.raises(dt.DestrierError, match=message):
        book_pdf(puzzles, **options)


def test_a_book_has_puzzles_and_is_a_pdf(puzzles: list[Puzzle], tmp_path: Path) -> None:
    with pytest.raises(dt.DestrierError, match="a book has at least one puzzle"):
        dt.save_book([], tmp_path / "book.pdf")
    with pytest.raises(dt.DestrierError, match=r"ends in \.pdf, not to '.*book.svg'"):
        dt.save_book(puzzles, str(tmp_path / "book.svg"))


def test_the_command_makes_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["puzzle", "6", "6", "--difficulty", "easy", "--count", "3", "--seed", "5"]
    book, sheet = tmp_path / "book.pdf", tmp_path / "sheet.pdf"
    assert cli.run([*asked, "--per-page", "2", "--paper", "letter", "-o", str(book)]) == 0
    assert book.read_bytes() == book_pdf(
        [dt.puzzle(6, 6, difficulty="easy", seed=5 + number) for number in range(3)], paper="letter", per_page=2
    )
    assert cli.run([*asked, "-o", str(sheet)]) == 0
    assert len(pages_of(sheet.read_bytes())) == 1
    assert cli.run([*asked, "--title", "x", "-o", str(tmp_path / "book.svg")]) == 2
    assert "are for a book: add -o FILE.pdf" in capsys.readouterr().err
