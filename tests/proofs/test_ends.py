"""Ends of open tours: every two squares of small boards are decided, and rightly; those of large boards are reached."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import naive
from helpers.kinds import degrees_of
from helpers.marks import examples, long, very_long
from helpers.tourneys import squares_of
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.switching.covers import complete_cover, spare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.core.types import Square

SMALL = [(rows, cols) for rows in range(1, 9) for cols in range(1, 9) if rows * cols > 1]


def check_ends(tour: dt.Tourney, shape: tuple[int, int], ends: Sequence[Square]) -> None:
    """Sound, one path, with these ends among its own."""
    moves = tour.moves
    rows, cols = shape
    degrees = degrees_of(moves)
    found = [(row, col) for row, col in np.argwhere(degrees == 1).tolist()]
    assert np.count_nonzero(degrees == 2) == rows * cols - 2
    assert len(found) == 2
    assert set(ends) <= set(found)
    assert naive.component_count(moves.tolist(), found) == 1
    assert tour.ends in (tuple(found), tuple(found[::-1]))
    assert tour.ends == tuple(divmod(int(square), cols) for square in tour.indices()[[0, -1]])


def exists(pair: set[Square], shape: tuple[int, int]) -> bool:
    """By colours; and with a side of 4 both are in outer rows."""
    light = sum(map(naive.is_light, pair))
    inner = any(side == 4 and place in (1, 2) for square in pair for side, place in zip(shape, square, strict=True))
    return light == (2 if shape[0] * shape[1] % 2 else 1) and not inner


@cache
def ends_of_all_tours(rows: int, cols: int) -> set[naive.Edge]:
    return naive.pairs_of_ends(naive.rectangle(rows, cols))


@pytest.mark.parametrize(
    "shape",
    [shape if prod(shape) <= 20 else (long if prod(shape) <= 28 else very_long)(shape) for shape in SMALL],
    ids=str,
)
def test_every_two_squares_of_a_small_board_are_decided(shape: tuple[int, int]) -> None:
    """A tour that starts at one of them, or none; up to 30 squares compared with all tours there are.

    On larger ones, where colours allow a tour, there is not even a cover, by paths and cycles, with these ends.
    """
    squares = naive.rectangle(*shape)
    counted = len(squares) <= 30
    pairs = ends_of_all_tours(*sorted(shape)) if counted else set()
    if shape[0] > shape[1]:
        pairs = {frozenset(square[::-1] for square in pair) for pair in pairs}
    for start, end in combinations(sorted(squares), 2):
        refusal = ""
        try:
            tour = dt.tour(*shape, kind="open", start=end, end=start, seed=1)
        except dt.NoSuchTour as reason:
            refusal = str(reason)
            found = False
        else:
            check_ends(tour, shape, (start, end))
            assert tour.indices()[0] == end[0] * shape[1] + end[1]
            found = True
        assert "\n" not in refusal
        if counted:
            assert found == ({start, end} in pairs)
        elif not found:
            assert not (exists({start, end}, shape) and naive.has_cover(squares, (start, end)))


@pytest.mark.parametrize("shape", [(3, 4), (4, 3), (3, 3), (2, 5), (3, 6), long((5, 5)), long((3, 8))])
def test_every_square_is_an_end_or_said_to_be_none(shape: tuple[int, int]) -> None:
    """Whether it is given as the start or as the end, and then the order starts or ends with it."""
    pairs = naive.pairs_of_ends(naive.rectangle(*shape))
    for square in sorted(naive.rectangle(*shape)):
        index = square[0] * shape[1] + square[1]
        partners = [pair for pair in pairs if square in pair]
        requests: list[tuple[dict[str, Any], int]] = [({"start": square}, 0), ({"end": square}, -1)]
        for request, place in requests:
            if partners:
                tour = dt.tour(*shape, kind="open", seed=3, **request)
                check_ends(tour, shape, [square])
                assert tour.indices()[place] == index
                assert frozenset(tour.ends or ()) in partners
            else:
                with pytest.raises(dt.NoSuchTour, match=r"\A[^\n]*\Z"):
                    dt.tour(*shape, kind="open", **request)


@st.composite
def requests(draw: st.DrawFn) -> tuple[tuple[int, int], Square, Square, int]:
    """A board with open tours, two squares of the colours that ends have, and a seed."""
    rows = draw(st.integers(6, 200) | st.integers(6, 12))
    cols = draw(st.integers(6, 200) | st.integers(6, 12))
    start = draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    end = draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    return (rows, cols), start, end, draw(st.integers(0, 2**62))


@examples(60)
@given(requests())
def test_ends_of_random_boards(request: tuple[tuple[int, int], Square, Square, int]) -> None:
    shape, start, end, seed = request
    if start == end:
        with pytest.raises(dt.DestrierError, match=rf"two ends, not {start[0]},{start[1]} twice"):
            dt.tour(*shape, kind="open", start=start, end=end, seed=seed)
    elif exists({start, end}, shape):
        tour = dt.tour(*shape, kind="open", start=start, end=end, seed=seed)
        check_ends(tour, shape, (start, end))
        assert tour.indices()[0] == start[0] * shape[1] + start[1]
        assert tour.indices()[-1] == end[0] * shape[1] + end[1]
    else:
        with pytest.raises(dt.NoSuchTour, match=r"\A[^\n]*colours alternate[^\n]*\Z"):
            dt.tour(*shape, kind="open", start=start, end=end, seed=seed)


@pytest.mark.parametrize("algorithm", ["rectangle", "two-factor"])
@pytest.mark.parametrize("obfuscate", [False, True])
@pytest.mark.parametrize("shape", [(6, 7), (9, 9), (30, 21), (5, 6)])
def test_each_algorithm_of_open_tours_keeps_to_the_ends(
    shape: tuple[int, int], algorithm: str, *, obfuscate: bool
) -> None:
    corner = (0, shape[1] - 1 - (shape[0] * shape[1] % 2 and shape[1] % 2 == 0))
    ends = [square for square in naive.rectangle(*shape) if exists({square, corner}, shape)]
    for end in sorted(ends)[1 :: len(ends) // 6]:
        tour = dt.tour(*shape, kind="open", algorithm=algorithm, start=corner, end=end, obfuscate=obfuscate, seed=5)
        check_ends(tour, shape, (corner, end))
        assert tour.indices()[0] == corner[0] * shape[1] + corner[1]


def test_lists_and_arrays_are_squares() -> None:
    both: list[Any] = [([0, 0], [7, 6]), (np.array([0, 0]), np.array([7, 6]))]
    for start, end in both:
        tour = dt.tour(8, 8, kind="open", start=start, end=end, seed=1)
        check_ends(tour, (8, 8), ((0, 0), (7, 6)))
        assert tour.indices()[0] == 0


@pytest.mark.parametrize(
    ("start", "message"),
    [((8, 0), "8,0 is not a square of the 8 x 8 board"), ((-1, 0), "-1,0 is not a square"), ((1,), r"\(row, col\)")],
)
def test_what_is_no_square_is_refused(start: Any, message: str) -> None:
    with pytest.raises(dt.DestrierError, match=message):
        dt.tour(8, 8, kind="open", start=start)


@pytest.mark.parametrize("kind", ["closed", "corner", "stretched", "double-loop"])
def test_only_open_tours_have_an_end_to_choose(kind: Any) -> None:
    with pytest.raises(dt.DestrierError) as refusal:
        dt.tour(9, 9, kind=kind, end=(0, 0))
    assert str(refusal.value) == "end belongs to an open tour (kind open); other kinds leave no choice of it"


@pytest.mark.parametrize("kind", ["stretched", "double-loop"])
def test_some_kinds_leave_no_choice_of_the_start(kind: Any) -> None:
    with pytest.raises(dt.DestrierError) as refusal:
        dt.tour(9, 9, kind=kind, start=(0, 0))
    assert str(refusal.value) == f"start belongs to a tour that is closed, corner or open, not {kind}"


def test_two_squares_have_the_one_tour_between_them() -> None:
    board = Board.from_text("#..\n..#")
    requests: list[dict[str, Any]] = [{}, {"start": (1, 2)}, {"end": (0, 0)}, {"start": (1, 2), "end": (0, 0)}]
    for request in requests:
        tour = dt.tour(board, kind="open", seed=1, **request)
        assert tour.ends == (((1, 2), (0, 0)) if request else ((0, 0), (1, 2)))


@pytest.mark.parametrize("text", ["#.#\n.##\n##.\n#.#", ".###\n###.\n####", "#.....\n..#...\n....#.", "###\n#.#\n###"])
def test_shapes_with_open_tours_have_them_between_all_ends_that_the_oracle_finds(text: str) -> None:
    board = Board.from_text(text)
    squares = squares_of(board)
    pairs = naive.pairs_of_ends(squares)
    for start, end in combinations(sorted(squares), 2):
        if {start, end} in pairs:
            tour = dt.tour(board, kind="open", start=start, end=end, seed=1)
            assert naive.is_open_tour(tour.moves.tolist(), squares, (start, end))
        else:
            with pytest.raises(dt.NoSuchTour):
                dt.tour(board, kind="open", start=start, end=end, seed=1)


# --- Moves that are spared for other ends


@examples(10)
@given(requests())
def test_a_tour_spares_some_moves_for_other_ends_and_the_flow_completes_it(
    request: tuple[tuple[int, int], Square, Square, int],
) -> None:
    shape, start, end, seed = request
    if start == end or not exists({start, end}, shape):
        return
    source = dt.tour(*shape, kind="open" if shape[0] * shape[1] % 2 else "closed", algorithm="rectangle")
    before = source.moves.copy()
    partial = spare(source.moves, (start, end))
    left = naive_edges(partial)
    assert left <= naive_edges(before)
    assert np.array_equal(source.moves, before)
    assert len(naive_edges(before)) - len(left) <= 2
    degrees = np.bitwise_count(partial)
    assert degrees[start] <= 1
    assert degrees[end] <= 1
    moves = complete_cover(Board(*shape), key=seed, ends=(start, end), partial=partial)
    degrees = np.bitwise_count(moves)
    assert degrees[start] == degrees[end] == 1
    assert int(degrees.sum()) == 2 * moves.size - 2
    assert np.count_nonzero(degrees == 2) == moves.size - 2
    assert len(naive_edges(moves)) == moves.size - 1


def naive_edges(moves: np.ndarray[Any, Any]) -> set[tuple[int, int, int]]:
    """Edges as square and downward move, each of which must have its upward one."""
    down = {(row, col, move) for move in range(4, 8) for row, col in np.argwhere(moves >> move & 1).tolist()}
    up = {(row, col, move) for move in range(4) for row, col in np.argwhere(moves >> move & 1).tolist()}
    assert {(*naive.step((row, col), move), move - 4) for row, col, move in down} == up
    return down
