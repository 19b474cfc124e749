"""Tours of every rectangle, assembled from tiles at copy speed. `docs/tours.md` explains and shows it.

Source: Snider and Travins, "The Knight's Tour", after Lin and Wei, "Optimal algorithms for constructing knight's tours
on arbitrary n x m chessboards", Discrete Applied Mathematics 146 (2005), where the kinds of tours come from.

There is a *joint* between neighbours in each row of tiles, and between neighbours in the first column. Interior tiles
are all alike, so at most three rows and three columns of tiles differ; these form the pattern. Boards with a side of 3
or 4 are stored whole, as *strips*.

    A - B - B - C
    |
    D - E - E - F
    |
    D - E - E - F
    |
    G - E - E - F

A joint removes the move (0, -1) - (2, -2) from the tile on its left, in coordinates relative to the corner where the
next tile begins; every tour has this move, since it is one of the two moves of a corner square. From the next tile it
removes (1, 1) - (3, 0). Downward joints are the transposes. The only condition on closed tiles is therefore that (1, 1)
is joined to (3, 0) and (0, 3).

The moves arrays are in `rectangle_tiles.txt`, found by `lab/rectangle_tiles.py`. Cost: one write per square; O(1)
scratch memory.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.leaper import MOVES
from destrier.core.moves_arrays import output, toggle
from destrier.core.tourney import Tourney
from destrier.makers.maker import Ask, Maker
from destrier.patterns.legs import tour_legs
from destrier.patterns.mosaic import lay
from destrier.patterns.patches import Pattern, read_boards
from destrier.patterns.zones import zones_of_pattern
from destrier.proofs.rectangles import KINDS, rectangle_theorem
from destrier.support.errors import NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from typing import TypeAlias

    from destrier.core.board import Board
    from destrier.core.choices import Kind
    from destrier.core.request import Request
    from destrier.core.types import Moves, Square
    from destrier.patterns.lookups import Cycle

    Edges: TypeAlias = tuple[tuple[Square, Square], ...]

TILE_SIDES: Final = range(5, 11)
"""Possible sides of the first tile; the others have sides of `_SIDE`."""

_SIDE: Final = 6

_TAKEN: Final[Edges] = (((0, -1), (2, -2)), ((1, 1), (3, 0)))
_GIVEN: Final[Edges] = (((0, -1), (1, 1)), ((2, -2), (3, 0)))
_JOINT: Final[Edges] = _TAKEN + _GIVEN
"""The edges that a joint exchanges, relative to the top left square of the second tile in a row."""

_JOINT_DOWN: Final[Edges] = tuple((one[::-1], other[::-1]) for one, other in _JOINT)
"""The edges that a downward joint exchanges, relative to the second tile in a column."""


def rectangle(board: Board, *, kind: Kind = "closed", out: Moves | None = None) -> Tourney:
    """Return the tiled tour of a rectangle, of any kind that exists; at copy speed.

    Parameters
    ----------
    kind
        `closed`; `open`; `corner`: closed, without the bottom right square; `stretched`: open, from the top left corner
        to a square beside it; `double-loop`: two closed tours that together visit all squares; `structured`: closed,
        and structured (see `is_structured`), as the closed tours of this algorithm are anyway.
    out
        The array (rows, cols) to write the moves to, such as a memory map; the result is a view of it.

    Raises
    ------
    NoSuchTour
        If the board has no such tour; the message names the theorem.
    UnsupportedBoard
        If squares are missing.
    """
    _refuse_impossible(board, kind)
    moves = output(board, out)
    lay(_pattern(kind, board.rows, board.cols), moves)
    toured = board.without_corner() if kind == "corner" else board
    return Tourney.trusted(moves, toured, 2 if kind == "double-loop" else 1)


def rectangle_parts(board: Board) -> Tourney:
    """Return the tourney of the tiles of the closed `rectangle`, left unjoined."""
    if min(board.shape) < TILE_SIDES.start:
        return rectangle(board)
    _refuse_impossible(board, "closed")
    moves = np.empty(board.shape, np.uint8)
    lay(_tiled("closed", _cut(board.rows), _cut(board.cols), joined=False), moves)
    return Tourney.trusted(moves, board)


def why_not(board: Board) -> str | None:
    """Return why a board cannot be tiled, or `None` if it can."""
    return None if board.is_rectangle else f"rectangle takes boards without missing squares, not {board.describe()}"


def _refuse_impossible(board: Board, kind: Kind) -> None:
    if reason := why_not(board):
        raise UnsupportedBoard(reason)
    if reason := rectangle_theorem(board.rows, board.cols, kind):
        raise NoSuchTour(reason)


def has_joints(tourney: Tourney) -> bool:
    """Return whether a tour can be a tile, that is, has the moves that joints remove."""
    moves = tourney.moves
    taken_after = moves[1, 1] == 1 << MOVES.index((2, -1)) | 1 << MOVES.index((-1, 2))
    taken_before = moves[0, -1] >> MOVES.index((2, -1)) & 1 and moves[-1, 0] >> MOVES.index((-1, 2)) & 1
    return bool(taken_before and (taken_after or tourney.kind != "closed"))


def is_structured(moves: Moves) -> bool:
    """Return whether a tour has the moves (0, 1) - (2, 0) and (1, 0) - (0, 2), and likewise at each corner.

    An open tour need not have such a move of a square where it begins or ends.
    """
    sides = [((0, 1), (moves.shape[0] - 1, -1)), ((0, 1), (moves.shape[1] - 1, -1))]
    for (top, down), (left, right) in product(*sides):
        for near, far in (((0, 1), (2, 0)), ((1, 0), (0, 2))):
            one, other = ((top + down * row, left + right * col) for row, col in (near, far))
            move = MOVES.index((other[0] - one[0], other[1] - one[1]))
            if not moves[one] >> move & 1 and min(int(moves[square]).bit_count() for square in (one, other)) == 2:
                return False
    return True


# The patterns


def _pattern(kind: Kind, rows: int, cols: int) -> Pattern:
    """Return the pattern of a board; there are few patterns, however large the board."""
    kind = "closed" if kind == "structured" else "stretched" if kind == "open" and rows * cols % 2 == 0 else kind
    if min(rows, cols) < TILE_SIDES.start:
        return _strip(kind, rows, cols)
    return _tiled(kind, _cut(rows), _cut(cols))


def _cut(side: int) -> tuple[int, ...]:
    """Return where a pattern is cut into tiles: one row or column if the board has only one, else three."""
    first = TILE_SIDES.start + (side - TILE_SIDES.start) % _SIDE
    return (0, first) if side == first else (0, first, first + _SIDE, first + 2 * _SIDE)


@lru_cache(maxsize=512)
def _tiled(kind: Kind, tops: tuple[int, ...], lefts: tuple[int, ...], *, joined: bool = True) -> Pattern:
    """Return joined tiles; the second of their three rows or columns can be repeated or left out."""
    moves = np.empty((tops[-1], lefts[-1]), np.uint8)
    for top, bottom in pairwise(tops):
        for left, right in pairwise(lefts):
            tile = _tile(kind if top == left == 0 else "closed", bottom - top, right - left)
            moves[top:bottom, left:right] = tile
    for top in tops[:-1] if joined else ():
        for left in lefts[1:-1]:
            _switch(moves, _JOINT, top, left)
        if top > 0:
            _switch(moves, _JOINT_DOWN, top, 0)
    rows, cols = ((places[1], places[2]) if len(places) > 2 else None for places in (tops, lefts))
    return _oriented(Pattern(moves, rows, cols), kind)


def _switch(moves: Moves, edges: Edges, row: int, col: int) -> None:
    """Exchange edges in place; they are given relative to this square."""
    for (row_from, col_from), (row_to, col_to) in edges:
        move = MOVES.index((row_to - row_from, col_to - col_from))
        toggle(moves, (row + row_from, col + col_from), move)


@lru_cache(maxsize=64)
def _strip(kind: Kind, rows: int, cols: int) -> Pattern:
    if rows > cols:
        return _strip(kind, cols, rows).transposed()
    pieces = _pieces()
    strip = pieces.get((kind, rows, cols)) or next(
        piece for (name, height, _), piece in pieces.items() if (name, height) == (kind, rows) and piece.cols
    )
    return _oriented(strip, kind)


def _oriented(pattern: Pattern, kind: Kind) -> Pattern:
    """Rotate corner tours so that the missing corner, in the first tile at the top left, is at the bottom right."""
    return pattern.transformed("rotate-180") if kind == "corner" else pattern


def _tile(kind: Kind, rows: int, cols: int) -> Moves:
    low, high = sorted((rows, cols))
    piece = _pieces()[kind, low, high]
    return (piece if rows == low else piece.transposed()).moves


@cache
def _pieces() -> dict[tuple[str, int, int], Pattern]:
    """Return the tiles and strips, by kind, rows and columns."""
    pieces = {}
    for (kind, *span), moves in read_boards("rectangle_tiles.txt"):
        pieces[kind, *moves.shape] = Pattern(moves, cols=(int(span[0]), int(span[1])) if span else None)
    return pieces


class Rectangle(Maker):
    name = "rectangle"
    boards = "every rectangle that has a tour of this kind"
    source = "Snider and Travins, after Lin and Wei (2005)"
    kinds = KINDS
    options = ("out",)
    bytes_per_square = 1
    pattern = "hidden"
    proves = True

    def why_not(self, request: Request) -> str | None:
        return why_not(request.board)

    def cycle(self, request: Request) -> Cycle:
        board = request.board
        _refuse_impossible(board, "closed")
        return tour_legs(board, zones_of_pattern(board.shape, _pattern("closed", *board.shape)))

    def make(self, request: Request, _: Ask, /) -> Tourney:
        return rectangle(request.board, kind=request.kind, out=request.out)

    def tourney(self, request: Request) -> Tourney:
        return rectangle_parts(request.board)
