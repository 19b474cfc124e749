"""Which rectangles have a tour: the theorems against a search that goes to the end."""

from __future__ import annotations

import naive
import pytest

from destrier.existence import why_no_tour

SHAPES = [(rows, cols) for rows in range(1, 7) for cols in range(rows, 41) if 2 <= rows * cols <= 36]


@pytest.mark.parametrize("shape", SHAPES)
def test_closed_tours(shape: tuple[int, int]) -> None:
    exists = any(True for _ in naive.closed_tours(naive.rectangle(*shape)))
    for rows, cols in (shape, shape[::-1]):
        assert (why_no_tour(rows, cols) is None) == exists


@pytest.mark.parametrize("shape", SHAPES)
def test_open_tours(shape: tuple[int, int]) -> None:
    exists = any(True for _ in naive.open_tours(naive.rectangle(*shape)))
    for rows, cols in (shape, shape[::-1]):
        assert (why_no_tour(rows, cols, "open") is None) == exists


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        ((5, 7), "odd"),
        ((4, 9), "side of 1, 2 or 4"),
        ((2, 8), "side of 1, 2 or 4"),
        ((8, 3), "length 4, 6 and 8"),
        ((1, 1), ""),
    ],
)
def test_the_reason_names_the_board_and_the_theorem(shape: tuple[int, int], reason: str) -> None:
    words = why_no_tour(*shape)
    assert words is not None
    assert f"{shape[0]} x {shape[1]}" in words
    assert "Schwenk 1991" in words
    assert reason in words
    assert "\n" not in words


@pytest.mark.parametrize(
    ("shape", "reason"),
    [((2, 9), "side of 1 or 2"), ((5, 3), "length 3, 5 and 6"), ((4, 4), "side of 4"), ((6, 3), "length 3")],
)
def test_the_reason_for_open_tours(shape: tuple[int, int], reason: str) -> None:
    words = why_no_tour(*shape, "open")
    assert words is not None
    assert f"{shape[0]} x {shape[1]}" in words
    assert reason in words
    assert "\n" not in words
