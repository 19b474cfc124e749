"""Move the ends of a tour to other squares at the least cost, by rotations, on any board.

A *rotation* of a path (Pósa, 1976) adds a move from its end to another of its squares, and removes the move from there
towards the end. The square beyond becomes the new end, and the rest is reversed, so that it is still a single path. The
cheapest rotations that lead to a square are found as a shortest path, from end to end. Of all paths with the same end,
only the one found first is rotated further, and what a rotation saves does not make up for others, so there may be
cheaper ways.

A path is stored as a rotation of an earlier one. Hence the time is O(squares x rotations) at most, and less if the ends
are close: some milliseconds on 30 x 30, a tenth of a second on 200 x 200. Memory: 230 bytes per square for a knight,
beside the tables of the cost.

Source: Pósa, "Hamiltonian circuits in random graphs", Discrete Mathematics 14 (1976).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from destrier.core.movegraph import exchange, has, walk
from destrier.core.primitives import random_word
from destrier.core.tourney import Tour, tourney_of
from destrier.support.kernels import kernel
from destrier.switching.costs import Cost, rise
from destrier.switching.movegraphs import cover_of

if TYPE_CHECKING:
    from destrier.core.tourney import Tourney

_UNIT: Final = 16
"""The length of a rotation for each unit of the cost. Every rotation has a random length of 1 to 4 in addition, since
few rotations are better than many, and the seed is to choose."""

_LENGTHS: Final = 1024
"""More than the length of any rotation; those that would be longer are as long as can be."""


class _Paths(NamedTuple):
    """The paths found, by number; the first is the given one."""

    end: NDArray[np.int32]
    earlier: NDArray[np.int32]
    """The path that was rotated."""
    pivot: NDArray[np.int32]
    """The place in that path of the square which its end was joined to."""
    added: NDArray[np.int32]
    """The move that was added, from the end."""
    removed: NDArray[np.int32]
    """The move that was removed, from the pivot."""
    following: NDArray[np.int32]
    """The path of the same length that was found before, or -1."""


def with_ends(tour: Tourney, ends: tuple[Any, ...], cost: Cost, key: int, *, swapped: bool = False) -> Tour | None:
    """Return an open tour with the given ends; `None` if no rotations lead there, as to a square of the wrong colour.

    Parameters
    ----------
    tour
        A closed tour, which is opened at the first of the ends, or an open one.
    ends
        One or two squares. With one, the other end is next to it in a closed tour, and stays in an open one.
    cost
        The cost to keep low.
    swapped
        Open the closed tour on the other side, or move the last end of the open one to the first of the ends.
    """
    board, moves = tour.board, cover_of(tour)
    graph, goals = board.move_graph, np.searchsorted(board.squares, [board.index(end) for end in ends]).tolist()
    is_open = (np.bitwise_count(moves) == 1).any()
    path, _ = walk(graph, moves)
    if swapped:
        path = path[::-1]
    if not is_open:
        first = goals.pop(0)
        path = np.roll(path, -int(np.flatnonzero(path == first)[0]))
        exchange(moves, graph.there, graph.back, first, int(np.flatnonzero(graph.there[first] == path[-1])[0]))
    for goal in reversed(goals):
        paths = _Paths(*np.empty((len(_Paths._fields), moves.size * graph.width + 1), np.int32))
        if not _rotate(path, moves, graph.there, graph.back, cost, goal, np.uint64(key), paths):
            return None
        path = path[::-1].copy()
    return cast("Tour", tourney_of(moves, board, 1))


@kernel(steps=0.5)
def _rotate(path, moves, there, back, cost, goal, key, paths):
    """Rotate a path in place until its last square is the goal; return whether that is possible."""
    size, width = there.shape
    where = np.empty(size, np.int64)
    for place in range(size):
        where[path[place]] = place
    is_end = np.zeros(size, np.bool_)
    history = np.empty(size, np.int64)  # the numbers of the paths on the way to this one, itself first
    firsts = np.full(_LENGTHS, -1)
    paths.end[0], paths.following[0] = path[-1], -1
    firsts[0], count, waiting, length = 0, 1, 1, 0
    while waiting:
        number = np.int64(firsts[length % _LENGTHS])
        if number < 0:
            length += 1
            continue
        firsts[length % _LENGTHS] = paths.following[number]
        waiting -= 1
        end = np.int64(paths.end[number])
        if is_end[end]:
            continue
        is_end[end] = True
        rotations = 0
        step = number
        while step:
            _change(moves, there, back, paths, step)
            history[rotations] = step
            rotations += 1
            step = np.int64(paths.earlier[step])
        if end == goal:
            for at in range(rotations - 1, -1, -1):
                _reverse(path, paths.pivot[history[at]] + 1)
            return True
        for move in range(width):
            other = np.int64(there[end, move])
            if other < 0 or has(moves, end, move):
                continue
            pivot = np.int64(where[other])
            for at in range(rotations - 1, -1, -1):
                pivot = _rotated(pivot, paths.pivot[history[at]], size)
            beyond = pivot + 1
            for at in range(rotations):
                beyond = _rotated(beyond, paths.pivot[history[at]], size)
            new = path[beyond]
            if is_end[new]:
                continue
            removed = 0
            while there[other, removed] != new or not has(moves, other, removed):
                removed += 1
            more = rise(moves, there, cost, end, move)
            exchange(moves, there, back, end, move)
            exchange(moves, there, back, other, removed)
            more -= rise(moves, there, cost, other, removed)
            exchange(moves, there, back, other, removed)
            exchange(moves, there, back, end, move)
            drawn = np.int64(random_word(key, np.uint64(other * width + removed)) & np.uint64(3))
            slot = (length + min(max(0, more) * _UNIT, _LENGTHS - 5) + 1 + drawn) % _LENGTHS
            paths.end[count], paths.earlier[count], paths.pivot[count] = new, number, pivot
            paths.added[count], paths.removed[count] = move, removed
            paths.following[count], firsts[slot] = firsts[slot], count
            count += 1
            waiting += 1
        for at in range(rotations):
            _change(moves, there, back, paths, history[at])
    return False


@kernel
def _rotated(place, pivot, size):
    """Return the place after a rotation, or before it, of a square of the path."""
    return place if place <= pivot else pivot + size - place


@kernel
def _change(moves, there, back, paths, number):
    """Exchange the moves that a rotation added and removed."""
    end, added = paths.end[paths.earlier[number]], paths.added[number]
    exchange(moves, there, back, end, added)
    exchange(moves, there, back, there[end, added], paths.removed[number])


@kernel
def _reverse(path, first):
    """Reverse the rest of a path."""
    last = path.size - 1
    while first < last:
        path[first], path[last] = path[last], path[first]
        first, last = first + 1, last - 1
