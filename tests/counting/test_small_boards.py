"""Small boards in plain Python: the numbers of the kernels, uniform draws with conditions, lists of any width."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest
from helpers.laws import z_of_chi_square
from helpers.marks import exhaustive

import destrier as dt
from destrier.counting import small_boards
from destrier.counting.small_boards import MOST_SQUARES, TourGraph

MEMORY = 10**9
"""With a limit on memory, small boards are counted by kernels, too."""

ASKED: dict[str, tuple[dt.Board | dt.Torus | dt.Space, dict[str, Any]]] = {
    "one end": (dt.Board(4, 5), {"kind": "open", "start": "a1"}),
    "two ends": (dt.Board(5, 5), {"kind": "open", "start": "a1", "end": "e5"}),
    "moves": (dt.Board(5, 6), {"require": [("a1", "b3")], "forbid": [("c1", "d3")]}),
    "moves of open tours": (dt.Board(4, 5), {"kind": "open", "require": [("a1", "b3"), ("c1", "b3")]}),
    "end and moves": (dt.Board(4, 5), {"kind": "open", "end": "a1", "require": [("a1", "b3")]}),
    "contradiction": (dt.Board(5, 6), {"forbid": [("a1", "b3")]}),
    "holes": (dt.Board.from_text("######\n######\n##..##\n######\n######\n######"), {}),
    "leaper": (dt.Board(4, 4, leaper=[(0, 1), (1, 1)]), {}),
    "torus": (dt.Torus(3, 4), {"kind": "open"}),
    "space": (dt.Space(2, 3, 4), {}),
}


@pytest.mark.parametrize("name", ASKED)
def test_numbers_are_those_of_the_kernels(name: str) -> None:
    board, options = ASKED[name]
    assert dt.count(board, **options) == dt.count(board, max_memory=MEMORY, **options)


@pytest.mark.parametrize("name", ["two ends", "moves", "moves of open tours", "holes"])
def test_samples_are_uniform_and_meet_the_conditions(name: str) -> None:
    board, options = ASKED[name]
    total = dt.count(board, **options).undirected
    drawn = dt.sample(board, n=50 * total, seed=1, **options)
    assert drawn.method == "exact"
    for tour in islice(drawn, 10):
        assert dt.Tour(tour.moves, board) == tour
        ends = {tour.squares()[0], tour.squares()[-1]}
        assert all(board.square(board.index(options[end])) in ends for end in ("start", "end") if end in options)
    counts = Counter(tour.moves.tobytes() for tour in drawn)
    assert len(counts) == total
    assert total == 1 or abs(z_of_chi_square(counts, dict.fromkeys(counts, 1.0))) < 4


def test_larger_samples_begin_alike() -> None:
    assert dt.sample(5, 6, n=3, seed=1) == dt.sample(5, 6, n=9, seed=1)[:3]


def test_impossible_conditions() -> None:
    with pytest.raises(dt.NoSuchTour):
        dt.sample(5, 6, forbid=[("a1", "b3")])


@pytest.mark.parametrize(
    ("board", "kind"), [((8, 8), "closed"), ((8, 8), "open"), ((10, 10), "closed"), ((3, 70), "closed")]
)
def test_the_first_tours_of_a_large_board(board: tuple[int, int], kind: Any) -> None:
    first = list(islice(dt.all_tours(*board, kind=kind), 20))
    assert len({tour.moves.tobytes() for tour in first}) == 20
    for tour in first:
        assert dt.Tour(tour.moves, tour.board).kind == kind
    assert [tour.moves.tolist() for tour in first] == [
        tour.moves.tolist() for tour in islice(dt.all_tours(*board, kind=kind), 20)
    ]


@exhaustive
def test_rare_tours_are_listed_by_their_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Any = {"require": [("a1", "b3")], "forbid": [("d3", "c5")]}
    found = {tour.moves.tobytes() for tour in dt.all_tours(6, 6, **asked)}
    monkeypatch.setattr(small_boards, "_MOST_REMEMBERED", 2)
    assert {tour.moves.tobytes() for tour in dt.all_tours(6, 6, **asked)} == found
    assert list(dt.all_tours(5, 6, forbid=[("a1", "b3")])) == []


@pytest.mark.parametrize("ends", [{"start": "a1", "end": "a1", "kind": "open"}, {"start": "a1", "end": "a2"}])
def test_wrong_ends(ends: dict[str, Any]) -> None:
    with pytest.raises(dt.DestrierError):
        dt.sample(5, 6, **ends)


def test_larger_boards_are_not_listed() -> None:
    with pytest.raises(dt.UnsupportedBoard, match=f"up to {MOST_SQUARES} squares"):
        dt.all_tours(16, 16)


def test_the_method_follows_from_the_number_of_tours() -> None:
    assert dt.sample(8, 8, n=2, seed=1).method == "independent"
    assert dt.sample(8, 8, n=20, seed=1).method == "chain"


def test_each_move_of_a_tour_is_an_edge() -> None:
    graph = TourGraph(dt.Board(5, 6), "open", [(0, 0)])
    assert len(graph.neighbours) == 32
    assert all(vertex in graph.neighbours[other] for vertex, others in enumerate(graph.neighbours) for other in others)


@pytest.mark.parametrize("board", [dt.Board(1, 1), dt.Board(1, 1, leaper="king"), dt.Torus(1, 1), dt.Space(1, 1, 1)])
@pytest.mark.parametrize("kind", ["closed", "open"])
def test_a_single_square_has_no_tour_with_moves(board: dt.Board, kind: Any) -> None:
    is_counted = kind == "open" and board == dt.Board(1, 1)  # as by OEIS A165134, though it has no moves
    assert dt.count(board, kind=kind).undirected == is_counted
    assert list(dt.all_tours(board, kind=kind)) == []
    for make in (dt.tour, dt.sample):
        with pytest.raises(dt.NoSuchTour):
            make(board, kind=kind)


@pytest.mark.parametrize("kind", ["closed", "open"])
def test_the_piece_is_an_argument(kind: Any) -> None:
    board = dt.Board(3, 4, leaper="king")
    assert dt.count(3, 4, leaper="king", kind=kind) == dt.count(board, kind=kind)
    assert list(dt.all_tours(3, 4, leaper="king", kind=kind)) == list(dt.all_tours(board, kind=kind))
    assert len(list(dt.all_tours(board, kind=kind))) == dt.count(board, kind=kind).undirected
    assert dt.sample(3, 4, leaper="king", kind=kind, seed=1) == dt.sample(board, kind=kind, seed=1)
    assert dt.puzzle(3, 4, leaper="king", seed=1) == dt.puzzle(board, seed=1)
    assert dt.why_no_tour(8, 8, leaper="camel") == dt.why_no_tour(dt.Board(8, 8, leaper="camel"))
