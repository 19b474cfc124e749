"""Tourneys to test with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.support.errors import NoSuchTour

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from destrier.core.tourney import Tour, Tourney
    from helpers import naive

__all__ = ["OPEN", "WIDE", "board_of", "squares_of", "tourneys", "wide"]


def squares_of(board: Board) -> set[naive.Square]:
    """The squares of a board, as the oracle has them."""
    return {(row, col) for row, col in np.argwhere(board.present).tolist()}


def board_of(squares: Collection[naive.Square], rows: int, cols: int) -> Board:
    """The board of these squares in a rectangle."""
    return Board(rows, cols, [[(row, col) in squares for col in range(cols)] for row in range(rows)])


@st.composite
def tourneys(draw: st.DrawFn, longest: int = 20) -> Tourney:
    """A random tourney of a rectangle, or of one with a square of a colour, or one of each, missing."""
    rows, cols, seed = draw(st.integers(3, longest)), draw(st.integers(3, longest)), draw(st.integers(0, 10**9))
    holes = draw(st.booleans())
    present = np.ones((rows, cols), np.bool_)
    light = np.indices((rows, cols)).sum(axis=0) % 2 == 0
    for colour in [light] * (rows * cols % 2 or holes) + [~light] * (rows * cols % 2 == 0 and holes):
        squares = np.argwhere(colour)
        present[tuple(squares[draw(st.integers(0, len(squares) - 1))])] = False
    try:
        return dt.tourney(Board.from_mask(present), algorithm="two-factor", seed=seed)
    except NoSuchTour:
        assume(False)
        raise


WIDE = [(rows, cols) for cols in (*range(60, 69), *range(124, 133)) for rows in (4, 7) if rows * cols % 2 == 0]
"""Boards whose rows end near the end of a machine word."""


def wide(shape: tuple[int, int]) -> Tourney:
    """A tourney of a wide board."""
    return dt.tourney(*shape, algorithm="two-factor", seed=sum(shape))


OPEN: dict[str, Callable[[], Tour]] = {
    "5 x 5": lambda: dt.tour(5, 5, kind="open", seed=1),
    "3 x 4": lambda: dt.tour(3, 4, kind="open", seed=2),
    "6 x 6": lambda: dt.tour(6, 6, kind="open", start=(0, 0), end=(1, 2), seed=3),
    "7 x 65": lambda: dt.tour(7, 65, kind="open", seed=4),
    "66 x 6": lambda: dt.tour(66, 6, kind="open", seed=5),
}
"""Some open tours: small, wide, tall, with ends at a corner or a knight's move apart."""
