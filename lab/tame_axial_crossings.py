"""Find the pieces of the tours with few crossings and axial symmetry, and write them to their data file.

    python lab/tame_axial_crossings.py > src/destrier/patterns/data/tame_crossings_axial.txt
    python lab/tame_axial_crossings.py 51 103  # the halves of 51 columns, and those of 103, 123, 143, ...

Left halves are laid as the algorithm lays them. What is wrong with them in the corners, at the apexes, and where the
kind of ties at the axis changes, is freed, filled by a solver so that all squares have two moves, and annealed together
with its image. First this is done hastily with all beginnings of the mirrors. Then the best lower and upper ends are
annealed in pairs, more patiently, and of those that make all boards of the class one cycle, the one with the fewest
crossings is written.

Needs OR-tools (`uv sync --group lab`). Each of the 50 classes takes a minute and a half. The file that is stored was
found by a predecessor, which paired ends at random and stopped by the clock.
"""

from __future__ import annotations

import sys
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from annealing import cooled
from stored import DATA, write
from tame_crossings import Box, boxes, crossings

from destrier.core.board import transform
from destrier.core.walks import label
from destrier.patterns.tame import axial_crossings as algorithm
from destrier.patterns.tame.axial_crossings import End
from destrier.patterns.tame.crossings import Anchored, Starts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.types import Mask, Moves

_LEAST: Final = 15
"""The fewest columns of a half."""

_STARTS: Final = {
    "bottom": [Starts(*starts) for starts in product((-3, -1, 1), (-5, -3, -1))],
    "top": [Starts(*starts) for starts in product((-2, 0, 2), (-6, -4, -2))],
}
"""Odd and even: only then have the pieces as many squares of either colour to fill."""

_SHIFTS: Final = (0, 1)

_MORE_ROWS: Final = 34
"""Rows of the boards on which pieces are searched, beyond the columns of a half."""

_AXIS: Final = Box(-algorithm.REACH, -5, 2 * algorithm.REACH, 6)

_HASTY: Final = 150
_PATIENT: Final = 2000
"""Worms for each free square."""

_PAIRS: Final = ((0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 2), (2, 0, 1), (0, 2, 1), (0, 0, 2), (0, 0, 3))
"""Which of the best lower and upper ends are annealed together, and with which seed."""


class Ends(NamedTuple):
    """The lower and the upper end of a half."""

    bottom: End
    top: End

    def board(self, rows: int, width: int) -> Moves:
        """A board with them."""
        half = np.empty((rows, width), np.uint8)
        algorithm.half(rows, width, *self).paint(half)
        return np.concatenate([half, transform(half, "flip-columns")], axis=1)

    def places(self, rows: int, width: int) -> dict[str, tuple[slice, slice]]:
        """The rows, from the bottom, and columns of the pieces, by the names of their anchors."""
        anchors = algorithm.anchors(rows, width, *self)
        found = {}
        for end, side in zip(self, ("bottom", "top"), strict=True):
            for name, box in boxes(width, end.starts).items():
                if name.startswith(side):
                    found[name] = (_grown(box) if name.endswith("apex") else box).at(anchors[name])
            found[f"{side}-axis"] = _AXIS.at(anchors[f"{side}-axis"])
        return found

    def free(self, rows: int, width: int) -> Mask:
        """Which squares of a board are free."""
        half = np.zeros((rows, width), bool)
        for place in self.places(rows, width).values():
            half[::-1][place] = True
        return np.concatenate([half, half[:, ::-1]], axis=1)

    def annealed(self, rows: int, width: int, sweeps: int, seed: int) -> Moves | None:
        """A board with other pieces, which is one cycle, if any was found."""
        return cooled(self.board(rows, width), self.free(rows, width), "axial", sweeps, seed)

    def cut(self, moves: Moves) -> Ends:
        """The ends with the pieces of a board."""
        rows, width = moves.shape[0], moves.shape[1] // 2
        anchors = algorithm.anchors(rows, width, *self)
        pieces = {
            name: Anchored(
                moves[::-1, :width][place][::-1], place[1].start - anchors[name][1], place[0].start - anchors[name][0]
            )
            for name, place in self.places(rows, width).items()
        }
        bottom, top = (
            end._replace(pieces={name: piece for name, piece in pieces.items() if name.startswith(side)})
            for end, side in zip(self, ("bottom", "top"), strict=True)
        )
        return Ends(bottom, top)


def _grown(box: Box) -> Box:
    return Box(box.above - 1, box.right - 1, box.height + 2, box.width + 2)


# A class


def ends_of(key: int) -> Ends:
    """The ends of a class with the fewest crossings that were found."""
    width = key if key < algorithm.REGULAR else key + 20
    rows = width + _MORE_ROWS
    crossed: dict[str, dict[tuple[Starts, int], int]] = {"bottom": {}, "top": {}}
    bare = {side: [End(starts, shift, {}) for starts in _STARTS[side] for shift in _SHIFTS] for side in crossed}
    for bottom, top in zip(bare["bottom"], bare["top"], strict=True):
        ends = Ends(bottom, top)
        moves = ends.annealed(rows, width, _HASTY, seed=1)
        if moves is not None:
            middle = rows - sum(algorithm.changes(rows, width, *ends)) // 2
            for side, end, part in (("bottom", bottom, slice(middle, None)), ("top", top, slice(middle))):
                rest = np.zeros_like(moves)
                rest[part] = moves[part]
                crossed[side][end.starts, end.shift] = crossings(rest) - 3 * len(moves[part])
    best = {
        side: [End(*words, {}) for words in sorted(found, key=found.__getitem__)] for side, found in crossed.items()
    }
    fewest: tuple[int, Ends] | None = None
    for lower, upper, seed in _PAIRS:
        ends = Ends(best["bottom"][lower], best["top"][upper])
        moves = ends.annealed(rows, width, _PATIENT, seed)
        if moves is None or (fewest and crossings(moves) >= fewest[0]):
            continue
        ends = ends.cut(moves)
        if all(label(ends.board(*size))[1] == 1 for size in sizes(key, ends)):
            fewest = crossings(moves), ends
    assert fewest, f"no pieces make the boards of class {key} one cycle"
    print(f"{rows} x {2 * width}: {fewest[0]} crossings", file=sys.stderr, flush=True)  # noqa: T201 (how far it is)
    return fewest[1]


def sizes(key: int, ends: Ends) -> Iterator[tuple[int, int]]:
    """The rows, and the columns of a half, of some boards of the class."""
    for width in [key] if key < algorithm.REGULAR else range(key, key + 200, 20):
        for rows in (width + 24, width + 26, width + 28, width + 60, 2 * width + 1):
            lower, upper = algorithm.changes(rows, width, *ends)
            if upper - lower >= 2 * algorithm.REACH:
                yield rows, width


def paragraphs(key: int) -> Iterator[str]:
    """Those of the file for a class."""
    for end in ends_of(key):
        for name, (moves, right, above) in end.pieces.items():
            title = " ".join(map(str, (key, name, *end.starts, end.shift, right, above)))
            yield "\n".join((title, *(bytes(row).hex() for row in moves)))


if __name__ == "__main__":
    keys = [int(word) for word in sys.argv[1:]] or range(_LEAST, algorithm.REGULAR + 20, 2)
    write(DATA / "tame_crossings_axial.txt", (each for key in keys for each in paragraphs(key)))
