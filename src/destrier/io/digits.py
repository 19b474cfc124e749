"""Move digits, the text of the paper's program: for each square, the number of the move that leaves it.

The rows of the board are lines of digits without spaces; moves 0 to 7 run counter-clockwise from (-1, +2), as on flat
boards here. A `.` stands where no square is. Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of
Closed Knight's Tours", Section 9, and its program.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.tourney import Tourney, as_tourney, knights_board, takes_tourney
from destrier.core.types import Squares
from destrier.core.visits import next_in_cycle
from destrier.support.errors import DestrierError, InvalidTourney

_ROW: Final = re.compile(r"[0-7.]+")
_ABSENT: Final = ord(".") - ord("0")
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
        raise DestrierError("move digits are those of closed tours and tourneys: no move leaves the end of an open one")
    here = tourney.indices()
    there = next_in_cycle(here, tourney.cycle_lengths())
    steps = np.subtract(np.divmod(there, board.cols), np.divmod(here, board.cols))
    digits = np.full(board.shape, ord("."), np.uint8)
    digits.flat[here] = ord("0") + (steps.T[:, None] == _DELTAS).all(axis=2).argmax(axis=1)
    return "".join(f"{row.tobytes().decode()}\n" for row in digits)


def is_digits(text: str) -> bool:
    """Return whether a text looks like move digits rather than a numbered board: lines of two digits or more."""
    lines = text.split()
    return len(lines) > 1 and all(len(line) > 2 and _ROW.fullmatch(line) for line in lines)


def from_digits(text: str) -> Tourney:
    """Return the tourney of move digits; a `Tour` if it is one.

    Raises
    ------
    InvalidTourney
        Naming the first fault by row and column.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise InvalidTourney("there are no move digits")
    for row, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise InvalidTourney(f"row {row} has {len(line)} digits, row 0 has {len(lines[0])}")
        if wrong := re.search(r"[^0-7.]", line):
            where = f"row {row}, col {wrong.start()}"
            raise InvalidTourney(f"{where}: {wrong.group()!a} is no move; moves are 0 to 7, and . is no square")
    digits = np.array([list(line.encode("ascii")) for line in lines], np.int64) - ord("0")
    squares = np.argwhere(digits != _ABSENT)
    moves = digits[tuple(squares.T)]
    ends = squares + _DELTAS[moves]
    inside = ((ends >= 0) & (ends < digits.shape)).all(axis=1)
    inside[inside] = digits[tuple(ends[inside].T)] != _ABSENT
    _refuse(~inside, squares, moves, "leaves the board")
    arrivals = np.ravel_multi_index(tuple(ends.T), digits.shape)
    again = np.ones(len(squares), np.bool_)
    again[np.unique(arrivals, return_index=True)[1]] = False
    _refuse(again, squares, moves, "leads to a square that another move leads to")
    _refuse(digits[tuple(ends.T)] == (moves + 4) % 8, squares, moves, "is undone by the next one")
    bits = np.zeros(digits.shape, np.uint8)
    bits[tuple(squares.T)] |= (1 << moves).astype(np.uint8)
    bits[tuple(ends.T)] |= (1 << (moves + 4) % 8).astype(np.uint8)
    return as_tourney(bits, Board.from_mask(digits != _ABSENT))


def _refuse(wrong: NDArray[np.bool_], squares: Squares, moves: Squares, fault: str) -> None:
    """Raise `InvalidTourney` at the first square whose move is wrong."""
    if wrong.any():
        first = int(wrong.argmax())
        row, col = squares[first].tolist()
        raise InvalidTourney(f"row {row}, col {col}: move {moves[first]} {fault}")
