"""Tours of a surface from tours of the rectangle that it is glued of.

A tour of the rectangle is one of the surface, too, and never passes a side. Where rows and columns are both odd, the
rectangle has no closed tour. Then some rows in the middle, a cylinder or a Möbius strip, get an open tour that a move
over the left side closes, and the even numbers of rows above and below it get closed ones; rails tie the three
together. So each algorithm of flat boards makes tours of surfaces, nearly as fast as it makes its own, and every
surface has a closed tour whose rectangle has sides of 5 at least (see `docs/surfaces.md`).

To make such a tour random-looking, the squares near the sides are mixed once more, with the moves over the sides; see
`switching.seams`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any, Final

import numpy as np

from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.request import STYLE, Request
from destrier.core.seeds import derive_key
from destrier.core.surface import Surface
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import MoveBits, Square
from destrier.support.errors import UnsupportedBoard

LEAST_SIDE: Final = 5
"""The least side from which on every rectangle has the tours that are needed."""

_NEAR: Final = 4
"""The rows on either side of a border in which a rail is looked for."""

_OVER: Final = (1, -2)
"""The step over the left side by which an open tour is closed."""


def unrolled_tour(request: Request, make: Callable[[Request], Tourney]) -> Tour:
    """Return a tour of a surface by the algorithm of flat boards that is asked for, or by the usual one.

    Parameters
    ----------
    make
        The function that makes tours of rectangles.
    """
    board = request.board
    assert isinstance(board, Surface)
    if request.minimize == "rails":
        raise UnsupportedBoard(f"tours without rails are made of rectangles: on {board.describe()} theirs have some")
    request = replace(request, uniform=None)  # the rectangle's, if it is small
    rows, cols = board.sides
    if request.kind == "open" or board.size % 2 == 0:
        source = make(replace(request, board=Board(rows, cols), obfuscate=request.hidden))
        tour: Tourney = Tourney.trusted(source.moves, board, 1, lookup=source._make_lookup)
    elif request.hidden or min(_rows_above(rows), cols) < LEAST_SIDE:
        source = make(_between_sides(request, board))
        tour = _closed(source, board)
    else:
        return _tour_of_three_parts(request, board, make)
    if request.hidden:
        from destrier.switching.seams import mix_seams

        tour = mix_seams(tour, source.indices(), derive_key(request.seed, "seams"))
    assert isinstance(tour, Tour)
    return tour


def _tour_of_three_parts(request: Request, board: Surface, make: Callable[[Request], Tourney]) -> Tour:
    """Return a closed tour of a surface with odd sides: of a strip in the middle, and of what is above and below it."""
    rows, cols = board.sides
    above = _rows_above(rows)
    strip = board.strip(rows - 2 * above)
    moves = np.empty(board.sides, np.uint8)
    moves[:above] = moves[-above:] = make(replace(request, board=Board(above, cols), out=None)).moves
    unstyled: dict[str, Any] = dict.fromkeys(STYLE)
    usual = replace(request, algorithm=None, obfuscate=False, **unstyled)
    moves[above:-above] = _closed(make(_between_sides(usual, strip)), strip).moves
    for border in (above, rows - above):
        _tie(moves[border - _NEAR : border + _NEAR])
    tour = Tourney.trusted(moves, board, 1)
    assert isinstance(tour, Tour)
    return tour


def _rows_above(rows: int) -> int:
    """The rows above a strip of 5 or 7 in the middle, an even number."""
    return (rows - 5) // 4 * 2


def _between_sides(request: Request, board: Surface) -> Request:
    """The request for an open tour of a rectangle that a move over the left side closes."""
    here, there = _link(board)
    seed = request.seed if request.hidden or request.seed is not None else 0  # a fixed tour is always the same
    return replace(request, board=Board(*board.sides), kind="open", start=here, end=there, seed=seed, out=None)


def _link(board: Surface) -> tuple[Square, Square]:
    """Return two squares at the left and the right side, of the colour of the corners, that a move over it joins."""
    row = 0 if board.rows == LEAST_SIDE else board.rows // 4 * 2  # an open tour of 5 x 5 ends at a corner
    aim = np.array([row + _OVER[0]]), np.array([_OVER[1]])
    there = board.folded(*aim, board.copy_at(*aim))
    return (row, 0), (int(there[0][0]), int(there[1][0]))


def _closed(source: Tourney, board: Surface) -> Tourney:
    """Return the closed tour that an open one of the rectangle is with one more move, over the left side."""
    here, there = _link(board)
    moves = source.moves.copy()
    graph = board.moves_from(np.array([board.index(here)]))
    move = int(np.argmax(graph.there[0] == board.index(there)))  # of several moves, the first
    moves[here] |= np.uint8(1 << move)
    moves[there] |= np.uint8(1 << int(graph.back[0, move]))
    return Tourney.trusted(moves, board, 1)


def _tie(moves: MoveBits) -> None:
    """Switch a rail between the cycles of the upper and of the lower half of some rows, in place."""
    half = len(moves) // 2
    for here, there in product(np.ndindex(half, moves.shape[1]), range(len(MOVES))):
        across = _reached(moves, here, there)
        if across is None or across[0] < half:
            continue
        for edge, along in product(_moves_at(moves, here), _moves_at(moves, across)):
            near, far = _reached(moves, here, edge), _reached(moves, across, along)
            if near is None or far is None or not near[0] < half <= far[0]:
                continue
            step = far[0] - near[0], far[1] - near[1]
            if step in MOVES:
                for square, move in ((here, edge), (across, along), (here, there), (near, MOVES.index(step))):
                    other = _reached(moves, square, move)
                    moves[square] ^= np.uint8(1 << move)
                    moves[other] ^= np.uint8(1 << (move + 4) % 8)
                return
    raise AssertionError("there is a rail between any two tours that lie beside each other")


def _moves_at(moves: MoveBits, square: Square) -> list[int]:
    return [move for move in range(len(MOVES)) if moves[square] >> move & 1]


def _reached(moves: MoveBits, square: Square, move: int) -> Square | None:
    """The square to which a move leads, unless it leads over a side."""
    row, col = square[0] + MOVES[move][0], square[1] + MOVES[move][1]
    return (row, col) if 0 <= row < moves.shape[0] and 0 <= col < moves.shape[1] else None
