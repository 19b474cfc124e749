"""Join: from a tourney to a tour.

Linking rails are switched until none is left (see `rails.join_by_rails`). That makes a tour nearly always. Where it
does not, the smallest cycles are joined one by one, each in a window around one of its squares: the window is
searched anew (`rerouting`), or shattered by the mixing chain and joined by rails again; windows
grow, and the last window of a small board is the board itself, searched to the end. On a board that
has a tour this finds it; the budget is there for shapes of which nobody knows.

Source: Parberry, "Tourneys and the Fast Generation and Obfuscation of Closed Knight's Tours", Section 5,
whose program tries rails for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from destrier.cycles import label
from destrier.mixing import mix_window
from destrier.planes import pack, unpack
from destrier.rails import join_by_rails
from destrier.rerouting import WINDOW, reroute
from destrier.seeds import derive_key
from destrier.tourneys import Tourney

if TYPE_CHECKING:
    from destrier.board import Board
    from destrier.planes import Planes
    from destrier.seeds import Seed
    from destrier.tourneys import Moves

__all__ = ["join", "join_planes"]

_SIDES: Final = (5, 6, 7, 8)
_ATTEMPTS: Final = 400
_NODES: Final = 20_000
_NODES_OF_A_BOARD: Final = 20_000_000


def join(tourney: Tourney, *, seed: Seed = None, out: Moves | None = None) -> Tourney:
    """Join the cycles of a tourney, into one if the board has a tour; O(squares).

    Parameters
    ----------
    out
        Where to write the moves array, for large boards.

    Returns
    -------
    Tourney
        A `Tour`, unless the board has none or the search gave up: then a tourney of as few cycles as were reached.
    """
    planes = pack(tourney.moves)
    return join_planes(planes, tourney.board, derive_key(seed, "join"), out=out)


def join_planes(planes: Planes, board: Board, key: int, *, out: Moves | None = None, persist: bool = True) -> Tourney:
    """`join` for a tourney that stands in planes, which are used up; without `persist`, by rails alone."""
    moves = unpack(planes, np.empty(board.shape, np.uint8) if out is None else out)
    labels, count = label(moves)
    if count > 1:
        joined = join_by_rails(planes, board.shape, labels, count, key)
        if joined < count:
            unpack(planes, moves)
        count = joined
    del labels
    if count > 1 and persist:
        count = _persist(moves, count, key)
    return Tourney.trusted(moves, board, count)


def _persist(moves: Moves, count: int, key: int) -> int:
    """Join what rails cannot, in place; the number of cycles left."""
    random = np.random.default_rng(key)
    failures = 0
    while count > 1 and failures < _ATTEMPTS:
        square = _square_of_a_small_cycle(moves, random)
        side = _SIDES[failures // 2 % len(_SIDES)]
        if failures % 2 == 0:
            done = _reroute_around(moves, square, side, random)
        else:
            done = _reshatter_around(moves, square, 2 * side, count, random)
        failures = 0 if done else failures + 1
        count = label(moves)[1]
        if failures == 2 * len(_SIDES) and moves.size <= WINDOW:
            reroute(moves, 0, 0, *moves.shape, key=key, budget=_NODES_OF_A_BOARD)
            return label(moves)[1]
    return count


def _square_of_a_small_cycle(moves: Moves, random: np.random.Generator) -> tuple[int, int]:
    labels, count = label(moves)
    sizes = np.bincount(labels.ravel()[labels.ravel() >= 0], minlength=count)
    squares = np.argwhere(labels == np.argmin(sizes))
    row, col = squares[random.integers(len(squares))]
    return int(row), int(col)


def _window(
    moves: Moves, square: tuple[int, int], height: int, width: int, random: np.random.Generator
) -> tuple[int, int, int, int]:
    """A random window of this size, or as much of it as the board has room for, with `square` in it."""

    def span(place: int, side: int, length: int) -> tuple[int, int]:
        clipped = min(side, length)
        return int(random.integers(max(0, place - clipped + 1), min(place, length - clipped) + 1)), clipped

    (top, high), (left, wide) = span(square[0], height, moves.shape[0]), span(square[1], width, moves.shape[1])
    return top, left, high, wide


def _reroute_around(moves: Moves, square: tuple[int, int], side: int, random: np.random.Generator) -> bool:
    """Search a window anew; on a narrow board it is as long as it may be."""
    rows, cols = moves.shape
    height = side if cols >= side else WINDOW // cols
    width = side if rows >= side else WINDOW // rows
    top, left, height, width = _window(moves, square, height, width, random)
    labels = label(moves)[0][top : top + height, left : left + width]
    if np.unique(labels[labels >= 0]).size < 2:
        return False
    key = int(random.integers(1 << 63))
    before = moves.copy()
    return bool(reroute(moves, top, left, height, width, key=key, budget=_NODES)) and not np.array_equal(before, moves)


def _reshatter_around(
    moves: Moves, square: tuple[int, int], side: int, count: int, random: np.random.Generator
) -> bool:
    """Mix a window and join by rails; undone unless that leaves no more cycles. Whether it leaves fewer."""
    before = moves.copy()
    top, left, height, width = _window(moves, square, side, side, random)
    mix_window(moves, top, left, height, width, key=int(random.integers(1 << 63)))
    labels, shattered = label(moves)
    planes = pack(moves)
    left_over = join_by_rails(planes, moves.shape, labels, shattered, int(random.integers(1 << 63)))
    if left_over > count:
        moves[:] = before
    else:
        unpack(planes, moves)
    return left_over < count
