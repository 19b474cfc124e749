"""Symmetric tours, against an enumeration of all tours of small boards by plain backtracking."""

from __future__ import annotations

from functools import cache
from itertools import product, starmap
from typing import TYPE_CHECKING, Any, Literal

import pytest
from helpers import naive
from helpers.marks import exhaustive, left, long, very_long
from helpers.wrong import wrong
from hypothesis import assume, given
from hypothesis import strategies as st

import destrier as dt
from destrier.core.board import Board
from destrier.core.seeds import Stream
from destrier.core.tourney import Tour
from destrier.makers.symmetric import quotients
from destrier.measuring.metrics import crossing_pairs
from destrier.proofs.symmetry import SYMMETRY_KINDS, symmetry_theorem
from destrier.support.errors import DestrierError, NoSuchTour, UnsupportedBoard
from destrier.switching import costs
from destrier.switching.movegraphs import cover
from destrier.switching.worms import stir, temper

if TYPE_CHECKING:
    from destrier.core.choices import SymmetryKind
    from destrier.core.types import Cover
    from destrier.makers.symmetric import Quotient

MAPS: dict[str, tuple[str, ...]] = {
    "central": ("rotate-180",),
    "axial": ("flip-rows", "flip-columns"),
    "quarter": ("rotate-90",),
}

ENUMERATED = left([(5, 6), (6, 5), (3, 10), (10, 3), (6, 6), (3, 12), (12, 3)], [(5, 6), (3, 10), (10, 3)])
"""Boards small enough to list all their closed tours."""


def is_symmetric(edges: set[naive.Edge], rows: int, cols: int, symmetry: str) -> bool:
    """Whether a map of this kind takes the board to itself, and the tour too."""
    return any(
        {naive.SYMMETRIES[name](square, rows, cols) for square in naive.rectangle(rows, cols)}
        == naive.rectangle(rows, cols)
        and {frozenset(naive.SYMMETRIES[name](square, rows, cols) for square in edge) for edge in edges} == edges
        for name in MAPS[symmetry]
    )


def edges_of(tour: Tour) -> set[naive.Edge]:
    return naive.edges(tour.moves.tolist())


@cache
def closed_tours(rows: int, cols: int) -> list[frozenset[naive.Edge]]:
    """All closed tours, as sets of edges."""
    return [
        frozenset(naive.edges_of_walk(walk, closed=True)) for walk in naive.closed_tours(naive.rectangle(rows, cols))
    ]


@cache
def symmetric_tours(rows: int, cols: int, symmetry: str) -> set[frozenset[naive.Edge]]:
    return {tour for tour in closed_tours(rows, cols) if is_symmetric(set(tour), rows, cols, symmetry)}


def assert_symmetric(tour: Tour, rows: int, cols: int, symmetry: str) -> None:
    assert isinstance(tour, Tour)
    assert naive.is_closed_tour(tour.moves.tolist(), naive.rectangle(rows, cols))
    assert is_symmetric(edges_of(tour), rows, cols, symmetry)
    assert set(tour.symmetries()) & set(MAPS[symmetry])


def test_the_numbers_of_closed_tours() -> None:
    assert [len(closed_tours(*shape)) for shape in ((5, 6), (3, 10))] == [8, 16]


@pytest.mark.parametrize("shape", ENUMERATED)
@pytest.mark.parametrize("symmetry", SYMMETRY_KINDS)
def test_small_boards_against_the_list_of_all_tours(shape: tuple[int, int], symmetry: SymmetryKind) -> None:
    wanted = symmetric_tours(*shape, symmetry)
    assert (symmetry_theorem(*shape, symmetry) is None) == bool(wanted)
    if not wanted:
        with pytest.raises(NoSuchTour):
            dt.tour(*shape, symmetry=symmetry)
        return
    made = {frozenset(edges_of(dt.tour(*shape, symmetry=symmetry, seed=seed))) for seed in range(40)}
    assert made <= wanted
    assert len(made) > len(wanted) // 2 or len(made) > 20


@pytest.mark.parametrize(("shape", "symmetry"), [((3, 10), "central"), ((5, 6), "axial"), long((6, 6), "quarter")])
def test_every_symmetric_tour_may_be_made(shape: tuple[int, int], symmetry: SymmetryKind) -> None:
    made = {frozenset(edges_of(dt.tour(*shape, symmetry=symmetry, seed=seed))) for seed in range(400)}
    assert made == symmetric_tours(*shape, symmetry)


# Open tours

SMALL = left(
    [(3, 4), (4, 3), (3, 7), (4, 5), (5, 4), (4, 6), (5, 5), (3, 8), (3, 9), (4, 7), (3, 10), (5, 6), (6, 5)],
    [(3, 4), (3, 7), (5, 4), (4, 6), (5, 5), (3, 8)],
    weekly=[(5, 6), (6, 5), (3, 10)],
)
"""Boards small enough to list all their open tours."""


@pytest.mark.parametrize("shape", SMALL)
def test_open_tours_against_the_list_of_all_tours(shape: tuple[int, int]) -> None:
    """They are counted, listed and made; in no reflection, and under no quarter turn, is one its own image."""
    walks = naive.open_tours(naive.rectangle(*shape))
    tours = {frozenset(naive.edges_of_walk(walk, closed=False)) for walk in walks}
    images = [name for name in naive.SYMMETRIES if name != "identity" and maps_onto_itself(name, *shape)]
    kept = {name: {tour for tour in tours if image_of(tour, name, *shape) == tour} for name in images}
    wanted = kept.pop("rotate-180")
    assert not any(kept.values())
    assert (symmetry_theorem(*shape, "central", "open") is None) == bool(wanted)
    assert dt.count(*shape, kind="open", symmetry="central").undirected == len(wanted)
    listed = [frozenset(edges_of(tour)) for tour in dt.all_tours(*shape, kind="open", symmetry="central")]
    assert len(listed) == len(wanted)
    assert set(listed) == wanted
    classes = {frozenset(image_of(tour, name, *shape) for name in ("identity", *images)) for tour in tours}
    assert dt.count(*shape, kind="open", classes=True).classes == len(classes)
    if wanted:
        made = {
            frozenset(edges_of(dt.tour(*shape, kind="open", symmetry="central", seed=seed)))
            for seed in range(10 * len(wanted))
        }
        assert made == wanted
    for symmetry in SYMMETRY_KINDS:
        if symmetry != "central" or not wanted:
            with pytest.raises(NoSuchTour):
                dt.tour(*shape, kind="open", symmetry=symmetry)


@pytest.mark.parametrize(
    ("cols", "classes"), [(3, 2), (5, 3), (7, 17), (9, 112), (11, 620), long(13, 2821), long(15, 13805)]
)
def test_published_numbers_of_symmetric_open_tours_with_four_rows(cols: int, classes: int) -> None:
    """OEIS A328340; a class has two of them, as reflections give one another."""
    assert dt.count(4, cols, kind="open", symmetry="central").undirected == 2 * classes


@pytest.mark.parametrize(("cols", "tours"), [(8, 0), (9, 4), (13, 16), long(17, 264)])
def test_published_numbers_of_symmetric_open_tours_with_ends_in_a_column(cols: int, tours: int) -> None:
    """OEIS A169773, by the list of all of them."""
    listed = dt.all_tours(3, cols, kind="open", symmetry="central")
    assert sum(tour[0][1] == tour[-1][1] for tour in listed) == tours


def maps_onto_itself(name: str, rows: int, cols: int) -> bool:
    board = naive.rectangle(rows, cols)
    return {naive.SYMMETRIES[name](square, rows, cols) for square in board} == board


def image_of(edges: frozenset[naive.Edge], name: str, rows: int, cols: int) -> frozenset[naive.Edge]:
    return frozenset(frozenset(naive.SYMMETRIES[name](square, rows, cols) for square in edge) for edge in edges)


@given(rows=st.integers(3, 40), cols=st.integers(3, 40), seed=st.integers(0, 10**9))
def test_open_tours_of_random_boards(rows: int, cols: int, seed: int) -> None:
    if symmetry_theorem(rows, cols, "central", "open") is not None:
        with pytest.raises(NoSuchTour):
            dt.tour(rows, cols, kind="open", symmetry="central", seed=seed)
        return
    tour = dt.tour(rows, cols, kind="open", symmetry="central", seed=seed)
    assert naive.is_open_tour(tour.moves.tolist(), naive.rectangle(rows, cols), [tour[0], tour[-1]])
    assert is_symmetric(edges_of(tour), rows, cols, "central")
    assert tour == dt.tour(rows, cols, kind="open", symmetry="central", seed=seed) == dt.repeat(tour)


def test_what_open_symmetric_tours_are_not_combined_with() -> None:
    with pytest.raises(UnsupportedBoard, match="start and end cannot be combined with a symmetry"):
        dt.tour(5, 5, kind="open", symmetry="central", start="a1")
    with pytest.raises(DestrierError, match="not of those with given ends"):
        dt.count(5, 5, kind="open", classes=True, start="a1")
    with pytest.raises(DestrierError, match="require and forbid cannot be combined with symmetry"):
        list(dt.all_tours(6, 6, symmetry="central", require=[("c3", "d5")]))


@pytest.mark.parametrize("symmetry", SYMMETRY_KINDS)
def test_closed_tours_are_listed(symmetry: SymmetryKind) -> None:
    listed = [frozenset(edges_of(tour)) for tour in dt.all_tours(6, 6, symmetry=symmetry)]
    assert len(listed) == len(set(listed)) == dt.count(6, 6, symmetry=symmetry).undirected
    assert all(is_symmetric(set(tour), 6, 6, symmetry) for tour in listed)


@exhaustive
@pytest.mark.parametrize("name", ["transpose", "anti-transpose"])
def test_no_tour_is_symmetric_in_a_diagonal(name: str) -> None:
    image = naive.SYMMETRIES[name]
    for tour in closed_tours(6, 6):
        assert {frozenset(image(square, 6, 6) for square in edge) for edge in tour} != tour


@pytest.mark.parametrize("symmetry", SYMMETRY_KINDS)
@pytest.mark.parametrize("sides", [range(3, 9), very_long(range(3, 12)), very_long(range(3, 15))], ids=str)
def test_all_small_boards(symmetry: SymmetryKind, sides: range) -> None:
    for rows, cols in product(sides, repeat=2):
        if symmetry_theorem(rows, cols, symmetry) is None:
            assert_symmetric(dt.tour(rows, cols, symmetry=symmetry, seed=rows), rows, cols, symmetry)


@pytest.mark.parametrize("symmetry", SYMMETRY_KINDS)
@given(rows=st.integers(3, 40), cols=st.integers(3, 40), seed=st.integers(0, 10**9))
def test_tours_of_random_boards(symmetry: SymmetryKind, rows: int, cols: int, seed: int) -> None:
    if symmetry == "quarter":
        cols = rows
    reason = symmetry_theorem(rows, cols, symmetry)
    if reason is not None:
        with pytest.raises(NoSuchTour):
            dt.tour(rows, cols, symmetry=symmetry, seed=seed)
        return
    tour = dt.tour(rows, cols, symmetry=symmetry, seed=seed)
    assert_symmetric(tour, rows, cols, symmetry)
    assert tour == dt.tour(rows, cols, symmetry=symmetry, seed=seed)


@pytest.mark.parametrize("length", left([10, *range(14, 60, 2), 300], [10, 14, 16, 18, 20, 22, 24]))
@pytest.mark.parametrize("symmetry", ["central", "axial"])
def test_boards_with_three_rows(length: int, symmetry: SymmetryKind) -> None:
    for rows, cols in ((3, length), (length, 3)):
        if symmetry == "axial" and length % 4 == 0:
            assert symmetry_theorem(rows, cols, symmetry) is not None
        else:
            assert_symmetric(dt.tour(rows, cols, symmetry=symmetry, seed=1), rows, cols, symmetry)


def test_central_tours_of_an_odd_side_may_cross_at_the_centre_or_not() -> None:
    crossed = set()
    for seed in range(20):
        edges = edges_of(dt.tour(7, 10, symmetry="central", seed=seed))
        through = {frozenset({(2, 4), (4, 5)}), frozenset({(2, 5), (4, 4)})} & edges
        assert len(through) in (0, 2)
        crossed.add(len(through))
    assert crossed == {0, 2}
    for seed in range(20):  # half of the squares is even: no tour is shifted by half its length
        edges = edges_of(dt.tour(7, 8, symmetry="central", seed=seed))
        assert {frozenset({(2, 3), (4, 4)}), frozenset({(2, 4), (4, 3)})} <= edges


@pytest.mark.parametrize("symmetry", SYMMETRY_KINDS)
def test_seeds_give_different_tours(symmetry: SymmetryKind) -> None:
    rows = 9 if symmetry == "axial" else 10
    assert len({dt.tour(rows, 10, symmetry=symmetry, seed=seed) for seed in range(20)}) == 20


@pytest.mark.parametrize(
    ("shape", "symmetry", "reason"),
    [
        ((5, 7), "central", "Schwenk 1991"),
        ((5, 6), "central", "5 x 6 with central symmetry exists: all of them were searched"),
        ((12, 3), "central", "12 x 3 with central symmetry exists: all of them were searched"),
        ((8, 8), "axial", "the side across the axis is 2 mod 4, the other odd"),
        ((5, 8), "axial", "the side across the axis is 2 mod 4, the other odd"),
        ((8, 8), "quarter", "the side is 2 mod 4"),
        ((6, 10), "quarter", "only square boards"),
    ],
)
def test_the_reason_names_the_theorem(shape: tuple[int, int], symmetry: SymmetryKind, reason: str) -> None:
    words = symmetry_theorem(*shape, symmetry)
    assert words is not None
    assert reason in words
    assert "\n" not in words


def test_wrong_use() -> None:
    with pytest.raises(DestrierError, match="central, axial or quarter, not 'diagonal'"):
        dt.tour(6, 6, symmetry=wrong("diagonal"))
    with pytest.raises(DestrierError, match="at least 1 row"):
        dt.tour(0, 6, symmetry="central")


# Few turns and crossings

COUNTS = {"turns": naive.turns, "crossings": naive.crossings}


@pytest.mark.parametrize("aim", COUNTS)
@pytest.mark.parametrize(
    ("shape", "symmetry"),
    [
        ((3, 10), "central"),
        ((5, 6), "axial"),
        *starmap(long, (((6, 6), "central"), ((6, 6), "quarter"), ((10, 3), "axial"))),
    ],
)
def test_annealing_finds_the_best_of_all_tours(
    shape: tuple[int, int], symmetry: SymmetryKind, aim: Literal["turns", "crossings"]
) -> None:
    least = min(COUNTS[aim](naive.moves_of(set(tour), *shape)) for tour in symmetric_tours(*shape, symmetry))
    tour = dt.tour(*shape, symmetry=symmetry, minimize=aim, algorithm="annealing", seed=1)
    assert_symmetric(tour, *shape, symmetry)
    assert COUNTS[aim](tour.moves.tolist()) == least


@pytest.mark.parametrize(("aim", "least"), [("turns", 46), ("crossings", 70)])
def test_annealing_finds_what_is_proved_of_8x8(aim: Literal["turns", "crossings"], least: int) -> None:
    """These numbers are even, and without symmetry 45 and 69 are the fewest."""
    tour = dt.tour(8, 8, symmetry="central", minimize=aim, algorithm="annealing", seed=1)
    assert_symmetric(tour, 8, 8, "central")
    assert COUNTS[aim](tour.moves.tolist()) == least


@pytest.mark.parametrize("aim", COUNTS)
@pytest.mark.parametrize(
    ("shape", "symmetry"),
    [
        ((13, 18), "axial"),
        *starmap(long, (((22, 21), "axial"), ((22, 22), "quarter"), ((15, 20), "central"), ((14, 15), "central"))),
    ],
)
def test_annealing_of_larger_boards(
    shape: tuple[int, int], symmetry: SymmetryKind, aim: Literal["turns", "crossings"]
) -> None:
    usual = dt.tour(*shape, symmetry=symmetry, seed=1)
    few = dt.tour(*shape, symmetry=symmetry, minimize=aim, sweeps=100, seed=1)
    assert_symmetric(few, *shape, symmetry)
    assert COUNTS[aim](few.moves.tolist()) < 0.7 * COUNTS[aim](usual.moves.tolist())


@pytest.mark.parametrize("aim", COUNTS)
@pytest.mark.parametrize("symmetry", SYMMETRY_KINDS)
@given(rows=st.integers(3, 12), cols=st.integers(3, 12), seed=st.integers(0, 10**9))
def test_what_covers_of_a_quotient_cost(aim: str, symmetry: SymmetryKind, rows: int, cols: int, seed: int) -> None:
    """Worms know by how much the turns and crossings of the board rise, whatever they do to the quotient."""
    board = Board(rows, rows if symmetry == "quarter" else cols)
    if symmetry_theorem(*board.shape, symmetry):
        return
    cost = costs.turns(board) if aim == "turns" else costs.crossings(board, crossing_pairs())
    stream = Stream(seed)
    for quotient in quotients(board, symmetry, stream):
        moves = stirred_cover(quotient, stream)
        before = COUNTS[aim](quotient.lift(moves).tolist())
        rise = temper(
            quotient.graph, moves, 1, seed, worms=20 * moves.size, cost=quotient.fold(cost), temperature=3
        ).rise
        assert before + rise == COUNTS[aim](quotient.lift(moves).tolist())


def stirred_cover(quotient: Quotient, stream: Stream) -> Cover:
    """A random cover, from any there is."""
    found = cover(quotient.graph, stream.key())
    assume(found is not None)
    assert found is not None
    stir(quotient.graph, found, stream.key())
    return found


def test_what_is_annealed() -> None:
    """Boards for which there is no pattern, and tours that are to be random-looking."""
    laid = dt.tour(26, 26, symmetry="central", minimize="turns")
    asked: list[tuple[tuple[int, int], dict[str, Any]]] = [
        ((26, 26), {"symmetry": "central", "minimize": "turns", "obfuscate": True, "sweeps": 20}),
        ((26, 26), {"symmetry": "central", "minimize": "turns", "sweeps": 50}),
        ((3, 10), {"symmetry": "central", "minimize": "turns"}),
        ((5, 6), {"symmetry": "axial", "minimize": "crossings"}),
        ((6, 6), {"symmetry": "quarter", "minimize": "crossings"}),
    ]
    for shape, options in asked:
        one, again = (dt.tour(*shape, seed=1, **options) for _ in range(2))
        assert one == again
        assert one != laid
        assert_symmetric(one, *shape, options["symmetry"])
    with pytest.raises(NoSuchTour, match="the side across the axis is 2 mod 4"):
        dt.tour(24, 24, symmetry="axial", minimize="crossings")
    with pytest.raises(UnsupportedBoard, match="symmetric tours that minimize turns are closed tours of rectangles"):
        dt.tour(10, 10, leaper="zebra", symmetry="central", minimize="turns", obfuscate=True)
