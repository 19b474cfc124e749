"""Tours with the fewest known turns or crossings, or without rails; see `turns`, `crossings` and `rails`."""

from __future__ import annotations

from typing import Final, get_args

from destrier.core.board import Board
from destrier.core.choices import Aim
from destrier.core.tourney import Tourney, output
from destrier.core.types import Moves
from destrier.generators.patterns import Patch, lay
from destrier.generators.tame import crossings as tame_crossings
from destrier.generators.tame import rails as tame_rails
from destrier.generators.tame import turns as tame_turns
from destrier.generators.zones import Part, zones_of
from destrier.support.errors import NoSuchTour, UnsupportedBoard

AIMS: Final[tuple[Aim, ...]] = get_args(Aim)


def tame(board: Board, *, minimize: Aim = "turns", weight: float | None = None, out: Moves | None = None) -> Tourney:
    """Return the tour with the fewest known turns or crossings, or one without rails; at copy speed.

    Parameters
    ----------
    board
        A rectangle with an even side.
    minimize
        `turns`: 4 (rows + columns) - 14 turns, and 9.5 n crossings on n x n. `crossings`: 6.4 n and a constant on n x n
        and (n - 1) x n, and 11.5 n turns; up to a tenth more if the shorter side is odd and the longer is not the next
        number. `both`: of the tours with fewest turns, the one with fewest crossings,
        which `turns` is, too. `blend`: of the two tours, the one with the smaller sum of turns and weighted crossings.
        `rails`: no rail at all, on every rectangle that has such a tour (see `docs/rails.md`).
    weight
        The number of turns that a crossing counts in a blend; 1 by default.
    out
        The array (rows, cols) to write the moves to, such as a memory map; the result is a view of it.

    Raises
    ------
    UnsupportedBoard
        If the board is too small, and not among those stored.
    NoSuchTour
        If every tour of the board has rails.
    """
    if minimize == "rails":
        return _without_rails(board, out)
    if reason := why_not_tame(board, minimize):
        raise UnsupportedBoard(reason)
    moves = output(board, out)
    if minimize == "blend":
        _blend(moves, board, 1 if weight is None else weight)
    else:
        _fill(moves, minimize)
    return Tourney.trusted(moves, board, 1)


def why_not_tame(board: Board, minimize: Aim = "turns") -> str | None:
    """Return why there is no tour with few turns or crossings of a board, or `None` if there is one."""
    if board.is_rectangle and (tame_turns.takes(*board.shape) or _is_crossings_board(board.shape, minimize)):
        return None
    small = [f"{rows} x {cols}" for rows, cols in sorted(tame_turns.stored()) if rows < tame_turns.LEAST]
    return (
        f"tame takes rectangles with an even side and both sides >= {tame_turns.LEAST}, except 9 x 14, and "
        f"{', '.join(small)}; for crossings, and a blend, also most whose shorter side is even and >= 6; not "
        f"{board.describe()}"
    )


def tame_zones(board: Board, minimize: Aim = "turns") -> Part:
    """Return the zones of that tour, which is neither a blend nor one without rails.

    Raises
    ------
    UnsupportedBoard
        If the board is too small, and not among those stored.
    """
    if reason := why_not_tame(board, minimize):
        raise UnsupportedBoard(reason)
    if _is_crossings_board(board.shape, minimize):
        return tame_crossings.zones(*board.shape)
    return zones_of([Patch((0, 0), board.shape, tame_turns.pattern(*board.shape))])


def _without_rails(board: Board, out: Moves | None) -> Tourney:
    """Lay the tour without rails."""
    if not board.is_rectangle:
        raise UnsupportedBoard(f"tours without rails are made of rectangles, not of {board.describe()}")
    pattern = tame_rails.pattern(*board.shape)
    if pattern is None:
        raise NoSuchTour(f"every closed tour of {board.describe()} has rails, as a search of all of them shows")
    moves = output(board, out)
    lay(pattern, moves)
    return Tourney.trusted(moves, board, 1)


def _is_crossings_board(shape: tuple[int, int], minimize: Aim) -> bool:
    return minimize in ("crossings", "blend") and tame_crossings.takes(*shape)


def _fill(moves: Moves, minimize: Aim) -> None:
    """Write the tour with fewest crossings, if it is asked for and known, or the one with fewest turns."""
    if _is_crossings_board(moves.shape, minimize):
        tame_crossings.few_crossings(moves)
    else:
        lay(tame_turns.pattern(*moves.shape), moves)


def _blend(moves: Moves, board: Board, weight: float) -> None:
    """Write the tour, of the two, with the smaller sum of turns and weighted crossings."""
    from destrier.measuring.metrics import crossings, turns

    costs: dict[Aim, float] = {}
    for aim in ("turns", "crossings") if tame_turns.takes(*board.shape) else ():
        _fill(moves, aim)
        tour = Tourney.trusted(moves, board, 1)
        costs[aim] = turns(tour) + weight * crossings(tour)
    _fill(moves, min(costs, key=costs.__getitem__, default="crossings"))
