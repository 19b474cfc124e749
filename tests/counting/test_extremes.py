"""The fewest and the most of each figure, against all tours of small boards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import naive
from helpers.marks import long, very_long

import destrier as dt
from destrier import cli

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("rows", "cols"), [(5, 6), (3, 10), long(6, 5), long(12, 3), very_long(6, 6)])
def test_extremes_are_those_of_all_tours(rows: int, cols: int) -> None:
    walks = naive.closed_tours(naive.rectangle(rows, cols))
    tours = {frozenset(naive.edges_of_walk(walk, closed=True)) for walk in walks}
    measured = {tour: naive.figures(naive.moves_of(tour, rows, cols)) for tour in tours}
    found = dt.counting.extremes(rows, cols)
    assert found.tours == len(tours)
    assert found.fewest.keys() == found.most.keys() == next(iter(measured.values())).keys()
    for end, best in ((found.fewest, min), (found.most, max)):
        for name, extreme in end.items():
            number = best(one[name] for one in measured.values())
            wanted = {tour for tour in tours if measured[tour][name] == number}
            orbits = [naive.images(naive.edges(one.moves.tolist()), rows, cols) for one in extreme.classes]
            assert (extreme.number, extreme.tours) == (number, len(wanted))
            assert set().union(*orbits) == wanted
            assert sum(map(len, orbits)) == len(wanted)  # each class once


def test_batches_without_a_best_tour(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dt.counting.extremes(5, 6).table()
    monkeypatch.setattr("destrier.counting.samples._BATCH", 1)
    assert dt.counting.extremes(5, 6).table() == whole


def test_boards_are_refused() -> None:
    with pytest.raises(dt.UnsupportedBoard, match="at most 100,000,000, not of 8 x 8"):
        dt.counting.extremes(8, 8)
    with pytest.raises(dt.NoSuchTour):
        dt.counting.extremes(5, 5)


def test_extremes_in_a_notebook() -> None:
    shown = dt.counting.extremes(5, 6)._repr_html_()
    assert shown.count("<tr>") == 9
    assert ">crossings<" in shown
    assert ">49<" in shown


def run(*arguments: str) -> int | str | None:
    with pytest.raises(SystemExit) as finished:
        cli.main(["census", "extremes", *arguments])
    return finished.value.code


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = dt.counting.extremes(5, 6)
    assert run("5", "6") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[2:]] == [list(map(str, row)) for row in found.table()]
    assert run("5", "6", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["tours"] == 8
    assert told["most"]["turns"] == {"number": 30, "tours": 2, "classes": 1}
    assert run("5", "6", "--most", "rails", "--json") == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert run("5", "6", "--fewest", "crossings") == 0
    assert len(capsys.readouterr().out.splitlines()) == 5
    path = tmp_path / "tours.npy"
    assert run("5", "6", "--most", "rails", "-o", str(path)) == 0
    assert np.array_equal(np.load(path), found.most["rails"].moves)


@pytest.mark.parametrize("arguments", [("-o", "tours.npy"), ("--fewest", "turns", "--most", "turns")])
def test_wrong_use(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run("5", "6", *arguments) == 2
    assert "--fewest" in capsys.readouterr().err
