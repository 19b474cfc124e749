"""Lower bounds: against all tours of small boards, all chords of a board, and all covers of rings."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, islice, pairwise, product
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive
from helpers.wrong import wrong

import destrier as dt
from destrier.generators.formation.fit import HEELS
from destrier.generators.formation.heels import heel_covers, heel_squares
from destrier.measuring.bounds import most_chords
from destrier.measuring.rims import fewest_on_side, least_cycle_mean, settled_at, triplet_graph
from destrier.measuring.strips import BULKS, columns_of, cost_of, holds, strip_bound
from destrier.studies import bounds as study
from destrier.support.errors import DestrierError, NoSuchTour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.naive import Square
    from numpy.typing import NDArray

# Chords


def chords(rows: int, cols: int) -> list[list[Square]]:
    """All lines of moves that leave the board at both ends and end at its rim, walked square by square."""
    board = naive.rectangle(rows, cols)
    found = []
    for row, col in sorted(board):
        for down, right in naive.MOVES[4:]:
            line = [(row, col)]
            if (row - down, col - right) not in board:
                while (after := (line[-1][0] + down, line[-1][1] + right)) in board:
                    line.append(after)
                if len(line) > 1 and all({r, rows - 1 - r, c, cols - 1 - c} & {0} for r, c in (line[0], line[-1])):
                    found.append(line)
    return found


def meetings(lines: list[list[Square]]) -> dict[int, set[int]]:
    through: dict[Square, list[int]] = {}
    for number, line in enumerate(lines):
        for square in line[1:-1]:
            through.setdefault(square, []).append(number)
    met: dict[int, set[int]] = {number: set() for number in range(len(lines))}
    for numbers in through.values():
        for one, other in combinations(numbers, 2):
            met[one].add(other)
            met[other].add(one)
    return met


def largest_matching(met: dict[int, set[int]]) -> int:
    """Of a bipartite graph, by alternating paths; fails if it is not bipartite."""
    side: dict[int, int] = {}
    for start in met:
        if start not in side:
            side[start], stack = 0, [start]
            while stack:
                here = stack.pop()
                for there in met[here]:
                    if there not in side:
                        side[there] = 1 - side[here]
                        stack.append(there)
                    assert side[there] != side[here]
    partner: dict[int, int] = {}

    def augment(here: int, seen: set[int]) -> bool:
        for there in met[here] - seen:
            seen.add(there)
            if there not in partner or augment(partner[there], seen):
                partner[there] = here
                return True
        return False

    return sum(augment(number, set()) for number in met if side[number] == 0)


@pytest.mark.parametrize("side", range(6, 42, 2))
def test_chords_of_even_squares(side: int) -> None:
    lines = chords(side, side)
    most = len(lines) - largest_matching(meetings(lines))  # by König's theorem
    assert most_chords(side, side) == most


def disjoint_chords(rows: int, cols: int, seed: int) -> int:
    """How many chords a greedy choice finds."""
    lines = chords(rows, cols)
    met, chosen = meetings(lines), set[int]()
    for number in np.random.default_rng(seed).permutation(len(lines)).tolist():
        if not met[number] & chosen:
            chosen.add(number)
    return len(chosen)


@cache
def most_disjoint(rows: int, cols: int) -> int:
    """The largest set of chords that do not meet, by branching on the one that meets most others."""

    def largest(met: dict[int, set[int]]) -> int:
        total = 0
        while met:
            alone = min(met, key=lambda number: len(met[number]))
            if len(met[alone]) > 1:
                break
            total += 1
            met = without(met, {alone, *met[alone]})
        if not met:
            return total
        worst = max(met, key=lambda number: len(met[number]))
        return total + max(1 + largest(without(met, {worst, *met[worst]})), largest(without(met, {worst})))

    def without(met: dict[int, set[int]], gone: set[int]) -> dict[int, set[int]]:
        return {number: others - gone for number, others in met.items() if number not in gone}

    return largest(meetings(chords(rows, cols)))


@pytest.mark.parametrize("rows", range(3, 10))
def test_no_more_chords_than_said(rows: int) -> None:
    for cols in range(3, 13 if rows < 8 else 11):
        assert most_chords(rows, cols) == most_chords(cols, rows) >= most_disjoint(*sorted((rows, cols)))


def test_no_more_chords_than_said_on_larger_boards() -> None:
    for rows, cols in product(range(10, 30, 3), range(11, 80, 7)):
        assert most_chords(rows, cols) >= max(disjoint_chords(rows, cols, seed) for seed in range(3))


@pytest.mark.parametrize("shape", [(9, 10), (12, 17), (15, 16), (12, 40), (11, 44), (30, 31)])
def test_chords_are_matched_as_far_as_they_can_be(shape: tuple[int, int]) -> None:
    """A fractional matching of a graph is half a matching of its bipartite double cover, and at least a matching."""
    lines = chords(*shape)
    met = meetings(lines)
    double = nx.Graph((f"{one}", other) for one, others in met.items() for other in others)
    left = [node for node in double if isinstance(node, str)]
    doubled = len(nx.bipartite.hopcroft_karp_matching(double, left)) // 2  # it lists each edge twice
    pairs = nx.Graph((one, other) for one, others in met.items() for other in others)
    whole = len(nx.max_weight_matching(pairs, maxcardinality=True))
    assert most_chords(*shape) <= (2 * len(lines) - doubled) // 2 <= len(lines) - whole


@pytest.mark.parametrize(
    ("shape", "bound"), [((10, 10), 44), ((12, 12), 60), ((14, 14), 72), ((7, 40), 120), ((6, 6), 24)]
)
def test_bounds_by_matching(shape: tuple[int, int], bound: int) -> None:
    assert dt.least_turns(*shape) == dt.least_turns(*shape[::-1]) == bound


def weights(rows: int, cols: int) -> NDArray[np.int64]:
    """Return the weights of the squares, by their distances from the nearest side and from the other pair of sides."""
    weight = np.zeros((rows, cols), np.int64)
    for row, col in np.ndindex(rows, cols):
        near, far = sorted((min(row, rows - 1 - row), min(col, cols - 1 - col)))
        weight[row, col] = 1 if near == 0 and far in (1, 2) else [3, -1, -1, 1, 0][min(near, 4)]
    return weight


def heaviest_legs(weight: NDArray[np.int64]) -> tuple[int, int]:
    """Return the greatest weight of a leg, and of one with an end four or more squares from the rim.

    All straight legs are tried. Their ends count half, so all numbers here are in halves.
    """
    rows, cols = weight.shape
    heaviest = from_inside = 0
    for row, col in np.ndindex(rows, cols):
        inside = 4 <= row < rows - 4 and 4 <= col < cols - 4
        for down, right in ((1, 2), (2, 1), (1, -2), (2, -1)):
            passed = 0
            steps = range(1, max(rows, cols))
            for r, c in ((row + step * down, col + step * right) for step in steps):
                if not (r < rows and 0 <= c < cols):
                    break
                leg = int(weight[row, col] + weight[r, c]) + passed
                heaviest = max(heaviest, leg)
                if inside or (4 <= r < rows - 4 and 4 <= c < cols - 4):
                    from_inside = max(from_inside, leg)
                passed += 2 * int(weight[r, c])
    return heaviest, from_inside


@pytest.mark.parametrize("rows", range(8, 31))
def test_no_leg_weighs_more_than_one(rows: int) -> None:
    """Larger boards have no other legs near a side or a corner, and any two legs from there weigh one together."""
    for cols in range(rows, 31):
        weight = weights(rows, cols)
        heaviest, from_inside = heaviest_legs(weight)
        assert heaviest == 2
        assert from_inside <= 1
        assert weight.sum() == 4 * (rows + cols) - 40
        assert weight.max() == 3


@pytest.mark.parametrize(("shape", "bound"), [((16, 16), 88), ((12, 40), 168), ((15, 16), 84), ((98, 98), 744)])
def test_bounds_by_weights(shape: tuple[int, int], bound: int) -> None:
    assert dt.least_turns(*shape) == dt.least_turns(*shape[::-1]) == bound
    assert dt.least_turns(*shape, kind="open") == bound - 4


# Bounds


def test_the_fewest_of_all_tours_of_5_by_8() -> None:
    fewest = [(dt.crossings(tour), dt.turns(tour)) for tour in dt.all_tours(5, 8)]
    assert len(fewest) == 44_202
    assert min(fewest)[0] == 54
    assert min(turns for _, turns in fewest) == 35


def test_bounds_of_squares() -> None:
    for side in range(6, 200, 2):
        assert dt.least_turns(side, side) == max(6 * side - (16 if side == 10 else 12), 8 * side - 40)
        assert dt.least_crossings(side, side) == 4 * side + 12
    assert dt.least_turns(10**6, 10**6) == 8 * 10**6 - 40


@pytest.mark.parametrize("board", [(6, 6), (5, 6), (3, 10), (10, 3), (3, 12), (3, 14), (5, 8), (6, 7)], ids=str)
def test_all_tours_keep_the_bounds(board: Square) -> None:
    counts = [(dt.turns(tour), dt.crossings(tour)) for tour in islice(dt.all_tours(*board), 10_000)]
    fewest = [min(numbers) for numbers in zip(*counts, strict=True)]
    bounds = dt.least_turns(*board), dt.least_crossings(*board)
    assert all(number >= bound for number, bound in zip(fewest, bounds, strict=True))
    if board == (6, 6):
        assert len(counts) == 9862
        assert (fewest, bounds) == ([32, 52], (24, 36))


@pytest.mark.parametrize("board", [(3, 4), (7, 3), (3, 8), (4, 5), (4, 6), (7, 4), (5, 5), (5, 6)], ids=str)
def test_all_open_tours_keep_the_bounds(board: Square) -> None:
    counts = [(dt.turns(tour), dt.crossings(tour)) for tour in islice(dt.all_tours(*board, kind="open"), 10_000)]
    fewest = [min(numbers) for numbers in zip(*counts, strict=True)]
    bounds = dt.least_turns(*board, kind="open"), dt.least_crossings(*board, kind="open")
    assert all(number >= bound > 0 for number, bound in zip(fewest, bounds, strict=True))
    if board == (5, 5):
        assert len(counts) == 864
        assert (fewest, bounds) == ([20, 34], (15, 22))


def test_bounds_of_open_tours() -> None:
    for side in (12, 100, 1000):
        assert dt.least_turns(side, side, kind="open") == max(6 * side - 15, 8 * side - 44)
        assert dt.least_crossings(side, side + 1, kind="open") == 4 * side + 4
    assert dt.least_turns(99, 99, kind="open") >= 4 * 99 - 6
    with pytest.raises(NoSuchTour, match="no open tour of 4 x 4"):
        dt.least_turns(4, 4, kind="open")
    with pytest.raises(DestrierError, match="a frame belongs to closed tours"):
        dt.least_turns(20, 20, kind="open", frame=4)
    with pytest.raises(DestrierError, match="bounds are those of closed and open tours, not of 'corner' ones"):
        dt.least_crossings(21, 21, kind=wrong("corner"))


@pytest.mark.parametrize("board", [(12, 12), (16, 40), (31, 40), (40, 31), (64, 64)], ids=str)
def test_tours_of_parallel_lines_keep_the_bounds(board: Square) -> None:
    tour = dt.tour(*board, algorithm="formation", heel="both")
    assert dt.turns(tour) >= dt.least_turns(*board, frame=4) >= dt.least_turns(*board)
    assert dt.crossings(tour) >= dt.least_crossings(*board)
    inside = tour.moves[4:-4, 4:-4]
    assert len(np.unique(inside)) == 1  # so it has such a frame
    for seed in range(3):
        tour = dt.tour(*board, seed=seed)
        assert dt.turns(tour) >= dt.least_turns(*board)
        assert dt.crossings(tour) >= dt.least_crossings(*board)


def test_bounds_of_boards_without_tours() -> None:
    for bound in (dt.least_turns, dt.least_crossings):
        for rows, cols in ((4, 4), (5, 5), (3, 8), (1, 2)):
            with pytest.raises(NoSuchTour, match="no closed tour of"):
                bound(rows, cols)
    assert dt.least_turns(1000, 1000, frame=4) == 8000 - 40
    for frame in (3, 10):
        with pytest.raises(DestrierError, match="a frame is at least 4 squares wide and leaves 2 x 2 of 20 x 20, not"):
            dt.least_turns(20, 20, frame=frame)


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


def test_sides() -> None:
    assert {fewest_on_side(length) - length for length in (5, 6, 7, 15)} == {3}
    assert {fewest_on_side(length, corners=False) - length for length in (5, 11)} == {-3}
    assert settled_at(16) <= 8


def test_sides_with_ends() -> None:
    for ends in (0, 1, 2):
        assert {fewest_on_side(length, ends=ends) - length for length in (5, 6, 7, 15)} == {3 - Fraction(5 * ends, 2)}
        assert settled_at(16, ends=ends) <= 8


def test_what_tours_have_on_their_sides() -> None:
    """The four sides of real tours, half a crossing each where two sides share it, have no fewer."""
    for tour in islice(dt.all_tours(6, 6), 0, 9000, 900):
        edges = [tuple(sorted(edge)) for edge in naive.edges(tour.moves.tolist())]
        crossing = [pair for pair in combinations(edges, 2) if naive.interiors_meet(*pair[0], *pair[1])]
        for axis, place in product((0, 1), (0, 5)):
            mine = [pair for pair in crossing if all(place in {s[axis] for s in edge} for edge in pair)]
            shared = [pair for pair in mine if all({0, 5} & {square[1 - axis] for square in edge} for edge in pair)]
            assert len(mine) - Fraction(len(shared), 2) >= fewest_on_side(6)


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


# Strips


def least_cost_of_ring(rows: int, cols: int, bulk: Square) -> int:
    """Half turns of the best cover of a strip that closes to a ring, square after square, all choices tried."""
    squares = list(product(range(rows), range(cols)))  # rows from the bottom
    steps = [(row, col) for row in (-2, -1, 1, 2) for col in (-2, -1, 1, 2) if abs(row * col) == 2]
    best = 10**9
    chosen: dict[Square, tuple[Square, ...]] = {}

    def agrees(square: Square, pair: tuple[Square, ...]) -> bool:
        for down, right in steps:
            other = square[0] + down, (square[1] + right) % cols
            mine = (down, right) in pair
            if other[0] >= rows:
                continue
            if other == square:
                theirs = (-down, -right) in pair
            elif other in chosen:
                theirs = (-down, -right) in chosen[other]
            else:
                continue
            if mine != theirs:
                return False
        return True

    def search(number: int, cost: int) -> None:
        nonlocal best
        if cost + bulk[0] * cols - 2 * (len(squares) - number) >= best:
            return
        if number == len(squares):
            best = cost + bulk[0] * cols
            return
        square = squares[number]
        for pair in combinations([step for step in steps if square[0] + step[0] >= 0], 2):
            if agrees(square, pair):
                turns = pair[0] != (-pair[1][0], -pair[1][1])
                out = [step for step in pair if square[0] + step[0] >= rows]
                chosen[square] = pair
                search(number + 1, cost + 2 * turns + sum(-1 if step == bulk else 1 for step in out))
                del chosen[square]

    search(0, 0)
    return best


@exhaustive
@pytest.mark.parametrize("bulk", BULKS)
def test_strips_that_close(bulk: str) -> None:
    """No cover of a ring is cheaper than the least mean, and those of the period reach it."""
    for rows, rings in ((1, (1, 2, 5)), (2, (1, 2, 3, 4, 5)), (3, (1, 2, 3))):
        bound = strip_bound(columns_of(rows, BULKS[bulk]))
        costs = {cols: Fraction(least_cost_of_ring(rows, cols, BULKS[bulk]), cols) for cols in rings}
        assert min(costs.values()) >= bound.mean
        if len(bound.cycle) - 1 in costs:
            assert costs[len(bound.cycle) - 1] == bound.mean


@pytest.mark.parametrize("bulk", BULKS)
def test_strips(bulk: str) -> None:
    means = []
    for rows in range(1, 5):
        strip = columns_of(rows, BULKS[bulk])
        bound = strip_bound(strip)
        assert holds(strip, bound)
        assert cost_of(strip, bound.cycle) == bound.mean * (len(bound.cycle) - 1)
        assert not holds(strip, bound._replace(mean=bound.mean + Fraction(1, 100)))
        if len(set(bound.cycle)) > 1:
            spoilt = bound.potential.copy()
            spoilt[bound.cycle[0]] -= 1
            assert not holds(strip, bound._replace(potential=spoilt))
        means.append((bound.mean / 2, bound.shortfall / 2))
    assert [6 * mean for mean, _ in means] == ([9, 9, 11, 12] if bulk == "flat" else [12] * 4)
    assert [2 * shortfall for _, shortfall in means] == ([0, 2, 7, 9] if bulk == "flat" else [0, 0, 4, 2])


def bottom_costs(tour: dt.Tour, rows: int, frame: int) -> Iterator[int]:
    """The half turns that the lemma counts at the bottom of a tour whose lines rise to the left, and the columns."""
    height, cols = tour.board.shape
    cost = 0
    for row, col in product(range(height - rows, height), range(frame, cols - frame)):
        moves = naive.moves_at(tour.moves.tolist(), (row, col))
        cost += 2 * (abs(moves[0] - moves[1]) != 4)
        for move in moves:
            if row + naive.MOVES[move][0] < height - rows:
                cost += -1 if naive.MOVES[move] == (-1, -2) else 1
    yield cost + cols - 2 * frame
    yield cols - 2 * frame


def test_the_bottom_of_tours() -> None:
    for side, heel in zip((20, 30, 24, 26), HEELS, strict=True):
        tour = dt.tour(side, side, algorithm="formation", heel=heel)
        assert tour.moves[side // 2, side // 2] == 0b10001000  # the lines are flat and rise to the left
        for rows, (mean, shortfall) in {3: (Fraction(11, 3), 7), 4: (Fraction(4), 9)}.items():
            cost, cols = bottom_costs(tour, rows, 4)
            assert cost >= mean * cols - shortfall


# What the study says


def test_the_study_judges() -> None:
    strips = [study.bound_strip(bulk, rows) for bulk in BULKS for rows in (1, 2)]
    told = study.how_few_in_strips(strips)
    assert "at least 3/2 turns a column, at the left and right 2 a row: proved. That is 7 *n*" in told
    assert "**not proved**" in study.how_few_in_strips([strip._replace(proved=False) for strip in strips])
    heels = {(0, 0): heel_covers()}
    assert study.how_many_covers(heels).startswith("Confirmed: of the 7 covers")
    assert study.how_many_covers({(0, 0): heel_covers(1)}).startswith("Refuted")
    assert "as `dt.least_crossings` has it" in study.how_many_on_sides(range(5, 14))


# In space


@pytest.mark.parametrize(
    ("sides", "bound"),
    [((20, 20, 20), 889), ((3, 4, 5), 30), ((9, 4, 4), 48), ((4, 9, 4), 48), ((6, 6, 6, 6), 648), ((2, 3, 4), 24)],
)
def test_bounds_in_space(sides: tuple[int, ...], bound: int) -> None:
    """Divided by the longest line, such as one of three moves over 4 of the 4 squares and 7 of the 9."""
    assert dt.least_turns(*sides) == bound
    tour = dt.tour(dt.Space(*sides), seed=1)
    assert dt.turns(tour) >= bound
    assert dt.measure(tour)["turns_bound"] == bound
    opened = dt.tour(dt.Space(*sides), kind="open", seed=1)
    assert dt.turns(opened) >= dt.least_turns(*sides, kind="open") >= bound - 2


def test_bounds_in_space_that_are_refused() -> None:
    with pytest.raises(NoSuchTour, match="odd number of squares"):
        dt.least_turns(5, 5, 5)
    assert dt.least_turns(5, 5, 5, kind="open") == 61
    assert dt.least_turns(1, 1, 1, kind="open") == 0
    with pytest.raises(DestrierError, match="a frame belongs to rectangles"):
        dt.least_turns(6, 6, 6, frame=4)
    with pytest.raises(DestrierError, match="at least 2 sides"):
        dt.least_turns(6)
