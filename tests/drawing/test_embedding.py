"""Boards in space, judged by their shape alone: how their tiles meet, and where moves begin, run and end."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from helpers.marks import left, long

import destrier as dt
from destrier.core.surface import SURFACES
from destrier.drawing.embedding import BENDS, Embedding
from destrier.support.errors import DestrierError

SHAPES = {"torus": (0, 0), "cylinder": (0, 2), "moebius": (0, 1), "klein": (0, 0), "projective": (1, 0)}
"""Of each surface its Euler characteristic and how many rims it has, as every textbook tells."""


def sides_of(corners: list[list[tuple[int, ...]]]) -> dict[frozenset[tuple[int, ...]], int]:
    """How many tiles have each side."""
    count: dict[frozenset[tuple[int, ...]], int] = {}
    for four in corners:
        for ends in pairwise([*four, four[0]]):
            side = frozenset(ends)
            count[side] = count.get(side, 0) + 1
    return count


def loops(sides: list[frozenset[tuple[int, ...]]]) -> int:
    """How many closed curves the sides make up."""
    near: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for one, other in map(tuple, sides):
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    found, seen = 0, set[tuple[int, ...]]()
    for point in near:
        found += point not in seen
        waiting = [point]
        while waiting:
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                waiting += near[at]
    return found


@pytest.mark.parametrize("key", left(SHAPES, ["cylinder", "torus", "projective"]))
@pytest.mark.parametrize("sides", [(7, 5), long((8, 12))])
def test_tiles_close_to_the_surface(key: str, sides: tuple[int, int]) -> None:
    tiles = Embedding(SURFACES[key](*sides)).tiles()
    corners = [[tuple(point) for point in four] for four in np.rint(tiles.corners * 1e4).astype(int).tolist()]
    count = sides_of(corners)
    points = {point for four in corners for point in four}
    rims = [side for side, tiled in count.items() if tiled == 1]
    assert max(count.values()) == 2
    assert (len(points) - len(count) + len(corners), loops(rims)) == SHAPES[key]


@pytest.mark.parametrize("key", SHAPES)
def test_moves_run_from_square_to_square_without_a_jump(key: str) -> None:
    tour = dt.tour(SURFACES[key](6, 8), seed=1)
    order, embedding = tour.indices(), Embedding(tour.board)
    middles = embedding.points(order)
    moves = embedding.moves(order, np.roll(order, -1), 60)
    assert np.allclose(moves[:, 0], middles)
    assert np.allclose(moves[:, -1], np.roll(middles, -1, axis=0))
    assert np.linalg.norm(np.diff(moves, axis=1), axis=2).max() < 0.25


def test_layers_of_cubes_stand_apart() -> None:
    board = dt.Space(3, 4, 2)
    points = Embedding(board).points(board.squares)
    steps = {(0, 0, 2), (1, 0, 0), (0, 1, 0)}
    near = [
        tuple(np.abs(points[board.index(at)] - points[board.index((0, 0, 0))]))
        for at in [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    ]
    assert set(near) == steps


def test_every_surface_that_bends_is_tried() -> None:
    assert {*SHAPES} == {surface.key for surface in BENDS}


def test_refuses_a_flat_board() -> None:
    with pytest.raises(DestrierError, match="only surfaces and boards of three dimensions"):
        Embedding(dt.Board(5, 6))
