"""The frame of every SVG drawing: a root with a size, a title, a style sheet and a background."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from destrier.core.recipes import written
from destrier.core.types import Recipe
from destrier.support.html import escape

LINES: Final = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
"""The attributes of drawings that are made of lines."""


class Extent(NamedTuple):
    """The part of the plane that a drawing shows."""

    width: float
    height: float
    left: float = 0
    top: float = 0

    def view_box(self) -> str:
        """Return the value of the attribute `viewBox`."""
        return " ".join(f"{value:.12g}" for value in (self.left, self.top, self.width, self.height))


def document(
    parts: Iterable[str],
    extent: Extent,
    *,
    title: str,
    name: str = "",
    scale: float | str = 1,
    look: str = LINES,
    style: str = "",
    background: str = "white",
    recipe: Recipe | None = None,
) -> str:
    """Return an SVG document that shows a part of the plane, in units of the drawing.

    `name` has additional classes of the root, with which style sheets distinguish drawings, and `look` further
    attributes. The scale is in pixels per unit, or a unit of length such as `mm`. `style` is a style sheet to embed; an
    empty background leaves out the rectangle below everything; the recipe of the drawn tourney is stored in the
    drawing.
    """
    unit, pixels = (scale, 1.0) if isinstance(scale, str) else ("", scale)
    width, height = (f"{side * pixels:.12g}{unit}" for side in (extent.width, extent.height))
    corner = f' x="{extent.left:.12g}" y="{extent.top:.12g}"' if extent.left or extent.top else ""
    root = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="destrier{name and " "}{name}" viewBox="{extent.view_box()}"'
        f' width="{width}" height="{height}"{look and " "}{look}>'
    )
    opening = [root, f"<title>{escape(title, quote=False)}</title>"]
    if recipe:
        opening.append(f"<metadata>{escape(written(recipe), quote=False)}</metadata>")
    if style:
        opening.append(f"<style>{escape(style, quote=False)}</style>")
    if background:
        opening.append(f'<rect class="background"{corner} width="100%" height="100%" fill="{escape(background)}"/>')
    return "\n".join([*opening, *parts, "</svg>\n"])
