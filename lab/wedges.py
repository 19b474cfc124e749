"""Closed tours of n x n with 19/3 n crossings plus a constant, whose wedges have steep lines of two directions.

    python lab/wedges.py 1000                # 6400 crossings, and how many patterns of one direction have
    python lab/wedges.py 136 -o tour.npz
    python lab/wedges.py 1000 --find > lab/wedges.txt

In the tours of the package, each wedge lies between two mirrors, which cost three crossings a step (see
`destrier.patterns.tame.crossings`). Here, the left half of a wedge has lines that lead up and to the right, the right
half others that lead up and to the left. The halves meet on a vertical wall without crossings. A mirror remains on the
right. On the left, where lines lead in nearly the same direction, they meet on a wall along the diagonal, with two
crossings every three steps. Lines that lead from the left edge to the right, or from the bottom to the bottom over the
vertical wall, would close loops, so one of their ends is tied the other way, with one more crossing per square.

On n x n, the walls reach as high as n / 4. The crossings are 4 n for the ties, 3/2 n for the mirrors, 1/3 n for the
walls, and n / 4 + n / 4 for the ends that are tied the other way.

The pieces where walls, mirrors and other ties begin and end are stored in `wedges.txt`. They were annealed on 1000 x
1000 and fit all squares of 136 + 24 k, which are single cycles (a test lays some). `--find` needs OR-tools and ten
minutes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

import destrier as dt
from destrier.patterns.mosaic import Inlay, Mosaic
from destrier.patterns.tame import crossings as algorithm
from destrier.patterns.zones import COLS, ROWS, Part, Zone, cut, transformed, uniform

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.types import Mask, Moves

PIECES: Final = Path(__file__).with_name("wedges.txt")

LEAST: Final = 136
"""The side from which the pieces do not overlap."""

PERIOD: Final = 24
"""By how much sides differ on which the pieces have the same surroundings: four periods of the diagonal wall."""

_DIAGONALS: Final = (1, 1)
"""The linear form that is constant along rising diagonals."""

_VERTICAL: Final = 1 << 5 | 1 << 6
"""The moves on a vertical wall: down on both sides."""

_WALL: Final = ((48, 48, 48, 48, 48, 48), (34, 34, 34, 3, 34, 34), (3, 3, 33, 3, 3, 18), (48, 34, 48, 48, 48, 48))
"""The moves on a diagonal wall, from left to right, on its four diagonals; the uppermost is first."""

_WALL_TOP, _WALL_LEFT = 2, 3
"""The row above the diagonal of the board on which the first of these lies, and the column of its first moves."""

_SCHEDULES: Final = ((0, 1.4), (1, 0.9), (3, 0.9))
"""What a cycle costs, and the highest temperature, in each part of the annealing."""

_WORMS: Final = 5000
"""Worms per square in each part."""


class Wedges(NamedTuple):
    """Where everything lies on a board; rows are counted from the bottom."""

    side: int
    apex: int
    """The column of the vertical wall, and the row in which it ends."""
    right: int
    """The first value of the linear form of the right mirror."""

    @classmethod
    def of(cls, side: int) -> Wedges:
        """Those of a square."""
        return cls(side, side // 4, side - 2 - 3 * (side - 1))

    @property
    def foot(self) -> range:
        """The columns at the bottom that are tied the other way, from where lines lead over the vertical wall."""
        return range(self.apex // 2 + 3, self.apex)

    @property
    def edge(self) -> range:
        """The rows in which the left edge is tied the other way, from where lines lead to the right edge."""
        beyond = self.side - 1 - self.apex
        return range(self.apex - self.apex // 2, beyond - beyond // 2)

    def mosaic(self) -> Mosaic:
        """The board without pieces."""
        shape = self.side, self.side
        part = algorithm.between(_tied(self.edge, self.side), algorithm.edged(algorithm.LEFT), shape)
        for _ in range(2):
            part = transformed(self._with_wedge(part), "rotate-180", shape)
        return Mosaic(shape, part)

    def _with_wedge(self, rest: Part) -> Part:
        """The part with a wedge at the bottom."""
        side, shape = self.side, (self.side, self.side)
        ties = _tied(self.foot, side)
        steep = transformed(algorithm.between(ties, ties, shape), "transpose", shape)
        left = cut(_DIAGONALS, [side - 1 - _WALL_TOP, side + 3 - _WALL_TOP], [rest, self._wall(), steep])
        middle = cut(ROWS, [side - self.apex], [rest, uniform(_VERTICAL, COLS)])
        mirror = uniform(algorithm.RIGHT_MIRROR, algorithm.LEFT_MIRRORS)
        wedge = algorithm.wedge(side)
        right = cut(algorithm.RIGHT_MIRRORS, [self.right, self.right + 5], [wedge, mirror, rest])
        return cut(COLS, [self.apex, self.apex + 1], [left, middle, right])

    def _wall(self) -> Zone:
        """The diagonal wall, whose moves are repeated after six rows and six columns."""
        moves = np.zeros((6, 6), np.uint8)
        for down, diagonal in enumerate(_WALL):
            for col, square in enumerate(diagonal, _WALL_LEFT):
                moves[(down - col) % 6, col % 6] = square
        return Zone(((self.side - 1 - _WALL_TOP) % 6, 0), moves, is_straight=False)

    def boxes(self) -> Iterator[tuple[int, int, int, int]]:
        """The pieces of a board: their tops, left columns, heights and widths; first those on the left edge."""
        last, apex = self.side - 1, self.apex
        for end in (self.edge.start, self.edge.stop):
            yield last - end - 6, 0, 13, 8
        for bottom, left, height, width in (
            (0, 0, 10, 10),
            (0, self.side - 14, 10, 14),
            (apex - 9, apex - 9, 19, 19),
            (0, self.foot.start - 7, 8, 13),
            (0, apex - 6, 8, 13),
        ):
            top = self.side - bottom - height
            yield top, left, height, width
            yield self.side - top - height, self.side - left - width, height, width


def _tied(other: range, side: int) -> Part:
    """The bulk with its left edge tied the other way in these rows."""
    plain, tied = algorithm.edged(algorithm.LEFT), algorithm.edged(algorithm.TALL_LEFT)
    return cut(ROWS, [side - other.stop, side - other.start], [plain, tied, plain])


def tour(side: int) -> dt.Tour:
    """The tour of a square, of the stored pieces."""
    wedges = Wedges.of(side)
    paragraphs = PIECES.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    pieces = [np.array([list(bytes.fromhex(line)) for line in lines.splitlines()], np.uint8) for lines in paragraphs]
    inlays = [Inlay(top, left, moves) for (top, left, *_), moves in zip(wedges.boxes(), pieces, strict=True)]
    moves = np.empty((side, side), np.uint8)
    wedges.mosaic()._replace(inlays=inlays).paint(moves)
    return dt.Tour(moves)


def found(side: int, seed: int) -> list[Moves]:
    """The pieces, annealed on one board."""
    from annealing import Schedule, anneal
    from regions import Region

    wedges = Wedges.of(side)
    moves = np.empty((side, side), np.uint8)
    wedges.mosaic().paint(moves)
    free: Mask = np.zeros(moves.shape, bool)
    boxes = [(slice(top, top + height), slice(left, left + width)) for top, left, height, width in wedges.boxes()]
    for box in boxes:
        free[box] = True
    filling = Region(moves, free).fill(seconds=60, seed=seed)
    assert filling is not None
    moves = filling.moves
    is_one_cycle = False
    for price, hot in _SCHEDULES:
        schedule = Schedule(_WORMS * int(free.sum()), hot=hot, cold=0.15, price=price)
        moves, is_one_cycle = anneal(moves, free, schedule, seed=seed)
    assert is_one_cycle
    return [moves[box] for box in boxes]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("side", type=int, help=f"{LEAST}, or more by a multiple of {PERIOD}")
    parser.add_argument("-o", "--output", help="the file of the tour, in a format of the package")
    parser.add_argument("--find", action="store_true", help="anneal the pieces anew, and write them")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.side < LEAST or (asked.side - LEAST) % PERIOD:
        parser.error(f"the side must be {LEAST}, or more by a multiple of {PERIOD}")
    if asked.find:
        sys.stdout.write("# The pieces of the tours of lab/wedges.py, in the order of their boxes.\n")
        for piece in found(asked.side, asked.seed):
            sys.stdout.write("\n" + "\n".join(bytes(row).hex() for row in piece) + "\n")
    else:
        made = tour(asked.side)
        usual = dt.tour(asked.side, asked.side, minimize="crossings")
        sys.stdout.write(f"{dt.crossings(made)} crossings, where one direction has {dt.crossings(usual)}\n")
        if asked.output:
            dt.save(made, asked.output)
