"""The concordance of the papers as data: its rows, and the places of each paper that need a row."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PAGE", "PLACES", "Row", "agrees", "imports", "parts", "places", "rows"]

PAGE: Final = Path(__file__).parents[2] / "docs" / "papers.md"

PLACES: Final = {
    "Tourneys": (
        "Sections 1 to 9, 3.1, 3.2, 3.3, Lemma 1, Theorems 2 to 4, The Rail Conjecture, Algorithms 1 to 3, "
        "Figures 1 to 22, Tables 1 and 2"
    ),
    "Rectangles": (
        "Introduction, The Algorithm, Constructing Tours, Case One, Case Two, Case Three, Case Four, Case Five, "
        "What's Next, Conclusion, Running the Program"
    ),
    "Taming": (
        "Sections 1 to 6, 1.1, 3.1, 3.2, 4.1, 4.2, 4.3, 4.3.1, 4.3.2, 5.1, 5.2, 5.3, 5.4, Appendix A, "
        "Definitions 1 and 2, Problems 1 and 2, Remark 1, Lemmas 1, 3, 5, 6 and 7, Theorems 2, 4, 8 and 9, "
        "Corollary 1, Corollary 2, Corollary 3, Algorithm 1, Figures 1 to 29, Tables 1 and 2"
    ),
    "Closed paths": "Sections 1 to 5, Algorithms 1 and 2, Tables 1 to 4",
}
"""The sections, numbered statements, figures and tables of each paper, in the words of the page's first column."""

_NUMBERED: Final = re.compile(r"(?:([A-Z][a-z]+?)s? )?([0-9][0-9.]*|A)(?: to ([0-9]+))?")


class Row(NamedTuple):
    """A row of the page."""

    place: str
    says: str
    commands: list[str]
    gives: list[str]
    verdict: str


def parts() -> dict[str, str]:
    """The text of the page by its second headings: one part for each paper."""
    _, *found = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {part.partition("\n")[0]: part for part in found}


def rows(part: str) -> list[Row]:
    """The rows of all tables of a part; a cell's code is what it tries or gives, its other words explain."""
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line[1:-1].split(" |")] for line in lines]
    return [
        Row(place, says, _codes(tried), _codes(gives), verdict)
        for place, says, tried, gives, verdict in cells
        if place != "place"
    ]


def _codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def imports() -> str:
    """The block of code before all parts, whose names all rows use."""
    found = re.search(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def places(listed: str) -> Iterator[str]:
    """The places of a list such as `Section 3.1, Figures 2 to 4 and 7`, each with its kind."""
    kind = ""
    for place in re.split(r", | and ", listed):
        if (numbered := _NUMBERED.fullmatch(place)) is None:
            yield place
            continue
        kind, first, last = numbered[1] or kind, numbered[2], numbered[3]
        for number in range(int(first), int(last) + 1) if last else (first,):
            yield f"{kind} {number}"


def agrees(given: str, printed: str) -> bool:
    """Whether all that was printed is what the page gives, or within the error that it gives."""
    value, is_about, error = given.partition(" +- ")
    if is_about:
        return abs(float(printed) - float(value)) <= float(error)
    return printed.strip() == given
