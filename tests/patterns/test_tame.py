"""Tame tours: one cycle on every board that is taken, with as few turns and crossings as the documents say."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import pytest
from click.testing import CliRunner
from helpers import naive
from helpers.marks import examples, exhaustive, left, long
from helpers.wrong import wrong
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.cli import commands
from destrier.core.choices import Aim, Kind
from destrier.core.tourney import Tour, Tourney
from destrier.makers.tame import saved_turns
from destrier.patterns.tame import crossings as tame_crossings
from destrier.patterns.tame import joined
from destrier.patterns.tame import turns as tame_turns
from destrier.support.errors import DestrierError, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Iterator

SQUARES = {0: 22, 2: 20.2, 4: 18.4, 6: 20.6, 8: 20.8, 10: 21, 12: 19.2, 14: 22.4, 16: 19.6, 18: 20.8}
"""Crossings of n x n beyond 6.4 n, by n mod 20, as were counted by another program."""


def made(rows: int, cols: int, aim: Aim) -> Tourney:
    """A checked copy."""
    tour = dt.tour(rows, cols, algorithm="tame", minimize=aim)
    assert isinstance(tour, Tour)
    return Tourney(tour.moves.copy())


def boards(least: int, most: int) -> Iterator[tuple[int, int]]:
    """All with an even side."""
    return ((rows, cols) for rows in range(least, most) for cols in range(least, most) if rows * cols % 2 == 0)


@pytest.mark.parametrize("most", [36, long(90)])
def test_all_boards_are_one_cycle_with_fewest_turns(most: int) -> None:
    for rows, cols in boards(9, most):
        if {rows, cols} == {9, 14}:
            continue
        tour = made(rows, cols, "turns")
        assert tour.cycle_count == 1, (rows, cols)
        assert 4 * (rows + cols) - dt.turns(tour) in expected(rows, cols), (rows, cols)


def expected(rows: int, cols: int) -> tuple[int, ...]:
    """How many turns are saved: 14, or 16 by a symmetric tour; more on stored boards."""
    if joined.pattern(rows, cols, "turns") is not None:
        return tuple(range(15, 26))
    if tame_turns.stored_board(rows, cols) is not None:
        return (14, 16, 18, 20)
    sides = ((rows, cols), (cols, rows))
    is_symmetric = rows % 2 == cols % 2 == 0 and any(
        side % 8 == 2 and 18 <= side <= 2 * other - 36 for side, other in sides
    )
    return (16,) if is_symmetric else (14,)


@examples(10)
@given(st.integers(8, 1000), st.integers(16, 2000), st.booleans())
def test_random_boards_are_one_cycle_with_fewest_turns(half: int, other: int, turned: bool) -> None:
    rows, cols = (other, 2 * half) if turned else (2 * half, other)
    tour = made(rows, cols, "turns")
    assert tour.cycle_count == 1
    assert 4 * (rows + cols) - dt.turns(tour) in expected(rows, cols)


@pytest.mark.parametrize("most", [100, long(400)])
def test_boards_whose_diagonal_leads_from_corner_to_corner(most: int) -> None:
    for rows in range(16, most):
        assert made(rows, 2 * rows - 4, "turns").cycle_count == 1


def test_crossings_of_the_tours_with_fewest_turns() -> None:
    for rows, cols in boards(16, 60):
        is_stored = (cols, rows) in tame_turns.stored() or joined.pattern(rows, cols, "turns") is not None
        if rows >= cols and rows % 2 == cols % 2 == 0 and not is_stored:
            tour = made(rows, cols, "both")
            fewest = 3 * rows + 6.5 * cols - (1 if cols % 4 == 0 else 3)
            assert dt.crossings(tour) == fewest or dt.turns(tour) == 4 * (rows + cols) - 16, (rows, cols)


@pytest.mark.parametrize("most", [44, long(90)])
def test_all_even_boards_are_one_cycle_with_few_crossings(most: int) -> None:
    for rows in range(6, most, 2):
        for cols in range(6, most, 2):
            tour = made(rows, cols, "crossings")
            assert tour.cycle_count == 1, (rows, cols)
            assert dt.crossings(tour) <= 3.4 * min(rows, cols) + 3 * max(rows, cols) + 40, (rows, cols)


@examples(10)
@given(st.integers(3, 1000), st.integers(3, 1000))
def test_random_boards_are_one_cycle_with_few_crossings(half: int, other: int) -> None:
    tour = made(2 * half, 2 * other, "crossings")
    assert tour.cycle_count == 1
    assert dt.crossings(tour) <= 6.8 * min(half, other) + 6 * max(half, other) + 40


def test_crossings_of_squares() -> None:
    for side in (*range(40, 122, 2), 500, 1000):
        assert dt.crossings(made(side, side, "crossings")) == round(6.4 * side + SQUARES[side % 20]), side


def test_odd_sides_have_few_crossings_where_the_even_one_is_shorter() -> None:
    for rows, cols in boards(6, 75):
        low, high = sorted((rows, cols))
        if low % 2 == 0 and high % 2 == 1:
            tour = made(rows, cols, "crossings")
            assert tour.cycle_count == 1, (rows, cols)
            assert dt.crossings(tour) <= 3.4 * low + 3 * high + 40, (rows, cols)
    assert tame_crossings.takes(61, 46)


@pytest.mark.parametrize("aim", ["turns", "crossings"])
@pytest.mark.parametrize("cols", left((3, *range(5, 40)), quick=(3, 6, 8, 13, 18, 29)))
def test_few_columns_are_one_cycle_with_few_turns_or_crossings(cols: int, aim: Aim) -> None:
    """Any number of rows, if the board has a closed tour."""
    for rows in (*range(cols, 130), *range(500, 520)):
        if rows * cols % 2 or (cols == 3 and rows < 10):
            continue
        tour = made(rows, cols, aim)
        assert tour.cycle_count == 1, (rows, cols)
        if aim == "turns":
            assert dt.turns(tour) == 4 * (rows + cols) - saved_turns(tour.board, "closed"), (rows, cols)
        elif cols % 2 == 0 or cols < 25:
            assert dt.crossings(tour) <= 3.4 * cols + 3 * rows + 31, (rows, cols)


def test_more_rows_do_not_cost_more_on_narrow_boards() -> None:
    """Rows are repeated: 10 more cost at most 40 turns, or 30 crossings."""
    for cols in range(6, 20, 2):
        for rows in range(60, 90):
            assert dt.crossings(made(rows + 20, cols, "crossings")) == dt.crossings(made(rows, cols, "crossings")) + 60
    turns = [dt.turns(made(rows, 6, "turns")) for rows in (100, 1000)]
    assert turns[1] - turns[0] <= 3.4 * 900  # fewer than at the rims of wider boards


@examples(10)
@given(st.integers(30, 120), st.integers(16, 60))
def test_random_boards_with_an_odd_side_and_a_multiple_of_4_save_15_turns(half: int, quarter: int) -> None:
    low, high = sorted((2 * half + 1, 4 * quarter))
    tour = made(high, low, "turns")
    assert tour.cycle_count == 1
    is_long = high > 2 * low - 16
    assert 4 * (low + high) - dt.turns(tour) == (14 if is_long else 15)
    assert dt.crossings(tour) <= 6 * (low + high)


def test_an_odd_side_and_the_next() -> None:
    """As few crossings as squares have."""
    for side in (*range(39, 160, 2), 501, 999):
        tour = made(side, side + 1, "crossings")
        assert tour.cycle_count == 1, side
        assert dt.crossings(tour) <= 6.4 * (side + 1) + 24, side
        assert tour == made(side + 1, side, "crossings").transformed("transpose")


def test_odd_shorter_sides_are_one_cycle_with_few_crossings() -> None:
    for low in range(41, 90, 2):
        for high in (*range(low + 3, low + 37, 2), 150, 152):
            tour = made(high, low, "crossings")
            assert tour.cycle_count == 1, (low, high)
            assert dt.crossings(tour) <= 4.2 * low + 3 * high + 17.2, (low, high)


@pytest.mark.parametrize("cols", left(range(40, 80, 2), (40, 58, 74)))
def test_tall_boards_of_40_to_78_columns_have_fewer_crossings(cols: int) -> None:
    """With at least ten more rows: 3 crossings per row, and a constant that depends on the parity of the rows."""
    constants: dict[int, set[float]] = {0: set(), 1: set()}
    for rows in (*range(cols + 10, cols + 40), *range(cols + 120, cols + 122), *range(cols + 500, cols + 502)):
        tour = made(rows, cols, "crossings")
        assert tour.cycle_count == 1, (rows, cols)
        constants[rows % 2].add(round(dt.crossings(tour) - 3.4 * cols - 3 * rows, 1))
    assert all(len(each) == 1 and 27.4 <= max(each) <= 35.4 for each in constants.values()), constants


@pytest.mark.parametrize("low", left(range(7, 60, 2), range(7, 25, 2)))
def test_an_odd_shorter_side_costs_at_most_6_percent_up_to_59(low: int) -> None:
    """More than the even sides next to it, however long the board is."""
    for high in (*range(low + 1, low + 31, 2), 2 * low, 3 * low + 1, 5 * low - 1):
        tour = made(low, high, "crossings")
        assert tour.cycle_count == 1, (low, high)
        evens = [dt.crossings(made(even, high, "crossings")) for even in (low - 1, low + 1)]
        assert dt.crossings(tour) <= 1.06 * max(evens), (low, high)


def test_an_odd_shorter_side_costs_at_most_5_percent_if_the_board_is_almost_square() -> None:
    """More than the even sides next to it; 55 x 74 costs a little more."""
    for low in range(41, 90, 8):
        for high in range(low + 1, low + min(20, 2 * low // 5 + 1), 2):
            tour = made(low, high, "crossings")
            assert tour.cycle_count == 1, (low, high)
            assert tour == made(high, low, "crossings").transformed("transpose")
            evens = [dt.crossings(made(even, high, "crossings")) for even in (low - 1, low + 1)]
            assert dt.crossings(tour) <= 1.05 * max(evens), (low, high)


@examples(10)
@given(st.integers(20, 900), st.integers(1, 900))
def test_random_odd_shorter_sides_are_one_cycle(half: int, more: int) -> None:
    low, high = 2 * half + 1, 2 * (half + more)
    tour = made(low, high, "crossings")
    assert tour.cycle_count == 1
    assert dt.crossings(tour) <= max(6.4 * high + 24 if high == low + 1 else 0, 4.2 * low + 3 * high + 17.2)


def test_turns_and_crossings_by_another_count() -> None:
    aims: tuple[Aim, ...] = ("turns", "crossings")
    for rows, cols in ((16, 18), (17, 16), (30, 22)):
        for aim in aims:
            tour = made(rows, cols, aim)
            assert (dt.turns(tour), dt.crossings(tour)) == (
                naive.turns(tour.moves.tolist()),
                naive.crossings(tour.moves.tolist()),
            )


@exhaustive
def test_stored_boards() -> None:
    assert tame_turns.stored()
    for rows, cols in tame_turns.stored():
        tour, turned = made(rows, cols, "turns"), made(cols, rows, "turns")
        assert tour.cycle_count == 1
        assert turned == tour.transformed("transpose") or rows == cols
        assert dt.turns(tour) <= dt.turns(dt.tour(rows, cols, seed=1))


def test_boards_with_sides_from_20_to_40_save_as_much_as_is_known() -> None:
    """Turned, too."""
    saved = Counter[int]()
    for rows, cols in boards(20, 41):
        tour = made(rows, cols, "turns")
        assert tour.cycle_count == 1, (rows, cols)
        assert dt.turns(tour) == dt.turns(made(cols, rows, "turns")), (rows, cols)
        saved[4 * (rows + cols) - dt.turns(tour)] += rows <= cols
    assert +saved == {18: 3, 19: 6, 20: 39, 21: 102, 22: 26}


def test_small_boards_are_better_than_the_patterns() -> None:
    """They were annealed, or crossed with others; those of 8 x 8 are proved to be the best."""
    for side, turns, crossings in ((8, 45, 69), (10, 62, 83), (12, 77, 96), (14, 92, 108), (16, 108, 120)):
        assert dt.turns(made(side, side, "turns")) <= turns
        assert dt.crossings(made(side, side, "crossings")) <= crossings
    small = (6, 20, 79, 98), (9, 12, 65, 85), (15, 16, 105, 120)
    large = (21, 26, 167, 173), (24, 31, 199, 197), (26, 59, 318, 288), (34, 46, 300, 281)
    odd = (25, 36, 223, 218), (29, 40, 255, 242)
    for rows, cols, turns, crossings in small + large + odd:
        for shape in ((rows, cols), (cols, rows)):
            assert dt.turns(made(*shape, "turns")) <= turns
            assert dt.crossings(made(*shape, "crossings")) <= crossings
            assert dt.turns(made(*shape, "turns")) == naive.turns(made(*shape, "turns").moves.tolist())
    order = dt.TourOrder(15, 16, algorithm="tame")
    assert order.cell_at(order.index_of((3, 4))) == (3, 4)


def test_a_blend_may_be_the_pattern_of_a_small_board() -> None:
    """Its stored tours have fewer turns, or fewer crossings, but many of the other."""
    blend = made(30, 30, "blend")
    assert dt.turns(blend) + dt.crossings(blend) <= 226 + 282
    for aim in ("turns", "crossings"):
        tour = made(30, 30, aim)
        assert dt.turns(tour) + dt.crossings(tour) > 226 + 282


@exhaustive
def test_the_fewest_of_6_x_6() -> None:
    tours = list(dt.all_tours(6, 6))
    assert dt.turns(made(6, 6, "turns")) == min(map(dt.turns, tours)) == 32
    assert dt.crossings(made(6, 6, "crossings")) == min(map(dt.crossings, tours)) == 52


def test_a_blend_is_the_better_one() -> None:
    turns, crossings = made(60, 60, "turns"), made(60, 60, "crossings")
    assert dt.tour(60, 60, minimize="blend", weight=0) == turns == dt.tour(60, 60, minimize="both")
    assert dt.tour(60, 60, minimize="blend", weight=100) == crossings
    assert dt.tour(8, 16, minimize="blend") == dt.tour(8, 16, minimize="crossings")  # there is no other
    costs = [dt.turns(tour) + dt.crossings(tour) for tour in (turns, crossings)]
    assert dt.tour(60, 60, minimize="blend") == (turns, crossings)[int(np.argmin(costs))]


def test_open_tours_lose_the_move_that_saves_most() -> None:
    """The closed tour, less a move between two turns that others cross; rows and columns of all residues."""
    for rows, cols in boards(16, 30):
        if rows % 2 or cols % 2:
            continue  # these have better ones (see `test_tame_open`)
        for aim in get_args(Aim):
            closed = dt.tour(rows, cols, minimize=aim)
            tour = dt.tour(rows, cols, kind="open", algorithm="tame", minimize=aim)
            assert dt.Tour(tour.moves.copy()).kind == "open"
            assert dt.turns(tour) == dt.turns(closed) - 2, (rows, cols, aim)
            assert dt.crossings(tour) < dt.crossings(closed), (rows, cols, aim)
            assert aim != "rails" or dt.count_rails(tour) == 0, (rows, cols)


@pytest.mark.parametrize("shape", [(6, 6), (8, 8), (12, 14)])
@pytest.mark.parametrize("aim", ["turns", "crossings"])
def test_no_other_move_saves_more(shape: tuple[int, int], aim: Aim) -> None:
    """Every move of the closed tour is left out in turn."""
    closed = dt.tour(*shape, minimize=aim)
    order = closed.order()
    counts = []
    for place in range(len(order)):
        path = dt.Tour.from_order(np.roll(order, -place, axis=0), closed.board, kind="open")
        counts.append((dt.turns(path), dt.crossings(path))[:: 1 if aim == "turns" else -1])
    tour = dt.tour(*shape, kind="open", algorithm="tame", minimize=aim)
    found = (dt.turns(tour), dt.crossings(tour))[:: 1 if aim == "turns" else -1]
    if aim == "turns" and shape != (12, 14):
        assert found < min(counts)  # a better one is stored
    else:
        assert found == min(counts)


def test_open_tours_between_given_ends() -> None:
    for start, end in (((0, 0), None), ((0, 0), (29, 28)), ((14, 15), (0, 0))):
        tour = dt.tour(30, 30, kind="open", minimize="turns", start=start, end=end, seed=1)
        assert tour.ends is not None
        assert tour.ends[0] == start
        assert end in (None, tour.ends[1])
        assert dt.turns(tour) < 8 * 30 + 30
    with pytest.raises(UnsupportedBoard, match="tame cannot fix the ends of an open tour of 30 x 30"):
        dt.tour(30, 30, kind="open", algorithm="tame", minimize="rails", start="a1")


@pytest.mark.parametrize("shape", [(44, 60), (45, 60), (320, 320)])
def test_an_open_tour_from_a_square_of_a_closed_one_has_no_more_turns(shape: tuple[int, int]) -> None:
    """Such an open tour is the closed one without a move at that square."""
    most = dt.turns(dt.tour(*shape, minimize="turns"))
    for start in ((0, 0), (20, 20), (shape[0] - 2, 31)):
        tour = dt.tour(*shape, kind="open", minimize="turns", start=start, seed=1)
        assert tour[0] == start
        assert naive.turns(tour.moves.tolist()) <= most


@pytest.mark.parametrize(
    ("shape", "ends", "turns", "crossings"),
    [
        ((22, 27), ((1, 2), (13, 13)), 182, 188),
        ((45, 47), ((5, 5), (40, 36)), 360, 325),
        ((60, 60), ((3, 5), (50, 41)), 484, 440),
    ],
)
def test_ends_of_the_best_image_are_moved(
    shape: tuple[int, int], ends: tuple[Any, Any], turns: int, crossings: int
) -> None:
    """On 22 x 27, 10,000 sweeps of annealing find 182 turns and 188 crossings.

    Without given ends, there are 348 turns, or 312 crossings, on 45 x 47, and 466, or 406, on 60 x 60.
    """
    for aim, measure, most in (("turns", naive.turns, turns), ("crossings", naive.crossings, crossings)):
        asked: Any = {"kind": "open", "minimize": aim, "start": ends[0], "end": ends[1], "seed": 1}
        tour = dt.tour(*shape, **asked)
        assert (tour[0], tour[-1]) == ends
        assert measure(tour.moves.tolist()) <= most


def test_ends_on_a_large_board() -> None:
    """Flows from images of the closed tour lead to 1,577 to 2,018 crossings."""
    tour = dt.tour(210, 210, kind="open", minimize="crossings", start=(3, 5), end=(150, 141), seed=1)
    assert (tour[0], tour[-1]) == ((3, 5), (150, 141))
    assert dt.crossings(tour) <= 1577


def test_a_pattern_by_its_name_takes_ends_of_odd_boards() -> None:
    asked: Any = {"kind": "open", "minimize": "turns", "start": "c3", "seed": 1}
    assert dt.tour(7, 7, **asked) == dt.tour(7, 7, algorithm="annealing", **asked)
    tour = dt.tour(7, 7, algorithm="tame", **asked)
    assert tour.board.index(tour[0]) == tour.board.index("c3")
    assert dt.tour(25, 31, **asked) == dt.tour(25, 31, algorithm="tame", **asked)


def test_open_tours_that_are_not_made() -> None:
    with pytest.raises(UnsupportedBoard, match="every closed tour of 8 x 8 has rails"):
        dt.tour(8, 8, kind="open", algorithm="tame", minimize="rails")


def test_minimize_alone_is_tame_but_for_corner_tours() -> None:
    assert dt.tour(30, 41, minimize="turns") == dt.tour(30, 41, algorithm="tame", minimize="turns")
    assert dt.tour(62, 64, minimize="turns") == dt.tour(62, 64, algorithm="interleaved")
    assert dt.tour(30, 40, minimize="turns", algorithm="formation") == dt.tour(30, 40, heel="both")
    assert dt.tour(17, 21, kind="corner", minimize="turns") == dt.tour(17, 21, kind="corner", heel="both")


def test_in_place() -> None:
    for aim in ("turns", "crossings"):
        out = np.empty((50, 60), np.uint8)
        tour = dt.tour(50, 60, algorithm="tame", minimize=aim, out=out)
        assert np.shares_memory(tour.moves, out)
        assert np.array_equal(out, made(50, 60, aim).moves)


def test_wrong_requests_say_what_is_right() -> None:
    shape = dt.Board.from_text("########\n" * 7 + "######..")
    with pytest.raises(UnsupportedBoard, match="rectangles that have closed tours, not 8 x 8 with 2 squares missing"):
        dt.tour(shape, algorithm="tame", minimize="crossings")
    with pytest.raises(DestrierError, match="minimize is one of turns, crossings, both, blend, rails, not 'length'"):
        dt.tour(20, 20, algorithm="tame", minimize=wrong("length"))
    with pytest.raises(DestrierError, match="weight is how many turns a crossing counts"):
        dt.tour(20, 20, minimize="turns", weight=2)
    for weight in (-1, float("inf"), float("nan"), "2"):
        with pytest.raises(DestrierError, match="weight is how many turns a crossing counts, a number from 0 on"):
            dt.tour(20, 20, minimize="blend", weight=wrong(weight))
    with pytest.raises(DestrierError, match="tame takes no heel"):
        dt.tour(20, 20, algorithm="tame", heel="both")
    with pytest.raises(DestrierError, match=r"rectangle takes no minimize: .*tame takes minimize"):
        dt.tour(20, 20, algorithm="rectangle", minimize="turns")


def test_the_command_line() -> None:
    result = CliRunner().invoke(commands, ["tour", "16", "18", "--minimize", "blend", "--weight", "0.5"])
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == 16


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("rows", left(range(5, 66), quick=(8, 34, 40)))
def test_nobody_makes_a_tour_with_fewer_turns(rows: int, kind: Kind) -> None:
    """Of all algorithms that are always the same, whatever they are asked to minimize."""
    for cols in (rows, rows + 1, rows + 2, rows + 6, 2 * rows - 4, 2 * rows + 1):
        if dt.why_no_tour(rows, cols, kind=kind) is not None:
            continue
        least = dt.turns(dt.tour(rows, cols, kind=kind, minimize="turns"))
        assert dt.turns(dt.tour(rows, cols, kind=kind, minimize="both")) == least
        for name, maker in dt.ALGORITHMS.items():
            if maker.random or not maker.makes_tours or kind not in maker.kinds:
                continue
            for options in ({}, {"minimize": "turns"}, {"minimize": "crossings"}):
                with suppress(dt.DestrierError):
                    asked: Any = options
                    assert dt.turns(dt.tour(rows, cols, kind=kind, algorithm=name, **asked)) >= least
