"""Find the piece of a `formation`, or of a tame tour, at any time, and the time of any square, in constant time.

Source: Besa et al., "Taming the Knight's Tour" (2020), Lemma 3, for every construction that lays a board from a few
parts; see `patterns.legs`, and `levels` for boards in space.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast, get_args

from destrier.core.board import BaseBoard, Board, Grid, board_of
from destrier.core.choices import Aim, SymmetryKind
from destrier.core.leaper import Leaper
from destrier.core.space import Space, check_sides
from destrier.patterns.formation.fit import choose_heel
from destrier.patterns.legs import tour_legs
from destrier.patterns.lookups import LookedUpOrder
from destrier.patterns.patches import Patch
from destrier.patterns.zones import zones_of
from destrier.proofs.symmetry import SYMMETRY_KINDS
from destrier.support.errors import DestrierError, UnsupportedBoard, shown
from destrier.support.pictured import Pictured

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.choices import Goal, Heel, Kind
    from destrier.patterns.formation.course import Course
    from destrier.patterns.lookups import Cycle

LookedUp: TypeAlias = Literal["formation", "tame"]

ALGORITHMS: Final[tuple[LookedUp, ...]] = get_args(LookedUp)
"""The algorithms whose tours are looked up."""

AIMS: Final[tuple[Aim, ...]] = ("turns", "crossings", "both")
"""What they can have fewest of; a blend is chosen by measuring two tours."""

_LONGEST_SIDE: Final = 10**9
"""The longest side, such that positions and their sums fit into 64 bits."""


class FormationOrder(LookedUpOrder, Pictured):
    """The visiting order of `formation`, or of `tame`, of any length, without its board.

    In a notebook, and by `draw`, the order of a formation shows the course of its knights.

    Parameters
    ----------
    *board
        A `Board` or a `Space`; or its sides, two for a flat board and more for one in space. Sides are up to 10^9. The
        tour of a rectangle with odd sides leaves its bottom right square out.
    algorithm
        `formation` or `tame`; the order is that of the tour that `tour` makes with it.
    symmetry
        `quarter` for the formation that a quarter turn maps onto itself; `central` or `axial` for the tame tour that
        a half-turn or a reflection does.
    heel, minimize
        The same parameters as those of the algorithm.
    start
        The square at position 0; by default the first one, as of every tour.

    Raises
    ------
    UnsupportedBoard
        If the algorithm does not take the board.

    Examples
    --------
    >>> order = FormationOrder(10**9, 10**9)
    >>> order.cell_at(10**17)
    (400000003, 3)
    >>> order.index_of((400000003, 3)) == 10**17
    True
    >>> FormationOrder(10**9, 10**9, algorithm="tame", minimize="turns", start=(7, 7)).cell_at(0)
    (7, 7)
    """

    def __init__(
        self,
        *board: int | BaseBoard,
        algorithm: LookedUp = "formation",
        symmetry: SymmetryKind | None = None,
        heel: Heel | None = None,
        minimize: Aim | None = None,
        start: Any = None,
    ) -> None:
        if algorithm not in ALGORITHMS:
            raise DestrierError(f"algorithm is one of {', '.join(ALGORITHMS)} in a lookup, not {shown(algorithm)}")
        if symmetry not in (*SYMMETRY_KINDS, None):
            raise DestrierError(f"a symmetry is central, axial or quarter, not {shown(symmetry)}")
        asked = _board(*board)
        if algorithm == "tame":
            if heel is not None or symmetry == "quarter":
                raise DestrierError("heel and quarter symmetry are options of the algorithm formation, not of tame")
            cycle = _tame(asked, symmetry, minimize)
            self._courses: Callable[[], list[Course]] = list
        else:
            if symmetry not in ("quarter", None):
                raise DestrierError(f"{symmetry} symmetry is an option of the algorithm tame, not of formation")
            goal = cast("Goal | None", minimize)  # `choose_heel` checks it
            chosen = choose_heel(heel, goal)
            cycle = _formation(asked, chosen, goal, symmetry)
            self._courses = partial(_formation_courses, asked, chosen, goal, symmetry)
        super().__init__(asked, cycle, start)

    def courses(self) -> list[Course]:
        """Return where the formation stands at each step: of each quadrant if the tour has quarter symmetry.

        There is no course if the tour is a tame one, which is not ridden in formation.
        """
        return self._courses()


class _Lattice(Space):
    """A board of five or more dimensions, of whose tours there are no arrays."""

    def __init__(self, *sides: int) -> None:
        self.sides = check_sides(sides)
        self.leaper = Leaper.of("knight", len(sides))


def _board(*board: int | BaseBoard) -> Grid:
    """Return the board that arguments name; of sides, two are those of a flat board, and more of one in space."""
    if len(board) > 2 and not any(isinstance(side, BaseBoard) for side in board):
        asked: BaseBoard = Space(*board) if len(board) <= 4 else _Lattice(*board)  # type: ignore[arg-type]
    else:
        asked = board_of(*board)
    if not isinstance(asked, Grid):
        raise UnsupportedBoard(f"formations ride on flat boards and in space, not on {asked.describe()}")
    if max(asked.sides) > _LONGEST_SIDE:
        most = " x ".join(["10^9"] * len(asked.sides))
        raise DestrierError(f"positions are looked up on boards of up to {most}, not {asked}")
    return asked


def _tame(board: Grid, symmetry: SymmetryKind | None, minimize: Aim | None) -> Cycle:
    from destrier.makers.tame import tame_zones
    from destrier.makers.tame_symmetric import symmetric_zones

    if minimize not in (*AIMS, None):
        raise DestrierError(f"minimize is one of {', '.join(AIMS)} in a lookup, not {shown(minimize)}")
    if not isinstance(board, Board) or not board.has_planes:
        raise UnsupportedBoard(f"tame takes rectangles by a knight, not {board.describe()}")
    if symmetry is not None:
        return tour_legs(board, symmetric_zones(board, symmetry, minimize))
    return tour_legs(board, tame_zones(board, minimize or "turns"))


def _formation(board: Grid, heel: Heel, minimize: Goal | None, symmetry: str | None) -> Cycle:
    is_knights = board.leaper.is_knight
    if symmetry is not None and not (isinstance(board, Board) and is_knights):
        raise UnsupportedBoard(f"formations with quarter symmetry are a knight's on n x n, not on {board.describe()}")
    if isinstance(board, Space) and is_knights:
        from destrier.patterns.formation.space_order import space_cycle

        return space_cycle(board, heel)
    if heel != "formation" and not is_knights:
        raise DestrierError("heel and minimize are a knight's")
    return tour_legs(board, zones_of(_patches(board, heel, minimize, symmetry)))


def _formation_courses(board: Grid, heel: Heel, minimize: Goal | None, symmetry: str | None) -> list[Course]:
    """Return the courses of the formations that `_formation` looks up."""
    if isinstance(board, Board) and board.has_planes:
        if symmetry is not None:
            from destrier.patterns.formation.quarter import quarter_courses

            return quarter_courses(board, heel)
        from destrier.patterns.formation.flat import formation_course

        return [formation_course(board, _kind(board), heel, minimize)]
    if isinstance(board, Space):
        from destrier.patterns.formation.in_space import Plan

        return [Plan.of(board.sides, heel).course()]
    from destrier.patterns.formation.even_leapers import leaper_course

    return [leaper_course(board)]


def _kind(board: Board) -> Kind:
    """Return the kind of tour of a board: that of a rectangle with odd sides leaves its bottom right square out."""
    return "corner" if board.is_rectangle and board.rows % 2 == board.cols % 2 == 1 else "closed"


def _patches(board: Grid, heel: Heel, minimize: Goal | None, symmetry: str | None) -> list[Patch]:
    """Return the patches of a formation on a flat board."""
    if not isinstance(board, Board) or not board.has_planes:
        from destrier.patterns.formation.even_leapers import leaper_pattern

        pattern = leaper_pattern(board)
    elif symmetry is not None:
        from destrier.patterns.formation.quarter import quarter_patches

        return quarter_patches(board, heel)
    else:
        from destrier.patterns.formation.flat import formation_pattern

        pattern = formation_pattern(board, _kind(board), heel, minimize)
    rows, cols = board.sides
    return [Patch((0, 0), (rows, cols), pattern)]
