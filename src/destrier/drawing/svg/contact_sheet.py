"""Contact sheets: several tours of one board, row by row."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING

from destrier.core.board import Board
from destrier.core.tours import Tours
from destrier.drawing.layout import CELL, LINE_WIDTH, MARGIN
from destrier.drawing.look import Look
from destrier.drawing.style import STYLES
from destrier.drawing.svg.document import LINES, Extent, document
from destrier.drawing.svg.tour import Picture, cycle_paths, sheet_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from destrier.core.tourney import Tour


def contact_sheet(tours: Sequence[Tour]) -> str:
    """Return an SVG document of tours of one board, row by row, on a nearly square sheet."""
    board, style = Tours(tours).board, STYLES["paper"]
    if isinstance(board, Board):
        each = Extent(CELL * board.cols + MARGIN, CELL * board.rows + MARGIN)  # neighbours share a margin
    else:
        each = sheet_of(board, style).extent
    across = max(1, round(sqrt(len(tours) * each.height / each.width)))
    size = Extent(across * each.width + MARGIN, ceil(len(tours) / across) * each.height + MARGIN)
    lines = [f'<g class="tours" {LINES} stroke="{style.ink}" stroke-width="{LINE_WIDTH}">']
    for number, tour in enumerate(tours):
        down, right = divmod(number, across)
        place = f"translate({right * each.width - each.left:g} {down * each.height - each.top:g})"
        lines += _on_sheet(tour, place)
    lines += ["</g>"]
    return document(lines, size, title=f"{len(tours)} knight's tours of {board}", name="sheet", look="")


def _on_sheet(tour: Tour, place: str) -> Iterator[str]:
    """Yield the elements of a tour: one path on a flat board; board and lines on others, which have seams."""
    if isinstance(tour.board, Board):
        yield f'<path class="tour" transform="{place}" d="{next(cycle_paths(tour))}"/>'
        return
    picture = Picture(tour, Look(style="paper"))
    yield from (f'<g class="tour" transform="{place}">', *picture.board(), *picture.lines(), "</g>")
