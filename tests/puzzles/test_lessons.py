"""Lessons: pages for a class, whose facts are true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pypdfium2
import pytest
from helpers.marks import long
from helpers.second_solver import tours_with

import destrier as dt
from destrier import cli
from destrier.puzzles.lesson import lesson

if TYPE_CHECKING:
    from pathlib import Path

PLAN = [
    (5, "The move"),
    (10, "3 × 4 by hand"),
    (10, "5 × 5: from which squares?"),
    (10, "6 × 6: back to the start"),
    (5, "White and grey"),
    (5, "For the quick ones"),
]
BEGINS = {"en": "A lesson", "de": "Eine Stunde", "fr": "Une leçon", "es": "Una clase"}


def pages_of(path: Path) -> list[str]:
    """The words on each page."""
    document = pypdfium2.PdfDocument(path)
    texts = [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    document.close()
    return texts


def test_a_lesson_has_a_plan_of_its_pages(tmp_path: Path) -> None:
    dt.save_lesson(tmp_path / "lesson.pdf", seed=1)
    plan, *pages = pages_of(tmp_path / "lesson.pdf")
    assert sum(minutes for minutes, _ in PLAN) == 45
    rows = [f"{minutes} minutes {name} {number}" for number, (minutes, name) in enumerate(PLAN, start=2)]
    assert "For 45 minutes, from the age of ten." in plan
    assert plan.endswith(f"on a screen. {' '.join(rows)} Solutions 8 1")
    for (_, name), page in zip([*PLAN, (0, "Solutions")], pages, strict=True):
        assert page.removeprefix("Name Date ").startswith(name)
    assert [page.startswith("Name Date ") for page in pages] == [False, True, True, True, False, True, False]


def test_a_projector_shows_no_lines_to_write_on(tmp_path: Path) -> None:
    dt.save_lesson(tmp_path / "lesson.pdf", seed=1, paper="320x180")
    words = " ".join(pages_of(tmp_path / "lesson.pdf"))
    assert {"Name", "Date", "Copy"}.isdisjoint(words.split())
    assert words.count("There is one solution.") == 2


def test_what_a_lesson_says_is_true() -> None:
    assert dt.count(3, 4, kind="open").directed == 16
    ends = {square for tour in dt.all_tours(5, 5, kind="open") for square in (tour[0], tour[-1])}
    white = {(row, col) for row in range(5) for col in range(5) if (row + col) % 2 == 0}
    assert ends == white
    graph = dt.Board(8, 8).to_networkx()
    assert graph.degree((0, 0)) == 2
    assert {graph.degree((0, col)) for col in range(1, 7)} == {3, 4}
    assert {graph.degree((row, col)) for row in (3, 4) for col in (3, 4)} == {8}


@pytest.mark.parametrize("seed", [1, *map(long, range(2, 9))])
def test_the_sheets_of_a_lesson_have_one_solution(seed: int) -> None:
    made = lesson(seed)
    assert (made.closed.grade, made.quick.grade) == ("easy", "medium")
    for sheet in (made.closed, made.quick):
        assert tours_with(sheet.solution.squares(), sheet.givens, closed=True) == [sheet.solution.squares()]


@pytest.mark.parametrize("paper", ["320x180", *map(long, ("a4", "a6", "letter"))])
@pytest.mark.parametrize("language", ["de", *map(long, ("en", "fr", "es"))])
def test_nothing_sticks_out_in_any_language(language: str, paper: str, tmp_path: Path) -> None:
    path = tmp_path / "lesson.pdf"
    assert cli.run(["puzzle", "lesson", "--seed", "1", "--paper", paper, "--language", language, "-o", str(path)]) == 0
    assert pages_of(path)[0].startswith(BEGINS[language])
    document = pypdfium2.PdfDocument(path)
    for page in document:
        grey = page.render().to_numpy().min(axis=2)
        edge = round(0.05 * min(grey.shape))
        grey[edge:-edge, edge:-edge] = 255
        assert grey.min() == 255
    document.close()


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.pdf", "b.pdf", "c.pdf")]
    assert cli.run(["puzzle", "lesson", "--seed", "3", "-o", str(paths[0]), "-o", str(paths[1])]) == 0
    dt.save_lesson(paths[2], seed=3)
    assert len({path.read_bytes() for path in paths}) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "lesson.svg"], "lesson.svg: the suffix chooses the format; it is one of .pdf"),
        (["-o", "lesson.pdf", "--paper", "40x40"], "on 40x40, the squares of 8 x 8 would be smaller than 4 mm: take a"),
        (["-o", "lesson.pdf", "--paper", "a9"], "a paper is one of a0, a1, a2, a3, a4, a5, a6, letter"),
    ],
)
def test_the_command_refuses(
    options: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.run(["puzzle", "lesson", *options]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith(f"destrier: {message}")
    assert list(tmp_path.iterdir()) == []
