"""Tourneys of every kind that are written down: nothing of them is made by an algorithm of the package."""

from __future__ import annotations

import pytest

from destrier.core.board import Board
from destrier.core.tourney import Tour, Tourney

__all__ = [
    "BRAID",
    "CLOSED",
    "CUT",
    "EXAMPLES",
    "FOUR_CYCLES",
    "HOLES",
    "OPEN",
    "RING",
    "TILES",
    "examples",
    "four_cover",
]

CLOSED_8X8 = """
    0 17 32 42 27 44 59 49 34 28 38 21 36 26 43 53 63 46 29 23 6 12 2 19 4 14 31 37 20 35 18 8
    25 40 57 51 61 55 45 60 54 39 22 7 13 3 9 24 41 56 50 33 48 58 52 62 47 30 15 5 11 1 16 10
"""
OPEN_5X5 = "0 11 20 17 24 13 4 7 16 5 2 9 18 21 10 1 8 19 22 15 6 3 14 23 12"
HOLED = """\
..####..
.######.
########
###..###
###..###
########
.######.
..####..
"""
HOLED_TOUR = """
    2 19 34 44 29 14 31 21 4 10 20 37 54 39 22 5 11 17 32 49 59 42 25 40 50 60 43 33 16 26 41 58
    52 46 61 51 45 30 47 53 38 23 13 3 9 24 18 12
"""
BRAID_6X6 = [
    [0, 8, 4, 17, 28, 32, 24, 13],
    [1, 12, 25, 33, 29, 21, 34, 23, 10, 2, 6, 19, 30, 26, 15, 11, 3, 7, 18, 31, 20, 16, 5, 9],
    [14, 22, 35, 27],
]
FOUR_CYCLES = [[0, 6, 15, 9], [1, 7, 14, 8], [2, 11, 13, 4], [3, 10, 12, 5]]
"""Of a board of 4 x 4."""


def squares(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def four_cover(rows: int, cols: int) -> Tourney:
    """Four cycles in each tile of 4 x 4."""
    corners = [row * cols + col for row in range(0, rows, 4) for col in range(0, cols, 4)]
    return Tourney.from_cycles(
        [[corner + square // 4 * cols + square % 4 for square in cycle] for corner in corners for cycle in FOUR_CYCLES],
        Board(rows, cols),
    )


CLOSED = Tour.from_order(squares(CLOSED_8X8), Board(8, 8))
CUT = Tour.from_order(squares(CLOSED_8X8), Board(8, 8), kind="open")  # its ends are a knight's move apart
OPEN = Tour.from_order(squares(OPEN_5X5), Board(5, 5), kind="open")
HOLES = Tour.from_order(squares(HOLED_TOUR), Board.from_text(HOLED))
RING = Tour.from_order([0, 5, 6, 1, 8, 3, 2, 7], Board.from_text("###\n#.#\n###"))
BRAID = Tourney.from_cycles(BRAID_6X6, Board(6, 6))
TILES = four_cover(16, 16)

EXAMPLES = {"closed": CLOSED, "cut": CUT, "open": OPEN, "holes": HOLES, "ring": RING, "braid": BRAID, "tiles": TILES}
examples = pytest.mark.parametrize("tourney", EXAMPLES.values(), ids=EXAMPLES)
