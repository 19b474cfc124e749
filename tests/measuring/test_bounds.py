"""Lower bounds: against all tours of small boards, all legs of larger ones, and linear programs."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest
from helpers.marks import lengthy, long
from helpers.wrong import wrong

import destrier as dt
from destrier.support.errors import DestrierError, NoSuchTour

if TYPE_CHECKING:
    from helpers.naive import Square

# Bounds


@lengthy
def test_the_fewest_of_all_tours_of_5_by_8() -> None:
    fewest = [(dt.crossings(tour), dt.turns(tour)) for tour in dt.all_tours(5, 8)]
    assert len(fewest) == 44_202
    assert min(fewest)[0] == 54
    assert min(turns for _, turns in fewest) == 35


def test_bounds_of_squares() -> None:
    for side in range(6, 200, 2):
        small = {6: 32, 8: 44, 10: 59, 12: 72, 14: 88, 16: 103, 18: 119}
        assert dt.least_turns(side, side) == small.get(side, 8 * side - 24) >= 6 * side - 12
        assert dt.least_crossings(side, side) == {6: 52, 8: 69, 10: 83, 12: 96}.get(side, 4 * side + 16)
    assert dt.least_turns(10**6, 10**6) == 8 * 10**6 - 24


@pytest.mark.parametrize(
    "board", [(5, 6), (3, 10), (10, 3), (3, 12), *map(long, ((6, 6), (3, 14), (5, 8), (6, 7)))], ids=str
)
def test_all_tours_keep_the_bounds(board: Square) -> None:
    counts = [(dt.turns(tour), dt.crossings(tour)) for tour in islice(dt.all_tours(*board), 10_000)]
    fewest = [min(numbers) for numbers in zip(*counts, strict=True)]
    bounds = dt.least_turns(*board), dt.least_crossings(*board)
    assert all(number >= bound for number, bound in zip(fewest, bounds, strict=True))
    if board == (6, 6):
        assert len(counts) == 9862
        assert (fewest, bounds) == ([32, 52], (32, 52))


@pytest.mark.parametrize(("kind", "algorithm"), [("closed", None), ("open", "tame"), long("open", None)])
@pytest.mark.parametrize("rows", [6, 8, 9, 12, 14, 16, 20, 22, 24])
def test_the_fewest_known_turns_keep_the_bounds(
    rows: int, kind: Literal["closed", "open"], algorithm: str | None
) -> None:
    for cols in range(rows + rows % 2, 31, 2):
        tour = dt.tour(rows, cols, kind=kind, algorithm=algorithm, minimize="turns")
        assert dt.turns(tour) >= dt.least_turns(rows, cols, kind=kind)


@pytest.mark.parametrize("board", [(3, 4), (7, 3), (3, 8), (4, 5), (4, 6), (5, 5), long((7, 4)), long((5, 6))], ids=str)
def test_all_open_tours_keep_the_bounds(board: Square) -> None:
    counts = [(dt.turns(tour), dt.crossings(tour)) for tour in islice(dt.all_tours(*board, kind="open"), 10_000)]
    fewest = [min(numbers) for numbers in zip(*counts, strict=True)]
    bounds = dt.least_turns(*board, kind="open"), dt.least_crossings(*board, kind="open")
    assert all(number >= bound > 0 for number, bound in zip(fewest, bounds, strict=True))
    if board == (5, 5):
        assert len(counts) == 864
        assert (fewest, bounds) == ([20, 34], (20, 30))


def test_bounds_of_open_tours() -> None:
    for side in (20, 100, 1000):
        assert dt.least_turns(side, side, kind="open") == 8 * side - 31
        assert dt.least_crossings(side, side + 1, kind="open") == 4 * side + 12
    with pytest.raises(NoSuchTour, match="no open tour of 4 x 4"):
        dt.least_turns(4, 4, kind="open")
    with pytest.raises(DestrierError, match="a frame belongs to closed tours"):
        dt.least_turns(20, 20, kind="open", frame=4)
    with pytest.raises(DestrierError, match="bounds are those of closed and open tours, not of 'corner' ones"):
        dt.least_crossings(21, 21, kind=wrong("corner"))


@pytest.mark.parametrize("board", [(12, 12), (16, 40), (31, 40), (40, 31), (64, 64)], ids=str)
def test_tours_of_parallel_lines_keep_the_bounds(board: Square) -> None:
    tour = dt.tour(*board, algorithm="formation", heel="both")
    assert dt.turns(tour) >= dt.least_turns(*board, frame=4) == dt.least_turns(*board)
    assert dt.crossings(tour) >= dt.least_crossings(*board)
    inside = tour.moves[4:-4, 4:-4]
    assert len(np.unique(inside)) == 1  # so it has such a frame
    for seed in range(3):
        tour = dt.tour(*board, seed=seed)
        assert dt.turns(tour) >= dt.least_turns(*board)
        assert dt.crossings(tour) >= dt.least_crossings(*board)


@pytest.mark.parametrize("short", [3, *range(5, 13)])
def test_the_fewest_crossings_of_small_boards_are_attained(short: int) -> None:
    exact = {side: bound for side in range(short, 17) if (bound := _exact(short, side)) is not None}
    assert exact
    for side, bound in exact.items():
        assert dt.crossings(dt.tour(short, side, minimize="crossings", seed=2)) == bound, side


def _exact(rows: int, cols: int) -> int | None:
    """The bound of a board, if it exceeds the bound of all boards."""
    try:
        bound = dt.least_crossings(rows, cols)
    except NoSuchTour:
        return None
    return bound if bound > (cols + 5 if rows == 3 else 2 * (rows + cols) + 16) else None


def test_bounds_of_boards_without_tours() -> None:
    for bound in (dt.least_turns, dt.least_crossings):
        for rows, cols in ((4, 4), (5, 5), (3, 8), (1, 2)):
            with pytest.raises(NoSuchTour, match="no closed tour of"):
                bound(rows, cols)
    assert dt.least_turns(1000, 1000, frame=4) == 8000 - 24
    for frame in (3, 10):
        with pytest.raises(DestrierError, match="a frame is at least 4 squares wide and leaves 2 x 2 of 20 x 20, not"):
            dt.least_turns(20, 20, frame=frame)


# In space


@pytest.mark.parametrize(
    ("sides", "bound"),
    [((20, 20, 20), 889), ((3, 4, 5), 30), ((9, 4, 4), 48), ((4, 9, 4), 48), ((6, 6, 6, 6), 648), ((2, 3, 4), 24)],
)
def test_bounds_in_space(sides: tuple[int, ...], bound: int) -> None:
    """Divided by the longest line, such as one of three moves over 4 of the 4 squares and 7 of the 9."""
    assert dt.least_turns(*sides) == bound
    tour = dt.tour(dt.Space(*sides), seed=1)
    assert dt.turns(tour) >= bound
    assert dt.measure(tour)["turns_bound"] == bound
    opened = dt.tour(dt.Space(*sides), kind="open", seed=1)
    assert dt.turns(opened) >= dt.least_turns(*sides, kind="open") >= bound - 2


def test_bounds_in_space_that_are_refused() -> None:
    with pytest.raises(NoSuchTour, match="odd number of squares"):
        dt.least_turns(5, 5, 5)
    assert dt.least_turns(5, 5, 5, kind="open") == 61
    assert dt.least_turns(1, 1, 1, kind="open") == 0
    with pytest.raises(DestrierError, match="a frame belongs to rectangles"):
        dt.least_turns(6, 6, 6, frame=4)
    with pytest.raises(DestrierError, match="a board has rows and cols; only nothing was given"):
        dt.least_turns()


def test_a_board_is_given_whole_by_its_sides_or_by_one() -> None:
    assert {dt.least_turns(8), dt.least_turns(8, 8), dt.least_turns(dt.Board(8, 8))} == {44}
    assert {dt.least_crossings(8), dt.least_crossings(8, 8), dt.least_crossings(dt.Board(8, 8))} == {69}
    assert dt.least_turns(dt.Space(4, 4, 4)) == dt.least_turns(4, 4, 4)
    for other in (dt.Torus(8, 8), dt.Board(8, 8, leaper="zebra")):
        with pytest.raises(DestrierError, match="only for a knight on a rectangle, not for"):
            dt.least_turns(other)
        with pytest.raises(DestrierError, match="only for a knight on a rectangle, not for"):
            dt.least_crossings(other)
