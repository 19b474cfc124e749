"""Boards: what is read is what was drawn, and the moves are a knight's."""

from __future__ import annotations

import math
import tracemalloc
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import naive
from helpers.tourneys import board_of
from hypothesis import given
from hypothesis import strategies as st

from destrier.core.board import Board
from destrier.core.box import Box
from destrier.core.leaper import MOVES
from destrier.core.space import Space
from destrier.core.surface import Torus
from destrier.support.errors import DestrierError, NoSuchPosition

if TYPE_CHECKING:
    from pathlib import Path

    from destrier.core.grid import BaseBoard


@st.composite
def masks(draw: st.DrawFn) -> tuple[Board, set[naive.Square]]:
    """A board with squares missing, and the set of its squares."""
    rows, cols = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    squares = naive.mask(draw(st.integers(1, 2 ** (rows * cols) - 1)), rows, cols)
    return board_of(squares, rows, cols), squares


@given(masks())
def test_to_networkx_has_all_moves(drawn: tuple[Board, set[naive.Square]]) -> None:
    board, squares = drawn
    graph = board.to_networkx()
    assert {square: set(graph[square]) for square in graph} == {
        square: set(naive.neighbours(square, squares)) for square in squares
    }
    for one, other in graph.edges:
        assert graph[one][other]["move"] == naive.move_between(*sorted((one, other)))
    for row, col in graph:
        assert graph.nodes[row, col]["pos"] == (col, -row)


@pytest.mark.parametrize(("n", "moves"), [(1, 0), (2, 0), (3, 8), (4, 24), (6, 80), (8, 168)])
def test_the_knights_graph_has_the_edges_that_the_paper_counts(n: int, moves: int) -> None:
    assert Board(n, n).to_networkx().number_of_edges() == moves


@pytest.mark.parametrize("board", [Space(2, 3, 4), Space(3, 3, 2, 2), Board(6, 7, leaper=(1, 4))])
def test_to_networkx_of_other_grids(board: Board | Space) -> None:
    graph = board.to_networkx()
    squares = list(product(*map(range, board.sides)))
    assert set(graph) == set(squares)
    wanted = [0] * (len(board.sides) - 2) + list(board.leaper.pairs[0])
    for one, other in combinations(squares, 2):
        steps = sorted(abs(here - there) for here, there in zip(one, other, strict=True))
        assert graph.has_edge(one, other) == (steps == wanted)


def test_the_moves_are_numbered_as_in_the_paper() -> None:
    assert list(MOVES) == naive.MOVES


@pytest.mark.parametrize(
    ("text", "shape"), [("8x8", (8, 8)), (" 3 X 10 ", (3, 10)), ("5\N{MULTIPLICATION SIGN}7", (5, 7)), ("1x1", (1, 1))]
)
def test_parse(text: str, shape: tuple[int, int]) -> None:
    assert Board.parse(text) == Board(*shape)
    assert Board.parse(text).shape == shape


@pytest.mark.parametrize("text", ["", "8", "8x", "x8", "8x8x8", "-1x5", "8.5x3", "a x b", "8 8", "0x4", "4x0"])
def test_parse_refuses_in_one_line(text: str) -> None:
    with pytest.raises(DestrierError, match=r"\A[^\n]*\Z"):
        Board.parse(text)


@pytest.mark.parametrize("side", [0, -1, 2.5, True, "8", None, float("nan")])
@pytest.mark.parametrize("name", ["rows", "cols"])
def test_sides_are_positive_integers(name: str, side: Any) -> None:
    with pytest.raises(DestrierError, match=rf"\A[^\n]*{name} {side!r}\Z"):
        Board(**{"rows": 3, "cols": 3, name: side})


@pytest.mark.parametrize("present", [np.ones((3, 4), bool), np.ones((4, 3), bool).ravel(), np.zeros((4, 3), bool)])
def test_masks_have_the_shape_of_the_board_and_a_square(present: np.ndarray[Any, Any]) -> None:
    with pytest.raises(DestrierError, match=r"\A[^\n]*\Z"):
        Board(4, 3, present)


@pytest.mark.parametrize("present", [np.ones(3, bool), np.ones((2, 2, 2), bool), np.ones((0, 3), bool), True])
def test_masks_are_two_dimensional(present: Any) -> None:
    with pytest.raises(DestrierError, match="two-dimensional"):
        Board.from_mask(present)


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("###\n#.#\n###", "###\n#.#\n###"),
        ("\n\n##\n##\n\n", "##\n##"),
        ("#\n###\n##", "#..\n###\n##."),
        (" #\n..\n# ", ".#\n..\n#."),
        ("#.\r\n.#\r\n", "#.\n.#"),
    ],
)
def test_from_text(text: str, drawn: str) -> None:
    assert Board.from_text(text).to_text() == drawn


@pytest.mark.parametrize("text", ["", "\n \n", "...\n...", ".", "#" * 10**5 + "\n#" * 10**5])
def test_from_text_refuses_in_one_line(text: str) -> None:
    with pytest.raises(DestrierError, match=r"\A[^\n]*\Z"):
        Board.from_text(text)


@pytest.mark.parametrize("text", ["##\n" * 10**4, "\n" * 10**4 + "##", "#" * 10**5])
def test_from_text_takes_no_more_memory_than_ten_times_the_text(text: str) -> None:
    tracemalloc.start()
    assert Board.from_text(text).size == text.count("#")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * len(text)


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "RGBA", "P"])
def test_from_image(tmp_path: Path, mode: str) -> None:
    image = pytest.importorskip("PIL.Image")
    grey = np.array([[0, 255, 63], [200, 0, 192]], np.uint8)
    drawn = image.fromarray(grey if mode != "1" else np.where(grey < 128, 0, 255).astype(np.uint8)).convert(mode)
    drawn.save(tmp_path / "shape.png")
    assert Board.from_image(tmp_path / "shape.png").to_text() == "#.#\n.#."


def test_a_grey_image_is_taken_at_the_stated_threshold_with_a_warning(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    image.fromarray(np.array([[0, 127, 128], [64, 191, 192]], np.uint8)).save(tmp_path / "shape.png")
    with pytest.warns(UserWarning, match=r"\A4 of 6 pixels are neither black nor white; those darker than 128 of 255"):
        board = Board.from_image(tmp_path / "shape.png")
    assert board.to_text() == "##.\n#.."


@pytest.mark.parametrize("form", [{"lossless": True}, {}, {"save_all": True}])
def test_a_webp_image_is_not_opened_if_it_is_too_large(
    form: dict[str, bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its decoder takes memory for all pixels when it is opened: a file of 700 bytes took a gigabyte."""
    image = pytest.importorskip("PIL.Image")
    for width, height in ((7, 5), (6001, 1000)):
        black = image.new("L", (width, height), 0)
        black.save(tmp_path / f"{width}.webp", **form, append_images=[image.new("L", (width, height), 255)])
    assert Board.from_image(tmp_path / "7.webp").shape == (5, 7)
    monkeypatch.setattr(image, "open", lambda _: pytest.fail("it is opened"))
    with pytest.raises(DestrierError, match=r"\A.*6001.webp.*the image has more than 6,000,000 pixels"):
        Board.from_image(tmp_path / "6001.webp")


def test_transparent_pixels_are_no_squares(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    pixels = np.array([[[0, 0, 0, 255], [0, 0, 0, 0], [0, 0, 0, 200]]], np.uint8)
    image.fromarray(pixels).save(tmp_path / "shape.png")
    assert Board.from_image(tmp_path / "shape.png").to_text() == "#.#"


@given(masks())
def test_squares_colours_degrees_and_moves(drawn: tuple[Board, set[naive.Square]]) -> None:
    board, squares = drawn
    light = sum(map(naive.is_light, squares))
    assert board.size == len(squares)
    assert board.colours() == (light, len(squares) - light)
    assert board.is_rectangle == (len(squares) == board.rows * board.cols)
    for square in naive.rectangle(*board.shape):
        legal = {move for move in range(8) if square in squares and naive.step(square, move) in squares}
        assert board.has(square) == bool(board.present[square]) == (square in squares)
        assert int(board.legal_moves()[square]) == sum(1 << move for move in legal)
        assert board.degrees()[square] == len(legal)


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (2, 2), (2, 5), (3, 3), (8, 8), (3, 131), (131, 3)])
def test_rectangles(shape: tuple[int, int]) -> None:
    board, squares = Board(*shape), naive.rectangle(*shape)
    light = sum(map(naive.is_light, squares))
    assert (board.size, board.colours()) == (len(squares), (light, len(squares) - light))
    assert board.degrees().tolist() == [
        [sum(naive.step((row, col), move) in squares for move in range(8)) for col in range(shape[1])]
        for row in range(shape[0])
    ]


@pytest.mark.parametrize("rows", range(1, 10))
def test_legal_moves_of_every_small_rectangle_lead_to_its_squares(rows: int) -> None:
    for cols in range(1, 10):
        squares = naive.rectangle(rows, cols)
        legal = Board(rows, cols).legal_moves()
        assert legal.shape == (rows, cols)
        assert legal.dtype == np.uint8
        for square in squares:
            onward = {naive.step(square, move) for move in range(8) if legal[square] >> move & 1}
            assert onward == set(naive.neighbours(square, squares))


@pytest.mark.parametrize("shape", [(1, 2), (3, 3), (5, 9), (9, 5), (131, 3)])
def test_a_board_without_its_corner_lacks_the_bottom_right_square_alone(shape: tuple[int, int]) -> None:
    board = Board(*shape)
    less = board.without_corner()
    gone = (shape[0] - 1, shape[1] - 1)
    squares = naive.rectangle(*shape) - {gone}
    assert set(map(tuple, np.argwhere(less.present).tolist())) == squares
    assert (less.shape, less.size, less.is_rectangle) == (shape, len(squares), False)
    assert less == Board(*shape, [[(row, col) != gone for col in range(shape[1])] for row in range(shape[0])])
    assert board.is_rectangle
    assert not less.present.flags.writeable
    legal = less.legal_moves()
    assert legal[gone] == 0
    assert all(
        {naive.step(square, move) for move in range(8) if legal[square] >> move & 1}
        == set(naive.neighbours(square, squares))
        for square in squares
    )


def test_a_shape_without_its_corner_keeps_its_other_holes() -> None:
    board = Board.from_text("###\n#.#\n###")
    assert board.without_corner().to_text() == "###\n#.#\n##."
    assert board.without_corner().without_corner().to_text() == "###\n#.#\n##."
    assert board.to_text() == "###\n#.#\n###"


@given(masks(), masks())
def test_equality_hash_and_repr(one: tuple[Board, set[naive.Square]], other: tuple[Board, set[naive.Square]]) -> None:
    board = one[0]
    for copy in (eval(repr(board)), Board.from_text(board.to_text()), Board.from_mask(board.present)):
        assert copy == board
        assert hash(copy) == hash(board)
    assert (board == other[0]) == ((board.shape, one[1]) == (other[0].shape, other[1]))
    assert board != board.to_text()


def test_a_mask_of_all_squares_is_the_rectangle() -> None:
    assert Board(4, 5, np.ones((4, 5), bool)) == Board(4, 5)
    assert Board(4, 5, np.ones((4, 5), bool)).is_rectangle


def test_a_board_does_not_change_with_its_source() -> None:
    present = np.array([[True, False], [True, True]])
    board = Board.from_mask(present)
    present[0, 1] = True
    assert board.to_text() == "#.\n##"
    with pytest.raises(ValueError, match="read-only"):
        board.present[0, 1] = True


def test_indices_and_squares() -> None:
    board = Board.from_text("###\n#.#")
    assert [board.index(square) for square in ((0, 0), (0, 2), (1, 0), (1, 2))] == [0, 2, 3, 5]
    assert [board.square(index) for index in (0, 2, 3, 5)] == [(0, 0), (0, 2), (1, 0), (1, 2)]


@pytest.mark.parametrize("board", [Board(8, 8), Board.from_text("###\n#.#"), Space(3, 4, 4), Torus(5, 6), Box(3, 4, 5)])
def test_indices_off_the_board_are_named(board: BaseBoard) -> None:
    last = math.prod(board.shape) - 1
    assert board.index(board.square(last)) == board.index(board.square(np.int64(last))) == last  # type: ignore[arg-type]
    wrong: Any
    for wrong in (-1, last + 1, 1.5, "a1", None):
        with pytest.raises(
            NoSuchPosition, match=rf"\Athere is no square '?{wrong}'?: the indices of .* are 0 to {last}\Z"
        ):
            board.square(wrong)


@pytest.mark.parametrize("square", [(1, 1), (-1, 0), (0, -1), (2, 0), (0, 3)])
def test_squares_off_the_board_are_named(square: tuple[int, int]) -> None:
    with pytest.raises(DestrierError, match=rf"\A{square[0]},{square[1]} is not a square"):
        Board.from_text("###\n#.#").index(square)
