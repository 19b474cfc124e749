"""Studies: each runs at a small size, states what it found, and leaves other files alone."""

from __future__ import annotations

import csv
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers.marks import exhaustive, left

import destrier as dt
from destrier.support.errors import DestrierError
from reproduce import (
    STUDIES,
    algorithms,
    joins,
    network_moves,
    network_tours,
    obfuscated_moves,
    run_study,
    taming,
    times,
    warnsdorff_moves,
    warnsdorff_success,
)
from reproduce.__main__ import main
from reproduce.common.sampled_moves import MoveSample
from reproduce.common.statistics import (
    distance,
    distance_between,
    f_tail,
    fit_line,
    kolmogorov_smirnov,
    normal_tail,
    z_of_means,
)
from reproduce.common.study_tables import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray


def run(*arguments: str) -> object:
    """What the command exits with."""
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return left.value.code


def read(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


@exhaustive
def test_paths(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        page = run_study("paths", tmp_path / "out", small=True, executor=executor)
    assert page == tmp_path / "out" / "paths.md"
    assert "All 8 numbers of the paper in this table agree." in page.read_text()
    rows = read(tmp_path / "out" / "paths-table-4.csv")
    assert len(rows) == 8
    for row in rows:
        counted = dt.paths.count_paths(int(row["k"]), uncrossed=row["paths"] == "uncrossed")
        assert (int(row["fixed"]), int(row["classes"])) == (counted.fixed, counted.classes)
        assert row["published"] == row["classes"]
    assert [row["k"] for row in read(tmp_path / "out" / "paths-table-1.csv")] == ["6", "8", "10", "12", "14", "16"]


def test_a_misprint_is_told() -> None:
    from reproduce.paths import _verdict

    table = Table(("k", "paths", "fixed", "classes", "published"), [(4, "all", 6, 3, 3), (6, "all", 136, 25, 26)])
    assert _verdict(table).startswith(
        "Of 2 numbers of the paper 1 agree. It prints 26 classes of length 6; there are 25."
    )


def test_tables(tmp_path: Path) -> None:
    table = Table(("number", "name"), [(1234567, "x"), (0.123456, None), (2097.4, "a, b")])
    table.write(tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text() == 'number,name\n1234567,x\n0.123456,\n2097.4,"a, b"\n'
    assert table.markdown().splitlines()[2:] == ["| 1,234,567 | x |", "| 0.123 |  |", "| 2,097 | a, b |"]


def test_studies_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DestrierError, match="unknown study 'horses'; the studies are algorithms, "):
        run_study("horses", tmp_path)
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(DestrierError, match=r"holds thesis\.tex: name a directory that is new, empty or of the study"):
        run_study("paths", tmp_path)
    assert run("horses") == 2
    assert capsys.readouterr().err.startswith("reproduce: unknown study 'horses'; the studies are algorithms, ")
    assert not (tmp_path / "horses").exists()
    assert run("list") == 0
    listed = capsys.readouterr().out
    assert all(f"\n{name} " in listed for name in STUDIES)


# The statistics, against textbook values


def test_tails() -> None:
    assert normal_tail(1.959964) == pytest.approx(0.05, abs=1e-7)
    assert normal_tail(-2.575829) == pytest.approx(0.01, abs=1e-7)
    for x, above, below, tail in ((161.4476, 1, 1, 0.05), (3.098391, 3, 20, 0.05), (99.0, 2, 2, 0.01), (1, 7, 7, 0.5)):
        assert f_tail(x, above, below) == pytest.approx(tail, rel=1e-4)
    assert f_tail(7.814728 / 3, 3, 10**6) == pytest.approx(0.05, rel=1e-3)
    assert f_tail(0, 3, 9) == 1
    assert 0 <= f_tail(1e5, 3, 997) < 1e-300


def test_distances_of_distributions() -> None:
    generator = np.random.default_rng(1)
    sample = generator.dirichlet((50, 30, 20), 400)
    assert distance(sample, (0.5, 0.3, 0.2))[1] > 0.01
    assert distance(sample, (0.51, 0.29, 0.2))[1] < 1e-3
    again = generator.dirichlet((50, 30, 20), 400)
    assert distance_between(sample, again)[1] > 0.01
    assert distance_between(sample, again + np.array((0.01, -0.01, 0)))[1] < 1e-3
    # with two numbers Hotelling's test is the t-test: its square is F(1, n - 1)
    two = sample[:12, :2] / sample[:12, :2].sum(axis=1, keepdims=True)
    t_square, _ = distance(two, (0.6, 0.4))
    assert t_square == pytest.approx((two[:, 0].mean() - 0.6) ** 2 / (two[:, 0].var(ddof=1) / 12))


def test_probabilities_are_uniform() -> None:
    """Under the hypothesis p is as often below a level as the level says."""
    generator = np.random.default_rng(2)
    ps = [distance(generator.dirichlet((50, 30, 20, 10), 12), np.array((50, 30, 20, 10)) / 110)[1] for _ in range(500)]
    assert kolmogorov_smirnov(ps, np.linspace(0, 1, 5001))[1] > 0.001


def test_samples_and_lines() -> None:
    assert z_of_means([1, 2, 3, 4], [2, 3, 4, 5]) == pytest.approx(-1 / np.sqrt(5 / 6))
    assert kolmogorov_smirnov([1, 2, 3], [4, 5, 6])[0] == 1
    assert kolmogorov_smirnov(range(100), range(100))[1] == 1
    line = fit_line([0, 1, 2, 3], [1, 3, 2, 4])
    assert line.slope == pytest.approx(0.8)
    assert line.intercept == pytest.approx(1.3)
    assert line.residual == pytest.approx(np.sqrt(0.9))
    assert line.error == pytest.approx(np.sqrt(0.9 / 5))


# What the studies say follows from what they found


def distributions(means: Sequence[float], n: int = 200, seed: int = 0) -> NDArray[np.float64]:
    """A sample of distributions with these means that scatters a little; no number comes where there is none."""
    return np.random.default_rng(seed).dirichlet(np.array(means) * 2500 + 1e-12, n)


def obfuscated(**relative: Sequence[float]) -> dict[str, MoveSample]:
    """What the paper prints, with other relative moves of some sources."""
    return {
        source.name: MoveSample(
            distributions(source.moves, seed=number),
            distributions(relative.get(source.name.replace("-", ""), source.relative), seed=number + 9),
            np.ones(200, np.int64),
        )
        for number, source in enumerate(obfuscated_moves.PUBLISHED)
    }


def test_whose_row_is_printed_twice() -> None:
    other = (0.155, 0.147, 0.136, 0.139, 0.0, 0.139, 0.136, 0.148)
    assert "it is that of the four-cover tours" in obfuscated_moves.whose_row(obfuscated(Warnsdorff=other))
    assert "it is that of the Warnsdorff tours" in obfuscated_moves.whose_row(obfuscated(FourCover=other))
    assert "too little to say" in obfuscated_moves.whose_row(obfuscated())
    printed, alike = obfuscated()["Warnsdorff"], obfuscated(Warnsdorff=other)["Warnsdorff"]
    assert "are not distinguished from them" in obfuscated_moves.how_walked(alike, alike)
    assert "are distinguished from them" in obfuscated_moves.how_walked(printed, alike)
    rows = obfuscated_moves.tests(obfuscated(Warnsdorff=other)).rows
    assert [row[:2] for row in rows if row[-1] != "yes"] == [("Warnsdorff", 2)]


def test_what_obfuscation_hides() -> None:
    told = obfuscated_moves.how_hidden(obfuscated())
    assert "in tours of Div-and-Conq (T-square" in told
    assert "3 of the 3 pairs of sources of 50 x 50 are distinguished" in told
    assert obfuscated_moves.how_scattered(obfuscated()).startswith("Refuted")


def test_warnsdorff_moves_are_judged() -> None:
    relative = (0.272, 0.145, 0.09, 0.129, 0, 0.129, 0.09, 0.145)
    even = MoveSample(distributions([0.125] * 8), distributions(relative), np.ones(200, np.int64))
    uneven = MoveSample(distributions([0.2, *[0.8 / 7] * 7]), distributions([1 / 7] * 7 + [0]), even.cycles)
    assert [row[-1] for row in warnsdorff_moves.compare(even).rows] == ["yes"] * 4
    assert {row[-1] for row in warnsdorff_moves.compare(uneven).rows} == {"**no**"}
    assert warnsdorff_moves.how_uniform(even).startswith("Confirmed")
    assert warnsdorff_moves.how_uniform(uneven).startswith("Refuted")
    assert warnsdorff_moves.which_order(even).startswith("Confirmed")
    assert "is distinguished" in warnsdorff_moves.how_alike(even, uneven)
    assert "is not distinguished" in warnsdorff_moves.how_alike(even, even)


def test_network_moves_are_judged() -> None:
    def drawn(moves: float, relative: float, scatter: int) -> MoveSample:
        rows = np.random.default_rng(1).dirichlet(np.array([moves, *[(1 - moves) / 7] * 7]) * scatter, 100)
        return MoveSample(rows, distributions([relative, *[(1 - relative) / 6] * 6, 0], 100), np.full(100, 17))

    even, walked = drawn(0.125, 0.12, 2500), drawn(0.125, 0.27, 500)
    found = {"network 40": even, "network 50": even, "Warnsdorff 40": walked}
    assert network_moves.how_uniform(found).endswith("confirmed.")
    assert network_moves.what_is_preferred(found).startswith("Confirmed: 12")
    swapped = {"network 40": walked, "network 50": even, "Warnsdorff 40": even}
    assert network_moves.how_uniform(swapped).endswith("refuted.")
    assert network_moves.what_is_preferred(swapped).startswith("Refuted: 27")
    assert "16 times as long" in network_moves.which_side(found, {40: 0.1, 50: 0.01})
    assert "longer than we can tell" in network_moves.which_side(found, {40: 0.1, 50: 0.0})
    assert network_moves.which_side(found, {40: 0.1, 50: 0.05}).startswith("Undecided")
    assert "0 of 100 tourneys of 40 x 40 are tours; the mean is 17.0 cycles" in network_moves.how_many_tours(even)


def curve(sides: Sequence[int], nanoseconds: Callable[[int], float]) -> times.Curve:
    """Boards that take so many nanoseconds a square."""
    return times.Curve(
        list(sides), np.array([[nanoseconds(n) * n * n * x for x in (9e-10, 1e-9, 1.1e-9)] for n in sides])
    )


def test_times_are_judged() -> None:
    sides = range(20, 52, 2)
    flat, power, exponential = (curve(sides, f) for f in (lambda _: 50.0, lambda n: n**4, lambda n: 2 ** (n / 5)))
    assert power.power.slope == pytest.approx(4)
    assert "doubles with every 5.0 columns" in times.how_it_grows(exponential)
    assert times.how_it_grows(exponential).startswith("Confirmed")
    assert times.how_it_grows(power).startswith("Refuted")
    assert times.how_it_grows(curve([20, 22, 24], lambda n: n**4)).startswith("Undecided")
    assert "106,000 ns a square on 40 x 40, 2120.0 times ours" in times.beside_walks(flat)
    assert "run on 40 x 40 and 50 x 50 only" in times.beside_walks(curve([20], lambda _: 1.0))
    assert times.how_constant(flat).startswith("confirmed")
    assert times.how_constant(power).startswith("refuted")
    for factor, verdict in ((201, "Confirmed"), (199, "Refuted")):
        slower = times.Curve([50], flat.seconds[-1:] * factor)
        told = times.how_much_faster({times.TOURS: slower, times.TOURNEYS: flat})
        assert told == f"{verdict}: on 50 x 50 our tourneys are {factor} times as fast as our tours."
    large = [8192, 16384, 32768]
    assert times.how_linear(curve(large, lambda _: 0.1)) == (
        "confirmed; the time goes as the number of squares to the 1.000 (standard error 0.000)."
    )
    assert times.how_linear(curve(large, lambda n: n)).startswith(
        "refuted; the time goes as the number of squares to the 1.5"
    )
    assert times.how_linear(curve([24, 25, 26], float)) == "not tested at this size."


def test_shares_of_tours_are_judged() -> None:
    """Shares that fall in a known way are recognized."""

    def judged(share: Callable[[int], float]) -> str:
        sides = range(6, 22, 2)
        return network_tours.how_it_decays([network_tours.Share(n, round(share(n) * 10**7), 10**7, 2.0) for n in sides])

    assert judged(lambda n: 0.5 ** (n / 3)).startswith(
        "Faster than any power of the side, and exponentially with the side"
    )
    assert "exponentially with the number of squares" in judged(lambda n: 0.98 ** (n * n))
    assert judged(lambda n: n**-2.0).startswith("Undecided")
    assert judged(lambda n: 0.5 ** (n / 3)).endswith("it halves with every 3.0 columns.")
    assert judged(lambda n: 0.3 * (n < 9)).startswith("Undecided: too few boards")


def test_failures_of_joins_are_judged() -> None:
    assert joins.where_it_fails({"a": {6: 0.5, 20: 0.0}, "b": {6: 0.1, 20: 0.02}}) == (
        "Confirmed for some sources. Up to 50.0% of the joins fail on a board below 20 x 20, of a tourneys. From 20 x "
        "20 on, joins of a tourneys never failed. Joins of b (2.0% at most) tourneys keep failing, about "
        "equally often on all boards."
    )
    assert joins.where_it_fails({"a": {6: 0.5, 20: 0.0}}).startswith("Confirmed. ")
    assert joins.where_it_fails({"a": {6: 0.5}}).endswith("larger boards were not tried.")
    assert (
        joins.what_is_fixed({"a": {6: 1.0}, "b": {6: 0.5}}, 100)
        == "None of 100 joins made a tour of these: a on 6 x 6."
    )


def test_sizes_and_bounds_are_judged() -> None:
    assert algorithms.how_many_cycles({4: 4, 6: 4, 8: 8}) == "Confirmed for all even *n* from 4 to 8."
    told = algorithms.how_many_cycles({4: 4, 6: 3, 8: 8, 10: 7})
    assert told.startswith("Refuted for *n* = 2 modulo 4: there are 3 for *n* = 6 (the paper: 4), 7 for *n* = 10")
    assert "that is, *n* - 3" in told
    sides = (8, 16, 24, 32)
    quadratic, linear = ({n: float(n * n) for n in sides}, {n: 8.0 * n for n in sides})
    few = taming.how_they_grow({"turns": {"divide-and-conquer": quadratic, "rectangle": quadratic, "b": linear}})
    assert few.startswith("Confirmed: of divide-and-conquer and rectangle the powers of *n* are 2.00 to 2.00")
    assert few.endswith("The same holds for 2 of 3 generators; those with linearly many are b.")
    assert taming.how_they_grow({"turns": {"divide-and-conquer": linear, "rectangle": quadratic}}).startswith("Refuted")
    lines = taming.fit_heels([32, 40, 48, 56])
    assert {heel: [round(line.slope, 2) for line in each.values()] for heel, each in lines.items()} == {
        "formation": [9.5, 13.0],
        "turns": [9.25, 12.75],
        "crossings": [9.5, 12.0],
        "both": [9.25, 11.75],
    }
    assert taming.how_few(lines).startswith("9.25 *n* turns: confirmed (9.25 *n*); 12 *n* crossings: confirmed")
    told = taming.how_bounded({"a": quadratic, "b": linear}, "turns")
    assert told.startswith("The fewest turns for the side are 8.0 *n*, by b on 16 x 16: above the lower bound of 6 *n*")
    assert "below the lower bound" in taming.how_bounded({"a": {n: 3.0 * n for n in sides}}, "crossings")


@exhaustive
def test_the_success_of_walks_is_judged() -> None:
    said = {("corner", one.ties, one.side): one.least for one in warnsdorff_success.STATEMENTS}
    assert {row[-1] for row in warnsdorff_success.judge(said, 100).rows} == {"yes"}
    assert {
        row[-1] for row in warnsdorff_success.judge({key: float(share < 0.5) for key, share in said.items()}, 100).rows
    } == {"**no**"}
    sides = [50, 500]
    assert warnsdorff_success.how_distance_fails({("corner", "distance", 50): 1.0}, [50]).startswith("Confirmed")
    assert "on 50 x 50, 90.0% of" in warnsdorff_success.how_distance_fails(
        {("corner", "distance", side): 0.9 for side in sides}, sides
    )
    assert warnsdorff_success.how_squirrel_does(range(5, 9)).startswith("Confirmed")
    assert "fails for n = 3, 4" in warnsdorff_success.how_squirrel_does(range(3, 9))


# All of them

SMALLER = [name for name in STUDIES if name != "paths"]

WEEKLY = {
    "algorithms",
    "distributions",
    "network-moves",
    "obfuscated-moves",
    "rails",
    "uniform",
    "uniformity",
    "warnsdorff-moves",
}

LONG = {
    "bounds",
    "joins",
    "network-tours",
    "rectangle-time",
    "shatters",
    "taming",
    "obfuscation-time",
    "records",
    "tourney-time",
}
"""Those that take more than a few seconds even at their small size."""


@pytest.mark.parametrize("name", left(SMALLER, (name for name in SMALLER if name not in LONG | WEEKLY), WEEKLY))
def test_every_study(name: str, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        page = run_study(name, tmp_path, small=True, executor=executor)
    text = page.read_text()
    assert text.startswith("# ")
    assert not re.search(r"\{|\bnan\b|\binf\b", text)
    pictures = re.findall(r"!\[[^\]]+\]\(([^ )]+)", text)
    assert pictures or name == "uniformity"  # that has tables only
    for picture in pictures:
        svg = (tmp_path / picture).read_text()
        assert "<svg" in svg
        assert "<dc:date>" not in svg
    tables = [read(path) for path in tmp_path.glob("*.csv")]
    assert tables
    assert all(len(rows) > 2 for rows in tables)
    assert all(None not in row and None not in row.values() for rows in tables for row in rows)


@exhaustive
def test_a_page_is_the_same_again(tmp_path: Path) -> None:
    for folder, samples in (("one", 10), ("two", 10), ("three", 11)):
        with ThreadPoolExecutor(1) as executor:
            run_study("taming", tmp_path / folder, small=True, samples=samples, executor=executor)
    files = [path.name for path in (tmp_path / "one").iterdir() if path.is_file()]
    assert len(files) == 3
    for file in files:
        same = (tmp_path / "one" / file).read_bytes()
        assert (tmp_path / "two" / file).read_bytes() == same
        assert (tmp_path / "three" / file).read_bytes() != same


def test_columns_of_the_paper_s_tables() -> None:
    for kind, moves in (("moves", 8), ("relative", 7)):
        table = obfuscated_moves._cells(obfuscated(), kind)
        assert table.columns[:4] == ("source", "side", "move", "ours")
        assert len(table.rows) == 5 * moves
        for source in obfuscated_moves.PUBLISHED:
            mine = [row for row in table.rows if row[0] == source.name]
            assert sum(float(row[3] or 0) for row in mine) == pytest.approx(1, abs=1e-5)
            assert [row[5] for row in mine] == [number for number in getattr(source, kind) if number]


@pytest.mark.parametrize("samples", ["0", "-1", "9"])
def test_too_few_samples(samples: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("obfuscated-moves", "--samples", samples, "--output", str(tmp_path / "out")) == 2
    assert capsys.readouterr().err == f"reproduce: a study takes 10 samples at least, not {samples}\n"
    assert not (tmp_path / "out").exists()


def test_a_study_that_draws_nothing(tmp_path: Path) -> None:
    with pytest.raises(DestrierError, match="the study paths draws no samples"):
        run_study("paths", tmp_path, samples=100)
