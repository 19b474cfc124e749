"""From a request to a tour: choose the algorithm, hide its pattern, join, or say why there is none."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, Unpack, cast, get_args, overload

import numpy as np

from destrier.core.board import Board, between
from destrier.core.leaper import Leaper, check_sides, times
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tour, Tourney, output
from destrier.core.types import Goal
from destrier.generators import table
from destrier.generators.table import NARROW_ROWS
from destrier.proofs.ends import check_ends, pairs_of_ends, why_forced
from destrier.proofs.rectangles import KINDS, why_no_tour
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard
from destrier.support.resources import refuse_beyond_memory

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from destrier.core.leaper import LeaperTour
    from destrier.core.seeds import Seed
    from destrier.core.types import Aim, Ends, Heel, Kind, Moves, Square, Squares
    from destrier.generators.symmetric import SymmetryKind
    from destrier.generators.table import Algorithm

__all__ = ["leaper_tour", "stream_order", "tour", "tourney"]

_TRIES: Final = 40
"""New starts, where a search gave up, before a tour of a board of up to `_SMALL` squares is given up; else 2."""

_SMALL: Final = 4096

_NODES: Final = 20_000_000
"""Nodes of the exhaustive search of a small board: about a second."""

_BYTES_PER_SQUARE: Final = 12
"""What hiding and joining a tour take at most."""

_NARROW: Final = 8000
"""Squares up to which narrow boards are left to the transfer matrix: random tours, and proofs."""


class Request(TypedDict, total=False):
    """What `tour` takes beside the board and the kind."""

    algorithm: str | None
    start: Square | None
    end: Square | None
    symmetry: SymmetryKind | None
    heel: Heel | None
    minimize: Aim | None
    weight: float | None
    obfuscate: bool | None
    seed: Seed
    out: Moves | None


@overload
def tour(
    rows: int | Board,
    cols: int | None = None,
    *,
    kind: Literal["closed", "open", "corner", "stretched"] = "closed",
    **request: Unpack[Request],
) -> Tour: ...
@overload
def tour(rows: int | Board, cols: int | None = None, *, kind: Kind, **request: Unpack[Request]) -> Tourney: ...
def tour(
    rows: int | Board,
    cols: int | None = None,
    *,
    kind: Kind = "closed",
    algorithm: str | None = None,
    start: Square | None = None,
    end: Square | None = None,
    symmetry: SymmetryKind | None = None,
    heel: Heel | None = None,
    minimize: Aim | None = None,
    weight: float | None = None,
    obfuscate: bool | None = None,
    seed: Seed = None,
    out: Moves | None = None,
) -> Tourney:
    """A knight's tour of a board.

    Parameters
    ----------
    rows, cols
        The sides of a rectangle; or a `Board` alone.
    kind
        `closed`; `open`; and of rectangles `corner`: closed, on an odd x odd one without its bottom right square;
        `stretched`: open, from the top left corner to a square beside it; `double-loop`: two closed tours that
        together visit every square once.
    algorithm
        A name of `ALGORITHMS`; if omitted, a fast one for the board.
    start, end
        Ends of an open tour; those omitted are drawn at random.
    symmetry
        Of a closed tour of a rectangle: `central` (a half-turn maps it onto itself), `axial` (a reflection in a median
        line) or `quarter` (a quarter turn). It is random-looking as it is; but `algorithm="formation"` makes one with
        quarter symmetry that has few turns and crossings.
    minimize, weight
        What the tour shall have fewest of: `turns`, `crossings`, `both` or a `blend`, in which a crossing counts
        `weight` turns (1 if omitted). By default the algorithm is then `tame`, or `formation` for corner tours and
        symmetric ones.
    heel
        How the algorithm `formation`, which is then the default, turns at the top and the bottom.
    obfuscate
        Whether to make the tour random-looking; by default, if no algorithm, `heel` or `minimize` is given. Where a
        small board leaves too little choice, it stays as it is.
    seed
        The same integer gives the same tour on every machine.
    out
        Where to write the moves array, `uint8` (rows, cols) and contiguous, such as a memory map; the result is a
        view of it.

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
    """
    board = _board(rows, cols)
    given_style = {"heel": heel, "minimize": minimize, "weight": weight}
    style = {name: value for name, value in given_style.items() if value is not None}
    if style and algorithm is None:
        in_formation = heel is not None or symmetry is not None or kind == "corner" or not board.is_rectangle
        algorithm = "formation" if in_formation else "tame"
    if symmetry is not None:
        if algorithm == "formation" and symmetry == "quarter" and kind == "closed" and not obfuscate:
            from destrier.generators.formation.quarter import formation_quarter

            _afford(board, 1)
            return formation_quarter(board, heel=heel, minimize=_goal(minimize), out=out)
        return _into(out, _symmetric_tour(board, symmetry, kind, algorithm, obfuscate, seed))
    if out is not None:
        output(board, out)  # refuse a wrong one before the work
    chosen = None if algorithm is None else table.find(algorithm)
    hidden = algorithm is None if obfuscate is None else obfuscate
    _afford(board, _BYTES_PER_SQUARE if hidden or chosen is None else chosen.bytes_per_square)
    given = tuple(square for square in (start, end) if square is not None)
    if given and kind != "open":
        raise DestrierError("start and end belong to an open tour (kind open); other kinds leave no choice of ends")
    given = check_ends(board, given)
    _refuse_impossible(board, kind, given)
    chosen = chosen or _fast_algorithm(board, kind, given)
    if kind not in chosen.kinds:
        raise UnsupportedBoard(f"{chosen.name} makes {' and '.join(chosen.kinds)} tours; rectangle makes every kind")
    if not style.keys() <= set(chosen.options):
        raise DestrierError(
            f"{chosen.name} takes no {' and no '.join(name for name in style if name not in chosen.options)}: "
            "formation takes heel and minimize, tame takes minimize and weight"
        )
    if kind == "open" and "ends" not in chosen.options and (given or "kind" not in chosen.options):
        made: Tourney = _tour_between(board, given, chosen, hidden=hidden, key=derive_key(seed, "open tour"))
    else:
        made = _tour_of_kind(board, kind, given, chosen, style, hidden=hidden, seed=seed, out=out)
    made = _into(out, made)
    if given and made.ends is not None:
        assert isinstance(made, Tour)
        first, last = made.ends
        made = made.starting_at(given[0] if start is not None else last if first == given[0] else first)
    return made


def tourney(rows: int | Board, cols: int | None = None, *, algorithm: str, seed: Seed = None) -> Tourney:
    """A tourney of a board by a named algorithm.

    Raises
    ------
    NoSuchTour
        If the board provably has no tourney.
    UnsupportedBoard
        If the algorithm does not take the board.
    """
    chosen = table.find(algorithm)
    board = _board(rows, cols)
    _afford(board, chosen.bytes_per_square)
    light, dark = board.colours()
    if light != dark:
        reason = f"it has {light} light and {dark} dark squares, and cycles visit as many of each"
        raise NoSuchTour(f"no tourney of {board.describe()} exists: {reason}")
    made = chosen.tourney(board, seed=seed)
    return _narrowed(made) if chosen.random else made  # the others know


def leaper_tour(
    sides: Sequence[int],
    leaper: tuple[int, int] = (1, 2),
    *,
    heel: Heel | None = None,
    minimize: Goal | None = None,
) -> LeaperTour:
    """A closed tour with few turns, of a knight in two to four dimensions or a (1, a)-leaper in two; at copy speed.

    Parameters
    ----------
    sides
        Those of the board, in any order. For the knight see `algorithms.formation_space`, for others
        `algorithms.formation_leaper`.
    leaper
        (1, 2), the knight's; or (1, a) with an even a, such as the giraffe's (1, 4).
    heel, minimize
        How knights turn, see `formation`; for knights only.

    Raises
    ------
    NoSuchTour
        If all sides are odd.
    UnsupportedBoard
        If there is no such construction for the board, or the leaper.
    """
    shape = check_sides(sides)
    piece = Leaper(*leaper, len(shape))
    if not 2 <= len(shape) <= 4:
        raise UnsupportedBoard(
            f"tours of two to four dimensions are arrays, not of {len(shape)}: stream_order makes those of any number"
        )
    if (piece.short + piece.long) % 2:
        _refuse_odd_sides(shape)
    refuse_beyond_memory(f"a tour of {times(shape)}", math.prod(shape) * piece.dtype.itemsize)
    if (piece.short, piece.long) == (1, 2):
        from destrier.generators.formation.space import formation_space

        return formation_space(shape, heel=heel, minimize=minimize)
    if heel or minimize:
        raise DestrierError("heel and minimize are a knight's")
    from destrier.generators.formation.leaper import formation_leaper

    return formation_leaper(shape, piece)


def stream_order(sides: Sequence[int], *, heel: Heel | None = None, minimize: Goal | None = None) -> Iterator[Squares]:
    """The visiting order of a knight's tour in any number of dimensions, in chunks; without holding the board.

    Parameters
    ----------
    sides, heel, minimize
        As of `leaper_tour`, but for any number of sides from 2 on. It is the same tour.

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
    Some nanoseconds a square; 50 bytes for each square of one level, see `algorithms.formation_space`.
    """
    from destrier.generators.formation.space import formation_order

    shape = check_sides(sides)
    _refuse_odd_sides(shape)
    return formation_order(shape, heel=heel, minimize=minimize)


# Requests


def _into(out: Moves | None, made: Tourney) -> Tourney:
    """The tourney, its moves array in `out`."""
    if out is None or np.may_share_memory(made.moves, out):
        return made
    moves = output(made.board, out)
    moves[:] = made.moves
    return Tourney.trusted(moves, made.board, made.cycle_count)


def _symmetric_tour(
    board: Board,
    symmetry: SymmetryKind,
    kind: Kind,
    algorithm: str | None,
    obfuscate: bool | None,
    seed: Seed,
) -> Tour:
    if kind != "closed" or not board.is_rectangle:
        raise UnsupportedBoard(
            f"symmetric tours are closed tours of rectangles, not {kind} tours of {board.describe()}"
        )
    if algorithm is not None or obfuscate is not None:
        raise DestrierError(
            "a symmetric tour has an algorithm of its own, and is random-looking as it is; formation makes those with "
            "quarter symmetry, as they are"
        )
    from destrier.generators.symmetric import symmetric_tour

    return symmetric_tour(board.rows, board.cols, symmetry, seed=seed)


def _board(rows: int | Board, cols: int | None) -> Board:
    if isinstance(rows, Board):
        if cols is not None:
            raise DestrierError("give a board, or rows and cols, not both")
        return rows
    if cols is None:
        raise DestrierError(f"a board has rows and cols; only {rows} was given")
    return Board(rows, cols)


def _afford(board: Board, bytes_per_square: int) -> None:
    refuse_beyond_memory(f"a tour of {board}", board.rows * board.cols * bytes_per_square)


def _refuse_impossible(board: Board, kind: Kind, given: Ends) -> None:
    """Raise `NoSuchTour` where a theorem, or a certificate that is quickly found, tells that there is no such tour."""
    if kind not in KINDS or board.is_rectangle:  # for an unknown kind, that raises
        if theorem := why_no_tour(board.rows, board.cols, kind):
            raise NoSuchTour(theorem)
    elif kind == "corner":
        raise NoSuchTour(
            f"a corner tour leaves out one corner of an odd x odd rectangle, which {board.describe()} is not"
        )
    elif kind not in ("closed", "open"):
        raise UnsupportedBoard(f"a {kind} tour is one of a rectangle, not of {board.describe()}")
    else:
        from destrier.proofs.obstructions import find_obstruction

        if obstruction := find_obstruction(board, ends=given if kind == "open" else None):
            raise NoSuchTour(obstruction)


def _refuse_odd_sides(sides: tuple[int, ...]) -> None:
    """Raise `NoSuchTour` where all sides are odd: a step of an (odd, even)-leaper exchanges the colours."""
    if all(side % 2 for side in sides):
        raise NoSuchTour(
            f"no closed tour of {times(sides)} exists: it has an odd number of squares, {math.prod(sides):,}, and "
            "each step leads to a square of the other colour"
        )


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


def _goal(minimize: Aim | None) -> Goal | None:
    """What a formation minimizes."""
    if minimize is None or minimize in get_args(Goal):
        return cast("Goal | None", minimize)
    raise DestrierError(f"a formation has few {' or '.join(get_args(Goal))}; {minimize} is what tame minimizes")


def _is_settled_by_columns(board: Board) -> bool:
    return min(board.shape) <= NARROW_ROWS and board.size <= _NARROW


# From a source to a tour


def _tour_of_kind(
    board: Board,
    kind: Kind,
    given: Ends,
    chosen: Algorithm,
    style: dict[str, Any],
    *,
    hidden: bool,
    seed: Seed,
    out: Moves | None,
) -> Tourney:
    if kind == "corner" and "kind" not in chosen.options:
        board = board.without_corner()
    components = 2 if kind == "double-loop" else 1
    drawn = hidden or chosen.random or chosen.tour_function is None
    key = derive_key(seed, "tour") if drawn else 0
    for number in range(_TRIES if board.size <= _SMALL else 2):
        attempt = derive_key(key, number) if drawn else 0
        source = chosen.tour(board, kind=kind, ends=given, seed=attempt, out=None if hidden else out, **style)
        result = _finish(source, attempt, components, hidden=hidden)
        if result.cycle_count == components:
            return result
        if (settled := _settle(result, attempt)) is not None:
            return settled
    raise BudgetExceeded(f"no {kind} tour of {board.describe()} was found, and no proof that there is none")


def _tour_between(board: Board, given: Ends, chosen: Algorithm, *, hidden: bool, key: int) -> Tour:
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
            result = _finish(_source_between(board, ends, chosen, attempt), attempt, 1, hidden=hidden)
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


def _source_between(board: Board, ends: Ends, chosen: Algorithm, key: int) -> Tourney:
    """A path between two ends and cycles that together visit every square, from a tour if the algorithm makes some."""
    from destrier.switching.covers import complete_cover, spare

    partial = None
    if "kind" in chosen.options:
        partial = spare(chosen.tour(board, kind="open" if why_no_tour(*board.shape) else "closed"), ends)
    return Tourney.trusted(complete_cover(board, key=key, ends=ends, partial=partial), board)


def _finish(source: Tourney, key: int, components: int, *, hidden: bool) -> Tourney:
    """Hide the pattern of a source, or join it where needed; as it is where that fails and it has the right cycles."""
    is_right = source.known_cycle_count == components
    if is_right and (not hidden or (components == 2 and why_no_tour(*source.board.shape))):
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

    board = result.board
    if _is_settled_by_columns(board):
        from destrier.generators.transfer_matrix import solve

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
        raise NoSuchTour(f"no such tour of {board.describe()} exists: all of them were searched")
    tour = Tourney.trusted(moves, board, 1)
    assert isinstance(tour, Tour)
    return tour


def _narrowed(source: Tourney) -> Tourney:
    """A `Tour` where the tourney is one cycle."""
    if source.cycle_count == 1 and not isinstance(source, Tour):
        return Tourney.trusted(source.moves, source.board, 1)
    return source
