"""Open tours with few turns on boards with an odd number of columns: 4 (rows + columns) - 20 turns, or - 19.

All squares except those near the rim lie on parallel flat lines. As in closed tours (see `turns`), each row has two
turns at its ends, and so has each column. But every line is tied to the third one from it at both edges. With an even
number of columns, these ties would close each line with its neighbour; with an odd number, the tour descends by six
lines from left to right and back, in three strands. Two of the strands are tied at the top and two at the bottom, so
that they form a single path, which begins in one corner and ends in another. `docs/taming.md` shows open tours.

Closed tours cannot have this structure, since they cross each line between two rows an even number of times.

The rim repeats every three rows and every two columns; the boxes in the corners that give a single path depend on the
rows modulo 3. Boards of 9, 11 or 13 columns have their own patterns. For small boards, including those with two even
sides, a solver found the tours with the fewest turns.

The patterns and boards are in `tame_open.txt`, found by `lab/tame_open.py`. Cost: one write per square; O(1) scratch
memory.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from destrier.core.types import Moves
from destrier.patterns.patches import Patch, Pattern, read_boards

PERIODS: Final = (3, 2)
"""Numbers of rows and of columns to repeat."""


class Whole(NamedTuple):
    """The tours of a class of boards."""

    saved: int
    """Difference between 4 (rows + columns) and the number of turns."""
    pattern: Pattern

    @classmethod
    def of(cls, moves: Moves, saved: int, row: int, col: int | None = None) -> Whole:
        """Return the tours in which rows and, unless narrow, columns are repeated from the given ones on."""
        cols = None if col is None else (col, col + PERIODS[1])
        return cls(saved, Pattern(moves, (row, row + PERIODS[0]), cols))

    def takes(self, rows: int, cols: int) -> bool:
        """Return whether a board is of this class and large enough.

        On boards at least about twice as wide as high, the lines of a pattern close loops.
        """
        is_wide = self.pattern.cols is not None and cols > 2 * rows - 11
        return not is_wide and self.pattern.takes(rows, cols)

    def patches(self, rows: int, cols: int) -> list[Patch]:
        """Return the patches of a board for which `takes` holds."""
        return [Patch((0, 0), (rows, cols), self.pattern)]


def patches(rows: int, cols: int) -> list[Patch] | None:
    """Return the patches with the fewest turns for a board, or `None` if there are none."""
    best = _best(rows, cols)
    if best is None:
        return None
    whole, sides = best
    laid = whole.patches(*sides)
    return laid if sides == (rows, cols) else [patch.transposed() for patch in laid]


def saved(rows: int, cols: int) -> int | None:
    """Return the difference between 4 (rows + columns) and the turns, or `None` if there is no such tour."""
    best = _best(rows, cols)
    return None if best is None else best[0].saved


def _best(rows: int, cols: int) -> tuple[Whole, tuple[int, int]] | None:
    """Return the class with the fewest turns that takes a board, and the sides in its orientation."""
    ways = [(whole, sides) for sides in ((rows, cols), (cols, rows)) for whole in _wholes() if whole.takes(*sides)]
    return max(ways, key=lambda way: way[0].saved) if ways else None


@cache
def _wholes() -> list[Whole]:
    return [
        Whole(int(words[0]), Pattern(moves)) if noun == "board" else Whole.of(moves, *map(int, words))
        for (noun, *words), moves in read_boards("tame_open.txt")
    ]
