"""A picture of the frequency of each move over all tours of a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from destrier.drawing.svg.diagram import Diagram

if TYPE_CHECKING:
    from destrier.counting.censuses import Census

_WIDEST: Final = 0.16
"""The width of a move that all tours have, in squares."""


def census_svg(census: Census) -> str:
    """Return an SVG document in which the width of a move is proportional to the number of tours that use it."""
    diagram = Diagram(census.rows, census.cols)
    for (here, there), tours in sorted(census.moves.items(), key=lambda move: move[1]):
        if tours:
            diagram.line((here, there), width=_WIDEST * tours / census.tours)
    diagram.dots([square for move in census.moves for square in move], radius=0.1)
    title = f"How often the {census.tours} closed tours of {census.rows} x {census.cols} use each move"
    return diagram.svg(title, scale=max(1.5, 30 / max(census.rows, census.cols)))
