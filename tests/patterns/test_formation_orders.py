"""Orders that are looked up: those of the tours, square by square, and on huge boards legal moves everywhere."""

from __future__ import annotations

import math
import pickle
from typing import TYPE_CHECKING, Any

import click
import numpy as np
import pytest
from helpers.marks import exhaustive, left, long, very_long
from helpers.wrong import wrong

import destrier as dt
from destrier import cli
from destrier.core.board import Board
from destrier.core.tourney import Tourney
from destrier.makers.maker import Maker
from destrier.makers.tame import why_not_tame
from destrier.patterns.zones import Cut, moves_at
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.patterns.zones import Part

BILLION = 10**9

TAME: dict[str, dict[str, Any]] = {
    aim: {"algorithm": "tame", "minimize": aim} for aim in ("turns", "crossings", "both")
}


def check_order(tour: Tourney, *board: Any, **options: Any) -> None:
    """As the walk finds it."""
    order = Tourney.trusted(tour.moves, tour.board, 1).indices()
    looked_up = dt.TourOrder(*board, **options)
    positions = np.arange(order.size)
    assert looked_up.size == order.size
    assert np.array_equal(looked_up.index_at(positions), order)
    assert np.array_equal(looked_up.position_of(order), positions)
    assert np.array_equal(looked_up.indices(5, order.size - 7), order[5:-7])


@pytest.mark.parametrize("aim", TAME)
@pytest.mark.parametrize("rows", left([6, 8, 9, 10, 13, 14, 16, 21, 27, 38, 40, 44, 53], [10, 13]))
def test_orders_of_tame_tours(rows: int, aim: str) -> None:
    for cols in (6, 10, 12, 14, 15, 20, 28, 33, 42, 60, 62, 80, 2 * rows - 4):
        try:
            tour = dt.tour(rows, cols, **TAME[aim])
        except (NoSuchTour, UnsupportedBoard):
            continue
        if why_not_tame(Board(rows, cols), TAME[aim]["minimize"]):  # parallel lines, which are not looked up
            with pytest.raises(UnsupportedBoard, match="tame has patterns for"):
                dt.TourOrder(rows, cols, **TAME[aim])
            continue
        check_order(tour, rows, cols, **TAME[aim])


@pytest.mark.parametrize("cols", [long(80), long(94), *map(very_long, (82, 84, 86, 88, 90, 92, 96, 98))])
def test_orders_of_few_crossings_on_large_boards(cols: int) -> None:
    """Of all residues of the columns, and with as many more rows as make a difference."""
    for more in (0, 1, 2, 9, 10, 11, 40, 300):
        check_order(dt.tour(cols + more, cols, minimize="crossings"), cols + more, cols, **TAME["crossings"])
    check_order(dt.tour(cols, cols + 5, minimize="crossings"), cols, cols + 5, **TAME["crossings"])
    for fewer in (1, 3, 11, 19):
        check_order(dt.tour(cols - fewer, cols, minimize="crossings"), cols - fewer, cols, **TAME["crossings"])


@pytest.mark.parametrize("cols", left(range(25, 65, 2), [25, 37]))
def test_orders_of_few_crossings_on_tall_boards_with_odd_columns(cols: int) -> None:
    for more in (13, 15, 23, 141):
        check_order(dt.tour(cols + more, cols, minimize="crossings"), cols + more, cols, **TAME["crossings"])


@pytest.mark.parametrize("rows", left(range(9, 60, 2), [9, 15, 31]))
def test_orders_of_corner_tours(rows: int) -> None:
    for cols in (11, 13, 15, 17, 25, 41, 55, 101):
        try:
            tour = dt.tour(rows, cols, kind="corner", minimize="turns")
        except UnsupportedBoard:
            continue
        check_order(tour, rows, cols, minimize="turns")


@pytest.mark.parametrize("corner", left([(0, 0), (0, 46), (32, 0), (32, 46)], [(0, 46)]))
def test_orders_of_boards_without_a_corner(corner: tuple[int, int]) -> None:
    present = np.ones((33, 47), bool)
    present[corner] = False
    board = Board.from_mask(present)
    check_order(dt.tour(board, algorithm="formation"), board)
    order = dt.TourOrder(board)
    assert order.index_of(corner) == -1
    assert order.index_of([corner, (5, 5)]).tolist()[0] == -1


@pytest.mark.parametrize("side", left([30, 34, 38, 42, 46, 66, 70, 74, 110, 142, 146], [30, 34], [110, 142, 146]))
def test_orders_of_quarter_symmetry(side: int) -> None:
    check_order(dt.tour(side, side, symmetry="quarter", algorithm="formation"), side, side, symmetry="quarter")


@pytest.mark.parametrize(
    "sides",
    left(
        [
            (10, 12, 2),
            (2, 10, 12),
            (12, 3, 10),
            (20, 16, 5),
            (17, 40, 7),
            (1, 12, 16),
            (16, 1, 11),
            (14, 14, 14),
            (12, 2, 3, 16),
            (3, 10, 12, 4),
        ],
        [(2, 10, 12), (12, 3, 10), (16, 1, 11), (12, 2, 3, 16)],
    ),
)
def test_orders_in_space(sides: tuple[int, ...]) -> None:
    check_order(dt.tour(dt.Space(*sides), algorithm="formation"), *sides)
    check_order(dt.tour(dt.Space(*sides), algorithm="formation", minimize="turns"), dt.Space(*sides), minimize="turns")


@pytest.mark.parametrize("algorithm", ["interleaved", "rectangle"])
@pytest.mark.parametrize("sides", [(16, 18), (32, 40), (50, 66), (34, 34), (5, 8), (8, 5), (3, 40), (31, 64)])
def test_orders_of_other_laid_tours(sides: tuple[int, int], algorithm: Any) -> None:
    try:
        tour = dt.tour(*sides, algorithm=algorithm)
    except UnsupportedBoard:
        return
    check_order(tour, *sides, algorithm=algorithm)


@pytest.mark.parametrize("sides", [(10, 10), (9, 12), (24, 30), (35, 36)])
def test_orders_of_tours_without_rails(sides: tuple[int, int]) -> None:
    check_order(dt.tour(*sides, minimize="rails"), *sides, algorithm="tame", minimize="rails")


@pytest.mark.parametrize("sides", [(61, 62), long((101, 102)), *map(very_long, ((98, 121), (301, 214)))])
def test_orders_of_few_crossings_with_a_mirror(sides: tuple[int, int]) -> None:
    options: Any = {"symmetry": "axial", "minimize": "crossings"}
    check_order(dt.tour(*sides, algorithm="tame", **options), *sides, algorithm="tame", **options)


@pytest.mark.parametrize("side", left(range(30, 130, 4), [30], range(50, 130, 8)))
def test_orders_of_pinwheels(side: int) -> None:
    tour = dt.tour(side, side, symmetry="quarter", algorithm="tame")
    check_order(tour, side, side, algorithm="tame", symmetry="quarter")


def test_the_command_looks_up_all_that_can_be() -> None:
    (option,) = (one for one in cli.all_commands()["order"].params if one.name == "algorithm")
    assert isinstance(option.type, click.Choice)
    able = [name for name, maker in dt.ALGORITHMS.items() if type(maker).cycle is not Maker.cycle]
    assert sorted(option.type.choices) == sorted(able)


def test_orders_in_five_dimensions() -> None:
    sides = (2, 12, 3, 10, 2)
    order = dt.TourOrder(*sides)
    assert np.concatenate(list(order.chunks())).tolist() == order.index_at(np.arange(order.size)).tolist()
    assert order.position_of(order.indices()).tolist() == list(range(order.size))
    assert dt.check(order.chunks(), sides) == "closed tour of 2 x 12 x 3 x 10 x 2 by a knight"


@pytest.mark.parametrize("sides", [(22, 52), (52, 22), (38, 84), long((54, 148))])
def test_orders_of_giraffes(sides: tuple[int, int]) -> None:
    board = Board(*sides, leaper=(1, 4))
    check_order(dt.tour(board, algorithm="formation"), board)


def test_orders_of_longer_leapers() -> None:
    board = Board(58, 186, leaper=(1, 6))
    check_order(dt.tour(board, algorithm="formation"), board)


# --- Huge boards

HUGE = [
    *(((BILLION - more, BILLION), TAME[aim]) for more in range(4) for aim in ("turns", "crossings")),
    *(((BILLION, cols), TAME["crossings"]) for cols in (BILLION // 2, 8 * BILLION // 10, 20, 40, 98, 10**5)),
    *(((12, BILLION), TAME["turns"]), ((BILLION, 33_334), TAME["turns"])),
    ((BILLION // 2 + 2, BILLION), TAME["turns"]),
    ((BILLION - 1, BILLION - 1), {}),
    ((BILLION - 1, BILLION // 2 + 1), {"minimize": "turns"}),
    ((17, BILLION - 1), {}),
    ((BILLION - 2, BILLION - 2), {"symmetry": "quarter"}),
    ((Board(8 * 10**8 + 14, 32 * 3 * 10**7 + 20, leaper=(1, 4)),), {}),
    ((10**6, 10**6, 10**6), {}),
    ((3, BILLION, BILLION), {"minimize": "crossings"}),
    ((12, 10, 10**5, 10**5, 10**5), {}),
]


@pytest.mark.parametrize(
    ("board", "options"), [long(*case) if number % 3 else case for number, case in enumerate(HUGE)]
)
def test_huge_orders(board: tuple[Any, ...], options: dict[str, Any]) -> None:
    """Positions and squares belong to each other, and from each square to the next one is a move, everywhere."""
    order = dt.TourOrder(*board, **options)
    sides, rng = order.board.sides, np.random.default_rng(1)
    places = []
    for side in sides:  # anywhere, or near either end
        near = np.concatenate([rng.integers(0, min(side, most), 1000) for most in (side, 30)])
        places.append(rng.permuted(np.concatenate([near, side - 1 - near])))
    squares = np.concatenate([np.ravel_multi_index(places, sides), order.index_at(np.arange(-100, 100))])
    positions = order.position_of(squares)
    assert (positions < 0).sum() <= math.prod(sides) - order.size
    squares, positions = squares[positions >= 0], positions[positions >= 0]
    assert np.array_equal(order.index_at(positions), squares)
    for onward in ((positions + 1) % order.size, (positions - 1) % order.size):
        there = order.index_at(onward)
        assert np.array_equal(order.position_of(there), onward)
        steps = np.sort(np.abs(order.board.coordinates(there) - order.board.coordinates(squares)), axis=1)
        assert (steps[:, -2:] == order.board.leaper.pairs[0]).all()
        assert not steps[:, :-2].any()
    last = np.arange(order.size - 100, order.size)
    assert np.array_equal(order.indices(order.size - 100), order.index_at(last))


# --- The start, parts and copies


@pytest.mark.parametrize(
    ("board", "options"),
    [
        ((20, 30), {}),
        ((23, 23), {}),
        ((60, 50), TAME["crossings"]),
        ((16, 12, 5), {}),
        ((34, 34), {"symmetry": "quarter"}),
    ],
)
def test_an_order_from_another_square(board: tuple[int, ...], options: dict[str, Any]) -> None:
    order = dt.TourOrder(*board, **options)
    start = order.cell_at(123)
    moved = dt.TourOrder(*board, start=start, **options)
    assert moved.index_of(start) == 0
    assert moved.cell_at(0) == start
    assert np.array_equal(moved.indices(), np.roll(order.indices(), -123))
    assert np.array_equal(moved.index_at(np.arange(-5, 5)), order.index_at(np.arange(118, 128)))
    assert np.array_equal(pickle.loads(pickle.dumps(moved)).indices(7, 200), moved.indices(7, 200))


def test_an_order_is_a_sequence_of_squares() -> None:
    order, tour = dt.TourOrder(11, 13), dt.tour(11, 13, kind="corner", algorithm="formation")
    squares = tour.squares()
    assert (len(order), list(order), order[:]) == (142, squares, squares)
    assert [order[place] for place in (-1, 0, 77)] == [squares[place] for place in (-1, 0, 77)]
    assert order[90:20:-7] == squares[90:20:-7]
    assert (squares[5] in order, (10, 12) in order, (11, 0) in order) == (True, False, False)
    assert (order.index(squares[5]), order.count((10, 12))) == (5, 0)
    assert repr(order) == "<order of the closed tour of 11 x 13 without a corner by formation>"
    with pytest.raises(DestrierError, match=r"\A10,12 is not on the tour\Z"):
        order.index((10, 12))
    with pytest.raises(IndexError, match=r"\Athere is no position 142: there are 142 squares\Z"):
        order[142]
    huge = dt.TourOrder(BILLION, BILLION)
    assert len(huge) == BILLION**2
    assert huge[BILLION : BILLION + 2] == [huge.cell_at(BILLION), huge.cell_at(BILLION + 1)]
    with pytest.raises(MemoryError, match="a list of squares needs about"):
        huge[:]


def test_an_order_from_a_named_square() -> None:
    assert dt.TourOrder(20, 20, start="a1").cell_at(0) == (19, 0)


@exhaustive
@pytest.mark.parametrize(
    ("board", "options"), [((23, 25), {}), ((50, 44), TAME["crossings"]), ((16, 12, 5), {}), ((20, 21), TAME["turns"])]
)
def test_orders_as_dask_arrays(board: tuple[int, ...], options: dict[str, Any]) -> None:
    pytest.importorskip("dask.array")
    order = dt.TourOrder(*board, start=(3,) * len(board), **options)
    assert order.dask_indices(100).chunks[0][0] == 100
    assert np.array_equal(np.asarray(order.dask_indices(100)), order.indices())
    assert np.array_equal(np.asarray(order.dask_order(100)), order.order())


@pytest.mark.parametrize(
    ("look_up", "message"),
    [
        (lambda: dt.TourOrder(9, 9), "formation takes boards with odd sides without a corner if .*, not 9 x 9"),
        (
            lambda: dt.TourOrder(23, 23).cell_at(528),
            "there is no position 528: 23 x 23 without a corner has 528 squares",
        ),
        (lambda: dt.TourOrder(20, 20).cell_at(10**30), "there is no position 10{30}: 20 x 20 has 400 squares"),
        (lambda: dt.TourOrder(23, 23, start=(22, 22)), "22,22 is the square that the tour leaves out"),
        (lambda: dt.TourOrder(20, 20, start="z99"), "z99 is not a square of the 20 x 20 board"),
        (
            lambda: dt.TourOrder(32, 32, symmetry=wrong("diagonal")),
            "a symmetry is central, axial or quarter, not 'diagonal'",
        ),
        (lambda: dt.TourOrder(26, 26, symmetry="quarter"), "formation makes .* n = 4k \\+ 2 >= 30, not of 26 x 26.*"),
        (
            lambda: dt.TourOrder(20, 16, 5, symmetry="quarter"),
            "symmetric tours are closed tours of rectangles by a knight, not of 20 x 16 x 5 by a knight",
        ),
        (
            lambda: dt.TourOrder(20, 20, algorithm=wrong("warnsdorff")),
            "tours by warnsdorff are made, but not looked up; those by formation, interleaved, rectangle and tame are",
        ),
        (
            lambda: dt.TourOrder(20, 20, algorithm="tame", minimize="blend"),
            "a blend is chosen by measuring two tours; one of turns or crossings is looked up",
        ),
        (
            lambda: dt.TourOrder(20, 20, minimize="both"),
            "a formation has few turns or crossings; both is what tame minimizes",
        ),
        (lambda: dt.TourOrder(20, 20, algorithm="tame", heel="both"), "tame takes no heel: formation takes heel"),
        (
            lambda: dt.TourOrder(4, 8, algorithm="tame"),
            "tame has patterns for rectangles that have closed tours, not 4 x 8",
        ),
        (
            lambda: dt.TourOrder(20, 20, 3, algorithm="tame"),
            "tame looks up tours of rectangles by a knight, not of 20 x 20 x 3 by a knight",
        ),
        (
            lambda: dt.TourOrder(Board(20, 20, leaper=(1, 4))),
            "a formation of \\(1, 4\\)-leapers takes .*, not 20 x 20 by a giraffe",
        ),
        (lambda: dt.TourOrder(Board(22, 52, leaper=(1, 4)), heel="both"), "heel and minimize are a knight's"),
        (lambda: dt.TourOrder(dt.Box(4, 4, 4)), "orders are looked up on flat boards and in space, not on .*box"),
        (lambda: dt.TourOrder(3, 3, 3), "a knight's tour in formation takes .*, not 3 x 3 x 3"),
        (
            lambda: dt.TourOrder(2 * BILLION, 20, 3),
            "positions are looked up on boards of up to 10\\^9 x 10\\^9 x 10\\^9, not .*",
        ),
    ],
)
def test_orders_that_are_refused(look_up: Callable[[], object], message: str) -> None:
    with pytest.raises(DestrierError, match=rf"\A{message}\Z"):
        look_up()


# --- Zones


@pytest.mark.parametrize(
    ("rows", "cols"), [(40, 40), (51, 42), (60, 100), (97, 96), (120, 80), (41, 44), (47, 66), (80, 71)]
)
def test_zones_hold_the_moves_of_the_tour(rows: int, cols: int) -> None:
    from destrier.makers.tame import closed_tours

    for aim in ("turns", "crossings"):
        (mosaic,) = closed_tours(Board(rows, cols), "turns" if aim == "turns" else "crossings")
        zones = mosaic.tree()
        moves = [[moves_at(zones, (row, col)) for col in range(cols)] for row in range(rows)]
        assert np.array_equal(moves, dt.tour(rows, cols, algorithm="tame", minimize=aim).moves)


@pytest.mark.parametrize("side", left(range(30, 70, 4), [34]))
def test_a_small_pinwheel_has_few_zones(side: int) -> None:
    """Although many pieces lie side by side, or on one another."""
    from destrier.patterns.tame import pinwheel

    def zones_of(part: Part) -> int:
        return zones_of(part.below) + zones_of(part.beyond) if isinstance(part, Cut) else 1

    assert zones_of(pinwheel.mosaic(side).tree()) < 10_000
