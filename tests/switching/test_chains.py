"""Chains whose states are tours: the cycles that they count, the laws that they have, the classes that they connect."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from itertools import count as keys
from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest
from helpers import naive
from helpers.connectivity import classes, covers
from helpers.laws import z_of_chi_square
from helpers.marks import exhaustive, lengthy, long, very_long
from hypothesis import example, given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.tourney import tourney_of
from destrier.measuring.metrics import crossing_pairs
from destrier.switching import costs, regions
from destrier.switching.movegraphs import cover_of
from destrier.switching.regions import run_by_regions
from destrier.switching.tempering import Chain, lanes_on_sheet
from destrier.switching.uniform_tours import draw_tour, stirred
from destrier.switching.worms import stir, temper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.naive import Square
    from numpy.typing import NDArray

SIGMAS = 4.0


def moves_of(cover: frozenset[naive.Edge], rows: int, cols: int) -> bytes:
    return np.array(naive.moves_of(set(cover), rows, cols), np.uint8).tobytes()


def cycles_of(moves: NDArray[np.uint8], ends: tuple[Square, ...] = ()) -> int:
    """The cycles, and the path between the ends, counted by squares that edges join."""
    return naive.component_count(moves.tolist(), ends) if ends else len(naive.cycles(moves.tolist()))


# What the chain knows of its cycles


@given(
    st.sampled_from([(6, 6), (3, 10), (5, 8), (8, 8), (12, 11), (7, 62), (64, 5), (10, 63), (9, 66)]),
    st.integers(1, 5),
    st.integers(0, 2**32),
    st.sampled_from([1.0, 0.5, 0.1]),
)
def test_the_chain_knows_the_number_of_its_cycles(sides: tuple[int, int], lanes: int, seed: int, weight: float) -> None:
    start = dt.tour(*sides, seed=seed)
    chain = Chain(np.array([start.moves] * lanes), weight, seed)
    chain.run(3)
    counts, tours = chain.draw(4, 2)
    for moves in tours[counts == 1]:
        assert dt.Tour(moves).kind == "closed"  # checks each square
    assert chain.counts.tolist() == counts[-1].tolist()
    assert chain.counts.tolist() == [dt.Tourney(moves).cycle_count for moves in chain.moves()]


@example((5, 5), 192, True, 0.3)
@given(
    st.sampled_from([(4, 5), (5, 5), (6, 7), (8, 8), (9, 30)]),
    st.integers(0, 2**32),
    st.booleans(),
    st.sampled_from([1.0, 0.3]),
)
def test_free_ends_walk_and_fixed_ones_stay(
    sides: tuple[int, int], seed: int, first_is_fixed: bool, weight: float
) -> None:
    start = dt.tour(*sides, kind="open", seed=seed)
    ends = np.flatnonzero(np.bitwise_count(start.moves) == 1).tolist()
    fixed = ends[:1] if first_is_fixed else []
    chain = Chain(np.array([start.moves] * 3), weight, seed, fixed)
    chain.run(20)
    for moves, count in zip(chain.moves(), chain.counts, strict=True):
        tourney = dt.Tourney.trusted(moves, start.board)
        alone = np.flatnonzero(moves == 0).tolist()  # a path of one square, which has no moves
        assert tourney.cycle_count + len(alone) == count
        now = np.flatnonzero(np.bitwise_count(moves) == 1).tolist() + 2 * alone
        assert len(now) == 2
        assert set(fixed) <= set(now)


def test_boards_with_missing_squares() -> None:
    board = dt.Board.from_text(
        "..######..\n.########.\n##########\n##########\n##########\n##########\n.########.\n..######.."
    )
    start = dt.tour(board, seed=1)
    chain = Chain(start.moves[None], 0.3, 5)
    counts, tours = chain.draw(20, 2)
    assert (counts == 1).any()
    for moves in tours[counts == 1]:
        assert dt.Tourney(moves, board).cycle_count == 1


# Laws

draws = pytest.mark.parametrize("draws", [8, very_long(30)])
"""How many are drawn for each that there is."""


@pytest.mark.parametrize(("rows", "cols", "weight"), [(6, 4, 1.0), long(6, 5, 0.5), (10, 3, 0.3)])
@draws
def test_the_law_of_a_tourney_is_the_weight_to_the_cycles(rows: int, cols: int, weight: float, draws: int) -> None:
    law = {}
    for cover in covers(naive.rectangle(rows, cols)):
        moves = moves_of(cover, rows, cols)
        law[moves] = weight ** cycles_of(np.frombuffer(moves, np.uint8).reshape(rows, cols))
    lanes = lanes_on_sheet(cols)
    start = dt.tourney(rows, cols, algorithm="two-factor", seed=1)
    chain = Chain(np.array([start.moves] * lanes), weight, 1)
    seen: Counter[bytes] = Counter()
    for _ in range(draws * len(law) // lanes):
        chain.run(12)
        seen.update(moves.tobytes() for moves in chain.moves())
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


@pytest.fixture
def _small_regions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regions, "LARGEST", 25)
    monkeypatch.setattr(regions, "_NEAR", 3)


@exhaustive
@pytest.mark.usefixtures("_small_regions")
@pytest.mark.parametrize("weight", [very_long(0.5), very_long(0.99)])
def test_the_law_is_the_same_in_regions(weight: float) -> None:
    law = {}
    for cover in covers(naive.rectangle(6, 5)):
        moves = moves_of(cover, 6, 5)
        law[moves] = weight ** cycles_of(np.frombuffer(moves, np.uint8).reshape(6, 5))
    state = dt.tourney(6, 5, algorithm="two-factor", seed=1).moves.copy()
    seen: Counter[bytes] = Counter()
    for number in range(8 * len(law)):
        for part in range(10):
            run_by_regions(state, weight, 10 * number + part)
        seen[state.tobytes()] += 1
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


@exhaustive
@pytest.mark.usefixtures("_small_regions")
def test_tours_between_given_ends_are_uniform_by_regions() -> None:
    paths = naive.paths(naive.rectangle(5, 6), (0, 1), (3, 3))
    law = {moves_of(frozenset(naive.edges_of_walk(path, closed=False)), 5, 6): 1.0 for path in paths}
    source = dt.tour(5, 6, kind="open", start=(0, 1), end=(3, 3), seed=1)
    state = source.moves.copy()
    seen: Counter[bytes] = Counter()
    for key in keys():
        run_by_regions(state, 0.3, key)
        if key % 8 == 0 and dt.Tourney.trusted(state, source.board).cycle_count == 1:
            seen[state.tobytes()] += 1
        if seen.total() == 6 * len(law):
            break
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


@pytest.mark.parametrize("sides", [(66, 66), (6, 2000), (10, 1000)])
def test_boards_are_stirred_whatever_their_shape(sides: tuple[int, int]) -> None:
    """Two random moves of a square are rarely those that it had."""
    start = dt.tour(*sides, minimize="turns")
    assert (stirred(start, 1).moves != start.moves).mean() > 0.7


@exhaustive
def test_long_boards_have_uniform_tours() -> None:
    tour = dt.tour(6, 3000, uniform=True, seed=0)
    assert dt.Tour(tour.moves.copy()).kind == "closed"


@given(st.sampled_from([(66, 67), (10, 300), (3, 1000), (130, 66)]), st.sampled_from(["closed", "open"]), st.integers())
def test_a_round_by_regions_keeps_a_tourney(sides: tuple[int, int], kind: Literal["closed", "open"], key: int) -> None:
    start = dt.tour(*sides, kind=kind, seed=1)
    state = start.moves.copy()
    run_by_regions(state, 0.5, key)
    ends = np.flatnonzero(np.bitwise_count(start.moves) == 1)
    assert np.flatnonzero(np.bitwise_count(state) == 1).tolist() == ends.tolist()
    assert start.board.find_fault(state, open_ends=kind == "open") is None
    assert (state != start.moves).mean() > 0.1


@pytest.mark.parametrize(
    ("rows", "cols", "kind"),
    [*((5, 6, "closed"), (4, 5, "open"), long(3, 8, "open"), long(5, 5, "open")), very_long(6, 6, "closed")],
)
@pytest.mark.parametrize("weight", [1.0, 0.3])
def test_tours_are_uniform(rows: int, cols: int, kind: Literal["closed", "open"], weight: float) -> None:
    walks = naive.closed_tours if kind == "closed" else naive.open_tours
    tours = [naive.edges_of_walk(walk, closed=kind == "closed") for walk in walks(naive.rectangle(rows, cols))]
    law = {moves_of(frozenset(edges), rows, cols): 1.0 for edges in tours}
    start = dt.tour(rows, cols, kind=kind, seed=1)
    chain = Chain(np.array([start.moves] * lanes_on_sheet(cols)), weight, 2, [])
    seen: Counter[bytes] = Counter()
    while sum(seen.values()) < 30 * len(law):
        counts, drawn = chain.draw(50, 8)
        seen.update(moves.tobytes() for moves in drawn[counts == 1])
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


@pytest.mark.parametrize("ends", [long(((0, 0), (4, 5))), ((0, 1), (3, 3))])
@draws
def test_tours_between_given_ends_are_uniform(ends: tuple[Square, Square], draws: int) -> None:
    paths = naive.paths(naive.rectangle(5, 6), *ends)
    law = {moves_of(frozenset(naive.edges_of_walk(path, closed=False)), 5, 6): 1.0 for path in paths}
    source = dt.tour(5, 6, kind="open", start=ends[0], end=ends[1], seed=1)
    seen = Counter(draw_tour(source, key).moves.tobytes() for key in range(draws * len(law)))
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


@pytest.mark.parametrize(("rows", "cols", "weight"), [(6, 4, 1.0), (10, 3, 0.3), very_long(6, 5, 0.5)])
@draws
def test_weighed_worms_have_the_law_of_the_chain(rows: int, cols: int, weight: float, draws: int) -> None:
    """They are for other boards, but take these."""
    law = {}
    for edges in covers(naive.rectangle(rows, cols)):
        moves = moves_of(edges, rows, cols)
        law[moves] = weight ** cycles_of(np.frombuffer(moves, np.uint8).reshape(rows, cols))
    start = dt.tourney(rows, cols, algorithm="two-factor", seed=1)
    graph, cover = start.board.move_graph, cover_of(start)
    seen: Counter[bytes] = Counter()
    for key in range(draws * len(law)):
        temper(graph, cover, weight, key, worms=200)
        seen[tourney_of(cover, start.board).moves.tobytes()] += 1
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


@pytest.mark.parametrize(
    ("rows", "cols", "what", "temperature"),
    [
        *(
            (8, 3, "rails", 1.0),
            (8, 3, "turns", -2.0),
            very_long(6, 5, "crossings", 5.0),
            very_long(6, 5, "rails", math.inf),
        ),
        *(
            very_long(6, 5, what, temperature)
            for what, temperature in (("turns", 2.0), ("crossings", -4.0), ("rails", -2.0))
        ),
    ],
)
def test_weighed_worms_have_the_law_of_a_cost(rows: int, cols: int, what: str, temperature: float) -> None:
    law = {}
    for edges in covers(naive.rectangle(rows, cols)):
        moves = moves_of(edges, rows, cols)
        grid = np.frombuffer(moves, np.uint8).reshape(rows, cols).tolist()
        law[moves] = 0.5 ** len(naive.cycles(grid)) * math.exp(-cost_of(what, grid) / temperature)
    start = dt.tourney(rows, cols, algorithm="two-factor", seed=1)
    graph, cover = start.board.move_graph, cover_of(start)
    total = cost_of(what, start.moves.tolist())
    seen: Counter[bytes] = Counter()
    for key in range(8 * len(law)):
        total += temper(
            graph, cover, 0.5, key, worms=200, cost=costs_of(start.board)[what], temperature=temperature
        ).rise
        seen[tourney_of(cover, start.board).moves.tobytes()] += 1
    assert total == cost_of(what, tourney_of(cover, start.board).moves.tolist())
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


@pytest.mark.parametrize(
    ("what", "fixed"), [very_long("turns", ()), long("crossings", (0,)), very_long("rails", ()), ("rails", None)]
)
@draws
def test_weighed_worms_of_paths_have_the_law_of_a_cost(what: str, fixed: tuple[int, ...] | None, draws: int) -> None:
    source, open_covers = source_and_open_covers(fixed)
    law = {}
    for moves, pair in open_covers.items():
        grid = np.frombuffer(moves, np.uint8).reshape(4, 5)
        law[moves] = 0.3 ** cycles_of(grid, pair) * math.exp(-cost_of(what, grid.tolist()) / 3)
    cover, graph = cover_of(source), source.board.move_graph
    seen: Counter[bytes] = Counter()
    for key in range(draws * len(law)):
        temper(graph, cover, 0.3, key, worms=400, cost=costs_of(source.board)[what], temperature=3, fixed=fixed)
        seen[tourney_of(cover, source.board).moves.tobytes()] += 1
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


def source_and_open_covers(fixed: tuple[int, ...] | None) -> tuple[dt.Tour, dict[bytes, tuple[Square, Square]]]:
    """An open tour of 4 x 5, and all open covers with those of its ends that are fixed; by moves, their ends."""
    rows, cols = 4, 5
    board = naive.rectangle(rows, cols)
    source = dt.tour(rows, cols, kind="open", start=(0, 0), seed=3)
    squares = sorted(board)
    ends = [squares[int(end)] for end in np.flatnonzero(np.bitwise_count(source.moves) == 1)]
    kept = ends if fixed is None else [squares[square] for square in fixed]
    pairs = (pair for pair in combinations(squares, 2) if set(kept) <= set(pair))
    return source, {moves_of(cover, rows, cols): pair for pair in pairs for cover in covers(board, pair)}


def cost_of(what: str, moves: naive.Grid) -> int:
    if what == "turns":
        return naive.turns(moves)
    return naive.crossings(moves) if what == "crossings" else len(naive.rails(moves))


def costs_of(board: dt.Board) -> dict[str, costs.Cost]:
    return {
        "turns": costs.turns(board),
        "crossings": costs.crossings(board, crossing_pairs()),
        "rails": costs.rails(board.move_graph),
    }


def test_the_cheapest_tour_on_the_way_is_kept() -> None:
    board = dt.Board(8, 8)
    start = dt.tour(board, seed=1)
    cover, best = cover_of(start), np.empty(64, np.uint64)
    after = temper(board.move_graph, cover, 0.5, 1, worms=5000, cost=costs.turns(board), temperature=0.7, best=best)
    assert after.least is not None
    found = tourney_of(best, board)
    assert found.cycle_count == 1
    assert naive.turns(found.moves.tolist()) == naive.turns(start.moves.tolist()) + after.least


@lengthy
def test_tours_of_a_board_in_space_are_uniform() -> None:
    graph = (board := dt.Space(2, 3, 4)).move_graph
    adjacent = {square: [int(other) for other in graph.there[square] if other >= 0] for square in range(graph.size)}
    tours = _hamiltonian_cycles(adjacent)
    assert len(tours) == 12_132
    source = dt.tour(board, seed=1)
    seen: Counter[frozenset[frozenset[int]]] = Counter()
    for key in range(4 * len(tours)):
        order = draw_tour(source, key).indices().tolist()
        seen[frozenset(frozenset(pair) for pair in zip(order, [*order[1:], order[0]], strict=True))] += 1
    assert abs(z_of_chi_square(seen, dict.fromkeys(tours, 1.0))) < SIGMAS


def _hamiltonian_cycles(adjacent: dict[int, list[int]]) -> set[frozenset[frozenset[int]]]:
    found = set()
    path = [0]

    def extend() -> None:
        if len(path) == len(adjacent):
            if 0 in adjacent[path[-1]]:
                found.add(frozenset(frozenset(pair) for pair in zip(path, [*path[1:], 0], strict=True)))
            return
        for other in adjacent[path[-1]]:
            if other not in path:
                path.append(other)
                extend()
                path.pop()

    extend()
    return found


@pytest.mark.parametrize("fixed", [None, long(()), very_long((0,))])
def test_worms_make_all_covers_equally_likely(fixed: tuple[int, ...] | None) -> None:
    source, open_covers = source_and_open_covers(fixed)
    law = dict.fromkeys(open_covers, 1.0)
    cover, graph = cover_of(source), source.board.move_graph
    seen: Counter[bytes] = Counter()
    for key in range(40 * len(law)):
        stir(graph, cover, key, fixed=fixed)
        seen[tourney_of(cover, source.board).moves.tobytes()] += 1
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


@pytest.mark.parametrize(("rows", "cols", "number"), [(6, 4, 16), very_long(6, 5, 325)])
def test_worms_reach_all_tourneys(rows: int, cols: int, number: int) -> None:
    law = {moves_of(cover, rows, cols): 1.0 for cover in covers(naive.rectangle(rows, cols))}
    source = dt.tourney(rows, cols, algorithm="two-factor", seed=1)
    seen = Counter(stirred(source, key).moves.tobytes() for key in range(30 * len(law)))
    assert len(law) == number
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


def test_worms_count_their_steps() -> None:
    """A step exchanges one edge for another at most, after the first one has gone."""
    board = dt.Board(8, 8)
    cover = cover_of(dt.tour(board, seed=1))
    steps = []
    for key in range(200):
        before = cover.copy()
        steps.append(stir(board.move_graph, cover, key, worms=1))
        assert np.bitwise_count(before ^ cover).sum() <= 2 * (2 * steps[-1])
    assert min(steps) == 0  # such worms have not started
    assert max(steps) > board.size


def test_weighed_worms_count_cycles() -> None:
    source = dt.tour(dt.Box(4, 5, 6), seed=1)
    cover = cover_of(source)
    for key in range(20):
        count = temper(source.board.move_graph, cover, 0.3, key, worms=100).cycles
        assert tourney_of(cover, source.board).cycle_count == count


# Connectivity


@pytest.mark.parametrize(("rows", "cols"), [(8, 3), (6, 4), very_long(6, 5), long(12, 3), very_long(8, 4)])
def test_switches_connect_all_tourneys(rows: int, cols: int) -> None:
    assert classes(rows, cols)[1] == 1


@pytest.mark.parametrize(
    ("rows", "cols"), [(4, 3), (5, 3), long(5, 4), long(7, 3), long(8, 3), very_long(6, 4), very_long(5, 5)]
)
def test_switches_and_backbites_connect_all_open_covers(rows: int, cols: int) -> None:
    assert classes(rows, cols, free=True)[1] == 1


# Seeds


def test_a_key_means_the_same_tour() -> None:
    source = dt.tour(20, 20, seed=1)
    assert draw_tour(source, 7) == draw_tour(source, 7) != draw_tour(source, 8)


@pytest.mark.parametrize("fixed", [very_long([]), [0]])
@draws
def test_open_tours_of_other_boards_are_uniform(fixed: list[int], draws: int) -> None:
    """A wazir on 4 x 4. If free ends did not walk while the chain runs, they would be those of a random cover."""
    board = dt.Board(4, 4, leaper="wazir")
    walks = [walk for start in fixed or range(16) for walk in wazir_paths([start]) if fixed or walk[0] < walk[-1]]
    law = {dt.Tour.from_squares(walk, board, kind="open").moves.tobytes(): 1.0 for walk in walks}
    source = dt.Tour.from_squares(walks[0], board, kind="open")
    seen = Counter(draw_tour(source, key, fixed=fixed).moves.tobytes() for key in range(3 * draws * len(law)))
    assert len(law) == len(walks)
    assert abs(z_of_chi_square(seen, law)) < SIGMAS


def wazir_paths(walk: list[int]) -> Iterator[list[int]]:
    """All ways to complete a wazir's walk to an open tour of 4 x 4."""
    if len(walk) == 16:
        yield walk
    for square in range(16):
        apart = sum(abs(one - other) for one, other in zip(divmod(square, 4), divmod(walk[-1], 4), strict=True))
        if apart == 1 and square not in walk:
            yield from wazir_paths([*walk, square])
