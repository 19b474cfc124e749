"""The common frame of the viewer's pages: the head, the bar, and the links between the pages."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from destrier.drawing.scripts import STATIC, page_script, policy, read_markup, read_static
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


LINKS: Final = {address: page.link for address, page in PAGES.items()}
"""The texts of the links to all pages, by their addresses."""


def framed(address: str, links: Mapping[str, str] = LINKS, *, more: str = "", is_alone: bool = False) -> str:
    """Return a page with more in its head, and links to others; a standalone page, with embedded data, has none."""
    folder, _, title = PAGES[address]
    bar, main = read_markup(f"{folder}/page.html", FOLDERS).split("<main>\n")
    style = f"{folder}/style.css"
    styles = ["style.css", *([style] if (FOLDERS[0] / style).is_file() else [])]
    parts = {
        **head(title, styles, f"{folder}/main.js", more),
        "<!-- body -->": f'<body class="{folder}{" alone" if is_alone else ""}">',
        "<!-- bar -->": bar if is_alone else linked(links, PAGES[address].link) + bar,
        "<!-- main -->": main,
    }
    return fill(read_markup("page.html", FOLDERS), parts)


def head(title: str, styles: Sequence[str], script: str, more: str = "") -> dict[str, str]:
    """Return the parts of a page's head."""
    return {
        "<!-- title -->": title,
        "<!-- styles -->": "\n".join(f'<link rel="stylesheet" href="{name}">' for name in styles),
        "<!-- more -->\n": more,
        "<!-- script -->": f'<script type="module" src="{script}"></script>',
    }


def linked(links: Mapping[str, str], here: str) -> str:
    """Return links to pages, by their addresses, with the text of the current one marked."""
    current = {here: ' aria-current="page"'}
    told = [f'<a href="{address}"{current.get(text, "")}>{text}</a>' for address, text in links.items()]
    return f'<nav id="pages" aria-label="Pages">{"".join(told)}</nav>\n'


def inlined(
    page: str, main: str, folders: Sequence[Traversable] = FOLDERS, *, allowed: Mapping[str, str] | None = None
) -> str:
    """Return a page with its script, styles and icon in it, and the policy that allows these, and what else is told."""
    script = page_script(main, folders)
    parts = {
        '<meta charset="utf-8">': f'<meta charset="utf-8">{policy(script, allowed or {})}',
        f'<script type="module" src="{main}"></script>': script,
        "icon.svg": f"data:image/svg+xml;base64,{b64encode(read_static('icon.svg', folders).encode()).decode()}",
    }
    page = fill(page, parts)
    return re.sub(
        r'<link rel="stylesheet" href="(.*)">', lambda link: f"<style>{read_static(link[1], folders)}</style>", page
    )
