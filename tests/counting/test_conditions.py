"""Tours that must have some moves, and must not have others: counted, listed and sampled."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import pytest
from helpers import naive
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
    with pytest.raises(dt.UnsupportedBoard, match="chains take no conditions"):
        dt.sample(6, 6, forbid=[("c3", "d5")], method="chain")
    assert list(dt.all_tours(6, 6, forbid=[("a1", "b3")])) == []


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as finished:
        cli.main(["count", "6", "6", "--require", "c3-d5", "--forbid", "2,0-4,1", "--json"])
    assert finished.value.code == 0
    moves: Any = {"require": [("c3", "d5")], "forbid": [((2, 0), (4, 1))]}
    assert f'"undirected": {dt.count(6, 6, **moves).undirected}' in capsys.readouterr().out
