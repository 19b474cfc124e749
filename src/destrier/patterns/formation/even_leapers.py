"""Tours with few turns for (1, a)-leapers with even a, made by a * a of them riding in formation.

Source: Besa et al., "Taming the Knight's Tour" (2020), Section 5.4, for a = 4, the giraffe. The heel for any a and the
junctions are our own.

The formation is a block of a x a leapers. Either all move at once along a diagonal, `d` to the right and down or `u` to
the left and up; or the formation moves by one square up, down or to the right (`U`, `D`, `R`), when the leapers of one
side overtake all others by moving `a` squares, in crossing pairs of neighbours. From a junction in the bottom left
corner it rides down and up along diagonals to a junction in the top right corner. It turns at the left and right by `a`
steps up, and at the top and bottom by a heel of 2 a^2 columns. This covers boards with 2 a^2 k + a^2 + a columns and 2
a l + 4 a - 2 rows for k and l >= 1. `docs/leapers.md` shows one.

A turn at a side swaps neighbours in pairs, and so does a heel. There are as many turns at the left or bottom as at the
right or top, so each leaper arrives at the last junction in its initial place. Both junctions together form a tour of
the graph of their squares and an extra square per leaper, which stands for its path in between. This tour is found, in
milliseconds, when the first tour of a leaper is made, and is the same on every machine.

Cost: one write per square, besides the junctions. All squares on diagonals have the same two steps, and every board
comes from a pattern (see `quartet`) in which 2 a rows and 2 a^2 columns are repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.grid import Grid
from destrier.core.leaper import Leaper
from destrier.core.moves_arrays import output
from destrier.core.tourney import Tourney
from destrier.core.types import MoveBits, Moves, Square
from destrier.patterns.formation.course import Course, course_of
from destrier.patterns.mosaic import lay
from destrier.patterns.patches import Pattern
from destrier.support.errors import UnsupportedBoard

_KEY: Final = 1
"""The random key of the search for junctions."""

_STEPS: Final[dict[str, Square]] = {"U": (-1, 0), "D": (1, 0), "R": (0, 1)}
"""The step of the formation for each letter except the diagonals."""

_ALL, _EVEN, _ODD, _FIRST, _LAST = slice(None), slice(0, None, 2), slice(1, None, 2), slice(0, 1), slice(-1, None)

RIDERS: Final[dict[str, tuple[tuple[slice, slice, int], ...]]] = {
    "U": ((_LAST, _EVEN, 1), (_LAST, _ODD, 2)),
    "D": ((_FIRST, _EVEN, 6), (_FIRST, _ODD, 5)),
    "R": ((_EVEN, _FIRST, 7), (_ODD, _FIRST, 0)),
    "d": ((_ALL, _ALL, 7),),
    "u": ((_ALL, _ALL, 3),),
}
"""For each letter, the rows and columns of the formation that take each step."""

_FREE_NEAR: Final = 1
_FREE_FAR: Final = 5
"""The number of steps that take a formation at a junction out of its corner."""

_TURNS: Final = 2
_HEELS: Final = 2
"""Number of turns at the left, and of heels at the bottom, in the pattern of the largest boards."""


def formation_leaper(board: Grid, *, out: MoveBits | None = None) -> Tourney:
    """Return the tour of a (1, a)-leaper on a flat board; at copy speed.

    Raises
    ------
    UnsupportedBoard
        If a is odd, or the sides do not fit.
    """
    laid = leaper_pattern(board)
    moves = output(board, out)
    lay(laid, moves)
    return Tourney.trusted(moves, board, 1)


def leaper_pattern(board: Grid) -> Pattern:
    """Return the pattern of this tour.

    Raises
    ------
    UnsupportedBoard
        If a is odd, or the sides do not fit.
    """
    check_formation(board)
    rows, cols = board.sides
    if _fits(rows, cols, board.leaper.reach):
        return _pattern(rows, cols, board.leaper)
    return _pattern(cols, rows, board.leaper).transposed()


def leaper_course(board: Grid) -> Course:
    """Return the course of the formation in this tour.

    Raises
    ------
    UnsupportedBoard
        If a is odd, or the sides do not fit.
    """
    check_formation(board)
    (rows, cols), reach = board.sides, board.leaper.reach
    is_upright = _fits(rows, cols, reach)
    upright = way(rows, cols, reach) if is_upright else way(cols, rows, reach)
    course = course_of(upright, lambda place, letter: moved(place, letter, reach), (reach, reach))
    return course if is_upright else course.transposed()


def check_formation(board: Grid) -> None:
    """Raise `UnsupportedBoard` if a is odd or the sides do not fit."""
    sides, leaper, reach = board.sides, board.leaper, board.leaper.reach
    if leaper.pairs != ((1, reach),) or reach % 2 or len(sides) != 2:
        raise UnsupportedBoard(
            "tours in formation are those of a knight in any dimensions, and of (1, a)-leapers with an even a in two, "
            f"not of a {leaper}"
        )
    if not board.is_whole or not (_fits(sides[0], sides[1], reach) or _fits(sides[1], sides[0], reach)):
        raise UnsupportedBoard(
            f"a formation of (1, {reach})-leapers takes boards with sides {2 * reach**2} k + {reach**2 + reach} and "
            f"{2 * reach} l + {4 * reach - 2}, k and l >= 1, not {board.describe()}"
        )


def _sides(reach: int, rows: int, cols: int) -> tuple[int, int]:
    """Return the rows and columns with these numbers of turns at the left and heels at the bottom."""
    return 2 * reach * rows + 4 * reach - 2, 2 * reach**2 * cols + reach**2 + reach


def _counts(rows: int, cols: int, reach: int) -> tuple[int, int]:
    return (rows - 4 * reach + 2) // (2 * reach), (cols - reach**2 - reach) // (2 * reach**2)


def _fits(rows: int, cols: int, reach: int) -> bool:
    counts = _counts(rows, cols, reach)
    return min(counts) >= 1 and _sides(reach, *counts) == (rows, cols)


# The way


def heel(reach: int) -> str:
    """Return the word for the formation's turn at the bottom."""
    heights = range(2 * reach - 3, 0, -2)
    middle = ("R" * reach + "U" * height + "d" + "D" * (height - 1) for height in heights)
    return "D" * (2 * reach - 2) + "".join(middle) + "R" * reach + "U" * (reach - 1)


def way(rows: int, cols: int, reach: int) -> Iterator[tuple[Square, str]]:
    """Yield, from junction to junction, the square of the top left leaper and the word ridden from it."""
    bottom = heel(reach)
    (row, col), falling = (rows + 1 - 3 * reach, 0), False
    while (cols - reach - col, row) != (0, 2 * reach - 1):
        if falling and rows - reach - row == 2 * reach - 2:
            word = bottom
        elif not falling and row == reach - 1:
            word = bottom[::-1]
        elif col == (cols - reach if falling else 0):
            word = "U" * reach
        else:
            word = "d" if falling else "u"
        yield (row, col), word
        for letter in word:
            row, col = moved((row, col), letter, reach)
        falling ^= len(word) > 1


def moved(place: Square, letter: str, reach: int) -> Square:
    """Return the position of the formation after a word."""
    down, right = {**_STEPS, "d": (1, reach), "u": (-1, -reach)}[letter]
    return place[0] + down, place[1] + right


def _ride(moves: Moves, word: str, place: Square, leaper: Leaper) -> None:
    """Add the steps of the leapers, given the square of the top left one."""
    line = np.arange(leaper.reach)
    for letter in word:
        row, col = place
        for rows, cols, step in RIDERS[letter]:
            squares = row + line[rows], col + line[cols]
            down, right = leaper.steps[step]
            moves[np.ix_(*squares)] |= 1 << step
            moves[np.ix_(squares[0] + down, squares[1] + right)] |= 1 << leaper.opposite(step)
        place = moved(place, letter, leaper.reach)


# The junctions


@cache
def junctions(leaper: Leaper) -> tuple[Moves, Moves]:
    """Return the moves in the bottom left and top right corners; other squares have none."""
    from destrier.core.movegraph import MoveGraph
    from destrier.switching.movegraphs import hamiltonian_cycle

    reach = leaper.reach
    near = _corner(reach)
    size, lanes = np.count_nonzero(near), reach**2
    there = np.full((2 * size + lanes, 8), -1, np.int32)
    back = np.zeros(there.shape, np.uint8)
    ways = 2 * size + np.arange(lanes)
    corners = []
    for number, (corner, (row, col), free) in enumerate(
        ((near, (0, 0), _FREE_NEAR), (near[::-1, ::-1], (2 * reach - 1, -reach), _FREE_FAR))
    ):
        squares = np.where(corner, np.cumsum(corner).reshape(corner.shape) - 1 + number * size, -1)
        _add_steps(squares, leaper, there, back)
        ends = squares[row : row + reach, col:][:, :reach].ravel()
        there[ends, free], back[ends, free] = ways, number
        there[ways, number], back[ways, number] = ends, free
        corners.append((squares, ends, free))
    moves = hamiltonian_cycle(MoveGraph(there, back), _KEY, f"closed tour of the junctions of a {leaper}").astype(
        np.uint8
    )
    for _, ends, free in corners:
        moves[ends] &= np.uint8(0xFF ^ 1 << free)
    first, last = (np.where(squares >= 0, moves[squares], np.uint8(0)) for squares, _, _ in corners)
    return first, last


def _corner(reach: int) -> NDArray[np.bool_]:
    """Return the mask of the junction in the bottom left corner, which borders on the path along a staircase."""
    rows, cols = np.indices((3 * reach - 1, reach**2 + reach))
    return cols < reach * (rows + 1)


def _add_steps(squares: NDArray[np.int64], leaper: Leaper, there: NDArray[np.int32], back: NDArray[np.uint8]) -> None:
    """Write the steps between numbered squares into the tables of a move graph."""
    reach = leaper.reach
    padded = np.pad(squares, reach, constant_values=-1)
    for step, (down, right) in enumerate(leaper.steps.tolist()):
        height, width = squares.shape
        rows, cols = slice(reach + down, reach + down + height), slice(reach + right, reach + right + width)
        targets = padded[rows, cols]
        legal = (squares >= 0) & (targets >= 0)
        there[squares[legal], step] = targets[legal]
        back[squares[legal], step] = leaper.opposite(step)


# The pattern


def _pattern(rows: int, cols: int, leaper: Leaper) -> Pattern:
    reach = leaper.reach
    turns, heels = _counts(rows, cols, reach)
    small = _sides(reach, min(turns, _TURNS), min(heels, _HEELS))
    top, left = 3 * reach - 1, reach**2 + reach  # the sides of the junctions
    row_span = (top, top + 2 * reach) if turns > _TURNS else None
    col_span = (left, left + 2 * reach**2) if heels > _HEELS else None
    return Pattern(_walk(*small, leaper), row_span, col_span)


@cache
def _walk(rows: int, cols: int, leaper: Leaper) -> Moves:
    """Return the tour of a small board along the path of the formation."""
    moves = np.zeros((rows, cols), np.uint8)
    for place, word in way(rows, cols, leaper.reach):
        _ride(moves, word, place, leaper)
    near, far = junctions(leaper)
    height, width = near.shape
    moves[-height:, :width] |= near
    moves[:height, -width:] |= far
    return moves
