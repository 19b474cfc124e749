"""The algorithm `formation`: the choice of the construction for a board."""

from __future__ import annotations

from destrier.core.board import BaseBoard, Board, Grid
from destrier.core.choices import Goal, Heel, Kind
from destrier.core.space import Space
from destrier.core.tourney import Tourney
from destrier.core.types import MoveBits
from destrier.support.errors import DestrierError, UnsupportedBoard


def formation(
    board: BaseBoard,
    *,
    kind: Kind = "closed",
    heel: Heel | None = None,
    minimize: Goal | None = None,
    out: MoveBits | None = None,
) -> Tourney:
    """Return the tour of a board in formation, of four knights or of as many other leapers as their reach squared.

    The parameters are those of `formation.flat.formation`. Only the knight has heels.

    Raises
    ------
    UnsupportedBoard
        If there is no such construction for the board or its leaper.
    """
    if isinstance(board, Board) and board.has_planes:
        from destrier.patterns.formation import flat

        return flat.formation(board, kind=kind, heel=heel, minimize=minimize, out=out)
    if isinstance(board, Space) and board.leaper.is_knight:
        from destrier.patterns.formation.in_space import formation_space

        return formation_space(board, heel=heel, minimize=minimize, out=out)
    if not isinstance(board, Grid):
        raise UnsupportedBoard(f"formations ride on flat boards and in space, not on {board.describe()}")
    if heel or minimize:
        raise DestrierError("heel and minimize are a knight's")
    from destrier.patterns.formation.even_leapers import formation_leaper

    return formation_leaper(board, out=out)


def why_no_formation(board: BaseBoard) -> str | None:
    """Return why a board other than a knight's flat one has no formation, or `None` if it has one."""
    try:
        if isinstance(board, Space) and board.leaper.is_knight:
            from destrier.patterns.formation.in_space import check_levels

            check_levels(board)
        elif isinstance(board, Grid):
            from destrier.patterns.formation.even_leapers import check_formation

            check_formation(board)
        else:
            return "formations ride on flat boards and in space"
    except UnsupportedBoard as refusal:
        return str(refusal)
    return None
