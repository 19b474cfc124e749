"""Courses of formations, against the tours that ride them."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest

import destrier as dt

HOLE = dt.Board.from_mask([[(row, col) != (0, 18) for col in range(19)] for row in range(23)])

CASES: list[tuple[tuple[Any, ...], dict[str, Any], dict[str, Any], int]] = [
    ((30, 30), {}, {}, 80),
    ((20, 33), {}, {}, 80),
    ((34, 20), {}, {}, 80),
    ((23, 23), {}, {"kind": "corner"}, 80 + 23),
    ((17, 25), {}, {"kind": "corner"}, 80 + 25),
    ((HOLE,), {}, {}, 80 + 23),
    ((46, 46), {"symmetry": "quarter"}, {"symmetry": "quarter"}, 4 * (80 + 23)),
    ((dt.Board(30, 52, leaper=(1, 4)),), {}, {}, 2 * 11 * 20),
    ((dt.Board(52, 22, leaper=(1, 4)),), {}, {}, 2 * 11 * 20),
    ((dt.Space(16, 12, 5),), {}, {}, 5 * 80),
    ((dt.Space(4, 10, 12),), {}, {}, 4 * 80),
    ((dt.Space(2, 14, 12, 3),), {}, {}, 6 * 80),
]


@pytest.mark.parametrize(("board", "asked", "made", "most"), CASES)
def test_the_knights_ride_along_the_course(
    board: tuple[Any, ...], asked: dict[str, Any], made: dict[str, Any], most: int
) -> None:
    """All of them make its diagonal moves, and those between levels; other squares are near the corners or a side."""
    tour = dt.tour(*board, algorithm="formation", **made)
    squares = tour.squares()
    edges = set(map(frozenset, pairwise([*squares, squares[0]])))
    covered = set()
    for course in dt.TourOrder(*board, **asked).courses():
        flat = [axis for axis, side in enumerate(course.block) if side > 1]
        places = [tuple(place) for place in course.places.tolist()]
        steps = [tuple(b - a for a, b in zip(here, there, strict=True)) for here, there in pairwise(places)]
        leads_on = [any(step[axis] for axis in range(len(step)) if axis not in flat) for step in steps]
        within = list(product(*map(range, course.block)))
        for number, (place, step) in enumerate(zip(places, steps, strict=False)):
            at_entry = len(board) == 1 and True in leads_on[max(number - 1, 0) : number + 2] and not leads_on[number]
            if sorted(map(abs, step))[-2:] == [1, tour.board.leaper.reach] and not at_entry:
                for away in within:
                    here = tuple(a + b for a, b in zip(place, away, strict=True))
                    assert frozenset((here, tuple(a + b for a, b in zip(here, step, strict=True)))) in edges
            else:
                assert sum(map(abs, step)) <= 3 or at_entry
        covered |= {tuple(a + b for a, b in zip(place, away, strict=True)) for place in places for away in within}
    assert covered <= set(squares)
    assert len(squares) - len(covered) <= most
