"""Tours of n x n with quarter symmetry and few crossings: 7.6 n plus a few, for n = 2 mod 4.

There are four domains of parallel lines, one at each edge; a quarter turn maps each onto the next. The lines of
neighbouring domains are thus perpendicular, and separated by *mirrors* (see `crossings`). The mirror between the bottom
and right domains leads from the corner three columns to the left per row, for 0.2 n rows up to the *bend*, and then
three rows up per column to the centre, where all four meet. A mirror has 0.3 n steps with three crossings each, and
each edge has one crossing per square. `docs/taming.md` shows such a tour.

There are pieces in the corners, at the bends and at the centre. The pieces and the positions of the mirrors depend on n
modulo 60, because the strands through all domains then recur; below `REGULAR`, there are pieces for each n.

The pieces are in `tame_crossings_quarter.txt`, found by `lab/tame_quarter_crossings.py`. Cost: two writes per square,
and a quarter of the board in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from destrier.core.board import transform
from destrier.core.types import Moves
from destrier.patterns.patches import read_boards
from destrier.patterns.tame import crossings
from destrier.patterns.tame.crossings import Box
from destrier.patterns.zones import Part, Zone, cut, quarter_turned

REGULAR: Final = 102
"""The side from which the pieces depend only on the side modulo 60."""

PERIOD: Final = 60

CORNER: Final = 9, 12
"""The rows and columns of the piece in the lower right corner."""

BEND: Final = 4, 7
"""The rows and columns of the piece at a bend, on either side of the point where the parts of the mirror meet."""

CENTRE: Final = 12
"""The rows and columns of the piece at the centre."""

_TURNS: Final = ("identity", "rotate-90", "rotate-180", "rotate-270")

_TIES: Final = 1 << 1 | 1 << 4, 1 << 4 | 1 << 5
"""The last two columns: the lowest rows of a wedge, rotated."""

_FIRST: Final = 1 << 0 | 1 << 6, 1 << 0 | 1 << 2
"""The first part of the mirror between the bottom and right domains, and its image between right and top."""

_SECOND: Final = 1 << 0 | 1 << 2, 1 << 2 | 1 << 4
"""The second part of that mirror, and its image."""


class Class(NamedTuple):
    """The positions of the mirrors, and the pieces."""

    first: int
    """Number of columns between the board's right edge and the beginning of a mirror's first part."""
    second: int
    """A square is beyond the second part if 3 column - row exceeds the side by this much."""
    pieces: dict[str, Moves]
    """The pieces by the names of their places."""


def takes(rows: int, cols: int) -> bool:
    """Return whether there is such a tour."""
    return rows == cols and rows % 4 == 2 and key_of(rows) in _classes()


def few_crossings(out: Moves) -> None:
    """Fill a board that has such a tour."""
    lay(out, _classes()[key_of(len(out))])


def key_of(side: int) -> int:
    """Return the class of a board."""
    return side if side < REGULAR else REGULAR + (side - REGULAR) % PERIOD


def lay(out: Moves, which: Class) -> None:
    """Fill a square board with a side of 2 mod 4."""
    half = len(out) // 2
    quadrant = np.empty((half, half), np.uint8)
    _lay_quadrant(quadrant, which)
    _write(out, (slice(half, None),) * 2, quadrant)
    for name, place in places(len(out), which).items():
        if name in which.pieces:
            _write(out, place, which.pieces[name])


def places(side: int, which: Class) -> dict[str, tuple[slice, slice]]:
    """Return the rows and columns of the pieces, one of four images each."""
    first, second = side + which.first, side + which.second
    row, col = (3 * first - second) // 10, (first + 3 * second) // 10  # from the bottom
    centre = slice((side - CENTRE) // 2, (side + CENTRE) // 2)
    return {
        "corner": (slice(side - CORNER[0], side), slice(side - CORNER[1], side)),
        "bend": (slice(side - row - BEND[1], side - row + BEND[0]), slice(col - BEND[0], col + BEND[1])),
        "centre": (centre, centre),
    }


def _write(out: Moves, place: tuple[slice, slice], moves: Moves) -> None:
    """Write moves and their images."""
    for turn, name in enumerate(_TURNS):
        np.rot90(np.rot90(out, -turn)[place], turn)[:] = transform(moves, name)


def _lay_quadrant(quadrant: Moves, which: Class) -> None:
    """Fill the lower right quadrant: parts of the bottom, right and top domains, and the mirrors between them."""
    half = len(quadrant)
    quadrant[:] = crossings.BULK
    quadrant[:, -2:] = _TIES
    for row, squares in enumerate(quadrant[::-1]):
        first, thrice = half + which.first - 3 * row, which.second + row - half
        _fill(squares, 0, first, crossings.BOTTOM[row] if row < 2 else crossings.WEDGE)
        _fill(squares, first, first + 5, _FIRST[0])
        _fill(squares, max(-(-thrice // 3), first), (thrice + 7) // 3, _SECOND[0])

        start, thrice = 3 * (half - row) - 1 + which.second, half - which.first + row
        stop = thrice // 3
        _fill(squares, start, stop, crossings.WEDGE)
        _fill(squares, max(-((7 - thrice) // 3), start), stop, _FIRST[1])
        _fill(squares, start, min(start + 5, stop), _SECOND[1])


def _fill(squares: Moves, start: int, stop: int, square: int) -> None:
    """Fill a range of a row, clipped to the board."""
    squares[max(start, 0) : max(stop, 0)] = square


def zones(side: int) -> Part:
    """Return the zones of a square board for which there is such a tour."""
    which = _classes()[key_of(side)]
    pieces = []
    for name, (rows, cols) in places(side, which).items():
        if name in which.pieces:
            piece = rows.start, cols.start, which.pieces[name]
            for _ in _TURNS:
                pieces.append(piece)
                top, left, moves = piece
                piece = side - left - moves.shape[1], top, transform(moves, "rotate-90")
    return crossings.with_pieces(partial(_quadrants, side, which), pieces)


def _quadrants(side: int, which: Class, boxes: Sequence[Box]) -> Part:
    """Return the zones of the four quadrants, with boxes in them."""
    half, parts = side // 2, []
    for turn in range(4):  # each quadrant is seen as the lower right one
        seen = list(boxes)
        for _ in range(-turn % 4):
            seen = [_quarter_turned(box, side) for box in seen]
        part = _quadrant(side, which, [box for box in seen if _is_in_lower_right(box, half)])
        for _ in range(turn):
            part = quarter_turned(part, side)
        parts.append(part)
    lower_right, upper_right, upper_left, lower_left = parts
    upper, lower = (cut((0, 1), [half], pair) for pair in ((upper_left, upper_right), (lower_left, lower_right)))
    return cut((1, 0), [half], [upper, lower])


def _quarter_turned(box: Box, side: int) -> Box:
    zone = quarter_turned(box.zone, side)
    assert isinstance(zone, Zone)
    return Box(*zone.corner, zone)


def _is_in_lower_right(box: Box, half: int) -> bool:
    height, width = box.zone.moves.shape
    return bool(box.top + height > half and box.left + width > half)


def _quadrant(side: int, which: Class, boxes: Sequence[Box]) -> Part:
    """Return the zones of the lower right quadrant, in the same order of precedence as `_lay_quadrant` fills it."""
    half = side // 2
    across, along = half - 3 * (side - 1), 3 * half + side - 1
    first, beyond = half + which.first + across, 3 * half - 1 + which.second + across
    second, image = which.second - half + along, half - which.first - 2 + along
    """Where the first parts of mirrors begin, in sums over squares, and their images; and where the second ones do."""
    firsts, seconds = sorted({first, first + 5, beyond, beyond + 5}), sorted({second, second + 5, image - 5, image})

    def part(one: range, other: range) -> Part:
        """Return the part between these sums."""
        here = [
            box
            for box in boxes
            if crossings.meet(box.reach(crossings.RIGHT_MIRRORS), one)
            and crossings.meet(box.reach(crossings.LEFT_MIRRORS), other)
        ]
        place, beside = one[0], other[0]
        if place >= beyond and beside < image:
            if place < beyond + 5:
                return crossings.around(here, crossings.LEFT_MIRRORS, _SECOND[1])
            if beside >= image - 5:
                return crossings.around(here, crossings.RIGHT_MIRRORS, _FIRST[1])
            return crossings.around(here, crossings.STEEP, crossings.WEDGE, is_straight=True)
        if place >= first and second <= beside < second + 5:
            return crossings.around(here, crossings.RIGHT_MIRRORS, _SECOND[0])
        if first <= place < first + 5:
            return crossings.around(here, crossings.LEFT_MIRRORS, _FIRST[0])
        if place < first:
            lowest, next_one = (crossings.around(here, (0, 1), square, (1, 10)) for square in crossings.BOTTOM)
            wedge = crossings.around(here, crossings.STEEP, crossings.WEDGE, is_straight=True)
            return cut((1, 0), [side - 2, side - 1], [wedge, next_one, lowest])
        bulk = crossings.around(here, crossings.FLAT, crossings.BULK, is_straight=True)
        ties = [crossings.around(here, (1, 0), square, (10, 1)) for square in _TIES]
        return cut((0, 1), [side - 2, side - 1], [bulk, *ties])

    far = crossings.FAR
    spans = [[range(*ends) for ends in pairwise([-far, *sums, far])] for sums in (firsts, seconds)]
    columns = [cut(crossings.LEFT_MIRRORS, seconds, [part(one, other) for other in spans[1]]) for one in spans[0]]
    return cut(crossings.RIGHT_MIRRORS, firsts, columns)


@cache
def _classes() -> dict[int, Class]:
    """Return the positions of mirrors and the pieces by class."""
    classes: dict[int, Class] = {}
    for (key, name, first, second), moves in read_boards("tame_crossings_quarter.txt"):
        classes.setdefault(int(key), Class(int(first), int(second), {})).pieces[name] = moves
    return classes
