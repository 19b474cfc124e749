"""What bounds turns and crossings, in parts: legs, rims and heels, each against all of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice, pairwise, product
from math import ceil
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive, left, lengthy, very_long
from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model

import destrier as dt
from destrier.patterns.formation.fit import HEELS
from destrier.proofs.rectangles import rectangle_theorem
from reproduce import bounds as study
from reproduce.common.heels import heel_covers, heel_squares
from reproduce.common.rims import fewest_at_rim, fewest_at_side, least_cycle_mean, settled_at, triplet_graph
from reproduce.common.weights import ring_weights, weigh_legs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.naive import Square

# Legs


def lines(rows: int, cols: int) -> Iterator[list[Square]]:
    """Yield all maximal lines of moves, walked square by square."""
    board = naive.rectangle(rows, cols)
    for row, col in sorted(board):
        for down, right in naive.MOVES[4:]:
            if (row - down, col - right) not in board:
                line = [(row, col)]
                while (after := (line[-1][0] + down, line[-1][1] + right)) in board:
                    line.append(after)
                yield line


def weight_at(rows: int, cols: int, square: Square) -> int:
    """Return the weight of a square by its distances from the nearest side and from the nearest one across it."""
    row, col = square
    near, far = sorted((min(row, rows - 1 - row), min(col, cols - 1 - col)))
    return {(2, 2): -2}.get((near, far), [3, -1, -1, 1, 0][min(near, 4)])


@pytest.mark.parametrize("rows", left(range(8, 27), range(8, 14)))
def test_no_leg_weighs_more_than_one(rows: int) -> None:
    """Larger boards have no other legs near a side or a corner. A leg through the inside consists of two from there.

    Both neighbours of a corner lead to it in a closed tour. So legs pass them only on the way from the corner.
    """
    for cols in range(rows, 27, 3):
        weights = {square: weight_at(rows, cols, square) for square in naive.rectangle(rows, cols)}
        assert sum(weights.values()) == 4 * (rows + cols) - 12
        corners = set(product((0, rows - 1), (0, cols - 1)))
        beside = {square for corner in corners for square in naive.neighbours(corner, weights)}
        over = []
        for line in lines(rows, cols):
            for first, last in combinations(range(len(line)), 2):
                ends = weights[line[first]] + weights[line[last]]
                leg = Fraction(ends, 2) + sum(weights[square] for square in line[first + 1 : last])
                inside = any(4 <= r < rows - 4 and 4 <= c < cols - 4 for r, c in (line[first], line[last]))
                assert leg <= Fraction(1, 2) or not inside
                passes = beside.intersection(line[first + 1 : last]) and corners.isdisjoint((line[first], line[last]))
                if leg > 1 and not passes:
                    assert last == first + 1
                    assert leg == 3
                    over.append(line[first])
        assert len(over) == 8
        counted = np.array([[weights[row, col] for col in range(cols)] for row in range(rows)])
        assert np.array_equal(ring_weights(rows, cols), counted)
        judged = weigh_legs(counted)
        assert judged.over == 8
        assert judged.heaviest == 1
        assert weigh_legs(counted, from_corners=False).over == 16


def fewest_by_linear_programming(rows: int, cols: int, kind: str) -> float:
    """Return the fewest turns of a fractional tour: how often a square is entered and left straight on is free.

    A neighbour of a corner is left straight on only to or from the corner, or to the extent that corners are ends.
    """
    model: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    board = naive.rectangle(rows, cols)
    used: dict[frozenset[Square], Any] = {}
    corners = {(row, col) for row in (0, rows - 1) for col in (0, cols - 1)}
    turns, ends, missing = [], {}, []
    for row, col in sorted(board):
        ends[row, col] = model.new_num_var(0, 1 if kind == "open" else 0, "")
        for down, right in naive.MOVES[4:]:
            both = [(row + sign * down, col + sign * right) for sign in (1, -1)]
            for square in both:
                if square in board and frozenset((square, (row, col))) not in used:
                    used[frozenset((square, (row, col)))] = model.new_num_var(0, 1, "")
            there = [used.get(frozenset((square, (row, col))), 0) for square in both]
            turns.append(model.new_num_var(0, 2, ""))
            model.add(turns[-1] >= there[0] - there[1])
            model.add(turns[-1] >= there[1] - there[0])
            if missed := len(corners.intersection(naive.neighbours((row, col), board)).difference(both)):
                straight = model.new_num_var(0, 1, "")
                model.add(turns[-1] >= there[0] + there[1] - 2 * straight)
                missing.append(missed * straight)
    for square in board:
        model.add(sum(move for pair, move in used.items() if square in pair) + ends[square] == 2)
    model.add(sum(missing) <= sum(ends[corner] for corner in corners))
    if kind == "open":
        model.add(sum(ends.values()) == 2)
    model.minimize(sum(turns))
    solver = model_builder.Solver("GLOP")
    assert solver.solve(model) == model_builder.SolveStatus.OPTIMAL
    return float(solver.objective_value) / 2 - (kind == "open")


@pytest.mark.parametrize("kind", ["closed", "open"])
@pytest.mark.parametrize("rows", left(range(3, 20), range(3, 9), range(14, 20)))
def test_bounds_of_small_and_narrow_boards(rows: int, kind: Literal["closed", "open"]) -> None:
    for cols in {*range(rows, 13, 2), rows, rows + 1, 20}:
        if rectangle_theorem(rows, cols, kind):
            continue
        least = dt.least_turns(rows, cols, kind=kind)
        assert least == dt.least_turns(cols, rows, kind=kind)
        best = ceil(fewest_by_linear_programming(rows, cols, kind) - 1e-6)
        assert best - (3 if cols > 19 else 0) <= least <= best


# Crossings along a side


def crossings_of_side(choices: tuple[tuple[Square, Square], ...]) -> int:
    edges = [((0, place), (inward, place + along)) for place, choice in enumerate(choices) for inward, along in choice]
    return sum(naive.interiors_meet(*one, *other) for one, other in combinations(edges, 2))


def test_triplets() -> None:
    triplets, weights = triplet_graph()
    assert weights.shape == (216, 216)
    for one, other in np.random.default_rng(1).integers(216, size=(40, 2)).tolist():
        both, first = crossings_of_side(triplets[one] + triplets[other]), crossings_of_side(triplets[one])
        assert weights[one, other] == both - first
    assert least_cycle_mean(weights) == 3


def test_least_mean_of_small_graphs() -> None:
    generator = np.random.default_rng(2)
    for nodes in (1, 2, 4):
        weights = generator.integers(-9, 9, (nodes, nodes))
        means = [
            Fraction(sum(int(weights[cycle[i - 1], cycle[i]]) for i in range(length)), length)
            for length in range(1, nodes + 1)
            for cycle in product(range(nodes), repeat=length)
        ]
        assert least_cycle_mean(weights) == min(means)


def test_rims() -> None:
    """Sides of more than 12 squares have one crossing more for each square, so that these are all boards."""
    assert settled_at() == 11
    for rows, cols in product(range(5, 13), repeat=2):
        assert fewest_at_rim(rows, cols) == 2 * (rows + cols) + 16
    assert {fewest_at_side(length) - length for length in range(5, 13)} == {5}


@lengthy
def test_rims_with_ends() -> None:
    assert settled_at(3) == 11
    for rows, cols in combinations_with_replacement(range(5, 13), 2):
        more = 15 if rows == cols == 5 else 16
        assert fewest_at_rim(rows, cols, price=3) == 2 * (rows + cols) + more
    assert {fewest_at_side(length, price=3) - length for length in range(5, 13)} == {5}


def test_a_shortest_side_with_all_choices() -> None:
    """The moves from a side of five squares, all of them tried."""
    squares = [(0, col) for col in range(5)]
    for price in (None, 3):
        sizes = (2,) if price is None else (1, 2)
        choices = [[chosen for size in sizes for chosen in combinations(moves_of(5, 5, at), size)] for at in squares]
        numbers = [
            crossings_of([move for chosen in every for move in chosen])
            + sum(price or 0 for each in every if len(each) == 1)
            for every in product(*choices)
        ]
        assert fewest_at_side(5, price=price) == min(numbers)


@pytest.mark.parametrize("cols", [5, very_long(6)])
def test_a_small_rim_by_a_solver(cols: int) -> None:
    """Which counts the crossings of moves from opposite sides, too, but finds no more."""
    model = cp_model.CpModel()
    rim = [at for at in naive.rectangle(5, cols) if at[0] in (0, 4) or at[1] in (0, cols - 1)]
    chosen = {move: model.new_bool_var("") for at in rim for move in moves_of(5, cols, at)}
    for at in rim:
        model.add(sum(chosen[move] for move in moves_of(5, cols, at)) == 2)
    crossings = []
    for one, other in combinations(chosen, 2):
        if naive.interiors_meet(*one, *other):
            crossings.append(model.new_bool_var(""))
            model.add_bool_or(~chosen[one], ~chosen[other], crossings[-1])
    model.minimize(sum(crossings))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    assert solver.objective_value == fewest_at_rim(5, cols)


def test_what_tours_have_at_their_rims() -> None:
    tours = [*islice(dt.all_tours(6, 6), 0, 9000, 900), *islice(dt.all_tours(5, 5, kind="open"), 0, 800, 40)]
    for tour in tours:
        rows, cols = tour.board.shape
        moves = [tuple(sorted(edge)) for edge in naive.edges(tour.moves.tolist())]
        degrees = Counter(at for move in moves for at in move)
        rim = [at for at in naive.rectangle(rows, cols) if at[0] in (0, rows - 1) or at[1] in (0, cols - 1)]
        found = crossings_of([(one, other) for one, other in moves if one in rim or other in rim])
        ends = sum(degrees[at] == 1 for at in rim)
        assert found + 3 * ends >= 2 * (rows + cols) + {6: 16, 5: 15}[rows]


def moves_of(rows: int, cols: int, at: Square) -> list[tuple[Square, Square]]:
    """The moves of a square, as sorted pairs."""
    ends = ((at[0] + down, at[1] + right) for down, right in naive.MOVES)
    return [(min(at, end), max(at, end)) for end in ends if end in naive.rectangle(rows, cols)]


def crossings_of(moves: list[tuple[Square, Square]]) -> int:
    return sum(naive.interiors_meet(*one, *other) for one, other in combinations(moves, 2))


# Heels


def test_heels() -> None:
    for before, count, best in ((0, 7, [(21, 31), (21, 31), (22, 28)]), (1, 15, [(21, 27), (21, 29), (21, 31)])):
        covers = heel_covers(before)
        first, last, squares = heel_squares(before)
        assert len(squares) == 24 + 4 * before
        assert len(covers) == len({cover.paths for cover in covers}) == count
        assert [cover[:2] for cover in covers[:3]] == best
        for cover in covers:
            assert {square for path in cover.paths for square in path} == squares
            assert sum(map(len, cover.paths)) == len(squares)
            assert {path[0] for path in cover.paths} == set(first)
            assert {path[-1] for path in cover.paths} == set(last)
            for path in cover.paths:
                assert all(naive.move_between(*pair) >= 0 for pair in pairwise(path))


def test_heels_of_the_generator_are_among_them() -> None:
    """Each heel costs a board of eight more columns twice what the search says; wide boards lie on their side."""
    found = {cover[:2] for cover in heel_covers(1)}
    for heel in HEELS:
        narrow, wide = (dt.tour(80, cols, algorithm="formation", heel=heel) for cols in (40, 48))
        turns, crossings = dt.turns(wide) - dt.turns(narrow), dt.crossings(wide) - dt.crossings(narrow)
        assert (turns / 2, crossings / 2) in found


# What the study says


@exhaustive
def test_the_study_judges() -> None:
    assert study.how_heavy_legs_are(range(8, 12)).endswith("at most 1/2: confirmed.")
    heels = {(0, 0): heel_covers()}
    assert study.how_many_covers(heels).startswith("Confirmed: of the 7 covers")
    assert study.how_many_covers({(0, 0): heel_covers(1)}).startswith("Refuted")
    assert "as `dt.least_crossings` has it" in study.how_many_at_rims(None)
