"""Boards with a given number of squares that have a tour: rectangles, or rectangles less some squares.

The squares to leave out lie at the corners, or else around the middle, with symmetry if possible: under both
reflections, a half-turn, or one reflection. Equal numbers of light and dark squares remain; for an open tour they may
differ by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import isqrt
from typing import Final, Literal, TypeAlias

import numpy as np

from destrier.core.board import Board
from destrier.core.types import Square
from destrier.desk.tour import tour
from destrier.proofs.why import why_no_tour
from destrier.search.numbered import Unfinished, orders
from destrier.support.errors import BudgetExceeded, NoSuchTour

_SLIMMEST: Final = 1.62
"""The largest ratio of the sides: the golden ratio."""

_SEARCHED: Final = 144
_SEARCHES: Final = 10
_STEPS: Final = 2000
"""The largest board to search, in squares; the number of searches, and their steps: some hundredths of a second."""

_Symmetry: TypeAlias = "Callable[[Square, Square], set[Square]]"
"""The images of a square, given the last square of the board."""

_SYMMETRIES: Final[Sequence[_Symmetry]] = (
    lambda square, last: {
        (row, col) for row in (square[0], last[0] - square[0]) for col in (square[1], last[1] - square[1])
    },
    lambda square, last: {square, (last[0] - square[0], last[1] - square[1])},
    lambda square, last: {square, (square[0], last[1] - square[1])},
)
_NONE: Final[Sequence[_Symmetry]] = (lambda square, _: {square},)


def squarest_board(count: int, kind: Literal["closed", "open"], key: int) -> Board | None:
    """Return the squarest board of `count` squares that has a tour, if possible a rectangle, or `None`."""
    sides = [
        (rows, cols)
        for rows in range(3, isqrt(count) + 3)
        for cols in range(rows, int(_SLIMMEST * rows) + 1)
        if count <= rows * cols <= count + cols
    ]
    sides.sort(key=lambda pair: (pair[0] * pair[1] > count, pair[0] * pair[1] - count + pair[1] - pair[0]))
    return _first([Board(*pair) for pair in sides], count, kind, key)


def board_within(board: Board, count: int, kind: Literal["closed", "open"], key: int) -> Board | None:
    """Return a rectangle reduced to `count` squares that has a tour; `None` if none is found."""
    return _first([board], count, kind, key)


def _first(boards: list[Board], count: int, kind: Literal["closed", "open"], key: int) -> Board | None:
    """Return the first of some rectangles that has a tour when it is reduced to `count` squares."""
    for symmetries in (_SYMMETRIES, _NONE):
        for board in boards:
            for less in _less(board, board.size - count, kind, symmetries):
                if _has_tour(less, kind, key):
                    return less
    return None


def _has_tour(board: Board, kind: Literal["closed", "open"], key: int) -> bool:
    """Return whether a tour is found; on small boards, the exact search often proves quickly that there is none."""
    if why_no_tour(board, kind=kind) is not None:
        return False
    for again in range(_SEARCHES if board.size <= _SEARCHED else 0):
        search = orders(board.move_graph, {}, closed=kind == "closed", key=key + again, most=_STEPS)
        with suppress(Unfinished):
            return next(search, None) is not None
    try:
        tour(board, kind=kind, seed=key)
    except (NoSuchTour, BudgetExceeded):
        return False
    return True


def _less(
    board: Board, missing: int, kind: Literal["closed", "open"], symmetries: Sequence[_Symmetry]
) -> Iterator[Board]:
    """Yield a rectangle without some squares, for each symmetry, at the corners and around the middle."""
    squares, last = [board.square(index) for index in board.squares.tolist()], (board.rows - 1, board.cols - 1)
    for images in symmetries:
        orbits = {tuple(sorted(images(square, last))) for square in squares}
        for distance in (_from_corner, _from_middle):
            nearest_first = sorted(orbits, key=lambda orbit: (distance(orbit[0], last), orbit))
            left_out = _first_squares(nearest_first, missing, board.size % 2, 1 if kind == "open" else 0)
            if left_out is not None:
                present = np.ones(board.shape, np.bool_)
                present.ravel()[[board.index(square) for square in left_out]] = False
                yield Board(board.rows, board.cols, present, leaper=board.leaper)


def _from_corner(square: Square, last: Square) -> int:
    """Return the distance of a square from the nearest corner, in steps along rows and columns."""
    return sum(min(place, most - place) for place, most in zip(square, last, strict=True))


def _from_middle(square: Square, last: Square) -> int:
    """Return four times the squared Euclidean distance of a square from the middle of the board."""
    return sum((2 * place - most) ** 2 for place, most in zip(square, last, strict=True))


def _first_squares(
    orbits: list[tuple[Square, ...]], missing: int, surplus: int, most: int
) -> tuple[Square, ...] | None:
    """Return the squares of the first orbits that have the given total and leave the colours balanced.

    An orbit is left out completely or not at all. There are `missing` squares to leave out; `surplus` is the number of
    light minus dark squares before, and `most` the largest difference between the colours afterwards.
    """
    ways: dict[tuple[int, int], tuple[Square, ...]] = {(0, surplus): ()}
    for orbit in [(), *orbits]:
        light = sum(1 if (row + col) % 2 == 0 else -1 for row, col in orbit)
        for (taken, more), squares in list(ways.items()):
            if taken + len(orbit) <= missing:
                ways.setdefault((taken + len(orbit), more - light), squares + orbit)
        for (taken, more), squares in ways.items():
            if taken == missing and abs(more) <= most:
                return squares
    return None
