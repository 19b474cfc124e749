"""Tourneys as one HTML page with the animated SVG and its controls.

The page is also well-formed XML, is self-contained, and shows the animation even without scripts.
"""

from __future__ import annotations

from typing import Final, Unpack

from destrier.core.board import Board
from destrier.core.tourney import Tourney
from destrier.drawing.look import Options
from destrier.drawing.scripts import STATIC, page_script, policy, read_markup, read_static
from destrier.drawing.svg.animation import to_animated_svg
from destrier.drawing.svg.tour import describe, to_svg
from destrier.support.errors import UnsupportedBoard
from destrier.support.html import escape, fill

_PICTURE: Final = """<!doctype html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="utf-8"/><!-- policy -->
<title><!-- title --></title>
<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style></head>
<body><!-- drawing --></body></html>
"""
"""The page around a static drawing."""


def to_html(tourney: Tourney, *, seconds: float | None = None, **options: Unpack[Options]) -> str:
    """Animate a tourney on a page with controls to play, pause, step, scrub and set the pace, or show it as a picture.

    A knight rides on flat boards; other boards are shown as pictures. Space plays and pauses, the arrow keys step, Home
    and End go to the start and the end.

    Parameters
    ----------
    tourney
        The tourney to draw.
    seconds
        The duration of the ride, as in `to_animated_svg`.
    **options
        The options of `Look`.
    """
    parts = {"<!-- title -->": escape(describe(tourney), quote=False)}
    if isinstance(tourney.board, Board):
        page, script = read_markup("ride.html"), page_script("ride.js")
        parts |= {"<!-- scripts -->": script, "<!-- player.css -->": read_static("player.css", (STATIC,))}
        drawing = to_animated_svg(tourney, seconds=seconds, **options)
    elif seconds is not None:
        raise UnsupportedBoard(f"the knight rides only on flat boards, not on {tourney.board.describe()}")
    else:
        page, script, drawing = _PICTURE, "", to_svg(tourney, **options)
    return fill(page, parts | {"<!-- policy -->": policy(script), "<!-- drawing -->": drawing})
