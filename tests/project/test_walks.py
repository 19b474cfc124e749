"""CONTRIBUTING's walks to an algorithm, a board and a page are carried out in a copy of the package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from helpers.marks import exhaustive
from helpers.walks import carry_out

if TYPE_CHECKING:
    from pathlib import Path


MAKER: Final = '''
"""Rings: a tour of the 3 x 3 board without its centre, and nothing else."""

from destrier.core.tourney import Tour
from destrier.makers.maker import NOT_CHOSEN, Maker


class Ring(Maker):
    name = "ring"
    boards = "3 x 3 without its centre"
    source = "an example"
    bytes_per_square = 1

    def why_not(self, request):
        if request.algorithm is None:
            return NOT_CHOSEN
        board = request.board
        is_ring = board.shape == (3, 3) and not board.has((1, 1)) and board.size == 8
        return None if is_ring else f"ring takes the ring of 8 squares, not {board.describe()}"

    def make(self, request, _, /):
        return Tour.from_order([0, 5, 6, 1, 8, 3, 2, 7], request.board)
'''

USE: Final = """
import json

import destrier as dt
from destrier.cli import run

board = dt.Board.from_text("###\\n#.#\\n###")
tour = dt.tour(board, algorithm="ring")
assert tour.kind == "closed" and tour == dt.tour(board, algorithm="ring")
assert tour.recipe[0]["algorithm"] == "ring" and "seed" not in tour.recipe[0]
assert dt.repeat(tour) == tour
for wrong, message in (
    (lambda: dt.tour(8, 8, algorithm="ring"), "ring takes the ring of 8 squares, not 8 x 8; two-factor takes every"),
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
assert "Rings: a tour of the 3 x 3 board" in reference._algorithm(dt.ALGORITHMS["ring"])
"""


def test_a_new_algorithm_is_a_file_and_an_entry(tmp_path: Path) -> None:
    printed = carry_out(
        USE,
        tmp_path,
        {"makers/ring.py": MAKER},
        {
            "desk/register.py": [
                (
                    '    Entry("unrolled", "Unrolled"),\n',
                    '    Entry("ring", "Ring"),\n    Entry("unrolled", "Unrolled"),\n',
                )
            ]
        },
    )
    assert "ring" in [line.split()[0] for line in printed.splitlines() if line.split()]


SURFACE: Final = '''
class Pillar(Surface):
    """A torus by another name."""

    key, noun, left_right, top_bottom = "pillar", "pillar", "plain", "plain"


SURFACES: Final'''

USE_OF_SURFACE: Final = """
import destrier as dt
from destrier.cli import run

board = dt.Pillar(6, 7)
tour = dt.tour(board, seed=1)
assert str(tour.board) == "the 6 x 7 pillar" or tour.describe() == "closed tour of the 6 x 7 pillar"
assert dt.Tour(tour.moves, board) == tour and dt.repeat(tour) == tour
assert dt.tour(dt.Pillar(24, 24), algorithm="rectangle").kind == "closed"
assert dt.why_no_tour(board) is None and dt.why_no_tour(dt.Pillar(1, 1)) is not None
for suffix in (".npy", ".npz", ".json", ".txt"):
    dt.save(tour, f"tour{suffix}")
    assert dt.load(f"tour{suffix}") == tour, suffix
dt.draw(tour, "tour.svg")
assert run(["tour", "6", "7", "--surface", "pillar", "--seed", "1", "-o", "again.json"]) == 0
assert dt.load("again.json") == tour
assert run(["tour", "--help"]) == 0
assert "<svg" in dt.show(tour, "pillar.html").html  # it does not say how it bends

from destrier.viewer.work.space_tasks import BOARDS

assert BOARDS["pillar"] is dt.Pillar
"""


@exhaustive
def test_a_new_surface_is_a_class_and_its_names(tmp_path: Path) -> None:
    printed = carry_out(
        USE_OF_SURFACE,
        tmp_path,
        {},
        {
            "core/surface.py": [
                ("SURFACES: Final", SURFACE.lstrip("\n")),
                ("KleinBottle, ProjectivePlane)", "KleinBottle, ProjectivePlane, Pillar)"),
            ],
            "core/choices.py": [('"klein", "projective"]', '"klein", "projective", "pillar"]')],
            "__init__.py": [("KleinBottle Moebius", "KleinBottle Moebius Pillar")],
        },
    )
    assert "projective|pillar]" in printed.replace("\n", "").replace(" ", "")


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
    carry_out(
        USE_OF_PAGE,
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
