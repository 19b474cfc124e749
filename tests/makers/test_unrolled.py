"""Tours of surfaces that are made on their rectangles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers.marks import exhaustive, left, very_long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.surface import SURFACES

if TYPE_CHECKING:
    from pathlib import Path

    from destrier.core.surface import Surface

ODD = (5, 5), (5, 9), (15, 7), (17, 5), (21, 23), (23, 21), (31, 17), (41, 33)


def checked(tour: dt.Tourney) -> dt.Tour:
    """Return a tour that has been walked move by move on the surface's own graph."""
    return dt.Tour(tour.moves, tour.board)


@exhaustive
@given(st.sampled_from([*SURFACES.values()]), st.integers(20, 60), st.integers(20, 60), st.integers(0, 99))
def test_large_surfaces(kind: type[Surface], rows: int, cols: int, seed: int) -> None:
    board = kind(rows, cols)
    tour = dt.tour(board, seed=seed)
    assert checked(tour).kind == "closed"
    assert tour == dt.tour(board, seed=seed)
    assert checked(dt.tour(board, kind="open", seed=seed)).kind == "open"


@pytest.mark.parametrize("kind", SURFACES.values())
@pytest.mark.parametrize("sides", ODD)
def test_odd_surfaces_by_an_algorithm_that_makes_no_odd_tours(kind: type[Surface], sides: tuple[int, int]) -> None:
    board = kind(*sides)
    tour = dt.tour(board, algorithm="rectangle")
    assert checked(tour).kind == "closed"
    assert tour == dt.tour(board, algorithm="rectangle")
    assert tour.winding == (1, 0)


@pytest.mark.parametrize("name", left(dt.ALGORITHMS, set(dt.ALGORITHMS) - {"tame", "annealing"}))
def test_every_algorithm_takes_a_surface_iff_it_takes_the_rectangle(name: str) -> None:
    try:
        flat = dt.tour(24, 24, algorithm=name, seed=1)
    except dt.UnsupportedBoard as refusal:
        with pytest.raises(dt.UnsupportedBoard, match=re.escape(f"{refusal}".split(",")[0])):
            dt.tour(dt.KleinBottle(24, 24), algorithm=name, seed=1)
        return
    tour = dt.tour(dt.KleinBottle(24, 24), algorithm=name, seed=1)
    assert checked(tour).kind == "closed"
    if name not in ("annealing", "move-graph", "tame"):  # which use the seams
        assert np.array_equal(tour.moves, flat.moves)


@pytest.mark.parametrize(("board", "seed"), [very_long(dt.Cylinder(4, 38), 2), (dt.Moebius(38, 4), 1)])
def test_narrow_surfaces_have_the_tours_of_their_rectangles(board: Surface, seed: int) -> None:
    tour = checked(dt.tour(board, kind="open", seed=seed))
    assert tour.kind == "open"
    assert tour == dt.tour(board, kind="open", seed=seed)


@exhaustive
def test_few_turns() -> None:
    """Parallel lines need not end on a surface, so there are fewer turns; crossings are those of the rectangle."""
    assert dt.turns(dt.tour(dt.Torus(24, 24), minimize="turns")) == 48 < dt.turns(dt.tour(24, 24, minimize="turns"))
    laid = dt.tour(24, 24, minimize="crossings")
    assert np.array_equal(dt.tour(dt.Torus(24, 24), minimize="crossings").moves, laid.moves)


@pytest.mark.parametrize("kind", SURFACES.values())
@pytest.mark.parametrize(("symmetry", "sides"), [("central", (8, 8)), ("axial", (6, 5)), ("quarter", (10, 10))])
def test_symmetric_tours(kind: type[Surface], symmetry: Any, sides: tuple[int, int]) -> None:
    board = kind(*sides)
    if symmetry == "quarter" and kind.left_right != kind.top_bottom:
        with pytest.raises(dt.UnsupportedBoard, match="does not map"):
            dt.tour(board, symmetry=symmetry)
        return
    tour = checked(dt.tour(board, symmetry=symmetry, seed=1))
    images = {"central": {"rotate-180"}, "axial": {"flip-columns", "flip-rows"}, "quarter": {"rotate-90"}}[symmetry]
    assert images & {*tour.symmetries()}


def test_a_rectangle_without_symmetric_tours_is_named() -> None:
    with pytest.raises(dt.UnsupportedBoard, match="glued from one without"):
        dt.tour(dt.Torus(5, 5), symmetry="central")


def test_ends_that_the_rectangle_does_not_have() -> None:
    board = dt.Torus(31, 31)
    tour = checked(dt.tour(board, kind="open", start=(15, 15), end=(0, 1), seed=1))
    assert tour.ends is not None
    assert {*tour.ends} == {(15, 15), (0, 1)}
    with pytest.raises(dt.UnsupportedBoard, match="move-graph takes every board"):
        dt.tour(board, kind="open", start=(15, 15), end=(0, 1), algorithm="rectangle")
    with pytest.raises(dt.NoSuchTour, match="torus"):
        dt.tour(dt.Torus(30, 30), kind="open", start=(15, 15), end=(0, 0))
    with pytest.raises(dt.UnsupportedBoard, match="move-graph takes every board"):
        dt.tour(dt.Torus(3, 5), algorithm="rectangle")


def test_a_tour_goes_into_an_array_and_is_repeated(tmp_path: Path) -> None:
    for board in (dt.Torus(40, 40), dt.Moebius(41, 41)):
        out = np.zeros(board.shape, np.uint8)
        tour = dt.tour(board, seed=3, out=out)
        assert np.array_equal(out, tour.moves)
        assert np.shares_memory(out, tour.moves)
        dt.save(tour, tmp_path / "tour.json")
        assert dt.repeat(tmp_path / "tour.json") == dt.load(tmp_path / "tour.json") == tour


@exhaustive
@pytest.mark.parametrize("kind", SURFACES.values())
def test_no_side_shows_in_a_random_tour(kind: type[Surface]) -> None:
    """The moves that pass a side are as many as those that pass a line inside, within five standard errors."""
    side, tours = 30, 30
    passing = np.zeros((tours, side))
    for seed in range(tours):
        tour = dt.tour(kind(side, side), seed=seed)
        for move, (_, dcol) in enumerate([(-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2)]):
            cols = np.bincount(np.nonzero(tour.moves >> move & 1)[1], minlength=side)
            for step in range(dcol):  # the lines to the right of the columns that a move passes
                passing[seed] += np.roll(cols, step)
    mean, error = passing.mean(axis=0), passing.std(axis=0) / np.sqrt(tours)
    inside = mean[8:22].mean()
    assert abs(mean[-1] - inside) < 5 * error[-1]


@exhaustive
def test_rectangles_have_the_open_tours_that_are_closed() -> None:
    for rows in range(5, 40, 2):
        for cols in range(5, 40, 2):
            for kind in (dt.Cylinder, dt.Moebius):
                assert checked(dt.tour(kind(rows, cols), algorithm="rectangle")).kind == "closed"
