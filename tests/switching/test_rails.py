"""Rails: all of them, by Algorithm 1; their graph; and what switching them keeps."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import naive
from helpers.marks import left, very_long
from helpers.tourneys import WIDE, squares_of, tourneys, wide
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.bitplanes import GUARD, MOVES_DOWN, words_in_row
from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.walks import label
from destrier.switching import rail_planes
from destrier.switching.rails import split

if TYPE_CHECKING:
    from destrier.core.tourney import Tourney


def listed(tourney: Tourney) -> list[tuple[naive.Square, int, int]]:
    return [(divmod(square, tourney.board.cols), i, j) for square, i, j in dt.find_rails(tourney).tolist()]


def check_rails(tourney: Tourney) -> None:
    expected = naive.rails(tourney.moves.tolist())
    assert sorted(listed(tourney)) == sorted(expected)
    assert [square for square, _, _ in listed(tourney)] == [square for square, _, _ in sorted(expected)]
    assert dt.count_rails(tourney) == len(expected)


def check_rail_graph(tourney: Tourney) -> None:
    graph = dt.rail_graph(tourney)
    cycle_of = {square: number for number, cycle in enumerate(naive.cycles(tourney.moves.tolist())) for square in cycle}
    links: Counter[tuple[int, int]] = Counter()
    for square, _, j in naive.rails(tourney.moves.tolist()):
        one, other = sorted((cycle_of[square], cycle_of[naive.step(square, j)]))
        if one != other:
            links[one, other] += 1
    assert graph.cycle_count == max(cycle_of.values()) + 1
    assert dict(zip(map(tuple, graph.pairs.tolist()), graph.rails.tolist(), strict=True)) == links
    check_spanning_forest(graph.cycle_count, list(links), [(a, b) for a, b in graph.pairs[graph.forest].tolist()])


def check_spanning_forest(count: int, pairs: list[tuple[int, int]], forest: list[tuple[int, int]]) -> None:
    """Every edge of the forest links two of its trees, and all edges together link no more."""
    tree = list(range(count))

    def link(one: int, other: int) -> bool:
        old, new = tree[one], tree[other]
        tree[:] = [new if number == old else number for number in tree]
        return old != new

    assert all(link(*pair) for pair in forest)
    assert not any(link(*pair) for pair in pairs)


@given(tourneys())
def test_rails_and_their_graph(tourney: Tourney) -> None:
    check_rails(tourney)
    check_rail_graph(tourney)


@pytest.mark.parametrize("shape", left(WIDE, WIDE[::4]))
def test_rails_where_words_end(shape: tuple[int, int]) -> None:
    check_rails(wide(shape))
    check_rail_graph(wide(shape))


def test_rails_of_open_tours(open_tour: dt.Tour) -> None:
    check_rails(open_tour)
    check_rail_graph(open_tour)


@pytest.mark.parametrize("shape", [(4, 4), (8, 8), (8, 64), (4, 132)])
def test_rails_of_the_four_cover(shape: tuple[int, int]) -> None:
    tourney = dt.tourney(*shape, algorithm="four-cover")
    check_rails(tourney)
    check_rail_graph(tourney)


@pytest.mark.parametrize("shape", [(3, 8), (4, 4), (4, 5), (4, 6)])
def test_rails_of_every_cover(shape: tuple[int, int]) -> None:
    for edges in naive.covers(naive.rectangle(*shape)):
        tourney = dt.Tourney(np.array(naive.moves_of(edges, *shape), np.uint8))
        check_rails(tourney)
        check_rail_graph(tourney)


@given(tourneys())
def test_borders_lie_between_squares_of_different_cycles(tourney: Tourney) -> None:
    rows, cols = tourney.board.shape
    labels, _ = label(tourney.moves)
    borders = np.zeros((4, rows * words_in_row(cols) + 2 * GUARD), np.uint64)
    rail_planes._find_borders(borders, cols, MOVES_DOWN, labels)
    for plane, (down, right) in enumerate(MOVES[4:]):
        for row, col in np.ndindex(rows - down, cols):
            if 0 <= col + right < cols:
                word = GUARD + row * words_in_row(cols) + col // 64
                marked = bool(int(borders[plane, word]) >> col % 64 & 1)
                assert marked == (labels[row, col] != labels[row + down, col + right])


def test_rail_graph_to_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    graph = dt.rail_graph(dt.tourney(22, 22, algorithm="divide-and-conquer"))
    drawn = graph.to_networkx()
    links = [(one, other, bool(data["forest"]), int(data["rails"])) for one, other, data in drawn.edges(data=True)]
    assert sorted(drawn.nodes) == list(range(7))
    assert {tuple(sorted(edge)) for edge in drawn.edges} == set(map(tuple, graph.pairs.tolist()))
    assert networkx.is_tree(drawn.edge_subgraph([(one, other) for one, other, forest, _ in links if forest]))
    assert sum(rails for _, _, _, rails in links) == graph.rails.sum()


# --- Shatter


@given(tourneys(), st.integers(0, 10**6))
def test_shatter_keeps_degrees_and_charges(tourney: Tourney, seed: int) -> None:
    before = tourney.moves.copy()
    shattered = dt.shatter(tourney, seed=seed)
    moves = shattered.moves.tolist()
    assert naive.is_tourney(moves, squares_of(tourney.board), shattered.cycle_count)
    assert shattered.board == tourney.board
    assert naive.charge(moves) == naive.charge(before.tolist())
    assert np.array_equal(tourney.moves, before)
    assert shattered == dt.shatter(tourney, seed=seed)


@given(tourneys(), st.integers(0, 10**6))
def test_shatter_switches_a_maximal_set_of_rails(tourney: Tourney, seed: int) -> None:
    """No listed rail puts back what another took away, so each was switched or lost a pair of squares for good."""
    changed = naive.edges(tourney.moves.tolist()) ^ naive.edges(dt.shatter(tourney, seed=seed).moves.tolist())
    listed_pairs = set()
    for square, i, j in naive.rails(tourney.moves.tolist()):
        across, along = naive.step(square, j), naive.step(square, i)
        corners = [square, along, naive.step(across, i), across]
        pairs = naive.edges_of_walk(corners, closed=True)
        assert pairs & changed
        listed_pairs |= pairs
    assert changed <= listed_pairs
    assert len(changed) % 4 == 0


@pytest.mark.parametrize("shape", [(12, 10), (7, 62), (4, 64), (20, 130)])
def test_shatter_is_random(shape: tuple[int, int]) -> None:
    tourney = dt.tourney(*shape, algorithm="two-factor", seed=0)
    assert len({dt.shatter(tourney, seed=seed) for seed in range(20)}) > 15
    one, other = np.random.default_rng(1), np.random.default_rng(1)
    first = dt.shatter(tourney, seed=one)
    assert first == dt.shatter(tourney, seed=other)
    assert {dt.shatter(tourney, seed=one) for _ in range(20)} != {first}


def test_open_tours_are_not_shattered(open_tour: dt.Tour) -> None:
    with pytest.raises(dt.DestrierError, match="an open tour cannot be shattered"):
        dt.shatter(open_tour, seed=1)


@pytest.mark.parametrize("sides", [(6, 6), (5, 6), (8, 8), (10, 10)])
def test_shatter_leaves_several_cycles_where_it_can(sides: tuple[int, int]) -> None:
    """A tour that stays whole has, as far as one can see, none of the orders of its rails that breaks it."""
    whole = 0
    for seed in range(30):
        tour = dt.tour(*sides, seed=seed)
        shattered = dt.shatter(tour, seed=seed)
        lengths = [len(cycle) for cycle in naive.cycles(shattered.moves.tolist())]
        if len(lengths) == 1:
            whole += 1
            assert all(dt.shatter(tour, seed=other).cycle_count == 1 for other in range(3))
    assert whole <= (10 if sides == (6, 6) else 0)


def test_shatter_into_at_least_so_many_cycles() -> None:
    tour = dt.tour(8, 8, seed=1)
    for cycles in (1, 2, 3):
        shattered = dt.shatter(tour, cycles=cycles, seed=1)
        assert shattered.cycle_count >= cycles
        assert shattered == dt.shatter(tour, cycles=cycles, seed=1)
    with pytest.raises(dt.BudgetExceeded, match=r"in 100 random orders the closed tour of 8 x 8 broke into .* not 17"):
        dt.shatter(tour, cycles=17, seed=1)
    for wrong in (0, -1, 1.5, True):
        with pytest.raises(dt.DestrierError, match="at least 1 cycle, not"):
            dt.shatter(tour, cycles=wrong)  # type: ignore[arg-type]


def switched_rails(before: Tourney, after: Tourney) -> list[set[naive.Square]]:
    """The squares of each connected piece of what was changed."""
    moves = (before.moves ^ after.moves).tolist()
    pieces: list[set[naive.Square]] = []
    seen: set[naive.Square] = set()
    for start in squares_of(before.board):
        if start in seen or not moves[start[0]][start[1]]:
            continue
        piece, left = {start}, [start]
        while left:
            row, col = left.pop()
            for move in range(8):
                there = naive.step((row, col), move)
                if moves[row][col] >> move & 1 and there not in piece:
                    piece.add(there)
                    left.append(there)
        pieces.append(piece)
        seen |= piece
    return pieces


@pytest.mark.parametrize(
    "tourney",
    [
        dt.tour(6, 6, seed=1),
        dt.tour(9, 70, seed=2),
        dt.tourney(20, 20, algorithm="concentric-braid"),
        very_long(dt.tourney(2100, 6, algorithm="two-factor", seed=3)),  # several bands of rows
    ],
    ids=repr,
)
def test_a_disjoint_shatter_switches_a_maximal_set_of_rails_that_share_no_square(tourney: Tourney) -> None:
    rails = [
        {square, naive.step(square, i), naive.step(square, j), naive.step(naive.step(square, i), j)}
        for square, i, j in naive.rails(tourney.moves.tolist())
    ]
    shattered = dt.shatter(tourney, disjoint=True, cycles=1, seed=1)
    switched = switched_rails(tourney, shattered)
    assert all(piece in rails for piece in switched)
    assert sum(map(len, switched)) == len(set().union(*switched))
    touched = set().union(*switched)
    assert all(rail & touched for rail in rails)


def test_the_rails_of_a_disjoint_rail_graph_are_fewer() -> None:
    """As in the paper's Figure 16, whose cycles are linked by far fewer rails than there are."""
    parts = dt.tourney(22, 22, algorithm="divide-and-conquer")
    every, disjoint = dt.rail_graph(parts), dt.rail_graph(parts, disjoint=True, seed=1)
    assert every.pairs.tolist() == disjoint.pairs.tolist()
    assert (disjoint.rails <= every.rails).all()
    assert disjoint.rails.sum() < every.rails.sum() / 2
    lengths = parts.cycle_lengths()
    at = np.bincount(disjoint.pairs.ravel(), weights=np.repeat(2 * disjoint.rails, 2))
    assert (at <= lengths).all()  # each rail takes two squares of each of its two cycles
    again = dt.rail_graph(parts, disjoint=True, seed=1)
    assert again.rails.tolist() == disjoint.rails.tolist()


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_number_of_threads_does_not_matter(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    tourney = dt.tourney(300, 300, algorithm="concentric-braid")
    expected = dt.shatter(tourney, seed=1)
    monkeypatch.setattr("destrier.switching.bands.processors", lambda: workers)
    assert dt.shatter(tourney, seed=1) == expected


def test_a_board_without_rails_stays() -> None:
    tour = dt.Tour.from_order([0, 5, 6, 1, 8, 3, 2, 7], Board.from_text("###\n#.#\n###"))
    assert dt.find_rails(tour).shape == (0, 3)
    assert dt.shatter(tour, seed=1).same_moves(tour)
    assert dt.rail_graph(tour).pairs.shape == (0, 2)


# --- Split


@st.composite
def closed_tours(draw: st.DrawFn) -> dt.Tour:
    """A random closed tour of a board of up to 400 squares."""
    rows, cols = draw(st.integers(5, 20)), draw(st.integers(5, 20))
    rows += rows * cols % 2
    return dt.tour(rows, cols, seed=draw(st.integers(0, 10**9)))


@given(closed_tours(), st.integers(0, 10**9))
def test_a_split_tour_has_two_cycles_and_differs_by_one_rail(tour: dt.Tour, seed: int) -> None:
    before = tour.moves.copy()
    edges = naive.edges(before.tolist())
    try:
        pair = split(tour, seed=seed)
    except dt.BudgetExceeded:  # some small tours have no rail that splits them
        switched = (
            (edges - {frozenset((u, naive.step(u, i))), frozenset((naive.step(u, j), naive.step(naive.step(u, i), j)))})
            | {frozenset((u, naive.step(u, j))), frozenset((naive.step(u, i), naive.step(naive.step(u, i), j)))}
            for u, i, j in naive.rails(before.tolist())
        )
        assert all(len(naive.cycles(naive.moves_of(other, *tour.board.shape))) == 1 for other in switched)
        return
    assert naive.is_tourney(pair.moves.tolist(), squares_of(tour.board), 2)
    assert pair.cycle_count == 2
    assert not isinstance(pair, dt.Tour)
    assert np.array_equal(tour.moves, before)
    taken = naive.edges(before.tolist()) - naive.edges(pair.moves.tolist())
    given_back = naive.edges(pair.moves.tolist()) - naive.edges(before.tolist())
    rails = {
        (
            frozenset(
                {frozenset((u, naive.step(u, i))), frozenset((naive.step(u, j), naive.step(naive.step(u, i), j)))}
            ),
            frozenset(
                {frozenset((u, naive.step(u, j))), frozenset((naive.step(u, i), naive.step(naive.step(u, i), j)))}
            ),
        )
        for u, i, j in naive.rails(before.tolist())
    }
    assert (frozenset(taken), frozenset(given_back)) in rails
    assert split(tour, seed=seed) == pair


def test_split_draws_among_all_rails_that_split_the_tour() -> None:
    tour = dt.tour(6, 6, seed=2)
    results = {split(tour, seed=seed) for seed in range(300)}
    splitting = 0
    for u, i, j in naive.rails(tour.moves.tolist()):
        v, across = naive.step(u, i), naive.step(u, j)
        edges = naive.edges(tour.moves.tolist())
        edges ^= naive.edges_of_walk([u, v, naive.step(v, j), across], closed=True)
        splitting += len(naive.cycles(naive.moves_of(edges, 6, 6))) == 2
    assert len(results) == splitting > 1


def test_a_tour_that_no_rail_splits_is_refused() -> None:
    tour = dt.Tour.from_order([0, 5, 6, 1, 8, 3, 2, 7], Board.from_text("###\n#.#\n###"))
    with pytest.raises(dt.BudgetExceeded, match="no rail splits this tour of 3 x 3 with 1 square missing in two"):
        split(tour, seed=1)
