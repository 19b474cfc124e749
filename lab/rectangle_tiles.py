"""Find the tiles and strips of the `rectangle` algorithm, and write them to its data file.

    python lab/rectangle_tiles.py > src/destrier/patterns/data/rectangle_tiles.txt

A tile is, of many random tours of its board, the one with the fewest turns; closed and stretched ones are structured.
Small strips are chosen likewise. A strip is a tour of a narrow board some
columns of which may be repeated or left out: the state before them (see the transfer-matrix algorithm) is the state
after them. For each kind, the shortest repetition is taken by which all long boards can be reached, and then the
shortest board.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from stored import DATA, write

import destrier as dt
from destrier.core.tourney import Tour
from destrier.makers.rectangle import TILE_SIDES, has_joints, is_structured
from destrier.makers.transfer_matrix import FULL, Column, State, is_finished, moves_of, successors
from destrier.switching.rails import split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from destrier.core.choices import Kind
    from destrier.core.types import Moves

_SAMPLES: Final = 200
"""Tours among which a tile is chosen."""

_LONGEST: Final = 24
"""Columns of the narrow boards that are looked at."""


class Piece(NamedTuple):
    """A tile or strip, as it stands in the file."""

    kind: Kind
    moves: Moves
    repeated: tuple[int, int] | None = None

    def __str__(self) -> str:
        title = [self.kind, *map(str, self.repeated or ())]
        return "\n".join((" ".join(title), *(bytes(row).hex(" ") for row in self.moves)))


# Tiles


def tiles() -> Iterator[Piece]:
    """The tile of each kind and size."""
    for rows in TILE_SIDES:
        for cols in range(rows, TILE_SIDES.stop):
            for kind, make in _makers(rows, cols).items():
                yield Piece(kind, min(filter(_can_be_tile(kind), _samples(make)), key=dt.turns).moves)


def _can_be_tile(kind: Kind) -> Callable[[dt.Tourney], bool]:
    """Whether a tourney has joints, and is structured if it is closed or stretched."""
    return lambda tour: has_joints(tour) and (kind not in ("closed", "stretched") or is_structured(tour.moves))


def _samples(make: Callable[[int], dt.Tourney]) -> Iterator[dt.Tourney]:
    for seed in range(_SAMPLES):
        with suppress(dt.BudgetExceeded):  # no rail splits this tour
            yield make(seed)


def _makers(rows: int, cols: int) -> dict[Kind, Callable[[int], dt.Tourney]]:
    """For each kind that the board has, a function from a seed to one."""

    def tour(seed: int, **request: Any) -> Tour:
        found = dt.tour(rows, cols, algorithm="two-factor", obfuscate=True, seed=seed, **request)
        assert isinstance(found, Tour)
        return found

    if rows % 2 and cols % 2:
        return {
            "open": lambda seed: tour(seed, kind="open", start=(0, 0)),
            "corner": lambda seed: tour(seed, kind="corner").transformed("rotate-180"),
        }
    return {
        "closed": tour,
        "stretched": lambda seed: tour(seed, kind="open", start=(0, 0), end=(0, 1)),
        "double-loop": lambda seed: split(tour(seed), seed=seed),
    }


# Strips


class Request(NamedTuple):
    """The kind of a strip, what the squares of its first columns demand, and what is left to do at its first cut."""

    kind: Kind
    rows: int
    first_columns: tuple[tuple[int, ...], ...] = ()
    free_ends: int = 0
    components: int = 1

    def demand(self, column: int) -> tuple[int, ...]:
        return self.first_columns[column] if column < len(self.first_columns) else (2,) * self.rows

    def fits(self, moves: Moves) -> bool:
        """Whether a tour is structured if it is stretched."""
        return self.kind != "stretched" or is_structured(moves)

    def samples(self, cols: int) -> Iterator[Moves]:
        """Yield random tours of this kind, if it is stretched."""
        start, end = ((row, col) for row, col in np.argwhere(np.array(self.first_columns).T == 1).tolist())
        for seed in count():
            yield dt.tour(self.rows, cols, kind="open", start=start, end=end, seed=seed).moves

    def ways(self, state: State, column: int) -> tuple[Column, ...]:
        return successors(state, self.demand(column), self.kind not in ("open", "stretched"))


REQUESTS: Final = (
    Request("closed", 3),
    Request("corner", 3, ((0, 2, 2),)),
    Request("double-loop", 3, components=2),
    Request("stretched", 3, ((1, 1, 2),)),
    Request("open", 3, free_ends=2),
    Request("double-loop", 4, components=2),
    Request("stretched", 4, ((1, 2, 2, 2), (1, 2, 2, 2))),
)


def strips() -> Iterator[Piece]:
    """For each request the boards that are too short for a repetition, and the one that has it."""
    for request in REQUESTS:
        before = _forward(request)
        after = _backward(request, before)
        lengths = [n for n, layer in enumerate(before) if any(map(is_finished, layer))]
        period = next(p for p in range(1, _LONGEST) if _loops(request, before, after, p))
        copies = 1 + -(
            -2 // period
        )  # a move reaches two columns on: only before two more of them a copy is like others
        loops = _loops(request, before, after, period)
        prefix, loop, suffix = next(
            parts for parts in loops if request.fits(moves_of(parts[0] + copies * parts[1] + parts[2]))
        )
        filling = prefix + copies * loop + suffix
        for n in lengths:
            if n >= request.rows and (n < len(filling) - period or (n - len(filling)) % period):
                found = (moves_of(_path(before, state, n)) for state in before[n] if is_finished(state))
                yield Piece(request.kind, next(filter(request.fits, chain(found, request.samples(n)))))
        yield Piece(request.kind, moves_of(filling), (len(prefix), len(prefix) + period))


Layer = dict[State, tuple[State, Column] | None]


def _forward(request: Request) -> list[Layer]:
    """By cut, the states that can be reached, each with one before it and the column between."""
    first = State((FULL,) * (2 * request.rows), request.free_ends, request.components)
    layers: list[Layer] = [{first: None}]
    for column in range(_LONGEST):
        layer: Layer = {}
        for state in layers[-1]:
            for way in request.ways(state, column):
                layer.setdefault(way.state, (state, way))
        layers.append(layer)
    return layers


def _path(layers: list[Layer], state: State, cut: int) -> list[Column]:
    """The columns by which a state was reached."""
    columns: list[Column] = []
    while (step := layers[cut][state]) is not None:
        state, column = step
        columns.append(column)
        cut -= 1
    return columns[::-1]


def _backward(request: Request, before: list[Layer]) -> dict[State, list[Column]]:
    """For each state from which a board can be finished, the fewest columns that do so."""
    states = set().union(*before[2:])
    after: dict[State, list[Column]] = {state: [] for state in states if is_finished(state)}
    while True:
        found = {
            state: [way, *after[way.state]]
            for state in states - after.keys()
            for way in request.ways(state, _LONGEST)
            if way.state in after
        }
        if not found:
            return after
        after.update(found)


def _loops(
    request: Request, before: list[Layer], after: dict[State, list[Column]], period: int
) -> list[tuple[list[Column], list[Column], list[Column]]]:
    """Columns up to a state, columns from it back to it, and on to the end; the shortest in all first."""
    found, seen = [], set()
    for cut in range(2, _LONGEST):
        for state in before[cut]:
            if state in after and state not in seen:
                seen.add(state)
                if loop := _loop(request, state, period):
                    found.append((_path(before, state, cut), loop, after[state]))
    return sorted(found, key=lambda parts: (len(parts[0]) + len(parts[2]), parts))


def _loop(request: Request, state: State, period: int) -> list[Column] | None:
    """So many columns from a state back to it."""
    ways: dict[State, list[Column]] = {state: []}
    for _ in range(period):
        ways = {way.state: [*path, way] for here, path in ways.items() for way in request.ways(here, _LONGEST)}
    return ways.get(state)


if __name__ == "__main__":
    write(DATA / "rectangle_tiles.txt", chain(tiles(), strips()))
