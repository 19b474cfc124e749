"""The pages of the site that need no server: the front page, and the viewer's, answered by the engine in them."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any, Final

from destrier.drawing.scripts import bundle, read_markup
from destrier.support.html import escape, fill, to_script_json
from destrier.viewer.frame import FOLDERS, framed, head, inlined, linked
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

_FRONT: Final = (
    "Watch, play, solve, paint and print knight's tours in your browser; count, sample, prove and draw them in Python."
)
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

ALLOWED: Final = {
    "script-src": "'self'",
    "img-src": "'self' data: blob:",
    "worker-src": "'self' blob:",
    "manifest-src": "'self'",
}
"""What a page with an engine loads besides what is in it."""


@cache
def ready(count: int) -> dict[str, list[dict[str, Any]]]:
    """Return so many puzzles of each grade, with the deductions that solve them."""
    board = {"rows": 6, "cols": 6}
    return {
        grade: [puzzle_tasks.ready({**board, "difficulty": grade, "seed": seed}) for seed in range(count)]
        for grade in GRADES
    }


def _more(title: str, description: str, puzzles: dict[str, Any] | None = None) -> str:
    """Return what describes a page, in its head, and the engine that answers it."""
    script = bundle("engine/worker.js", FOLDERS)
    assert "</script" not in script
    parts = [
        f'<meta name="description" content="{escape(description)}">',
        f'<meta property="og:title" content="{escape(title)}">',
        f'<meta property="og:description" content="{escape(description)}">',
        '<meta property="og:image" content="https://destrier.github.io/destrier/_static/social.png">',
        '<meta name="twitter:card" content="summary_large_image">',
        '<link rel="manifest" href="destrier.webmanifest">',
        f'<script id="engine" type="text/plain">{script}</script>',
    ]
    if puzzles:
        parts.append(f'<script id="ready" type="application/json">{to_script_json(puzzles)}</script>')
    return "".join(f"{part}\n" for part in parts)


def _front() -> str:
    title = "destrier – knight's tours"
    wall = [f'<a href="gallery.html"><img src="_images/{name}.svg" alt="{name}" loading="lazy"></a>' for name in WALL]
    people = [
        f'<li><a href="{address}"><img src="_images/{picture}.svg" alt="" loading="lazy">'
        f"<span><b>{who}</b> {escape(why)}</span></a></li>"
        for who, address, picture, why in PEOPLE
    ]
    parts = {
        **head(title, ["style.css", "front.css"], "front.js", _more(title, _FRONT)),
        "<!-- links -->": linked(LINKS, "Home"),
        "<!-- wall -->": "\n".join(wall),
        "<!-- people -->": f"<ul>{''.join(people)}</ul>",
    }
    folders = (FRONT, *FOLDERS)
    return inlined(fill(read_markup("page.html", folders), parts), "front.js", folders, allowed=ALLOWED)


def _viewer(own: str, description: str, puzzles: dict[str, Any] | None = None) -> str:
    """Return a page of the viewer with links to those of the site."""
    folder, _, title = VIEWER[own]
    page = framed(own, LINKS, more=_more(title, description, puzzles))
    return inlined(page, f"{folder}/main.js", allowed=ALLOWED)


def add_to(site: Path, puzzles: int) -> None:
    """Add the pages to a site, with so many puzzles of each grade; the front page takes the place of the index."""
    pages = {
        "index.html": _front(),
        "tours.html": _viewer("index.html", _TOURS),
        "puzzles.html": _viewer("puzzles.html", _PUZZLES, ready(puzzles)),
    }
    for address, page in pages.items():
        (site / address).write_text(page, encoding="utf-8")
    words = (file for file in FOLDERS[0].iterdir() if file.name.startswith("words-"))
    for file in (FRONT / "destrier.webmanifest", FRONT / "service-worker.js", FOLDERS[0] / "icon.svg", *words):
        (site / file.name).write_bytes(file.read_bytes())
    pictures = site / "_images"
    pictures.mkdir(exist_ok=True)
    for name in {*WALL, *(picture for _, _, picture, _ in PEOPLE)}:
        shutil.copy(FRONT.parent / "gallery" / f"{name}.svg", pictures / f"{name}.svg")
