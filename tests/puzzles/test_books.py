"""Books of puzzles: their pages, and what is printed on them."""

from __future__ import annotations

import json
import re
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest
from helpers.marks import exhaustive, left, long, very_long

import destrier as dt
from destrier import cli
from destrier.drawing import book, catalogues, sheets
from destrier.drawing.book import Layout, book_pdf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.puzzles.book import AnyPuzzle
    from destrier.puzzles.puzzle import Puzzle

pytestmark = pytest.mark.filterwarnings("ignore:Exception ignored in.*pyphen")  # which leaves its files open

MILLIMETRE = 72 / 25.4
FIRST = 3
"""The first page with puzzles, after the cover, a page of contents and the instructions."""
CATALOGUE = Path("LC_MESSAGES", "destrier.po")


def made_pdf(puzzles: Sequence[AnyPuzzle], **layout: Any) -> bytes:
    return book_pdf(puzzles, Layout(**layout))


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return [dt.puzzle(6, 6, difficulty="easy", kind="open" if seed % 2 else "closed", seed=seed) for seed in range(7)]


def pages_of(book: bytes) -> list[str]:
    """The words on each page."""
    document = pypdfium2.PdfDocument(book)
    texts = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return texts


@pytest.mark.parametrize("per_page", [1, 6, *map(long, (2, 3, 12))])
def test_every_puzzle_is_on_its_page(puzzles: list[Puzzle], per_page: int) -> None:
    pages = pages_of(made_pdf(puzzles, title="For the train", per_page=per_page))
    filled = ceil(len(puzzles) / per_page)
    assert pages[0].split() == ["For", "the", "train", "7", "puzzles", "on", "6", "×", "6"]
    assert pages[2].startswith("How to solve them")
    for number in range(filled):
        shown = puzzles[number * per_page :][:per_page]
        words = sorted(map(int, re.findall(r"\d+", pages[FIRST + number])))
        numbers = [given for one in shown for given in one.givens.values()]
        captions = list(range(number * per_page + 1, number * per_page + 1 + len(shown)))
        assert words == sorted([*numbers, *captions, FIRST + number + 1])
        assert pages[FIRST + number].count("closed tour") == sum(one.kind == "closed" for one in shown)
    solutions = [int(word) for page in pages[FIRST + filled :] for word in re.findall(r"\d+", page)]
    assert "Solutions" in pages[FIRST + filled]
    folios = range(FIRST + filled + 1, len(pages) + 1)
    assert sorted(solutions) == sorted([*range(1, 8), *folios, *[number for _ in puzzles for number in range(1, 37)]])


@pytest.mark.parametrize(("count", "per_page", "paper"), [(7, 1, "a4"), (7, 6, "a6"), very_long(100, 2, "6x9in")])
def test_the_contents_name_the_page_of_each_puzzle(
    puzzles: list[Puzzle], count: int, per_page: int, paper: str
) -> None:
    book = (puzzles * 20)[:count]
    pages = pages_of(made_pdf(book, per_page=per_page, paper=paper))
    begin = next(number for number, page in enumerate(pages) if page.startswith("How to solve them"))
    listed = "\n".join(re.sub(r"\d+$", "", page.strip()) for page in pages[1:begin])  # without their own numbers
    entries = [(int(one), int(page)) for one, page in re.findall(r"(\d+) 6 × 6 ?(\d+)", listed)]
    assert sorted(entries) == [(number + 1, begin + 2 + number // per_page) for number in range(count)]
    assert re.search(rf"How to solve them ?{begin + 1}\b", listed)
    solutions = next(number for number, page in enumerate(pages) if page.startswith("Solutions"))
    assert re.search(rf"Solutions ?{solutions + 1}\b", listed)
    assert solutions == begin + 1 + ceil(count / per_page)


def test_boards_of_several_sizes_are_in_one_book(puzzles: list[Puzzle]) -> None:
    mixed = [*puzzles[:2], dt.puzzle(8, 8, difficulty="easy", seed=1), dt.puzzle(7, 7, kind="open", seed=1)]
    pages = pages_of(made_pdf(mixed, per_page=4))
    assert "4 puzzles on 6 × 6, 7 × 7 and 8 × 8" in pages[0]
    numbers = sorted(map(int, re.findall(r"\d+", pages[FIRST])))
    assert numbers == sorted([*(given for one in mixed for given in one.givens.values()), 1, 2, 3, 4, FIRST + 1])


@exhaustive
@pytest.mark.parametrize("paper", ["a5", long("6x9in")])
def test_the_gutter_is_on_the_inner_side(puzzles: list[Puzzle], paper: str) -> None:
    document = pypdfium2.PdfDocument(made_pdf(puzzles, per_page=1, paper=paper, margin=12, gutter=15))
    assert len(document) > 8
    for number, page in enumerate(document, start=1):
        dark = page.render(scale=2).to_numpy().min(axis=2).min(axis=0) < 250
        left, right = int(dark.argmax()), int(dark[::-1].argmax())
        inner, outer = (left, right) if number % 2 else (right, left)
        assert inner >= round(27 * MILLIMETRE * 2) - 1, number
        assert outer >= round(12 * MILLIMETRE * 2) - 1, number
    document.close()


# Languages

LOCALE = Path(catalogues.__file__).parent / "locale"
ENGLISH = {
    "closed tour": {"de": "geschlossen", "fr": "tour fermé", "es": "recorrido cerrado"},
    "Contents": {"de": "Inhalt", "fr": "Sommaire", "es": "Índice"},
    "Solutions": {"de": "Lösungen", "fr": "Solutions", "es": "Soluciones"},
    "How to solve them": {"de": "So werden sie gelöst", "fr": "Comment les résoudre", "es": "Cómo se resuelven"},
}


@exhaustive
@pytest.mark.parametrize("language", left(catalogues.LANGUAGES[1:], ["de"]))
def test_a_book_speaks_one_language(puzzles: list[Puzzle], language: str) -> None:
    words = dt.rosselsprung("Wer reitet so spät durch Nacht und Wind? Es ist der Vater", split="words", seed=1)
    text = " ".join(" ".join(pages_of(made_pdf([*puzzles, words], language=language))).split())
    for english, others in ENGLISH.items():
        assert others[language] in text
        assert english == others[language] or english not in text
    for message in re.findall(r"msgid ((?:\".*\"\n)+)", (LOCALE / language / CATALOGUE).read_text(encoding="utf-8")):
        english = "".join(re.findall(r'"(.*)"', message))
        if len(english) > 30:
            assert english[:30] not in text


@pytest.mark.parametrize("language", catalogues.LANGUAGES[1:])
def test_catalogues_are_complete_and_compiled(language: str) -> None:
    """`make catalogues` extracts the texts of the sources and compiles the translations."""
    from babel.messages.extract import extract_from_file
    from babel.messages.pofile import read_po

    keywords = {"_say": None, "say": None, "_say_number": (1, 2)}
    said = {
        message
        for module in (book, sheets)
        for _, message, *_ in extract_from_file("python", module.__file__, keywords=keywords)
    }
    with (LOCALE / language / CATALOGUE).open("rb") as file:
        written = {
            message.id if isinstance(message.id, str) else (*message.id,): message.string
            for message in read_po(file)
            if message.id
        }
    assert said == written.keys()
    compiled = catalogues.catalogue(language)
    for english, translated in written.items():
        if isinstance(english, str):
            assert compiled.gettext(english) == translated
        else:
            one, many = english
            assert (compiled.ngettext(one, many, 1), compiled.ngettext(one, many, 5)) == translated
        for one in [translated] if isinstance(translated, str) else translated:
            assert one
            assert set(re.findall(r"\{\w+\}", one)) == set(re.findall(r"\{\w+\}", str(english)))


@pytest.mark.parametrize(
    ("paper", "size"),
    [("a6", (105, 148)), long("a4", (210, 297)), long("letter", (215.9, 279.4)), long("297x210", (297, 210))],
)
def test_pages_are_as_large_as_the_paper_and_nothing_sticks_out(
    puzzles: list[Puzzle], paper: str, size: tuple[float, float]
) -> None:
    document = pypdfium2.PdfDocument(made_pdf(puzzles[:3], paper=paper, per_page=1))
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
    made = made_pdf([*puzzles, words])
    assert made == made_pdf([*puzzles, words])
    names = set(re.findall(rb"/BaseFont /([\w+-]+)", made))
    assert {name.split(b"+")[-1] for name in names} == {b"SourceSansPro-Regular", b"SourceSansPro-Semibold"}
    assert all(b"+" in name for name in names)
    assert made.count(b"/FontFile2") >= len(names)
    pages = pages_of(made)
    assert any(all(part in page for part in words.parts.values()) and "open tour, 12 words" in page for page in pages)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"per_page": 0}, "a page has 1 to 12 puzzles, not 0"),
        ({"per_page": 13}, "a page has 1 to 12 puzzles, not 13"),
        ({"paper": "foolscap"}, "a paper is one of a0"),
        ({"language": "la"}, "^the language is en, de, fr or es, not 'la'$"),
        ({"gutter": -1}, "^a gutter is a number of millimetres from 0 on, not -1$"),
        ({"margin": 100}, "^margins of 100 mm leave too little room on a4: take smaller ones, or a larger paper$"),
        ({"paper": "a6", "per_page": 12}, "12 to a page of a6, the squares of 6 x 6 would be smaller than 4 mm"),
        ({"title": "漢"}, "the font for pixels and PDFs lacks 漢"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(puzzles: list[Puzzle], options: dict[str, Any], message: str) -> None:
    with pytest.raises(dt.DestrierError, match=message):
        made_pdf(puzzles, **options)


def test_a_book_has_puzzles_and_is_a_pdf(puzzles: list[Puzzle], tmp_path: Path) -> None:
    with pytest.raises(dt.DestrierError, match="a book has at least one puzzle"):
        dt.save_book([], tmp_path / "book.pdf")
    with pytest.raises(dt.DestrierError, match=r"ends in \.pdf, not to '.*book.svg'"):
        dt.save_book(puzzles, str(tmp_path / "book.svg"))


def test_progress_is_told_page_by_page(puzzles: list[Puzzle], tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    dt.save_book(puzzles, tmp_path / "book.pdf", per_page=2, progress=lambda *step: told.append(step))
    count = len(pages_of((tmp_path / "book.pdf").read_bytes()))
    assert told == [("pages", number + 1, count) for number in range(count)]


@exhaustive
def test_the_command_makes_a_book_of_several_boards_and_grades(tmp_path: Path) -> None:
    made = tmp_path / "book.pdf"
    asked = ["book", "5", "6", "6", "6", "--count", "easy=2,hard=1", "--paper", "6x9in", "--gutter", "10"]
    assert cli.run([*asked, "--language", "de", "--seed", "5", "-o", str(made)]) == 0
    wanted: list[tuple[tuple[int, int], Any]] = [
        *[((5, 6), "easy")] * 2,
        *[((6, 6), "easy")] * 2,
        ((5, 6), "hard"),
        ((6, 6), "hard"),
    ]
    puzzles = [dt.puzzle(*sides, difficulty=grade, seed=5 + number) for number, (sides, grade) in enumerate(wanted)]
    assert made.read_bytes() == made_pdf(puzzles, paper="6x9in", gutter=10, language="de")


def test_a_count_may_name_grades(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["puzzle", "6", "6", "--count", "easy=2,hard=1", "--seed", "3", "--json"]) == 0
    assert [one["grade"] for one in json.loads(capsys.readouterr().out)] == ["easy", "easy", "hard"]


COUNTS = "give a number, or one for each grade as in easy=8,medium=8 (easy, medium, hard or expert), not"


LARGER = "put fewer on a page, or take a larger paper or a smaller board"
SEE = "; see destrier puzzle book --help"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["book", "6", "6", "8"], f"a book has boards of two sides each, as in 6 6 8 8 or 6x6 8x8, not 6 6 8{SEE}"),
        (["book", "6", "6x8", "5"], f"a book has boards of two sides each, as in 6 6 8 8 or 6x6 8x8, not 6 6x8 5{SEE}"),
        (["book", "6x6x6", "8"], f"a book has boards of two sides each, as in 6 6 8 8 or 6x6 8x8, not 6x6x6 8{SEE}"),
        *(
            (["book", "6", "6", "--count", count], f"invalid value for '--count': {COUNTS} {count!r}{SEE}")
            for count in ("eassy=3", "3,easy=3", "easy=3,3", "easy=1,easy=2", "easy", "-1")
        ),
        (["book", "6", "6", "--count", "0"], f"invalid value for '--count': make 1 to 1000 puzzles, not 0{SEE}"),
        (
            ["puzzle", "6", "6", "--count", "easy=1", "--difficulty", "easy"],
            "--count names the grades: leave out --grade",
        ),
        (
            ["book", "40", "40", "--per-page", "1", "--paper", "a6"],
            f"with 1 to a page of a6, the squares of 40 x 40 would be smaller than 4 mm: {LARGER}",
        ),
    ],
)
def test_the_commands_refuse(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([*words, "-o", str(tmp_path / "book.pdf")]) == 2
    assert capsys.readouterr().err == f"destrier: {message}\n"


@pytest.mark.parametrize("title", ["--book", long("--worksheet")])
def test_a_title_may_look_like_a_flag(title: str, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("usual.pdf", "equal.pdf")]
    assert cli.run(["puzzle", "6", "6", "--seed", "1", "--title", title, "-o", str(paths[0])]) == 0
    assert cli.run(["puzzle", "6", "6", "--seed", "1", f"--title={title}", "-o", str(paths[1])]) == 0
    dt.save_book([dt.puzzle(6, 6, seed=1)], tmp_path / "book.pdf", title=title)
    assert {path.read_bytes() for path in paths} == {(tmp_path / "book.pdf").read_bytes()}


def test_the_command_makes_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["puzzle", "6", "6", "--difficulty", "easy", "--count", "3", "--seed", "5"]
    made, sheet = tmp_path / "book.pdf", tmp_path / "sheet.pdf"
    assert cli.run([*asked, "--per-page", "2", "--paper", "letter", "-o", str(made)]) == 0
    assert made.read_bytes() == made_pdf(
        [dt.puzzle(6, 6, difficulty="easy", seed=5 + number) for number in range(3)], paper="letter", per_page=2
    )
    assert cli.run([*asked, "-o", str(sheet)]) == 0
    assert len(pages_of(sheet.read_bytes())) == 1
    assert cli.run([*asked, "--title", "x", "-o", str(tmp_path / "book.svg")]) == 2
    assert capsys.readouterr().err == "destrier: --title is for printed pages: add -o FILE.pdf\n"
