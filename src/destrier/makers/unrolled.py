"""Tours of a surface from tours of the rectangle that it is glued from.

A tour of the rectangle is also a tour of the surface that never crosses a seam. If rows and columns are both odd, the
rectangle has no closed tour. Then the middle rows, a cylinder or a Möbius strip, get an open tour that a move across
the left side closes, and the even numbers of rows above and below get closed tours; rails join the three. Every
algorithm for flat boards can thus make tours of surfaces, nearly as fast as on flat boards, and every surface whose
rectangle has sides of at least 5 has a closed tour (see `docs/surfaces.md`, which shows some).

To make such a tour random-looking, the squares near the seams are mixed once more, including moves across the seams;
see `switching.seams`.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import numpy as np

from destrier.core.board import Board
from destrier.core.choices import FEW_TURNS
from destrier.core.leaper import MOVES
from destrier.core.moves_arrays import toggle
from destrier.core.request import STYLE, Request
from destrier.core.seeds import derive_key
from destrier.core.surface import Surface
from destrier.core.tourney import Tour, Tourney
from destrier.core.types import MoveBits, Square
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker
from destrier.proofs.ends import check_ends
from destrier.proofs.why import refuse_impossible
from destrier.support.errors import NoSuchTour, UnsupportedBoard

LEAST_SIDE: Final = 5
"""Side from which every rectangle has the tours needed here."""

_USUAL: Final = 20
"""Side from which tours of a surface are made on its rectangle by default."""

_NEAR: Final = 4
"""Number of rows on either side of a border to search for a rail."""

_OVER: Final = (1, -2)
"""The move across the left side that closes an open tour."""


class Unrolled(Maker):
    """The maker for large surfaces, and for named algorithms that need a flat board."""

    name = "unrolled"
    kinds = ("closed", "open")
    options = ("ends", "symmetry", *STYLE)
    bytes_per_square = 0
    any_board = True
    pattern = "hidden"
    proves = True

    def why_not(self, request: Request) -> str | None:
        board = request.board
        if not isinstance(board, Surface) or not board.leaper.is_knight:
            return NOT_CHOSEN
        if request.symmetry:
            is_image = request.symmetry != "quarter" or "rotate-90" in board.symmetries
            return None if is_image else f"a quarter turn does not map {board.describe()} onto itself"
        if request.minimize == "rails":
            return f"tours without rails are made of rectangles: on {board.describe()} theirs have some"
        if request.algorithm is None and request.minimize in FEW_TURNS:
            return "a surface has tours of its own with fewer turns"
        if request.algorithm is None and not request.style and min(board.sides) < _USUAL:
            return NOT_CHOSEN
        return self._why_no_rectangle(request, board)

    def _why_no_rectangle(self, request: Request, board: Surface) -> str | None:
        if request.kind == "closed" and board.size % 2:
            return None
        try:
            refuse_impossible(Board(*board.sides), request.kind, check_ends(Board(*board.sides), request.ends))
        except NoSuchTour as refusal:
            who = request.algorithm or "this"
            return f"{who} makes tours of the rectangle from which {board.describe()} is glued, but {refusal}"
        return None

    def laid_on(self, request: Request) -> Request:
        return request.but(board=Board(*request.board.sides), uniform=None, out=None)

    def make(self, request: Request, ask: Ask, /) -> Tour:
        board = request.board
        try:
            if request.symmetry is None:
                return unrolled_tour(request, ask)
            return Tourney.trusted(ask(self.laid_on(request)).moves, board, 1)
        except NoSuchTour as refusal:
            what = f"{'symmetric' if request.symmetry else 'such'} tours of surfaces are those of rectangles"
            advice = "; move-graph takes every board" if request.algorithm else ""
            raise UnsupportedBoard(
                f"{what}, and {board.describe()} is glued from one without: {refusal}{advice}"
            ) from None


class NarrowUnrolled(Unrolled):
    """The last resort for small surfaces: on narrow ones, few covers can be joined."""

    name = "narrow unrolled"

    def why_not(self, request: Request) -> str | None:
        board = request.board
        is_knights = isinstance(board, Surface) and board.leaper.is_knight
        is_left = is_knights and request.algorithm is None and not request.asked
        return self._why_no_rectangle(request, board) if is_left else NOT_CHOSEN

    def make(self, request: Request, ask: Ask, /) -> Tour:
        return unrolled_tour(request.but(obfuscate=False), ask)


def unrolled_tour(request: Request, ask: Ask) -> Tour:
    """Return a tour of a surface by the requested algorithm for flat boards, or by the default one."""
    board = request.board
    assert isinstance(board, Surface)
    rows, cols = board.sides
    if request.kind == "open" or board.size % 2 == 0:
        source = ask(request.but(board=Board(rows, cols), obfuscate=request.hidden))
        tour = Tourney.trusted(source.moves, board, 1, lookup=source._make_lookup)
    elif request.hidden or min(_rows_above(rows), cols) < LEAST_SIDE:
        source = ask(_between_sides(request, board))
        tour = _closed(source, board)
    else:
        return _tour_of_three_parts(request, board, ask)
    if request.hidden:
        from destrier.switching.seams import mix_seams

        return mix_seams(tour, source.indices(), derive_key(request.seed, "seams"))
    return tour


def _tour_of_three_parts(request: Request, board: Surface, ask: Ask) -> Tour:
    """Return a closed tour of a surface with odd sides, joined from a middle strip and the rows above and below it."""
    rows, cols = board.sides
    above = _rows_above(rows)
    strip = board.strip(rows - 2 * above)
    moves = np.empty(board.sides, np.uint8)
    moves[:above] = moves[-above:] = ask(request.but(board=Board(above, cols), out=None)).moves
    unstyled: dict[str, Any] = dict.fromkeys(STYLE)
    usual = request.but(algorithm=None, obfuscate=False, **unstyled)
    moves[above:-above] = _closed(ask(_between_sides(usual, strip)), strip).moves
    for border in (above, rows - above):
        _tie(moves[border - _NEAR : border + _NEAR])
    return Tourney.trusted(moves, board, 1)


def _rows_above(rows: int) -> int:
    """Return the even number of rows above a middle strip of 5 or 7 rows."""
    return (rows - 5) // 4 * 2


def _between_sides(request: Request, board: Surface) -> Request:
    """Return the request for an open tour of the rectangle that a move across the left side closes."""
    here, there = _link(board)
    seed = request.seed if request.hidden or request.seed is not None else 0  # keeps fixed tours fixed
    return request.but(board=Board(*board.sides), kind="open", start=here, end=there, seed=seed, out=None)


def _link(board: Surface) -> tuple[Square, Square]:
    """Return squares at the left and right sides, of the corners' colour, joined by a move across the left side."""
    row = 0 if board.rows == LEAST_SIDE else board.rows // 4 * 2  # an open tour of 5 x 5 ends at a corner
    aim = np.array([row + _OVER[0]]), np.array([_OVER[1]])
    there = board.folded(*aim, board.copy_at(*aim))
    return (row, 0), (int(there[0][0]), int(there[1][0]))


def _closed(source: Tourney, board: Surface) -> Tour:
    """Close an open tour of the rectangle by adding a move across the left side."""
    here, there = _link(board)
    moves = source.moves.copy()
    graph = board.moves_from(np.array([board.index(here)]))
    move = int(np.argmax(graph.there[0] == board.index(there)))  # the first of several moves
    moves[here] |= np.uint8(1 << move)
    moves[there] |= np.uint8(1 << int(graph.back[0, move]))
    return Tourney.trusted(moves, board, 1)


def _tie(moves: MoveBits) -> None:
    """Switch in place a rail between the cycle in the upper half of some rows and the cycle in the lower half."""
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
                    toggle(moves, square, move)
                return
    raise AssertionError("there is a rail between any two tours that lie beside each other")


def _moves_at(moves: MoveBits, square: Square) -> list[int]:
    return [move for move in range(len(MOVES)) if moves[square] >> move & 1]


def _reached(moves: MoveBits, square: Square, move: int) -> Square | None:
    """Return the target of a move, or `None` if the move crosses a side."""
    row, col = square[0] + MOVES[move][0], square[1] + MOVES[move][1]
    return (row, col) if 0 <= row < moves.shape[0] and 0 <= col < moves.shape[1] else None
