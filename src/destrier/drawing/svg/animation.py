"""Tourneys as animated SVG: a knight rides round each cycle, and its trail grows.

The animation is declared (SMIL), so that it runs wherever a browser shows the file, even as an image. A trail is the
path of a cycle under one dash of its whole length, which is let in gradually; `pathLength` counts in moves. The
animation itself sets the dash and the knights, so that programs without animation show the finished drawing, and so
do browsers whose user prefers less motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Unpack
from zlib import crc32

from destrier.core.tourney import Tourney, flat_board
from destrier.drawing.knight import EYE, HALF, OUTLINE, knight_colours, knight_size, riding_seconds
from destrier.drawing.layout import CELL
from destrier.drawing.style import Look, Options
from destrier.drawing.svg.tour import cycle_paths, drawing, sheet_of, stroke_colours
from destrier.support.errors import DestrierError

PAUSE: Final = 2.5
"""The number of seconds for which the finished drawing stays."""

_STILL: Final = """\
@media (prefers-reduced-motion: reduce) {
  .destrier:not(.controlled) .trail { stroke-dasharray: none !important }
  .destrier:not(.controlled) .knight { display: none !important }
}"""
"""The style sheet for users who prefer less motion; a page that controls the animation sees to this itself."""


def to_animated_svg(
    tourney: Tourney, *, seconds: float | None = None, style: str = "", **options: Unpack[Options]
) -> str:
    """Animate a tourney: a knight rides each cycle, all at the same pace, and their trails grow.

    The SVG needs nothing else. Elements have the classes of `to_svg`, and `trail`, `knights` and `knight`.

    Parameters
    ----------
    tourney
        The tourney to draw.
    seconds
        The duration of the ride, by default an eighth of a second per move within 4 to 12; the result stays for 2.5.
    style
        A style sheet to embed.
    **options
        The options of `Look`; dots are left out unless asked for, since they would have to wait for the knights.
    """
    board = flat_board(tourney, "the knight rides")
    seconds = riding_seconds(tourney, seconds)
    if not 0 < seconds < float("inf"):
        raise DestrierError(f"an animation takes some time, not {seconds!r} s")
    look = Look(**options)
    look = replace(look, dots=bool(look.dots))
    moves = [length - (tourney.kind == "open") for length in tourney.cycle_lengths().tolist()]
    ride = _Ride(tourney, look, moves, seconds)
    data = f' data-moves="{max(moves)}" data-seconds="{seconds:g}" data-pause="{PAUSE:g}"'
    style = f"{_STILL}\n{style}".rstrip()
    return drawing(tourney, look, ride.trails(), ride.knights(), sheet=sheet_of(board), style=style, data=data)


class _Ride:
    """The moving elements of a drawing; cycle `k` has `moves[k]` moves, and the longest takes `seconds`."""

    def __init__(self, tourney: Tourney, look: Look, moves: list[int], seconds: float) -> None:
        self.tourney, self.look, self.moves = tourney, look, moves
        self.colours = stroke_colours(tourney, look)
        self.name = f"tour-{crc32(tourney.indices().tobytes()):08x}"  # keeps two drawings in one page apart
        self.share = seconds / (seconds + PAUSE)
        self.timing = f'dur="{seconds + PAUSE:g}s" repeatCount="indefinite"'

    def trails(self) -> Iterator[str]:
        """Yield the path of each cycle, as far as it has been ridden."""
        drawn = zip(cycle_paths(self.tourney), self.colours, self.moves, strict=True)
        for cycle, (path, colour, moves) in enumerate(drawn):
            yield (
                f'<path id="{self.name}-{cycle}" class="cycle trail cycle-{cycle}" stroke="{colour}"'
                f' stroke-width="{self.look.line_width}" pathLength="{moves}" d="{path}">'
                f'<set attributeName="stroke-dasharray" to="{moves}"/>'
                f'<animate attributeName="stroke-dashoffset" values="{moves};0;0" {self._times(moves)}/></path>'
            )

    def knights(self) -> Iterator[str]:
        """Yield the knight of each cycle, on its way."""
        size = CELL * knight_size(flat_board(self.tourney, "the knight rides"), len(self.moves)) / (2 * HALF)
        start, *curves = (" ".join(map(str, points)) for points in OUTLINE)
        x, y, radius = EYE
        yield '<g class="knights" visibility="hidden" stroke="white" stroke-width="8" paint-order="stroke">'
        yield '<set attributeName="visibility" to="visible"/>'
        yield (
            f'<defs><g id="{self.name}-knight" transform="scale({size:.4g})">'
            f'<path d="M{start} C{" ".join(curves)}z"/>'
            f'<circle cx="{x}" cy="{y}" r="{radius}" fill="white" stroke="none"/></g></defs>'
        )
        for cycle, (colour, moves) in enumerate(zip(knight_colours(self.colours), self.moves, strict=True)):
            yield (
                f'<use class="knight" href="#{self.name}-knight" fill="{colour}">'
                f'<animateMotion calcMode="linear" keyPoints="0;1;1" {self._times(moves)}>'
                f'<mpath href="#{self.name}-{cycle}"/></animateMotion></use>'
            )
        yield "</g>"

    def _times(self, moves: int) -> str:
        arrival = self.share * moves / max(self.moves)
        return f'keyTimes="0;{arrival:.6g};1" {self.timing}'
