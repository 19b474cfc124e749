"""The pages of the site that need no server: the front page, and the viewer's, answered by the engine in them."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any, Final

from destrier.drawing.scripts import bundle
from destrier.support.html import escape, fill, to_script_json
from destrier.viewer.frame import FOLDERS, framed, inlined, linked
from destrier.viewer.frame import PAGES as VIEWER
from destrier.viewer.work import puzzle_tasks

FRONT: Final = Path(__file__).parent / "front"

LINKS: Final = {
    "index.html": "Home",
    "tours.html": "Tours",
    "puzzles.html": "Puzzles",
    "gallery.html": "Gallery",
    "tutorials/first-tour.html": "Docs",
}

_TOURS: Final = "Make, watch, change, play, paint, measure and print knight's tours in your browser."
_PUZZLES: Final = "Knight's tour puzzles of four grades, with hints, to solve in your browser or on paper."
"""The descriptions of pages, for search engines."""

WALL: Final = (
    *("torus", "box-isometric", "symmetric-quarter", "rail-free", "levels", "klein", "zebra", "longest-9-open"),
    *("annealed-quarter", "tame-turns", "giraffe", "formation"),
)
"""Pictures of the gallery."""

PEOPLE: Final = (
    ("Teachers", "tutorials/hamiltonian-cycles.html", "rectangle-closed", "Graphs, parity and proofs to ride."),
    ("Puzzle makers", "tutorials/puzzle-book.html", "letter", "Books of graded puzzles with one solution each."),
    ("Artists", "tutorials/plotter-poster.html", "heart", "Posters for pen plotters, in the fewest strokes."),
    ("Programmers", "library.html", "mixed", "Millions of squares in a line of Python."),
    ("Mathematicians", "tutorials/counting-and-sampling.html", "census-8", "Exact counts, uniform samples, proofs."),
)
"""Who may want destrier, where they go, a picture of the gallery, and why."""

GRADES: Final = ("easy", "medium", "hard", "expert")

ALLOWED: Final = {"img-src": "'self' data: blob:", "worker-src": "'self' blob:", "manifest-src": "'self'"}
"""What a page with an engine loads besides what is in it."""


@cache
def ready(count: int) -> dict[str, list[dict[str, Any]]]:
    """Return so many puzzles of each grade, with the deductions that solve them."""
    board = {"rows": 6, "cols": 6}
    return {
        grade: [puzzle_tasks.ready({**board, "difficulty": grade, "seed": seed}) for seed in range(count)]
        for grade in GRADES
    }


def _with_engine(page: str, puzzles: dict[str, Any] | None = None) -> str:
    """Return a page with the engine that answers it, and perhaps with ready puzzles."""
    script = bundle("engine/worker.js", FOLDERS)
    assert "</script" not in script
    parts = f'<script id="engine" type="text/plain">{script}</script>\n'
    if puzzles:
        parts += f'<script id="ready" type="application/json">{to_script_json(puzzles)}</script>\n'
    return fill(page, {"<header>": f"{parts}<header>"})


def _front() -> str:
    wall = [f'<a href="gallery.html"><img src="_images/{name}.svg" alt="{name}" loading="lazy"></a>' for name in WALL]
    people = [
        f'<li><a href="{address}"><img src="_images/{picture}.svg" alt="" loading="lazy">'
        f"<span><b>{who}</b> {escape(why)}</span></a></li>"
        for who, address, picture, why in PEOPLE
    ]
    parts = {
        "<!-- links -->": linked(LINKS, "Home"),
        "<!-- wall -->": "\n".join(wall),
        "<!-- people -->": f"<ul>{''.join(people)}</ul>",
    }
    page = fill((FRONT / "page.html").read_text(encoding="utf-8"), parts)
    return _with_engine(inlined(page, "front.js", (FRONT, *FOLDERS), allowed=ALLOWED))


def _viewer(own: str, description: str) -> str:
    """Return a page of the viewer with links to those of the site."""
    page = inlined(framed(own, LINKS), f"{VIEWER[own].folder}/main.js", allowed=ALLOWED)
    head = (
        f'<meta name="description" content="{escape(description)}">\n<link rel="manifest" href="destrier.webmanifest">'
    )
    return fill(page, {"<title>": f"{head}\n<title>"})


def add_to(site: Path, puzzles: int) -> None:
    """Add the pages to a site, with so many puzzles of each grade; the front page takes the place of the index."""
    pages = {
        "index.html": _front(),
        "tours.html": _with_engine(_viewer("index.html", _TOURS)),
        "puzzles.html": _with_engine(_viewer("puzzles.html", _PUZZLES), ready(puzzles)),
    }
    for address, page in pages.items():
        (site / address).write_text(page, encoding="utf-8")
    for file in (FRONT / "destrier.webmanifest", FRONT / "service-worker.js", FOLDERS[0] / "icon.svg"):
        (site / file.name).write_bytes(file.read_bytes())
    pictures = site / "_images"
    pictures.mkdir(exist_ok=True)
    for name in {*WALL, *(picture for _, _, picture, _ in PEOPLE)}:
        shutil.copy(FRONT.parent / "gallery" / f"{name}.svg", pictures / f"{name}.svg")
