"""Tours in formation: one cycle on every board that is taken, with the turns and crossings that were counted before."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner
from helpers import naive
from helpers.marks import exhaustive, left, long
from helpers.wrong import wrong
from hypothesis import given, settings
from hypothesis import strategies as st

import destrier as dt
from destrier.cli import commands
from destrier.core.board import Board
from destrier.core.tourney import Tour, Tourney
from destrier.desk.order import TourOrder
from destrier.patterns import lookups as looking_up
from destrier.patterns.formation.fit import HEELS
from destrier.patterns.formation.orientation import pattern
from destrier.patterns.formation.quartet import FAR_JUNCTIONS, switch
from destrier.patterns.mosaic import lay
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from destrier.core.choices import Goal, Heel, Kind

HEEL_COUNTS: dict[Heel, tuple[int, int]] = {
    "formation": (22, 32),
    "turns": (21, 31),
    "crossings": (22, 28),
    "both": (21, 27),
}
"""Turns and crossings every eight columns."""

SQUARES: dict[Heel, dict[int, tuple[float, float]]] = {
    "formation": {0: (-14, 0), 2: (-23, -18), 4: (-19, -11), 6: (-22, -16)},
    "turns": {0: (-10, 4), 2: (-20.5, -15.5), 4: (-16, -8), 6: (-20.5, -14.5)},
    "crossings": {0: (-14, 16), 2: (-23, -8), 4: (-19, 1), 6: (-22, -10)},
    "both": {0: (-10, 20), 2: (-20.5, -5.5), 4: (-16, 4), 6: (-20.5, -8.5)},
}
"""Turns and crossings of n x n beyond 4 n and 5 n at the sides and those of the heels, by n mod 8; as were counted by
another program."""

RECTANGLES = """
12 16: 122 122, 188 188 188 188
13 16: 139 139, 206 206 206 206
15 20: 155 153, 228 226 220 218
37 50: 411 402, 584 575 548 539
14 22: 155 151, 230 226 214 210
12 22: 146 143, 218 215 206 203
16 24: 182 180, 272 270 264 262
50 100: 726 704, 1036 1014 948 926
100 50: 659 649, 892 882 852 842
100 200: 1486 1440, 2100 2054 1916 1870
200 100: 1331 1309, 1789 1767 1701 1679
60 300: 1871 1799, 2689 2617 2401 2329
14 16: 129 128, 193 192 189 188
15 16: 136 136, 200 200 200 200
12 18: 131 129, 196 194 188 186
13 18: 139 138, 208 207 204 203
12 20: 139 137, 209 207 201 199
30 38: 307 299, 438 430 406 398
38 30: 295 289, 414 408 390 384
30 52: 382 372, 552 542 512 502
41 40: 383 377, 538 532 514 508
43 42: 382 375, 541 534 513 506
33 64: 483 471, 690 678 642 630
"""
"""Rows and columns: turns with the heels `formation` and `turns`, crossings with all four; counted likewise."""


def made(rows: int, cols: int, heel: Heel) -> Tourney:
    """A checked copy."""
    tour = dt.tour(rows, cols, algorithm="formation", heel=heel)
    assert isinstance(tour, Tour)
    checked = Tourney(tour.moves, Board(rows, cols))
    assert checked.cycle_count == 1
    return checked


def counted(rows: int, cols: int, heel: Heel) -> tuple[int, int]:
    tour = made(rows, cols, heel)
    return dt.turns(tour), dt.crossings(tour)


def upright(rows: int, cols: int, heel: Heel) -> tuple[int, int]:
    """Turns and crossings of the construction on the board as it stands, checked."""
    moves = np.empty((rows, cols), np.uint8)
    lay(pattern(rows, cols, heel), moves)
    tour = Tourney(moves, Board(rows, cols))
    assert tour.cycle_count == 1
    return dt.turns(tour), dt.crossings(tour)


@pytest.mark.parametrize("heel", HEELS)
@pytest.mark.parametrize("longest", [24, long(48)])
def test_every_small_board(heel: Heel, longest: int) -> None:
    for cols in range(16, longest + 1, 2):
        for rows in range(10, longest + 1):
            made(rows, cols, heel)


@given(width=st.integers(8, 150), height=st.integers(12, 300), heel=st.sampled_from(HEELS), turned=st.booleans())
def test_larger_boards(width: int, height: int, heel: Heel, *, turned: bool) -> None:
    made(*((2 * width, height) if turned else (height, 2 * width)), heel)


@pytest.mark.parametrize("heel", HEELS)
@pytest.mark.parametrize(
    "shape",
    left([(10, 10), (11, 12), (12, 16), (15, 14), (16, 13), (33, 18), (24, 40)], [(10, 10), (11, 12), (15, 14)]),
)
def test_tours_by_the_naive_walk(shape: tuple[int, int], heel: Heel) -> None:
    grid = made(*shape, heel).moves.tolist()
    assert naive.is_closed_tour(grid, naive.rectangle(*shape))
    assert (naive.turns(grid), naive.crossings(grid)) == counted(*shape, heel)


@pytest.mark.parametrize("heel", HEELS)
@pytest.mark.parametrize("most", [24, long(50)])
def test_one_junction_for_the_top_right_corner(heel: Heel, most: int) -> None:
    """It stands there upright, or in another corner of the transposed board."""
    junction = np.zeros((12, 16), np.uint8)
    for path in FAR_JUNCTIONS[0, 3]:
        switch(junction, path)
    for rows in range(13, most):
        for cols in range(24, most + 24, 2):
            moves = np.empty((rows, cols), np.uint8)
            lay(pattern(rows, cols, heel, "one"), moves)
            assert Tourney(moves, Board(rows, cols)).cycle_count == 1
            assert np.array_equal(moves[:12, -16:] & junction, junction)


@exhaustive
@given(width=st.integers(12, 60), height=st.integers(13, 100), turned=st.booleans())
def test_one_junction_on_larger_boards(width: int, height: int, *, turned: bool) -> None:
    sides = (2 * width, height) if turned else (height, 2 * width)
    tour = dt.tour(*sides, junctions="one")
    assert np.array_equal(Tourney(tour.moves, tour.board).order(), tour.order())
    four = dt.tour(*sides, junctions="four")
    assert np.array_equal(four.moves, dt.tour(*sides, algorithm="formation").moves)
    if not turned and height % 2 and (width + height - 1) % 4 == 0:
        assert np.array_equal(tour.moves, four.moves)


# --- Turns and crossings


@pytest.mark.parametrize("heel", HEELS)
def test_counts_on_squares(heel: Heel) -> None:
    turns, crossings = HEEL_COUNTS[heel]
    for n in (*range(16, 201, 2), 400):
        more_turns, more_crossings = SQUARES[heel][n % 8]
        expected = (4 + turns / 4) * n + more_turns, (5 + crossings / 4) * n + more_crossings
        assert counted(n, n, heel) == expected


@pytest.mark.parametrize("row", RECTANGLES.strip().splitlines())
def test_counts_on_rectangles(row: str) -> None:
    shape, turns, crossings = row.replace(":", ",").split(", ")
    rows, cols = map(int, shape.split())
    by_heel = zip(HEELS, 2 * turns.split(), crossings.split(), strict=True)
    for heel, expected_turns, expected_crossings in by_heel:
        assert upright(rows, cols, heel) == (int(expected_turns), int(expected_crossings))


@pytest.mark.parametrize("heel", HEELS)
def test_four_rows_or_eight_columns_more(heel: Heel) -> None:
    """They add two turns at the sides, or two heels."""
    turns, crossings = HEEL_COUNTS[heel]
    for rows in range(20, 28):
        for cols in range(32, 48, 2):
            here = np.array(upright(rows, cols, heel))
            assert tuple(upright(rows + 4, cols, heel) - here) == (16, 20)
            assert tuple(upright(rows, cols + 8, heel) - here) == (2 * turns, 2 * crossings)


@pytest.mark.parametrize("heel", HEELS)
def test_the_tour_is_the_better_of_two(heel: Heel) -> None:
    """The construction on the board or on its transpose: whichever has fewer turns."""
    for rows in (10, 16, 20, 30, 38):
        for cols in range(10, 60, 2):
            assert counted(rows, cols, heel)[0] == min(
                upright(*sides, heel)[0] for sides in ((rows, cols), (cols, rows))
            )
    assert counted(100, 200, "formation")[0] == counted(200, 100, "formation")[0] == 1331


@pytest.mark.parametrize("kind", ["closed", "corner"])
@pytest.mark.parametrize("goal", ["turns", "crossings"])
def test_a_board_and_its_transpose_have_as_few(kind: Kind, goal: Goal) -> None:
    measure = {"turns": dt.turns, "crossings": dt.crossings}[goal]
    for low in (16, 20, 21, 29):
        for high in range(low + 2, 60, 2):
            if (kind == "corner") == (low % 2 == 1):
                tours = [
                    dt.tour(*sides, algorithm="formation", kind=kind, minimize=goal)
                    for sides in ((low, high), (high, low))
                ]
                assert measure(tours[0]) == measure(tours[1]), (low, high)


@pytest.mark.parametrize("goal", ["turns", "crossings"])
def test_the_heel_with_fewest(goal: Goal) -> None:
    for shape in ((18, 18), (12, 20), (50, 50), (31, 100)):
        tour = dt.tour(*shape, algorithm="formation", minimize=goal)
        measure = {"turns": dt.turns, "crossings": dt.crossings}[goal]
        assert measure(tour) == min(measure(dt.tour(*shape, heel=heel)) for heel in HEELS)


# --- Requests and refusals


def test_the_heel_of_the_formation_is_the_default() -> None:
    assert dt.tour(20, 20, algorithm="formation") == dt.tour(20, 20, heel="formation")


def test_it_is_hidden_only_if_asked() -> None:
    hidden = dt.tour(20, 20, algorithm="formation", heel="both", obfuscate=True, seed=1)
    assert dt.turns(hidden) > 2 * dt.turns(dt.tour(20, 20, heel="both"))


@pytest.mark.parametrize("shape", [(40, 40), (21, 40), (40, 21), (12, 16)])
def test_out_is_filled(shape: tuple[int, int]) -> None:
    out = np.zeros(shape, np.uint8)
    tour = dt.tour(*shape, algorithm="formation", out=out)
    assert np.shares_memory(tour.moves, out)
    assert tour == dt.tour(*shape, algorithm="formation")


def test_odd_columns_are_the_rows_of_the_transposed_board() -> None:
    assert dt.tour(20, 33, heel="turns") == dt.tour(33, 20, heel="turns").transformed("transpose")


def taken(height: int, width: int) -> bool:
    fits = {10: height % 2 == 0, 12: height % 4 != 1, 14: height % 4 != 1}.get(width, width >= 16)
    return width % 2 == 0 and height >= 10 and fits


def test_which_boards_are_taken() -> None:
    """The others are told which, and what takes them."""
    for rows in range(5, 31):
        for cols in range(5, 31):
            if taken(rows, cols) or (cols % 2 and taken(cols, rows)):
                for heel in HEELS:
                    made(rows, cols, heel)
            elif rows * cols % 2:
                with pytest.raises(NoSuchTour):
                    dt.tour(rows, cols, algorithm="formation")
            else:
                message = rf"\Aformation takes boards with [^\n]*, not {rows} x {cols}; two-factor takes every shape\Z"
                with pytest.raises(UnsupportedBoard, match=message):
                    dt.tour(rows, cols, algorithm="formation")


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"heel": "toe"}, r"heel is one of formation, turns, crossings, both, not 'toe'"),
        (
            {"algorithm": "formation", "minimize": "time"},
            r"minimize is one of turns, crossings, both, blend, rails, not 'time'",
        ),
        ({"heel": "turns", "minimize": "turns"}, r"give heel or minimize, which chooses the heel, not both"),
        ({"algorithm": "rectangle", "heel": "turns"}, r"rectangle takes no heel: formation takes heel"),
        (
            {"kind": "open", "heel": "turns"},
            r"formation makes closed and corner tours; without heel, rectangle makes every kind",
        ),
        (
            {"symmetry": "central", "heel": "turns", "algorithm": "formation"},
            r"formation makes tours with quarter symmetry, not central",
        ),
        ({"junctions": "two"}, r"junctions is one of four, one, not 'two'"),
        (
            {"symmetry": "quarter", "junctions": "one"},
            r"junctions are those of a knight's tour of a flat board without symmetry: leave out junctions or symmetry",
        ),
    ],
)
def test_requests_that_are_refused(request_: dict[str, str], message: str) -> None:
    with pytest.raises(DestrierError, match=rf"\A{message}\Z"):
        dt.tour(20, 20, **wrong(request_))


@pytest.mark.parametrize("sides", [(12, 24), (22, 20), (12, 13)])
def test_boards_that_are_too_small_for_one_junction(sides: tuple[int, int]) -> None:
    rows, cols = sides
    others = "" if cols == 13 else ", on which four fit: leave out junctions"
    message = (
        r"\Aformation with one junction takes boards with an even side >= 24 and the other >= 13, "
        rf"not {rows} x {cols}{others}\Z"
    )
    with pytest.raises(UnsupportedBoard, match=message):
        dt.tour(*sides, junctions="one")


def test_boards_with_missing_squares_are_refused() -> None:
    board = Board.from_text("#" * 16 + "\n" + ("#" * 16 + "\n") * 14 + "#" * 14)
    with pytest.raises(UnsupportedBoard, match="not 16 x 16 with 2 squares missing; two-factor"):
        dt.tour(board, algorithm="formation")


@pytest.mark.parametrize("options", [["--heel", "turns"], ["--minimize", "crossings"]])
def test_the_command_line(options: list[str]) -> None:
    result = CliRunner().invoke(commands, ["tour", "12", "16", "--algorithm", "formation", *options])
    assert result.exit_code == 0
    order = np.argsort(np.array(result.stdout.split(), int))
    heel: Heel = "turns" if "--heel" in options else "both"
    assert Tour.from_order(order, Board(12, 16)) == dt.tour(12, 16, heel=heel)


# --- Positions and squares


def check_order(rows: int, cols: int, heel: Heel) -> None:
    """As the walk finds it."""
    order = dt.tour(rows, cols, algorithm="formation", heel=heel).indices()
    looked_up = TourOrder(rows, cols, heel=heel)
    positions = np.arange(order.size)
    assert np.array_equal(looked_up.index_at(positions), order)
    assert np.array_equal(looked_up.position_of(order), positions)


@pytest.mark.parametrize("goal", ["turns", "crossings"])
def test_orders_of_either_orientation(goal: Goal) -> None:
    """The fewest turns and the fewest crossings may be on different ones."""
    for rows, cols in ((16, 20), (20, 16), (16, 40), (40, 16), (28, 30)):
        order = dt.tour(rows, cols, algorithm="formation", minimize=goal).indices()
        assert np.array_equal(TourOrder(rows, cols, minimize=goal).indices(), order)


@exhaustive
@pytest.mark.parametrize("heel", HEELS)
@pytest.mark.parametrize("cols", left(range(34, 50, 2), [44]))
def test_orders_of_every_residue(cols: int, heel: Heel) -> None:
    for rows in range(27, 31):
        check_order(rows, cols, heel)


@exhaustive
@pytest.mark.parametrize("heel", HEELS)
@pytest.mark.parametrize("rows", left(range(10, 21), [10, 15, 18]))
def test_orders_of_small_boards(rows: int, heel: Heel) -> None:
    for cols in range(10, 25):
        if taken(rows, cols) or (cols % 2 and taken(cols, rows)):
            check_order(rows, cols, heel)


@exhaustive
@pytest.mark.parametrize(
    ("rows", "cols"), [(10, 300), (300, 16), (301, 16), (16, 201), long(700, 1001), long(1001, 602)]
)
def test_orders_of_long_and_large_boards(rows: int, cols: int) -> None:
    check_order(rows, cols, "formation")
    check_order(rows, cols, "both")


BILLION = 10**9


@pytest.mark.parametrize("heel", HEELS)
@pytest.mark.parametrize(
    ("rows", "cols"),
    [
        (BILLION - 3, BILLION - 2),
        (BILLION, BILLION // 2 + 2),
        (12, BILLION),
        long(BILLION, BILLION),
        long(BILLION - 1, BILLION),
        long(BILLION - 2, BILLION - 1),
        long(BILLION // 2 - 1, BILLION - 4),
        long(BILLION, 16),
    ],
)
def test_the_largest_orders(rows: int, cols: int, heel: Heel) -> None:
    """Positions and squares belong to each other, and the next position is a knight's move away."""
    order, size = TourOrder(rows, cols, heel=heel), rows * cols
    rng = np.random.default_rng(1)
    row, col = (rng.integers(0, np.minimum(side, [[side], [40]]), (2, 2000)) for side in (rows, cols))
    everywhere = [(a % rows) * cols + b % cols for a in (*row, *(-row)) for b in (*col, *(-col))]
    squares = np.concatenate([*everywhere, order.index_at(rng.integers(0, size, 2000)), order.index_at(np.arange(100))])
    positions = order.position_of(squares)
    assert np.array_equal(order.index_at(positions), squares)
    for onward in ((positions + 1) % size, (positions - 1) % size):
        there = order.index_at(onward)
        assert np.array_equal(order.position_of(there), onward)
        steps = np.abs([there // cols - squares // cols, there % cols - squares % cols])
        assert (np.sort(steps, axis=0) == [[1], [2]]).all()


def test_positions_of_any_shape() -> None:
    order, tour = TourOrder(20, 30, minimize="turns"), dt.tour(20, 30, heel="both")
    assert order.index_at(7) == tour.index_at(7)
    assert order.position_of(np.int32(7)) == tour.position_of(7)
    assert order.index_at(-1) == tour.index_at(-1)
    assert np.array_equal(order.index_at([[0, 1], [-600, 599]]), tour.index_at([[0, 1], [-600, 599]]))
    assert order.position_of(np.zeros((0, 3), int)).shape == (0, 3)


@pytest.mark.parametrize(
    ("look_up", "message"),
    [
        (lambda order: order.index_at(600), "there is no position 600: 20 x 30 has 600 squares"),
        (lambda order: order.index_at([0, -601]), "there is no position -601: 20 x 30 has 600 squares"),
        (lambda order: order.position_of(-1), "there is no square -1: 20 x 30 has 600 squares"),
        (lambda order: order.position_of(0.5), "a square is an integer, not float64"),
        (lambda _: TourOrder(8, 8), "formation takes boards with [^\n]*, not 8 x 8"),
        (lambda _: TourOrder(2 * BILLION, 20), "positions are looked up on boards of up to 10\\^9 x 10\\^9, not .*"),
    ],
)
def test_look_ups_that_are_refused(look_up: Callable[[TourOrder], object], message: str) -> None:
    with pytest.raises(DestrierError, match=rf"\A{message}\Z"):
        look_up(TourOrder(20, 30))


@settings(deadline=None)
@given(
    heel=st.sampled_from(HEELS),
    half=st.integers(8, 40),
    other=st.integers(12, 60),
    turned=st.booleans(),
    data=st.data(),
)
def test_the_order_is_that_of_walking_in_any_part(
    *, heel: Heel, half: int, other: int, turned: bool, data: st.DataObject
) -> None:
    sides = (other, 2 * half) if turned else (2 * half, other)
    formed = dt.tour(*sides, heel=heel)
    walked = Tour(formed.moves).indices()
    assert np.array_equal(formed.indices(), walked)
    start = data.draw(st.integers(0, walked.size))
    stop = data.draw(st.integers(start, walked.size))
    assert np.array_equal(TourOrder(*sides, heel=heel).indices(start, stop), walked[start:stop])


def test_a_tour_in_formation_is_looked_up_not_walked() -> None:
    formed = dt.tour(30, 40, algorithm="formation")
    walked = Tour(formed.moves)
    assert formed.index_at(17) == walked.index_at(17)
    assert formed.position_of(17) == walked.position_of(17)
    assert np.array_equal(formed.numbering(), walked.numbering())
    assert formed.index_at(-1) == walked.index_at(-1)


@exhaustive
def test_the_order_as_a_dask_array() -> None:
    pytest.importorskip("dask.array")
    for formed in (dt.tour(24, 22, algorithm="formation"), dt.tour(6, 8, seed=1)):
        order = formed.dask_indices(100)
        assert order.chunks[0][0] <= 100
        assert np.array_equal(np.asarray(order), formed.indices())
        assert np.array_equal(np.asarray(formed.dask_order(100)), formed.order())


def test_an_order_is_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking_up, "_PART", 1000)
    order = TourOrder(40, 64, minimize="turns")
    order.save(tmp_path / "order.npy", workers=2)
    assert np.array_equal(np.load(tmp_path / "order.npy"), Tour(dt.tour(40, 64, heel="both").moves).indices())
    assert pickle.loads(pickle.dumps(order)).index_at(77) == order.index_at(77)


def test_an_order_of_a_wrong_part_is_refused() -> None:
    order = TourOrder(30, 30)
    with pytest.raises(DestrierError, match="positions are 0 to 900"):
        order.indices(5, 901)
    with pytest.raises(DestrierError, match="contiguous int64 array of 900"):
        order.indices(out=np.empty(899, np.int64))
