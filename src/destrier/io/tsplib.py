"""Tours as TSPLIB's `.tour` files, which LKH and Concorde write: the vertices of the tour in visiting order.

The vertices are the squares of the board in their order, counted from 1, as in the `.hcp` files of `io.graphs`. A
comment names the board. A file of another program must have the name of a rectangle, such as `8x8`, or else the board
must be given to read it.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

import numpy as np

from destrier.core.grid import BaseBoard
from destrier.core.tourney import Tour, Tourney
from destrier.io.json import board_from_dict
from destrier.io.lists import parse_numbers
from destrier.support.errors import InvalidTourney, UnsupportedBoard
from destrier.support.reading import parse_json

_OPEN: Final = "open"

_LINE: Final = re.compile(r".+")
_END: Final = re.compile(r"(?<!\S)(?:-1|EOF)(?!\S)")


def to_tsplib(tour: Tourney) -> str:
    """Return a closed or open tour as a `.tour` file.

    Raises
    ------
    UnsupportedBoard
        If there are several cycles.

    Examples
    --------
    >>> import destrier as dt
    >>> print(to_tsplib(dt.tour(3, 4, kind="open", start=(0, 0), end=(1, 0))), end="")  # doctest: +ELLIPSIS
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
    """Return the tour of a `.tour` file; another program's file needs a board."""
    head, section = _parse_head(text)
    vertices = parse_numbers(_END.split(section, maxsplit=1)[0])
    if vertices is None:
        raise InvalidTourney("the vertices of a tour are numbers from 1 on, and the last is followed by -1")
    vertices -= 1
    told = _board_told(head) if board is None else {}
    asked = board or board_from_dict(told, most=vertices.size + text.count("["))
    if vertices.size != asked.size or vertices.min(initial=0) < 0 or vertices.max(initial=0) >= asked.size:
        raise InvalidTourney(f"a tour of {asked.describe()} has the vertices 1 to {asked.size}, each once")
    return Tour.from_order(asked.squares[vertices], asked, kind=_OPEN if told.get("kind") == _OPEN else None)


def _parse_head(text: str) -> tuple[dict[str, str], str]:
    """Return the values of the lines before the tour, by keyword, and the rest of the text."""
    head: dict[str, str] = {}
    for line in _LINE.finditer(text):
        keyword, _, value = line[0].partition(":")
        keyword, value = keyword.strip(), value.strip()
        if keyword == "TOUR_SECTION":
            return head, text[line.end() :]
        if keyword == "NAME" or (keyword == "COMMENT" and value.startswith("{")):  # other comments do not name a board
            head[keyword] = value
    raise InvalidTourney("there is no TOUR_SECTION")


def _board_told(head: dict[str, str]) -> dict[str, Any]:
    """Return the description of the board in a file, in the form of `BaseBoard.to_dict`."""
    if "COMMENT" in head:
        told = parse_json(head["COMMENT"], "the comment does not name a board: it")
        if isinstance(told, dict):
            return told
    if named := re.match(r"([0-9]{1,9})x([0-9]{1,9})\b", head.get("NAME", "")):
        return {"rows": int(named[1]), "cols": int(named[2])}
    raise InvalidTourney("the file does not name its board: give it, as in load(path, board=Board(8, 8))")
