"""Turn a request into a tour: choose a maker, run it, and finish its result.

The request is checked once. Each maker of the register gives its reason for declining; the first one without a reason
makes the tour, or, if turns are minimized, the one whose tour has the fewest. Before a maker that proves nothing itself
begins, a theorem or certificate may rule the tour out. The result is joined or hidden where needed (see `finishing`)
and placed in the output array.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, Unpack, overload

from destrier.core.board import Board
from destrier.core.grid import BaseBoard, Grid
from destrier.core.moves_arrays import output
from destrier.core.naming import board_of
from destrier.core.request import Options, Request, signature_of
from destrier.core.seeds import drawn_seed
from destrier.core.tourney import Tour, Tourney, placed
from destrier.desk.finishing import tour_of
from destrier.desk.register import LAST_RESORT, REGISTER, why_not
from destrier.makers.maker import NOT_CHOSEN
from destrier.proofs.certificates import unequal_colours
from destrier.proofs.ends import check_ends
from destrier.proofs.why import refuse_impossible
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard
from destrier.support.options import refuse_unknown
from destrier.support.resources import LITTLE, refuse_beyond_memory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.choices import Kind, Ties
    from destrier.core.leaper import Piece
    from destrier.core.seeds import Seed
    from destrier.makers.maker import Maker

_OPTIONS: Final = dict.fromkeys(("kind", *Options.__annotations__)).keys()
"""The names of the options of `tour`, in order."""

_BYTES_PER_SQUARE: Final = 12
"""Peak memory for hiding a tour's pattern."""


@overload
def tour(
    *board: int | BaseBoard,
    leaper: Piece | None = None,
    kind: Literal["closed", "open", "corner", "stretched", "structured"] = "closed",
    **options: Unpack[Options],
) -> Tour: ...
@overload
def tour(*board: int | BaseBoard, leaper: Piece | None = None, kind: Kind, **options: Unpack[Options]) -> Tourney: ...
def tour(*board: int | BaseBoard, leaper: Piece | None = None, **options: Any) -> Tourney:
    """Return a tour of a board.

    Parameters
    ----------
    *board
        A `Board`, a `Space` or a `Box`, or the rows and columns of a flat board.
    leaper
        The piece, if not the board's own: a name such as `"zebra"`, the two distances of its move such as (2, 3), or a
        combination such as `"knight+wazir"`.
    kind
        `closed` or `open`; on rectangles also `corner` (closed, omitting the bottom right square of an odd x odd
        board), `structured` (closed, with the moves (0, 1) - (2, 0) and (1, 0) - (0, 2) at the top left corner, and
        their images at the others), `stretched` (open, from the top left corner to a square beside it; by default
        the structured one of the algorithm `rectangle`) and `double-loop` (two closed tours that together visit
        every square once). Only the knight on flat boards has the last four.
    algorithm
        A name of `ALGORITHMS`; if omitted, a fast one for the board.
    start
        The first square of an open, closed or corner tour; an omitted end of an open tour is drawn at random, or
        chosen to serve the objective. A seed gives the same closed tour with any start.
    end
        The last square of an open tour.
    numbers
        Numbers, from 1 on, of given squares in the visiting order of an open or closed tour: `{(2, 2): 17, "c3": 1}`.
        The tour is found by search (see `solutions`), and `order()` begins at number 1. `start` stands for number 1,
        and `end` for the last number.
    winding
        How many times a closed tour winds around a surface to the right and downwards, as in `(1, 0)`; see
        `core.winding`.
    require, forbid
        The required and the forbidden moves of a closed or open tour, as pairs of squares: `[("a1", "b3")]`. On boards
        of up to 256 squares, all such tours are equally likely.
    symmetry
        Symmetry of a tour of a rectangle, or of a surface glued from one: `central` (under a half-turn), `axial` (under
        a reflection in a median line) or `quarter` (under a quarter turn). Open tours have only central symmetry.
        Symmetric tours are random-looking by default. If turns or crossings are minimized, a pattern is used where one
        fits the board; otherwise, or with `obfuscate`, the tour is annealed. The algorithm `formation` makes some tours
        with quarter symmetry.
    minimize, weight
        Objective to minimize: `turns`, `crossings`, `both`, a `blend` in which a crossing counts as `weight` turns (1
        if omitted), or `rails`, which makes a tour without any. Crossings are minimized on flat boards and on surfaces
        glued from rectangles; turns and rails on every board. The default algorithm is then `tame`, which uses
        patterns; `formation` for corner tours and for more than a million squares in space; and `annealing` where
        neither applies, or with `obfuscate`. On boards of up to 1600 squares, a short annealing improves patterns of
        open tours and of other boards than rectangles, unless the algorithm is named.
    heel
        How the algorithm `formation`, which this option selects, turns at the top and the bottom.
    junctions
        How many junctions the algorithm `formation`, which this option selects, has for the top right corner: `four`,
        or `one`, which special first moves reach on every board.
    ties
        How the algorithm `warnsdorff`, which this option selects, breaks ties: `random`, `first` (the first in the
        order of moves), `pohl` (by the fewest onward moves one step later), `distance` (the farthest from the centre)
        or `squirrel` (Squirrel and Cull's move orders, for open tours of n x n boards from the corner 0,0).
    walks
        Number of walks that `warnsdorff` tries before it completes the last one by search; 100 if omitted.
    sweeps
        Number of sweeps of `annealing`, 1000 if omitted; or number of sweeps after which `takefuji-lee` restarts, by
        default 400 or the number of squares, whichever is larger. This option selects one of the two: `annealing` if
        `minimize` is given.
    only_tours
        Whether `takefuji-lee`, which this option selects, restarts until it settles into a single cycle, as one tourney
        in 4 does on 8 x 8 and one in 140 on 20 x 20, instead of joining the cycles of its first tourney.
    obfuscate
        Whether to make the tour random-looking; by default true on flat boards if neither an algorithm nor one of its
        options is given. A small board may leave too little freedom to change the tour. If turns, crossings or rails
        are minimized, the tour is annealed.
    uniform
        Whether to draw the tour uniformly from all tours of its kind (closed, open, corner or stretched) on any board,
        with the given ends if any. By default true on boards of at most 256 squares, and for knights on flat boards of
        at most 2500, if no other option is given. It takes a millisecond on 8 x 8, in plain Python, and
        O(squares ** 1.5) on large boards: 10 ms on 50 x 50, half a second on 200 x 200, two minutes on 1000 x 1000.
    lexicographic
        Whether to make the first of all tours of a flat board by the names of their squares in turn, file before rank
        (a1 < a2 < b1). An exact search, for boards of up to about 100 squares: 0.2 s on 8 x 8.
    seed
        The same integer gives the same tour on every machine.
    out
        Contiguous array of the board's `shape` and `dtype` to write the moves to, such as a memory map; the result is a
        view of it.

    Returns
    -------
    Tourney
        A `Tour`; for a double loop, a tourney of two cycles.

    Raises
    ------
    NoSuchTour
        If there is provably no such tour.
    UnsupportedBoard
        If the algorithm does not support the board or the kind.
    BudgetExceeded
        If neither a tour nor a proof that there is none was found.

    See Also
    --------
    destrier.all_tours, destrier.sample, destrier.tourney, destrier.why_no_tour

    Examples
    --------
    >>> tour(8, 8, seed=1)
    <closed Tour of 8 x 8>
    >>> tour(4, 4, 4, seed=1)
    <closed Tour of 4 x 4 x 4 by a knight>
    >>> tour(10, 10, leaper="zebra", seed=1)
    <closed Tour of 10 x 10 by a zebra>
    """
    if not options.keys() <= _OPTIONS:
        refuse_unknown("tour", options, _OPTIONS)
    asked = Request(board=board_of(*board, leaper=leaper), **options)
    if asked.out is not None:
        output(asked.board, asked.out)  # rejects an unsuitable array before any work
    request = _with_ends(asked)
    maker = _able(request)
    noted: dict[str, Any] = {"uniform": _is_uniform(request, maker)}
    if not _is_fixed(request, maker):
        seed = drawn_seed(asked.seed)
        request = request.but(seed=seed)
        noted["seed"] = seed
    made = _made(request, maker)
    if asked.start is not None and request.start is None:
        assert isinstance(made, Tour)
        made = made.starting_at(asked.start)
    made.steps = [partial(asked.to_step, **noted)]
    return made


tour.__signature__ = signature_of(tour, Request)  # type: ignore[attr-defined]  # what help and completion show


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
        Number of times `warnsdorff` covers the whole board with walks before it completes the failed ones; 1 if
        omitted.

    Raises
    ------
    NoSuchTour
        If the board provably has no tourney.
    UnsupportedBoard
        If the algorithm does not support the board.

    See Also
    --------
    destrier.join, destrier.tour, destrier.ALGORITHMS

    Examples
    --------
    >>> import destrier as dt
    >>> dt.tourney(8, 8, algorithm="four-cover")
    <Tourney of 16 cycles on 8 x 8>
    """
    from destrier.desk.algorithms import find, refuse_options

    asked, maker = board_of(*board, leaper=leaper), find(algorithm)
    request = Request(board=asked, algorithm=algorithm, seed=seed, ties=ties, walks=walks, sweeps=sweeps)
    if request.asked:
        refuse_options(request)
    reason = why_not(maker, request)
    if maker.random:
        request = request.but(seed=drawn_seed(seed))
    elif seed is not None:
        request = request.but(seed=None)
    _afford(asked, maker.bytes_per_square)
    if isinstance(asked, Board) and asked.is_bipartite() and (uneven := unequal_colours(asked)):
        raise NoSuchTour(f"no tourney of {asked.describe()} exists: {uneven}")
    if reason and maker.makes_tourneys:
        raise UnsupportedBoard(_advised(reason, request))
    made = maker.tourney(request)
    if maker.random and made.cycle_count == 1 and not isinstance(made, Tour):  # others know it
        made = Tourney.trusted(made.moves, made.board, 1)
    made.steps = [partial(request.to_step, "tourney")]
    return made


def source_of(algorithm: str, board: BaseBoard, seed: Seed = None) -> Tourney:
    """Return an algorithm's raw result for a board, before joining or hiding."""
    from destrier.desk.algorithms import find

    maker, request = find(algorithm), Request(board=board, algorithm=algorithm, seed=seed)
    if reason := why_not(maker, request):
        raise UnsupportedBoard(_advised(reason, request))
    return maker.make(request, answer)


def answer(request: Request) -> Tourney:
    """Return the requested tour, without a recipe."""
    request = _with_ends(request)
    return _made(request, _able(request))


def _with_ends(request: Request) -> Request:
    """Return the request with its ends normalized; raise `NoSuchTour` if colours rule them out.

    A closed tour is made without regard to its start, which must be a square of the board.
    """
    board, ends = request.board, request.ends
    if request.numbers is not None or request.start is request.end is None:
        return request
    if not ends:
        board.index(request.start)
        return request.but(start=None)
    if request.symmetry is not None:
        return request
    if board.has_planes:
        ends = check_ends(board, ends)
    else:
        ends = tuple(board.square(board.index(end)) for end in ends)
        if len(set(ends)) < len(ends):
            raise DestrierError(f"an open tour has two ends, not {board.name(board.index(ends[0]))} twice")
    return request.but(start=None if request.start is None else ends[0], end=None if request.end is None else ends[-1])


def _able(request: Request) -> Maker:
    """Return the maker to use: the first that accepts the request or, if turns are minimized, the one with the fewest.

    Raises
    ------
    NoSuchTour
        If there is provably no such tour.
    UnsupportedBoard
        If no maker accepts the request.
    """
    if request.asked and (request.algorithm or request.style):
        from destrier.desk.algorithms import refuse_options

        refuse_options(request)
    able: list[Maker] = []
    reasons = []
    for maker in _makers_for(request):
        if (reason := why_not(maker, request)) is None:
            if request.minimize is None:
                return maker
            able.append(maker)
        elif reason != NOT_CHOSEN:
            reasons.append((request.kind in maker.kinds, reason))
    if not able:
        if request.symmetry is None:
            refuse_impossible(request.board, request.kind, request.ends)
        told = [reason for makes_kind, reason in reasons if makes_kind] or [reason for _, reason in reasons]
        told = told or [f"no algorithm takes {' and '.join(request.asked)} of {request.board.describe()}"]
        is_special = request.algorithm is None and request.asked
        raise UnsupportedBoard(_advised(told[0 if is_special else -1], request))
    return min(able, key=lambda maker: (_hides_goal(maker, request), maker.turns(request)))


def _makers_for(request: Request) -> Iterator[Maker]:
    """Yield the makers to consult: all, or the named algorithm and the makers that adapt its tours to other boards."""
    consulted = (entry for entry in REGISTER if not entry.needs or not set(entry.needs).isdisjoint(request.asked))
    if request.algorithm is None:
        yield from (entry.maker for entry in consulted)
        return
    from destrier.desk.algorithms import find

    yield find(request.algorithm)
    yield from (entry.maker for entry in consulted if not entry.maker.is_algorithm)


def _hides_goal(maker: Maker, request: Request) -> bool:
    """Whether hiding the maker's pattern would undo the minimization of turns, crossings or rails."""
    return bool(request.obfuscate) and maker.pattern != "none"


def _advised(reason: str, request: Request) -> str:
    """Return a reason; if no special option is given, add the name of an algorithm that takes every board."""
    if ";" in reason or request.asked:
        return reason
    return f"{reason}; {'two-factor takes every shape' if request.board.has_planes else 'move-graph takes every board'}"


def _is_uniform(request: Request, maker: Maker) -> bool | None:
    """Whether the tour is drawn uniformly; `None` if it would not be in any case."""
    if request.uniform is False and "uniform" not in _able(request.but(uniform=None)).options:
        return None
    return "uniform" in maker.options or request.uniform


def _is_fixed(request: Request, maker: Maker) -> bool:
    """Whether the result is deterministic: made directly, without random choices."""
    if maker.random or not maker.makes_tours or (request.ends and "ends" not in maker.options):
        return False
    if (under := maker.laid_on(request)) is not None:
        below = next((below for below in _makers_for(under) if why_not(below, under) is None), None)
        return below is not None and not request.hidden and _is_fixed(under, below)
    return not _is_hidden(request, maker)


def _is_hidden(request: Request, maker: Maker) -> bool:
    """Whether to hide the pattern of the maker's tour."""
    if request.obfuscate is None:
        return maker.pattern == "hidden" and request.hidden
    return request.obfuscate and not (maker.pattern == "none" and request.algorithm is None)


def _made(request: Request, maker: Maker) -> Tourney:
    """Return the tour from a maker or, if it gives up, from the last resort.

    Whether to draw uniformly has chosen the maker; a tour that a maker asks for in turn does not inherit it.
    """
    asked, request = request, request.but(uniform=None)
    hidden = _is_hidden(request, maker)
    _afford(request.board, max(maker.bytes_per_square, _BYTES_PER_SQUARE * hidden))
    if not maker.proves:
        refuse_impossible(request.board, request.kind, request.ends)
    try:
        if maker.is_algorithm and not request.symmetry:
            made = tour_of(maker, request, answer, hidden=hidden)
        else:
            made = maker.make(request, answer)
    except BudgetExceeded as given_up:
        last = LAST_RESORT.maker
        if maker is last or why_not(last, asked):
            raise
        try:
            return _made(request, last)
        except DestrierError:
            raise given_up from None
    return _finished(request, made)


def _finished(request: Request, made: Tourney) -> Tourney:
    """Place the tour in the array `out`, and let an open tour start at the requested end."""
    if request.out is not None:
        made = placed(request.out, made)
    if not request.ends or made.ends is None or request.numbers is not None:
        return made
    assert isinstance(made, Tour)
    first, last = made.ends
    if request.start is not None:
        return made.starting_at(request.start)
    return made.starting_at(last if first == request.end else first)


def _afford(board: BaseBoard, bytes_per_square: int) -> None:
    needed = math.prod(board.shape) * max(bytes_per_square, board.dtype.itemsize)
    if needed > LITTLE:
        refuse_beyond_memory(f"a tour of {board if isinstance(board, Grid) else board.describe()}", needed)
