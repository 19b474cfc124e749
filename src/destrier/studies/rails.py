"""The Rail Conjecture: how few rails a tour can have."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from destrier import jobs
from destrier.core.board import Board
from destrier.core.kernels import random_word
from destrier.core.leaper import MOVES
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tourney
from destrier.counting.samples import all_tours
from destrier.drawing import plots
from destrier.drawing.svg.tour import to_svg
from destrier.generators.generate import tour
from destrier.studies.common.statistics import fit_line
from destrier.studies.common.tables import Table, template
from destrier.support.atomic import write_atomically
from destrier.switching.mixing import alternating_cycles
from destrier.switching.rails import count_rails

_EXACT: Final = 6
"""The side of the board whose tours are all examined."""

_SIDES: Final = (range(8, 21, 2), range(8, 13, 2))
"""The sides of the boards that are searched, at full size and small."""

_STEPS: Final = (300_000_000, 200_000)
"""The number of switches that are tried in a search."""

_SEARCHES: Final = (2, 1)
"""The number of searches, from different tours."""

_FEW: Final = 5
"""The number of rails with which all boards must do for the verdict."""

_HOT: Final = 2.0
_COLD: Final = 0.12
"""The temperatures at which a search begins and ends."""

_CYCLE: Final = 3.0
"""The cost in rails of each cycle beyond the first."""

_TICKS: Final = (0, 1, 2, 5, 10, 20, 50, 100, 200)

_USUAL: Final = 20
"""The number of random tours that show how many rails are usual."""


class Fewest(NamedTuple):
    """A tour with few rails."""

    rails: int
    tour: Tourney


def run(folder: Path, *, small: bool, **work: Any) -> str:
    """Write the table, the figure, and the tours with the fewest rails, and return the page."""
    sides, searches = _SIDES[small], _SEARCHES[small]
    counts = np.bincount([count_rails(one) for one in all_tours(_EXACT, _EXACT)])
    fewest = {_EXACT: Fewest(int(np.flatnonzero(counts)[0]), next(_with_rails(int(np.flatnonzero(counts)[0]))))}
    fewest |= _search_all(folder, sides, searches, _STEPS[small], work)
    usual = {side: _usual(side) for side in fewest}
    table = Table(
        ("n", "fewest rails", "how", "usual", "usual / n²"),
        [
            (side, found.rails, "all tours" if side == _EXACT else "search", usual[side], usual[side] / side**2)
            for side, found in fewest.items()
        ],
    )
    table.write(folder / "rails-fewest.csv")
    for side, found in fewest.items():
        drawing = to_svg(found.tour, rails=True)
        write_atomically(folder / f"rails-{side}.svg", drawing.encode())
    _draw_figure(folder / "rails-figure.svg", fewest, usual)
    return template("rails").format(
        exact=_exactly(counts),
        table=table.markdown(),
        verdict=verdict(fewest),
        steps=_STEPS[small],
        searches=searches,
        drawings=" ".join(f"![{side} x {side}](rails-{side}.svg)" for side in fewest),
    )


def _with_rails(rails: int) -> Iterator[Tourney]:
    """Yield all tours of the smallest board with `rails` rails."""
    return (one for one in all_tours(_EXACT, _EXACT) if count_rails(one) == rails)


def _usual(side: int) -> float:
    """Return the mean number of rails of random tours."""
    return float(np.mean([count_rails(tour(side, side, seed=seed)) for seed in range(_USUAL)]))


def _search_all(
    folder: Path, sides: Sequence[int], searches: int, steps: int, work: Mapping[str, Any]
) -> dict[int, Fewest]:
    """Return the best result of some searches on each board."""
    shards = [f"{side:02}-{number}" for side in sides for number in range(searches)]
    job = jobs.Job("tours with few rails", {"steps": steps}, shards, _search_shard)
    files = jobs.run(job, folder / "rails-searches", work["executor"], progress=work["progress"])
    found: dict[int, Fewest] = {}
    for shard, file in zip(shards, files, strict=True):
        moves = np.array(json.loads(file.read_bytes()), np.uint8)
        one = Tourney(moves)
        rails, side = count_rails(one), int(shard[:2])
        if side not in found or rails < found[side].rails:
            found[side] = Fewest(rails, one)
    return found


def _search_shard(parameters: Mapping[str, Any], shard: str) -> jobs.Result:
    side, number = map(int, shard.split("-"))
    found = search(side, key=derive_key(number, "rails", side), steps=parameters["steps"])
    return jobs.Result(json.dumps(found.tour.moves.tolist()).encode(), found.rails)


def _exactly(counts: NDArray[np.int64]) -> str:
    """State what is known about the board whose tours are all known."""
    fewest, most = (int(np.flatnonzero(counts)[place]) for place in (0, -1))
    mean = float(np.average(np.arange(counts.size), weights=counts))
    return (
        f"The {int(counts.sum()):,} tours of {_EXACT} x {_EXACT} have from {fewest} to {most} rails, {mean:.2f} on "
        f"average; {int(counts[fewest])} have {fewest}."
    )


def verdict(fewest: Mapping[int, Fewest]) -> str:
    """Say what the numbers mean for the conjecture."""
    sides = list(fewest)
    rails = [fewest[side].rails for side in sides]
    line = fit_line(sides, rails)
    text = f"The line through the fewest has a slope of {line.slope:.2f} ± {line.error:.2f} rails for each side more."
    if max(rails) <= _FEW:
        return (
            f"{text} No board up to {sides[-1]} x {sides[-1]} needs more than {max(rails)}. A number that grows with n "
            "should be seen to grow here, and it is not. That is evidence against the conjecture, but no "
            "counterexample: that would take tours of infinitely many sizes, such as a pattern that can be repeated."
        )
    return (
        f"{text} A search finds tours with few rails, not the fewest: these are upper bounds, and the shorter the "
        "search and the larger the board, the farther they are from the truth."
    )


def _draw_figure(path: Path, fewest: Mapping[int, Fewest], usual: Mapping[int, float]) -> None:
    with plots.drawing(path, 1) as (axes,):
        sides = list(fewest)
        plots.ours(axes, sides, [usual[side] for side in sides], "random tours")
        plots.ours(axes, sides, [fewest[side].rails for side in sides], "the fewest that were found")
        axes.plot(sides, sides, color="#777777", linestyle=":", label="n")
        axes.set_yscale("symlog", linthresh=1)
        axes.set_yticks(_TICKS, list(map(str, _TICKS)))
        axes.set(xlabel="n", title="rails", xticks=sides, ylim=(0, 1.5 * max(usual.values())))
        axes.legend()


def search(side: int, *, key: int, steps: int) -> Fewest:
    """Find a tour of side x side with few rails, by simulated annealing.

    The state is a tourney. A step switches a random rail or hexagon (see `destrier.switching.mixing`), and is undone
    with a probability that depends on the temperature. Rails cost 1, cycles beyond the first 3, so that the next step
    may mend one that splits the tour. Cost: 20 nanoseconds per square for each possible switch, of which there is one
    in a dozen.
    """
    shapes = alternating_cycles()
    begun = tour(side, side, seed=key)
    moves = np.zeros((side + 4, side + 4), np.uint8)
    moves[2:-2, 2:-2] = begun.moves
    offsets = np.array([row * (side + 4) + col for row, col in MOVES])
    best = moves.copy()
    temperatures = np.geomspace(_HOT, _COLD, 1000)
    arrays = moves.ravel(), best.ravel(), side, offsets, shapes.edges, shapes.lengths, temperatures
    rails = _anneal(*arrays, steps, _CYCLE, np.uint64(key))
    return Fewest(int(rails), Tourney(best[2:-2, 2:-2].copy(), Board(side, side)))


@njit(nogil=True)
def _rails(moves, side, offsets):
    """Count the rails, each at its upper square: two opposite edges of four are present, and the two others missing."""
    width = side + 4
    total = 0
    for row in range(2, side + 2):
        for square in range(row * width + 2, row * width + side + 2):
            here = moves[square]
            for one in range(4, 8):
                for other in range(one + 1, 8):
                    first, second = here >> one & 1, here >> other & 1
                    if first != second:
                        far, near = (other, one) if first else (one, other)
                        total += (
                            (moves[square + offsets[far]] >> near & 1) & ~(moves[square + offsets[near]] >> far) & 1
                        )
    return total


@njit(nogil=True)
def _cycles(moves, side, offsets, seen):
    width = side + 4
    seen[:] = False
    cycles = 0
    for row in range(2, side + 2):
        for start in range(row * width + 2, row * width + side + 2):
            if seen[start]:
                continue
            cycles += 1
            square, back = start, 8
            while not seen[square]:
                seen[square] = True
                for move in range(8):
                    if move != back and moves[square] >> move & 1:
                        square += offsets[move]
                        back = move ^ 4
                        break
    return cycles


@njit(nogil=True)
def _switch(moves, square, width, edges, length, offsets, wanted):
    """Switch the alternating cycle with its upper left corner here, if its edges alternate."""
    for number in range(length):
        at = square + edges[number, 1] * width + edges[number, 2]
        if at < 0 or at >= moves.size:
            return False
        there = at + offsets[4 + edges[number, 0]]
        if there < 0 or there >= moves.size or moves[at] == 0 or moves[there] == 0:
            return False
        if (moves[at] >> (4 + edges[number, 0]) & 1) != (wanted ^ (number & 1)):
            return False
    for number in range(length):
        at = square + edges[number, 1] * width + edges[number, 2]
        plane = edges[number, 0]
        moves[at] ^= np.uint8(1 << (4 + plane))
        moves[at + offsets[4 + plane]] ^= np.uint8(1 << plane)
    return True


@njit(cache=True, nogil=True)
def _anneal(moves, best, side, offsets, edges, lengths, temperatures, steps, a_cycle, key):
    """Write the best tour, and return its rails."""
    width = side + 4
    seen = np.empty(moves.size, np.bool_)
    cost = np.float64(_rails(moves, side, offsets))
    fewest = np.int64(cost)
    for step in range(steps):
        draw = random_word(key, np.uint64(2 * step))
        shape = np.int64((draw & np.uint64(0xFFFFFFFF)) % np.uint64(lengths.size))
        place = np.int64((draw >> np.uint64(32)) % np.uint64(side * side))
        square = (place // side + 2) * width + place % side + 2
        second = random_word(key, np.uint64(2 * step + 1))
        wanted = np.int64(second & np.uint64(1))
        if not _switch(moves, square, width, edges[shape], lengths[shape], offsets, wanted):
            continue
        cycles = _cycles(moves, side, offsets, seen)
        new = _rails(moves, side, offsets) + a_cycle * (cycles - 1)
        temperature = temperatures[step * temperatures.size // steps]
        chance = np.float64(second >> np.uint64(11)) / 9007199254740992.0
        if new <= cost or chance < np.exp((cost - new) / temperature):
            cost = new
            if cycles == 1 and new < fewest:
                fewest = np.int64(new)
                best[:] = moves
        else:
            _switch(moves, square, width, edges[shape], lengths[shape], offsets, 1 - wanted)
    return fewest
