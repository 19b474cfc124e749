"""Tours of surfaces, against a knight that walks square by square and is carried over their seams."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from helpers import naive
from helpers.marks import examples
from helpers.wrong import wrong
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.cli import run
from destrier.core.surface import SURFACES, Surface
from destrier.drawing.svg.tour import to_svg
from destrier.support.errors import DestrierError, InvalidTourney, NoSuchTour, UnsupportedBoard

if TYPE_CHECKING:
    from pathlib import Path

Square: TypeAlias = tuple[int, int]
Signs: TypeAlias = tuple[int, int]
"""Whether rows, and columns, run as they did where the knight set out: 1 or -1."""

sides = st.integers(3, 8)
surfaces = st.builds(lambda key, rows, cols: SURFACES[key](rows, cols), st.sampled_from([*SURFACES]), sides, sides)


def neighbour(board: Surface, square: Square, signs: Signs, drow: int, dcol: int) -> tuple[Square, Signs] | None:
    """One square on, up, down, left or right as the knight sees it; `None` over a rim."""
    rows, cols = board.sides
    row, col = square[0] + drow * signs[0], square[1] + dcol * signs[1]
    if col in (-1, cols):
        col = {-1: cols - 1, cols: 0}[col]
        if board.left_right == "mirrored":
            row, signs = rows - 1 - row, (-signs[0], signs[1])
    elif row in (-1, rows):
        if board.top_bottom is None:
            return None
        row = {-1: rows - 1, rows: 0}[row]
        if board.top_bottom == "mirrored":
            col, signs = cols - 1 - col, (signs[0], -signs[1])
    return (row, col), signs


def walk(board: Surface, square: Square, way: list[Square]) -> tuple[Square, Signs] | None:
    at: tuple[Square, Signs] | None = square, (1, 1)
    for drow, dcol in way:
        at = at and neighbour(board, *at, drow, dcol)
    return at


def knights_move(board: Surface, square: Square, move: int) -> tuple[Square, int] | None:
    """Where a move leads, and the move that leads back; all three ways around the L lead there."""
    drow, dcol = naive.MOVES[move]
    upright = [(drow // abs(drow), 0)] * abs(drow)
    level = [(0, dcol // abs(dcol))] * abs(dcol)
    short, long = sorted((upright, level), key=len)
    reached = {walk(board, square, way) for way in (short + long, long + short, [long[0], *short, long[1]])}
    assert len(reached) == 1
    at = reached.pop()
    if at is None:
        return None
    there, signs = at
    return there, naive.MOVES.index((-drow * signs[0], -dcol * signs[1]))


@cache
def graph_of(board: Surface) -> dict[Square, list[Square]]:
    """The squares to which the moves of each lead, each once, and none to itself."""
    graph = {}
    for square in sorted(naive.rectangle(*board.sides)):
        moves = [knights_move(board, square, move) for move in range(8)]
        graph[square] = list(dict.fromkeys(move[0] for move in moves if move and move[0] != square))
    return graph


def visits_all(tour: dt.Tourney) -> bool:
    """Whether a tour visits every square once, by moves."""
    assert isinstance(tour.board, Surface)
    graph, order = graph_of(tour.board), tour.squares()
    onward = [*pairwise(order), *([(order[-1], order[0])] if tour.kind == "closed" else [])]
    return sorted(order) == list(graph) and all(there in graph[here] for here, there in onward)


every_small_surface = pytest.mark.parametrize(
    "board",
    [kind(rows, cols) for kind in SURFACES.values() for rows in range(1, 6) for cols in (1, 2, 3, 4, 5, 7)],
    ids=repr,
)


@every_small_surface
def test_moves_against_a_knight_that_walks(board: Surface) -> None:
    there, back = board.move_graph.there, board.move_graph.back
    for square, reached in graph_of(board).items():
        here = board.index(square)
        assert sorted(board.square(int(other)) for other in there[here] if other >= 0) == sorted(reached)
        for move in np.flatnonzero(there[here] >= 0).tolist():
            walked = knights_move(board, square, move)
            assert walked == (board.square(int(there[here, move])), back[here, move])
            assert there[there[here, move], back[here, move]] == here


def test_moves_by_hand() -> None:
    """Move 2 goes two up and one left, over the left side from (2, 0), and over the top from (1, 3)."""
    by_hand = {
        "torus": [(0, 5), (4, 2)],
        "cylinder": [(0, 5), None],
        "moebius": [(4, 5), None],
        "klein": [(4, 5), (4, 2)],
        "projective": [(4, 5), (4, 3)],
    }
    for key, reached in by_hand.items():
        board = SURFACES[key](5, 6)
        numbers = board.move_graph.there[[board.index((2, 0)), board.index((1, 3))], 2].tolist()
        assert [None if number < 0 else board.square(number) for number in numbers] == reached


def test_opposite_moves() -> None:
    """A plain seam leaves the knight upright, so that move i + 4 undoes move i; a mirrored one turns it over."""
    for kind in SURFACES.values():
        graph = kind(7, 9).move_graph
        here, move = np.nonzero(graph.there >= 0)
        assert ((graph.back[here, move] == (move + 4) % 8).all()) == (
            "mirrored" not in (kind.left_right, kind.top_bottom)
        )


def test_the_torus_of_4_x_4_is_a_hypercube() -> None:
    """Its eight moves lead to four squares, as 16 corners have four edges each."""
    import networkx as nx

    assert nx.is_isomorphic(dt.Torus(4, 4).to_networkx(), nx.hypercube_graph(4))


def test_moves_to_the_same_square_are_one() -> None:
    """From a corner of a projective plane, moves 1 and 4 lead to one square, whatever the size."""
    board = dt.ProjectivePlane(30, 40)
    assert {knights_move(board, (0, 0), move)[0] for move in (1, 4)} == {(28, 38)}  # type: ignore[index]  # no rims
    assert board.move_graph.there[0, [1, 4]].tolist() == [board.index((28, 38)), -1]


def test_boards_are_values() -> None:
    board = dt.KleinBottle(5, 6)
    assert (repr(board), str(board), board.describe()) == ("KleinBottle(5, 6)", "5 x 6", "the 5 x 6 Klein bottle")
    assert len({board, dt.KleinBottle(5, 6), dt.KleinBottle(6, 5), dt.Torus(5, 6), dt.Board(5, 6)}) == 4
    assert board.has((4, 5))
    assert not board.has((5, 0))
    assert board.index("a1") == board.index((4, 0)) == 24
    with pytest.raises(DestrierError, match="5,0 is not a square of the 5 x 6 board"):
        board.index((5, 0))


@pytest.mark.parametrize("side", [0, -1, True, 2.5, "8"])
def test_sides_are_checked(side: object) -> None:
    with pytest.raises(DestrierError, match="the sides of a board are at least 1, not"):
        dt.Torus(wrong(side), 8)


# Tours


@examples(40)
@given(surfaces, st.sampled_from(["closed", "open"]), st.integers(0, 10**6))
def test_tours(board: Surface, kind: str, seed: int) -> None:
    """A tour visits all squares; where there is none, the oracle finds none."""
    try:
        tour = dt.tour(board, kind=wrong(kind), seed=seed)
    except NoSuchTour:
        assert (board.key, board.rows, board.cols % 2) in [("cylinder", 4, 0), ("moebius", 4, 1), ("moebius", 3, 0)]
        assert board.size > 20 or tours_of(board, kind) == 0  # the oracle takes minutes on larger boards
        return
    assert tour.kind == kind
    assert visits_all(tour)
    assert tour == dt.tour(board, kind=wrong(kind), seed=seed)
    assert tour.describe().startswith(f"{kind} tour of the {board.rows} x {board.cols} {board.noun}")
    assert dt.Tour.from_order(tour.indices(), board, kind=wrong(kind)) == tour


def tours_of(board: Surface, kind: str) -> int:
    """How many tours there are, by the oracle; an open one closes over a square that is next to all others."""
    graph = graph_of(board)
    if kind == "open":
        apex = (-1, -1)
        graph = {apex: [*graph], **{square: [apex, *reached] for square, reached in graph.items()}}
    return naive.ring_count(graph)


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize(
    "board", [kind(*shape) for kind in SURFACES.values() for shape in ((1, 5), (2, 4), (3, 3), (4, 3))], ids=repr
)
def test_counts(board: Surface, kind: str) -> None:
    assert dt.count(board, kind=wrong(kind)).undirected == tours_of(board, kind)


def test_known_counts() -> None:
    """The hypercube of 16 corners has 1344 Hamiltonian cycles (OEIS A066037)."""
    assert tours_of(dt.Torus(4, 4), "closed") == 1344


@pytest.mark.parametrize("key", SURFACES)
def test_open_tours_between_given_ends(key: str) -> None:
    board = SURFACES[key](5, 5)
    for start, end in (((0, 0), (4, 4)), ((2, 2), None), (None, (0, 2)), ("a1", "c1")):
        tour = dt.tour(board, kind="open", start=wrong(start), end=wrong(end), seed=1)
        assert visits_all(tour)
        assert start is None or tour[0] == board.square(board.index(start))
        assert end is None or tour[-1] == board.square(board.index(end))
    with pytest.raises(DestrierError, match="an open tour has two ends, not 1,1 twice"):
        dt.tour(board, kind="open", start=(1, 1), end=(1, 1))


def test_all_tours_are_drawn() -> None:
    """Of two tours each comes about as often as the other."""
    board = dt.Cylinder(3, 4)
    assert tours_of(board, "closed") == 2
    drawn = Counter(dt.tour(board, uniform=True, seed=seed).moves.tobytes() for seed in range(60))
    assert len(drawn) == 2
    assert min(drawn.values()) > 12  # by chance in one of a hundred thousand runs, but these have seeds


@examples(15)
@given(surfaces, st.integers(0, 10**6))
def test_covers(board: Surface, seed: int) -> None:
    """What is shattered is a tourney, and a turn is where two moves are not opposite."""
    try:
        tour = dt.tour(board, seed=seed)
    except NoSuchTour:
        return
    shattered = dt.shatter(tour, seed=seed)
    assert board.find_fault(shattered.moves, open_ends=False) is None
    assert sum(shattered.cycle_lengths()) == board.size
    assert dt.turns(tour) == sum(
        (board.moves_between(at, before) - board.moves_between(at, after))[0] % 8 != 4
        for before, at, after in zip(*(np.roll(tour.indices(), -by)[:, None] for by in range(3)), strict=True)
    )


def test_faults_are_named() -> None:
    board = dt.Moebius(5, 6)
    moves = dt.tour(board, seed=1).moves.copy()
    moves[0, 0] = 0
    with pytest.raises(InvalidTourney, match="square 0,0 has 0 moves, not 2"):
        dt.Tourney(moves, board)
    with pytest.raises(InvalidTourney, match="from square 0,0 to 0,1 is not a knight's move"):
        dt.Tour.from_order(range(30), board)


@pytest.mark.parametrize(
    ("board", "kind", "reason"),
    [
        (dt.Torus(1, 1), "closed", "no move leads from its only square to another one"),
        (dt.Cylinder(1, 2), "open", "every move changes the row, and there is only one"),
        (dt.Cylinder(3, 4), "open", None),
        (dt.Cylinder(5, 8), "closed", None),
        (dt.Moebius(2, 4), "closed", "every move keeps the parity of the column"),
    ],
)
def test_why_no_tour(board: Surface, kind: str, reason: str | None) -> None:
    told = dt.why_no_tour(board, kind=wrong(kind))
    assert told == (None if reason is None else f"no {kind} tour of {board.describe()} exists: {reason}")
    with pytest.raises(UnsupportedBoard, match="are closed or open, not corner"):
        dt.why_no_tour(board, kind="corner")


# Symmetries


@examples(15)
@given(surfaces, st.integers(0, 10**6))
def test_symmetries(board: Surface, seed: int) -> None:
    try:
        tour = dt.tour(board, seed=seed)
    except NoSuchTour:
        return
    last_row, last_col = board.rows - 1, board.cols - 1
    by_hand = {
        "identity": lambda row, col: (row, col),
        "flip-columns": lambda row, col: (row, last_col - col),
        "flip-rows": lambda row, col: (last_row - row, col),
        "rotate-180": lambda row, col: (last_row - row, last_col - col),
        "transpose": lambda row, col: (col, row),
        "anti-transpose": lambda row, col: (last_col - col, last_row - row),
        "rotate-90": lambda row, col: (last_col - col, row),
        "rotate-270": lambda row, col: (col, last_row - row),
    }
    assert set(board.symmetries) <= by_hand.keys()
    for name in board.symmetries:
        image = tour.transformed(name)
        assert visits_all(image)
        assert image.same_moves(dt.Tour.from_squares([by_hand[name](*square) for square in tour], image.board))
        assert image.canonical() == tour.canonical()


# Files


@examples(15)
@given(surfaces, st.sampled_from(["closed", "open"]), st.integers(0, 10**6))
def test_files_hold_tours(tmp_path_factory: pytest.TempPathFactory, board: Surface, kind: str, seed: int) -> None:
    folder = tmp_path_factory.mktemp("surfaces")
    try:
        tour = dt.tour(board, kind=wrong(kind), seed=seed)
    except NoSuchTour:
        return
    for suffix in (".npy", ".npz", ".txt", ".json"):
        dt.save(tour, folder / f"tour{suffix}")
        read = dt.load(folder / f"tour{suffix}")
        assert (read, read.board, read.kind) == (tour, board, kind)


def test_files_name_the_surface(tmp_path: Path) -> None:
    tour = dt.tour(dt.KleinBottle(5, 6), seed=1)
    dt.save(tour, tmp_path / "tour.json")
    assert json.loads((tmp_path / "tour.json").read_text())["klein"] == [5, 6]
    dt.save(tour, tmp_path / "tour.txt")
    assert (tmp_path / "tour.txt").read_text().startswith("# board: klein 5 6\n")
    dt.save(tour, tmp_path / "tour.npy")
    assert np.array_equal(np.load(tmp_path / "tour.npy"), tour.moves)
    assert b"# klein" in (tmp_path / "tour.npy").read_bytes()[:128]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"torus": [3], "kind": "closed", "cycles": []}', "'torus' is a list of two sides, not"),
        ('{"torus": [0, 3], "kind": "closed", "cycles": []}', "the sides of a board are at least 1, not 0"),
        ('{"torus": [2, 3], "kind": "closed", "cycles": [[[0, 3]]]}', "cycle 0, position 0: .* is off the 2 x 3 board"),
        ('{"torus": [2, 3], "cycles": []}', "the key 'kind' is missing"),
    ],
)
def test_faults_of_files(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "tour.json").write_text(text)
    with pytest.raises(InvalidTourney, match=fault):
        dt.load(tmp_path / "tour.json")


# Drawings and the command line


def pieces_drawn(svg: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The straight pieces of the moves of a drawing, as (x, y) in squares from the upper left corner of the board."""
    drawn: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for path in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}path"):
        if path.get("class", "").startswith("cycle"):
            for run in path.attrib["d"].split("M")[1:]:
                points = [[(float(at) - 4) / 16 for at in point.split()] for point in run.split("L")]
                drawn += pairwise((x, y) for x, y in points)
    return drawn


@examples(15)
@given(surfaces, st.integers(0, 10**6))
def test_drawings_show_every_move(board: Surface, seed: int) -> None:
    """The pieces are as long as the moves together, lie on the board, and end on squares or on sides that are glued."""
    try:
        tour = dt.tour(board, seed=seed)
    except NoSuchTour:
        return
    pieces = pieces_drawn(to_svg(tour))
    assert sum(np.hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pieces) == pytest.approx(board.size * 5**0.5)
    ends: Counter[tuple[float, float]] = Counter(point for piece in pieces for point in piece)
    rows, cols = board.sides
    for row, col in naive.rectangle(rows, cols):
        assert ends.pop((col + 0.5, row + 0.5)) == 2
    mirrored = board.left_right == "mirrored", board.top_bottom == "mirrored"
    for (x, y), number in ends.items():
        assert 0 <= x <= cols
        assert 0 <= y <= rows
        assert x in (0, cols) or (y in (0, rows) and board.top_bottom is not None)
        if 0 < y < rows:
            assert ends[cols - x, rows - y if mirrored[0] else y] == number
        elif 0 < x < cols:
            assert ends[cols - x if mirrored[1] else x, rows - y] == number


def test_what_a_surface_does_not_have() -> None:
    tour = dt.tour(dt.Torus(5, 6), seed=1)
    with pytest.raises(UnsupportedBoard, match="crossings are counted only on flat boards, not on the 5 x 6 torus"):
        dt.crossings(tour)
    with pytest.raises(DestrierError, match=r"a symmetry of the 5 x 6 cylinder is identity, .*, not 'transpose'"):
        dt.tour(dt.Cylinder(5, 6), seed=1).transformed("transpose")


@pytest.mark.parametrize("key", SURFACES)
def test_command_line(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = SURFACES[key](5, 6)
    assert run(["tour", "5", "6", "--surface", key, "--seed", "1", "-o", str(tmp_path / "tour.json")]) == 0
    assert dt.load(tmp_path / "tour.json") == dt.tour(board, seed=1)
    assert run(["tour", "5x6", "--surface", key, "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith(f"# board: {key} 5 6\n")
    assert run(["tourney", "5", "6", "--surface", key, "--algorithm", "move-graph", "--seed", "1"]) == 0
    assert run(["count", "3", "4", "--surface", key, "--json"]) == 0
    counted = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert counted["undirected"] == tours_of(SURFACES[key](3, 4), "closed")
    assert run(["puzzle", "5", "--surface", key, "--seed", "1", "-o", str(tmp_path / "puzzle.json")]) == 0
    assert run(["solve", "--puzzle", str(tmp_path / "puzzle.json")]) == 0
    assert run(["measure", str(tmp_path / "tour.json")]) == 0


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("tour 5 6 7 --surface torus", "a surface is a rectangle with glued sides: give ROWS and COLS"),
        ("tour --surface torus", "a surface is a rectangle with glued sides: give ROWS and COLS"),
        ("tour 1 6 --surface cylinder --leaper 1,4", "no closed tour of the 1 x 6 cylinder by a giraffe exists"),
        ("tour 1 1 --surface torus", "no closed tour of the 1 x 1 torus exists"),
        ("tour 5 6 --surface sphere", "'sphere' is not one of"),
        ("solve 3 4 --surface torus --number 0,0=1 -o tours.npy", "a .npy file holds knight's tours of flat board"),
    ],
)
def test_faults_of_the_command_line(
    words: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words.split()) != 0
    assert fault in capsys.readouterr().err
