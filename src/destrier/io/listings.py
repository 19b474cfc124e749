"""Tours as lists of squares or moves, and as tables of numbers; `io.texts` reads them.

A first line, a comment, describes the board, so that a list that was cut off is not another tour.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from destrier.core.board import Board, has_planes
from destrier.core.grid import Lattice, column_of
from destrier.core.tourney import Tour, Tourney
from destrier.drawing.numbered_board import header_of
from destrier.support.errors import UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Iterable


def to_squares(tour: Tourney) -> str:
    """Return the names of the squares in visiting order, on a line, after one that describes the board.

    Examples
    --------
    >>> import destrier as dt
    >>> print(to_squares(dt.tour(3, 4, kind="open", start=(0, 0), end=(1, 0))), end="")
    # {"rows": 3, "cols": 4, "kind": "open"}
    a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2
    """
    return _listing(tour, _names_of(tour, "zz"), " ")


def to_uci(tour: Tourney) -> str:
    """Return the moves in order, each by the names of its squares, on a line."""
    names = _names_of(tour, "wz")  # an x between two squares is a capture
    onward = names[1:] if tour.ends is not None else names[1:] + names[:1]
    return _listing(tour, map("".join, zip(names, onward, strict=False)), " ")


def to_pairs(tour: Tourney) -> str:
    """Return the coordinates of the squares in visiting order, from 0, each on a line."""
    board = _only_tour(tour).board
    if not isinstance(board, Lattice):
        raise UnsupportedBoard(f"the squares of {board.describe()} have a face, a row and a column: write .json")
    return _listing(tour, (",".join(map(str, square)) for square in board.coordinates(tour.indices()).tolist()), "\n")


def to_order(tour: Tourney) -> str:
    """Return the indices of the squares in visiting order, from 0, each on a line; missing squares have none."""
    return _listing(tour, map(str, tour.board.squares.searchsorted(_only_tour(tour).indices()).tolist()), "\n")


def to_csv(tourney: Tourney) -> str:
    """Return the visiting numbers of the squares, from 1, as a table; the cell of a missing square is empty."""
    numbers = tourney.board.lay_out(tourney.numbering() + 1, 0)
    rim = numbers[[0, -1]], numbers[:, [0, -1]].T
    has_empty_rim = any(not line.any() for lines in rim for line in lines)
    named = _KNIGHTS if has_empty_rim and has_planes(tourney.board) else ""
    rows = (f"{','.join(str(number or '') for number in row)}\n" for row in numbers.tolist())
    return named + header_of(tourney) + "".join(rows)


_KNIGHTS: Final = "# board: leaper 1 2\n"
"""The name of a knight's board, without which the empty cells around a table are no part of its board."""


def _only_tour(tour: Tourney) -> Tour:
    if not isinstance(tour, Tour):
        raise UnsupportedBoard(f"a list of squares is one tour, not {tour.cycle_count} cycles")
    return tour


def _names_of(tour: Tourney, last: str) -> list[str]:
    """Return the names of the squares in visiting order; `last` is the last file that the reader knows."""
    board = _only_tour(tour).board
    if not isinstance(board, Board):
        raise UnsupportedBoard(f"the squares of {board.describe()} have no names such as a1: write .pairs or .json")
    if board.cols > column_of(last) + 1:
        raise UnsupportedBoard(f"the names of this format end with the file {last}, and {board} has more: write .pairs")
    return [board.chess_name(board.square(index)) for index in tour.indices().tolist()]


def _listing(tour: Tourney, items: Iterable[str], between: str) -> str:
    kind = {} if tour.ends is None else {"kind": "open"}
    return f"# {json.dumps(tour.board.to_dict() | kind)}\n{between.join(items)}\n"
