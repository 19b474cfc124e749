"""The distance of the random generators from the uniform distribution, on boards where it is known exactly."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from destrier import jobs
from destrier.core.board import Board
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tourney
from destrier.counting.samples import all_tours, sample
from destrier.desk.tour import source_of, tourney
from destrier.makers.takefuji_lee import takefuji_lee
from destrier.makers.warnsdorff import warnsdorff
from destrier.measuring.metrics import crossings, relative_move_counts, turns
from destrier.switching.joining import join
from destrier.switching.mixing import mix
from destrier.switching.obfuscation import obfuscate
from destrier.switching.rails import count_rails
from reproduce.common import plots
from reproduce.common.statistics import normal_tail, z_of_means
from reproduce.common.study_tables import Table, probability, template

BOARD: Final = Board(6, 6)
CHESSBOARD: Final = Board(8, 8)

_ENDLESS: Final = 1 << 40
"""The number of attempts of generators that discard failures."""

_IN_A_SHARD: Final = 5000
_COMPARED: Final = 1000
"""The number of tours of the chessboard of each kind, at full size."""

_ROUNDS: Final = (0, 1, 2, 4, 8)
_LEVEL: Final = 0.0001


def _drawn(key: int) -> Tourney:
    """Draw one of all tours: the reference, a uniform generator."""
    return _all_tours()[key % len(_all_tours())]


def _by_the_paper(source: str) -> Callable[[int], Tourney]:
    return lambda key: obfuscate(source_of(source, BOARD, key), method="parberry", seed=key)


def _mixed(rounds: int) -> Callable[[int], Tourney]:
    """Return a generator of random cycle covers, mixed and joined."""

    def generate(key: int) -> Tourney:
        cover = tourney(BOARD, algorithm="two-factor", seed=key)
        return join(Tourney(mix(cover.moves, key=key, rounds=rounds), BOARD) if rounds else cover, seed=key)

    return generate


GENERATORS: Final[Mapping[str, Callable[[int], Tourney]]] = {
    "drawn from all tours": _drawn,
    "Warnsdorff": lambda key: warnsdorff(BOARD, seed=key, walks=_ENDLESS),
    "Takefuji-Lee": lambda key: takefuji_lee(BOARD, seed=key, attempts=_ENDLESS, only_tours=True),
    **{
        f"{name}, obfuscated as in the paper": _by_the_paper(source)
        for name, source in (
            ("Warnsdorff", "warnsdorff"),
            ("Takefuji-Lee", "takefuji-lee"),
            ("divide and conquer", "divide-and-conquer"),
            ("braid", "concentric-braid"),
        )
    },
    **{f"cycle cover, {rounds} rounds of mixing, joined": _mixed(rounds) for rounds in _ROUNDS},
    "the default": lambda key: obfuscate(source_of("concentric-braid", BOARD), seed=key),
}
"""The generators, each from a key to a tour of `BOARD`."""


@cache
def _all_tours() -> list[Tourney]:
    return list(all_tours(*BOARD.shape))


@cache
def _numbers() -> dict[bytes, int]:
    return {tour.moves.tobytes(): number for number, tour in enumerate(_all_tours())}


class Occurrences(NamedTuple):
    """The number of occurrences of each tour."""

    times: NDArray[np.int64]
    seconds: float

    @property
    def size(self) -> int:
        """The size of the sample."""
        return int(self.times.sum())

    @property
    def distinct(self) -> int:
        """The number of different tours in the sample."""
        return int(np.count_nonzero(self.times))

    @property
    def variation(self) -> float:
        """Half the sum of the differences of the frequencies from uniform ones."""
        return float(np.abs(self.times / self.size - 1 / self.times.size).sum() / 2)

    @property
    def excess(self) -> float:
        """The number of tours times the sum of their squared probabilities, less 1: an unbiased estimate.

        It is 0 if all tours are equally probable, and the square of the coefficient of variation of the probabilities.
        """
        pairs = float((self.times * (self.times - 1)).sum()) / (self.size * (self.size - 1))
        return pairs * self.times.size - 1

    @property
    def z(self) -> float:
        """Chi-square minus its mean for equally probable tours, in standard deviations."""
        expected = self.size / self.times.size
        chi_square = float(((self.times - expected) ** 2).sum() / expected)
        freedom = self.times.size - 1
        return (chi_square - freedom) / math.sqrt(2 * freedom)


def variation_of_a_uniform_sample(size: int, tours: int) -> float:
    """Return the mean of `Occurrences.variation` if all tours are equally probable: counts are then nearly Poisson."""
    mean = size / tours
    whole = math.floor(mean)
    deviation = 2 * math.exp((whole + 1) * math.log(mean) - mean - math.lgamma(whole + 1))
    return deviation * tours / size / 2


def run(folder: Path, *, small: bool, samples: int, seed: int, **work: Any) -> str:
    """Write the tables and the figure, and return the page."""
    found = {name: _occurrences(folder, name, samples, seed, work) for name in GENERATORS}
    rows = [
        (name, of.distinct, of.variation, of.excess, of.z, probability(normal_tail(of.z)), 1e6 * of.seconds / of.size)
        for name, of in found.items()
    ]
    table = Table(("generator", "distinct", "total variation", "excess", "z", "p", "microseconds"), rows)
    compared = None if small else _compare(seed)
    table.write(folder / "uniformity-6x6.csv")
    if compared is not None:
        compared.write(folder / "uniformity-8x8.csv")
    _draw_figure(folder / "uniformity-figure.svg", found)
    tours = len(_all_tours())
    return template("uniformity").format(
        tours=tours,
        samples=samples,
        uniform=variation_of_a_uniform_sample(samples, tours),
        table=table.markdown(),
        verdict=verdict(found),
        chessboard="" if compared is None else _CHESSBOARD_PAGE.format(compared=_COMPARED, table=compared.markdown()),
    )


def _occurrences(folder: Path, name: str, samples: int, seed: int, work: Mapping[str, Any]) -> Occurrences:
    shards = [f"{first:07}" for first in range(0, samples, _IN_A_SHARD)]
    job = jobs.Job("tours of 6 x 6, by number", {"generator": name, "samples": samples, "seed": seed}, shards, _count)
    store = folder / f"uniformity-{list(GENERATORS).index(name):02}"
    files = jobs.run(job, store, **work)
    shares = [json.loads(file.read_bytes()) for file in files]
    return Occurrences(np.sum([share["times"] for share in shares], axis=0), sum(share["seconds"] for share in shares))


def _count(parameters: Mapping[str, Any], shard: str) -> jobs.Result:
    """Count the occurrences of each tour in a share of the sample, and measure the time."""
    generate, numbers = GENERATORS[parameters["generator"]], _numbers()
    times = np.zeros(len(numbers), np.int64)
    keys = range(int(shard), min(int(shard) + _IN_A_SHARD, parameters["samples"]))
    generate(0)  # compiles it now
    begun = time.thread_time()
    for number in keys:
        tour = generate(derive_key(parameters["seed"], parameters["generator"], number))
        times[numbers[tour.moves.tobytes()]] += 1
    content = {"times": times.tolist(), "seconds": round(time.thread_time() - begun, 3)}
    return jobs.Result(json.dumps(content).encode(), len(keys))


def verdict(found: Mapping[str, Occurrences]) -> str:
    """State which generators this sample cannot distinguish from a uniform one."""
    far = {name: of.excess for name, of in found.items() if normal_tail(of.z) < _LEVEL}
    near = [name for name in found if name not in far]
    text = f"At the level of {_LEVEL}, chi-square does not distinguish these from uniform: {'; '.join(near) or 'none'}."
    if far:
        farthest = max(far, key=far.__getitem__)
        text += f" Farthest from it is {farthest}, with an excess of {far[farthest]:.3g}."
    return text


def _compare(seed: int) -> Table:
    """Compare the means of uniform tours of the chessboard with those of our default."""
    rows: list[tuple[str, str, str, float]] = []
    kinds = (
        sample(CHESSBOARD, n=_COMPARED, seed=seed),
        [obfuscate(source_of("concentric-braid", CHESSBOARD), seed=derive_key(seed, n)) for n in range(_COMPARED)],
    )
    for name, measure in (
        ("turns", turns),
        ("crossings", crossings),
        ("rails", count_rails),
        ("moves straight on", lambda tour: int(relative_move_counts(tour)[0]) // 2),
    ):
        values = [np.array([measure(tour) for tour in tours], float) for tours in kinds]
        uniform, default = (f"{v.mean():.2f} ± {v.std(ddof=1) / math.sqrt(_COMPARED):.2f}" for v in values)
        rows.append((name, uniform, default, z_of_means(values[1], values[0])))
    return Table(("", "uniform", "default", "difference in standard errors"), rows)


def _draw_figure(path: Path, found: Mapping[str, Occurrences]) -> None:
    """Draw the ranked frequencies of the tours on the left, and the effect of mixing on the right."""
    with plots.drawing(path, 2) as (ranked, rounds):
        for name in ("Warnsdorff", "braid, obfuscated as in the paper", "the default", "drawn from all tours"):
            times = np.sort(found[name].times)[::-1]
            ranked.plot(1 + np.arange(times.size), times * times.size / found[name].size, label=name)
        ranked.set(xlabel="rank of the tour", title="how often, uniform = 1")
        ranked.set(xscale="log", yscale="log", ylim=(0.01, None))
        ranked.legend(loc="lower left")
        joined = [found[f"cycle cover, {number} rounds of mixing, joined"].excess for number in _ROUNDS]
        plots.ours(rounds, _ROUNDS, joined, "mixed and joined")
        rounds.axhline(
            found["the default"].excess, color=plots.COLOURS[2], label="the default: mixed until it is a tour"
        )
        rounds.axhline(0, color="#555555", linewidth=0.6)
        rounds.set(xlabel="rounds of mixing", title="excess")
        rounds.legend()


_CHESSBOARD_PAGE: Final = """
## The chessboard

{compared:,} tours of 8 x 8, each with exactly the same probability (`destrier sample`), and as many by the default:

{table}
"""
