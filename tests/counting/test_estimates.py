"""Estimates: boards whose numbers are known, errors as they are claimed, and the parts that estimates are made of."""

from __future__ import annotations

import json
from math import log
from typing import Any

import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive, long, very_long

import destrier as dt
from destrier import cli
from destrier.core.board import Board
from destrier.counting import estimates, ladders, weighed_worms
from destrier.support import resources
from destrier.support.errors import DestrierError
from destrier.switching.movegraphs import cover


@pytest.mark.parametrize(
    ("shape", "number"),
    [
        long((3, 12), 176),
        ((6, 6), 9_862),
        long((8, 6), 55_488_142),
        long((5, 6), 8),
        long((5, 8), 44_202),
        long((7, 8), 34_524_432_316),
        very_long((8, 8), 13_267_364_410_532),
        long((8, 9), 7_112_881_119_092_574),
        long((7, 10), 1_250_063_279_938_854),
    ],
)
def test_closed_tours_are_estimated(shape: tuple[int, int], number: int) -> None:
    estimate = dt.counting.estimate(*shape, error=0.02, seed=1)
    assert 0 < estimate.error <= 0.02
    assert abs(estimate.undirected / number - 1) < 4 * estimate.error
    assert estimate.tourneys == dt.count(*shape, kind="tourney").undirected
    assert estimate.undirected == pytest.approx(estimate.share * estimate.tourneys, rel=1e-6, abs=1)


@pytest.mark.parametrize(
    ("shape", "strips"),
    [long((6, 8), [3, 3]), long((8, 8), [4, 4]), very_long((8, 9), [4, 4]), very_long((9, 10), [3, 3, 3])],
)
def test_tourneys_of_boards_that_are_cut(
    shape: tuple[int, int], strips: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = dt.count(*shape, kind="tourney").undirected
    monkeypatch.setattr(estimates, "_strips", lambda _board: strips)
    estimate = dt.counting.estimate(*shape, kind="tourney", error=0.03, seed=2)
    assert 0 < estimate.tourneys_error == estimate.error <= 0.03
    assert abs(estimate.undirected / number - 1) < 4 * estimate.error
    both = dt.counting.estimate(*shape, error=0.05, seed=2)
    assert both.tourneys_error > 0 < both.share_error
    assert both.error == pytest.approx(np.hypot(both.tourneys_error, both.share_error))


@pytest.mark.parametrize(
    ("shape", "strips"),
    [
        ((10, 10), [10]),
        ((6, 200), [6]),
        ((12, 12), [6, 6]),
        ((21, 20), [8, 6, 6]),
        ((14, 15), [8, 6]),
        ((30, 30), [8, 8, 7, 7]),
    ],
)
def test_strips_can_be_counted(shape: tuple[int, int], strips: list[int]) -> None:
    assert estimates._strips(Board(*shape)) == strips


def test_a_seed_repeats_an_estimate_with_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    given = dt.counting.estimate(6, 6, error=0.05, seed=7)
    assert given == dt.counting.estimate(6, 6, error=0.05, seed=7) != dt.counting.estimate(6, 6, error=0.05, seed=8)
    monkeypatch.setattr(resources, "processors", lambda: 1)
    monkeypatch.setattr("destrier.support.parallel.processors", lambda: 5)
    assert given == dt.counting.estimate(6, 6, error=0.05, seed=7)


@pytest.mark.parametrize("shape", [(4, 4), (5, 5), (3, 6), (4, 10)])
def test_boards_without_closed_tours(shape: tuple[int, int]) -> None:
    assert dt.counting.estimate(*shape).undirected == 0
    assert dt.counting.estimate(*shape, kind="tourney").undirected == dt.count(*shape, kind="tourney").undirected


@pytest.mark.parametrize("weights", [(0.5, 0.5), *map(long, ((1.0, 1.0), (0.4, 1.0), (1.0, 0.3)))])
def test_worms_draw_each_tourney_by_its_weight(weights: tuple[float, float]) -> None:
    """All tourneys of 8 x 4, by their numbers of cycles and of edges between the two halves."""
    board = Board(8, 4)
    graph = board.move_graph
    below = np.arange(32) >= 16
    marked = ((graph.there >= 0) & (below[:, None] != below[graph.there])).astype(np.uint8)
    law: dict[tuple[int, int], float] = {}
    for edges in naive.tourneys(naive.rectangle(8, 4)):
        crossing = sum(len({row < 4 for row, _ in edge}) == 2 for edge in edges)
        case = len(naive.cycles(naive.moves_of(edges, 8, 4))), crossing
        law[case] = law.get(case, 0) + weights[0] ** case[0] * weights[1] ** case[1]
    moves = cover(graph, 1)
    assert moves is not None
    found = weighed_worms.observe(graph, moves, marked, weights, 5, times=40_000, worms=30)
    cases, numbers = np.unique(found, axis=0, return_counts=True)
    assert {tuple(case) for case in cases.tolist()} <= set(law)
    for (cycles, crossing), weight in law.items():
        share = weight / sum(law.values())
        came = numbers[(cases == (cycles, crossing)).all(axis=1)].sum() / 40_000
        assert came == pytest.approx(share, abs=6 * (share / 8_000) ** 0.5 + 2e-4)


def test_a_fit_finds_the_law_behind_exact_histograms() -> None:
    law = np.array([1e-9, 1e-6, 0.0, 1e-3, 0.2, 0.5, 0.3])
    rungs = np.array([0.0, -2.0, -4.0, -6.0])
    tilted = law * np.exp(rungs[:, None] * np.arange(7))
    histograms = np.rint(1e15 * tilted / tilted.sum(axis=1, keepdims=True)).astype(np.int64)
    fitted = np.exp(ladders.fit(histograms, rungs))
    assert fitted == pytest.approx(law / law.sum(), rel=1e-5)


@exhaustive
def test_standard_errors_are_honest() -> None:
    """The errors of many estimates of a known share are as large as the estimates say."""
    rng_keys = range(24)

    def climb(rungs: list[float], draws: int, key: int) -> Any:
        rng = np.random.default_rng(key)
        return np.stack([rng.poisson(6 * np.exp(rung), draws) for rung in rungs])

    shares = [ladders.log_share_of_zero(climb, 0.02, key, lambda *_: None) for key in rng_keys]
    assert all(share.error <= 0.02 for share in shares)
    scores = np.array([(share.log + 6) / share.error for share in shares])
    assert 0.6 < np.sqrt(np.mean(scores**2)) < 1.5
    assert abs(log(np.mean([np.exp(share.log) for share in shares])) + 6) < 0.02


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        ((8, 8), {"kind": "open"}, DestrierError, "^estimates are of closed tours and of tourneys, not of open tours$"),
        ((8, 8), {"error": 0}, DestrierError, "the error is a share between 0 and 1, not 0"),
        ((8, 8), {"max_memory": 10**6}, MemoryError, "more than the 1.0 MB allowed"),
        ((Board(6, 6, leaper=(1, 4)),), {}, DestrierError, "only for a knight on a rectangle"),
    ],
)
def test_bad_input(arguments: tuple[Any, ...], options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        dt.counting.estimate(*arguments, **options)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--seed", "1"], ["--seed", "1", "--json"]):
        with pytest.raises(SystemExit) as finished:
            cli.main(["count", "estimate", "6", "6", "--error", "0.05", *arguments])
        assert finished.value.code == 0
        printed = capsys.readouterr().out
        if "--json" in arguments:
            assert json.loads(printed)["undirected"] == dt.counting.estimate(6, 6, error=0.05, seed=1).undirected
        else:
            assert "relative error" in printed
