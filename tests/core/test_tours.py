"""Several tours of one board: what one tour answers, and sheets, files and tables of them."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from helpers import naive

import destrier as dt

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def tours() -> dt.Tours:
    return dt.Tours(dt.all_tours(5, 6))


def test_several_are_measured_one_by_one(tours: dt.Tours) -> None:
    for function, slow in ((dt.turns, naive.turns), (dt.crossings, naive.crossings)):
        numbers = [slow(tour.moves.tolist()) for tour in tours]
        assert function(tours).tolist() == function(iter(tours)).tolist() == numbers
    assert np.array_equal(tours.turns(), dt.turns(tours))
    assert np.array_equal(tours.crossings(), dt.crossings(tours))
    assert dt.turns([]).tolist() == []


def test_a_table_has_means_and_standard_errors(tours: dt.Tours, tmp_path: Path) -> None:
    table, turns = tours.measures(), [naive.turns(tour.moves.tolist()) for tour in tours]
    assert table["turns"].tolist() == turns
    assert [row["turns"] for row in table.rows()] == turns
    assert table.means()["turns"] == statistics.mean(turns)
    assert table.errors()["turns"] == pytest.approx(statistics.stdev(turns) / len(turns) ** 0.5)
    line = next(line.split() for line in repr(table).splitlines() if line.startswith("turns "))
    assert line == ["turns", "29", "0.27", "28", "30"]
    assert "turns_bound" not in repr(table)  # the same for all
    assert "<td" in table._repr_html_()
    table.save(tmp_path / "measures.csv")
    names, *rows = (line.split(",") for line in (tmp_path / "measures.csv").read_text().splitlines())
    assert [int(row[names.index("turns")]) for row in rows] == turns


def test_open_tours_have_other_measures_than_closed_ones() -> None:
    mixed = [dt.tour(6, 6, seed=1), dt.tour(6, 6, kind="open", seed=1)]
    table = dt.measure(mixed)
    assert table["kind"].tolist() == ["closed", "open"]
    assert all(len(column) == 2 for column in table.values())


def test_tours_of_chains_count_for_fewer() -> None:
    sample = dt.sample(10, 10, n=200, seed=1, method="chain")
    assert sample.diagnosis is not None
    table, turns = sample.measures(), sample.diagnosis.statistics["turns"]
    independent = table["turns"].std(ddof=1) / len(sample) ** 0.5
    assert table.errors()["turns"] >= max(independent, 0.9 * turns.deviation / turns.effective**0.5)


@pytest.mark.parametrize("suffix", [".npy", ".npz", ".parquet", ".txt"])
def test_several_come_back_from_a_file(tours: dt.Tours, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"tours{suffix}"
    dt.save(iter(tours), path)
    assert dt.load(path) == tours
    assert isinstance(dt.load(path), dt.Tours)
    dt.Tours(tours[:1]).save(path)
    assert dt.load(path) == tours[0]
    assert dt.load(path, holds=dt.Tours) == tours[:1]
    with pytest.raises(dt.InvalidTourney, match=r"not of the given board|not have the shape of 6 x 5"):
        dt.load(path, board=dt.Board(6, 5), holds=dt.Tours)


def test_several_are_drawn_on_a_sheet(tours: dt.Tours, tmp_path: Path) -> None:
    for suffix, start in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        tours.draw(tmp_path / f"drawn{suffix}")
        dt.save(list(tours), tmp_path / f"saved{suffix}")
        drawn, saved = ((tmp_path / f"{name}{suffix}").read_bytes() for name in ("drawn", "saved"))
        assert drawn.startswith(start)
        assert len(saved) == len(drawn)
    assert (tmp_path / "drawn.svg").read_text().count('<path class="tour"') == 8


def test_they_say_how_many_they_are(tours: dt.Tours) -> None:
    opened = dt.tour(5, 6, kind="open", seed=1)
    assert repr(tours) == "<8 closed tours of 5 x 6>"
    assert repr(dt.Tours([*tours[:2], opened])) == "<2 closed and 1 open tours of 5 x 6>"
    assert repr(dt.Tours([opened])) == "<1 open tour of 5 x 6>"
    assert repr(dt.Tours()) == "<no tours>"
    assert tours._repr_html_().endswith("<figcaption>8 closed tours of 5 x 6</figcaption></figure>")
    many = dt.Tours([*tours] * 4)._repr_html_()
    assert many.count('<path class="tour"') == 24
    assert many.endswith("<figcaption>32 closed tours of 5 x 6; the first 24 are shown</figcaption></figure>")


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ([], "there are no tours: give at least one"),
        ([1], "number 0 is of the type int, not a Tour"),
        ([dt.Board(5, 6)], "number 0 is of the type Board, not a Tour"),
    ],
)
def test_what_is_no_tour_is_neither_saved_nor_drawn(given: list[Any], complaint: str, tmp_path: Path) -> None:
    for write, suffix in ((dt.save, ".npz"), (dt.draw, ".svg"), (dt.save, ".svg")):
        with pytest.raises(dt.DestrierError, match=rf"\A{complaint}\Z"):
            write(given, tmp_path / f"tours{suffix}")
    assert not list(tmp_path.iterdir())


def test_they_are_of_one_board(tours: dt.Tours, tmp_path: Path) -> None:
    mixed = [*tours, dt.tour(6, 6, seed=1)]
    for use in (dt.Tours, lambda given: dt.save(given, tmp_path / "tours.npz")):
        with pytest.raises(
            dt.DestrierError, match=r"\Aall tours of a list are of one board: number 8 is one of 6 x 6, not of 5 x 6\Z"
        ):
            use(mixed)
    assert not list(tmp_path.iterdir())
    assert np.array_equal(dt.turns(mixed)[:8], tours.turns())
