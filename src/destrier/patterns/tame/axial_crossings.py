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

The pieces are in `tame_crossings_axial.txt`, found by `lab/tame_axial_crossings.py`. Cost: one write per square; O(1)
memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Final, NamedTuple

from destrier.core.board import transform
from destrier.core.types import Moves, Square
from destrier.patterns.patches import read_boards
from destrier.patterns.tame import crossings
from destrier.patterns.tame.crossings import Box, Piece, Starts
from destrier.patterns.zones import Part, cut, mirrored, transposed

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
    pieces: dict[str, Piece]
    """By the names of their anchors."""


def takes(rows: int, cols: int) -> bool:
    """Return whether there is such a tour."""
    if rows % 2 == 0:  # the axis is level
        rows, cols = cols, rows
    if rows % 2 == 0 or cols % 4 != 2 or key_of(cols // 2) not in _classes():
        return False
    lower, upper = changes(rows, cols // 2, *_classes()[key_of(cols // 2)])
    return upper - lower >= 2 * REACH


def few_crossings(out: Moves) -> None:
    """Fill a board that has such a tour."""
    turned = len(out) % 2 == 0
    upright = out.T if turned else out
    width = upright.shape[1] // 2
    half = upright[:, :width]
    lay(half, *_classes()[key_of(width)], turned=turned)
    if turned:
        out[width:] = transform(out[:width], "flip-rows")
    else:
        out[:, width:] = transform(out[:, :width], "flip-columns")


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


def lay(half: Moves, bottom: End, top: End, *, turned: bool = False) -> None:
    """Fill the left half of a board; `turned` if it is a view of a transposed one."""
    rows, width = half.shape
    up = half[::-1]  # counts rows from the bottom
    lower, upper = changes(rows, width, bottom, top)
    half[:] = crossings.as_laid([crossings.BULK], turned=turned)
    half[:, :2] = crossings.as_laid(crossings.LEFT, turned=turned)
    for span, ties in ((slice(0, lower), WIDE), (slice(lower, upper), NARROW), (slice(upper, rows), WIDE)):
        up[span, :-3:-1] = crossings.as_laid(ties, turned=turned)
    crossings.lay_wedge(up, bottom.starts, turned=turned)
    crossings.lay_wedge(up[::-1, ::-1], top.starts, turned=turned, half_turned=True)
    places = anchors(rows, width, bottom, top)
    for name, piece in (bottom.pieces | top.pieces).items():
        row, col = places[name][0] + piece.above, places[name][1] + piece.right
        height, wide = piece.moves.shape
        up[row : row + height, col : col + wide] = crossings.as_laid(piece.moves, turned=turned)[::-1]


def zones(rows: int, cols: int) -> Part:
    """Return the zones of a board for which there is such a tour."""
    if rows % 2 == 0:
        return transposed(zones(cols, rows))
    width = cols // 2
    bottom, top = _classes()[key_of(width)]
    lower, upper = changes(rows, width, bottom, top)

    def bulk(boxes: Sequence[Box]) -> Part:
        lefts = [crossings.around(boxes, (1, 0), square, (10, 1)) for square in crossings.LEFT]
        rights = [
            cut((1, 0), [rows - upper, rows - lower], [crossings.around(boxes, (1, 0), tie, (10, 1)) for tie in ties])
            for ties in zip(WIDE, NARROW, WIDE, strict=True)
        ]
        inside = crossings.around(boxes, crossings.FLAT, crossings.BULK, is_straight=True)
        return cut((0, 1), [1, 2, width - 2, width - 1], [*lefts, inside, *rights[::-1]])

    places = anchors(rows, width, bottom, top)
    pieces = [
        (rows - places[name][0] - piece.above - len(piece.moves), places[name][1] + piece.right, piece.moves)
        for name, piece in (bottom.pieces | top.pieces).items()
    ]
    half = crossings.with_pieces(
        partial(crossings.cut_at_mirrors, rows, width, bottom.starts, top.starts, bulk), pieces
    )
    return cut((0, 1), [width], [half, mirrored(half, cols)])


@cache
def _classes() -> dict[int, tuple[End, End]]:
    """Return the lower and the upper ends of each class."""
    ends: dict[tuple[int, str], End] = {}
    for (key, name, *places), moves in read_boards("tame_crossings_axial.txt"):
        right_start, left_start, shift, *offset = map(int, places)
        side = name.partition("-")[0]
        end = ends.setdefault((int(key), side), End(Starts(right_start, left_start), shift, {}))
        end.pieces[name] = Piece(moves, *offset)
    return {key: (ends[key, "bottom"], ends[key, "top"]) for key, _ in ends}
