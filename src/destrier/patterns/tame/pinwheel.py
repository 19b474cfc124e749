"""Tours of n x n with quarter symmetry and few crossings: 7.6 n plus a few, for n = 2 mod 4.

There are four domains of parallel lines, one at each edge; a quarter turn maps each onto the next. The lines of
neighbouring domains are thus perpendicular, and separated by *mirrors* (see `crossings`). The mirror between the bottom
and right domains leads from the corner three columns to the left per row, for 0.2 n rows up to the *bend*, and then
three rows up per column to the centre, where all four meet. A mirror has 0.3 n steps with three crossings each, and
each edge has one crossing per square. `docs/taming.md` shows such a tour.

There are pieces in the corners, at the bends and at the centre. The pieces and the positions of the mirrors depend on n
modulo 60, because the strands through all domains then recur; below `REGULAR`, there are pieces for each n.

The pieces are in `tame_crossings_quarter.txt`, found by `lab/tame_quarter_crossings.py`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from destrier.core.types import Moves
from destrier.patterns.mosaic import Inlay, Mosaic
from destrier.patterns.patches import read_boards
from destrier.patterns.tame import crossings
from destrier.patterns.zones import COLS, ROWS, Part, cut, transformed, uniform

REGULAR: Final = 102
"""The side from which the pieces depend only on the side modulo 60."""

PERIOD: Final = 60

CORNER: Final = 9, 12
"""The rows and columns of the piece in the lower right corner."""

BEND: Final = 4, 7
"""The rows and columns of the piece at a bend, on either side of the point where the parts of the mirror meet."""

CENTRE: Final = 12
"""The rows and columns of the piece at the centre."""

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


def key_of(side: int) -> int:
    """Return the class of a board."""
    return side if side < REGULAR else REGULAR + (side - REGULAR) % PERIOD


def mosaic(side: int, which: Class | None = None) -> Mosaic:
    """Return a square board with a side of 2 mod 4, of its own class by default."""
    which = which or _classes()[key_of(side)]
    pieces = []
    for name, (rows, cols) in places(side, which).items():
        if name in which.pieces:
            piece = Inlay(rows.start, cols.start, which.pieces[name])
            for _ in range(4):
                pieces.append(piece)
                piece = piece.transformed("rotate-90", (side, side))
    quadrants = [_quadrant(side, which)]
    for _ in range(3):
        quadrants.append(transformed(quadrants[-1], "rotate-90", (side, side)))
    lower_right, upper_right, upper_left, lower_left = quadrants
    half = [side // 2]
    upper, lower = (cut(COLS, half, pair) for pair in ((upper_left, upper_right), (lower_left, lower_right)))
    return Mosaic((side, side), cut(ROWS, half, [upper, lower]), pieces)


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


def _quadrant(side: int, which: Class) -> Part:
    """Return the lower right quadrant: parts of the bottom, right and top domains, and the mirrors between them.

    Near the centre, the second part of each mirror lies over the first part of the next one.
    """
    half = side // 2
    across, along = half - 3 * (side - 1), 3 * half + side - 1
    first, second = half + which.first + across, which.second - half + along
    """Where the parts of the mirror between the bottom and right domains begin."""
    third, fourth = 3 * half - 1 + which.second + across, half - which.first - 2 + along
    """Where the second part of the mirror between the right and top domains begins, and where its first part ends."""
    left, right = crossings.LEFT_MIRRORS, crossings.RIGHT_MIRRORS
    first_mirror, second_mirror = uniform(_FIRST[0], left), uniform(_SECOND[0], right)
    first_image, second_image = uniform(_FIRST[1], right), uniform(_SECOND[1], left)

    bulk = cut(COLS, [side - 2, side - 1], [crossings.LINES, *crossings.columns(_TIES)])
    bulk = cut(right, [first + 5], [first_mirror, bulk])
    bulk = cut(right, [first], [crossings.wedge(side), cut(left, [second, second + 5], [bulk, second_mirror, bulk])])
    top = cut(right, [third + 5], [second_image, cut(left, [fourth - 5], [crossings.STEEP_LINES, first_image])])
    return cut(right, [third], [bulk, cut(left, [fourth], [top, bulk])])


@cache
def _classes() -> dict[int, Class]:
    """Return the positions of mirrors and the pieces by class."""
    classes: dict[int, Class] = {}
    for (key, name, first, second), moves in read_boards("tame_crossings_quarter.txt"):
        classes.setdefault(int(key), Class(int(first), int(second), {})).pieces[name] = moves
    return classes
