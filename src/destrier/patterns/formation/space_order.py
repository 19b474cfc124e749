"""Constant-time lookup in the visiting order of a tour in formation in space (see `in_space`).

Each of the four knights rides from level to level, up to the last one and back. Its paths on the levels in between
repeat after at most `PERIOD` levels. A position is thus found by division, which gives the level, and then as on a flat
board (see `legs`).
"""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from destrier.core.board import Board
from destrier.core.leaper import MOVES
from destrier.core.order_kernels import fill_levels
from destrier.patterns.formation.in_space import BEGIN, LANES, PERIOD, Plan, inverse, power
from destrier.patterns.formation.quartet import end_of_path
from destrier.patterns.legs import Legs, tour_legs
from destrier.patterns.zones import zones_of_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from destrier.core.choices import Heel
    from destrier.core.space import Space
    from destrier.core.types import Square, Squares
    from destrier.patterns.lookups import Cycle


_LARGE: Final = 1 << 24
"""Size of levels from which orders are written without storing their paths, which take 32 bytes per square."""


class _Level:
    """The paths of the knights along a level, from the lanes at a given position of the quartet."""

    def __init__(self, plan: Plan, begin: str, end: str, place: Square) -> None:
        small, shape = plan.small(begin, end), (plan.rows, plan.cols)
        on_small, here = (_squares(place, board) for board in (small.shape, shape))
        ends = [end_of_path(small, square) for square in on_small]
        self._lanes: list[tuple[int, bool]] = []
        """For each lane, the number of its path, and whether the path begins at another lane."""
        starts: list[Square] = []
        for lane, square in enumerate(ends):
            other = on_small.index(square) if square in on_small else lane
            if other < lane:
                self._lanes.append((self._lanes[other][0], True))
            else:
                self._lanes.append((len(starts), False))
                starts.append(here[lane])
        self.ends = [on_small.index(square) if square in on_small else lane for lane, square in enumerate(ends)]
        """For each lane, the lane where its path ends, if it ends at one."""
        self.legs = Legs(zones_of_pattern(shape, plan.pattern(begin, end)), MOVES, starts, plan.cols)
        self.starts = np.array(self.legs.paths)
        self.lengths = np.diff([*self.legs.paths, self.legs.size])
        self._plan = plan

    @cached_property
    def offsets(self) -> Squares:
        """(paths, squares): the board indices of each path's squares, relative to the first square of the level."""
        offsets = np.zeros((len(self.lengths), int(self.lengths.max())), np.int64)
        for path, (start, length) in enumerate(zip(self.starts.tolist(), self.lengths.tolist(), strict=True)):
            offsets[path, :length] = self._plan.offsets(self.legs.index_at(np.arange(start, start + length)))
        return offsets

    def path(self, lane: int) -> int:
        """Return the number of a lane's path."""
        return self._lanes[lane][0]

    def is_end(self, lane: int) -> bool:
        """Return whether the lane's path begins at another lane."""
        return self._lanes[lane][1]


def _squares(place: Square, shape: tuple[int, ...]) -> list[Square]:
    """Return the squares of the lanes at a position of the quartet, whose coordinates may count from the end."""
    return [((place[0] + row) % shape[0], (place[1] + col) % shape[1]) for row, col in LANES]


class _Run(NamedTuple):
    """A knight's ride along consecutive levels."""

    start: int
    """The position in the order at which it begins."""
    length: int
    bottom: int
    """The lowest level."""
    levels: int
    level: _Level
    """The paths on its levels."""
    paths: Squares
    """`int64` (PERIOD,): the number of its path on the lowest level, the next one, and so on."""
    befores: Squares
    """`int64` (PERIOD + 1,): the number of squares on all levels below each of these, and in a whole period."""
    is_back: bool
    """Whether it rides down the levels, and backwards along each path."""


class SpaceCycle:
    """The squares of a tour in space in order; see `lookups.Cycle`."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._runs: list[_Run] = []
        self.size = 0
        self._ride(plan.junction(), plan.levels - 1)
        self._starts = np.array([run.start for run in self._runs])

    def _ride(self, begin: str, top: int) -> None:
        """Add all runs, beginning on the first level with lane 0 at its end."""
        plan = self._plan
        first = _Level(plan, begin, "above", plan.leave)
        between = _Level(plan, "below", "above", BEGIN)
        last = _Level(plan, "below", "junction", BEGIN)
        way, there = plan.lanes("below", "above"), plan.there()
        lane = 0
        while not self._runs or lane != 0:
            self._add(0, 1, first, [lane], is_back=first.is_end(lane))
            lane = 3 - first.ends[lane]
            lanes = [power(way, level)[lane] for level in range(PERIOD)]
            self._add(1, top - 1, between, lanes)
            self._add(top, 1, last, [there[lane]], is_back=last.is_end(there[lane]))
            lane = inverse(there)[last.ends[there[lane]]]
            lanes = [power(way, level)[lane] for level in range(PERIOD)]
            self._add(1, top - 1, between, lanes, is_back=True)
            lane = 3 - lane

    def _add(self, bottom: int, levels: int, level: _Level, lanes: Sequence[int], *, is_back: bool = False) -> None:
        paths = np.resize([level.path(lane) for lane in lanes], PERIOD)
        befores = np.array([0, *accumulate(level.lengths[paths].tolist())])
        length = int(levels // PERIOD * befores[-1] + befores[levels % PERIOD])
        self._runs.append(_Run(self.size, length, bottom, levels, level, paths, befores, is_back))
        self.size += length

    def index_at(self, positions: Squares) -> Squares:
        """See `lookups.Cycle`."""
        squares = np.empty_like(positions)
        which = np.searchsorted(self._starts, positions, side="right") - 1
        for number, run in enumerate(self._runs):
            asked = which == number
            if asked.any():
                time = positions[asked] - run.start
                times, rest = np.divmod(run.length - 1 - time if run.is_back else time, run.befores[-1])
                above = np.searchsorted(run.befores, rest, side="right") - 1
                on_level = run.level.legs.index_at(run.level.starts[run.paths[above]] + rest - run.befores[above])
                squares[asked] = self._plan.indices_on(run.bottom + times * PERIOD + above, on_level)
        return squares

    def position_of(self, indices: Squares) -> Squares:
        """See `lookups.Cycle`."""
        positions = np.full_like(indices, -1)
        levels, on_level = self._plan.levels_of(indices)
        for run in self._runs:
            above = levels - run.bottom
            asked = (above >= 0) & (above < run.levels)
            found = run.level.legs.position_of(on_level[asked])
            times, rest = np.divmod(above[asked], PERIOD)
            path = run.paths[rest]
            time = times * run.befores[-1] + run.befores[rest] + found - run.level.starts[path]
            is_on = np.searchsorted(run.level.starts, found, side="right") - 1 == path
            asked[asked] = is_on
            positions[asked] = (run.start + np.where(run.is_back, run.length - 1 - time, time))[is_on]
        return positions

    def write(self, first: int, out: Squares) -> None:
        """See `lookups.Cycle`; writes level by level if the paths of a level fit into memory."""
        if self._plan.rows * self._plan.cols > _LARGE:
            out[:] = self.index_at(np.arange(first, first + out.size))
            return
        while out.size:
            run = self._runs[int(np.searchsorted(self._starts, first, side="right")) - 1]
            written = self._write_run(run, first - run.start, out)
            first, out = first + written, out[written:]

    def _write_run(self, run: _Run, time: int, out: Squares) -> int:
        """Write a knight's squares from a given time of a run, and return how many fitted."""
        plan, level, step = self._plan, run.level, -1 if run.is_back else 1
        times, rest = divmod(run.length - 1 - time if run.is_back else time, int(run.befores[-1]))
        above = int(np.searchsorted(run.befores, rest, side="right")) - 1
        place, path = rest - int(run.befores[above]), run.paths[above]
        if run.is_back:
            place = int(level.lengths[path]) - 1 - place
        first = run.bottom + times * PERIOD + above
        left = first - run.bottom + 1 if run.is_back else run.bottom + run.levels - first
        ahead = min(left, out.size // int(level.lengths[run.paths].min()) + 2)
        origins = plan.origins(first + step * np.arange(ahead))
        lanes = run.paths[(np.arange(PERIOD) - run.bottom) % PERIOD]
        far = plan.offset((-1, -1))
        written: int = fill_levels(out, first, place, run.is_back, origins, level.offsets, level.lengths, lanes, far)[0]
        return written


def space_cycle(space: Space, heel: Heel) -> Cycle:
    """Return the squares of the tour of a board in space, or of a flat board given as one, in order."""
    plan = Plan.of(space.sides, heel)
    if plan.levels > 1:
        return SpaceCycle(plan)
    pattern, shape = plan.pattern(plan.junction(), "junction"), (plan.rows, plan.cols)
    if plan.axes[0] > plan.axes[1]:
        pattern, shape = pattern.transposed(), shape[::-1]
    return tour_legs(Board(*shape), zones_of_pattern(shape, pattern))
