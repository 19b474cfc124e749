"""Mosaics: what is painted is what each square is told by the cuts, for random trees of zones and random pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from destrier.core.board import transform
from destrier.patterns.mosaic import Inlay, Mosaic, lay
from destrier.patterns.patches import Pattern
from destrier.patterns.zones import Cut, Zone, cut, moves_at, transformed

if TYPE_CHECKING:
    from destrier.core.types import Moves
    from destrier.patterns.zones import Part

FORMS = [(1, 0), (0, 1), (2, 1), (-1, 2), (1, 3), (-3, 1)]

SYMMETRIES = ["transpose", "flip-columns", "rotate-90", "rotate-180"]


@st.composite
def arrays(draw: st.DrawFn, most: int, least: int = 1) -> Moves:
    """Moves of any kind, zeros only if told."""
    rows, cols = draw(st.integers(1, most)), draw(st.integers(1, most))
    squares = draw(st.lists(st.integers(least, 255), min_size=rows * cols, max_size=rows * cols))
    return np.array(squares, np.uint8).reshape(rows, cols)


zones = st.builds(
    Zone, st.tuples(st.integers(-5, 20), st.integers(-5, 20)), arrays(4), st.just(value=False), st.sampled_from(FORMS)
)
trees = st.recursive(
    zones, lambda parts: st.builds(Cut, st.sampled_from(FORMS), st.integers(-30, 60), parts, parts), max_leaves=12
)
shapes = st.tuples(st.integers(1, 20), st.integers(1, 20))
pieces = st.lists(st.builds(Inlay, st.integers(-2, 18), st.integers(-2, 18), arrays(5, 0)), max_size=4)


def told(part: Part, shape: tuple[int, int]) -> Moves:
    """The moves of each square."""
    return np.array([[moves_at(part, (row, col)) for col in range(shape[1])] for row in range(shape[0])], np.uint8)


def painted(mosaic: Mosaic) -> Moves:
    moves = np.zeros(mosaic.shape, np.uint8)
    mosaic.paint(moves)
    return moves


@given(trees, shapes)
def test_zones_are_painted(tree: Part, shape: tuple[int, int]) -> None:
    assert np.array_equal(painted(Mosaic(shape, tree)), told(tree, shape))


@given(trees, shapes, st.sampled_from(SYMMETRIES))
def test_images_of_zones(tree: Part, shape: tuple[int, int], symmetry: str) -> None:
    image = transform(told(tree, shape), symmetry)
    assert np.array_equal(told(transformed(tree, symmetry, shape), image.shape), image)


@given(trees, shapes, pieces)
def test_pieces_lie_over_the_zones_and_each_other(tree: Part, shape: tuple[int, int], over: list[Inlay]) -> None:
    moves = told(tree, shape)
    for top, left, piece in over:
        for row, col in np.argwhere(piece):
            if 0 <= top + row < shape[0] and 0 <= left + col < shape[1]:
                moves[top + row, left + col] = piece[row, col]
    mosaic = Mosaic(shape, tree, over)
    assert np.array_equal(painted(mosaic), moves)
    assert np.array_equal(told(mosaic.tree(), shape), moves)
    assert np.array_equal(painted(mosaic.transposed()), transform(moves, "transpose"))


@given(arrays(9), st.data())
def test_patterns_repeat_their_rows_and_columns(moves: Moves, data: st.DataObject) -> None:
    spans, sources = [], []
    for length in moves.shape:
        first = data.draw(st.integers(0, length - 1))
        stop = data.draw(st.integers(first + 1, length))
        copies = data.draw(st.integers(0 if length > stop - first else 1, 5))
        spans.append((first, stop))
        sources.append([*range(first), *copies * [*range(first, stop)], *range(stop, length)])
    out = np.zeros([len(source) for source in sources], np.uint8)
    lay(Pattern(moves, *spans), out)
    assert np.array_equal(out, moves[np.ix_(*sources)])


def test_parallel_cuts() -> None:
    parts = [Zone((0, 0), np.full((1, 1), number, np.uint8), is_straight=False) for number in range(5)]
    tree = cut((1, 2), [3, 4, 9, 20], parts)
    found = [moves_at(tree, (total % 2, total // 2)) for total in range(25)]
    assert found == [0] * 3 + [1] + [2] * 5 + [3] * 11 + [4] * 5
