"""Leapers and their tours: steps, checking, measuring, files; every fault is named."""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import pairwise, permutations, product
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from helpers import naive
from helpers.marks import long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.leaper import MOVES, Leaper
from destrier.core.movegraph import find_unreachable
from destrier.core.orders import check_order
from destrier.drawing.layout import CELL
from destrier.drawing.svg.tour import to_svg
from destrier.measuring.metrics import crossing_points
from destrier.support.errors import DestrierError, InvalidTourney, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from pathlib import Path


@cache
def giraffe() -> dt.Tour:
    return dt.tour(dt.Board(22, 52, leaper=(1, 4)))


def changed(tour: dt.Tour, square: tuple[int, ...], bits: int) -> dt.Tour:
    """The same with the moves of a square exchanged."""
    moves = tour.moves.copy()
    moves[square] = bits
    return dt.Tour(moves, tour.board)


def made(sides: tuple[int, ...], leaper: tuple[int, int] = (1, 2), **options: Any) -> dt.Tour:
    """The formation's tour of a board with these sides."""
    board = dt.Board(*sides, leaper=leaper) if len(sides) == 2 else dt.Space(*sides, leaper=leaper)
    tour = dt.tour(board, algorithm="formation", **options)
    assert isinstance(tour, dt.Tour)
    return tour


@pytest.mark.parametrize(("dimensions", "count"), [(2, 8), (3, 24), (4, 48), (5, 80)])
def test_the_steps_are_all_signed_permutations(dimensions: int, count: int) -> None:
    leaper = Leaper(1, 4, dimensions)
    vectors = {
        place
        for signs in product((1, -1), repeat=2)
        for place in permutations((signs[0], 4 * signs[1], *(0,) * (dimensions - 2)))
    }
    assert len(leaper.steps) == count
    assert set(map(tuple, leaper.steps.tolist())) == vectors
    for number, step in enumerate(leaper.steps.tolist()):
        assert leaper.step(step) == number
        assert leaper.steps[leaper.opposite(number)].tolist() == [-part for part in step]
        assert (next(part for part in step if part) < 0) == (number < count // 2)


def test_the_steps_of_a_knight_are_the_moves_of_a_board() -> None:
    assert tuple(map(tuple, Leaper(1, 2).steps.tolist())) == MOVES


@pytest.mark.parametrize("arguments", [(0, 0), (-1, 2), (1, 2, 1), (1, 2.5), (True, 2)])
def test_there_is_no_such_leaper(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(DestrierError, match="leaper"):
        Leaper(*arguments)


def test_the_order_of_the_distances_does_not_matter(tmp_path: Path) -> None:
    turned = dt.Board(22, 52, leaper=(4, 1))
    assert turned == giraffe().board
    assert eval(repr(turned), {"Board": dt.Board}) == turned
    assert dt.tour(turned) == giraffe()
    assert dt.Space(4, 5, 6, leaper=(2, 1)) == dt.Space(4, 5, 6)
    assert Leaper(4, 1, 3) == Leaper(1, 4, 3)
    check_order([giraffe().indices()], (22, 52), (4, 1))
    named, bare, written = (tmp_path / name for name in ("named.npy", "bare.npy", "tour.json"))
    dt.save(giraffe(), named)
    np.save(bare, giraffe().moves)
    dt.save(giraffe(), written)
    text = written.read_text(encoding="utf-8")
    assert '"leaper":[1,4]' in text
    written.write_text(text.replace('"leaper":[1,4]', '"leaper":[4,1]'), encoding="utf-8")
    assert dt.load(named, leaper=(4, 1)) == dt.load(bare, leaper=(4, 1)) == dt.load(written) == giraffe()


COMBINED = Leaper(1, 2) + Leaper(0, 1)
"""The knight and the wazir in one."""


@pytest.mark.parametrize(
    "pairs", [((0, 1),), ((1, 1),), ((2, 2),), ((0, 1), (1, 1)), ((0, 1), (1, 2)), ((0, 5), (3, 4)), ((1, 2), (1, 4))]
)
@pytest.mark.parametrize("dimensions", [2, 3, 4])
def test_the_steps_of_a_set_of_moves(pairs: tuple[tuple[int, int], ...], dimensions: int) -> None:
    """All vectors with such distances, once; the first half leads to smaller indices, and the second undoes it."""
    leaper = Leaper.of(pairs, dimensions)
    wanted = {
        place
        for short, long in pairs
        for signs in product((1, -1), repeat=2)
        for place in permutations((signs[0] * short, signs[1] * long, *(0,) * (dimensions - 2)))
    }
    steps = list(map(tuple, leaper.steps.tolist()))
    assert len(steps) == len(wanted)
    assert set(steps) == wanted
    for number, step in enumerate(steps):
        assert leaper.step(step) == number
        assert steps[leaper.opposite(number)] == tuple(-part for part in step)
        assert (next(part for part in step if part) < 0) == (number < len(steps) // 2)
    if len(steps) <= 64:
        bits = 8 * leaper.dtype.itemsize
        assert len(steps) <= bits
        assert bits == 8 or bits // 2 < len(steps)


def test_a_piece_has_many_names() -> None:
    names: list[Any] = [
        "knight+wazir",
        "wazir+knight",
        "1,2+0,1",
        " Knight + 1,0",
        ((1, 2), (0, 1)),
        ["knight", (0, 1)],
    ]
    assert {Leaper.of(name, 2) for name in names} == {COMBINED}
    assert COMBINED.name == "wazir+knight"
    assert eval(repr(COMBINED)) == COMBINED
    assert Leaper.of("king", 2) == Leaper(0, 1) + Leaper(1, 1)
    assert Leaper.of("king", 2).name == "king"
    assert Leaper(3, 4).describe() == "an antelope"
    assert Leaper(1, 6).describe() == "a (1, 6)-leaper"
    assert dt.Board(8, 8, leaper="zebra") == dt.Board(8, 8, leaper=(2, 3)) == dt.Board(8, 8).by("zebra")
    assert Leaper.of(COMBINED.distances, 2) == COMBINED


@pytest.mark.parametrize("name", ["unicorn", "", "1,2,3", "knight+", "1.5,2", (), ("knight", 3), 5])
def test_what_names_no_piece(name: Any) -> None:
    with pytest.raises(DestrierError, match="leaper"):
        Leaper.of(name, 2)


def test_a_square_has_at_most_64_steps() -> None:
    many = Leaper.of([(a, b) for a in range(1, 4) for b in range(4, 7)], 2)
    with pytest.raises(DestrierError, match="72 steps, more than 64, which no array of moves can hold"):
        dt.tour(20, 20, leaper=many)


@pytest.mark.parametrize(
    ("piece", "board"),
    [
        ("knight+wazir", dt.Board(7, 7)),
        ("king", dt.Board(3, 3)),
        ("wazir", dt.Board(4, 5)),
        ("zebra", dt.Board(10, 10)),
        long("knight+wazir", dt.Space(2, 2, 2)),
        ("king", dt.Board.from_text("###\n#.#\n####")),
    ],
)
def test_tours_of_other_pieces(piece: str, board: dt.Board | dt.Space, tmp_path: Path) -> None:
    """Every step has distances of the piece; files, images and orders give the tour back."""
    kind: Any = "open" if board.size % 2 and piece != "king" else "closed"
    tour = dt.tour(board, leaper=piece, kind=kind, seed=1)
    assert tour.board == board.by(piece)
    pairs = Leaper.of(piece, 2).pairs
    squares = [*tour, tour[0]][: None if kind == "closed" else -1]
    for one, other in pairwise(squares):
        distances = sorted(abs(a - b) for a, b in zip(one, other, strict=True))
        assert tuple(distances[-2:]) in pairs
        assert not any(distances[:-2])
    assert len(set(squares)) == board.size
    assert dt.check(tour) == dt.check(tour.order(), tour.board) == tour.describe()
    for suffix in (".json", ".npz", ".txt", *((".npy",) if isinstance(board, dt.Board) else ())):
        dt.save(tour, tmp_path / f"tour{suffix}")
        assert dt.load(tmp_path / f"tour{suffix}") == tour
    for symmetry in tour.board.symmetries:
        image = tour.transformed(symmetry)
        dt.Tour(image.moves, image.board)
        assert image.canonical() == tour.canonical()
    assert eval(repr(tour.board), {"Board": dt.Board, "Space": dt.Space}) == tour.board


def test_steps_of_a_checked_order_have_both_distances() -> None:
    """A (0, 5)-step is none of a (3, 4)-leaper, however the distances add up."""
    board = dt.Board(12, 12, leaper="fiveleaper")
    tour = dt.tour(board, seed=1)
    check_order([tour.indices()], (12, 12), "fiveleaper")
    with pytest.raises(InvalidTourney, match="is not a step"):
        check_order([tour.indices()], (12, 12), (3, 4))
    with pytest.raises(InvalidTourney, match="from square 0,0 to 1,1 is not a step"):
        check_order([[0, 4]], (3, 3), ((0, 2), (0, 1)))


def test_crossings_of_a_set_of_moves() -> None:
    tour = dt.tour(9, 9, leaper="knight+camel", seed=1)
    edges = list(pairwise([*tour, tour[0]]))
    wanted = sum(naive.interiors_meet(*one, *other) for number, one in enumerate(edges) for other in edges[:number])
    assert dt.crossings(tour) == wanted == len(crossing_points(tour))


def test_a_board_has_at_most_one_piece() -> None:
    assert dt.tour(dt.Board(7, 7), leaper="king", seed=1) == dt.tour(dt.Board(7, 7, leaper="king"), seed=1)
    assert dt.tourney(9, 10, leaper="king", algorithm="move-graph", seed=1).board == dt.Board(9, 10, leaper="king")
    assert dt.tour(dt.Torus(8, 8), leaper="king", seed=1).board == dt.Torus(8, 8, leaper="king")


@pytest.mark.parametrize(
    ("piece", "sides", "reason"),
    [
        ("camel", (8, 8), "a camel stays on squares of one colour, and 0,0 and 0,1 have different ones"),
        ("camel", (4, 5, 6), "a camel stays on squares of one colour, and 0,0,0 and 0,0,1 have different ones"),
        ("ferz+dabbaba", (8, 8), r"a dabbaba\+ferz stays on squares of one colour"),
        ((2, 4), (10, 10), r"a \(2, 4\)-leaper moves by multiples of 2 along each axis, never from 0,0 to 0,1"),
        ((3, 6), (14, 14), r"a \(3, 6\)-leaper moves by multiples of 3 along each axis"),
        ("zebra", (8, 8), "so 3,3 would have 3 moves"),
        ("giraffe", (3, 8), "only one move"),
        ("antelope", (20, 20), "must have .* moves, but"),
        long("zebra", (12, 12), "every cycle cover has the cycle of 12 squares 0,"),
    ],
)
@pytest.mark.parametrize("kind", ["closed", "open"])
def test_why_there_is_no_tour(piece: Any, sides: tuple[int, ...], reason: str, kind: Any) -> None:
    board = dt.Board(*sides, leaper=piece) if len(sides) == 2 else dt.Space(*sides, leaper=piece)
    if kind == "open" and piece in ("zebra", "antelope"):
        pytest.skip("the reason is one of closed tours")
    with pytest.raises(NoSuchTour, match=reason):
        dt.tour(board, kind=kind, seed=1)
    if piece != "antelope" and sides != (12, 12):  # a flow is looked for when no tour was found
        assert re.search(reason, dt.why_no_tour(board, kind=kind) or "")


@pytest.mark.parametrize("pair", [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (2, 5), (3, 5)])
def test_which_boards_hang_together(pair: tuple[int, int]) -> None:
    """Knuth, Leaper Graphs (1994), Theorem 1: sides of a + b and 2 b at least, and a + b and b - a without divisor."""
    short, long = pair
    for rows, cols in product(range(2, 15), repeat=2):
        if rows <= cols:
            connected = find_unreachable(dt.Board(rows, cols, leaper=pair).move_graph) is None
            free = math.gcd(short + long, long - short) == 1
            assert connected == (free and cols >= 2 * long and rows >= short + long)


def test_a_camel_on_one_colour() -> None:
    """The reason is about the board: on its own colour the camel moves as a knight on a board turned by 45 degrees."""
    rows = ["".join(".#"[(row + col) % 2] for col in range(10)) for row in range(10)]
    board = dt.Board.from_text("\n".join(rows), leaper="camel")
    assert dt.why_no_tour(board) is None
    assert dt.tour(board, seed=1).kind == "closed"


def test_leapers_are_values() -> None:
    assert Leaper(1, 4) == Leaper(1, 4, 2) != Leaper(1, 4, 3)
    assert len({Leaper(1, 2), Leaper(1, 2), Leaper(1, 4)}) == 2
    assert eval(repr(Leaper(1, 4, 3))) == Leaper(1, 4, 3)
    with pytest.raises(DestrierError, match=r"\(1, 1\) is not a step of the \(1, 2\)-leaper in 2 dimensions"):
        Leaper(1, 2).step((1, 1))
    with pytest.raises(DestrierError, match="80 steps"):
        _ = Leaper(1, 2, 5).dtype


def test_faults_are_named() -> None:
    bits = int(giraffe().moves[10, 20])
    with pytest.raises(InvalidTourney, match=r"square \d+,\d+ has "):
        changed(giraffe(), (10, 20), bits & -bits)
    with pytest.raises(InvalidTourney, match="square 0,0 has move 0, which leads off the board"):
        changed(giraffe(), (0, 0), 0b10000001)
    other = next(pair for pair in (0b10001000, 0b01000100) if pair != bits)
    with pytest.raises(InvalidTourney, match="has no move back"):
        changed(giraffe(), (10, 20), other)
    two = np.concatenate([giraffe().moves, giraffe().moves])
    board = dt.Board(44, 52, leaper=(1, 4))
    with pytest.raises(InvalidTourney, match="a tour is one cycle or one path, not 2"):
        dt.Tour(two, board)
    assert dt.Tourney(two, board).cycle_count == 2


@pytest.mark.parametrize(
    "moves",
    [np.zeros((4, 4), np.uint32), np.zeros((4, 4, 4), np.uint8), np.zeros(9, np.uint8), np.zeros((0, 4), np.uint8)],
)
def test_other_arrays_are_no_moves(moves: Any) -> None:
    with pytest.raises(InvalidTourney, match="two-dimensional uint8, three-dimensional uint32"):
        dt.Tour(moves)


def test_the_leaper_has_as_many_dimensions() -> None:
    with pytest.raises(DestrierError, match="3 dimensions"):
        dt.Board(22, 52, leaper=Leaper(1, 4, 3))


@pytest.mark.parametrize(("sides", "leaper"), [((16, 22), (1, 2)), ((22, 52), (1, 4)), ((12, 16, 3), (1, 2))])
def test_turns_by_the_order(sides: tuple[int, ...], leaper: tuple[int, int]) -> None:
    tour = made(sides, leaper)
    places = np.stack(np.unravel_index(tour.indices(), sides), axis=1)
    steps = np.roll(places, -1, axis=0) - places
    assert dt.turns(tour) == int((steps != np.roll(steps, 1, axis=0)).any(axis=1).sum())


def test_crossings_of_a_knight() -> None:
    tour = made((16, 22))
    assert dt.crossings(tour) == naive.crossings(tour.moves.tolist())
    with pytest.raises(UnsupportedBoard, match="only on flat boards, not on 12 x 16 x 3 by a knight"):
        dt.crossings(made((12, 16, 3)))


def test_crossings_of_a_giraffe() -> None:
    places = np.stack(np.unravel_index(giraffe().indices(), giraffe().board.sides), axis=1).tolist()
    edges = list(zip(places, places[1:] + places[:1], strict=True))
    near = [
        (one, other)
        for number, one in enumerate(edges)
        for other in edges[:number]
        if max(abs(one[0][0] - other[0][0]), abs(one[0][1] - other[0][1])) <= 8
    ]
    assert dt.crossings(giraffe()) == sum(naive.interiors_meet(*map(tuple, one + other)) for one, other in near)


def test_files(tmp_path: Path) -> None:
    """An array of another leaper names the piece in its header; one that does not is a knight's unless told."""
    dt.save(giraffe(), tmp_path / "tour.npy")
    assert np.array_equal(np.load(tmp_path / "tour.npy"), giraffe().moves)
    loaded = dt.load(tmp_path / "tour.npy")
    assert loaded == giraffe()
    assert hash(loaded) == hash(giraffe())
    np.save(tmp_path / "old.npy", giraffe().moves)
    assert dt.load(tmp_path / "old.npy", leaper=(1, 4)) == giraffe()
    with pytest.raises(InvalidTourney, match=r"leads off the board|no move back"):
        dt.load(tmp_path / "old.npy")
    with pytest.raises(InvalidTourney, match="this array is a giraffe's, not a knight's"):
        dt.load(tmp_path / "tour.npy", leaper=(1, 2))
    (tmp_path / "text.npy").write_text("no array")
    with pytest.raises(InvalidTourney, match=r"not an \.npy file"):
        dt.load(tmp_path / "text.npy")


def test_it_shows_itself() -> None:
    assert repr(giraffe()) == "<closed Tour of 22 x 52 by a giraffe>"


@pytest.mark.parametrize(("sides", "levels"), [((10, 12, 1), 1), ((10, 12, 5), 5), ((3, 12, 2, 10), 6)])
def test_drawn_level_by_level(sides: tuple[int, ...], levels: int) -> None:
    """Every step is a line within a level, or two halves, one on either level; none leaves its level's frame."""
    tour = made(sides)
    root = ET.fromstring(to_svg(tour, grid=False, dots=False))
    paths = {path.attrib["class"].split()[-1]: path.attrib["d"] for path in root if "d" in path.attrib}
    frames = [tuple(map(int, frame)) for frame in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z", paths.pop("grid"))]
    assert len(set(frames)) == levels
    assert sum(wide * high for _, _, wide, high in frames) == tour.board.size * CELL**2
    width, height = map(int, root.attrib["viewBox"].split()[2:])
    lines = {
        name: [tuple(map(int, line)) for line in re.findall(r"M(\d+) (\d+)l(-?\d+) (-?\d+)", path)]
        for name, path in paths.items()
    }
    assert len(lines["level"]) + len(lines.get("later", [])) == tour.board.size
    assert len(lines.get("later", [])) == len(lines.get("earlier", [])) == 4 * (levels - 1)
    for x, y, across, down in (line for drawn in lines.values() for line in drawn):
        assert [
            left <= x <= left + wide and left <= x + across <= left + wide
            for left, top, wide, high in frames
            if top <= y <= top + high and top <= y + down <= top + high and left <= x <= left + wide
        ] == [True]
        assert 0 < x + across < width
        assert 0 < y + down < height


def test_it_shows_itself_in_a_notebook() -> None:
    assert dt.tour(10, 12, 2, seed=1)._repr_svg_() == to_svg(dt.tour(10, 12, 2, seed=1))
    assert dt.tour(dt.Space(100, 100, 6))._repr_svg_() is None


@pytest.mark.parametrize("sides", [(5,), (0, 8), (8, -2), (8, 2.5), (True, 8), (1 << 31, 1 << 32)])
def test_sides(sides: tuple[Any, ...]) -> None:
    with pytest.raises(DestrierError, match=r"sides|squares"):
        dt.Space(*sides)


def test_a_request_that_cannot_be_met() -> None:
    with pytest.raises(NoSuchTour, match="an odd number of squares, 5,985"):
        dt.tour(dt.Space(15, 21, 19))
    with pytest.raises(DestrierError, match="has 80 steps, more than 64: TourOrder gives the order"):
        dt.tour(16, 16, 2, 2, 2)
    with pytest.raises(DestrierError, match="knight's"):
        dt.tour(dt.Board(22, 52, leaper=(1, 4)), algorithm="formation", minimize="crossings")


# --- Checking orders


def order_of(sides: tuple[int, ...]) -> list[int]:
    order: list[int] = made(sides).indices().tolist()
    return order


ORDER = order_of((10, 12, 2))


@given(cuts=st.lists(st.integers(0, 240), max_size=6))
def test_an_order_in_any_chunks(cuts: list[int]) -> None:
    check_order(np.split(np.array(ORDER), sorted(cuts)), (10, 12, 2))


@given(one=st.integers(0, 239), other=st.integers(0, 239))
def test_two_squares_exchanged_are_a_fault(one: int, other: int) -> None:
    """Unless each is a step from where the other one was, as a few pairs are."""
    order = list(ORDER)
    order[one], order[other] = order[other], order[one]
    places = [(*divmod(square // 2, 12), square % 2) for square in order]
    steps = [sorted(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in pairwise([*places, places[0]])]
    if steps == [[0, 1, 2]] * 240:
        check_order([order], (10, 12, 2))
    else:
        with pytest.raises(InvalidTourney, match="is not a step"):
            check_order([order], (10, 12, 2))


def test_faults_of_orders_are_named() -> None:
    sides = (10, 12, 2)
    with pytest.raises(InvalidTourney, match="index 240 is off the board of 10 x 12 x 2"):
        check_order([ORDER[:5], [240]], sides)
    with pytest.raises(InvalidTourney, match="index -1 is off"):
        check_order([[-1]], sides)
    with pytest.raises(InvalidTourney, match="square 0,0,0 is visited twice"):
        check_order([ORDER, ORDER[:1]], sides)
    with pytest.raises(InvalidTourney, match="is never visited"):
        check_order([ORDER[:-1]], sides)
    with pytest.raises(InvalidTourney, match="square 0,0,0 is never visited"):
        check_order([], sides)
    with pytest.raises(InvalidTourney, match="from square 0,0,0 to 0,1,1 is not a step"):
        check_order([[0], [3]], sides)
    with pytest.raises(InvalidTourney, match="a chunk is a sequence"):
        check_order([[0.5]], sides)
    with pytest.raises(DestrierError, match="3 dimensions"):
        check_order([ORDER], sides, Leaper(1, 2))


def test_an_open_tour_is_no_closed_one() -> None:
    path = dt.tour(6, 6, kind="open", start=(0, 0), end=(0, 1), seed=1)
    with pytest.raises(InvalidTourney, match="from square 0,1 to 0,0 is not a step"):
        check_order([path.indices()], (6, 6))
    check_order([dt.tour(6, 6, seed=1).indices()], (6, 6))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"start": (0, 0)},
        {"start": (0, 0), "end": (0, 1)},
        {"algorithm": "move-graph"},
        {"require": [((0, 0), (1, 2))]},
    ],
)
def test_open_tours_need_a_move_more_than_closed_ones(options: dict[str, Any]) -> None:
    """A vertex that closes an open tour is joined to squares, whose moves are a word."""
    full = ((1, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4), (1, 5), (2, 5))
    with pytest.raises(UnsupportedBoard, match="fewer than 64 moves"):
        dt.tour(dt.Board(7, 7, leaper=full), kind="open", seed=1, **options)


@pytest.mark.parametrize(
    "pairs",
    [
        ((0, 1), (1, 2), (2, 3), (1, 4), (3, 4), (2, 5), (1, 6), (4, 5)),  # 60 moves, and no closed tour
        long(((1, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4), (1, 5), (2, 5))),  # 64 moves, and a closed one
    ],
)
def test_pieces_of_most_moves_have_open_tours_of_few_turns(pairs: tuple[tuple[int, int], ...]) -> None:
    assert dt.tour(dt.Board(7, 7, leaper=pairs), kind="open", minimize="turns").kind == "open"
