"""Magic tours: sums by hand, symmetries, and what has been published."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive, lengthy, long

import destrier as dt
from destrier.proofs.magic_sums import why_no_magic_diagonals, why_no_magic_tour
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard


def check_sums(tour: dt.Tour) -> None:
    """Check that a tour's order is one of knight's moves, and that its numbers have the same sums."""
    squares = tour.squares()
    rows, cols = tour.board.sides
    assert sorted(squares) == [(row, col) for row in range(rows) for col in range(cols)]
    for (row, col), (next_row, next_col) in pairwise(squares):
        assert {abs(row - next_row), abs(col - next_col)} == {1, 2}
    number = {square: place + 1 for place, square in enumerate(squares)}
    assert {sum(number[row, col] for col in range(cols)) for row in range(rows)} == {cols * (rows * cols + 1) // 2}
    assert {sum(number[row, col] for row in range(rows)) for col in range(cols)} == {rows * (rows * cols + 1) // 2}


def numberings(tour: dt.Tour) -> set[bytes]:
    """Return the numbered boards of all images of a tour under the symmetries of a square, in both directions."""
    numbers = tour.numbering() + 1
    turned = [np.rot90(numbers, quarters) for quarters in range(4)]
    images = [*turned, *(image.T for image in turned)]
    return {np.ascontiguousarray(image).tobytes() for one in images for image in (one, tour.board.size + 1 - one)}


@exhaustive
def test_twenty_tours_of_the_chessboard_are_semi_magic_and_of_different_classes() -> None:
    tours = dt.magic_tours(8, 8, n=20, seed=1)
    assert len(tours) == 20
    seen: set[bytes] = set()
    for tour in tours:
        check_sums(tour)
        assert not numberings(tour) & seen
        seen |= numberings(tour)
    assert {tour.kind for tour in tours} == {"open", "closed"}


@pytest.mark.parametrize("sides", [(8, 12), long((12, 8)), long((12, 12))])
def test_larger_boards_have_tours_with_a_half_turn(sides: tuple[int, int]) -> None:
    [tour] = dt.magic_tours(*sides, seed=2)
    check_sums(tour)
    assert tour.kind == "closed"
    half = tour.board.size // 2
    rows, cols = sides
    for (row, col), opposite in zip(tour.squares()[:half], tour.squares()[half:], strict=True):
        assert opposite == (rows - 1 - row, cols - 1 - col)


@exhaustive
def test_the_same_seed_gives_the_same_tours() -> None:
    assert [tour.squares() for tour in dt.magic_tours(8, 8, n=1, seed=5)] == [
        tour.squares() for tour in dt.magic_tours(8, 8, n=1, seed=5)
    ]


@lengthy
def test_105_of_the_140_classes_of_the_chessboard_are_tours_of_quads_and_none_has_magic_diagonals() -> None:
    tours = dt.magic_tours(8, 8, n=None, seed=1)
    assert len(tours) == 105  # of 140, see Stertenbrink, Meyrignac and Mackay 2003
    for tour in tours:
        check_sums(tour)
        numbers = tour.numbering() + 1
        assert (np.trace(numbers), np.trace(numbers[:, ::-1])) != (260, 260)
    assert len(set.union(*map(numberings, tours))) == 105 * 16  # none is its own image


@pytest.mark.parametrize("sides", [(4, 5), (5, 5), (3, 4), (6, 6), (5, 6)])
def test_boards_that_the_theorems_exclude_have_no_semi_magic_tour(sides: tuple[int, int]) -> None:
    """All tours of small boards, one of each pair of directions, from every start."""
    assert why_no_magic_tour(*sides)
    rows, cols = sides
    for tour in naive.open_tours(naive.rectangle(rows, cols)) if rows * cols <= 20 else []:
        numbers = np.empty(sides, int)
        for place, square in enumerate(tour):
            numbers[square] = place + 1
        assert len({*numbers.sum(axis=0).tolist()}) > 1 or len({*numbers.sum(axis=1).tolist()}) > 1
    with pytest.raises(NoSuchTour, match="is semi-magic"):
        dt.magic_tours(*sides)


@pytest.mark.parametrize("side", [4, 12, 16, 20, 24, 28])
def test_diagonals_of_tours_with_a_half_turn_can_only_be_magic_if_the_side_is_a_multiple_of_8(side: int) -> None:
    """All sums of a diagonal: pairs of numbers n, n + N/2 on squares of one colour."""
    half = side * side // 2
    sums = set()
    for parity in (0, 1):
        by_count: list[set[int]] = [{0}] + [set() for _ in range(side // 2)]
        for number in range(2 - parity, half + 1, 2):
            for count in range(side // 2, 0, -1):
                by_count[count] |= {total + 2 * number + half for total in by_count[count - 1]}
        sums |= by_count[-1]
    assert (why_no_magic_diagonals(side, turned=True) is None) == (side * (side * side + 1) // 2 in sums)
    assert why_no_magic_diagonals(side, turned=False) is None


def test_no_board_within_reach_has_a_tour_with_magic_diagonals() -> None:
    """The search would not find one on 12 x 12, however long it takes."""
    with pytest.raises(NoSuchTour, match="no tour of 8 x 8 is magic"):
        dt.magic_tours(8, 8, diagonals=True)
    with pytest.raises(NoSuchTour, match="no tour of 12 x 12 that a half-turn maps onto itself is magic"):
        dt.magic_tours(12, 12, diagonals=True)


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(UnsupportedBoard, match="multiples of 4, of up to 160 squares, not on 16 x 16"):
        dt.magic_tours(16, 16)
    with pytest.raises(UnsupportedBoard, match="rectangles for the knight"):
        dt.magic_tours(dt.Board.from_text("###\n#.#\n###"))
    with pytest.raises(DestrierError, match="only square boards"):
        dt.magic_tours(8, 12, diagonals=True)
    with pytest.raises(DestrierError, match="the number of tours to find"):
        dt.magic_tours(8, 8, n=0)


# --- Sums


def test_a_closed_tour_is_semi_magic_from_some_of_its_squares() -> None:
    for tour in dt.magic_tours(8, 8, n=12, seed=1):
        squares = tour.squares()
        starts = set()
        for first in range(64 if tour.kind == "closed" else 1):
            numbers = np.empty((8, 8), int)
            for place, square in enumerate(squares[first:] + squares[:first]):
                numbers[square] = place + 1
            if len({*numbers.sum(axis=0).tolist()}) == 1 == len({*numbers.sum(axis=1).tolist()}):
                starts.add(squares[first])
        plain = dt.Tour(tour.moves)  # which forgets where number 1 was
        told = dt.measuring.line_sums(plain)
        assert told.kind == "semi-magic"
        assert told.start in starts or plain.kind == "open"
        assert told.rows == told.columns == [260] * 8


def test_sums_are_those_of_the_numbered_board() -> None:
    tour = dt.tour(6, 7, kind="open", seed=3)
    numbers = tour.numbering() + 1
    told = dt.measuring.line_sums(tour)
    assert (told.start, told.kind, told.diagonals) == (tour.squares()[0], None, [])
    assert told.rows == numbers.sum(axis=1).tolist()
    assert told.columns == numbers.sum(axis=0).tolist()
    square = dt.tour(6, 6, seed=1)
    numbers = square.numbering() + 1
    assert dt.measuring.line_sums(square).diagonals == [np.trace(numbers), np.trace(numbers[:, ::-1])]
    with pytest.raises(UnsupportedBoard, match="those of a rectangle"):
        dt.measuring.line_sums(dt.tour(dt.Board.from_text("###\n#.#\n###")))


def test_measures_tell_whether_a_tour_is_magic() -> None:
    [magic] = dt.magic_tours(8, 8, seed=1)
    row, col = dt.measuring.line_sums(magic).start
    assert dt.measure(magic)["magic"] == f"semi-magic from {row},{col}"
    measures = dt.measure(dt.tour(8, 8, seed=1))
    assert measures["magic"] == "no"
    assert sum(measures["row_sums"]) == sum(measures["column_sums"]) == 64 * 65 // 2  # type: ignore[call-overload]
