"""Tours with the fewest known crossings: on n x n, 6.4 n and 18 to 22 more.

Nearly all squares are on straight lines of one of two directions. The *bulk* has flat lines, two columns per row. At
the bottom there is a *wedge*, a right-angled triangle on the whole edge, of lines that are steep and perpendicular to
them; the top has the same, turned by 180 degrees. Between the wedge and the bulk the lines turn in *mirrors*, which
lead from the right corner three columns to the left for each row up, and from the left one three rows up for each
column; they meet at the *apex*. In a mirror, five squares side by side have one move of each direction, with three
crossings per step. At all four edges, every line is tied to the third one from it, with one crossing per square. On
square boards no line leads from left to right, where the ties at its two ends would close it; and each step of a mirror
takes five lines to the other direction in another order, so that two strands go through all of them.

If there are more rows than columns, some lines do lead from left to right. There the left edge is tied to the other
side, with two crossings per row.

A tour crosses each line between two rows an even number of times, but flat lines from edge to edge with these ties
cross it twice more often than there are columns. So the columns have to be even. A board with one row less than
columns can be laid like a square. Taller boards with an odd number of columns have flat lines only, other ties at the
right edge, with two crossings per row, and 4.5 crossings per column at the top and the bottom: these are patterns in
which four rows and eight columns are repeated.

In the corners, at the apexes, and where the left edge changes, there are pieces that depend on the columns modulo 20,
as two strands pass five lines of a mirror in ten columns, to and fro. Boards with fewer than `_LARGE` columns have no
room for them: those that are almost square are stored whole, and taller ones as patterns.

The pieces are in `tame_crossings.txt`, found by `tools/tame_crossings.py`. Cost: one write per square; O(1) memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from destrier.core.board import transform
from destrier.core.types import Moves
from destrier.generators.patterns import Pattern, lay, read_boards

_LARGE: Final = 40
"""The number of columns from which there is room for all pieces."""

_REGULAR: Final = 80
"""The number of columns from which the pieces at the left edge are apart from those in the corners."""

_TALL: Final = 10
"""The number of rows beyond the columns from which there are two pieces at the left edge, not one."""


def _bits(*moves: int) -> int:
    return sum(1 << move for move in moves)


_BULK: Final = _bits(0, 4)
_WEDGE: Final = _bits(2, 6)
_LEFT_MIRROR: Final = _bits(4, 6)
_RIGHT_MIRROR: Final = _bits(0, 6)
_BOTTOM: Final = (_bits(2, 3), _bits(2, 7))
"""The lowest two rows of a wedge."""
_LEFT: Final = (_bits(0, 1), _bits(0, 5))
"""The two columns at the left of the bulk."""
_TALL_LEFT: Final = (_bits(0, 6), _bits(0, 2))
"""The same where lines lead from left to right."""
_RIGHT: Final = (_bits(4, 5), _bits(1, 4))
"""The last column and the one before it: the left ones turned."""


class _Piece(NamedTuple):
    """Moves to write over what is there, except zeros, from these columns and rows above their anchor on."""

    moves: Moves
    right: int
    above: int


class _Corners(NamedTuple):
    """The beginnings of the mirrors, and the pieces by the names of their anchors, for the columns modulo 20."""

    right_start: int
    left_start: int
    pieces: dict[str, _Piece]


def takes(rows: int, cols: int) -> bool:
    """Return whether there is such a tour: of all boards with an even side, except some with few columns."""
    rows, cols = _upright(rows, cols)
    return _stored(rows, cols) is not None or (cols % 2 == 0 and cols >= _LARGE and rows >= cols - 1)


def few_crossings(out: Moves) -> None:
    """Fill a board for which there is such a tour."""
    rows, cols = _upright(*out.shape)
    turned = out.shape != (rows, cols)
    pattern = _stored(rows, cols)
    if pattern is None:
        _lay_large(out.T if turned else out, turned=turned)
    else:
        lay(pattern.transposed() if turned else pattern, out)


def _upright(rows: int, cols: int) -> tuple[int, int]:
    """Return the sides as the tour is laid: the longer one upright, except on large boards with an odd shorter one."""
    low, high = sorted((rows, cols))
    return (low, high) if low % 2 and _stored(high, low) is None else (high, low)


def _stored(rows: int, cols: int) -> Pattern | None:
    """Return the pattern of a board with few columns, or of a tall one with an odd number of columns."""
    data = _data()
    pattern = data.boards.get((rows, cols)) or data.spans.get((cols, (rows - cols) % 4))
    if pattern is None and rows > cols + 1:
        pattern = data.flats.get((rows % 4, cols % 8))
    return pattern if pattern and rows >= pattern.moves.shape[0] and cols >= pattern.moves.shape[1] else None


# Large boards


def _lay_large(out: Moves, *, turned: bool) -> None:
    """Fill a board with at most one column more than rows; `turned` if it is a view of a transposed one."""
    rows, cols = out.shape
    corners = _data().corners[cols % 20]
    up = out[::-1]  # counts rows from the bottom
    out[:] = _bytes([_BULK], turned=turned)
    out[:, :2], out[:, :-3:-1] = _bytes(_LEFT, turned=turned), _bytes(_RIGHT, turned=turned)
    for board, half_turned in ((up, False), (up[::-1, ::-1], True)):
        squares = [_WEDGE, *_BOTTOM, _LEFT_MIRROR, _RIGHT_MIRROR]
        if half_turned:
            squares = [square >> 4 | square << 4 & 0xFF for square in squares]
        wedge = _bytes(squares, turned=turned).tolist()
        (_lay_wedge_by_columns if turned else _lay_wedge_by_rows)(board, corners, wedge)
    apex = (cols + corners.right_start - 3 * corners.left_start) // 10
    height = corners.left_start + 3 * apex
    anchors = {
        "bottom-left": (0, 0),
        "bottom-right": (cols - 1, 0),
        "bottom-apex": (apex, height),
        "top-right": (cols - 1, rows - 1),
        "top-left": (0, rows - 1),
        "top-apex": (cols - 1 - apex, rows - 1 - height),
    }
    for name, piece in corners.pieces.items():
        _put(up, piece, *anchors[name], turned=turned)
    if rows != cols:
        _lay_left_edge(up, height - apex // 2, rows - 1 - height - (cols - 1 - apex) // 2, turned=turned)


def _bytes(squares: Sequence[int] | Moves, *, turned: bool) -> Moves:
    """Return moves as they are on this board, or on the transposed one."""
    moves = np.atleast_2d(np.asarray(squares, np.uint8))
    return (transform(moves, "transpose").T if turned else moves).reshape(np.shape(squares))


def _lay_wedge_by_rows(up: Moves, corners: _Corners, squares: Sequence[int]) -> None:
    """Lay the wedge at the bottom and its mirrors; rows are counted from the bottom."""
    wedge, lowest, second, left_mirror, right_mirror = squares
    cols = up.shape[1]
    for row in range(len(up)):
        right = cols + corners.right_start - 3 * row
        left = (row - corners.left_start) // 3 + 1
        first = -((corners.left_start + 4 - row) // 3)
        if max(first, left - 5) >= right:
            return
        up[row, max(first, 0) : min(left, right)] = left_mirror
        up[row, left : max(left, right)] = (lowest, second)[row] if row < 2 else wedge
        up[row, max(left, right) : right + 5] = right_mirror


def _lay_wedge_by_columns(up: Moves, corners: _Corners, squares: Sequence[int]) -> None:
    """Do the same where the squares of a column are neighbours in memory."""
    wedge, lowest, second, left_mirror, right_mirror = squares
    cols = up.shape[1]
    for col in range(cols):
        beyond = cols + corners.right_start - col
        left, right = corners.left_start + 3 * col, -(-beyond // 3)
        top = max(min(left, right), 0)
        up[:top, col] = wedge
        up[: min(top, 2), col] = (lowest, second)[: min(top, 2)]
        up[max(left, 0) : max(min(left + 5, right), 0), col] = left_mirror
        up[max(right, 0) : max(min((beyond + 4) // 3 + 1, left), 0), col] = right_mirror


def _lay_left_edge(up: Moves, lower: int, upper: int, *, turned: bool) -> None:
    """Tie the left edge the other way between two rows."""
    rows, cols = up.shape
    more = rows - cols
    strips = _data().strips
    group = cols if cols < _REGULAR else _REGULAR + cols % 20
    if more < _TALL:
        _put(up, strips[group, str(more)], 0, lower, turned=turned)
        return
    parity = "odd" if more % 2 else "even"
    up[lower + 6 : upper - 6, :2] = _bytes(_TALL_LEFT, turned=turned)
    _put(up, strips[group, f"{parity}-lower"], 0, lower, turned=turned)
    _put(up, strips[group, f"{parity}-upper"], 0, upper, turned=turned)


def _put(up: Moves, piece: _Piece, col: int, row: int, *, turned: bool) -> None:
    """Put a piece where its anchor is in this column and row from the bottom."""
    height, width = piece.moves.shape
    target = up[row + piece.above : row + piece.above + height, col + piece.right : col + piece.right + width]
    np.copyto(target, _bytes(piece.moves, turned=turned)[::-1], where=piece.moves[::-1] > 0)


# Data


class _Data(NamedTuple):
    corners: dict[int, _Corners]
    strips: dict[tuple[int, str], _Piece]
    boards: dict[tuple[int, int], Pattern]
    spans: dict[tuple[int, int], Pattern]
    """By the columns, and the rows beyond them modulo 4: two or four rows are repeated."""
    flats: dict[tuple[int, int], Pattern]
    """By the rows modulo 4 and the columns modulo 8, which are odd."""


@cache
def _data() -> _Data:
    data = _Data({}, {}, {}, {}, {})
    for (noun, *words), moves in read_boards("tame_crossings.txt"):
        if noun == "board":
            data.boards[moves.shape[0], moves.shape[1]] = Pattern(moves)
        elif noun == "span":
            (rows, cols), first, last = moves.shape, int(words[0]), int(words[1])
            for more in range((rows - cols) % (last - first), 4, last - first):
                data.spans[cols, more] = Pattern(moves, (first, last))
        elif noun == "flat":
            rows, cols = moves.shape
            spans = list(map(int, words))
            data.flats[rows % 4, cols % 8] = Pattern(moves, (spans[0], spans[1]), (spans[2], spans[3]))
        elif noun == "strip":
            group, name, above = words
            data.strips[int(group), name] = _Piece(moves, 0, int(above))
        else:
            residue, right_start, left_start, name, right, above = words
            corners = _Corners(int(right_start), int(left_start), {})
            pieces = data.corners.setdefault(int(residue), corners).pieces
            pieces[name] = _Piece(moves, int(right), int(above))
    return data
