"""Find the patterns of the tours of interleaved lines, and write them to their data file.

    python lab/interleaved.py > src/destrier/patterns/data/interleaved.txt

The lines, and the strips at the four sides with two turns a row or column, are stated here. A solver fills the boxes in
the four corners of the smallest board, so that they save 16 turns and the board is one cycle, until all larger boards
are one cycle, too.

Needs OR-tools (`uv sync --group lab`), and takes a minute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from regions import Region
from stored import DATA, write
from tame_turns import BOX, CORNERS, Piece, is_one_cycle, tell, turns

import destrier as dt
from destrier.patterns.patches import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.types import Moves

SAVED: Final = 16
"""How many turns fewer there are than four times the rows and columns."""

_COLS: Final = 8
"""How many columns are repeated."""


class Layout(NamedTuple):
    """Lines and strips, as rows of hexadecimal digits; they are repeated every four rows and columns."""

    lines: str
    left: str
    """The two columns at the left."""
    right: str
    top: str
    """The upper three rows."""
    bottom: str

    def board(self, rows: int, cols: int) -> Moves:
        """A board that is wrong in its corners only."""
        moves = np.empty((rows, cols), np.uint8)
        for row in range(rows):
            moves[row] = _row(self.lines, row, cols)
            moves[row, :2], moves[row, -2:] = _row(self.left, row, 2), _row(self.right, row, 2)
        for row in range(3):
            moves[row], moves[row - 3] = _row(self.top, row, cols), _row(self.bottom, row, cols)
        return moves


def _row(text: str, row: int, cols: int) -> Moves:
    rows = text.split(", ")
    return np.resize(np.frombuffer(bytes.fromhex(rows[row % len(rows)]), np.uint8), cols)


_UPRIGHT: Final = Layout(
    lines="88 88 11 11, 11 11 88 88",
    left="82 a0, 03 21",
    right="50 14, 48 0c",
    top="90 a0 50 90, 11 09 09 88, 82 88 11 14",
    bottom="11 21 48 88, 90 88 11 90, 03 09 09 0c",
)
_ROWS_2_MOD_4: Final = Layout(
    lines="88 11 11 88, 11 88 88 11",
    left="c0 21, 03 84, 82 05, 41 a0",
    right="48 30, 12 0c, 0a 14, 50 28",
    top="90 90 30 c0, 11 88 09 09, 84 12 11 88",
    bottom="11 88 28 41, 90 90 11 88, 05 0a 09 09",
)
_ROWS_0_MOD_4: Final = Layout(
    lines="88 11 11 88, 11 88 88 11",
    left="c0 21, 41 a0, 82 05, 03 84",
    right="48 30, 50 28, 0a 14, 12 0c",
    top="a0 90 30 90, 11 09 88 09, 88 12 11 82",
    bottom="11 48 88 41, 88 90 11 90, 05 09 0c 09",
)


class Target(NamedTuple):
    """Boards that are to have a pattern, by the shape of the smallest one."""

    title: str
    layout: Layout
    rows: int
    cols: int
    period: int
    """How many rows are repeated."""

    def sizes(self, most: int) -> Iterator[tuple[int, int]]:
        """Those with at most so many rows."""
        for rows in range(self.rows, most + 1, self.period):
            for cols in range(self.cols, 2 * rows - 7, _COLS):
                yield rows, cols


TARGETS: Final = (
    Target("upright", _UPRIGHT, 16, 16, 2),
    Target("any", _ROWS_0_MOD_4, 16, 18, 4),
    Target("any", _ROWS_2_MOD_4, 18, 18, 4),
    Target("any", _ROWS_2_MOD_4, 18, 22, 4),
)


def pattern(target: Target) -> Piece:
    """A pattern whose boxes in the corners save so many turns, and make one cycle of boards of all sizes."""
    board = target.layout.board(target.rows + target.period, target.cols + _COLS)
    free = np.zeros(board.shape, bool)
    for corner in CORNERS.values():
        free[corner] = True
    region = Region(np.where(free, 0, board).astype(np.uint8), free)
    region.model.add(region.turns() + turns(board[~free]) == 4 * sum(board.shape) - SAVED)
    while filling := region.fill_with_one_cycle(seconds=60):
        found = Pattern(filling.moves, (BOX, BOX + target.period), (BOX, BOX + _COLS))
        if is_one_cycle(found, target.sizes(130)):
            tell(f"{target.title} {board.shape}: {dt.crossings(dt.Tourney(filling.moves))} crossings")
            return Piece(f"{target.title} {BOX} {target.period} {BOX} {_COLS}", filling.moves)
        region.exclude(filling.moves)
    raise AssertionError(f"no pattern of {target} is one cycle on all boards")


if __name__ == "__main__":
    write(DATA / "interleaved.txt", map(pattern, TARGETS))
