"""Four knights on a 2 x 2 block, the *quartet*, and their path over a rectangle.

Source: Besa, Johnson, Mamano, Osegueda and Williams, "Taming the Knight's Tour: Minimizing Turns and Crossings" (2020),
Algorithm 1; the heel `both` is ours. `docs/taming.md` shows it.

The quartet moves like a king without skipping squares: along a diagonal, all four make the same knight's move; straight
on, two of them overtake the other two. It starts at a *junction* in the bottom left corner, which ties the four
together in pairs, and ends at another junction in the top right corner. In between it rides down and up along
diagonals, which are straight lines for its knights, so all turns and crossings are at the edges. It turns at the left
and right by two steps up, at the bottom by a *heel*, at the top by the heel rotated by 180 degrees, and in the two
other corners by one of four sequences.

Where the path ends depends on the sides, so there are four junctions for the top right corner. One is enough if the
path begins with special moves, which fill the space above the first junction and beside it up to a diagonal that lies
one, two or three rows higher. The paper draws one of these three cases (Figure 8, right); the words here are ours.

A path of the quartet is a word over `U`, `D`, `R` (a step up, down, to the right), `d` and `u` (a knight's move down to
the right and up to the left). Rotation by 180 degrees and reversal leave each letter unchanged, so a word for the top
left corner is a word for the bottom right corner read backwards. A knight's path is given by its first square and its
moves, as digits.

The other heels differ from the formation's by one or two hexagons: cycles of six moves that alternate between the tour
and its complement. Switching a hexagon exchanges these two halves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from destrier.core.choices import Heel, Junctions
from destrier.core.leaper import MOVES
from destrier.core.moves_arrays import toggle
from destrier.core.types import Moves, Square

Path: TypeAlias = tuple[Square, str]

STEPS: Final[dict[str, tuple[Square, tuple[Path, ...]]]] = {
    "U": ((-1, 0), (((1, 0), "1"), ((1, 1), "2"))),
    "D": ((1, 0), (((0, 0), "6"), ((0, 1), "5"))),
    "R": ((0, 1), (((0, 0), "7"), ((1, 0), "0"))),
    "d": ((1, 2), (((0, 0), "7"), ((0, 1), "7"), ((1, 0), "7"), ((1, 1), "7"))),
    "u": ((-1, -2), (((0, 0), "3"), ((0, 1), "3"), ((1, 0), "3"), ((1, 1), "3"))),
}
"""For each letter, the step of the quartet and the moves of its knights, relative to the top left one."""

_TURN: Final = "UU"
HEEL: Final = "DDRRUdRRU"
_CORNER: Final = {2: "DDRRUUU", 4: "DDRRUdUU", 6: HEEL, 8: "DDRRUdUU"}
"""The words for the turn in the bottom right corner, by the number of columns to the quartet's right."""
_CORNER_AGAIN: Final = "DDDRRUUUU"
"""The word for that corner if eight columns remained: the second part of the paper's Sequence 2."""

START: Final = (-5, 0)
"""The first square of the quartet's top left knight, at the junction in the bottom left corner; row -1 is the last."""

NEAR_JUNCTION: Final[tuple[Path, ...]] = (((-4, 0), "67036136431"), ((-5, 0), "77633503612"))
"""The paths that tie the quartet in pairs at this junction."""

FAR_JUNCTIONS: Final[dict[tuple[int, int], tuple[Path, ...]]] = {
    (0, 3): (((4, -2), "33163063075"), ((4, -1), "21442706416")),
    (0, 4): (((5, -2), "3331777234367711472434777"), ((5, -1), "213524777")),
    (5, 0): (((1, -7), "07056331763307533"), ((0, -7), "6771243")),
    (6, 0): (((1, -8), "777124350074477220563317653331"), ((1, -7), "0633")),
}
"""The paths at the top right junction, by the columns to the right of the quartet and the rows above it."""

_FIRST_STEPS: Final = (
    "",
    "UUUdDdUdDDDRRUUdDRRRRU",
    "UUUUdDDdUUdDDDDRRUUUdDDRRUdRRU",
    "UUUUUdDDDdUUUdDDDDDRRRRUuUUddDDRRUdRRU",
)
"""The words behind the first junction, first heel included, by the rows by which the path ends higher up for them."""

_LAST_STEPS: Final = {8: "URRR", 10: "URRRR"}
"""The words from the top edge to the last two of those junctions, by the columns to the quartet's right."""

_HEXAGONS: Final[dict[Heel, tuple[Path, ...]]] = {
    "formation": (),
    "turns": (((0, 0), "607423"),),
    "crossings": (((0, 0), "607423"), ((2, 0), "175034")),
    "both": (((2, 0), "175236"),),
}
"""The hexagons by which each heel differs from the formation's, relative to the top left knight before the heel."""


# The way


def way(rows: int, cols: int, junctions: Junctions = "four") -> Iterator[tuple[Square, str]]:
    """Yield, from junction to junction, the square of the top left knight and the word ridden from it.

    The last word, at the far junction, is empty. Of one junction, the far end is that of height five.
    """
    (row, col), falling = (rows + START[0], START[1]), False
    too_low = (cols // 2 + rows - 1) % len(_FIRST_STEPS)
    if junctions == "one" and too_low:
        yield (row, col), _FIRST_STEPS[too_low]
        row, col = moved((row, col), _FIRST_STEPS[too_low])
    while (cols - 2 - col, row) not in FAR_JUNCTIONS:
        word = fall(cols - 2 - col, rows - 2 - row) if falling else climb(col, row, cols - 2 - col)
        yield (row, col), word
        row, col = moved((row, col), word)
        falling ^= len(word) > 1
    yield (row, col), ""


def fall(right: int, below: int) -> str:
    """Return the next word on the way down, by the columns to the quartet's right and the rows below it."""
    if right == 0:
        return _TURN
    if (right, below) == (2, 3):
        return _CORNER_AGAIN
    if below == 2:
        return _CORNER.get(right, HEEL)
    return "d"


def climb(left: int, above: int, right: int) -> str:
    """Return the next word on the way up, by the columns to the left, the rows above and the columns to the right."""
    if above == 1:
        return _LAST_STEPS.get(right, HEEL[::-1])
    if left == 0:
        return {2: _CORNER[4], 3: _CORNER[2], 4: _CORNER_AGAIN}.get(above, _TURN)[::-1]
    if (left, above) == (4, 2):
        return _CORNER[8][::-1]
    return "u"


def ride(moves: Moves, word: str, place: Square, heel: Heel) -> None:
    """Add the moves of the quartet's knights, given the square of the top left one."""
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
    """Return the position of the quartet after a word."""
    steps = [STEPS[letter][0] for letter in word]
    return place[0] + sum(down for down, _ in steps), place[1] + sum(right for _, right in steps)


def switch(moves: Moves, path: Path, row: int = 0, col: int = 0, *, turned: bool = False) -> None:
    """Toggle the moves of a path that begins at (row, col)."""
    (down, right), digits = path
    row, col = (row - down, col - right) if turned else (row + down, col + right)
    for digit in digits:
        row, col = toggle(moves, (row, col), (int(digit) + 4 * turned) % 8)


def end_of_path(moves: Moves, square: Square) -> Square:
    """Return the other end of the path that begins at this square, which has one move."""
    (row, col), came_by = square, 0
    while onward := int(moves[row, col]) & ~came_by:
        move = onward.bit_length() - 1
        row, col = row + MOVES[move][0], col + MOVES[move][1]
        came_by = 1 << (move + 4) % 8
    return row, col


# Patterns

ROWS: Final = (20, (8, 12))
COLS: Final = (32, (12, 20))
"""Side from which a board is a smaller one with repeated rows or columns, and the range that is repeated."""

REPEATED: Final = {"four": (ROWS, COLS), "one": ((28, (8, 12)), (48, (24, 32)))}
"""Both, by the number of junctions: special first moves take more space."""


def reduced(side: int, least: int, span: tuple[int, int]) -> tuple[int, tuple[int, int] | None]:
    """Return the side of the pattern, and its repeated range."""
    if side < least:
        return side, None
    return least + (side - least) % (span[1] - span[0]), span


def model(rows: int, cols: int) -> tuple[int, int]:
    """Return the sides of a small board whose path has the same effect on the four knights.

    The effect depends on which corner the quartet reaches first, the bottom right or the top left one. Therefore equal
    numbers of repetitions are removed from rows and columns, and then from the longer side until it has only one more.
    """
    (least_rows, row_span), (least_cols, col_span) = ROWS, COLS
    height, width = row_span[1] - row_span[0], col_span[1] - col_span[0]
    times = max(0, min((rows - least_rows) // height, (cols - least_cols) // width))
    return (
        reduced(rows - times * height, least_rows + height, row_span)[0],
        reduced(cols - times * width, least_cols + width, col_span)[0],
    )
