"""Tours with few turns that a reflection maps onto themselves: 5 rows + 4 columns - 15 turns or fewer.

The axis is upright: the rows are odd, and the columns 2 mod 4 (see `proofs.symmetry`). On either side of it, all
squares but those near the rim and the axis lie on steep parallel lines, which the reflection exchanges. At the axis,
one line a row ends on each side. Two lines that end there, two rows apart and on opposite sides, are tied by one move,
which goes straight on from one of them. So the axis has one turn a row, which is as few as there can be, and the four
edges have two turns for each row or column, as in other tours with few turns (see `turns`). Lines that are less steep
would end at the axis twice as often.

The rim and the axis are repeated every four rows, and every four columns on each side. In the corners, and at the ends
of the axis, there are pieces of their own.

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
    """How many turns fewer there are than five times the rows and four times the columns."""
    left: Pattern

    @classmethod
    def of(cls, moves: Moves, saved: int, row: int, col: int) -> Half:
        """Return the half in which rows and columns are repeated from these on."""
        return cls(saved, Pattern(moves, (row, row + PERIOD), (col, col + PERIOD)))

    def takes(self, rows: int, cols: int) -> bool:
        """Return whether a board is of its class, and has room for it."""
        return self.left.takes(rows, cols // 2)

    def patches(self, rows: int, cols: int) -> list[Patch]:
        """Return the patches of a board that it takes, that of the left half first."""
        shape = rows, cols // 2
        return [Patch((0, 0), shape, self.left), Patch((0, cols // 2), shape, self.left.mirrored())]


def patches(rows: int, cols: int) -> list[Patch] | None:
    """Return the patches of a board, those with the fewest turns, or `None` if there are none."""
    if rows % 2 == 0:  # the axis is level
        laid = patches(cols, rows) if cols % 2 else None
        return laid and [patch.transposed() for patch in laid]
    best = max((half for half in _halves() if half.takes(rows, cols)), key=lambda half: half.saved, default=None)
    return best and best.patches(rows, cols)


@cache
def _halves() -> list[Half]:
    return [Half.of(moves, *map(int, places)) for (_, *places), moves in read_boards("tame_axial.txt")]
