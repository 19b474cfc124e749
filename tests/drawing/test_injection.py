"""No text that comes from outside becomes more than a text, whatever it is written into.

Each document is read by a parser that shares no code with the library, and compared with that of harmless texts.
"""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO
from string import whitespace
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest
from helpers import hostile
from helpers.commands import runner
from helpers.marks import left, long
from PIL import Image

import destrier as dt
from destrier import jobs
from destrier.drawing import to_svg
from destrier.drawing.svg.puzzle import solution_svg, words_svg
from destrier.io.formats import FORMATS
from destrier.io.measure_tables import to_csv
from destrier.measuring.tables import rows_of
from destrier.puzzles.words import WordPuzzle
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from helpers.commands import Result

    from destrier.core.tourney import Tourney

MARK = "destrier recipe "

BOARDS: dict[str, Any] = {
    "flat": dt.Board(6, 6),
    "box": dt.Box(3, 4, 5),
    "torus": dt.Torus(6, 6),
    "space": dt.Space(4, 4, 4),
}

RECIPES = {
    "harmless": [{"do": "tour", "seed": "seed", "name": ["value"]}],
    "hostile": [{"do": "tour", "seed": text, text: [text, {text: text}]} for text in hostile.ALL],
}


def with_recipe(board: Any, recipe: Any) -> Tourney:
    tour = dt.tour(board, seed=1)
    tour.recipe = recipe
    return tour


@pytest.fixture(params=BOARDS)
def pair(request: pytest.FixtureRequest) -> tuple[Tourney, Tourney]:
    """A tour with a harmless recipe, and the same with a hostile one."""
    harmless, other = (with_recipe(BOARDS[request.param], recipe) for recipe in RECIPES.values())
    return harmless, other


# Recipes


def without_recipe(document: str, recipe: Any) -> Any:
    """The elements of a document, in which the recipe is but the text of one."""
    found = hostile.xml(document)
    told = [text for name, _, text in found if name == "metadata"]
    assert [json.loads(text.removeprefix(MARK)) for text in told] == [recipe]
    return [one for one in found if one[0] != "metadata"]


@pytest.mark.parametrize(
    ("suffix", "manner"), [(suffix, manner) for suffix, row in FORMATS.items() for manner in row.manners]
)
def test_a_recipe_is_a_text_of_a_drawing(suffix: str, manner: Any, tmp_path: Path) -> None:
    written = []
    for name, recipe in RECIPES.items():
        path = tmp_path / f"{name}{suffix}"
        dt.draw(with_recipe(BOARDS["flat"], recipe), path, manner)
        data: Any = path.read_bytes()
        if suffix == ".svg":
            data = without_recipe(data.decode(), recipe)
        elif suffix == ".html":
            data = without_recipe(data.decode(), recipe), hostile.tags(data.decode())
        elif suffix == ".pdf":
            data = read_pdf(data, "Closed knight's tour of 6 x 6", recipe if manner == "still" else None)
        elif suffix in (".png", ".gif"):
            with Image.open(BytesIO(data)) as image:
                comment = image.info["Comment" if suffix == ".png" else "comment"]
                told = comment if isinstance(comment, str) else comment.decode()
                assert json.loads(told.removeprefix(MARK)) == recipe
                data = image.convert("RGB").tobytes()
        else:
            data = re.sub(rb"\{[0-9A-F-]{36}\}|@ \S+|24[0-9.]+", b"", data)  # the names and the moment of a DXF file
        written.append(data)
    assert written[0] == written[1]


def read_pdf(data: bytes, title: str, recipe: Any = None) -> Any:
    """The objects on the pages of a PDF that has this title and no actions, links or scripts."""
    document = pypdfium2.PdfDocument(data)
    told = document.get_metadata_dict()
    assert told["Title"] == title
    if recipe is not None:
        assert json.loads(told["Subject"].removeprefix(MARK)) == recipe
    assert pypdfium2.raw.FPDFDoc_GetJavaScriptActionCount(document) == 0
    assert document.count_attachments() == 0
    for page in document:
        assert pypdfium2.raw.FPDFPage_GetAnnotCount(page) == 0
    return [[(one.type, one.get_bounds()) for one in page.get_objects()] for page in document]


def test_a_recipe_is_a_text_of_a_picture_in_a_notebook(pair: tuple[Tourney, Tourney]) -> None:
    plain, harmful = (hostile.tags(tour._repr_html_()) for tour in pair)
    assert plain == harmful


def test_a_recipe_is_no_part_of_a_page(pair: tuple[Tourney, Tourney], tmp_path: Path) -> None:
    pages = [dt.show(tour, tmp_path / "page.html") for tour in pair]
    assert hostile.tags(pages[0].html) == hostile.tags(pages[1].html)
    assert hostile.tags(pages[1]._repr_html_()) == [
        ("iframe", (("srcdoc", pages[1].html), ("width", "100%"), ("height", "640"), ("style", "border:0")))
    ]
    scripts = re.findall("<script.*?</script>", pages[1].html, re.DOTALL)
    shown = json.loads(scripts[-1].partition(">")[2].removesuffix("</script>"))
    assert len(scripts) == 2
    assert not re.search("[<>&\u2028\u2029]", scripts[-1].partition(">")[2].removesuffix("</script>"))
    assert shown["seed"] is None
    assert not {"recipe", "file"} & shown.keys()


NOT_NUMBERS: list[Any] = [[{"seed": [float("nan")]}], [{"seed": float("inf")}], [{"seed": -float("inf")}]]


@pytest.mark.parametrize("recipe", ["plain", *map(long, ([1], [[]], {"seed": 1}, *NOT_NUMBERS))])
def test_a_page_shows_tours_of_any_recipe(recipe: Any, tmp_path: Path) -> None:
    for board in BOARDS.values():
        page = dt.show(with_recipe(board, recipe), tmp_path / "page.html").html

        def refuse(constant: str) -> None:
            raise AssertionError(constant)

        embedded = page.rpartition('<script id="embedded" type="application/json">')[2].partition("</script>")[0]
        assert json.loads(embedded, parse_constant=refuse)["seed"] is None


@pytest.mark.parametrize("suffix", [".json", ".npz"])
def test_a_recipe_is_a_value_of_a_file(suffix: str, pair: tuple[Tourney, Tourney], tmp_path: Path) -> None:
    path = tmp_path / f"tour{suffix}"
    dt.save(pair[1], path)
    if suffix == ".json":
        assert json.loads(path.read_text(encoding="utf-8"))["recipe"] == RECIPES["hostile"]
    with pytest.warns(UserWarning, match="the recipe in the file is invalid"):
        again = dt.load(path)
    assert (again, again.recipe) == (pair[1], None)


def test_tables_have_no_text_from_outside(pair: tuple[Tourney, Tourney]) -> None:
    rows = [[*csv.reader("".join(to_csv(rows_of([dt.measure(tour)]))).splitlines())] for tour in pair]
    assert rows[0] == rows[1]
    assert not [cell for row in rows[0] for cell in row if re.match(r"[=+@\t\r]|-(?!\d)", cell)]


# Titles, texts and style sheets


def cleaned(text: str) -> str:
    """A text as XML may have it."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def normal(text: str) -> str:
    """A text as parsers of XML read it: with the ends of lines of all systems alike."""
    return cleaned(text).replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize("text", left(hostile.ALL, hostile.ALL[::5]), ids=ascii)
def test_style_sheets_are_texts(text: str) -> None:
    tour = dt.tour(6, 6, seed=1)
    sheet = f".cycle {{}} {text}"
    drawn, plain = (hostile.xml(to_svg(tour, style=style)) for style in (sheet, ".cycle {}"))
    assert [one for one in drawn if one[0] != "style"] == [one for one in plain if one[0] != "style"]
    assert [told for name, _, told in drawn if name == "style"] == [normal(sheet).strip()]


@pytest.mark.parametrize("text", left(hostile.ALL, hostile.ALL[::5]), ids=ascii)
def test_names_of_styles_and_colours_are_refused(text: str) -> None:
    tour = dt.tour(6, 6, seed=1)
    if "{" not in text:
        with pytest.raises(DestrierError, match="a style is"):
            to_svg(tour, style=text)
    for colours in ([text], ["red", text], [f"red{text}"]):
        with pytest.raises(DestrierError, match="a colour is"):
            to_svg(tour, colours=colours)


def hidden(text: str) -> WordPuzzle:
    return dt.rosselsprung(f"{text} a b c d e f g h i j k", split="words", seed=1)


def is_text(text: str) -> bool:
    """Whether a text has neither control characters nor halves of characters, and so can be hidden."""
    return not re.search("[\x00-\x1f\x7f-\x9f\ud800-\udfff]", "".join(text.split()))


@pytest.mark.filterwarnings("ignore:Exception ignored in.*pyphen")  # which leaves its files open
@pytest.mark.parametrize("text", [text for text in hostile.ALL if is_text(text)], ids=ascii)
def test_hidden_texts_are_texts(text: str) -> None:
    made = hidden(text)
    for drawn in (words_svg(made), solution_svg(made)):
        told = "".join(told or "" for name, _, told in hostile.xml(drawn) if name == "text")
        hidden_text = "".join(map(cleaned, made.parts.values()))
        assert sorted(re.sub("[ -]", "", told)) == sorted(re.sub("[ -]", "", hidden_text))  # long parts are hyphenated
        assert {name for name, *_ in hostile.xml(drawn)} == {"svg", "title", "rect", "path", "circle", "text"} - (
            {"circle"} if drawn == words_svg(made) else set()
        )
    assert json.loads(json.dumps(made.to_dict()))["text"] == made.text
    names = {name for name, _ in hostile.tags(words_svg(made))}
    assert names == {name for name, _ in hostile.tags(words_svg(hidden("x")))}


@pytest.mark.parametrize("text", [text for text in hostile.ALL if not is_text(text)], ids=ascii)
def test_texts_with_control_characters_are_not_hidden(text: str) -> None:
    with pytest.raises(DestrierError, match="control characters") as caught:
        hidden(text)
    assert hostile.is_shown(str(caught.value))


@pytest.mark.parametrize("text", left(hostile.ALL, hostile.ALL[::5]), ids=ascii)
def test_the_title_of_a_book_is_a_text(text: str, tmp_path: Path) -> None:
    book = [dt.puzzle(3, 4, kind="open", seed=1)]
    if is_text(text.translate(dict.fromkeys(map(ord, whitespace)))) and "\u2028" not in text:
        dt.save_book(book, tmp_path / "book.pdf", title=text)
        assert read_pdf((tmp_path / "book.pdf").read_bytes(), text)
    else:
        with pytest.raises(DestrierError, match="the font for pixels and PDFs lacks"):
            dt.save_book(book, tmp_path / "book.pdf", title=text)


# The terminal


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run a command and let the terminal show all of its output."""
    monkeypatch.chdir(tmp_path)
    run = runner(capsys)

    def shown(*arguments: object) -> Result:
        result = run(*arguments)
        assert hostile.is_shown(result.out + result.err), (arguments, result)
        assert (result.code != 0) <= result.err.count("\n") <= 1
        return result

    return shown


@pytest.mark.parametrize("text", [text for text in hostile.ALL if not set("\0\ud800") & set(text)], ids=ascii)
def test_the_terminal_shows_what_was_asked_for(text: str, run: Callable[..., Result], tmp_path: Path) -> None:
    assert run("check", f"{text}.json").code == 2
    assert run("check", f"{text}/tour.txt").code == 2
    assert run(text).code == 2
    assert run("tour", f"x{text}", "8").code == 2
    assert run("tour", "6", "6", f"--x{text}").code == 2
    assert run("tour", "6", "6", "-o", f"{text}/x.svg").code == 2
    dt.save(dt.tour(6, 6, seed=1), tmp_path / "tour.npy")
    for option in ("--colours", "--style", "--paper", "--colour-by"):
        assert run("draw", "tour.npy", option, text, "-o", "x.svg").code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["tour.npy"]


@pytest.mark.parametrize("text", left(hostile.ALL, hostile.ALL[::5]), ids=ascii)
def test_the_terminal_shows_what_is_wrong_with_a_file(text: str, run: Callable[..., Result], tmp_path: Path) -> None:
    files: dict[str, Any] = {
        "numbers.txt": f"0 1\n2 {text}",
        "comment.txt": f"# board: {text}\n0 1\n2 3",
        "lengths.txt": f"# cycles: {text}\n0 1\n2 3",
        "raw.json": text,
        "rows.json": json.dumps({"rows": text, "cols": 8, "kind": "closed", "cycles": []}),
        "kind.json": json.dumps({"rows": 6, "cols": 6, "kind": text, "cycles": [[]]}),
        "square.json": json.dumps({"rows": 6, "cols": 6, "kind": "closed", "cycles": [[text]]}),
        "comment.tour": f'COMMENT : {{"{text}": 1}}\nTOUR_SECTION\n1\n-1\n',
        "vertex.tour": f"NAME : 6x6\nTOUR_SECTION\n1\n{text}\n-1\n",
        "moves.moves": text,
    }
    for name, held in files.items():
        (tmp_path / name).write_bytes(held.encode("utf-8", "surrogatepass"))
        assert run("check", name).code in (1, 2)
    dt.save(with_recipe(BOARDS["flat"], [{"do": "tour", "seed": text, text: text}]), tmp_path / "recipe.json")
    for command in ("check", "show", "measure"):
        assert run(command, "recipe.json").code in (0, 1, 2)
    with pytest.raises(DestrierError) as caught:
        dt.repeat(tmp_path / "recipe.json")
    assert hostile.is_shown(str(caught.value))


@pytest.mark.parametrize("text", left(hostile.ALL, hostile.ALL[::5]), ids=ascii)
def test_the_terminal_shows_hidden_texts(text: str, run: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_bytes(f"{text} a b c d e f g h i j k".encode("utf-8", "surrogatepass"))
    made = run("rosselsprung", "text.txt", "--split", "words", "--seed", "1")
    assert made.code == (0 if is_text(text) else 2)


def nothing(parameters: object, shard: str) -> jobs.Result:
    return jobs.Result(b"", 0)


def test_the_terminal_shows_the_names_of_jobs(run: Callable[..., Result], tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        jobs.run(jobs.Job("nothing", {}, ["1"], nothing, ".txt"), tmp_path / "job", executor)
    name = " ".join(text for text in hostile.ALL if text not in hostile.UNENCODED)
    with closing(sqlite3.connect(tmp_path / "job" / "ledger.sqlite")) as ledger, ledger:
        ledger.execute("UPDATE job SET name = ?, version = ?, parameters = ?", (name, name, json.dumps({name: name})))
    assert run("jobs", "job").code == 0
