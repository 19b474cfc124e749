"""Tours that must have some moves, and must not have others: counted, listed, sampled, made and solved for."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import pytest
from helpers import naive
from helpers.laws import p_of_chi_square
from helpers.marks import examples, very_long
from helpers.wrong import wrong
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier import cli

if TYPE_CHECKING:
    from helpers.naive import Edge

BOARDS: list[tuple[int, int, Literal["closed", "open"]]] = [
    (5, 6, "closed"),
    (10, 3, "closed"),
    (4, 5, "open"),
    (5, 4, "open"),
    (5, 5, "open"),
]


@cache
def tours(rows: int, cols: int, kind: str) -> list[frozenset[Edge]]:
    board = naive.rectangle(rows, cols)
    closed = kind == "closed"
    walks = naive.closed_tours(board) if closed else naive.open_tours(board)
    return [frozenset(naive.edges_of_walk(walk, closed=closed)) for walk in walks]


@st.composite
def conditions(draw: st.DrawFn) -> tuple[tuple[int, int, Any], list[Edge], list[Edge]]:
    board = draw(st.sampled_from(BOARDS))
    squares = naive.rectangle(*board[:2])
    edges = sorted({frozenset((one, other)) for one in squares for other in naive.neighbours(one, squares)}, key=sorted)
    chosen = draw(st.lists(st.sampled_from(edges), unique=True, max_size=7))
    cut = draw(st.integers(0, min(3, len(chosen))))
    return board, chosen[:cut], chosen[cut:]


@examples(8)
@given(conditions())
def test_conditional_numbers_and_lists(asked: tuple[tuple[int, int, Any], list[Edge], list[Edge]]) -> None:
    (rows, cols, kind), required, forbidden = asked
    for square in naive.rectangle(rows, cols):
        if sum(square in edge for edge in required) > 2:
            return
    wanted = {tour for tour in tours(rows, cols, kind) if tour.issuperset(required) and tour.isdisjoint(forbidden)}
    moves: Any = {"require": [sorted(edge) for edge in required], "forbid": [sorted(edge) for edge in forbidden]}
    assert dt.count(rows, cols, kind=kind, **moves).undirected == len(wanted)
    listed = list(dt.all_tours(rows, cols, kind=kind, **moves))
    assert len(listed) == len(wanted)
    assert {frozenset(naive.edges(tour.moves.tolist())) for tour in listed} == wanted


@examples(8)
@given(conditions(), st.integers(0, 9))
def test_tours_and_solutions_under_conditions(
    asked: tuple[tuple[int, int, Any], list[Edge], list[Edge]], seed: int
) -> None:
    (rows, cols, kind), required, forbidden = asked
    if any(sum(square in edge for edge in required) > 2 for square in naive.rectangle(rows, cols)):
        return
    wanted = [tour for tour in tours(rows, cols, kind) if tour.issuperset(required) and tour.isdisjoint(forbidden)]
    moves: Any = {"require": [sorted(edge) for edge in required], "forbid": [sorted(edge) for edge in forbidden]}
    if wanted:
        made = dt.tour(rows, cols, kind=kind, seed=seed, **moves)
        assert frozenset(naive.edges(made.moves.tolist())) in wanted
        assert dt.repeat(made) == made == dt.tour(rows, cols, kind=kind, seed=seed, **moves)
    else:
        with pytest.raises(dt.NoSuchTour):
            dt.tour(rows, cols, kind=kind, seed=seed, **moves)
    walks = sum(2 if kind == "closed" else sum((0, 0) in edge for edge in tour) == 1 for tour in wanted)
    assert dt.count_solutions(dt.Board(rows, cols), numbers={(0, 0): 1}, kind=kind, **moves) == walks


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("board", [dt.Board(8, 8), dt.Board(20, 20), dt.Board(40, 30), dt.Torus(20, 20)])
def test_tours_of_large_boards_meet_conditions(board: Any, kind: Any) -> None:
    """Forbidding one of the two moves of a corner makes it an end of an open tour."""
    required = [(("c3"), "d5"), ("d5", "e3"), ("a4", "b6")]
    forbidden = [("g3", "h5"), ("e4", "f6"), *([("a1", "b3")] if kind == "open" else [])]
    made = dt.tour(board, kind=kind, require=required, forbid=forbidden, seed=1)
    steps = {frozenset(map(board.index, map(board.square, map(board.index, pair)))) for pair in required + forbidden}
    walk = [*made, made[0]] if kind == "closed" else [*made]
    taken = {frozenset(map(board.index, pair)) for pair in pairwise(walk)}
    assert len(set(made)) == board.size
    assert steps & taken == {frozenset(map(board.index, pair)) for pair in required}


def test_ends_and_numbers_under_conditions() -> None:
    made = dt.tour(8, 8, kind="open", start="d5", end="a1", forbid=[("a1", "b3")], seed=1)
    assert (made[0], made[-2], made[-1]) == ((3, 3), (6, 2), (7, 0))
    numbered = dt.tour(8, 8, numbers={"c3": 17}, require=[("c3", "d5")], seed=1)
    assert (3, 3) in (numbered[15], numbered[17])
    with pytest.raises(dt.NoSuchTour, match="no closed tour of 8 x 8 that meets the conditions exists: all of them"):
        dt.tour(8, 8, forbid=[("a1", "b3")])
    moves = [("a1", "b3"), ("c1", "b3"), ("c1", "a2"), ("c1", "e2"), ("d1", "b2"), ("d1", "c3"), ("d1", "f2")]
    with pytest.raises(dt.NoSuchTour, match="meets the conditions: 7,0 and 7,2 and 7,3 would all be ends"):
        dt.tour(8, 8, kind="open", forbid=moves)
    with pytest.raises(dt.DestrierError, match="moves is closed or open, not corner"):
        dt.tour(5, 5, kind="corner", require=[("c3", "d5")])
    with pytest.raises(dt.DestrierError, match="moves cannot be combined with symmetry"):
        dt.tour(6, 6, symmetry="central", require=[("c3", "d5")])


@pytest.mark.parametrize("cols", [6, very_long(8)])
def test_required_and_forbidden_numbers_add_up(cols: int) -> None:
    total = dt.count(6, cols).undirected
    for move in [("c3", "d5"), ("d1", "e3"), ("a4", "c5")]:
        assert dt.count(6, cols, require=[move]).undirected + dt.count(6, cols, forbid=[move]).undirected == total


def test_each_move_of_a_square_is_in_so_many_tours() -> None:
    """A tour has two moves at each square."""
    with_moves = sum(dt.count(6, 6, require=[("c3", other)]).undirected for other in neighbours_of_c3())
    assert with_moves == 2 * 9_862


def neighbours_of_c3() -> list[tuple[int, int]]:
    return naive.neighbours((3, 2), naive.rectangle(6, 6))


def test_conditions_with_given_ends() -> None:
    free = dt.count(5, 5, kind="open", start=(0, 0), end=(4, 4)).undirected
    verbs: list[Any] = [{"require": [((2, 2), (0, 1))]}, {"forbid": [((2, 2), (0, 1))]}]
    parts = [dt.count(5, 5, kind="open", start=(0, 0), end=(4, 4), **verb).undirected for verb in verbs]
    assert sum(parts) == free
    assert min(parts) > 0


def test_samples_meet_conditions() -> None:
    drawn = dt.sample(6, 6, n=50, seed=1, require=[("c3", "d5")], forbid=[("d1", "e3")])
    assert drawn.method == "exact"
    for tour in drawn:
        edges = naive.edges(tour.moves.tolist())
        assert frozenset(((3, 2), (1, 3))) in edges
        assert frozenset(((5, 3), (3, 4))) not in edges


def test_independent_samples_under_conditions_are_uniform() -> None:
    required, forbidden = frozenset(((1, 3), (3, 4))), frozenset(((0, 4), (1, 2)))
    law = {tour: 1.0 for tour in tours(4, 5, "open") if required in tour and forbidden not in tour}
    drawn = dt.sample(4, 5, kind="open", n=500, seed=1, method="independent", require="d3-e1", forbid=["0,4-1,2"])
    seen = Counter(frozenset(naive.edges(tour.moves.tolist())) for tour in drawn)
    assert p_of_chi_square(seen, law) > 0.001


def test_a_sample_of_a_large_board_under_conditions() -> None:
    (drawn,) = dt.sample(12, 12, seed=1, require="c3-d5")
    assert frozenset(((9, 2), (7, 3))) in naive.edges(drawn.moves.tolist())


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"require": [("a1", "b2")]}, "no move leads from 5,0 to 4,1"),
        ({"require": [("a1",)]}, "a move is two squares, such as"),
        ({"require": ["a1"]}, "a move is two squares, such as"),
        ({"require": [("a1", "b9")]}, "b9"),
        ({"require": [("a1", "b3")], "forbid": [("b3", "a1")]}, "the move 3,1-5,0 is both required and forbidden"),
        ({"require": [("c3", "d5"), ("c3", "e4"), ("c3", "b1")]}, "3 required moves meet at 3,2, where a tour has two"),
        ({"require": [("a1", "b3")], "classes": True}, "omit classes and symmetry"),
        ({"forbid": [("a1", "b3")], "kind": "tourney"}, "are for all closed or open tours"),
    ],
)
def test_wrong_conditions(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(dt.DestrierError, match=complaint):
        dt.count(6, 6, **wrong(options))


def test_a_sample_of_nothing_and_chains_are_refused() -> None:
    with pytest.raises(dt.NoSuchTour, match="no closed tour of 6 x 6 meets the conditions"):
        dt.sample(6, 6, forbid=[("a1", "b3")])
    with pytest.raises(dt.UnsupportedBoard, match="require and forbid are for the methods exact and independent"):
        dt.sample(6, 6, forbid=[("c3", "d5")], method="chain")
    assert list(dt.all_tours(6, 6, forbid=[("a1", "b3")])) == []


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as finished:
        cli.main(["count", "6", "6", "--require", "c3-d5", "--forbid", "2,0-4,1", "--json"])
    assert finished.value.code == 0
    moves: Any = {"require": [("c3", "d5")], "forbid": [((2, 0), (4, 1))]}
    assert f'"undirected": {dt.count(6, 6, **moves).undirected}' in capsys.readouterr().out
