"""The mixing chain: its shapes, its invariants, its law."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers.marks import long, very_long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.switching.mixing import alternating_cycles, mix, mix_window

if TYPE_CHECKING:
    from numpy.typing import NDArray

DOWN = ((1, -2), (2, -1), (2, 1), (1, 2))
Edge = tuple[tuple[int, int], tuple[int, int]]
RAILS = 6


def shape_edges(number: int) -> list[Edge]:
    """The edges of a shape as pairs of squares."""
    shapes = alternating_cycles()
    planes = shapes.edges[number, : shapes.lengths[number]].tolist()
    return [((row, col), (row + DOWN[plane][0], col + DOWN[plane][1])) for plane, row, col in planes]


SHAPES = range(alternating_cycles().lengths.size)


def net_moves(number: int) -> list[int]:
    """What switching a shape adds to the charges, up to sign."""
    net = [0, 0, 0, 0]
    for place, (upper, lower) in enumerate(shape_edges(number)):
        step = (lower[0] - upper[0], lower[1] - upper[1])
        leaves_light = sum(upper) % 2 == 0
        net[DOWN.index(step)] += (-1 if leaves_light else 1) * (-1) ** place
    return net


def test_there_are_6_rails_and_60_hexagons() -> None:
    lengths = alternating_cycles().lengths
    assert lengths.tolist() == [4] * 6 + [6] * 60
    assert len({frozenset(shape_edges(number)) for number in SHAPES}) == 66


@pytest.mark.parametrize("number", SHAPES)
def test_a_shape_is_a_cycle_whose_edges_alternate(number: int) -> None:
    edges = shape_edges(number)
    degrees = Counter(square for edge in edges for square in edge)
    assert set(degrees.values()) == {2}
    for half in (edges[0::2], edges[1::2]):
        assert sorted(square for edge in half for square in edge) == sorted(degrees)


@pytest.mark.parametrize("number", SHAPES)
def test_rails_keep_the_charges_and_hexagons_change_them(number: int) -> None:
    assert any(net_moves(number)) == (number >= RAILS)


@pytest.mark.parametrize("number", SHAPES)
def test_places_of_one_class_share_no_edge(number: int) -> None:
    shapes = alternating_cycles()
    p, q = shapes.classes[number].tolist()
    places = [(row, col) for row, col in product(range(8), repeat=2) if (p * row + q * col) % 4 < 2]
    assert len(places) == 32
    edges = [
        ((up[0] + row, up[1] + col), (low[0] + row, low[1] + col))
        for row, col in places
        for up, low in shape_edges(number)
    ]
    assert len(set(edges)) == len(edges)


@st.composite
def tourneys(draw: st.DrawFn) -> dt.Tourney:
    rows = draw(st.integers(3, 40))
    cols = draw(st.integers(3, 40) | st.integers(60, 68) | st.integers(124, 130))
    seed = draw(st.integers(0, 2**32))
    if rows * cols % 2:
        cols += 1
    try:
        return dt.tourney(rows, cols, algorithm="two-factor", seed=seed)
    except dt.NoSuchTour:
        return dt.tourney(8, 8, algorithm="two-factor", seed=seed)


@given(tourneys(), st.integers(0, 2**62))
def test_mixing_gives_tourneys(tourney: dt.Tourney, key: int) -> None:
    before = tourney.moves.copy()
    mixed = mix(tourney.moves, key=key)
    dt.Tourney(mixed, tourney.board)  # checks every square
    assert np.array_equal(before, tourney.moves)


def test_a_window_mixes_inside_only() -> None:
    tour = dt.tour(30, 70, seed=1)
    moves = tour.moves.copy()
    mix_window(moves, 5, 50, 12, 15, key=3)
    dt.Tourney(moves, tour.board)
    changed = np.argwhere(moves != tour.moves)
    assert len(changed) > 50
    assert changed.min(axis=0).tolist() >= [5, 50]
    assert changed.max(axis=0).tolist() <= [16, 64]


def test_the_ends_of_an_open_tour_stay() -> None:
    tour = dt.tour(9, 12, kind="open", start=(0, 0), end=(4, 5), seed=1)
    degrees = np.bitwise_count(mix(tour.moves, key=5))
    assert np.array_equal(degrees, np.bitwise_count(tour.moves))


@pytest.mark.parametrize("workers", [1, 3, 7])
def test_threads_do_not_matter(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    moves = dt.tourney(700, 520, algorithm="concentric-braid").moves
    expected = mix(moves, key=11, rounds=2)
    monkeypatch.setattr("destrier.switching.bands.processors", lambda: workers)
    assert np.array_equal(mix(moves, key=11, rounds=2), expected)


@cache
def two_factors(rows: int, cols: int) -> tuple[dict[Edge, int], list[int]]:
    """The edges of a board, numbered, and all its 2-factors as sets of them: square by square, in plain Python."""
    squares = list(product(range(rows), range(cols)))
    edges: dict[Edge, int] = {}
    onward: dict[tuple[int, int], list[tuple[int, tuple[int, int]]]] = {square: [] for square in squares}
    for row, col in squares:
        for drow, dcol in DOWN:
            other = row + drow, col + dcol
            if other in onward:
                onward[row, col].append((len(edges), other))
                edges[(row, col), other] = len(edges)
    partial = {(0,) * rows * cols: [0]}  # degrees -> sets of edges chosen at the squares so far
    for place, square in enumerate(squares):
        following: dict[tuple[int, ...], list[int]] = {}
        for degrees, chosen in partial.items():
            for more in combinations(onward[square], 2 - degrees[place]) if degrees[place] <= 2 else ():
                after = list(degrees)
                after[place] = 2
                bits = 0
                for number, (row, col) in more:
                    after[row * cols + col] += 1
                    bits |= 1 << number
                following.setdefault(tuple(after), []).extend(edge_set | bits for edge_set in chosen)
        partial = following
    return edges, [edge_set for sets in partial.values() for edge_set in sets]


def as_words(edge_sets: list[int]) -> NDArray[np.uint64]:
    return np.array([[edge_set >> 64 * word & (1 << 64) - 1 for word in range(2)] for edge_set in edge_sets], np.uint64)


def components(rows: int, cols: int, shapes: range) -> int:
    """How many classes of 2-factors the shapes, switched wherever they alternate, leave."""
    edges, factors = two_factors(rows, cols)
    words = as_words(factors)
    weights = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9], np.uint64)  # one number for each 2-factor
    numbers = words @ weights
    by_number = np.argsort(numbers)
    assert len(np.unique(numbers)) == len(factors)
    switches = []
    for number, row, col in product(shapes, range(rows), range(-cols, 2 * cols)):
        moved = [((a + row, b + col), (c + row, d + col)) for (a, b), (c, d) in shape_edges(number)]
        if all(edge in edges for edge in moved):
            halves = [sum(1 << edges[edge] for edge in moved[half::2]) for half in (0, 1)]
            switches += [halves, halves[::-1]]
    here, there = (as_words([switch[half] for switch in switches]) for half in (0, 1))
    unseen = np.ones(len(factors), bool)
    classes = 0
    while unseen.any():
        classes += 1
        frontier = np.flatnonzero(unseen)[:1]
        while frontier.size:
            unseen[frontier] = False
            reached = np.zeros(len(factors), bool)
            for present, absent in zip(here, there, strict=True):
                states = words[frontier]
                states = states[((states & (present | absent)) == present).all(axis=1)]
                after = (states ^ present ^ absent) @ weights
                reached[by_number[np.searchsorted(numbers, after, sorter=by_number)]] = True
            frontier = np.flatnonzero(reached & unseen)
    return classes


@pytest.mark.parametrize(
    ("rows", "cols", "factors", "by_rails"),
    [
        (8, 3, 11, 11),
        (10, 3, 36, 36),
        (6, 4, 16, 1),
        (7, 4, 121, 9),
        long(8, 4, 576, 9),
        long(6, 5, 325, 10),
        very_long(6, 6, 36236, 25),
    ],
)
def test_the_chain_is_irreducible_on_small_boards(rows: int, cols: int, factors: int, by_rails: int) -> None:
    assert len(two_factors(rows, cols)[1]) == factors
    assert components(rows, cols, range(RAILS)) == by_rails
    assert components(rows, cols, SHAPES) == 1


@pytest.mark.parametrize(("rows", "cols", "runs"), [(4, 6, 4000), long(5, 6, 16000)])
def test_the_law_on_a_small_board_is_uniform(rows: int, cols: int, runs: int) -> None:
    states = len(two_factors(rows, cols)[1])
    moves = dt.tourney(rows, cols, algorithm="two-factor", seed=1).moves
    seen = Counter(mix(moves, key=key).tobytes() for key in range(runs))
    expected = runs / states
    chi_square = sum((count - expected) ** 2 for count in seen.values()) / expected
    chi_square += expected * (states - len(seen))
    freedom = states - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5
