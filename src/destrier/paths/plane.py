"""The infinite board as an array: squares as indices, and the moves that cross.

A square is `ORIGIN + row * WIDTH + col`, with enough room around the origin for all paths of `LONGEST` moves that start
there. A directed edge is `8 * square + move`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from destrier.core.board import interiors_meet
from destrier.core.leaper import MOVES

LONGEST: Final = 28
"""The length of the longest path that fits: a closed path stays within half as many moves of its start."""

_REACH: Final = LONGEST + 4
WIDTH: Final = 2 * _REACH
SIZE: Final = WIDTH * WIDTH
ORIGIN: Final = _REACH * WIDTH + _REACH

OFFSETS: Final = np.array([row * WIDTH + col for row, col in MOVES], np.int64)
"""(8,): the distance of each move in square indices."""

Plane: TypeAlias = Callable[[], NDArray[np.uint8]]
"""A function such as `half_plane`, which marks forbidden squares with 1."""

NO_EDGES: Final = np.empty((8, 0), np.int64)
"""A substitute for the edges that cross each move, if paths may cross themselves."""


@cache
def crossing_edges() -> NDArray[np.int64]:
    """Return the directed edges that cross each move, relative to its own, (8, 18); each undirected one comes twice."""
    crossing = []
    for move, step in enumerate(MOVES):
        edges = []
        for row in range(-4, 5):
            for col in range(-4, 5):
                for other, (drow, dcol) in enumerate(MOVES):
                    if interiors_meet((0, 0), step, (row, col), (row + drow, col + dcol)):
                        edges.append(8 * (row * WIDTH + col) + other - move)
        crossing.append(edges)
    return np.array(crossing, np.int64)


@cache
def down_crossing() -> NDArray[np.int64]:
    """Return `crossing_edges` without those that do not go down, (8, 9), so that each edge comes once."""
    return np.array([edges[(edges + move) % 8 >= 4] for move, edges in enumerate(crossing_edges())])


def whole_plane() -> NDArray[np.uint8]:
    """Return 1 at the rim of the array, which is forbidden, and 0 elsewhere: `uint8`."""
    taken = np.zeros((WIDTH, WIDTH), np.uint8)
    taken[:2] = taken[-2:] = taken[:, :2] = taken[:, -2:] = 1
    return taken.ravel()


def half_plane() -> NDArray[np.uint8]:
    """Return 1 for the squares forbidden to paths whose smallest square is the origin, and at the rim: `uint8`."""
    taken = whole_plane()
    taken[: ORIGIN + 1] = 1
    return taken


def distances(taken: NDArray[np.uint8], squares: int | NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Return each square's distance in moves over free squares from `squares`; above `most` if farther."""
    distance = np.full(SIZE, most + 1, np.int64)
    distance[squares] = 0
    frontier = np.atleast_1d(np.asarray(squares, np.int64))
    for moves in range(1, most + 1):
        reached = np.zeros(SIZE, np.bool_)
        reached[frontier[:, None] + OFFSETS] = True
        frontier = np.flatnonzero(reached & (taken == 0) & (distance > most))
        distance[frontier] = moves
    return distance
