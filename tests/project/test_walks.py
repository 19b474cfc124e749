"""CONTRIBUTING's walks to an algorithm, a board, a format and a page are carried out in a copy of the package.

What is added are the templates. The tests that take their cases from the registers are run with the copies, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from helpers.marks import exhaustive
from helpers.walks import changed, class_of, template, try_tests, use

if TYPE_CHECKING:
    from pathlib import Path


def add_algorithm(folder: Path) -> None:
    before = '    Entry("unrolled", "Unrolled"),\n'
    entry = '    Entry("ring", "Ring"),\n'
    changed(folder, {"makers/ring.py": template("maker")}, {"desk/register.py": [(before, entry + before)]})


USE_OF_ALGORITHM: Final = """
import json

import destrier as dt
from destrier.cli import run

board = dt.Board.from_text("###\\n#.#\\n###")
tour = dt.tour(board, algorithm="ring")
assert tour.kind == "closed" and tour == dt.tour(board, algorithm="ring")
assert tour.recipe[0]["algorithm"] == "ring" and "seed" not in tour.recipe[0]
assert dt.repeat(tour) == tour
for wrong, message in (
    (lambda: dt.tour(8, 8, algorithm="ring"), "ring takes 3 x 3 without its centre, not 8 x 8; two-factor takes every"),
    (lambda: dt.tour(board, algorithm="ring", ties="pohl"), "ring takes no ties: warnsdorff takes ties"),
    (lambda: dt.tour(board, algorithm="ring", kind="stretched"), "only rectangles have stretched tours"),
    (lambda: dt.tourney(board, algorithm="ring"), "ring makes tours, not tourneys"),
):
    try:
        wrong()
    except dt.DestrierError as error:
        assert str(error).startswith(message), error
    else:
        raise AssertionError(message)
assert ["ring", "tour"] in [[name, row.yields] for name, row in dt.ALGORITHMS.items()]
assert "3 x 3 without its centre" in dt.ALGORITHMS._repr_html_()

from pathlib import Path

Path("ring.txt").write_text(board.to_text())
assert run(["tour", "--shape", "ring.txt", "--algorithm", "ring", "-o", "tour.txt"]) == 0
assert dt.load("tour.txt").same_moves(tour)
assert run(["algorithms"]) == 0

from destrier.viewer import schemas

assert "ring" in schemas.TOUR["properties"]["algorithm"].get("enum", ["ring"])

import reference

assert "[ring](ring.md)" in reference._algorithms()
assert reference._algorithm(dt.ALGORITHMS["ring"]).startswith("# ring")
assert "Rings: the tour of 3 x 3 without its centre" in reference._algorithm(dt.ALGORITHMS["ring"])
"""


def test_a_new_algorithm_is_a_file_and_an_entry(tmp_path: Path) -> None:
    add_algorithm(tmp_path)
    printed = use(tmp_path, USE_OF_ALGORITHM)
    assert "ring" in [line.split()[0] for line in printed.splitlines() if line.split()]


@exhaustive
def test_the_tests_of_algorithms_take_a_new_one(tmp_path: Path) -> None:
    add_algorithm(tmp_path)
    try_tests(tmp_path, "ring or table or algorithm", "desk", "io/test_recipes.py", "makers/test_unrolled.py")


def add_board(folder: Path) -> None:
    """A gluing that none of the surfaces has."""
    register = "SURFACES: Final"
    changed(
        folder,
        {},
        {
            "core/surface.py": [
                (register, f"{class_of(template('board'))}\n\n\n{register}"),
                ("KleinBottle, ProjectivePlane)", "KleinBottle, ProjectivePlane, Tumbler)"),
            ],
            "core/choices.py": [('"klein", "projective"]', '"klein", "projective", "tumbler"]')],
            "__init__.py": [("ProjectivePlane Torus", "ProjectivePlane Torus Tumbler")],
        },
    )


USE_OF_BOARD: Final = """
import destrier as dt
from destrier.cli import run

board = dt.Tumbler(6, 7)
tour = dt.tour(board, seed=1)
assert tour.describe() == "closed tour of the 6 x 7 tumbler"
assert dt.Tour(tour.moves, board) == tour and dt.repeat(tour) == tour
assert dt.tour(dt.Tumbler(24, 24), algorithm="rectangle").kind == "closed"
assert dt.tour(board, winding=(0, 1), seed=1).winding == (0, 1)
assert dt.why_no_tour(board) is None and dt.why_no_tour(dt.Tumbler(1, 1)) is not None
for suffix in (".npy", ".npz", ".json", ".txt"):
    dt.save(tour, f"tour{suffix}")
    assert dt.load(f"tour{suffix}") == tour, suffix
dt.draw(tour, "tour.svg")
assert run(["tour", "6", "7", "--surface", "tumbler", "--seed", "1", "-o", "again.json"]) == 0
assert dt.load("again.json") == tour
assert run(["tour", "--help"]) == 0
assert "<svg" in dt.show(tour, "tumbler.html").html  # it does not say how it bends

import reference

assert "Tumbler" in reference.NAMES["Boards and pieces"]
assert "from .core.surface import Tumbler as Tumbler" in reference.stub("")
"""


@exhaustive
def test_a_new_board_is_a_class_and_its_names(tmp_path: Path) -> None:
    add_board(tmp_path)
    printed = use(tmp_path, USE_OF_BOARD)
    assert "projective|tumbler]" in printed.replace("\n", "").replace(" ", "")


@exhaustive
def test_the_tests_of_boards_take_a_new_one(tmp_path: Path) -> None:
    add_board(tmp_path)
    files = ("surfaces.py", "surface_leapers.py", "winding.py")
    try_tests(tmp_path, "not nothing", *(f"core/test_{file}" for file in files), "proofs/test_surface_theorem.py")
    try_tests(
        tmp_path, "surface or bends or spaces", "makers", "drawing/test_embedding.py", "viewer/test_viewer_spaces.py"
    )


def add_format(folder: Path) -> None:
    functions = """
def _walk():
    from destrier.io.walk import from_walk, to_walk

    return from_walk, to_walk


def _caption():
    from destrier.io.walk import to_caption

    return to_caption


_ROWS"""
    rows = """
    Format(".walk", "Walks", "Tours", "text/x-walk", b"walk", text=_walk),
    Format(".caption", "Captions", "Drawings", manners={"still": Drawing(_caption)}),
)

FORMATS"""
    changed(
        folder,
        {"io/walk.py": template("format")},
        {"io/formats.py": [("\n_ROWS", functions), ("\n)\n\nFORMATS", rows)]},
    )


USE_OF_FORMAT: Final = """
import sys
from pathlib import Path

import destrier as dt
from destrier.cli import run

tour = dt.tour(6, 6, seed=1)
dt.save(tour, "tour.walk")
assert Path("tour.walk").read_text().startswith("walk 6 6 closed\\n0,0 ")
assert dt.load("tour.walk") == tour
assert dt.check("tour.walk") == "closed tour of 6 x 6"
dt.draw(tour, "tour.caption")
assert Path("tour.caption").read_text() == "closed tour of 6 x 6\\n"

assert run(["check", "tour.walk"]) == 0
assert run(["draw", "tour.walk", "-o", "drawn.caption"]) == 0
assert run(["tour", "6", "6", "-o", "made.walk", "-o", "made.caption"]) == 0
sys.stdin = open("tour.walk")
assert run(["check", "-"]) == 0
assert run(["tour", "--help"]) == run(["draw", "--help"]) == 0

from destrier.viewer.work import to_npy, tour_tasks

made = to_npy(tour).npy
assert tour_tasks.EXPORTS["walk"][:3] == (".walk", None, "text/x-walk")
assert tour_tasks.export(made, "walk", None, {}) == Path("tour.walk").read_bytes()
assert tour_tasks.export(made, "caption", None, {}) == Path("tour.caption").read_bytes()
assert tour_tasks.read(Path("tour.walk").read_bytes(), "walk").npy == made

import man
import reference

page = reference.viewer_lists(reference.VIEWER.read_text(encoding="utf-8"))
assert '<option value="walk">Walks (.walk)</option>' in page
assert '<option value="caption">Captions (.caption)</option>' in page
index = reference.format_index(reference.INDEX.read_text(encoding="utf-8"))
assert "[.walk](walk.md)\\n: Walks" in index and "[.caption](caption.md)" in index
man.write(Path("man"))
assert all(suffix in Path("man/destrier-tour.1").read_text() for suffix in (".walk", ".caption"))
"""


def test_a_new_format_is_a_file_and_a_row(tmp_path: Path) -> None:
    add_format(tmp_path)
    helps = use(tmp_path, USE_OF_FORMAT).split("Usage: destrier ")[1:]
    assert [text.split()[0] for text in helps] == ["tour", "draw"]
    assert ".walk" in helps[0]
    assert all(".caption" in text for text in helps)


@exhaustive
def test_the_tests_of_formats_take_a_new_one(tmp_path: Path) -> None:
    add_format(tmp_path)
    try_tests(
        tmp_path, "walk or caption or suffix or files", "io", "drawing/test_drawing.py", "drawing/test_pictures.py"
    )
    try_tests(tmp_path, "walk or caption", "viewer/test_viewer.py", "viewer/test_viewer_exports.py")


PAGE: Final = """<nav id="bar"></nav>
<main>
  <p id="hello">Hello</p>
"""

USE_OF_PAGE: Final = """
from destrier.viewer.frame import PAGES, framed

page = framed("toys.html")
assert '<p id="hello">Hello</p>' in page and "<title>Toys</title>" in page
assert '<script type="module" src="toys/main.js"></script>' in page
assert '<link rel="stylesheet" href="toys/style.css">' in page
assert '<a href="toys.html" aria-current="page">Toys</a>' in page
for address in PAGES:
    assert '<a href="toys.html"' in framed(address), address

from destrier.viewer.server import Route, make_app

assert "/toys.html" in [route.path for route in make_app().routes if isinstance(route, Route)]
"""


@exhaustive
def test_a_new_page_is_a_folder_and_a_row(tmp_path: Path) -> None:
    changed(
        tmp_path,
        {
            "viewer/static/toys/page.html": PAGE,
            "viewer/static/toys/main.js": 'import { open } from "../shared/page.js";\n',
            "viewer/static/toys/style.css": "#hello { color: red }\n",
        },
        {
            "viewer/frame.py": [
                ('    "puzzles.html"', '    "toys.html": Page("toys", "Toys", "Toys"),\n    "puzzles.html"')
            ]
        },
    )
    use(tmp_path, USE_OF_PAGE)
