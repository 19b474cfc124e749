"""Ends of tours moved by rotations, beside rotations of lists."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from helpers import naive
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.makers.annealing import table_of
from destrier.switching.costs import FREE
from destrier.switching.rotations import with_ends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.naive import Square


def test_ends_of_closed_tours() -> None:
    """Rotations lead to nearly all squares of the other colour, and to none of the same."""
    tour, board = dt.tour(8, 8, seed=1), naive.rectangle(8, 8)
    found = 0
    for start in itertools.product((0, 3), range(8)):
        for end in board - {start}:
            moved = with_ends(tour, (start, end), FREE, 1)
            if moved is not None:
                assert naive.is_open_tour(moved.moves.tolist(), board, (start, end))
                found += 1
    assert 0.9 < found / (16 * 32) <= 1


def test_a_single_end_of_a_closed_tour() -> None:
    """The tour is opened, on either side."""
    tour = dt.tour(6, 6, seed=1)
    edges = naive.edges(tour.moves.tolist())
    for start in naive.rectangle(6, 6):
        opened = [with_ends(tour, (start,), FREE, 1, swapped=swapped) for swapped in (False, True)]
        gone = [edges - naive.edges(path.moves.tolist()) for path in opened if path is not None]
        assert set.union(*gone) == {edge for edge in edges if start in edge}
        assert [len(each) for each in gone] == [1, 1]


@given(st.integers(3, 5), st.integers(3, 5), st.integers(0, 10**6), st.sampled_from(["turns", "crossings"]), st.data())
def test_the_cheapest_way(rows: int, cols: int, seed: int, aim: str, data: st.DataObject) -> None:
    """No single rotation of an open tour to the same square costs less."""
    shape = 2 * rows - 1, 2 * cols - 1
    tour = dt.tour(*shape, kind="open", seed=seed)
    path = [(row, col) for row, col in tour.order().tolist()]
    once = data.draw(st.sampled_from(list(rotations(path))))
    cost = naive.turns if aim == "turns" else naive.crossings
    least = min(cost(moves_of(other, shape)) for other in rotations(path) if other[-1] == once[-1])
    table = table_of(tour.board, "open", "turns" if aim == "turns" else "crossings")
    moved = with_ends(tour, (path[0], once[-1]), table, seed)
    assert moved is not None
    assert naive.is_open_tour(moved.moves.tolist(), naive.rectangle(*shape), (path[0], once[-1]))
    assert cost(moved.moves.tolist()) <= max(least, cost(tour.moves.tolist()))


def rotations(path: list[Square]) -> Iterator[list[Square]]:
    """All paths that one rotation leads to, from the same start."""
    near = naive.neighbours(path[-1], path)
    for place, square in enumerate(path[:-2]):
        if square in near:
            yield path[: place + 1] + path[:place:-1]


def moves_of(path: list[Square], shape: tuple[int, int]) -> list[list[int]]:
    return naive.moves_of(naive.edges_of_walk(path, closed=False), *shape)
