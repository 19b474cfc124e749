"""Turn a maker's result into the requested tour by hiding its pattern or joining its cycles."""

from __future__ import annotations

from contextlib import suppress
from itertools import cycle, islice, product
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from destrier.core.bitplanes import pack
from destrier.core.board import between
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tour, Tourney
from destrier.proofs.certificates import all_searched
from destrier.proofs.ends import check_ends, pairs_of_ends, why_forced
from destrier.proofs.rectangles import rectangle_theorem
from destrier.support.errors import BudgetExceeded, NoSuchTour

if TYPE_CHECKING:
    from destrier.core.board import Board
    from destrier.core.choices import Aim, Kind
    from destrier.core.request import Request
    from destrier.core.types import Ends
    from destrier.makers.maker import Ask, Maker

_TRIES: Final = 40
"""Number of fresh starts after failed searches on boards of up to `_SMALL` squares; larger boards get 2."""

_SMALL: Final = 4096

_ROTATED: Final = 40_000
"""Maximum number of squares of a board on which ends are moved by rotations; this takes up to two seconds."""

_IMAGED: Final = 1_000_000
"""Number of squares up to which the best one of all images of a tour is chosen."""

_IMPROVED: Final = 8 * 1600
"""Maximum number of moves from all squares of a board whose tours are improved."""

_NODES: Final = 20_000_000
"""Node limit for the exhaustive search of a small board; about a second."""


def tour_of(maker: Maker, request: Request, ask: Ask, *, hidden: bool) -> Tourney:
    """Return the requested tour or double loop, built from the maker's tours or tourneys.

    If turns or crossings are to be few, and the maker's tour leaves room for improvement, a short annealing follows.
    """
    board, minimize = request.board, request.minimize
    is_small = board.size * board.move_count <= _IMPROVED
    if minimize is None or not (is_small and maker.leaves_room(request)):
        return _unimproved(maker, request, ask, hidden=hidden)
    from destrier.makers.annealing import improved, whichever_way

    def make(request: Request) -> Tourney:
        made = _unimproved(maker, request, ask, hidden=hidden)
        seed = request.seed if request.ends else 0  # without ends, a pattern does not depend on the seed
        return improved(made, request.ends, minimize, derive_key(seed, "improve"))

    return whichever_way(make, request)


def _unimproved(maker: Maker, request: Request, ask: Ask, *, hidden: bool) -> Tourney:
    if hidden:
        request = request.but(out=None)
    if not request.board.has_planes:
        return _tour_on_graph(maker, request, ask, hidden=hidden)
    if request.kind == "open" and (not maker.makes_tours or (request.ends and "ends" not in maker.options)):
        source = _source(maker, request, ask)
        if source is None or hidden or not (request.minimize and request.ends):
            return _tour_between(source, request, hidden=hidden)
        return _best_tour_between(source, request)
    if not (hidden or maker.random or not maker.makes_tours):
        return maker.make(request, ask)
    return _tour_of_kind(maker, request, ask, hidden=hidden)


def _tour_on_graph(maker: Maker, request: Request, ask: Ask, *, hidden: bool) -> Tourney:
    """Return a tour of a board without bit planes."""
    source = maker.make(request, ask)
    if source.cycle_count == 1 and not hidden:
        return source
    from destrier.switching.joining import join
    from destrier.switching.obfuscation import obfuscate

    result = (obfuscate if hidden else join)(source, seed=request.seed)
    if result.cycle_count > 1:
        raise _not_found(f"{request.kind} tour of {request.board.describe()}")
    return result


def _tour_of_kind(maker: Maker, request: Request, ask: Ask, *, hidden: bool) -> Tourney:
    """Return a tour of the requested kind, trying new sources until one succeeds."""
    board, kind = cast("Board", request.board), request.kind
    if kind == "corner" and not maker.makes_tours:
        board = board.without_corner()
    components = 2 if kind == "double-loop" else 1
    key = derive_key(request.seed, "tour")
    for number in range(_tries(board)):
        attempt = derive_key(key, number)
        source = maker.make(request.but(board=board, seed=attempt), ask)
        result = _joined(source, attempt, components, hidden=hidden)
        if result.cycle_count == components:
            return result
        if (settled := _settle(result, attempt)) is not None:
            return settled
    raise _not_found(f"{kind} tour of {board.describe()}")


def _best_tour_between(source: Tourney, request: Request) -> Tour:
    """Return the open tour between given ends with the fewest turns or crossings that images of a tour lead to.

    The ends are moved by rotations, if these lead there, on large boards by a maximum flow. If one end is given, a
    closed tour is only opened there.
    """
    from destrier.makers.annealing import table_of
    from destrier.measuring.metrics import crossings, turns
    from destrier.patterns.tame.choosing import cost_of
    from destrier.switching.costs import FREE
    from destrier.switching.rotations import with_ends

    board, aim, key = source.board, cast("Aim", request.minimize), derive_key(request.seed, "moved ends")
    images = [source.transformed(symmetry) for symmetry in board.symmetries] if board.size <= _IMAGED else [source]
    images = [image for image in images if image.board == board]
    is_small, is_opened = board.size <= _ROTATED, len(request.ends) == 1 and source.ends is None
    table, cost = table_of(board, "open", aim) if is_small else FREE, cost_of(aim, request.weight)
    found = [
        with_ends(image, request.ends, table, derive_key(key, number), swapped=swapped)
        for number, (image, swapped) in enumerate(product(images, (False, True)))
        if is_small or is_opened
    ]
    tours = [tour for tour in found if tour is not None]
    tours = tours or [_tour_between(image, request, hidden=False) for image in images]
    return min(tours, key=lambda tour: cost(turns(tour), crossings(tour)))


def _tour_between(source: Tourney | None, request: Request, *, hidden: bool) -> Tour:
    """Return an open tour between the given ends; missing ends are drawn at random."""
    board, given, key = cast("Board", request.board), request.ends, derive_key(request.seed, "open tour")
    pairs, complete = pairs_of_ends(board, given, key)
    refusals: dict[Ends, NoSuchTour] = {}
    for number, ends in enumerate(islice(cycle(pairs), max(len(pairs), _tries(board)))):
        if ends in refusals:
            continue
        try:
            if (tour := _completed(board, source, ends, derive_key(key, number), hidden=hidden)) is not None:
                return tour
        except NoSuchTour as refusal:
            refusals[ends] = refusal
        except BudgetExceeded:
            complete = False
    which = f"open tour of {board.describe()}{between(given)}"
    if len(refusals) < len(pairs) or not complete:
        raise _not_found(which)
    if len(pairs) == 1:
        raise NoSuchTour(f"{refusals[pairs[0]]}{why_forced(given, pairs[0])}")
    raise NoSuchTour(f"no {which} exists: all pairs of ends were tried")


def _completed(board: Board, source: Tourney | None, ends: Ends, key: int, *, hidden: bool) -> Tour | None:
    """Return the open tour between two ends that a part of a tour is completed to, if there is one."""
    from destrier.switching.covers import complete_cover, spare

    check_ends(board, ends)
    partial = None if source is None else spare(source.moves, ends)
    cover = complete_cover(board, key=key, ends=ends, partial=partial)
    result = _joined(Tourney.trusted(cover, board), key, 1, hidden=hidden)
    return result if isinstance(result, Tour) else _settle(result, key)


def _source(maker: Maker, request: Request, ask: Ask) -> Tourney | None:
    """Return the maker's tour whose ends are to be moved, closed if possible; `None` if the maker has no tour."""
    if not maker.makes_tours:
        return None
    board = request.board
    kind: Kind = "open" if board.size % 2 or rectangle_theorem(*board.sides) else "closed"
    with suppress(NoSuchTour, BudgetExceeded):
        return maker.make(request.but(kind=kind, start=None, end=None, out=None), ask)
    return None


def _joined(source: Tourney, key: int, components: int, *, hidden: bool) -> Tourney:
    """Hide the pattern of a source or join its cycles; if that fails, keep a source with the right number of cycles."""
    is_right = source.known_cycle_count == components
    if is_right and (not hidden or (components == 2 and rectangle_theorem(*source.board.sides))):
        return source  # hiding also joins cycles; two remain only if a tour can be split
    if hidden:
        from destrier.switching.obfuscation import obfuscate

        try:
            result = obfuscate(source, seed=key)
        except BudgetExceeded:
            return source
    else:
        from destrier.switching.joining import join_planes

        result = join_planes(pack(source.moves), source.board, derive_key(key, "join"), source.moves)
    if components == 2 and isinstance(result, Tour):
        from destrier.switching.rails import split

        with suppress(BudgetExceeded):
            result = split(result, seed=key)
    return source if is_right and result.cycle_count != components else result


def _settle(result: Tourney, key: int) -> Tour | None:
    """Search a narrow or small board exhaustively for a tour that joining did not find.

    Return `None` for other boards. Raise `NoSuchTour` if the search is exhausted, and `BudgetExceeded` if it takes too
    long. Without a certificate, nonexistence can be proved only on boards of at most four rows or columns, or 64
    squares.
    """
    from destrier.switching.windows import WINDOW, reroute

    board = cast("Board", result.board)
    from destrier.makers.transfer_matrix import is_settled_by_columns

    if is_settled_by_columns(board):
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
    return Tourney.trusted(moves, board, 1)


def _tries(board: Board) -> int:
    return _TRIES if board.size <= _SMALL else 2


def _not_found(what: str) -> BudgetExceeded:
    return BudgetExceeded(f"no {what} was found, and no proof that there is none")
