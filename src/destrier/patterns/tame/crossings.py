"""Tours with few crossings: 6.4 n plus 18 to 22.4 on n x n, the fewest known.

Nearly all squares are on straight lines in one of two directions. The *bulk* has flat lines, two columns per row. At
the bottom there is a *wedge*, a right-angled triangle along the whole edge, with steep lines perpendicular to those of
the bulk; the top has the same wedge, rotated by 180 degrees. Between wedge and bulk, the lines turn in *mirrors*, which
lead from the right corner three columns to the left per row, and from the left corner three rows up per column; they
meet at the *apex*. In a mirror, five squares side by side have one move in each direction, with three crossings per
step. At all four edges, every line is tied to the third one from it, with one crossing per square. On square boards no
line leads from left to right, where the ties at its two ends would close it; and each step of a mirror passes five
lines to the other direction in a different order, so two strands run through all of them. `docs/taming.md` shows such a
tour.

If there are more rows than columns, some lines do lead from left to right. There the left edge is tied in the opposite
way, with two crossings per row.

A closed tour crosses each line between two rows an even number of times, but flat lines from edge to edge with these
ties cross it twice more often than there are columns. The number of columns must therefore be even. A board with an odd
number of rows and a few more columns can be filled like a square: lines then lead from wedge to wedge, and some of them
close loops, which a piece at the lower apex joins. Taller boards with an odd number of columns have only flat lines,
other ties at the right edge, with two crossings per row, and 4.2 crossings per column at the top and the bottom. There
are patterns of bottoms, in which eight columns are repeated, and of tops, in which ten columns and four rows are.

The pieces in the corners, at the apexes, and where the left edge changes depend on the number of columns modulo 20,
because two strands pass five lines of a mirror in ten columns, back and forth. Boards with fewer columns than `LARGE`
are too small for the pieces: their closed tours are in `joined`; of the others, nearly square ones are stored whole,
and taller ones as patterns.

A half-turn maps lines, mirrors and wedges onto themselves, and the whole tour if it does so with the pieces. A tour
with this symmetry crosses the line through the centre 2 mod 4 times (see `central`). The two strands do so if the
number of columns is a multiple of 4; otherwise two moves at the centre are exchanged for two across that line. Where
lines lead from left to right, the left edge is tied in the opposite way below that line, and the right edge above it.
Each piece is placed together with its image, and small boards are stored as upper halves.

An open tour need not cross a line between two rows an even number of times, so its number of columns may be odd. Then
the ties at the two ends of a line from left to right do not close it, and the left edge needs no other ties, however
many rows there are. The two ends of the tour are at the apexes, and the pieces also depend on the rows modulo 3,
because three strands wind from the lower wedge to the upper one.

The pieces are in `tame_crossings.txt` and, for symmetric tours, `tame_crossings_central.txt`, found by
`lab/tame_crossings.py`; for open tours they are in `tame_crossings_open.txt`, found by `lab/tame_open.py`. Cost: one
write per square; O(1) memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from destrier.core.board import transform
from destrier.core.types import Moves, Square
from destrier.patterns.patches import Patch, Pattern, lay_patches, read_boards
from destrier.patterns.zones import Part, Zone, cut, moves_at, transposed, zones_of

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
_RIGHT_MIRROR: Final = _bits(0, 6)
BOTTOM: Final = (_bits(2, 3), _bits(2, 7))
"""The lowest two rows of a wedge."""
LEFT: Final = (_bits(0, 1), _bits(0, 5))
"""The two columns at the left of the bulk."""
_TALL_LEFT: Final = (_bits(0, 6), _bits(0, 2))
"""The two columns where lines lead from left to right."""
_RIGHT: Final = (_bits(4, 5), _bits(1, 4))
"""The last column and the one before it: `LEFT` rotated."""
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


class Piece(NamedTuple):
    """Moves that overwrite others except where they are zero, and the piece's position relative to its anchor."""

    moves: Moves
    right: int
    above: int


class _Corners(NamedTuple):
    """The beginnings of the mirrors, and the pieces by anchor name, for a number of columns modulo 20."""

    starts: Starts
    pieces: dict[str, Piece]


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


def few_crossings(out: Moves, tours: Tours = "closed") -> None:
    """Fill a board that has such a tour."""
    height, width = out.shape
    rows, cols = _upright(height, width, tours)
    turned = (height, width) != (rows, cols)
    stored = _stored(rows, cols, tours)
    if stored is None:
        _lay_large(out.T if turned else out, _data(tours), turned=turned)
    else:
        lay_patches([patch.transposed() for patch in stored] if turned else stored, out)


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
        return [Patch((0, 0), (laid, cols), pattern), Patch((laid, 0), (laid, cols), pattern.turned())]
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


def _lay_large(out: Moves, data: _Data, *, turned: bool) -> None:
    """Fill a board with at most `_WIDE` more columns than rows; `turned` if it is a view of a transposed board."""
    rows, cols = out.shape
    corners = _corners(rows, cols, data)
    up = out[::-1]  # counts rows from the bottom
    out[:] = as_laid([BULK], turned=turned)
    out[:, :2], out[:, :-3:-1] = as_laid(LEFT, turned=turned), as_laid(_RIGHT, turned=turned)
    tall = _tall_left(rows, cols, data)
    for board, half_turned in ((up, False), (up[::-1, ::-1], True)):
        lay_wedge(board, corners.starts, turned=turned, half_turned=half_turned)
        if data.is_central or not half_turned:
            squares = [_turned(square) for square in _TALL_LEFT] if half_turned else _TALL_LEFT
            board[tall.start : tall.stop, :2] = as_laid(squares, turned=turned)
    for piece, col, row in _pieces(rows, cols, data):
        height, width = piece.shape
        target = up[row : row + height, col : col + width]
        np.copyto(target, as_laid(piece, turned=turned)[::-1], where=piece[::-1] > 0)


def as_laid(squares: Sequence[int] | Moves, *, turned: bool) -> Moves:
    """Return moves for this board, or for its transpose."""
    moves = np.atleast_2d(np.asarray(squares, np.uint8))
    return (transform(moves, "transpose").T if turned else moves).reshape(np.shape(squares))


def lay_wedge(up: Moves, starts: Starts, *, turned: bool = False, half_turned: bool = False) -> None:
    """Lay a wedge and its mirrors at the bottom of a board whose rows are counted from there.

    Parameters
    ----------
    turned
        Whether the array is a view of a transposed board.
    half_turned
        Whether it is also a view rotated by 180 degrees, with the board's top at the bottom.
    """
    squares = [WEDGE, *BOTTOM, _LEFT_MIRROR, _RIGHT_MIRROR]
    if half_turned:
        squares = [_turned(square) for square in squares]
    (_lay_wedge_by_columns if turned else _lay_wedge_by_rows)(up, starts, as_laid(squares, turned=turned).tolist())


def _lay_wedge_by_rows(up: Moves, starts: Starts, squares: Sequence[int]) -> None:
    """Lay the wedge at the bottom and its mirrors; rows are counted from the bottom."""
    wedge, lowest, second, left_mirror, right_mirror = squares
    cols = up.shape[1]
    for row in range(len(up)):
        right = cols + starts.right - 3 * row
        left = (row - starts.left) // 3 + 1
        first = -((starts.left + 4 - row) // 3)
        if max(first, left - 5) >= right:
            return
        up[row, max(first, 0) : min(left, right)] = left_mirror
        up[row, left : max(left, right)] = (lowest, second)[row] if row < 2 else wedge
        up[row, max(left, right) : right + 5] = right_mirror


def _lay_wedge_by_columns(up: Moves, starts: Starts, squares: Sequence[int]) -> None:
    """Do the same if the squares of a column are adjacent in memory."""
    wedge, lowest, second, left_mirror, right_mirror = squares
    cols = up.shape[1]
    for col in range(cols):
        beyond = cols + starts.right - col
        left, right = starts.left + 3 * col, -(-beyond // 3)
        top = max(min(left, right), 0)
        up[:top, col] = wedge
        up[: min(top, 2), col] = (lowest, second)[: min(top, 2)]
        up[max(left, 0) : max(min(left + 5, right), 0), col] = left_mirror
        up[max(right, 0) : max(min((beyond + 4) // 3 + 1, left), 0), col] = right_mirror


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


def _pieces(rows: int, cols: int, data: _Data) -> Iterator[tuple[Moves, int, int]]:
    """Yield the pieces, with zeros where moves are kept, and the first column and row from the bottom of each."""
    for moves, col, row in _stored_pieces(rows, cols, data):
        yield moves, col, row
        if data.is_central:
            height, width = moves.shape
            yield transform(moves, "rotate-180"), cols - col - width, rows - row - height
    if data.is_central and cols % 4 == 2:
        yield _CENTRE, cols // 2 - 2, rows // 2 - 2


def _stored_pieces(rows: int, cols: int, data: _Data) -> Iterator[tuple[Moves, int, int]]:
    """Yield the stored pieces; with central symmetry, their images are pieces, too."""
    apex, height = _apex(rows, cols, data)
    anchors = {
        "bottom-left": (0, 0),
        "bottom-right": (cols - 1, 0),
        "bottom-apex": (apex, height),
        "top-right": (cols - 1, rows - 1),
        "top-left": (0, rows - 1),
        "top-apex": (cols - 1 - apex, rows - 1 - height),
    }
    for name, (moves, right, above) in _corners(rows, cols, data).pieces.items():
        col, row = anchors[name]
        yield moves, col + right, row + above
    more = _other_way(rows, cols, data)
    if more < -1:
        moves, right, above = data.wide[cols % 20, -more]
        yield moves, apex + right, height + above
        return
    lower, upper = _left_edge(rows, cols, data)
    group = cols if cols < _REGULAR else _REGULAR + cols % 20
    parity = "odd" if more % 2 else "even"
    ends = {f"{parity}-lower": lower, f"{parity}-upper": upper} if more >= _TALL else {str(more): lower}
    for name, row in ends.items() if more else ():
        moves, right, above = data.strips[group, name]
        yield moves, right, row + above


# Zones


def zones(rows: int, cols: int, tours: Tours = "closed") -> Part:
    """Return the zones of a board that has such a tour."""
    height, width = _upright(rows, cols, tours)
    stored = _stored(height, width, tours)
    tree = zones_of(stored) if stored else _zones(height, width, _data(tours))
    return tree if (rows, cols) == (height, width) else transposed(tree)


_ROW: Final = (1, 0)
_COL: Final = (0, 1)
FLAT: Final = (2, 1)
STEEP: Final = (1, -2)
LEFT_MIRRORS: Final = (1, 3)
RIGHT_MIRRORS: Final = (-3, 1)
"""The linear forms that are constant along rows, columns, the lines of the bulk and the wedges, and the mirrors."""


FAR: Final = 1 << 40
"""A sum larger than that of any square."""

_ALL: Final = range(-FAR, FAR)
"""All rows, or all columns."""


class Box(NamedTuple):
    """A piece on the board."""

    top: int
    left: int
    zone: Zone

    def reach(self, form: Square) -> range:
        """Return the range of a form's sums over its squares."""
        height, width = self.zone.moves.shape
        rows, cols = (self.top, self.top + height - 1), (self.left, self.left + width - 1)
        sums = [form[0] * row + form[1] * col for row in rows for col in cols]
        return range(min(sums), max(sums) + 1)


def _zones(rows: int, cols: int, data: _Data) -> Part:
    """Return the zones of a large board with at most `_WIDE` more columns than rows."""
    starts = _corners(rows, cols, data).starts
    tree = partial(cut_at_mirrors, rows, cols, starts, starts, partial(_bulk, rows, cols, data))
    return with_pieces(tree, [(rows - row - len(piece), col, piece) for piece, col, row in _pieces(rows, cols, data)])


def with_pieces(tree: Callable[[Sequence[Box]], Part], pieces: Sequence[tuple[int, int, Moves]]) -> Part:
    """Return the zones of a board with pieces, each with its first row and column; where it has zeros, nothing changes.

    Parameters
    ----------
    tree
        The function that returns the zones of the board with boxes in them.
    """
    bare = tree([])
    boxes = []
    for top, left, piece in pieces:
        moves = np.zeros_like(piece)
        for down, right in np.ndindex(*piece.shape):
            square = top + down, left + right
            moves[down, right] = moves_at(bare, square)
            for row, col, over in pieces:
                if square[0] - row in range(len(over)) and square[1] - col in range(over.shape[1]):
                    moves[down, right] = over[square[0] - row, square[1] - col] or moves[down, right]
        boxes.append(Box(top, left, Zone((top, left), moves, is_straight=False)))
    return tree(boxes)


def cut_at_mirrors(
    rows: int, cols: int, bottom: Starts, top: Starts, bulk: Callable[[Sequence[Box]], Part], boxes: Sequence[Box]
) -> Part:
    """Return the bulk, the wedges at the bottom and the top, and the mirrors, with boxes in them."""
    begins = [(rows - starts.left, cols + starts.right - 3 * (rows - 1)) for starts in (bottom, top)]
    half_turn = rows - 1 + 3 * (cols - 1), cols - 1 - 3 * (rows - 1)
    """The sums of the mirrors' forms over a square and its image under a half-turn."""
    (left, right), (top_left, top_right) = begins
    lefts = sorted({left - 5, left, half_turn[0] + 1 - top_left, half_turn[0] + 6 - top_left})
    rights = sorted({right, right + 5, half_turn[1] + 1 - top_right, half_turn[1] - 4 - top_right})

    def part(lefts: range, rights: range) -> Part:
        """Return the part between these sums."""
        here = [box for box in boxes if meet(box.reach(LEFT_MIRRORS), lefts) and meet(box.reach(RIGHT_MIRRORS), rights)]
        for is_top in (True, False):
            one, other = lefts[0], rights[-1]
            left, right = begins[is_top]
            if is_top:
                one, other = half_turn[0] - one, half_turn[1] - other
            squares = [_LEFT_MIRROR, _RIGHT_MIRROR, *BOTTOM, WEDGE]
            left_mirror, right_mirror, *wedge = [_turned(square) for square in squares] if is_top else squares
            if left - 5 <= one < left and other < right:
                return around(here, RIGHT_MIRRORS, left_mirror)
            if left <= one and right <= other < right + 5:
                return around(here, LEFT_MIRRORS, right_mirror)
            if left <= one and other < right:
                lowest, second = (around(here, _COL, square, (1, 10)) for square in wedge[:2])
                inside = around(here, STEEP, wedge[2], is_straight=True)
                if is_top:
                    return cut(_ROW, [1, 2], [lowest, second, inside])
                return cut(_ROW, [rows - 2, rows - 1], [inside, second, lowest])
        return bulk(here)

    spans = [[range(*ends) for ends in pairwise([-FAR, *sums, FAR])] for sums in (lefts, rights)]
    parts = [cut(RIGHT_MIRRORS, rights, [part(one, other) for other in spans[1]]) for one in spans[0]]
    return cut(LEFT_MIRRORS, lefts, parts)


def _bulk(rows: int, cols: int, data: _Data, boxes: Sequence[Box]) -> Part:
    """Return the bulk with its edges, ignoring the wedges."""
    inside = around(boxes, FLAT, BULK, is_straight=True)
    tall = _tall_left(rows, cols, data)
    at_left = range(rows - tall.stop, rows - tall.start)
    at_right = tall if data.is_central else range(0)

    def edge(square: int, tall_square: int, tall_rows: range) -> Part:
        """Return a column at an edge, with these rows tied in the opposite way."""
        plain, other = (around(boxes, _ROW, moves, (10, 1)) for moves in (square, tall_square))
        return cut(_ROW, [tall_rows.start, tall_rows.stop], [plain, other, plain]) if tall_rows else plain

    lefts = [edge(square, tall, at_left) for square, tall in zip(LEFT, _TALL_LEFT, strict=True)]
    rights = [edge(square, _turned(tall), at_right) for square, tall in zip(_RIGHT, _TALL_LEFT, strict=True)]
    return cut(_COL, [1, 2, cols - 2, cols - 1], [*lefts, inside, *rights[::-1]])


def meet(one: range, other: range) -> bool:
    """Return whether two ranges have a number in common."""
    return max(one.start, other.start) < min(one.stop, other.stop)


def _turned(square: int) -> int:
    """Return the moves of a square rotated by 180 degrees."""
    return square >> 4 | square << 4 & 0xFF


def around(
    boxes: Sequence[Box], form: Square, square: int, period: Square = (1, 1), *, is_straight: bool = False
) -> Part:
    """Return a part with uniform moves and with boxes, cut along this form next to each box."""
    zone = Zone((0, 0), np.full(period, square, np.uint8), is_straight)
    ends = sorted({end for box in boxes for end in (box.reach(form).start, box.reach(form).stop)})
    if not ends:
        return zone
    between = [[box for box in boxes if place in box.reach(form)] for place in (ends[0] - 1, *ends)]
    return cut(form, ends, [_beside(found, zone) for found in between])


def _beside(boxes: Sequence[Box], zone: Zone, rows: range = _ALL, cols: range = _ALL) -> Part:
    """Return a part between these rows and columns with boxes, cut along the rows and columns next to each box."""
    here = [box for box in boxes if meet(box.reach(_ROW), rows) and meet(box.reach(_COL), cols)]
    if not here:
        return zone
    box, *others = here
    down, across = box.reach(_ROW), box.reach(_COL)
    left, right = range(cols.start, across.start), range(across.stop, cols.stop)
    above, below = range(rows.start, down.start), range(down.stop, rows.stop)
    beside = [_beside(others, zone, down, left), box.zone, _beside(others, zone, down, right)]
    middle = cut(_COL, [across.start, across.stop], beside)
    return cut(
        _ROW, [down.start, down.stop], [_beside(others, zone, above, cols), middle, _beside(others, zone, below, cols)]
    )


# Data


class _Data(NamedTuple):
    tours: Tours
    corners: dict[tuple[int, int], _Corners]
    """By the columns modulo 20 and, for open tours, the excess of rows over columns."""
    strips: dict[tuple[int, str], Piece]
    boards: dict[tuple[int, int], Pattern]
    """With central symmetry, only the upper halves; likewise for `spans`."""
    spans: dict[tuple[int, int], Pattern]
    """By the columns, and the excess of rows over columns modulo 4 or 3; two, three or four rows are repeated."""
    bottoms: dict[int, Pattern]
    """Of tall boards, by the columns modulo 8, which are odd."""
    tops: dict[tuple[int, int], Pattern]
    """Of the same, by the rows above the bottom modulo 4 and the columns modulo 10."""
    wide: dict[tuple[int, int], Piece]
    """By the columns modulo 20, and the excess of columns over rows."""

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
    data = _Data(tours, {}, {}, {}, {}, {}, {}, {})
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
            data.wide[columns, more] = Piece(moves, *offset)
        elif noun == "strip":
            group, name, above = words
            data.strips[int(group), name] = Piece(moves, 0, int(above))
        else:
            residue, *rows_beyond, right_start, left_start, name, right, above = words
            for beyond in rows_beyond[0].split(",") if rows_beyond else ["0"]:
                corners = _Corners(Starts(int(right_start), int(left_start)), {})
                pieces = data.corners.setdefault((int(residue), int(beyond)), corners).pieces
                pieces[name] = Piece(moves, int(right), int(above))
    return data
