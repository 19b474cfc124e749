"""Tourneys as animated SVG: a knight rides around each cycle, and its trail grows.

The animation is declarative (SMIL), so it runs wherever a browser shows the file, even as an image. A trail is the path
of a cycle, or of a part with its own colour, with a single dash of its whole length whose offset is animated;
`pathLength` counts in moves. The animation itself sets the dash and the knights, so that programs without animation
show the finished drawing, and so do browsers whose user prefers less motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final, Unpack
from zlib import crc32

from destrier.core.tourney import Tourney
from destrier.drawing.knight import riding_seconds
from destrier.drawing.look import Look, Options
from destrier.drawing.svg.ride import Ride, Trail
from destrier.support.errors import DestrierError

PAUSE: Final = 2.5
"""The duration of the finished drawing in seconds."""

_BARELY: Final = 0.001
"""A ride counts as finished this many moves before its end, to allow for rounded times."""

_STILL: Final = """\
@media (prefers-reduced-motion: reduce) {
  .destrier:not(.controlled) .trail { stroke-dasharray: none !important }
  .destrier:not(.controlled) .left { visibility: visible !important }
  .destrier:not(.controlled) .knight { display: none !important }
}"""
"""The style sheet for users who prefer reduced motion; pages that control the animation handle it themselves."""


def to_animated_svg(tourney: Tourney, *, seconds: float | None = None, **options: Unpack[Options]) -> str:
    """Animate a tourney: a knight rides each cycle, all at the same pace, and their trails grow.

    The SVG is self-contained. Elements have the classes of `to_svg`, and `trail`, `left`, `knights` and `knight`.

    Parameters
    ----------
    tourney
        The tourney to draw.
    seconds
        The duration of the ride, by default an eighth of a second per move within 4 to 12; the result stays for 2.5.
    **options
        The options of `Look`; dots are omitted by default, since they would have to wait for the knights. A number
        appears when the knight leaves its square.
    """
    seconds = riding_seconds(tourney, seconds)
    if not 0 < seconds < float("inf"):
        raise DestrierError(f"an animation takes more than 0 s, not {seconds!r} s")
    look = Look.given("to_animated_svg", options)
    ride = Ride(tourney, replace(look, dots=bool(look.dots)))
    film = _Film(ride, seconds)
    picture = ride.picture
    data = f' data-moves="{ride.longest}" data-seconds="{seconds:g}" data-pause="{PAUSE:g}"'
    parts = chain(picture.board(), film.trails(), picture.marks(film.left), film.knights())
    return picture.document(parts, style=_STILL, data=data)


class _Film:
    """The moving elements of a drawing; the longest ride takes `seconds`."""

    def __init__(self, ride: Ride, seconds: float) -> None:
        self.ride = ride
        self.name = (
            f"tour-{crc32(ride.picture.tourney.indices().tobytes()):08x}"  # distinguishes two drawings on a page
        )
        self.share = seconds / (seconds + PAUSE)
        self.timing = f'dur="{seconds + PAUSE:g}s" repeatCount="indefinite"'

    def trails(self) -> Iterator[str]:
        """Yield the trails, as far as they have been ridden."""
        for number, trail in enumerate(self.ride.trails):
            yield self._trail(trail, f' id="{self.name}-{number}"' if trail.whole else "")

    def _trail(self, trail: Trail, name: str) -> str:
        moves = trail.stop - trail.start
        dash, offsets, times = f"{moves}", f"{moves};0;0", f"0;{self._time(trail.ends)};1"
        if trail.begins:  # the whole path is in the gap until the knight arrives, so that it is invisible
            dash, offsets = f"{moves} {moves + 1}", f"{moves + 0.5};{moves + 0.5};{moves};0;0"
            begins = self._time(trail.begins)
            times = f"0;{begins};{begins};{self._time(trail.ends)};1"
        drawn = self.ride.draw(trail._replace(name=f"{trail.name} trail"), f'{name} pathLength="{moves}"')
        return (
            f'{drawn.removesuffix("/>")}><set attributeName="stroke-dasharray" to="{dash}"/>'
            f'<animate attributeName="stroke-dashoffset" values="{offsets}" keyTimes="{times}" {self.timing}/></path>'
        )

    def left(self, place: int, number: str) -> str:
        """Return a number that appears as soon as the knight has left its square, or has arrived at the last one."""
        time = self._time(min(self.ride.step(place) + 0.5, self.ride.longest - _BARELY))
        return f'<g class="left">{self._appearing("hidden;visible", time)}{number}</g>'

    def knights(self) -> Iterator[str]:
        """Yield the knight of each cycle, on its way."""
        yield from self.ride.knights(self._knights(), ' visibility="hidden"')

    def _knights(self) -> Iterator[str]:
        name = f' id="{self.name}-knight"'
        yield '<set attributeName="visibility" to="visible"/>'
        yield f"<defs>{self.ride.knight(name)}</defs>"
        if self.ride.picture.look.colour_by != "cycles":
            for cycle, d in enumerate(self.ride.whole_paths()):
                yield f'<path id="{self.name}-{cycle}" class="way" stroke="none" d="{d}"/>'
        numbered = self.ride.picture.look.numbers
        for cycle, (colour, moves) in enumerate(zip(self.ride.knight_colours(), self.ride.moves, strict=True)):
            arrival = self._time(moves)
            leaves = self._appearing("visible;hidden", self._time(moves - _BARELY)) if numbered else ""
            yield (
                f'<use class="knight" href="#{self.name}-knight" fill="{colour}">{leaves}'
                f'<animateMotion calcMode="linear" keyPoints="0;1;1" keyTimes="0;{arrival};1" {self.timing}>'
                f'<mpath href="#{self.name}-{cycle}"/></animateMotion></use>'
            )

    def _appearing(self, values: str, time: str) -> str:
        """Return an animation from one state of visibility to another at a time."""
        return (
            f'<animate attributeName="visibility" calcMode="discrete" values="{values}" keyTimes="0;{time}"'
            f" {self.timing}/>"
        )

    def _time(self, moves: float) -> str:
        """Return the share of the animation that has passed after a number of moves."""
        return f"{self.share * moves / self.ride.longest:.6g}"
