"""Join: one cycle wherever the board has a tour, also where no rail helps."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest
from helpers import naive
from helpers.commands import runner
from helpers.marks import left, long
from helpers.tourneys import squares_of, tourneys, wide
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.core.tourney import Tour, Tourney
from destrier.proofs.rectangles import rectangle_theorem
from destrier.switching.covers import complete_cover
from destrier.switching.joining import join

if TYPE_CHECKING:
    from pathlib import Path

CORNER = [(3, 0), (1, 1), (0, 3), (2, 2)]


def check_joined(tourney: Tourney, seed: int) -> None:
    before = tourney.moves.copy()
    joined = join(tourney, seed=seed)
    assert isinstance(joined, Tour)
    assert naive.is_closed_tour(joined.moves.tolist(), squares_of(tourney.board))
    assert np.array_equal(tourney.moves, before)
    assert joined.board == tourney.board


def test_a_tour_stays_as_it_is() -> None:
    tour = dt.tour(8, 8, seed=1)
    assert join(tour, seed=1) == tour


@pytest.mark.parametrize("seed", range(50))
def test_the_braid_of_6_by_6(seed: int) -> None:
    check_joined(dt.tourney(6, 6, algorithm="concentric-braid"), seed)


@pytest.mark.parametrize("seed", left(range(20), range(5)))
@pytest.mark.parametrize("shape", [(8, 8), (8, 12), (16, 16), (8, 64)])
def test_four_covers_whose_rail_graph_is_not_connected(shape: tuple[int, int], seed: int) -> None:
    check_joined(dt.tourney(*shape, algorithm="four-cover"), seed)


def test_the_rail_graph_of_the_four_cover_has_four_parts() -> None:
    """So that rails alone leave four cycles."""
    graph = dt.rail_graph(dt.tourney(8, 8, algorithm="four-cover"))
    assert graph.cycle_count - int(graph.forest.sum()) == 4


@cache
def stuck(rows: int, cols: int) -> Tourney:
    """A 4-cycle in the corner that no rail links to the one other cycle."""
    present = np.ones((rows, cols), np.bool_)
    present[tuple(zip(*CORNER, strict=True))] = False
    for seed in range(1000):
        rest = dt.tour(Board.from_mask(present), seed=seed)
        cycles = [np.array([row * cols + col for row, col in CORNER]), rest.indices()]
        tourney = Tourney.from_cycles(cycles, Board(rows, cols))
        if not dt.rail_graph(tourney).pairs.size:
            return tourney
    raise AssertionError("a rail linked them in each")


@pytest.mark.parametrize("shape", [(8, 8), (20, 20), long((50, 50))])
@pytest.mark.parametrize("seed", range(10))
def test_a_corner_cycle_that_no_rail_links(shape: tuple[int, int], seed: int) -> None:
    check_joined(stuck(*shape), seed)


@pytest.mark.parametrize("side", [6, 8, 10])
def test_shattered_small_boards(side: int) -> None:
    tourney = dt.tourney(side, side, algorithm="concentric-braid")
    for seed in range(100):
        tourney = dt.shatter(tourney, seed=seed)
        check_joined(tourney, seed)


@given(tourneys(), st.integers(0, 10**9))
def test_any_tourney(tourney: Tourney, seed: int) -> None:
    """One cycle on rectangles that have a tour; elsewhere at least a tourney of no more cycles."""
    before = tourney.moves.copy()
    joined = join(tourney, seed=seed)
    assert naive.is_tourney(joined.moves.tolist(), squares_of(tourney.board), joined.cycle_count)
    assert isinstance(joined, Tour) == (joined.cycle_count == 1)
    assert joined.cycle_count <= tourney.cycle_count
    assert np.array_equal(tourney.moves, before)
    if tourney.board.is_rectangle and rectangle_theorem(*tourney.board.shape) is None:
        assert joined.cycle_count == 1


@pytest.mark.parametrize(
    "shape", [long((4, 64)), (7, 60), (7, 62), (7, 64), (7, 66), (7, 124), (7, 126), (7, 128), (7, 130)]
)
def test_boards_whose_rows_end_where_words_end(shape: tuple[int, int]) -> None:
    if shape[0] == 4:
        assert naive.is_tourney(join(wide(shape), seed=1).moves.tolist(), naive.rectangle(*shape))
    else:
        check_joined(wide(shape), seed=1)


@pytest.mark.parametrize("cols", left([4, 5, 6, 7, 8, 12, 16, 17, 20, 40], [4, 5, 6, 7, 8, 12], [17, 20, 40]))
def test_boards_with_a_side_of_4_keep_two_cycles(cols: int) -> None:
    for shape in ((4, cols), (cols, 4)):
        joined = join(dt.tourney(*shape, algorithm="two-factor", seed=cols), seed=1)
        assert joined.cycle_count >= 2
        assert naive.is_tourney(joined.moves.tolist(), naive.rectangle(*shape), joined.cycle_count)


@pytest.mark.parametrize("shape", [(6, 6), (8, 8), (20, 20), (7, 64), (4, 6)])
def test_out_is_written(shape: tuple[int, int]) -> None:
    tourney = dt.tourney(*shape, algorithm="two-factor", seed=1)
    out = np.full(shape, 255, np.uint8)
    joined = join(tourney, seed=2, out=out)
    assert joined == join(tourney, seed=2)
    assert np.array_equal(out, joined.moves)
    assert np.shares_memory(out, joined.moves)


@pytest.mark.parametrize("shape", [(12, 12), (7, 64), (40, 40)])
def test_seeds(shape: tuple[int, int]) -> None:
    tourney = dt.tourney(*shape, algorithm="two-factor", seed=1)
    assert join(tourney, seed=7) == join(tourney, seed=7)
    assert len({join(tourney, seed=seed) for seed in range(10)}) > 1
    assert join(tourney, seed=np.random.default_rng(3)) == join(tourney, seed=np.random.default_rng(3))


@given(st.integers(6, 16), st.integers(6, 16), st.integers(0, 10**9), st.data())
def test_a_path_and_cycles_are_joined_to_a_path(rows: int, cols: int, key: int, data: st.DataObject) -> None:
    squares = sorted(naive.rectangle(rows, cols))
    start = data.draw(st.sampled_from([s for s in squares if naive.is_light(s)]))
    fitting = [s for s in squares if s != start and naive.is_light(s) == bool(rows * cols % 2)]
    ends = start, data.draw(st.sampled_from(fitting))
    moves = complete_cover(Board(rows, cols), key=key, ends=ends)
    joined = join(Tourney.trusted(moves, Board(rows, cols)), seed=key)
    assert not naive.faulty_squares(joined.moves.tolist(), set(squares), ends)
    assert len(naive.cycles(joined.moves.tolist())) == joined.cycle_count == 1
    assert joined.ends == tuple(sorted(ends))


def test_algorithm_2_never_joins_the_braid_of_6_by_6() -> None:
    """Its four cycles have rails, but none of the tourneys that switching them leads to is a tour."""
    braid = dt.tourney(6, 6, algorithm="concentric-braid")
    for seed in range(300):
        joined = dt.join(braid, method="parberry", seed=seed)
        assert 1 < joined.cycle_count < braid.cycle_count
        assert dt.rail_graph(joined).pairs.size == 0


@pytest.mark.parametrize(
    ("algorithm", "side"), [("concentric-braid", 16), ("four-cover", 16), ("divide-and-conquer", 22)]
)
def test_algorithm_2_joins_the_tourneys_that_the_paper_shows(algorithm: str, side: int) -> None:
    """Those of Figures 15, 18 and 19."""
    for seed in range(20):
        assert dt.join(dt.tourney(side, side, algorithm=algorithm), method="parberry", seed=seed).cycle_count == 1


@given(tourneys(), st.integers(0, 100))
def test_algorithm_2_leaves_no_rail_between_two_cycles(tourney: Tourney, seed: int) -> None:
    joined = dt.join(tourney, method="parberry", seed=seed)
    assert joined.cycle_count <= tourney.cycle_count
    assert dt.rail_graph(joined).pairs.size == 0


def test_algorithm_2_on_a_board_in_space() -> None:
    tourney = dt.tourney(dt.Space(4, 4, 4), algorithm="move-graph", seed=1)
    joined = dt.join(tourney, method="parberry", seed=1)
    assert joined.cycle_count <= tourney.cycle_count
    assert dt.rail_graph(joined).pairs.size == 0


@pytest.mark.parametrize(
    ("algorithm", "side", "left_over"),
    [
        *(("four-cover", 8, 4), ("four-cover", 16, 4), ("four-cover", 24, 4), ("divide-and-conquer", 22, 1)),
        *(("concentric-braid", 6, 2), ("concentric-braid", 16, 1), ("concentric-braid", 18, 1)),
    ],
)
def test_a_round_of_algorithm_2_joins_each_component_of_the_rail_graph(
    algorithm: str, side: int, left_over: int
) -> None:
    """The proof of Theorem 3: k - m cycles are left, where a spanning forest of the rail graph has m edges."""
    tourney = dt.tourney(side, side, algorithm=algorithm)
    assert components_of_rail_graph(tourney) == left_over
    for seed in range(20):
        assert dt.join(tourney, method="parberry", rounds=1, seed=seed).cycle_count == left_over


@given(tourneys(), st.integers(0, 100))
def test_a_round_switches_linking_rails_that_share_no_move(tourney: Tourney, seed: int) -> None:
    joined = dt.join(tourney, method="parberry", rounds=1, seed=seed)
    switched = tourney.cycle_count - len(naive.cycles(joined.moves.tolist()))
    changed = naive.edges(tourney.moves.tolist()) ^ naive.edges(joined.moves.tolist())
    assert len(changed) == 4 * switched
    assert joined.cycle_count >= components_of_rail_graph(tourney)


@given(tourneys(), st.integers(0, 100))
def test_rounds_repeat_until_no_rail_links_two_cycles(tourney: Tourney, seed: int) -> None:
    assert dt.join(tourney, method="parberry", rounds=0, seed=seed) == tourney
    counts = [dt.join(tourney, method="parberry", rounds=rounds, seed=seed).cycle_count for rounds in (1, 2, 1000)]
    assert counts == sorted(counts, reverse=True)
    assert dt.rail_graph(dt.join(tourney, method="parberry", rounds=1000, seed=seed)).pairs.size == 0


def components_of_rail_graph(tourney: Tourney) -> int:
    """The number of components of the rail graph, from the rails that the oracle finds."""
    grid = tourney.moves.tolist()
    graph: nx.Graph[int] = nx.Graph()
    cycle_of = {square: number for number, cycle in enumerate(naive.cycles(grid)) for square in cycle}
    graph.add_nodes_from(cycle_of.values())
    graph.add_edges_from((cycle_of[u], cycle_of[naive.step(u, cross)]) for u, _, cross in naive.rails(grid))
    return nx.number_connected_components(graph)


def test_rounds_are_numbers_of_the_papers_method_on_flat_boards() -> None:
    tour = dt.tour(6, 6, seed=1)
    with pytest.raises(dt.DestrierError, match=r"^rounds belongs to the method parberry, not to windows$"):
        dt.join(tour, rounds=1)
    for rounds in (-1, True, 1.5):
        with pytest.raises(dt.DestrierError, match=rf"^the number of rounds is an integer from 0 on, not {rounds}$"):
            dt.join(tour, method="parberry", rounds=rounds)  # type: ignore[arg-type]
    text = "^rounds of joining are counted only for a knight on a flat board, not for 4 x 4 x 4 by a knight$"
    with pytest.raises(dt.UnsupportedBoard, match=text):
        dt.join(dt.tour(4, 4, 4, seed=1), method="parberry", rounds=1)


def test_a_round_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, parts, joined = runner(capsys), tmp_path / "parts.npz", tmp_path / "joined.npz"
    run("tourney", 16, 16, "--algorithm", "four-cover", "-o", parts)
    assert run("join", parts, "--method", "parberry", "--rounds", 1, "--seed", 1, "-o", joined).code == 0
    assert dt.load(joined) == dt.join(dt.load(parts), method="parberry", rounds=1, seed=1)
    assert dt.repeat(joined) == dt.load(joined)
    refused = "destrier: rounds belongs to the method parberry, not to windows\n"
    assert run("join", parts, "--rounds", 1) == (2, "", refused)


def test_there_is_no_other_method() -> None:
    with pytest.raises(dt.DestrierError, match="a method of joining is 'windows' or 'parberry', not 'flow'"):
        dt.join(dt.tour(6, 6, seed=1), method="flow")  # type: ignore[arg-type]
