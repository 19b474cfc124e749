"""Find the pattern of the tours of interleaved lines, and write it to its data file.

    python tools/interleaved.py > src/destrier/generators/data/interleaved.txt

The lines, and the strips at the four sides with two turns a row or column, are stated here. For each corner, all boxes
with the fewest turns are listed. Of their combinations that are one cycle on boards of all sizes, the one with the
fewest crossings is taken.

Needs OR-tools (`uv sync --group tools`), and takes a minute.
"""

from __future__ import annotations

import sys
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np
from tame_turns import BOX, CORNERS, Piece, boxes, is_one_cycle, laid, tell, turns

import destrier as dt
from destrier.generators.patterns import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.types import Moves

_HEADER: Final = """\
# The pattern of the tours of interleaved lines, found by tools/interleaved.py: a moves array, two hexadecimal digits a
# square. The title tells from which row on two may be repeated or left out, and from which column on eight may be.
"""

_LINES: Final = "88 88 11 11", "11 11 88 88"
"""Even and odd rows, of all columns modulo 4: lines down to the right, and down to the left."""
_LEFT: Final = "82 a0", "03 21"
"""The two columns at the left, in even and odd rows."""
_RIGHT: Final = "50 14", "48 0c"
_TOP: Final = "90 a0 50 90", "11 09 09 88", "82 88 11 14"
"""The upper three rows."""
_BOTTOM: Final = "11 21 48 88", "90 88 11 90", "03 09 09 0c"
"""The lower three rows."""

_ROWS, _COLS = 2, 8
"""How many rows, and columns, are repeated."""


def edges_and_lines(rows: int, cols: int) -> Moves:
    """A board with even sides that is wrong in its corners only."""
    moves = np.empty((rows, cols), np.uint8)
    for parity in (0, 1):
        moves[parity::2] = _repeated(_LINES[parity], cols)
        moves[parity::2, :2], moves[parity::2, -2:] = _repeated(_LEFT[parity], 2), _repeated(_RIGHT[parity], 2)
    moves[:3] = [_repeated(row, cols) for row in _TOP]
    moves[-3:] = [_repeated(row, cols) for row in _BOTTOM]
    return moves


def _repeated(row: str, cols: int) -> Moves:
    return np.resize(np.frombuffer(bytes.fromhex(row), np.uint8), cols)


def sizes(most: int) -> Iterator[tuple[int, int]]:
    """The boards that are to be one cycle, with at most so many rows."""
    for rows in range(2 * BOX, most + 1, _ROWS):
        for cols in range(2 * BOX, 2 * rows - 7, _COLS):
            yield rows, cols


def pattern() -> Piece:
    """The pattern with the fewest crossings."""
    choices = [boxes(corner, edges_and_lines) for corner in CORNERS]
    tell(", ".join(f"{len(found)} boxes with {turns(found[0])} turns" for found in choices))
    fitting = []
    for combination in product(*choices):
        moves = edges_and_lines(2 * BOX + _ROWS, 2 * BOX + _COLS)
        for corner, box in zip(CORNERS.values(), combination, strict=True):
            moves[corner] = box
        candidate = Pattern(moves, (BOX, BOX + _ROWS), (BOX, BOX + _COLS))
        if is_one_cycle(candidate, sizes(24)):
            fitting.append(candidate)
    fitting.sort(key=lambda candidate: dt.crossings(laid(candidate, (48, 48))))
    best = next(candidate for candidate in fitting if is_one_cycle(candidate, sizes(130)))
    tourney = laid(best, (48, 48))
    tell(f"{len(fitting)} patterns; 48 x 48 has {dt.turns(tourney)} turns, {dt.crossings(tourney)} crossings")
    return Piece(f"interleaved {BOX} {BOX}", best.moves)


if __name__ == "__main__":
    sys.stdout.write(f"{_HEADER}\n{pattern()}\n")
