"""Axially symmetric tours with few turns: 5 rows + 4 columns - 15 turns or fewer.

The axis is vertical: the number of rows is odd, and the number of columns 2 mod 4 (see `proofs.symmetry`). On either
side of it, all squares except those near the rim and the axis lie on steep parallel lines, which the reflection
exchanges. At the axis, one line per row ends on each side. Lines that end two rows apart on opposite sides are tied by
a move that continues one of them straight. The axis thus has one turn per row, the minimum, and the four edges have two
turns per row or column, as in other tours with few turns (see `turns`). Flatter lines would end at the axis twice as
often. `docs/taming.md` shows such a tour.

The rim and the axis repeat every four rows, and every four columns on each side. The corners and the ends of the axis
have their own pieces.

Patterns depend on the rows modulo 4 and the columns modulo 8. They are in `tame_axial.txt`, found by
`lab/tame_symmetric.py`. Cost: one write per square; O(1) scratch memory.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from destrier.core.types import Moves
from destrier.patterns.patches import Patch, Pattern, read_boards
from destrier.patterns.tame.central import PERIOD


class Half(NamedTuple):
    """The left half of the tours of a class of boards."""

    saved: int
    """Difference between 5 rows + 4 columns and the number of turns."""
    left: Pattern

    @classmethod
    def of(cls, moves: Moves, saved: int, row: int, col: int) -> Half:
        """Return the half in which rows and columns are repeated from the given ones on."""
        return cls(saved, Pattern(moves, (row, row + PERIOD), (col, col + PERIOD)))

    def takes(self, rows: int, cols: int) -> bool:
        """Return whether a board is of this class and large enough."""
        return self.left.takes(rows, cols // 2)

    def patches(self, rows: int, cols: int) -> list[Patch]:
        """Return the patches of a board for which `takes` holds, the left half first."""
        shape = rows, cols // 2
        return [Patch((0, 0), shape, self.left), Patch((0, cols // 2), shape, self.left.transformed("flip-columns"))]


def patches(rows: int, cols: int) -> list[Patch] | None:
    """Return the patches with the fewest turns for a board, or `None` if there are none."""
    if rows % 2 == 0:  # the axis is horizontal
        laid = patches(cols, rows) if cols % 2 else None
        return laid and [patch.transposed() for patch in laid]
    best = max((half for half in _halves() if half.takes(rows, cols)), key=lambda half: half.saved, default=None)
    return best and best.patches(rows, cols)


@cache
def _halves() -> list[Half]:
    return [Half.of(moves, *map(int, places)) for (_, *places), moves in read_boards("tame_axial.txt")]
