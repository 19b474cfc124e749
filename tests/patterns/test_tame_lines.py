"""Tours of parallel lines on any board: one cycle each, and in space hardly more turns than ends of lines."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import prod
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive, long, very_long

import destrier as dt
from destrier.proofs.rectangles import rectangle_theorem
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.grid import BaseBoard


BOARDS = [
    dt.Board.from_text(".##########\n" * 4 + "###########\n" * 4),
    dt.Board(18, 20, leaper="giraffe"),
    dt.Board(12, 12, leaper="knight+wazir"),
    dt.Box(4, 4, 4),
    dt.Box(9, 7, 6),
    dt.Box(5, 7, 9),
    dt.Torus(9, 12),
    dt.Cylinder(10, 11),
    dt.Moebius(10, 11),
    dt.KleinBottle(11, 11),
    dt.ProjectivePlane(12, 12),
    dt.Space(6, 5, 5, 5),
]


def made(*sides: int, leaper: Any = "knight", **options: Any) -> dt.Tour:
    """A checked copy."""
    board = dt.Space(*sides, leaper=leaper)
    tour = dt.tour(board, algorithm="tame", minimize="turns", **options)
    return dt.Tour(tour.moves.copy(), board)


def steps(tour: dt.Tour) -> list[tuple[int, ...]]:
    """The step to each next square of a closed tour, in plain Python."""
    places = list(tour)
    return [tuple(b - a for a, b in zip(*pair, strict=True)) for pair in pairwise([*places, places[0]])]


def turns(tour: dt.Tour) -> int:
    taken = steps(tour)
    return sum(before != after for before, after in zip(taken, [*taken[1:], taken[0]], strict=True))


def ends(sides: tuple[int, ...]) -> int:
    """The fewest squares that are ends if all lines are parallel."""
    around = {(one, two) for one in range(len(sides)) for two in range(len(sides)) if one != two}
    inside = (prod(n - 2 * ((axis == one) + 2 * (axis == two)) for axis, n in enumerate(sides)) for one, two in around)
    return prod(sides) - max(inside)


@pytest.mark.parametrize("longest", [5, very_long(11)])
def test_all_small_boards(longest: int) -> None:
    for sides in combinations_with_replacement(range(3, longest + 1), 3):
        if prod(sides) % 2 == 0:
            tour = made(*sides)
            assert sorted(tour) == sorted(np.ndindex(*sides))
            assert dt.turns(tour) == turns(tour)
            if min(sides) >= 5:
                assert dt.turns(tour) <= ends(sides), sides


def test_cubes_have_less_than_six_turns_a_square_of_a_face() -> None:
    for n in (10, 20, 40):
        assert dt.turns(made(n, n, n)) <= 6 * n * n - 8 * n


def test_sides_in_any_order() -> None:
    assert {dt.turns(made(*sides)) <= ends(sides) for sides in [(6, 8, 14), (14, 6, 8), (8, 14, 6)]} == {True}


def test_four_dimensions_and_other_pieces() -> None:
    assert dt.turns(made(4, 5, 5, 6)) < dt.turns(dt.tour(dt.Space(4, 5, 5, 6), seed=1))
    for leaper in ("zebra", "giraffe"):
        tour = made(16, 16, 16, leaper=leaper)
        assert dt.turns(tour) == turns(tour) < 16**3 * 0.6


def test_an_open_tour_has_two_turns_fewer() -> None:
    tour = made(8, 9, 10, kind="open")
    assert tour.kind == "open"
    assert dt.turns(tour) == dt.turns(made(8, 9, 10)) - 2


def test_it_is_written_to_an_array() -> None:
    board = dt.Space(8, 8, 8)
    out = np.zeros(board.shape, board.dtype)
    tour = dt.tour(board, algorithm="tame", minimize="turns", out=out)
    assert np.shares_memory(tour.moves, out)
    assert tour == dt.tour(board, algorithm="tame") == dt.tour(board, algorithm="tame", minimize="both")


def test_large_boards_are_left_to_the_formation() -> None:
    board = dt.Space(102, 100, 100)
    assert dt.tour(board, minimize="turns") == dt.tour(board, algorithm="formation", minimize="turns")


def test_thin_boards() -> None:
    assert made(4, 4, 2).cycle_count == 1
    board = dt.Space(10, 10, 2)
    assert dt.turns(made(10, 10, 2)) < dt.turns(dt.tour(board, algorithm="formation", minimize="turns"))


@exhaustive
@pytest.mark.parametrize("board", BOARDS, ids=repr)
@pytest.mark.parametrize("kind", ["closed", long("open")])
def test_boards_of_every_sort(board: BaseBoard, kind: Any) -> None:
    tour = dt.tour(board, kind=kind, algorithm="tame", minimize="turns")
    assert dt.Tour(tour.moves.copy(), board).kind == kind
    assert dt.turns(tour) < 0.85 * dt.turns(dt.tour(board, kind=kind, algorithm="move-graph", seed=1))
    assert tour == dt.tour(board, kind=kind, algorithm="tame", minimize="both")


@pytest.mark.parametrize("longest", [6, very_long(12)])
def test_all_small_rectangles(longest: int) -> None:
    best = []
    kinds: tuple[Literal["closed", "open"], ...] = ("closed", "open")
    for rows, cols, kind in product(range(3, longest + 1), range(3, longest + 1), kinds):
        if rows > cols or rectangle_theorem(rows, cols, kind):
            continue
        tour = dt.tour(rows, cols, kind=kind, algorithm="tame", minimize="turns")
        assert dt.Tour(tour.moves.copy(), tour.board).kind == kind
        assert naive.turns(tour.moves.tolist()) == dt.turns(tour)
        assert dt.turns(tour) >= dt.least_turns(rows, cols, kind=kind)
        if dt.turns(tour) == dt.least_turns(rows, cols, kind=kind):
            best.append((rows, cols, kind))
    assert {(3, 4, "open"), (4, 5, "open"), (4, 6, "open"), (5, 5, "open"), (5, 6, "closed")} <= {*best}


def lines_around(rows: int, cols: int, down: int, right: int) -> int:
    """The number of closed lines of one direction on a torus."""
    places = {(row, col) for row in range(rows) for col in range(cols)}
    count = 0
    while places:
        row, col = place = places.pop()
        count += 1
        while (place := ((place[0] + down) % rows, (place[1] + right) % cols)) != (row, col):
            places.remove(place)
    return count


def test_a_torus_has_two_turns_for_each_line_around_it() -> None:
    for rows, cols in product(range(5, 12), range(5, 12)):
        tour = dt.tour(dt.Torus(rows, cols), algorithm="tame", minimize="turns")
        lines = min(lines_around(rows, cols, 1, 2), lines_around(rows, cols, 2, 1))
        assert dt.turns(tour) == 0 if lines == 1 else dt.turns(tour) <= 2 * lines + 4
        around = [((b[0] - a[0]) % rows, (b[1] - a[1]) % cols) for a, b in pairwise([*tour, *list(tour)[:2]])]
        assert dt.turns(tour) == sum(before != after for before, after in pairwise(around))


def test_cylinders_with_an_odd_side_have_the_fewest_turns() -> None:
    """No line of a cylinder weighs more than 1, and all squares together weigh four a column, whatever the rows."""
    for rows in range(8, 12):
        weights = [max(weight, key=abs) for weight in zip(rim(rows), rim(rows)[::-1], strict=True)]
        assert sum(weights) == 4
        for step, first, last in product((1, 2), range(rows), range(rows)):
            line = weights[first : last + 1 : step]
            assert len(line) < 2 or sum(line) - Fraction(line[0] + line[-1], 2) <= 1
        for cols in range(5, 10):
            turns = dt.turns(dt.tour(dt.Cylinder(rows, cols), algorithm="tame", minimize="turns"))
            assert turns == 4 * cols if rows % 2 or cols % 2 else 4 * cols < turns <= 4 * cols + 6


def rim(rows: int) -> list[int]:
    """The weights of the rows near a rim; the others weigh nothing."""
    return [3, -1, -1, 1, *(rows - 4) * (0,)]


def test_boxes_have_about_twelve_turns_for_each_square_of_the_shortest_side() -> None:
    for sides in ((6, 6, 6), (9, 7, 6), (12, 12, 12), (20, 16, 10)):
        assert dt.turns(dt.tour(dt.Box(*sides), algorithm="tame", minimize="turns")) <= 12 * min(sides) + 8


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: made(5, 5, 5), NoSuchTour, "odd number of squares"),
        (lambda: made(3, 3, 3, kind="open"), NoSuchTour, "no open tour of 3 x 3 x 3 by a knight exists"),
        (lambda: made(8, 8, 8, kind="open", start=(0, 0, 0)), UnsupportedBoard, "tame cannot fix the ends"),
        (
            lambda: dt.tour(dt.Space(8, 8, 8), algorithm="tame", minimize="rails"),
            DestrierError,
            "tame minimizes turns in space, not rails",
        ),
        (
            lambda: dt.tour(dt.Box(6, 5, 4), algorithm="tame", minimize="crossings"),
            DestrierError,
            "tame minimizes turns of the 6 x 5 x 4 box, not crossings",
        ),
        (lambda: dt.tour(dt.Box(1, 1, 4), minimize="turns"), NoSuchTour, "no closed tour of the 1 x 1 x 4 box"),
    ],
)
def test_wrong_ones(ask: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask()


@exhaustive
@pytest.mark.parametrize(
    ("sides", "kind"),
    [
        *product([(3, 16), (5, 16), (6, 21)], ["closed", "open"]),
        ((4, 9), "open"),
        ((7, 15), "open"),
        long((8, 26), "open"),
    ],
)
def test_turns_do_not_depend_on_the_longer_side(sides: tuple[int, int], kind: Literal["closed", "open"]) -> None:
    fewest = {
        image: naive.turns(dt.tour(*image, kind=kind, algorithm="tame", minimize="turns").moves.tolist())
        for image in (sides, sides[::-1])
    }
    assert len({*fewest.values()}) == 1, fewest
