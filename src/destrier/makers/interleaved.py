"""Interleaved lines: tours with 4 (rows + columns) - 16 turns, or 8 n - 16 on n x n unless n = 4 mod 8.

Flat lines in two directions, down to the right and down to the left, fill the interior of the board without a turn. A
line advances two columns per row, so column + 2 row is constant modulo 4 in either direction. Of the four residue
classes of squares, two consecutive ones hold lines in one direction, and the other two lines in the other.
`docs/taming.md` shows it.

Two directions help because a corner saves turns if lines lead away from it, and here lines lead away from all four
corners. Each side has two turns per row or column, as in tours of parallel lines (see `tame.turns`). The corners hold
8 x 8 boxes with 16 turns fewer in total than if the sides continued through them. The sides and the lines have a period
of four rows and columns, or of two rows. Eight more columns or rows do not change how the lines are tied.

The lines cross, so there are about as many crossings as squares.

The patterns are in `interleaved.txt`, found by `lab/interleaved.py`. Cost: one write per square; O(1) scratch memory.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from destrier.core.board import Board
from destrier.core.choices import FEW_TURNS, Kind
from destrier.core.moves_arrays import output
from destrier.core.request import Request
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import Moves
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker
from destrier.patterns.legs import tour_legs
from destrier.patterns.lookups import Cycle
from destrier.patterns.mosaic import lay
from destrier.patterns.patches import Pattern, read_boards
from destrier.patterns.tame.choosing import cost_of
from destrier.patterns.tame.opening import leave_out_a_move
from destrier.patterns.zones import zones_of_pattern
from destrier.support.errors import UnsupportedBoard

SAVED: Final = 16
"""Difference between 4 (rows + columns) and the number of turns."""

_FEWER: Final = 8
"""An upright board has at most 2 rows - `_FEWER` columns, so that no line joins two corners."""


def interleaved(board: Board, *, kind: Kind = "closed", out: Moves | None = None) -> Tour:
    """Return the tour of interleaved lines, with 4 (rows + columns) - 16 turns; at copy speed.

    Parameters
    ----------
    board
        A rectangle with even sides of at least 16. One of them is 2 mod 8, or both are 6 mod 8, or one is 0 mod 8 and
        at most twice the other less 8.
    kind
        `closed`, or `open` for the closed tour without a move between two turns.
    out
        The array (rows, cols) to write the moves to, such as a memory map; the result is a view of it.

    Raises
    ------
    UnsupportedBoard
        If the board is not of this form.
    """
    pattern = _pattern_of(board)
    if pattern is None:
        raise UnsupportedBoard(why_not(board))
    moves = output(board, out)
    lay(pattern, moves)
    if kind == "open":
        leave_out_a_move(moves, cost_of("turns", None))
    return Tourney.trusted(moves, board, 1)


def why_not(board: Board) -> str | None:
    """Return why a board has no such tour, or `None` if it has one."""
    if _pattern_of(board) is not None:
        return None
    return (
        "interleaved takes rectangles with even sides >= 16, one of them 2 mod 8, or both 6 mod 8, or one 0 mod 8 "
        f"and at most twice the other less {_FEWER}, not {board.describe()}"
    )


def _pattern_of(board: Board) -> Pattern | None:
    """Return the pattern that fits a board, possibly transposed, or `None` if there is none."""
    rows, cols = board.shape
    for is_upright, pattern in _patterns() if board.is_rectangle else ():
        if _takes(is_upright, pattern, rows, cols):
            return pattern
        if _takes(is_upright, pattern, cols, rows):
            return pattern.transposed()
    return None


def _takes(is_upright: bool, pattern: Pattern, rows: int, cols: int) -> bool:
    return pattern.takes(rows, cols) and not (is_upright and cols > 2 * rows - _FEWER)


@cache
def _patterns() -> list[tuple[bool, Pattern]]:
    """Return the patterns, each with a flag for upright boards only."""
    patterns = []
    for (which, *places), moves in read_boards("interleaved.txt"):
        row, height, col, width = map(int, places)
        patterns.append((which == "upright", Pattern(moves, (row, row + height), (col, col + width))))
    return patterns


class Interleaved(Maker):
    name = "interleaved"
    boards = "even sides from 16 on: one is 18, 26, 34, ...; or both are 22, 30, 38, ...; and most with 16, 24, 32, ..."
    source = "ours, docs/taming.md: 4 (rows + cols) - 16 turns"
    kinds = ("closed", "open")
    options = ("minimize", "out")
    example = Board(24, 24)
    bytes_per_square = 1

    def why_not(self, request: Request) -> str | None:
        if request.minimize not in (None, *FEW_TURNS):
            return f"interleaved has few turns, not {request.minimize}"
        if request.algorithm is None and request.minimize is None:
            return NOT_CHOSEN
        return why_not(request.board)

    def turns(self, request: Request) -> float:
        return 4 * float(sum(request.board.shape)) - SAVED - 2 * (request.kind == "open")

    def cycle(self, request: Request) -> Cycle:
        board = request.board
        pattern = _pattern_of(board)
        assert pattern is not None
        return tour_legs(board, zones_of_pattern(board.shape, pattern))

    def make(self, request: Request, _: Ask, /) -> Tourney:
        return interleaved(request.board, kind=request.kind, out=request.out)
