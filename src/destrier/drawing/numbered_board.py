"""The numbered board as text, which is also the `.txt` file format."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from destrier.core.tourney import Tourney
from destrier.core.types import Squares
from destrier.core.visited import closes
from destrier.drawing.layout import check_first


def to_text(tourney: Tourney, *, first: int = 1) -> str:
    r"""Return the board with its visiting numbers, a row per line in aligned columns, `.` for a missing square.

    The numbers of each cycle follow those of the one before; with several cycles, a first line `# cycles: 4 4 8`
    states the lengths. A first line `# open` keeps an open tour from being read as a closed one: if its ends are a
    knight's move apart, or those of the tour without its first square if this has the number 0, which may also mark a
    missing square. A board other than the knight's flat one is laid out on a sheet (the net of a box, or the levels of
    a board in space), and named by a first line such as `# board: box 9 7 6` or `# board: leaper 1 4`.

    Parameters
    ----------
    tourney
        The tourney to write.
    first
        The number of the first square, 1 or 0; files with either can be read.

    Examples
    --------
    >>> from destrier.core.board import Board
    >>> from destrier.core.tourney import Tour
    >>> ring = Tour.from_order([0, 5, 6, 1, 8, 3, 2, 7], Board.from_text("###\n#.#\n###"))
    >>> print(to_text(ring), end="")
    1 4 7
    6 . 2
    3 8 5
    """
    numbers = _numbers(tourney, first)
    return header_of(tourney, first) + _aligned(numbers).tobytes().decode("ascii")


def _numbers(tourney: Tourney, first: int) -> Squares:
    """Return the numbers on the sheet of a board, -1 for missing squares."""
    check_first(first)
    numbers: Squares = tourney.board.lay_out(tourney.numbering() + first, -1)
    return numbers


def header_of(tourney: Tourney, first: int = 1) -> str:
    """Return the comment lines of a numbered board."""
    header: str = tourney.board.text_header()
    if tourney.cycle_count > 1:
        return f"{header}# cycles: {' '.join(map(str, tourney.cycle_lengths().tolist()))}\n"
    if tourney.ends is not None:
        order = tourney.indices()
        if any(closes(order[begin:], tourney.board) for begin in ((0,) if first else (0, 1))):
            return f"{header}# open\n"
    return header


def _aligned(numbers: Squares) -> NDArray[np.uint8]:
    """Return the characters of a table, digit place by digit place: `uint8` (rows, cols, width + 1)."""
    width = len(str(numbers.max()))
    characters = np.full((*numbers.shape, width + 1), ord(" "), np.uint8)
    characters[:, -1, -1] = ord("\n")
    rest = numbers
    for place in reversed(range(width)):
        units = place == width - 1
        np.copyto(characters[:, :, place], rest % 10 + ord("0"), where=(rest > 0) | units, casting="unsafe")
        rest = rest // 10
    characters[numbers < 0, :width] = ord(" ")
    characters[numbers < 0, width - 1] = ord(".")
    return characters


def to_net(tourney: Tourney, *, first: int = 1) -> str:
    """Return the numbers of a board on its sheet, from 1 or 0, with blanks for missing squares."""
    numbers = _numbers(tourney, first)
    width = len(str(numbers.max())) + 1
    rows = ("".join(f"{number:{width}}" if number >= 0 else " " * width for number in row) for row in numbers.tolist())
    return "".join(f"{row.rstrip()}\n" for row in rows)
