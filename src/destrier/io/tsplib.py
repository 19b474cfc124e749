"""Tours as TSPLIB's `.tour` files, which LKH and Concorde write: the vertices of the tour in visiting order.

The vertices are the squares of the board in their order, from 1 on, as in the `.hcp` files of `io.graphs`. A comment
names the board. Where another program wrote the file, it has the name of a rectangle, such as `8x8`, or the board has
to be given to read it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from destrier.core.tourney import Tour
from destrier.io.json import board_from_dict
from destrier.support.errors import InvalidTourney, UnsupportedBoard

if TYPE_CHECKING:
    from destrier.core.board import BaseBoard
    from destrier.core.tourney import Tourney

_SECTION: Final = re.compile(r"^\s*TOUR_SECTION\s*$", re.MULTILINE)
_BOARD: Final = re.compile(r"^\s*COMMENT\s*:\s*(\{.*\})\s*$", re.MULTILINE)
_NAME: Final = re.compile(r"^\s*NAME\s*:\s*(\d{1,9})x(\d{1,9})\b", re.MULTILINE)
_OPEN: Final = "open"


def to_tsplib(tour: Tourney) -> str:
    """Return a closed or open tour as a `.tour` file.

    Raises
    ------
    UnsupportedBoard
        If there are several cycles.

    Examples
    --------
    >>> import destrier as dt
    >>> print(to_tsplib(dt.tour(3, 4, kind="open", start=(0, 0), end=(0, 3))), end="")  # doctest: +ELLIPSIS
    NAME : destrier
    COMMENT : {"rows": 3, "cols": 4, "kind": "open"}
    TYPE : TOUR
    DIMENSION : 12
    TOUR_SECTION
    1
    ...
    """
    if not isinstance(tour, Tour):
        raise UnsupportedBoard(f"a .tour file holds one tour, not {tour.cycle_count} cycles")
    board = tour.board
    told = json.dumps(board.to_dict() | ({"kind": _OPEN} if tour.ends is not None else {}))
    vertices = np.searchsorted(board.squares, tour.indices()) + 1
    head = ["NAME : destrier", f"COMMENT : {told}", "TYPE : TOUR", f"DIMENSION : {board.size}", "TOUR_SECTION"]
    return "\n".join([*head, *map(str, vertices.tolist()), "-1", "EOF"]) + "\n"


def from_tsplib(text: str, board: BaseBoard | None = None) -> Tour:
    """Return the tour of a `.tour` file; of another program's, on the board that is given.

    Raises
    ------
    InvalidTourney
        If it holds no tour of the board, or no board is named.
    """
    told = _board_told(text) if board is None else {}
    asked = board_from_dict(told) if board is None else board
    begin = _SECTION.search(text)
    if begin is None:
        raise InvalidTourney("there is no TOUR_SECTION")
    words = text[begin.end() :].replace("EOF", " ").split()
    words = words[: words.index("-1")] if "-1" in words else words
    if not all(word.isascii() and word.isdigit() and len(word) < 19 for word in words):
        raise InvalidTourney("the vertices of a tour are numbers from 1 on, and the last is followed by -1")
    vertices = np.array(words, np.int64) - 1
    if vertices.size != asked.size or vertices.min(initial=0) < 0 or vertices.max(initial=0) >= asked.size:
        raise InvalidTourney(f"a tour of {asked.describe()} has the vertices 1 to {asked.size}, each once")
    return Tour.from_order(asked.squares[vertices], asked, kind=_OPEN if told.get("kind") == _OPEN else None)


def _board_told(text: str) -> dict[str, Any]:
    """Return what a file says of its board, by the names of `BaseBoard.to_dict`."""
    if named := _BOARD.search(text):
        try:
            told: dict[str, Any] = json.loads(named[1])
        except ValueError as fault:
            raise InvalidTourney(f"the comment names no board: {fault}") from fault
        return told
    if named := _NAME.search(text):
        return {"rows": int(named[1]), "cols": int(named[2])}
    raise InvalidTourney("the file does not name its board: give it, as in load(path, board=Board(8, 8))")
