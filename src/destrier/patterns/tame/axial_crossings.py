"""Axially symmetric tours with few crossings: 5.4 columns + 3 rows plus a few.

The axis is vertical: the number of rows is odd, and the number of columns 2 mod 4 (see `proofs.symmetry`). The left
half has the structure of other tours with few crossings (see `crossings`): flat lines in the bulk, a wedge at the
bottom and one at the top, mirrors between them, and ties at three edges. The right half is its image, and the axis
replaces the fourth edge: each flat line turns there and is tied to a line of the other half. `docs/taming.md` shows
such a tour.

At the axis, there are two kinds of ties. *Narrow* ones turn in the column beside the axis, and join a line to the image
of the next one, with one crossing per row. *Wide* ones turn one column further away, and join a line to the image of
the third one from it, with three crossings per row. Narrow ties would close loops of lines that come from a wedge, and
wide ties loops of lines that come from the left edge. Ties are therefore wide beside the wedges and narrow in between.
There are pieces where the kind changes, as in the corners and at the apexes.

Lines from the left edge wind up the board in two strands, whatever the number of rows. The pieces thus depend only on
the number of columns of a half and, from `REGULAR` on, only on its residue modulo 20.

The pieces are in `tame_crossings_axial.txt`, found by `lab/tame_axial_crossings.py`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from destrier.core.types import Square
from destrier.patterns.mosaic import Mosaic
from destrier.patterns.patches import read_boards
from destrier.patterns.tame import crossings
from destrier.patterns.tame.crossings import Anchored, Starts
from destrier.patterns.zones import COLS, ROWS, cut, transformed

WIDE: Final = crossings.BULK, 1 << 4 | 1 << 7
"""The two columns next to the axis, outwards, where ties are wide."""

NARROW: Final = WIDE[::-1]
"""The two columns where ties are narrow."""

REACH: Final = 6
"""Number of rows of a piece at the axis on either side of the row where the kind of ties changes."""

REGULAR: Final = 101
"""Number of columns of a half from which the pieces depend only on it modulo 20."""


class End(NamedTuple):
    """The lower or upper end of the left halves of a class: a wedge and its pieces."""

    starts: Starts
    """The beginnings of its mirrors."""
    shift: int
    """Number of rows from the line through its apex up to the change of the ties at the axis."""
    pieces: dict[str, Anchored]
    """By the names of their anchors."""


def takes(rows: int, cols: int) -> bool:
    """Return whether there is such a tour."""
    if rows % 2 == 0:  # the axis is level
        rows, cols = cols, rows
    if rows % 2 == 0 or cols % 4 != 2 or key_of(cols // 2) not in _classes():
        return False
    lower, upper = changes(rows, cols // 2, *_classes()[key_of(cols // 2)])
    return upper - lower >= 2 * REACH


def mosaic(rows: int, cols: int) -> Mosaic:
    """Return a board for which there is such a tour."""
    if rows % 2 == 0:
        return mosaic(cols, rows).transposed()
    width = cols // 2
    _, zones, pieces = half(rows, width, *_classes()[key_of(width)])
    images = [piece.transformed("flip-columns", (rows, cols)) for piece in pieces]
    zones = cut(COLS, [width], [zones, transformed(zones, "flip-columns", (rows, cols))])
    return Mosaic((rows, cols), zones, [*pieces, *images])


def key_of(width: int) -> int:
    """Return the class of halves with this many columns."""
    return width if width < REGULAR else REGULAR + (width - REGULAR) % 20


def anchors(rows: int, width: int, bottom: End, top: End) -> dict[str, Square]:
    """Return the row, counted from the bottom, and the column of each anchor."""
    (low, left), (high, right) = bottom.starts.apex(width), top.starts.apex(width)
    lower, upper = changes(rows, width, bottom, top)
    return {
        "bottom-left": (0, 0),
        "bottom-right": (0, width - 1),
        "bottom-apex": (low, left),
        "bottom-axis": (lower, width - 1),
        "top-right": (rows - 1, width - 1),
        "top-left": (rows - 1, 0),
        "top-apex": (rows - 1 - high, width - 1 - right),
        "top-axis": (upper, width - 1),
    }


def changes(rows: int, width: int, bottom: End, top: End) -> Square:
    """Return the rows, counted from the bottom, where ties become narrow and where they become wide again."""
    (low, left), (high, right) = bottom.starts.apex(width), top.starts.apex(width)
    return low + (width - left) // 2 + bottom.shift, rows - 1 - high + (right + 1) // 2 + top.shift


def half(rows: int, width: int, bottom: End, top: End) -> Mosaic:
    """Return the left half of a board."""
    lower, upper = changes(rows, width, bottom, top)
    wide, narrow = (cut(COLS, [width - 1], crossings.columns(ties[::-1])) for ties in (WIDE, NARROW))
    axis = cut(ROWS, [rows - upper, rows - lower], [wide, narrow, wide])
    bulk = cut(COLS, [width - 2], [crossings.edged(crossings.LEFT), axis])
    places = anchors(rows, width, bottom, top)
    return Mosaic(
        (rows, width),
        crossings.with_wedges(bulk, (rows, width), bottom.starts, top.starts),
        [piece.at(places[name], rows) for name, piece in (bottom.pieces | top.pieces).items()],
    )


@cache
def _classes() -> dict[int, tuple[End, End]]:
    """Return the lower and the upper ends of each class."""
    ends: dict[tuple[int, str], End] = {}
    for (key, name, *places), moves in read_boards("tame_crossings_axial.txt"):
        right_start, left_start, shift, *offset = map(int, places)
        side = name.partition("-")[0]
        end = ends.setdefault((int(key), side), End(Starts(right_start, left_start), shift, {}))
        end.pieces[name] = Anchored(moves, *offset)
    return {key: (ends[key, "bottom"], ends[key, "top"]) for key, _ in ends}
