"""The theorems on which rectangles have a tour of each kind, and between which squares; `docs/tours.md` lists them.

Sources: A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64 (1991);
P. Cull and J. De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978);
A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, "Solution of the knight's Hamiltonian path problem on
chessboards", Discrete Applied Mathematics 50 (1994);
S.-S. Lin and C.-L. Wei, "Optimal algorithms for constructing knight's tours on arbitrary n x m chessboards",
Discrete Applied Mathematics 146 (2005). The rules on the ends of open tours are our own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from destrier.core.board import Board, between
from destrier.core.choices import Kind
from destrier.core.types import Square
from destrier.support.errors import DestrierError, shown

Pair: TypeAlias = tuple[Square, Square]

_CONRAD: Final = "Cull and De Curtins 1978, Conrad et al. 1994"
_LIN: Final = "Lin and Wei 2005"


def rectangle_theorem(rows: int, cols: int, kind: Kind = "closed") -> str | None:
    """Return why a rows x cols board has no tour of this kind, or `None` if it has one.

    The kinds are those of `destrier.tour`. For the last two kinds, the short cases are proved by search.
    """
    if kind not in _THEOREMS:
        raise DestrierError(f"a tour is {', '.join(KINDS[:-1])} or {KINDS[-1]}, not {shown(kind)}")
    if not (type(rows) is type(cols) is int and rows > 0 and cols > 0):
        Board(rows, cols)  # raises if anything is wrong with the sides
    source, theorem = _THEOREMS[kind]
    short, long = sorted((rows, cols))
    reason = theorem(short, long)
    what = {"double-loop": "double loop", "stretched": "stretched tour"}.get(kind, f"{kind} tour")
    return reason and f"no {what} of {rows} x {cols} exists ({source}): {reason}"


def _closed(short: int, long: int) -> str | None:
    if short % 2 and long % 2:
        return "with both sides odd the two colours differ in number, but a closed tour alternates between them"
    if short in (1, 2, 4):
        return "no board with a side of 1, 2 or 4 has one"
    if short == 3 and long in (4, 6, 8):
        return "of the boards with a side of 3, those of length 4, 6 and 8 have none"
    return None


def _open(short: int, long: int) -> str | None:
    if short in (1, 2):
        if long == 1:
            return "a tour is made of moves; its square alone is counted and listed as an open tour, but not made"
        return "no board with a side of 1 or 2 has one with moves"
    if short == 3 and long in (3, 5, 6):
        return "of the boards with a side of 3, those of length 3, 5 and 6 have none"
    if short == long == 4:
        return "it is the one board with a side of 4, and no side below 3, that has none"
    return None


def _corner(short: int, long: int) -> str | None:
    if short % 2 == 0 or long % 2 == 0:
        return "a corner tour leaves out one corner of an odd x odd board"
    if short == 1 or (short == 3 and long in (3, 5, 7)):
        return "of the odd x odd boards, those with a side of 1, 3 x 3, 3 x 5 and 3 x 7 have none"
    return None


def _stretched(short: int, long: int) -> str | None:
    if short % 2 and long % 2:
        return "its ends have different colours, but with both sides odd the colours differ in number"
    if short in (1, 2):
        return "no board with a side of 1 or 2 has one"
    if (short, long) in ((3, 6), (4, 4)):
        return "of the boards with an even number of squares and no side below 3, 3 x 6 and 4 x 4 have none"
    return None


def _double_loop(short: int, long: int) -> str | None:
    if short % 2 and long % 2:
        return "with both sides odd the two colours differ in number, but closed tours alternate between them"
    if short in (1, 2):
        return "no board with a side of 1 or 2 has one"
    if (short, long) in ((3, 6), (3, 10), (4, 4)):
        return "of the boards with an even number of squares and no side below 3, 3 x 6, 3 x 10 and 4 x 4 have none"
    return None


# Ends of open tours


def ends_theorem(rows: int, cols: int, start: Square, end: Square | None = None) -> str | None:
    """Return why a rows x cols board has no open tour between two different squares, or with `start` as an end.

    Return `None` if no obstruction is known.
    """
    if reason := rectangle_theorem(rows, cols, "open"):
        return reason
    board = Board(rows, cols)
    if board.index(start) == (None if end is None else board.index(end)):
        raise DestrierError(f"an open tour has two ends, not {start[0]},{start[1]} twice")
    ends = (start,) if end is None else (start, end)
    reason = _ends_of_wrong_colour(rows, cols, ends) or _ends_in_inner_rows((rows, cols), ends)
    if reason is None and end is not None:
        if rows <= cols:
            reason = _impossible_pair(rows, cols, (start, end))
        elif told := _impossible_pair(cols, rows, (start[::-1], end[::-1])):
            reason = f"on its transpose, {told}"
    return reason and f"no open tour of {rows} x {cols}{between(ends)} exists: {reason}"


def _ends_of_wrong_colour(rows: int, cols: int, ends: tuple[Square, ...]) -> str | None:
    colours = [sum(square) % 2 for square in ends]
    if rows % 2 and cols % 2:
        if any(colours):
            return "colours alternate along a tour, so with both sides odd its ends have the colour of the corners"
    elif len(colours) == 2 and colours[0] == colours[1]:
        return "colours alternate along a tour, so its ends have different colours"
    return None


def _ends_in_inner_rows(shape: Square, ends: tuple[Square, ...]) -> str | None:
    inner = any(side == 4 and place in (1, 2) for square in ends for side, place in zip(shape, square, strict=True))
    return "with a side of 4, ends lie in outer rows" if inner else None


def _impossible_pair(rows: int, cols: int, ends: Pair) -> str | None:
    """Return why a pair is impossible on a board that is not higher than wide."""
    images = _images(rows, cols, ends)
    if rows == cols == 5:
        corner = any(place in (0, 4) and other in (0, 4) for place, other in ends)
        return None if corner else "on 5 x 5, one end is a corner"
    middle = {3: (1, 2), 5: (2, 1)}.get(rows)
    if middle and cols % 2 == 0 and (rows == 5 or cols >= 10):
        for one, other in images:
            if one == middle and other not in ((0, 0), (rows - 1, 0)):
                row, col = middle
                return f"an end at {row},{col} or {row},{cols - 1 - col} has a corner on its side as its partner"
    if rows == 3 and cols % 2 and cols >= 9 and any({*pair} <= {(0, 2), (2, 2), (1, 3)} for pair in images):
        last = cols - 1
        return f"the ends cannot be two of 0,2 and 2,2 and 1,3, nor of 0,{last - 2} and 2,{last - 2} and 1,{last - 3}"
    table = _IMPOSSIBLE_ENDS.get((rows, cols), "").split(";")
    if any(" ".join(f"{row},{col}" for row, col in pair) in map(str.strip, table) for pair in images):
        return "all tours of the board were searched"
    return None


def _images(rows: int, cols: int, ends: Pair) -> list[Pair]:
    """Return the images of the pair under reflections and the half-turn, in both orders."""
    images: list[Pair] = []
    for one, other in (ends, ends[::-1]):
        for flip_rows in (False, True):
            for flip_cols in (False, True):
                (row, col), (other_row, other_col) = (
                    (rows - 1 - row if flip_rows else row, cols - 1 - col if flip_cols else col)
                    for row, col in (one, other)
                )
                images.append(((row, col), (other_row, other_col)))
    return images


_IMPOSSIBLE_ENDS: Final = {
    (3, 4): "0,0 0,3",
    (3, 7): (
        "0,0 0,2; 0,0 0,4; 0,0 0,6; 0,0 1,3; 0,0 2,0; 0,0 2,2; 0,0 2,4; 0,0 2,6; 0,2 0,4; 0,2 1,3; 0,2 2,2; 0,2 "
        "2,4; 1,1 1,3"
    ),
    (3, 8): (
        "0,0 1,2; 0,0 2,1; 0,1 0,2; 0,1 1,3; 0,1 1,5; 0,1 2,2; 0,2 0,3; 0,2 0,5; 0,2 1,0; 0,2 1,2; 0,2 1,4; 0,2 "
        "1,6; 0,2 2,3; 0,2 2,5; 0,3 0,4; 0,3 1,1; 0,3 1,5; 0,3 2,4; 1,0 1,5; 1,1 1,2; 1,1 1,6; 1,2 1,3; 1,2 1,5"
    ),
    (3, 9): "0,0 0,6; 0,0 2,6; 0,2 0,4; 0,2 0,6; 0,2 1,1; 0,2 1,5; 0,2 1,7; 0,2 2,4; 0,2 2,6; 1,1 1,5; 1,3 1,5",
    (3, 10): (
        "0,0 0,7; 0,0 2,7; 0,1 0,6; 0,1 2,6; 0,2 0,3; 0,2 0,5; 0,2 0,7; 0,2 1,6; 0,2 2,3; 0,2 2,5; 0,2 2,7; 0,3 "
        "0,6; 0,3 1,3; 0,3 2,6; 0,4 0,5; 1,3 1,4; 1,3 1,6"
    ),
    (3, 13): "0,2 0,10; 0,2 2,10",
    (4, 5): "0,1 0,2; 0,1 3,1; 0,2 3,2",
    (4, 6): "0,2 0,3; 0,2 3,2",
    (5, 6): "1,1 2,3; 1,1 3,4; 1,2 1,3; 1,2 2,0; 1,2 2,2; 1,2 3,3; 2,0 2,3; 2,0 2,5; 2,2 2,3",
}
"""Impossible pairs of ends not covered by the rules above, one of each four mirror images."""

_THEOREMS: Final[dict[Kind, tuple[str, Callable[[int, int], str | None]]]] = {
    "closed": ("Schwenk 1991", _closed),
    "open": (_CONRAD, _open),
    "corner": (_LIN, _corner),
    "stretched": (_LIN, _stretched),
    "double-loop": (_LIN, _double_loop),
    "structured": ("Schwenk 1991", _closed),
}

KINDS: Final[tuple[Kind, ...]] = tuple(_THEOREMS)
"""The kinds of tours."""
