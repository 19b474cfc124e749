"""Samples by chains: their law, their figures, their limits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pytest
from helpers import naive
from helpers.marks import exhaustive, left, long
from helpers.wrong import wrong
from hypothesis import given
from hypothesis import strategies as st

import destrier as dt
from destrier import cli
from destrier.counting.chains import autocorrelation_time, split_r_hat
from destrier.counting.samples import sample_moves, sampler_of
from destrier.measuring.stack_statistics import statistics

if TYPE_CHECKING:
    from pathlib import Path

SIGMAS = 4.0


# The figures of one tour


@pytest.mark.parametrize("sides", [(6, 6), (9, 8), (5, 12)])
def test_statistics_are_the_metrics(sides: tuple[int, int]) -> None:
    tours = [dt.tour(*sides, seed=seed) for seed in range(4)] + [dt.tour(*sides, kind="open", seed=1)]
    found = statistics(np.array([tour.moves for tour in tours]), tours[0].board)
    for number, tour in enumerate(tours):
        moves = tour.moves.tolist()
        assert found["turns"][number] == naive.turns(moves)
        assert found["crossings"][number] == naive.crossings(moves)
        assert found["rails"][number] == len(naive.rails(moves))
        assert [found["charge 0"][number], found["charge 1"][number]] == naive.charge(moves)[:2]
        assert [found["winding across"][number], found["winding down"][number]] == winding(moves)


def winding(moves: list[list[int]]) -> list[int]:
    rows, cols = len(moves), len(moves[0])
    across = down = 0
    for edge in naive.edges(moves):
        light, dark = sorted(edge, key=lambda square: sum(square) % 2)
        across += (dark[1] - light[1]) * (1 if 2 * light[0] < rows else -1)
        down += (dark[0] - light[0]) * (1 if 2 * light[1] < cols else -1)
    return [across, down]


@pytest.mark.parametrize("method", ["chain", "independent"])
def test_a_sample_beyond_memory_is_refused_at_once(method: Any) -> None:
    with pytest.raises(MemoryError, match=r"^a sample of 1000000000000 tours needs about [\d,]+ GB of memory, "):
        dt.sample(8, 8, n=10**12, method=method)


def test_statistics_of_other_boards() -> None:
    tour = dt.tour(dt.Box(4, 4, 4), seed=1)
    found = statistics(tour.moves[None], tour.board)
    assert found["turns"][0] == dt.turns(tour)
    assert [found[f"move {move}"][0] for move in range(4, 8)] == dt.measuring.move_counts(tour)[4:].tolist()


# The figures of a series


@given(st.floats(-0.5, 0.9), st.integers(0, 2**32))
def test_the_autocorrelation_time_of_an_autoregressive_series(rate: float, seed: int) -> None:
    noise = np.random.default_rng(seed).normal(size=20_000)
    series = np.empty_like(noise)
    series[0] = noise[0] / np.sqrt(1 - rate**2)
    for step in range(1, noise.size):
        series[step] = rate * series[step - 1] + noise[step]
    known = max(1.0, (1 + rate) / (1 - rate))
    assert autocorrelation_time(series) == pytest.approx(known, rel=0.5)


def test_r_hat_tells_chains_that_differ() -> None:
    draws = np.random.default_rng(1).normal(size=(4, 400))
    assert split_r_hat(list(draws)) == pytest.approx(1, abs=0.02)
    assert split_r_hat(list(draws + np.arange(4)[:, None])) > 1.3
    drifting = draws + np.linspace(0, 6, 400)
    assert split_r_hat(list(drifting)) > 1.3
    assert split_r_hat([np.ones(9)] * 3) == 1


# Laws


@pytest.mark.parametrize("sides", left([(6, 6), (5, 8), (6, 7), (6, 8)], [(5, 8)]))
def test_means_are_those_of_exact_samples(sides: tuple[int, int]) -> None:
    drawn = dt.sample(*sides, n=4000, method="chain", seed=1)
    exact = statistics(sample_moves(*sides, n=4000, seed=2), dt.Board(*sides))
    assert drawn.method == "chain"
    assert drawn.diagnosis is not None
    assert drawn.diagnosis.is_good
    for name, one in drawn.diagnosis.statistics.items():
        error = np.hypot(one.error, exact[name].std() / np.sqrt(4000))
        assert abs(one.mean - exact[name].mean()) < SIGMAS * error + 1e-9


@pytest.mark.parametrize(
    ("board", "options"),
    [
        long(dt.Board(9, 9), {"kind": "open"}),
        (dt.Board(9, 9), {"kind": "open", "start": "a1"}),
        (dt.Board(8, 9), {"kind": "open", "start": "a1", "end": (0, 0)}),
        (dt.Board(7, 7).without_corner(), {}),
        (dt.Space(4, 4, 4), {}),
        long(dt.Board(10, 12, leaper=(1, 4)), {}),
        long(dt.Board(24, 25), {}),
        long(dt.Board(3, 80), {}),
        long(dt.Box(3, 4, 5), {}),
    ],
    ids=repr,
)
def test_any_board(board: Any, options: dict[str, Any]) -> None:
    tours = dt.sample(board, n=20, seed=3, method="chain", **options)
    assert len({tour.canonical() for tour in tours}) > 1
    for tour in tours:
        assert tour.board == board
        kind: Literal["closed", "open"] = options.get("kind", "closed")
        assert dt.Tour.from_order(tour.indices(), board, kind=kind) == tour  # checks each step
        if "start" in options:
            assert board.square(board.index(options["start"])) in (tour.ends or ())


def test_exact_where_that_is_soon_done() -> None:
    assert dt.sample(5, 6, n=3, seed=1).method == "exact"
    assert dt.sample(5, 6, n=3, seed=1).diagnosis is None
    assert dt.sample(10, 10, n=11, seed=1).method == "chain"


def test_a_seed_repeats_a_sample_whatever_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    once = dt.sample(8, 8, n=20, seed=5, method="chain")
    monkeypatch.setattr("destrier.counting.chains.processors", lambda: 1)
    assert dt.sample(8, 8, n=20, seed=5, method="chain") == once
    assert dt.sample(8, 8, n=20, seed=6, method="chain") != once


# Limits


def test_a_budget_that_is_too_small() -> None:
    with pytest.raises(dt.BudgetExceeded, match=r"budget of 1e-09 s ended at 0 of 5 tours, which are kept") as caught:
        dt.sample(40, 40, n=5, seed=1, budget=1e-9)
    assert caught.value.sample == []


def test_what_was_drawn_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    sampler = sampler_of(24, 24, seed=1)

    def interrupt(what: str, done: int, total: int) -> None:
        if done >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sampler.draw(50, interrupt)
    assert len(sampler) >= 3
    assert len(sampler.moves(50)) == len(sampler)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"n": 0}, "a sample has at least 1 tour, not 0"),
        ({"method": "best"}, "a method of sampling is 'exact', 'independent' or 'chain', not 'best'"),
        ({"budget": -1}, "a budget is a number of seconds above 0, not -1"),
        ({"kind": "corner"}, "tours are sampled if they are closed or open, not 'corner'"),
        ({"start": "c3"}, r"start and end belong to open tours \(kind open\)"),
        ({"end": "c3"}, r"start and end belong to open tours \(kind open\)"),
        ({"budget": 4, "method": "exact"}, "a budget is for the method chain, not for exact: leave it out"),
        ({"budget": 4, "method": "independent"}, "a budget is for the method chain, not for independent"),
        ({"max_memory": 1000, "method": "independent"}, "limits the count of the method exact, not independent"),
        ({"max_memory": 1000, "method": "chain"}, "max_memory limits the count of the method exact, not chain"),
        ({"kind": "open", "start": "a1", "method": "exact"}, "exact samples of large boards are of all open tours"),
    ],
)
def test_wrong_use(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(dt.DestrierError, match=complaint):
        dt.sample(10, 10, **wrong({"n": 2, **options}))


def test_a_board_without_tours_is_proved_to_have_none() -> None:
    for board in (dt.Board(9, 9), dt.Board(4, 8), dt.Box(1, 1, 1)):
        with pytest.raises(dt.NoSuchTour):
            dt.sample(board, n=2)


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as finished:
        cli.main(list(arguments))
    return int(str(finished.value.code))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tours.npy"
    assert run("sample", "12", "-n", "30", "--seed", "1", "-o", str(path)) == 0
    printed = capsys.readouterr().out
    assert "stationary law uniform, proved; mixing diagnosed, not proved" in printed
    assert "winding across" in printed
    assert np.load(path).shape == (30, 12, 12)
    assert run("sample", "12", "-n", "30", "--seed", "1", "--json", "-o", str(path)) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["tours"] >= 30
    assert figures["statistics"]["turns"]["r_hat"] == pytest.approx(1, abs=0.2)


def test_the_command_tells_how_many_tours_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It may have diagnosed more."""
    path = tmp_path / "tours.npy"
    line = ["sample", "6", "6", "--method", "chain", "-n", "2", "--seed", "4", "-o", str(path)]
    assert run(*line, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["tours"], len(np.load(path))) == (2, 2)
    assert told["diagnosed"] >= 100
    assert run(*line) == 0
    assert capsys.readouterr().out.startswith(f"2 of {told['diagnosed']} tours of {told['chains']} chains")


@exhaustive
def test_the_command_keeps_what_it_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tours.npy"
    assert run("sample", "60", "-n", "5000", "--budget", "1", "--seed", "1", "-o", str(path)) == 3
    assert "which are kept" in capsys.readouterr().err
    kept = np.load(path)
    assert 0 < len(kept) < 5000
    assert dt.Tourney(kept[0]).cycle_count == 1
