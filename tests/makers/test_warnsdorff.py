"""Walks by Warnsdorff's rule against a plain reading of the rule, and the tours that come of them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import pytest
from helpers import naive
from helpers.marks import left
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.choices import Ties
from destrier.makers.ties import graph_of, rule_of
from destrier.makers.warnsdorff import _walk_tour, lengths_of_walks, warnsdorff
from destrier.proofs.rectangles import ends_theorem, rectangle_theorem

if TYPE_CHECKING:
    from collections.abc import Callable

    from destrier.core.types import Square

TIES: tuple[Ties, ...] = get_args(Ties)

EVERYWHERE = [ties for ties in TIES if ties != "squirrel"]


def scores(ties: str, n: int, free: set[Square]) -> Callable[[Square, Square], float]:
    """What a tie rule wants least of, of a move from one square to another."""

    def beyond(_: Square, there: Square) -> float:
        return sum(len(naive.neighbours(square, free)) for square in naive.neighbours(there, free))

    return {
        "random": lambda *_: 0,
        "first": naive.move_between,
        "pohl": beyond,
        "distance": lambda _, there: -abs(complex(*there) - complex(n - 1, n - 1) / 2),
        "squirrel": lambda *_: 0,
    }[ties]


def follows(path: list[Square], n: int, ties: str) -> bool:
    """Whether every move of a path goes where the rule says."""
    free = naive.rectangle(n, n) - {path[0]}
    for here, there in pairwise(path):
        score = scores(ties, n, free)
        keys = {square: len(naive.neighbours(square, free - {square})) for square in naive.neighbours(here, free)}
        fewest = min(keys.values())
        least = min(score(here, square) for square in keys if keys[square] == fewest)
        if keys[there] > fewest or score(here, there) > least + 1e-9:
            return False
        free -= {there}
    return True


@pytest.mark.parametrize("ties", TIES)
def test_a_walk_that_succeeds_follows_the_rule(ties: Ties) -> None:
    """Most walks of 10 x 10 from the corner do; what others leave is completed, and does not."""
    tours = [dt.tour(10, 10, kind="open", start=(0, 0), ties=ties, walks=1, seed=seed) for seed in range(6)]
    assert all(isinstance(tour, dt.Tour) and tour[0] == (0, 0) for tour in tours)
    assert sum(follows(list(tour), 10, ties) for tour in tours) >= 5
    others = [other for other in TIES if other not in (ties, "random")]
    assert not all(follows(list(tour), 10, other) for tour in tours for other in others)


@pytest.mark.parametrize("n", left(range(5, 201), [*range(6, 30), 74]))
def test_squirrels_walk_visits_every_square(n: int) -> None:
    """As Squirrel and Cull say of n from 112 on, and Ganzfried of those from 5; but 74, for which he has an order."""
    assert lengths_of_walks(dt.Board(n, n), [0], ties="squirrel").tolist() == [n * n]


@pytest.mark.parametrize("ties", EVERYWHERE)
@pytest.mark.parametrize("rows", left(range(3, 11), [3, 5, 8]))
def test_stretched_tours(rows: int, ties: Ties) -> None:
    for cols in range(3, 11):
        if rectangle_theorem(rows, cols, "stretched"):
            with pytest.raises(dt.NoSuchTour):
                dt.tour(rows, cols, kind="stretched", ties=ties)
            continue
        for walks in (1, 100):  # completed, and walked
            tour = dt.tour(rows, cols, kind="stretched", ties=ties, walks=walks, seed=cols)
            assert isinstance(tour, dt.Tour)
            assert tour[0] == (0, 0)
            assert tour[-1] in ((0, 1), (1, 0))
            assert naive.is_open_tour(tour.moves.tolist(), naive.rectangle(rows, cols), [tour[0], tour[-1]])


@given(
    rows=st.integers(3, 14),
    cols=st.integers(3, 14),
    ties=st.sampled_from(EVERYWHERE),
    walks=st.sampled_from([1, 2, 100]),
    data=st.data(),
)
def test_open_tours_between_given_ends(rows: int, cols: int, ties: Ties, walks: int, data: st.DataObject) -> None:
    squares = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    start, end = data.draw(squares), data.draw(squares)
    if start == end or rectangle_theorem(rows, cols, "open") or ends_theorem(rows, cols, start, end):
        return
    options: dict[str, Any] = {"kind": "open", "ties": ties, "walks": walks, "seed": 1}
    both = dt.tour(rows, cols, start=start, end=end, **options)
    assert (both[0], both[-1]) == (start, end)
    assert naive.is_open_tour(both.moves.tolist(), naive.rectangle(rows, cols), [start, end])
    assert dt.tour(rows, cols, start=start, **options)[0] == start
    assert dt.tour(rows, cols, end=end, **options)[-1] == end


def test_steps_back_lead_to_ends_that_walks_miss() -> None:
    board = dt.Board(6, 6)
    found = {}
    for back in (0, 1000):
        found[back] = 0
        for goal in range(1, 36):
            moves = np.zeros(36, np.uint8)
            begin, end, key = np.array([0]), np.array([goal]), np.uint64(goal)
            last = _walk_tour(graph_of(board), rule_of(board, "first"), begin, end, 36, moves, key, 2, back)
            if last < 0:
                found[back] += 1
                ends = [board.square(0), board.square(goal)]
                assert naive.is_open_tour(moves.reshape(6, 6).tolist(), naive.rectangle(6, 6), ends)
    assert found[0] < 9
    assert found[1000] == 18  # all squares of the other colour


def test_shapes_have_open_tours() -> None:
    for text in ("########\n########\n##.#####\n########\n#####.##\n########", ".##.\n####\n####\n.##."):
        board = dt.Board.from_text(text)
        squares = {(row, col) for row, col in np.argwhere(board.present).tolist()}
        for ties in EVERYWHERE:
            tour = dt.tour(board, kind="open", ties=ties, seed=1)
            assert isinstance(tour, dt.Tour)
            assert naive.is_open_tour(tour.moves.tolist(), squares, [tour[0], tour[-1]])


@pytest.mark.parametrize("ties", ["first", "pohl", "distance"])
def test_tourneys_and_closed_and_corner_tours(ties: Ties) -> None:
    for walks in (1, 3):
        made = dt.tourney(12, 12, algorithm="warnsdorff", ties=ties, walks=walks, seed=1)
        assert naive.is_tourney(made.moves.tolist(), naive.rectangle(12, 12))
        assert naive.is_closed_tour(
            dt.tour(9, 10, ties=ties, walks=walks, seed=1).moves.tolist(), naive.rectangle(9, 10)
        )
        corner = dt.tour(7, 7, kind="corner", ties=ties, walks=walks, seed=1)
        assert naive.is_closed_tour(corner.moves.tolist(), naive.rectangle(7, 7) - {(6, 6)})


def test_large_boards_are_completed() -> None:
    """No walk at random of 250 x 250 is likely to visit every square."""
    for options in ({"kind": "open", "start": (0, 0)}, {"kind": "stretched"}):
        tour = dt.tour(250, 250, algorithm="warnsdorff", walks=1, seed=1, **options)
        assert dt.Tour(tour.moves)[0] == (0, 0)


def test_more_sweeps_are_another_network() -> None:
    few, many = (dt.tourney(6, 6, algorithm="takefuji-lee", sweeps=sweeps, seed=3) for sweeps in (12, 400))
    for made in (few, many):
        assert naive.is_tourney(made.moves.tolist(), naive.rectangle(6, 6))
    assert dt.tour(8, 8, sweeps=50, seed=1) == dt.tour(8, 8, algorithm="takefuji-lee", sweeps=50, seed=1)


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"ties": "last"}, "ties is one of random, first, pohl, squirrel, distance, not 'last'"),
        ({"walks": 0}, "walks is how many walks warnsdorff tries .*, an integer from 1 on, not 0"),
        ({"walks": True}, "an integer from 1 on, not True"),
        ({"sweeps": 1.5}, "sweeps is how many sweeps annealing makes, .*, an integer from 1 on, not 1.5"),
        ({"algorithm": "rectangle", "walks": 2}, "rectangle takes no walks: warnsdorff takes walks"),
        ({"ties": "pohl", "sweeps": 2}, "warnsdorff takes no sweeps: .*takefuji-lee takes sweeps"),
        ({"ties": "squirrel"}, "squirrel makes open tours .* from the corner 0,0"),
        ({"ties": "squirrel", "kind": "open", "start": (1, 1)}, "squirrel makes open tours .* from the corner 0,0"),
        ({"ties": "first", "kind": "double-loop"}, "warnsdorff makes closed and corner and open and stretched tours"),
    ],
)
def test_what_is_refused(options: dict[str, Any], refusal: str) -> None:
    with pytest.raises(dt.DestrierError, match=refusal) as refused:
        dt.tour(8, 8, **options)
    assert "\n" not in str(refused.value)


def test_what_tourneys_refuse() -> None:
    with pytest.raises(dt.DestrierError, match="two-factor takes no ties"):
        dt.tourney(8, 8, algorithm="two-factor", ties="pohl")
    with pytest.raises(dt.DestrierError, match="squirrel makes open tours"):
        dt.tourney(8, 8, algorithm="warnsdorff", ties="squirrel")
    with pytest.raises(dt.DestrierError, match="squirrel takes n x n boards, not 8 x 9"):
        warnsdorff(dt.Board(8, 9), kind="open", ties="squirrel")
