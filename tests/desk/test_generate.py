"""From a request to a tour: one where there is one, the reason where there is none, and the same for the same seed."""

from __future__ import annotations

import sys
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import numpy as np
import pytest
from helpers import naive
from helpers.limits import within
from helpers.marks import examples, left, long, posix
from helpers.tourneys import squares_of
from helpers.wrong import wrong
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.core.choices import Kind
from destrier.desk.algorithms import ALGORITHMS
from destrier.proofs.rectangles import rectangle_theorem
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from types import FrameType

    from destrier.core.grid import BaseBoard
    from destrier.core.tourney import Tourney

SIDES = range(1, 15)


def check_tour(tour: Tourney, board: Board, kind: Kind, *ends: naive.Square) -> None:
    moves = tour.moves.tolist()
    assert tour.board == board
    assert isinstance(tour, dt.Tour)
    if kind == "open":
        assert tour.kind == "open"
        assert tour.ends is not None
        assert set(ends) <= set(tour.ends)
        assert naive.is_open_tour(moves, squares_of(board), tour.ends)
    else:
        assert tour.kind == "closed"
        assert naive.is_closed_tour(moves, squares_of(board))


# --- Every rectangle


@pytest.mark.parametrize("rows", left(SIDES, range(9)))
def test_closed_tours_of_rectangles(rows: int) -> None:
    for cols in SIDES:
        if rectangle_theorem(rows, cols):
            with pytest.raises(NoSuchTour, match=rf"\Ano closed tour of {rows} x {cols} exists [^\n]*\Z"):
                dt.tour(rows, cols, seed=1)
        else:
            check_tour(dt.tour(rows, cols, seed=cols), Board(rows, cols), "closed")


@pytest.mark.parametrize("rows", left(SIDES, (5, 6)))
def test_open_tours_of_rectangles(rows: int) -> None:
    for cols in SIDES:
        if rectangle_theorem(rows, cols, "open"):
            with pytest.raises(NoSuchTour, match=rf"\Ano open tour of {rows} x {cols} exists [^\n]*\Z"):
                dt.tour(rows, cols, kind="open", seed=1)
        else:
            check_tour(dt.tour(rows, cols, kind="open", seed=cols), Board(rows, cols), "open")


@pytest.mark.parametrize("rows", SIDES)
def test_corner_tours_of_rectangles(rows: int) -> None:
    for cols in SIDES:
        present = naive.rectangle(rows, cols) - {(rows - 1, cols - 1)}
        if rows % 2 == 0 or cols % 2 == 0 or min(rows, cols) == 1:
            exists = False
        elif rows * cols <= 35:
            exists = any(True for _ in naive.closed_tours(present))
        else:
            exists = True
        if exists:
            board = Board(rows, cols, [[(row, col) in present for col in range(cols)] for row in range(rows)])
            check_tour(dt.tour(rows, cols, kind="corner", seed=cols), board, "corner")
        else:
            with pytest.raises(NoSuchTour, match=r"\A[^\n]*\Z"):
                dt.tour(rows, cols, kind="corner", seed=1)


@pytest.mark.parametrize("cols", left(range(10, 41, 2), range(10, 20, 2)))
def test_boards_with_a_side_of_3(cols: int) -> None:
    for seed in range(5):
        check_tour(dt.tour(3, cols, seed=seed), Board(3, cols), "closed")
        check_tour(dt.tour(cols, 3, seed=seed), Board(cols, 3), "closed")
        check_tour(dt.tour(3, cols + 1, kind="open", seed=seed), Board(3, cols + 1), "open")


@examples(10)
@given(rows=st.integers(5, 60), cols=st.integers(5, 60), seed=st.integers(0, 10**9))
def test_larger_rectangles(rows: int, cols: int, seed: int) -> None:
    if rows * cols % 2 == 0:
        check_tour(dt.tour(rows, cols, seed=seed), Board(rows, cols), "closed")
    check_tour(dt.tour(rows, cols, kind="open", seed=seed), Board(rows, cols), "open")


TOURNEYS = [name for name, row in ALGORITHMS.items() if row.makes_tourneys]


@pytest.mark.parametrize("obfuscate", [False, True, None])
def test_a_named_algorithm_is_not_replaced(*, obfuscate: bool | None) -> None:
    """It refuses what it does not support, and on a surface its tour of the rectangle is adapted."""
    with pytest.raises(UnsupportedBoard, match="transfer-matrix takes boards with at most 4 rows or columns"):
        dt.tour(12, 12, algorithm="transfer-matrix", obfuscate=obfuscate, seed=1)
    with pytest.raises(UnsupportedBoard, match="four-cover makes closed tours"):
        dt.tour(8, 8, kind="open", algorithm="four-cover", obfuscate=obfuscate, seed=1)
    with pytest.raises(UnsupportedBoard, match="transfer-matrix takes boards with at most 4 rows or columns"):
        dt.tour(dt.Torus(12, 12), algorithm="transfer-matrix", obfuscate=obfuscate, seed=1)


@pytest.mark.parametrize("algorithm", TOURNEYS)
@pytest.mark.parametrize("obfuscate", [False, True, None])
def test_every_algorithm_with_and_without_obfuscation(algorithm: str, obfuscate: bool | None) -> None:
    tours = [dt.tour(12, 12, algorithm=algorithm, obfuscate=obfuscate, seed=seed) for seed in range(3)]
    for tour in tours:
        check_tour(tour, Board(12, 12), "closed")
    if not obfuscate:
        assert tours[0] == dt.tour(12, 12, algorithm=algorithm, obfuscate=False, seed=0)
        assert (tours[0] == tours[1]) == (ALGORITHMS[algorithm].makes_tours and not ALGORITHMS[algorithm].random)
    else:
        assert len(set(tours)) == 3


# --- Ends


def test_every_pair_of_ends_of_5_by_5() -> None:
    """A tour with these ends, or the colours forbid it; the search knows which."""
    squares = naive.rectangle(5, 5)
    for start in sorted(squares):
        for end in sorted(squares - {start}):
            if any(True for _ in naive.paths(squares, start, end)):
                check_tour(dt.tour(5, 5, kind="open", start=start, end=end, seed=1), Board(5, 5), "open", start, end)
            else:
                with pytest.raises(NoSuchTour, match=r"\A[^\n]*\Z"):
                    dt.tour(5, 5, kind="open", start=start, end=end, seed=1)


@pytest.mark.parametrize("shape", [(3, 4), (3, 7), (4, 5), (5, 5), long((4, 6))])
@pytest.mark.parametrize("given_end", ["start", "end"])
def test_every_start_of_a_small_board(shape: tuple[int, int], given_end: str) -> None:
    squares = naive.rectangle(*shape)
    for square in sorted(squares):
        ends: Any = {given_end: square}
        if any(True for end in squares - {square} for _ in naive.paths(squares, square, end)):
            check_tour(dt.tour(*shape, kind="open", seed=1, **ends), Board(*shape), "open", square)
        else:
            with pytest.raises(NoSuchTour, match=r"\A[^\n]*\Z"):
                dt.tour(*shape, kind="open", seed=1, **ends)


@examples(10)
@given(rows=st.integers(6, 30), cols=st.integers(6, 30), seed=st.integers(0, 10**9), data=st.data())
def test_ends_of_larger_boards(rows: int, cols: int, seed: int, data: st.DataObject) -> None:
    """From 6 x 6 on, all ends of the right colours have a tour."""
    squares = sorted(naive.rectangle(rows, cols))
    start = data.draw(st.sampled_from([s for s in squares if naive.is_light(s)]))
    fitting = [s for s in squares if s != start and naive.is_light(s) == bool(rows * cols % 2)]
    end = data.draw(st.sampled_from(fitting))
    check_tour(dt.tour(rows, cols, kind="open", start=start, end=end, seed=seed), Board(rows, cols), "open", start, end)
    check_tour(dt.tour(rows, cols, kind="open", end=end, start=start), Board(rows, cols), "open", start, end)
    check_tour(dt.tour(rows, cols, kind="open", end=start, seed=seed), Board(rows, cols), "open", start)


@posix
@pytest.mark.parametrize("side", [7, 9])
@pytest.mark.parametrize("ends", [{"start": (0, 1)}, {"end": (2, 3)}, {"start": (0, 0), "end": (0, 1)}])
def test_ends_of_the_rarer_colour_are_refused(side: int, ends: Any) -> None:
    with within(20), pytest.raises(NoSuchTour, match=r"\A[^\n]*\Z"):
        dt.tour(side, side, kind="open", seed=1, **ends)


# Boards of more than 64 squares, where not all pairs of ends are tried: that some pairs have no tour proves nothing.


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("shape", "start"), [((3, 22), (1, 2)), ((5, 14), (2, 1))])
def test_starts_that_few_ends_go_with(shape: tuple[int, int], start: naive.Square, seed: int) -> None:
    check_tour(dt.tour(*shape, kind="open", start=start, seed=seed), Board(*shape), "open", start)


@posix
@pytest.mark.parametrize("cols", [31, 33, 39])
def test_open_tours_of_long_boards_end_in_time(cols: int) -> None:
    for seed in range(10):
        with within(20):
            check_tour(dt.tour(3, cols, kind="open", seed=seed), Board(3, cols), "open")


def test_a_shape_with_only_one_pair_of_ends() -> None:
    board = Board.from_text("########\n" * 8 + "........\n#......#")
    check_tour(dt.tour(board, kind="open", start=(9, 0), end=(9, 7), seed=1), board, "open", (9, 0), (9, 7))
    for seed in range(5):
        check_tour(dt.tour(board, kind="open", seed=seed), board, "open", (9, 0), (9, 7))


def test_a_shape_with_only_one_start() -> None:
    board = Board.from_text("########\n" * 9 + "........\n#.......")
    check_tour(dt.tour(board, kind="open", start=(10, 0), seed=1), board, "open", (10, 0))
    for seed in range(5):
        check_tour(dt.tour(board, kind="open", seed=seed), board, "open", (10, 0))


# --- Shapes

SHAPES = {
    "a frame": "########\n" * 3 + "###..###\n" * 2 + "########\n" * 3,
    "a ring": "###\n#.#\n###",
    "a cross": "...####...\n" * 3 + "##########\n" * 4 + "...####...\n" * 3,
    "holes": "##########\n#.########\n##########\n########.#\n" + "##########\n" * 4,
    "two corners": ".#######\n" + "########\n" * 6 + "######.#",
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str) -> None:
    board = Board.from_text(SHAPES[name])
    for seed, obfuscate in product(range(3), (True, False)):
        check_tour(dt.tour(board, obfuscate=obfuscate, seed=seed), board, "closed")


@given(bits=st.integers(0, 2**24 - 1), more=st.integers(0, 2**24 - 1), kind=st.sampled_from(["closed", "open"]))
def test_small_shapes_against_the_search(bits: int, more: int, kind: Kind) -> None:
    squares = naive.mask(bits | more, 4, 6) | {(0, 0)}
    board = Board(4, 6, [[(row, col) in squares for col in range(6)] for row in range(4)])
    exists = len(squares) > 1 and any(
        True for _ in (naive.closed_tours(squares) if kind == "closed" else naive.open_tours(squares))
    )
    if exists:
        check_tour(dt.tour(board, kind=kind, seed=bits), board, kind)
    else:
        with pytest.raises(NoSuchTour, match=r"\A[^\n]*\Z"):
            dt.tour(board, kind=kind, seed=bits)


@given(
    missing=st.sets(st.sampled_from(sorted(naive.rectangle(5, 6))), max_size=4),
    kind=st.sampled_from(["closed", "open"]),
)
def test_nearly_whole_shapes_against_the_search(missing: set[naive.Square], kind: Kind) -> None:
    squares = naive.rectangle(5, 6) - missing
    board = Board(5, 6, [[(row, col) in squares for col in range(6)] for row in range(5)])
    if any(True for _ in (naive.closed_tours(squares) if kind == "closed" else naive.open_tours(squares))):
        check_tour(dt.tour(board, kind=kind, seed=1), board, kind)
    else:
        with pytest.raises(NoSuchTour, match=r"\A[^\n]*\Z"):
            dt.tour(board, kind=kind, seed=1)


# --- Seeds


@pytest.mark.parametrize("arguments", [{}, {"kind": "open"}, {"algorithm": "two-factor"}, {"algorithm": "warnsdorff"}])
@pytest.mark.parametrize("shape", [(8, 8), (9, 10), (30, 30)])
def test_the_seed_alone_decides(shape: tuple[int, int], arguments: Any) -> None:
    def tour(seed: Any) -> Tourney:
        found: Tourney = dt.tour(*shape, seed=seed, **arguments)
        return found

    assert tour(5) == tour(5) == tour(np.int64(5))
    assert len({tour(seed) for seed in range(10)}) > 8
    assert tour(-1) != tour(1)
    assert tour(2**100) == tour(2**100)
    assert tour(None) != tour(None)
    one, other = np.random.default_rng(1), np.random.default_rng(1)
    assert [tour(one) for _ in range(3)] == [tour(other) for _ in range(3)]
    assert tour(one) != tour(one)


@pytest.mark.parametrize("seed", [1.5, "1", True, float("nan"), [1], object()])
def test_other_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(DestrierError, match=r"\Aa seed is an integer, or a generator [^\n]*, not [^\n]*\Z"):
        dt.tour(8, 8, seed=seed)


# --- Bad requests


@pytest.mark.parametrize(
    ("board", "options", "message"),
    [
        ((), {}, "only nothing"),
        ((Board(8, 8), 8), {}, "not both"),
        ((0, 8), {}, "not rows 0"),
        ((8, 2.5), {}, "not cols 2.5"),
        ((8, "8"), {}, "not cols '8'"),
        ((8, 8), {"kind": "round"}, "'round'"),
        ((8, 8), {"end": (0, 0)}, "open tour"),
        ((9, 9), {"kind": "corner", "end": (0, 0)}, "open tour"),
        ((8, 8), {"kind": "open", "start": (8, 0)}, "8,0 is not a square of the 8 x 8 board"),
        ((8, 8), {"kind": "open", "end": (0, -1)}, "0,-1 is not a square of the 8 x 8 board"),
        ((8, 8), {"kind": "open", "start": (1, 1), "end": (1, 1)}, "1,1 twice"),
        ((8, 8), {"algorithm": "magic"}, "'magic'"),
    ],
)
def test_bad_requests(board: Any, options: Any, message: str) -> None:
    with pytest.raises(DestrierError, match=r"\A[^\n]*\Z") as caught:
        dt.tour(*board, seed=1, **options)
    assert message in str(caught.value)


def test_an_algorithm_for_closed_tours_makes_no_open_one() -> None:
    with pytest.raises(UnsupportedBoard, match="four-cover makes closed tours"):
        dt.tour(8, 8, kind="open", algorithm="four-cover")


@pytest.mark.parametrize("shape", [(10**6, 10**6), (10**9, 10**9), (2, 10**12)])
@pytest.mark.parametrize("kind", get_args(Kind))
def test_boards_beyond_memory_are_refused(shape: tuple[int, int], kind: Kind) -> None:
    with pytest.raises(MemoryError, match=rf"\Aa tour of {shape[0]} x {shape[1]} needs about [^\n]*\Z"):
        dt.tour(*shape, kind=kind)
    with pytest.raises(MemoryError, match="needs about"):
        dt.tourney(*shape, algorithm="four-cover")


@pytest.mark.parametrize("shape", [(3, 3), (5, 7), (1, 1), (9, 9)])
@pytest.mark.parametrize("algorithm", TOURNEYS)
def test_odd_boards_have_no_tourney(shape: tuple[int, int], algorithm: str) -> None:
    with pytest.raises(NoSuchTour, match=rf"\Ano tourney of {shape[0]} x {shape[1]} exists: [^\n]*\Z"):
        dt.tourney(*shape, algorithm=algorithm)


def test_an_open_tour_starts_at_the_start() -> None:
    assert dt.tour(8, 8, kind="open", start=(4, 5), end=(0, 0), seed=1).indices()[[0, -1]].tolist() == [37, 0]
    assert dt.tour(5, 5, kind="open", start=(4, 4), seed=1).indices()[0] == 24
    assert dt.tour(5, 5, kind="open", end=(0, 0), seed=1).indices()[-1] == 0
    order = dt.tour(5, 5, kind="open", seed=1).indices()[::-1]
    assert dt.Tour.from_order(order, dt.Board(5, 5), kind="open").indices().tolist() == order.tolist()


def test_the_squares_of_every_board_are_starts() -> None:
    """Type checkers refused those of boxes and in space."""
    assert dt.tour(dt.Box(7, 7, 7), kind="open", start=("top", 6, 6), seed=1)[0] == ("top", 6, 6)
    assert dt.tour(3, 4, 4, kind="open", start=(1, 2, 3), seed=1)[0] == (1, 2, 3)


def test_a_small_board_in_a_large_frame_is_searched_to_the_end() -> None:
    with pytest.raises(NoSuchTour, match="all of them were searched"):
        dt.tour(dt.Board.from_text("." * 20 + "\n" + ("...." + "#" * 8 + "\n") * 4), seed=1)


@pytest.mark.parametrize(("rows", "cols"), [(3, 4), (4, 5), (4, 6)])
def test_all_pairs_of_ends_of_boards_with_a_side_of_4(rows: int, cols: int) -> None:
    squares = sorted(naive.rectangle(rows, cols))
    possible = {frozenset((tour[0], tour[-1])) for tour in naive.open_tours(set(squares))}
    for start, end in combinations(squares, 2):
        try:
            found = dt.tour(rows, cols, kind="open", start=start, end=end, seed=1).ends == (start, end)
        except NoSuchTour:
            found = False
        assert found == (frozenset((start, end)) in possible)


@pytest.mark.parametrize("board", [dt.Space(3, 4, 4), dt.Box(2, 3, 4), dt.Board(10, 10, leaper=(2, 3))], ids=repr)
@pytest.mark.parametrize("named", [(), ("start",), ("end",), ("start", "end")])
def test_open_tours_of_boards_without_planes(board: BaseBoard, named: tuple[str, ...]) -> None:
    graph = board.to_networkx()
    ends = {"start": board.square(0), "end": board.square(board.size - 2)}
    tour = dt.tour(board, kind="open", seed=1, **wrong({name: ends[name] for name in named}))
    order = tour.squares()
    assert sorted(order) == sorted(graph)
    assert all(graph.has_edge(*move) for move in pairwise(order))
    assert all({"start": order[0], "end": order[-1]}[name] == ends[name] for name in named)
    assert tour == dt.tour(board, kind="open", seed=1, **wrong({name: ends[name] for name in named}))


def test_no_open_tour_of_a_board_without_planes() -> None:
    with pytest.raises(NoSuchTour, match="no open tour of 2 x 2 x 2 by a knight exists"):
        dt.tour(dt.Space(2, 2, 2), kind="open")
    with pytest.raises(NoSuchTour, match="between 0,0,0 and 0,1,1 exists: every move changes the colour, and"):
        dt.tour(dt.Space(2, 3, 4), kind="open", start=wrong((0, 0, 0)), end=wrong((0, 1, 1)))
    with pytest.raises(NoSuchTour, match="of the 4 x 4 cylinder between 0,0 and 1,0 exists: all of them were searched"):
        dt.tour(dt.Cylinder(4, 4), kind="open", start=(0, 0), end=(1, 0))


STARTED: Final[dict[str, tuple[BaseBoard, dict[str, Any]]]] = {
    "uniform": (Board(6, 6), {}),
    "shape": (Board.from_text("\n".join(["######"] * 5 + ["####.."])), {"algorithm": "two-factor"}),
    "corner": (Board(7, 7), {"kind": "corner"}),
    "symmetric": (Board(6, 6), {"symmetry": "central"}),
    "rectangle": (Board(10, 10), {"algorithm": "rectangle"}),
    "hidden": (Board(10, 10), {"algorithm": "formation", "obfuscate": True}),
    "zebra": (Board(10, 10, leaper="zebra"), {}),
    "space": (dt.Space(4, 4, 4), {}),
    "box": (dt.Box(3, 4, 5), {}),
    "torus": (dt.Torus(6, 5), {}),
    "unrolled": (dt.KleinBottle(20, 24), {"algorithm": "rectangle"}),
    "wound": (dt.Torus(8, 8), {"winding": (1, 0)}),
}


@pytest.mark.parametrize("name", STARTED)
def test_a_closed_tour_starts_anywhere(name: str) -> None:
    board, options = STARTED[name]
    usual = dt.tour(board, **options, seed=5)
    for square in (usual[0], usual[1], usual[len(usual) // 2], usual[-1]):
        made = dt.tour(board, **options, seed=5, start=square)
        place = usual.index(square)
        assert list(made) == usual[place:] + usual[:place]
        assert dt.repeat(made) == made


def test_number_one_is_the_start_of_a_closed_tour() -> None:
    made = dt.tour(8, 8, numbers={"c3": 18}, start="e4", seed=1)
    assert made.index("e4") == 0
    assert made.index("c3") == 17
    assert dt.repeat(made) == made


def test_a_start_off_the_board_is_refused() -> None:
    with pytest.raises(dt.DestrierError) as refusal:
        dt.tour(8, 8, start=(8, 0))
    assert str(refusal.value) == "8,0 is not a square of the 8 x 8 board"


def test_a_reader_of_the_default_path_opens_at_most_a_dozen_files() -> None:
    """`docs/architecture.md` tells the way of `dt.tour(8, 8)`; its cover is found once for each board."""
    dt.tour(8, 8, seed=1)
    files, root = set[str](), str(Path(dt.__file__).parent)

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(root):
            files.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        dt.tour(8, 8, seed=2)
    finally:
        sys.setprofile(None)
    assert 5 < len(files) <= 12, sorted(files)
