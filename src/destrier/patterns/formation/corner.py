"""Tours in formation on boards with odd sides and a missing corner.

Source: Besa et al., "Taming the Knight's Tour" (2020), Section 5.2.

The quartet rides on all columns except the first, as on a rectangle with an even side (see `quartet`). When it turns at
the left edge, its knights reach one column further, and the junction in the bottom left corner visits the two squares
above the corner. `docs/taming.md` shows it.

This changes how the path pairs the four knights. Of the two possible junctions, one pairs the upper two and the lower
two, and the other the left two and the right two. The path and the far junction together define a pairing of the four,
and a near junction with a different pairing closes them into a single cycle.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from destrier.core.board import Board
from destrier.core.choices import Goal, Heel
from destrier.core.types import Moves, Square
from destrier.patterns.formation.course import Course, course_of
from destrier.patterns.formation.orientation import is_better_turned
from destrier.patterns.formation.quartet import (
    COLS,
    FAR_JUNCTIONS,
    ROWS,
    START,
    Path,
    end_of_path,
    model,
    moved,
    ride,
    switch,
    way,
)
from destrier.patterns.patches import Pattern
from destrier.support.errors import UnsupportedBoard

JUNCTIONS: Final[dict[Square, tuple[Path, ...]]] = {
    (0, 1): (((-5, 1), "7763347274277036133"), ((-4, 1), "77431")),
    (1, 0): (((-5, 1), "7763431"), ((-5, 2), "57713634725277033")),
}
"""The paths in the bottom left corner, by the target of the top left knight's path."""

_AT_LEFT: Final[tuple[Path, ...]] = (((1, 0), "20"), ((1, 1), "31"), ((0, 0), "27"), ((0, 1), "41"))
_IN_CORNER: Final[tuple[Path, ...]] = (((1, 0), "21065"), ((1, 1), "312705275"), ((0, 0), "21757"), ((0, 1), "41277"))
WIDER: Final[dict[str, tuple[tuple[Path, ...], str]]] = {
    "UU": (_AT_LEFT, ""),
    "UUdURRDD": (_AT_LEFT, "dURRDD"),
    "UUUURRDDD": (_IN_CORNER, ""),
}
"""The turns at the left edge, by word: paths relative to the quartet's top left knight, and the rest of the word."""


def missing_corner(board: Board) -> Square | None:
    """Return the corner that is the only missing square of a board with odd sides, or `None`."""
    rows, cols = board.shape
    if rows % 2 and cols % 2 and board.size == rows * cols - 1:
        for corner in ((0, 0), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 1)):
            if not board.has(corner):
                return corner
    return None


def corner_pattern(rows: int, cols: int, corner: Square, heel: Heel, minimize: Goal | None = None) -> Pattern:
    """Return the pattern of the board without this corner, or its transpose, whichever has fewer turns or crossings.

    Raises
    ------
    UnsupportedBoard
        If the board is too small.
    """
    if _is_across(rows, cols, heel, minimize):
        return _without(corner[::-1], _upright(cols, rows, heel)).transposed()
    return _without(corner, _upright(rows, cols, heel))


def corner_course(rows: int, cols: int, corner: Square, heel: Heel, minimize: Goal | None = None) -> Course:
    """Return the course of the four knights of this tour.

    Raises
    ------
    UnsupportedBoard
        If the board is too small.
    """
    if _is_across(rows, cols, heel, minimize):
        return _course(cols, rows, corner[::-1]).transposed()
    return _course(rows, cols, corner)


def why_not(rows: int, cols: int) -> str | None:
    """Return why there is no corner tour of a rectangle in formation, or `None` if there is one."""
    if _fits(rows, cols) or _fits(cols, rows):
        return None
    return (
        "formation takes boards with odd sides without a corner if one side is >= 17 and the other >= 9, and "
        f"11 x 13, 11 x 15, 13 x 15 and 15 x 15, not {rows} x {cols}"
    )


def _is_across(rows: int, cols: int, heel: Heel, minimize: Goal | None) -> bool:
    """Return whether the tour is that of the transposed board."""
    if reason := why_not(rows, cols):
        raise UnsupportedBoard(reason)
    if _fits(rows, cols) and _fits(cols, rows):
        return is_better_turned(_upright, rows, cols, heel, minimize)
    return not _fits(rows, cols)


def _course(rows: int, cols: int, corner: Square) -> Course:
    """Return the course on the board without this corner, not transposed."""
    upright = course_of(way(rows, cols - 1), moved).moved((0, 1))
    is_flipped = corner[0] == 0, corner[1] > 0
    return upright.flipped((rows, cols), np.flatnonzero(is_flipped).tolist())


def _upright(rows: int, cols: int, heel: Heel) -> Pattern:
    """Return the pattern of the board without its bottom left corner, not transposed."""
    height, width = model(rows, cols)
    row_span, col_span = ROWS[1] if height < rows else None, COLS[1] if width < cols else None
    return Pattern(_walk(height, width, heel), row_span, col_span)


def _without(corner: Square, pattern: Pattern) -> Pattern:
    """Return the pattern flipped so that this corner is missing instead."""
    if corner[0] == 0:
        pattern = pattern.transformed("rotate-180")
    return pattern if (corner[0] == 0) == (corner[1] > 0) else pattern.transformed("flip-columns")


def _fits(rows: int, cols: int) -> bool:
    is_odd = rows % 2 == cols % 2 == 1
    return is_odd and ((rows >= 9 and cols >= 17) or (rows in (11, 15) and cols in (13, 15)))


@cache
def _walk(rows: int, cols: int, heel: Heel) -> Moves:
    """Return the tour of a small board without its bottom left corner."""
    moves = np.zeros((rows, cols), np.uint8)
    without_first_column = moves[:, 1:]
    for place, word in way(rows, cols - 1):
        rest = word
        if place[1] == 0 and word in WIDER:
            paths, rest = WIDER[word]
            for path in paths:
                switch(moves, path, place[0], 1)
        ride(without_first_column, rest, moved(place, word.removesuffix(rest)), heel)
    for path in FAR_JUNCTIONS[cols - 3 - place[1], place[0]]:
        switch(moves, path)
    for path in _junction(moves):
        switch(moves, path)
    return moves


def _junction(moves: Moves) -> tuple[Path, ...]:
    """Return the junction that closes the two paths into a single cycle, because it pairs their ends differently."""
    row, col = len(moves) + START[0], START[1] + 1
    end = end_of_path(moves, (row, col))
    return next(paths for (down, right), paths in JUNCTIONS.items() if end != (row + down, col + right))
