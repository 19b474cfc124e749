"""Leapers on surfaces, against a piece that walks square by square and is carried over the seams."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import pytest
from helpers import naive
from helpers.marks import left, long, very_long

import destrier as dt
from destrier.core.leaper import PIECES
from destrier.core.surface import SURFACES, Surface

if TYPE_CHECKING:
    from pathlib import Path

Square: TypeAlias = tuple[int, int]

NAMES: Final = ("wazir", "king", "camel", "zebra", "giraffe")

SMALL: Final = [(1, 4), (2, 3), (3, 3), (3, 4), (4, 3)]

every_surface = pytest.mark.parametrize("key", SURFACES)
every_piece = pytest.mark.parametrize("piece", NAMES)


def step(key: str, sides: Square, at: tuple[int, ...], down: int, right: int) -> tuple[int, ...] | None:
    """One square on, as seen by a piece at (row, col, sign of rows, sign of columns)."""
    surface, (rows, cols), (row, col, upright, level) = SURFACES[key], sides, at
    row, col = row + down * upright, col + right * level
    if not 0 <= col < cols:
        col %= cols
        if surface.left_right == "mirrored":
            row, upright = rows - 1 - row, -upright
    if not 0 <= row < rows:
        if surface.top_bottom is None:
            return None
        row %= rows
        if surface.top_bottom == "mirrored":
            col, level = cols - 1 - col, -level
    return row, col, upright, level


def leap(key: str, sides: Square, square: Square, down: int, right: int) -> Square | None:
    """Where a leaper lands that walks to the right and then down."""
    at: tuple[int, ...] | None = (*square, 1, 1)
    for way in [(0, np.sign(right))] * abs(right) + [(np.sign(down), 0)] * abs(down):
        at = at and step(key, sides, at, *map(int, way))
    return None if at is None else (at[0], at[1])


@cache
def graph_of(key: str, sides: Square, piece: str) -> dict[Square, list[Square]]:
    """The squares that a piece reaches from each, each once, and none from itself."""
    vectors = {
        (up * one, left * other)
        for pair in PIECES[piece]
        for one, other in (pair, pair[::-1])
        for up in (1, -1)
        for left in (1, -1)
    }
    squares = sorted(naive.rectangle(*sides))
    reached = {here: {leap(key, sides, here, *vector) for vector in vectors} - {None, here} for here in squares}
    return {here: sorted(there for there in reached[here] if there) for here in squares}


def with_apex(graph: dict[Square, list[Square]]) -> dict[Square, list[Square]]:
    apex = (-1, -1)
    return {**{here: [*there, apex] for here, there in graph.items()}, apex: list(graph)}


@every_surface
@every_piece
@pytest.mark.parametrize("sides", [*SMALL[:2], (1, 1), (5, 4), *map(long, (*SMALL[2:], (6, 7), (7, 5)))])
def test_moves_against_a_piece_that_walks(key: str, piece: str, sides: Square) -> None:
    board = SURFACES[key](*sides, leaper=piece)
    graph, move_graph = graph_of(key, sides, piece), board.move_graph
    for here, (square, there) in enumerate(zip(sorted(graph), move_graph.there, strict=True)):
        assert sorted(board.square(int(other)) for other in there[there >= 0]) == graph[square]
        for move in np.flatnonzero(there >= 0).tolist():
            assert move_graph.there[there[move], move_graph.back[here, move]] == here


@every_surface
@every_piece
@pytest.mark.parametrize("sides", [*SMALL[:2], long(SMALL[2]), *map(very_long, SMALL[3:])])
def test_tours_are_counted_and_listed(key: str, piece: str, sides: Square) -> None:
    board, graph = SURFACES[key](*sides, leaper=piece), graph_of(key, sides, piece)
    closed, opened = naive.ring_count(graph), naive.ring_count(with_apex(graph))
    assert dt.count(board).undirected == closed
    assert dt.count(board, kind="open").undirected == opened
    assert len({tour.moves.tobytes() for tour in dt.all_tours(board)}) == closed
    if dt.why_no_tour(board) is not None:
        assert closed == 0
    if dt.why_no_tour(board, kind="open") is not None:
        assert opened == 0


def test_cycles_of_torus_grids() -> None:
    """OEIS A222199."""
    assert [dt.count(dt.Torus(n, n), leaper="wazir").undirected for n in (3, 4, 5)] == [48, 1344, 23580]


@every_surface
@pytest.mark.parametrize("piece", left(NAMES, [], ["wazir", "camel", "giraffe"]))
def test_verbs(key: str, piece: str, tmp_path: Path) -> None:
    board = SURFACES[key](5, 6, leaper=piece)
    if dt.why_no_tour(board) is not None:
        return
    try:
        tour = dt.tour(board, seed=1, start="c3")
    except dt.NoSuchTour:
        assert dt.count(board).undirected == 0
        return
    graph, order = graph_of(key, (5, 6), piece), list(tour)
    assert sorted(order) == list(graph)
    assert all(order[place] in graph[order[place - 1]] for place in range(30))
    for suffix in (".json", ".npz", ".txt", ".tour"):
        dt.save(tour, tmp_path / f"tour{suffix}")
        assert dt.load(tmp_path / f"tour{suffix}") == tour
    dt.save(tour, tmp_path / "tour.npy")
    assert dt.load(tmp_path / "tour.npy").same_moves(tour)
    assert dt.repeat(tour) == tour
    assert dt.check(tour) == f"closed tour of {board.describe()}"
    assert dt.join(dt.shatter(tour, seed=1), seed=1).cycle_count == 1
    assert dt.obfuscate(tour, seed=1).cycle_count == 1
    assert dt.measure(tour)["turns"] == dt.turns(tour)
    assert "<html" in dt.show(tour, tmp_path / "page.html").html
    dt.draw(tour, tmp_path / "tour.svg")
    assert tour.transformed(board.symmetries[-1]).canonical() == tour.canonical()
    assert dt.sample(board, seed=1, n=2)[0].board == board


def test_windings_of_even_leapers_have_no_parity() -> None:
    """A king goes round a torus of 3 x 4 any number of times."""
    assert dt.tour(dt.Torus(3, 4), leaper="king", winding=(1, 0), seed=1).winding == (1, 0)


def test_boards_differ_by_their_piece() -> None:
    board = dt.Torus(4, 5, leaper="zebra")
    assert board == dt.Torus(4, 5).by("zebra") != dt.Torus(4, 5)
    assert eval(repr(board), {"Torus": dt.Torus}) == board
    assert hash(board) == hash(dt.Torus(4, 5).by((3, 2)))
    assert board.to_dict() == {"torus": [4, 5], "leaper": [2, 3]}
    assert dt.Torus(4, 5).to_dict() == {"torus": [4, 5]}
    assert isinstance(board, Surface)


def test_a_piece_that_does_not_fit_the_array_is_refused(tmp_path: Path) -> None:
    dt.save(dt.tour(dt.Torus(4, 5), leaper="king", seed=1), tmp_path / "king.npy")
    with pytest.raises(dt.InvalidTourney) as refusal:
        dt.load(tmp_path / "king.npy", leaper="zebra")
    assert str(refusal.value) == f"{tmp_path / 'king.npy'}: this array is a king's, not a zebra's"


def test_other_pieces_stay_off_boxes() -> None:
    with pytest.raises(dt.UnsupportedBoard) as refusal:
        dt.tour(dt.Box(2, 3, 4), leaper="king")
    assert str(refusal.value) == "on the 2 x 3 x 4 box only the knight moves; leave the leaper out"
