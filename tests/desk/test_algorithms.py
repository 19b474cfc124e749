"""Generators: every board of their claim gives a sound tourney or tour, of the right number of cycles."""

from __future__ import annotations

import re

import numpy as np
import pytest
from helpers import naive
from helpers.kinds import degrees_of
from helpers.marks import very_long
from helpers.tourneys import squares_of
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.core.request import Request
from destrier.core.tourney import Tour, Tourney
from destrier.desk.algorithms import ALGORITHMS
from destrier.desk.register import why_not
from destrier.desk.tour import source_of
from destrier.makers.ties import graph_of, rule_of
from destrier.makers.warnsdorff import _walk_cycles, warnsdorff
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

EVEN = range(6, 121, 2)
SETTLED = range(6, 25, 2)
"""The network takes as long as the square of the board."""
TOURNEYS = [name for name, row in ALGORITHMS.items() if row.makes_tourneys]

BRAIDS = {
    8: [
        [0, 10, 4, 14, 31, 46, 63, 53, 59, 49, 32, 17],
        [1, 11, 5, 15, 30, 47, 62, 52, 58, 48, 33, 16],
        [2, 12, 6, 23, 38, 55, 61, 51, 57, 40, 25, 8],
        [3, 13, 7, 22, 39, 54, 60, 50, 56, 41, 24, 9],
        [18, 28, 45, 35],
        [19, 29, 44, 34],
        [20, 26, 43, 37],
        [21, 27, 42, 36],
    ],
    10: [
        [0, 12, 4, 16, 8, 29, 48, 69, 88, 96, 84, 92, 80, 61, 40, 21],
        [1, 13, 5, 17, 9, 28, 49, 68, 89, 97, 85, 93, 81, 60, 41, 20],
        [2, 14, 6, 18, 39, 58, 79, 98, 86, 94, 82, 90, 71, 50, 31, 10],
        [3, 15, 7, 19, 38, 59, 78, 99, 87, 95, 83, 91, 70, 51, 30, 11],
        [22, 34, 26, 47, 66, 74, 62, 43],
        [23, 42, 63, 75, 67, 55, 76, 57, 36, 24, 32, 53, 72, 64, 45, 37, 25, 33, 52, 73, 54, 46, 27, 35],
        [44, 56, 77, 65],
    ],
}


def check(tourney: Tourney, shape: tuple[int, int], cycles: int | None = None) -> None:
    """Sound, with as many cycles as a walk finds."""
    moves = tourney.moves
    assert moves.shape == shape
    assert (degrees_of(moves) == 2).all()
    found = naive.cycle_count(moves.tolist())
    assert tourney.cycle_count == found
    assert isinstance(tourney, Tour) <= (found == 1)
    assert cycles in (None, found)


def takes(algorithm: str, rows: int, cols: int) -> bool:
    """Whether there is a tourney; by the papers' claims, or else by what the algorithm says."""
    even = rows % 2 == cols % 2 == 0
    return {
        "concentric-braid": even and min(rows, cols) >= 4,
        "divide-and-conquer": even and min(rows, cols) >= 6 and abs(rows - cols) <= 2,
        "four-cover": rows % 4 == cols % 4 == 0,
    }.get(algorithm, _accepts(algorithm, rows, cols))


def _accepts(algorithm: str, rows: int, cols: int) -> bool:
    if why_not(ALGORITHMS[algorithm], Request(board=Board(rows, cols), algorithm=algorithm)):
        return False
    return rows * cols > 64 or naive.has_cover(naive.rectangle(rows, cols))


def is_fixed(algorithm: str) -> bool:
    """Whether it makes the same tour whatever the seed; cycles are joined at random."""
    return ALGORITHMS[algorithm].makes_tours and not ALGORITHMS[algorithm].random


def sides_of(algorithm: str) -> range:
    return SETTLED if algorithm == "takefuji-lee" else EVEN


# --- Every even side


@pytest.mark.parametrize("algorithm", TOURNEYS)
@pytest.mark.parametrize("seeds", [1, very_long(10)])
def test_tourneys_of_every_even_side(algorithm: str, seeds: int) -> None:
    for n in sides_of(algorithm):
        if takes(algorithm, n, n):
            for seed in range(seeds if ALGORITHMS[algorithm].random else 1):
                check(dt.tourney(n, n, algorithm=algorithm, seed=seed), (n, n))


@pytest.mark.parametrize("algorithm", [name for name in TOURNEYS if name not in ("divide-and-conquer", "rectangle")])
@pytest.mark.parametrize("seeds", [1, very_long(10)])
def test_tours_of_every_even_side(algorithm: str, seeds: int) -> None:
    for n in sides_of(algorithm):
        if takes(algorithm, n, n):
            for seed in range(seeds):
                check(dt.tour(n, n, algorithm=algorithm, seed=seed), (n, n), 1)


@pytest.mark.parametrize("more", [0, 2])
def test_divide_and_conquer_tours_of_every_even_side(more: int) -> None:
    for n in EVEN:
        for shape in {(n, n + more), (n + more, n)}:
            check(dt.tour(*shape, algorithm="divide-and-conquer"), shape, 1)
            check(dt.tourney(*shape, algorithm="divide-and-conquer"), shape)


# --- Rectangles and numbers of cycles


def test_braids_of_rectangles() -> None:
    for rows in range(4, 41, 2):
        for cols in range(4, 41, 2):
            check(dt.tourney(rows, cols, algorithm="concentric-braid"), (rows, cols))


def test_four_covers_of_rectangles() -> None:
    for rows in range(4, 41, 4):
        for cols in range(4, 41, 4):
            check(dt.tourney(rows, cols, algorithm="four-cover"), (rows, cols), rows * cols // 4)


@pytest.mark.parametrize("n", [4, 6, 8, 10, 12, 14, 50, 64, 66, 126, 128, 130])
def test_sizes_of_braids(n: int) -> None:
    check(dt.tourney(n, n, algorithm="concentric-braid"), (n, n), n if n % 4 == 0 else n - 3)


@pytest.mark.parametrize("n", BRAIDS)
def test_published_braids(n: int) -> None:
    braid = dt.tourney(n, n, algorithm="concentric-braid")
    published = {
        edge for cycle in BRAIDS[n] for edge in naive.edges_of_walk([divmod(s, n) for s in cycle], closed=True)
    }
    assert naive.edges(braid.moves.tolist()) == published


@pytest.mark.parametrize(("n", "cycles"), [(10, 1), (12, 4), (22, 7), (24, 16), (48, 64)])
def test_parts_of_divide_and_conquer(n: int, cycles: int) -> None:
    check(dt.tourney(n, n, algorithm="divide-and-conquer"), (n, n), cycles)


@given(rows=st.integers(3, 40), cols=st.integers(3, 40), seed=st.integers(0, 10**9))
@pytest.mark.parametrize("algorithm", ["two-factor", "warnsdorff"])
def test_random_rectangles(algorithm: str, rows: int, cols: int, seed: int) -> None:
    exists = naive.has_cover(naive.rectangle(rows, cols)) if rows * cols <= 200 else rows * cols % 2 == 0
    if exists:
        check(dt.tourney(rows, cols, algorithm=algorithm, seed=seed), (rows, cols))
    else:
        with pytest.raises(NoSuchTour):
            dt.tourney(rows, cols, algorithm=algorithm, seed=seed)


# --- Warnsdorff


@pytest.mark.parametrize("walks", [1, 2, 100])
@pytest.mark.parametrize("shape", [(6, 6), (5, 8), (3, 10), (20, 20), (7, 62)])
def test_warnsdorff_completes_its_last_walk(walks: int, shape: tuple[int, int]) -> None:
    for seed in range(10):
        check(warnsdorff(Board(*shape), seed=seed, walks=walks), shape, 1)


@pytest.mark.parametrize("shape", [(20, 20), (7, 62), (40, 40)])
def test_closed_walks_of_warnsdorff_have_six_squares_at_least(shape: tuple[int, int]) -> None:
    """Before the walks that failed are completed."""
    for key in range(20):
        moves = np.zeros(shape, np.uint8)
        board = Board(*shape)
        _walk_cycles(graph_of(board), rule_of(board, "random"), moves.ravel(), np.uint64(key), 1)
        walks = [len(walk) for walk, closed in naive.walked_moves(moves.tolist()) if closed]
        assert min(walks) >= 6


@pytest.mark.parametrize("algorithm", ["takefuji-lee", "two-factor", "warnsdorff"])
@pytest.mark.parametrize(
    "text", ["######\n" * 2 + "##..##\n" * 2 + "######\n" * 2, "###\n#.#\n###", ".##.\n####\n####\n.##."]
)
def test_shapes(algorithm: str, text: str) -> None:
    board = Board.from_text(text)
    squares = squares_of(board)
    for seed in range(10):
        if naive.has_cover(squares):
            tourney = dt.tourney(board, algorithm=algorithm, seed=seed)
            assert naive.is_tourney(tourney.moves.tolist(), squares, tourney.cycle_count)
        else:
            with pytest.raises(NoSuchTour):
                dt.tourney(board, algorithm=algorithm, seed=seed)


# --- The table, seeds and refusals


@pytest.mark.parametrize("algorithm", TOURNEYS)
def test_seeds(algorithm: str) -> None:
    tourneys = {dt.tourney(12, 12, algorithm=algorithm, seed=seed) for seed in range(10)}
    assert len(tourneys) == (10 if ALGORITHMS[algorithm].random else 1)
    assert dt.tourney(12, 12, algorithm=algorithm, seed=3) == dt.tourney(12, 12, algorithm=algorithm, seed=3)
    tours = {dt.tour(12, 12, algorithm=algorithm, seed=seed) for seed in range(10)}
    assert (len(tours) == 1) == is_fixed(algorithm)


@pytest.mark.parametrize("algorithm", ["concentric-braid", "divide-and-conquer", "four-cover"])
def test_boards_that_are_not_taken(algorithm: str) -> None:
    """The message says which boards are taken, and what takes the others."""
    for rows in range(1, 17):
        for cols in range(1, 17):
            if takes(algorithm, rows, cols):
                check(dt.tourney(rows, cols, algorithm=algorithm), (rows, cols))
            elif rows * cols % 2:
                with pytest.raises(NoSuchTour, match=r"\A[^\n]*light and [^\n]*dark squares[^\n]*\Z"):
                    dt.tourney(rows, cols, algorithm=algorithm)
            else:
                expected = rf"\A{algorithm} takes [^\n]*, not {rows} x {cols}; two-factor takes every \w+\Z"
                with pytest.raises(UnsupportedBoard, match=expected):
                    dt.tourney(rows, cols, algorithm=algorithm)


@pytest.mark.parametrize("algorithm", ["concentric-braid", "divide-and-conquer", "four-cover"])
def test_shapes_that_are_not_taken(algorithm: str) -> None:
    board = Board.from_text("########\n" * 7 + "######..")
    for make in (dt.tourney, dt.tour):
        with pytest.raises(UnsupportedBoard, match="8 x 8 with 2 squares missing; two-factor"):
            make(board, algorithm=algorithm)


def test_unknown_algorithms_are_named_with_those_there_are() -> None:
    with pytest.raises(DestrierError, match=re.escape(f"no algorithm 'magic'; there are {', '.join(ALGORITHMS)}")):
        dt.tour(8, 8, algorithm="magic")


def test_the_table() -> None:
    assert set(ALGORITHMS) >= {
        "annealing",
        "concentric-braid",
        "divide-and-conquer",
        "formation",
        "four-cover",
        "interleaved",
        "move-graph",
        "rectangle",
        "tame",
        "transfer-matrix",
        "takefuji-lee",
        "two-factor",
        "warnsdorff",
    }
    for name, row in ALGORITHMS.items():
        assert row.name == name
        assert row.boards
        assert row.source
        assert row.yields in ("tour", "tourney", "tour, tourney")
        made = source_of(name, row.example, 1)
        assert made.board == row.example
        assert naive.is_tourney(made.moves.tolist(), squares_of(made.board), made.cycle_count)
        assert made.cycle_count == 1 or row.makes_tourneys
