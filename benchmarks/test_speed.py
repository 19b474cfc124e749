"""How fast the kernels are, warm; `make benchmark` prints the table of the README."""

from __future__ import annotations

import math
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import destrier as dt
from destrier.drawing import to_svg
from destrier.measuring import metrics

if TYPE_CHECKING:
    from collections.abc import Callable

    PerSquare = Callable[..., Any]


@pytest.mark.parametrize("method", ["parberry", "mix"])
@pytest.mark.parametrize("side", [100, 1000])
def test_obfuscate(per_square: PerSquare, method: Any, side: int) -> None:
    source = dt.tour(side, side, algorithm="divide-and-conquer")
    seeds = iter(range(1000))
    per_square(side * side, lambda: dt.obfuscate(source, method=method, seed=next(seeds)))


@pytest.mark.parametrize("side", [8, 32, 50, 200, 1000])
def test_uniform(per_square: PerSquare, side: int) -> None:
    per_square(side * side, lambda: dt.tour(side, side, uniform=True, seed=1))


@pytest.mark.parametrize("side", [8, 32])
def test_sample_of_chains(per_square: PerSquare, side: int) -> None:
    """A thousand tours, by chains that judge themselves."""
    per_square(1000 * side * side, lambda: dt.sample(side, side, n=1000, method="chain", seed=1))


@pytest.mark.parametrize("algorithm", ["concentric-braid", "four-cover"])
def test_join(per_square: PerSquare, algorithm: str) -> None:
    source = dt.tourney(1000, 1000, algorithm=algorithm)
    seeds = iter(range(1000))
    per_square(10**6, lambda: dt.join(source, seed=next(seeds)))


@pytest.mark.parametrize("algorithm", ["concentric-braid", "divide-and-conquer", "four-cover"])
def test_structured(per_square: PerSquare, algorithm: str) -> None:
    per_square(4096**2, lambda: dt.tourney(4096, 4096, algorithm=algorithm))


@pytest.mark.parametrize("side", [8, 16, 20, 32])
def test_network(per_square: PerSquare, side: int) -> None:
    """Sixteen tourneys at a time: the number of sweeps varies much."""
    seeds = iter(range(10_000))
    per_square(
        16 * side**2, lambda: [dt.tourney(side, side, algorithm="takefuji-lee", seed=next(seeds)) for _ in range(16)]
    )


@pytest.mark.parametrize(("kind", "rows", "cols"), [("open", 25, 25), ("closed", 10_000, 10_000), ("closed", 3, 10**7)])
def test_rectangle(per_square: PerSquare, kind: Any, rows: int, cols: int) -> None:
    out = np.empty((rows, cols), np.uint8)
    per_square(rows * cols, lambda: dt.tour(rows, cols, kind=kind, algorithm="rectangle", out=out))


@pytest.mark.parametrize(("algorithm", "aim"), [("formation", "turns"), ("tame", "turns"), ("tame", "crossings")])
def test_few_turns_and_crossings(per_square: PerSquare, algorithm: str, aim: Any) -> None:
    out = np.empty((20_000, 20_000), np.uint8)
    per_square(out.size, lambda: dt.tour(*out.shape, algorithm=algorithm, minimize=aim, out=out))


@pytest.mark.parametrize("sides", [(300, 300, 300), (100, 100, 100, 100)])
def test_space(per_square: PerSquare, sides: tuple[int, ...]) -> None:
    per_square(math.prod(sides), lambda: dt.tour(dt.Space(*sides)))


def test_order_without_walking(per_square: PerSquare) -> None:
    order, out = dt.TourOrder(10_000, 10_000), np.empty(10**8, np.int64)
    per_square(out.size, lambda: order.indices(out=out))


@pytest.mark.parametrize("side", [100, 10**6])
@pytest.mark.parametrize("method", ["index_at", "position_of"])
def test_look_up(per_square: PerSquare, method: str, side: int) -> None:
    order = dt.TourOrder(side, side)
    numbers = np.random.default_rng(1).integers(0, side * side, 10**7)
    per_square(numbers.size, lambda: getattr(order, method)(numbers))


@pytest.mark.parametrize("algorithm", ["rectangle", None])
def test_given_ends(per_square: PerSquare, algorithm: str | None) -> None:
    seeds = iter(range(1000))
    ends: Any = {"start": (0, 0), "end": (998, 999)}
    per_square(10**6, lambda: dt.tour(1000, 1000, kind="open", algorithm=algorithm, seed=next(seeds), **ends))


def test_disc_with_holes(per_square: PerSquare) -> None:
    rows, cols = np.mgrid[:300, :300] - 149.5
    present = (np.hypot(rows, cols) <= 150) & (np.random.default_rng(1).random((300, 300)) >= 0.05)
    light = (np.indices((300, 300)).sum(axis=0) % 2 == 0) & present
    surplus = 2 * int(light.sum()) - int(present.sum())
    present.ravel()[np.flatnonzero(light if surplus > 0 else present & ~light)[: abs(surplus)]] = False
    board = dt.Board.from_mask(present)
    seeds = iter(range(1000))
    per_square(board.size, lambda: dt.tour(board, seed=next(seeds)))


def test_box(per_square: PerSquare) -> None:
    seeds = iter(range(1000))
    per_square(60_000, lambda: dt.tour(dt.Box(100, 100, 100), seed=next(seeds)))


@pytest.mark.parametrize(("symmetry", "side"), [("central", 200), ("quarter", 202)])
def test_symmetric(per_square: PerSquare, symmetry: Any, side: int) -> None:
    seeds = iter(range(1000))
    per_square(side * side, lambda: dt.tour(side, side, symmetry=symmetry, seed=next(seeds)))


@pytest.mark.parametrize("algorithm", ["two-factor", "warnsdorff"])
@pytest.mark.parametrize("side", [100, 1000])
def test_random_tourney(per_square: PerSquare, algorithm: str, side: int) -> None:
    seeds = iter(range(1000))
    per_square(side * side, lambda: dt.tourney(side, side, algorithm=algorithm, seed=next(seeds)))


@pytest.mark.parametrize("side", [40, 50])
def test_warnsdorff_tour(per_square: PerSquare, side: int) -> None:
    seeds = iter(range(1000))
    per_square(side * side, lambda: dt.tour(side, side, algorithm="warnsdorff", seed=next(seeds)))


@pytest.mark.parametrize("kind", ["braid", "obfuscated"])
def test_find_rails(per_square: PerSquare, kind: str) -> None:
    source = dt.tourney(1000, 1000, algorithm="concentric-braid")
    tourney = dt.obfuscate(source, seed=1) if kind == "obfuscated" else source
    per_square(10**6, lambda: dt.find_rails(tourney))


@pytest.mark.parametrize("metric", ["turns", "move_counts", "relative_move_counts", "crossings", "charge"])
def test_metric(per_square: PerSquare, metric: str) -> None:
    tour = dt.obfuscate(dt.tourney(4096, 4096, algorithm="concentric-braid"), seed=1)
    per_square(4096**2, lambda: getattr(metrics, metric)(tour))


def test_validation(per_square: PerSquare) -> None:
    tour = dt.tour(4096, 4096, algorithm="divide-and-conquer")
    per_square(4096**2, lambda: dt.Tourney(tour.moves))


@pytest.mark.parametrize("side", [1000, 10_000])
def test_order(per_square: PerSquare, side: int) -> None:
    tour = dt.tour(side, side, seed=1)
    per_square(side * side, lambda: dt.Tourney.trusted(tour.moves, tour.board, 1).indices())


SMALL = dt.tour(8, 8, seed=1)
PLACES = [tuple(place) for place in SMALL.order().tolist()]


@pytest.mark.parametrize(
    "call",
    [
        lambda: dt.Tourney.trusted(SMALL.moves, SMALL.board, 1).order(),
        lambda: dt.Tour.from_squares(PLACES),
        lambda: dt.measure(SMALL),
        lambda: to_svg(SMALL),
        lambda: dt.tour(100, 100, algorithm="divide-and-conquer"),
        lambda: dt.tour(25, 24, algorithm="rectangle"),
    ],
    ids=["order", "from_squares", "measure", "svg", "divide-and-conquer of 100 x 100", "rectangle of 25 x 24"],
)
def test_small_call(benchmark: Any, call: Callable[[], Any]) -> None:
    """One call, of 8 x 8 unless it says otherwise; after the first thousand, all kernels are compiled."""
    benchmark.pedantic(call, rounds=1000, warmup_rounds=1000)


@pytest.mark.parametrize("call", ["dt.join(source, seed=1)", "dt.obfuscate(source, seed=1)"])
def test_peak_memory(call: str, record_property: Callable[[str, object], None]) -> None:
    """Bytes a square beyond the source, of a process of its own."""
    program = textwrap.dedent(f"""
        import resource
        import destrier as dt
        {call.replace("source", "dt.tourney(200, 200, algorithm='four-cover')")}
        source = dt.tourney(12_000, 12_000, algorithm='four-cover')
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        {call}
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print((after - before) * 1024 / 12_000**2)
    """)
    out = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    record_property("bytes_per_square", float(out))
    print(f"{call}: {float(out):.1f} bytes a square beyond the source")
