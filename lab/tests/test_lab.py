"""The programs that find stored data and records, on small parts of it."""

from __future__ import annotations

import csv
import re
import runpy
import shutil
from collections import Counter
from fractions import Fraction
from importlib.resources import files
from itertools import combinations, product
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
import pytest
from helpers import naive
from helpers.laws import p_of_chi_square
from helpers.marks import lengthy, long, very_long

import destrier as dt
from destrier.core.board import Board
from destrier.core.choices import Figure
from destrier.patterns.tame.axial_crossings import End
from destrier.patterns.tame.crossings import Starts
from destrier.proofs.rectangles import rectangle_theorem
from reproduce.common.study_tables import page_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from destrier.core.grid import BaseBoard
    from destrier.core.types import Mask, Moves, Square

TAMING = Path(__file__).parents[2] / "docs" / "taming.md"


def test_annealing_takes_crossings_away_and_keeps_what_is_not_free() -> None:
    from annealing import Schedule, anneal

    tour = dt.tour(12, 14, seed=1)
    free = np.zeros(tour.board.shape, bool)
    free[:8, :9] = True
    moves, is_one_cycle = anneal(tour.moves, free, Schedule(5_000), seed=1)
    assert is_one_cycle
    better = dt.Tour(moves)
    assert dt.crossings(better) < dt.crossings(tour)
    changed = better.moves ^ tour.moves
    assert changed.any()
    assert not changed[~free].any()
    again, _ = anneal(tour.moves, free, Schedule(5_000), seed=1)
    assert np.array_equal(again, moves)


def test_lattices_have_few_turns_and_straight_lines_inside() -> None:
    from lattices import lattice_tour

    moves = lattice_tour(Board(16, 18), 1)
    assert moves is not None
    assert dt.turns(dt.Tour(moves)) <= 4 * (16 + 18) - 17
    opposite = [1 << move | 1 << move + 4 for move in range(4)]
    assert np.isin(moves[4:-4, 4:-4], opposite).mean() > 0.9
    assert len(np.unique(moves[4:-4, 4:-4])) > 1


def test_wedges_of_two_directions_cost_19_thirds_of_a_crossing_per_column() -> None:
    from wedges import LEAST, PERIOD, tour

    for side in range(LEAST, 1001, PERIOD):
        made = tour(side)
        assert made.board.shape == (side, side)
        assert 3 * dt.crossings(made) == 19 * side + 200


def test_annealing_counts_the_cycles_that_lead_through_what_is_not_free() -> None:
    from annealing import Schedule, anneal

    tourney = dt.tourney(20, 20, algorithm="two-factor", seed=1)
    free = np.zeros(tourney.board.shape, bool)
    free[3:17, 4:18] = True
    for seed in range(3):
        moves, is_one_cycle = anneal(tourney.moves, free, Schedule(5_000, price=1), seed=seed)
        assert Board(20, 20).find_fault(moves, open_ends=False) is None
        fixed_cycles = _cycles_that_are_not_free(dt.Tourney(moves), free)
        assert is_one_cycle == (dt.Tourney(moves).cycle_count == 1 + fixed_cycles)


def _cycles_that_are_not_free(tourney: dt.Tourney, free: Mask) -> int:
    return sum(not free.ravel()[cycle].any() for cycle in tourney.cycle_indices())


def test_stored_data_name_the_program_that_finds_them_and_the_test_that_checks_them() -> None:
    from stored import DATA, description

    root = Path(__file__).parents[2]
    stored = [*DATA.iterdir(), files("reproduce") / "pages" / "records.txt"]
    for file in stored:
        told = description(file)
        assert all(line.startswith("# ") for line in told.splitlines())
        programs, tests = (re.findall(rf"(?:reproduce/)?{folder}/[\w/]+\.py", told) for folder in ("lab", "tests"))
        assert programs or "no program" in told, file.name
        assert len(tests) == 1, file.name
        assert all((root / path).is_file() for path in (*programs, *tests)), file.name


def test_stored_data_are_written_with_their_description(capsys: pytest.CaptureFixture[str]) -> None:
    from stored import DATA, description, write

    for name in ("tame_turns.txt", "tame_joined_turns.txt.gz"):
        write(DATA / name, ["one", "two"])
        told, *paragraphs = capsys.readouterr().out.split("\n\n")
        assert told == description(DATA / name)
        assert told.startswith("# ")
        assert paragraphs == ["one", "two\n"]


def test_boxes_of_the_tours_with_few_turns() -> None:
    from tame_turns import boxes

    top, bottom = boxes("top-right"), boxes("bottom-right")
    assert {len(top), len(bottom)} == {8, 10}
    assert {int(np.count_nonzero((box << 4 | box >> 4) != box)) for box in top} == {28}
    assert {int(np.count_nonzero((box << 4 | box >> 4) != box)) for box in bottom} == {29}


def test_the_pattern_of_interleaved_lines_is_found_again() -> None:
    from interleaved import TARGETS, pattern

    stored = files("destrier.patterns").joinpath("data", "interleaved.txt").read_text(encoding="utf-8")
    assert str(pattern(TARGETS[0])) == stored.strip().split("\n\n")[1]


def test_a_region_is_filled_with_fewest_crossings() -> None:
    from regions import Region

    tour = dt.tour(8, 8, seed=1)
    free = np.zeros((8, 8), bool)
    free[:5, :5] = True
    region = Region(tour.moves, free)
    region.model.minimize(region.crossings())
    filling = region.fill_with_one_cycle()
    assert filling is not None
    assert filling.optimal
    better = dt.Tour(filling.moves)
    assert dt.crossings(better) <= dt.crossings(tour)
    assert not (better.moves ^ tour.moves)[~free & (np.indices((8, 8)).max(axis=0) > 6)].any()


@pytest.mark.parametrize("sides", [(3, 7), (4, 5), (4, 6), (5, 5)])
def test_a_region_with_ends_has_the_open_tour_with_fewest_turns(sides: tuple[int, int]) -> None:
    from regions import Region

    free = np.ones(sides, bool)
    region = Region(np.zeros(sides, np.uint8), free, ends=[(row, col) for row, col in np.ndindex(*sides)])
    region.model.minimize(region.turns())
    filling = region.fill_with_one_cycle()
    assert filling is not None
    assert filling.optimal
    assert dt.turns(dt.Tour(filling.moves)) == min(map(dt.turns, dt.all_tours(*sides, kind="open")))


def test_annealing_keeps_the_ends_of_a_path() -> None:
    from annealing import Schedule, anneal

    for seed in range(4):
        path = dt.tour(9, 10, kind="open", seed=seed)
        free = np.bitwise_count(path.moves) == 2
        moves, is_one = anneal(path.moves, free, Schedule(5_000), seed=seed)
        assert is_one
        better = dt.Tour(moves)
        assert set(better.ends or ()) == set(path.ends or ())
        assert dt.crossings(better) < dt.crossings(path)


def test_the_lines_of_the_tours_with_few_crossings_are_those_that_the_algorithm_lays() -> None:
    from tame_crossings import in_boxes, lines

    for cols, starts in ((40, Starts(-2, -5)), (60, Starts(-2, -5)), (42, Starts(0, -5))):
        laid = dt.tour(cols, cols, algorithm="tame", minimize="crossings").moves
        free = in_boxes(cols, cols, starts)
        assert np.array_equal(lines(cols, cols, starts)[~free], laid[~free])


@pytest.mark.parametrize(("rows", "columns", "crossings"), [(3, 20, 52), very_long(4, 26, 57)])
def test_the_least_rims_have_so_many_crossings_and_close_no_loops(rows: int, columns: int, crossings: int) -> None:
    from least_rims import TIES, graph_of, least_cycle, rim
    from tame_crossings import crossings as crossings_of

    graph = graph_of(rows, TIES["top"])
    mean, cycle, _ = least_cycle(graph)
    assert mean == Fraction(crossings, columns)
    moves = rim(graph, cycle, rows)
    more, fewer = (crossings_of(np.tile(moves, copies)[::-1]) for copies in (5, 4))
    assert more - fewer == mean * len(cycle)
    assert _paths(moves) == 2


@lengthy
def test_no_rim_of_few_columns_has_fewer_crossings_than_the_least() -> None:
    """All rims of four rows and up to four columns, by a search of its own."""
    from tame_crossings import crossings as crossings_of

    for columns, crossings in ((2, 5), (4, 10)):
        rims = [moves for moves in _rims(4, columns) if _paths(moves) == 2]
        assert crossings == min(
            crossings_of(np.tile(moves, 5)[::-1]) - crossings_of(np.tile(moves, 4)[::-1]) for moves in rims
        )
        assert 26 * crossings >= 57 * columns


_STEPS = {0: (1, 2), 1: (2, 1), 2: (2, -1), 3: (1, -2), 4: (-1, -2), 5: (-2, -1), 6: (-2, 1), 7: (-1, 2)}
"""The rows, from the edge, and columns of each move of a moves array."""


def _rims(rows: int, columns: int) -> Iterator[Moves]:
    """All sets of moves of a rim with so many repeated columns by which each square has two, with that to its line."""
    moves = np.zeros((rows, columns), np.uint8)
    moves[-1] = 1

    def lay(number: int) -> Iterator[Moves]:
        if number == rows * columns:
            yield moves.copy()
            return
        row, column = number % rows, number // rows
        lacking = 2 - moves[row, column].bit_count()
        possible = []
        for move, (up, right) in _STEPS.items():
            there = row + up, (column + right) % columns
            if 0 <= there[0] < rows and there[1] * rows + there[0] > number and moves[there].bit_count() < 2:
                possible.append((move, there))
        for chosen in combinations(possible, lacking):
            before = moves.copy()
            for move, there in chosen:
                moves[row, column] |= 1 << move
                moves[there] |= 1 << (move + 4) % 8
            if (np.bitwise_count(moves) <= 2).all():
                yield from lay(number + 1)
            moves[:] = before

    yield from lay(0)


def _paths(moves: Moves) -> int:
    """How many paths lead along a rim, with the lines tied as at the left edge; 0 if some path closes a loop."""
    rows, columns = moves.shape
    seen = np.zeros(moves.shape, bool)
    paths = 0
    for start in range(columns):
        if seen[-1, start]:
            continue
        column = start
        while not seen[-1, column % columns]:
            row, came = rows - 1, 0  # along its line
            while True:
                seen[row, column % columns] = True
                here = moves[row, column % columns]
                (move,) = (move for move in range(8) if here >> move & 1 and move != came)
                if move == 0 and row == rows - 1:
                    break
                row, column, came = row + _STEPS[move][0], column + _STEPS[move][1], (move + 4) % 8
            column += 3 if column % 2 == 0 else -3
        if column == start:
            return 0
        paths += abs(column - start) // columns
    return paths if seen.all() else 0


def test_pieces_with_axial_symmetry_are_found_on_free_squares_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    import annealing
    import tame_axial_crossings as tool

    monkeypatch.setattr(annealing, "_LEVELS", 10)
    rows, width = 57, 23
    ends = tool.Ends(End(Starts(-1, -5), 0, {}), End(Starts(0, -6), 1, {}))
    hasty, patient = (ends.annealed(rows, width, sweeps, seed=1) for sweeps in (20, 200))
    assert hasty is not None
    assert patient is not None
    free = ends.free(rows, width)
    assert np.array_equal(patient[~free], ends.board(rows, width)[~free])
    assert dt.crossings(dt.Tour(patient)) < dt.crossings(dt.Tour(hasty)) - 10
    assert "flip-columns" in dt.Tour(patient).symmetries()
    assert np.array_equal(ends.cut(patient).board(rows, width), patient)
    assert dt.Tour(ends.cut(patient).board(rows + 10, width)).kind == "closed"


@lengthy
def test_the_records_of_a_board_are_its_extremes(monkeypatch: pytest.MonkeyPatch) -> None:
    import records

    monkeypatch.setattr(records, "_SIDE", 6)
    found = dt.counting.extremes(6, 6)
    asked: list[tuple[Figure, str]] = [("turns", "fewest"), ("rails", "most"), ("angle-53", "fewest")]
    for figure, end in asked:
        extreme = getattr(found, end)[figure]
        record = records.proved(figure, end, classes=10, seconds=60)
        assert record.is_complete
        assert record.bound == extreme.number
        assert {dt.Tour(moves).canonical() for moves in record.tours} == {one.canonical() for one in extreme.classes}
    assert not records.proved("turns", "most", classes=2, seconds=60).is_complete
    asked = [("crossings", "fewest"), ("crossings", "most"), ("rails", "fewest")]
    for figure, end in asked:
        record = records.listed(figure, end)
        extreme = getattr(found, end)[figure]
        assert record.bound == extreme.number
        assert {dt.Tour(moves).canonical() for moves in record.tours} == {one.canonical() for one in extreme.classes}


@pytest.mark.parametrize(
    ("rows", "cols", "rails"), [(3, 10, 0), (5, 6, 0), (5, 6, 1), (5, 6, 2), (5, 6, 3), (3, 12, 0), (3, 12, 1)]
)
def test_all_tours_with_few_rails_are_listed(rows: int, cols: int, rails: int) -> None:
    from few_rails import tours_with

    walks = naive.closed_tours(naive.rectangle(rows, cols))
    every = (naive.moves_of(naive.edges_of_walk(walk, closed=True), rows, cols) for walk in walks)
    found, covers = tours_with(Board(rows, cols), rails)
    listed = sorted(tour.moves.tolist() for tour in found)
    assert listed == sorted(moves for moves in every if len(naive.rails(moves)) == rails)
    assert covers >= len(found)


@pytest.mark.parametrize(
    ("board", "has_one"),
    [
        (dt.Board(6, 10), False),
        (dt.Board(3, 12), False),
        (dt.Board(8, 9), True),
        (dt.Space(3, 3, 4), False),
        (dt.Space(2, 4, 6), True),
        (dt.Board(10, 10, leaper="zebra"), False),
        (dt.Board(14, 14, leaper="zebra"), True),
        (dt.Torus(5, 6), False),
        (dt.Board(10, 10, leaper="giraffe"), False),
    ],
    ids=str,
)
def test_whether_there_are_tours_without_rails(board: BaseBoard, has_one: bool) -> None:
    from few_rails import any_tour_with

    tour, is_decided = any_tour_with(board, 0)
    assert is_decided
    assert (tour is not None) == has_one
    assert tour is None or (tour.cycle_count, dt.count_rails(tour)) == (1, 0)


@pytest.mark.parametrize(
    ("board", "counted"),
    [
        ("6x11", "2 tours of 1 classes, 3 covers"),
        ("7x10", "2 tours of 1 classes, 36 covers"),
        very_long("8x10", "40 tours of 10 classes, 274 covers"),
    ],
)
def test_the_numbers_of_tours_without_rails(
    board: str, counted: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import few_rails

    monkeypatch.setattr("sys.argv", ["few_rails.py", board])
    few_rails.main()
    assert capsys.readouterr().out == f"{board.replace('x', ' x ')}: {counted}\n"


_TO_THE_RIGHT = ((1, 2), (2, 1), (-1, 2), (-2, 1))


def _move(square: Square, step: Square) -> frozenset[Square]:
    return frozenset((square, (square[0] + step[0], square[1] + step[1])))


def _four_cycles(left: Square) -> Iterator[list[frozenset[Square]]]:
    """The moves of each 4-cycle of the plane with this square at its left, opposite ones beside each other."""
    row, col = left
    for one, other in combinations(_TO_THE_RIGHT, 2):
        right, aside = (row + one[0], col + one[1]), (row + other[0], col + other[1])
        yield [_move(left, one), _move(aside, one), _move(left, other), _move(right, other)]


def _lost(made: tuple[bool, ...], *, is_on_board: bool) -> int:
    """What a 4-cycle loses, in halves."""
    is_rail = made in ((True, True, False, False), (False, False, True, True))
    return 0 if is_rail and is_on_board else sum(made)


@pytest.mark.parametrize("sides", [(6, 6), (8, 9), (12, 14)])
@pytest.mark.parametrize("minimize", ["turns", None])
def test_a_tour_has_three_rails_a_square_less_what_4_cycles_lose(
    sides: tuple[int, int], minimize: Literal["turns"] | None
) -> None:
    """And the walk along a side costs at most what is lost."""
    from most_rails import Side

    rows, cols = sides
    tour = dt.tour(rows, cols, minimize=minimize, seed=1)
    edges, board = naive.edges(tour.moves.tolist()), naive.rectangle(rows, cols)
    cycles = [cycle for left in product(range(-4, rows + 4), range(-4, cols + 4)) for cycle in _four_cycles(left)]
    halves = sum(
        _lost(tuple(move in edges for move in cycle), is_on_board=set().union(*cycle) <= board) for cycle in cycles
    )
    assert dt.count_rails(tour) == 3 * rows * cols - Fraction(halves, 2)
    for side in (Side(1), Side(2), Side(3)):
        choices = [(row, _TO_THE_RIGHT[move]) for row, move in side.choices()]
        columns = [[_move((row, col), step) in edges for row, step in choices] for col in range(-4, cols + 4)]
        along = 0
        for first, loss in product(range(cols + 5), side.losses()):
            way = [columns[first + col][bit] for col, bit in loss.moves]
            along += loss.halves[sum(made << place for place, made in enumerate(reversed(way)))]
        assert 0 < along < halves


@pytest.mark.parametrize("period", [1, 2, 3, very_long(4)])
def test_no_side_of_a_short_period_loses_less_by_the_moves_from_the_rim(period: int) -> None:
    """All choices of two moves at each square of the rim, with such other moves that each 4-cycle loses least."""
    least = []
    for chosen in product(combinations([(1, -2), (2, -1), (2, 1), (1, 2)], 2), repeat=period):
        edges = {_move((0, col), step) for col in range(-9, 19) for step in chosen[col % period]}
        halves = 0
        for cycle in (cycle for left in product(range(-4, 5), range(period)) for cycle in _four_cycles(left)):
            highest = [min(row for row, _ in move) for move in cycle]
            ways = [(move in edges,) if row <= 0 else (False, True) for move, row in zip(cycle, highest, strict=True)]
            halves += min(_lost(made, is_on_board=min(highest) >= 0) for made in product(*ways) if not all(made))
        least.append(halves)
    assert min(least) == 2 * 4 * period


@pytest.mark.parametrize(
    ("rows", "lines", "lost"),
    [
        (1, None, Fraction(4)),
        (2, None, Fraction(4)),
        pytest.param(3, None, Fraction(139, 24), marks=lengthy),
        (3, 0, Fraction(13, 2)),
        long(4, 0, Fraction(13, 2)),
        (2, 1, Fraction(6)),
        (3, 1, Fraction(6)),
        long(4, 1, Fraction(6)),
    ],
)
def test_how_much_a_side_loses(rows: int, lines: int | None, lost: Fraction) -> None:
    from least_rims import least_cycle
    from most_rails import Side, graph_of, most_rails

    side = Side(rows, lines)
    graph = graph_of(side)
    least = least_cycle(graph)
    assert least.mean == 2 * lost
    rate, rest = most_rails(side, least)
    assert rate == -2 * lost
    if lines is None:
        for sides in ((6, 6), (8, 8), (20, 20), (100, 100)):
            rails = dt.count_rails(dt.tour(*sides, minimize="turns"))
            assert rails <= 3 * sides[0] * sides[1] + rate * sum(sides) + rest


@pytest.mark.parametrize(("side", "rails"), [(6, 10), (8, 44), very_long(10, 102)])
def test_annealing_finds_the_most_rails(side: int, rails: int) -> None:
    from most_rails import tour_with_many_rails

    found = [tour_with_many_rails(Board(side, side), 3000, seed) for seed in range(4)]
    assert max(dt.count_rails(tour) for tour in found if tour is not None) == rails
    assert all(tour is None or tour.cycle_count == 1 for tour in found)


@pytest.mark.parametrize("columns", [very_long(2), very_long(3)])
def test_all_sets_of_moves_with_few_or_many_crossings_are_listed(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    import least_crossings
    from least_crossings import covers

    monkeypatch.setattr(least_crossings, "_WINDOW", columns)
    every = {moves.tobytes(): dt.crossings(dt.Tourney(moves)) for moves in covers(6, 6, 100)}
    assert len(every) == dt.count(6, 6, kind="tourney").undirected
    for limit, sign in ((49, 1), (54, 1), (62, -1), (69, -1)):
        listed = [moves.tobytes() for moves in covers(6, 6, limit, sign)]
        assert len(set(listed)) == len(listed)
        assert set(listed) == {moves for moves, number in every.items() if sign * number <= sign * limit}


@pytest.mark.parametrize("sides", [(5, 6), (3, 10), very_long((8, 5))])
def test_the_tours_with_the_fewest_and_the_most_crossings(sides: tuple[int, int]) -> None:
    from least_crossings import SIGNS, best_tours

    numbers = [dt.crossings(tour) for tour in dt.all_tours(*sides)]
    for end, sign in SIGNS.items():
        tours = best_tours(*sides, end)
        best = sign * min(sign * number for number in numbers)
        assert {dt.crossings(tour) for tour in tours} == {best}
        assert len({tour.canonical() for tour in tours}) <= len(tours) == numbers.count(best)


@pytest.mark.parametrize(
    ("leaper", "rectangles", "square"),
    [((1, 2), {(3, 10), (5, 6)}, 6), ((2, 3), {(5, 16)}, 10), ((1, 4), {(9, 10)}, 10), ((3, 4), {(7, 22)}, 14)],
)
def test_the_smallest_boards_of_a_leaper(
    leaper: tuple[int, int], rectangles: set[tuple[int, int]], square: int
) -> None:
    """By hand known: Frost's giraffe and zebra of 10 x 10, Willcocks' antelope of 14 x 14, the knight's boards."""
    from smallest_boards import smallest, squares

    settled = dict(smallest(leaper))
    assert {sides for sides, proof in settled.items() if proof == "tour"} == rectangles
    areas = {rows * cols for rows, cols in settled}
    assert areas == set(range(1, max(areas) + 1))
    assert list(dict(squares(leaper)).items())[-1] == ((square, square), "tour")


@pytest.mark.parametrize("sides", [(3, 8), (3, 10), (4, 6), (5, 6), (6, 6), (5, 8)])
def test_the_solver_and_exact_counts_agree(sides: tuple[int, int]) -> None:
    from smallest_boards import solve

    tour = solve(dt.Board(*sides))
    assert (tour is not None) == (dt.count(*sides).undirected > 0)
    assert tour is None or dt.check(tour) == f"closed tour of {sides[0]} x {sides[1]}"


@pytest.mark.parametrize("leaper", [(1, 2), (2, 3), (1, 4)])
def test_the_solver_and_the_theorems_agree(leaper: tuple[int, int]) -> None:
    """On all boards below the smallest one with a tour whose sides allow more than two moves somewhere."""
    from smallest_boards import smallest, solve

    boards = [sides for sides, proof in smallest(leaper) if proof == "theorem" and min(sides) >= max(leaper)]
    assert len(boards) > 10
    for sides in boards:
        assert solve(dt.Board(*sides, leaper=leaper)) is None, sides


def test_leapers_that_come_everywhere() -> None:
    from smallest_boards import leapers

    assert list(leapers(9)) == [(1, 2), (1, 4), (2, 3), (1, 6), (2, 5), (3, 4), (1, 8), (2, 7), (4, 5)]


def test_the_exceptions_have_no_tour_without_rails() -> None:
    from tame_rails import searched

    for rows, cols in ((3, 12), *((6, cols) for cols in (6, 7, 8, 9, 10, 12)), (7, 8), (8, 8)):
        assert searched(rows, cols) == (None, True)
    for rows, cols in ((3, 10), (6, 11), (8, 9)):
        found, _ = searched(rows, cols)
        assert found is not None
        tour = dt.Tour(found.moves)
        assert dt.count_rails(tour) == 0


@pytest.mark.parametrize("uncrossed", [False, True])
@pytest.mark.parametrize("k", [4, 8, 10, very_long(12)])
def test_prefixes_of_any_length_count_closed_paths(k: int, uncrossed: bool) -> None:
    from path_prefixes import count_fixed

    fixed = dt.paths.count_paths(k, uncrossed=uncrossed).fixed
    assert count_fixed(k, uncrossed=uncrossed) == fixed
    for length in range(2, k // 2 + 1):
        assert count_fixed(k, uncrossed=uncrossed, return_length=length) == fixed


def test_polygons_of_the_square_lattice() -> None:
    from lattice_polygons import count_polygons

    from destrier.paths.path_counts import CONGRUENT

    lengths = range(4, 22, 2)
    rotated, congruent = zip(*map(count_polygons, lengths), strict=True)
    assert congruent == (1, 1, 3, 6, 25, 86, 414, 1975, 10479)  # OEIS A266549
    more = [one - other for one, other in zip(rotated, congruent, strict=True)]
    assert more == [CONGRUENT.get(length, 0) for length in lengths]


@lengthy
def test_the_weights_at_corners_are_found_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import turns_at_corners

    turns_at_corners.main()
    (tmp_path / "turns.txt").write_text(capsys.readouterr().out, encoding="utf-8")
    proofs = Path(__file__).parents[2] / "proofs"
    runpy.run_path(str(shutil.copy(proofs / "turns.py", tmp_path / "turns.py")))
    assert "Closed tours: 4 (rows + cols) - 24 turns" in capsys.readouterr().out


@pytest.mark.parametrize("kind", [very_long("closed"), very_long("open")])
def test_the_weights_of_narrow_boards_prove_their_bounds(kind: Literal["closed", "open"]) -> None:
    from least_turns import best_bound, narrow_boards, small_boards

    for line in narrow_boards(kind):
        rows, slope, rest = re.findall(r"-?[\d/.]+", line)
        for cols in (20, 21, 22, 100, 10**6):
            if not rectangle_theorem(int(rows), cols, kind):
                proved = Fraction(slope) * cols + Fraction(rest)
                assert proved - 1 <= dt.least_turns(int(rows), cols, kind=kind) <= ceil(proved)
    for line in small_boards(kind):
        rows, *least = map(int, re.findall(r"\d+", line))
        for cols, number in enumerate(least, start=rows):
            assert number == (0 if rectangle_theorem(rows, cols, kind) else dt.least_turns(rows, cols, kind=kind))
    assert best_bound(4, 4, kind) == 0


@pytest.mark.parametrize("period", [(1, 1), (2, 0), (3, 3), long((1, -1))])
def test_the_published_defects(period: tuple[int, int]) -> None:
    from defects import least

    row = re.search(rf"^\| {period[0]}, {period[1]} \| (.*) \|$", TAMING.read_text(encoding="utf-8"), re.MULTILINE)
    assert row
    assert [least(period, flow) for flow in (1, 2, 3)] == [int(cell) for cell in row[1].split(" | ")]
    assert [least(period, -flow) for flow in (3, 0)] == [int(row[1][-1]), 0]


def test_the_published_walls() -> None:
    from defects import least

    falling, rising = (
        {flow: least(period, flow, other=(2, 1), width=3) for flow in range(-9, 9)} for period in ((1, -1), (1, 1))
    )
    assert [crossings for crossings in falling.values() if crossings is not None] == [1, 1]
    free = [flow for flow, crossings in rising.items() if crossings == 0]
    assert len(free) > 1
    assert np.diff(free).tolist() == [3] * (len(free) - 1)
    assert least((3, 3), free[0] + 1, other=(2, 1), width=3) == 2


def test_walls_without_loops_cost_three_crossings_a_step() -> None:
    """Those along the falling diagonal, which cost one with loops, and mirrors, which depend on where they lie."""
    from defects import Strip
    from walls import least_without_loops

    falling, mirror = Strip((2, -2), (2, 1), (1, 2), 7), Strip((1, -3), (1, 2), (2, -1), 7)
    for first, other in product((False, True), repeat=2):
        assert least_without_loops(falling, (first, other), 0) == 2 * 3
        assert least_without_loops(mirror, (first, other), int(first == other)) == 3


@pytest.mark.parametrize(
    ("rows", "cols"), [(12, 3), very_long(3, 10), *(very_long(5, cols) for cols in (6, 8)), very_long(6, 6)]
)
def test_a_census_of_angles_is_that_of_all_tours(rows: int, cols: int) -> None:
    from angle_census import ANGLES, tours_by_angle

    measured = [naive.angle_counts(tour.moves.tolist()) for tour in dt.all_tours(rows, cols)]
    for angle, numbers in zip(ANGLES, zip(*measured, strict=True), strict=True):
        assert tours_by_angle(rows, cols, angle) == Counter(numbers)


@pytest.mark.parametrize(("rows", "cols"), [(5, 6), very_long(6, 7), very_long(6, 8), very_long(7, 8)])
def test_the_angles_of_a_census_are_those_at_all_squares_of_all_tours(rows: int, cols: int) -> None:
    from angle_census import ANGLES, tours_by_angle

    tours = dt.count(rows, cols).undirected
    found = {angle: tours_by_angle(rows, cols, angle) for angle in ANGLES}
    assert {angle: sum(numbers.values()) for angle, numbers in found.items()} == dict.fromkeys(ANGLES, tours)
    squares = {angle: squares_with(numbers) for angle, numbers in found.items()}
    assert sum(squares.values()) == rows * cols * tours
    if rows < 7:
        assert rows * cols - Fraction(squares[180], tours) == dt.counting.census(rows, cols).turns


def test_a_census_of_angles_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import angle_census

    monkeypatch.setattr("sys.argv", ["angle_census.py", "6", "8", "--most", "15", "--store", str(tmp_path)])
    angle_census.main()
    printed = capsys.readouterr().out
    (tmp_path / "6x8-180-1.json").unlink()
    kept = tmp_path / "6x8-180-0.json"
    before = kept.stat().st_mtime_ns
    angle_census.main()
    assert capsys.readouterr().out == printed
    assert (kept.stat().st_mtime_ns, len(list(tmp_path.iterdir()))) == (before, 2)


def test_a_census_of_angles_refuses_wide_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    import angle_census

    monkeypatch.setattr("sys.argv", ["angle_census.py", "9", "10"])
    with pytest.raises(SystemExit, match="9 x 10 has no side of at most 8 squares"):
        angle_census.main()


def test_all_tours_of_the_chessboard_are_published_by_turns_and_angles() -> None:
    published = distributions_of_the_chessboard()
    assert set(published) == {*get_args(Figure)} - {"crossings", "rails"}
    tours = 13_267_364_410_532
    assert {figure: sum(numbers.values()) for figure, numbers in published.items()} == dict.fromkeys(published, tours)
    squares = {figure: squares_with(numbers) for figure, numbers in published.items()}
    assert squares.pop("turns") == sum(squares.values())


@lengthy
def test_the_published_turns_and_angles_of_the_chessboard() -> None:
    from angle_census import tours_by_angle

    measured = [naive.figures(tour.moves.tolist()) for tour in dt.sample(8, 8, n=5000, seed=1)]
    for figure, tours in distributions_of_the_chessboard().items():
        if figure == "turns":
            assert {64 - turns: number for turns, number in tours.items()} == tours_by_angle(8, 8)
        else:
            assert tours == tours_by_angle(8, 8, int(figure.removeprefix("angle-")), most=max(tours))
        assert_drawn_from(tours, [one[figure] for one in measured])


def distributions_of_the_chessboard() -> dict[str, dict[int, int]]:
    """How many tours of 8 x 8 have each number of turns, and of squares with each angle, as published."""
    found = dict[str, dict[int, int]]()
    for row in csv.DictReader(page_file("distributions.csv").splitlines()):
        found.setdefault(row["figure"], {})[int(row["number"])] = int(row["tours"])
    return found


def squares_with(tours: dict[int, int]) -> int:
    """The squares with an angle of all tours, which are given by their numbers of these squares."""
    return sum(squares * number for squares, number in tours.items())


def assert_drawn_from(tours: dict[int, int], sample: list[int]) -> None:
    """Compare a sample with a distribution, by a test of chi-squared; rare numbers count as the nearest common one."""
    common = [number for number, count in tours.items() if count * len(sample) >= 10 * sum(tours.values())]
    law, seen = Counter[int](), Counter[int]()
    for numbers, weights in ((seen, Counter(sample)), (law, tours)):
        for number, weight in weights.items():
            numbers[min(max(number, common[0]), common[-1])] += weight
    assert p_of_chi_square(seen, law) > 0.001
