"""Bound the number of rails of large boards, and find tours with many.

    python lab/most_rails.py bound                     # a column loses 139/24: at most 3 n² - 139/6 n + 469/2
    python lab/most_rails.py bound --rows 1            # 4, by the moves from the rim alone
    python lab/most_rails.py bound --lines flat        # 13/2, if nothing but parallel flat lines is beyond three rows
    python lab/most_rails.py bound --lines steep       # 6
    python lab/most_rails.py tour 14                   # 292 rails

In the plane, each move is in six 4-cycles, so that n² moves would have 3 n² rails if all of these were rails. A 4-cycle
with k moves of the tour that is not a rail of the board *loses* k / 2, and a tour has 3 n² rails less all losses.

The rows next to a side lose something in each column. Moves with an end in the first rows are known, and the others are
such that least is lost; or beyond the first rows there are only parallel lines. A state is the moves to the right from
two columns, which is what the next column has to know. Sides are then the walks in a graph of states, and no side loses
less a column than the cycle of least mean (see `least_rims`). Three rows take a minute and 4 GB.

Tours with many rails are annealed: worms prefer covers with many at negative temperatures.
"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from itertools import combinations, product
from typing import Any, Final, NamedTuple

import numpy as np
from least_rims import Graph, Least, least_cycle, without_dead_ends

import destrier as dt
from destrier.core.board import Board
from destrier.core.seeds import derive_key
from destrier.core.tourney import Tourney, tourney_of
from destrier.switching import costs
from destrier.switching.movegraphs import cover_of
from destrier.switching.worms import cycle_weight, temper

DIRECTIONS: Final = ((1, 2), (2, 1), (-1, 2), (-2, 1))
"""The moves to the right: rows away from the side, and columns."""

LINES: Final = {"flat": 0, "steep": 1}
"""The direction of lines."""

_RAILS: Final = {(1, 1, 0, 0), (0, 0, 1, 1)}

_LEVELS: Final = 100
_COLDEST: Final = 3.5
_ONE_CYCLE_FROM: Final = 1
"""The coldness from which on worms avoid additional cycles."""

_TWICE: Final = 2
"""Losses are counted in halves."""

_REACH: Final = 4
"""The rows, and columns, from the first square of a 4-cycle to the last one, at most."""


class Loss(NamedTuple):
    """What a 4-cycle loses, by which of its moves are made."""

    moves: list[tuple[int, int]]
    """Those that are not given, by column from the first and by bit."""
    halves: list[int]
    """By these moves, as bits from the highest."""


class Side(NamedTuple):
    """The rows next to a side."""

    rows: int
    lines: int | None = None
    """The direction of the lines beyond, if they are given."""

    def choices(self) -> list[tuple[int, int]]:
        """The moves to the right of a column that are chosen, by row and direction."""
        places = product(range(self.rows + 2), range(len(DIRECTIONS)))
        return [place for place in places if min(self._ends(*place)) >= 0 and self._is_chosen(*place)]

    def losses(self) -> list[Loss]:
        """The 4-cycles that lose something for some choices."""
        numbers = {place: number for number, place in enumerate(self.choices())}
        found = []
        for top, (one, other) in product(range(-4, self.rows + 6), combinations(range(len(DIRECTIONS)), 2)):
            (down, right), (far, aside) = DIRECTIONS[one], DIRECTIONS[other]
            cycle = [(top, 0, one), (top + far, aside, one), (top, 0, other), (top + down, right, other)]
            is_on_board = min(top, top + down, top + far, top + down + far) >= 0
            chosen = [place for place, (row, _, move) in enumerate(cycle) if (row, move) in numbers]
            ways = product((0, 1), repeat=len(chosen))
            halves = [self._least(cycle, dict(zip(chosen, way, strict=True)), is_on_board) for way in ways]
            if any(halves):
                moves = [(col, numbers[row, move]) for row, col, move in (cycle[place] for place in chosen)]
                found.append(Loss(moves, halves))
        return found

    def lines_down(self, row: int) -> int:
        """How many lines lead down from a square of this row."""
        return int(self.lines is not None and row + DIRECTIONS[self.lines][0] >= self.rows)

    def _is_chosen(self, row: int, move: int) -> bool:
        ends = self._ends(row, move)
        return max(ends) < self.rows if self.lines is not None else min(ends) < self.rows

    def _least(self, cycle: list[tuple[int, int, int]], chosen: dict[int, int], is_on_board: bool) -> int:
        """The least that is lost, in halves, with these moves of a 4-cycle; four moves would be a tour of their own."""
        known = [chosen.get(place, self._given(row, move)) for place, (row, _, move) in enumerate(cycle)]
        ways = product(*((0, 1) if value is None else (value,) for value in known))
        return min(
            (0 if is_on_board and way in _RAILS else sum(way) for way in ways if sum(way) < len(way)), default=99
        )

    def _given(self, row: int, move: int) -> int | None:
        """Whether a move that is not chosen is made, if this is known."""
        if min(self._ends(row, move)) < 0:
            return 0
        return None if self.lines is None else int(move == self.lines)

    def _ends(self, row: int, move: int) -> tuple[int, int]:
        return row, row + DIRECTIONS[move][0]


class _Columns(NamedTuple):
    """The choices of a column, as bits, and how many moves they give to squares."""

    bits: Any
    here: Any
    """Of its own squares, (columns, rows)."""
    following: Any
    """Of those of the next column."""
    afterwards: Any
    """Of those of the one after it."""


def _columns(side: Side) -> _Columns:
    """Those with at most two moves at each square."""
    choices, height = side.choices(), side.rows + 2
    bits = np.arange(1 << len(choices))
    degrees = np.zeros((3, len(bits), height), np.int8)
    degrees[0] += np.array([side.lines_down(row) for row in range(height)], np.int8)
    for bit, (row, move) in enumerate(choices):
        down, right = DIRECTIONS[move]
        made = (bits >> bit & 1).astype(np.int8)
        degrees[0, :, row] += made
        degrees[right, :, row + down] += made
    fit = (degrees <= _TWICE).all(axis=(0, 2))
    return _Columns(bits[fit], *degrees[:, fit])


def graph_of(side: Side) -> Graph:
    """All columns that may follow two others, with what is lost; a state is two columns, in the first one no moves."""
    columns, losses = _columns(side), side.losses()
    may_follow = np.array([(columns.here + following <= _TWICE).all(axis=1) for following in columns.following])
    states = np.cumsum(may_follow).reshape(may_follow.shape) - 1
    found = []
    for first, seconds in enumerate(map(np.flatnonzero, may_follow)):
        missing = _TWICE - columns.afterwards[first] - columns.following[seconds]
        lacking, kinds = np.unique(missing, axis=0, return_inverse=True)
        fits = (columns.here[:, : side.rows] == lacking[:, None, : side.rows]).all(axis=2)
        fits &= (columns.here[:, side.rows :] <= lacking[:, None, side.rows :]).all(axis=2)
        at, thirds = np.nonzero(fits[kinds.ravel()])
        three = columns.bits[first], columns.bits[seconds[at]], columns.bits[thirds]
        halves = sum(np.array(loss.halves, np.int32)[_way(loss, three)] for loss in losses)
        found.append((states[first, seconds[at]], states[seconds[at], thirds], halves))
    sources, targets, halves = (np.concatenate(arrays).astype(np.int32) for arrays in zip(*found, strict=True))
    return without_dead_ends(Graph(range(states[-1, -1] + 1), sources, targets, halves))


def _way(loss: Loss, columns: tuple[Any, ...]) -> Any:
    way = np.zeros(columns[-1].shape, np.int8)
    for col, bit in loss.moves:
        way = 2 * way + (columns[col] >> bit & 1).astype(np.int8)
    return way


def most_rails(side: Side, least: Least) -> tuple[Fraction, Fraction]:
    """What a tour of rows x cols has at most beside 3 rows cols: for each row and column, and the constant term.

    Two opposite sides count whole, as nothing leads to them from beyond the board. Of the other two, only the 4-cycles
    that the former do not count do, so that they are shorter by the rows of both and by the reach of a 4-cycle.
    """
    rate, unit = least.mean / _TWICE, _TWICE * least.mean.denominator
    whole, part = Fraction(int(least.potentials[0]), unit), Fraction(int(least.potentials.min()), unit)
    shorter = 2 * (side.rows + _REACH) + _REACH
    return -2 * rate, 2 * (shorter * rate - whole - part)


def tour_with_many_rails(board: Board, sweeps: int, seed: int) -> Tourney | None:
    """The tour with most rails that worms come by, each time when it is colder; of `sweeps` worms a square in all."""
    cost, cover = costs.rails(board.move_graph), cover_of(dt.tour(board, seed=seed))
    best = None
    for level, coldness in enumerate(np.linspace(0, _COLDEST, _LEVELS + 1)[1:].tolist()):
        weight = 1 if coldness < _ONE_CYCLE_FROM else cycle_weight(board.size)
        worms, key = sweeps * board.size // _LEVELS, derive_key(seed, level)
        after = temper(board.move_graph, cover, weight, key, worms=worms, cost=cost, temperature=-1 / coldness)
        if after.cycles == 1:
            tour = tourney_of(cover, board, 1)
            best = max(tour, best or tour, key=dt.count_rails)
    return best


def _bound(rows: int, lines: str | None) -> None:
    side = Side(rows, None if lines is None else LINES[lines])
    graph = graph_of(side)
    least = least_cycle(graph)
    sys.stdout.write(f"{len(graph.states)} states, {len(graph.costs)} steps\n")
    sys.stdout.write(f"{least.mean / _TWICE} lost a column, with a period of {len(least.steps)}\n")
    if lines is None:
        rate, rest = most_rails(side, least)
        sys.stdout.write(f"at most 3 rows cols - {-rate} (rows + cols) + {rest} rails\n")


def _tour(side: int, sweeps: int, seeds: int) -> None:
    found = [tour_with_many_rails(Board(side, side), sweeps, seed) for seed in range(seeds)]
    rails = [dt.count_rails(tour) for tour in found if tour is not None]
    beyond = max(rails, default=0) - 3 * side**2 + 25 * side
    sys.stdout.write(f"{side} x {side}: {max(rails, default=0)} rails, 3 n² - 25 n + {beyond}\n")


def main() -> None:
    """Bound the number of rails, or find a tour with many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    bound = parts.add_parser("bound", help="the least that a side loses")
    bound.add_argument("--rows", type=int, default=3, help="rows of the side")
    bound.add_argument("--lines", choices=list(LINES), help="parallel lines beyond these rows")
    bound.set_defaults(do=_bound)
    tour = parts.add_parser("tour", help="a tour of n x n with many rails")
    tour.add_argument("side", type=int, help="n")
    tour.add_argument("--sweeps", type=int, default=3000, help="worms a square")
    tour.add_argument("--seeds", type=int, default=4, help="how many times")
    tour.set_defaults(do=_tour)
    arguments = vars(parser.parse_args())
    arguments.pop("do")(**arguments)


if __name__ == "__main__":
    main()
