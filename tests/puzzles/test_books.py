"""Books of puzzles: their pages, and what is printed on them."""

from __future__ import annotations

import json
import re
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pypdfium2
import pytest
from helpers.marks import exhaustive, left, long
from PIL import Image

import destrier as dt
from destrier import cli
from destrier.drawing import book, catalogues, lesson, sheets
from destrier.drawing.book import Layout, book_pdf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.puzzles.book import AnyPuzzle
    from destrier.puzzles.puzzle import Puzzle
    from destrier.puzzles.reasoning import Grade

pytestmark = pytest.mark.filterwarnings("ignore:Exception ignored in.*pyphen")  # which leaves its files open

MILLIMETRE = 72 / 25.4
FIRST = 6
"""The first page with puzzles, after cover, blank page, half title, imprint, contents and instructions."""
CATALOGUE = Path("LC_MESSAGES", "destrier.po")


def made_pdf(puzzles: Sequence[AnyPuzzle], **layout: Any) -> bytes:
    return book_pdf(puzzles, Layout(**layout))


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return [dt.puzzle(6, 6, grade="easy", kind="open" if seed % 2 else "closed", seed=seed) for seed in range(7)]


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
    assert pages[1] == ""
    assert pages[2].split() == ["For", "the", "train"]
    assert pages[3].split() == ["For", "the", "train", "7", "puzzles", "on", "6", "×", "6", "Made", "with", "destrier."]
    assert pages[5].startswith("How to solve them")
    for number in range(filled):
        shown = puzzles[number * per_page :][:per_page]
        words = sorted(map(int, re.findall(r"\d+", pages[FIRST + number])))
        numbers = [given for one in shown for given in one.givens.values()]
        captions = list(range(number * per_page + 1, number * per_page + 1 + len(shown)))
        assert words == sorted([*numbers, *captions, FIRST + number + 1])
        assert pages[FIRST + number].startswith("Easy")
        assert pages[FIRST + number].count("closed tour") == sum(one.kind == "closed" for one in shown)
    assert len(pages) % 2 == 0
    filling = pages[FIRST + filled : -1 if pages[-1] == "" else None]
    solutions = [int(word) for page in filling for word in re.findall(r"\d+", page)]
    assert all(page.startswith("Solutions") for page in filling)
    folios = range(FIRST + filled + 1, FIRST + filled + 1 + len(filling))
    assert sorted(solutions) == sorted([*range(1, 8), *folios, *[number for _ in puzzles for number in range(1, 37)]])


@pytest.mark.parametrize(("per_page", "paper"), [(1, "a4"), long(6, "a6"), long(2, "6x9in")])
def test_the_contents_name_the_pages_of_each_grade(per_page: int, paper: str) -> None:
    """In whatever order puzzles are given, easy ones come first, and texts last."""
    grades: list[Grade] = ["hard", "easy", "medium", "easy", "hard", "easy"]
    numbers = [dt.puzzle(5, 6, grade=grade, seed=seed) for seed, grade in enumerate(grades)]
    text = dt.rosselsprung("Wer reitet so spät durch Nacht und Wind? Es ist der Vater", split="words", seed=1)
    pages = pages_of(made_pdf([text, *numbers], per_page=per_page, paper=paper))
    listed = " ".join(" ".join(pages[4].split()).split()[:-1])  # without the number of the page
    begins = dict.fromkeys(["Easy", "Medium", "Hard", "Texts in knight’s moves", "Solutions"], 0)
    for name in begins:
        begins[name] = next(number for number, page in enumerate(pages, start=1) if page.startswith(name))
    how = next(number for number, page in enumerate(pages, start=1) if page.startswith("How to solve them"))
    assert listed == (
        f"Contents How to solve them {how} Easy {begins['Easy']} 1 – 3: 3 puzzles on 5 × 6 Medium {begins['Medium']}"
        f" 4: 1 puzzle on 5 × 6 Hard {begins['Hard']} 5 – 6: 2 puzzles on 5 × 6 Texts in knight’s moves"
        f" {begins['Texts in knight’s moves']} 7: 1 puzzle on 3 × 4 Solutions {begins['Solutions']}"
    )
    order = [numbers[place] for place in (1, 3, 5, 2, 0, 4)]
    posed = " ".join(pages[begins["Easy"] - 1 : begins["Texts in knight’s moves"] - 1])
    found = sorted(map(int, re.findall(r"\d+", posed)))
    folios = range(begins["Easy"], begins["Texts in knight’s moves"])
    givens = [given for one in order for given in one.givens.values()]
    assert found == sorted([*range(1, 7), *folios, *givens, *[5, 6] * len(order)])


@pytest.mark.parametrize("kind", ["closed", "open"])
def test_what_all_puzzles_share_is_told_once(kind: Literal["closed", "open"]) -> None:
    shared = [dt.puzzle(5, 6, kind=kind, grade="easy", seed=seed) for seed in range(3)]
    words = " ".join(" ".join(pages_of(made_pdf(shared))).split())
    assert words.count(f"All tours of this book are {kind}: ") == 1
    assert f"{kind} tour" not in words
    assert words.count("5 × 6") == 3  # on the cover, in the imprint and in the contents


def test_an_example_is_solved_step_by_step(puzzles: list[Puzzle]) -> None:
    words = " ".join(pages_of(made_pdf(puzzles))[FIRST - 1].split())
    steps = re.findall(r"(\d+) is one move from (\d+)(?: and (\d+))?: only one free square fits\.", words)
    assert len(steps) == 9
    assert all({abs(int(number) - int(near)) for near in beside if near} == {1} for number, *beside in steps)


def test_the_imprint_names_author_and_year(puzzles: list[Puzzle]) -> None:
    pages = pages_of(made_pdf(puzzles[:1], title="Rides", author="A. N. Author", year=2027))
    assert pages[0].split() == ["Rides", "1", "puzzle", "on", "6", "×", "6", "A.", "N.", "Author"]
    assert pages[3].split()[:6] == ["Rides", "©", "2027", "A.", "N.", "Author"]


@pytest.mark.parametrize("suffix", [".png", long(".jpg"), long(".svg")])
def test_a_cover_has_the_given_picture(suffix: str, tmp_path: Path) -> None:
    picture = tmp_path / f"red{suffix}"
    if suffix == ".svg":
        picture.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>'
        )
    else:
        Image.new("RGB", (9, 9), "red").save(picture)
    document = pypdfium2.PdfDocument(made_pdf([dt.puzzle(5, 6, seed=1)], cover=picture))
    shown = document[0].render().to_numpy()[..., ::-1][..., -3:]
    red = (shown[..., 0] > 240) & (shown[..., 1] < 40) & (shown[..., 2] < 40)
    assert red.mean() > 0.3
    document.close()


@pytest.mark.parametrize("name", ["cover.png", "cover.svg"])
def test_a_cover_that_is_no_picture_is_refused_at_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("a poem")
    assert cli.run(["puzzle", "book", "6", "6", "--cover", name, "-o", "book.pdf"]) == 2
    assert capsys.readouterr().err == f"destrier: {name}: this is not a picture, or not all of it\n"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_numbers_of_all_solutions_are_of_one_size(puzzles: list[Puzzle]) -> None:
    document = pypdfium2.PdfDocument(made_pdf([*puzzles[:2], dt.puzzle(8, 8, grade="easy", seed=1)]))
    text = document[FIRST + 1].get_textpage()
    boxes = [text.get_charbox(place) for place in range(text.count_chars()) if text.get_text_range(place, 1) == "6"]
    assert len(boxes) == 4 + 4 + 11
    assert len({round(top - bottom, 2) for _, bottom, _, top in boxes}) == 1
    document.close()


def test_boards_of_several_sizes_are_in_one_book(puzzles: list[Puzzle]) -> None:
    mixed = [*puzzles[:2], dt.puzzle(8, 8, grade="easy", seed=1), dt.puzzle(7, 7, kind="open", seed=1)]
    pages = pages_of(made_pdf(mixed, per_page=4))
    assert "4 puzzles on 6 × 6, 7 × 7 and 8 × 8" in pages[0]
    posed = " ".join(page for page in pages[FIRST:] if page.startswith(("Easy", "Medium")))
    numbers = sorted(map(int, re.findall(r"\d+", posed)))
    givens = [given for one in mixed for given in one.givens.values()]
    assert numbers == sorted([*givens, *[6, 6] * 2, 7, 7, 8, 8, *range(1, 5), FIRST + 1, FIRST + 2])


@exhaustive
@pytest.mark.parametrize("paper", ["a5", long("6x9in")])
def test_the_gutter_is_on_the_inner_side(puzzles: list[Puzzle], paper: str) -> None:
    document = pypdfium2.PdfDocument(made_pdf(puzzles, per_page=1, paper=paper, margin=12, gutter=15))
    assert len(document) > 8
    for number, page in enumerate(document, start=1):
        if not page.get_textpage().count_chars():
            continue  # it is blank
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
        for module in (book, lesson, sheets)
        for _, message, *_ in extract_from_file("python", str(module.__file__), keywords=keywords)
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
        if not page.get_textpage().count_chars():
            continue  # it is blank
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
        ({"year": "MMXXVII"}, "^a year is an integer, not 'MMXXVII'$"),
        ({"cover": "cover.gif"}, "^cover.gif: the suffix chooses the format; it is one of .svg .png .jpg .jpeg$"),
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
    asked = ["puzzle", "book", "5", "6", "6", "6", "--count", "easy=2,hard=1", "--paper", "6x9in", "--gutter", "10"]
    assert cli.run([*asked, "--language", "de", "--seed", "5", "-o", str(made)]) == 0
    wanted: list[tuple[tuple[int, int], Any]] = [
        *[((5, 6), "easy")] * 2,
        *[((6, 6), "easy")] * 2,
        ((5, 6), "hard"),
        ((6, 6), "hard"),
    ]
    puzzles = [dt.puzzle(*sides, grade=grade, seed=5 + number) for number, (sides, grade) in enumerate(wanted)]
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
        (
            ["puzzle", "book", "6", "6", "8"],
            f"a book has boards of two sides each, as in 6 6 8 8 or 6x6 8x8, not 6 6 8{SEE}",
        ),
        (
            ["puzzle", "book", "6", "6x8", "5"],
            f"a book has boards of two sides each, as in 6 6 8 8 or 6x6 8x8, not 6 6x8 5{SEE}",
        ),
        (
            ["puzzle", "book", "6x6x6", "8"],
            f"a book has boards of two sides each, as in 6 6 8 8 or 6x6 8x8, not 6x6x6 8{SEE}",
        ),
        *(
            (["puzzle", "book", "6", "6", "--count", count], f"invalid value for '--count': {COUNTS} {count!r}{SEE}")
            for count in ("eassy=3", "3,easy=3", "easy=3,3", "easy=1,easy=2", "easy", "-1")
        ),
        (
            ["puzzle", "book", "6", "6", "--count", "0"],
            f"invalid value for '--count': make 1 to 1000 puzzles, not 0{SEE}",
        ),
        (["puzzle", "6", "6", "--count", "easy=1", "--grade", "easy"], "--count names the grades: leave out --grade"),
        (
            ["puzzle", "book", "40", "40", "--per-page", "1", "--paper", "a6"],
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
    asked = ["puzzle", "6", "6", "--grade", "easy", "--count", "3", "--seed", "5"]
    made, sheet = tmp_path / "book.pdf", tmp_path / "sheet.pdf"
    assert cli.run([*asked, "--per-page", "2", "--paper", "letter", "-o", str(made)]) == 0
    assert made.read_bytes() == made_pdf(
        [dt.puzzle(6, 6, grade="easy", seed=5 + number) for number in range(3)], paper="letter", per_page=2
    )
    assert cli.run([*asked, "-o", str(sheet)]) == 0
    assert len(pages_of(sheet.read_bytes())) == 1
    assert cli.run([*asked, "--title", "x", "-o", str(tmp_path / "book.svg")]) == 2
    assert capsys.readouterr().err == "destrier: --title is for printed pages: add -o FILE.pdf\n"
