"""The options of pages to print: those of every .pdf with pages, and those of a book."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from destrier.cli.arguments import Integer, Number
from destrier.drawing.catalogues import LANGUAGES
from destrier.support.errors import DestrierError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    _Command = TypeVar("_Command", bound=Callable[..., Any])

_LENGTH: Final[dict[str, Any]] = {"type": Number(min=0), "metavar": "MM"}

_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "title": {"metavar": "TEXT", "help": "Print this title on a .pdf."},
    "paper": {"metavar": "NAME", "help": "Print a .pdf on a0 to a6, letter, or a size such as 150x220 or 6x9in."},
    "margin": {**_LENGTH, "help": "Leave this margin on the pages of a .pdf."},
    "gutter": {**_LENGTH, "help": "Add this to the inner margin, where the pages of a book are bound."},
    "per_page": {"type": Integer(1, 12), "metavar": "N", "help": "Put N puzzles on a page of a book.  [default: 6]"},
    "author": {"metavar": "NAME", "help": "Print the author's name in a book."},
    "year": {"type": Integer(1, 9999), "metavar": "YYYY", "help": "Print the year in the imprint of a book."},
    "cover": {"metavar": "FILE", "help": "Put this picture (.svg, .png or .jpg) on the cover, in place of a tour."},
    "language": {"type": click.Choice(LANGUAGES), "help": "Print in this language.  [default: en]"},
}

PAGE: Final = ("title", "paper", "margin")
"""The options of every page."""

SHEET: Final = (*PAGE, "language")
"""The options of a worksheet."""

BOOK: Final = (*SHEET, "gutter", "per_page", "author", "year", "cover")
"""The options of a book."""


def paper_options(*names: str) -> Callable[[_Command], _Command]:
    """Return the options of printed pages with these names."""

    def add(command: _Command) -> _Command:
        flags = {name: f"--{name.replace('_', '-')}" for name in names}
        options = [click.option(flags[name], name, **_OPTIONS[name]) for name in names]
        return reduce(lambda made, option: option(made), reversed(options), command)

    return add


def is_pdf(path: str) -> bool:
    """Return whether a file is a PDF by its suffix."""
    return Path(path).suffix.lower() == ".pdf"


def taken(names: Iterable[str], options: dict[str, Any], outputs: Iterable[str]) -> dict[str, Any]:
    """Remove these options of pages from all options, and return the given ones; refuse them if no page is printed."""
    asked = {name: options.pop(name) for name in names}
    given = {name: value for name, value in asked.items() if value is not None}
    if given and not any(map(is_pdf, outputs)):
        flags = ", ".join(f"--{name.replace('_', '-')}" for name in given)
        raise DestrierError(f"{flags} {'is' if len(given) == 1 else 'are'} for printed pages: add -o FILE.pdf")
    return given
