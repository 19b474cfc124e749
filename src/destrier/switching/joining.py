"""Join the cycles of a tourney into a tour; `docs/gallery.md` shows it.

Linking rails are switched until none is left (see `rail_planes.join_by_rails`), which nearly always makes a tour. If
it does not, the few short cycles that remain are treated in windows around them by two methods in turn: all windows are
shattered by the mixing chain and everything is joined by rails again, or one window is rerouted (see `windows`). If
that fails, a small board is searched exhaustively, and a large one is mixed as a whole and joined again, at most twenty
times. This found a tour on every rectangle tried that has one; the budget is for shapes whose tours are unknown.

Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Section 5,
whose program tries rails indefinitely.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, cast, get_args

import numpy as np

from destrier.core.bitplanes import pack, unpack
from destrier.core.board import Board, has_planes
from destrier.core.leaper import MOVES
from destrier.core.moves_arrays import output
from destrier.core.recipes import recorded
from destrier.core.seeds import Seed, Stream, derive_key
from destrier.core.tourney import AnyTourney, Tourney, knights_board, tourney_of
from destrier.core.types import Cover, MoveBits, Moves, Planes, Square, Squares
from destrier.core.walks import Places, label, place
from destrier.support.errors import DestrierError, UnsupportedBoard, shown
from destrier.switching import movegraphs
from destrier.switching.mixing import mix, mix_window
from destrier.switching.rail_planes import join_by_rails
from destrier.switching.windows import WINDOW, reroute

# The sides of windows to search; windows to shatter are twice as large.
_SIDES: Final = (5, 6, 7, 8)
# The number of consecutive windows to search around one cycle.
_WINDOWS: Final = 8
# The number of consecutive failures before the board is mixed as a whole, and the number of times to do so.
_FAILURES: Final = 16
_STARTS: Final = 20
# The node limits for searching a window, and a whole small board (a second).
_NODES: Final = 20_000
_NODES_OF_A_BOARD: Final = 20_000_000


JoinMethod: TypeAlias = Literal["windows", "parberry"]


@recorded
def join(
    tourney: AnyTourney,
    *,
    method: JoinMethod = "windows",
    rounds: int | None = None,
    seed: Seed = None,
    out: MoveBits | None = None,
) -> AnyTourney:
    """Join the cycles of a tourney, into a single one if possible; O(squares).

    Parameters
    ----------
    tourney
        The tourney.
    method
        `windows` (the default) searches small windows if rails do not suffice; `parberry` is the paper's Algorithm 2,
        repeated as in its program until no rail links two cycles: it uses only rails and may leave several cycles.
    rounds
        How often to run Algorithm 2 as the paper prints it: a run switches rails of a spanning forest of the rail graph
        that share no move. If omitted, rails of a run share no square, as in the paper's program.
    seed
        The seed of all choices.
    out
        The array to write the moves to, for large boards; the result is a view of it.

    Returns
    -------
    Tourney
        A `Tour`, unless the board has none or the search gave up; then the tourney with the fewest cycles reached.

    Raises
    ------
    DestrierError
        If there is no such method.
    BudgetExceeded
        If the cycles could not be joined.

    See Also
    --------
    destrier.obfuscate, destrier.shatter, destrier.rail_graph

    Examples
    --------
    >>> import destrier as dt
    >>> braid = dt.tourney(6, 6, algorithm="concentric-braid")
    >>> dt.join(braid, method="parberry", seed=1)
    <Tourney of 2 cycles on 6 x 6>
    >>> dt.join(braid, seed=1)
    <closed Tour of 6 x 6>
    >>> dt.join(dt.tourney(16, 16, algorithm="four-cover"), method="parberry", rounds=1, seed=1)
    <Tourney of 4 cycles on 16 x 16>
    """
    if method not in get_args(JoinMethod):
        raise DestrierError(f"a method of joining is 'windows' or 'parberry', not {shown(method)}")
    by_rails = method == "parberry"
    key = derive_key(seed, "join")
    if rounds is not None:
        _check_rounds(rounds, method)
        knights_board(tourney, "rounds of joining are counted")
    if has_planes(tourney.board):
        moves, disjoint = tourney.moves, by_rails and rounds is None
        joined = join_planes(
            pack(moves), tourney.board, key, moves, out=out, persist=not by_rails, disjoint=disjoint, rounds=rounds
        )
    else:
        joined = join_on_graph(tourney, movegraphs.cover_of(tourney), key, out=out, persist=not by_rails)
    return cast("AnyTourney", joined)  # a tour stays a tour


def _check_rounds(rounds: int, method: JoinMethod) -> None:
    if method != "parberry":
        raise DestrierError(f"rounds belongs to the method parberry, not to {method}")
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 0:
        raise DestrierError(f"the number of rounds is an integer from 0 on, not {shown(rounds)}")


def join_on_graph(
    tourney: Tourney, cover: Cover, key: int, *, out: MoveBits | None = None, persist: bool = True
) -> Tourney:
    """Implement `join` for a cover of the move graph of a tourney's board, which is overwritten."""
    if tourney.ends is not None:
        raise UnsupportedBoard(f"an open tour of {tourney.board.describe()} stays as it is: only cycles are joined")
    count = movegraphs.join(tourney.board.move_graph, cover, key, persist=persist)
    joined = tourney_of(cover, tourney.board, count)
    if out is None:
        return joined
    moves = output(tourney.board, out)
    moves[:] = joined.moves
    return Tourney.trusted(moves, tourney.board, count)


def join_planes(
    planes: Planes,
    board: Board,
    key: int,
    known: Moves | None = None,
    *,
    out: Moves | None = None,
    persist: bool = True,
    disjoint: bool = False,
    rounds: int | None = None,
) -> Tourney:
    """Implement `join` for a tourney in bit planes, which are overwritten; its moves array may be `known`.

    Without `persist`, join only by rails; for `disjoint` and `rounds`, see `rail_planes.join_by_rails`.
    """
    moves = output(board, out)
    labels, count = label(unpack(planes, moves) if known is None else known)
    cycles = count
    if count > 1:
        count = join_by_rails(planes, board.shape, labels, count, key, disjoint=disjoint, rounds=rounds)
    if count < cycles or known is not None:
        unpack(planes, moves)
    del labels
    if count > 1 and persist:
        count = _persist(moves, count, key)
    return Tourney.trusted(moves, board, count)


def join_once(moves: Moves, key: int) -> int:
    """Join cycles in place by rails, and what is left in windows, and return the number of cycles left."""
    stream = Stream(key)
    return _join_in_windows(moves, _join_by_rails(moves, stream), stream)


def _persist(moves: Moves, count: int, key: int) -> int:
    """Join in place the cycles that rails cannot, and return the number of cycles left.

    The remaining cycles are few and short: on large boards about one per four million squares.
    """
    stream = Stream(key)
    count = _join_in_windows(moves, count, stream)
    if count > 1 and np.count_nonzero(moves) <= WINDOW:
        reroute(moves, 0, 0, *moves.shape, key=key, budget=_NODES_OF_A_BOARD)
        return label(moves)[1]
    if count == 1:
        return count
    fewest, best = count, moves.copy()
    for _ in range(_STARTS):
        moves[:] = mix(moves, key=stream.key())
        count = _join_in_windows(moves, _join_by_rails(moves, stream), stream)
        if count < fewest:
            fewest, best = count, moves.copy()
        if fewest == 1:
            break
    moves[:] = best
    return fewest


def _join_in_windows(moves: Moves, count: int, stream: Stream) -> int:
    """Join the short cycles in windows around them until too many consecutive attempts have failed."""
    failures = 0
    while count > 1 and failures < _FAILURES:
        side = _SIDES[failures // 2 % len(_SIDES)]
        if failures % 2 == 0:
            left = _reshatter_around(moves, 2 * side, count, stream)
        else:
            left = _reroute_around(moves, side, stream)
        failures = 0 if left < count else failures + 1
        count = left
    return count


def _join_by_rails(moves: Moves, stream: Stream) -> int:
    """Join in place only by rails, and return the number of cycles left."""
    planes = pack(moves)
    left = join_by_rails(planes, moves.shape, *label(moves), stream.key())
    unpack(planes, moves)
    return left


def _square_of_each_small_cycle(places: Places) -> Squares:
    """Return the first square of each cycle except the longest."""
    return np.delete(places.first, np.argmax(np.diff(places.ends, prepend=0)))


def _window(moves: Moves, square: Square, height: int, width: int, stream: Stream) -> tuple[int, int, int, int]:
    """Return a random window of this size around `square`, clipped to the board."""

    def span(place: int, side: int, length: int) -> tuple[int, int]:
        clipped = min(side, length)
        first = max(0, place - clipped + 1)
        return first + stream.below(min(place, length - clipped) + 1 - first), clipped

    (top, high), (left, wide) = span(square[0], height, moves.shape[0]), span(square[1], width, moves.shape[1])
    return top, left, high, wide


def _reroute_around(moves: Moves, side: int, stream: Stream) -> int:
    """Reroute windows around each small cycle, long ones on a narrow board, and return the number of cycles."""
    rows, cols = moves.shape
    height = side if cols >= side else WINDOW // cols
    width = side if rows >= side else WINDOW // rows
    places = place(moves)
    for first in _square_of_each_small_cycle(places).tolist():
        for _ in range(_WINDOWS):
            window = _window(moves, _wander(moves, divmod(first, cols), stream), height, width, stream)
            if reroute(moves, *window, key=stream.key(), budget=_NODES, places=places):
                places = place(moves)
                break
    return places.first.size


def _wander(moves: Moves, square: Square, stream: Stream) -> Square:
    """Return a square some steps further along the cycle of a square."""
    row, col = square
    back = 0
    for _ in range(stream.below(_SIDES[-1] ** 2)):
        onward = int(moves[row, col]) & ~back
        if not onward:  # an end of the path
            break
        move = (onward & -onward).bit_length() - 1
        row, col = row + MOVES[move][0], col + MOVES[move][1]
        back = 1 << (move + 4) % 8
    return row, col


def _reshatter_around(moves: Moves, side: int, count: int, stream: Stream) -> int:
    """Mix windows around small cycles, join by rails, undo it if more cycles are left, and return their number."""
    before = moves.copy()
    for square in _square_of_each_small_cycle(place(moves)).tolist():
        window = _window(moves, divmod(square, moves.shape[1]), side, side, stream)
        mix_window(moves, *window, key=stream.key())
    left = _join_by_rails(moves, stream)
    if left > count:
        moves[:] = before
        return count
    return left
