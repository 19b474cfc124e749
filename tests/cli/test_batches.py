"""Many tours by one command, the time that each took, and the means of their measures."""

from __future__ import annotations

import json
import statistics
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers.commands import runner

import destrier as dt

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from helpers.commands import Result


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    return runner(capsys)


def test_many_tours_are_those_of_seeds_in_turn(run: Callable[..., Result]) -> None:
    made = run("tour", 8, 8, "-n", 4, "--algorithm", "warnsdorff", "--seed", 7, "-o", "tours.npz", "-o", "tours.svg")
    assert (made.code, made.out) == (0, "")
    tours = dt.load("tours.npz")
    assert tours == [dt.tour(8, 8, algorithm="warnsdorff", seed=seed) for seed in range(7, 11)]
    assert len(tours.seconds) == 4
    assert min(tours.seconds) > 0
    whole, mean = sum(tours.seconds), 1000 * statistics.mean(tours.seconds)
    assert made.err.startswith(f"destrier: 4 tours in {whole:.3g} s: {mean:.3g} ms each, with a standard error of ")
    assert run("check", "tours.npz").out == "4 closed tours of 8 x 8\n"


def test_without_a_file_they_are_printed(run: Callable[..., Result]) -> None:
    parts = run("tour", 5, 6, "-n", 2, "--seed", 1).out.split("\n\n")
    assert [dt.load(part) for part in parts] == [dt.tour(5, 6, seed=seed) for seed in (1, 2)]


def test_their_measures_have_seconds_and_means(run: Callable[..., Result]) -> None:
    run("tour", 6, 6, "-n", 5, "--seed", 1, "-o", "tours.npz")
    tours = dt.load("tours.npz")
    head, *rows = (line.split(",") for line in run("measure", "tours.npz").out.splitlines())
    assert head[-1] == "seconds"
    assert [float(row[-1]) for row in rows] == tours.seconds
    turns = [int(row[head.index("turns")]) for row in rows]
    told = json.loads(run("measure", "tours.npz", "--mean", "--json").out)
    assert told["mean"]["turns"] == statistics.mean(turns)
    assert told["standard error"]["turns"] == pytest.approx(statistics.stdev(turns) / 5**0.5)
    assert told["mean"]["seconds"] == pytest.approx(statistics.mean(tours.seconds))
    assert run("measure", "tours.npz", "--mean").out == f"{dt.measure(tours)!r}\n"


def test_a_single_tour_has_no_standard_error(run: Callable[..., Result]) -> None:
    made = run("tour", 6, 6, "-n", 1, "--seed", 1, "-o", "tours.npz")
    (second,) = np.load("tours.npz")["seconds"]
    assert made.err == f"destrier: 1 tour in {second:.3g} s\n"
    told = json.loads(run("measure", "tours.npz", "--mean", "--json").out)
    assert told["standard error"]["turns"] is None
    assert told["mean"]["turns"] == dt.turns(dt.tour(6, 6, seed=1))


@pytest.mark.parametrize("suffix", [".json", ".parquet", ".squares", ".npz"])
def test_a_batch_comes_back_from_every_format(run: Callable[..., Result], suffix: str) -> None:
    assert run("tour", 6, 6, "-n", 3, "--seed", 1, "-o", f"tours{suffix}").code == 0
    assert list(dt.load(f"tours{suffix}")) == [dt.tour(6, 6, seed=seed) for seed in (1, 2, 3)]


def test_a_batch_is_printed_as_json(run: Callable[..., Result]) -> None:
    lines = run("tour", 6, 6, "-n", 2, "--seed", 1, "--json").out.splitlines()
    assert [dt.load(line) for line in lines] == [dt.tour(6, 6, seed=seed) for seed in (1, 2)]


def test_a_batch_that_its_file_cannot_hold_is_not_made(run: Callable[..., Result]) -> None:
    told = run("tour", 6, 6, "-n", 3, "--seed", 1, "-o", "tours.pgn")
    assert told == (2, "", "destrier: a game of chess holds a knight's tour of 8 x 8, not of 6 x 6: write .json\n")


def test_a_list_that_has_grown_has_no_times(run: Callable[..., Result]) -> None:
    run("tour", 6, 6, "-n", 2, "--seed", 1, "-o", "tours.npz")
    tours = dt.load("tours.npz")
    tours.append(dt.tour(6, 6, seed=3))
    tours.save("more.npz")
    assert (len(dt.load("more.npz")), dt.load("more.npz").seconds) == (3, None)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("tour 4 4 -n 3", "no closed tour of 4 x 4 exists"),
        ("tour 6 6 -n 3 -o tours.hcp", "tours.hcp: the suffix chooses the format; it is one of "),
        ("measure one.npy --mean", "one.npy holds one tour, which has no mean: leave out --mean"),
        (
            "check wrong.npz",
            "wrong.npz: the field 'seconds' is float64 of shape (2,), not float64 with a number for each",
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_line(run: Callable[..., Result], line: str, fault: str) -> None:
    tour = dt.tour(6, 6, seed=1)
    tour.save("one.npy")
    np.savez_compressed(
        "wrong.npz", board=json.dumps(tour.board.to_dict()), moves=np.stack([tour.moves] * 3), seconds=np.ones(2)
    )
    assert run(*line.split()).err.startswith(f"destrier: {fault}")
