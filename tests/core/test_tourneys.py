"""Tourneys: an array is one or its first bad square is named; orders and symmetries are what a walk says."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pytest
from helpers import naive
from helpers.examples import FOUR_CYCLES
from helpers.marks import exhaustive
from helpers.tourneys import squares_of, tourneys
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core import walks
from destrier.core.board import SYMMETRIES, Board
from destrier.core.tourney import Tour, Tourney
from destrier.support.errors import InvalidTourney

if TYPE_CHECKING:
    from destrier.core.board import Symmetry
    from destrier.core.types import Moves

RING = Board.from_text("###\n#.#\n###")

VALID: dict[str, Tourney] = {
    "four cycles": Tourney.from_cycles(FOUR_CYCLES, Board(4, 4)),
    "ring": Tour.from_order([0, 7, 2, 3, 8, 1, 6, 5], RING),
    "closed 3 x 10": dt.tour(3, 10, seed=1),
    "closed 6 x 5": dt.tour(6, 5, seed=1),
    "braid 6 x 4": dt.tourney(6, 4, algorithm="concentric-braid"),
    "open 5 x 5": dt.tour(5, 5, kind="open", seed=1),
    "open 3 x 4": dt.tour(3, 4, kind="open", seed=1),
    "hole in 6 x 6": dt.tourney(
        Board.from_text("######\n" * 2 + "##..##\n" * 2 + "######\n" * 2), algorithm="two-factor"
    ),
    "holes and isolated rows": Tour.from_order([3, 10, 5, 6, 11, 4, 9, 8], Board.from_text("...\n###\n#.#\n###\n...")),
}


@pytest.fixture(params=VALID)
def valid(request: pytest.FixtureRequest) -> Tourney:
    return VALID[request.param]


def as_squares(tourney: Tourney, indices: Any) -> list[naive.Square]:
    return [divmod(int(index), tourney.board.cols) for index in indices]


def test_an_order_of_names_is_a_list_or_a_tuple() -> None:
    tour = VALID["closed 6 x 5"]
    assert isinstance(tour, Tour)
    names = [tour.board.name(int(square)) for square in tour.indices()]
    chess = [dt.Board(6, 5).chess_name(square) for square in tour.squares()]
    for order in (names, chess):
        assert Tour.from_order(order, tour.board) == Tour.from_order(tuple(order), tour.board) == tour


# --- Validation


def check_refused(moves: Moves, board: Board, kind: type[Tourney], ends: tuple[naive.Square, ...]) -> str:
    with pytest.raises(InvalidTourney) as caught:
        kind(moves, board)
    message = str(caught.value)
    assert "\n" not in message
    row, col = min(naive.faulty_squares(moves.tolist(), squares_of(board), ends))
    assert f"square {row},{col} " in message
    return message


def test_a_sound_array_is_taken(valid: Tourney) -> None:
    board, moves = squares_of(valid.board), valid.moves.tolist()
    assert not naive.faulty_squares(moves, board, valid.ends or ())
    kind = Tourney if valid.kind == "tourney" else Tour
    assert kind(valid.moves.copy(), valid.board) == valid
    assert kind(valid.moves.copy()) == valid or bool((valid.board.present & (valid.moves == 0)).any())


def test_every_flipped_bit_is_refused_and_the_first_bad_square_named(valid: Tourney) -> None:
    kind = Tourney if valid.kind == "tourney" else Tour
    for row, col in naive.rectangle(*valid.board.shape):
        for move in range(8):
            moves = valid.moves.copy()
            moves[row, col] ^= 1 << move
            check_refused(moves, valid.board, kind, valid.ends or ())


def test_every_square_emptied_or_filled_is_refused(valid: Tourney) -> None:
    kind = Tourney if valid.kind == "tourney" else Tour
    for row, col in naive.rectangle(*valid.board.shape):
        for byte in {0, 255, 0b10001, 0b11} - {int(valid.moves[row, col])}:
            moves = valid.moves.copy()
            moves[row, col] = byte
            check_refused(moves, valid.board, kind, valid.ends or ())


@pytest.mark.parametrize("name", [name for name, tourney in VALID.items() if tourney.kind != "open"])
def test_every_edge_added_or_removed_on_both_sides_is_refused(name: str) -> None:
    valid = VALID[name]
    board = squares_of(valid.board)
    for square in sorted(board):
        for move in range(4, 8):
            other = naive.step(square, move)
            if other in board:
                moves = valid.moves.copy()
                moves[square] ^= 1 << move
                moves[other] ^= 1 << (move - 4)
                message = check_refused(moves, valid.board, Tourney, ())
                assert f"square {square[0]},{square[1]} has " in message


def test_two_bits_flipped_at_random_places_are_refused(valid: Tourney) -> None:
    random = np.random.default_rng(1)
    kind = Tourney if valid.kind == "tourney" else Tour
    for _ in range(200):
        moves = valid.moves.copy()
        for _ in range(2):
            moves[random.integers(moves.shape[0]), random.integers(moves.shape[1])] ^= 1 << int(random.integers(8))
        ends = valid.ends or ()
        if naive.faulty_squares(moves.tolist(), squares_of(valid.board), ends):
            single = [s for s in sorted(squares_of(valid.board)) if len(naive.moves_at(moves.tolist(), s)) == 1]
            if len(single) == 2 and not naive.faulty_squares(moves.tolist(), squares_of(valid.board), single):
                continue  # an edge went: an open tour, or one with other ends
            with pytest.raises(InvalidTourney):
                kind(moves, valid.board)


@pytest.mark.parametrize("shape", [(1200, 900), (3, 400_001), (400_001, 3)])
@pytest.mark.parametrize("far", [0.3, 0.9999, 1])
def test_a_bad_square_far_down_a_large_array_is_named(shape: tuple[int, int], far: float) -> None:
    moves, present = np.zeros(shape, np.uint8), np.zeros(shape, bool)
    moves[:3, :3], present[:3, :3] = VALID["ring"].moves, RING.present
    assert Tourney(moves, Board.from_mask(present)).cycle_count == 1
    row, col = (int(far * (side - 1)) for side in shape)
    moves[row, col], present[row, col] = 0, True
    with pytest.raises(InvalidTourney, match=f"square {row},{col} has 0 moves, not 2"):
        Tourney(moves, Board.from_mask(present))


@pytest.mark.parametrize(
    "moves",
    [
        np.zeros((3, 3), np.int64),
        np.zeros((3, 3), np.float64),
        np.full((3, 3), np.nan),
        np.zeros(9, np.uint8),
        np.zeros((3, 3, 1), np.uint8),
        np.zeros((0, 3), np.uint8),
        [[1, 2], [3, 4]],
        "moves",
        None,
    ],
)
def test_other_arrays_are_refused(moves: Any) -> None:
    with pytest.raises(InvalidTourney, match=r"\A[^\n]*\Z"):
        Tourney(moves)


def test_an_array_of_another_shape_is_refused() -> None:
    with pytest.raises(InvalidTourney, match="4 x 5"):
        Tourney(VALID["four cycles"].moves, Board(4, 5))


def test_a_third_end_is_named() -> None:
    tour = VALID["closed 3 x 10"]
    own = naive.edges(tour.moves.tolist())
    for one in own:
        for other in own:
            if one & other:
                continue
            third = sorted(one | other)[2]
            moves = np.array(naive.moves_of(own - {one, other}, 3, 10), np.uint8)
            with pytest.raises(InvalidTourney, match=f"square {third[0]},{third[1]} has 1 moves, not 2"):
                Tour(moves, tour.board)


def test_a_tour_is_one_cycle() -> None:
    with pytest.raises(InvalidTourney, match="not 4"):
        Tour(VALID["four cycles"].moves)


def test_a_path_beside_a_cycle_is_no_tour() -> None:
    cycles = [list(map(int, cycle)) for cycle in FOUR_CYCLES[1:]]
    board = Board(4, 4)
    ring = [naive.edges_of_walk([divmod(s, 4) for s in cycle], closed=True) for cycle in cycles]
    path = naive.edges_of_walk([divmod(s, 4) for s in FOUR_CYCLES[0]], closed=False)
    moves = np.array(naive.moves_of(path.union(*ring), 4, 4), np.uint8)
    with pytest.raises(InvalidTourney, match="not 4"):
        Tour(moves, board)


def test_a_tour_of_several_cycles_cannot_be_made_from_cycles() -> None:
    with pytest.raises(InvalidTourney, match="not 4"):
        Tour.from_cycles(FOUR_CYCLES, Board(4, 4))


def test_a_tourney_does_not_change_with_its_source(valid: Tourney) -> None:
    source = valid.moves.copy()
    tourney = Tour(source, valid.board) if valid.kind != "tourney" else Tourney(source, valid.board)
    source[:] = 0
    assert tourney == valid
    with pytest.raises(ValueError, match="read-only"):
        tourney.moves[0, 0] = 0


# --- Orders


def check_orders(tourney: Tourney) -> None:
    moves = tourney.moves.tolist()
    walked = naive.cycles(moves)
    assert [as_squares(tourney, cycle) for cycle in tourney.cycle_indices()] == walked
    assert tourney.cycle_count == len(walked)
    assert tourney.cycle_lengths().tolist() == [len(cycle) for cycle in walked]
    visits = [square for cycle in walked for square in cycle]
    assert as_squares(tourney, tourney.indices()) == visits
    assert tourney.indices().dtype == np.int64
    everywhere = sorted(naive.rectangle(*tourney.board.shape))
    times = [visits.index(square) if square in visits else -1 for square in everywhere]
    assert tourney.numbering().ravel().tolist() == times
    assert tourney.position_of(np.arange(tourney.moves.size)).tolist() == times
    assert tourney.index_at(np.arange(len(visits))).tolist() == tourney.indices().tolist()
    middle = len(visits) // 2
    assert int(tourney.index_at(middle)) == visits[middle][0] * tourney.board.cols + visits[middle][1]
    assert int(tourney.position_of(tourney.index_at(middle))) == middle
    assert int(tourney.index_at(-1)) == int(tourney.indices()[-1])


def test_orders_are_walks(valid: Tourney) -> None:
    check_orders(valid)
    assert valid.kind == (
        "open" if valid.ends else "closed" if len(naive.cycles(valid.moves.tolist())) == 1 else "tourney"
    )


@given(tourneys(12))
def test_orders_are_walks_on_any_board(tourney: Tourney) -> None:
    check_orders(tourney)


@given(tourneys(12), st.data())
def test_cycles_make_the_tourney_from_any_start_in_both_directions(tourney: Tourney, data: st.DataObject) -> None:
    cycles = []
    for cycle in tourney.cycle_indices():
        turned = np.roll(cycle, data.draw(st.integers(0, cycle.size - 1)))
        cycles.append(turned[::-1] if data.draw(st.booleans()) else turned)
    again = Tourney.from_cycles(data.draw(st.permutations(cycles)), tourney.board)
    assert hash(again) == hash(tourney)
    assert isinstance(again, Tour) == (len(cycles) == 1)
    if isinstance(again, Tour):
        assert again.indices().tolist() == cycles[0].tolist()
        assert again.starting_at(tourney[0], towards=tourney[1]) == tourney  # type: ignore[index]  # it is a tour
    else:
        assert again == tourney


@pytest.mark.parametrize("name", [name for name, tourney in VALID.items() if tourney.kind != "tourney"])
def test_orders_make_the_tour(name: str) -> None:
    tour = VALID[name]
    kind: Any = tour.kind
    order = tour.indices()
    for visits in (order, order.tolist()):
        assert Tour.from_order(visits, tour.board, kind=kind) == tour
    backwards = Tour.from_order(order[::-1], tour.board, kind=kind)
    assert backwards != tour
    assert backwards.same_moves(tour)
    assert backwards.indices().tolist() == order[::-1].tolist()
    if kind == "open":
        assert tour.ends == tuple(as_squares(tour, order[[0, -1]]))
    else:
        assert Tour.from_order(np.roll(order, 5), tour.board).same_moves(tour)


@pytest.mark.parametrize(
    ("swap", "message"),
    [
        ({3: 0}, r"square 0,0 is visited 2 times"),
        ({5: 99}, "step 5 is at index 99, off the 3 x 10 board"),
        ({5: -1}, "step 5 is at index -1, off the 3 x 10 board"),
    ],
)
def test_orders_that_are_none_are_refused(swap: dict[int, int], message: str) -> None:
    order = VALID["closed 3 x 10"].indices().copy()
    for place, square in swap.items():
        order[place] = square
    with pytest.raises(InvalidTourney, match=message):
        Tour.from_order(order, Board(3, 10))


def test_any_two_steps_exchanged_are_refused_or_a_tour() -> None:
    tour = VALID["closed 3 x 10"]
    for one in range(30):
        for other in range(one):
            order = tour.indices().copy()
            order[[one, other]] = order[[other, one]]
            walk = as_squares(tour, order)
            sound = all(
                there in [naive.step(here, move) for move in range(8)]
                for here, there in zip(walk, [*walk[1:], walk[0]], strict=True)
            )
            if sound:
                assert naive.is_closed_tour(Tour.from_order(order, tour.board).moves.tolist(), naive.rectangle(3, 10))
            else:
                with pytest.raises(InvalidTourney, match=r"from square \d+,\d+ to \d+,\d+ is not a knight's move"):
                    Tour.from_order(order, tour.board)


@pytest.mark.parametrize("order", [[], [0], [0, 5, 6], list(range(30))[:-1]])
def test_orders_that_leave_squares_out_are_refused(order: list[int]) -> None:
    with pytest.raises(InvalidTourney, match="visited never"):
        Tour.from_order(order, Board(3, 10))


def test_orders_that_visit_a_missing_square_are_refused() -> None:
    with pytest.raises(InvalidTourney, match="square 1,1 is visited but missing"):
        Tour.from_order([0, 5, 6, 1, 8, 3, 2, 7, 4], RING)


@pytest.mark.parametrize(
    ("cycles", "message"),
    [
        ([], "4 squares"),
        ([[0, 6, 15, 9], [1, 7]], "4 squares"),
        (FOUR_CYCLES[:3], "visited never"),
        ([*FOUR_CYCLES, FOUR_CYCLES[0]], "square 0,0 is visited 2 times"),
        ([[0, 6, 9, 15], *FOUR_CYCLES[1:]], "not a knight's move"),
    ],
)
def test_cycles_that_are_none_are_refused(cycles: list[list[int]], message: str) -> None:
    with pytest.raises(InvalidTourney, match=message):
        Tourney.from_cycles(cycles, Board(4, 4))


def test_two_squares_are_an_open_tour_but_no_closed_one() -> None:
    board = Board.from_text("#..\n..#")
    assert Tour.from_order([0, 5], board, kind="open").ends == ((0, 0), (1, 2))
    with pytest.raises(InvalidTourney):
        Tour.from_order([0, 5], board)


# --- Symmetries


def image_by_oracle(tourney: Tourney, symmetry: str) -> set[naive.Edge]:
    place = naive.SYMMETRIES[symmetry]
    return {
        frozenset(place(square, *tourney.board.shape) for square in edge)
        for edge in naive.edges(tourney.moves.tolist())
    }


def check_symmetries(tourney: Tourney) -> None:
    assert set(SYMMETRIES) == set(naive.SYMMETRIES)
    images = [tourney.transformed(symmetry) for symmetry in SYMMETRIES]
    own = naive.edges(tourney.moves.tolist())
    for symmetry, image in zip(SYMMETRIES, images, strict=True):
        assert naive.edges(image.moves.tolist()) == image_by_oracle(tourney, symmetry)
        place = naive.SYMMETRIES[symmetry]
        assert squares_of(image.board) == {place(square, *tourney.board.shape) for square in squares_of(tourney.board)}
        assert image.kind == tourney.kind
        assert image.cycle_count == tourney.cycle_count
        assert (symmetry in tourney.symmetries()) == (
            image.board.shape == tourney.board.shape and image_by_oracle(tourney, symmetry) == own
        )
    least = tourney.canonical()
    assert least in images
    assert least.canonical() == least
    assert {image.canonical() for image in images} == {least}


def test_symmetries(valid: Tourney) -> None:
    check_symmetries(valid)


@given(tourneys(12))
def test_symmetries_on_any_board(tourney: Tourney) -> None:
    check_symmetries(tourney)


@pytest.mark.parametrize("one", SYMMETRIES)
@pytest.mark.parametrize("other", SYMMETRIES)
def test_symmetries_are_a_group(one: Symmetry, other: Symmetry) -> None:
    tour = VALID["closed 3 x 10"]
    assert tour.transformed(one).transformed(other) in [tour.transformed(symmetry) for symmetry in SYMMETRIES]


def test_a_symmetric_tourney_knows_it() -> None:
    assert VALID["ring"].symmetries() == SYMMETRIES
    assert dt.tour(5, 5, kind="open", start=(0, 0), seed=1).symmetries() == ("identity",)


# --- Comparison, words, graphs


def test_equality() -> None:
    tour = VALID["closed 3 x 10"]
    assert tour == Tourney(tour.moves)
    assert tour != tour.transformed("flip-rows")
    assert tour != tour.moves.tolist()
    assert len({tour, Tour.from_order(tour.indices(), tour.board), tour.transformed("identity")}) == 1


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("four cycles", "<Tourney of 4 cycles on 4 x 4>"),
        ("closed 3 x 10", "<closed Tour of 3 x 10>"),
        ("open 5 x 5", "<open Tour of 5 x 5>"),
    ],
)
def test_repr(name: str, words: str) -> None:
    assert repr(VALID[name]) == words


def test_to_networkx(valid: Tourney) -> None:
    pytest.importorskip("networkx")
    graph = valid.to_networkx()
    assert set(graph.nodes) == squares_of(valid.board)
    assert {frozenset(edge) for edge in graph.edges} == naive.edges(valid.moves.tolist())
    one: naive.Square
    other: naive.Square
    move: int
    for one, other, move in graph.edges(data="move"):
        assert move == naive.move_between(*sorted((one, other)))
        assert move >= 4


# --- Published numbers


@cache
def tours_of_6_by_6() -> list[Tour]:
    board = Board(6, 6)
    walks = naive.closed_tours(naive.rectangle(6, 6))
    return [Tour.from_order([6 * row + col for row, col in walk], board) for walk in walks]


@exhaustive
def test_the_closed_tours_of_6_by_6() -> None:
    tours = tours_of_6_by_6()
    assert len(tours) == len(set(tours)) == 9862
    assert Counter(map(dt.turns, tours)) == {32: 18, 33: 344, 34: 1816, 35: 4504, 36: 3180}
    assert len({tour.canonical() for tour in tours}) == 1245


def test_the_open_tours_of_5_by_5() -> None:
    board = Board(5, 5)
    walks = list(naive.open_tours(naive.rectangle(5, 5)))
    tours = {Tour.from_order([5 * row + col for row, col in walk], board, kind="open") for walk in walks}
    assert 2 * len(tours) == 2 * len(walks) == 1728
    assert {tour.ends for tour in tours} == {(walk[0], walk[-1]) for walk in walks}


@pytest.mark.parametrize("name", ["turns", "measure", "join", "shatter", "obfuscate", "rail_graph", "crossings"])
@pytest.mark.parametrize("given", [np.zeros((6, 6), np.uint8), None, "tour.npy"])
def test_what_is_no_tourney_is_refused(name: str, given: Any) -> None:
    several = name in ("turns", "measure", "crossings")
    takes = "a Tour, a Tourney or several of them" if several else "a Tour or a Tourney"
    with pytest.raises(dt.DestrierError, match=rf"\A{name} takes {takes}, not \w+; Tourney\(moves\)"):
        getattr(dt, name)(given)


def test_what_is_no_tourney_is_neither_drawn_nor_saved(tmp_path: Path) -> None:
    moves: Any = np.zeros((6, 6), np.uint8)
    for write, suffix in ((dt.draw, ".svg"), (dt.save, ".npy")):
        with pytest.raises(dt.DestrierError, match="takes a Tour, a Tourney or several of them, not ndarray"):
            write(moves, tmp_path / f"tour{suffix}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize(
    "board",
    [RING, Board(3, 10), Board(5, 6), Board(8, 8), Board(6, 6, leaper="wazir"), dt.Space(4, 4, 4)],
    ids=lambda board: board.describe(),
)
def test_a_walk_on_lists_is_that_on_arrays(board: Any, kind: Any) -> None:
    tour = dt.tour(board, kind=kind, seed=1)
    tables = walks._tables(tour.moves, board.leaper.offsets(board.shape))
    orders = np.empty((2, board.size), np.int64)
    for order, follow in zip(orders, (walks._follow.python, walks._follow.function), strict=True):
        assert follow is not None
        follow(*tables, walks._first(tour.moves.ravel()), order)
    assert orders[0].tolist() == orders[1].tolist()
    assert len(set(orders[0].tolist())) == board.size


@pytest.mark.parametrize(
    "tourney",
    [
        dt.tour(6, 6, seed=1),
        dt.tour(5, 6, kind="open", seed=1),
        dt.tourney(8, 8, algorithm="concentric-braid"),
        dt.tour(RING, seed=1),
        dt.tour(dt.Space(4, 4, 4), seed=1),
    ],
    ids=repr,
)
def test_a_graph_of_networkx_is_a_tourney(tourney: Tourney) -> None:
    graph = tourney.to_networkx()
    shuffled: Any = nx.Graph()
    shuffled.add_edges_from((other, one) for one, other in sorted(graph.edges, key=hash))
    for drawn in (graph, shuffled, nx.DiGraph(shuffled)):
        assert Tourney.from_networkx(drawn) == tourney
        assert type(Tourney.from_networkx(drawn, tourney.board)) is type(tourney)
    indices = nx.relabel_nodes(graph, {square: tourney.board.index(square) for square in graph})
    assert Tourney.from_networkx(indices, tourney.board) == tourney


def test_a_graph_of_other_boards_and_names() -> None:
    torus = dt.tour(dt.Torus(4, 5), seed=1)
    assert Tourney.from_networkx(torus.to_networkx(), torus.board) == torus
    tour = dt.tour(6, 6, seed=1)
    named = nx.relabel_nodes(tour.to_networkx(), {(row, col): f"{'abcdef'[col]}{6 - row}" for row, col in tour})
    assert Tour.from_networkx(named) == tour


@pytest.mark.parametrize(
    ("edges", "fault"),
    [
        ([((0, 0), (1, 2)), ((0, 0), (2, 1)), ((0, 0), (5, 5))], r"3 edges meet at \(0, 0\); two do on a tour"),
        ([((0, 0), (1, 2)), ((5, 5), (4, 3))], "an open tour is one path, and this graph has 2 parts"),
        ([((0, 0), (1, 1)), ((1, 1), (2, 2)), ((2, 2), (0, 0))], "a cycle has at least 4 squares, not 3"),
        ([((0, 0), (1, 1)), ((1, 1), (0, 1))], r"from square \d,\d to \d,\d is not a knight's move"),
        ([(0, 17), (17, 2)], r"squares are pairs such as \(0, 2\), or triples in space; or name the board"),
        ([("a1", "zz")], "'zz' is not a square such as a1"),
    ],
)
def test_a_graph_that_is_no_tourney(edges: list[Any], fault: str) -> None:
    with pytest.raises(dt.InvalidTourney, match=rf"\A{fault}"):
        Tourney.from_networkx(nx.Graph(edges))
