"""Worksheets: what is given of a tour leaves one solution, or the sheet says that others may fit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, cast

import pypdfium2
import pytest
from helpers import person
from helpers.marks import long
from helpers.second_solver import tours_with

import destrier as dt
from destrier import cli

if TYPE_CHECKING:
    from pathlib import Path

    from destrier.puzzles.reasoning import Grade
    from destrier.puzzles.worksheet import Worksheet


def words_of(pdf: bytes) -> list[str]:
    """The words of each page, in lines."""
    document = pypdfium2.PdfDocument(pdf)
    texts = [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    document.close()
    return texts


def is_shown(made: Worksheet, tour: dt.Tour, every: int) -> bool:
    """Whether it gives the first, the last and every n-th number of a tour, and only its numbers."""
    numbers = {square: place for place, square in enumerate(tour.squares(), start=1)}
    usual = {number for number in numbers.values() if number in (1, len(numbers)) or number % every == 0}
    return made.givens.items() <= numbers.items() and set(made.givens.values()) >= usual


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("grade", ["easy", "medium", "hard"])
@pytest.mark.parametrize(
    ("sides", "every"), [((6, 6), 8), ((5, 6), 3), long((6, 6), 36), long((6, 7), 50), long((8, 8), 8)]
)
def test_a_worksheet_has_one_solution(
    sides: tuple[int, int], every: int, grade: Grade, kind: Literal["closed", "open"]
) -> None:
    for seed in range(3):
        tour = dt.tour(*sides, kind=kind, seed=seed)
        made = dt.worksheet(tour, every, grade)
        assert made.unique
        assert is_shown(made, tour, every)
        assert tours_with(tour.squares(), made.givens, closed=kind == "closed") == [tour.squares()]


@pytest.mark.parametrize("board", [dt.Board(6, 6), long(dt.Board(8, 8)), long(dt.Board(6, 6, leaper="zebra+wazir"))])
def test_a_worksheet_is_as_hard_as_was_asked_for(board: dt.Board) -> None:
    """By a second solver, which finds the hardest deduction that is needed."""
    grades = ["easy", "medium", "hard", "expert"]
    for seed in range(4):
        tour = dt.tour(board, seed=seed)
        nodes = {board.square(int(index)): node for node, index in enumerate(board.squares)}
        for place, grade in enumerate(grades[:3]):
            made = dt.worksheet(tour, grade=cast("Grade", grade))
            known = {nodes[square]: number - 1 for square, number in made.givens.items()}
            assert person.grade_of(board, known, closed=True) == made.grade
            assert grades.index(made.grade) <= place


def test_the_largest_worksheet_can_be_solved_by_a_class() -> None:
    made = dt.worksheet(dt.tour(30, 30, seed=1))
    assert made.grade == "easy"
    assert len(made.givens) < 500


def test_all_numbers_are_given_if_asked() -> None:
    made = dt.worksheet(dt.tour(20, 20, seed=1), 1)
    assert made.unique
    assert len(made.givens) == 400


@pytest.mark.parametrize(
    ("tour", "every", "message"),
    [
        ((8, 8), 0, "a worksheet gives every n-th number, where n is an integer from 1 on, not 0"),
        ((8, 8), True, "a worksheet gives every n-th number, where n is an integer from 1 on, not True"),
        ((31, 32), 8, "a worksheet has room for 30 x 30, not for 31 x 32"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(tour: tuple[int, int], every: Any, message: str) -> None:
    with pytest.raises(dt.DestrierError) as refusal:
        dt.worksheet(dt.tour(*tour, seed=1), every)
    assert str(refusal.value) == message


def test_a_grade_is_one_of_three() -> None:
    with pytest.raises(dt.DestrierError) as refusal:
        dt.worksheet(dt.tour(6, 6, seed=1), grade="expert")
    assert str(refusal.value) == "a worksheet is easy, medium or hard, not 'expert'"


def test_a_tourney_has_no_worksheet() -> None:
    with pytest.raises(dt.DestrierError) as refusal:
        dt.worksheet(dt.tourney(8, 8, algorithm="four-cover"))
    assert str(refusal.value) == "a worksheet needs a single tour: join the cycles first"


# The command


def test_the_command_prints_a_worksheet_and_its_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / f"sheet{suffix}" for suffix in (".json", ".txt", ".svg", ".png", ".pdf")]
    outputs = [word for path in paths for word in ("-o", str(path))]
    assert (
        cli.run(["puzzle", "worksheet", "8", "8", "--seed", "1", "--title", "Class 3", "--paper", "6x9in", *outputs])
        == 0
    )
    tour = dt.tour(8, 8, seed=1)
    made = dt.worksheet(tour)
    told = json.loads(paths[0].read_text(encoding="utf-8"))
    assert told == made.to_dict()
    givens = {tuple(square): number for square, number in told["givens"]}
    assert tours_with(tour.squares(), givens, closed=True) == [tour.squares()]
    assert paths[1].read_text(encoding="utf-8") == made.to_text()
    assert f">{max(made.givens.values())}<" in paths[2].read_text(encoding="utf-8")
    assert paths[3].read_bytes()[:4] == b"\x89PNG"
    document = pypdfium2.PdfDocument(paths[4])
    assert [page.get_size() for page in document] == [pytest.approx((432, 648))] * 2
    document.close()
    first, second = words_of(paths[4].read_bytes())
    task = "Write the numbers from 1 to 64 so that one move leads from each to the next."
    ends = "From 64, a last move leads back to 1. There is one solution."
    assert first.startswith(f"Name Date Class 3 {task} {ends} 1 ")
    assert second.startswith("Solution 1 ")
    assert set(map(str, range(1, 65))) <= set(second.split())
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("language", "head", "solution"),
    [
        ("de", "Name Datum Vervollständige den Springerweg Schreibe die Zahlen von 1 bis 36", "Lösung"),
        ("fr", "Nom Date Complète le tour du cavalier Écris les nombres de 1 à 36", "Solution"),
        ("es", "Nombre Fecha Completa el recorrido del caballo Escribe los números del 1 al 36", "Solución"),
    ],
)
def test_a_worksheet_speaks_four_languages(language: str, head: str, solution: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    assert cli.run(["puzzle", "worksheet", "6", "6", "--seed", "1", "--language", language, "-o", str(path)]) == 0
    first, second = words_of(path.read_bytes())
    assert first.startswith(head)
    assert second.startswith(f"{solution} ")


def test_the_command_reads_a_tour(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tour = dt.tour(6, 6, kind="open", seed=1)
    dt.save(tour, tmp_path / "tour.json")
    assert cli.run(["puzzle", "worksheet", str(tmp_path / "tour.json"), "--every", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == dt.worksheet(tour, 5).to_dict()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["8", "8", "--title", "x"], "--title is for printed pages: add -o FILE.pdf"),
        (["8", "8", "--margin", "5", "--paper", "a4"], "--paper, --margin are for printed pages: add -o FILE.pdf"),
        (["tour.json", "--seed", "1"], "the tour is that of tour.json: leave out --seed"),
        (["tour.json", "--kind", "open"], "the tour is that of tour.json: leave out --kind"),
        (
            ["8", "8", "-o", "x.pdf", "--margin", "90"],
            "margins of 90 mm leave too little room on a4: take smaller ones, or a larger paper",
        ),
        *(
            (
                ["8", "8", "-o", "x.pdf", "--paper", paper],
                f"on {paper}, the squares of 8 x 8 would be smaller than 4 mm: take a larger paper or a smaller board",
            )
            for paper in ("20x20", "200x60")
        ),
        (["8", "8", "--book"], "no such option '--book'; see destrier puzzle worksheet --help"),
    ],
)
def test_the_command_refuses(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    dt.save(dt.tour(6, 6, seed=1), "tour.json")
    assert cli.run(["puzzle", "worksheet", *words]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"destrier: {message}"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tour.json"]


@pytest.mark.parametrize(
    "words",
    [["puzzle", "worksheet", "8", "8"], ["puzzle", "worksheet", "tour.json"], ["rosselsprung", "text.txt", "3", "4"]],
)
def test_too_small_a_paper_is_refused_before_anything_is_made(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def make(*_: object, **__: object) -> None:
        raise AssertionError("it is made")

    monkeypatch.chdir(tmp_path)
    dt.save(dt.tour(8, 8, seed=1), "tour.json")
    (tmp_path / "text.txt").write_text(
        "one two three four five six seven eight nine ten eleven twelve", encoding="utf-8"
    )
    before = {*tmp_path.iterdir()}
    monkeypatch.setattr("destrier.puzzles.worksheet.worksheet", make)
    monkeypatch.setattr("destrier.puzzles.words.rosselsprung", make)
    assert cli.run([*words, "-o", "sheet.svg", "-o", "sheet.pdf", "--paper", "20x20"]) == 2
    board = "3 x 4" if words[0] == "rosselsprung" else "8 x 8"
    small = f"the squares of {board} would be smaller than 4 mm"
    assert capsys.readouterr().err == f"destrier: on 20x20, {small}: take a larger paper or a smaller board\n"
    assert {*tmp_path.iterdir()} == before
