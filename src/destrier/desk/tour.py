"""From a request to a tour: ask the makers, let one make it, finish it.

The request is checked once. Each maker of the register tells why it does not make the tour, and the first one that has
no reason makes it, or the one whose tour has fewest turns if these are minimized. Unless it proves so much itself, a
theorem or certificate may tell before that there is no such tour. What it makes is joined or hidden where needed (see
`finishing`), and placed.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, Unpack, overload

from destrier.core.board import BaseBoard, Board, Grid
from destrier.core.naming import board_of
from destrier.core.request import Options, Request, signature_of
from destrier.core.seeds import drawn_seed
from destrier.core.tourney import Tour, Tourney, output, placed
from destrier.desk.finishing import tour_of
from destrier.desk.register import find, makers_for, refuse_options, why_not
from destrier.makers.maker import NOT_CHOSEN
from destrier.proofs.certificates import unequal_colours
from destrier.proofs.ends import check_ends
from destrier.proofs.why import refuse_impossible
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard
from destrier.support.options import refuse_unknown
from destrier.support.resources import LITTLE, refuse_beyond_memory

if TYPE_CHECKING:
    from destrier.core.choices import Kind, Ties
    from destrier.core.leaper import Piece
    from destrier.core.seeds import Seed
    from destrier.makers.maker import Maker

_BYTES_PER_SQUARE: Final = 12
"""What hiding a tour takes at most."""


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
    if asked.out is not None:
        output(asked.board, asked.out)  # refuses a wrong one before the work
    request = _with_ends(asked) if asked.ends else asked
    makers = _able(request)
    if not _is_fixed(request, makers[0]):
        seed = drawn_seed(asked.seed)
        request = request.but(seed=seed)
        asked = asked.but(seed=seed, uniform="uniform" in makers[0].options or asked.uniform)
    made = _made(request, makers)
    made.made_by(asked.to_step)
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
        How often the algorithm `warnsdorff` walks over the whole board before it completes the walks that failed; 1 if
        omitted.

    Raises
    ------
    NoSuchTour
        If the board provably has no tourney.
    UnsupportedBoard
        If the algorithm does not take the board.
    """
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
    if reason and "tourney" in maker.yields:
        raise UnsupportedBoard(_advised(reason, request))
    made = maker.tourney(request)
    if maker.random and made.cycle_count == 1 and not isinstance(made, Tour):  # the others know
        made = Tourney.trusted(made.moves, made.board, 1)
    made.made_by(partial(request.to_step, "tourney"))
    return made


def source_of(algorithm: str, board: BaseBoard, seed: Seed = None) -> Tourney:
    """Return what an algorithm makes of a board, before it is joined or hidden."""
    maker, request = find(algorithm), Request(board=board, algorithm=algorithm, seed=seed)
    if reason := why_not(maker, request):
        raise UnsupportedBoard(_advised(reason, request))
    return maker.make(request, answer)


def answer(request: Request) -> Tourney:
    """Return the tour that is requested, without a recipe."""
    request = _with_ends(request) if request.ends else request
    return _made(request, _able(request))


def _with_ends(request: Request) -> Request:
    """Return the request, its ends read; raise `NoSuchTour` if colours show that no tour ends there."""
    board, ends = request.board, request.ends
    if request.numbers is not None or request.symmetry is not None:
        return request
    if board.has_planes:
        ends = check_ends(board, ends)
    else:
        ends = tuple(board.square(board.index(end)) for end in ends)
        if len(set(ends)) < len(ends):
            raise DestrierError(f"an open tour has two ends, not {board.name(board.index(ends[0]))} twice")
    return request.but(start=None if request.start is None else ends[0], end=None if request.end is None else ends[-1])


def _able(request: Request) -> list[Maker]:
    """Return the maker of the tour, the one whose tour has fewest turns if these are minimized, and the last resorts.

    Raises
    ------
    NoSuchTour
        If nobody makes it, as there is provably none.
    UnsupportedBoard
        If nobody makes it.
    """
    if request.asked and (request.algorithm or request.style):
        refuse_options(request)
    able: list[Maker] = []
    reasons = []
    for maker in makers_for(request):
        if (reason := why_not(maker, request)) is None:
            able.append(maker)
            if request.minimize is None and not maker.may_give_up:
                break
        elif reason != NOT_CHOSEN:
            reasons.append((request.kind in maker.kinds, reason))
    if not able:
        if request.symmetry is None:
            refuse_impossible(request.board, request.kind, request.ends)
        told = [reason for makes_kind, reason in reasons if makes_kind] or [reason for _, reason in reasons]
        told = told or [f"no algorithm takes {' and '.join(request.asked)} of {request.board.describe()}"]
        is_special = request.algorithm is None and request.asked
        raise UnsupportedBoard(_advised(told[0 if is_special else -1], request))
    if request.minimize is None:
        return able
    best = min(able, key=lambda maker: (_hides_goal(maker, request), maker.turns(request)))
    return [best, *(maker for maker in able if maker.is_last_resort and maker is not best)]


def _hides_goal(maker: Maker, request: Request) -> bool:
    """Whether a tour with few turns, crossings or rails would lose them when it is made random-looking."""
    return bool(request.obfuscate) and not maker.is_random_looking


def _advised(reason: str, request: Request) -> str:
    """Return a reason, and who takes every board where nothing special is asked for."""
    if ";" in reason or request.asked:
        return reason
    return f"{reason}; {'two-factor takes every shape' if request.board.has_planes else 'move-graph takes every board'}"


def _is_fixed(request: Request, maker: Maker) -> bool:
    """Whether there is but one such tour: it is made directly, and not at random."""
    if maker.random or maker.yields == "tourney" or (request.ends and "ends" not in maker.options):
        return False
    if (under := maker.laid_on(request)) is not None:
        below = next((below for below in makers_for(under) if why_not(below, under) is None), None)
        return below is not None and not request.hidden and _is_fixed(under, below)
    return not _is_hidden(request, maker)


def _is_hidden(request: Request, maker: Maker) -> bool:
    """Whether to hide the pattern of the maker's tours."""
    if request.obfuscate is None:
        return maker.is_hidden and request.hidden
    return request.obfuscate and not (maker.is_random_looking and request.algorithm is None)


def _made(request: Request, makers: list[Maker]) -> Tourney:
    """Return the tour by the first of these makers that does not give up."""
    maker, *last_resorts = makers
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
        if not last_resorts:
            raise
        try:
            return _made(request, last_resorts)
        except DestrierError:
            raise given_up from None
    return _finished(request, made)


def _finished(request: Request, made: Tourney) -> Tourney:
    """Return the tour in the array `out`, and an open one from the requested end on."""
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
