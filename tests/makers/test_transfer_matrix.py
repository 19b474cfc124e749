"""Narrow boards, exactly: a tour where the oracle counts some, and `None` where it counts none."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import naive
from helpers.kinds import check_kind
from helpers.marks import exhaustive, long, very_long
from helpers.tourneys import board_of
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.makers.transfer_matrix import solve, transfer_matrix
from destrier.proofs.rectangles import KINDS, rectangle_theorem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.core.choices import Kind


def check(
    squares: set[naive.Square],
    shape: tuple[int, int],
    *,
    ends: Sequence[naive.Square] | None = None,
    components: int = 1,
    key: int | None = None,
) -> bool:
    """Whether there is a tour, after all has been compared, of the board and of its transpose."""
    count = naive.closed_tour_count(squares, components) if ends is None else naive.open_tour_count(squares, ends)
    for transposed in (False, True):
        rows, cols = shape[::-1] if transposed else shape
        turned = {square[::-1] if transposed else square for square in squares}
        given = None if ends is None else tuple(end[::-1] if transposed else end for end in ends)
        moves = solve(board_of(turned, rows, cols), ends=given, components=components, key=key)
        assert (moves is not None) == (count > 0)
        if moves is None:
            continue
        assert moves.shape == (rows, cols)
        assert moves.dtype == np.uint8
        grid = moves.tolist()
        if given is None:
            assert naive.is_tourney(grid, turned, components)
        else:
            found = [square for square in turned if len(naive.moves_at(grid, square)) == 1]
            assert set(given) <= set(found)
            assert naive.is_open_tour(grid, turned, found)
    return count > 0


@pytest.mark.parametrize("shape", [(2, 4), (1, 4), *map(long, ((3, 3), (2, 6), (3, 4)))])
def test_every_mask_of_a_small_rectangle(shape: tuple[int, int]) -> None:
    found = 0
    for bits in range(1, 2 ** (shape[0] * shape[1])):
        squares = naive.mask(bits, *shape)
        found += check(squares, shape)
        if len(squares) > 1:
            found += check(squares, shape, ends=[])
            found += check(squares, shape, components=2)
    assert found > 0 or shape == (1, 4)


def samples(rows: int, columns: Sequence[int], missing: int, number: int) -> list[tuple[set[naive.Square], int, int]]:
    """Boards without some random squares: equally many of either colour, or one more of one."""
    draw = random.Random(f"{rows} {columns} {missing}")
    found = []
    for _ in range(number):
        cols = draw.choice(columns)
        squares = naive.rectangle(rows, cols)
        light = sorted(filter(naive.is_light, squares))
        gone = draw.randint(0, missing)
        gone_light, gone_dark = draw.sample(light, gone), draw.sample(sorted(squares - set(light)), gone)
        found.append((squares - set(gone_light) - set(gone_dark[: draw.choice([gone, max(gone - 1, 0)])]), rows, cols))
    return found


SAMPLES = [*samples(3, (4, 5, 6, 7, 8, 10), 3, 150), *samples(4, (4, 5, 6), 5, 120)]


def test_closed_tours_of_shapes() -> None:
    outcomes = [check(squares, (rows, cols), key=7) for squares, rows, cols in SAMPLES]
    assert min(outcomes.count(True), outcomes.count(False)) > 3


def test_covers_of_shapes_by_two_cycles() -> None:
    outcomes = [check(squares, (rows, cols), components=2, key=7) for squares, rows, cols in SAMPLES]
    assert min(outcomes.count(True), outcomes.count(False)) > 3


@pytest.mark.parametrize("given_ends", [0, long(1), long(2)])
def test_open_tours_of_shapes(given_ends: int) -> None:
    draw = random.Random(given_ends)
    outcomes = [
        check(squares, (rows, cols), ends=draw.sample(sorted(squares), given_ends), key=7)
        for squares, rows, cols in SAMPLES[:: 3 if given_ends else 16]
    ]
    assert set(outcomes) == {False, True}


@given(st.integers(1, 2**24 - 1), st.integers(0, 2**24 - 1), st.sampled_from([None, 0, 1, 2]), st.integers(1, 2))
def test_random_masks(bits: int, more: int, given_ends: int | None, components: int) -> None:
    squares = naive.mask(bits | more, 4, 6)
    if given_ends is None or len(squares) < 2:
        check(squares, (4, 6), components=components)
    else:
        check(squares, (4, 6), ends=sorted(squares, key=hash)[:given_ends])


@pytest.mark.parametrize("shape", [(3, 4), (3, 5), long((4, 5)), long((3, 7))])
def test_open_tours_between_every_two_squares(shape: tuple[int, int]) -> None:
    squares = naive.rectangle(*shape)
    pairs = naive.pairs_of_ends(squares)
    for start in squares:
        for end in squares - {start}:
            moves = solve(Board(*shape), ends=(start, end))
            assert (moves is not None) == ({start, end} in pairs)
            assert moves is None or naive.is_open_tour(moves.tolist(), squares, (start, end))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("widest", [4, long(7), very_long(13)])
def test_rectangles_of_every_kind(kind: Kind, widest: int) -> None:
    for narrow in range(1, 5):
        for wide in range(narrow, widest + 1):
            for rows, cols in ((narrow, wide), (wide, narrow)):
                if kind == "stretched" and narrow == 1:  # no corner has squares on both sides
                    continue
                if rectangle_theorem(rows, cols, kind) is None:
                    check_kind(transfer_matrix(Board(rows, cols), kind=kind, seed=wide), kind, rows, cols)
                else:
                    with pytest.raises(dt.NoSuchTour, match=rf"\Ano {kind} tour of [^\n]* exists: [^\n]*\Z"):
                        transfer_matrix(Board(rows, cols), kind=kind)


@pytest.mark.parametrize(
    ("shape", "ends", "count"), [((3, 10), None, 16), ((10, 3), None, 16), ((3, 4), (), 8), ((3, 4), ((0, 0),), 2)]
)
def test_keys_reach_all_tours(shape: tuple[int, int], ends: tuple[naive.Square, ...] | None, count: int) -> None:
    found = {
        bytes(moves) for key in range(count * 25) if (moves := solve(Board(*shape), ends=ends, key=key)) is not None
    }
    assert len(found) == count


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(3, 11), long((4, 7)), long((14, 3))])
def test_seeds_give_different_tours_and_each_the_same_again(shape: tuple[int, int], kind: Kind) -> None:
    if rectangle_theorem(*shape, kind) is None:
        tours = [transfer_matrix(Board(*shape), kind=kind, seed=seed) for seed in range(10)]
        assert len(set(tours)) > 5
        assert tours == [transfer_matrix(Board(*shape), kind=kind, seed=seed) for seed in range(10)]


@exhaustive
@pytest.mark.parametrize(
    ("shape", "kind"),
    [very_long((4, 2000), "open"), ((2000, 4), "stretched"), ((3, 2000), "closed"), ((3, 2001), "corner")],
)
def test_long_boards(shape: tuple[int, int], kind: Kind) -> None:
    check_kind(transfer_matrix(Board(*shape), kind=kind, seed=1), kind, *shape)


@exhaustive
def test_a_long_board_with_a_hole() -> None:
    squares = naive.rectangle(4, 300) - {(0, 150), (3, 150)}
    moves = solve(board_of(squares, 4, 300), key=2)
    assert moves is not None
    assert np.array_equal(np.bitwise_count(moves) > 0, board_of(squares, 4, 300).present)
    assert {(row, col) for cycle in naive.cycles(moves.tolist()) for row, col in cycle} == squares
    assert naive.cycle_count(moves.tolist()) == 1


def test_wider_boards_are_refused() -> None:
    with pytest.raises(dt.UnsupportedBoard, match=r"\Atransfer-matrix takes boards with at most 4 rows or columns, "):
        transfer_matrix(Board(5, 5), kind="open")
    with pytest.raises(ValueError, match="at most 4 rows or columns"):
        solve(Board(5, 5))


def test_the_given_ends_are_named_where_there_is_no_tour() -> None:
    with pytest.raises(dt.NoSuchTour, match=r"\Ano open tour of 3 x 4 between 1,1 and 1,2 exists: "):
        transfer_matrix(Board(3, 4), kind="open", ends=((1, 1), (1, 2)))
