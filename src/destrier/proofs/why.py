"""Why a board has no tour: the single entry to all theorems and certificates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from destrier.core.board import Board, has_planes
from destrier.core.choices import Kind, SymmetryKind
from destrier.core.grid import BaseBoard, Grid
from destrier.core.naming import board_of
from destrier.core.space import Space
from destrier.core.surface import Surface
from destrier.core.types import Ends
from destrier.proofs.certificates import kept_apart, odd_number_of_squares, unequal_colours
from destrier.proofs.ends import check_ends, given_ends
from destrier.proofs.rectangles import KINDS, rectangle_theorem
from destrier.proofs.surfaces import surface_theorem
from destrier.proofs.symmetry import symmetry_theorem
from destrier.support.errors import NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from destrier.core.leaper import Piece


def why_no_tour(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    kind: Kind = "closed",
    start: tuple[Any, ...] | str | None = None,
    end: tuple[Any, ...] | str | None = None,
    symmetry: SymmetryKind | None = None,
) -> str | None:
    """Return why a board has no such tour, with a theorem or certificate, or `None` if no obstruction is known.

    For rectangles and surfaces, `None` proves that there is one, unless ends or a symmetry are given. The cost is
    O(squares) for other boards.

    Parameters
    ----------
    *board
        The board, or the sides of a flat board.
    leaper, kind, start, end, symmetry
        As for `destrier.tour`.

    Raises
    ------
    DestrierError
        If there is no such kind or symmetry, or a given end is not a square of the board.

    See Also
    --------
    destrier.tour

    Examples
    --------
    >>> why_no_tour(4, 6)
    'no closed tour of 4 x 6 exists (Schwenk 1991): no board with a side of 1, 2 or 4 has one'
    >>> why_no_tour(8, 8) is None
    True
    """
    asked = board_of(*board, leaper=leaper)
    ends = given_ends(kind, start, end)
    try:
        if symmetry is not None and has_planes(asked) and asked.is_whole:
            theorem = symmetry_theorem(*asked.shape, symmetry, kind)
            if theorem is not None:
                return theorem
        if has_planes(asked):
            ends = check_ends(asked, ends)
        refuse_impossible(asked, kind, ends)
    except NoSuchTour as refusal:
        return str(refusal)
    return None


def refuse_impossible(board: BaseBoard, kind: Kind, ends: Ends = ()) -> None:
    """Raise `NoSuchTour` if a theorem, or a certificate that is found quickly, rules the tour out."""
    if kind not in KINDS:
        rectangle_theorem(1, 1, kind)  # raises if the kind is unknown
    if not has_planes(board):
        _refuse_on_graph(board, kind, ends)
    elif board.is_whole:
        if theorem := rectangle_theorem(*board.shape, kind):
            raise NoSuchTour(theorem)
    elif kind == "corner":
        raise NoSuchTour(
            f"a corner tour leaves out one corner of an odd x odd rectangle, which {board.describe()} is not"
        )
    elif kind not in ("closed", "open"):
        raise UnsupportedBoard(f"only rectangles have {kind} tours, not {board.describe()}")
    else:
        _refuse_obstructed(board, kind, ends)


def _refuse_obstructed(board: Board, kind: Kind, ends: Ends) -> None:
    """Implement `refuse_impossible` for a closed or open tour of a flat board."""
    from destrier.proofs.obstructions import find_obstruction

    if obstruction := find_obstruction(board, ends=ends if kind == "open" else None):
        raise NoSuchTour(obstruction)


def _refuse_on_graph(board: BaseBoard, kind: Kind, ends: tuple[Any, ...]) -> None:
    """Implement `refuse_impossible` for a board that uses its move graph."""
    if kind not in ("closed", "open"):
        raise UnsupportedBoard(f"tours of {board.describe()} are closed or open, not {kind}")
    if isinstance(board, Surface) and board.leaper.is_knight:
        if theorem := surface_theorem(board, kind):
            raise NoSuchTour(theorem)
        return
    thick = [side for side in board.sides if side > 1]
    if isinstance(board, Space) and board.leaper.is_knight and len(thick) == 2:  # a rectangle embedded in space
        if theorem := rectangle_theorem(thick[0], thick[1], kind):
            raise NoSuchTour(theorem)
        return
    refuse_by_colour(board, kind)
    if isinstance(board, Board):
        _refuse_obstructed(board, kind, tuple(board.square(board.index(end)) for end in ends))
    if reason := _dead_end_or_piece(board, kind):
        raise NoSuchTour(f"no {kind} tour of {board.describe()} exists: {reason}")


def refuse_by_colour(board: BaseBoard, kind: Kind = "closed") -> None:
    """Raise `NoSuchTour` if a colour has too many squares, or the piece is confined to squares of one kind."""
    if not isinstance(board, Grid):
        return
    apart = kept_apart(board)
    reason = apart and apart.words
    if kind == "closed" and board.is_bipartite():
        if board.is_whole and (reason := odd_number_of_squares(board.sides)):
            raise NoSuchTour(f"no closed tour of {board} exists: {reason}")
        reason = reason or unequal_colours(board)
    if reason:
        raise NoSuchTour(f"no {kind} tour of {board.describe()} exists: {reason}")


def _dead_end_or_piece(board: BaseBoard, kind: Kind) -> str | None:
    """Return a reason: a square with too few moves, an unreachable part, or unequal numbers of colours."""
    from destrier.core.movegraph import colour_counts, find_dead_end, find_unreachable

    graph, squares = board.move_graph, board.squares
    if kind == "closed" and (dead := find_dead_end(graph)) is not None:
        return f"from {board.name(int(squares[dead]))} moves lead to fewer than two squares"
    if (apart := find_unreachable(graph)) is not None:
        return f"no moves lead from {board.name(int(squares[0]))} to {board.name(int(squares[apart]))}"
    counts = colour_counts(graph)
    if counts is not None and abs(counts[0] - counts[1]) > (kind == "open"):
        return f"every move joins one of {max(counts)} squares to one of {min(counts)} others"
    return None
