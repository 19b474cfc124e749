"""Tours with few turns and crossings, by four knights that ride in formation.

Source: Besa, Johnson, Mamano, Osegueda and Williams, "Taming the Knight's Tour: Minimizing Turns and Crossings"
(2020), Algorithm 1; the heel `both` is not in it.

Four knights on a 2 x 2 block, the *quartet*, move like a king without leaving squares behind: along a diagonal all
four by the same knight's move, and straight on, where two of them overtake the other two. The quartet starts at a
*junction* in the bottom left corner, which ties the four together in pairs, and ends at one in the top right corner.
In between it goes down and up along diagonals, which are straight lines for its knights, so that all turns and
crossings are at the edges. On the left and right it turns by two steps up, at the bottom by a *heel*, at the top by
the same, upside down, and in the two other corners by one of four sequences.

A way is a word over `U`, `D`, `R` (a step up, down, to the right), `d` and `u` (a knight's move down to the right and
up to the left). Turned by 180 degrees and ridden backwards, each letter is itself: a word for the top left is one for
the bottom right read backwards. A knight's path is its first square and its moves, as digits.

The other heels differ from that of the formation by one or two hexagons: cycles of six moves, every other one of which
belongs to the tour. They are switched: these are taken away, the others put in their place.

Every board is a pattern: the tour of a small board, 4 rows of which are repeated, and 8 columns, since that is the way
from one turn at an edge to the next. Cost: one write a square; scratch memory O(1).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, get_args

import numpy as np

from destrier.algorithms.rectangle import Pattern, lay
from destrier.board import MOVES, Board
from destrier.errors import DestrierError, UnsupportedBoard
from destrier.tourneys import Tourney, output
from destrier.types import Goal, Heel

if TYPE_CHECKING:
    from typing import TypeAlias

    from destrier.types import Moves, Square

    Path: TypeAlias = tuple[Square, str]

__all__ = ["HEELS", "formation"]

STEPS: Final[dict[str, tuple[Square, tuple[Path, ...]]]] = {
    "U": ((-1, 0), (((1, 0), "1"), ((1, 1), "2"))),
    "D": ((1, 0), (((0, 0), "6"), ((0, 1), "5"))),
    "R": ((0, 1), (((0, 0), "7"), ((1, 0), "0"))),
    "d": ((1, 2), (((0, 0), "7"), ((0, 1), "7"), ((1, 0), "7"), ((1, 1), "7"))),
    "u": ((-1, -2), (((0, 0), "3"), ((0, 1), "3"), ((1, 0), "3"), ((1, 1), "3"))),
}
"""For each letter, how far the quartet goes, and the moves of its knights, counted from its top left one."""

_TURN: Final = "UU"
HEEL: Final = "DDRRUdRRU"
_CORNER: Final = {2: "DDRRUUU", 4: "DDRRUdUU", 6: HEEL, 8: "DDRRUdUU"}
"""How the quartet turns in the bottom right corner, by the columns that are left to its right."""
_CORNER_AGAIN: Final = "DDDRRUUUU"
"""How it turns there after eight columns were left: the second part of the paper's Sequence 2."""

NEAR_JUNCTION: Final[tuple[Path, ...]] = (((-4, 0), "67036136431"), ((-5, 0), "77633503612"))
"""The paths that tie the quartet together in the bottom left corner, whence rows are counted upwards from -1."""

FAR_JUNCTIONS: Final[dict[tuple[int, int], tuple[Path, ...]]] = {
    (0, 3): (((4, -2), "33163063075"), ((4, -1), "21442706416")),
    (0, 4): (((5, -2), "3331777234367711472434777"), ((5, -1), "213524777")),
    (5, 0): (((1, -7), "07056331763307533"), ((0, -7), "6771243")),
    (6, 0): (((1, -8), "777124350074477220563317653331"), ((1, -7), "0633")),
}
"""The same in the top right corner, by the columns to the right of the quartet and the rows above it."""

_LAST_STEPS: Final = {8: "URRR", 10: "URRRR"}
"""How the quartet gets to the last two of those junctions from the top edge, by the columns to its right."""

_HEXAGONS: Final[dict[Heel, tuple[Path, ...]]] = {
    "formation": (),
    "turns": (((0, 0), "607423"),),
    "crossings": (((0, 0), "607423"), ((2, 0), "175034")),
    "both": (((2, 0), "175236"),),
}
"""What each heel switches of that of the formation, counted from the top left knight before the heel."""

HEELS: Final[tuple[Heel, ...]] = get_args(Heel)
GOALS: Final[tuple[Goal, ...]] = get_args(Goal)

_LEAST: Final = 10
"""Shortest side; the paper asks for 16 columns and 12 rows."""

_TOO_NARROW: Final = {10: (1, 3), 12: (1,), 14: (1,)}
"""Widths at which the corners meet before the quartet comes to its end, at these heights modulo 4."""


def formation(
    board: Board, *, heel: Heel | None = None, minimize: Goal | None = None, out: Moves | None = None
) -> Tourney:
    """The tour of four knights in formation; at copy speed.

    Parameters
    ----------
    heel
        How the knights turn at the top and the bottom, every eight columns: in `formation` (the default), with 22 turns
        and 32 crossings; by the paper's heels with fewest `turns`, 21 and 31, or fewest `crossings`, 22 and 28; or with
        the fewest of `both`, 21 and 27. On an n x n board they give 9.5 n + O(1) turns and 13 n + O(1) crossings;
        9.25 n and 12.75 n; 9.5 n and 12 n; 9.25 n and 11.75 n.
    minimize
        `turns` or `crossings`: the heel with fewest of them, in place of a `heel`. One heel is the best for either.
    out
        Where to write the moves array (rows, cols), such as a memory map; the result is a view of it.

    Raises
    ------
    UnsupportedBoard
        If it does not take the board.
    """
    chosen = choose_heel(heel, minimize)
    refuse_unfit(board)
    moves = output(board, out)
    lay(_pattern(board.rows, board.cols, chosen), moves)
    return Tourney.trusted(moves, board, 1)


def choose_heel(heel: Heel | None, minimize: Goal | None) -> Heel:
    """The heel that is asked for."""
    for name, value, names in (("heel", heel, HEELS), ("minimize", minimize, GOALS)):
        if value not in (None, *names):
            raise DestrierError(f"{name} is one of {', '.join(names)}, not {value!r}")
    if heel is not None and minimize is not None:
        raise DestrierError("give heel or minimize, which chooses the heel, not both")
    return heel or ("formation" if minimize is None else "both")


def refuse_unfit(board: Board) -> None:
    """Raise `UnsupportedBoard` where the quartet's way and the junctions do not fit."""
    height, width = board.shape if board.cols % 2 == 0 else board.shape[::-1]
    fits = width % 2 == 0 and min(height, width) >= _LEAST and height % 4 not in _TOO_NARROW.get(width, ())
    if not (fits and board.is_rectangle):
        raise UnsupportedBoard(
            "formation takes boards with an even side and both sides >= 10, but for 10 x odd, 12 x (4k + 1) and "
            f"14 x (4k + 1), not {board.describe()}"
        )


# The pattern


_ROWS: Final = (20, (8, 12))
_COLS: Final = (32, (12, 20))
"""From which side on a board is a smaller one some rows, or columns, of which are repeated, and which ones."""


def _pattern(rows: int, cols: int, heel: Heel) -> Pattern:
    """The pattern of a board: that of the transposed one where the columns are odd."""
    if cols % 2:
        return _pattern(cols, rows, heel).transposed()
    (height, row_span), (width, col_span) = _reduced(rows, *_ROWS), _reduced(cols, *_COLS)
    return Pattern(_walk(height, width, heel), row_span, col_span)


def _reduced(side: int, least: int, span: tuple[int, int]) -> tuple[int, tuple[int, int] | None]:
    """The side of the pattern, and what of it is repeated."""
    if side < least:
        return side, None
    return least + (side - least) % (span[1] - span[0]), span


@cache
def _walk(rows: int, cols: int, heel: Heel) -> Moves:
    """The tour of a small board, along the way of the quartet."""
    moves = np.zeros((rows, cols), np.uint8)
    for path in NEAR_JUNCTION:
        switch(moves, path)
    (row, col), falling = (rows - 5, 0), False
    while (cols - 2 - col, row) not in FAR_JUNCTIONS:
        word = fall(cols - 2 - col, rows - 2 - row) if falling else climb(col, row, cols - 2 - col)
        ride(moves, word, (row, col), heel)
        row, col = moved((row, col), word)
        falling ^= len(word) > 1
    for path in FAR_JUNCTIONS[cols - 2 - col, row]:
        switch(moves, path)
    return moves


def fall(right: int, below: int) -> str:
    """What the quartet does next on its way down, by the columns to its right and the rows below it."""
    if right == 0:
        return _TURN
    if (right, below) == (2, 3):
        return _CORNER_AGAIN
    if below == 2:
        return _CORNER.get(right, HEEL)
    return "d"


def climb(left: int, above: int, right: int) -> str:
    """What it does next on its way up, by the columns to its left, the rows above it and the columns to its right."""
    if above == 1:
        return _LAST_STEPS.get(right, HEEL[::-1])
    if left == 0:
        return {2: _CORNER[4], 3: _CORNER[2], 4: _CORNER_AGAIN}.get(above, _TURN)[::-1]
    if (left, above) == (4, 2):
        return _CORNER[8][::-1]
    return "u"


def ride(moves: Moves, word: str, place: Square, heel: Heel) -> None:
    """Add the moves of the quartet's knights, from where its top left one is."""
    before, bottom_heel, _ = word.partition(HEEL)
    ahead, top_heel, _ = word.partition(HEEL[::-1])
    for path in _HEXAGONS[heel]:
        if bottom_heel:
            switch(moves, path, *moved(place, before))
        elif top_heel:
            row, col = moved(place, ahead + top_heel)
            switch(moves, path, row + 1, col + 1, turned=True)
    for letter in word:
        for path in STEPS[letter][1]:
            switch(moves, path, *place)
        place = moved(place, letter)


def moved(place: Square, word: str) -> Square:
    """Where the quartet comes to."""
    steps = [STEPS[letter][0] for letter in word]
    return place[0] + sum(down for down, _ in steps), place[1] + sum(right for _, right in steps)


def switch(moves: Moves, path: Path, row: int = 0, col: int = 0, *, turned: bool = False) -> None:
    """Add the moves of a path that are not there and take away those that are; it is given from this square on."""
    (down, right), digits = path
    row, col = (row - down, col - right) if turned else (row + down, col + right)
    for digit in digits:
        move = (int(digit) + 4 * turned) % 8
        moves[row, col] ^= 1 << move
        row += MOVES[move][0]
        col += MOVES[move][1]
        moves[row, col] ^= 1 << (move + 4) % 8
