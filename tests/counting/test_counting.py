"""Counting: known numbers, and small boards by methods that share no code with the package."""

from __future__ import annotations

from itertools import combinations, pairwise, product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive, left, lengthy, long, very_long
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier.counting import counts, frontiers, matchings, needs, plans, state_words, sweeps, swept_graphs
from destrier.counting.counts import board_frame
from destrier.counting.needs import foresee
from destrier.support.errors import DestrierError, UnsupportedBoard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from helpers.naive import Square

CLOSED = {
    (3, 10): 16,
    (3, 12): 176,
    (4, 9): 0,
    (5, 6): 8,
    (5, 8): 44_202,
    (6, 6): 9_862,
    (6, 7): 1_067_638,
    (6, 8): 55_488_142,
    (6, 9): 3_374_967_940,
    (6, 10): 239_187_240_144,
    (7, 8): 34_524_432_316,
    (6, 12): 964_730_606_632_516,
}
SMALL = [(rows, cols) for rows in range(1, 9) for cols in range(rows, 31) if rows * cols <= 30]
OPEN = [shape for shape in SMALL if min(shape) > 2 and prod(shape) <= 25]


@pytest.mark.parametrize("shape", left(CLOSED, [shape for shape in CLOSED if prod(shape) <= 42]))
def test_closed_tours(shape: tuple[int, int]) -> None:
    result = dt.count(*shape)
    assert (result.undirected, result.directed) == (CLOSED[shape], 2 * CLOSED[shape])
    assert result == dt.counting.TourCount(*shape, "closed", 2 * CLOSED[shape], CLOSED[shape])


@pytest.mark.parametrize(
    ("shape", "directed"), [((5, 5), 1_728), long((6, 6), 6_637_920), very_long((7, 7), 165_575_218_320)]
)
def test_open_tours(shape: tuple[int, int], directed: int) -> None:
    result = dt.count(*shape, kind="open")
    assert (result.directed, result.undirected) == (directed, directed // 2)


@pytest.mark.parametrize("shape", left(SMALL, [shape for shape in SMALL if prod(shape) < 30]))
def test_small_boards_agree_with_backtracking(shape: tuple[int, int]) -> None:
    listed = sum(1 for _ in naive.closed_tours(naive.rectangle(*shape))) if min(shape) > 2 else 0
    assert dt.count(*shape).undirected == dt.count(*shape[::-1]).undirected == listed
    if min(shape) > 2:  # without the theorems
        assert counts.total(plans.board_halves(board_frame(*shape, "closed"))) == listed


@pytest.mark.parametrize("shape", left(OPEN, [shape for shape in OPEN if prod(shape) <= 20]))
def test_open_tours_of_small_boards(shape: tuple[int, int]) -> None:
    board = naive.rectangle(*shape)
    assert counts.total(plans.board_halves(board_frame(*shape, "open"))) == naive.open_tour_count(board)
    assert dt.count(*shape, kind="open").undirected == naive.open_tour_count(board)


@pytest.mark.parametrize("shape", [(3, 9), (4, 7), (3, 10), long((5, 6))])
def test_open_tours_of_boards_up_to_30_squares(shape: tuple[int, int]) -> None:
    assert dt.count(*shape, kind="open").undirected == naive.open_tour_count(naive.rectangle(*shape))


@lengthy
def test_the_chessboard() -> None:
    """McKay's number of closed tours, and of their classes; half a minute."""
    counted = dt.count(8, 8, classes=True)
    assert counted.undirected == 13_267_364_410_532
    assert counted.classes == 1_658_420_855_433


@pytest.mark.parametrize("shape", [(4, 5), (3, 7), *map(long, ((5, 4), (5, 5), (4, 6)))])
def test_open_tours_between_ends(shape: tuple[int, int]) -> None:
    board = naive.rectangle(*shape)
    squares = sorted(board)
    for start in squares[:: len(squares) // 5]:
        result = dt.count(*shape, kind="open", start=start)
        assert result.directed == result.undirected == naive.open_tour_count(board, [start])
        assert dt.count(*shape, kind="open", end=start).undirected == result.undirected
        for end in squares[1 :: len(squares) // 3]:
            if start != end:
                between = dt.count(*shape, kind="open", start=start, end=end)
                assert between.directed == naive.open_tour_count(board, [start, end])


@exhaustive
def test_sums_beyond_words() -> None:
    """Of two words, without a modulus, and of more, from their residues."""
    assert 2**64 < dt.count(3, 50).undirected == naive.closed_tour_count(naive.rectangle(3, 50)) < 2**128
    assert dt.count(3, 44, kind="open").undirected == naive.open_tour_count(naive.rectangle(3, 44)) > 2**64
    assert dt.count(3, 84).undirected == naive.closed_tour_count(naive.rectangle(84, 3)) > 2**124


def test_counts_beyond_a_word() -> None:
    """The halves have larger counts than a word holds."""
    terms = dt.counting.series(3).terms(300)
    assert dt.count(3, 300).undirected == terms[-1] > 2**400


@pytest.mark.parametrize("cols", [long(640), long(1300)])
def test_counts_beyond_floating_point_numbers(cols: int) -> None:
    """Their bounds are infinite, and so are those of the halves in the second case."""
    assert dt.count(3, cols).undirected == dt.counting.series(3).term(cols) > 2**1024


def test_the_needs_of_very_long_boards_are_those_of_all_columns_together() -> None:
    seconds = [foresee(6, cols, "closed").seconds for cols in (10**12, 2 * 10**12, 3 * 10**12)]
    assert seconds[2] - seconds[1] == pytest.approx(seconds[1] - seconds[0])
    steps = [foresee(6, cols + 1, "closed").seconds - foresee(6, cols, "closed").seconds for cols in range(6, 40)]
    assert all(more >= step - 1e-9 for step, more in pairwise(steps))
    assert steps[-1] == pytest.approx((seconds[1] - seconds[0]) / 10**12)


def test_classes_are_not_counted_beside_a_symmetry() -> None:
    with pytest.raises(DestrierError, match="classes and symmetry cannot be combined"):
        dt.count(6, 6, classes=True, symmetry="quarter")


@pytest.mark.parametrize("modulus", [1 << 20, 3**9])
def test_residues_agree_with_sums(monkeypatch: pytest.MonkeyPatch, modulus: int) -> None:
    monkeypatch.setattr(sweeps, "_BITS_OF_SUMS", 0)  # as if sums were always too large
    monkeypatch.setattr(sweeps, "_MODULUS", modulus)
    assert dt.count(6, 6).undirected == 9_862
    assert dt.count(5, 5, kind="open").undirected == 864


# Classes


@pytest.mark.parametrize("shape", [(3, 10), (10, 3), (3, 11), (3, 12), (3, 14), (5, 6), (6, 5), long((6, 6))])
def test_classes_agree_with_a_list(shape: tuple[int, int]) -> None:
    """The symmetries of each tour, and so the size of its class."""
    kinds = {"central": ["rotate-180"], "axial": ["flip-rows", "flip-columns"], "quarter": ["rotate-90"]}
    kept: dict[str, int] = dict.fromkeys(kinds, 0)
    shares = 0.0
    for tour in dt.all_tours(*shape):
        names = tour.symmetries()
        shares += len(names) / (8 if shape[0] == shape[1] else 4)
        for kind, group in kinds.items():
            kept[kind] += any(name in names for name in group)
    result = dt.count(*shape, classes=True)
    assert result.symmetric == kept
    assert result.classes == round(shares)


@pytest.mark.parametrize(("shape", "classes"), [((6, 6), 1_245), ((5, 6), 3), ((3, 10), 6), ((4, 6), 0)])
def test_classes(shape: tuple[int, int], classes: int) -> None:
    assert dt.count(*shape, classes=True).classes == classes


def quotient(shape: tuple[int, int], axial: str | None) -> Iterator[dict[Square, list[Square]]]:
    """The graphs whose tours a symmetry keeps, see `destrier.makers.symmetric`: of orbits, as pairs of squares."""
    rows, cols = shape

    def image(square: Square) -> Square:
        row, col = square
        return (row if axial == "columns" else rows - 1 - row, col if axial == "rows" else cols - 1 - col)

    graph: dict[Square, list[Square]] = {}
    loops = []
    board = naive.rectangle(rows, cols)
    for square in sorted(board, key=lambda square: square[::-1]):
        graph.setdefault(min(square, image(square)), [])
    for here, there in ((a, b) for a in board for b in naive.neighbours(a, board)):
        one, other = min(here, image(here)), min(there, image(there))
        if one == other:
            loops.append(one)
        elif other not in graph[one]:
            graph[one].append(other)
    if rows * cols % 4:
        yield {square: list(others) for square, others in graph.items()}
    if loops:
        centre = (rows, cols)
        yield {s: [*near, *[centre] * (s in loops)] for s, near in graph.items()} | {centre: sorted(set(loops))}


@pytest.mark.parametrize("shape", [(5, 6), (6, 7), (3, 14), *map(long, ((5, 8), (3, 16), (5, 10)))])
def test_symmetric_tours_are_tours_of_the_quotient(shape: tuple[int, int]) -> None:
    rows, cols = shape
    central = sum(naive.ring_count(graph) for graph in quotient(shape, None))
    across = "columns" if cols % 4 == 2 and rows % 2 else "rows" if rows % 4 == 2 and cols % 2 else None
    axial = sum(naive.ring_count(graph) for graph in quotient(shape, across)) if across else 0
    assert dt.count(*shape, classes=True).symmetric == {"central": central, "axial": axial, "quarter": 0}


# Bad input


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((13, 14), {}, UnsupportedBoard, "closed tours are counted where one side is at most 12, not 13 x 14"),
        (
            (12, 12),
            {"kind": "open"},
            UnsupportedBoard,
            "open tours are counted where one side is at most 11, not 12 x 12",
        ),
        ((10, 10), {}, MemoryError, "to count the closed tours of 10 x 10, one needs about 30,000 GB of memory"),
        ((8, 8), {"max_memory": 10**9}, MemoryError, "takes about 1.2 GB, more than the 1.0 GB allowed"),
        ((6, 6), {"kind": "corner"}, DestrierError, "kinds that are counted are closed, open or tourney, not 'corner'"),
        ((6, 6), {"start": (0, 0)}, DestrierError, "start and end belong to open tours"),
        ((6, 6), {"kind": "open", "classes": True, "end": "a1"}, DestrierError, "not of those with given ends"),
        ((6, 6), {"kind": "open", "start": (0, 6)}, DestrierError, "0,6 is not a square of the 6 x 6 board"),
        ((6, 6), {"kind": "open", "start": (0, 1), "end": (0, 1)}, DestrierError, "are different squares"),
        ((0, 6), {}, DestrierError, "at least 1 row"),
    ],
)
def test_bad_input(arguments: tuple[int, int], options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        dt.count(*arguments, **options)


def test_needs_grow() -> None:
    sides: dict[Literal["closed", "open"], int] = {"closed": 8, "open": 7}
    for kind, most in sides.items():
        sizes = [needs.foresee(side, side, kind) for side in range(5, most + 1)]
        assert sizes == sorted(sizes)
        assert needs.foresee(7, 30, kind) > needs.foresee(30, 6, kind)


def test_progress_is_reported() -> None:
    told: list[tuple[str, int, int]] = []
    dt.count(5, 6, max_memory=10**9, progress=lambda *what: told.append(what))
    assert {what for what, _, _ in told} == {"sweeping", "joining"}
    for what in ("sweeping", "joining"):
        done = [done for name, done, _ in told if name == what]
        assert done == list(range(1, told[[name for name, _, _ in told].index(what)][2] + 1))


# Plans


def edges_of_half(half: plans.Half) -> list[frozenset[Square]]:
    return [frozenset(edge) for stage in half.stages for edges in stage.edges for edge in edges]


@given(st.integers(3, 8), st.integers(0, 6), st.sampled_from(["closed", "open"]))
def test_halves_share_all_edges(rows: int, more: int, kind: Literal["closed", "open"]) -> None:
    cols = rows + more
    frame = board_frame(rows, cols, kind)
    halves = plans.board_halves(frame)
    left = edges_of_half(halves.left)
    right = [frozenset(map(frame.mirror, edge)) for edge in edges_of_half(halves.right)]
    everywhere = naive.rectangle(rows, cols)
    expected = {frozenset((here, there)) for here in everywhere for there in naive.neighbours(here, everywhere)}
    if kind == "open":
        expected |= {frozenset((swept_graphs.APEX, square)) for square in everywhere}
    assert len(left + right) == len(expected)
    assert {*left, *right} == expected


@given(st.integers(3, 8), st.integers(0, 6))
def test_stages_are_their_own_reflections(rows: int, more: int) -> None:
    for stage in plans.board_halves(swept_graphs.Frame(rows=rows, cols=rows + more)).left.stages:
        edges = {frozenset(edge) for edges in stage.edges for edge in edges}
        assert edges == {frozenset((rows - 1 - row, col) for row, col in edge) for edge in edges}
        assert sorted(stage.reflection[slot] for slot in stage.still) == sorted(stage.still)
        assert [stage.reflection[slot] for slot in stage.reflection] == list(range(state_words.MOST_SLOTS[-1]))


# States


def states(slots: int) -> Iterator[tuple[dict[int, int], int]]:
    """The mates and the full slots of every state of slots 0, 1, ...; the other slots are full."""

    def extend(slot: int, mates: dict[int, int], full: int) -> Iterator[tuple[dict[int, int], int]]:
        if slot == slots:
            yield mates, full
        elif slot in mates:
            yield from extend(slot + 1, mates, full)
        else:
            yield from extend(slot + 1, mates, full | 1 << slot)
            for mate in range(slot, slots):
                if mate not in mates and not full >> mate & 1:
                    yield from extend(slot + 1, {**mates, slot: mate, mate: slot}, full)

    return extend(0, {}, 0)


def written(mates: dict[int, int], size: int) -> Any:
    """Mates in one word or two."""
    if size == 1:
        return (np.uint64(sum(mate << 4 * slot for slot, mate in mates.items())),)
    halves = ({slot - first: mate for slot, mate in mates.items() if first <= slot < first + 12} for first in (0, 12))
    return tuple(np.uint64(sum(mate << 5 * slot for slot, mate in half.items())) for half in halves)


@pytest.mark.parametrize("size", [1, 2])
def test_keys_know_states(size: int) -> None:
    """Of the first six slots, and of six in the middle."""
    seen = set()
    for mates, full in states(6):
        if full == (1 << 6) - 1:
            continue  # no state of a sweep
        for first in (0, 8):
            moved = {slot + first: mate + first for slot, mate in mates.items()}
            all_full = state_words.all_slots(size) & ~sum(1 << slot for slot in moved)
            keys = state_words.new_keys(1, size)
            keys[:] = frontiers._pack(written(moved, size), np.uint64(all_full))
            key = tuple(keys.ravel())
            assert frontiers._unpack(key) == (written(moved, size), all_full)
            seen.add(key)
    assert len(seen) == 2 * (sum(1 for _ in states(6)) - 1)


# Matchings


def all_matchings(points: tuple[int, ...]) -> list[frozenset[frozenset[int]]]:
    """In the order of their ranks."""
    if not points:
        return [frozenset()]
    first, *others = points
    return [
        rest | {frozenset((first, other))}
        for other in others
        for rest in all_matchings(tuple(point for point in others if point != other))
    ]


def closes(one: frozenset[frozenset[int]], other: frozenset[frozenset[int]]) -> bool:
    """Whether the union is one cycle."""
    mates = [{a: b for pair in matching for a, b in (tuple(pair), tuple(pair)[::-1])} for matching in (one, other)]
    point, length = 0, 0
    while length == 0 or point != 0:
        point, length = mates[1][mates[0][point]], length + 2
    return length == 2 * len(one)


@pytest.mark.parametrize("pairs", [1, 2, 3, 4])
@pytest.mark.parametrize("modulus", [0, 101, 2**32 - 5])
def test_closing_matchings(pairs: int, modulus: int) -> None:
    listed = all_matchings(tuple(range(2 * pairs)))
    assert len(listed) == matchings.MATCHINGS[pairs]
    rng = np.random.default_rng(pairs)
    left, right = (rng.integers(0, modulus or 2**56, len(listed)).astype(np.uint64) for _ in range(2))
    left[rng.random(left.size) < 0.3] = 0
    expected = sum(
        int(left[i]) * int(right[j]) for i, j in product(range(len(listed)), repeat=2) if closes(listed[i], listed[j])
    )
    preimages = matchings.find_preimages(4)
    scratch = np.empty(200, np.uint64)
    low, high = matchings._close(left, right, pairs, *preimages, matchings.MATCHINGS, np.uint64(modulus), scratch)
    assert int(low) + (int(high) << 64) == (expected % modulus if modulus else expected)


def test_ranks_of_matchings() -> None:
    """Of six ends of paths among eight slots."""
    for free in combinations(range(8), 2):
        slots = tuple(slot for slot in range(8) if slot not in free)
        keys = []
        for matching in all_matchings(slots):
            mates = {a: b for pair in matching for a, b in (tuple(pair), tuple(pair)[::-1])} | {free[0]: free[0]}
            full = 0xFFFF & ~sum(1 << slot for slot in mates)
            keys.extend(frontiers._pack(written(mates, 1), np.uint64(full)))
        assert frontiers.rank_matchings(np.array(keys, np.uint64), np.uint64(0xFFFF)).tolist() == list(range(15))
