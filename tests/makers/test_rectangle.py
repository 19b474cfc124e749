"""Tiled tours of rectangles: the data file is what it says, and what is laid from it are tours."""

from __future__ import annotations

import re
import sys
import tracemalloc
from importlib import import_module
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import naive
from helpers.kinds import check_kind, corner_moves
from helpers.marks import exhaustive
from hypothesis import assume, given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.makers.rectangle import has_joints, is_structured, rectangle, rectangle_parts
from destrier.proofs.rectangles import KINDS, rectangle_theorem
from destrier.switching.joining import join

if TYPE_CHECKING:
    from destrier.core.choices import Kind
    from destrier.core.types import Moves

ROOT = Path(__file__).parents[2]
DATA = (ROOT / "src/destrier/patterns/data/rectangle_tiles.txt").read_text(encoding="utf-8")
SIDES = range(5, 11)
STORED = [kind for kind in KINDS if kind != "structured"]
"""Closed tours are structured."""


def pieces() -> list[tuple[Kind, Moves, tuple[int, int] | None]]:
    """Kind, moves and repeated columns of all paragraphs but the comment."""
    found: list[tuple[Kind, Moves, tuple[int, int] | None]] = []
    for paragraph in re.findall(
        r"^[a-z].*(?:\n[0-9a-f].*)+", re.sub("#.*", "", DATA).replace("\n\n", "\n \n"), re.MULTILINE
    ):
        title, *rows = paragraph.split("\n")
        kind, *columns = title.split(" ")
        assert kind in STORED
        moves = np.array([[int(byte, 16) for byte in row.split(" ")] for row in rows], np.uint8)
        found.append((kind, moves, (int(columns[0]), int(columns[1])) if columns else None))
    return found


def check_piece(moves: Moves, kind: Kind) -> None:
    """The tour of its kind; of odd x odd tiles the open ones start, and the corner ones lack, the top left square."""
    grid, squares = moves.tolist(), naive.rectangle(*moves.shape)
    short = {(row, col) for row, col in squares if len(naive.moves_at(grid, (row, col))) == 1}
    if kind == "corner":
        assert naive.is_closed_tour(grid, squares - {(0, 0)})
    elif kind in ("open", "stretched"):
        assert naive.is_open_tour(grid, squares, sorted(short))
        assert kind == "open" or short in ({(0, 0), (0, 1)}, {(0, 0), (1, 0)})
    else:
        assert naive.is_tourney(grid, squares, 2 if kind == "double-loop" else 1)


def joints(rows: int, cols: int, *, closed: bool) -> set[naive.Edge]:
    """The moves that a tile gives to the next ones in its row and column; and one that is closed, to those before."""
    given = [((0, cols - 1), (2, cols - 2)), ((rows - 1, 0), (rows - 2, 2))]
    return {frozenset(edge) for edge in given + [((1, 1), (3, 0)), ((1, 1), (0, 3))] * closed}


def check_joints(moves: Moves, kind: Kind) -> None:
    assert joints(*moves.shape, closed=kind == "closed") <= naive.edges(moves.tolist())


# --- The data file


def test_the_file_has_a_tile_of_each_size_and_kind_that_has_a_tour() -> None:
    tiles = [(kind, *moves.shape) for kind, moves, _ in pieces() if len(moves) >= SIDES.start]
    wanted = {
        (kind, rows, cols)
        for kind, rows in product(STORED, SIDES)
        for cols in range(rows, SIDES.stop)
        if rows * cols % 2 == (kind in ("open", "corner"))
    }
    assert sorted(tiles) == sorted(wanted)
    assert DATA.count("\n\n") == len(pieces())


def test_each_tile_is_a_tour_of_its_kind() -> None:
    for kind, moves, repeated in pieces():
        if len(moves) >= SIDES.start:
            assert repeated is None
            check_piece(moves, kind)
            ends = [(row, col) for row, col in np.argwhere(np.bitwise_count(moves) == 1).tolist()]
            if kind == "open":
                assert ends[0] == (0, 0)


def test_each_tile_has_the_moves_that_joints_take() -> None:
    for kind, moves, _ in pieces():
        if len(moves) >= SIDES.start:
            check_joints(moves, kind)


@pytest.mark.parametrize("copies", [0, 1, 2, 3])
def test_each_strip_is_a_tour_of_its_kind_however_often_its_columns_are_repeated(copies: int) -> None:
    repeating = []
    for kind, moves, repeated in pieces():
        if len(moves) < SIDES.start:
            first, last = repeated or (0, 0)
            check_piece(np.hstack([moves[:, :first], *[moves[:, first:last]] * copies, moves[:, last:]]), kind)
            repeating += [(kind, len(moves), last - first)] * (repeated is not None)
    wanted = [(kind, 3, 1 if kind == "open" else 2) for kind in STORED] + [("double-loop", 4, 1), ("stretched", 4, 1)]
    assert [(kind, rows) for kind, rows, _ in sorted(repeating)] == [(kind, rows) for kind, rows, _ in sorted(wanted)]


def test_the_strips_are_for_boards_that_the_tiles_do_not_cover() -> None:
    """Each narrow board that has a tour is a strip of its own or a strip with repetitions, never both."""
    strips = [piece for piece in pieces() if len(piece[1]) < SIDES.start]
    for kind in STORED:
        for rows in (3, 4):
            for cols in range(rows, 60):
                if kind == "open" and rows * cols % 2 == 0:
                    continue
                fits = [
                    moves.shape[1] == cols
                    if repeated is None
                    else cols >= moves.shape[1] - (repeated[1] - repeated[0])
                    and (cols - moves.shape[1]) % (repeated[1] - repeated[0]) == 0
                    for name, moves, repeated in strips
                    if name == kind and len(moves) == rows
                ]
                assert sum(fits) == (rectangle_theorem(rows, cols, kind) is None)


def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    monkeypatch.delitem(sys.modules, "rectangle_tiles", raising=False)
    return import_module("rectangle_tiles")


@exhaustive
def test_the_tool_finds_the_strips_of_the_file_again(monkeypatch: pytest.MonkeyPatch) -> None:
    strips = [str(piece) for piece in tool(monkeypatch).strips()]
    assert len(strips) == sum(len(moves) < SIDES.start for _, moves, _ in pieces())
    assert DATA.endswith("\n\n".join(["", *strips]) + "\n")


@exhaustive
def test_the_tool_finds_tiles_that_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    rectangle_tiles = tool(monkeypatch)
    monkeypatch.setattr(rectangle_tiles, "_SAMPLES", 30)
    tiles = list(islice(rectangle_tiles.tiles(), 10))
    assert [(kind, *moves.shape) for kind, moves, _ in tiles] == [(kind, *moves.shape) for kind, moves, _ in pieces()][
        :10
    ]
    for kind, moves, repeated in tiles:
        assert repeated is None
        check_piece(moves, kind)
        check_joints(moves, kind)


@pytest.mark.parametrize(("shape", "seed"), [((5, 6), seed) for seed in range(20)] + [((6, 7), 1), ((8, 8), 3)])
def test_tours_with_joints_have_the_moves_that_joints_take(shape: tuple[int, int], seed: int) -> None:
    tour = dt.tour(*shape, algorithm="two-factor", obfuscate=True, seed=seed)
    assert has_joints(tour) == (joints(*shape, closed=True) <= naive.edges(tour.moves.tolist()))


# --- Boards


@pytest.mark.parametrize("kind", ["closed", "stretched"])
def test_closed_and_stretched_tours_are_structured(kind: Kind) -> None:
    """All small boards: these show each tile at each corner."""
    for rows, cols in product(range(3, 30), repeat=2):
        if rectangle_theorem(rows, cols, kind) is None:
            moves = rectangle(Board(rows, cols), kind=kind).moves
            ends = [(row, col) for row, col in np.argwhere(np.bitwise_count(moves) == 1).tolist()]
            assert corner_moves(rows, cols, ends) <= naive.edges(moves.tolist())


@given(st.integers(0, 10**6), st.sampled_from([(3, 10), (5, 6), (6, 6), (8, 9)]))
def test_few_tours_are_structured(seed: int, sides: tuple[int, int]) -> None:
    moves = dt.tour(*sides, seed=seed).moves
    assert is_structured(moves) == (corner_moves(*sides, []) <= naive.edges(moves.tolist()))
    assert is_structured(moves) or sides[0] > 3


def test_structured_tours_are_asked_for() -> None:
    for rows, cols in ((4, 7), (8, 8), (20, 21)):
        stretched = dt.tour(rows, cols, kind="stretched", seed=1)
        assert corner_moves(rows, cols, [stretched[0], stretched[-1]]) <= naive.edges(stretched.moves.tolist())
    tour = dt.tour(20, 20, kind="structured", seed=1)
    assert tour == dt.tour(20, 20, algorithm="rectangle")
    for options, message in {
        "obfuscate": "obfuscate changes the corners of a structured tour; leave it out",
        "uniform": "double loops and structured tours are not drawn uniformly; tours of every other kind are",
    }.items():
        with pytest.raises(dt.DestrierError) as caught:
            dt.tour(20, 20, kind="structured", obfuscate=options == "obfuscate" or None, uniform=options == "uniform")
        assert str(caught.value) == message


@st.composite
def boards(draw: st.DrawFn) -> tuple[Kind, int, int]:
    """A kind, and a board that has it: small, narrow, or of up to 160 000 squares."""
    short = draw(st.integers(3, 12) | st.integers(3, 400))
    long = draw(st.integers(3, min(2000, 160_000 // short)))
    rows, cols = draw(st.permutations([short, long]))
    kinds = [kind for kind in KINDS if rectangle_theorem(rows, cols, kind) is None]
    assume(kinds)
    return draw(st.sampled_from(kinds)), rows, cols


@given(boards())
def test_random_boards(board: tuple[Kind, int, int]) -> None:
    kind, rows, cols = board
    check_kind(rectangle(Board(rows, cols), kind=kind), kind, rows, cols)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", [3, 4, 5, 10])
def test_long_boards_tall_and_wide(side: int, kind: Kind) -> None:
    for length in (1999, 2000):
        for rows, cols in ((side, length), (length, side)):
            if rectangle_theorem(rows, cols, kind) is None:
                check_kind(rectangle(Board(rows, cols), kind=kind), kind, rows, cols)


@given(st.integers(5, 60), st.integers(5, 60), st.integers(0, 10**6))
def test_parts_are_a_tourney_that_joins_to_a_tour(rows: int, cols: int, seed: int) -> None:
    if rows * cols % 2:
        with pytest.raises(dt.NoSuchTour):
            rectangle_parts(Board(rows, cols))
        return
    parts = rectangle_parts(Board(rows, cols))
    tiles = ((rows - 5) // 6 + 1) * ((cols - 5) // 6 + 1)
    assert naive.is_tourney(parts.moves.tolist(), naive.rectangle(rows, cols), tiles)
    assert parts.cycle_count == tiles
    joined = join(parts, seed=seed)
    assert joined.cycle_count == 1
    check_kind(joined, "closed", rows, cols)


@pytest.mark.parametrize("shape", [(3, 10), (12, 3), (3, 31 * 2)])
def test_parts_of_a_narrow_board_are_its_tour(shape: tuple[int, int]) -> None:
    assert rectangle_parts(Board(*shape)) == rectangle(Board(*shape))


def test_boards_with_missing_squares_are_refused() -> None:
    with pytest.raises(dt.UnsupportedBoard, match="without missing squares, not 8 x 8 with 1 square missing"):
        rectangle(Board(8, 8).without_corner())


# --- Output


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("obfuscate", [False, True])
@pytest.mark.parametrize("shape", [(3, 24), (9, 10), (11, 13), (31, 8), (4, 7)])
def test_out_is_written_in_place(shape: tuple[int, int], kind: Kind, *, obfuscate: bool) -> None:
    if rectangle_theorem(*shape, kind) is not None or (kind in ("open", "structured") and obfuscate):
        return
    out = np.full(shape, 255, np.uint8)
    made = dt.tour(*shape, kind=kind, algorithm="rectangle", obfuscate=obfuscate, seed=3, out=out)
    assert np.array_equal(made.moves, out)
    check_kind(made, kind, *shape)
    assert made == dt.tour(*shape, kind=kind, algorithm="rectangle", obfuscate=obfuscate, seed=3)
    if not obfuscate:
        assert np.shares_memory(made.moves, out)


@pytest.mark.parametrize("kind", KINDS)
def test_out_may_be_a_memory_map(tmp_path: Path, kind: Kind) -> None:
    shape = (35, 65) if kind == "corner" else (35, 64)
    path = tmp_path / "moves.npy"
    out = np.lib.format.open_memmap(path, mode="w+", dtype=np.uint8, shape=shape)
    made = dt.tour(*shape, kind=kind, algorithm="rectangle", out=out)
    assert np.shares_memory(made.moves, out)
    check_kind(made, kind, *shape)
    out.flush()
    assert np.array_equal(np.load(path), made.moves)


@pytest.mark.parametrize("algorithm", ["rectangle", "concentric-braid", None])
@pytest.mark.parametrize(
    "out",
    [
        np.zeros((8, 10), np.int8),
        np.zeros((8, 10), np.uint16),
        np.zeros((10, 8), np.uint8),
        np.zeros(80, np.uint8),
        np.zeros((8, 20), np.uint8)[:, ::2],
        np.zeros((10, 8), np.uint8).T,
    ],
    ids=["int8", "uint16", "transposed shape", "one axis", "every other column", "column-major"],
)
def test_out_that_does_not_fit_is_refused_and_not_written(out: Any, algorithm: str | None) -> None:
    with pytest.raises(
        dt.DestrierError, match=r"\Aout must be a writeable contiguous uint8 array of shape \(8, 10\), not "
    ):
        dt.tour(8, 10, algorithm=algorithm, seed=1, out=out)
    assert not out.any()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(1000, 1000), (1003, 1001), (3, 100_002), (100_001, 5)])
def test_laying_tiles_takes_half_a_byte_of_scratch_memory_a_square_at_most(shape: tuple[int, int], kind: Kind) -> None:
    if rectangle_theorem(*shape, kind) is not None:
        return
    out = np.zeros(shape, np.uint8)
    board = Board(*shape)
    rectangle(board, kind=kind, out=out)  # reads the file
    tracemalloc.start()
    rectangle(board, kind=kind, out=out)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < (1.5 if kind == "corner" else 0.5) * out.size  # a corner tour's board has a mask
