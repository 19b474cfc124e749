"""The common frame of the viewer's pages: the head, the bar, and the links between the pages."""

from __future__ import annotations

from importlib.resources import files
from typing import Final, NamedTuple

from destrier.drawing.scripts import STATIC, read_markup
from destrier.support.html import fill

FOLDERS: Final = (files("destrier.viewer") / "static", STATIC)
"""The folder of the pages' files."""


class Page(NamedTuple):
    """The individual parts of a page's frame."""

    folder: str
    """The folder of its content, `page.html`, its script, `main.js`, and optionally its style, `style.css`."""
    link: str
    """The text of links to it."""
    title: str = "destrier"


PAGES: Final = {
    "index.html": Page("tours", "Tours"),
    "boxes.html": Page("boxes", "In space", "In space – destrier"),
    "paths.html": Page("paths", "Paths", "Closed knight's paths – destrier"),
    "puzzles.html": Page("puzzles", "Puzzles", "Knight's tour puzzles – destrier"),
}
"""The pages by their addresses, in the order of the links."""


def framed(address: str, *, is_alone: bool = False) -> str:
    """Return a page; a standalone page, without a server, has no links to others."""
    folder, _, title = PAGES[address]
    bar, main = read_markup(f"{folder}/page.html", FOLDERS).split("<main>\n")
    style = f"{folder}/style.css"
    styles = ["style.css", *([style] if (FOLDERS[0] / style).is_file() else [])]
    parts = {
        "<!-- title -->": title,
        "<!-- styles -->": "\n".join(f'<link rel="stylesheet" href="{name}">' for name in styles),
        "<!-- script -->": f'<script type="module" src="{folder}/main.js"></script>',
        "<!-- body -->": f'<body class="{folder}{" alone" if is_alone else ""}">',
        "<!-- bar -->": bar if is_alone else _links(address) + bar,
        "<!-- main -->": main,
    }
    return fill(read_markup("page.html", FOLDERS), parts)


def _links(address: str) -> str:
    """Return the links to all pages, with the current one marked."""
    current = {address: ' aria-current="page"'}
    links = [f'<a href="{other}"{current.get(other, "")}>{page.link}</a>' for other, page in PAGES.items()]
    return f'<nav id="pages" aria-label="Pages">{"".join(links)}</nav>\n'
