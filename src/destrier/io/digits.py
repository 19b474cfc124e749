"""Move digits, the text format of the paper's program: for each square, the number of the move that leaves it.

The rows of the board are lines of digits without spaces; moves 0 to 7 run counter-clockwise from (-1, +2), as on flat
boards here. A `.` marks a missing square. Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of
Closed Knight's Tours", Section 9, and its program.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board, move_slices
from destrier.core.leaper import MOVES
from destrier.core.tourney import Tourney, as_tourney, knights_board, takes_tourney
from destrier.core.visits import next_in_cycle
from destrier.support.errors import DestrierError, InvalidTourney
from destrier.support.reading import lines_of

_ROW: Final = re.compile(r"[0-7.]{3,}")
_ABSENT: Final = (ord(".") - ord("0")) % 256
_DELTAS: Final = np.array(MOVES)


@takes_tourney
def to_digits(tourney: Tourney) -> str:
    """Return the move digits of a closed tour or tourney; each cycle is walked in the direction of `Tourney.order`.

    Raises
    ------
    DestrierError
        If the tour is open, or the board is not a knight's flat one.

    Examples
    --------
    >>> import destrier as dt
    >>> print(to_digits(dt.tourney(4, 4, algorithm="concentric-braid")), end="")
    6544
    6533
    7712
    0012
    """
    board = knights_board(tourney, "move digits are written")
    if tourney.ends is not None:
        raise DestrierError("move digits describe closed tours and tourneys: no move leaves the end of an open tour")
    here = tourney.indices()
    there = next_in_cycle(here, tourney.cycle_lengths())
    steps = np.subtract(np.divmod(there, board.cols), np.divmod(here, board.cols))
    digits = np.full(board.shape, ord("."), np.uint8)
    digits.flat[here] = ord("0") + (steps.T[:, None] == _DELTAS).all(axis=2).argmax(axis=1)
    return "".join(f"{row.tobytes().decode()}\n" for row in digits)


def is_digits(text: str) -> bool:
    """Return whether a text looks like move digits rather than a numbered board: lines of two digits or more."""
    lines = lines_of(text)
    first_two = [_ROW.fullmatch(line) for line in islice(lines, 2)]
    return len(first_two) > 1 and all(first_two) and all(map(_ROW.fullmatch, lines))


def from_digits(text: str) -> Tourney:
    """Return the tourney of move digits, a `Tour` if it is one; errors name the first fault by row and column."""
    letters, cols = bytearray(), 0
    for row, line in enumerate(lines_of(text)):
        cols = cols or len(line)
        if len(line) != cols:
            raise InvalidTourney(f"row {row} has {len(line)} digits, row 0 has {cols}")
        if wrong := re.search(r"[^0-7.]", line):
            where = f"row {row}, col {wrong.start()}"
            raise InvalidTourney(
                f"{where}: {wrong.group()!a} is not a move: moves are 0 to 7, and . marks a missing square"
            )
        letters += line.encode("ascii")
    if not letters:
        raise InvalidTourney("there are no move digits")
    digits = np.frombuffer(letters, np.uint8).reshape(-1, cols) - np.uint8(ord("0"))
    present = digits != _ABSENT
    leaves, merges, undone = present.copy(), np.zeros_like(present), np.zeros_like(present)
    arrivals, bits = np.zeros_like(digits), np.zeros_like(digits)
    slices = move_slices(*digits.shape)
    for move in sorted(
        range(8), key=MOVES.__getitem__, reverse=True
    ):  # where two moves meet, the later square is at fault
        here, there = slices[move]
        goes = (digits[here] == move) & present[there]
        back = (move + 4) % 8
        leaves[here] &= ~goes
        undone[here] |= goes & (digits[there] == back)
        merges[here] |= goes & (arrivals[there] > 0)
        arrivals[there] += goes
        bits[here] |= goes << np.uint8(move)
        bits[there] |= goes << np.uint8(back)
    _refuse(leaves, digits, "leaves the board")
    _refuse(merges, digits, "leads to a square that another move leads to")
    _refuse(undone, digits, "is undone by the next one")
    return as_tourney(bits, Board.from_mask(present))


def _refuse(wrong: NDArray[np.bool_], digits: NDArray[np.uint8], fault: str) -> None:
    """Raise `InvalidTourney` at the first square whose move is wrong."""
    if wrong.any():
        row, col = divmod(int(wrong.argmax()), wrong.shape[1])
        raise InvalidTourney(f"row {row}, col {col}: move {digits[row, col]} {fault}")
