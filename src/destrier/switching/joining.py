"""Join: from a tourney to a tour.

Linking rails are switched until none is left (see `rails.join_by_rails`). That makes a tour nearly always. Where it
does not, the few short cycles left over are attacked in windows around them, in turn by two means: all windows
are shattered by the mixing chain and everything is joined by rails again; one window is searched anew
(`rerouting`). Where that fails, a small board is searched to the end, and a large one is mixed as a whole and joined
again, twenty times at most. On all rectangles tried that have a tour this found one; the budget is there for shapes of
which nobody knows.

Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Section 5,
whose program tries rails for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.core.bitplanes import pack, unpack
from destrier.core.board import MOVES, Board
from destrier.core.seeds import Stream, derive_key
from destrier.core.tourney import Tourney, output
from destrier.core.walks import label, place
from destrier.support.errors import UnsupportedBoard
from destrier.switching import movegraphs
from destrier.switching.mixing import mix, mix_window
from destrier.switching.rails import join_by_rails
from destrier.switching.windows import WINDOW, reroute

if TYPE_CHECKING:
    from destrier.core.seeds import Seed
    from destrier.core.types import MoveBits, Moves, Planes, Square, Squares
    from destrier.core.walks import Places

__all__ = ["join", "join_on_graph", "join_planes"]

# Sides of windows that are searched; those that are shattered are twice as large.
_SIDES: Final = (5, 6, 7, 8)
# Windows that are searched in a row around one cycle.
_WINDOWS: Final = 8
# Attempts in a row that may fail before the board is mixed as a whole, and how often that is done.
_FAILURES: Final = 16
_STARTS: Final = 20
# Nodes of the search of a window, and of a whole small board (a second).
_NODES: Final = 20_000
_NODES_OF_A_BOARD: Final = 20_000_000


def join(tourney: Tourney, *, seed: Seed = None, out: MoveBits | None = None) -> Tourney:
    """Join the cycles of a tourney, into one wherever that can be found; O(squares).

    Parameters
    ----------
    out
        Where to write the moves array, for large boards; the result is a view of it.

    Returns
    -------
    Tourney
        A `Tour`, unless the board has none or the search gave up: then a tourney of as few cycles as were reached.
    """
    key = derive_key(seed, "join")
    if isinstance(tourney.board, Board) and tourney.board.has_planes:
        return join_planes(pack(tourney.moves), tourney.board, key, out=out)
    return join_on_graph(tourney, movegraphs.cover_of(tourney), key, out=out)


def join_on_graph(tourney: Tourney, cover: MoveBits, key: int, *, out: MoveBits | None = None) -> Tourney:
    """`join` for a cover of the move graph of a tourney's board, which is used up."""
    if tourney.ends is not None:
        raise UnsupportedBoard(
            f"an open tour of {tourney.board.describe()} stays as it is: cycles alone are joined here"
        )
    count = movegraphs.join(tourney.board.move_graph, cover, key)
    joined = movegraphs.tourney_of(cover, tourney.board, count)
    if out is None:
        return joined
    moves = output(tourney.board, out)
    moves[:] = joined.moves
    return Tourney.trusted(moves, tourney.board, count)


def join_planes(
    planes: Planes, board: Board, key: int, *, out: Moves | None = None, persist: bool = True, disjoint: bool = False
) -> Tourney:
    """`join` for a tourney that stands in planes, which are used up.

    Without `persist`, by rails alone; for `disjoint`, see `rails.join_by_rails`.
    """
    moves = unpack(planes, output(board, out))
    labels, count = label(moves)
    if count > 1:
        joined = join_by_rails(planes, board.shape, labels, count, key, disjoint=disjoint)
        if joined < count:
            unpack(planes, moves)
        count = joined
    del labels
    if count > 1 and persist:
        count = _persist(moves, count, key)
    return Tourney.trusted(moves, board, count)


def _persist(moves: Moves, count: int, key: int) -> int:
    """Join what rails cannot, in place; the number of cycles left.

    The cycles left over are few and short: on large boards about one in four million squares.
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
    """Attack the short cycles in windows around them until too many attempts in a row have failed."""
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
    """Join by rails alone, in place; the number of cycles left."""
    planes = pack(moves)
    left = join_by_rails(planes, moves.shape, *label(moves), stream.key())
    unpack(planes, moves)
    return left


def _square_of_each_small_cycle(places: Places) -> Squares:
    """The first square of each cycle but the longest."""
    return np.delete(places.first, np.argmax(np.diff(places.ends, prepend=0)))


def _window(moves: Moves, square: Square, height: int, width: int, stream: Stream) -> tuple[int, int, int, int]:
    """A random window of this size, or as much of it as the board has room for, with `square` in it."""

    def span(place: int, side: int, length: int) -> tuple[int, int]:
        clipped = min(side, length)
        first = max(0, place - clipped + 1)
        return first + stream.below(min(place, length - clipped) + 1 - first), clipped

    (top, high), (left, wide) = span(square[0], height, moves.shape[0]), span(square[1], width, moves.shape[1])
    return top, left, high, wide


def _reroute_around(moves: Moves, side: int, stream: Stream) -> int:
    """Search windows around each small cycle anew; on a narrow board as long as may be. The number of cycles then."""
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
    """A square some steps on in the cycle of a square."""
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
    """Mix a window around each small cycle and join by rails; undone if that leaves more. Their number then."""
    before = moves.copy()
    for square in _square_of_each_small_cycle(place(moves)).tolist():
        window = _window(moves, divmod(square, moves.shape[1]), side, side, stream)
        mix_window(moves, *window, key=stream.key())
    left = _join_by_rails(moves, stream)
    if left > count:
        moves[:] = before
        return count
    return left
