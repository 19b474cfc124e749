"""Which rectangles have a tour of each kind: the theorems against a search that goes to the end, and against tours."""

from __future__ import annotations

from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

import pytest
from helpers import naive
from helpers.kinds import check_kind
from helpers.marks import left, long, very_long
from helpers.wrong import wrong

from destrier.core.board import Board
from destrier.makers.rectangle import rectangle
from destrier.proofs.rectangles import KINDS, ends_theorem, rectangle_theorem
from destrier.support.errors import DestrierError, NoSuchTour

if TYPE_CHECKING:
    from destrier.core.choices import Kind

LONGEST = 60
SHAPES = [(rows, cols) for rows in range(1, 7) for cols in range(rows, 41) if rows * cols <= 40]
"""Boards of up to 40 squares, up to transposition."""


@cache
def exists(kind: Kind, rows: int, cols: int) -> bool:
    """By colours, or by counting all tours.

    A tour alternates between light and dark squares. So a cycle has as many of each; so have two cycles, and a path
    between two squares side by side, whose colours differ.
    """
    squares = naive.rectangle(rows, cols)
    if kind == "corner" and rows * cols % 2:
        return naive.closed_tour_count(squares - {(rows - 1, cols - 1)}) > 0 if rows * cols > 1 else False
    if kind == "corner" or (rows * cols % 2 and kind != "open"):
        return False
    if kind == "open":
        return naive.open_tour_count(squares) > 0
    if kind == "stretched":
        beside = [square for square in ((0, 1), (1, 0)) if square in squares]
        return any(naive.open_tour_count(squares, [(0, 0), end]) for end in beside)
    return naive.closed_tour_count(squares, 2 if kind == "double-loop" else 1) > 0


# --- The oracle


@pytest.mark.parametrize(
    ("shape", "tours"), [((5, 6), 8), ((3, 10), 16), ((3, 12), 176), long((5, 8), 44202), ((4, 10), 0), ((5, 5), 0)]
)
def test_the_oracle_counts_the_closed_tours_that_are_known(shape: tuple[int, int], tours: int) -> None:
    assert naive.closed_tour_count(naive.rectangle(*shape)) == tours


@pytest.mark.parametrize(
    ("shape", "directed"), [((3, 4), 16), ((4, 5), 164), long((5, 5), 1728), ((3, 7), 104), ((4, 4), 0), ((1, 2), 0)]
)
def test_the_oracle_counts_the_open_tours_that_are_known(shape: tuple[int, int], directed: int) -> None:
    assert 2 * naive.open_tour_count(naive.rectangle(*shape)) == directed


@pytest.mark.parametrize("shape", [(3, 3), *map(long, ((3, 4), (2, 6), (4, 3)))])
def test_the_oracle_counts_what_a_search_lists_on_every_mask(shape: tuple[int, int]) -> None:
    for bits in range(3, 2 ** (shape[0] * shape[1]), 5):
        squares = naive.mask(bits, *shape)
        covers = list(naive.covers(squares))
        numbers = [len(naive.cycles(naive.moves_of(edges, *shape))) for edges in covers]
        assert [naive.closed_tour_count(squares, number) for number in (1, 2)] == [numbers.count(1), numbers.count(2)]
        if len(squares) > 1:
            ends = [frozenset((walk[0], walk[-1])) for walk in naive.open_tours(squares)]
            assert naive.open_tour_count(squares) == len(ends)
            assert naive.pairs_of_ends(squares) == set(ends)
            one, other = min(squares), max(squares)
            assert naive.open_tour_count(squares, [one]) == sum(one in pair for pair in ends)
            assert naive.open_tour_count(squares, [one, other]) == ends.count(frozenset((one, other)))


# --- The theorems


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", left(SHAPES, [shape for shape in SHAPES if prod(shape) <= 18]))
def test_a_reason_is_given_iff_a_board_of_up_to_40_squares_has_no_tour(shape: tuple[int, int], kind: Kind) -> None:
    """Of the widest boards that have tours one is made instead, since counting them all takes long."""
    for rows, cols in (shape, shape[::-1]):
        reason = rectangle_theorem(rows, cols, kind)
        if reason is None and min(shape) > 4:
            check_kind(rectangle(Board(rows, cols), kind=kind), kind, rows, cols)
        else:
            assert (reason is None) == exists(kind, *shape)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("longest", [10, long(30), very_long(LONGEST)])
def test_every_board_without_a_reason_gets_a_tour(kind: Kind, longest: int) -> None:
    for rows in range(1, longest + 1):
        for cols in range(1, longest + 1):
            if rectangle_theorem(rows, cols, kind) is None:
                check_kind(rectangle(Board(rows, cols), kind=kind), kind, rows, cols)
            else:
                with pytest.raises(NoSuchTour):
                    rectangle(Board(rows, cols), kind=kind)


def test_the_boards_without_a_tour_are_narrow_or_have_an_odd_number_of_squares() -> None:
    """What a reason may be beyond 40 squares: colours; or a board of up to four rows, see the next test."""
    for kind in KINDS:
        for rows in range(5, LONGEST + 1):
            for cols in range(5, LONGEST + 1):
                odd = rows * cols % 2 == 1
                none = {"open": False, "corner": not odd}.get(kind, odd)
                assert (rectangle_theorem(rows, cols, kind) is not None) == none


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows", [1, 2, long(3), long(4)])
def test_narrow_boards_longer_than_40_squares(rows: int, kind: Kind) -> None:
    for cols in range(40 // rows + 1, {1: 43, 2: 26, 3: 24, 4: 13}[rows]):
        assert (rectangle_theorem(rows, cols, kind) is None) == exists(kind, rows, cols)


# --- Ends of open tours


@pytest.mark.parametrize(
    "shape",
    [
        *((3, cols) for cols in range(3, 9)),
        *map(long, ((3, 9), (3, 10), (3, 11), (3, 12), (4, 6), (5, 5))),
        *((4, 4), (4, 5), (2, 7), (1, 5)),
    ],
)
def test_a_reason_is_given_against_two_ends_iff_no_tour_has_them(shape: tuple[int, int]) -> None:
    """On both orientations, in both orders; and against one end only if it has no partner."""
    rows, cols = shape
    pairs = naive.pairs_of_ends(naive.rectangle(rows, cols))
    for start in naive.rectangle(rows, cols):
        if ends_theorem(rows, cols, start) is not None:
            assert not any(start in pair for pair in pairs)
        for end in naive.rectangle(rows, cols) - {start}:
            reasons = (ends_theorem(rows, cols, start, end), ends_theorem(cols, rows, start[::-1], end[::-1]))
            assert [reason is None for reason in reasons] == [{start, end} in pairs] * 2
            assert all(reason is None or "\n" not in reason for reason in reasons)


@pytest.mark.parametrize(
    "shape", left([(5, 7), (5, 8), (5, 10), (5, 11), (5, 12), (6, 6), (6, 7), (7, 7)], [(5, 7), (6, 6)])
)
def test_beyond_colours_a_reason_against_two_ends_is_given_where_there_is_not_even_a_cover(
    shape: tuple[int, int],
) -> None:
    squares = naive.rectangle(*shape)
    odd = len(squares) % 2
    for start in sorted(squares):
        for end in sorted(squares - {start}):
            if start < end and naive.is_light(start) + naive.is_light(end) == 1 + odd:
                none = ends_theorem(*shape, start, end) is not None
                assert none == (not naive.has_cover(squares, (start, end)))


# --- Reasons


@pytest.mark.parametrize(
    ("kind", "source", "shape", "reason"),
    [
        ("closed", "Schwenk 1991", (5, 7), "odd"),
        ("closed", "Schwenk 1991", (4, 9), "side of 1, 2 or 4"),
        ("closed", "Schwenk 1991", (2, 8), "side of 1, 2 or 4"),
        ("closed", "Schwenk 1991", (8, 3), "length 4, 6 and 8"),
        ("closed", "Schwenk 1991", (1, 1), "odd"),
        ("open", "Cull and De Curtins 1978", (2, 9), "side of 1 or 2"),
        ("open", "Conrad et al. 1994", (5, 3), "length 3, 5 and 6"),
        ("open", "Conrad et al. 1994", (4, 4), "side of 4"),
        ("open", "Conrad et al. 1994", (6, 3), "length 3"),
        ("corner", "Lin and Wei 2005", (8, 9), "odd x odd"),
        ("corner", "Lin and Wei 2005", (7, 3), "3 x 7"),
        ("corner", "Lin and Wei 2005", (1, 9), "side of 1"),
        ("stretched", "Lin and Wei 2005", (9, 9), "different colours"),
        ("stretched", "Lin and Wei 2005", (6, 3), "3 x 6"),
        ("stretched", "Lin and Wei 2005", (2, 7), "side of 1 or 2"),
        ("double-loop", "Lin and Wei 2005", (9, 9), "colours"),
        ("double-loop", "Lin and Wei 2005", (10, 3), "3 x 10"),
        ("double-loop", "Lin and Wei 2005", (2, 8), "side of 1 or 2"),
    ],
)
def test_the_reason_names_the_kind_the_board_and_the_theorem(
    kind: Kind, source: str, shape: tuple[int, int], reason: str
) -> None:
    words = rectangle_theorem(*shape, kind)
    assert words is not None
    assert kind.replace("-", " ") in words
    assert f"of {shape[0]} x {shape[1]} exists" in words
    assert source in words
    assert reason in words
    assert "\n" not in words


def test_closed_tours_are_meant_if_no_kind_is_given() -> None:
    assert rectangle_theorem(5, 5) == rectangle_theorem(5, 5, "closed") != rectangle_theorem(5, 5, "open")


def test_an_unknown_kind_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        DestrierError, match=r"\A[^\n]*closed, open, corner, stretched, double-loop or structured, not 'magic'\Z"
    ):
        rectangle_theorem(8, 8, wrong("magic"))


@pytest.mark.parametrize(("rows", "cols"), [(0, 5), (-3, 4), (2.5, 4), (4, "4"), (True, 4)])
def test_sides_that_no_board_has_are_refused(rows: Any, cols: Any) -> None:
    with pytest.raises(DestrierError, match="a board has at least 1 row and 1 column"):
        rectangle_theorem(rows, cols)
    with pytest.raises(DestrierError, match="a board has at least 1 row and 1 column"):
        ends_theorem(rows, cols, (0, 0), (1, 2))


@pytest.mark.parametrize("end", [(0, 0), (9, 9), (-1, 0)])
def test_ends_that_are_no_two_squares_are_refused(end: tuple[int, int]) -> None:
    with pytest.raises(DestrierError, match=r"0,0 twice|is not a square of the 8 x 8 board"):
        ends_theorem(8, 8, (0, 0), end)
