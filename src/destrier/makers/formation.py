"""The algorithm `formation` chooses the construction for a board; `docs/taming.md` and `docs/leapers.md` show it."""

from __future__ import annotations

from typing import cast, get_args

from destrier.core.board import has_planes
from destrier.core.choices import Goal, Heel, Junctions, Kind
from destrier.core.grid import BaseBoard, Grid
from destrier.core.request import Request
from destrier.core.space import Space
from destrier.core.tourney import Tourney
from destrier.core.types import MoveBits
from destrier.makers.maker import NOT_CHOSEN, Ask, Maker
from destrier.makers.symmetric import why_not_symmetric
from destrier.patterns.formation import flat
from destrier.patterns.formation.course import Course
from destrier.patterns.formation.even_leapers import check_formation, formation_leaper, leaper_course, leaper_pattern
from destrier.patterns.formation.fit import choose_heel
from destrier.patterns.formation.in_space import Plan, check_levels, formation_space
from destrier.patterns.formation.quarter import formation_quarter, quarter_courses, quarter_patches
from destrier.patterns.formation.space_order import space_cycle
from destrier.patterns.legs import tour_legs
from destrier.patterns.lookups import Cycle
from destrier.patterns.patches import Patch
from destrier.patterns.zones import zones_of
from destrier.support.errors import UnsupportedBoard


def formation(
    board: BaseBoard,
    *,
    kind: Kind = "closed",
    heel: Heel | None = None,
    minimize: Goal | None = None,
    junctions: Junctions | None = None,
    out: MoveBits | None = None,
) -> Tourney:
    """Return the tour of a board by a formation of four knights, or of reach squared other leapers.

    The parameters are those of `formation.flat.formation`. Only the knight has a choice of heels, and of junctions on
    flat boards. What is not supported, `Formation.why_not` refuses.
    """
    if has_planes(board):
        return flat.formation(board, kind=kind, heel=heel, minimize=minimize, junctions=junctions, out=out)
    if isinstance(board, Space) and board.leaper.is_knight:
        return formation_space(board, heel=heel, minimize=minimize, out=out)
    return formation_leaper(cast("Grid", board), out=out)


def why_no_formation(board: BaseBoard) -> str | None:
    """Return why a board other than a flat one with a knight has no formation, or `None` if it has one."""
    try:
        if isinstance(board, Space) and board.leaper.is_knight:
            check_levels(board)
        elif isinstance(board, Grid):
            check_formation(board)
        else:
            return f"formations ride on flat boards and in space, not on {board.describe()}"
    except UnsupportedBoard as refusal:
        return str(refusal)
    return None


class Formation(Maker):
    name = "formation"
    boards = "sides from 10 on: one even, but not 10 x odd, 12 or 14 x 13, 17, 21, ...; or both odd, without a corner"
    source = "Besa et al., Taming the Knight's Tour (2020), Algorithm 1, Section 5.2"
    kinds = ("closed", "corner")
    options = ("symmetry", "heel", "junctions", "minimize", "out")
    bytes_per_square = 1
    any_board = True
    proves = True

    def why_not(self, request: Request) -> str | None:
        board, aim = request.board, request.minimize
        if request.algorithm is None and board.has_planes and not request.style:
            return NOT_CHOSEN
        if aim not in (None, *get_args(Goal)):
            return f"a formation has few {' or '.join(get_args(Goal))}; {aim} is what tame minimizes"
        if request.junctions and (request.symmetry or not has_planes(board)):
            which = "those of a knight's tour of a flat board without symmetry"
            return f"junctions are {which}: leave out junctions{' or symmetry' if request.symmetry else ''}"
        if request.symmetry not in (None, "quarter"):
            return f"formation makes tours with quarter symmetry, not {request.symmetry}"
        if request.symmetry:
            return why_not_symmetric(request) if request.algorithm or request.heel else NOT_CHOSEN
        if has_planes(board):
            return flat.why_not(board, request.kind, _junctions(request))
        if request.kind != "closed":
            return f"formation makes closed tours of {board.describe()}"
        if (request.heel or aim) and not board.leaper.is_knight:
            return "heel and minimize are a knight's"
        return why_no_formation(board)

    def cycle(self, request: Request) -> Cycle:
        board, heel = request.board, _heel(request)
        if isinstance(board, Space) and board.leaper.is_knight:
            return space_cycle(board, heel)
        return tour_legs(board, zones_of(_patches(request, heel)))

    def courses(self, request: Request) -> list[Course]:
        board, heel = request.board, _heel(request)
        if has_planes(board):
            if request.symmetry:
                return quarter_courses(board, heel)
            return [flat.formation_course(board, request.kind, heel, _goal(request), _junctions(request))]
        return [Plan.of(board.sides, heel).course() if isinstance(board, Space) else leaper_course(board)]

    def make(self, request: Request, _: Ask, /) -> Tourney:
        board, heel, aim = request.board, request.heel, _goal(request)
        if request.symmetry:
            return formation_quarter(board, heel=heel, minimize=aim, out=request.out)
        junctions = request.junctions
        return formation(board, kind=request.kind, heel=heel, minimize=aim, junctions=junctions, out=request.out)


def _goal(request: Request) -> Goal | None:
    return cast("Goal | None", request.minimize)


def _heel(request: Request) -> Heel:
    return choose_heel(request.heel, _goal(request))


def _junctions(request: Request) -> Junctions:
    return request.junctions or "four"


def _patches(request: Request, heel: Heel) -> list[Patch]:
    """Return the patches of a formation on a flat board."""
    board = request.board
    if request.symmetry:
        return quarter_patches(board, heel)
    if has_planes(board):
        pattern = flat.formation_pattern(board, request.kind, heel, _goal(request), _junctions(request))
    else:
        pattern = leaper_pattern(board)
    return [Patch((0, 0), board.sides, pattern)]
