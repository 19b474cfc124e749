"""Annealed tours: one cycle, with no rails or as few turns and crossings as are known, and all of them by chance."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import naive
from helpers.laws import z_of_chi_square
from helpers.marks import long, very_long

import destrier as dt
from destrier.makers.annealing import improved
from destrier.support.errors import BudgetExceeded, DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from destrier.core.grid import BaseBoard

OCTAGON = dt.Board.from_text(
    "\n".join(["..########..", ".##########.", *8 * ["############"], ".##########.", "..########.."])
)


def made(board: BaseBoard, minimize: Any, **options: Any) -> dt.Tour:
    """A checked copy."""
    tour = dt.tour(board, algorithm="annealing", minimize=minimize, **options)
    return dt.Tour(tour.moves.copy(), board)


def rails(tour: dt.Tour) -> int:
    """The pairs of edges whose ends other edges of the board join."""
    order = tour.indices().tolist()
    near = tour.board.to_networkx()
    squares = [tour.board.square(index) for index in order]
    edges = list(pairwise(squares))
    edges += [(squares[-1], squares[0])] if tour.kind == "closed" else []
    present = {frozenset(edge) for edge in edges}
    found = 0
    for (a, b), (c, d) in combinations(edges, 2):
        for far, near_by in ((c, d), (d, c)):
            sides = [frozenset((a, far)), frozenset((b, near_by))]
            is_parallelogram = len({a, b, c, d}) == 4 and near.has_edge(a, far) and near.has_edge(b, near_by)
            found += is_parallelogram and present.isdisjoint(sides)
    return found


@pytest.mark.parametrize(
    "board",
    [
        dt.Board(10, 10),
        dt.Torus(9, 10),
        dt.Box(3, 4, 5),
        *map(long, (dt.Board(15, 18), OCTAGON, dt.KleinBottle(9, 10), dt.Board(16, 16, leaper="zebra"))),
    ],
    ids=str,
)
def test_tours_without_rails(board: BaseBoard) -> None:
    tour = made(board, "rails", seed=1)
    assert tour.kind == "closed"
    assert rails(tour) == 0


def test_open_tours_without_rails() -> None:
    free, half, given = (
        made(dt.Board(9, 9), "rails", kind="open", seed=3, **ends)
        for ends in ({}, {"start": "a1"}, {"start": "a1", "end": "i9"})
    )
    assert rails(free) == rails(half) == rails(given) == 0
    assert half.ends is not None
    assert (8, 0) in half.ends
    assert given.ends is not None
    assert set(given.ends) == {(8, 0), (0, 8)}


@pytest.mark.parametrize(
    ("shape", "kind", "turns", "crossings"),
    [
        ((3, 10), "closed", 26, 55),
        long((6, 6), "open", 29, None),
        long((6, 6), "closed", 32, 52),
        long((5, 6), "closed", 28, 49),
        very_long((8, 8), "closed", 45, 69),
        long((7, 7), "open", 34, None),
        long((8, 8), "open", 41, None),
    ],
)
def test_the_fewest_turns_and_crossings_are_found(
    shape: tuple[int, int], kind: Any, turns: int, crossings: int | None
) -> None:
    """They are proved: by lists of all tours, by a solver, or by going through all states."""
    assert naive.turns(made(dt.Board(*shape), "turns", kind=kind, sweeps=3000, seed=1).moves.tolist()) == turns
    if crossings is not None:
        few = made(dt.Board(*shape), "crossings", kind=kind, sweeps=3000, seed=1)
        assert naive.crossings(few.moves.tolist()) == crossings


def test_more_sweeps_make_better_tours() -> None:
    hasty, patient = (dt.turns(made(dt.Board(12, 12), "turns", sweeps=sweeps, seed=1)) for sweeps in (5, 500))
    assert patient < hasty - 5


@pytest.mark.parametrize("draws", [6, very_long(40)])
def test_tours_without_rails_are_uniform(draws: int) -> None:
    """All closed tours of 3 x 10 are listed; those without rails are equally likely, as the law of the worms tells."""
    law = {}
    for walk in naive.closed_tours(naive.rectangle(3, 10)):
        moves = naive.moves_of(naive.edges_of_walk(walk, closed=True), 3, 10)
        if not naive.rails(moves):
            law[np.array(moves, np.uint8).tobytes()] = 1.0
    assert len(law) > 10
    drawn = (dt.tour(3, 10, algorithm="annealing", minimize="rails", seed=seed) for seed in range(draws * len(law)))
    seen = Counter(tour.moves.tobytes() for tour in drawn)
    assert abs(z_of_chi_square(seen, law)) < 4


def test_a_seed_repeats_a_tour() -> None:
    asked: list[tuple[BaseBoard, Any]]
    asked = [(dt.Torus(9, 10), "rails"), (dt.Board(6, 6), "crossings")]
    for board, aim in asked:
        one, again, other = (
            dt.tour(board, algorithm="annealing", minimize=aim, seed=seed, sweeps=50) for seed in (1, 1, 2)
        )
        assert one == again
        assert one != other


@pytest.mark.parametrize("cols", [9, long(12)])
def test_a_few_crossings_do_not_depend_on_the_orientation(cols: int) -> None:
    lying = dt.tour(4, cols, kind="open", minimize="crossings", seed=1)
    upright = dt.tour(cols, 4, kind="open", minimize="crossings", seed=1)
    assert dt.crossings(upright) == dt.crossings(lying)
    assert upright == lying.transformed("transpose")


def test_who_asks_for_random_tours_gets_annealed_ones() -> None:
    for options in ({"obfuscate": True}, {"sweeps": 200}):
        tour = dt.tour(12, 12, minimize="rails", seed=1, **options)
        assert tour != dt.tour(12, 12, minimize="rails")
        assert rails(tour) == 0
    for board, kind in ((dt.Board(7, 7), "open"), (dt.Torus(9, 10), "closed")):
        asked: Any = {"kind": kind, "minimize": "rails", "seed": 1}
        assert dt.tour(board, **asked) == dt.tour(board, algorithm="annealing", **asked)


def test_what_is_refused() -> None:
    with pytest.raises(NoSuchTour, match="every closed tour of 8 x 8 has rails"):
        made(dt.Board(8, 8), "rails")
    with pytest.raises(BudgetExceeded, match=r"no open tour of 5 x 5 without rails was found, .*; more sweeps may"):
        made(dt.Board(5, 5), "rails", kind="open", sweeps=1, seed=1)
    with pytest.raises(
        UnsupportedBoard, match="crossings are those of a drawing of a flat board, not of the 6 x 6 x 6 box"
    ):
        made(dt.Box(6, 6, 6), "crossings")
    with pytest.raises(DestrierError, match="annealing minimizes turns, crossings or rails, not both"):
        made(dt.Board(8, 8), "both")
    with pytest.raises(DestrierError, match="symmetric tours have few turns or crossings; they are not made without"):
        made(dt.Board(10, 10), "rails", symmetry="central")
    with pytest.raises(UnsupportedBoard, match="annealing makes closed and open tours"):
        made(dt.Board(9, 9), "turns", kind="corner")


def test_a_piece_whose_moves_never_cross_has_no_crossings() -> None:
    tour = made(dt.Board(6, 6, leaper="wazir"), "crossings", seed=1)
    assert tour.kind == "closed"
    assert dt.crossings(tour) == 0


@pytest.mark.parametrize("minimize", ["turns", "crossings"])
@pytest.mark.parametrize("given", [1, 2])
def test_open_tours_are_improved_between_their_ends(minimize: Any, given: int) -> None:
    """On a board that is too large for Python alone."""
    tour = dt.tour(17, 18, kind="open", algorithm="warnsdorff", seed=1)
    ends = (tour[0], tour[-1])[:given]
    better = improved(tour, ends, minimize, 1)
    assert isinstance(better, dt.Tour)
    assert {better[0], better[-1]} >= {*ends}
    assert len(set(better)) == len(tour)
    measure = dt.turns if minimize == "turns" else dt.crossings
    assert measure(better) < measure(tour)


@pytest.mark.parametrize(
    ("board", "kind", "few"),
    [
        (dt.Board(5, 8, leaper="wazir"), "open", 10),
        (dt.ProjectivePlane(7, 7), "closed", 12),
        long(dt.Board(12, 14), "open", 80),
        long(dt.Box(3, 3, 4), "closed", 28),
        long(dt.Board(20, 20), "open", 137),
        long(dt.Board(20, 20, leaper="giraffe"), "closed", 245),
        long(dt.Space(4, 5, 5), "closed", 78),
        long(dt.Moebius(5, 6), "closed", 22),
    ],
)
def test_patterns_that_leave_room_are_improved(board: BaseBoard, kind: Any, few: int) -> None:
    asked: Any = {"kind": kind, "minimize": "turns"}
    tour, pattern = dt.tour(board, **asked), dt.tour(board, algorithm="tame", **asked)
    assert dt.Tour(tour.moves.copy(), board).kind == kind
    assert dt.turns(tour) <= few < dt.turns(pattern)
    assert tour == dt.tour(board, **asked)
    assert dt.turns(dt.tour(board, kind=kind, minimize="both")) == dt.turns(tour)


@pytest.mark.parametrize("board", [dt.Space(3, 3, 4), dt.Board(5, 8, leaper="giraffe")])
def test_where_no_move_goes_on_straight_nothing_is_improved(board: BaseBoard) -> None:
    assert dt.tour(board, kind="open", minimize="turns") == dt.tour(board, kind="open", algorithm="tame")


@pytest.mark.parametrize("minimize", ["turns", long("crossings")])
def test_an_improved_tour_does_not_depend_on_the_orientation(minimize: Any) -> None:
    asked: Any = {"kind": "open", "minimize": minimize}
    out = np.zeros((14, 9), np.uint8)
    upright = dt.tour(14, 9, out=out, **asked)
    assert dt.tour(9, 14, **asked) == upright.transformed("transpose")
    assert np.shares_memory(upright.moves, out)
