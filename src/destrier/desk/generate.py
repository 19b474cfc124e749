"""From a request to a tour: resolve it, prove that there is one, make it, finish it.

*Resolve*: the algorithm, where none is named. *Prove*: a theorem or certificate may tell that there is no such tour.
*Make*: the algorithm yields a tour, or a tourney as its source. *Finish*: the pattern of the source is hidden, or its
cycles are joined, until there is one cycle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, Literal, Unpack, cast, get_args, overload

import numpy as np

from destrier.core.board import BaseBoard, Board, Grid, between, board_of, times
from destrier.core.choices import FEW_TURNS, Aim, Goal, Heel, Kind, Ties
from destrier.core.leaper import Piece
from destrier.core.request import Options, Request
from destrier.core.seeds import Seed, Stream, derive_key, drawn_seed
from destrier.core.space import check_sides
from destrier.core.surface import Surface
from destrier.core.tourney import Tour, Tourney, output, placed
from destrier.core.types import Ends, Squares
from destrier.desk import register as table
from destrier.desk.register import Algorithm
from destrier.makers.blocks import is_laid_in_blocks
from destrier.makers.transfer_matrix import NARROW_ROWS
from destrier.proofs.certificates import all_searched, odd_number_of_squares, unequal_colours
from destrier.proofs.ends import check_ends, pairs_of_ends, why_forced
from destrier.proofs.rectangles import rectangle_theorem
from destrier.proofs.why import refuse_by_colour, refuse_impossible
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard
from destrier.support.options import refuse_unknown
from destrier.support.resources import refuse_beyond_memory

_TRIES: Final = 40
"""New starts, where a search gave up, before a tour of a board of up to `_SMALL` squares is given up; else 2."""

_SMALL: Final = 4096

_NODES: Final = 20_000_000
"""Nodes of the exhaustive search of a small board: about a second."""

_BYTES_PER_SQUARE: Final = 12
"""What hiding and joining a tour take at most."""

_UNIFORM: Final = 2500
"""Squares up to which a flat board's tours are drawn uniformly unless asked otherwise: 10 ms on 50 x 50."""

_UNIFORM_BYTES_PER_SQUARE: Final = 90
"""What drawing a tour uniformly takes."""

_UNROLLED: Final = 20
"""The sides from which on tours of a surface are made on its rectangle, unless asked otherwise."""

_MOST_LINED: Final = 1_000_000
"""The squares up to which lines are tied unless asked otherwise, in five seconds, where a formation is laid faster."""

_ON_GRAPHS: Final = ("annealing", "move-graph")
"""The algorithms that know of any board what its move graph tells."""

_NARROW: Final = 8000
"""Squares up to which narrow boards are left to the transfer matrix: random tours, and proofs."""


@overload
def tour(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    kind: Literal["closed", "open", "corner", "stretched"] = "closed",
    **options: Unpack[Options],
) -> Tour: ...
@overload
def tour(*board: int | BaseBoard, leaper: Piece | None = None, kind: Kind, **options: Unpack[Options]) -> Tourney: ...
def tour(*board: int | BaseBoard, leaper: Piece | None = None, **options: Any) -> Tourney:
    """Return a tour of a board.

    Parameters
    ----------
    *board
        The board: a `Board`, a `Space` or a `Box`; or the rows and columns of a flat one.
    leaper
        Another piece than that of the board: its name, such as `"zebra"`, or how far it moves along two axes, such as
        (2, 3); or several of these, as `"knight+wazir"`.
    kind
        `closed`; `open`; and of rectangles `corner`: closed, on an odd x odd one without its bottom right square;
        `stretched`: open, from the top left corner to a square beside it; `double-loop`: two closed tours that
        together visit every square once. Boards other than a knight's flat one have closed and open tours.
    algorithm
        A name of `ALGORITHMS`; if omitted, a fast one for the board.
    start, end
        Ends of an open tour; those omitted are drawn at random.
    numbers
        The numbers of some squares, from 1 on, in the order of an open or a closed tour: `{(2, 2): 17, "c3": 1}`. It is
        searched for (see `solutions`); `order()` begins at number 1. A start is number 1, and an end the last number.
    winding
        Of a closed tour of a surface: how often it goes round to the right and down, as in `(1, 0)`; see
        `core.winding`.
    symmetry
        Of a closed tour of a rectangle, or of a surface that is glued of one: `central` (a half-turn maps it onto
        itself), `axial` (a reflection in a median line) or `quarter` (a quarter turn). It is random-looking as it is.
        If turns or crossings are minimized, large tours are laid by patterns, and those for which there is none, or
        that are to be random-looking, are annealed. The algorithm `formation` makes some with quarter symmetry.
    minimize, weight
        What the tour has fewest of: `turns`, `crossings`, `both` or a `blend`, in which a crossing counts
        `weight` turns (1 if omitted); or `rails`, of which it has none. Flat boards, and surfaces that are glued of
        rectangles, have few crossings; every board has few turns, and may have no rails. By default the algorithm is
        then `tame`, which lays its tours at once; `formation` for corner tours, and for more than a million squares in
        space; and `annealing` where these make none, and if the tour is to be
        random-looking.
    heel
        How the algorithm `formation`, which is then the default, turns at the top and the bottom.
    ties
        How the algorithm `warnsdorff`, which is then the default, breaks ties: `random`, `first` (the first in the
        order of moves), `pohl` (the fewest moves on beyond), `distance` (the farthest from the centre) or `squirrel`
        (Squirrel and Cull's orders of moves, for open tours of n x n boards from the corner 0,0).
    walks
        How often `warnsdorff` walks before it completes the last walk to a tour; 100 if omitted.
    sweeps
        How many sweeps the algorithm `annealing` makes, 1000 if omitted; or after how many `takefuji-lee` starts anew,
        by default after 400, or one for each square if these are more. One of these is then the default, the former if
        anything is minimized.
    obfuscate
        Whether to make the tour random-looking; by default, if no algorithm, and no option of one, is given, and the
        board is flat. Where a small board leaves too little choice, it stays as it is. If turns, crossings or rails are
        minimized, the tour is annealed.
    uniform
        Whether to draw the tour uniformly from all tours of its kind, and between its ends if they are given: closed,
        open, corner or stretched, of any board. By default, if nothing else is asked for, and the board is flat, the
        knight's and of 2500 squares at most. It takes O(squares ** 1.5): 10 ms on 50 x 50, half a
        second on 200 x 200, two minutes on 1000 x 1000.
    seed
        The same integer gives the same tour on every machine.
    out
        Where to write the moves array, of the board's `shape` and `dtype` and contiguous, such as a memory map; the
        result is a view of it.

    Returns
    -------
    Tourney
        A `Tour`; for a double loop, a tourney of two cycles.

    Raises
    ------
    NoSuchTour
        If provably there is none.
    UnsupportedBoard
        If the algorithm does not take the board, or does not make the kind.
    BudgetExceeded
        If none was found, and no proof.

    Examples
    --------
    >>> tour(8, 8, seed=1)
    <closed Tour of 8 x 8>
    >>> tour(Space(4, 4, 4), seed=1)
    <closed Tour of 4 x 4 x 4 by a knight>
    >>> tour(12, 12, leaper="zebra", seed=1)
    <closed Tour of 12 x 12 by a zebra>
    """
    refuse_unknown("tour", options, ("kind", *Options.__annotations__))
    asked = Request(board=board_of(*board, leaper=leaper), **options)
    request = _resolve(asked)
    if _is_fixed(request):
        made, seeded = _tour(request), asked
    else:
        seed = drawn_seed(asked.seed)
        made, seeded = _tour(replace(request, seed=seed)), replace(asked, seed=seed, uniform=request.uniform or None)
    made.recipe = [seeded.to_step()]
    return made


def tourney(
    *board: int | BaseBoard,
    algorithm: str,
    leaper: Piece | None = None,
    seed: Seed = None,
    ties: Ties | None = None,
    walks: int | None = None,
    sweeps: int | None = None,
) -> Tourney:
    """Return a tourney of a board by a named algorithm.

    Parameters
    ----------
    *board, leaper, seed, ties, sweeps
        See `tour`.
    algorithm
        A name of `ALGORITHMS` that yields tourneys.
    walks
        How often the algorithm `warnsdorff` walks over the whole board before it completes the walks that failed; 1 if
        omitted.

    Raises
    ------
    NoSuchTour
        If the board provably has no tourney.
    UnsupportedBoard
        If the algorithm does not take the board.
    """
    asked, chosen = board_of(*board, leaper=leaper), table.find(algorithm)
    request = Request(board=asked, algorithm=algorithm, seed=seed, ties=ties, walks=walks, sweeps=sweeps)
    chosen.check(request.style)
    _afford(asked, chosen.bytes_per_square)
    if isinstance(asked, Board) and asked.is_bipartite() and (reason := unequal_colours(asked)):
        raise NoSuchTour(f"no tourney of {asked.describe()} exists: {reason}")
    request = replace(request, seed=drawn_seed(seed) if chosen.random else None)
    made = chosen.tourney(asked, **request.style, **({"seed": request.seed} if chosen.random else {}))
    if chosen.random and made.cycle_count == 1 and not isinstance(made, Tour):  # the others know
        made = Tourney.trusted(made.moves, made.board, 1)
    made.recipe = [request.to_step("tourney")]
    return made


def _tour(request: Request) -> Tourney:
    if request.out is not None:
        output(request.board, request.out)  # refuses a wrong one before the work
    if request.symmetry is not None:
        made = _symmetric_surface_tour(request) if isinstance(request.board, Surface) else _symmetric_tour(request)
        return placed(request.out, made)
    if request.numbers is not None:
        from destrier.search.numbered import numbered_tour

        key = derive_key(request.seed, "numbers")
        return placed(request.out, numbered_tour(request.board, request.numbered, request.kind, key=key))
    if request.winding is not None:
        from destrier.makers.wound import wound_tour

        stream = Stream(derive_key(request.seed, "winding"))
        return placed(request.out, wound_tour(request.board, request.winding, stream))
    if _is_unrolled(request):
        try:
            return _finish(request, _tour_by_rectangle(request))
        except NoSuchTour as refusal:  # of the rectangle
            if request.algorithm is not None:
                what = f"{request.algorithm} makes tours of the rectangle that {request.board.describe()} is glued of"
                raise UnsupportedBoard(f"{what}, but {refusal}; move-graph takes every board") from None
        request = replace(request, algorithm="move-graph", obfuscate=False)
    request = _prove(request)
    return _finish(request, _draw(request) if request.uniform else _make(request))


def stream_order(sides: Sequence[int], *, heel: Heel | None = None, minimize: Goal | None = None) -> Iterator[Squares]:
    """Yield the visiting order of a knight's tour in any number of dimensions, without holding the board.

    Parameters
    ----------
    sides
        Those of the board, two or more, in any order.
    heel, minimize
        See `tour`. In three and four dimensions the result is the tour that `tour` makes with the algorithm
        `formation`.

    Returns
    -------
    Iterator[Squares]
        Up to a million square indices at a time, `int64`.

    Raises
    ------
    NoSuchTour
        If all sides are odd.
    UnsupportedBoard
        If the sides are not those that the construction takes.

    Notes
    -----
    Some nanoseconds a square; 50 bytes for each square of one level, see `patterns.formation.in_space`.
    """
    from destrier.patterns.formation.in_space import formation_order

    shape = check_sides(tuple(sides))
    if reason := odd_number_of_squares(shape):
        raise NoSuchTour(f"no closed tour of {times(shape)} exists: {reason}")
    return formation_order(shape, heel=heel, minimize=minimize)


# Resolve and prove


def _is_fixed(request: Request) -> bool:
    """Whether there is but one such tour: an algorithm makes it directly, and not at random."""
    if request.algorithm is None or request.hidden or request.kind in ("open", "double-loop"):
        return False
    row = table.find(request.algorithm)
    return not row.random and row.tour_function is not None


def _resolve(request: Request) -> Request:
    """The request with an algorithm, where its fields name one; and with no more than its board can have."""
    board = request.board
    if request.numbers is not None or request.winding is not None:
        return request
    if _is_annealed(request):
        return replace(request, algorithm="annealing", obfuscate=False, uniform=False)
    if isinstance(board, Board) and board.has_planes:
        if request.style and request.algorithm is None:
            return _styled(request)
        if request.uniform is None:
            plain = request.hidden and request.algorithm is None and request.symmetry is None
            uniform = plain and request.kind != "double-loop" and board.size <= _UNIFORM
            return replace(request, uniform=uniform)
        return request
    if request.symmetry is not None:
        if isinstance(board, Surface):
            return request
        raise UnsupportedBoard(f"symmetric tours are closed tours of rectangles by a knight, not of {board.describe()}")
    if request.uniform:
        return request
    if isinstance(board, Surface) and request.style and request.algorithm is None and not _turns_little(request):
        flat = _resolve(replace(request, board=Board(*board.sides)))
        return replace(request, algorithm=flat.algorithm, uniform=False)
    if _is_unrolled(request):
        return request
    hidden = False if request.obfuscate is None else request.obfuscate
    return replace(request, algorithm=request.algorithm or _usual_algorithm(request), obfuscate=hidden)


def _styled(request: Request) -> Request:
    """The request for a flat board with the algorithm for its style, where none is named."""
    board = cast("Board", request.board)
    in_formation = request.heel or request.kind == "corner"
    in_formation = in_formation or not (board.is_rectangle or _turns_little(request))
    takers = _takers(request.style)
    algorithm = "formation" if in_formation and "formation" in takers else takers[-1]
    return replace(request, algorithm=algorithm, uniform=False)


def _is_annealed(request: Request) -> bool:
    """Whether the tour is annealed, which is slow: it is to be random-looking, or no other algorithm makes it."""
    if request.algorithm is not None or request.minimize not in ("turns", "crossings", "rails"):
        return False
    if request.kind not in ("closed", "open") or request.heel:
        return False
    board, minimize = request.board, request.minimize
    if request.symmetry and not (isinstance(board, Board) and board.has_planes):
        return False
    if request.obfuscate or request.sweeps:
        return True
    if request.symmetry:
        from destrier.makers import tame_symmetric as symmetric

        assert isinstance(board, Board)
        return minimize != "rails" and not symmetric.takes(board, request.symmetry, minimize)
    if minimize == "crossings" and (not isinstance(board, Board) or _has_formation(board)):
        return False
    if request.ends and (minimize == "rails" or board.size % 2):
        return True
    from destrier.makers.tame import why_not

    return (
        not (isinstance(board, Surface) and minimize != "rails") and why_not(board, request.kind, minimize) is not None
    )


def _usual_algorithm(request: Request) -> str:
    """The algorithm for a board that has no bit planes."""
    board, takers = request.board, _takers(request.style)
    if request.minimize is not None and request.heel is None:
        is_slow = board.size > _MOST_LINED or not _turns_little(request)
        return "formation" if is_slow and _has_formation(board) else "tame"
    if takers:
        return takers[0]
    return "formation" if request.kind == "closed" and _has_formation(board) else "move-graph"


def _is_unrolled(request: Request) -> bool:
    """Whether to make a tour of a surface on its rectangle, by an algorithm of flat boards or, if large, by any."""
    board = request.board
    if not isinstance(board, Surface) or request.uniform or request.kind not in ("closed", "open"):
        return False
    if _turns_little(request):
        return False
    if request.algorithm is None:
        return min(board.sides) >= _UNROLLED
    return request.algorithm in table.ALGORITHMS and request.algorithm not in _ON_GRAPHS


def _turns_little(request: Request) -> bool:
    """Whether few turns are asked for, which the algorithm `tame` makes on every board."""
    if request.algorithm == "tame":
        return request.minimize in (None, *FEW_TURNS)
    return request.algorithm is None and request.heel is None and request.minimize in FEW_TURNS


def _takers(style: Iterable[str]) -> list[str]:
    """The algorithms that take all of the options, or at least one if there are none: formation before tame."""
    rows = [row for row in table.ALGORITHMS.values() if not set(row.options).isdisjoint(style)]
    return [row.name for row in rows if set(row.options).issuperset(style)] or [row.name for row in rows]


def _has_formation(board: BaseBoard) -> bool:
    """Whether four knights, or another leaper's many, ride in formation on a board that is not a knight's flat one."""
    from destrier.makers.formation import why_no_formation

    return why_no_formation(board) is None


def _prove(request: Request) -> Request:
    """Raise `NoSuchTour` where a theorem or a certificate tells that there is none; else the request, its ends read."""
    board = request.board
    chosen = None if request.algorithm is None else table.find(request.algorithm)
    if request.uniform:
        _afford(board, _UNIFORM_BYTES_PER_SQUARE)
    _afford(board, _BYTES_PER_SQUARE if request.hidden or chosen is None else chosen.bytes_per_square)
    if not isinstance(board, Board) or not board.has_planes:
        closed = request.kind == "closed"
        if closed and request.algorithm == "move-graph" and is_laid_in_blocks(board):
            refuse_by_colour(board)
        elif not (closed and request.algorithm == "formation" and _has_formation(board)):
            refuse_impossible(board, request.kind, request.ends)
        return request
    given = check_ends(board, request.ends)
    refuse_impossible(board, request.kind, given)
    if not given:
        return request
    start = None if request.start is None else given[0]
    return replace(request, start=start, end=None if request.end is None else given[-1])


def _afford(board: BaseBoard, bytes_per_square: int) -> None:
    what = str(board) if isinstance(board, Grid) else board.describe()
    refuse_beyond_memory(f"a tour of {what}", math.prod(board.shape) * max(bytes_per_square, board.dtype.itemsize))


def _symmetric_tour(request: Request) -> Tour:
    board = cast("Board", request.board)
    assert request.symmetry is not None
    if request.kind != "closed" or not board.is_rectangle:
        raise UnsupportedBoard(
            f"symmetric tours are closed tours of rectangles, not {request.kind} tours of {board.describe()}"
        )
    if request.algorithm == "formation" and request.symmetry == "quarter" and not request.obfuscate:
        from destrier.patterns.formation.quarter import formation_quarter

        _afford(board, 1)
        return formation_quarter(board, heel=request.heel, minimize=_goal(request.minimize), out=request.out)
    if request.algorithm == "tame" and not request.obfuscate:
        from destrier.makers.tame_symmetric import tame_symmetric

        _afford(board, 1)
        table.find("tame").check(request.style)
        return tame_symmetric(
            board, request.symmetry, minimize=request.minimize, weight=request.weight, out=request.out
        )
    if request.algorithm == "annealing" and not request.obfuscate:
        from destrier.makers.annealing import annealing

        chosen = table.find("annealing")
        _afford(board, chosen.bytes_per_square)
        chosen.check(request.style)
        annealed = annealing(board, symmetry=request.symmetry, seed=request.seed, **request.style)
        assert isinstance(annealed, Tour)
        return annealed
    if request.algorithm is not None or request.obfuscate is not None:
        raise DestrierError(
            "a symmetric tour has an algorithm of its own, and is random-looking as it is; formation, with quarter "
            "symmetry, and tame make some as they are, and annealing any with few turns or crossings"
        )
    from destrier.makers.symmetric import symmetric_tour

    return symmetric_tour(board.rows, board.cols, request.symmetry, seed=request.seed)


def _symmetric_surface_tour(request: Request) -> Tourney:
    """A symmetric tour of the rectangle that a surface is glued of, where this is a symmetry of the surface, too."""
    board = cast("Surface", request.board)
    if request.symmetry == "quarter" and "rotate-90" not in board.symmetries:
        raise UnsupportedBoard(f"a quarter turn does not map {board.describe()} onto itself")
    try:
        made = _symmetric_tour(_resolve(replace(request, board=Board(*board.sides), out=None)))
    except NoSuchTour as refusal:
        what = f"symmetric tours of surfaces are those of rectangles, and {board.describe()} is glued of one without"
        raise UnsupportedBoard(f"{what}: {refusal}") from None
    return Tourney.trusted(made.moves, board, 1)


def _goal(minimize: Aim | None) -> Goal | None:
    """What a formation minimizes."""
    if minimize is None or minimize in get_args(Goal):
        return cast("Goal | None", minimize)
    raise DestrierError(f"a formation has few {' or '.join(get_args(Goal))}; {minimize} is what tame minimizes")


def _fast_algorithm(board: Board, kind: Kind, given: Ends) -> Algorithm:
    if _is_settled_by_columns(board):
        name = "transfer-matrix"
    elif not board.is_rectangle or (kind == "open" and not given):
        name = "two-factor"
    elif kind == "closed" and board.rows % 2 == board.cols % 2 == 0:
        name = "concentric-braid"
    else:
        name = "rectangle"
    return table.find(name)


def _is_settled_by_columns(board: Board) -> bool:
    return min(board.shape) <= NARROW_ROWS and board.size <= _NARROW


# Make


def _draw(request: Request) -> Tourney:
    """A uniformly random tour, drawn from any tour of the board."""
    from destrier.switching.uniform import draw_tour

    source = _make(_resolve(replace(request, uniform=False, obfuscate=False, out=None)))
    assert isinstance(source, Tour)
    fixed = [request.board.index(end) for end in request.ends] if request.kind == "open" else None
    return draw_tour(source, derive_key(request.seed, "uniform"), fixed=fixed)


def _make(request: Request) -> Tourney:
    """The tour, before it is given its place and its direction."""
    board = request.board
    if request.algorithm is not None:
        chosen = table.find(request.algorithm)
    else:
        chosen = _fast_algorithm(cast("Board", board), request.kind, request.ends)
    if request.kind not in chosen.kinds:
        raise UnsupportedBoard(f"{chosen.name} makes {' and '.join(chosen.kinds)} tours; rectangle makes every kind")
    chosen.check(request.style)
    if not (isinstance(board, Board) and board.has_planes):
        return _tour_on_graph(request, chosen)
    if request.kind == "open" and "ends" not in chosen.options and (request.ends or "kind" not in chosen.options):
        key = derive_key(request.seed, "open tour")
        if request.minimize and (request.minimize == "rails" or board.size % 2):
            what = f"an open tour of {board.describe()} that minimizes {request.minimize}"
            raise UnsupportedBoard(f"{what} leaves {chosen.name} no choice of its ends; annealing takes any")
        return _tour_between(board, request.ends, chosen, request.style, hidden=request.hidden, key=key)
    return _tour_of_kind(request, board, chosen)


def _tour_on_graph(request: Request, chosen: Algorithm) -> Tourney:
    """A tour of a board that has no bit planes."""
    if request.ends and "ends" not in chosen.options:
        raise UnsupportedBoard(f"{chosen.name} leaves no choice of ends on {request.board.describe()}; leave them out")
    asked = {**request.style, "kind": request.kind, "ends": request.ends}
    options = {name: value for name, value in asked.items() if name in chosen.options}
    if "minimize" in options and chosen.name == "formation":
        options["minimize"] = _goal(options["minimize"])
    if "seed" in chosen.options:
        options["seed"] = request.seed
    if "out" in chosen.options and not request.hidden:
        options["out"] = request.out
    try:
        source = chosen.tour(request.board, **options)
    except BudgetExceeded as none_found:
        if not isinstance(request.board, Surface) or request.minimize:
            raise
        try:  # on narrow surfaces a random cover is seldom joined
            source = _tour_by_rectangle(replace(request, algorithm=None, obfuscate=False))
        except NoSuchTour:
            raise none_found from None
    if source.cycle_count == 1 and not request.hidden:
        return source
    from destrier.switching.joining import join
    from destrier.switching.obfuscation import obfuscate

    result = (obfuscate if request.hidden else join)(source, seed=request.seed)
    if result.cycle_count > 1:
        raise BudgetExceeded(
            f"no {request.kind} tour of {request.board.describe()} was found, and no proof that there is none"
        )
    return result


def _tour_by_rectangle(request: Request) -> Tour:
    """Return a tour of a surface that is made of tours of rectangles, or raise what is wrong with these."""
    from destrier.makers.unrolled import unrolled_tour

    return unrolled_tour(request, lambda flat: _tour(_resolve(flat)))


# Finish


def _finish(request: Request, made: Tourney) -> Tourney:
    """Return the tour in the array `out`, and an open one from the requested end on."""
    made = placed(request.out, made)
    if request.ends and made.ends is not None:
        assert isinstance(made, Tour)
        first, last = made.ends
        if request.start is not None:
            return made.starting_at(request.start)
        return made.starting_at(last if first == request.end else first)
    return made


# From a source to a tour


def _tour_of_kind(request: Request, board: Board, chosen: Algorithm) -> Tourney:
    """A tour of a kind, from new sources until there is one."""
    kind, hidden = request.kind, request.hidden
    if kind == "corner" and "kind" not in chosen.options:
        board = board.without_corner()
    components = 2 if kind == "double-loop" else 1
    drawn = hidden or chosen.random or chosen.tour_function is None
    key = derive_key(request.seed, "tour") if drawn else 0
    for number in range(_TRIES if board.size <= _SMALL else 2):
        attempt = derive_key(key, number) if drawn else 0
        options = {"kind": kind, "ends": request.ends, "seed": attempt, "out": None if hidden else request.out}
        known = {name: value for name, value in options.items() if name in chosen.options}
        result = _joined(chosen.tour(board, **known, **request.style), attempt, components, hidden=hidden)
        if result.cycle_count == components:
            return result
        if (settled := _settle(result, attempt)) is not None:
            return settled
    raise BudgetExceeded(f"no {kind} tour of {board.describe()} was found, and no proof that there is none")


def _tour_between(
    board: Board, given: Ends, chosen: Algorithm, style: Mapping[str, Any], *, hidden: bool, key: int
) -> Tour:
    """An open tour between the given ends, or with those drawn that are not given."""
    pairs, complete = pairs_of_ends(board, given, key)
    refusals: dict[Ends, NoSuchTour] = {}
    tries = _TRIES if board.size <= _SMALL else 2
    for number in range(max(len(pairs), tries)):
        ends = pairs[number % len(pairs)]
        if ends in refusals:
            continue
        attempt = derive_key(key, number)
        try:
            check_ends(board, ends)
            result = _joined(_source_between(board, ends, chosen, style, attempt), attempt, 1, hidden=hidden)
            settled = result if isinstance(result, Tour) else _settle(result, attempt)
            if settled is not None:
                return settled
        except NoSuchTour as refusal:
            refusals[ends] = refusal
        except BudgetExceeded:
            complete = False
    which = f"of {board.describe()}{between(given)}"
    if len(refusals) < len(pairs) or not complete:
        raise BudgetExceeded(f"no open tour {which} was found, and no proof that there is none")
    if len(pairs) == 1:
        raise NoSuchTour(f"{refusals[pairs[0]]}{why_forced(given, pairs[0])}")
    raise NoSuchTour(f"no open tour {which} exists: all pairs of ends were tried")


def _source_between(board: Board, ends: Ends, chosen: Algorithm, style: Mapping[str, Any], key: int) -> Tourney:
    """A path between two ends and cycles that together visit every square, from a tour if the algorithm makes some."""
    from destrier.switching.covers import complete_cover, spare

    partial = None
    if "kind" in chosen.options:
        kind = "open" if rectangle_theorem(*board.shape) else "closed"
        partial = spare(chosen.tour(board, kind=kind, **style).moves, ends)
    return Tourney.trusted(complete_cover(board, key=key, ends=ends, partial=partial), board)


def _joined(source: Tourney, key: int, components: int, *, hidden: bool) -> Tourney:
    """Hide the pattern of a source, or join it where needed; as it is where that fails and it has the right cycles."""
    is_right = source.known_cycle_count == components
    if is_right and (not hidden or (components == 2 and rectangle_theorem(*cast("Board", source.board).shape))):
        return source  # what is hidden is joined on the way: two cycles stay two only where one can be split
    if hidden:
        from destrier.switching.obfuscation import obfuscate

        try:
            result = obfuscate(source, seed=key)
        except BudgetExceeded:
            return source
    else:
        from destrier.switching.joining import join

        result = join(source, seed=key)
    if components == 2 and isinstance(result, Tour):
        from destrier.switching.rails import split

        with suppress(BudgetExceeded):
            result = split(result, seed=key)
    return source if is_right and result.cycle_count != components else result


def _settle(result: Tourney, key: int) -> Tour | None:
    """The tour that joining did not find, where the board is narrow or small enough to be searched to the end.

    `None` if it is not; `NoSuchTour` if that shows that there is none, `BudgetExceeded` if it takes too long. Boards
    of at most four rows or columns, or of 64 squares, are what can be proved beyond certificates.
    """
    from destrier.switching.windows import WINDOW, reroute

    board = cast("Board", result.board)
    if _is_settled_by_columns(board):
        from destrier.makers.transfer_matrix import solve

        ends = [board.square(square) for square in np.flatnonzero(np.bitwise_count(result.moves) == 1).tolist()]
        moves = solve(board, ends=tuple(ends) or None, key=key)
    elif board.size <= WINDOW:
        moves = result.moves.copy()
        found = reroute(moves, 0, 0, *moves.shape, key=key, budget=_NODES)
        if found is None:
            raise BudgetExceeded(f"no such tour of {board.describe()} was found in {_NODES:,} steps of search")
        moves = moves if found else None
    else:
        return None
    if moves is None:
        raise NoSuchTour(all_searched(f"such tour of {board.describe()}"))
    tour = Tourney.trusted(moves, board, 1)
    assert isinstance(tour, Tour)
    return tour
