"""Generating functions of the numbers of tours: by backtracking, by counts of single boards, and by the literature."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import naive
from helpers.marks import long

import destrier as dt
from destrier.cli import run
from destrier.support.errors import DestrierError, UnsupportedBoard

"""Generating functions of the numbers of tours: by backtracking, by counts of single boards, and by the literature."""

FOUND: list[object] = [(3, "closed"), (3, "open"), (4, "open")]

found = cache(dt.counting.series)


@pytest.mark.parametrize(("rows", "kind"), FOUND)
def test_numbers_of_small_boards_by_backtracking(rows: int, kind: Any) -> None:
    count = naive.closed_tour_count if kind == "closed" else naive.open_tour_count
    cols = range(1, 22 // rows + 1)
    assert found(rows, kind).terms(len(cols)) == [count(naive.rectangle(rows, n)) for n in cols]


@pytest.mark.parametrize(("rows", "kind", "cols"), [(3, "closed", 60), (3, "open", 41), long(4, "open", 17)])
def test_numbers_are_those_of_counts(rows: int, kind: Any, cols: int) -> None:
    terms = found(rows, kind).terms(cols)
    for n in {8, 9, 10, cols - 1, cols}:
        assert terms[n - 1] == found(rows, kind).term(n) == dt.count(rows, n, kind=kind).undirected


@pytest.mark.parametrize(("rows", "kind", "cols"), [long(3, "closed", 300), long(4, "open", 100)])
def test_numbers_of_long_boards_are_those_of_counts(rows: int, kind: Any, cols: int) -> None:
    assert found(rows, kind).term(cols) == dt.count(rows, cols, kind=kind).undirected


def test_closed_tours_of_three_rows_have_the_published_generating_function() -> None:
    over = [1, 5, -34, -116, 505, 616, -3179, -4, 9536, -8176, -13392, 15360, 13888, 2784, -3328, -22016, 5120, 2048]
    assert found(3, "closed").numerator[10::2] == [16 * coefficient for coefficient in over]
    published = [1, -6, -64, 200, 1000, -3016, -3488, 24256, -23776, -104168, 203408]
    published += [184704, -443392, -14336, 151296, -145920, 263424, -317440, -36864, 966656, -573440, -131072]
    assert found(3, "closed").denominator[::2] == published
    assert not any(found(3, "closed").denominator[1::2])


@pytest.mark.parametrize(("rows", "kind", "order"), [(3, "closed", 42), (3, "open", 172), (4, "open", 240)])
def test_orders_and_growth(rows: int, kind: Any, order: int) -> None:
    series = found(rows, kind)
    assert series.order == len(series.denominator) - 1 == order
    assert series.checked >= 20
    terms = series.terms(2002)
    assert float(Fraction(terms[-1], terms[-3])) == pytest.approx(series.growth**2, rel=1e-9)
    assert series.growth_per_square**rows == pytest.approx(series.growth)


def test_no_closed_tours_of_four_rows() -> None:
    series = dt.counting.series(4)
    assert series.terms(30) == [0] * 30
    assert (series.order, series.growth, series.numerator, series.denominator) == (0, 0, [0], [1])
    assert "Schwenk" in str(series.why_none)
    assert found(3, "closed").why_none is None


@pytest.mark.parametrize(("rows", "kind"), [(2, "closed"), (5, "closed"), (5, "open"), (0, "open"), (-3, "closed")])
def test_other_rows_are_refused(rows: int, kind: Any) -> None:
    with pytest.raises(UnsupportedBoard, match=f"3 and 4 rows, not {rows}: "):
        dt.counting.series(rows, kind)


def test_other_kinds_and_columns_are_refused() -> None:
    kind: Any = "tourney"
    with pytest.raises(DestrierError, match="closed or open, not 'tourney'"):
        dt.counting.series(3, kind)
    for ask in (found(3, "closed").term, found(3, "closed").terms):
        with pytest.raises(DestrierError, match="at least 1 column, not 0"):
            ask(0)


def test_the_command_prints_the_series(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "series", "3", "-n", "12"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "closed tours of 3 x n"
    assert ["order", "42"] in [line.split() for line in lines]
    assert any("1 - 6 x^2 - 64 x^4 + 200 x^6" in line for line in lines)
    assert any(line.split(None, 1)[1].startswith("16 x^10 + 80 x^12") for line in lines if line.startswith("numerator"))
    assert lines[-12:] == [f"{n} {number}" for n, number in enumerate([0] * 9 + [16, 0, 176], 1)]


def test_the_command_writes_numbers_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "series", "3", "--kind", "open", "-n", "5", "-o", str(tmp_path / "b.txt")]) == 0
    assert (tmp_path / "b.txt").read_text() == "1 0\n2 0\n3 0\n4 8\n5 0\n"
    assert capsys.readouterr().out.splitlines()[-1].startswith("denominator")


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "series", "3", "--json", "-n", "10"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["terms"] == [0] * 9 + [16]
    assert answer["denominator"] == found(3, "closed").denominator
    assert "why_none" not in answer


def test_the_command_says_why_there_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "series", "4"]) == 0
    assert "none, since" in capsys.readouterr().out.splitlines()[0]
    assert run(["count", "series", "5", "--kind", "open"]) == 2
    error = "the series of tours is known for 3 and 4 rows, not 5: 5 rows have 84,653 states and would take days"
    assert capsys.readouterr().err == f"destrier: {error}\n"


def test_long_polynomials_are_printed_in_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "series", "4", "--kind", "open"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("denominator")]
    assert len(lines[0]) < 200
    assert lines[0].endswith(
        f"+ ... ({np.count_nonzero([*map(bool, found(4, 'open').denominator)])} coefficients; --json has all)"
    )


def test_numbers_of_more_digits_than_python_writes_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "series", "3", "-n", "9000"]) == 0
    assert len(capsys.readouterr().out.splitlines()[-1]) > 4400


def test_texts_leave_out_the_polynomials() -> None:
    series = found(3, "open")
    for text in (repr(series), series._repr_html_()):
        assert "growth" in text
        assert "numerator" not in text
