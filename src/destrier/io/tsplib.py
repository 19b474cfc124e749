"""Tours as TSPLIB's `.tour` files, which LKH and Concorde write: the vertices of the tour in visiting order.

The vertices are the squares of the board in their order, counted from 1, as in the `.hcp` files of `io.graphs`. A
comment names the board, or the name of the problem, such as `8x8` or `torus-8x8`, which other programs copy. A file
with neither is read if only one rectangle has its tour. One vertex more than the board has squares joins the ends of
an open tour.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

import numpy as np

from destrier.core.board import Board
from destrier.core.grid import BaseBoard
from destrier.core.leaper import KNIGHT, Piece
from destrier.core.surface import SURFACES
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import Squares
from destrier.io.guesses import Asked, tour_of_vertices
from destrier.io.json import board_from_dict
from destrier.io.lists import parse_numbers
from destrier.support.errors import DestrierError, InvalidTourney, Unreadable, UnsupportedBoard
from destrier.support.reading import parse_json

_OPEN: Final = "open"

_LINE: Final = re.compile(r".+")
_END: Final = re.compile(r"(?<!\S)(?:-1|EOF)(?!\S)")

_NAME: Final = re.compile(
    r"(?:(?P<key>[a-z]+)-)?(?:leaper-(?P<leaper>[0-9,+]+)-)?(?P<sides>[0-9]{1,9}(?:x[0-9]{1,9}){1,3})"
    r"(?:-squares-(?P<squares>[0-9a-f]+))?(?P<open>-open)?(?:\..*)?"
)
"""The name of a problem; LKH appends the length of its tour."""


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
    NAME : 3x4
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
    head = [f"NAME : {name_of(board)}", f"COMMENT : {told}", "TYPE : TOUR", f"DIMENSION : {board.size}", "TOUR_SECTION"]
    return "\n".join([*head, *map(str, vertices.tolist()), "-1", "EOF"]) + "\n"


def name_of(board: BaseBoard) -> str:
    """Return the name of a problem, from which `board_named` reads the board: `8x8`, `torus-8x8`, `leaper-1,4-9x9`.

    The squares of a flat board that lacks some follow as hexadecimal digits, a bit for each place.
    """
    parts = board.to_dict()
    key = next((f"{key}-" for key in ("box", "space", *SURFACES) if key in parts), "")
    pairs = "+".join(f"{short},{long}" for short, long in board.leaper.pairs)
    leaper = "" if board.leaper.is_knight else f"leaper-{pairs}-"
    squares = ""
    if isinstance(board, Board) and not board.is_whole:
        squares = f"-squares-{np.packbits(board.present.ravel()).tobytes().hex()}"
    return f"{key}{leaper}{'x'.join(map(str, board.sides))}{squares}"


def board_named(name: str) -> tuple[BaseBoard, bool] | None:
    """Return the board in the name of a problem, and whether its tour is open; `None` if the name has another form."""
    named = _NAME.fullmatch(name)
    if named is None:
        return None
    sides = [int(side) for side in named["sides"].split("x")]
    told: dict[str, Any] = {named["key"]: sides} if named["key"] else dict(zip(("rows", "cols"), sides, strict=False))
    if named["leaper"]:
        told["leaper"] = [[int(distance) for distance in pair.split(",")] for pair in named["leaper"].split("+")]
    try:
        board = board_from_dict(told)
        if named["squares"] and isinstance(board, Board):
            digits = bytes.fromhex(named["squares"])
            if 8 * len(digits) >= board.rows * board.cols:
                bits = np.unpackbits(np.frombuffer(digits, np.uint8))[: board.rows * board.cols]
                board = Board.from_mask(bits.reshape(board.shape), leaper=board.leaper)
    except (DestrierError, ValueError):
        return None
    return board, bool(named["open"])


def from_tsplib(text: str, board: BaseBoard | None = None, leaper: Piece | None = None) -> Tour:
    """Return the tour of a `.tour` file; another program's file, which does not name its board, may need one."""
    head, section = _parse_head(text)
    vertices = parse_numbers(_END.split(section, maxsplit=1)[0])
    if vertices is None:
        raise InvalidTourney("the vertices of a tour are numbers from 1 on, and the last is followed by -1")
    vertices -= 1
    kind: Any = None
    if told := _told(head, vertices, text):
        board, kind = told
    if board is None:
        found = tour_of_vertices(vertices, Asked(leaper=leaper or KNIGHT)) if vertices.size else None
        if found is None:
            raise Unreadable(
                "the file does not name its board: give it, as in 'destrier check FILE 8 8' or load(path, "
                "board=Board(8, 8))"
            )
        return found
    if vertices.size == board.size + 1 and vertices.max() == board.size:
        vertices, kind = np.roll(vertices, -int(vertices.argmax()))[1:], _OPEN
    if vertices.size != board.size or vertices.min(initial=0) < 0 or vertices.max(initial=0) >= board.size:
        raise InvalidTourney(f"a tour of {board.describe()} has the vertices 1 to {board.size}, each once")
    return Tour.from_order(board.squares[vertices], board, kind=kind)


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


def _told(head: dict[str, str], vertices: Squares, text: str) -> tuple[BaseBoard, str | None] | None:
    """Return the board that the file names, and the kind of its tour if it is said."""
    if "COMMENT" in head:
        told = parse_json(head["COMMENT"], "the comment does not name a board: it")
        if isinstance(told, dict):
            board = board_from_dict(told, most=vertices.size + text.count("["))
            return board, _OPEN if told.get("kind") == _OPEN else None
    named = board_named(head["NAME"]) if "NAME" in head else None
    return None if named is None else (named[0], _OPEN if named[1] else None)
