"""A tourney as one interactive page that needs no server: the viewer's own page, with the tourney in it."""

from __future__ import annotations

import json
import posixpath
import re
import sys
import webbrowser
from base64 import b64encode
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Final

from destrier.errors import DestrierError
from destrier.viewer.work import to_npy
from destrier.writing import write_atomically

if TYPE_CHECKING:
    from destrier.tourneys import Tourney
    from destrier.types import StrPath

__all__ = ["Page", "show"]

_STATIC: Final = Path(__file__).with_name("static")

_MOST_SQUARES: Final = 4_000_000
"""Of a board in a page: it has four bytes for three squares."""

_HEIGHT: Final = 640
"""Pixels in a notebook."""


@dataclass(frozen=True)
class Page:
    """An interactive page; a notebook shows it."""

    html: str

    def save(self, path: StrPath) -> None:
        """Write it to a file, which needs nothing else."""
        write_atomically(path, self.html.encode())

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" width="100%" height="{_HEIGHT}" style="border:0"></iframe>'

    def __repr__(self) -> str:
        return f"<Page of {len(self.html):,} characters>"


def show(tourney: Tourney, path: StrPath | None = None) -> Page:
    """Show a tourney on an interactive page, on which one can zoom, watch the ride and switch rails.

    Parameters
    ----------
    tourney
        What to show.
    path
        Where to write the page, `.html`. If omitted, a notebook shows it; else the browser opens it.

    Returns
    -------
    Page
        The page. It needs no server, and no other file.

    Raises
    ------
    DestrierError
        If the board has more than four million squares.
    """
    page = Page(_render(tourney))
    if path is not None:
        page.save(path)
    elif "ipykernel" not in sys.modules:
        with NamedTemporaryFile("w", suffix=".html", delete=False, encoding="utf-8") as file:
            file.write(page.html)
        webbrowser.open(Path(file.name).as_uri())
    return page


def _render(tourney: Tourney) -> str:
    if tourney.board.size > _MOST_SQUARES:
        raise DestrierError(
            f"a page shows boards of up to {_MOST_SQUARES:,} squares, not {tourney.board.describe()}: use destrier view"
        )
    page = _read("index.html")
    icon = f"data:image/svg+xml;base64,{_encode(_read('icon.svg').encode())}"
    page = page.replace('<link rel="stylesheet" href="style.css">', f"<style>{_read('style.css')}</style>")
    page = page.replace('<script type="module" src="tours/main.js"></script>', _scripts())
    page = page.replace("icon.svg", icon)
    page = re.sub(r"\s*<nav .*?</nav>", "", page, flags=re.DOTALL)
    return page.replace("</body>", f'<script id="embedded" type="application/json">{_embed(tourney)}</script>\n</body>')


def _scripts() -> str:
    """The modules as data, under names by which they find each other."""
    imports = {
        f"viewer/{name}": f"data:text/javascript;base64,{_encode(text.encode())}" for name, text in _modules().items()
    }
    return (
        f'<script type="importmap">{json.dumps({"imports": imports})}</script>\n'
        '<script type="module">import "viewer/tours/main.js";</script>'
    )


def _modules() -> dict[str, str]:
    """The page's modules, which import each other by name and not by path."""
    modules: dict[str, str] = {}
    waiting = ["tours/main.js"]
    while waiting:
        name = waiting.pop()
        if name in modules:
            continue
        text = re.sub(r'from "(\.[^"]*)"', lambda found: f'from "viewer/{_resolve(name, found[1])}"', _read(name))  # noqa: B023 (called at once)
        modules[name] = text
        waiting += re.findall(r'from "viewer/([^"]*)"', text)
    return modules


def _resolve(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _embed(tourney: Tourney) -> str:
    """The tourney and its measures as JSON."""
    from destrier.metrics import measure  # noqa: PLC0415 (needs the compiler)

    made = to_npy(tourney)
    return json.dumps({"npy": _encode(made.npy), "start": made.start, "measures": measure(tourney)})


def _read(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")


def _encode(data: bytes) -> str:
    return b64encode(data).decode()
