"""Posters: a drawing in any style on a sheet of paper, in millimetres, with a title, a subtitle and a signature."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Unpack

from destrier.core.tourney import Tourney
from destrier.drawing.layout import CELL
from destrier.drawing.look import Look, Options
from destrier.drawing.svg.box import View
from destrier.drawing.svg.diagram import text_width
from destrier.drawing.svg.document import LINES, Extent, document
from destrier.drawing.svg.plotter import check_length, parse_paper
from destrier.drawing.svg.tour import Picture, describe
from destrier.support.errors import DestrierError
from destrier.support.html import escape

_PAPER: Final = "a4"
_MARGIN: Final = 0.08
"""The default margin, as a share of the shorter side of the paper."""

_FINE: Final = 2 / 3
"""The width of lines, which are seen from nearby, as a share of that in other drawings."""

_TITLE: Final = 0.055
_SUBTITLE: Final = 0.026
_SIGNATURE: Final = 0.02
"""The sizes of the words, as shares of the shorter side."""


def to_poster(
    tourney: Tourney,
    *,
    paper: str | None = None,
    margin: float | None = None,
    bleed: float = 0.0,
    title: str = "",
    subtitle: str = "",
    signature: str = "",
    view: View | None = None,
    **options: Unpack[Options],
) -> str:
    """Draw a tourney on a sheet of paper, as large as fits, as SVG in millimetres.

    Parameters
    ----------
    tourney
        The tourney to draw.
    paper
        The paper: `a0` to `a6` (`a4` by default), `letter`, or its width and height, such as `300x400` in millimetres
        or `6x9in`. It is turned if the drawing is larger then.
    margin
        The margin in millimetres, by default 8 % of the shorter side.
    bleed
        By how many millimetres the ground goes on beyond each side, to be cut off.
    title, subtitle, signature
        Words below the drawing, and in the lower right corner.
    view, **options
        Those of `to_svg`; the size is that of the paper, lines are finer, and there are no dots by default.

    Raises
    ------
    DestrierError
        If the paper is unknown, or too small for the margin.
    """
    look = Look.given("to_poster", options)
    if look.size is not None or look.cell is not None:
        raise DestrierError("a poster is as large as its paper: leave out size and cell, or the paper")
    fine = _FINE * look.width_of_moves(tourney.board) / CELL
    picture = Picture(tourney, replace(look, line_width=look.line_width or fine, dots=bool(look.dots)), view)
    sizes = [parse_paper(paper or _PAPER)]
    sizes.append(sizes[0][::-1])
    check_length("margin", margin)
    check_length("bleed", bleed)
    posters = [_Poster(picture, size, margin, title, subtitle, signature) for size in sizes]
    best = max(posters, key=lambda one: one.scale)
    if best.scale <= 0:
        raise DestrierError(f"a margin of {best.margin:g} mm leaves no room on {paper or _PAPER}: take a smaller one")
    width, height = best.size
    return document(
        best.parts(),
        Extent(width + 2 * bleed, height + 2 * bleed, -bleed, -bleed),
        title=title or describe(tourney),
        name="poster",
        scale="mm",
        look="",
        style=picture.look.style_sheet,
        background=picture.style.ground,
        recipe=tourney.recipe,
    )


class _Poster:
    """A picture and words on a sheet of a size in millimetres."""

    def __init__(
        self,
        picture: Picture,
        size: tuple[float, float],
        margin: float | None,
        title: str,
        subtitle: str,
        signature: str,
    ) -> None:
        self.picture, self.size, self.signature = picture, size, signature
        shorter = min(size)
        self.margin = _MARGIN * shorter if margin is None else margin
        self._inside = size[0] - 2 * self.margin
        sized = ((title, _TITLE * shorter), (subtitle, _SUBTITLE * shorter))
        self._words = [(text, self._fitting(text, most)) for text, most in sized if text]
        self._small = self._fitting(signature, _SIGNATURE * shorter)
        self._below = sum(1.7 * size for _, size in self._words) + (1.5 * self._small if signature else 0)
        extent = picture.sheet.extent
        room = size[1] - 2 * self.margin - self._below
        self.scale = min(self._inside / extent.width, room / extent.height)

    def _fitting(self, text: str, most: float) -> float:
        """Return the largest size, up to the given one, in which a line fits between the margins."""
        return min(most, self._inside / max(text_width(text), 1)) if text else 0

    def parts(self) -> Iterator[str]:
        """Yield the picture and the words."""
        width, height = self.size
        extent = self.picture.sheet.extent
        spare = height - 2 * self.margin - self._below - self.scale * extent.height
        top = self.margin + 0.4 * spare
        left = (width - self.scale * extent.width) / 2
        moved = f"translate({left:.6g} {top:.6g}) scale({self.scale:.9g}) translate({-extent.left:g} {-extent.top:g})"
        yield f'<g class="destrier" transform="{moved}" {LINES}>'
        yield from self.picture.parts()
        yield "</g>"
        line = top + self.scale * extent.height
        for text, size in self._words:
            line += 1.6 * size
            yield self._written(text, width / 2, line, size, "middle")
        if self.signature:
            yield self._written(self.signature, width - self.margin, height - self.margin, self._small, "end")

    def _written(self, text: str, x: float, y: float, size: float, anchor: str) -> str:
        look = f'fill="{self.picture.style.ink}" font-family="sans-serif" font-size="{size:.5g}" text-anchor="{anchor}"'
        return f'<text x="{x:.6g}" y="{y:.6g}" {look}>{escape(text)}</text>'
