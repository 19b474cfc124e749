"""Cycle covers by flow: found where there is one, and else a certificate that holds."""

from __future__ import annotations

import re

import numpy as np
import pytest
from helpers import naive
from helpers.marks import long
from helpers.tourneys import board_of, squares_of
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.support.errors import NoSuchTour
from destrier.switching.covers import complete_cover, rigid_cycle


def check_cover(
    squares: set[naive.Square], rows: int, cols: int, ends: tuple[naive.Square, ...] = (), key: int = 1
) -> None:
    exists = naive.has_cover(squares, ends)
    try:
        moves = complete_cover(board_of(squares, rows, cols), key=key, ends=(ends[0], ends[1]) if ends else None)
    except NoSuchTour as error:
        assert not exists
        check_certificate(str(error), squares, ends)
    else:
        assert exists
        assert not naive.faulty_squares(moves.tolist(), squares, ends)


def check_certificate(message: str, squares: set[naive.Square], ends: tuple[naive.Square, ...]) -> None:
    """Light squares that want more than the dark squares near them can give, or colours that do not balance."""
    assert "\n" not in message
    demand = {square: 1 if square in ends else 2 for square in squares}
    if counts := re.search(r"it has (\d+) light and (\d+) dark squares", message):
        light = {square for square in squares if naive.is_light(square)}
        assert (int(counts[1]), int(counts[2])) == (len(light), len(squares - light))
        assert sum(demand[s] for s in light) != sum(demand[s] for s in squares - light)
        return
    certificate = re.fullmatch(
        r"no (cycle cover|open tour) of [^:]* exists: the squares "
        r"(?P<wanting>.*) must have (?P<wanted>\d+) moves, but (?P<granted>\d+) is "
        r"all that the squares (?P<granting>.*) may have, and only (?P<elsewhere>\d+) of their moves lead "
        r"anywhere else",
        message,
    )
    assert certificate is not None
    wanted, granted, elsewhere = (int(certificate[name]) for name in ("wanted", "granted", "elsewhere"))
    assert wanted > granted + elsewhere
    if " more" in message:
        return
    wanting, granting = (
        {(int(row), int(col)) for row, col in re.findall(r"(\d+),(\d+)", certificate[name])}
        for name in ("wanting", "granting")
    )
    assert wanting <= {square for square in squares if naive.is_light(square)}
    assert granting <= {square for square in squares if not naive.is_light(square)}
    assert wanted == sum(demand[square] for square in wanting)
    assert granted == sum(demand[square] for square in granting)
    assert elsewhere == sum(len(naive.neighbours(square, squares - granting)) for square in wanting)


@pytest.mark.parametrize("shape", [(3, 3), (2, 6), (4, 3), (3, 4), (1, 5), (5, 2)])
def test_the_oracle_of_covers_agrees_with_listing_them(shape: tuple[int, int]) -> None:
    for bits in range(1, 2 ** (shape[0] * shape[1]), 3):
        squares = naive.mask(bits, *shape)
        assert naive.has_cover(squares) == any(True for _ in naive.covers(squares))


@pytest.mark.parametrize("shape", [long((3, 4)), long((4, 3)), (3, 3), (2, 5), (1, 4)])
def test_every_mask_of_a_small_rectangle(shape: tuple[int, int]) -> None:
    for bits in range(1, 2 ** (shape[0] * shape[1])):
        check_cover(naive.mask(bits, *shape), *shape)


@st.composite
def shapes(draw: st.DrawFn) -> tuple[set[naive.Square], int, int]:
    """A rectangle with some squares missing, as many of each colour."""
    rows, cols = draw(st.integers(3, 10)), draw(st.integers(3, 10))
    lights = sorted(square for square in naive.rectangle(rows, cols) if naive.is_light(square))
    darks = sorted(naive.rectangle(rows, cols) - set(lights))
    holes = draw(st.integers(0, min(6, len(darks) - 1)))
    gone = [*draw(st.permutations(darks))[:holes], *draw(st.permutations(lights))[: holes + len(lights) - len(darks)]]
    return naive.rectangle(rows, cols) - set(gone), rows, cols


@given(shapes(), st.integers(0, 2**62))
def test_shapes(shape: tuple[set[naive.Square], int, int], key: int) -> None:
    check_cover(*shape, key=key)


@pytest.mark.parametrize("side", [5, 6])
@given(bits=st.integers(1, 2**36 - 1), density=st.integers(0, 2**36 - 1))
def test_random_masks(side: int, bits: int, density: int) -> None:
    squares = naive.mask(bits | density, side, side)
    if squares:
        check_cover(squares, side, side)


@given(shapes(), st.data())
def test_shapes_with_ends(shape: tuple[set[naive.Square], int, int], data: st.DataObject) -> None:
    squares, rows, cols = shape
    ends = data.draw(st.permutations(sorted(squares)))[:2]
    check_cover(squares, rows, cols, (ends[0], ends[1]))


def test_all_pairs_of_ends_of_some_small_boards() -> None:
    for rows, cols in ((3, 4), (4, 4), (3, 5), (5, 5)):
        squares = naive.rectangle(rows, cols)
        for start in sorted(squares):
            for end in sorted(squares - {start}):
                check_cover(squares, rows, cols, (start, end))


@given(shapes(), st.integers(0, 2**62), st.data())
def test_a_partial_cover_is_completed(shape: tuple[set[naive.Square], int, int], key: int, data: st.DataObject) -> None:
    squares, rows, cols = shape
    if not naive.has_cover(squares):
        return
    edges = [
        frozenset((square, other))
        for square in sorted(squares)
        for other in naive.neighbours(square, squares)
        if square < other
    ]
    degree = dict.fromkeys(squares, 0)
    partial = []
    for edge in data.draw(st.permutations(edges))[: data.draw(st.integers(0, len(edges)))]:
        if all(degree[square] < 2 for square in edge):
            partial.append(edge)
            for square in edge:
                degree[square] += 1
    start = np.array(naive.moves_of(partial, rows, cols), np.uint8)
    moves = complete_cover(board_of(squares, rows, cols), key=key, partial=start)
    assert naive.is_tourney(moves.tolist(), squares)


@pytest.mark.parametrize("shape", [(4, 4), (6, 7), (3, 64), (20, 20)])
def test_covers_depend_on_the_seed_alone(shape: tuple[int, int]) -> None:
    def cover(seed: int) -> dt.Tourney:
        return dt.tourney(*shape, algorithm="two-factor", seed=seed)

    assert cover(5) == cover(5)
    assert len({cover(seed) for seed in range(20)}) > 1 or shape == (4, 4)


# A square with one move only; a square that all its neighbours would have to share with others.
@pytest.mark.parametrize(
    "text",
    ["####\n####\n#..#", "#.#\n.#.\n#.#", "##", "###\n###\n###", "######\n######\n######", "##########\n##########"],
)
def test_certificates(text: str) -> None:
    board = Board.from_text(text)
    squares = squares_of(board)
    assert not naive.has_cover(squares)
    check_cover(squares, *board.shape)
    with pytest.raises(NoSuchTour, match=r"\Ano [^\n]*\Z"):
        dt.tourney(board, algorithm="two-factor")


@pytest.mark.parametrize(
    "board", [Board(6, 6), Board(5, 6), Board(3, 10), Board(10, 10, leaper=(2, 3)), Board(9, 10, leaper=(1, 4))]
)
def test_a_board_with_a_tour_has_no_rigid_cycle(board: Board) -> None:
    for key in range(5):
        assert rigid_cycle(board, complete_cover(board, key=key)) is None


def test_a_rigid_cycle_is_in_every_cover() -> None:
    """The covers are drawn by another search, along walks in the move graph."""
    board = Board(12, 12, leaper=(2, 3))
    cycle = rigid_cycle(board, complete_cover(board, key=1))
    assert cycle is not None
    wanted = set(map(frozenset, zip(cycle.tolist(), np.roll(cycle, -1).tolist(), strict=True)))
    for seed in range(20):
        made = dt.tourney(board, algorithm="move-graph", seed=seed)
        cycles = [set(map(frozenset, zip(c, np.roll(c, -1).tolist(), strict=True))) for c in made.cycle_indices()]
        assert wanted in cycles
