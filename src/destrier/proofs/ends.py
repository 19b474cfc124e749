"""The possible pairs of ends of an open tour.

Colours alternate along a tour. A board with as many light as dark squares thus has open tours only between squares of
different colours, a board with one more square of a colour only between squares of that colour, and other boards have
none. A square with a single move is always an end. See `rectangles` for stronger theorems on rectangles.
"""

from __future__ import annotations

from itertools import combinations
from operator import index
from typing import Any, Final

import numpy as np

from destrier.core.board import Board, name
from destrier.core.grid import BaseBoard
from destrier.core.seeds import Stream
from destrier.core.types import Ends, Square
from destrier.proofs.certificates import colours_alternate, unequal_colours
from destrier.proofs.rectangles import ends_theorem
from destrier.support.errors import DestrierError, NoSuchTour, shown

_PAIRS: Final = 1200
"""Maximum number of pairs to list: all pairs of a board of 64 squares, or a random choice."""


def given_ends(kind: str, start: Any, end: Any) -> tuple[Any, ...]:
    """Return the ends that are given; raise `DestrierError` unless the tours are open."""
    ends = tuple(square for square in (start, end) if square is not None)
    if ends and kind != "open":
        raise DestrierError("start and end belong to open tours (kind open)")
    return ends


def ends_of(board: BaseBoard, kind: str, start: Any, end: Any) -> list[Square]:
    """Return the given ends of an open tour as squares.

    Raises
    ------
    DestrierError
        If one of them is no square of the board, or the tours are not open.
    """
    return [board.square(board.index(square)) for square in given_ends(kind, start, end)]


def check_ends(board: Board, given: tuple[Square | str, ...]) -> Ends:
    """Return the given ends as pairs of integers; raise `NoSuchTour` if colours rule them out."""
    if not given:
        return ()
    known = tuple(_checked(board, square) for square in given)
    if len(known) != len(set(known)):
        raise DestrierError(f"an open tour has two ends, not {name(known[0])} twice")
    if board.is_rectangle:
        if theorem := ends_theorem(*board.shape, *known):
            raise NoSuchTour(theorem)
        return known
    colours = _colours_of_ends(board)
    fits = sorted(map(_colour, known)) == colours if len(known) == 2 else _colour(known[0]) in colours
    if not fits:
        raise NoSuchTour(_wrong_colours(board, known))
    return known


def pairs_of_ends(board: Board, given: Ends, key: int) -> tuple[list[Ends], bool]:
    """Return, in random order, the pairs with the given ends that colours and single moves allow, and whether all.

    Raise `NoSuchTour` if these rule all pairs out.
    """
    colours = _colours_of_ends(board)
    known = _with_forced_ends(board, given)
    try:
        check_ends(board, known)
    except NoSuchTour as refusal:
        raise NoSuchTour(f"{refusal}{why_forced(given, known)}") from None
    if len(known) == 2:
        return [known], True
    stream = Stream(key)
    if len(known) == 1:
        partner = colours[1 - colours.index(_colour(known[0]))]
        others, complete = _squares(board, partner, stream)
        return [(known[0], other) for other in others if other != known[0]], complete
    (first, complete), (second, _) = (_squares(board, colour, stream) for colour in colours)
    if not complete or len(first) * len(second) > 2 * _PAIRS:
        return [pair for pair in zip(first, second, strict=False) if pair[0] != pair[1]], False
    same = colours[0] == colours[1]
    pairs: list[Ends] = list(combinations(first, 2)) if same else [(a, b) for a in first for b in second]
    return stream.shuffled(pairs), True


def why_forced(given: Ends, ends: Ends) -> str:
    """Return why other squares must be ends, as an addition to a message; empty if all ends were given."""
    forced = [square for square in ends if square not in given]
    if not forced:
        return ""
    return f"; {' and '.join(map(name, forced))} ha{'s' if len(forced) == 1 else 've'} only one move"


def _checked(board: Board, square: Square | str) -> Square:
    try:
        row, col = map(index, square) if not isinstance(square, str) else board.parse_square(square)
    except DestrierError:
        raise
    except (TypeError, ValueError):
        raise DestrierError(f"a square is (row, col), not {shown(square)}") from None
    board.index((row, col))
    return row, col


def _colour(square: Square) -> int:
    return sum(square) % 2


def _coloured(square: Square) -> str:
    return f"{name(square)} ({('light', 'dark')[_colour(square)]})"


def _colours_of_ends(board: Board) -> list[int]:
    """Return the colours of the two ends, 0 for light; sorted."""
    light, dark = board.colours()
    if reason := unequal_colours(board, difference=1):
        raise NoSuchTour(f"no open tour of {board.describe()} exists: {reason}")
    return [0, 1] if light == dark else [int(dark > light)] * 2


def _wrong_colours(board: Board, ends: Ends) -> str:
    named = " and ".join(map(_coloured, ends))
    return f"no open tour of {board.describe()} ends at {named}: {colours_alternate(board)}"


def _with_forced_ends(board: Board, known: Ends) -> Ends:
    """Return the known ends and the squares with a single move; `obstructions` has refused more than two."""
    if board.is_rectangle:
        return known  # only open tours have forced ends
    single = [(row, col) for row, col in np.argwhere(board.present & (board.degrees() < 2)).tolist()]
    return known + tuple(square for square in single if square not in known)


def _squares(board: Board, colour: int, stream: Stream) -> tuple[list[Square], bool]:
    """Return the squares of a colour in random order, and whether they are all listed."""
    if board.rows * board.cols <= 2 * _PAIRS:
        listed = [(row, col) for row, col in np.argwhere(board.present).tolist() if (row + col) % 2 == colour]
        return stream.shuffled(listed), True
    drawn: list[Square] = []
    while len(drawn) < _PAIRS:
        square = stream.below(board.rows), stream.below(board.cols)
        if board.has(square) and _colour(square) == colour:
            drawn.append(square)
    return drawn, False
