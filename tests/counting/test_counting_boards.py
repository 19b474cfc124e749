"""Counts of other boards than rectangles, and of symmetric tours, against methods that share no code with them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from helpers import naive
from helpers.marks import exhaustive, long, very_long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier import cli
from destrier.counting import counts, plans
from destrier.counting.swept_graphs import Graph
from destrier.support.errors import DestrierError, UnsupportedBoard

if TYPE_CHECKING:
    from typing import Literal


def counted(board: Any, kind: Literal["closed", "open"]) -> int:
    """The number of tours, square by square: an open tour is a closed one through one more square beside all others."""
    graph: dict[Any, list[Any]] = {node: list(board.to_networkx()[node]) for node in board.to_networkx()}
    if kind == "open":
        graph = {"apex": list(graph), **{node: [*others, "apex"] for node, others in graph.items()}}
    return naive.ring_count(graph)


BOARDS = [
    dt.Board.from_mask([[1, 1, 1], [1, 0, 1], [1, 1, 1]]),
    dt.Board.from_mask([[0, 1, 1, 1, 0], [1] * 5, [1] * 5, [1] * 5, [0, 1, 1, 1, 0]]),
    dt.Board.from_mask([[1] * 6, [1] * 6, [1, 1, 0, 0, 1, 1], [1] * 6]),
    dt.Board(4, 5, leaper=(1, 4)),
    dt.Board(4, 6, leaper=(1, 3)),
    dt.Space(2, 3, 3),
    dt.Box(1, 2, 2),
]


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_boards_of_all_kinds(board: Any, kind: Literal["closed", "open"]) -> None:
    result = dt.count(board, kind=kind)
    assert result.undirected == counted(board, kind)
    assert result.directed == 2 * result.undirected
    assert result.board == board.describe()


@pytest.mark.parametrize("cols", [3, 5, 7])
def test_a_board_that_is_a_single_cycle(cols: int) -> None:
    """Its cheapest half takes every other square, and all moves, but the cycle closes where two halves meet."""
    assert dt.count(dt.Cylinder(2, cols), max_memory=2**30).undirected == counted(dt.Cylinder(2, cols), "closed") == 1


@given(
    st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=4, max_size=6),
    st.sampled_from(["closed", "open"]),
)
def test_any_shape(rows: list[list[bool]], kind: Literal["closed", "open"]) -> None:
    rows[0][0] = True
    board = dt.Board.from_mask(rows)
    assert dt.count(board, kind=kind).undirected == counted(board, kind)


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("shape", [(3, 10), (5, 6), *map(long, ((6, 6), (5, 8), (6, 7)))])
def test_any_order_gives_the_same(shape: tuple[int, int], kind: Literal["closed", "open"]) -> None:
    """Vertex by vertex, rectangles have as many tours as column by column."""
    if kind == "open" and shape[0] * shape[1] > 36:
        return
    graph = counts.board_graph(dt.Board(*shape), kind)
    assert counts.total(plans.graph_halves(graph)) == dt.count(*shape, kind=kind).undirected


@pytest.mark.parametrize("shape", [long((3, 10)), long((5, 6)), long((3, 12))])
def test_moves_that_follow_from_others(shape: tuple[int, int]) -> None:
    """All tours with two moves, or one and not the other, have the moves that follow, and not the others."""
    tours = [naive.edges_of_walk(walk, closed=True) for walk in naive.closed_tours(naive.rectangle(*shape))]
    graph = counts.board_graph(dt.Board(*shape), "closed")
    corners = {move for move in graph.edges() if any(square in {(0, 0), (shape[0] - 1, 0)} for square in move)}
    assert corners <= graph.required
    moves = sorted(graph.edges(), key=sorted)
    for one, other in combinations(moves, 2):
        for asked in (Graph(frozenset({one, other})), Graph(frozenset({one}), frozenset({other}))):
            found = replace(graph, required=graph.required | asked.required, forbidden=asked.forbidden).completed()
            assert found.completed() == found
            for tour in tours:
                if asked.required <= tour and not asked.forbidden & tour:
                    assert found.required <= tour
                    assert not found.forbidden & tour


@pytest.mark.parametrize(
    ("rows", "cols", "leaper", "tours"),
    [
        (5, 16, "zebra", 90),
        long(5, 18, "zebra", 0),
        (7, 20, "2,5", 16),
        very_long(5, 20, "zebra", 512),
        long(9, 10, "giraffe", 8),
        very_long(9, 12, "giraffe", 8272),
        long(7, 22, "antelope", 4),
        very_long(11, 36, "2,9", 1_136_480),
        long(5, 24, "giraffe", 67_844),
        long(7, 36, "1,6", 23_843_736),
        very_long(10, 10, "zebra", 80_320),
        very_long(13, 14, "2,5", 1_895_584),
        very_long(18, 18, "4,5", 161_480),
        very_long(14, 14, "antelope", 103_162),
        very_long(22, 22, "5,6", 238_704),
        very_long(13, 14, "1,6", 8),
        very_long(7, 16, "giraffe", 19_822_317_110),
        very_long(10, 10, "giraffe", 1_018_865_516_976),
    ],
)
def test_the_smallest_boards_of_other_leapers(rows: int, cols: int, leaper: str, tours: int) -> None:
    assert dt.count(rows, cols, leaper=leaper).undirected == tours


def test_ends_and_conditions() -> None:
    board = BOARDS[1]
    free = dt.count(board, kind="open").undirected
    ends = [(0, 1), (4, 2)]
    between = dt.count(board, kind="open", start=ends[0], end=ends[1])
    squares = {board.square(int(index)) for index in board.squares}
    listed = naive.open_tour_count(squares, ends)
    assert between.directed == between.undirected == listed
    moves = [("b5", "c3"), ("d5", "c3")]
    parts = [
        dt.count(
            board,
            kind="open",
            require=[move for move, has in zip(moves, chosen, strict=True) if has],
            forbid=[move for move, has in zip(moves, chosen, strict=True) if not has],
        ).undirected
        for chosen in [(True, True), (True, False), (False, True), (False, False)]
    ]
    assert sum(parts) == free


# Symmetric tours


def quotient(rows: int, cols: int) -> dict[Any, list[Any]]:
    """The squares of a board up to quarter turns, with an edge for each orbit of moves."""

    def orbit(square: tuple[int, int]) -> list[tuple[int, int]]:
        squares = [square]
        for _ in range(3):
            row, col = squares[-1]
            squares.append((col, rows - 1 - row))
        return squares

    board = naive.rectangle(rows, cols)
    orbits = set()
    for here in board:
        for there in naive.neighbours(here, board):
            orbits.add(frozenset(frozenset(move) for move in zip(orbit(here), orbit(there), strict=True)))
    graph: dict[Any, list[Any]] = defaultdict(list)
    for moves in orbits:
        here, there = (min(orbit(square)) for square in next(iter(moves)))
        if here != there:
            graph[here].append(there)
            graph[there].append(here)
    return dict(graph)


@pytest.mark.parametrize("side", [6, very_long(10)])
def test_quarter_turns(side: int) -> None:
    assert dt.count(side, side, symmetry="quarter").undirected == naive.ring_count(quotient(side, side))


def test_no_quarter_turns() -> None:
    assert dt.count(8, 8, symmetry="quarter").undirected == 0
    assert dt.count(6, 10, symmetry="quarter").undirected == 0


@pytest.mark.parametrize("shape", [(3, 10), (5, 6), (6, 6), *map(long, ((3, 14), (5, 8), (6, 7), (6, 9)))])
def test_symmetries_agree_with_classes(shape: tuple[int, int]) -> None:
    expected = dt.count(*shape, classes=True).symmetric
    assert expected == {name: dt.count(*shape, symmetry=name).undirected for name in ("central", "axial", "quarter")}


# Refusals


@exhaustive
def test_wide_frontiers() -> None:
    with pytest.raises(MemoryError, match=r"a frontier of \d+ squares, one needs about .* GB of memory, this .* has"):
        dt.count(dt.Box(2, 3, 4))
    with pytest.raises(MemoryError, match=r"frontier of 12 squares takes about .* kB, more than the 100 kB allowed; a"):
        dt.count(dt.Space(2, 4, 4), max_memory=100_000)
    with pytest.raises(
        UnsupportedBoard, match=r"takes a frontier of \d+ squares, and 24 can be kept|meet in more than 16"
    ):
        dt.count(dt.Board(16, 16, leaper=(1, 4)))


def test_tables_beyond_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "refuse_beyond_needs", lambda *_, **__: None)  # as if the estimate were too low
    with pytest.raises(MemoryError, match="take more than the 100 kB of memory allowed; a store keeps them on disk"):
        dt.count(6, 8, max_memory=100_000)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"symmetry": "diagonal"}, "a symmetry is one of central, axial, quarter, not 'diagonal'"),
        ({"symmetry": "central", "kind": "tourney"}, "counted of closed and open tours, not of tourneys"),
        ({"symmetry": "central", "require": [("a1", "b3")]}, "require and forbid are for all closed or open tours"),
        ({"require": [("a1", "b2")]}, "no move leads from 5,0 to 4,1"),
    ],
)
def test_refusals(options: dict[str, Any], message: str) -> None:
    with pytest.raises(DestrierError, match=message):
        dt.count(6, 6, **options)


@exhaustive
def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["count", "2", "3", "4"]) == 0
    assert capsys.readouterr().out == "closed tours of 2 x 3 x 4 by a knight\ndirected    24264\nundirected  12132\n"
    assert cli.run(["count", "2", "2", "3", "--box", "--json"]) == 0
    assert '"undirected": 59052712, "board": "the 2 x 2 x 3 box"' in capsys.readouterr().out
    assert cli.run(["count", "10", "--symmetry", "quarter"]) == 0
    assert capsys.readouterr().out.startswith("closed tours of 10 x 10 with quarter symmetry\n")
    assert cli.run(["count", "2", "3", "--box"]) == 2
    assert "a box has three sides" in capsys.readouterr().err
