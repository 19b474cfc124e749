"""The symmetries of boxes and of boards in space, against signed permutations of coordinates."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

import destrier as dt

FRAMES = {
    "top": ((0, 1, 1), (0, -1, 0), (1, 0, 0)),
    "left": ((0, 1, 1), (0, 0, -1), (0, -1, 0)),
    "front": ((0, 0, 1), (0, 0, -1), (1, 0, 0)),
    "right": ((1, 0, 1), (0, 0, -1), (0, 1, 0)),
    "back": ((1, 1, 1), (0, 0, -1), (-1, 0, 0)),
    "bottom": ((0, 0, 0), (0, 1, 0), (1, 0, 0)),
}
"""Of each face, the corner at which it begins, in units of the sides, and the directions of its rows and columns."""


def centre(board: Any, square: tuple[Any, ...]) -> tuple[int, ...]:
    """Twice the place of a square's middle, from the middle of the board."""
    if isinstance(board, dt.Space):
        return tuple(2 * place - side + 1 for place, side in zip(square, board.sides, strict=True))
    face, row, col = square
    corner, down, right = FRAMES[face]
    return tuple(
        2 * at * side + (2 * row + 1) * one + (2 * col + 1) * other - side
        for at, side, one, other in zip(corner, board.sides, down, right, strict=True)
    )


def image_of(place: tuple[int, ...], symmetry: str) -> tuple[int, ...]:
    """The place to which a symmetry takes another one: `y -x z` takes (a, b, c) to (b, -a, c)."""
    if symmetry == "identity":
        return place
    return tuple((-1 if word[0] == "-" else 1) * place["xyzw".index(word[-1])] for word in symmetry.split())


def edges(tour: dt.Tour) -> set[frozenset[tuple[int, ...]]]:
    """The moves of a tour as pairs of places."""
    places = [centre(tour.board, square) for square in tour.squares()]
    return {frozenset(pair) for pair in zip(places, places[1:] + places[:1], strict=True)}


TOURS = [
    dt.tour(board, seed=1)
    for board in (dt.Space(4, 4, 4), dt.Space(2, 5, 6), dt.Space(2, 2, 3, 4), dt.Box(3, 4, 5), dt.Box(4, 4, 4))
]


@pytest.mark.parametrize("tour", TOURS, ids=repr)
def test_images_by_coordinates(tour: dt.Tour) -> None:
    names = tour.board.symmetries
    dimensions = len(tour.board.sides)
    assert len(set(names)) == len(names) == len(list(permutations(range(dimensions)))) * 2**dimensions
    for name in names[:: 7 if dimensions == 4 else 1]:
        image = tour.transformed(name)
        assert isinstance(image, dt.Tour)
        dt.check(image)
        assert edges(image) == {frozenset(image_of(place, name) for place in edge) for edge in edges(tour)}


@pytest.mark.parametrize("tour", TOURS[:1] + TOURS[3:], ids=repr)
def test_all_images_have_one_canonical_form(tour: dt.Tour) -> None:
    least = tour.canonical()
    for name in tour.board.symmetries[::9]:
        assert tour.transformed(name).canonical() == least
    assert tour.symmetries()[0] == "identity"


def test_a_symmetric_tour_in_space_knows_it() -> None:
    """The four images of one quarter of a cycle, about an axis, are a tour with that symmetry."""
    for seed in range(10):
        tour = dt.tour(dt.Space(2, 4, 4), seed=seed)
        for name in tour.symmetries():
            assert tour.transformed(name) == tour
    images = {name: tour.transformed(name) for name in tour.board.symmetries}
    assert {name for name, image in images.items() if image == tour} == set(tour.symmetries())


@pytest.mark.parametrize("board", [dt.Space(4, 4, 4), dt.Box(3, 4, 5), dt.Board(8, 8)])
def test_there_is_no_such_symmetry(board: Any) -> None:
    moves = np.zeros(board.shape, board.dtype)
    with pytest.raises(dt.DestrierError, match="'sideways'"):
        board.transform(moves, "sideways")


@pytest.mark.parametrize("signs", list(product((1, -1), repeat=2)))
def test_symmetries_of_leapers_on_flat_boards(signs: tuple[int, int]) -> None:
    tour = dt.tour(dt.Board(12, 14, leaper=(1, 4)), seed=1)
    name = {(1, 1): "identity", (1, -1): "flip-columns", (-1, 1): "flip-rows", (-1, -1): "rotate-180"}[signs]
    squares = [(signs[0] * (2 * row - 11), signs[1] * (2 * col - 13)) for row, col in tour.squares()]
    image = [(2 * row - 11, 2 * col - 13) for row, col in tour.transformed(name).squares()]
    pairs = [{frozenset(pair) for pair in zip(walk, walk[1:] + walk[:1], strict=True)} for walk in (squares, image)]
    assert pairs[0] == pairs[1]
    dt.check(tour.transformed(name))
