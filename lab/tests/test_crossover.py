"""Tours that are cut between two rows and joined again."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unittest import mock

import numpy as np
import pytest
from crossover import Band, Crossover, bands, cost, cut_moves, images, is_cycle, parts, repeatable
from helpers import naive

import destrier as dt
from destrier.patterns.tame import joined

if TYPE_CHECKING:
    from destrier.core.choices import Goal
    from destrier.core.types import Moves

GOALS: tuple[Goal, ...] = ("turns", "crossings")


def tours(rows: int, cols: int, count: int = 4) -> list[Moves]:
    """Random ones."""
    return [np.array(dt.tour(rows, cols, seed=seed).moves) for seed in range(count)]


def has_one_cycle(moves: Moves) -> bool:
    """As another program counts."""
    return naive.cycle_count(moves.tolist()) == 1


@pytest.mark.parametrize("goal", GOALS)
def test_parts_of_the_same_tour_and_of_others_are_joined(goal: Goal) -> None:
    """All pairs that cut the same moves; what the parts cost is the cost of the whole."""
    known = [part for moves in tours(8, 6, 40) for image in images(moves) for part in parts(image, goal)]
    by_cut: dict[bytes, list[int]] = {}
    for place, (cut, _, _) in enumerate(known):
        by_cut.setdefault(cut, []).append(place)
    joined = 0
    for places in by_cut.values():
        for one in places[:6]:
            for other in places[:6]:
                upper, lower = known[one][1], known[other][2]
                moves = np.concatenate([upper.moves, lower.moves])
                assert is_cycle(upper.arcs, lower.arcs) == has_one_cycle(moves)
                counted = naive.turns(moves.tolist()) if goal == "turns" else naive.crossings(moves.tolist())
                assert upper.cost + lower.cost == counted
                joined += one != other
    assert joined > 100


def test_crossing_improves_tours_and_keeps_their_width() -> None:
    best = Crossover("turns", 40)
    known = {rows: np.array(dt.tour(rows, 8, minimize="crossings").moves) for rows in range(6, 21)}
    for moves in known.values():
        best.add(moves)
    assert set(best.best) > set(known)  # taller ones are made of their parts
    for rows, moves in best.best.items():
        assert moves.shape == (rows, 8)
        assert has_one_cycle(moves)
    fewer = {rows: cost("turns", moves) - cost("turns", best.best[rows]) for rows, moves in known.items()}
    assert min(fewer.values()) >= 0
    assert max(fewer.values()) > 0


@pytest.mark.parametrize("goal", GOALS)
def test_bands_change_arcs_as_parts_do(goal: Goal) -> None:
    moves = np.array(dt.tour(40, 8, minimize="crossings").moves)
    arcs = {(cut, len(upper.moves)): upper.arcs for cut, upper, _ in parts(moves, goal)}
    found = list(bands(moves, goal, 10))
    assert len(found) > 20
    for cut, band in found:
        firsts = [
            place
            for here, place in arcs
            if here == cut and np.array_equal(moves[place : place + len(band.moves)], band.moves)
        ]
        assert firsts
        assert band.arcs(arcs[cut, firsts[0]]) == arcs[cut, firsts[0] + len(band.moves)]


@pytest.mark.parametrize("goal", GOALS)
def test_rows_that_can_be_repeated_leave_one_cycle(goal: Goal) -> None:
    moves = np.array(dt.tour(30, 8, minimize="crossings").moves)
    known: dict[bytes, list[Band]] = {}
    for cut, band in bands(moves, goal, 10):
        known.setdefault(cut, []).append(band)
    repeated = 0
    for cut, upper, lower in parts(moves, goal):
        rows = repeatable(upper.arcs, known.get(cut, []), 24)
        if rows is not None:
            repeated += 1
            assert cut_moves(np.concatenate([upper.moves, rows]), len(upper.moves) + len(rows)) == cut
            for copies in (1, 2, 5):
                assert has_one_cycle(np.concatenate([upper.moves, *[rows] * copies, lower.moves]))
    assert repeated


@pytest.mark.parametrize("goal", GOALS)
def test_what_is_stored_makes_the_best_tours(goal: Goal) -> None:
    from tame_joined import Stored, add, cross

    best: dict[tuple[int, int], Moves] = {}
    for rows in range(8, 31):
        add(best, goal, np.array(dt.tour(rows, 8, minimize=goal).moves))
    cross(best, goal, 32)
    stored = joined.by_columns(Stored(goal, best).find())
    with mock.patch.object(joined, "patterns", return_value=stored):
        for (cols, rows), moves in best.items():
            assert cost(goal, np.array(dt.tour(rows, cols, minimize=goal).moves)) == cost(goal, moves)
        for rows in (100, 101, 102, 103):
            assert has_one_cycle(np.array(dt.tour(rows, 8, minimize=goal).moves))
