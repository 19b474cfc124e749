"""Tours with few crossings: 6.4 n plus 18 to 22.4 on n x n. `docs/taming.md` explains them.

The *bulk* has flat lines, and the *wedge* at the bottom steep ones; the top has the same wedge, rotated by 180 degrees.
They meet in two *mirrors*, which begin near the lower corners and end at the *apex*. *Pieces* lie in the corners, at
the apexes, and where the ties at the left edge change; they depend on the columns modulo 20 and, for open tours, on the
rows modulo 3. Tall boards with an odd number of columns have a top and a bottom instead, and small boards are stored.

The pieces are in `tame_crossings.txt` and, for symmetric tours, `tame_crossings_central.txt`, found by
`lab/tame_crossings.py`; for open tours they are in `tame_crossings_open.txt`, found by `lab/tame_open.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from destrier.core.types import Moves, Square
from destrier.patterns.mosaic import Inlay, Mosaic
from destrier.patterns.patches import Patch, Pattern, read_boards
from destrier.patterns.zones import COLS, ROWS, Part, cut, straight, transformed, uniform

Tours: TypeAlias = Literal["closed", "central", "open"]
"""Closed tours, centrally symmetric tours, and open tours with an odd number of columns."""

LARGE: Final[dict[Tours, int]] = {"closed": 40, "central": 28, "open": 41}
"""The number of columns from which all pieces fit.

With central symmetry, some pieces overlap, but no tours with fewer crossings were found.
"""

OPEN_FAR: Final = 9
"""Excess of rows over columns from which the pieces of open tours depend only on it modulo 3."""

_REGULAR: Final = 80
"""The number of columns from which the pieces at the left edge do not touch those in the corners."""

_TALL: Final = 10
"""Excess of rows over columns from which there are two pieces at the left edge instead of one."""

_WIDE: Final = 19
"""Maximum excess of columns over an odd number of rows for which there are pieces."""


def _bits(*moves: int) -> int:
    return sum(1 << move for move in moves)


BULK: Final = _bits(0, 4)
WEDGE: Final = _bits(2, 6)
_LEFT_MIRROR: Final = _bits(4, 6)
RIGHT_MIRROR: Final = _bits(0, 6)
BOTTOM: Final = (_bits(2, 3), _bits(2, 7))
"""The lowest two rows of a wedge."""
LEFT: Final = (_bits(0, 1), _bits(0, 5))
"""The two columns at the left of the bulk."""
TALL_LEFT: Final = (_bits(0, 6), _bits(0, 2))
"""The two columns where lines lead from left to right."""
_CENTRE: Final = np.zeros((4, 4), np.uint8)
_CENTRE[range(4), (3, 1, 2, 0)] = _bits(0, 5), _bits(4, 5), _bits(0, 1), _bits(1, 4)
"""The middle of the board where two moves of the bulk are exchanged for two across the line through the centre."""


class Starts(NamedTuple):
    """The beginnings of the mirrors: to the right of the board's right edge, and above its bottom edge."""

    right: int
    left: int

    def apex(self, cols: int) -> Square:
        """Return the row, counted from the bottom, and the column where the mirrors meet."""
        col = (cols + self.right - 3 * self.left) // 10
        return self.left + 3 * col, col


class Anchored(NamedTuple):
    """The moves of a piece, and its position relative to its anchor."""

    moves: Moves
    right: int
    above: int

    def at(self, anchor: Square, rows: int) -> Inlay:
        """Return the piece at an anchor, a row counted from the bottom of a board and a column."""
        return Inlay(rows - anchor[0] - self.above - len(self.moves), anchor[1] + self.right, self.moves)


class _Corners(NamedTuple):
    """The beginnings of the mirrors, and the pieces by anchor name, for a number of columns modulo 20."""

    starts: Starts
    pieces: dict[str, Anchored]


def takes(rows: int, cols: int, tours: Tours = "closed") -> bool:
    """Return whether there is such a tour; closed ones exist for an even side and at least `LARGE` columns.

    With fewer columns, closed tours are in `joined`, except tall ones of an odd number of columns. Dedicated open tours
    exist for all boards with an odd shorter side, except for some small widths.

    Parameters
    ----------
    rows, cols
        The sides of the board.
    tours
        The kind of tours; with central symmetry, both sides must be even.
    """
    rows, cols = _upright(rows, cols, tours)
    if tours == "central" and (rows % 2 or cols % 2):
        return False
    is_large = cols >= LARGE[tours] and cols % 2 == (tours == "open") and _has_wedges(rows, cols)
    return is_large or _stored(rows, cols, tours) is not None


def mosaic(rows: int, cols: int, tours: Tours = "closed") -> Mosaic:
    """Return a board that has such a tour."""
    height, width = _upright(rows, cols, tours)
    stored, data = _stored(height, width, tours), _data(tours)
    upright = Mosaic.of((height, width), stored) if stored else _large(height, width, data)
    return upright if (rows, cols) == (height, width) else upright.transposed()


def _upright(rows: int, cols: int, tours: Tours) -> tuple[int, int]:
    """Return the sides in the tour's orientation: the longer one vertical, unless closed with an odd shorter side."""
    low, high = sorted((rows, cols))
    lies = tours != "open" and low % 2 and _stored(high, low, "closed") is None
    return (low, high) if lies else (high, low)


def _has_wedges(rows: int, cols: int) -> bool:
    """Return whether a large board with an even number of columns has wedges; wide boards may prefer flat lines."""
    return cols - rows <= min(_WIDE, 2 * rows // 5)


def _stored(rows: int, cols: int, tours: Tours) -> list[Patch] | None:
    """Return the patches of a board that is stored, or of a tall board with an odd number of columns."""
    data = _data(tours)
    pattern = data.boards.get((rows, cols)) or data.spans.get((cols, (rows - cols) % data.modulus))
    laid = rows // 2 if data.is_central else rows
    if pattern is None or laid < len(pattern.moves):
        return _flats(rows, cols, data)
    if data.is_central:
        return [Patch((0, 0), (laid, cols), pattern), Patch((laid, 0), (laid, cols), pattern.transformed("rotate-180"))]
    return [Patch((0, 0), (rows, cols), pattern)]


def _flats(rows: int, cols: int, data: _Data) -> list[Patch] | None:
    """Return the patches of a tall board with an odd number of columns: a top, and a bottom of a few rows."""
    bottom = data.bottoms.get(cols % 8)
    if bottom is None or rows <= cols or (cols > LARGE["closed"] and _has_wedges(cols, rows)):
        return None
    height = rows - len(bottom.moves)
    top = data.tops.get((height % 4, cols % 10))
    if top is None:
        return None
    patches = [Patch((0, 0), (height, cols), top), Patch((height, 0), (rows - height, cols), bottom)]
    return patches if all(patch.pattern.takes(*patch.shape) for patch in patches) else None


# Large boards


_FLAT: Final = (2, 1)
_STEEP: Final = (-1, 2)
LEFT_MIRRORS: Final = (1, 3)
RIGHT_MIRRORS: Final = (-3, 1)
"""The linear forms that are constant along the lines of the bulk and the wedges, and along the mirrors."""

LINES: Final = straight(BULK, _FLAT)
STEEP_LINES: Final = straight(WEDGE, _STEEP)
"""The bulk and the wedge without their edges."""


def _large(rows: int, cols: int, data: _Data) -> Mosaic:
    """Return a board with at most `_WIDE` more columns than rows."""
    starts = _corners(rows, cols, data).starts
    plain = edged(LEFT)
    tall = _tall_left(rows, cols, data)
    left = cut(ROWS, [rows - tall.stop, rows - tall.start], [plain, edged(TALL_LEFT), plain]) if tall else plain
    bulk = between(left, left if data.is_central else plain, (rows, cols))
    return Mosaic((rows, cols), with_wedges(bulk, (rows, cols), starts, starts), list(_pieces(rows, cols, data)))


def edged(squares: tuple[int, int]) -> Part:
    """Return the bulk with these ties at its left edge."""
    return cut(COLS, [1, 2], [*columns(squares), LINES])


def between(left: Part, right: Part, shape: Square) -> Part:
    """Return the bulk with its left edge, and its right edge, which is given rotated by 180 degrees."""
    return cut(COLS, [shape[1] - 2], [left, transformed(right, "rotate-180", shape)])


def columns(squares: tuple[int, ...]) -> list[Part]:
    """Return zones of one column each at the left or right edge, where ties repeat."""
    return [uniform(square, ROWS, (10, 1)) for square in squares]


def wedge(rows: int) -> Part:
    """Return the wedge at the bottom of a board of so many rows."""
    second, lowest = (uniform(square, COLS, (1, 10)) for square in BOTTOM[::-1])
    return cut(ROWS, [rows - 2, rows - 1], [STEEP_LINES, second, lowest])


def with_wedges(rest: Part, shape: Square, bottom: Starts, top: Starts) -> Part:
    """Return the part of a board with the wedges and their mirrors at its bottom and its top."""
    for starts in (bottom, top):
        rest = transformed(_with_wedge(rest, shape, starts), "rotate-180", shape)
    return rest


def _with_wedge(rest: Part, shape: Square, starts: Starts) -> Part:
    """Return the part with a wedge and its mirrors at the bottom."""
    rows, cols = shape
    left, right = rows - starts.left, cols + starts.right - 3 * (rows - 1)
    left_mirror, right_mirror = uniform(_LEFT_MIRROR, RIGHT_MIRRORS), uniform(RIGHT_MIRROR, LEFT_MIRRORS)
    inside = cut(LEFT_MIRRORS, [left - 5, left], [rest, left_mirror, wedge(rows)])
    return cut(RIGHT_MIRRORS, [right, right + 5], [inside, cut(LEFT_MIRRORS, [left], [rest, right_mirror]), rest])


def _corners(rows: int, cols: int, data: _Data) -> _Corners:
    """Return the beginnings of the mirrors, and the pieces except those at the left edge and of wide boards."""
    more = rows - cols
    return data.corners[cols % 20, (more if more < OPEN_FAR else OPEN_FAR + more % 3) if data.is_open else 0]


def _apex(rows: int, cols: int, data: _Data) -> tuple[int, int]:
    """Return the column and the row from the bottom of the lower apex."""
    row, col = _corners(rows, cols, data).starts.apex(cols)
    return col, row


def _left_edge(rows: int, cols: int, data: _Data) -> tuple[int, int]:
    """Return the rows, counted from the bottom, between which the left edge is tied in the opposite way."""
    apex, height = _apex(rows, cols, data)
    upper = (2 * rows - cols) // 4 if data.is_central else rows - 1 - height - (cols - 1 - apex) // 2
    return height - apex // 2, upper


def _other_way(rows: int, cols: int, data: _Data) -> int:
    """Return the approximate number of rows between these, negative if there are more columns than rows.

    For an odd number of columns there are none, because ties to the third line do not close loops.
    """
    if data.is_open:
        return 0
    return (rows - cols) // 2 if data.is_central else rows - cols


def _tall_left(rows: int, cols: int, data: _Data) -> range:
    """Return the rows, counted from the bottom, where the left edge is tied in the opposite way, without the pieces."""
    lower, upper = _left_edge(rows, cols, data)
    return range(lower + 6, upper - 6) if _other_way(rows, cols, data) >= _TALL else range(0)


def _pieces(rows: int, cols: int, data: _Data) -> Iterator[Inlay]:
    """Yield the pieces."""
    for piece in _stored_pieces(rows, cols, data):
        yield piece
        if data.is_central:
            yield piece.transformed("rotate-180", (rows, cols))
    if data.is_central and cols % 4 == 2:
        yield Inlay(rows // 2 - 2, cols // 2 - 2, _CENTRE)


def _stored_pieces(rows: int, cols: int, data: _Data) -> Iterator[Inlay]:
    """Yield the stored pieces; with central symmetry, their images are pieces, too."""
    col, row = _apex(rows, cols, data)
    anchors = {
        "bottom-left": (0, 0),
        "bottom-right": (0, cols - 1),
        "bottom-apex": (row, col),
        "top-right": (rows - 1, cols - 1),
        "top-left": (rows - 1, 0),
        "top-apex": (rows - 1 - row, cols - 1 - col),
    }
    for name, piece in _corners(rows, cols, data).pieces.items():
        yield piece.at(anchors[name], rows)
    more = _other_way(rows, cols, data)
    if more < -1:
        yield data.wide[cols % 20, -more].at((row, col), rows)
        return
    lower, upper = _left_edge(rows, cols, data)
    group = cols if cols < _REGULAR else _REGULAR + cols % 20
    parity = "odd" if more % 2 else "even"
    ends = {f"{parity}-lower": lower, f"{parity}-upper": upper} if more >= _TALL else {str(more): lower}
    for name, end in ends.items() if more else ():
        yield data.strips[group, name].at((end, 0), rows)
    if more >= _TALL and (cols, parity) in data.tall:
        yield data.tall[cols, parity].at((row, col), rows)


# Data


class _Data(NamedTuple):
    tours: Tours
    corners: dict[tuple[int, int], _Corners]
    """By the columns modulo 20 and, for open tours, the excess of rows over columns."""
    strips: dict[tuple[int, str], Anchored]
    boards: dict[tuple[int, int], Pattern]
    """With central symmetry, only the upper halves; likewise for `spans`."""
    spans: dict[tuple[int, int], Pattern]
    """By the columns, and the excess of rows over columns modulo 4 or 3; two, three or four rows are repeated."""
    bottoms: dict[int, Pattern]
    """Of tall boards, by the columns modulo 8, which are odd."""
    tops: dict[tuple[int, int], Pattern]
    """Of the same, by the rows above the bottom modulo 4 and the columns modulo 10."""
    wide: dict[tuple[int, int], Anchored]
    """By the columns modulo 20, and the excess of columns over rows."""
    tall: dict[tuple[int, str], Anchored]
    """By the columns, fewer than `_REGULAR`, and the parity of the excess of rows over columns; over the strips."""

    @property
    def is_central(self) -> bool:
        return self.tours == "central"

    @property
    def is_open(self) -> bool:
        return self.tours == "open"

    @property
    def modulus(self) -> int:
        """The modulus of the excess of rows over columns where rows are repeated."""
        return 3 if self.is_open else 4


@cache
def _data(tours: Tours) -> _Data:
    data = _Data(tours, {}, {}, {}, {}, {}, {}, {}, {})
    halves = 2 if data.is_central else 1
    for (noun, *words), moves in read_boards(f"tame_crossings{'' if tours == 'closed' else f'_{tours}'}.txt"):
        if noun == "board":
            data.boards[moves.shape[0] * halves, moves.shape[1]] = Pattern(moves)
        elif noun == "span":
            (rows, cols), first, last = moves.shape, int(words[0]), int(words[1])
            period = halves * (last - first)
            for more in range((rows * halves - cols) % period, data.modulus, period):
                data.spans[cols, more] = Pattern(moves, (first, last))
        elif noun == "bottom":
            data.bottoms[moves.shape[1] % 8] = Pattern(moves, None, (int(words[0]), int(words[1])))
        elif noun == "top":
            (rows, cols), spans = moves.shape, list(map(int, words))
            data.tops[rows % 4, cols % 10] = Pattern(moves, (spans[0], spans[1]), (spans[2], spans[3]))
        elif noun == "wide":
            columns, more, *offset = map(int, words)
            data.wide[columns, more] = Anchored(moves, *offset)
        elif noun == "strip":
            group, name, above = words
            data.strips[int(group), name] = Anchored(moves, 0, int(above))
        elif noun == "tall":
            group, name, right, above = words
            data.tall[int(group), name] = Anchored(moves, int(right), int(above))
        else:
            residue, *rows_beyond, right_start, left_start, name, right, above = words
            for beyond in rows_beyond[0].split(",") if rows_beyond else ["0"]:
                corners = _Corners(Starts(int(right_start), int(left_start)), {})
                pieces = data.corners.setdefault((int(residue), int(beyond)), corners).pieces
                pieces[name] = Anchored(moves, int(right), int(above))
    return data
