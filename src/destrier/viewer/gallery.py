"""A folder of interactive pages with many kinds of tours, which needs no server."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from destrier.core.board import Board
from destrier.core.box import Box
from destrier.core.space import Space
from destrier.core.tourney import Tourney
from destrier.desk.tour import tour, tourney
from destrier.drawing import to_svg
from destrier.support.aliases import Progress, StrPath
from destrier.support.atomic import write_atomically
from destrier.support.html import escape, fill
from destrier.viewer.page import show


class Exhibit(NamedTuple):
    """One page: its title, a note about what it shows, and the function that makes it."""

    title: str
    note: str
    make: Callable[[], Tourney]

    @property
    def name(self) -> str:
        """The name of its files."""
        return re.sub("[^a-z0-9]+", "-", self.title.lower()).strip("-")


def _ring() -> Board:
    """Return a round board with a round hole."""
    row, col = np.indices((28, 28)) - 13.5
    away = row**2 + col**2
    return Board.from_mask((away < 14**2) & (away > 5**2))


EXHIBITS: Final = (
    Exhibit("The chessboard", "A closed tour of 8 x 8, drawn at random.", partial(tour, 8, 8, seed=1)),
    Exhibit("Random", "Its source is hidden by mixing: 30 x 30.", partial(tour, 30, 30, seed=1)),
    Exhibit(
        "Open", "From one corner to the other.", partial(tour, 9, 12, kind="open", start=(0, 0), end=(8, 11), seed=1)
    ),
    Exhibit(
        "Without a corner",
        "An odd board has no closed tour unless a square is left out.",
        partial(tour, 15, 15, kind="corner"),
    ),
    Exhibit("Double loop", "Two closed tours share the board.", partial(tour, 16, 16, kind="double-loop", seed=2)),
    Exhibit("Narrow", "Three rows, solved column by column.", partial(tour, 3, 30, seed=1)),
    Exhibit("Symmetric", "A quarter turn maps it onto itself.", partial(tour, 18, 18, symmetry="quarter", seed=1)),
    Exhibit(
        "Formation",
        "Four knights ride side by side: few turns and crossings.",
        partial(tour, 40, 40, algorithm="formation"),
    ),
    Exhibit("Tame", "Fewer turns still.", partial(tour, 40, 40, minimize="turns")),
    Exhibit(
        "Tame and symmetric",
        "A half-turn maps it onto itself, and no known tour has fewer turns.",
        partial(tour, 26, 26, symmetry="central", minimize="turns"),
    ),
    Exhibit(
        "Interleaved",
        "Lines of two directions share the board; no known tour has fewer turns.",
        partial(tour, 32, 32, algorithm="interleaved"),
    ),
    Exhibit(
        "Mirror image",
        "Its parallel lines meet at the axis, with one turn a row.",
        partial(tour, 21, 26, symmetry="axial", minimize="turns"),
    ),
    Exhibit(
        "Mirror image with few crossings",
        "Its lines are tied to the images of others at the axis.",
        partial(tour, 47, 46, symmetry="axial", minimize="crossings"),
    ),
    Exhibit(
        "Pinwheel",
        "A quarter turn maps it onto itself, and its four domains onto each other.",
        partial(tour, 50, 50, symmetry="quarter", minimize="crossings"),
    ),
    Exhibit(
        "Open with few crossings",
        "With an odd side, a path crosses itself less than any known closed tour.",
        partial(tour, 41, 41, kind="open", minimize="crossings"),
    ),
    Exhibit("Without rails", "A counterexample to the Rail Conjecture.", partial(tour, 30, 30, minimize="rails")),
    Exhibit(
        "Divide and conquer",
        "Small tours, joined at their corners.",
        partial(tour, 32, 32, algorithm="divide-and-conquer"),
    ),
    Exhibit(
        "Concentric braid",
        "A tourney: join it by switching rails.",
        partial(tourney, 24, 24, algorithm="concentric-braid"),
    ),
    Exhibit(
        "Four-cover",
        "Squares of four by four, each covered by four cycles.",
        partial(tourney, 24, 24, algorithm="four-cover"),
    ),
    Exhibit("Ring", "Any shape of board.", lambda: tour(_ring(), seed=1)),
    Exhibit("Box", "Turn it: all six faces are one board.", partial(tour, Box(8, 6, 5), seed=2)),
    Exhibit("Lines on a box", "They go straight on over its edges.", partial(tour, Box(12, 10, 8), minimize="turns")),
    Exhibit(
        "Lines in space",
        "Six levels: hardly more squares than the ends of the lines are turns.",
        partial(tour, Space(6, 16, 14), minimize="turns"),
    ),
    Exhibit("Large", "Zoom in: 10,000 squares.", partial(tour, 100, 100, seed=1)),
)
"""The pages in the order of the index."""

_DOTTED: Final = 300
"""The number of squares of the largest board drawn with dots in the index."""

_INDEX: Final = files("destrier.viewer") / "gallery.html"


def write_gallery(folder: StrPath, *, progress: Progress | None = None) -> Path:
    """Write the pages, their pictures and an index to a folder, which is created if necessary; return the index.

    The folder can be served as it is, or opened from the disk. If writing fails, a newly created folder is removed.
    """
    place = Path(folder)
    with _all_or_nothing(place):
        for number, exhibit in enumerate(EXHIBITS):
            made = exhibit.make()
            show(made, place / f"{exhibit.name}.html")
            write_atomically(place / f"{exhibit.name}.svg", _draw(made).encode())
            if progress is not None:
                progress("pages", number + 1, len(EXHIBITS))
        index = place / "index.html"
        items = "\n".join(map(_item, EXHIBITS))
        write_atomically(index, fill(_INDEX.read_text(encoding="utf-8"), {"<!-- exhibits -->": items}).encode())
    return index


@contextmanager
def _all_or_nothing(folder: Path) -> Iterator[None]:
    """Create a folder and its parents; if the block raises, remove the created ones with their files."""
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        if made:
            shutil.rmtree(made[-1], ignore_errors=True)
        raise


def _draw(made: Tourney) -> str:
    if isinstance(made.board, Box):
        return to_svg(made, view="isometric")
    return to_svg(made, grid=False, dots=made.board.size <= _DOTTED)


def _item(exhibit: Exhibit) -> str:
    return (
        f'<li><a href="{exhibit.name}.html"><img src="{exhibit.name}.svg" alt="" loading="lazy">'
        f"<h2>{escape(exhibit.title)}</h2><p>{escape(exhibit.note)}</p></a></li>"
    )
