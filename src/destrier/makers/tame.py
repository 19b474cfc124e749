"""Tours with few turns or crossings, or without rails. `docs/taming.md` and `docs/rails.md` show them."""

from __future__ import annotations

from functools import partial
from typing import Final

from destrier.core.board import Board, has_planes
from destrier.core.choices import FEW_TURNS, Aim, Goal, Kind
from destrier.core.grid import BaseBoard
from destrier.core.moves_arrays import output
from destrier.core.request import Request
from destrier.core.space import Space
from destrier.core.tourney import Tourney, placed
from destrier.core.types import MoveBits, Moves, Square
from destrier.makers import tame_symmetric as symmetric
from destrier.makers.formation import why_no_formation
from destrier.makers.maker import NOT_CHOSEN, UNKNOWN, Ask, Maker
from destrier.measuring.metrics import turns
from destrier.patterns.legs import tour_legs
from destrier.patterns.lookups import Cycle
from destrier.patterns.mosaic import Mosaic
from destrier.patterns.patches import Pattern
from destrier.patterns.tame import central, joined, odd, opening
from destrier.patterns.tame import crossings as tame_crossings
from destrier.patterns.tame import turns as tame_turns
from destrier.patterns.tame import without_rails as tame_rails
from destrier.patterns.tame.choosing import cost_of, fill_best
from destrier.patterns.zones import zones_of_pattern
from destrier.support.errors import NoSuchTour, UnsupportedBoard
from destrier.switching.small_graphs import SMALL

_MOST_LINED: Final = 1_000_000
"""Number of squares up to which tied lines, which take five seconds, are preferred to a faster formation."""

_SAVED_BY_OPENING: Final = 2
"""The turns that a closed tour loses with a move between two of them."""

_NEARLY_SQUARE: Final = 5
"""Maximum difference of sides for which an opened closed tour may be better than a dedicated open one."""


def tame(
    board: BaseBoard,
    *,
    kind: Kind = "closed",
    minimize: Aim = "turns",
    weight: float | None = None,
    out: MoveBits | None = None,
) -> Tourney:
    """Return the tour with few turns or crossings, or one without rails; at copy speed.

    Parameters
    ----------
    board
        A rectangle with an even side or, for an open tour, any rectangle. To minimize turns, any board and any piece.
    kind
        `closed` or `open`. If both sides are even, an open tour is the closed tour without one move, which saves two
        turns (see `opening`). If a side is odd, a dedicated open tour has 4 (rows + columns) - 20 turns, or - 19, on
        boards less than twice as wide as high (see `odd`); if the shorter side is odd, another one has about 2 m + 4.4
        n + 20 crossings, where n is the shorter side and m the longer one (see `crossings`).
    minimize
        `turns`: 4 (rows + columns) - 14 turns, with 9.5 n crossings on n x n; or - 16 if both sides are even and one of
        them is 2 mod 8, at least 18, and at most 2 n - 36, where n is the other; fewer on narrow boards, and one
        fewer if one side is odd and the other a multiple of 4 (see `joined`). `crossings`: 6.4 n crossings plus a
        constant on n x n and (n - 1) x n, with 11.5 n turns; up to a tenth more if the shorter side is odd and the
        longer one is not its successor. `both`: the fewest crossings among the tours with the fewest turns; here the
        same as `turns`. `blend`: the one of the two tours with the smaller sum of turns and weighted crossings.
        `rails`: no rails, on every rectangle with such a tour (see `docs/rails.md`). On all other boards, `turns` and
        `both` use parallel lines with tied ends (see `lines`).
    weight
        The number of turns that a crossing counts in a blend; 1 by default.
    out
        The array (rows, cols) to write the moves to, such as a memory map; the result is a view of it.

    Raises
    ------
    UnsupportedBoard
        If the board is not a rectangle, unless turns are minimized, or if it is too small for an open tour.
    NoSuchTour
        If every tour of the board has rails.
    """
    if reason := why_not(board, kind, minimize):
        raise UnsupportedBoard(reason)
    if not isinstance(board, Board) or (minimize in FEW_TURNS and not _has_few_turns(board, kind)):
        return _lined(board, kind, out)
    aims = _open_aims(board, kind, minimize)
    if not aims and minimize == "rails" and (reason := tame_rails.why_rails(board)):
        raise NoSuchTour(reason)
    moves, cost = output(board, out), cost_of(minimize, weight)
    fills = [_open_tour(board.shape, aim).paint for aim in aims]
    if not aims or _opens_better(board, minimize):
        fills.append(partial(_fill_from_closed, board=board, kind=kind, minimize=minimize, cost=cost))
    fill_best(moves, fills, cost)
    return Tourney.trusted(moves, board, 1)


def _lined(board: BaseBoard, kind: Kind, out: MoveBits | None) -> Tourney:
    """Return the tour of parallel lines, for boards without a better known tour; a flat board is tried both ways."""
    from destrier.makers.lines import tame_lines

    across = Board(board.cols, board.rows, board.present.T, leaper=board.leaper) if isinstance(board, Board) else board
    if across == board:
        return tame_lines(board, kind=kind, out=out)
    tours = tame_lines(board, kind=kind), tame_lines(across, kind=kind).transformed("transpose")
    return placed(out, min(tours, key=turns))


def why_not(board: BaseBoard, kind: Kind, minimize: Aim) -> str | None:
    """Return why no such tour of a board can be made; `None` if it can, or is proved not to exist."""
    if minimize in FEW_TURNS:
        return None
    if not isinstance(board, Board) or not board.has_planes:
        where = "in space" if isinstance(board, Space) else f"of {board.describe()}"
        return f"tame minimizes turns {where}, not {minimize}"
    if _open_aims(board, kind, minimize):
        return None
    if kind == "open" and board.is_rectangle and board.size % 2:
        boards = "rectangles with sides >= 7, and 5 x 5 to 5 x 11"
        if minimize == "rails":
            return "tours without rails are made of boards with an even side"
        return f"open tours with few crossings are made of {boards}, not of {board.describe()}"
    if minimize != "rails":
        return why_not_tame(board, minimize)
    if not board.is_rectangle:
        return f"tours without rails are made of rectangles, not of {board.describe()}"
    if kind == "open" and (reason := tame_rails.why_rails(board)):
        return f"open tours without rails come of closed ones, and {reason}"
    return None


def why_not_tame(board: Board, minimize: Aim = "turns") -> str | None:
    """Return why a board has no pattern with few turns or crossings, or `None` if it has one."""
    if board.is_rectangle and any(_has_few(board.shape, goal) for goal in _goals(minimize)):
        return None
    return f"tame has patterns for rectangles that have closed tours, not {board.describe()}"


def closed_tours(board: Board, minimize: Aim = "turns") -> list[Mosaic]:
    """Return the closed tour that `tame` makes, or those among which it chooses for a blend.

    Raises
    ------
    NoSuchTour
        If every tour of the board has rails.
    UnsupportedBoard
        If the board is too small and has no stored tour.
    """
    if minimize == "rails":
        pattern = tame_rails.pattern(*board.shape)
        if pattern is None:
            raise NoSuchTour(tame_rails.why_rails(board))
        return [_whole(board.shape, pattern)]
    if reason := why_not_tame(board, minimize):
        raise UnsupportedBoard(reason)
    goals = [goal for goal in _goals(minimize) if _has_few(board.shape, goal)]
    if minimize != "blend":
        return [_few(board.shape, goals[0])]
    patterns = [_patterned(board.shape, goal) for goal in goals[::-1] if _has_pattern(board.shape, goal)]
    return [*(_few(board.shape, goal) for goal in goals[::-1]), *patterns]


def _open_aims(board: Board, kind: Kind, minimize: Aim) -> tuple[Aim, ...]:
    """Return the objectives of the dedicated open tours to try; none if a closed tour is to be opened."""
    if kind != "open" or not board.is_rectangle:
        return ()
    known: dict[Aim, bool] = {
        "turns": odd.patches(*board.shape) is not None,
        "crossings": tame_crossings.takes(*board.shape, "open"),
    }
    found = tuple(aim for aim, is_known in known.items() if is_known)
    if minimize in FEW_TURNS:
        return ("turns",) if known["turns"] else ()
    if minimize == "crossings" and known["crossings"]:
        return ("crossings",)
    # With two odd sides there is no closed tour to open. Otherwise, it has fewer crossings than a path with few turns.
    is_best = board.size % 2 == 1 or len(found) == len(known)
    return found if minimize in ("crossings", "blend") and is_best else ()


def _opens_better(board: Board, minimize: Aim) -> bool:
    """Whether removing a move from a closed tour may give a better open tour than the dedicated one.

    It may have fewer crossings if the sides are nearly equal and the pieces of closed tours are better.
    """
    rows, cols = board.shape
    if board.size % 2 or why_not_tame(board, minimize) is not None:
        return False
    if minimize in FEW_TURNS:
        return saved_turns(board, "closed") + _SAVED_BY_OPENING > (odd.saved(rows, cols) or 0)
    return minimize in ("crossings", "blend") and abs(rows - cols) <= _NEARLY_SQUARE


def _open_tour(shape: Square, aim: Aim) -> Mosaic:
    """Return the dedicated open tour with few turns or crossings."""
    if aim == "crossings":
        return tame_crossings.mosaic(*shape, "open")
    patches = odd.patches(*shape)
    assert patches is not None
    return Mosaic.of(shape, patches)


def _fill_from_closed(moves: Moves, board: Board, kind: Kind, minimize: Aim, cost: opening.Cost) -> None:
    """Write the closed tour, without one move for an open tour."""
    fill_best(moves, [tour.paint for tour in closed_tours(board, minimize)], cost)
    if kind == "open":
        opening.leave_out_a_move(moves, cost, makes_rails=minimize != "rails")


def _goals(minimize: Aim) -> tuple[Goal, ...]:
    """Return the goals to try, best first."""
    return ("crossings", "turns") if minimize in ("crossings", "blend") else ("turns",)


def _has_few(shape: tuple[int, int], goal: Goal) -> bool:
    """Whether a closed tour of a rectangle with few turns or crossings is stored or has a pattern."""
    return joined.pattern(*shape, goal) is not None or _has_pattern(shape, goal)


def _has_pattern(shape: tuple[int, int], goal: Goal) -> bool:
    """Whether a pattern fits a rectangle."""
    return tame_crossings.takes(*shape) if goal == "crossings" else tame_turns.takes(*shape)


def _few(shape: Square, goal: Goal) -> Mosaic:
    """Return the closed tour with few turns or few crossings."""
    stored = joined.pattern(*shape, goal)
    return _patterned(shape, goal) if stored is None else _whole(shape, stored)


def _patterned(shape: Square, goal: Goal) -> Mosaic:
    """Return the closed tour from the general pattern, even if a better one is stored for a small board."""
    if goal == "crossings":
        return tame_crossings.mosaic(*shape)
    if tame_turns.stored_board(*shape) is None and central.saved(*shape) > tame_turns.SAVED:
        laid = central.patches(*shape)
        assert laid is not None
        return Mosaic.of(shape, laid)
    return _whole(shape, tame_turns.pattern(*shape))


def _whole(shape: Square, pattern: Pattern) -> Mosaic:
    """Return a board filled with one pattern."""
    return Mosaic(shape, zones_of_pattern(shape, pattern))


def _has_few_turns(board: BaseBoard, kind: Kind) -> bool:
    """Whether a tour with few turns is stored or has a pattern, so that no parallel lines are tied."""
    if not has_planes(board) or not board.is_rectangle:
        return False
    return why_not_tame(board) is None or (kind == "open" and odd.saved(*board.shape) is not None)


def saved_turns(board: Board, kind: Kind) -> int:
    """Return the difference between 4 (rows + columns) and the number of turns of a tour with few turns."""
    rows, cols = board.shape
    if kind == "open":
        saved = odd.saved(rows, cols)
        if saved is None or _opens_better(board, "turns"):
            return saved_turns(board, "closed") + _SAVED_BY_OPENING
        return saved
    stored = joined.pattern(rows, cols, "turns")
    if stored is not None:
        return tame_turns.saved_by(stored, rows, cols)
    return max(tame_turns.saved(rows, cols), central.saved(rows, cols))


class Tame(Maker):
    name = "tame"
    boards = "few turns: any board and any piece; few crossings or no rails: most boards with sides from 6 on, one even"
    source = "ours, docs/taming.md: 8 n - 14 turns or fewer, 6.4 n + 22.4 crossings or fewer; docs/rails.md: no rails"
    kinds = ("closed", "open")
    options = ("symmetry", "minimize", "weight", "out")
    bytes_per_square = 2
    any_board = True

    def why_not(self, request: Request) -> str | None:
        board = request.board
        if request.algorithm is None and request.minimize is None:
            return NOT_CHOSEN
        if request.symmetry:
            return symmetric.why_not(request)
        minimize = request.minimize or "turns"
        if request.ends and not self._fixes_ends(request):
            what = f"an open tour of {board.describe()} that minimizes {minimize}"
            way = "minimize turns or crossings" if minimize in ("both", "blend") else "use annealing"
            return f"tame cannot fix the ends of {what}: {way}, or omit start and end"
        is_slow = request.algorithm is None and board.size > _MOST_LINED and not board.has_planes
        if is_slow and why_no_formation(board) is None:
            return "a formation is laid faster"
        return why_not(board, request.kind, minimize)

    def _fixes_ends(self, request: Request) -> bool:
        """Whether ends can be given: moving them makes rails, and costs more than annealing on small odd boards."""
        size = request.board.size
        return request.minimize != "rails" and bool(request.algorithm or size % 2 == 0 or size > SMALL)

    def turns(self, request: Request) -> float:
        board, kind = request.board, request.kind
        if not _has_few_turns(board, kind) or request.symmetry or request.minimize not in FEW_TURNS:
            return UNKNOWN
        return 4 * float(sum(board.shape)) - saved_turns(board, kind)

    def leaves_room(self, request: Request) -> bool:
        """Whether the tour is not one of the closed tours of rectangles, which annealing has been tried on."""
        board, minimize = request.board, request.minimize or "turns"
        is_tried = request.kind == "closed" and has_planes(board) and why_not_tame(board, minimize) is None
        is_pattern = request.algorithm and not request.ends
        return not (is_pattern or request.symmetry or is_tried)

    def cycle(self, request: Request) -> Cycle:
        board, minimize = request.board, request.minimize or "turns"
        if minimize == "blend":
            raise UnsupportedBoard("a blend is chosen by measuring two tours; one of turns or crossings is looked up")
        if not has_planes(board):
            raise UnsupportedBoard(f"tame looks up tours of rectangles by a knight, not of {board.describe()}")
        if request.symmetry:
            return tour_legs(board, symmetric.symmetric_tours(board, request.symmetry, request.minimize)[0].tree())
        return tour_legs(board, closed_tours(board, minimize)[0].tree())

    def make(self, request: Request, _: Ask, /) -> Tourney:
        minimize, weight, out = request.minimize, request.weight, request.out
        if request.symmetry:
            return symmetric.tame_symmetric(request.board, request.symmetry, minimize=minimize, weight=weight, out=out)
        return tame(request.board, kind=request.kind, minimize=minimize or "turns", weight=weight, out=out)
