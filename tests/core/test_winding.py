"""Windings against a naive walk over the plane, and what is said of them against all tours of small surfaces."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from helpers.commands import runner
from helpers.marks import long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.surface import SURFACES
from destrier.core.winding import Winding, why_no_winding

if TYPE_CHECKING:
    from pathlib import Path

    from destrier.core.surface import Surface

STEPS = [(-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1), (2, 1), (1, 2)]


def passed(board: Surface, squares: list[tuple[int, int]]) -> list[str]:
    """Return the letters of a walk: `A` for the right side, `B` for the bottom, small ones for the opposite way."""
    letters = []
    for here, there in zip(squares, [*squares[1:], squares[0]], strict=True):
        (row, col), onward = min(here, there), max(here, there)
        for drow, dcol in STEPS:  # the first step from the smaller square, as parallel ones do not count
            r, c, way = row + drow, col + dcol, list[str]()
            while not 0 <= c < board.cols:
                way.append("A" if c > 0 else "a")
                c -= board.cols if c > 0 else -board.cols
                r = board.rows - 1 - r if board.left_right == "mirrored" else r
            while board.top_bottom and not 0 <= r < board.rows:
                way.append("B" if r > 0 else "b")
                r -= board.rows if r > 0 else -board.rows
                c = board.cols - 1 - c if board.top_bottom == "mirrored" else c
            if (r, c) == onward:
                letters += way if here < there else [letter.swapcase() for letter in way[::-1]]
                break
        else:
            raise AssertionError("no step leads there")
    return letters


def reduced(board: Surface, letters: list[str]) -> tuple[int, int]:
    """Return the winding of a word by the rules of the surface, letter after letter."""
    right = down = 0
    for letter in letters:
        if letter in "Aa":  # B A is A b if the left and right sides are mirrored, and a B if the others are
            over = 1 if letter == "A" else -1
            right += -over if board.top_bottom == "mirrored" and down % 2 else over
            down = -down if board.left_right == "mirrored" else down
        else:
            down += 1 if letter == "B" else -1
    if board.top_bottom is None:
        return abs(right), 0
    mirrored = [seam == "mirrored" for seam in (board.left_right, board.top_bottom)]
    if all(mirrored):
        return (right + down) % 2, 0
    if not any(mirrored):
        return (right, down) if (right, down) >= (0, 0) else (-right, -down)
    if mirrored[0]:
        return abs(right), down % 2 if right % 2 else abs(down)
    return right % 2 if down % 2 else abs(right), abs(down)


def surfaces(least: int, most: int) -> st.SearchStrategy[Surface]:
    sides = st.integers(least, most)
    return st.builds(lambda kind, rows, cols: kind(rows, cols), st.sampled_from([*SURFACES.values()]), sides, sides)


@given(surfaces(5, 9), st.integers(0, 1000))
def test_a_winding_is_that_of_the_walk(board: Surface, seed: int) -> None:
    tour = dt.tour(board, seed=seed)
    assert tour.winding == reduced(board, passed(board, tour.squares()))
    assert why_no_winding(board, tour.winding) is None
    assert tour.winding.is_contractible == (tour.winding == (0, 0))


@given(surfaces(5, 9), st.integers(0, 1000))
def test_each_cycle_of_a_tourney_has_a_winding(board: Surface, seed: int) -> None:
    tourney = dt.tourney(board, algorithm="move-graph", seed=seed)
    cycles = [[tuple(square) for square in cycle.tolist()] for cycle in tourney.cycles()]
    assert tourney.windings == [reduced(board, passed(board, cycle)) for cycle in cycles]
    told = dt.measure(tourney)["windings"]
    assert told == Counter(f"{right},{down}" for right, down in tourney.windings)


@given(surfaces(5, 8), st.integers(0, 1000))
def test_symmetries_keep_how_far_a_tour_winds(board: Surface, seed: int) -> None:
    tour = dt.tour(board, seed=seed)
    for symmetry in board.symmetries:
        image = tour.transformed(symmetry)
        if {board.left_right, board.top_bottom} != {"plain", "mirrored"}:  # else an odd winding stands for many
            assert sorted(map(abs, image.windings[0])) == sorted(map(abs, tour.winding))
        assert image.windings[0].is_contractible == tour.winding.is_contractible


@pytest.mark.parametrize("kind", SURFACES.values())
@pytest.mark.parametrize("sides", [(3, 5), (5, 3), (4, 4), (3, 4), (2, 5), (2, 3)])
@pytest.mark.parametrize("limit", [100, long(1000)])
def test_parity_refuses_no_winding_that_occurs(kind: type[Surface], sides: tuple[int, int], limit: int) -> None:
    board = kind(*sides)
    for tour in dt.solutions(board, numbers={(0, 0): 1}, kind="closed", n=limit):
        assert why_no_winding(board, tour.winding) is None
        assert tour.winding == reduced(board, passed(board, tour.squares()))


@pytest.mark.parametrize(
    ("board", "winding"),
    [
        (dt.Torus(8, 8), (0, 0)),
        (dt.Torus(8, 8), (3, -2)),
        long(dt.Torus(7, 5), (2, 1)),
        long(dt.Torus(40, 40), (0, 0)),
        (dt.Torus(40, 40), (3, 2)),
        (dt.Cylinder(5, 6), (4, 0)),
        (dt.Moebius(6, 6), (2, 0)),
        (dt.KleinBottle(6, 6), (2, 1)),
        (dt.KleinBottle(5, 6), (3, 0)),
        (dt.KleinBottle(6, 6), (2, 2)),
        (dt.ProjectivePlane(5, 7), (1, 0)),
    ],
)
def test_a_winding_may_be_asked_for(board: Surface, winding: tuple[int, int], tmp_path: Path) -> None:
    tour = dt.tour(board, winding=winding, seed=1)
    assert reduced(board, passed(board, tour.squares())) == winding
    dt.save(tour, tmp_path / "tour.json")
    assert tour == dt.tour(board, winding=winding, seed=1) == dt.repeat(tmp_path / "tour.json")


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(dt.NoSuchTour, match="row \\+ column"):
        dt.tour(dt.Torus(5, 5), winding=(0, 0))
    with pytest.raises(dt.UnsupportedBoard, match="not around 8 x 8"):
        dt.tour(8, 8, winding=(0, 0))
    with pytest.raises(dt.UnsupportedBoard, match="open"):
        dt.tour(dt.Torus(5, 5), kind="open", seed=1).winding  # noqa: B018
    with pytest.raises(dt.DestrierError, match="closed, not open"):
        dt.tour(dt.Torus(5, 5), kind="open", winding=(1, 0))
    with pytest.raises(dt.DestrierError, match="a tour with a winding cannot be combined with algorithm"):
        dt.tour(dt.Torus(5, 5), algorithm="move-graph", winding=(1, 0))
    with pytest.raises(dt.DestrierError, match="downwards"):
        dt.tour(dt.Cylinder(5, 6), winding=(1, 1))
    with pytest.raises(dt.DestrierError, match="pair of integers"):
        dt.tour(dt.Torus(5, 5), winding=3)  # type: ignore[call-overload]


def test_the_command_line_takes_a_winding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, file, table = runner(capsys), tmp_path / "tour.json", tmp_path / "table.csv"
    assert run("tour", 8, 8, "--surface", "torus", "--winding", "-1,2", "--seed", 1, "-o", file).code == 0
    assert dt.load(file).windings[0] == Winding.of(dt.Torus(8, 8), -1, 2) == (1, -2)
    assert '"windings": {"1,-2": 1}' in run("measure", file, "--json").out
    assert run("measure", file, "-o", table).code == 0
    assert "1,-2: 1" in table.read_text()
    assert run("tour", 8, 8, "--surface", "torus", "--winding", "1").code == 2


def test_all_tours_of_the_torus_with_16_squares() -> None:
    tours = dt.solutions(dt.Torus(4, 4), numbers={(0, 0): 1}, kind="closed", n=None)
    found = Counter(tour.winding for tour in tours)
    assert sum(found.values()) == 2 * dt.count(dt.Torus(4, 4)).undirected
