"""Find the pieces of the tours with few crossings and quarter symmetry, and write them to their data file.

    python lab/tame_quarter_crossings.py > src/destrier/patterns/data/tame_crossings_quarter.txt
    python lab/tame_quarter_crossings.py 34 150  # the board of 34 x 34, and those of 150 + 60 k squares a side

Lines and mirrors are laid as the algorithm lays them, and what is wrong in the corners, at the bends and at the centre
is freed, filled by a solver, and annealed together with its images (see `annealing`). Of all places of the mirrors, and
of some seeds, the pieces with the fewest crossings are written that make all boards of the class one cycle.

Needs OR-tools (`uv sync --group lab`). Each of the 33 classes takes a minute or less.
"""

from __future__ import annotations

import sys
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np
from annealing import cooled
from stored import DATA, write
from tame_crossings import crossings, is_tour

from destrier.patterns.tame import pinwheel as algorithm
from destrier.patterns.tame.pinwheel import Class

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.types import Mask, Moves

_LEAST: Final = 30

_PLACES: Final = [*product((0, -2, 2), (3, 1, 5)), *product((-4, 4), (3, 1, 5)), *product((-2, 0, 2), (-7, -9))]
"""Those of the parts of a mirror with which no lines close loops, and all pieces can be filled."""

_SWEEPS: Final = 800
_SEEDS: Final = range(1, 5)

_BOARDS: Final = 10
"""On how many boards of a class pieces are checked."""


def board(side: int, which: Class) -> Moves:
    """A board with these pieces."""
    moves = np.empty((side, side), np.uint8)
    algorithm.mosaic(side, which).paint(moves)
    return moves


def free(side: int, which: Class) -> Mask:
    """Which squares of a board are free."""
    found = np.zeros((side, side), bool)
    for place in algorithm.places(side, which).values():
        found[place] = True
    found |= np.rot90(found, 2)
    return found | np.rot90(found)


def classes(side: int) -> Iterator[tuple[int, Class]]:
    """The pieces with which all boards like one are a cycle, and how many crossings this has."""
    boards = _BOARDS if side >= algorithm.REGULAR else 1
    sides = range(side, side + boards * algorithm.PERIOD, algorithm.PERIOD)
    for places, seed in product(_PLACES, _SEEDS):
        which = Class(*places, {})
        moves = cooled(board(side, which), free(side, which), "quarter", _SWEEPS, seed)
        if moves is None:
            continue
        pieces = {name: moves[place] for name, place in algorithm.places(side, which).items()}
        found = which._replace(pieces=pieces)
        if all(is_tour(board(each, found)) for each in sides):
            yield crossings(moves), found


def paragraphs(key: int) -> Iterator[str]:
    """Those of the file for a class."""
    fewest, best = min(classes(key), key=lambda found: found[0])
    print(f"{key} x {key}: {fewest} crossings", file=sys.stderr, flush=True)  # noqa: T201 (how far it is)
    for name, moves in best.pieces.items():
        yield "\n".join((f"{key} {name} {best.first} {best.second}", *(bytes(row).hex() for row in moves)))


if __name__ == "__main__":
    keys = [int(word) for word in sys.argv[1:]] or range(_LEAST, algorithm.REGULAR + algorithm.PERIOD, 4)
    write(DATA / "tame_crossings_quarter.txt", (each for key in keys for each in paragraphs(key)))
