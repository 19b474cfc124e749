"""Tourneys as one HTML page: the animated SVG, and controls for it.

The page is also well-formed XML, needs nothing else, and without scripts still shows the animation.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from destrier.drawing.svg.animation import to_animated_svg
from destrier.drawing.svg.tour import describe

if TYPE_CHECKING:
    from typing import Unpack

    from destrier.core.tourney import Tourney
    from destrier.drawing.style import Options

__all__ = ["to_html"]

_PAGE: Final = Path(__file__).with_name("page.html")
"""The page around a drawing; its script sets the time of the drawing, which knows all the rest."""


def to_html(tourney: Tourney, *, seconds: float | None = None, **options: Unpack[Options]) -> str:
    """Animate a tourney in a page with controls: play, pause, step, scrub, and how fast.

    Space plays and pauses, the arrows step, Home and End go to the start and the end.

    Parameters
    ----------
    tourney
        What to draw.
    seconds
        How long the ride takes, as in `to_animated_svg`.
    **options
        How it looks, see `Look`.

    Returns
    -------
    str
        An HTML document that needs nothing else.
    """
    page = _PAGE.read_text(encoding="utf-8")
    drawing = to_animated_svg(tourney, seconds=seconds, **options)
    return page.replace("<!-- title -->", describe(tourney)).replace("<!-- drawing -->", drawing)
