"""Walks: the squares of a tour of a rectangle, after a line such as `walk 6 6 closed`.

The template of a file format; CONTRIBUTING.md says where it goes.
"""

from __future__ import annotations

import re
from typing import Final

from destrier.core.board import Board
from destrier.core.tourney import Tour, Tourney, knights_board
from destrier.support.errors import DestrierError, InvalidTourney, shown

_HEAD: Final = re.compile(r"walk ([1-9]\d{0,5}) ([1-9]\d{0,5}) (closed|open)", re.ASCII)
_SQUARE: Final = re.compile(r"(\d{1,6}),(\d{1,6})", re.ASCII)


def to_walk(tourney: Tourney) -> str:
    """Return a tour as a walk; refuse what a walk cannot hold."""
    board = knights_board(tourney, "walks are written")
    if not (isinstance(tourney, Tour) and board.is_whole):
        raise DestrierError(f"a walk is one tour of a rectangle, not a {tourney.describe()}")
    squares = " ".join(f"{row},{col}" for row, col in tourney)
    return f"walk {board.rows} {board.cols} {tourney.kind}\n{squares}\n"


def from_walk(text: str) -> Tour:
    """Return the tour of a walk; an error names the first fault and its place."""
    head, _, rest = text.partition("\n")
    found = _HEAD.fullmatch(head.strip())
    if found is None:
        raise InvalidTourney(f"line 1: a walk begins with a line such as 'walk 6 6 closed', not {shown(head)}")
    words = rest.split()
    rows, cols = int(found[1]), int(found[2])
    if len(words) != rows * cols:  # before a board is made
        raise InvalidTourney(f"the walk has {len(words)} squares, and {rows} x {cols} has {rows * cols}")
    squares = []
    for number, word in enumerate(words, 1):
        square = _SQUARE.fullmatch(word)
        if square is None:
            raise InvalidTourney(f"square {number}: a square is written as 0,0, not as {shown(word)}")
        squares.append((int(square[1]), int(square[2])))
    return Tour.from_squares(squares, Board(rows, cols), kind="open" if found[3] == "open" else "closed")


def to_caption(tourney: Tourney) -> str:
    """Draw a tourney in words: a drawing is a function to a text or bytes."""
    return f"{tourney.describe()}\n"
