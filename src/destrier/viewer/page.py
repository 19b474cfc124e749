"""A tourney, or puzzles, as one interactive page that needs no server: the viewer's page with embedded data."""

from __future__ import annotations

import sys
import webbrowser
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Final

from destrier.core.box import Box
from destrier.core.tourney import Tour, Tourney, refuse_other_than_tourneys
from destrier.drawing.ride_page import to_html
from destrier.support.aliases import StrPath
from destrier.support.atomic import write_atomically
from destrier.support.errors import DestrierError
from destrier.support.html import escape, fill, to_script_json
from destrier.support.pictured import Pictured
from destrier.viewer.frame import PAGES, framed, inlined
from destrier.viewer.work import puzzle_tasks, space_tasks, to_npy

if TYPE_CHECKING:
    from destrier.puzzles.puzzle import Puzzle

_MOST_SQUARES: Final = 4_000_000
"""The most squares of a board in a page, at four bytes for three squares."""

_HEIGHT: Final = 640
"""The height of the page in a notebook, in pixels."""


@dataclass(frozen=True)
class Page:
    """An interactive page, which a notebook shows."""

    html: str

    def save(self, path: StrPath) -> None:
        """Write the page to a file that needs nothing else, `.html`."""
        _check_name(path)
        write_atomically(path, self.html.encode())

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" width="100%" height="{_HEIGHT}" style="border:0"></iframe>'

    def __repr__(self) -> str:
        return f"<Page of {len(self.html):,} characters>"


def show(shown: Tourney | Puzzle | Sequence[Puzzle], path: StrPath | None = None) -> Page:
    """Show a tour or tourney on an interactive page, for zooming, watching the ride and switching rails.

    Puzzles can be solved on their page. The page needs no server and no other file.

    Parameters
    ----------
    shown
        The tour or tourney to show. A box, a surface and a board of three dimensions can be turned, the latter two with
        up to 4,000 squares; a larger one, or one with another leaper, is shown as a picture. Or a puzzle, or a list of
        puzzles to choose from on the page.
    path
        The `.html` file to write. By default a notebook shows the page, or else the browser opens it.

    Raises
    ------
    DestrierError
        If the board has more than four million squares, or the box more than 60,000, or the file is not an `.html`
        file.

    See Also
    --------
    destrier.draw, destrier.widget

    Examples
    --------
    >>> import destrier as dt
    >>> dt.show(dt.tour(6, 6, seed=1), "tour.html").html[:15]
    '<!doctype html>'
    """
    if path is not None:
        _check_name(path)
    page = Page(_render(shown))
    if path is not None:
        page.save(path)
    elif not _is_in_notebook():
        with NamedTemporaryFile("w", suffix=".html", delete=False, encoding="utf-8") as file:
            file.write(page.html)
        webbrowser.open(Path(file.name).as_uri())
    return page


def _check_name(path: StrPath) -> None:
    if Path(path).suffix.lower() not in (".html", ".htm"):
        raise DestrierError(f"{path}: a page is an .html file; destrier.draw writes drawings, such as .svg")


def _is_in_notebook() -> bool:
    """Return whether this code runs in a notebook kernel that displays the results of cells."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return getattr(shell, "kernel", None) is not None


def _render(shown: Tourney | Puzzle | Sequence[Puzzle]) -> str:
    if isinstance(shown, Tourney):
        return _render_tourney(shown)
    from destrier.puzzles.puzzle import Puzzle

    listed = [shown] if isinstance(shown, Puzzle) else shown
    if not isinstance(listed, Sequence) or not listed or not all(isinstance(one, Puzzle) for one in listed):
        refuse_other_than_tourneys("show", shown, ", a Puzzle or a list of puzzles")
    return puzzle_page(listed)


def _render_tourney(tour: Tourney) -> str:
    seed = {"seed": _seed_of(tour)}
    is_small = isinstance(tour, Tour) and tour.board.size <= space_tasks.MOST_SPACE_SQUARES
    if isinstance(tour.board, Box) or (space_tasks.is_turned(tour.board) and is_small):
        return _inline("boxes.html", space_tasks.in_space(tour) | seed, tour)
    if tour.board.has_planes:
        return _inline("index.html", _with_measures(tour) | seed, tour)
    return to_html(tour)


def _seed_of(tour: Tourney) -> int | None:
    """Return the seed of the last step of a tour's recipe; a recipe from a file may hold anything."""
    match tour.recipe:
        case [*_, {"seed": int(seed)}]:
            return seed
    return None


def puzzle_page(listed: Sequence[Puzzle]) -> str:
    """Return the page on which these puzzles are solved."""
    shown = [puzzle_tasks.on_page(one) | {"steps": puzzle_tasks.steps(one)} for one in listed]
    return _inline("puzzles.html", {"puzzles": shown}, listed[0])


def _with_measures(tourney: Tourney) -> dict[str, object]:
    from destrier.measuring.metrics import measure

    if tourney.board.size > _MOST_SQUARES:
        raise DestrierError(
            f"a page shows boards of up to {_MOST_SQUARES:,} squares, not {tourney.board.describe()}: use destrier view"
        )
    made = to_npy(tourney)
    return {"npy": _encode(made.npy), "start": made.start, "measures": measure(tourney)}


def _inline(address: str, shown: dict[str, object], pictured: Pictured) -> str:
    """Return a self-contained page of the viewer with embedded data.

    Without scripts, it shows a picture, unless that is too large.
    """
    page = inlined(framed(address, is_alone=True), f"{PAGES[address].folder}/main.js")
    unscripted = "<noscript>This page needs JavaScript.</noscript>"
    parts = {
        unscripted: f"<noscript>{pictured._repr_svg_() or 'This page needs JavaScript.'}</noscript>",
        "</body>": f'<script id="embedded" type="application/json">{to_script_json(shown)}</script>\n</body>',
    }
    return fill(page, parts)


def _encode(data: bytes) -> str:
    return b64encode(data).decode()
