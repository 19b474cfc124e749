"""The styles of drawings: their colours and default elements.

A style's colours can be told apart by colour-blind readers, and stand out from everything that lies below them. This
module needs no package, so that the command line can list the styles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import cycle, islice
from typing import Final, TypeAlias

from destrier.drawing.colours import chosen_colours, parse_colour
from destrier.support.errors import DestrierError

_Channels: TypeAlias = tuple[float, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Style:
    """The look of a drawing, independent of its contents.

    Parameters
    ----------
    ground
        The colour of the paper, and of the discs behind numbers.
    squares
        The colours of the light and the dark squares, if the board is chequered.
    labels
        The colour of the names of files and ranks beside a flat board, if there are any.
    grid
        The colour of the sides of the squares.
    has_grid, has_dots
        Whether a small board shows the sides of its squares, and a dot on each, by default.
    ink
        The colour of a lone cycle and of numbers.
    line_width
        The width of the moves as a share of the side of a square.
    palette
        The colours of cycles, which readers who are blind to some colours tell apart: those of Okabe and Ito, "Color
        Universal Design" (2008), on light grounds darkened where they need to stand out from dark squares; then those
        of Tol, "Colour Schemes" (2021), that lie farthest from them.
    gradient
        The colours that run along a tour, evenly to the eye, from its start to its end.
    knight
        The colour of a lone knight.
    rail, warm, cool
        The colours of rails; of turns and of steps to later levels; and of crossings and of steps to earlier levels.
    """

    ground: str = "white"
    squares: tuple[str, str] | None = None
    labels: str | None = None
    grid: str = "#d4d4d4"
    has_grid: bool = True
    has_dots: bool = True
    ink: str = "black"
    line_width: float = 1 / 8
    palette: tuple[str, ...] = (
        *("#0072b2", "#c45500", "#008762", "#b35a8c", "#000000"),
        *("#332288", "#666633", "#225555", "#663333"),  # of Tol's muted and dark schemes
    )
    gradient: tuple[str, ...] = ("#0d0887", "#6a00a8", "#b12a90", "#d0405c")
    knight: str = "#e4572e"
    rail: str = "#ffd27a"
    warm: str = "#c8452f"
    cool: str = "#2f6db5"


_BRIGHT: Final = (
    *("#e69f00", "#56b4e9", "#f0e442", "#009e73", "#cc79a7", "#ffffff"),
    *("#99ddff", "#ffaabb", "#eedd88"),  # of Tol's light scheme
)
"""The lighter colours of Okabe and Ito, white, and colours of Tol."""

STYLES: Final[dict[str, Style]] = {
    "chess": Style(
        squares=("#fbf5e6", "#e4d6bb"),
        labels="#6b5d45",
        grid="#a08d6c",
        has_grid=False,
        ink="#1b1b1b",
        line_width=0.11,
        rail="#f5b73d",
        warm="#b3361f",
        cool="#245a9c",
    ),
    "paper": Style(),
    "ink": Style(has_grid=False, has_dots=False, line_width=0.16),
    "blueprint": Style(
        ground="#16386b",
        grid="#41639a",
        has_dots=False,
        ink="#ffffff",
        line_width=0.1,
        palette=_BRIGHT,
        gradient=("#8ab4f8", "#c9b6f2", "#ffc2a8", "#fff4b8"),
        knight="#ffb454",
        rail="#4a6fb0",
        warm="#ff9a7a",
        cool="#7fd0ff",
    ),
    "night": Style(
        ground="#12141a",
        squares=("#262a35", "#1b1e27"),
        labels="#9aa0ad",
        grid="#4a5060",
        has_grid=False,
        ink="#f2e9d8",
        line_width=0.11,
        palette=_BRIGHT,
        gradient=("#7567f0", "#d57fd0", "#ffa566", "#fff0a0"),
        knight="#ff8a5c",
        rail="#6b5a2e",
        warm="#ff8a70",
        cool="#6cb8ff",
    ),
}
"""The styles by name."""

_LETTERS: Final = 26
_DETAILED: Final = 200


def usual_style(sides: Sequence[int]) -> str:
    """Return the name of the default style of a board with these sides.

    A board with a letter for each file is drawn as a chessboard. Details too small to see are omitted.
    """
    longest = max(sides)
    if longest <= _LETTERS:
        return "chess"
    return "paper" if longest <= _DETAILED else "ink"


def find_style(name: str) -> Style:
    """Return the style of this name."""
    if name not in STYLES:
        meant = "".join(f"; did you mean {near}?" for near in get_close_matches(name, STYLES, 1))
        *most, last = STYLES
        raise DestrierError(f"a style is {', '.join(most)} or {last}, not {name!r}{meant}")
    return STYLES[name]


def cycle_colours(count: int, style: Style, chosen: Sequence[str] | None = None) -> list[str]:
    """Return the colours of `count` cycles: the chosen ones in rotation, or else those of the style."""
    if chosen is None and count == 1:
        return [style.ink]
    return list(islice(cycle(style.palette if chosen is None else chosen_colours(chosen)), count))


def gradient(stops: Sequence[str], count: int) -> list[str]:
    """Return `count` colours from the first to the last of the stops, in perceptually equal steps."""
    labs = [_to_oklab(parse_colour(stop)) for stop in chosen_colours(stops)]
    colours = []
    for step in range(count):
        place = step / max(count - 1, 1) * (len(labs) - 1)
        before = min(int(place), max(len(labs) - 2, 0))
        pair = zip(labs[before], labs[min(before + 1, len(labs) - 1)], strict=True)
        colours.append(_write(_from_oklab(tuple(a + (b - a) * (place - before) for a, b in pair))))
    return colours


def _write(channels: Sequence[float]) -> str:
    return "#" + "".join(f"{round(255 * min(max(channel, 0), 1)):02x}" for channel in channels)


# Ottosson's perceptually uniform OKLab: from linear light to the cones, and from their cube roots on.
_CONES: Final = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
_LAB: Final = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
_FROM_LAB: Final = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.2914855480),
)
_FROM_CONES: Final = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)


def _to_oklab(channels: Sequence[int]) -> _Channels:
    values = [channel / 255 for channel in channels]
    light = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]
    return _times(_LAB, [cone ** (1 / 3) for cone in _times(_CONES, light)])


def _from_oklab(lab: _Channels) -> _Channels:
    light = (max(value, 0.0) for value in _times(_FROM_CONES, [root**3 for root in _times(_FROM_LAB, lab)]))
    return tuple(12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055 for value in light)


def _times(matrix: Sequence[_Channels], vector: Sequence[float]) -> _Channels:
    return tuple(sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix)
