"""Tours without rails: on the boards that are tried, and, by the finite checks of the theorem, on all larger ones."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import naive, rail_free
from helpers.marks import examples, exhaustive, long, very_long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.patterns.mosaic import lay
from destrier.patterns.tame import without_rails as tame_rails
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from destrier.patterns.patches import Pattern

    Grid = Sequence[Sequence[int]]
    Square = tuple[int, int]
    Ends = tuple[Square, int]
    """The square at which an edge leaves some squares, and its move."""


def made(rows: int, cols: int) -> dt.Tourney:
    """A checked copy."""
    return dt.Tourney(dt.tour(rows, cols, minimize="rails").moves.copy())


def is_without_rails(tour: dt.Tourney) -> bool:
    return tour.cycle_count == 1 and dt.count_rails(tour) == 0


def boards(least: int, most: int) -> Iterator[Square]:
    """All with an even side, the shorter one first."""
    sides = range(least, most)
    return ((rows, cols) for rows, cols in product(sides, sides) if rows <= cols and rows * cols % 2 == 0)


# The boards


def is_exception(low: int, high: int) -> bool:
    """Whether a board, all of whose closed tours have rails, has any."""
    if low == 3:
        return high == 12
    if low == 5:
        return high % 4 != 0 or high < 20
    return (low, high) in {*((6, other) for other in (6, 7, 8, 9, 10, 12)), (7, 8), (8, 8)}


def test_squares_have_no_rails() -> None:
    for side in range(10, 201, 2):
        assert is_without_rails(made(side, side)), side


@pytest.mark.parametrize("most", [36, long(56)])
def test_all_boards_have_no_rails(most: int) -> None:
    for rows, cols in boards(3, most):
        if dt.why_no_tour(rows, cols):
            continue
        if is_exception(rows, cols):
            with pytest.raises(NoSuchTour, match=f"every closed tour of {dt.Board(rows, cols).describe()} has rails"):
                made(rows, cols)
        else:
            assert is_without_rails(made(rows, cols)), (rows, cols)
            assert is_without_rails(made(cols, rows)), (cols, rows)


@exhaustive
def test_all_larger_boards_have_no_rails() -> None:
    for rows, cols in boards(10, 130):
        assert is_without_rails(made(rows, cols)), (rows, cols)


@examples(10)
@given(st.integers(5, 1000), st.integers(10, 2000), st.booleans())
def test_random_boards_have_no_rails(half: int, other: int, turned: bool) -> None:
    rows, cols = (other, 2 * half) if turned else (2 * half, other)
    assert is_without_rails(made(rows, cols))


def test_another_count_of_cycles_and_rails() -> None:
    for rows, cols in ((10, 10), (8, 10), (18, 18), (11, 24), (29, 30), (36, 31), (40, 40)):
        moves = made(rows, cols).moves.tolist()
        assert naive.is_closed_tour(moves, naive.rectangle(rows, cols))
        assert naive.rails(moves) == []


def test_other_boards_are_refused() -> None:
    heart = dt.Board.from_text(".####.\n######\n######\n######\n######\n.####.")
    with pytest.raises(UnsupportedBoard, match="tours without rails are made of rectangles"):
        dt.tour(heart, algorithm="tame", minimize="rails")
    with pytest.raises(UnsupportedBoard, match="on the 12 x 12 torus theirs have some"):
        dt.tour(dt.Torus(12, 12), algorithm="tame", minimize="rails")
    with pytest.raises(DestrierError, match="rails is what tame minimizes"):
        dt.tour(17, 21, kind="corner", minimize="rails")
    with pytest.raises(NoSuchTour):
        dt.tour(11, 11, minimize="rails")


@pytest.mark.parametrize("rows", [3, very_long(5)])
def test_thin_boards_of_any_length_that_have_no_tour_without_rails(rows: int) -> None:
    known = rail_free.lengths(rows)
    assert (known.checked, known.most_states) == {3: (22, 319), 5: (33, 2150)}[rows]
    lengths = range(rows, known.checked + 1)
    assert known.found == {cols for cols in lengths if not dt.why_no_tour(rows, cols) and not is_exception(rows, cols)}
    last = range(known.checked + 1 - known.period, known.checked + 1)
    assert {length % known.period for length in known.found & set(last)} == {0}


# The theorem: what repeats makes boards of all sizes


PATTERNS = tame_rails._patterns()
WIDE = [pattern for pattern in PATTERNS if pattern.rows and pattern.cols]
NARROW = [pattern for pattern in PATTERNS if pattern.rows and not pattern.cols]

LONGEST_STRAND = 12
"""The most rows, and columns, that a strand of a wide band spans in one period."""


def laid(pattern: Pattern, rows: int = 0, cols: int = 0) -> list[list[int]]:
    """The board with so many more copies of the rows and of the columns; with one less if it is -1."""
    sides = []
    for side, span, copies in zip(pattern.moves.shape, (pattern.rows, pattern.cols), (rows, cols), strict=True):
        sides.append(side + copies * (span[1] - span[0]) if span else side)
    out = np.empty(sides, np.uint8)
    lay(pattern, out)
    board: list[list[int]] = out.tolist()
    return board


def flipped(moves: Grid) -> list[list[int]]:
    """Rows and columns exchanged."""
    there = [naive.MOVES.index((right, down)) for down, right in naive.MOVES]
    return [
        [sum(2 ** there[move] for move in range(8) if byte >> move & 1) for byte in column]
        for column in zip(*moves, strict=True)
    ]


def pairing(moves: Grid, line: int) -> set[frozenset[Ends]]:
    """Which edges over a line, between the rows above it and those below, are joined above it.

    Rows are counted from the line. No cycle may lie above it.
    """
    over: dict[Square, list[int]] = {}
    for row, col in naive.rectangle(len(moves), len(moves[0])):
        if row < line:
            over[row, col] = [move for move in naive.moves_at(moves, (row, col)) if row + naive.MOVES[move][0] >= line]
    ends = [(square, move) for square, leading in over.items() for move in leading]
    found, walked = set(), set()
    for square, move in ends:
        here, back = square, move
        while True:
            walked.add(here)
            (onward,) = [other for other in naive.moves_at(moves, here) if other != back]
            if onward in over[here]:
                break
            here, back = naive.step(here, onward), (onward + 4) % 8
        found.add(frozenset((((square[0] - line, square[1]), move), ((here[0] - line, here[1]), onward))))
    assert len(walked) == len(over), "there is a cycle above the line"
    return found


def test_there_is_a_pattern_for_every_class_of_boards() -> None:
    assert sorted(pattern.moves.shape[1] % 6 for pattern in WIDE) == list(range(6))
    for pattern in WIDE:
        assert (len(pattern.moves), pattern.rows, pattern.cols) == (22, (9, 11), (11, 17))


@pytest.mark.parametrize(
    "pattern", [WIDE[0], *map(long, WIDE[1:])], ids=lambda pattern: f"{pattern.moves.shape[1]} columns"
)
def test_all_boards_of_a_wide_pattern_are_one_cycle_without_rails(pattern: Pattern) -> None:
    """With any number of copies: the steps of the proof."""
    # Every five rows and columns of a larger board, thus every rail, are those of one of these.
    for rows, cols in product(range(-1, 4), range(-1, 3)):
        assert naive.rails(laid(pattern, rows, cols)) == []
    # All strands of the band wind once, and stay near their columns, so that they do on wider boards.
    for cols in range(4):
        check_strands(laid(pattern, 0, cols), 9, 2)
    # Enough rows for all strands: more columns join the same ends as before, and more rows make strands longer.
    for rows in range(-1, LONGEST_STRAND // 2 + 1):
        check_copies([flipped(laid(pattern, rows, cols)) for cols in range(-1, 6)], 14, 6)


@pytest.mark.parametrize(
    "pattern",
    [long(one) if number % 6 else one for number, one in enumerate(NARROW)],
    ids=lambda pattern: " x ".join(map(str, pattern.moves.shape)),
)
def test_all_boards_of_a_narrow_pattern_are_one_cycle_without_rails(pattern: Pattern) -> None:
    assert pattern.rows is not None
    start, stop = pattern.rows
    boards = [laid(pattern, rows) for rows in range(-1, 8)]
    assert all(naive.rails(moves) == [] for moves in boards[:5])
    check_copies(boards, start + 2, stop - start)


def check_copies(boards: list[list[list[int]]], line: int, period: int) -> None:
    """All boards are one cycle, until the edges over the last copy are joined as they were with fewer copies.

    The line is in the only copy of the second board.
    """
    seen: list[set[frozenset[Ends]]] = []
    for copies, moves in enumerate(boards):
        assert naive.cycle_count(moves) == 1
        if copies:
            joined = pairing(moves, line + (copies - 1) * period)
            if joined in seen:
                return
            seen.append(joined)
    raise AssertionError("nothing has repeated")


def check_strands(moves: Grid, start: int, period: int) -> None:
    """Each strand of a band whose rows repeat from `start` on goes round once, and within few rows and columns."""
    seen: set[Square] = set()
    for begun in product(range(period), range(len(moves[0]))):
        if begun in seen:
            continue
        (row, col), back = begun, 8
        reached = [begun]
        while True:
            seen.add((row % period, col))
            move = next(one for one in naive.moves_at(moves, (start + row % period, col)) if one != back)
            (row, col), back = naive.step((row, col), move), (move + 4) % 8
            reached.append((row, col))
            if (row % period, col) == begun:
                break
        assert abs(row - begun[0]) == period
        rows, cols = zip(*reached, strict=True)
        assert max(rows) - min(rows) <= LONGEST_STRAND
        assert max(cols) - min(cols) <= LONGEST_STRAND
