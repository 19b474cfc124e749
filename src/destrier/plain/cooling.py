"""Simulated annealing of a tour of a small board, on lists, for which nothing has to be compiled.

The method is that of `switching.worms` with a cost: worms whose steps are rarely made if they raise it.

Cost: some two microseconds a step for turns, twice as much for crossings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import exp
from random import Random
from typing import Final

from destrier.plain.worms import Pairs, edges_of

_LONGEST: Final = 100
"""Maximum number of steps of a worm."""

_WEIGHT: Final = 0.2
"""Weight of a cycle."""

_CHANGES: Final = 99
"""Largest rise of the cost with a probability of its own."""


class Cooling:
    """A Hamiltonian cycle, and the cheapest one that worms have met.

    Parameters
    ----------
    there, back
        The target of each move of each vertex, -1 if there is none, and the move that undoes it.
    near, times
        The edges that form a pair with each edge, and what each pair costs. An edge from a vertex is a number, as in
        `Pairs`.
    cycle
        The two moves of each vertex.
    """

    def __init__(
        self,
        there: Sequence[Sequence[int]],
        back: Sequence[Sequence[int]],
        near: Sequence[Sequence[int]],
        times: int,
        cycle: Pairs,
    ) -> None:
        width = len(there[0])
        self._target, self._mate = edges_of(there, back)
        self._ways = [
            [edge for edge, other in enumerate(row, vertex * width) if other >= 0] for vertex, row in enumerate(there)
        ]
        self._near, self._times, self._width = near, times, width
        self._best = [[vertex * width + move for move in moves] for vertex, moves in enumerate(cycle)]
        self._least = 0

    def cool(self, coldnesses: Iterable[float], steps: int, seed: int) -> None:
        """Send worms of so many steps through the cheapest cycle, at each of some reciprocals of temperatures."""
        self._pairs = [pair.copy() for pair in self._best]
        self._has = bytearray(len(self._target))
        for edge in chain.from_iterable(self._pairs):
            self._has[edge] = 1
        self._cycles, self._cost = 1, self._least
        draw = Random(seed).random  # noqa: S311 (no secret)
        for coldness in coldnesses:
            chances = [exp(-coldness * rise) for rise in range(_CHANGES + 1)]
            left = steps
            while left > 0:
                left -= self._send(chances, draw)

    def best(self) -> Pairs:
        """Return the moves of the cheapest cycle."""
        return [[edge % self._width for edge in pair] for pair in self._best]

    def _send(self, chances: Sequence[float], draw: Callable[[], float]) -> int:
        """Send a worm, and undo it if it is lost or adds cycles that are not accepted; return the number of steps."""
        target, mate, has, pairs, ways, near = self._target, self._mate, self._has, self._pairs, self._ways, self._near
        tail = int(draw() * len(pairs))
        edge = pairs[tail][draw() < 0.5]
        cost = -self._rise(edge)
        if cost > 0 and draw() >= chances[cost]:
            return 1
        self._drop(edge)
        trail, head = [edge], target[edge]
        for step in range(1, _LONGEST + 1):
            edge = ways[head][int(draw() * len(ways[head]))]
            if has[edge]:
                continue
            other = target[edge]
            more = self._rise(edge)
            if other == tail:
                if more <= 0 or draw() < chances[more]:
                    self._add(edge)
                    trail.append(edge)
                    if self._accepts(cost + more, draw):
                        return step
                    break
                continue
            gives = pairs[other][draw() < 0.5]
            both = near[gives].count(edge) + near[gives].count(mate[edge])
            more -= self._rise(gives) + self._times * both
            if more > 0 and draw() >= chances[more]:
                continue
            self._drop(gives)
            self._add(edge)
            trail += [edge, gives]
            cost += more
            head = target[gives]
        for number, changed in reversed(list(enumerate(trail))):
            (self._drop if number % 2 else self._add)(changed)
        return step

    def _accepts(self, rise: int, draw: Callable[[], float]) -> bool:
        """Decide by the number of cycles whether to accept a new cover; remember it if it is the cheapest cycle."""
        cycles = self._count_cycles()
        if cycles > self._cycles and draw() >= _WEIGHT ** (cycles - self._cycles):
            return False
        self._cycles, self._cost = cycles, self._cost + rise
        if cycles == 1 and self._cost < self._least:
            self._least = self._cost
            self._best = [pair.copy() for pair in self._pairs]
        return True

    def _count_cycles(self) -> int:
        target, mate, pairs = self._target, self._mate, self._pairs
        seen, cycles = bytearray(len(pairs)), 0
        while (vertex := seen.find(0)) >= 0:
            cycles += 1
            edge = pairs[vertex][0]
            while not seen[vertex]:
                seen[vertex] = 1
                vertex = target[edge]
                one, other = pairs[vertex]
                edge = other if one == mate[edge] else one
        return cycles

    def _rise(self, edge: int) -> int:
        """Return the rise of the cost from adding an edge."""
        return self._times * sum(map(self._has.__getitem__, self._near[edge]))

    def _add(self, edge: int) -> None:
        for one in (edge, self._mate[edge]):
            self._has[one] = 1
            self._pairs[one // self._width].append(one)

    def _drop(self, edge: int) -> None:
        for one in (edge, self._mate[edge]):
            self._has[one] = 0
            self._pairs[one // self._width].remove(one)
